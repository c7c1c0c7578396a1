"""The Heap as it is played."""

from solver.kernel.contract import Kernel
from solver.kernel.playable import Playable

from . import hidden, notation, policy, rules, score, setup, view
from .state import STATE


class Heap(Playable):
    """The game."""

    kernel = Kernel(
        size=STATE.itemsize,
        most_steps=2,
        step_space=2,
        key_size=STATE.itemsize - 8,
        actor=rules.actor,
        legal=rules.legal,
        essential=rules.legal,
        apply=rules.apply,
        scores=rules.scores,
        observe=hidden.observe,
        determinize=hidden.determinize,
        prior=policy.prior,
        rollout=policy.rollout,
        worlds=lambda view, most: [view.copy()],
        near_end=lambda state: True,
    )
    parts = ("stones", "last")
    deal = staticmethod(setup.deal)
    read_setup = staticmethod(setup.read_setup)
    write_setup = staticmethod(setup.write_setup)
    setup_entry = staticmethod(setup.NothingToEnter)
    read_turn = staticmethod(notation.read_turn)
    write_turn = staticmethod(notation.write_turn)
    legal_texts = staticmethod(notation.legal_texts)
    score_parts = staticmethod(score.parts)
    chart_values = staticmethod(score.chart_values)
    picture = staticmethod(view.picture)
    drawing = staticmethod(view.drawing)


PLAYABLE = Heap
