"""The type of forms: Source Serif as a simple PDF font, for fields into which people write with any viewer.

Viewers set what is typed into a field with the field's own font, one byte a letter, so this font holds all of Latin-1;
names that were filled in beforehand may need letters beyond it, which get the codes that Latin-1 leaves free.
"""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator
from functools import cached_property

import pikepdf
from fontTools import agl, subset
from fontTools.ttLib import TTFont
from pikepdf import Array, Dictionary, Name
from reportlab.pdfbase import pdfmetrics

from pnp.faces.fonts import POINT, font, missing_glyphs, text_width
from shelf.errors import DoesNotFitError
from shelf.messages import Message

INK = "0.133 0.11 0.078 rg"

_UPRIGHT_SERIF = 2 | 32
_FREE_CODES = (*range(0x01, 0x20), 0x81, 0x8D, 0x8F, 0x90, 0x9D)
"""Codes without a letter in WinAnsiEncoding."""


class FormType:
    """The font of one file; `lines` are the texts it must be able to set."""

    key = "/SourceSerif"

    def __init__(self, pdf: pikepdf.Pdf, lines: Iterable[str]) -> None:
        self.pdf = pdf
        self.codes = _codes("".join(lines))

    def set(self, string: str, size: float, width: float, height: float) -> bytes:
        """The content of a field that shows the string in its middle."""
        if not string:
            return b"/Tx BMC EMC"
        codes = bytes(self.codes[letter] for letter in string)
        x = (width - text_width(string, font(), size) / POINT) / 2
        y = (height - self._units(self._program["OS/2"].sCapHeight) / 1000 * size) / 2
        shown = f"BT {self.key} {size:g} Tf {INK} {x:.3f} {y:.3f} Td <{codes.hex()}> Tj ET"
        return f"/Tx BMC q {shown} Q EMC".encode("ascii")

    @cached_property
    def object(self) -> pikepdf.Object:
        """The font with its program."""
        letters = {code: letter for letter, code in self.codes.items()}
        shape, metrics = self._program["head"], self._program["hmtx"]
        glyphs = self._program.getBestCmap()
        widths = [self._units(metrics[glyphs[ord(letters[code])]][0]) if code in letters else 0 for code in range(256)]
        name = Name("/" + str(self._program["name"].getDebugName(6)))
        descriptor = Dictionary(
            Type=Name.FontDescriptor,
            FontName=name,
            Flags=_UPRIGHT_SERIF,
            FontBBox=Array([self._units(edge) for edge in (shape.xMin, shape.yMin, shape.xMax, shape.yMax)]),
            ItalicAngle=0,
            Ascent=self._units(self._program["hhea"].ascent),
            Descent=self._units(self._program["hhea"].descent),
            CapHeight=self._units(self._program["OS/2"].sCapHeight),
            StemV=84,
            FontFile2=self._file(),
        )
        return self.pdf.make_indirect(
            Dictionary(
                Type=Name.Font,
                Subtype=Name.TrueType,
                BaseFont=name,
                FirstChar=0,
                LastChar=255,
                Widths=Array(widths),
                FontDescriptor=self.pdf.make_indirect(descriptor),
                Encoding=self._encoding(),
            )
        )

    @cached_property
    def _program(self) -> TTFont:
        options = subset.Options(hinting=False, layout_features=[], name_IDs=[6], notdef_outline=True)
        program = TTFont(pdfmetrics.getFont(font()).face.filename, recalcTimestamp=False)
        cutter = subset.Subsetter(options)
        cutter.populate(unicodes=[ord(letter) for letter in self.codes])
        cutter.subset(program)
        return program

    def _units(self, length: int) -> int:
        """A length of the type's design in thousandths of its size."""
        em: int = self._program["head"].unitsPerEm
        return round(length * 1000 / em)

    def _file(self) -> pikepdf.Object:
        buffer = io.BytesIO()
        self._program.save(buffer)
        stream = self.pdf.make_stream(buffer.getvalue())
        stream.Length1 = len(buffer.getvalue())
        return stream

    def _encoding(self) -> pikepdf.Object:
        differences: list[object] = []
        for letter, code in self.codes.items():
            if code in _FREE_CODES:
                differences += [code, Name("/" + _glyph_name(letter))]
        if not differences:
            return Name.WinAnsiEncoding
        return Dictionary(Type=Name.Encoding, BaseEncoding=Name.WinAnsiEncoding, Differences=Array(differences))


def _codes(wanted: str) -> dict[str, int]:
    """One byte for every letter: WinAnsi, and free codes for what it lacks."""
    codes = {letter: code for code, letter in _win_ansi() if not missing_glyphs(letter, font())}
    others = sorted(set(wanted) - set(codes))
    if len(others) > len(_FREE_CODES):
        raise DoesNotFitError(Message("form.letters", free_codes=len(_FREE_CODES), others=len(others)))
    return codes | dict(zip(others, _FREE_CODES, strict=False))


def _win_ansi() -> Iterator[tuple[int, str]]:
    for code in range(0x20, 0x100):
        if code not in _FREE_CODES and code != 0x7F:
            yield code, bytes([code]).decode("cp1252")


def _glyph_name(letter: str) -> str:
    return str(agl.UV2AGL.get(ord(letter), f"uni{ord(letter):04X}"))
