"""The printing house's drawings as SVG that a browser shows: every drawing once, as something that can be used.

A face names files and wraps text as only the press understands it. Here a file becomes a drawing of its own that the
face uses, wrapped text becomes lines, and nothing is left but shapes and type: no script, no style, no way out.
"""

from __future__ import annotations

import base64
import hashlib
import io
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from pnp.faces import svg
from pnp.faces.fonts import POINT
from pnp.faces.images import Images, Symbol, is_picture, picture
from pnp.faces.ink import Ink
from pnp.faces.typesetting import set_lines
from shelf.errors import PrintingError
from shelf.messages import Message
from table.scenes.outlines import outlined

_SHAPES = {
    *("svg", "g", "defs", "use", "title", "path", "rect", "circle", "ellipse", "line", "polyline", "polygon", "text"),
    *("clipPath", "linearGradient", "radialGradient", "stop", "pattern", "mask"),
}
_ATTRIBUTES = {
    *("id", "class", "d", "points", "x", "y", "width", "height", "cx", "cy", "r", "rx", "ry", "x1", "y1", "x2", "y2"),
    *("fx", "fy", "offset", "href", "viewBox", "transform", "color", "opacity", "fill", "stroke"),
    *("fill-opacity", "fill-rule", "clip-path", "clip-rule", "clipPathUnits", "mask", "stop-color", "stop-opacity"),
    *("stroke-width", "stroke-linecap", "stroke-linejoin", "stroke-dasharray", "stroke-dashoffset", "stroke-opacity"),
    *("stroke-miterlimit", "gradientUnits", "gradientTransform", "patternUnits", "patternTransform", "maskUnits"),
    *("font-family", "font-size", "text-anchor", "letter-spacing", "data-step", "role", "tabindex", "aria-label"),
    *("aria-hidden", "pointer-events"),
}
_MARKS = {"thing", "ring", "last", "ghost", "sign", "cloth", "lit", "rule"}
"""Classes that a page may want to dress; those of the press stay behind."""
_REFERENCE = re.compile(r'(<use\b[^>]*? href=")#([^"]+)"')
_LONG_PATH = re.compile(r'<path\b([^>]*?) d="([^"]{900,})"([^>]*?) ?/>')
_LONG_NUMBER = re.compile(r"-?\d*\.\d{4,}")
_LARGE = 300
"""Characters of a group that is worth a drawing of its own."""
_NAMED = re.compile(r"url\(#([^)]+)\)")


@dataclass(frozen=True)
class Drawing:
    """Something drawn once and used by its id; `needs` are the ids of drawings that it uses itself."""

    id: str
    markup: str
    needs: tuple[str, ...]


@dataclass
class Portfolio:
    """Keeps drawings by id, and those of files by their names; with `outlines` letters are drawings, too."""

    images: Images
    outlines: bool = False
    drawings: dict[str, Drawing] = field(default_factory=dict)
    _files: dict[Path, tuple[str, svg.Extent]] = field(default_factory=dict)

    def keep(self, root: Element) -> str:
        """The id under which the contents of a drawing can be used; equal ones have the same."""
        needs: dict[str, None] = {}
        whole = ElementTree.fromstring(f"<g>{_shared(self.shown(root, needs))}</g>")
        self._part(whole, needs)
        inner = _inside(whole)
        name = f"d{hashlib.sha256(inner.encode()).hexdigest()[:10]}"
        if name not in self.drawings:
            self._store(name, f'<g id="{name}">{self._renamed(inner, name)}</g>', tuple(needs))
        return name

    def _part(self, whole: Element, needs: dict[str, None]) -> None:
        """Makes drawings of their own of large groups: a king stands on his stone and twice on the board."""
        for group in whole:
            self._part(group, needs)
            if group.tag != "g" or len(group) == 0:
                continue
            inner, uses = _inside(group), [svg.reference(use)[1:] for use in group.iter("use")]
            alone = not _NAMED.search(inner) and ' id="' not in inner and all(use in self.drawings for use in uses)
            if alone and len(inner) > _LARGE:
                name = f"d{hashlib.sha256(inner.encode()).hexdigest()[:10]}"
                if name not in self.drawings:
                    self._store(name, f'<g id="{name}">{inner}</g>', tuple(dict.fromkeys(uses)))
                needs[name] = None
                del group[:]
                group.tag = "use"
                group.set("href", f"#{name}")

    def _store(self, name: str, markup: str, needs: tuple[str, ...] = ()) -> None:
        self.drawings[name] = Drawing(name, markup, needs)

    def _renamed(self, markup: str, name: str) -> str:
        """What a drawing names inside itself, so that it is not taken for something of another drawing."""
        markup = markup.replace(' id="', f' id="{name}-')
        markup = _NAMED.sub(rf"url(#{name}-\1)", markup)
        return _REFERENCE.sub(lambda use: use[0] if use[2] in self.drawings else f'{use[1]}#{name}-{use[2]}"', markup)

    def shown(self, root: Element, needs: dict[str, None]) -> str:
        """What stands in an element, as a browser may have it; the ids of the drawings that it uses go into `needs`."""
        whole = Element("g")
        whole.extend(made for child in root for made in self._made(child, needs))
        return _inside(whole)

    def with_needs(self, names: Iterable[str]) -> dict[str, Drawing]:
        """These drawings behind those that they use."""
        found: dict[str, Drawing] = {}
        for name in names:
            drawing = self.drawings[name]
            found |= self.with_needs(drawing.needs)
            found[name] = drawing
        return found

    def _made(self, element: Element, needs: dict[str, None]) -> Iterator[Element]:
        name = svg.tag(element)
        if name == "image":
            yield self._placed(element, needs)
        elif name == "foreignObject":
            yield from (self._typed(line, needs) for line in _lines(element))
        elif name in _SHAPES:
            made = Element(name, dict(_attributes(element)))
            made.text, made.tail = (element.text if name in ("text", "title") else None), None
            if name == "text":
                made.text = "".join(element.itertext())
                yield self._typed(made, needs)
                return
            made.extend(inner for child in element for inner in self._made(child, needs))
            if name == "use" and (used := made.get("href", "").removeprefix("#")) in self.drawings:
                needs[used] = None
            yield made

    def _typed(self, text: Element, needs: dict[str, None]) -> Element:
        """A line of type, for a page that has our typefaces, or as outlines."""
        if not self.outlines:
            _evened(text)
            return text
        word, letters = outlined(text)
        for name, outline in letters.items():
            if name not in self.drawings:
                self._store(name, f'<path id="{name}" d="{outline}"/>')
            needs[name] = None
        return word

    def _placed(self, element: Element, needs: dict[str, None]) -> Element:
        """A file where it is placed, as large as fits, centred."""
        path = self.images.find(svg.reference(element))
        if is_picture(path):
            return _pixels(path, element)
        name, (left, top, across, down) = self._file(path)
        needs[name] = None
        x, y, width, height = svg.extent(element)
        scale = min(width / across, height / down)
        x += (width - across * scale) / 2 - left * scale
        y += (height - down * scale) / 2 - top * scale
        move = f"{element.get('transform', '')} translate({x:.3f} {y:.3f}) scale({scale:.5g})".strip()
        made = Element("use", {"href": f"#{name}", "transform": move})
        if color := element.get("color"):
            made.set("color", color)
        return made

    def _file(self, path: Path) -> tuple[str, svg.Extent]:
        if path not in self._files:
            symbol = Symbol(path, Ink())
            root, group = Element("svg"), svg.parse(symbol.markup(None))
            if (title := group.find(f"{{{svg.NAMESPACE}}}title")) is not None:
                group.remove(title)
            root.append(group)
            self._files[path] = self.keep(root), symbol.extent
        return self._files[path]


