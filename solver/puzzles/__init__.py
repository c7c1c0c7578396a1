"""Puzzles: positions of self-played games with one turn that is clearly the best, proved, and hard to see."""
