"""Ornaments of a map keep off roads, towns and names."""

from __future__ import annotations

import math
import re

import pytest

from pnp.definition.game import Game, load
from pnp.faces.face import FaceMaker
from pnp.faces.keeping_off import clear

TREE = re.compile(r'translate\(([0-9.]+) ([0-9.]+)\) scale\(1(?:\.15)?\)" stroke="[^"]+" stroke-width="0.2"')


def test_a_river_pauses_at_a_road_and_goes_round_nothing() -> None:
    river = " ".join(f"{x},0" for x in range(21))
    runs = clear(river, [("10,-5 10,5", 1.0, 0)], [], 1.5)
    assert runs == [[(float(x), 0.0) for x in range(8)], [(float(x), 0.0) for x in range(13, 21)]]
    assert clear(river, [], [(-1, -1, 30, 1)], 2.0) == []


@pytest.fixture(scope="module")
def game() -> Game:
    return load("kk-board")


@pytest.mark.parametrize("number", [0, 1], ids=["h1", "h2"])
@pytest.mark.parametrize("language", ["de", "en"])
def test_trees_stand_two_millimetres_off_roads_and_towns(game: Game, number: int, language: str) -> None:
    row = game.tables["maps"][number]
    board = next(item for item in game.spec.board if item.id.startswith("board"))
    face = FaceMaker(game, language).face(board.face, board.size, 0.0, row)  # type: ignore[arg-type]
    trees = [(float(x), float(y)) for x, y in TREE.findall(face.svg)]
    assert len(trees) > 100
    towns = {field["id"]: (float(field["x"]), float(field["y"])) for field in game.tables[row["fields"]]}
    for tree in trees:
        assert all(math.dist(tree, town) > 7.2 + 2 for town in towns.values())
        for road in game.tables[row["roads"]]:
            assert apart(tree, towns[road["a"]], towns[road["b"]]) > 0.95 + 2


def apart(spot: tuple[float, float], start: tuple[float, float], end: tuple[float, float]) -> float:
    along = (end[0] - start[0], end[1] - start[1])
    share = ((spot[0] - start[0]) * along[0] + (spot[1] - start[1]) * along[1]) / (along[0] ** 2 + along[1] ** 2)
    share = min(max(share, 0.0), 1.0)
    return math.dist(spot, (start[0] + share * along[0], start[1] + share * along[1]))
