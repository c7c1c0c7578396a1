"""The card game's notation: every word of it, every refusal, and random games written down and read again."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solver.games.kk_card.state import STATE
from solver.games.kk_card.tables import CARD_IDS
from solver.kernel.contract import Bytes
from solver.kernel.playable import NotationError
from tests.playing import GAME, ROW_1, ROW_2, ROW_3, ROW_4, ROWS, count_table, opening, played, random_turns

PLAYERS = st.integers(3, 5)
SEEDS = st.integers(0, 2**32)
QUICK = settings(max_examples=12, deadline=None)


def refused(state: Bytes, text: str) -> NotationError:
    with pytest.raises(NotationError) as caught:
        GAME.read_turn(state, text)
    return caught.value


# ---- words ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "written"),
    [
        ("FK4", "FK4"),
        ("fk4", "FK4"),
        ("k2", "KA2"),
        ("sa7sa2", "SA7 SA2"),
        ("sa7, sa2", "SA7 SA2"),
        ("SA7 SA2 +DÄ1", "SA7 SA2 +DA1"),
        ("fk4 + ba5", "FK4 +BA5"),
        ("FK4 stop done", "FK4"),
        ("FK4 done", "FK4"),
    ],
)
def test_a_turn_may_be_typed_in_many_ways_and_is_written_in_one(typed: str, written: str) -> None:
    turn = GAME.read_turn(opening(), typed)
    assert turn.text == written
    assert turn.complete


def test_the_legal_steps_are_words_of_the_notation() -> None:
    state = opening()
    assert set(GAME.legal_texts(state)) == {"EN4", "KA2", "FK4", "SA7", "BA4", "UN3", "IT2", "SA2"}
    begun = GAME.read_turn(state, "SA7", ends=False)
    assert not begun.complete
    assert set(GAME.legal_texts(begun.after)) == {"SA2", "stop"}
    assert {"SA2", "+EN1"} < set(GAME.next_words(begun.after))
    stopped = GAME.read_turn(state, "SA7 stop", ends=False).after
    assert {"done", "+EN1"} < set(GAME.legal_texts(stopped))


def test_a_stone_is_moved_by_lifting_and_setting_it_down() -> None:
    state = played(opening(players=3), "FK4 +BA5", "KA2", "SA2", "KA1 +IT5", "UN3", "IT2", "BA4 +DA1", "EN4", "FR4")
    assert "BA5>" in GAME.legal_texts(GAME.read_turn(state, "SA7 stop", ends=False).after)
    lifted = GAME.read_turn(state, "SA7 BA5>", ends=False)
    assert lifted.text == "SA7 BA5>"
    assert ">UN6" in GAME.legal_texts(lifted.after)
    assert GAME.read_turn(state, "SA7 BA5>UN6").text == "SA7 BA5>UN6"
    assert GAME.read_turn(state, "sa7 ba5 → un6").text == "SA7 BA5>UN6"
    assert not GAME.read_turn(state, "SA7 BA5>").complete


def no_stone_in_stock() -> Bytes:
    """Anna has three stones on the table, Ben's stone lies on SA7."""
    state = opening()
    return played(state, "FK4 +BA5", "KA2 +SA7", "SA2", "BA4 +DA1", "EN4", "UN3", "KA1 +IT5", "IT2", "FK2")


def test_a_foreign_stone_is_paid_for_with_a_stone_of_ones_choice() -> None:
    state = no_stone_in_stock()
    fault = refused(state, "SA7")
    assert "SA7-BA5" in str(fault) and "SA7-IT5" in str(fault)
    assert GAME.read_turn(state, "SA7-IT5").text == "SA7-IT5"
    assert GAME.read_turn(state, "SA7 -IT5 SA1=M").text == "SA7-IT5 SA1=M"
    begun = GAME.read_turn(state, "SA7", ends=False)
    assert set(GAME.legal_texts(begun.after)) == {"-BA5", "-IT5", "-DA1"}


def test_the_only_stone_that_can_pay_need_not_be_named() -> None:
    """Ben marks cards that Anna takes: two stones from the stock are lost, then her last one on the table."""
    state = played(
        opening(),
        "FK4 +SA5",
        "KA2 +SA7",
        "SA2",
        "SA7",
        "EN4 +BA4",
        "UN3",
        "BA4",
        "FK1 +KA1",
        "IT2",
    )
    turn = GAME.read_turn(state, "KA1")
    assert turn.text == "KA1-SA5"
    assert turn.after.view(STATE)[0].lost[0] == 3


