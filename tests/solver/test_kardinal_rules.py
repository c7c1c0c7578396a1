"""The rules of Kardinal one by one: every edict from both sides, and every number of the rule text."""

from __future__ import annotations

import pytest

from solver.games import playable
from solver.games.kardinal import rules as kernel
from solver.games.kardinal import state as position
from solver.games.kardinal.state import LYING, STANDING, State
from solver.games.kardinal.tables import COURT, HOUSE, PIECES, TOWER, cell_at
from solver.kernel.contract import Bytes
from solver.kernel.playable import NotationError

GAME = playable("kardinal")

R, Y, G, B = range(4)
Piece = tuple[int, int, int, int]
"""Form, colour, x, y."""


def fortress(*pieces: Piece, players: int = 4, seat: int = 0, fourth_apart: bool = False) -> Bytes:
    """A position in which these buildings were put up by nobody, for no stones; the cardinal is far away from them."""
    state = position.new_state(players, fourth_apart=fourth_apart)
    s = State.of(state)
    for form, colour, x, y in pieces:
        kernel.put_up(s, form, cell_at(x, y), colour)
    s.seat, s.phase = seat, position.BUILD
    s.last_shape = s.last_colour = -1
    s.supply[:] = 12
    s.stones[:] = 0
    s.contacts[:] = 0
    return state


def texts(state: Bytes) -> set[str]:
    return set(GAME.legal_texts(state))


def after(state: Bytes, *turns: str) -> Bytes:
    for turn in turns:
        played = GAME.read_turn(state, turn)
        assert played.complete
        state = played.after
    return state


def complaint(state: Bytes, text: str) -> str:
    with pytest.raises(NotationError) as caught:
        GAME.read_turn(state, text)
    return str(caught.value)


# ---- numbers --------------------------------------------------------------------------------------------------------


def test_what_is_in_the_box() -> None:
    """24 buildings, 2 of each shape and colour; 48 stones, 12 of each colour."""
    s = State.of(position.new_state(4))
    assert PIECES.tolist() == [[2] * 4] * 3 == s.left.tolist()
    assert s.supply.tolist() == [12] * 4
    assert list(GAME.player_counts()) == [2, 3, 4]


@pytest.mark.parametrize(("form", "sites"), [(HOUSE, 4), (TOWER, 4), (LYING, 6), (STANDING, 6)])
def test_a_house_and_a_tower_have_four_sites_and_a_court_six(form: int, sites: int) -> None:
    state = position.new_state(4)
    s = State.of(state)
    before = sum(0 < word < position.TAKEN for word in s.word.tolist())
    kernel.put_up(s, form, cell_at(10, 10), R)
    assert sum(0 < word < position.TAKEN for word in s.word.tolist()) == before + sites


def test_there_are_six_sites_around_the_cathedral() -> None:
    """All of them take a court; the three by the tower a house, the three by the nave a tower."""
    singles = {text for text in texts(position.new_state(4)) if "/" not in text}
    assert singles == {"H-1,0", "H0,1", "H0,-1", "T2,0", "T1,1", "T1,-1"}
    assert sum("/" in text for text in texts(position.new_state(4))) == 9


@pytest.mark.parametrize(
    ("players", "colours"), [(2, ["RG", "YB"]), (3, ["RB", "YB", "GB"]), (4, ["R", "Y", "G", "B"])]
)
def test_who_builds_which_colours(players: int, colours: list[str]) -> None:
    for seat, letters in enumerate(colours):
        built = {text[0] for text in texts(fortress(players=players, seat=seat))}
        assert built == (set(letters) if players < 4 else set("HTC"))


# ---- the edicts -----------------------------------------------------------------------------------------------------


def test_first_edict_nothing_is_built_under_the_cardinal() -> None:
    state = fortress()
    assert {"T2,0", "C2,0/3,0", "C2,0/2,1", "C1,1/2,1"} < texts(state)
    State.of(state).cardinal = cell_at(2, 0)
    assert {"T1,1", "C1,1/2,1"} < texts(state)
    assert not {text for text in texts(state) if "2,0" in text}
    assert "first edict" in complaint(state, "T2,0")
    State.of(state).cardinal = cell_at(2, 1)
    assert "T2,0" in texts(state) and "C2,0/2,1" not in texts(state), "he blocks either square of a court"


