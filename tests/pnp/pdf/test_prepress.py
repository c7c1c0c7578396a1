"""What a print shop and a reader find in a file: its colours, its boxes, and what it says about itself."""

from __future__ import annotations

import io
import re
from pathlib import Path

import pikepdf
import pytest

from pnp.definition.game import load
from pnp.pdf.printing import printed_set
from pnp.print_options import Order
from tests.conftest import Workshop

PRESS = Path("/usr/share/color/icc/ghostscript/default_cmyk.icc")
"""A profile of a press, which comes with Ghostscript; none is small and free enough to be shipped."""
OPERATORS = re.compile(rb"(?<=\s)(rg|RG|k|K|g|G|sc|scn|SC|SCN)(?=\s)")


def forms(pdf: pikepdf.Pdf) -> list[pikepdf.Stream]:
    return [item for item in pdf.objects if isinstance(item, pikepdf.Stream) and item.get("/Subtype") == "/Form"]


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


@pytest.mark.skipif(not PRESS.exists(), reason="no profile of a press is installed")
def test_a_file_for_a_press_is_a_pdf_x4_in_its_inks() -> None:
    order = Order(edition="bleed", profile=PRESS, only=("laws", "stones"))
    _, content = printed_set(load("kk-card"), order)
    assert order.file_name(load("kk-card")).endswith("-bleed-x4-laws-stones.pdf")
    assert painting(content) <= {"k", "K"}
    with pikepdf.open(io.BytesIO(content)) as pdf:
        (intent,) = pdf.Root.OutputIntents
        assert intent.S == "/GTS_PDFX" and intent.DestOutputProfile.read_bytes() == PRESS.read_bytes()
        assert pdf.docinfo["/GTS_PDFXVersion"] == "PDF/X-4" and pdf.docinfo["/Trapped"] == "/False"
        with pdf.open_metadata() as meta:
            assert meta["pdfxid:GTS_PDFXVersion"] == "PDF/X-4"
        for page in pdf.pages:
            trim, bleed, media = (list(map(float, box)) for box in (page.trimbox, page.bleedbox, page.mediabox))
            assert media[0] <= bleed[0] <= trim[0] < trim[2] <= bleed[2] <= media[2]
        assert b"0 0 0 1 k" in b"".join(form.read_bytes() for form in forms(pdf))


def test_no_profile_but_of_a_press(workshop: Workshop) -> None:
    from PIL import ImageCms

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
        with pdf.open_outline() as outline:
            assert outline.root and all(item.title for item in outline.root)
