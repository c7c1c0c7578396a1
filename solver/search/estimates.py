"""How far what was counted can be trusted: chances to win with errors that cover, and turns in the order of these.

A stated chance has four sources of error, and its error covers all of them:

- chance: with few simulations a mean is rough (the trees' spread, with Student's factor for so few trees; and never
  less than a binomial error of a mean that is drawn a little towards the usual one);
- trying: a mean also contains what the tree only tried; how far the lines that it likes best are away from it tells by
  how much;
- not looking far enough: what the roll-outs think of a position that is decided already can be far off. Measured over
  endings whose truth is known (`make bench-calibration`) this error is a part of the spread between 0 and 1 that gets
  smaller with the visits;
- choosing: turns are compared on the same worlds and random numbers, so the difference between two has a smaller error
  than each of them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from solver.kernel.contract import MOST_SEATS
from solver.search.advice import Candidate, TurnSteps

Sums = NDArray[np.float64]
"""Visits, wins, points, margin and reward, summed."""
WINS, POINTS = 1, 2
"""Their places in it."""

DECIDED = 0.02
"""A chance to win this close to 0 or 1 is as good as certain: turns are then ranked by their lead."""
LEAD = 0.002
"""How much of a chance to win one point of lead is worth when the first turn is chosen."""
USUAL = 2.0
"""So many visits with the usual result are added to every turn's."""
STUDENT = (0.0, 6.48, 2.20, 1.62, 1.42, 1.31, 1.25, 1.21)
"""By the trees less one, how much wider than a normal interval the one of Student's distribution is."""
UNRESOLVED, RESOLVING = 0.4, 600.0
"""The part of the spread between 0 and 1 that is not looked through yet, and the visits that make it half as large."""
NEAR_END = 20.0
"""Steps to the end. The further away it is, the more the chances and mistakes of all average out: then the same counts
agree with those of a search many times as long far better than they agree with the truth near the end."""
UNSHARED = 0.25
"""Part of the variance by trying and by not looking far enough that two turns do not share when nothing but the two is
counted. Beside counts four to sixty times as long their difference is off by half as much as if they shared nothing;
beside the truth of endings it is more again, up to all of it, the nearer the end is."""
MOST = 0.5
"""No chance to win can have a larger error."""


@dataclass
class Tally:
    """What was counted of one turn: for each round of the comparison and each tree."""

    trees: int
    rounds: list[Sums] = field(default_factory=list)
    wins: Sums = field(init=False)
    """Everybody's in each tree, as far as they were counted."""

    def __post_init__(self) -> None:
        self.wins = np.zeros((self.trees, MOST_SEATS))

    def begin_round(self) -> None:
        """The turn is still in the comparison."""
        self.rounds.append(np.zeros((self.trees, 5)))

    def add(self, tree: int, sums: Sums, wins: Sums | float = 0.0) -> None:
        """What a tree counted, and everybody's wins where they were."""
        self.rounds[-1][tree] += sums
        self.wins[tree] += wins

    def by_tree(self, rounds: int | None = None) -> Sums:
        """The sums of each tree over the first rounds, or over all."""
        return sum(self.rounds[:rounds], np.zeros((self.trees, 5)))

    @property
    def all(self) -> Sums:
        """The sums over everything."""
        return np.asarray(self.by_tree().sum(axis=0))

    def shares(self, players: int) -> tuple[float, ...]:
        """Everybody's chance to win, where it was counted."""
        return tuple((self.wins.sum(axis=0)[:players] / self.visits).tolist()) if self.visits else ()

    @property
    def visits(self) -> int:
        """Simulations."""
        return int(self.all[0])

    @property
    def reward(self) -> float:
        """What the tree maximises, on average."""
        total = self.all
        return float(total[4] / total[0]) if total[0] else -1.0


@dataclass(frozen=True)
class _Row:
    """A turn with its chance to win and the parts of its error, as variances."""

    steps: TurnSteps
    tally: Tally
    win: float
    points: float
    margin: float
    by_chance: float
    by_trying: float
    unresolved: float

    @property
    def error(self) -> float:
        return min(MOST, float(np.sqrt(self.by_chance + self.by_trying + self.unresolved)))


@dataclass(frozen=True)
class Gap:
    """By how much one turn is better than another, in wins and in points, with the errors of that."""

    win: float
    win_se: float
    points: float
    points_se: float


def ranked(
    tallies: Mapping[TurnSteps, Tally], settled: Mapping[TurnSteps, Sums], usual: Sums, steps_left: float
) -> list[Candidate]:
    """The turns, best first by their chance to win, each with its error and its distance from the first.

    `settled` is what was counted at the end of the lines that the trees like best, `usual` what was counted in all.
    """
    normal, blind = _normal(usual), _blindness(steps_left)
    rows = [_row(turn, tally, settled[turn], normal, blind) for turn, tally in tallies.items()]
    if not rows:
        return []
    best = _best(rows)
    found = [_candidate(row, best) for row in rows if row is not best]
    found.sort(key=lambda candidate: (-candidate.win, -candidate.margin, -candidate.points, candidate.steps))
    return [_candidate(best, best), *found]


