"""`timbuktu pdf`: playable sets."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from shelf.messages import Message
from table.log.spoken import spoken
from table.options.completing import complete_printed
from table.options.language import language_option
from table.options.printing import Degrees, Pair, paper_option
from table.screens.progress_bar import progress_bar
from table.screens.terminal import json_document
from table.screens.words import Words

if TYPE_CHECKING:
    from pnp.jobbing import Progress
    from pnp.print_options import Order, Printed
    from shelf.catalogue import Catalogue

PUZZLES = "puzzles"
"""The part that is no part of a set: its booklet of puzzles is printed where it is asked for."""


@click.command("pdf")
@click.argument("games", metavar="GAME...|all", nargs=-1, required=True, shell_complete=complete_printed)
@paper_option
@language_option
@click.option(
    "--edition",
    type=click.Choice(("timbuktu", "bleed")),
    default="timbuktu",
    show_default=True,
    help="timbuktu: cards touch, one fine line between them; bleed: 3 mm of bleed and crop marks.",
)
@click.option(
    "--sheets",
    type=click.Choice(("imposed", "single")),
    default="imposed",
    show_default=True,
    help="Components side by side to cut apart, or each side on a page of its own with bleed, for a print shop.",
)
@click.option(
    "--profile",
    metavar="PRESS.icc",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="The CMYK profile of the print shop's press, in place of a common one for coated paper.",
)
@click.option(
    "--backs",
    type=click.Choice(("duplex", "gutterfold", "none")),
    default="duplex",
    show_default=True,
    help="Backs on the other side, beside the fronts to fold over, or not at all.",
)
@click.option(
    "--core",
    type=click.FloatRange(0, 5),
    default=0.0,
    metavar="MM",
    help="With gutterfold: how thick the board is that goes between front and back.",
)
@click.option(
    "--flip",
    type=click.Choice(("long", "short")),
    default="long",
    show_default=True,
    help="The edge on which your printer turns the paper.",
)
@click.option("--back-offset", type=Pair(), help="Move the back: millimetres right,down. Default: the calibration.")
@click.option("--back-rotate", type=Degrees(), help="Turn the back: degrees clockwise. Default: the calibration.")
@click.option(
    "--sides",
    type=click.Choice(("both", "fronts", "backs")),
    default="both",
    show_default=True,
    help="A file of fronts or of backs alone, for printers that jam.",
)
@click.option("--low-ink", is_flag=True, help="Grounds left out, colours at half strength.")
@click.option("--greyscale", is_flag=True, help="For printers without colour.")
@click.option("--flat", is_flag=True, help="Flat tiles instead of paper models, for games that have both.")
@click.option(
    "--board",
    type=click.Choice(("tiled", "one", "fit")),
    default="tiled",
    show_default=True,
    help="Boards as tiles to glue, as one page of their own size, or made to fit one page of the paper.",
)
@click.option(
    "--only",
    metavar="PARTS",
    default="",
    help="Only these parts, for example cards,chart; `puzzles` is a booklet beside the set.",
)
@click.option(
    "--sheets-changed-since",
    metavar="OLD.pdf",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Print again only the sheets that differ from an earlier file.",
)
@click.option("--date", default="", help="A date to print on the sheets.")
@click.option("--out", type=click.Path(file_okay=False, path_type=Path), default=Path("dist"), show_default=True)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
@click.pass_obj
def command(catalogue: Catalogue, /, games: tuple[str, ...], out: Path, as_json: bool, **wishes: Any) -> None:
    """Print the sets of one or more games (ids or folders of your own), or of all."""
    from shelf.atomic_write import write_whole

    order = _order(**wishes)
    printed: list[Printed] = []
    contents: list[bytes] = []
    for name in _named(catalogue, games, order):
        for each in _orders(order):
            with progress_bar(name) as progress:
                item, content = _done(catalogue.named(name), each, progress)
            printed.append(replace(item, file=out / item.file))
            contents.append(content)
    for item, content in zip(printed, contents, strict=True):
        if content:
            write_whole(item.file, content)
    if as_json:
        click.echo(json_document([_document(item) for item in printed]))
    else:
        _report(printed, Words(spoken()))


def _order(
    language: Any,
    back_offset: tuple[float, float] | None,
    back_rotate: float | None,
    only: str,
    **rest: Any,
) -> Order:
    from pnp.print_options import Calibration, Order
    from pnp.sheets.calibration import remembered

    if rest["core"] and rest["backs"] != "gutterfold":
        raise click.UsageError(Message("usage.core"))
    if rest["sheets"] == "single" and rest["backs"] == "gutterfold":
        raise click.UsageError(Message("usage.single"))
    if rest["profile"] and rest["edition"] != "bleed" and rest["sheets"] != "single":
        raise click.UsageError(Message("usage.profile"))
    known = remembered(rest["flip"])
    dx, dy = back_offset if back_offset is not None else (known.dx, known.dy)
    degrees = back_rotate if back_rotate is not None else known.degrees
    parts = tuple(part.strip() for part in only.split(",") if part.strip())
    return Order(language=language, only=parts, calibration=Calibration(dx, dy, degrees), told_in=spoken(), **rest)


def _done(name: str, order: Order, progress: Progress) -> tuple[Printed, bytes]:
    if order.only == (PUZZLES,):
        from table.puzzles.booklets import booklet_job

        return booklet_job(name, order, progress)
    from pnp import jobs

    return jobs.print_set(name, order, progress)


def _orders(order: Order) -> list[Order]:
    """The parts of a set in one file, puzzles in one of their own."""
    parts = tuple(part for part in order.only if part != PUZZLES)
    if len(parts) == len(order.only):
        return [order]
    if order.profile or order.sheets_changed_since or order.sheets == "single":
        raise click.UsageError(Message("usage.puzzles"))
    booklet = replace(order, only=(PUZZLES,))
    return [replace(order, only=parts), booklet] if parts else [booklet]


def _named(catalogue: Catalogue, games: tuple[str, ...], order: Order) -> Sequence[str]:
    """The games that are meant; of puzzles alone, all that have some."""
    if "all" not in games:
        return games
    if order.only != (PUZZLES,):
        return catalogue.ids()
    from table.puzzles.collection import has_booklet

    return [name for name in catalogue.ids() if has_booklet(name)]


def _document(printed: Printed) -> dict[str, Any]:
    return {
        "file": str(printed.file),
        "game": printed.game,
        "pages": printed.pages,
        "sheets": printed.sheets,
        "sheets_bound": printed.bound,
        "proved": printed.proved,
        "cuts": printed.cuts,
        "bytes": printed.bytes,
        "seconds": round(printed.seconds, 3),
        "notes": list(printed.notes),
    }


def _report(printed: list[Printed], words: Words) -> None:
    from rich.table import Table

    from table.screens.console import Console

    table = Table(box=None, header_style="bold", pad_edge=False)
    for column, title in words.entry("printing.columns").items():
        table.add_column(title, justify="left" if column in ("file", "sheets") else "right", overflow="fold")
    for item in printed:
        proof = words.said("printing.proved" if item.proved else "printing.bound", bound=item.bound)
        seconds = words.decimals(f"{item.seconds:.1f}")
        size, time = f"{item.bytes / 1000:.0f} kB", f"{seconds} s"
        table.add_row(str(item.file), f"{item.sheets}, {proof}", str(item.pages), str(item.cuts), size, time)
    console = Console()
    console.print(table)
    for item in printed:
        for note in item.notes:
            console.print(f"{item.game}: {note}")
