"""What cannot be done although it was asked for rightly: exit code 1."""

from __future__ import annotations

from typing import IO, Any

import click


class RefusalError(click.ClickException):
    """An illegal move, a game that is over: told in a sentence, and nothing is changed."""

    exit_code = 1

    def show(self, file: IO[Any] | None = None) -> None:
        """The sentence, as the house tells its errors."""
        click.echo(f"timbuktu: {self.message}", err=True)


def sentence(message: str) -> str:
    """A message with its full stop."""
    return message if message.endswith((".", "?", "!")) else f"{message}."
