"""What templates see of a paper model: the flat net to print, and the model as a picture, however far it is folded."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from pnp.models.nets import Net, Points, moved
from shelf.errors import PrintingError, nearest
from shelf.messages import Message

Plain = dict[str, Any]


def net_function(nets: Mapping[str, Net]) -> Callable[..., Plain]:
    """The function `net` of templates."""

    def net(name: str) -> Plain:
        """A net as it lies on the sheet, its top left corner at 0, 0: faces, cut, scores and tabs."""
        found = _named(nets, name)
        width, height = found.size
        return {
            "width": width,
            "height": height,
            "faces": [_flat_face(found, face) for face in found.faces],
            "cut": "".join(_path(loop) for loop in found.outline),
            "scores": [{"path": _path(np.array([s.start, s.end]), False), "crease": s.crease} for s in found.scores],
            "tabs": [_tab(tab) for _, tab in found.tabs],
        }

    return net


def model_function(nets: Mapping[str, Net]) -> Callable[..., Plain]:
    """The function `model` of templates."""

    def model(
        name: str,
        turn: float = 30,
        tilt: float = 30,
        share: float = 1,
        x: float = 0,
        y: float = 0,
        spin: float = 0,
    ) -> Plain:
        """A model seen from afar, turned and tilted by degrees, its faces in the order in which they are drawn.

        `share` tells how far it is folded, and below 1 the tabs are seen as faces called tab; x, y is the place of its
        ground on the table, `spin` turns it there.
        """
        found = _named(nets, name)
        look = _look(turn, tilt)
        ground = _on_table(found, x, y, spin)
        places = found.folded(share).items()
        seen = [_seen(face, found.faces[face], look @ ground @ place) for face, place in places]
        if share < 1:
            seen += [_seen("tab", tab, look @ ground @ found.tab_place(glue, share)) for glue, tab in found.tabs]
        seen.sort(key=lambda face: -face["depth"])
        corners = np.array([corner for face in seen for corner in face["points"]])
        (left, top), (right, bottom) = corners.min(axis=0), corners.max(axis=0)
        return {
            "faces": seen,
            "left": float(left),
            "top": float(top),
            "width": float(right - left),
            "height": float(bottom - top),
            "depth": float((look @ ground @ [*_middle(found)[:2], 0.0, 1.0])[2]),
        }

    return model


def _named(nets: Mapping[str, Net], name: str) -> Net:
    if name not in nets:
        raise PrintingError(Message("nets.no_net", name=repr(str(name)), hint=nearest(str(name), nets)))
    return nets[name]


def _path(points: Points, closed: bool = True) -> str:
    return "M" + "L".join(f"{x:.3f} {y:.3f}" for x, y in points[:, :2]) + ("Z" if closed else "")


def _flat_face(net: Net, face: str) -> Plain:
    place, points = net.flat[face], net.faces[face]
    (a, c, e), (b, d, f) = place[0], place[1]
    width, height = points.max(axis=0)
    return {
        "name": face,
        "matrix": " ".join(f"{value:.6f}" for value in (a, b, c, d, e, f)),
        "path": _path(points),
        "laid": _path(moved(place, points)),
        "width": float(width),
        "height": float(height),
    }


def _tab(points: Points) -> Plain:
    """A tab with its own axes: x along the edge it hangs on, y away from the face."""
    start, outer, _, end = points
    along, out = end - start, outer - start
    length = float(np.linalg.norm(along))
    along = along / length
    away = np.array([along[1], -along[0]])
    numbers = (*along, *away, *start)
    return {
        "path": _path(points),
        "matrix": " ".join(f"{value:.6f}" for value in numbers),
        "length": length,
        "depth": float(out @ away),
        "inset": float(out @ along),
    }


def _look(turn: float, tilt: float) -> Points:
    """From X right, Y away, Z up to x right, y down on the picture and the distance from the beholder."""
    cos, sin = math.cos(math.radians(turn)), math.sin(math.radians(turn))
    up, over = math.cos(math.radians(tilt)), math.sin(math.radians(tilt))
    return np.array(
        [
            [cos, -sin, 0, 0],
            [-sin * over, -cos * over, -up, 0],
            [sin * up, cos * up, -over, 0],
            [0, 0, 0, 1],
        ]
    )


def _middle(net: Net) -> Points:
    corners = np.vstack(list(net.solid().values()))
    middle: Points = (corners.min(axis=0) + corners.max(axis=0)) / 2
    return middle


def _on_table(net: Net, x: float, y: float, spin: float) -> Points:
    """Turns a model about the middle of its ground, then moves it there."""
    cos, sin = math.cos(math.radians(spin)), math.sin(math.radians(spin))
    place = np.eye(4)
    place[:2, :2] = [[cos, -sin], [sin, cos]]
    middle = _middle(net)[:2]
    place[:2, 3] = middle - place[:2, :2] @ middle + [x, y]
    return place


def _seen(face: str, points: Points, place: Points) -> Plain:
    corners = points @ place[:3, :2].T + place[:3, 3]
    a, b = place[0, :2]
    c, d = place[1, :2]
    outwards = -place[:3, 2]
    return {
        "name": face,
        "matrix": " ".join(f"{value:.6f}" for value in (a, c, b, d, place[0, 3], place[1, 3])),
        "path": _path(points),
        "seen": _path(corners),
        "points": [(float(corner[0]), float(corner[1])) for corner in corners],
        "depth": float(corners[:, 2].mean()),
        "front": bool(outwards[2] < -1e-6),
        "light": float(outwards @ _SUN),
        "width": float(points[:, 0].max()),
        "height": float(points[:, 1].max()),
    }


_SUN = np.array([-0.55, -0.70, -0.45])
"""Towards the sun, as the picture has its axes: from the upper left, a little from the front."""
