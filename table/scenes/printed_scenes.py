"""A scene for the press: the same template, its faces as the sets print them, its type as type."""

from __future__ import annotations

from dataclasses import dataclass, field
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
    workshop = _PressWorkshop(definition_of(data), data.id, language)
    row = scene_row(data, view, language, "wide") | {"layout": True}
    return workshop.page(row, (paper[1], paper[0]), caption)


@dataclass
class _PressWorkshop(Workshop):
    """Places faces by names that the press knows."""

    placed: dict[str, Face] = field(default_factory=dict)

    def face(self, part: str, name: str, x: float, y: float, scale: float = 1, back: bool = False) -> Markup:
        """A printed face or its back, as an image."""
        key = f"face:{part}/{name}/{bool(back)}"
        if key not in self.placed:
            self.placed[key] = self.printed(str(part), str(name), bool(back))
        face = self.placed[key]
        size = face.width * scale, face.height * scale
        return Markup('<image href="{}" x="{:.3f}" y="{:.3f}" width="{:.3f}" height="{:.3f}"/>').format(
            key, x, y, *size
        )

    def page(self, row: dict[str, object], size: tuple[float, float], caption: str) -> bytes:
        """The scene on a page of that size, as large as fits, below its caption."""
        width, height = size
        (root,) = self.scenes.face(self.template, (1.0, 1.0), 0.0, row).drawing()
        _, _, across, down = svg.view_box(root)
        scale = min((width - 2 * _MARGIN) / across, (height - 2 * _MARGIN - 6) / down)
        group = Element(
            f"{{{svg.NAMESPACE}}}g", {"transform": f"translate({_MARGIN} {_MARGIN + 6}) scale({scale:.5f})"}
        )
        group.extend(_plain(child) for child in list(root)[1:] if svg.tag(child) != "title")
        head = label(caption, _MARGIN, _MARGIN + 2, size=10, width=width - 2 * _MARGIN)
        face = Face(f"{head}{ElementTree.tostring(group, encoding='unicode')}", width, height, 0.0)
        return proof(self.game, [face], placed=self.placed)


def _plain(element: Element) -> Element:
    """Groups as the press opens them: moved, and nothing else; names are for screens."""
    if svg.tag(element) != "g":
        return element
    made = Element(element.tag, {"transform": element.get("transform", "")} if element.get("transform") else {})
    made.extend(_plain(child) for child in element if svg.tag(child) != "title")
    return made
