"""What a viewer knows of decisions that were made in secret."""

from __future__ import annotations

from collections.abc import Sequence

from solver.kernel.contract import Bytes, Kernel, legal_steps


def still_sealed(kernel: Kernel, before: Bytes, steps: Sequence[int], later: Sequence[int], viewer: int) -> bool:
    """Whether the viewer, after a turn's steps and all `later` ones, cannot know that it were these.

    That is so if another step, from what the viewer had seen before it, would have led to what is seen now.
    """
    if not kernel.secret or kernel.actor(before) == viewer:
        return False
    state = before.copy()
    for number, step in enumerate(steps):
        if _another_fits(kernel, state, [*steps[number:], *later], viewer):
            return True
        kernel.apply(state, step)
    return False


def _another_fits(kernel: Kernel, before: Bytes, steps: Sequence[int], viewer: int) -> bool:
    known, seen = before.copy(), _seen_after(kernel, before, steps, viewer)
    kernel.observe(known, viewer)
    others = (other for other in legal_steps(kernel, known) if other != steps[0])
    return any(_seen_after(kernel, known, [other, *steps[1:]], viewer) == seen for other in others)


def _seen_after(kernel: Kernel, state: Bytes, steps: Sequence[int], viewer: int) -> bytes | None:
    """What the viewer sees after these steps, if they can be made."""
    state = state.copy()
    for step in steps:
        if step not in legal_steps(kernel, state):
            return None
        kernel.apply(state, step)
    kernel.observe(state, viewer)
    return state.tobytes()
