"""Can the colours of a palette be told apart, also by eyes that see fewer of them?

Computed, not guessed: each pair of colours as people with full, protan, deutan and tritan vision see it (Machado 2009,
full severity), and the distance between the two by CIEDE2000.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations

from coloraide import Color

from shelf.language import Language
from shelf.messages import Message

EYES = ("full", "protan", "deutan", "tritan")
ENOUGH = 10.0
"""A CIEDE2000 distance at which two printed fields beside each other are plainly different."""


@dataclass(frozen=True)
class Pair:
    """Two colours of a group and how far apart some eyes see them."""

    group: str
    first: str
    second: str
    eyes: str
    distance: float

    def __str__(self) -> str:
        return self.said("en")

    def said(self, language: Language) -> str:
        """The warning in a language."""
        names = {"first": f"{self.group}.{self.first}", "second": f"{self.group}.{self.second}"}
        numbers = {"distance": f"{self.distance:.1f}", "enough": f"{ENOUGH:g}"}
        return Message("colours.alike", **names, **numbers, eyes=Message(f"colours.{self.eyes}")).said(language)


def closest(group: str, colours: Mapping[str, str], eyes: str) -> Pair:
    """The two colours of a group that these eyes find most alike."""
    return min(_pairs(group, colours, eyes), key=lambda pair: pair.distance)


def confusable(palette: Mapping[str, Mapping[str, str]], groups: list[str]) -> list[Pair]:
    """Every pair of a group that some eyes may take for one another."""
    found = [pair for group in groups for eyes in EYES for pair in _pairs(group, palette[group], eyes)]
    return [pair for pair in found if pair.distance < ENOUGH]


def _pairs(group: str, colours: Mapping[str, str], eyes: str) -> Iterator[Pair]:
    seen = {name: _seen(colour, eyes) for name, colour in colours.items()}
    for first, second in combinations(seen, 2):
        yield Pair(group, first, second, eyes, seen[first].delta_e(seen[second], method="2000"))


def _seen(colour: str, eyes: str) -> Color:
    full = Color(colour)
    return full if eyes == "full" else full.filter(eyes, method="machado").convert("srgb").clip()
