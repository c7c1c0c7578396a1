"""The referee: replays a log by the rules of its game, and lets legal turns in."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from shelf.catalogue import USUAL, Catalogue
from shelf.errors import PrintingError, cut_short, message_of, nearest, quoted, sentence
from shelf.language import Language
from shelf.messages import Message, in_language
from table.log import gamelog
from table.log.gamelog import Entry, GameLog
from table.log.outside import rules_from_outside
from table.log.refusal import RefusalError

if TYPE_CHECKING:
    from solver.kernel.contract import Bytes
    from solver.kernel.playable import NotationError, Playable, PlayedTurn

_SHOWN = 24
"""Legal steps that a message lists."""


@dataclass(frozen=True, eq=False)
class Move:
    """A line of the log as it was played: a turn, or without steps something that a seat showed."""

    seat: int
    text: str
    after: Bytes
    steps: tuple[int, ...] = ()
    number: int | None = None


@dataclass
class Match:
    """A game as far as its log goes."""

    game: Playable
    players: tuple[str, ...]
    me: int | None
    options: Mapping[str, str]
    opening: Bytes
    moves: list[Move] = field(default_factory=list)
    date: str = ""

    @property
    def state(self) -> Bytes:
        """The position now."""
        return self.moves[-1].after if self.moves else self.opening

    @property
    def states(self) -> list[Bytes]:
        """Every position from the opening to now."""
        return [self.opening, *(move.after for move in self.moves)]

    @property
    def played(self) -> list[tuple[Bytes, tuple[int, ...]]]:
        """Every turn: the position before it and its steps."""
        pairs = zip(self.states, self.moves, strict=False)
        return [(before, move.steps) for before, move in pairs if move.number is not None]

    @property
    def turns(self) -> int:
        """How many turns were played."""
        return sum(move.number is not None for move in self.moves)

    @property
    def to_move(self) -> str | None:
        """Whose turn it is, or None when the game is over."""
        seat = self.game.kernel.actor(self.state)
        return self.players[seat] if seat >= 0 else None

    def at(self, turn: int) -> Match:
        """The match as it stood after a turn; 0 is the opening."""
        starts = [index for index, move in enumerate(self.moves) if move.number is not None] + [len(self.moves)]
        return Match(
            self.game, self.players, self.me, self.options, self.opening, self.moves[: starts[turn]], self.date
        )

    def seen(self) -> Bytes:
        """The position as the log's owner may see it: all of it when the log is nobody's, or the game is over."""
        if self.me is None or self.to_move is None:
            return self.state
        state = self.state.copy()
        self.game.kernel.observe(state, self.me)
        return state

    def told(self, move: Move) -> str:
        """A move's text without what the log's owner cannot have seen."""
        if self.me in (None, move.seat) or not move.steps:
            return move.text
        if self.sealed(move):
            return "?"
        before = self.states[self.moves.index(move)]
        viewer = self.me if self.me is not None else -1
        return self.game.write_turn(self.game.witnessed(before, move.steps, viewer), move.steps)

    def sealed(self, move: Move) -> bool:
        """Whether a move is a decision that its player has not shown the log's owner yet."""
        if self.me is None:
            return False
        from solver.kernel.secrecy import still_sealed

        index = self.moves.index(move)
        later = [step for after in self.moves[index + 1 :] for step in after.steps]
        return still_sealed(self.game.kernel, self.states[index], move.steps, later, self.me)

    def line(self, move: Move) -> str:
        """A move as a line of the log."""
        return self._written(move, move.text)

    def told_line(self, move: Move) -> str:
        """Such a line without what the log's owner cannot have seen."""
        return self._written(move, self.told(move))

    def _written(self, move: Move, text: str) -> str:
        start = "reveal" if move.number is None else str(move.number)
        return f"{start} {self.players[move.seat]}: {text}"

    def play(self, text: str) -> Move:
        """Plays the next turn as written, with the player's name in front or without; `reveal NAME: ...` is no turn."""
        if shown := gamelog.parse_entry(0, text):
            return self.let_in(shown)
        name, colon, steps = text.partition(":")
        return self.let_in(Entry(0, self.turns + 1, name if colon else self.to_move or "", steps if colon else text))

    def let_in(self, entry: Entry) -> Move:
        """Plays a line of a log."""
        if entry.fault:
            raise IllegalMoveError(entry.fault)
        move = self._reveal(entry) if entry.number is None else self._turn(entry)
        self.moves.append(move)
        return move

    def _seat(self, entry: Entry) -> int:
        try:
            return gamelog.find_name(self.players, entry.name)
        except gamelog.NobodyError as fault:
            raise IllegalMoveError(fault.message) from None

    def _reveal(self, entry: Entry) -> Move:
        from solver.kernel.playable import NotationError

        seat = self._seat(entry)
        try:
            after, text = self.game.reveal(self.state, seat, entry.steps)
        except NotationError as fault:
            seen = self._why_not_shown(seat, entry.steps) if self._knows_more() else fault
            raise IllegalMoveError.of(seen) from None
        return Move(seat, text, after)

    def _why_not_shown(self, seat: int, text: str) -> NotationError:
        """Why nothing can be shown so, from what the log's owner has seen."""
        from solver.kernel.playable import NotationError

        try:
            self.game.reveal(self.seen(), seat, text)
        except NotationError as fault:
            return fault
        return NotationError(Message("referee.disagrees"))

    def _turn(self, entry: Entry) -> Move:
        from solver.kernel.playable import NotationError

        if self.to_move is None:
            raise IllegalMoveError(Message("referee.over"))
        seat = self._seat(entry)
        if entry.number != self.turns + 1:
            raise IllegalMoveError(Message("referee.misplaced", expected=self.turns + 1, number=entry.number))
        if self.players[seat] != self.to_move:
            raise IllegalMoveError(Message("referee.whose_turn", to_move=self.to_move, players=self.players[seat]))
        try:
            turn = self.game.read_turn(self.state, entry.steps)
        except NotationError as fault:
            raise IllegalMoveError.of(self._why_not_played(entry.steps, fault)) from None
        if not turn.complete:
            raise IllegalMoveError.of(self._why_not_played(entry.steps, self._unfinished(turn)))
        return Move(seat, turn.text, turn.after, turn.steps, entry.number)

    def _knows_more(self) -> bool:
        """Whether the log knows what its owner has not seen."""
        return bool((self.seen() != self.state).any())

    def _unfinished(self, turn: PlayedTurn) -> NotationError:
        from solver.kernel.playable import NotationError

        return NotationError(Message("referee.not_finished"), self.game.next_words(turn.after))

    def _why_not_played(self, text: str, known: NotationError, ends: bool = True) -> NotationError:
        """Why a turn is refused, from what the log's owner has seen; `known` is what the log itself says to it."""
        from solver.kernel.playable import NotationError

        if not self._knows_more():
            return known
        view = self.seen()
        try:
            begun = self.game.read_turn(view, text, ends=False)
        except NotationError as fault:
            return fault
        try:
            if ends and not self.game.read_turn(view, text).complete:
                return self._unfinished(begun)
        except NotationError:  # asks what chance brought, which the log knows
            pass
        return NotationError(Message("referee.disagrees"))

    def must_go_on(self) -> None:
        """Refuses steps when the game is over."""
        if self.to_move is None:
            raise RefusalError(Message("refused.over_no_step"))

    def begin(self, text: str) -> PlayedTurn:
        """The steps of a turn that need not be finished, with all that they bring to light."""
        from solver.kernel.playable import NotationError

        self.must_go_on()
        try:
            return self.game.read_turn(self.state, text, ends=False)
        except NotationError as fault:
            raise IllegalMoveError.of(self._why_not_played(text, fault, ends=False)) from None


