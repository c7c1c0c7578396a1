"""Where printing and playing meet: the command line."""
