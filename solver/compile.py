"""`python -m solver.compile`: compiles all kernels and the search, so that the first question is not slow."""

from __future__ import annotations

import sys
from concurrent.futures import ProcessPoolExecutor
from importlib import import_module

from solver.games import playable, playable_ids
from solver.kernel import compiling

SHARED = ("solver.kernel.contract", "solver.kernel.random")
"""What the games and the search stand on: compiled before them, so that not each of them compiles it."""
SEARCH = ("solver.players.bots", "solver.search.advisor", "solver.search.open_cards")


def main() -> None:
    """Games know nothing of each other, and the search nothing of games: all cores compile."""
    compiling.tell(_say)
    _import(*SHARED)
    with ProcessPoolExecutor(initializer=compiling.tell, initargs=(_say,)) as cores:
        parts = [cores.submit(_import, *SEARCH), *(cores.submit(_play, game) for game in playable_ids())]
        for part in parts:
            part.result()


def _import(*modules: str) -> None:
    """Importing is compiling: all signatures are given."""
    for module in modules:
        import_module(module)


def _play(game: str) -> None:
    playable(game)


def _say(module: str, number: int, among: int) -> None:
    print(f"compiling {module} (kernel {number} of {among}) ...", file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
