"""The boxes: everything that the set consists of goes in, with air, and the four look like one press."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import pytest

from pnp.definition.game import LANGUAGES, Game, load
from pnp.faces.face import FaceMaker
from pnp.imposition.folding import panels
from pnp.imposition.papers import papers
from pnp.imposition.stocks import stocks
from pnp.models.net_files import read_nets
from pnp.models.nets import Net
from pnp.pdf.single_faces import proof
from pnp.print_options import Order
from pnp.sheets.composition import Composition
from shelf.language import Language
from tests.looking import letters, picture

Size = tuple[float, float, float]
SETS = [("kk-card", False), ("kk-board", False), ("kk-board", True), ("cartino", False), ("kardinal", False)]
SETS += [("kardinal", True)]
OVERLAP = 16.0
"""Millimetres by which the halves of a tray slide into one another."""
LOOSE = 1.5
"""Small things that are poured in take so much more room than themselves."""
FOLDED_BOARDS = {"kk-board": (4, 2), "cartino": (2, 2)}
BOX = {"box", "tray", "lid", "tray-flat", "lid-flat", "box-labels", "label"}


class Thing(NamedTuple):
    """Something that goes into the box."""

    name: str
    size: Size
    copies: int
    stacked: bool

    @property
    def volume(self) -> float:
        solid = self.size[0] * self.size[1] * self.size[2] * self.copies
        return solid if self.stacked else solid * LOOSE


def extent(net: Net) -> Size:
    corners = np.vstack(list(net.solid().values()))
    width, depth, height = corners.max(axis=0) - corners.min(axis=0)
    return float(width), float(depth), float(height)


def inside(game: Game, flat: bool) -> Size:
    """The room inside the box."""
    if game.id == "kk-card":
        row = game.tables["boxes"][0]
        return float(row["width"]), float(row["height"]), float(row["depth"])
    width, depth, height = extent(read_nets(game)["tray-flat" if flat and game.id == "kardinal" else "tray"])
    halves = next(part.count for part in game.spec.part if part.id.startswith("tray")) == 2
    return (2 * width - OVERLAP, depth, height) if halves else (width, depth, height)


def things(game: Game, flat: bool, paper: str) -> list[Thing]:
    """All that the set consists of."""
    nets, found = read_nets(game), []
    for part in Composition(game, Order(paper=paper, flat=flat)).parts:
        if part.id in BOX:
            continue
        row, thickness = game.rows(part)[0], stocks()[part.stock].thickness
        net = next((name for name in (row.get("shape"), row["id"]) if name in nets and part.make != "flat"), None)
        size: Size = extent(nets[net]) if net else (*part.size, thickness)
        if part.id == "councillors":  # a tent of two sides and a floor
            size = (12.0, 8.0, 18.0)
        found.append(Thing(part.id, size, len(game.copies(part)), part.id == "cards" or net is not None))
    page = panels("zine", papers()[paper])[0].upright
    found.append(Thing("booklet", (*page, 8 * stocks()["paper"].thickness), 1, True))
    for board in (board for board in game.spec.board if not board.extra):
        across, down = FOLDED_BOARDS[game.id]
        layers = across * down * 2 * stocks()[board.stock].thickness
        found.append(Thing(board.id, (board.size[0] / across, board.size[1] / down, layers), 1, True))
    return found


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize(("name", "flat"), SETS)
def test_every_part_goes_into_the_box_and_all_of_them_together(name: str, flat: bool, paper: str) -> None:
    game = load(name)
    room, contents = inside(game, flat), things(game, flat, paper)
    for thing in contents:
        for side, space in zip(sorted(thing.size), sorted(room), strict=True):
            assert side + 0.9 <= space, (thing, room)
    volume = room[0] * room[1] * room[2]
    assert sum(thing.volume for thing in contents) <= 0.9 * volume, [(t.name, t.volume) for t in contents]


@pytest.mark.parametrize("flat", [False, True])
def test_the_mat_folds_into_the_box_with_all_the_rest(flat: bool) -> None:
    game = load("kardinal")
    mat = next(board for board in game.spec.board if board.id == "mat")
    layers = 4 * 4 * 2 * stocks()[mat.stock].thickness
    folded = (mat.size[0] / 4, mat.size[1] / 4, layers)
    room, contents = inside(game, flat), things(game, flat, "a4")
    assert all(side + 0.9 <= space for side, space in zip(sorted(folded), sorted(room), strict=True))
    taken = sum(thing.volume for thing in contents) + folded[0] * folded[1] * folded[2]
    assert taken <= 0.9 * room[0] * room[1] * room[2]


@pytest.mark.parametrize("name", ["kk-board", "cartino"])
def test_the_racks_and_what_lies_on_them_leave_air_below_the_lid(name: str) -> None:
    """What lies flat in the box, layer on layer, the loose things spread over the floor."""
    game = load(name)
    room, contents = inside(game, False), things(game, False, "a4")
    racks = [thing for thing in contents if thing.name == "racks"]
    layers = sum(thing.size[2] for thing in contents if thing.name in ("board", "booklet"))
    for rack in racks:
        assert rack.copies * min(rack.size[:2]) < room[1] and max(rack.size) < room[0]
        layers += rack.size[2]
    layers += sum(thing.volume for thing in contents if thing.name not in ("board", "booklet", "racks")) / (
        room[0] * room[1]
    )
    assert layers + 2 <= room[2]


@pytest.mark.parametrize("name", ["kk-board", "cartino"])
def test_lids_of_halves_slip_over_their_trays(name: str) -> None:
    nets = read_nets(load(name))
    tray, lid = extent(nets["tray"]), extent(nets["lid"])
    assert 1 <= 2 * (lid[0] - tray[0]) <= 3 and 1 <= lid[1] - tray[1] <= 3
    assert lid[2] < tray[2]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", ["kk-card", "kk-board", "cartino", "kardinal"])
def test_spines_tell_title_subtitle_and_designer(name: str, language: Language) -> None:
    game = load(name)
    part = next(part for part in game.spec.part if part.id in ("box", "lid"))
    face = FaceMaker(game, language).face(part.face, part.size, 0.0, game.rows(part)[0])
    said = "".join(letter.text for letter in letters(proof(game, [face])))
    title = game.spec.title.in_(language).split(" – ")[0].upper()
    for wanted in (title, game.words[language]["subtitle"], game.spec.designer):
        assert wanted.replace(" ", "") in said, wanted


def test_every_game_has_its_own_tincture() -> None:
    """The one that its lid or tuck box shows most of."""
    shown = {}
    for name in ("kk-card", "kk-board", "cartino", "kardinal"):
        game = load(name)
        part = next(part for part in game.spec.part if part.id in ("box", "lid"))
        face = FaceMaker(game, "de").face(part.face, part.size, 0.0, game.rows(part)[0])
        pixels = picture(proof(game, [face]), dpi=40).astype(int)
        inks = {ink: [int(code[n : n + 2], 16) for n in (1, 3, 5)] for ink, code in game.palette["tincture"].items()}
        spread = {ink: (np.abs(pixels - colour).max(axis=2) < 12).sum() for ink, colour in inks.items()}
        shown[name] = max((ink for ink in spread if ink != "silver"), key=lambda ink: spread[ink])
    assert shown == {"kk-card": "azure", "kk-board": "gules", "cartino": "sable", "kardinal": "gold"}
