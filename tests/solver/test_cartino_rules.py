"""The rules of Cartino one by one, as the rule text and docs/rulings.md have them."""

from __future__ import annotations

import pytest

from solver.games.cartino import rules as kernel
from solver.games.cartino.state import STATE
from solver.games.cartino.tables import NEIGHBOURS, PLACE_IDS, VALUE
from tests.solver.cartino_bridge import after, bag, board, fields, rack, standing, table, texts
from tests.solver.cartino_reference import STONE_FOR, STONES

# ---- the set -------------------------------------------------------------------------------------------------------


def test_there_are_64_stones_and_two_jokers() -> None:
    assert len(STONES) == 66 and STONES.count("*") == 2
    assert all(STONES.count(stone) == 2 for stone in STONES if stone != "*")
    assert len({stone[0] for stone in STONES} - {"*"}) == 4


@pytest.mark.parametrize(
    ("rank", "points"), [("A", 5), ("K", 4), ("D", 3), ("B", 2), ("10", 1), ("9", 1), ("8", 1), ("7", 1)]
)
def test_values(rank: str, points: int) -> None:
    places = [number for number, place in enumerate(PLACE_IDS) if STONE_FOR[place][1:] == rank]
    assert len(places) == 8 and {int(VALUE[place]) for place in places} == {points}


def test_the_board() -> None:
    """The ten lies in the corner, the ace in the middle and beside the seven; whoever lies there, touches."""
    assert [STONE_FOR[corner][1:] for corner in ("a1", "h1", "a8", "h8")] == ["10"] * 4
    assert {STONE_FOR[place] for place in ("d3", "d4", "e3", "e4", "d5", "d6", "e5", "e6")} == {"KA", "PA", "HA", "RA"}
    assert STONE_FOR["d2"] == "K7" and STONE_FOR["d3"] == "KA"
    touching = [int(near).bit_count() for near in NEIGHBOURS]
    assert sum(touching) == 2 * 112
    assert [touching.count(number) for number in (4, 3, 2)] == [36, 24, 4]
    joined = [(one, other) for one in range(64) for other in range(one) if int(NEIGHBOURS[one]) >> other & 1]
    suits = [(STONE_FOR[PLACE_IDS[one]][0], STONE_FOR[PLACE_IDS[other]][0]) for one, other in joined]
    assert sum(one != other for one, other in suits) == 16


# ---- laying --------------------------------------------------------------------------------------------------------


def test_a_stone_goes_to_either_half_of_its_field() -> None:
    assert texts(table("K10 PA", "K7")) == {"a1", "a2", "e3", "e4"}
    assert texts(table("K10 PA", "K7", lying="a1")) == {"a2", "e3", "e4"}


def test_one_suit_a_turn() -> None:
    begun = after(table("K10 K9 PA *", "K7"), "a1")
    assert {text for text in texts(begun) if text[0] != "*"} == {"b1", "b2", "done"}
    jokers = {text[1:] for text in texts(begun) if text[0] == "*"}
    assert jokers == {place for place, stone in STONE_FOR.items() if stone[0] == "K"} - {"a1"}


def test_at_least_one_stone_even_where_nothing_joins() -> None:
    state = table("K10 PA", "K7")
    assert "pass" not in texts(state) and "done" not in texts(state)
    assert standing(after(state, "a1", "done")) == [0, 0]


def test_several_stones_without_contact_may_be_laid() -> None:
    assert standing(after(table("K10 KA K8 P7", "K7"), "a1", "d4", "c1", "done")) == [0, 0]


def test_after_the_turn_the_rack_is_filled_up_again() -> None:
    state = table("K10 K9 P7 P8 P9", "K7", drawn="HA HK HD")
    laid = after(state, "a1", "b1")
    assert rack(laid, 0) == ["P7", "P8", "P9"]
    done = after(laid, "done")
    assert sorted(rack(done, 0)) == ["HA", "HK", "P7", "P8", "P9"] and bag(done) == ["HD"]
    assert kernel.actor(done) == 1


def test_the_bag_may_not_suffice() -> None:
    done = after(table("K10 K9 P7 P8 P9", "K7", drawn="HA"), "a1", "b1", "done")
    assert sorted(rack(done, 0)) == ["HA", "P7", "P8", "P9"] and bag(done) == []


# ---- points --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lying", "points"),
    [
        ("", 0),
        ("b3", 3),  # the queen on its right
        ("b3 a2", 3 + 1),
        ("b3 a2 a4", 3 + 1 + 2),
        ("b2 b4", 0),  # corners do not join
    ],
)
def test_the_neighbours_score_and_never_the_stone_itself(lying: str, points: int) -> None:
    assert standing(after(table("KB P7", "K7", lying=lying), "a3"))[0] == points


def test_up_to_four_neighbours_of_any_suit_score() -> None:
    """The lower ace of clubs touches its twin, the king, the ace of spades and the ace of hearts."""
    state = table("KA P7", "K7", lying="d3 c4 e4 d5")
    assert standing(after(state, "d4"))[0] == 5 + 4 + 5 + 5


def test_the_two_halves_of_a_field_are_neighbours() -> None:
    assert standing(after(table("KA KA P7", "K7"), "d3", "d4"))[0] == 5


def test_the_stones_of_a_turn_score_one_after_another() -> None:
    assert standing(after(table("KA K7 P7", "K8"), "d3", "d2"))[0] == 5
    assert standing(after(table("KA K7 P7", "K8"), "d2", "d3"))[0] == 1


def test_five_in_one_turn_bring_ten_more() -> None:
    state = table("K7 K8 K9 K10 KB", "P7", drawn="PA PK PD PB P10")
    four = after(state, "d1", "c1", "b1", "a1")
    assert standing(four)[0] == 3
    five = after(four, "a3")
    assert standing(five)[0] == 3 + 10
    assert kernel.actor(five) == 1 and len(rack(five, 0)) == 5, "the turn ends by itself"


