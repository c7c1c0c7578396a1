"""The documented format of what Tabletop Simulator saves, as far as decks, tiles, boards and bags go.

Fields and their kinds are those of public lists and of saved objects that others have published; whatever is not
listed there is refused, so that a misspelt field is found here and not at somebody's table.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator

Channel = Annotated[float, Field(ge=0, le=1)]
Address = Annotated[str, Field(pattern=r"^(file|https?)://")]


class Listed(BaseModel):
    """Only what is listed, and of no other kind."""

    model_config = ConfigDict(extra="forbid", strict=True)


class Place(Listed):
    posX: float  # noqa: N815 - the format's names
    posY: float  # noqa: N815
    posZ: float  # noqa: N815
    rotX: float  # noqa: N815
    rotY: float  # noqa: N815
    rotZ: float  # noqa: N815
    scaleX: Annotated[float, Field(gt=0)]  # noqa: N815
    scaleY: Annotated[float, Field(gt=0)]  # noqa: N815
    scaleZ: Annotated[float, Field(gt=0)]  # noqa: N815


class Colour(Listed):
    r: Channel
    g: Channel
    b: Channel


class Sheet(Listed):
    FaceURL: Address
    BackURL: Address
    NumWidth: Annotated[int, Field(ge=1, le=10)]
    NumHeight: Annotated[int, Field(ge=1, le=7)]
    BackIsHidden: bool
    UniqueBack: bool
    Type: Annotated[int, Field(ge=0, le=4)]


class Tile(Listed):
    Type: Annotated[int, Field(ge=0, le=3)]
    Thickness: Annotated[float, Field(gt=0, le=1)]
    Stackable: bool
    Stretch: bool


class Picture(Listed):
    ImageURL: Address
    ImageSecondaryURL: Address
    ImageScalar: float
    WidthScale: float
    CustomTile: Tile


class ObjectState(Listed):
    GUID: Annotated[str, Field(pattern="^[0-9a-f]{6}$")]
    Name: Literal["Card", "DeckCustom", "Custom_Tile", "Bag"]
    Transform: Place
    Nickname: str
    Description: str
    ColorDiffuse: Colour
    Locked: bool
    Grid: bool
    Snap: bool
    Autoraise: bool
    Sticky: bool
    Tooltip: bool
    LuaScript: str
    LuaScriptState: str
    XmlUI: str
    CardID: int | None = None
    DeckIDs: Annotated[list[int], Field(min_length=2)] | None = None
    CustomDeck: dict[Annotated[str, Field(pattern="^[1-9][0-9]*$")], Sheet] | None = None
    CustomImage: Picture | None = None
    ContainedObjects: list[ObjectState] | None = None

    @model_validator(mode="after")
    def _has_what_its_kind_needs(self) -> ObjectState:
        given = {name for name in type(self).model_fields if getattr(self, name) is not None}
        special = given & {"CardID", "DeckIDs", "CustomDeck", "CustomImage", "ContainedObjects"}
        wanted = {
            "Card": {"CardID", "CustomDeck"},
            "DeckCustom": {"DeckIDs", "CustomDeck", "ContainedObjects"},
            "Custom_Tile": {"CustomImage"},
            "Bag": {"ContainedObjects"},
        }
        if special != wanted[self.Name]:
            raise ValueError(f"{self.Name} has {special}")
        return self


class SaveState(Listed):
    SaveName: str
    GameMode: str
    Note: str
    Table: str
    Sky: str
    LuaScript: str
    XmlUI: str
    ObjectStates: Annotated[list[ObjectState], Field(min_length=1)]
