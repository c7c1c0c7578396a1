"""Kardinal for everybody who looks at it from outside: `PLAYABLE`."""

from __future__ import annotations

from collections.abc import Mapping

from shelf.language import Language
from solver.games.kardinal import notation, policy, rules, score, setup, view
from solver.games.kardinal.tables import GAME
from solver.kernel.contract import Bytes, Kernel
from solver.kernel.playable import Playable, best
from solver.words.phrasing import screen_words

KERNEL = Kernel(
    size=rules.STATE.itemsize,
    most_steps=rules.MOST_STEPS,
    step_space=rules.STEP_SPACE,
    key_size=rules.KEY_SIZE,
    actor=rules.actor,
    legal=rules.legal,
    essential=rules.essential,
    apply=rules.apply,
    scores=rules.scores,
    observe=rules.observe,
    determinize=rules.determinize,
    prior=policy.prior,
    rollout=policy.rollout,
    worlds=rules.worlds,
    near_end=rules.near_end,
)


class BuildingGame:
    """Kardinal, as `solver.kernel.playable.Playable`."""

    id = GAME.id
    kernel = KERNEL
    parts: tuple[str, ...] = rules.PARTS
    options: Mapping[str, str] = {
        "fourth_apart": "with three players stones of the fourth colour count for nobody, those won by building it do"
    }

    deal = staticmethod(setup.deal)
    read_setup = staticmethod(setup.read_setup)
    write_setup = staticmethod(setup.write_setup)
    setup_entry = staticmethod(setup.NothingToEnter)
    read_holdings = staticmethod(setup.read_holdings)
    read_turn = staticmethod(notation.read_turn)
    write_turn = staticmethod(notation.write_turn)
    reveal = staticmethod(notation.reveal)
    legal_texts = staticmethod(notation.legal_texts)
    next_words = staticmethod(notation.next_words)
    score_parts = staticmethod(score.points)
    score_detail = staticmethod(score.detail)
    chart_values = staticmethod(score.chart_values)
    tiebreaks = staticmethod(score.sides)
    picture = staticmethod(view.picture)
    drawing = staticmethod(view.drawing)

    def player_counts(self) -> range:
        """As the definition says."""
        return GAME.players

    def part_names(self, language: Language) -> Mapping[str, str]:
        """As the screen calls them."""
        return dict(screen_words(GAME.folder, language)["parts"])

    def unknown(self, state: Bytes, language: Language = "en") -> list[str]:
        """Everything lies open."""
        return [""] * int(notation.opened(state).players)

    def winners(self, state: Bytes) -> list[int]:
        """The one with the most points, then the most sides on the cathedral; equals in both part with a draw."""
        first = best(state, self)
        return first if len(first) == 1 else []


PLAYABLE: Playable = BuildingGame()
