"""What a review finds: chances, losses and luck that add up, from nothing but what players had seen."""

from __future__ import annotations

import random
import time
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from solver.games import playable
from solver.kernel.contract import legal_steps
from solver.kernel.random import seeded
from solver.search.advice import Limit
from solver.search.chances import Decided, luck, seen_by
from solver.search.decisions import made
from solver.search.judgement import Inquiry, judge
from table.answers.review import Effort, Scale, TurnReview, scale
from table.answers.reviewer import LEAST_MORE, USUAL_NEED, Reviewer, need
from table.log.gamelog import GameLogError
from table.reports.review_page import page
from table.screens.review_words import moments, named_better, notes
from table.screens.words import Words
from tests.table.review.games import COUNTS, looked_back, match_of, played, reviewed

ROOT = Path(__file__).parents[3]
MOST_PLAYERS = dict(COUNTS).items()
"""Each game with as many as can play it."""
PENCIL = ROOT / "tests" / "fuzz" / "corpus" / "logs"


@pytest.mark.parametrize(("game", "players"), COUNTS)
def test_whole_games_are_reviewed(game: str, players: int) -> None:
    """Chances are shares of one win at most, no loss is clearly below nothing, and the account is the result."""
    review = reviewed(game, players)
    assert review.whole and review.match.to_move is None
    for turn in review.turns:
        assert len(turn.before) == players
        assert sum(turn.before) <= 1 + 1e-9 and min(turn.before) >= 0
        assert turn.loss >= -4 * turn.loss_se and turn.judged
    for account in review.accounts:
        total = account.start - account.loss + account.gifts + account.luck + account.rest
        assert total == pytest.approx(account.result)
        assert abs(account.rest) <= 4 * account.result_se
    document = review.document()
    assert [turn["number"] for turn in document["turns"]] == list(range(1, len(review.turns) + 1))
    assert {"number", "name", "turn", "win_before", "win_after", "best", "loss", "loss_se", "verdict", "luck"} <= {
        *document["turns"][0]
    }
    assert all({"name", "loss", "loss_se", "luck", "luck_se"} <= {*player} for player in document["players"])
    if (game, players) in MOST_PLAYERS:
        assert len(page(review, Words("de")).encode()) < 1_000_000


def test_the_parts_of_the_rest_add_up_to_it() -> None:
    review = reviewed("kk-card", 3)
    for seat, account in enumerate(review.accounts):
        own = sum(turn.loss + turn.effect[seat] for turn in review.turns if turn.seat == seat)
        assert sum(review.drift(seat)) == pytest.approx(account.rest - own, abs=1e-9)


def test_a_seed_repeats_a_review() -> None:
    text = played("cartino", 2, turns=6)
    first, again, other = (looked_back(text, seed=seed).document()["turns"] for seed in (3, 3, 4))
    assert first == again != other


def test_where_nothing_is_hidden_there_is_no_luck() -> None:
    review = reviewed("kardinal", 2)
    assert all(turn.luck == [0.0, 0.0] == turn.luck_se for turn in review.turns)
    assert any(turn.proved for turn in review.turns)


@pytest.mark.parametrize(("game", "players"), [("kk-card", 3), ("kk-board", 3), ("cartino", 2)])
def test_nothing_unseen_matters(game: str, players: int) -> None:
    """What the mover of the last turn had not seen is dealt anew; the turn that was played is judged the same."""
    match = match_of(played(game, players, turns=8))
    move, kernel = match.moves[-1], match.game.kernel
    before = match.states[-2].copy()
    kernel.observe(before, move.seat)
    judged = []
    for number in range(3):
        world = before.copy()
        kernel.determinize(world, move.seat, seeded(number))
        legal = next(step for step in legal_steps(kernel, world))
        decided = Decided(world, (legal,), made(kernel, world, legal))
        found = judge(kernel, decided, players, Limit(simulations=200, threads=1))
        judged.append((found.best, found.before, found.after, found.loss, found.loss_se))
    assert judged[0] == judged[1] == judged[2]


