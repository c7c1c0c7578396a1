"""An empty file to print into: the same input gives the same bytes."""

from __future__ import annotations

import os
import zlib
from collections.abc import Iterable
from datetime import UTC, datetime
from typing import IO, Any

from reportlab.pdfbase.pdfdoc import BasicFonts, PDFDocument, PDFName, PDFObject, xObjectName
from reportlab.pdfgen.canvas import Canvas

from pnp.faces.fonts import font
from shelf.errors import PrintingError, quoted
from shelf.messages import Message


def new_canvas(file: IO[bytes], **wishes: Any) -> Canvas:
    """A canvas whose date is always the same, or the one of SOURCE_DATE_EPOCH."""
    _check_date(os.environ.get("SOURCE_DATE_EPOCH", "").strip())
    return _Canvas(file, invariant=1, initialFontName=font(), **wishes)


def reserve_form(canvas: Canvas, name: str) -> None:
    """An empty form of that name, for what is put into the finished file."""
    canvas._doc.addForm(name, _Form((0, 0, 0, 0), "", ()))


class _Form(PDFObject):  # type: ignore[misc]
    """A form whose content is packed when it is drawn.

    ReportLab's own keeps it as text, among a dozen objects, until the file is saved: of two thousand cards that is more
    than all the rest that a program needs.
    """

    def __init__(self, box: Iterable[float], content: str, uses: Iterable[str]) -> None:
        self.box = " ".join(f"{side:.6g}" for side in box)
        self.content = zlib.compress(content.encode("extpdfdoc")) if content else b""
        self.uses = tuple(sorted({xObjectName(name) for name in uses}))

    def format(self, document: PDFDocument) -> bytes:
        """The form as it stands in the file."""
        number = document.idToObjectNumberAndVersion
        uses = "".join(f"{PDFName(name)} {number[name][0]} 0 R " for name in self.uses)
        resources = f"/Font {number[BasicFonts][0]} 0 R /XObject << {uses}>>"
        packed = "/Filter /FlateDecode " if self.content else ""
        head = (
            f"<< /Type /XObject /Subtype /Form /BBox [ {self.box} ] /Resources << {resources} >>"
            f" {packed}/Length {len(self.content)} >>\nstream\n"
        )
        return head.encode("ascii") + self.content + b"\nendstream\n"


class _Canvas(Canvas):  # type: ignore[misc]
    """A canvas whose forms take little room."""

    def endForm(self, **_: object) -> None:  # noqa: N802 - ReportLab's name
        """What was drawn since `beginForm`, as a form."""
        name, *box = self._formData
        form = _Form(box, "\n".join([self._preamble, *self._code]), self._formsinuse)
        self._doc.addForm(name, form)
        self._restartAccumulators()
        self.pop_state_stack()


def _check_date(seconds: str) -> None:
    """The libraries that read it take for granted that it is a date."""
    try:
        if seconds and int(seconds) < 0:
            raise ValueError
        datetime.fromtimestamp(int(seconds or 0), UTC)
    except (ValueError, OverflowError, OSError):
        raise PrintingError(Message("printing.epoch", seconds=quoted(seconds))) from None
