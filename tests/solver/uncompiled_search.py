"""`NUMBA_DISABLE_JIT=1 python -m tests.solver.uncompiled_search GAME`: a search whose every step the rules check."""

from __future__ import annotations

import sys
from pathlib import Path

from solver.kernel.contract import legal_steps
from solver.kernel.contract_checks import Sample
from solver.kernel.errors import IllegalStepError
from solver.search.advice import Limit
from solver.search.advisor import Advisor
from table.log import referee
from tests.contract.games import game_of

SIMULATIONS = 12
ENDING = Path(__file__).parents[1] / "positions" / "unseen-tile-ending.tbk"
"""What may be played there depends on a tile that nobody has seen."""


def main(name: str) -> None:
    game = game_of(name)
    players = game.player_counts()[0]
    turns = Sample(game, players, games=1).turns
    states = [turns[0].before, turns[len(turns) // 2].before]
    if name == "kk-card":
        states.append(referee.load(ENDING).state)
    for state in states:
        Advisor(game.kernel, state, players, Limit(600.0, SIMULATIONS, 1, 0)).advise()
    state = turns[0].before.copy()
    illegal = next(step for step in range(game.kernel.step_space) if step not in legal_steps(game.kernel, state))
    try:
        game.kernel.apply(state, illegal)
    except IllegalStepError as refused:
        print(f"refused: {refused}")


if __name__ == "__main__":
    main(sys.argv[1])
