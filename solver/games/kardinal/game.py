"""Kardinal for everybody who looks at it from outside: `PLAYABLE`."""

from __future__ import annotations

from collections.abc import Mapping

from pnp.language import Language
from solver.contract import Bytes, Kernel
from solver.games.kardinal import detail, glance, notation, pictures, setup
from solver.games.kardinal import kernel as rules
from solver.games.kardinal.tables import GAME
from solver.playable import Playable, best
from solver.sentences import screen_words

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
    prior=glance.prior,
    rollout=glance.rollout,
    worlds=rules.worlds,
    near_end=rules.near_end,
)


class BuildingGame:
    """Kardinal, as `solver.playable.Playable`."""

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
    score_parts = staticmethod(detail.points)
    score_detail = staticmethod(detail.detail)
    chart_values = staticmethod(detail.chart_values)
    tiebreaks = staticmethod(detail.sides)
    picture = staticmethod(pictures.picture)
    drawing = staticmethod(pictures.drawing)

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
