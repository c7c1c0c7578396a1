"""`--lang`: the language of the table, which a command passes on to whatever speaks."""

from __future__ import annotations

import click

from shelf.language import LANGUAGES, Language
from table.screens.words import Words


def _words(_context: click.Context, _option: click.Parameter, value: Language) -> Words:
    return Words(value)


words_option = click.option(
    "--lang",
    "words",
    type=click.Choice(LANGUAGES),
    default="en",
    show_default=True,
    envvar="TIMBUKTU_LANG",
    show_envvar=True,
    callback=_words,
    help="Language of the table.",
)
