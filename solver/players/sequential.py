"""When a tournament may end: a sequential test between two strengths of the first bot, as engine developers use it.

The generalised sequential probability ratio test: block by block, the likelihood of what was seen is compared under
"its share of wins is that of the low Elo" and "that of the high one", where the spread between blocks is what the
blocks show and not what independent games would have. Errors of either kind are made five times in a hundred.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from math import log

from solver.players.programme import Programme
from solver.players.standings import Block

ERROR = 0.05
BOUND = log((1 - ERROR) / ERROR)
"""The test ends as soon as the logarithm of the ratio leaves -BOUND to BOUND."""
LENT = 1e-3
"""Of a block, to every outcome that a block can have: nothing that is possible is thought impossible."""
FEWEST = 4
"""Blocks that have to be played before anything is decided."""


@dataclass(frozen=True)
class Verdict:
    """What the test says: `stronger` is None as long as it has not decided."""

    ratio: float
    stronger: bool | None


@dataclass(frozen=True)
class Question:
    """Is the first bot of the line-up stronger than the others by `high` Elo, or only by `low`?"""

    low: float
    high: float

    def judged(self, programme: Programme, blocks: list[Block]) -> Verdict:
        """What the blocks say; to be asked after every block, for the test holds only if it ends where it may."""
        places = [place for place, bot in enumerate(programme.lineup) if bot == programme.lineup[0]]
        shares = [sum(_part(game.won, places) for game in block) / len(block) for block in blocks]
        seats = len(programme.lineup)
        low, high = (expected_share(elo, len(places), seats) for elo in (self.low, self.high))
        ratio = likelihood_ratio(shares, seats, low, high)
        return Verdict(ratio, ratio > 0 if abs(ratio) >= BOUND and len(blocks) >= FEWEST else None)


def _part(won: tuple[float, ...], places: list[int]) -> float:
    """What some places have of a game's win; a game that nobody won is as much as among equals."""
    return sum(won[place] for place in places) if any(won) else len(places) / len(won)


def expected_share(elo: float, seats: int, among: int) -> float:
    """The share of wins of a bot that is so much stronger than the others and has some of the seats."""
    weight = seats * 10 ** (elo / 400)
    return weight / (weight + among - seats)


def likelihood_ratio(shares: list[float], size: int, low: float, high: float) -> float:
    """The logarithm of how much likelier the blocks are if their mean is `high` than if it is `low`."""
    counts = Counter({share / size: LENT for share in range(size + 1)})
    counts.update(shares)
    total = sum(counts.values())
    chances = [(share, count / total) for share, count in counts.items()]
    tilts = [_tilt(chances, mean) for mean in (low, high)]
    return total * sum(
        chance * log((1 + tilts[0] * (share - low)) / (1 + tilts[1] * (share - high))) for share, chance in chances
    )


def _tilt(chances: list[tuple[float, float]], mean: float) -> float:
    """The number t for which chances / (1 + t (share - mean)) has that mean: the likeliest one that does."""
    least, most = min(share for share, _ in chances), max(share for share, _ in chances)
    below, above = -1 / (most - mean), 1 / (mean - least)
    for _ in range(100):
        middle = (below + above) / 2
        pull = sum(chance * (share - mean) / (1 + middle * (share - mean)) for share, chance in chances)
        below, above = (middle, above) if pull > 0 else (below, middle)
    return (below + above) / 2
