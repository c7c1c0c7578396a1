"""The last step of a file: line work and form fields go in, and the same input gives the same bytes."""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass

import pikepdf

from pnp.faces.fields import Field
from pnp.pdf.face_pdf import Press
from pnp.pdf.prepress import OutputProfile, describe, make_grey, make_x4
from pnp.pdf.reprint import sign


@dataclass(frozen=True)
class PageNote:
    """What a page needs beside its drawing: the fingerprint of its sheet, and the boxes one can write into."""

    mark: str
    fields: tuple[Field, ...] = ()


def finished(
    draft: bytes, press: Press, notes: Sequence[PageNote] = (), profile: OutputProfile | None = None
) -> bytes:
    """The draft with its line work engraved, in the colours of its press, signed, compressed and reproducible."""
    buffer = io.BytesIO()
    with pikepdf.open(io.BytesIO(draft)) as pdf:
        press.engraver.fill(pdf)
        for page, note in zip(pdf.pages, notes, strict=False):
            sign(page, note.mark)
        fields = {number: note.fields for number, note in enumerate(notes) if note.fields}
        if fields:
            from pnp.pdf.acroform import add_form  # brings fontTools along, which most files need not wait for

            add_form(pdf, fields)
        if press.ink.grey:
            make_grey(pdf)
        elif profile:
            make_x4(pdf, profile)
        describe(pdf, x4=profile is not None)
        pdf.save(
            buffer,
            deterministic_id=True,
            compress_streams=True,
            object_stream_mode=pikepdf.ObjectStreamMode.generate,
        )
    return buffer.getvalue()
