"""Draws the pictures of README and docs from the real output: `make docs`."""

from __future__ import annotations

import io
from collections.abc import Sequence
from pathlib import Path

import pypdfium2 as pdfium
from PIL import Image, ImageOps

from pnp.definition.game import Game, load, read_folder
from pnp.faces.face import FaceMaker
from pnp.pdf.printing import printed_sheets
from pnp.pdf.single_faces import proof
from pnp.print_options import Order
from pnp.sheets.composition import Composition
from shelf import paths
from table.log import referee
from table.puzzles import collection
from table.puzzles.printing import Press, puzzle_pages
from table.scenes.match_scenes import PUBLIC, scene_of
from table.scenes.pixels import as_png

PICTURES, LOGS = Path(__file__).parent / "pictures", Path(__file__).parent / "logs"
PAPER = "#ffffff"
DESK = "#d9d4ca"


def page(pdf: bytes, number: int, dpi: int) -> Image.Image:
    """A page of a PDF with a hair-thin edge."""
    document = pdfium.PdfDocument(pdf)
    picture = document[number % len(document)].render(scale=dpi / 72).to_pil().convert("RGB")
    return ImageOps.expand(picture, border=1, fill="#b9b2a4")


def beside(pictures: Sequence[Image.Image], gap: int = 14) -> Image.Image:
    """Pictures in a row on a desk."""
    width = sum(picture.width for picture in pictures) + gap * (len(pictures) + 1)
    row = Image.new("RGB", (width, max(picture.height for picture in pictures) + 2 * gap), DESK)
    x = gap
    for picture in pictures:
        row.paste(picture, (x, gap))
        x += picture.width + gap
    return row


def save(picture: Image.Image, name: str, colours: int = 128) -> None:
    """As a small PNG."""
    PICTURES.mkdir(exist_ok=True)
    picture.quantize(colours, dither=Image.Dither.NONE).save(PICTURES / name, optimize=True)


def faces(game: Game, names: Sequence[tuple[str, str, bool]], dpi: int) -> list[Image.Image]:
    """Single faces: part, row, and whether its back."""
    maker = FaceMaker(game, "de")
    parts = {part.id: part for part in game.spec.part}
    drawn = []
    for part_id, row_id, back in names:
        part = parts[part_id]
        row = next(row for row in game.tables[part.table] if row["id"] == row_id)
        template = part.back if back else part.face
        assert template
        drawn.append(page(proof(game, [maker.face(template, part.size, 0.0, row)]), 0, dpi))
    return drawn


def content(game: Game, order: Order) -> bytes:
    """A set as a PDF."""
    return printed_sheets(Composition(game, order))


def kk_card(game: Game) -> None:
    """The card game: cards, sheets, chart, booklet."""
    cards = [("cards", row, False) for row in ("FR3", "KA3", "UN6", "BA2", "EN1", "DA2")]
    save(beside([*faces(game, cards, 72), *faces(game, [("cards", "FR3", True)], 72)]), "cards.png")
    whole = content(game, Order())
    sheets = {name: number for number, name in enumerate(("making", "booklet", "chart", "cards"))}
    last = len(Composition(game, Order()).sheets) - 1
    shown = [page(whole, 2 * number, 36) for number in (sheets["cards"], last - 1, last)]
    save(beside([*shown, page(whole, 2 * sheets["cards"] + 1, 36)]), "sheets.png")
    reading = [page(whole, 2 * sheets[name], 36) for name in ("making", "booklet", "chart")]
    save(beside(reading), "pages.png", colours=128)
    bleed = content(game, Order(edition="bleed", only=("cards",)))
    fold = content(game, Order(backs="gutterfold", only=("cards",)))
    grey = content(game, Order(greyscale=True, only=("cards",)))
    low = content(game, Order(low_ink=True, only=("cards",)))
    save(beside([page(pdf, 0, 30) for pdf in (bleed, fold, low, grey)]), "editions.png", colours=256)


def kardinal(game: Game) -> None:
    """Kardinal: nets of houses and towers, and the page that shows how to fold them."""
    whole = content(game, Order())
    save(beside([page(whole, number, 40) for number in (8, 12, 2)]), "kardinal.png")


def scenes() -> None:
    """Each game of docs/logs as it stood half way, seen by everybody."""
    for log in sorted(LOGS.glob("*.tbk")):
        match = referee.load(log)
        picture = as_png(scene_of(match.at(match.turns // 2), "en", PUBLIC, outlines=True), 1200)
        save(Image.open(io.BytesIO(picture)).convert("RGB"), f"scene-{log.stem}.png", colours=160)


def puzzles() -> None:
    """A page of puzzles of each kind, and the solutions of the last."""
    booklets = [collection.booklet(name) for name in paths.game_ids() if collection.has_booklet(name)]
    pages = [puzzle_pages(booklet.positions(), Press("a4", "en"))[0] for booklet in booklets]
    shown = [*(page(pdf, 1, 40) for pdf in pages), page(pages[-1], -1, 40)]
    save(beside(shown), "puzzles.png", colours=256)


COMPOSED = {"kk-card": kk_card, "kardinal": kardinal}
"""Pictures that show more of a game than a few of its faces."""


def some_faces(game: Game, name: str) -> None:
    """Three faces of a game from here and there, and the back of the first."""
    rows = [(part.id, row["id"]) for part in game.spec.part if part.back for row in game.tables[part.table]]
    chosen = [rows[len(rows) * place // 6] for place in (1, 3, 5)]
    shown = [(*row, False) for row in chosen] + [(*chosen[0], True)]
    save(beside(faces(game, shown, 60)), f"{name}.png")


if __name__ == "__main__":
    for game_id in paths.game_ids():
        whole_game = load(game_id)
        if game_id in COMPOSED:
            COMPOSED[game_id](whole_game)
    scenes()
    puzzles()
    for folder in sorted(paths.ASSETS.glob("starter*")):
        some_faces(read_folder(folder, own=True), folder.name)
