"""A frame near the cut shows every slip of the knife: it keeps 1.2 mm off, or there is none."""

from __future__ import annotations

from collections.abc import Iterator
from xml.etree import ElementTree

import pytest

from pnp.definition.game import Game, Part, load
from pnp.faces.face import FaceMaker
from shelf import paths

LEAST = 1.2
NETS = ("net.svg.j2", "box.svg.j2", "councillor.svg.j2")
"""Models: their faces end at folds, and what is cut has its colour beyond the cut."""

Frame = tuple[float, float, float, float]


def upright(group: ElementTree.Element) -> Iterator[ElementTree.Element]:
    """What is drawn in the face's own millimetres."""
    for element in group:
        if not element.get("transform"):
            yield element
            yield from upright(element)


def frames(markup: str) -> Iterator[Frame]:
    """The outer edges of every rectangle and ring that is only a line: left, top, right, bottom."""
    for element in upright(ElementTree.fromstring(f"<svg>{markup}</svg>")):
        if element.get("fill") != "none" or not element.get("stroke"):
            continue
        half = float(element.get("stroke-width", 1)) / 2
        if element.tag.endswith("rect"):
            x, y, w, h = (float(element.get(name, 0)) for name in ("x", "y", "width", "height"))
            yield x - half, y - half, x + w + half, y + h + half
        elif element.tag.endswith("circle"):
            x, y, r = (float(element.get(name, 0)) for name in ("cx", "cy", "r"))
            yield x - r - half, y - r - half, x + r + half, y + r + half


def faces(game: Game, part: Part, low_ink: bool) -> Iterator[str]:
    maker = FaceMaker(game, "de", low_ink)
    for row in game.rows(part):
        for template in (part.face, part.back):
            if template:
                yield maker.face(template, part.size, 0.0, row).svg


def flat_parts() -> list[tuple[str, Part]]:
    games = [load(name) for name in paths.game_ids()]
    return [(game.id, part) for game in games for part in game.spec.part if not part.face.endswith(NETS)]


@pytest.mark.parametrize(("name", "part"), flat_parts(), ids=lambda value: getattr(value, "id", value))
@pytest.mark.parametrize("low_ink", [False, True])
def test_frames_keep_off_the_cut(name: str, part: Part, low_ink: bool) -> None:
    width, height = part.size
    for svg in faces(load(name), part, low_ink):
        for left, top, right, bottom in frames(svg):
            if right - left > 0.5 * width and bottom - top > 0.5 * height:
                assert min(left, top, width - right, height - bottom) > LEAST - 0.01, (left, top, right, bottom)


def test_pictures_of_stones_have_no_frame_near_the_cut() -> None:
    for file in (paths.GAMES / "kardinal" / "stones").iterdir():
        for left, top, right, bottom in frames(file.read_text(encoding="utf-8")):
            assert min(left, top, 12 - right, 12 - bottom) > LEAST, file.name
