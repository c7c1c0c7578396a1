"""Options that several printing commands share."""

from __future__ import annotations

import math
from typing import Any

import click

PAPERS = ("a4", "letter", "a3")

paper_option = click.option(
    "--paper", type=click.Choice(PAPERS), default="a4", show_default=True, help="The paper in the printer."
)
language_option = click.option(
    "--lang", "language", type=click.Choice(("de", "en")), default="de", show_default=True, help="Language of the set."
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
            self.fail(f"two numbers such as 0.5,-1 were expected, but found {value!r}.", param, ctx)
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
            self.fail(f"an angle from -45 to 45 was expected, but found {value!r}.", param, ctx)
        return angle
