"""Logs as files: read, replayed, added to and cut; every fault with its line, and nothing ever lost."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from shelf.errors import PrintingError
from shelf.safe_files import MOST_BYTES
from table.log import gamelog, referee
from table.log.gamelog import GameLogError
from table.log.referee import IllegalMoveError
from table.log.refusal import RefusalError
from tests.playing import GAME, HEADER, OPENING, SETUP, count_table, random_log, replayed

PLAYERS = st.integers(3, 5)
SEEDS = st.integers(0, 2**32)
ON_DISK = settings(
    max_examples=8, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
)


@pytest.fixture
def log(tmp_path: Path) -> Path:
    file = tmp_path / "game.tbk"
    file.write_text(OPENING, encoding="utf-8")
    return file


# ---- reading --------------------------------------------------------------------------------------------------------


@settings(max_examples=8, deadline=None)
@given(PLAYERS, SEEDS, st.booleans())
def test_a_log_replayed_and_written_again_is_the_same_log(players: int, seed: int, face_down: bool) -> None:
    text, states = random_log(players, seed, face_down)
    match = replayed(text)
    assert [state.tobytes() for state in match.states] == [state.tobytes() for state in states]
    for state in match.states:
        count_table(state)
    header = gamelog.parse(text, Path("x")).header
    again = gamelog.written(header, GAME.write_setup(match.opening))
    again += "".join(f"{match.line(move)}\n" for move in match.moves)
    assert again == text


def test_comments_blank_lines_and_shortened_names_are_read() -> None:
    text = f"; our evening\n{HEADER}; me: nobody\n\n{SETUP}\n; now\n1 a: fk4  ; good\n\n2. BEN: ka2\n3) cl : sa2 ;\n"
    match = replayed(text)
    assert [match.line(move) for move in match.moves] == ["1 Anna: FK4", "2 Ben: KA2", "3 Clara: SA2"]


def test_a_position_in_between_is_that_of_a_shorter_log() -> None:
    text, states = random_log(3, 5)
    match = replayed(text)
    assert match.at(0).state.tobytes() == states[0].tobytes()
    assert match.at(7).state.tobytes() == states[7].tobytes()
    assert match.at(match.turns).state.tobytes() == states[-1].tobytes()
    assert match.at(7).turns == 7


def test_tiles_shown_at_the_end_are_not_a_turn() -> None:
    match = replayed(f"{OPENING}1 Anna: KA2\n2 Ben: SA1=?\nreveal Ben: M\n3 Clara: FK4\n")
    assert match.turns == 3
    assert GAME.score_parts(match.state)[1]["law"] == -2
    assert match.at(2).moves[-1].text == "M"


def test_what_others_hold_stays_hidden_from_the_owner_of_a_log() -> None:
    known = OPENING.replace("? ? ? ? ? ? ? ?", "C T R T R M M C").replace("\n\nsetup", "\nme: Anna\n\nsetup")
    match = replayed(f"{known}1 Anna: KA2\n2 Ben: SA1\n3 Clara: EN4\n4 Anna: FR2\n")
    assert [match.told(move) for move in match.moves] == ["KA2", "SA1=?", "EN4", "FR2=C"]
    assert [move.text for move in match.moves] == ["KA2", "SA1=T", "EN4", "FR2=C"]
    picture = GAME.picture(match.seen())
    assert [player["laws"] for player in picture["players"]] == [["C"], ["?"], []]


SHORT = SETUP.splitlines()


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("", 1, "empty"),
        ("; only a comment\n", 1, "empty"),
        ("hello\n", 1, "`key: value` or `setup` was expected"),
        ("game: kk-card\n", 1, "ends before the line `setup`"),
        ("game: kk-card\ngame: kk-card\nsetup\n", 2, "twice"),
        (f"players: A, B, C\n{SETUP}", 2, "no line `game"),
        (f"game: kk-card\n{SETUP}", 2, "no line `players"),
        (f"game: kk-kard\nplayers: A, B, C\n{SETUP}", 1, "Did you mean 'kk-card'?"),
        (f"game: kk-card\nplayers: A, B\n{SETUP}", 2, "3 to 5 players, not 2"),
        (f"game: kk-card\nplayers: A, B, a\n{SETUP}", 2, "two players are called"),
        (f"game: kk-card\nplayers: A, , C\n{SETUP}", 2, "no name"),
        (f"{HEADER}me: Dora\n{SETUP}", 3, "nobody here is called 'Dora'"),
        (f"{HEADER}start_onli: yes\n{SETUP}", 3, "Did you mean 'start_only'?"),
        (f"{HEADER}start_only: maybe\n{SETUP}", 3, "`yes` or `no`"),
        (f"{HEADER}setup\n", 3, "row 1 is missing"),
        (HEADER + "\n".join(SHORT[:4]) + "\n", 6, "row 4 is missing"),
        (HEADER + "\n".join([*SHORT, SHORT[2]]) + "\n", 8, "there twice"),
        (f"{HEADER}setup\nrow 1: FR1 FR2\n", 4, "row 1 has 2 cards, not 14"),
        (f"{HEADER}setup\nrow 9: FR1\n", 4, "no row 9"),
        (f"{HEADER}setup\nsomething\n", 4, "`row 1: ...` or `laws: ...` was expected"),
        (HEADER + SETUP.replace("FR1", "FR2"), 5, "FR2 is there twice: row 1, card 2 and row 2, card 9"),
        (HEADER + SETUP.replace("FR1", "FX1"), 5, "no card 'FX1'"),
        (f"{HEADER}{SETUP}laws: R R R\n", 8, "8 law tiles were expected, but found 3"),
        (f"{HEADER}{SETUP}laws: R R R ? ? ? ? ?\n", 8, "only 2 law tiles of the kind R"),
        (f"{HEADER}{SETUP}laws: R R X ? ? ? ? ?\n", 8, "no law tile 'X'"),
        (f"{OPENING}1 Anna: FK4\nBen: KA2\n", 12, "a turn such as `7 Anna: ...` was expected"),
        (f"{OPENING}1 Ben: FK4\n", 11, "it is Anna's turn, not Ben's"),
        (f"{OPENING}1 Dora: FK4\n", 11, "nobody here is called 'Dora'"),
        (f"{OPENING}2 Anna: FK4\n", 11, "this should be turn 1, not 2"),
        (f"{OPENING}1 Anna: FR1\n", 11, "turn 1 Anna: FR1 does not lie at an end of row 2"),
        (f"{OPENING}1 Anna: FR1\n", 11, "Legal there: EN4 KA2 FK4 SA7 BA4 UN3 IT2 SA2."),
        (f"{OPENING}1 Anna:\n", 11, "the turn is not finished"),
        (f"{OPENING}1 Anna: FK4\n2 Ben: KA2 +\n", 12, "'+' is not a step"),
        (f"{OPENING}reveal Anna: M\n", 11, "no law tile"),
        (f"{OPENING}reveal Nobody: M\n", 11, "nobody here is called"),
    ],
)
def test_a_fault_is_told_with_its_line(text: str, line: int, message: str) -> None:
    with pytest.raises(GameLogError) as caught:
        replayed(text)
    assert caught.value.line == line
    assert message in str(caught.value)
    assert str(caught.value).startswith(f"game.tbk, line {line}: ")


def test_a_finished_game_has_no_further_turn() -> None:
    text, states = random_log(3, 11)
    with pytest.raises(GameLogError, match="the game is over") as caught:
        replayed(f"{text}{len(states)} Anna: FR1\n")
    assert caught.value.line == text.count("\n") + 1


@pytest.mark.parametrize("content", [b"\xff\xfe\x00g", b"game: kk-card\nplayers: \xe4\n", b"game\0", b"\n" * 5_000_000])
def test_a_file_that_is_no_text_is_refused(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "game.tbk"
    file.write_bytes(content)
    with pytest.raises(GameLogError):
        referee.load(file)


def test_a_missing_file_and_a_folder_are_refused(tmp_path: Path) -> None:
    for file in (tmp_path / "none.tbk", tmp_path):
        with pytest.raises(GameLogError):
            referee.load(file)
        with pytest.raises(GameLogError):
            referee.append(file, ["FK4"])
        with pytest.raises(GameLogError):
            referee.undo(file)


# ---- garbage --------------------------------------------------------------------------------------------------------

WHOLE, _ = random_log(4, 99)
MADE_UP = st.text(st.characters(blacklist_categories=["Cs"]), max_size=40)


def spoiled(text: str, dice: random.Random, garbage: str) -> str:
    lines = text.split("\n")
    kind = dice.randrange(7)
    at, other = dice.randrange(len(text)), dice.randrange(len(lines))
    if kind == 0:
        return text[:at]
    if kind == 1:
        return text[at:]
    if kind == 2:
        return "\n".join(dice.sample(lines, len(lines)))
    if kind == 3:
        return text[:at] + garbage + text[at:]
    if kind == 4:
        return text[:at] + text[at + 1 + dice.randrange(20) :]
    if kind == 5:
        lines[other] = garbage
        return "\n".join(lines)
    lines.insert(dice.randrange(len(lines)), lines[other])
    return "\n".join(lines)


@settings(max_examples=120, deadline=None)
@given(st.randoms(use_true_random=False), MADE_UP, st.integers(1, 3))
def test_a_spoiled_log_is_read_or_refused_with_a_line(dice: random.Random, garbage: str, times: int) -> None:
    text = WHOLE
    for _ in range(times):
        text = spoiled(text or "x", dice, garbage)
    lines = text.count("\n") + 1
    try:
        replayed(text)
    except GameLogError as fault:
        assert fault.line is not None and 1 <= fault.line <= lines
        assert fault.message


@settings(max_examples=100, deadline=None)
@given(MADE_UP)
def test_any_text_is_a_log_or_refused_with_a_line(text: str) -> None:
    for whole in (text, HEADER + text, f"{HEADER}setup\n{text}", OPENING + text, f"{OPENING}1 Anna: {text}"):
        try:
            replayed(whole)
        except GameLogError as fault:
            assert fault.line


# ---- adding and cutting ---------------------------------------------------------------------------------------------


@ON_DISK
@given(players=PLAYERS, seed=SEEDS)
def test_undo_takes_back_every_turn_to_the_last_letter(tmp_path: Path, players: int, seed: int) -> None:
    text, states = random_log(players, seed, turns=12)
    first = text.index("\n1 ") + 1
    file = tmp_path / f"{players}-{seed}.tbk"
    file.write_text(text[:first], encoding="utf-8")
    stages = [text[:first]]
    for number, line in enumerate(text[first:].splitlines(), start=1):
        match, moves = referee.append(file, [line.partition(":")[2]])
        assert match.state.tobytes() == states[number].tobytes()
        assert [match.line(move) for move in moves] == [line]
        stages.append(file.read_text(encoding="utf-8"))
    assert stages[-1] == text
    for number in range(len(stages) - 2, -1, -1):
        match, _cut = referee.undo(file)
        assert file.read_text(encoding="utf-8") == stages[number]
        assert match.state.tobytes() == states[number].tobytes()
    with pytest.raises(RefusalError, match="no turn to undo"):
        referee.undo(file)
    assert not list(tmp_path.glob(".*"))


def test_a_turn_is_written_in_full_and_its_comment_stays(log: Path) -> None:
    referee.append(log, ["a: fk4 + ba5 ;  well,   well", "Ben: ka2", "sa2"])
    assert log.read_text(encoding="utf-8") == (f"{OPENING}1 Anna: FK4 +BA5  ; well, well\n2 Ben: KA2\n3 Clara: SA2\n")


def test_everything_around_the_turns_survives(log: Path) -> None:
    text = f"; before\n{OPENING}1 Anna: FK4 ; x\n\n; between\n\n2 b: ka2 ; last\n; after\n\n"
    log.write_text(text, encoding="utf-8")
    referee.append(log, ["SA2"])
    assert log.read_text(encoding="utf-8") == f"{text}3 Clara: SA2\n"
    referee.undo(log)
    assert log.read_text(encoding="utf-8") == text
    referee.undo(log)
    assert log.read_text(encoding="utf-8") == text.replace("2 b: ka2 ; last\n", "")


def test_line_ends_of_the_other_system_stay_as_they_are(log: Path) -> None:
    log.write_bytes(OPENING.replace("\n", "\r\n").encode())
    referee.append(log, ["FK4"])
    assert log.read_bytes() == f"{OPENING}1 Anna: FK4\n".replace("\n", "\r\n").encode()
    referee.undo(log)
    assert log.read_bytes() == OPENING.replace("\n", "\r\n").encode()


def test_a_last_line_without_an_end_gets_one(log: Path) -> None:
    log.write_text(f"{OPENING}1 Anna: FK4", encoding="utf-8")
    referee.append(log, ["KA2"])
    assert log.read_text(encoding="utf-8").endswith("1 Anna: FK4\n2 Ben: KA2\n")


@pytest.mark.parametrize(
    "turns", [["FR1"], ["FK4", "FR1"], ["Ben: FK4"], ["FK4", "KA2", "Ben: SA2"], ["7 Anna: FK4"], [""]]
)
def test_an_illegal_turn_changes_nothing(log: Path, turns: list[str]) -> None:
    with pytest.raises(IllegalMoveError):
        referee.append(log, turns)
    assert log.read_text(encoding="utf-8") == OPENING
    assert [file.name for file in log.parent.iterdir()] == [log.name]


def test_a_turn_for_another_table_is_not_let_in(log: Path) -> None:
    referee.append(log, ["FK4"], played=0)
    with pytest.raises(RefusalError, match="changed by somebody else"):
        referee.append(log, ["KA2"], played=0)
    referee.append(log, ["KA2"], played=1)


def test_an_illegal_last_line_can_be_undone(log: Path) -> None:
    log.write_text(f"{OPENING}1 Anna: FK4\n2 Ben: FR1\n", encoding="utf-8")
    with pytest.raises(GameLogError):
        referee.append(log, ["KA2"])
    match, cut = referee.undo(log)
    assert cut == "2 Ben: FR1"
    assert match.turns == 1


@pytest.mark.parametrize("letter", ["\x00", "\x01", "\x1b", "\x08", "\ufffe", "\uffff", "\udcff"])
def test_a_comment_that_could_not_be_read_again_is_not_written(log: Path, letter: str) -> None:
    with pytest.raises(RefusalError, match="Nothing was written") as caught:
        referee.append(log, [f"FK4 ; a good {letter} turn"])
    assert caught.value.exit_code == 2 and "line 11" in caught.value.message
    assert log.read_text(encoding="utf-8") == OPENING
    assert [file.name for file in log.parent.iterdir()] == [log.name]


@ON_DISK
@given(comment=st.text(max_size=30))
def test_whatever_is_let_in_can_be_read_again(tmp_path: Path, comment: str) -> None:
    log = tmp_path / "game.tbk"
    log.write_text(OPENING, encoding="utf-8")
    try:
        referee.append(log, [f"FK4 ;{comment}"])
    except RefusalError:
        assert log.read_text(encoding="utf-8") == OPENING
    assert referee.load(log).turns in (0, 1)


def test_a_log_does_not_grow_beyond_what_is_read(log: Path) -> None:
    log.write_text(f"{OPENING}; {'x' * (MOST_BYTES - len(OPENING) - 20)}\n", encoding="utf-8")
    before = log.read_bytes()
    with pytest.raises(RefusalError, match="larger than 4 MB"):
        referee.append(log, ["FK4 ; a long remark"])
    assert log.read_bytes() == before


def test_a_write_protected_log_is_not_changed(log: Path) -> None:
    referee.append(log, ["FK4"])
    before = log.read_bytes()
    log.chmod(0o444)
    for change in (lambda: referee.append(log, ["KA2"]), lambda: referee.undo(log)):
        with pytest.raises(PrintingError, match="write-protected"):
            change()
    assert log.read_bytes() == before and log.stat().st_mode & 0o777 == 0o444


def test_a_link_to_a_log_stays_a_link_and_rights_stay(log: Path) -> None:
    link = log.with_name("link.tbk")
    link.symlink_to(log)
    log.chmod(0o640)
    referee.append(link, ["FK4"])
    assert link.is_symlink()
    assert log.read_text(encoding="utf-8").endswith("1 Anna: FK4\n")
    assert log.stat().st_mode & 0o777 == 0o640


def test_a_new_log_is_never_written_over_an_old_one(log: Path) -> None:
    with pytest.raises(GameLogError, match="exists already"):
        gamelog.create(log, "x")
    assert log.read_text(encoding="utf-8") == OPENING


def test_a_log_that_cannot_be_written_is_a_plain_error(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(PrintingError):
        gamelog.create(tmp_path / "file" / "game.tbk", "x")


@pytest.mark.parametrize(
    ("typed", "seat"), [("anna", 0), ("Annabell", 1), ("annab", 1), ("c", 2), ("an", None), ("", None), ("Zoe", None)]
)
def test_names_may_be_shortened_as_long_as_they_are_clear(typed: str, seat: int | None) -> None:
    names = ("Anna", "Annabell", "Clara")
    if seat is not None:
        assert gamelog.find_name(names, typed) == seat
        return
    with pytest.raises(LookupError):
        gamelog.find_name(names, typed)


def test_a_message_does_not_repeat_a_name_without_end() -> None:
    with pytest.raises(GameLogError) as refused:
        replayed(f"{OPENING}1 {'Anna ' * 60_000}: FK3\n")
    assert len(str(refused.value)) < 500
