"""The bench's deck as a protograf script, in the manner of its documentation: Create, Data, Deck, Card, Save.

Runs in the peer's own environment: protograf_deck.py TABLE.csv FILE.pdf. Lengths are centimetres.
"""

# ruff: noqa: F403, F405 - its commands are meant to be imported so
import math
import sys
from pathlib import Path

from protograf import *

CARDS, FILE = (str(Path(name).resolve()) for name in sys.argv[1:3])
del sys.argv[1:]  # what is left, protograf reads itself

INK, PAPER = "#221C14", "#F7F0DF"
COLOURS = {"anchor": "#2F5D8A", "crown": "#B8862B", "mill": "#5C7A3D", "star": "#8F3352"}
ANCHOR = (18.5, 9, 21.5, 9, 21.5, 30, 27, 28, 31, 22, 33, 28, 27, 33, 20, 36, 13, 33, 7, 28, 9, 22, 13, 28, 18.5, 30)
MILL = (20, 15, 30, 3, 33, 6, 22, 17, 34, 28, 31, 31, 20, 19, 9, 31, 6, 28, 18, 17, 7, 6, 10, 3)
STAR = (20, 3, 24.5, 14, 36, 14.5, 27, 22, 30, 34, 20, 27.5, 10, 34, 13, 22, 4, 14.5, 15.5, 14)
EMBLEMS = {
    "anchor": [(True, ANCHOR), (False, (12, 13, 28, 13, 28, 15.5, 12, 15.5)), (False, (20, 6.5, 3))],
    "crown": [
        (True, (7, 12, 14, 20, 20, 8, 26, 20, 33, 12, 30, 27, 10, 27)),
        (False, (10, 28.5, 30, 28.5, 30, 32, 10, 32)),
        (False, (20, 23, 2)),
    ],
    "mill": [(False, (16, 18, 24, 18, 28, 35, 12, 35)), (True, MILL), (False, (20, 17, 2))],
    "star": [(True, STAR), (False, (20, 13, 25, 20, 20, 27, 15, 20)), (True, (20, 20, 2))],
}
"""As in deck/emblems: corners, or centre and radius, in millimetres of a field of 40 x 40; True is the suit's."""

Create(filename=FILE, paper="A4", margin=1)
Data(filename=CARDS)
Deck(width=6.3, height=8.8, fill=PAPER, stroke=INK, stroke_width=0.4, grid_marks=True)


def suit_shapes(suit, colour):
    """What all cards of a suit show."""
    line = Common(stroke=INK, stroke_width=1.1)
    shapes = [
        rectangle(x=0.4, y=0.4, width=5.5, height=8, fill=None, stroke=colour, stroke_width=2),
        circle(cx=1.15, cy=1.15, radius=0.45, fill=colour, stroke=INK, stroke_width=0.85),
        circle(cx=3.15, cy=4.2, radius=1.9, fill="white", common=line),
    ]
    for coloured, figures in EMBLEMS[suit]:
        fill = colour if coloured else PAPER
        if len(figures) == 3:
            x, y, radius = figures
            shapes.append(circle(cx=1.15 + x / 10, cy=2.2 + y / 10, radius=radius / 10, fill=fill, common=line))
        else:
            corners = [(1.15 + x / 10, 2.2 + y / 10) for x, y in zip(figures[::2], figures[1::2], strict=True)]
            shapes.append(polyshape(points=corners, fill=fill, common=line))
    return group(*shapes)


def needle(card):
    """A mark on the rim of the disc, at another place on every card."""
    turn = math.radians(float(card.turn))
    sin, cos = math.sin(turn), math.cos(turn)
    corners = [
        (3.15 - cos * x - sin * y, 4.2 - sin * x + cos * y)
        for x, y in ((0, -2.35), (-0.1, -2.1), (0, -1.85), (0.1, -2.1))
    ]
    return polyshape(points=corners, fill=INK, stroke=INK, stroke_width=0)


for suit, colour in COLOURS.items():
    Card("all", S("{{ suit == '" + suit + "' }}", suit_shapes(suit, colour)))
Card("all", needle)
bold = Common(font_name="Helvetica-Bold")
Card("all", text(common=bold, text=T("{{ number }}"), x=1.15, y=1.35, font_size=14, stroke="white", align="centre"))
Card("all", text(common=bold, text=T("{{ name }}"), x=1.8, y=1.3, font_size=9, stroke=INK, align="left"))
Card("all", line(x=0.9, y=6.8, x1=5.4, y1=6.8, stroke=INK, stroke_width=0.4))
Card("all", text(text=T("{{ rule }}"), x=3.15, y=7.4, font_size=8, stroke=INK, align="centre"))
Card("all", text(text=T("{{ code }}"), x=5.6, y=8.1, font_size=6, stroke=INK, align="right"))
Save()
