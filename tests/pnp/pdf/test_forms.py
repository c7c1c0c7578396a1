from __future__ import annotations

import ctypes
import io
import json
import re
from collections.abc import Iterator, Sequence

import pikepdf
import pypdfium2 as pdfium
import pypdfium2.raw as raw
import pytest

from pnp.chart.chart import build_chart
from pnp.definition.game import Game, load
from pnp.faces.fields import Field, calculation_order, summed
from pnp.faces.fonts import POINTS
from pnp.faces.ink import Ink
from pnp.imposition.papers import papers
from pnp.pdf.acroform import add_form
from pnp.pdf.face_pdf import Press
from pnp.pdf.finishing import PageNote, begun, finished
from shelf import paths
from shelf.errors import PrintingError

A4 = papers()["a4"]
NAMES = ["Andreas", "Łukasz Çağla", "Claus"]
VALUES = {"g1.p1.frankreich.land": "8", "g1.p1.frankreich.symbols": "4", "g1.p1.law.count": "2", "g1.p2.chains": "7"}


@pytest.fixture(scope="module")
def cards() -> Game:
    return load("kk-card")


def form(game: Game, **wishes: object) -> tuple[bytes, tuple[Field, ...]]:
    """A chart as a file of one page."""
    face = build_chart(game, "de", A4, **wishes)  # type: ignore[arg-type]
    canvas = begun(Ink())
    press = Press(canvas, [game.folder, paths.ASSETS], Ink())
    form = press.print([face])[face]
    canvas.setPageSize((A4.width * POINTS, A4.height * POINTS))
    canvas.doForm(form.name)
    canvas.showPage()
    return finished(canvas.drafted(), press.engraver, [PageNote(fields=form.fields)]), form.fields


@pytest.fixture(scope="module")
def named(cards: Game) -> tuple[bytes, tuple[Field, ...]]:
    return form(cards, players=NAMES, values=VALUES)


class Viewer:
    """A real viewer, PDFium, with the file open and its form alive."""

    def __init__(self, content: bytes) -> None:
        self.document = pdfium.PdfDocument(content)
        self.document.init_forms()
        self.page = self.document[0]

    @property
    def form(self) -> raw.FPDF_FORMHANDLE:
        return self.document.formenv.raw

    def widgets(self) -> dict[str, tuple[tuple[float, float, float, float], str]]:
        """Field names with their rectangles in points and their values."""
        found = {}
        for number in range(raw.FPDFPage_GetAnnotCount(self.page.raw)):
            annotation = raw.FPDFPage_GetAnnot(self.page.raw, number)
            rectangle = raw.FS_RECTF()
            raw.FPDFAnnot_GetRect(annotation, rectangle)
            name = self._string(raw.FPDFAnnot_GetFormFieldName, annotation)
            value = self._string(raw.FPDFAnnot_GetFormFieldValue, annotation)
            assert name not in found
            found[name] = ((rectangle.left, rectangle.bottom, rectangle.right, rectangle.top), value)
            raw.FPDFPage_CloseAnnot(annotation)
        return found

    def _string(self, ask: object, annotation: object) -> str:
        length = ask(self.form, annotation, None, 0)  # type: ignore[operator]
        buffer = ctypes.create_string_buffer(length)
        ask(self.form, annotation, ctypes.cast(buffer, ctypes.POINTER(raw.FPDF_WCHAR)), length)  # type: ignore[operator]
        return buffer.raw[:length].decode("utf-16-le").rstrip("\0")

    def type_into(self, field: Field, string: str) -> None:
        """A click into the box, some keys, and a click elsewhere."""
        x, y = (field.x + field.width / 2) * POINTS, (A4.height - field.y - field.height / 2) * POINTS
        raw.FORM_OnLButtonDown(self.form, self.page.raw, 0, x, y)
        raw.FORM_OnLButtonUp(self.form, self.page.raw, 0, x, y)
        for letter in string:
            raw.FORM_OnChar(self.form, self.page.raw, ord(letter), 0)
        raw.FORM_ForceToKillFocus(self.form)

    def ink(self, fields: Sequence[Field]) -> list[int]:
        """How many dark pixels each box shows."""
        scale = 4
        image = self.page.render(scale=scale).to_pil().convert("L")
        return [
            sum(image.crop(tuple(round(edge * POINTS * scale) for edge in edges)).histogram()[:110])
            for edges in ((f.x + 0.3, f.y + 0.3, f.x + f.width - 0.3, f.y + f.height - 0.3) for f in fields)
        ]


