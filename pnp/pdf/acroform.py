"""Forms: boxes of a page become fields that one can fill in on the screen, and that add up where the viewer can.

Every field has a drawn appearance in embedded type, so that what was filled in beforehand is there on every screen and
on paper. Sums are not locked: a viewer that calculates sets them right at once, and with one that does not a person
must be able to write them.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import pikepdf
from pikepdf import Array, Dictionary, Name

from pnp.faces.fields import SMALLEST, Field, as_printed, calculation_order, terms, writing_size
from pnp.faces.fonts import POINTS
from pnp.pdf.form_font import INK, FormType
from shelf.errors import PrintingError
from shelf.kept import Kept
from shelf.messages import Message

_PRINT = 4


def add_form(
    pdf: pikepdf.Pdf, fields_by_page: Mapping[int, Sequence[Field]], kept: Kept | None = None
) -> Mapping[str, Dictionary]:
    """Puts fields (millimetres from a page's top left corner) on the pages of a finished file; gives their widgets."""
    fields = [field for page in sorted(fields_by_page) for field in fields_by_page[page]]
    if not fields:
        return {}
    _check(fields)
    form = _Form(pdf, fields, kept or Kept())
    for number in sorted(fields_by_page):
        form.fill_page(pdf.pages[number], fields_by_page[number])
    pdf.Root.AcroForm = pdf.make_indirect(form.dictionary())
    return form.widgets


def _check(fields: Sequence[Field]) -> None:
    known: set[str] = set()
    groups: set[str] = set()
    for field in fields:
        if field.name in known:
            raise PrintingError(Message("form.two_boxes", name=repr(field.name)))
        known.add(field.name)
        path = field.name.split(".")
        groups.update(".".join(path[:depth]) for depth in range(1, len(path)))
    for name in sorted(known & groups):
        raise PrintingError(Message("form.group_name", name=repr(name)))
    for field in fields:
        writing_size(field.value, field.width, field.height)
        for _, name in terms(field):
            if name not in known:
                raise PrintingError(Message("form.not_there", name=repr(field.name), other=repr(name)))


def script(field: Field) -> str:
    """Acrobat JavaScript that sets a field to its sum, and leaves it empty while all its parts are."""
    parts = terms(field)
    values = [f"this.getField({json.dumps(name)}).value" for _, name in parts]
    empty = f'if(""+{"+".join(values)}==="")event.value="";'
    if all(factor == 1 for factor, _ in parts):
        return f'AFSimple_Calculate("SUM",{json.dumps([name for _, name in parts])});{empty}'
    products = [f"{factor}*{value}" for (factor, _), value in zip(parts, values, strict=True)]
    return f"event.value={'+'.join(products).replace('+-', '-')};{empty}"


@dataclass
class _Form:
    """The interactive form of one file."""

    pdf: pikepdf.Pdf
    fields: Sequence[Field]
    kept: Kept

    def __post_init__(self) -> None:
        self.widgets: dict[str, Dictionary] = {}
        self.tops: list[Dictionary] = []
        self.groups: dict[str, Dictionary] = {}
        self.appearances: dict[tuple[str, float, float, float], pikepdf.Object] = {}
        self.added = {name for field in self.fields for _, name in terms(field)}
        self.type = FormType(self.pdf, (as_printed(field.value) for field in self.fields), self.kept)

    def fill_page(self, page: pikepdf.Page, fields: Iterable[Field]) -> None:
        """Widgets at their places, in the order of reading."""
        height = float(page.mediabox[3])
        annotations = page.obj.get("/Annots", Array())
        for field in sorted(fields, key=lambda field: (round(field.y, 1), field.x)):
            widget = self.widgets[field.name] = self._widget(page, field, height)
            self._hang(field.name, widget)
            annotations.append(widget)
        page.obj.Annots = annotations
        page.obj.Tabs = Name.R

    def dictionary(self) -> Dictionary:
        """The catalogue's entry."""
        order = [self.widgets[field.name] for field in calculation_order(self.fields)]
        entry = Dictionary(
            Fields=Array(self.tops),
            DR=Dictionary(Font=Dictionary({self.type.key: self.type.object})),
            DA=pikepdf.String(f"{self.type.key} {SMALLEST:g} Tf {INK}"),
        )
        if order:
            entry.CO = Array(order)
        return entry

    def _widget(self, page: pikepdf.Page, field: Field, page_height: float) -> Dictionary:
        width, height = field.width * POINTS, field.height * POINTS
        left, low = field.x * POINTS, page_height - (field.y + field.height) * POINTS
        size = writing_size(field.value, field.width, field.height)
        widget = Dictionary(
            Type=Name.Annot,
            Subtype=Name.Widget,
            FT=Name.Tx,
            T=pikepdf.String(field.name.rpartition(".")[2]),
            F=_PRINT,
            P=page.obj,
            Q=1,
            Rect=Array([round(edge, 3) for edge in (left, low, left + width, low + height)]),
            DA=pikepdf.String(f"{self.type.key} {size:g} Tf {INK}"),
            AP=Dictionary(N=self._appearance(field.value, size, round(width, 3), round(height, 3))),
        )
        if field.tip:
            widget.TU = pikepdf.String(field.tip)
        if field.value:
            widget.V = pikepdf.String(field.value)
        if scripts := self._scripts(field):
            widget.AA = scripts
        return self.pdf.make_indirect(widget)

    def _scripts(self, field: Field) -> Dictionary | None:
        """What a sum calculates; that a box which is added up takes numbers only."""
        if field.sums:
            return Dictionary(C=_javascript(script(field)))
        return Dictionary(K=_javascript('AFNumber_Keystroke(0,0,0,0,"",true);')) if field.name in self.added else None

    def _appearance(self, value: str, size: float, width: float, height: float) -> pikepdf.Object:
        """What a field shows; equal ones, such as all empty boxes of a size, share it."""
        key = (value, size, width, height)
        if key not in self.appearances:
            stream = self.pdf.make_stream(self.type.set(as_printed(value), size, width, height))
            stream.Type, stream.Subtype = Name.XObject, Name.Form
            stream.BBox = Array([0, 0, width, height])
            stream.Resources = Dictionary(Font=Dictionary({self.type.key: self.type.object}))
            self.appearances[key] = stream
        return self.appearances[key]

    def _hang(self, name: str, widget: Dictionary) -> None:
        """Names with dots are paths in a tree of groups."""
        path = name.split(".")
        parent: Dictionary | None = None
        for depth in range(1, len(path)):
            prefix = ".".join(path[:depth])
            if prefix not in self.groups:
                group = self.pdf.make_indirect(Dictionary(T=pikepdf.String(path[depth - 1]), Kids=Array()))
                self.groups[prefix] = group
                self._attach(group, parent)
            parent = self.groups[prefix]
        self._attach(widget, parent)

    def _attach(self, child: Dictionary, parent: Dictionary | None) -> None:
        if parent is None:
            self.tops.append(child)
        else:
            child.Parent = parent
            parent.Kids.append(child)


def _javascript(code: str) -> Dictionary:
    return Dictionary(S=Name.JavaScript, JS=pikepdf.String(code))
