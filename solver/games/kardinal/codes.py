"""Letters of colours and shapes, and squares, as people write them."""

from __future__ import annotations

from shelf.language import LANGUAGES, Language
from shelf.messages import Message, Translated, in_each_language
from solver.games.kardinal.state import State
from solver.games.kardinal.tables import COLOUR_IDS, GAME, SHAPE_IDS, SIDE, refused
from solver.kernel.playable import NotationError
from solver.words.input_text import shown
from solver.words.phrasing import noun

_WORDS = GAME.words["en"]
COLOUR_LETTERS = [str(_WORDS["colour"][colour]["letter"]) for colour in COLOUR_IDS]
SHAPE_LETTERS = [str(_WORDS["shape"][shape])[0] for shape in SHAPE_IDS]

_PAINTS = {
    str(name).upper(): COLOUR_IDS.index(colour)
    for language in LANGUAGES
    for colour, words in GAME.words[language]["colour"].items()
    for name in (words["letter"], words["name"], colour)
} | {"Ü": COLOUR_IDS.index("green")}
"""Every letter and name of a colour. The letters, which are printed on the stones, are the same in both languages; the
first German sets had an Ü on green."""

PAINT = "|".join(sorted(_PAINTS, key=len, reverse=True))
SHAPE = "|".join(SHAPE_LETTERS)


def find_paint(word: str) -> int:
    """The colour that a letter or a name stands for, as it is numbered in `colours.csv`."""
    if word not in _PAINTS:
        names = " ".join(COLOUR_LETTERS)
        raise NotationError(refused("codes.no_colour", word=shown(word), names=names))
    return _PAINTS[word]


def colour_names(language: Language) -> dict[str, str]:
    """The colours by their names in a language."""
    return {colour: str(words["name"]).lower() for colour, words in GAME.words[language]["colour"].items()}


def paint_name(paint: int) -> Translated:
    """A colour of the table by its name, for messages."""
    return in_each_language(lambda language: colour_names(language)[COLOUR_IDS[paint]])


def colour_name(s: State, colour: int) -> Translated:
    """A colour of the kernel by its name at the table, for messages."""
    return paint_name(s.paint[colour])


def shape_name(shape: int) -> Translated:
    """A shape by its name, for messages."""
    return in_each_language(lambda language: noun(str(GAME.words[language]["shape"][SHAPE_IDS[shape]]), language))


def colour_letter(s: State, colour: int) -> str:
    """A colour of the kernel by its letter."""
    return COLOUR_LETTERS[s.paint[colour]]


def building_name(s: State, shape: int, colour: int) -> Message:
    """`red tower`, for messages."""
    return refused("codes.building", colour=colour_name(s, colour), shape=shape_name(shape))


def square_of(s: State, cell: int) -> tuple[int, int]:
    """The square that a cell in or beside the fortress stands for."""
    low_x, low_y = int(s.low_x) - 3, int(s.low_y) - 3
    return low_x + (cell % SIDE - low_x) % SIDE, low_y + (cell // SIDE - low_y) % SIDE


def square_text(s: State, cell: int) -> str:
    """`2,-1`: two to the right of the cathedral's tower and one down."""
    x, y = square_of(s, cell)
    return f"{x},{y}"
