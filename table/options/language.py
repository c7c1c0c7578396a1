"""`--lang`: the language of the table, which a command passes on to whatever speaks."""

from __future__ import annotations

import click

from shelf.catalogue import USUAL
from shelf.language import LANGUAGES, Language
from table.screens.asides import with_asides
from table.screens.words import Words


def _words(context: click.Context, _option: click.Parameter, value: Language) -> Words:
    """What is asked and told on the way is in this language, too."""
    words = Words(value)
    context.obj = with_asides(context.obj or USUAL, words)
    return words


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
