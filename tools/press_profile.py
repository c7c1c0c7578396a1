"""Computes assets/press.icc, the profile of an offset press on coated paper, for those who were given none.

The profiles that print shops publish may be used, but most may not be passed on. This one is computed: the colours of
solid inks and of two of them over each other are those that ISO 12647-2 sets for coated paper, dots grow about as it
says, and what lies between follows Neugebauer's equations. Inks for a colour are found by least squares: grey in
black rather than in three inks, and never more than 300 % of ink.

    python tools/press_profile.py
"""

from __future__ import annotations

import struct
from itertools import product
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

OUT = Path(__file__).resolve().parent.parent / "assets" / "press.icc"
NAME = "Timbuktu coated offset (after ISO 12647-2)"
D50 = np.array([0.9642, 1.0, 0.8249])
SOLIDS = {
    "": (95, 0, -2),
    "c": (55, -37, -50),
    "m": (48, 74, -3),
    "y": (89, -5, 93),
    "my": (47, 68, 48),
    "cy": (50, -65, 27),
    "cm": (24, 22, -46),
    "cmy": (23, 0, 0),
    "k": (16, 0, 0),
}
"""CIELAB of paper, solids and overprints."""
UNDER_BLACK = 0.6
"""How much of what lies under black is still seen: its transmittance to this power."""
GROWTH = np.array([0.14, 0.14, 0.14, 0.17])
"""By how much a dot of one half grows; less towards paper and solid."""
MOST_INK = 3.0
INKS_GRID, LAB_GRID = 9, 17


def xyz(lab: Floats) -> Floats:
    """CIEXYZ of CIELAB, both for D50."""
    f = np.stack([(lab[..., 0] + 16) / 116] * 3, axis=-1)
    f = f + np.stack([lab[..., 1] / 500, np.zeros_like(lab[..., 0]), -lab[..., 2] / 200], axis=-1)
    return D50 * np.where(f > 6 / 29, f**3, 3 * (6 / 29) ** 2 * (f - 4 / 29))


def lab(colour: Floats) -> Floats:
    """CIELAB of CIEXYZ."""
    share = colour / D50
    f = np.where(share > (6 / 29) ** 3, np.cbrt(share), share / (3 * (6 / 29) ** 2) + 4 / 29)
    return np.stack([116 * f[..., 1] - 16, 500 * (f[..., 0] - f[..., 1]), 200 * (f[..., 1] - f[..., 2])], axis=-1)


PAPER = xyz(np.array(SOLIDS[""], dtype=float))


def primaries() -> Floats:
    """The sixteen colours of Neugebauer, relative to the paper, from none of the inks to all."""
    found = []
    for inks in product((0, 1), repeat=4):
        name = "".join(letter for letter, there in zip("cmy", inks, strict=False) if there)
        colour = xyz(np.array(SOLIDS[name], dtype=float)) / PAPER
        if inks[3]:
            colour = xyz(np.array(SOLIDS["k"], dtype=float)) / PAPER * colour**UNDER_BLACK
        found.append(colour * D50)
    return np.array(found)


def printed(inks: Floats) -> Floats:
    """CIELAB, relative to the paper, of inks from 0 to 1."""
    dots = inks + 4 * GROWTH * inks * (1 - inks)
    shares = [
        np.prod([dots[..., n] if there else 1 - dots[..., n] for n, there in enumerate(inks_there)], axis=0)
        for inks_there in product((0, 1), repeat=4)
    ]
    return lab(np.tensordot(np.stack(shares, axis=-1), primaries(), axes=1))


def black_for(wanted: Floats) -> Floats:
    """Black in place of three inks: the darker and the greyer, the more."""
    chroma = np.hypot(wanted[:, 1], wanted[:, 2])
    return np.clip((68 - wanted[:, 0]) / 68, 0, 1) ** 1.4 * np.clip(1 - chroma / 90, 0, 1) * 0.98


