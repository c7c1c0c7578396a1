"""A canvas whose forms are in the finished file as soon as they are drawn.

ReportLab's own keep their content as text, among a dozen objects, until the file is saved.
"""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Callable
from typing import NamedTuple

from reportlab.pdfbase.pdfdoc import BasicFonts, PDFDocument, PDFName, PDFObject, xObjectName
from reportlab.pdfgen.canvas import Canvas

from pnp.pdf.binding import Binding

Painter = Callable[[bytes], bytes]
"""Turns what draws in one kind of colours into what draws in another."""
_STUB = b"<<>>"
"""What stands in the skeleton for an object that is in the file already, or gets its entries at the end."""


class Draft(NamedTuple):
    """What there is of a file when its last page is drawn: a PDF of all that waited, and what is written already."""

    skeleton: bytes
    binding: Binding


class FormCanvas(Canvas):  # type: ignore[misc]
    """Draws into one file; `painter` changes the colours of its forms."""

    def __init__(self, painter: Painter | None = None, version: str = "1.5", **wishes: object) -> None:
        super().__init__(None, pageCompression=1, **wishes)
        self.painter = painter
        self.binding = Binding(version)
        self._resources: dict[bytes, int] = {}

    def endForm(self, held: bool = False, **_: object) -> None:  # noqa: N802 - ReportLab's name
        """What was drawn since `beginForm`, as a form; one that is `held` can be changed until the end."""
        name, *corners = self._formData
        numbers = self._doc.idToObjectNumberAndVersion
        used = sorted({xObjectName(form) for form in self._formsinuse})
        uses = "".join(f"{PDFName(form)} {numbers[form][0]} 0 R " for form in used)
        resources = self.resources(f"<< /Font {numbers[BasicFonts][0]} 0 R /XObject << {uses}>> >>".encode())
        box = "[ " + " ".join(f"{corner:.6g}" for corner in corners) + " ]"
        content = "\n".join([self._preamble, *self._code]).encode("extpdfdoc")
        if held:
            self._doc.addForm(name, _HeldForm(_entries(box.encode(), resources), zlib.compress(content)))
        else:
            self.add_form(name, box.encode(), resources, zlib.compress(self.painted(content)))
        self._restartAccumulators()
        self.pop_state_stack()

    def add_form(self, name: str, box: bytes, resources: int, packed: bytes) -> None:
        """Puts a form with these resources into the file."""
        self._doc.addForm(name, _STUB)
        self.binding.stream(self._doc.objectcounter, _entries(box, resources), packed)

    def painted(self, content: bytes) -> bytes:
        """What draws, in the colours of this file."""
        return self.painter(content) if self.painter else content

    def resources(self, dictionary: bytes) -> int:
        """The number of a dictionary; equal ones have the same. In a form's own it could not be compressed."""
        mark = hashlib.sha256(dictionary).digest()
        if mark not in self._resources:
            self._resources[mark] = self.reserve()
            self.binding.plain(self._resources[mark], dictionary, self.reserve)
        return self._resources[mark]

    def reserve(self) -> int:
        """The number of an object that ReportLab does not write."""
        self._doc.Reference(_STUB, f"Reserved.{self._doc.objectcounter + 1}")
        return int(self._doc.objectcounter)

    def drafted(self) -> Draft:
        """All of the file; after that nothing more can be drawn."""
        return Draft(self.getpdfdata(), self.binding)


class _HeldForm(PDFObject):  # type: ignore[misc]
    """A form that waits for the end with the pages."""

    def __init__(self, entries: bytes, packed: bytes) -> None:
        self.entries, self.packed = entries, packed

    def format(self, _document: PDFDocument) -> bytes:
        """The form as it stands in the skeleton."""
        head = b"<< %b /Length %d >>\nstream\n" % (self.entries, len(self.packed))
        return head + self.packed + b"\nendstream\n"


def _entries(box: bytes, resources: int) -> bytes:
    start = b"/Type /XObject /Subtype /Form /BBox"
    return b"%b %b /Resources %d 0 R /Filter /FlateDecode" % (start, box, resources)
