"""Questions that are answered with yes or no, in either language."""

from __future__ import annotations

import click
import pytest
from click.testing import CliRunner

from shelf.language import Language
from table.screens.prompting import confirmed
from table.screens.words import Words


@pytest.mark.parametrize(
    ("typed", "meant"),
    [("y", True), ("J", True), ("ja", True), ("yes", True), ("n", False), ("nein", False), ("", False)],
)
def test_yes_and_no_are_understood_in_both_languages(typed: str, meant: bool) -> None:
    for language in ("de", "en"):
        assert asked(language, f"{typed}\n") == (f"{meant}", "")


@pytest.mark.parametrize(("language", "said"), [("de", "Bitte j oder n."), ("en", "y or n, please.")])
def test_who_says_neither_is_asked_again(language: Language, said: str) -> None:
    answer, told = asked(language, "maybe\nj\n")
    assert answer == "True" and told.endswith(said)


def asked(language: Language, typed: str) -> tuple[str, str]:
    """The answer, and what was said beside the question."""

    @click.command()
    def question() -> None:
        click.echo(confirmed("Really?", Words(language)))

    result = CliRunner().invoke(question, input=typed)
    letters = "[j/N]" if language == "de" else "[y/N]"
    assert f"Really? {letters}: " in result.stderr
    told = [line for line in result.stderr.splitlines() if line and "Really?" not in line]
    return result.stdout.strip(), "\n".join(told)
