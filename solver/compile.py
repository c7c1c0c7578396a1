"""`python -m solver.compile`: compiles all kernels and the search, so that the first question is not slow."""

from __future__ import annotations

import sys

from solver.games import playable, playable_ids
from solver.kernel import compiling


def main() -> None:
    """Importing is compiling: all signatures are given."""
    compiling.tell(_say)
    for game in playable_ids():
        playable(game)
    import solver.players.bots
    import solver.search.advisor
    import solver.search.open_cards  # noqa: F401


def _say(module: str, number: int, among: int) -> None:
    print(f"compiling {module} (kernel {number} of {among}) ...", file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
