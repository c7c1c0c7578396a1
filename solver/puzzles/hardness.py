"""How hard a puzzle is: 1 to 5, by what it takes to find its answer.

An end is put before the search, which may not solve it, with more and more simulations: the level is the first budget
from which on it gives the right answer with every seed. Who asks for the most points asks the quick policy, which draws
turns by how good their steps look: the level is by how many it draws, on average, until the right one comes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from solver.kernel.contract import Bytes
from solver.puzzles.questions import Questions
from solver.search.advice import Limit, TurnSteps
from solver.search.advisor import Advisor
from solver.search.decisions import essential_steps, made
from solver.search.greedy import greedy_turn

GLANCE = 60
"""Simulations of a short search; what this finds is no puzzle."""
SIMULATIONS = (250, 1_000, 4_000, 16_000)
"""What finds the answers of the levels 1 to 4; level 5 needs more."""
FIRST_TRY = 3
"""Turns that the policy draws until it has one that is no puzzle."""
TRIES = (10, 30, 100, 300)
"""The same for who asks for the most points: turns of the quick policy."""
SEEDS = (1, 2, 3)
LEVELS = (1, 2, 3, 4, 5)


@dataclass(frozen=True)
class Hardness:
    """A level, and the simulations or tries that it stands for; at level 5 of the search these do not suffice."""

    level: int
    needed: int


def greedy_misses(questions: Questions, state: Bytes, best: Bytes) -> bool:
    """Whether the turn that looks best right after it is another one."""
    turn = greedy_turn(questions.kernel, state, questions.players, 0)
    return not questions.same(questions.whole(state, turn).after, best)


def glance_misses(questions: Questions, state: Bytes, best: Bytes) -> bool:
    """Whether a short search mostly wants another turn."""
    return sum(_found(questions, state, best, GLANCE, seed) for seed in SEEDS) <= len(SEEDS) // 2


def hard_to_search(questions: Questions, state: Bytes, best: Bytes) -> Hardness:
    """By how long the search looks for the end's best turn."""
    level = len(SIMULATIONS) + 1
    for simulations in reversed(SIMULATIONS):
        if not all(_found(questions, state, best, simulations, seed) for seed in SEEDS):
            break
        level -= 1
    return Hardness(level, SIMULATIONS[min(level, len(SIMULATIONS)) - 1])


def _found(questions: Questions, state: Bytes, best: Bytes, simulations: int, seed: int) -> bool:
    limit = Limit(simulations=simulations, threads=1, seed=seed, trees=1)
    advisor = Advisor(questions.kernel, state, questions.players, limit)
    advice = advisor.advise(ahead=False)
    advisor.go_on()
    return questions.same(questions.whole(state, advice.turns[0].steps).after, best)


def hard_to_see(questions: Questions, state: Bytes, best: Bytes) -> Hardness | None:
    """By how many turns the quick policy draws until it has the best; None where that comes first."""
    chances: dict[bytes, float] = {}
    waiting: list[tuple[TurnSteps, Bytes, float]] = [((), state, 1.0)]
    while waiting:
        begun, before, chance = waiting.pop()
        steps = essential_steps(questions.kernel, before)
        weights = _shares([questions.kernel.prior(before, step) for step in steps])
        for step, weight in zip(steps, weights, strict=True):
            after = made(questions.kernel, before, step)
            if questions.goes_on(state, after):
                waiting.append(((*begun, step), after, chance * weight))
            else:
                answer = questions.setting.on_table(after)
                chances[answer] = chances.get(answer, 0.0) + chance * weight
    right = chances[questions.setting.on_table(best)]
    tries = round(1 / right) if right else 10**6
    if tries < FIRST_TRY or right == max(chances.values()):
        return None
    return Hardness(1 + sum(tries > most for most in TRIES), tries)


def _shares(weights: Sequence[float]) -> list[float]:
    total = sum(weights)
    return [weight / total if total > 0 else 1 / len(weights) for weight in weights]
