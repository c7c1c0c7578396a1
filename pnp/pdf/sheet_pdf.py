"""Sheets become pages: the faces, what stands beside them, and how both get there.

A page is drawn in millimetres from the paper's top left corner. On its front stand the faces, one hairline between
neighbours that touch, tick marks outside the components at both ends of every cut, the cut's number at its beginning;
on both sides a ruler and the print facts. Nothing is drawn on a component that the knife might miss.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager

from reportlab.lib.colors import HexColor, white
from reportlab.pdfgen.canvas import Canvas

from pnp.faces.fields import Field
from pnp.faces.fonts import POINT, POINTS, font, text_width
from pnp.faces.typesetting import set_line
from pnp.imposition.backs import QuarterTurn, Spot
from pnp.imposition.cutting import Cut
from pnp.imposition.papers import Paper
from pnp.pdf.face_pdf import Form, Forms
from pnp.pdf.reading import Told
from pnp.print_options import Calibration
from pnp.sheets.sheet import HAIR, TICK, Placed, Sheet, SheetFacts, Side, Strip

_INK = HexColor("#1c1c1c")
_SEAM = HexColor("#808080")
"""The line between neighbours: fine enough to cut along, pale enough not to show on a card cut beside it."""


class SheetPrinter:
    """Draws pages on one kind of paper into one canvas."""

    def __init__(self, canvas: Canvas, paper: Paper, words: Mapping[str, str]) -> None:
        self.canvas, self.paper, self.words = canvas, paper, words
        self._stencils: dict[object, str] = {}

    def page(self, sheet: Sheet, side: Side, forms: Forms, facts: SheetFacts, shift: Calibration | None = None) -> None:
        """One page: faces, marks, ruler and facts."""
        canvas, paper = self.canvas, self.paper
        if sheet.size:
            self._bare_page(sheet, side, forms)
            return
        canvas.setPageSize((paper.width * POINTS, paper.height * POINTS))
        spots = tuple(placed.shown for placed in side.placed)
        folds = (side.fold, side.spine)
        layout = (spots, side.contours, side.cuts, folds, side.hairlines, side.strips, side.name, sheet.bleed)
        marks = self._stencil(layout, lambda: self._marks(sheet, side))
        canvas.saveState()
        canvas.transform(POINTS, 0, 0, -POINTS, 0, paper.height * POINTS)
        canvas.saveState()
        if shift:
            self._shift(shift)
        with self._as("Figure", told(sheet, side, forms).picture):
            for placed in side.placed:
                self._place(forms[placed.face], placed)
        with self._as("Artifact"):
            canvas.doForm(marks)
        canvas.restoreState()
        if sheet.marginalia and side.placed:
            ruler = self._stencil("ruler", self._ruler)
            with self._as("Artifact"):
                self._facts(facts)
                canvas.doForm(ruler)
        canvas.restoreState()
        self._boxes(sheet, side)
        canvas.showPage()

    @contextmanager
    def _as(self, role: str, alt: str = "") -> Iterator[None]:
        """Marks what is drawn as the picture of its page, or as nothing to be read; what tells is marked inside."""
        if role == "Figure" and not alt:
            yield
            return
        self.canvas.addLiteral("/Figure <</MCID 0>> BDC" if alt else "/Artifact BMC")
        yield
        self.canvas.addLiteral("EMC")

    def _place(self, form: Form, placed: Placed) -> None:
        canvas, window = self.canvas, placed.window
        canvas.saveState()
        if window:
            path = canvas.beginPath()
            for spot in (window, *placed.tongues):
                path.rect(spot.x, spot.y, spot.width, spot.height)
            canvas.clipPath(path, stroke=0, fill=0)
        canvas.transform(*placing(placed))
        canvas.doForm(form.name)
        canvas.restoreState()

    def _bare_page(self, sheet: Sheet, side: Side, forms: Forms) -> None:
        """A page of the face's own size and its bleed; an empty back stays a page, so that both sides keep count."""
        canvas, bleed = self.canvas, sheet.bleed
        width, height = sheet.size or (0.0, 0.0)
        whole = (width + 2 * bleed) * POINTS, (height + 2 * bleed) * POINTS
        canvas.setPageSize(whole)
        canvas.setTrimBox([bleed * POINTS, bleed * POINTS, whole[0] - bleed * POINTS, whole[1] - bleed * POINTS])
        canvas.setBleedBox([0, 0, *whole])
        with self._as("Figure", told(sheet, side, forms).picture):
            for placed in side.placed:
                canvas.doForm(forms[placed.face].name)
        canvas.showPage()

    def _stencil(self, key: object, draw: Callable[[], None]) -> str:
        """The form of what many pages show alike, in millimetres of the paper; drawn for the first of them."""
        if key not in self._stencils:
            name = self._stencils[key] = f"stencil{len(self._stencils)}"
            self.canvas.beginForm(name, 0, 0, self.paper.width, self.paper.height)
            draw()
            self.canvas.endForm()
        return self._stencils[key]

    def _shift(self, shift: Calibration) -> None:
        middle = (self.paper.width / 2, self.paper.height / 2)
        self.canvas.translate(middle[0] + shift.dx, middle[1] + shift.dy)
        self.canvas.rotate(shift.degrees)
        self.canvas.translate(-middle[0], -middle[1])

    def _boxes(self, sheet: Sheet, side: Side) -> None:
        """TrimBox and BleedBox: round the components, or the page itself where nothing is cut."""
        paper, bleed = self.paper, sheet.bleed
        left, top, right, bottom = 0.0, 0.0, paper.width, paper.height
        if side.placed and not sheet.whole_page:
            spots = [placed.shown for placed in side.placed]
            left, top = min(spot.x for spot in spots), min(spot.y for spot in spots)
            right = max(spot.x + spot.width for spot in spots)
            bottom = max(spot.y + spot.height for spot in spots)
        for name, more in (("trim", 0.0), ("bleed", bleed)):
            low, high = paper.height - bottom - more, paper.height - top + more
            box = [edge * POINTS for edge in (left - more, low, right + more, high)]
            getattr(self.canvas, f"set{name.title()}Box")(box)

    def _marks(self, sheet: Sheet, side: Side) -> None:
        spots = [placed.shown for placed in side.placed if side.fold is None or placed.spot.y < side.fold]
        for strip in side.strips:
            self._strip(strip)
        for contour in side.contours:
            self._contour(contour)
        if side.name:
            self._say(side.name, self.paper.side + 8, self.paper.edge + 3, 8, weight="semibold")
        self.canvas.setStrokeColor(_INK)
        for cut in side.cuts:
            reach = _reach(cut, spots)
            if reach is None:
                continue
            if side.hairlines:
                self.canvas.setLineWidth(HAIR)
                self.canvas.setStrokeColor(_SEAM)
                for start, end in _shared_edges(cut, spots):
                    self._line(cut, start, end)
            self._ticks(cut, reach, sheet.bleed)
        if side.fold is not None:
            self._fold_lines(side.fold, side.spine)

    def _line(self, cut: Cut, start: float, end: float) -> None:
        if cut.axis == "x":
            self.canvas.line(cut.at, start, cut.at, end)
        else:
            self.canvas.line(start, cut.at, end, cut.at)

    def _ticks(self, cut: Cut, reach: tuple[float, float], bleed: float) -> None:
        """A tick at both ends; the white below it keeps it visible where it meets a neighbour's bleed."""
        low, high = reach
        near, far = TICK[0] + bleed, TICK[1] + bleed
        for colour, weight in ((white, 4 * HAIR), (_INK, HAIR)):
            self.canvas.setStrokeColor(colour)
            self.canvas.setLineWidth(weight)
            self._line(cut, low - near, low - far)
            self._line(cut, high + near, high + far)
        along = low - far - 1.1
        x, y = (cut.at, along) if cut.axis == "x" else (along - 0.2, cut.at)
        self._number(cut.number, x, y)

    def _contour(self, points: Sequence[tuple[float, float]]) -> None:
        """A line to follow with the knife, visible on any picture."""
        canvas = self.canvas
        path = canvas.beginPath()
        path.moveTo(*points[0])
        for point in points[1:]:
            path.lineTo(*point)
        for colour, weight in ((white, 4 * HAIR), (_INK, HAIR)):
            canvas.setStrokeColor(colour)
            canvas.setLineWidth(weight)
            canvas.drawPath(path, stroke=1, fill=0)

    def _strip(self, strip: Strip) -> None:
        """Hatching and the neighbour's name where glue goes; a wedge outside shows either end of the seam.

        The neighbour covers all of it up to the seam, so the hatching may lie on the picture, but keeps off the seam.
        """
        canvas, spot = self.canvas, strip.spot
        upright = strip.seam in ("left", "right")
        across, length = (spot.width, spot.height) if upright else (spot.height, spot.width)
        canvas.saveState()
        canvas.transform(*_strip_axes(strip))
        canvas.setLineWidth(HAIR)
        for colour, shift in ((white, 0.25), (_INK, 0.0)):
            canvas.setStrokeColor(colour)
            for n in range(int((length - across) / 4)):
                canvas.line(1.2, n * 4 + 2 + shift, across, n * 4 + 2 + across - 1.2 + shift)
        canvas.setFillColor(_INK)
        for end, way in ((-0.6, -1), (length + 0.6, 1)):
            wedge = canvas.beginPath()
            wedge.moveTo(0, end)
            wedge.lineTo(-0.9, end + 2.2 * way)
            wedge.lineTo(0.9, end + 2.2 * way)
            canvas.drawPath(wedge, stroke=0, fill=1)
        canvas.restoreState()
        words = self.words["glue"].format(name=strip.neighbour)
        self._glue_words(words, spot.x + spot.width / 2, spot.y + spot.height / 2, upright)

    def _glue_words(self, words: str, x: float, y: float, upright: bool) -> None:
        canvas, size = self.canvas, 7.0
        wide = text_width(words, font("serif", "semibold"), size) + 4
        canvas.saveState()
        canvas.translate(x, y)
        canvas.rotate(90 if upright else 0)
        canvas.setFillColor(white)
        canvas.rect(-wide / 2, -2, wide, 4, stroke=0, fill=1)
        self._say(words, 0, size * POINT * 0.33, size, anchor="middle", weight="semibold")
        canvas.restoreState()

    def _number(self, number: int, x: float, y: float) -> None:
        size = 5 * POINT
        self.canvas.setFillColor(white)
        self.canvas.circle(x, y, 1.15, stroke=0, fill=1)
        self._say(str(number), x, y + size * 0.33, 5, anchor="middle", weight="semibold")

    def _fold_lines(self, y: float, spine: float) -> None:
        """One line to fold, or two with the spine between them."""
        canvas, paper = self.canvas, self.paper
        canvas.setLineWidth(HAIR)
        canvas.setDash([2, 1])
        for line in dict.fromkeys((y - spine / 2, y + spine / 2)):
            canvas.line(paper.edge, line, paper.width - paper.edge, line)
        canvas.setDash([])
        core = f"{spine:g}".replace(".", self.words["decimal"])
        words = self.words["wrap"].format(core=core) if spine else self.words["fold"]
        self._say(words, paper.width - paper.edge, y - spine / 2 - 0.8, 5.5, anchor="end")

    def _say(
        self, string: str, x: float, y: float, size: float, anchor: str = "start", weight: str = "regular"
    ) -> None:
        self.canvas.setFillColor(_INK)
        set_line(self.canvas, string, x, y, size, anchor, font("serif", weight))

    @property
    def _foot(self) -> tuple[float, float]:
        """Where the ruler begins in the lower margin, at the right; the facts stand left of it."""
        return self.paper.width - self.paper.side - 55.0, self.paper.height - self.paper.edge - 1.6

    def _facts(self, facts: SheetFacts) -> None:
        ruler, base = self._foot
        name, size, string = font(), 6.0, facts.line()
        room = ruler - self.paper.side - 4
        wide = text_width(string, name, size)
        self._say(string, self.paper.side, base + 0.7, size * min(1.0, room / wide))

    def _ruler(self) -> None:
        """Five centimetres above the line, two inches below it: a ruler laid on it shows if the scale is right."""
        canvas, (x, y) = self.canvas, self._foot
        canvas.setStrokeColor(_INK)
        canvas.setLineWidth(HAIR)
        canvas.line(x, y, x + 50.8, y)
        for millimetre in range(51):
            height = 1.5 if millimetre % 10 == 0 else 1.2 if millimetre % 5 == 0 else 0.8
            canvas.line(x + millimetre, y, x + millimetre, y - height)
        for eighth in range(17):
            height = 1.5 if eighth % 8 == 0 else 1.2 if eighth % 4 == 0 else 0.8
            canvas.line(x + eighth * 25.4 / 8, y, x + eighth * 25.4 / 8, y + height)
        self._say("5 " + self.words["centimetres"], x + 51.4, y - 0.4, 5)
        self._say("2 " + self.words["inches"], x + 51.4, y + 1.7, 5)


