"""What a view tells, sorted for the scene of a game that has none of its own: things of printed parts, and facts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from pnp.definition.game import Game

UNSEEN = "?"
"""How every view writes what its viewer has not seen."""
Entries = Callable[..., list[dict[str, Any]]]
_HEADING = {"turn", "over", "to_move", "players", "steps", "name", "points"}
"""What the heads of a scene and its seats tell."""


def entries_of(game: Game) -> Entries:
    """The function `entries` for the parts of a game."""
    parts_of: dict[str, list[str]] = {}
    for part in game.spec.part:
        for row in game.rows(part):
            parts_of.setdefault(row.get("id", ""), []).append(part.id)
    of_table = {part.table: part.id for part in reversed(game.spec.part)}
    backs = [part.id for part in game.spec.part if part.back]

    def entries(
        told: Mapping[str, Any], was: Mapping[str, Any], then: Mapping[str, Any], steps: Iterable[str]
    ) -> list[dict[str, Any]]:
        """What a mapping tells, in its order: `name`, and `things` or a `fact`.

        A thing has a `code`, the `part` that shows it or its back, `facts` of its own, its `steps`, and says whether it
        is `new`, or would be `gone`.
        """
        here = [_kin(value) or of_table.get(name, "") for name, value in told.items()]
        other = next(iter(filter(None, [*here, *backs])), "")
        return [
            _entry(name, value, was.get(name), then.get(name), {*steps}, of_table.get(name) or other)
            for name, value in told.items()
            if name not in _HEADING
        ]

    def _kin(value: Any) -> str:
        """The part that shows things which are told together."""
        listed = value if isinstance(value, list) else [value]
        return next((parts_of[code][0] for one in listed for code in _codes(one, parts_of)), "")

    def _entry(name: str, value: Any, was: Any, then: Any, steps: set[str], other: str) -> dict[str, Any]:
        listed = value if isinstance(value, list) else [value]
        kin = _kin(value) or other
        if not any(_codes(one, parts_of) or one == UNSEEN for one in listed):
            return {"name": name, "things": [], "fact": _fact(value)}
        old, future = (_spread(value if other is None else other) for other in (was, then))
        things = [_thing(one, kin, parts_of, steps) for one in listed if one != ""]
        for thing in things:
            thing |= {"new": thing["code"] not in old, "gone": thing["code"] not in future}
        return {"name": name, "things": things, "fact": ""}

    return entries


def _codes(one: Any, parts_of: Mapping[str, list[str]]) -> list[str]:
    """The codes of printed things in an entry: itself, or what a mapping names."""
    named = one.values() if isinstance(one, Mapping) else [one]
    return [code for code in named if isinstance(code, str) and code in parts_of]


def _thing(one: Any, kin: str, parts_of: Mapping[str, list[str]], steps: set[str]) -> dict[str, Any]:
    code = next(iter(_codes(one, parts_of)), str(one) if not isinstance(one, Mapping) else "")
    parts = parts_of.get(code, [])
    facts = (
        [f"{key}: {_fact(value)}" for key, value in one.items() if value != code] if isinstance(one, Mapping) else []
    )
    part = kin if kin in parts or code == UNSEEN else next(iter(parts), "")
    return {"code": code, "part": part, "facts": facts, "steps": [code] if code in steps else []}


def _spread(value: Any) -> set[str]:
    """All words in a value."""
    if isinstance(value, Mapping):
        return _spread(list(value.values()))
    if isinstance(value, list):
        return {word for one in value for word in _spread(one)}
    return {str(value)}


def _fact(value: Any) -> str:
    if isinstance(value, Mapping):
        return ", ".join(f"{key} {_fact(inner)}" for key, inner in value.items())
    if isinstance(value, list):
        return " ".join(_fact(one) for one in value)
    return "" if value is None else str(value)
