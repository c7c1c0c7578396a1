"""The board game's set: the map keeps to what is known of it, and what the rules list is what is printed."""

from __future__ import annotations

import re
import shutil
from collections import Counter
from functools import cache
from itertools import combinations, pairwise
from math import dist
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pypdfium2
import pytest
from numpy.typing import NDArray

from pnp.chart.chart import build_chart
from pnp.chart.chart_spec import read_ledger
from pnp.definition.game import LANGUAGES, Game, load
from pnp.faces.face import FaceMaker
from pnp.faces.fonts import POINT, text_width
from pnp.faces.ink import Ink
from pnp.imposition.papers import papers
from pnp.pdf.booklet import reading_pages
from pnp.pdf.printing import print_set
from pnp.pdf.single_faces import proof
from pnp.print_options import Order
from pnp.sheets.composition import Composition
from shelf import paths
from shelf.language import Language
from tests.looking import letters, picture

Point = tuple[float, float]
MAPS = ("h1", "h2")
EDGE = ("england", "franken", "bayern", "italien", "aragon")
INNER = ("frankreich", "lothringen", "schwaben", "burgund")
SITES = {
    "h1": dict(zip(EDGE + INNER, (5, 7, 6, 6, 7, 8, 6, 4, 7), strict=True)),
    "h2": dict(zip(EDGE + INNER, (6, 7, 6, 6, 6, 8, 5, 4, 6), strict=True)),
}
ALLIANCES = {
    1: ("england", "franken"),
    2: ("england", "lothringen"),
    3: ("england", "frankreich"),
    4: ("frankreich", "aragon"),
    5: ("aragon", "burgund"),
    6: ("aragon", "italien"),
    7: ("frankreich", "lothringen"),
    8: ("frankreich", "burgund"),
    9: ("lothringen", "franken"),
    10: ("lothringen", "schwaben"),
    11: ("franken", "schwaben"),
    12: ("franken", "bayern"),
    13: ("schwaben", "bayern"),
    14: ("italien", "burgund"),
    15: ("italien", "bayern"),
}


@pytest.fixture(scope="module")
def game() -> Game:
    return load("kk-board")


class Chart:
    """One of the two maps as the tables have it."""

    def __init__(self, game: Game, name: str) -> None:
        row = next(row for row in game.tables["maps"] if row["id"] == name)
        self.fields = {field["id"]: field for field in game.tables[row["fields"]]}
        self.place = {key: (float(field["x"]), float(field["y"])) for key, field in self.fields.items()}
        self.land = {key: field["land"] for key, field in self.fields.items()}
        self.roads = [(road["a"], road["b"]) for road in game.tables[row["roads"]]]
        self.shields = {row["land"]: (float(row["x"]), float(row["y"])) for row in game.tables[row["shields"]]}

    def reached(self, start: str, among: set[str]) -> set[str]:
        """The towns that roads lead to without leaving some of them."""
        seen, open_ = {start}, [start]
        while open_:
            here = open_.pop()
            for pair in self.roads:
                if here in pair:
                    (there,) = set(pair) - {here}
                    if there in among and there not in seen:
                        seen.add(there)
                        open_.append(there)
        return seen


@pytest.fixture(params=MAPS)
def chart(game: Game, request: pytest.FixtureRequest) -> Chart:
    return Chart(game, request.param)


def points(string: str) -> list[Point]:
    return [(float(x), float(y)) for x, y in (pair.split(",") for pair in string.split())]


def within(outline: list[Point], x: float, y: float) -> bool:
    """Whether a point lies inside an outline: a ray from it crosses an odd number of edges."""
    crossed = False
    for (ax, ay), (bx, by) in zip(outline, outline[1:] + outline[:1], strict=True):
        if (ay > y) != (by > y) and x < ax + (y - ay) * (bx - ax) / (by - ay):
            crossed = not crossed
    return crossed


@cache
def outlines() -> list[tuple[str, list[Point]]]:
    return [(area["land"], points(area["points"])) for area in load("kk-board").tables["areas"]]


def land_at(x: float, y: float) -> str | None:
    """The land there, "" for ground beyond the game, None for the sea."""
    return next((land for land, outline in outlines() if within(outline, x, y)), None)


def crossing(a: Point, b: Point, c: Point, d: Point) -> bool:
    def side(p: Point, q: Point, r: Point) -> float:
        return (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])

    return side(a, b, c) * side(a, b, d) < 0 and side(c, d, a) * side(c, d, b) < 0


