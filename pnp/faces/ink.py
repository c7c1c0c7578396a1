"""How much and which ink an edition uses: full colour, greyscale, low ink."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from xml.etree.ElementTree import Element

from PIL import Image, ImageColor

from pnp.faces.svg import tag
from shelf.errors import PrintingError, nearest, quoted
from shelf.messages import Message

_FORM = re.compile(r"#([0-9a-f]{3}){1,2}|rgba?\((\s*[0-9.]+%?\s*,){2,3}\s*[0-9.]+%?\s*\)")
_TYPE = {"text", "foreignObject"}

Rgb = tuple[int, int, int]
Rgba = tuple[float, float, float, float]


@dataclass(frozen=True)
class Ink:
    """What the press does to every colour before it prints."""

    low: bool = False
    grey: bool = False

    def on(self, root: Element) -> None:
        """Prepares a drawing: grounds left out for low ink, type in its final colour, as #rrggbb."""
        waiting = [(root, False)]
        while waiting:
            element, type_ = waiting.pop()
            type_ = type_ or tag(element) in _TYPE
            if type_ and "fill" in element.keys():  # noqa: SIM118 - an Element's `in` would ask its children
                element.set("fill", self._type(element.get("fill", "")))
            for child in list(element):
                if self.low and "ground" in (child.get("class") or "").split():
                    element.remove(child)
                else:
                    waiting.append((child, type_))

    def _type(self, colour: str) -> str:
        """Type is thin and keeps its strength in low ink, or nobody could read it."""
        shade = rgb(colour)
        return "#{:02x}{:02x}{:02x}".format(*(_greyed(shade) if self.grey else shade))

    def line_work(self, colour: Rgba) -> Rgba:
        """The colour in which CairoSVG draws what the template has in `colour`."""
        red, green, blue, opacity = colour
        shade = round(255 * red), round(255 * green), round(255 * blue)
        shade = _lightened(shade) if self.low else shade
        red, green, blue = _greyed(shade) if self.grey else shade
        return red / 255, green / 255, blue / 255, opacity

    def picture(self, image: Image.Image) -> Image.Image:
        """The pixels of a picture in this ink; what is transparent stays so."""
        image = image.convert("RGBA")
        alpha = image.getchannel("A")
        if self.low:
            image = Image.blend(image, Image.new("RGBA", image.size, "white"), 0.5)
        if self.grey:
            image = image.convert("L").convert("RGBA")
        image.putalpha(alpha)
        return image


@cache
def rgb(colour: str) -> Rgb:
    """A colour as SVG names it (#abc, #aabbcc, rgb(), a word) as three numbers."""
    name = colour.strip().lower()
    known = ImageColor.colormap.keys()
    if name not in known and not _FORM.fullmatch(name):
        raise PrintingError(
            Message("faces.no_colour", colour=quoted(colour), hint=nearest(name, known) if name.isalpha() else "")
        )
    red, green, blue = ImageColor.getrgb(re.sub(r"\s", "", name))[:3]
    return red, green, blue


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
