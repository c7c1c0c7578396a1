"""Training a quick policy: long searches play, weights are fitted to what they liked, a match has to justify them."""
