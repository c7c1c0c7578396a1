"""The table on the whole screen: keys, refusals, searches that can be stopped, and strangers' texts."""

from __future__ import annotations

import os
import re
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pyte
import pytest
from textual.events import Paste

from solver.search.advice import Limit
from table.log import gamelog, referee
from table.play.seats import Chair
from table.play.sitting import Sitting
from table.play.solo_sitting import SoloSitting
from table.screens.words import Words
from tests.playing import OPENING
from tests.table.play.terminal import Seat, at_the_table

LIMIT = Limit(simulations=200, threads=1)


@pytest.fixture
def log(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    file = tmp_path / "game.tbk"
    file.write_text(f"{OPENING}1 Anna: FK4\n", encoding="utf-8")
    return file


def turns(file: Path) -> list[str]:
    return [entry.steps for entry in gamelog.read(file).entries]


def test_a_refused_line_stays_to_be_mended_and_swallows_nothing(log: Path) -> None:
    async def evening(seat: Seat) -> None:
        await seat.enters("KA1 +EN")
        assert seat.lines()[-1] == "Ben> KA1 +EN" and turns(log) == ["FK4"]
        await seat.presses("end", "4", "enter")
        assert turns(log) == ["FK4", "KA1 +EN4"]
        await seat.enters("FR1")
        await seat.types("undo")
        assert seat.lines()[-1] == "Clara> undo"
        await seat.presses("enter")
        assert turns(log) == ["FK4"] and seat.lines()[-1] == "Ben>"

    at_the_table(Sitting(log, Words("en"), LIMIT), evening)


def test_a_refusal_is_a_sentence_and_nobody_thinks_any_more(log: Path) -> None:
    async def evening(seat: Seat) -> None:
        await seat.enters("reveal Ben: M")
        assert "This player has no law tile." in seat.sees()
        await seat.enters("advise BA6")
        assert "BA6 does not lie" in seat.sees() and "hinking" not in seat.sees()

    at_the_table(Sitting(log, Words("en"), LIMIT), evening)


def test_ctrl_c_clears_the_line_before_it_leaves(log: Path) -> None:
    async def evening(seat: Seat) -> None:
        await seat.types("KA")
        await seat.presses("ctrl+c")
        assert seat.lines()[-1] == "Ben>" and "once more" in seat.sees()
        await seat.types("K")
        await seat.presses("ctrl+c")
        assert seat.app.is_running
        await seat.hits("ctrl+c")
        await seat.pilot.pause()
        assert not seat.app.is_running

    at_the_table(Sitting(log, Words("en"), LIMIT), evening)


def test_tab_completes_and_the_arrows_bring_lines_back(log: Path) -> None:
    async def evening(seat: Seat) -> None:
        await seat.types("b")
        assert "BA5" not in seat.lines()[-2] and "BA4" in seat.lines()[-2]
        await seat.presses("tab")
        assert seat.lines()[-1] == "Ben> BA4"
        await seat.presses("enter", "up")
        assert seat.lines()[-1] == "Clara> BA4"
        await seat.presses("down")
        assert seat.lines()[-1] == "Clara>"

    at_the_table(Sitting(log, Words("en"), LIMIT), evening)


def test_the_screen_stays_alive_while_somebody_thinks_and_esc_keeps_what_there_is(log: Path) -> None:
    async def evening(seat: Seat) -> None:
        await seat.hits(*"advise", "enter")
        await seat.pilot.pause()
        assert seat.app.thinking.busy
        await seat.hits("K", "A")
        await seat.pilot.pause(0.1)
        assert seat.lines()[-1] == "Ben> KA" and seat.app.thinking.busy
        await seat.presses("escape")
        assert "%" in seat.sees() and turns(log) == ["FK4"]

    at_the_table(Sitting(log, Words("en"), Limit(seconds=3600, threads=1)), evening)


def test_leaving_does_not_wait_for_a_search(log: Path) -> None:
    async def evening(seat: Seat) -> None:
        await seat.hits(*"advise", "enter", "ctrl+c", "ctrl+c")
        await seat.pilot.pause()
        assert not seat.app.is_running

    at_the_table(Sitting(log, Words("en"), Limit(seconds=3600, threads=1)), evening)


def test_bots_answer_are_told_and_marked_and_undo_takes_all_of_it_back(log: Path) -> None:
    chairs = [Chair("Anna", "random"), Chair("Ben"), Chair("Clara", "random")]

    async def evening(seat: Seat) -> None:
        await seat.enters("KA1")
        assert len(turns(log)) == 4 and "Ben>" in seat.lines()[-1]
        screen = seat.sees()
        assert len(re.findall(r"^› +\d Clara|^› +\d Anna", screen, re.MULTILINE)) == 2
        assert "3 Clara: takes" in screen and "4 Anna: takes" in screen
        await seat.enters("zurück")
        assert turns(log) == ["FK4"]

    at_the_table(SoloSitting(log, chairs, Words("en"), LIMIT), evening)


@pytest.mark.parametrize("key", ["escape", "ctrl+c"])
def test_a_bot_that_thinks_for_long_is_made_to_play(log: Path, key: str) -> None:
    chairs = [Chair("Anna"), Chair("Ben"), Chair("Clara", "hard")]

    async def evening(seat: Seat) -> None:
        seat.app.post_message(Paste("KA1"))
        await seat.hits("enter")
        while not seat.app.thinking.busy:
            await seat.pilot.pause()
        await seat.presses(key)
        assert len(turns(log)) == 3 and seat.lines()[-1].startswith("Anna>")
        assert "3 Clara: takes" in " ".join(seat.sees().split())

    at_the_table(SoloSitting(log, chairs, Words("en"), Limit(seconds=3600, threads=1)), evening)


def test_somebody_else_may_write_into_the_log_meanwhile(log: Path) -> None:
    async def evening(seat: Seat) -> None:
        referee.append(log, ["KA1"])
        await seat.enters("EN4")
        assert "somebody else" in " ".join(seat.sees().split()) and seat.lines()[-1].startswith("Clara>")
        assert turns(log) == ["FK4", "KA1"]

    at_the_table(Sitting(log, Words("en"), LIMIT), evening)


def test_a_log_that_is_gone_is_told_when_the_screen_is_gone(log: Path) -> None:
    async def evening(seat: Seat) -> None:
        log.unlink()
        await seat.enters("EN4")

    with pytest.raises(gamelog.GameLogError):
        at_the_table(Sitting(log, Words("en"), LIMIT), evening)


def test_strangers_texts_are_shown_and_not_obeyed(log: Path) -> None:
    hostile = "A\u202e[/b]\u200b"
    log.write_text(OPENING.replace("Anna", hostile) + f"1 {hostile}: FK4\n", encoding="utf-8")
    written = []

    async def evening(seat: Seat) -> None:
        await seat.enters("FR1 \u202e\x9b2J")
        await seat.enters("show")
        assert "A\\u202e[/b]\\u200b" in seat.sees()
        written.append(seat.terminal.written)

    at_the_table(Sitting(log, Words("en"), LIMIT), evening)
    assert not set(written[0]) & set("\u202e\u200b\x9b")


# ---- a real terminal ----------------------------------------------------------------------------------------------


class RealTerminal:
    """The program in a terminal of its own, seen through pyte."""

    def __init__(self, *arguments: str, term: str = "xterm-256color", size: tuple[int, int] = (24, 80)) -> None:
        import termios

        from pexpect.fdpexpect import fdspawn

        from tests import warmed

        surroundings = os.environ | {"TERM": term, "PYTHONUTF8": "1", "TIMBUKTU_LANG": "en"}
        ours, its = os.openpty()
        termios.tcsetwinsize(its, size)
        self.program = warmed.start(arguments, [its] * 3, surroundings, terminal=True)
        os.close(its)
        self.child = fdspawn(ours, encoding="utf-8")
        self.screen = pyte.Screen(size[1], size[0])
        self.stream, self.raw = pyte.Stream(self.screen), ""

    def until(self, text: str) -> str:
        """The screen as soon as a text is on it."""
        import pexpect

        for _ in self._patience():
            try:
                chunk = self.child.read_nonblocking(65536, timeout=0.2)
            except pexpect.TIMEOUT:
                continue
            except pexpect.EOF:
                break
            self.raw += chunk
            self.stream.feed(chunk)
            if text in "\n".join(map(str.rstrip, self.screen.display)):
                return "\n".join(self.screen.display)
        raise AssertionError("\n".join(self.screen.display))

    def types(self, text: str) -> None:
        """Types when the program waits: a Ctrl-C just before it does is heard only with the next key."""
        while not self.program.waits:
            time.sleep(0.005)
        self.child.send(text)

    def ends(self) -> int:
        """The exit code."""
        import pexpect

        self.child.expect(pexpect.EOF, timeout=120)
        self.raw += self.child.before
        self.child.close()
        return self.program.wait()

    @staticmethod
    def _patience() -> Iterator[None]:
        end = time.monotonic() + 120
        while time.monotonic() < end:
            yield None


pytestmark = pytest.mark.skipif(os.name == "nt", reason="pseudo terminals are a matter of Unix")


def test_a_log_in_a_real_terminal(log: Path) -> None:
    terminal = RealTerminal("log", "game.tbk")
    terminal.until("Ben>")
    terminal.types("KA1\r")
    assert "Turn 3: Clara to move." in terminal.until("Clara>")
    terminal.types("FR1\r")
    terminal.until("does not lie at an end")
    terminal.types("\x03\x03")
    assert terminal.ends() == 130 and turns(log) == ["FK4", "KA1"]
    assert "\x1b[?1049h" in terminal.raw and "\x1b[?1049l" in terminal.raw


def test_solo_play_in_a_real_terminal(log: Path) -> None:
    bots = ("--player=Anna=ai:random", "--player=Ben=human", "--player=Clara=ai:random", "--yes")
    terminal = RealTerminal("play", "kk-card", "--log", "game.tbk", *bots)
    terminal.until("Ben>")
    terminal.types("KA1\r")
    terminal.until("Turn 5: Ben to move.")
    terminal.types("quit\r")
    assert terminal.ends() == 0 and len(turns(log)) == 4
    assert "To go on: timbuktu play kk-card --log game.tbk" in terminal.raw


@pytest.mark.parametrize(
    ("options", "term", "size"),
    [(["--plain"], "xterm", (24, 80)), ([], "dumb", (24, 80)), ([], "xterm", (12, 80)), ([], "xterm", (24, 50))],
    ids=["--plain", "dumb", "low", "narrow"],
)
def test_plain_lines_where_the_whole_screen_cannot_or_must_not_be_used(
    log: Path, options: list[str], term: str, size: tuple[int, int]
) -> None:
    terminal = RealTerminal("log", "game.tbk", *options, term=term, size=size)
    terminal.until("Ben>")
    terminal.types("KA1\r")
    terminal.until("Clara>")
    terminal.types("FK\x03")
    terminal.until("once more")
    terminal.types("\x03")
    assert terminal.ends() == 130 and turns(log) == ["FK4", "KA1"]
    assert "\x1b[?1049h" not in terminal.raw


def test_ctrl_c_at_the_prompt_makes_a_bot_play_and_twice_leaves(log: Path) -> None:
    seats = ("--player=Anna=ai:random", "--player=Ben=human", "--player=Clara=ai:hard")
    terminal = RealTerminal("play", "kk-card", "--log", "game.tbk", *seats, "--yes", "--time=3600", "--plain")
    terminal.until("Ben>")
    terminal.types("KA1\r")
    terminal.until("Clara thinks")
    terminal.child.send("\x03")
    terminal.until("Turn 5: Ben to move.")
    terminal.types("\x03")
    terminal.until("once more")
    terminal.types("\x03")
    assert terminal.ends() == 130 and len(turns(log)) == 4
    assert "To go on: timbuktu play kk-card --log game.tbk" in terminal.raw


def test_ctrl_c_while_a_layout_is_typed_drops_the_line_and_twice_leaves(log: Path) -> None:
    terminal = RealTerminal("new", "kk-card", "--player=Anna,Ben,Clara", "--out=new.tbk")
    terminal.until("row 1:")
    terminal.types("FR1 FX\x03")
    terminal.until("once more")
    terminal.types("FR1\r")
    terminal.until("row 1 from card 2:")
    terminal.types("\x03")
    terminal.until("leaves.\nrow 1 from card 2:")
    terminal.types("\x03")
    assert terminal.ends() == 130 and "row 1: FR1" in terminal.raw and not log.with_name("new.tbk").exists()


def test_the_terminal_is_measured_whatever_the_surroundings_say(log: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("LINES", "24")
    low = RealTerminal("log", "game.tbk", size=(12, 80))
    low.until("Ben>")
    low.types("quit\r")
    assert low.ends() == 0 and "\x1b[?1049h" not in low.raw
    large = RealTerminal("log", "game.tbk", size=(30, 100))
    lines = large.until("Ben>").splitlines()
    assert lines[-1].startswith("Ben>") and len(lines[0].rstrip()) > 80
    large.types("quit\r")
    assert large.ends() == 0


def test_the_full_screen_is_loaded_only_where_it_is_used(log: Path) -> None:
    import subprocess

    program = """
import sys
from table.cli import house
house(["log", "game.tbk", "--plain"], standalone_mode=False)
print([name for name in ("textual",) if name in sys.modules], file=sys.stderr)
"""
    done = subprocess.run([sys.executable, "-c", program], input=b"quit\n", capture_output=True, check=False)
    assert done.stderr.decode().strip() == "[]"
