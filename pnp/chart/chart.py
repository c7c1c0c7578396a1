"""The scoring chart: a ledger on a page, as many games to a page as asked for, as a face.

A box that one writes into is a field: empty, or with a value that is drawn when the form is made (`pnp.pdf.acroform`),
so that paper and screen always show the same.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from pathlib import Path

from pnp.chart.chart_layout import ChartLayout
from pnp.chart.chart_spec import read_ledger
from pnp.definition.game import Game
from pnp.faces.face import Face, FaceMaker
from pnp.imposition.papers import Paper
from shelf import paths
from shelf.errors import PrintingError
from shelf.kept import Kept
from shelf.language import Language
from shelf.messages import Message
from shelf.safe_files import read_toml

TEMPLATE = "common/chart.svg.j2"
CRAMPED = 5.0
"""Lines lower than this are hard to write into with a pencil."""
MOST_GAMES = 8


def chart_title(language: Language) -> str:
    """What a reader finds a chart by among other sheets."""
    return str(read_toml(paths.ASSETS / f"chart.{language}.toml")["title"])


def build_chart(
    game: Game,
    language: Language,
    paper: Paper,
    players: Sequence[str] = (),
    games: int | None = None,
    extra: Path | None = None,
    values: Mapping[str, str] | None = None,
    low_ink: bool = False,
    winners: Collection[str] = (),
    kept: Kept | None = None,
) -> Face:
    """The page of a game's scoring charts; `values` fills boxes by name, the sums follow, and winners are marked."""
    layout = _layout(game, language, paper, players, games, extra, values is not None)
    page = layout.page(values or {}, winners)
    maker = FaceMaker(game, language, low_ink, kept=kept or Kept())
    return maker.face(TEMPLATE, (paper.width, paper.height), 0.0, page)


def cramped(
    game: Game,
    language: Language,
    paper: Paper,
    players: Sequence[str] = (),
    games: int | None = None,
    extra: Path | None = None,
) -> str | None:
    """A warning where the lines of such a page are too low to write well."""
    layout = _layout(game, language, paper, players, games, extra, False)
    line = layout.line_height
    if line >= CRAMPED:
        return None
    return Message("chart.cramped", line=f"{line:.1f}", cramped=f"{CRAMPED:g}")


def _layout(
    game: Game,
    language: Language,
    paper: Paper,
    players: Sequence[str],
    games: int | None,
    extra: Path | None,
    filled: bool,
) -> ChartLayout:
    """A filled page shows one game, a blank one as many as the chart says, unless a number is asked for."""
    ledger = read_ledger(game, language, extra)
    number = games if games is not None else 1 if filled else ledger.games
    if not 1 <= number <= MOST_GAMES:
        raise PrintingError(Message("chart.charts", most_games=MOST_GAMES, number=number))
    return ChartLayout(game, language, paper, ledger, _seated(game, players), number)


def _seated(game: Game, players: Sequence[str]) -> tuple[str, ...]:
    """The names, or empty ones for as many as can play."""
    most = game.spec.players[1]
    if len(players) > most:
        raise PrintingError(Message("chart.players", id=game.id, most=most, players=len(players)))
    return tuple(name.strip() for name in players) or ("",) * most
