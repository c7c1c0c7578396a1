from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pnp.chart.chart import build_chart, cramped
from pnp.definition.game import LANGUAGES, Game, load
from pnp.faces import svg
from pnp.faces.face import Face
from pnp.faces.fields import Field, summed
from pnp.faces.fonts import POINT, text_width
from pnp.faces.ink import Ink
from pnp.imposition.papers import Paper, papers
from pnp.pdf.face_pdf import Press
from pnp.pdf.finishing import begun
from shelf import paths
from shelf.errors import DefinitionError, DoesNotFitError, PrintingError
from shelf.language import Language

A4, LETTER = papers()["a4"], papers()["letter"]
ORDER = ["frankreich", "sachsen", "ungarn", "kastilien", "franken", "bayern", "italien", "england", "daenemark"]
NAMES = ["Andreas", "Beate", "Claus", "Doris", "Emil"]


@pytest.fixture(scope="module")
def cards() -> Game:
    return load("kk-card")


def fields_of(game: Game, face: Face) -> dict[str, Field]:
    """The boxes as the press finds them; printing also sets every text, so nothing may be too large for its place."""
    press = Press(begun(Ink()), [game.folder, paths.ASSETS], Ink())
    fields = press.print([face])[face].fields
    assert len({field.name for field in fields}) == len(fields)
    return {field.name: field for field in fields}


def texts_of(face: Face) -> list[ElementTree.Element]:
    root = svg.parse(f'<svg xmlns="{svg.NAMESPACE}">{face.svg}</svg>', "the face")
    return [element for element in root.iter() if svg.tag(element) == "text"]


def words_on(face: Face) -> list[str]:
    return ["".join(element.itertext()) for element in texts_of(face)]


def chart(
    game: Game, language: Language = "de", paper: Paper = A4, players: Sequence[str] = (), games: int = 1
) -> dict[str, Field]:
    return fields_of(game, build_chart(game, language, paper, players, games))


def filled(fields: Mapping[str, Field], values: Mapping[str, object]) -> dict[str, str]:
    return summed(list(fields.values()), {name: str(value) for name, value in values.items()})


def overlap(one: Field, other: Field) -> bool:
    apart = (
        one.x + one.width <= other.x
        or other.x + other.width <= one.x
        or one.y + one.height <= other.y
        or other.y + other.height <= one.y
    )
    return not apart


def test_the_lines_stand_in_the_order_of_the_self_made_edition(cards: Game) -> None:
    fields = chart(cards, players=NAMES)
    first = [field for name, field in fields.items() if name.startswith("g1.p1.") and not name.endswith(".name")]
    lines = list(dict.fromkeys(field.name.split(".")[2] for field in sorted(first, key=lambda field: field.y)))
    assert lines == [*ORDER, "subtotals", "carry", "chains", "law", "total"]


def test_each_player_has_a_column_for_land_and_one_for_symbols(cards: Game) -> None:
    fields = chart(cards)
    for seat in range(1, 6):
        for land in [*ORDER, "subtotals"]:
            left, right = fields[f"g1.p{seat}.{land}.land"], fields[f"g1.p{seat}.{land}.symbols"]
            assert left.y == right.y and left.x + left.width < right.x
    assert "g1.p6.name" not in fields


@pytest.mark.parametrize(
    ("language", "expected"),
    [
        ("de", ["ABRECHNUNGSTABELLE", "Frankreich", "Zwischensummen", "Übertrag", "Kettenwertung", "Summe"]),
        ("en", ["SCORING CHART", "France", "Subtotals", "Carried over", "Chain scoring", "Total"]),
    ],
)
def test_speaks_both_languages(cards: Game, language: Language, expected: list[str]) -> None:
    words = words_on(build_chart(cards, language, A4))
    assert [word for word in words if word in expected] == expected
    assert "× −2" in words


def test_each_land_shows_its_number_of_cards(cards: Game) -> None:
    words = words_on(build_chart(cards, "de", A4))
    for row in cards.tables["lands"]:
        name = cards.words["de"]["land"][row["id"]]
        assert words[words.index(name) + 1] == row["cards"]


