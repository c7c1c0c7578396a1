"""Why a turn of the board game is good, in one or two plain sentences; the words are in `play.<language>.toml`.

The first sentence tells what the pieces bring, deny and begin, the second what they leave behind. Every clause has a
weight, roughly the points that are at stake; the heaviest are said.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from shelf.language import Language
from solver.games.kk_board.facts import ChainFact, CourtFact, Facts, LandFact, facts_of
from solver.games.kk_board.hidden import observe
from solver.games.kk_board.map import BoardMap
from solver.games.kk_board.rules import actor
from solver.games.kk_board.state import CHAIN
from solver.kernel.contract import Bytes
from solver.words.phrasing import ALWAYS, Clause, Phrasing, sentence

MOST_GAINS, MOST_REMARKS = 3, 2
"""Clauses in the first and in the second sentence."""
MOST_OTHERS = 2
"""Other players named in one clause."""
OTHERS_SHARE = 0.5
"""What another loses counts half of what the mover gains."""
WORTH_SAYING = 0.5
TOWARDS, WAITING, PAIR, FULL = 1.0, 1.0, 0.7, 0.6


def why(board: BoardMap, state: Bytes, steps: Sequence[int], names: Sequence[str], language: Language) -> str:
    """Why the seat to move might make this turn, from what it has seen; it is addressed as "you"."""
    seen = state.copy()
    observe(seen, actor(state))
    return told(board, facts_of(board, seen, steps), names, language)


def told(board: BoardMap, facts: Facts, names: Sequence[str], language: Language) -> str:
    """The facts in one or two sentences."""
    teller = _Teller(board, facts, names, language)
    gains = sentence(list(teller.gains()), MOST_GAINS, WORTH_SAYING)
    remarks = sentence(list(teller.remarks()), MOST_REMARKS, WORTH_SAYING)
    return " ".join(filter(None, (gains, remarks)))


class _Teller(Phrasing):
    """Puts facts into clauses."""

    def __init__(self, board: BoardMap, facts: Facts, names: Sequence[str], language: Language) -> None:
        super().__init__(board.data, language)
        self.board, self.facts, self.names = board, facts, names
        self.lands = board.land_names(language)

    def gains(self) -> Iterator[Clause]:
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
            yield Clause(ALWAYS, self.say("cards", "exchanged", card=self.board.code(facts.exchanged)))

    def remarks(self) -> Iterator[Clause]:
        """What the turn leaves behind."""
        facts = self.facts
        if facts.fills_land is not None:
            yield Clause(FULL, self.say("full", "land", land=self.lands[facts.fills_land]), aside=True)
        if facts.fills_court is not None:
            yield Clause(FULL, self.say("full", "court", land=self.lands[facts.fills_court]), aside=True)
        for kind in facts.pairs[:1]:
            key = "pair_taken" if kind in facts.taken else "pair"
            yield Clause(PAIR, self.say("cards", key, card=self.board.code(kind)), aside=True)

    # ---- clauses ----------------------------------------------------------------------------------------------------

    def _named(self, seats: Sequence[int]) -> str:
        return str(self.words["and"]).join(self.names[seat] for seat in seats)

    def _land(self, fact: LandFact) -> Clause:
        rank = fact.rank
        text = self.say(
            "land",
            "unrivalled" if rank.change == "ahead" and rank.next_to is None else rank.change,
            land=self.lands[fact.land],
            cost=self.count("cost", fact.placed),
            points=self.count("points", fact.own.after),
            gain=self.count("points", fact.own.change),
            place=self.words["places"][rank.place - 1],
            gap=self.count("cloisters", rank.gap),
            name="" if rank.next_to is None else self.names[rank.next_to],
        )
        others = [
            self.say("land", "falls" if o.change < 0 else "rises", name=self.names[o.seat], points=o.after)
            for o in fact.others[:MOST_OTHERS]
        ]
        stake = max(0, fact.own.change) + OTHERS_SHARE * sum(abs(other.change) for other in fact.others)
        return Clause(stake + 2 * WORTH_SAYING, ", ".join([text, *others]))

    def _court(self, fact: CourtFact) -> Clause:
        text = self.say("court", fact.change, land=self.lands[fact.land], name=self._named(fact.rivals))
        opened = [pact for pact in fact.gains if pact.shift.before == 0]
        grown = sum(pact.shift.change for pact in fact.gains if pact.shift.before)
        if opened:
            numbers = str(self.words["and"]).join(str(pact.number) for pact in opened)
            points = self.count("points", sum(pact.shift.after for pact in opened))
            key = "opens_one" if len(opened) == 1 else "opens_many"
            text += self.say("court", key, numbers=numbers, points=points)
        elif grown:
            text += self.say("court", "grows", points=self.count("points", grown))
        elif fact.change != "joins" and fact.waiting:
            lands = str(self.words["or"]).join(self.lands[land] for land in fact.waiting[:MOST_OTHERS])
            text += self.say("court", "waits", lands=lands)
        return Clause(WAITING + sum(pact.shift.change for pact in fact.gains), text)

    def _losses(self, fact: CourtFact) -> Iterator[Clause]:
        for seat in dict.fromkeys(pact.shift.seat for pact in fact.losses):
            lost = [pact for pact in fact.losses if pact.shift.seat == seat]
            numbers = str(self.words["and"]).join(str(pact.number) for pact in lost)
            points = -sum(pact.shift.change for pact in lost)
            key = "loses_one" if len(lost) == 1 else "loses_many"
            text = self.say("court", key, name=self.names[seat], numbers=numbers, points=self.count("points", points))
            yield Clause(OTHERS_SHARE * points, text)

    def _chain(self, fact: ChainFact) -> Clause:
        gain = fact.own.change
        text = self.say("chain", fact.change, n=fact.length, points=self.count("points", gain), missing=CHAIN)
        return Clause(gain or TOWARDS, text)
