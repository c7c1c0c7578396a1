"""Paper models: nets, and how they look folded."""
