"""Pages are rendered and looked at: what the knife follows is where the definition says."""

from __future__ import annotations

import io
from pathlib import Path

import numpy as np
import pikepdf
import pytest

from pnp.definition.game import Game, load
from pnp.imposition.backs import Spot
from pnp.imposition.cutting import Rect, replay
from pnp.imposition.papers import papers
from pnp.pdf.printing import print_set, printed_sheets
from pnp.print_options import Order
from pnp.sheets.composition import Composition
from tests.looking import dark_stretches, letters, picture

DPI = 600
WITHIN = 0.1


@pytest.fixture(scope="module")
def game() -> Game:
    return load("kk-card")


@pytest.fixture(scope="module", params=["a4", "letter"])
def order(request: pytest.FixtureRequest) -> Order:
    return Order(paper=request.param, only=("cards", "laws", "stones"))


@pytest.fixture(scope="module")
def job(game: Game, order: Order) -> Composition:
    return Composition(game, order)


@pytest.fixture(scope="module")
def pdf(job: Composition) -> bytes:
    return printed_sheets(job)


def test_tick_marks_stand_where_components_end(job: Composition, pdf: bytes) -> None:
    """Along a line just above the topmost components every tick of a cut down the sheet is found, within 0.1 mm."""
    for number, sheet in enumerate(job.sheets):
        spots = [placed.spot for placed in sheet.front.placed]
        top = min(spot.y for spot in spots)
        first = [spot for spot in spots if spot.y == pytest.approx(top)]
        expected = sorted({round(edge, 2) for spot in first for edge in (spot.x, spot.x + spot.width)})
        pixels = picture(pdf, 2 * number, DPI)
        row = pixels[round((top - 1.7) / 25.4 * DPI)]
        found = dark_stretches(row, DPI)
        for edge in expected:
            assert min(abs(edge - mark) for mark in found) < WITHIN, f"sheet {number + 1}: no tick at {edge} mm"


def test_a_fine_line_runs_between_neighbours_that_touch(job: Composition, pdf: bytes) -> None:
    spots = [placed.spot for placed in job.sheets[0].front.placed]
    first, second = spots[0], spots[1]
    assert first.x + first.width == pytest.approx(second.x)
    pixels = picture(pdf, 0, DPI)
    y = round((first.y + 1.0) / 25.4 * DPI)
    across = pixels[y, round((second.x - 1) / 25.4 * DPI) : round((second.x + 1) / 25.4 * DPI)]
    seam = dark_stretches(across, DPI, threshold=200)
    assert len(seam) == 1
    assert seam[0] == pytest.approx(1.0, abs=WITHIN)


def test_the_bleed_edition_draws_nothing_on_a_card(game: Game) -> None:
    """No line crosses the trim: the parchment runs on undisturbed for three millimetres."""
    job = Composition(game, Order(edition="bleed", only=("cards",)))
    pdf = printed_sheets(job)
    pixels = picture(pdf, 0, DPI)
    for placed in job.sheets[0].front.placed:
        spot = placed.spot
        y = round((spot.y + spot.height / 3) / 25.4 * DPI)
        edge = pixels[y, round((spot.x - 2.8) / 25.4 * DPI) : round((spot.x + 2.4) / 25.4 * DPI)].astype(int)
        assert np.ptp(edge, axis=0).max() <= 6


def test_cutting_the_sheet_as_printed_gives_every_component_whole(game: Game) -> None:
    for order in (Order(), Order(paper="letter"), Order(edition="bleed"), Order(backs="gutterfold")):
        paper = papers()[order.paper]
        for sheet in Composition(game, order).sheets:
            if sheet.whole_page:
                continue
            limit = sheet.front.fold or paper.height
            fronts = [placed.spot for placed in sheet.front.placed if placed.spot.y < limit]
            pieces = replay(Rect(0, 0, paper.width, paper.height), sheet.front.cuts)
            for spot in fronts:
                assert any(_same(spot, piece) for piece in pieces), f"{order}: {spot} is not one piece"


def _same(spot: Spot, piece: Rect) -> bool:
    sides = (spot.x, spot.y, spot.x + spot.width, spot.y + spot.height)
    return all(abs(mine - cut) <= 0.011 for mine, cut in zip(sides, piece, strict=True))


def test_cut_numbers_are_printed_in_order(job: Composition, pdf: bytes) -> None:
    """Outside the components every sheet shows the numbers of its cuts, 1 to the last."""
    for number, sheet in enumerate(job.sheets):
        spots = [placed.spot for placed in sheet.front.placed]
        outside = [letter for letter in letters(pdf, 2 * number) if not any(_covers(spot, letter) for spot in spots)]
        digits = "".join(letter.text for letter in outside if letter.bottom < job.paper.height - 10)
        assert [cut.number for cut in sheet.front.cuts] == list(range(1, len(sheet.front.cuts) + 1))
        assert sorted(digits) == sorted("".join(str(cut.number) for cut in sheet.front.cuts))


