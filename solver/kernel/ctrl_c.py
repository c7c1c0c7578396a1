"""Ctrl-C while numba hands a compiled function over to another one stays a Ctrl-C.

For each function that is an argument numba asks Python for its address, and unpacks a signature to ask with. When
Ctrl-C comes while it unpacks, it asks all the same, without the signature: what arrived was a TypeError, and whoever
keeps what was found by then never heard of Ctrl-C. So whoever is asked without a signature knows that it was
interrupted.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from numba.experimental import function_type

ASKED = ("_get_wrapper_address", "_get_jit_address")
"""What numba asks, by these names; where it asks for others nothing changes."""
INTERRUPTED = KeyboardInterrupt()
"""Made beforehand: while Ctrl-C is on its way nothing can be called, and nothing new be made."""


def prepare() -> None:
    """From now on."""
    for name in ASKED:
        if ask := getattr(function_type, name, None):
            setattr(function_type, name, _hearing(ask))


def _hearing(ask: Callable[[Any, Any], int]) -> Callable[..., int]:
    @wraps(ask)
    def address(function: Any, signature: Any = None) -> int:
        if signature is None:
            raise INTERRUPTED
        return ask(function, signature)

    return address
