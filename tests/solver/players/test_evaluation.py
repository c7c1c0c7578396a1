"""Training of how the seats stand: the same positions whoever walks, a match at equal time, reasons kept."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from shelf.errors import DefinitionError
from shelf.safe_files import read_toml
from solver.games import playable
from solver.kernel.contract_checks import Sample
from solver.kernel.values import read_values
from solver.players.bots import Question as Asked
from solver.players.crew import alone
from solver.players.sequential import Question
from solver.players.training import justified
from solver.players.training.evaluation import Evaluation
from solver.players.training.positions import PART, Positions
from solver.players.training.trial import Trial
from solver.players.training.valuing import Fitted

POSITIONS = 2 * PART
TRIAL = Trial(Question(0, 100), 5, 60)


@pytest.fixture(scope="module")
def positions() -> Positions:
    return Evaluation("kk-card", 3, seed=7).collect(alone, POSITIONS)


@pytest.fixture(scope="module")
def fitted(positions: Positions) -> Fitted:
    return Evaluation("kk-card", 3, seed=7).fit(positions)


def test_positions_do_not_depend_on_who_comes_back_first(positions: Positions) -> None:
    def backwards(job: Any, waiting: Any) -> Iterator[Any]:
        yield from reversed(list(alone(job.posted(), waiting)))

    told: list[tuple[int, int]] = []
    again = Evaluation("kk-card", 3, seed=7).collect(backwards, POSITIONS, lambda done, of: told.append((done, of)))
    assert (again.features == positions.features).all() and (again.wins == positions.wins).all()
    assert told == [(PART, POSITIONS), (POSITIONS, POSITIONS)]
    assert not (positions.features[:PART] == positions.features[PART:]).all()


def test_wins_of_a_position_are_parts_of_one_win(positions: Positions) -> None:
    assert set(np.round(positions.wins.sum(axis=1), 9)) <= {0.0, 1.0}
    assert (positions.wins.mean(axis=0) > 0.1).all()


def test_weights_that_win_are_written_with_what_justified_them(fitted: Fitted, tmp_path: Path) -> None:
    """Against weights that shun what they should want."""
    evaluation = Evaluation("kk-card", 3, seed=7)
    shipped = evaluation.value.VALUES
    match = evaluation.match(fitted, TRIAL)
    assert match.pace == 1.0 and match.old is shipped
    upside_down = replace(match, old=shipped.changed(3, -3 * shipped.rows[3]))
    judged = evaluation.judge(upside_down, TRIAL, alone)
    assert judged.table.bots[0].share > judged.table.bots[0].fair
    evaluation.adopt(fitted, upside_down, judged, TRIAL, tmp_path)
    written = read_values(tmp_path, shipped.features, shipped.knots)
    assert written.rows[3] == pytest.approx(fitted.table.rows[3], rel=1e-3)
    assert (written.rows[5] == shipped.rows[5]).all()
    kept = read_toml(tmp_path / "values.toml")
    justified.keep(tmp_path, tmp_path, justified.VALUES, 4, kept["3"])
    assert read_toml(tmp_path / "values.toml") == {**kept, "4": kept["3"]}
    figures = kept["3"]
    assert figures["match"]["games"] == judged.table.games and figures["match"]["against"] == "values"
    assert figures["learnt_from"]["loss"] < figures["learnt_from"]["loss_by_points"]


def test_a_game_that_has_no_values_yet_is_matched_at_equal_time(fitted: Fitted, tmp_path: Path) -> None:
    """The pace is measured once; who goes on later keeps to it, and to the games that were played."""

    def begun() -> Evaluation:
        evaluation = Evaluation("kk-card", 3, seed=7, kept=tmp_path)
        shipped = evaluation.value.VALUES
        rows = {players: rows for players, rows in shipped.rows.items() if players != 3}
        evaluation.value = type("Value", (), {"VALUES": replace(shipped, rows=rows)})()
        return evaluation

    short = replace(TRIAL, blocks=2, simulations=10)
    evaluation = begun()
    match = evaluation.match(fitted, short)
    assert match.old is None and match.pace > 1.2
    bots = [match.seated(place) for place in range(3)]
    kernels = match.kernels(playable("kk-card"))
    positions = Sample(playable("kk-card"), 3).positions
    early, late = positions[0], next(state for state in reversed(positions) if kernels[0].actor(state) >= 0)
    for state, pace in ((early, match.pace), (late, 1.0)):
        asked = [Asked(kernel, state, 3, seed=1) for kernel in kernels]
        efforts = [bot.effort(question) for bot, question in zip(bots, asked, strict=True)]  # type: ignore[attr-defined]
        assert efforts == [round(10 * pace), 10, 10]
    assert kernels[0].values[3].any() and not kernels[1].values[3].any()
    judged = evaluation.judge(match, short, alone)
    later = begun()
    assert later.match(fitted, short).terms() == match.terms()
    assert later.judge(match, short, nobody).table.games == judged.table.games == 6


def nobody(job: Any, waiting: Any) -> Iterator[Any]:
    assert not list(waiting)
    yield from ()


def test_searched_play_is_kept_and_read_again(tmp_path: Path) -> None:
    """Parts that are there are not played again, whoever asks; a spoilt one is refused."""
    first = Evaluation("kk-card", 3, seed=7, kept=tmp_path, simulations=2).collect(alone, PART)
    assert set(np.round(first.wins.sum(axis=1), 9)) <= {0.0, 1.0} and first.stages.min() > 0

    def nobody(job: Any, waiting: Any) -> Iterator[Any]:
        assert not list(waiting)
        yield from ()

    again = Evaluation("kk-card", 3, seed=7, kept=tmp_path, simulations=2).collect(nobody, PART)
    assert all((one == other).all() for one, other in zip(first.arrays(), again.arrays(), strict=True))
    (file,) = tmp_path.iterdir()
    file.write_bytes(file.read_bytes()[:-100])
    with pytest.raises(DefinitionError):
        Evaluation("kk-card", 3, seed=7, kept=tmp_path, simulations=2).collect(nobody, PART)
