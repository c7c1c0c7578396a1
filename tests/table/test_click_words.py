"""The command line in German: every help text and every text of Click itself has its German, and one rule chooses."""

from __future__ import annotations

import ast
import gettext
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from shelf.language import language_of
from table.cli import COMMANDS, house
from table.log.spoken import language_asked
from table.options.click_words import CATALOGUES, in_paragraphs
from tests.conftest import Workshop
from tools.catalogue import TARGET, catalogue, texts

WINDOWS_AND_EDITORS = ("Windows", "Editing", "Unknown", "Press any key", "Repeat", "two entered values")
"""Texts of Click for things that no command here does."""
FOR_PROGRAMMERS = ("defined twice", "Could not determine", "No options defined", "Arguments take", "Boolean option",
                   "Deprecat", "start character", "Choice(", "UUID", "Bash", "format", "continue?", "Confirm",
                   )  # fmt: skip


def test_the_catalogue_is_made_of_the_texts() -> None:
    assert TARGET.read_bytes() == catalogue(texts()), "run `make words`"


def german() -> gettext.NullTranslations:
    return gettext.translation("messages", CATALOGUES, ["de"])


def test_help_does_not_keep_the_language_in_which_it_was_first_asked_for() -> None:
    CliRunner().invoke(import_module("table.commands.show").command, ["--help"])
    assert "and exit" not in CliRunner().invoke(house, ["--lang", "de", "show", "--help"]).output


def test_gettext_reads_it() -> None:
    assert german().gettext("Usage:") == "Aufruf:"
    one_of = ("{value!r} is not {choice}.", "{value!r} is not one of {choices}.")
    assert german().ngettext(*one_of, 3) == "{value!r} ist keines von {choices}."


def commands() -> Iterator[click.Command]:
    yield house
    for name in COMMANDS:
        yield import_module(f"table.commands.{name}").command


def paragraphs(command: click.Command) -> Iterator[str]:
    helps = [command.help, *(option.help for option in command.params if isinstance(option, click.Option))]
    for text in helps:
        yield from (" ".join(paragraph.split()) for paragraph in (text or "").split("\n\n") if paragraph)


@pytest.mark.parametrize("command", list(commands()), ids=lambda command: str(command.name))
def test_every_help_text_has_its_german(command: click.Command) -> None:
    assert [text for text in paragraphs(command) if text not in texts()] == []
    metavars = [parameter.metavar for parameter in command.params if parameter.metavar]
    assert [name for name in metavars if name not in texts()] == []


def test_no_german_text_is_left_over() -> None:
    used = {text for command in commands() for text in paragraphs(command)}
    own = {text for text in texts() if len(text) > 30 and "{" not in text and "\0" not in text and text.endswith(".")}
    assert own - used == set()


def test_every_text_of_click_that_people_see_has_its_german() -> None:
    """A newer Click may say something new."""
    said = set[str]()
    for file in Path(click.__file__).parent.glob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") in ("_", "ngettext"):
                given = [text.value for text in node.args if isinstance(text, ast.Constant)]
                said.add("\0".join(given[: 2 if node.func.id == "ngettext" else 1]))
    known = {text.partition("\0")[0] for text in texts()}
    assert sorted(
        text for text in said if text.partition("\0")[0] not in known and len(text) > 1
        and not any(word in text for word in (*WINDOWS_AND_EDITORS, *FOR_PROGRAMMERS))
    ) == []  # fmt: skip


# ---- which language -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "en"),
        ({"LANG": "de_DE.UTF-8"}, "de"),
        ({"LANG": "de_AT.UTF-8", "LC_MESSAGES": "en_GB.UTF-8"}, "en"),
        ({"LANG": "en_GB.UTF-8", "LC_ALL": "de_CH"}, "de"),
        ({"LANG": "fr_FR.UTF-8"}, "en"),
        ({"LANG": "de_DE.UTF-8", "LC_ALL": ""}, "de"),
        ({"LC_ALL": "de_DE", "TIMBUKTU_LANG": "en"}, "en"),
        ({"LC_ALL": "C", "TIMBUKTU_LANG": "de"}, "de"),
    ],
)
def test_the_surroundings_choose_a_language(environment: dict[str, str], language: str) -> None:
    assert language_of(environment) == language
    result = CliRunner().invoke(house, ["--help"], env={"LANG": None, **environment})
    assert result.output.startswith("Aufruf:" if language == "de" else "Usage:")


@pytest.mark.parametrize(
    ("arguments", "language"),
    [
        (["--lang", "de", "games"], "de"),
        (["games", "--lang", "de"], "de"),
        (["games", "--lang=de"], "de"),
        (["games", "--lang"], "en"),
        (["--lang", "en", "pdf", "kk-card", "--lang", "de"], "en"),
        (["games", "--language"], "en"),
    ],
)
def test_lang_goes_before_the_surroundings(arguments: list[str], language: str) -> None:
    assert language_asked(arguments) == language


def test_a_language_that_nobody_speaks_is_refused(workshop: Workshop) -> None:
    for arguments in (("games", "--lang", "fr"), ("--lang", "fr", "games")):
        result = workshop.run(*arguments)
        assert result.exit_code == 2 and "'fr' is not one of 'de', 'en'" in result.stderr


def test_a_set_may_speak_another_language_than_the_table(workshop: Workshop) -> None:
    told = workshop.run("--lang", "en", "pdf", "mygame", "--lang", "de", "--out", "out").stdout
    assert "market-day-a4-de.pdf" in told and "proved minimal" in told
    since = ("--lang", "de", "--out", "out", "--sheets-changed-since", "out/market-day-a4-de.pdf")
    assert "No sheet differs" in workshop.run("--lang", "en", "pdf", "mygame", *since).stdout
    told = workshop.run("pdf", "mygame", "--lang", "de", "--out", "out").stdout
    assert "market-day-a4-de.pdf" in told and "nachweislich" in told


def test_help_in_paragraphs_does_not_mind_how_lines_were_broken() -> None:
    assert in_paragraphs("A turn that is\nnot legal.\n\nAnother.") == "A turn that is not legal.\n\nAnother."
