"""What a step of the card game is judged by at a glance; how much each of it weighs stands in `weights.csv`.

Roll-outs have no time for sums and exponentials, so the weights are turned into factors: one for every value that a
feature can have, which are multiplied.
"""

from __future__ import annotations

import numpy as np

from shelf.game_data import game_data
from solver.kernel.weights import Weights, read_weights

FEATURES = (
    "card: points in its land, first half",
    "card: points in its land, second half",
    "card: leads in a symbol",
    "card: draws level in a symbol",
    "card: behind in a symbol",
    "card: points of a symbol",
    "card: circle symbols",
    "card: first ship or carriage",
    "card: second ship or carriage",
    "card: third ship or carriage",
    "card: fourth ship or carriage",
    "card: fifth ship or carriage",
    "card: further ship or carriage",
    "card: at the top of its land",
    "card: top of its land out of reach",
    "card: cards of its land left",
    "card: points that the next player would get",
    "card: next player's fifth ship or carriage",
    "take: law tile",
    "take: own claim stone",
    "take: claim stone of another",
    "take: points that the next player gets for the card behind",
    "stop",
    "stop: a claim stone may be placed",
    "claim: no card before it",
    "claim: one card before it",
    "claim: two cards before it",
    "claim: more cards before it",
    "lift a stone",
    "law: return",
    "law: three symbols",
    "law: many colours",
)
(
    GAIN, _, LEADS, LEVEL, BEHIND, SYMBOL_POINTS, CIRCLED, ROUTE, _, _, _, _, _, TOP, LOST, LEFT, NEXT, DENIED,
    TILE, OWN, FOREIGN, UNCOVERS, STOPPING, STOPS_AND_CLAIMS, CLAIM, _, _, _, LIFTING, RETURNS, THREES, COLOURED,
) = range(len(FEATURES))  # fmt: skip
TABLE = read_weights(game_data("kk-card").folder, FEATURES)

MOST_POINTS = 16
"""Points of a land are below this, and so are equal symbols and cards of a land."""
ROUTES, DEPTHS = 6, 4
_SIZES = {
    "gains": 2 * MOST_POINTS,
    "symbols": MOST_POINTS * MOST_POINTS,
    "no symbol": MOST_POINTS * MOST_POINTS,
    "routes": ROUTES,
    "circles": MOST_POINTS,
    "left": MOST_POINTS,
    "next": MOST_POINTS,
    "uncovered": MOST_POINTS,
    "depths": DEPTHS,
    "alone": len(FEATURES),
}
_ENDS = np.cumsum(list(_SIZES.values()))
GAINS, SYMBOL, NO_SYMBOL, CHAIN, CIRCLE, STILL, NEXT_GAINS, BEHIND_IT, DEPTH, ALONE = (
    int(end) for end in [0, *_ENDS[:-1]]
)
"""Where the factors of a kind begin; those of ALONE are of features that a step has or has not."""
NOTHING = GAINS
"""A factor of one, whatever the weights: that of no points."""


def _symbols(weights: Weights, points: Weights) -> Weights:
    """Of a symbol, by the most that anybody holds and by what a seat would hold; where nobody holds any, of none."""
    most, held = np.indices((MOST_POINTS, MOST_POINTS))
    standing = np.where(held > most, LEADS, np.where(held == most, LEVEL, BEHIND))
    logarithms = weights[:, standing] + np.where(standing == BEHIND, 0, 1) * points[:, held]
    logarithms[:, 0, 0] = 0.0
    return logarithms.reshape(len(weights), -1)


def factors(weights: Weights) -> Weights:
    """The factors by number of players."""
    value = np.arange(MOST_POINTS)
    per = weights[..., None] * value
    logarithms = np.concatenate(
        [
            per[:, GAIN],
            per[:, GAIN + 1],
            _symbols(weights, per[:, SYMBOL_POINTS]),
            np.zeros((len(weights), _SIZES["no symbol"])),
            weights[:, ROUTE : ROUTE + ROUTES],
            per[:, CIRCLED],
            per[:, LEFT],
            per[:, NEXT],
            per[:, UNCOVERS],
            weights[:, CLAIM : CLAIM + DEPTHS],
            weights,
        ],
        axis=1,
    )
    return np.exp(logarithms)


UNITS = factors(np.eye(len(FEATURES)))
"""For each feature the factors if it alone weighed something: what then comes out is exp(feature)."""
