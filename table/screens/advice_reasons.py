"""What is said about the turns of an advice: why, how to go on after what chance shows, what an own turn gives away.

Reasons come from the games, as clauses. Here they are told apart: what two turns have in common is said once.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from table.answers.advice import Answer, Line, PlanStep
    from table.screens.words import Words

ALIKE = 0.5
"""Part of the clauses from which on a turn is told by what is different about it."""
PLAIN_ODDS = 8
"""Chances are told as so many in at most so many, where that is about right."""


def percent(share: float, error: float, words: Words) -> str:
    """A share with its error; what is proved has none."""
    margin = f" ± {100 * error:.1f}" if error else ""
    return words.decimals(f"{round(100 * share, 1) + 0.0:.1f}{margin} %")


# ---- why -------------------------------------------------------------------------------------------------------------


def reasons(answer: Answer, most: int, words: Words) -> list[str]:
    """The reasons of the first turns, numbered; nothing is said twice."""
    lines = answer.lines[:most]
    told = [reason for number, line in enumerate(lines) if (reason := _reason(lines, number, line, words))]
    return [f"{reason}{_answered(answer, lines[int(reason.split('.')[0]) - 1], words)}" for reason in told]


def _reason(lines: Sequence[Line], number: int, line: Line, words: Words) -> str:
    if not line.why:
        return ""
    earlier = [(len(_shared(line, other)), -index, other) for index, other in enumerate(lines[:number]) if other.why]
    common, index, nearest = max(earlier, default=(0, 0, line), key=lambda found: found[:2])
    if not common or common < ALIKE * max(len(clauses(line.why)), len(clauses(nearest.why))):
        return f"{number + 1}. {line.why}"
    return f"{number + 1}. {_apart(line, nearest, 1 - index, words)}"


def _apart(line: Line, other: Line, number: int, words: Words) -> str:
    """What a turn does otherwise than a turn that is much like it."""
    more = [clause for clause in clauses(line.why) if clause not in clauses(other.why)]
    less = [clause for clause in clauses(other.why) if clause not in clauses(line.why)]
    if more:
        return words.said("advice.as_but", number=number, clauses="; ".join(more))
    if less:
        return words.said("advice.as_without", number=number, clauses="; ".join(less))
    done = [part for part in _parts(line.told, words) if part not in _parts(other.told, words)]
    return words.said("advice.as_doing" if done else "advice.as_same", number=number, clauses=", ".join(done))


def clauses(why: str) -> list[str]:
    """The clauses of a reason: they are set apart by semicolons, sentences by full stops."""
    return [_inside(clause) for clause in re.split(r"; |\. |\.$", why) if clause]


def _parts(told: str, words: Words) -> list[str]:
    """The parts of a turn in words; what stands in brackets is not taken apart."""
    return [part for part in re.split(rf"(?:[;,] |{words.said('advice.and')})(?![^()]*\))", told) if part]


def _shared(line: Line, other: Line) -> list[str]:
    return [clause for clause in clauses(line.why) if clause in clauses(other.why)]


def _inside(clause: str) -> str:
    """A clause that began a sentence, in the middle of one."""
    return clause[:1].lower() + clause[1:] if clause[1:2].islower() else clause


def _answered(answer: Answer, line: Line, words: Words) -> str:
    """What the next player can do about it."""
    if not line.answer_told:
        return ""
    players = answer.asked.match.players
    name = players[(answer.asked.seat + 1) % len(players)]
    return " " + words.said("advice.answered", name=name, turn=line.answer, words=line.answer_told)


# ---- own turns -------------------------------------------------------------------------------------------------------


def judged(answer: Answer, words: Words) -> list[str]:
    """What the turns that were asked for give away, and why."""
    best = answer.lines[0]
    return [_verdict(line, best, words) for line in answer.lines if line.own]


def _verdict(line: Line, best: Line, words: Words) -> str:
    if line is best:
        return words.said("advice.own_best", turn=line.turn)
    loss = percent(line.behind, line.behind_se, words)
    clear = line.behind > 2 * line.behind_se
    kind = "own_loses" if clear else "own_even"
    missed = [clause for clause in clauses(best.why) if clause not in clauses(line.why)]
    why = " " + words.said("advice.own_misses", clauses="; ".join(missed)) if missed else ""
    return words.said(f"advice.{kind}", turn=line.turn, best=best.turn, loss=loss) + why


# ---- plans -----------------------------------------------------------------------------------------------------------


def going_on(lines: Sequence[Line], words: Words) -> list[str]:
    """How turns go on after what chance shows, numbered; outcomes after which the same is done are told together."""
    plans = [(number, line.plan) for number, line in enumerate(lines, start=1) if line.plan]
    return [f"{number}. {plan_told(plan, words)}" for number, plan in plans]


def plan_told(plan: Sequence[PlanStep], words: Words) -> str:
    """A plan in one sentence."""
    together: dict[str, list[PlanStep]] = {}
    for step in plan:
        together.setdefault(step.turn, []).append(step)
    branches = list(together.values())
    told = [_branch("plan_if", branch, words) for branch in branches[:-1]]
    last = _branch("plan_else" if told else "plan_any", branches[-1], words)
    sentence = "; ".join([*told, last])
    return f"{sentence[:1].upper()}{sentence[1:]}."


def _branch(kind: str, branch: Sequence[PlanStep], words: Words) -> str:
    chance = sum(step.chance for step in branch)
    win = sum(step.chance * step.win for step in branch) / chance if chance else 0.0
    return words.said(
        f"advice.{kind}",
        outcome=words.said("advice.or").join(step.outcome for step in branch),
        chance=_odds(chance, words),
        turn=branch[0].turn or words.said("advice.stop"),
        win=percent(win, 0.0, words),
    )


def _odds(chance: float, words: Words) -> str:
    plain = Fraction(chance).limit_denominator(PLAIN_ODDS)
    if plain and abs(float(plain) - chance) < 0.01:
        return words.said("advice.odds", n=plain.numerator, of=plain.denominator)
    return percent(chance, 0.0, words)
