"""The contract of a game, states, random numbers, compiling and its cache."""
