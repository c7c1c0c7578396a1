"""What a roll-out of Kardinal notes of the fortress, against the fortress itself and the rules."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

from solver.games import playable
from solver.games.kardinal.game import KERNEL
from solver.games.kardinal.ledger import LEDGER_SIZE, ROOM, Ledger, grow, note_sites, weigh
from solver.games.kardinal.state import BUILD, PASS, RAISE, SHAPE_BIT, TAKEN, State
from solver.games.kardinal.tables import COLOURS, SHAPES
from solver.games.kardinal.weights import AT_SIGHT
from solver.kernel.contract import Bytes, legal_steps
from solver.kernel.random import seeded
from solver.players.bots import any_step

GAME = playable("kardinal")


def followed(players: int, seed: int) -> Iterator[tuple[Bytes, Ledger]]:
    """The positions after the buildings of a random game, and what was noted from some building of it on."""
    state, random = GAME.deal(players, seed, {}), seeded(seed)
    raw = np.full(LEDGER_SIZE, 255, dtype=np.uint8)
    ledger = Ledger.of(raw)
    begins = seed % 20
    while KERNEL.actor(state) >= 0:
        step = any_step(KERNEL, state, random)
        if step >= RAISE:
            if State.of(state).built == begins:
                note_sites(State.of(state), ledger)
            if State.of(state).built >= begins:
                grow(State.of(state.copy()), step - RAISE, ledger)
        KERNEL.apply(state, step)
        if step >= RAISE and State.of(state).built > begins:
            yield state, ledger


def squares(ledger: Ledger, halves: np.typing.NDArray[np.uint64]) -> set[int]:
    """The cells of a set of places that are not built on."""
    bits = [int(here & free) for here, free in zip(halves, ledger.free, strict=True)]
    return {int(ledger.sites[place]) for place in range(128) if bits[place // 64] >> place % 64 & 1}


@pytest.mark.parametrize("players", [2, 3, 4])
def test_sites_and_what_is_beside_them_are_kept_up_to_date(players: int) -> None:
    looks = 0
    for seed in range(40):
        for state, ledger in followed(players, seed):
            word = State.of(state).word.astype(int)
            site = (word > 0) & (word < TAKEN)
            assert squares(ledger, ledger.free) == set(np.flatnonzero(site))
            for colour in range(COLOURS):
                touching = site & ((word >> (3 * colour) & 7) > 0)
                assert squares(ledger, ledger.touching[colour]) == set(np.flatnonzero(touching))
            for shape in range(SHAPES):
                beside = site & ((word & (SHAPE_BIT << shape)) > 0)
                assert squares(ledger, ledger.beside[shape]) == set(np.flatnonzero(beside))
            looks += 1
    assert looks > 300


@pytest.mark.parametrize("players", [2, 3, 4])
def test_what_is_weighed_is_what_the_rules_allow_where_no_cardinal_stands(players: int) -> None:
    looks = 0
    for seed in range(40):
        for state, ledger in followed(players, seed):
            alone = state.copy()
            s = State.of(alone)
            s.phase, s.cardinal, s.seat = BUILD, -1, (s.seat + 1) % players
            listed = ledger.options[: weigh(s, s.seat, ledger, AT_SIGHT[players])]
            codes = [int(option) & (ROOM - 1) for option in listed]
            assert len(set(codes)) == len(codes)
            assert sorted(RAISE + code for code in codes) == [
                step for step in sorted(legal_steps(KERNEL, alone)) if step != PASS
            ]
            looks += len(codes)
    assert looks > 3000
