"""The printing of a set: from a checked definition and an order to one PDF on the disk."""

from __future__ import annotations

import io
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Literal, NamedTuple

from reportlab.pdfgen.canvas import Canvas

from pnp import shelf
from pnp.backs import Backs, Flip, Mirror, Spot, duplex
from pnp.chart import build_chart
from pnp.cutting import Cut
from pnp.definitions import Game, Language, Page, Part, read_toml
from pnp.errors import DefinitionError, PrintingError, nearest
from pnp.faces import Face, FaceMaker
from pnp.finishing import PageNote, finished
from pnp.folding import panels
from pnp.fonts import font
from pnp.imposition import Imposition, SheetLayout, Slot, TooLarge, impose
from pnp.imposition import Part as Piece
from pnp.ink import Ink
from pnp.ledger import has_chart
from pnp.papers import Paper, papers
from pnp.press import Press
from pnp.reprint import fingerprint, fingerprints
from pnp.sheets import Calibration, Facts, Placed, Sheet, SheetPrinter, Side, fields_of
from pnp.writing import write_whole

Edition = Literal["timbuktu", "bleed"]
Sides = Literal["both", "fronts", "backs"]
Progress = Callable[[int, int], None]



def _no_progress(_done: int, _whole: int) -> None:
    """Whoever does not look needs no bar."""


CHART = "chart"
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
    sheets_changed_since: Path | None = None
    date: str = ""

    def file_name(self, game: Game) -> str:
        """A name that tells the order's wishes where they differ from the usual."""
        wishes = [
            self.edition if self.edition != "timbuktu" else "",
            self.backs if self.backs != "duplex" else "",
            "short-edge" if self.flip != "long" else "",
            self.sides if self.sides != "both" else "",
            "low-ink" if self.low_ink else "",
            "grey" if self.greyscale else "",
            "-".join(self.only),
            "changed" if self.sheets_changed_since else "",
        ]
        return "-".join([game.id, self.paper, self.language, *filter(None, wishes)]) + ".pdf"


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


def print_set(game: Game, order: Order, file: Path, progress: Progress = _no_progress) -> Printed:
    """Prints a game's set into `file`; a fault leaves the old file, or none, never a part of one."""
    begun = time.perf_counter()
    job = Job(game, order)
    content = job.content(progress)
    if content:
        write_whole(file, content)
    results = [imposed.result for imposed in job.impositions]
    return Printed(
        file=file,
        game=game.id,
        pages=job.pages_printed,
        sheets=len(job.sheets),
        bound=len(job.pages) + job.chart + sum(result.bound for result in results),
        proved=all(result.proved for result in results),
        cuts=sum(result.cuts for result in results),
        bytes=len(content),
        seconds=time.perf_counter() - begun,
        notes=tuple(job.notes),
    )


def part_ids(game: Game) -> list[str]:
    """What `--only` may name."""
    chart = [CHART] if has_chart(game) else []
    return [part.id for part in game.spec.part] + [page.id for page in game.spec.page] + chart


def chart_sheet(face: Face, paper: Paper) -> Sheet:
    """A scoring chart as a sheet of its own."""
    return Sheet(Side((Placed(face, Spot(0, 0, paper.width, paper.height)),)), Side(), whole_page=True)


class Imposed(NamedTuple):
    """An imposition, and whether its backs lie beside the fronts, across a fold."""

    result: Imposition
    folded: bool


