"""Whoever plays the games, and however often it is broken off: the same table."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from shelf.errors import PrintingError
from solver.players.crew import alone, processes
from solver.players.game_record import GameRecord
from solver.players.programme import Game, Programme
from solver.players.ray_crew import on_cluster
from solver.players.sequential import Question
from solver.players.standings import Table
from solver.players.tournament import Tournament

CLEAR = Programme("kk-card", ("greedy", "random", "random"), blocks=40, seed=3)
"""Decided after a few blocks."""


def told(table: Table) -> list[Any]:
    return [table.games, *[(bot.bot, bot.wins, bot.share, bot.ci95, bot.elo, bot.points) for bot in table.bots]]


def test_two_processes_decide_after_the_same_block_as_one() -> None:
    asked = [Tournament(CLEAR, Question(-20, 20)) for _ in range(2)]
    one, two = asked[0].run(alone), asked[1].run(processes(2))
    assert asked[0].verdict == asked[1].verdict
    assert asked[0].verdict is not None and asked[0].verdict.stronger
    assert told(one) == told(two)
    assert one.blocks < CLEAR.blocks


def test_what_was_broken_off_goes_on_where_it_stopped(tmp_path: Path) -> None:
    programme = replace(CLEAR, blocks=4)
    record, begun = GameRecord(tmp_path / "games.jsonl"), []

    def broken_off(programme: Programme, waiting: Any) -> Any:
        yield from islice(alone(programme, waiting), 5)
        raise KeyboardInterrupt

    def counted(programme: Programme, waiting: Any) -> Any:
        for game in alone(programme, waiting):
            begun.append(game)
            yield game

    assert Tournament(programme, record=record).run(broken_off).blocks == 1
    resumed = Tournament(programme, record=record).run(counted)
    assert len(begun) == 12 - 5
    assert told(resumed) == told(Tournament(programme).run(alone))


def test_a_shorter_tournament_loses_none_of_the_games_that_were_kept(tmp_path: Path) -> None:
    record = GameRecord(tmp_path / "games.jsonl")
    Tournament(replace(CLEAR, blocks=3), record=record).run(alone)
    before = record.file.read_text()
    shorter = replace(CLEAR, blocks=1)
    assert told(Tournament(shorter, record=record).run(alone)) == told(Tournament(shorter).run(alone))
    assert record.file.read_text() == before


@pytest.mark.parametrize(
    "line",
    [
        "{",
        "[]",
        "null",
        '{"block": 0}',
        '{"block": "0", "rotation": 0, "points": [], "won": [], "turns": [], "seconds": []}',
    ],
)
def test_a_spoilt_record_is_refused_with_its_line(tmp_path: Path, line: str) -> None:
    record = GameRecord(tmp_path / "games.jsonl")
    record.keep(CLEAR, [Game(0, 0, (1.0,) * 3, (1.0, 0.0, 0.0), (1,) * 3, (0.0,) * 3)])
    before = record.file.read_text()
    record.file.write_text(before + line + "\n")
    with pytest.raises(PrintingError, match="line 3"):
        Tournament(CLEAR, record=record).run(alone)
    assert record.file.read_text() == before + line + "\n"


def test_the_record_of_another_tournament_is_refused(tmp_path: Path) -> None:
    record = GameRecord(tmp_path / "games.jsonl")
    Tournament(replace(CLEAR, blocks=1), record=record).run(alone)
    with pytest.raises(PrintingError, match="another tournament"):
        Tournament(replace(CLEAR, seed=4), record=record).run(alone)


def test_a_node_that_dies_loses_nothing() -> None:
    pytest.importorskip("ray", reason="Ray is not installed.")
    from ray.cluster_utils import Cluster

    programme = Programme("kk-card", ("greedy", "random", "random"), blocks=6, seed=3)
    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False})
    try:
        mortal = [cluster.add_node(num_cpus=1)]

        def kill(_interim: Table) -> None:
            while mortal:
                cluster.remove_node(mortal.pop(), allow_graceful=False)

        survived = Tournament(programme).run(on_cluster(cluster.address), kill)
    finally:
        cluster.shutdown()
    assert told(survived) == told(Tournament(programme).run(alone))