def inks_for(wanted: Floats) -> tuple[Floats, Floats]:
    """The inks nearest to colours, and how far from them they print, by damped least squares within bounds."""
    black = black_for(wanted)
    inks = np.concatenate([np.repeat(np.clip(1 - wanted[:, :1] / 100, 0.05, 0.95), 3, axis=1), black[:, None]], axis=1)
    scale = np.array([1.3, 1.0, 1.0])

    def faults(inks: Floats) -> Floats:
        too_much = np.clip(inks.sum(axis=1) - MOST_INK, 0, None)
        return np.concatenate(
            [(printed(inks) - wanted) * scale, 4 * (inks[:, 3] - black)[:, None], 200 * too_much[:, None]], axis=1
        )

    damping = np.full(len(wanted), 1.0)
    now = faults(inks)
    for _ in range(120):
        columns = []
        for n in range(4):
            step = np.where(inks[:, n] < 0.5, 1e-5, -1e-5)
            moved = inks.copy()
            moved[:, n] += step
            columns.append((faults(moved) - now) / step[:, None])
        slope = np.stack(columns, axis=2)
        normal = slope.transpose(0, 2, 1) @ slope
        downhill = -(slope.transpose(0, 2, 1) @ now[:, :, None])[:, :, 0]
        stuck = ((inks <= 0) & (downhill < 0)) | ((inks >= 1) & (downhill > 0))
        normal = np.where(stuck[:, :, None] | stuck[:, None, :], 0, normal)
        normal += np.eye(4) * (damping[:, None, None] + stuck[:, :, None])
        tried = np.clip(inks + np.linalg.solve(normal, np.where(stuck, 0, downhill)[:, :, None])[:, :, 0], 0, 1)
        then = faults(tried)
        better = (then**2).sum(axis=1) < (now**2).sum(axis=1)
        inks, now = np.where(better[:, None], tried, inks), np.where(better[:, None], then, now)
        damping = np.clip(np.where(better, damping * 0.5, damping * 4), 1e-3, 1e6)
    return inks, np.linalg.norm(printed(inks) - wanted, axis=1)


def as_levels(colours: Floats) -> Floats:
    """CIELAB as the sixteen bits of a lookup table of ICC version 2."""
    return np.stack([colours[..., 0] * 652.8, (colours[..., 1] + 128) * 256, (colours[..., 2] + 128) * 256], axis=-1)


def table(inputs: int, outputs: int, grid: int, levels: Floats) -> bytes:
    """A lookup table, `mft2`, with straight curves before and behind it."""
    identity = struct.pack(">9i", 65536, 0, 0, 0, 65536, 0, 0, 0, 65536)
    straight = struct.pack(">2H", 0, 65535)
    content = np.clip(np.rint(levels), 0, 65535).astype(">u2").tobytes()
    head = b"mft2\0\0\0\0" + bytes([inputs, outputs, grid, 0]) + identity + struct.pack(">2H", 2, 2)
    return head + straight * inputs + content + straight * outputs


def described(text: str) -> bytes:
    """A name of ICC version 2, in ASCII alone."""
    ascii_text = text.encode("ascii") + b"\0"
    return b"desc\0\0\0\0" + struct.pack(">I", len(ascii_text)) + ascii_text + bytes(8 + 2 + 1 + 67)


def fixed(colour: Floats) -> bytes:
    """CIEXYZ as fixed point numbers."""
    return struct.pack(">3i", *(round(float(level) * 65536) for level in colour))


def profile() -> bytes:
    """The whole profile."""
    steps = np.linspace(0, 1, INKS_GRID)
    prints = table(4, 3, INKS_GRID, as_levels(printed(np.array(list(product(steps, repeat=4))))))
    lightness, sides = np.linspace(0, 65535 / 652.8, LAB_GRID), np.linspace(0, 65535 / 256, LAB_GRID) - 128
    wanted = np.array(list(product(lightness, sides, sides)))
    inks, far = inks_for(wanted)
    inks[wanted[:, 0] > 99.9] *= 0.0  # paper is paper
    mixes = table(3, 4, LAB_GRID, inks * 65535)
    reach = table(3, 1, LAB_GRID, np.where(far > 3, 65535.0, 0.0))
    tags = {
        "desc": described(NAME),
        "cprt": b"text\0\0\0\0" + b"MIT licence, computed by tools/press_profile.py of Timbuktu\0",
        "wtpt": b"XYZ \0\0\0\0" + fixed(PAPER),
        **dict.fromkeys(("A2B0", "A2B1", "A2B2"), prints),
        **dict.fromkeys(("B2A0", "B2A1", "B2A2"), mixes),
        "gamt": reach,
    }
    return assembled(tags)


def assembled(tags: dict[str, bytes]) -> bytes:
    """Header, list of tags, and each distinct content once."""
    at, contents, places = 128 + 4 + 12 * len(tags), b"", {}
    for content in dict.fromkeys(tags.values()):
        places[content] = at + len(contents)
        contents += content + bytes(-len(content) % 4)
    index = struct.pack(">I", len(tags)) + b"".join(
        name.encode() + struct.pack(">2I", places[content], len(content)) for name, content in tags.items()
    )
    date = struct.pack(">6H", 2026, 1, 1, 0, 0, 0)
    size = struct.pack(">I", at + len(contents))
    head = size + bytes(4) + b"\x02\x40\0\0" + b"prtrCMYKLab " + date + b"acsp" + bytes(24) + struct.pack(">I", 1)
    return (head + fixed(D50)).ljust(128, b"\0") + index + contents


if __name__ == "__main__":
    OUT.write_bytes(profile())
