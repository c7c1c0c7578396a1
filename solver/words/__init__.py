"""Turns as text, facts as sentences."""
