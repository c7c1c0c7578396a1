"""The command line: `timbuktu COMMAND ...`.

One module a command in `table/commands`; each imports what is heavy only when it runs, so that help is instant.
"""

from __future__ import annotations

import os
import sys
from importlib import import_module
from io import TextIOWrapper
from typing import Any

import click

COMMANDS = (
    "games",
    "pdf",
    "chart",
    "rules",
    "calibrate",
    "check",
    "init",
    "new",
    "log",
    "show",
    "legal",
    "score",
    "advise",
    "play",
    "tournament",
)


class House(click.Group):
    """Loads a command's module when it is asked for, and tells faults in plain words."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The commands in the order in which one meets them."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of that name."""
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = import_module(f"table.commands.{cmd_name}").command
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """A misspelt command is answered with the nearest right one."""
        if args and args[0] not in COMMANDS and not args[0].startswith("-"):
            from shelf.errors import nearest

            raise click.UsageError(f"There is no command {args[0]!r}.{nearest(args[0], COMMANDS)}")
        return super().resolve_command(ctx, args)

    def invoke(self, ctx: click.Context) -> Any:
        """Runs a command; whatever a user can mend is one sentence and exit code 2."""
        try:
            return super().invoke(ctx)
        except (click.ClickException, click.exceptions.Exit, click.Abort, BrokenPipeError):
            raise
        except Exception as fault:
            from shelf.errors import PrintingError
            from solver.kernel.errors import KernelError

            if os.environ.get("TIMBUKTU_TRACEBACK"):
                raise
            if isinstance(fault, PrintingError):
                click.echo(f"timbuktu: {_one_line(fault)}", err=True)
                ctx.exit(2)
            if isinstance(fault, OSError):
                click.echo(f"timbuktu: {_one_line(fault.strerror or fault)}.", err=True)
                ctx.exit(2)
            if isinstance(fault, KernelError):
                click.echo(f"timbuktu: {fault}", err=True)
                ctx.exit(1)
            click.echo(
                f"timbuktu: something broke that should not: {type(fault).__name__}: {_one_line(fault)}\n"
                "Set TIMBUKTU_TRACEBACK=1 and run it again to see where; please report it.",
                err=True,
            )
            ctx.exit(1)


def _one_line(message: object) -> str:
    """A message without line breaks and without what a stranger's file name could do to a terminal."""
    return "".join(letter if letter.isprintable() else "?" for letter in " ".join(str(message).split()))


@click.group(cls=House, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="timbuktu", prog_name="timbuktu")
def house() -> None:
    """Print, referee and play board games that can no longer be bought."""


def main() -> None:
    """The entry point of the `timbuktu` command."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")
    try:
        house(prog_name="timbuktu", args=sys.argv[1:])
    except SystemExit as done:
        _leave(done.code)


def _leave(code: str | int | None) -> None:
    """Leaves at once: taking down the libraries of the search one by one would keep people waiting.

    By then everything is written; a code that is no number is a message, which Python itself prints.
    """
    if not isinstance(code, int | None):
        raise SystemExit(code)
    try:
        for stream in (sys.stdout, sys.stderr):
            stream.flush()
    except (OSError, ValueError):
        raise SystemExit(code) from None
    os._exit(code or 0)
