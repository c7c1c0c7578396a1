"""Turns, setups and ends of Cartino as text, and what is said about faults in them."""

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
from solver.games.cartino import notation, rules
from solver.games.cartino.hidden import observe
from solver.games.cartino.turn_words import tell
from solver.kernel.contract import Bytes
from solver.kernel.playable import NotationError
from solver.kernel.random import seeded
from solver.players.bots import any_step, seated, take_turn, turn_over
from table.cli import house
from table.log import final, gamelog, referee
from tests.solver.cartino_bridge import after, fields, rack, table

GAME = playable("cartino")
SETUP = [(7, "rack 1: KA K7 H9 PB *")]


def real_table(*turns: str, setup: list[tuple[int, str]] = SETUP) -> Bytes:
    """What the first player of a real table knows after these turns."""
    state = GAME.read_setup(2, setup, {})
    for turn in turns:
        state = notation.read_turn(state, turn).after
    return state


def complaint(state: Bytes, text: str, ends: bool = True) -> str:
    with pytest.raises(NotationError) as fault:
        notation.read_turn(state, text, ends)
    return str(fault.value)


# ---- log -> position -> log ------------------------------------------------------------------------------------------


@settings(max_examples=40)
@given(st.integers(2, 4), st.integers(0, 2**32), st.sampled_from([None, 0, 1]))
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
        text = notation.write_turn(before, steps)
        if me is not None and seat != me:
            text = text.partition(" / ")[0]
        turn = notation.read_turn(kept, text)
        assert (turn.text, turn.complete, turn.steps) == (text, True, tuple(steps))
        kept, seen = turn.after, truth.copy()
        if me is not None:
            observe(seen, me)
        assert kept.tobytes() == seen.tobytes()
    if me is None or players == 2:
        assert GAME.score_parts(kept) == GAME.score_parts(truth), "the last rack is known by itself"
        assert not any(GAME.unknown(kept))


@pytest.mark.parametrize(
    ("typed", "written"),
    [
        ("D3D2 / k8, r10", "d3 d2 / K8 R10"),
        ("d3, d2 | k8 rq", "d3 d2 / K8 RD"),
        ("ka@d3 k7 @ d2 done /k8rj", "d3 d2 / K8 RB"),
        ("k7 / *", "d2 / *"),
        ("* d4 stop / ?", "*d4 / ?"),
        ("h9 / pa", "b8 / PA"),
    ],
)
def test_short_ways_to_write(typed: str, written: str) -> None:
    opening = "d1 / K7" if "k7 /" in typed else "b7 / H9" if "h9" in typed else "h3 / PB"
    state = real_table(opening, "e3")
    turn = notation.read_turn(state, typed)
    assert turn.complete
    assert turn.text == written


def test_h7_and_h8_are_places() -> None:
    state = table("R10 H7", "K7", drawn="P8 P9")
    assert notation.read_turn(state, "H7", ends=False).steps == (6 * 8 + 7,)


def test_every_legal_step_can_be_written_and_read() -> None:
    chance = random.Random(4)
    state, random_ = GAME.deal(3, 9, {}), seeded(9)
    while rules.actor(state) >= 0:
        texts = GAME.legal_texts(state)
        assert len(texts) == len(set(texts.values()))
        text = chance.choice(list(texts))
        assert notation.read_turn(state, text, ends=False).steps[0] == texts[text]
        rules.apply(state, any_step(GAME.kernel, state, random_))


# ---- faults ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("hello", "'HELLO' is not a step"),
        ("i3", "'I3' is not a step"),
        ("d9", "'D9' is not a step"),
        ("d1", "a stone lies on d1 already"),
        ("c2", "a joker lies on c2 already; xc2 exchanges it"),
        ("a1", "there is no K10 in the rack for a1; it holds K7 K8 KA H9 *"),
        ("K10@d3", "d3 is the place of KA, not of K10"),
        ("KA", "KA can lie on d3 or d4: write the place"),
        ("d3 b7", "b7 is a place for hearts, but the stones of a turn are of one suit: clubs"),
        ("d3 *b7", "b7 is a place for hearts"),
        ("*d1", "a stone lies on d1 already"),
        ("*d3 *d4", "there is no joker in the rack"),
        ("xc2 *d4 *c3", "a joker that was taken back is laid in a later turn"),
        ("xd1", "no joker lies on d1"),
        ("*d3 xd3", "the joker on d3 was laid in this very turn"),
        ("b7 xc2", "c2 is a place for clubs, but the stones of a turn are of one suit: hearts"),
        ("xe1", "the joker on e1 stands for P7, which is not in the rack"),
        ("--", "who can lay a stone has to: K8 fits on c1"),
        ("d2 --", "who has laid or exchanged a stone does not pass"),
        ("done", "at least one stone is laid, or a joker exchanged"),
        ("d2 done d3", "the turn is over after d2; 'D3' is too much"),
        ("d2 / P8 P9", "1 stone should have been drawn, not 2"),
        ("d2 / P8 XX", "'XX' is not a step"),
        ("/ P8", "stones are drawn once, when the turn is over"),
        ("d2 / PA", "the log has P8 drawn, not PA"),
    ],
)
def test_a_wrong_turn_is_refused_with_the_reason(text: str, said: str) -> None:
    if text == "xe1":
        state = table("K7 K8 KA H9", "P10", lying="d1 *c2 *e1", drawn="P8 P9")
    else:
        state = table("K7 K8 KA H9 *", "P10", lying="d1 *c2", drawn="P8 P9 R7 R8")
    before = state.tobytes()
    assert said in complaint(state, text)
    assert state.tobytes() == before


