"""What the shell offers when one presses Tab: games, logs, players, levels, and the codes of a turn.

Completion must never complain: where a log cannot be read, nothing is offered.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click
from click.shell_completion import CompletionItem

if TYPE_CHECKING:
    from shelf.catalogue import Catalogue
    from table.log.referee import Match

LOGS = "*.tbk"


def complete_games(ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """The ids on the shelf."""
    return _fitting(_catalogue(ctx).ids(), incomplete)


def complete_printed(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """What can be printed: a game, a folder, and all of them where several may be named."""
    every = ["all"] if param.nargs == -1 else []
    return [*_fitting([*_catalogue(ctx).ids(), *every], incomplete), CompletionItem(incomplete, type="dir")]


def complete_played(ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """The games that can be played."""
    from solver.games import playable_ids

    return _fitting(playable_ids(_catalogue(ctx)), incomplete)


def complete_logs(_ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """The logs in the folder that is being typed, and the folders below it."""
    begun = Path(incomplete)
    folder = begun if incomplete.endswith("/") else begun.parent
    with suppress(OSError):
        found = [*folder.glob(LOGS), *(f"{inner}/" for inner in folder.iterdir() if inner.is_dir())]
        return _fitting(sorted(map(str, found)), incomplete)
    return []


def complete_players(ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """The names of the players: of the log, or those given so far."""
    match = _match(ctx)
    return _fitting(match.players if match else ctx.params.get("names", ()), incomplete)


def complete_seats(_ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Behind a name and `=`: a person, or a bot of each level."""
    from solver.players.bots import LEVELS

    name, sign, _ = incomplete.partition("=")
    return (
        _fitting([f"{name}={kind}" for kind in ("human", *(f"ai:{level}" for level in LEVELS))], incomplete)
        if sign
        else []
    )


def complete_bots(_ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Who can play in a tournament."""
    from solver.players.bots import BOTS

    return _fitting(BOTS, incomplete)


def complete_steps(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """What may be written next in a turn, behind the words of it that are there; turns before it are played first."""
    from table.log.refusal import RefusalError

    given = list(ctx.params.get(param.name or "") or ())
    match = _match(ctx)
    if match is None:
        return []
    if param.name == "steps":
        return _following(match, incomplete, given)
    with suppress(RefusalError):
        for turn in given:
            match.play(turn)
        return _following(match, incomplete)
    return []


def complete_candidates(ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """What may be written next in a turn that is asked about; others that are asked about are not played."""
    match = _match(ctx)
    return _following(match, incomplete) if match else []


def _following(match: Match, incomplete: str, begun: Sequence[str] = ()) -> list[CompletionItem]:
    from table.log.referee import begun_turn
    from table.log.refusal import RefusalError

    *before, word = incomplete.split(" ") if incomplete else [""]
    with suppress(RefusalError):
        following = match.game.next_words(begun_turn(match, " ".join([*begun, *before])).after)
        begin = incomplete.removesuffix(word)
        return [CompletionItem(begin + code) for code in following if code.upper().startswith(word.upper())]
    return []


def _match(ctx: click.Context) -> Match | None:
    """The log of the command, as far as it can be read; nobody is asked and nothing is told meanwhile."""
    from shelf.catalogue import nobody
    from shelf.errors import PrintingError
    from table.log.referee import load
    from table.log.refusal import RefusalError

    behind = (arg for arg in ctx.args if not arg.startswith("-"))  # where an option waits for its value
    log = ctx.params.get("log") or next(behind, None)
    with suppress(PrintingError, RefusalError, OSError):
        silent = replace(_catalogue(ctx), ask=nobody, told_compiling=lambda *_: None)
        return load(Path(log), silent) if log else None
    return None


def _catalogue(ctx: click.Context) -> Catalogue:
    from shelf.catalogue import Catalogue

    folders: tuple[Path, ...] = ctx.find_root().params.get("folders") or ()
    return ctx.obj if isinstance(ctx.obj, Catalogue) else Catalogue(tuple(map(Path, folders)))


def _fitting(words: Iterable[str], begun: str) -> list[CompletionItem]:
    return [CompletionItem(word) for word in words if word.lower().startswith(begun.lower())]
