"""Folds every paper model in space: what meets has to fit, and nothing may go through anything else."""

from __future__ import annotations

from itertools import combinations, pairwise
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from pnp.definition.game import load
from pnp.faces.face import FaceMaker
from pnp.models.net_files import read_nets
from pnp.models.nets import SAME, Net
from shelf import paths
from shelf.errors import DefinitionError
from tests.conftest import Workshop

Points = NDArray[np.float64]
SQUARE = 20.0
NETS = [net for name in paths.game_ids() for net in read_nets(load(name)).values()]
BUILDINGS = {"house": (1, 1), "tower": (1, 1), "court": (2, 1), "dom-tower": (1, 1), "dom-nave": (1, 1)}

every_net = pytest.mark.parametrize("net", NETS, ids=lambda net: net.name)


def triangles(polygon: Points) -> list[Points]:
    """A flat polygon, which may have notches, cut into triangles (ears off, one after another)."""
    rest, found = list(range(len(polygon))), []
    while len(rest) > 3:
        for place in range(len(rest)):
            a, b, c = (rest[(place + step) % len(rest)] for step in (-1, 0, 1))
            corner = polygon[[a, b, c]]
            others = [polygon[n] for n in rest if n not in (a, b, c)]
            if _turn(*corner) > 1e-9 and not any(_within(corner, other) for other in others):
                found.append([a, b, c])
                rest.remove(b)
                break
        else:
            raise AssertionError("the polygon crosses itself")
    return [polygon[ear] for ear in (*found, rest)]


def _turn(a: Points, b: Points, c: Points) -> float:
    return float((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]))


def _within(corner: Points, point: Points) -> bool:
    return all(_turn(corner[n], corner[(n + 1) % 3], point) > -1e-9 for n in range(3))


def in_space(net: Net) -> dict[str, list[Points]]:
    """The triangles of every face of the folded model."""
    places = net.folded()
    return {
        face: [part @ places[face][:3, :2].T + places[face][:3, 3] for part in triangles(points)]
        for face, points in net.faces.items()
    }


def apart(one: Points, other: Points, most: float = 0.02) -> bool:
    """Whether a plane parts two triangles that overlap by no more than a hair (separating axes)."""
    sides = [np.roll(part, -1, axis=0) - part for part in (one, other)]
    normals = [np.cross(side[0], side[1]) for side in sides]
    axes = [*normals, *(np.cross(a, b) for a in sides[0] for b in sides[1])]
    axes += [np.cross(normal, a) for normal, side in zip(normals, sides, strict=True) for a in side]
    for axis in axes:
        length = np.linalg.norm(axis)
        if length > 1e-9:
            first, second = (part @ (axis / length) for part in (one, other))
            if min(first.max(), second.max()) - max(first.min(), second.min()) < most:
                return True
    return False


def flat_parts(net: Net) -> dict[str, list[Points]]:
    """Faces and tabs on the sheet, in triangles with a third coordinate of nought."""
    shapes = {face: net.polygon(face) for face in net.faces}
    shapes |= {f"tab {glue.edge.face}.{glue.edge.number}": tab for glue, tab in net.tabs}
    return {name: [np.c_[part, np.zeros(3)] for part in triangles(shape)] for name, shape in shapes.items()}


def test_there_are_nets() -> None:
    assert set(BUILDINGS) | {"cardinal"} <= {net.name for net in NETS}


@every_net
def test_glued_edges_are_equally_long_and_meet(net: Net) -> None:
    assert net.glues
    for glue in net.glues:
        assert net.length(glue.edge) == pytest.approx(net.length(glue.to), abs=SAME)
        (a, b), (c, d) = net.solid_edge(glue.edge), net.solid_edge(glue.to)
        assert np.linalg.norm(a - d) < SAME and np.linalg.norm(b - c) < SAME, glue


@every_net
def test_folded_faces_keep_their_shape(net: Net) -> None:
    for face, points in net.solid().items():
        flat, bent = net.faces[face], points
        for n, m in combinations(range(len(flat)), 2):
            assert np.linalg.norm(bent[n] - bent[m]) == pytest.approx(np.linalg.norm(flat[n] - flat[m]))