def test_the_example_of_the_rules_adds_up(cards: Game) -> None:
    """France 5, 2 and 1 cards and 4 crosses; Denmark shared; Beate 7 ships; Claus 5 ships, 5 carriages, a law tile."""
    held = filled(
        chart(cards, players=NAMES[:3]),
        {
            "g1.p1.frankreich.land": 8,
            "g1.p2.frankreich.land": 5,
            "g1.p3.frankreich.land": 2,
            "g1.p1.frankreich.symbols": 4,
            "g1.p1.daenemark.land": 4,
            "g1.p2.daenemark.land": 4,
            "g1.p2.chains": 7,
            "g1.p3.chains": 10,
            "g1.p3.law.count": 1,
        },
    )
    assert [held[f"g1.p{seat}.total"] for seat in (1, 2, 3)] == ["16", "16", "10"]
    assert (held["g1.p1.subtotals.land"], held["g1.p1.subtotals.symbols"], held["g1.p1.carry"]) == ("12", "4", "16")
    assert held["g1.p3.law.points"] == "-2"
    assert held["g1.p1.law.points"] == "", "who counted nothing has nothing written"


@cache
def two_games() -> dict[str, Field]:
    return chart(load("kk-card"), games=2)


points = st.integers(0, 8)


@settings(max_examples=25, deadline=None)
@given(st.lists(st.tuples(points, points), min_size=9, max_size=9), st.integers(0, 30), st.integers(0, 2))
def test_every_total_is_what_the_rules_say(lands: list[tuple[int, int]], chains: int, laws: int) -> None:
    fields = two_games()
    for game, seat in ((1, 2), (2, 5)):
        own = f"g{game}.p{seat}."
        values = {own + "chains": chains, own + "law.count": laws}
        for land, (cards, symbols) in zip(ORDER, lands, strict=True):
            values |= {f"{own}{land}.land": cards, f"{own}{land}.symbols": symbols}
        held = filled(fields, values)
        assert int(held[own + "subtotals.land"]) == sum(cards for cards, _ in lands)
        assert int(held[own + "subtotals.symbols"]) == sum(symbols for _, symbols in lands)
        assert int(held[own + "carry"]) == sum(map(sum, lands))
        assert int(held[own + "total"]) == sum(map(sum, lands)) + chains - 2 * laws
        others = [value for name, value in held.items() if name.endswith(".total") and not name.startswith(own)]
        assert set(others) == {""}


@pytest.mark.parametrize("paper", papers().values(), ids=lambda paper: paper.id)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("games", [1, 2, 3])
def test_everything_stands_inside_the_margins_and_nothing_on_something_else(
    cards: Game, paper: Paper, language: Language, games: int
) -> None:
    face = build_chart(cards, language, paper, games=games)
    fields = list(fields_of(cards, face).values())
    for number, field in enumerate(fields):
        assert field.x >= paper.side and field.x + field.width <= paper.width - paper.side
        assert field.y >= paper.end and field.y + field.height <= paper.height - 12.5
        assert not any(overlap(field, other) for other in fields[number + 1 :])
    for element in texts_of(face):
        string, size = "".join(element.itertext()), float(element.get("font-size", "0")) / POINT
        assert size >= 8 - 0.01, f"{string} is too small to read"
        wide = text_width(string, element.get("font-family", ""), size, float(element.get("letter-spacing", "0")))
        left = float(element.get("x", "0")) - {"middle": wide / 2, "end": wide}.get(element.get("text-anchor", ""), 0)
        assert paper.side - 0.01 <= left and left + wide <= paper.width - paper.side + 0.01
        base = float(element.get("y", "0"))
        assert paper.end < base <= paper.height - 12.5
        for field in fields:
            across = field.x < left + wide and left < field.x + field.width
            assert not (across and field.y < base - 0.5 < field.y + field.height), f"{string} runs into {field.name}"


