"""Why a turn of Cartino is good, in one or two plain sentences; the words are in `play.<language>.toml`.

The first sentence tells what the stones bring, the second what they open and what is kept. Every clause has a weight,
roughly the points that are at stake; the heaviest are said.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from shelf.language import Language
from solver.games.cartino.codes import CODES
from solver.games.cartino.facts import TurnFacts, facts_of
from solver.games.cartino.hidden import observe
from solver.games.cartino.rules import actor
from solver.games.cartino.tables import FINISH_BONUS, GAME, KIND, PLACE_IDS, SET_BONUS
from solver.kernel.contract import Bytes
from solver.words.phrasing import ALWAYS, Clause, Phrasing, sentence

MOST_GAINS, MOST_REMARKS = 3, 2
"""Clauses in the first and in the second sentence."""
WORTH_SAYING = 0.5
OPEN_SHARE = 0.2
"""What others may get weighs less: somebody must have the stone."""
SAFE = 5
"""What the best place opened brings at most, for a turn to be called safe."""
JOKER, COLLECTION = 3.0, 2.0


def why(state: Bytes, steps: Sequence[int], names: Sequence[str], language: Language) -> str:  # noqa: ARG001
    """Why the seat to move might make this turn, from what it has seen."""
    seen = state.copy()
    observe(seen, actor(state))
    return told(facts_of(seen, steps), language)


def told(facts: TurnFacts, language: Language) -> str:
    """The facts in one or two sentences."""
    teller = _Teller(facts, language)
    gains = sentence(list(teller.gains()), MOST_GAINS, WORTH_SAYING)
    remarks = sentence(list(teller.remarks()), MOST_REMARKS, WORTH_SAYING)
    return " ".join(filter(None, (gains, remarks)))


class _Teller(Phrasing):
    """Puts facts into clauses."""

    def __init__(self, facts: TurnFacts, language: Language) -> None:
        super().__init__(GAME, language)
        self.facts = facts
        self.suits = [row[f"name_{language}"] for row in GAME.tables["suits"]]

    def gains(self) -> Iterator[Clause]:
        """What the stones bring."""
        facts = self.facts
        if facts.passes:
            yield Clause(ALWAYS, self.say("turn", "passes"))
        if facts.contacts:
            yield self._contacts()
        if facts.set:
            yield Clause(SET_BONUS, self.say("turn", "set", points=self.count("points", SET_BONUS)))
        if facts.goes_out:
            text = self.say("turn", "out", points=self.count("points", FINISH_BONUS))
            if facts.others_lose:
                text += self.say("turn", "others", points=self.count("points", facts.others_lose))
            yield Clause(ALWAYS, text)
        for place in facts.taken_back[:1]:
            yield Clause(ALWAYS, self.say("joker", "taken_back", place=PLACE_IDS[place], stone=CODES[KIND[place]]))

    def remarks(self) -> Iterator[Clause]:
        """What the turn opens, what it keeps, what it does without."""
        facts = self.facts
        gain = facts.own.change + SET_BONUS * facts.set
        if facts.contacts and facts.most_now > gain:
            number = facts.most_now - gain
            yield Clause(number / 2, self.say("turn", "less", points=self.count("points", number)), aside=True)
        if facts.opens and facts.opens.points > SAFE:
            place = facts.opens.place
            text = self.say(
                "open",
                "place",
                place=PLACE_IDS[place],
                stone=CODES[KIND[place]],
                points=self.count("points", facts.opens.points),
            )
            yield Clause(OPEN_SHARE * facts.opens.points, text, aside=True)
        elif facts.contacts and not facts.goes_out:
            most = facts.opens.points if facts.opens else 0
            yield Clause(2 * WORTH_SAYING, self.say("open", "safe", points=self.count("points", most)), aside=True)
        if facts.collects:
            suit, number = facts.collects
            text = self.say("keep", "suit", suit=self.suits[suit], n=number)
            yield Clause(COLLECTION * (number - 2), text, aside=True)
        for place in facts.jokers[:1]:
            yield Clause(JOKER, self.say("joker", "spent", place=PLACE_IDS[place]), aside=True)

    def _contacts(self) -> Clause:
        facts = self.facts
        points, best = facts.own.change, max(facts.contacts, key=lambda contact: contact.points)
        if points == 0:
            return Clause(1.0, self.say("contacts", "none" if len(facts.contacts) == 1 else "none_many"))
        if len(facts.contacts) == 1:
            text = self.say("contacts", "one", points=self.count("points", points), place=PLACE_IDS[best.place])
        else:
            text = self.say(
                "contacts",
                "many",
                points=self.count("points", points),
                stones=self.count("stones", len(facts.contacts)),
                place=PLACE_IDS[best.place],
                best=best.points,
            )
        return Clause(points, text)