@pytest.mark.parametrize("name", BUILDINGS)
def test_buildings_are_closed_all_round(name: str) -> None:
    net = next(net for net in NETS if net.name == name)
    joined = [edge for joint in (*net.folds, *net.glues) for edge in (joint.edge, joint.to)]
    assert len(joined) == len(set(joined)) == sum(len(points) for points in net.faces.values())


@every_net
def test_no_face_goes_through_another(net: Net) -> None:
    solid = in_space(net)
    for one, other in combinations(solid, 2):
        assert all(apart(a, b) for a in solid[one] for b in solid[other]), f"{one} and {other}"


@every_net
def test_nothing_overlaps_on_the_flat_sheet(net: Net) -> None:
    flat = flat_parts(net)
    for one, other in combinations(flat, 2):
        assert all(apart(a, b) for a in flat[one] for b in flat[other]), f"{one} and {other}"


@every_net
def test_tabs_lie_on_the_inside_of_the_face_they_are_glued_to(net: Net) -> None:
    places = net.folded()
    for glue, _ in net.tabs:
        there = np.linalg.inv(places[glue.to.face])
        tab = net.solid_tab(glue) @ there[:3, :3].T + there[:3, 3]
        assert np.abs(tab[:, 2]).max() < SAME, glue
        outline = net.faces[glue.to.face]
        inner = tab[:, :2] + (tab[:, :2].mean(axis=0) - tab[:, :2]) * 0.01
        assert all(any(_within(part, point) for part in triangles(outline)) for point in inner), glue


@every_net
def test_tabs_on_one_face_do_not_lie_on_each_other(net: Net) -> None:
    tabs = [(glue, net.solid_tab(glue)) for glue, _ in net.tabs]
    for (one, a), (other, b) in combinations(tabs, 2):
        if one.to.face == other.to.face:
            corners = [(shape[[0, 1, 2]], shape[[0, 2, 3]]) for shape in (a, b)]
            assert all(apart(first, second) for first in corners[0] for second in corners[1]), (one, other)


@pytest.mark.parametrize(("name", "squares"), BUILDINGS.items())
def test_buildings_stand_on_whole_squares_and_within_them(name: str, squares: tuple[int, int]) -> None:
    net = next(net for net in NETS if net.name == name)
    corners = np.vstack(list(net.solid().values()))
    assert corners.min(axis=0) == pytest.approx([0, 0, 0], abs=SAME)
    assert corners[:, :2].max(axis=0) == pytest.approx([SQUARE * count for count in squares], abs=SAME)
    floor = net.solid()["floor"]
    assert np.abs(floor[:, 2]).max() < SAME
    assert floor[:, :2].max(axis=0) == pytest.approx([SQUARE * count for count in squares], abs=SAME)


@pytest.mark.parametrize("name", BUILDINGS)
def test_walls_are_upright_so_that_neighbours_stand_side_by_side(name: str) -> None:
    net = next(net for net in NETS if net.name == name)
    places = net.folded()
    for wall in ("front", "right", "back", "left"):
        assert abs(places[wall][2, 2]) < 1e-6, wall
        assert np.linalg.inv(places[wall])[1, 2] == pytest.approx(-1), "its foot is below"


def test_the_dom_takes_a_tower_and_a_house() -> None:
    heights = {net.name: np.vstack(list(net.solid().values()))[:, 2].max() for net in NETS}
    assert heights["court"] < heights["house"] < heights["dom-nave"] < heights["tower"] < heights["dom-tower"]


def test_the_cardinal_stands_on_one_square() -> None:
    corners = np.vstack(list(next(net for net in NETS if net.name == "cardinal").solid().values()))
    assert (corners.max(axis=0) - corners.min(axis=0))[:2].max() < SQUARE


@pytest.mark.parametrize(("tray", "lid"), [("tray", "lid"), ("tray-flat", "lid-flat")])
def test_the_lid_slips_over_the_tray(tray: str, lid: str) -> None:
    below, above = (np.vstack(list(next(n for n in NETS if n.name == name).solid().values())) for name in (tray, lid))
    room = above.max(axis=0)[:2] - below.max(axis=0)[:2]
    assert 1 <= room.min() <= room.max() <= 3


@every_net
def test_the_outline_is_one_closed_line_that_no_score_leaves(net: Net) -> None:
    assert len(net.outline) == 1
    loop = net.outline[0]
    assert len(loop) >= 8
    steps = np.linalg.norm(np.diff(np.vstack([loop, loop[:1]]), axis=0), axis=1)
    assert steps.min() > 0.5
    shapes = [net.polygon(face) for face in net.faces] + [tab for _, tab in net.tabs]
    area = sum(abs(_area(shape)) for shape in shapes)
    assert abs(_area(loop)) == pytest.approx(area)


