"""The match by which something new has to earn its place: as long as it takes, kept as it goes on."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from solver.kernel.playable import Playable
from solver.players.crew import Crew
from solver.players.game_record import GameRecord
from solver.players.programme import Programme
from solver.players.sequential import Question, Verdict
from solver.players.standings import Table
from solver.players.tournament import Tournament, Watch


@dataclass(frozen=True)
class Trial:
    """How the new has to prove itself."""

    question: Question
    blocks: int
    simulations: int


@dataclass(frozen=True)
class Judged:
    """What a match said."""

    table: Table
    verdict: Verdict | None

    @property
    def won(self) -> bool:
        """Whether the new may be adopted."""
        return self.verdict is not None and self.verdict.stronger is True

    def figures(self) -> dict[str, Any]:
        """What is kept of it."""
        new = self.table.bots[0]
        return {
            "games": self.table.games,
            "seats": new.seats,
            "share": round(new.share, 4),
            "ci95": [round(bound, 4) for bound in new.ci95],
            "among_equals": round(new.fair, 4),
        }


def judged(
    match: Programme, game: Playable, trial: Trial, kept: Path | None, crew: Crew, watch: Watch | None = None
) -> Judged:
    """Plays a match; games that are kept from before are not played again."""
    match.kernels(game)  # compiled once, here, for all processes of this machine
    record = GameRecord(kept / f"match-{short(match.terms())}.jsonl") if kept else None
    tournament = Tournament(match, trial.question, record)
    return Judged(tournament.run(crew, watch), tournament.verdict)


def short(terms: object) -> str:
    """A name for what is played."""
    return hashlib.sha256(repr(terms).encode()).hexdigest()[:8]
