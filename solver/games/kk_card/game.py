"""The card game as it is played: what stands where in this package."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from shelf.language import Language
from solver.games.kk_card import (
    hidden,
    notation,
    outlook,
    policy,
    reach,
    reasons,
    rules,
    score,
    setup,
    turn_words,
    view,
)
from solver.games.kk_card import state as position
from solver.games.kk_card.tables import GAME
from solver.kernel.contract import Bytes, Kernel
from solver.kernel.playable import Playable
from solver.words.phrasing import Phrasing

KERNEL = Kernel.of(position, rules, hidden, policy, outlook.outlook)


class CardGame(Playable):
    """Kardinal & König – Das Kartenspiel."""

    kernel = KERNEL
    parts = rules.PARTS
    options: ClassVar[Mapping[str, str]] = {
        "start_only": "only cards that lay at an end when the turn began may be taken"
    }

    deal = staticmethod(setup.deal)
    read_setup = staticmethod(setup.read_setup)
    write_setup = staticmethod(setup.write_setup)
    setup_entry = staticmethod(setup.LayoutEntry)
    read_holdings = staticmethod(setup.read_holdings)
    read_turn = staticmethod(notation.read_turn)
    write_turn = staticmethod(notation.write_turn)
    reveal = staticmethod(notation.reveal)
    legal_texts = staticmethod(notation.legal_texts)
    next_words = staticmethod(notation.next_words)
    score_parts = staticmethod(score.points)
    score_detail = staticmethod(score.detail)
    chart_values = staticmethod(score.chart_values)
    picture = staticmethod(view.picture)
    drawing = staticmethod(view.drawing)
    tell = staticmethod(turn_words.tell)
    why = staticmethod(reasons.why)
    focus = staticmethod(view.focus)
    reach = staticmethod(reach.reach)

    def unknown(self, state: Bytes, language: Language = "en") -> list[str]:
        """Law tiles that nobody has seen may cost two points each."""
        s = position.State.of(state)
        said, unseen = Phrasing(GAME, language, "score"), s.hand[: s.players, position.UNKNOWN].tolist()
        return [said.count("unseen", count) if count else "" for count in unseen]

    def tiebreaks(self, state: Bytes) -> list[int]:
        """The number of land cards."""
        s = position.State.of(state)
        return [int(count) for count in s.cards[: s.players]]


PLAYABLE = CardGame
