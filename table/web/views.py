"""Who looks at a table: its host, a seat, or everybody. What a view may see is decided here and nowhere else."""

from __future__ import annotations

from dataclasses import dataclass, replace

from table.log.referee import Match
from table.web.folder import OpenLog

HOST, PUBLIC = "host", "public"
EVERYBODY = -1
"""The seat of a viewer who holds nothing."""


@dataclass(frozen=True)
class View:
    """A view by the name that it has in addresses: `host`, `public`, or the number of a seat, counted from 1."""

    name: str

    @property
    def hosts(self) -> bool:
        """Whether it may do whatever the command line may."""
        return self.name == HOST

    @property
    def seat(self) -> int | None:
        """The seat that it belongs to."""
        return int(self.name) - 1 if self.name.isdecimal() else None

    def fits(self, log: OpenLog) -> bool:
        """Whether the table has such a view; opponents of the program look at no page."""
        return self.name in (HOST, PUBLIC) or any(self.name == str(seat + 1) for seat in log.people)

    def eyes(self, log: OpenLog, match: Match) -> int | None:
        """The seat with whose eyes it sees a match of the log; None sees all that the log knows.

        The host sees what the log's owner sees. Where the log is nobody's, people pass one device round: it shows what
        the person to move may see, and while opponents move what the person before them saw.
        """
        if not self.hosts:
            return EVERYBODY if self.seat is None else self.seat
        if match.me is not None:
            return match.me
        mover = match.game.kernel.actor(match.state)
        if mover in log.people or not log.people:
            return mover if mover >= 0 else None
        return next((move.seat for move in reversed(match.moves) if move.seat in log.people), log.people[0])

    def match(self, log: OpenLog, at: int | None = None) -> Match:
        """The match with these eyes, now or after a turn."""
        match = log.match if at is None else log.match.at(at)
        return replace(match, me=self.eyes(log, match))

    def may_move(self, log: OpenLog) -> bool:
        """Whether it may enter the next turn."""
        return log.misfit is None and log.to_move in log.people and (self.hosts or self.seat == log.to_move)
