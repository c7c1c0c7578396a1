"""What came of correcting a log in the middle, for people and for programs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from table.screens.screen import headline

if TYPE_CHECKING:
    from table.log.correction import Correction
    from table.screens.words import Words


def document(done: Correction) -> dict[str, Any]:
    """For programs."""
    misfit = done.misfit
    return {
        "written": done.written,
        "was": done.was or None,
        "turns": [done.match.told_line(move) for move in done.moves],
        "kept": done.kept,
        "shift": done.shift,
        "cut": done.cut,
        "misfit": {"turn": str(misfit.entry), "line": misfit.entry.line, "reason": misfit.reason} if misfit else None,
        "played": done.match.turns,
        "to_move": done.match.to_move,
    }


def show(done: Correction, words: Words) -> None:
    """The correction, and how far the rest still fits; nothing of one that was refused."""
    if not done.written:
        return
    for sentence in told(done, words):
        click.echo(sentence)
    click.echo(headline(done.match, words))


def told(done: Correction, words: Words) -> list[str]:
    """What was corrected, in sentences."""
    new = [done.match.told_line(move) for move in done.moves]
    kind = "correct.removed" if not new else "correct.replaced" if done.was else "correct.inserted"
    sentences = [words.said(kind, turn=", ".join(new), was=done.was)]
    if done.kept:
        sentences.append(words.said("correct.kept", number=done.kept))
        if done.shift:
            sentences.append(words.said("correct.moved"))
    if done.cut:
        sentences.append(words.said("correct.cut", number=done.cut))
    elif done.misfit:
        sentences.append(words.said("correct.wrong", turn=done.misfit))
    return sentences


def tell_refused(done: Correction, words: Words) -> None:
    """The turn that would not fit any more."""
    click.echo(f"timbuktu: {words.said('correct.refused', turn=done.misfit)}", err=True)
