"""`make bench-regret`: all games take turns, and what was found is kept for the next time."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench.regret import Asked, Found, places, regret, tell


def test_all_tables_take_turns_and_share_the_positions_of_a_game() -> None:
    wanted = places(["kardinal:2", "kardinal:3", "cartino:2"], 4)
    assert {place[:2] for place in wanted[:3]} == {("cartino", 2), ("kardinal", 2), ("kardinal", 3)}
    assert sum(place[0] == "kardinal" for place in wanted) == sum(place[0] == "cartino" for place in wanted) == 4


def test_what_was_found_is_kept_and_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = Found(tmp_path / "regret.jsonl", Asked(1.0, 4))
    place = ("cartino", 2, 1)
    lost = regret(found.asked, *place)
    assert 0 <= lost <= 1
    found.keep(place, lost)
    assert found.regrets() == {place: lost}
    assert not Found(found.file, Asked(1.0, None)).regrets(), "another time is another question"
    tell(found.regrets(), [place, ("cartino", 2, 2)])
    assert "cartino" in capsys.readouterr().out
