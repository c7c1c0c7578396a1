"""Print again only what changed."""

from __future__ import annotations

import io
import os
import random
import shutil
from contextlib import suppress
from pathlib import Path
from typing import Any

import pikepdf
import pytest

from pnp.definition.game import read_folder
from pnp.pdf.printing import print_set
from pnp.pdf.reprint import fingerprints
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


def test_a_file_with_a_password_is_refused(tmp_path: Path) -> None:
    locked = tmp_path / "locked.pdf"
    with pikepdf.new() as pdf:
        pdf.add_blank_page()
        pdf.save(locked, encryption=pikepdf.Encryption(owner="o", user="u"))
    with pytest.raises(PrintingError, match="without its password"):
        fingerprints(locked)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="the system has no such pipes")
def test_a_pipe_is_refused_at_once(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.pdf")
    with pytest.raises(PrintingError, match="not a plain file"):
        fingerprints(tmp_path / "pipe.pdf")


@pytest.mark.parametrize(
    "strange",
    [
        pikepdf.Array([1]),
        pikepdf.Name.Odd,
        pikepdf.String("odd"),
        pikepdf.Dictionary(Timbuktu=3),
        pikepdf.Dictionary(Timbuktu=pikepdf.Array()),
        pikepdf.Dictionary(Timbuktu=pikepdf.Dictionary()),
        pikepdf.Dictionary(Timbuktu=pikepdf.Dictionary(Private=pikepdf.Dictionary())),
        pikepdf.Dictionary(Timbuktu=pikepdf.Dictionary(Private=7)),
        7,
    ],
    ids=str,
)
def test_pages_with_odd_things_where_the_fingerprint_stands_are_refused(tmp_path: Path, strange: Any) -> None:
    odd = tmp_path / "odd.pdf"
    with pikepdf.new() as pdf:
        pdf.add_blank_page().obj.PieceInfo = strange
        pdf.save(odd)
    with pytest.raises(PrintingError, match="no fingerprints"):
        fingerprints(odd)


def test_a_spoiled_file_is_read_or_refused(folder: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """Bytes changed, pieces cut out, ends cut off, values exchanged: nothing but our own refusal comes out."""
    file = print_set(read_folder(folder, own=True), Order(), tmp_path / "before.pdf").file
    plain = io.BytesIO()
    with pikepdf.open(file) as pdf:
        pdf.save(plain, object_stream_mode=pikepdf.ObjectStreamMode.disable)
    dice = random.Random(5)
    for _ in range(300):
        file.write_bytes(_spoiled(plain.getvalue(), dice))
        with suppress(PrintingError):
            fingerprints(file)
    assert capfd.readouterr().err == "", "what is wrong is told by the refusal alone"


def _spoiled(content: bytes, dice: random.Random) -> bytes:
    whole = bytearray(content)
    for _ in range(dice.randrange(1, 5)):
        place = dice.randrange(len(whole))
        match dice.randrange(4):
            case 0:
                whole[place] = dice.randrange(256)
            case 1:
                del whole[place : place + dice.randrange(200)]
            case 2:
                key = dice.choice((b"/PieceInfo", b"/Private", b"/Kids", b"/Type", b"/Count", b"/Timbuktu", b"/Root"))
                value = dice.choice((b" 3 ", b" [1 2]", b" null", b" (x)", b" /N", b" <<>>", b" 1 0 R", b" -1"))
                if (found := whole.find(key, place)) >= 0:
                    whole[found + len(key) : found + len(key) + dice.randrange(12)] = value
            case _:
                del whole[max(place, 1) :]
    return bytes(whole)
