"""Greyscale is grey to the last pixel, and low ink is low."""

from __future__ import annotations

import io

import numpy as np
import pypdfium2 as pdfium
import pytest
from cairosvg.colors import COLORS
from numpy.typing import NDArray
from PIL import Image

from pnp.definition.game import Game, load
from pnp.faces.face import Face, FaceMaker, block, text
from pnp.faces.ink import Ink, rgb
from pnp.pdf.single_faces import proof
from pnp.print_options import Order
from pnp.sheets.composition import Composition
from shelf import paths
from shelf.errors import PrintingError
from tests.conftest import Workshop
from tests.looking import letters, picture

PAINTS = [
    "#c03",
    "#CC0033",
    "#cc0033",
    "rgb(204,0,51)",
    "rgb(80%, 0%, 20%)",
    "RGB( 204 , 0 , 51 )",
    "rgba(204,0,51,0.8)",
    "Crimson",
    " crimson ",
    "crimson",
]


SMALLEST = 0.85
"""Letters lower than this, in millimetres, stand in small pictures of components, which are looked at in full size."""


@pytest.fixture
def game(workshop: Workshop) -> Game:
    Image.new("RGB", (8, 8), (200, 30, 30)).save(workshop.game / "symbols" / "red.png")
    return load(workshop.game)


def is_grey(pixels: NDArray[np.uint8]) -> bool:
    """Whether no pixel has a hue."""
    return bool((pixels.max(axis=2) == pixels.min(axis=2)).all())


def darkness(pixels: NDArray[np.uint8]) -> float:
    """The mean ink of a page: 0 is white paper, 1 is black."""
    return 1 - float(pixels.mean()) / 255


def colourful() -> dict[str, str]:
    """Drawings that use colour in every way that CairoSVG and the press understand."""
    stop = '<stop offset="0" stop-color="orange"/><stop offset="1" stop-color="rgb(0,0,255)"/>'
    gradient = f'<defs><linearGradient id="g">{stop}</linearGradient></defs>'
    return {
        **{f"fill {paint}": f'<rect width="40" height="40" fill="{paint}"/>' for paint in PAINTS},
        **{f"stroke {paint}": f'<path d="M0 0L40 40" stroke-width="9" stroke="{paint}"/>' for paint in PAINTS},
        "all names": "".join(
            f'<rect x="{n % 14 * 3}" y="{n // 14 * 3}" width="3" height="3" fill="{name}"/>'
            for n, name in enumerate(COLORS)
        ),
        "style": '<rect width="40" height="40" style="fill: Teal; stroke: #f0f"/>',
        "inherited": '<g fill="maroon"><rect width="40" height="40"/></g>',
        "currentColor": '<g color="navy"><rect width="40" height="40" fill="currentColor"/></g>',
        "gradient": f'{gradient}<rect width="40" height="40" fill="url(#g)"/>',
        "half opaque": '<rect width="40" height="40" fill="red" opacity="0.5"/>',
        "symbol": '<image href="symbols/baker.svg" width="40" height="40" color="#d9a441"/>',
        "clipped symbol": '<g opacity="0.9"><image href="symbols/weaver.svg" width="40" height="40"/></g>',
        "picture": '<image href="symbols/red.png" width="40" height="40"/>',
        "clipped picture": '<g opacity="0.9"><image href="symbols/red.png" width="40" height="40"/></g>',
        "text": str(text("Word", 2, 20, size=30, fill="Crimson")),
        "short text": str(text("Word", 2, 20, size=30, fill="#c03")),
        "block": str(block("<p>Some <b>words</b></p>", 2, 2, 36, 30, size=20, fill="teal")),
        "block with a fill": str(block('<p fill="#c03">Some words</p>', 2, 2, 36, 30, size=20)),
    }


@pytest.mark.parametrize("low", [False, True])
def test_every_colour_turns_grey(game: Game, low: bool) -> None:
    drawings = colourful()
    faces = [Face(drawing, 40, 40, 0) for drawing in drawings.values()]
    grey = proof(game, faces, Ink(low=low, grey=True))
    full = proof(game, faces)
    for page, name in enumerate(drawings):
        in_grey, in_colour = picture(grey, page, 50), picture(full, page, 50)
        assert is_grey(in_grey), name
        assert darkness(in_grey) > 0.003, f"{name} is gone"
        assert not is_grey(in_colour), f"{name} proves nothing"


def test_a_whole_set_is_grey_with_its_marks_and_margins(workshop: Workshop) -> None:
    assert workshop.run("pdf", "mygame", "--out", "grey", "--greyscale").exit_code == 0
    (file,) = (workshop.root / "grey").iterdir()
    for page in range(len(pdfium.PdfDocument(file))):
        assert is_grey(picture(file, page, 100))


def test_light_and_dark_stay_in_order(game: Game) -> None:
    """What is lighter in colour is lighter in grey: yellow, green, red, blue."""
    faces = [Face(f'<rect width="9" height="9" fill="{name}"/>', 9, 9, 0) for name in ("yellow", "lime", "red", "blue")]
    levels = [darkness(picture(proof(game, [face], Ink(grey=True)), dpi=30)) for face in faces]
    assert levels == sorted(levels) and levels[0] < 0.15 < 0.85 < levels[-1]


