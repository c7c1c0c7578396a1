"""A state declared once: numba takes its dtype from the declaration, mypy its fields.

    class State(Record):
        players = u1()                 # a number
        hand = u1(MOST_SEATS, KINDS)   # a table of numbers
        turn = u8()                    # comes last: it counts the turns

`State.dtype` lays the fields out as a C compiler would; `State.of(state)` opens a flat state in Python. A kernel writes
`s = opened(state)` with `opened = opener(State)` of `solver.kernel.lent`, for numba knows no classes.

Traps that these kinds of fields set, because a compiled number is as wide as the widest it may have to be, and one that
is not compiled only as wide as its field:

- `range` over an unsigned field counts, compiled, in unsigned numbers. With a signed one such a number makes a float:
  after `found = -1` and `found = seat` in the loop `found` is one, and no index. `range(wide(s.players))` counts in
  signed ones.
- `s.hand[seat] << 8` is wide enough compiled; uncompiled all its bits are shifted out of the byte. Shift
  `wide(s.hand[seat])`.
- `s.left - 1` of an empty pile is -1 compiled; uncompiled it is 255. Ask whether something is left first.
- `(s.taken > 0) + (s.lost > 0)` may be 2 compiled; uncompiled it is `True`, which counts 1. Add up `int(s.taken > 0)`.
- Of 64 flags in a field (`flags`) no number but an unsigned one may be added or taken away: the sum would be a float.
- A field must not be called as a method of numpy's records is (`round`, `max`, `size`): that is refused.

`tests/solver/test_kernels_uncompiled.py` looks for the second in every game's sources, and plays games compiled and
uncompiled side by side, where an overflow is an error.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, Self, overload

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[Any]


@dataclass(frozen=True)
class _Field:
    """What a declaration leaves in the class."""

    kind: str
    shape: tuple[int, ...]


class _Kind:
    """A kind of number; called it declares one of them, or with a shape a table of them."""

    def __init__(self, kind: str) -> None:
        self.kind = kind

    @overload
    def __call__(self) -> int: ...

    @overload
    def __call__(self, first: int, *more: int) -> Numbers: ...

    def __call__(self, first: int = 0, *more: int) -> Any:
        return _Field(self.kind, (first, *more) if first else ())


class _Flags(_Kind):
    """64 flags in a number; called it declares one of them, or with a shape a table of them."""

    @overload  # type: ignore[override]
    def __call__(self) -> np.uint64: ...

    @overload
    def __call__(self, first: int, *more: int) -> NDArray[np.uint64]: ...

    def __call__(self, first: int = 0, *more: int) -> Any:
        return super().__call__(first, *more)


flags = _Flags("u8")
u1, u2, u4, u8 = _Kind("u1"), _Kind("u2"), _Kind("u4"), _Kind("u8")
i1, i2, i4, i8 = _Kind("i1"), _Kind("i2"), _Kind("i4"), _Kind("i8")
f4, f8 = _Kind("f4"), _Kind("f8")


class Record:
    """The fields of a flat array of bytes."""

    dtype: ClassVar[np.dtype[Any]]

    def __init_subclass__(cls) -> None:
        fields = [(name, found) for name, found in vars(cls).items() if isinstance(found, _Field)]
        for name, _ in fields:
            if hasattr(np.record, name):
                raise TypeError(f"{cls.__name__}.{name}: numpy's records have a method of that name; choose another")
        layout = np.dtype([(name, found.kind, found.shape) for name, found in fields], align=True)
        cls.dtype = np.dtype((np.record, layout))

    @classmethod
    def of(cls, state: NDArray[np.uint8]) -> Self:
        """The fields of a flat state; what is written to them is written to the state."""
        opened: Self = state.view(cls.dtype)[0]
        return opened

    @classmethod
    def offset(cls, name: str) -> int:
        """So many bytes lie before a field."""
        assert cls.dtype.fields is not None
        return int(cls.dtype.fields[name][1])
