"""The built wheel works too: in an empty environment away from the repository it prints the same bytes."""

from __future__ import annotations

import os
import subprocess
import sys
import venv
from collections.abc import Iterable, Iterator
from importlib.metadata import Distribution, PathDistribution, distribution
from pathlib import Path

import pytest
from packaging.requirements import Requirement

ROOT = Path(__file__).parent.parent
pytestmark = pytest.mark.long


def test_an_installed_wheel_prints_the_same_bytes(tmp_path: Path) -> None:
    run([sys.executable, "-m", "build", "--wheel", "--outdir", str(tmp_path / "wheels"), str(ROOT)], ROOT)
    (wheel,) = (tmp_path / "wheels").glob("*.whl")
    venv.create(tmp_path / "empty")
    python = tmp_path / "empty" / "bin" / "python"
    pip = [sys.executable, "-m", "pip", "--python", str(python), "install", "--quiet", "--no-compile", "--no-deps"]
    run([*pip, str(wheel)], tmp_path)
    link_packages(next((tmp_path / "empty").glob("lib/*/site-packages")))
    away = tmp_path / "away"
    away.mkdir()
    order = ["pdf", "kk-card", "--only", "cards,booklet,chart", "--out", str(away)]
    run([str(python.with_name("timbuktu")), *order], away)
    here = tmp_path / "here"
    run([str(Path(sys.executable).with_name("timbuktu")), *order[:-1], str(here)], ROOT)
    (printed,), (expected,) = away.glob("*.pdf"), here.glob("*.pdf")
    assert printed.read_bytes() == expected.read_bytes()


def link_packages(site: Path) -> None:
    """Puts what the wheel asks for, and all that this asks for, beside it as it is installed here, and nothing else."""
    (info,) = site.glob("timbuktu-*.dist-info")
    for package in needed(PathDistribution(info), set()):
        tops = {file.parts[0] for file in package.files or [] if file.parts[0] not in ("..", "__pycache__")}
        for top in tops:
            if not (site / top).exists():  # several packages may lie in one folder
                (site / top).symlink_to(Path(str(package.locate_file(top))))


def needed(package: Distribution, known: set[str], extras: Iterable[str] = ()) -> Iterator[Distribution]:
    """What a package, with some of its extras, asks for on this machine, each once."""
    for requirement in map(Requirement, package.requires or []):
        asks = not requirement.marker or any(requirement.marker.evaluate({"extra": one}) for one in ("", *extras))
        if asks and str(requirement) not in known:
            known.add(str(requirement))
            found = distribution(requirement.name)
            assert found.version in requirement.specifier
            yield found
            yield from needed(found, known, requirement.extras)


def run(command: list[str], folder: Path) -> None:
    """A command without anything of the repository on its path."""
    clean = {key: value for key, value in os.environ.items() if key not in ("PYTHONPATH", "VIRTUAL_ENV")}
    done = subprocess.run(command, cwd=folder, env=clean, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
