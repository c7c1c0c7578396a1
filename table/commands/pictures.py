"""`timbuktu pictures`: every face as a PNG, for shops that print cards, and for Tabletop Simulator."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from shelf.messages import Message, in_language
from table.options.completing import complete_printed
from table.options.language import language_option
from table.screens.terminal import json_document

if TYPE_CHECKING:
    from pnp.print_options import Order
    from shelf.catalogue import Catalogue
    from shelf.language import Language


@click.command("pictures")
@click.argument("game", metavar="GAME", shell_complete=complete_printed)
@language_option
@click.option("--dpi", type=click.IntRange(36, 1200), default=300, show_default=True, help="Dots per inch.")
@click.option(
    "--bleed",
    type=click.FloatRange(0, 10),
    default=3.175,
    show_default=True,
    metavar="MM",
    help="Round each face; The Game Crafter and MakePlayingCards cut an eighth of an inch away.",
)
@click.option("--copies", is_flag=True, help="A file for each copy; otherwise the name says how many are needed.")
@click.option("--tabletop", is_flag=True, help="A saved object of Tabletop Simulator instead: decks, boards, tokens.")
@click.option("--url", default="", help="With --tabletop: where the pictures will lie; otherwise where they are now.")
@click.option("--greyscale", is_flag=True, help="Without colour.")
@click.option("--flat", is_flag=True, help="Flat tiles instead of paper models; always so with --tabletop.")
@click.option("--only", metavar="PARTS", default="", help="Only these parts, for example cards,board.")
@click.option("--out", type=click.Path(file_okay=False, path_type=Path), help="The folder to write into.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
@click.pass_obj
def command(
    catalogue: Catalogue,
    game: str,
    language: Language,
    dpi: int,
    bleed: float,
    copies: bool,
    tabletop: bool,
    url: str,
    greyscale: bool,
    flat: bool,
    only: str,
    out: Path | None,
    as_json: bool,
) -> None:
    """Write every side of every component and board as a PNG."""
    from pnp import jobs
    from pnp.print_options import Order
    from shelf.atomic_write import write_whole

    if url and not tabletop:
        raise click.UsageError(Message("usage.url"))
    name = catalogue.named(game)
    parts = tuple(part.strip() for part in only.split(",") if part.strip())
    order = Order(language=language, greyscale=greyscale, flat=flat or tabletop, only=parts)
    folder = out or Path(f"{Path(game).name}-{'tabletop' if tabletop else 'pictures'}-{language}")
    if tabletop:
        files, report = _for_tabletop(name, order, url, folder), []
    else:
        told, files = jobs.pictures(name, order, dpi, bleed, copies)
        report = [dict(picture._asdict(), file=str(folder / picture.file)) for picture in told]
    for file, content in files.items():
        write_whole(folder / file, content)
    if as_json:
        click.echo(json_document(report or [{"file": str(folder / file)} for file in files]))
    else:
        click.echo(in_language(Message("pictures.written", folder=folder, files=len(files)), language))


def _for_tabletop(name: str, order: Order, url: str, folder: Path) -> dict[str, bytes]:
    from pnp import jobs

    address = url if url else folder.resolve().as_uri()
    return jobs.tabletop(name, order, address if address.endswith(("/", "=")) else f"{address}/")
