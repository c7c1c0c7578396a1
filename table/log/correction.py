"""Correcting a log in the middle: a turn is replaced, put in or taken out, and the rest is replayed.

Later turns stay as they were written. When a turn is put in or taken out they are counted anew, and whoever is to move
then has played them: people who forget to write a turn down write the next ones for the wrong seats. The first one that
does not fit any more is the table's to decide on: nothing is changed, or it is kept as it stands to be corrected next,
or the log is cut there, and what is cut stays as comments.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

from shelf.catalogue import USUAL, Catalogue
from shelf.messages import Message
from table.log import gamelog
from table.log.gamelog import Entry, GameLog, GameLogError
from table.log.referee import (
    IllegalMoveError,
    Match,
    Misfit,
    Move,
    UnreadableError,
    check_unchanged,
    play_line,
    replay_as_far,
)
from table.log.refusal import RefusalError

How = Literal["replace", "insert", "remove"]
"""`insert` puts turns before the one that has the number now."""
Otherwise = Literal["refuse", "keep", "cut"]
"""What becomes of a log with a turn that fitted before and does not any more."""

_HEAD = re.compile(r"(\s*)[0-9]+(\s*[.)])?(\s+).*")
"""Number and name of a turn, as they stand in the file."""


@dataclass(frozen=True)
class Change:
    """What is to be corrected: the turn of that number, how, and the turns that stand there afterwards."""

    at: int
    how: How
    turns: Sequence[str] = ()


@dataclass(frozen=True)
class Correction:
    """What came of a change."""

    text: str
    """The new text of the log; the old one where the change was refused."""
    written: bool
    """Whether it was not refused."""
    match: Match
    """As far as the corrected log can be played."""
    was: str
    """What stood there before, as the log's owner may read it, or ""."""
    moves: Sequence[Move]
    """What stands there now."""
    kept: int
    """Later lines that still fit."""
    shift: int
    """By how much their numbers have changed."""
    misfit: Misfit | None
    """The first line that does not fit, if there is one."""
    cut: int = 0
    """Lines that have become comments."""


def correct(
    file: Path,
    change: Change,
    otherwise: Otherwise = "refuse",
    played: int | None = None,
    catalogue: Catalogue = USUAL,
) -> Correction:
    """Corrects a log on the disk; with `played` it must still have that many lines that fit, as for `append`."""
    with gamelog.alone_with(file) as real:
        log = gamelog.read(real)
        done = corrected(log, change, otherwise, played, catalogue)
        if done.written:
            _read_back(done, real, catalogue)
            gamelog.replace(real, done.text)
    return done


def corrected(
    log: GameLog,
    change: Change,
    otherwise: Otherwise = "refuse",
    played: int | None = None,
    catalogue: Catalogue = USUAL,
) -> Correction:
    """The log with a change. A turn that is illegal where it is put, or a number that is not there, is refused."""
    before, misfit = replay_as_far(log, catalogue)
    check_unchanged(before, played)
    fitting = len(before.moves)
    place, end = _place(before, misfit, change)
    match = replace(before, moves=before.moves[:place])
    lines = [play_line(match, turn) for turn in change.turns]
    moves = match.moves[place:]
    shift = _shift(log.entries[place:end], log.entries[end:], moves, match.turns)
    rest, misfit = _replayed(match, log.entries[end:], fitting - end, shift)
    kept = len(match.moves) - place - len(moves)
    told = [before.told_line(move) for move in before.moves[place:end]]
    was = "".join(told or map(str, log.entries[place:end]))
    result = Correction("", True, match, was, moves, kept, shift, misfit)
    if misfit and end + kept < fitting and otherwise == "refuse":
        return replace(result, text=log.text, written=False)
    cut = len(rest) - kept if misfit and otherwise == "cut" else 0
    return replace(result, text=_rewritten(log, place, end, lines, rest, cut), cut=cut)


