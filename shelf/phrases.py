"""Phrases: what a game or the table says, from one TOML file a language, with gaps such as `{name}` to fill in.

A file is checked when it is read: a gap is a plain name, and the files of all languages have the same keys with the
same gaps. So a phrase that is missing in one language is noticed with the first word that is said in it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from shelf.errors import DefinitionError
from shelf.language import LANGUAGES, Language
from shelf.safe_files import read_text, read_toml
from shelf.toml_lines import line_of

_GAP = re.compile(r"\{([^{}]*)\}")
_NAME = re.compile(r"[a-z_][a-z0-9_]*")


@cache
def read_phrases(folder: Path, name: str, language: Language) -> Mapping[str, Any]:
    """The phrases of `<name>.<language>.toml`, checked against those of the other languages."""
    files = {spoken: folder / f"{name}.{spoken}.toml" for spoken in LANGUAGES}
    read = {spoken: read_toml(file) for spoken, file in files.items()}
    gaps = {spoken: dict(_gaps(files[spoken], read[spoken])) for spoken in LANGUAGES}
    for spoken in LANGUAGES:
        for place, wanted in gaps[language].items():
            _compare(files[spoken], place, gaps[spoken].get(place), wanted)
    return read[language]


def _compare(file: Path, place: tuple[str, ...], found: frozenset[str] | None, wanted: frozenset[str]) -> None:
    key = ".".join(place)
    if found is None:
        raise DefinitionError(file, "this phrase is missing here, but there in another language.", None, key)
    if found != wanted:
        listed = " ".join(f"{{{name}}}" for name in sorted(wanted)) or "none"
        line = line_of(read_text(file), place)
        raise DefinitionError(file, f"the gaps differ from those of another language, which are {listed}.", line, key)


def _gaps(
    file: Path, phrases: Mapping[str, Any], path: tuple[str, ...] = ()
) -> Iterator[tuple[tuple[str, ...], frozenset[str]]]:
    """Every phrase's place and the names of its gaps."""
    for key, value in phrases.items():
        place = (*path, key)
        if isinstance(value, Mapping):
            yield from _gaps(file, value, place)
            continue
        texts = value if isinstance(value, list) else [value]
        if not all(isinstance(text, str) for text in texts):
            raise DefinitionError(file, "a phrase was expected here.", line_of(read_text(file), place), ".".join(place))
        names = frozenset(name for text in texts for name in _GAP.findall(text))
        strange = [name for name in names if not _NAME.fullmatch(name)]
        if strange or any(set("{}") & set(_GAP.sub("", text)) for text in texts):
            message = "in braces only a plain name may stand, as in {name}."
            raise DefinitionError(file, message, line_of(read_text(file), place), ".".join(place))
        yield place, names
