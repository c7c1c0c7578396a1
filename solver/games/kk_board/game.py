"""The board game as it is played: what stands where in this package."""

from __future__ import annotations

from solver.games.kk_board import (
    hidden,
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
    view,
)
from solver.games.kk_board import rollout as rollouts
from solver.games.kk_board import state as position
from solver.kernel.contract import Kernel
from solver.kernel.playable import Playable

KERNEL = Kernel(
    size=position.STATE.itemsize,
    most_steps=position.MOST_STEPS,
    step_space=position.STEPS,
    key_size=position.STATE.itemsize - 8,
    actor=rules.actor,
    legal=rules.legal,
    essential=rules.legal,
    apply=rules.apply,
    scores=points.scores,
    observe=hidden.observe,
    determinize=hidden.determinize,
    prior=policy.prior,
    rollout=rollouts.rollout,
    worlds=hidden.worlds,
    near_end=rules.near_end,
    outlook=outlook.outlook,
    shared_wins=True,
)


class BoardGame(Playable):
    """Kardinal & König."""

    kernel = KERNEL
    parts = points.PARTS

    deal = staticmethod(setup.deal)
    read_setup = staticmethod(setup.read_setup)
    write_setup = staticmethod(setup.write_setup)
    setup_entry = staticmethod(setup.OpeningEntry)
    read_holdings = staticmethod(setup.read_holdings)
    read_turn = staticmethod(notation.read_turn)
    write_turn = staticmethod(notation.write_turn)
    reveal = staticmethod(notation.reveal)
    legal_texts = staticmethod(notation.legal_texts)
    next_words = staticmethod(notation.next_words)
    score_parts = staticmethod(score.points)
    score_detail = staticmethod(score.detail)
    chart_values = staticmethod(score.chart_values)
    tiebreaks = staticmethod(score.pieces_left)
    picture = staticmethod(view.picture)
    drawing = staticmethod(view.drawing)
    tell = staticmethod(turn_words.tell)
    why = staticmethod(reasons.why)
    focus = staticmethod(view.focus)
    reach = staticmethod(reach.reach)


PLAYABLE = BoardGame
