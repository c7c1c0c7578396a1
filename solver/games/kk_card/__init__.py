"""Kardinal & König – Das Kartenspiel."""
