"""Pages from templates, in the language of whoever asks."""

from __future__ import annotations

import re
from functools import cached_property
from typing import Any

import jinja2
from markupsafe import Markup, escape
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response

from shelf import paths
from shelf.language import LANGUAGES, Language
from table.screens.words import Words

LANGUAGE = "timbuktu-language"
"""The cookie in which a device keeps its language."""


class Pages:
    """The templates of `templates/web`; whatever they fill in is text, not markup."""

    def __init__(self, usual: Language) -> None:
        self.usual = usual

    @cached_property
    def _templates(self) -> jinja2.Environment:
        templates = jinja2.Environment(
            loader=jinja2.FileSystemLoader(paths.TEMPLATES / "web"),
            autoescape=True,
            undefined=jinja2.StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
        )
        templates.filters["typed"] = _typed
        return templates

    def words(self, request: Request) -> Words:
        """In the language that the device has chosen, else the first that its browser asks for."""
        asked = request.headers.get("accept-language", "").lower()
        wished = [request.cookies.get(LANGUAGE, ""), *(part.strip()[:2] for part in asked.split(","))]
        return Words(next((language for wish in wished for language in LANGUAGES if language == wish), self.usual))

    def fragment(self, template: str, words: Words, **values: Any) -> Markup:
        """A piece of a page."""
        page = self._templates.get_template(f"{template}.html.j2")
        return Markup(page.render(said=lambda key, **gaps: words.said(f"web.{key}", **gaps), words=words, **values))

    def page(self, template: str, words: Words, status: int = 200, **values: Any) -> HTMLResponse:
        """A whole page."""
        return HTMLResponse(self.fragment(template, words, **values), status)

    def refusal(self, request: Request, status: int, message: str) -> Response:
        """A sentence that says why not: a page for whoever opens one, JSON for a page that asks."""
        if "text/html" in request.headers.get("accept", ""):
            return self.page("refusal", self.words(request), status, message=message)
        return JSONResponse({"error": message}, status)


def _typed(sentence: str) -> Markup:
    """What one would type stands between backticks in a sentence, and in letters of its own on a page."""
    return Markup(re.sub(r"`([^`]+)`", r"<code>\1</code>", str(escape(sentence))))
