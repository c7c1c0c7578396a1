"""What is told about a fault, before anybody knows in which language.

Whoever finds a fault knows no language: a message names a sentence of `messages.<language>.toml` and brings the values
for its gaps. As a plain text it is English; whoever tells it to a person asks for it `in_language`.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping, Sequence
from functools import cache, reduce
from pathlib import Path
from typing import Any, Protocol, runtime_checkable

from shelf import paths
from shelf.language import LANGUAGES, Language

HOUSE = paths.ASSETS / "messages"
"""The sentences of the house, without language and ending; a game has some of its own."""


class Message(str):
    """A sentence by its key, `group.name`, with values; messages among the values are told in the same language."""

    key: str
    values: Mapping[str, object]
    source: Path

    def __new__(cls, key: str, source: Path = HOUSE, /, **values: object) -> Message:
        message = super().__new__(cls, _filled(source, key, values, "en"))
        message.key, message.values, message.source = key, values, source
        return message

    def __reduce__(self) -> tuple[Any, ...]:
        return _again, (self.key, self.source, dict(self.values))

    def said(self, language: Language) -> str:
        """The sentence in a language."""
        return _filled(self.source, self.key, self.values, language)


class Translated(str):
    """A sentence that comes in every language from where it was made, such as another process."""

    texts: Mapping[Language, str]

    def __new__(cls, texts: Mapping[Language, str]) -> Translated:
        message = super().__new__(cls, texts["en"])
        message.texts = texts
        return message

    def said(self, language: Language) -> str:
        """The sentence in a language."""
        return self.texts[language]


def in_each_language(text: Callable[[Language], str]) -> Translated:
    """What somebody can say in any language, said in all."""
    return Translated({language: text(language) for language in LANGUAGES})


@runtime_checkable
class Tellable(Protocol):
    """What can be told in every language: a message, or an error that has one."""

    def said(self, language: Language) -> str:
        """It in a language."""
        ...


def in_language(text: object, language: Language) -> str:
    """What can be told in a language is; anything else is told as it is."""
    said = getattr(text, "said", None)  # asking whether it is Tellable would take ten times as long
    return str(said(language)) if said else str(text)


def counted(thing: str, number: int) -> Message:
    """So many things, as `one` or `many` of a group has them."""
    return Message(f"{thing}.{'one' if number == 1 else 'many'}", n=number)


def joined(word: str, items: Sequence[object]) -> str:
    """Things with a word such as `and` between any two."""
    texts = [item if isinstance(item, str) else str(item) for item in items]
    return reduce(lambda before, item: Message(f"join.{word}", before=before, item=item), texts) if texts else ""


def is_message(key: str) -> bool:
    """Whether the house has words of its own for this; what libraries complain about is told as they say it."""
    try:
        return bool(_sentence(HOUSE, key, "en"))
    except KeyError:
        return False


def _again(key: str, source: Path, values: Mapping[str, object]) -> Message:
    return Message(key, source, **values)


def _filled(source: Path, key: str, values: Mapping[str, object], language: Language) -> str:
    told = {name: in_language(value, language) for name, value in values.items()}
    return _sentence(source, key, language).format(**told)


def _sentence(source: Path, key: str, language: Language) -> str:
    entry: Any = _read(source, language)
    for name in key.split("."):
        entry = entry[name]
    return str(entry)


@cache
def _read(source: Path, language: Language) -> Mapping[str, Any]:
    with source.with_name(f"{source.name}.{language}.toml").open("rb") as file:
        return tomllib.load(file)
