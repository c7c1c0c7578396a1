"""Print again only what changed."""

from __future__ import annotations

import shutil
from pathlib import Path

import pikepdf
import pytest

from pnp.definition.game import read_folder
from pnp.pdf.printing import print_set
from pnp.print_options import Order
from shelf import paths
from shelf.errors import PrintingError


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    shutil.copytree(paths.ASSETS / "starter", tmp_path / "game")
    return tmp_path / "game"


def test_only_the_sheet_with_the_changed_card_is_printed(folder: Path, tmp_path: Path) -> None:
    before = print_set(read_folder(folder, own=True), Order(), tmp_path / "before.pdf")
    assert before.sheets == 2
    table = folder / "cards.csv"
    table.write_text(table.read_text().replace("Wandteppich", "Wandbehang"))
    again = Order(sheets_changed_since=before.file)
    after = print_set(read_folder(folder, own=True), again, tmp_path / "after.pdf")
    assert after.pages == 2
    with pikepdf.open(after.file) as pdf:
        assert len(pdf.pages) == 2


def test_a_changed_drawing_counts_too(folder: Path, tmp_path: Path) -> None:
    before = print_set(read_folder(folder, own=True), Order(), tmp_path / "before.pdf")
    drawing = folder / "symbols" / "weaver.svg"
    drawing.write_text(drawing.read_text().replace('r="13"', 'r="12"'))
    after = print_set(read_folder(folder, own=True), Order(sheets_changed_since=before.file), tmp_path / "after.pdf")
    assert after.pages == 2


def test_nothing_changed_writes_nothing_and_says_so(folder: Path, tmp_path: Path) -> None:
    before = print_set(read_folder(folder, own=True), Order(), tmp_path / "before.pdf")
    after = print_set(read_folder(folder, own=True), Order(sheets_changed_since=before.file), tmp_path / "after.pdf")
    assert after.pages == 0
    assert after.notes
    assert not after.file.exists()


def test_a_stranger_s_file_is_refused(folder: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.pdf"
    with pikepdf.new() as pdf:
        pdf.add_blank_page()
        pdf.save(other)
    with pytest.raises(PrintingError, match="no fingerprints"):
        print_set(read_folder(folder, own=True), Order(sheets_changed_since=other), tmp_path / "after.pdf")
