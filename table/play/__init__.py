"""Solo play at the terminal."""
