"""The press puts faces into the PDF, each distinct face once, as form objects that sheets can place anywhere.

Text becomes real text in embedded type, and every file named by <image> a form object that all faces share; only what
is left, the line work, goes through CairoSVG, and equal line work goes through it once. That is why a deck of two
thousand cards costs little more than its text, and why a word on a card can be searched for.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from reportlab.lib.colors import HexColor
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen.canvas import Canvas

from pnp import svg
from pnp.definitions import inside
from pnp.engraver import POINTS, Engraver
from pnp.errors import PrintingError, nearest
from pnp.faces import Face
from pnp.ink import Ink
from pnp.typesetting import set_block

_LIFTED = {"text", "image", "foreignObject"}
_PICTURES = {".png", ".jpg", ".jpeg"}


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


class Press:
    """Prints faces into one ReportLab canvas; `folders` are the places whose files may be placed, nearest first."""

    def __init__(self, canvas: Canvas, folders: Iterable[Path], ink: Ink) -> None:
        self.canvas = canvas
        self.ink = ink
        self.folders = list(folders)
        self.engraver = Engraver(canvas, self._fetch)
        self.fields: dict[str, tuple[Field, ...]] = {}

    def form(self, face: Face) -> str:
        """The name of the form that shows the face, bleed included; equal faces share one."""
        name = hashlib.sha256(f"{face.svg}|{face.width}|{face.height}|{face.bleed}".encode()).hexdigest()[:20]
        if name not in self.fields:
            root = svg.parse(f'<svg xmlns="{svg.NAMESPACE}">{self.ink.on(face.svg)}</svg>', "the face")
            run = _Run(self, face)
            # Forms cannot be nested while they are drawn: what a face uses is engraved first, then placed.
            run.collect(list(root))
            self.canvas.beginForm(name, 0, 0, run.width * POINTS, run.height * POINTS)
            run.draw()
            self.canvas.endForm()
            self.fields[name] = tuple(run.fields)
        return name

    def find(self, href: str) -> Path:
        """The file that an <image> names."""
        for folder in self.folders:
            path = inside(folder, href)
            if path is not None and path.is_file():
                return path
        known = [str(file.relative_to(self.folders[0])) for file in sorted(self.folders[0].rglob("*.svg"))]
        raise PrintingError(f"there is no image {href!r} in {self.folders[0]}.{nearest(href, known)}")

    def _fetch(self, url: str) -> bytes:
        """What CairoSVG may load: files of the game's folders, and only those."""
        name = url.removeprefix("file://")
        path = Path(name)
        if not (path.is_absolute() and any(inside(folder, name) for folder in self.folders) and path.is_file()):
            path = self.find(name)
        if path.suffix == ".svg":
            svg.parse(path.read_text(encoding="utf-8"), str(path))
        return path.read_bytes()


@dataclass(frozen=True)
class _Plate:
    """A form with the matrix that places it, in the face's millimetres (y down)."""

    name: str
    matrix: svg.Matrix


