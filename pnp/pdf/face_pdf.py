"""The press puts faces into the PDF, each distinct face once, as form objects that sheets can place anywhere.

Text becomes real text in embedded type, and every file named by <image> a form object that all faces share; only what
is left, the line work, goes through CairoSVG, and equal line work goes through it once. That is why a deck of two
thousand cards costs little more than its text, and why a word on a card can be searched for.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from reportlab import rl_config
from reportlab.lib.colors import HexColor
from reportlab.lib.utils import ImageReader
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfgen.canvas import Canvas

from pnp.faces import svg
from pnp.faces.face import Face
from pnp.faces.fields import Field
from pnp.faces.fonts import POINTS
from pnp.faces.images import Images, Symbol, is_picture, picture
from pnp.faces.ink import Ink
from pnp.faces.limits import allowed, limited
from pnp.faces.shaping import shaped
from pnp.faces.typesetting import set_block
from pnp.pdf.form_canvas import FormCanvas
from pnp.pdf.reading import GROUPS, ROLES, Reading, Tag
from pnp.pdf.svg_art import Engraver
from shelf.errors import DefinitionError, PrintingError, message_of, quoted
from shelf.kept import Kept
from shelf.messages import Message

rl_config.useA85 = 0  # text in place of bytes is for printers of 1990; made in plain Python, it is slow

_TYPE = {"text", "foreignObject"}
_LIFTED = {*_TYPE, "image"}
_PLATE = 100.0
"""Millimetres of a symbol's longer side when it is engraved: large enough for fine lines, whatever its coordinates."""


@dataclass(frozen=True, slots=True)
class Form:
    """A face in the file: its form's name, the boxes one can write into, a mark, and what it tells who cannot see it.

    Marks are equal for faces that look the same, whatever files their pictures come from.
    """

    name: str
    fields: tuple[Field, ...]
    mark: str
    told: Tag


Forms = Mapping[Face, Form]


class Press:
    """Prints faces into one canvas; `folders` are the places whose files may be placed, nearest first."""

    def __init__(self, canvas: FormCanvas, folders: Iterable[Path], ink: Ink, kept: Kept | None = None) -> None:
        self.canvas = canvas
        self.ink = ink
        self.images = Images(folders)
        self.engraver = Engraver(ink, kept or Kept())
        self.placed: dict[str, Face] = {}
        """Faces that an <image> of another face may name as it names a file."""
        self._forms: dict[str, Form] = {}
        self._symbols: dict[tuple[Path, str | None], tuple[str, svg.Extent]] = {}
        self._pictures: dict[Path, tuple[str, svg.Extent]] = {}

    def print(self, faces: Iterable[Face], read: bool = False) -> Forms:
        """Draws faces, bleed included, each as a form; equal ones share it. Gives the forms of these faces.

        Faces that are to be `read`, not cut out, also tell what stands there.
        """
        return {face: self._form(face, read) for face in dict.fromkeys(faces)}

    def _form(self, face: Face, read: bool) -> Form:
        name = hashlib.sha256(f"{face.svg}|{face.width}|{face.height}|{face.bleed}".encode()).hexdigest()[:20]
        if name not in self._forms:
            self._forms[name] = self._new_form(name, face, read)
        return self._forms[name]

    def _new_form(self, name: str, face: Face, read: bool) -> Form:
        try:
            return self._drawn(name, face, Reading(self.canvas, silent=not read))
        except PrintingError as fault:
            raise face.blamed(fault) from fault
        except MemoryError as fault:
            raise face.blamed(PrintingError(allowed().too_large)) from fault

    def _drawn(self, name: str, face: Face, reading: Reading) -> Form:
        root = face.drawing()
        self.ink.on(root)
        run = _Run(self, face)
        # Forms cannot be nested while they are drawn: what a face uses is engraved first, then placed.
        run.collect(list(root))
        self.canvas.beginForm(name, 0, 0, run.width * POINTS, run.height * POINTS)
        run.draw(reading)
        self.canvas.endForm(held=not reading.silent)
        return Form(name, tuple(run.fields), run.mark(), reading.tree)

    def symbol(self, path: Path, color: str | None) -> tuple[str, svg.Extent]:
        """The plate of a drawing in a file of its own, and its coordinates."""
        key = path, color
        if key not in self._symbols:
            symbol = Symbol(path, self.ink)
            _, _, across, down = symbol.extent
            grow = _PLATE / max(across, down)
            try:
                size = across * grow, down * grow
                plate = self.engraver.plate(self.canvas, symbol.markup(color), symbol.extent, size)
            except PrintingError as fault:
                raise DefinitionError(path, message_of(fault)) from fault
            self._symbols[key] = plate, symbol.extent
        return self._symbols[key]

    def picture(self, path: Path) -> tuple[str, svg.Extent]:
        """A form that shows a picture in the ink of this print run, a pixel a point; its pixels are not kept."""
        if path not in self._pictures:
            pixels = picture(path)
            width, height = pixels.size
            name = hashlib.sha256(f"{self.ink}".encode() + path.read_bytes()).hexdigest()[:20]
            if not self.canvas.hasForm(name):
                as_it_is = self.ink == Ink() and pixels.format
                reader = ImageReader(str(path) if as_it_is else self.ink.picture(pixels))
                del pixels
                self.canvas.beginForm(name, 0, 0, width, height)
                self.canvas.drawImage(reader, 0, 0, width, height, mask="auto")
                self.canvas.endForm()
            self._pictures[path] = name, (0, 0, width, height)
        return self._pictures[path]

    def supply(self, path: Path) -> str:
        """The name by which line work may place a file, once that is vetted."""
        if is_picture(path):
            picture(path)
            return self.engraver.supply(path.read_bytes())
        return self.engraver.supply(ElementTree.tostring(Symbol(path, self.ink).root))


