"""Kardinal as it is played: what stands where in this package."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from solver.games.kardinal import (
    book,
    hidden,
    notation,
    outlook,
    policy,
    reasons,
    rules,
    score,
    setup,
    turn_words,
    value,
    view,
)
from solver.games.kardinal import state as position
from solver.games.kardinal.tables import refused
from solver.kernel.contract import Kernel
from solver.kernel.playable import Playable

KERNEL = Kernel.of(position, rules, hidden, policy, outlook.outlook, hinders=rules.hinders, book=book.book, value=value)


class BuildingGame(Playable):
    """Kardinal."""

    kernel = KERNEL
    policy: ClassVar = policy
    value: ClassVar = value
    parts = rules.PARTS
    options: ClassVar[Mapping[str, str]] = {"fourth_apart": refused("options.fourth_apart")}

    deal = staticmethod(setup.deal)
    read_setup = staticmethod(setup.read_setup)
    write_setup = staticmethod(setup.write_setup)
    setup_entry = staticmethod(setup.setup_entry)
    read_holdings = staticmethod(setup.read_holdings)
    read_turn = staticmethod(notation.read_turn)
    write_turn = staticmethod(notation.write_turn)
    legal_texts = staticmethod(notation.legal_texts)
    next_words = staticmethod(notation.next_words)
    score_parts = staticmethod(score.points)
    score_detail = staticmethod(score.detail)
    chart_values = staticmethod(score.chart_values)
    tiebreaks = staticmethod(score.sides)
    picture = staticmethod(view.picture)
    drawing = staticmethod(view.drawing)
    tell = staticmethod(turn_words.tell)
    why = staticmethod(reasons.why)
    focus = staticmethod(view.focus)


PLAYABLE = BuildingGame
