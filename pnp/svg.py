"""Reading SVG safely: what is not the game folder's own is refused before anything is drawn."""

from __future__ import annotations

import math
import re
from pathlib import Path
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from pnp.errors import PrintingError

NAMESPACE = "http://www.w3.org/2000/svg"
_XLINK = "{http://www.w3.org/1999/xlink}href"
_OUTSIDE = re.compile(r"""url\(\s*["']?(?!#)|@import""", re.IGNORECASE)
_STEP = re.compile(r"(\w+)\s*\(([^)]*)\)")

Matrix = tuple[float, float, float, float, float, float]

ElementTree.register_namespace("", NAMESPACE)


def parse(markup: str, source: str) -> Element:
    """The root element; entities, document types, scripts and references to other places are refused."""
    if "<!DOCTYPE" in markup or "<!ENTITY" in markup:
        raise PrintingError(f"{source}: an SVG with a document type or entities is not printed; remove the <! lines.")
    try:
        root = ElementTree.fromstring(markup)
    except ElementTree.ParseError as fault:
        raise PrintingError(f"{source}: not well-formed SVG: {fault}.") from fault
    if _OUTSIDE.search(markup):
        raise PrintingError(f"{source}: url(...) and @import may only name things inside the drawing.")
    for element in root.iter():
        _check(element, source)
    return root


def tag(element: Element) -> str:
    """The name of an element without its namespace."""
    return element.tag.rpartition("}")[2] if isinstance(element.tag, str) else ""


def reference(element: Element) -> str:
    """What an element's href names, or nothing."""
    return element.get("href") or element.get(_XLINK) or ""


def _check(element: Element, source: str) -> None:
    if tag(element) in {"script", "iframe", "object", "embed", "style"}:
        raise PrintingError(f"{source}: <{tag(element)}> is not printed; remove it.")
    href = reference(element)
    if href.startswith("#") or not href:
        return
    outside = re.match(r"^[a-zA-Z][a-zA-Z0-9+.-]*:|^//", href) or Path(href).is_absolute() or ".." in Path(href).parts
    if outside:
        raise PrintingError(f"{source}: {href!r} leads out of the game's folder; only files inside it are printed.")


def view_box(root: Element, source: str) -> tuple[float, float, float, float]:
    """The drawing's own coordinates: left, top, width, height."""
    numbers = re.split(r"[\s,]+", (root.get("viewBox") or "").strip())
    try:
        if len(numbers) == 4:
            left, top, width, height = map(float, numbers)
        else:
            left, top, width, height = 0.0, 0.0, _plain(root.get("width")), _plain(root.get("height"))
    except ValueError:
        width = height = 0.0
    if not (width > 0 and height > 0):
        raise PrintingError(f"{source}: the <svg> element needs a viewBox such as viewBox='0 0 40 48'.")
    return left, top, width, height


def _plain(length: str | None) -> float:
    return float(re.sub(r"(px|mm|pt|cm|in)$", "", length or ""))


def transform(value: str, source: str) -> Matrix:
    """The matrix of a `transform` attribute."""
    result: Matrix = (1, 0, 0, 1, 0, 0)
    for name, arguments in _STEP.findall(value):
        try:
            numbers = [float(number) for number in re.split(r"[\s,]+", arguments.strip())]
            result = _times(result, _matrix(name, numbers))
        except (ValueError, KeyError, IndexError) as fault:
            raise PrintingError(f"{source}: cannot read the transform {value!r}.") from fault
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


def _times(m: Matrix, n: Matrix) -> Matrix:
    return (
        m[0] * n[0] + m[2] * n[1],
        m[1] * n[0] + m[3] * n[1],
        m[0] * n[2] + m[2] * n[3],
        m[1] * n[2] + m[3] * n[3],
        m[0] * n[4] + m[2] * n[5] + m[4],
        m[1] * n[4] + m[3] * n[5] + m[5],
    )
