"""`make bench-regret`: what a quick answer loses, beside the answer of a search a hundred times longer.

Positions come from games in which `normal` plays half of the turns and `greedy` the others, one position a game, from
anywhere between the first turn and the last. A quick search answers; a long one, which compares that answer with its
own first turn on the same worlds and random numbers, tells how much less it wins. Printed for every game and number of
players: the mean regret in hundredths of a win with its error, how often both answers are the same, and the largest
regret. With `--time` the quick search has so many seconds of the processor; `--simulations` is repeatable.

All games take turns, and what was found is kept (`bench/regrets.jsonl`): it takes many hours, can be stopped, tells
what there is, and goes on. Regrets are true of the search that they were found with: they go when that changes.
"""

from __future__ import annotations

import argparse
import json
import os
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from itertools import count
from multiprocessing import get_context
from pathlib import Path

import numpy as np

from solver.games import playable, playable_ids
from solver.kernel.contract import Bytes, legal_steps
from solver.kernel.playable import Playable
from solver.players.bots import seated, take_turn
from solver.search.advice import Limit
from solver.search.advisor import Advisor

LONGER = 100
KEPT = Path("bench/regrets.jsonl")
USUAL_SPREAD = 6
"""Trees of the long search; the quick one has a single one, as `hard` has."""

Place = tuple[str, int, int]
"""A game, a number of players, a seed."""


@dataclass(frozen=True)
class Asked:
    """How long the quick search thinks."""

    seconds: float
    simulations: int | None

    def quick(self, seed: int) -> Limit:
        """Its limit."""
        return Limit(self.seconds, self.simulations, threads=1, seed=seed, trees=1, clock=time.process_time)

    def long(self, seed: int) -> Limit:
        """That of the long search."""
        simulations = None if self.simulations is None else LONGER * self.simulations
        seconds = LONGER * self.seconds
        return Limit(seconds, simulations, threads=1, seed=seed, trees=USUAL_SPREAD, clock=time.process_time)

    @property
    def name(self) -> str:
        """Tells what was asked apart."""
        return f"{self.simulations} simulations" if self.simulations else f"{self.seconds:g} s"


@dataclass(frozen=True)
class Found:
    """What was found so far, in a file with a line a position."""

    file: Path
    asked: Asked

    def regrets(self) -> dict[Place, float]:
        """By position."""
        if not self.file.exists():
            return {}
        lines = [json.loads(line) for line in self.file.read_text(encoding="utf-8").splitlines()]
        return {(game, players, seed): lost for name, game, players, seed, lost in lines if name == self.asked.name}

    def keep(self, place: Place, lost: float) -> None:
        """Adds one."""
        with self.file.open("a", encoding="utf-8") as lines:
            lines.write(json.dumps([self.asked.name, *place, lost]) + "\n")


def main() -> None:
    """Looks at what was not looked at yet, and prints a line a table."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--only", nargs="*", default=[], metavar="GAME:PLAYERS")
    options.add_argument("--positions", type=int, default=200, help="of each game, over all numbers of players")
    options.add_argument("--time", type=float, default=1.0)
    options.add_argument("--simulations", type=int)
    options.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    options.add_argument("--keep", type=Path, default=KEPT, help=f"where it is kept, instead of {KEPT}")
    asked = options.parse_args()
    asked.keep.parent.mkdir(parents=True, exist_ok=True)
    found = Found(asked.keep, Asked(asked.time, asked.simulations))
    wanted = places(asked.only, asked.positions)
    try:
        look(found, [place for place in wanted if place not in found.regrets()], asked.workers)
    except KeyboardInterrupt:
        print("Stopped; the same command goes on.")
    tell(found.regrets(), wanted)


def places(only: list[str], positions: int) -> list[Place]:
    """The positions of all tables, in turns."""
    tables = [(game, playable(game).player_counts()) for game in playable_ids()]
    chosen = [(game, [n for n in counts if not only or f"{game}:{n}" in only]) for game, counts in tables]
    seeds = {game: -(-positions // len(counts)) for game, counts in chosen if counts}
    return sorted(
        ((game, n, seed) for game, counts in chosen for n in counts for seed in range(seeds[game])),
        key=lambda place: place[2],
    )


def look(found: Found, wanted: list[Place], workers: int) -> None:
    """Several at a time; each is kept at once."""
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        running = {pool.submit(regret, found.asked, *place): place for place in wanted}
        try:
            for done in as_completed(running):
                found.keep(running[done], done.result())
        except KeyboardInterrupt:
            pool.shutdown(wait=False, cancel_futures=True)
            raise


def tell(regrets: dict[Place, float], wanted: list[Place]) -> None:
    """A line for each table, one for each game."""
    print(f"{'':12}{'players':>8}{'positions':>11}{'regret':>14}{'same':>8}{'largest':>9}")
    for game in dict.fromkeys(place[0] for place in wanted):
        counts = sorted({place[1] for place in wanted if place[0] == game})
        of_game = {place: lost for place, lost in regrets.items() if place[0] == game and place[1] in counts}
        for players in counts:
            some = np.array([lost for place, lost in of_game.items() if place[1] == players])
            if len(some):
                print(f"{game:12}{players:8}{summed_up(some)}")
        if of_game:
            print(f"{game:12}{'all':>8}{summed_up(np.array(list(of_game.values())))}")


def summed_up(regrets: np.ndarray) -> str:
    """A line of figures."""
    error = regrets.std(ddof=1) / len(regrets) ** 0.5 if len(regrets) > 1 else float("nan")
    mean = f"{100 * regrets.mean():.2f} ± {100 * error:.2f}"
    return f"{len(regrets):11}{mean:>14}{(regrets == 0).mean():8.0%}{100 * regrets.max():9.1f}"


def regret(asked: Asked, game_id: str, players: int, seed: int) -> float:
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
