"""What may be written now, asked at a table: `?`, `legal`, and both with a begun turn."""

from __future__ import annotations

from table.log.referee import IllegalMoveError, Match, begun_turn


def next_words(match: Match, begun: str = "") -> list[str]:
    """What may follow the words of a begun turn, as far as the log's owner can tell."""
    return match.game.next_words(begun_turn(match, begun).after)


def asked_about(match: Match, line: str, begun: str = "") -> str | None:
    """The begun turn whose next words a line asks for, as `legal F5` does, or `F5 ?`; None if it is no question.

    A final `?` is none where it is a word of the turn itself, or may tell what was not seen of its end. `begun` are
    words that stand already.
    """
    word, _, rest = line.strip().partition(" ")
    if word.lower() == "legal":
        return f"{begun} {rest}".strip()
    *words, last = line.split() or [""]
    if last != "?":
        return None
    before = " ".join([begun, *words]).strip()
    try:
        turn = begun_turn(match, before)
    except IllegalMoveError:
        return None
    return None if turn.complete or "?" in match.game.next_words(turn.after) else before
