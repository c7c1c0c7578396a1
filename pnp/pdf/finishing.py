"""The last step of a file: line work and form fields go in, and the same input gives the same bytes."""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import pikepdf

from pnp.faces.fields import Field
from pnp.pdf.acroform import add_form
from pnp.pdf.prepress import OutputProfile, describe, make_grey, make_inks, make_x4
from pnp.pdf.reading import Told, add_structure
from pnp.pdf.reprint import sign
from pnp.pdf.svg_art import Engraver


@dataclass(frozen=True)
class PageNote:
    """What a page needs beside its drawing: its sheet's fingerprint, boxes to write into, and what it tells."""

    mark: str = ""
    fields: tuple[Field, ...] = ()
    told: Told = field(default_factory=Told)


def finished(
    draft: bytes, engraver: Engraver, notes: Sequence[PageNote] = (), profile: OutputProfile | None = None
) -> bytes:
    """The draft with its line work engraved, in the colours of its press, signed, compressed and reproducible.

    What goes to a press has no boxes to write into: PDF/X allows neither fields nor scripts.
    """
    buffer = io.BytesIO()
    with pikepdf.open(io.BytesIO(draft)) as pdf:
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
        pdf.save(
            buffer,
            deterministic_id=True,
            compress_streams=True,
            min_version="1.6" if profile else "",
            object_stream_mode=pikepdf.ObjectStreamMode.generate,
        )
    return buffer.getvalue()


def described(draft: bytes) -> bytes:
    """A draft of type and lines alone, which says about itself what every file of ours says."""
    buffer = io.BytesIO()
    with pikepdf.open(io.BytesIO(draft)) as pdf:
        describe(pdf)
        pdf.save(buffer, deterministic_id=True)
    return buffer.getvalue()
