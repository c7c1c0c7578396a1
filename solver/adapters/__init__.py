"""Our games in other people's frameworks."""
