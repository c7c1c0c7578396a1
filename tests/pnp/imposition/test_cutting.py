from __future__ import annotations

import math
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.imposition.cutting import BadCutError, Cut, NotCuttableError, Rect, order_cuts, replay, spoilt


def grid(
    columns: int, rows: int, width: float, height: float, gap: float = 0, x: float = 0, y: float = 0
) -> list[Rect]:
    lefts = [x + n * (width + gap) for n in range(columns)]
    tops = [y + n * (height + gap) for n in range(rows)]
    return [Rect(left, top, left + width, top + height) for top in tops for left in lefts]


def paper_round(components: Sequence[Rect]) -> Rect:
    return Rect(-10, -10, max(rect.right for rect in components) + 10, max(rect.bottom for rect in components) + 10)


@st.composite
def cuttable(draw: st.DrawFn) -> list[Rect]:
    """Components that come from parting a rectangle again and again, on a coarse grid where many edges align."""
    found: list[Rect] = []

    def part(rect: Rect, depth: int) -> None:
        width, height = int(rect.right - rect.left), int(rect.bottom - rect.top)
        ways = ["keep", "drop"] + (["x"] if width > 1 else []) + (["y"] if height > 1 else [])
        way = draw(st.sampled_from([axis for axis in ways if axis in "xy"] or ways)) if depth else "keep"
        if way == "x":
            at = rect.left + draw(st.integers(1, width - 1))
            part(rect._replace(right=at), depth - 1)
            part(rect._replace(left=at), depth - 1)
        elif way == "y":
            at = rect.top + draw(st.integers(1, height - 1))
            part(rect._replace(bottom=at), depth - 1)
            part(rect._replace(top=at), depth - 1)
        elif way == "keep":
            found.append(rect)

    part(Rect(0, 0, draw(st.integers(1, 7)), draw(st.integers(1, 7))), draw(st.integers(0, 5)))
    return found


@given(cuttable())
def test_whatever_can_be_cut_is_cut_into_its_components(components: list[Rect]) -> None:
    cuts = order_cuts(components)
    assert components == [] or spoilt(paper_round(components), components, cuts) == []
    assert [cut.number for cut in cuts] == list(range(1, len(cuts) + 1))


@given(cuttable())
def test_every_stroke_follows_the_edge_of_a_component(components: list[Rect]) -> None:
    for cut in order_cuts(components):
        on_the_line = [rect for rect in components if cut.at in (rect[::2] if cut.axis == "x" else rect[1::2])]
        spans = [(rect[1::2] if cut.axis == "x" else rect[::2]) for rect in on_the_line]
        assert any(cut.start <= low and high <= cut.end for low, high in spans)


@pytest.mark.parametrize(("columns", "rows"), [(1, 1), (4, 4), (3, 7)])
def test_a_grid_of_touching_cards_takes_one_stroke_for_each_line(columns: int, rows: int) -> None:
    assert len(order_cuts(grid(columns, rows, 44, 68))) == columns + 1 + rows + 1


def test_a_gap_takes_two_strokes() -> None:
    assert len(order_cuts(grid(3, 3, 44, 68, gap=6))) == 6 + 6


def test_the_strokes_across_the_paper_come_first_and_the_ruler_turns_once() -> None:
    cuts = order_cuts(grid(4, 2, 44, 68) + grid(4, 2, 40, 30, y=142))
    across = [cut for cut in cuts if (cut.start, cut.end) == (-math.inf, math.inf)]
    assert across == list(cuts[: len(across)])
    assert [cut.at for cut in across] == [0, 68, 136, 142, 172, 202]
    assert "".join(cut.axis for cut in cuts).count("yx") == 1


def test_bands_that_run_down_the_sheet_are_cut_apart_first() -> None:
    cuts = order_cuts(grid(1, 4, 44, 68) + grid(1, 3, 68, 44, x=50))
    assert [(cut.axis, cut.at) for cut in cuts[:4]] == [("x", 0), ("x", 44), ("x", 50), ("x", 118)]


def test_aligned_columns_of_neighbouring_bands_share_their_strokes() -> None:
    upper, lower = grid(3, 1, 40, 30), grid(6, 2, 20, 20, y=36)
    assert len(order_cuts(upper + lower)) == 7 + 2 + 3


def test_a_component_across_the_line_parts_the_stroke() -> None:
    upper, middle, lower = grid(2, 1, 20, 10), grid(1, 1, 40, 10, y=16), grid(2, 1, 20, 10, y=32)
    through_the_middle = [cut for cut in order_cuts(upper + middle + lower) if (cut.axis, cut.at) == ("x", 20)]
    assert [(cut.start, cut.end) for cut in through_the_middle] == [(0, 10), (32, 42)]


def test_strokes_that_wait_for_each_other_are_made_in_two_goes() -> None:
    """A knot: the stroke at y = 3 needs the one at x = 4 first, that one y = 2, that one x = 2, and that one y = 3."""
    components = [
        *grid(1, 3, 1, 1), *grid(1, 2, 1, 1, y=4),
        *grid(2, 1, 1, 1, x=1), Rect(1, 1, 2, 3), *grid(1, 2, 1, 1, x=2, y=1),
        *grid(1, 2, 2, 1, x=1, y=3), *grid(2, 1, 1, 1, x=1, y=5),
        Rect(3, 0, 5, 2), Rect(3, 2, 4, 3), Rect(3, 3, 4, 5), Rect(4, 2, 5, 6),
    ]  # fmt: skip
    cuts = order_cuts(components)
    assert [(cut.start, cut.end) for cut in cuts if (cut.axis, cut.at) == ("y", 3)] == [(0, 3), (3, 4)]
    assert spoilt(paper_round(components), components, cuts) == []


def test_a_pinwheel_cannot_be_cut() -> None:
    with pytest.raises(NotCuttableError):
        order_cuts([Rect(0, 0, 20, 10), Rect(20, 0, 30, 20), Rect(10, 20, 30, 30), Rect(0, 10, 10, 30)])


def test_hundredths_of_a_millimetre_survive() -> None:
    components = grid(3, 3, 63.35, 88.15, gap=0.05)
    assert spoilt(paper_round(components), components, order_cuts(components)) == []


def test_the_replay_refuses_a_stroke_that_ends_inside_a_piece() -> None:
    with pytest.raises(BadCutError, match=r"cut 1 .* ends inside"):
        replay(Rect(0, 0, 100, 100), [Cut(1, "x", 50, 0, 60)])


def test_the_replay_refuses_a_stroke_that_cuts_nothing() -> None:
    with pytest.raises(BadCutError, match=r"cut 2 .* cuts nothing"):
        replay(Rect(0, 0, 100, 100), [Cut(1, "x", 50, -math.inf, math.inf), Cut(2, "x", 50, 0, 100)])


def test_a_cut_through_a_component_spoils_it() -> None:
    card = Rect(10, 10, 54, 78)
    cuts = [*order_cuts([card]), Cut(5, "x", 30, 10, 78)]
    assert spoilt(Rect(0, 0, 210, 297), [card], cuts) == [card]
