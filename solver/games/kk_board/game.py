"""The board game as it is played: what stands where in this package."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from shelf.game_data import GameData
from shelf.language import Language
from solver.games.kk_board import (
    hidden,
    map_check,
    notation,
    outlook,
    points,
    policy,
    reach,
    reasons,
    rules,
    score,
    setup,
    turn_words,
    value,
    view,
)
from solver.games.kk_board import state as position
from solver.games.kk_board.map import BoardMap
from solver.kernel.contract import Bytes, Kernel
from solver.kernel.playable import Drawing, Lines, Playable, PlayedTurn, Reach, SetupEntry

KERNEL = Kernel.of(position, rules, hidden, policy, outlook.outlook, value=value, shared_wins=True)


class BoardGame(Playable):
    """Kardinal & König on one map; games on others may be on the table at the same time."""

    kernel = KERNEL
    policy: ClassVar = policy
    value: ClassVar = value
    parts = points.PARTS

    def __init__(self, data: GameData) -> None:
        super().__init__(data)
        self.map = BoardMap(data)

    check_data = staticmethod(map_check.check)
    score_parts = staticmethod(score.points)
    tiebreaks = staticmethod(score.tiebreaks)

    def deal(self, players: int, seed: int, options: Mapping[str, str]) -> Bytes:
        return setup.deal(self.map, players, seed)

    def read_setup(self, players: int, lines: Lines, options: Mapping[str, str]) -> Bytes:
        return setup.read_setup(self.map, players, lines)

    def write_setup(self, state: Bytes) -> list[str]:
        return setup.write_setup(self.map, state)

    def setup_entry(self, players: int, options: Mapping[str, str], me: int | None = None) -> SetupEntry:
        return setup.Opening(self.map, players, me)

    def read_holdings(self, holdings: Sequence[Lines]) -> Bytes:
        return setup.read_holdings(self.map, holdings)

    def read_turn(self, state: Bytes, text: str, ends: bool = True) -> PlayedTurn:
        return notation.BoardScribe(self.map, state).played(text, ends)

    def write_turn(self, state: Bytes, steps: Sequence[int]) -> str:
        return notation.BoardScribe(self.map, state).noted(steps)

    def reveal(self, state: Bytes, seat: int, text: str) -> tuple[Bytes, str]:
        return notation.reveal(self.map, state, seat, text)

    def legal_texts(self, state: Bytes) -> dict[str, int]:
        return notation.legal_texts(self.map, state)

    def next_words(self, state: Bytes) -> list[str]:
        return notation.next_words(self.map, state)

    def score_detail(self, state: Bytes, language: Language = "en") -> list[list[dict[str, Any]]]:
        return score.detail(self.map, state, language)

    def scored(
        self, before: Bytes, after: Bytes, names: Sequence[str], language: Language
    ) -> Sequence[tuple[str, ...]]:
        return score.interim_table(self.map, before, after, names, language)

    def chart_values(self, state: Bytes) -> list[dict[str, str]]:
        return score.chart_values(self.map, state)

    def picture(
        self, state: Bytes, viewer: int | None = None, names: Sequence[str] = (), earlier: Sequence[Bytes] = ()
    ) -> dict[str, Any]:
        return view.picture(self.map, state, viewer, names)

    def drawing(self, picture: Mapping[str, Any], plain: bool = False, language: Language = "en") -> Drawing:
        return view.drawing(self.map, picture, plain, language)

    def tell(self, state: Bytes, steps: Sequence[int], language: Language) -> str:
        return turn_words.tell(self.map, state, steps, language)

    def witnessed(self, state: Bytes, steps: Sequence[int], viewer: int) -> Bytes:
        """With the cards of the stack that the turn has turned up."""
        view = super().witnessed(state, steps, viewer)
        known, seen, real = position.State.of(state), position.State.of(view), state.copy()
        now = position.State.of(real)
        for step in steps:
            left, half = int(now.left), int(now.half)
            self.kernel.apply(real, step)
            for place in range(int(now.left) if now.half == half else 0, left - (step == position.BLIND)):
                seen.stack[place] = known.stack[place]
            if now.half != half:
                break
        return view

    def why(self, state: Bytes, steps: Sequence[int], names: Sequence[str], language: Language) -> str:
        return reasons.why(self.map, state, steps, names, language)

    def focus(self, state: Bytes, steps: Sequence[int], language: Language) -> str:
        return view.focus(self.map, steps)

    def reach(self, state: Bytes) -> list[Reach]:
        return reach.reach(self.map, state)


PLAYABLE = BoardGame
