"""What a player of the board game cannot see, and what the kernel makes of it: observe, determinize, prior, rollout."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

import numpy as np
import pytest

from solver.games import playable
from solver.games.kk_board import policy, rules
from solver.games.kk_board.factors import powers
from solver.games.kk_board.hidden import determinize, observe, worlds
from solver.games.kk_board.ledger import Ledger, opened_ledger
from solver.games.kk_board.state import BLIND, COURTS, DRAWN, EXCHANGE, MIXED, STATE, TAKE, TARGETS, UNKNOWN
from solver.games.kk_board.weights import FEATURES, TABLE
from solver.kernel.contract import Bytes, Random
from solver.kernel.random import seeded
from solver.search.advisor import Advisor, Limit
from tests.solver.kk_board_bridge import codes, fields, played

FA, ES, FR = 0, 3, 4
KINDS = 5
FACTORS = powers(TABLE.array())


def seen_by(state: Bytes, viewer: int) -> Bytes:
    state = state.copy()
    observe(state, viewer)
    return state


def dealt_anew(state: Bytes, viewer: int, seed: int) -> Bytes:
    state = state.copy()
    determinize(state, viewer, seeded(seed))
    return state


def positions(players: int, games: int) -> Iterator[tuple[Bytes, int]]:
    """States in the middle of random games, each with a seat that looks at it."""
    chance = random.Random(players)
    for seed in range(500, 500 + games):
        for state, _, _ in played(players, seed):
            if chance.random() < 0.2:
                yield state.copy(), chance.randrange(players)


def private(s: dict[str, list[list[int]]], seat: int) -> Counter[int]:
    """Cards in a hand that the others did not see being taken."""
    return Counter({kind: s["hand"][seat][kind] - s["public"][seat][kind] for kind in range(KINDS)})


@pytest.mark.parametrize("players", [3, 4, 5])
def test_a_player_sees_the_own_hand_and_what_lay_open(players: int) -> None:
    for state, viewer in positions(players, 10):
        full, seen = fields(state), fields(seen_by(state, viewer))
        assert seen["seed"] == 0 and seen["stack"][: seen["left"]] == [UNKNOWN] * full["left"]
        for seat in range(players):
            if seat == viewer:
                assert seen["hand"][seat] == full["hand"][seat]
            else:
                assert seen["hand"][seat] == [*full["public"][seat], private(full, seat).total()]
        hidden = {"seed", "stack", "hand", "drawn"}
        assert {key: full[key] for key in full if key not in hidden} == {
            key: seen[key] for key in seen if key not in hidden
        }


def permuted(state: Bytes, viewer: int, chance: random.Random) -> Bytes:
    """The state with the cards that the viewer has not seen in other places."""
    state = state.copy()
    s = state.view(STATE)[0]
    old, new = list[tuple[int, int]](), list[tuple[int, int]]()
    others = [seat for seat in range(s.players) if seat != viewer]
    for seat in others:
        cards = [kind for kind in range(KINDS) for _ in range(s.hand[seat, kind] - s.public[seat, kind])]
        drawn = sum(s.record[index] == 8 * seat + DRAWN for index in range(s.records))
        if s.mixed == MIXED and (drawn or (s.record[: s.records] >> 3 == seat).any()):
            continue
        (old if s.mixed == MIXED else new).extend((seat, kind) for kind in cards)
    stack = [int(kind) for kind in s.stack[: s.left]]
    for heap, spare in ((old, []), (new, stack)):
        kinds = [kind for _, kind in heap] + spare
        chance.shuffle(kinds)
        for (seat, kind), other in zip(heap, kinds, strict=False):
            s.hand[seat, kind] -= 1
            s.hand[seat, other] += 1
        if spare or heap is new:
            s.stack[: s.left] = kinds[len(heap) :]
    s.seed = 0 if s.half else chance.getrandbits(64) | 1
    return state


@pytest.mark.parametrize("players", [3, 4, 5])
def test_exchanging_hidden_cards_changes_nothing_that_is_seen(players: int) -> None:
    chance = random.Random(players)
    exchanged = 0
    for state, viewer in positions(players, 10):
        other = permuted(state, viewer, chance)
        exchanged += other.tobytes() != state.tobytes()
        assert seen_by(other, viewer).tobytes() == seen_by(state, viewer).tobytes()
    assert exchanged > 50


@pytest.mark.parametrize("players", [3, 5])
def test_the_advisor_cannot_peek(players: int) -> None:
    """The same advice to the last bit, however the unseen cards lie."""
    chance, asked = random.Random(players), 0
    kernel_ = playable("kk-board").kernel
    for state, _ in positions(players, 12):
        seat = rules.actor(state)
        if seat < 0 or chance.random() < 0.93:
            continue
        other = permuted(state, seat, chance)
        limit = Limit(simulations=240, threads=1, seed=7)
        answers = [Advisor(kernel_, table, players, limit).advise().turns for table in (state, other)]
        assert answers[0] == answers[1]
        asked += other.tobytes() != state.tobytes()
    assert asked > 3


@pytest.mark.parametrize("players", [3, 4, 5])
def test_a_new_deal_fits_all_that_was_seen(players: int) -> None:
    mixed = 0
    for number, (state, viewer) in enumerate(positions(players, 20)):
        view = seen_by(state, viewer)
        world = dealt_anew(view, viewer, number)
        s, truth = fields(world), fields(state)
        assert UNKNOWN not in s["stack"][: s["left"]] and not any(hand[UNKNOWN] for hand in s["hand"])
        assert s["hand"][viewer] == truth["hand"][viewer] and s["held"] == truth["held"]
        for kind in range(KINDS):
            where = [sum(hand[kind] for hand in t["hand"]) + t["stack"][: t["left"]].count(kind) for t in (s, truth)]
            assert where[0] == where[1]
        assert all(s["hand"][seat][kind] >= s["public"][seat][kind] for seat in range(players) for kind in range(KINDS))
        assert seen_by(world, viewer).tobytes() == view.tobytes()
        mixed += s["mixed"] and bool(s["records"])
        stacked = Counter(s["stack"][: s["left"]])
        if s["half"] and s["mixed"]:
            assert all(stacked[kind] <= s["shuffled"][kind] for kind in range(KINDS)), "only shuffled cards lie there"
    assert mixed > 20


def test_where_nothing_is_blank_a_new_deal_changes_nothing() -> None:
    for number, (state, viewer) in enumerate(positions(4, 5)):
        assert dealt_anew(state, viewer, number).tobytes() == state.tobytes()


def told(*turns: str, players: int = 3, hand: str = "FA BB LI", lying: str = "ES FR") -> Bytes:
    """A real table as the first player knows it, after these turns."""
    game = playable("kk-board")
    state = game.read_setup(players, [(1, f"open: {lying}"), (2, f"hand 1: {hand}")], {})
    for turn in turns:
        played_turn = game.read_turn(state, turn)
        assert played_turn.complete
        state = played_turn.after
    return state


def share(state: Bytes, seat: int, kind: int, deals: int = 4000) -> float:
    """How many cards of a kind a seat is dealt on average."""
    random_, total = seeded(5), 0
    for _ in range(deals):
        world = state.copy()
        determinize(world, 0, random_)
        total += int(world.view(STATE)[0].hand[seat, kind])
    return total / deals


def test_the_advisor_counts_cards() -> None:
    """Every card of France that was seen elsewhere makes one in another hand less likely."""
    before = told()
    assert abs(share(before, 1, FR) - 3 * (7 - 1) / (45 - 5)) < 0.05
    state = told("F1 =LI", "-FR ES / FR", "-FR FR / FR", "-BB FR / FR", "-FR ?", "-FR FR / LI")
    s = fields(state)
    seen = s["discard"][FR] + s["open"][FR] + sum(hand[FR] for hand in s["hand"])
    left = 7 - seen
    unseen = s["left"] + sum(hand[UNKNOWN] for hand in s["hand"])
    expected = s["hand"][1][FR] + s["hand"][1][UNKNOWN] * left / unseen
    assert abs(share(state, 1, FR) - expected) < 0.05
    assert left < 2


def test_an_open_card_that_somebody_took_is_remembered_until_it_is_played() -> None:
    state = told("F1 =LI", "-FA FR / FA")
    assert fields(state)["hand"][1] == [0, 0, 0, 0, 1, 0, 2]
    assert share(state, 1, FR, deals=200) >= 1
    later = told("F1 =LI", "-FA FR / FA", "-FA ?", "-LI =LI", "R1 ?")
    assert fields(later)["hand"][1] == [0, 0, 0, 0, 0, 0, 3]


def test_after_the_shuffle_only_shuffled_cards_can_be_drawn() -> None:
    """What was discarded in the first half is the second stack, card by card; nothing else can come from it."""
    looks = 0
    for seed in range(10):
        for state, _, _ in played(3, seed):
            s = fields(state)
            if not s["mixed"] or s["records"] % 4:
                continue
            looks += 1
            fresh = [s["shuffled"][kind] - s["shown"][kind] - s["drawn"][0][kind] for kind in range(KINDS)]
            for number in range(10):
                world = fields(dealt_anew(seen_by(state, 0), 0, number))
                stack = world["stack"][: world["left"]]
                assert all(stack.count(kind) <= fresh[kind] for kind in range(KINDS))
    assert looks > 30


def test_a_card_played_at_once_after_the_shuffle_was_held_before() -> None:
    """With no draw in between, the heap from before the shuffle pays; what is left of it is dealt to the others."""
    for seed in range(60):
        for state, _, step in played(3, seed):
            s = fields(state)
            records = s["record"][: s["records"]]
            plays = [entry for entry in records if entry & 7 != DRAWN]
            if s["mixed"] and plays and not any(entry & 7 == DRAWN for entry in records) and s["seat"] != 0:
                view = seen_by(state, 0)
                kept = Counter[int]()
                for seat in (1, 2):
                    kept += private(s, seat)
                for number in range(20):
                    world = fields(dealt_anew(view, 0, number))
                    assert private(world, 1) + private(world, 2) == kept, step
                return
    raise AssertionError("nobody played before drawing")


# ---- playing on with what is seen ------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [3, 4, 5])
def test_who_moves_knows_his_steps_and_the_others_know_no_fewer(players: int) -> None:
    for state, viewer in positions(players, 10):
        known, really = set(codes(seen_by(state, viewer))), set(codes(state))
        assert really <= known
        if viewer == rules.actor(state):
            assert known == really


@pytest.mark.parametrize("players", [3, 4, 5])
def test_watching_a_step_is_the_same_as_making_it_in_what_was_seen(players: int) -> None:
    """Only what chance turns up for all to see is not known before it happens."""
    chance = random.Random(players)
    watched_steps = 0
    for state, viewer in positions(players, 15):
        if rules.actor(state) in (-1, viewer):
            continue
        step = chance.choice(codes(state))
        made, watched = state.copy(), seen_by(state, viewer)
        rules.apply(made, step)
        rules.apply(watched, step)
        s, t = fields(seen_by(made, viewer)), fields(watched)
        if t["open"][UNKNOWN] == 0:
            assert s == t
            watched_steps += 1
    assert watched_steps > 50


@pytest.mark.parametrize("players", [3, 4, 5])
def test_every_legal_step_has_a_prior(players: int) -> None:
    for state, viewer in positions(players, 5):
        for view in (state, seen_by(state, viewer)):
            before = view.tobytes()
            weights = [policy.prior(view, step) for step in codes(view)]
            assert all(weight > 0 and np.isfinite(weight) for weight in weights)
            assert view.tobytes() == before


@pytest.mark.parametrize("players", [3, 4, 5])
def test_the_points_that_a_glance_sees_are_those_of_the_score(players: int) -> None:
    game, seen = playable("kk-board"), 0
    for state, _ in positions(players, 10):
        before = game.score_parts(state)
        for step in codes(state):
            after = state.copy()
            rules.apply(after, step)
            if step >= EXCHANGE or before[0]["interim"] != game.score_parts(after)[0]["interim"]:
                continue
            part, piece = ("cloisters", "cloister") if step % TARGETS < COURTS else ("alliances", "council")
            gains = [now[part] - then[part] for now, then in zip(game.score_parts(after), before, strict=True)]
            own = gains.pop(rules.actor(state))
            found = dict(zip(FEATURES, policy.features(state, step), strict=True))
            points = {name: value for name, value in found.items() if name.startswith(f"{piece}: points")}
            others = sum(points.pop(name) for name in list(points) if "others" in name)
            assert points.pop("cloister: points of chains", 0.0) >= 0.0
            assert sum(points.values()) == own
            assert others == pytest.approx(sum(gains) / len(gains))
            seen += 1
    assert seen > 100


def suggested(state: Bytes, chance: Random) -> int:
    """A roll-out's next step, from a ledger written anew."""
    s = state.view(STATE)[0]
    raw = opened_ledger(s, chance)
    ledger = Ledger.of(raw)
    step = int(policy.suggest(s, ledger, FACTORS[s.players]))
    chance[0] = ledger.random
    return step


