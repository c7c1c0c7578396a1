"""What a screen reader finds in charts and booklets: the rules of ISO 32000 and of PDF/UA that a program can check."""

from __future__ import annotations

import io
from collections.abc import Iterator
from functools import cache
from typing import Any

import pikepdf
import pytest

from pnp.definition.game import load
from pnp.imposition.papers import papers
from pnp.pdf.booklet import reading_pages
from pnp.pdf.printing import printed_set
from pnp.print_options import Order

GAMES = ("kk-card", "kardinal", "kk-board", "cartino")
SHOWS = {"Tj", "TJ", "'", '"', "Do", "f", "f*", "S", "s", "B", "b", "B*", "b*"}


@cache
def printed(game: str, language: str, kind: str) -> bytes:
    if kind == "rules":
        return reading_pages(load(game), papers()["a4"], language)  # type: ignore[arg-type]
    only = tuple(kind.split(","))
    return printed_set(load(game), Order(only=only, language=language))[1]  # type: ignore[arg-type]


def elements(element: Any) -> Iterator[Any]:
    """All elements below one, in the order of reading."""
    kids = element.get("/K", [])
    for kid in kids if isinstance(kids, pikepdf.Array) else [kids]:
        if isinstance(kid, pikepdf.Dictionary) and "/S" in kid:
            yield kid
            yield from elements(kid)


def marks(element: Any) -> list[Any]:
    """The marked stretches of an element."""
    kids = element.get("/K", [])
    return [kid for kid in kids if kid.get("/Type") == "/MCR"] if isinstance(kids, pikepdf.Array) else []


def in_the_open(stream: Any) -> list[str]:
    """Operators that draw outside all marks, and the marks that were opened."""
    depth, found = 0, []
    for operands, operator in pikepdf.parse_content_stream(stream):
        name = str(operator)
        depth += (name in ("BDC", "BMC")) - (name == "EMC")
        if name in SHOWS and not depth:
            found.append(f"{operands} {name}")
    assert depth == 0
    return found


def words(pdf: pikepdf.Pdf, element: Any) -> str:
    """What an element says, as a program finds it."""
    said = ""
    for mark in marks(element):
        depth = 0
        for operands, operator in pikepdf.parse_content_stream(mark.Stm):
            name = str(operator)
            if name == "BDC":
                number = operands[1].get("/MCID") if isinstance(operands[1], pikepdf.Dictionary) else None
                depth = 1 if number == mark.MCID else depth + bool(depth)
                if depth and number is None:
                    said += str(operands[1].ActualText)
            elif name == "EMC" and depth:
                depth -= 1
    return said


KINDS = [(game, kind) for game in GAMES for kind in ("rules", "booklet,chart", "making")]


@pytest.mark.parametrize(("game", "kind"), KINDS, ids=lambda part: part)
@pytest.mark.parametrize("language", ["de", "en"])
def test_everything_is_told_once_or_is_an_artifact(game: str, language: str, kind: str) -> None:
    with pikepdf.open(io.BytesIO(printed(game, language, kind))) as pdf:
        assert pdf.Root.Lang == language and pdf.Root.MarkInfo.Marked
        tree = pdf.Root.StructTreeRoot
        parents = dict(zip(*[iter(tree.ParentTree.Nums)] * 2, strict=True))
        told: dict[Any, set[int]] = {}
        for element in elements(tree):
            for mark in marks(element):
                numbers = told.setdefault(mark.Stm.objgen, set())
                assert int(mark.MCID) not in numbers
                numbers.add(int(mark.MCID))
                assert parents[int(mark.Stm.StructParents)][int(mark.MCID)].objgen == element.objgen
                assert in_the_open(mark.Stm) == [] if mark.MCID == 0 else True
        assert told
        forms = [item for item in pdf.objects if isinstance(item, pikepdf.Stream) and "/StructParents" in item]
        assert {form.objgen for form in forms} == set(told)


@pytest.mark.parametrize("game", GAMES)
def test_a_booklet_has_headings_and_its_pictures_are_told(game: str) -> None:
    with pikepdf.open(io.BytesIO(printed(game, "de", "rules"))) as pdf:
        found = list(elements(pdf.Root.StructTreeRoot))
        roles = [str(element.S) for element in found]
        assert roles.count("/H1") == 8 and "/L" in roles
        figures = [element for element in found if element.S == "/Figure"]
        assert figures and all(len(str(figure.Alt)) > 20 for figure in figures)
        headings = [words(pdf, element) for element in found if element.S == "/H1"]
        assert headings[1] == "WORUM ES GEHT"


def test_a_folded_booklet_is_read_in_the_order_of_its_pages() -> None:
    def headings(kind: str) -> list[str]:
        with pikepdf.open(io.BytesIO(printed("kardinal", "en", kind))) as pdf:
            return [words(pdf, item) for item in elements(pdf.Root.StructTreeRoot) if item.S in ("/H1", "/H2")]

    folded = headings("booklet,chart")
    assert folded[: len(headings("rules"))] == headings("rules")


@pytest.mark.parametrize("game", GAMES)
def test_a_chart_is_a_table_with_heads_and_boxes(game: str) -> None:
    with pikepdf.open(io.BytesIO(printed(game, "en", "booklet,chart"))) as pdf:
        tables = [item for item in elements(pdf.Root.StructTreeRoot) if item.S == "/Table"]
        assert tables
        for table in tables:
            wide = set()
            for row in table.K:
                assert row.S == "/TR" and row.K[0].S == "/TH"
                wide.add(sum(int(cell.get("/A", {}).get("/ColSpan", 1)) for cell in row.K))
            assert len(wide) == 1, "rows of different width"
        boxes = [item for item in elements(pdf.Root.StructTreeRoot) if item.S == "/Form"]
        widgets = [widget for page in pdf.pages for widget in page.obj.get("/Annots", [])]
        assert len(boxes) == len(widgets) and all("/StructParent" in widget and "/TU" in widget for widget in widgets)
        assert all(page.obj.Tabs == "/S" for page in pdf.pages if "/Annots" in page.obj)


def test_components_are_a_picture_with_a_name() -> None:
    with pikepdf.open(io.BytesIO(printed("kk-card", "en", "laws,stones"))) as pdf:
        figures = [item for item in elements(pdf.Root.StructTreeRoot) if item.S == "/Figure"]
        assert figures and all(str(figure.Alt) for figure in figures)
        assert all(in_the_open(page) == [] for page in pdf.pages)
