"""What the greedy player of Kardinal sees beyond the score, which counts the supply and the doubled colour already."""

from __future__ import annotations

import numpy as np

from solver.games.kardinal.ledger import LEDGER_SIZE, ROOM, note_sites, open_ledger, stands_on, weigh
from solver.games.kardinal.sites import at
from solver.games.kardinal.state import OVER, TAKEN, State, opened
from solver.games.kardinal.tables import CHOICES, COLOURS, OWN, OWNER, SHAPES
from solver.games.kardinal.weights import AT_SIGHT, UNIT
from solver.kernel.contract import Bytes, compiled, inlined, kernel

ANSWER = 0.7
"""Of the best that the next seat can do, shared by all others: it hurts them, too."""
STUCK = 1.5
"""The next seat has to pass, shared in the same way."""
EXPOSED = 0.3
"""A free side of an own building: somebody will win an own stone there."""
IN_HAND = 0.35
"""A shape that the seat still has in hand: the more there are the less it gets stuck."""
COLLECTED = 0.1
"""A stone of a foreign colour, times those of the same colour the seat has: what may be doubled in the end."""


@inlined
def _best_listed(s: State, seat: int, raw: Bytes) -> float:
    """The same with room for a ledger; it comes as bytes, for a record does not keep its bytes alive."""
    ledger = open_ledger(raw)
    best = -1.0
    note_sites(s, ledger)
    for index in range(weigh(s, seat, ledger, AT_SIGHT[s.players])):
        if not stands_on(ledger.options[index], s.cardinal):
            best = max(best, (ledger.options[index] // ROOM) / UNIT, 0.0)
    return best


@compiled
def _best_answer(s: State, seat: int) -> float:
    """What the best building of a seat would bring it, in points, or -1 when it cannot build."""
    return _best_listed(s, seat, np.empty(LEDGER_SIZE, dtype=np.uint8))


@compiled
def _free_sides(s: State, seat: int) -> int:
    """The sides of a seat's own buildings that nothing stands beside."""
    found = 0
    for y in range(s.low_y - 1, s.high_y + 2):
        for x in range(s.low_x - 1, s.high_x + 2):
            word = s.word[at(x, y)]
            if word < TAKEN:
                for colour in range(COLOURS):
                    if OWNER[s.players, colour] == seat:
                        found += (word >> (3 * colour)) & 7
    return found


@kernel
def outlook(state: Bytes, seat: int) -> float:
    """Points that the seat may hope for beyond the score as it stands."""
    s = opened(state)
    if s.phase == OVER:
        return 0.0
    answer = _best_answer(s, (seat + 1) % s.players)
    value = (STUCK if answer < 0 else -ANSWER * answer) / (s.players - 1) - EXPOSED * _free_sides(s, seat)
    for colour in range(COLOURS):
        held = s.stones[seat, colour]
        if OWNER[s.players, colour] != seat:
            value += COLLECTED * held * held / 2
    for which in range(CHOICES[s.players]):
        colour = OWN[s.players, seat, which]
        for shape in range(SHAPES):
            value += IN_HAND * (s.left[shape, colour] > 0)
    return value
