"""Phrases: what a game or the table says, from one TOML file a language, with gaps such as `{land}` to fill in.

A file is checked when it is read: gaps are plain names, so that filling them can do no harm, and the files of all
languages have the same keys with the same gaps, so that whatever can be said can be said in each of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from string import Formatter
from typing import Any

from shelf.errors import DefinitionError, nearest
from shelf.language import LANGUAGES, Language
from shelf.messages import Message
from shelf.safe_files import parse_toml, read_text, within
from shelf.toml_lines import line_of

Place = tuple[str | int, ...]
"""The keys that lead to a phrase in its file."""

LONGEST_PHRASE = 400
"""Letters of a phrase in a game; a help text of the house may have more."""


@cache
def read_phrases(folder: Path, name: str, language: Language, longest: int = LONGEST_PHRASE) -> Mapping[str, Any]:
    """The phrases of `<name>.<language>.toml`; in no other language there are more, fewer or other ones."""
    files = {spoken: _read(within(folder, f"{name}.{spoken}.toml"), longest) for spoken in LANGUAGES}
    for spoken in LANGUAGES:
        _compare(files[spoken], files[language])
        _compare(files[language], files[spoken])
    return files[language].words


def check_phrases(folder: Path, house: Path, name: str) -> None:
    """A folder has to have every phrase that the house has, with no other gaps: then each of them can be said."""
    for language in LANGUAGES:
        file = f"{name}.{language}.toml"
        _compare(_read(within(folder, file)), _read(house / file))


class _File:
    """A file of phrases, each of which can be filled in."""

    def __init__(self, file: Path, longest: int) -> None:
        self.file, self.text = file, read_text(file)
        self.words = parse_toml(file, self.text)
        self.phrases = dict(_strings(self.words))
        for place, phrase in self.phrases.items():
            if fault := _fault(phrase, longest):
                raise self.refused(fault, place)

    def gaps(self) -> dict[Place, set[str]]:
        """The names of the gaps; phrases in a list are filled alike."""
        found: dict[Place, set[str]] = {}
        for place, phrase in self.phrases.items():
            found.setdefault(_entry(place), set()).update(_gaps(phrase))
        return found

    def refused(self, message: str, place: Place) -> DefinitionError:
        """An error about a phrase, or where it should be."""
        return DefinitionError(self.file, message, line_of(self.text, place), ".".join(map(str, place)))


@cache
def _read(file: Path, longest: int = LONGEST_PHRASE) -> _File:
    return _File(file, longest)


def _compare(given: _File, model: _File) -> None:
    have, gaps = given.gaps(), model.gaps()
    for place in model.phrases:
        if place not in given.phrases:
            raise given.refused(Message("phrases.missing"), place)
    for place, names in have.items():
        if unknown := names - gaps.get(place, set()):
            known = nearest(min(unknown), gaps.get(place, ()))
            raise given.refused(Message("phrases.unknown_gap", unknown=min(unknown), known=known), place)


def _strings(words: Any, *place: str | int) -> Iterator[tuple[Place, str]]:
    """Every phrase with the keys that lead to it; what is no text counts as one that cannot be said."""
    if isinstance(words, dict | list):
        for key, value in words.items() if isinstance(words, dict) else enumerate(words):
            yield from _strings(value, *place, key)
    else:
        yield place, words if isinstance(words, str) else "{}"


def _entry(place: Place) -> Place:
    return place[:-1] if place and isinstance(place[-1], int) else place


def _gaps(phrase: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(phrase) if name is not None}


def _fault(phrase: str, longest: int) -> str:
    if len(phrase) > longest or not phrase.replace("\n", "").isprintable():
        return Message("phrases.too_long", longest=longest)
    try:
        gaps = list(Formatter().parse(phrase))
    except ValueError as fault:
        return Message("phrases.no_phrase", fault=fault)
    plain = all(name is None or (name.isidentifier() and not form and not turned) for _, name, form, turned in gaps)
    return "" if plain else Message("phrases.not_plain")
