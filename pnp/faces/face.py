"""Faces: a template and a row of a table become a drawing in SVG.

A template emits what stands on the part, in millimetres from the trimmed part's top left corner. It runs in a sandbox,
because a stranger's game folder is not to be trusted, and gets functions beside the data: `text` (one line), `block`
(wrapped text), `image` (a file of the game's folder, stored once however often it is used), and for paper models `net`
and `model`.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Collection, Mapping
from copy import deepcopy
from dataclasses import dataclass, field, replace
from functools import cached_property
from inspect import signature
from pathlib import Path
from traceback import walk_tb
from typing import Any
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from jinja2 import TemplateSyntaxError
from markupsafe import Markup, escape

from pnp.definition.game import Game
from pnp.faces.fonts import POINT, font, missing_glyphs, text_width
from pnp.faces.images import Images
from pnp.faces.ink import rgb
from pnp.faces.keeping_off import clear
from pnp.faces.labels import labelling
from pnp.faces.limits import limited
from pnp.faces.sandbox import Sandbox
from pnp.faces.svg import NAMESPACE, XLINK, parse
from pnp.models import paper_models
from shelf import paths
from shelf.errors import (
    DefinitionError,
    DoesNotFitError,
    PrintingError,
    cut_short,
    message_of,
    nearest,
    quoted,
    sentence,
)
from shelf.kept import Kept
from shelf.language import Language
from shelf.messages import Message

INK = "#221c14"
MOST_MARKUP = 4_000_000
"""Characters of SVG in one face; more is a template gone wild."""

_STRANGE_ARGUMENT = re.compile(r"(?<!\w)(\w++)\(\) got an unexpected keyword argument '(\w+)'")


@dataclass(frozen=True)
class Face:
    """A drawing in millimetres; its origin is the trimmed part's top left corner, the bleed lies outside.

    What has to be known about a drawing before it comes to the press is read from its `tree`; most have none before.
    """

    svg: str
    width: float
    height: float
    bleed: float
    template: Path | None = field(default=None, compare=False)
    row: str = field(default="", compare=False)
    tree: Element | None = field(default=None, compare=False, repr=False)

    def parsed(self) -> Face:
        """The face with its tree, so that it is not parsed again."""
        return replace(self, tree=self.drawing())

    def drawing(self) -> Element:
        """The tree of its SVG, for whoever asked to change as needed."""
        if self.tree is not None:
            return deepcopy(self.tree)
        try:
            return parse(f'<svg xmlns="{NAMESPACE}" xmlns:xlink="{XLINK}">{self.svg}</svg>', files=True)
        except PrintingError as fault:
            raise self.blamed(fault) from fault

    def blamed(self, fault: PrintingError) -> PrintingError:
        """The fault with the template and the row that drew this face, unless it already names its file."""
        if self.template is None or isinstance(fault, DefinitionError):
            return fault
        return DefinitionError(self.template, sentence(message_of(fault)), None, self.row or None)


@dataclass(frozen=True)
class FaceMaker:
    """Makes the faces of one game in one language and edition; `flat` tells templates which of two sets is made.

    `more` are names that its templates know beside the usual ones.
    """

    game: Game
    language: Language
    low_ink: bool = False
    flat: bool = False
    more: Mapping[str, object] = field(default_factory=dict, compare=False, repr=False)
    kept: Kept = field(default_factory=Kept, compare=False)

    def face(
        self, template: str, size: tuple[float, float], bleed: float, row: Mapping[str, Any] | None = None
    ) -> Face:
        """Runs a template for one row; a fault in it is told with the template's line and the row."""
        width, height = size
        row = {} if row is None else row
        try:
            with limited():
                look = self._environment.get_template(template)
                svg = look.render(row=row, width=width, height=height, bleed=bleed)
            svg.encode()
        except DefinitionError:
            raise
        except Exception as fault:  # whatever a template does wrong is its author's to mend
            raise self._located(fault, template, row) from fault
        file = self._file(template)
        if len(svg) > MOST_MARKUP:
            raise DefinitionError(file, Message("faces.markup", most_markup=f"{MOST_MARKUP:,}"))
        return Face(svg, width, height, bleed, file, self.game.where(row))

    @cached_property
    def _environment(self) -> Sandbox:
        """Only plain data goes in: a pydantic model would bring methods that read files and run pickles."""
        names = {
            "text": text,
            "block": block,
            "image": _placing(Images([self.game.folder, paths.ASSETS])),
            "labels": labelling(self.kept),
            "clear": clear,
            **paper_models.functions(self.game),
            "game": self.game.spec.model_dump(),
            "title": self.game.spec.title.in_(self.language),
            "tables": self.game.tables,
            "words": self.game.words[self.language],
            "palette": self.game.palette,
            "lang": self.language,
            "low_ink": self.low_ink,
            "flat": self.flat,
            **self.more,
        }
        files = {"words": f"words.{self.language}.toml", "palette": "palette.toml", "game": "game.toml"}
        return Sandbox([self.game.template_folder, paths.TEMPLATES], names, files, self.kept)

    @cached_property
    def _files(self) -> dict[str, Path]:
        """Where the templates lie that were used so far."""
        return {}

    def _file(self, template: str) -> Path:
        if template not in self._files:
            self._files[template] = self.game.template_file(template) or self.game.template_folder / template
        return self._files[template]

    def _located(self, fault: Exception, template: str, row: Mapping[str, Any]) -> DefinitionError:
        file, line = self._file(template), None
        if isinstance(fault, TemplateSyntaxError):
            file, line = Path(fault.filename or file), fault.lineno
        folders = (str(self.game.template_folder), str(paths.TEMPLATES))
        for source in (fault.__cause__, fault):
            for step, number in walk_tb(source.__traceback__ if source else None):
                if step.f_code.co_filename.startswith(folders):
                    compiled = step.f_globals.get("__jinja_template__")  # there where no Exception, but an alarm came
                    line = compiled.get_corresponding_lineno(number) if compiled else number
                    file = Path(step.f_code.co_filename)
        return DefinitionError(file, sentence(_reason(fault)), line, self.game.where(row) or None)