def fields_of(sheet: Sheet, side: Side, forms: Forms) -> tuple[Field, ...]:
    """The boxes of a whole page that one can write into; components are cut out and have none."""
    if not sheet.whole_page:
        return ()
    return tuple(field for placed in side.placed for field in forms[placed.face].fields)


def told(sheet: Sheet, side: Side, forms: Forms) -> Told:
    """What a page tells who cannot see it: what is read there or, where all is cut out, what it is a picture of."""
    read = tuple((forms[placed.face].name, forms[placed.face].told) for placed in side.placed if placed.read)
    return Told(sheet.title, read, sheet.title if side.placed and not read else "")


def placing(placed: Placed) -> tuple[float, float, float, float, float, float]:
    """The matrix that lays a form (points, y upwards, bleed included) on its spot (millimetres, y downwards)."""
    face, spot = placed.face, placed.spot
    # u to the right and v downwards on the face, from the trimmed corner, are u = fx/POINTS - bleed and
    # v = height + bleed - fy/POINTS; `along` and `down` say where one step of u and of v leads on the paper.
    along, down, origin = _directions(spot, spot.turn)
    grow, bleed = spot.upright[0] / face.width, face.bleed
    along, down = (along[0] * grow, along[1] * grow), (down[0] * grow, down[1] * grow)
    return (
        along[0] / POINTS,
        along[1] / POINTS,
        -down[0] / POINTS,
        -down[1] / POINTS,
        origin[0] - along[0] * bleed + down[0] * (face.height + bleed),
        origin[1] - along[1] * bleed + down[1] * (face.height + bleed),
    )


