"""Options that several printing commands share."""

from __future__ import annotations

import math
from typing import Any

import click

from shelf.messages import Message

PAPERS = ("a4", "letter", "a3")

paper_option = click.option(
    "--paper", type=click.Choice(PAPERS), default="a4", show_default=True, help="The paper in the printer."
)


class Pair(click.ParamType[tuple[float, float]]):
    """Two numbers with a comma between them."""

    name = "X,Y"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[float, float]:
        """'0.5,-1' as (0.5, -1.0)."""
        if isinstance(value, tuple):
            return value
        try:
            first, second = (float(part) for part in str(value).split(","))
            if not (math.isfinite(first) and math.isfinite(second)):
                raise ValueError
        except ValueError:
            self.fail(Message("usage.pair", value=repr(value)), param, ctx)
        return first, second


class Degrees(click.ParamType[float]):
    """A small angle."""

    name = "DEGREES"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """'0.4' as 0.4."""
        try:
            angle = float(value)
        except ValueError:
            angle = math.nan
        if not abs(angle) <= 45:
            self.fail(Message("usage.angle", value=repr(value)), param, ctx)
        return angle
