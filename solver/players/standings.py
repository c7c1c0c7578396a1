"""What the games of a tournament say: shares of wins with intervals that know about blocks, and Elo.

The games of one deal are a block, and blocks are what is independent, not games.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import log10, sqrt

from solver.players.programme import Game, Programme

Z95 = 1.959964
"""Standard deviations on both sides that hold 95 % of a normal distribution."""

Block = list[Game]


@dataclass(frozen=True)
class Standing:
    """What a bot has reached; `fair` is the share of wins that its seats would bring among equals."""

    bot: str
    seats: int
    wins: int
    """Games won, shared wins among them; `share` counts those by their part."""
    share: float
    ci95: tuple[float, float]
    fair: float
    elo: float
    elo_ci95: tuple[float, float]
    points: float
    seconds_a_turn: float


@dataclass(frozen=True)
class Table:
    """The result of all whole blocks."""

    games: int
    blocks: int
    bots: tuple[Standing, ...]
    seconds: float


def whole_blocks(programme: Programme, played: Iterable[Game]) -> list[Block]:
    """The blocks all of whose rotations were played, in their order."""
    blocks: dict[int, Block] = {}
    for game in sorted(played, key=lambda game: (game.block, game.rotation)):
        blocks.setdefault(game.block, []).append(game)
    return [block for block in blocks.values() if len(block) == len(programme.lineup)]


def table(programme: Programme, blocks: list[Block], seconds: float) -> Table:
    """What whole blocks say."""
    names = list(dict.fromkeys(programme.lineup)) if blocks else []
    places = {name: [place for place, bot in enumerate(programme.lineup) if bot == name] for name in names}
    shares = {name: share_of(places[name], blocks) for name in names}
    standings = tuple(_standing(name, places, shares, blocks) for name in names)
    return Table(sum(map(len, blocks)), len(blocks), standings, seconds)


def share_of(places: list[int], blocks: list[Block]) -> list[float]:
    """For each block what part of its wins went to some places of the line-up."""
    return [sum(game.won[place] for game in block for place in places) / len(block) for block in blocks]


def _standing(name: str, places: dict[str, list[int]], shares: dict[str, list[float]], blocks: list[Block]) -> Standing:
    mine, size = places[name], len(blocks[0])
    games = [game for block in blocks for game in block]
    turns = sum(game.turns[place] for game in games for place in mine)
    seconds = sum(game.seconds[place] for game in games for place in mine)
    points = sum(game.points[place] for game in games for place in mine)
    ci95 = interval(shares[name], size)
    wins = {bot: sum(shares[bot]) * size for bot in places}
    seats = {bot: len(places[bot]) for bot in places}
    return Standing(
        bot=name,
        seats=len(mine),
        wins=sum(any(game.won[place] > 0 for place in mine) for game in games),
        share=wins[name] / len(games),
        ci95=ci95,
        fair=len(mine) / size,
        elo=_elo(name, wins, seats),
        elo_ci95=(
            _elo(name, _with_share(name, ci95[0], wins), seats),
            _elo(name, _with_share(name, ci95[1], wins), seats),
        ),
        points=points / len(games) / len(mine),
        seconds_a_turn=seconds / max(1, turns),
    )


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


def _elo(name: str, wins: dict[str, float], seats: dict[str, int]) -> float:
    """Elo above the mean of all: ten times the chance to win a seat is 400; half a win is lent to everybody."""
    strengths = {bot: 400 * log10((wins[bot] + 0.5) / seats[bot]) for bot in wins}
    return strengths[name] - sum(strengths.values()) / len(strengths)


def _with_share(name: str, share: float, wins: dict[str, float]) -> dict[str, float]:
    """The wins if one bot had this share and the others parted the rest as they do; evenly if they have none."""
    games = sum(wins.values())
    others = {bot: count for bot, count in wins.items() if bot != name}
    if not any(others.values()):
        others = dict.fromkeys(others, 1.0)
    left = games * (1 - share) / sum(others.values()) if others else 0.0
    return {bot: games * share if bot == name else others[bot] * left for bot in wins}
