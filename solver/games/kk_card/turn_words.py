"""A turn in words, from the phrases in `play.<language>.toml`."""

from __future__ import annotations

from collections.abc import Sequence

from shelf.language import Language
from solver.games.kk_card.illegal_reasons import code_at
from solver.games.kk_card.notation import end_cell
from solver.games.kk_card.rules import apply
from solver.games.kk_card.state import LIFT, NONE, PAY_FROM, PLACE, PLAY, SKIP, STOP, UNKNOWN, State
from solver.games.kk_card.tables import GAME, LAND, LAND_IDS, LAW_KINDS
from solver.kernel.contract import Bytes
from solver.words.phrasing import listed


def tell(state: Bytes, steps: Sequence[int], language: Language = "en") -> str:
    """What a turn does, without the name of who does it; what `state` does not know stays untold."""
    teller = _Teller(state, language)
    for step in steps:
        teller.hear(step)
    return teller.sentence()


class _Teller:
    """Follows a turn step by step; cards that are taken one after another are told together."""

    def __init__(self, state: Bytes, language: Language) -> None:
        self.phrases, self.game_words = GAME.phrases(language)["turn"], GAME.words[language]
        self.state = state.copy()
        self.s: State = State.of(self.state)
        self.clauses: list[str] = []
        self.taken: list[str] = []
        self.lands: set[str] = set()

    def hear(self, step: int) -> None:
        """One step."""
        if step < STOP:
            self._take(step)
            return
        if step >= PAY_FROM or step == SKIP or PLAY < step < PAY_FROM:
            self._end_taking()
        if step == SKIP:
            self._say("skip")
        elif PLAY < step < PAY_FROM:
            self._say("play", title=self._title(step - PLAY))
        elif PAY_FROM <= step < PLACE:
            self._say("pay", card=code_at(self.s, step - PAY_FROM))
        elif PLACE <= step < LIFT:
            card = code_at(self.s, step - PLACE)
            if self.s.lifted >= 0:
                self._say("move", card=code_at(self.s, self.s.lifted), to=card)
            else:
                self._say("place", card=card)
        apply(self.state, step)

    def sentence(self) -> str:
        """The clauses, joined."""
        self._end_taking()
        return listed(self.clauses, self.phrases)

    def _take(self, step: int) -> None:
        cell = end_cell(self.s, step)
        card, tile, seat = code_at(self.s, cell), int(self.s.tile[cell]), int(self.s.seat)
        if tile == UNKNOWN:
            card = self.phrases["tile"].format(card=card)
        elif tile != NONE:
            card = self.phrases["tile_known"].format(card=card, title=self._title(tile))
        self.taken.append(card)
        self.lands.add(self.game_words["land"][LAND_IDS[LAND[self.s.card[cell]]]])
        lost = int(self.s.lost[seat])
        apply(self.state, step)
        if self.s.lost[seat] > lost:
            self._end_taking()
            self._say("pay_stock")

    def _end_taking(self) -> None:
        if self.taken:
            kind = "take" if len(self.lands) == 1 else "take_mixed"
            self._say(kind, cards=listed(self.taken, self.phrases), land="".join(sorted(self.lands)))
            self.taken, self.lands = [], set()

    def _title(self, kind: int) -> str:
        return str(self.game_words["law"][LAW_KINDS[kind]]["title"])

    def _say(self, phrase: str, **values: str) -> None:
        self.clauses.append(self.phrases[phrase].format(**values))
