"""The booklets of the house: every puzzle is proved again, no two are alike, and they are printed in both languages."""

from __future__ import annotations

import io
import re
from functools import cache

import pikepdf
import pypdfium2
import pytest

from shelf.kept import Kept
from shelf.language import LANGUAGES, Language
from solver.kernel.contract import Bytes
from solver.puzzles.asking import asked_of
from solver.puzzles.finding import is_clear
from solver.puzzles.hardness import glance_misses, greedy_misses, hard_to_search, hard_to_see
from solver.puzzles.likeness import FAR, distance, features
from solver.puzzles.open_table import nothing_face_down
from solver.puzzles.questions import Valued
from table.puzzles import collection
from table.puzzles.answers import steps_of
from table.puzzles.collection import PuzzlePosition
from table.puzzles.printing import Press, puzzle_pages
from table.puzzles.telling import known, question, solution
from table.scenes.printed_scenes import PressWorkshop
from table.scenes.scene import definition_of, scene_row
from table.screens.words import Words
from tests.solver.force_by_hand import forces_win

GAMES = ("kk-card", "kardinal", "kk-board", "cartino")
TWELVE = [(game, number) for game in GAMES for number in range(1, 13)]
DRAWN = Kept()
"""A booklet is printed in two languages on two papers: most of its drawings are the same."""


@cache
def positions(game: str) -> list[PuzzlePosition]:
    """The puzzles of a booklet."""
    return collection.booklet(game).positions()


def puzzle_of(game: str, number: int) -> PuzzlePosition:
    return positions(game)[number - 1]


@cache
def answers(game: str, number: int) -> list[Valued]:
    """All answers of a puzzle, the best first."""
    puzzle = puzzle_of(game, number)
    found = asked_of(puzzle.match.game, len(puzzle.match.players)).valued(puzzle.entry.kind, puzzle.match.state)
    assert found is not None
    return found


@pytest.mark.parametrize("game", GAMES)
def test_a_booklet_has_twelve_from_easy_to_hard(game: str) -> None:
    levels = [entry.level for entry in collection.booklet(game).entries]
    assert len(levels) == 12 and levels == sorted(levels) and len(set(levels)) >= 4


@pytest.mark.parametrize(("game", "number"), TWELVE)
def test_the_answer_is_the_only_best_turn(game: str, number: int) -> None:
    puzzle = puzzle_of(game, number)
    entry, match, state = puzzle.entry, puzzle.match, puzzle.match.state
    questions = asked_of(match.game, len(match.players))
    found = answers(game, number)
    assert is_clear(entry.kind, found)
    assert len(found) == entry.among
    given = questions.judged(entry.kind, state, steps_of(match.game, state, entry.answer))
    assert given is not None and questions.same(given.after, found[0].after)
    assert given.worth.points == entry.worth
    tempting = questions.judged(entry.kind, state, steps_of(match.game, state, entry.tempting))
    assert tempting is not None and not questions.same(tempting.after, found[0].after)
    assert tempting.worth.points == entry.tempting_worth
    if entry.kind == "win":
        assert nothing_face_down(match.game.kernel, state, len(match.players))
        assert tempting.worth.win < 1.0 and greedy_misses(questions, state, found[0].after)
    assert glance_misses(questions, state, found[0].after)


@pytest.mark.parametrize("number", range(1, 13))
def test_brute_force_agrees_in_the_card_game(number: int) -> None:
    """Just the answer wins, by plain play of everything that is legal."""
    puzzle = puzzle_of("kk-card", number)
    game, players, met = puzzle.match.game, len(puzzle.match.players), dict[bytes, bool]()
    questions = asked_of(game, players)
    assert puzzle.entry.kind == "win"
    found = answers(game.id, number)
    wins = [forces_win(questions.kernel, turn.after, puzzle.seat, players, met) for turn in found]
    assert wins == [True] + [False] * (len(found) - 1)


@pytest.mark.parametrize(("game", "number"), [each for each in TWELVE if each[0] in ("cartino", "kk-board")])
def test_the_most_points_do_not_depend_on_what_is_hidden(game: str, number: int) -> None:
    """Where others hold or draw something else, the answer and its points stay the same."""
    puzzle = puzzle_of(game, number)
    if puzzle.entry.kind != "points":
        return
    playable, players = puzzle.match.game, len(puzzle.match.players)
    questions = asked_of(playable, players)
    for seed in range(3):
        state = _dealt_anew(puzzle, seed)
        found = questions.valued("points", state)
        assert found is not None and found[0].worth.points == puzzle.entry.worth
        given = questions.judged("points", state, steps_of(playable, state, puzzle.entry.answer))
        assert given is not None and given.worth == found[0].worth > found[1].worth


