"""What a game's kernel offers to the search: small compiled functions over one flat array of bytes.

    actor(state) -> seat                 the seat to move, or -1 when the game is over
    legal(state, steps) -> n             writes the legal steps
    essential(state, steps) -> n         of legal steps that come to the same, only one; may be `legal` itself
    apply(state, step)                   makes one, in place
    hinders(state, step, answer) -> bool whether a step spoils an answer that was possible after another step; if not,
                                         the answer is legal after this step, too, and leads to an equal position
    scores(state, out)                   points of each seat, then the tie-break of each seat
    observe(state, viewer)               blanks, in place, all that the viewer has not seen
    determinize(state, viewer, random)   deals what is blank anew, consistent with all that the viewer has seen
    prior(state, step) -> weight         how promising a step looks at a glance
    outlook(state, seat) -> points       what a seat may hope for beyond the score, for the greedy player
    features(state, out) -> stage        how each seat stands, by named features, and how far the game is (see
                                         `solver.kernel.values`); -1 where a roll-out tells more
    rollout(state, random) -> n          plays to the end by a quick policy, in place; n steps, at most LONGEST_GAME

The functions are compiled for just these signatures, so that the search can receive them as values: it is compiled
once for all games and found in the cache.
"""

from __future__ import annotations

import hashlib
import inspect
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeVar, cast

import numba
import numpy as np
from numba import types
from numpy.typing import NDArray

from shelf.messages import Message
from solver.kernel import quick_loading
from solver.kernel.arrays import BYTES, FLOATS, FLOATS2, SHORTS, WORDS
from solver.kernel.errors import IllegalStepError, KernelError

quick_loading.prepare()

Bytes = NDArray[np.uint8]
Steps = NDArray[np.int16]
Points = NDArray[np.float64]
Random = NDArray[np.uint64]
Numbers = NDArray[Any]
"""Room that a kernel writes numbers into, of a kind that it chooses."""
Function = TypeVar("Function", bound=Callable[..., Any])

SCORE_PARTS = types.void(BYTES, FLOATS2)
"""Of a function that writes the points of each seat by category."""

SIGNATURES = {
    "actor": types.int64(BYTES),
    "legal": types.int64(BYTES, SHORTS),
    "essential": types.int64(BYTES, SHORTS),
    "apply": types.void(BYTES, types.int64),
    "hinders": types.boolean(BYTES, types.int64, types.int64),
    "scores": types.void(BYTES, FLOATS),
    "observe": types.void(BYTES, types.int64),
    "determinize": types.void(BYTES, types.int64, WORDS),
    "prior": types.float64(BYTES, types.int64),
    "rollout": types.int64(BYTES, WORDS),
    "outlook": types.float64(BYTES, types.int64),
    "features": types.int64(BYTES, FLOATS2),
}

FUNCTIONS = {name: types.FunctionType(signature) for name, signature in SIGNATURES.items()}
"""What the search receives: the functions of a kernel as values."""

MOST_SEATS = 5
"""The most players of any game; scores are written as MOST_SEATS points and MOST_SEATS tie-breaks."""


EVERY_TURN = 1 << 30
"""More turns than any game has."""

LONGEST_GAME = 10_000
"""Steps after which a roll-out stops even if the game is not over: ten times those of the longest game that the rules
allow, so that no position, however it came about, keeps compiled code busy without end."""

TURN_SIZE = 8
"""The bytes at the end of a state that count the turns."""


def same_turn(before: Bytes, after: Bytes) -> bool:
    """Whether no turn ended between two states of a game."""
    return bool((before[-TURN_SIZE:] == after[-TURN_SIZE:]).all())


def inlined(function: Function) -> Function:
    """Compiled into whoever calls it: for what is small, or called in one place only."""
    return cast(Function, numba.njit(cache=True, nogil=True, forceinline=True)(function))


def compiled(function: Function) -> Function:
    """Compiled once for those who call it: for what is large and called from several places."""
    return cast(Function, numba.njit(cache=True, nogil=True)(function))