@dataclass(frozen=True)
class _Plate:
    """A form with the matrix that places it, in the face's millimetres (y down)."""

    name: str
    matrix: svg.Matrix


@dataclass(frozen=True)
class _Group:
    """A group that opens: how it is moved, and what it is to who cannot see it, if that is anything."""

    matrix: svg.Matrix
    tag: Tag | None


class _Run:
    """One face on its way through the press: a list of things to draw, in order."""

    def __init__(self, press: Press, face: Face) -> None:
        self.press = press
        self.face = face
        self.width = face.width + 2 * face.bleed
        self.height = face.height + 2 * face.bleed
        self.fields: list[Field] = []
        self.steps: list[_Plate | Element | Field | _Group | None] = []
        self._open: list[_Group] = []
        self.matrix: svg.Matrix = (1, 0, 0, 1, 0, 0)

    def collect(self, elements: list[Element]) -> None:
        """Sorts elements into lifted ones and runs of line work between them; None closes a group."""
        lines: list[Element] = []
        for element in elements:
            if field := _field(element):
                self.fields.append(field)
                self.steps.append(field)
            elif svg.tag(element) in _LIFTED:
                self._engrave(lines)
                self._lift(element)
            elif svg.tag(element) == "g" and (_is_told(element) or _holds_lifted(element)):
                self._engrave(lines)
                self._open_group(element)
            else:
                lines.append(element)
        self._engrave(lines)

    def _open_group(self, group: Element) -> None:
        outside, change = self.matrix, svg.transform(group.get("transform", ""))
        self.matrix = svg.times(outside, change)
        self.steps.append(_Group(change, _tag(group)))
        self.collect(list(group))
        self.steps.append(None)
        self.matrix = outside

    def _engrave(self, lines: list[Element]) -> None:
        """Line work on a plate of its own, which covers the whole face wherever its group has been moved to."""
        if not lines:
            return
        bleed = self.face.bleed
        extent = svg.seen_through(self.matrix, (-bleed, -bleed, self.width, self.height))
        if extent is None:
            lines.clear()
            return
        for element in (inner for line in lines for inner in line.iter()):
            self._prepare(element)
        markup = "".join(ElementTree.tostring(element, encoding="unicode") for element in lines)
        left, top, width, height = extent
        a, b, c, d, *_ = self.matrix
        grow = math.sqrt(abs(a * d - b * c))
        name = self.press.engraver.plate(self.press.canvas, markup, extent, (width * grow, height * grow))
        unit = 1 / grow / POINTS
        self.steps.append(_Plate(name, (unit, 0, 0, -unit, left, top + height)))
        lines.clear()

    def _prepare(self, element: Element) -> None:
        if svg.tag(element) in _TYPE:
            raise PrintingError(Message("svg.text_place"))
        if svg.tag(element) == "image":
            path = self.press.images.find(svg.reference(element))
            element.attrib.pop(f"{{{svg.XLINK}}}href", None)
            element.set("href", self.press.supply(path))

    def _lift(self, element: Element) -> None:
        self.steps.append(self._placed(element) if svg.tag(element) == "image" else element)

    def _placed(self, element: Element) -> _Plate:
        """A file, or another face, where it is placed, as large as fits, centred."""
        x, y, width, height = svg.extent(element)
        if face := self.press.placed.get(svg.reference(element)):
            unit = min(width / face.width, height / face.height) / POINTS
            return _Plate(self.press.print([face])[face].name, (unit, 0, 0, -unit, x, y + face.height * unit * POINTS))
        path = self.press.images.find(svg.reference(element))
        pixels = is_picture(path)
        name, (_, _, across, down) = (
            self.press.picture(path) if pixels else self.press.symbol(path, element.get("color"))
        )
        scale = min(width / across, height / down)
        left, top = x + (width - across * scale) / 2, y + (height - down * scale) / 2
        unit = scale if pixels else scale * max(across, down) / _PLATE / POINTS
        placed: svg.Matrix = (unit, 0, 0, -unit, left, top + down * scale)
        return _Plate(name, svg.times(svg.transform(element.get("transform", "")), placed))

    def mark(self) -> str:
        """What the face shows: its markup and ink, the engraved plates and the pictures it uses."""
        mark = hashlib.sha256(f"{self.face.svg}{self.press.ink}".encode())
        for step in self.steps:
            if isinstance(step, _Plate):
                mark.update(repr(step).encode())
        return mark.hexdigest()

    def draw(self, reading: Reading) -> None:
        """Draws everything in the face's millimetres with y downwards, as in the template."""
        canvas, bleed = self.press.canvas, self.face.bleed
        canvas.transform(POINTS, 0, 0, -POINTS, bleed * POINTS, (self.height - bleed) * POINTS)
        for step in self.steps:
            if step is None:
                canvas.restoreState()
                if self._open.pop().tag:
                    reading.end()
            elif isinstance(step, _Group):
                self._open.append(step)
                if step.tag:
                    reading.begin(step.tag)
                canvas.saveState()
                canvas.transform(*step.matrix)
            elif isinstance(step, Field):
                reading.box(step.name)
            elif isinstance(step, _Plate):
                with reading.artifact():
                    canvas.saveState()
                    canvas.transform(*step.matrix)
                    canvas.doForm(step.name)
                    canvas.restoreState()
            else:
                self._draw_lifted(step, reading)

    def _draw_lifted(self, element: Element, reading: Reading) -> None:
        canvas = self.press.canvas
        if svg.tag(element) == "text":
            with reading.content(ROLES.get(element.get("data-tag", ""), "P")):
                _draw_text(canvas, element)
            return
        canvas.saveState()
        if "transform" in element.keys():  # noqa: SIM118 - an Element's `in` would ask its children
            canvas.transform(*svg.transform(element.get("transform", "")))
        _draw_block(canvas, element, reading)
        canvas.restoreState()


