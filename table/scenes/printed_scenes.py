"""A scene for the press: the same template, its faces as the sets print them, its type as type."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from markupsafe import Markup

from pnp.faces import svg
from pnp.faces.face import Face
from pnp.pdf.single_faces import proof
from shelf.game_data import GameData
from shelf.language import Language
from table.scenes.scene import View, Workshop, definition_of, label, scene_row

_MARGIN = 8.0
"""Millimetres of paper that stay free."""


def layout_pdf(data: GameData, view: View, language: Language, paper: tuple[float, float], caption: str) -> bytes:
    """A page that shows how to lay the table, sideways; `paper` is its width and height upright."""
    workshop = PressWorkshop(definition_of(data), data.id, language)
    row = scene_row(data, view, language, "wide") | {"layout": True}
    return workshop.page(row, (paper[1], paper[0]), caption)


class PlacedScene(NamedTuple):
    """The drawing of a scene for the press, and how large it has become."""

    markup: str
    width: float
    height: float


@dataclass
class PressWorkshop(Workshop):
    """Places faces by names that the press knows; with little ink they have no ground, and need a white one."""

    placed: dict[str, Face] = field(default_factory=dict)
    low_ink: bool = False

    def face(self, part: str, name: str, x: float, y: float, scale: float = 1, back: bool = False) -> Markup:
        """A printed face or its back, as an image."""
        key = f"face:{part}/{name}/{bool(back)}"
        if key not in self.placed:
            self.placed[key] = self.printed(str(part), str(name), bool(back))
        face = self.placed[key]
        place = Markup('x="{:.3f}" y="{:.3f}" width="{:.3f}" height="{:.3f}"').format(
            x, y, face.width * scale, face.height * scale
        )
        ground = Markup('<rect {} fill="#ffffff"/>').format(place) if self.low_ink else ""
        return Markup('{}<image href="{}" {}/>').format(ground, key, place)

    def page(self, row: dict[str, object], size: tuple[float, float], caption: str) -> bytes:
        """The scene on a page of that size, as large as fits, below its caption."""
        width, height = size
        scene = self.placed_scene(row, _MARGIN, _MARGIN + 6, width - 2 * _MARGIN, height - 2 * _MARGIN - 6)
        head = label(caption, _MARGIN, _MARGIN + 2, size=10, width=width - 2 * _MARGIN)
        face = Face(f"{head}{scene.markup}", width, height, 0.0)
        return proof(self.game, [face], placed=self.placed)

    def placed_scene(self, row: Mapping[str, object], x: float, y: float, width: float, height: float) -> PlacedScene:
        """The scene at a place, as large as fits there, without its ground."""
        (root,) = self.scenes.face(self.template, (1.0, 1.0), 0.0, row).drawing()
        _, _, across, down = svg.view_box(root)
        scale = min(width / across, height / down)
        group = Element(f"{{{svg.NAMESPACE}}}g", {"transform": f"translate({x:g} {y:g}) scale({scale:.5f})"})
        group.extend(_plain(child) for child in list(root)[1:] if svg.tag(child) != "title")
        return PlacedScene(ElementTree.tostring(group, encoding="unicode"), across * scale, down * scale)


def _plain(element: Element) -> Element:
    """Groups as the press opens them: moved, and nothing else; names are for screens."""
    if svg.tag(element) != "g":
        return element
    made = Element(element.tag, {"transform": element.get("transform", "")} if element.get("transform") else {})
    made.extend(_plain(child) for child in element if svg.tag(child) != "title")
    return made
