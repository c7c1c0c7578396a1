"""The contract as checks that hold for every game and number of players: `timbuktu check` and the tests run them.

Each takes a sample of play: random games with all that happened in them. What does not hold is a `BrokenContractError`
that says where.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from shelf.language import LANGUAGES
from solver.kernel.contract import LONGEST_GAME, MOST_SEATS, TURN_SIZE, Bytes, Kernel, legal_steps, same_turn
from solver.kernel.playable import NotationError, Playable
from solver.kernel.random import below, seeded

GAMES = 2
"""Random games in a sample."""
POSITIONS = 40
"""Positions of a sample that are looked at from every seat, spread over its games."""
MOST_WORLDS = 200
LARGEST_STEP = 32_767
"""Steps are written as numbers of two bytes."""
_MARGIN = 64
"""Bytes around a state that nobody may touch."""


class BrokenContractError(Exception):
    """What a game promises and does not keep."""


@dataclass(frozen=True, eq=False)
class PlayedTurn:
    """A turn of a random game; `begun` are the positions before each of its steps."""

    begun: tuple[Bytes, ...]
    steps: tuple[int, ...]
    after: Bytes

    @property
    def before(self) -> Bytes:
        """The position in which the turn began."""
        return self.begun[0]


@dataclass(frozen=True)
class Sample:
    """Random games of a number of players."""

    game: Playable
    players: int
    games: int = GAMES

    @property
    def kernel(self) -> Kernel:
        """The game's."""
        return self.game.kernel

    @cached_property
    def openings(self) -> list[Bytes]:
        """Shuffled ones."""
        return [self.game.deal(self.players, seed, {}) for seed in range(1, self.games + 1)]

    @cached_property
    def turns(self) -> list[PlayedTurn]:
        """Every turn of the games."""
        return [turn for seed, state in enumerate(self.openings, 1) for turn in random_game(self.kernel, state, seed)]

    @cached_property
    def positions(self) -> list[Bytes]:
        """Some of the positions that came about, ends among them."""
        met = [state for turn in self.turns for state in (*turn.begun, turn.after)]
        return [*met[:: max(1, len(met) // POSITIONS)], met[-1]]

    @cached_property
    def views(self) -> list[tuple[Bytes, int, Bytes]]:
        """Positions, viewers, and what these see; viewer -1 is somebody who sees no hand at all."""
        pairs = [(state, viewer) for state in self.positions for viewer in range(-1, self.players)]
        return [(state, viewer, seen(self.kernel, state, viewer)) for state, viewer in pairs]


def random_game(kernel: Kernel, state: Bytes, seed: int) -> Iterator[PlayedTurn]:
    """A game of random legal steps, turn by turn; one that has no end is broken off."""
    random, begun, steps = seeded(seed), list[Bytes](), list[int]()
    state = state.copy()
    for _ in range(LONGEST_GAME):
        if kernel.actor(state) < 0:
            return
        legal = legal_steps(kernel, state)
        require(bool(legal), "somebody is to move, but no step is legal")
        begun.append(state.copy())
        steps.append(legal[below(random, len(legal))])
        kernel.apply(state, steps[-1])
        if kernel.actor(state) < 0 or not same_turn(begun[0], state):
            yield PlayedTurn(tuple(begun), tuple(steps), state.copy())
            begun, steps = [], []
    raise BrokenContractError(f"a random game was not over after {LONGEST_GAME} steps")


def seen(kernel: Kernel, state: Bytes, viewer: int) -> Bytes:
    """What a viewer sees of a position."""
    view = state.copy()
    kernel.observe(view, viewer)
    return view


def dealt(kernel: Kernel, view: Bytes, viewer: int, seed: int) -> Bytes:
    """A world that a view allows."""
    world = view.copy()
    kernel.determinize(world, viewer, seeded(seed))
    return world


def require(holds: bool, message: str) -> None:
    """Or else the contract is broken."""
    if not holds:
        raise BrokenContractError(message)


def _same(one: Bytes, other: Bytes) -> bool:
    return one.tobytes() == other.tobytes()


# ---- the checks ----------------------------------------------------------------------------------------------------


def sizes(sample: Sample) -> None:
    """A state has the size that the kernel says, in multiples of eight; seats and steps are numbered within bounds."""
    kernel = sample.kernel
    require(sample.players in range(1, MOST_SEATS + 1), f"there are at most {MOST_SEATS} seats")
    require(kernel.size % 8 == 0 and kernel.key_size % 8 == 0, "size and key_size are multiples of eight")
    require(0 < kernel.key_size <= kernel.size - TURN_SIZE, "the key lies before the eight bytes that count the turns")
    require(0 < kernel.step_space <= LARGEST_STEP + 1, f"steps are numbered up to {LARGEST_STEP}")
    for state in sample.openings:
        fits = state.dtype == np.uint8 and state.shape == (kernel.size,)
        require(fits, f"deal gives {state.dtype} {state.shape}, not {kernel.size} bytes")


def legal(sample: Sample) -> None:
    """Legal steps are distinct and within bounds; essential ones are some of them, and asking changes nothing."""
    kernel = sample.kernel
    for state in [*sample.positions, *(view for _, _, view in sample.views)]:
        before, actor = state.copy(), kernel.actor(state)
        require(-1 <= actor < sample.players, f"actor says {actor}")
        found, room = legal_steps(kernel, state), np.zeros(kernel.most_steps, dtype=np.int16)
        essential = room[: kernel.essential(state, room)].tolist()
        require(len(found) <= kernel.most_steps, f"{len(found)} steps are legal, more than most_steps")
        require(len(set(found)) == len(found), f"a legal step is written twice: {found}")
        require(all(0 <= step < kernel.step_space for step in found), f"a step is not below step_space: {found}")
        require(bool(found) == (actor >= 0), "steps are legal just as long as somebody is to move")
        require(set(essential) <= set(found), f"essential steps are not legal: {set(essential) - set(found)}")
        require(bool(essential) == bool(found), "of the legal steps at least one is essential")
        require(_same(before, state), "asking for legal steps changes the state")


def turns_are_counted(sample: Sample) -> None:
    """The last eight bytes count the turns: they only grow, and whoever moves goes on until they do."""
    kernel = sample.kernel
    for turn in sample.turns:
        counts = [int(state[-TURN_SIZE:].view(np.uint64)[0]) for state in (*turn.begun, turn.after)]
        require(counts == sorted(counts), f"the turn counter goes back: {counts}")
        movers = {kernel.actor(state) for state in turn.begun}
        require(len(movers) == 1, f"the seat to move changes within a turn: {movers}")
        ended = counts[-1] > counts[0] or kernel.actor(turn.after) < 0
        require(ended, "the turn ends without being counted")


def observing(sample: Sample) -> None:
    """Observing twice is observing once, and does not change whose turn it is."""
    for state, viewer, view in sample.views:
        require(_same(seen(sample.kernel, view, viewer), view), f"observing twice hides more from seat {viewer}")
        require(sample.kernel.actor(view) == sample.kernel.actor(state), "observing changes whose turn it is")


def dealing(sample: Sample) -> None:
    """A world that is dealt after observing keeps what was seen, and leaves nothing blank."""
    kernel = sample.kernel
    for number, (_, viewer, view) in enumerate(sample.views):
        world = dealt(kernel, view, viewer, number)
        require(_same(seen(kernel, world, viewer), view), f"dealing changes what seat {viewer} has seen")
        require(_same(dealt(kernel, world, viewer, number + 1), world), "something is left blank after dealing")


def movers_know_their_steps(sample: Sample) -> None:
    """What may be done does not depend on what the mover has not seen."""
    kernel = sample.kernel
    for state in sample.positions:
        if (mover := kernel.actor(state)) >= 0:
            view = legal_steps(kernel, seen(kernel, state, mover))
            require(set(view) == set(legal_steps(kernel, state)), "the mover's view has other legal steps")


def worlds(sample: Sample) -> None:
    """Where all worlds of a view are listed, each keeps what was seen, and the real one is among them.

    One that is likelier than others stands there more than once; a single one may stand for all where no unseen thing
    matters any more.
    """
    kernel = sample.kernel
    for state, viewer, view in sample.views:
        if viewer < 0 or viewer != kernel.actor(state):
            continue
        listed = kernel.worlds(view, MOST_WORLDS)
        require(len(listed) <= MOST_WORLDS, "more worlds are listed than were asked for")
        require(all(_same(seen(kernel, world, viewer), view) for world in listed), "a world is not what was seen")
        real = len(listed) <= 1 or any(_same(world[: kernel.key_size], state[: kernel.key_size]) for world in listed)
        require(real, "the real world is not among those listed")


def applying(sample: Sample) -> None:
    """Every legal step leaves a sane state, and touches nothing outside of it; on a view as well."""
    kernel, points = sample.kernel, np.zeros(2 * MOST_SEATS)
    for state in [*sample.positions, *(view for _, _, view in sample.views)]:
        for step in legal_steps(kernel, state):
            room = np.full(kernel.size + 2 * _MARGIN, 0xA5, dtype=np.uint8)
            after = room[_MARGIN:-_MARGIN]
            after[:] = state
            kernel.apply(after, step)
            kernel.scores(after, points)
            whole = bool((room[:_MARGIN] == 0xA5).all() and (room[-_MARGIN:] == 0xA5).all())
            require(whole, f"step {step} writes outside of the state")
            require(not _same(after, state), f"step {step} changes nothing")
            require(-1 <= kernel.actor(after) < sample.players, f"after step {step} nobody knows who is to move")
            require(bool(np.isfinite(points).all()), f"after step {step} the points are no numbers")
            prior = kernel.prior(state, step)
            require(bool(np.isfinite(prior)) and prior >= 0, f"step {step} has the prior {prior}")


def rollouts(sample: Sample) -> None:
    """A roll-out plays to the end, and says in how many steps."""
    kernel = sample.kernel
    for number, (state, viewer, view) in enumerate(sample.views):
        world = dealt(kernel, view, viewer, number)
        made = kernel.rollout(world, seeded(number))
        require(kernel.actor(world) < 0 and made < LONGEST_GAME, "a roll-out does not end the game")
        require((made > 0) == (kernel.actor(state) >= 0), f"a roll-out says that it made {made} steps")


def standings(sample: Sample) -> None:
    """Where features are written there are weights for the stage, and asking changes nothing."""
    kernel, values = sample.kernel, sample.kernel.values[sample.players]
    for number, (_, viewer, view) in enumerate(sample.views):
        world = dealt(kernel, view, viewer, number)
        before, standing = world.copy(), np.full((MOST_SEATS, values.shape[1]), np.nan)
        stage = kernel.features(world, standing)
        require(-1 <= stage < len(values), f"there are no weights for stage {stage}")
        require(_same(before, world), "asking for features changes the state")
        require(stage < 0 or bool(np.isfinite(standing[: sample.players]).all()), "a feature is not written")


def scoring(sample: Sample) -> None:
    """The parts add up to the kernel's points, tie-breaks are the same, and who has most of both wins."""
    game, kernel, points = sample.game, sample.kernel, np.zeros(2 * MOST_SEATS)
    for state in [*sample.positions, *(turn.after for turn in sample.turns[-1:])]:
        kernel.scores(state, points)
        parts = game.score_parts(state)
        require(all(tuple(each) == tuple(game.parts) for each in parts), f"the parts of the score are {game.parts}")
        totals, ties = [sum(each.values()) for each in parts], list(game.tiebreaks(state))
        require(totals == points[: sample.players].tolist(), f"the parts give {totals}, the kernel {points}")
        tie_points = points[MOST_SEATS : MOST_SEATS + sample.players].tolist()
        require(ties == tie_points, f"tie-breaks are {ties}, in the kernel {tie_points}")
        standings = list(zip(totals, ties, strict=True))
        first = [seat for seat, standing in enumerate(standings) if standing == max(standings)]
        expected = first if len(first) == 1 or kernel.shared_wins else []
        require(game.winners(state) == expected, f"{game.winners(state)} win with {totals}, {ties}")
        for language in LANGUAGES:
            detail = game.score_detail(state, language)
            sums = [sum(entry["points"] for entry in seat) for seat in detail]
            require(sums == totals, f"the details add up to {sums}, the points to {totals}")


def setups(sample: Sample) -> None:
    """An opening that is written is read back as it was, whatever of it is known."""
    for state in sample.openings:
        for viewer in range(-2, sample.players):
            known = seen(sample.kernel, state, viewer) if viewer > -2 else state
            lines = sample.game.write_setup(known)
            again = sample.game.read_setup(sample.players, list(enumerate(lines, 1)), {})
            require(_same(again, known), f"the setup is read back differently: {lines}")


def turns_as_text(sample: Sample) -> None:
    """A turn that is written is read back as it was played; every legal step has a text of its own."""
    game = sample.game
    for turn in sample.turns:
        text = game.write_turn(turn.before, turn.steps)
        read = _read(game, turn.before, text)
        require(read.complete, f"{text!r} is read as a begun turn")
        require(read.text == text, f"{text!r} is written back as {read.text!r}")
        require(_same(read.after, turn.after), f"{text!r} leads to another position")
        texts = game.legal_texts(turn.before)
        require(sorted(texts.values()) == sorted(legal_steps(sample.kernel, turn.before)), "legal steps without a text")


def turns_of_others(sample: Sample) -> None:
    """Somebody else's turn can be written and told to whoever has seen only part of it, in both languages."""
    game, kernel = sample.game, sample.kernel
    for turn in sample.turns[:: max(1, len(sample.turns) // POSITIONS)]:
        for viewer in {*range(-1, sample.players)} - {kernel.actor(turn.before)}:
            view = seen(kernel, turn.before, viewer)
            told = [game.write_turn(view, turn.steps), *(game.tell(view, turn.steps, each) for each in LANGUAGES)]
            require(all(text.strip() for text in told), f"seat {viewer} is told nothing of {turn.steps}")


def _read(game: Playable, state: Bytes, text: str) -> Any:
    try:
        return game.read_turn(state, text)
    except NotationError as fault:
        raise BrokenContractError(f"{text!r} is not read: {fault}") from None


def pictures(sample: Sample) -> None:
    """A picture is JSON, can be drawn in both languages, and is the same whatever lies unseen."""
    game, kernel = sample.game, sample.kernel
    for number, (state, viewer, view) in enumerate(sample.views):
        if viewer < 0:
            continue
        picture = game.picture(state, viewer)
        written = json.dumps(picture, allow_nan=False)
        require(json.loads(written) == picture, "the picture is read back differently from JSON")
        missing = {"turn", "over", "to_move", "players", "steps"} - set(picture)
        require(not missing, f"the picture has no {missing}")
        other = dealt(kernel, view, viewer, number)
        require(json.dumps(game.picture(other, viewer)) == written, f"seat {viewer} sees in the picture what is hidden")
        for language in LANGUAGES:
            drawn = game.drawing(picture, plain=True, language=language)
            columns = {len(line) for line in drawn.players}
            fits = len(columns) == 1 and min(columns) > sample.players
            require(fits, f"the players' lines have {columns} columns")


def languages(sample: Sample) -> None:
    """Everything can be said in both languages: parts, words, turns."""
    game = sample.game
    has_words = any((game.data.folder / f"words.{language}.toml").is_file() for language in LANGUAGES)
    keys = {language: _keys(game.data.words[language]) if has_words else set() for language in LANGUAGES}
    for language in LANGUAGES:
        for other in LANGUAGES:
            missing = keys[other] - keys[language]
            require(not missing, f"words.{language}.toml has no {', '.join(sorted(missing))}")
        missing = set(game.parts) - set(game.part_names(language))
        require(not missing, f"play.{language}.toml does not name the parts {missing}")
        for turn in sample.turns:
            told = game.tell(turn.before, turn.steps, language)
            require(bool(told.strip()), f"nothing is said in {language} of {turn.steps}")


def _keys(words: Mapping[str, Any], *place: str) -> set[str]:
    """Every word with the keys that lead to it."""
    found = set[str]()
    for key, value in words.items():
        found |= _keys(value, *place, key) if isinstance(value, dict) else {".".join((*place, key))}
    return found


CHECKS: Sequence[Callable[[Sample], None]] = (
    sizes,
    legal,
    turns_are_counted,
    observing,
    dealing,
    movers_know_their_steps,
    worlds,
    applying,
    rollouts,
    standings,
    scoring,
    setups,
    turns_as_text,
    turns_of_others,
    pictures,
    languages,
)


def broken(game: Playable) -> Iterator[str]:
    """All that a game does not keep, one sentence each, with the check's name and the number of players."""
    for players in game.player_counts():
        sample = Sample(game, players)
        for check in CHECKS:
            try:
                check(sample)
            except BrokenContractError as fault:
                yield f"{check.__name__.replace('_', ' ')}, {players} players: {fault}."
