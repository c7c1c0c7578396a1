"""Why a turn of Kardinal is good, in one or two plain sentences; the words are in `play.<language>.toml`.

The first sentence tells what the building brings and costs whom, the second what the cardinal and the last shape mean
for the next player.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from shelf.language import Language
from solver.games.kardinal.facts import Stones, TurnFacts, facts_of
from solver.games.kardinal.state import State
from solver.games.kardinal.tables import COLOUR_IDS, GAME, SHAPE_IDS
from solver.kernel.contract import Bytes
from solver.words.phrasing import Phrasing, closed

MOST_CLAUSES = 3
"""In one sentence."""
WORTH_FEARING = 2
"""Stones within the next player's reach that are worth a word."""


def why(state: Bytes, steps: Sequence[int], names: Sequence[str], language: Language) -> str:
    """Why the seat to move might make this turn; it is addressed as "you"."""
    teller = _Teller(facts_of(state, steps), State.of(state).paint.tolist(), names, language)
    sentences = (closed(list(clauses)[:MOST_CLAUSES]) for clauses in (teller.gains(), teller.remarks()))
    return " ".join(filter(None, sentences))


class _Teller(Phrasing):
    """Turns facts into clauses, the weightiest first."""

    def __init__(self, facts: TurnFacts, paint: Sequence[int], names: Sequence[str], language: Language) -> None:
        super().__init__(GAME, language)
        self.facts, self.paint, self.names = facts, paint, names

    def gains(self) -> Iterator[str]:
        """What the building brings, and whom it costs something."""
        facts = self.facts
        if facts.passed:
            yield str(self.words["passed"])
            return
        others = [self.say("build", "loses", name=self.names[seat], n=n) for seat, n in facts.losers.items()]
        if facts.won:
            yield ", ".join([self.say("build", "won", things=self._stones(facts.won)), *others])
        elif facts.aside:
            yield ", ".join([self.say("build", "aside", things=self._stones(facts.aside)), *others])
        elif not facts.bonus:
            yield self.say("build", "nothing")
        if facts.bonus:
            yield self.say("build", "bonus", things=self._stones(facts.bonus))
        if facts.doubled:
            yield self.say("build", "doubled", things=self._stones(dict([facts.doubled])))
        if facts.sides > 1:
            yield self.say("build", "dom", n=facts.sides)

    def remarks(self) -> Iterator[str]:
        """What it means for those who come next."""
        facts, blocked = self.facts, self.facts.blocked
        for seat in facts.passes:
            if blocked is None or seat != blocked.seat or blocked.without < 0:
                yield self.say("others", "pass", name=self.names[seat])
        if blocked and blocked.without > blocked.with_him:
            name, things = self.names[blocked.seat], self.count("stones", blocked.without)
            key = "bars" if blocked.with_him < 0 else "keeps" if blocked.moved else "stays"
            yield self.say("cardinal", key, square=blocked.square, name=name, things=things)
        elif facts.cardinal is not None:
            yield self.say("cardinal", "goes", square=facts.cardinal)
        if facts.only:
            seat, shapes = facts.only
            listed = self.words["and"].join(self.words["shapes"][SHAPE_IDS[shape]] for shape in sorted(shapes))
            yield self.say("others", "only", name=self.names[seat], shapes=listed)
        if blocked and blocked.with_him >= 0:
            key = "lets" if blocked.with_him >= WORTH_FEARING else "leaves"
            things = self.count("stones", blocked.with_him)
            yield self.say("cardinal", key, name=self.names[blocked.seat], things=things)

    def _stones(self, stones: Stones) -> str:
        in_order = sorted(stones, key=lambda colour: (-stones[colour], self.paint[colour]))
        listed = [self.count(COLOUR_IDS[self.paint[colour]], stones[colour]) for colour in in_order]
        return str(self.words["and"]).join(listed)
