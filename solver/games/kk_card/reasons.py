"""Why a turn of the card game is good, in one or two plain sentences; the words are in `play.<language>.toml`.

The first sentence tells what the turn takes, denies and costs, the second what its stone is for and what it lays open.
Every clause has a weight, roughly the points that are at stake; the heaviest are said.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from shelf.language import Language
from solver.games.kk_card.facts import ChainFact, LandFact, StoneFact, SymbolFact, TurnFacts, facts_of
from solver.games.kk_card.hidden import observe
from solver.games.kk_card.next_turns import CHAIN
from solver.games.kk_card.rules import actor
from solver.games.kk_card.state import RETURN
from solver.games.kk_card.tables import GAME, LAW_KINDS
from solver.kernel.contract import Bytes
from solver.words.phrasing import ALWAYS, Clause, Phrasing, sentence
from solver.words.turn_effects import Shift

MOST_GAINS, MOST_REMARKS = 3, 2
"""Clauses in the first and in the second sentence; one more in the first if the turn needs explaining."""
MOST_OTHERS = 2
"""Other players named in one clause."""
WORTH_SAYING = 1.0
OTHERS_SHARE = 0.5
"""What another loses counts half of what the mover gains."""
DENIAL_SHARE, UNCOVER_SHARE = 0.7, 0.4
"""What another could have, or could now, count for less: it may never happen."""
RETURNED = 2.0
"""The weight of a stone that comes back, about what it is worth."""
TOWARDS = {3: 1.0, 4: 2.0}
"""The weight of ships or carriages that are no chain yet, by their number."""


def why(state: Bytes, steps: Sequence[int], names: Sequence[str], language: Language) -> str:
    """Why the seat to move might make this turn, from what it has seen; it is addressed as "you"."""
    seen = state.copy()
    observe(seen, actor(state))
    return told(facts_of(seen, steps), names, language)


def told(facts: TurnFacts, names: Sequence[str], language: Language) -> str:
    """The facts in one or two sentences."""
    teller = _Teller(facts, names, language)
    gains = sentence(list(teller.gains()), MOST_GAINS + bool(facts.laws_played or facts.paid_to), WORTH_SAYING)
    remarks = sentence(list(teller.remarks()), MOST_REMARKS, WORTH_SAYING)
    return " ".join(filter(None, (gains, remarks)))


class _Teller(Phrasing):
    """Turns facts into clauses."""

    def __init__(self, facts: TurnFacts, names: Sequence[str], language: Language) -> None:
        super().__init__(GAME, language)
        self.facts, self.names = facts, names
        self.game_words = GAME.words[language]

    def gains(self) -> Iterator[Clause]:
        """What the turn takes, denies and costs."""
        yield from self._laws_played()
        if self.facts.skipped:
            yield Clause(ALWAYS, self.words["skipped"])
        for land in self.facts.lands:
            yield self._land(land)
            yield from (self._symbols(symbols) for symbols in self.facts.symbols if symbols.land == land.land)
        yield from (self._chain(chain) for chain in self.facts.chains)
        yield from self._denials()
        if self.facts.laws_taken:
            tiles = self.count("tiles", self.facts.laws_taken)
            yield Clause(WORTH_SAYING, self.say("laws", "taken", things=tiles), aside=True)
        if self.facts.came_home:
            yield Clause(WORTH_SAYING, self.say("price", "home"), aside=True)
        if self.facts.paid_to:
            names = self.words["and"].join(dict.fromkeys(self.names[seat] for seat in self.facts.paid_to))
            price = self.count("stones", len(self.facts.paid_to))
            yield Clause(ALWAYS, self.say("price", "paid", things=price, names=names), aside=True)

    def remarks(self) -> Iterator[Clause]:
        """What the stone is for, and what the turn lays open."""
        if self.facts.stone:
            yield Clause(ALWAYS, self._stone(self.facts.stone))
        if fact := self.facts.uncovers:
            text = self.say("uncovers", "card", card=fact.card, name=self.names[fact.seat], points=fact.points)
            yield Clause(UNCOVER_SHARE * fact.points, text, aside=True)

    # ---- clauses ----------------------------------------------------------------------------------------------------

    def _land_name(self, land: str) -> str:
        return str(self.game_words["land"][land])

    def _laws_played(self) -> Iterator[Clause]:
        lands = self.words["and"].join(self._land_name(fact.land) for fact in self.facts.lands)
        for kind in dict.fromkeys(self.facts.laws_played):
            title = self.game_words["law"][LAW_KINDS[kind]]["title"]
            text = self.say("laws", LAW_KINDS[kind], law=title, n=self.facts.circles, lands=lands)
            yield Clause(RETURNED if kind == RETURN else ALWAYS, text, aside=True)

    def _land(self, fact: LandFact) -> Clause:
        rank = fact.rank
        unrivalled = rank.change == "ahead" and rank.next_to is None
        text = self.say(
            "land",
            "unrivalled" if unrivalled else rank.change,
            land=self._land_name(fact.land),
            points=fact.own.after,
            place=self.words["places"][rank.place - 1],
            things=self.count("cards", fact.count if unrivalled else rank.gap),
            name="" if rank.next_to is None else self.names[rank.next_to],
        )
        others = fact.others[:MOST_OTHERS]
        shifts = [self._shift("land", "falls" if o.change < 0 else "rises", o, o.after) for o in others]
        return Clause(_stake(fact.own, fact.others) + WORTH_SAYING / 2, ", ".join([text, *shifts]), fact.land)

    def _symbols(self, fact: SymbolFact) -> Clause:
        values = {
            "things": self.count(fact.symbol, fact.count),
            "points": fact.own.after,
            "gain": fact.own.change,
        }
        shifts = [self._shift("symbols", "falls", other, other.before) for other in fact.others[:MOST_OTHERS]]
        full, short = (
            ", ".join([self.say("symbols", fact.change, where=where, **values), *shifts])
            for where in (self.words["in_land"].format(land=self._land_name(fact.land)), self.words["there"])
        )
        return Clause(_stake(fact.own, fact.others), full, fact.land, short)

    def _shift(self, group: str, key: str, shift: Shift, points: int) -> str:
        return self.say(group, key, name=self.names[shift.seat], points=points)

    def _chain(self, fact: ChainFact) -> Clause:
        gain = fact.own.change
        things = self.count(fact.route, fact.count)
        missing = CHAIN - fact.count
        text = self.say("chains", fact.change, things=things, points=fact.own.after, gain=gain, missing=missing)
        return Clause(gain or (TOWARDS.get(fact.count, 0.0) if fact.within_reach else 0.0), text)

    def _denials(self) -> Iterator[Clause]:
        """Each prize once, with all who lose it."""
        for prize, of in dict.fromkeys((fact.prize, fact.of) for fact in self.facts.denials):
            losers = [fact for fact in self.facts.denials if (fact.prize, fact.of) == (prize, of)]
            name = self.words["and"].join(self.names[fact.seat] for fact in losers)
            if prize == "chain":
                text = self.say("denials", prize, name=name, fifth=self.words["fifth"][of])
            else:
                text = self.say("denials", prize, name=name, land=self._land_name(of))
            yield Clause(DENIAL_SHARE * max(fact.points for fact in losers), text)

    def _stone(self, fact: StoneFact) -> str:
        text = self.say("stone", "moved" if fact.moved_from else "set", card=fact.card, **{"from": fact.moved_from})
        key = {(True, True): "both", (True, False): "own", (False, True): "rival"}.get(
            (fact.own > 0, fact.rival is not None), "none"
        )
        name = "" if fact.rival is None else self.names[fact.rival]
        return text + self.say("stone", key, own=fact.own, name=name, points=fact.rival_points)


def _stake(own: Shift, others: Sequence[Shift]) -> float:
    """The points that move."""
    return own.change + OTHERS_SHARE * sum(abs(other.change) for other in others)