def test_a_refusal_lists_what_is_legal() -> None:
    with pytest.raises(NotationError) as fault:
        notation.read_turn(table("K7 KA", "P10", lying="*c2"), "a1")
    assert fault.value.legal == ["d1", "d2", "d3", "d4"]


def test_the_own_draws_have_to_be_named() -> None:
    assert "which 2 stones were drawn?" in complaint(real_table(), "d3 d2")
    assert notation.read_turn(real_table(), "d3 d2 / ? ?").text == "d3 d2 / ? ?"
    assert notation.read_turn(real_table("d3 / K7"), "e1 e2").complete, "those of others need not be"


def test_stones_that_cannot_be_there_are_refused() -> None:
    state = real_table("d3 / KA", "e3")
    assert "both stones KA have been seen elsewhere" in complaint(state, "d2 / KA")
    jokers = real_table("d3 / *", "e3")
    assert "both jokers have been seen elsewhere" in complaint(jokers, "d2 / *")


def test_who_cannot_be_seen_may_pass_only_where_that_is_possible() -> None:
    assert "who can lay a stone has to" in complaint(real_table("d3 / KA"), "--")


@pytest.mark.parametrize(
    ("lines", "said", "line"),
    [
        (["rack 3: KA KA K7 K7 K8"], "there is no rack 3; the racks are 1 to 2", 1),
        (["rack 1: KA K7"], "5 stones were expected, but found 2", 1),
        (["rack 1: KA KX K7 K8 K9"], "is not a stone", 1),
        (["rack 1: KA KA K7 K8 K9", "rack 2: KA P7 P8 P9 PA"], "there are only 2 stones KA", 2),
        (["rack 1: * * * K8 K9"], "there are only 2 stones *", 1),
        (["rack 1: ?", "rack 1: ?"], "twice", 2),
        (["bag: KA"], "the bag holds 56 stones when the game begins", 1),
        (["table: round"], "`rack 1: ...` was expected", 1),
    ],
)
def test_faults_of_a_setup(lines: list[str], said: str, line: int) -> None:
    with pytest.raises(NotationError) as fault:
        GAME.read_setup(2, list(enumerate(lines, start=1)), {})
    assert said in str(fault.value) and fault.value.line == line


LOG = """game: cartino
players: Anna, Ben
me: Anna

setup
rack 1: KA K7 H9 PB *

1 Anna: d3 d2 / K8 R10      ; five points
2 Ben: d4
3 Anna: c2 *c1 / PA R9
4 Ben: xc1 c3
"""


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("1 Anna: d3 d2", "1 Anna: d3 c2", "line 8: turn 1 Anna: there is no K8 in the rack for c2"),
        ("2 Ben: d4", "2 Ben: d3", "a stone lies on d3 already"),
        ("2 Ben", "2 Anna", "it is Ben's turn, not Anna's"),
        ("d3 d2 / K8 R10", "d3 d2", "which 2 stones were drawn?"),
        ("rack 1: KA K7 H9 PB *", "rack 1: KA K7 H9 PB", "line 6: 5 stones were expected"),
        ("xc1", "xc2", "no joker lies on c2"),
    ],
)
def test_a_bad_log_names_its_line(old: str, new: str, said: str) -> None:
    referee.replay(gamelog.parse(LOG, Path("a.tbk")))
    with pytest.raises(PrintingError) as fault:
        referee.replay(gamelog.parse(LOG.replace(old, new), Path("a.tbk")))
    assert said in str(fault.value)


def test_reveal_names_stones_of_a_rack() -> None:
    shown, text = notation.reveal(real_table(), 1, "ka *")
    assert text == "KA *" and rack(shown, 1) == ["KA", "*", "?", "?", "?"]
    observe(shown, 0)
    assert rack(shown, 1) == ["KA", "*", "?", "?", "?"], "everybody knows them"
    for wrong in ("", "?", "KA KA KA", "XX", "K7 K7 *  * *"):
        with pytest.raises(NotationError):
            notation.reveal(real_table(), 1, wrong)


