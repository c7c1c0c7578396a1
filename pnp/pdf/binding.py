"""A PDF that is bound leaf by leaf: what is finished is written at once, and only its place is remembered.

Libraries that write PDF hold all of its objects until it is saved, each in many times the room that it takes in the
file; of a deck of two thousand cards that is more than all the rest that a program needs. So forms go into the file as
they are drawn. What has to wait for the end (pages, type, structure) is the *skeleton*, a PDF of its own with other
numbers, and comes last. Objects that are no streams are packed by the hundred (ISO 32000, 7.5.7), and so is the table
of all places (7.5.8).
"""

from __future__ import annotations

import hashlib
import io
import re
import zlib
from struct import Struct

import pikepdf

_TOGETHER = 100
"""Objects that are packed into one stream."""
_FREE, _STANDING, _PACKED = 0, 1, 2
"""The kinds of entries in the table of places."""
_ENTRY = Struct(">BIH")
"""Kind, place in the file or number of the stream in which it is packed, place in that."""
_REFERENCE = re.compile(rb"\((?:\\.|[^\\()])*\)|\b(\d+) 0 R\b", re.DOTALL)
"""As pikepdf writes it; strings, in which parentheses are always escaped, are passed over."""


class Binding:
    """A file in the making."""

    def __init__(self, version: str) -> None:
        self._file = io.BytesIO()
        self._file.write(f"%PDF-{version}\n%".encode() + b"\xbf\xf7\xa2\xfe\n")
        self._last = 0
        self._table = bytearray(_ENTRY.pack(_FREE, 0, 65535))
        """The entries of the table of places as they will stand in the file."""
        self._waiting: dict[int, bytes] = {}
        self._numbers: dict[int, int] = {}

    def reserve(self) -> int:
        """The number of a new object."""
        self._last += 1
        return self._last

    def promise(self, waiting: int, number: int | None = None) -> int:
        """The number in this file of what has another in the skeleton: a given one, or one for what comes later."""
        if waiting not in self._numbers:
            self._numbers[waiting] = number or self.reserve()
        return self._numbers[waiting]

    def plain(self, number: int, thing: bytes) -> None:
        """Takes an object that is no stream."""
        self._waiting[number] = thing
        if len(self._waiting) == _TOGETHER:
            self._pack()

    def stream(self, number: int, entries: bytes, content: bytes) -> None:
        """Writes a stream; the entries of its dictionary tell nothing of its length."""
        self._note(number, _STANDING, self._file.tell())
        self._file.write(b"%d 0 obj\n<< %b /Length %d >>\nstream\n" % (number, entries, len(content)))
        self._file.write(content)
        self._file.write(b"\nendstream\nendobj\n")

    def closed(self, skeleton: pikepdf.Pdf) -> bytes:
        """The whole file, with all of the skeleton that was not written before."""
        with pikepdf.explicit_conversion():  # numbers are objects as well
            things = skeleton.objects
            for thing in things:
                self.promise(thing.objgen[0])
            for thing in things:
                number = self.promise(thing.objgen[0])
                if number not in self._waiting and not self._is_written(number):
                    self._take(number, thing)
        self._pack()
        self._end(skeleton.trailer)
        return self._file.getvalue()

    def _take(self, number: int, thing: pikepdf.Object) -> None:
        if not isinstance(thing, pikepdf.Stream):
            self.plain(number, self._renumbered(thing))
            return
        content, entries = thing.read_raw_bytes(), thing.stream_dict
        if "/Filter" not in entries:
            content = zlib.compress(content)
            entries.Filter = pikepdf.Name.FlateDecode
        if "/Length" in entries:
            del entries.Length
        self.stream(number, self._renumbered(entries)[2:-2], content)

    def _renumbered(self, thing: pikepdf.Object) -> bytes:
        def moved(found: re.Match[bytes]) -> bytes:
            return found[0] if found[1] is None else b"%d 0 R" % self._numbers[int(found[1])]

        return _REFERENCE.sub(moved, thing.unparse(resolved=True))

    def _pack(self) -> None:
        """Writes those that wait as one stream: their numbers and places in it, then they themselves."""
        if not self._waiting:
            return
        number, start = self.reserve(), 0
        heads: list[str] = []
        for place, (each, thing) in enumerate(self._waiting.items()):
            self._note(each, _PACKED, number, place)
            heads.append(f"{each} {start}")
            start += len(thing) + 1
        head = " ".join(heads).encode() + b"\n"
        entries = b"/Type /ObjStm /N %d /First %d /Filter /FlateDecode" % (len(heads), len(head))
        self.stream(number, entries, zlib.compress(head + b"\n".join(self._waiting.values())))
        self._waiting = {}

    def _note(self, number: int, kind: int, place: int, within: int = 0) -> None:
        start = number * _ENTRY.size
        self._table.extend(bytes(max(0, start + _ENTRY.size - len(self._table))))
        _ENTRY.pack_into(self._table, start, kind, place, within)

    def _is_written(self, number: int) -> bool:
        return self._table[number * _ENTRY.size : number * _ENTRY.size + 1] > bytes([_FREE])

    def _end(self, trailer: pikepdf.Object) -> None:
        """Writes where everything stands; the file's identity is made of all that stands before."""
        number, start = self.reserve(), self._file.tell()
        self._note(number, _STANDING, start)
        mark = hashlib.md5(self._file.getbuffer(), usedforsecurity=False).hexdigest()
        roots = " ".join(f"/{key} {self._numbers[trailer[f'/{key}'].objgen[0]]} 0 R" for key in ("Root", "Info"))
        entries = f"/Type /XRef /Size {number + 1} /W [ 1 4 2 ] {roots} /ID [ <{mark}> <{mark}> ] /Filter /FlateDecode"
        self.stream(number, entries.encode(), zlib.compress(self._table))
        self._file.write(b"startxref\n%d\n%%%%EOF\n" % start)
