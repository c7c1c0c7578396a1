"""The players: rules kernels, search and advice."""
