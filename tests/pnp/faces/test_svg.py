"""SVG is read with suspicion, and placed where the template says."""

from __future__ import annotations

import math
from pathlib import Path

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from PIL import Image

from pnp.definition.game import Game, load
from pnp.faces import svg
from pnp.faces.face import Face, FaceMaker
from pnp.pdf.single_faces import proof
from shelf import paths
from shelf.errors import DefinitionError, PrintingError
from tests.conftest import Workshop
from tests.looking import letters, picture

OPENING = f'<svg xmlns="{svg.NAMESPACE}" xmlns:xlink="{svg.XLINK}" viewBox="0 0 10 10">'


@pytest.fixture
def game() -> Game:
    return load(paths.ASSETS / "starter")


# ---- what is refused ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "inner",
    [
        "<script>alert(1)</script>",
        "<style>@import 'http://example.org/x.css';</style>",
        '<image href="http://example.org/x.png"/>',
        '<image href="file:///etc/passwd"/>',
        '<image href="data:image/png;base64,AAAA"/>',
        '<image href="other.svg"/>',
        '<image href="../../secret.svg"/>',
        '<image xlink:href="%2e%2e/secret.svg"/>',
        '<use href="other.svg#a"/>',
        '<use href="#a" xlink:href="http://example.org/#a"/>',
        '<a href="http://example.org/"><path d="M0 0"/></a>',
        '<g xml:base="http://example.org/"/>',
        '<rect fill="url(http://example.org/#a)"/>',
        "<rect fill=\"URL( 'other.svg#a' )\"/>",
        '<rect fill="&#117;rl(other.svg#a)"/>',
        '<rect style="fill: url(other.svg#a)"/>',
        '<rect clip-path="url(#a) url(file:///x#b)"/>',
        "<g>" * 101 + "</g>" * 101,
    ],
)
def test_what_leads_out_of_a_drawing_is_refused(inner: str) -> None:
    with pytest.raises(PrintingError):
        svg.parse(f"{OPENING}{inner}</svg>")


@pytest.mark.parametrize(
    "inner",
    [
        '<use href="#a"/>',
        '<use xlink:href="#a"/>',
        '<rect fill="url(#a)"/>',
        "<rect fill=\"url('#a')\"/>",
        '<rect fill="url( #a )"/>',
        '<rect style="fill:url(#a);stroke:#fff"/>',
        "<metadata><x xmlns='http://example.org/' about='http://example.org/'/></metadata>",
        "<g>" * 99 + "</g>" * 99,
    ],
)
def test_what_stays_in_a_drawing_is_allowed(inner: str) -> None:
    assert svg.tag(svg.parse(f"{OPENING}{inner}</svg>")) == "svg"


@pytest.mark.parametrize(
    ("markup", "message"),
    [
        ('<!DOCTYPE svg [<!ENTITY a "b">]>' + OPENING + "&a;</svg>", "document type or entities"),
        (OPENING + "<g><circel></g></svg>", "<circel> is not closed"),
        (OPENING + "<g>", "<g> is not closed"),
        (OPENING + "<g a=b/></svg>", "at '"),
        (OPENING + "&nbsp;</svg>", "undefined entity"),
        ("", "no element found"),
    ],
)
def test_what_is_not_well_formed_is_told(markup: str, message: str) -> None:
    with pytest.raises(PrintingError, match=message):
        svg.parse(markup)


@pytest.mark.parametrize(
    "box", ["0 0 nan 10", "0 0 inf 10", "nan 0 10 10", "0 0 -1 10", "0 0 0 10", "0 0 1e300 1e300", "a b c d", "1 2 3"]
)
def test_a_drawing_needs_a_sensible_view_box(box: str) -> None:
    with pytest.raises(PrintingError, match="needs a viewBox"):
        svg.view_box(svg.parse(f'<svg viewBox="{box}"/>'))


def test_width_and_height_serve_as_a_view_box() -> None:
    assert svg.view_box(svg.parse('<svg width="30mm" height="20px"/>')) == (0, 0, 30, 20)


# ---- where things lie ---------------------------------------------------------------------------------------------

NUMBERS = st.floats(-50, 50).map(lambda number: round(number, 3))


