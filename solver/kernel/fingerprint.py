"""A fingerprint of what is compiled: the code of a function and of all it stands on, and the tables frozen into it.

The code is that of whole modules, read as Python reads it and without what the compiler never sees: comments,
docstrings, annotations of functions, line numbers. A module belongs to it if it has to do with numba and the function's
own module imports it, or one of those that do. Modules that only make values, and the files these come from, need not
be known: the values themselves are taken, wherever a compiled function names them.
"""

from __future__ import annotations

import ast
import functools
import hashlib
import json
import os
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from importlib.util import resolve_name
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any

import numpy as np

from shelf.atomic_write import write_whole
from shelf.errors import PrintingError

Names = Mapping[str, Any]
"""What a module has defined so far."""
Frozen = dict[tuple[str, str], bytes]
"""Values by the file and the name that they have there."""

_COMPILER = {"numba", "numpy", "llvmlite"}
_PLAIN = (int, float, complex, str, bytes, type(None), np.generic, np.dtype)


def of(function: FunctionType, memory: Path) -> str:
    """The fingerprint of a function; `memory` is a file that remembers those of source files."""
    ink = hashlib.sha256(f"{np.__version__} {function.__module__}.{function.__qualname__}".encode())
    called, values = _reached(function)
    for file, source in sorted(_sources(called, memory).items()):
        ink.update(os.path.basename(file).encode() + source)  # noqa: PTH119 - some hundred times at every start
    for (_, name), value in sorted(values.items()):
        ink.update(name.encode() + value)
    return ink.hexdigest()[:16]


# ---- the code --------------------------------------------------------------------------------------------------------


def _sources(functions: Iterable[FunctionType], memory: Path) -> dict[str, bytes]:
    """The fingerprints of the source files whose code may become part of functions."""
    found: dict[str, bytes] = {}
    waiting: list[Names] = [function.__globals__ for function in functions]
    while waiting:
        names = waiting.pop()
        if (file := _file(names)) not in found:
            found[file], imported = _source(file, memory)
            waiting += _compiling(names, imported)
    return found


def _file(names: Names) -> str:
    return str(names.get("__file__") or names.get("__name__"))


_COMPILING: dict[str, list[Names]] = {}


def _compiling(names: Names, imported: Sequence[str]) -> list[Names]:
    """The names of those imported modules that have to do with numba."""
    if (key := _file(names)) not in _COMPILING:
        package = names.get("__package__") or ""
        homes = {resolve_name(one, package) if one.startswith(".") else one for one in imported}
        modules = {home: vars(sys.modules[home]) for home in homes & sys.modules.keys()}
        _COMPILING[key] = [
            inside for home, inside in modules.items() if _top(home) not in _COMPILER and _has_numba(inside)
        ]
    return _COMPILING[key]


def _top(home: object) -> str:
    return home.partition(".")[0] if isinstance(home, str) else ""


def _has_numba(names: Names) -> bool:
    for value in list(names.values()):
        home = value.__name__ if isinstance(value, ModuleType) else getattr(value, "__module__", None)
        if "numba" in (_top(home), _top(type(value).__module__)):
            return True
    return False


class _Essence(ast.NodeTransformer):
    """Leaves out of a source file what no compiled function is made of."""

    depth = 0
    """How many functions this place lies in."""

    def visit_Expr(self, node: ast.Expr) -> ast.AST | None:
        """A docstring is a string that nobody takes."""
        text = isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
        return None if text else self.generic_visit(node)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        """A function without the kinds of its arguments, which numba finds by itself."""
        self.depth += 1
        self.generic_visit(node)
        self.depth -= 1
        node.returns = None
        every = (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs, node.args.vararg, node.args.kwarg)
        for argument in every:
            if argument is not None:
                argument.annotation = None
        return node

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST | None:
        """In a function an annotation is for people; in a class it may declare a field."""
        if not self.depth:
            return self.generic_visit(node)
        value = node.value and self.visit(node.value)
        return ast.Assign([node.target], value, lineno=node.lineno) if value else None


def essence(source: bytes, file: str = "<text>") -> bytes:
    """The fingerprint of a source text."""
    return hashlib.sha256(ast.dump(_Essence().visit(ast.parse(source, file))).encode()).digest()


