"""Files are written as they are drawn: a large deck takes hardly more memory than a small one, and is a sound file."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from pathlib import Path

import pikepdf
import pypdfium2
import pytest

from bench.decks import write_deck
from pnp.definition.game import load
from pnp.pdf.printing import printed_set
from pnp.print_options import Order
from tests.conftest import Workshop

STATUS = Path("/proc/self/status")
PRINTING = """
import sys
from pathlib import Path
from pnp.definition.game import load
from pnp.pdf.printing import printed_set
from pnp.print_options import Order
from shelf.kept import Kept
print(printed_set(load(sys.argv[1]), Order(backs="none"), kept=Kept(sys.argv[1]))[0].pages)
(line,) = [line for line in Path("/proc/self/status").read_text().splitlines() if line.startswith("VmHWM")]
print(line.split()[1])
"""


def peak(folder: Path) -> float:
    """The megabytes that a program needs at most to print a deck of which nothing is kept."""
    command = [sys.executable, "-c", PRINTING, str(folder)]
    told = subprocess.run(command, check=True, capture_output=True, text=True, env=os.environ | {"TIMBUKTU_KEEP": "0"})
    pages, kilobytes = map(int, told.stdout.split())
    assert pages > 20
    return kilobytes / 1000


@pytest.mark.skipif(not STATUS.exists(), reason="only Linux tells a program the most memory it had")
def test_ten_times_the_cards_take_hardly_more_memory(tmp_path: Path) -> None:
    """It grew by 38 MB where all was held until the end; the file itself grows by 1.8."""
    small, large = (peak(write_deck(tmp_path / str(cards), cards)) for cards in (200, 2000))
    assert large - small < 16


def test_every_card_of_a_large_deck_is_there(tmp_path: Path) -> None:
    folder = write_deck(tmp_path / "deck", 300)
    _, content = printed_set(load(str(folder)), Order(backs="none"))
    with pikepdf.open(io.BytesIO(content)) as pdf:
        assert not pdf.check_pdf_syntax(), "qpdf finds nothing wrong"
    pages = pypdfium2.PdfDocument(content)
    words = {word for page in pages for word in page.get_textpage().get_text_range().split()}
    assert {f"B{card:04}" for card in range(1, 301)} <= words


@pytest.mark.parametrize("title", ["Pay 5 0 R (1 0 R) now", r"A \\ back (slash 7 0 R", "Ärger 3 0 R"])
def test_words_that_look_like_references_stay_words(workshop: Workshop, title: str) -> None:
    workshop.change("game.toml", "title = {", f"title = {{ de = '{title}', en = '{title}' }} #")
    _, content = printed_set(load(str(workshop.game)), Order())
    with pikepdf.open(io.BytesIO(content)) as pdf:
        assert str(pdf.docinfo.Title) == title
        assert not pdf.check_pdf_syntax()
