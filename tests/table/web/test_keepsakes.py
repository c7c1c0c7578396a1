"""What one takes home from a table."""

from __future__ import annotations

from table.log import referee
from tests.playing import random_log
from tests.table.web.conftest import Web


def test_the_end_tells_who_won_and_gives_the_chart_and_the_log(web: Web) -> None:
    text, _ = random_log(3, 5)
    file = web.house.folder.path / "evening.tbk"
    file.write_text(text)
    assert referee.load(file).to_move is None
    for view in ("host", "1", "public"):
        shown = web.look(view)["fragments"]["turn"]
        assert "The game is over" in shown and (" wins." in shown or " win." in shown)
        chart = web.client.get(f"{web.path(view)}/chart.pdf")
        assert chart.content.startswith(b"%PDF")
        assert web.client.get(f"{web.path(view)}/log.tbk").text == text
    assert web.client.get(f"{web.path()}/chart.pdf", params={"paper": "skin"}).status_code == 400


def test_the_log_knows_too_much_for_a_seat_before_the_end(web: Web) -> None:
    web.deal("kk-board")
    assert web.client.get(f"{web.path()}/log.tbk").status_code == 200
    for view in ("1", "public"):
        answer = web.client.get(f"{web.path(view)}/log.tbk")
        assert answer.status_code == 409 and "stack" not in answer.text
        assert web.client.get(f"{web.path(view)}/chart.pdf").status_code == 200
