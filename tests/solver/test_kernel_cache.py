"""Compiled kernels are found again as long as nothing changed that they were compiled from."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

import pytest

from solver.kernel import cache, compiling, fingerprint, function_values

ROOT = Path(__file__).parent.parent.parent
TABLES = """
from pathlib import Path

import numpy as np

VALUES = np.array([int(line) for line in Path(__file__).with_name("values.csv").read_text().split()])
"""
HELPERS = '''
from solver.kernel.contract import inlined


@inlined
def doubled(number: int) -> int:
    """Twice."""
    return 2 * number
'''
RULES = '''
import numba
from marbles.helpers import doubled
from marbles.tables import VALUES


@numba.njit(["i8(i8)"], cache=True)
def worth(marble: int) -> int:
    """What a marble is worth."""
    value: int = VALUES[marble]
    return doubled(value)
'''
LOOK = """
from solver.kernel import compiling
from marbles.rules import worth
print(worth(0), compiling.compiled(), worth.stats.cache_path)
"""


@dataclass(frozen=True)
class Marbles:
    """A game from outside, in a folder of its own; what is compiled for it is kept in another one."""

    folder: Path
    home: Path

    def change(self, file: str, old: str, new: str) -> None:
        """Replaces a piece of a file that has to be there."""
        path = self.folder / "marbles" / file
        assert old in path.read_text()
        path.write_text(path.read_text().replace(old, new))

    def look(self, before: str = "") -> tuple[int, int, Path]:
        """What the first marble is worth, how many kernels were compiled to find that out, and where they are."""
        value, compiled, place = python(before + LOOK, self.home, self.folder).split(maxsplit=2)
        return int(value), int(compiled), Path(place)


def python(program: str, home: Path, *folders: Path) -> str:
    """What a program prints that is not told where this one keeps its kernels."""
    clean = {key: value for key, value in os.environ.items() if not key.startswith("NUMBA_CACHE")}
    search = os.pathsep.join(map(str, [*folders, ROOT]))
    # Python tells byte code by whole seconds and sizes, and a file is changed here more often than that.
    told = {**clean, "TIMBUKTU_HOME": str(home), "PYTHONPATH": search, "PYTHONDONTWRITEBYTECODE": "1"}
    order = [sys.executable, "-P", "-c", program]
    done = subprocess.run(order, env=told, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def marbles(folder: Path, home: Path) -> Marbles:
    package = folder / "marbles"
    package.mkdir(parents=True)
    files = {"__init__.py": "", "tables.py": TABLES, "helpers.py": HELPERS, "rules.py": RULES, "values.csv": "3\n4\n"}
    for name, text in files.items():
        (package / name).write_text(text)
    return Marbles(folder, home)


def test_what_is_compiled_is_found_until_it_changes(tmp_path: Path) -> None:
    game = marbles(tmp_path / "here", tmp_path / "home")
    value, compiled, place = game.look()
    assert value == 6 and compiled > 0
    assert game.look() == (6, 0, place)
    game.change("rules.py", "What a marble is worth.", "What one gets for a marble.")
    game.change("rules.py", "import numba", "# This comment moves every line.\n\nimport numba")
    game.change("rules.py", "    value: int = ", "    value: float = ")
    game.change("helpers.py", '    """Twice."""\n', "")
    game.change("helpers.py", "(number: int) -> int", "(number)")
    assert game.look() == (6, 0, place), "nothing of this is compiled"
    game.change("helpers.py", "2 * number", "3 * number")
    value, compiled, other = game.look()
    assert value == 9 and compiled == 1, "a helper of another module is compiled into the kernel"
    assert other != place
    game.change("values.csv", "3", "5")
    assert game.look()[:2] == (15, 1), "a table is frozen into the kernel"
    game.change("values.csv", "5", "3")
    assert game.look() == (9, 0, other), "what was compiled a while ago is still there"


BAGS = """
from marbles.tables import VALUES
from solver.kernel.arrays import BYTES
from solver.kernel.contract import compiled_for
from solver.kernel.lent import opener
from solver.kernel.record import Record, u1


class Bag(Record):
    marbles = u1(int(VALUES[0]))
    owner = u1()


