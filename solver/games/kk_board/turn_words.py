"""A turn in words, from the phrases in `play.<language>.toml`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from shelf.language import Language
from solver.games.kk_board.map import BoardMap
from solver.games.kk_board.notation import BoardScribe
from solver.games.kk_board.state import BLIND, COURTS, EXCHANGE, STOP, TAKE, TARGETS, UNKNOWN, State
from solver.kernel.contract import Bytes
from solver.words.phrasing import listed


def tell(board: BoardMap, state: Bytes, steps: Sequence[int], language: Language) -> str:
    """What a turn does, without the name of who does it; what `state` does not know stays untold."""
    said = board.data.phrases(language)["turn"]
    scribe = BoardScribe(board, state)
    clauses, drawn, half = list[str](), list[str](), int(State.of(state).half)
    for step in steps:
        if step < EXCHANGE:
            clauses.append(_placed(board, *divmod(step, TARGETS), language))
        elif step < STOP:
            clauses.append(said["exchange"].format(card=board.code(step - EXCHANGE)))
        elif step > STOP:
            drawn.append(_drawn(scribe, step, said))
        scribe.make(step)
    if drawn:
        clauses.append(said["draw"].format(cards=listed(drawn, said)))
    turned = [board.code(kind) for kind in scribe.turned if kind != UNKNOWN]
    if turned:
        clauses.append(said["turned"].format(cards=listed(turned, said)))
    if scribe.s.half > half:
        clauses.append(said["interim"])
    return listed(clauses, said)


def _placed(board: BoardMap, kind: int, target: int, language: Language) -> str:
    said = board.data.phrases(language)["turn"]
    land = board.land_at(target)
    name = board.land_names(language)[land]
    cost = said["card" if board.card_of[land] == kind else "pair"].format(card=board.code(kind))
    if target < COURTS:
        row = board.field_rows[target]
        return str(said["cloister"].format(field=row["id"], town=row["name"], land=name, cost=cost))
    return str(said["council"].format(land=name, cost=cost))


def _drawn(scribe: BoardScribe, step: int, said: Mapping[str, str]) -> str:
    if step != BLIND:
        return said["open"].format(card=scribe.board.code(step - TAKE))
    top = int(scribe.s.stack[scribe.s.left - 1])
    return said["unseen"] if top == UNKNOWN else said["seen"].format(card=scribe.board.code(top))