# ---- the map: what the rule text says of it, the numbers of sites, its shape, the alliances -----------------------


def test_nine_lands_in_the_order_of_scoring_and_the_cards_that_name_them(game: Game) -> None:
    assert tuple(land["id"] for land in game.tables["lands"]) == EDGE + INNER
    cards = {frozenset(card["lands"].split()): int(card["count"]) for card in game.tables["cards"]}
    assert cards == {
        frozenset({"franken", "aragon"}): 13,
        frozenset({"bayern", "burgund"}): 12,
        frozenset({"lothringen", "italien"}): 11,
        frozenset({"england", "schwaben"}): 10,
        frozenset({"frankreich"}): 9,
    }
    named = {land: card["id"] for card in game.tables["cards"] for land in card["lands"].split()}
    colours = {card["id"]: card["colour"] for card in game.tables["cards"]}
    assert all(land["card"] == named[land["id"]] for land in game.tables["lands"])
    assert all(land["colour"] == colours[land["card"]] for land in game.tables["lands"])
    assert (colours["FR"], colours["BB"]) == ("purple", "green")


@pytest.mark.parametrize("name", MAPS)
def test_every_land_has_its_number_of_sites(game: Game, name: str) -> None:
    sites = Counter(Chart(game, name).land.values())
    assert sites == SITES[name]
    assert sum(sites.values()) == {"h1": 56, "h2": 54}[name]
    assert sites["frankreich"] == 8 and sites["schwaben"] == 4
    assert sites["franken"] >= 7 and sites["lothringen"] >= 5 and sites["italien"] >= 6 and sites["bayern"] >= 3
    if name == "h1":
        assert len(Chart(game, name).roads) == 75
    else:
        sums = {card["id"]: sum(sites[land] for land in card["lands"].split()) for card in game.tables["cards"]}
        assert all(sums[card["id"]] == int(card["count"]) for card in game.tables["cards"] if card["id"] != "FR")


def test_the_chain_of_the_rule_text_can_be_built(chart: Chart) -> None:
    """Five in Burgund and Italien in one row; the branch to Bayern leaves it at an inner cloister."""
    row = ["U6", "I1", "I2", "I4", "I5"]
    roads = {frozenset(road) for road in chart.roads}
    assert all(frozenset(pair) in roads for pair in pairwise(row))
    assert {chart.land[field] for field in row} == {"burgund", "italien"}
    assert frozenset(("I2", "B5")) in roads and chart.land["B5"] == "bayern"


def test_roads_never_cross_and_join_every_land(chart: Chart) -> None:
    assert len({frozenset(road) for road in chart.roads}) == len(chart.roads)
    for (a, b), (c, d) in combinations(chart.roads, 2):
        assert not crossing(chart.place[a], chart.place[b], chart.place[c], chart.place[d]), (a, b, c, d)
    for land in EDGE + INNER:
        own = {field for field, home in chart.land.items() if home == land}
        assert chart.reached(min(own), own) == own, land
    everything = set(chart.fields)
    england = {field for field, home in chart.land.items() if home == "england"}
    assert chart.reached(min(england), everything) == england
    assert chart.reached("R1", everything) == everything - england


def test_towns_stand_apart_and_in_their_land(chart: Chart) -> None:
    assert min(dist(*pair) for pair in combinations(chart.place.values(), 2)) > 31
    for field, (x, y) in chart.place.items():
        assert land_at(x, y) == chart.land[field], field
        assert all(dist((x, y), shield) > 18 + 7 for shield in chart.shields.values()), field
    for land, (x, y) in chart.shields.items():
        assert land_at(x, y) == land


def test_lands_of_one_card_never_touch_and_three_neighbours_have_no_alliance(game: Game) -> None:
    card = {land["id"]: land["card"] for land in game.tables["lands"]}
    borders = {frozenset((line["a"], line["b"])) for line in game.tables["lines"] if line["a"] and line["b"]}
    assert all(len({card[land] for land in pair}) == 2 for pair in borders)
    allied = {frozenset(pair) for pair in ALLIANCES.values()}
    assert borders - allied == {
        frozenset(("burgund", "schwaben")),
        frozenset(("italien", "schwaben")),
        frozenset(("burgund", "lothringen")),
    }