def test_second_edict_a_tower_touches_a_house() -> None:
    """A court of blue above the nave; beside it a tower would touch but the court, in the corner the nave too."""
    state = fortress((STANDING, B, 1, 1))
    assert {"T2,0", "T1,-1"} < texts(state)
    assert not {"T1,3", "T2,1", "T2,2"} & texts(state)
    assert "second edict" in complaint(state, "T2,2")
    with_house = fortress((STANDING, B, 1, 1), (HOUSE, Y, 2, 1))
    assert "T2,2" in texts(with_house)


def test_third_edict_a_court_touches_a_house() -> None:
    state = fortress((TOWER, B, 1, 1))
    assert not {text for text in texts(state) if text.startswith("C") and "1,2" in text}
    assert "third edict" in complaint(state, "C1,2/1,3")
    assert "third edict" in complaint(state, "C-2,0/-1,0"), "the cathedral's tower is no house"
    assert "C2,0/3,0" in texts(state), "its nave is one"
    with_house = fortress((TOWER, B, 1, 1), (HOUSE, Y, 1, 2))
    assert {"C1,3/1,4", "C0,1/0,2"} - texts(with_house) == set()


def test_fourth_edict_shapes_do_not_touch_their_like() -> None:
    state = fortress((HOUSE, Y, -1, 0), (TOWER, B, 2, 0), (LYING, G, 1, 1))
    assert "fourth edict" in complaint(state, "H-2,0")
    assert "fourth edict" in complaint(state, "H1,-1"), "the nave is a house"
    assert "fourth edict" in complaint(state, "T0,1"), "the cathedral's tower is a tower"
    assert "fourth edict" in complaint(state, "T3,0")
    assert "fourth edict" in complaint(state, "C1,2/1,3")
    assert {"T-2,0", "H3,0", "H1,2", "C-2,0/-2,1"} < texts(state)


def test_fifth_edict_colours_do_not_touch_their_like() -> None:
    state = fortress((HOUSE, R, -1, 0), (HOUSE, Y, 0, 1))
    assert "fifth edict" in complaint(state, "T-2,0")
    assert "fifth edict" in complaint(state, "C-3,0/-2,0")
    assert "T0,2" in texts(state), "a house of another colour"
    assert "T-2,0" in texts(fortress((HOUSE, R, -1, 0), (HOUSE, Y, 0, 1), seat=1))


def test_the_own_two_colours_may_touch_with_two_players() -> None:
    state = fortress((HOUSE, R, -1, 0), players=2)
    assert "GT-2,0" in texts(state)
    assert "RT-2,0" not in texts(state)
    done = after_building(state, "GT-2,0")
    assert State.of(done).stones[0].tolist() == [1, 0, 0, 0], "and bring a stone"


def after_building(state: Bytes, text: str) -> Bytes:
    """Right behind the building step."""
    done = state.copy()
    kernel.apply(done, GAME.legal_texts(state)[text])
    return done


def test_sixth_edict_no_shape_twice_in_a_row() -> None:
    state = after(position.new_state(4), "H-1,0 +R @0,1")
    assert not {text for text in texts(state) if text.startswith("H")}
    assert "sixth edict" in complaint(state, "H0,-1")
    assert {"T2,0", "C2,0/3,0"} < texts(state)
    assert "H0,-1" in texts(after(state, "T2,0"))


def test_the_sixth_edict_looks_at_the_last_building_across_those_who_pass() -> None:
    """A builds a house, B has only houses left and passes, C may not build a house either."""
    state = fortress((HOUSE, Y, -1, 0), (HOUSE, Y, 3, 3))
    s = State.of(state)
    s.left[TOWER, Y] = s.left[COURT, Y] = s.left[HOUSE, Y] = 0
    s.left[HOUSE, Y] = 1
    s.cardinal = cell_at(-2, 0)
    state = after(state, "H0,1")
    assert texts(state) == {"--"}
    state = after(state, "--")
    assert State.of(state).seat == 2
    assert not {text for text in texts(state) if text.startswith("H")}
    assert "T1,1" in texts(state)


