"""A campaign: rounds of spoilt inputs for every target, and what came of them.

Hypothesis draws the inputs and shrinks the first one of each kind of failure; the campaign goes on after it.
"""

from __future__ import annotations

import hashlib
import time
import zipfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from hypothesis import HealthCheck, Phase, Verbosity, given, seed, settings
from hypothesis import strategies as st

from tests.fuzz.mutations import spoilt
from tests.fuzz.targets import Files, Target
from tests.fuzz.worker import Verdict, Worker

_ROUND = 40
"""Inputs of a target before the next one has its turn; a new kind of failure ends a round."""
_SHRINKING = 150
"""Attempts to make a failing input smaller."""
_SEEDS_APART = 1_000_003


class Spoilt(dict[str, bytes]):
    """Spoilt files by their names, told in short: Hypothesis writes down what fails, be it megabytes."""

    def __repr__(self) -> str:
        return ", ".join(f"{name} ({len(content):,} bytes)" for name, content in self.items())


class _FailureError(Exception):
    """Tells Hypothesis that an input is worth shrinking."""


@dataclass
class Record:
    """What came of a target's inputs."""

    inputs: int = 0
    accepted: int = 0
    refused: int = 0
    failed: int = 0
    seconds: float = 0.0
    slowest: float = 0.0
    megabytes: float = 0.0
    failures: dict[str, Path] = field(default_factory=dict)
    """Kinds of failures, each with the file that replays it."""

    def add(self, verdict: Verdict) -> None:
        """One input more."""
        self.inputs += 1
        self.accepted += verdict.outcome == "accepted"
        self.refused += verdict.outcome == "refused"
        self.failed += verdict.failed
        self.slowest = max(self.slowest, verdict.seconds)
        self.megabytes = max(self.megabytes, verdict.megabytes)


class Campaign:
    """Targets, the workers that judge their inputs, and the records."""

    def __init__(self, targets: Sequence[Target], number: int, saved: Path) -> None:
        self.targets = targets
        self.records = {target.name: Record() for target in self.targets}
        self._number, self._saved = number, saved
        self._workers: dict[bool, Worker] = {}

    def run_for(self, seconds: float) -> None:
        """Rounds until the time is over."""
        end, turn = time.monotonic() + seconds, 0
        while time.monotonic() < end:
            for target in self.targets:
                if time.monotonic() < end:
                    self._round(target, turn, _ROUND, end)
            turn += 1

    def run_inputs(self, inputs: int) -> None:
        """So many inputs of each target: always the same ones for the same number."""
        for target in self.targets:
            turn, record = 0, self.records[target.name]
            while record.inputs < inputs:
                self._round(target, turn, inputs - record.inputs)
                turn += 1

    def close(self) -> None:
        """Ends the workers."""
        for worker in self._workers.values():
            worker.close()

    def _round(self, target: Target, turn: int, inputs: int, end: float = float("inf")) -> None:
        record, begun = self.records[target.name], time.monotonic()
        failing = _Failing()

        @seed(self._number * _SEEDS_APART + turn)
        @settings(
            max_examples=inputs,
            phases=(Phase.generate, Phase.shrink),
            database=None,
            deadline=None,
            suppress_health_check=list(HealthCheck),
            verbosity=Verbosity.quiet,
            report_multiple_bugs=False,
            print_blob=False,
        )
        @given(inputs_of(target))
        def judge(files: Files) -> None:
            over = time.monotonic() > end and not failing.outcome
            if not over and failing.worth_a_try(files):
                verdict = self._judge(target, files)
                if not failing.outcome:
                    record.add(verdict)
                if verdict.failed and verdict.outcome not in record.failures:
                    failing.note(files, verdict)
            if failing.is_known(files):
                raise _FailureError

        try:
            judge()
        except _FailureError:
            record.failures[failing.outcome] = self._save(target, failing)
        record.seconds += time.monotonic() - begun

    def _judge(self, target: Target, files: Files) -> Verdict:
        if target.compiled not in self._workers:
            self._workers[target.compiled] = Worker(target.compiled)
        return self._workers[target.compiled].judge(target, files)

    def _save(self, target: Target, failing: _Failing) -> Path:
        name = hashlib.sha256(repr((target.name, sorted(failing.smallest.items()))).encode()).hexdigest()[:12]
        file = self._saved / f"{target.name.replace(' ', '-')}-{name}.zip"
        save(file, target.name, failing.smallest, f"{failing.outcome}\n\n{failing.message}")
        return file


class _Failing:
    """The input of a round that fails, ever smaller; one that takes seconds each time is not made smaller."""

    def __init__(self) -> None:
        self.outcome, self.message = "", ""
        self._attempts, self._known = 0, list[Files]()

    @property
    def smallest(self) -> Files:
        """The latest one: only smaller ones are tried after it."""
        return self._known[-1]

    def note(self, files: Files, verdict: Verdict) -> None:
        """An input that fails; one that fails in another way has its turn in a later round."""
        if not self.outcome:
            self.outcome, self._attempts = verdict.outcome, _SHRINKING if verdict.seconds > 1 else 0
        if verdict.outcome == self.outcome:
            self.message = verdict.message
            self._known.append(files)

    def is_known(self, files: Files) -> bool:
        """Whether the input is known to fail."""
        return files in self._known

    def worth_a_try(self, files: Files) -> bool:
        """As long as nothing fails, every input; then a few that may be smaller."""
        self._attempts += bool(self.outcome)
        return not self.is_known(files) and self._attempts <= _SHRINKING


@st.composite
def inputs_of(draw: st.DrawFn, target: Target) -> Spoilt:
    """One or two spoilt files of a target."""
    names = list(target.bases)
    chosen = {draw(st.sampled_from(names)) for _ in range(draw(st.sampled_from((1, 1, 1, 2))))}
    return Spoilt((name, draw(spoilt(target.bases[name], target.donors, target.words))) for name in sorted(chosen))


def save(file: Path, target: str, files: Files, told: str) -> None:
    """Writes an input as an archive: the spoilt files, and what they did."""
    file.parent.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.comment = target.encode()
        archive.writestr("FAILURE", told)
        for name, content in files.items():
            archive.writestr(f"files/{name}", content)


def replay(file: Path, targets: Mapping[str, Target]) -> tuple[str, Verdict]:
    """Judges a saved input again."""
    with zipfile.ZipFile(file) as archive:
        target = targets[archive.comment.decode()]
        names = [name for name in archive.namelist() if name.startswith("files/")]
        files = {name.removeprefix("files/"): archive.read(name) for name in names}
    worker = Worker(target.compiled)
    try:
        return target.name, worker.judge(target, files)
    finally:
        worker.close()
