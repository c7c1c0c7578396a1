"""`timbuktu advise` as one types it: the contract of its JSON, whom it advises, and that it cannot peek."""

from __future__ import annotations

import json
import os
import random
import re
import select
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from solver.games.kk_card import hidden, rules
from solver.games.kk_card import state as position
from solver.kernel.contract import Bytes
from table.answers.advice import Consultation
from table.cli import house
from table.log.referee import Match
from table.screens.advice_reasons import percent
from table.screens.words import Words
from tests.playing import GAME, NAMES, random_log, replayed

TURN = {"turn", "win", "win_se", "behind", "behind_se", "points", "margin", "visits", "why", "answer", "plan"}
POSITIONS = Path(__file__).parents[2] / "positions"


@pytest.fixture(autouse=True)
def at_the_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def game(players: int = 3, seed: int = 5, turns: int | None = 20) -> Match:
    """A log in the working directory, and what it says."""
    text, _ = random_log(players, seed, turns=turns)
    Path("game.tbk").write_text(text, encoding="utf-8")
    return replayed(text)


def run(*words: str) -> Result:
    result = CliRunner().invoke(house, ["advise", "game.tbk", *words], prog_name="timbuktu")
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


def advised(*words: str, simulations: int = 900) -> Any:
    result = run("--json", "--simulations", str(simulations), *words)
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


def without_time(document: Any) -> Any:
    return {key: value for key, value in document.items() if key != "seconds"}


# ---- what it says ----------------------------------------------------------------------------------------------------


def test_the_document_is_what_the_contract_says() -> None:
    match = game(players=4)
    document = advised("--top", "3")
    assert document.keys() == {"to_move", "seconds", "simulations", "proved", "turns", "reach"}
    assert document["to_move"] == match.to_move
    assert document["proved"] is False
    assert 0 < document["simulations"] <= 900
    assert [bound["name"] for bound in document["reach"]] == list(match.players)
    assert 1 <= len(document["turns"]) <= 3
    for turn in document["turns"]:
        assert turn.keys() == TURN
        assert 0 <= turn["win"] <= 1 and turn["win_se"] > 0
        assert turn["points"] <= document["reach"][match.players.index(document["to_move"])]["most"]
        assert turn["why"].endswith(".")


def test_every_turn_and_its_answer_can_be_played_as_written() -> None:
    match = game()
    view = match.state.copy()
    hidden.observe(view, rules.actor(view))
    for turn in advised("--top", "12")["turns"]:
        played = GAME.read_turn(view, turn["turn"], ends=not turn["plan"])
        assert played.complete == (not turn["plan"]) and played.text == turn["turn"]
        assert GAME.read_turn(played.after, turn["answer"], ends=False).text == turn["answer"]


def test_turns_that_lead_to_the_same_table_are_told_once() -> None:
    match = game(turns=game(turns=None).turns - 2)
    turns = advised("--top", "50")["turns"]
    tables = [GAME.read_turn(match.state, turn["turn"].replace("=?", "")).after.tobytes() for turn in turns]
    assert len(tables) == len(set(tables)) > 0


def test_the_last_turns_are_proved_and_who_cannot_win_is_told() -> None:
    proved = beaten = 0
    for seed in range(8):
        whole = game(seed=seed, turns=None)
        match = game(seed=seed, turns=whole.turns - 1)
        document = advised("--top", "1")
        best, seat = document["turns"][0], match.players.index(document["to_move"])
        bound = document["reach"][seat]
        assert best["points"] <= bound["most"]
        assert bound["can_win"] or best["win"] == 0
        proved += document["proved"]
        if not all(one["can_win"] for one in document["reach"]) and not beaten:
            beaten += 1
            assert " (cannot win any more)" in run("--simulations", "900").stdout
        if document["proved"]:
            assert best["win"] in (0, 1) and best["win_se"] == 0
    assert proved and beaten


