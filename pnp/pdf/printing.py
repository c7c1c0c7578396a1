"""The print run: sheets become the pages of one PDF, and the PDF a file on the disk."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path

from reportlab.pdfgen.canvas import Canvas

from pnp.definition.game import Game
from pnp.faces.ink import Ink
from pnp.imposition.papers import Paper
from pnp.imposition.stocks import stocks
from pnp.pdf.face_pdf import Press
from pnp.pdf.finishing import PageNote, begun, finished
from pnp.pdf.form_canvas import Draft
from pnp.pdf.prepress import PRESS, OutputProfile
from pnp.pdf.reprint import fingerprint, fingerprints
from pnp.pdf.sheet_pdf import SheetPrinter, fields_of, told
from pnp.pdf.svg_art import Engraver
from pnp.print_options import Calibration, Order, Printed
from pnp.sheets.composition import Composition
from pnp.sheets.sheet import Sheet, SheetFacts, Side
from shelf import paths
from shelf.atomic_write import write_whole
from shelf.kept import Kept
from shelf.messages import Message, in_language
from shelf.safe_files import read_toml

Progress = Callable[[int, int], None]
_MANY = 60
"""Pages from which on it is worth while to tidy up."""


def _no_progress(_done: int, _whole: int) -> None:
    """Whoever does not look needs no bar."""


def print_set(game: Game, order: Order, file: Path, progress: Progress = _no_progress) -> Printed:
    """Prints a game's set into `file`; a fault leaves the old file, or none, never a part of one."""
    printed, content = printed_set(game, order, progress)
    if content:
        write_whole(file, content)
    return replace(printed, file=file)


def printed_set(
    game: Game, order: Order, progress: Progress = _no_progress, kept: Kept | None = None
) -> tuple[Printed, bytes]:
    """A game's set as a PDF that has a name, but lies on no disk yet; empty where no sheet is to be printed again."""
    begun = time.perf_counter()
    kept = kept or Kept()
    composition = Composition(game, order, kept)
    content, pages = Run(game, order, composition.paper, kept).content(composition.sheets, progress)
    notes = [*composition.notes, *composition.boards.notes]
    if not content:
        notes.append(Message("printing.nothing_changed"))
    printed = Printed(
        file=Path(order.file_name(game)),
        game=game.id,
        pages=pages,
        sheets=len(composition.sheets),
        bound=composition.bound,
        proved=composition.proved,
        cuts=composition.cuts,
        bytes=len(content),
        seconds=time.perf_counter() - begun,
        notes=tuple(in_language(note, order.notes_language) for note in notes),
    )
    return printed, content


def printed_sheets(composition: Composition, progress: Progress = _no_progress) -> bytes:
    """A composed set as a PDF."""
    run = Run(composition.game, composition.order, composition.paper, composition.kept)
    return run.content(composition.sheets, progress)[0]


@dataclass(frozen=True)
class Run:
    """A print run: sheets become the pages of one file."""

    game: Game
    order: Order
    paper: Paper
    kept: Kept = field(default_factory=Kept)

    def content(self, sheets: Sequence[Sheet], progress: Progress = _no_progress) -> tuple[bytes, int]:
        """The finished PDF and its number of pages; nothing where no sheet differs from an earlier file."""
        draft, engraver, pages = self._drawn(sheets, progress)
        if draft is None:
            return b"", 0
        if len(pages) >= _MANY:
            gc.collect()  # ReportLab's document holds itself, and the finished file needs its room
        return finished(draft, engraver, pages, self._profile), len(pages)

    def _drawn(self, sheets: Sequence[Sheet], progress: Progress) -> tuple[Draft | None, Engraver, list[PageNote]]:
        """The draft of the file, if it has a page, the engraver, and what each page needs."""
        ink = Ink(self.order.low_ink, self.order.greyscale)
        canvas = begun(ink, self._profile)
        press = Press(canvas, [self.game.folder, paths.ASSETS], ink, self.kept)
        self._describe(canvas)
        printer = SheetPrinter(canvas, self.paper, self._words)
        earlier = fingerprints(self.order.sheets_changed_since) if self.order.sheets_changed_since else set()
        pages: list[PageNote] = []
        for number, sheet in enumerate(sheets, start=1):
            press.print((placed.face for side in sheet.sides for placed in side.placed if placed.read), read=True)
            forms = press.print(sheet.faces)
            mark = fingerprint(sheet, forms, self._circumstances)
            for side, name, shift in self._sides(sheet) if mark not in earlier else ():
                self._find(canvas, sheet, number, name, len(pages))
                printer.page(sheet, side, forms, self._facts(sheet, number, len(sheets), name), shift)
                pages.append(PageNote(mark, fields_of(sheet, side, forms), told(sheet, side, forms)))
            progress(number, len(sheets))
        return canvas.drafted() if pages else None, press.engraver, pages

    @cached_property
    def _profile(self) -> OutputProfile | None:
        """The press that the file is for."""
        return OutputProfile((self.order.profile or PRESS).read_bytes()) if self.order.for_press else None

    def _find(self, canvas: Canvas, sheet: Sheet, number: int, side: str, page: int) -> None:
        """The page's label, and on the first page of a sheet its bookmark."""
        word = "" if side == "front" else f" {self._words[side]}"
        canvas.addPageLabel(page, prefix=f"{number}{word}")
        if side != "back" or self.order.sides == "backs":
            canvas.bookmarkPage(f"sheet{number}")
            canvas.addOutlineEntry(f"{number}  {sheet.title}".strip(), f"sheet{number}", 0)

    @cached_property
    def _words(self) -> Mapping[str, str]:
        return read_toml(paths.ASSETS / f"sheet.{self.order.language}.toml")

    @property
    def _circumstances(self) -> str:
        order = self.order
        backs = f"{order.backs} {order.core} {order.flip} {order.calibration}"
        press = self._profile.mark if self._profile else ""
        return f"{self.paper} {order.edition} {press} {backs} {order.sides} {order.date}"

    def _sides(self, sheet: Sheet) -> Iterator[tuple[Side, str, Calibration | None]]:
        """The pages of a sheet; a blank back is a page, too, or both sides lose count, but not in a copy shop."""
        if self.order.sides in ("both", "fronts"):
            yield sheet.front, "fold_side" if sheet.front.fold else "front", None
        if sheet.size and not sheet.back.placed:
            return
        if self.order.backs == "duplex" and self.order.sides in ("both", "backs"):
            yield sheet.back, "back", self.order.calibration

    def _facts(self, sheet: Sheet, number: int, whole: int, side: str) -> SheetFacts:
        stock = stocks()[sheet.stock].name.in_(self.order.language)
        rest = (self.paper.name, stock, self._words["scale"], *([self.order.date] if self.order.date else []))
        title = self.game.spec.title.in_(self.order.language)
        return SheetFacts(title, self._words["sheet"].format(n=number, m=whole), self._words[side], rest)

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