def test_time_that_is_over_before_it_began_leaves_a_judgement() -> None:
    """A first look may wait for the compiler longer than it was given."""
    match = match_of(played("kk-card", 3, turns=4))
    move = match.moves[-1]
    decided = Decided(match.states[-2], move.steps, move.after)
    found = judge(match.game.kernel, decided, 3, Limit(seconds=-60.0, threads=1))
    assert len(found.before) == len(found.after) == 3 and not found.proved


@pytest.mark.parametrize(("game", "players"), [("kk-card", 3), ("kk-board", 4), ("cartino", 3)])
def test_no_hindsight(game: str, players: int) -> None:
    """A turn is judged the same whatever came after it, and whatever lies where nobody has looked."""
    begun = looked_back(played(game, players, turns=7), simulations=60)
    early, late = ([_timeless(turn) for turn in turns] for turns in (begun.turns, reviewed(game, players).turns[:7]))
    assert early == late


def _timeless(turn: TurnReview) -> dict[str, object]:
    return {name: value for name, value in vars(turn).items() if name != "seconds"}


@pytest.mark.parametrize(
    ("game", "players", "hidden"), [("kk-card", 3, "laws:"), ("kk-board", 3, "stack:"), ("cartino", 2, "bag:")]
)
def test_what_nobody_has_seen_does_not_matter(game: str, players: int, hidden: str) -> None:
    """Logs that differ only in what is face down, in the stack or in the bag have the same review, to the last bit."""
    text = played(game, players, turns=10)
    (line,) = [line for line in text.splitlines() if line.startswith(hidden)]
    logs = {_mixed_unseen(text, line, seed) for seed in (1, 2)} - {text}
    assert logs
    found = [_timeless(turn) for turn in reviewed(game, players).turns[:10]]
    for log in logs:
        assert [_timeless(turn) for turn in looked_back(log, simulations=60).turns] == found


def _mixed_unseen(text: str, line: str, seed: int) -> str:
    """The log with other things in hidden places wherever that changes no turn as it is written."""
    key, *things = line.split()
    written = [move.text for move in match_of(text).moves]
    dice = random.Random(seed)
    for _ in range(40):
        one, other = dice.sample(range(len(things)), 2)
        mixed = list(things)
        mixed[one], mixed[other] = mixed[other], mixed[one]
        changed = text.replace(line, " ".join([key, *mixed]))
        try:
            same = changed != text and [move.text for move in match_of(changed).moves] == written
        except GameLogError:
            same = False
        if same:
            return changed
    return text


def test_open_cards_know_everything() -> None:
    """With all cards open nothing is left to chance, and the review says that it was so."""
    review = looked_back(played("kk-card", 3, turns=15), simulations=60, open_cards=True)
    assert all(not any(turn.luck) for turn in review.turns)
    assert review.document()["open"] is True


def test_a_log_that_does_not_know_the_hands_says_so() -> None:
    """At a real table nobody notes what others draw: their turns are not judged, one's own are."""
    review = Reviewer(match_of((PENCIL / "kk-board-pencil.tbk").read_text()), Effort(1.0, 60)).review()
    assert review.whole
    assert all(turn.loss == 0 and not review.verdict(turn) for turn in review.turns if not turn.judged)


@pytest.mark.parametrize(("game", "players"), [("kk-board", 3), ("cartino", 2), ("kk-card", 3)])
def test_a_game_that_goes_on_tells_its_owner_nothing_new(game: str, players: int) -> None:
    """What others hold or drew is in the log, but neither in the texts nor in any figure: other cards, same review."""
    text = played(game, players, me="Anna", turns=9)
    review = looked_back(text, simulations=60)
    blind = replace(review.match, moves=[*review.match.moves])
    for index, move in enumerate(blind.moves):
        blind.moves[index] = replace(move, after=seen_by(blind.game.kernel, move.after, 0))
    others = [turn for turn in review.turns if turn.seat != 0]
    reviewer = Reviewer(blind, Effort(60.0, 60, 0, threads=1))
    moves = {move.number: move for move in blind.moves}
    assert [_before_turned_up(reviewer.turn(moves[turn.number], 1.0)) for turn in others[1:]] == [
        _before_turned_up(turn) for turn in others[1:]
    ]
    assert all(turn.best == review.played(turn) for turn in others if not turn.judged)


