"""Bots against bots, measured honestly: every deal is played with the bots in every rotation of the seats.

The games of one deal are a block, and blocks are what is independent, not games: the confidence intervals know that.
Blocks are played one after another, each with all its rotations, so that whatever else the machine does meanwhile
meets all bots alike.
"""

from __future__ import annotations

import signal
import time
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import islice
from math import log10, sqrt
from multiprocessing import active_children, get_context
from threading import current_thread, main_thread
from typing import Any

from shelf.catalogue import USUAL, Catalogue
from solver.games import playable
from solver.players import bots

Z95 = 1.959964
"""Standard deviations on both sides that hold 95 % of a normal distribution."""


@dataclass(frozen=True)
class Programme:
    """What is to be played: a bot for each seat, and how many deals."""

    game: str
    lineup: tuple[str, ...]
    blocks: int
    seconds: float = 1.0
    simulations: int | None = None
    seed: int = 0
    catalogue: Catalogue = USUAL

    def order(self, block: int, rotation: int) -> list[int]:
        """For each seat the place in the line-up of the bot that sits there; every other deal goes round backwards."""
        seats = len(self.lineup)
        around = [(seat + rotation) % seats for seat in range(seats)]
        return around[::-1] if block % 2 else around

    def games(self) -> Iterator[tuple[int, int]]:
        """The blocks and rotations in the order in which they are played."""
        return ((block, rotation) for block in range(self.blocks) for rotation in range(len(self.lineup)))


@dataclass(frozen=True)
class Game:
    """How a game ended; the entries of the tuples go with the places in the line-up."""

    block: int
    points: tuple[float, ...]
    won: tuple[bool, ...]
    turns: tuple[int, ...]
    seconds: tuple[float, ...]


@dataclass(frozen=True)
class Standing:
    """What a bot has reached; `fair` is the share of wins that its seats would bring among equals."""

    bot: str
    seats: int
    wins: int
    share: float
    ci95: tuple[float, float]
    fair: float
    elo: float
    points: float
    seconds_a_turn: float


@dataclass(frozen=True)
class Table:
    """The result of all whole blocks."""

    games: int
    blocks: int
    bots: tuple[Standing, ...]
    seconds: float


Watch = Callable[[Table], None]


def play_game(programme: Programme, block: int, rotation: int) -> Game:
    """One game, from the deal to the score."""
    game = playable(programme.game, catalogue=programme.catalogue)
    players, order = len(programme.lineup), programme.order(block, rotation)
    seated = [bots.seated(programme.lineup[i], programme.seconds, programme.simulations) for i in order]
    state = game.deal(players, programme.seed + block, {})
    turns, seconds, number = [0] * players, [0.0] * players, 0
    while (seat := game.kernel.actor(state)) >= 0:
        number += 1
        begun = time.perf_counter()
        seed = ((programme.seed + block) * 64 + rotation) * 4096 + number
        for step in bots.take_turn(seated[seat], game.kernel, state, players, seed):
            game.kernel.apply(state, step)
        turns[order[seat]] += 1
        seconds[order[seat]] += time.perf_counter() - begun
    winners = {order[seat] for seat in game.winners(state)}
    totals = [float(sum(parts.values())) for parts in game.score_parts(state)]
    return Game(
        block,
        tuple(totals[order.index(place)] for place in range(players)),
        tuple(place in winners for place in range(players)),
        tuple(turns),
        tuple(seconds),
    )


def run(programme: Programme, workers: int = 1, watch: Watch | None = None) -> Table:
    """Plays all games; Ctrl-C ends it with the blocks that are whole."""
    begun = time.perf_counter()
    played: list[Game] = []
    whole = 0
    try:
        for game in _played(programme, workers):
            played.append(game)
            standing = table(programme, played, time.perf_counter() - begun)
            if watch and standing.blocks > whole:
                whole = standing.blocks
                watch(standing)
    except KeyboardInterrupt:
        pass
    return table(programme, played, time.perf_counter() - begun)