@pytest.mark.parametrize("paper", [A4, LETTER], ids=lambda paper: paper.id)
def test_five_players_can_write_by_hand(cards: Game, paper: Paper) -> None:
    for field in chart(cards, paper=paper).values():
        if not field.name.endswith("date"):
            assert field.width >= 11 and field.height >= 7.5


def test_more_players_or_games_make_smaller_boxes_until_they_are_refused(cards: Game) -> None:
    heights = [chart(cards, games=games)["g1.p1.chains"].height for games in (1, 2, 3)]
    assert heights == sorted(heights, reverse=True) and len(set(heights)) == 3
    with pytest.raises(PrintingError, match=r"Ask for \d to a page") as refused:
        build_chart(cards, "de", LETTER, games=7)
    possible = int(re.findall(r"Ask for (\d)", str(refused.value))[0])
    assert f"g{possible}.p5.total" in chart(cards, paper=LETTER, games=possible)
    with pytest.raises(PrintingError, match="1 to 8 charts"):
        build_chart(cards, "de", A4, games=0)


def test_names_shrink_then_they_are_refused(cards: Game) -> None:
    fields = chart(cards, players=["Andreas", "Doris von Hohenstein", "Łukasz"])
    assert [fields[f"g1.p{seat}.name"].value for seat in (1, 2, 3)] == ["Andreas", "Doris von Hohenstein", "Łukasz"]
    with pytest.raises(DoesNotFitError, match="mm wide at 8 pt"):
        build_chart(cards, "de", A4, players=["Karl Theodor Maria Nikolaus Johann Jacob Philipp", *NAMES[:4]])
    with pytest.raises(DoesNotFitError, match="typeface"):
        build_chart(cards, "de", A4, players=["王"])
    with pytest.raises(PrintingError, match="at most 5 players"):
        build_chart(cards, "de", A4, players=[*NAMES, "Frieda"])


def test_values_fill_the_boxes_and_wrong_ones_are_refused(cards: Game) -> None:
    face = build_chart(cards, "de", A4, values={"g1.p2.chains": "7", "g1.date": "3. Mai"})
    fields = fields_of(cards, face)
    assert (fields["g1.p2.chains"].value, fields["g1.p2.total"].value, fields["g1.date"].value) == ("7", "7", "3. Mai")
    with pytest.raises(PrintingError, match=r"Did you mean 'g1.p2.chains'"):
        build_chart(cards, "de", A4, values={"g1.p2.chain": "7"})
    with pytest.raises(PrintingError, match="adds up to 7, not 8"):
        build_chart(cards, "de", A4, values={"g1.p2.chains": "7", "g1.p2.total": "8"})
    with pytest.raises(PrintingError, match="whole number"):
        build_chart(cards, "de", A4, values={"g1.p2.chains": "seven"})


EXTRA = """
[[column]]
id = "cards"
label = { de = "Karten", en = "Cards" }
after = "symbols"

[[row]]
id = "schottland"
label = "Schottland"
after = "england"
columns = ["land"]
add = true

[[row]]
id = "host"
label = { de = "Gastgeber", en = "Host" }
after = "chains"
span = true
add = true

[[row]]
id = "note"
label = "Notiz"
span = true
"""


def test_own_lines_and_columns_stand_where_they_should_and_are_added(cards: Game, tmp_path: Path) -> None:
    extra = tmp_path / "extra.toml"
    extra.write_text(EXTRA, encoding="utf-8")
    fields = fields_of(cards, build_chart(cards, "de", A4, players=NAMES[:3], extra=extra))
    assert fields["g1.p1.england.land"].y < fields["g1.p1.schottland.land"].y < fields["g1.p1.daenemark.land"].y
    assert fields["g1.p1.chains"].y < fields["g1.p1.host"].y < fields["g1.p1.law.count"].y
    assert fields["g1.p1.total"].y < fields["g1.p1.note"].y
    assert fields["g1.p1.ungarn.symbols"].x < fields["g1.p1.ungarn.cards"].x < fields["g1.p2.ungarn.land"].x
    assert "g1.p1.schottland.symbols" not in fields, "the other columns are closed there"
    own = {"schottland.land": 4, "frankreich.land": 8, "frankreich.cards": 5, "host": 3, "note": "Start"}
    held = filled(fields, {f"g1.p1.{name}": value for name, value in own.items()})
    assert held["g1.p1.subtotals.land"] == "12"
    assert held["g1.p1.subtotals.cards"] == "5"
    assert held["g1.p1.carry"] == "12", "a column that is not added counts for itself only"
    assert held["g1.p1.total"] == "15"


