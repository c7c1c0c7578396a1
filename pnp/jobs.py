"""The jobs that commands give the printing house, for its own games and for anybody's folder.

Each takes a game by its name, reads it, and gives what is to be told and the content of a file; what is heavy is
imported by whoever does the work, which for a stranger's folder is another process (`pnp.jobbing`).
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Annotated, Any, NamedTuple

from pydantic import AfterValidator, Field

from pnp.definition.game import Game, Id, Language, load
from pnp.jobbing import Progress, Report, Work, outside, trusted
from pnp.print_options import Asset, Order, Picture, Printed
from shelf.errors import PrintingError
from shelf.kept import Kept
from shelf.messages import Message, in_language


class Charted(NamedTuple):
    """A chart's game, and what there is to say about it."""

    game: Id
    notes: tuple[Annotated[str, Field(max_length=1000)], ...] = ()


class Played(NamedTuple):
    """A game that was played: the log, its game's id and folder, what stands in the boxes of the chart, and who won."""

    log: Path
    game: str
    folder: Path
    values: Mapping[str, str]
    winners: tuple[str, ...] = ()


def _no_progress(_label: str, _done: int, _whole: int) -> None:
    """For jobs that are done before a bar is drawn."""


def _named(printed: Printed) -> Printed:
    """A file's name that leads nowhere else, whatever the child says."""
    if not re.fullmatch(r"[a-z0-9-]+\.pdf", str(printed.file)):
        raise ValueError(printed.file)
    return printed


def print_set(name: str, order: Order, progress: Progress) -> tuple[Printed, bytes]:
    """A game's set."""
    return _done(_print_set, Annotated[Printed, AfterValidator(_named)], name, order, progress=progress)


def check(name: str, paper: str, language: Language | None, told_in: Language, progress: Progress) -> list[str]:
    """What there is to say about a game that is fit to print, told in a language."""
    lines = list[Annotated[str, Field(max_length=1000)]]
    return _done(_check, lines, name, paper, language, told_in, progress=progress)[0]


def chart(
    name: str,
    order: Order,
    players: tuple[str, ...],
    games: int | None,
    extra: Path | None,
    played: Played | None,
) -> tuple[Charted, bytes]:
    """The game's id and its scoring chart; rows from anybody's file count as a stranger's, too."""
    where = outside if extra else _done
    return where(_chart, Charted, name, order, players, games, extra, played, progress=_no_progress)


def rules(name: str, paper: str, language: Language) -> tuple[str, bytes]:
    """The game's id and its booklet."""
    return _done(_rules, Id, name, paper, language, progress=_no_progress)


def pictures(
    name: str, order: Order, dpi: int, bleed: float, each_copy: bool
) -> tuple[list[Picture], dict[str, bytes]]:
    """The sides of all components as pictures: what each is, and the files."""
    kind = list[Picture]
    told, content = _done(_pictures, kind, name, order, dpi, bleed, each_copy, progress=_no_progress)
    return told, _apart(told, content)


def tabletop(name: str, order: Order, address: str) -> dict[str, bytes]:
    """A saved object of Tabletop Simulator and the pictures that it finds at the address."""
    return _apart(*_done(_tabletop, list[Asset], name, order, address, progress=_no_progress))


def _apart(told: Sequence[Picture | Asset], content: bytes) -> dict[str, bytes]:
    """The files that came one after another, by their names."""
    files: dict[str, bytes] = {}
    start = 0
    for item in told:
        files[item.file] = content[start : start + item.bytes]
        start += item.bytes
    return files


def _done(work: Work[Report], kind: Any, name: str, *wishes: object, progress: Progress) -> tuple[Report, bytes]:
    """The one place that decides where work is done."""
    if trusted(name):
        kept = Kept()
        done = work(name, *wishes, progress, kept)
        kept.save()
        return done
    return outside(work, kind, name, *wishes, progress=progress)


# ---- the work itself, here or in the child ------------------------------------------------------------------------


def _print_set(name: str, order: Order, progress: Progress, kept: Kept) -> tuple[Printed, bytes]:
    from pnp.pdf.printing import printed_set

    game = load(name)
    return printed_set(game, order, partial(progress, game.id), kept)


def _check(
    name: str, paper: str, language: Language | None, told_in: Language, progress: Progress, kept: Kept
) -> tuple[list[str], bytes]:
    from pnp.faces.colours import confusable
    from pnp.pdf.printing import printed_sheets
    from pnp.sheets.composition import Composition

    game = load(name)
    languages = [language] if language else _languages(game)
    verdicts: list[str] = []
    for flat in (False, True) if game.has_flat_set else (False,):
        for each in languages:
            composition = Composition(game, Order(paper=paper, language=each, flat=flat), kept)
            printed_sheets(composition, partial(progress, f"{game.id} {each}"))
        verdicts.append(composition.verdict(languages))
    parts = [
        Message("check.part", part=part.id, copies=len(game.copies(part)), size=_size(part.size))
        for part in game.spec.part
    ]
    boards = [Message("check.board", board=board.id, size=_size(board.size)) for board in game.spec.board]
    colours = confusable(game.palette, game.spec.tell_apart)
    warnings = [Message("check.colours", warning=warning) for warning in colours]
    return [in_language(line, told_in) for line in (*parts, *boards, *warnings, *verdicts)], b""


def _size(size: tuple[float, float]) -> str:
    return f"{size[0]:g} x {size[1]:g} mm"


def _languages(game: Game) -> list[Language]:
    """Those in which the game has words; both where it has none at all."""
    return [language for language, words in game.words.items() if words] or list(game.words)


def _chart(
    name: str,
    order: Order,
    players: tuple[str, ...],
    games: int | None,
    extra: Path | None,
    played: Played | None,
    _progress: Progress,
    kept: Kept,
) -> tuple[Charted, bytes]:
    from pnp.chart.chart import build_chart, chart_title, cramped
    from pnp.imposition.papers import papers
    from pnp.pdf.printing import Run
    from pnp.sheets.composition import chart_sheet

    game, paper = load(name), papers()[order.paper]
    if played and played.game != game.id and played.folder != game.folder.resolve():
        raise PrintingError(Message("chart.other_game", log=played.log, game=played.game, id=game.id))
    values, winners = (played.values, played.winners) if played else (None, ())
    face = build_chart(game, order.language, paper, players, games, extra, values, order.low_ink, winners, kept)
    warning = None if played else cramped(game, order.language, paper, players, games, extra)
    content, _ = Run(game, order, paper, kept).content([chart_sheet(face, paper, chart_title(order.language))])
    return Charted(game.id, (in_language(warning, order.notes_language),) if warning else ()), content


def _rules(name: str, paper: str, language: Language, _progress: Progress, kept: Kept) -> tuple[str, bytes]:
    from pnp.imposition.papers import papers
    from pnp.pdf.booklet import reading_pages

    game = load(name)
    return game.id, reading_pages(game, papers()[paper], language, kept)


def _pictures(
    name: str, order: Order, dpi: int, bleed: float, each_copy: bool, _progress: Progress, kept: Kept
) -> tuple[list[Picture], bytes]:
    from pnp.pdf.pictures import pictures

    return pictures(load(name), order, dpi, bleed, each_copy, kept)


def _tabletop(name: str, order: Order, address: str, _progress: Progress, kept: Kept) -> tuple[list[Asset], bytes]:
    from pnp.pdf.tabletop import tabletop

    return tabletop(load(name), order, address, kept)
