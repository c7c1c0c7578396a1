"""A hint in two helpings: first only where to look, then the turn and what speaks for it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from table.words import said

if TYPE_CHECKING:
    from solver.contract import Bytes
    from solver.search.advisor import Advice, Candidate, Limit
    from table.referee import Match

WORTH_TELLING = 3
"""Changes of the score that a hint lists."""


@dataclass
class Hint:
    """Advice about a position, which may be in the middle of a turn; the match tells whose it is."""

    match: Match
    state: Bytes
    advice: Advice
    told: int = 0

    @classmethod
    def about(cls, match: Match, state: Bytes, limit: Limit) -> Hint:
        """Thinks."""
        from solver.search.advisor import Advisor

        return cls(match, state, Advisor(match.game.kernel, state, len(match.players), limit).advise())

    def tell(self) -> list[str]:
        """The next helping, in sentences."""
        self.told += 1
        if len(self.advice.turns) == 1:
            return [said("hint.only_one", turn=self._text(self.advice.turns[0]) or "--")]
        return [self.where(), said("hint.again")] if self.told == 1 else self.why()

    def where(self) -> str:
        """The place on the table that the best turn begins with."""
        first = self._text(self.advice.turns[0]).split(" ")[0]
        code = first.lstrip("+").split("=")[0].split("-")[0].split(">")[0]
        picture = self.match.game.picture(self.state, self.advice.viewer, self.match.players)
        for row, cells in enumerate(self.match.game.drawing(picture, plain=True).grid, start=1):
            columns = [column for column, cell in enumerate(cells) if cell]
            for column in columns:
                cell = cells[column]
                if code and cell and cell.lines[0].startswith(code):
                    ends = {columns[-1]: "hint.end_right", columns[0]: "hint.end_left"}
                    return said(ends.get(column, "hint.inside"), row=row, column=column + 1)
        return said("hint.elsewhere")

    def why(self) -> list[str]:
        """The best turn, what it brings at once, the next best one and the expected answer."""
        best, second = self.advice.turns[:2]
        kind = "hint.proved" if self.advice.proved else "hint.turn"
        lines = [said(kind, turn=self._text(best), points=round(best.points), **_chance(best))]
        if changes := self._changes(best):
            lines.append(said("hint.now", changes="; ".join(changes)))
        if not self.advice.proved:
            lines.append(said("hint.next_best", turn=self._text(second), **_chance(second)))
        if answer := self._answer(best):
            lines.append(answer)
        return lines

    def _text(self, candidate: Candidate) -> str:
        return self.match.game.write_turn(self._seen(), candidate.steps)

    def _seen(self) -> Bytes:
        view = self.state.copy()
        self.match.game.kernel.observe(view, self.advice.viewer)
        return view

    def _after(self, candidate: Candidate) -> Bytes:
        view = self._seen()
        for step in candidate.steps:
            self.match.game.kernel.apply(view, step)
        return view

    def _changes(self, candidate: Candidate) -> list[str]:
        """The entries of the own score that the turn changes, the largest first."""
        game, seat = self.match.game, self.advice.viewer
        before = game.score_detail(self._seen())[seat]
        after = game.score_detail(self._after(candidate))[seat]
        changes = [
            (new["points"] - old["points"], f"{_name(game.id, new['of'])} ({new['part']})", new["why"])
            for old, new in zip(before, after, strict=True)
            if new["points"] != old["points"]
        ]
        changes.sort(key=lambda change: -abs(change[0]))
        return [said("hint.change", of=of, change=points, why=why) for points, of, why in changes[:WORTH_TELLING]]

    def _answer(self, candidate: Candidate) -> str | None:
        """The next seat's expected turn, as far as it can be told before hidden things are seen."""
        from solver.bots import legal_steps

        kernel, after = self.match.game.kernel, self._after(candidate)
        position, steps = after.copy(), list[int]()
        for step in candidate.answer:
            if step not in legal_steps(kernel, position):
                break
            kernel.apply(position, step)
            steps.append(step)
        if not steps:
            return None
        name = self.match.players[kernel.actor(after)]
        return said("hint.answer", name=name, turn=self.match.game.write_turn(after, steps))


def _name(game_id: str, thing: str) -> str:
    """What the game's words call a thing that it scores."""
    from pnp.definitions import load

    for group in load(game_id).words["en"].values():
        if isinstance(group, dict) and isinstance(group.get(thing), str):
            return str(group[thing])
    return thing


def _chance(candidate: Candidate) -> dict[str, object]:
    return {"win": round(100 * candidate.win), "error": max(1, round(196 * candidate.win_se))}
