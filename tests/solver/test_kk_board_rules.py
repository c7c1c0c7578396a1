"""The rules of the board game, one by one; the examples of the rule text with its numbers come first."""

from __future__ import annotations

import pytest

from solver.games import playable
from solver.games.kk_board import rules as kernel
from solver.games.kk_board import state as position
from tests.solver.kk_board_bridge import HOUSE, after, board, fields, legal, part, parts, place, spots, table
from tests.solver.kk_board_reference import Step

STOP, BLIND = Step("stop"), Step("blind")


def take(card: str) -> Step:
    return Step("take", card)


def words(state: position.Bytes) -> set[str]:
    return {step.word for step in legal(state)}


# ---- the examples: placing -------------------------------------------------------------------------------------------


def test_andreas_places_a_single_piece_in_an_empty_land() -> None:
    state = table("", "", "", hand="FR FA FA")
    assert {"F1", "F7"} <= spots(state)
    state = after(state, place("F1"))
    assert words(state) == {"take", "blind"}, "in an empty land one piece is all"


def test_barbara_places_two_pieces_the_second_for_a_pair() -> None:
    state = table("", "F1", "", hand="FA BB BB")
    state = after(state, place("F2"), place("F3", "BB"))
    s = fields(state)
    assert (s["held"][0], words(state)) == (0, {"take", "blind"})
    assert s["cloisters_left"][0] == 18


def test_chris_plays_two_of_three_cards_of_france() -> None:
    state = table("R1", "R2", "", hand="FR FR FR")
    assert not any(spot.startswith("R") and "*" in spot for spot in spots(state)), "no joker for the land itself"
    two = after(state, place("R3"), place("R4"))
    assert (fields(two)["held"][0], words(two)) == (1, {"take", "blind"})
    joker = after(state, place("E1", "FR"))
    assert (fields(joker)["held"][0], words(joker)) == (1, {"take", "blind"}), "England was empty"
    one = after(state, place("R3"))
    assert all(spot[-2:] != "FR" for spot in spots(one)), "the two cards left are no joker for France"


def test_andreas_sends_two_more_councils_to_france() -> None:
    state = table("", "R1234 +R", "R5 +R", hand="FR ES ES")
    state = after(state, place("+R"), place("+R", "ES"))
    assert sum(fields(state)["councils"][5]) == 4
    full = table("", "R1234 +RR", "R5 +RR", hand="FR ES ES")
    assert not any(spot.startswith("+R") for spot in spots(full)), "four councils, four cloisters"


def test_two_councils_or_two_cloisters_or_one_of_each_in_italy() -> None:
    state = table("", "I12", "I34", hand="LI LI FR")
    for pair in (("+I", "+I"), ("I5", "I6"), ("+I", "I5"), ("I5", "+I")):
        assert words(after(state, *map(place, pair))) == {"take", "blind"}


def test_the_most_cloisters_of_one_player_limit_all_councils() -> None:
    state = table("F123", "F45 +FF", "F67", hand="FA FA FR", seat=2)
    state = after(state, place("+F"))
    assert not any(spot.startswith("+F") for spot in spots(state)), "three councils stand there"


# ---- the examples: scoring -------------------------------------------------------------------------------------------


def test_franconia_gives_seven_four_and_two() -> None:
    assert part(board("F1234", "F56", "", "F7"), "cloisters") == [7, 4, 0, 2]


def test_lorraine_gives_five_five_and_two() -> None:
    assert part(board("", "L12", "L34", "L5"), "cloisters") == [0, 5, 5, 2]


def test_alliance_14_gives_doris_six_and_15_nothing() -> None:
    state = board("+IB", "+IUBB", "", "+IIU")
    assert part(state, "alliances") == [0, 0, 0, 6]
    entries = playable("kk-board").score_detail(state)
    told = {entry["of"]: entry["points"] for entry in entries[3] if entry["part"] == "alliances"}
    assert (told["14"], told["15"], sum(told.values())) == (6, 0, 6)


def test_the_chain_of_chris_has_five_cloisters() -> None:
    assert part(board("", "", "U6 I1245 B5"), "chains") == [0, 0, 5]


# ---- setup -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("players", "cards"), [(5, 55), (4, 50), (3, 45)])
def test_cards_are_left_out_with_fewer_players(players: int, cards: int) -> None:
    assert sum(HOUSE.map.cards_in_play(players)) == cards
    s = fields(playable("kk-board").deal(players, 1, {}))
    assert s["held"] == [3] * players + [0] * (5 - players)
    assert (sum(s["open"]), s["left"]) == (2, cards - 3 * players - 2)
    assert s["cloisters_left"][:players] == [20] * players and s["councils_left"][:players] == [8] * players


