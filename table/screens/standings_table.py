"""What bots have reached, for a program and for people."""

from __future__ import annotations

import sys
from collections.abc import Collection
from typing import TYPE_CHECKING, Any

import click

from table.screens.advice_reasons import percent

if TYPE_CHECKING:
    from rich.table import Table as Grid

    from solver.players.sequential import Verdict
    from solver.players.standings import Table
    from table.screens.words import Words

PIPE = 200
"""Columns for whatever reads the table through a pipe: one line a bot."""
LEFT_OUT = ((), ("seats",), ("seats", "seconds"), ("seats", "seconds", "fair", "points"))
"""Columns that a narrow table does without, the narrower the more; a program gets them all."""


def standings_document(table: Table, verdict: Verdict | None) -> dict[str, Any]:
    """The table, with what the question came to where one was asked."""
    bots = [
        {
            "bot": bot.bot,
            "seats": bot.seats,
            "wins": bot.wins,
            "share": round(bot.share, 4),
            "ci95": [round(bound, 4) for bound in bot.ci95],
            "fair": round(bot.fair, 4),
            "elo": round(bot.elo, 1),
            "elo_ci95": [round(bound, 1) for bound in bot.elo_ci95],
            "points": round(bot.points, 2),
            "seconds_a_turn": round(bot.seconds_a_turn, 3),
        }
        for bot in table.bots
    ]
    document = {"games": table.games, "blocks": table.blocks, "bots": bots, "seconds": round(table.seconds, 1)}
    if verdict is None:
        return document
    return {**document, "decided": verdict.stronger is not None, "stronger": verdict.stronger}


def print_verdict(verdict: Verdict | None, bot: str, between: tuple[float, float], words: Words) -> None:
    """What the question came to, in a sentence."""
    if verdict is None:
        return
    outcome = {True: "stronger", False: "not_stronger", None: "undecided"}[verdict.stronger]
    low, high = (f"{bound:+g}" for bound in between)
    click.echo(words.said(f"tournament.{outcome}", bot=bot, low=low, high=high))


def print_standings(table: Table, words: Words) -> None:
    """The table in columns, as many as there is room for, and how many games it is made of."""
    from table.screens.console import Console
    from table.screens.fitting import FirstThatFits

    columns = _columns(table, words)
    forms = [_grid(columns, left_out, words) for left_out in LEFT_OUT]
    Console(width=None if sys.stdout.isatty() else PIPE).print(FirstThatFits(forms))
    games = words.said("tournament.one_game" if table.games == 1 else "tournament.games", games=table.games)
    blocks = words.said("tournament.one_block" if table.blocks == 1 else "tournament.blocks", blocks=table.blocks)
    click.echo(words.said("tournament.played", games=games, blocks=blocks, seconds=f"{table.seconds:.0f}"))


def interval(bounds: tuple[float, float], words: Words) -> str:
    """Two shares with everything between them."""
    low, high = (f"{100 * bound:.1f}" for bound in bounds)
    return words.decimals(f"{low} – {high} %")


def _columns(table: Table, words: Words) -> dict[str, list[str]]:
    bots = table.bots
    return {
        "bot": [bot.bot for bot in bots],
        "seats": [str(bot.seats) for bot in bots],
        "wins": [str(bot.wins) for bot in bots],
        "share": [percent(bot.share, 0.0, words) for bot in bots],
        "ci95": [interval(bot.ci95, words) for bot in bots],
        "fair": [percent(bot.fair, 0.0, words) for bot in bots],
        "elo": [f"{bot.elo:+.0f} ({bot.elo_ci95[0]:+.0f} – {bot.elo_ci95[1]:+.0f})" for bot in bots],
        "points": [words.decimals(f"{bot.points:.1f}") for bot in bots],
        "seconds": [words.decimals(f"{bot.seconds_a_turn:.3f}") for bot in bots],
    }


def _grid(columns: dict[str, list[str]], left_out: Collection[str], words: Words) -> Grid:
    from rich.table import Table as Grid

    grid, titles = Grid(box=None, header_style="bold", pad_edge=False), words.entry("tournament.columns")
    shown = {name: cells for name, cells in columns.items() if name not in left_out}
    for name in shown:
        grid.add_column(titles[name], justify="left" if name == "bot" else "right", vertical="bottom")
    for cells in zip(*shown.values(), strict=True):
        grid.add_row(*cells)
    return grid
