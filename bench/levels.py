"""`make bench-levels`: how far apart the levels for people are, and whether their turns make sense.

No people were asked. What stands for somebody who plays for the first or second time is `beginner`: a few turns that
look natural come to mind, drawn from the game's quick policy, and the one that brings most points now is played. It
plans nothing and is warned of nothing.

Every match is one of a bot at a table of another. `hard` has a number of simulations here, so that it can be repeated.
Whether turns make sense is told by a longer search: at positions of games between a level and beginners, how much less
the level's turn wins than the best one, in hundredths; the worst turns are shown beside those that the search prefers.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from solver.games import playable, playable_ids
from solver.kernel.contract import legal_steps
from solver.kernel.random import seeded
from solver.players.bots import Bot, Question, seated, take_turn
from solver.players.programme import Programme
from solver.players.tournament import Tournament
from solver.search.advice import Limit
from solver.search.advisor import Advisor
from solver.search.ideas import in_mind

BEGINNER = "beginner"
IDEAS = 3
"""Turns that come to a beginner's mind."""
LADDER = (("easy", BEGINNER), ("normal", "easy"), ("hard", "normal"))
LONG, TREES = 3000, 3
"""The search that judges turns."""
EVERY = 5
"""One turn in so many is judged."""


@dataclass(frozen=True)
class Beginner:
    """A model of somebody who does not know the game well."""

    def plan(self, question: Question) -> Sequence[int]:
        """A turn, up to where something comes to light."""
        brings = in_mind(question.kernel, question.observed, question.players, IDEAS, 1.0, seeded(question.seed))
        return max(brings, key=brings.__getitem__)


@dataclass(frozen=True)
class WithBeginners(Programme):
    """A tournament that a beginner takes part in."""

    def seated(self, place: int) -> Bot:
        """The bot at a place of the line-up."""
        return Beginner() if self.lineup[place] == BEGINNER else super().seated(place)


@dataclass(frozen=True)
class Judged:
    """What a turn loses by the long search."""

    loss: float
    turn: str
    better: str


def main() -> None:
    """Prints a line a match, or what the turns of a level lose."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("tables", nargs="*", metavar="GAME:PLAYERS", help="instead of all")
    options.add_argument("--games", type=int, default=150, help="at least so many of each match")
    options.add_argument("--match", nargs=2, action="append", metavar=("BOT", "OTHERS"), help="instead of all")
    options.add_argument("--simulations", type=int, default=12_000, help="of hard, a turn")
    options.add_argument("--sense", metavar="LEVEL", help="judge the turns of a level instead")
    options.add_argument("--turns", type=int, default=60, help="so many of them")
    asked = options.parse_args()
    for table in asked.tables or every_table():
        game, _, players = table.partition(":")
        if asked.sense:
            print(*sense(game, int(players), asked.sense, asked.turns), sep="\n", flush=True)
            continue
        for bot, others in asked.match or LADDER:
            lineup = (bot, *[others] * (int(players) - 1))
            blocks = -(-asked.games // int(players))
            found = Tournament(WithBeginners(game, lineup, blocks, simulations=asked.simulations)).run()
            one, (low, high) = found.bots[0], found.bots[0].elo_ci95
            print(
                f"{table} {bot} against {others}: {one.share:.0%} of {found.games}, Elo {2 * one.elo:+.0f} "
                f"({2 * low:+.0f} to {2 * high:+.0f}), {one.seconds_a_turn:.3f} s a turn",
                flush=True,
            )


def every_table() -> list[str]:
    """All games with all numbers of players."""
    return [f"{game}:{players}" for game in playable_ids() for players in playable(game).player_counts()]


def sense(game: str, players: int, level: str, turns: int) -> Iterator[str]:
    """What the turns of a level lose, and the worst of them in the game's notation."""
    found = sorted(judged_turns(game, players, level, turns), key=lambda one: -one.loss)
    losses = np.array([one.loss for one in found])
    shares = ", ".join(f"{(losses > limit).mean():.0%} more than {limit:.2f}" for limit in (0.1, 0.2, 0.3, 0.4))
    yield f"{game}:{players} {level}, {len(found)} turns: {losses.mean():.3f} on average, {shares}"
    yield from (f"  {one.loss:.2f}  {one.turn}  instead of  {one.better}" for one in found[:4])


def judged_turns(game_id: str, players: int, level: str, turns: int) -> Iterator[Judged]:
    """Turns of a level at positions that come up between it and beginners."""
    game, chance, left, seed = playable(game_id), np.random.default_rng(0), turns, 0
    kernel, bot, limit = game.kernel, seated(level, game=game_id), Limit(1.0, LONG, 1, trees=TREES)
    while left:
        seed += 1
        state, number = game.deal(players, seed, {}), 4096 * seed
        while left and (seat := kernel.actor(state)) >= 0:
            number += 1
            if len(legal_steps(kernel, state)) > 1 and chance.integers(EVERY) == 0:
                view = state.copy()
                kernel.observe(view, seat)
                plan = tuple(bot.plan(Question(kernel, view.copy(), players, number)))
                advice = Advisor(kernel, view, players, limit, (plan,)).advise(ahead=False)
                loss = next(turn.behind for turn in advice.turns if turn.steps == plan)
                yield Judged(loss, game.write_turn(view, plan), game.write_turn(view, advice.turns[0].steps))
                left -= 1
            for step in take_turn(bot if chance.integers(2) else Beginner(), kernel, state, players, number):
                kernel.apply(state, step)


if __name__ == "__main__":
    main()
