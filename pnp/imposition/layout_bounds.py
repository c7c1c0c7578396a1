"""What no layout can beat: the least number of sheets, and the least number of strokes.

Both bounds hold for every arrangement, cuttable or not, that keeps the parts `gap` apart. They are computed in whole
hundredths of a millimetre, so rounding cannot spoil them.

Sheets. Grow every part by the gap, and the sheet too: then the parts may touch. A *dual feasible function* rescales
lengths such that whatever fits side by side into the sheet still fits afterwards. For any two of them, u across and
v down, the rescaled parts of one sheet cover an area of at most u(width) * v(height). So the area bound may be taken
after rescaling, and the best pair counts (Fekete and Schepers 2004; functions also by Boschetti and Mingozzi 2003 and
Carlier, Clautiaux and Moukrim 2007). A part that may be turned counts with the smaller of its two areas.

Strokes. Extend all strokes of a sheet to full lines: v upright and h level ones have (v - 1) * (h - 1) cells between
them, and every component covers a cell of its own. Where components keep a gap, each owns a cell to its right and
below as well, and of such squares of two by two cells only (v // 2) * (h // 2) have room.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate, chain
from typing import NamedTuple


class Size(NamedTuple):
    """How a part lies on the sheet, in hundredths of a millimetre."""

    width: int
    height: int


@dataclass(frozen=True)
class Demand:
    """So many copies of a part, which may lie in these ways (one or two)."""

    sizes: tuple[Size, ...]
    count: int


class Weighing(NamedTuple):
    """A weight for one copy of each demand, such that no sheet can hold more than `sheet` in all."""

    sheet: int
    copies: tuple[int, ...]


class _Scale(NamedTuple):
    """A dual feasible function, tabulated for the lengths that matter; `whole` is its value for the sheet's length."""

    whole: int
    of: tuple[int, ...]


_FINEST = 30
"""Scales with more steps than this hardly ever improve a bound."""
_MOST_SCALES = 100
"""Many kinds of parts make many scales: those that are best for all parts or for one of them will do."""


def weighings(demands: Sequence[Demand], area: Size, gap: int) -> list[Weighing]:
    """Ways to weigh the parts, each of which limits what fits on a sheet of this area."""
    widths = [(size.width + gap, demand.count) for demand in demands for size in demand.sizes]
    heights = [(size.height + gap, demand.count) for demand in demands for size in demand.sizes]
    across, down = _scales(area.width + gap, widths), _scales(area.height + gap, heights)
    ends = list(accumulate(len(demand.sizes) for demand in demands))
    slices = [slice(start, end) for start, end in zip([0, *ends], ends, strict=False)]
    return [
        Weighing(u.whole * v.whole, tuple(min(map(operator.mul, u.of[each], v.of[each])) for each in slices))
        for u in across
        for v in down
    ]


