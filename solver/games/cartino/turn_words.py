"""A turn in words, from the phrases in `play.<language>.toml`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from shelf.language import Language
from solver.games.cartino.codes import CODES
from solver.games.cartino.notation import CartinoScribe
from solver.games.cartino.state import DONE, EXCHANGE, LAY_JOKER, PASS, UNKNOWN
from solver.games.cartino.tables import GAME, KIND, PLACE_IDS
from solver.kernel.contract import Bytes
from solver.words.phrasing import listed


def tell(state: Bytes, steps: Sequence[int], language: Language = "en") -> str:
    """What a turn does, without the name of who does it; what `state` does not know stays untold."""
    said = GAME.phrases(language)["turn"]
    scribe = CartinoScribe(state)
    seat = int(scribe.s.seat)
    before = int(scribe.s.contacts[seat]), int(scribe.s.sets[seat])
    laid, clauses = list[str](), list[str]()
    for step in steps:
        if step < EXCHANGE:
            laid.append(_laid(step, said))
        elif step < DONE:
            place = step - EXCHANGE
            clauses.append(said["exchange"].format(place=PLACE_IDS[place], stone=CODES[KIND[place]]))
        elif step == PASS:
            clauses.append(said["pass"])
        scribe.make(step)
    if laid:
        points = int(scribe.s.contacts[seat]) - before[0]
        counted = said["one_point" if points == 1 else "points"].format(n=points)
        clauses.insert(0, said["lay"].format(stones=listed(laid, said), points=counted))
    if scribe.s.sets[seat] > before[1]:
        clauses.append(said["set"])
    if scribe.s.finisher == seat:
        clauses.append(said["out"])
    drawn = [CODES[stone] for stone in scribe.drawn if stone != UNKNOWN]
    if drawn:
        clauses.append(said["draw"].format(stones=listed(drawn, said)))
    return listed(clauses, said)


def _laid(step: int, said: Mapping[str, str]) -> str:
    if step < LAY_JOKER:
        return said["stone"].format(stone=CODES[KIND[step]], place=PLACE_IDS[step])
    place = step - LAY_JOKER
    return said["joker"].format(stone=CODES[KIND[place]], place=PLACE_IDS[place])
