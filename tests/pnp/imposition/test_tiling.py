"""Boards larger than the paper: tiles that fit, cover the board, and cut nothing that can be kept whole."""

from __future__ import annotations

from pathlib import Path
from xml.etree.ElementTree import Element

import numpy as np
import pypdfium2
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pnp.definition.game import load
from pnp.faces import svg
from pnp.faces.face import Face, text
from pnp.imposition.papers import papers
from pnp.imposition.tiling import Patch, Tiling, patches_to_keep, tiled
from pnp.pdf.printing import print_set, printed_sheets
from pnp.print_options import Order
from pnp.sheets.composition import Composition
from shelf.errors import PrintingError
from tests.conftest import Workshop
from tests.looking import letters, picture

A4 = (190.0, 272.0)
BOARD = """
[[board]]
id = "map"
name = { de = "Plan", en = "Map" }
face = "map.svg.j2"
size = [360, 250]
overlap = 8
"""
LOOK = """
<rect x="-9" y="-9" width="{{ width + 18 }}" height="{{ height + 18 }}" fill="#e8dcc0"/>
{% for n in range(18) %}{% for m in range(12) %}
<circle cx="{{ 10 + 20 * n }}" cy="{{ 10 + 20 * m }}" r="{{ 2 + n * m % 5 }}" fill="#{{ n % 10 }}{{ m % 10 }}4"/>
{% endfor %}{% endfor %}
<rect data-keep="castle" x="150" y="100" width="60" height="30" fill="#b3242f"/>
{{ text("Timbuktu", 100, 60, size=20) }}
"""


def shown_area(tiling: Tiling) -> float:
    return sum((tile.shown.right - tile.shown.left) * (tile.shown.bottom - tile.shown.top) for tile in tiling.tiles)


@settings(max_examples=12)
@given(
    st.tuples(st.integers(60, 620), st.integers(60, 620)),
    st.sampled_from([5.0, 10.0, 15.0]),
    st.lists(st.tuples(*(st.floats(0, 0.9) for _ in range(2)), *(st.floats(2, 40) for _ in range(2))), max_size=12),
)
def test_tiles_fit_the_page_and_make_up_the_board(
    size: tuple[int, int], overlap: float, spots: list[tuple[float, float, float, float]]
) -> None:
    width, height = size
    keep = [
        Patch(x * width, y * height, min(width, x * width + wide), min(height, y * height + high))
        for x, y, wide, high in spots
    ]
    tiling = tiled(size, A4, overlap, keep)
    room = A4[::-1] if tiling.turned else A4
    assert shown_area(tiling) == pytest.approx(width * height)
    for tile in tiling.tiles:
        assert tile.size[0] <= room[0] and tile.size[1] <= room[1]
        others = [other for other in tiling.tiles if other is not tile]
        assert not any(other.shown.meets(tile.shown) for other in others)
        assert tile.strip_right == (overlap if tile.shown.right < width else 0)
        assert tile.strip_below == (overlap if tile.shown.bottom < height else 0)
        for patch in keep:
            if tile.shown.meets(patch) and not tile.shown.holds(patch) and patch not in tiling.cut:
                assert any(tongue.meets(patch) for other in tiling.tiles for tongue in other.tongues)


def test_the_fewest_tiles_are_taken_upright_or_turned() -> None:
    assert len(tiled((190, 272), A4, 10).tiles) == 1
    assert len(tiled((594, 420), A4, 10).tiles) == 8
    across = tiled((500, 180), A4, 10)
    assert across.turned and len(across.tiles) == 2


def test_a_seam_takes_the_gap() -> None:
    """Everything is full but for one lane of four millimetres, off the middle."""
    lane = 171
    keep = [Patch(x, y, right, y + 30) for y in range(10, 240, 40) for x, right in ((90, lane - 2), (lane + 2, 230))]
    tiling = tiled((300, 260), A4, 10, keep)
    assert tiling.tiles[0].shown.right == pytest.approx(lane, abs=1) and tiling.tiles[1].shown.right == 300
    assert not tiling.cut and not any(tile.tongues for tile in tiling.tiles)


def test_what_no_seam_can_spare_gets_a_tongue() -> None:
    """Whatever seam is taken, one of the two is in its way."""
    tiling = tiled((300, 260), A4, 10, [Patch(100, 100, 146, 120), Patch(140, 140, 185, 160)])
    left, right = tiling.tiles
    assert left.shown.right == right.shown.left and 110 <= right.shown.left <= 180
    (tongue,) = right.tongues
    assert tongue == Patch(139, 139, right.shown.left, 161) or tongue == Patch(99, 99, right.shown.left, 121)
    assert not left.tongues and not tiling.cut


def test_what_is_too_wide_for_any_page_is_cut_and_told() -> None:
    banner = Patch(5, 5, 295, 20)
    assert tiled((300, 260), A4, 10, [banner]).cut == (banner,)


def test_an_overlap_that_eats_the_page_is_refused() -> None:
    with pytest.raises(PrintingError, match="leaves nothing of a page"):
        tiled((300, 260), (90, 60), 50)


def test_type_pictures_and_marked_elements_are_kept_whole() -> None:
    markup = (
        f'<g transform="translate(10 20)">{text("Timbuktu", 5, 9, anchor="end")}'
        '<image href="a.svg" x="1" y="2" width="3" height="4"/></g><rect width="50" height="50"/>'
        '<rect data-keep="town" x="30" y="30" width="5" height="6"/>'
    )
    line, *patches = patches_to_keep(Face(markup, 60, 60, 0).drawing())
    assert patches == [Patch(11, 22, 14, 26), Patch(30, 30, 35, 36, marked=True)]
    assert line.right == 15 and 3 < line.left < 8 and 27 < line.top < 29 < line.bottom < 30