def test_people_get_a_table_reasons_and_bounds_in_their_language() -> None:
    match = game()
    english = run("--simulations", "600", "--top", "4")
    assert english.exit_code == 0
    assert english.stdout.startswith(f"Turn 21: {match.to_move} to move.\n")
    assert re.search(r"^1 +[A-Z]{2}[0-9].* ± [0-9.]+ %", english.stdout, re.MULTILINE)
    assert re.search(r"^At most: Anna [0-9]+.*, Ben [0-9]+.*, Clara [0-9]+.*\.$", english.stdout, re.MULTILINE)
    assert re.search(r"^3\. [A-Z“].*\.$", english.stdout, re.MULTILINE)
    german = run("--simulations", "600", "--lang", "de")
    assert f"Zug 21: {match.to_move} ist an der Reihe." in german.stdout
    assert "Höchstens: Anna" in german.stdout and "erwartete Antwort" in german.stdout


def test_the_order_is_the_order_of_the_figures_and_each_row_has_its_distance() -> None:
    for seed, simulations in ((1, 60), (2, 300), (3, 900), (4, 2_000)):
        game(players=3 + seed % 3, seed=seed, turns=8 * seed)
        turns = advised("--top", "12", "--seed", str(seed), simulations=simulations)["turns"]
        assert [turn["win"] for turn in turns] == sorted((turn["win"] for turn in turns), reverse=True)
        for turn in turns:
            assert turn["behind"] == pytest.approx(turns[0]["win"] - turn["win"], abs=2e-4)
            assert (turn["behind_se"] > 0) == (turn is not turns[0])


def test_what_depends_on_chance_has_a_plan_for_each_outcome() -> None:
    Path("game.tbk").write_bytes((POSITIONS / "unseen-tile-ending.tbk").read_bytes())
    turns = advised("--top", "9", simulations=20_000)["turns"]
    assert turns[0]["turn"] == "EN4 !C KA6" and turns[0]["win"] == 1 and turns[0]["plan"] == []
    begun = next(turn for turn in turns if turn["turn"] == "BA3=?")
    assert [(step["if"], step["chance"], step["win"]) for step in begun["plan"]] == [("M", 0.6667, 0), ("T", 0.3333, 1)]
    told = run("--simulations", "20000", "--top", "2").stdout
    assert re.search(r"^2\. If M \(2 in 3\): .*, 0\.0 %; else .*, 100\.0 %\.$", told, re.MULTILINE)
    open_turns = re.findall(r"^(\d)  .*\.\.\. ", run("--simulations", "20000", "--top", "5").stdout, re.MULTILINE)
    assert len(open_turns) == 3 and open_turns == re.findall(r"^(\d)\. If ", run("--top", "5").stdout, re.MULTILINE)
    german = run("--simulations", "20000", "--top", "2", "--lang", "de").stdout
    assert re.search(r"^2\. Bei M \(2 von 3\): .*, 0,0 %; sonst .*, 100,0 %\.$", german, re.MULTILINE)


def test_who_is_not_behind_has_no_sign() -> None:
    assert percent(-0.0, 0.1, Words("en")) == percent(-0.0004, 0.1, Words("en")) == "0.0 ± 10.0 %"
    assert percent(-0.012, 0.1, Words("de")) == "-1,2 ± 10,0 %"


# ---- a turn of one's own ---------------------------------------------------------------------------------------------


def test_an_own_turn_is_judged_beside_the_best() -> None:
    Path("game.tbk").write_bytes((POSITIONS / "unseen-tile-ending.tbk").read_bytes())
    told = run("EN4", "--simulations", "20000", "--top", "1").stdout
    assert re.search(r"^ *2\* +EN4 ", told, re.MULTILINE)
    assert "EN4 gives away 66.7 % beside EN4 !C KA6. What that one does instead: " in told
    best = run("EN4 !C KA6", "--simulations", "20000", "--top", "1").stdout
    assert "EN4 !C KA6 is the best turn that was found." in best


