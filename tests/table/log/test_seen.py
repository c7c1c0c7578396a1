"""What the owner of a log has not seen stays unseen: whatever lies there, the answers are the same."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from functools import cache

import pytest

from solver.games import playable
from solver.kernel.contract import Bytes
from solver.kernel.contract_checks import Sample, dealt, seen
from solver.kernel.playable import Playable
from solver.players.bots import seated, take_turn
from solver.search.advice import Limit
from table.answers.advice import Consultation
from table.log.referee import IllegalMoveError, Match, begun_turn
from table.play.hints import Hint
from table.screens.words import Words
from tests.contract.games import every_game, every_size, game_of

NAMES = ("Anna", "Ben", "Clara", "Dora", "Emil")
POSITIONS = 8
POSITIONS_ADVISED = 2
SIMULATIONS = 60
WORLDS = 3
TEXTS = 40
"""Turns that are tried in a position."""


@cache
def sample_of(name: str, players: int) -> Sample:
    return Sample(game_of(name), players, games=1)


def match_at(game: Playable, state: Bytes, players: int, viewer: int) -> Match:
    return Match(game, NAMES[:players], viewer, {}, state)


def tables(name: str, players: int) -> Iterator[tuple[list[Match], random.Random]]:
    """Positions from every seat: the real one, and others that look the same from there, where anything is unseen."""
    game, dice = game_of(name), random.Random(players)
    played = sample_of(name, players).turns
    for number, turn in enumerate(played[:: max(1, len(played) // POSITIONS)]):
        state = turn.before
        for viewer in range(players):
            view = seen(game.kernel, state, viewer)
            worlds = [state, *(dealt(game.kernel, view, viewer, 10 * number + world) for world in range(WORLDS))]
            different = {world.tobytes(): world for world in worlds}.values()
            yield [match_at(game, world, players, viewer) for world in different], dice


def turns(match: Match, dice: random.Random) -> Iterator[str]:
    """A turn that is legal there, its beginnings, and the same with a word too much."""
    game, state, words = match.game, match.state.copy(), list[str]()
    while game.kernel.actor(state) == game.kernel.actor(match.state) and len(words) < 6:
        text, step = dice.choice(list(game.legal_texts(state).items()))
        words.append(text)
        yield " ".join(words)
        yield " ".join([*words, dice.choice(words)])
        game.kernel.apply(state, step)
    steps = [game.legal_texts(match.state)[words[0]]]
    yield game.write_turn(match.state, steps)


def written_turn(match: Match, dice: random.Random) -> str:
    """A whole turn as a log has it, with all that chance brings there."""
    game, state, steps = match.game, match.state.copy(), list[int]()
    turn = state[-8:].copy()
    while game.kernel.actor(state) >= 0 and (state[-8:] == turn).all():
        steps.append(dice.choice(list(game.legal_texts(state).values())))
        game.kernel.apply(state, steps[-1])
    return game.write_turn(match.state, steps)


def refusal(match: Match, text: str) -> str | None:
    try:
        Match(match.game, match.players, match.me, {}, match.state).play(text)
    except IllegalMoveError as fault:
        return str(fault.message)
    return None


def begun(match: Match, text: str) -> object:
    try:
        turn = begun_turn(match, text)
    except IllegalMoveError as fault:
        return fault.message
    return turn.text, turn.complete, match.game.next_words(turn.after), list(match.game.legal_texts(turn.after))


def revealed(match: Match, dice: random.Random) -> Iterator[str]:
    """Somebody shows what somebody holds; one may ask a log about it as well."""
    setup = match.game.write_setup(match.game.deal(len(match.players), 1, {}))
    codes = [word for line in setup for word in line.partition(":")[2].split()]
    for name in match.players:
        yield f"reveal {name}: {dice.choice(codes)}"


@pytest.mark.parametrize(("name", "players"), every_size())
def test_nothing_tells_what_the_owner_of_the_log_has_not_seen(name: str, players: int) -> None:
    for matches, dice in tables(name, players):
        tried = {text for match in matches for text in (*turns(match, dice), written_turn(match, dice))}
        for text in ("", *sorted(tried)[:TEXTS]):
            answers = [begun(match, text) for match in matches]
            assert answers.count(answers[0]) == len(answers), (text, answers)
        for text in (*sorted(tried), *revealed(matches[0], dice)):
            refusals = {why for match in matches if (why := refusal(match, text)) is not None}
            assert len(refusals) <= 1, (text, refusals)


@pytest.mark.parametrize(("name", "players"), every_size())
def test_no_picture_shows_what_the_owner_of_the_log_has_not_seen(name: str, players: int) -> None:
    for matches, _ in tables(name, players):
        shown = {json.dumps(match.game.picture(match.state, match.me, match.players)) for match in matches}
        assert len(shown) == 1


@pytest.mark.parametrize("name", every_game())
def test_advice_and_hints_are_the_same_whatever_lies_unseen(name: str) -> None:
    """With the same random numbers; `advise` and `hint` are asked by whoever is to move."""
    limit, asked = Limit(60.0, SIMULATIONS, 1, 0), 0
    for matches, _ in tables(name, game_of(name).player_counts()[0]):
        if matches[0].game.kernel.actor(matches[0].state) != matches[0].me or asked == POSITIONS_ADVISED:
            continue
        asked += 1
        hints = [Hint.on(match, limit, Words("en")) for match in matches[:2]]
        told = [[*hint.tell(), *hint.tell()] for hint in hints]
        assert told[0] == told[-1]
        answers = [Consultation(match, "en", 3, 3).hold(limit).document() | {"seconds": 0} for match in matches[:2]]
        assert answers[0] == answers[-1]


def test_what_a_turn_turns_up_is_told_to_everybody() -> None:
    """Of another's turn one knows the cards that lie open afterwards, and not what was drawn from the stack."""
    game, told = playable("kk-board"), 0
    match = Match(game, ("Ada", "Bo", "Cleo"), 0, {}, game.deal(3, 5, {}))
    while match.to_move is not None:
        steps = take_turn(seated("greedy"), game.kernel, match.state, 3, match.turns)
        text = game.write_turn(match.state, steps)
        move = match.play(text)
        if move.seat != 0:
            whole, seen = move.text.partition(" / "), match.told(move).partition(" / ")
            assert seen[2] == whole[2], (move.text, match.told(move))
            told += bool(whole[2])
    assert told > 5