@pytest.mark.parametrize("players", [3, 4, 5])
def test_a_suggested_step_is_legal(players: int) -> None:
    chance = seeded(players)
    for state, _ in positions(players, 10):
        if rules.actor(state) >= 0:
            offered = set(codes(state))
            assert {suggested(state, chance) for _ in range(10)} <= offered


@pytest.mark.parametrize("players", [3, 4, 5])
def test_a_roll_out_plays_the_suggested_steps(players: int) -> None:
    game = playable("kk-board")
    for seed in range(10):
        state = game.deal(players, seed, {})
        rolled, steps = state.copy(), 0
        chance, same_chance = seeded(seed), seeded(seed)
        while rules.actor(state) >= 0:
            rules.apply(state, suggested(state, chance))
            steps += 1
        assert policy.rollout(rolled, same_chance) == steps
        assert game.score_parts(rolled) == game.score_parts(state)


def test_the_worlds_are_all_that_dealing_can_bring() -> None:
    looks = 0
    for players in (3, 4):
        for seed in range(60):
            for state, _, _ in played(players, seed):
                s = fields(state)
                if not s["ending"] or s["phase"] == 2:
                    continue
                view = seen_by(state, s["seat"])
                listed = worlds(view, most=100)
                if s["seat"] == players - 1:
                    assert [seen_by(world, s["seat"]).tobytes() for world in listed] == [view.tobytes()]
                    continue
                if listed:
                    looks += 1
                    dealt = {dealt_anew(view, s["seat"], number).tobytes() for number in range(40 * len(listed))}
                    assert dealt == {world.tobytes() for world in listed}
    assert looks > 3
    assert worlds(seen_by(playable("kk-board").deal(3, 1, {}), 0), most=10_000) == []


def test_the_steps_of_a_draw_do_not_depend_on_the_card() -> None:
    state = told("F1 =LI", "-FA FR / FA")
    begun = playable("kk-board").read_turn(state, "-BB", ends=False).after
    assert set(codes(begun)) == {TAKE + FA, TAKE + ES, BLIND}


@pytest.mark.parametrize("players", [3, 5])
def test_the_last_turn_is_proved(players: int) -> None:
    """Nothing is left to chance: the advisor's turn brings the best lead that any turn brings."""
    kernel_ = playable("kk-board").kernel
    for seed in range(200):
        for state, game, _ in played(players, seed):
            if game.last_round and game.seat == players - 1 and not (game.drawing or game.pieces or game.over):
                advice = Advisor(kernel_, state, players, Limit(seconds=20.0, threads=1)).advise()
                if advice.proved:
                    assert advice.turns[0].margin >= max(turn.margin for turn in advice.turns if turn.win == 0.0)
                    assert advice.turns[0].win_se == 0.0 and advice.simulations == 0
                    return
    raise AssertionError("no last turn was proved")
