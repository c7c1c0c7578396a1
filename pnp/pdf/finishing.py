"""The last step of a file: structure and form fields go in, and the same input gives the same bytes."""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import pikepdf

from pnp.faces.fields import Field
from pnp.faces.ink import Ink
from pnp.pdf.acroform import add_form
from pnp.pdf.form_canvas import Draft, FormCanvas
from pnp.pdf.prepress import OutputProfile, describe, grey_painter, make_grey, make_inks, make_x4
from pnp.pdf.reading import Told, add_structure
from pnp.pdf.reprint import sign
from pnp.pdf.svg_art import Engraver
from pnp.sheets.canvas import fresh


@dataclass(frozen=True)
class PageNote:
    """What a page needs beside its drawing: its sheet's fingerprint, boxes to write into, and what it tells."""

    mark: str = ""
    fields: tuple[Field, ...] = ()
    told: Told = field(default_factory=Told)


def begun(ink: Ink, profile: OutputProfile | None = None) -> FormCanvas:
    """An empty file in the colours of its press, for `finished`."""
    painter = grey_painter() if ink.grey else profile.painter() if profile else None
    return FormCanvas(painter, "1.6" if profile else "1.5", **fresh())


def finished(
    draft: Draft, engraver: Engraver, notes: Sequence[PageNote] = (), profile: OutputProfile | None = None
) -> bytes:
    """The draft with all that its line work brings along, in the colours of its press, signed and reproducible.

    What goes to a press has no boxes to write into: PDF/X allows neither fields nor scripts.
    """
    with pikepdf.open(io.BytesIO(draft.skeleton)) as pdf:
        engraver.fill(pdf)
        for page, note in zip(pdf.pages, notes, strict=False):
            if note.mark:
                sign(page, note.mark)
        fields = {number: note.fields for number, note in enumerate(notes) if note.fields}
        boxes: Mapping[str, pikepdf.Object] = {}
        if fields and not profile:
            boxes = add_form(pdf, fields, engraver.kept)
        add_structure(pdf, [note.told for note in notes], boxes)
        if engraver.ink.grey:
            make_grey(pdf)
        elif profile:
            make_inks(pdf, profile)
        if profile:
            make_x4(pdf, profile)
        describe(pdf, x4=profile is not None)
        return draft.binding.closed(pdf)


def described(draft: bytes) -> bytes:
    """A draft of type and lines alone, which says about itself what every file of ours says."""
    buffer = io.BytesIO()
    with pikepdf.open(io.BytesIO(draft)) as pdf:
        describe(pdf)
        pdf.save(buffer, deterministic_id=True)
    return buffer.getvalue()