def _place(match: Match, misfit: Misfit | None, change: Change) -> tuple[int, int]:
    """The entries that the change replaces: from one up to another."""
    places = {move.number: index for index, move in enumerate(match.moves) if move.number is not None}
    fitting, following = len(match.moves), match.turns + 1
    insert = change.how == "insert"
    if change.at in places:
        place = places[change.at]
    elif change.at == following and (insert or (misfit and misfit.entry.number in (None, following))):
        place = fitting
    elif misfit and change.at >= following:
        raise RefusalError(Message("referee.before", at=change.at, misfit=misfit))
    else:
        key = "referee.no_such_turn" if match.turns else "referee.no_turn_yet"
        raise RefusalError(Message(key, at=change.at, last=match.turns))
    return place, place if insert else place + 1


def _shift(old: Sequence[Entry], rest: Sequence[Entry], new: Sequence[Move], turns: int) -> int:
    """By how much later turns count differently; where a number was missing or there twice, they need not."""
    more = sum(move.number is not None for move in new) - sum(entry.number is not None for entry in old)
    following = next((entry.number for entry in rest if entry.number is not None), None)
    if following is None:
        return 0
    return max(min(0, more), min(max(0, more), turns + 1 - following))


def _replayed(match: Match, rest: Sequence[Entry], fitting: int, shift: int) -> tuple[list[Entry], Misfit | None]:
    """Plays the rest as far as it goes, counted anew; of lines that fitted before the player may change."""
    lines, misfit = list[Entry](), None
    for index, entry in enumerate(rest):
        entry = _counted(entry, match, shift, index < fitting and misfit is None)
        lines.append(entry)
        if misfit is None:
            try:
                match.let_in(entry)
            except IllegalMoveError as fault:
                misfit = Misfit(entry, fault.message)
    return lines, misfit


def _counted(entry: Entry, match: Match, shift: int, fitted: bool) -> Entry:
    """A turn with its new number, and with the player who is to move, or who moves so many seats from the old one."""
    if not shift or entry.number is None:
        return entry
    name = match.to_move if fitted and match.to_move else _seats_on(match.players, entry.name, shift)
    return replace(entry, number=max(0, entry.number + shift), name=name)


def _seats_on(players: Sequence[str], name: str, seats: int) -> str:
    try:
        return players[(gamelog.find_name(players, name) + seats) % len(players)]
    except LookupError:
        return name


def _rewritten(log: GameLog, place: int, end: int, new: Sequence[str], rest: Sequence[Entry], cut: int) -> str:
    """The log's text with the new lines in their place; what is not touched stays to the letter."""
    if place == len(log.entries):
        return gamelog.with_lines(log, new)
    lines = dict(enumerate(gamelog.whole_lines(log.text), start=1))
    first = log.entries[place].line
    for old, entry in zip(log.entries[end:], rest, strict=True):
        if old != entry:
            lines[entry.line] = _headed(entry, lines[entry.line])
    for entry in rest[len(rest) - cut :]:
        lines[entry.line] = f"; {lines[entry.line]}"
    kept = lines[first] if place == end else ""
    lines[first] = "".join(_with_end(line, log.text) for line in _with_comment(new, lines[first], place < end)) + kept
    return "".join(lines.values())


def _headed(entry: Entry, line: str) -> str:
    """A turn's line with another number and name before its colon."""
    head, colon, rest = line.partition(":")
    before, bracket, space = _HEAD.fullmatch(head).groups("")  # type: ignore[union-attr]  # as the entry was read
    return f"{before}{entry.number}{bracket}{space}{entry.name}{colon}{rest}"


def _with_comment(new: Sequence[str], old: str, replaced: bool) -> Iterator[str]:
    """The new lines; the remark on a turn stays when the turn is corrected without one."""
    turn, semicolon, comment = old.rstrip("\r\n").partition(";")
    remark = f"{turn[len(turn.rstrip()) :]};{comment}" if replaced and semicolon else ""
    for line in new:
        yield line if ";" in line else line + remark


def _with_end(line: str, text: str) -> str:
    return line + gamelog.line_end(text)


def _read_back(done: Correction, file: Path, catalogue: Catalogue) -> None:
    """What is about to be written is read first, and has to go as far as it was just played."""
    try:
        log = gamelog.read_back(done.text, file)
    except GameLogError as fault:
        raise UnreadableError(fault) from None
    match, misfit = replay_as_far(log, catalogue)
    if misfit and len(match.moves) < len(done.match.moves):
        raise UnreadableError(log.fault(Message("told.plain", said=misfit), misfit.entry.line))