def _covers(spot: Spot, letter: object) -> bool:
    left, right = getattr(letter, "left"), getattr(letter, "right")  # noqa: B009
    top, bottom = getattr(letter, "top"), getattr(letter, "bottom")  # noqa: B009
    return spot.x < left and right < spot.x + spot.width and spot.y < top and bottom < spot.y + spot.height


def test_no_text_leaves_its_component(job: Composition, pdf: bytes) -> None:
    """Every letter lies wholly on one component, 2 mm inside its trim, or wholly off all of them."""
    for number, sheet in enumerate(job.sheets):
        spots = [placed.spot for placed in sheet.front.placed]
        for letter in letters(pdf, 2 * number):
            touching = [
                spot
                for spot in spots
                if letter.right > spot.x
                and letter.left < spot.x + spot.width
                and letter.bottom > spot.y
                and letter.top < spot.y + spot.height
            ]
            for spot in touching:
                inner = Spot(spot.x + 2, spot.y + 2, spot.width - 4, spot.height - 4)
                assert _covers(inner, letter), f"{letter} on sheet {number + 1} comes too close to the cut"


def test_ruler_and_facts_stand_on_what_bears_something(job: Composition, pdf: bytes, order: Order) -> None:
    whole = len(job.sheets)
    for page in range(2 * whole):
        said = "".join(letter.text for letter in letters(pdf, page) if letter.top > job.paper.height - 11)
        sheet = job.sheets[page // 2]
        if not (sheet.back if page % 2 else sheet.front).placed or not sheet.marginalia:
            assert "Bogen" not in said
            continue
        assert f"Bogen{page // 2 + 1}von{whole}" in said
        assert ("Rückseite" if page % 2 else "Vorderseite") in said
        assert "100%" in said
        assert job.paper.name in said


def test_the_ruler_is_five_centimetres_and_two_inches_long(job: Composition, pdf: bytes) -> None:
    """The long ticks of the ruler: six a centimetre apart above its line, three an inch apart below it."""
    pixels = picture(pdf, 0, DPI)
    base = job.paper.height - job.paper.edge - 1.6
    for y, step, ticks in ((base - 1.35, 10.0, 6), (base + 1.35, 25.4, 3)):
        marks = dark_stretches(pixels[round(y / 25.4 * DPI)], DPI)
        misses = [max(min(abs(mark - start - n * step) for mark in marks) for n in range(ticks)) for start in marks]
        assert min(misses) < WITHIN


def test_the_file_tells_viewers_and_print_shops_what_they_need(job: Composition, pdf: bytes) -> None:
    with pikepdf.open(io.BytesIO(pdf)) as document:
        assert document.check_pdf_syntax() == []
        assert str(document.Root.Lang) == "de"
        assert document.Root.ViewerPreferences.PrintScaling == "/None"
        assert document.Root.ViewerPreferences.Duplex == "/DuplexFlipLongEdge"
        assert str(document.docinfo["/Title"]) == job.game.spec.title.de
        for page in document.pages:
            width, height = (float(side) * 25.4 / 72 for side in page.mediabox[2:])
            assert (width, height) == pytest.approx((job.paper.width, job.paper.height), abs=0.01)
            trim, bleed = ([float(side) for side in box] for box in (page.trimbox, page.obj.BleedBox))
            assert bleed[0] <= trim[0] < trim[2] <= bleed[2]
        fonts, pictures = _resources(document)
        assert fonts
        assert all("/FontFile2" in font.FontDescriptor for font in fonts)
        assert pictures == 0


def _resources(document: pikepdf.Pdf) -> tuple[list[pikepdf.Object], int]:
    fonts = [item for item in document.objects if _is(item, "/Font")]
    streams = [item for item in document.objects if isinstance(item, pikepdf.Stream)]
    return fonts, sum(stream.get("/Subtype") == "/Image" for stream in streams)


def _is(item: pikepdf.Object, kind: str) -> bool:
    return isinstance(item, pikepdf.Dictionary) and item.get("/Type") == kind


def test_each_distinct_face_is_stored_once(game: Game) -> None:
    """Fifteen stones make five faces, which are their backs too, and 56 cards have one back."""
    job = Composition(game, Order(only=("stones", "cards")))
    pdf = printed_sheets(job)
    with pikepdf.open(io.BytesIO(pdf)) as document:
        placed = {
            form.objgen
            for page in document.pages
            for name, form in page.obj.Resources.get("/XObject", {}).items()
            if "stencil" not in name
        }
    assert len(placed) == 56 + 1 + 5


def test_the_same_order_gives_the_same_bytes(game: Game, tmp_path: Path) -> None:
    order = Order(only=("cards", "stones"), paper="letter", language="en")
    first = print_set(game, order, tmp_path / "a.pdf")
    second = print_set(game, order, tmp_path / "b.pdf")
    assert first.file.read_bytes() == second.file.read_bytes()
