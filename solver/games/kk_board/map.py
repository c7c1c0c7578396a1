"""A map of the board game: what its things are called, and the tables that its states bring along."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from shelf.csv_files import Row
from shelf.game_data import GameData
from shelf.language import Language
from shelf.messages import Translated, in_each_language
from solver.games.kk_board.map_check import MOST_LANDS
from solver.games.kk_board.state import COURTS, HAND, OPEN, STATE, UNKNOWN, State
from solver.kernel.contract import MOST_SEATS, Bytes

UNSEEN = "?"
Pair = tuple[int, int]


@dataclass(frozen=True)
class BoardMap:
    """The tables of a game's folder, in the order of its files."""

    data: GameData

    def __deepcopy__(self, _memo: object) -> BoardMap:
        """A map never changes; whoever copies what stands on it goes on with the same."""
        return self

    @cached_property
    def _chosen(self) -> Row:
        return self.data.chosen("maps")

    @cached_property
    def field_rows(self) -> Sequence[Row]:
        return self.data.tables[self._chosen["fields"]]

    @cached_property
    def card_ids(self) -> Sequence[str]:
        return [row["id"] for row in self.data.tables["cards"]]

    @cached_property
    def land_ids(self) -> Sequence[str]:
        return [row["id"] for row in self.data.tables["lands"]]

    @cached_property
    def land_codes(self) -> Sequence[str]:
        return [row["code"] for row in self.data.tables["lands"]]

    @cached_property
    def field_ids(self) -> Sequence[str]:
        return [row["id"] for row in self.field_rows]

    def land_names(self, language: Language = "en") -> Sequence[str]:
        return [row[f"name_{language}"] for row in self.data.tables["lands"]]

    def land_named(self, land: int) -> Translated:
        """A land by its name, for messages."""
        return in_each_language(lambda language: self.land_names(language)[land])

    @property
    def kinds(self) -> range:
        """Of cards."""
        return range(len(self.card_ids))

    @property
    def lands(self) -> range:
        return range(len(self.land_ids))

    @property
    def fields(self) -> range:
        return range(len(self.field_ids))

    # ---- what belongs together --------------------------------------------------------------------------------------

    @cached_property
    def roads(self) -> Sequence[Pair]:
        """Between two fields."""
        rows = self.data.tables[self._chosen["roads"]]
        return tuple((self.field_ids.index(row["a"]), self.field_ids.index(row["b"])) for row in rows)

    @cached_property
    def triangles(self) -> Sequence[tuple[Pair, Pair, Pair]]:
        """Three roads in a ring: too short for a chain."""
        number = {frozenset(road): index for index, road in enumerate(self.roads)}
        rings = {
            tuple(sorted((number[frozenset((a, b))], number[frozenset((b, c))], number[frozenset((a, c))])))
            for a, b in self.roads
            for c in self.fields
            if frozenset((b, c)) in number and frozenset((a, c)) in number
        }
        return [(self.roads[x], self.roads[y], self.roads[z]) for x, y, z in sorted(rings)]

    @cached_property
    def pacts(self) -> Sequence[Pair]:
        """The alliances: pairs of lands, number 1 first."""
        rows = self.data.tables["alliances"]
        return tuple((self.land_ids.index(row["land_a"]), self.land_ids.index(row["land_b"])) for row in rows)

    @cached_property
    def card_of(self) -> Sequence[int]:
        """The kind of card that shows a land."""
        return [self.card_ids.index(row["card"]) for row in self.data.tables["lands"]]

    @cached_property
    def land_of(self) -> Sequence[int]:
        """The land that a field lies in."""
        return [self.land_ids.index(row["land"]) for row in self.field_rows]

    def land_at(self, target: int) -> int:
        """The land of a field or a court."""
        return self.land_of[target] if target < COURTS else target - COURTS

    @cached_property
    def neighbours(self) -> NDArray[np.uint64]:
        """For each field, as bits, those that a road joins with it."""
        return State.of(self.blank).neighbours.copy()

    # ---- cards ------------------------------------------------------------------------------------------------------

    def code(self, kind: int) -> str:
        """A kind of card as it is written; `?` is one that nobody has seen."""
        return UNSEEN if kind == UNKNOWN else self.card_ids[kind]

    def cards_in_play(self, players: int) -> list[int]:
        """Cards of each kind: with four players one of each is left out, with three two."""
        return [int(row["count"]) - (MOST_SEATS - players) for row in self.data.tables["cards"]]

    def stack_size(self, players: int) -> int:
        """Cards in the stack when the game begins."""
        return sum(self.cards_in_play(players)) - HAND * players - OPEN

    # ---- for the kernels --------------------------------------------------------------------------------------------

    @cached_property
    def blank(self) -> Bytes:
        """A state with nothing in it but this map."""
        state = np.zeros(STATE.itemsize, dtype=np.uint8)
        s = State.of(state)
        s.lands, s.kinds = len(self.lands), len(self.kinds)
        s.count[: s.kinds] = self.cards_in_play(MOST_SEATS)
        s.card_of[: s.lands] = self.card_of
        s.land_of[: len(self.fields)] = self.land_of
        s.land_of[COURTS : COURTS + s.lands] = self.lands
        for field, land in enumerate(self.land_of):
            s.land_mask[land] |= np.uint64(1 << field)
        for road in self.roads:
            for here, there in (road, road[::-1]):
                s.neighbours[here] |= np.uint64(1 << there)
        s.wishes = ((1 << s.lands) - 1) * (1 | 1 << MOST_LANDS)
        s.allies[:] = -1
        for land in self.lands:
            allies = [a + b - land for a, b in self.pacts if land in (a, b)]
            s.allies[land, : len(allies)] = allies
            s.allied[land] = sum(1 << MOST_LANDS + court for court in (land, *allies)) | 1 << land
        state.setflags(write=False)
        return state