@given(st.tuples(*[NUMBERS] * 6), st.tuples(NUMBERS, NUMBERS, st.floats(0, 99), st.floats(0, 99)), st.data())
def test_the_box_inside_a_transformation_covers_the_area_outside(
    matrix: svg.Matrix, area: svg.Extent, data: st.DataObject
) -> None:
    a, b, c, d, e, f = matrix
    det = a * d - b * c
    assume(abs(det) > 0.01)
    box = svg.seen_through(matrix, area)
    assert box is not None
    x = area[0] + data.draw(st.floats(0, 1)) * area[2] - e
    y = area[1] + data.draw(st.floats(0, 1)) * area[3] - f
    u, v = (d * x - c * y) / det, (a * y - b * x) / det
    near = 1e-6 * (1 + max(map(abs, (*box, u, v))))
    assert box[0] - near <= u <= box[0] + box[2] + near
    assert box[1] - near <= v <= box[1] + box[3] + near


def test_a_squashed_group_shows_nothing() -> None:
    assert svg.seen_through((0, 0, 0, 0, 1, 1), (0, 0, 9, 9)) is None


@given(st.lists(st.sampled_from(["translate(3 4)", "scale(2)", "scale(2, 3)", "rotate(90)", "rotate(30 5 6)"])))
def test_transformations_are_done_one_after_the_other(steps: list[str]) -> None:
    """The whole attribute is the product of its steps, the last one done first."""
    whole: svg.Matrix = (1, 0, 0, 1, 0, 0)
    for step in steps:
        whole = svg.times(whole, svg.transform(step))
    assert svg.transform(" ".join(steps)) == pytest.approx(whole)


@pytest.mark.parametrize("value", ["skewX(3)", "rotate(x)", "translate()", "matrix(1 2 3)", "scale(nan)"])
def test_a_strange_transformation_is_told(value: str) -> None:
    with pytest.raises(PrintingError, match="cannot read transform"):
        svg.transform(value)


def test_line_work_in_a_moved_group_is_drawn_whole(game: Game) -> None:
    """The group lies right of and below its own origin's quarter: nothing of it may be cut off."""
    text = FaceMaker(game, "de").face("card.svg.j2", (40, 40), 0, game.tables["cards"][0]).svg
    text = text[text.index("<text") : text.index("</text>") + 7]
    face = Face(f'<g transform="translate(30 30) rotate(90)">{text}<path d="M-20 -10H0V10H-20Z"/></g>', 40, 40, 0)
    pixels = picture(proof(game, [face]), dpi=254)
    dark = (pixels < 128).all(axis=2)
    assert [dark[y * 10, x * 10] for x, y in ((21, 11), (39, 11), (21, 29), (39, 29), (30, 20))] == [True] * 5
    assert not dark[:95].any() and not dark[:, :195].any()


@pytest.mark.parametrize("scale", [1, 0.01, 2500])
def test_a_symbol_fills_its_box_whatever_its_coordinates(workshop: Workshop, scale: float) -> None:
    half, whole = 10 * scale, 20 * scale
    workshop.write(
        "symbols/half.svg",
        f'<svg xmlns="{svg.NAMESPACE}" viewBox="{half} {half} {whole} {half}"><path fill="currentColor"'
        f' d="M{half} {half}h{half}v{half}h{-half}Z"/></svg>',
    )
    game = load(workshop.game)
    face = Face('<image href="symbols/half.svg" x="10" y="0" width="20" height="30" color="#ff0000"/>', 40, 30, 0)
    red = (picture(proof(game, [face]), dpi=254) == (255, 0, 0)).all(axis=2)
    rows, columns = red.any(axis=1).nonzero()[0], red.any(axis=0).nonzero()[0]
    assert [rows[0], rows[-1], columns[0], columns[-1]] == pytest.approx([100, 199, 100, 199], abs=1.5)


def test_a_drawing_of_many_lines_is_printed(workshop: Workshop) -> None:
    path = "M0 0" + "".join(f"L{n % 40} {n % 37}" for n in range(20_000))
    workshop.write("symbols/baker.svg", f'<svg xmlns="{svg.NAMESPACE}" viewBox="0 0 40 40"><path d="{path}"/></svg>')
    assert proof(load(workshop.game), [Face('<image href="symbols/baker.svg" width="9" height="9"/>', 9, 9, 0)])


def test_files_are_placed_in_clipped_groups_too(workshop: Workshop) -> None:
    """Also when the command is run elsewhere than in the game's folder."""
    Image.new("RGB", (10, 10), (0, 0, 255)).save(workshop.game / "symbols" / "blue.png")
    workshop.write(
        "symbols/red.svg", f'<svg xmlns="{svg.NAMESPACE}" viewBox="0 0 1 1"><path d="M0 0h1v1H0z" fill="red"/></svg>'
    )
    clip = '<clipPath id="c"><rect width="10" height="5"/></clipPath>'
    red = '<g clip-path="url(#c)"><image href="symbols/red.svg" width="10" height="10"/></g>'
    blue = (
        '<g clip-path="url(#c)" transform="translate(10 0)"><image href="symbols/blue.png" width="10" height="10"/></g>'
    )
    pixels = picture(proof(load(workshop.game), [Face(clip + red + blue, 20, 10, 0)]), dpi=254)
    assert pixels[25, 50].tolist() == [255, 0, 0] and pixels[25, 150].tolist() == [0, 0, 255]
    assert pixels[75, 50].tolist() == pixels[75, 150].tolist() == [255, 255, 255]


