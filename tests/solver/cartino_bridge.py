"""Between Cartino's kernel and the plain reference: bytes in words, tables set by hand, random games on both."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from solver.games.cartino import rules
from solver.games.cartino import state as position
from solver.games.cartino.game import KERNEL
from solver.games.cartino.state import DONE, JOKER, PASS, STATE
from solver.games.cartino.tables import PLACE_IDS, UPPER
from solver.kernel.contract import Bytes
from tests.solver.cartino_reference import STONE_FOR, STONES, Game, Player, Step, deal, value
from tests.solver.two_tables import codes_of, fields_of, standing_of

CODES = [*(STONE_FOR[PLACE_IDS[place]] for place in UPPER), "*", "?"]
"""The code of each kind of stone."""
WORDS = [
    *(Step(word, place) for word in ("lay", "joker", "exchange") for place in PLACE_IDS),
    *(Step("done"), Step("pass")),
]
"""The kernel's steps as the reference writes them."""
assert (WORDS.index(Step("done")), WORDS.index(Step("pass"))) == (DONE, PASS) and len(WORDS) == position.STEPS


def fields(state: Bytes) -> dict[str, Any]:
    """The state's fields as plain numbers and lists."""
    return fields_of(state, STATE)


def codes(state: Bytes) -> list[int]:
    return codes_of(KERNEL, state)


def essential_codes(state: Bytes) -> list[int]:
    room = np.full(position.MOST_STEPS, -1, dtype=np.int16)
    found: list[int] = room[: rules.essential(state, room)].tolist()
    return found


def legal(state: Bytes) -> dict[Step, int]:
    found = codes(state)
    offered = {WORDS[code]: code for code in found}
    assert len(offered) == len(found), "no step twice"
    return offered


def after(state: Bytes, *steps: str) -> Bytes:
    """The state after these steps, each of which must be legal: `a1`, `*a1`, `xa1`, `done`, `pass`."""
    state = state.copy()
    for text in steps:
        step, offered = step_of(text), legal(state)
        assert step in offered, f"{step} is not among {sorted(offered)}"
        rules.apply(state, offered[step])
    return state


def step_of(text: str) -> Step:
    if text in ("done", "pass"):
        return Step(text)
    word = {"*": "joker", "x": "exchange"}.get(text[0], "lay")
    return Step(word, text if word == "lay" else text[1:])


def texts(state: Bytes) -> set[str]:
    """The legal steps as `after` takes them."""
    marks = {"lay": "", "joker": "*", "exchange": "x"}
    return {marks.get(step.word, step.word) + step.place for step in legal(state)}


def rack(state: Bytes, seat: int) -> list[str]:
    return [CODES[stone] for stone in position.rack_of(state.view(STATE)[0], seat)]


def board(state: Bytes) -> dict[str, str]:
    s = state.view(STATE)[0]
    jokers, taken = int(s.jokers), int(s.taken)
    return {
        place: "*" if jokers >> number & 1 else STONE_FOR[place]
        for number, place in enumerate(PLACE_IDS)
        if taken >> number & 1
    }


def bag(state: Bytes) -> list[str]:
    s = state.view(STATE)[0]
    return [CODES[stone] for stone in s.bag[: s.left]]


def standing(state: Bytes) -> list[int]:
    """Points of each seat."""
    standings = standing_of(KERNEL, state, int(state.view(STATE)[0].players))
    assert not any(tiebreak for _, tiebreak in standings)
    return [int(points) for points, _ in standings]


# ---- setting a table -----------------------------------------------------------------------------------------------


