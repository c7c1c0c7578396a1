"""Click in the language of the person: its own texts and our help texts, from one catalogue.

Click translates itself with gettext, by the catalogue of the language that LANGUAGE names; `make words` writes it from
`assets/click.de.toml`. English is what stands in the program.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from copy import copy
from gettext import bindtextdomain, gettext
from typing import TypeVar

import click

from shelf import paths
from shelf.language import Language

Spoken = TypeVar("Spoken", bound=click.Command)
CATALOGUES = paths.ASSETS / "locale"
_DOMAIN = "messages"
"""The one that Click asks for."""


@contextmanager
def click_speaks(language: Language) -> Iterator[None]:
    """Within it Click, and whatever else asks gettext, speaks that language."""
    before = os.environ.get("LANGUAGE")
    bindtextdomain(_DOMAIN, str(CATALOGUES))
    os.environ["LANGUAGE"] = language
    try:
        yield
    finally:
        if before is None:
            del os.environ["LANGUAGE"]
        else:
            os.environ["LANGUAGE"] = before


def translated(command: Spoken) -> Spoken:
    """The command with its help in the language that Click speaks now."""
    spoken = copy(command)
    vars(spoken)["_help_option"] = None  # Click keeps it in the language in which it was first asked for
    spoken.help = in_paragraphs(command.help)
    spoken.options_metavar = gettext(command.options_metavar or "")
    spoken.params = [_translated_parameter(parameter) for parameter in command.params]
    if isinstance(spoken, click.Group):
        spoken.subcommand_metavar = gettext(spoken.subcommand_metavar)
    return spoken


def in_paragraphs(text: str | None) -> str | None:
    """A help text, each paragraph by itself; how its lines were broken does not matter."""
    if not text:
        return text
    return "\n\n".join(gettext(" ".join(paragraph.split())) for paragraph in text.split("\n\n"))


def _translated_parameter(parameter: click.Parameter) -> click.Parameter:
    spoken = copy(parameter)
    plain = parameter.metavar or (None if _names_itself(parameter) else parameter.type.name.upper())
    spoken.metavar = gettext(plain) if plain else None
    if isinstance(parameter, click.Option) and isinstance(spoken, click.Option):
        spoken.help = in_paragraphs(parameter.help)
    return spoken


def _names_itself(parameter: click.Parameter) -> bool:
    """A flag has no value to be named; a choice lists its values; an argument has its own name."""
    return isinstance(parameter, click.Argument) or isinstance(parameter.type, click.Choice) or (
        isinstance(parameter, click.Option) and (parameter.is_flag or parameter.count)
    )  # fmt: skip
