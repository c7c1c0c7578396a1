"""Cartino: the game of `assets/games/cartino`."""