def test_fields_lie_on_the_boxes(named: tuple[bytes, tuple[Field, ...]]) -> None:
    content, fields = named
    widgets = Viewer(content).widgets()
    assert set(widgets) == {field.name for field in fields}
    for field in fields:
        left, low, right, high = (edge / POINTS for edge in widgets[field.name][0])
        assert left == pytest.approx(field.x, abs=0.1) and right == pytest.approx(field.x + field.width, abs=0.1)
        top, bottom = A4.height - high, A4.height - low
        assert top == pytest.approx(field.y, abs=0.1) and bottom == pytest.approx(field.y + field.height, abs=0.1)


def test_what_was_filled_in_is_in_the_fields_and_drawn(named: tuple[bytes, tuple[Field, ...]]) -> None:
    content, fields = named
    viewer = Viewer(content)
    widgets = viewer.widgets()
    assert widgets["g1.p2.name"][1] == "Łukasz Çağla"
    assert widgets["g1.p1.carry"][1] == "12"
    assert widgets["g1.p1.total"][1] == "8"
    assert widgets["g1.p3.total"][1] == ""
    boxes = [field for field in fields if field.name != "g1.date"]  # which has a line to write on
    for field, ink in zip(boxes, viewer.ink(boxes), strict=True):
        assert (ink > 0) == bool(field.value), field.name


def test_letters_beyond_latin_1_stay_what_they_are(named: tuple[bytes, tuple[Field, ...]]) -> None:
    document = pdfium.PdfDocument(named[0])
    page = document[0]
    assert raw.FPDFPage_Flatten(page.raw, raw.FLAT_PRINT) == raw.FLATTEN_SUCCESS
    text = document[0].get_textpage().get_text_bounded()
    assert "Łukasz Çağla" in text and "−4" in text


def test_one_can_type_into_the_boxes(cards: Game) -> None:
    content, fields = form(cards)
    boxes = {field.name: field for field in fields}
    viewer = Viewer(content)
    viewer.type_into(boxes["g1.p4.sachsen.symbols"], "3")
    viewer.type_into(boxes["g1.p4.name"], "Doris")
    viewer.type_into(boxes["g1.p4.total"], "12")
    widgets = viewer.widgets()
    assert [widgets[f"g1.p4.{name}"][1] for name in ("sachsen.symbols", "name", "total")] == ["3", "Doris", "12"]
    assert viewer.ink([boxes["g1.p4.sachsen.symbols"]])[0] > 0


def leaves(node: pikepdf.Object, before: str = "") -> Iterator[tuple[str, pikepdf.Object]]:
    name = f"{before}.{node.T}".lstrip(".")
    if "/Kids" in node:
        for child in node.Kids:
            assert child.Parent.objgen == node.objgen
            yield from leaves(child, name)
    else:
        yield name, node


def calculated(content: bytes, written: dict[str, int]) -> dict[str, int | str]:
    """Runs the calculation scripts of the file in its calculation order, as a viewer does after every entry."""
    with pikepdf.open(io.BytesIO(content)) as pdf:
        acro = pdf.Root.AcroForm
        widgets = dict(leaf for top in acro.Fields for leaf in leaves(top))
        names = {widget.objgen: name for name, widget in widgets.items()}
        held: dict[str, int | str] = {name: written.get(name, "") for name in widgets}
        for widget in acro.CO:
            code = str(widget.AA.C.JS)
            parts = re.findall(r'this\.getField\("([^"]+)"\)', code)
            if added := re.match(r'AFSimple_Calculate\("SUM",(\[.*?\])\);', code):
                terms = [(1, name) for name in json.loads(added[1])]
            else:
                factors = re.findall(r'(-?\d+)\*this\.getField\("([^"]+)"\)', code)
                terms = [(int(factor), name) for factor, name in factors]
            assert {name for _, name in terms} == set(parts)
            values = [(factor, held[name]) for factor, name in terms if held[name] != ""]
            held[names[widget.objgen]] = sum(factor * int(value) for factor, value in values) if values else ""
        return held


