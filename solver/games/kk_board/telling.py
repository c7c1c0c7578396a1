"""A turn in words, from the phrases in `telling.en.toml`."""

from __future__ import annotations

from collections.abc import Sequence

from solver.contract import Bytes
from solver.games.kk_board.codes import CODES
from solver.games.kk_board.notation import BoardScribe
from solver.games.kk_board.position import BLIND, EXCHANGE, STOP, TAKE, TARGETS, UNKNOWN
from solver.games.kk_board.tables import CARD_OF, FIELD_ROWS, FIELDS, GAME, LAND_OF
from solver.sentences import listed, phrases

_PHRASES = phrases(GAME.folder / "telling.en.toml")
_NAMES = [row["name_en"] for row in GAME.tables["lands"]]


def tell(state: Bytes, steps: Sequence[int]) -> str:
    """What a turn does, without the name of who does it; what `state` does not know stays untold."""
    scribe = BoardScribe(state)
    clauses, drawn = list[str](), list[str]()
    for step in steps:
        if step < EXCHANGE:
            clauses.append(_placed(*divmod(step, TARGETS)))
        elif step < STOP:
            clauses.append(_PHRASES["exchange"].format(card=CODES[step - EXCHANGE]))
        elif step > STOP:
            drawn.append(_drawn(scribe, step))
        half = int(scribe.s.half)
        scribe.make(step)
        if scribe.s.half > half:
            drawn.append(_PHRASES["interim"])
    if drawn:
        clauses.append(_PHRASES["draw"].format(cards=listed(drawn, _PHRASES)))
    turned = [CODES[kind] for kind in scribe.turned if kind != UNKNOWN]
    if turned:
        clauses.append(_PHRASES["turned"].format(cards=listed(turned, _PHRASES)))
    return listed(clauses, _PHRASES)


def _placed(kind: int, target: int) -> str:
    land = int(LAND_OF[target]) if target < FIELDS else target - FIELDS
    paid = _PHRASES["card"] if CARD_OF[land] == kind else _PHRASES["pair"]
    cost = paid.format(card=CODES[kind])
    if target < FIELDS:
        row = FIELD_ROWS[target]
        return str(_PHRASES["cloister"].format(field=row["id"], town=row["name"], land=_NAMES[land], cost=cost))
    return str(_PHRASES["council"].format(land=_NAMES[land], cost=cost))


def _drawn(scribe: BoardScribe, step: int) -> str:
    if step != BLIND:
        return str(_PHRASES["open"].format(card=CODES[step - TAKE]))
    top = int(scribe.s.stack[scribe.s.left - 1])
    return str(_PHRASES["unseen"] if top == UNKNOWN else _PHRASES["seen"].format(card=CODES[top]))
