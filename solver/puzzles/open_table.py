"""A game with all hands on the table: the same rules, and nothing that anybody has not seen."""

from __future__ import annotations

from dataclasses import replace

from solver.kernel.contract import Bytes, Kernel, Random, kernel, never_near_end


@kernel
def observe(state: Bytes, viewer: int) -> None:
    """Everybody sees everything."""


@kernel
def determinize(state: Bytes, viewer: int, random: Random) -> None:
    """There is nothing to deal."""


def _only_this(view: Bytes, most: int) -> list[Bytes]:  # noqa: ARG001
    return [view.copy()]


def open_table(kernel: Kernel) -> Kernel:
    """The rules of the open game; a search by them is a search, for no ending is solved instead."""
    return replace(kernel, observe=observe, determinize=determinize, worlds=_only_this, near_end=never_near_end)


def nothing_face_down(kernel: Kernel, state: Bytes, players: int) -> bool:
    """Whether somebody at the table has seen each thing: hands may be hidden, but no stack and no tile."""
    views = [state.copy() for _ in range(players)]
    for seat, view in enumerate(views):
        kernel.observe(view, seat)
    size = kernel.key_size
    return all(any(view[index] == state[index] for view in views) for index in range(size))


def mover_knows_all(kernel: Kernel, state: Bytes) -> bool:
    """Whether whoever is to move can work out all that is hidden."""
    view = state.copy()
    kernel.observe(view, kernel.actor(state))
    possible = {world[: kernel.key_size].tobytes() for world in kernel.worlds(view, 12)}
    return possible == {state[: kernel.key_size].tobytes()}
