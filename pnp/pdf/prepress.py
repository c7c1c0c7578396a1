"""Prepress: the colours of a finished file as a press wants them, and what it says about itself.

For greyscale every colour becomes one of DeviceGray. For a print shop every colour becomes DeviceCMYK by the ICC
profile of its press, or by ours where it gave none, type in near black becomes black alone, and the file is a PDF/X-4
with that profile as its output intent. Colours stand in content streams as three numbers before `rg` or `RG`; strings
are passed over.
"""

from __future__ import annotations

import hashlib
import io
import re
import warnings
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property, partial
from typing import TYPE_CHECKING

import pikepdf
from pikepdf import Array, Dictionary, Name, PdfImage, String
from PIL import Image

from pnp.pdf.form_canvas import Painter
from shelf import paths
from shelf.errors import PrintingError
from shelf.messages import Message

if TYPE_CHECKING:
    from PIL import ImageCms

PRESS = paths.ASSETS / "press.icc"
"""Offset on coated paper, for those who were given no profile; `tools/press_profile.py` computes it."""
Rgb = tuple[float, float, float]

_COLOUR = re.compile(rb"\((?:\\.|[^\\()])*\)|<[0-9A-Fa-f\s]*>|([0-9.]+) ([0-9.]+) ([0-9.]+) (rg|RG)\b", re.DOTALL)
_BLACK = 0.16
"""Type and lines in which no channel is brighter are ink, and ink is black alone: one plate cannot miss itself."""


@dataclass(frozen=True)
class OutputProfile:
    """The ICC profile of a press."""

    content: bytes

    @cached_property
    def mark(self) -> str:
        """Equal for equal profiles."""
        return hashlib.sha256(self.content).hexdigest()[:20]

    @cached_property
    def name(self) -> str:
        """How the profile calls itself."""
        from PIL import ImageCms

        return str(ImageCms.getProfileDescription(self._profile)).strip()[:100]

    @cached_property
    def _profile(self) -> ImageCms.ImageCmsProfile:
        from PIL import ImageCms

        try:
            profile = ImageCms.ImageCmsProfile(io.BytesIO(self.content))
        except (OSError, ImageCms.PyCMSError) as fault:
            raise PrintingError(Message("prepress.no_profile")) from fault
        if profile.profile.xcolor_space.strip() != "CMYK" or profile.profile.device_class.strip() != "prtr":
            raise PrintingError(Message("prepress.no_press"))
        return profile

    @cached_property
    def _transform(self) -> ImageCms.ImageCmsTransform:
        from PIL import ImageCms

        source = ImageCms.createProfile("sRGB")
        intent = ImageCms.Intent.RELATIVE_COLORIMETRIC
        return ImageCms.buildTransform(
            source, self._profile, "RGB", "CMYK", intent, ImageCms.Flags.BLACKPOINTCOMPENSATION
        )

    def picture(self, image: Image.Image) -> Image.Image:
        """A picture in the inks of the press."""
        from PIL import ImageCms

        changed = ImageCms.applyTransform(image.convert("RGB"), self._transform)
        assert changed is not None
        return changed

    def painter(self) -> Painter:
        """Gives what draws the inks of the press."""
        return _painter(self.inks, "k")

    def inks(self, colour: Rgb) -> tuple[float, ...]:
        """A colour in the inks of the press, from 0 to 1."""
        if max(colour) <= _BLACK:
            return 0.0, 0.0, 0.0, 1.0
        if min(colour) > 0.999:
            return 0.0, 0.0, 0.0, 0.0
        pixel = Image.new("RGB", (1, 1), tuple(round(255 * channel) for channel in colour))
        return tuple(level / 255 for level in self.picture(pixel).getpixel((0, 0)))  # type: ignore[union-attr]


def grey_painter() -> Painter:
    """Gives what draws DeviceGray."""
    return _painter(lambda colour: (round(0.2126 * colour[0] + 0.7152 * colour[1] + 0.0722 * colour[2], 3),), "g")


def make_grey(pdf: pikepdf.Pdf) -> None:
    """Every colour of a file in DeviceGray."""
    _repaint(pdf, grey_painter())
    for image in _images(pdf):
        _replace(image, PdfImage(image).as_pil_image().convert("L"), Name.DeviceGray)
    _regroup(pdf, Name.DeviceGray)


