"""Kardinal."""
