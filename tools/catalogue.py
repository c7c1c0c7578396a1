"""Makes the catalogue that gettext reads from `assets/click.de.toml`; Python has a reader for it, but no writer.

python tools/catalogue.py
"""

from __future__ import annotations

import struct
import tomllib
from pathlib import Path

ASSETS = Path(__file__).parents[1] / "assets"
SOURCE = ASSETS / "click.de.toml"
TARGET = ASSETS / "locale" / "de" / "LC_MESSAGES" / "messages.mo"
_HEADER = "Content-Type: text/plain; charset=UTF-8\nPlural-Forms: nplurals=2; plural=(n != 1);\n"
_MAGIC = 0x950412DE


def texts() -> dict[str, str]:
    """English texts and the German ones; of two forms both are in one text, with a zero byte between them."""
    groups = tomllib.loads(SOURCE.read_text(encoding="utf-8")).values()
    said = {english: german for group in groups for english, german in group.items()}
    return {"": _HEADER} | {english: german if isinstance(german, str) else "\0".join(german)
                            for english, german in said.items()}  # fmt: skip


def catalogue(said: dict[str, str]) -> bytes:
    """The format of GNU gettext: a head, where each text begins and how long it is, and the texts, sorted."""
    pairs = sorted((english.encode(), german.encode()) for english, german in said.items())
    tables = 28, 28 + 8 * len(pairs)
    at = 28 + 16 * len(pairs)
    index, content = [b"", b""], b""
    for side in (0, 1):
        for pair in pairs:
            index[side] += struct.pack("<II", len(pair[side]), at + len(content))
            content += pair[side] + b"\0"
    return struct.pack("<7I", _MAGIC, 0, len(pairs), *tables, 0, at) + index[0] + index[1] + content


if __name__ == "__main__":
    TARGET.parent.mkdir(parents=True, exist_ok=True)
    TARGET.write_bytes(catalogue(texts()))
