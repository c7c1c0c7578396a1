"""A game in which each thing and each step has a code: all that can then be read, written and shown without more rules.

Such a game says what lies where at the start, which code each step has, how its points add up, and what the table and
the seats show; `docs/games.md` tells how.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

import numpy as np

from shelf.language import Language
from solver.kernel.contract import TURN_SIZE, Bytes
from solver.kernel.playable import Cell, Drawing, Lines, Playable, PlayedTurn, SetupEntry, named
from solver.words import setup_text
from solver.words.position_view import heading, player_entries, seen_by
from solver.words.setup_text import SetupLine, Things
from solver.words.turn_text import CodedScribe


class CodedGame(Playable):
    """The contract of a game with what codes give for nothing."""

    scribe: ClassVar[type[CodedScribe]]

    # ---- the opening ------------------------------------------------------------------------------------------------

    @abstractmethod
    def setup_lines(self, players: int) -> Sequence[SetupLine]:
        """The lines of the setup: what lies on the table, and what everybody holds."""

    @abstractmethod
    def opening(self, players: int, things: Things) -> Bytes:
        """The opening position from these things."""

    @abstractmethod
    def laid(self, state: Bytes) -> Things:
        """The things of an opening position; what the state does not know is UNKNOWN."""

    def deal(self, players: int, seed: int, options: Mapping[str, str]) -> Bytes:
        """Every pile shuffled and dealt out."""
        return self.opening(players, setup_text.dealt(self.setup_lines(players), seed))

    def read_setup(self, players: int, lines: Lines, options: Mapping[str, str]) -> Bytes:
        """The opening of a log."""
        return self.opening(players, setup_text.read(self.setup_lines(players), lines))

    def write_setup(self, state: Bytes) -> list[str]:
        """The setup part of a log."""
        things = self.laid(state)
        return [line.written(things[line.label]) for line in self.setup_lines(len(self.score_parts(state)))]

    def setup_entry(self, players: int, options: Mapping[str, str], me: int | None = None) -> SetupEntry:
        """Line by line."""
        lines = self.setup_lines(players)
        return setup_text.LineEntry(lines, lambda things: self.opening(players, things), me)

    # ---- turns as text ----------------------------------------------------------------------------------------------

    def read_turn(self, state: Bytes, text: str, ends: bool = True) -> PlayedTurn:
        """The codes of its steps, one after another."""
        return self.scribe.read(state, text, ends)

    def write_turn(self, state: Bytes, steps: Sequence[int]) -> str:
        """The codes of its steps."""
        return self.scribe.write(state, steps)

    def legal_texts(self, state: Bytes) -> dict[str, int]:
        """The codes of the legal steps."""
        return self.scribe(state).legal_texts()

    def tell(self, state: Bytes, steps: Sequence[int], language: Language) -> str:
        """The phrase `turn.plays` with the codes of the steps."""
        return str(self.data.phrases(language)["turn"]["plays"]).format(steps=self.write_turn(state, steps))

    # ---- how it looks -----------------------------------------------------------------------------------------------

    def table_view(self, state: Bytes) -> dict[str, Any]:
        """What lies on the table, by name; unknown things are "?"."""
        return {}

    def seat_view(self, state: Bytes, seat: int) -> dict[str, Any]:
        """What lies before a seat or in its hand: numbers, codes or lists of them, named by `screen.seat`."""
        return {}

    def cells(self, picture: Mapping[str, Any], plain: bool) -> Sequence[Sequence[Cell | None]]:
        """The rows of cards or squares on a screen."""
        return ()

    def picture(
        self, state: Bytes, viewer: int | None = None, names: Sequence[str] = (), earlier: Sequence[Bytes] = ()
    ) -> dict[str, Any]:
        """Whose turn it is, what lies where, everybody's points, and the legal steps."""
        state = seen_by(viewer, self.kernel.observe, state)
        points, mover = self.score_parts(state), self.kernel.actor(state)
        called = named(names, len(points))
        return {
            **heading(int(state[-TURN_SIZE:].view(np.uint64)[0]) + (mover >= 0), mover, called),
            **self.table_view(state),
            "players": player_entries(called, points, lambda seat: self.seat_view(state, seat)),
            "steps": list(self.legal_texts(state)) if mover >= 0 else [],
        }

    def drawing(self, picture: Mapping[str, Any], plain: bool = False, language: Language = "en") -> Drawing:
        """The cells, and a column for each player."""
        said, players = self.data.phrases(language)["screen"], picture["players"]
        lines = [("", *(player["name"] for player in players))]
        for key, label in said["seat"].items():
            lines.append((label, *(_entry(player[key]) for player in players)))
        for part in self.parts:
            lines.append((said["parts"][part], *(str(player["points"][part]) for player in players)))
        lines.append((said["now"], *(str(player["points"]["total"]) for player in players)))
        grid = tuple(tuple(row) for row in self.cells(picture, plain))
        return Drawing(grid, tuple(lines), tuple(said["legend"]))


def _entry(value: Any) -> str:
    return (" ".join(map(str, value)) if isinstance(value, list) else str(value)) or "-"
