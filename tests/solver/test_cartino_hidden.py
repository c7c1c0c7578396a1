"""What a player of Cartino cannot see, and what the kernel makes of it: observe, determinize, prior, rollout."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

import numpy as np
import pytest

from solver.games import playable
from solver.games.cartino import policy, rules
from solver.games.cartino.hidden import determinize, has_no_place, observe, worlds
from solver.games.cartino.notation import read_turn
from solver.games.cartino.rules import unseen_stones
from solver.games.cartino.state import JOKER, STATE, UNKNOWN, State, put_in, rack_of, stones_of
from solver.games.cartino.tables import BIT, KINDS, PLACES
from solver.games.cartino.weights import TABLE, factors
from solver.kernel.contract import MOST_SEATS, Bytes, Random
from solver.kernel.random import seeded
from solver.search.advisor import Advisor, Limit
from solver.search.exact import Solver
from tests.solver.brute_force import brute_force
from tests.solver.cartino_bridge import both, codes, essential_codes, fields, late, played, rack, table

GAME = playable("cartino")
KERNEL = GAME.kernel


def seen_by(state: Bytes, viewer: int) -> Bytes:
    state = state.copy()
    observe(state, viewer)
    return state


def dealt_anew(state: Bytes, viewer: int, seed: int) -> Bytes:
    state = state.copy()
    determinize(state, viewer, seeded(seed))
    return state


def positions(players: int, games: int, share: float = 0.2) -> Iterator[tuple[Bytes, int]]:
    """States in the middle of random games, each with a seat that looks at it."""
    chance = random.Random(players)
    for seed in range(500, 500 + games):
        for state, _, _ in played(players, seed):
            if chance.random() < share:
                yield state.copy(), chance.randrange(players)


def private(state: Bytes, seat: int) -> list[int]:
    """Stones in a rack that the others do not know."""
    s = state.view(STATE)[0]
    known = Counter(stones_of(int(s.public[seat])) + [JOKER] * int(s.public_joker[seat]))
    return list((Counter(rack_of(s, seat)) - known).elements())


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_player_sees_the_own_rack_and_what_was_shown(players: int) -> None:
    jokers = 0
    for state, viewer in positions(players, 15):
        full, seen = fields(state), fields(seen_by(state, viewer))
        assert seen["bag"][: seen["left"]] == [UNKNOWN] * full["left"]
        for seat in range(players):
            if seat == viewer:
                assert seen["rack"][seat] == full["rack"][seat] and seen["joker"][seat] == full["joker"][seat]
            else:
                assert (seen["rack"][seat], seen["joker"][seat]) == (full["public"][seat], full["public_joker"][seat])
                assert seen["hidden"][seat] == len(private(state, seat))
                jokers += seen["joker"][seat]
        hidden = {"bag", "rack", "joker", "hidden"}
        assert {key: full[key] for key in full if key not in hidden} == {
            key: seen[key] for key in seen if key not in hidden
        }
    assert jokers > 3, "a joker that was taken back stays known"


def stuck_fit(state: Bytes) -> bool:
    s = state.view(STATE)[0]
    return all(
        sum(has_no_place(s.full[seat], stone) for stone in private(state, seat)) >= s.stuck[seat]
        for seat in range(s.players)
    )


def permuted(state: Bytes, viewer: int, chance: random.Random) -> Bytes:
    """The state with the stones that the viewer has not seen in other places, where those who passed allow it."""
    for _ in range(30):
        other = state.copy()
        s = other.view(STATE)[0]
        seats = [seat for seat in range(s.players) if seat != viewer]
        stones = [stone for seat in seats for stone in private(state, seat)] + [int(x) for x in s.bag[: s.left]]
        chance.shuffle(stones)
        for seat in seats:
            number = len(private(state, seat))
            s.rack[seat], s.joker[seat] = s.public[seat], s.public_joker[seat]
            for stone in stones[:number]:
                put_in(s, seat, stone)
            del stones[:number]
        s.bag[: s.left] = stones
        if stuck_fit(other):
            return other
    return state


@pytest.mark.parametrize("players", [2, 3, 4])
def test_exchanging_hidden_stones_changes_nothing_that_is_seen(players: int) -> None:
    chance = random.Random(players)
    exchanged = 0
    for state, viewer in positions(players, 15):
        other = permuted(state, viewer, chance)
        exchanged += other.tobytes() != state.tobytes()
        assert seen_by(other, viewer).tobytes() == seen_by(state, viewer).tobytes()
    assert exchanged > 50


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_advisor_cannot_peek(players: int) -> None:
    """The same advice to the last bit, however the unseen stones lie."""
    chance, asked = random.Random(players), 0
    for state, _ in positions(players, 12):
        seat = rules.actor(state)
        if seat < 0 or chance.random() < 0.93:
            continue
        other = permuted(state, seat, chance)
        limit = Limit(simulations=240, threads=1, seed=7)
        answers = [Advisor(KERNEL, view, players, limit).advise().turns for view in (state, other)]
        assert answers[0] == answers[1]
        asked += other.tobytes() != state.tobytes()
    assert asked > 3


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_new_deal_fits_all_that_was_seen(players: int) -> None:
    stuck = 0
    for number, (state, viewer) in enumerate(positions(players, 40)):
        view = seen_by(state, viewer)
        world = dealt_anew(view, viewer, number)
        s, truth = fields(world), fields(state)
        assert UNKNOWN not in s["bag"][: s["left"]] and not any(s["hidden"])
        assert rack(world, viewer) == rack(state, viewer) and s["held"] == truth["held"]
        everything = [Counter(t["bag"][: t["left"]]) for t in (s, truth)]
        for heap, one in zip(everything, (world, state), strict=True):
            heap.update(stone for seat in range(players) for stone in rack_of(one.view(STATE)[0], seat))
        assert everything[0] == everything[1]
        assert seen_by(world, viewer).tobytes() == view.tobytes()
        assert stuck_fit(world), "who passed had nothing to lay"
        stuck += any(s["stuck"])
    assert stuck > 3 or players > 2


@pytest.mark.parametrize("players", [2, 3, 4])
def test_unseen_stones_are_counted(players: int) -> None:
    for state, viewer in positions(players, 15):
        s, view = State.of(state), State.of(seen_by(state, viewer))
        unseen = Counter(int(stone) for stone in s.bag[: s.left])
        for seat in range(players):
            if seat != viewer:
                unseen.update(private(state, seat))
        assert [unseen_stones(view, stone) for stone in range(KINDS + 1)] == [unseen[x] for x in range(KINDS + 1)]


def test_where_nothing_is_blank_a_new_deal_changes_nothing() -> None:
    for number, (state, viewer) in enumerate(positions(3, 5)):
        assert dealt_anew(state, viewer, number).tobytes() == state.tobytes()


def told(*turns: str, players: int = 2, own: str = "K7 K8 K9 PA PK") -> Bytes:
    """A real table as the first player knows it, after these turns."""
    state = GAME.read_setup(players, [(1, f"rack 1: {own}")], {})
    for turn in turns:
        read = read_turn(state, turn)
        assert read.complete
        state = read.after
    return state


def share(state: Bytes, seat: int, stone: int, deals: int = 4000) -> float:
    """How many stones of a kind a seat is dealt on average."""
    random_, total = seeded(5), 0
    for _ in range(deals):
        world = state.copy()
        determinize(world, 0, random_)
        total += rack_of(world.view(STATE)[0], seat).count(stone)
    return total / deals


def test_the_advisor_counts_stones() -> None:
    """What was seen elsewhere cannot be in another rack."""
    seven = KINDS - 5  # a seven of hearts or diamonds; none was seen
    state = told()
    assert abs(share(state, 1, seven) - 5 * 2 / 61) < 0.03
    s = state.view(STATE)[0]
    gone = rack_of(s, 0)[0]
    assert abs(share(state, 1, gone) - 5 * 1 / 61) < 0.03
    later = told("d1 / RA", "d2", "b1 / RA")
    assert share(later, 1, rack_of(later.view(STATE)[0], 0)[-1], deals=300) == 0


def test_a_joker_taken_back_stays_known_until_it_is_laid() -> None:
    state = told("c1 b1 / * R7", "e1", "*d1 / R8", "xd1")
    assert fields(state)["joker"][1] == 1 and share(state, 1, JOKER, deals=200) >= 1
    later = told("c1 b1 / * R7", "e1", "*d1 / R8", "xd1", "e7 / R9", "*d2")
    assert fields(later)["joker"][1] == 0 and fields(later)["hidden"][1] == 5


def test_with_two_players_and_an_empty_bag_the_other_rack_is_known() -> None:
    for seed in range(20):
        state, _ = both(late(2, seed))
        view = seen_by(state, 0)
        listed = worlds(view, most=1)
        assert len(listed) == 1 and rack(listed[0], 1) == rack(state, 1)


def test_the_worlds_are_all_that_dealing_can_bring() -> None:
    looks = 0
    for players, left in ((2, 0), (2, 1), (3, 0)):
        for seed in range(40):
            state, _ = both(late(players, seed, left))
            view = seen_by(state, 0)
            listed = worlds(view, most=60)
            if listed:
                looks += 1
                dealt = {dealt_anew(view, 0, number).tobytes() for number in range(25 * len(listed))}
                assert dealt == {world.tobytes() for world in listed}
    assert looks > 30
    assert worlds(seen_by(GAME.deal(2, 1, {}), 0), most=10_000) == []


# ---- playing on with what is seen ------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 4])
def test_who_moves_knows_his_steps_and_the_others_know_no_fewer(players: int) -> None:
    for state, viewer in positions(players, 15):
        known, really = set(codes(seen_by(state, viewer))), set(codes(state))
        assert really <= known
        if viewer == rules.actor(state):
            assert known == really


@pytest.mark.parametrize("players", [2, 3, 4])
def test_watching_a_step_is_the_same_as_making_it_in_what_was_seen(players: int) -> None:
    chance = random.Random(players)
    watched_steps = 0
    for state, viewer in positions(players, 15):
        if rules.actor(state) in (-1, viewer):
            continue
        step = chance.choice(codes(state))
        made, watched = state.copy(), seen_by(state, viewer)
        rules.apply(made, step)
        rules.apply(watched, step)
        assert fields(seen_by(made, viewer)) == fields(watched)
        watched_steps += 1
    assert watched_steps > 50


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_legal_step_has_a_prior(players: int) -> None:
    for state, viewer in positions(players, 5):
        for view in (state, seen_by(state, viewer)):
            before = view.tobytes()
            weights = [policy.prior(view, step) for step in codes(view)]
            assert all(weight > 0 and np.isfinite(weight) for weight in weights)
            assert view.tobytes() == before


FACTORS = factors(TABLE.array())


def opened(s: State, chance: Random) -> policy.Ledger:
    ledger = policy.Ledger.of(np.zeros(policy.LEDGER_SIZE, dtype=np.uint8))
    policy.begin(ledger, s, chance)
    return ledger


def suggested(state: Bytes, chance: Random) -> int:
    """A roll-out's next step, from a ledger written anew."""
    s = State.of(state)
    ledger = opened(s, chance)
    step = int(policy.suggest(s, ledger, FACTORS[s.players]))
    chance[0] = ledger.random
    return step


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_suggested_step_is_legal(players: int) -> None:
    chance = seeded(players)
    for state, _ in positions(players, 15):
        if rules.actor(state) >= 0:
            assert {suggested(state, chance) for _ in range(10)} <= set(codes(state))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_roll_out_plays_the_suggested_steps(players: int) -> None:
    for seed in range(10):
        state = GAME.deal(players, seed, {})
        rolled, steps = state.copy(), 0
        chance, same_chance = seeded(seed), seeded(seed)
        while rules.actor(state) >= 0:
            rules.apply(state, suggested(state, chance))
            steps += 1
        assert policy.rollout(rolled, same_chance) == steps
        assert rolled.tobytes() == state.tobytes()


