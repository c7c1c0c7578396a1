"""Composition: from a definition and an order to sheets, every face at its spot."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from functools import cached_property, lru_cache, partial
from pathlib import Path
from typing import Any, NamedTuple, overload

from pydantic import TypeAdapter

from pnp.chart.chart import build_chart, chart_title
from pnp.chart.chart_spec import has_chart
from pnp.definition.game import Board, Game, Language, Page, Part, Stock
from pnp.faces.face import Face, FaceMaker
from pnp.imposition import packing
from pnp.imposition.backs import Mirror, Spot, duplex
from pnp.imposition.cutting import Cut
from pnp.imposition.folding import panels
from pnp.imposition.packing import Imposition, SheetLayout, TooLarge, impose
from pnp.imposition.packing import Part as Piece
from pnp.imposition.papers import Paper, papers
from pnp.print_options import Order
from pnp.sheets.boards import BoardSheets
from pnp.sheets.sheet import TICK, Placed, Sheet, Side
from shelf.errors import PrintingError, nearest
from shelf.kept import Kept, made_by
from shelf.messages import Message, counted

CHART = "chart"
CORE = "common/core.svg.j2"
BLEED = 3.0
GUTTER = 6.0
"""Between blocks of different components, beside the bleed: room for the ticks and the numbers of the cuts."""
FOLD_GAP = 10.0
"""Between fronts and backs of a gutterfold, half of it on either side of the fold or of its spine."""
_FACES = 256
"""So many faces of components are remembered while sheets are composed: all of any set of the house."""


_LAYOUT: TypeAdapter[Imposition] = TypeAdapter(Imposition)


def part_ids(game: Game) -> list[str]:
    """What `--only` may name."""
    chart = [CHART] if has_chart(game) else []
    return [item.id for item in game.items] + chart


def chart_sheet(face: Face, paper: Paper, title: str = "") -> Sheet:
    """A scoring chart as a sheet of its own."""
    placed = Placed(face, Spot(0, 0, paper.width, paper.height), read=True)
    return Sheet(Side((placed,)), Side(), whole_page=True, title=title)


class Imposed(NamedTuple):
    """An imposition, whether its backs lie beside the fronts, across a fold, and what it is printed on."""

    result: Imposition
    folded: bool
    stock: Stock


class Sheets(Sequence[Sheet]):
    """Sheets that are composed when somebody asks for them, so that a large set is never there as a whole."""

    def __init__(self, makers: Sequence[Callable[[], Sheet]]) -> None:
        self._makers = makers

    def __len__(self) -> int:
        """How many there are; none is composed for that."""
        return len(self._makers)

    @overload
    def __getitem__(self, place: int) -> Sheet: ...
    @overload
    def __getitem__(self, place: slice) -> Sheets: ...
    def __getitem__(self, place: int | slice) -> Sheet | Sheets:
        """The sheet at a place, composed now."""
        return Sheets(self._makers[place]) if isinstance(place, slice) else self._makers[place]()


class Composition:
    """The sheets of one set: its pages to read and write on, then its components as they lie on the paper."""

    def __init__(self, game: Game, order: Order, kept: Kept | None = None) -> None:
        if order.paper not in papers():
            raise PrintingError(
                Message("printing.no_paper", paper=repr(order.paper), hint=nearest(order.paper, papers()))
            )
        self.game, self.order, self.kept = game, order, kept or Kept()
        self.paper: Paper = papers()[order.paper]
        self.maker = FaceMaker(game, order.language, order.low_ink, order.flat, kept=self.kept)
        self.notes: list[str] = []
        self._drawn: dict[tuple[str, tuple[float, float], int], Face] = {}
        self.bleed = self._bleed()
        if order.flat and not game.has_flat_set:
            self.notes.append(Message("printing.one_set"))
        self._check_only()
        self.parts: list[Part] = [part for part in game.spec.part if self._wanted(part.id) and self._made(part)]
        self.pages: list[Page] = [page for page in game.spec.page if self._wanted(page.id) and self._made(page)]
        self.boards = BoardSheets(
            self.maker, self.paper, order, self.bleed, [board for board in game.spec.board if self._chosen(board)]
        )
        self.chart = has_chart(game) and self._wanted(CHART)

    @property
    def bound(self) -> int:
        """Fewer sheets than this are impossible."""
        explained = bool(self.order.core) and any(imposed.folded for imposed in self.impositions)
        single = sum(len(rows) for _, rows in self._copies.values()) if self.order.sheets == "single" else 0
        whole = len(self.pages) + len(self.boards.sheets) + self.chart + explained + single
        return whole + sum(imposed.result.bound for imposed in self.impositions)

    @property
    def proved(self) -> bool:
        """Whether there are no more sheets than the bound."""
        return all(imposed.result.proved for imposed in self.impositions)

    @property
    def cuts(self) -> int:
        """Strokes of the knife for the whole set."""
        boards = sum(len(sheet.front.cuts) for sheet in self.boards.sheets)
        return boards + sum(imposed.result.cuts for imposed in self.impositions)

    def verdict(self, languages: Sequence[Language]) -> str:
        """A set that could be printed in these languages, in a sentence."""
        claim = Message("check.proved" if self.proved else "check.found")
        kind = Message("check.flat") if self.order.flat else ""
        names = {"game": self.game.id, "languages": ", ".join(languages), "kind": kind, "paper": self.paper.name}
        return Message("check.fit", **names, sheets=counted("sheets", len(self.sheets)), claim=claim)

    def _check_only(self) -> None:
        known = part_ids(self.game)
        for asked in self.order.only:
            if asked not in known:
                raise PrintingError(
                    Message("printing.no_part", id=self.game.id, asked=repr(asked), hint=nearest(asked, known))
                )
        for item in self.game.items:
            if item.id in self.order.only and not self._made(item):
                remedy = Message("printing.leave_flat" if self.order.flat else "printing.add_flat")
                raise PrintingError(Message("printing.other_set", id=item.id, game=self.game.id, remedy=remedy))

    def _wanted(self, name: str) -> bool:
        return not self.order.only or name in self.order.only

    def _chosen(self, board: Board) -> bool:
        named = board.id in self.order.only
        return self._made(board) and (named or not (self.order.only or board.extra))

    def _made(self, item: Part | Page | Board) -> bool:
        """Whether it belongs to the set of models or, if that is asked for, of flat pieces."""
        return item.make in (None, "flat" if self.order.flat else "model")

    def _bleed(self) -> float:
        if self.order.sheets == "single":
            return BLEED
        if self.order.edition == "timbuktu":
            return 0.0
        room = round(min(self.paper.side, self.paper.end) - self.paper.edge, 2)
        if room < BLEED:
            self.notes.append(Message("printing.bleed", bleed=f"{BLEED:g}", name=self.paper.name, room=f"{room:g}"))
        return min(BLEED, room)

    @cached_property
    def impositions(self) -> list[Imposed]:
        """Which component lies where, stock by stock; in a gutterfold, what has no back takes no half for it."""
        if self.order.sheets == "single":
            return []
        folded = [part for part in self.parts if self.order.backs == "gutterfold" and part.back]
        groups: dict[tuple[bool, Stock], list[Part]] = {}
        for part in sorted(self.parts, key=lambda part: part not in folded):
            groups.setdefault((part in folded, part.stock), []).append(part)
        return [
            Imposed(self._impose(parts, self._half if fold else self._area(parts)), fold, stock)
            for (fold, stock), parts in groups.items()
        ]

    @property
    def _clear(self) -> tuple[float, float]:
        """Where components may lie so that their marks keep off ruler and print facts."""
        return self.paper.area_within(TICK[1] + self.bleed)

    @property
    def _gutter(self) -> float:
        """Between the fronts and the backs of a gutterfold."""
        return FOLD_GAP + self.order.core

    @property
    def _half(self) -> tuple[float, float]:
        width, height = self._clear
        return width, round((height - self._gutter) / 2, 2)

    def _area(self, parts: list[Part]) -> tuple[float, float]:
        """The clear area, or all that the paper has where a part needs it; such a sheet bears no ruler."""
        fits = all(max(part.size) <= max(self._clear) and min(part.size) <= min(self._clear) for part in parts)
        return self._clear if fits else self.paper.area

    def _impose(self, parts: list[Part], area: tuple[float, float]) -> Imposition:
        pieces = [
            Piece(part.id, *part.size, count=len(self.game.copies(part)), may_turn=part.may_turn) for part in parts
        ]
        job = (tuple(pieces), area, 2 * self.bleed, GUTTER + self.bleed)
        source = f"{made_by(Path(packing.__file__).parent)} {job}".encode()
        if known := self.kept.find("layout", source):
            return _LAYOUT.validate_json(known)
        try:
            laid_out = _imposed(*job)
        except TooLarge as fault:
            number = next(n for n, part in enumerate(self.game.spec.part) if part.id == fault.key)
            raise self.game.fault(
                Message("printing.on_paper", fault=fault, name=self.paper.name), "part", number, "size"
            ) from fault
        self.kept.put("layout", source, json.dumps(asdict(laid_out)).encode())
        return laid_out

    @cached_property
    def sheets(self) -> Sheets:
        """All sheets of the set: the pages to read and write on first, then the components."""
        makers: list[Callable[[], Sheet]] = [partial(self._page_sheet, page) for page in self.pages]
        if self.chart:
            makers.append(self._chart_sheet)
        if self.order.core and any(imposed.folded for imposed in self.impositions):
            makers.append(self._core_sheet)
        makers += [partial(self.boards.sheets.__getitem__, n) for n in range(len(self.boards.sheets))]
        if self.order.sheets == "single":
            copies = [(part, rows, n) for part, rows in self._copies.values() for n in range(len(rows))]
            return Sheets([*makers, *(partial(self._single_sheet, *copy) for copy in copies)])
        layouts = [(layout, imposed) for imposed in self.impositions for layout in imposed.result.sheets]
        return Sheets([*makers, *(partial(self._part_sheet, *each) for each in layouts)])

    def _single_sheet(self, part: Part, rows: Sequence[Mapping[str, str]], index: int) -> Sheet:
        """A copy of a component on a sheet of its own size."""
        spot = Spot(0, 0, *part.size)
        front, back = self._faces_of(part, rows[index])
        behind = Side((Placed(back, spot),)) if back else Side()
        title = f"{part.name.in_(self.order.language)} {rows[index].get('id') or index + 1}"
        return Sheet(Side((Placed(front, spot),)), behind, self.bleed, stock=part.stock, size=part.size, title=title)

    def _chart_sheet(self) -> Sheet:
        face = build_chart(self.game, self.order.language, self.paper, low_ink=self.order.low_ink, kept=self.kept)
        return chart_sheet(face, self.paper, chart_title(self.order.language))

    def _core_sheet(self) -> Sheet:
        """How a sheet is folded round its board."""
        page = Spot(0, 0, self.paper.width, self.paper.height)
        row = {"core": self.order.core, "side": self.paper.side, "end": self.paper.end}
        placed = Placed(self.maker.face(CORE, page.upright, 0.0, row), page, read=True)
        return Sheet(Side((placed,)), Side(), whole_page=True)

    def _page_sheet(self, page: Page) -> Sheet:
        spots = panels(page.fold, self.paper) if page.fold else [Spot(0, 0, self.paper.width, self.paper.height)]
        placed = [
            Placed(self.maker.face(page.face, spot.upright, 0.0, _page_row(page, number, len(spots))), spot, read=True)
            for number, spot in enumerate(spots, start=1)
        ]
        title = page.name.in_(self.order.language)
        return Sheet(Side(tuple(placed)), Side(), whole_page=True, marginalia=page.fold is None, title=title)

    def _part_sheet(self, layout: SheetLayout, imposed: Imposed) -> Sheet:
        fold, folded = self.paper.height / 2, imposed.folded
        mirror = Mirror("y", fold) if folded else duplex(self.paper.width, self.paper.height, self.order.flip)
        left = (self.paper.width - layout.width) / 2
        top = (fold - self._gutter / 2 - layout.height) if folded else (self.paper.height - layout.height) / 2
        fronts: list[Placed] = []
        backs: list[Placed] = []
        for slot in layout.slots:
            spot = Spot(left + slot.x, top + slot.y, slot.width, slot.height, 90 if slot.turned else 0)
            part, rows = self._copies[slot.part]
            front, back = self._faces_of(part, rows[slot.index])
            fronts.append(Placed(front, spot))
            if back:
                backs.append(Placed(back, mirror.of(spot)))
        cuts = tuple(
            Cut(cut.number, cut.axis, cut.at + (left if cut.axis == "x" else top), *_moved(cut, left, top))
            for cut in layout.cuts
        )
        touching = self.bleed == 0.0
        if folded:
            upper = Side((*fronts, *backs), cuts, fold, self.order.core, touching)
            return Sheet(upper, Side(), self.bleed, stock=imposed.stock, title=self._title(layout))
        upper, lower = Side(tuple(fronts), cuts, hairlines=touching), Side(tuple(backs))
        return Sheet(
            upper,
            lower,
            self.bleed,
            stock=imposed.stock,
            marginalia=layout.height <= self._clear[1],
            title=self._title(layout),
        )

    def _title(self, layout: SheetLayout) -> str:
        """The names of what lies on a sheet."""
        ids = dict.fromkeys(slot.part for slot in layout.slots)
        return ", ".join(self._copies[part][0].name.in_(self.order.language) for part in ids)

    def _faces_of(self, part: Part, row: Mapping[str, str]) -> tuple[Face, Face | None]:
        wanted = part.back if self.order.backs != "none" else None
        return self._face(part.face, part, row), self._face(wanted, part, row) if wanted else None

    def _face(self, template: str, part: Part, row: Mapping[str, str]) -> Face:
        """Copies of one row, which lie side by side, are drawn once."""
        key = template, part.size, id(row)
        if key not in self._drawn:
            self._drawn[key] = self.maker.face(template, part.size, self.bleed, row)
            if len(self._drawn) > _FACES:
                del self._drawn[next(iter(self._drawn))]
        return self._drawn[key]

    @cached_property
    def _copies(self) -> dict[str, tuple[Part, list[Mapping[str, str]]]]:
        return {part.id: (part, list(self.game.copies(part))) for part in self.parts}


@lru_cache(maxsize=64)
def _imposed(pieces: tuple[Piece, ...], area: tuple[float, float], gap: float, gutter: float) -> Imposition:
    """Sets in other languages and other inks have components of the same sizes: they are laid out once."""
    return impose(pieces, area, gap, gutter)


def _page_row(page: Page, number: int, whole: int) -> dict[str, Any]:
    return {"page": number, "pages": whole, "folded": page.fold is not None}


def _moved(cut: Cut, left: float, top: float) -> tuple[float, float]:
    along = top if cut.axis == "x" else left
    return cut.start + along, cut.end + along