def test_an_own_turn_of_the_middle_game_is_looked_at_to_the_end() -> None:
    match = game(turns=12)
    view = match.state.copy()
    hidden.observe(view, rules.actor(view))
    steps = next(iter(GAME.legal_texts(view)))
    turns = advised(steps, "--top", "1")["turns"]
    assert len(turns) <= 2 and any(turn["turn"].startswith(steps) for turn in turns)
    assert all(turn["visits"] * 4 > turns[0]["visits"] for turn in turns)


def test_an_own_turn_that_is_not_legal_is_refused_with_what_is() -> None:
    game()
    result = run("XX9")
    assert result.exit_code == 1 and "Legal there: " in result.stderr


def test_advice_on_an_earlier_turn() -> None:
    whole = game(turns=20)
    early = advised("--at", "7")
    game(turns=7)
    assert without_time(early) == without_time(advised())
    game(turns=20)
    refused = run("--at", str(whole.turns + 1))
    assert refused.exit_code == 2 and "the log has 20 turns" in refused.stderr


# ---- whom it advises -------------------------------------------------------------------------------------------------


def test_advice_is_for_who_is_to_move() -> None:
    match = game()
    other = next(name for name in match.players if name != match.to_move)
    assert advised("--for", str(match.to_move).lower(), simulations=300)["to_move"] == match.to_move
    refused = run("--for", other)
    assert refused.exit_code == 1
    assert refused.stderr == f"timbuktu: it is {match.to_move}'s turn; advice for {other} has to wait.\n"
    unknown = run("--for", "Zacharias")
    assert unknown.exit_code == 2 and "Zacharias" in unknown.stderr


def test_the_owner_of_a_log_is_not_told_what_another_holds() -> None:
    """Ben has a law tile that Anna has not seen: in her log there is no advice on his turn, in an open one there is."""
    for seed in range(20):
        whole = game(seed=seed, turns=30)
        for number in range(10, 30):
            match = whole.at(number)
            seat = rules.actor(match.state)
            if seat > 0 and match.state.view(position.STATE)[0].hand[seat].sum():
                break
        else:
            continue
        break
    text = Path("game.tbk").read_text(encoding="utf-8")
    name = match.to_move
    assert advised("--at", str(number), simulations=60)["to_move"] == name
    Path("game.tbk").write_text(text.replace("\n\nsetup", "\nme: Anna\n\nsetup", 1), encoding="utf-8")
    for words in ((), ("--for", str(name))):
        refused = run("--at", str(number), *words)
        assert refused.exit_code == 1
        assert f"what {name} has seen is not for Anna" in refused.stderr


def test_a_hand_that_the_log_does_not_know_is_asked_for() -> None:
    setup = "setup\nopen: FA BB\nhand 1: LI LI ES\nhand 2: ? ? ?\nhand 3: ? ? ?\n"
    header = "game: kk-board\nplayers: Anna, Ben, Clara\nme: Anna\n\n"
    Path("game.tbk").write_text(f"{header}{setup}\n1 Anna: S1 FA / FR\n", encoding="utf-8")
    refused = run("--simulations", "60")
    assert refused.exit_code == 1
    assert refused.stderr.endswith("the log does not know what Ben holds; `reveal Ben: ...` would tell it.\n")
    document = advised("F7*LI ?", "--at", "0", simulations=600)
    assert document["to_move"] == "Anna"
    drawn = [turn for turn in document["turns"] if turn["plan"]]
    assert drawn, "a card that is drawn before the next one is chosen"
    assert {step["if"] for step in drawn[0]["plan"]} == {"FA", "BB", "LI", "ES", "FR"}


def test_a_game_that_is_over_needs_no_advice() -> None:
    game(turns=None)
    result = run("--json")
    assert (result.exit_code, result.stdout) == (1, "")
    assert "the game is over" in result.stderr


@pytest.mark.parametrize("words", [("--time", "0"), ("--simulations", "0"), ("--top", "0"), ("--lang", "fr")])
def test_wrong_use_is_told(words: tuple[str, str]) -> None:
    game()
    result = run(*words)
    assert result.exit_code == 2 and words[0] in result.stderr


