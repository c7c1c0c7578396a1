"""Ornaments of a map keep off roads, towns, shields, numbers and names, as they are drawn."""

from __future__ import annotations

import math
import re
import shutil
from functools import cache
from itertools import pairwise
from pathlib import Path
from xml.etree.ElementTree import Element

import numpy as np
import pytest
from numpy.typing import NDArray

from pnp.definition.game import Game, load
from pnp.faces.face import FaceMaker
from pnp.faces.keeping_off import clear
from shelf import paths

Points = NDArray[np.float64]
AIR = 2.0
TREE = np.array([(-1.5, 0.9), (1.5, 0.9), (1.5, -1.4), (0, -2.6), (-1.5, -1.4)])
"""The outline of a tree about its foot."""
WIND = np.array([(-9.6, -7.6), (15.4, -7.6), (15.4, 6.4), (-9.6, 6.4)])
MONSTER = np.array([(-15, -8.2), (14, -8.2), (14, 5.6), (-15, 5.6)])


def test_a_river_pauses_at_a_road_and_goes_round_nothing() -> None:
    river = " ".join(f"{x},0" for x in range(21))
    runs = clear(river, [("10,-5 10,5", 1.0, 0)], [], 1.5)
    assert runs == [[(float(x), 0.0) for x in range(8)], [(float(x), 0.0) for x in range(13, 21)]]
    assert clear(river, [], [(-1, -1, 30, 1)], 2.0) == []


class Drawn:
    """A board as it is drawn: what is played with, and what adorns it."""

    def __init__(self, game: Game, number: int) -> None:
        row = game.tables["maps"][number]
        board = next(item for item in game.spec.board if item.id.startswith("board"))
        self.root = FaceMaker(game, "de").face(board.face, board.size, 0.0, row).drawing()
        self.ways = [(curve, 0.95) for curve in self.curves("1.9")] + [(curve, 1.85) for curve in self.curves("3.7")]
        self.rounds = [
            (float(item.get("cx", 0)), float(item.get("cy", 0)), float(item.get("r", 0)))
            for item in self.all("circle")
            if item.get("r") in ("7.2", "5.2", "18")
        ]
        self.arms = [box for box in map(box_of, self.all("image")) if box[2:] == (6.2, 7.4)]
        edges = [*self.ways, *((closed(corners(*box)), 0.0) for box in self.arms)]
        edges += [(np.array([(x, y)]), radius) for x, y, radius in self.rounds]
        self.spots = np.vstack([points for points, _ in edges])
        self.halves = np.concatenate([np.full(len(points), half) for points, half in edges])

    def all(self, tag: str) -> list[Element]:
        return [item for item in self.root.iter() if item.tag.rpartition("}")[2] == tag]

    def curves(self, weight: str) -> list[Points]:
        """The roads or the ribbons, in points along them."""
        found = [item for item in self.all("path") if item.get("stroke-width") == weight]
        for group in self.all("g"):
            found += list(group) if group.get("stroke-width") == weight else []
        return [bent(path.get("d", "")) for path in found]

    def moved(self, shape: Points, mark: str) -> list[Points]:
        """Where groups of that kind stand, as the outlines of what they hold."""
        pattern = re.compile(r"translate\(([-0-9.]+) ([-0-9.]+)\)(?: rotate\(([-0-9.]+)\))? scale\(([0-9.]+)\)")
        found = []
        for group in self.all("g"):
            if group.get("data-ornament") == mark and (place := pattern.fullmatch(group.get("transform", ""))):
                x, y, turn, grow = (float(number or 0) for number in place.groups())
                cos, sin = math.cos(math.radians(turn)), math.sin(math.radians(turn))
                found.append(closed(shape * grow @ np.array([(cos, sin), (-sin, cos)]) + (x, y)))
        return found

    def air(self, outline: Points) -> float:
        """How far an outline is from the nearest thing that is played with."""
        far = np.maximum(outline.min(axis=0) - self.spots, self.spots - outline.max(axis=0)).max(axis=1)
        near = far < self.halves + 2 * AIR
        gaps = np.sqrt(((outline[:, None] - self.spots[near][None]) ** 2).sum(axis=2)) - self.halves[near]
        return float(gaps.min(initial=2 * AIR))


