"""A game for Tabletop Simulator: pictures, and a saved object with its decks, tokens and boards that names them.

Its objects, as the game itself saves them: a `DeckCustom` takes its cards from a sheet of up to ten by seven, where the
card number is 100 times the sheet's number and the place on it; flat things are `Custom_Tile`, and what there is much
of lies in a `Bag`. An inch of ours is an inch of theirs.
"""

from __future__ import annotations

import hashlib
import io
import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from PIL import Image

from pnp.definition.game import Board, Game, Part
from pnp.imposition.stocks import stocks
from pnp.pdf.pictures import Shown, rendered, shown_sides
from pnp.print_options import Asset, Order
from shelf.kept import Kept

COLUMNS, ROWS = 10, 7
"""Of a sheet of cards; its last place is what a hand hides from others."""
DPI = 150
_FEW = 4
"""More copies than this lie in a bag."""
_INCH = 25.4
_CARD_HEIGHT = 3.5
"""Inches of a card of scale 1, and of a tile of scale 2."""


Sided = tuple[Shown, Image.Image]


def tabletop(game: Game, order: Order, address: str, kept: Kept | None = None) -> tuple[list[Asset], bytes]:
    """The pictures and the saved object, which finds them at `address` and the name of a file."""
    kept = kept or Kept()
    sides = [shown for shown in shown_sides(game, order, 0.0, kept) if _played_with(shown.item)]
    groups: dict[str, list[Sided]] = {}
    for shown, image in rendered(game, order, sides, DPI, kept):
        groups.setdefault(shown.item.id, []).append((shown, image))
    box = _Box(address)
    objects = []
    for sided in groups.values():
        item = sided[0][0].item
        made = box.deck(item, sided, order) if _is_deck(item) else box.tiles(item, sided, order)
        objects += made
    _lay_out(objects)
    title = game.spec.title.in_(order.language)
    saved = {"SaveName": title, "GameMode": title, "Note": "", "Table": "", "Sky": "", "LuaScript": "", "XmlUI": ""}
    document = json.dumps(saved | {"ObjectStates": objects}, ensure_ascii=False, indent=1).encode()
    files = [*box.files.items(), (f"{game.id}-{order.language}.json", document)]
    return [Asset(name, len(content)) for name, content in files], b"".join(content for _, content in files)


