"""A game looked at afterwards: what every turn cost, what chance brought, and how both add up to the result.

Every turn is judged by itself, with a seed of its own, by what its player had seen. What is found of a turn is plain
numbers and texts, so that it can be remembered; what it is called, and what it adds up to, is worked out from these.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from typing import TYPE_CHECKING, Any

from shelf import paths
from shelf.safe_files import parse_toml, read_text

if TYPE_CHECKING:
    from table.log.referee import Match, Move

LATE = 1.1
"""Times the given time from which on it is said that more was taken."""


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
        loss_se = together(turn.loss_se for turn in own)
        luck_se = together(turn.luck_se[seat] for turn in self.turns)
        doubts = [turn.loss_se for turn in others] + [self.turns[0].before_se] if self.turns else []
        result_se = max(together([loss_se, luck_se, *doubts]), together(self.drift(seat)))
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


def together(errors: Iterable[float]) -> float:
    """The error of a sum whose parts are off independently of each other."""
    return math.sqrt(sum(error**2 for error in errors))
