"""Faces as pictures: one PNG for each side of each component, as shops that print cards and tokens want them."""

from __future__ import annotations

import hashlib
import io
import re
from collections.abc import Iterator, Sequence
from html import unescape
from pathlib import Path
from typing import NamedTuple

import pypdfium2
from PIL import Image

from pnp.definition.game import Board, Game, Part
from pnp.faces import face as face_module
from pnp.faces.face import Face, FaceMaker
from pnp.faces.images import Images
from pnp.faces.ink import Ink
from pnp.pdf.single_faces import proof
from pnp.print_options import FaceSide, Order, Picture
from pnp.sheets.composition import part_ids
from shelf import paths
from shelf.errors import PrintingError, nearest
from shelf.kept import Kept, made_by
from shelf.messages import Message

SHOPS_BLEED = 3.175
"""An eighth of an inch: what The Game Crafter and MakePlayingCards cut away."""
MOST_PIXELS = 60_000_000
"""Of one picture; a board of A2 at 300 dots per inch has 35 million."""

_HREF = re.compile(r'href="([^"#][^"]*)"')


class Shown(NamedTuple):
    """A side of a component before it is a picture."""

    item: Part | Board
    number: int
    row: str
    side: FaceSide
    copies: int
    face: Face


def pictures(
    game: Game,
    order: Order,
    dpi: int,
    bleed: float = SHOPS_BLEED,
    each_copy: bool = False,
    kept: Kept | None = None,
) -> tuple[list[Picture], bytes]:
    """Every side of every component and board, and the files one after another.

    A picture is made once and its name says how often it is needed; with `each_copy` every copy has a file.
    """
    kept = kept or Kept()
    sides = shown_sides(game, order, bleed, kept)
    drawn = _files(game, order, sides, dpi, kept)
    told: list[Picture] = []
    files: list[bytes] = []
    for shown in sides:
        content = drawn[shown.face]
        size = Image.open(io.BytesIO(content)).size
        for name, copies in _names(shown, each_copy):
            told.append(Picture(name, len(content), shown.item.id, shown.row, shown.side, copies, *size))
            files.append(content)
    return told, b"".join(files)


def _files(game: Game, order: Order, sides: Sequence[Shown], dpi: int, kept: Kept) -> dict[Face, bytes]:
    """The file of each face; what was made before of the same drawing and the same files is not made again."""
    images = Images([game.folder, paths.ASSETS])
    sources = {shown.face: _source(shown.face, images, order, dpi) for shown in sides}
    found = {face: kept.find("picture", source) for face, source in sources.items()}
    missing = [shown for shown in sides if found[shown.face] is None]
    for shown, image in rendered(game, order, missing, dpi, kept) if missing else ():
        if found[shown.face] is None:
            found[shown.face] = content = _png(image, dpi)
            kept.put("picture", sources[shown.face], content)
    return {face: content for face, content in found.items() if content is not None}


def _source(face: Face, images: Images, order: Order, dpi: int) -> bytes:
    """Everything that a picture is made of."""
    code = made_by(Path(__file__).parent, Path(face_module.__file__).parent)
    size = f"{face.width} {face.height} {face.bleed} {dpi} {order.low_ink} {order.greyscale}"
    files = (images.find(unescape(name)).read_bytes() for name in sorted(set(_HREF.findall(face.svg))))
    return f"{code} {size} {face.svg}".encode() + b"".join(hashlib.sha256(file).digest() for file in files)


def shown_sides(game: Game, order: Order, bleed: float, kept: Kept) -> list[Shown]:
    """The sides of all components, in the order of their tables, then the boards."""
    known = part_ids(game)
    for asked in order.only:
        if asked not in known:
            raise PrintingError(Message("printing.no_part", id=game.id, asked=repr(asked), hint=nearest(asked, known)))
    maker = FaceMaker(game, order.language, order.low_ink, order.flat, kept=kept)
    made = (None, "flat" if order.flat else "model")
    found: list[Shown] = []
    for part in game.spec.part:
        if part.make in made and (not order.only or part.id in order.only):
            found += _sides_of(game, maker, part, bleed)
    for board in game.spec.board:
        named = board.id in order.only
        if board.make in made and (named or not (order.only or board.extra)):
            rows = game.rows(board)
            face = maker.face(board.face, board.size, bleed, rows[0] if rows else None)
            found.append(Shown(board, 1, "", "front", 1, face))
    if not found:
        raise PrintingError(Message("pictures.none", id=game.id))
    return found


def _sides_of(game: Game, maker: FaceMaker, part: Part, bleed: float) -> Iterator[Shown]:
    for number, row in enumerate(game.rows(part), start=1):
        name, copies = str(row.get("id") or number), int(row.get("count") or 1)
        yield Shown(part, number, name, "front", copies, maker.face(part.face, part.size, bleed, row))
        if part.back:
            yield Shown(part, number, name, "back", copies, maker.face(part.back, part.size, bleed, row))


def rendered(
    game: Game, order: Order, sides: Sequence[Shown], dpi: int, kept: Kept
) -> Iterator[tuple[Shown, Image.Image]]:
    """Each side with its picture; equal faces are drawn once."""
    faces = list(dict.fromkeys(shown.face for shown in sides))
    for face in faces:
        if face.width * face.height * (dpi / 25.4) ** 2 > MOST_PIXELS:
            size = f"{face.width:g} x {face.height:g} mm"
            raise PrintingError(Message("pictures.too_large", size=size, dpi=dpi, most=MOST_PIXELS // 10**6))
    document = pypdfium2.PdfDocument(proof(game, faces, Ink(order.low_ink, order.greyscale), kept=kept))
    page_of = {face: number for number, face in enumerate(faces)}
    last: tuple[Face, Image.Image] | None = None
    for shown in sides:
        if last is None or last[0] != shown.face:
            last = shown.face, document[page_of[shown.face]].render(scale=dpi / 72).to_pil().convert("RGB")
        yield shown, last[1]


def _png(image: Image.Image, dpi: int) -> bytes:
    buffer = io.BytesIO()
    image.save(buffer, "PNG", dpi=(dpi, dpi))
    return buffer.getvalue()


def _names(shown: Shown, each_copy: bool) -> Iterator[tuple[str, int]]:
    """Names that sort as the components lie in their table."""
    row = re.sub(r"[^A-Za-z0-9]+", "-", shown.row).strip("-")[:40]
    stem = "-".join(filter(None, (shown.item.id, f"{shown.number:03}", row)))
    if not each_copy:
        yield f"{stem}-x{shown.copies}-{shown.side}.png", shown.copies
        return
    for copy in range(1, shown.copies + 1):
        yield f"{stem}-{copy:02}-{shown.side}.png", 1
