"""Nets as data: `nets.toml`, read strictly, with complaints about what cannot be cut or folded."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Annotated

import numpy as np
from pydantic import Field, ValidationError

from pnp.definition.game import LARGEST_SIDE, Game, Millimetres
from pnp.models.nets import SAME, Edge, Fold, Glue, Net, Points
from pnp.models.paper_models import NETS
from shelf.errors import DefinitionError, nearest
from shelf.messages import Message
from shelf.safe_files import file_in, parse_toml, read_text
from shelf.toml_models import Strict, fault_at, spelled_out

Faults = Callable[..., DefinitionError]
Place = Annotated[float, Field(ge=-LARGEST_SIDE, le=LARGEST_SIDE, allow_inf_nan=False)]


class FaceSpec(Strict):
    """A polygon by its points, or a rectangle by its size."""

    size: tuple[Millimetres, Millimetres] | None = None
    points: list[tuple[Place, Place]] = Field(default=[], max_length=100)


class FoldSpec(Strict):
    """Two edges that are one on the paper; the angle is 0 where the paper stays flat, negative for a valley."""

    edge: str
    to: str
    angle: float = Field(gt=-180, lt=180, allow_inf_nan=False)


class GlueSpec(Strict):
    """Two edges that meet in the folded model; the first carries a tab of this depth, slanted by `inset`, or none."""

    edge: str
    to: str
    tab: float = Field(default=0, ge=0, le=100)
    inset: float | None = Field(default=None, ge=0, le=100)


class NetSpec(Strict):
    """One model: `root` looks at the beholder, upright unless a `ground` face that lies on the table leans it."""

    root: str
    ground: str | None = None
    face: dict[str, FaceSpec] = Field(min_length=1, max_length=200)
    fold: list[FoldSpec] = Field(default=[], max_length=400)
    glue: list[GlueSpec] = Field(default=[], max_length=400)


class NetsFile(Strict):
    """The contents of `nets.toml`."""

    net: dict[str, NetSpec] = Field(default={}, max_length=100)


def read_nets(game: Game) -> dict[str, Net]:
    """The nets of a game by name; none where its folder has no `nets.toml`."""
    file = file_in(game.folder, NETS)
    if file is None:
        return {}
    text = read_text(file)
    try:
        specs = NetsFile.model_validate(parse_toml(file, text)).net
    except ValidationError as fault:
        raise spelled_out(file, text, fault, NetsFile) from None

    def fault_in(message: str, *place: str | int) -> DefinitionError:
        return fault_at(file, text, message, "net", *place)

    return {name: _Drafting(name, spec, fault_in).net() for name, spec in specs.items()}


@dataclass(frozen=True)
class _Drafting:
    """From the words of the file to a net, with complaints about what cannot be cut or folded."""

    name: str
    spec: NetSpec
    fault: Faults

    def net(self) -> Net:
        faces = {face: self._points(face, shape) for face, shape in self.spec.face.items()}
        for key, value in (("root", self.spec.root), ("ground", self.spec.ground)):
            if value is not None and value not in faces:
                raise self.fault(Message("nets.no_face", value=repr(value), hint=nearest(value, faces)), self.name, key)
        folds = tuple(
            Fold(self._edge(faces, fold.edge, "fold", n), self._edge(faces, fold.to, "fold", n), fold.angle)
            for n, fold in enumerate(self.spec.fold)
        )
        glues = tuple(
            Glue(
                self._edge(faces, glue.edge, "glue", n),
                self._edge(faces, glue.to, "glue", n),
                glue.tab,
                glue.tab if glue.inset is None else glue.inset,
            )
            for n, glue in enumerate(self.spec.glue)
        )
        net = Net(self.name, self.spec.root, self.spec.ground, faces, folds, glues)
        self._check(net)
        return net

    def _points(self, face: str, shape: FaceSpec) -> Points:
        if (shape.size is None) == (not shape.points):
            raise self.fault(Message("nets.size_or_points"), self.name, "face", face)
        if shape.size:
            width, height = shape.size
            return np.array([(0, 0), (width, 0), (width, height), (0, height)], dtype=float)
        points = np.array(shape.points, dtype=float)
        x, y = points.T
        if len(points) < 3 or float(x @ np.roll(y, -1) - y @ np.roll(x, -1)) <= 0:
            raise self.fault(Message("nets.three_points"), self.name, "face", face)
        return points

    def _edge(self, faces: Mapping[str, Points], name: str, kind: str, number: int) -> Edge:
        face, _, edge = name.rpartition(".")
        if face not in faces:
            raise self.fault(
                Message("nets.no_such_face", face=repr(face), hint=nearest(face, faces)), self.name, kind, number
            )
        edges = {str(place): place for place in range(len(faces[face]))}
        if edge not in edges:
            raise self.fault(Message("nets.edges", face=face, edges=len(edges) - 1), self.name, kind, number)
        return Edge(face, edges[edge])

    def _check(self, net: Net) -> None:
        joints = [("fold", n, fold.edge, fold.to) for n, fold in enumerate(net.folds)]
        joints += [("glue", n, glue.edge, glue.to) for n, glue in enumerate(net.glues)]
        for kind, number, edge, to in joints:
            one, other = net.length(edge), net.length(to)
            if abs(one - other) > SAME:
                message = Message("nets.unequal", one=f"{one:.2f}", other=f"{other:.2f}")
                raise self.fault(message, self.name, kind, number)
        for number, glue in enumerate(net.glues):
            if glue.tab and 2 * glue.inset >= net.length(glue.edge):
                raise self.fault(Message("nets.slanted"), self.name, "glue", number)
        used = [edge for *_, one, other in joints for edge in (one, other)]
        if twice := next((edge for edge in used if used.count(edge) > 1), None):
            raise self.fault(Message("nets.edge_twice", face=twice.face, number=twice.number), self.name)
        if len(net.joints) != len(net.folds) or len(net.joints) != len(net.faces) - 1:
            raise self.fault(Message("nets.not_one_piece"), self.name, "fold")
