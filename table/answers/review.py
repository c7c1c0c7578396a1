"""A game looked at afterwards: what every turn cost, what chance brought, and how both add up to the result.

Every turn is judged by itself, with a seed of its own, by what its player had seen. What is found of a turn is plain
numbers and texts, so that it can be remembered; what it is called, and what it adds up to, is worked out from these.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from itertools import takewhile, zip_longest
from typing import TYPE_CHECKING, Any

from shelf import paths
from shelf.safe_files import parse_toml, read_text

if TYPE_CHECKING:
    from solver.search.judgement import Judgement
    from table.answers.review_turns import Stage
    from table.log.referee import Match, Move

LEAST_SECONDS = 0.02
"""That a turn is looked at, however late it is."""
MOST_SHARES = 3.0
"""A turn gets at most so many times the time that would be its share, though the others are known already."""
LATE = 1.1
"""Times the given time from which on it is said that more was taken."""
SEEDS = 10_007
"""Seeds of a look: one for each decision."""
MOST_LOOKS = 2
FIRST_LOOK = 0.5
"""Part of the effort in which every turn is looked at once."""
LEAST_IN_A_TREE = 40
"""Simulations of each tree that are made however short the time is."""
LEAST_SIMULATIONS = 300
"""A turn that may be looked at for no more than this is looked at once."""
USUAL_DOUBT = 0.05
"""The error of a usual turn after its first look."""
NEAR, NAMING = 0.5, 3.0
"""Part of its error from which on a loss might get a name, and how much longer it is looked at then."""
MOST_NEED = 6.0


@dataclass(frozen=True)
class TurnReview:
    """What was found of a turn; lists have an entry for each seat."""

    number: int
    seat: int
    best: str
    before: list[float]
    """Chances if the best turn is played."""
    before_se: float
    effect: list[float]
    """By how much the played turn changed them beside the best."""
    loss: float
    """What it cost; below nothing where the counting was kinder to it than to the best."""
    loss_se: float
    points: float
    points_se: float
    luck: list[float]
    luck_se: list[float]
    after: list[float]
    """Chances after the turn and what chance brought."""
    proved: bool
    judged: bool
    """False where the log does not tell enough of what the player held."""
    simulations: int
    seconds: float
    rivals: list[list[int]] = field(default_factory=list)
    """For each decision of the turn the steps that the played ones were compared with."""
    looks: int = 1


@dataclass(frozen=True)
class Effort:
    """How long to look: seconds for everything, or simulations for each turn, which makes a review repeatable."""

    seconds: float
    simulations: int | None = None
    seed: int = 0
    threads: int = 2


@dataclass(frozen=True)
class Scale:
    """What a loss is called, from the least on, and how many standard errors it has to be larger than."""

    doubt: float
    verdicts: Mapping[str, float]

    def verdict(self, turn: TurnReview) -> str:
        """The name of a loss that cannot be doubted, or ""."""
        if not turn.judged or turn.loss <= self.doubt * turn.loss_se:
            return ""
        earned = [name for name, least in self.verdicts.items() if turn.loss >= least]
        return max(earned, key=self.verdicts.__getitem__, default="")


@cache
def scale() -> Scale:
    """The words' meanings: data."""
    file = paths.ASSETS / "review.toml"
    content = parse_toml(file, read_text(file))
    return Scale(float(content["doubt"]), {name: float(least) for name, least in content["verdict"].items()})


def need(turn: TurnReview) -> float:
    """How much a closer look at a turn would tell, beside a usual one.

    A sum of errors gets smallest when each is looked at in proportion to its size; and a loss that might get a name, or
    lose it, is worth more than one that gets none in any case.
    """
    doubt = math.hypot(turn.loss_se, max(turn.luck_se))
    nameless = turn.loss < NEAR * turn.loss_se or turn.loss + turn.loss_se < min(scale().verdicts.values())
    return min(MOST_NEED, doubt / USUAL_DOUBT * (1.0 if nameless else NAMING))


