"""Training: the same decisions whoever collects them, weights that come closer, a match that has to be won."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from shelf.errors import PrintingError
from shelf.safe_files import MOST_BYTES, read_toml
from solver.games import playable
from solver.kernel.contract import legal_steps
from solver.kernel.random import seeded
from solver.kernel.weights import WeightTable, read_weights, with_weights
from solver.players.bots import any_step
from solver.players.crew import alone, processes
from solver.players.sequential import Question
from solver.players.training.course import LESSONS, Course
from solver.players.training.fitting import Fit
from solver.players.training.lesson_record import LessonRecord
from solver.players.training.self_play import Decision, Lesson, SelfPlay
from solver.players.training.trial import Trial

PLAY = SelfPlay("kk-card", players=3, games=8, simulations=20, seed=0)
"""The same as what the tests of `timbuktu train` type: so the weights that are found are compiled once for both."""
FEW = replace(PLAY, games=4)
TRAINED = ("cartino", "kardinal", "kk-board", "kk-card")


def told(lessons: list[Lesson]) -> list[Any]:
    return [
        (lesson.number, [(one.view.tobytes(), one.steps.tolist(), one.visits.tolist()) for one in lesson.decisions])
        for lesson in lessons
    ]


def shunning(weights: tuple[float, ...]) -> tuple[float, ...]:
    """Weights that want what they should shun."""
    return tuple(-weight for weight in weights)


@pytest.fixture(scope="module")
def lessons() -> list[Lesson]:
    return Course(PLAY).collect(alone)


@pytest.fixture(scope="module")
def found(lessons: list[Lesson]) -> Fit:
    return Course(PLAY).fit(lessons)


def test_two_processes_collect_what_one_does(lessons: list[Lesson]) -> None:
    assert told(Course(FEW).collect(processes(2))) == told(lessons[: FEW.games])


def test_what_was_broken_off_goes_on_where_it_stopped(lessons: list[Lesson], tmp_path: Path) -> None:
    begun: list[Lesson] = []

    def broken_off(job: Any, waiting: Any) -> Any:
        yield from islice(alone(job, waiting), 3)
        raise KeyboardInterrupt

    def counted(job: Any, waiting: Any) -> Any:
        for lesson in alone(job, waiting):
            begun.append(lesson)
            yield lesson

    assert len(Course(FEW, tmp_path).collect(broken_off)) == 3
    assert told(Course(FEW, tmp_path).collect(counted)) == told(lessons[: FEW.games])
    assert len(begun) == FEW.games - 3


@pytest.mark.parametrize(
    "line", ["{", "[]", '{"game": 0}', '{"game": 0, "decisions": [["AAAA", [1, 2], [3, 4]]]}', '{"game": "x"}']
)
def test_a_spoilt_record_is_refused_with_its_line(lessons: list[Lesson], tmp_path: Path, line: str) -> None:
    one, file = replace(PLAY, games=1), tmp_path / LESSONS
    LessonRecord(file, playable(PLAY.game).kernel).keep(one, lessons[:1])
    assert told(Course(one, tmp_path).collect(alone)) == told(lessons[:1])
    before = file.read_text()
    file.write_text(before + line + "\n")
    with pytest.raises(PrintingError, match="line 3"):
        Course(one, tmp_path).collect(alone)
    file.write_text(before)
    with pytest.raises(PrintingError, match="another training"):
        Course(replace(one, seed=6), tmp_path).collect(alone)


def test_fitted_weights_come_closer_to_long_searches(found: Fit, lessons: list[Lesson]) -> None:
    assert found.learnt + found.held == sum(len(lesson.decisions) for lesson in lessons)
    assert found.after.divergence < found.before.divergence
    assert Course(PLAY).fit(lessons) == found


def test_a_match_that_is_won_writes_the_column_and_why(found: Fit, tmp_path: Path) -> None:
    """Against weights that want what they should shun."""
    course, trial = Course(PLAY), Trial(Question(0, 100), 30, 8)
    shipped = course.policy.TABLE
    course.old = shunning(course.old)
    judged = course.judge(found.weights, trial, alone)
    assert judged.won and judged.table.bots[0].share > judged.table.bots[0].fair
    course.adopt(found, judged, trial, tmp_path)
    written = read_weights(tmp_path, shipped.features)
    assert written.columns == {**shipped.columns, 3: found.weights}
    figures = read_toml(tmp_path / "weights.toml")["3"]
    assert figures["match"]["games"] == judged.table.games and figures["match"]["simulations"] == 8
    assert figures["learnt_from"] == {"decisions": found.learnt, "simulations": PLAY.simulations}
    low, high = figures["match"]["ci95"]
    assert low <= figures["match"]["share"] <= high


def test_weights_against_themselves_win_nothing(tmp_path: Path) -> None:
    course = Course(PLAY, tmp_path)
    judged = course.judge(course.old, Trial(Question(0, 40), 4, 4), alone)
    again = Course(PLAY, tmp_path).judge(course.old, Trial(Question(0, 40), 4, 4), alone)
    assert not judged.won
    assert [bot.wins for bot in again.table.bots] == [bot.wins for bot in judged.table.bots]
    assert len(list(tmp_path.glob("match-*.jsonl"))) == 1


@pytest.mark.parametrize("name", TRAINED)
def test_a_policy_is_the_exponential_of_its_weighed_features(name: str) -> None:
    """And two sets of weights are in use side by side."""
    game = playable(name)
    policy = game.policy
    assert policy is not None
    table = policy.TABLE
    other = table.changed(3, shunning(table.columns[3]))
    kernels = {1: game.kernel, -1: with_weights(game.kernel, policy, other.array())}
    state, chance = game.deal(3, 1, {}), seeded(2)
    for _ in range(40):
        steps = legal_steps(game.kernel, state)
        likings = np.array([policy.features(state, step) for step in steps]) @ np.array(table.columns[3])
        for part, kernel in kernels.items():
            promised = np.log([kernel.prior(state, step) for step in steps])
            assert promised == pytest.approx(likings * part, abs=1e-6)
        game.kernel.apply(state, any_step(game.kernel, state, chance))


# ---- the table -----------------------------------------------------------------------------------------------------

FEATURES = ("one", "two")


def test_a_table_is_read_as_it_was_written(tmp_path: Path) -> None:
    table = WeightTable(tmp_path, FEATURES, {2: (0.5, -1.25), 3: (1.0, 0.001)})
    table.write(tmp_path)
    assert read_weights(tmp_path, FEATURES) == table
    assert table.array()[3].tolist() == [1.0, 0.001] and not table.array()[4].any()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("feature,2\none,1\n", "'two'"),
        ("feature,2\none,1\ntwo,1\nthree,1\n", "line 4.*'three'"),
        ("feature,2\none,1\ntwo,much\n", "line 3.*2: 'much'"),
        ("feature,2\none,1\ntwo,nan\n", "line 3.*'nan'"),
        ("feature,2\none,1\ntwo,1e9\n", "line 3.*'1e9'"),
        ("feature,few\none,1\ntwo,1\n", "number of players"),
        ("name,2\none,1\ntwo,1\n", "number of players"),
    ],
)
def test_a_spoilt_table_is_refused_with_its_place(tmp_path: Path, text: str, message: str) -> None:
    (tmp_path / "weights.csv").write_text(text)
    with pytest.raises(PrintingError, match=message):
        read_weights(tmp_path, FEATURES)


def test_a_long_training_is_read_again(tmp_path: Path) -> None:
    """Longer than any text that a stranger may give us: the program wrote it."""
    game = playable("kardinal")
    state = game.deal(2, 1, {})
    steps = np.array(legal_steps(game.kernel, state), dtype=np.int64)
    lesson = Lesson(0, (Decision(state, steps, steps + 1),) * 1500)
    record, play = LessonRecord(tmp_path / LESSONS, game.kernel), SelfPlay("kardinal", 2, 1, 1)
    record.keep(play, [lesson])
    assert record.file.stat().st_size > MOST_BYTES
    (again,) = record.lessons(play)
    assert len(again.decisions) == len(lesson.decisions) and (again.decisions[-1].view == state).all()
