"""A collection of puzzles on paper: positions drawn with the printed faces, room for answers, solutions upside down."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from pnp.faces.face import Face, FaceMaker
from pnp.faces.ink import Ink
from pnp.imposition.papers import papers
from pnp.pdf.single_faces import proof
from shelf.kept import Kept
from shelf.language import Language
from table.puzzles.collection import PuzzlePosition
from table.puzzles.telling import known, question, solution
from table.scenes.printed_scenes import PlacedScene, PressWorkshop
from table.scenes.scene import definition_of, scene_row
from table.screens.words import Words

TEMPLATE = "common/puzzles.svg.j2"
HEAD, FOOT = 62.0, 7.0
"""Millimetres for the head of the first page and for the foot of every page."""
WORDS, GAP = 24.0, 4.0
"""Millimetres for question and answer of a puzzle, and between two of them."""
SOLVED = 12
"""Solutions on a page."""


@dataclass(frozen=True)
class Press:
    """How it is to be printed."""

    paper: str
    language: Language
    low_ink: bool = False
    greyscale: bool = False


@dataclass(frozen=True)
class _Block:
    """A puzzle where it stands on its page."""

    number: int
    y: float
    scene: PlacedScene
    puzzle: PuzzlePosition


def puzzle_pages(puzzles: Sequence[PuzzlePosition], press: Press, kept: Kept | None = None) -> tuple[bytes, int]:
    """The finished PDF and its number of pages."""
    kept = kept or Kept()
    data = puzzles[0].match.game.data
    sheet, words = papers()[press.paper], Words(press.language)
    workshop = PressWorkshop(definition_of(data), data.id, press.language, low_ink=press.low_ink)
    area = sheet.width - 2 * sheet.side, sheet.height - 2 * sheet.end
    pages = _pages(workshop, puzzles, area)
    maker = FaceMaker(workshop.game, press.language, press.low_ink, flat=True, kept=kept)
    size, margin = (sheet.width, sheet.height), {"side": sheet.side, "end": sheet.end}
    solved = [puzzles[start : start + SOLVED] for start in range(0, len(puzzles), SOLVED)]
    whole = len(pages) + len(solved)
    faces: list[Face] = []
    for number, blocks in enumerate(pages, start=1):
        row = {"page": number, "pages": whole, "kind": "puzzles", **margin}
        row |= {"head": _head(puzzles, words) if number == 1 else None, "said": _labels(words)}
        faces.append(maker.face(TEMPLATE, size, 0.0, row | {"blocks": [_row(block, words) for block in blocks]}))
    for number, some in enumerate(solved, start=len(pages) + 1):
        row = {"page": number, "pages": whole, "kind": "solutions", **margin, "said": _labels(words)}
        told = [{"number": puzzle.number, "text": solution(puzzle, words)} for puzzle in some]
        faces.append(maker.face(TEMPLATE, size, 0.0, row | {"solutions": told}))
    title = f"{workshop.game.spec.title.in_(press.language)}: {words.entry('puzzles.title')}"
    ink = Ink(press.low_ink, press.greyscale)
    return proof(workshop.game, faces, ink, workshop.placed, kept, title, press.language), whole


def _pages(workshop: PressWorkshop, puzzles: Sequence[PuzzlePosition], area: tuple[float, float]) -> list[list[_Block]]:
    """As many puzzles on a page as fit, two at least; below the head the first one has all the room that there is."""
    width, height = area[0], area[1] - FOOT
    pages: list[list[_Block]] = [[]]
    y = HEAD
    for puzzle in puzzles:
        most = height - HEAD - WORDS if not pages[0] else (height - GAP) / 2 - WORDS
        scene = _drawn(workshop, puzzle, width, most)
        if y + WORDS + scene.height > height:
            pages.append([])
            y = 0.0
        pages[-1].append(_Block(puzzle.number, y, scene, puzzle))
        y += WORDS + scene.height + GAP
    return [page for page in pages if page]


def _drawn(workshop: PressWorkshop, puzzle: PuzzlePosition, width: float, height: float) -> PlacedScene:
    match = puzzle.match
    viewer = puzzle.seat if puzzle.entry.kind == "points" else None
    view = match.game.picture(match.state, viewer, match.players, match.states[:-1])
    row = scene_row(match.game.data, view, workshop.language, "wide") | {"tight": True}
    return workshop.placed_scene(row, 0, 0, width, height)


def _row(block: _Block, words: Words) -> Mapping[str, Any]:
    scene = block.scene
    return {
        "number": block.number,
        "y": block.y,
        "level": block.puzzle.entry.level,
        "question": question(block.puzzle, words),
        "known": known(block.puzzle, words),
        "scene": Markup(scene.markup),
        "width": scene.width,
        "height": scene.height,
    }


def _head(puzzles: Sequence[PuzzlePosition], words: Words) -> Mapping[str, Any]:
    """What the first page says about all of them."""
    kinds = {puzzle.entry.kind for puzzle in puzzles}
    search = words.entry("puzzles.levels_search") if kinds - {"points"} else ""
    policy = words.entry("puzzles.levels_policy") if "points" in kinds else ""
    return {
        "intro": words.entry("puzzles.intro"),
        "levels": str(words.entry("puzzles.levels")).format(win=search, points=policy),
        "count": len(puzzles),
    }


def _labels(words: Words) -> Mapping[str, str]:
    return {key: str(words.entry(f"puzzles.{key}")) for key in ("title", "level", "answer", "solutions")}
