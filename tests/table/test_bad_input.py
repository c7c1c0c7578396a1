"""Bad input gets one clear message: file, line, field, what was expected, the nearest right spelling; exit code 2."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
from pathlib import Path
from subprocess import CompletedProcess

import pytest

from tests.conftest import Workshop

CARD = "templates/card.svg.j2"
BA1 = "BA1 (cards.csv, line 2)"

CASES = [
    # a definition
    (
        "game.toml",
        'designer = "You"',
        'desginer = "You"',
        "game.toml, line 4: desginer: unknown key. Did you mean 'designer'?",
    ),
    ("game.toml", 'designer = "You"', "", "game.toml: designer: this key is missing."),
    ("game.toml", "face =", "fase =", "game.toml, line 24: part.0.fase: unknown key. Did you mean 'face'?"),
    (
        "game.toml",
        "kind = ",
        "kimd = ",
        "game.toml, line 12: table.cards.columns.id.kimd: unknown key. Did you mean 'kind'?",
    ),
    ("game.toml", 'kind = "key"', 'kind = "keey"', "game.toml, line 12: table.cards.columns.id.kind: input should be"),
    (
        "game.toml",
        "[table.cards]\nfile",
        "[table.columns]\nfill",
        "game.toml, line 10: table.columns.fill: unknown key. Did you mean 'file'?",
    ),
    (
        "game.toml",
        'one_of = ["baker", "smith", "weaver"]',
        "one_of = 3",
        "game.toml, line 13: table.cards.columns.guild.one_of: input should be",
    ),
    (
        "game.toml",
        'id = "market-day"',
        'id = "Market Day"',
        "game.toml, line 2: id: a name of small letters, digits and hyphens",
    ),
    ("game.toml", "players = [2, 4]", "players = [4, 2]", "game.toml, line 5: players: the smaller number comes first"),
    ("game.toml", "[[part]]", "[[part]", "game.toml, line 20: not valid TOML"),
    (
        "game.toml",
        'table = "cards"',
        'table = "crads"',
        "game.toml, line 23: part.0.table: there is no table 'crads'. Did you mean 'cards'?",
    ),
    (
        "game.toml",
        '"card.svg.j2"',
        '"crad.svg.j2"',
        "game.toml, line 24: part.0.face: there is no template 'crad.svg.j2' in templates/.",
    ),
    (
        "game.toml",
        '"cards.csv"',
        '"crads.csv"',
        "game.toml, line 10: table.cards.file: there is no file 'crads.csv'. Did you mean 'cards.csv'?",
    ),
    (
        "game.toml",
        'tell_apart = ["guild"]',
        'tell_apart = ["gild"]',
        "game.toml, line 7: tell_apart.0: palette.toml has no group 'gild'.",
    ),
    (
        "palette.toml",
        "#d9a441",
        "#d9a44g",
        "palette.toml, line 5: guild.baker: a colour such as #1f4e9c was expected, but found '#d9a44g'.",
    ),
    ("words.de.toml", "[guild]", "[guild", "words.de.toml, line 1: not valid TOML"),
    # wrong count
    (
        "game.toml",
        "count = 18",
        "count = 19",
        "game.toml, line 27: part.0.count: 19 copies are expected, but cards.csv has 18.",
    ),
    (
        "game.toml",
        "count = 18",
        "count = 1000000",
        "game.toml, line 27: part.0.count: input should be less than or equal to 20000",
    ),
    (
        "game.toml",
        "[table.cards.columns]",
        "rows = 11\n[table.cards.columns]",
        "cards.csv, line 13: 12 rows, but game.toml expects 11.",
    ),
    (
        "cards.csv",
        "Draw a card.,2",
        "Draw a card.,two",
        "cards.csv, line 3: count: a whole number from 0 was expected, but found 'two'.",
    ),
    # unknown symbol and other cells
    ("cards.csv", "BA3,baker", "BA3,bakr", "cards.csv, line 4: guild: unknown guild 'bakr'. Did you mean 'baker'?"),
    (
        "cards.csv",
        "Honey Cake,3",
        "Honey Cake,three",
        "cards.csv, line 4: price: a whole number was expected, but found 'three'.",
    ),
    ("cards.csv", "BA2,", "BA1,", "cards.csv, line 3: id: 'BA1' stands twice, but each row needs its own."),
    ("cards.csv", "Honigkuchen", "", "cards.csv, line 4: name_de: must not be empty."),
    ("cards.csv", "guild,", "gild,", "cards.csv, line 1: gild: unknown column. Did you mean 'guild'?"),
    # unreadable CSV
    ("cards.csv", "BA2,baker", 'BA2,"baker', "cards.csv, line 3: not a readable CSV table"),
    ("cards.csv", "BA2,baker", "BA2,x,baker", "cards.csv, line 3: 9 cells, but 8 columns."),
    # missing image
    (
        CARD,
        '"symbols/" ~ row.guild ~ ".svg"',
        '"symbols/bakr.svg"',
        f"{CARD}, line 11: {BA1}: there is no image 'symbols/bakr.svg'. Did you mean 'symbols/baker.svg'?",
    ),
    # a template error
    (CARD, "{% set", "{% ste", f"{CARD}, line 2: {BA1}: template error: Encountered unknown tag 'ste'."),
    (CARD, "{{ palette.paper }}", "{{ palette.paper ", f"{CARD}, line 3: {BA1}: template error: expected token"),
    (CARD, "row.price", "row.prise", f"{CARD}, line 8: {BA1}: row has no 'prise'. Did you mean 'price'?"),
    (CARD, "row.price", "rwo.price", f"{CARD}, line 8: {BA1}: 'rwo' is not known here. Did you mean 'row'?"),
    (
        CARD,
        "palette.paper",
        "palette.papr",
        f"{CARD}, line 3: {BA1}: palette (palette.toml) has no 'papr'. Did you mean 'paper'?",
    ),
    (
        CARD,
        "{# One",
        '{% include "bakc.svg.j2" %}{# One',
        f"{CARD}, line 1: {BA1}: there is no template 'bakc.svg.j2'. Did you mean 'back.svg.j2'?",
    ),
    (
        CARD,
        "row.price",
        "row.__class__",
        f"{CARD}, line 8: {BA1}: access to attribute '__class__' of 'dict' object is unsafe.",
    ),
    (CARD, 'weight="bold"', 'weight="bolt"', f"{CARD}, line 8: {BA1}: There is no weight 'bolt'. Did you mean 'bold'?"),
    (
        CARD,
        'weight="bold"',
        'wieght="bold"',
        f"{CARD}, line 8: {BA1}: text() got an unexpected keyword argument 'wieght'. Did you mean 'weight'?",
    ),
    (
        CARD,
        'anchor="middle", fill',
        'anchor="middel", fill',
        f"{CARD}, line 8: {BA1}: anchor: 'middel' is not known. Did you mean 'middle'?",
    ),
    (CARD, '"#ffffff"', '"whit"', f"{CARD}, line 8: {BA1}: 'whit' is no colour. Did you mean 'white'?"),
    (
        CARD,
        "text(row.price, 12",
        "text(row.price, row.id",
        f"{CARD}, line 8: {BA1}: x: a number was expected, but found 'BA1'.",
    ),
    (CARD, "<circle", "<circel><circle", f"{CARD}: {BA1}: not well-formed SVG: <circel> is not closed."),
    # a missing word
    (
        "words.de.toml",
        "baker",
        "bakre",
        f"{CARD}, line 15: {BA1}: words.guild (words.de.toml) has no 'baker'. Did you mean 'bakre'?",
    ),
    ("words.de.toml", "Bäckerzunft", "Bäcker 🥖", f"{CARD}, line 15: {BA1}: 'BÄCKER 🥖' needs the characters 🥖"),
    # text that does not fit
    (CARD, "width=37, min_size=8", "width=9, min_size=8", f"{CARD}, line 9: {BA1}: the text 'Brotkorb' is"),
    (CARD, "45, 17,", "45, 2,", f"{CARD}: BA2 (cards.csv, line 3): the text 'Ziehe eine Karte.'"),
    (
        "cards.csv",
        "Ziehe eine Karte.",
        "Ziehe eine Karte. " * 20,
        f"{CARD}: BA2 (cards.csv, line 3): the text 'Ziehe eine Karte.",
    ),
    ("cards.csv", "<b>zwei</b>", "<b>zwei", f"{CARD}, line 14: BA3 (cards.csv, line 4): the tags in"),
    # a component larger than the paper
    ("game.toml", "[63, 88]", "[250, 350]", "game.toml, line 26: part.0.size: cards (250 x 350 mm)"),
    (
        "game.toml",
        "[63, 88]",
        "[10000, 10000]",
        "game.toml, line 26: part.0.size.0: input should be less than or equal to 1500, but found 10000.",
    ),
]


@pytest.mark.parametrize(("file", "old", "new", "message"), CASES, ids=[case[3][:60] for case in CASES])
def test_each_fault_is_told_where_it_stands(workshop: Workshop, file: str, old: str, new: str, message: str) -> None:
    workshop.change(file, old, new)
    assert workshop.printing().startswith(f"mygame/{message}")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["prnt"], "There is no command 'prnt'."),
        (["pfd", "kk-card"], "There is no command 'pfd'. Did you mean 'pdf'?"),
        (["pdf", "mygame", "--paper", "a5"], "Invalid value for '--paper': 'a5' is not one of 'a4', 'letter', 'a3'."),
        (["pdf", "mygame", "--papier", "a4"], "No such option '--papier'"),
        (["pdf", "mygame", "--back-offset", "1"], "two numbers such as 0.5,-1 were expected, but found '1'."),
        (["pdf", "mygame", "--back-offset", "nan,1"], "two numbers such as 0.5,-1 were expected, but found 'nan,1'."),
        (["pdf"], "Missing argument 'GAME...|all'."),
        (["pdf", "mygame", "--only", "crads"], "market-day has no part 'crads'. Did you mean 'cards'?"),
        (["pdf", "nowhere"], "There is no game and no folder 'nowhere'."),
        (["check", "mygame/game.toml"], "There is no game and no folder 'mygame/game.toml'."),
        (["pdf", "mygame", "--sheets-changed-since", "none.pdf"], "'none.pdf' does not exist."),
        (["pdf", "mygame", "--sheets-changed-since", "mygame/cards.csv"], "cannot be read as a PDF"),
    ],
)
def test_wrong_use_is_told_and_nothing_written(workshop: Workshop, arguments: list[str], message: str) -> None:
    result = workshop.run(*arguments, *(["--out", "out"] if arguments[0] == "pdf" else []))
    assert result.exit_code == 2
    assert message in result.stderr and result.stdout == ""
    assert not (workshop.root / "out").exists()


# ---- where nothing can be written ---------------------------------------------------------------------------------


@pytest.mark.parametrize("out", ["file", "file/deeper"])
def test_a_place_that_is_no_folder_is_told(workshop: Workshop, out: str) -> None:
    (workshop.root / "file").write_text("old", encoding="utf-8")
    result = workshop.run("pdf", "mygame", "--out", out)
    assert result.exit_code == 2 and "file" in result.stderr and "Traceback" not in result.stderr
    assert (workshop.root / "file").read_text(encoding="utf-8") == "old"


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="whoever may write everywhere meets no such folder")
def test_a_folder_without_permission_is_told(workshop: Workshop) -> None:
    (workshop.root / "locked").mkdir(mode=0o555)
    assert "Cannot write locked/market-day-a4-en.pdf: Permission denied." in workshop.complaint(
        "pdf", "mygame", "--out", "locked"
    )
    assert "Cannot write locked/new/cards.csv: Permission denied." in workshop.complaint("init", "locked/new")


def test_a_full_disk_leaves_the_old_file(workshop: Workshop, monkeypatch: pytest.MonkeyPatch) -> None:
    assert workshop.run("pdf", "mygame", "--out", "dist").exit_code == 0
    (file,) = (workshop.root / "dist").iterdir()
    before = file.read_bytes()

    def full(_descriptor: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", full)
    workshop.change("cards.csv", "Brotkorb", "Mehlsack")
    said = workshop.complaint("pdf", "mygame", "--out", "dist")
    assert said == f"Cannot write {file.relative_to(workshop.root)}: No space left on device."
    assert file.read_bytes() == before and list((workshop.root / "dist").iterdir()) == [file]


LITTLE_ROOM = """
import resource, sys
from table.cli import main
resource.setrlimit(resource.RLIMIT_FSIZE, (700, 700))
sys.argv = ["timbuktu", *sys.argv[1:]]
main()
"""


def run(*arguments: str, cwd: Path, program: str = "from table.cli import main; main()") -> CompletedProcess[str]:
    """Runs the command in a process of its own."""
    command = [sys.executable, "-c", program, *arguments]
    return subprocess.run(command, cwd=cwd, capture_output=True, text=True, check=False)


@pytest.mark.skipif(os.name == "nt", reason="Windows sets no limit to files")
def test_a_disk_that_fills_while_writing_leaves_no_half_file(workshop: Workshop) -> None:
    """A real write that fails half-way: the system allows no file larger than 700 bytes."""
    (workshop.root / "dist").mkdir()
    old = workshop.root / "dist" / "market-day-a4-en.pdf"
    old.write_bytes(b"the old file")
    result = run("pdf", "mygame", "--out", "dist", cwd=workshop.root, program=LITTLE_ROOM)
    assert result.returncode == 2
    assert result.stderr == "timbuktu: Cannot write dist/market-day-a4-en.pdf: File too large.\n"
    assert old.read_bytes() == b"the old file" and list(old.parent.iterdir()) == [old]
    result = run("init", "new", cwd=workshop.root, program=LITTLE_ROOM)
    assert (result.returncode, result.stderr) == (2, "timbuktu: Cannot write new/cards.csv: File too large.\n")
    assert not (workshop.root / "new").exists()


@pytest.mark.skipif(os.name == "nt", reason="devices and pipes are matters of Unix")
@pytest.mark.parametrize(
    "words", [["chart", "kk-card"], ["rules", "kk-card"], ["calibrate"], ["pdf", "mygame"]], ids=lambda words: words[0]
)
def test_only_a_plain_file_is_written_over(workshop: Workshop, words: list[str]) -> None:
    out = workshop.root / "dist" / "market-day-a4-en.pdf"
    out.parent.mkdir()
    place = str(out.parent if words[0] == "pdf" else out)
    for make in (out.mkdir, lambda: os.mkfifo(out), lambda: out.symlink_to("/dev/null")):
        make()
        before = (out.lstat().st_ino, out.lstat().st_mode)
        result = workshop.run(*words, "--out", place)
        assert result.exit_code == 2 and str(out) in result.stderr and "Traceback" not in result.stderr
        assert (out.lstat().st_ino, out.lstat().st_mode) == before and list(out.parent.iterdir()) == [out]
        out.rmdir() if out.is_dir() else out.unlink()


@pytest.mark.parametrize("epoch", ["abc", "1.5", "-1", "1e9", "9" * 30, "0x10"])
def test_a_date_that_is_none_is_told(workshop: Workshop, monkeypatch: pytest.MonkeyPatch, epoch: str) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", epoch)
    said = workshop.complaint("pdf", "mygame", "--out", "out")
    assert said.startswith("SOURCE_DATE_EPOCH is a number of seconds since 1970, not ")
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1700000000")
    assert workshop.run("pdf", "mygame", "--out", "out").exit_code == 0


@pytest.mark.parametrize(
    "content",
    ["[long]\ndx = nan", "[long]\ndy = inf", "[long]\ndegrees = -inf", '[long]\ndx = "nan"', "[long]\ndx = 1e300",
     "[long]\ndx = []", "[long]\nx = 1", "long = 3", "[[long]]\ndx = 1", '["a b"]\ndx = 1', "[long", "\0"],
)  # fmt: skip
def test_a_calibration_that_is_none_is_told(workshop: Workshop, content: str) -> None:
    memory = workshop.root / "home" / "printer.toml"
    memory.parent.mkdir()
    memory.write_text(content, encoding="utf-8")
    for words in (["pdf", "mygame", "--out", "out"], ["calibrate"], ["calibrate", "--read-top", "1,1"]):
        said = workshop.complaint(*words)
        assert said.startswith(f"Cannot read the calibration in {memory}: ") and said.endswith(
            "Delete it to start anew."
        )
    assert memory.read_text(encoding="utf-8") == content


def test_a_calibration_that_could_not_be_read_again_is_not_kept(workshop: Workshop) -> None:
    said = workshop.complaint("calibrate", "--read-top", "1e308,0")
    assert said.startswith("This cannot be remembered: dx is inf, but no printer misses")
    assert workshop.run("calibrate", "--read-top", "1,0").exit_code == 0
    assert workshop.run("pdf", "mygame", "--out", "out").exit_code == 0


@pytest.mark.skipif(os.name == "nt", reason="pipes are a matter of Unix")
def test_a_calibration_file_that_is_a_pipe_does_not_hang(workshop: Workshop) -> None:
    memory = workshop.root / "home" / "printer.toml"
    memory.parent.mkdir()
    os.mkfifo(memory)
    assert "this is not a file" in workshop.complaint("pdf", "mygame", "--out", "out")


def test_a_fault_leaves_the_file_of_an_earlier_run(workshop: Workshop) -> None:
    assert workshop.run("pdf", "mygame", "--out", "dist").exit_code == 0
    (file,) = (workshop.root / "dist").iterdir()
    before = file.read_bytes()
    workshop.change("cards.csv", "SM4,smith", "SM4,smyth")
    assert "Did you mean 'smith'?" in workshop.complaint("pdf", "mygame", "--out", "dist")
    workshop.change("cards.csv", "SM4,smyth", "SM4,smith")
    workshop.change("cards.csv", "Tapestry", "Tapestry" * 9)
    assert "WE4 (cards.csv, line 13): the text 'Tapestry" in workshop.complaint("pdf", "mygame", "--out", "dist")
    assert file.read_bytes() == before and list((workshop.root / "dist").iterdir()) == [file]


def test_a_fault_is_told_without_a_traceback(workshop: Workshop) -> None:
    workshop.change(CARD, "row.price", "row.prise")
    result = run("pdf", str(workshop.game), "--out", "out", cwd=workshop.root)
    assert result.returncode == 2 and result.stdout == ""
    assert result.stderr == (
        f"timbuktu: mygame/templates/card.svg.j2, line 8: {BA1}: row has no 'prise'. Did you mean 'price'?\n"
    )
