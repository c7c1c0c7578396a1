"""`timbuktu preview`: an own game while it is being drawn."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import click

from table.options.language import language_option

if TYPE_CHECKING:
    from shelf.language import Language


@click.command("preview")
@click.argument("folder", type=click.Path(exists=True, file_okay=False, path_type=Path), metavar="FOLDER")
@click.option("--port", type=click.IntRange(1, 65535), help="Where to listen.  [default: 7007, or the next free one]")
@click.option("--no-open", is_flag=True, help="Do not open the browser.")
@language_option
def command(folder: Path, port: int | None, no_open: bool, language: Language) -> None:
    """Show every face of a game in FOLDER in a browser, anew after every save; faults stand above them.

    Only this machine can reach the page. Ctrl-C ends it.
    """
    import cairosvg.surface  # noqa: F401 - what draws is ready before the first fork
    import pypdfium2  # noqa: F401

    from pnp.pdf import pictures  # noqa: F401
    from shelf.messages import Message, in_language
    from table.preview.app import preview_app
    from table.preview.proofs import Proofs
    from table.web.server import LOOPBACK, Server, opened_door

    door = opened_door(port, lan=False)
    proofs = Proofs(folder, language)
    address = f"http://{LOOPBACK}:{door.getsockname()[1]}/"
    proofs.look()
    app = preview_app(proofs)

    def opened() -> None:
        click.echo(in_language(Message("preview.open", folder=folder, address=address), language))
        if not no_open:
            click.launch(address)

    def closing() -> None:
        app.state.over = True

    with suppress(KeyboardInterrupt):
        Server(app, opened, closing).run(sockets=[door])
