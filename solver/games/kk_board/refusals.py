"""Why something cannot be played: the words of the rules of the house, whoever drew the map."""

from __future__ import annotations

from shelf.game_data import game_data

refused = game_data("kk-board").refused
