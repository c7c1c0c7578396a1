"""Logs that are kept by hand: whatever mix of things was seen or not, the table stays whole and the log can be read."""

from __future__ import annotations

import random
import re
from collections import Counter
from typing import Any

import pytest

from solver.kernel.contract import Bytes
from solver.kernel.contract_checks import Sample, dealt
from solver.kernel.playable import Playable
from tests.contract.games import every_size, game_of

CHANCE = {
    "kk-card": (r"(?<==)[A-Z]", r"(?!)"),
    "kk-board": (r"=[A-Z]{2}", r"[A-Z]{2}"),
    "cartino": (r"(?!)", r"[KPHR](?:10|[7-9ABDK])|\*"),
}
"""What chance brings in a written turn, before the stroke and behind it."""
SEEN = (0.0, 0.3, 0.7, 1.0)


def forgotten(name: str, text: str, share: float, dice: random.Random) -> str:
    """A turn, written by somebody who saw only a share of what chance brought."""

    def seen(thing: re.Match[str]) -> str:
        return thing[0] if dice.random() < share else "?"

    return "/".join(re.sub(code, seen, part) for code, part in zip(CHANCE[name], text.split("/"), strict=False))


def half_known(game: Playable, opening: Bytes, share: float, dice: random.Random) -> list[str]:
    """The setup of a log as somebody may write it who saw only a share of what is hidden."""
    blank = opening.copy()
    game.kernel.observe(blank, -1)
    lines = []
    for known, hidden in zip(game.write_setup(opening), [*game.write_setup(blank), *[""] * 9], strict=False):
        words = zip(known.split(), [*hidden.split(), *["?"] * 99], strict=False)
        lines.append(" ".join(word if word == other or dice.random() < share else "?" for word, other in words))
    return [line for line in lines if not line.startswith(("?", "bag", "shuffle"))]


def fits(kept: Any, true: Any) -> bool:
    """Whether a picture of a log by hand shows the same table, with gaps."""
    if isinstance(kept, dict):
        return all(fits(value, true[key]) for key, value in kept.items() if key not in ("steps", "points"))
    if isinstance(kept, list) and all(isinstance(thing, str) for thing in kept):
        seen = Counter(thing for thing in kept if thing != "?")
        return len(kept) == len(true) and seen <= Counter(true)
    if isinstance(kept, list):
        return len(kept) == len(true) and all(map(fits, kept, true))
    return kept in (true, "?")


@pytest.mark.parametrize("share", SEEN)
@pytest.mark.parametrize(("name", "players"), [size for size in every_size() if size[0] in CHANCE])
def test_a_log_kept_by_hand_may_leave_anything_unseen(name: str, players: int, share: float) -> None:
    game, dice = game_of(name), random.Random(100 * players + share)
    sample = Sample(game, players, games=1)
    setup = half_known(game, sample.openings[0], share, dice)
    state = game.read_setup(players, list(enumerate(setup, start=1)), {})
    for turn in sample.turns:
        text = forgotten(name, game.write_turn(turn.before, turn.steps), share, dice)
        played = game.read_turn(state, text)
        assert played.complete, text
        again = game.read_turn(state, played.text)
        assert again.after.tobytes() == played.after.tobytes(), (text, played.text)
        state = played.after
        assert fits(game.picture(state), game.picture(turn.after)), (text, game.picture(state))
        world = dealt(game.kernel, state, -1, 1)
        assert "?" not in [card for player in game.picture(world)["players"] for card in player.get("hand", ())]
