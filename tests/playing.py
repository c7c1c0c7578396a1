"""How tests play: random legal games of the card game, and the whole table counted."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from solver.games import playable
from solver.games.kk_card.state import STATE
from solver.games.kk_card.tables import CARDS, COLUMNS, LAWS, STONES_EACH
from solver.kernel.contract import Bytes
from table.log import gamelog
from table.log.referee import Match, replay

GAME = playable("kk-card")
NAMES = ("Anna", "Ben", "Clara", "Dora", "Emil")
ROW_1 = "EN4 FR2 FK6 DA2 BA6 DA3 FK7 UN5 UN1 KA7 SA6 IT6 SA1 KA2"
ROW_2 = "FK4 KA1 BA5 IT5 KA6 DA1 KA3 UN2 FR1 BA3 FK5 UN6 EN1 SA7"
ROW_3 = "BA4 FK2 SA3 FR8 EN2 FR5 IT3 IT1 SA4 SA5 BA2 FK3 FK1 UN3"
ROW_4 = "IT2 FR4 FR7 IT4 KA5 EN3 BA1 KA4 EN5 DA4 FR6 FR3 UN4 SA2"
ROWS = (ROW_1, ROW_2, ROW_3, ROW_4)
HEADER = "game: kk-card\nplayers: Anna, Ben, Clara\n"
SETUP = "setup\n" + "".join(f"row {number}: {row}\n" for number, row in enumerate(ROWS, start=1))
OPENING = f"{HEADER}\n{SETUP}laws: ? ? ? ? ? ? ? ?\n\n"


def opening(laws: str = "????????", players: int = 3, **options: str) -> Bytes:
    """The display of ROWS with these law tiles."""
    lines = [f"row {number}: {row}" for number, row in enumerate(ROWS, start=1)]
    return GAME.read_setup(players, list(enumerate([*lines, f"laws: {laws}"], start=1)), options)


def played(state: Bytes, *turns: str) -> Bytes:
    """The state after these turns."""
    for turn in turns:
        result = GAME.read_turn(state, turn)
        assert result.complete, turn
        state = result.after
    return state


def random_turns(state: Bytes, dice: random.Random) -> Iterator[tuple[Bytes, list[int], Bytes]]:
    """A whole game, turn by turn: the state before, the steps, the state after; every step keeps the table whole."""
    while GAME.kernel.actor(state) >= 0:
        before, steps, turn = state, [], turns_played(state)
        state = state.copy()
        while GAME.kernel.actor(state) >= 0 and turns_played(state) == turn:
            legal = list(GAME.legal_texts(state).values())
            steps.append(dice.choice(legal))
            GAME.kernel.apply(state, steps[-1])
            count_table(state)
        yield before, steps, state


def turns_played(state: Bytes) -> int:
    return int(state.view(STATE)[0].turn)


def count_table(state: Bytes) -> None:
    """56 cards, three stones a player, 8 law tiles: nothing comes, nothing goes."""
    s = state.view(STATE)[0]
    players, stones = int(s.players), s.stone.tolist()
    ends = zip(range(4), s.lo.tolist(), s.hi.tolist(), strict=True)
    lying = {row * COLUMNS + column for row, low, high in ends for column in range(low, high + 1)}
    assert len(lying) == s.left
    assert sorted(s.card.tolist()) == list(range(CARDS))
    assert int(s.lands.sum()) == int(s.cards.sum()) == CARDS - s.left
    assert (s.stock + s.shown + s.lost)[:players].tolist() == [STONES_EACH] * players
    assert [stones.count(seat + 1) for seat in range(players)] == s.shown[:players].tolist()
    assert {cell for cell in range(CARDS) if stones[cell]} <= lying
    assert int((s.tile > 0).sum()) + int(s.hand.sum()) + int(s.played.sum()) == int(np.sum(LAWS))


def random_log(players: int, seed: int, face_down: bool = False, turns: int | None = None) -> tuple[str, list[Bytes]]:
    """The text of a random log and the state after each of its lines."""
    state = GAME.deal(players, seed, {})
    if face_down:
        GAME.kernel.observe(state, -1)
    header = {"game": GAME.id, "players": ", ".join(NAMES[:players]), "seed": str(seed)}
    text = gamelog.written(header, GAME.write_setup(state))
    states = [state]
    for number, (before, steps, after) in enumerate(random_turns(state, random.Random(seed)), start=1):
        if turns is not None and number > turns:
            break
        seat = GAME.kernel.actor(before)
        text += f"{number} {NAMES[seat]}: {GAME.write_turn(before, steps)}\n"
        states.append(after)
    return text, states


def replayed(text: str) -> Match:
    return replay(gamelog.parse(text, Path("game.tbk")))
