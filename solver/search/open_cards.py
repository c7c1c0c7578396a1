"""A game as if all cards lay open: the same rules, but everybody sees everything that is known."""

from __future__ import annotations

from dataclasses import replace

from solver.kernel.contract import Bytes, Kernel, kernel


@kernel
def observe(state: Bytes, viewer: int) -> None:
    """Nothing is blanked."""


def with_open_cards(rules: Kernel) -> Kernel:
    """These rules for a table without secrets; what the log itself does not know is still dealt."""
    return replace(rules, observe=observe, secret=False)
