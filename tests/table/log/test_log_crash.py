"""The log and the rough world: programs that are killed while they write, and two that write at once."""

from __future__ import annotations

import os
import random
import signal
import time
from collections.abc import Callable
from contextlib import redirect_stdout
from pathlib import Path

import pytest

from table.cli import house
from table.log import gamelog, referee
from table.log.gamelog import GameLogError
from table.log.refusal import RefusalError
from tests.playing import random_log

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")

KILLS = 200


def halves(text: str) -> tuple[str, list[str]]:
    first = text.index("\n1 ") + 1
    return text[:first], text[first:].splitlines()


def in_a_child(work: Callable[[], None]) -> int:
    """Runs a function in a forked child, which shares everything that was imported; returns when it has begun."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            os.write(writing, b"!")
            work()
        finally:
            os._exit(0)
    os.read(reading, 1)
    os.close(reading)
    os.close(writing)
    return child


def _seconds_a_turn(file: Path, start: str, lines: list[str]) -> float:
    """How long a turn takes on this machine, so that the blows fall before, within and after writing."""
    file.write_text(start, encoding="utf-8")
    begin = time.perf_counter()
    for line in lines:
        referee.append(file, [line])
    file.write_text(start, encoding="utf-8")
    return (time.perf_counter() - begin) / len(lines)


def test_killed_at_any_moment_the_log_is_whole(tmp_path: Path) -> None:
    """200 programs append turn after turn and are killed; the log is always the game so far and nothing else."""
    text, _states = random_log(3, 3, turns=12)
    start, lines = halves(text)
    dice = random.Random(8)
    file = tmp_path / "game.tbk"
    pace = _seconds_a_turn(file, start, lines)
    survived = 0
    for _ in range(KILLS):
        done = file.read_text(encoding="utf-8").count("\n") - start.count("\n")
        if done == len(lines):
            file.write_text(start, encoding="utf-8")
            done = 0

        def append_on(begun: int = done) -> None:
            for line in lines[begun:]:
                referee.append(file, [line])

        child = in_a_child(append_on)
        time.sleep(dice.random() * 3 * pace)
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        content = file.read_text(encoding="utf-8")
        written = content.count("\n") - start.count("\n")
        assert content == start + "".join(f"{line}\n" for line in lines[:written])
        assert written >= done
        survived += written - done
    assert survived, "some turns were written before the blow"
    if written == 0:
        referee.append(file, lines[:1])
    referee.undo(file)
    assert [path.name for path in tmp_path.iterdir()] == ["game.tbk"], "drafts of the dead are gone"


def test_two_programs_that_write_at_once_do_not_mix_lines(tmp_path: Path) -> None:
    """Both try every turn of one game; each line is let in once, by whoever comes first."""
    text, _states = random_log(4, 21, turns=20)
    start, lines = halves(text)
    file = tmp_path / "game.tbk"
    file.write_text(start, encoding="utf-8")

    def play_all() -> None:
        for line in lines:
            try:
                referee.append(file, [line])
            except RefusalError:
                continue

    children = [in_a_child(play_all) for _ in range(3)]
    for child in children:
        os.waitpid(child, 0)
    assert file.read_text(encoding="utf-8") == text


NEW = ["new", "kk-card", *("--player", "Anna", "--player", "Ben", "--player", "Clara"), "--seed", "7", "--date", "x"]


def test_killed_while_it_begins_a_log_there_is_a_whole_one_or_none(tmp_path: Path) -> None:
    """40 programs begin the same log and are killed; whoever tries again is not kept from it by half a file."""
    file = tmp_path / "game.tbk"

    def begin() -> None:
        with Path(os.devnull).open("w", encoding="utf-8") as nowhere, redirect_stdout(nowhere):
            house.main([*NEW, "--out", str(file)], standalone_mode=False)

    start = time.perf_counter()
    begin()
    pace, whole = time.perf_counter() - start, file.read_bytes()
    dice = random.Random(9)
    begun = 0
    for _ in range(40):
        file.unlink(missing_ok=True)
        child = in_a_child(begin)
        time.sleep(dice.random() * 1.5 * pace)
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        if file.exists():
            assert file.read_bytes() == whole
            begun += 1
    assert begun, "some logs were written before the blow"
    file.unlink(missing_ok=True)
    begin()
    assert file.read_bytes() == whole
    assert [path.name for path in tmp_path.iterdir()] == ["game.tbk"]


def test_of_programs_that_begin_the_same_log_at_once_one_does(tmp_path: Path) -> None:
    file = tmp_path / "game.tbk"

    def begin(text: str) -> None:
        try:
            gamelog.create(file, text)
        except GameLogError:
            return
        (tmp_path / f"{text[0]}.won").touch()

    for child in [in_a_child(lambda text=letter * 100_000: begin(text)) for letter in "abcdef"]:  # type: ignore[misc]
        os.waitpid(child, 0)
    (winner,) = tmp_path.glob("*.won")
    assert file.read_text(encoding="utf-8") == winner.stem * 100_000


def test_a_folder_full_of_links_leads_no_draft_astray(tmp_path: Path) -> None:
    """As somebody might send it: whatever a draft was once called is a link to a file of the user's."""
    text, _states = random_log(3, 4, turns=1)
    start, lines = halves(text)
    precious, folder = tmp_path / "precious", tmp_path / "evening"
    precious.write_text("mine", encoding="utf-8")
    folder.mkdir()
    links = [folder / name for name in (".game.tbk.draft", ".game.tbk.lock", ".timbuktu-0123456789abcdef.draft")]
    for link in links:
        link.symlink_to(precious)
    file = folder / "game.tbk"
    file.write_text(start, encoding="utf-8")
    referee.append(file, lines)
    assert file.read_text(encoding="utf-8") == text and not file.is_symlink()
    assert precious.read_text(encoding="utf-8") == "mine"
    assert all(link.is_symlink() for link in links)


def test_appending_goes_on_after_a_crash_left_a_draft(tmp_path: Path) -> None:
    text, _states = random_log(3, 4, turns=2)
    start, lines = halves(text)
    file = tmp_path / "game.tbk"
    file.write_text(start, encoding="utf-8")
    (tmp_path / ".timbuktu-0123456789abcdef.draft").write_text("half a li", encoding="utf-8")
    for line in lines:
        referee.append(file, [line])
    assert file.read_text(encoding="utf-8") == text
    assert [path.name for path in tmp_path.iterdir()] == ["game.tbk"]
