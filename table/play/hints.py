"""A hint in two helpings: first only where to look, then the turn and what speaks for it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from table.answers.advice import Consultation, Line
from table.play.requests import word_for
from table.screens.advice_reasons import plan_told

if TYPE_CHECKING:
    from solver.search.advice import Advice, Limit, Watch
    from table.log.referee import Match
    from table.screens.words import Words


SURE = 1.96
"""Errors to either side between which the truth lies with 19 chances in 20."""


@dataclass
class Hint:
    """Advice for the seat to move, which may have begun its turn; it remembers how much of it was told."""

    match: Match
    words: Words
    advice: Advice
    lines: list[Line]
    told: int = 0

    @classmethod
    def on(cls, match: Match, limit: Limit, words: Words, watch: Watch | None = None) -> Hint:
        """Thinks."""
        from solver.search.advisor import Advisor

        advice = Advisor(match.game.kernel, match.state, len(match.players), limit).advise(watch)
        lines = Consultation(match, words.language, top=2, reasons=1).lines(advice)
        return cls(match, words, advice, [replace(line, turn=line.turn or words.said("hint.end")) for line in lines])

    def tell(self) -> list[str]:
        """The next helping, in sentences."""
        self.told += 1
        if len(self.lines) == 1:
            return [self.words.said("hint.only_one", turn=self.lines[0].turn)]
        if self.told > 1:
            return self.why()
        return [self.where(), self.words.said("hint.again", hint=word_for("hint", self.words.language))]

    def where(self) -> str:
        """The place on the table that the best turn begins with."""
        place = self.match.game.focus(self.match.state, self.advice.turns[0].steps, self.words.language)
        return self.words.said("hint.place", place=place) if place else self.words.said("hint.elsewhere")

    def why(self) -> list[str]:
        """The best turn, how it goes on, the reason, the next best one and the expected answer."""
        best, second = self.lines
        sentences = [self._judged(self._kind(best), best)]
        if best.plan:
            sentences.append(plan_told(best.plan, self.words))
        sentences += [best.why, self._judged("hint.next_best", second)]
        if best.answer:
            seats = len(self.match.players)
            name = self.match.players[(self.advice.viewer + 1) % seats]
            sentences.append(self.words.said("hint.answer", name=name, turn=best.answer))
        return [sentence for sentence in sentences if sentence]

    def _kind(self, best: Line) -> str:
        """What is proved says whether it wins; what is searched out for all that may lie unseen has no error."""
        if not self.advice.proved:
            return "hint.turn" if best.win_se else "hint.searched"
        return "hint.proved_win" if best.win == 1 else "hint.proved_share" if best.win else "hint.proved_loss"

    def _judged(self, kind: str, line: Line) -> str:
        low, high = (max(0.0, line.win - SURE * line.win_se), min(1.0, line.win + SURE * line.win_se))
        return self.words.said(
            kind,
            turn=line.turn,
            points=round(line.points),
            win=round(100 * line.win),
            low=round(100 * low),
            high=round(100 * high),
            behind=abs(round(line.margin)),
        )
