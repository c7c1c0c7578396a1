"""`--lang`: the language in which a command speaks, and in which it prints where it prints."""

from __future__ import annotations

import click

from shelf.catalogue import USUAL
from shelf.language import LANGUAGES, Language
from table.log.spoken import LANGUAGE, spoken
from table.screens.asides import with_asides
from table.screens.words import Words


def _words(context: click.Context, _option: click.Parameter, value: Language | None) -> Words:
    """What is asked and told on the way is in this language, too."""
    words = Words(value or spoken())
    context.meta[LANGUAGE] = words.language
    context.obj = with_asides(context.obj or USUAL, words)
    return words


def _printed(context: click.Context, option: click.Parameter, value: Language | None) -> Language:
    """The table speaks the language of what it prints, unless it was told another one before."""
    _words(context, option, context.meta.get(LANGUAGE, value))
    return value or spoken()


words_option = click.option(
    "--lang",
    "words",
    type=click.Choice(LANGUAGES),
    callback=_words,
    help="Language of the table; else what TIMBUKTU_LANG or the locale say.",
)
lang_option = click.option(
    "--lang",
    type=click.Choice(LANGUAGES),
    callback=_words,
    expose_value=False,
    help="Language of the table; else what TIMBUKTU_LANG or the locale say.",
)
"""For commands that say nothing themselves; what is said on the way follows it, too."""
language_option = click.option(
    "--lang",
    "language",
    type=click.Choice(LANGUAGES),
    callback=_printed,
    help="Language of the set and of the table; else what TIMBUKTU_LANG or the locale say.",
)
