"""Scoring charts."""
