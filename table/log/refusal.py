"""What cannot be done although it was asked for rightly: exit code 1."""

from __future__ import annotations

from typing import IO, Any

import click

from shelf.messages import in_language
from table.log.spoken import spoken


class RefusalError(click.ClickException):
    """An illegal move, a game that is over: told in a sentence, and nothing is changed."""

    exit_code = 1

    def show(self, file: IO[Any] | None = None) -> None:
        """The sentence, as the house tells its errors, in the language of the running command."""
        click.echo(f"timbuktu: {in_language(self.message, spoken())}", err=True)
