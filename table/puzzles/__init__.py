"""Puzzles: a folder of logs with what is asked, the booklet that is printed of it, and the check of an answer."""
