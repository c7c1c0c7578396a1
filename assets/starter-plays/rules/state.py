"""A position as bytes, declared once, and the tables of the game."""

from pathlib import Path

import numpy as np

from shelf.game_data import GameData
from solver.kernel.lent import opener
from solver.kernel.record import Record, u1, u8

_TABLES = GameData(Path(__file__).parents[1]).tables
WARES = tuple(row["id"] for row in _TABLES["wares"])
LANTERNS = tuple(row["id"] for row in _TABLES["lanterns"])
POINTS = np.array([int(row["points"]) for row in _TABLES["wares"]])
GOODS = ("salt", "cloth", "book")
KIND = np.array([(*GOODS, "scorpion").index(row["kind"]) for row in _TABLES["wares"]])
SEATS, HAND, ROUNDS, LIGHTS = 4, 7, 7, len(LANTERNS)

UNSEEN, BID, SHOWN = 0, 5, 6  # where a lantern is; 1 to 4 is the hand of a seat
NO_BID, SEALED = 0, 255


class State(Record):
    """What a viewer does not know is UNSEEN or SEALED."""

    place = u1(LIGHTS)  # of each lantern
    hidden = u1(SEATS)  # lanterns in a hand that this state does not know
    bid = u1(SEATS)  # counted from 1
    ware = u1(ROUNDS)
    taker = u1(ROUNDS)  # of each ware, counted from 1
    coins = u1(SEATS)
    players = u1()
    seat = u1()
    auction = u1()  # the ware that is bid for
    pad = u1(7)  # what tells positions apart is a multiple of eight bytes, and ends here
    last = u1(SEATS)  # the bids of the round before
    turn = u8()


STATE = State.dtype
opened = opener(State)
