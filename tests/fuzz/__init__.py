"""Fuzzing, kept for good: spoilt files of every kind that strangers send, each judged in a process with hard limits.

`make fuzz` runs it for some minutes; `python -m tests.fuzz replay FILE` judges a saved failure again.
"""
