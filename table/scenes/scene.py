"""A scene: a position drawn by a template of its game, made of the faces that were printed.

`templates/<game>/scene.svg.j2` gets what `show --json` tells, places faces by name, and marks what can be tapped:

- A thing that can be tapped is a `<g class="thing" data-step="...">`; `data-step` has the steps of the log's notation
  that it stands for, with spaces between them. Where there are several, a tap chooses among them: what else stands for
  one of these is tapped next, until one step is left.
- A step that no thing stands for, such as `stop`, is among the scene's `loose` ones.
- `<g class="sign">` is what a seat is known by, in the order of the seats; a page shows it beside the name, too.
- `<g class="last">` marks what the last turn did, `<g class="ghost">` what a turn under consideration would do; both
  come from comparing positions, so they know no more than those.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Literal

from markupsafe import Markup, escape

from pnp.definition.game import Board, Game, Part, read_folder
from pnp.faces import svg
from pnp.faces.face import INK, Face, FaceMaker
from pnp.faces.fonts import POINT, font, text_width
from pnp.faces.images import Images
from shelf import paths
from shelf.errors import PrintingError, nearest, quoted
from shelf.game_data import GameData
from shelf.language import Language
from shelf.messages import Message
from table.scenes.drawings import Portfolio
from table.scenes.plain_things import entries_of

Shape = Literal["wide", "portrait"]
SHAPES: tuple[Shape, ...] = ("wide", "portrait")
View = Mapping[str, Any]
"""A position as `Playable.picture` tells it."""

TEMPLATE = "scene.svg.j2"
_STEPS = re.compile(r'data-step="([^"]*)"')
_SIGN = re.compile(r'<g class="sign"[^>]*>\s*<rect width="([\d.]+)" height="([\d.]+)"[^>]*/>(.*?)</g>', re.DOTALL)
_NO_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


@dataclass(frozen=True)
class Scene:
    """A drawn position, and its size in the drawing's own units."""

    start: str
    """The root element's first tag."""
    drawings: Mapping[str, str]
    """The faces that it uses, by their ids, which tell the content: a page need not fetch one that it has."""
    body: str
    """What lies on the table, and the root element's last tag."""
    width: float
    height: float
    loose: tuple[str, ...]
    """The steps that no thing stands for."""

    @cached_property
    def svg(self) -> str:
        """The whole picture in one piece."""
        return f"{self.start}<defs>{''.join(self.drawings.values())}</defs>{self.body}"

    @cached_property
    def signs(self) -> tuple[str, ...]:
        """By what each seat is known, as pictures of their own for a page that has the faces."""
        return tuple(
            f'<svg viewBox="0 0 {width} {height}" aria-hidden="true">{sign}</svg>'
            for width, height, sign in _SIGN.findall(self.body)
        )

    @property
    def bare(self) -> str:
        """The picture for a page that has the faces already."""
        return self.start + self.body


def scene_row(data: GameData, view: View, language: Language, shape: Shape) -> dict[str, Any]:
    """What the template of a scene gets, without marks on things; a `layout` is to be laid out by, and has no seats.

    A `tight` one takes no more room than what still lies there.
    """
    return {
        "view": view,
        "before": None,
        "ghost": None,
        "steps": [],
        "shape": shape,
        "variant": data.variant,
        "said": data.phrases(language).get("screen", {}).get("seat", {}),
        "layout": False,
        "tight": False,
    }


def definition_of(data: GameData) -> Game:
    """What is printed of the game that is played."""
    shipped = data.folder.resolve() == (paths.GAMES / data.id).resolve()
    return read_folder(data.folder, own=not shipped)


