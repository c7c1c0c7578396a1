"""Memory that will be looked at soon: asked for early, it is there when it is needed.

numba offers no way to ask; the compiler below it does.
"""

from __future__ import annotations

from typing import Any

import numba
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic
from numba.np.arrayobj import make_array

READ, KEEP, DATA = 0, 3, 1
"""What will be done with it, for how long it is worth keeping, and that it is no code: as LLVM numbers these."""


def _code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    array = make_array(signature.args[0])(context, builder, arguments[0])  # type: ignore[no-untyped-call]
    place = builder.bitcast(builder.gep(array.data, [arguments[1]]), cgutils.voidptr_t)
    number = ir.IntType(32)
    kind = ir.FunctionType(ir.VoidType(), [cgutils.voidptr_t, number, number, number])
    fetch = builder.module.declare_intrinsic("llvm.prefetch", [cgutils.voidptr_t], kind)
    builder.call(fetch, [place, *map(number, (READ, KEEP, DATA))])
    return context.get_dummy_value()


@intrinsic
def _prefetch(typing: Any, array: Any, index: Any) -> Any:  # noqa: ARG001 - as numba calls it
    return types.void(array, types.int64), _code


def _nothing(array: Any, index: int) -> None:
    """Uncompiled code is slow for other reasons."""


prefetch: Any = _nothing if numba.config.DISABLE_JIT else _prefetch  # type: ignore[attr-defined]  # numba sets it by name
"""Asks for an element of an array; one beyond its end does no harm, for nothing is read."""
