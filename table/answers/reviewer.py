"""Looking back at a game: which turn is looked at, for how long, and which one more closely."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from table.answers.review import Effort, Review, TurnReview, scale, together

if TYPE_CHECKING:
    from solver.search.judgement import Judgement
    from table.answers.review_turns import Stage
    from table.log.referee import Match, Move

LEAST_SECONDS = 0.02
"""That a turn is looked at, however late it is."""
MOST_SHARES = 3.0
"""A turn gets at most so many times the time that would be its share, though the others are known already."""
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


def need(turn: TurnReview) -> float:
    """How much a closer look at a turn would tell.

    A sum of errors gets smallest when each is looked at in proportion to its size; and a loss that might get a name, or
    lose it, is worth more than one that gets none in any case.
    """
    doubt = math.hypot(turn.loss_se, max(turn.luck_se))
    nameless = turn.loss < NEAR * turn.loss_se or turn.loss + turn.loss_se < min(scale().verdicts.values())
    return min(MOST_NEED, doubt * (1.0 if nameless else NAMING))


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
            loss_se=together(each.loss_se for each in judged),
            points=sum(each.points for each in judged),
            points_se=together(each.points_se for each in judged),
            luck=luck,
            luck_se=[together(each.luck.errors[seat] for each in judged) for seat in seats],
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
