"""`timbuktu show`: the table as it stands, in the terminal or as a picture."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from shelf.messages import Message
from table.options.completing import complete_logs, complete_players
from table.options.language import words_option
from table.options.looking import at_option, looked_at
from table.options.maps import map_option
from table.screens.terminal import json_document

if TYPE_CHECKING:
    from shelf.catalogue import Catalogue
    from table.log.referee import Match
    from table.scenes.scene import Shape
    from table.screens.words import Words

_picture = click.Path(dir_okay=False, path_type=Path)


@click.command("show")
@click.argument("log", metavar="LOG", type=click.Path(path_type=Path), shell_complete=complete_logs)
@at_option
@click.option("--steps", default="", metavar="TEXT", help="Only legal steps that begin so.")
@click.option("--svg", "drawn", type=_picture, metavar="FILE", help="Draw it as a picture that can be enlarged.")
@click.option("--png", "pixels", type=_picture, metavar="FILE", help="Draw it as a picture of pixels.")
@click.option(
    "--for",
    "name",
    metavar="NAME",
    shell_complete=complete_players,
    help="Pictures as this player sees it; else as `me:`, or as everybody.",
)
@click.option(
    "--shape", type=click.Choice(("wide", "portrait")), default="wide", show_default=True, help="Of the pictures."
)
@map_option
@words_option
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
@click.pass_obj
def command(
    catalogue: Catalogue,
    log: Path,
    at: int | None,
    steps: str,
    drawn: Path | None,
    pixels: Path | None,
    name: str | None,
    shape: Shape,
    words: Words,
    as_json: bool,
) -> None:
    """Show the table: what lies there, who holds what, and the points if the game ended now.

    Of a log with a wrong line what came before it is shown.
    """
    from table.screens import screen

    look = looked_at(log, at, catalogue)
    match = look.match
    viewer = _viewer(match, name)
    if drawn or pixels:
        _write_pictures(match, words, viewer, shape, drawn, pixels)
    elif name is not None:
        raise click.UsageError(Message("usage.for_pictures"))
    if as_json:
        owner = None if match.me is None else match.players[match.me]
        picture = screen.picture_of(match, steps)
        document = {"game": match.game.id, "me": owner, "options": dict(match.options), **picture}
        click.echo(json_document(document | look.document()))
    elif not drawn and not pixels:
        screen.show(match, words, steps=steps)
        click.echo(screen.headline(match, words))
    look.finish(words)


def _viewer(match: Match, name: str | None) -> int:
    """Whose picture it is: a named player's, the log's owner's, or everybody's."""
    from table.log.gamelog import NobodyError, find_name

    if name is None:
        return -1 if match.me is None else match.me
    try:
        return find_name(match.players, name)
    except NobodyError as fault:
        raise click.BadParameter(fault.message, param_hint="--for") from None


def _write_pictures(
    match: Match, words: Words, viewer: int, shape: Shape, drawn: Path | None, pixels: Path | None
) -> None:
    from shelf.atomic_write import write_whole
    from table.scenes.match_scenes import scene_of
    from table.scenes.pixels import as_png

    scene = scene_of(match, words.language, viewer, shape=shape, outlines=True)
    if drawn:
        write_whole(drawn, scene.svg.encode())
    if pixels:
        write_whole(pixels, as_png(scene, 1600 if shape == "wide" else 1000))
