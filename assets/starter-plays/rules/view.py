"""What the table and the seats show, and the wares as cells on a screen."""

from collections.abc import Mapping
from typing import Any

from solver.kernel.contract import Bytes
from solver.kernel.playable import Cell

from .setup import hand
from .state import LANTERNS, NO_BID, POINTS, SEALED, WARES, State


def table_view(state: Bytes) -> dict[str, Any]:
    """The row of wares; `taker` counts from 1, and 0 is nobody yet."""
    s = State.of(state)
    row = zip(s.ware.tolist(), s.taker.tolist(), strict=True)
    return {
        "round": int(s.auction) + 1,
        "wares": [{"ware": WARES[ware], "points": int(POINTS[ware]), "taker": taker} for ware, taker in row],
    }


def seat_view(state: Bytes, seat: int) -> dict[str, Any]:
    """Lanterns and bids; the coins are among the points."""
    s = State.of(state)
    lanterns = ["?" if light < 0 else LANTERNS[light] for light in hand(s, seat)]
    return {"lanterns": lanterns, "bid": _bid(s.bid[seat]), "last": _bid(s.last[seat])}


def _bid(bid: int) -> str:
    return "" if bid == NO_BID else "?" if bid == SEALED else LANTERNS[bid - 1]


def cells(picture: Mapping[str, Any], plain: bool) -> list[list[Cell]]:
    """A ware is its code, its points and who has it."""
    row = []
    for number, ware in enumerate(picture["wares"], start=1):
        owner = f"={ware['taker']}" if ware["taker"] else ""
        row.append(Cell((ware["ware"], f"{ware['points']:+}", owner), near=number == picture["round"]))
    return [row]
