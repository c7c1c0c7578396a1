"""Why a turn of the card game is good, in one or two plain sentences; the words are in `reasons.<language>.toml`.

The first sentence tells what the turn takes, denies and costs, the second what its stone is for and what it lays open.
Every clause has a weight, roughly the points that are at stake; the heaviest are said.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from pnp.definitions import Language, read_toml
from solver.contract import Bytes
from solver.games.kk_card.facts import ChainFact, Facts, LandFact, Shift, StoneFact, SymbolFact, facts_of
from solver.games.kk_card.kernel import RETURN, actor, observe
from solver.games.kk_card.outings import CHAIN
from solver.games.kk_card.tables import GAME, LAW_KINDS

MOST_GAINS, MOST_REMARKS = 3, 2
"""Clauses in the first and in the second sentence; one more in the first if the turn needs explaining."""
MOST_OTHERS = 2
"""Other players named in one clause."""
WORTH_SAYING = 1.0
OTHERS_SHARE = 0.5
"""What another loses counts half of what the mover gains."""
DENIAL_SHARE, UNCOVER_SHARE = 0.7, 0.4
"""What another could have, or could now, count for less: it may never happen."""
ALWAYS = 20.0
"""The weight of what the turn's text would leave unexplained: a law tile played, a claim bought, a stone set."""
RETURNED = 2.0
"""The weight of a stone that comes back, about what it is worth."""
TOWARDS = {3: 1.0, 4: 2.0}
"""The weight of ships or carriages that are no chain yet, by their number."""


@dataclass(frozen=True)
class _Clause:
    """A part of a sentence; right after a clause about the same land it is said without the land's name."""

    weight: float
    text: str
    land: str = ""
    short: str = ""
    aside: bool = False


def why(state: Bytes, steps: Sequence[int], names: Sequence[str], language: Language) -> str:
    """Why the seat to move might make this turn, from what it has seen; it is addressed as "you"."""
    seen = state.copy()
    observe(seen, actor(state))
    return told(facts_of(seen, steps), names, language)


def told(facts: Facts, names: Sequence[str], language: Language) -> str:
    """The facts in one or two sentences."""
    teller = _Teller(facts, names, language)
    gains = _sentence(list(teller.gains()), MOST_GAINS + bool(facts.laws_played or facts.paid_to))
    remarks = _sentence(list(teller.remarks()), MOST_REMARKS)
    return " ".join(f"{said[0].upper()}{said[1:]}." for said in (gains, remarks) if said)


def _sentence(clauses: list[_Clause], most: int) -> str:
    """The heaviest clauses in the order in which they came; one that is no mere aside is said however light."""
    heavy = sorted(clauses, key=lambda clause: -clause.weight)
    core = [clause for clause in heavy if not clause.aside][:1]
    rest = [clause for clause in heavy if clause not in core and clause.weight >= WORTH_SAYING]
    chosen = core + rest[: most - len(core)]
    said = [clause for clause in clauses if clause in chosen]
    lands = ["", *(clause.land for clause in said)]
    return "; ".join(
        clause.short if clause.short and clause.land == before else clause.text
        for clause, before in zip(said, lands, strict=False)
    )


@cache
def words(language: Language) -> dict[str, Any]:
    """The words and sentences of a language."""
    return read_toml(GAME.folder / f"reasons.{language}.toml")


