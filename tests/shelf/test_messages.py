"""Messages: every fault is told by a key that both languages know, with the same gaps; no English waits in the code."""

from __future__ import annotations

import ast
import pickle
from collections.abc import Iterator
from pathlib import Path
from string import Formatter
from typing import Any, TypeGuard

import pytest

from shelf import paths
from shelf.errors import DefinitionError, PrintingError, message_of, nearest
from shelf.messages import Message, in_language, joined
from shelf.safe_files import read_toml

ROOT = Path(__file__).parents[2]
ROOMS = ("shelf", "pnp", "solver", "table")
FILES = [paths.ASSETS / "messages", *(paths.GAMES / game / "refusals" for game in paths.game_ids())]
SAID_ELSEWHERE = ("system", "toml.expected")
"""What the system and the libraries say is told in English as they say it."""
FOR_PROGRAMMERS = ("solver/adapters", "solver/kernel", "solver/search", "solver/compile.py", "solver/players/bots.py")
"""What goes wrong here is told to whoever writes rules or searches."""
TOLD_TO_PEOPLE = {
    "BadParameter", "DefinitionError", "DoesNotFitError", "GameLogError", "IllegalMoveError", "NobodyError",
    "NotationError", "PrintingError", "RefusalError", "SeatError", "UsageError", "fault", "refusal", "refused",
}  # fmt: skip


def sentences(file: Path, language: str) -> dict[str, str]:
    """Every sentence of a file by its key."""
    found: dict[str, str] = {}
    waiting: list[tuple[str, Any]] = [("", read_toml(file.with_name(f"{file.name}.{language}.toml")))]
    while waiting:
        key, value = waiting.pop()
        if isinstance(value, dict):
            waiting += [(f"{key}.{name}".lstrip("."), inner) for name, inner in value.items()]
        else:
            found[key] = value
    return found


def gaps(sentence: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(sentence) if name}


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.parent.name)
def test_both_languages_have_the_same_messages_with_the_same_gaps(file: Path) -> None:
    german, english = sentences(file, "de"), sentences(file, "en")
    assert german.keys() == english.keys()
    own = [key for key in english if not key.startswith(SAID_ELSEWHERE)]
    assert {key: gaps(german[key]) for key in own} == {key: gaps(english[key]) for key in own}


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.parent.name)
def test_every_message_is_told_somewhere(file: Path) -> None:
    """By its whole key, or by a key whose last part is put together."""
    code = "\n".join(path.read_text(encoding="utf-8") for room in ROOMS for path in (ROOT / room).rglob("*.py"))
    assert [key for key in sentences(file, "en") if not any(begin in code for begin in _asked(key))] == []


def _asked(key: str) -> tuple[str, str, str]:
    group, _, _ = key.rpartition(".")
    return f'"{key}"', f'"{group}.{{', f'counted("{group}"'


def sources() -> Iterator[Path]:
    for room in ROOMS:
        for path in sorted((ROOT / room).rglob("*.py")):
            if not str(path.relative_to(ROOT)).startswith(FOR_PROGRAMMERS):
                yield path


def called(node: ast.Call) -> str:
    return node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")


def _is_text(part: ast.AST, argument: ast.expr) -> TypeGuard[ast.Constant]:
    """A piece of a sentence that is written where the error is raised; what a call is given is none."""
    return isinstance(part, ast.Constant) and (part is argument or part in getattr(argument, "values", ()))


def test_no_error_has_its_sentence_in_the_code() -> None:
    found = [
        f"{path.relative_to(ROOT)}:{node.lineno}"
        for path in sources()
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and called(node) in TOLD_TO_PEOPLE
        for argument in node.args
        if " " in "".join(str(part.value) for part in ast.walk(argument) if _is_text(part, argument))
    ]
    assert found == []


# ---- how messages behave ------------------------------------------------------------------------------------------


def test_a_message_is_english_until_it_is_told_in_a_language() -> None:
    message = Message("place.line", file="cards.csv", line=3)
    assert message == "cards.csv, line 3"
    assert in_language(message, "de") == "cards.csv, Zeile 3"
    assert in_language("as it is", "de") == "as it is"


def test_messages_within_a_message_are_told_in_its_language() -> None:
    hint = nearest("blu", ["blue", "green"])
    message = Message("toml.unknown_key", hint=hint)
    assert in_language(message, "de") == "unbekannter Schlüssel. Ist 'blue' gemeint?"
    assert in_language(joined("or", ["A", "B", "C"]), "de") == "A oder B oder C"


def test_an_error_within_an_error_is_told_in_its_language() -> None:
    inner = DefinitionError(Path("cards.csv"), Message("files.missing"), 1)
    assert PrintingError(message_of(inner)).said("de") == "cards.csv, Zeile 1: diese Datei fehlt."
    assert str(PrintingError(message_of(inner))) == "cards.csv, line 1: this file is missing."


def test_a_library_that_raises_our_message_keeps_it() -> None:
    assert in_language(message_of(ValueError(Message("files.missing"))), "de") == "diese Datei fehlt."


def test_a_message_goes_to_another_process_and_comes_back() -> None:
    message = Message("place.line", file="cards.csv", line=3)
    assert in_language(pickle.loads(pickle.dumps(message)), "de") == "cards.csv, Zeile 3"