def test_seventh_edict_no_colour_twice_in_a_row() -> None:
    """With three players the fourth colour may not follow itself, whoever built it."""
    state = after(position.new_state(3), "BH-1,0 +R @0,1")
    assert not {text for text in texts(state) if text.startswith("B")}
    assert "seventh edict" in complaint(state, "BT2,0")
    state = after(state, "YT2,0")
    assert {"BH0,-1", "GH0,-1"} < texts(state)


def test_when_all_others_are_stuck_one_may_go_on_with_another_colour_or_shape_only() -> None:
    state = fortress((HOUSE, R, -1, 0), players=2)
    s = State.of(state)
    s.left[:, [Y, B]] = 0
    s.left[:, R] = (0, 1, 0)
    s.left[:, G] = (1, 0, 0)
    s.cardinal = cell_at(0, 1)
    state = after(state, "RT1,1", "--")
    assert GAME.kernel.actor(state) == 0
    assert {text[:2] for text in texts(state)} == {"GH"}
    s = State.of(state)
    s.left[:, G] = (0, 1, 0)
    assert texts(state) == {"--"}, "a tower was built last"


# ---- stones ---------------------------------------------------------------------------------------------------------


def test_each_touched_building_brings_a_stone_of_its_colour_and_the_cathedral_none() -> None:
    court = fortress((HOUSE, Y, 0, 1), (TOWER, G, 2, 1), (TOWER, B, 1, 3))
    done = State.of(after_building(court, "C1,1/1,2"))
    assert done.stones[0].tolist() == [0, 1, 1, 1]
    assert done.supply.tolist() == [12, 11, 11, 11]
    assert done.contacts[R] == 1


def test_two_buildings_of_one_colour_bring_two_stones() -> None:
    state = fortress((HOUSE, Y, 0, 1), (HOUSE, Y, 2, 1))
    assert State.of(after_building(state, "T1,1")).stones[0].tolist() == [0, 2, 0, 0]


@pytest.mark.parametrize(("left", "gets"), [(12, 2), (2, 2), (1, 1), (0, 0)])
def test_stones_are_given_while_the_supply_lasts(left: int, gets: int) -> None:
    state = fortress((HOUSE, Y, 0, 1), (HOUSE, Y, 2, 1))
    State.of(state).supply[Y] = left
    done = State.of(after_building(state, "T1,1"))
    assert (done.stones[0, Y], done.supply[Y]) == (gets, left - gets)


