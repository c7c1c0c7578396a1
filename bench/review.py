"""Do a review's verdicts agree with a search a hundred times longer, and what if one only subtracted two searches?

Positions come from games played half by policy and half by chance, so that there is something to find fault with. Each
turn is judged three times: by the review, by a plain difference of two independent searches with the same effort
together, and by the review with a hundred times the simulations, which is taken for the truth.

    python bench/review.py [--positions 12] [--simulations 3000] [--games kk-card ...]
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from solver.games import playable
from solver.kernel.contract import Bytes, Kernel, same_turn
from solver.search.advice import Limit
from solver.search.advisor import Advisor
from solver.search.chances import Decided, foreseen, seen_by
from solver.search.decisions import Decisions, essential_steps, made
from solver.search.judgement import Inquiry
from table.answers.review import scale
from table.answers.reviewer import FIRST_LOOK

GAMES = (("kk-card", 3), ("kardinal", 2), ("kk-board", 3), ("cartino", 2))
LONGER = 100


@dataclass(frozen=True)
class Verdict:
    loss: float
    error: float

    @property
    def named(self) -> bool:
        """Whether it is called anything."""
        return self.loss >= min(scale().verdicts.values()) and self.loss > scale().doubt * self.error

    @property
    def name(self) -> str:
        earned = [name for name, least in scale().verdicts.items() if self.loss >= least]
        return earned[-1] if self.named else ""


def decisions(name: str, players: int, number: int) -> Iterator[tuple[Kernel, Bytes, tuple[int, ...]]]:
    """Turns from the middle of games, each from another one, as far as they can be decided at once."""
    game = playable(name)
    kernel, dice, seed = game.kernel, random.Random(7), 0
    while number:
        seed += 1
        state, length = game.deal(players, seed, {}), dice.randrange(6, 60)
        for _ in range(length):
            if kernel.actor(state) < 0:
                break
            state = made(kernel, state, _step(kernel, state, dice))
        seat = kernel.actor(state)
        if seat < 0:
            continue
        begun, steps = state, list[int]()
        while kernel.actor(state) == seat and same_turn(begun, state):
            steps.append(_step(kernel, state, dice))
            state = made(kernel, state, steps[-1])
        view = seen_by(kernel, begun, seat)
        decided = Decisions(kernel, view, seat).legal_everywhere(tuple(steps))
        if decided:
            number -= 1
            yield kernel, view, decided


def _step(kernel: Kernel, state: Bytes, dice: random.Random) -> int:
    steps = essential_steps(kernel, state)
    if dice.random() < 0.5:
        return dice.choice(steps)
    return max(steps, key=lambda step: kernel.prior(state, step))


def reviewed(kernel: Kernel, view: Bytes, steps: tuple[int, ...], players: int, simulations: int, seed: int) -> Verdict:
    """As a review does it, with a first look and a closer one."""
    inquiry = Inquiry(kernel, Decided(view, steps, foreseen(kernel, view, steps)), players)
    limit = Limit(simulations=int(FIRST_LOOK * simulations), seed=seed, threads=2)
    found = inquiry.look(limit)
    found = inquiry.look_closer(found, replace(limit, simulations=simulations - int(FIRST_LOOK * simulations)))
    return Verdict(found.loss, found.loss_se)


def subtracted(
    kernel: Kernel, view: Bytes, steps: tuple[int, ...], players: int, simulations: int, seed: int
) -> Verdict:
    """The best turn's chance by one search less the played turn's by another."""
    limits = [Limit(simulations=simulations // 2, seed=2 * seed + each, threads=2) for each in (1, 2)]
    best = Advisor(kernel, view, players, limits[0]).advise(ahead=False).turns[0]
    rows = Advisor(kernel, view, players, limits[1], (steps,)).advise(ahead=False).turns
    own = next((row for row in rows if row.steps == steps), rows[0])
    return Verdict(max(0.0, best.win - own.win), float(np.hypot(best.win_se, own.win_se)))


def main() -> None:
    reader = argparse.ArgumentParser()
    reader.add_argument("--positions", type=int, default=12)
    reader.add_argument("--simulations", type=int, default=3000)
    reader.add_argument("--games", nargs="*", default=[name for name, _ in GAMES])
    asked = reader.parse_args()
    print(f"{asked.simulations} simulations a turn beside {LONGER * asked.simulations}; {asked.positions} turns a game")
    heads = {"same name": 10, "named": 6, "wrongly": 8, "off by": 8, "error told": 10}
    print(f"{'':10} {'judged by':12} {' '.join(f'{head:>{width}}' for head, width in heads.items())}")
    for name, players in [table for table in GAMES if table[0] in asked.games]:
        begun = time.perf_counter()
        rows = list[tuple[Verdict, Verdict, Verdict]]()
        for seed, (kernel, view, steps) in enumerate(decisions(name, players, asked.positions)):
            rows.append(
                (
                    reviewed(kernel, view, steps, players, asked.simulations, seed),
                    subtracted(kernel, view, steps, players, asked.simulations, seed),
                    reviewed(kernel, view, steps, players, LONGER * asked.simulations, 1000 + seed),
                )
            )
        for kind, column in (("review", 0), ("difference", 1)):
            report(name, kind, [(row[column], row[2]) for row in rows])
        named = sum(row[2].named for row in rows)
        print(f"{'':10} {'long search':12} {'':>10} {named:6}   ({time.perf_counter() - begun:.0f} s)")


def report(name: str, kind: str, rows: list[tuple[Verdict, Verdict]]) -> None:
    same = sum(found.name == truth.name for found, truth in rows)
    named = sum(found.named for found, _ in rows)
    wrongly = sum(found.named and truth.loss < min(scale().verdicts.values()) for found, truth in rows)
    off = float(np.sqrt(np.mean([(found.loss - truth.loss) ** 2 for found, truth in rows])))
    told = float(np.sqrt(np.mean([found.error**2 for found, _ in rows])))
    print(f"{name:10} {kind:12} {same:6}/{len(rows)} {named:6} {wrongly:8} {off:8.1%} {told:10.1%}", flush=True)


if __name__ == "__main__":
    main()