@dataclass(frozen=True)
class Account:
    """What became of a player's chance: from the start on less own losses, with others' gifts and luck."""

    name: str
    start: float
    loss: float
    loss_se: float
    gifts: float
    luck: float
    luck_se: float
    result: float
    result_se: float
    """The error of all these together."""
    points: float

    @property
    def rest(self) -> float:
        """What is missing in the sum: the search's doubts, and what players held unseen."""
        return self.result - (self.start - self.loss + self.gifts + self.luck)


@dataclass(frozen=True)
class Review:
    """A match and what was found of its turns, the first ones at least."""

    match: Match
    turns: Sequence[TurnReview]
    open_cards: bool
    seconds: float = 0.0
    given: float | None = None
    """The seconds that there were for it."""

    @property
    def late(self) -> bool:
        """Whether it took clearly longer than it was given."""
        return self.given is not None and self.seconds > LATE * self.given

    @cached_property
    def moves(self) -> dict[int, Move]:
        """The turns of the log by their numbers."""
        return {move.number: move for move in self.match.moves if move.number is not None}

    @property
    def whole(self) -> bool:
        """Whether no turn is missing."""
        return len(self.turns) == len(self.moves)

    def verdict(self, turn: TurnReview) -> str:
        """What a turn's loss is called, if anything."""
        return scale().verdict(turn)

    def played(self, turn: TurnReview) -> str:
        """A turn as the log's owner may know it."""
        return self.match.told(self.moves[turn.number])

    @cached_property
    def result(self) -> list[float]:
        """How it ended: everybody's share of the win, or the last chances that are known."""
        if self.whole and self.match.to_move is None:
            winners = self.match.game.winners(self.match.state)
            return [float(seat in winners) / max(1, len(winners)) for seat in range(len(self.match.players))]
        return list(self.turns[-1].after) if self.turns else [0.0] * len(self.match.players)

    @cached_property
    def accounts(self) -> list[Account]:
        """Luck apart from skill, for each player."""
        return [self._account(seat, name) for seat, name in enumerate(self.match.players)]

    def _account(self, seat: int, name: str) -> Account:
        own, others = ([turn for turn in self.turns if (turn.seat == seat) is mine] for mine in (True, False))
        loss_se = _together(turn.loss_se for turn in own)
        luck_se = _together(turn.luck_se[seat] for turn in self.turns)
        doubts = [turn.loss_se for turn in others] + [self.turns[0].before_se] if self.turns else []
        result_se = max(_together([loss_se, luck_se, *doubts]), _together(self.drift(seat)))
        return Account(
            name,
            self.turns[0].before[seat] if self.turns else 0.0,
            sum(turn.loss for turn in own),
            loss_se,
            sum(turn.effect[seat] for turn in others),
            sum(turn.luck[seat] for turn in self.turns),
            luck_se,
            self.result[seat],
            result_se,
            sum(turn.points for turn in own),
        )

    def drift(self, seat: int) -> list[float]:
        """What was thought of a seat before each turn, and of the end, beyond what was to be expected by then.

        All of it together is the rest of the account. It comes from looking again from another seat, and further; how
        large it is each time tells how far the whole sum can be trusted, whatever the errors of its parts say.
        """
        seen = [*(turn.before[seat] for turn in self.turns[1:]), self.result[seat]]
        return [
            chance - (turn.before[seat] + turn.effect[seat] + turn.luck[seat])
            for turn, chance in zip(self.turns, seen, strict=True)
        ]

    def document(self) -> dict[str, Any]:
        """The JSON contract."""
        return {
            "game": self.match.game.id,
            "open": self.open_cards,
            "whole": self.whole,
            "seconds": round(self.seconds, 3),
            "verdicts": dict(scale().verdicts) | {"doubt": scale().doubt},
            "turns": [self._turn(turn) for turn in self.turns],
            "players": [
                {
                    "name": account.name,
                    "loss": _rounded(account.loss),
                    "loss_se": _rounded(account.loss_se),
                    "loss_points": round(account.points, 2),
                    "luck": _rounded(account.luck),
                    "luck_se": _rounded(account.luck_se),
                    "start": _rounded(account.start),
                    "gifts": _rounded(account.gifts),
                    "result": _rounded(account.result),
                    "rest": _rounded(account.rest),
                    "rest_se": _rounded(account.result_se),
                }
                for account in self.accounts
            ],
        }

    def _turn(self, turn: TurnReview) -> dict[str, Any]:
        return {
            "number": turn.number,
            "name": self.match.players[turn.seat],
            "turn": self.played(turn),
            "win_before": [_rounded(chance) for chance in turn.before],
            "win_before_se": _rounded(turn.before_se),
            "win_after": [_rounded(chance) for chance in turn.after],
            "best": turn.best,
            "loss": _rounded(max(0.0, turn.loss)),
            "loss_se": _rounded(turn.loss_se),
            "loss_points": round(turn.points, 2),
            "loss_points_se": round(turn.points_se, 2),
            "verdict": self.verdict(turn),
            "luck": [_rounded(luck) for luck in turn.luck],
            "luck_se": [_rounded(error) for error in turn.luck_se],
            "proved": turn.proved,
            "judged": turn.judged,
            "simulations": turn.simulations,
        }


