"""`NUMBA_DISABLE_JIT=1 python -m tests.solver.uncompiled_search GAME`: a search whose every step the rules check."""

from __future__ import annotations

import sys

from solver.kernel.contract import legal_steps
from solver.kernel.contract_checks import Sample
from solver.kernel.errors import IllegalStepError
from solver.search.advice import Limit
from solver.search.advisor import Advisor
from tests.contract.games import game_of

SIMULATIONS = 12


def main(name: str) -> None:
    game = game_of(name)
    players = game.player_counts()[0]
    turns = Sample(game, players, games=1).turns
    for turn in (turns[0], turns[len(turns) // 2]):
        Advisor(game.kernel, turn.before, players, Limit(600.0, SIMULATIONS, 1, 0)).advise()
    state = turns[0].before.copy()
    illegal = next(step for step in range(game.kernel.step_space) if step not in legal_steps(game.kernel, state))
    try:
        game.kernel.apply(state, illegal)
    except IllegalStepError as refused:
        print(f"refused: {refused}")


if __name__ == "__main__":
    main(sys.argv[1])
