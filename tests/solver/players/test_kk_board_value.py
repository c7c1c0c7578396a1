"""What a seat's standing is worth in the board game: features by a second, plain opinion, chances that are chances."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import numpy as np
import pytest

from solver.games import playable
from solver.games.kk_board import value
from solver.games.kk_board.points import ALLIANCE_PART, CHAIN_PART, CLOISTER_PART, score_parts
from solver.games.kk_board.state import CHAIN, State
from solver.kernel.contract import MOST_SEATS, Bytes
from solver.kernel.contract_checks import Sample
from solver.search.outcome import judge

COUNTS = (3, 4, 5)
KERNEL = playable("kk-board").kernel


def all_positions(players: int) -> list[Bytes]:
    return [state for state in Sample(playable("kk-board"), players).positions if KERNEL.actor(state) >= 0]


def positions(players: int) -> list[Bytes]:
    return [state for state in all_positions(players) if not State.of(state).half]


def standing(state: Bytes) -> tuple[int, np.ndarray]:
    out = np.full((MOST_SEATS, len(value.FEATURES)), np.nan)
    return KERNEL.features(state, out), out


def parts(state: Bytes, players: int) -> np.ndarray:
    out = np.zeros((MOST_SEATS, 4))
    score_parts(state, out)
    return out[:players]


def members(fields: int) -> Iterator[int]:
    return (field for field in range(fields.bit_length()) if fields >> field & 1)


def group(s: State, mask: int, field: int) -> int:
    """All of a set that roads join with a field of it."""
    found, before = 1 << field, 0
    while found != before:
        before = found
        for one in members(before):
            found |= int(s.neighbours[one]) & mask
    return found


def ahead(numbers: list[int], seat: int, furthest: int) -> int:
    lead = numbers[seat] - max(number for other, number in enumerate(numbers) if other != seat)
    return max(-furthest, min(furthest, lead))


def change(state: Bytes, players: int, seat: int, land: int, pieces: str, part: int) -> float:
    """Own points less the mean of the others', with one more piece in a land."""
    more = state.copy()
    getattr(State.of(more), pieces)[land, seat] += 1
    gains = (parts(more, players) - parts(state, players))[:, part]
    return float(gains[seat] - (gains.sum() - gains[seat]) / (players - 1))


def roads(s: State, seat: int) -> dict[str, float]:
    """Groups, and what a field beside them would make of them."""
    own, taken = int(s.mask[seat]), int(s.taken)
    groups = {group(s, own, field) for field in members(own)}
    near = {one for field in members(own) for one in members(int(s.neighbours[field]) & ~taken)}
    closing = {}
    for field in near:
        joined = group(s, own | 1 << field, field)
        had = sum(one.bit_count() for one in groups if one & joined and one.bit_count() >= CHAIN)
        if joined.bit_count() >= CHAIN:
            closing[field] = joined.bit_count() - had
    return {
        "chain points": sum(one.bit_count() for one in groups if one.bit_count() >= CHAIN),
        "groups of 2": sum(one.bit_count() == 2 for one in groups),
        "groups of 3": sum(one.bit_count() == 3 for one in groups),
        "free roads": len(near),
        "fields that close a chain": len(closing),
        "points of the best chain to close": max(closing.values(), default=0),
    }


def lands(s: State, seat: int, players: int) -> Counter[str]:
    """Leads in lands and courts where somebody has built."""
    found = Counter[str]()
    for land in range(int(s.lands)):
        built = [int(number) for number in s.cloisters[land, :players]]
        sent = [int(number) for number in s.councils[land, :players]]
        free = (int(s.land_mask[land]) & ~int(s.taken)).bit_count()
        if not any(built):
            continue
        found["lands"] += built[seat] > 0
        if free:
            found[f"cloisters {ahead(built, seat, 3):+}, {min(3, free)} free"] += 1
            if built[seat] == max(built):
                alone = built.count(max(built)) == 1
                found["free fields where first" if alone else "free fields where equal first"] += free
            elif built[seat]:
                found["free fields where second"] += free
        found[f"councils {ahead(sent, seat, 2):+}, room for {min(2, max(built) - sum(sent))}"] += 1
        if sent[seat] and sent[seat] == max(sent):
            found["councils in courts won"] += sum(sent)
            found["courts won alone" if sent.count(max(sent)) == 1 else "courts shared"] += 1
            found.update(allied(s, seat, land, players))
    return found