_PLAIN = {"transform", "id", "data-tag", "data-alt", "data-scope", "data-span"}


def _is_told(group: Element) -> bool:
    """Whether a plain group is an element of what is read."""
    return group.get("data-tag") in GROUPS and not set(group.keys()) - _PLAIN


def _tag(group: Element) -> Tag | None:
    role, scope = GROUPS.get(group.get("data-tag", "")), group.get("data-scope", "")
    span = round(min(max(svg.number(group, "data-span", 1), 1), 1000))
    return Tag(role, group.get("data-alt", ""), scope if scope in ("Row", "Column") else "", span) if role else None


def _holds_lifted(group: Element) -> bool:
    """Whether a plain group holds what is not line work."""
    if set(group.keys()) - _PLAIN:
        return False
    return any(svg.tag(inner) in _LIFTED or inner.get("data-field") for inner in group.iter())


def _field(element: Element) -> Field | None:
    name = element.get("data-field")
    if not name:
        return None
    sums = tuple((element.get("data-sums") or "").split())
    return Field(name, *svg.extent(element), element.get("data-value") or "", sums, element.get("data-tip") or "")


_colour = cache(HexColor)


def _draw_text(canvas: Canvas, element: Element) -> None:
    """One line of type; the page's y axis points down here, so the letters are set in a mirrored frame.

    It leaves nothing behind but its colour, which whatever is drawn next sets anew; to save and restore the state
    for every line would take as long as the line. Letters that are set apart would look like words of one letter to a
    program that reads the page; it is told what stands there.
    """
    string = "".join(element.itertext())
    name, size = element.get("font-family", ""), svg.number(element, "font-size", 3)
    spacing = svg.number(element, "letter-spacing")
    if name not in pdfmetrics.getRegisteredFontNames():
        raise PrintingError(Message("svg.no_typeface", name=quoted(name)))
    run = shaped(string, name, bool(spacing))
    advance = run.advance * size + spacing * max(len(string) - 1, 0)
    start = {"middle": -advance / 2, "end": -advance}.get(element.get("text-anchor", "start"), 0.0)
    frame: svg.Matrix = (1, 0, 0, -1, svg.number(element, "x") + start, svg.number(element, "y"))
    line = canvas.beginText()
    line.setTextTransform(*svg.times(svg.transform(element.get("transform", "")), frame))
    line.setFont(name, size)
    line.setFillColor(_colour(element.get("fill", "#000000")))
    if spacing:
        line.setCharSpace(spacing)
    line.textOut(run.glyphs)
    if not spacing:
        canvas.drawText(line)
        return
    line.setCharSpace(0)
    canvas.addLiteral(f"/Span <</ActualText <FEFF{string.encode('utf-16-be').hex().upper()}>>> BDC")
    canvas.drawText(line)
    canvas.addLiteral("EMC")


def _draw_block(canvas: Canvas, element: Element, reading: Reading) -> None:
    try:
        with limited():
            set_block(canvas, element, lambda name: reading.content(ROLES.get(name, "P")))
    except (ValueError, ArithmeticError, LookupError) as fault:
        raise PrintingError(Message("svg.block", fault=fault)) from fault
