"""A puzzle in words: what is asked, what is known, why the answer is the answer."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from markupsafe import Markup

from shelf.errors import PrintingError, quoted
from shelf.messages import Message
from table.puzzles.answers import Verdict, steps_of
from table.puzzles.collection import PuzzlePosition
from table.screens.words import Words

if TYPE_CHECKING:
    from solver.kernel.contract import Bytes
    from solver.search.advice import TurnSteps


def question(puzzle: PuzzlePosition, words: Words) -> str:
    """What is asked."""
    match, kind = puzzle.match, puzzle.entry.kind
    others = [name for seat, name in enumerate(match.players) if seat != puzzle.seat]
    if kind == "points":
        key = "most" if match.game.id == "kk-board" else "points"
    elif not puzzle.entry.line:
        key = "win_last"
    else:
        key = "win_two" if len(others) == 1 else "win"
    names = words.entry("puzzles.solution")["and"].join(others)
    return _said(words, "question", key, name=match.players[puzzle.seat], others=names)


def known(puzzle: PuzzlePosition, words: Words) -> str:
    """What one may count on."""
    game = puzzle.match.game.id
    key = f"{game}_points" if puzzle.entry.kind == "points" else game
    return str(words.entry("puzzles.known").get(key, words.entry("puzzles.known")["nothing"]))


def solution(puzzle: PuzzlePosition, words: Words) -> Markup:
    """The answer and its reasons, as marked-up text."""
    return Markup(" ").join(_sentences(puzzle, words))


def _sentences(puzzle: PuzzlePosition, words: Words) -> Iterator[Markup | str]:
    entry, match = puzzle.entry, puzzle.match
    game = match.game
    steps, seen = _steps(puzzle, match.state, entry.answer), match.state.copy()
    game.kernel.observe(seen, puzzle.seat)
    told = game.tell(seen if entry.kind == "points" else match.state, steps, words.language)
    yield Markup("<b>{}</b>: {}.").format(entry.answer, told)
    yield _worth(puzzle, words)
    if why := game.why(seen, steps, match.players, words.language):
        yield why
    if entry.line:
        yield _said(words, "solution", "line", line=_line(puzzle, entry.answer, entry.line))
    yield _tempting(puzzle, words)


def verdict(puzzle: PuzzlePosition, found: Verdict | None, words: Words) -> Iterator[str]:
    """What is said to an answer."""
    if found is None:
        yield _said(words, "solve", "no_proof")
        return
    wins = puzzle.entry.kind == "win"
    if found.right:
        yield _said(words, "solve", "right", turn=found.turn)
        yield _said(words, "solve", "proved_win" if wins else "proved", n=found.among)
        return
    key = "wrong_points" if not wins else "wrong_win" if found.points > 0 else "wrong_behind"
    if wins and found.points == 0:
        key = "wrong_win_tie"
    name = puzzle.match.players[puzzle.seat]
    yield _said(words, "solve", key, turn=found.turn, name=name, **amount(abs(found.points), words))
    if found.answer:
        yield _said(words, "solve", "answer_then", line=", ".join(found.answer))


def _worth(puzzle: PuzzlePosition, words: Words) -> str:
    entry = puzzle.entry
    key = "brings" if entry.kind == "points" else "forced" if entry.worth else "tie"
    return _said(words, "solution", key, **amount(entry.worth, words))


def _tempting(puzzle: PuzzlePosition, words: Words) -> str:
    entry = puzzle.entry
    how = ""
    if entry.refutation:
        how = _said(words, "solution", "how", line=_line(puzzle, entry.tempting, entry.refutation))
    key = "less" if entry.kind == "points" else "loses" if entry.tempting_worth < 0 else "draws"
    rest = _said(words, "solution", key, how=how, **amount(abs(entry.tempting_worth), words))
    return _said(words, "solution", "tempting", turn=entry.tempting) + rest


def _line(puzzle: PuzzlePosition, first: str, turns: Sequence[str]) -> str:
    """Turns with the names of who makes them."""
    match = puzzle.match
    state = _after(puzzle, match.state, first)
    told: list[str] = []
    for text in turns:
        seat = match.game.kernel.actor(state)
        state = _after(puzzle, state, text)
        told.append(f"{match.players[seat]} {text.partition(' / ')[0]}")
    return ", ".join(told)


def _after(puzzle: PuzzlePosition, state: Bytes, text: str) -> Bytes:
    """The position after a turn that may leave open what makes no difference."""
    from solver.puzzles.asking import asked_of

    questions = asked_of(puzzle.match.game, len(puzzle.match.players))
    return questions.whole(state, _steps(puzzle, state, text)).after


def _steps(puzzle: PuzzlePosition, state: Bytes, text: str) -> TurnSteps:
    """The steps of a turn that stands in the index; anybody may have written it."""
    from solver.kernel.playable import NotationError

    game = puzzle.match.game
    try:
        steps = steps_of(game, state, text) if game.kernel.actor(state) >= 0 else ()
    except NotationError:
        steps = ()
    if not steps:
        raise PrintingError(Message("puzzles.no_turn", log=puzzle.entry.log, turn=quoted(text)))
    return steps


def amount(points: int, words: Words) -> dict[str, str]:
    """Points as they are counted, and as one is ahead by them."""
    said = words.entry("puzzles.solution")
    one = abs(points) == 1
    return {
        "points": said["one_point" if one else "points"].format(n=points),
        "by": said["by_one" if one else "by"].format(n=points),
    }


def _said(words: Words, group: str, key: str, **values: object) -> str:
    return str(words.entry(f"puzzles.{group}")[key]).format(**values)