def bent(path: str) -> Points:
    """Points along a curve of one piece."""
    steps = np.array([float(number) for number in re.findall(r"-?[0-9.]+", path)]).reshape(-1, 2)
    share = np.linspace(0, 1, 200)[:, None]
    layers = [np.broadcast_to(point, (200, 2)) for point in steps]
    while len(layers) > 1:
        layers = [one + (other - one) * share for one, other in pairwise(layers)]
    return np.asarray(layers[0])


def closed(outline: Points) -> Points:
    """Points along a polygon."""
    ends = np.roll(outline, -1, axis=0)
    return np.vstack([np.linspace(a, b, 32) for a, b in zip(outline, ends, strict=True)])


def corners(x: float, y: float, width: float, height: float) -> Points:
    return np.array([(x, y), (x + width, y), (x + width, y + height), (x, y + height)])


def box_of(item: Element) -> tuple[float, float, float, float]:
    x, y, width, height = (float(item.get(key, 0)) for key in ("x", "y", "width", "height"))
    return x, y, width, height


@cache
def drawn(number: int) -> Drawn:
    return Drawn(load("kk-board"), number)


MAPS = pytest.mark.parametrize("number", [0, 1], ids=["h1", "h2"])


@MAPS
def test_all_that_is_played_with_is_found(number: int) -> None:
    board = drawn(number)
    assert len(board.rounds) > 15 + 9 + 40 and len(board.arms) == 30 and len(board.ways) > 15 + 50


@MAPS
def test_trees_stand_two_millimetres_off_what_is_played_with(number: int) -> None:
    trees = drawn(number).moved(TREE, "tree")
    assert len(trees) > 100
    assert min(map(drawn(number).air, trees)) >= AIR


@MAPS
def test_rivers_are_thinner_than_roads_and_keep_two_millimetres_off_them(number: int) -> None:
    check_rivers(drawn(number))


def check_rivers(board: Drawn) -> None:
    (rivers,) = [item for item in board.all("path") if item.get("data-ornament") == "rivers"]
    weight = float(rivers.get("stroke-width", 9))
    assert weight < 1.9 / 2
    runs = [np.array(run.split(), dtype=float).reshape(-1, 2) for run in rivers.get("d", "").split("M")[1:]]
    assert len(runs) > 10
    for run in runs:
        assert board.air(run) >= AIR + weight / 2 - 0.05
        assert np.hypot(*np.diff(run, axis=0).T).sum() > 8, "a river, not a stroke of the pen"


@MAPS
def test_what_the_sea_holds_keeps_two_millimetres_off_what_is_played_with(number: int) -> None:
    board = drawn(number)
    winds, monsters = board.moved(WIND, "wind"), board.moved(MONSTER, "monster")
    assert len(winds) == 2 and len(monsters) == 1
    images = [item for item in board.all("image") if re.search("compass|schiff", item.get("href", ""))]
    boxes = [box_of(item) for item in images]
    framed = [item for item in board.all("rect") if item.get("data-keep") == "title" or "data-ornament" in item.attrib]
    boxes += map(box_of, framed)
    assert len(boxes) == 3 + 2
    for outline in (*winds, *monsters, *(closed(corners(*box)) for box in boxes)):
        assert board.air(outline) >= AIR


def test_the_same_holds_on_a_map_of_somebody_else(tmp_path: Path) -> None:
    """Two towns that were moved push trees, rivers and names away."""
    folder = tmp_path / "mymap"
    shutil.copytree(paths.GAMES / "kk-board", folder)
    text = (folder / "fields.csv").read_text(encoding="utf-8")
    assert "E1,england,Durham,112,54" in text
    (folder / "fields.csv").write_text(
        text.replace("E1,england,Durham,112,54", "E1,england,Carlisle,122,74"), encoding="utf-8"
    )
    board = Drawn(load(folder), 0)
    trees = board.moved(TREE, "tree")
    assert 100 < len(trees) < len(drawn(0).moved(TREE, "tree"))
    assert min(map(board.air, trees)) >= AIR
    check_rivers(board)
