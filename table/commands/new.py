"""`timbuktu new`: begins a log."""

from __future__ import annotations

import os
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from shelf.messages import Message, joined
from table.options.completing import complete_played, complete_players
from table.options.language import words_option
from table.options.maps import map_option
from table.options.printing import paper_option
from table.screens.terminal import json_document

if TYPE_CHECKING:
    from shelf.catalogue import Catalogue
    from solver.kernel.contract import Bytes
    from solver.kernel.playable import Playable, SetupEntry
    from table.screens.words import Words


@click.command("new")
@click.argument("game", metavar="GAME", shell_complete=complete_played)
@click.option("--player", "names", multiple=True, required=True, metavar="NAME", help="Each player; the first starts.")
@click.option(
    "--me",
    metavar="NAME",
    shell_complete=complete_players,
    help="Whose log it is: what this player has not seen stays hidden.",
)
@click.option("--seed", type=int, help="Let the program deal, by this number, and lay the table from the screen.")
@click.option(
    "--face-down", is_flag=True, help="With --seed: what lies face down is yours to shuffle, and unknown to the log."
)
@click.option("--option", "switches", multiple=True, metavar="NAME", help="A switch of the rules, such as start_only.")
@click.option("--date", help="The date in the log; today if not given.")
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), metavar="LOG", help="The log to write.")
@click.option(
    "--layout-page",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE.pdf",
    help="Also print how to lay the table.",
)
@map_option
@paper_option
@words_option
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
@click.pass_obj
def command(
    catalogue: Catalogue,
    game: str,
    names: tuple[str, ...],
    me: str | None,
    seed: int | None,
    face_down: bool,
    switches: tuple[str, ...],
    date: str | None,
    out: Path | None,
    layout_page: Path | None,
    paper: str,
    words: Words,
    as_json: bool,
) -> None:
    """Begin a log: type in what lies on the real table, or with --seed let the program deal."""
    from solver.kernel import variants
    from table.log import gamelog
    from table.log.referee import read_back, rules
    from table.screens import screen

    playable = rules(game, catalogue=catalogue)
    header = _header(playable, names, me, seed, switches, date)
    seats = gamelog.split_names(header["players"])
    players = len(seats)
    options = {key: header[key] for key in playable.options if key in header}
    file = out or _free_name(playable.id, header.get("date", ""))
    header["game"] = variants.name_of(playable.data, file.parent)
    if os.path.lexists(file):
        raise gamelog.GameLogError(file, Message("log.exists"))
    unasked = False
    if seed is None:
        owner = seats.index(header["me"]) if "me" in header else None
        entry = playable.setup_entry(players, options, owner)
        unasked = entry.prompt() is None
        opening = _typed_in(entry, words)
    else:
        opening = _dealt(playable, players, seed, options, face_down)
    text = gamelog.written(header, playable.write_setup(opening))
    match = read_back(text, file, replace(catalogue, map_folder=variants.elsewhere(playable.data, file.parent)))
    if layout_page:
        from table.screens.layout_page import print_layout

        print_layout(match, layout_page, paper, words.language)
    gamelog.create(file, text)
    screen.tell_if_elsewhere(playable, file, words)
    if as_json:
        document = {"file": str(file), **header, "setup": playable.write_setup(match.seen())}
        click.echo(json_document(document))
        return
    hidden = seed is not None and _knows_hidden_things(playable, opening)
    screen.show(match, words, players=unasked or (hidden and match.me is not None))
    if hidden:
        click.echo(words.said("screen.knows_hidden"))
    click.echo(words.said("screen.started", file=file, name=match.to_move))


def _header(
    game: Playable,
    names: tuple[str, ...],
    me: str | None,
    seed: int | None,
    switches: tuple[str, ...],
    date: str | None,
) -> dict[str, str]:
    from table.log import gamelog
    from table.log.referee import players_fault

    players = [name for given in names for name in gamelog.split_names(given)]
    if problem := players_fault(game, players):
        raise click.UsageError(problem)
    header = {"game": game.id, "players": ", ".join(players)}
    if me:
        try:
            header["me"] = players[gamelog.find_name(players, me)]
        except gamelog.NobodyError as fault:
            raise click.UsageError(fault.message) from None
    if day := _day(date):
        header["date"] = day
    if seed is not None:
        header["seed"] = str(seed)
    return header | dict.fromkeys(_switched_on(game, switches), "yes")


def _day(date: str | None) -> str:
    from datetime import datetime

    if date is None:
        return datetime.now().astimezone().date().isoformat()
    return " ".join(date.replace(";", ",").split())


def _switched_on(game: Playable, switches: tuple[str, ...]) -> list[str]:
    from shelf.errors import nearest

    on = []
    for switch in switches:
        name, _, value = switch.partition("=")
        if name not in game.options or value.lower() not in ("", "yes", "no"):
            known = [Message("usage.option", key=key, meaning=meaning) for key, meaning in game.options.items()]
            told = {"switch": repr(switch), "hint": nearest(name, game.options), "known": joined("else", known)}
            raise click.UsageError(Message("usage.no_option", **told))
        if value.lower() != "no":
            on.append(name)
    return on


def _free_name(game: str, date: str) -> Path:
    from table.log.gamelog import SUFFIX

    stem = "-".join(filter(None, (game, date if date.replace("-", "").isalnum() else "")))
    for number in range(1, 1000):
        file = Path(f"{stem}{f'-{number}' if number > 1 else ''}{SUFFIX}")
        if not file.exists():
            return file
    raise click.UsageError(Message("usage.names_taken"))


def _dealt(game: Playable, players: int, seed: int, options: dict[str, str], face_down: bool) -> Bytes:
    state = game.deal(players, seed, options)
    if face_down:
        game.kernel.observe(state, -1)
    return state


def _knows_hidden_things(game: Playable, opening: Bytes) -> bool:
    blank = opening.copy()
    game.kernel.observe(blank, -1)
    return bool((blank != opening).any())


def _typed_in(entry: SetupEntry, words: Words) -> Bytes:
    """Asks until all is there; a slip costs only its own line, and what was typed is told if one breaks off."""
    from shelf.errors import message_of, sentence
    from solver.kernel.playable import NotationError
    from table.screens import prompting

    correct = ""
    if prompting.interactive() and entry.prompt() is not None:
        click.echo(words.told(entry.help()))
    try:
        while (wanted := entry.prompt()) is not None:
            line = prompting.ask_twice(f"{words.told(wanted)}: ", partial(_fitting, entry), words, correct)
            if line is None:
                raise click.UsageError(Message("usage.setup_missing", wanted=wanted))
            correct = ""
            if not line.split(";", 1)[0].strip() or line.strip().lower() == "setup":
                continue
            try:
                for done in entry.enter(line.split(";", 1)[0]):
                    click.echo(done, err=True)
            except NotationError as fault:
                why = words.told(sentence(message_of(fault)))
                click.echo(words.said("setup.again", wanted=wanted, fault=why), err=True)
                correct = line
    except (KeyboardInterrupt, click.UsageError):
        if entry.lines():
            click.echo("\n".join(["", words.said("setup.so_far"), *entry.lines()]), err=True)
        raise
    return entry.state()


def _fitting(entry: SetupEntry, before: str, word: str) -> list[str]:
    return [code for code in entry.words(before) if code.startswith(word.upper())]
