"""Search: the same for every game."""
