"""Whole games of Kardinal, step by step on two tables: the kernel's and the plain reference's."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

import numpy as np
import pytest

from solver.games import playable
from solver.games.kardinal import policy, rules, sites
from solver.games.kardinal import state as position
from solver.games.kardinal.state import State
from solver.kernel.contract import MOST_SEATS, Bytes
from solver.kernel.random import seeded
from tests.solver.kardinal_reference import COLOURS, SHAPES, Game, Step

GAME = playable("kardinal")

PLAYERS = [2, 3, 4]
MUST_HAPPEN = {"build house", "build tower", "build court", "stone", "cardinal", "keep", "pass"}


def seated(players: int, other_reading: bool = False) -> tuple[Bytes, Game]:
    return position.new_state(players, fourth_apart=other_reading), Game(players, other_reading)


def both_legal(state: Bytes, game: Game) -> dict[str, tuple[int, Step]]:
    """The legal steps by their text, which both tables have to agree on."""
    offered = GAME.legal_texts(state) if rules.actor(state) >= 0 else {}
    expected = {game.text(step): step for step in game.legal()}
    assert offered.keys() == expected.keys()
    return {text: (offered[text], expected[text]) for text in sorted(offered)}


def played(players: int, seed: int) -> Iterator[tuple[Bytes, Game, Step]]:
    """A random game on both tables, after every step; some players like courts, some to stretch the fortress."""
    dice = random.Random(seed)
    state, game = seated(players, other_reading=seed % 4 == 3)
    taste = dice.choice(["any", "any", "court", "far"])
    while steps := both_legal(state, game):
        texts = list(steps)
        if taste == "court":
            texts = [text for text in texts if "/" in text] or texts
        elif taste == "far" and steps[texts[0]][1][0] == "build":
            texts = [max(texts, key=lambda text: max(abs(x) + abs(y) for x, y in steps[text][1][3]))]
        code, step = steps[dice.choice(texts)]
        rules.apply(state, code)
        game.apply(step)
        yield state, game, step
    assert game.over and rules.actor(state) == -1


def check_table(state: Bytes, game: Game) -> None:
    """The same buildings, stones and turn on both tables."""
    picture = GAME.picture(state)
    assert {(one["shape"], one["colour"], tuple(one["squares"])) for one in picture["buildings"]} == {
        (one.shape, one.colour, tuple(f"{x},{y}" for x, y in one.squares)) for one in game.built
    }
    assert picture["cardinal"] == (None if game.cardinal is None else f"{game.cardinal[0]},{game.cardinal[1]}")
    assert picture["supply"] == dict(game.supply)
    s = State.of(state)
    for colour, name in enumerate(COLOURS):
        assert [int(s.left[shape, colour]) for shape in range(3)] == [game.hand[shape, name] for shape in SHAPES]
        assert [int(s.stones[seat, colour]) for seat in range(game.players)] == [won[name] for won in game.won]
    assert int(s.seat) == game.seat or game.over


def check_scores(state: Bytes, game: Game) -> None:
    assert GAME.score_parts(state) == [game.score(seat) for seat in range(game.players)]
    assert GAME.tiebreaks(state) == [game.sides(seat) for seat in range(game.players)]
    assert GAME.winners(state) == ([] if game.winner() is None else [game.winner()])
    out = np.zeros(2 * MOST_SEATS)
    rules.scores(state, out)
    assert out[: game.players].tolist() == [sum(parts.values()) for parts in GAME.score_parts(state)]
    assert out[MOST_SEATS : MOST_SEATS + game.players].tolist() == GAME.tiebreaks(state)


@pytest.mark.parametrize("games", [300, pytest.param(5_000, marks=pytest.mark.soak)])
@pytest.mark.parametrize("players", PLAYERS)
def test_kernel_and_reference_agree_on_whole_games(players: int, games: int) -> None:
    """The legal steps are compared before every step, the tables at the end."""
    seen: Counter[str] = Counter()
    for seed in range(games):
        for state, game, step in played(players, seed):  # noqa: B007 - the last ones are looked at
            seen[" ".join(step[:2]) if step[0] == "build" else step[0]] += 1
        check_table(state, game)
        check_scores(state, game)
    assert seen.keys() >= MUST_HAPPEN, f"never seen: {sorted(MUST_HAPPEN - seen.keys())}"


@pytest.mark.parametrize("players", PLAYERS)
def test_tables_and_scores_agree_after_every_step(players: int) -> None:
    for seed in range(20_000, 20_015):
        for state, game, _ in played(players, seed):
            check_table(state, game)
            check_scores(state, game)


@pytest.mark.parametrize("players", PLAYERS)
def test_nothing_is_lost_from_the_box(players: int) -> None:
    """All 48 stones and 24 buildings are somewhere, in the supply, with somebody, or set aside with three players."""
    for seed in range(30_000, 30_020):
        for state, _, _ in played(players, seed):
            s = State.of(state)
            stones = int(s.supply.sum()) + int(s.stones.sum())
            assert stones == 48 or (players == 3 and stones < 48)
            assert int(s.built) + int(s.left.sum()) == 24
            assert max(s.high_x - s.low_x, s.high_y - s.low_y) < 27


# ---- roll-outs, mirror images ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", PLAYERS)
def test_rollouts_end_where_nobody_can_build(players: int) -> None:
    """From every position of a game; what is left in the state counts the same as a game that was played by steps."""
    dice = seeded(players)
    for seed in range(40_000, 40_006):
        for state, _, _ in played(players, seed):
            before, after = State.of(state), state.copy()
            steps = policy.rollout(after, dice)
            s = State.of(after)
            assert rules.actor(after) == -1
            assert s.built >= before.built
            assert steps >= s.built - before.built
            assert int(s.supply.sum()) + int(s.stones.sum()) == 48 or players == 3
            assert not any(sites.can_build(s, seat) for seat in range(players))


def mirrored(text: str) -> str:
    """A step on the other side of the cathedral's axis."""
    head = text.rstrip("0123456789,-/")
    squares = sorted((int(x), -int(y)) for x, y in (square.split(",") for square in text[len(head) :].split("/")))
    return head + "/".join(f"{x},{y}" for x, y in squares)


