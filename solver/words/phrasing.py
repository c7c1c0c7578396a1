"""Facts as sentences: a game's phrases come from its files, the joining of clauses is the same for all."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from string import Formatter
from typing import Any

from shelf.errors import DefinitionError, nearest
from shelf.language import Language
from shelf.safe_files import parse_toml, read_text, within

Place = tuple[str | int, ...]
"""The keys that lead to a phrase in its file."""

PHRASE_FILES = ("reasons", "score", "screen", "telling")
LONGEST_PHRASE = 400
ALWAYS = 20.0
"""The weight of a clause that has to be said: the turn's text would leave it unexplained."""


@dataclass(frozen=True)
class Clause:
    """A part of a sentence; its weight is roughly the points that are at stake.

    Right after a clause about the same place it is said in short. An aside is left out rather than said alone.
    """

    weight: float
    text: str
    place: str = ""
    short: str = ""
    aside: bool = False


def sentence(clauses: Sequence[Clause], most: int, worth_saying: float) -> str:
    """The heaviest clauses in the order in which they came; one that is no mere aside is said however light."""
    heavy = sorted(clauses, key=lambda clause: -clause.weight)
    core = [clause for clause in heavy if not clause.aside][:1]
    rest = [clause for clause in heavy if clause not in core and clause.weight >= worth_saying]
    chosen = core + rest[: most - len(core)]
    said = [clause for clause in clauses if clause in chosen]
    places = ["", *(clause.place for clause in said)]
    return closed(
        clause.short if clause.short and clause.place == before else clause.text
        for clause, before in zip(said, places, strict=False)
    )


def closed(clauses: Iterable[str]) -> str:
    """Clauses as a sentence, or nothing."""
    text = "; ".join(clauses)
    return f"{text[0].upper()}{text[1:]}." if text else ""


def listed(items: Sequence[str], words: Mapping[str, str]) -> str:
    """Things one after another, as in "a, b and c"."""
    *before, last = items or [""]
    return words["and"].join(filter(None, [words["comma"].join(before), last]))


@cache
def phrases(file: Path) -> dict[str, Any]:
    """A file of phrases, read once; their gaps are plain names, as in {land}, so that filling them can do no harm."""
    text = read_text(file)
    words = parse_toml(file, text)
    for place, phrase in _strings(words):
        if fault := _fault(phrase):
            raise _refused(file, text, fault, place)
    return words


def check_phrases(folder: Path, house: Path) -> None:
    """A folder has to have every phrase that the house has, with no other gaps: then each of them can be said."""
    for model in sorted(file for kind in PHRASE_FILES for file in house.glob(f"{kind}.*.toml")):
        file = within(folder, model.name)
        have, gaps = dict(_strings(phrases(file))), dict[Place, set[str]]()
        for place, phrase in _strings(phrases(model)):
            gaps.setdefault(_entry(place), set()).update(_gaps(phrase))
            if place not in have:
                raise _refused(file, read_text(file), "this phrase is missing.", place)
        for place, phrase in have.items():
            if unknown := _gaps(phrase) - gaps.get(_entry(place), set()):
                message = f"there is nothing to say for {{{min(unknown)}}}.{nearest(min(unknown), gaps.get(place, ()))}"
                raise _refused(file, read_text(file), message, place)


def _strings(words: Any, *place: str | int) -> Iterator[tuple[Place, str]]:
    """Every phrase with the keys that lead to it; what is no text counts as one that cannot be said."""
    if isinstance(words, dict | list):
        for key, value in words.items() if isinstance(words, dict) else enumerate(words):
            yield from _strings(value, *place, key)
    else:
        yield place, words if isinstance(words, str) else "{}"


def _entry(place: Place) -> Place:
    """Phrases in a list are filled alike."""
    return place[:-1] if place and isinstance(place[-1], int) else place


def _refused(file: Path, text: str, message: str, place: Place) -> DefinitionError:
    from shelf.toml_models import fault_at

    return fault_at(file, text, message, *place)


def _gaps(phrase: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(phrase) if name is not None}


def _fault(phrase: str) -> str:
    if len(phrase) > LONGEST_PHRASE or not phrase.replace("\n", "").isprintable():
        return f"a phrase has at most {LONGEST_PHRASE} letters, all of which can be seen."
    try:
        gaps = list(Formatter().parse(phrase))
    except ValueError as fault:
        return f"this is no phrase: {fault}."
    plain = all(name is None or (name.isidentifier() and not form and not turned) for _, name, form, turned in gaps)
    return "" if plain else "a text was expected with nothing but plain names in braces, such as {land}."


def noun(word: str, language: Language) -> str:
    """A noun within a sentence: German ones keep their capital."""
    return word if language == "de" else word.lower()


def screen_words(folder: Path, language: Language) -> dict[str, Any]:
    """What a terminal says beside a game's table."""
    return phrases(folder / f"screen.{language}.toml")


class Phrasing:
    """The words and sentences of a game in a language, as its `reasons` or its `score` has them."""

    def __init__(self, folder: Path, language: Language, kind: str = "reasons") -> None:
        self.words, self.language = phrases(folder / f"{kind}.{language}.toml"), language

    def say(self, group: str, key: str, **values: object) -> str:
        """A phrase with its gaps filled in."""
        return str(self.words[group][key]).format(**values)

    def plain(self, key: str, **values: object) -> str:
        """A phrase that belongs to no group."""
        return str(self.words[key]).format(**values)

    def count(self, thing: str, n: int) -> str:
        """So many things."""
        return self.say("one" if n == 1 else "many", thing, n=n)
