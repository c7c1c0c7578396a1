"""`timbuktu train` as one types it: the whole line with few games, broken off, resumed, refused."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from shelf import paths
from table.cli import house
from table.commands.train import EVALUATION, POLICY
from tests.conftest import Workshop

FEW = (
    *("--games", "8", "--simulations", "20", "--positions", "3000", "--play-simulations", "0"),
    *("--match-games", "9", "--match-simulations", "5", "--workers", "1"),
)
CARDS = ("train", "kk-card", "--players", "3", *FEW)
ROOT = Path(__file__).parents[3]


@pytest.fixture(autouse=True)
def at_the_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def run(*words: str) -> Result:
    result = CliRunner().invoke(house, list(words), prog_name="timbuktu")
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


def test_the_whole_line_is_repeated_from_what_was_kept(tmp_path: Path) -> None:
    words = (*CARDS, "--resume", "kept", "--out", "out", "--json")
    first = run(*words)
    document = json.loads(first.stdout)
    assert "game 8 of 8" in first.stderr and first.stderr.count("block 3") == 2 and "3000 of 3000" in first.stderr
    assert (document["game"], document["players"]) == ("kk-card", 3)
    policy, evaluation = document["policy"], document["evaluation"]
    assert policy["match"]["games"] == evaluation["match"]["games"] == 9
    assert policy["decisions"]["learnt"] > 100 and policy["decisions"]["held_back"] > 10
    assert policy["held_back"]["after"]["divergence"] < policy["held_back"]["before"]["divergence"]
    assert any(weight["before"] != weight["after"] for weight in policy["weights"].values())
    assert evaluation["positions"] == {"learnt": 2700, "held_back": 300}
    assert evaluation["held_back"]["loss"] < evaluation["held_back"]["loss_by_points"]
    assert policy["written"] is None and evaluation["written"] is None, "nine games decide nothing"
    assert not (tmp_path / "out").exists()
    told = run(*CARDS, "--resume", "kept", "--out", "out")
    assert "game 8" not in told.stderr and "block" not in told.stderr
    assert told.stdout.count("The old weights stay.") == told.stdout.count("9 games in 3 blocks") == 2
    assert "card: fifth ship or carriage" in told.stdout and "against the weights there are" in told.stdout
    for name in (POLICY, EVALUATION):
        again = json.loads(run(*words, "--only", name).stdout)
        assert {**again[name]["match"], "seconds": 0} == {**document[name]["match"], "seconds": 0}
        assert again[EVALUATION if name == POLICY else POLICY] is None


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("kk-card", "--players", "6", *FEW), "3 to 5 players"),
        (("kk-card", *FEW), "--players"),
        (("kk-crad", "--players", "3"), "kk-card"),
        (("kk-card", "--players", "3", "--games", "3"), "8"),
        (("kk-card", "--players", "3", *FEW, "--ray", "local"), "--workers"),
        (("kk-card", "--players", "3", *FEW, "--out", "file/below"), "--out"),
        (("kk-card", "--players", "3", *FEW, "--resume", "old"), "old/decisions.jsonl, line 1"),
    ],
)
def test_wrong_training_is_told_in_a_sentence(words: tuple[str, ...], message: str, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    (tmp_path / "old").mkdir()
    (tmp_path / "old" / "decisions.jsonl").write_text('{"game": "chess"}\n')
    result = run("train", *words)
    assert result.exit_code == 2
    assert message in result.stderr and "Traceback" not in result.stderr


def test_breaking_off_keeps_the_games(tmp_path: Path) -> None:
    program = "import sys; sys.argv[0] = 'timbuktu'; from table.cli import main; main()"
    words = [*CARDS[:4], "--games", "5000", "--simulations", "20", "--workers", "1", "--resume", "kept"]
    with subprocess.Popen(
        [sys.executable, "-c", program, *words],
        env={**os.environ, "PYTHONPATH": str(ROOT), "TIMBUKTU_LANG": "en"},
        stderr=subprocess.PIPE,
        text=True,
    ) as training:
        assert training.stderr
        heard = next(line for line in training.stderr if line.startswith("game 2 "))
        training.send_signal(signal.SIGINT)
        told = training.stderr.read()
    assert heard and "Broken off after" in told and "Traceback" not in told
    assert training.returncode == 1
    assert len((tmp_path / "kept" / "decisions.jsonl").read_text().splitlines()) >= 3


# ---- a game from outside --------------------------------------------------------------------------------------------


@pytest.fixture
def night(workshop: Workshop) -> Iterator[Path]:
    folder = workshop.root / "games" / "night"
    shutil.copytree(paths.ASSETS / "starter-plays", folder)
    yield folder


def train_night(workshop: Workshop) -> Result:
    assert workshop.run("trust", "games/night").exit_code == 0
    return workshop.run("--games", "games", "train", "night-market", "--players", "2", *FEW, "--json")


def test_a_game_from_outside_is_trained(workshop: Workshop, night: Path) -> None:
    result = train_night(workshop)
    assert result.exit_code == 0, result.output
    document = json.loads(result.stdout)
    assert document["evaluation"] is None
    assert list(document["policy"]["weights"]) == ["brightness for a ware, by its points", "brightness for a scorpion"]
    assert document["policy"]["match"]["games"] == 10
    refused = workshop.run("--games", "games", "train", "night-market", "--players", "2", "--only", "evaluation")
    assert refused.exit_code == 2 and "how the seats stand" in refused.stderr


def test_a_game_without_features_says_so(workshop: Workshop, night: Path) -> None:
    rules = night / "rules" / "game.py"
    rules.write_text(rules.read_text().replace("    policy: ClassVar = policy\n", ""))
    result = train_night(workshop)
    assert result.exit_code == 2
    assert "names no features" in result.stderr
