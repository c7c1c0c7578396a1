"""`timbuktu serve`: the table in a browser."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import click

from table.options.language import words_option

if TYPE_CHECKING:
    from shelf.catalogue import Catalogue
    from table.screens.words import Words


@click.command("serve")
@click.argument(
    "folder", type=click.Path(exists=True, file_okay=False, path_type=Path), default=Path(), metavar="[FOLDER]"
)
@click.option("--port", type=click.IntRange(1, 65535), help="Where to listen.  [default: 7007, or the next free one]")
@click.option("--lan", is_flag=True, help="Let other devices in the house in; each needs a link of its own.")
@click.option("--no-open", is_flag=True, help="Do not open the browser.")
@words_option
@click.pass_obj
def command(catalogue: Catalogue, folder: Path, port: int | None, lan: bool, no_open: bool, words: Words) -> None:
    """Open the table in a browser: the logs of FOLDER as pages to look at, play on and print from.

    Only this machine can reach it, unless --lan lets phones in the same house in. Ctrl-C ends it.
    """
    from table.web.app import web_app
    from table.web.events import Hub
    from table.web.folder import LogFolder
    from table.web.guard import HOUSE, VERSIONS
    from table.web.house import WebHouse
    from table.web.keys import keyring_of_this_user
    from table.web.pages import Pages
    from table.web.server import LOOPBACK, Server, lan_address, names_at, opened_door

    door = opened_door(port, lan)
    number = door.getsockname()[1]
    keys = keyring_of_this_user()
    logs = LogFolder(folder.resolve(), catalogue, keys.key(VERSIONS).encode())
    address = f"http://{lan_address() if lan else LOOPBACK}:{number}"
    house = WebHouse(logs, keys, Hub(logs), Pages(words.language), address, reached=lan)
    entrance = f"{address}/enter/{keys.key(HOUSE)}" if lan else f"{address}/"

    def opened() -> None:
        click.echo(words.said("web.serving", folder=folder, address=entrance))
        if lan:
            _show_code(entrance)
        click.echo(words.said("web.how_to_end"))
        if not no_open:
            click.launch(entrance)

    server = Server(web_app(house, names_at(number, lan), open_house=not lan), opened, house.hub.close)
    with suppress(KeyboardInterrupt):
        server.run(sockets=[door])


def _show_code(address: str) -> None:
    """The address as a QR code for a phone's camera."""
    import sys

    import segno

    segno.make(address, micro=False).terminal(out=sys.stdout, compact=True)
