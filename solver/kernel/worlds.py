"""Worlds that a view allows: every order in which unseen things can lie, while these are few."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import factorial


def orders(unseen: Mapping[int, int], most: int) -> list[tuple[int, ...]]:
    """The different orders of so many things of each kind; none where there are more than `most`."""
    count = factorial(sum(unseen.values()))
    for number in unseen.values():
        count //= factorial(number)
    return list(_orders(unseen)) if count <= most else []


def _orders(unseen: Mapping[int, int]) -> Iterator[tuple[int, ...]]:
    if not any(unseen.values()):
        yield ()
        return
    for kind, number in unseen.items():
        if number:
            for others in _orders({**unseen, kind: number - 1}):
                yield (kind, *others)
