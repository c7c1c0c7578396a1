"""How much could be won by guessing hidden hands better? A seer, who sees all hands, plays those who do not.

What a search believes about the hands of others is dealt by chance, in keeping with what was seen. Beliefs that learn
from how others played can at best be certain and right: the seer's lead is the most that they could bring. Trees of
equally many simulations play, one seer at a table of others; bags and stacks are hidden from the seer, too.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from solver.games import playable, playable_ids
from solver.kernel.contract import Bytes, Kernel
from solver.kernel.playable import Playable
from solver.players.bots import Bot, Question
from solver.players.crew import processes
from solver.players.programme import Programme
from solver.players.tournament import Tournament
from solver.players.training.self_play import TreeBot, searched

SEER, OTHER = "seer", "other"


@dataclass(frozen=True)
class SeerBot:
    """A tree that takes what it is shown for all that was seen."""

    kernel: Kernel
    simulations: int

    def plan(self, question: Question) -> Sequence[int]:
        """The favourite line."""
        return [one.favourite for one in searched(replace(question, kernel=self.kernel), self.simulations, judged=True)]


@dataclass(frozen=True)
class SeerMatch(Programme):
    """One who sees the hands of all."""

    def seated(self, place: int) -> Bot:
        """Both kinds search alike."""
        simulations = self.simulations or 1
        if self.lineup[place] == SEER:
            return SeerBot(playable(self.game, catalogue=self.catalogue).kernel, simulations)
        return TreeBot(simulations, judged=True)

    def kernels(self, game: Playable) -> list[Kernel]:
        """The seer's hides only what nobody has seen."""

        def observe(state: Bytes, viewer: int) -> None:
            state[:] = seen_by_anybody(game.kernel, state, len(self.lineup))

        seeing = replace(game.kernel, observe=observe)
        return [seeing if name == SEER else game.kernel for name in self.lineup]


def seen_by_anybody(kernel: Kernel, state: Bytes, players: int) -> Bytes:
    """What all seats together know: a byte that nobody sees as it is stays blank."""
    views = []
    for seat in range(players):
        view = state.copy()
        kernel.observe(view, seat)
        views.append(view)
    known = np.any([view == state for view in views], axis=0)
    return np.where(known, state, views[0]).astype(np.uint8)


def main() -> None:
    """Prints a line a table."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--only", nargs="*", default=[], metavar="GAME:PLAYERS")
    options.add_argument("--games", type=int, default=200)
    options.add_argument("--simulations", type=int, default=400)
    options.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    asked = options.parse_args()
    print(f"{'':12}{'players':>8}{'games':>7}{'seer':>8}{'95 %':>14}{'equals':>8}")
    for game in playable_ids():
        for players in playable(game).player_counts():
            if asked.only and f"{game}:{players}" not in asked.only:
                continue
            lineup = (SEER, *[OTHER] * (players - 1))
            match = SeerMatch(game, lineup, -(-asked.games // players), simulations=asked.simulations)
            table = Tournament(match).run(processes(asked.workers))
            seer = table.bots[0]
            reach = f"{seer.ci95[0]:.1%}-{seer.ci95[1]:.1%}"
            print(f"{game:12}{players:8}{table.games:7}{seer.share:8.1%}{reach:>14}{seer.fair:8.1%}", flush=True)


if __name__ == "__main__":
    main()
