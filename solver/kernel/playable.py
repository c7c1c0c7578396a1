"""The contract of a game that plays: its kernel, and setting up, writing and reading turns, naming things.

States are flat arrays of bytes that only the game's own package looks into; everybody else goes through here.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, ClassVar, Protocol

from shelf.game_data import GameData
from shelf.language import Language
from shelf.messages import Message, in_language
from solver.kernel.contract import Bytes, Kernel
from solver.kernel.values import WeighedValue
from solver.kernel.weights import WeighedPolicy

Lines = Sequence[tuple[int, str]]
"""Lines of a file: number and text, comments taken off."""


class NotationError(Exception):
    """Something written that cannot be read or played; `legal` lists what could have stood there."""

    def __init__(self, message: str, legal: Sequence[str] = (), line: int | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.legal = list(legal)
        self.line = line

    def said(self, language: Language) -> str:
        """The message in a language."""
        return in_language(self.message, language)


@contextmanager
def on_line(number: int) -> Iterator[None]:
    """What cannot be read in here stands on that line of a file."""
    try:
        yield
    except NotationError as fault:
        raise NotationError(fault.message, fault.legal, number) from None


@dataclass(frozen=True)
class PlayedTurn:
    """A played turn: its steps, its canonical text, and the state after it."""

    steps: tuple[int, ...]
    text: str
    after: Bytes
    complete: bool
    """False when the turn's seat still has to do something (a begun turn)."""


@dataclass(frozen=True)
class Cell:
    """A card or a square on a screen: short lines, the inks of ground and type, and whether it is within reach."""

    lines: tuple[str, ...]
    ground: str = ""
    ink: str = ""
    near: bool = False


@dataclass(frozen=True)
class Drawing:
    """A position in letters: the cells on the table, a label and an entry for each player, and what marks mean."""

    grid: tuple[tuple[Cell | None, ...], ...]
    players: tuple[tuple[str, ...], ...]
    legend: tuple[str, ...]
    columns: tuple[str, ...] = ()
    rows: tuple[str, ...] = ()
    """What columns and rows are called where they are not counted from 1."""


class SetupEntry(Protocol):
    """A setup that is typed in from the real table, line by line; a line with a fault changes nothing."""

    def help(self) -> str:
        """How to type it, in two lines."""
        ...

    def prompt(self) -> str | None:
        """What to type next, or None when all is there."""
        ...

    def enter(self, text: str) -> list[str]:
        """Takes a line in; answers with the setup lines it completed."""
        ...

    def words(self, begun: str = "") -> list[str]:
        """What may still be typed behind the beginning of a line, for completion."""
        ...

    def lines(self) -> list[str]:
        """The setup lines so far, as the log has them."""
        ...

    def state(self) -> Bytes:
        """The opening position, when all is there."""
        ...


@dataclass(frozen=True)
class Reach:
    """What a seat can still hope for."""

    most: int
    exact: bool
    """Whether some end gives just that many; otherwise it is only certain that none gives more."""
    can_win: bool


@dataclass(frozen=True)
class BestTurn:
    """A turn and the points that it brings at once."""

    steps: tuple[int, ...]
    points: int