@dataclass
class Workshop:
    """Draws the scenes of one game in one language."""

    game: Game
    plays: str
    language: Language
    outlines: bool = False
    _faces: dict[tuple[str, str, bool], str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.portfolio = Portfolio(Images([self.game.folder, paths.ASSETS]), self.outlines)
        self.maker = FaceMaker(self.game, self.language, flat=True)
        names: dict[str, object] = {"face": self.face, "board": self.board, "label": label, "by": by, "pairs": pairs}
        names["entries"] = entries_of(self.game)
        self.scenes = FaceMaker(self.game, self.language, flat=True, more=names)

    @property
    def template(self) -> str:
        """The game's own scene, that of the game whose rules it plays by, or the one that fits any game."""
        own = (TEMPLATE, f"{self.plays}/{TEMPLATE}", f"common/{TEMPLATE}")
        return next(name for name in own if self.game.template_file(name))

    def drawn(self, row: Mapping[str, Any]) -> Scene:
        """The scene with all that it uses."""
        outer = self.scenes.face(self.template, (1.0, 1.0), 0.0, row).drawing()
        (root,) = outer
        _, _, width, height = svg.view_box(root)
        needs: dict[str, None] = {}
        head, end, body = self.portfolio.shown(outer, needs).partition(">")
        start = head.replace("<svg ", f'<svg xmlns="{svg.NAMESPACE}" ', 1) + end
        used = {name: drawing.markup for name, drawing in self.portfolio.with_needs(needs).items()}
        standing = {step for found in _STEPS.findall(body) for step in html.unescape(found).split()}
        return Scene(start, used, body, width, height, tuple(step for step in row["steps"] if step not in standing))

    def portrait(self, name: str) -> str | None:
        """The face of a thing by the id of its row, as a picture of its own; None where no part shows it."""
        ids = {part.id: [row["id"] for row in self.game.rows(part)] for part in self.game.spec.part}
        part = next((part for part in self.game.spec.part if name in ids[part.id]), None)
        if part is None:
            return None
        drawings = self.portfolio.with_needs([self._kept(part.id, name, False)])
        defs = "".join(drawing.markup for drawing in drawings.values())
        size = f"0 0 {part.size[0]:g} {part.size[1]:g}"
        use = self.face(part.id, name, 0, 0)
        return f'<svg xmlns="{svg.NAMESPACE}" viewBox="{size}"><defs>{defs}</defs>{use}</svg>'

    def face(self, part: str, name: str, x: float, y: float, scale: float = 1, back: bool = False) -> Markup:
        """A printed face or its back: the part by its id, the row of its table by its own, its top left corner."""
        key = self._kept(str(part), str(name), bool(back))
        return Markup('<use href="#{}" transform="translate({:.3f} {:.3f}) scale({:.4g})"/>').format(key, x, y, scale)

    def board(self, name: str, x: float, y: float, scale: float = 1) -> Markup:
        """A printed board by its id."""
        return self.face(name, "", x, y, scale)

    def _kept(self, item_id: str, name: str, back: bool) -> str:
        key = item_id, name, back
        if key not in self._faces:
            self._faces[key] = self.portfolio.keep(self.printed(*key).drawing())
        return self._faces[key]

    def printed(self, item_id: str, name: str, back: bool) -> Face:
        """A face as the press prints it."""
        item = self._item(item_id)
        template = item.back if back and isinstance(item, Part) else item.face
        if template is None:
            raise PrintingError(Message("scene.no_back", item_id=quoted(item_id)))
        return self.maker.face(template, item.size, 0.0, self._row(item, name))

    def _item(self, item_id: str) -> Part | Board:
        every: list[Part | Board] = [*self.game.spec.part, *self.game.spec.board]
        items = {item.id: item for item in every}
        if item_id not in items:
            raise PrintingError(Message("scene.no_part", item_id=quoted(item_id), hint=nearest(item_id, items)))
        return items[item_id]

    def _row(self, item: Part | Board, name: str) -> Mapping[str, Any]:
        rows = self.game.rows(item)
        if not name:
            return rows[0] if rows else {}
        found = next((row for row in rows if row["id"] == name), None)
        if found is None:
            hint = nearest(name, [row["id"] for row in rows])
            raise PrintingError(Message("scene.no_row", id=item.id, name=quoted(name), hint=hint))
        return found


def by(key: str, rows: Iterable[Mapping[str, Any]]) -> dict[Any, Mapping[str, Any]]:
    """Rows by what stands in one of their columns; of several the first."""
    found: dict[Any, Mapping[str, Any]] = {}
    for row in rows:
        found.setdefault(row[key], row)
    return found


def pairs(written: str) -> dict[str, list[str]]:
    """What a template wrote as `name=value name=value ...`, as the values of each name; templates cannot grow lists."""
    found: dict[str, list[str]] = {}
    for pair in str(written).split():
        name, _, value = pair.partition("=")
        if value not in found.setdefault(name, []):
            found[name].append(value)
    return found


def label(
    string: object,
    x: float,
    y: float,
    size: float = 16,
    width: float | None = None,
    weight: str = "regular",
    italic: bool = False,
    anchor: str = "start",
    fill: str = INK,
) -> Markup:
    """A line that may come from anybody: what is too long for `width` ends in dots, and no letter is refused."""
    line, name = _NO_XML.sub("\ufffd", str(string)), font("serif", weight, italic)
    if width is not None and text_width(line, name, size) > width:
        while line and text_width(f"{line}…", name, size) > width:
            line = line[:-1]
        line = f"{line.rstrip()}…"
    type_ = Markup('font-family="{}" font-size="{:.3f}" text-anchor="{}"').format(name, size * POINT, anchor)
    return Markup('<text x="{:.3f}" y="{:.3f}" {} fill="{}">{}</text>').format(x, y, type_, fill, escape(line))
