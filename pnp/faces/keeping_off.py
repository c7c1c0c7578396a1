"""Ornaments of a map keep off whatever is played with: rivers pause at roads, trees stand where nothing else does."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from pnp.faces.labels import MOST_POINTS, Box, along, corners
from shelf.errors import PrintingError
from shelf.messages import Message

if TYPE_CHECKING:
    from pnp.faces.labels import Points


def clear(
    points: str, lines: Sequence[tuple[str, float, int]], boxes: Sequence[Box], air: float = 2.0
) -> list[list[tuple[float, float]]]:
    """The runs of `points` ("x,y x,y") that keep so much air off lines and boxes, as `labels` has them."""
    import numpy as np

    spots = corners(points)
    free = np.ones(len(spots), dtype=bool)
    for left, top, right, bottom in boxes:
        inside = (spots[:, 0] > left - air) & (spots[:, 0] < right + air)
        free &= ~(inside & (spots[:, 1] > top - air) & (spots[:, 1] < bottom + air))
    for line, half, _ in lines:
        track = along(line)
        if len(track) * len(spots) > MOST_POINTS * 10:
            raise PrintingError(Message("faces.label_lines"))
        far = half + air
        low, high = _extent(line)
        near = (spots > low - far).all(axis=1) & (spots < high + far).all(axis=1) & free
        if near.any():
            apart = ((spots[near][:, None] - track[None]) ** 2).sum(axis=2).min(axis=1)
            free[near] &= apart > far**2
    runs: list[list[tuple[float, float]]] = [[]]
    for (x, y), good in zip(spots.tolist(), free.tolist(), strict=True):
        if good:
            runs[-1].append((x, y))
        elif runs[-1]:
            runs.append([])
    return [run for run in runs if run]


@lru_cache(maxsize=2048)
def _extent(line: str) -> tuple[Points, Points]:
    """The corners of the box around a line."""
    track = along(line)
    return track.min(axis=0), track.max(axis=0)
