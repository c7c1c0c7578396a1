"""The printing of a set: from a checked definition and an order to one PDF on the disk."""

from __future__ import annotations

import io
import os
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Literal

from reportlab.pdfgen.canvas import Canvas

from pnp import shelf
from pnp.backs import Backs, Flip, Mirror, Spot, duplex
from pnp.cutting import Cut
from pnp.definitions import Game, Language, Page, Part, read_toml
from pnp.errors import DefinitionError, PrintingError, nearest
from pnp.faces import Face, FaceMaker
from pnp.finishing import finished
from pnp.fonts import font
from pnp.imposition import Imposition, SheetLayout, Slot, TooLarge, impose
from pnp.imposition import Part as Piece
from pnp.ink import Ink
from pnp.papers import Paper, papers
from pnp.press import Press
from pnp.sheets import Calibration, Facts, Placed, Sheet, SheetPrinter, Side

Edition = Literal["timbuktu", "bleed"]
Sides = Literal["both", "fronts", "backs"]
Progress = Callable[[int, int], None]

BLEED = 3.0
GUTTER = 6.0
"""Between blocks of different components: room for the ticks and the numbers of the cuts."""
FOLD_GAP = 10.0
"""Between fronts and backs of a gutterfold, half of it on either side of the fold."""


@dataclass(frozen=True)
class Order:
    """What somebody asks the printing house for."""

    paper: str = "a4"
    language: Language = "de"
    edition: Edition = "timbuktu"
    backs: Backs = "duplex"
    flip: Flip = "long"
    calibration: Calibration = field(default_factory=Calibration)
    low_ink: bool = False
    greyscale: bool = False
    only: tuple[str, ...] = ()
    sides: Sides = "both"
    date: str = ""


@dataclass(frozen=True)
class Printed:
    """What came off the press."""

    file: Path
    game: str
    pages: int
    sheets: int
    bound: int
    proved: bool
    cuts: int
    bytes: int
    seconds: float
    notes: tuple[str, ...] = ()


def print_set(game: Game, order: Order, file: Path, progress: Progress = lambda done, whole: None) -> Printed:
    """Prints a game's set into `file`; a fault leaves the old file, or none, never a part of one."""
    begun = time.perf_counter()
    job = Job(game, order)
    content = job.content(progress)
    write_whole(file, content)
    imposition = job.imposition
    return Printed(
        file=file,
        game=game.id,
        pages=job.pages_printed,
        sheets=len(job.sheets),
        bound=len(job.pages) + (imposition.bound if imposition else 0),
        proved=imposition.proved if imposition else True,
        cuts=imposition.cuts if imposition else 0,
        bytes=len(content),
        seconds=time.perf_counter() - begun,
        notes=tuple(job.notes),
    )


def write_whole(file: Path, content: bytes) -> None:
    """Writes beside the old file first, so that a full disk or a crash loses nothing."""
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=file.parent, prefix=f".{file.name}.", delete=False) as draft:
            try:
                draft.write(content)
                draft.flush()
                os.fsync(draft.fileno())
                Path(draft.name).chmod(0o644)
                Path(draft.name).replace(file)
            except BaseException:
                Path(draft.name).unlink(missing_ok=True)
                raise
    except OSError as fault:
        raise PrintingError(f"Cannot write {file}: {fault.strerror or fault}.") from fault


