"""The points of a log or of the end of a game: for programs, for the chart, and for the screen that shows them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from shelf.catalogue import USUAL, Catalogue
from table.log import final, gamelog
from table.log.referee import load

if TYPE_CHECKING:
    from solver.kernel.contract import Bytes
    from solver.kernel.playable import Playable
    from table.log.referee import Match, Move


@dataclass(frozen=True)
class Result:
    """Points of everybody, now or at the end."""

    game: Playable
    players: tuple[str, ...]
    state: Bytes
    over: bool
    date: str = ""

    def document(self, detail: bool = False) -> dict[str, Any]:
        """The JSON contract."""
        parts, ties = self.game.score_parts(self.state), self.game.tiebreaks(self.state)
        players = [
            {"name": name, "total": sum(parts[seat].values()), "parts": parts[seat], "tiebreak": ties[seat]}
            for seat, name in enumerate(self.players)
        ]
        if detail:
            entries, unknown = self.game.score_detail(self.state), self.game.unknown(self.state)
            for seat, player in enumerate(players):
                player |= {"detail": entries[seat], "unknown": unknown[seat]}
        return {"game": self.game.id, "over": self.over, "players": players, "winners": self.winners()}

    def winners(self) -> list[str]:
        """Who is ahead now, or has won."""
        return [self.players[seat] for seat in self.game.winners(self.state)]

    def chart_values(self) -> dict[str, str]:
        """The boxes of a scoring chart that this result fills in, by their names on it."""
        boxes = {"g1.date": self.date} if self.date else {}
        for seat, values in enumerate(self.game.chart_values(self.state), start=1):
            boxes |= {f"g1.p{seat}.{box}": value for box, value in values.items()}
        return boxes


def result_of(file: Path, catalogue: Catalogue = USUAL) -> Result:
    """The score of a log as far as it goes, or of a file with what everybody holds at the end."""
    return result_of_end(file, catalogue) or result_of_match(load(file, catalogue))


def result_of_end(file: Path, catalogue: Catalogue = USUAL) -> Result | None:
    """The score of a file with what everybody holds at the end; None if it is a log."""
    text = gamelog.read_log_text(file)
    if not final.is_final(text):
        return None
    end = final.parse(text, file, catalogue)
    return Result(end.game, end.players, end.state, True, end.date)


def result_of_match(match: Match) -> Result:
    """The score as the log's owner may know it."""
    return Result(match.game, match.players, match.seen(), match.to_move is None, match.date)


def brought(match: Match, moves: Sequence[Move]) -> list[int]:
    """By how much moves, one after another, changed everybody's points, as the log's owner may know them."""
    before, after = match.states[match.moves.index(moves[0])], moves[-1].after
    return [now - then for then, now in zip(_totals(match, before), _totals(match, after), strict=True)]


def _totals(match: Match, state: Bytes) -> list[int]:
    if match.me is not None:
        state = state.copy()
        match.game.kernel.observe(state, match.me)
    return [sum(parts.values()) for parts in match.game.score_parts(state)]
