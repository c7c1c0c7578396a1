"""The rules of Kardinal, once: written in Python, compiled by numba, used by the log, the score and the search.

The rulings that these rules follow where the text is silent are in docs/rulings.md.
"""

from __future__ import annotations

from solver.games.kardinal.sites import (
    ROW,
    bit_of,
    can_build,
    can_stand,
    court_fits,
    east,
    first_site,
    fits,
    hand,
    is_yard,
    north,
    second,
    shape_of,
    south,
    two_rows_of_sites,
    west,
    word_for,
)
from solver.games.kardinal.state import (
    BONUS,
    BUILD,
    CARDINAL,
    FORMS,
    KEEP,
    LYING,
    MOVE,
    OVER,
    PASS,
    RAISE,
    SHAPE_BIT,
    STANDING,
    TAKE_STONE,
    TAKEN,
    State,
    opened,
)
from solver.games.kardinal.tables import (
    BESIDE_DOM,
    BUILDINGS,
    CELLS,
    CHOICES,
    COLOURS,
    COURT,
    HOUSE,
    NOBODY,
    OWN,
    OWNER,
    SIDE,
    TOWER,
)
from solver.kernel.bits import rest
from solver.kernel.contract import (
    MOST_SEATS,
    SCORE_PARTS,
    Bytes,
    Numbers,
    Points,
    Steps,
    compiled_for,
    inlined,
    kernel,
    wide,
)
from solver.kernel.random import spread


@kernel
def actor(state: Bytes) -> int:
    """The seat to move, or -1 when nobody can build any more."""
    s = opened(state)
    return -1 if s.phase == OVER else int(s.seat)


@inlined
def raising(which: int, form: int, cell: int) -> int:
    """The step that puts up a building."""
    return RAISE + (FORMS * which + form) * CELLS + cell


@inlined
def _offered(steps: Steps, n: int, step: int, possible: bool) -> int:
    """Writes a step; if it is not possible, the next is written over it, for no processor can foresee which are."""
    steps[n] = step
    return n + int(possible)


@inlined
def _legal_courts(s: State, site: int, which: int, colour: int, steps: Steps, n: int) -> int:
    """Courts on a site; one that lies on two sites is written by its own cell, one that leaves them by the site."""
    alone = fits(s.word[site], COURT, colour)
    for form in (LYING, STANDING):
        n = _offered(steps, n, raising(which, form, site), court_fits(s, site, second(form, site), colour))
        outside = west(site) if form == LYING else south(site)
        n = _offered(steps, n, raising(which, form, outside), alone & (s.word[outside] == 0))
    return n


@inlined
def _legal_buildings(s: State, steps: Steps) -> int:
    n = 0
    for which in range(CHOICES[s.players]):
        colour, shapes = OWN[s.players, s.seat, which], hand(s, s.seat, which)
        if not shapes:
            continue
        house, tower, court = shapes >> HOUSE & 1, shapes >> TOWER & 1, shapes >> COURT & 1
        for y in range(s.low_y - 1, s.high_y + 2, 2):
            rows = two_rows_of_sites(s, y)
            while rows:
                site = first_site(s, y, rows)
                rows = rest(rows)
                if site == s.cardinal:
                    continue
                word = s.word[site]
                if house:
                    n = _offered(steps, n, raising(which, HOUSE, site), fits(word, HOUSE, colour))
                if tower:
                    n = _offered(steps, n, raising(which, TOWER, site), fits(word, TOWER, colour))
                if court and is_yard(word, colour):
                    n = _legal_courts(s, site, which, colour, steps, n)
    if n == 0:
        steps[0] = PASS
        n = 1
    return n


@inlined
def _legal_moves(s: State, steps: Steps) -> int:
    n = 0
    if s.cardinal >= 0:
        steps[0] = KEEP
        n = 1
    for y in range(s.low_y - 1, s.high_y + 2, 2):
        rows = two_rows_of_sites(s, y)
        while rows:
            site = first_site(s, y, rows)
            rows = rest(rows)
            n = _offered(steps, n, MOVE + site, site != s.cardinal)
    return n


@inlined
def _legal(s: State, steps: Steps) -> int:
    if s.phase == BUILD:
        return _legal_buildings(s, steps)
    if s.phase == CARDINAL:
        return _legal_moves(s, steps)
    n = 0
    if s.phase == BONUS:
        for colour in range(COLOURS):
            if s.supply[colour]:
                steps[n] = TAKE_STONE + colour
                n += 1
    return n