def test_fifteen_alliances_over_land_and_sea(game: Game) -> None:
    rows = {int(row["number"]): row for row in game.tables["alliances"]}
    assert {number: (row["land_a"], row["land_b"]) for number, row in rows.items()} == ALLIANCES
    assert {number for number, row in rows.items() if row["via"] == "sea"} == {1, 2, 3, 5, 6, 15}
    assert {number for number, row in rows.items() if row["basis"] == "rules"} == {14, 15}
    for number, row in rows.items():
        over = land_at(float(row["x"]), float(row["y"]))
        assert over is None if row["via"] == "sea" else over in ALLIANCES[number], number
        ends = [land_at(float(row[f"x_{end}"]), float(row[f"y_{end}"])) for end in "ab"]
        assert tuple(ends) == ALLIANCES[number], number
    degree = Counter(land for pair in ALLIANCES.values() for land in pair)
    assert {land for land, count in degree.items() if count == 4} == {"frankreich", "lothringen", "franken"}
    assert set(degree.values()) == {3, 4}


# ---- the board -------------------------------------------------------------------------------------------------------


@cache
def board(name: str, language: Language = "de") -> str:
    game = load("kk-board")
    item = next(item for item in game.spec.board if game.rows(item)[0]["id"] == name)
    return FaceMaker(game, language).face(item.face, item.size, 0.0, game.rows(item)[0]).svg


def texts(svg: str) -> dict[str, list[tuple[float, float, float, float]]]:
    """Every line of type on the board with its box."""
    found: dict[str, list[tuple[float, float, float, float]]] = {}
    for element in ElementTree.fromstring(f"<svg>{svg}</svg>").iter("text"):
        string, size = "".join(element.itertext()), float(element.get("font-size", 0))
        wide = text_width(string, element.get("font-family", ""), size / POINT)
        start = {"middle": -wide / 2, "end": -wide}.get(element.get("text-anchor", ""), 0.0)
        x, y = float(element.get("x", 0)) + start, float(element.get("y", 0))
        found.setdefault(string, []).append((x, y - 0.7 * size, x + wide, y + 0.1 * size))
    return found


@pytest.mark.parametrize("name", MAPS)
def test_no_name_lies_under_a_road(game: Game, name: str) -> None:
    chart, lines = Chart(game, name), texts(board(name))
    for field in chart.fields.values():
        ((left, top, right, bottom),) = lines[field["name"]]
        for a, b in chart.roads:
            steps = np.linspace(chart.place[a], chart.place[b], 200)
            hit = (steps[:, 0] > left) & (steps[:, 0] < right) & (steps[:, 1] > top) & (steps[:, 1] < bottom)
            assert not hit.any(), (field["name"], a, b)


@pytest.mark.parametrize("name", MAPS)
def test_every_site_has_the_code_that_a_log_calls_it(game: Game, name: str) -> None:
    chart, lines = Chart(game, name), texts(board(name))
    for code, field in chart.fields.items():
        ((left, top, right, bottom),) = lines[code]
        middle = np.array([(left + right) / 2, (top + bottom) / 2])
        assert np.hypot(*(middle - chart.place[code])) < 6.6, field["name"]


def distance(points: NDArray[np.float64], box: tuple[float, float, float, float]) -> float:
    """How far the nearest of some points is from a box; 0 inside it."""
    left, top, right, bottom = box
    across = np.maximum(np.maximum(left - points[:, 0], points[:, 0] - right), 0)
    down = np.maximum(np.maximum(top - points[:, 1], points[:, 1] - bottom), 0)
    return float(np.hypot(across, down).min())


@pytest.mark.parametrize("name", MAPS)
def test_names_touch_neither_line_nor_shield_nor_one_another(game: Game, name: str) -> None:
    chart, lines = Chart(game, name), texts(board(name))
    boxes = {field["name"]: lines[field["name"]][0] for field in chart.fields.values()}
    drawn = [np.linspace(chart.place[a], chart.place[b], 300) for a, b in chart.roads]
    for line in game.tables["lines"]:
        corners = points(line["points"])
        drawn += [np.linspace(a, b, 12) for a, b in pairwise(corners)]
    for town, (left, top, right, bottom) in boxes.items():
        assert min(distance(line, (left, top, right, bottom)) for line in drawn) > 0.25, town
        for x, y in chart.shields.values():
            assert distance(np.array([(x, y)]), (left, top, right, bottom)) > 18, town
    for (one, a), (other, b) in combinations(boxes.items(), 2):
        assert a[2] < b[0] or b[2] < a[0] or a[3] < b[1] or b[3] < a[1], (one, other)


