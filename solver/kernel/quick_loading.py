"""Loads compiled kernels without the part of numba that only compiling needs.

Before numba takes a function from its cache it sets up all it knows about types, a quarter of a second of every start.
Machine code that is there already needs none of it, only numba's runtime; and whatever has to be compiled after all
sets it up then.
"""

from __future__ import annotations

from typing import Any

from numba.core import caching, dispatcher
from numba.core.runtime.nrt import rtsys


class QuickCache(caching.FunctionCache):
    """numba's cache of one function."""

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """The function for a signature, or None where it is not in the cache."""
        rtsys.initialize(target_context)
        with self._guard_against_spurious_io_errors():
            return self._load_overload(sig, target_context)  # type: ignore[no-untyped-call]


def prepare() -> None:
    """From now on numba finds compiled functions in this way."""
    dispatcher.FunctionCache = QuickCache  # type: ignore[attr-defined]
