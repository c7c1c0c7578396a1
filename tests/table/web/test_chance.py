"""What chance brought is asked for where only the table knows it."""

from __future__ import annotations

import re

import pytest

from table.log import gamelog, referee
from tests.table.web.conftest import NAMES, PLAYERS, Web


def lay(web: Web, game: str, me: str = "Anna") -> None:
    """A real table, on which Anna knows what she holds and nobody what lies face down."""
    rules, players = referee.rules(game), PLAYERS[game]
    state = rules.deal(players, 7, {})
    rules.kernel.observe(state, 0)
    header = {"game": game, "players": ", ".join(NAMES[:players]), "me": me}
    (web.house.folder.path / "evening.tbk").write_text(gamelog.written(header, rules.write_setup(state)))


def asked(web: Web, begun: str) -> dict[str, str]:
    shown = web.look(begun=begun)["fragments"]["turn"]
    return {code: turn for turn, code in re.findall(r'data-take="([^"]*)">([^<]*)<', shown)}


def test_the_kind_of_a_law_tile_that_was_found(web: Web) -> None:
    lay(web, "kk-card")
    for turn in ("SA7", "EN1", "UN3"):
        web.play(turn)
    found = asked(web, "EN4 UN6" if "UN6" not in web.steps() else "UN6")
    assert set(found) == {"R", "T", "C", "M"}
    assert web.play(found["T"]).status_code == 200
    assert "UN6=T" in web.house.folder.file("evening").read_text()


def test_the_cards_that_were_drawn_and_turned_up(web: Web) -> None:
    lay(web, "kk-board")
    place = next(step for step in web.steps() if step[0] not in "+-")
    drawn = asked(web, f"{place} ?")
    assert {"FA", "BB", "LI"} <= set(drawn)
    second = asked(web, f"{drawn['LI']} ?")
    assert web.play(second.get("FA", f"{drawn['LI']} ?")).status_code == 200
    assert "=LI" in web.house.folder.file("evening").read_text()


def test_the_stones_that_were_drawn(web: Web) -> None:
    lay(web, "cartino")
    found = asked(web, web.steps()[0])
    assert {"K8", "PA"} <= set(found)
    assert web.play(found["PA"]).status_code == 200
    assert web.house.folder.file("evening").read_text().rstrip().endswith("/ PA")


@pytest.mark.parametrize("game", PLAYERS)
def test_nothing_is_asked_where_the_program_has_dealt(web: Web, game: str) -> None:
    web.deal(game, me="Anna")
    for _ in range(4):
        begun = ""
        while not web.look(begun=begun)["done"]:
            begun = f"{begun} {web.steps(begun=begun)[0]}".strip()
            assert not asked(web, begun)
        if web.play(begun).status_code != 200:
            break