opened = opener(Bag)


@compiled_for(BYTES.dtype(BYTES))
def owner(bag):
    return opened(bag).owner
"""
LOOK_INTO_BAG = """
import numpy as np
from marbles.bags import owner
print(owner(np.arange(8, dtype=np.uint8)))
"""


def test_a_state_is_opened_as_it_is_laid_out_now(tmp_path: Path) -> None:
    game = marbles(tmp_path / "here", tmp_path / "home")
    (game.folder / "marbles" / "bags.py").write_text(BAGS)
    assert python(LOOK_INTO_BAG, game.home, game.folder) == "3"
    game.change("values.csv", "3", "5")
    assert python(LOOK_INTO_BAG, game.home, game.folder) == "5", "a table says how large the bag is"


def test_two_games_of_one_name_do_not_disturb_each_other(tmp_path: Path) -> None:
    here, there = (marbles(tmp_path / name, tmp_path / "home") for name in ("here", "there"))
    there.change("values.csv", "3", "7")
    assert [here.look()[0], there.look()[0]] == [6, 14]
    assert [here.look()[:2], there.look()[:2]] == [(6, 0), (14, 0)]


WHERE = "import os, solver; print(os.environ['NUMBA_CACHE_DIR'])"


def test_every_checkout_has_a_folder_of_its_own(tmp_path: Path) -> None:
    other = tmp_path / "other"
    for room in ("solver", "shelf"):
        shutil.copytree(ROOT / room, other / room, ignore=shutil.ignore_patterns("__pycache__"))
    for shelf in ("assets", "templates"):
        (other / shelf).symlink_to(ROOT / shelf, target_is_directory=True)
    mine, again, others = python(WHERE, tmp_path), python(WHERE, tmp_path), python(WHERE, tmp_path, other)
    assert mine == again != others
    assert Path(mine).parent == Path(others).parent == tmp_path / "kernels"


def test_an_older_numba_gets_a_folder_for_this_state_of_all_sources(tmp_path: Path) -> None:
    assert cache.numba_asks(), "numba does not ask our locator any more: everything is compiled at every edit"
    settings = tmp_path / "old" / "numba" / "core" / "config.py"
    settings.parent.mkdir(parents=True)
    settings.write_text("")
    (tmp_path / "old" / "numba" / "__init__.py").write_text("")
    usual, safe = Path(python(WHERE, tmp_path)), Path(python(WHERE, tmp_path, tmp_path / "old"))
    assert safe.parent == usual


def test_numba_loads_in_its_ordinary_way_when_it_is_not_the_one_we_know(tmp_path: Path) -> None:
    game = marbles(tmp_path / "here", tmp_path / "home")
    loader = "import solver.kernel.contract, numba; print(numba.core.dispatcher.FunctionCache.__name__)"
    assert python(loader, tmp_path).endswith("QuickCache"), "numba loads in another way now: look at quick_loading"
    other = (
        "from numba.core import caching\nknown = caching.Cache.load_overload\n"
        "def load_overload(self, *arguments):\n    return known(self, *arguments)\n"
        "caching.Cache.load_overload = load_overload\n"
    )
    assert python(other + loader, tmp_path).endswith("FunctionCache")
    assert game.look(other)[0] == 6
    assert game.look(other)[:2] == game.look()[:2] == (6, 0)


def test_the_search_receives_functions_by_their_addresses() -> None:
    """Without that it answers as well, and every call of it takes a quarter of a millisecond longer."""
    assert function_values.BY_ADDRESS, "numba makes function values in another way now: look at function_values"


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of this installation, for a person who has none yet."""
    folder = tmp_path / "kernels" / "here"
    folder.mkdir(parents=True)
    monkeypatch.setenv("TIMBUKTU_HOME", str(tmp_path))
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(folder))
    return folder


def unused(place: Path, days: int) -> None:
    """A folder with a compiled kernel that was last used so many days ago."""
    place.mkdir(parents=True, exist_ok=True)
    (place / "kernel.nbc").write_bytes(b"code")
    os.utime(place, times=(time.time() - 86400 * days,) * 2)


