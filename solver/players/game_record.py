"""The games of a tournament in a file, so that it can go on: one line says what is played, then a line a game."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from shelf.atomic_write import write_whole
from shelf.errors import DefinitionError, near
from shelf.messages import Message
from shelf.safe_files import MOST_KEPT_BYTES, read_text
from solver.players.programme import Game, Programme


@dataclass(frozen=True)
class GameRecord:
    """A file of played games."""

    file: Path

    def games(self, programme: Programme) -> list[Game]:
        """The games that were played, none if the file is not there yet; another tournament's file is refused."""
        return [game for game in self._kept(programme) if game.block < programme.blocks]

    def keep(self, programme: Programme, games: Iterable[Game]) -> None:
        """Writes games down, beside those of a longer tournament that stand there."""
        kept = {(game.block, game.rotation): game for game in (*self._kept(programme), *games)}
        lines = [programme.terms(), *(asdict(game) for _, game in sorted(kept.items()))]
        write_whole(self.file, "".join(json.dumps(line) + "\n" for line in lines).encode())

    def _kept(self, programme: Programme) -> list[Game]:
        if not self.file.exists():
            return []
        first, *lines = read_text(self.file, MOST_KEPT_BYTES).splitlines() or [""]
        if self._value(first, 1) != programme.terms():
            raise DefinitionError(self.file, Message("tournament.other", file=near(self.file), first=first[:300]), 1)
        return [self._game(line, number, programme) for number, line in enumerate(lines, 2)]

    def _game(self, line: str, number: int, programme: Programme) -> Game:
        value, seats = self._value(line, number), len(programme.lineup)
        try:
            entries: dict[str, Any] = {name: tuple(it) if isinstance(it, list) else it for name, it in value.items()}
            game = Game(**entries)
            whole = type(game.block) is int and game.rotation in range(seats) and game.block >= 0
            parts = (game.points, game.won, game.turns, game.seconds)
            if not whole or any(len(part) != seats for part in parts):
                raise ValueError
            sum(map(sum, parts))
        except (TypeError, ValueError, AttributeError):
            raise DefinitionError(self.file, Message("tournament.no_game"), number) from None
        return game

    def _value(self, line: str, number: int) -> Any:
        try:
            return json.loads(line)
        except (ValueError, RecursionError):
            raise DefinitionError(self.file, Message("tournament.no_record"), number) from None
