"""Why a step is not legal, in words for the person who wrote it."""

from __future__ import annotations

from solver.games.cartino.codes import CODES, SUIT_NAMES, sorted_stones, written
from solver.games.cartino.rules import lays
from solver.games.cartino.state import ANY_SUIT, JOKER, State, rack_of
from solver.games.cartino.tables import KIND, PLACE_IDS, SUIT, UPPER, UPPERS


def _lies(s: State, places: str, place: int) -> bool:
    return bool(int(getattr(s, places)) >> place & 1)


def _wrong_suit(s: State, place: int) -> str:
    if s.suit in (ANY_SUIT, SUIT[place]):
        return ""
    own, of_turn = SUIT_NAMES[SUIT[place]], SUIT_NAMES[s.suit]
    return f"{PLACE_IDS[place]} is a place for {own}, but the stones of a turn are of one suit: {of_turn}"


def why_not_lay(s: State, place: int) -> str:
    """A stone that cannot be laid there now."""
    if _lies(s, "taken", place):
        what = "a joker" if _lies(s, "jokers", place) else "a stone"
        hint = f"; x{PLACE_IDS[place]} exchanges it" if what == "a joker" else ""
        return f"{what} lies on {PLACE_IDS[place]} already{hint}"
    return _wrong_suit(s, place) or f"there is no {CODES[KIND[place]]} in the rack for {PLACE_IDS[place]}{_has(s)}"


def _has(s: State) -> str:
    return "" if s.hidden[s.seat] else f"; it holds {written(sorted_stones(rack_of(s, s.seat))) or 'nothing'}"


def why_not_joker(s: State, place: int) -> str:
    """A joker that cannot be laid there now."""
    if _lies(s, "taken", place):
        return f"a stone lies on {PLACE_IDS[place]} already"
    if wrong := _wrong_suit(s, place):
        return wrong
    if s.exchanged:
        return "a joker that was taken back is laid in a later turn"
    return f"there is no joker in the rack{_has(s)}"


def why_not_exchange(s: State, place: int) -> str:
    """A joker that cannot be exchanged now."""
    name = PLACE_IDS[place]
    if not _lies(s, "jokers", place):
        return f"no joker lies on {name}"
    if _lies(s, "now", place):
        return f"the joker on {name} was laid in this very turn"
    return _wrong_suit(s, place) or f"the joker on {name} stands for {CODES[KIND[place]]}, which is not in the rack"


def why_not_pass(s: State) -> str:
    """A turn that cannot be passed."""
    if s.now or s.exchanged:
        return "who has laid or exchanged a stone does not pass"
    if places := int(lays(s, s.rack[s.seat] & UPPERS)):
        place = next(place for place in range(len(PLACE_IDS)) if places >> place & 1)
        return f"who can lay a stone has to: {CODES[KIND[place]]} fits on {PLACE_IDS[place]}"
    if s.joker[s.seat]:
        return "who can lay a joker has to"
    return "who can lay a stone has to: whatever the unseen ones are, one of them has a place"


def why_not_done(s: State) -> str:  # noqa: ARG001 - there is one reason only
    """A turn that cannot end now."""
    return "at least one stone is laid, or a joker exchanged; who can lay nothing passes with --"


def which_half(s: State, stone: int) -> str:
    """A stone that could lie on either half."""
    upper = int(UPPER[stone])
    halves = [PLACE_IDS[place] for place in (upper, upper + 8) if not _lies(s, "taken", place)]
    if not halves:
        return f"both places for {CODES[stone]} are taken"
    return f"{CODES[stone]} can lie on {' or '.join(halves)}: write the place"


def why_not_drawn(stone: int) -> str:
    """A stone that cannot have come from the bag."""
    what = "both jokers have" if stone == JOKER else f"both stones {CODES[stone]} have"
    return f"{what} been seen elsewhere; none is left to be drawn"