def _reason(fault: Exception) -> str:
    if isinstance(fault, RecursionError):
        return Message("faces.endless")
    if isinstance(fault, TemplateSyntaxError):
        return Message("faces.template", message=fault.message)
    if strange := _STRANGE_ARGUMENT.search(cut_short(str(fault), 1_000)):
        functions: dict[str, Callable[..., Markup]] = {"text": text, "block": block, "image": _placing(Images([]))}
        known = signature(functions[strange[1]]).parameters if strange[1] in functions else ()
        return Message("faces.strange_argument", fault=fault, hint=nearest(strange[2], known))
    return message_of(fault) if str(fault) else type(fault).__name__


def text(
    string: object,
    x: float,
    y: float,
    size: float = 7,
    weight: str = "regular",
    italic: bool = False,
    anchor: str = "start",
    fill: str = INK,
    spacing: float = 0,
    width: float | None = None,
    min_size: float | None = None,
    family: str = "serif",
    tag: str = "p",
) -> Markup:
    """One line of text on the baseline x, y; with `width` it shrinks down to `min_size`, then it is an error.

    `tag` says what it is to those who have the page read to them: p, or a heading, h1 to h3.
    """
    x, y, spacing = _number("x", x), _number("y", y), _number("spacing", spacing)
    size, least = _sizes(size, min_size)
    _one_of("anchor", anchor, ("start", "middle", "end"))
    _one_of("tag", tag, ("p", "h1", "h2", "h3"))
    rgb(fill)
    line, name = str(string), font(family, weight, bool(italic))
    if strange := missing_glyphs(line, name):
        raise DoesNotFitError(Message("faces.line_characters", line=quoted(line), strange=" ".join(strange)))
    if width is not None and line:
        width = _number("width", width)
        natural = text_width(line, name, size, spacing)
        if natural > width:
            shrunk = size * width / natural
            if shrunk < least - 1e-9:
                raise DoesNotFitError(
                    Message(
                        "faces.line_wide",
                        line=quoted(line),
                        natural=f"{natural * least / size:.1f}",
                        least=f"{least:g}",
                        width=f"{width:g}",
                    )
                )
            size, spacing = shrunk, spacing * width / natural
    told = "" if tag == "p" else f' data-tag="{tag}"'
    return Markup(
        f'<text x="{x:.3f}" y="{y:.3f}" font-family="{name}" font-size="{size * POINT:.4f}" text-anchor="{anchor}"'
        f' fill="{fill}" letter-spacing="{spacing:.4f}"{told}>{escape(line)}</text>'
    )


