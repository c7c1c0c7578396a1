"""`timbuktu calibrate`: fronts and backs that line up."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from table.options.language import language_option
from table.options.printing import Pair, paper_option

if TYPE_CHECKING:
    from pnp.imposition.backs import Flip


@click.command("calibrate")
@paper_option
@language_option
@click.option("--flip", type=click.Choice(("long", "short")), default="long", show_default=True)
@click.option("--read-top", type=Pair(), help="Where the upper cross lies on its grid: millimetres right,down.")
@click.option("--read-bottom", type=Pair(), help="Where the lower cross lies on its grid.")
@click.option("--forget", is_flag=True, help="Forget what was read.")
@click.option(
    "--out", type=click.Path(dir_okay=False, path_type=Path), default=Path("calibration.pdf"), show_default=True
)
def command(
    paper: str,
    language: str,
    flip: Flip,
    read_top: tuple[float, float] | None,
    read_bottom: tuple[float, float] | None,
    forget: bool,
    out: Path,
) -> None:
    """Print a calibration page, then tell what you read on it; later sets are printed accordingly.

    A second page is printed with the first correction; what you read on it is added.
    """
    from pnp.imposition.papers import papers
    from pnp.pdf.finishing import described
    from pnp.print_options import Calibration
    from pnp.sheets.calibration import Reading, calibration_page, remember, remembered
    from shelf import paths
    from shelf.atomic_write import write_whole
    from shelf.safe_files import read_toml

    words = read_toml(paths.ASSETS / f"calibration.{language}.toml")
    known = remembered(flip)
    if forget:
        known = Calibration()
    elif read_top is None and read_bottom is None:
        write_whole(out, described(calibration_page(papers()[paper], flip, known, words)))
        click.echo(str(out))
        return
    else:
        top, bottom = read_top or read_bottom, read_bottom or read_top
        assert top is not None and bottom is not None
        more = Reading(top, bottom).correction(papers()[paper], flip)
        known = Calibration(known.dx + more.dx, known.dy + more.dy, known.degrees + more.degrees)
    file = remember(flip, known)
    click.echo(words["read"].format(dx=known.dx, dy=known.dy, degrees=known.degrees, file=file))