def test_a_picture_keeps_its_shape_and_stands_in_the_middle(workshop: Workshop) -> None:
    Image.new("RGBA", (20, 10), (0, 128, 0, 255)).save(workshop.game / "symbols" / "wide.PNG")
    face = Face('<image href="symbols/wide.PNG" x="0" y="0" width="20" height="30"/>', 20, 30, 0)
    green = (picture(proof(load(workshop.game), [face]), dpi=254)[:, :, 0] < 100).any(axis=1).nonzero()[0]
    assert [green[0], green[-1]] == pytest.approx([100, 199], abs=1.5)


# ---- what a face may hold -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("markup", "message"),
    [
        ("<text>Hello</text>", "write text with text()"),
        ('<text font-family="Arial">Hello</text>', "there is no typeface 'Arial'"),
        ('<g fill="red"><text>Hello</text></g>', "plain <g transform=...> only"),
        ('<clipPath id="a"><text>Hello</text></clipPath>', "plain <g transform=...> only"),
        ('<image href="symbols/baker.svg" width="wide" height="3"/>', "<image width='wide'>: a number was expected"),
        ('<rect data-field="a" x="1mm"/>', "<rect x='1mm'>: a number was expected"),
        (
            '<foreignObject width="9" height="9"><p><img src="x.png"/></p></foreignObject>',
            "<img> cannot stand in a text",
        ),
        (
            '<foreignObject width="9" height="9"><p><font color="red">a</font></p></foreignObject>',
            "<font> cannot stand",
        ),
        ('<foreignObject width="9"><p fill="[1]">a</p></foreignObject>', "cannot stand in a text"),
        ('<foreignObject width="a" height="9"><p>a</p></foreignObject>', "<foreignObject width='a'>: a number was"),
        ('<rect width="9" height="9" fill="rgb(1,2)"/>', "CairoSVG cannot draw this"),
        ('<g id="a"><use href="#a"/></g>', "the drawing uses itself"),
    ],
)
def test_what_cannot_be_printed_names_its_template_and_row(game: Game, markup: str, message: str) -> None:
    face = Face(markup, 40, 40, 0, Path("templates/card.svg.j2"), "BA3 (cards.csv, line 4)")
    with pytest.raises(DefinitionError) as fault:
        proof(game, [face])
    assert str(fault.value).startswith(f"{Path('templates/card.svg.j2')}: BA3 (cards.csv, line 4): ")
    assert message in fault.value.message


def test_letters_of_a_turned_text_lie_where_they_should(game: Game) -> None:
    text = FaceMaker(game, "de").face("card.svg.j2", (40, 40), 0, game.tables["cards"][0]).svg
    name = text[text.index("<text") : text.index("</text>") + 7]
    upright = {letter.text: letter for letter in letters(proof(game, [Face(name, 40, 40, 0)]))}
    turned = {
        letter.text: letter
        for letter in letters(proof(game, [Face(f'<g transform="rotate(180 20 20)">{name}</g>', 40, 40, 0)]))
    }
    assert upright.keys() == turned.keys() and upright
    for key, letter in upright.items():
        assert math.isclose(turned[key].left, 40 - letter.right, abs_tol=0.1)
        assert math.isclose(turned[key].top, 40 - letter.bottom, abs_tol=0.1)


@pytest.mark.parametrize("number", ["9" * 40, "1e300", "-12345678901"])
def test_a_number_too_large_to_be_drawn_is_refused(number: str) -> None:
    """Cairo would not only refuse it, but end the process."""
    with pytest.raises(PrintingError, match="too large to be drawn"):
        svg.parse(f'<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0a3 3 0 0 1 4 {number}"/></svg>')
    svg.parse('<svg xmlns="http://www.w3.org/2000/svg"><path d="M0.12345678901234 1e-30a3 3 0 0 1 4 123456"/></svg>')


def test_no_message_is_longer_than_one_reads() -> None:
    with pytest.raises(PrintingError) as refused:
        svg.parse("<a" + "b" * 100_000 + "/>" * 2)
    assert len(str(PrintingError("no " * 100_000))) < 1_000 and len(str(refused.value)) < 1_000
