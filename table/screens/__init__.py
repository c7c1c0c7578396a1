"""What a terminal shows and asks."""
