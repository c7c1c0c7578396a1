"""The language in which the running command speaks.

One rule for all: `--lang`, before the command or behind it, else TIMBUKTU_LANG, else the locale, else English. Where
both stand, as in `timbuktu --lang en pdf kk-card --lang de`, the first is the table's and the second the set's. The
house looks it up before anything is read, so that help texts and complaints about the line itself follow it, too.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from itertools import pairwise

import click

from shelf.language import LANGUAGES, Language, language_of

LANGUAGE = f"{__name__}.language"
"""Where a command's context has its language."""


def language_asked(args: Sequence[str]) -> Language:
    """What the first `--lang` on the line says, else what the surroundings say."""
    given = (after if arg == "--lang" else arg for arg, after in pairwise([*args, ""]) if arg.startswith("--lang"))
    said = next(given, "").removeprefix("--lang=")
    return next((language for language in LANGUAGES if language == said), language_of(os.environ))


def spoken() -> Language:
    """The language of the running command; English where none runs."""
    context = click.get_current_context(silent=True)
    language: Language = context.meta.get(LANGUAGE, "en") if context else "en"
    return language
