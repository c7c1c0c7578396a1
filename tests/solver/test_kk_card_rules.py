"""The card game's kernel against the rule texts: every example with its numbers, and every ruling on an open point."""

from __future__ import annotations

from collections import Counter

import pytest

from solver.games.kk_card import rules
from solver.games.kk_card import state as position
from solver.games.kk_card.tables import LAND_IDS, ROUTE_IDS, SYMBOL_IDS
from solver.kernel.contract import Bytes
from tests.solver.kk_card_bridge import (
    DONE,
    SKIP,
    STOP,
    after,
    cell_of,
    claim,
    collected,
    fields,
    give_law,
    law,
    legal,
    legal_words,
    lose,
    number_of,
    parts,
    shrink,
    standing,
    table,
    take,
    winner,
    with_route,
)
from tests.solver.kk_card_reference import CELLS, COLUMNS, LAWS, MARKED, ROWS, Step

LAND, SYMBOL, CHAIN, LAW = (rules.LAND_PART, rules.SYMBOL_PART, rules.CHAIN_PART, rules.LAW_PART)


def column(state: Bytes, part: int) -> list[int]:
    return [row[part] for row in parts(state)]


# ---- scoring: the examples of the rule texts -----------------------------------------------------------------------


def test_five_two_and_one_cards_of_frankreich_score_eight_five_and_two() -> None:
    state = collected(["FR1", "FR2", "FR6", "FR7", "FR8"], ["FR3", "FR5"], ["FR4"])
    assert column(state, LAND) == [8, 5, 2]


def test_two_players_with_two_cards_of_daenemark_each_score_four_each() -> None:
    assert column(collected(["DA1", "DA2"], ["DA3", "DA4"], []), LAND) == [4, 4, 0]


def test_without_a_card_of_a_land_there_are_no_points_for_it() -> None:
    assert parts(collected(["FR7"], [], [])) == [[8, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0]]


def test_the_rank_after_a_tie_gets_what_one_of_the_tied_holds() -> None:
    state = collected(["FR1", "FR4", "FR7"], ["FR2", "FR3", "FR8"], ["FR5"], [])
    assert column(state, LAND) == [8, 8, 3, 0]


def test_every_further_rank_gets_the_number_of_cards_of_the_rank_before() -> None:
    state = collected(["SA1", "SA2", "SA3"], ["SA4", "SA5"], ["SA6"], ["SA7"], [])
    assert column(state, LAND) == [7, 3, 2, 2, 0]


def test_the_first_place_is_worth_the_printed_number_also_in_mid_game() -> None:
    assert column(collected(["UN6"], [], []), LAND) == [6, 0, 0]


def test_four_crosses_beat_three_fans() -> None:
    state = collected(["FR1", "FR2"], ["FR3", "FR5"], [])
    assert column(state, SYMBOL) == [4, 0, 0]


def test_two_fans_and_twice_two_crosses_score_two_each() -> None:
    state = collected(["FR3"], ["FR1"], ["FR2"])
    assert column(state, SYMBOL) == [2, 2, 2]


def test_the_most_symbols_in_two_kinds_score_once() -> None:
    state = collected(["FR1", "FR3"], ["FR4"], [])
    assert column(state, SYMBOL) == [2, 0, 0]


def test_kinds_are_not_added_up() -> None:
    state = collected(["FR4", "FR5"], ["FR6"], [])
    assert column(state, SYMBOL) == [1, 1, 0]


def test_a_land_without_symbols_scores_no_symbols() -> None:
    assert column(collected(["FR7", "FR8"], [], []), SYMBOL) == [0, 0, 0]


def test_symbols_are_counted_land_by_land() -> None:
    state = collected(["FR4", "SA3"], ["FR1"], [])
    assert column(state, SYMBOL) == [2, 2, 0]


def test_chains_of_the_example() -> None:
    ships, carriages = with_route("schiff"), with_route("kutsche")
    andreas = ships[:3] + carriages[:4]
    beate = ships[3:10] + carriages[4:7]
    claus = ships[10:15] + carriages[7:12]
    assert column(collected(andreas, beate, claus), CHAIN) == [0, 7, 10]


@pytest.mark.parametrize(("ships", "carriages", "points"), [(4, 4, 0), (5, 4, 5), (4, 5, 5), (6, 0, 6), (9, 9, 18)])
def test_a_chain_counts_from_five(ships: int, carriages: int, points: int) -> None:
    pile = with_route("schiff")[:ships] + with_route("kutsche")[:carriages]
    assert column(collected(pile, [], []), CHAIN) == [points, 0, 0]


