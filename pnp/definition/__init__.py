"""A folder becomes a checked game."""
