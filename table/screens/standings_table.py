"""What bots have reached, for a program and for people."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from solver.players.sequential import Verdict
    from solver.players.standings import Table
    from table.screens.words import Words


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
    """The table in columns, and how many games it is made of."""
    from rich.table import Table as Grid

    from table.screens.console import Console

    grid = Grid(box=None, header_style="bold", pad_edge=False)
    first, *others = words.entry("tournament.columns")
    grid.add_column(first)
    for title in others:
        grid.add_column(title, justify="right")
    for bot in table.bots:
        low, high = bot.ci95
        grid.add_row(
            bot.bot,
            str(bot.seats),
            str(bot.wins),
            f"{bot.share:.1%}",
            f"{low:.1%} – {high:.1%}",
            f"{bot.fair:.1%}",
            f"{bot.elo:+.0f} ({bot.elo_ci95[0]:+.0f} – {bot.elo_ci95[1]:+.0f})",
            f"{bot.points:.1f}",
            f"{bot.seconds_a_turn:.3f}",
        )
    Console().print(grid)
    games = words.said("tournament.one_game" if table.games == 1 else "tournament.games", games=table.games)
    blocks = words.said("tournament.one_block" if table.blocks == 1 else "tournament.blocks", blocks=table.blocks)
    click.echo(words.said("tournament.played", games=games, blocks=blocks, seconds=f"{table.seconds:.0f}"))
