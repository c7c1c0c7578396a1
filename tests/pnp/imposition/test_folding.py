"""Folds the sheet in space and reads the booklet that comes out of it."""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.definition.game import load
from pnp.imposition.folding import Fold, Panel, folds, panels
from pnp.imposition.papers import Paper, papers
from shelf.errors import PrintingError

Cell = tuple[int, int]
Matrix = Vector = np.ndarray
ZINE = folds()["zine"]
HEAD = {0: (0, -1), 90: (1, 0), 180: (0, 1), 270: (-1, 0)}
"""Where the head of a page points on the sheet (x to the right, y downwards), by its turn."""


def hinge(at: tuple[float, float], along: tuple[float, float], degrees: float) -> Matrix:
    """A turn of space about a line that lies in the sheet."""
    x, y = along
    c, s = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    turn = np.eye(4)
    axis = np.array([x, y, 0.0])
    cross = np.array([[0, -axis[2], axis[1]], [axis[2], 0, -axis[0]], [-axis[1], axis[0], 0]])
    turn[:3, :3] = np.eye(3) * c + s * cross + (1 - c) * np.outer(axis, axis)
    there, back = np.eye(4), np.eye(4)
    there[:2, 3], back[:2, 3] = at, (-at[0], -at[1])
    return there @ turn @ back


def is_slit(fold: Fold, a: Cell, b: Cell) -> bool:
    """Whether the edge between two neighbours is cut."""
    (x, top), (_, bottom) = fold.slit
    return a[1] == b[1] and max(a[0], b[0]) == x and top <= a[1] < bottom


def ring(fold: Fold) -> list[Cell]:
    """The panels in the order in which the paper joins them: with the slit the sheet is one closed band."""
    cells = [(page.column, page.row) for page in fold.pages]
    joined = {
        a: [b for b in cells if abs(a[0] - b[0]) + abs(a[1] - b[1]) == 1 and not is_slit(fold, a, b)] for a in cells
    }
    assert all(len(others) == 2 for others in joined.values()), "a band: every panel hangs on two others"
    way = [cells[0]]
    while len(way) < len(cells):
        way.append(next(cell for cell in joined[way[-1]] if cell not in way[-2:]))
    return way


def folded(fold: Fold, width: float, height: float) -> tuple[dict[Cell, Matrix], Matrix]:
    """Every panel's place after folding, and where the band leads after one round.

    The fold along the middle is closed and lays two panels back to back; of the other folds every second one, out in
    the margin of two leaves, is closed back to back as well, and those at the spine stand open at a right angle, so
    that the leaves form a cross.
    """
    cells = ring(fold)
    places, here = {cells[0]: np.eye(4)}, np.eye(4)
    for a, b in [*pairwise(cells), (cells[-1], cells[0])]:
        if a[1] == b[1]:
            here = here @ hinge((max(a[0], b[0]) * width, 0.0), (0.0, 1.0), 180.0)
        else:
            edge = max(a[1], b[1])
            degrees = 180.0 if edge == fold.rows // 2 else 90.0 * (a[1] - b[1])
            here = here @ hinge((0.0, edge * height), (1.0, 0.0), degrees)
        places.setdefault(b, here)
    return places, here


@dataclass(frozen=True)
class Seen:
    """A page of the cross: where its head, its lines and its leaf point, and the angle about the spine it shows at."""

    head: Vector
    lines: Vector
    leaf: Vector
    angle: float


def read(fold: Fold, width: float = 105.0, height: float = 74.25) -> list[Seen]:
    """The pages of the cross in reading order."""
    places, _ = folded(fold, width, height)
    turned = [places[page.column, page.row][:3, :3] for page in fold.pages]
    middles = [middle(places, page, width, height) for page in fold.pages]
    spine = sum(middles) / len(middles)
    heads = [turn @ [*HEAD[page.turn], 0.0] for turn, page in zip(turned, fold.pages, strict=True)]
    lines = [turn @ [*HEAD[(page.turn + 90) % 360], 0.0] for turn, page in zip(turned, fold.pages, strict=True)]
    leaves = [
        flat / np.linalg.norm(flat) for flat in (m - spine - heads[0] * ((m - spine) @ heads[0]) for m in middles)
    ]
    ahead, beside = leaves[0], np.cross(heads[0], leaves[0])
    # the printed side looks towards -z on the flat sheet, and so into one of the four corners of the cross
    looks = [leaf + 0.4 * turn @ [0.0, 0.0, -1.0] for leaf, turn in zip(leaves, turned, strict=True)]
    angles = [math.degrees(math.atan2(look @ beside, look @ ahead)) for look in looks]
    return [Seen(*page) for page in zip(heads, lines, leaves, angles, strict=True)]


