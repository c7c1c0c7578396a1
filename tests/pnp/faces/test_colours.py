"""Players can tell the colours apart, whatever their eyes."""

from __future__ import annotations

import pytest

from pnp.definition.game import load
from pnp.faces.colours import ENOUGH, EYES, closest, confusable
from shelf import paths
from tests.conftest import Workshop


@pytest.mark.parametrize("eyes", EYES)
@pytest.mark.parametrize("name", paths.game_ids())
def test_the_colours_of_every_game_are_plainly_different(name: str, eyes: str) -> None:
    game = load(name)
    for group in game.spec.tell_apart:
        pair = closest(group, game.palette[group], eyes)
        assert pair.distance > ENOUGH, str(pair)


def test_the_card_game_asks_for_its_lands_and_stones() -> None:
    assert {"land", "stone"} <= set(load("kk-card").spec.tell_apart)


def test_red_and_green_of_one_lightness_are_alike_to_some_eyes_only() -> None:
    palette = {"berry": {"red": "#b03a2e", "green": "#56701c"}}
    assert {pair.eyes for pair in confusable(palette, ["berry"])} in ({"protan"}, {"deutan"}, {"protan", "deutan"})


def test_a_colour_is_as_far_from_itself_as_nothing() -> None:
    for eyes in EYES:
        assert closest("x", {"one": "#24509a", "two": "#24509a"}, eyes).distance == pytest.approx(0, abs=1e-6)


def test_a_palette_with_two_close_colours_is_warned_about(workshop: Workshop) -> None:
    workshop.change("palette.toml", '"#5b6f7f"', '"#d9a444"')
    result = workshop.run("check", "mygame")
    assert result.exit_code == 0
    assert "colours: guild.baker and guild.smith look alike to full eyes" in result.stdout
    assert "is fit to print" in result.stdout


def test_only_groups_that_matter_are_compared(workshop: Workshop) -> None:
    workshop.change("palette.toml", '"#5b6f7f"', '"#d9a444"')
    workshop.change("game.toml", 'tell_apart = ["guild"]', "tell_apart = []")
    assert "look alike" not in workshop.run("check", "mygame").stdout