@kernel
def legal(state: Bytes, steps: Steps) -> int:
    """Writes the legal steps."""
    return _legal(opened(state), steps)


@inlined
def _next_builder(s: State) -> int:
    """The seat that builds next, if anybody can."""
    for ahead in range(1, wide(s.players)):
        seat = (wide(s.seat) + ahead) % wide(s.players)
        if can_build(s, seat):
            return seat
    return wide(s.seat)


@inlined
def _essential_moves(s: State, steps: Steps) -> int:
    """The cardinal's sites that hinder whoever builds next, and one that does not.

    After the next building its builder may put him anywhere, so all that matters of his place is which buildings it
    forbids to that builder. Sites on which nothing could be built are alike, and staying where he is stands for them if
    it is one of them. Seats that could not build even without him pass and change nothing.
    """
    home = s.cardinal
    s.cardinal = -1
    seat = _next_builder(s)
    one, other = OWN[s.players, seat, 0], OWN[s.players, seat, 1]
    in_one, in_other = hand(s, seat, 0), hand(s, seat, 1)
    n, alike = 0, False
    if home >= 0:
        steps[0] = KEEP
        n, alike = 1, not (can_stand(s, home, one, in_one) or can_stand(s, home, other, in_other))
    for y in range(s.low_y - 1, s.high_y + 2, 2):
        rows = two_rows_of_sites(s, y)
        while rows:
            site = first_site(s, y, rows)
            rows = rest(rows)
            hinders = can_stand(s, site, one, in_one) | can_stand(s, site, other, in_other)
            n = _offered(steps, n, MOVE + site, (site != home) & (hinders | (not alike)))
            alike |= not hinders
    s.cardinal = home
    return n


@kernel
def essential(state: Bytes, steps: Steps) -> int:
    """Writes the legal steps, but of the cardinal's moves that come to the same only one."""
    s = opened(state)
    return _essential_moves(s, steps) if s.phase == CARDINAL else _legal(s, steps)


