"""`make bench-regret`: what a quick answer loses, beside the answer of a search a hundred times longer.

Positions come from games in which `normal` plays half of the turns and `greedy` the others, one position a game, from
anywhere between the first turn and the last. A quick search answers; a long one, which compares that answer with its
own first turn on the same worlds and random numbers, tells how much less it wins. Printed for every game and number of
players: the mean regret in hundredths of a win with its error, how often both answers are the same, and the largest
regret. With `--time` the quick search has so many seconds, as at the table; `--simulations` is repeatable.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from itertools import count
from multiprocessing import get_context

import numpy as np

from solver.games import playable, playable_ids
from solver.kernel.contract import Bytes, legal_steps
from solver.kernel.playable import Playable
from solver.players.bots import seated, take_turn
from solver.search.advice import Limit
from solver.search.advisor import Advisor

LONGER = 100
USUAL_SPREAD = 6
"""Trees of the long search; the quick one has a single one, as `hard` has."""


@dataclass(frozen=True)
class Asked:
    """How long the quick search thinks."""

    seconds: float
    simulations: int | None

    def quick(self, seed: int) -> Limit:
        """Its limit."""
        return Limit(self.seconds, self.simulations, threads=1, seed=seed, trees=1)

    def long(self, seed: int) -> Limit:
        """That of the long search."""
        simulations = None if self.simulations is None else LONGER * self.simulations
        return Limit(LONGER * self.seconds, simulations, threads=1, seed=seed, trees=USUAL_SPREAD)


def main() -> None:
    """Prints a line a table."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--only", nargs="*", default=[], metavar="GAME:PLAYERS")
    options.add_argument("--positions", type=int, default=200, help="of each game, over all numbers of players")
    options.add_argument("--time", type=float, default=1.0)
    options.add_argument("--simulations", type=int)
    options.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    asked = options.parse_args()
    limits = Asked(asked.time, asked.simulations)
    print(f"{'':12}{'players':>8}{'positions':>11}{'regret':>14}{'same':>8}{'largest':>9}")
    with ProcessPoolExecutor(asked.workers, mp_context=get_context("spawn")) as pool:
        for game in playable_ids():
            counts = [n for n in playable(game).player_counts() if not asked.only or f"{game}:{n}" in asked.only]
            for players in counts:
                seeds = range(-(-asked.positions // len(counts)))
                regrets = np.array(list(pool.map(partial(regret, game, players, limits), seeds)))
                print(f"{game:12}{players:8}{summed_up(regrets)}", flush=True)


def summed_up(regrets: np.ndarray) -> str:
    """A line of figures."""
    error = regrets.std(ddof=1) / len(regrets) ** 0.5 if len(regrets) > 1 else float("nan")
    mean = f"{100 * regrets.mean():.2f} ± {100 * error:.2f}"
    return f"{len(regrets):11}{mean:>14}{(regrets == 0).mean():8.0%}{100 * regrets.max():9.1f}"


def regret(game_id: str, players: int, asked: Asked, seed: int) -> float:
    """What the quick answer of one position loses, by the long search."""
    game = playable(game_id)
    position = met(game, players, seed)
    quick = Advisor(game.kernel, position, players, asked.quick(seed)).advise(ahead=False).turns[0].steps
    long = Advisor(game.kernel, position, players, asked.long(seed + 1), (quick,)).advise(ahead=False)
    return next((turn.behind for turn in long.turns if turn.steps == quick), 0.0)


def met(game: Playable, players: int, seed: int) -> Bytes:
    """A position of a game, in which there is something to decide."""
    positions = list(played(game, players, seed))
    return positions[int(np.random.default_rng(seed).integers(len(positions)))]


def played(game: Playable, players: int, seed: int) -> Iterator[Bytes]:
    """The positions of a game that have more than one step."""
    chance, bots = np.random.default_rng(seed), (seated("greedy"), seated("normal"))
    state = game.deal(players, seed, {})
    for turn in count(4096 * seed):
        if game.kernel.actor(state) < 0:
            return
        if len(legal_steps(game.kernel, state)) > 1:
            yield state.copy()
        for step in take_turn(bots[chance.integers(2)], game.kernel, state, players, turn):
            game.kernel.apply(state, step)


if __name__ == "__main__":
    main()