def test_a_law_tile_is_named_behind_its_card_or_stays_unknown() -> None:
    state = played(opening(), "KA2")
    assert GAME.read_turn(state, "SA1=T").text == "SA1=T"
    assert GAME.read_turn(state, "sa1 = d").text == "SA1=T"
    assert GAME.read_turn(state, "SA1=?").text == "SA1=?"
    assert GAME.read_turn(state, "SA1").text == "SA1=?"
    assert (GAME.read_turn(state, "SA1").after == GAME.read_turn(state, "SA1=?").after).all()
    german = [GAME.read_turn(state, f"SA1={letter}").text[-1] for letter in "RDVM"]
    assert german == ["R", "T", "C", "M"]


def test_a_law_tile_that_the_state_knows_is_filled_in() -> None:
    state = played(opening("CTRTRMMC"), "KA2")
    assert GAME.read_turn(state, "SA1").text == "SA1=T"
    assert GAME.read_turn(state, "SA1=?").text == "SA1=T"
    assert "T, not M" in str(refused(state, "SA1=M"))


def test_an_unknown_tile_may_turn_out_to_be_any_law() -> None:
    state = played(opening(), "KA2", "SA1", "FK4", "SA7")
    turn = GAME.read_turn(state, "!C BA4 UN3")
    assert turn.complete
    assert turn.text == "!C BA4 UN3"
    assert GAME.picture(turn.after)["laws_played"] == ["C"]
    assert GAME.unknown(turn.after) == ["", "", ""]


def test_a_tile_can_be_played_in_the_turn_it_is_taken() -> None:
    state = played(opening("RTRCTMMC"), "SA7", "EN1")
    turn = GAME.read_turn(state, "UN6 !C BA4 FK5")
    assert turn.complete
    assert turn.text == "UN6=C !C BA4 FK5"


def test_the_last_card_ends_the_game_and_its_tile_can_be_named() -> None:
    state = opening()
    s = state.view(STATE)[0]
    s.left = 1
    s.hi[:] = -1
    s.lo[0] = s.hi[0] = 12
    s.tile[[27, 29, 38]] = 0
    turn = GAME.read_turn(state, "SA1=M")
    assert turn.complete
    assert turn.text == "SA1=M"
    assert GAME.kernel.actor(turn.after) == -1
    assert "over" in str(refused(turn.after, "done"))


# ---- refusals -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("turns", "text", "reason"),
    [
        ([], "FR1", "does not lie at an end of row 2: there lie FK4 and SA7"),
        (["FK4"], "FK4", "no longer on the table"),
        ([], "SA7 EN4", "another colour"),
        ([], "KA2 SA1", "limit is reached"),
        (["KA2", "SA1", "IT6"], "SA6 SA2", "would make 3 circle symbols; the limit is 2"),
        ([], "XY9", "no card 'XY9'"),
        ([], "f4", "FR4 or FK4"),
        ([], "hello", "'HELLO' is not a step"),
        ([], "FK4 FK", "'FK' is not a step"),
        ([], "FK4=T", "there lay none"),
        ([], "=T", "there lay none"),
        (["KA2"], "SA1=X", "no law tile 'X'"),
        ([], "--", "cannot be skipped"),
        ([], "FK4 --", "nothing is skipped"),
        ([], "+FR1", "at least one card"),
        ([], "stop", "at least one card"),
        ([], "done", "at least one card"),
        ([], "FK4 +FK4", "no longer on the table"),
        (["FK4 +BA5"], "KA2 +BA5", "a stone lies on BA5"),
        ([], "FK4 +BA5 +FR1", "too much"),
        ([], "FK4 BA5>FR1", "no own stone lies on BA5"),
        (["FK4 +BA5", "KA2", "SA2"], "SA7 BA5>FR1", "only when no further stone"),
        ([], ">FR1", "which stone moves"),
        ([], "FK4 -FR1", "nothing is to be paid"),
        ([], "!M FK4", "never played"),
        ([], "!T FK4", 'no "Three symbols" to play'),
        ([], "!? FK4", "name it"),
        (["KA2", "SA1=R", "FK4"], "EN4 !R", 'no "Return" to play'),
    ],
)
def test_a_refusal_says_why(turns: list[str], text: str, reason: str) -> None:
    assert reason in str(refused(played(opening(), *turns), text))


