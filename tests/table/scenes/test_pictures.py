"""`timbuktu show --svg` and `--png`, and what strangers put into names, maps and templates."""

from __future__ import annotations

import io
import re
import shlex
import shutil
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner, Result
from PIL import Image

from shelf import paths
from shelf.errors import PrintingError
from shelf.game_data import GameData
from solver.games import playable
from table.cli import house
from table.scenes.easel import draw_scene
from tests.conftest import Workshop
from tests.playing import GAME, OPENING, opening

SVG = "{http://www.w3.org/2000/svg}"
LAWS = OPENING.replace("? ? ? ? ? ? ? ?", "R T C M R T C M")


@pytest.fixture
def log(tmp_path: Path) -> Path:
    file = tmp_path / "game.tbk"
    file.write_text(f"{LAWS}1 Anna: KA2 +SA1\n2 Ben: SA7 SA2 +EN1\n", encoding="utf-8")
    return file


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(house, [str(argument) for argument in arguments], prog_name="timbuktu")


def picture(log: Path, *options: str) -> str:
    file = log.with_suffix(".svg")
    result = run("show", log, "--svg", file, *options)
    assert result.exit_code == 0, result.output
    return file.read_text(encoding="utf-8")


def test_the_picture_needs_nothing_beside_itself(log: Path) -> None:
    root = ElementTree.fromstring(picture(log))
    used = {use.get("href") for use in root.iter(f"{SVG}use")}
    names = [element.get("id") for element in root.iter() if element.get("id")]
    assert used <= {f"#{name}" for name in names}
    assert len(names) == len(set(names))
    assert not [*root.iter(f"{SVG}text")], "type is outlines"


def test_the_same_log_gives_the_same_picture(log: Path) -> None:
    assert picture(log) == picture(log)


def test_everybody_is_shown_backs_and_the_finder_what_was_found(log: Path) -> None:
    with log.open("a", encoding="utf-8") as more:
        more.write("3 Clara: EN4 +FR2\n4 Anna: SA1\n")
    anna, ben, everybody = (picture(log, *whose) for whose in (("--for", "a"), ("--for", "Ben"), ()))
    assert ben == everybody != anna
    assert "law Three symbols" not in everybody
    assert anna.count("law ") > everybody.count("law ")


def test_earlier_turns_and_both_languages(log: Path) -> None:
    assert "SA1, Saxony, stone of Anna" in picture(log)
    assert "SA1, Sachsen, Stein von Anna" in picture(log, "--lang", "de")
    assert "stone of" not in picture(log, "--at", "0")
    assert 'class="last"' in picture(log)
    assert 'class="last"' not in picture(log, "--at", "0")


@pytest.mark.parametrize(("shape", "lies"), [("wide", True), ("portrait", False)])
def test_pixels(log: Path, shape: str, lies: bool) -> None:
    file = log.with_suffix(".png")
    assert run("show", log, "--png", file, "--shape", shape).exit_code == 0
    image = Image.open(io.BytesIO(file.read_bytes()))
    assert (image.width > image.height) == lies


def test_nobody_of_that_name(log: Path) -> None:
    result = run("show", log, "--svg", log.with_suffix(".svg"), "--for", "Zoe")
    assert result.exit_code == 2
    assert "Zoe" in result.stderr
    assert not log.with_suffix(".svg").exists()


def test_a_name_is_text_and_never_markup() -> None:
    names = ("<script>alert(1)</script>", '" onload="x', "李小龍 \ufffe")
    view = GAME.picture(opening(), None, names)
    for outlines in (False, True):
        svg = draw_scene(GAME.data, view, "en", steps=view["steps"], outlines=outlines).svg
        root = ElementTree.fromstring(svg)
        assert not [element for element in root.iter() if element.tag == f"{SVG}script"]
        assert not [key for element in root.iter() for key in element.keys() if key.startswith("on")]  # noqa: SIM118


def test_a_turn_under_consideration_is_a_ghost() -> None:
    state = opening()
    after = GAME.read_turn(state, "KA2 +SA1").after
    now, then = (GAME.picture(position, None, ("A", "B", "C")) for position in (state, after))
    assert 'class="ghost"' not in draw_scene(GAME.data, now, "en").svg
    assert draw_scene(GAME.data, now, "en", ghost=then).svg.count('class="ghost"') >= 3


