from __future__ import annotations

import itertools
import os
import subprocess
import sys
import time
from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pnp.imposition.cutting import Rect, spoilt
from pnp.imposition.layout_bounds import strokes_needed
from pnp.imposition.packing import Imposition, Part, Slot, TooLarge, impose
from shelf.cp_sat import cp_model, new_solver

A4, LETTER, HALF = (190.0, 272.0), (195.9, 256.9), (190.0, 131.0)
CARDS, STONES, LAWS = Part("cards", 44, 68, 56), Part("stones", 12, 12, 15), Part("laws", 40, 30, 8)
BOX, LETTER_BOX = Part("box", 260, 140, 1), Part("box", 250, 140, 1)
TOKENS = (Part("round", 20, 20, 40), Part("long", 15, 25, 35), Part("large", 30, 30, 25))


def rect_of(slot: Slot) -> Rect:
    return Rect(slot.x, slot.y, slot.x + slot.width, slot.y + slot.height)


def distance(one: Slot, other: Slot) -> float:
    a, b = rect_of(one), rect_of(other)
    return max(a.left - b.right, b.left - a.right, a.top - b.bottom, b.top - a.bottom)


def check(result: Imposition, parts: list[Part], area: tuple[float, float], gap: float, gutter: float) -> None:
    """All that has to hold for any imposition."""
    slots = [slot for sheet in result.sheets for slot in sheet.slots]
    assert Counter((slot.part, slot.index) for slot in slots) == Counter(
        (part.key, index) for part in parts for index in range(part.count)
    )
    sizes = {part.key: (part.width, part.height) for part in parts}
    for slot in slots:
        width, height = sizes[slot.part]
        assert (slot.width, slot.height) == ((height, width) if slot.turned else (width, height))
    for sheet in result.sheets:
        assert sheet.width <= area[0] and sheet.height <= area[1]
        rects = [rect_of(slot) for slot in sheet.slots]
        assert min(rect.left for rect in rects) == 0 == min(rect.top for rect in rects)
        assert max(rect.right for rect in rects) == pytest.approx(sheet.width)
        assert max(rect.bottom for rect in rects) == pytest.approx(sheet.height)
        for one, other in combinations(sheet.slots, 2):
            alike = (one.width, one.height) == (other.width, other.height)
            assert distance(one, other) >= (gap if alike else max(gap, gutter)) - 0.001
        assert spoilt(Rect(-10, -10, area[0] + 10, area[1] + 10), rects, sheet.cuts) == []
    assert result.bound <= len(result.sheets)
    assert result.cuts_bound <= result.cuts == sum(len(sheet.cuts) for sheet in result.sheets)


@st.composite
def sets(draw: st.DrawFn) -> tuple[list[Part], tuple[float, float], float, float]:
    lengths = st.one_of(st.integers(10, 90).map(float), st.sampled_from([63.5, 88.9, 17.25]))
    parts = [
        Part(f"part {n}", draw(lengths), draw(lengths), draw(st.integers(0, 25)), draw(st.booleans()))
        for n in range(draw(st.integers(1, 4)))
    ]
    return parts, draw(st.sampled_from([A4, HALF, (95.0, 90.5)])), draw(st.sampled_from([0, 0.55, 6])), 6


@given(sets())
@settings(max_examples=30)
def test_every_component_lies_whole_and_in_its_place_on_one_sheet(
    task: tuple[list[Part], tuple[float, float], float, float],
) -> None:
    check(impose(*task), *task)


@pytest.mark.parametrize("gap", [0, 6])
@pytest.mark.parametrize(
    ("parts", "area"),
    [
        ([CARDS, STONES, LAWS, BOX], A4),
        ([CARDS, STONES, LAWS, LETTER_BOX], LETTER),
        ([CARDS, STONES, LAWS], HALF),
        ([Part("poker", 63, 88, 54)], A4),
        (list(TOKENS), A4),
    ],
)
def test_the_sets_we_print_are_on_the_fewest_sheets(parts: list[Part], area: tuple[float, float], gap: float) -> None:
    result = impose(parts, area, gap, 6)
    check(result, parts, area, gap, 6)
    assert result.proved


@given(
    st.lists(st.tuples(st.integers(10, 50), st.integers(10, 50), st.integers(1, 3)), min_size=1, max_size=3),
    st.sampled_from([0, 4]),
)
@settings(max_examples=30)
def test_a_second_opinion_finds_no_room_on_fewer_sheets_than_the_bound(
    kinds: list[tuple[int, int, int]], gap: int
) -> None:
    parts = [Part(str(n), *kind) for n, kind in enumerate(kinds)]
    result = impose(parts, (70, 60), gap, gap)
    assert result.bound == 1 or not fits(kinds, 70, 60, gap, result.bound - 1)


def fits(kinds: list[tuple[int, int, int]], width: int, height: int, gap: int, sheets: int) -> bool:
    """Whether CP-SAT can lay the parts on so many sheets, cuttable or not; the sheets lie in a row, a gap apart."""
    model = cp_model.CpModel()
    across, down = [], []
    for a, b, copies in kinds:
        for _ in range(copies):
            ways = []
            for w, h in ((a, b), (b, a)):
                if w <= width and h <= height:
                    starts = [(n * (width + gap), n * (width + gap) + width - w) for n in range(sheets)]
                    x = model.new_int_var_from_domain(cp_model.Domain.from_intervals(starts), "")
                    y = model.new_int_var(0, height - h, "")
                    ways.append(model.new_bool_var(""))
                    across.append(model.new_optional_fixed_size_interval_var(x, w + gap, ways[-1], ""))
                    down.append(model.new_optional_fixed_size_interval_var(y, h + gap, ways[-1], ""))
            model.add_exactly_one(ways)
    model.add_no_overlap_2d(across, down)
    return new_solver(effort=0.5).solve(model) in (cp_model.OPTIMAL, cp_model.FEASIBLE)