# ---- the end ---------------------------------------------------------------------------------------------------------


def test_stones_left_at_the_end_are_asked_for() -> None:
    state = table("K7", "P7 P8", "R7", lying="d1", drawn="")
    observe(state, 0)
    over = after(state, "d2")
    assert GAME.unknown(over) == ["", "2 stones left in the rack", "1 stone left in the rack"]
    shown, _ = notation.reveal(over, 1, "P7 P8")
    assert GAME.unknown(shown)[1] == "" and GAME.score_parts(shown)[1]["rest"] == -2


def test_the_end_of_a_game_from_what_is_left(tmp_path: Path) -> None:
    end = tmp_path / "end.tbk"
    end.write_text("game: cartino\nAnna: track 143 sets 2 out\nBen: track 121 sets 1 K7 PA *\n", encoding="utf-8")
    result = CliRunner().invoke(house, ["score", str(end), "--json"])
    assert result.exit_code == 0, result.output
    assert '"contacts": 123' in result.output and '"finish": 10' in result.output and '"rest": -12' in result.output
    assert '"total": 153' in result.output and '"total": 109' in result.output


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("K7 K7 K7", "there are only 2 stones K7"),
        ("K7 K8 K9 K10 KB KD", "a rack holds 5 stones at most"),
        ("many", "is neither `track 83`"),
        ("out K7", "who went out has no stones left"),
    ],
)
def test_faults_of_an_end(text: str, said: str) -> None:
    with pytest.raises(NotationError) as fault:
        GAME.read_holdings([[(3, text)], [(4, "")]])
    assert said in str(fault.value) and fault.value.line == 3
    with pytest.raises(NotationError, match="only one player goes out"):
        GAME.read_holdings([[(3, "out")], [(4, "out")]])


def test_the_score_in_parts() -> None:
    state = table("KA", "P7 *", lying="d3", drawn="")
    over = after(state, "d4")
    assert GAME.score_parts(over) == [
        {"contacts": 5, "sets": 0, "finish": 10, "rest": 0},
        {"contacts": 0, "sets": 0, "finish": 0, "rest": -7},
    ]
    for boxes, parts, entries in zip(
        GAME.chart_values(over), GAME.score_parts(over), GAME.score_detail(over), strict=True
    ):
        assert sum(map(int, boxes.values())) == sum(parts.values()) == sum(entry["points"] for entry in entries)
    assert GAME.winners(over) == [0] and GAME.tiebreaks(over) == [0, 0]
    assert GAME.score_detail(over)[1][3]["why"] == "left: P7 * (a joker counts 6)"


def test_equals_share_the_win() -> None:
    assert GAME.winners(GAME.read_holdings([[(1, "track 50 K7")], [(2, "track 50 P7")]])) == [0, 1]


# ---- typing in, telling, pictures ------------------------------------------------------------------------------------


def test_typing_in_the_opening() -> None:
    entry = GAME.setup_entry(2, {})
    assert entry.prompt() == "rack 1"
    with pytest.raises(NotationError):
        entry.enter("KA")
    assert entry.enter("kak7 h9 pj *") == ["rack 1: K7 KA PB H9 *"]
    assert entry.enter("?") == ["rack 2: ? ? ? ? ?"]
    assert entry.prompt() is None
    assert entry.state().tobytes() == real_table().tobytes()


def test_a_turn_in_words() -> None:
    state = table("KA K7 *", "P7", lying="*c2", drawn="P8 P9 P10 PB PA")
    steps = notation.read_turn(state, "d3 d2").steps
    assert tell(state, steps) == "lays KA on d3 and K7 on d2 (6 points) and draws P8, P9, P10 and PB"
    assert tell(state, notation.read_turn(state, "*d1").steps).startswith("lays a joker as K7 on d1 (0 points)")
    stuck = table("K7", "P7", lying="d1 *d2", drawn="")
    assert tell(stuck, notation.read_turn(stuck, "--").steps) == "passes"
    assert tell(stuck, notation.read_turn(stuck, "xd2").steps) == "takes back the joker on d2 for K7"
    last = table("K7", "P7", drawn="")
    assert tell(last, notation.read_turn(last, "d1").steps) == "lays K7 on d1 (0 points) and goes out: 10 more"


