"""`--lang`: the language of the table, which a command passes on to whatever speaks."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import click

from shelf.catalogue import USUAL
from shelf.language import LANGUAGES, Language
from table.screens.trust_question import ask
from table.screens.words import Words


def _words(context: click.Context, _option: click.Parameter, value: Language) -> Words:
    """What is asked on the way is asked in this language, too."""
    words = Words(value)
    context.obj = replace(context.obj or USUAL, ask=partial(ask, words))
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
