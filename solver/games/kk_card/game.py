"""The card game for everybody who looks at it from outside: `PLAYABLE`."""

from __future__ import annotations

from collections.abc import Mapping

from shelf.language import Language
from solver.games.kk_card import hidden, notation, policy, rules, score, setup, view
from solver.games.kk_card.tables import GAME
from solver.kernel.contract import Bytes, Kernel
from solver.kernel.playable import Playable, best
from solver.words.phrasing import Phrasing, screen_words

KERNEL = Kernel(
    size=rules.STATE.itemsize,
    most_steps=rules.MOST_STEPS,
    step_space=rules.STEPS,
    key_size=rules.STATE.itemsize - 8,
    actor=rules.actor,
    legal=rules.legal,
    essential=rules.legal,
    apply=rules.apply,
    scores=rules.scores,
    observe=rules.observe,
    determinize=rules.determinize,
    prior=policy.prior,
    rollout=policy.rollout,
    worlds=hidden.worlds,
    near_end=rules.near_end,
)


class CardGame:
    """Kardinal & König – Das Kartenspiel, as `solver.kernel.playable.Playable`."""

    id = GAME.id
    kernel = KERNEL
    parts: tuple[str, ...] = rules.PARTS
    options: Mapping[str, str] = {"start_only": "only cards that lay at an end when the turn began may be taken"}

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

    def player_counts(self) -> range:
        """As the definition says."""
        return GAME.players

    def part_names(self, language: Language) -> Mapping[str, str]:
        """As the screen calls them."""
        return dict(screen_words(GAME.folder, language)["parts"])

    def unknown(self, state: Bytes, language: Language = "en") -> list[str]:
        """Law tiles that nobody has seen may cost two points each."""
        s = notation.opened(state)
        said, unseen = Phrasing(GAME.folder, language, "score"), s.hand[: s.players, rules.UNKNOWN].tolist()
        return [said.count("unseen", count) if count else "" for count in unseen]

    def tiebreaks(self, state: Bytes) -> list[int]:
        """The number of land cards."""
        s = notation.opened(state)
        return [int(count) for count in s.cards[: s.players]]

    def winners(self, state: Bytes) -> list[int]:
        """The one with the most points, then the most land cards; equals in both win nothing."""
        first = best(state, self)
        return first if len(first) == 1 else []


PLAYABLE: Playable = CardGame()
