"""`timbuktu preview`: faces that are there again after every save, and faults that stand above them."""

from __future__ import annotations

import re

import pytest
from starlette.testclient import TestClient

from table.preview.app import preview_app
from table.preview.proofs import Proofs
from tests.conftest import Workshop


@pytest.fixture
def proofs(workshop: Workshop) -> Proofs:
    return Proofs(workshop.game, "en")


def pictures(proofs: Proofs) -> dict[str, str]:
    """The picture of the front of each row."""
    return {face.row: face.picture for face in proofs.faces if face.side == "front"}


def test_a_save_changes_what_it_touches(workshop: Workshop, proofs: Proofs) -> None:
    assert proofs.look() and not proofs.look()
    before = pictures(proofs)
    assert len(before) > 5 and not proofs.fault
    workshop.change("cards.csv", "Bread Basket", "Bread Box")
    assert proofs.look()
    changed = [row for row, picture in pictures(proofs).items() if before.get(row) != picture]
    assert changed == ["BA1"]


def test_a_fault_is_told_and_the_faces_stay(workshop: Workshop, proofs: Proofs) -> None:
    proofs.look()
    before = pictures(proofs)
    workshop.change("templates/card.svg.j2", "text(", "txet(")
    assert proofs.look()
    assert "txet" in proofs.fault and "card.svg.j2" in proofs.fault
    assert pictures(proofs) == before
    workshop.change("templates/card.svg.j2", "txet(", "text(")
    assert proofs.look() and not proofs.fault


def test_the_page_shows_every_face(proofs: Proofs) -> None:
    proofs.look()
    with TestClient(preview_app(proofs), base_url="http://127.0.0.1:7007") as browser:
        page = browser.get("/").text
        shown = set(re.findall(r"pictures/([0-9a-f]+)\.png", page))
        assert set(pictures(proofs).values()) <= shown
        for name in shown:
            assert browser.get(f"/pictures/{name}.png").content.startswith(b"\x89PNG")
        assert browser.get("/pictures/nothing.png").status_code == 404


def test_a_foreign_name_is_refused(proofs: Proofs) -> None:
    with TestClient(preview_app(proofs), base_url="http://evil.example") as browser:
        assert browser.get("/").status_code == 400


def test_a_strangers_words_stay_words(workshop: Workshop, proofs: Proofs) -> None:
    workshop.change("templates/card.svg.j2", "text(", "'<script>alert(1)</script>'.boom(")
    proofs.look()
    assert proofs.fault
    with TestClient(preview_app(proofs), base_url="http://localhost:7007") as browser:
        assert "<script>alert(1)" not in browser.get("/").text