def imports(source: bytes, file: str = "<text>") -> list[str]:
    """The modules that a source text may import, those of its own package with dots in front."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(source, file)):
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            home = "." * node.level + (node.module or "")
            found.update([home, *(f"{home}{'.' if node.module else ''}{alias.name}" for alias in node.names)])
    return sorted(found - {"."})


_SEEN: dict[str, tuple[bytes, Sequence[str]]] = {}


def _source(file: str, memory: Path) -> tuple[bytes, Sequence[str]]:
    """The fingerprint and the imports of a source file, remembered as long as the file is not touched."""
    if file not in _SEEN:
        _SEEN[file] = _looked_up(file, memory)
    return _SEEN[file]


def _looked_up(file: str, memory: Path) -> tuple[bytes, Sequence[str]]:
    known = _memory(memory)
    try:
        stat = Path(file).stat()
        mark = f"{stat.st_mtime_ns}-{stat.st_size}-{sys.hexversion:x}"
        if known.get(file, ("",))[0] != mark:
            source = Path(file).read_bytes()
            known[file] = mark, essence(source, file).hex(), imports(source, file)
            write_whole(memory, json.dumps(known, indent=1).encode())
    except (OSError, PrintingError):  # no file, or none that can be written: then it is read anew every time
        return (bytes.fromhex(known[file][1]), known[file][2]) if file in known else (b"", ())
    return bytes.fromhex(known[file][1]), known[file][2]


@functools.cache
def _memory(file: Path) -> dict[str, tuple[str, str, list[str]]]:
    try:
        known = json.loads(file.read_bytes())
        return {path: (str(mark), bytes.fromhex(ink).hex(), list(names)) for path, (mark, ink, names) in known.items()}
    except (OSError, ValueError, TypeError, AttributeError):
        return {}


# ---- the tables ------------------------------------------------------------------------------------------------------


def _reached(function: FunctionType) -> tuple[set[FunctionType], Frozen]:
    """A function and all compiled ones that it calls, with the values that they freeze."""
    values: Frozen = {}
    seen, waiting = {function}, [function]
    while waiting:
        own, called = _named(waiting.pop())
        values.update(own)
        waiting += called - seen
        seen |= called
    return seen, values


_NAMED: dict[tuple[FunctionType, int], tuple[Frozen, set[FunctionType]]] = {}
"""By function and the number of names in its module, for one that is being imported has more and more."""


def _named(function: FunctionType) -> tuple[Frozen, set[FunctionType]]:
    """The values that a function names itself, and the compiled functions."""
    key = function, len(function.__globals__)
    if key not in _NAMED:
        values: Frozen = {}
        called: set[FunctionType] = set()
        for file, name, value in _mentioned(function):
            if isinstance(compiled := getattr(value, "py_func", getattr(value, "_defn", None)), FunctionType):
                called.add(compiled)  # the latter is an intrinsic, which may know how a state is laid out
            elif (ink := _ink(value)) is not None:
                values[file, name] = ink
        _NAMED[key] = values, called
    return _NAMED[key]


def _mentioned(function: FunctionType) -> Iterator[tuple[str, str, object]]:
    names, globals_ = set(_names(function.__code__)), function.__globals__
    for name in names & globals_.keys():
        value = globals_[name]
        yield _file(globals_), name, value
        if isinstance(value, ModuleType) and value.__name__.partition(".")[0] not in _COMPILER:
            inside = vars(value)
            yield from ((_file(inside), other, inside[other]) for other in names & inside.keys())
    for name, cell in zip(function.__code__.co_freevars, function.__closure__ or (), strict=True):
        with suppress(ValueError):  # nothing is in it yet
            yield _file(globals_), f"{function.__qualname__}.{name}", cell.cell_contents


def _names(code: CodeType) -> Iterator[str]:
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _names(constant)


def _ink(value: object) -> bytes | None:
    """A value as bytes; None for what numba does not freeze."""
    if isinstance(value, np.ndarray):
        return hashlib.sha256(repr((value.dtype, value.shape)).encode() + value.tobytes()).digest()
    if isinstance(value, tuple):
        parts = [_ink(part) for part in value]
        return b"".join(hashlib.sha256(part).digest() for part in parts if part is not None)
    return repr(value).encode() if isinstance(value, _PLAIN) else None
