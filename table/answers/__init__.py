"""What a log is asked: which turn is best, and who has how many points; for programs and for the screens."""
