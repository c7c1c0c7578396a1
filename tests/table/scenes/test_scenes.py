"""Positions as pictures: what is drawn, what can be tapped, and what nobody may find in the file."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from functools import cache
from html import unescape

import pytest

from solver.kernel.contract import Bytes, same_turn
from solver.kernel.playable import Playable
from solver.kernel.random import seeded
from table.log.referee import Match
from table.scenes.easel import draw_scene
from table.scenes.match_scenes import PUBLIC, scene_of
from table.scenes.scene import SHAPES, Shape
from tests.contract.games import every_size, game_of

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
@pytest.mark.parametrize(("name", "players"), every_size())
def test_every_step_is_on_a_thing_or_loose(name: str, players: int, shape: Shape) -> None:
    game, states = game_of(name), a_game(name, players)
    for number in (0, len(states) // 2, len(states) - 2):
        for viewer in (None, PUBLIC):
            view = game.picture(states[number], viewer, NAMES[:players], states[:number])
            assert not any(" " in step for step in view["steps"])
            scene = draw_scene(game.data, view, "de", shape=shape, steps=view["steps"])
            assert steps_on_things(scene.svg) | {*scene.loose} == {*view["steps"]}
            if name != "night-market" or viewer is None:  # has no scene of its own, which knows what a back may be
                assert {*scene.loose} <= {"stop", "done", "--"}


@pytest.mark.parametrize(("name", "players"), every_size())
def test_what_a_viewer_may_not_see_is_not_in_the_file(name: str, players: int) -> None:
    """Whatever is unseen is dealt anew, before and after a turn and where one is considered: the bytes stay."""
    game, states = game_of(name), a_game(name, players)
    for number in (1, len(states) // 3, len(states) - 2):
        for viewer in (PUBLIC, *range(players)):
            files = {drawn_for(game, states[: number + 1], viewer, seed) for seed in range(4)}
            assert len(files) == 1
    assert name == "kardinal" or any((dealt_anew(game, states[1], 0, seed) != states[1]).any() for seed in range(1, 4))


def dealt_anew(game: Playable, state: Bytes, viewer: int, seed: int) -> Bytes:
    """The same for who looks on, another world behind it."""
    state = state.copy()
    game.kernel.observe(state, viewer)
    game.kernel.determinize(state, viewer, seeded(seed))
    return state


def drawn_for(game: Playable, states: Sequence[Bytes], viewer: int, seed: int) -> str:
    """The scene from states in which what this viewer has not seen was dealt anew."""
    dealt = [dealt_anew(game, state, viewer, seed) if seed else state for state in states]
    names = NAMES[: len(game.score_parts(dealt[-1]))]
    view, before = (game.picture(dealt[end], viewer, names, dealt[:end]) for end in (-1, -2))
    considered = scene_of(Match(game, names, None, {}, dealt[-1]), "en", viewer, considered=view["steps"][0])
    return draw_scene(game.data, view, "en", steps=view["steps"], before=before).svg + considered.svg