def _rounded(number: float) -> float:
    return round(number, 4) + 0.0


def _together(errors: Any) -> float:
    return math.sqrt(sum(error**2 for error in errors))


Watch = Callable[[bool, int, int], None]
"""Hears whether this is the closer look, how many turns are done, and of how many."""


def _nobody(_closer: bool, _done: int, _whole: int) -> None:
    """Watches nothing."""


@dataclass
class Reviewer:
    """Looks at all turns of a match once, and then closer where that tells most.

    What is known of some already is taken as it is. With simulations instead of time a turn's closer look follows its
    first one and depends on nothing else, so that it is the same whatever comes after it.
    """

    match: Match
    effort: Effort
    open_cards: bool = False
    known: Mapping[int, TurnReview] = field(default_factory=dict)
    begun: float = field(default_factory=time.perf_counter)
    """When the time began."""
    keep: Callable[[TurnReview], None] = lambda _turn: None
    """Hears of every turn that was looked at."""

    def review(self, watch: Watch = _nobody) -> Review:
        """The review; Ctrl-C ends it with the turns that are finished."""
        found = dict(self.known)
        moves = {move.number: move for move in self.match.moves if move.number is not None}
        try:
            self._look(moves, found, watch)
            if self.effort.simulations is None:
                self._look_closer(moves, found, watch)
        except KeyboardInterrupt:
            pass
        finished = [found[number] for number in takewhile(found.__contains__, moves)]
        given = self.effort.seconds if self.effort.simulations is None else None
        return Review(self.match, finished, self.open_cards, self._passed, given)

    @property
    def _passed(self) -> float:
        return time.perf_counter() - self.begun

    def _look(self, moves: Mapping[int, Move], found: dict[int, TurnReview], watch: Watch) -> None:
        waiting = [number for number in moves if number not in found]
        seconds = FIRST_LOOK * self.effort.seconds
        for done, number in enumerate(waiting):
            watch(False, len(moves) - len(waiting) + done, len(moves))
            rest = seconds - self._passed
            share = min(rest / (len(waiting) - done), MOST_SHARES * seconds / len(moves))
            found[number] = self.turn(moves[number], max(LEAST_SECONDS, share))
            self.keep(found[number])

    def _look_closer(self, moves: Mapping[int, Move], found: dict[int, TurnReview], watch: Watch) -> None:
        """The turns that need it most come first, each for as long as it needs beside the others."""
        needs = {number: need(turn) for number, turn in found.items() if turn.looks == 1}
        waiting = sorted((number for number in needs if needs[number]), key=lambda number: (-needs[number], number))
        for done, number in enumerate(waiting):
            watch(True, done, len(waiting))
            rest = self.effort.seconds - self._passed
            seconds = rest * needs[number] / sum(needs[other] for other in waiting[done:])
            if seconds >= found[number].seconds:
                found[number] = self.closer(moves[number], found[number], seconds)
                self.keep(found[number])

    def turn(self, move: Move, seconds: float) -> TurnReview:
        """One turn, for the first time; where simulations are counted, as often as it needs."""
        whole = self.effort.simulations
        if whole is None:
            return self._judged(move, seconds)
        first = max(int(FIRST_LOOK * whole), min(whole, LEAST_SIMULATIONS))
        turn = self._judged(move, seconds, first)
        more = int((whole - first) * need(turn))
        return self.closer(move, turn, seconds, more) if more else turn

    def closer(self, move: Move, turn: TurnReview, seconds: float, simulations: int | None = None) -> TurnReview:
        """A turn again; of the first look nothing counts but what it found best."""
        found = self._judged(move, seconds, simulations, turn)
        spent = turn.seconds + found.seconds
        return replace(found, looks=turn.looks + 1, seconds=spent, simulations=turn.simulations + found.simulations)

    def _judged(
        self, move: Move, seconds: float, simulations: int | None = None, before: TurnReview | None = None
    ) -> TurnReview:
        from solver.search.advice import Limit
        from solver.search.judgement import judge
        from table.answers.review_turns import kernel_of, stages

        begun, rules = time.perf_counter(), kernel_of(self.match, self.open_cards)
        parts = stages(self.match, move, rules)
        rivals = [tuple(rival) for rival in before.rivals] if before else []
        seed = (MOST_LOOKS * self.effort.seed + (before.looks if before else 0)) * SEEDS + 8 * (move.number or 0)
        limit = Limit(seconds / len(parts), simulations, self.effort.threads, least=LEAST_IN_A_TREE)
        judged = [
            judge(rules, part.decided, len(self.match.players), replace(limit, seed=seed + number), rival)
            for number, (part, rival) in enumerate(zip_longest(parts, rivals[: len(parts)]))
        ]
        return self._put_together(move, parts, judged, time.perf_counter() - begun)

    def _put_together(
        self, move: Move, parts: Sequence[Stage], judged: Sequence[Judgement], seconds: float
    ) -> TurnReview:
        seats = range(len(self.match.players))
        worst = max(range(len(judged)), key=lambda number: judged[number].loss)
        luck = [sum(each.luck.brought[seat] for each in judged) for seat in seats]
        last = judged[-1]
        return TurnReview(
            number=move.number or 0,
            seat=move.seat,
            best=self._best(move, parts[worst], judged[worst]),
            before=list(judged[0].before),
            before_se=judged[0].before_se,
            effect=[sum(each.after[seat] - each.before[seat] for each in judged) for seat in seats],
            loss=sum(each.loss for each in judged),
            loss_se=_together(each.loss_se for each in judged),
            points=sum(each.points for each in judged),
            points_se=_together(each.points_se for each in judged),
            luck=luck,
            luck_se=[_together(each.luck.errors[seat] for each in judged) for seat in seats],
            after=[min(1.0, max(0.0, last.after[seat] + last.luck.brought[seat])) for seat in seats],
            proved=all(each.proved for each in judged),
            judged=all(each.judged for each in judged),
            simulations=sum(each.simulations for each in judged),
            seconds=seconds,
            rivals=[list(each.rival) for each in judged],
        )

    def _best(self, move: Move, part: Stage, judged: Judgement) -> str:
        """The best turn as one writes it, with the words that were said before it was to be decided."""
        if judged.best == part.decided.steps or judged.loss <= 0:
            return self.match.told(move)
        from solver.search.chances import seen_by

        view = seen_by(self.match.game.kernel, part.decided.before, move.seat)
        return f"{part.words} {self.match.game.write_turn(view, judged.best)}".strip()
