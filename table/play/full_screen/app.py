"""The table on the whole screen: the board, the log, what is answered, and the prompt below."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, ClassVar

import click
from rich.table import Table
from rich.text import Text
from textual import on
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container, Horizontal, Vertical
from textual.widgets import Input, Static

from table.play.full_screen.arrangement import FRAME, NARROW, Arrangement, arranged
from table.play.full_screen.panes import Line, Pane, typeset
from table.play.full_screen.prompt_line import PromptLine
from table.play.full_screen.thinking import Thinking
from table.play.requests import KINDS, THINKING, Kind, Request, word_for
from table.play.sitting import Reply
from table.play.solo_sitting import SoloSitting
from table.screens import screen
from table.screens.board import MARK, PLAIN_MARK, board, changed
from table.screens.points_table import changed_points

if TYPE_CHECKING:
    from rich.console import RenderableType
    from textual.events import Resize

    from table.play.sitting import Sitting

TURNS = 60
"""Moves that the log pane shows; the file has all of them."""
SPREAD: tuple[Kind, ...] = ("advise", "score", "show", "help")
"""Answers that take the log's place until they are put away or a turn is played: they need the room."""

SHORT = 2
"""Sentences of a hint that only tells where to look; what tells the turn and the reason needs the room, too."""


class FullScreen(App[None]):
    """A sitting on the whole screen."""

    CSS_PATH = "full_screen.tcss"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+c", "interrupt", priority=True),
        Binding("ctrl+d", "leave_if_empty", priority=True),
        Binding("escape", "put_away", priority=True),
        Binding("f1", "help", priority=True),
        Binding("pageup", "scroll(-1)", priority=True),
        Binding("pagedown", "scroll(1)", priority=True),
    ]

    def __init__(self, sitting: Sitting) -> None:
        super().__init__(ansi_color=True)
        self.theme = "ansi-dark" if "ansi-dark" in self.available_themes else "textual-ansi"
        self.sitting, self.words = sitting, sitting.words
        sitting.board_in_sight = True
        self.thinking = Thinking(
            self.words, sitting.stop, lambda table: self._from_thread(lambda: self._tell_interim(table))
        )
        self.fault: BaseException | None = None
        self._told: list[RenderableType] = sitting.greeting(brief=True)
        self._spread = False
        self._scored = False
        """Whether something was scored in between: for once its table goes before what one has."""
        self._news_last = False
        """Whether what was told last matters most, as when bots have answered."""
        self._holdings: Sequence[RenderableType] = ()
        self._own: Sequence[RenderableType] = ()
        self._note = ""
        self._leaving = self._interrupted = False
        self._arrangement = Arrangement("below", tight=False, holdings=0)

    def sit_down(self) -> None:
        """Stays until somebody leaves; what is told then stands on the terminal when the screen is gone."""
        self.run(mouse=False)
        if self.fault:
            raise self.fault
        screen.print_parts(self.sitting.farewell())
        if self._interrupted:
            raise KeyboardInterrupt

    def compose(self) -> ComposeResult:
        """Everything that there is on the screen; where it lies is arranged by its size."""
        yield Line(id="title")
        with Container(id="middle"):
            with Vertical(id="table"):
                yield Static(id="board")
                yield Pane(id="holdings")
            with Container(id="side"):
                yield Pane(id="log")
                with Vertical(id="told"):
                    yield Pane(id="answer")
                    yield Pane(id="own")
        yield Line(id="offered")
        with Horizontal(id="prompt"):
            yield Static(id="name")
            yield PromptLine(self.sitting.complete)

    def on_mount(self) -> None:
        """The first look."""
        self._line.focus()
        self._go_on()

    @property
    def _line(self) -> PromptLine:
        return self.query_one(PromptLine)

    # ---- drawing --------------------------------------------------------------------------------------------------

    def on_resize(self, _event: Resize) -> None:
        """Everything finds its place anew."""
        self._draw()

    def _draw(self) -> None:
        self._draw_board()
        self._draw_title()
        self.query_one("#log", Pane).tell([self._moves()], at_end=True)
        self._draw_answer()
        self._draw_prompt()

    def _draw_board(self) -> None:
        sitting, width = self.sitting, self.size.width
        match, before = sitting.as_seen(), sitting.before_news()
        drawing = screen.drawing_of(match, self.words)
        bare = screen.drawing_of(match, self.words, steps=None)
        marked = changed(screen.drawing_of(before, self.words, steps=None), bare) if match.moves else set()
        mark = MARK if screen.can_draw_signs() else PLAIN_MARK
        lines = {tight: board(drawing, width, marked, mark, tight) for tight in (False, True)}
        wide = max((line.cell_len for line in lines[False]), default=0)
        size = wide, len(lines[False])
        holdings = len(drawing.players) + len(drawing.legend) + 1
        long = self._needs_room(width - wide - 1)
        self._arrangement = arranged(width, self.size.height, size, len(lines[True]), holdings, long)
        self.query_one("#board", Static).update(Text("\n").join(lines[self._arrangement.tight]))
        self.query_one("#holdings", Pane).tell(screen.holdings(drawing))
        self._arrange(wide)
        room = width - wide - 3 if self._arrangement.where == "beside" else width * 3 // 5 - 3
        viewer = match.me if match.me is not None else max(sitting.seat, 0)
        fits = screen.fits(drawing, room)
        self._holdings = screen.holdings(drawing) if fits else ()
        self._own = () if fits else [screen.holding_of(drawing, viewer)]

    def _needs_room(self, columns: int) -> bool:
        """Whether what is told would fill more than half of a pane that is so wide, less where that is slim."""
        lines = typeset(self._telling(), columns).plain.count("\n") + 1
        return self._spread or lines > (self.size.height - FRAME) // (2 if columns >= NARROW else 4)

    def _arrange(self, wide: int) -> None:
        where = self._arrangement.where
        middle = self.query_one("#middle")
        for name in ("beside", "below", "drawer"):
            middle.set_class(name == where, name)
        middle.set_class(where == "beside" and self.size.width - wide - 1 < NARROW, "slim")
        self.query_one("#table").styles.width = wide if where == "beside" else "100%"
        self.query_one("#answer").styles.max_height = (self.size.height - FRAME) // 2 if where == "drawer" else None
        self.query_one("#holdings").display = bool(self._arrangement.holdings)

    def _draw_title(self) -> None:
        from table.answers.points import result_of_match

        players = result_of_match(self.sitting.as_seen()).document()["players"]
        points = "  ".join(f"{player['name']} {player['total']}" for player in players)
        left = f" {screen.headline(self.sitting.match, self.words)}"
        room = max(0, self.size.width - len(points) - 3)
        left = left if len(left) <= room else f"{left[: max(0, room - 1)]}…"
        self.query_one("#title", Line).tell(f"{left.ljust(room)}  {points} ")

    def _moves(self) -> Table:
        """The log, with what each move brought; news stand out."""
        match, news = self.sitting.as_seen(), len(self.sitting.before_news().moves)
        table = Table(box=None, show_header=False, pad_edge=False, padding=(0, 1, 0, 0))
        table.add_column(width=1, style="bold yellow")
        table.add_column(justify="right", style="dim")
        table.add_column()
        for index in range(max(0, len(match.moves) - TURNS), len(match.moves)):
            table.add_row(*self._move(index, index >= news))
        return table

    def _move(self, index: int, news: bool) -> tuple[str, str, Text]:
        match = self.sitting.as_seen()
        move = match.moves[index]
        number, _, turn = match.told_line(move).partition(" ")
        own = f"{match.players[move.seat]} "
        points = ", ".join(change.removeprefix(own) for change in changed_points(match, [move]))
        told = Text(turn, style="bold" if news else "")
        told.append(f"  ({points})" if points else "", style="not bold dim")
        return MARK if news else "", number, told

    def _draw_answer(self) -> None:
        """What was told, and where there is no better place for it what everybody has, or at least whoever looks."""
        where = self._arrangement.where
        here = not self._arrangement.holdings and where != "drawer"
        told = self._telling()
        parts = [*told]
        if here and self._holdings and not self._spread and not self._over:
            parts += ["", *self._holdings] if parts else self._holdings
        roomy = where == "beside" and not self._scored
        own = self._own if here and not self._over and (roomy or not self._spread) else ()
        self.query_one("#answer", Pane).tell(parts, at_end=(self._news_last or self._over) and parts == told)
        self.query_one("#own", Pane).tell(own)
        side = self.query_one("#side")
        side.display = bool(parts) or where != "drawer"
        side.set_class(bool(parts), "answered")
        side.set_class(bool(own), "owned")
        side.set_class(self._spread, "spread")

    def _telling(self) -> list[RenderableType]:
        """What was told, and who has won."""
        return [*self._told, *self.sitting.points()] if self._over else [*self._told]

    @property
    def _over(self) -> bool:
        """Whether the game is, and nothing else was asked for."""
        return self.sitting.match.to_move is None and not self._spread

    def _draw_prompt(self) -> None:
        name = self.query_one("#name", Static)
        text = Text(self.sitting.prompt, style="bold")
        name.styles.width = text.cell_len
        name.update(text)
        self._draw_offered()

    def _draw_offered(self) -> None:
        text = Text(self._note) if self._note else Text(f" {self._offered()}", style="dim")
        self.query_one("#offered", Line).tell(text)

    def _offered(self) -> str:
        """What may be typed: words that go on from the line, or what can be asked for."""
        if self._line.value.strip():
            return "  ".join(self._line.offered())
        return "  ".join(["Tab", *(word_for(kind, self.words.language) for kind in KINDS)])

    # ---- typing ---------------------------------------------------------------------------------------------------

    @on(Input.Changed)
    def _typed(self, event: Input.Changed) -> None:
        """Whoever goes on typing does not leave."""
        if self._leaving and event.value:
            self._leaving, self._note = False, ""
        self._draw_offered()

    @on(Input.Submitted)
    def _submitted(self, event: Input.Submitted) -> None:
        if self.thinking.busy:
            return
        self._note, self._leaving = "", False
        self._line.remember(event.value)
        try:
            request = self.sitting.asked(event.value)
            if request.kind == "quit":
                self.exit()
            elif request.kind in THINKING:
                self._line.clear()
                self._think(request)
            else:
                self._answered(self.sitting.answer(request, self.thinking.watched))
        except click.ClickException as fault:
            self._refused(fault)
        except Exception as fault:
            self._break_off(fault)

    def _answered(self, reply: Reply) -> None:
        self._line.clear()
        self._take(reply)
        self._go_on()

    def _take(self, reply: Reply) -> None:
        self._told, self._news_last = list(reply.parts), False
        self._scored = self._scores(reply)
        long = reply.kind in SPREAD or (reply.kind == "hint" and len(reply.parts) > SHORT)
        self._spread = long or self._scored

    def _scores(self, reply: Reply) -> bool:
        """Whether a turn brought a table of what was scored in between."""
        return reply.kind == "turn" and any(not isinstance(part, str) for part in reply.parts) and not self._over

    def _refused(self, fault: click.ClickException) -> None:
        """The reason, and the line to be mended."""
        self._told, self._spread = [Text(_begun(self.words.told(fault.message)), style="red")], False
        self._note, self._news_last = self._note if self._leaving else "", False
        self._line.offer(self.sitting.refused)
        self._go_on()

    def _break_off(self, fault: BaseException) -> None:
        """Something is wrong that cannot be told at the table: it is told when the screen is gone."""
        self.fault = self.fault or fault
        self.exit()

    def _handle_exception(self, error: Exception) -> None:
        """Textual would print where it happened; the house tells faults in its own way."""
        self._break_off(error)

    # ---- thinking -------------------------------------------------------------------------------------------------

    def _go_on(self) -> None:
        """Draws, and lets a bot play if it is to move."""
        self._draw()
        sitting = self.sitting
        if isinstance(sitting, SoloSitting) and (thinks := sitting.bot_thinks):
            self._say(self.words.said("screen.once_more") if self._leaving else thinks)
            self._in_thread(sitting.let_bot_play, self._bot_played)

    def _bot_played(self, reply: Reply) -> None:
        self._note = self._note if self._leaving else ""
        self._told += reply.parts
        self._scored = self._scored or self._scores(reply)
        self._spread = self._spread or self._scored
        self._news_last = True
        self._go_on()

    def _think(self, request: Request) -> None:
        self._say(self.words.said("advice.thinking"))
        self._in_thread(lambda: self.sitting.answer(request, self.thinking.watched), self._thought)

    def _thought(self, reply: Reply) -> None:
        self._note = self._note if self._leaving else ""
        self._take(reply)
        self._draw()

    def _tell_interim(self, table: RenderableType) -> None:
        begun, self._told, self._spread = self._spread, [table], True
        if begun:
            self._draw_answer()
        else:
            self._draw()

    def _say(self, note: str) -> None:
        self._note = f" {note}"
        self._draw_offered()

    def _in_thread(self, thought: Callable[[], Reply], then: Callable[[Reply], None]) -> None:
        def run() -> None:
            try:
                reply = thought()
            except click.ClickException as fault:
                refusal = fault
                self._from_thread(lambda: self._refused(refusal))
            except Exception as fault:
                broken = fault
                self._from_thread(lambda: self._break_off(broken))
            else:
                self._from_thread(lambda: then(reply))

        self.thinking.begin(run)

    def _from_thread(self, act: Callable[[], None]) -> None:
        """Does something on the screen, if it is still there."""
        if self.is_running:
            self.call_later(act)

    # ---- keys -----------------------------------------------------------------------------------------------------

    def action_interrupt(self) -> None:
        """Stops a search, or drops what was typed; once more leaves."""
        if self._leaving:
            self._interrupted = True
            self.exit()
            return
        if self.thinking.busy:
            self.thinking.stop()
        self._line.clear()
        self.sitting.refused = ""
        self._leaving = True
        self._say(self.words.said("screen.once_more"))

    def action_leave_if_empty(self) -> None:
        """The end of the input."""
        if not self._line.value:
            self.exit()
        else:
            self._line.action_delete_right()

    def action_put_away(self) -> None:
        """Stops a search; else puts the answer away."""
        if self.thinking.busy:
            self.thinking.stop()
        else:
            self._told, self._spread, self._scored = [], False, False
            self._draw()

    def action_help(self) -> None:
        """What may be typed."""
        self._take(Reply("help", [self.sitting.help()]))
        self._draw()

    def action_scroll(self, pages: int) -> None:
        """Scrolls what is told."""
        pane = self.query_one("#answer", Pane)
        pane.scroll_relative(y=pages * max(1, pane.size.height - 1), animate=False)


def _begun(reason: str) -> str:
    """A reason as a sentence of its own: with a capital letter, unless it begins with a code such as c1."""
    return re.sub(r"^[^\W\d_](?=[^\W\d_]*\b)", lambda first: first[0].upper(), reason)
