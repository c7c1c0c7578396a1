"""What a step of the board game is judged by at a glance; how much each of it weighs stands in `weights.csv`.

Points are those that a step brings at once, the others' as their mean; the halves are before and after the interim
scoring. The last ones stand in roll-outs for the features of fields and of open cards, which would take too long there:
no step has them, and training leaves them as they are.
"""

from __future__ import annotations

from shelf.game_data import game_data
from solver.kernel.weights import read_weights

FEATURES = (
    "cloister: points, first half",
    "cloister: points, second half",
    "cloister: points of the others, first half",
    "cloister: points of the others, second half",
    "cloister: empty land, first half",
    "cloister: empty land, second half",
    "cloister: room for a council",
    "cloister: two in a group",
    "cloister: three in a group",
    "cloister: points of chains",
    "cloister: free fields around",
    "cloister: cloisters of others around",
    "cloister: fields left in the land",
    "council, first half",
    "council, second half",
    "council: points",
    "council: points of the others",
    "council: majority",
    "council: shared majority",
    "council: allied courts without a council",
    "council: allied courts of others",
    "another piece may follow, first half",
    "another piece may follow, second half",
    "pair of cards, first half",
    "pair of cards, second half",
    "exchange",
    "stop, first half",
    "stop, second half",
    "take: second of its kind",
    "take: third of its kind",
    "take: points of a cloister",
    "take: points of a council",
    "draw from the stack",
    "roll-out: what lies around a field",
    "roll-out: own cloister around a field",
    "roll-out: draw from the stack",
)
(
    GAIN, _, OTHERS, _, EMPTY, _, ROOM, TWO, THREE, CHAINED, FREE, FOREIGN, LEFT,
    COUNCIL, _, COUNCIL_GAIN, COUNCIL_OTHERS, MAJORITY, SHARED, BARE, LOST,
    FOLLOWED, _, JOKER, _, EXCHANGING, STOPPING, _, SECOND, THIRD, CLOISTER_HOPE, COUNCIL_HOPE, UNSEEN,
    FIELD, NEAR, BLINDLY,
) = range(len(FEATURES))  # fmt: skip
TABLE = read_weights(game_data("kk-board").folder, FEATURES)
