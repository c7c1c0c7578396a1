"""Training of how the seats of a game stand: walk through positions, fit, let it play for its place, write it down."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from shelf.atomic_write import write_whole
from shelf.catalogue import USUAL, Catalogue
from shelf.safe_files import read_text
from solver.games import playable
from solver.kernel.playable import Playable
from solver.kernel.values import WeighedValue
from solver.players.crew import Crew
from solver.players.tournament import Watch
from solver.players.training import justified
from solver.players.training.match import kernel_of, lineup
from solver.players.training.position_record import PositionRecord
from solver.players.training.positions import GREEDY_SHARE, PART, Positions, Walks, joined
from solver.players.training.trial import Judged, Trial, judged, short
from solver.players.training.value_match import ValueMatch, pace
from solver.players.training.valuing import Fitted, fit_values

POSITIONS = 150_000

Told = Callable[[int, int], None]
"""Hears how many positions were collected, and of how many."""


class Evaluation:
    """Of one game for one number of players."""

    def __init__(
        self,
        game: str,
        players: int,
        seed: int = 0,
        catalogue: Catalogue = USUAL,
        kept: Path | None = None,
        policy: tuple[float, ...] | None = None,
        simulations: int = 0,
    ) -> None:
        """`policy` are weights of the quick policy that were adopted just now."""
        self.game: Playable = playable(game, catalogue=catalogue)
        self.walks = Walks(game, players, seed, catalogue, policy, simulations=simulations)
        self.kept = kept
        assert self.game.value is not None, "who is trained names features"
        self.value: WeighedValue = self.game.value

    @property
    def players(self) -> int:
        """How many play."""
        return self.walks.players

    def collect(self, crew: Crew, positions: int = POSITIONS, tell: Told | None = None) -> Positions:
        """So many positions, the same whoever walks; those of quick play are collected as quickly as they are read."""
        wanted = range(-(-positions // PART))
        record = self._record()
        parts = {number: part for number in wanted if record and (part := record.part(number, self.walks.room()))}
        for number, part in crew(self.walks, ((number,) for number in wanted if number not in parts)):
            parts[number] = part
            if record:
                record.keep(number, part)
            if tell:
                tell(PART * len(parts), positions)
        return joined([parts[number] for number in sorted(parts)])

    def fit(self, found: Positions) -> Fitted:
        """The weights that suit them."""
        return fit_values(found, self.value.VALUES, self.players, self.walks.seed)

    def match(self, fitted: Fitted, trial: Trial) -> ValueMatch:
        """The new weights against the old ones, or against playing to the end at equal time."""
        walks, old = self.walks, self.value.VALUES
        known = self.players in old.rows
        return ValueMatch(
            walks.game,
            lineup(self.players),
            trial.blocks,
            simulations=trial.simulations,
            seed=walks.seed,
            catalogue=walks.catalogue,
            new=fitted.table,
            old=old if known else None,
            pace=1.0 if known else self._pace(fitted),
            policy=walks.policy,
        )

    def judge(self, match: ValueMatch, trial: Trial, crew: Crew, watch: Watch | None = None) -> Judged:
        """Plays it."""
        return judged(match, self.game, trial, self.kept, crew, watch)

    def adopt(self, fitted: Fitted, match: ValueMatch, found: Judged, trial: Trial, folder: Path) -> None:
        """Writes the table with the new columns, and what justified them."""
        fitted.table.write(folder)
        learnt = {
            "positions": fitted.learnt,
            "play_simulations": self.walks.simulations,
            "loss": round(fitted.loss, 4),
            "loss_by_points": round(fitted.loss_by_points, 4),
        }
        figures = {
            **found.figures(),
            "against": "values" if match.old else "roll-outs",
            "simulations": trial.simulations,
            "pace": match.pace,
        }
        justified.keep(
            folder, self.value.VALUES.folder, justified.VALUES, self.players, {"learnt_from": learnt, "match": figures}
        )

    def _record(self) -> PositionRecord | None:
        """Where positions of searched play are kept; who plays and by what weights is part of their name."""
        walks = self.walks
        if self.kept is None or not walks.simulations:
            return None
        played = GREEDY_SHARE, walks.seed, walks.simulations, walks.policy
        terms = (self.game.id, walks.players, *played, self.value.VALUES.text())
        return PositionRecord(self.kept, short(terms))

    def _pace(self, fitted: Fitted) -> float:
        """Measured once: a match that goes on keeps to it."""
        name = short((self.game.id, self.players, fitted.table.text(), self.walks.policy))
        file = self.kept / f"pace-{name}.json" if self.kept else None
        if file and file.is_file():
            with suppress(ValueError, TypeError):
                return float(json.loads(read_text(file)))
        kernel = kernel_of(self.game, self.walks.policy, self.players)
        found = pace(self.game, kernel, fitted.table, self.players, self.walks.seed)
        if file:
            write_whole(file, json.dumps(found).encode())
        return found