def _strip_axes(strip: Strip) -> tuple[float, float, float, float, float, float]:
    """Axes with x away from the seam and y along it."""
    spot = strip.spot
    return {
        "left": (1.0, 0.0, 0.0, 1.0, spot.x, spot.y),
        "top": (0.0, 1.0, 1.0, 0.0, spot.x, spot.y),
        "right": (-1.0, 0.0, 0.0, 1.0, spot.x + spot.width, spot.y),
        "bottom": (0.0, -1.0, 1.0, 0.0, spot.x, spot.y + spot.height),
    }[strip.seam]


_Pair = tuple[float, float]


def _directions(spot: Spot, turn: QuarterTurn) -> tuple[_Pair, _Pair, _Pair]:
    right, bottom = spot.x + spot.width, spot.y + spot.height
    return {
        0: ((1.0, 0.0), (0.0, 1.0), (spot.x, spot.y)),
        90: ((0.0, 1.0), (-1.0, 0.0), (right, spot.y)),
        180: ((-1.0, 0.0), (0.0, -1.0), (right, bottom)),
        270: ((0.0, -1.0), (1.0, 0.0), (spot.x, bottom)),
    }[turn]


def _spans(cut: Cut, spots: Sequence[Spot]) -> tuple[list[_Pair], list[_Pair]]:
    """The stretches of the cut's line along which components end, and along which components begin."""
    ends: list[_Pair] = []
    begins: list[_Pair] = []
    for spot in spots:
        near, far, low, high = (
            (spot.x, spot.x + spot.width, spot.y, spot.y + spot.height)
            if cut.axis == "x"
            else (spot.y, spot.y + spot.height, spot.x, spot.x + spot.width)
        )
        if low < cut.end - 0.01 and high > cut.start + 0.01:
            if math.isclose(far, cut.at, abs_tol=0.005):
                ends.append((low, high))
            if math.isclose(near, cut.at, abs_tol=0.005):
                begins.append((low, high))
    return ends, begins


def _reach(cut: Cut, spots: Sequence[Spot]) -> tuple[float, float] | None:
    """From where to where components lie along the cut."""
    ends, begins = _spans(cut, spots)
    both = ends + begins
    return (min(low for low, _ in both), max(high for _, high in both)) if both else None


def _shared_edges(cut: Cut, spots: Sequence[Spot]) -> list[_Pair]:
    """Where two components touch along the cut."""
    ends, begins = _spans(cut, spots)
    pairs = ((max(a[0], b[0]), min(a[1], b[1])) for a in ends for b in begins)
    return sorted((low, high) for low, high in pairs if high - low > 0.01)
