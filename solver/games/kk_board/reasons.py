"""Why a turn of the board game is good, in one or two plain sentences; the words are in `reasons.<language>.toml`.

The first sentence tells what the pieces bring, deny and begin, the second what they leave behind. Every clause has a
weight, roughly the points that are at stake; the heaviest are said.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from pnp.definitions import Language, read_toml
from solver.contract import Bytes
from solver.games.kk_board.codes import CODES
from solver.games.kk_board.facts import ChainFact, CourtFact, Facts, LandFact, facts_of
from solver.games.kk_board.hidden import observe
from solver.games.kk_board.kernel import actor
from solver.games.kk_board.tables import CHAIN, GAME

MOST_GAINS, MOST_REMARKS = 3, 2
"""Clauses in the first and in the second sentence."""
MOST_OTHERS = 2
"""Other players named in one clause."""
OTHERS_SHARE = 0.5
"""What another loses counts half of what the mover gains."""
ALWAYS = 20.0
"""The weight of what the turn's text would leave unexplained."""
WORTH_SAYING = 0.5
TOWARDS, WAITING, PAIR, FULL = 1.0, 1.0, 0.7, 0.6


@dataclass(frozen=True)
class _Clause:
    weight: float
    text: str


def why(state: Bytes, steps: Sequence[int], names: Sequence[str], language: Language) -> str:
    """Why the seat to move might make this turn, from what it has seen; it is addressed as "you"."""
    seen = state.copy()
    observe(seen, actor(state))
    return told(facts_of(seen, steps), names, language)


def told(facts: Facts, names: Sequence[str], language: Language) -> str:
    """The facts in one or two sentences."""
    teller = _Teller(facts, names, language)
    sentences = (_sentence(list(teller.gains()), MOST_GAINS), _sentence(list(teller.remarks()), MOST_REMARKS))
    return " ".join(filter(None, sentences))


@cache
def _words(language: Language) -> dict[str, Any]:
    return read_toml(GAME.folder / f"reasons.{language}.toml")


def _sentence(clauses: list[_Clause], most: int) -> str:
    """The heaviest clauses in their order."""
    kept = sorted((clause for clause in clauses if clause.weight >= WORTH_SAYING), key=lambda clause: -clause.weight)
    text = "; ".join(clause.text for clause in clauses if clause in kept[:most])
    return f"{text[0].upper()}{text[1:]}." if text else ""


class _Teller:
    """Puts facts into clauses."""

    def __init__(self, facts: Facts, names: Sequence[str], language: Language) -> None:
        self.facts, self.names, self.words = facts, names, _words(language)
        self.lands = [row[f"name_{language}"] for row in GAME.tables["lands"]]

    def gains(self) -> Iterator[_Clause]:
        """What the pieces bring; an exchange brings a card."""
        facts = self.facts
        if facts.land:
            yield self._land(facts.land)
        if facts.court:
            yield self._court(facts.court)
            yield from self._losses(facts.court)
        if facts.chain:
            yield self._chain(facts.chain)
        if facts.exchanged is not None:
            yield _Clause(ALWAYS, self._say("cards", "exchanged", card=CODES[facts.exchanged]))

    def remarks(self) -> Iterator[_Clause]:
        """What the turn leaves behind."""
        facts = self.facts
        if facts.fills_land is not None:
            yield _Clause(FULL, self._say("full", "land", land=self.lands[facts.fills_land]))
        if facts.fills_court is not None:
            yield _Clause(FULL, self._say("full", "court", land=self.lands[facts.fills_court]))
        for kind in facts.pairs[:1]:
            key = "pair_taken" if kind in facts.taken else "pair"
            yield _Clause(PAIR, self._say("cards", key, card=CODES[kind]))

    # ---- clauses ----------------------------------------------------------------------------------------------------

    def _say(self, group: str, key: str, **values: object) -> str:
        return str(self.words[group][key]).format(**values)

    def _count(self, thing: str, n: int) -> str:
        return self._say("one" if n == 1 else "many", thing, n=n)

    def _named(self, seats: Sequence[int]) -> str:
        return str(self.words["and"]).join(self.names[seat] for seat in seats)

    def _land(self, fact: LandFact) -> _Clause:
        text = self._say(
            "land",
            "unrivalled" if fact.change == "ahead" and fact.next_to is None else fact.change,
            land=self.lands[fact.land],
            cost=self._count("cost", fact.placed),
            points=self._count("points", fact.own.after),
            gain=self._count("points", fact.own.change),
            place=self.words["places"][fact.place - 1],
            gap=self._count("cloisters", fact.gap),
            name="" if fact.next_to is None else self.names[fact.next_to],
        )
        others = [
            self._say("land", "falls" if o.change < 0 else "rises", name=self.names[o.seat], points=o.after)
            for o in fact.others[:MOST_OTHERS]
        ]
        stake = max(0, fact.own.change) + OTHERS_SHARE * sum(abs(other.change) for other in fact.others)
        return _Clause(stake + 2 * WORTH_SAYING, ", ".join([text, *others]))

    def _court(self, fact: CourtFact) -> _Clause:
        text = self._say("court", fact.change, land=self.lands[fact.land], name=self._named(fact.rivals))
        opened = [pact for pact in fact.gains if pact.shift.before == 0]
        grown = sum(pact.shift.change for pact in fact.gains if pact.shift.before)
        if opened:
            numbers = str(self.words["and"]).join(str(pact.number) for pact in opened)
            points = self._count("points", sum(pact.shift.after for pact in opened))
            key = "opens_one" if len(opened) == 1 else "opens_many"
            text += self._say("court", key, numbers=numbers, points=points)
        elif grown:
            text += self._say("court", "grows", points=self._count("points", grown))
        elif fact.change != "joins" and fact.waiting:
            lands = str(self.words["or"]).join(self.lands[land] for land in fact.waiting[:MOST_OTHERS])
            text += self._say("court", "waits", lands=lands)
        return _Clause(WAITING + sum(pact.shift.change for pact in fact.gains), text)

    def _losses(self, fact: CourtFact) -> Iterator[_Clause]:
        for seat in dict.fromkeys(pact.shift.seat for pact in fact.losses):
            lost = [pact for pact in fact.losses if pact.shift.seat == seat]
            numbers = str(self.words["and"]).join(str(pact.number) for pact in lost)
            points = -sum(pact.shift.change for pact in lost)
            key = "loses_one" if len(lost) == 1 else "loses_many"
            text = self._say("court", key, name=self.names[seat], numbers=numbers, points=self._count("points", points))
            yield _Clause(OTHERS_SHARE * points, text)

    def _chain(self, fact: ChainFact) -> _Clause:
        gain = fact.own.change
        text = self._say("chain", fact.change, n=fact.length, points=self._count("points", gain), missing=CHAIN)
        return _Clause(gain or TOWARDS, text)
