"""How much and which ink an edition uses: full colour, greyscale, low ink."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

_HEX = re.compile(r"#([0-9a-fA-F]{6}|[0-9a-fA-F]{3})\b")
_NAMED = re.compile(r"""(?<=["':;\s])(red|green|blue|yellow|orange|purple|brown|gold|silver|navy|maroon)(?=["';\s])""")
_NAMES = {
    "red": "#ff0000",
    "green": "#008000",
    "blue": "#0000ff",
    "yellow": "#ffff00",
    "orange": "#ffa500",
    "purple": "#800080",
    "brown": "#a52a2a",
    "gold": "#ffd700",
    "silver": "#c0c0c0",
    "navy": "#000080",
    "maroon": "#800000",
}
_GROUND = re.compile(r"""<(\w+)\b[^>]*\bclass=["']ground["'][^>]*/>""")

Rgb = tuple[int, int, int]


@dataclass(frozen=True)
class Ink:
    """What the press does to every colour before it prints."""

    low: bool = False
    grey: bool = False

    def on(self, svg: str) -> str:
        """The drawing in this ink: grounds left out and colours lightened for low ink, then greyed."""
        if not (self.low or self.grey):
            return svg
        svg = _NAMED.sub(lambda name: _NAMES[name[1]], svg)
        if self.low:
            svg = _recoloured(_GROUND.sub("", svg), _lightened)
        return _recoloured(svg, _greyed) if self.grey else svg


def rgb(colour: str) -> Rgb:
    """'#abc' or '#aabbcc' as three numbers."""
    digits = colour.lstrip("#")
    digits = "".join(digit * 2 for digit in digits) if len(digits) == 3 else digits
    return int(digits[0:2], 16), int(digits[2:4], 16), int(digits[4:6], 16)


def _recoloured(svg: str, change: Callable[[Rgb], Rgb]) -> str:
    return _HEX.sub(lambda colour: "#{:02x}{:02x}{:02x}".format(*change(rgb(colour[0]))), svg)


def _greyed(colour: Rgb) -> Rgb:
    red, green, blue = colour
    level = round(0.2126 * red + 0.7152 * green + 0.0722 * blue)
    return level, level, level


def _lightened(colour: Rgb) -> Rgb:
    """Half the ink for every tincture; what is nearly black stays, for it carries the drawing."""
    if max(colour) < 90:
        return colour
    red, green, blue = ((channel + 255) // 2 for channel in colour)
    return red, green, blue