def allied(s: State, seat: int, land: int, players: int) -> Iterator[str]:
    """How a seat that leads at a court stands in the allied ones."""
    for ally in (int(one) for one in s.allies[land] if one >= 0):
        sent = [int(number) for number in s.councils[ally, :players]]
        behind = max(sent) - sent[seat]
        if not any(sent):
            yield "allied court bare"
        elif behind:
            yield "allied court one behind" if behind == 1 else "allied court further behind"
        elif sent.count(max(sent)) > 1:
            yield "allied court shared"


def at_hand(state: Bytes, seat: int, players: int) -> dict[str, float]:
    """The best piece that the cards pay for."""
    s = State.of(state)
    hand = [int(number) for number in s.hand[seat, : int(s.kinds)]]
    best = {"best cloister": 0.0, "best council": 0.0}
    for land in range(int(s.lands)):
        if not hand[int(s.card_of[land])] and max(hand) < 2:
            continue
        if int(s.land_mask[land]) & ~int(s.taken) and s.cloisters_left[seat]:
            gain = change(state, players, seat, land, "cloisters", CLOISTER_PART)
            best["best cloister"] = max(best["best cloister"], gain)
        if int(s.councils[land].sum()) < int(s.cloisters[land].max()) and s.councils_left[seat]:
            gain = change(state, players, seat, land, "councils", ALLIANCE_PART)
            best["best council"] = max(best["best council"], gain)
    away = (seat - int(s.seat)) % players
    pairs = sum(number > 1 for number in hand)
    return {"pairs": pairs, f"to move, {away} away": 1, **{f"{name}, {away} away": best[name] for name in best}}


@pytest.mark.parametrize("players", COUNTS)
def test_features_are_what_is_seen_on_the_table(players: int) -> None:
    for state in positions(players):
        s, (stage, found) = State.of(state), standing(state)
        points = parts(state, players)
        assert stage == min(int(s.left), value.KNOTS[-1])
        for seat in range(players):
            told = {name: number for name, number in zip(value.FEATURES, found[seat], strict=True) if number}
            told = {name: number for name, number in told.items() if not name.startswith("best two pieces")}
            plain = {
                "cloister points": points[seat, CLOISTER_PART],
                "alliance points": points[seat, ALLIANCE_PART],
                "cloisters left": s.cloisters_left[seat],
                "councils left": s.councils_left[seat],
                "turn to come this round": seat >= s.seat,
                "cards to draw": (3 - int(s.held[seat])) * (seat == s.seat and s.phase == 1),
                "has placed": seat == s.seat and s.phase == 0 and s.placed > 0,
                **roads(s, seat),
                **lands(s, seat, players),
                **at_hand(state, seat, players),
            }
            assert told == pytest.approx({name: float(number) for name, number in plain.items() if number})
            assert told.get("chain points", 0) >= points[seat, CHAIN_PART]


@pytest.mark.parametrize("players", COUNTS)
def test_only_the_first_half_is_judged(players: int) -> None:
    for state in all_positions(players):
        assert (standing(state)[0] < 0) == bool(State.of(state).half)


@pytest.mark.parametrize("players", value.VALUES.rows)
def test_chances_are_chances_and_points_are_worth_something(players: int) -> None:
    out = np.zeros(3 * MOST_SEATS)
    for state in positions(players):
        stage, found = standing(state)
        judge(found, KERNEL.values[players][stage], players, out)
        assert (out[:players] > 0).all() and out[:players].sum() == pytest.approx(1.0)
    assert (KERNEL.values[players][: value.KNOTS[-2], value.FEATURES.index("cloister points")] > 0).all()