def table(*racks: str, lying: str = "", drawn: str | None = None, seat: int = 0) -> Bytes:
    """A game in its middle: these racks, stones on these places (`a1 *d3`), and the bag in the order of drawing.

    Without `drawn` the bag holds twenty stones of what is left of the box.
    """
    left = list(STONES)
    holdings = [text.split() for text in racks]
    for stone in [stone for held in holdings for stone in held] + [_lying(text) for text in lying.split()]:
        left.remove(stone)
    random.Random(1).shuffle(left)
    waiting = left[:20] if drawn is None else drawn.split()
    state = position.new_state([[CODES.index(stone) for stone in held] for held in holdings], [])
    s = state.view(STATE)[0]
    s.left, s.seat = len(waiting), seat
    s.bag[: s.left] = [CODES.index(stone) for stone in waiting][::-1]
    for text in lying.split():
        bit = 1 << PLACE_IDS.index(text.lstrip("*"))
        s.taken = np.uint64(int(s.taken) | bit)
        if text[0] == "*":
            s.jokers = np.uint64(int(s.jokers) | bit)
    return state


def _lying(text: str) -> str:
    return "*" if text[0] == "*" else STONE_FOR[text]


def both(game: Game) -> tuple[Bytes, Game]:
    """A table of the reference as bytes, too."""
    lying = " ".join(("*" if stone == "*" else "") + place for place, stone in game.board.items())
    racks = [" ".join(player.rack) for player in game.players]
    return table(*racks, lying=lying, drawn=" ".join(game.bag[::-1]), seat=game.seat), game


# ---- random games on two tables --------------------------------------------------------------------------------------


def both_dealt(players: int, seed: int) -> tuple[Bytes, Game]:
    """The same opening as bytes and as the reference."""
    stones = list(STONES)
    random.Random(seed).shuffle(stones)
    kinds = [CODES.index(stone) for stone in stones]
    racks = [kinds[5 * seat : 5 * seat + 5] for seat in range(players)]
    return position.new_state(racks, kinds[5 * players :]), deal(players, stones)


def late(players: int, seed: int, left: int = 0) -> Game:
    """A table near the end of a random game: a few stones in the racks, the board nearly full."""
    chance = random.Random(seed)
    stones = list(STONES)
    chance.shuffle(stones)
    held = [[stones.pop() for _ in range(chance.randint(1, 5))] for _ in range(players)]
    drawn = [stones.pop() for _ in range(left)]
    game = Game([Player(rack, contacts=chance.randint(20, 60)) for rack in held], drawn)
    chance.shuffle(places := list(STONE_FOR))
    for place in places:
        if STONE_FOR[place] in stones:
            stones.remove(STONE_FOR[place])
            game.board[place] = STONE_FOR[place]
    free = [place for place in places if place not in game.board]
    for place in free[: stones.count(JOKER_CODE)]:
        game.board[place] = JOKER_CODE
    return game


JOKER_CODE = CODES[JOKER]
Mood = dict[str, float]


def mood(chance: random.Random) -> Mood:
    """What the players of one game like; a third of the games is played without any liking."""
    if not chance.randrange(3):
        return {}
    return {
        "joker": chance.choice([0.05, 1, 5]),
        "exchange": chance.choice([0.2, 1, 20]),
        "done": chance.choice([0.1, 1, 6]),
        "high": chance.choice([0.5, 1, 2]),
    }


def liking(step: Step, liked: Mood) -> float:
    if step.word == "lay":
        return float(liked["high"] ** value(step.place))
    return liked.get(step.word, 1.0)


def choose(chance: random.Random, steps: Sequence[Step], liked: Mood) -> Step:
    if not liked:
        return chance.choice(steps)
    return chance.choices(steps, [liking(step, liked) for step in steps])[0]


def played(players: int, seed: int) -> Iterator[tuple[Bytes, Game, Step]]:
    """A random game on both tables; after the deal and after every step: both, and what the step was."""
    state, game = both_dealt(players, seed)
    chance = random.Random(f"{players} players, game {seed}")
    liked = mood(chance)
    yield state, game, Step("deal")
    while not game.over:
        offered, expected = legal(state), game.legal()
        assert offered.keys() == expected, f"kernel and reference differ on {sorted(offered.keys() ^ expected)}"
        step = choose(chance, list(offered), liked)
        rules.apply(state, offered[step])
        game.apply(step)
        yield state, game, step
