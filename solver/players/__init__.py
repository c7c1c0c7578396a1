"""Bots and tournaments."""
