"""What a print shop and a reader find in a file: its colours, its boxes, and what it says about itself."""

from __future__ import annotations

import io
import re
from pathlib import Path
from typing import Any

import pikepdf
import pytest
from PIL import Image, ImageCms, ImageColor

from pnp.definition.game import load
from pnp.pdf.prepress import PRESS
from pnp.pdf.printing import printed_set
from pnp.print_options import Order
from tests.conftest import Workshop

INSTALLED = Path("/usr/share/color/icc/ghostscript/default_cmyk.icc")
"""A profile of a press, which comes with Ghostscript."""
BLACK_POINT = ImageCms.Flags.BLACKPOINTCOMPENSATION
OPERATORS = re.compile(rb"(?<=\s)(rg|RG|k|K|g|G|sc|scn|SC|SCN)(?=\s)")


def forms(pdf: pikepdf.Pdf) -> list[pikepdf.Stream]:
    return [item for item in pdf.objects if isinstance(item, pikepdf.Stream) and item.get("/Subtype") == "/Form"]


def of_type(pdf: pikepdf.Pdf, name: str) -> list[pikepdf.Dictionary]:
    return [item for item in pdf.objects if isinstance(item, pikepdf.Dictionary) and item.get("/Type") == name]


def painting(content: bytes) -> set[str]:
    """The operators with which a file sets colours, outside strings."""
    found: set[bytes] = set()
    with pikepdf.open(io.BytesIO(content)) as pdf:
        for stream in [*forms(pdf), *(page.Contents for page in pdf.pages)]:
            found |= set(OPERATORS.findall(re.sub(rb"\((?:\\.|[^\\()])*\)", b"()", stream.read_bytes())))
        streams = [item for item in pdf.objects if isinstance(item, pikepdf.Stream)]
        spaces = {str(item.ColorSpace) for item in streams if "/ColorSpace" in item}
    return {name.decode() for name in found} | spaces


def test_greyscale_has_no_colour_at_all() -> None:
    _, content = printed_set(load("kk-card"), Order(greyscale=True, only=("laws", "stones", "making")))
    assert painting(content) <= {"g", "G"}


def check_x4(content: bytes, profile: Path = PRESS) -> None:
    """What ISO 15930-7 asks of a file and can be seen from outside its pictures."""
    with pikepdf.open(io.BytesIO(content)) as pdf:
        assert not pdf.check_pdf_syntax(), "qpdf finds nothing wrong"
        assert pdf.pdf_version == "1.6" and not pdf.is_encrypted and "/ID" in pdf.trailer
        (intent,) = pdf.Root.OutputIntents
        assert intent.S == "/GTS_PDFX" and intent.DestOutputProfile.read_bytes() == profile.read_bytes()
        assert pdf.docinfo["/Trapped"] == "/False"
        with pdf.open_metadata() as meta:
            assert meta["pdfxid:GTS_PDFXVersion"] == "PDF/X-4" and meta["pdf:Trapped"] == "False"
            told = ("dc:title", "xmp:CreateDate", "xmp:ModifyDate", "xmp:MetadataDate")
            assert all(meta[name] for name in (*told, "xmpMM:DocumentID", "xmpMM:RenditionClass", "xmpMM:VersionID"))
        assert not {"/AcroForm", "/OpenAction", "/AA"} & set(pdf.Root.keys())
        for page in pdf.pages:
            trim, bleed, media = (list(map(float, box)) for box in (page.trimbox, page.bleedbox, page.mediabox))
            assert "/TrimBox" in page.obj and "/ArtBox" not in page.obj and "/Annots" not in page.obj
            for low, high in ((0, 2), (1, 3)):
                assert media[low] - 0.01 <= bleed[low] <= trim[low] < trim[high] <= bleed[high] <= media[high] + 0.01
        fonts = of_type(pdf, "/FontDescriptor")
        assert fonts and all({"/FontFile", "/FontFile2", "/FontFile3"} & set(font.keys()) for font in fonts)
        assert not any("/TR" in state or "/HTP" in state for state in of_type(pdf, "/ExtGState"))


@pytest.mark.parametrize("wish", [{"edition": "bleed"}, {"sheets": "single"}], ids=str)
def test_a_file_for_a_press_is_a_pdf_x4_in_its_inks(wish: dict[str, Any]) -> None:
    _, content = printed_set(load("kk-card"), Order(only=("laws", "stones", "chart"), **wish))
    assert painting(content) <= {"k", "K"}
    check_x4(content)
    with pikepdf.open(io.BytesIO(content)) as pdf:
        assert b"0 0 0 1 k" in b"".join(form.read_bytes() for form in forms(pdf))