@pytest.mark.parametrize("stone", ["R", "Y", "G", "B"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_start_player_takes_one_stone_of_any_colour(players: int, stone: str) -> None:
    first = "H-1,0" if players == 4 else "RH-1,0"
    begun = GAME.read_turn(position.new_state(players), first, ends=False)
    assert texts(begun.after) == {"+R", "+Y", "+G", "+B"}
    state = after(position.new_state(players), f"{first} +{stone} @0,1")
    assert State.of(state).stones[0].tolist() == [stone == letter for letter in "RYGB"]
    assert State.of(state).supply.sum() == 47
    second = GAME.read_turn(state, "T1,1" if players == 4 else "YT1,1", ends=False)
    assert "keep" in texts(second.after), "nobody else does"


def test_stones_won_by_building_the_fourth_colour_are_set_aside() -> None:
    pieces = ((HOUSE, Y, 0, 1), (HOUSE, R, 2, 1))
    done = State.of(after_building(fortress(*pieces, players=3), "BT1,1"))
    assert done.stones.sum() == 0
    assert done.supply.tolist() == [11, 11, 12, 12]
    other = State.of(after_building(fortress(*pieces, players=3, fourth_apart=True), "BT1,1"))
    assert other.stones[0].tolist() == [1, 1, 0, 0], "in the other reading they count"


def test_stones_of_the_fourth_colour_won_with_own_buildings_count() -> None:
    pieces = ((HOUSE, B, 0, 1), (HOUSE, B, 2, 1))
    won = {}
    for apart in (False, True):
        state = after_building(fortress(*pieces, players=3, fourth_apart=apart), "RT1,1")
        assert State.of(state).stones[0].tolist() == [0, 0, 0, 2]
        won[apart] = GAME.score_parts(state)[0]
    assert won[False] == {"stones": 2, "supply": 12, "doubled": 12}
    assert won[True] == {"stones": 0, "supply": 12, "doubled": 12}, "in the other reading they do not"


def test_the_start_players_stone_is_kept_even_with_the_fourth_colour() -> None:
    state = after(position.new_state(3), "BH-1,0 +Y @0,1")
    assert State.of(state).stones[0].tolist() == [0, 1, 0, 0]


# ---- the cardinal ---------------------------------------------------------------------------------------------------


def test_the_start_player_has_to_bring_the_cardinal_in() -> None:
    begun = GAME.read_turn(position.new_state(4), "H-1,0 +R", ends=False).after
    assert "keep" not in texts(begun)
    assert texts(begun) == {"@2,0", "@1,1", "@1,-1", "@0,1", "@0,-1", "@-2,0", "@-1,1", "@-1,-1"}
    assert "bring the cardinal in" in complaint(position.new_state(4), "H-1,0 +R keep")


def test_the_cardinal_goes_to_another_free_site_or_stays() -> None:
    state = after(position.new_state(4), "H-1,0 +R @0,1")
    begun = GAME.read_turn(state, "T2,0", ends=False).after
    assert "keep" in texts(begun) and "@0,1" not in texts(begun)
    assert "@3,0" in texts(begun) and "@2,0" not in texts(begun) and "@4,0" not in texts(begun)
    assert "stands on 0,1 already" in complaint(state, "T2,0 @0,1")
    assert State.of(after(state, "T2,0")).cardinal == cell_at(0, 1)
    assert State.of(after(state, "T2,0 @3,0")).cardinal == cell_at(3, 0)


def test_who_cannot_build_does_not_move_the_cardinal() -> None:
    state = fortress((HOUSE, Y, -1, 0), seat=1)
    State.of(state).left[:, Y] = 0
    State.of(state).cardinal = cell_at(0, 1)
    assert texts(state) == {"--"}
    done = after(state, "--")
    assert (State.of(done).seat, State.of(done).cardinal) == (2, cell_at(0, 1))
    assert "first a building" in complaint(state, "@2,0")


def test_who_can_build_must() -> None:
    """With three players the fourth colour, too, if nothing else is possible."""
    assert "has to" in complaint(after(position.new_state(4), "H-1,0 +R @0,1"), "--")
    state = fortress(players=3)
    State.of(state).left[:, R] = 0
    assert {text[0] for text in texts(state)} == {"B"}


# ---- the end --------------------------------------------------------------------------------------------------------


def test_the_game_is_over_when_nobody_can_build() -> None:
    state = fortress((HOUSE, Y, -1, 0))
    s = State.of(state)
    s.left[:] = 0
    s.left[TOWER, R] = 1
    s.left[HOUSE, Y] = 1
    s.cardinal = cell_at(0, 1)
    begun = GAME.read_turn(state, "T1,1", ends=False).after
    assert "keep" in texts(begun), "a house is left, so the cardinal may still move"
    assert GAME.kernel.actor(after(state, "T1,1")) == 1, "which can be built"
    s.left[HOUSE, Y], s.left[TOWER, Y] = 0, 1
    done = after(state, "T1,1")
    assert GAME.kernel.actor(done) == -1, "a tower could not follow a tower"
    assert State.of(done).left.sum() == 1, "it stays over and counts for nothing"


def test_after_the_very_last_building_there_is_no_cardinal_to_move() -> None:
    state = fortress((HOUSE, Y, -1, 0))
    s = State.of(state)
    s.left[:], s.built, s.cardinal = 0, 23, cell_at(0, 1)
    s.left[TOWER, R] = 1
    begun = GAME.read_turn(state, "T1,1", ends=False)
    assert begun.complete and GAME.kernel.actor(begun.after) == -1


@pytest.mark.parametrize(
    ("players", "totals"),
    [
        (4, [{"stones": 9, "supply": 3, "doubled": 5}, {"stones": 1, "supply": 4, "doubled": 5}]),
        (3, [{"stones": 9, "supply": 3, "doubled": 5}, {"stones": 1, "supply": 4, "doubled": 5}]),
        (2, [{"stones": 9, "supply": 8, "doubled": 6}, {"stones": 1, "supply": 6, "doubled": 5}]),
    ],
)
def test_scoring(players: int, totals: list[dict[str, int]]) -> None:
    """Own stones come from the supply, all stones of one colour count twice, whichever it is."""
    state = position.new_state(players)
    s = State.of(state)
    s.phase = position.OVER
    s.supply[:] = (3, 4, 5, 2)
    s.stones[0, :] = (0, 5, 1, 3)
    s.stones[1, :] = (0, 1, 0, 0)
    assert GAME.score_parts(state)[:2] == totals
    for parts, entries in zip(GAME.score_parts(state), GAME.score_detail(state), strict=True):
        for part, points in parts.items():
            assert sum(entry["points"] for entry in entries if entry["part"] == part) == points


def test_nobody_gets_what_is_left_of_the_fourth_colour() -> None:
    state = position.new_state(3)
    assert [sum(parts.values()) for parts in GAME.score_parts(state)] == [24, 24, 24]


def test_equal_points_are_decided_by_sides_on_the_cathedral_else_it_is_a_draw() -> None:
    state = position.new_state(4)
    s = State.of(state)
    assert GAME.winners(state) == []
    s.contacts[B] = 1
    assert GAME.winners(state) == [3]
    s.contacts[G] = 1
    assert GAME.winners(state) == []
    s.stones[0, R] = 1
    s.supply[R] -= 1
    assert GAME.winners(state) == [], "an own stone from the supply changes nothing"
    s.stones[0, Y] = 1
    assert GAME.winners(state) == [0]


def test_a_court_along_both_parts_of_the_cathedral_has_two_sides() -> None:
    done = after_building(position.new_state(4), "C0,1/1,1")
    assert GAME.tiebreaks(done) == [2, 0, 0, 0]
    assert GAME.tiebreaks(after_building(position.new_state(4), "C1,1/2,1")) == [1, 0, 0, 0]


def test_with_two_players_both_colours_count_sides_and_with_three_the_fourth_for_nobody() -> None:
    state = position.new_state(2)
    State.of(state).contacts[:] = (1, 2, 3, 0)
    assert GAME.tiebreaks(state) == [4, 2]
    state = position.new_state(3)
    State.of(state).contacts[:] = (0, 1, 0, 5)
    assert GAME.tiebreaks(state) == [0, 1, 0]


# ---- the plane has no edge ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("way", "first"), [((1, 0), (1, 0)), ((0, 1), (1, 0)), ((0, -1), (1, 0))], ids=["right", "up", "down"]
)
def test_the_longest_chain_that_the_edicts_allow_fits(way: tuple[int, int], first: tuple[int, int]) -> None:
    """Courts and houses in turn, straight away from the nave, and a tower at the end: 25 squares."""
    state = position.new_state(4)
    s = State.of(state)
    x, y = first[0] + way[0], first[1] + way[1]
    for number in range(17):
        colour = number % 4 if number < 16 else 1
        shape = TOWER if number == 16 else HOUSE if number % 2 else COURT
        s.seat, s.phase, s.last_shape, s.last_colour = colour, position.BUILD, -1, -1
        s.left[shape, colour] = 1
        second = f"/{x + way[0]},{y + way[1]}" if shape == COURT else ""
        squares = "/".join(
            sorted(f"{x},{y}{second}".split("/"), key=lambda square: [int(n) for n in square.split(",")])
        )
        turn = f"{'HTC'[shape]}{squares}"
        assert turn in texts(state)
        state = after_building(state, turn)
        s = State.of(state)
        x, y = x + way[0] * (1 + (shape == COURT)), y + way[1] * (1 + (shape == COURT))
    assert abs(x - first[0]) + abs(y - first[1]) - 1 == 25
    squares = [square for one in GAME.picture(state)["buildings"] for square in one["squares"]]
    assert len(squares) == len(set(squares)) == 25
    assert f"{x - way[0]},{y - way[1]}" in squares
