"""What goes wrong when a kernel is compiled, told to whoever writes one."""

from __future__ import annotations


class KernelError(Exception):
    """A function that numba cannot compile: which one, where it stands, and all that numba says about it."""


class IllegalStepError(Exception):
    """A step was made that the rules do not allow; only uncompiled rules notice."""
