"""What docs/notation.md and the pages of the games show is what the program reads."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solver.games import playable, playable_ids
from solver.kernel.playable import NotationError
from table.log import final, gamelog
from tests.playing import GAME, opening, played, replayed

DOCS = Path(__file__).parents[2] / "docs"
COMMON = (DOCS / "notation.md").read_text(encoding="utf-8")
PAGES = {page.stem: page.read_text(encoding="utf-8") for page in sorted((DOCS / "notation").glob("*.md"))}
EXAMPLES = [text for page in (COMMON, *PAGES.values()) for text in re.findall(r"```\n(.*?)```", page, re.DOTALL)]
LOGS = {re.findall("game: (.*)", text)[0]: text for text in EXAMPLES if not final.is_final(text)}
ENDS = {re.findall("game: (.*)", text)[0]: text for text in EXAMPLES if final.is_final(text)}


def test_every_game_that_plays_has_a_page_that_is_found_from_the_common_one() -> None:
    assert sorted(PAGES) == playable_ids() == sorted(LOGS) == sorted(ENDS)
    assert sorted(re.findall(r"\(notation/(.*)\.md\)", COMMON)) == playable_ids()


@pytest.mark.parametrize("game", LOGS)
def test_the_example_log_replays_as_it_is_written(game: str) -> None:
    match = replayed(LOGS[game])
    turns = [line.partition(";")[0].rstrip() for line in LOGS[game].splitlines() if re.match(r"[0-9]", line)]
    assert [match.line(move) for move in match.moves] == turns
    assert match.turns == len(turns) >= 3


def test_the_example_of_an_end_is_scored() -> None:
    end = final.parse(ENDS["kk-card"], Path("end.txt"))
    assert end.players == ("Anna", "Ben", "Clara")
    picture = GAME.picture(end.state)
    assert [player["lands"]["FR"] for player in picture["players"]] == [4, 2, 2]
    assert [parts["law"] for parts in GAME.score_parts(end.state)] == [-2, 0, 0]
    stones = final.parse(ENDS["kardinal"], Path("end.txt"))
    assert [sum(parts.values()) for parts in playable("kardinal").score_parts(stones.state)] == [18, 13]
    cloisters = final.parse(ENDS["kk-board"], Path("end.txt"))
    assert [parts["interim"] for parts in playable("kk-board").score_parts(cloisters.state)] == [20, 11, 9]


@pytest.mark.parametrize("game", PAGES)
def test_every_kind_of_step_on_the_page_is_understood(game: str) -> None:
    """Each word in the table is read as a step: it may be refused for the position, never for its form."""
    table = PAGES[game].split("| step | meaning |")[1].split("\n\n")[0]
    words = [word for row in table.splitlines()[2:] for word in re.findall(r"`([^`]+)`", row.split("|")[1])]
    assert len(words) >= 10
    state = opening() if game == GAME.id else playable(game).deal(4, 0, {})
    for word in words:
        try:
            playable(game).read_turn(state, word)
        except NotationError as fault:
            assert "is not a step" not in str(fault), word


def test_every_legal_step_of_a_game_is_read_back() -> None:
    state = played(opening("CTRTRMMC"), "KA2 +SA1", "SA7 SA2 +EN1", "EN4 +FR2")
    for text, step in GAME.legal_texts(state).items():
        assert GAME.read_turn(state, text, ends=False).steps == (step,)


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("game: kk-card\n", 1, "ends before"),
        ("game: kk-card\nplayers: A, B, C\nseed: 4\n", 3, "ends before"),
        ("game: kk-kard\nA: FR1\nB: FR2\nC: FR3\n", 1, "Did you mean 'kk-card'?"),
        ("game: kk-card\nA: FR1\nB: FR2\n", 3, "3 to 5 players, not 2"),
        ("game: kk-card\nA: FR1\nB: FR1\nC: FR3\n", 3, "FR1 is there twice, in two hands"),
        ("game: kk-card\nA: FR1\nB: FX1\nC: FR3\n", 3, "no card 'FX1'"),
        ("game: kk-card\nA: FR1 =M =M\nB: FR2 =M\nC: FR3\n", 3, "only 2 law tiles"),
        ("game: kk-card\nA: FR1\nwhat is this\n", 3, "`NAME: what the player holds` was expected"),
        ("game: kk-card\nplayers: A, B, C\nD: FR1\n", 3, "nobody here is called 'D'"),
        ("game: kk-card\nA: FR1\nplayers: A, B, C\n", 3, "belongs before"),
        ("A: FR1\ngame2: x\n", 2, "no line `game"),
    ],
)
def test_a_fault_in_an_end_is_told_with_its_line(text: str, line: int, message: str) -> None:
    with pytest.raises(gamelog.GameLogError) as caught:
        final.parse(text, Path("end.txt"))
    assert message in str(caught.value)
    assert caught.value.line == line


@settings(max_examples=100, deadline=None)
@given(st.text(max_size=60) | st.text("FRSAUNK123=M: \nAnb", max_size=60))
def test_any_text_is_an_end_or_refused_with_a_line(text: str) -> None:
    for whole in (text, f"game: kk-card\n{text}", f"game: kk-card\nA: FR1\nB: FR2\nC: {text}"):
        try:
            final.parse(whole, Path("end.txt"))
        except gamelog.GameLogError as fault:
            assert fault.line
