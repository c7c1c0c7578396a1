"""Facts as sentences: a game's phrases come from its files, the joining of clauses is the same for all."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from shelf.game_data import GameData
from shelf.language import Language

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


def noun(word: str, language: Language) -> str:
    """A noun within a sentence: German ones keep their capital."""
    return word if language == "de" else word.lower()


class Phrasing:
    """The words and sentences of a game in a language, as its reasons or its score have them."""

    def __init__(self, game: GameData, language: Language, kind: str = "reasons") -> None:
        self.words, self.language = game.phrases(language)[kind], language

    def say(self, group: str, key: str, **values: object) -> str:
        """A phrase with its gaps filled in."""
        return str(self.words[group][key]).format(**values)

    def plain(self, key: str, **values: object) -> str:
        """A phrase that belongs to no group."""
        return str(self.words[key]).format(**values)

    def count(self, thing: str, n: int) -> str:
        """So many things."""
        return self.say("one" if n == 1 else "many", thing, n=n)
