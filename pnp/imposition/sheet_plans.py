"""Which drafts of sheets make a whole set: the fewest sheets, and then the fewest strokes of the knife."""

from __future__ import annotations

import operator
from collections import Counter
from collections.abc import Sequence
from itertools import combinations

from pnp.imposition.layout_job import Content, DraftSheet, Job
from pnp.imposition.sheet_drafts import compose, strokes_of


def best_plan(job: Job, goal: tuple[int, int]) -> list[DraftSheet]:
    """The sheets for the whole demand; no plan has fewer sheets, or as few and fewer strokes, than the `goal`.

    The widths of all searches are measured: twice as wide takes twice as long and hardly ever saves a stroke.
    """
    for index in range(len(job.formats)):
        compose(job, tuple(copies if n == index else 0 for n, copies in enumerate(job.demand)), 3)
    job.worth = [min(sheet.strokes / sheet.content[n] for sheet in job.alone(n)) for n in range(len(job.formats))]
    plan = _separately(job, job.demand)
    if len(job.formats) == 1:
        return _fitted(job, plan)
    plan = min(plan, _sheet_by_sheet(job), key=_price)
    if _price(plan)[:2] != goal and not job.spent:
        plan = _choose(job, plan)
    plan = _fitted(job, plan)
    while _price(plan)[:2] != goal and not job.tired:
        for one, other in combinations(dict.fromkeys(plan), 2):
            if not job.tired:
                compose(job, tuple(map(operator.add, one.content, other.content)), 8)
        better = _fitted(job, _choose(job, plan))
        if _price(better) >= _price(plan):
            break
        plan = better
    return plan


def _price(sheets: Sequence[DraftSheet]) -> tuple[int, int, int]:
    """What counts: few sheets, then few strokes, then, for tidiness, few blocks."""
    return len(sheets), sum(sheet.strokes for sheet in sheets), sum(len(sheet.blocks) for sheet in sheets)


def _separately(job: Job, demand: Content) -> list[DraftSheet]:
    """Each format on sheets of its own."""
    return [sheet for n, copies in enumerate(demand) if copies for sheet in _spread(job.alone(n), copies)]


def _spread(drafts: list[DraftSheet], copies: int) -> list[DraftSheet]:
    """The fewest sheets, then strokes, for copies of a single format: all full but the last few, which may share."""
    drafts = sorted(drafts, key=lambda sheet: (-sum(sheet.content), sheet.strokes))
    full = sum(drafts[0].content)
    number = -(-copies // full)
    spare = number * full - copies
    few = min(number, 6)
    cheapest: dict[int, tuple[int, tuple[DraftSheet, ...]]] = {0: (0, ())}
    for _ in range(few):
        longer: dict[int, tuple[int, tuple[DraftSheet, ...]]] = {}
        for unused, (strokes, chosen) in cheapest.items():
            for sheet in drafts:
                more, price = unused + full - sum(sheet.content), strokes + sheet.strokes
                if more <= spare and (more not in longer or price < longer[more][0]):
                    longer[more] = price, (*chosen, sheet)
        cheapest = longer
    _, last = min(cheapest.values(), key=operator.itemgetter(0))
    return [drafts[0]] * (number - few) + list(last)


def _sheet_by_sheet(job: Job) -> list[DraftSheet]:
    """Fill one sheet after the other as densely as possible with what is left."""
    sheets: list[DraftSheet] = []
    left = job.demand
    while any(left) and not job.spent:
        compose(job, left, 4 if job.steps < job.effort / 2 else 1)
        fitting = (sheet for sheet in job.drafts.values() if all(map(operator.le, sheet.content, left)))
        fullest = max(fitting, key=lambda sheet: (sum(map(operator.mul, sheet.content, job.areas)), -sheet.strokes))
        times = min(have // take for have, take in zip(left, fullest.content, strict=True) if take)
        sheets += [fullest] * times
        left = tuple(have - times * take for have, take in zip(left, fullest.content, strict=True))
    return sheets + _separately(job, left)


def _choose(job: Job, plan: list[DraftSheet]) -> list[DraftSheet]:
    """The fewest drafts that hold all copies together, and among such selections the one with the fewest strokes.

    With few constraints and many columns the linear relaxation is nearly all there is to solve: milliseconds, where
    presolve alone would take a second.
    """
    from shelf.cp_sat import cp_model, new_solver

    drafts = list(job.drafts.values())
    known = Counter(sheet.content for sheet in plan)
    model = cp_model.CpModel()
    times = []
    for sheet in drafts:
        most = max(-(-copies // held) for copies, held in zip(job.demand, sheet.content, strict=True) if held)
        times.append(model.new_int_var(0, most, ""))
        model.add_hint(times[-1], known[sheet.content])
    for n, copies in enumerate(job.demand):
        model.add(cp_model.LinearExpr.weighted_sum(times, [sheet.content[n] for sheet in drafts]) >= copies)
    solver = new_solver(effort=0.1)
    solver.parameters.cp_model_presolve = False
    solver.parameters.linearization_level = 2
    for cost in ([1 for _ in drafts], [1000 * sheet.strokes + len(sheet.blocks) for sheet in drafts]):
        model.minimize(cp_model.LinearExpr.weighted_sum(times, cost))
        if solver.solve(model) not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
            break
        plan = [sheet for var, sheet in zip(times, drafts, strict=True) for _ in range(solver.value(var))]
        model.add(cp_model.LinearExpr.sum(times) <= len(plan))
    return plan


def _fitted(job: Job, plan: list[DraftSheet]) -> list[DraftSheet]:
    """Take superfluous copies off the emptiest sheets, and compose every sheet anew for just what it holds."""
    held = [list(sheet.content) for sheet in plan]
    for n, copies in enumerate(job.demand):
        superfluous = sum(content[n] for content in held) - copies
        for content in sorted(held, key=operator.itemgetter(n)):
            taken = min(superfluous, content[n])
            content[n] -= taken
            superfluous -= taken
    wanted = [(sheet, tuple(content)) for sheet, content in zip(plan, held, strict=True) if any(content)]
    for sheet, copies_left in wanted:
        job.keep(_without(job, sheet, copies_left))
        if not job.tired:
            compose(job, copies_left, 16)
    return [job.drafts[copies_left] for _, copies_left in wanted]


def _without(job: Job, sheet: DraftSheet, content: Content) -> DraftSheet:
    """The sheet with only so many of its copies."""
    left = list(content)
    blocks = []
    for block in sheet.blocks:
        copies = min(block.copies, left[block.format])
        left[block.format] -= copies
        if copies:
            columns = min(block.grid[0], copies)
            blocks.append(block._replace(grid=(columns, -(-copies // columns)), copies=copies))
    return DraftSheet(content, strokes_of(blocks, job.gap), tuple(blocks))
