"""The set of Cartino: the board is the one the rules know, what they list is printed, and the racks stand."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from itertools import combinations, pairwise
from pathlib import Path

import numpy as np
import pypdfium2
import pytest
from PIL import Image

from pnp.chart.chart import build_chart
from pnp.chart.chart_spec import read_ledger
from pnp.definition.game import LANGUAGES, Game, load
from pnp.faces.face import FaceMaker
from pnp.faces.ink import Ink
from pnp.imposition.folding import panels
from pnp.imposition.papers import papers
from pnp.models.net_files import read_nets
from pnp.models.nets import Net, Points
from pnp.pdf.booklet import reading_pages
from pnp.pdf.printing import print_set
from pnp.pdf.single_faces import proof
from pnp.print_options import Order
from pnp.sheets.composition import Composition
from shelf.language import Language
from tests.looking import Letter, letters, picture

GOLDEN = Path(__file__).parent / "golden"
SHOWN = [("stones", "HK", False), ("stones", "PB", False), ("stones", "R10", False), ("stones", "KA", True)]
SHOWN += [("jokers", "joker", False), ("counters", "comet", False)]

SUITS = ("kreuz", "pik", "herz", "karo")
VALUES = {"7": 1, "8": 1, "9": 1, "10": 1, "B": 2, "D": 3, "K": 4, "A": 5}
SEATS = ("sun", "moon", "star", "comet")
STONE = (28.0, 20.0)
FURNITURE = 12.5
"""The lowest millimetres of every upright sheet, where ruler and print facts stand."""


@pytest.fixture(scope="module")
def game() -> Game:
    return load("cartino")


def _row(game: Game, part: str, row_id: str) -> dict[str, str]:
    spec = next(item for item in game.spec.part if item.id == part)
    return next(dict(row) for row in game.rows(spec) if row["id"] == row_id)


def _face(game: Game, part: str, row_id: str, language: Language = "de", back: bool = False) -> bytes:
    spec = next(item for item in game.spec.part if item.id == part)
    template = spec.back if back else spec.face
    assert template
    return proof(game, [FaceMaker(game, language).face(template, spec.size, 0.0, _row(game, part, row_id))])


# ---- the board as a table -----------------------------------------------------------------------------------------


@cache
def cells() -> dict[tuple[int, int], dict[str, str]]:
    return {(int(row["column"]), int(row["halfrow"])): dict(row) for row in load("cartino").tables["fields"]}


def test_every_field_has_two_halves_and_every_half_a_name() -> None:
    assert set(cells()) == {(column, row) for column in range(8) for row in range(8)}
    for (column, row), cell in cells().items():
        assert cell["cell"] == f"{'abcdefgh'[column]}{row + 1}"
        assert int(cell["value"]) == VALUES[cell["rank"]]
        other = cells()[column, row ^ 1]
        assert (cell["suit"], cell["rank"]) == (other["suit"], other["rank"])
    fields = Counter((cell["suit"], cell["rank"]) for cell in cells().values())
    assert fields == {(suit, rank): 2 for suit in SUITS for rank in VALUES}


def test_tens_lie_outside_aces_inside_and_each_ace_beside_its_seven() -> None:
    corners = {cells()[column, row]["rank"] for column in (0, 7) for row in (0, 7)}
    middle = {cells()[column, row]["rank"] for column in (3, 4) for row in (3, 4)}
    assert corners == {"10"} and middle == {"A"}
    for suit in SUITS:
        own = {place: cell["rank"] for place, cell in cells().items() if cell["suit"] == suit}
        pairs = {frozenset((own[a], own[b])) for a, b in combinations(own, 2) if _touch(a, b)}
        assert frozenset("A7") in pairs
        assert len({column for column, _ in own}) == len({row for _, row in own}) == 4


def test_the_four_suits_touch() -> None:
    """112 places where two halves share a side, 16 of them between two suits, and never more than four at one."""
    touching = [(a, b) for a, b in combinations(cells(), 2) if _touch(a, b)]
    assert len(touching) == 112
    assert sum(cells()[a]["suit"] != cells()[b]["suit"] for a, b in touching) == 16
    degree = Counter(Counter(place for pair in touching for place in pair).values())
    assert degree == {4: 36, 3: 24, 2: 4}


def _touch(a: tuple[int, int], b: tuple[int, int]) -> bool:
    return abs(a[0] - b[0]) + abs(a[1] - b[1]) == 1


# ---- the stones ---------------------------------------------------------------------------------------------------


def test_the_set_holds_what_the_rules_list(game: Game) -> None:
    parts = {part.id: len(game.copies(part)) for part in Composition(game, Order()).parts}
    pieces = {"stones": 64, "jokers": 2, "spares": 6, "chips": 25, "counters": 4, "racks": 4}
    assert parts == pieces | {"label": 1, "tray": 2, "lid": 2, "box-labels": 2}
    assert [item.id for item in Composition(game, Order()).boards.boards] == ["board"]
    assert tuple(row["id"] for row in game.tables["seats"]) == SEATS


def test_stones_are_the_cards_of_the_board(game: Game) -> None:
    letter = {row["id"]: row["letter"] for row in game.tables["suits"]}
    assert letter == {"kreuz": "K", "pik": "P", "herz": "H", "karo": "R"}
    assert {row["rank"]: int(row["value"]) for row in game.tables["ranks"]} == VALUES
    stones = [row for row in game.tables["stones"] if row["kind"] == "stone"]
    assert {(row["suit"], row["rank"]) for row in stones} == {(suit, rank) for suit in SUITS for rank in VALUES}
    for row in stones:
        assert row["id"] == row["code"] == letter[row["suit"]] + row["rank"]
        assert int(row["value"]) == VALUES[row["rank"]] == -int(row["rest"])
        assert row["count"] == "2"
    (joker,) = [row for row in game.tables["stones"] if row["kind"] == "joker"]
    assert (joker["code"], joker["rest"], joker["value"]) == ("*", "-6", "")


def test_a_stone_covers_half_a_field(game: Game) -> None:
    for part in ("stones", "jokers", "spares"):
        assert next(item for item in game.spec.part if item.id == part).size == STONE


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_stone_says_its_rank_its_value_and_its_code(game: Game, language: Language) -> None:
    """The same letters in both languages, so that one log fits both."""
    for row in game.tables["stones"]:
        if row["kind"] == "stone":
            said = Counter("".join(letter.text for letter in letters(_face(game, "stones", row["id"], language))))
            assert said == Counter(row["rank"] + row["value"] + row["code"]), row["id"]


def test_rank_and_value_stand_above_the_lip_of_a_rack(game: Game) -> None:
    lip = read_nets(game)["rack"].faces["lip"][:, 1].max()
    for row in game.tables["stones"]:
        if row["kind"] == "stone":
            high = [letter for letter in letters(_face(game, "stones", row["id"])) if letter.bottom < STONE[1] - lip]
            assert Counter(letter.text for letter in high) >= Counter(row["rank"] + row["value"])


def test_pip_stones_show_as_many_pips_as_they_say(game: Game) -> None:
    part = next(item for item in game.spec.part if item.id == "stones")
    for row in game.rows(part):
        svg = FaceMaker(game, "de").face(part.face, part.size, 0.0, row).svg
        shown = Counter(re.findall(r"pips/(\w+)\.svg", svg))
        assert shown == {row["suit"]: int(row["rank"]) if row["rank"].isdigit() else 1}, row["id"]


def test_all_stones_have_one_back_and_it_looks_the_same_upside_down(game: Game) -> None:
    backs = {next(item for item in game.spec.part if item.id == part).back for part in ("stones", "jokers", "spares")}
    assert len(backs) == 1
    looks = [
        picture(_face(game, part, row, back=True), dpi=200).astype(int)
        for part, row in (("stones", "K7"), ("stones", "RA"), ("jokers", "joker"), ("spares", "spare"))
    ]
    assert np.abs(looks[0] - looks[0][::-1, ::-1]).mean() < 1.5
    assert all((look == looks[0]).all() for look in looks)


def test_no_two_courts_look_alike(game: Game) -> None:
    """In grey: neither two suits of a rank nor two ranks of a suit."""
    greys = {}
    for suit, rank in ((suit, rank) for suit in "KPHR" for rank in "BDK"):
        pixels = picture(_face(game, "stones", suit + rank), dpi=150).mean(axis=2)
        middle = pixels[5:-5, int(0.3 * pixels.shape[1]) : int(0.7 * pixels.shape[1])]
        greys[suit + rank] = (middle - middle.mean()) / middle.std()
    for one, other in combinations(greys, 2):
        alike = float((greys[one] * greys[other]).mean())
        assert alike < 0.8, f"{one} and {other} look alike in grey ({alike:.2f})"


def test_suits_differ_in_grey_by_lightness_and_by_shape(game: Game) -> None:
    maker, aces = FaceMaker(game, "de"), [_row(game, "stones", suit + "A") for suit in "KPHR"]
    faces = [maker.face("stone.svg.j2", STONE, 0.0, ace) for ace in aces]
    document = proof(game, faces, Ink(grey=True))
    greys = [picture(document, page=number, dpi=300).mean(axis=2) for number in range(4)]
    pips = sorted(float(np.percentile(grey[95:140, 22:66], 25)) for grey in greys)
    assert min(np.diff(pips)) > 15
    height, width = greys[0].shape
    shapes = [grey[: int(0.7 * height), int(0.33 * width) : int(0.67 * width)] < 215 for grey in greys]
    for one, other in combinations(shapes, 2):
        assert (one & other).sum() / (one | other).sum() < 0.9


def test_counting_stones_can_be_told_apart_in_grey(game: Game) -> None:
    part = next(item for item in game.spec.part if item.id == "counters")
    faces = [FaceMaker(game, "de").face(part.face, part.size, 0.0, row) for row in game.rows(part)]
    document = proof(game, faces, Ink(grey=True))
    greys = [picture(document, page=number, dpi=300).mean(axis=2) for number in range(len(faces))]
    for one, other in combinations(greys, 2):
        assert np.abs(one - other).mean() > 20


# ---- the printed board ----------------------------------------------------------------------------------------------


@cache
def board(language: Language) -> tuple[Letter, ...]:
    """Every character of the board; the rest is measured from the field's places on it."""
    game = load("cartino")
    item, *_ = game.spec.board
    return tuple(letters(proof(game, [FaceMaker(game, language).face(item.face, item.size, 0.0)])))


