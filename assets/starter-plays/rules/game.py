"""The game that these modules make."""

from typing import ClassVar

from solver.kernel.contract import Kernel
from solver.words.coded_game import CodedGame

from . import hidden, notation, policy, rules, score, setup, view
from .state import LIGHTS, STATE, State


class NightMarket(CodedGame):
    """What stands where."""

    kernel = Kernel(
        size=STATE.itemsize,
        most_steps=LIGHTS,
        step_space=LIGHTS,
        key_size=State.offset("last"),
        actor=rules.actor,
        legal=rules.legal,
        essential=rules.legal,
        apply=rules.apply,
        scores=rules.scores,
        observe=hidden.observe,
        determinize=hidden.determinize,
        prior=policy.prior,
        rollout=policy.rollout,
        secret=True,
        shared_wins=True,
    )
    policy: ClassVar = policy
    parts = score.PARTS
    scribe = notation.Bids
    setup_lines = staticmethod(setup.lines)
    opening = staticmethod(setup.opening)
    laid = staticmethod(setup.laid)
    score_parts = staticmethod(score.points)
    tiebreaks = staticmethod(score.tiebreaks)
    table_view = staticmethod(view.table_view)
    seat_view = staticmethod(view.seat_view)
    cells = staticmethod(view.cells)


PLAYABLE = NightMarket