def test_a_ledger_knows_of_stones_as_they_are_laid() -> None:
    """As much as one that is begun when they lie there."""
    for seed in range(10):
        chance, s = seeded(seed), State.of(GAME.deal(2, seed, {}))
        told = opened(s, chance)
        for place in np.random.default_rng(seed).permutation(PLACES):
            policy.note(told, place)
            s.taken |= BIT[place]
            assert list(told.around[:PLACES]) == list(opened(s, chance).around[:PLACES])


# ---- in one order only -----------------------------------------------------------------------------------------------


def turns_by(state: Bytes, listing: object) -> dict[bytes, int]:
    """Where the turns of the seat to move lead: the table without the points, and the most points there."""
    seat, found, waiting = rules.actor(state), dict[bytes, int](), [state]
    while waiting:
        now = waiting.pop()
        for step in listing(now):  # type: ignore[operator]
            following = now.copy()
            rules.apply(following, step)
            if following[-8:].tobytes() == state[-8:].tobytes():
                waiting.append(following)
                continue
            points = int(following.view(STATE)[0].contacts[seat])
            following.view(STATE)[0].contacts[seat] = 0
            found[following.tobytes()] = max(points, found.get(following.tobytes(), -1))
    return found


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_essential_steps_lead_everywhere_with_as_many_points(players: int) -> None:
    fewer, compared = 0, 0
    for state, _ in positions(players, 30, share=0.05):
        s = state.view(STATE)[0]
        if s.over or s.joker[s.seat] > 1 or s.now or s.exchanged:
            continue
        assert set(essential_codes(state)) <= set(codes(state))
        assert turns_by(state, essential_codes) == turns_by(state, codes)
        compared += 1
        for step in codes(state):
            following = state.copy()
            rules.apply(following, step)
            fewer += len(essential_codes(following)) < len(codes(following))
    assert fewer > 30 and compared > 20