@cache
def corner() -> tuple[float, float]:
    """Where the fields begin: they lie in the middle of the board."""
    item, *_ = load("cartino").spec.board
    return (item.size[0] - 8 * STONE[0]) / 2, (item.size[1] - 8 * STONE[1]) / 2


@pytest.mark.parametrize("language", LANGUAGES)
def test_either_half_of_a_field_says_rank_value_and_place(language: Language) -> None:
    """So a stone on one half leaves the other readable."""
    found: dict[tuple[int, int], Counter[str]] = {place: Counter() for place in cells()}
    for letter in board(language):
        column = int(((letter.left + letter.right) / 2 - corner()[0]) // STONE[0])
        row = int(((letter.top + letter.bottom) / 2 - corner()[1]) // STONE[1])
        if (column, row) in found:
            found[column, row][letter.text] += 1
            left, top = corner()[0] + STONE[0] * column, corner()[1] + STONE[1] * row
            assert left < letter.left and letter.right < left + STONE[0]
            assert top < letter.top and letter.bottom < top + STONE[1]
    for place, cell in cells().items():
        assert found[place] == Counter(cell["rank"] + cell["value"] + cell["cell"]), cell["cell"]


def test_each_edge_has_a_track_of_twenty(game: Game) -> None:
    item, *_ = game.spec.board
    width, height = item.size
    edges = {
        "top": lambda letter: letter.bottom < 15,
        "bottom": lambda letter: letter.top > height - 15,
        "left": lambda letter: letter.right < 15,
        "right": lambda letter: letter.left > width - 15,
    }
    digits = Counter("".join(str(n) for n in range(1, 21)))
    for edge, lies in edges.items():
        assert Counter(letter.text for letter in board("de") if lies(letter)) == digits, edge


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_board_says_whose_game_it_is_and_what_is_reconstructed(game: Game, language: Language) -> None:
    item, *_ = game.spec.board
    svg = FaceMaker(game, language).face(item.face, item.size, 0.0).svg
    assert "Alex Randolph" in svg and "D. F. Oudolf" in svg and "Ravensburger 1969, 1974–77" in svg
    assert {"de": "Rekonstruiert", "en": "Reconstructed"}[language] in svg


def test_the_seam_runs_between_the_suits(game: Game) -> None:
    for paper, tiles in (("a4", 2), ("letter", 2), ("a3", 1)):
        tiling = Composition(game, Order(paper=paper, only=("board",))).boards.tiling(game.spec.board[0])
        assert len(tiling.tiles) == tiles and not tiling.cut
        assert not any(tile.tongues for tile in tiling.tiles)
        assert {tile.shown.left for tile in tiling.tiles} <= {0.0, corner()[0] + 4 * STONE[0]}


# ---- the racks and the box ------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def rack(game: Game) -> Net:
    return read_nets(game)["rack"]


def _weight(polygon: Points) -> tuple[float, Points]:
    """Area and centre of gravity of a flat polygon in space."""
    area, moment = 0.0, np.zeros(3)
    normal = sum(np.cross(a - polygon[0], b - polygon[0]) for a, b in pairwise(polygon[1:]))
    normal = normal / np.linalg.norm(normal)
    for a, b in pairwise(polygon[1:]):
        part = float(np.cross(a - polygon[0], b - polygon[0]) @ normal) / 2
        area, moment = area + part, moment + part * (polygon[0] + a + b) / 3
    return area, moment / area


def _stone(rack: Net, number: int, thickness: float) -> Points:
    """The middle of a stone that leans on the rest; the outside of a face is where its z is negative."""
    place = rack.folded()["rest"]
    along = rack.faces["rest"][:, 0].max() / 2 + (number - 2) * STONE[0]
    middle: Points = (place @ [along, rack.faces["rest"][:, 1].max() - STONE[1] / 2, -thickness / 2, 1.0])[:3]
    return middle


@pytest.mark.parametrize("stones", range(6))
@pytest.mark.parametrize(("paper", "card"), [(110, 0.3), (160, 1.0), (250, 2.0), (110, 2.0)])
def test_a_rack_stands_laden_or_not(rack: Net, stones: int, paper: float, card: float) -> None:
    """Its centre of gravity lies over its base by more than a tenth; grams per square metre, millimetres of card."""
    weights = [(area * paper * 1e-6, centre) for area, centre in map(_weight, rack.solid().values())]
    weights += [(STONE[0] * STONE[1] * card * 0.7e-3, _stone(rack, number, card)) for number in range(stones)]
    centre = sum(weight * place for weight, place in weights) / sum(weight for weight, _ in weights)
    base = rack.solid()["base"]
    assert np.abs(base[:, 2]).max() < 0.01 and base[:, 2].min() > -0.01
    (left, front), (right, back) = base[:, :2].min(axis=0), base[:, :2].max(axis=0)
    assert left + 0.1 * (right - left) < centre[0] < right - 0.1 * (right - left)
    assert front + 0.1 * (back - front) < centre[1] < back - 0.1 * (back - front)


def test_five_stones_stand_between_rest_and_lip_and_nobody_else_sees_them(rack: Net) -> None:
    solid, place = rack.solid(), rack.folded()["rest"]
    width, slope = rack.faces["rest"].max(axis=0)
    assert width >= 5 * STONE[0] + 2
    lip = solid["lip"]
    for thickness in (0.3, 1.0, 2.0):
        foot, head = ((place @ [0, y, -thickness, 1.0])[:3] for y in (slope, slope - STONE[1]))
        assert lip[:, 1].max() < foot[1], "the foot of a stone stands behind the lip"
        assert foot[2] < lip[:, 2].max() < 0.3 * head[2], "which holds it, and hides little of it"
        assert head[2] < solid["back"][:, 2].max(), "the ridge is higher than a stone"
        assert head[1] > foot[1], "a stone leans back"


def test_the_gluing_strip_lies_on_the_base(rack: Net) -> None:
    sole, base = rack.solid()["sole"], rack.solid()["base"]
    assert np.abs(sole[:, 2]).max() < 0.01
    assert (sole[:, :2].min(axis=0) >= base[:, :2].min(axis=0) - 0.01).all()
    assert (sole[:, :2].max(axis=0) <= base[:, :2].max(axis=0) + 0.01).all()


def _extent(net: Net) -> Points:
    corners = np.vstack(list(net.solid().values()))
    extent: Points = corners.max(axis=0) - corners.min(axis=0)
    return extent


def test_every_net_has_room_on_its_part_and_tells_cuts_from_scores(game: Game) -> None:
    nets, maker = read_nets(game), FaceMaker(game, "en")
    for part in (item for item in game.spec.part if item.face == "net.svg.j2"):
        row = game.rows(part)[0]
        net = nets[row["id"]]
        assert net.size[0] + 1 <= part.size[0] and net.size[1] + 1 <= part.size[1], part.id
        svg = maker.face(part.face, part.size, 0.0, row).svg
        cut = re.findall(r'<path class="cut"[^>]*>', svg)
        assert len(cut) == 1 and "dasharray" not in cut[0]
        scores = re.findall(r'<path class="score mountain"[^>]*stroke-dasharray[^>]*>', svg)
        assert len(scores) == len(net.scores)
        for key in ("cut", "mountain", "glue"):
            assert f">{game.words['en']['line'][key]}</text>" in svg, (part.id, key)


# ---- rules, score sheet, instructions -------------------------------------------------------------------------------


NUMBERS: dict[Language, dict[int, str]] = {
    "de": {
        1: "CARTINO|Alex Randolph|2 bis 4 Personen",
        2: "zwei Plätze|64 Steine, je zwei von 32 Karten|2 Joker|6 Ersatzsteine|4 Zählsteine|25 Chips zu 20|4 Bänkchen"
        "|Kreuz|Pik|Herz|Karo|As 5|König 4|Dame 3|Bube 2|10 9 8 7 1|HK|R10",
        3: "64 Steine und 2 Joker|blind 5 Steine|Uhrzeigersinn|a bis h|1 bis 8",
        4: "von einer Farbe|Mindestens einen Stein|wieder 5 hast|66 Steine und nur 64 Plätze|darf nicht passen",
        5: "ganzen Seite|höchstens vier|nacheinander|5 + 4 + 5 + 5 = 19|nur 1",
        6: "5 Steine|10 Punkte|Farbe und Wert seines Feldes|genau den Stein|keine Punkte|nichts nach|nächsten Zug",
        7: "über die 20|Genau 20 bleibt auf der 20|46 Punkte|sofort|bekommt 10 Punkte|für einen Joker 6|unter 0"
        "|Passen alle nacheinander|ohne die 10|teilt ihr den Sieg",
        8: "5 Steine in einem Zug: 10|Joker 6|Alex Randolph (als D. F. Oudolf), Ravensburger 1969, 1974–77"
        "|Rekonstruiert",
    },
    "en": {
        1: "CARTINO|Alex Randolph|2 to 4 players",
        2: "two places|64 stones, two each of 32 cards|2 jokers|6 blank spares|4 counting stones|25 chips worth 20"
        "|4 racks|clubs|spades|hearts|diamonds|ace 5|king 4|queen 3|jack 2|10 9 8 7 1|HK|R10",
        3: "64 stones and 2 jokers|draws 5 stones|clockwise|a to h|1 to 8",
        4: "of one suit|at least one stone|have 5 again|66 stones and only 64 places|must not pass",
        5: "whole side|four at most|one after another|5 + 4 + 5 + 5 = 19|only 1",
        6: "5 stones|10 points|suit and the value of its field|exactly the stone|scores nothing|nothing for it"
        "|next turn",
        7: "beyond 20|Exactly 20 stays on 20|46 points|at once|scores 10 points|6 for a joker|below 0"
        "|all pass in a row|without the 10|share the victory",
        8: "5 stones in one turn: 10|joker 6|Alex Randolph (as D. F. Oudolf), Ravensburger 1969, 1974–77|Reconstructed",
    },
}


@cache
def booklet(language: Language, paper: str) -> bytes:
    return reading_pages(load("cartino"), papers()[paper], language)


def rules(language: Language) -> list[str]:
    document = pypdfium2.PdfDocument(booklet(language, "a4"))
    return [" ".join(page.get_textpage().get_text_range().split()) for page in document]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_booklet_tells_every_number_of_the_rules(language: Language) -> None:
    pages = rules(language)
    assert len(pages) == 8
    for number, told in NUMBERS[language].items():
        for piece in told.split("|"):
            assert piece in pages[number - 1], (number, piece)


def test_both_languages_mark_the_same_rulings(game: Game) -> None:
    marks = [[page.count("†") for page in rules(language)] for language in LANGUAGES]
    assert marks[0] == marks[1] and sum(marks[0]) > 12
    assert game.spec.reconstructed is not None
    for language in LANGUAGES:
        assert game.spec.reconstructed.in_(language) in rules(language)[7]


def test_the_example_of_the_booklet_scores_what_it_says() -> None:
    """The second ace of clubs on d4, beside the ace above it, the king, and two other aces: 19."""
    (place,) = (place for place, cell in cells().items() if cell["cell"] == "d4")
    assert cells()[place]["suit"] == "kreuz" and cells()[place]["rank"] == "A"
    assert sum(int(cell["value"]) for other, cell in cells().items() if _touch(place, other)) == 19


@pytest.mark.parametrize(("language", "paper"), [("de", "a4"), ("en", "a4"), ("de", "letter")])
def test_type_keeps_to_its_page(language: Language, paper: str) -> None:
    for number, spot in enumerate(panels("zine", papers()[paper])):
        width, height = spot.upright
        for letter in letters(booklet(language, paper), number):
            assert letter.left > 4.5 and letter.right < width - 4.5 and letter.bottom < height - 5, number + 1


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("template", ["making.svg.j2", "folding.svg.j2"])
def test_pages_to_work_by_leave_the_foot_to_the_ruler(game: Game, template: str, language: Language) -> None:
    paper = papers()["letter"]
    face = FaceMaker(game, language).face(template, (paper.width, paper.height), 0.0, {"page": 1, "pages": 1})
    for letter in letters(proof(game, [face])):
        assert letter.left > paper.edge and letter.right < paper.width - paper.edge
        assert letter.top > paper.edge and letter.bottom < paper.height - FURNITURE


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_list_of_parts_counts_what_the_set_has(game: Game, language: Language) -> None:
    svg = FaceMaker(game, language).face("making.svg.j2", (210, 297), 0.0, {"page": 1}).svg
    listed = re.findall(r">(\d+)</text>\s*<foreignObject[^>]*><p>([^<]+)</p>", svg)
    for part in Composition(game, Order()).parts:
        assert (str(len(game.copies(part))), part.name.in_(language)) in listed, part.id


def test_the_score_sheet_adds_up(game: Game) -> None:
    assert [line.id for line in read_ledger(game, "de").lines] == ["contacts", "sets", "finish", "rest", "total"]
    values = {"g1.p1.contacts": "83", "g1.p1.sets": "20", "g1.p2.contacts": "70", "g1.p2.rest": "-11"}
    chart = build_chart(game, "de", papers()["a4"], values=values)
    assert re.search(r"<[^>]*g1\.p1\.total\b[^>]*\b103\b", chart.svg)
    assert re.search(r"<[^>]*g1\.p2\.total\b[^>]*\b59\b", chart.svg)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("games", [1, 2, 4])
def test_the_words_of_the_score_sheet_fit_however_many_play(game: Game, language: Language, games: int) -> None:
    for paper in ("a4", "letter"):
        for players in (("Anna", "Ben"), ("Anna", "Ben", "Clara", "Dora")):
            face = build_chart(game, language, papers()[paper], players, games)
            assert all(f'data-value="{name}"' in face.svg for name in players)


@pytest.mark.parametrize(
    ("language", "paper", "order"),
    [
        ("de", "a4", {}),
        ("en", "letter", {"low_ink": True}),
        ("en", "a3", {"only": ("board", "stones", "chips"), "greyscale": True}),
        ("de", "a4", {"only": ("board", "stones", "counters"), "edition": "bleed", "board": "one"}),
        ("en", "a4", {"only": ("stones", "jokers", "spares"), "backs": "gutterfold"}),
    ],
    ids=["a4", "letter low ink", "a3 grey", "bleed one page", "gutterfold"],
)
def test_the_set_prints(game: Game, tmp_path: Path, language: Language, paper: str, order: dict[str, object]) -> None:
    wish = Order(paper=paper, language=language, **order)  # type: ignore[arg-type]
    printed = print_set(game, wish, tmp_path / wish.file_name(game))
    document = pypdfium2.PdfDocument(printed.file)
    assert len(document) == printed.pages
    sizes = {tuple(round(side * 25.4 / 72) for side in page.get_size()) for page in document}
    upright = {(round(papers()[paper].width), round(papers()[paper].height))}
    assert sizes == (upright | {(260, 224)} if wish.board == "one" else upright)
    if wish.greyscale:
        assert np.ptp(picture(printed.file, page=0, dpi=40).astype(int), axis=2).max() <= 2


# ---- golden pictures ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("part", "row", "back"), SHOWN)
def test_faces_look_as_they_did(game: Game, part: str, row: str, back: bool) -> None:
    """Golden pictures; `python -m tests.pnp.test_cartino` draws them anew when a face was changed on purpose."""
    golden = np.asarray(Image.open(_golden(part, row, back)).convert("RGB")).astype(int)
    pixels = picture(_face(game, part, row, back=back), dpi=110).astype(int)
    assert pixels.shape == golden.shape
    assert np.abs(pixels - golden).mean() < 2.0


def _golden(part: str, row: str, back: bool) -> Path:
    return GOLDEN / f"cartino-{part}-{row}{'-back' if back else ''}.png"


if __name__ == "__main__":
    cartino = load("cartino")
    for part, row, back in SHOWN:
        face = picture(_face(cartino, part, row, back=back), dpi=110)
        Image.fromarray(face).save(_golden(part, row, back), optimize=True)
