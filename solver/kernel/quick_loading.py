"""Loads compiled kernels without the part of numba that only compiling needs.

Before numba takes a function from its cache it sets up all it knows about types, a third of a second of every start.
Machine code that is there already needs none of it, only numba's runtime; and whatever has to be compiled after all
sets it up then. numba offers no way to ask for this: so its own loading is replaced only where it reads as it did when
this was written, and wherever that fails it is asked to load in its ordinary way.
"""

from __future__ import annotations

from typing import Any

from numba.core import caching, dispatcher
from numba.core.runtime.nrt import rtsys

_AS_KNOWN = ("refresh", "_guard_against_spurious_io_errors", "_load_overload")
"""What numba's own loading calls, one after the other."""


class QuickCache(caching.FunctionCache):
    """numba's cache of one function."""

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """The function for a signature, or None where it is not in the cache."""
        try:
            rtsys.initialize(target_context)
            with self._guard_against_spurious_io_errors():
                return self._load_overload(sig, target_context)  # type: ignore[no-untyped-call]
        except Exception:
            return super().load_overload(sig, target_context)  # type: ignore[no-untyped-call]


def prepare() -> bool:
    """From now on numba finds compiled functions in this way, if it is the numba that this was written for."""
    loading = getattr(caching.Cache.load_overload, "__code__", None)
    known = loading is not None and loading.co_names == _AS_KNOWN
    if known and getattr(dispatcher, "FunctionCache", None) is caching.FunctionCache:
        dispatcher.FunctionCache = QuickCache  # type: ignore[attr-defined]
    return known