@kernel
def hinders(state: Bytes, step: int, answer: int) -> bool:
    """Whether the cardinal stands in the way of a building; wherever else he was put, it comes to the same."""
    s = opened(state)
    if s.phase != CARDINAL or answer < RAISE:
        return True
    cell, form = (answer - RAISE) & (CELLS - 1), ((answer - RAISE) // CELLS) % FORMS
    site = s.cardinal if step == KEEP else step - MOVE
    return bool(cell == site or (form >= LYING and second(form, cell) == site))


@inlined
def _occupy(s: State, cell: int, shape: int, colour: int) -> None:
    """A cell is built on, and its free neighbours learn of it."""
    s.word[cell] = TAKEN | (colour << 2) | shape
    s.sites[cell >> 5] &= ROW ^ bit_of(cell)
    by_shape, by_colour = SHAPE_BIT << shape, 1 << (3 * colour)
    for side in (east(cell), north(cell), west(cell), south(cell)):
        word = s.word[side]
        free = word < TAKEN
        s.word[side] = (word + by_colour) | by_shape if free else word
        s.sites[side >> 5] |= bit_of(side) if free else 0
    x, y = cell & (SIDE - 1), cell >> 5
    # A cell lies in the box or just beside it, a court's outer one two away; so it is clear which way round it is.
    x = s.low_x - 3 + ((x - s.low_x + 3) & (SIDE - 1))
    y = s.low_y - 3 + ((y - s.low_y + 3) & (SIDE - 1))
    s.low_x, s.high_x = min(s.low_x, x), max(s.high_x, x)
    s.low_y, s.high_y = min(s.low_y, y), max(s.high_y, y)


@inlined
def put_up(s: State, form: int, cell: int, colour: int) -> None:
    """A building of the seat to move goes up and earns its stones; those of the fourth colour are set aside."""
    word = word_for(s, form, cell)
    seat, shape = s.seat, shape_of(form)
    earns = OWNER[s.players, colour] != NOBODY or s.fourth_apart
    for touched in range(COLOURS):
        stones = min((word >> (3 * touched)) & 7, s.supply[touched])
        s.supply[touched] -= stones
        if earns:
            s.stones[seat, touched] += stones
    s.left[shape, colour] -= 1
    s.contacts[colour] += BESIDE_DOM[cell]
    _occupy(s, cell, shape, colour)
    if form >= LYING:
        other = second(form, cell)
        s.contacts[colour] += BESIDE_DOM[other]
        _occupy(s, other, shape, colour)
    s.built += 1
    s.last_shape = shape
    s.last_colour = colour


@inlined
def _note(s: State, cell: int, thing: int) -> None:
    """Something comes to a cell or leaves it; both hashes learn of it."""
    image = (-(cell & ~(SIDE - 1)) & (CELLS - 1)) | (cell & (SIDE - 1))
    plain, other = (1, 0) if s.turned else (0, 1)
    here = s.hashes[plain] ^ spread(32 * cell + thing)
    there = s.hashes[other] ^ spread(32 * image + thing)
    s.turned = there < here
    s.hashes[0], s.hashes[1] = min(here, there), max(here, there)


CARDINAL_THING = 31


@inlined
def _forget_cardinal(s: State) -> None:
    """Where he stands while he may be moved anywhere else tells no positions apart, until it is said where he goes."""
    if s.cardinal >= 0:
        _note(s, s.cardinal, CARDINAL_THING)


@inlined
def _pass_on(s: State) -> None:
    """The next seat's turn, even if it can only pass; over when nobody can build."""
    s.turn += 1
    s.phase = OVER
    for ahead in range(1, s.players + 1):
        if can_build(s, (s.seat + ahead) % s.players):
            s.phase = BUILD
            break
    s.seat = (s.seat + 1) % s.players


@inlined
def _raise(s: State, code: int) -> None:
    cell, form = code & (CELLS - 1), (code // CELLS) % FORMS
    colour = OWN[s.players, s.seat, code // (CELLS * FORMS)]
    thing = 4 * shape_of(form) + colour
    put_up(s, form, cell, colour)
    _forget_cardinal(s)
    _note(s, cell, thing)
    if form >= LYING:
        _note(s, second(form, cell), thing)
    if s.built == BUILDINGS:
        s.turn += 1
        s.phase = OVER
    else:
        s.phase = BONUS if s.built == 1 else CARDINAL


@inlined
def make(s: State, step: int) -> None:
    """Makes a step."""
    if step >= RAISE:
        _raise(s, step - RAISE)
    elif step >= MOVE:
        s.cardinal = step - MOVE
        _note(s, s.cardinal, CARDINAL_THING)
        _pass_on(s)
    elif step >= TAKE_STONE:
        s.supply[step - TAKE_STONE] -= 1
        s.stones[s.seat, step - TAKE_STONE] += 1
        s.phase = CARDINAL
    elif step == KEEP:
        _note(s, s.cardinal, CARDINAL_THING)
        _pass_on(s)
    else:
        s.turn += 1
        s.seat = (s.seat + 1) % s.players


@kernel
def apply(state: Bytes, step: int) -> None:
    """Makes a step, in place."""
    make(opened(state), step)


STONE_PART, SUPPLY_PART, DOUBLE_PART = range(3)
PARTS = ("stones", "supply", "doubled")


@inlined
def counts(s: State, colour: int) -> bool:
    """Whether stones of a colour count for those who hold them."""
    return OWNER[s.players, colour] != NOBODY or not s.fourth_apart


@compiled_for(SCORE_PARTS)
def score_parts(state: Bytes, parts: Numbers) -> None:
    """Points of each seat by category, as if the game ended now."""
    s = opened(state)
    for seat in range(s.players):
        stones, supply, most = 0, 0, 0
        for colour in range(COLOURS):
            held = s.stones[seat, colour] if counts(s, colour) else 0
            rest = s.supply[colour] if OWNER[s.players, colour] == seat else 0
            stones += held
            supply += rest
            most = max(most, held + rest)
        parts[seat, STONE_PART] = stones
        parts[seat, SUPPLY_PART] = supply
        parts[seat, DOUBLE_PART] = most


@kernel
def scores(state: Bytes, out: Points) -> None:
    """Points of each seat, then its sides on the cathedral, which decide between equals."""
    s = opened(state)
    for seat in range(s.players):
        total, most, sides = 0, 0, 0
        for colour in range(COLOURS):
            held = s.stones[seat, colour] if counts(s, colour) else 0
            if OWNER[s.players, colour] == seat:
                held += s.supply[colour]
                sides += s.contacts[colour]
            total += held
            most = max(most, held)
        out[seat] = total + most
        out[MOST_SEATS + seat] = sides


NEAR_END = 4
"""So many buildings left to go up, with three and four players."""
NEAR_END_OF_TWO = 8


def near_end(state: Bytes) -> bool:
    """With few buildings in hand an ending has up to some million positions."""
    s = State.of(state)
    return bool(s.phase != OVER and BUILDINGS - s.built <= (NEAR_END_OF_TWO if s.players == 2 else NEAR_END))