def block(
    html: str,
    x: float,
    y: float,
    width: float,
    height: float,
    size: float = 7,
    leading: float | None = None,
    align: str = "left",
    fill: str = INK,
    min_size: float | None = None,
    valign: str = "top",
    family: str = "serif",
) -> Markup:
    """Wrapped text (<p>, <b>, <i>, <h1>-<h3>, <ul><li>) in a box; it shrinks to `min_size`, then it is an error."""
    x, y, width, height = _number("x", x), _number("y", y), _number("width", width), _number("height", height)
    size, least = _sizes(size, min_size)
    leading = size * 1.22 if leading is None else _number("leading", leading)
    _one_of("align", align, ("left", "center", "right", "justify"))
    _one_of("valign", valign, ("top", "middle", "bottom"))
    rgb(fill)
    font(family)
    body = _as_xml(str(html))
    body = body if body.lstrip().startswith("<") else f"<p>{body}</p>"
    return Markup(
        f'<foreignObject x="{x:.3f}" y="{y:.3f}" width="{width:.3f}" height="{height:.3f}" font-family="{family}"'
        f' font-size="{size:g}" data-min-size="{least:g}" data-leading="{leading:.3f}"'
        f' data-align="{align}" data-valign="{valign}" fill="{fill}">{body}</foreignObject>'
    )


def _as_xml(string: str) -> str:
    """Text with tags as it is; text that is no XML (a lone & or <) as plain words."""
    try:
        ElementTree.fromstring(f"<div>{string}</div>")
    except ElementTree.ParseError as fault:
        if re.search(r"</?(p|b|i|u|br|ul|ol|li|h[123])\s*/?>", string):
            raise PrintingError(Message("faces.tags", string=quoted(string))) from fault
        return str(escape(string))
    return string


def _placing(images: Images) -> Callable[..., Markup]:
    """The function `image` for the files of some folders."""

    def image(href: str, x: float, y: float, width: float, height: float, color: str | None = None) -> Markup:
        """A file of the game's folder in a box, as large as fits, centred."""
        images.find(str(href))
        box = [_number("x", x), _number("y", y), _number("width", width), _number("height", height)]
        if color:
            rgb(color)
        tint = Markup(' color="{}"').format(color) if color else Markup()
        return Markup('<image href="{}" x="{:.3f}" y="{:.3f}" width="{:.3f}" height="{:.3f}"{}/>').format(
            href, *box, tint
        )

    image.__qualname__ = image.__name__
    return image


def _number(name: str, value: object) -> float:
    """A number, also one that comes as text from a table."""
    try:
        found = float(str(value))
    except ValueError:
        found = math.nan
    if not math.isfinite(found):
        raise PrintingError(Message("faces.no_number", name=name, value=quoted(value)))
    return found


def _sizes(size: float, min_size: float | None) -> tuple[float, float]:
    """The size of type to begin with and the least, in points."""
    largest = _number("size", size)
    least = largest if min_size is None else min(largest, _number("min_size", min_size))
    if not 1 <= least <= largest <= 2000:
        raise PrintingError(Message("faces.type_size", least=f"{least:g}", largest=f"{largest:g}"))
    return largest, least


def _one_of(name: str, value: str, known: Collection[str]) -> None:
    if value not in known:
        raise PrintingError(Message("faces.not_known", name=name, value=quoted(value), hint=nearest(str(value), known)))
