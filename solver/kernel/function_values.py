"""How the search receives the functions of a kernel: by their addresses.

numba takes functions as arguments, too, but finds out anew at every call what they are: a quarter of a millisecond for
those of a kernel, in which twenty simulations could be made. What it then calls is the address of the machine code.
Here that is asked for once and handed over as a number. numba offers no way to do so: wherever its own function values
are not made as they were when this was written, they are arguments as ever.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numba
import numpy as np
from numba import types
from numba.core import cgutils, datamodel
from numba.experimental import function_type
from numba.extending import intrinsic

from solver.kernel.arrays import INTS
from solver.kernel.contract import FUNCTIONS, SIGNATURES, Kernel, inlined

NAMES = ("actor", "legal", "apply", "scores", "observe", "determinize", "prior", "rollout", "features", "outlook")


def known() -> bool:
    """Whether this numba calls a function value by an address that it asks for in the way that is known here."""
    asks = getattr(function_type, "_get_jit_address", None)
    model = datamodel.default_manager.lookup(FUNCTIONS["actor"])  # type: ignore[attr-defined, no-untyped-call]
    return asks is not None and getattr(model, "_fields", ()) == ("c_addr", "py_addr", "jit_addr")


COMPILED = not numba.config.DISABLE_JIT  # type: ignore[attr-defined]  # numba sets it by name
BY_ADDRESS = COMPILED and known()
HANDED = INTS if BY_ADDRESS else types.Tuple([FUNCTIONS[name] for name in NAMES])  # type: ignore[no-untyped-call]
"""What the search is compiled for."""


def handed(kernel: Kernel, essential: bool) -> Any:
    """The functions of a kernel, as the search receives them; `legal` may give only the essential steps."""
    functions = [getattr(kernel, "essential" if name == "legal" and essential else name) for name in NAMES]
    return _addresses(functions) if BY_ADDRESS else tuple(functions)


def _addresses(functions: Sequence[Any]) -> Any:
    found = np.empty(len(NAMES), dtype=np.int64)
    for number, (name, function) in enumerate(zip(NAMES, functions, strict=True)):
        found[number] = function_type._get_jit_address(function, SIGNATURES[name])  # type: ignore[no-untyped-call]
        if not found[number]:
            raise TypeError(f"{name} is not compiled")
    return found


def _made(name: str) -> Any:
    """Makes a function value of an address."""

    @intrinsic
    def function_at(typing: Any, address: Any) -> Any:  # noqa: ARG001 - as numba calls it
        def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            value = cgutils.create_struct_proxy(signature.return_type)(context, builder)  # type: ignore[no-untyped-call]
            value.c_addr = value.py_addr = cgutils.voidptr_t(None)
            value.jit_addr = builder.inttoptr(arguments[0], cgutils.voidptr_t)
            return value._getvalue()

        return FUNCTIONS[name](types.int64), code

    return function_at


@inlined
def _itself(function: Any) -> Any:
    return function


(
    actor_at, legal_at, apply_at, scores_at, observe_at, determinize_at, prior_at, rollout_at, features_at, outlook_at,
) = map(_made, NAMES) if BY_ADDRESS else [_itself] * len(NAMES)  # fmt: skip
"""What makes a function to be called of each of those that were handed over."""