def test_the_example_of_the_documentation_works(cards: Game, tmp_path: Path) -> None:
    page = (paths.ASSETS.parent / "docs" / "chart.md").read_text(encoding="utf-8")
    extra = tmp_path / "extra.toml"
    extra.write_text(page.split("```toml")[1].split("```")[0], encoding="utf-8")
    face = build_chart(cards, "en", A4, extra=extra)
    assert {"KLOSTER-TURNIER", "Host's bonus", "Cards"} <= set(words_on(face))
    assert "g1.p5.host" in fields_of(cards, face)["g1.p5.total"].sums


@pytest.mark.parametrize(
    ("wrong", "line", "hint"),
    [
        ('[[row]]\nid = "host"\nafter = "chain"\n', 3, "Did you mean 'chains'?"),
        ('[[row]]\nid = "host"\nlabl = "x"\n', 3, "Did you mean 'label'?"),
        ('[[row]]\nid = "host"\ncolumns = ["lands"]\n', 3, "Did you mean 'land'?"),
        ('[[row]]\nid = "host"\nspan = true\nsum = ["carri"]\n', 4, "Did you mean 'carry'?"),
        ('[[row]]\nid = "host"\ntable = "land"\n', 3, "Did you mean 'lands'?"),
        ('[[row]]\nid = "chains"\n', 2, "stands on the chart already"),
        ('[[row]]\nid = "host"\nadd = true\n', 3, "no sum stands below"),
        ('[[row]]\nid = "host"\nspan = true\nadd = true\nafter = "ungarn"\n', 4, "spans all columns"),
        ('[[row]]\nid = "host"\nfactor = 2\nsum = ["carry"]\n', 3, "a line with a factor"),
        ('[[column]]\nid = "land"\n', 2, "stands on the chart already"),
        ('[[column]]\nid = "cards"\nafter = "symbol"\n', 3, "Did you mean 'symbols'?"),
        ('[[row]]\nid = "Host!"\n', 2, "small letters"),
    ],
)
def test_a_mistake_in_an_own_file_is_named_with_its_line(
    cards: Game, tmp_path: Path, wrong: str, line: int, hint: str
) -> None:
    extra = tmp_path / "extra.toml"
    extra.write_text(wrong, encoding="utf-8")
    with pytest.raises(DefinitionError) as fault:
        build_chart(cards, "de", A4, extra=extra)
    assert f"extra.toml, line {line}: " in str(fault.value) and hint in str(fault.value)


def test_unreadable_files_are_refused(cards: Game, tmp_path: Path) -> None:
    with pytest.raises(DefinitionError, match="missing"):
        build_chart(cards, "de", A4, extra=tmp_path / "nothing.toml")
    broken = tmp_path / "broken.toml"
    broken.write_text("[[row", encoding="utf-8")
    with pytest.raises(DefinitionError, match="not valid TOML"):
        build_chart(cards, "de", A4, extra=broken)


def test_too_wide_a_column_head_asks_for_a_short_one(cards: Game, tmp_path: Path) -> None:
    extra = tmp_path / "extra.toml"
    extra.write_text('[[column]]\nid = "bonus"\nlabel = "Sonderwertung"\n', encoding="utf-8")
    with pytest.raises(DoesNotFitError, match="`short`"):
        build_chart(cards, "de", A4, extra=extra)
    extra.write_text('[[column]]\nid = "bonus"\nlabel = "Sonderwertung"\nshort = "So."\n', encoding="utf-8")
    assert "So." in words_on(build_chart(cards, "de", A4, extra=extra))


