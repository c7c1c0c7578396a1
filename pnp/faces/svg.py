"""Reading SVG safely: what is not the game folder's own is refused before anything is drawn."""

from __future__ import annotations

import io
import math
import re
from collections.abc import Iterator
from contextlib import suppress
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from shelf.errors import PrintingError, quoted
from shelf.messages import Message

NAMESPACE = "http://www.w3.org/2000/svg"
XLINK = "http://www.w3.org/1999/xlink"
DEEPEST = 100
"""Elements within elements; a drawing program nests a dozen."""

_FORBIDDEN = {"script", "iframe", "object", "embed", "style", "handler", "listener"}
_TEXT_TAGS = {"p", "b", "i", "u", "br", "em", "strong", "h1", "h2", "h3", "ul", "ol", "li", "sub", "sup", "super"}
_TEXT_ATTRIBUTES = {"align", "fill", "start", "rise", "size"}
_URL = re.compile(r"""url\(\s*["']?\s*(.?)""", re.IGNORECASE | re.DOTALL)
_STEP = re.compile(r"[\s,]*+(\w++)\s*+\(([^)]*+)\)[\s,]*+")

Extent = tuple[float, float, float, float]
"""Where something lies: left, top, width, height."""
Matrix = tuple[float, float, float, float, float, float]
"""As `matrix(...)` has it. pikepdf's Matrix multiplies alike, but inverts with other roundings and shows six digits;
the fingerprints that stand on printed sheets are made of these numbers."""

ElementTree.register_namespace("", NAMESPACE)


_GEOMETRY = {
    *("d", "points", "transform", "x", "y", "width", "height", "cx", "cy", "r", "rx", "ry"),
    *("x1", "y1", "x2", "y2", "dx", "dy", "stroke-width"),
}
_MONSTROUS = re.compile(r"(?<![0-9.])[0-9]{10}|[0-9.][eE]\+?[0-9]{2}")
"""Cairo ends the whole process when it is told of an arc of such a size."""


def parse(markup: str, files: bool = False) -> Element:
    """The root element; entities, scripts and references to other places are refused.

    With `files` an <image> may name a file of the game's folder; everything else names only what is in the drawing.
    """
    if "<!DOCTYPE" in markup or "<!ENTITY" in markup:
        raise PrintingError(Message("svg.doctype"))
    try:
        root = ElementTree.fromstring(markup)
    except ElementTree.ParseError as fault:
        raise PrintingError(Message("svg.malformed", markup=_malformed(markup, fault))) from fault
    for element, depth, text in _walk(root):
        if depth > DEEPEST:
            raise PrintingError(Message("svg.deep", deepest=DEEPEST))
        if text:
            _check_text(element)
        else:
            _check(element, files)
    return root


def _malformed(markup: str, fault: ElementTree.ParseError) -> str:
    """What is wrong and where: the tag that is still open, or the text around the fault."""
    reason = str(fault).partition(":")[0]
    if reason in ("mismatched tag", "no element found"):
        still_open: list[Element] = []
        with suppress(ElementTree.ParseError):
            for event, element in ElementTree.iterparse(io.StringIO(markup), ("start", "end")):
                still_open.append(element) if event == "start" else still_open.pop()
        if still_open:
            return Message("svg.not_closed", still_open=tag(still_open[-1]))
    line, column = fault.position
    excerpt = markup.split("\n")[line - 1][max(column - 30, 0) : column + 30]
    return Message("svg.at", reason=reason, excerpt=quoted(excerpt))


def tag(element: Element) -> str:
    """The name of an element without its namespace."""
    return element.tag.rpartition("}")[2] if isinstance(element.tag, str) else ""


def reference(element: Element) -> str:
    """What an element's href names, or nothing."""
    return element.get("href") or element.get(f"{{{XLINK}}}href") or ""


def number(element: Element, key: str, default: float = 0.0) -> float:
    """The number in an attribute."""
    value = element.get(key, "")
    try:
        found = float(value) if value else default
    except ValueError:
        found = math.nan
    if not math.isfinite(found):
        raise PrintingError(Message("svg.no_number", element=tag(element), key=key, value=quoted(value)))
    return found


def extent(element: Element) -> Extent:
    """Where an element lies."""
    return number(element, "x"), number(element, "y"), number(element, "width"), number(element, "height")


def _walk(root: Element) -> Iterator[tuple[Element, int, bool]]:
    """Every element with its depth, and whether it belongs to a wrapped text."""
    waiting = [(root, 0, False)]
    while waiting:
        element, depth, text = waiting.pop()
        yield element, depth, text
        inner = text or tag(element) == "foreignObject"
        waiting += [(child, depth + 1, inner) for child in element]


