"""The type of forms: Source Serif as a simple PDF font, for fields into which people write with any viewer.

Viewers set what is typed into a field with the field's own font, one byte a letter, so this font holds all of Latin-1;
names that were filled in beforehand may need letters beyond it, which get the codes that Latin-1 leaves free.
"""

from __future__ import annotations

import io
import json
from base64 import b64decode, b64encode
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass
from functools import cached_property
from importlib.metadata import version
from pathlib import Path

import pikepdf
from pikepdf import Array, Dictionary, Name
from reportlab.pdfbase import pdfmetrics

from pnp.faces.fonts import POINT, font, missing_glyphs, text_width
from shelf.errors import DoesNotFitError
from shelf.kept import Kept, made_by
from shelf.messages import Message

INK = "0.133 0.11 0.078 rg"

_UPRIGHT_SERIF = 2 | 32
_FREE_CODES = (*range(0x01, 0x20), 0x81, 0x8D, 0x8F, 0x90, 0x9D)
"""Codes without a letter in WinAnsiEncoding."""


@dataclass(frozen=True)
class Cut:
    """The type with these letters alone: its measures, in thousandths of its size, and its program."""

    name: str
    box: tuple[int, ...]
    ascent: int
    descent: int
    cap_height: int
    widths: Mapping[str, int]
    program: str
    """In base 64."""

    @property
    def file(self) -> bytes:
        """The program as it goes into a PDF."""
        return b64decode(self.program)


def cut(letters: str) -> Cut:
    """Cuts the type down to letters; fontTools takes long to import, so it comes only when it is needed."""
    from fontTools import subset
    from fontTools.ttLib import TTFont

    options = subset.Options(hinting=False, name_IDs=[6], notdef_outline=True)
    options.drop_tables += ["GSUB", "GPOS", "GDEF"]  # a viewer sets no ligature, and they take long to read
    program = TTFont(pdfmetrics.getFont(font()).face.filename, recalcTimestamp=False)
    cutter = subset.Subsetter(options)
    cutter.populate(unicodes=[ord(letter) for letter in letters])
    cutter.subset(program)
    em, shape, glyphs = program["head"].unitsPerEm, program["head"], program.getBestCmap()

    def units(length: int) -> int:
        return round(length * 1000 / int(em))

    buffer = io.BytesIO()
    program.save(buffer)
    return Cut(
        str(program["name"].getDebugName(6)),
        tuple(units(edge) for edge in (shape.xMin, shape.yMin, shape.xMax, shape.yMax)),
        units(program["hhea"].ascent),
        units(program["hhea"].descent),
        units(program["OS/2"].sCapHeight),
        {letter: units(program["hmtx"][glyphs[ord(letter)]][0]) for letter in letters},
        b64encode(buffer.getvalue()).decode(),
    )


class FormType:
    """The font of one file; `lines` are the texts it must be able to set."""

    key = "/SourceSerif"

    def __init__(self, pdf: pikepdf.Pdf, lines: Iterable[str], kept: Kept | None = None) -> None:
        self.pdf, self.kept = pdf, kept or Kept()
        self.codes = _codes("".join(lines))

    def set(self, string: str, size: float, width: float, height: float) -> bytes:
        """The content of a field that shows the string in its middle."""
        if not string:
            return b"/Tx BMC EMC"
        codes = bytes(self.codes[letter] for letter in string)
        x = (width - text_width(string, font(), size) / POINT) / 2
        y = (height - self._cut.cap_height / 1000 * size) / 2
        shown = f"BT {self.key} {size:g} Tf {INK} {x:.3f} {y:.3f} Td <{codes.hex()}> Tj ET"
        return f"/Tx BMC q {shown} Q EMC".encode("ascii")

    @cached_property
    def object(self) -> pikepdf.Object:
        """The font with its program."""
        cut, letters = self._cut, {code: letter for letter, code in self.codes.items()}
        program = self.pdf.make_stream(cut.file)
        program.Length1 = len(cut.file)
        descriptor = Dictionary(
            Type=Name.FontDescriptor,
            FontName=Name(f"/{cut.name}"),
            Flags=_UPRIGHT_SERIF,
            FontBBox=Array(cut.box),
            ItalicAngle=0,
            Ascent=cut.ascent,
            Descent=cut.descent,
            CapHeight=cut.cap_height,
            StemV=84,
            FontFile2=program,
        )
        return self.pdf.make_indirect(
            Dictionary(
                Type=Name.Font,
                Subtype=Name.TrueType,
                BaseFont=Name(f"/{cut.name}"),
                FirstChar=0,
                LastChar=255,
                Widths=Array([cut.widths[letters[code]] if code in letters else 0 for code in range(256)]),
                FontDescriptor=self.pdf.make_indirect(descriptor),
                Encoding=self._encoding(),
            )
        )

    @cached_property
    def _cut(self) -> Cut:
        letters = "".join(sorted(self.codes))
        file = Path(pdfmetrics.getFont(font()).face.filename)
        source = f"{letters} {made_by(Path(__file__), file)} {version('fonttools')}".encode()
        return Cut(**json.loads(self.kept.get("form font", source, lambda: json.dumps(asdict(cut(letters))).encode())))

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
    from fontTools import agl

    return str(agl.UV2AGL.get(ord(letter), f"uni{ord(letter):04X}"))