class Job:
    """One set on its way through the house: faces, imposition, sheets, pages."""

    def __init__(self, game: Game, order: Order) -> None:
        if order.paper not in papers():
            raise PrintingError(f"There is no paper {order.paper!r}.{nearest(order.paper, papers())}")
        self.game, self.order = game, order
        self.paper: Paper = papers()[order.paper]
        self.maker = FaceMaker(game, order.language, order.low_ink)
        self.words = sheet_words(order.language)
        self.notes: list[str] = []
        self.bleed = self._bleed()
        self.parts: list[Part] = [part for part in game.spec.part if self._wanted(part.id)]
        self.pages: list[Page] = [page for page in game.spec.page if self._wanted(page.id)]
        self.pages_printed = 0

    def _wanted(self, name: str) -> bool:
        known = [part.id for part in self.game.spec.part] + [page.id for page in self.game.spec.page]
        for asked in self.order.only:
            if asked not in known:
                raise PrintingError(f"{self.game.id} has no part {asked!r}.{nearest(asked, known)}")
        return not self.order.only or name in self.order.only

    def _bleed(self) -> float:
        if self.order.edition == "timbuktu":
            return 0.0
        room = round(min(self.paper.side, self.paper.end) - self.paper.edge, 2)
        if room < BLEED:
            self.notes.append(f"{BLEED:g} mm of bleed do not fit on {self.paper.name}: {room:g} mm used.")
        return min(BLEED, room)

    @cached_property
    def imposition(self) -> Imposition | None:
        """Which component lies where, on how many sheets; None where only pages are printed."""
        if not self.parts:
            return None
        pieces = [
            Piece(part.id, *part.size, count=len(self.game.copies(part)), may_turn=part.may_turn) for part in self.parts
        ]
        try:
            return impose(pieces, self._area, gap=2 * self.bleed, gutter=GUTTER + 2 * self.bleed)
        except TooLarge as fault:
            raise DefinitionError(self.game.folder / "game.toml", f"{fault} (paper {self.paper.name})") from fault

    @property
    def _area(self) -> tuple[float, float]:
        width, height = self.paper.area
        return (width, round((height - FOLD_GAP) / 2, 2)) if self.order.backs == "gutterfold" else (width, height)

    @cached_property
    def sheets(self) -> list[Sheet]:
        """All sheets of the set: the pages to read and write on first, then the components."""
        layouts = self.imposition.sheets if self.imposition else ()
        return [self._page_sheet(page) for page in self.pages] + [self._part_sheet(layout) for layout in layouts]

    def _page_sheet(self, page: Page) -> Sheet:
        size = (self.paper.width, self.paper.height)
        spot = Spot(0, 0, *size)
        sides = [
            Side((Placed(self.maker.face(name, size, 0.0), spot),) if name else ()) for name in (page.face, page.back)
        ]
        return Sheet(*sides, whole_page=True)

    def _part_sheet(self, layout: SheetLayout) -> Sheet:
        folded = self.order.backs == "gutterfold"
        fold = self.paper.height / 2
        mirror = Mirror("y", fold) if folded else duplex(self.paper.width, self.paper.height, self.order.flip)
        left = (self.paper.width - layout.width) / 2
        top = (fold - FOLD_GAP / 2 - layout.height) if folded else (self.paper.height - layout.height) / 2
        fronts: list[Placed] = []
        backs: list[Placed] = []
        for slot in layout.slots:
            spot = Spot(left + slot.x, top + slot.y, slot.width, slot.height, 90 if slot.turned else 0)
            front, back = self._faces_of(slot)
            fronts.append(Placed(front, spot))
            if back:
                backs.append(Placed(back, mirror.of(spot)))
        cuts = tuple(
            Cut(cut.number, cut.axis, cut.at + (left if cut.axis == "x" else top), *_moved(cut, left, top))
            for cut in layout.cuts
        )
        touching = self.bleed == 0.0
        if folded:
            return Sheet(Side((*fronts, *backs), cuts, fold, touching), Side(), self.bleed)
        return Sheet(Side(tuple(fronts), cuts, None, touching), Side(tuple(backs)), self.bleed)

    def _faces_of(self, slot: Slot) -> tuple[Face, Face | None]:
        part, rows = self._copies[slot.part]
        row = rows[slot.index]
        front = self.maker.face(part.face, part.size, self.bleed, row)
        wanted = part.back if self.order.backs != "none" else None
        return front, self.maker.face(wanted, part.size, self.bleed, row) if wanted else None

    @cached_property
    def _copies(self) -> dict[str, tuple[Part, list[Mapping[str, str]]]]:
        return {part.id: (part, list(self.game.copies(part))) for part in self.parts}

    def content(self, progress: Progress) -> bytes:
        """The finished PDF."""
        buffer = io.BytesIO()
        canvas = Canvas(buffer, invariant=1, pageCompression=1, initialFontName=font())
        press = Press(canvas, [self.game.folder, shelf.ASSETS], Ink(self.order.low_ink, self.order.greyscale))
        self._describe(canvas)
        printer = SheetPrinter(canvas, press, self.paper, self.words)
        whole = len(self.sheets)
        for number, sheet in enumerate(self.sheets, start=1):
            for side, name, shift in self._sides(sheet):
                facts = self._facts(number, whole, name)
                printer.page(sheet, side, facts, shift)
                self.pages_printed += 1
            progress(number, whole)
        canvas.save()
        return finished(buffer.getvalue(), press)

    def _sides(self, sheet: Sheet) -> Iterator[tuple[Side, str, Calibration | None]]:
        folded = self.order.backs == "gutterfold"
        if self.order.sides in ("both", "fronts"):
            yield sheet.front, "fold_side" if folded and sheet.front.fold else "front", None
        if self.order.backs == "duplex" and self.order.sides in ("both", "backs"):
            yield sheet.back, "back", self.order.calibration

    def _facts(self, number: int, whole: int, side: str) -> Facts:
        rest = (self.paper.name, self.words["scale"], *([self.order.date] if self.order.date else []))
        title = self.game.spec.title.in_(self.order.language)
        return Facts(title, self.words["sheet"].format(n=number, m=whole), self.words[side], rest)

    def _describe(self, canvas: Canvas) -> None:
        spec = self.game.spec
        canvas.setTitle(spec.title.in_(self.order.language))
        canvas.setAuthor(spec.designer)
        if spec.credit:
            canvas.setSubject(spec.credit.in_(self.order.language))
        canvas.setCreator("Timbuktu")
        canvas.setCatalogEntry("Lang", self.order.language)
        canvas.setViewerPreference("PrintScaling", "None")
        canvas.setViewerPreference("DisplayDocTitle", "true")
        if self.order.backs == "duplex" and self.order.sides == "both":
            canvas.setViewerPreference("Duplex", f"DuplexFlip{self.order.flip.title()}Edge")
        else:
            canvas.setViewerPreference("Duplex", "Simplex")


def sheet_words(language: Language) -> Mapping[str, str]:
    """The words on the margins."""
    return read_toml(shelf.ASSETS / f"sheet.{language}.toml")


def _moved(cut: Cut, left: float, top: float) -> tuple[float, float]:
    along = top if cut.axis == "x" else left
    return cut.start + along, cut.end + along