def test_another_map_has_its_own_board(tmp_path: Path) -> None:
    own = tmp_path / "mine"
    shutil.copytree(paths.GAMES / "kk-board", own)
    fields = (own / "fields.csv").read_text(encoding="utf-8").replace("Durham", "Newcastle")
    (own / "fields.csv").write_text(fields, encoding="utf-8")
    scenes = {}
    for name in ("kk-board", "kk-board:h2", f"kk-board:{own}"):
        game = playable(name)
        view = game.picture(game.deal(3, 1, {}), None, ("A", "B", "C"))
        scenes[name] = draw_scene(game.data, view, "en", steps=view["steps"]).svg
    assert len(set(scenes.values())) == 3
    assert "Newcastle" in scenes[f"kk-board:{own}"]
    assert "Newcastle" not in scenes["kk-board"]


def test_a_game_that_prints_next_to_nothing_has_a_scene() -> None:
    night = GameData(paths.ASSETS / "starter-plays")
    seats = [{"name": name, "taken": [1, 2], "points": {"total": 3}} for name in ("Anna", "Ben")]
    view = {"turn": 1, "over": False, "to_move": "Anna", "heap": 17, "players": seats, "steps": ["1"]}
    scene = draw_scene(night, view, "en", steps=["1"])
    assert ("heap: 17" in scene.svg, "Ben" in scene.svg, scene.loose) == (True, True, ("1",))


def test_what_a_template_smuggles_in_stays_outside(tmp_path: Path) -> None:
    """A stranger's scene may draw, and nothing else."""
    own = tmp_path / "mine"
    shutil.copytree(paths.GAMES / "kk-board", own)
    (own / "templates").mkdir()
    scene = '<svg viewBox="0 0 9 9" onload="x()"><a href="#x"><rect width="9" height="9" style="fill:red"/></a></svg>'
    (own / "templates" / "scene.svg.j2").write_text(scene, encoding="utf-8")
    game = playable(f"kk-board:{own}")
    svg = draw_scene(game.data, game.picture(game.deal(3, 1, {}), None), "en").svg
    assert not re.search(r"onload|style|<a\b", svg)


ENDLESS = "{% for a in range(90000) %}{% for b in range(90000) %}{% endfor %}{% endfor %}"


def test_a_strangers_scene_without_end_is_stopped_and_drawn_when_it_is_mended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In a thread, too, where no alarm rings: that is where a server draws."""
    monkeypatch.setenv("TIMBUKTU_SECONDS", "30")
    own = tmp_path / "mine"
    shutil.copytree(paths.GAMES / "kk-board", own)
    (own / "templates").mkdir()
    scene = own / "templates" / "scene.svg.j2"
    game = playable(f"kk-board:{own}")
    view = game.picture(game.deal(3, 1, {}), None)

    def drawn() -> str:
        with ThreadPoolExecutor(1) as threads:
            return threads.submit(draw_scene, game.data, view, "en").result(120).svg

    scene.write_text(f'<svg viewBox="0 0 9 9">{ENDLESS}</svg>', encoding="utf-8")
    with pytest.raises(PrintingError, match="takes longer than 2 seconds"):
        drawn()
    scene.write_text('<svg viewBox="0 0 9 9"><rect width="9" height="9"/></svg>', encoding="utf-8")
    assert "<rect" in drawn()


def test_a_face_of_an_own_folder_is_drawn_anew_when_the_folder_has_changed(tmp_path: Path) -> None:
    own = tmp_path / "mine"
    shutil.copytree(paths.GAMES / "kk-board", own)
    game = playable(f"kk-board:{own}")
    view = game.picture(game.deal(3, 1, {}), None)
    assert "Durham" in draw_scene(game.data, view, "en").svg
    fields = (own / "fields.csv").read_text(encoding="utf-8").replace("Durham", "Newcastle")
    (own / "fields.csv").write_text(fields, encoding="utf-8")
    assert "Newcastle" in draw_scene(game.data, view, "en").svg


def test_the_command_lines_of_the_docs_work(workshop: Workshop) -> None:
    page = (Path(__file__).parents[3] / "docs" / "scenes.md").read_text(encoding="utf-8")
    for line in re.findall(r"^timbuktu (.*)$", page, re.MULTILINE):
        result = workshop.run(*shlex.split(line, comments=True))
        assert result.exit_code == 0, (line, result.output)