class _Run:
    """One face on its way through the press: a list of things to draw, in order."""

    def __init__(self, press: Press, face: Face) -> None:
        self.press = press
        self.face = face
        self.width = face.width + 2 * face.bleed
        self.height = face.height + 2 * face.bleed
        self.fields: list[Field] = []
        self.steps: list[_Plate | Element | svg.Matrix | None] = []

    def collect(self, elements: list[Element]) -> None:
        """Sorts elements into lifted ones and runs of line work between them; None closes a group."""
        lines: list[Element] = []
        for element in elements:
            if field := _field(element):
                self.fields.append(field)
            elif svg.tag(element) in _LIFTED:
                self._engrave(lines)
                self._lift(element)
            elif svg.tag(element) == "g" and _holds_text(element):
                self._engrave(lines)
                self._open_group(element)
            else:
                lines.append(element)
        self._engrave(lines)

    def _open_group(self, group: Element) -> None:
        if set(group.keys()) - {"transform", "id"}:
            raise PrintingError("text inside a <g> needs a plain group: only `transform` may stand on it.")
        self.steps.append(svg.transform(group.get("transform", ""), "the face"))
        self.collect(list(group))
        self.steps.append(None)

    def _engrave(self, lines: list[Element]) -> None:
        if not lines:
            return
        bleed = self.face.bleed
        markup = "".join(ElementTree.tostring(element, encoding="unicode") for element in lines)
        box = (-bleed, -bleed, self.width, self.height)
        name = self.press.engraver.plate(markup, box, (self.width, self.height))
        self.steps.append(_Plate(name, (1 / POINTS, 0, 0, -1 / POINTS, -bleed, self.height - bleed)))
        lines.clear()

    def _lift(self, element: Element) -> None:
        if svg.tag(element) != "image":
            self.steps.append(element)
            return
        path = self.press.find(svg.reference(element))
        if path.suffix in _PICTURES:
            self.steps.append(element)
        else:
            self.steps.append(self._symbol(element, path))

    def _symbol(self, element: Element, path: Path) -> _Plate:
        x, y, width, height = (float(element.get(key, "0")) for key in ("x", "y", "width", "height"))
        symbol = _Symbol(path, self.press.ink)
        _, _, across, down = symbol.box
        scale = min(width / across, height / down)
        name = self.press.engraver.plate(symbol.markup(element.get("color")), symbol.box, (across, down))
        left, top = x + (width - across * scale) / 2, y + (height - down * scale) / 2
        unit = scale / POINTS
        return _Plate(name, (unit, 0, 0, -unit, left, top + down * scale))

    def draw(self) -> None:
        """Draws everything in the face's millimetres with y downwards, as in the template."""
        canvas, bleed = self.press.canvas, self.face.bleed
        canvas.transform(POINTS, 0, 0, -POINTS, bleed * POINTS, (self.height - bleed) * POINTS)
        for step in self.steps:
            if step is None:
                canvas.restoreState()
            elif isinstance(step, _Plate):
                canvas.saveState()
                canvas.transform(*step.matrix)
                canvas.doForm(step.name)
                canvas.restoreState()
            elif isinstance(step, Element):
                self._draw_lifted(step)
            else:
                canvas.saveState()
                canvas.transform(*step)

    def _draw_lifted(self, element: Element) -> None:
        canvas = self.press.canvas
        canvas.saveState()
        if "transform" in element.keys():  # noqa: SIM118 - an Element's `in` would ask its children
            canvas.transform(*svg.transform(element.get("transform", ""), "the face"))
        if svg.tag(element) == "text":
            _draw_text(canvas, element)
        elif svg.tag(element) == "image":
            self._draw_picture(element)
        else:
            set_block(canvas, element)
        canvas.restoreState()

    def _draw_picture(self, element: Element) -> None:
        x, y, width, height = (float(element.get(key, "0")) for key in ("x", "y", "width", "height"))
        path = self.press.find(svg.reference(element))
        picture: object = str(path)
        if self.press.ink.grey:
            from PIL import Image

            picture = ImageReader(Image.open(path).convert("L"))
        self.press.canvas.transform(1, 0, 0, -1, x, y + height)
        try:
            self.press.canvas.drawImage(picture, 0, 0, width, height, mask="auto", preserveAspectRatio=True)
        except (OSError, ValueError) as fault:
            raise PrintingError(f"cannot read the picture {path}: {fault}") from fault


class _Symbol:
    """A drawing in a file of its own."""

    def __init__(self, path: Path, ink: Ink) -> None:
        self.path, self.ink = path, ink

    @cached_property
    def _root(self) -> Element:
        try:
            markup = self.path.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as fault:
            raise PrintingError(f"{self.path}: cannot be read as SVG ({fault}).") from fault
        return svg.parse(self.ink.on(markup), str(self.path))

    @cached_property
    def box(self) -> tuple[float, float, float, float]:
        """Its coordinates."""
        return svg.view_box(self._root, str(self.path))

    def markup(self, color: str | None) -> str:
        """Its contents, with the root's presentation attributes and the colour for `currentColor`."""
        if any(svg.tag(element) == "text" for element in self._root.iter()):
            raise PrintingError(f"{self.path}: <text> in an image needs a system font; use text() in the template.")
        skip = {"viewBox", "width", "height", "version", "preserveAspectRatio"}
        group = Element("g", {key: value for key, value in self._root.items() if key not in skip})
        if color:
            group.set("color", color)
        group.extend(list(self._root))
        return ElementTree.tostring(group, encoding="unicode")


def _holds_text(element: Element) -> bool:
    return any(svg.tag(inner) in {"text", "foreignObject"} or inner.get("data-field") for inner in element.iter())


def _field(element: Element) -> Field | None:
    name = element.get("data-field")
    if not name:
        return None
    x, y, width, height = (float(element.get(key, "0")) for key in ("x", "y", "width", "height"))
    sums = tuple((element.get("data-sums") or "").split())
    return Field(name, x, y, width, height, element.get("data-value") or "", sums, element.get("data-tip") or "")


def _draw_text(canvas: Canvas, element: Element) -> None:
    """One line of type; the page's y axis points down here, so the letters are set in a mirrored frame."""
    string = "".join(element.itertext())
    name, size = element.get("font-family", ""), float(element.get("font-size", "3"))
    spacing = float(element.get("letter-spacing") or 0)
    canvas.transform(1, 0, 0, -1, float(element.get("x", "0")), float(element.get("y", "0")))
    advance = canvas.stringWidth(string, name, size) + spacing * max(len(string) - 1, 0)
    start = {"middle": -advance / 2, "end": -advance}.get(element.get("text-anchor", "start"), 0.0)
    line = canvas.beginText(start, 0)
    line.setFont(name, size)
    line.setFillColor(HexColor(element.get("fill", "#000000")))
    line.setCharSpace(spacing)
    line.textOut(string)
    canvas.drawText(line)
