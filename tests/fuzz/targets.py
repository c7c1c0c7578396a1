"""What is fuzzed: the files that may come from strangers, and what the house does with each of them.

The heavy parts of the house are imported where they run, in the worker.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from shelf import paths
from shelf.language import LANGUAGES

CORPUS = Path(__file__).parent / "corpus"

Files = Mapping[str, bytes]
"""The contents of the spoilt files by their names in the folder."""
Use = Callable[[Path], None]
"""What the house does with the folder."""


@dataclass(frozen=True)
class Target:
    """A kind of file: what it may look like before it is spoilt, and what reads it.

    `folder` is what lies around the file; donors lend pieces, and words are what such a file could be made wrong with.
    A game with another map cannot be compiled anew for each input: it is played uncompiled, in a worker of its own.
    """

    name: str
    bases: Mapping[str, Sequence[bytes]]
    donors: Sequence[bytes]
    use: Use
    folder: Path | None = None
    words: Sequence[bytes] = ()
    compiled: bool = True


class RefusedError(Exception):
    """A command that ended with exit code 1 or 2, and its message."""


def _command(*arguments: str) -> None:
    """Runs `timbuktu`; with TIMBUKTU_TRACEBACK, as in the worker, what broke comes out as it is."""
    from click.testing import CliRunner

    from table.cli import house

    result = CliRunner().invoke(house, arguments, prog_name="timbuktu")
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    if result.exit_code in (1, 2):
        raise RefusedError(result.stderr)
    assert result.exit_code == 0, result.exit_code


def _scored(folder: Path) -> None:
    from table.answers.points import result_of

    file = folder / "game.tbk"
    _command("score", str(file), "--detail", "--lang", "de")
    result = result_of(file)
    result.document(detail=True)
    result.chart_values()


def _shown_and_scored(folder: Path) -> None:
    _command("show", str(folder / "game.tbk"))
    _scored(folder)


def _solved(folder: Path) -> None:
    _command("solve", str(folder / "01.tbk"), "--show", "--lang", "de")


def _printed(only: tuple[str, ...], folder: Path) -> None:
    from pnp.definition.game import load
    from pnp.pdf.printing import printed_sheets
    from pnp.print_options import Order
    from pnp.sheets.composition import Composition

    printed_sheets(Composition(load(folder), Order(language="en", only=only)))


def _charted(folder: Path) -> None:
    from pnp.chart.chart import build_chart
    from pnp.definition.game import load
    from pnp.imposition.papers import papers
    from pnp.pdf.printing import Run
    from pnp.print_options import Order
    from pnp.sheets.composition import chart_sheet

    game, paper = load(folder), papers()["a4"]
    face = build_chart(game, "en", paper, ("Anna", "Ben"), 2, folder / "extra.toml", None)
    Run(game, Order("a4", "en", backs="none"), paper).content([chart_sheet(face, paper)])


def _compared(folder: Path) -> None:
    from pnp.pdf.reprint import fingerprints

    fingerprints(folder / "old.pdf")


def _played_on(folder: Path) -> None:
    """Some turns on the map, told and explained."""
    from solver.games import playable

    game = playable(f"kk-board:{folder}")
    state, names = game.deal(3, 1, {}), ("Anna", "Ben", "Clara")
    for turn in range(3):
        before, seat, steps = state.copy(), game.kernel.actor(state), list[int]()
        while seat >= 0 and game.kernel.actor(state) == seat:
            legal = list(game.legal_texts(state).values())
            steps.append(legal[(7 * turn + len(steps)) % len(legal)])
            game.kernel.apply(state, steps[-1])
        game.write_turn(before, steps)
        for language in LANGUAGES:
            game.tell(before, steps, language)
            game.why(before, steps, names, language)
    for language in LANGUAGES:
        game.score_detail(state, language)
        game.part_names(language)
        game.unknown(state, language)
        game.drawing(game.picture(state, None, names), language=language)


def _contents(*places: Path, pattern: str) -> list[bytes]:
    found = [file.read_bytes() for place in places for file in sorted(place.rglob(pattern)) if file.is_file()]
    assert found, pattern
    return found


def _words(kind: str) -> tuple[bytes, ...]:
    return tuple((CORPUS / "words" / f"{kind}.txt").read_bytes().splitlines())


def _logs() -> Iterator[Target]:
    everything = _contents(CORPUS / "logs", CORPUS / "finals", pattern="*.*")
    for game_id in paths.game_ids():
        bases = {"game.tbk": _contents(CORPUS / "logs", pattern=f"{game_id}-*")}
        yield Target(f"log {game_id}", bases, everything, _shown_and_scored, words=_words("log"))
    yield Target("final", {"game.tbk": _contents(CORPUS / "finals", pattern="*.txt")}, everything, _scored)


def _definitions() -> Iterator[Target]:
    game = CORPUS / "game"
    kinds: tuple[tuple[str, str, str, tuple[bytes, ...]], ...] = (
        ("game.toml", "game.toml", "", _words("toml")),
        ("tables", "*.csv", "cards tiles", ()),
        ("templates", "*.j2", "cards crates tiles booklet map", _words("template")),
        ("drawings", "symbols/*.*", "cards", _words("drawing")),
        ("nets.toml", "nets.toml", "crates", _words("toml")),
        ("palette", "palette.toml", "cards tiles", _words("toml")),
        ("words", "words.*.toml", "cards booklet", _words("toml")),
    )
    for name, pattern, only, words in kinds:
        files = {file.relative_to(game).as_posix(): [file.read_bytes()] for file in sorted(game.rglob(pattern))}
        donors = _contents(game, paths.ASSETS / "starter", paths.GAMES, pattern=pattern)
        yield Target(name, files, donors, partial(_printed, tuple(only.split())), game, words)
    charts = {name: [(game / name).read_bytes()] for name in ("chart.toml", "extra.toml")}
    donors = _contents(game, paths.GAMES, pattern="chart.toml")
    yield Target("chart.toml", charts, [*donors, *charts["extra.toml"]], _charted, game, _words("toml"))


def _maps() -> Iterator[Target]:
    board = paths.GAMES / "kk-board"
    tables = {file.name: [file.read_bytes()] for file in (*sorted(board.glob("*.csv")), board / "game.toml")}
    yield Target("map", tables, _contents(board, pattern="*.csv"), _played_on, board, compiled=False)
    kinds = ("play", "words")
    names = [f"{kind}.{language}.toml" for kind in kinds for language in LANGUAGES]
    phrases = {name: [(board / name).read_bytes()] for name in names}
    donors = [content for (content,) in phrases.values()]
    yield Target("phrases", phrases, donors, _played_on, board, _words("toml"), compiled=False)


def _pdfs() -> Iterator[Target]:
    pdfs = _contents(CORPUS / "pdfs", pattern="*.pdf")
    yield Target("old.pdf", {"old.pdf": pdfs}, pdfs, _compared, words=_words("pdf"))


def _puzzles() -> Iterator[Target]:
    booklets = paths.ASSETS / "puzzles"
    indices = _contents(booklets, pattern="puzzles.toml")
    base = (booklets / "kk-card" / "puzzles.toml").read_bytes()
    yield Target("puzzles", {"puzzles.toml": [base]}, indices, _solved, booklets / "kk-card", _words("toml"))


TARGETS = {target.name: target for target in (*_logs(), *_definitions(), *_maps(), *_pdfs(), *_puzzles())}