def test_a_short_colour_means_the_same_for_type_and_lines(game: Game) -> None:
    """#f00 is #ff0000, not #000f00."""
    long, short = (proof(game, [Face(str(text("X", 1, 9, size=30, fill=f)), 9, 9, 0)]) for f in ("#ff0000", "#f00"))
    assert (picture(long) == picture(short)).all()


def test_a_transparent_picture_stays_transparent(workshop: Workshop) -> None:
    Image.new("RGBA", (8, 8), (255, 0, 0, 0)).save(workshop.game / "symbols" / "clear.png")
    face = Face('<image href="symbols/clear.png" width="9" height="9"/>', 9, 9, 0)
    for ink in (Ink(), Ink(grey=True), Ink(low=True), Ink(low=True, grey=True)):
        assert darkness(picture(proof(load(workshop.game), [face], ink))) == 0


@pytest.mark.parametrize("edition", [["--low-ink"], ["--low-ink", "--greyscale"]])
def test_low_ink_needs_little_more_than_half_and_keeps_the_words(workshop: Workshop, edition: list[str]) -> None:
    for name, wishes in (("full", []), ("low", edition)):
        assert workshop.run("pdf", "mygame", "--out", name, *wishes).exit_code == 0
    (full,), (low,) = (list((workshop.root / name).iterdir()) for name in ("full", "low"))
    for page in range(len(pdfium.PdfDocument(full))):
        assert darkness(picture(low, page, 60)) < 0.6 * darkness(picture(full, page, 60))
        words, kept = (pdfium.PdfDocument(file)[page].get_textpage().get_text_bounded() for file in (full, low))
        assert sorted(kept.split()) == sorted(words.split())


def test_low_ink_leaves_out_grounds_wherever_they_stand(game: Game) -> None:
    markup = (
        '<g><g><rect class="wide ground" width="9" height="9"/></g><rect class="grounds" width="2" height="2"/></g>'
    )
    pixels = picture(proof(game, [Face(markup, 9, 9, 0)], Ink(low=True)), dpi=254)
    assert (pixels[50:] == 255).all() and (pixels[:19, :19] < 10).all()


def test_nearly_black_lines_keep_their_strength_in_low_ink(game: Game) -> None:
    dark = Face('<rect width="9" height="9" fill="#221c14"/>', 9, 9, 0)
    assert (picture(proof(game, [dark])) == picture(proof(game, [dark], Ink(low=True)))).all()


def test_the_same_face_in_another_ink_is_another_sheet(workshop: Workshop) -> None:
    """Otherwise `--sheets-changed-since` would keep coloured sheets in a grey set."""
    assert workshop.run("pdf", "mygame", "--out", "colour").exit_code == 0
    (old,) = (workshop.root / "colour").iterdir()
    result = workshop.run("pdf", "mygame", "--out", "grey", "--greyscale", "--sheets-changed-since", str(old))
    assert result.exit_code == 0 and (workshop.root / "grey").exists()


def test_a_strange_colour_of_type_is_told() -> None:
    with pytest.raises(PrintingError, match="Did you mean 'crimson'"):
        rgb("crimsn")
    for strange in ("none", "#12", "url(#a)", "hsl(1,2,3)", ""):
        with pytest.raises(PrintingError, match="is no colour"):
            rgb(strange)
    assert rgb("#abc") == rgb("#AABBCC") == rgb("rgb(170, 187, 204)") == (170, 187, 204)


def test_low_ink_is_known_to_templates(game: Game) -> None:
    faces = [FaceMaker(game, "de", low).face("back.svg.j2", (63, 88), 0) for low in (False, True)]
    assert faces[0].svg != faces[1].svg


def test_the_same_input_gives_the_same_bytes(game: Game) -> None:
    faces = [Face(drawing, 40, 40, 0) for drawing in colourful().values()]
    assert proof(game, faces, Ink(low=True)) == proof(game, faces, Ink(low=True))


def test_a_picture_of_sixteen_bits_is_printed(workshop: Workshop) -> None:
    buffer = io.BytesIO()
    Image.new("I;16", (8, 8), 20_000).save(buffer, "PNG")
    workshop.write("symbols/deep.png", buffer.getvalue())
    face = Face('<image href="symbols/deep.png" width="9" height="9"/>', 9, 9, 0)
    for ink in (Ink(), Ink(grey=True)):
        assert 0.3 < darkness(picture(proof(load(workshop.game), [face], ink))) < 0.9


@pytest.mark.parametrize("name", paths.game_ids())
def test_every_letter_stands_out_where_its_ground_is_left_out(name: str) -> None:
    own, dpi = load(name), 150
    sheets = Composition(own, Order(low_ink=True, language="de")).sheets
    every = dict.fromkeys(face for sheet in sheets for face in sheet.faces)
    faces = [face for face in every if "<text" in face.svg or "<foreignObject" in face.svg]
    content = proof(own, faces, Ink(low=True))
    for page, face in enumerate(faces):
        pixels = picture(content, page, dpi).mean(axis=2)
        for letter in letters(content, page):
            left, top, right, bottom = (
                int(side * dpi / 25.4) for side in (letter.left, letter.top, letter.right, letter.bottom)
            )
            box = pixels[top : bottom + 1, left : right + 1]
            if letter.bottom - letter.top > SMALLEST and box.size:
                assert box.max() - box.min() > 50, (face.template, face.row, letter.text)
