"""Asking at the terminal: with completion and a line to correct where there is one, line by line from a pipe."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import TYPE_CHECKING

import click

from table.screens.terminal import visible

if TYPE_CHECKING:
    from table.screens.words import Words

try:
    import readline
except ImportError:  # Windows has none
    readline = None  # type: ignore[assignment]

Complete = Callable[[str, str], list[str]]
"""From what stands before the word and the word itself to the words that it may become."""


ANSWERS = {"y": True, "yes": True, "j": True, "ja": True, "n": False, "no": False, "nein": False, "": False}
"""What one may say to a question; Enter alone is no."""


def confirmed(question: str, words: Words) -> bool:
    """Whether somebody says yes, in whichever language; Click's own way knows but one letter."""

    def meaning(answer: str) -> bool:
        try:
            return ANSWERS[answer.strip().casefold()]
        except KeyError:
            raise click.UsageError(words.said("screen.neither")) from None

    asked = f"{question} [{words.said('screen.yes_or_no')}]"
    return bool(click.prompt(asked, default="", show_default=False, value_proc=meaning, err=True))


def interactive() -> bool:
    """Whether a person is typing."""
    return sys.stdin.isatty()


def ask(prompt: str, complete: Complete, correct: str = "") -> str | None:
    """A line, or None at the end of the input; `correct` is offered to be mended."""
    if not interactive():
        line = sys.stdin.readline()
        return line.rstrip("\r\n") if line else None
    if readline is not None:
        _prepare(complete, correct)
    try:
        return input(visible(prompt))
    except EOFError:
        print()
        return None
    finally:
        if readline is not None:
            readline.set_startup_hook(None)
            readline.set_completer(None)


def ask_twice(prompt: str, complete: Complete, words: Words, correct: str = "") -> str | None:
    """As `ask`, but the first Ctrl-C only drops what was typed, and says that another one leaves."""
    try:
        return ask(prompt, complete, correct)
    except KeyboardInterrupt:
        click.echo(f"\n{words.said('screen.once_more')}")
    return ask(prompt, complete)


def _prepare(complete: Complete, correct: str) -> None:
    found: list[str] = []

    def completer(word: str, number: int) -> str | None:
        if number == 0:
            words = complete(readline.get_line_buffer()[: readline.get_begidx()], word)
            found[:] = [word for word in words if word == visible(word)]
        return found[number] if number < len(found) else None

    readline.set_completer(completer)
    readline.set_completer_delims(" \t,")
    editline = "libedit" in (readline.__doc__ or "")
    readline.parse_and_bind("bind ^I rl_complete" if editline else "tab: complete")
    readline.set_startup_hook(lambda: readline.insert_text(correct))