def compiled_for(signature: Any) -> Callable[[Function], Function]:
    """Compiled at once, for one signature: what Python calls, and what the search receives as a value."""

    def compile_now(function: Function) -> Function:
        try:
            return cast(Function, numba.njit([signature], cache=True, nogil=True)(function))
        except Exception as fault:  # mostly numba's own, but a field that the state has not is a bare KeyError
            file, line = inspect.getsourcefile(function), inspect.getsourcelines(function)[1]
            where = Message("place.line", file=file, line=line)
            raise KernelError(function.__name__, where, f"{type(fault).__name__}: {fault}") from fault

    return compile_now


def kernel(function: Function) -> Function:
    """Compiles a function of the contract for its signature; its name says which.

    One that was made from tables is called after them: machine code is found by its name, and the same function made
    from other tables may be in use beside it.
    """
    tables = [cell.cell_contents for cell in getattr(function, "__closure__", None) or ()]
    if tables:
        ink = hashlib.sha256(b"".join(np.asarray(table).tobytes() for table in tables))
        function.__qualname__ += f".{ink.hexdigest()[:12]}"
    return compiled_for(SIGNATURES[function.__name__])(function)


@inlined
def wide(number: int) -> int:
    """A number of a small field, as wide as other numbers are, compiled and uncompiled."""
    return int(np.int64(number))


@kernel
def outlook(state: Bytes, seat: int) -> float:  # noqa: ARG001 - the signature of the contract
    """For games whose score shows all there is to see."""
    return 0.0


@kernel
def hinders(state: Bytes, step: int, answer: int) -> bool:  # noqa: ARG001
    """For games in which every step may spoil every answer."""
    return True


@kernel
def features(state: Bytes, out: Points) -> int:  # noqa: ARG001
    """For games that are judged by roll-outs alone."""
    return -1


def no_worlds(view: Bytes, most: int) -> list[Bytes]:  # noqa: ARG001
    """For games that do not list what a view allows."""
    return []


def never_near_end(state: Bytes) -> bool:  # noqa: ARG001
    """For games whose rest is not searched out."""
    return False


def no_book(state: Bytes) -> tuple[int, ...]:  # noqa: ARG001
    """For games whose openings nobody has looked into."""
    return ()


class StateModule(Protocol):
    """A game's `state`."""

    STATE: np.dtype[Any]
    KEY_SIZE: int
    STEPS: int
    MOST_STEPS: int


class RulesModule(Protocol):
    """A game's `rules`."""

    def actor(self, state: Bytes, /) -> int: ...
    def legal(self, state: Bytes, steps: Steps, /) -> int: ...
    def essential(self, state: Bytes, steps: Steps, /) -> int: ...
    def apply(self, state: Bytes, step: int, /) -> None: ...
    def scores(self, state: Bytes, out: Points, /) -> None: ...
    def near_end(self, state: Bytes, /) -> bool: ...


class HiddenModule(Protocol):
    """A game's `hidden`."""

    def observe(self, state: Bytes, viewer: int, /) -> None: ...
    def determinize(self, state: Bytes, viewer: int, random: Random, /) -> None: ...
    def worlds(self, view: Bytes, most: int, /) -> list[Bytes]: ...


class PolicyModule(Protocol):
    """A game's `policy`."""

    def prior(self, state: Bytes, step: int, /) -> float: ...
    def rollout(self, state: Bytes, random: Random, /) -> int: ...


class ValueModule(Protocol):
    """A game's `value`, if it has one."""

    @property
    def VALUES(self) -> _Table:  # noqa: N802 - a constant of a module
        """The weights."""
        ...

    def features(self, state: Bytes, out: Points, /) -> int: ...


class _Table(Protocol):
    def array(self) -> NDArray[np.float64]: ...


def no_values() -> NDArray[np.float64]:
    """Of a game whose features nobody has weighed."""
    return np.zeros((MOST_SEATS + 1, 1, 1))


