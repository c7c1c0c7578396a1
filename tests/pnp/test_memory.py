"""What a program remembers from one print to the next never shows: it prints what it would print afresh."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from pnp.definition.game import load
from pnp.pdf.printing import printed_set
from pnp.print_options import Order
from tests.conftest import Workshop

ORDERS = [Order(), Order(greyscale=True), Order(low_ink=True), Order(paper="letter"), Order(language="en"), Order()]


def printed(folder: Path, order: Order) -> bytes:
    return printed_set(load(str(folder)), order)[1]


def fade(drawing: Path) -> None:
    text = re.sub(r"<(rect|path|circle) ", r"<\1 opacity='0.5' ", drawing.read_text(encoding="utf-8"))
    drawing.write_text(text, encoding="utf-8")


def test_every_order_gets_its_own_sheets(workshop: Workshop) -> None:
    first, *others, again = [printed(workshop.game, order) for order in ORDERS]
    assert first == again
    assert len({first, *others}) == len(ORDERS) - 1


@pytest.mark.parametrize("file", ["templates/card.svg.j2", "symbols/smith.svg"])
def test_an_edited_file_is_seen(workshop: Workshop, file: str) -> None:
    before = printed(workshop.game, Order())
    path = workshop.game / file
    old = path.read_text(encoding="utf-8")
    fade(path)
    assert printed(workshop.game, Order()) != before
    path.write_text(old, encoding="utf-8")
    assert printed(workshop.game, Order()) == before


def test_a_copy_with_other_files_of_the_same_names_is_another_game(workshop: Workshop) -> None:
    other = workshop.root / "other"
    shutil.copytree(workshop.game, other)
    fade(other / "templates" / "card.svg.j2")
    assert printed(workshop.game, Order()) != printed(other, Order())
