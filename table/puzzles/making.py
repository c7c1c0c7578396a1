"""Found puzzles as a collection: each becomes a log, and an entry of the index."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from shelf.atomic_write import write_whole
from solver.kernel.contract import Bytes
from solver.kernel.playable import Playable
from solver.puzzles.finding import Puzzle
from solver.search.advice import TurnSteps
from table.log import gamelog
from table.log.gamelog import SUFFIX
from table.log.referee import Match
from table.puzzles.collection import INDEX, PuzzleEntry, written

NAMES = ("Anna", "Ben", "Clara", "Dora", "Emil")


def keep(game: Playable, puzzles: Iterable[Puzzle], folder: Path) -> list[Path]:
    """Writes a collection into a folder, the easiest puzzles first; the index comes last, so that it is never wrong."""
    ordered = sorted(puzzles, key=lambda puzzle: (puzzle.hardness.level, puzzle.hardness.needed))
    folder.mkdir(parents=True, exist_ok=True)
    entries: list[PuzzleEntry] = []
    files: list[Path] = []
    for number, puzzle in enumerate(ordered, start=1):
        file = folder / f"{number:02d}{SUFFIX}"
        write_whole(file, log_text(game, puzzle).encode())
        entries.append(entry_of(game, puzzle, file.name))
        files.append(file)
    write_whole(folder / INDEX, written(game.id, entries).encode())
    return files


def log_text(game: Playable, puzzle: Puzzle) -> str:
    """The game up to the puzzle as a log."""
    match = Match(game, NAMES[: players_of(game, puzzle)], None, {}, puzzle.opening)
    for steps in puzzle.turns:
        match.play(game.write_turn(match.state, steps))
    header = {"game": game.id, "players": ", ".join(match.players)}
    lines = [match.line(move) for move in match.moves]
    return gamelog.written(header, game.write_setup(puzzle.opening)) + "".join(f"{line}\n" for line in lines)


def players_of(game: Playable, puzzle: Puzzle) -> int:
    """How many play."""
    return len(game.score_parts(puzzle.state))


def entry_of(game: Playable, puzzle: Puzzle, log: str) -> PuzzleEntry:
    """What the index says about a puzzle."""
    return PuzzleEntry(
        log=log,
        kind=puzzle.kind,
        level=puzzle.hardness.level,
        needed=puzzle.hardness.needed,
        among=puzzle.among,
        answer=answer_text(game, puzzle.state, puzzle.best.steps),
        worth=int(puzzle.best.worth.points),
        tempting=answer_text(game, puzzle.state, puzzle.tempting.steps),
        tempting_worth=int(puzzle.tempting.worth.points),
        refutation=tuple(_texts(game, puzzle.tempting.after, puzzle.refutation)),
        line=tuple(_texts(game, puzzle.best.after, puzzle.line)),
    )


def answer_text(game: Playable, state: Bytes, steps: TurnSteps) -> str:
    """A turn as its player writes it, without what is drawn in the end."""
    seen = state.copy()
    game.kernel.observe(seen, game.kernel.actor(state))
    return game.write_turn(seen, steps).partition(" / ")[0]


def _texts(game: Playable, state: Bytes, turns: Sequence[TurnSteps]) -> list[str]:
    """Turns one after another, each as it is written."""
    texts: list[str] = []
    for steps in turns:
        texts.append(game.write_turn(state, steps))
        state = state.copy()
        for step in steps:
            game.kernel.apply(state, step)
    return texts