def test_each_minus_tile_costs_two_points() -> None:
    state = collected(["FR7"], ["SA7"], ["UN6"])
    give_law(state, 0, "minus", "minus")
    give_law(state, 1, "minus", "three")
    give_law(state, 2, "return", "colours")
    assert column(state, LAW) == [-4, -2, 0]
    assert [points for points, _ in standing(state)] == [8 - 4, 7 - 2, 6]


def test_between_equals_the_most_land_cards_win() -> None:
    state = collected(["FR7", "FR8"], ["UN1"], ["DA4"])
    assert standing(state) == [(8, 2), (8, 1), (4, 1)]
    assert winner(state) == 0


def test_equal_points_and_equal_cards_leave_no_winner() -> None:
    state = collected(["UN1"], ["BA1"], ["DA4", "EN5"])
    assert standing(state) == [(8, 1), (8, 1), (9, 2)]
    assert winner(state) == 2
    state = collected(["UN1"], ["BA1"], ["DA4"])
    assert winner(state) is None


# ---- taking cards --------------------------------------------------------------------------------------------------


def test_the_opening_offers_the_eight_ends_and_nothing_else() -> None:
    ends = {Step("take", (row, side)) for row in range(ROWS) for side in (0, COLUMNS - 1)}
    assert set(legal(table())) == ends


def test_after_a_card_with_two_symbols_no_other_may_be_taken() -> None:
    state = table(cards={(0, 0): "FR1", (1, 0): "FR5", (2, 0): "FR7"})
    assert set(legal(after(state, *take((0, 0))))) == {STOP}


def test_two_cards_of_one_colour_with_one_symbol_each() -> None:
    state = table(cards={(0, 0): "FR5", (1, 0): "FR6", (2, 0): "FR4", (3, 0): "FR1", (3, 13): "FR7", (0, 1): "SA4"})
    state = after(state, *take((0, 0)))
    assert set(legal(state)) == {*take((1, 0), (2, 0), (3, 13)), STOP}
    assert set(legal(after(state, *take((1, 0))))) == {STOP}


def test_cards_without_symbols_may_be_taken_until_the_limit_is_reached() -> None:
    state = table(cards={(0, 0): "FR7", (1, 0): "FR5", (2, 0): "FR8", (3, 0): "FR6", (0, 13): "FR1"})
    state = after(state, *take((0, 0), (1, 0), (2, 0)))
    assert set(legal(state)) == {*take((3, 0)), STOP}
    assert set(legal(after(state, *take((3, 0))))) == {STOP}


def test_a_card_without_symbols_does_not_follow_the_limit() -> None:
    state = table(cards={(0, 0): "FR5", (1, 0): "FR6", (2, 0): "FR7"})
    assert set(legal(after(state, *take((0, 0), (1, 0))))) == {STOP}


def test_a_card_uncovered_in_the_turn_may_be_taken_unless_only_the_first_ends_count() -> None:
    cards = {(0, 0): "FR5", (0, 1): "FR6"}
    assert take((0, 1))[0] in legal(after(table(cards=cards), *take((0, 0))))
    assert take((0, 1))[0] not in legal(after(table(cards=cards, start_only=True), *take((0, 0))))


def test_with_first_ends_only_the_other_end_of_a_short_row_still_counts() -> None:
    state = table(cards={(0, 4): "FR5", (0, 5): "FR6"}, start_only=True)
    shrink(state, 0, 4, 5)
    assert take((0, 5))[0] in legal(after(state, *take((0, 4))))


def test_the_last_card_of_a_row_is_one_end() -> None:
    state = table()
    shrink(state, 0, 6, 6)
    shrink(state, 1, 6, 5)
    takes = [step for step in legal(state) if step.word == "take"]
    assert Counter(step.cell[0] for step in takes) == {0: 1, 2: 2, 3: 2}


def test_the_taken_cards_lie_open_in_front_of_the_player() -> None:
    state = after(table(cards={(0, 0): "FR3"}), *take((0, 0)))
    s = fields(state)
    assert s["cards"] == [1, 0, 0, 0, 0]
    assert s["lands"][0][LAND_IDS.index("frankreich")] == 1
    assert s["symbols"][0][LAND_IDS.index("frankreich")][SYMBOL_IDS.index("faecher")] == 2
    assert s["routes"][0][ROUTE_IDS.index("schiff")] == 1


