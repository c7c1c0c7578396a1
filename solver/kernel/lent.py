"""Arrays as a kernel is lent them: whoever calls it keeps them alive, so nothing is counted.

numba counts every hand that an array goes through, and a view checks anew how its numbers lie: together that takes
longer than to make a step. What is opened here is the memory itself.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, cast

import numba
from numba.extending import intrinsic

from solver.kernel.contract import Bytes, Numbers
from solver.kernel.function_values import COMPILED
from solver.kernel.record import Record

Fields = TypeVar("Fields", bound=Record)


def opener(kind: type[Fields]) -> Callable[[Bytes], Fields]:
    """Makes a function that opens the fields of such a record in bytes; whoever calls it keeps the bytes alive."""
    layout = kind.dtype

    @intrinsic
    def open_memory(typing: Any, raw: Any) -> Any:  # noqa: ARG001 - as numba calls it
        def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            memory = context.make_array(signature.args[0])(context, builder, arguments[0]).data
            return builder.bitcast(memory, context.get_value_type(signature.return_type))

        return numba.from_dtype(layout)(raw), code

    return cast(Callable[[Bytes], Fields], open_memory if COMPILED else kind.of)


@intrinsic
def _uncounted(typing: Any, array: Any) -> Any:  # noqa: ARG001
    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        lent = context.make_array(signature.args[0])(context, builder, arguments[0])
        for owner in ("meminfo", "parent"):
            setattr(lent, owner, getattr(lent, owner).type(None))
        return lent._getvalue()

    return array(array), code


borrowed = cast(Callable[[Numbers], Numbers], _uncounted if COMPILED else lambda array: array)
"""An array that is used only while its owner waits."""
