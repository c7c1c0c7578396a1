"""A PDF that is bound leaf by leaf: what is finished is written at once, and only its place is remembered.

Libraries that write PDF hold all of its objects until it is saved, each in a hundred times the room that it takes in
the file; of a deck of two thousand cards that is more than all the rest that a program needs. So forms go into the file
as they are drawn. What has to wait for the end (pages, type, structure) comes last, from pikepdf, under the numbers
that it has had since. Objects that are no streams are packed by the hundred (ISO 32000, 7.5.7), and so is the table of
their places (7.5.8).
"""

from __future__ import annotations

import hashlib
import io
import zlib
from collections.abc import Callable
from itertools import count
from struct import pack

import pikepdf

_TOGETHER = 100
"""Objects that are packed into one stream."""
_FREE, _STANDING, _PACKED = 0, 1, 2
"""The kinds of entries in the table of places."""


Reserve = Callable[[], int]
"""Gives the number of an object that nobody else has."""


class Binding:
    """A file in the making."""

    def __init__(self, version: str) -> None:
        self._file = io.BytesIO()
        self._file.write(f"%PDF-{version}\n%".encode() + b"\xbf\xf7\xa2\xfe\n")
        self._places: dict[int, bytes] = {}
        """The entries of the table as they will stand in it."""
        self._waiting: dict[int, bytes] = {}

    def __contains__(self, number: int) -> bool:
        """Whether an object is in the file, or about to be."""
        return number in self._places or number in self._waiting

    def plain(self, number: int, thing: bytes, reserve: Reserve) -> None:
        """Takes an object that is no stream."""
        self._waiting[number] = thing
        if len(self._waiting) == _TOGETHER:
            self._pack(reserve)

    def stream(self, number: int, entries: bytes, content: bytes) -> None:
        """Writes a stream; the entries of its dictionary tell nothing of its length."""
        self._places[number] = pack(">BIH", _STANDING, self._file.tell(), 0)
        self._file.write(b"%d 0 obj\n<< %b /Length %d >>\nstream\n" % (number, entries, len(content)))
        self._file.write(content)
        self._file.write(b"\nendstream\nendobj\n")

    def closed(self, pdf: pikepdf.Pdf) -> bytes:
        """The whole file, with all that `pdf` has beside what was written before."""
        things = pdf.objects
        reserve = count(1 + max(thing.objgen[0] for thing in things)).__next__
        for thing in things:
            if (number := thing.objgen[0]) not in self:
                self._take(number, thing, reserve)
        self._pack(reserve)
        self._table(pdf.trailer, reserve())
        return self._file.getvalue()

    def _take(self, number: int, thing: pikepdf.Object, reserve: Reserve) -> None:
        if not isinstance(thing, pikepdf.Stream):
            self.plain(number, thing.unparse(resolved=True), reserve)
            return
        content, entries = thing.read_raw_bytes(), thing.stream_dict
        if "/Filter" not in entries:
            content = zlib.compress(content)
            entries.Filter = pikepdf.Name.FlateDecode
        if "/Length" in entries:
            del entries.Length
        self.stream(number, entries.unparse(resolved=True)[2:-2], content)

    def _pack(self, reserve: Reserve) -> None:
        """Writes those that wait as one stream: their numbers and places in it, then they themselves."""
        if not self._waiting:
            return
        number, start = reserve(), 0
        heads: list[str] = []
        for place, (each, thing) in enumerate(self._waiting.items()):
            self._places[each] = pack(">BIH", _PACKED, number, place)
            heads.append(f"{each} {start}")
            start += len(thing) + 1
        head = " ".join(heads).encode() + b"\n"
        entries = b"/Type /ObjStm /N %d /First %d /Filter /FlateDecode" % (len(heads), len(head))
        self.stream(number, entries, zlib.compress(head + b"\n".join(self._waiting.values())))
        self._waiting = {}

    def _table(self, trailer: pikepdf.Object, number: int) -> None:
        """Writes where everything stands; the file's identity is made of all that stands before."""
        start = self._file.tell()
        self._places[number] = pack(">BIH", _STANDING, start, 0)
        free = pack(">BIH", _FREE, 0, 0)
        places = pack(">BIH", _FREE, 0, 65535) + b"".join(self._places.get(n, free) for n in range(1, number + 1))
        mark = hashlib.md5(self._file.getbuffer(), usedforsecurity=False).hexdigest()
        roots = " ".join(f"/{key} {trailer[f'/{key}'].objgen[0]} 0 R" for key in ("Root", "Info"))
        entries = f"/Type /XRef /Size {number + 1} /W [ 1 4 2 ] {roots} /ID [ <{mark}> <{mark}> ] /Filter /FlateDecode"
        self.stream(number, entries.encode(), zlib.compress(places))
        self._file.write(b"startxref\n%d\n%%%%EOF\n" % start)
