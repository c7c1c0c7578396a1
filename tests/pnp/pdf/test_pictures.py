"""Faces for shops and for Tabletop Simulator."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pypdfium2
import pytest
from PIL import Image

from pnp.definition.game import load
from pnp.pdf.printing import printed_set
from pnp.print_options import Order
from tests.conftest import Workshop
from tests.pnp.pdf.saved_objects import SaveState


def test_a_picture_for_each_side_named_and_counted(workshop: Workshop) -> None:
    result = workshop.run("pictures", "cartino", "--only", "stones,counters", "--dpi", "150", "--out", "out", "--json")
    assert result.exit_code == 0, result.output
    told = json.loads(result.stdout)
    game = load("cartino")
    parts = {part.id: part for part in game.spec.part}
    needed: Counter[str] = Counter()
    for item in told:
        part = parts[item["part"]]
        needed[f"{part.id} {item['side']}"] += item["copies"]
        assert f"-x{item['copies']}-{item['side']}.png" in item["file"]
        with Image.open(item["file"]) as image:
            assert image.size == (item["width"], item["height"])
            assert image.info["dpi"] == pytest.approx((150, 150), abs=0.1)
            for pixels, millimetres in zip(image.size, part.size, strict=True):
                assert pixels == pytest.approx((millimetres + 2 * 3.175) / 25.4 * 150, abs=1.01)
    for name in ("stones", "counters"):
        assert needed[f"{name} front"] == len(game.copies(parts[name]))


def test_each_copy_as_a_file(workshop: Workshop) -> None:
    assert workshop.run("pictures", "mygame", "--copies", "--dpi", "40", "--out", "out").exit_code == 0
    game = load(str(workshop.game))
    copies = sum(len(game.copies(part)) * (2 if part.back else 1) for part in game.spec.part)
    assert len(list((workshop.root / "out").iterdir())) == copies


def test_single_sheets_have_one_face_each_with_bleed() -> None:
    printed, content = printed_set(load("kk-card"), Order(sheets="single", only=("stones", "laws")))
    document = pypdfium2.PdfDocument(content)
    assert printed.pages == len(document) == 2 * (15 + 8)
    sizes = {part.id: part.size for part in load("kk-card").spec.part}
    for number, page in enumerate(document):
        width, height = (side / 72 * 25.4 for side in page.get_size())
        left, bottom, right, top = (edge / 72 * 25.4 for edge in page.get_trimbox())
        assert page.get_bleedbox() == page.get_mediabox()
        assert (left, bottom) == pytest.approx((3, 3), abs=0.01)
        assert (right - left, top - bottom) in [pytest.approx(size, abs=0.01) for size in sizes.values()], number
        assert (width, height) == pytest.approx((right - left + 6, top - bottom + 6), abs=0.01)


@pytest.fixture(scope="module")
def saved(tmp_path_factory: pytest.TempPathFactory) -> Path:
    from click.testing import CliRunner

    from table.cli import house

    folder = tmp_path_factory.mktemp("tabletop")
    result = CliRunner().invoke(house, ["pictures", "kk-card", "--lang", "de", "--tabletop", "--out", str(folder)])
    assert result.exit_code == 0, result.output
    return folder


def test_a_saved_object_with_decks_and_tokens(saved: Path) -> None:
    document = json.loads((saved / "kk-card-de.json").read_text(encoding="utf-8"))
    objects = document["ObjectStates"]
    decks = {thing["Nickname"]: thing for thing in objects if thing["Name"] == "DeckCustom"}
    cards = decks["Länderkarten"]
    assert len(cards["DeckIDs"]) == len(cards["ContainedObjects"]) == 56
    assert cards["DeckIDs"] == [card["CardID"] for card in cards["ContainedObjects"]]
    for identity in cards["DeckIDs"]:
        sheet = cards["CustomDeck"][str(identity // 100)]
        assert identity % 100 < sheet["NumWidth"] * sheet["NumHeight"] - 1
    assert sum(thing["Name"] == "Custom_Tile" for thing in objects) == 15
    guids = [thing["GUID"] for thing in objects] + [card["GUID"] for card in cards["ContainedObjects"]]
    assert len(set(guids)) == len(guids)


def test_a_saved_object_keeps_to_the_documented_format(saved: Path) -> None:
    SaveState.model_validate_json((saved / "kk-card-de.json").read_text(encoding="utf-8"))


def test_every_picture_that_it_names_is_there(saved: Path) -> None:
    text = (saved / "kk-card-de.json").read_text(encoding="utf-8")
    named = {part.split('"')[0] for part in text.split(saved.resolve().as_uri() + "/")[1:]}
    assert named == {file.name for file in saved.glob("*.png")}
    for file in saved.glob("cards-*-front.png"):
        with Image.open(file) as image:
            assert image.width % 10 == 0 and image.height % 7 == 0 and max(image.size) <= 8192


def test_nothing_lies_on_a_board(tmp_path: Path) -> None:
    from click.testing import CliRunner

    from table.cli import house

    wish = ["pictures", "cartino", "--lang", "en", "--tabletop", "--only", "board,chips,counters"]
    assert CliRunner().invoke(house, [*wish, "--out", str(tmp_path)]).exit_code == 0
    text = (tmp_path / "cartino-en.json").read_text(encoding="utf-8")
    SaveState.model_validate_json(text)
    objects = json.loads(text)["ObjectStates"]
    (board,) = [thing for thing in objects if thing["Locked"]]
    assert board["Nickname"] and len(objects) > 2
    for thing in objects:
        if thing is not board:
            assert abs(thing["Transform"]["posZ"]) > board["Transform"]["scaleZ"] + 1


def test_only_what_is_there_and_in_measure(workshop: Workshop) -> None:
    assert "has no part 'cadrs'" in workshop.complaint("pictures", "kk-card", "--only", "cadrs", "--out", "out")
    assert "megapixels" in workshop.complaint("pictures", "cartino", "--only", "board", "--dpi", "1200", "--out", "out")
