"""`make bench-pdf`: the same deck with Timbuktu and with protograf, from cold start to finished file.

Every run is a process of its own; the tools take turns, so that whatever else the machine does slows both. Medians are
shown, and CPU time beside wall time, because it suffers less from a busy machine; goals are held against CPU time. The
first run of ours finds nothing kept on the disk, and is shown, too.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
import venv
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from decks import write_deck

ROOT = Path(__file__).parent.parent
PEER = "protograf==0.5.2"
PEER_ROOM = ROOT / "build" / "bench-venv"
REPEATS = {56: 5, 2000: 3}
HELP_REPEATS = 10
SET, SET_REPEATS = "kk-card", 5
"""A whole set of the house: cards, booklet, chart that is a form, box."""


@dataclass(frozen=True)
class Run:
    """What one process took."""

    seconds: float
    cpu: float
    megabytes: float


@dataclass(frozen=True)
class Printed:
    """What a tool took for a deck, and the file it made."""

    typical: Run
    first: Run
    kilobytes: float
    pages: int
    fonts: int
    embedded: int


def main() -> None:
    """Measures everything, then prints the tables."""
    peer = peer_python()
    greeting = median([timed([ours(), "--help"]) for _ in range(HELP_REPEATS)])
    with tempfile.TemporaryDirectory() as room:
        os.environ["TIMBUKTU_HOME"] = room  # nothing is kept there yet
        results = {cards: compared(cards, repeats, Path(room), peer) for cards, repeats in REPEATS.items()}
        printing = [ours(), "pdf", SET, "--lang", "de", "--out", room]
        sets = [timed(printing) for _ in range(1 + SET_REPEATS)]
    for cards, (house, other) in results.items():
        print_table(cards, house, other)
    print_goals(results, greeting, sets[0], median(sets[1:]))


def ours() -> str:
    """The `timbuktu` command of this interpreter's environment."""
    return str(Path(sys.executable).with_name("timbuktu"))


def peer_python() -> str:
    """The peer lives in an environment of its own: it wants older versions of libraries that we share."""
    python = PEER_ROOM / "bin" / "python"
    pip = [str(python), "-m", "pip", "--quiet", "--disable-pip-version-check"]
    if not python.exists():
        venv.create(PEER_ROOM, with_pip=True)
    if subprocess.run([*pip, "install", PEER], check=False).returncode:
        sys.exit(f"{PEER} could not be installed: without it there is nothing to compare with.")
    return str(python)


def compared(cards: int, repeats: int, room: Path, peer: str) -> tuple[Printed, Printed]:
    """Both tools print a deck in turn."""
    deck = write_deck(room / f"deck-{cards}", cards)
    out, other = room / f"out-{cards}", room / f"protograf-{cards}.pdf"
    commands = (
        [ours(), "pdf", str(deck), "--backs", "none", "--out", str(out)],
        [peer, str(ROOT / "bench" / "protograf_deck.py"), str(deck / "cards.csv"), str(other)],
    )
    runs: tuple[list[Run], list[Run]] = ([], [])
    for turn in range(repeats):
        print(f"{cards} cards, round {turn + 1} of {repeats} ...", end="\r", file=sys.stderr, flush=True)
        for command, done in zip(commands, runs, strict=True):
            done.append(timed(command))
    print(" " * 40, end="\r", file=sys.stderr)
    files = (next(out.glob("*.pdf")), other)
    house, guest = (examined(file, done) for file, done in zip(files, runs, strict=True))
    return house, guest


def timed(command: Sequence[str]) -> Run:
    """One process from start to end; the peak of its memory is the kernel's own record."""
    with tempfile.TemporaryFile() as complaints:
        begun = time.perf_counter()
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=complaints)
        _, status, used = os.wait4(process.pid, 0)
        seconds = time.perf_counter() - begun
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode:
            complaints.seek(0)
            sys.exit(f"{' '.join(command)} failed:\n{complaints.read().decode(errors='replace')}")
    unit = 1e6 if sys.platform == "darwin" else 1e3
    return Run(seconds, used.ru_utime + used.ru_stime, used.ru_maxrss / unit)


def median(runs: Sequence[Run]) -> Run:
    """The typical run."""
    return Run(
        statistics.median(run.seconds for run in runs),
        statistics.median(run.cpu for run in runs),
        statistics.median(run.megabytes for run in runs),
    )


def examined(file: Path, runs: Sequence[Run]) -> Printed:
    """Looks into the file; imported only here, because a child's record of memory begins with its parent's."""
    import pikepdf

    with pikepdf.open(file) as pdf:
        fonts = [item for item in pdf.objects if isinstance(item, pikepdf.Dictionary) and item.get("/Type") == "/Font"]
        simple = [item for item in fonts if item.get("/Subtype") != "/Type0"]
        embedded = sum(_embedded(item.get("/FontDescriptor", {})) for item in simple)
        return Printed(median(runs), runs[0], file.stat().st_size / 1000, len(pdf.pages), len(simple), embedded)


def _embedded(descriptor: object) -> bool:
    return any(key in descriptor for key in ("/FontFile", "/FontFile2", "/FontFile3"))  # type: ignore[operator]


def print_table(cards: int, house: Printed, guest: Printed) -> None:
    """One deck, both tools, and how many times more the peer takes."""
    print(f"\n{f'{cards:,} cards on A4':28}{'timbuktu':>12}{PEER.replace('==', ' '):>18}{'ratio':>9}")
    for title, mine, theirs, unit in (
        ("wall time", house.typical.seconds, guest.typical.seconds, "s"),
        ("CPU time", house.typical.cpu, guest.typical.cpu, "s"),
        ("CPU time, first run", house.first.cpu, guest.first.cpu, "s"),
        ("peak memory", house.typical.megabytes, guest.typical.megabytes, "MB"),
        ("file", house.kilobytes, guest.kilobytes, "kB"),
    ):
        shape = ".2f" if unit == "s" else ",.0f"
        print(f"  {title:26}{f'{mine:{shape}} {unit}':>12}{f'{theirs:{shape}} {unit}':>18}{theirs / mine:>8.1f}x")
    print(f"  {'pages':26}{house.pages:>12}{guest.pages:>18}")
    embedded, other = (f"{item.embedded} of {item.fonts}" for item in (house, guest))
    print(f"  {'fonts embedded':26}{embedded:>12}{other:>18}")


def print_goals(results: dict[int, tuple[Printed, Printed]], greeting: Run, first_set: Run, whole_set: Run) -> None:
    """What this bench is for."""
    (small, small_peer), (large, large_peer) = results[56], results[2000]
    growth, other = (
        most.typical.megabytes - least.typical.megabytes for least, most in ((small, large), (small_peer, large_peer))
    )
    few, many = small.typical.cpu / small_peer.typical.cpu, large.typical.cpu / large_peer.typical.cpu
    print("\nGoals")
    for reached, what in (
        (few <= 0.4, f"56 cards in 0.4 of the peer's time: {few:.2f}"),
        (many <= 0.1, f"2,000 cards in 0.1 of the peer's time: {many:.2f}"),
        (whole_set.cpu <= 1.5, f"the set {SET} in 1.5 s: {whole_set.cpu:.2f} s (the first time {first_set.cpu:.2f} s)"),
        (greeting.cpu <= 0.2, f"timbuktu --help within 0.2 s: {greeting.cpu:.2f} s"),
    ):
        print(f"  {'reached' if reached else 'missed '}  {what}")
    print(f"  memory   from 56 to 2,000 cards: {growth:+.0f} MB (peer {other:+.0f} MB)")


if __name__ == "__main__":
    main()
