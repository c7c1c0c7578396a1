"""Fronts and backs meet: whatever is pricked through the front comes out at the same place of the back."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pypdfium2
import pytest

from pnp.definition.game import Game, load, read_folder
from pnp.imposition.backs import Mirror, QuarterTurn, Spot, duplex
from pnp.imposition.papers import papers
from pnp.pdf.printing import printed_sheets
from pnp.print_options import Calibration, Order
from pnp.sheets.calibration import MARK_FROM_END, Reading
from pnp.sheets.composition import Composition
from tests.looking import picture

DPI = 200
GAME = """
id = "pinprick"
title = { de = "Nadelstich", en = "Pinprick" }
designer = "nobody"
[table.rows]
file = "rows.csv"
[[part]]
id = "cards"
name = { de = "Karten", en = "Cards" }
table = "rows"
face = "front.svg.j2"
back = "back.svg.j2"
size = [50, 70]
[[part]]
id = "strips"
name = { de = "Streifen", en = "Strips" }
table = "rows"
face = "front.svg.j2"
back = "back.svg.j2"
size = [180, 24]
"""


@pytest.fixture
def pinprick(tmp_path: Path) -> Game:
    """Parts with a dot off their middle; the back has the dot where a pin comes out: left and right exchanged."""
    (tmp_path / "templates").mkdir()
    (tmp_path / "game.toml").write_text(GAME)
    (tmp_path / "rows.csv").write_text("id\n" + "\n".join(f"C{n}" for n in range(7)) + "\n")
    dot = '<rect x="{{ %s }}" y="7" width="5" height="3" fill="#c00000"/>'
    (tmp_path / "templates" / "front.svg.j2").write_text(dot % "9")
    (tmp_path / "templates" / "back.svg.j2").write_text(dot % "width - 14")
    return read_folder(tmp_path, own=True)


def _dots(pdf: bytes, page: int) -> np.ndarray[Any, Any]:
    pixels = picture(pdf, page, DPI).astype(int)
    return (pixels[:, :, 0] > 150) & (pixels[:, :, 1] < 80)


@pytest.mark.parametrize("flip", ["long", "short"])
def test_front_and_back_register_when_the_paper_is_turned(pinprick: Game, flip: Any) -> None:
    job = Composition(pinprick, Order(flip=flip))
    pdf = printed_sheets(job)
    for sheet in range(len(job.sheets)):
        front, back = _dots(pdf, 2 * sheet), _dots(pdf, 2 * sheet + 1)
        seen_through = back[:, ::-1] if flip == "long" else back[::-1, :]
        assert front.sum() > 500
        assert (front ^ seen_through).sum() < 0.1 * front.sum()


def test_a_gutterfold_registers_when_folded(pinprick: Game) -> None:
    job = Composition(pinprick, Order(backs="gutterfold"))
    pdf = printed_sheets(job)
    for sheet in range(len(job.sheets)):
        dots = _dots(pdf, sheet)
        half = len(dots) // 2
        front, folded = dots[:half], dots[len(dots) - half :][::-1, :]
        assert front.sum() > 500
        assert (front ^ folded).sum() < 0.1 * front.sum()


@pytest.mark.parametrize("turn", [0, 90, 180, 270])
@pytest.mark.parametrize("mirror", [duplex(210, 297, "long"), duplex(210, 297, "short"), Mirror("y", 100)])
def test_turning_the_paper_twice_changes_nothing(mirror: Mirror, turn: QuarterTurn) -> None:
    spot = Spot(12.5, 30, 44, 68, turn)
    assert mirror.of(mirror.of(spot)) == spot


@pytest.mark.parametrize("flip", ["long", "short"])
def test_a_reading_of_the_calibration_page_puts_the_back_right(flip: Any) -> None:
    """A printer that shifts and turns every back: after the correction its crosses lie on the grids' middles."""
    paper = papers()["a4"]
    misses = Calibration(1.3, -0.7, 0.4)
    reading = Reading(*_seen(paper, flip, misses, Calibration()))
    correction = reading.correction(paper, flip)
    for mark in _seen(paper, flip, misses, correction):
        assert mark == pytest.approx((0, 0), abs=0.03)


def _seen(paper: Any, flip: Any, misses: Calibration, correction: Calibration) -> list[tuple[float, float]]:
    """Where the crosses appear on the grids, seen from the front: the back is corrected, then misprinted."""
    mirror = duplex(paper.width, paper.height, flip)
    seen = []
    for y in (MARK_FROM_END, paper.height - MARK_FROM_END):
        cross = mirror.of(Spot(paper.width / 2, y, 0, 0))
        x_back, y_back = _moved(_moved((cross.x, cross.y), correction, paper), misses, paper)
        landed = mirror.of(Spot(x_back, y_back, 0, 0))
        seen.append((landed.x - paper.width / 2, landed.y - y))
    return seen


def _moved(point: tuple[float, float], by: Calibration, paper: Any) -> tuple[float, float]:
    middle = np.array([paper.width / 2, paper.height / 2])
    turn = np.radians(by.degrees)
    matrix = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    x, y = matrix @ (np.array(point) - middle) + middle + np.array([by.dx, by.dy])
    return float(x), float(y)


def test_a_gutterfold_round_board_has_a_spine_as_wide_as_the_board_is_thick() -> None:
    """Folded at both lines, every back lies behind its front; a page tells how."""
    game = load("cartino")
    composition = Composition(game, Order(backs="gutterfold", core=1.5, only=("chips",)))
    explained, *sheets = composition.sheets
    assert explained.whole_page and sheets
    assert len(composition.sheets) >= composition.bound
    for sheet in sheets:
        fold = sheet.front.fold
        assert fold is not None and sheet.front.spine == 1.5
        fronts = [placed.spot for placed in sheet.front.placed if placed.spot.y < fold]
        backs = [placed.spot for placed in sheet.front.placed if placed.spot.y > fold]
        upper, lower = fold - 0.75, fold + 0.75
        for front in fronts:
            behind = lower + (upper - front.y - front.height)
            assert any(abs(back.y - behind) < 0.01 and abs(back.x - front.x) < 0.01 for back in backs)
    said = pypdfium2.PdfDocument(printed_sheets(composition))
    assert "1,5 mm dick" in " ".join(said[0].get_textpage().get_text_range().split())
    assert "um 1,5 mm Pappe kleben" in said[1].get_textpage().get_text_range()
