"""What is said after a short look: every turn was tried, and no error is larger than a chance can be wrong."""

from __future__ import annotations

import pytest

from solver.games import playable, playable_ids
from solver.search.advice import Advice, Limit
from solver.search.advisor import Advisor

SHORT = {
    "stopped": Limit(seconds=60, threads=1, stopped=lambda: True),
    "no time": Limit(seconds=0, threads=1),
    "a handful": Limit(simulations=6, threads=1),
    "few": Limit(simulations=150, threads=1),
}


@pytest.mark.parametrize("limit", SHORT.values(), ids=SHORT)
@pytest.mark.parametrize("name", playable_ids())
def test_every_turn_that_is_ranked_was_tried_and_has_points_and_a_possible_error(name: str, limit: Limit) -> None:
    game = playable(name)
    answer: Advice = Advisor(game.kernel, game.deal(3, 4, {}), 3, limit).advise()
    assert len(answer.turns) > 1
    for turn in answer.turns:
        assert turn.visits > 0 and turn.points > 0
        assert 0 < turn.win_se <= 0.5 and turn.behind_se <= 0.5 * 2**0.5
