"""Boxes to write into: what they hold, what they add up, and how large writing stands in them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pnp.faces.fonts import font, missing_glyphs, text_width
from shelf.errors import DoesNotFitError, PrintingError, nearest
from shelf.messages import Message

SMALLEST, LARGEST = 8.0, 13.0
"""Sizes in points of what is written into a box."""

PADDING = 0.8
"""Millimetres between a box's sides and the writing."""

_TERM = re.compile(r"(?:(-?\d+)\*)?(.+)")


@dataclass(frozen=True)
class Field:
    """A box to write into, in millimetres from the face's top left corner; `sums` names the boxes it adds up."""

    name: str
    x: float
    y: float
    width: float
    height: float
    value: str = ""
    sums: tuple[str, ...] = ()
    tip: str = ""


def terms(field: Field) -> list[tuple[int, str]]:
    """What a field adds up: factors and the names of other fields."""
    return [(int(match[1] or 1), match[2]) for term in field.sums if (match := _TERM.fullmatch(term))]


def writing_size(string: str, width: float, height: float) -> float:
    """The size in points at which a string stands in a box of millimetres; an error where none is readable."""
    if strange := missing_glyphs(string, font()):
        raise DoesNotFitError(Message("form.characters", string=repr(string), strange=" ".join(strange)))
    size = min(LARGEST, max(SMALLEST, 2 + 1.3 * height))
    natural, room = text_width(as_printed(string), font(), size), width - 2 * PADDING
    if natural > room:
        size = round(size * room / natural - 0.005, 2)
    if size < SMALLEST:
        needed = text_width(as_printed(string), font(), SMALLEST)
        raise DoesNotFitError(
            Message(
                "form.wide", string=repr(string), needed=f"{needed:.1f}", smallest=f"{SMALLEST:g}", room=f"{room:.1f}"
            )
        )
    return size


def as_printed(value: str) -> str:
    """The value as it is printed, with a true minus sign."""
    return re.sub(r"^-(?=\d)", "−", value)


def calculation_order(fields: Sequence[Field]) -> list[Field]:
    """The fields that add up, each after all those it needs."""
    waiting = {field.name: field for field in fields if field.sums}
    order: list[Field] = []
    while waiting:
        ready = [field for field in waiting.values() if not any(name in waiting for _, name in terms(field))]
        if not ready:
            raise PrintingError(Message("form.circle", waiting=", ".join(sorted(waiting))))
        order += ready
        for field in ready:
            del waiting[field.name]
    return order


def summed(fields: Sequence[Field], values: Mapping[str, str]) -> dict[str, str]:
    """What every field holds once the values are written into them and everything is added up."""
    held = {field.name: field.value for field in fields}
    for name, value in values.items():
        if name not in held:
            raise PrintingError(Message("form.no_box", name=repr(name), hint=nearest(name, held)))
        held[name] = str(value)
    for field in calculation_order(fields):
        counted = _sum(field, held)
        if held[field.name] not in ("", counted):
            raise PrintingError(
                Message("form.sum", name=repr(field.name), counted=counted or "nothing", held=held[field.name])
            )
        held[field.name] = counted
    return held


def _sum(field: Field, held: Mapping[str, str]) -> str:
    parts = [(factor, name) for factor, name in terms(field) if held[name]]
    for _, name in parts:
        if not re.fullmatch(r"[+-]?\d+", held[name]):
            raise PrintingError(Message("form.whole", name=repr(name), held=repr(held[name])))
    return str(sum(factor * int(held[name]) for factor, name in parts)) if parts else ""