def begun_turn(match: Match, text: str) -> PlayedTurn:
    """The steps of a turn that nobody has made yet, as far as the log's owner can tell what they would bring."""
    from solver.kernel.playable import NotationError

    match.must_go_on()
    try:
        return match.game.read_turn(match.seen(), text, ends=False)
    except NotationError as fault:
        raise IllegalMoveError.of(fault) from None


class IllegalMoveError(RefusalError):
    """A turn that the rules do not allow; the message says why, and what they do allow."""

    @classmethod
    def of(cls, fault: NotationError) -> IllegalMoveError:
        """With what would have been legal."""
        return cls(Message("referee.illegal", why=sentence(message_of(fault)), legal=legal_there(fault.legal)))


def legal_there(words: Sequence[str]) -> str:
    """' Legal there: ...', cut short."""
    if not words:
        return ""
    shown, more = " ".join(words[:_SHOWN]), len(words) - _SHOWN
    return Message("referee.legal_more" if more > 0 else "referee.legal_there", words=shown, more=more)


def rules(name: str, beside: Path | None = None, catalogue: Catalogue = USUAL) -> Playable:
    """The rules of a game; compiling them for the first time takes a while, which is said.

    The name may bring a map along: `kk-board:h2`, or a folder. A person may name any, a file one that is in the folder
    `beside` or below; a map that the person has put into the catalogue goes before both.
    """
    from solver.games import playable, playable_ids, plays
    from solver.kernel import compiling

    game_id, _, variant = name.partition(":")
    found = catalogue.find(game_id)
    if found is None or not plays(found):
        missing = Message("referee.no_game", game_id=quoted(game_id))
        raise catalogue.unknown(missing, game_id, playable_ids(catalogue))
    compiling.tell(catalogue.told_compiling)
    if found.origin != "shipped":
        return rules_from_outside(found, catalogue.ask, variant, catalogue.map_folder)
    if catalogue.map_folder:
        return playable(f"{game_id}:{catalogue.map_folder.absolute()}")
    return playable(name, beside or Path(), anywhere=beside is None)