def gap(better: Tally, other: Tally, settled: tuple[Sums, Sums], usual: Sums, steps_left: float) -> Gap:
    """How far two turns are apart that had the same chances all the time; it may be less than nothing."""
    one, two = (
        _row((), tally, at_end, _normal(usual), _blindness(steps_left))
        for tally, at_end in zip((better, other), settled, strict=True)
    )
    nearness = max(1.0, NEAR_END / max(1.0, steps_left))
    win, win_se = _behind(two, one, min(1.0, UNSHARED * nearness**2))
    apart = _means(better.by_tree(), POINTS) - _means(other.by_tree(), POINTS)
    return Gap(win, win_se, float(apart.mean()) if len(apart) else 0.0, float(np.sqrt(spread(apart))))


def error(tally: Tally, settled: Sums, usual: Sums, steps_left: float) -> float:
    """How far off the chance of a turn may be that was counted by itself."""
    return _row((), tally, settled, _normal(usual), _blindness(steps_left)).error


def _normal(usual: Sums) -> Sums:
    """The usual result of a visit."""
    return usual / usual[0] if usual[0] else np.array([1.0, 0.5, 0.0, 0.0, 0.0])


def _blindness(steps_left: float) -> float:
    return UNRESOLVED * min(1.0, NEAR_END / max(1.0, steps_left)) ** 2


def _row(turn: TurnSteps, tally: Tally, settled: Sums, normal: Sums, blind: float) -> _Row:
    visits, wins, points, margin, _ = tally.all if tally.visits else normal * (0, 0, 1, 1, 1)
    win = float((wins + USUAL * normal[WINS]) / (visits + USUAL))
    doubt = max(win * (1 - win), 1 / (visits + 4) ** 2)
    trying = float(settled[1] / settled[0]) - win if settled[0] else 0.0
    return _Row(
        turn,
        tally,
        win,
        float(points / max(1.0, visits)),
        float(margin / max(1.0, visits)),
        max(doubt / (visits + USUAL), spread(_means(tally.by_tree()))),
        trying**2,
        blind * doubt / (1 + visits / RESOLVING),
    )


def _best(rows: list[_Row]) -> _Row:
    """The first: of the turns that were looked at to the end the one that wins most, with an eye on the lead."""
    most = max(row.tally.visits for row in rows)
    lasting = [row for row in rows if 2 * row.tally.visits >= most]
    wins = [row.win for row in rows]
    if max(wins) < DECIDED or min(wins) > 1 - DECIDED:
        return min(lasting, key=lambda row: (-row.margin, row.steps))
    return min(lasting, key=lambda row: (-(row.win + LEAD * row.margin), row.steps))


def _candidate(row: _Row, best: _Row) -> Candidate:
    """Nothing looks better than the first: where it was so by chance while both were looked at, they are equal."""
    behind, error = (0.0, 0.0) if row is best else _behind(row, best)
    win = max(0.0, best.win - max(0.0, behind))
    return Candidate(
        row.steps,
        row.tally.visits,
        round(win, 4),
        row.error,
        row.points,
        row.margin,
        round(round(best.win, 4) - round(win, 4), 4),
        error,
    )


def _behind(row: _Row, best: _Row, unshared: float = 1.0) -> tuple[float, float]:
    """How much less a turn wins than the first, counted where both had the same chances, and the error of that."""
    rounds = len(row.tally.rounds)
    ours, theirs = row.tally.by_tree(rounds), best.tally.by_tree(rounds)
    both = (ours[:, 0] > 0) & (theirs[:, 0] > 0)
    if not both.any():
        return best.win - row.win, float(np.hypot(row.error, best.error))
    apart = _means(theirs[both]) - _means(ours[both])
    visits = float(ours[both, 0].sum())
    behind = float(np.average(apart, weights=ours[both, 0])) * visits / (visits + USUAL)
    unseen = max(row.by_trying, best.by_trying) + row.unresolved + best.unresolved
    chance = max(spread(apart), 1 / (visits + 4) ** 2)
    paired = float(np.sqrt(chance + unshared * unseen))
    return behind, min(paired, float(np.hypot(row.error, best.error)))


def _means(by_tree: Sums, column: int = WINS) -> Sums:
    """The chance to win, or the points, in each tree that counted anything."""
    counted = by_tree[by_tree[:, 0] > 0]
    return np.asarray(counted[:, column] / counted[:, 0])


def spread(means: Sums) -> float:
    """The variance of the mean over trees, widened for their number."""
    if len(means) < 2:
        return 0.0
    student = STUDENT[min(len(means), len(STUDENT)) - 1]
    return float(student**2 * np.var(means, ddof=1) / len(means))