class _Teller:
    """Turns facts into clauses."""

    def __init__(self, facts: Facts, names: Sequence[str], language: Language) -> None:
        self.facts, self.names, self.words = facts, names, words(language)
        self.game_words = GAME.words[language]

    def gains(self) -> Iterator[_Clause]:
        """What the turn takes, denies and costs."""
        yield from self._laws_played()
        if self.facts.skipped:
            yield _Clause(ALWAYS, self.words["skipped"])
        for land in self.facts.lands:
            yield self._land(land)
            yield from (self._symbols(symbols) for symbols in self.facts.symbols if symbols.land == land.land)
        yield from (self._chain(chain) for chain in self.facts.chains)
        yield from self._denials()
        if self.facts.laws_taken:
            tiles = self._count("tiles", self.facts.laws_taken)
            yield _Clause(WORTH_SAYING, self._say("laws", "taken", things=tiles), aside=True)
        if self.facts.came_home:
            yield _Clause(WORTH_SAYING, self._say("price", "home"), aside=True)
        if self.facts.paid_to:
            names = self.words["and"].join(dict.fromkeys(self.names[seat] for seat in self.facts.paid_to))
            price = self._count("stones", len(self.facts.paid_to))
            yield _Clause(ALWAYS, self._say("price", "paid", things=price, names=names), aside=True)

    def remarks(self) -> Iterator[_Clause]:
        """What the stone is for, and what the turn lays open."""
        if self.facts.stone:
            yield _Clause(ALWAYS, self._stone(self.facts.stone))
        if fact := self.facts.uncovers:
            text = self._say("uncovers", "card", card=fact.card, name=self.names[fact.seat], points=fact.points)
            yield _Clause(UNCOVER_SHARE * fact.points, text, aside=True)

    # ---- clauses ----------------------------------------------------------------------------------------------------

    def _say(self, group: str, key: str, **values: object) -> str:
        return str(self.words[group][key]).format(**values)

    def _count(self, thing: str, n: int) -> str:
        return self._say("one" if n == 1 else "many", thing, n=n)

    def _land_name(self, land: str) -> str:
        return str(self.game_words["land"][land])

    def _laws_played(self) -> Iterator[_Clause]:
        lands = self.words["and"].join(self._land_name(fact.land) for fact in self.facts.lands)
        for kind in dict.fromkeys(self.facts.laws_played):
            title = self.game_words["law"][LAW_KINDS[kind]]["title"]
            text = self._say("laws", LAW_KINDS[kind], law=title, n=self.facts.circles, lands=lands)
            yield _Clause(RETURNED if kind == RETURN else ALWAYS, text, aside=True)

    def _land(self, fact: LandFact) -> _Clause:
        unrivalled = fact.change == "ahead" and fact.next_to is None
        text = self._say(
            "land",
            "unrivalled" if unrivalled else fact.change,
            land=self._land_name(fact.land),
            points=fact.own.after,
            place=self.words["places"][fact.place - 1],
            things=self._count("cards", fact.count if unrivalled else fact.gap),
            name="" if fact.next_to is None else self.names[fact.next_to],
        )
        others = fact.others[:MOST_OTHERS]
        shifts = [self._shift("land", "falls" if o.after < o.before else "rises", o, o.after) for o in others]
        return _Clause(_stake(fact.own, fact.others) + WORTH_SAYING / 2, ", ".join([text, *shifts]), fact.land)

    def _symbols(self, fact: SymbolFact) -> _Clause:
        values = {
            "things": self._count(fact.symbol, fact.count),
            "points": fact.own.after,
            "gain": fact.own.after - fact.own.before,
        }
        shifts = [self._shift("symbols", "falls", other, other.before) for other in fact.others[:MOST_OTHERS]]
        full, short = (
            ", ".join([self._say("symbols", fact.change, where=where, **values), *shifts])
            for where in (self.words["in_land"].format(land=self._land_name(fact.land)), self.words["there"])
        )
        return _Clause(_stake(fact.own, fact.others), full, fact.land, short)

    def _shift(self, group: str, key: str, shift: Shift, points: int) -> str:
        return self._say(group, key, name=self.names[shift.seat], points=points)

    def _chain(self, fact: ChainFact) -> _Clause:
        gain = fact.own.after - fact.own.before
        things = self._count(fact.route, fact.count)
        missing = CHAIN - fact.count
        text = self._say("chains", fact.change, things=things, points=fact.own.after, gain=gain, missing=missing)
        return _Clause(gain or (TOWARDS.get(fact.count, 0.0) if fact.within_reach else 0.0), text)

    def _denials(self) -> Iterator[_Clause]:
        """Each prize once, with all who lose it."""
        for prize, of in dict.fromkeys((fact.prize, fact.of) for fact in self.facts.denials):
            losers = [fact for fact in self.facts.denials if (fact.prize, fact.of) == (prize, of)]
            name = self.words["and"].join(self.names[fact.seat] for fact in losers)
            if prize == "chain":
                text = self._say("denials", prize, name=name, fifth=self.words["fifth"][of])
            else:
                text = self._say("denials", prize, name=name, land=self._land_name(of))
            yield _Clause(DENIAL_SHARE * max(fact.points for fact in losers), text)

    def _stone(self, fact: StoneFact) -> str:
        text = self._say("stone", "moved" if fact.moved_from else "set", card=fact.card, **{"from": fact.moved_from})
        key = {(True, True): "both", (True, False): "own", (False, True): "rival"}.get(
            (fact.own > 0, fact.rival is not None), "none"
        )
        name = "" if fact.rival is None else self.names[fact.rival]
        return text + self._say("stone", key, own=fact.own, name=name, points=fact.rival_points)


def _stake(own: Shift, others: Sequence[Shift]) -> float:
    """The points that move."""
    return own.after - own.before + OTHERS_SHARE * sum(abs(other.after - other.before) for other in others)