def make_inks(pdf: pikepdf.Pdf, profile: OutputProfile) -> None:
    """Every colour of a file in the inks of a press."""
    _repaint(pdf, profile.painter())
    for image in _images(pdf):
        _replace(image, profile.picture(PdfImage(image).as_pil_image()), Name.DeviceCMYK)
    _regroup(pdf, Name.DeviceCMYK)


def make_x4(pdf: pikepdf.Pdf, profile: OutputProfile) -> None:
    """A file in the inks of a press, or in black alone, as PDF/X-4."""
    intent = pdf.make_stream(profile.content)
    intent.N = 4
    pdf.Root.OutputIntents = Array(
        [
            Dictionary(
                Type=Name.OutputIntent,
                S=Name.GTS_PDFX,
                OutputConditionIdentifier=String("Custom"),
                OutputCondition=String(profile.name),
                Info=String(profile.name),
                DestOutputProfile=pdf.make_indirect(intent),
            )
        ]
    )
    pdf.docinfo["/Trapped"] = Name("/False")
    pdf.docinfo["/GTS_PDFXVersion"] = String("PDF/X-4")
    for page in pdf.pages:
        if "/TrimBox" not in page.obj:
            page.trimbox = page.mediabox
        if "/BleedBox" not in page.obj:
            page.bleedbox = page.mediabox


def describe(pdf: pikepdf.Pdf, x4: bool = False) -> None:
    """XMP beside the old table of facts, which say the same."""
    title = str(pdf.docinfo.get("/Title", ""))
    with pdf.open_metadata(set_pikepdf_as_editor=False, update_docinfo=False) as meta:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # two facts have another name in XMP, and are set below
            meta.load_from_docinfo(pdf.docinfo)
        meta["dc:language"] = {str(pdf.Root.get("/Lang", "en"))}
        meta["xmpMM:DocumentID"] = f"uuid:{hashlib.sha256(title.encode()).hexdigest()[:32]}"
        meta["xmp:MetadataDate"] = meta["xmp:ModifyDate"]
        meta["xmpMM:VersionID"] = "1"
        meta["xmpMM:RenditionClass"] = "default"
        if x4:
            meta["pdfxid:GTS_PDFXVersion"] = "PDF/X-4"
            meta["pdf:Trapped"] = "False"


def _painter(inks: Callable[[Rgb], tuple[float, ...]], operator: str) -> Painter:
    known: dict[bytes, bytes] = {}

    def painted(found: re.Match[bytes]) -> bytes:
        if found[4] is None:
            return found[0]
        if found[0] not in known:
            colour = float(found[1]), float(found[2]), float(found[3])
            sign = operator if found[4] == b"rg" else operator.upper()
            known[found[0]] = (" ".join(f"{level:.4g}" for level in inks(colour)) + f" {sign}").encode()
        return known[found[0]]

    return partial(_COLOUR.sub, painted)


def _repaint(pdf: pikepdf.Pdf, painter: Painter) -> None:
    """Paints what is not in the file yet."""
    for stream in _contents(pdf):
        stream.write(painter(stream.read_bytes()))


def _contents(pdf: pikepdf.Pdf) -> Iterator[pikepdf.Object]:
    """Every stream that draws."""
    for page in pdf.pages:
        page.contents_coalesce()
        yield page.Contents
    for item in pdf.objects:
        if isinstance(item, pikepdf.Stream) and (item.get("/Subtype") == "/Form" or "/PatternType" in item):
            yield item


def _images(pdf: pikepdf.Pdf) -> Iterator[pikepdf.Stream]:
    for item in pdf.objects:
        if (
            isinstance(item, pikepdf.Stream)
            and item.get("/Subtype") == "/Image"
            and item.get("/ColorSpace")
            in (
                Name.DeviceRGB,
                Name.CalRGB,
            )
        ):
            yield item


def _replace(image: pikepdf.Object, pixels: Image.Image, space: pikepdf.Name) -> None:
    image.write(pixels.tobytes())
    image.ColorSpace, image.BitsPerComponent = space, 8
    for key in ("/Filter", "/DecodeParms", "/Decode"):
        if key in image:
            del image[key]


def _regroup(pdf: pikepdf.Pdf, space: pikepdf.Name) -> None:
    """Transparency is mixed in the colours of the press."""
    for item in pdf.objects:
        if isinstance(item, (pikepdf.Dictionary, pikepdf.Stream)):
            group = item.get("/Group")
            if isinstance(group, pikepdf.Dictionary):
                group.CS = space
