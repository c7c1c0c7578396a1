"""How the seats of Kardinal stand: what the kernel finds is what the plain rules find."""

from __future__ import annotations

import random
from collections.abc import Iterator

import numpy as np
import pytest

from solver.games import playable
from solver.games.kardinal import value
from solver.games.kardinal.state import new_state
from solver.kernel.contract import MOST_SEATS, Bytes
from tests.solver.kardinal_reference import COLOURS, SHAPES, Game, own_colours

GAME = playable("kardinal")
COUNTS = (2, 3, 4)
PLURALS = dict(zip(SHAPES, ("houses", "towers", "courts"), strict=True))


def positions(players: int, seed: int) -> Iterator[tuple[Bytes, Game]]:
    """Two games, by the kernel and by the plain rules; one where stones of the fourth colour count for nobody."""
    dice, apart = random.Random(seed), seed % 2 == 1
    state, game = new_state(players, fourth_apart=apart), Game(players, apart)
    while not game.over:
        yield state, game
        codes, steps = GAME.legal_texts(state), {game.text(step): step for step in game.legal()}
        text = dice.choice(sorted(codes))
        GAME.kernel.apply(state, codes[text])
        game.apply(steps[text])


def standing(state: Bytes) -> tuple[int, list[dict[str, float]]]:
    out = np.full((MOST_SEATS, len(value.FEATURES)), 7.0)
    stage = GAME.kernel.features(state, out)
    return stage, [dict(zip(value.FEATURES, row.tolist(), strict=True)) for row in out]


def held(game: Game, seat: int) -> dict[str, float]:
    """What a seat has, by the plain rules."""
    own, score = own_colours(game.players, seat), game.score(seat)
    nobodys = {"blue"} if game.other_reading and game.players == 3 else set()
    counted = {colour: number for colour, number in game.won[seat].items() if colour not in nobodys}
    totals = sorted(counted.get(colour, 0) + (game.supply[colour] if colour in own else 0) for colour in COLOURS)
    open_sides = [
        building.colour for site in game.sites() for building in game.touched((site,)) if game.supply[building.colour]
    ]
    hand = {shape: sum(game.hand[shape, colour] for colour in game.palette(seat)) for shape in SHAPES}
    return {
        "points": sum(score.values()),
        "supply": score["supply"],
        "own stones": sum(counted.get(colour, 0) for colour in own),
        "second colour": totals[-2],
        "sides on the cathedral": game.sides(seat),
        "exposed sides": sum(colour in own for colour in open_sides),
        **{f"{PLURALS[shape]} in hand": number for shape, number in hand.items()},
        **{f"no {PLURALS[shape]} in hand": number == 0 for shape, number in hand.items()},
    }


def gain(game: Game, seat: int, colour: str, touched: str) -> float:
    """What a stone brings at sight: points of the seat, and its part of what somebody else loses."""
    own, others, fourth = own_colours(game.players, seat), game.players - 1, game.players == 3
    part = (16 // others) / 16
    if not touched or not game.supply[touched]:
        return 0.0
    if fourth and colour == "blue" and not game.other_reading:
        return 0.0 if touched == "blue" else -1.0 if touched in own else part
    if touched in own:
        return 0.25
    if fourth and touched == "blue":
        return 0.0 if game.other_reading else 1 + 3 / 16 * game.won[seat][touched]
    return 1 + part + 3 / 16 * game.won[seat][touched]


def looked(game: Game, seat: int, builds: bool, settled: bool) -> dict[str, float]:
    """What the sites, each for itself, hold for a seat, by the plain rules."""
    plain = game.copy()
    plain.cardinal = game.cardinal if builds and settled else None
    plain.built = game.built if builds else []
    brought: dict[tuple[int, int], float] = {}
    useful = set()
    for site in game.sites():
        for colour in game.palette(seat):
            for shape in SHAPES:
                if game.hand[shape, colour] and plain.allowed(shape, colour, (site,)):
                    useful.add(shape)
                    found = sum(gain(game, seat, colour, building.colour) for building in game.touched((site,)))
                    brought[site] = max(brought.get(site, 0.0), found)
    best = sorted([0.0, 0.0, *brought.values()])
    return {
        "to move": 1.0,
        "best site": best[-1],
        "second site": best[-2],
        "sites": len(brought) ** 0.5,
        "no shape of use": not useful,
        "one shape of use": len(useful) == 1,
        "two shapes of use": len(useful) == 2,
    }


@pytest.mark.parametrize("players", COUNTS)
def test_features_are_those_that_the_plain_rules_find(players: int) -> None:
    met = 0
    for seed in (1, 2):
        for state, game in positions(players, seed):
            stage, found = standing(state)
            left = sum(game.hand.values())
            assert stage == (left if left > value.LAST_BUILDINGS else -1)
            if stage < 0:
                continue
            met += 1
            settled = game.phase == "build"
            for ahead in range(players):
                seat = (game.seat + ahead + (not settled)) % players
                away = f"{ahead} away" if ahead else "builds" if settled else "builds once the cardinal is sent"
                kinds = looked(game, seat, ahead == 0, settled)
                expected = dict.fromkeys(value.FEATURES, 0.0) | held(game, seat)
                expected |= {f"{kind}, {away}": number for kind, number in kinds.items()}
                assert found[seat] == pytest.approx({name: float(number) for name, number in expected.items()})
    assert met > 40
