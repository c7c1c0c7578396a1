"""How a file is spoilt: cut into lines, cells, words or bytes, and put together wrongly.

Every choice is drawn by Hypothesis: a seed repeats a run, and a failure is shrunk to the few changes that it takes.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from hypothesis import strategies as st

LARGEST = 4_100_000
"""Bytes; a little more than the house reads."""

_CUTS = (rb"[^\n]*\n|[^\n]+", rb"[^,;:=|/<>\t\n]+|.", rb"[\w.+-]+|\s+|.", rb".")
"""Lines, cells or values, words, bytes."""
_WHOLE = (
    *(rb'"[^"\n]*"', rb"\[[^\[\]\n]*\]", rb"\{[^{}\n]*\}", rb"(?<= = )[^\n#]+", rb"(?<=[,;\n])[^,;\n]*(?=[,;\n])"),
    *(rb"\{\{.*?\}\}|\{%.*?%\}", rb"<[^<>]*>", rb"(?<=: )[^\n;]+", rb"[^\s:;,/\"'=<>]+", rb"(?ms)^\[.*?(?=^\[|\Z)"),
)
"""What keeps its place in the grammar when another of its kind stands there: strings, lists, inline tables, values of
keys, cells, expressions of templates, tags, what a line of a log says, words, sections of TOML."""
_NUMBER = re.compile(rb"-?\d+(?:\.\d+)?")
_NUMBERS = (
    *b"0 -0 00 1 -1 2 +5 7 99 127 128 255 256 -129 32767 32768 65536 2147483647 2147483648 -2147483649".split(),
    *b"9223372036854775807 9223372036854775808 1e5 1e308 1e999 -1e-320 0.0000001 nan inf -inf 1_000 0x10".split(),
    *"٣ ² ½ １ Ⅷ".encode().split(),
    *(b"9" * 400, b"9" * 5000),
)
_NASTY = (
    *(b"", b" ", b"\t", b"\r", b"\r\n", b"\n", b"\0", b"\x1b[2J", b"\x7f", b"\x80", b"\xff", b"\xc3", b"\xed\xa0\x80"),
    *(letter.encode() for letter in "\u202e\u2028\x85\ufeff\ufffe\u0301\u200d\u00a0İßﬃ\U0001f984"),
    *rb""" " ' \ # ; : , = / ? * - -- .. [ ] { } & % \u0000 \ud800 {} {0} {x} {0.__class__} {n:>99999999} """.split(),
    *rb""" %s %(x)s [bold] [/] &amp; ../../etc/passwd /dev/zero http://x.org/ true none id __class__ con """.split(),
    *(b'"""', b"a" * 300),
)
_REPEATED = (b" ", b"\t", b"\n", b"? ", b"a ", b"1 a", *rb"a 1 [ ( a. a=[ , - ".split(), b"\xcc\x81")


@st.composite
def spoilt(draw: st.DrawFn, bases: Sequence[bytes], donors: Sequence[bytes], words: Sequence[bytes]) -> bytes:
    """A file of the corpus with up to five changes; pieces come from the donors, too, and one in six is blown up."""
    content = draw(st.sampled_from(bases))
    for _ in range(draw(st.sampled_from((1, 1, 1, 1, 2, 2, 3, 5)))):
        change = draw(st.sampled_from(_CHANGES))
        content = change(draw, content, donors, words) if content else draw(st.sampled_from(donors))
    if draw(st.integers(0, 5)) == 5:
        content = draw(st.sampled_from((_blown_up, _stretched)))(draw, content)
    return content[:LARGEST]


def _pieces(draw: st.DrawFn, content: bytes) -> tuple[list[bytes], slice]:
    """The content in pieces, and some of them."""
    pieces = re.findall(draw(st.sampled_from(_CUTS)), content, re.DOTALL)
    start = draw(st.integers(0, len(pieces) - 1))
    return pieces, slice(start, start + draw(st.sampled_from((1, 1, 1, 1, 2, 3, 8, 64))))


def _left_out(draw: st.DrawFn, content: bytes, donors: Sequence[bytes], words: Sequence[bytes]) -> bytes:
    pieces, some = _pieces(draw, content)
    del pieces[some]
    return b"".join(pieces)


def _doubled(draw: st.DrawFn, content: bytes, donors: Sequence[bytes], words: Sequence[bytes]) -> bytes:
    pieces, some = _pieces(draw, content)
    place = draw(st.integers(0, len(pieces)))
    return b"".join([*pieces[:place], *pieces[some], *pieces[place:]])


