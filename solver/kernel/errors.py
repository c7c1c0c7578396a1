"""What goes wrong when a kernel is compiled, told to whoever writes one."""

from __future__ import annotations

from shelf.language import Language
from shelf.messages import Message


class KernelError(Exception):
    """A function that numba cannot compile: which one, where it stands, and all that numba says about it."""

    def __init__(self, function: str, where: str, fault: str) -> None:
        super().__init__(function, where, fault)
        self.message = Message("rules.not_compiled", function=function, where=where, fault=fault)

    def __str__(self) -> str:
        return self.message

    def said(self, language: Language) -> str:
        """Our own words in a language; numba's are as they are."""
        return self.message.said(language)


class IllegalStepError(Exception):
    """A step was made that the rules do not allow; only uncompiled rules notice."""
