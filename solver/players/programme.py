"""What a tournament plays: deals in blocks, each deal with the bots in every rotation of the seats, a seed a game."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any, Self

from shelf.catalogue import USUAL, Catalogue
from solver.games import playable
from solver.kernel.contract import Bytes, Kernel
from solver.kernel.playable import Playable
from solver.players import bots
from solver.search.advice import TurnSteps


@dataclass(frozen=True)
class Programme:
    """What is to be played: a bot for each seat, and how many deals."""

    game: str
    lineup: tuple[str, ...]
    blocks: int
    seconds: float = 1.0
    simulations: int | None = None
    seed: int = 0
    catalogue: Catalogue = USUAL

    def order(self, block: int, rotation: int) -> list[int]:
        """For each seat the place in the line-up of the bot that sits there; every other deal goes round backwards."""
        seats = len(self.lineup)
        around = [(seat + rotation) % seats for seat in range(seats)]
        return around[::-1] if block % 2 else around

    def games(self) -> Iterator[tuple[int, int]]:
        """The blocks and rotations in the order in which they are played."""
        return ((block, rotation) for block in range(self.blocks) for rotation in range(len(self.lineup)))

    def seated(self, place: int) -> bots.Bot:
        """The bot at a place of the line-up; it thinks by the processor's clock, whatever else the machine does."""
        return bots.seated(self.lineup[place], self.seconds, self.simulations, game=self.game, clock=time.process_time)

    def kernels(self, game: Playable) -> list[Kernel]:
        """For each place of the line-up the kernel that its bot thinks with."""
        return [game.kernel] * len(self.lineup)

    def terms(self) -> dict[str, Any]:
        """What has to be the same for games to belong together."""
        return {
            "game": self.game,
            "bots": list(self.lineup),
            "seconds": self.seconds if self.simulations is None else None,
            "simulations": self.simulations,
            "seed": self.seed,
        }

    def done(self, *part: int) -> Game:
        """One game, by its block and rotation."""
        return play_game(self, *part)

    def posted(self) -> Self:
        """The same for another process, which has nobody to ask or to tell."""
        folders, maps = self.catalogue.folders, self.catalogue.map_folder
        return replace(self, catalogue=Catalogue(folders, maps))


@dataclass(frozen=True)
class Game:
    """How a game ended; the entries of the tuples go with the places in the line-up."""

    block: int
    rotation: int
    points: tuple[float, ...]
    won: tuple[float, ...]
    """What each has of the win: 1 for the only winner; a win that the rules share is parted."""
    turns: tuple[int, ...]
    seconds: tuple[float, ...]


def play_game(programme: Programme, block: int, rotation: int) -> Game:
    """One game of the bots that the programme has for its places."""
    order, kernels = programme.order(block, rotation), programme.kernels(_game(programme))
    seated = {place: programme.seated(place) for place in order}
    earlier: list[bots.Turn] = []

    def turn(state: Bytes, place: int, seed: int) -> TurnSteps:
        steps = bots.take_turn(seated[place], kernels[place], state, len(order), seed, earlier)
        earlier.append((state.copy(), steps))
        return steps

    return played_out(programme, block, rotation, turn)


def played_out(programme: Programme, block: int, rotation: int, turn: Callable[[Bytes, int, int], TurnSteps]) -> Game:
    """One game, from the deal to the score; `turn` is asked with a position, a place in the line-up and a seed."""
    game, order = _game(programme), programme.order(block, rotation)
    players = len(order)
    state = game.deal(players, programme.seed + block, {})
    turns, seconds, number = [0] * players, [0.0] * players, 0
    while (seat := game.kernel.actor(state)) >= 0:
        number += 1
        begun = time.process_time()
        steps = turn(state, order[seat], ((programme.seed + block) * 64 + rotation) * 4096 + number)
        for step in steps:
            game.kernel.apply(state, step)
        turns[order[seat]] += 1
        seconds[order[seat]] += time.process_time() - begun
    winners = {order[seat] for seat in game.winners(state)}
    totals = [float(sum(parts.values())) for parts in game.score_parts(state)]
    return Game(
        block,
        rotation,
        tuple(totals[order.index(place)] for place in range(players)),
        tuple((place in winners) / max(1, len(winners)) for place in range(players)),
        tuple(turns),
        tuple(round(spent, 4) for spent in seconds),
    )


def _game(programme: Programme) -> Playable:
    return playable(programme.game, catalogue=programme.catalogue)
