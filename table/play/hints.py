"""A hint in two helpings: first only where to look, then the turn and what speaks for it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from table.advice import Consultation, Line
from table.screens.words import language, said

if TYPE_CHECKING:
    from solver.search.advice import Advice, Limit
    from table.log.referee import Match

@dataclass
class Hint:
    """Advice for the seat to move, which may have begun its turn; it remembers how much of it was told."""

    match: Match
    advice: Advice
    lines: list[Line]
    told: int = 0

    @classmethod
    def on(cls, match: Match, limit: Limit) -> Hint:
        """Thinks."""
        from solver.search.advisor import Advisor

        advice = Advisor(match.game.kernel, match.state, len(match.players), limit).advise()
        lines = Consultation(match, language(), top=2).lines(advice, reasons=1)
        return cls(match, advice, [replace(line, turn=line.turn or said("hint.end")) for line in lines])

    def tell(self) -> list[str]:
        """The next helping, in sentences."""
        self.told += 1
        if len(self.lines) == 1:
            return [said("hint.only_one", turn=self.lines[0].turn)]
        return [self.where(), said("hint.again")] if self.told == 1 else self.why()

    def where(self) -> str:
        """The place on the table that the best turn begins with."""
        place = self.match.game.focus(self.match.state, self.advice.turns[0].steps, language())
        return said("hint.place", place=place) if place else said("hint.elsewhere")

    def why(self) -> list[str]:
        """The best turn, the reason, the next best one and the expected answer."""
        best, second = self.lines
        kind = "hint.proved" if self.advice.proved else "hint.turn"
        sentences = [said(kind, turn=best.turn, points=round(best.points), **_chance(best)), best.why]
        sentences.append(said("hint.next_best", turn=second.turn, points=round(second.points), **_chance(second)))
        if best.answer:
            seats = len(self.match.players)
            name = self.match.players[(self.advice.viewer + 1) % seats]
            sentences.append(said("hint.answer", name=name, turn=best.answer))
        return [sentence for sentence in sentences if sentence]


def _chance(line: Line) -> dict[str, object]:
    return {"win": round(100 * line.win), "error": max(1, round(196 * line.win_se))}