def test_the_bound_on_strokes_is_the_best_over_all_distributions() -> None:
    """Compared with trying every way to deal the components out to the sheets."""

    def best(count: int, sheets: int, most: int, gap: int) -> int:
        if not sheets:
            return 0 if not count else 10**6
        return min(
            (columns + rows if not gap else 2 * columns + 2 * rows - 2) + 2 + best(count - held, sheets - 1, most, gap)
            for held in range(1, most + 1)
            for columns in range(1, held + 1)
            for rows in [-(-held // columns)]
        )

    for most in range(1, 8):
        for sheets in (1, 2, 3):
            for count in range(sheets, sheets * most + 1):
                for gap in (0, 6):
                    assert strokes_needed(count, sheets, most, gap) == best(count, sheets, most, gap)


def test_full_grids_are_proved_to_take_the_fewest_strokes() -> None:
    result = impose([CARDS], A4, 0, 6)
    assert [len(sheet.slots) for sheet in result.sheets] == [16, 16, 16, 8]
    assert result.cuts_proved


def test_one_part_lies_both_ways_on_a_sheet_where_that_saves_paper() -> None:
    result = impose([Part("cards", 44, 68, 14)], LETTER, 0, 6)
    assert {slot.turned for slot in result.sheets[0].slots} == {False, True}
    assert len(result.sheets) == 1


def test_a_part_that_has_to_be_turned_is_turned() -> None:
    result = impose([BOX], A4, 0, 6)
    assert result.sheets[0].slots[0].turned


@pytest.mark.parametrize("part", [Part("box", 260, 140, 1, may_turn=False), Part("board", 200, 273, 2)])
def test_a_part_that_fits_in_no_way_is_named_with_its_size_and_the_area(part: Part) -> None:
    with pytest.raises(TooLarge, match="190 x 272") as caught:
        impose([CARDS, part], A4, 0, 6)
    assert (caught.value.key, caught.value.size, caught.value.area) == (part.key, (part.width, part.height), A4)


def test_parts_of_one_size_share_a_block() -> None:
    red, blue = Part("red", 44, 68, 6), Part("blue", 68, 44, 10)
    result = impose([red, blue], A4, 0, 6)
    check(result, [red, blue], A4, 0, 6)
    assert result.cuts == 10


def test_copies_are_found_in_reading_order_and_parts_in_their_order() -> None:
    parts = [CARDS, STONES, LAWS, LETTER_BOX]
    result = impose(parts, LETTER, 0, 6)
    order = [part.key for part in parts]
    for sheet in result.sheets:
        assert list(sheet.slots) == sorted(sheet.slots, key=lambda slot: (order.index(slot.part), slot.index))
    for part in parts:
        places = [
            (slot.index, number, slot.y, slot.x)
            for number, sheet in enumerate(result.sheets)
            for slot in sheet.slots
            if slot.part == part.key
        ]
        assert [place[0] for place in places] == list(range(part.count))
        assert places == sorted(places, key=lambda place: place[1:])
    assert result.sheets[0].slots[0] == Slot("cards", 0, 0, 0, 44, 68, False)


def test_nothing_to_print_needs_no_sheet() -> None:
    assert impose([Part("cards", 44, 68, 0)], A4, 0, 6) == impose([], A4, 0, 6) == Imposition((), 0, 0)


def test_without_any_effort_there_is_still_a_layout() -> None:
    parts = [CARDS, STONES, LAWS, BOX]
    check(impose(parts, A4, 0, 6, effort=0), parts, A4, 0, 6)


def test_a_machine_so_busy_that_hours_pass_lays_out_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    parts = list(TOKENS)
    calm = impose(parts, A4, 0, 6)
    hours = itertools.count(step=3600)
    for clock in ("monotonic", "perf_counter", "time"):
        monkeypatch.setattr(time, clock, lambda: float(next(hours)))
    assert impose(parts, A4, 0, 6) == calm


def test_a_set_of_many_sizes_with_many_copies_has_an_end() -> None:
    """The count of steps alone ends it: all that does not fit into the effort lies on sheets of its own kind."""
    parts = [Part(str(n), 10 + 3.25 * (n % 7), 10 + 2.5 * (n % 11), 20 + n % 5) for n in range(30)]
    check(impose(parts, A4, 0, 6, effort=500), parts, A4, 0, 6)


def run(code: str, seed: str) -> str:
    script = "import sys\nfrom pnp.imposition.packing import Part, impose\n" + code
    command, environment = [sys.executable, "-c", script], {**os.environ, "PYTHONHASHSEED": seed}
    return subprocess.run(command, env=environment, check=True, text=True, capture_output=True).stdout


def test_a_large_deck_of_one_size_needs_no_solver() -> None:
    code = "print(len(impose([Part('cards', 44, 68, 2000)], (195.9, 256.9), 0, 6).sheets), 'ortools' in sys.modules)"
    assert run(code, "0") == "143 False\n"


def test_the_same_set_gives_the_same_layout_in_every_process() -> None:
    code = f"print(impose({[LAWS, STONES, BOX]!r}, {A4}, 6, 12))"
    assert run(code, "1") == run(code, "2")
