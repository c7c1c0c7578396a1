"""The command line: `timbuktu COMMAND ...`.

One module a command in `table/commands`; each imports what is heavy only when it runs, so that help is instant.
"""

from __future__ import annotations

import atexit
import os
import sys
import threading
from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

import click

from shelf.language import LANGUAGES, VARIABLE
from shelf.messages import Message, in_language
from table.log.spoken import LANGUAGE, language_asked, spoken
from table.options.click_words import click_speaks, translated
from table.screens.standard_streams import Mouth, open_mouths
from table.screens.terminal import gated

_LONGEST = 2_000
"""Characters of a message."""

COMMANDS = (
    "games",
    "pdf",
    "pictures",
    "preview",
    "chart",
    "rules",
    "calibrate",
    "check",
    "init",
    "trust",
    "new",
    "log",
    "show",
    "legal",
    "score",
    "advise",
    "review",
    "practise",
    "play",
    "puzzles",
    "solve",
    "serve",
    "tournament",
    "train",
)
WRITERS = ("pdf", "pictures", "chart", "rules", "calibrate", "init", "trust", "new", "log", "play", "puzzles")
"""What these do stands in a file when they tell it; whether anybody hears it does not change their exit code."""
UNHEARD = 2
"""The exit code of the others when their report cannot be written."""
ASKED = ("advise", "show", "legal", "score", "solve")
"""These are asked again and again at the table, and only read: they leave at once."""
INTERRUPTED = 130


@dataclass
class Visit:
    """One call of the program; `command` is what ran, for the end of the call depends on it."""

    command: str | None = None


class House(click.Group):
    """Loads a command's module when it is asked for, and tells faults in plain words.

    Whoever calls it with a `Visit` as Click's object finds there what ran.
    """

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The commands in the order in which one meets them."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of that name."""
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = import_module(f"table.commands.{cmd_name}").command
        return translated(command)

    def format_help(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The help of the house, in the person's language."""
        click.Group.format_help(translated(self), ctx, formatter)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """The language is known before anything is read."""
        ctx.meta[LANGUAGE] = language_asked(args)
        return super().parse_args(ctx, args)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """A misspelt command is answered with the nearest right one."""
        if args and args[0] not in COMMANDS and not args[0].startswith("-"):
            from shelf.errors import nearest

            hint = nearest(args[0], COMMANDS)
            raise click.UsageError(Message("usage.no_command", command=repr(args[0]), hint=hint))
        return super().resolve_command(ctx, args)

    def main(self, args: Sequence[str] | None = None, *arguments: Any, **settings: Any) -> Any:
        """Runs the program; all that it tells goes through the gate."""
        args = sys.argv[1:] if args is None else args
        with gated(), click_speaks(language_asked(args)):
            return super().main(args, *arguments, **settings)

    def invoke(self, ctx: click.Context) -> Any:
        """Runs a command; whatever a user can mend is one sentence and exit code 2."""
        visit = ctx.obj
        try:
            return super().invoke(ctx)
        except click.ClickException as fault:
            vars(fault)["message"] = in_language(fault.message, spoken())  # Click shows what stands there
            raise
        except (click.exceptions.Exit, click.Abort):
            raise
        except KeyboardInterrupt:
            click.echo(err=True)
            ctx.exit(INTERRUPTED)
        except Exception as fault:
            from shelf.errors import PrintingError, reason
            from solver.kernel.errors import KernelError

            if os.environ.get("TIMBUKTU_TRACEBACK"):
                raise
            if isinstance(fault, PrintingError):
                click.echo(f"timbuktu: {_one_line(fault.said(spoken()))}", err=True)
                ctx.exit(2)
            if isinstance(fault, OSError):
                click.echo(f"timbuktu: {_one_line(in_language(reason(fault), spoken()))}.", err=True)
                ctx.exit(2)
            if isinstance(fault, KernelError):
                click.echo(f"timbuktu: {fault.said(spoken())}", err=True)
                ctx.exit(1)
            broken = Message("house.broken", kind=type(fault).__name__, fault=_one_line(fault))
            click.echo(f"timbuktu: {broken.said(spoken())}", err=True)
            ctx.exit(1)
        finally:
            if isinstance(visit, Visit):
                visit.command = ctx.invoked_subcommand


def _one_line(message: object) -> str:
    """A message without line breaks, and short enough to be read."""
    line = " ".join(str(message)[: 2 * _LONGEST].split())
    return line if len(line) <= _LONGEST else f"{line[: _LONGEST - 3]}..."


@click.group(cls=House, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="timbuktu", prog_name="timbuktu")
@click.help_option("-h", "--help", help="Show this message and exit.")
@click.option(
    "--games",
    "folders",
    multiple=True,
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    metavar="DIR",
    envvar="TIMBUKTU_GAMES",
    show_envvar=True,
    help="A game's folder, or a folder of them: they are known by their ids, as those of the house are.",
)
@click.option(
    "--lang",
    type=click.Choice(LANGUAGES),
    envvar=VARIABLE,
    show_envvar=True,
    expose_value=False,
    help="Language of the table; else what the locale says.",
)
@click.pass_context
def house(context: click.Context, folders: tuple[Path, ...]) -> None:
    """Print, referee and play board games that can no longer be bought."""
    from shelf.catalogue import Catalogue
    from table.screens.asides import with_asides
    from table.screens.words import Words

    context.obj = with_asides(Catalogue(folders), Words(spoken()))


def main() -> None:
    """The entry point of the `timbuktu` command."""
    out = open_mouths()
    sys.unraisablehook = _hear_interrupt
    visit = Visit()
    try:
        house(prog_name="timbuktu", args=sys.argv[1:], obj=visit)
    except SystemExit as done:
        _leave(done.code, out, visit)


def _hear_interrupt(lost: sys.UnraisableHookArgs) -> None:
    """A Ctrl-C that falls into a callback of the compiler, where Python would only print it, is raised again."""
    if not issubclass(lost.exc_type, KeyboardInterrupt):
        sys.__unraisablehook__(lost)
        return
    from _thread import interrupt_main
    from threading import Timer

    Timer(0.01, interrupt_main).start()


def _leave(code: str | int | None, out: Mouth, visit: Visit) -> None:
    """Ends the program; a code that is no number is a message, which Python itself prints."""
    if not isinstance(code, int | None):
        raise SystemExit(code)
    sys.stdout.flush()
    if out.complaint:
        unheard = Message("house.unheard", fault=out.complaint)
        click.echo(f"timbuktu: {unheard.said(language_asked(sys.argv[1:]))}", err=True)
        code = code or (0 if visit.command in WRITERS else UNHEARD)
    sys.stderr.flush()
    if visit.command in ASKED and _alone():
        _leave_at_once(code or 0)
    raise SystemExit(code or 0)


def _alone() -> bool:
    """Whether no thread and no other process of this program is at work any more."""
    helpers = sys.modules.get("multiprocessing")
    return threading.active_count() == 1 and not (helpers and helpers.active_children())


def _leave_at_once(code: int) -> None:
    """Taking down the libraries of the search one by one would keep people waiting.

    Whoever asked to be called at the end is called; where Python has no such way any more, it ends in its own.
    """
    run_handlers = getattr(atexit, "_run_exitfuncs", None)
    if run_handlers is not None:
        run_handlers()
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)
