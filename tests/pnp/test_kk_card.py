"""The card game's set: what the table says is what the cards show."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from pnp.definition.game import LANGUAGES, Game, load
from pnp.faces.face import FaceMaker
from pnp.pdf.single_faces import proof
from shelf import paths
from shelf.language import Language
from tests.looking import letters, picture

GOLDEN = Path(__file__).parent / "golden"
SHOWN = [
    ("cards", "FR3", False),
    ("cards", "DA4", False),
    ("cards", "FR3", True),
    ("laws", "L5", False),
    ("stones", "P", False),
]


@pytest.fixture(scope="module")
def game() -> Game:
    return load("kk-card")


def _face(game: Game, part: str, row_id: str, language: Language = "de", back: bool = False) -> bytes:
    spec = next(item for item in game.spec.part if item.id == part)
    row = next(item for item in game.tables[spec.table] if item["id"] == row_id)
    template = spec.back if back else spec.face
    assert template
    return proof(game, [FaceMaker(game, language).face(template, spec.size, 0.0, row)])


@cache
def _cards(language: Language) -> bytes:
    """All cards in one document, a page each, in the order of their table."""
    game = load("kk-card")
    part = next(item for item in game.spec.part if item.id == "cards")
    maker = FaceMaker(game, language)
    return proof(game, [maker.face(part.face, part.size, 0.0, row) for row in game.tables["cards"]])


def test_the_box_holds_what_the_rules_list(game: Game) -> None:
    copies = {part.id: len(game.copies(part)) for part in game.spec.part}
    assert copies["cards"] == 56
    assert copies["stones"] == 15
    assert copies["laws"] == 8
    lands = Counter(row["land"] for row in game.tables["cards"])
    assert sorted(lands.values()) == [4, 5, 6, 6, 6, 7, 7, 7, 8]
    assert all(int(row["value"]) == lands[row["land"]] for row in game.tables["cards"])
    kinds = Counter(row["kind"] for row in game.tables["laws"])
    assert kinds == dict.fromkeys(("return", "three", "colours", "minus"), 2)


def test_every_card_shows_the_symbols_of_its_row(game: Game) -> None:
    part = next(item for item in game.spec.part if item.id == "cards")
    maker = FaceMaker(game, "de")
    for row in game.copies(part):
        svg = maker.face(part.face, part.size, 0.0, row).svg
        shown = Counter(re.findall(r'href="symbols/(\w+)\.svg"', svg))
        assert shown == Counter(filter(None, (row["symbol1"], row["symbol2"]))), row["id"]
        routes = re.findall(r'href="routes/(\w+)\.svg"', svg)
        assert routes == [row["route"]] * bool(row["route"]), row["id"]
        assert re.findall(r'href="shields/(\w+)\.svg"', svg) == [row["land"]]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_card_says_its_code_its_number_and_its_land(game: Game, language: Language) -> None:
    for page, row in enumerate(game.tables["cards"]):
        said = "".join(letter.text for letter in letters(_cards(language), page))
        assert row["id"] in said
        assert row["value"] in said
        assert game.words[language]["land"][row["land"]].upper().replace(" ", "") in said


def test_what_matters_lies_in_the_top_20_millimetres(game: Game) -> None:
    """Cards lie in overlapping rows: code and number have to stay visible."""
    for page, row in enumerate(game.tables["cards"]):
        top = "".join(letter.text for letter in letters(_cards("de"), page) if letter.bottom < 20)
        assert row["id"] in top
        assert row["value"] in top.replace(row["id"], "")


def test_the_number_stands_in_the_middle_of_its_pendant(game: Game) -> None:
    """Between the band with the symbols and the pendant's lowest line, and between left and right."""
    band_ends, pendant_ends = 13.65, 21.15
    for page, row in enumerate(game.tables["cards"]):
        (number,) = [letter for letter in letters(_cards("de"), page) if letter.bottom - letter.top > 4]
        assert number.text == row["value"]
        assert (number.top + number.bottom) / 2 == pytest.approx((band_ends + pendant_ends) / 2, abs=0.25)
        assert (number.left + number.right) / 2 == pytest.approx(22, abs=0.1)


def test_no_two_lands_share_a_pattern(game: Game) -> None:
    """In grey, every two shields differ plainly: the lands can be told apart without colour."""
    greys = {}
    for land in game.tables["lands"]:
        page = next(page for page, card in enumerate(game.tables["cards"]) if card["land"] == land["id"])
        pixels = picture(_cards("de"), page, dpi=100)
        shield = pixels[int(0.36 * len(pixels)) : int(0.76 * len(pixels))].mean(axis=2)
        greys[land["id"]] = (shield - shield.mean()) / shield.std()
    names = sorted(greys)
    for index, first in enumerate(names):
        for second in names[index + 1 :]:
            alike = float((greys[first] * greys[second]).mean())
            assert alike < 0.93, f"{first} and {second} look alike in grey ({alike:.2f})"


def test_a_card_back_looks_the_same_upside_down(game: Game) -> None:
    pixels = picture(_face(game, "cards", "FR1", back=True), dpi=200).astype(int)
    assert np.abs(pixels - pixels[::-1, ::-1]).mean() < 1.5


@pytest.mark.parametrize(("part", "row", "back"), SHOWN)
def test_faces_look_as_they_did(game: Game, part: str, row: str, back: bool) -> None:
    """Golden pictures; `python -m tests.pnp.test_kk_card` draws them anew when a face was changed on purpose."""
    golden = np.asarray(Image.open(_golden(part, row, back)).convert("RGB")).astype(int)
    pixels = picture(_face(game, part, row, back=back), dpi=110).astype(int)
    assert pixels.shape == golden.shape
    assert np.abs(pixels - golden).mean() < 2.0


def test_every_card_has_a_landscape_of_its_own() -> None:
    game = load("kk-card")
    vocabulary = (paths.TEMPLATES / "common" / "vignettes.svg.j2").read_text(encoding="utf-8")
    scenes = {row["id"]: (row["behind"], row["left"], row["middle"], row["right"]) for row in game.tables["vignettes"]}
    assert scenes.keys() == {row["id"] for row in game.tables["cards"]}
    assert len(set(scenes.values())) == len(scenes) == 56
    for _, *things in scenes.values():
        assert len(set(things)) == 3 and all(f'"{thing}": ' in vocabulary for thing in things)


def _golden(part: str, row: str, back: bool) -> Path:
    return GOLDEN / f"{part}-{row}{'-back' if back else ''}.png"


if __name__ == "__main__":
    kk_card = load("kk-card")
    for part, row, back in SHOWN:
        face = picture(_face(kk_card, part, row, back=back), dpi=110)
        Image.fromarray(face).save(_golden(part, row, back), optimize=True)
