"""The typefaces of a page that has to look the same without a network: of each just the letters that it uses."""

from __future__ import annotations

import base64
import io
import re

from fontTools import subset
from fontTools.ttLib import TTFont

from pnp.faces.fonts import face_file

_NAMED = re.compile(r'font-family=\\?"(Source\w+)')
ALWAYS = ("SourceSerifPro", "SourceSerifProSemibold", "SourceSansPro", "SourceSansProSemibold")
"""Those in which the page itself is set."""


def type_along(markup: str) -> str:
    """Style rules with the faces of type that the markup names, and those of the page."""
    letters = set(markup)
    names = sorted({*_NAMED.findall(markup), *ALWAYS})
    return "\n".join(f"@font-face{{font-family:{name};src:url({_face(name, letters)})}}" for name in names)


def _face(name: str, letters: set[str]) -> str:
    options = subset.Options(layout_features=["kern", "liga"], notdef_outline=True, hinting=False, flavor="woff")
    face = TTFont(face_file(name), recalcTimestamp=False)
    cutter = subset.Subsetter(options)
    cutter.populate(text="".join(sorted(letters)))
    cutter.subset(face)
    face.flavor = "woff"
    content = io.BytesIO()
    face.save(content)
    return f"data:font/woff;base64,{base64.b64encode(content.getvalue()).decode()}"
