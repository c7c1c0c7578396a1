"""A canvas whose forms are in the finished file as soon as they are drawn.

ReportLab's own keep their content as text, among a dozen objects, until the file is saved.
"""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Callable
from typing import NamedTuple

from reportlab.pdfbase.pdfdoc import (
    BasicFonts,
    PDFDictionary,
    PDFDocument,
    PDFName,
    PDFObject,
    PDFObjectReference,
    xObjectName,
)
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
        self._bound: dict[str, int] = {}
        """Forms that are in the file, by ReportLab's names."""
        self._shared: dict[bytes, int] = {}

    def endForm(self, held: bool = False, **_: object) -> None:  # noqa: N802 - ReportLab's name
        """What was drawn since `beginForm`, as a form; one that is `held` can be changed until the end."""
        name, *corners = self._formData
        box = "[ " + " ".join(f"{corner:.6g}" for corner in corners) + " ]"
        resources = self.shared(b"<< /Font %d 0 R /XObject %b >>" % (self._number(BasicFonts), self._used()))
        content = "\n".join([self._preamble, *self._code]).encode("extpdfdoc")
        if held:
            stub = self._doc.idToObjectNumberAndVersion[self._stub(resources)][0]
            self._doc.addForm(name, _HeldForm(_entries(box.encode(), stub), zlib.compress(content)))
        else:
            self.add_form(name, box.encode(), resources, zlib.compress(self.painted(content)))
        self._restartAccumulators()
        self.pop_state_stack()

    def add_form(self, name: str, box: bytes, resources: int, packed: bytes) -> None:
        """Puts a form with these resources into the file."""
        number = self._bound[xObjectName(name)] = self.binding.reserve()
        self.binding.stream(number, _entries(box, resources), packed)
        self._doc.inObject = None

    def hasForm(self, name: str) -> bool:  # noqa: N802 - ReportLab's name
        """Whether there is a form of that name."""
        return xObjectName(name) in self._bound or self._doc.hasForm(name)

    def painted(self, content: bytes) -> bytes:
        """What draws, in the colours of this file."""
        return self.painter(content) if self.painter else content

    def shared(self, dictionary: bytes) -> int:
        """The number of a dictionary; equal ones have the same. In that of a form it could not be compressed."""
        mark = hashlib.sha256(dictionary).digest()
        if mark not in self._shared:
            number = self._shared[mark] = self.binding.reserve()
            self.binding.plain(number, dictionary)
        return self._shared[mark]

    def reserve(self) -> tuple[int, int]:
        """A dictionary that gets its entries at the end: its numbers in the file and in the skeleton."""
        number = self.binding.reserve()
        return number, self._doc.idToObjectNumberAndVersion[self._stub(number)][0]

    def drafted(self) -> Draft:
        """All of the file; after that nothing more can be drawn."""
        return Draft(self.getpdfdata(), self.binding)

    def _setXObjects(self, page: PDFObject) -> None:  # noqa: N802 - ReportLab's name
        """A page whose forms are all in the file names them there; one with a form that is held does so itself."""
        used = {xObjectName(form) for form in self._formsinuse}
        if used <= self._bound.keys():
            page.XObjects = PDFObjectReference(self._stub(self.shared(self._used()))) if used else None
            return
        stubs = {form: self._stub(self._bound[form]) if form in self._bound else form for form in used}
        page.XObjects = PDFDictionary({form: PDFObjectReference(stub) for form, stub in stubs.items()})

    def _used(self) -> bytes:
        """The forms that were used since the page or form began, as a dictionary."""
        used = sorted({xObjectName(form) for form in self._formsinuse})
        return f"<< {''.join(f'{PDFName(form)} {self._number(form)} 0 R ' for form in used)}>>".encode()

    def _number(self, name: str) -> int:
        """The number in the file of what has a name in ReportLab's."""
        return self._bound.get(name) or self.binding.promise(self._doc.idToObjectNumberAndVersion[name][0])

    def _stub(self, number: int) -> str:
        """The name by which ReportLab may refer to an object of the file."""
        name = f"Bound.{number}"
        if name not in self._doc.idToObject:
            self._doc.Reference(_STUB, name)
            self.binding.promise(self._doc.objectcounter, number)
        return name


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