def test_a_picture_tells_the_position() -> None:
    state = table("K7 KA *", "P7", lying="d1 *c2", drawn="P8")
    picture = GAME.picture(state, 0, ["Anna", "Ben"])
    assert picture["board"]["d1"] == "K7" and picture["board"]["c2"] == "*" and picture["board"]["a1"] is None
    assert picture["players"][0]["rack"] == ["K7", "KA", "*"] and picture["players"][1]["rack"] == ["?"]
    assert picture["bag"] == 1 and picture["to_move"] == "Anna" and "d2" in picture["steps"]
    drawing = GAME.drawing(picture, plain=True)
    cells = {f"{column}{row}": cell for row, cells in zip(drawing.rows, drawing.grid, strict=True)
             for column, cell in zip(drawing.columns, cells, strict=True)}  # fmt: skip
    assert cells["d1"] is not None and cells["d1"].lines == ("K7  ",)
    assert cells["c2"] is not None and cells["c2"].lines == ("*K8 ",)
    assert cells["a1"] is not None and cells["a1"].lines == (".K10",)


@pytest.mark.parametrize(("players", "names"), [(2, ("greedy", "random")), (4, ("greedy", "random", "easy"))])
def test_bots_play_a_game_that_the_log_can_tell(players: int, names: tuple[str, ...]) -> None:
    """Whole turns of bots, written down and read again, lead to the same end."""
    state = GAME.deal(players, 8, {})
    read = GAME.read_setup(players, list(enumerate(GAME.write_setup(state))), {})
    turn = 0
    while (seat := rules.actor(state)) >= 0:
        steps = take_turn(seated(names[seat % len(names)]), GAME.kernel, state, players, seed=turn)
        read = GAME.read_turn(read, GAME.write_turn(state, steps)).after
        for step in steps:
            rules.apply(state, step)
        turn += 1
    assert read.tobytes() == state.tobytes()
    assert fields(state)["over"] == 1


# ---- what its page in docs/notation shows is what the program reads --------------------------------------------------

PAGE = (Path(__file__).parents[2] / "docs" / "notation" / "cartino.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```\n(game: cartino\n.*?)```", PAGE, re.DOTALL)


def test_the_example_log_replays_as_it_is_written() -> None:
    match = referee.replay(gamelog.parse(EXAMPLES[0], Path("a.tbk")))
    turns = [line.partition(";")[0].rstrip() for line in EXAMPLES[0].splitlines() if re.match(r"[0-9]", line)]
    assert [match.line(move) for move in match.moves] == turns
    assert (match.me, match.turns) == (0, 4)


def test_the_example_of_an_end_is_scored() -> None:
    end = final.parse(EXAMPLES[1], Path("end.txt"))
    assert end.players == ("Anna", "Ben")
    assert [sum(parts.values()) for parts in GAME.score_parts(end.state)] == [153, 109]


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


def test_of_a_rack_that_is_not_seen_no_turn_is_said_to_be_best_now() -> None:
    state = real_table("d3 / K8")
    assert rules.actor(state) == 1
    assert GAME.best_now(state) is None
    assert GAME.best_now(real_table()) is not None


def test_a_refused_pass_names_no_stone_that_the_player_may_not_have() -> None:
    refused = complaint(real_table("d3 / K8"), "--")
    assert refused == "who can lay a stone has to: whatever the unseen ones are, one of them has a place"
    assert "KA fits on d3" in complaint(table("KA", "P7", drawn="P8"), "--")


def test_an_empty_board_says_where_the_suits_lie() -> None:
    drawn = GAME.drawing(GAME.picture(real_table()), plain=True)
    cells = [cell.lines[0].strip() for row in drawn.grid for cell in row if cell]
    assert (cells[0], cells[7], cells[32], cells[39]) == (".K10", ".P10", ".HB", ".RB")


def test_a_joker_shows_what_it_stands_for() -> None:
    drawn = GAME.drawing(GAME.picture(table("K7", "P7", lying="d1 *a1")), plain=True)
    assert [cell.lines[0].strip() for cell in drawn.grid[0][:4] if cell] == ["*K10", ".K9", ".K8", "K7"]


def test_whoever_the_log_is_for_is_asked_for_the_own_rack_alone() -> None:
    entry = GAME.setup_entry(3, {}, 1)
    assert entry.prompt() == "rack 2"
    entry.enter("K10 PA HB R7 *")
    assert entry.prompt() is None
    assert GAME.write_setup(entry.state()) == ["rack 1: ? ? ? ? ?", "rack 2: K10 PA HB R7 *", "rack 3: ? ? ? ? ?"]


def test_stones_that_are_typed_already_are_not_offered_again() -> None:
    entry = GAME.setup_entry(2, {})
    entry.enter("K10 K10 PA HB *")
    assert "K10" not in entry.words() and "PA" in entry.words() and "*" in entry.words()
    assert "PA" not in entry.words("pa ") and "*" not in entry.words("rack 2: * ")


def test_who_has_no_stone_shows_none() -> None:
    with pytest.raises(NotationError, match="there is no stone in this rack"):
        GAME.reveal(table("", "P7", drawn=""), 0, "K10")
