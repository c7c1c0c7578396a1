"""What a step of the board game is judged by at a glance, and how much each of it weighs."""

from __future__ import annotations

import numpy as np

LIKINGS = {
    "cloister: points, first half": 1.51,
    "cloister: points, second half": 0.74,
    "cloister: points of the others, first half": -1.73,
    "cloister: points of the others, second half": -0.5,
    "cloister: empty land, first half": -0.56,
    "cloister: empty land, second half": -0.91,
    "cloister: room for a council": 0.92,
    "cloister: two in a group": 1.98,
    "cloister: three in a group": 2.79,
    "cloister: points of chains": 1.11,
    "cloister: free fields around": 0.62,
    "cloister: cloisters of others around": 0.37,
    "cloister: fields left in the land": -0.09,
    "council, first half": 0.07,
    "council, second half": 0.8,
    "council: points": 0.51,
    "council: points of the others": -1.21,
    "council: majority": 0.68,
    "council: shared majority": 1.34,
    "council: allied courts without a council": 0.66,
    "council: allied courts of others": 0.67,
    "another piece may follow, first half": 3.64,
    "another piece may follow, second half": 1.69,
    "pair of cards, first half": -1.5,
    "pair of cards, second half": -0.56,
    "exchange": -0.75,
    "stop, first half": -1.56,
    "stop, second half": -0.18,
    "take: second of its kind": 2.1,
    "take: third of its kind": -0.64,
    "take: points of a cloister": 0.45,
    "take: points of a council": 0.19,
    "draw from the stack": 0.99,
}
"""How much more often long searches made a step that has a feature than one that has not, as natural logarithms.

Fitted by bench/fitting.py, twice: the second time to searches that used the first weights. Points are those that a step
brings at once, the others' as their mean; the halves are before and after the interim scoring.
"""
FEATURES = tuple(LIKINGS)
WEIGHTS = np.array(list(LIKINGS.values()))
(
    GAIN, _, OTHERS, _, EMPTY, _, ROOM, TWO, THREE, CHAINED, FREE, FOREIGN, LEFT,
    COUNCIL, _, COUNCIL_GAIN, COUNCIL_OTHERS, MAJORITY, SHARED, BARE, LOST,
    FOLLOWED, _, JOKER, _, EXCHANGING, STOPPING, _, SECOND, THIRD, CLOISTER_HOPE, COUNCIL_HOPE, UNSEEN,
) = range(len(FEATURES))  # fmt: skip
