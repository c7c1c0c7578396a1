"""The text of a log becomes turns."""
