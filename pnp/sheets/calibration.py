"""Fronts and backs that line up: a page to print, what one reads on it, and the memory of that reading.

The front has a grid at a mark near its top and one near its bottom, the back a cross at the same places. Held against
the light with the front towards one, the cross shows on the grid by how much the printer misses.
"""

from __future__ import annotations

import io
import math
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, get_args

from reportlab.lib.colors import HexColor
from reportlab.pdfgen.canvas import Canvas

from pnp.faces.fonts import POINTS
from pnp.faces.typesetting import set_line
from pnp.imposition.backs import Flip, Spot, duplex
from pnp.imposition.papers import Paper
from pnp.print_options import Calibration
from pnp.sheets.canvas import fresh
from pnp.sheets.sheet import HAIR
from shelf.atomic_write import write_whole
from shelf.errors import PrintingError, message_of, quoted, sentence
from shelf.home import home
from shelf.messages import Message
from shelf.safe_files import read_toml

MARK_FROM_END = 60.0
"""How far the marks lie from the paper's upper and lower edge, in millimetres."""
GRID = 6
"""Millimetres that a grid reaches to each side."""
_FARTHEST = 100.0
"""Millimetres, or degrees, beyond which a calibration is a slip of the pen."""


@dataclass(frozen=True)
class Reading:
    """Where the crosses of the back appear on the grids of the front: right and down, in millimetres."""

    top: tuple[float, float]
    bottom: tuple[float, float]

    def correction(self, paper: Paper, flip: Flip) -> Calibration:
        """How the back has to be moved and turned, on its own side of the paper."""
        right = (self.top[0] + self.bottom[0]) / 2
        down = (self.top[1] + self.bottom[1]) / 2
        apart = paper.height - 2 * MARK_FROM_END
        lean = math.degrees(math.atan2(self.bottom[0] - self.top[0], apart))
        # Turned about its long edge the back sees left and right exchanged, about its short edge top and bottom;
        # either way what turns clockwise on one side turns the other way on the other.
        dx, dy = (right, -down) if flip == "long" else (-right, down)
        return Calibration(round(dx, 3), round(dy, 3), round(-lean, 4))


def memory() -> Path:
    """The file that keeps the reading, in the user's configuration folder."""
    return home() / "printer.toml"


def remember(flip: Flip, calibration: Calibration) -> Path:
    """Keeps a calibration for this way of turning the paper."""
    known = _all()
    try:
        known[flip] = _checked(asdict(calibration))
    except ValueError as fault:
        raise PrintingError(Message("calibration.not_kept", fault=fault)) from None
    lines = [
        f"[{name}]\ndx = {item.dx}\ndy = {item.dy}\ndegrees = {item.degrees}\n" for name, item in sorted(known.items())
    ]
    head = "# How to move and turn the back, found with `timbuktu calibrate`.\n"
    write_whole(memory().resolve(), (head + "\n".join(lines)).encode())
    return memory()


def remembered(flip: Flip) -> Calibration:
    """The calibration for this way of turning the paper; none is a printer that does not miss."""
    return _all().get(flip, Calibration())


def _all() -> dict[str, Calibration]:
    if not memory().exists():
        return {}
    try:
        table = read_toml(memory())
        if strange := set(table) - set(get_args(Flip)):
            raise ValueError(Message("calibration.no_edge", strange=quoted(min(strange))))
        return {name: _checked(row) for name, row in table.items()}
    except (PrintingError, TypeError, ValueError, AttributeError, OverflowError) as fault:
        reason = sentence(message_of(fault))
        raise PrintingError(Message("calibration.unreadable", file=memory(), reason=reason)) from fault


def _checked(row: dict[str, Any]) -> Calibration:
    numbers = {key: float(value) for key, value in row.items()}
    for key, number in numbers.items():
        if not abs(number) <= _FARTHEST:
            raise ValueError(Message("calibration.too_far", key=key, number=number, farthest=f"{_FARTHEST:g}"))
    return Calibration(**numbers)


def calibration_page(paper: Paper, flip: Flip, calibration: Calibration, words: dict[str, str]) -> bytes:
    """Front and back of the page, the back moved by what is known so far."""
    buffer = io.BytesIO()
    canvas = Canvas(buffer, (paper.width * POINTS, paper.height * POINTS), **fresh())
    canvas.setTitle(words["title"])
    canvas.setAuthor("Timbuktu")
    canvas.setCreator("Timbuktu")
    canvas.setCatalogEntry("Lang", words["language"])
    canvas.setViewerPreference("DisplayDocTitle", "true")
    canvas.addPageLabel(0, style="ARABIC")
    canvas.setViewerPreference("PrintScaling", "None")
    canvas.setViewerPreference("Duplex", f"DuplexFlip{flip.title()}Edge")
    marks = [(paper.width / 2, MARK_FROM_END), (paper.width / 2, paper.height - MARK_FROM_END)]
    _begin(canvas, paper)
    for (x, y), label in zip(marks, ("top", "bottom"), strict=True):
        _grid(canvas, x, y, words[label])
    for number, line in enumerate(words["explain"].splitlines()):
        set_line(canvas, line.format(flip=flip), paper.width / 2, paper.height / 2 - 24 + 6 * number, 9, "middle")
    _bookmark(canvas, words["front"])
    canvas.showPage()
    _begin(canvas, paper)
    _bookmark(canvas, words["back"])
    canvas.translate(paper.width / 2 + calibration.dx, paper.height / 2 + calibration.dy)
    canvas.rotate(calibration.degrees)
    canvas.translate(-paper.width / 2, -paper.height / 2)
    mirror = duplex(paper.width, paper.height, flip)
    for x, y in marks:
        spot = mirror.of(Spot(x, y, 0, 0))
        canvas.setLineWidth(HAIR)
        canvas.line(spot.x - 10, spot.y, spot.x + 10, spot.y)
        canvas.line(spot.x, spot.y - 10, spot.x, spot.y + 10)
    canvas.showPage()
    canvas.save()
    return buffer.getvalue()


def _bookmark(canvas: Canvas, name: str) -> None:
    canvas.bookmarkPage(name)
    canvas.addOutlineEntry(name, name, 0)


def _begin(canvas: Canvas, paper: Paper) -> None:
    canvas.transform(POINTS, 0, 0, -POINTS, 0, paper.height * POINTS)
    canvas.setStrokeColor(HexColor("#221c14"))


def _grid(canvas: Canvas, x: float, y: float, label: str) -> None:
    """Half millimetres as ticks, millimetres as lines, numbered to the right and downwards."""
    for step in range(-GRID, GRID + 1):
        canvas.setLineWidth(0.3 if step == 0 else HAIR / 2)
        canvas.line(x + step, y - GRID, x + step, y + GRID)
        canvas.line(x - GRID, y + step, x + GRID, y + step)
        if step % 2 == 0:
            set_line(canvas, str(step), x + step, y - GRID - 0.8, 5, "middle")
            set_line(canvas, str(step), x - GRID - 1.6, y + step + 0.6, 5, "middle")
    set_line(canvas, label, x, y - GRID - 5, 9, "middle")