# ---- placing ---------------------------------------------------------------------------------------------------------


def test_the_first_piece_of_a_land_is_a_cloister() -> None:
    assert not any(spot.startswith("+") for spot in spots(table("", "", "", hand="FA BB LI")))


def test_all_pieces_of_a_turn_go_to_one_land() -> None:
    state = after(table("F1", "A1", "", hand="FA FA FA"), place("F2"))
    assert spots(state) == {"F3", "F4", "F5", "F6", "F7", "+F"}


def test_a_cloister_may_make_room_for_a_council_of_the_same_turn() -> None:
    state = table("", "F1 +F", "", hand="FA FA FA", seat=0)
    assert "+F" not in spots(state)
    own = table("F1", "+F", "", hand="FA FA FA", seat=0)
    assert "+F" not in spots(own)
    assert "+F" in spots(after(own, place("F2")))


def test_a_full_land_takes_no_cloister_and_an_empty_supply_gives_none() -> None:
    assert "S1" not in spots(table("S12", "S34", "", hand="ES ES FA"))
    twenty = table("E12345 F1234567 B123456 S12", "A1", "", hand="FA FA FA")
    assert not any(not spot.startswith("+") for spot in spots(twenty))
    eight = table("A1 +AAAA +FFFF", "A234567", "", hand="FA FA FA")
    assert not any(spot.startswith("+") for spot in spots(eight))


def test_a_council_may_go_where_one_has_no_cloister() -> None:
    assert "+A" in spots(table("", "A12", "", hand="FA LI FR"))


def test_one_joker_needs_two_equal_cards() -> None:
    state = table("L1", "", "", hand="FA BB ES")
    assert all("*" not in spot for spot in spots(state))
    assert "L2*BB" in spots(table("L1", "", "", hand="FA BB BB"))


# ---- exchanging and drawing ------------------------------------------------------------------------------------------


def test_an_exchange_is_one_card_for_one() -> None:
    state = table("", "", "", hand="FA BB ES", open_cards="LI FR", stack="BB FA ES LI FA")
    exchanges = {step.card for step in legal(state) if step.word == "exchange"}
    assert exchanges == {"FA", "BB", "ES"}
    drawing = after(state, Step("exchange", "FA"))
    assert legal(drawing).keys() == {take("LI"), take("FR"), BLIND}, "not the card just laid down"
    done = fields(after(drawing, take("LI")))
    assert (done["seat"], done["open"][:5]) == (1, [0, 1, 0, 0, 1]), "BB was turned up for LI"
    assert done["hand"][0][:5] == [0, 1, 1, 1, 0]


def test_open_cards_are_refilled_only_when_the_hand_is_full() -> None:
    state = table("F1", "", "", hand="FA FA ES", open_cards="LI FR", stack="BB FA ES LI FA")
    state = after(state, place("F2"), place("F3"), take("LI"))
    assert legal(state).keys() == {take("FR"), BLIND}
    done = fields(after(state, take("FR")))
    assert done["open"][:5] == [1, 1, 0, 0, 0] and done["left"] == 3


def test_stopping_after_one_piece() -> None:
    state = after(table("F1", "", "", hand="FA FA ES"), place("F2"), STOP)
    assert words(state) == {"take", "blind"}
    assert fields(state)["held"][0] == 2


# ---- the halves ------------------------------------------------------------------------------------------------------


def test_the_last_card_drawn_scores_shuffles_and_the_drawing_goes_on() -> None:
    state = table("F12", "F3", "", hand="FA FA ES", open_cards="LI FR", stack="BB")
    state = after(state, place("F4"), place("F5"), BLIND)
    s = fields(state)
    assert (s["half"], s["seat"], s["held"][0]) == (1, 0, 2)
    assert s["interim"][:3] == [5, 4, 0], "the board as it stood"
    assert s["left"] == sum(s["shuffled"]) and s["shuffled"][0] >= 2, "the cards of this very turn are shuffled in"
    assert sum(s["discard"]) == 0 and BLIND in legal(state)
    done = fields(after(state, take("LI")))
    assert (done["seat"], sum(done["open"]), done["left"]) == (1, 2, s["left"] - 1)


