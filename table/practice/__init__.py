"""Practising: positions of one's own logs in which somebody went wrong, asked again until they are found."""
