"""`make bench-calibration`: do the intervals that the search states cover the truth?

Endings of the card game in which nothing is hidden are solved exactly; then the search, with its exact solver switched
off, states a chance to win with an error for the turn it prefers. Printed is how often the truth, 0 or 1, lies within
1.96 errors of what was stated.
"""

from __future__ import annotations

import argparse
import dataclasses

import numpy as np

from solver.games import playable
from solver.games.kk_card import rules, tables
from solver.games.kk_card import state as position
from solver.games.kk_card.game import KERNEL
from solver.kernel.contract import Bytes
from solver.players.bots import seated, take_turn
from solver.search.advice import Candidate, Limit
from solver.search.advisor import Advisor
from solver.search.exact import Solver, preference

GAME = playable("kk-card")

SEARCHED_ONLY = dataclasses.replace(KERNEL, near_end=lambda _state: False)


def main() -> None:
    """Prints the share of intervals that cover the truth, by cards left and in all."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--endings", type=int, default=200)
    options.add_argument("--simulations", type=int, default=20_000)
    asked = options.parse_args()
    covered: dict[int, list[bool]] = {}
    surprises = 0
    for seed in range(asked.endings):
        state, left = ending(seed)
        if state is None:
            continue
        stated = Advisor(SEARCHED_ONLY, state, 3, Limit(simulations=asked.simulations, seed=seed)).advise().turns[0]
        truth = solved(state, stated)
        if truth is None:
            continue
        inside = abs(stated.win - truth) <= 1.96 * stated.win_se
        covered.setdefault(left, []).append(inside)
        surprises += abs(stated.win - truth) > 0.5
    for left, hits in sorted(covered.items()):
        print(f"{left} cards left: {np.mean(hits):6.1%} of {len(hits)} intervals cover the truth")
    everything = [hit for hits in covered.values() for hit in hits]
    print(f"in all: {np.mean(everything):.1%} of {len(everything)}; {surprises} on the wrong side of one half")


def ending(seed: int) -> tuple[Bytes | None, int]:
    """A position with 5 to 8 cards left whose law tiles are all known: the unseen ones are taken out of the game."""
    left = 5 + seed % 4
    state, player = GAME.deal(3, seed, {}), seated("greedy")
    s = state.view(position.STATE)[0]
    while s.left > left:
        for step in take_turn(player, KERNEL, state, 3, seed):
            rules.apply(state, step)
    if s.phase == position.OVER:
        return None, 0
    for seat in range(3):
        for kind in range(1, 5):
            s.played[kind] += s.hand[seat, kind]
            s.hand[seat, kind] = 0
    for cell in range(tables.CARDS):
        if s.tile[cell]:
            s.played[s.tile[cell]] += 1
            s.tile[cell] = 0
    return state, int(s.left)


def solved(state: Bytes, stated: Candidate) -> float | None:
    """Whether the turn wins for the seat to move when everybody plays on exactly."""
    seat, after = int(rules.actor(state)), state.copy()
    for step in stated.steps:
        rules.apply(after, step)
    value = Solver(KERNEL, 3).value(after, 3_000_000)
    return None if value is None else float(preference(value, seat, 3) > 5_000)


if __name__ == "__main__":
    main()
