"""What a turn of Cartino does, as facts: computed by comparing the table before and after it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from solver.games.cartino.best_turn import best_now
from solver.games.cartino.notation import RULES
from solver.games.cartino.rules import contact, unseen_stones
from solver.games.cartino.score import detail
from solver.games.cartino.state import DONE, EXCHANGE, LAY_JOKER, PASS, State
from solver.games.cartino.tables import KIND, PLACES, SUIT, SUIT_MASK, SUITS
from solver.kernel.contract import Bytes
from solver.words.turn_effects import Shift, Story


@dataclass(frozen=True)
class Contact:
    """A stone that was laid, and the points of its neighbours at that moment."""

    place: int
    points: int


@dataclass(frozen=True)
class Opening:
    """A free place beside the new stones, and what a stone on it brings whoever has one."""

    place: int
    points: int


@dataclass(frozen=True)
class TurnFacts:
    """All about one turn of one seat."""

    seat: int
    contacts: tuple[Contact, ...]
    own: Shift
    """The points for contacts."""
    set: bool
    goes_out: bool
    others_lose: int
    """What the others lose for the stones left in their racks, as far as these are known."""
    jokers: tuple[int, ...]
    """Places where a joker was laid."""
    taken_back: tuple[int, ...]
    """Places from which a joker was taken back."""
    passes: bool
    opens: Opening | None
    """The best place that this turn opened to others."""
    collects: tuple[int, int] | None
    """A suit of which many stones are kept, and how many."""
    most_now: int
    """The points of the turn that brings most at once."""
    bag_empty: bool


class _Contacts(Story):
    """Notes the contacts stone by stone."""

    s: State
    t: State

    def __init__(self, state: Bytes, steps: Sequence[int]) -> None:
        self.contacts: list[Contact] = []
        super().__init__(RULES, detail, state, steps)

    def watch(self, step: int) -> None:
        """Before a stone is laid."""
        if step < EXCHANGE:
            self.contacts.append(Contact(step % PLACES, int(contact(self.t.taken, step % PLACES))))


def facts_of(state: Bytes, steps: Sequence[int]) -> TurnFacts:
    """The facts of a turn of the seat to move; `state` is what that seat has observed."""
    story = _Contacts(state, steps)
    seat = story.seat
    return TurnFacts(
        seat=seat,
        contacts=tuple(story.contacts),
        own=story.total(seat, "contacts"),
        set=bool(story.t.sets[seat] > story.s.sets[seat]),
        goes_out=bool(story.t.finisher == seat),
        others_lose=-sum(story.total(other, "rest").change for other in story.others),
        jokers=tuple(step - LAY_JOKER for step in steps if LAY_JOKER <= step < EXCHANGE),
        taken_back=tuple(step - EXCHANGE for step in steps if EXCHANGE <= step < DONE),
        passes=PASS in steps,
        opens=_opened(story),
        collects=_collected(story),
        most_now=_most_now(story),
        bag_empty=not story.s.left,
    )


def _most_now(story: Story) -> int:
    """What the best turn would have brought at once, where the turn had not begun before the steps."""
    best = None if story.s.now or story.s.exchanged else best_now(story.before)
    return best.points if best else 0


def _opened(story: _Contacts) -> Opening | None:
    """Of the free places whose worth the turn raised the best one for which somebody else may have a stone."""
    if story.t.over:
        return None
    found = []
    for place in range(PLACES):
        if not int(story.t.taken) >> place & 1 and unseen_stones(story.t, int(KIND[place])) > 0:
            before, after = int(contact(story.s.taken, place)), int(contact(story.t.taken, place))
            if after > before:
                found.append(Opening(place, after))
    return max(found, key=lambda opening: (opening.points, -opening.place), default=None)


def _collected(story: _Contacts) -> tuple[int, int] | None:
    """The suit of most stones in the rack, before new ones are drawn."""
    rack, laid = int(story.s.rack[story.seat]), [contact.place for contact in story.contacts]
    held = [(rack & int(SUIT_MASK[suit])).bit_count() for suit in range(SUITS)]
    most, suit = max((held[suit] - _laid_of(story, laid, suit), suit) for suit in range(SUITS))
    return (suit, most) if most >= 3 and story.s.left else None


def _laid_of(story: _Contacts, laid: Sequence[int], suit: int) -> int:
    """Stones of a suit that left the rack: those laid but for the jokers, and those exchanged."""
    real = [place for place in laid if SUIT[place] == suit and not int(story.t.jokers) >> place & 1]
    exchanged = int(story.s.jokers) & ~int(story.t.jokers) & int(SUIT_MASK[suit])
    return len(real) + exchanged.bit_count()