@pytest.fixture
def mapped(workshop: Workshop) -> Workshop:
    """The example game with a board."""
    path = workshop.game / "game.toml"
    path.write_text(path.read_text(encoding="utf-8") + BOARD, encoding="utf-8")
    workshop.write("templates/map.svg.j2", LOOK)
    return workshop


@pytest.mark.parametrize("paper", ["a4", "a3"])
def test_the_tiles_put_together_are_the_board(mapped: Workshop, tmp_path: Path, paper: str) -> None:
    game, dpi = load("mygame"), 50
    whole = print_set(game, Order(only=("map",), board="one", backs="none"), tmp_path / "one.pdf")
    board = picture(whole.file, dpi=dpi).astype(int)
    composition = Composition(game, Order(paper=paper, only=("map",), backs="none"))
    pages = printed_sheets(composition)
    tiling = composition.boards.tiling(game.spec.board[0])
    assert tiling.turned == (paper == "a3")
    glued = np.zeros_like(board)
    for number, tile in enumerate(tiling.tiles, start=len(composition.sheets) - len(tiling.tiles)):
        placed = composition.sheets[number].front.placed[0]
        page = picture(pages, page=number, dpi=dpi).astype(int)
        page = np.rot90(page) if tiling.turned else page
        spot = placed.spot
        x, y = (spot.y, papers()[paper].width - spot.x - spot.width) if tiling.turned else (spot.x, spot.y)
        pixel = dpi / 25.4
        for part in (tile.shown, *tile.tongues):
            left, top, right, bottom = (round(edge * pixel) for edge in (part.left, part.top, part.right, part.bottom))
            dx, dy = round(x * pixel), round(y * pixel)
            glued[top:bottom, left:right] = page[top + dy : bottom + dy, left + dx : right + dx]
    edge = 6
    difference = np.abs(glued - board)[edge:-edge, edge:-edge].mean()
    assert difference < 6


def test_tiles_say_where_they_belong(mapped: Workshop) -> None:
    composition = Composition(load("mygame"), Order(language="en", only=("map",), backs="none"))
    pages = printed_sheets(composition)
    said = ["".join(letter.text for letter in letters(pages, n)) for n in range(len(composition.sheets))]
    assert "Map:howthetileslie" in said[0] and all(name in said[0] for name in ("A1", "A2"))
    assert "MapA1" in said[1] and "glueA2here" in said[1]
    assert "MapA2" in said[2] and "glue" not in said[2]


def test_one_page_has_the_boards_own_size(mapped: Workshop) -> None:
    assert (
        mapped.run("pdf", "mygame", "--only", "map", "--board", "one", "--edition", "bleed", "--out", "out").exit_code
        == 0
    )
    (file,) = Path("out").iterdir()
    assert file.name == "market-day-a4-en-bleed-board-one-map.pdf"
    page = pypdfium2.PdfDocument(file)[0]
    assert [side * 25.4 / 72 for side in page.get_size()] == pytest.approx([366, 256], abs=0.1)
    left, bottom, right, top = (edge * 25.4 / 72 for edge in page.get_trimbox())
    assert (right - left, top - bottom) == pytest.approx((360, 250), abs=0.1)


def test_a_board_fits_one_sheet_and_says_how_small(mapped: Workshop) -> None:
    result = mapped.run("pdf", "mygame", "--only", "map", "--board", "fit", "--out", "out")
    assert result.exit_code == 0 and "map is printed at 76 % of its size." in result.stdout
    assert "map: a board of 360 x 250 mm" in mapped.run("check", "mygame", "--lang", "en").stdout


def test_faults_of_a_board_are_told_with_their_line(mapped: Workshop) -> None:
    mapped.change("game.toml", 'face = "map.svg.j2"', 'face = "mop.svg.j2"')
    assert "there is no template 'mop.svg.j2' in templates/. Did you mean 'map.svg.j2'?" in mapped.printing()
    mapped.change("game.toml", 'face = "mop.svg.j2"', 'face = "map.svg.j2"\ntable = "card"')
    assert "there is no table 'card'. Did you mean 'cards'?" in mapped.printing()
    mapped.change("game.toml", 'table = "card"\n', 'where = { guild = "baker" }\n')
    assert "rows are picked of a table; name it as `table`." in mapped.printing()
    mapped.change("game.toml", 'where = { guild = "baker" }\nsize', "size")
    mapped.change("game.toml", "overlap = 8", "overlap = 80")
    assert "overlap" in mapped.printing()
    mapped.change("game.toml", "overlap = 80", "overlap = 8\nextra = true")
    assert "map" not in [sheet.front.name for sheet in Composition(load("mygame"), Order()).boards.sheets]
    assert Composition(load("mygame"), Order(only=("map",))).boards.sheets


def test_a_board_that_is_no_svg_is_told_with_its_template(mapped: Workshop) -> None:
    mapped.write("templates/map.svg.j2", "<g><rect width='5' height='5'></g>")
    assert mapped.printing().startswith("mygame/templates/map.svg.j2: not well-formed SVG: <rect> is not closed")


def test_every_face_is_parsed_once(mapped: Workshop, monkeypatch: pytest.MonkeyPatch) -> None:
    parsed: list[str] = []

    def counting(markup: str, files: bool = False) -> Element:
        parsed.append(markup)
        return svg.parse(markup, files)

    monkeypatch.setattr("pnp.faces.face.parse", counting)
    composition = Composition(load("mygame"), Order())
    printed_sheets(composition)
    assert len(parsed) == len(set(parsed)) == len({face for sheet in composition.sheets for face in sheet.faces})