# ---- repeatable, and blind -------------------------------------------------------------------------------------------


def test_the_same_seed_and_simulations_give_the_same_answer() -> None:
    game(players=4)
    first = without_time(advised("--seed", "3"))
    assert without_time(advised("--seed", "3")) == first
    assert without_time(advised("--seed", "3", "--threads", "1")) == first
    assert without_time(advised("--seed", "4")) != first


def shuffled_unseen(match: Match, seat: int, dice: random.Random) -> Bytes:
    """The same table with the law tiles that the seat has not seen dealt anew."""
    state = match.state.copy()
    s = state.view(position.STATE)[0]
    cells = [cell for cell in range(56) if s.tile[cell]]
    hands = [(other, kind) for other in range(s.players) if other != seat for kind in range(1, 5)
             for _ in range(s.hand[other, kind])]  # fmt: skip
    kinds = [int(s.tile[cell]) for cell in cells] + [kind for _, kind in hands]
    dice.shuffle(kinds)
    for cell in cells:
        s.tile[cell] = kinds.pop()
    for other, kind in hands:
        s.hand[other, kind] -= 1
    for other, _ in hands:
        s.hand[other, kinds.pop()] += 1
    return state


@pytest.mark.parametrize(("players", "turns"), [(3, 6), (4, 17), (5, 30)])
def test_what_the_asking_player_has_not_seen_changes_nothing_not_even_a_word(players: int, turns: int) -> None:
    from solver.search.advice import Limit

    match = game(players=players, seed=11, turns=turns)
    seat = rules.actor(match.state)
    dice, answers, states = random.Random(1), [], [match.state]
    while len(states) < 3:
        other = shuffled_unseen(match, seat, dice)
        if not any((other == known).all() for known in states):
            states.append(other)
    for state in states:
        question = Match(GAME, NAMES[:players], None, {}, state)
        answer = Consultation(question, "en", top=6, reasons=6).hold(Limit(simulations=900, seed=2))
        answers.append(json.dumps(without_time(answer.document())))
    assert answers[0] == answers[1] == answers[2]


# ---- on a terminal ---------------------------------------------------------------------------------------------------


@pytest.mark.skipif(sys.platform == "win32", reason="a terminal of its own needs a Unix")
def test_on_a_terminal_the_table_grows_and_ctrl_c_keeps_it() -> None:
    import pty

    game()
    ours, theirs = pty.openpty()
    command = [sys.executable, "-c", "from table.cli import main; main()", "advise", "game.tbk", "--time", "600"]
    environment = os.environ | {"TERM": "xterm", "COLUMNS": "120", "PYTHONPATH": str(Path(__file__).parents[3])}
    child = subprocess.Popen(
        command,
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env=environment,
        start_new_session=True,
        preexec_fn=lambda: _own_terminal(theirs),
    )
    os.close(theirs)
    try:
        seen = _read_until(ours, lambda text: text.count("distance") >= 2, 120)
        assert "Ctrl-C keeps what there is" in seen
        os.write(ours, b"\x03")
        rest = _read_until(ours, lambda text: "simulations in" in text, 60)
        assert child.wait(60) == 0
    finally:
        child.kill()
        os.close(ours)
    assert re.search(r"[0-9]+ simulations in", rest)
    assert re.search(r"1\. [A-Z“].*\.", rest)


def _own_terminal(handle: int) -> None:
    import fcntl
    import termios

    fcntl.ioctl(handle, termios.TIOCSCTTY, 0)


def _read_until(handle: int, enough: Any, seconds: float) -> str:
    """What the terminal shows, until it is enough."""
    text, end = "", time.monotonic() + seconds
    while not enough(text) and time.monotonic() < end:
        if select.select([handle], [], [], 1.0)[0]:
            try:
                text += os.read(handle, 65536).decode(errors="replace")
            except OSError:
                break
    assert enough(text), text
    return text
