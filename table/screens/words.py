"""What the table says: the sentences stand in `assets/table.<language>.toml`, the numbers are filled in here.

A program sits at one table and speaks one language, which is chosen once, with `--lang`.
"""

from __future__ import annotations

from functools import cache
from typing import Any, cast

import click

from shelf import paths
from shelf.language import LANGUAGES, Language
from shelf.safe_files import read_toml

_SPOKEN: list[Language] = ["en"]


def language() -> Language:
    """The language that is spoken at the table."""
    return _SPOKEN[0]


def speak(chosen: Language) -> None:
    """From now on in this language."""
    _SPOKEN[0] = chosen


def _chosen(_context: click.Context, _option: click.Parameter, value: str) -> None:
    speak(cast(Language, value))


language_option = click.option(
    "--lang",
    type=click.Choice(LANGUAGES),
    default="en",
    show_default=True,
    envvar="TIMBUKTU_LANG",
    show_envvar=True,
    expose_value=False,
    callback=_chosen,
    help="Language of the table.",
)


@cache
def _sentences(spoken: Language) -> dict[str, Any]:
    return read_toml(paths.ASSETS / f"table.{spoken}.toml")


def said(key: str, **values: object) -> str:
    """The sentence `group.name` with its values."""
    return str(entry(key)).strip("\n").format(**values)


def entry(key: str) -> Any:
    """What stands there, as it stands."""
    group, _, name = key.partition(".")
    return _sentences(language())[group][name]
