"""What a player of the card game cannot see, and what the kernel makes of it: observe, determinize, prior, rollout."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from itertools import permutations

import numpy as np
import pytest

from solver.games.kk_card import hidden, policy, rollouts, rules
from solver.games.kk_card import state as position
from solver.games.kk_card.hidden import worlds
from solver.games.kk_card.tables import LAW_CELLS, LAW_KINDS
from solver.games.kk_card.weights import TABLE, factors
from solver.kernel.contract import MOST_SEATS, Bytes, Random
from solver.kernel.random import seeded
from tests.solver.kk_card_bridge import codes, fields, give_law, legal, table
from tests.solver.kk_card_play import played
from tests.solver.kk_card_reference import LAWS

KINDS = range(position.RETURN, position.UNKNOWN)


def seen_by(state: Bytes, viewer: int) -> Bytes:
    state = state.copy()
    hidden.observe(state, viewer)
    return state


def dealt_anew(state: Bytes, viewer: int, seed: int) -> Bytes:
    state = state.copy()
    hidden.determinize(state, viewer, seeded(seed))
    return state


def without_tiles(state: Bytes) -> bytes:
    """Everything of a state but the kinds of the law tiles on the display and in the hands."""
    state = state.copy()
    s = state.view(position.STATE)[0]
    s.tile[:] = s.tile > 0
    hands = s.hand.sum(axis=1)
    s.hand[:] = 0
    s.hand[:, 0] = hands
    return state.tobytes()


def positions(players: int, games: int) -> Iterator[tuple[Bytes, int]]:
    """States in the middle of random games, each with a seat that looks at it."""
    chance = random.Random(players)
    for seed in range(500, 500 + games):
        for state, _, _ in played(players, seed):
            if chance.random() < 0.2:
                yield state, chance.randrange(players)


@pytest.mark.parametrize("players", [3, 4, 5])
def test_a_player_sees_all_but_the_tiles_on_the_display_and_in_other_hands(players: int) -> None:
    for state, viewer in positions(players, 15):
        full, seen = fields(state), fields(seen_by(state, viewer))
        assert seen["tile"] == [position.UNKNOWN if kind else position.NONE for kind in full["tile"]]
        for seat in range(MOST_SEATS):
            blank = [0] * position.UNKNOWN + [sum(full["hand"][seat])]
            assert seen["hand"][seat] == (full["hand"][seat] if seat == viewer else blank)
        assert without_tiles(state) == without_tiles(seen_by(state, viewer))


def places(state: Bytes, viewer: int) -> list[tuple[str, int]]:
    """Where the tiles lie that the viewer cannot see: a cell of the display or somebody's hand."""
    s = fields(state)
    cells = [("tile", cell) for cell, kind in enumerate(s["tile"]) if kind]
    hands = [("hand", seat) for seat in range(s["players"]) for _ in range(sum(s["hand"][seat])) if seat != viewer]
    return cells + hands


def with_tiles(state: Bytes, viewer: int, kinds: list[int]) -> Bytes:
    """The state with these tiles in the places that the viewer cannot see."""
    state = state.copy()
    spots = places(state, viewer)
    s = state.view(position.STATE)[0]
    s.hand[[seat for seat in range(MOST_SEATS) if seat != viewer]] = 0
    for (where, number), kind in zip(spots, kinds, strict=True):
        if where == "tile":
            s.tile[number] = kind
        else:
            s.hand[number, kind] += 1
    return state


def unseen(state: Bytes, viewer: int) -> list[int]:
    """The kinds of the tiles that the viewer cannot see."""
    s = fields(state)
    hidden = [kind for kind in s["tile"] if kind]
    for seat, hand in enumerate(s["hand"]):
        if seat != viewer:
            hidden += [kind for kind in KINDS for _ in range(hand[kind])]
    return hidden