def test_a_joker_counts_in_a_set() -> None:
    five = after(table("K7 K8 K9 K10 *", "P7", drawn="PA PK PD PB P10"), "d1", "c1", "b1", "a1", "*a2")
    assert standing(five)[0] == 3 + 1 + 10


def test_an_exchange_is_no_stone_of_a_set() -> None:
    state = table("K7 K8 K9 K10 KB", "P7", lying="*a4")
    begun = after(state, "xa4", "d1", "c1", "b1", "a1")
    assert standing(begun)[0] == 3
    assert texts(begun) == {"done"}, "the joker has to wait"


# ---- jokers --------------------------------------------------------------------------------------------------------


def test_a_joker_goes_anywhere_and_counts_as_its_field() -> None:
    state = table("* K9", "P7")
    assert {text for text in texts(state) if text[0] == "*"} == {f"*{place}" for place in STONE_FOR}
    laid = after(state, "*d4")
    assert board(laid) == {"d4": "*"}
    beside = table("P7 KK", "K7", lying="*d4")
    assert standing(after(beside, "c4"))[0] == 5


def test_a_joker_takes_the_suit_of_its_field() -> None:
    begun = after(table("* K9 P9", "P7"), "*d4")
    assert texts(begun) == {"b1", "b2", "done"}


def test_an_exchange_brings_no_points_and_counts_as_the_stone_of_the_turn() -> None:
    state = table("KA P9", "P7", lying="*d4 d3")
    assert "xd4" in texts(state)
    done = after(state, "xd4", "done")
    assert standing(done) == [0, 0] and kernel.actor(done) == 1
    assert board(done)["d4"] == "KA" and rack(done, 0) == ["P9", "*"], "nothing is drawn for it"


def test_the_joker_taken_back_waits_for_the_next_turn() -> None:
    exchanged = after(table("KA K9 P9", "P7 P8", lying="*d4"), "xd4")
    assert texts(exchanged) == {"b1", "b2", "done"}
    later = after(exchanged, "done", "e1", "done")
    assert {text for text in texts(later) if text[0] == "*"}


def test_another_joker_may_be_laid_meanwhile() -> None:
    exchanged = after(table("KA * P9", "P7", lying="*d4"), "xd4")
    assert "*a1" in texts(exchanged)
    assert texts(after(exchanged, "*a1")) == {"done"}


def test_an_exchange_takes_the_exact_stone_of_the_suit_of_the_turn() -> None:
    state = table("KA K9 P9", "P7", lying="*d4 *e1")
    assert {text for text in texts(state) if text[0] == "x"} == {"xd4"}
    assert "xd4" not in texts(after(state, "g1"))
    assert "xd4" in texts(after(state, "b1"))


def test_a_joker_laid_in_this_turn_cannot_be_exchanged_in_it() -> None:
    begun = after(table("KA * P9", "P7"), "*d4")
    assert texts(begun) == {"d3", "done"}


def test_any_player_may_exchange() -> None:
    state = table("* P9", "KA P7")
    assert "xd4" in texts(after(state, "*d4", "done"))


# ---- the end -------------------------------------------------------------------------------------------------------


def test_who_goes_out_gets_ten_and_the_others_lose_their_racks() -> None:
    state = table("KA", "P7 PK *", "RB", lying="d3", drawn="")
    over = after(state, "d4")
    assert kernel.actor(over) == -1 and texts(over) == set()
    assert standing(over) == [5 + 10, -(1 + 4 + 6), -2], "below zero, too"
    assert fields(over)["finisher"] == 0


def test_nobody_goes_out_while_there_are_stones_in_the_bag() -> None:
    going_on = after(table("KA", "P7", drawn="P8"), "d4")
    assert kernel.actor(going_on) == 1 and rack(going_on, 0) == ["P8"] and standing(going_on) == [0, 0]


def test_the_last_turn_may_be_a_set_as_well() -> None:
    over = after(table("K7 K8 K9 K10 KB", "P7", drawn=""), "d1", "c1", "b1", "a1", "a3")
    assert standing(over) == [3 + 10 + 10, -1]


def test_who_can_lay_nothing_passes() -> None:
    state = table("K7", "P8 P7", lying="d1 *d2", drawn="PA")
    assert texts(state) == {"xd2", "pass"}, "an exchange is never compulsory"
    passed = after(state, "pass")
    assert kernel.actor(passed) == 1 and rack(passed, 0) == ["K7"] and bag(passed) == ["PA"]


def test_when_all_pass_in_a_row_the_game_ends_without_the_ten() -> None:
    state = table("K7", "P8", lying="d1 *d2 f1 *f2", drawn="")
    over = after(state, "pass", "pass")
    assert kernel.actor(over) == -1 and standing(over) == [-1, -1] and fields(over)["finisher"] == -1


def test_passes_count_only_in_a_row() -> None:
    state = table("K7 K7", "P8 P9", lying="*d1 *d2", drawn="")
    played = after(state, "pass", "f1", "done", "pass")
    assert kernel.actor(played) == 1
    exchanged = after(state, "pass", "f1", "done", "xd1", "done")
    assert kernel.actor(exchanged) == 1 and rack(exchanged, 0) == ["K7", "*"]
    assert exchanged.view(STATE)[0].passes == 0


def test_a_joker_in_the_rack_has_to_be_laid_while_there_is_room() -> None:
    state = table("K7 *", "P8", lying="d1 *d2", drawn="")
    assert "pass" not in texts(state)


def test_before_the_end_nothing_is_subtracted() -> None:
    assert standing(table("KA K7", "P7 PK *", drawn="")) == [0, 0]