def replay(log: GameLog, catalogue: Catalogue = USUAL) -> Match:
    """Plays a log through; the first line that the rules do not allow is an error with its number."""
    match, misfit = replay_as_far(log, catalogue)
    if misfit:
        raise log.fault(Message("told.plain", said=misfit), misfit.entry.line)
    return match


@dataclass(frozen=True)
class Misfit:
    """The first line of play that the rules do not let in; what stands behind it nobody has looked at."""

    entry: Entry
    reason: str

    def __str__(self) -> str:
        return self.said("en")

    def said(self, language: Language) -> str:
        """Where and why."""
        if self.entry.fault:
            return in_language(self.reason, language)
        key = "referee.in_turn" if self.entry.number is not None else "referee.in_reveal"
        return Message(key, number=self.entry.number, name=cut_short(self.entry.name), fault=self.reason).said(language)


def replay_as_far(log: GameLog, catalogue: Catalogue = USUAL) -> tuple[Match, Misfit | None]:
    """Plays a log through up to the first line that the rules do not allow."""
    match = _opened(log, catalogue)
    for entry in log.entries:
        try:
            match.let_in(entry)
        except IllegalMoveError as fault:
            return match, Misfit(entry, fault.message)
    return match, None


def _opened(log: GameLog, catalogue: Catalogue) -> Match:
    from solver.kernel.playable import NotationError

    game = _game(log, catalogue)
    _check_keys(log, game)
    players = _players(log, game)
    options = {key: "yes" for key in game.options if _switched_on(log, key)}
    try:
        opening = game.read_setup(len(players), log.setup, options)
    except NotationError as fault:
        raise log.fault(sentence(message_of(fault)), fault.line or log.lines["setup"]) from None
    return Match(game, players, _me(log, players), options, opening, date=log.header.get("date", ""))


def _game(log: GameLog, catalogue: Catalogue) -> Playable:
    if "game" not in log.header:
        raise log.fault(Message("referee.no_game_line"), log.lines["setup"])
    try:
        return rules(log.header["game"], log.file.resolve().parent, catalogue)
    except PrintingError as fault:
        raise log.fault(message_of(fault), log.lines["game"]) from None


def _check_keys(log: GameLog, game: Playable) -> None:
    known = (*gamelog.KEYS, *game.options)
    for key in log.header:
        if key not in known:
            hint = nearest(key, known)
            raise log.fault(Message("referee.unknown_key", key=quoted(key), hint=hint), log.lines[key])


