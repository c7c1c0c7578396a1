"""Between the board game's kernel and the plain reference: bytes in words, tables set by hand, random games on both."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from shelf.game_data import game_data
from solver.games.kk_board import points, rules
from solver.games.kk_board import state as position
from solver.games.kk_board.game import KERNEL
from solver.games.kk_board.map import BoardMap
from solver.games.kk_board.setup import read_holdings
from solver.games.kk_board.state import BLIND, COURTS, EXCHANGE, STOP, TAKE, TARGETS
from solver.kernel.contract import MOST_SEATS, Bytes
from tests.solver import kk_board_reference
from tests.solver.kk_board_reference import CARDS, Board, Game, Step, deal
from tests.solver.two_tables import codes_of, fields_of, standing_of


@dataclass(frozen=True, eq=False)
class Both:
    """One map twice: as the kernel's states bring it along, and as the reference reads it."""

    map: BoardMap
    plain: Board

    @cached_property
    def words(self) -> dict[int, Step]:
        """The kernel's steps as the reference writes them."""
        places = dict(enumerate(self.map.field_ids))
        places |= {COURTS + land: f"+{code}" for land, code in enumerate(self.map.land_codes)}
        words = {STOP: Step("stop"), BLIND: Step("blind")}
        for kind, card in enumerate(self.map.card_ids):
            words |= {EXCHANGE + kind: Step("exchange", card), TAKE + kind: Step("take", card)}
            words |= {kind * TARGETS + target: Step("place", card, name) for target, name in places.items()}
        return words


HOUSE = Both(BoardMap(game_data("kk-board")), kk_board_reference.HOUSE)
CARD_IDS, FIELD_IDS, LAND_CODES = HOUSE.map.card_ids, HOUSE.map.field_ids, HOUSE.map.land_codes


def fields(state: Bytes) -> dict[str, Any]:
    """The state's fields as plain numbers and lists."""
    return fields_of(state, position.STATE)


def codes(state: Bytes) -> list[int]:
    return codes_of(KERNEL, state)


def legal(state: Bytes, on: Both = HOUSE) -> dict[Step, int]:
    found = codes(state)
    offered = {on.words[code]: code for code in found}
    assert len(offered) == len(found), "no step twice"
    return offered


def after(state: Bytes, *steps: Step) -> Bytes:
    """The state after these steps, each of which must be legal."""
    state = state.copy()
    for step in steps:
        offered = legal(state)
        assert step in offered, f"{step} is not among {sorted(offered)}"
        rules.apply(state, offered[step])
    return state


def place(spot: str, card: str = "", on: Both = HOUSE) -> Step:
    """A piece, paid with the land's own card if none is named."""
    land = spot[1] if spot[0] == "+" else spot[0]
    return Step("place", card or on.plain.card_for[land], spot)


def spots(state: Bytes) -> set[str]:
    """Where a piece may go, with its payment if that is a pair."""
    return {
        step.place if place(step.place) == step else f"{step.place}*{step.card}"
        for step in legal(state)
        if step.word == "place"
    }


def parts(state: Bytes) -> list[list[int]]:
    players = int(state.view(position.STATE)[0].players)
    room = np.zeros((MOST_SEATS, len(points.PARTS)))
    points.score_parts(state, room)
    return [[int(value) for value in row] for row in room[:players]]


def part(state: Bytes, name: str) -> list[int]:
    return [row[points.PARTS.index(name)] for row in parts(state)]


def standing(state: Bytes) -> list[tuple[float, float]]:
    """Points and tie-break of each seat."""
    return standing_of(KERNEL, state, int(state.view(position.STATE)[0].players))


# ---- setting a table -----------------------------------------------------------------------------------------------


def board(*holdings: str) -> Bytes:
    """An ended game with these pieces, as in `F12 +F`."""
    return read_holdings(HOUSE.map, [[(1, text)] for text in holdings])


def table(*holdings: str, hand: str, open_cards: str = "FA BB", stack: str = "", seat: int = 0) -> Bytes:
    """A game in its middle: these pieces on the board, the seat to move with these cards in hand.

    The other hands and what is not told of the stack are filled with what the box still holds.
    """
    state = board(*holdings)
    s = state.view(position.STATE)[0]
    s.phase, s.half, s.ending, s.seat, s.seed = position.PLACE, 0, 0, seat, 12345
    players = len(holdings)
    left = {card: number - (5 - players) for card, number in CARDS.items()}

    def kinds(text: str) -> list[int]:
        for card in text.split():
            left[card] -= 1
        return [CARD_IDS.index(card) for card in text.split()]

    for kind in kinds(open_cards):
        s.open[kind] += 1
    own, top = kinds(hand), kinds(stack)
    rest = [kind for kind, card in enumerate(CARD_IDS) for _ in range(left[card])]
    random.Random(1).shuffle(rest)
    for other in range(players):
        cards = own if other == seat else [rest.pop() for _ in range(3)]
        s.held[other] = len(cards)
        for kind in cards:
            s.hand[other, kind] += 1
    pile = [*top, *([] if stack else rest[:20])]
    for kind in rest if stack else rest[20:]:
        s.discard[kind] += 1
    s.left = len(pile)
    s.stack[: s.left] = pile[::-1]
    return state


# ---- random games on two tables --------------------------------------------------------------------------------------


def both_dealt(players: int, seed: int, on: Both = HOUSE) -> tuple[Bytes, Game]:
    """The same opening as bytes and as the reference."""
    chance = random.Random(seed)
    cards = [card for card, number in on.plain.cards.items() for _ in range(number - (5 - players))]
    chance.shuffle(cards)
    shuffle = chance.getrandbits(64) | 1
    kinds = [on.map.card_ids.index(card) for card in cards]
    hands = [kinds[3 * seat : 3 * seat + 3] for seat in range(players)]
    rest = kinds[3 * players :]
    state = position.new_state(on.map.blank, players, hands, rest[:2], rest[2:], shuffle)
    return state, deal(players, cards, shuffle, on.plain)


Mood = dict[str, float]


def mood(chance: random.Random) -> Mood:
    """What the players of one game like; a third of the games is played without any liking."""
    if not chance.randrange(3):
        return {}
    return {
        "council": chance.choice([1, 8]),
        "pair": chance.choice([0.3, 1, 4]),
        "exchange": chance.choice([0.05, 1, 20]),
        "stop": chance.choice([0.2, 1, 4]),
        "take": chance.choice([0.3, 1, 3]),
    }


def liking(step: Step, liked: Mood, on: Both) -> float:
    if step.word == "place":
        paid = 1.0 if place(step.place, on=on) == step else liked["pair"]
        return paid * (liked["council"] if step.place[0] == "+" else 1.0)
    return liked.get(step.word, 1.0)


def choose(chance: random.Random, steps: Sequence[Step], liked: Mood, on: Both) -> Step:
    if not liked:
        return chance.choice(steps)
    return chance.choices(steps, [liking(step, liked, on) for step in steps])[0]


def played(players: int, seed: int, on: Both = HOUSE) -> Iterator[tuple[Bytes, Game, Step]]:
    """A random game on both tables; after the deal and after every step: both, and what the step was."""
    state, game = both_dealt(players, seed, on)
    chance = random.Random(f"{players} players, game {seed}")
    liked = mood(chance)
    yield state, game, Step("deal")
    while not game.over:
        offered, expected = legal(state, on), game.legal()
        assert offered.keys() == expected, f"kernel and reference differ on {sorted(offered.keys() ^ expected)}"
        step = choose(chance, list(offered), liked, on)
        rules.apply(state, offered[step])
        game.apply(step)
        yield state, game, step