def test_a_grey_file_for_a_press_is_a_pdf_x4_in_one_ink() -> None:
    _, content = printed_set(load("kk-card"), Order(edition="bleed", greyscale=True, only=("laws", "stones")))
    assert painting(content) <= {"g", "G"}
    check_x4(content)


def another_press() -> bytes:
    """Ours with another date in its header: a profile of a press, and not the one that is taken by itself."""
    year = slice(24, 26)
    content = bytearray(PRESS.read_bytes())
    content[year] = (1999).to_bytes(2, "big")
    return bytes(content)


@pytest.mark.parametrize("press", [None, INSTALLED] if INSTALLED.exists() else [None])
def test_a_shop_may_give_the_profile_of_its_press(tmp_path: Path, press: Path | None) -> None:
    given = tmp_path / "shop.icc"
    given.write_bytes(press.read_bytes() if press else another_press())
    assert given.read_bytes() != PRESS.read_bytes()
    order = Order(edition="bleed", profile=given, only=("laws", "stones"))
    _, content = printed_set(load("kk-card"), order)
    assert order.file_name(load("kk-card")).endswith("-bleed-profile-laws-stones.pdf")
    check_x4(content, given)


def test_our_press_prints_what_was_drawn() -> None:
    """Colours of the sets there and back, greys, and no more ink than paper takes."""
    profile = ImageCms.ImageCmsProfile(str(PRESS))
    assert profile.profile.device_class.strip() == "prtr"
    screen, wishes = ImageCms.createProfile("sRGB"), (ImageCms.Intent.RELATIVE_COLORIMETRIC, BLACK_POINT)
    there = ImageCms.buildTransform(screen, profile, "RGB", "CMYK", *wishes)
    back = ImageCms.buildTransform(profile, screen, "CMYK", "RGB", *wishes)
    colours = ["#ffffff", "#f4ecda", "#a81e2d", "#2f8f4e", "#e3b02f", "#76408f", "#c9748c", "#808080", "#404040"]
    for colour in map(ImageColor.getrgb, colours):
        inks = ImageCms.applyTransform(Image.new("RGB", (1, 1), colour), there)
        assert inks is not None and sum(inks.getpixel((0, 0))) <= 3.05 * 255
        printed = ImageCms.applyTransform(inks, back)
        assert printed is not None
        assert max(abs(a - b) for a, b in zip(printed.getpixel((0, 0)), colour, strict=True)) <= 8, colour


def test_no_profile_but_of_a_press(workshop: Workshop) -> None:
    workshop.write("screen.icc", ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes())
    workshop.write("nonsense.icc", b"nonsense")
    shop = ("pdf", "mygame", "--edition", "bleed", "--out", "out", "--profile")
    assert "four inks" in workshop.complaint(*shop, "mygame/screen.icc")
    assert "no ICC profile" in workshop.complaint(*shop, "mygame/nonsense.icc")
    assert workshop.run("pdf", "mygame", "--out", "out", "--profile", "mygame/screen.icc").exit_code == 2


@pytest.mark.parametrize(
    "arguments",
    [
        ("pdf", "kk-card", "--only", "laws,booklet,chart", "--out", "."),
        ("rules", "kk-card", "--out", "rules.pdf"),
        ("chart", "kk-card", "--out", "chart.pdf"),
        ("calibrate", "--out", "calibration.pdf"),
    ],
    ids=lambda arguments: arguments[0],
)
def test_every_file_says_what_it_is(workshop: Workshop, arguments: tuple[str, ...]) -> None:
    result = workshop.run(*arguments, "--lang", "de")
    assert result.exit_code == 0, result.output
    (file,) = workshop.root.glob("*.pdf")
    with pikepdf.open(file) as pdf:
        assert str(pdf.docinfo["/Title"]) and str(pdf.docinfo["/Author"])
        assert pdf.Root.Lang == "de" and pdf.Root.ViewerPreferences.DisplayDocTitle
        assert "/PageLabels" in pdf.Root
        with pdf.open_metadata() as meta:
            assert meta["dc:title"] == str(pdf.docinfo["/Title"]) and "de" in meta["dc:language"]
        with pdf.open_outline() as outline:
            assert outline.root and all(item.title for item in outline.root)
