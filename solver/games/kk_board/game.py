"""The board game for everybody who looks at it from outside: `PLAYABLE`."""

from __future__ import annotations

from collections.abc import Mapping

from shelf.language import Language
from solver.games.kk_board import hidden, notation, points, policy, rules, score, setup, view
from solver.games.kk_board import rollout as rollouts
from solver.games.kk_board import state as position
from solver.games.kk_board.tables import GAME
from solver.kernel.contract import Bytes, Kernel
from solver.kernel.playable import Playable, best
from solver.words.phrasing import screen_words

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
)


class BoardGame:
    """Kardinal & König, as `solver.kernel.playable.Playable`."""

    id = "kk-board"
    kernel = KERNEL
    parts: tuple[str, ...] = points.PARTS
    options: Mapping[str, str] = {}

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

    def player_counts(self) -> range:
        """As the definition says."""
        return GAME.players

    def part_names(self, language: Language) -> Mapping[str, str]:
        """As the screen calls them."""
        return dict(screen_words(GAME.folder, language)["parts"])

    def unknown(self, state: Bytes, language: Language = "en") -> list[str]:
        """Points come from the board, which lies open."""
        return [""] * int(notation.opened(state).players)

    def winners(self, state: Bytes) -> list[int]:
        """The most points, then the most pieces left; equals in both share the win."""
        return best(state, self)


PLAYABLE: Playable = BoardGame()
