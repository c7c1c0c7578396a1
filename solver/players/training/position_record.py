"""Positions of searched play in files, so that training can go on: a part each, with what was played in its name.

Features are mostly zeros, so they are packed; never more is unpacked than there has to be.
"""

from __future__ import annotations

import zlib
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from shelf.atomic_write import write_whole
from shelf.errors import DefinitionError
from shelf.messages import Message
from solver.players.training.positions import Positions

QUICKLY = 1
"""How hard it is tried to pack."""


@dataclass(frozen=True)
class PositionRecord:
    """The parts of one training in a folder."""

    folder: Path
    name: str
    """Of what is played."""

    def part(self, number: int, room: Positions) -> Positions | None:
        """What was collected, written into room for it; None if the file is not there yet."""
        file = self._file(number)
        if not file.exists():
            return None
        expected = sum(array.nbytes for array in room.arrays())
        unpacker = zlib.decompressobj()
        try:
            data = unpacker.decompress(file.read_bytes(), expected)
        except zlib.error:
            data = b""
        if len(data) != expected or not unpacker.eof:
            raise DefinitionError(file, Message("training.no_record"))
        for array in room.arrays():
            array[...] = np.frombuffer(data[: array.nbytes], dtype=array.dtype).reshape(array.shape)
            data = data[array.nbytes :]
        return room

    def keep(self, number: int, found: Positions) -> None:
        """Writes a part down."""
        data = b"".join(array.tobytes() for array in found.arrays())
        write_whole(self._file(number), zlib.compress(data, QUICKLY))

    def _file(self, number: int) -> Path:
        return self.folder / f"positions-{self.name}-{number}.bin"