def test_the_scripts_of_the_file_add_up_like_the_rules(cards: Game) -> None:
    content, fields = form(cards, games=2)
    lands = [field.name for field in fields if re.fullmatch(r"g2\.p3\.\w+\.(land|symbols)", field.name)]
    written = {name: 3 + number for number, name in enumerate(lands) if "subtotals" not in name}
    written |= {"g2.p3.chains": 11, "g2.p3.law.count": 2, "g1.p3.chains": 5}
    held = calculated(content, written)
    entered = sum(points for name, points in written.items() if name in lands)
    assert len(written) == 18 + 3
    assert held["g2.p3.carry"] == entered
    assert held["g2.p3.law.points"] == -4
    assert held["g2.p3.total"] == entered + 11 - 4
    assert held["g1.p3.total"] == 5
    assert held["g2.p4.total"] == ""
    expected = summed(fields, {name: str(points) for name, points in written.items()})
    assert {name: str(value) for name, value in held.items()} == expected


def test_only_what_is_added_takes_numbers_only(cards: Game) -> None:
    with pikepdf.open(io.BytesIO(form(cards)[0])) as pdf:
        widgets = dict(leaf for top in pdf.Root.AcroForm.Fields for leaf in leaves(top))
        assert "AFNumber_Keystroke" in str(widgets["g1.p1.frankreich.land"].AA.K.JS)
        assert "/AA" not in widgets["g1.p1.name"] and "/AA" not in widgets["g1.date"]
        assert "Frankreich" in str(widgets["g1.p1.frankreich.land"].TU)


def test_every_font_is_embedded_and_the_file_is_sound(named: tuple[bytes, tuple[Field, ...]]) -> None:
    with pikepdf.open(io.BytesIO(named[0])) as pdf:
        assert pdf.check_pdf_syntax() == []
        fonts = [item for item in pdf.objects if isinstance(item, pikepdf.Dictionary) and item.get("/Type") == "/Font"]
        assert len(fonts) >= 3
        for item in fonts:
            assert "/FontFile2" in item.FontDescriptor, item.BaseFont
        acro = pdf.Root.AcroForm
        assert "/NeedAppearances" not in acro
        used = set(re.findall(r"/(\w+) [\d.]+ Tf", " ".join(str(w.DA) for t in acro.Fields for _, w in leaves(t))))
        assert used == {name.lstrip("/") for name in acro.DR.Font.keys()}  # noqa: SIM118 - a PDF dictionary


def test_the_same_chart_gives_the_same_bytes(cards: Game) -> None:
    assert form(cards, players=NAMES, games=2)[0] == form(cards, players=NAMES, games=2)[0]


def blank(fields: Sequence[Field]) -> pikepdf.Pdf:
    pdf = pikepdf.new()
    pdf.add_blank_page(page_size=(200, 200))
    add_form(pdf, {0: fields})
    return pdf


def test_a_page_without_boxes_gets_no_form() -> None:
    assert "/AcroForm" not in blank([]).Root


@pytest.mark.parametrize(
    ("fields", "told"),
    [
        ([Field("a", 0, 0, 9, 9), Field("a", 9, 0, 9, 9)], "Two boxes"),
        ([Field("a", 0, 0, 9, 9), Field("a.b", 9, 0, 9, 9)], "name of a group"),
        ([Field("a", 0, 0, 9, 9, sums=("b",))], "not in the form"),
        ([Field("a", 0, 0, 9, 9, sums=("b",)), Field("b", 9, 0, 9, 9, sums=("2*a",))], "in a circle"),
    ],
)
def test_forms_that_cannot_work_are_refused(fields: list[Field], told: str) -> None:
    with pytest.raises(PrintingError, match=told):
        blank(fields)


def test_sums_of_sums_are_calculated_last() -> None:
    boxes = [Field("c", 0, 0, 9, 9, sums=("b",)), Field("b", 0, 9, 9, 9, sums=("a",)), Field("a", 9, 9, 9, 9)]
    assert [field.name for field in calculation_order(boxes)] == ["b", "c"]
