"""Weights that make the steps likely that long searches tried often.

A softmax regression: it finds the weights w for which exp(w . features), made to sum to one over the options of a
decision, is closest to the shares of visits. It begins with the weights there are and is held near them, so that a
feature of which too little was seen, or none, keeps the weight it has.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from solver.kernel.weights import WeighedPolicy
from solver.players.training.self_play import Decision, Lesson

HELD_BACK = 7
"""Every so many games one is held back, to look at the weights with."""
RIDGE = 0.5
"""How strongly weights are held where they were, in decisions."""
ROUNDS = 30
DIGITS = 3

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Options:
    """The options of many decisions, one after another; `starts` says where each decision begins."""

    features: Floats
    shares: Floats
    starts: NDArray[np.int64]


@dataclass(frozen=True)
class Closeness:
    """How close likings come to what long searches tried."""

    divergence: float
    """Cross-entropy per decision, above that of the shares themselves."""
    agreement: float
    """How often the favourite is the same."""


@dataclass(frozen=True)
class Fit:
    """Fitted weights, and how close they and those before come in games that were held back."""

    weights: tuple[float, ...]
    learnt: int
    held: int
    before: Closeness
    after: Closeness


def fit(policy: WeighedPolicy, lessons: Sequence[Lesson], weights: Sequence[float]) -> Fit:
    """The weights for all lessons but those that are held back."""
    held = [one for lesson in lessons if lesson.number % HELD_BACK == 0 for one in lesson.decisions]
    learnt = [one for lesson in lessons if lesson.number % HELD_BACK for one in lesson.decisions]
    before = np.array(weights)
    found = np.round(fitted(_tabled(policy, learnt), before), DIGITS)
    judged = _tabled(policy, held)
    return Fit(
        tuple(float(weight) for weight in found),
        len(learnt),
        len(held),
        compared(judged, judged.features @ before),
        compared(judged, judged.features @ found),
    )


def _tabled(policy: WeighedPolicy, decisions: Sequence[Decision]) -> Options:
    """The features of all options."""
    return Options(
        np.array([policy.features(one.view, int(step)) for one in decisions for step in one.steps]),
        np.concatenate([one.visits / one.visits.sum() for one in decisions]),
        np.cumsum([0] + [len(one.steps) for one in decisions[:-1]]),
    )


def _chances(options: Options, likings: Floats) -> Floats:
    """exp(likings), made to sum to one over the options of each decision."""
    sizes = np.diff(np.append(options.starts, len(likings)))
    weights = np.exp(likings - np.repeat(np.maximum.reduceat(likings, options.starts), sizes))
    shares: Floats = weights / np.repeat(np.add.reduceat(weights, options.starts), sizes)
    return shares


def fitted(options: Options, start: Floats) -> Floats:
    """The weights, by Newton's method: the problem is convex."""
    x, weights = options.features, start.copy()
    for _ in range(ROUNDS):
        chance = _chances(options, x @ weights)
        slope = x.T @ (options.shares - chance) - RIDGE * (weights - start)
        means = np.add.reduceat(chance[:, None] * x, options.starts)
        bend = x.T @ (chance[:, None] * x) - means.T @ means + RIDGE * np.eye(len(weights))
        step = np.linalg.solve(bend, slope)
        weights += step / max(1.0, float(np.abs(step).max()))
    return weights


def compared(options: Options, likings: Floats) -> Closeness:
    """How close likings come."""
    chances = _chances(options, likings)
    divergence = options.shares * (np.log(np.maximum(options.shares, 1e-12)) - np.log(np.maximum(chances, 1e-300)))
    ends = options.starts[1:]
    same = [
        shares.argmax() == liked.argmax()
        for shares, liked in zip(np.split(options.shares, ends), np.split(likings, ends), strict=True)
    ]
    return Closeness(float(divergence.sum() / len(options.starts)), float(np.mean(same)))
