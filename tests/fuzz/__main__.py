"""`python -m tests.fuzz run` and `python -m tests.fuzz replay FILE`."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

if __name__ == "__main__":
    if sys.platform == "win32":
        sys.exit("Fuzzing needs limits that Windows does not know; run it on Linux or macOS.")

    from tests.fuzz.campaign import Campaign, replay
    from tests.fuzz.report import print_report
    from tests.fuzz.targets import TARGETS

    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    run = commands.add_parser("run", help="spoil files of every kind until the time is over")
    run.add_argument("--minutes", type=float, default=5.0)
    run.add_argument("--inputs", type=int, help="so many of each target instead")
    run.add_argument("--seed", type=int, default=0)
    run.add_argument("--target", action="append", choices=TARGETS, help="only this one; may be repeated")
    run.add_argument("--failures", type=Path, default=Path("fuzz-failures"), help="where failing inputs are saved")
    again = commands.add_parser("replay", help="judge a saved input again")
    again.add_argument("file", type=Path)
    wish = parser.parse_args()

    if wish.command == "replay":
        target, verdict = replay(wish.file, TARGETS)
        print(f"{target}: {verdict.outcome}, {verdict.seconds:.2f} s\n{verdict.message}")
        sys.exit(verdict.failed)
    campaign = Campaign([TARGETS[name] for name in wish.target or TARGETS], wish.seed, wish.failures)
    try:
        campaign.run_inputs(wish.inputs) if wish.inputs else campaign.run_for(60 * wish.minutes)
    except KeyboardInterrupt:
        print("Stopped; so far:")
    finally:
        campaign.close()
    print_report(campaign.records)
    sys.exit(any(record.failed for record in campaign.records.values()))
