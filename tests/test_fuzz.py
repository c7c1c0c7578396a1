"""A short run of the fuzzing that `make fuzz` does for minutes: always the same inputs, every one done or refused."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from shelf.errors import PrintingError
from tests.fuzz.targets import RefusedError

pytestmark = [
    pytest.mark.skipif(sys.platform == "win32", reason="Windows knows no limits for a process"),
    pytest.mark.long,
]

INPUTS = 12
"""Of each target."""


def test_spoilt_files_are_done_or_refused(tmp_path: Path) -> None:
    from tests.fuzz.campaign import Campaign
    from tests.fuzz.targets import TARGETS

    campaign = Campaign(list(TARGETS.values()), 2024, tmp_path)
    try:
        campaign.run_inputs(INPUTS)
    finally:
        campaign.close()
    failures = [f"{name}: {kind}" for name, record in campaign.records.items() for kind in record.failures]
    assert not failures, failures
    assert all(record.accepted + record.refused == INPUTS for record in campaign.records.values())


def test_what_is_not_spoilt_is_accepted() -> None:
    """Otherwise a target would be refused whatever was done to it, and nothing behind that would ever be tried."""
    from tests.fuzz.targets import TARGETS
    from tests.fuzz.worker import Worker

    for compiled in (False, True):
        worker = Worker(compiled)
        for target in (target for target in TARGETS.values() if target.compiled == compiled):
            verdict = worker.judge(target, {name: bases[0] for name, bases in target.bases.items()})
            assert verdict.outcome == "accepted", (target.name, verdict.message)
        worker.close()


def compute(folder: Path) -> None:
    while True:
        pass


def grow(folder: Path) -> None:
    sum(len(b"x" * size) for size in (10**6, 10**10))


def die(folder: Path) -> None:
    os.abort()


def break_down(folder: Path) -> None:
    {}["x"]


def ramble(folder: Path) -> None:
    raise RefusedError("no " * 5_000)


def read(folder: Path) -> None:
    if (folder / "note.txt").read_text(encoding="utf-8") != "well":
        raise PrintingError("not well.")


def test_the_worker_tells_what_an_input_does_and_survives_it() -> None:
    from tests.fuzz.targets import Target
    from tests.fuzz.worker import Worker

    worker = Worker(compiled=False)
    try:
        for use, outcome in (
            (compute, "computes for more than 5 s"),
            (grow, "MemoryError in "),
            (die, "the process died: SIGABRT"),
            (break_down, "KeyError in tests/test_fuzz.py, break_down"),
            (ramble, "refused in 15,000 letters"),
        ):
            verdict = worker.judge(Target("wild", {}, (), use), {})
            assert verdict.failed and verdict.outcome.startswith(outcome), verdict
        for note, outcome in ((b"well", "accepted"), (b"ill", "refused"), (b"well", "accepted")):
            assert worker.judge(Target("note", {}, (), read), {"note.txt": note}).outcome == outcome
    finally:
        worker.close()


def read_without_q(folder: Path) -> None:
    assert b"q" not in (folder / "note.txt").read_bytes()


def test_a_number_repeats_a_run_and_a_failure_is_saved_to_replay(tmp_path: Path) -> None:
    from tests.fuzz.campaign import Campaign, Record, replay
    from tests.fuzz.targets import Target

    target = Target("note", {"note.txt": [b"one, two, three\n" * 9]}, [b"four, quarter, five\n" * 9], read_without_q)

    def run() -> Record:
        campaign = Campaign([target], 7, tmp_path)
        campaign.run_inputs(100)
        campaign.close()
        return campaign.records["note"]

    first, second = run(), run()
    assert first.failures == second.failures and first.inputs == second.inputs
    (kind,) = first.failures
    name, verdict = replay(first.failures[kind], {"note": target})
    assert (name, verdict.outcome) == ("note", kind) and kind.startswith("AssertionError")
