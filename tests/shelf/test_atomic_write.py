"""Files are written whole or not at all, with the rights one expects, and over nothing that is no file."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from shelf.atomic_write import write_new, write_whole
from shelf.errors import PrintingError

pytestmark = pytest.mark.skipif(os.name == "nt", reason="rights, links and pipes are matters of Unix")

fcntl = pytest.importorskip("fcntl")
DRAFT = ".timbuktu-0123456789abcdef.draft"
WRITERS: tuple[Callable[[Path, bytes], None], ...] = (write_whole, write_new)


@pytest.fixture
def umask() -> Iterator[Callable[[int], int]]:
    before = os.umask(0o022)
    yield os.umask
    os.umask(before)


def content(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}


def rights(file: Path) -> int:
    return file.stat().st_mode & 0o7777


@pytest.mark.parametrize("write", WRITERS)
@pytest.mark.parametrize("mask", [0o077, 0o002, 0o022])
def test_the_umask_says_who_may_read_a_new_file(
    tmp_path: Path, umask: Callable[[int], int], write: Callable[[Path, bytes], None], mask: int
) -> None:
    umask(mask)
    write(tmp_path / "new" / "file", b"x")
    assert rights(tmp_path / "new" / "file") == 0o666 & ~mask


@pytest.mark.parametrize("mode", [0o600, 0o640, 0o666, 0o755])
def test_an_old_file_keeps_its_rights(tmp_path: Path, mode: int) -> None:
    file = tmp_path / "file"
    file.write_bytes(b"old")
    file.chmod(mode)
    write_whole(file, b"new")
    assert (file.read_bytes(), rights(file)) == (b"new", mode)


def test_a_file_that_is_write_protected_is_let_alone(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_bytes(b"old")
    file.chmod(0o444)
    with pytest.raises(PrintingError, match="file: it is write-protected"):
        write_whole(file, b"new")
    assert file.read_bytes() == b"old" and content(tmp_path) == {"file"}


def test_only_plain_files_are_replaced(tmp_path: Path) -> None:
    folder, pipe, link, dangling, device = (
        tmp_path / name for name in ("folder", "pipe", "link", "dangling", "device")
    )
    other = tmp_path / "other"
    other.write_bytes(b"old")
    folder.mkdir()
    os.mkfifo(pipe)
    link.symlink_to(other)
    dangling.symlink_to(tmp_path / "nowhere")
    device.symlink_to("/dev/null")
    before = {path: path.lstat().st_ino for path in tmp_path.iterdir()}
    for file in (folder, pipe, link, dangling, device):
        with pytest.raises(PrintingError, match=r"it is (a link|not a plain file)"):
            write_whole(file, b"new")
        with pytest.raises(FileExistsError):
            write_new(file, b"new")
    assert other.read_bytes() == b"old"
    assert {path: path.lstat().st_ino for path in tmp_path.iterdir()} == before


def test_a_new_file_is_never_written_over_an_old_one(tmp_path: Path) -> None:
    file = tmp_path / "file"
    write_new(file, b"first")
    with pytest.raises(FileExistsError):
        write_new(file, b"second")
    assert file.read_bytes() == b"first" and content(tmp_path) == {"file"}


@pytest.mark.parametrize("write", WRITERS)
def test_a_disk_without_second_names_takes_new_files_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, write: Callable[[Path, bytes], None]
) -> None:
    def no_links(_draft: Path, _file: Path) -> None:
        raise PermissionError

    monkeypatch.setattr(os, "link", no_links)
    write(tmp_path / "file", b"first")
    with pytest.raises(FileExistsError):
        write_new(tmp_path / "file", b"second")
    assert (tmp_path / "file").read_bytes() == b"first" and content(tmp_path) == {"file"}


@pytest.mark.parametrize("write", WRITERS)
@pytest.mark.parametrize("place", ["file/x", "file/deeper/x", "x" * 300, "nul\0"])
def test_a_place_where_no_file_can_be_is_told(tmp_path: Path, write: Callable[[Path, bytes], None], place: str) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(PrintingError, match="Cannot write"):
        write(tmp_path / place, b"x")
    assert content(tmp_path) == {"file"}


def test_a_name_as_long_as_names_may_be_can_be_written(tmp_path: Path) -> None:
    write_whole(tmp_path / ("x" * 255), b"x")
    write_whole(tmp_path / ("x" * 255), b"y")
    assert (tmp_path / ("x" * 255)).read_bytes() == b"y"


def test_what_a_killed_program_left_goes_and_nothing_else(tmp_path: Path) -> None:
    (tmp_path / DRAFT).write_bytes(b"half a li")
    others = [".timbuktu-0123.draft", ".file.draft", "timbuktu-0123456789abcdef.draft", f"{DRAFT}.txt"]
    for name in others:
        (tmp_path / name).touch()
    strange = [DRAFT.replace("0", digit) for digit in "abc"]
    (tmp_path / strange[0]).mkdir()
    (tmp_path / strange[1]).symlink_to(tmp_path / others[0])
    os.mkfifo(tmp_path / strange[2])
    write_whole(tmp_path / "file", b"x")
    assert content(tmp_path) == {"file", *others, *strange}


def test_the_draft_of_a_program_that_still_writes_stays(tmp_path: Path) -> None:
    with (tmp_path / DRAFT).open("wb") as draft:
        fcntl.flock(draft, fcntl.LOCK_EX)
        write_whole(tmp_path / "file", b"x")
        assert (tmp_path / DRAFT).exists()
    write_whole(tmp_path / "file", b"x")
    assert not (tmp_path / DRAFT).exists()


KILLED = """
import os, signal, sys
from pathlib import Path
from shelf import atomic_write
os.fsync = lambda _draft: os.kill(os.getpid(), signal.SIGKILL)
atomic_write.write_whole(Path("set.pdf"), b"x" * 100_000)
"""


def test_a_kill_leaves_the_old_file_and_the_next_program_sweeps(tmp_path: Path) -> None:
    (tmp_path / "set.pdf").write_bytes(b"old")
    for _ in range(3):
        subprocess.run([sys.executable, "-c", KILLED], cwd=tmp_path, check=False)
        assert len(content(tmp_path)) == 2, "the blow fell while the draft was there, and the one before is swept"
        assert (tmp_path / "set.pdf").read_bytes() == b"old"
    write_whole(tmp_path / "set.pdf", b"new")
    assert content(tmp_path) == {"set.pdf"} and (tmp_path / "set.pdf").read_bytes() == b"new"


BUSY = """
import sys
from pathlib import Path
from shelf.atomic_write import write_whole
for round in range(150):
    write_whole(Path(sys.argv[1] if round % 2 else "common"), sys.argv[1].encode() * 1000)
"""


def test_programs_that_write_into_one_folder_do_not_sweep_each_other_away(tmp_path: Path) -> None:
    names = ["a", "b", "c", "d"]
    busy = [
        subprocess.Popen([sys.executable, "-c", BUSY, name], cwd=tmp_path, stderr=subprocess.PIPE) for name in names
    ]
    for program in busy:
        assert program.communicate()[1] == b"" and program.returncode == 0
    assert content(tmp_path) == {*names, "common"}
    assert (tmp_path / "common").read_bytes() in [name.encode() * 1000 for name in names]
