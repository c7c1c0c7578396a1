"""Random games of the card game on two tables at once, by players who like the rare things."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from solver.games.kk_card import rules
from solver.games.kk_card import state as position
from solver.games.kk_card.tables import CARD_IDS, LAW_KINDS
from solver.kernel.contract import Bytes
from tests.solver.kk_card_bridge import legal
from tests.solver.kk_card_reference import CARDS, LAWS, Cell, Game, Step, deal

Mood = dict[str, float]


def mood(chance: random.Random) -> Mood:
    """What the players of one game like; a third of the games is played without any liking."""
    if not chance.randrange(3):
        return {}
    return {
        "foreign": chance.choice([0.2, 3, 15]),
        "tile": chance.choice([1, 5]),
        "end": chance.choice([1, 20, 60]),
        "law": chance.choice([0.1, 1, 10]),
        "stop": chance.choice([0.5, 2, 6]),
        "done": chance.choice([1, 10]),
        "lift": chance.choice([1, 5]),
    }


def liking(game: Game, step: Step, ends: set[Cell], liked: Mood) -> float:
    if step.word == "take":
        foreign = game.stones.get(step.cell, game.seat) != game.seat
        return (liked["foreign"] if foreign else 1) * (liked["tile"] if step.cell in game.tiles else 1)
    if step.word in ("place", "drop"):
        return liked["end"] if step.cell in ends else 1
    return liked.get(step.word, 1)


def choose(chance: random.Random, game: Game, steps: Sequence[Step], liked: Mood) -> Step:
    if not liked:
        return chance.choice(steps)
    ends = game.ends()
    return chance.choices(steps, [liking(game, step, ends, liked) for step in steps])[0]


def shuffled(players: int, seed: int) -> tuple[Bytes, Game]:
    """The same opening as bytes and as the reference; every third game is played with `start_only`."""
    chance = random.Random(seed)
    cards, laws = chance.sample(CARDS, len(CARDS)), chance.sample(LAWS, len(LAWS))
    numbers = [CARD_IDS.index(card.id) for card in cards]
    start_only = seed % 3 == 2
    state = position.new_state(players, numbers, [LAW_KINDS.index(kind) for kind in laws], start_only)
    return state, deal(players, cards, laws, start_only)


def played(players: int, seed: int) -> Iterator[tuple[Bytes, Game, list[str]]]:
    """A random game on both tables; after the deal and after every step: both, and what the step was."""
    state, game = shuffled(players, seed)
    chance = random.Random(f"{players} players, game {seed}")
    liked = mood(chance)
    yield state, game, ["deal"]
    while not game.over:
        offered = legal(state)
        expected = game.legal()
        assert offered.keys() == expected, f"kernel and reference differ on {sorted(offered.keys() ^ expected)}"
        step = choose(chance, game, list(offered), liked)
        what = occasions(game, step)
        rules.apply(state, offered[step])
        game.apply(step)
        yield state, game, what


def occasions(game: Game, step: Step) -> list[str]:
    """What a step is, in the words of the list of things that must have happened in a run."""
    switch = " (first ends)" if game.start_only else ""
    found = [step.word + switch]
    if step.word == "take":
        owner = game.stones.get(step.cell)
        if owner is not None:
            found.append("take own marked" if owner == game.seat else "take foreign marked")
        if game.in_force:
            found.append("take with " + " and ".join(sorted(game.in_force)))
    if step.word == "law":
        found.append(f"{step.law} in {game.phase}")
    return found