class Playable(ABC):
    """A game that plays: its kernel with words around it. This is the whole contract of a game.

    What every game must have is abstract. What a game need not have has a default here: a game without reasons, hints
    or bounds is played and advised all the same, in fewer words.
    """

    kernel: Kernel
    parts: tuple[str, ...]
    """The categories of its score, in the order of the JSON contract."""
    policy: ClassVar[WeighedPolicy | None] = None
    """Its quick policy, if that goes by named features: then it can be trained."""
    value: ClassVar[WeighedValue | None] = None
    """How its seats stand, by named features: then what these are worth can be trained, too."""
    options: ClassVar[Mapping[str, str]] = {}
    """Switches that the header of a log may set to `yes`, and what each of them means."""

    def __init__(self, data: GameData) -> None:
        self.data = data

    @staticmethod  # noqa: B027 - most games have no maps
    def check_data(data: GameData, /) -> None:
        """Raises a `DefinitionError` where these rules cannot be played with the folder that somebody brought."""

    @property
    def id(self) -> str:
        """The id that commands and logs use."""
        return self.data.id

    def player_counts(self) -> range:
        """How many may play, as the definition says."""
        return self.data.players

    # ---- the opening ------------------------------------------------------------------------------------------------

    @abstractmethod
    def deal(self, players: int, seed: int, options: Mapping[str, str]) -> Bytes:
        """A shuffled opening position, every hidden thing known to the state."""

    @abstractmethod
    def read_setup(self, players: int, lines: Lines, options: Mapping[str, str]) -> Bytes:
        """The opening position from the setup part of a log; unknown things are `?`."""

    @abstractmethod
    def write_setup(self, state: Bytes) -> list[str]:
        """The setup part of a log for an opening position."""

    @abstractmethod
    def setup_entry(self, players: int, options: Mapping[str, str], me: int | None = None) -> SetupEntry:
        """Begins a setup that is typed in; whoever it is for is not asked for what the others hold."""

    # ---- turns as text ----------------------------------------------------------------------------------------------

    @abstractmethod
    def read_turn(self, state: Bytes, text: str, ends: bool = True) -> PlayedTurn:
        """Plays the steps written in `text`; its end ends the turn where it can end, unless `ends` is false."""

    @abstractmethod
    def write_turn(self, state: Bytes, steps: Sequence[int]) -> str:
        """The canonical text of a turn's steps from `state`, with the chance outcomes they brought."""

    @abstractmethod
    def legal_texts(self, state: Bytes) -> dict[str, int]:
        """The legal next steps in the notation of the log."""

    def next_words(self, state: Bytes) -> list[str]:
        """What may be written next in a turn, for completion: steps that go without saying are passed over."""
        return list(self.legal_texts(state))

    def reveal(self, state: Bytes, seat: int, text: str) -> tuple[Bytes, str]:
        """The position and the canonical text when a seat shows hidden things without playing a turn."""
        raise NotationError(Message("notation.nothing_hidden"))

    # ---- the score --------------------------------------------------------------------------------------------------

    @abstractmethod
    def score_parts(self, state: Bytes) -> list[dict[str, int]]:
        """Points by category for each seat, as if the game ended now."""

    def part_names(self, language: Language) -> Mapping[str, str]:
        """The categories of its score by their names."""
        return dict(self.data.phrases(language)["screen"]["parts"])

    def score_detail(self, state: Bytes, language: Language = "en") -> list[list[dict[str, Any]]]:
        """For each seat the entries behind its points: `part`, `of`, `points` and `why`."""
        return [
            [{"part": part, "of": "", "points": points, "why": ""} for part, points in seat.items()]
            for seat in self.score_parts(state)
        ]

    def scored(
        self, before: Bytes, after: Bytes, names: Sequence[str], language: Language
    ) -> Sequence[tuple[str, ...]]:
        """What was scored in between, in a game that scores before its end: a table with its headings, or nothing."""
        return ()

    def chart_values(self, state: Bytes) -> list[dict[str, str]]:
        """For each seat the boxes of the scoring chart that are filled in, by line and column; sums add themselves."""
        return [{} for _ in self.score_parts(state)]

    def unknown(self, state: Bytes, language: Language = "en") -> list[str]:
        """For each seat what the position does not know and the score depends on, in words, or ""."""
        return [""] * len(self.score_parts(state))

    def tiebreaks(self, state: Bytes) -> list[int]:
        """What decides between equal points, for each seat."""
        return [0] * len(self.score_parts(state))

    def winners(self, state: Bytes) -> list[int]:
        """The seats that win if the game ends now; nobody where the game knows no shared win."""
        totals = [sum(parts.values()) for parts in self.score_parts(state)]
        standings = list(zip(totals, self.tiebreaks(state), strict=True))
        first = [seat for seat, standing in enumerate(standings) if standing == max(standings)]
        return first if len(first) == 1 or self.kernel.shared_wins else []

    def read_holdings(self, holdings: Sequence[Lines]) -> Bytes:
        """A finished position from what each seat holds at the end."""
        raise NotationError(Message("notation.no_holdings", game=self.id))

    # ---- how it looks -----------------------------------------------------------------------------------------------

    @abstractmethod
    def picture(
        self, state: Bytes, viewer: int | None = None, names: Sequence[str] = (), earlier: Sequence[Bytes] = ()
    ) -> dict[str, Any]:
        """The whole position for `show --json`: names from the definition, unknown things as "?".

        The states before this one, where they are known, tell what the state itself has forgotten.
        """

    @abstractmethod
    def drawing(self, picture: Mapping[str, Any], plain: bool = False, language: Language = "en") -> Drawing:
        """A picture for a terminal; `plain` keeps to ASCII."""

    # ---- what it can tell -------------------------------------------------------------------------------------------

    def tell(self, state: Bytes, steps: Sequence[int], language: Language) -> str:
        """What a turn does, in words without the name of who does it; what `state` does not know stays untold."""
        return self.write_turn(state, steps)

    def witnessed(self, state: Bytes, steps: Sequence[int], viewer: int) -> Bytes:
        """The position before a turn as a seat knows it that has watched the turn: with what it laid open to all."""
        view = state.copy()
        self.kernel.observe(view, viewer)
        return view

    def why(self, state: Bytes, steps: Sequence[int], names: Sequence[str], language: Language) -> str:
        """Why the seat to move might make this turn, from what it has seen; it is addressed as "you"."""
        return ""

    def focus(self, state: Bytes, steps: Sequence[int], language: Language) -> str:
        """The place on the table that a turn begins with, in words, or "" where it begins with what one holds."""
        return ""

    def reach(self, state: Bytes) -> Sequence[Reach]:
        """For each seat what it can still reach at most."""
        return ()

    def best_now(self, state: Bytes) -> BestTurn | None:
        """The turn that brings the most points at once."""
        return None


def named(names: Sequence[str], players: int) -> list[str]:
    """The players' names, with numbers for those that have none."""
    return [names[seat] if seat < len(names) else f"player {seat + 1}" for seat in range(players)]
