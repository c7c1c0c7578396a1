"""Random games of the board game with another map, on two tables. A map is chosen once in a process: run this one.

python -m tests.solver.kk_board_other_map VARIANT FIELDS.csv ROADS.csv GAMES
"""

from __future__ import annotations

import sys
from pathlib import Path

from solver.kernel import variants

if __name__ == "__main__":
    variant, fields_file, roads_file, games = sys.argv[1:]
    variants.choose("kk-board", variant, Path())

    from tests.solver import kk_board_reference as reference
    from tests.solver.kk_board_bridge import fields, played
    from tests.solver.test_kk_board_games import check_scores, check_sums, check_table

    reference.lay(Path(fields_file), Path(roads_file))
    for seed in range(int(games)):
        for state, game, _ in played(3 + seed % 3, seed):
            check_table(fields(state), game)
        check_sums(fields(state))
        check_scores(state, game)
    print(f"{games} games on {len(reference.FIELDS)} sites")
