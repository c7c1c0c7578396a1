"""A game folder of one's own to break, and the command line to see what it says about it."""

from __future__ import annotations

import gc
import shutil
import signal
from dataclasses import dataclass
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from hypothesis import settings

import solver  # noqa: F401 - so that kernels are looked for where they are, whatever home a test makes up
from pnp.pdf import booklet, printing  # noqa: F401 - so that no fork has to import them again
from shelf import paths
from table.cli import house

settings.register_profile("house", deadline=None)
settings.load_profile("house")

signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell has what it starts in the background ignore Ctrl-C


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What takes long is begun first."""
    items.sort(key=lambda item: item.get_closest_marker("long") is None)


def pytest_collection_finish() -> None:
    """What is loaded now stays: a fork need not look through it, and so does not copy it."""
    gc.collect()
    gc.freeze()


@dataclass(frozen=True)
class Workshop:
    """The working directory `root` with a copy of the example game in `mygame`."""

    root: Path

    @property
    def game(self) -> Path:
        """The folder of the game."""
        return self.root / "mygame"

    def change(self, file: str, old: str, new: str) -> None:
        """Replaces a piece of a file that has to be there."""
        path = self.game / file
        text = path.read_text(encoding="utf-8")
        assert old in text
        path.write_text(text.replace(old, new), encoding="utf-8")

    def write(self, file: str, content: str | bytes) -> Path:
        """Writes a file of the game."""
        path = self.game / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return path

    def run(self, *arguments: str, typed: str = "") -> Result:
        """Runs `timbuktu` with these arguments; `typed` is what stands on standard input."""
        return CliRunner().invoke(house, arguments, prog_name="timbuktu", input=typed)

    def complaint(self, *arguments: str) -> str:
        """What is said about a fault: exit code 2, one line on standard error, and nothing written."""
        result = self.run(*arguments)
        assert result.exit_code == 2, result.output
        assert not (self.root / "out").exists()
        assert result.stdout == ""
        assert result.stderr.startswith("timbuktu: ") and result.stderr.count("\n") == 1, result.stderr
        return result.stderr.removeprefix("timbuktu: ").rstrip("\n")

    def printing(self) -> str:
        """What `timbuktu pdf mygame` says about the German set; `timbuktu check mygame` has to say the same."""
        said = self.complaint("--lang", "en", "pdf", "mygame", "--lang", "de", "--out", "out")
        assert self.complaint("--lang", "en", "check", "mygame", "--lang", "de") == said
        return said


@pytest.fixture(autouse=True)
def _no_language(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tests speak English, wherever they run, unless they say otherwise."""
    for name in ("TIMBUKTU_LANG", "LC_ALL", "LC_MESSAGES", "LANGUAGE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", "C.UTF-8")


@pytest.fixture
def workshop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Workshop:
    """A fresh copy of the example game; the working directory is the folder around it."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TIMBUKTU_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("TIMBUKTU_KEEP", "0")
    shutil.copytree(paths.ASSETS / "starter", tmp_path / "mygame")
    return Workshop(tmp_path)
