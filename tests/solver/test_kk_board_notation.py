"""Turns, setups and ends of the board game as text, and what is said about faults in them."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

from shelf.errors import PrintingError
from solver.games import playable
from solver.games.kk_board import rules
from solver.games.kk_board.hidden import observe
from solver.games.kk_board.state import STATE, UNKNOWN, State
from solver.kernel.contract import Bytes
from solver.kernel.playable import NotationError
from solver.kernel.random import seeded
from solver.players.bots import any_step, turn_over
from table.cli import house
from table.log import final, gamelog, referee
from tests.solver.kk_board_bridge import fields, table

GAME = playable("kk-board")
SETUP = [(7, "open: ES FR"), (8, "hand 1: FA BB LI")]


def real_table(*turns: str, setup: list[tuple[int, str]] = SETUP) -> Bytes:
    """What the first player of a real table knows after these turns."""
    state = GAME.read_setup(3, setup, {})
    for turn in turns:
        state = GAME.read_turn(state, turn).after
    return state


def complaint(state: Bytes, text: str, ends: bool = True) -> str:
    with pytest.raises(NotationError) as fault:
        GAME.read_turn(state, text, ends)
    return str(fault.value)


# ---- log -> position -> log ------------------------------------------------------------------------------------------


@settings(max_examples=40)
@given(st.integers(3, 5), st.integers(0, 2**32), st.sampled_from([None, 0, 1]))
def test_a_game_reads_as_it_was_written(players: int, seed: int, me: int | None) -> None:
    """The log that knows all, and the one that a player keeps, lead to the same table as the play itself."""
    truth, random_ = GAME.deal(players, seed, {}), seeded(seed)
    kept = truth.copy()
    if me is not None:
        observe(kept, me)
    lines = GAME.write_setup(kept)
    kept = GAME.read_setup(players, list(enumerate(lines)), {})
    assert GAME.write_setup(kept) == lines
    while rules.actor(truth) >= 0:
        seat, before, steps = rules.actor(truth), truth.copy(), list[int]()
        while True:
            earlier = truth.copy()
            steps.append(any_step(GAME.kernel, truth, random_))
            rules.apply(truth, steps[-1])
            if turn_over(GAME.kernel, earlier, truth):
                break
        text = GAME.write_turn(before, steps)
        if me is not None and seat != me:
            text = hide_draws(text)
        turn = GAME.read_turn(kept, text)
        assert (turn.text, turn.complete) == (text, True)
        assert turn.steps == tuple(steps)
        kept = turn.after
        if me is None:
            assert kept.tobytes() == truth.tobytes()
        else:
            seen = truth.copy()
            observe(seen, me)
            assert kept.tobytes() == seen.tobytes()
    assert GAME.score_parts(kept) == GAME.score_parts(truth)


def hide_draws(text: str) -> str:
    """A turn as the others see it: what came from the stack is not told."""
    return " ".join("?" if word.startswith("=") else word for word in text.split(" "))


@pytest.mark.parametrize(
    ("typed", "written"),
    [
        ("f35 fa ? / bb", "F3 F5 FA ? / BB"),
        ("F3,F5 FA, FR / BB, LI", "F3 F5 FA FR / BB LI"),
        ("f3f5??", "F3 F5 ? ?"),
        ("f3 + f ? ?", "F3 +F ? ?"),
        ("+ff??", "+F +F ? ?"),
        ("F3*b + F ? ? ?", "F3*BB +F ? ? ?"),
        ("f3 stop a/l", "F3 FA / LI"),
        ("-b r | i", "-BB FR / LI"),
        ("-BB =FA", "-BB =FA"),
        ("-BB ? ", "-BB ?"),
    ],
)
def test_short_ways_to_write(typed: str, written: str) -> None:
    state = table("", "F12", "", hand="FA BB BB" if "*" in typed else "FA FA BB", open_cards="FA FR")
    s = state.view(STATE)[0]
    s.stack[: s.left], s.seed = UNKNOWN, 0
    s.hand[1:] = 0
    s.hand[1:3, UNKNOWN] = 3
    turn = GAME.read_turn(state, typed)
    assert turn.complete
    assert turn.text == written


def test_every_legal_step_can_be_written_and_read() -> None:
    chance = random.Random(4)
    state, random_ = GAME.deal(4, 9, {}), seeded(9)
    while rules.actor(state) >= 0:
        texts = GAME.legal_texts(state)
        assert len(texts) == len(set(texts.values()))
        text = chance.choice(list(texts))
        if state.view(STATE)[0].placed == 0 and state.view(STATE)[0].phase == 0:
            assert GAME.read_turn(state, text, ends=False).steps[0] == texts[text]
        rules.apply(state, any_step(GAME.kernel, state, random_))


# ---- faults ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("F9 ?", "there is no field 'F9'; the last one there is F7"),
        ("hello", "'HELLO' is not a step"),
        ("F1 ?", "a cloister stands on F1 already"),
        ("L1 ?", "there is no LI in hand for Lorraine"),
        ("L1*ES ?", "a piece in Lorraine costs two ES"),
        ("F3*FA ?", "FA shows Franconia itself"),
        ("+L ?", "the court of Lorraine has no room"),
        ("F3 B1 ?", "the pieces of a turn all go to one land: Franconia"),
        ("B1 B2 ?", "pieces are placed before cards are drawn"),
        ("? F3", "first a piece is placed, or a card exchanged"),
        ("-LI ?", "there is no LI in hand"),
        ("F3 -FA ?", "a card is exchanged instead of placing pieces"),
        ("-FA LI", "LI does not lie open; there lie FA FR"),
        ("stop", "a piece has to be placed, or a card exchanged"),
        ("-FA FA FR", "the turn is over after -FA FA"),
        ("F3 F4 FA FR / ES", "2 cards should have come up, not 1"),
        ("-FA ? / ES", "no cards should have come up, not 1"),
        ("/ ES", "cards are turned up once, when the turn is over"),
    ],
)
def test_a_wrong_turn_is_refused_with_the_reason(text: str, said: str) -> None:
    state = table("", "F12", "", hand="FA FA BB", open_cards="FA FR")
    before = state.tobytes()
    assert said in complaint(state, text)
    assert state.tobytes() == before


def test_a_refusal_lists_what_is_legal() -> None:
    with pytest.raises(NotationError) as fault:
        GAME.read_turn(table("", "", "", hand="FA FA BB"), "L1")
    assert {"F1", "A7", "U1", "-FA", "L1*FA"} <= set(fault.value.legal)


def test_cards_that_cannot_be_there_are_refused() -> None:
    state = real_table("-FA FR / FR", "-FR FR / FR", "-FR FR / FR")
    assert "should have come up" in complaint(state, "-BB =LI / FR")
    state = real_table("-FA FR / FR", "-FR FR / FR", "-FR FR / FR", "-BB FR / FR", "-FR ?")
    assert "all cards FR have been seen elsewhere" in complaint(state, "-FR FR / FR")
    assert "which card was turned up?" in complaint(state, "-ES FR")
    assert GAME.read_turn(state, "-ES FR / ?").complete


def test_the_logs_own_stack_is_right() -> None:
    state = table("", "", "", hand="FA FA BB", open_cards="FA FR", stack="LI ES")
    assert "the top card of the stack is LI, not ES" in complaint(state, "-FA =ES")
    assert "the log has LI come up, not ES" in complaint(state, "-FA FA / ES")
    assert GAME.read_turn(state, "-FA FA / LI").text == GAME.read_turn(state, "-FA FA").text == "-FA FA / LI"


def test_an_unfinished_turn_is_told() -> None:
    state = table("", "F1", "", hand="FA FA BB")
    turn = GAME.read_turn(state, "F2 ?")
    assert turn.complete, "one piece, one card"
    assert not GAME.read_turn(state, "F2 F3 ?").complete
    assert set(GAME.next_words(GAME.read_turn(state, "F2", ends=False).after)) >= {"F3", "+F", "FA", "BB", "?"}


@pytest.mark.parametrize(
    ("lines", "said", "line"),
    [
        (["hand 1: FA BB LI"], "the open cards are missing", 1),
        (["open: FA"], "2 open cards were expected, but found 1", 1),
        (["open: FA QQ"], "'QQ' is not a card", 1),
        (["open: FA LI", "hand 4: FA FA FA"], "there is no hand 4; the hands are 1 to 3", 2),
        (["open: FA LI", "hand 1: FA FA"], "3 cards in a hand were expected, but found 2", 2),
        (["open: FA LI", "open: FA LI"], "twice", 2),
        (["open: FR FR", "hand 1: FR FR FR", "hand 2: FR FR FR"], "only 7 cards FR with 3 players", 3),
        (["open: FA LI", "shuffle: soon"], "is a number that the program wrote", 2),
        (["open: FA LI", "stack: FA"], "34 cards in the stack were expected", 2),
        (["table: round"], "`open: ...` or `hand 1: ...` was expected", 1),
    ],
)
def test_faults_of_a_setup(lines: list[str], said: str, line: int) -> None:
    with pytest.raises(NotationError) as fault:
        GAME.read_setup(3, list(enumerate(lines, start=1)), {})
    assert said in str(fault.value) and fault.value.line == line


LOG = """game: kk-board
players: Anna, Ben, Clara
me: Anna

