"""What is kept on the disk: found again, bounded, nobody else's, and without any say in what is printed."""

from __future__ import annotations

import os
import sqlite3
from pathlib import Path

import pytest

from pnp.definition.game import load
from pnp.faces import sandbox
from pnp.faces.face import FaceMaker
from shelf import kept
from shelf.kept import Kept, packed, unpacked
from tests.conftest import Workshop


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("TIMBUKTU_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


def made(store: Kept, source: bytes = b"source", thing: bytes = b"thing") -> bool:
    """Whether the store had to make a thing."""
    calls = []
    assert store.get("kind", source, lambda: calls.append(1) or thing) == thing
    return bool(calls)


def test_a_thing_is_made_once() -> None:
    store = Kept()
    assert made(store) and not made(store)
    store.save()
    assert not made(Kept())
    assert made(Kept(), b"another source")


def test_rooms_share_nothing() -> None:
    store = Kept("one folder")
    made(store)
    store.save()
    assert not made(Kept("one folder"))
    assert made(Kept("another folder")) and made(Kept())


def test_nothing_is_kept_if_nobody_wants_it(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(kept.OFF, "0")
    store = Kept()
    made(store)
    store.save()
    assert not home.exists()


@pytest.mark.parametrize("content", [b"", b"no database at all" * 100])
def test_a_broken_file_costs_nothing_but_time(home: Path, content: bytes) -> None:
    home.mkdir()
    (home / "kept.sqlite").write_bytes(content)
    store = Kept()
    assert made(store)
    store.save()


def test_there_is_never_too_much(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept, "MOST_BYTES", 400_000)
    for n in range(40):
        store = Kept()
        made(store, bytes([n]), os.urandom(40_000))
        store.save()
    with sqlite3.connect(home / "kept.sqlite") as base:
        (rows,) = base.execute("SELECT COUNT(*) FROM kept").fetchone()
    assert 2 <= rows <= 12
    assert (home / "kept.sqlite").stat().st_size < 1_000_000


def test_packs_come_apart_as_they_were() -> None:
    things = {bytes([n]) * 32: bytes(n * 100) for n in range(5)}
    assert unpacked(packed(things)) == things
    with pytest.raises(ValueError, match="middle"):
        unpacked(packed(things)[:-1])


def test_the_same_bytes_with_and_without(workshop: Workshop, monkeypatch: pytest.MonkeyPatch) -> None:
    files = []
    for out, off in (("first", "1"), ("again", "1"), ("without", "0")):
        monkeypatch.setenv(kept.OFF, off)
        for game in ("mygame", "kk-card"):
            assert workshop.run("pdf", game, "--only", "cards", "--out", out).exit_code == 0
        files.append([file.read_bytes() for file in sorted((workshop.root / out).iterdir())])
    assert files[0] == files[1] == files[2]
    assert (workshop.root / "home" / "kept.sqlite").exists()


def test_code_is_kept_of_our_own_templates_alone(workshop: Workshop) -> None:
    ours, theirs = Kept(), Kept("somebody's folder")
    for store in (ours, theirs):
        maker = FaceMaker(load(str(workshop.game)), "en", kept=store)
        sandbox._COMPILED.clear()
        part = maker.game.spec.part[0]
        maker.face(part.face, part.size, 0.0, maker.game.copies(part)[0])
    assert ours.fresh and not theirs.fresh
