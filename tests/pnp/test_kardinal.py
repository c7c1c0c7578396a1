"""The set of Kardinal: what the rules list is what is printed, folded or flat."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from itertools import combinations
from pathlib import Path

import numpy as np
import pypdfium2
import pytest

from pnp.chart.chart import build_chart
from pnp.chart.chart_spec import read_ledger
from pnp.definition.game import LANGUAGES, Game, load
from pnp.faces.face import FaceMaker
from pnp.faces.ink import Ink
from pnp.imposition.folding import panels
from pnp.imposition.papers import papers
from pnp.models.net_files import read_nets
from pnp.pdf.booklet import reading_pages
from pnp.pdf.printing import print_set
from pnp.pdf.single_faces import proof
from pnp.print_options import Order
from pnp.sheets.composition import Composition
from shelf.errors import PrintingError
from shelf.language import Language
from tests.conftest import Workshop
from tests.looking import letters, picture

COLOURS = ("red", "yellow", "green", "blue")
FURNITURE = 12.5
"""The lowest millimetres of every upright sheet, where ruler and print facts stand."""


@pytest.fixture(scope="module")
def game() -> Game:
    return load("kardinal")


@cache
def booklet(language: Language, paper: str) -> bytes:
    return reading_pages(load("kardinal"), papers()[paper], language)


def rules(language: Language) -> list[str]:
    """The text of the booklet, page by page."""
    document = pypdfium2.PdfDocument(booklet(language, "a4"))
    return [" ".join(page.get_textpage().get_text_range().split()) for page in document]


def copies(game: Game, flat: bool) -> dict[str, int]:
    return {part.id: len(game.copies(part)) for part in Composition(game, Order(flat=flat)).parts}


def test_the_set_holds_what_the_rules_list(game: Game) -> None:
    shapes = Counter(
        (row["shape"], row["colour"]) for row in game.tables["buildings"] for _ in range(int(row["count"]))
    )
    assert shapes == {(shape, colour): 2 for shape in ("house", "tower", "court") for colour in COLOURS}
    models, flat = copies(game, False), copies(game, True)
    assert models["houses"] + models["towers"] + models["courts"] == 24
    assert flat["tiles"] + flat["court-tiles"] == 24
    assert models["dom-tower"] == models["dom-nave"] == models["cardinal"] == 1
    assert flat["dom-tile"] == flat["cardinal-tile"] == 1
    assert models["stones"] == flat["stones"] == 48 + 4
    assert {row["id"]: int(row["count"]) for row in game.tables["colours"]} == dict.fromkeys(COLOURS, 12 + 1)
    assert {"tray", "lid"} <= set(models) and {"tray-flat", "lid-flat"} <= set(flat)


def test_every_net_has_room_on_its_part(game: Game) -> None:
    nets = read_nets(game)
    for part in game.spec.part:
        if part.face == "net.svg.j2":
            width, height = nets[_net_name(game.rows(part)[0])].size
            assert width + 2 <= part.size[0] + 1e-9 and height + 2 <= part.size[1] + 1e-9, part.id


def _net_name(row: dict[str, str]) -> str:
    return row.get("shape") or row["id"]


def test_flat_pieces_cover_whole_squares(game: Game) -> None:
    sizes = {part.id: part.size for part in game.spec.part}
    assert sizes["tiles"] == (20, 20)
    assert sizes["court-tiles"] == sizes["dom-tile"] == (40, 20)
    assert max(sizes["cardinal-tile"]) < 20


def test_a_net_tells_cuts_from_scores_and_mountains_from_valleys(game: Game) -> None:
    nets, maker = read_nets(game), FaceMaker(game, "en")
    for part in game.spec.part:
        if part.face != "net.svg.j2":
            continue
        row = game.rows(part)[0]
        net = nets[_net_name(row)]
        svg = maker.face(part.face, part.size, 0.0, row).svg
        dashes = {
            crease: set(re.findall(rf'class="score {crease}"[^>]*stroke-dasharray="([^"]+)"', svg))
            for crease in ("mountain", "valley")
        }
        cut = re.findall(r'<path class="cut"[^>]*>', svg)
        assert len(cut) == 1 and "dasharray" not in cut[0]
        assert len(re.findall(r'class="score ', svg)) == len(net.scores)
        assert not dashes["mountain"] & dashes["valley"]
        for key in ("cut", "mountain", "glue", *(["valley"] if dashes["valley"] else [])):
            assert f">{game.words['en']['line'][key]}</text>" in svg, (part.id, key)


def test_the_colours_can_be_told_apart_in_grey(game: Game) -> None:
    """By their lightness, and without it by the pattern of the roof."""
    part = next(item for item in game.spec.part if item.id == "stones")
    faces = [FaceMaker(game, "de").face(part.face, part.size, 0.0, row) for row in game.rows(part)]
    document = proof(game, faces, Ink(grey=True))
    greys = [picture(document, page=n, dpi=200).mean(axis=2) for n in range(len(faces))]
    middles = [grey.copy() for grey in greys]
    for grey in middles:  # neither the frame nor the disc with the letter
        size, edge = len(grey), len(grey) // 12
        grey[size // 4 : -size // 4, size // 4 : -size // 4] = np.nan
        grey[:edge] = grey[-edge:] = grey[:, :edge] = grey[:, -edge:] = np.nan
    levels = sorted(float(np.nanmean(grey)) for grey in middles)
    assert min(np.diff(levels)) > 15
    for one, other in combinations(middles, 2):
        first, second = ((grey - np.nanmean(grey)) / np.nanstd(grey) for grey in (one, other))
        assert float(np.nanmean(first * second)) < 0.6


def test_a_tile_looks_like_its_shape_and_colour(game: Game) -> None:
    part = next(item for item in game.spec.part if item.id == "tiles")
    maker = FaceMaker(game, "de")
    rows = game.rows(part)
    document = proof(game, [maker.face(part.face, part.size, 0.0, row) for row in rows])
    looks = {row["id"]: picture(document, page, dpi=100).astype(int) for page, row in enumerate(rows)}
    for one, other in combinations(looks, 2):
        assert np.abs(looks[one] - looks[other]).mean() > 12, (one, other)


NUMBERS: dict[Language, dict[int, str]] = {
    "de": {
        2: "1 Dom|1 Kardinal|24 Bauwerke|je 2 Häuser, 2 Türme und 2 Höfe|4 Farben|48 Punktsteine|12 in jeder|4 Ersatz",
        3: "2 Häuser, 2 Türme und 2 Höfe|48 Punktsteine|12 je Farbe|4 Plätze|6 Plätze|ein Feld, ein Hof zwei",
        4: "drei Schritte|sieben Erlasse",
        5: "DIE SIEBEN ERLASSE|1|2|3|4|5|6|7|mindestens einer Seite ein Haus",
        6: "12 Steine|keine Steine|einen Stein beliebiger Farbe|muss|einen je Bauwerk",
        7: "zählt doppelt|Gleichstand|unentschieden|zählt zwei",
        8: "2 Farben|4. Farbe|7. Erlass",
    },
    "en": {
        2: "1 cathedral|1 cardinal|24 buildings|2 houses, 2 towers and 2 courts|4 colours|48 point stones|12 in each|4",
        3: "2 houses, 2 towers and 2 courts|48 point stones|12 of each colour|4 sites|6 sites|one square, a court two",
        4: "three steps|seven edicts",
        5: "THE SEVEN EDICTS|1|2|3|4|5|6|7|touch a house with at least one side",
        6: "12 stones|no stones|one stone of any colour|must|one for each building",
        7: "counts double|Tie|draw|counts two",
        8: "2 colours|4th colour|7th edict",
    },
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_booklet_tells_every_number_of_the_rules(language: Language) -> None:
    pages = rules(language)
    assert len(pages) == 8
    for number, told in NUMBERS[language].items():
        for piece in told.split("|"):
            assert piece in pages[number - 1], (number, piece)


def test_both_languages_mark_the_same_rulings() -> None:
    marks = [[page.count("†") for page in rules(language)] for language in LANGUAGES]
    assert marks[0] == marks[1]
    assert sum(marks[0]) > 5


def test_the_booklet_names_designer_publisher_and_what_is_reconstructed(game: Game) -> None:
    assert game.spec.reconstructed is not None
    for language in LANGUAGES:
        assert "Wolfgang Panning" in rules(language)[0]
        assert "Wolfgang Panning, Holzinsel 2000" in rules(language)[7]
        assert game.spec.reconstructed.in_(language) in rules(language)[7]


@pytest.mark.parametrize(("language", "paper"), [("de", "a4"), ("en", "a4"), ("de", "letter")])
def test_type_keeps_to_its_page(language: Language, paper: str) -> None:
    for number, spot in enumerate(panels("zine", papers()[paper])):
        width, height = spot.upright
        for letter in letters(booklet(language, paper), number):
            assert letter.left > 4.5 and letter.right < width - 4.5 and letter.bottom < height - 5, number + 1


@pytest.mark.parametrize(
    ("template", "flat", "language"),
    [("making.svg.j2", False, "de"), ("making.svg.j2", True, "en"), ("folding.svg.j2", False, "de")],
)
def test_pages_to_work_by_leave_the_foot_to_the_ruler(
    game: Game, template: str, flat: bool, language: Language
) -> None:
    paper, maker = papers()["letter"], FaceMaker(game, language, flat=flat)
    page = proof(game, [maker.face(template, (paper.width, paper.height), 0.0, {"page": 1, "pages": 1})])
    for letter in letters(page):
        assert letter.left > paper.edge and letter.right < paper.width - paper.edge
        assert letter.top > paper.edge and letter.bottom < paper.height - FURNITURE


@pytest.mark.parametrize("flat", [False, True])
def test_the_list_of_parts_counts_what_this_set_has(game: Game, flat: bool) -> None:
    svg = FaceMaker(game, "de", flat=flat).face("making.svg.j2", (210, 297), 0.0, {"page": 1}).svg
    listed = re.findall(r">(\d+)</text>\s*<foreignObject[^>]*><p>([^<]+)</p>", svg)
    for part in Composition(game, Order(flat=flat)).parts:
        assert (str(len(game.copies(part))), part.name.de) in listed, part.id


def test_the_score_sheet_adds_up(game: Game) -> None:
    ledger = read_ledger(game, "de")
    assert [line.id for line in ledger.lines] == [*COLOURS, "subtotals", "doubled", "total", "dom"]
    values = {
        "g1.p1.red.won": "5",
        "g1.p1.yellow.won": "2",
        "g1.p1.green.won": "3",
        "g1.p1.blue.supply": "4",
        "g1.p1.doubled": "5",
    }
    chart = build_chart(game, "de", papers()["a4"], values=values)
    assert re.search(r"<[^>]*g1\.p1\.total\b[^>]*\b19\b", chart.svg)


@pytest.mark.parametrize(
    ("language", "paper", "order"),
    [
        ("de", "a4", {}),
        ("en", "letter", {"flat": True}),
        ("en", "letter", {"only": ("houses", "courts", "cardinal"), "low_ink": True}),
        ("de", "letter", {"only": ("towers", "dom-tower", "dom-nave", "stones"), "greyscale": True}),
        ("en", "a4", {"only": ("tiles", "stones"), "flat": True, "edition": "bleed", "backs": "gutterfold"}),
    ],
    ids=["models", "flat", "low ink", "grey", "bleed"],
)
def test_the_set_prints(game: Game, tmp_path: Path, language: Language, paper: str, order: dict[str, object]) -> None:
    wish = Order(paper=paper, language=language, **order)  # type: ignore[arg-type]
    printed = print_set(game, wish, tmp_path / wish.file_name(game))
    document = pypdfium2.PdfDocument(printed.file)
    assert len(document) == printed.pages
    size = [side * 25.4 / 72 for side in document[0].get_size()]
    assert size == pytest.approx([papers()[paper].width, papers()[paper].height], abs=0.01)
    if wish.greyscale:
        pixels = picture(printed.file, page=0, dpi=40).astype(int)
        assert np.ptp(pixels, axis=2).max() <= 2


def test_low_ink_saves_ink(game: Game) -> None:
    part = next(item for item in game.spec.part if item.id == "houses")
    inks = []
    for low in (False, True):
        face = FaceMaker(game, "de", low).face(part.face, part.size, 0.0, game.rows(part)[3])
        inks.append(255 - picture(proof(game, [face], Ink(low=low)), dpi=60).mean())
    assert inks[1] < 0.75 * inks[0]


def test_models_and_tiles_are_two_sets(game: Game) -> None:
    models, flat = copies(game, False), copies(game, True)
    assert set(models) & set(flat) == {"stones"}
    assert "folding" in [page.id for page in Composition(game, Order()).pages]
    assert "folding" not in [page.id for page in Composition(game, Order(flat=True)).pages]
    assert Order(flat=True).file_name(game) == "kardinal-a4-de-flat.pdf"
    with pytest.raises(PrintingError, match="tiles belongs to the other set of kardinal: add --flat"):
        Composition(game, Order(only=("tiles",)))
    with pytest.raises(PrintingError, match="houses belongs to the other set of kardinal: leave --flat out"):
        Composition(game, Order(only=("houses",), flat=True))


def test_a_game_without_models_says_so(workshop: Workshop) -> None:
    result = workshop.run("pdf", "mygame", "--flat", "--out", "out")
    assert result.exit_code == 0
    assert "--flat changes nothing" in result.stdout
    assert [file.name for file in Path("out").iterdir()] == ["market-day-a4-en.pdf"]


def test_where_picks_rows_and_is_checked(workshop: Workshop) -> None:
    workshop.change("game.toml", "size = [", 'where = { guild = ["baker", "smith"] }\nsize = [')
    workshop.change("game.toml", "count = 18", "count = 12")
    game = load("mygame")
    assert {row["guild"] for row in game.copies(game.spec.part[0])} == {"baker", "smith"}
    workshop.change("game.toml", "where = { guild", "where = { gild")
    assert "cards has no column 'gild'. Did you mean 'guild'?" in workshop.printing()
    workshop.change("game.toml", 'where = { gild = ["baker", "smith"] }', 'where = { guild = "tailor" }')
    assert "no row of cards is like that" in workshop.printing()