def _area(loop: Points) -> float:
    return sum(a[0] * b[1] - a[1] * b[0] for a, b in pairwise([*loop, loop[0]])) / 2


def test_only_the_garth_lies_in_a_valley() -> None:
    valleys = {net.name: sum(score.crease == "valley" for score in net.scores) for net in NETS}
    assert {name: count for name, count in valleys.items() if count} == {"court": 2}


def test_a_net_lies_flat_before_it_is_folded() -> None:
    for net in NETS:
        flat = np.vstack(list(net.solid(0.0).values()))
        root = net.folded(0.0)[net.root]
        away = (flat - root[:3, 3]) @ root[:3, 2]
        assert np.abs(away).max() < SAME, net.name


def own_net(workshop: Workshop, text: str) -> Path:
    return workshop.write("nets.toml", text)


CUBE = """
[net.cube]
root = "front"
fold = [
    { edge = "front.1", to = "right.3", angle = 90 },
]
glue = [{ edge = "right.1", to = "front.3", tab = 3 }]
[net.cube.face]
front = { size = [10, 10] }
right = { size = [10, 10] }
"""


@pytest.mark.parametrize(
    ("old", "new", "line", "message"),
    [
        ('root = "front"', 'root = "frnt"', 3, "no face 'frnt'. Did you mean 'front'?"),
        ('to = "right.3"', 'to = "rihgt.3"', 4, "no face 'rihgt'. Did you mean 'right'?"),
        ('"right.3"', '"right.4"', 4, "right has the edges 0 to 3"),
        ("right = { size = [10, 10] }", "right = { size = [10, 12] }", 4, "10.00 and 12.00 mm long"),
        ("tab = 3", "tab = 6", 7, "slanted by more than its edge is long"),
        ("angle = 90", "angel = 90", 4, "unknown key. Did you mean 'angle'?"),
        ("right = { size = [10, 10] }", "right = { points = [[0, 0], [0, 9], [9, 9]] }", 10, "clockwise"),
        ("front = { size = [10, 10] }", "front = { size = [10, 10], points = [[0, 0]] }", 9, "either a size or points"),
        ('"front.3"', '"front.1"', 2, "named twice"),
        ("[net.cube.face]", "[net.cube.face]\nlid = { size = [10, 10] }", 4, "join all faces to one piece"),
    ],
)
def test_a_mistake_in_a_net_is_told_with_its_line(
    workshop: Workshop, old: str, new: str, line: int, message: str
) -> None:
    assert old in CUBE
    own_net(workshop, CUBE.replace(old, new))
    with pytest.raises(DefinitionError) as fault:
        read_nets(load("mygame"))
    assert message in str(fault.value)
    assert f"line {line}" in str(fault.value)


def test_the_example_of_the_documentation_folds(workshop: Workshop) -> None:
    page = (Path(__file__).parents[3] / "docs" / "definitions.md").read_text(encoding="utf-8")
    example = page.partition("```toml\n[net.")[2].partition("```")[0]
    own_net(workshop, "[net." + example)
    (net,) = read_nets(load("mygame")).values()
    for glue in net.glues:
        (a, b), (c, d) = net.solid_edge(glue.edge), net.solid_edge(glue.to)
        assert np.linalg.norm(a - d) < SAME and np.linalg.norm(b - c) < SAME


def test_a_game_of_ones_own_prints_its_nets(workshop: Workshop) -> None:
    own_net(workshop, CUBE)
    workshop.write("templates/card.svg.j2", '<path d="{{ net("cube").cut }}"/>{{ model("cube").faces | length }}')
    face = FaceMaker(load("mygame"), "en").face("card.svg.j2", (63, 88), 0.0, {})
    assert face.svg.count("M") == 1 and face.svg.endswith("2")
    workshop.write("templates/card.svg.j2", '{{ net("cub") }}')
    with pytest.raises(DefinitionError, match=r"no net 'cub' in nets\.toml\. Did you mean 'cube'"):
        FaceMaker(load("mygame"), "en").face("card.svg.j2", (63, 88), 0.0, {})
