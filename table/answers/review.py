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
FIRST_LOOK = 0.5
"""Part of the effort for the first look at every turn."""
LEAST_MORE = 0.3
"""Part of the first look's effort that a closer one is worth while for."""
PLANNED = 0.93
"""Part of the time that is given away; the rest is for what takes longer than it should."""
NEAR_END = 0.2
"""Part of a usual turn's time that one near the end takes."""
LEAST_IN_A_TREE = 40
"""Simulations of each tree that are made however short the time is."""
LEAST_SIMULATIONS = 300
"""A turn that may be looked at for no more than this is looked at once."""
USUAL_NEED = 0.05
"""That of a usual turn."""
NEAR, NAMING = 0.5, 3.0
"""Part of its error from which on a loss might get a name, and how much longer it is looked at then."""
MOST_NEED = 0.25


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
    """How much a closer look at a turn would tell.

    A sum of errors gets smallest when each is looked at in proportion to its size; and a loss that might get a name, or
    lose it, is worth more than one that gets none in any case.
    """
    doubt = math.hypot(turn.loss_se, max(turn.luck_se))
    nameless = turn.loss < NEAR * turn.loss_se or turn.loss + turn.loss_se < min(scale().verdicts.values())
    return min(MOST_NEED, doubt * (1.0 if nameless else NAMING))


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


Watch = Callable[[int, int], None]
"""Hears how many turns are done, and of how many."""


@dataclass
class Reviewer:
    """Looks at the turns of a match, one after another; what is known of some already is taken as it is.

    Each gets a first look, and a closer one for as long as it needs beside those before it. With simulations instead of
    time the closer look depends on nothing but the first, so that a turn is judged the same whatever the others are.
    """

    match: Match
    effort: Effort
    open_cards: bool = False
    known: Mapping[int, TurnReview] = field(default_factory=dict)
    begun: float = field(default_factory=time.perf_counter)
    """When the time began."""
    keep: Callable[[TurnReview], None] = lambda _turn: None
    """Hears of every turn that is finished."""
    _needs: list[float] = field(default_factory=lambda: [USUAL_NEED] * 3)

    def review(self, watch: Watch = lambda _done, _whole: None) -> Review:
        """The review; Ctrl-C ends it with the turns that are finished."""
        found = list[TurnReview]()
        moves = [move for move in self.match.moves if move.number is not None]
        try:
            for done, move in enumerate(moves):
                watch(done, len(moves))
                turn = self.known.get(move.number or 0)
                if turn is None:
                    turn = self.turn(move, *self._time(moves[done:]))
                    self.keep(turn)
                found.append(turn)
        except KeyboardInterrupt:
            pass
        given = self.effort.seconds if self.effort.simulations is None else None
        return Review(self.match, found, self.open_cards, self._passed, given)

    @property
    def _passed(self) -> float:
        return time.perf_counter() - self.begun

    def _time(self, moves: Sequence[Move]) -> tuple[float, float]:
        """The first turn's share of the time that is left, and the most that it may have without robbing the others."""
        waiting = [self._weight(move) for move in moves if move.number not in self.known]
        rest = PLANNED * self.effort.seconds - self._passed
        share = min(rest * waiting[0] / sum(waiting), MOST_SHARES * self.effort.seconds / len(self.match.moves))
        return max(LEAST_SECONDS, share), rest - FIRST_LOOK * share * sum(waiting[1:]) / waiting[0]

    def _weight(self, move: Move) -> float:
        """What is near the end is mostly searched out, in less than its share."""
        return NEAR_END if self.match.game.kernel.near_end(self.match.states[self.match.moves.index(move)]) else 1.0

    def turn(self, move: Move, seconds: float, most: float = math.inf) -> TurnReview:
        """One turn, for about so many seconds and never much longer than the most, or as the effort has it."""
        from solver.search.advice import Limit
        from solver.search.judgement import Inquiry
        from table.answers.review_turns import kernel_of, stages

        begun, rules = time.perf_counter(), kernel_of(self.match, self.open_cards)
        parts = stages(self.match, move, rules)
        asked = [Inquiry(rules, part.decided, len(self.match.players)) for part in parts]
        seed = 2 * self.effort.seed * SEEDS + 8 * (move.number or 0)
        limit = Limit(FIRST_LOOK * seconds / len(parts), self._first, self.effort.threads, least=LEAST_IN_A_TREE)
        judged = [inquiry.look(replace(limit, seed=seed + number)) for number, inquiry in enumerate(asked)]
        turn = self._put_together(move, parts, judged, time.perf_counter() - begun)
        more = self._more(turn, seconds, most)
        if not more:
            return turn
        limit = replace(limit, seconds=more / len(parts), simulations=int(more) if self._first else None)
        closer = [
            inquiry.look_closer(found, replace(limit, seed=seed + SEEDS + number))
            for number, (inquiry, found) in enumerate(zip(asked, judged, strict=True))
        ]
        return self._put_together(move, parts, closer, time.perf_counter() - begun)

    @property
    def _first(self) -> int | None:
        """The simulations of the first look, where these are counted."""
        whole = self.effort.simulations
        return None if whole is None else max(int(FIRST_LOOK * whole), min(whole, LEAST_SIMULATIONS))

    def _more(self, turn: TurnReview, seconds: float, most: float) -> float:
        """The simulations, or the seconds, of the closer look: by its need beside that of a usual turn.

        It counts anew, and where it were much shorter than the first, that one knows better.
        """
        needed, first = need(turn), self._first
        if first is not None and self.effort.simulations is not None:
            more = (self.effort.simulations - first) * needed / USUAL_NEED
            return more if more >= LEAST_MORE * first else 0.0
        self._needs.append(needed)
        usual = sum(self._needs) / len(self._needs)
        more = min((1 - FIRST_LOOK) * seconds * needed / usual, most - turn.seconds)
        return more if more >= LEAST_MORE * FIRST_LOOK * seconds else 0.0

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
        )

    def _best(self, move: Move, part: Stage, judged: Judgement) -> str:
        """The best turn as one writes it, with the words that were said before it was to be decided."""
        if judged.best == part.decided.steps or judged.loss <= 0:
            return self.match.told(move)
        from solver.search.chances import seen_by

        view = seen_by(self.match.game.kernel, part.decided.before, move.seat)
        return f"{part.words} {self.match.game.write_turn(view, judged.best)}".strip()