class Job:
    """One set on its way through the house: faces, imposition, sheets, pages."""

    def __init__(self, game: Game, order: Order) -> None:
        if order.paper not in papers():
            raise PrintingError(f"There is no paper {order.paper!r}.{nearest(order.paper, papers())}")
        self.game, self.order = game, order
        self.paper: Paper = papers()[order.paper]
        self.maker = FaceMaker(game, order.language, order.low_ink)
        self.notes: list[str] = []
        self.bleed = self._bleed()
        self.parts: list[Part] = [part for part in game.spec.part if self._wanted(part.id)]
        self.pages: list[Page] = [page for page in game.spec.page if self._wanted(page.id)]
        self.chart = has_chart(game) and self._wanted(CHART)
        self.pages_printed = 0

    def _wanted(self, name: str) -> bool:
        known = part_ids(self.game)
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
    def impositions(self) -> list[Imposed]:
        """Which component lies where; in a gutterfold, what has no back takes no half for it."""
        folded = [part for part in self.parts if self.order.backs == "gutterfold" and part.back]
        flat = [part for part in self.parts if part not in folded]
        width, height = self.paper.area
        half = (width, round((height - FOLD_GAP) / 2, 2))
        groups = ((folded, half, True), (flat, (width, height), False))
        return [Imposed(self._impose(parts, area), fold) for parts, area, fold in groups if parts]

    def _impose(self, parts: list[Part], area: tuple[float, float]) -> Imposition:
        pieces = [
            Piece(part.id, *part.size, count=len(self.game.copies(part)), may_turn=part.may_turn) for part in parts
        ]
        try:
            return impose(pieces, area, gap=2 * self.bleed, gutter=GUTTER + 2 * self.bleed)
        except TooLarge as fault:
            number = next(n for n, part in enumerate(self.game.spec.part) if part.id == fault.key)
            raise self.game.fault(f"{fault} (paper {self.paper.name}).", "part", number, "size") from fault

    @cached_property
    def sheets(self) -> list[Sheet]:
        """All sheets of the set: the pages to read and write on first, then the components."""
        pages = [self._page_sheet(page) for page in self.pages]
        if self.chart:
            pages.append(chart_sheet(build_chart(self.game, self.order.language, self.paper), self.paper))
        return pages + [
            self._part_sheet(layout, imposed.folded) for imposed in self.impositions for layout in imposed.result.sheets
        ]

    def _page_sheet(self, page: Page) -> Sheet:
        spots = panels(page.fold, self.paper) if page.fold else [Spot(0, 0, self.paper.width, self.paper.height)]
        placed = [
            Placed(self.maker.face(page.face, spot.upright, 0.0, {"page": number, "pages": len(spots)}), spot)
            for number, spot in enumerate(spots, start=1)
        ]
        return Sheet(Side(tuple(placed)), Side(), whole_page=True)

    def _part_sheet(self, layout: SheetLayout, folded: bool) -> Sheet:
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
        """The finished PDF; empty where no sheet differs from the earlier file."""
        content, self.pages_printed = Run(self.game, self.order, self.paper).content(self.sheets, progress)
        if not content:
            self.notes.append("No sheet differs from the earlier file: nothing was written.")
        return content


@dataclass(frozen=True)
class Run:
    """A print run: sheets become the pages of one file."""

    game: Game
    order: Order
    paper: Paper

    def content(self, sheets: Sequence[Sheet], progress: Progress = _no_progress) -> tuple[bytes, int]:
        """The finished PDF and its number of pages; nothing where no sheet differs from an earlier file."""
        buffer = io.BytesIO()
        canvas = Canvas(buffer, invariant=1, pageCompression=1, initialFontName=font())
        press = Press(canvas, [self.game.folder, shelf.ASSETS], Ink(self.order.low_ink, self.order.greyscale))
        self._describe(canvas)
        printer = SheetPrinter(canvas, press, self.paper, self._words)
        earlier = fingerprints(self.order.sheets_changed_since) if self.order.sheets_changed_since else set()
        pages: list[PageNote] = []
        for number, sheet in enumerate(sheets, start=1):
            mark = fingerprint(sheet, press, self._circumstances)
            for side, name, shift in self._sides(sheet) if mark not in earlier else ():
                printer.page(sheet, side, self._facts(number, len(sheets), name), shift)
                pages.append(PageNote(mark, fields_of(sheet, side, press)))
            progress(number, len(sheets))
        if not pages:
            return b"", 0
        canvas.save()
        return finished(buffer.getvalue(), press, pages), len(pages)

    @property
    def _words(self) -> Mapping[str, str]:
        return read_toml(shelf.ASSETS / f"sheet.{self.order.language}.toml")

    @property
    def _circumstances(self) -> str:
        order = self.order
        return f"{self.paper} {order.edition} {order.backs} {order.flip} {order.calibration} {order.sides} {order.date}"

    def _sides(self, sheet: Sheet) -> Iterator[tuple[Side, str, Calibration | None]]:
        if self.order.sides in ("both", "fronts"):
            yield sheet.front, "fold_side" if sheet.front.fold else "front", None
        if self.order.backs == "duplex" and self.order.sides in ("both", "backs"):
            yield sheet.back, "back", self.order.calibration

    def _facts(self, number: int, whole: int, side: str) -> Facts:
        rest = (self.paper.name, self._words["scale"], *([self.order.date] if self.order.date else []))
        title = self.game.spec.title.in_(self.order.language)
        return Facts(title, self._words["sheet"].format(n=number, m=whole), self._words[side], rest)

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
        duplexed = self.order.backs == "duplex" and self.order.sides == "both"
        edge = f"DuplexFlip{self.order.flip.title()}Edge"
        canvas.setViewerPreference("Duplex", edge if duplexed else "Simplex")


def _moved(cut: Cut, left: float, top: float) -> tuple[float, float]:
    along = top if cut.axis == "x" else left
    return cut.start + along, cut.end + along
