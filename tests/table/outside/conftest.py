"""A game from outside, with rules that nobody has said to trust."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

import solver.games.kk_board.game
import solver.games.kk_card.game
import solver.players.bots
import solver.search.advisor  # noqa: F401 - kernels of the house are found where they always are
from tests.conftest import Workshop
from tests.table.outside.night_market import copied, marked


@pytest.fixture(autouse=True)
def own_rules() -> None:
    """Every test imports its rules itself; what was compiled from the same ones is found."""
    for name in [name for name in sys.modules if name.startswith("timbuktu_rules_")]:
        del sys.modules[name]


@pytest.fixture
def night(workshop: Workshop) -> Path:
    """The game that `init --plays` writes, in a folder `games/night`, with rules that nobody has said to trust."""
    return copied(workshop, "night")


@pytest.fixture
def mark(workshop: Workshop, night: Path) -> Path:
    """Is there when the rules were imported."""
    return marked(workshop, night / "rules" / "__init__.py")