@dataclass(frozen=True)
class Kernel:
    """A game's rules, ready for the search.

    A state has `size` bytes, of which the first `key_size` tell positions apart (both multiples of eight) and the last
    eight count the turns; what lies between follows from the key. At most `most_steps` steps are legal at once,
    numbered below `step_space`.
    """

    size: int
    most_steps: int
    step_space: int
    key_size: int
    actor: Callable[[Bytes], int]
    legal: Callable[[Bytes, Steps], int]
    essential: Callable[[Bytes, Steps], int]
    apply: Callable[[Bytes, int], None]
    scores: Callable[[Bytes, Points], None]
    observe: Callable[[Bytes, int], None]
    determinize: Callable[[Bytes, int, Random], None]
    prior: Callable[[Bytes, int], float]
    rollout: Callable[[Bytes, Random], int]
    worlds: Callable[[Bytes, int], list[Bytes]] = no_worlds
    """Not compiled: all worlds that a view allows, each as likely as the others; none where there are more
    than the number given."""
    near_end: Callable[[Bytes], bool] = never_near_end
    """Not compiled: whether the rest may be small enough to be searched out."""
    book: Callable[[Bytes], tuple[int, ...]] = no_book
    """Not compiled: the turn that long searches found best in this position, or nothing."""
    outlook: Callable[[Bytes, int], float] = outlook
    hinders: Callable[[Bytes, int, int], bool] = hinders
    features: Callable[[Bytes, Points], int] = features
    values: NDArray[np.float64] = field(default_factory=no_values, compare=False)
    """What the features are worth, by the number of players and the stage; all zero where that is not known."""
    secret: bool = False
    """Whether somebody decides without knowing what another has decided already, as with sealed bids: then `observe`
    blanks such a decision, the search tells positions apart by what the mover has seen, and nothing is searched out."""
    shared_wins: bool = False
    """Whether equals in points and tie-break both win; otherwise nobody does."""
    foresight: int = EVERY_TURN
    """So many turns beyond the present one the search grows its tree; from there on roll-outs go on. Where much is
    drawn from a bag a tree mixes hands that call for different steps, while a roll-out looks at the hand it has; where
    only one world is possible, nothing is left to be drawn, and the tree grows to the end all the same."""

    def __post_init__(self) -> None:
        """Uncompiled rules are there to be looked into: of them `apply` refuses a step that is not legal."""
        if numba.config.DISABLE_JIT:  # type: ignore[attr-defined]  # numba sets it by name
            object.__setattr__(self, "apply", _checked(self))

    @classmethod
    def of(
        cls,
        state: StateModule,
        rules: RulesModule,
        hidden: HiddenModule,
        policy: PolicyModule,
        outlook: Callable[[Bytes, int], float] = outlook,
        *,
        hinders: Callable[[Bytes, int, int], bool] = hinders,
        book: Callable[[Bytes], tuple[int, ...]] = no_book,
        value: ValueModule | None = None,
        secret: bool = False,
        shared_wins: bool = False,
        foresight: int = EVERY_TURN,
    ) -> Kernel:
        """The kernel of a game whose package has the usual modules."""
        return cls(
            size=state.STATE.itemsize,
            most_steps=state.MOST_STEPS,
            step_space=state.STEPS,
            key_size=state.KEY_SIZE,
            actor=rules.actor,
            legal=rules.legal,
            essential=rules.essential,
            apply=rules.apply,
            scores=rules.scores,
            observe=hidden.observe,
            determinize=hidden.determinize,
            prior=policy.prior,
            rollout=policy.rollout,
            worlds=hidden.worlds,
            near_end=rules.near_end,
            outlook=outlook,
            hinders=hinders,
            book=book,
            secret=secret,
            shared_wins=shared_wins,
            foresight=foresight,
            features=value.features if value else features,
            values=value.VALUES.array() if value else no_values(),
        )


def _checked(kernel: Kernel) -> Callable[[Bytes, int], None]:
    apply = kernel.apply

    def apply_legal(state: Bytes, step: int) -> None:
        if int(step) not in (legal := legal_steps(kernel, state)):
            raise IllegalStepError(f"step {step} is not legal; these are: {legal}")
        apply(state, step)

    return apply_legal


def points_by_part(
    score_parts: Callable[[Bytes, Numbers], None], parts: Sequence[str], state: Bytes, players: int
) -> list[dict[str, int]]:
    """Points of each seat by category, as a compiled function writes them."""
    points = np.zeros((MOST_SEATS, len(parts)))
    score_parts(state, points)
    return [dict(zip(parts, map(int, row), strict=True)) for row in points[:players]]


def legal_steps(kernel: Kernel, state: Bytes) -> list[int]:
    """The legal steps of a position."""
    steps = np.zeros(kernel.most_steps, dtype=np.int16)
    return [int(step) for step in steps[: kernel.legal(state, steps)]]
