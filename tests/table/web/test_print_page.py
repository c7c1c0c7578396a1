"""A set is ordered on a page, printed beside the server, and fetched."""

from __future__ import annotations

import re
import time

import pytest

from pnp import jobs
from pnp.print_options import Order
from pnp.sheets.calibration import remembered
from table.web import press
from table.web.press import Job
from tests.table.web.conftest import Web


@pytest.mark.parametrize("language", ["de", "en"])
@pytest.mark.parametrize("game", ["kk-card", "kardinal", "kk-board", "cartino"])
def test_every_game_has_its_page(web: Web, game: str, language: str) -> None:
    page = web.client.get(f"/print/{game}", headers={"accept-language": language})
    assert page.status_code == 200
    parts = re.findall(r'name="only" value="([^"]*)"> ([^<]*)<', page.text)
    names = [name for _, name in parts]
    assert ("booklet", "Spielregel" if language == "de" else "Rule booklet") in parts
    assert len(set(names)) == len(names)


def test_the_set_is_the_one_that_the_command_prints(served: Web) -> None:
    wishes = {"paper": "letter", "language": "en", "only": ["laws"], "low_ink": True}
    ordered = served.send("/print/kk-card", wishes)
    assert ordered.status_code == 200, ordered.text
    job = ordered.json()["job"]
    until = time.monotonic() + 120
    while not (state := served.client.get(job).json()).get("file"):
        assert "error" not in state and time.monotonic() < until, state
        time.sleep(0.1)
    file = served.client.get(state["file"])
    assert file.headers["content-type"] == "application/pdf"
    order = Order("letter", "en", low_ink=True, only=("laws",), calibration=remembered("long"))
    printed, content = jobs.print_set("kk-card", order, lambda _label, _done, _whole: None)
    assert file.content == content and state["name"] == str(printed.file)
    assert served.client.get(f"{job}/other.pdf").status_code == 404


def test_what_is_not_offered_is_not_printed(web: Web) -> None:
    for wishes in ({"paper": "papyrus"}, {"edition": "gold"}, {"only": ["soul"]}, {"only": "cards"}, {"paper": 4}):
        assert web.send("/print/kk-card", wishes).status_code == 400, wishes
    assert web.client.get("/print/nothing").status_code == 404
    assert web.client.get("/printed/nothing").status_code == 404


def test_orders_are_bounded(web: Web) -> None:
    for number in range(press.MOST_ORDERS):
        job = Job("kk-card", Order(), name=str(number))
        web.house.press.jobs[job.name] = job
    answer = web.send("/print/kk-card", {})
    assert answer.status_code == 409 and "no more orders" in answer.json()["error"]