@pytest.mark.parametrize("players", [3, 4, 5])
def test_exchanging_hidden_tiles_changes_nothing_that_is_seen(players: int) -> None:
    chance = random.Random(players)
    exchanged = 0
    for state, viewer in positions(players, 15):
        hidden = unseen(state, viewer)
        other = with_tiles(state, viewer, chance.sample(hidden, len(hidden)))
        exchanged += other.tobytes() != state.tobytes()
        assert seen_by(other, viewer).tobytes() == seen_by(state, viewer).tobytes()
    assert exchanged


@pytest.mark.parametrize("players", [3, 4, 5])
def test_a_new_deal_fits_all_that_was_seen(players: int) -> None:
    for number, (state, viewer) in enumerate(positions(players, 15)):
        seen = seen_by(state, viewer)
        world = dealt_anew(seen, viewer, number)
        assert Counter(unseen(world, viewer)) == Counter(unseen(state, viewer))
        assert places(world, viewer) == places(state, viewer)
        assert fields(world)["hand"][viewer] == fields(state)["hand"][viewer]
        assert without_tiles(world) == without_tiles(state)
        assert seen_by(world, viewer).tobytes() == seen.tobytes()


def test_where_nothing_is_blank_a_new_deal_changes_nothing() -> None:
    for number, (state, viewer) in enumerate(positions(4, 5)):
        assert dealt_anew(state, viewer, number).tobytes() == state.tobytes()


def test_the_same_seed_deals_the_same_world() -> None:
    seen = seen_by(table(), 0)
    assert dealt_anew(seen, 0, 7).tobytes() == dealt_anew(seen, 0, 7).tobytes()
    assert len({dealt_anew(seen, 0, seed).tobytes() for seed in range(50)}) > 40


def scattered(held: list[list[str]], lying: list[str], gone: list[str]) -> Bytes:
    """A table with these law tiles in the hands, on the first marked cells, and out of the game."""
    state = table(players=len(held))
    s = state.view(position.STATE)[0]
    s.tile[LAW_CELLS] = [LAW_KINDS.index(kind) for kind in lying] + [position.NONE] * (len(LAWS) - len(lying))
    for seat, kinds in enumerate(held):
        give_law(state, seat, *kinds)
    for kind in gone:
        s.played[LAW_KINDS.index(kind)] += 1
    return state


@pytest.mark.parametrize(
    ("held", "lying", "gone", "worlds"),
    [
        ([["three"], ["colours"], ["minus"]], ["minus", "colours"], ["return", "return", "three"], 6),
        ([[], ["colours", "minus"], []], ["minus"], ["return", "return", "three", "three", "colours"], 2),
        ([["return"], ["minus"], ["return", "three"]], ["three"], ["colours", "colours", "minus"], 7),
        ([["minus", "minus"], [], []], ["return", "three", "colours"], ["return", "three", "colours"], 6),
    ],
)
def test_every_world_comes_as_often_as_its_share_of_all_deals(
    held: list[list[str]], lying: list[str], gone: list[str], worlds: int
) -> None:
    state = scattered(held, lying, gone)
    share = Counter(with_tiles(state, 0, list(order)).tobytes() for order in permutations(unseen(state, 0)))
    assert len(share) == worlds
    seen, chance, deals = seen_by(state, 0), seeded(2001), 6000
    found: Counter[bytes] = Counter()
    for _ in range(deals):
        world = seen.copy()
        hidden.determinize(world, 0, chance)
        found[world.tobytes()] += 1
    assert found.keys() == share.keys()
    for world_bytes, count in found.items():
        expected = deals * share[world_bytes] / share.total()
        assert 0.75 * expected < count < 1.25 * expected


# ---- playing on with what is seen ------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [3, 4, 5])
def test_who_moves_knows_his_steps_and_the_others_know_no_fewer(players: int) -> None:
    for state, viewer in positions(players, 15):
        known, really = legal(seen_by(state, viewer)), legal(state)
        if viewer == rules.actor(state):
            assert known == really
        else:
            assert really.items() <= known.items()
            assert {step.word for step in known.keys() - really.keys()} <= {"law"}