def test_a_refusal_lists_what_was_legal() -> None:
    assert refused(opening(), "SA7 FR1").legal[:3] == ["SA2", "+EN4", "+FR2"]
    assert "+FR1" in refused(played(opening(), "FK4 +BA5"), "KA2 +BA5").legal


def test_after_a_card_a_lone_plus_is_told_where_stones_may_go() -> None:
    legal = refused(opening(), "FK4 +").legal
    assert "+EN4" in legal and "stop" not in legal


def test_who_has_no_law_tile_shows_none() -> None:
    with pytest.raises(NotationError, match="this player has no law tile"):
        GAME.reveal(opening(), 1, "M")
    with pytest.raises(NotationError, match="no unseen law tile that could be M"):
        GAME.reveal(played(opening(), "KA2", "SA1=T"), 1, "M")


def test_no_kind_of_tile_is_found_a_third_time() -> None:
    state = played(opening(), "KA2", "SA1=T", "EN4", "FR2=T", "SA7")
    assert "only 2 law tiles of the kind T" in str(refused(played(state, "EN1"), "UN6=T"))
    with pytest.raises(NotationError, match="only 2"):
        opening("TTT?????")


def test_with_four_players_a_third_stone_stays_in_reserve() -> None:
    state = played(opening(players=4), "FK4 +BA5", "KA2", "SA2", "EN4", "KA1 +IT5", "UN3", "FK1", "IT2")
    assert "no more are allowed there with 4 players" in str(refused(state, "SA7 +DA1"))


def test_start_only_takes_nothing_that_was_covered() -> None:
    turns = ("IT2", "KA2", "EN4")
    assert GAME.read_turn(played(opening(), *turns), "FR4 FR7").complete
    assert "start_only" in str(refused(played(opening(start_only="yes"), *turns), "FR4 FR7"))


def test_tiles_are_shown_without_being_played() -> None:
    state = played(opening(), "KA2", "SA1")
    after, text = GAME.reveal(state, 1, "m")
    assert text == "M"
    assert GAME.score_parts(after)[1]["law"] == -2
    assert GAME.unknown(state)[1] and not GAME.unknown(after)[1]
    again, _ = GAME.reveal(after, 1, "M")
    assert (again == after).all()
    for wrong in ("R R", "?", "", "Q"):
        with pytest.raises(NotationError):
            GAME.reveal(state, 1, wrong)
    with pytest.raises(NotationError):
        GAME.reveal(state, 0, "M")


# ---- whole games ----------------------------------------------------------------------------------------------------


@QUICK
@given(PLAYERS, SEEDS, st.booleans())
def test_a_game_written_down_and_read_again_is_the_same_game(players: int, seed: int, start_only: bool) -> None:
    state = GAME.deal(players, seed, {"start_only": "yes"} if start_only else {})
    for before, steps, after in random_turns(state, random.Random(seed)):
        text = GAME.write_turn(before, steps)
        turn = GAME.read_turn(before, text)
        assert turn.complete
        assert turn.text == text == GAME.write_turn(before, turn.steps)
        assert turn.after.tobytes() == after.tobytes()
        assert GAME.read_turn(before, text.lower()).text == text


@QUICK
@given(PLAYERS, SEEDS)
def test_a_real_table_is_followed_however_little_is_known(players: int, seed: int) -> None:
    """Law tiles are named, left out or `?` at random; what the log cannot know is all that it may get wrong."""
    dice = random.Random(seed)
    truth = GAME.deal(players, seed, {})
    known = truth.copy()
    GAME.kernel.observe(known, -1)
    for before, steps, after in random_turns(truth, dice):
        words = []
        for word in GAME.write_turn(before, steps).split():
            card, equals, rest = word.partition("=")
            words.append(dice.choice([word, card + "=?" + rest[1:], card + rest[1:]]) if equals else word)
        turn = GAME.read_turn(known, " ".join(words))
        known = turn.after
        assert turn.complete
        count_table(known)
        blank_truth, blank_known = after.copy(), known.copy()
        GAME.kernel.observe(blank_truth, -1)
        GAME.kernel.observe(blank_known, -1)
        assert blank_truth.tobytes() == blank_known.tobytes()
    totals = [sum(parts.values()) for parts in GAME.score_parts(known)]
    assert len(totals) == players


