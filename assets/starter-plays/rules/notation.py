"""How a bid is written: the number of the lantern."""

from solver.words.turn_text import CodedScribe, RulesInUse

from .rules import actor, apply, legal
from .state import LANTERNS, LIGHTS, SHOWN, STATE


class Bids(CodedScribe):
    """One word a turn."""

    rules = RulesInUse(STATE, LIGHTS, actor, legal, apply)
    codes = LANTERNS

    def why_not(self, step: int) -> str:
        """In words for whoever wrote it."""
        shown = self.s.place[step] == SHOWN
        return f"lantern {LANTERNS[step]} {'was bid before' if shown else 'is not in this hand'}"
