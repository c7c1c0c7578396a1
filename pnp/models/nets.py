"""Paper models: a net of polygons, laid flat to be printed and folded up in space. `pnp.models.net_files` reads them.

A face is drawn as it is seen from outside, in millimetres, x to the right and y downwards, its points clockwise; edge n
runs from point n to the next. The flat sheet has the same axes and z into the paper, away from the printed side, so
that a mountain fold turns a face towards +z.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

Matrix = NDArray[np.float64]
Points = NDArray[np.float64]
Crease = Literal["mountain", "valley"]

_ORIGIN, _RIGHT = np.zeros(2), np.array([1.0, 0.0])

SAME = 0.01
"""Millimetres within which two edges are equally long and two points the same."""


class Edge(NamedTuple):
    """An edge of a face."""

    face: str
    number: int


@dataclass(frozen=True)
class Fold:
    """Where two faces hang together."""

    edge: Edge
    to: Edge
    angle: float


@dataclass(frozen=True)
class Glue:
    """Where two edges meet, with or without a tab on the first."""

    edge: Edge
    to: Edge
    tab: float
    inset: float


class Score(NamedTuple):
    """A line to score before folding, from point to point on the flat sheet."""

    start: Points
    end: Points
    crease: Crease


@dataclass(frozen=True)
class Net:
    """A model of paper."""

    name: str
    root: str
    ground: str | None
    faces: Mapping[str, Points]
    folds: tuple[Fold, ...]
    glues: tuple[Glue, ...]

    def ends(self, edge: Edge) -> tuple[Points, Points]:
        """The two ends of an edge in the coordinates of its face."""
        points = self.faces[edge.face]
        return points[edge.number], points[(edge.number + 1) % len(points)]

    def length(self, edge: Edge) -> float:
        """The length of an edge."""
        start, end = self.ends(edge)
        return float(np.linalg.norm(end - start))

    @cached_property
    def joints(self) -> tuple[tuple[Fold, bool], ...]:
        """The folds in the order in which the root leads to them, each face once; True if it is led to backwards."""
        reached, found, waiting = {self.root}, [], list(self.folds)
        while waiting:
            ready = [fold for fold in waiting if (fold.edge.face in reached) != (fold.to.face in reached)]
            if not ready:
                break
            backwards = ready[0].to.face in reached
            reached.add(ready[0].edge.face if backwards else ready[0].to.face)
            found.append((ready[0], backwards))
            waiting.remove(ready[0])
        return tuple(found)

    @cached_property
    def flat(self) -> Mapping[str, Matrix]:
        """The place of every face on the sheet: the matrix from its own coordinates, the net at the top left."""
        places: dict[str, Matrix] = {self.root: np.eye(3)}
        for fold, backwards in self.joints:
            here, there = (fold.to, fold.edge) if backwards else (fold.edge, fold.to)
            start, end = (moved(places[here.face], point) for point in self.ends(here))
            places[there.face] = _laid(self.ends(there), (end, start))
        corner = np.vstack([moved(places[face], points) for face, points in self.faces.items()])
        tabs = [self._trapezium(glue, places) for glue in self.glues if glue.tab]
        left, top = np.vstack([corner, *tabs]).min(axis=0)
        return {face: _shift(-left, -top) @ place for face, place in places.items()}

    def polygon(self, face: str) -> Points:
        """A face on the flat sheet."""
        return moved(self.flat[face], self.faces[face])

    def _trapezium(self, glue: Glue, places: Mapping[str, Matrix]) -> Points:
        start, end = (moved(places[glue.edge.face], point) for point in self.ends(glue.edge))
        along = (end - start) / np.linalg.norm(end - start)
        out = np.array([along[1], -along[0]]) * glue.tab
        return np.array([start, start + along * glue.inset + out, end - along * glue.inset + out, end])

    @cached_property
    def tabs(self) -> tuple[tuple[Glue, Points], ...]:
        """The tabs on the flat sheet, each from the start of its edge round to the end."""
        return tuple((glue, self._trapezium(glue, self.flat)) for glue in self.glues if glue.tab)

    @cached_property
    def size(self) -> tuple[float, float]:
        """Width and height of the flat net."""
        polygons = [self.polygon(face) for face in self.faces] + [tab for _, tab in self.tabs]
        width, height = np.vstack(polygons).max(axis=0)
        return float(width), float(height)

    def folded(self, share: float = 1.0) -> dict[str, Matrix]:
        """The place of every face in space when each fold is made by a share of its angle; the root does not move."""
        return {face: self._standing @ place for face, place in self._bent(share).items()}

    def _bent(self, share: float) -> dict[str, Matrix]:
        """The same in the axes of the sheet."""
        places: dict[str, Matrix] = {self.root: np.eye(4)}
        for fold, backwards in self.joints:
            here, there = (fold.to, fold.edge) if backwards else (fold.edge, fold.to)
            start, end = (moved(self.flat[here.face], point) for point in self.ends(here))
            places[there.face] = places[here.face] @ _hinge(start, end, fold.angle * share)
        return {face: place @ _lifted(self.flat[face]) for face, place in places.items()}

    @cached_property
    def _standing(self) -> Matrix:
        """Stands the folded model upright: X to the right along the root, Y away from the beholder, Z upwards."""
        turned: Matrix = np.array([[1.0, 0, 0, 0], [0, 0, 1, 0], [0, -1, 0, 0], [0, 0, 0, 1]])
        places = self._bent(1.0)
        if self.ground:
            up = turned[:3, :3] @ places[self.ground][:3, 2]
            turned = _hinge(_ORIGIN, _RIGHT, -math.degrees(math.atan2(up[1], up[2]))) @ turned
        corners = [_in_space(turned @ place, self.faces[face]) for face, place in places.items()]
        turned[:3, 3] -= np.vstack(corners).min(axis=0)
        return turned

    def solid(self, share: float = 1.0) -> dict[str, Points]:
        """The points of every face in space."""
        return {face: _in_space(place, self.faces[face]) for face, place in self.folded(share).items()}

    def solid_edge(self, edge: Edge) -> tuple[Points, Points]:
        """The ends of an edge of the folded model."""
        start, end = (_in_space(self._closed[edge.face], point[None])[0] for point in self.ends(edge))
        return start, end

    @cached_property
    def _closed(self) -> dict[str, Matrix]:
        return self.folded()

    def tab_angle(self, glue: Glue) -> float:
        """By how much a tab is folded so that it lies on the inside of the face it is glued to."""
        start, end = self.solid_edge(glue.edge)
        along = (end - start) / np.linalg.norm(end - start)
        inside = self._closed[glue.edge.face][:3, 2]
        outwards = np.cross(inside, along) * -1
        onto = np.cross(self._closed[glue.to.face][:3, 2], -along)
        return math.degrees(math.atan2(float(onto @ inside), float(onto @ outwards)))

    def tab_place(self, glue: Glue, share: float = 1.0) -> Matrix:
        """The place of a tab in space, from the coordinates of the flat sheet."""
        start, end = (moved(self.flat[glue.edge.face], point) for point in self.ends(glue.edge))
        there = self.folded(share)[glue.edge.face] @ np.linalg.inv(_lifted(self.flat[glue.edge.face]))
        place: Matrix = there @ _hinge(start, end, self.tab_angle(glue) * share)
        return place

    def solid_tab(self, glue: Glue) -> Points:
        """A folded tab in space."""
        return _in_space(self.tab_place(glue), next(points for other, points in self.tabs if other == glue))

    @cached_property
    def scores(self) -> tuple[Score, ...]:
        """Every line to score: the folds between faces and those of the tabs."""
        lines = [(fold.edge, fold.angle) for fold in self.folds if fold.angle]
        lines += [(glue.edge, self.tab_angle(glue)) for glue, _ in self.tabs]
        ends = [moved(self.flat[edge.face], np.array(self.ends(edge))) for edge, _ in lines]
        return tuple(
            Score(start, end, "mountain" if angle > 0 else "valley")
            for (start, end), (_, angle) in zip(ends, lines, strict=True)
        )

    @cached_property
    def outline(self) -> tuple[Points, ...]:
        """The cut: closed lines round everything, tabs included."""
        joined = {edge for fold in self.folds for edge in (fold.edge, fold.to)}
        tabs = {glue.edge: tab for glue, tab in self.tabs}
        pieces = []
        for face, points in self.faces.items():
            for number in range(len(points)):
                edge = Edge(face, number)
                if edge not in joined:
                    plain = np.array([moved(self.flat[face], point) for point in self.ends(edge)])
                    pieces.append(tabs.get(edge, plain))
        return tuple(_chained(pieces))


def moved(place: Matrix, points: Points) -> Points:
    """Points, or one, of the plane after a matrix of the plane."""
    result: Points = points @ place[:2, :2].T + place[:2, 2]
    return result


def _in_space(place: Matrix, points: Points) -> Points:
    result: Points = points @ place[:3, :2].T + place[:3, 3]
    return result


def _shift(x: float, y: float) -> Matrix:
    return np.array([[1, 0, x], [0, 1, y], [0, 0, 1.0]])


def _laid(edge: tuple[Points, Points], onto: tuple[Points, Points]) -> Matrix:
    """The move of the plane, without mirroring, that brings an edge onto another."""
    (a, b), (c, d) = edge, onto
    turn = math.atan2(*(d - c)[::-1]) - math.atan2(*(b - a)[::-1])
    cos, sin = math.cos(turn), math.sin(turn)
    place = np.array([[cos, -sin, 0], [sin, cos, 0], [0, 0, 1.0]])
    place[:2, 2] = c - place[:2, :2] @ a
    return place


def _lifted(place: Matrix) -> Matrix:
    """A move of the plane as one of space."""
    result = np.eye(4)
    result[:2, :2], result[:2, 3] = place[:2, :2], place[:2, 2]
    return result


def _hinge(start: Points, end: Points, degrees: float) -> Matrix:
    """What a fold along an edge does to everything beyond it; beyond is on the left of a walk from start to end."""
    axis = np.append((end - start) / np.linalg.norm(end - start), 0.0)
    cos, sin = math.cos(math.radians(-degrees)), math.sin(math.radians(-degrees))
    cross = np.array([[0, -axis[2], axis[1]], [axis[2], 0, -axis[0]], [-axis[1], axis[0], 0]])
    turn = np.eye(4)
    turn[:3, :3] = np.eye(3) * cos + sin * cross + (1 - cos) * np.outer(axis, axis)
    at = np.append(start, 0.0)
    turn[:3, 3] = at - turn[:3, :3] @ at
    return turn


def _chained(pieces: list[Points]) -> Iterator[Points]:
    """Lines joined end to start into closed ones."""
    rest = list(pieces)
    while rest:
        line = [rest.pop(0)]
        while np.linalg.norm(line[-1][-1] - line[0][0]) > SAME:
            following = (n for n, piece in enumerate(rest) if np.linalg.norm(piece[0] - line[-1][-1]) < SAME)
            line.append(rest.pop(next(following)))
        yield np.vstack([piece[:-1] for piece in line])
