"""The plan of the house: every module has its place, and imports only what lies below it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
ROOMS = sorted(file.parent.name for file in ROOT.glob("*/__init__.py") if file.parent.name != "tests")
SETTINGS = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """The house once more, to build something onto it."""
    for room in ROOMS:
        shutil.copytree(ROOT / room, tmp_path / room, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    return tmp_path


def inspected(house: Path) -> subprocess.CompletedProcess[str]:
    """What import-linter says about a house."""
    inspect = "import sys; from importlinter.cli import lint_imports; sys.exit(lint_imports(no_cache=True))"
    environment = os.environ | {"PYTHONPATH": str(house)}
    command = [sys.executable, "-c", inspect]
    return subprocess.run(command, cwd=house, env=environment, capture_output=True, text=True, timeout=300)


def test_every_room_is_built_typed_and_inspected() -> None:
    assert sorted(SETTINGS["hatch"]["build"]["targets"]["wheel"]["packages"]) == ROOMS
    assert sorted(SETTINGS["mypy"]["packages"]) == ROOMS
    assert sorted(SETTINGS["importlinter"]["root_packages"]) == ROOMS


def test_every_import_goes_down() -> None:
    result = inspected(ROOT)
    assert result.returncode == 0, result.stdout


@pytest.mark.parametrize("module", ["shelf/helpers.py", "pnp/proofs/__init__.py", "solver/helpers.py", "table/solo.py"])
def test_a_module_without_a_place_is_found(module: str, copy: Path) -> None:
    file = copy / module
    file.parent.mkdir(exist_ok=True)
    file.write_text('"""It belongs nowhere."""\n', encoding="utf-8")
    result = inspected(copy)
    assert result.returncode != 0 and Path(module).parts[1].removesuffix(".py") in result.stdout


def test_a_fifth_game_is_kept_from_the_others_by_being_there(copy: Path) -> None:
    room = copy / "solver" / "games" / "goofspiel"
    room.mkdir()
    (room / "__init__.py").write_text('"""A fifth game."""\n', encoding="utf-8")
    assert inspected(copy).returncode == 0
    (room / "rules.py").write_text('"""Its rules."""\n\nimport solver.games.cartino.rules\n', encoding="utf-8")
    result = inspected(copy)
    assert result.returncode != 0
    assert "solver.games.goofspiel.rules -> solver.games.cartino.rules" in result.stdout


@pytest.mark.parametrize(
    ("module", "line"),
    [
        ("shelf/errors.py", "import pnp.print_options"),
        ("pnp/models/nets.py", "import pnp.faces.face"),
        ("pnp/pdf/reprint.py", "import solver.kernel.bits"),
        ("solver/kernel/bits.py", "import solver.search.bounds"),
        ("solver/games/cartino/codes.py", "import solver.games.kardinal.codes"),
        ("table/log/refusal.py", "import table.screens.words"),
    ],
)
def test_an_import_that_goes_up_is_found(module: str, line: str, copy: Path) -> None:
    with (copy / module).open("a", encoding="utf-8") as file:
        file.write(f"{line}\n")
    result = inspected(copy)
    assert result.returncode != 0
    assert f"{module.removesuffix('.py').replace('/', '.')} -> {line.removeprefix('import ')}" in result.stdout
