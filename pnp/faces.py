"""Faces: a template and a row of a table become a drawing in SVG.

A template emits what stands on the part, in millimetres from the trimmed part's top left corner. It runs in Jinja2's
sandbox, because a stranger's game folder is not to be trusted, and gets three functions beside the data: `text` (one
line), `block` (wrapped text) and `image` (a file of the game's folder, stored once however often it is used).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

from jinja2 import FileSystemLoader, StrictUndefined, TemplateError, TemplateSyntaxError
from jinja2.sandbox import ImmutableSandboxedEnvironment
from markupsafe import Markup, escape

from pnp import shelf
from pnp.definitions import Game, Language
from pnp.errors import DefinitionError, DoesNotFitError, PrintingError
from pnp.fonts import POINT, font, missing_glyphs, text_width

INK = "#221c14"
MOST_MARKUP = 4_000_000
"""Characters of SVG in one face; more is a template gone wild."""


@dataclass(frozen=True)
class Face:
    """A drawing in millimetres; its origin is the trimmed part's top left corner, the bleed lies outside."""

    svg: str
    width: float
    height: float
    bleed: float


@dataclass(frozen=True)
class FaceMaker:
    """Makes the faces of one game in one language and edition."""

    game: Game
    language: Language
    low_ink: bool = False

    def face(
        self, template: str, size: tuple[float, float], bleed: float, row: Mapping[str, Any] | None = None
    ) -> Face:
        """Runs a template for one row; a fault in it is told with the template's line and the row."""
        width, height = size
        try:
            look = self._environment.get_template(template)
            svg = look.render(row=row or {}, width=width, height=height, bleed=bleed)
        except (TemplateError, PrintingError, TypeError, ValueError, ArithmeticError, LookupError) as fault:
            raise self._located(fault, template, row) from fault
        if len(svg) > MOST_MARKUP:
            raise DefinitionError(self._file(template), f"draws more than {MOST_MARKUP:,} characters of SVG.")
        return Face(svg, width, height, bleed)

    @cached_property
    def _environment(self) -> ImmutableSandboxedEnvironment:
        folders = [self.game.template_folder, shelf.TEMPLATES]
        environment = ImmutableSandboxedEnvironment(
            loader=FileSystemLoader(folders),
            autoescape=True,
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
        )
        environment.globals.update(
            text=text,
            block=block,
            image=image,
            game=self.game.spec,
            title=self.game.spec.title.in_(self.language),
            tables=self.game.tables,
            words=self.game.words[self.language],
            palette=self.game.palette,
            lang=self.language,
            low_ink=self.low_ink,
        )
        return environment

    def _file(self, template: str) -> Path:
        return self.game.template_folder / template

    def _located(self, fault: Exception, template: str, row: Mapping[str, Any] | None) -> DefinitionError:
        file, line = self._file(template), None
        if isinstance(fault, TemplateSyntaxError):
            file, line = Path(fault.filename or file), fault.lineno
        step = fault.__traceback__
        while step is not None:
            name = step.tb_frame.f_code.co_filename
            if name.endswith(".j2"):
                file, line = Path(name), step.tb_lineno
            step = step.tb_next
        who = str(row.get("id") or "") if row else ""
        return DefinitionError(file, str(fault).rstrip(".") + ".", line, who or None)


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
) -> Markup:
    """One line of text on the baseline x, y; with `width` it shrinks down to `min_size`, then it is an error."""
    line, name = str(string), font(family, weight, italic)
    if strange := missing_glyphs(line, name):
        raise DoesNotFitError(f"{line!r} needs the characters {' '.join(strange)}, which the typeface does not have")
    if width is not None and line:
        natural = text_width(line, name, 1) * size + spacing * (len(line) - 1)
        if natural > width:
            shrunk = size * width / natural
            if shrunk < (min_size or size) - 1e-9:
                raise DoesNotFitError(
                    f"{line!r} is {natural * (min_size or size) / size:.1f} mm wide at {min_size or size:g} pt, "
                    f"its box only {width:g} mm"
                )
            size, spacing = shrunk, spacing * width / natural
    return Markup(
        f'<text x="{x:.3f}" y="{y:.3f}" font-family="{name}" font-size="{size * POINT:.4f}" text-anchor="{anchor}"'
        f' fill="{fill}" letter-spacing="{spacing:.4f}">{escape(line)}</text>'
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
    body = _as_xml(str(html))
    body = body if body.lstrip().startswith("<") else f"<p>{body}</p>"
    return Markup(
        f'<foreignObject x="{x:.3f}" y="{y:.3f}" width="{width:.3f}" height="{height:.3f}" font-family="{family}"'
        f' font-size="{size:g}" data-min-size="{min_size or size:g}" data-leading="{leading or size * 1.22:.3f}"'
        f' data-align="{align}" data-valign="{valign}" fill="{fill}">{body}</foreignObject>'
    )


def _as_xml(string: str) -> str:
    """Text with tags as it is; text that is no XML (a lone & or <) as plain words."""
    try:
        ElementTree.fromstring(f"<div>{string}</div>")
    except ElementTree.ParseError:
        return str(escape(string))
    return string


def image(href: str, x: float, y: float, width: float, height: float, color: str | None = None) -> Markup:
    """A file of the game's folder in a box, as large as fits, centred."""
    tint = Markup(' color="{}"').format(color) if color else Markup()
    return Markup('<image href="{}" x="{:.3f}" y="{:.3f}" width="{:.3f}" height="{:.3f}"{}/>').format(
        href, x, y, width, height, tint
    )