def test_the_turn_goes_round_the_table() -> None:
    state = table(players=4)
    seats = []
    for row in (0, 1, 2, 3, 0):
        seats.append(rules.actor(state))
        state = after(state, next(step for step in legal(state) if step.cell[0] == row), STOP, DONE)
    assert seats == [0, 1, 2, 3, 0]


def test_with_the_last_card_the_game_is_over_at_once() -> None:
    state = table(cards={(3, 4): "FR7", (3, 5): "FR5"})
    for row in range(3):
        shrink(state, row, 1, 0)
    shrink(state, 3, 4, 5)
    give_law(state, 0, "three")
    state = after(state, *take((3, 4), (3, 5)))
    assert rules.actor(state) == -1
    assert not legal(state)


# ---- claim stones --------------------------------------------------------------------------------------------------


def in_stone_phase(players: int) -> Bytes:
    return after(table(players=players, cards={(0, 0): "SA1"}), *take((0, 0)), STOP)


@pytest.mark.parametrize("players", [3, 4, 5])
def test_a_stone_goes_on_any_card_of_the_display_that_bears_none(players: int) -> None:
    state = in_stone_phase(players)
    claim(state, 1, (1, 5))
    cells = {step.cell for step in legal(state) if step.word == "place"}
    assert cells == set(CELLS) - {(0, 0), (1, 5)}
    assert set(MARKED) <= cells
    assert legal_words(state) == {"place", "done"}


@pytest.mark.parametrize(("players", "allowed"), [(3, 3), (4, 2), (5, 2)])
def test_how_many_stones_may_lie_on_the_display(players: int, allowed: int) -> None:
    own = [(1, 0), (2, 3), (3, 7)]
    state = in_stone_phase(players)
    claim(state, 0, *own[: allowed - 1])
    assert legal_words(state) == {"place", "done"}
    state = in_stone_phase(players)
    claim(state, 0, *own[:allowed])
    assert legal_words(state) == {"lift", "done"}
    assert {step.cell for step in legal(state) if step.word == "lift"} == set(own[:allowed])


@pytest.mark.parametrize("players", [4, 5])
def test_the_reserve_replaces_a_lost_stone(players: int) -> None:
    state = in_stone_phase(players)
    lose(state, 0, 1)
    claim(state, 0, (1, 0))
    assert legal_words(state) == {"place", "done"}
    claim(state, 0, (2, 0))
    assert legal_words(state) == {"lift", "done"}


def test_a_moved_stone_goes_to_another_free_card_and_the_turn_ends() -> None:
    state = in_stone_phase(4)
    claim(state, 0, (1, 0), (2, 0))
    claim(state, 1, (3, 0))
    lifted = after(state, Step("lift", (1, 0)))
    assert {step.cell for step in legal(lifted)} == set(CELLS) - {(0, 0), (1, 0), (2, 0), (3, 0)}
    assert legal_words(lifted) == {"drop"}
    moved = after(lifted, Step("drop", (3, 9)))
    assert rules.actor(moved) == 1
    stones = {cell_of(cell): owner for cell, owner in enumerate(fields(moved)["stone"]) if owner}
    assert stones == {(3, 9): 1, (2, 0): 1, (3, 0): 2}


def test_a_stone_is_not_lifted_if_there_is_no_free_card_for_it() -> None:
    state = table(cards={(0, 0): "SA1"})
    for row in (1, 2, 3):
        shrink(state, row, 1, 0)
    shrink(state, 0, 0, 2)
    claim(state, 0, (0, 1))
    claim(state, 1, (0, 2))
    lose(state, 0, 2)
    assert set(legal(after(state, *take((0, 0)), STOP))) == {DONE}


def test_the_own_stone_comes_home_with_its_card() -> None:
    state = table()
    claim(state, 0, (0, 0))
    s = fields(after(state, *take((0, 0))))
    assert (s["stock"][0], s["shown"][0], s["lost"][0]) == (3, 0, 0)


def test_a_foreign_stone_goes_home_and_one_of_the_stock_is_paid() -> None:
    state = table()
    claim(state, 1, (0, 0))
    state = after(state, *take((0, 0)))
    s = fields(state)
    assert (s["stock"][0], s["lost"][0]) == (2, 1)
    assert (s["stock"][1], s["shown"][1], s["lost"][1]) == (3, 0, 0)
    assert "pay" not in legal_words(state)