def _check(element: Element, files: bool) -> None:
    name = tag(element)
    if name in _FORBIDDEN:
        raise PrintingError(Message("svg.not_printed", name=name))
    for key, value in element.items():
        local = key.rpartition("}")[2].lower()
        if local in ("href", "src"):
            if not (value.startswith("#") or (files and name == "image")):
                raise PrintingError(Message("svg.names", name=name, value=quoted(value)))
        elif local == "base" or "@import" in value or any(found != "#" for found in _URL.findall(value)):
            raise PrintingError(Message("svg.leads_out", local=local, value=quoted(value)))
        elif local in _GEOMETRY and _MONSTROUS.search(value):
            raise PrintingError(Message("svg.too_large", name=name, local=local, value=quoted(value)))


def _check_text(element: Element) -> None:
    """Of ReportLab's own markup only what sets type: its <img> would load files, its colours run code."""
    if tag(element) not in _TEXT_TAGS:
        raise PrintingError(Message("svg.not_in_text", element=tag(element), text_tags=", ".join(sorted(_TEXT_TAGS))))
    for key, value in element.items():
        if key not in _TEXT_ATTRIBUTES or not re.fullmatch(r"[\w.#%-]*", value):
            raise PrintingError(Message("svg.key_not_in_text", element=tag(element), key=key, value=quoted(value)))


def view_box(root: Element) -> Extent:
    """The drawing's own coordinates."""
    numbers = re.split(r"[\s,]+", (root.get("viewBox") or "").strip())
    try:
        if len(numbers) == 4:
            left, top, width, height = map(float, numbers)
        else:
            left, top, width, height = 0.0, 0.0, _plain(root.get("width")), _plain(root.get("height"))
    except ValueError:
        left = top = width = height = 0.0
    if not (all(map(math.isfinite, (left, top))) and 1e-6 < width < 1e9 and 1e-6 < height < 1e9):
        raise PrintingError(Message("svg.viewbox"))
    return left, top, width, height


def _plain(length: str | None) -> float:
    return float(re.sub(r"(px|mm|pt|cm|in)$", "", length or ""))


def transform(value: str) -> Matrix:
    """The matrix of a `transform` attribute."""
    result: Matrix = (1, 0, 0, 1, 0, 0)
    at, end = 0, len(value.rstrip())
    try:
        while at < end:
            step = _STEP.match(value, at)
            if step is None:
                raise ValueError(value)
            numbers = [float(number) for number in re.split(r"[\s,]+", step[2].strip())]
            result = times(result, _matrix(step[1], numbers))
            at = step.end()
    except (ValueError, KeyError, IndexError) as fault:
        raise PrintingError(Message("svg.transform", value=quoted(value))) from fault
    if not all(map(math.isfinite, result)):
        raise PrintingError(Message("svg.transform", value=quoted(value)))
    return result


def _matrix(name: str, n: list[float]) -> Matrix:
    if name == "translate":
        return (1, 0, 0, 1, n[0], n[1] if len(n) > 1 else 0)
    if name == "scale":
        return (n[0], 0, 0, n[1] if len(n) > 1 else n[0], 0, 0)
    if name == "rotate":
        cos, sin = math.cos(math.radians(n[0])), math.sin(math.radians(n[0]))
        x, y = (n[1], n[2]) if len(n) > 2 else (0.0, 0.0)
        return (cos, sin, -sin, cos, x - cos * x + sin * y, y - sin * x - cos * y)
    if name == "matrix":
        return (n[0], n[1], n[2], n[3], n[4], n[5])
    raise KeyError(name)


def times(m: Matrix, n: Matrix) -> Matrix:
    """The matrix that does `n`, then `m`."""
    return (
        m[0] * n[0] + m[2] * n[1],
        m[1] * n[0] + m[3] * n[1],
        m[0] * n[2] + m[2] * n[3],
        m[1] * n[2] + m[3] * n[3],
        m[0] * n[4] + m[2] * n[5] + m[4],
        m[1] * n[4] + m[3] * n[5] + m[5],
    )


def seen_through(matrix: Matrix, area: Extent) -> Extent | None:
    """The extent, in the coordinates inside a transformation, that covers an area outside; None if that is squashed."""
    a, b, c, d, e, f = matrix
    det = a * d - b * c
    if abs(det) < 1e-12:
        return None
    left, top, width, height = area
    corners = [(x - e, y - f) for x in (left, left + width) for y in (top, top + height)]
    across = [(d * x - c * y) / det for x, y in corners]
    down = [(a * y - b * x) / det for x, y in corners]
    return min(across), min(down), max(across) - min(across), max(down) - min(down)