@QUICK
@given(PLAYERS, SEEDS, st.integers(0, 60))
def test_scores_add_up_to_their_details(players: int, seed: int, turns: int) -> None:
    state = GAME.deal(players, seed, {})
    for number, (_before, _steps, after) in enumerate(random_turns(state, random.Random(seed))):
        if number == turns:
            break
        state = after
    boxes = GAME.chart_values(state)
    for seat, entries in enumerate(GAME.score_detail(state)):
        parts = GAME.score_parts(state)[seat]
        for part, points in parts.items():
            assert points == sum(entry["points"] for entry in entries if entry["part"] == part)
        written = sum(int(value) for box, value in boxes[seat].items() if box != "law.count")
        assert written - 2 * int(boxes[seat]["law.count"]) == sum(parts.values())


@settings(max_examples=300, deadline=None)
@given(st.text(max_size=30) | st.text("FRSAUNKBITED123=+->!?TCMR -", max_size=30))
def test_any_text_is_a_turn_or_refused(text: str) -> None:
    try:
        GAME.read_turn(opening(), text)
    except NotationError as fault:
        assert str(fault)


# ---- setup ----------------------------------------------------------------------------------------------------------


@QUICK
@given(PLAYERS, SEEDS)
def test_a_setup_written_down_and_read_again_is_the_same(players: int, seed: int) -> None:
    state = GAME.deal(players, seed, {})
    lines = list(enumerate(GAME.write_setup(state), start=1))
    assert GAME.read_setup(players, lines, {}).tobytes() == state.tobytes()
    assert GAME.deal(players, seed, {}).tobytes() == state.tobytes()
    shuffled = random.Random(seed).sample(lines, len(lines))
    assert GAME.read_setup(players, shuffled, {}).tobytes() == state.tobytes()


def test_rows_are_typed_in_parts_and_the_last_card_fills_itself_in() -> None:
    layout = GAME.setup_entry(3, {})
    assert layout.prompt() == "row 1"
    assert layout.enter(ROW_1[:15]) == []
    assert layout.prompt() == "row 1 from card 5"
    assert layout.enter(ROW_1[16:].lower().replace(" ", "")) == [f"row 1: {ROW_1}"]
    assert layout.enter(f"{ROW_2} {ROW_3}") == [f"row 2: {ROW_2}", f"row 3: {ROW_3}"]
    assert layout.enter(ROW_4[:-4]) == [f"row 4: {ROW_4}"]
    assert layout.prompt() is None
    assert layout.words() == []
    assert layout.state().tobytes() == opening().tobytes()


def test_everything_may_be_pasted_at_once() -> None:
    layout = GAME.setup_entry(3, {})
    layout.enter(" ".join(ROWS))
    assert layout.state().tobytes() == opening().tobytes()


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("FR1 FX2", "no card 'FX2'"),
        ("EN1 EN4", "EN4 is there twice: row 1, card 1 and row 2, card 2"),
        ("f1", "FR1 or FK1"),
        ("FR1 bla", "'BLA' is not the code of a card"),
        (" ".join(ROWS), "more than there are"),
        ("row 5: FR1", "no row 5"),
        ("row 1.99: FR1", "row 1.5"),
        ("laws: R R", "8 law tiles"),
    ],
)
def test_a_slip_while_typing_costs_only_its_line(line: str, reason: str) -> None:
    layout = GAME.setup_entry(3, {})
    layout.enter(ROW_1)
    before = layout.lines()
    with pytest.raises(NotationError) as caught:
        layout.enter(line)
    assert reason in str(caught.value)
    assert layout.lines() == before
    assert layout.prompt() == "row 2"


def test_rows_and_cards_can_be_mended() -> None:
    layout = GAME.setup_entry(3, {})
    layout.enter(ROW_1)
    layout.enter("row 1.2: FR1")
    assert layout.lines() == [f"row 1: {ROW_1.replace('FR2', 'FR1')}"]
    layout.enter(f"row 1: {ROW_1}")
    layout.enter(f"row 3: {ROW_3}")
    assert layout.prompt() == "row 2"
    assert "FR1" in layout.words() and "FR2" not in layout.words()


