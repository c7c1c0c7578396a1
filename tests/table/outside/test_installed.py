"""Games that are installed: trusted as any package is, and found by registering themselves."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from pnp.definition.game import load
from shelf import paths
from shelf.catalogue import Catalogue
from solver.games import trust
from tests.conftest import Workshop
from tests.pnp.test_jobbing import MAIN, PATIENCE, environment
from tests.table.outside.night_market import NEW, change, marked

pytestmark = pytest.mark.long


@pytest.fixture
def site(workshop: Workshop, night: Path) -> Iterator[Path]:
    """A folder of installed packages with the game as `nightgame`, whose import leaves a mark."""
    place = workshop.root / "site"
    place.mkdir()
    night.rename(place / "nightgame")
    shutil.rmtree(workshop.root / "games")
    install(place, "night-market", "nightgame.rules.game:PLAYABLE")
    marked(workshop, place / "nightgame" / "rules" / "__init__.py")
    yield place


def install(place: Path, name: str, value: str, package: str = "nightgame") -> None:
    info = place / f"{package}-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n", encoding="utf-8")
    (info / "entry_points.txt").write_text(f"[timbuktu.games]\n{name} = {value}\n", encoding="utf-8")


def with_site(workshop: Workshop, place: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    variables = environment()
    variables["PYTHONPATH"] = os.pathsep.join([str(place), variables["PYTHONPATH"]])
    return subprocess.run(
        [sys.executable, "-c", MAIN, *arguments],
        cwd=workshop.root,
        env=variables,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=PATIENCE,
    )


def test_an_installed_game_is_printed_unimported_and_played_unasked(workshop: Workshop, site: Path) -> None:
    mark = workshop.root / "__init__.mark"
    rows = json.loads(with_site(workshop, site, "games", "--json").stdout)
    assert next(row for row in rows if row["id"] == "night-market")["can"] == ["print", "play"]
    for command in (("pdf", "night-market", "--out", "printed"), ("chart", "night-market"), ("rules", "night-market")):
        assert with_site(workshop, site, *command).returncode == 0
    assert not mark.exists()
    assert with_site(workshop, site, *NEW[:-1], "a.tbk").returncode == 0
    assert mark.exists() and not trust.memory().exists()
    assert with_site(workshop, site, "log", "a.tbk", "2").stdout.startswith("1 A: 2\n")
    assert "night-market plays" in with_site(workshop, site, "check", "night-market").stdout
    bots = ("--bot", "random", "--games", "2", "--workers", "2", "--json")
    assert json.loads(with_site(workshop, site, "tournament", "night-market", *bots).stdout)["games"] == 2


def test_a_change_of_an_installed_game_is_compiled(workshop: Workshop, site: Path) -> None:
    """A state is laid out by one file and frozen into the kernels of another."""
    assert with_site(workshop, site, *NEW[:-1], "a.tbk").returncode == 0
    change(
        site / "nightgame" / "rules" / "state.py",
        "    players = u1()\n    seat = u1()",
        "    seat = u1()\n    players = u1()",
    )
    assert with_site(workshop, site, "log", "a.tbk", "2").stdout.startswith("1 A: 2\n")
    assert json.loads(with_site(workshop, site, "show", "a.tbk", "--json").stdout)["to_move"] == "B"


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("kk-card", "other.game:PLAYABLE", "a game of the house and stays it"),
        ("night-market", "other.game:PLAYABLE", "neither is taken"),
        ("other", "nightgame.rules.game:PLAYABLE", "but its game.toml says 'night-market'"),
        ("other", "json.decoder:JSONDecoder", "no game.toml lies beside it"),
        ("other", "nowhere.game:PLAYABLE", "no game.toml lies beside it"),
    ],
)
def test_an_installed_game_that_cannot_be_known_is_told(
    workshop: Workshop, site: Path, name: str, value: str, said: str
) -> None:
    install(site, name, value, "other")
    result = with_site(workshop, site, "games", "--json")
    listed = [row["id"] for row in json.loads(result.stdout)]
    assert result.returncode == 0 and said in result.stderr and set(paths.game_ids()) <= set(listed)
    assert ("night-market" in listed) == (name != "night-market") and "other" not in listed
    assert with_site(workshop, site, "rules", "kk-card").returncode == 0
    if name == "night-market":
        assert said in with_site(workshop, site, *NEW).stderr


def test_a_given_folder_does_not_take_the_place_of_an_installed_game(workshop: Workshop, site: Path) -> None:
    shutil.copytree(site / "nightgame", workshop.root / "games" / "night")
    result = with_site(workshop, site, "--games", "games", "pdf", "night-market", "--out", "out")
    assert result.returncode == 2 and "has the id night-market, which" in result.stderr


def test_the_house_is_as_it_was() -> None:
    assert Catalogue().named("kk-card") == "kk-card" and load("kk-card").id == "kk-card"
    found = Catalogue().find("kardinal")
    assert found and found.origin == "shipped" and found.folder == paths.GAMES / "kardinal"