# ---- endings ---------------------------------------------------------------------------------------------------------


def small_ending(players: int, seed: int) -> Bytes | None:
    state, game = both(late(players, seed))
    number = sum(len(player.rack) for player in game.players)
    return (
        state
        if number <= (5 if players == 2 else 6) and not any("*" in player.rack for player in game.players)
        else None
    )


@pytest.mark.parametrize("players", [2, 3, 4])
def test_endings_are_solved_as_brute_force_solves_them(players: int) -> None:
    solved = 0
    for seed in range(400):
        state = small_ending(players, seed)
        if state is None:
            continue
        value = Solver(KERNEL, players).value(state, 1_000_000)
        assert value is not None and tuple(value) == brute_force(KERNEL, state, players)
        solved += 1
        if solved == 12:
            return
    raise AssertionError("too few endings")


def test_with_an_empty_bag_two_players_are_advised_exactly() -> None:
    for seed in range(3, 40):
        state, game = both(late(2, seed))
        if len(game.player.rack) < 3:
            continue
        advice = Advisor(KERNEL, state, 2, Limit(simulations=20_000, threads=1)).advise()
        assert advice.proved and advice.simulations == 0
        made = state.copy()
        for step in advice.turns[0].steps:
            rules.apply(made, step)
        best, after = (Solver(KERNEL, 2).value(one, 5_000_000) for one in (state, made))
        assert best is not None and after is not None
        assert best[0] - best[1] == after[0] - after[1] == advice.turns[0].margin
        assert len(best) == 2 * MOST_SEATS
        return
    raise AssertionError("no such ending")


def test_a_table_set_by_hand_is_seen_whole_by_its_owner() -> None:
    state = table("K7 *", "P7", drawn="P8")
    assert rack(seen_by(state, 0), 0) == ["K7", "*"] and rack(seen_by(state, 0), 1) == ["?"]
