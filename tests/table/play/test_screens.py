"""An evening at each game, in both languages, as a person sees it on a screen of 80 x 24.

The screens lie in `screens/`. Whoever changes on purpose what is shown runs the tests with TIMBUKTU_SCREENS=write, and
looks at what changed.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import pytest

from shelf.language import LANGUAGES, Language
from solver.games import playable
from solver.players.bots import seated, take_turn
from solver.search.advice import Limit
from table.answers.points import result_of_match
from table.log import gamelog, referee
from table.play.requests import word_for
from table.play.seats import Chair
from table.play.sitting import Sitting
from table.play.solo_sitting import SoloSitting
from table.screens import points_table, screen
from table.screens.words import Words
from tests.table.play.terminal import Seat, at_the_table

SCREENS = Path(__file__).parent / "screens"
LIMIT = Limit(simulations=900, threads=1)
GAMES: dict[str, Sequence[str]] = {
    "kk-card": ("KA1 +FR5", "ka1", "SA4 +FK2"),
    "kardinal": ("BC1,-1/2,-1 +G @2,0", "RT9,9", "YH0,-1 @1,1"),
    "kk-board": ("E3 FA / FR", "E3", "E2*BB E4 FR =LI =FR / BB"),
    "cartino": ("c1 / HB", "c1", "f1 / H8"),
}
"""A turn, one that is refused then, and another turn."""
ALONE: dict[str, tuple[str, str]] = {
    "kk-card": ("SA4", "FK4"),
    "kardinal": ("BC1,-1/2,-1 +G @2,0", "BH0,-1 +G @1,-1"),
    "kk-board": ("E3 FA", "L6 ?"),
    "cartino": ("c1", "e1"),
}
"""A turn that is taken back, and another one."""
SCROLLBARS = str.maketrans("▁▂▃▄▅▆▇█", " " * 8)
ARRANGED = ((60, 24), (80, 24), (120, 40))


@pytest.fixture(autouse=True)
def in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def new_log(name: str) -> Path:
    game, file = playable(name), Path("evening.tbk")
    header = {"game": name, "players": "Anna, Ben, Clara"}
    gamelog.create(file, gamelog.written(header, game.write_setup(game.deal(3, 3, {}))))
    return file


@cache
def whole_game(name: str) -> list[str]:
    """The turns of greedy bots, from the opening of every new log to the end."""
    game, bot, turns = playable(name), seated("greedy"), list[str]()
    state = game.deal(3, 3, {})
    while game.kernel.actor(state) >= 0:
        steps = take_turn(bot, game.kernel, state, 3, len(turns))
        turns.append(game.write_turn(state, steps))
        for step in steps:
            game.kernel.apply(state, step)
    return turns


class Album:
    """The screens of an evening, one after another."""

    def __init__(self) -> None:
        self.pages: list[str] = []

    def keep(self, seat: Seat, what: str, masked: bool = False) -> None:
        """Keeps a screen; what a search has found is masked, for it may find something better another day."""
        lines = [line.translate(SCROLLBARS) for line in seat.lines()]
        if masked:
            region = seat.app.query_one("#answer").region
            for y in range(region.y, region.bottom):
                line = lines[y].ljust(80)
                lines[y] = line[: region.x] + "~" * region.width + line[region.right :]
        self.pages.append("\n".join([f"==== {what} ".ljust(80, "="), *(line.rstrip() for line in lines)]))

    def compare(self, name: str) -> None:
        file, album = SCREENS / f"{name}.txt", "\n".join(self.pages) + "\n"
        if os.environ.get("TIMBUKTU_SCREENS") == "write":
            file.write_text(album, encoding="utf-8")
        assert album == file.read_text(encoding="utf-8")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", GAMES)
def test_an_evening_with_a_log(name: str, language: Language) -> None:
    file, album, words = new_log(name), Album(), Words(language)
    turn, refused, another = GAMES[name]

    async def evening(seat: Seat) -> None:
        album.keep(seat, "the opening")
        await seat.enters(turn)
        album.keep(seat, turn)
        await seat.enters(refused)
        album.keep(seat, f"{refused}, refused")
        await seat.types(word_for("undo", language))
        await seat.presses("enter")
        album.keep(seat, word_for("undo", language))
        await seat.enters(turn)
        await seat.enters(another)
        album.keep(seat, f"{turn}; {another}")
        await seat.enters("?")
        album.keep(seat, "?")
        await seat.enters(word_for("hint", language))
        assert " ".join(words.said("hint.again", hint=word_for("hint", language)).split()[:2]) in seat.sees()
        album.keep(seat, word_for("hint", language), masked=True)
        for kind in ("score", "show", "help"):
            await seat.enters(word_for(kind, language))
            album.keep(seat, word_for(kind, language))
        await seat.enters(word_for("quit", language))

    async def again(seat: Seat) -> None:
        album.keep(seat, "the log again")

    at_the_table(Sitting(file, words, LIMIT), evening)
    at_the_table(Sitting(file, words, LIMIT), again)
    album.compare(f"{name}-{language}")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", ALONE)
def test_an_evening_alone(name: str, language: Language) -> None:
    file, album, words = new_log(name), Album(), Words(language)
    chairs = [Chair("Anna"), Chair("Ben", "random"), Chair("Clara", "random")]
    turn, another = ALONE[name]

    async def evening(seat: Seat) -> None:
        album.keep(seat, "the opening")
        await seat.enters(turn)
        album.keep(seat, turn)
        await seat.enters(word_for("undo", language))
        album.keep(seat, word_for("undo", language))
        await seat.enters(another)
        await seat.enters(word_for("advise", language))
        album.keep(seat, word_for("advise", language), masked=True)
        await seat.presses("escape")
        album.keep(seat, "Esc")

    at_the_table(SoloSitting(file, chairs, words, LIMIT), evening)
    album.compare(f"alone-{name}-{language}")


@pytest.mark.parametrize("name", GAMES)
def test_every_size_has_room_for_board_log_and_prompt(name: str) -> None:
    file, album = new_log(name), Album()

    async def evening(seat: Seat) -> None:
        await seat.enters(GAMES[name][0])
        album.keep(seat, " x ".join(map(str, size)))
        assert seat.lines()[-1].startswith("Ben>")

    for size in ARRANGED:
        at_the_table(Sitting(file, Words("en"), LIMIT), evening, size)
        Path("evening.tbk").unlink()
        new_log(name)
    album.compare(f"{name}-sizes")


@pytest.mark.parametrize("size", [(60, 24), (80, 24)])
@pytest.mark.parametrize("name", GAMES)
def test_a_long_answer_can_be_read_to_its_end(name: str, size: tuple[int, int]) -> None:
    async def evening(seat: Seat) -> None:
        await seat.enters("help")
        await seat.presses(*["pagedown"] * 4)
        assert any(line.rstrip("▁▂▃▄▅▆▇█ ").endswith("leave") for line in seat.lines())
        await seat.enters("hint")
        assert Words("en").said("hint.again", hint="hint").split()[-1] in seat.sees()

    at_the_table(Sitting(new_log(name), Words("en"), LIMIT), evening, size)


@pytest.mark.parametrize("size", [(60, 24), (80, 24)])
def test_what_is_scored_in_between_is_told_whole(size: tuple[int, int]) -> None:
    file, words, game = new_log("kk-board"), Words("en"), iter(whole_game("kk-board"))
    match = referee.load(file)
    while not (match.moves and screen.scored(match, match.moves[-1], words)):
        match.play(next(game))
    turns = [move.text for move in match.moves]
    referee.append(file, turns[:-1])
    totals = [player["parts"]["interim"] for player in result_of_match(match).document()["players"]]

    async def evening(seat: Seat) -> None:
        await seat.enters(turns[-1])
        above = seat.sees()
        await seat.presses("pagedown")
        told = [" ".join(line.split()) for line in (*above.splitlines(), *seat.lines())]
        assert any(f"sum {' '.join(map(str, totals))}" in line for line in told), seat.sees()
        assert all(any(land in line for line in told) for land in ("England", "Italy", "Burgundy"))
        assert size[0] == 60 or above == seat.sees(), "there is nothing to be scrolled"

    at_the_table(Sitting(file, words, LIMIT), evening, size)


@pytest.mark.parametrize("size", ARRANGED)
@pytest.mark.parametrize("name", GAMES)
def test_the_last_turn_tells_who_has_won(name: str, size: tuple[int, int]) -> None:
    file, turns = new_log(name), whole_game(name)
    match, _ = referee.append(file, turns)
    verdict = points_table.points(result_of_match(match), Words("en"))[-1]
    referee.undo(file)

    async def evening(seat: Seat) -> None:
        assert str(verdict) not in " ".join(seat.sees().split())
        await seat.enters(turns[-1])
        assert all(word in seat.sees() for word in str(verdict).split())
        result = result_of_match(match).document()["players"]
        assert seat.lines()[0].endswith("  ".join(f"{player['name']} {player['total']}" for player in result))

    at_the_table(Sitting(file, Words("en"), LIMIT), evening, size)