def _players(log: GameLog, game: Playable) -> tuple[str, ...]:
    if "players" not in log.header:
        raise log.fault(Message("referee.no_players"), log.lines["setup"])
    names = gamelog.split_names(log.header["players"])
    if problem := players_fault(game, names):
        raise log.fault(problem, log.lines["players"])
    return tuple(names)


def players_fault(game: Playable, names: Sequence[str]) -> str | None:
    """What is wrong with the players of a game, or None."""
    counts = game.player_counts()
    if len(names) not in counts:
        return Message("referee.player_count", id=game.id, fewest=counts[0], most=counts[-1], names=len(names))
    return gamelog.name_fault(names)


def _me(log: GameLog, players: Sequence[str]) -> int | None:
    if not log.header.get("me"):
        return None
    try:
        return gamelog.find_name(players, log.header["me"])
    except gamelog.NobodyError as fault:
        raise log.fault(fault.message, log.lines["me"]) from None


def _switched_on(log: GameLog, key: str) -> bool:
    value = log.header.get(key, "no").lower()
    if value not in ("yes", "no", "ja", "nein"):
        raise log.fault(Message("referee.yes_no", key=key, value=quoted(value)), log.lines[key])
    return value in ("yes", "ja")


def load(file: Path, catalogue: Catalogue = USUAL) -> Match:
    """Reads and replays a log."""
    return replay(gamelog.read(file), catalogue)


def load_as_far(file: Path, catalogue: Catalogue = USUAL) -> tuple[Match, gamelog.GameLogError | None]:
    """Reads and replays a log up to its first wrong line, and what is wrong there."""
    log = gamelog.read(file)
    match, misfit = replay_as_far(log, catalogue)
    return match, log.fault(Message("told.plain", said=misfit), misfit.entry.line) if misfit else None


def read_back(text: str, file: Path, catalogue: Catalogue = USUAL) -> Match:
    """Reads and replays what is about to be written; a log that could not be read again is not written at all."""
    try:
        return replay(gamelog.read_back(text, file), catalogue)
    except gamelog.GameLogError as fault:
        raise UnreadableError(fault) from None


class UnreadableError(RefusalError):
    """What was typed would make a log that nobody can read."""

    exit_code = 2

    def __init__(self, fault: gamelog.GameLogError) -> None:
        super().__init__(Message("referee.unreadable", fault=fault))


def append(
    file: Path, turns: Sequence[str], played: int | None = None, catalogue: Catalogue = USUAL
) -> tuple[Match, list[Move]]:
    """Adds turns to a log, all of them or none; what follows a semicolon stays as a comment.

    With `played` the log must still have that many turns: whoever typed the turn looked at that table.
    """
    with gamelog.alone_with(file) as real:
        log = gamelog.read(real)
        match = replay(log, catalogue)
        check_unchanged(match, played)
        lines = [play_line(match, turn) for turn in turns]
        text = gamelog.with_lines(log, lines)
        read_back(text, real, catalogue)
        gamelog.replace(real, text)
    return match, match.moves[len(match.moves) - len(lines) :]


def check_unchanged(match: Match, played: int | None) -> None:
    """Whoever changes a log has looked at a table with that many lines of play."""
    if played is not None and len(match.moves) != played:
        raise RefusalError(Message("referee.changed"))


def play_line(match: Match, turn: str) -> str:
    """Plays a turn as it was typed; its line for the log, with the comment behind a semicolon."""
    text, semicolon, comment = turn.partition(";")
    return match.line(match.play(text)) + (f"  ; {' '.join(comment.split())}" if semicolon else "")


def undo(file: Path, catalogue: Catalogue = USUAL) -> tuple[Match, str]:
    """Cuts the last line of play; it need not be legal, only the rest has to be."""
    with gamelog.alone_with(file) as real:
        log = gamelog.read(real)
        if not log.entries:
            raise RefusalError(Message("referee.nothing_to_undo", file=file))
        whole, misfit = replay_as_far(log, catalogue)
        text = gamelog.without_last(log)
        match = replay(gamelog.read_back(text, real), catalogue)
        gamelog.replace(real, text)
    return match, str(log.entries[-1]) if misfit else whole.told_line(whole.moves[-1])