@pytest.mark.parametrize("players", [3, 4, 5])
def test_watching_a_step_is_the_same_as_making_it_in_what_was_seen(players: int) -> None:
    chance = random.Random(players)
    for state, viewer in positions(players, 15):
        if rules.actor(state) in (-1, viewer):
            continue
        step = chance.choice(codes(state))
        made, watched = state.copy(), seen_by(state, viewer)
        rules.apply(made, step)
        rules.apply(watched, step)
        assert seen_by(made, viewer).tobytes() == watched.tobytes()


@pytest.mark.parametrize("players", [3, 4, 5])
def test_every_legal_step_has_a_prior(players: int) -> None:
    for state, viewer in positions(players, 10):
        for view in (state, seen_by(state, viewer)):
            before = view.tobytes()
            weights = [policy.prior(view, step) for step in codes(view)]
            assert all(weight > 0 and np.isfinite(weight) for weight in weights)
            assert view.tobytes() == before


@pytest.mark.parametrize("players", [3, 4, 5])
def test_a_suggested_step_is_legal(players: int) -> None:
    chance = seeded(players)
    for state, viewer in positions(players, 20):
        if rules.actor(state) < 0:
            continue
        for view in (state, seen_by(state, viewer)):
            offered, before = codes(view), view.tobytes()
            assert {suggested(view, chance) for _ in range(10)} <= set(offered)
            assert view.tobytes() == before


@pytest.mark.parametrize("players", [3, 4, 5])
@pytest.mark.parametrize("start_only", [False, True])
def test_suggested_steps_lead_to_the_end(players: int, start_only: bool) -> None:
    chance = seeded(players)
    for _ in range(20):
        state = table(players=players, start_only=start_only)
        steps = 0
        while rules.actor(state) >= 0:
            step = suggested(state, chance)
            assert step in codes(state)
            rules.apply(state, step)
            steps += 1
        assert fields(state)["left"] == 0
        assert 56 <= steps < 1000


@pytest.mark.parametrize("players", [3, 4, 5])
def test_a_roll_out_plays_the_suggested_steps(players: int) -> None:
    for seed in range(10):
        state = table(players=players)
        rolled, steps = state.copy(), 0
        chance, same_chance = seeded(seed), seeded(seed)
        while rules.actor(state) >= 0:
            rules.apply(state, suggested(state, chance))
            steps += 1
        assert policy.rollout(rolled, same_chance) == steps
        assert rolled.tobytes() == state.tobytes()


FACTORS = factors(TABLE.array())


def suggested(state: Bytes, chance: Random) -> int:
    """A roll-out's next step, from a ledger written anew."""
    s = state.view(position.STATE)[0]
    tables = FACTORS[s.players]
    raw = rollouts.opened_ledger(s, tables, chance)
    ledger = rollouts.Ledger.of(raw)
    step = int(rollouts.suggest(s, ledger, tables))
    chance[0] = ledger.random
    return step


@pytest.mark.parametrize("players", [3, 4, 5])
def test_the_worlds_are_all_that_dealing_can_bring(players: int) -> None:
    chance, looks = seeded(players), 0
    for state, viewer in positions(players, 40):
        view = seen_by(state, viewer)
        listed = Counter(world.tobytes() for world in worlds(view, most=24))
        if not listed:
            continue
        looks += 1
        dealt = set()
        for _ in range(40 * listed.total()):
            world = view.copy()
            hidden.determinize(world, viewer, chance)
            dealt.add(world.tobytes())
        assert dealt == set(listed)
    assert looks > 5


def test_many_worlds_are_not_listed() -> None:
    assert worlds(seen_by(table(players=3), 0), most=2519) == []
    assert len(worlds(seen_by(table(players=3), 0), most=2520)) == 2520