def _swapped(draw: st.DrawFn, content: bytes, donors: Sequence[bytes], words: Sequence[bytes]) -> bytes:
    pieces, some = _pieces(draw, content)
    other = draw(st.integers(0, len(pieces) - 1))
    pieces[some.start], pieces[other] = pieces[other], pieces[some.start]
    return b"".join(pieces)


def _spliced(draw: st.DrawFn, content: bytes, donors: Sequence[bytes], words: Sequence[bytes]) -> bytes:
    """Pieces of another file in the place of some, or beside them."""
    pieces, some = _pieces(draw, content)
    others, chosen = _pieces(draw, draw(st.sampled_from(donors)))
    pieces[some if draw(st.booleans()) else slice(some.start, some.start)] = others[chosen]
    return b"".join(pieces)


def _misspelt(draw: st.DrawFn, content: bytes, donors: Sequence[bytes], words: Sequence[bytes]) -> bytes:
    """Something that no file should have, in the place of some pieces or before them."""
    pieces, some = _pieces(draw, content)
    nasty = draw(st.one_of(st.sampled_from(_NASTY), st.sampled_from(words or _NASTY)))
    pieces[some if draw(st.booleans()) else slice(some.start, some.start)] = [nasty]
    return b"".join(pieces)


def _mistaken(draw: st.DrawFn, content: bytes, donors: Sequence[bytes], words: Sequence[bytes]) -> bytes:
    """A whole thing in the place of another of its kind, so that the file can still be read."""
    kind = draw(st.sampled_from(_WHOLE))
    own = list(re.finditer(kind, content))
    others = re.findall(kind, draw(st.sampled_from((content, *donors))))
    if not own or not others:
        return content
    old, new = draw(st.sampled_from(own)), bytes(draw(st.sampled_from(others)))
    return content[: old.start()] + new + content[old.end() :]


def _miscounted(draw: st.DrawFn, content: bytes, donors: Sequence[bytes], words: Sequence[bytes]) -> bytes:
    """Another number, at the edge of what somebody may have thought of."""
    numbers = list(_NUMBER.finditer(content))
    if not numbers:
        return content
    old = draw(st.sampled_from(numbers))
    return content[: old.start()] + draw(st.sampled_from(_NUMBERS)) + content[old.end() :]


def _torn(draw: st.DrawFn, content: bytes, donors: Sequence[bytes], words: Sequence[bytes]) -> bytes:
    return content[: draw(st.integers(0, len(content)))]


def _flipped(draw: st.DrawFn, content: bytes, donors: Sequence[bytes], words: Sequence[bytes]) -> bytes:
    place = draw(st.integers(0, len(content) - 1))
    return content[:place] + bytes([content[place] ^ 1 << draw(st.integers(0, 7))]) + content[place + 1 :]


_CHANGES = (
    *(_mistaken, _mistaken, _mistaken, _mistaken, _miscounted, _miscounted, _miscounted, _misspelt, _misspelt),
    *(_left_out, _doubled, _swapped, _spliced, _spliced, _torn, _flipped),
)


def _blown_up(draw: st.DrawFn, content: bytes) -> bytes:
    """In the place of a piece or before it the piece itself, or what makes parsers dig, up to some megabytes of it."""
    pieces, some = _pieces(draw, content or b" ")
    place = slice(some.start, some.start + draw(st.integers(0, 1)))
    piece = draw(st.sampled_from((pieces[some.start], b" ", *_REPEATED)))
    size = draw(st.sampled_from((3_000, 30_000, 300_000, 300_000, LARGEST - len(content))))
    pieces[place] = [piece * (size // len(piece))]
    return b"".join(pieces)


def _stretched(draw: st.DrawFn, content: bytes) -> bytes:
    """A line with a long stretch in the place of what parts its words: slow for patterns that look for it twice."""
    lines = content.splitlines(keepends=True) or [b" "]
    number = draw(st.integers(0, len(lines) - 1))
    mark = draw(st.sampled_from((b":", b" ", b",", b"=", b"/")))
    filling = draw(st.sampled_from((b" ", b"\t", b"a", b"0")))
    lines[number] = lines[number].replace(mark, filling * draw(st.sampled_from((3_000, 100_000, 1_000_000))), 2)
    return b"".join(lines)
