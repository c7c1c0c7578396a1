"""`python -m solver.compile`: compiles all kernels and the search, so that the first question is not slow."""

from __future__ import annotations

from solver.games import playable, playable_ids
from solver.kernel import cache


def main() -> None:
    """Importing is compiling: all signatures are given."""
    if not cache.warm():
        print("Compiling the rules kernels and the search; this is done once (a minute or two).", flush=True)
    for game in playable_ids():
        playable(game)
    import solver.players.bots
    import solver.search.advisor  # noqa: F401


if __name__ == "__main__":
    main()