def _lay_out(objects: Sequence[dict[str, Any]]) -> None:
    """Boards in the middle, everything else in rows behind them."""
    boards = [thing for thing in objects if thing["Locked"]]
    for board in boards:
        board["Transform"]["posY"] = 0.96
    behind = max((board["Transform"]["scaleZ"] for board in boards), default=-7.0) + 3.0
    for place, thing in enumerate(thing for thing in objects if not thing["Locked"]):
        thing["Transform"] |= {"posX": -18.0 + 6 * (place % 7), "posZ": round(behind + 5 * (place // 7), 3)}


def _played_with(item: Part | Board) -> bool:
    """Boxes, racks and labels are for a real table."""
    return isinstance(item, Board) or item.back is not None or item.stock == "board"


def _is_deck(item: Part | Board) -> bool:
    return isinstance(item, Part) and item.stock == "card" and item.back is not None


class _Box:
    """What goes into one saved object."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.files: dict[str, bytes] = {}
        self.sheets = 0

    def deck(self, part: Part | Board, sided: Sequence[Sided], order: Order) -> list[dict[str, Any]]:
        """The cards of a part, one pile."""
        fronts = [(shown, image) for shown, image in sided if shown.side == "front"]
        backs = [image for shown, image in sided if shown.side == "back"]
        alike = len({shown.face for shown, _ in sided if shown.side == "back"}) == 1
        sheets: dict[str, Any] = {}
        cards: list[dict[str, Any]] = []
        pairs = list(zip(fronts, backs, strict=True))
        most = COLUMNS * ROWS - 1
        for number, batch in enumerate((pairs[n : n + most] for n in range(0, len(pairs), most)), start=1):
            self.sheets += 1
            face = self._sheet(f"{part.id}-{number}-front.png", [image for (_, image), _ in batch])
            name = f"{part.id}-{number}-back.png"
            back = self._picture(name, backs[0]) if alike else self._sheet(name, [image for _, image in batch])
            sheets[str(self.sheets)] = sheet = {
                "FaceURL": face,
                "BackURL": back,
                "NumWidth": COLUMNS,
                "NumHeight": ROWS,
                "BackIsHidden": True,
                "UniqueBack": not alike,
                "Type": 0,
            }
            for place, ((shown, _), _) in enumerate(batch):
                for copy in range(shown.copies):
                    card = _thing("Card", shown.row, f"{part.id} {shown.row} {copy}", _scale(part))
                    cards.append(card | {"CardID": self.sheets * 100 + place, "CustomDeck": {str(self.sheets): sheet}})
        if len(cards) == 1:
            return cards
        pile = _thing("DeckCustom", part.name.in_(order.language), part.id, _scale(part))
        pile["Transform"]["rotZ"] = 180.0
        return [pile | {"DeckIDs": [card["CardID"] for card in cards], "CustomDeck": sheets, "ContainedObjects": cards}]

    def tiles(self, item: Part | Board, sided: Sequence[Sided], order: Order) -> list[dict[str, Any]]:
        """Flat things: a few as they are, many of a kind in a bag."""
        found: list[dict[str, Any]] = []
        for front, back in _paired(sided):
            shown, image = front
            face = self._picture(f"{item.id}-{shown.row or 1}-front.png", image)
            other = self._picture(f"{item.id}-{shown.row or 1}-back.png", back[1]) if back else face
            copies = [self._tile(item, shown, copy, face, other, order) for copy in range(shown.copies)]
            if len(copies) > _FEW:
                name = f"{item.name.in_(order.language)} {shown.row}".strip()
                bag = _thing("Bag", name, f"bag {item.id} {shown.row}", 1.0)
                copies = [bag | {"ContainedObjects": copies}]
            found += copies
        return found

    def _tile(self, item: Part | Board, shown: Shown, copy: int, face: str, back: str, order: Order) -> dict[str, Any]:
        name = shown.row or item.name.in_(order.language)
        tile = _thing("Custom_Tile", name, f"{item.id} {shown.row} {copy}", item.size[1] / _INCH / 2)
        thickness = max(0.05, stocks()[item.stock].thickness / _INCH)
        kind = {"Type": 0, "Thickness": round(thickness, 3), "Stackable": False, "Stretch": True}
        image = {"ImageURL": face, "ImageSecondaryURL": back, "ImageScalar": 1.0, "WidthScale": 0.0, "CustomTile": kind}
        return tile | {"CustomImage": image, "Locked": isinstance(item, Board)}

    def _sheet(self, name: str, images: Sequence[Image.Image]) -> str:
        """Pictures of one size, row by row."""
        width, height = images[0].size
        sheet = Image.new("RGB", (COLUMNS * width, ROWS * height), "white")
        for place, image in enumerate(images):
            sheet.paste(image, (place % COLUMNS * width, place // COLUMNS * height))
        return self._picture(name, sheet)

    def _picture(self, name: str, image: Image.Image) -> str:
        buffer = io.BytesIO()
        image.save(buffer, "PNG")
        content = buffer.getvalue()
        known = next((other for other, there in self.files.items() if there == content), None)
        self.files.setdefault(known or name, content)
        return self.address + (known or name)


def _scale(part: Part | Board) -> float:
    return part.size[1] / _INCH / _CARD_HEIGHT


def _paired(sided: Sequence[Sided]) -> Iterator[tuple[Sided, Sided | None]]:
    """Fronts with their backs, or with none."""
    for place, (shown, image) in enumerate(sided):
        if shown.side == "front":
            after = sided[place + 1] if place + 1 < len(sided) else None
            yield (shown, image), after if after and after[0].side == "back" else None


def _thing(kind: str, nickname: str, identity: str, scale: float) -> dict[str, Any]:
    """What every object has; its id is made of what it is, so that the same game gives the same file."""
    place: Mapping[str, float] = {"posX": 0.0, "posY": 1.0, "posZ": 0.0, "rotX": 0.0, "rotY": 180.0, "rotZ": 0.0}
    return {
        "GUID": hashlib.sha256(identity.encode()).hexdigest()[:6],
        "Name": kind,
        "Transform": {**place, "scaleX": round(scale, 4), "scaleY": 1.0, "scaleZ": round(scale, 4)},
        "Nickname": nickname,
        "Description": "",
        "ColorDiffuse": {"r": 0.71, "g": 0.71, "b": 0.71},
        "Locked": False,
        "Grid": True,
        "Snap": True,
        "Autoraise": True,
        "Sticky": True,
        "Tooltip": True,
        "LuaScript": "",
        "LuaScriptState": "",
        "XmlUI": "",
    }
