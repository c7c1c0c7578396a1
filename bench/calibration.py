"""`make bench-calibration`: do the intervals that the search states cover the truth?

Endings in which nothing is hidden are solved exactly, in every game that knows such endings; then the search, with its
exact solver switched off, states a chance to win with an error for each turn that it lists. Printed is how often the
truth, mostly 0 or 1, lies within 1.96 errors of what was stated: of the first turn, of all turns that are listed, and
of the differences between the first and the others. Simulations are counted, so another machine prints the same.
"""

from __future__ import annotations

import argparse
import dataclasses
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np

from solver.games import playable
from solver.games.kk_card import state as card_game
from solver.kernel.contract import MOST_SEATS, Bytes
from solver.kernel.playable import Playable
from solver.players.bots import seated, take_turn
from solver.search.advice import Candidate, Limit
from solver.search.advisor import Advisor
from solver.search.alphabeta import AlphaBeta
from solver.search.exact import Solver

TABLES = (
    ("kk-card", 3),
    ("kk-card", 4),
    ("kardinal", 2),
    ("kardinal", 3),
    ("cartino", 2),
    ("cartino", 3),
    ("kk-board", 3),
)
SIMULATIONS = (300, 1_000, 3_000, 20_000)
ROWS = 5
"""Turns of an advice that are looked at."""
POSITIONS = 3_000_000
"""Positions that a solver may visit for the truth."""
WITHIN = 1.96


def main() -> None:
    """Prints the shares by game and number of simulations."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--endings", type=int, default=80)
    options.add_argument("--seed", type=int, default=0, help="games are dealt from the next seed on")
    options.add_argument("--simulations", type=int, nargs="*", default=SIMULATIONS)
    options.add_argument("--games", nargs="*", default=sorted({game for game, _ in TABLES}))
    asked = options.parse_args()
    heads = {"players": 8, "simulations": 13, "endings": 9}
    heads |= {"first": 9, "listed": 9, "behind": 9, "error": 8, "wrong": 7}
    print(f"{'':12}{''.join(f'{head:>{width}}' for head, width in heads.items())}")
    together = {number: Coverage() for number in asked.simulations}
    for game, players in TABLES:
        if game in asked.games:
            endings = list(Endings(playable(game), players, asked.seed).found(asked.endings))
            for number in asked.simulations:
                coverage = Coverage()
                for seed, ending in enumerate(endings):
                    coverage.add(ending, number, seed)
                together[number].add_all_of(coverage)
                print(f"{game:12}{players:8}{number:13}{len(endings):9}{coverage}", flush=True)
    for number, coverage in together.items():
        print(f"{'in all':12}{'':8}{number:13}{'':9}{coverage}")


@dataclass(frozen=True, eq=False)
class Ending:
    """A position in which nothing is hidden and the rest can be searched out."""

    table: Endings
    state: Bytes

    def stated(self, simulations: int, seed: int) -> Sequence[Candidate]:
        """What the search says when it may not search the rest out."""
        kernel = dataclasses.replace(self.table.game.kernel, near_end=lambda _state: False)
        limit = Limit(simulations=simulations, seed=seed)
        return Advisor(kernel, self.state, self.table.players, limit).advise().turns[:ROWS]

    def truth(self, turn: Candidate) -> float | None:
        """The share of the win that a turn brings when everybody plays on exactly."""
        kernel, after = self.table.game.kernel, self.state.copy()
        for step in turn.steps:
            kernel.apply(after, step)
        return self.table.share(after, int(kernel.actor(self.state)))


@dataclass(eq=False)
class Endings:
    """Endings of a game for a number of players."""

    game: Playable
    players: int
    seed: int = 0
    """Games are dealt from the next seed on: what is chosen by some is reported of others."""

    def __post_init__(self) -> None:
        self._solver = Solver(self.game.kernel, self.players)
        self._two = AlphaBeta(self.game.kernel, 1)

    def share(self, state: Bytes, seat: int) -> float | None:
        """A seat's share of the win under best play, or None where that cannot be searched out."""
        if self.players == 2 and self.game.kernel.actor(state) >= 0:
            lead = self._two.value(state, math.inf)
            ahead = 0 if lead is None else lead if seat == 0 else -lead
            return float(ahead > 0) if ahead else 0.5 * self.game.kernel.shared_wins
        value = self._solver.value(state, POSITIONS)
        if value is None:
            return None
        standing = [(value[each], value[MOST_SEATS + each]) for each in range(self.players)]
        first = [each for each in range(self.players) if standing[each] == max(standing)]
        return float(seat in first) / len(first) if len(first) == 1 or self.game.kernel.shared_wins else 0.0

    def found(self, count: int) -> Iterator[Ending]:
        """So many, one from a game."""
        seed = self.seed
        while count:
            seed += 1
            near = [state for state in map(self._open, self._game(seed)) if state is not None]
            if near:
                state = near[seed % len(near)]
                if self.share(state, 0) is not None:
                    count -= 1
                    yield Ending(self, state)

    def _game(self, seed: int) -> list[Bytes]:
        """The positions before each turn of a game between greedy bots, of which every fourth turn is a random one."""
        kernel, state, chance = self.game.kernel, self.game.deal(self.players, seed, {}), np.random.default_rng(seed)
        bots, met = [seated("random"), *[seated("greedy")] * 3], list[Bytes]()
        while kernel.actor(state) >= 0:
            met.append(state.copy())
            for step in take_turn(bots[chance.integers(4)], kernel, state, self.players, 1000 * seed + len(met)):
                kernel.apply(state, step)
        return met

    def _open(self, state: Bytes) -> Bytes | None:
        """The position with nothing hidden, if it is near the end; law tiles that nobody saw leave the card game."""
        kernel = self.game.kernel
        if not kernel.near_end(state):
            return None
        if self.game.id == "kk-card":
            _take_tiles_out(state)
        view = state.copy()
        kernel.observe(view, kernel.actor(state))
        worlds = kernel.worlds(view, 2)
        return worlds[0] if len(worlds) == 1 else None