def test_the_last_card_turned_up_scores_too() -> None:
    state = table("F12", "", "", hand="FA FA ES", open_cards="LI FR", stack="BB")
    s = fields(after(state, Step("exchange", "FA"), take("LI")))
    assert (s["half"], s["seat"], s["open"][1], s["interim"][0]) == (1, 1, 1, 2)
    both = table("F12", "", "", hand="FA FA ES", open_cards="LI FR", stack="BB")
    s = fields(after(both, place("F3"), place("F4"), take("LI"), take("FR")))
    assert (s["half"], sum(s["open"]), s["seat"]) == (1, 2, 1), "the second open card comes from the new stack"


def second_half(seat: int, stack: str = "BB") -> position.Bytes:
    state = table("F12", "F3", "", hand="FA FA ES", open_cards="LI FR", stack=stack, seat=seat)
    state.view(position.STATE)[0].half = 1
    return state


def test_the_round_is_played_to_its_end() -> None:
    state = after(second_half(seat=1), Step("exchange", "FA"), BLIND)
    s = fields(state)
    assert (s["ending"], s["seat"], s["left"], sum(s["discard"]) > 0) == (1, 2, 0, True), "no second shuffle"
    last = next(iter(step for step in legal(state) if step.word == "exchange"))
    end = after(state, last, take("LI"))
    assert kernel.actor(end) == -1 and fields(end)["open"][:5] == [0, 0, 0, 0, 1], "nothing is turned up any more"


def test_with_the_last_card_in_the_last_seat_the_game_is_over() -> None:
    assert kernel.actor(after(second_half(seat=2), Step("exchange", "FA"), take("LI"))) == -1


def test_a_hand_stays_short_when_nothing_is_left_to_draw() -> None:
    state = after(second_half(seat=0), place("F4"), place("F5"), BLIND)
    assert legal(state).keys() == {take("LI"), take("FR")}
    state = after(state, take("LI"))
    seat1 = fields(state)
    assert (seat1["seat"], seat1["open"][:5]) == (1, [0, 0, 0, 0, 1])


def test_the_game_ends_when_nobody_can_place_anything() -> None:
    fields_left = "E12345 F1234567 B123456", "I123456 A1234567 R1234", "R5678 L123456 S1234 U12345"
    state = table(*fields_left, hand="BB BB FR")
    s = state.view(position.STATE)[0]
    s.councils_left[:3] = 0
    assert kernel.actor(after(state, place("U6"))) == 0, "U7 is free, but who has a cloister left?"
    s.cloisters_left[1:3] = 0
    s.cloisters_left[0] = 1
    assert kernel.actor(after(state, place("U6"))) == -1


# ---- scoring ---------------------------------------------------------------------------------------------------------


def test_equal_majorities_both_score_the_full_sum() -> None:
    assert part(board("+FB", "+FB", "+F"), "alliances") == [5, 5, 0]


def test_no_council_is_no_majority() -> None:
    assert part(board("+F", "", ""), "alliances") == [0, 0, 0]


def test_one_majority_serves_several_alliances() -> None:
    assert part(board("+FBS", "+F", ""), "alliances")[0] == (3 + 3 + 2)


def test_interim_points_stay() -> None:
    assert parts(board("interim 12 F1", "interim 7", "")) == [[12, 1, 0, 0], [7, 0, 0, 0], [0, 0, 0, 0]]


def test_alliances_are_no_roads() -> None:
    assert part(board("E45 R1 L1", "", ""), "chains") == [0, 0, 0]


@pytest.mark.parametrize(
    ("cloisters", "points"),
    [
        ("E235", 0),
        ("E2345", 4),
        ("E12345", 5),
        ("I12345", 5),
        ("I2 I1 U6 U1 I3 I4", 6),
        ("R4 R1 L1 L2 R5", 5),
        ("F1 F2 F7 F4 F3 F5", 6),
        ("U6 I1245 B5 E2345", 9),
        ("R2 R1 R3 R5 R6", 0),
        ("R2 R1 R3 R5 R6 L6", 4),
    ],
)
def test_chains_by_hand(cloisters: str, points: int) -> None:
    assert part(board(cloisters, "", ""), "chains")[0] == points


def test_more_pieces_left_win_a_tie_and_then_it_is_shared() -> None:
    game = playable("kk-board")
    assert game.winners(board("interim 5 E1", "interim 5 E2", "")) == [0, 1]
    assert game.winners(board("interim 5", "interim 5 +F", "")) == [0]
    assert game.tiebreaks(board("E1 +F", "", "")) == [26, 28, 28]
