"""Advice on the position of a log, for people and for programs: which turns, how sure, why, and what can be reached."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

from shelf import paths
from shelf.language import Language
from shelf.safe_files import read_toml

if TYPE_CHECKING:
    from rich.table import Table

    from solver.kernel.contract import Bytes
    from solver.search.advice import Advice, Candidate, Limit, Watch
    from table.log.referee import Match

REASONS = 3
"""Turns that are given reasons on a screen; a program gets them for all."""
REFRESH = 0.2
"""Seconds between two pictures of a search that goes on."""
PIPE = 250
"""Columns for whatever reads the table through a pipe: one line a turn."""


@cache
def words(language: Language) -> dict[str, Any]:
    """What the advice says beside the reasons."""
    return read_toml(paths.ASSETS / f"advice.{language}.toml")


@dataclass(frozen=True)
class Line:
    """A turn that can be recommended; the names are those of the JSON contract."""

    turn: str
    win: float
    win_se: float
    points: float
    margin: float
    visits: int
    why: str
    answer: str


@dataclass(frozen=True)
class BestNow:
    """The most points that a turn can bring at once."""

    turn: str
    points: int


@dataclass(frozen=True)
class Consultation:
    """One question: the match, asked for the seat to move, and how much of the answer is wanted."""

    match: Match
    language: Language
    top: int

    @property
    def seat(self) -> int:
        """Who is to move and asks."""
        return self.match.game.kernel.actor(self.match.state)

    def seen(self) -> Bytes:
        """The position as that seat sees it."""
        view = self.match.state.copy()
        self.match.game.kernel.observe(view, self.seat)
        return view

    def hold(self, limit: Limit, watch: Watch | None = None) -> Answer:
        """Thinks; what everybody can reach is worked out meanwhile."""
        from solver.search.advisor import Advisor

        with ThreadPoolExecutor(1) as aside:
            reach = aside.submit(self.match.game.reach, self.seen())
            advisor = Advisor(self.match.game.kernel, self.match.state, len(self.match.players), limit, self.seat)
            advice = advisor.advise(watch)
            return Answer(self, advice, reach.result(), self._best_now())

    def _best_now(self) -> BestNow | None:
        """The turn that brings the most points at once, in games that know it."""
        found = self.match.game.best_now(self.seen())
        return BestNow(self.match.game.write_turn(self.seen(), found.steps), found.points) if found else None

    # ---- turns as text ----------------------------------------------------------------------------------------------

    def lines(self, advice: Advice, reasons: int) -> list[Line]:
        """The best turns, each position that they lead to once; so many of them get a reason."""
        chosen: dict[bytes, Candidate] = {}
        for candidate in advice.turns:
            if len(chosen) < self.top:
                position = self._after(candidate)[: self.match.game.kernel.key_size]
                chosen.setdefault(position.tobytes(), candidate)
        return [self._line(candidate, number < reasons) for number, candidate in enumerate(chosen.values())]

    def _line(self, candidate: Candidate, reason: bool) -> Line:
        return Line(
            self.match.game.write_turn(self.seen(), candidate.steps),
            round(candidate.win, 4),
            round(candidate.win_se, 4),
            round(candidate.points, 3),
            round(candidate.margin, 3),
            candidate.visits,
            self._why(candidate) if reason else "",
            self._answer(candidate),
        )

    def _why(self, candidate: Candidate) -> str:
        return self.match.game.why(self.seen(), candidate.steps, self.match.players, self.language)

    def _after(self, candidate: Candidate) -> Bytes:
        after = self.seen()
        for step in candidate.steps:
            self.match.game.kernel.apply(after, step)
        return after

    def _answer(self, candidate: Candidate) -> str:
        """The turn expected of the next seat, as far as it can be told before hidden things are seen."""
        from solver.kernel.contract import legal_steps, same_turn

        kernel, after = self.match.game.kernel, self._after(candidate)
        position, steps = after.copy(), list[int]()
        for step in candidate.answer:
            if not same_turn(after, position) or step not in legal_steps(kernel, position):
                break
            kernel.apply(position, step)
            steps.append(step)
        return self.match.game.write_turn(after, steps)


@dataclass(frozen=True)
class Answer:
    """What came of it."""

    asked: Consultation
    advice: Advice
    reach: Sequence[Any]
    now: BestNow | None

    def document(self) -> dict[str, Any]:
        """The JSON contract."""
        players = self.asked.match.players
        now = {"now": asdict(self.now)} if self.now else {}
        return {
            "to_move": players[self.asked.seat],
            "seconds": round(self.advice.seconds, 3),
            "simulations": self.advice.simulations,
            "proved": self.advice.proved,
            "turns": [asdict(line) for line in self.asked.lines(self.advice, self.asked.top)],
            "reach": [
                {"name": name, "most": bound.most, "can_win": bound.can_win}
                for name, bound in zip(players, self.reach, strict=False)
            ],
            **now,
        }

    def show(self) -> None:
        """The table of turns, the reasons, and what everybody can still reach."""
        from table.screens.console import Console

        console = Console(width=None if sys.stdout.isatty() else PIPE)
        said, lines = words(self.asked.language), self.asked.lines(self.advice, REASONS)
        console.print(drawn(self.asked, self.advice), soft_wrap=True)
        console.print(self._effort(), style="dim", soft_wrap=True)
        if reasons := _numbered([line.why for line in lines[:REASONS]]):
            console.print("\n".join(["", *reasons]), soft_wrap=True)
            console.print(said["counted"], style="dim", soft_wrap=True)
        if self.now and self.now.points:
            most = said["now"].format(turn=self.now.turn, points=self.now.points)
            console.print(f"\n{most}", soft_wrap=True)
        if self.reach:
            console.print(f"\n{self._bounds()}", soft_wrap=True)

    def _effort(self) -> str:
        said, advice = words(self.asked.language), self.advice
        if advice.proved:
            return str(said["proved"])
        if not advice.simulations:
            return str(said["searched"])
        seconds = f"{advice.seconds:.1f}".replace(".", said["decimal"])
        return str(said["estimated"].format(simulations=advice.simulations, seconds=seconds))

    def _bounds(self) -> str:
        said = words(self.asked.language)
        players = [
            f"{name} {bound.most}" if bound.can_win else said["no_win"].format(player=f"{name} {bound.most}")
            for name, bound in zip(self.asked.match.players, self.reach, strict=False)
        ]
        return str(said["at_most"].format(players=", ".join(players)))


def _numbered(reasons: Sequence[str]) -> list[str]:
    """Reasons with their numbers; how the first one begins is not said again, and an equal one not at all."""
    numbered = [f"1. {reason}" for reason in reasons[:1] if reason]
    for number, reason in enumerate(reasons[1:], start=2):
        begin, _, rest = reason.partition(". ")
        if reasons[0].startswith(f"{begin}. "):
            reason = f"... {rest}" if rest else ""
        if reason and reason != reasons[0]:
            numbered.append(f"{number}. {reason}")
    return numbered


def drawn(asked: Consultation, advice: Advice) -> Table:
    """The turns as a table."""
    from rich.table import Table

    said = words(asked.language)
    lines = asked.lines(advice, 0)
    table = Table(box=None, header_style="bold", pad_edge=False)
    table.add_column("", justify="right", style="dim")
    for column, title in said["columns"].items():
        if column != "answer" or any(line.answer for line in lines):
            table.add_column(title, justify="left" if column in ("turn", "answer") else "right", overflow="fold")
    for number, line in enumerate(lines, start=1):
        error = f" ± {100 * line.win_se:.1f}" if line.win_se else ""
        numbers = (f"{100 * line.win:.1f}{error} %", f"{line.points:.1f}", f"{line.margin:+.1f}")
        shown = [value.replace(".", said["decimal"]) for value in numbers]
        table.add_row(str(number), line.turn, *shown, *([line.answer] if line.answer else []))
    return table


@contextmanager
def live(asked: Consultation) -> Iterator[Watch | None]:
    """On a terminal a table that gets better while the search goes on; nothing in a pipe."""
    if not sys.stdout.isatty():
        yield None
        return
    from rich.console import Group
    from rich.live import Live
    from rich.text import Text

    from table.screens.console import Console

    last = 0.0
    thinking = Text(words(asked.language)["thinking"], style="dim")
    with Live(thinking, console=Console(), auto_refresh=False, transient=True) as screen:

        def watch(advice: Advice) -> None:
            nonlocal last
            if time.monotonic() - last >= REFRESH:
                last = time.monotonic()
                screen.update(Group(drawn(asked, advice), thinking), refresh=True)

        yield watch