def middle(places: dict[Cell, Matrix], page: Panel, width: float = 105.0, height: float = 74.25) -> Vector:
    """The centre of a panel in space."""
    centre = [(page.column + 0.5) * width, (page.row + 0.5) * height, 0.0, 1.0]
    return (places[page.column, page.row] @ centre)[:3]


def test_the_band_closes_when_it_is_folded() -> None:
    _, once_round = folded(ZINE, 105.0, 74.25)
    assert np.allclose(once_round, np.eye(4), atol=1e-9)


def test_every_page_stands_upright() -> None:
    pages = read(ZINE)
    assert all(np.allclose(page.head, pages[0].head, atol=1e-9) for page in pages)


def test_the_spine_is_left_of_odd_pages_and_right_of_even_ones() -> None:
    sides = [float(page.lines @ page.leaf) for page in read(ZINE)]
    assert sides == pytest.approx([1, -1] * 4)


def test_the_pages_follow_one_another_around_the_spine() -> None:
    angles = [page.angle for page in read(ZINE)]
    steps = [(angle - angles[0]) % 360 for angle in angles]
    assert steps == sorted(steps)
    # the next page is on the back of the leaf, or faces this one across a corner of the cross; so do the last and the
    # first, which are the outside of the closed booklet
    onwards = np.diff([*steps, 360])
    assert max(onwards[0::2]) < min(onwards[1::2])


def test_each_leaf_carries_an_odd_page_and_the_next() -> None:
    places, _ = folded(ZINE, 105.0, 74.25)
    for front, back in zip(ZINE.pages[0::2], ZINE.pages[1::2], strict=True):
        assert np.allclose(middle(places, front), middle(places, back), atol=1e-9)


@pytest.mark.parametrize("paper", papers().values(), ids=lambda paper: paper.id)
def test_panels_cover_the_sheet_without_overlap(paper: Paper) -> None:
    spots = panels("zine", paper)
    assert sum(spot.width * spot.height for spot in spots) == pytest.approx(paper.width * paper.height)
    corners = {(round(spot.x, 6), round(spot.y, 6)) for spot in spots}
    assert len(corners) == len(spots) == 8
    assert all(0 <= spot.x <= paper.width - spot.width + 1e-9 for spot in spots)
    assert all(0 <= spot.y <= paper.height - spot.height + 1e-9 for spot in spots)


@pytest.mark.parametrize(("paper", "size"), [("a4", (74.25, 105.0)), ("letter", (69.85, 107.95))])
def test_a_page_is_an_eighth_of_the_paper(paper: str, size: tuple[float, float]) -> None:
    assert {spot.upright for spot in panels("zine", papers()[paper])} == {size}


def test_the_zine_fits_the_tuck_box() -> None:
    box = load("kk-card").tables["boxes"][0]
    for paper in ("a4", "letter"):
        for spot in panels("zine", papers()[paper]):
            assert min(spot.upright) < float(box["height"]) and max(spot.upright) < float(box["width"])


@given(width=st.floats(50, 900), height=st.floats(50, 900))
def test_any_paper_folds(width: float, height: float) -> None:
    spots = panels("zine", Paper("own", "own", width, height, 10, 12.5, 5))
    assert spots[0].upright == pytest.approx((height / 4, width / 2))


def test_an_unknown_fold_is_told_with_the_nearest() -> None:
    with pytest.raises(PrintingError, match="zine"):
        panels("zinc", papers()["a4"])
