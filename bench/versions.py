"""`make bench-versions BESIDE=FOLDER`: is this version of the solver stronger than another one, at equal time?

One bot of this checkout sits at a table of the same bot of another one. Each version deals and follows the games by
itself, the other one in a process of its own, and they tell each other the numbers of the steps that were made: how a
version stores a position is its own affair. What both have to agree on is the deal of a seed and what a step means.

With `--elo` a sequential test ends it as soon as it is clear whether this version is stronger by the higher or only by
the lower number.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from solver.games import playable, playable_ids
from solver.kernel.contract import Bytes
from solver.players.bots import Turn, seated, take_turn
from solver.players.programme import Game, Programme, played_out
from solver.search.advice import TurnSteps

THIS, OTHER = "this version", "the other"
FOLLOW = "--follow"


@dataclass(frozen=True)
class Thinks:
    """Who plays, and how long."""

    bot: str
    seconds: float
    simulations: int | None

    def words(self) -> list[str]:
        """For the command line of another process."""
        return [self.bot, str(self.seconds), str(self.simulations or 0)]


class Here:
    """The version that this program finds first."""

    def __init__(self, game: str, players: int, deal: int, thinks: Thinks) -> None:
        self.game, self.players = playable(game), players
        self.state = self.game.deal(players, deal, {})
        self.earlier: list[Turn] = []
        self._bot = seated(thinks.bot, thinks.seconds, thinks.simulations, game=game, clock=time.process_time)

    def turn(self, seed: int) -> TurnSteps:
        """What it plays now."""
        return take_turn(self._bot, self.game.kernel, self.state, self.players, seed, self.earlier)

    def follow(self, steps: TurnSteps) -> None:
        """Makes a turn that was played."""
        self.earlier.append((self.state.copy(), steps))
        for step in steps:
            self.game.kernel.apply(self.state, step)

    def answer(self) -> None:
        """Does what standard input says."""
        for line in sys.stdin:
            word, *numbers = line.split()
            if word == "turn":
                print(*self.turn(int(numbers[0])), flush=True)
            else:
                self.follow(tuple(map(int, numbers)))


class Elsewhere:
    """The version of a folder, in a process of its own."""

    def __init__(self, folder: Path, game: str, players: int, deal: int, thinks: Thinks) -> None:
        self._process = subprocess.Popen(
            [sys.executable, __file__, FOLLOW, game, str(players), str(deal), *thinks.words()],
            env={**os.environ, "PYTHONPATH": str(folder.resolve())},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def turn(self, seed: int) -> TurnSteps:
        """What it plays now."""
        assert self._process.stdin and self._process.stdout
        print("turn", seed, file=self._process.stdin, flush=True)
        answer = self._process.stdout.readline().split()
        if not answer:
            raise RuntimeError("the other version has ended")
        return tuple(map(int, answer))

    def follow(self, steps: TurnSteps) -> None:
        """Makes a turn that was played."""
        assert self._process.stdin
        print("follow", *steps, file=self._process.stdin, flush=True)

    def close(self) -> None:
        """Ends it."""
        self._process.communicate()


@dataclass(frozen=True)
class VersionMatch(Programme):
    """One bot of this version at a table of the other one's."""

    folder: Path = Path()
    bot: str = "hard"

    def done(self, *part: int) -> Game:
        """One game, by its block and rotation."""
        thinks, deal = Thinks(self.bot, self.seconds, self.simulations), self.seed + part[0]
        here = Here(self.game, len(self.lineup), deal, thinks)
        other = Elsewhere(self.folder, self.game, len(self.lineup), deal, thinks)

        def turn(state: Bytes, place: int, seed: int) -> TurnSteps:
            steps = (here if self.lineup[place] == THIS else other).turn(seed)
            here.follow(steps)
            other.follow(steps)
            return steps

        try:
            return played_out(self, part[0], part[1], turn)
        finally:
            other.close()


def main(words: Sequence[str]) -> None:
    """Prints a line a table; or is the other version."""
    if words[:1] == [FOLLOW]:
        game, seats, deal, bot, seconds, simulations = words[1:]
        Here(game, int(seats), int(deal), Thinks(bot, float(seconds), int(simulations) or None)).answer()
        return
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("folder", type=Path, help="a checkout of the other version")
    options.add_argument("--only", nargs="*", default=[], metavar="GAME:PLAYERS", help="some tables, such as kk-card:3")
    options.add_argument("--games", type=int, default=200, help="at least so many at each table")
    options.add_argument("--time", type=float, default=0.1, help="seconds of the processor a turn")
    options.add_argument("--simulations", type=int, help="instead of --time: repeatable")
    options.add_argument("--bot", default="hard")
    options.add_argument("--elo", nargs=2, type=float, metavar=("LOW", "HIGH"), help="ends as soon as it is decided")
    options.add_argument("--seed", type=int, default=0)
    options.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    asked = options.parse_args(words)
    print(f"{'':12}{'players':>8}{'games':>7}{'share':>8}{'95 %':>15}{'equals':>8}{'Elo':>6}")
    for game in playable_ids():
        for players in playable(game).player_counts():
            if not asked.only or f"{game}:{players}" in asked.only:
                print(line(asked, game, players), flush=True)


def line(asked: argparse.Namespace, game: str, players: int) -> str:
    """What came of a table."""
    from solver.players.crew import processes
    from solver.players.sequential import Question
    from solver.players.tournament import Tournament

    match = VersionMatch(
        game, (THIS, *[OTHER] * (players - 1)), -(-asked.games // players), asked.time, asked.simulations, asked.seed,
        folder=asked.folder, bot=asked.bot,
    )  # fmt: skip
    table = Tournament(match, Question(*asked.elo) if asked.elo else None).run(processes(asked.workers))
    ours = table.bots[0]
    reach = f"{ours.ci95[0]:.1%}-{ours.ci95[1]:.1%}"
    return f"{game:12}{players:8}{table.games:7}{ours.share:8.1%}{reach:>15}{ours.fair:8.1%}{ours.elo:+6.0f}"


if __name__ == "__main__":
    main(sys.argv[1:])
