"""The card game as it is played: what stands where in this package."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

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
    value,
    view,
)
from solver.games.kk_card import state as position
from solver.games.kk_card.tables import refused
from solver.kernel.contract import Kernel
from solver.kernel.playable import Playable

KERNEL = Kernel.of(position, rules, hidden, policy, outlook.outlook, value=value)


class CardGame(Playable):
    """Kardinal & König – Das Kartenspiel."""

    kernel = KERNEL
    policy: ClassVar = policy
    value: ClassVar = value
    parts = rules.PARTS
    options: ClassVar[Mapping[str, str]] = {"start_only": refused("options.start_only")}

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
    unknown = staticmethod(score.unknown)
    score_parts = staticmethod(score.points)
    score_detail = staticmethod(score.detail)
    chart_values = staticmethod(score.chart_values)
    tiebreaks = staticmethod(score.tiebreaks)
    picture = staticmethod(view.picture)
    drawing = staticmethod(view.drawing)
    tell = staticmethod(turn_words.tell)
    why = staticmethod(reasons.why)
    focus = staticmethod(view.focus)
    reach = staticmethod(reach.reach)


PLAYABLE = CardGame
