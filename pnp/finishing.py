"""The last step of a file: the line work goes in, and the same input gives the same bytes."""

from __future__ import annotations

import io

import pikepdf

from pnp.press import Press


def finished(draft: bytes, press: Press) -> bytes:
    """The draft with its line work engraved, compressed and reproducible."""
    buffer = io.BytesIO()
    with pikepdf.open(io.BytesIO(draft)) as pdf:
        press.engraver.fill(pdf)
        pdf.save(
            buffer,
            deterministic_id=True,
            compress_streams=True,
            object_stream_mode=pikepdf.ObjectStreamMode.generate,
        )
    return buffer.getvalue()