@pytest.mark.parametrize("level", [".", "here/marbles.rules.worth", "here/outside/marbles"])
def test_what_nobody_used_for_long_goes(here: Path, level: str) -> None:
    """Installations, states of a function, states of a game from outside: the newest three stay."""
    place = here.parent / level
    for name, days in {"older": 5, "old": 4, "known": 3, "today": 0}.items():
        unused(place / name, days)
    cache.sweep()
    kept = {"old", "known", "today"} if level != "." else {"known", "today", "here"}
    assert {one.name for one in place.iterdir()} == kept


def test_a_state_of_a_game_from_outside_keeps_all_its_functions(here: Path) -> None:
    with cache.apart("marbles", "rules_1"):
        functions = [cache.folder() / f"marbles.rules.{name}" for name in ("worth", "legal", "apply", "scores", "over")]
    for function in functions:
        unused(function / "state", 5)
        os.utime(function, times=(0, 0))
    cache.sweep()
    assert all((function / "state").is_dir() for function in functions)


def test_a_game_from_outside_is_forgotten_after_a_hundred_days(here: Path) -> None:
    days = {"gone": 101, "rare": 99, "known": 3, "new": 2, "newer": 1}
    for name, age in days.items():
        unused(here / "outside" / name, age)
    cache.sweep()
    assert {one.name for one in (here / "outside").iterdir()} == days.keys() - {"gone"}
    with cache.apart("marbles", "rules_1"):
        states = cache.folder().parent
    unused(states, 101)
    with cache.apart("marbles", "rules_1"):
        assert time.time() - states.stat().st_mtime < 86400, "whoever plays it has not forgotten it"


def test_what_was_used_today_stays_and_so_does_a_folder_that_somebody_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TIMBUKTU_HOME", str(tmp_path / "home"))
    for folder in (tmp_path / "home" / "kernels", tmp_path / "named"):
        for number in range(7):
            (folder / str(number)).mkdir(parents=True)
            if folder.name == "named":
                os.utime(folder / str(number), times=(0, 0))
        monkeypatch.setenv("NUMBA_CACHE_DIR", str(folder / "0"))
        cache.sweep()
        assert len(list(folder.iterdir())) == 7


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("X = 1", '"""Of X."""\nX = 1  # one', True),
        ("def f(a): return a", "def f(a: int) -> int:\n    'Doc.'\n    return a", True),
        ("def f(a):\n    b: int = a\n    return b", "def f(a):\n    b = a\n    return b", True),
        ("def f(a): return a", "def f(a): return -a", False),
        ("@jit\ndef f(a): return a", "@jit(fastmath=True)\ndef f(a): return a", False),
        ("class S:\n    x: int", "class S:\n    x: float", False),
        ("def f(): return 'a'", "def f(): return 'b'", False),
    ],
)
def test_the_essence_of_a_source(one: str, other: str, same: bool) -> None:
    assert (fingerprint.essence(one.encode()) == fingerprint.essence(other.encode())) is same


TELL = "from solver.kernel import compiling\ncompiling.tell(lambda *told: print(*told))\n"


def test_whoever_waits_is_told_how_far_it_is(tmp_path: Path) -> None:
    game = marbles(tmp_path / "here", tmp_path / "home")
    game.change("rules.py", "@numba.njit", "@numba.njit(cache=True)\ndef later(): ...\n\n\n@numba.njit")
    tell = f"{TELL}import marbles.rules"
    said = python(tell, game.home, game.folder).splitlines()
    assert said[-1] == "marbles.rules 1 1"
    assert compiling.kernels_in(game.folder / "marbles") == 1
    assert python(tell, game.home, game.folder) == ""


def test_a_module_with_a_made_up_name_is_told_by_its_file(tmp_path: Path) -> None:
    game = marbles(tmp_path / "here", tmp_path / "home")
    game.change("rules.py", "from marbles.", "from .")
    (game.folder / "marbles").rename(game.folder / "timbuktu_marbles")
    tell = f"{TELL}import timbuktu_marbles.rules"
    assert python(tell, game.home, game.folder).splitlines()[-1] == "here/timbuktu_marbles/rules.py 1 1"
