"""What a view may see and do."""

from __future__ import annotations

import json

import pytest

from solver.kernel.random import seeded
from table.log import gamelog, referee
from tests.table.web.conftest import NAMES, PLAYERS, Web


@pytest.mark.parametrize("game", [game for game in PLAYERS if game != "kardinal"])
@pytest.mark.parametrize("view", ["public", "1", "2"])
def test_what_a_view_may_not_see_is_not_in_what_it_gets(web: Web, game: str, view: str) -> None:
    """The same table with other unseen things gives the same answer."""
    rules, players = referee.rules(game), PLAYERS[game]
    seen = rules.deal(players, 7, {})
    rules.kernel.observe(seen, int(view) - 1 if view.isdecimal() else -1)
    answers = []
    for seed in (1, 2):
        state = seen.copy()
        rules.kernel.determinize(state, -1 if view == "public" else int(view) - 1, seeded(seed))
        header = {"game": game, "players": ", ".join(NAMES[:players])}
        (web.house.folder.path / "evening.tbk").write_text(gamelog.written(header, rules.write_setup(state)))
        shown = [web.look(view, panel=panel) for panel in ("turns", "points")]
        answers.append(json.dumps([look | {"version": ""} for look in shown]) + web.client.get(web.path(view)).text)
        answers[-1] = answers[-1].replace(web.look(view)["version"], "")
    assert answers[0] == answers[1]


def test_a_seat_moves_only_for_itself(web: Web) -> None:
    file = web.deal()
    assert web.steps("1") and not web.steps("2") and not web.steps("public")
    for view in ("2", "public"):
        answer = web.play("SA7", view)
        assert answer.status_code == 409 and "not for this device" in answer.json()["error"]
    assert web.play("SA7", "1").status_code == 200
    for entry in ("1: SA7", "Anna: EN4", "reveal Ben: M", "Ben: FK4"):
        assert web.play(entry, "2").status_code == 409
    assert referee.load(file).turns == 1
    assert web.send(f"{web.path('1')}/undo", {"version": web.look()["version"]}).status_code == 409


def test_a_seat_cannot_draw_a_card_and_put_it_back(web: Web) -> None:
    web.deal("kk-board")
    place = web.steps("1")[0]
    drawn = web.look("1", begun=f"{place} ?")
    assert "=" in drawn["begun"]
    refused = web.client.get(f"{web.path('1')}/look", params={"begun": f"{place} ES"})
    assert refused.status_code == 409 and "come to light" in refused.json()["error"]
    assert web.play(f"{place} ES ES", "1").status_code == 409
    assert web.play(f"{place} ? ?", "1").status_code == 200


def test_who_logs_for_another_learns_nothing_from_what_lights_up(web: Web) -> None:
    """Anna's log, Ben's turn: all that Ben might do lights up, and the referee knows what he can."""
    web.deal("cartino", me="Anna")
    first = web.steps()[0]
    web.play(first)
    assert len(web.steps()) > 60
    match = referee.load(web.house.folder.file("evening"))
    wrong = next(step for step in web.steps() if step not in match.game.legal_texts(match.state))
    assert web.play(wrong).status_code == 409
