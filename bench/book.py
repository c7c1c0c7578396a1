"""`make bench-book`: long searches of the first turns of two-player Kardinal, written to its book of openings.

A position is looked into if the seat to move has followed the book up to there, whichever of the likeliest turns the
other seat has played. Rows that are there stay: the same line goes on where it was stopped.
"""

from __future__ import annotations

import argparse
import csv
import io
import statistics
import time
from collections import deque
from collections.abc import Iterator, Sequence
from pathlib import Path

from shelf.atomic_write import write_whole
from shelf.csv_files import read_csv
from solver.games import playable
from solver.games.kardinal.book import BETWEEN, COLUMNS, FILE, alike, place
from solver.games.kardinal.tables import GAME
from solver.kernel.contract import Bytes
from solver.search.advice import TurnSteps
from solver.search.decisions import Decisions
from solver.search.tree import Tree

PLAYED = playable("kardinal")
ROOM = 10_000_000
"""Nodes of a tree."""
COUNTING_TREES, COUNTED = 4, 10_000
"""Independent trees that count how often a turn wins, and the games that each of them plays to the end."""
LIKELY = (8, 6, 4)
"""So many turns of each position are gone on with, by how many turns were played before."""

Rows = dict[str, list[str]]
"""The rows of a book by their lines."""


def main() -> None:
    """Writes a row after each search, until all positions are looked into or the time is over."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--simulations", type=int, default=240_000, help="for each position")
    options.add_argument("--seconds", type=float, default=600.0)
    options.add_argument("--out", type=Path, default=GAME.folder / FILE)
    options.add_argument("--seed", type=int, default=1)
    asked = options.parse_args()
    rows = read_csv(asked.out).rows if asked.out.exists() else ()
    book = {row["line"]: [row[name] for name in COLUMNS] for row in rows}
    until = time.perf_counter() + asked.seconds
    for line in lines(book):
        if time.perf_counter() > until:
            print("the time is over; the same line goes on")
            return
        before, state = played(line)
        turns = searched(before, state, asked.simulations, asked.seed + len(book))
        chance, error = counted(state, turns[0], asked.seed + len(book))
        first, *rest = (PLAYED.write_turn(state, turn) for turn in turns[: max(LIKELY)])
        text = BETWEEN.join(line)
        book[text] = [text, first, f"{chance:.3f}", f"{error:.3f}", str(asked.simulations), BETWEEN.join(rest)]
        print(*book[text], sep="  ", flush=True)
        write(asked.out, book)


def lines(book: Rows) -> Iterator[list[str]]:
    """The lines that are not in the book yet; it is looked at again after each of them."""
    waiting: deque[list[str]] = deque([[]])
    while waiting:
        line = waiting.popleft()
        if BETWEEN.join(line) not in book:
            yield line
        if len(line) < len(LIKELY):
            row = book[BETWEEN.join(line)]
            likely = [row[1], *row[-1].split(BETWEEN)][: LIKELY[len(line)]]
            waiting += [[*line, turn] for turn in likely if followed(book, [*line, turn])]


def followed(book: Rows, line: Sequence[str]) -> bool:
    """Whether the seat to move after a line has played what the book has."""
    own = range(len(line) % 2, len(line), 2)
    return all(book[BETWEEN.join(line[:number])][1] == line[number] for number in own)


def played(line: Sequence[str]) -> tuple[list[TurnSteps], Bytes]:
    """The steps of a line, and the position after it."""
    before, state = list[TurnSteps](), PLAYED.deal(2, 0, {})
    for text in line:
        turn = PLAYED.read_turn(state, text)
        before.append(turn.steps)
        state = turn.after
    return before, state


def searched(before: Sequence[TurnSteps], state: Bytes, simulations: int, seed: int) -> list[TurnSteps]:
    """The turns that a tree tried most; those that lead to the same count as one.

    The same is also a mirror image, and what differs only by which of its two colours a seat took for which. The tree
    judges positions by how the seats stand, as `hard` does.
    """
    kernel = PLAYED.kernel
    question = Decisions(kernel, state, int(kernel.actor(state)))
    tree = Tree(question, 2, seed, ROOM, judged=True)
    tree.run(simulations)
    visits: dict[bytes, float] = {}
    named: dict[bytes, tuple[float, TurnSteps]] = {}
    for decision in question.listed(lambda turn: tree.sums(turn)[0] > 0):
        seen, key = float(tree.sums(decision.steps)[0]), min(place(way) for way in alike([*before, decision.steps]))
        visits[key] = visits.get(key, 0.0) + seen
        named[key] = max(named.get(key, (0.0, decision.steps)), (seen, decision.steps))
    return [named[key][1] for key in sorted(visits, key=lambda key: -visits[key])]


def counted(state: Bytes, turn: TurnSteps, seed: int) -> tuple[float, float]:
    """The share of games that a seat wins after its turn, counted by trees that play to the end, and the error."""
    kernel, shares = PLAYED.kernel, list[float]()
    question = Decisions(kernel, state, int(kernel.actor(state)))
    for number in range(COUNTING_TREES):
        tree = Tree(question, 2, COUNTING_TREES * seed + number, ROOM // 4)
        tree.run(COUNTED, turn)
        tried, won, *_ = tree.sums(turn)
        shares.append(float(won / tried))
    return statistics.mean(shares), statistics.stdev(shares) / COUNTING_TREES**0.5


def write(file: Path, book: Rows) -> None:
    """The whole book."""
    out = io.StringIO()
    writer = csv.writer(out, delimiter=";", lineterminator="\n")
    writer.writerow(COLUMNS)
    writer.writerows(book.values())
    write_whole(file, out.getvalue().encode())


if __name__ == "__main__":
    main()
