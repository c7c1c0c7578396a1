"""Kardinal & König, the board game."""