def _inside(element: Element) -> str:
    return "".join(ElementTree.tostring(child, encoding="unicode") for child in element)


def _shared(markup: str) -> str:
    """Long outlines that are drawn several times, as a coast is for each of its lines, are written once."""
    often = {d: number for d, number in Counter(path[1] for path in _LONG_PATH.findall(markup)).items() if number > 1}
    if not often:
        return markup
    names = {d: f"p{number}" for number, d in enumerate(often)}
    defs = "".join(f'<path id="{name}" d="{d}"/>' for d, name in names.items())

    def use(path: re.Match[str]) -> str:
        return f'<use href="#{names[path[2]]}"{path[1]}{path[3]}/>' if path[2] in names else path[0]

    return f"<defs>{defs}</defs>{_LONG_PATH.sub(use, markup)}"


def _attributes(element: Element) -> Iterator[tuple[str, str]]:
    for key, value in element.items():
        name = "href" if key == f"{{{svg.XLINK}}}href" else key
        if name == "class":
            value = " ".join(mark for mark in value.split() if mark in _MARKS)
        if name in _ATTRIBUTES and value:
            yield name, _LONG_NUMBER.sub(lambda number: f"{float(number[0]):.3f}".rstrip("0").rstrip("."), value)


def _evened(text: Element) -> None:
    """A browser puts the space between letters behind the last one, too; the press does not."""
    spacing = float(text.get("letter-spacing") or 0)
    if not spacing:
        text.attrib.pop("letter-spacing", None)
    share = {"middle": 0.5, "end": 1.0}.get(text.get("text-anchor", ""), 0.0)
    if spacing and share:
        text.set("x", f"{svg.number(text, 'x') + share * spacing:.3f}")
    if text.get("text-anchor") == "start":
        del text.attrib["text-anchor"]


def _lines(block: Element) -> Iterator[Element]:
    """Wrapped text as lines; where it is turned or moved, each of them is."""
    try:
        lines = list(set_lines(block))
    except (ValueError, ArithmeticError, LookupError) as fault:
        raise PrintingError(Message("svg.block", fault=fault)) from fault
    moved = {"transform": block.get("transform", "")} if block.get("transform") else {}
    for line in lines:
        size = f"{line.size * POINT:.4f}"
        place = {"x": f"{line.x:.3f}", "y": f"{line.y:.3f}", **moved}
        made = Element("text", {**place, "font-family": line.font, "font-size": size, "fill": line.fill})
        made.text = line.text
        yield made


def _pixels(path: Path, element: Element) -> Element:
    """A picture, taken along; it is vetted first, and written anew."""
    content = io.BytesIO()
    picture(path).save(content, "PNG")
    keys = ("x", "y", "width", "height", "transform")
    made = Element("image", {key: value for key, value in element.items() if key in keys})
    made.set("href", f"data:image/png;base64,{base64.b64encode(content.getvalue()).decode()}")
    return made
