"""Bots against bots, measured honestly: every deal is played with the bots in every rotation of the seats.

Blocks are played one after another, each with all its rotations, so that whatever else the machine does meanwhile
meets all bots alike. What is told depends on the games alone, not on who played them or in which order they ended.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import takewhile

from solver.players.crew import Crew, alone
from solver.players.game_record import GameRecord
from solver.players.programme import Game, Programme
from solver.players.sequential import Question, Verdict
from solver.players.standings import Block, Table, table, whole_blocks

Watch = Callable[[Table], None]


@dataclass
class Tournament:
    """A tournament as it goes on: the games so far, and the verdict if a question was asked and is decided."""

    programme: Programme
    question: Question | None = None
    record: GameRecord | None = None
    played: list[Game] = field(default_factory=list)
    verdict: Verdict | None = None
    _judged: int = 0

    def run(self, crew: Crew = alone, watch: Watch | None = None) -> Table:
        """Plays all games, or until the question is decided; Ctrl-C ends it with the blocks that are whole."""
        begun = time.perf_counter()
        try:
            self._play(crew, lambda: watch(self._table(begun)) if watch else None)
        except KeyboardInterrupt:
            pass
        finally:
            self._keep()
        return self._table(begun)

    def _play(self, crew: Crew, tell: Callable[[], None]) -> None:
        self.played = self.record.games(self.programme) if self.record else []
        done = {(game.block, game.rotation) for game in self.played}
        if self._decided():
            return
        games = crew(self.programme, (game for game in self.programme.games() if game not in done))
        whole = len(whole_blocks(self.programme, self.played))
        for game in games:
            self.played.append(game)
            if (now := len(whole_blocks(self.programme, self.played))) == whole:
                continue
            whole = now
            self._keep()
            decided = self._decided()
            tell()
            if decided:
                return

    def _decided(self) -> bool:
        """Whether the blocks that came one after another decide the question."""
        if self.question is None:
            return False
        front = self._front()
        while self._judged < len(front) and (self.verdict is None or self.verdict.stronger is None):
            self._judged += 1
            self.verdict = self.question.judged(self.programme, front[: self._judged])
        return self.verdict is not None and self.verdict.stronger is not None

    def _front(self) -> list[Block]:
        """The blocks from the first one on without a gap."""
        blocks = whole_blocks(self.programme, self.played)
        return [block for _, block in takewhile(lambda at: at[0] == at[1][0].block, enumerate(blocks))]

    def _table(self, begun: float) -> Table:
        """What is told: with a question the blocks that were judged, otherwise all whole ones."""
        blocks = self._front()[: self._judged] if self.question else whole_blocks(self.programme, self.played)
        return table(self.programme, blocks, time.perf_counter() - begun)

    def _keep(self) -> None:
        if self.record and self.played:
            self.record.keep(self.programme, self.played)