@pytest.mark.parametrize("players", PLAYERS)
def test_a_position_and_its_mirror_image_share_a_key_and_nothing_else_does(players: int) -> None:
    size = GAME.kernel.key_size
    tables: dict[bytes, set[bytes]] = {}
    for seed in range(50_000, 50_025):
        twin, dice = position.new_state(players), random.Random(seed)
        state = twin.copy()
        while rules.actor(state) >= 0:
            steps, images = GAME.legal_texts(state), GAME.legal_texts(twin)
            assert images.keys() == {mirrored(text) if "," in text else text for text in steps}
            text = dice.choice(list(steps))
            rules.apply(state, steps[text])
            rules.apply(twin, images[mirrored(text) if "," in text else text])
            assert state[:size].tobytes() == twin[:size].tobytes()
            for table in (state, twin):
                tables.setdefault(table[:size].tobytes(), set()).add(what_matters(table)[size:-8].tobytes())
    assert max(len(same) for same in tables.values()) == 2


def what_matters(state: Bytes) -> Bytes:
    """A position without the cardinal while he is to be moved, for then it matters only where he can go."""
    state = state.copy()
    s = State.of(state)
    if s.phase in (position.CARDINAL, position.OVER):
        s.cardinal = -1
    return state


def after(state: Bytes, *steps: int) -> Bytes:
    state = state.copy()
    for step in steps:
        rules.apply(state, step)
    return state


def legal(state: Bytes) -> list[int]:
    return list(GAME.legal_texts(state).values())


def test_where_the_cardinal_comes_from_makes_no_difference() -> None:
    """The same building after he went to two different places: one key, and the same positions behind it."""
    size, compared = GAME.kernel.key_size, 0
    for seed in range(60_000, 60_020):
        state, dice = position.new_state(2), random.Random(seed)
        while rules.actor(state) >= 0:
            if State.of(state).phase == position.CARDINAL:
                one, other = (after(state, dice.choice(legal(state))) for _ in range(2))
                both = [step for step in legal(one) if step >= position.RAISE and step in legal(other)]
                if both and rules.actor(one) >= 0 and rules.actor(other) >= 0:
                    build = dice.choice(both)
                    ends = [after(one, build), after(other, build)]
                    behind = [{after(end, step)[:size].tobytes() for step in legal(end)} for end in ends]
                    assert ends[0][:size].tobytes() == ends[1][:size].tobytes() and behind[0] == behind[1]
                    compared += State.of(one).cardinal != State.of(other).cardinal
            rules.apply(state, dice.choice(legal(state)))
    assert compared > 100


def test_the_same_fortress_is_the_same_position_whichever_way_it_grew() -> None:
    ends = []
    for one, other in (("RH-1,0", "GH0,-1"), ("GH0,-1", "RH-1,0")):
        state = position.new_state(2)
        for text in (f"{one} +Y @0,1", "YT1,1", other, "BT1,-1"):
            state = GAME.read_turn(state, text).after
        ends.append(state)
    assert ends[0].tobytes() == ends[1].tobytes()


# ---- how many ways lead on ------------------------------------------------------------------------------------------


def ways(state: Bytes, game: Game, depth: int) -> int:
    """The number of sequences of `depth` steps, which both tables have to agree on all the way."""
    steps = both_legal(state, game)
    if depth == 1 or not steps:
        return len(steps) or 1
    total = 0
    for code, step in steps.values():
        after, twin = state.copy(), game.copy()
        rules.apply(after, code)
        twin.apply(step)
        total += ways(after, twin, depth - 1)
    return total


@pytest.mark.parametrize(("players", "three_steps"), [(2, 30 * 4 * 8), (3, 30 * 4 * 8), (4, 15 * 4 * 8)])
def test_both_agree_on_every_way_to_open(players: int, three_steps: int) -> None:
    """A house has 3 squares, a tower 3 and a court 9; after it 7 squares or so are left for the cardinal."""
    state, game = seated(players)
    found = ways(state, game, 3)
    assert three_steps <= found <= 2 * three_steps