def _take_tiles_out(state: Bytes) -> None:
    s = card_game.State.of(state)
    for kind in range(card_game.RETURN, card_game.UNKNOWN):
        s.played[kind] += s.hand[:, kind].sum() + (s.tile == kind).sum()
        s.hand[:, kind] = 0
    s.tile[:] = 0


@dataclass
class Coverage:
    """How often intervals hold the truth."""

    first: list[bool] = field(default_factory=list)
    listed: list[bool] = field(default_factory=list)
    behind: list[bool] = field(default_factory=list)
    errors: list[float] = field(default_factory=list)
    wrong: int = 0
    """First turns that are on the wrong side of one half."""

    def add(self, ending: Ending, simulations: int, seed: int) -> None:
        """What is said of one ending."""
        first, *others = ending.stated(simulations, seed)
        best = ending.truth(first)
        if best is None:
            return
        self.first.append(_covers(first.win, first.win_se, best))
        self.listed.append(self.first[-1])
        self.errors.append(first.win_se)
        self.wrong += abs(first.win - best) > 0.5
        for turn in others:
            truth = ending.truth(turn)
            if truth is not None:
                self.listed.append(_covers(turn.win, turn.win_se, truth))
                self.behind.append(_covers(turn.behind, turn.behind_se, best - truth))

    def add_all_of(self, other: Coverage) -> None:
        """Those of a game to those of all."""
        self.first += other.first
        self.listed += other.listed
        self.behind += other.behind
        self.errors += other.errors
        self.wrong += other.wrong

    def __str__(self) -> str:
        shares = [f"{np.mean(hits):9.1%}" if hits else f"{'-':>9}" for hits in (self.first, self.listed, self.behind)]
        return f"{''.join(shares)}{np.mean(self.errors):8.1%}{self.wrong:7}"


def _covers(stated: float, error: float, truth: float) -> bool:
    return abs(stated - truth) <= WITHIN * error + 1e-9


if __name__ == "__main__":
    main()
