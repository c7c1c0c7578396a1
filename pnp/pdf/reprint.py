"""Print again only what changed: every sheet carries a fingerprint of what is on it, without its page numbers."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pikepdf

from pnp.pdf.face_pdf import Press
from pnp.sheets.sheet import Sheet, Side
from shelf.errors import PrintingError

_OWNER = "/Timbuktu"


def fingerprint(sheet: Sheet, press: Press, circumstances: str) -> str:
    """Equal for sheets that look the same on paper, whatever their number in the set."""
    ink = hashlib.sha256(circumstances.encode())
    for side in (sheet.front, sheet.back):
        ink.update(_side(side, press).encode())
    return ink.hexdigest()


def _side(side: Side, press: Press) -> str:
    placed = [f"{press.fingerprint(item.face)} {item.spot} {item.window} {item.tongues}" for item in side.placed]
    return "\n".join([*placed, str(side.cuts), str(side.fold), str(side.hairlines), str(side.strips)])


def sign(page: pikepdf.Page, mark: str) -> None:
    """Leaves the fingerprint in the page's private data."""
    private = pikepdf.Dictionary(LastModified=pikepdf.String("D:20000101000000Z"), Private=pikepdf.String(mark))
    page.obj.PieceInfo = pikepdf.Dictionary({_OWNER: private})


def fingerprints(old: Path) -> set[str]:
    """The fingerprints of an earlier file."""
    try:
        with pikepdf.open(old) as pdf:
            found = {
                str(page.obj.PieceInfo[_OWNER].Private)
                for page in pdf.pages
                if _OWNER in page.obj.get("/PieceInfo", pikepdf.Dictionary())
            }
    except (pikepdf.PdfError, OSError) as fault:
        raise PrintingError(f"{old} cannot be read as a PDF: {fault}.") from fault
    if not found:
        raise PrintingError(f"{old} was not printed by timbuktu pdf: its sheets carry no fingerprints.")
    return found
