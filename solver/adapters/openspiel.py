"""Every game of the project as an OpenSpiel game, so that OpenSpiel's bots can sit at our table.

`load("kardinal", players=2)` gives a `pyspiel.Game`, and so does `pyspiel.load_game("timbuktu_kardinal")` after
`register()`. A step of ours is an action of theirs. Whatever is shuffled is shuffled by one chance node at the
beginning, whose outcomes are deals; after that nothing is left to chance. The winner gets what the others lose; without
a winner nobody gets anything. Needs the extra `timbuktu[openspiel]`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import pyspiel

from solver.games import playable, playable_ids
from solver.kernel.contract import Bytes, legal_steps
from solver.kernel.playable import Playable

DEALS = 1000
"""Different deals of a game that is shuffled."""
LONGEST = 2000
"""Steps of a game at most; ours end long before."""


def _short_name(game_id: str) -> str:
    return f"timbuktu_{game_id.replace('-', '_')}"


def _type(game: Playable) -> Any:
    counts, kind = game.player_counts(), pyspiel.GameType
    shuffled, hidden = _shuffled(game), _hides(game)
    return kind(
        short_name=_short_name(game.id),
        long_name=f"Timbuktu: {game.id}",
        dynamics=kind.Dynamics.SEQUENTIAL,
        chance_mode=kind.ChanceMode.EXPLICIT_STOCHASTIC if shuffled else kind.ChanceMode.DETERMINISTIC,
        information=kind.Information.IMPERFECT_INFORMATION if hidden else kind.Information.PERFECT_INFORMATION,
        utility=kind.Utility.ZERO_SUM,
        reward_model=kind.RewardModel.TERMINAL,
        max_num_players=max(counts),
        min_num_players=min(counts),
        provides_information_state_string=False,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=False,
        parameter_specification={"players": min(counts)},
    )


def _shuffled(game: Playable) -> bool:
    """Whether two deals differ."""
    players = min(game.player_counts())
    return bool((game.deal(players, 0, {}) != game.deal(players, 1, {})).any())


def _hides(game: Playable) -> bool:
    """Whether there is something in an opening that a player does not see."""
    state = game.deal(min(game.player_counts()), 0, {})
    seen = state.copy()
    game.kernel.observe(seen, 0)
    return bool((state != seen).any())


class TimbuktuGame(pyspiel.Game):  # type: ignore[misc]
    """A game of ours, as OpenSpiel sees it; each game is a class of its own, made by `_game_class`."""

    game_id: str

    def __init__(self, parameters: Mapping[str, Any] | None = None) -> None:
        game = playable(self.game_id)
        self.playable, self.shuffled = game, _shuffled(game)
        players = int((parameters or {}).get("players", min(game.player_counts())))
        info = pyspiel.GameInfo(
            num_distinct_actions=game.kernel.step_space,
            max_chance_outcomes=DEALS if self.shuffled else 0,
            num_players=players,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=LONGEST,
        )
        super().__init__(_type(game), info, dict(parameters or {}))

    def new_initial_state(self) -> TimbuktuState:
        """Before the deal, where there is one."""
        return TimbuktuState(self)

    def make_py_observer(self, _kind: Any = None, _parameters: Any = None) -> Observer:
        """How OpenSpiel asks for what a seat sees."""
        return Observer()


class Observer:
    """What a seat sees, as text; there is no tensor."""

    def __init__(self) -> None:
        self.tensor, self.dict = np.zeros(0, dtype=np.float32), dict[str, Any]()

    def set_from(self, _state: TimbuktuState, _player: int) -> None:
        """Nothing to fill."""

    def string_from(self, state: TimbuktuState, player: int) -> str:
        """The view's bytes."""
        return state.observation_string(player)


class TimbuktuState(pyspiel.State):  # type: ignore[misc]
    """A position of ours; None stands for one that is not dealt yet."""

    def __init__(self, game: TimbuktuGame) -> None:
        super().__init__(game)
        self.playable, self.players = game.playable, game.num_players()
        self.state: Bytes | None = None if game.shuffled else game.playable.deal(self.players, 0, {})

    def current_player(self) -> int:
        """The seat to move, or OpenSpiel's names for chance and the end."""
        if self.state is None:
            return int(pyspiel.PlayerId.CHANCE)
        seat = self.playable.kernel.actor(self.state)
        return int(pyspiel.PlayerId.TERMINAL) if seat < 0 else int(seat)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The deals, all alike."""
        return [(deal, 1 / DEALS) for deal in range(DEALS)]

    def _legal_actions(self, _player: int) -> list[int]:
        assert self.state is not None
        return sorted(legal_steps(self.playable.kernel, self.state))

    def _apply_action(self, action: int) -> None:
        if self.state is None:
            self.state = self.playable.deal(self.players, action, {})
        else:
            self.playable.kernel.apply(self.state, action)

    def _action_to_string(self, _player: int, action: int) -> str:
        if self.state is None:
            return f"deal {action}"
        names = {step: text for text, step in self.playable.legal_texts(self.state).items()}
        return names.get(action, f"step {action}")

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.current_player() == int(pyspiel.PlayerId.TERMINAL)

    def returns(self) -> list[float]:
        """1 for the winner, shared out as a loss among the others."""
        if not self.is_terminal():
            return [0.0] * self.players
        assert self.state is not None
        winners = self.playable.winners(self.state)
        if len(winners) in (0, self.players):
            return [0.0] * self.players
        loss = -1.0 / (self.players - len(winners))
        return [1.0 / len(winners) if seat in winners else loss for seat in range(self.players)]

    def observation_string(self, player: int) -> str:
        """All that a seat sees, as the bytes of its view."""
        return "" if self.state is None else self._view(player).tobytes().hex()

    def resample_from_infostate(self, player: int, sampler: Any) -> TimbuktuState:
        """A position that the player cannot tell from this one: what is hidden is dealt anew."""
        other: TimbuktuState = self.clone()
        if self.state is not None:
            other.state = self._view(player)
            random = np.array([int(sampler() * 2**63)], dtype=np.uint64)
            self.playable.kernel.determinize(other.state, player, random)
        return other

    def _view(self, player: int) -> Bytes:
        assert self.state is not None
        view = self.state.copy()
        self.playable.kernel.observe(view, player)
        return view

    def __deepcopy__(self, _memo: dict[int, Any]) -> TimbuktuState:
        """How OpenSpiel clones a state that is written in Python; only the position has to be copied."""
        twin = TimbuktuState(self.get_game())
        twin.state = None if self.state is None else self.state.copy()
        return twin

    def __str__(self) -> str:
        """The position in hexadecimal digits; `timbuktu show` has nicer ones."""
        return "not dealt" if self.state is None else self.state.tobytes().hex()


def load(game_id: str, players: int | None = None) -> TimbuktuGame:
    """A game of ours for OpenSpiel."""
    made: TimbuktuGame = _game_class(game_id)({"players": players or min(playable(game_id).player_counts())})
    return made


def register() -> None:
    """Makes all our games known to `pyspiel.load_game`, as `timbuktu_` and their id."""
    for game_id in playable_ids():
        if _short_name(game_id) not in pyspiel.registered_names():
            pyspiel.register_game(_type(playable(game_id)), _game_class(game_id))


def _game_class(game_id: str) -> type[TimbuktuGame]:
    """OpenSpiel keeps what it registers until after Python has ended, which only a class survives."""
    return type(_short_name(game_id), (TimbuktuGame,), {"game_id": game_id})