DICE = """
id = "dice"
title = { de = "Würfel", en = "Dice" }
designer = "Niemand"
players = [2, 2]
[table.faces]
file = "faces.csv"
"""

DICE_CHART = """
title = "Block"
[[column]]
id = "points"
[[row]]
id = "faces"
table = "faces"
prefix = "face-"
[[row]]
id = "pairs"
label = "Paare"
factor = 5
[[row]]
id = "total"
label = { de = "Summe", en = "Total" }
span = true
sum = ["faces", "pairs"]
style = "total"
"""


@pytest.mark.parametrize(
    ("right", "wrong", "line", "hint"),
    [
        ('sum = ["faces", "pairs"]', 'sum = ["faces", "pears"]', 17, "Did you mean 'pairs'?"),
        ("span = true", "spam = true", 16, "Did you mean 'span'?"),
        ('prefix = "face-"', 'words = "face"', 8, "words.de.toml has no word face.one"),
        ('prefix = "face-"', 'number = "idd"', 8, "Did you mean 'id'?"),
        (
            'title = "Block"',
            'title = "Block"\n[mark]\ntable = "faces"\nkey = "id"\ngroup = "stone"',
            6,
            "no group 'stone'",
        ),
    ],
)
def test_a_mistake_in_a_games_chart_is_named_with_its_line(
    tmp_path: Path, right: str, wrong: str, line: int, hint: str
) -> None:
    (tmp_path / "game.toml").write_text(DICE, encoding="utf-8")
    (tmp_path / "faces.csv").write_text("id\none\nsix\n", encoding="utf-8")
    (tmp_path / "chart.toml").write_text(DICE_CHART.replace(right, wrong), encoding="utf-8")
    with pytest.raises(DefinitionError) as fault:
        build_chart(load(tmp_path), "de", A4)
    assert f"chart.toml, line {line}: " in str(fault.value) and hint in str(fault.value)


def test_any_game_gets_a_chart_from_data_alone(tmp_path: Path) -> None:
    (tmp_path / "game.toml").write_text(DICE, encoding="utf-8")
    (tmp_path / "faces.csv").write_text("id\none\nsix\n", encoding="utf-8")
    with pytest.raises(PrintingError, match=r"no chart\.toml"):
        build_chart(load(tmp_path), "de", A4)
    (tmp_path / "chart.toml").write_text(DICE_CHART, encoding="utf-8")
    fields = chart(load(tmp_path), games=4)
    held = filled(fields, {"g4.p2.face-six.points": 18, "g4.p2.pairs.count": 2})
    assert held["g4.p2.total"] == "28"
    assert held["g4.p1.total"] == ""


def test_a_warning_where_lines_are_too_low_for_a_pencil() -> None:
    game = load("kk-card")
    assert cramped(game, "de", A4) is None
    warning = cramped(game, "de", A4, games=4)
    assert warning and "3." in warning and "5 mm" in warning


@pytest.mark.parametrize("name", ["kardinal", "cartino"])
def test_small_charts_fill_their_page_with_several_games(name: str) -> None:
    game = load(name)
    face = build_chart(game, "de", A4)
    rounds = {name.split(".")[0] for name in fields_of(game, face)}
    assert len(rounds) >= 3 and cramped(game, "de", A4) is None
    assert {name.split(".")[0] for name in fields_of(game, build_chart(game, "de", A4, values={}))} == {"g1"}


@pytest.mark.parametrize(("language", "written"), [("de", "5.3.2026"), ("en", "5 Mar 2026")])
def test_a_filled_chart_writes_the_date_as_the_language_does_and_marks_the_winner(
    language: Language, written: str
) -> None:
    values = {"g1.date": "2026-03-05", "g1.p2.contacts": "40"}
    game = load("cartino")
    face = build_chart(game, language, A4, ("Ada", "Bo"), values=values, winners=("Bo",))
    assert f'data-value="{written}"' in face.svg and "2026-03-05" not in face.svg
    plain = build_chart(game, language, A4, ("Ada", "Bo"), values=values)
    assert face.svg.count("#dca92e") == plain.svg.count("#dca92e") + 2