def _played(programme: Programme, workers: int) -> Iterator[Game]:
    """The games as they end; a process for each worker, which begins the next game in order when it has ended one."""
    if workers == 1:
        yield from (play_game(programme, *game) for game in programme.games())
        return
    waiting, others = programme.games(), set(active_children())
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        running: set[Future[Game]] = set()
        try:
            while running or (running := _begin(pool, programme, islice(waiting, workers))):
                ended, running = wait(running, return_when=FIRST_COMPLETED)
                running |= _begin(pool, programme, islice(waiting, len(ended)))
                yield from (game.result() for game in ended)
        except BaseException:
            for worker in set(active_children()) - others:
                worker.kill()
            raise


def _begin(pool: ProcessPoolExecutor, programme: Programme, games: Iterator[tuple[int, int]]) -> set[Future[Game]]:
    with _deaf_to_interrupts():
        return {pool.submit(play_game, programme, *game) for game in games}


@contextmanager
def _deaf_to_interrupts() -> Iterator[None]:
    """Processes that begin now leave Ctrl-C to the one that began them, which ends them."""
    if current_thread() is not main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def table(programme: Programme, played: list[Game], seconds: float) -> Table:
    """What the whole blocks among the games say."""
    size = len(programme.lineup)
    blocks: dict[int, list[Game]] = {}
    for game in played:
        blocks.setdefault(game.block, []).append(game)
    whole = [block for block in blocks.values() if len(block) == size]
    names = list(dict.fromkeys(programme.lineup))
    rows = [_standing(programme, name, whole) for name in names] if whole else []
    elos = _elos(rows)
    standings = tuple(Standing(**row, elo=elo) for row, elo in zip(rows, elos, strict=True))
    return Table(len(whole) * size, len(whole), standings, seconds)


def _standing(programme: Programme, name: str, blocks: list[list[Game]]) -> dict[str, Any]:
    """A bot's standing without its Elo, which depends on the others."""
    size = len(programme.lineup)
    places = [place for place, bot in enumerate(programme.lineup) if bot == name]
    games = [game for block in blocks for game in block]
    wins = [sum(game.won[place] for game in block for place in places) for block in blocks]
    turns = sum(game.turns[place] for game in games for place in places)
    seconds = sum(game.seconds[place] for game in games for place in places)
    points = sum(game.points[place] for game in games for place in places)
    return {
        "bot": name,
        "seats": len(places),
        "wins": sum(wins),
        "share": sum(wins) / len(games),
        "ci95": interval([count / size for count in wins], size),
        "fair": len(places) / size,
        "points": points / len(games) / len(places),
        "seconds_a_turn": seconds / max(1, turns),
    }


def interval(shares: list[float], size: int) -> tuple[float, float]:
    """95 % confidence for the mean of the blocks' shares, by Wilson's formula with the number of games they are worth.

    That number is what independent games would need for the spread that the blocks show; it is never thought to be
    more than the games played nor less than the blocks, which also keeps an unbroken row of wins from looking certain.
    """
    blocks, mean = len(shares), sum(shares) / len(shares)
    spread = sum((share - mean) ** 2 for share in shares) / (blocks - 1) / blocks if blocks > 1 else 0.0
    worth = mean * (1 - mean) / spread if spread else float(blocks * size if 0 < mean < 1 and blocks > 1 else blocks)
    n = min(max(worth, float(blocks)), float(blocks * size))
    middle = (mean + Z95**2 / (2 * n)) / (1 + Z95**2 / n)
    reach = Z95 / (1 + Z95**2 / n) * sqrt(mean * (1 - mean) / n + Z95**2 / (4 * n * n))
    return min(mean, max(0.0, middle - reach)), max(mean, min(1.0, middle + reach))


def _elos(rows: list[dict[str, Any]]) -> list[float]:
    """Elo differences, 0 on average: ten times the chance to win a seat is 400; half a win is lent to everybody."""
    strengths = [400 * log10((row["wins"] + 0.5) / row["seats"]) for row in rows]
    mean = sum(strengths) / len(strengths) if strengths else 0.0
    return [strength - mean for strength in strengths]