@pytest.mark.parametrize("name", MAPS)
def test_roads_keep_to_the_land_and_off_the_banners(game: Game, name: str) -> None:
    chart = Chart(game, name)
    for a, b in chart.roads:
        steps = np.linspace(chart.place[a], chart.place[b], 24)
        assert all(land_at(x, y) is not None for x, y in steps), (a, b)
        for x, y in chart.shields.values():
            assert distance(steps, (x - 18.4, y + 9.8, x + 18.4, y + 17.6)) > 1, (a, b)
            assert distance(steps, (x, y, x, y)) > 18, (a, b)


def test_the_score_track_runs_from_0_to_99_clockwise_along_the_edge() -> None:
    lines = texts(board("h1"))
    middles = [
        min(((x + right) / 2, (y + bottom) / 2) for x, y, right, bottom in lines[str(n)] if _on_the_edge(x, y))
        for n in range(100)
    ]
    for here, there in zip(middles, middles[1:] + middles[:1], strict=True):
        assert dist(here, there) == pytest.approx(19, abs=1.2)
    assert middles[0][0] < middles[1][0] and middles[30][1] < middles[31][1]


def _on_the_edge(x: float, y: float) -> bool:
    return (x < 21.5 or x > 567 or y < 29 or y > 388) and y > 8.5


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_board_says_whose_game_it_is_and_what_is_reconstructed(language: Language) -> None:
    blocks = re.findall(r"<foreignObject.*?</foreignObject>", board("h1", language), re.DOTALL)
    (credit,) = [block for block in blocks if {"de": "Rekonstruiert", "en": "Reconstructed"}[language] in block]
    lines = texts(board("h1", language))
    left, top, right, bottom = 508, 36, 568, 105
    for said in ("KARDINAL", "KÖNIG", "Michael Schacht", "Goldsieber 2000"):
        ((x, y, x1, y1),) = lines[said]
        assert left < x < x1 < right and top < y < y1 < bottom, "title and credit stand in one cartouche"
    x, y = (float(number) for number in re.findall(r' [xy]="([0-9.]+)"', credit)[:2])
    assert left < x < right and top < y < bottom


def test_no_town_shield_or_number_is_cut(game: Game) -> None:
    for paper in ("a4", "letter"):
        boards = Composition(game, Order(paper=paper, only=("board", "board-h2"))).boards
        for item in boards.boards:
            tiling = boards.tiling(item)
            assert not tiling.cut, (paper, item.id)
            assert len(tiling.tiles) == 8


# ---- the set ---------------------------------------------------------------------------------------------------------


