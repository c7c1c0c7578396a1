"""The files that faces place: drawings in SVG and pictures in PNG or JPEG, found in the game's folder and vetted."""

from __future__ import annotations

import io
import warnings
from collections.abc import Iterable
from pathlib import Path
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from PIL import Image

from pnp.faces import svg
from pnp.faces.ink import Ink
from shelf.errors import DefinitionError, PrintingError, message_of, nearest, quoted
from shelf.messages import Message
from shelf.safe_files import file_in, inside, read_text

MOST_PIXELS = 80_000_000
"""An A3 page at 600 dots per inch has 70 million."""
MOST_BYTES = 250_000_000
"""Three a pixel, and some."""

_PICTURES = {".png": "PNG", ".jpg": "JPEG", ".jpeg": "JPEG"}
_TEXT = {"text", "foreignObject", "flowRoot"}
_ROOT_ONLY = {"viewBox", "width", "height", "version", "preserveAspectRatio", "x", "y"}


class Images:
    """Files by the names that templates give them; the folders are searched in order, and nothing beside them."""

    def __init__(self, folders: Iterable[Path]) -> None:
        self.folders = list(folders)
        self._found: dict[str, Path] = {}

    def find(self, href: str) -> Path:
        """The file of that name."""
        if href not in self._found:
            self._found[href] = self._search(href)
        return self._found[href]

    def _search(self, href: str) -> Path:
        for folder in self.folders:
            if path := file_in(folder, href):
                return path
        if self.folders and inside(self.folders[0], href) is None:
            raise PrintingError(Message("images.leads_out", href=quoted(href)))
        kinds = {".svg", *_PICTURES}
        near = [file for pattern in ("*.*", "*/*.*") for file in self.folders[0].glob(pattern)]
        known = [file.relative_to(self.folders[0]).as_posix() for file in near if file.suffix.lower() in kinds]
        raise PrintingError(Message("images.none", href=quoted(href), hint=nearest(href, known)))


def is_picture(path: Path) -> bool:
    """Whether a file is made of pixels."""
    return path.suffix.lower() in _PICTURES


def picture(path: Path) -> Image.Image:
    """The pixels of a PNG or JPEG of reasonable size; sixteen bits of grey become eight."""
    kind = _PICTURES[path.suffix.lower()]
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", Image.DecompressionBombWarning)
            # From memory: a file would set room aside for as many bytes as a chunk of it claims to have.
            image = Image.open(io.BytesIO(_content(path)), formats=[kind])
            if image.width * image.height > MOST_PIXELS:
                raise Image.DecompressionBombError
            image.load()
    except (Image.DecompressionBombError, Image.DecompressionBombWarning) as fault:
        raise DefinitionError(path, Message("images.pixels", most_pixels=MOST_PIXELS // 1_000_000)) from fault
    except (OSError, ValueError, SyntaxError) as fault:
        raise DefinitionError(path, Message("images.unreadable", kind=kind)) from fault
    return image.convert("I").point(lambda level: level * (1 / 257)).convert("L") if image.mode[0] == "I" else image


def _content(path: Path) -> bytes:
    if path.stat().st_size > MOST_BYTES:
        raise DefinitionError(path, Message("images.bytes", most_bytes=MOST_BYTES // 1_000_000))
    return path.read_bytes()


class Symbol:
    """A drawing in a file of its own."""

    def __init__(self, path: Path, ink: Ink) -> None:
        self.path = path
        if path.suffix.lower() != ".svg":
            raise DefinitionError(path, Message("images.kind"))
        markup = read_text(path)
        try:
            self.root = svg.parse(markup)
            if svg.tag(self.root) != "svg":
                raise PrintingError(Message("images.no_svg", root=svg.tag(self.root)))
            if found := _TEXT & {svg.tag(element) for element in self.root.iter()}:
                raise PrintingError(Message("images.font", element=found.pop()))
            self.extent = svg.view_box(self.root)
        except PrintingError as fault:
            raise DefinitionError(path, message_of(fault)) from fault
        ink.on(self.root)

    def markup(self, color: str | None) -> str:
        """Its contents, with the root's presentation attributes and the colour for `currentColor`."""
        group = Element("g", {key: value for key, value in self.root.items() if key not in _ROOT_ONLY})
        if color:
            group.set("color", color)
        group.extend(list(self.root))
        return ElementTree.tostring(group, encoding="unicode")
