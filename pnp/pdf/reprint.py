"""Print again only what changed: every sheet carries a fingerprint of what is on it, without its page numbers."""

from __future__ import annotations

import hashlib
import logging
from pathlib import Path

import pikepdf

from pnp.faces.limits import limited
from pnp.pdf.face_pdf import Forms
from pnp.sheets.sheet import Sheet, Side
from shelf.errors import PrintingError, message_of
from shelf.messages import Message

_OWNER = "/Timbuktu"
logging.getLogger("pikepdf").addHandler(logging.NullHandler())  # what is wrong with a file is told here, once


def fingerprint(sheet: Sheet, forms: Forms, circumstances: str) -> str:
    """Equal for sheets that look the same on paper, whatever their number in the set."""
    ink = hashlib.sha256(circumstances.encode())
    for side in sheet.sides:
        ink.update(_side(side, forms).encode())
    return ink.hexdigest()


def _side(side: Side, forms: Forms) -> str:
    placed = [f"{forms[item.face].mark} {item.spot} {item.window} {item.tongues}" for item in side.placed]
    marks = (side.cuts, side.fold, side.spine, side.hairlines, side.strips, side.contours)
    return "\n".join([*placed, *map(str, marks)])


def sign(page: pikepdf.Page, mark: str) -> None:
    """Leaves the fingerprint in the page's private data."""
    private = pikepdf.Dictionary(LastModified=pikepdf.String("D:20000101000000Z"), Private=pikepdf.String(mark))
    page.obj.PieceInfo = pikepdf.Dictionary({_OWNER: private})


def fingerprints(old: Path) -> set[str]:
    """The fingerprints of an earlier file, which may be any file at all."""
    try:
        with limited():
            found = _found(old)
    except PrintingError as fault:
        raise PrintingError(Message("printing.old_fault", old=old, fault=fault)) from fault
    except pikepdf.PasswordError as fault:
        raise PrintingError(Message("printing.old_password", old=old)) from fault
    except Exception as fault:  # a broken file makes the library raise nearly anything
        raise PrintingError(Message("printing.old_unreadable", old=old, fault=message_of(fault))) from fault
    if not found:
        raise PrintingError(Message("printing.old_foreign", old=old))
    return found


def _found(old: Path) -> set[str]:
    if not old.is_file():
        raise OSError(Message("printing.not_plain"))
    with pikepdf.open(old) as pdf:
        return {mark for page in pdf.pages if (mark := _mark(page.obj))}


def _mark(page: pikepdf.Object) -> str | None:
    """What `sign` left on a page, or None."""
    thing = page
    for key in ("/PieceInfo", _OWNER, "/Private"):
        if not isinstance(thing, pikepdf.Dictionary) or key not in thing:
            return None
        thing = thing[key]
    return str(thing) if isinstance(thing, pikepdf.String) else None
