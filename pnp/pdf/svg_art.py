"""The engraver turns pieces of SVG into PDF form objects with CairoSVG, each distinct piece once.

A piece goes into the file at once. ReportLab cannot take in foreign PDF objects: those that a piece brings along come
when the file is finished (`fill`).
"""

from __future__ import annotations

import hashlib
import io
import struct
import zlib
from dataclasses import dataclass, field
from functools import cache, lru_cache
from importlib.metadata import version
from pathlib import Path
from typing import NamedTuple

import pikepdf

from pnp.faces.fonts import POINTS
from pnp.faces.ink import Ink
from pnp.faces.limits import limited
from pnp.faces.svg import NAMESPACE, XLINK, Extent
from pnp.pdf.form_canvas import FormCanvas
from shelf.errors import PrintingError
from shelf.kept import Kept, made_by
from shelf.messages import Message

_LARGEST_POINTS = 14_400
"""What a PDF viewer accepts as a page's side."""
_KEPT = 2000
"""So many drawings are remembered: those of all sets of the house, some 20 MB; none of strangers' decks."""


class Drawing(NamedTuple):
    """A piece as PDF: what draws it, its box, and what it refers to, as text or, where that has parts, as a file."""

    content: bytes
    box: bytes
    resources: bytes

    @classmethod
    def read(cls, file: bytes) -> Drawing:
        """Takes it out of the file that CairoSVG wrote."""
        with pikepdf.open(io.BytesIO(file)) as drawing:
            page = drawing.pages[0]
            content = zlib.compress(page.Contents.read_bytes())
            resources = page.Resources.unparse(resolved=True)
            # A reference means something else in every file, so what has one keeps the file it is from.
            return cls(content, page.mediabox.unparse(), file if b" R" in resources else resources)

    @property
    def brings_objects(self) -> bool:
        """Whether what it refers to is a file."""
        return self.resources.startswith(b"%PDF")

    def packed(self) -> bytes:
        """All of it in one piece."""
        return b"".join(struct.pack(">I", len(part)) + part for part in self)

    @classmethod
    def unpacked(cls, packed: bytes) -> Drawing:
        """The three parts again."""
        parts, start = [], 0
        for _ in cls._fields:
            (size,) = struct.unpack_from(">I", packed, start)
            parts.append(packed[start + 4 : start + 4 + size])
            start += 4 + size
        return cls(*parts)


@cache
def _version() -> str:
    return version("cairosvg")


@dataclass
class Engraver:
    """Draws for one file; `supplies` are the files that drawings may name, vetted, by made-up names.

    `brought` are the files whose objects drawings bring along, with the numbers of the dictionary that names them.
    """

    ink: Ink
    kept: Kept = field(default_factory=Kept)
    supplies: dict[str, bytes] = field(default_factory=dict)
    brought: dict[bytes, tuple[int, int]] = field(default_factory=dict)

    def plate(self, canvas: FormCanvas, children: str, extent: Extent, size: tuple[float, float]) -> str:
        """The name of a form that shows `children` (user units of `extent`) on a field of `size` millimetres."""
        left, top, width, height = extent
        markup = (
            f'<svg xmlns="{NAMESPACE}" xmlns:xlink="{XLINK}" width="{size[0]}mm" height="{size[1]}mm"'
            f' viewBox="{left} {top} {width} {height}">{children}</svg>'
        )
        name = hashlib.sha256(f"{self.ink}{markup}".encode()).hexdigest()[:20]
        if not canvas.hasForm(name):
            if max(size) * POINTS > _LARGEST_POINTS:
                raise PrintingError(Message("svg.page_size", width=f"{size[0]:g}", height=f"{size[1]:g}"))
            self._place(canvas, name, self._drawing(markup))
        return name

    def _place(self, canvas: FormCanvas, name: str, drawing: Drawing) -> None:
        """Puts a drawing into the file; what it refers to in the file it is from comes at the end."""
        content = drawing.content
        if canvas.painter:
            content = zlib.compress(canvas.painted(zlib.decompress(content)))
        if not drawing.brings_objects:
            resources = canvas.shared(drawing.resources)
        else:
            if drawing.resources not in self.brought:
                self.brought[drawing.resources] = canvas.reserve()
            resources, _ = self.brought[drawing.resources]
        canvas.add_form(name, drawing.box, resources, content)

    def supply(self, content: bytes) -> str:
        """A name under which a drawing may place a vetted file."""
        name = f"supply:{hashlib.sha256(content).hexdigest()}"
        self.supplies[name] = content
        return name

    def _drawing(self, markup: str) -> Drawing:
        """What CairoSVG makes of a piece, now or at an earlier time; not where it places files of others."""
        if "supply:" in markup:
            return Drawing.read(self._drawn(markup))
        source = f"{made_by(Path(__file__))} {_version()} {self.ink} {markup}".encode()
        return Drawing.unpacked(self.kept.get("plate", source, lambda: Drawing.read(self._drawn(markup)).packed()))

    def _drawn(self, markup: str) -> bytes:
        named = tuple((name, content) for name, content in self.supplies.items() if name in markup)
        engraved = _engraved.__wrapped__ if self.kept.room else _engraved
        return engraved(markup, self.ink, named)

    def fill(self, pdf: pikepdf.Pdf) -> None:
        """Gives drawings what they refer to in the files they are from."""
        for file, (_, waiting) in self.brought.items():
            with pikepdf.open(io.BytesIO(file)) as drawing:
                resources = pdf.copy_foreign(drawing.make_indirect(drawing.pages[0].Resources))
            place = pdf.get_object(waiting, 0)
            for key, value in resources.items():
                place[key] = value


@lru_cache(maxsize=_KEPT)
def _engraved(markup: str, ink: Ink, supplies: tuple[tuple[str, bytes], ...]) -> bytes:
    """A drawing as a PDF file of its own; sets in other languages and on other paper have most drawings in common."""
    from cairosvg.parser import Tree  # takes a while to import, and is not needed for what was drawn before
    from cairosvg.surface import PDFSurface

    drawn, laid_ready = io.BytesIO(), dict(supplies)

    def fetch(url: str, _kind: str) -> bytes:
        """What CairoSVG may load: nothing but what the press has laid ready."""
        if url not in laid_ready:
            raise ValueError(Message("svg.url", url=repr(url)))
        return laid_ready[url]

    changes = {"map_rgba": ink.line_work, "map_image": ink.picture} if ink != Ink() else {}
    try:
        with limited():
            PDFSurface(Tree(bytestring=markup.encode(), url_fetcher=fetch), drawn, 96, **changes).finish()
    except PrintingError as fault:
        raise PrintingError(Message("svg.drawing", fault=fault)) from fault
    except RecursionError as fault:
        raise PrintingError(Message("svg.uses_itself")) from fault
    except Exception as fault:  # CairoSVG lets every kind of error through for a drawing it cannot read
        raise PrintingError(Message("svg.cairo", fault=fault)) from fault
    return drawn.getvalue()