def test_the_set_holds_what_the_rules_list(game: Game) -> None:
    for flat in (False, True):
        parts = {part.id: len(game.copies(part)) for part in Composition(game, Order(flat=flat)).parts}
        councillors = "councillor-tiles" if flat else "councillors"
        wanted = {"cards": 55, "cloisters": 100, councillors: 40, "counters": 5, "marker": 1}
        assert parts == wanted | {"tray": 2, "lid": 2, "box-labels": 2}
    for kind, count in (("cloister", 20), ("councillor", 8), ("counter", 1)):
        rows = [row for row in game.tables["pieces"] if row["kind"] == kind]
        assert {row["colour"]: int(row["count"]) for row in rows} == dict.fromkeys(
            ("red", "yellow", "green", "purple", "blue"), count
        )
    assert [item.id for item in Composition(game, Order()).boards.boards] == ["board"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_card_says_its_lands(game: Game, language: Language) -> None:
    part = next(item for item in game.spec.part if item.id == "cards")
    maker = FaceMaker(game, language)
    faces = [maker.face(part.face, part.size, 0.0, row) for row in game.rows(part)]
    document = proof(game, faces)
    for page, (row, face) in enumerate(zip(game.rows(part), faces, strict=True)):
        said = "".join(letter.text for letter in letters(document, page))
        for land in game.tables["lands"]:
            named = land[f"name_{language}"].upper() in said.upper()
            assert named == (land["id"] in row["lands"].split()), (row["id"], land["id"])
        shown = Counter(re.findall(r'href="([\w/-]+)\.svg"', face.svg))
        assert all(
            shown[land["arms"].removesuffix(".svg")] == 2 * (land["card"] == row["id"]) for land in game.tables["lands"]
        )


def test_the_two_names_of_a_card_stand_on_one_baseline_in_one_size_and_off_the_frame(game: Game) -> None:
    part = next(item for item in game.spec.part if item.id == "cards")
    for language in LANGUAGES:
        for row in game.rows(part):
            lines = texts(FaceMaker(game, language).face(part.face, part.size, 0.0, row).svg)
            found = {line.upper(): boxes for line, boxes in lines.items()}
            names = [land[f"name_{language}"].upper() for land in game.tables["lands"] if land["card"] == row["id"]]
            boxes = [box for name in names for box in found[name]]
            assert len({(round(top, 3), round(bottom, 3)) for _, top, _, bottom in boxes}) == 1
            assert all(left > 4.4 and right < part.size[0] - 4.4 for left, _, right, _ in boxes), names
            assert all(one[2] + 1 < other[0] for one, other in pairwise(sorted(boxes)))


def test_the_back_looks_the_same_upside_down(game: Game) -> None:
    part = next(item for item in game.spec.part if item.id == "cards")
    assert part.back
    pixels = picture(proof(game, [FaceMaker(game, "de").face(part.back, part.size, 0.0, {})]), dpi=150).astype(int)
    assert np.abs(pixels - pixels[::-1, ::-1]).mean() < 1.5


@pytest.mark.parametrize("part_id", ["cloisters", "councillor-tiles", "counters"])
def test_players_pieces_can_be_told_apart_in_grey_whichever_way_they_lie(game: Game, part_id: str) -> None:
    """By what is light on them and what is dark alone: two greys may be nearly the same."""
    part = next(item for item in game.spec.part if item.id == part_id)
    sides = [side for side in (part.face, part.back) if side]
    for side in sides:
        faces = [FaceMaker(game, "de").face(side, part.size, 0.0, row) for row in game.rows(part)]
        document = proof(game, faces, Ink(grey=True))
        for one, other in combinations([_light(document, page) for page in range(len(faces))], 2):
            for turns in range(4):
                turned = np.rot90(other, turns)
                if turned.shape == one.shape:
                    square_millimetres = (one != turned).sum() * (25.4 / 200) ** 2
                    assert square_millimetres > 3, (part_id, turns)


def test_every_piece_shows_the_letter_of_its_colour(game: Game) -> None:
    for part in game.spec.part:
        for row in game.rows(part) if part.table == "pieces" and part.id != "marker" else ():
            face = FaceMaker(game, "de").face(part.face, part.size, 0.0, row)
            said = {letter.text for letter in letters(proof(game, [face]))}
            assert game.words["de"]["stone"][row["colour"]]["letter"] in said, (part.id, row["id"])


def _light(document: bytes, page: int) -> NDArray[np.bool_]:
    """Which pixels are lighter than the ground of the piece and its lines, as the eye divides them."""
    grey = picture(document, page=page, dpi=200).mean(axis=2)
    return np.asarray(grey > 235)


def test_the_score_sheet_adds_up(game: Game) -> None:
    ids = [line.id for line in read_ledger(game, "de").lines]
    pacts = [f"a{number}" for number in range(1, 16)]
    assert ids == ["interim", *EDGE, *INNER, "cloisters", *pacts, "council", "chains", "total"]
    values = {"g1.p1.interim": "20", "g1.p1.franken": "7", "g1.p1.a14": "6", "g1.p1.chains": "5"}
    face = build_chart(game, "de", papers()["a4"], values=values)
    assert re.search(r"<[^>]*g1\.p1\.total\b[^>]*\b38\b", face.svg)


NUMBERS: dict[Language, dict[int, str]] = {
    "de": {
        1: "Michael Schacht|3 bis 5 Personen|ab 12 Jahren",
        2: "13 ×|12 ×|11 ×|10 ×|9 ×|55 Karten|100 Klöster, je 20 in 5 Farben|40 Räte, je 8 in 5 Farben|5 Zählsteine"
        "|1 schwarzer Stein|9 Länder|1 bis 15|1, 2, 3, 5, 6 und 15",
        3: "20 Klöster, 8 Räte|auf der 0|allen 55 Karten|viert|eine Karte|50|dritt|zwei|45"
        "|jedem 3|2 Karten auf|0 bis 99",
        4: "1 bis 3 Handkarten|3 Karten|2 Steine|1 Land|nur einen setzen|Zwei Karten gleicher Farbe|auf 3 nach|auf 2",
        5: "eines je Feld|3 rote, 2 gelbe und 2 blaue|3 Räte|genau eine Karte|muss",
        6: "England, Franken, Bayern, Italien, Aragon|Frankreich, Lothringen, Schwaben, Burgund|1 Punkt|7 4 2|5 5 2",
        7: "1 bis 15|4 + 2 = 6|4 oder mehr|je 1 Punkt",
        8: "Gleichstand|Vorrat|Michael Schacht, Goldsieber 2000|Rekonstruiert",
    },
    "en": {
        1: "Michael Schacht|3 to 5 players|12 years",
        2: "13 ×|12 ×|11 ×|10 ×|9 ×|55 cards|100 cloisters, 20 in each of 5 colours"
        "|40 councillors, 8 in each of 5 colours|5 scoring markers|1 black marker|9 lands|1 to 15|1, 2, 3, 5, 6 and 15",
        3: "20 cloisters, 8 councillors|on 0|all 55 cards|four|one card|50|three|two of each|45"
        "|deal 3|up 2 cards|0 to 99",
        4: "1 to 3 cards|3 cards|2 pieces|1 land|only one|Two cards of the same colour|up to 3|to 2 again",
        5: "one on each site|3 red, 2 yellow and 2 blue|3 councillors|exactly one card|must",
        6: "England, Franconia, Bavaria, Italy, Aragon|France, Lorraine, Swabia, Burgundy|1 point|7 4 2|5 5 2",
        7: "1 to 15|4 + 2 = 6|4 or more|1 point each",
        8: "tie|supply|Michael Schacht, Goldsieber 2000|Reconstructed",
    },
}


@cache
def rules(language: Language) -> list[str]:
    document = pypdfium2.PdfDocument(reading_pages(load("kk-board"), papers()["a4"], language))
    return [" ".join(page.get_textpage().get_text_range().split()) for page in document]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_booklet_tells_every_number_of_the_rules(language: Language) -> None:
    for number, told in NUMBERS[language].items():
        for piece in told.split("|"):
            assert piece in rules(language)[number - 1], (number, piece)


def test_both_languages_mark_the_same_rulings(game: Game) -> None:
    marks = [[page.count("†") for page in rules(language)] for language in LANGUAGES]
    assert marks[0] == marks[1] and sum(marks[0]) > 7
    assert game.spec.reconstructed is not None
    for language in LANGUAGES:
        assert game.spec.reconstructed.in_(language) in rules(language)[7]


@pytest.mark.parametrize(
    ("language", "paper", "order"),
    [
        ("de", "a4", {}),
        ("en", "letter", {"flat": True}),
        ("en", "a4", {"only": ("board", "cards", "cloisters"), "edition": "bleed", "greyscale": True, "board": "one"}),
    ],
    ids=["a4", "letter flat", "bleed grey one page"],
)
def test_the_set_prints(game: Game, tmp_path: Path, language: Language, paper: str, order: dict[str, object]) -> None:
    wish = Order(paper=paper, language=language, **order)  # type: ignore[arg-type]
    printed = print_set(game, wish, tmp_path / wish.file_name(game))
    document = pypdfium2.PdfDocument(printed.file)
    assert len(document) == printed.pages
    sizes = {tuple(round(side * 25.4 / 72) for side in page.get_size()) for page in document}
    upright = {(round(papers()[paper].width), round(papers()[paper].height))}
    assert sizes == (upright | {(600, 426)} if wish.board == "one" else upright)


def test_a_stranger_prints_a_map_of_the_same_shape(tmp_path: Path) -> None:
    """The folder copied, a town renamed and moved, a road taken away: no template is needed beside it."""
    folder = tmp_path / "mymap"
    shutil.copytree(paths.GAMES / "kk-board", folder)
    for file, old, new in (
        ("game.toml", 'id = "kk-board"', 'id = "my-map"'),
        ("fields.csv", "E1,england,Durham,112,54", "E1,england,Carlisle,110,58"),
        ("roads.csv", "E1,E2\n", ""),
    ):
        text = (folder / file).read_text(encoding="utf-8")
        assert old in text
        (folder / file).write_text(text.replace(old, new), encoding="utf-8")
    own = load(folder)
    printed = print_set(own, Order(only=("board",), backs="none", board="one"), tmp_path / "own.pdf")
    said = pypdfium2.PdfDocument(printed.file)[0].get_textpage().get_text_range()
    assert "Carlisle" in said and "Durham" not in said