def test_cards_that_are_typed_already_are_not_offered_again() -> None:
    layout = GAME.setup_entry(3, {})
    layout.enter("FR1 FR2")
    assert {"FR1", "FR2", "SA3"}.isdisjoint(layout.words("sa3, "))
    assert "SA3" in layout.words()


def test_law_tiles_that_were_typed_are_kept_when_one_breaks_off() -> None:
    layout = GAME.setup_entry(3, {})
    assert layout.enter("laws: R T ? ? ? ? ? M") == ["laws: R T ? ? ? ? ? M"]
    assert layout.lines() == ["laws: R T ? ? ? ? ? M"]


def test_digits_in_a_row_are_cards_of_one_land() -> None:
    layout = GAME.setup_entry(3, {})
    layout.enter("FR123 sa7")
    assert layout.lines() == ["row 1: FR1 FR2 FR3 SA7"]


def test_hands_at_the_end_score_like_the_game_that_led_there() -> None:
    for seed in range(5):
        state, earlier = GAME.deal(4, seed, {}), []
        for before, _steps, after in random_turns(state, random.Random(seed)):
            earlier.append(before)
            state = after
        picture = GAME.picture(state, earlier=earlier)
        hands = [
            [(seat, " ".join([*player["cards"], *(f"={law}" for law in player["laws"])]))]
            for seat, player in enumerate(picture["players"])
        ]
        end = GAME.read_holdings(hands)
        assert GAME.score_parts(end) == GAME.score_parts(state)
        assert GAME.tiebreaks(end) == GAME.tiebreaks(state)
        assert GAME.winners(end) == GAME.winners(state)


def test_a_card_lies_in_one_hand_only() -> None:
    for wrong in ([[(1, "FR1")], [(2, "FR1")], []], [[(1, "FR11")], [], []], [[(1, "=M=M=M")], [], []]):
        with pytest.raises(NotationError):
            GAME.read_holdings(wrong)


def test_equals_in_points_and_cards_win_nothing() -> None:
    assert GAME.winners(opening()) == []
    assert GAME.winners(GAME.read_holdings([[(1, "FR1")], [], []])) == [0]
    assert GAME.winners(GAME.read_holdings([[(1, "DA1")], [], [(3, "IT6")]])) == []


def test_more_land_cards_decide_between_equal_points() -> None:
    end = GAME.read_holdings([[(1, "DA1")], [], [(3, "FR7 FR8 =M")]])
    assert [sum(parts.values()) for parts in GAME.score_parts(end)] == [6, 0, 6]
    assert GAME.winners(end) == [2]


# ---- pictures -------------------------------------------------------------------------------------------------------


@QUICK
@given(PLAYERS, SEEDS, st.integers(0, 60), st.integers(0, 2))
def test_a_picture_accounts_for_everything_and_hides_what_the_viewer_has_not_seen(
    players: int, seed: int, turns: int, viewer: int
) -> None:
    states = [GAME.deal(players, seed, {})]
    for number, (_before, _steps, after) in enumerate(random_turns(states[0], random.Random(seed))):
        if number == turns:
            break
        states.append(after)
    picture = GAME.picture(states[-1], viewer, ["A", "B", "C", "D", "E"][:players], states[:-1])
    lying = [card for row in picture["rows"] for card in row["cards"]]
    held = [card for player in picture["players"] for card in player["cards"]]
    assert sorted([card["card"] for card in lying] + held) == sorted(CARD_IDS)
    for player in picture["players"]:
        stones = player["stones"]
        assert stones["stock"] + len(stones["display"]) + stones["lost"] == 3
        assert stones["display"] == [card["card"] for card in lying if card["stone"] == player["name"]]
        assert len(player["cards"]) == sum(player["lands"].values())
    tiles = [card["tile"] for card in lying if card["tile"]]
    laws = [law for player in picture["players"] for law in player["laws"]]
    assert len(tiles) + len(laws) + len(picture["laws_played"]) == 8
    assert set(tiles) <= {"?"}
    for seat, player in enumerate(picture["players"]):
        assert seat == viewer or set(player["laws"]) <= {"?"}
        assert seat != viewer or "?" not in player["laws"]
    drawing = GAME.drawing(picture, plain=True)
    assert all(line.isascii() for row in drawing.grid for cell in row if cell for line in cell.lines)
