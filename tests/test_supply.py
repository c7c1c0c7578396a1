"""What is installed is what was tested: every package that comes along has its version in constraints.txt."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, requires
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
DIRECT = [*PROJECT["project"]["dependencies"], *PROJECT["project"]["optional-dependencies"]["dev"]]
SYSTEMS = [
    {"sys_platform": "linux", "platform_system": "Linux", "os_name": "posix"},
    {"sys_platform": "darwin", "platform_system": "Darwin", "os_name": "posix"},
    {"sys_platform": "win32", "platform_system": "Windows", "os_name": "nt"},
]
PYTHONS = [{"python_version": minor, "python_full_version": f"{minor}.0"} for minor in ("3.11", "3.12", "3.13")]


def constraints() -> dict[str, Requirement]:
    """The lines of constraints.txt by the name of their package."""
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    pins = [Requirement(line) for line in lines if line and not line.startswith("#")]
    assert len({pin.name for pin in pins}) == len(pins)
    return {canonicalize_name(pin.name): pin for pin in pins}


def version(pin: Requirement) -> str:
    (only,) = pin.specifier
    assert only.operator == "==" and "*" not in only.version, pin
    return only.version


def needed(requirement: Requirement, extras: frozenset[str]) -> bool:
    """Whether one of the systems and Pythons on which the project runs asks for it."""
    marker = requirement.marker
    return marker is None or any(
        marker.evaluate({**system, **python, "extra": extra})
        for system in SYSTEMS
        for python in PYTHONS
        for extra in extras | {""}
    )


def everything() -> Iterator[Requirement]:
    """All that `.[dev]` asks for, directly and in a roundabout way, on any system."""
    waiting, seen = [Requirement(line) for line in DIRECT], set()
    while waiting:
        requirement = waiting.pop()
        yield requirement
        name, extras = canonicalize_name(requirement.name), frozenset(requirement.extras)
        if (name, extras) in seen:
            continue
        seen.add((name, extras))
        try:
            further = requires(name) or []
        except PackageNotFoundError:  # needed on another system only
            continue
        waiting += [one for one in map(Requirement, further) if needed(one, extras)]


def test_every_package_that_is_brought_along_has_its_version_and_the_version_will_do() -> None:
    pins = constraints()
    for requirement in everything():
        pin = pins.get(canonicalize_name(requirement.name))
        assert pin is not None, f"{requirement.name} is not in constraints.txt"
        assert requirement.specifier.contains(version(pin)), f"{requirement} is asked for, {pin} is tested"


def test_the_constraints_are_names_and_versions() -> None:
    """No address, no path, no hash; and nothing is tested that is not asked for."""
    pins = constraints()
    building = {"hatchling", "editables", "trove-classifiers"}
    assert all(version(pin) and not pin.url and not pin.extras for pin in pins.values())
    assert set(pins) - {canonicalize_name(one.name) for one in everything()} == building


@pytest.mark.parametrize("old", ["3.1.4", "3.1.5"])
def test_no_jinja_whose_sandbox_can_be_left(old: str) -> None:
    (jinja,) = (one for one in map(Requirement, DIRECT) if one.name == "jinja2")
    assert not jinja.specifier.contains(old)


@pytest.mark.parametrize("package", ["numba", "ortools", "reportlab"])
def test_packages_whose_inner_parts_are_touched_have_an_upper_bound(package: str) -> None:
    (found,) = (one for one in map(Requirement, DIRECT) if one.name == package)
    assert any(bound.operator == "<" for bound in found.specifier)


@pytest.mark.skipif(sys.platform == "win32", reason="a shell script")
@pytest.mark.parametrize(
    ("answer", "code", "said"),
    [
        ("No known vulnerabilities found", 0, "No fault is known"),
        ("No known vulnerabilities found\njinja2 Dependency could not be audited", 2, "asked about 1 packages"),
        ("Found 1 known vulnerability in 1 package\njinja2 3.1.5 GHSA-cpwx-vrp4-4pq7 3.1.6", 1, "jinja2 3.1.5"),
        ("Traceback\nConnectionError: Name or service not known", 2, "could not be asked; it needs the network"),
    ],
)
def test_the_audit_tells_a_fault_from_a_silent_network(tmp_path: Path, answer: str, code: int, said: str) -> None:
    python = tmp_path / "python"
    python.write_text(f'#!/bin/sh\n[ "$1" = -c ] && exit 0\necho "{answer}"\nexit {min(code, 1)}\n', encoding="utf-8")
    python.chmod(0o755)
    audit = ["sh", str(ROOT / "tools" / "audit.sh"), str(python), str(ROOT / "constraints.txt")]
    done = subprocess.run(audit, capture_output=True, text=True, check=False)
    assert done.returncode == code and said in done.stdout + done.stderr