def test_andreas_pays_beate_with_a_stone_from_the_display() -> None:
    own = [(1, 4), (2, 7), (3, 13)]
    state = table(cards={(0, 0): "FR5", (1, 0): "FR6"})
    claim(state, 0, *own)
    claim(state, 1, (0, 0))
    state = after(state, *take((0, 0)))
    assert set(legal(state)) == {Step("pay", cell) for cell in own}
    s = fields(state)
    assert (s["stock"][1], s["shown"][1]) == (3, 0)
    paid = after(state, Step("pay", (2, 7)))
    s = fields(paid)
    assert (s["stock"][0], s["shown"][0], s["lost"][0]) == (0, 2, 1)
    assert s["stone"][number_of((2, 7))] == 0
    assert {*take((1, 0)), STOP} <= set(legal(paid))


def test_each_marked_card_costs_a_stone() -> None:
    state = table(cards={(0, 0): "FR5", (1, 0): "FR6"})
    claim(state, 1, (0, 0))
    claim(state, 2, (1, 0))
    assert fields(after(state, *take((0, 0), (1, 0))))["lost"][0] == 2


def test_a_stone_regained_in_the_turn_may_pay() -> None:
    state = table(cards={(0, 0): "FR5", (1, 0): "FR6"})
    lose(state, 0, 2)
    claim(state, 0, (0, 0))
    claim(state, 1, (1, 0))
    state = after(state, *take((0, 0), (1, 0)))
    assert fields(state)["lost"][0] == 3


def test_without_a_stone_no_foreign_marked_card_can_be_taken() -> None:
    state = table()
    lose(state, 0, 3)
    claim(state, 1, (0, 0), (2, 13))
    taken = {step.cell for step in legal(state)}
    assert taken == {(row, side) for row in range(ROWS) for side in (0, 13)} - {(0, 0), (2, 13)}


def short_table() -> Bytes:
    """One row of four cards is left."""
    state = table(cards={(0, 5): "FR7", (0, 6): "FR5", (0, 7): "FR6", (0, 8): "SA7"})
    for row in (1, 2, 3):
        shrink(state, row, 1, 0)
    shrink(state, 0, 5, 8)
    return state


def test_who_can_take_nothing_skips_the_whole_turn() -> None:
    state = short_table()
    lose(state, 0, 3)
    claim(state, 1, (0, 5))
    claim(state, 2, (0, 8))
    assert set(legal(state)) == {SKIP}
    state = after(state, SKIP)
    assert rules.actor(state) == 1
    assert fields(state)["phase"] == position.TAKE


def test_who_can_take_only_by_paying_must_pay() -> None:
    state = short_table()
    lose(state, 0, 2)
    claim(state, 1, (0, 5))
    claim(state, 2, (0, 8))
    assert set(legal(state)) == set(take((0, 5), (0, 8)))


def test_who_can_take_only_his_own_marked_card_must_take_it() -> None:
    state = short_table()
    shrink(state, 0, 5, 5)
    claim(state, 0, (0, 5))
    assert set(legal(state)) == set(take((0, 5)))


def test_the_own_marked_card_may_be_left_if_there_is_another() -> None:
    state = short_table()
    claim(state, 0, (0, 5))
    assert set(legal(state)) == set(take((0, 5), (0, 8)))


# ---- law tiles -----------------------------------------------------------------------------------------------------


def test_a_law_tile_goes_to_the_hand_of_the_taker() -> None:
    state = table(cards={(0, 0): "FR7", (0, 1): "FR5"}, laws=["return", "three", *LAWS[:6]])
    state = after(state, *take((0, 0), (0, 1)))
    assert fields(state)["hand"][0][position.RETURN] == 1
    assert fields(state)["tile"][1] == position.NONE


def test_a_law_tile_may_be_played_in_the_turn_it_is_taken() -> None:
    laws = ["three", "three", "return", "return", "colours", "colours", "minus", "minus"]
    state = table(cards={(0, 0): "FR7", (0, 1): "FR1", (1, 0): "FR5"}, laws=laws)
    state = after(state, *take((0, 0), (0, 1)))
    assert set(legal(state)) == {law("three"), STOP}
    state = after(state, law("three"))
    assert set(legal(state)) == set(take((1, 0)))
    assert set(legal(after(state, *take((1, 0))))) == {STOP}


