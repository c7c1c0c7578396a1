"""Games to look back at, played by the program itself."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from solver.games import playable
from solver.kernel.contract import Bytes
from solver.kernel.playable import Playable
from solver.search.decisions import essential_steps, made
from table.answers.review import Effort, Review
from table.answers.reviewer import Reviewer
from table.log import gamelog
from table.log.referee import Match, replay

NAMES = ("Anna", "Ben", "Clara", "Dora", "Emil")
COUNTS = [
    ("kk-card", 3), ("kk-card", 4), ("kk-card", 5), ("kardinal", 2), ("kardinal", 3), ("kardinal", 4),
    ("kk-board", 3), ("kk-board", 4), ("kk-board", 5), ("cartino", 2), ("cartino", 3), ("cartino", 4),
]  # fmt: skip
"""All four games with every number of players."""


def text_of(game: Playable, opening: Bytes, players: int, me: str = "", turns: int = 400) -> str:
    """The log of a game that everybody plays by what looks best at a glance."""
    header = {"game": game.id, "players": ", ".join(NAMES[:players])} | ({"me": me} if me else {})
    text, state, kernel = gamelog.written(header, game.write_setup(opening)), opening, game.kernel
    for number in range(1, turns + 1):
        seat = kernel.actor(state)
        if seat < 0:
            break
        before, steps, turn = state, list[int](), state[-8:].tobytes()
        while kernel.actor(state) == seat and state[-8:].tobytes() == turn:
            known = state
            steps.append(max(essential_steps(kernel, state), key=lambda step: (kernel.prior(known, step), -step)))
            state = made(kernel, state, steps[-1])
        text += f"{number} {NAMES[seat]}: {game.write_turn(before, steps)}\n"
    return text


@cache
def played(name: str, players: int, seed: int = 5, me: str = "", turns: int = 400) -> str:
    game = playable(name)
    return text_of(game, game.deal(players, seed, {}), players, me, turns)


def match_of(text: str) -> Match:
    return replay(gamelog.parse(text, Path("game.tbk")))


@cache
def reviewed(name: str, players: int) -> Review:
    """A whole game that was looked back at once, for whoever changes nothing of it."""
    return looked_back(played(name, players), simulations=60)


def looked_back(text: str, simulations: int = 120, seed: int = 0, open_cards: bool = False) -> Review:
    return Reviewer(match_of(text), Effort(60.0, simulations, seed, threads=1), open_cards).review()
