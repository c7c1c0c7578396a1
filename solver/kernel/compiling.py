"""Notices when numba compiles a kernel instead of finding it in the cache, so that whoever waits can be told."""

from __future__ import annotations

import ast
import functools
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

from numba.core import event

from solver.kernel.cache import MADE_UP

Tell = Callable[[str, int, int], None]
"""Gets the module whose kernels are being compiled, the number of the kernel, and how many its package has.

A module of a game from outside is told by its file: its name is made up, for no two games may share one.
"""


class _Watch(event.Listener):
    """Counts kernels by package; what numba compiles on the way, for a kernel to call, is not counted."""

    def __init__(self) -> None:
        self.done: Counter[Path] = Counter()
        self.tell: Tell | None = None
        self._depth = 0
        self._told = ""

    def on_start(self, event: Any) -> None:
        """A kernel is about to be compiled."""
        self._depth += 1
        if self._depth > 1:
            return
        function = event.data["dispatcher"].py_func
        package = Path(function.__code__.co_filename).parent
        self.done[package] += 1
        if self.tell is not None and function.__module__ != self._told:
            self._told = function.__module__
            among = max(kernels_in(package), self.done[package])
            self.tell(_name(self._told, function.__code__.co_filename), self.done[package], among)

    def on_end(self, event: Any) -> None:
        """It is compiled, or cannot be."""
        self._depth -= 1


def _name(module: str, file: str) -> str:
    return "/".join(Path(file).parts[-3:]) if module.startswith(MADE_UP) else module


_WATCH = _Watch()
event.register("numba:compile", _WATCH)  # type: ignore[no-untyped-call]


def tell(how: Tell) -> None:
    """From now on whoever waits is told of each module that is compiled."""
    _WATCH.tell = how


def compiled() -> int:
    """How many kernels this program had to compile so far."""
    return _WATCH.done.total()


@functools.cache
def kernels_in(package: Path) -> int:
    """How many functions of a package are compiled when they are imported: those whose signature is given."""
    trees = [ast.parse(file.read_bytes(), str(file)) for file in package.glob("*.py")]
    functions = [node for tree in trees for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    return sum(any(map(_gives_signature, function.decorator_list)) for function in functions)


def _gives_signature(decorator: ast.expr) -> bool:
    if isinstance(decorator, ast.Call):
        return ast.unparse(decorator.func).endswith("jit") and bool(decorator.args)
    return ast.unparse(decorator).endswith("kernel")