def _before_turned_up(turn: TurnReview) -> dict[str, object]:
    """Without the cards behind a stroke, which were turned up for everybody to see."""
    return _timeless(replace(turn, best=turn.best.partition(" / ")[0]))


def test_a_loss_is_named_only_beyond_doubt() -> None:
    words = Scale(2.0, {"slip": 0.02, "mistake": 0.05, "turning": 0.12})
    (turn,) = looked_back(played("kardinal", 2, turns=1)).turns
    cases = [(0.13, 0.07, ""), (0.13, 0.06, "turning"), (0.06, 0.01, "mistake"), (0.03, 0.01, "slip"), (0.01, 0.0, "")]
    for loss, error, name in cases:
        assert words.verdict(TurnReview(**(vars(turn) | {"loss": loss, "loss_se": error}))) == name
    assert list(scale().verdicts.values()) == sorted(scale().verdicts.values())


def test_moments_are_told_as_a_person_would() -> None:
    """Who did what, what it cost and who got it; what came to light, by its name, and whether that was good or bad."""
    review = reviewed("kk-card", 3)
    none = [0.0, 0.0, 0.0]
    plain = [replace(turn, loss=0.0, luck=none, luck_se=none) for turn in review.turns]
    first = replace(plain[0], before=[0.5, 0.3, 0.2], loss=0.2, loss_se=0.01, effect=[-0.2, 0.15, 0.05])
    where, lucky = next((at, turn) for at, turn in enumerate(plain) if at and "=" in review.played(turn))
    plain[where] = replace(lucky, luck=[-0.1 if seat == lucky.seat else 0.05 for seat in range(3)], luck_se=[0.01] * 3)
    plain[0], name = first, ("Anna", "Ben", "Clara")[lucky.seat]
    told = [moment.told for moment in moments(replace(review, turns=plain), Words("en"))]
    loss, luck = told
    assert loss.startswith("Turn 1: Anna takes ") and f"({review.played(first)})" in loss
    assert "Turning point: it cost 20.0 ± 1.0 %, from 50.0 % to 30.0 %. Most of that went to Ben." in loss
    assert luck.startswith(f"Turn {lucky.number}: {name} takes ") and 'the law tile "' in luck
    assert f"Bad luck: what came cost {name} 10.0 ± 1.0 %" in luck


def test_a_better_turn_is_named_only_where_it_is_likely_one() -> None:
    (turn,) = looked_back(played("kardinal", 2, turns=1)).turns
    assert named_better(replace(turn, best="X", loss=0.03, loss_se=0.02)) == "X"
    assert named_better(replace(turn, best="X", loss=0.03, loss_se=0.04)) == ""
    assert named_better(replace(turn, best="X", loss=0.0, loss_se=0.0)) == ""


def test_where_chance_has_no_say_all_effort_goes_into_comparing() -> None:
    match = match_of(played("kardinal", 2, turns=3))
    move = match.moves[-1]
    decided = Decided(match.states[-2], move.steps, move.after)
    found = judge(match.game.kernel, decided, 2, Limit(simulations=1200, threads=1))
    assert 0.9 * 1200 <= found.simulations <= 1.1 * 1200


# ---- closer looks ----------------------------------------------------------------------------------------------------


def test_what_is_in_doubt_is_looked_at_closer() -> None:
    """And what is not gets no second look; both depend on nothing that comes after a turn."""
    text = played("kk-card", 3, turns=6)
    match = match_of(text)
    once = [Reviewer(match, Effort(60.0, 300, 0, 1)).turn(move, 1.0) for move in match.moves]
    both = looked_back(text, simulations=600).turns
    for first, found in zip(once, both, strict=True):
        assert (found.simulations > first.simulations) is (need(first) >= LEAST_MORE * USUAL_NEED)
    assert sum(turn.loss_se for turn in both) < sum(turn.loss_se for turn in once)
    assert [_timeless(turn) for turn in looked_back(played("kk-card", 3, turns=4), simulations=600).turns] == [
        _timeless(turn) for turn in both[:4]
    ]