def most_on_a_sheet(demands: Sequence[Demand], ways: Sequence[Weighing]) -> int:
    """No sheet can hold more components than this, not even the lightest ones."""
    best = sum(demand.count for demand in demands)
    for way in ways:
        room, held = way.sheet, 0
        for weight, demand in sorted(zip(way.copies, demands, strict=True), key=operator.itemgetter(0)):
            taken = min(demand.count, room // weight) if weight else demand.count
            room, held = room - taken * weight, held + taken
        best = min(best, held)
    return best


def sheets_needed(demands: Sequence[Demand], ways: Sequence[Weighing], most: int) -> int:
    """The least number of sheets: by the weight of all parts, by their number (`most` on one), by that of each."""
    counts = [demand.count for demand in demands]
    by_weight: int = max(-(-sum(map(operator.mul, counts, way.copies)) // way.sheet) for way in ways)
    by_number = -(-sum(counts) // most)
    limits = [min(way.sheet // way.copies[n] for way in ways if way.copies[n]) for n in range(len(demands))]
    return max(by_weight, by_number, *(-(-count // limit) for count, limit in zip(counts, limits, strict=True)))


def strokes_needed(count: int, sheets: int, most: int, gap: int) -> int:
    """The least number of strokes for `count` components on so many sheets, with at most `most` on each.

    A sheet cut into k columns and rows together (k strokes and two for the margins, or 2 k strokes with gaps) yields at
    most k * k / 4 components, or `most`. As k * k / 4 bends upwards, it is best to cut as many sheets as possible as
    finely as possible, all but one of the others into a single component; only the finest step may not pay, because
    `most` cuts it short. So all numbers of sheets with that finest step are tried.
    """
    finest = _columns_and_rows(most)
    least = min(
        full * finest + rest
        for full in range(sheets + 1)
        if (rest := _columns_and_rows_in_all(count - full * most, sheets - full, finest - 1)) is not None
    )
    return 2 * least if gap else least + 2 * sheets


def _columns_and_rows(count: int) -> int:
    """The least sum of two whole numbers whose product is at least `count`."""
    return 1 + math.isqrt(4 * count - 1)


def _columns_and_rows_in_all(count: int, sheets: int, finest: int) -> int | None:
    """The same, added up over the sheets, none finer than `finest`; None if they cannot yield so many."""
    if sheets == 0:
        return 0 if count <= 0 else None
    count = max(count, sheets)
    most = finest * finest // 4
    if finest < 2 or count > sheets * most:
        return None
    fine = min(sheets - 1, (count - sheets) // (most - 1)) if most > 1 else 0
    return fine * finest + _columns_and_rows(count - fine * most - (sheets - fine - 1)) + 2 * (sheets - fine - 1)


def _scales(length: int, parts: list[tuple[int, int]]) -> list[_Scale]:
    """Dual feasible functions for parts (length, count) side by side, without those that another one outdoes."""
    whole = _longest_row(length, parts)
    kept: list[_Scale] = []
    for scale in sorted(dict.fromkeys(_functions(whole, [part for part, _ in parts])), key=_fullness, reverse=True):
        if not any(_outdoes(other, scale) for other in kept):
            kept.append(scale)
    best_for_each = [sorted(kept, key=lambda scale: -scale.of[n] / scale.whole) for n in range(len(parts))]
    return list(dict.fromkeys(chain.from_iterable(zip(kept, *best_for_each, strict=True))))[:_MOST_SCALES]


def _longest_row(length: int, parts: list[tuple[int, int]]) -> int:
    """How much of the length parts side by side can cover: pushed together they reach no further than this."""
    sums = 1
    for part, count in parts:
        for _ in range(min(count, length // part)):
            sums |= sums << part
    return (sums & ((1 << length + 1) - 1)).bit_length() - 1


def _fullness(scale: _Scale) -> Fraction:
    return Fraction(sum(scale.of), scale.whole)


def _outdoes(other: _Scale, scale: _Scale) -> bool:
    return all(a * scale.whole >= b * other.whole for a, b in zip(other.of, scale.of, strict=True))


def _functions(whole: int, lengths: list[int]) -> Iterator[_Scale]:
    yield _reduced(whole, lengths)
    for steps in range(1, _FINEST):
        yield _reduced(steps * whole, [_rounded(x, whole, steps) for x in lengths])
    for small in {min(x, whole - x) + 1 for x in lengths}:
        if 2 * small <= whole:
            yield _reduced(whole, [_without_small(x, whole, small) for x in lengths])
    for unit in {x // n for x in (*lengths, whole) for n in range(1, _FINEST)}:
        if 0 < 2 * unit <= whole:
            yield _reduced(2 * (whole // unit), [_in_units(x, whole, unit) for x in lengths])


def _reduced(whole: int, values: list[int]) -> _Scale:
    divisor = math.gcd(whole, *values)
    return _Scale(whole // divisor, tuple(value // divisor for value in values))


def _rounded(x: int, whole: int, steps: int) -> int:
    """Rounded down to steps, one more of which would be more than the whole; what is exact stays as it is."""
    return steps * x if (steps + 1) * x % whole == 0 else (steps + 1) * x // whole * whole


def _without_small(x: int, whole: int, small: int) -> int:
    """Less than `small` counts for nothing; what leaves less than that beside it counts for everything."""
    if x > whole - small:
        return whole
    return x if x >= small else 0


def _in_units(x: int, whole: int, unit: int) -> int:
    """Twice the full units in it; more than half the whole counts for all units that have no room beside it."""
    if 2 * x > whole:
        return 2 * (whole // unit - (whole - x) // unit)
    return whole // unit if 2 * x == whole else 2 * (x // unit)
