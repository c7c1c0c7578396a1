"""Why a step is not legal, in words for the person who wrote it."""

from __future__ import annotations

from shelf.messages import joined
from solver.games.cartino.codes import CODES, SUIT_NAMES, sorted_stones, written
from solver.games.cartino.rules import lays
from solver.games.cartino.state import ANY_SUIT, JOKER, State, rack_of
from solver.games.cartino.tables import KIND, PLACE_IDS, SUIT, UPPER, UPPERS, refused


def _lies(s: State, places: str, place: int) -> bool:
    return bool(int(getattr(s, places)) >> place & 1)


def _wrong_suit(s: State, place: int) -> str:
    if s.suit in (ANY_SUIT, SUIT[place]):
        return ""
    own, of_turn = SUIT_NAMES[SUIT[place]], SUIT_NAMES[s.suit]
    return refused("illegal.wrong_suit", place=PLACE_IDS[place], own=own, of_turn=of_turn)


def why_not_lay(s: State, place: int) -> str:
    """A stone that cannot be laid there now."""
    if _lies(s, "taken", place):
        return refused("illegal.joker_there" if _lies(s, "jokers", place) else "illegal.taken", place=PLACE_IDS[place])
    return _wrong_suit(s, place) or refused(
        "illegal.not_in_rack", stone=CODES[KIND[place]], place=PLACE_IDS[place], holds=_has(s)
    )


def _has(s: State) -> str:
    if s.hidden[s.seat]:
        return ""
    rack = written(sorted_stones(rack_of(s, s.seat)))
    return refused("illegal.holds", stones=rack or refused("illegal.nothing"))


def why_not_joker(s: State, place: int) -> str:
    """A joker that cannot be laid there now."""
    if _lies(s, "taken", place):
        return refused("illegal.taken", place=PLACE_IDS[place])
    if wrong := _wrong_suit(s, place):
        return wrong
    if s.exchanged:
        return refused("illegal.joker_later")
    return refused("illegal.no_joker", holds=_has(s))


def why_not_exchange(s: State, place: int) -> str:
    """A joker that cannot be exchanged now."""
    name = PLACE_IDS[place]
    if not _lies(s, "jokers", place):
        return refused("illegal.no_joker_there", name=name)
    if _lies(s, "now", place):
        return refused("illegal.joker_new", name=name)
    return _wrong_suit(s, place) or refused("illegal.joker_stands_for", place=name, stone=CODES[KIND[place]])


def why_not_pass(s: State) -> str:
    """A turn that cannot be passed."""
    if s.now or s.exchanged:
        return refused("illegal.no_pass")
    if places := int(lays(s, s.rack[s.seat] & UPPERS)):
        place = next(place for place in range(len(PLACE_IDS)) if places >> place & 1)
        return refused("illegal.must_lay", stone=CODES[KIND[place]], place=PLACE_IDS[place])
    if s.joker[s.seat]:
        return refused("illegal.must_lay_joker")
    return refused("illegal.must_lay_unseen")


def why_not_done(s: State) -> str:  # noqa: ARG001 - there is one reason only
    """A turn that cannot end now."""
    return refused("illegal.lay_one")


def which_half(s: State, stone: int) -> str:
    """A stone that could lie on either half."""
    upper = int(UPPER[stone])
    halves = [PLACE_IDS[place] for place in (upper, upper + 8) if not _lies(s, "taken", place)]
    if not halves:
        return refused("illegal.both_taken", stone=CODES[stone])
    return refused("illegal.which_half", stone=CODES[stone], halves=joined("or", halves))


def why_not_drawn(stone: int) -> str:
    """A stone that cannot have come from the bag."""
    return refused("illegal.jokers_seen" if stone == JOKER else "illegal.stones_seen", stone=CODES[stone])