def _dealt_anew(puzzle: PuzzlePosition, seed: int) -> Bytes:
    from solver.kernel.random import seeded

    kernel, state = puzzle.match.game.kernel, puzzle.match.state.copy()
    kernel.observe(state, puzzle.seat)
    kernel.determinize(state, puzzle.seat, seeded(seed))
    return state


@pytest.mark.soak
@pytest.mark.parametrize(("game", "number"), TWELVE)
def test_the_level_is_what_it_takes(game: str, number: int) -> None:
    puzzle = puzzle_of(game, number)
    questions, state = asked_of(puzzle.match.game, len(puzzle.match.players)), puzzle.match.state
    best = questions.whole(state, steps_of(puzzle.match.game, state, puzzle.entry.answer)).after
    measure = hard_to_see if puzzle.entry.kind == "points" else hard_to_search
    found = measure(questions, state, best)
    assert found is not None and (found.level, found.needed) == (puzzle.entry.level, puzzle.entry.needed)


@pytest.mark.parametrize("game", GAMES)
def test_no_two_are_alike(game: str) -> None:
    seen = [features(each.match.game, each.match.state, len(each.match.players)) for each in positions(game)]
    pairs = [(one, other) for index, one in enumerate(seen) for other in seen[index + 1 :]]
    assert min(distance(one, other) for one, other in pairs) >= FAR
    assert len({(each.entry.answer, each.entry.worth) for each in positions(game)}) == 12


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_what_is_asked_and_why_is_said(game: str, language: Language) -> None:
    words = Words(language)
    for puzzle in positions(game):
        assert puzzle.match.to_move and puzzle.match.to_move in question(puzzle, words)
        assert known(puzzle, words).endswith(".")
        told = solution(puzzle, words).striptags()
        assert told.startswith(f"{puzzle.entry.answer}: ") and puzzle.entry.tempting in told


@pytest.mark.parametrize(("paper", "language", "width"), [("a4", "de", 595), ("letter", "en", 612)])
@pytest.mark.parametrize("game", GAMES)
def test_pages_have_all_questions_and_the_last_one_the_solutions(
    game: str, paper: str, language: Language, width: int
) -> None:
    puzzles, words = positions(game), Words(language)
    content, pages = puzzle_pages(puzzles, Press(paper, language), DRAWN)
    with pikepdf.open(io.BytesIO(content)) as document:
        assert len(document.pages) == pages
        assert {round(float(page.mediabox[2])) for page in document.pages} == {width}
    with pypdfium2.PdfDocument(content) as document:
        texts = [" ".join(page.get_textpage().get_text_range().split()) for page in document]
    asked = " ".join(texts[:-1])
    for puzzle in puzzles:
        assert question(puzzle, words) in asked
    assert str(words.entry("puzzles.solutions")).upper() in texts[-1]
    if game == "kk-board":
        fields = {code for puzzle in puzzles for code in re.findall(r"\b[A-Z]\d\b", puzzle.entry.answer)}
        assert fields and all(re.search(rf"\b{code}\b", asked) for code in fields), "what one has to write is printed"
    assert not any(puzzle.entry.answer in asked for puzzle in puzzles if " " in puzzle.entry.answer)


def test_the_same_pages_are_the_same_bytes() -> None:
    first, second = (puzzle_pages(positions("kk-card")[:2], Press("a4", "de"))[0] for _ in range(2))
    assert first == second


def test_with_little_ink_a_card_covers_what_lies_below() -> None:
    """Its ground is left out then, and headpieces would shine through each other."""
    puzzle = puzzle_of("kk-card", 1)
    data = puzzle.match.game.data
    view = puzzle.match.game.picture(puzzle.match.state, None, puzzle.match.players)
    row = scene_row(data, view, "en", "wide") | {"tight": True}
    usual, saving = (
        PressWorkshop(definition_of(data), data.id, "en", low_ink=low_ink).placed_scene(row, 0, 0, 190, 110).markup
        for low_ink in (False, True)
    )
    faces = usual.count('href="face:')
    assert saving.count('fill="#ffffff"') - usual.count('fill="#ffffff"') == faces > 10
