"""Turns as arguments of a command: `--` is a skipped turn there, and `-SA3` a payment, not an option."""

from __future__ import annotations

import click


class TurnCommand(click.Command):
    """Leaves words of the notation to the notation; only right behind the log `--` has its usual meaning."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """A space in front hides a dash from the command line; the notation does not mind it."""
        log = next((place for place, arg in enumerate(args) if not arg.startswith("-")), len(args))
        if args[log + 1 : log + 2] == ["--"] and len(args) > log + 2:
            args = [*args[: log + 1], *(f" {arg}" for arg in args[log + 2 :])]
        return super().parse_args(ctx, [f" {arg}" if _is_turn(arg) else arg for arg in args])


def _is_turn(arg: str) -> bool:
    return arg == "--" or (arg.startswith("-") and not arg.startswith("--") and arg not in ("-", "-h"))