def test_three_symbols_allowed_means_three_and_no_second_tile() -> None:
    state = table(cards={(0, 0): "FR5", (1, 0): "FR6", (2, 0): "FR4", (3, 0): "FR7"})
    give_law(state, 0, "three", "three")
    state = after(state, law("three"))
    assert law("three") not in legal(state)
    state = after(state, *take((0, 0), (1, 0)))
    assert set(legal(state)) == {*take((2, 0), (3, 0)), STOP}
    state = after(state, *take((2, 0)))
    assert set(legal(state)) == {STOP}
    assert fields(state)["hand"][0][position.THREE] == 1


def test_many_colours_lift_only_the_colour_rule() -> None:
    cards = {(0, 0): "FR5", (1, 0): "SA4", (2, 0): "UN4", (3, 0): "KA7"}
    state = table(cards={**cards, (0, 13): "BA1", (1, 13): "IT1", (2, 13): "EN1", (3, 13): "DA1"})
    give_law(state, 0, "colours", "colours")
    state = after(state, *take((0, 0)), law("colours"))
    assert set(legal(state)) == set(take((1, 0), (2, 0), (3, 0)))
    state = after(state, *take((1, 0)))
    assert set(legal(state)) == {STOP}
    state = table(cards=cards)
    give_law(state, 0, "colours", "three")
    state = after(state, law("colours"), *take((0, 0), (1, 0)), law("three"), *take((2, 0)))
    assert set(legal(state)) == {STOP}


def test_a_tile_is_played_only_where_it_lets_a_card_be_taken() -> None:
    state = table(cards={(0, 0): "FR1", (1, 0): "SA4", (2, 0): "UN4", (3, 0): "KA7"})
    for row in range(ROWS):
        shrink(state, row, 0, 0)
    state = after(state, *take((0, 0)))
    for kind in ("three", "colours"):
        alone = state.copy()
        give_law(alone, 0, kind)
        assert set(legal(alone)) == {STOP}
        assert "law" not in legal_words(after(alone, STOP))


def test_two_tiles_may_help_together_where_neither_helps_alone() -> None:
    """At two symbols, with no card of that colour at an end: both tiles, then a third symbol of another colour."""
    state = table(cards={(0, 0): "FR1", (1, 0): "SA4", (2, 0): "UN4", (3, 0): "KA7"})
    for row in range(ROWS):
        shrink(state, row, 0, 0)
    give_law(state, 0, "three", "colours")
    state = after(state, *take((0, 0)))
    assert set(legal(state)) == {STOP, law("three"), law("colours")}
    assert set(legal(after(state, law("three")))) == {law("colours")}
    assert set(legal(after(state, law("three"), law("colours")))) == set(take((1, 0), (2, 0), (3, 0)))


def test_after_a_tile_for_taking_a_card_must_be_taken() -> None:
    state = table()
    give_law(state, 0, "three", "colours")
    for first, second in (("three", "colours"), ("colours", "three")):
        waiting = after(state, law(first))
        assert legal_words(waiting) == {"take", "law"}
        assert STOP not in legal(after(waiting, law(second)))


def test_a_lost_stone_comes_back_in_either_phase_of_the_turn() -> None:
    state = table()
    give_law(state, 0, "return")
    assert law("return") not in legal(state)
    lose(state, 0, 1)
    early = fields(after(state, law("return")))
    assert (early["stock"][0], early["lost"][0], early["played"][position.RETURN]) == (3, 0, 1)
    late = after(state, *take((0, 0)), STOP, law("return"))
    assert rules.actor(late) == 0
    assert legal_words(late) == {"place", "done"}


def test_a_stone_taken_back_may_pay_in_the_same_turn() -> None:
    state = short_table()
    lose(state, 0, 3)
    give_law(state, 0, "return")
    claim(state, 1, (0, 5))
    claim(state, 2, (0, 8))
    assert set(legal(state)) == {law("return"), SKIP}
    state = after(state, law("return"))
    assert set(legal(state)) == set(take((0, 5), (0, 8)))
    assert fields(after(state, *take((0, 5))))["lost"][0] == 3


def test_a_tile_under_a_marked_card_comes_too_late_to_pay_for_it() -> None:
    state = table(cards={(0, 1): "FR7"}, laws=["return", *LAWS[1:]])
    shrink(state, 0, 1, 13)
    lose(state, 0, 3)
    claim(state, 1, (0, 1))
    assert take((0, 1))[0] not in legal(state)


def test_neither_the_tiles_of_others_nor_a_minus_tile_can_be_played() -> None:
    state = table()
    for seat in range(3):
        lose(state, seat, 1)
    give_law(state, 1, "return", "three", "colours")
    give_law(state, 0, "minus", "minus")
    assert "law" not in legal_words(state)
