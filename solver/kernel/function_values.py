"""How compiled code receives the functions of a kernel: by their addresses.

numba takes functions as arguments, too, but finds out anew at every call what they are, in Python: a quarter of a
millisecond for those of a kernel, in which twenty simulations could be made. And whatever is raised meanwhile it takes
for an answer, so that a Ctrl-C which comes just then is lost. What it calls in the end is the address of the machine
code. Here that is asked for once and handed over as a number. numba offers no way to do so: wherever its own function
values are not made as they were when this was written, they are arguments as ever.
"""

from __future__ import annotations

from functools import lru_cache
from operator import itemgetter
from typing import Any

import numba
import numpy as np
from numba import types
from numba.core import cgutils, datamodel
from numba.experimental import function_type
from numba.extending import intrinsic

from solver.kernel.arrays import INTS
from solver.kernel.contract import FUNCTIONS, SIGNATURES, Kernel

NAMES = (
    "actor", "legal", "apply", "scores", "observe", "determinize", "prior", "rollout", "features", "outlook", "hinders",
)  # fmt: skip
KERNELS = 64
"""So many are remembered: all that a process ever has in use."""


def known() -> bool:
    """Whether this numba calls a function value by an address that it asks for in the way that is known here."""
    asks = getattr(function_type, "_get_jit_address", None)
    model = datamodel.default_manager.lookup(FUNCTIONS["actor"])  # type: ignore[attr-defined, no-untyped-call]
    return asks is not None and getattr(model, "_fields", ()) == ("c_addr", "py_addr", "jit_addr")


COMPILED = not numba.config.DISABLE_JIT  # type: ignore[attr-defined]  # numba sets it by name
BY_ADDRESS = COMPILED and known()
HANDED = INTS if BY_ADDRESS else types.Tuple([FUNCTIONS[name] for name in NAMES])  # type: ignore[no-untyped-call]
"""What compiled code takes for the functions of a kernel."""


@lru_cache(KERNELS)
def handed(kernel: Kernel, essential: bool) -> Any:
    """The functions of a kernel as compiled code receives them; `legal` may give only the essential steps."""
    functions = tuple(getattr(kernel, "essential" if name == "legal" and essential else name) for name in NAMES)
    return np.array(list(map(_address, NAMES, functions)), dtype=np.int64) if BY_ADDRESS else functions


def _address(name: str, function: Any) -> int:
    found = int(function_type._get_jit_address(function, SIGNATURES[name]))  # type: ignore[no-untyped-call]
    if not found:
        raise TypeError(f"{name} is not compiled")
    return found


def _taken(name: str) -> Any:
    """What takes one function out of those that were handed over."""
    number = NAMES.index(name)
    if not COMPILED:
        return itemgetter(number)

    @intrinsic
    def function_of(typing: Any, functions: Any) -> Any:  # noqa: ARG001 - as numba calls it
        def code(context: Any, builder: Any, _: Any, arguments: Any) -> Any:
            if not BY_ADDRESS:
                return builder.extract_value(arguments[0], number)
            addresses = context.make_array(HANDED)(context, builder, arguments[0]).data
            value = cgutils.create_struct_proxy(FUNCTIONS[name])(context, builder)  # type: ignore[no-untyped-call]
            value.c_addr = value.py_addr = cgutils.voidptr_t(None)
            address = builder.load(builder.gep(addresses, [cgutils.intp_t(number)]))
            value.jit_addr = builder.inttoptr(address, cgutils.voidptr_t)
            return value._getvalue()

        return FUNCTIONS[name](HANDED), code

    return function_of


(
    actor_of, legal_of, apply_of, scores_of, observe_of, determinize_of, prior_of, rollout_of, features_of, outlook_of,
    hinders_of,
) = map(_taken, NAMES)  # fmt: skip
"""What gives compiled code one of those that it was handed. At most three are assigned at once: of four Python makes a
tuple, of which numba warns."""