setup
open: ES FR
hand 1: FA BB LI

1 Anna: F1 =FA      ; opens Franconia
2 Ben: F2 F3 ? ES / LI
3 Clara: F4 +F*FR FR ? LI / ES BB
"""


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("1 Anna: F1 =FA", "1 Anna: F1 F2 =FA", "line 9: turn 1 Anna: F2 comes too late"),
        ("3 Clara: F4", "3 Clara: F3", "a cloister stands on F3 already"),
        ("2 Ben", "2 Clara", "it is Ben's turn, not Clara's"),
        ("2 Ben: F2 F3 ? ES / LI", "2 Ben: F2 F3 ? ES", "which card was turned up?"),
        ("2 Ben: F2 F3 ? ES / LI", "2 Ben: F2 F3 ?", "the turn is not finished. Legal there: ES FR ?"),
        ("hand 1: FA BB LI", "hand 1: FA BB", "line 7: 3 cards in a hand were expected"),
        ("+F*FR", "+F*FA", "FA shows Franconia itself"),
    ],
)
def test_a_bad_log_names_its_line(old: str, new: str, said: str) -> None:
    referee.replay(gamelog.parse(LOG, Path("a.tbk")))
    with pytest.raises(PrintingError) as fault:
        referee.replay(gamelog.parse(LOG.replace(old, new), Path("a.tbk")))
    assert said in str(fault.value)


def test_reveal_names_cards_of_a_hand() -> None:
    after, text = GAME.reveal(real_table(), 1, "fr fr")
    assert text == "FR FR" and fields(after)["hand"][1] == [0, 0, 0, 0, 2, 0, 1]
    for wrong in ("", "?", "FR FR FR FR", "xx"):
        with pytest.raises(NotationError):
            GAME.reveal(real_table(), 1, wrong)


# ---- the end without a log, typing in, telling -----------------------------------------------------------------------


def test_the_end_of_a_game_from_what_stands_on_the_board(tmp_path: Path) -> None:
    final = tmp_path / "end.tbk"
    final.write_text(
        "game: kk-board\nAnna: F1234 +FFB interim 20\nBen: F56 interim 11\nClara: U6 I1245 B5 +B interim 9\n",
        encoding="utf-8",
    )
    result = CliRunner().invoke(house, ["score", str(final), "--json"])
    assert result.exit_code == 0, result.output
    assert '"interim": 20' in result.output and '"chains": 5' in result.output


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("F12 F2", "F2 is there twice"),
        ("Q1", "is no cloister"),
        ("+FFFFFFFFF", "only 8 councils"),
        ("F1234567 A1234567 R12345678", "only 20 cloisters"),
        ("F8", "there is no field"),
    ],
)
def test_faults_of_an_end(text: str, said: str) -> None:
    with pytest.raises(NotationError) as fault:
        GAME.read_holdings([[(3, text)], [(4, "")], [(5, "")]])
    assert said in str(fault.value) and fault.value.line == 3


def test_typing_in_the_opening() -> None:
    entry = GAME.setup_entry(3, {})
    assert entry.prompt() == "open"
    with pytest.raises(NotationError):
        entry.enter("FA")
    assert entry.enter("es fr") == ["open: ES FR"]
    assert entry.enter("fbl") == ["hand 1: FA BB LI"]
    assert entry.enter("?") == ["hand 2: ? ? ?"]
    assert entry.prompt() == "hand 3"
    assert entry.enter("hand 3: ?") == ["hand 3: ? ? ?"]
    assert entry.prompt() is None
    assert entry.state().tobytes() == real_table().tobytes()


def test_a_turn_in_words() -> None:
    state = table("", "F12", "", hand="FA BB BB", open_cards="LI FR")
    observe(state, 0)
    steps = GAME.read_turn(state, "F3 +F*BB LI ? ?", ends=False).steps
    told = GAME.tell(state, steps, "en")
    assert told.startswith("places a cloister on F3 (Magdeburg, Franconia) for FA, sends a council to Franconia for a")
    assert "draws LI, a card from the stack and a card from the stack" in told


def test_a_picture_tells_the_position() -> None:
    state = table("F1 +F", "F23", "", hand="FA BB BB", open_cards="LI FR")
    picture = GAME.picture(state, 0, ["Anna", "Ben", "Clara"])
    land = next(land for land in picture["lands"] if land["land"] == "F")
    assert land["fields"]["F1"] == "Anna" and land["fields"]["F7"] is None and land["councils"] == {"Anna": 1}
    assert picture["players"][0]["hand"] == ["FA", "BB", "BB"] and picture["players"][1]["hand"] == ["?"] * 3
    assert picture["open"] == ["LI", "FR"] and picture["to_move"] == "Anna"
    assert GAME.drawing(picture, plain=True).grid[1][1] is not None


def test_the_boxes_of_the_chart_add_up_to_the_points() -> None:
    state = GAME.read_holdings(
        [[(1, "F1234 R2 +FFB interim 20")], [(2, "L123456 +I")], [(3, "U6 I1245 B5 +B interim 9")]]
    )
    for boxes, parts in zip(GAME.chart_values(state), GAME.score_parts(state), strict=True):
        assert sum(map(int, boxes.values())) == sum(parts.values())
        assert boxes["interim"] == str(parts["interim"]) and boxes["chains"] == str(parts["chains"])


# ---- what its page in docs/notation shows is what the program reads --------------------------------------------------

PAGE = (Path(__file__).parents[2] / "docs" / "notation" / "kk-board.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```\n(game: kk-board\n.*?)```", PAGE, re.DOTALL)


def test_the_example_log_replays_as_it_is_written() -> None:
    match = referee.replay(gamelog.parse(EXAMPLES[0], Path("a.tbk")))
    turns = [line.partition(";")[0].rstrip() for line in EXAMPLES[0].splitlines() if re.match(r"[0-9]", line)]
    assert [match.line(move) for move in match.moves] == turns
    assert (match.me, match.turns) == (0, 4)


def test_the_example_of_an_end_is_scored() -> None:
    end = final.parse(EXAMPLES[1], Path("end.txt"))
    assert end.players == ("Anna", "Ben", "Clara")
    assert [parts["interim"] for parts in GAME.score_parts(end.state)] == [20, 11, 9]
    assert [parts["chains"] for parts in GAME.score_parts(end.state)] == [0, 0, 5]


def test_every_kind_of_step_on_the_page_is_understood() -> None:
    """Each word in the table is read as a step: it may be refused for the position, never for its form."""
    steps = PAGE.split("| step | meaning |")[1].split("\n\n")[0]
    words = [word for row in steps.splitlines()[2:] for word in re.findall(r"`([^`]+)`", row.split("|")[1])]
    assert len(words) >= 10
    for word in words:
        try:
            GAME.read_turn(real_table(), word)
        except NotationError as fault:
            assert "is not a step" not in str(fault), word


# ---- what a viewer may be told --------------------------------------------------------------------------------------


def test_a_hint_names_the_field() -> None:
    for turn, place in (("F3 ?", "F3"), ("-LI ?", "")):
        assert GAME.focus(real_table(), GAME.read_turn(real_table(), turn).steps, "en") == place


def test_the_points_that_a_screen_shows_add_up() -> None:
    state = GAME.read_holdings([[(1, "A2 A7 A5 A6 +AAR interim 9")], [(2, "F1 F2")], [(3, "+R")]])
    lines = {line[0]: line[1:] for line in GAME.drawing(GAME.picture(state)).players}
    parts = [entries for label, entries in lines.items() if label.startswith("points: ")]
    assert [sum(map(int, seat)) for seat in zip(*parts, strict=True)] == [int(n) for n in lines["points now"]]
    assert lines["points: chains"] == ("4", "0", "0")


def test_the_screen_numbers_fields_as_the_board_does_and_names_alliances_and_the_picture() -> None:
    drawn = GAME.drawing(GAME.picture(real_table()), plain=True)
    assert set(drawn.rows) == {""} and drawn.columns[:3] == ("", "1", "2")
    assert any("E-F" in line for line in drawn.legend) and any("--png" in line for line in drawn.legend)


@pytest.mark.parametrize("language", ["de", "en"])
def test_the_interim_scoring_comes_with_its_table(language: str) -> None:
    state, chance, tables = GAME.deal(3, 5, {}), seeded(5), 0
    while rules.actor(state) >= 0:
        before = state.copy()
        rules.apply(state, any_step(GAME.kernel, state, chance))
        if lines := GAME.scored(before, state, ("Anna", "Ben", "Clara"), language):  # type: ignore[arg-type]
            tables += 1
            assert lines[0][1:] == ("Anna", "Ben", "Clara")
            sums = [sum(map(int, column)) for column in list(zip(*lines[1:-1], strict=True))[1:]]
            assert sums == [int(n) for n in lines[-1][1:]] == State.of(state).interim[:3].tolist()
    assert tables == 1


def test_of_two_cards_that_come_up_one_may_be_unseen_even_where_the_stack_is_half_known() -> None:
    stack = f"stack: ? ? ? LI {' '.join(['?'] * (GAME.map.stack_size(3) - 4))}"
    opening = [(7, "open: ES FR"), (8, "hand 1: FA FA FA"), (9, stack)]
    before = real_table("F1 ?", "-BB ?", "-BB ?", setup=opening)
    for told in ("/ LI ?", "/ LI BB", "/ ? BB", "/ ? ?", "/ BB ?"):
        turn = GAME.read_turn(before, f"F2 F3 ES FR {told}")
        assert sorted(GAME.picture(turn.after)["open"]) == sorted(["LI", "BB" if "BB" in told else "?"]), told
        assert GAME.read_turn(before, turn.text).after.tobytes() == turn.after.tobytes()


def test_whoever_the_log_is_for_is_asked_for_the_own_hand_alone() -> None:
    entry = GAME.setup_entry(4, {}, 2)
    entry.enter("ES FR")
    assert entry.prompt() == "hand 3"
    entry.enter("FA FA LI")
    assert entry.prompt() is None
    hands = ["hand 1: ? ? ?", "hand 2: ? ? ?", "hand 3: FA FA LI", "hand 4: ? ? ?"]
    assert GAME.write_setup(entry.state())[1:5] == hands