def test_doubts_and_names_ask_for_a_closer_look() -> None:
    (turn,) = looked_back(played("kardinal", 2, turns=1)).turns
    plain = replace(turn, loss=0.0, loss_se=0.02, luck_se=[0.0, 0.0])
    assert need(replace(plain, loss_se=0.0)) == 0
    assert need(plain) < need(replace(plain, loss_se=0.04)) < need(replace(plain, loss_se=0.04, luck_se=[0.0, 0.05]))
    assert need(plain) < need(replace(plain, loss=0.03))


def test_a_closer_look_counts_anew() -> None:
    """What made somebody look closer has no part in what is found then; the best turn stays the same."""
    match = match_of(played("kk-card", 3, turns=1))
    decided = Decided(match.states[0], match.moves[0].steps, match.moves[0].after)
    inquiry = Inquiry(match.game.kernel, decided, 3)
    first = inquiry.look(Limit(simulations=600, threads=1))
    closer = inquiry.look_closer(replace(first, loss=0.9), Limit(simulations=600, threads=1))
    assert first.loss_se > 0 and closer.loss != first.loss and closer.loss < 0.5
    assert {first.best, closer.best} <= {first.best, decided.steps}
    assert first.simulations < closer.simulations <= first.simulations + 660


def test_time_that_is_over_leaves_one_short_look_at_every_turn() -> None:
    match = match_of(played("kk-card", 3, turns=4))
    review = Reviewer(match, Effort(1.0, threads=1), begun=time.perf_counter() - 100.0).review()
    assert review.whole and review.late
    assert all(0 < turn.simulations < 1500 for turn in review.turns)


def test_who_is_late_says_so() -> None:
    review = looked_back(played("kk-card", 3, turns=2))
    assert not review.late
    for language, said in (("en", "it took 10.5 s"), ("de", "gebraucht hat es 10,5 s")):
        told = notes(replace(review, given=8.0, seconds=10.5), Words(language))
        assert any(said in note for note in told)
    assert not replace(review, given=10.0, seconds=10.5).late


# ---- luck ------------------------------------------------------------------------------------------------------------


def luck_of_games(game: str, players: int, games: int) -> np.ndarray:
    """What chance brought everybody in games of random turns: one row for each turn in which it spoke."""
    playable_ = playable(game)
    kernel, found = playable_.kernel, list[tuple[float, ...]]()
    for seed in range(games):
        dice, state = random.Random(seed), playable_.deal(players, seed, {})
        while kernel.actor(state) >= 0:
            step = dice.choice(legal_steps(kernel, state))
            after = made(kernel, state, step)
            brought = luck(kernel, Decided(state, (step,), after), players, 128, seed=len(found)).brought
            if any(brought):
                found.append(brought)
            state = after
    return np.array(found)


def check_luck(game: str, players: int, games: int) -> None:
    """The mean is nothing, beside how much luck is spread."""
    rows = luck_of_games(game, players, games)
    assert len(rows) > 20
    mean, error = rows.mean(axis=0), rows.std(axis=0, ddof=1) / np.sqrt(len(rows))
    assert (np.abs(mean) < 3.2 * error + 1e-9).all(), (mean, error)
    assert (rows.std(axis=0) > 0.002).all()


@pytest.mark.parametrize(("game", "players", "games"), [("kk-card", 3, 24), ("kk-board", 3, 2), ("cartino", 2, 3)])
def test_luck_favours_nobody(game: str, players: int, games: int) -> None:
    check_luck(game, players, games)


@pytest.mark.soak
@pytest.mark.parametrize(("game", "players"), [("kk-card", 3), ("kk-card", 5), ("kk-board", 3), ("cartino", 4)])
def test_luck_favours_nobody_in_many_games(game: str, players: int) -> None:
    check_luck(game, players, 60)
