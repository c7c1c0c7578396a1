"""Advice, hints and opponents at a real server: a process beside it thinks, and the pages are told."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator
from typing import Any

import pytest

from table.log import referee
from table.play import seats
from table.play.seats import Chair
from table.screens.words import Words
from tests.table.web.conftest import Web


def deal_solo(web: Web, name: str, *levels: str | None) -> None:
    """A game of cards between seats of these levels."""
    game = referee.rules("kk-card")
    chairs = [Chair(player, level) for player, level in zip(("Anna", "Ben", "Clara"), levels, strict=True)]
    laid = seats.dealt(game, 3, 7, {})
    seats.begin(game, chairs, laid, web.house.folder.path / f"{name}.tbk", Words("en"))


def heard(events: Iterator[tuple[str, Any]], event: str, containing: str = "") -> Any:
    """What comes with the next event of a kind."""
    return next(content for kind, content in events if kind == event and containing in str(content))


def test_all_hear_of_a_turn_whoever_entered_it(served: Web) -> None:
    file = served.deal(name="heard")
    with served.listening("public", "heard") as middle, served.listening("2", "heard") as ben:
        heard(middle, "hello")
        heard(ben, "hello")
        served.play("SA7", name="heard")
        heard(middle, "changed")
        heard(ben, "changed")
        referee.append(file, ["FK4"])
        heard(middle, "changed")


def test_advice_grows_and_ends_with_reasons(served: Web) -> None:
    served.deal(name="advised")
    version = served.look(name="advised")["version"]
    with served.listening("1", "advised") as anna:
        heard(anna, "hello")
        base = served.path("1", "advised")
        assert served.send(f"{base}/advise", {"version": version}).status_code == 200
        assert 'data-do="stop"' in heard(anna, "advice")["rows"]
        again = served.send(f"{base}/advise", {"version": version})
        assert again.status_code == 409 and "running already" in again.json()["error"]
        heard(anna, "advice", "data-consider")
        served.send(f"{base}/stop", {})
        rows = heard(anna, "advice", 'data-do="longer"')["rows"]
        assert "% <small>±" in rows and "What everybody can still reach" in rows


def test_advice_is_only_for_who_is_to_move(served: Web) -> None:
    served.deal(name="unadvised")
    version = served.look(name="unadvised")["version"]
    for view in ("2", "public"):
        answer = served.send(f"{served.path(view, 'unadvised')}/advise", {"version": version})
        assert answer.status_code == 409
    assert served.send(f"{served.path(name='unadvised')}/advise", {"version": "old"}).status_code == 409


def test_a_hint_comes_in_two_helpings(served: Web) -> None:
    served.deal(name="hinted")
    with served.listening("1", "hinted") as anna:
        heard(anna, "hello")
        served.send(f"{served.path('1', 'hinted')}/hint", {"version": served.look(name="hinted")["version"]})
        told = heard(anna, "advice")["rows"]
    assert "<p>Look at" in told and "Tell me the turn" in told


def test_a_search_whose_process_dies_says_so_and_the_next_one_works(served: Web) -> None:
    served.deal(name="died")
    version = served.look(name="died")["version"]
    base = served.path("1", "died")
    with served.listening("1", "died") as anna:
        heard(anna, "hello")
        served.send(f"{base}/advise", {"version": version, "longer": True})
        heard(anna, "advice", "data-consider")
        os.kill(served.house.study.desk._process.pid, signal.SIGKILL)
        assert "broken off" in heard(anna, "advice", "fault")["rows"]
        served.send(f"{base}/hint", {"version": version})
        assert "Look at" in heard(anna, "advice", "Look")["rows"]


def test_a_long_search_makes_room_for_another_table(served: Web) -> None:
    """Half a minute is asked for; when somebody else asks, it ends with what it has found, long before."""
    for name in ("long", "short"):
        served.deal(name=name)
    versions = {name: served.look(name=name)["version"] for name in ("long", "short")}
    with served.listening("1", "long") as anna, served.listening("1", "short") as other:
        heard(anna, "hello")
        heard(other, "hello")
        served.send(f"{served.path('1', 'long')}/advise", {"version": versions["long"], "longer": True})
        heard(anna, "advice", "data-consider")
        begun = time.monotonic()
        served.send(f"{served.path('1', 'short')}/hint", {"version": versions["short"]})
        assert "Look at" in heard(other, "advice", "Look")["rows"]
        assert time.monotonic() - begun < 25
        assert "% <small>±" in heard(anna, "advice", 'data-do="longer"')["rows"]


@pytest.mark.parametrize("level", ["greedy", "easy"])
def test_opponents_move_while_somebody_looks_and_a_turn_is_taken_back_with_theirs(served: Web, level: str) -> None:
    name = f"solo-{level}"
    deal_solo(served, name, None, level, level)
    file = served.house.folder.file(name)
    with served.listening(name=name) as anna:
        heard(anna, "hello")
        served.play("SA7", name=name)
        while referee.load(file).turns < 3:
            heard(anna, "changed")
    assert referee.load(file).to_move == "Anna"
    taken = served.send(f"{served.path(name=name)}/undo", {"version": served.look(name=name)["version"]})
    assert taken.status_code == 200
    assert referee.load(file).turns == 0
    assert served.client.get(f"{served.path('2', name)}").status_code == 404
