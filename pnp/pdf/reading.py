"""What a page tells who cannot see it: a tree of its headings, paragraphs, tables and pictures in the order of reading.

Faces that are read, not cut out, mark what they draw while they are drawn; everything else on paper is an artifact.
When the file is finished, the marks of all pages become one tree of structure, as ISO 32000 has it (14.7 and 14.8).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

import pikepdf
from pikepdf import Array, Dictionary, Name, String
from reportlab.pdfgen.canvas import Canvas

ROLES = {"h1": "H1", "h2": "H2", "h3": "H3", "p": "P", "li": "LI"}
"""What a text may be."""
GROUPS = {"figure": "Figure", "artifact": "Artifact", "table": "Table", "row": "TR", "head": "TH", "cell": "TD"}
"""What a group may be."""
_WHOLE = ("Figure", "Artifact")
"""Of these nothing inside is told."""


@dataclass
class Tag:
    """An element of the tree; a number is a marked stretch of the face, a text the name of a box to write into."""

    role: str
    alt: str = ""
    scope: str = ""
    span: int = 1
    kids: list[Tag | int | str] = field(default_factory=list)


_NOTHING = Tag("Sect")


@dataclass(frozen=True)
class Told:
    """What a page tells: the trees of its forms by their names, in order, and a picture that is the page itself."""

    title: str = ""
    forms: tuple[tuple[str, Tag], ...] = ()
    picture: str = ""


class Reading:
    """Marks what is drawn into a canvas; a `silent` one marks nothing, for faces that are cut out."""

    def __init__(self, canvas: Canvas, silent: bool = False) -> None:
        self.canvas, self.silent = canvas, silent
        self.tree = _NOTHING if silent else Tag("Sect")
        self._open = [self.tree]
        self._count = 0
        self._pictures = 0

    def begin(self, tag: Tag) -> None:
        """Opens an element; everything in a picture is the picture."""
        if self.silent:
            return
        if not self._pictures and tag.role == "Artifact":
            self._literal("/Artifact BMC")
        elif not self._pictures:
            self._open[-1].kids.append(tag)
            if tag.role == "Figure":
                self._mark(tag)
        self._pictures += tag.role in _WHOLE or self._pictures > 0
        self._open.append(tag)

    def end(self) -> None:
        """Closes what was opened last."""
        if self.silent:
            return
        self._open.pop()
        if self._pictures:
            self._pictures -= 1
            if not self._pictures:
                self._literal("EMC")

    @contextmanager
    def content(self, role: str) -> Iterator[None]:
        """Text of its own element; items that follow each other are a list."""
        if self.silent or self._pictures:
            yield
            return
        kids = self._open[-1].kids
        if role == "LI":
            if not (kids and isinstance(kids[-1], Tag) and kids[-1].role == "L"):
                kids.append(Tag("L"))
            items = kids[-1]
            assert isinstance(items, Tag)
            body = Tag("LBody")
            items.kids.append(Tag("LI", kids=[body]))
        else:
            body = Tag(role)
            kids.append(body)
        self._mark(body)
        yield
        self._literal("EMC")

    @contextmanager
    def artifact(self) -> Iterator[None]:
        """What is there for the eye alone."""
        if self.silent or self._pictures:
            yield
            return
        self._literal("/Artifact BMC")
        yield
        self._literal("EMC")

    def box(self, name: str) -> None:
        """A box to write into."""
        if not (self.silent or self._pictures):
            self._open[-1].kids.append(Tag("Form", kids=[name]))

    def _mark(self, tag: Tag) -> None:
        tag.kids.append(self._count)
        self._literal(f"/{tag.role} <</MCID {self._count}>> BDC")
        self._count += 1

    def _literal(self, code: str) -> None:
        self.canvas.addLiteral(code)


def add_structure(pdf: pikepdf.Pdf, told: Sequence[Told], boxes: Mapping[str, pikepdf.Object]) -> None:
    """Makes one tree of what the pages tell; `boxes` are the widgets by their names."""
    if any(page.forms or page.picture for page in told):
        _Structure(pdf, boxes).build(told)


@dataclass
class _Structure:
    pdf: pikepdf.Pdf
    boxes: Mapping[str, pikepdf.Object]
    parents: list[pikepdf.Object] = field(default_factory=list)
    used: set[str] = field(default_factory=set)

    def build(self, told: Sequence[Told]) -> None:
        """The tree, and from every mark the way back to it."""
        root = self.pdf.make_indirect(Dictionary(Type=Name.StructTreeRoot))
        document = self._element("Document", root)
        root.K = document
        section, title = document, ""
        for page, tells in zip(self.pdf.pages, told, strict=False):
            if not (tells.forms or tells.picture):
                continue
            if section is document or tells.title != title:
                section, title = self._element("Sect", document), tells.title
                section.T = String(title)
                document.K.append(section)
            self._page(page, tells, section)
        numbers = [item for numbered in enumerate(self.parents) for item in numbered]
        root.ParentTree = self.pdf.make_indirect(Dictionary(Nums=Array(numbers)))
        root.ParentTreeNextKey = len(self.parents)
        self.pdf.Root.StructTreeRoot = root
        self.pdf.Root.MarkInfo = Dictionary(Marked=True)

    def _page(self, page: pikepdf.Page, told: Told, section: pikepdf.Object) -> None:
        if told.picture:
            figure = self._element("Figure", section)
            figure.Alt, figure.Pg, figure.K = String(told.picture), page.obj, 0
            section.K.append(figure)
            page.obj.StructParents = self._parent(Array([figure]))
        for name, tree in told.forms:
            if name in self.used:
                continue  # a form that is placed twice can be told once
            self.used.add(name)
            form = page.obj.Resources.XObject[f"/FormXob.{name}"]
            marks: dict[int, pikepdf.Object] = {}
            for kid in tree.kids:
                self._hang(kid, section, page, form, marks)
            if marks:
                form.StructParents = self._parent(Array([marks[number] for number in sorted(marks)]))
        if "/Annots" in page.obj:
            page.obj.Tabs = Name.S

    def _hang(
        self,
        kid: Tag | int | str,
        parent: pikepdf.Object,
        page: pikepdf.Page,
        form: pikepdf.Object,
        marks: dict[int, pikepdf.Object],
    ) -> None:
        if isinstance(kid, int):
            parent.K.append(Dictionary(Type=Name.MCR, Pg=page.obj, Stm=form, MCID=kid))
            marks[kid] = parent
        elif isinstance(kid, str):
            widget = self.boxes[kid]
            widget.StructParent = self._parent(parent)
            parent.K.append(Dictionary(Type=Name.OBJR, Pg=page.obj, Obj=widget))
        elif kid.role != "Form" or kid.kids[0] in self.boxes:
            element = self._element(kid.role, parent)
            if kid.alt:
                element.Alt = String(kid.alt)
            if kid.scope or kid.span > 1:
                element.A = Dictionary(O=Name.Table, ColSpan=kid.span)
            if kid.scope:
                element.A.Scope = Name(f"/{kid.scope}")
            parent.K.append(element)
            for inner in kid.kids:
                self._hang(inner, element, page, form, marks)

    def _element(self, role: str, parent: pikepdf.Object) -> pikepdf.Object:
        return self.pdf.make_indirect(Dictionary(Type=Name.StructElem, S=Name(f"/{role}"), P=parent, K=Array()))

    def _parent(self, entry: pikepdf.Object) -> int:
        self.parents.append(self.pdf.make_indirect(entry) if isinstance(entry, Array) else entry)
        return len(self.parents) - 1
