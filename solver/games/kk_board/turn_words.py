"""A turn in words, from the phrases in `play.<language>.toml`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from shelf.language import Language
from solver.games.kk_board.codes import CODES
from solver.games.kk_board.notation import BoardScribe
from solver.games.kk_board.state import BLIND, EXCHANGE, STOP, TAKE, TARGETS, UNKNOWN
from solver.games.kk_board.tables import CARD_OF, FIELD_ROWS, FIELDS, GAME, LAND_OF
from solver.kernel.contract import Bytes
from solver.words.phrasing import listed


def tell(state: Bytes, steps: Sequence[int], language: Language = "en") -> str:
    """What a turn does, without the name of who does it; what `state` does not know stays untold."""
    said = GAME.phrases(language)["turn"]
    scribe = BoardScribe(state)
    clauses, drawn = list[str](), list[str]()
    for step in steps:
        if step < EXCHANGE:
            clauses.append(_placed(*divmod(step, TARGETS), language))
        elif step < STOP:
            clauses.append(said["exchange"].format(card=CODES[step - EXCHANGE]))
        elif step > STOP:
            drawn.append(_drawn(scribe, step, said))
        half = int(scribe.s.half)
        scribe.make(step)
        if scribe.s.half > half:
            drawn.append(said["interim"])
    if drawn:
        clauses.append(said["draw"].format(cards=listed(drawn, said)))
    turned = [CODES[kind] for kind in scribe.turned if kind != UNKNOWN]
    if turned:
        clauses.append(said["turned"].format(cards=listed(turned, said)))
    return listed(clauses, said)


def _placed(kind: int, target: int, language: Language) -> str:
    said = GAME.phrases(language)["turn"]
    land = int(LAND_OF[target]) if target < FIELDS else target - FIELDS
    name = GAME.tables["lands"][land][f"name_{language}"]
    cost = said["card" if CARD_OF[land] == kind else "pair"].format(card=CODES[kind])
    if target < FIELDS:
        row = FIELD_ROWS[target]
        return str(said["cloister"].format(field=row["id"], town=row["name"], land=name, cost=cost))
    return str(said["council"].format(land=name, cost=cost))


def _drawn(scribe: BoardScribe, step: int, said: Mapping[str, str]) -> str:
    if step != BLIND:
        return said["open"].format(card=CODES[step - TAKE])
    top = int(scribe.s.stack[scribe.s.left - 1])
    return said["unseen"] if top == UNKNOWN else said["seen"].format(card=CODES[top])
