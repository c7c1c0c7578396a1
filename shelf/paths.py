"""Where the two shelves stand: `assets/` (games as data) and `templates/` (how things look)."""

from __future__ import annotations

from pathlib import Path

_ROOM = Path(__file__).parent


def _shelves() -> Path:
    """A wheel carries the shelves inside this package; a checkout has them beside it."""
    return _ROOM if (_ROOM / "assets").is_dir() else _ROOM.parent


ASSETS = _shelves() / "assets"
TEMPLATES = _shelves() / "templates"
GAMES = ASSETS / "games"


def game_ids() -> list[str]:
    """The games that come with the house, by id: a game registers by being there."""
    return sorted(folder.parent.name for folder in GAMES.glob("*/game.toml"))
