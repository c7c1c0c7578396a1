"""The players: rules kernels, search and advice. Importing this room sets up where numba keeps compiled code."""

from solver.kernel import cache

cache.prepare()
