"""Positions as pictures: what is drawn, what can be tapped, and what nobody may find in the file."""

from __future__ import annotations

import random
import re
from functools import cache
from html import unescape

import pytest

from solver.kernel.contract import Bytes, same_turn
from solver.kernel.playable import Playable
from table.scenes.scene import SHAPES, draw_scene
from tests.contract.games import game_of

NAMES = ("Anna", "Ben", "Clara", "Dora", "Emil")


def a_turn(game: Playable, state: Bytes, dice: random.Random) -> Bytes:
    after = state.copy()
    while game.kernel.actor(after) >= 0 and same_turn(state, after):
        game.kernel.apply(after, dice.choice(list(game.legal_texts(after).values())))
    return after


@cache
def a_game(name: str, players: int) -> tuple[Bytes, ...]:
    """The positions of a random game, turn by turn."""
    game, dice = game_of(name), random.Random(players)
    states = [game.deal(players, players, {})]
    while game.kernel.actor(states[-1]) >= 0:
        states.append(a_turn(game, states[-1], dice))
    return tuple(states)


def steps_on_things(svg: str) -> set[str]:
    return {step for found in re.findall(r'data-step="([^"]*)"', svg) for step in unescape(found).split()}


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize(("name", "players"), [("kk-card", players) for players in (3, 4, 5)])
def test_every_step_is_on_a_thing_or_loose(name: str, players: int, shape: str) -> None:
    game, states = game_of(name), a_game(name, players)
    for number in (0, len(states) // 2, len(states) - 2):
        view = game.picture(states[number], None, NAMES[:players], states[:number])
        scene = draw_scene(game.data, view, "de", shape=shape, steps=view["steps"])  # type: ignore[arg-type]
        assert steps_on_things(scene.svg) | {*scene.loose} == {*view["steps"]}
        assert {*scene.loose} <= {"stop", "done", "keep", "--"}
