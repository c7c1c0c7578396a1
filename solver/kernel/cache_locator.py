"""Tells numba where the compiled code of a function is kept: in a folder named after all that it was compiled from.

numba asks this class because `solver.kernel.cache` names it in `NUMBA_CACHE_LOCATOR_CLASSES`.
"""

from __future__ import annotations

import atexit
import functools
import os
from types import FunctionType
from typing import Self

from numba.core import caching

from solver.kernel import cache, fingerprint


class KernelLocator(caching._CacheLocator):
    """The place of one function, of this room or of a game from elsewhere."""

    def __init__(self, function: FunctionType, file: str) -> None:
        self._py_file = file  # numba asks for it when it warns
        folder = cache.folder()
        self._stamp = fingerprint.of(function, folder / "sources.json")
        self._folder = folder / _called(function) / self._stamp

    @classmethod
    def from_function(cls, function: FunctionType, file: str) -> Self | None:
        """The place of a function, or None where numba is to look for one in its ordinary way."""
        if not os.access(cache.folder(), os.W_OK):
            return None
        place = cls(function, file)
        cache.mark_used(place._folder)
        return place

    def get_cache_path(self) -> str:
        """The folder of the function."""
        return str(self._folder)

    def get_source_stamp(self) -> str:
        """What the compiled code was made from."""
        return self._stamp

    def get_disambiguator(self) -> str:
        """Nothing more is needed: the folder tells functions of one name apart."""
        return "0"

    def ensure_cache_path(self) -> None:
        """Called before something new is kept."""
        self._folder.mkdir(parents=True, exist_ok=True)
        _sweep_at_the_end()


def _called(function: FunctionType) -> str:
    """The same for all that one function may make: whatever of it is no longer used can be swept out."""
    maker, inside, _ = function.__qualname__.partition("<locals>")
    return f"{function.__module__}.{maker}{function.__name__ if inside else ''}"


@functools.cache
def _sweep_at_the_end() -> None:
    atexit.register(cache.sweep)
