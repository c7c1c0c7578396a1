"""Games from outside: known in every command as the shipped ones are, their rules run only when they are trusted."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import Result

import solver.games.kk_board.game
import solver.games.kk_card.game
import solver.players.bots
import solver.search.advisor  # noqa: F401 - kernels of the house are found where they always are
from pnp.definition.game import load
from shelf import paths
from shelf.catalogue import Catalogue
from shelf.errors import PrintingError
from solver.games import playable, playable_ids, trust
from solver.games.outside import UntrustedError
from tests.conftest import Workshop
from tests.pnp.test_jobbing import MAIN, PATIENCE, environment

pytestmark = pytest.mark.long
NIGHT = paths.ASSETS / "starter-plays"
MARK = "from pathlib import Path\nPath({!r}).write_text('imported')\n"
"""The mark is left in the working folder: rules that are marked alike are alike, and are compiled once."""
UNIX = pytest.mark.skipif(os.name == "nt", reason="pseudo terminals are a matter of Unix")


@pytest.fixture(autouse=True)
def own_rules() -> None:
    """Every test imports its rules itself; what was compiled from the same ones is found."""
    for name in [name for name in sys.modules if name.startswith("timbuktu_rules_")]:
        del sys.modules[name]


@pytest.fixture
def night(workshop: Workshop) -> Path:
    """The game that `init --plays` writes, in a folder `games/night`, with rules that nobody has said to trust."""
    return copied(workshop, "night")


def copied(workshop: Workshop, name: str, game_id: str = "night-market") -> Path:
    folder = workshop.root / "games" / name
    shutil.copytree(NIGHT, folder, ignore=shutil.ignore_patterns("__pycache__"))
    change(folder / "game.toml", 'id = "night-market"', f'id = "{game_id}"')
    return folder


def change(file: Path, old: str, new: str) -> None:
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new, 1), encoding="utf-8")


def marked(workshop: Workshop, file: Path) -> Path:
    """From now on the import of this file leaves a mark."""
    mark = workshop.root / f"{file.stem}.mark"
    file.write_text(MARK.format(mark.name) + file.read_text(encoding="utf-8"), encoding="utf-8")
    return mark


def run(workshop: Workshop, *arguments: str) -> Result:
    result = workshop.run("--games", "games", *arguments)
    assert result.exit_code == 0, result.output
    return result


def begun(workshop: Workshop, name: str = "a.tbk") -> Path:
    run(
        workshop,
        "new",
        "night-market",
        "--player",
        "Anna",
        "--player",
        "Ben",
        "--seed",
        "1",
        "--date",
        "",
        "--out",
        name,
    )
    return workshop.root / name


# ---- in every command ---------------------------------------------------------------------------------------------


def test_every_command_knows_a_given_game(workshop: Workshop, night: Path) -> None:
    run(workshop, "trust", "games/night")
    row = next(row for row in json.loads(run(workshop, "games", "--json").stdout) if row["id"] == "night-market")
    assert row["can"] == ["print", "play"] and row["players"] == [2, 4]
    assert (
        json.loads(run(workshop, "pdf", "night-market", "--out", "out", "--json").stdout)[0]["game"] == "night-market"
    )
    assert "night-market plays, for 2 to 4 players" in run(workshop, "check", "night-market").stdout
    assert run(workshop, "rules", "night-market").stdout == "night-market-rules-en.pdf\n"
    begun(workshop)
    run(workshop, "log", "a.tbk", "2", "3")
    assert json.loads(run(workshop, "show", "a.tbk", "--json").stdout)["round"] == 2
    left = ["4", "7", "8", "10", "17", "22"]
    assert json.loads(run(workshop, "legal", "a.tbk", "--json").stdout)["steps"] == left
    points = json.loads(run(workshop, "score", "a.tbk", "--json").stdout)["players"]
    assert [player["total"] for player in points] == [1, -2], "Ben's lantern is brighter, and there is a scorpion"
    advice = json.loads(run(workshop, "advise", "a.tbk", "--simulations", "200", "--json").stdout)
    assert {turn["turn"] for turn in advice["turns"]} <= set(left)
    assert run(workshop, "chart", "night-market", "--from", "a.tbk").stdout == "night-market-chart-a4-en.pdf\n"
    seats = ("--player", "Ada=ai:random", "--player", "Bo=ai:greedy")
    assert "Ada" in run(workshop, "play", "night-market", *seats, "--seed", "1", "--log", "b.tbk").stdout
    assert json.loads(run(workshop, "score", "b.tbk", "--json").stdout)["over"]
    assert json.loads(run(workshop, "review", "b.tbk", "--simulations", "50", "--json").stdout)["whole"]
    bots = ("--bot", "random", "--bot", "greedy", "--games", "2", "--workers", "1")
    assert json.loads(run(workshop, "tournament", "night-market", *bots, "--json").stdout)["games"] == 2


def test_workers_of_a_tournament_know_it_too(workshop: Workshop, night: Path) -> None:
    run(workshop, "trust", "games/night")
    bots = ("--bot", "random", "--games", "2", "--workers", "2")
    assert json.loads(run(workshop, "tournament", "night-market", *bots, "--json").stdout)["games"] == 2


def test_folders_are_given_one_by_one_or_together_or_by_the_environment(
    workshop: Workshop, night: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def listed(*options: str) -> set[str]:
        rows = json.loads(workshop.run(*options, "games", "--json").stdout)
        return {row["id"] for row in rows} - set(paths.game_ids())

    copied(workshop, "second", "other")
    assert listed() == set()
    assert listed("--games", "games") == {"night-market", "other"}
    assert listed("--games", "games/night", "--games", "mygame") == {"night-market", "market-day"}
    assert listed("--games", "games", "--games", "games/night") == {"night-market", "other"}
    monkeypatch.setenv("TIMBUKTU_GAMES", os.pathsep.join(["games", "mygame"]))
    assert listed() == {"night-market", "other", "market-day"}
    assert workshop.run("pdf", "market-day", "--out", "out").exit_code == 0


def test_all_games_are_printed(workshop: Workshop, night: Path) -> None:
    printed = json.loads(run(workshop, "pdf", "all", "--only", "booklet", "--out", "out", "--json").stdout)
    assert [item["game"] for item in printed] == sorted([*paths.game_ids(), "night-market"])


def test_the_option_goes_before_the_environment_and_an_id_before_a_folder(
    workshop: Workshop, night: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TIMBUKTU_GAMES", "mygame")
    assert "no game and no folder 'market-day'" in workshop.complaint("--games", "games", "rules", "market-day")
    shutil.copytree(workshop.game, workshop.root / "night-market")
    assert run(workshop, "check", "night-market").stdout.startswith("wares: 12 copies")
    assert run(workshop, "check", "./night-market").stdout.startswith("cards: 18 copies")


def test_a_folder_without_a_game_is_refused(workshop: Workshop) -> None:
    (workshop.root / "empty").mkdir()
    assert workshop.complaint("--games", "empty", "games") == (
        "empty is no game and has none in it: there is no game.toml."
    )
    assert workshop.run("--games", "nowhere", "games").exit_code == 2


def test_a_misspelt_id_is_answered_with_the_nearest_one(workshop: Workshop, night: Path) -> None:
    for command in (("pdf", "night-markt", "--out", "out"), ("new", "night-markt", "--player", "A")):
        assert "Did you mean 'night-market'?" in workshop.complaint("--games", "games", *command)


def test_a_broken_neighbour_is_told_and_does_no_harm(workshop: Workshop, night: Path) -> None:
    broken = copied(workshop, "broken")
    (broken / "game.toml").write_text("id =", encoding="utf-8")
    result = run(workshop, "games", "--json")
    assert "night-market" in {row["id"] for row in json.loads(result.stdout)}
    assert "broken/game.toml: not valid TOML" in result.stderr.replace(os.sep, "/")
    run(workshop, "pdf", "night-market", "--out", "printed")
    assert "broken" in workshop.complaint("--games", "games", "pdf", "other", "--out", "out")


@pytest.mark.parametrize("taken", ["kk-card", "night-market"])
def test_an_id_names_one_game(workshop: Workshop, night: Path, taken: str) -> None:
    copied(workshop, "second", taken)
    for command in (("games",), ("pdf", "kk-card", "--out", "out"), ("rules", "kk-card")):
        said = workshop.complaint("--games", "games", *command)
        assert f"has the id {taken}, which" in said and "too; give it one of its own." in said


def test_a_game_without_rules_is_printed_and_not_played(workshop: Workshop, night: Path) -> None:
    shutil.rmtree(night / "rules")
    assert "There is no game 'night-market' to play." in workshop.complaint(
        "--games", "games", "new", "night-market", "--player", "A"
    )
    assert run(workshop, "check", "night-market").stdout.endswith("proved minimal.\n")


def test_two_catalogues_in_one_process_have_each_their_own_game(workshop: Workshop, night: Path) -> None:
    second = copied(workshop, "second")
    change(second / "wares.csv", "SA2,salt,2", "SA2,salt,1")
    for folder in (night, second):
        workshop.run("trust", str(folder))
    games = [playable("night-market", catalogue=Catalogue((folder,))) for folder in (night, second, night)]
    rows = [game.picture(game.deal(2, 1, {}))["wares"] for game in games]
    assert [ware["points"] for row in rows for ware in row if ware["ware"] == "SA2"] == [2, 1, 2]
    assert "night-market" not in playable_ids() and "night-market" in playable_ids(Catalogue((night,)))


def test_a_table_that_changes_needs_no_new_trust_and_is_played(workshop: Workshop, night: Path) -> None:
    run(workshop, "trust", "games/night")
    begun(workshop)
    change(night / "wares.csv", "SK2,scorpion,-2", "SK2,scorpion,-9")
    assert json.loads(run(workshop, "show", "a.tbk", "--json").stdout)["wares"][0]["points"] == -9


def test_it_has_no_maps(workshop: Workshop, night: Path) -> None:
    players = ("--player", "A", "--player", "B", "--seed", "1")
    assert "night-market has no maps" in workshop.complaint("--games", "games", "new", "night-market:mygame", *players)
    assert "night-market has no maps" in workshop.complaint(
        "--games", "games", "new", "night-market", "--map", "mygame", *players
    )


# ---- rules are code -----------------------------------------------------------------------------------------------


@pytest.fixture
def mark(workshop: Workshop, night: Path) -> Path:
    """Is there when the rules were imported."""
    return marked(workshop, night / "rules" / "__init__.py")


NEW = ("new", "night-market", "--player", "A", "--player", "B", "--seed", "1", "--out", "out")


def test_rules_that_nobody_trusts_are_not_imported(workshop: Workshop, night: Path, mark: Path) -> None:
    for command in (NEW, ("play", "night-market"), ("tournament", "night-market", "--bot", "random")):
        said = workshop.complaint("--games", "games", *command)
        assert "Python code that can do whatever you can do" in said and said.endswith(f"timbuktu trust {night}")
    with pytest.raises(UntrustedError):
        playable("night-market", catalogue=Catalogue((night,)))
    assert not mark.exists()
    run(workshop, "trust", str(night))
    assert not mark.exists()
    run(workshop, *NEW)
    assert mark.exists()


def rename(night: Path) -> None:
    (night / "rules" / "view.py").rename(night / "rules" / "views.py")


def add(night: Path) -> None:
    (night / "rules" / "more.py").write_text("", encoding="utf-8")


def touch_up(night: Path) -> None:
    change(night / "rules" / "hidden.py", "Any lantern", "any lantern")


def move(night: Path) -> None:
    """The end of one file becomes the beginning of the next: together they are the same."""
    first, second = night / "rules" / "game.py", night / "rules" / "hidden.py"
    whole = first.read_text(encoding="utf-8")
    first.write_text(whole[:-10], encoding="utf-8")
    second.write_text(whole[-10:] + second.read_text(encoding="utf-8"), encoding="utf-8")


@pytest.mark.parametrize("alter", [rename, add, touch_up, move])
def test_any_change_of_the_rules_asks_for_trust_again(workshop: Workshop, night: Path, mark: Path, alter) -> None:
    run(workshop, "trust", "games/night")
    alter(night)
    assert "timbuktu trust" in workshop.complaint("--games", "games", *NEW)
    assert not mark.exists()


def test_the_same_rules_elsewhere_are_trusted(workshop: Workshop, night: Path) -> None:
    run(workshop, "trust", "games/night")
    night.rename(workshop.root / "games" / "moved")
    begun(workshop)


LOG = "game: {}\nplayers: A, B\n\nsetup\n\n"
FINAL = "game: {}\nA: 1\nB: 2\n"


@pytest.mark.parametrize("content", [LOG, FINAL])
@pytest.mark.parametrize(
    "name", ["night-market", "./games/night", "games/night", "night-market:games/night", "kk-board:games/night"]
)
def test_no_log_leads_to_rules(workshop: Workshop, night: Path, mark: Path, name: str, content: str) -> None:
    (workshop.root / "a.tbk").write_text(content.format(name), encoding="utf-8")
    run(workshop, "trust", "games/night")
    workshop.complaint("score", "a.tbk")
    trust.forget(night)
    workshop.complaint("--games", "games", "score", "a.tbk")
    assert not mark.exists()


def test_no_definition_leads_to_rules(workshop: Workshop, night: Path, mark: Path) -> None:
    """Neither by a name of its own, nor by one of the house."""
    before = "night-market"
    for game_id in ("rules", "solver", "kk-card"):
        change(night / "game.toml", f'id = "{before}"', f'id = "{game_id}"')
        before = game_id
        workshop.complaint("--games", "games", "new", game_id, "--player", "A", "--player", "B", "--seed", "1")
    assert not mark.exists()


def test_printing_imports_nothing(workshop: Workshop, night: Path, mark: Path) -> None:
    others = [marked(workshop, night / "rules" / f"{name}.py") for name in ("game", "state")]
    for _ in range(2):
        for game in ("night-market", "games/night"):
            run(workshop, "pdf", game, "--out", "out")
            run(workshop, "chart", game)
            run(workshop, "rules", game)
        run(workshop, "games")
        assert not any(file.exists() for file in (mark, *others))
        run(workshop, "trust", "games/night")


def test_a_check_looks_at_rules_only_when_they_are_trusted(workshop: Workshop, night: Path, mark: Path) -> None:
    for game in ("night-market", "games/night"):
        assert run(workshop, "check", game).stdout.endswith(f"timbuktu trust {night}\n")
    assert not mark.exists()
    run(workshop, "trust", "games/night")
    for game in ("night-market", "games/night"):
        assert run(workshop, "check", game).stdout.endswith("night-market plays, for 2 to 4 players.\n")


def test_what_is_imported_is_what_was_trusted(workshop: Workshop, night: Path) -> None:
    """Files that change after they were read, here by the first of them, change nothing; none can be added."""
    state = night / "rules" / "state.py"
    before = state.read_text(encoding="utf-8")
    first = night / "rules" / "__init__.py"
    mark = workshop.root / "swapped.mark"
    swap = f"from pathlib import Path\nPath({str(state)!r}).write_text({MARK.format(mark.name) + before!r})\n"
    first.write_text(swap, encoding="utf-8")
    run(workshop, "trust", "games/night")
    with pytest.raises(UntrustedError):  # `new` reads its log back, and meets the swapped file then
        playable("night-market", catalogue=Catalogue((night,))), playable("night-market", catalogue=Catalogue((night,)))
    assert "mark" in state.read_text(encoding="utf-8") and not mark.exists()
    state.write_text(before, encoding="utf-8")
    late = night / "rules" / "late.py"
    lines = (
        f"from pathlib import Path\nPath({str(late)!r}).write_text({MARK.format(mark.name)!r})\nfrom . import late\n"
    )
    first.write_text(lines, encoding="utf-8")
    run(workshop, "trust", "games/night")
    with pytest.raises(PrintingError, match="ImportError"):
        playable("night-market", catalogue=Catalogue((night,)))
    assert late.exists() and not mark.exists()


def test_folders_within_the_rules_are_not_imported(workshop: Workshop, night: Path) -> None:
    inner = night / "rules" / "inner"
    inner.mkdir()
    (inner / "__init__.py").write_text("", encoding="utf-8")
    mark = marked(workshop, inner / "__init__.py")
    change(night / "rules" / "__init__.py", '"""', 'from . import inner\n"""')
    run(workshop, "trust", "games/night")
    assert "ImportError: cannot import name 'inner'" in workshop.run("--games", "games", *NEW).stderr
    assert not mark.exists()


@pytest.mark.skipif(not hasattr(os, "symlink") or os.name == "nt", reason="no links")
def test_rules_do_not_lie_elsewhere(workshop: Workshop, night: Path) -> None:
    (night / "rules").rename(workshop.root / "rules")
    (night / "rules").symlink_to(workshop.root / "rules")
    assert "leads out of the game's folder" in workshop.complaint("trust", "games/night")
    (night / "rules").unlink()
    (workshop.root / "rules").rename(night / "rules")
    (night / "rules" / "far.py").symlink_to(workshop.root / "mygame" / "game.toml")
    assert "leads out of the game's folder" in workshop.complaint("trust", "games/night")


@pytest.mark.parametrize(
    ("file", "old", "new", "said"),
    [
        ("rules.py", "s: State = state", "s == = state", "SyntaxError: invalid syntax (rules.py, line 12)"),
        ("state.py", "u1, u8", "u1, u9", "state.py, line 8: ImportError"),
        ("rules.py", "int(s.seat)", "len(s.seat)", "TypingError"),
        ("game.py", "PLAYABLE = NightMarket", "PLAYABLE = 3", "have no class PLAYABLE that is a Playable"),
    ],
)
def test_broken_rules_are_told_with_their_place(
    workshop: Workshop, night: Path, file: str, old: str, new: str, said: str
) -> None:
    change(night / "rules" / file, old, new)
    run(workshop, "trust", "games/night")
    result = workshop.run("--games", "games", *NEW)
    assert result.exit_code == 2 and "The rules of night-market" in result.stderr and said in result.stderr
    assert "Traceback" not in result.stderr


def test_what_is_trusted_can_be_listed_and_forgotten(workshop: Workshop, night: Path) -> None:
    assert workshop.run("trust", "--list").stdout == ""
    run(workshop, "trust", "games/night")
    (row,) = json.loads(workshop.run("trust", "--list", "--json").stdout)
    assert row["folder"] == str(night) and row["sha256"].startswith(workshop.run("trust", "--list").stdout.split()[0])
    touch_up(night)
    run(workshop, "trust", "games/night")
    assert len(json.loads(workshop.run("trust", "--list", "--json").stdout)) == 1, "earlier rules of it are forgotten"
    assert workshop.run("trust", "--forget", "games/night").exit_code == 0
    assert workshop.run("trust", "--list").stdout == ""
    assert workshop.run("trust", "--forget", "games/night").exit_code == 1
    assert "timbuktu trust" in workshop.complaint("--games", "games", *NEW)


@pytest.mark.parametrize(
    "arguments", [(), ("--forget",), ("--list", "mygame"), ("--list", "--forget"), ("x", "--json")]
)
def test_trust_wants_one_thing_at_a_time(workshop: Workshop, arguments: tuple[str, ...]) -> None:
    assert workshop.run("trust", *arguments).exit_code == 2


def test_a_folder_without_rules_cannot_be_trusted(workshop: Workshop) -> None:
    assert "game.py: this file is missing" in workshop.complaint("trust", "mygame")
    assert "this file is missing" in workshop.complaint("trust", "nowhere")


@pytest.mark.parametrize("content", ["{", "[]", '{"a": 1}', "[" * 100_000])
def test_a_spoilt_memory_trusts_nothing(workshop: Workshop, night: Path, content: str) -> None:
    trust.memory().parent.mkdir(exist_ok=True)
    trust.memory().write_text(content, encoding="utf-8")
    said = workshop.complaint("--games", "games", *NEW)
    assert "Delete it to start anew." in said


# ---- asked at a terminal ------------------------------------------------------------------------------------------


def answered(workshop: Workshop, answer: str, *arguments: str) -> tuple[int, str]:
    """Exit code and what a terminal shows when a person answers so."""
    import pty

    leader, follower = pty.openpty()
    command = [sys.executable, "-c", MAIN, *arguments]
    shown = b""
    with subprocess.Popen(
        command, cwd=workshop.root, env=environment(), stdin=follower, stdout=subprocess.DEVNULL, stderr=follower
    ) as process:
        os.close(follower)
        os.write(leader, answer.encode())
        try:
            while chunk := os.read(leader, 4096):
                shown += chunk
        except OSError:  # Linux tells the end of a terminal so
            pass
        finally:
            os.close(leader)
        return process.wait(PATIENCE), " ".join(shown.decode().split())


@UNIX
def test_a_person_is_asked_once_and_again_after_a_change(workshop: Workshop, night: Path, mark: Path) -> None:
    new = ("--games", "games", *NEW[:-1])
    for answer in ("\n", "n\n", "\x04"):
        code, shown = answered(workshop, answer, *new, "a.tbk")
        assert code != 0 and f"files of Python code in {night / 'rules'}" in shown and "[y/N]" in shown
        assert not mark.exists() and not (workshop.root / "a.tbk").exists()
    code, shown = answered(workshop, "y\n", *new, "a.tbk")
    assert code == 0 and "whatever you can do" in shown and mark.exists()
    code, shown = answered(workshop, "", *new, "b.tbk")
    assert code == 0 and "[y/N]" not in shown
    mark.unlink()
    touch_up(night)
    code, shown = answered(workshop, "n\n", "--games", "games", "score", "--lang", "de", "a.tbk")
    assert code == 2 and "Vertraust du ihm?" in shown and not mark.exists()


# ---- installed ----------------------------------------------------------------------------------------------------


@pytest.fixture
def site(workshop: Workshop, night: Path) -> Iterator[Path]:
    """A folder of installed packages with the game as `nightgame`, whose import leaves a mark."""
    place = workshop.root / "site"
    place.mkdir()
    night.rename(place / "nightgame")
    shutil.rmtree(workshop.root / "games")
    install(place, "night-market", "nightgame.rules.game:PLAYABLE")
    marked(workshop, place / "nightgame" / "rules" / "__init__.py")
    yield place


def install(place: Path, name: str, value: str, package: str = "nightgame") -> None:
    info = place / f"{package}-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n", encoding="utf-8")
    (info / "entry_points.txt").write_text(f"[timbuktu.games]\n{name} = {value}\n", encoding="utf-8")


def with_site(workshop: Workshop, place: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    variables = environment()
    variables["PYTHONPATH"] = os.pathsep.join([str(place), variables["PYTHONPATH"]])
    return subprocess.run(
        [sys.executable, "-c", MAIN, *arguments],
        cwd=workshop.root,
        env=variables,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=PATIENCE,
    )


def test_an_installed_game_is_printed_unimported_and_played_unasked(workshop: Workshop, site: Path) -> None:
    mark = workshop.root / "__init__.mark"
    rows = json.loads(with_site(workshop, site, "games", "--json").stdout)
    assert next(row for row in rows if row["id"] == "night-market")["can"] == ["print", "play"]
    for command in (("pdf", "night-market", "--out", "printed"), ("chart", "night-market"), ("rules", "night-market")):
        assert with_site(workshop, site, *command).returncode == 0
    assert not mark.exists()
    assert with_site(workshop, site, *NEW[:-1], "a.tbk").returncode == 0
    assert mark.exists() and not trust.memory().exists()
    assert with_site(workshop, site, "log", "a.tbk", "2").stdout.startswith("1 A: 2\n")
    assert "night-market plays" in with_site(workshop, site, "check", "night-market").stdout
    bots = ("--bot", "random", "--games", "2", "--workers", "2", "--json")
    assert json.loads(with_site(workshop, site, "tournament", "night-market", *bots).stdout)["games"] == 2


def test_a_change_of_an_installed_game_is_compiled(workshop: Workshop, site: Path) -> None:
    """A state is laid out by one file and frozen into the kernels of another."""
    assert with_site(workshop, site, *NEW[:-1], "a.tbk").returncode == 0
    change(
        site / "nightgame" / "rules" / "state.py",
        "    players = u1()\n    seat = u1()",
        "    seat = u1()\n    players = u1()",
    )
    assert with_site(workshop, site, "log", "a.tbk", "2").stdout.startswith("1 A: 2\n")
    assert json.loads(with_site(workshop, site, "show", "a.tbk", "--json").stdout)["to_move"] == "B"


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("kk-card", "other.game:PLAYABLE", "a game of the house and stays it"),
        ("night-market", "other.game:PLAYABLE", "neither is taken"),
        ("other", "nightgame.rules.game:PLAYABLE", "but its game.toml says 'night-market'"),
        ("other", "json.decoder:JSONDecoder", "no game.toml lies beside it"),
        ("other", "nowhere.game:PLAYABLE", "no game.toml lies beside it"),
    ],
)
def test_an_installed_game_that_cannot_be_known_is_told(
    workshop: Workshop, site: Path, name: str, value: str, said: str
) -> None:
    install(site, name, value, "other")
    result = with_site(workshop, site, "games", "--json")
    listed = [row["id"] for row in json.loads(result.stdout)]
    assert result.returncode == 0 and said in result.stderr and set(paths.game_ids()) <= set(listed)
    assert ("night-market" in listed) == (name != "night-market") and "other" not in listed
    assert with_site(workshop, site, "rules", "kk-card").returncode == 0
    if name == "night-market":
        assert said in with_site(workshop, site, *NEW).stderr


def test_a_given_folder_does_not_take_the_place_of_an_installed_game(workshop: Workshop, site: Path) -> None:
    shutil.copytree(site / "nightgame", workshop.root / "games" / "night")
    result = with_site(workshop, site, "--games", "games", "pdf", "night-market", "--out", "out")
    assert result.returncode == 2 and "has the id night-market, which" in result.stderr


def test_the_house_is_as_it_was() -> None:
    assert Catalogue().named("kk-card") == "kk-card" and load("kk-card").id == "kk-card"
    found = Catalogue().find("kardinal")
    assert found and found.origin == "shipped" and found.folder == paths.GAMES / "kardinal"
