"""The opening of the board game: dealt by a seed, read from a log, typed in from the table; and its end, likewise."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from solver.games.kk_board.codes import find_field, find_land, letter_pattern, read_cards, written
from solver.games.kk_board.illegal_reasons import owner_of
from solver.games.kk_board.map import UNSEEN, BoardMap
from solver.games.kk_board.refusals import refused
from solver.games.kk_board.state import CLOISTERS_EACH, COUNCILS_EACH, HAND, OPEN, OVER, UNKNOWN, State, new_state
from solver.kernel.bits import bit
from solver.kernel.contract import Bytes
from solver.kernel.playable import Lines, NotationError, on_line
from solver.kernel.random import draw, seeded, shuffle
from solver.words.input_text import folded, number, shown
from solver.words.labelled_opening import LabelledOpening, not_yet_laid

_LABEL = re.compile(
    r"(?:HAND\s*(?P<hand>[0-9]+)|(?P<open>OPEN|OFFEN)|(?P<stack>STACK|STAPEL)|(?P<shuffle>SHUFFLE))\s*:\s*"
)
_HELD = (
    r"(?:(?:INTERIM|ZWISCHEN[^\W\d]*)\s*(?P<interim>[0-9]+)|(?P<fields>{letter}[0-9]+)"
    r"|\+\s*(?P<courts>{letter}+))[\s,]*"
)
"""What stands at the end; the letters are those of the lands."""
_SEED = re.compile(r"[0-9]{1,20}")
MOST_INTERIM = 9_999
"""Far more than the interim scoring ever gives."""


def deal(board: BoardMap, players: int, seed: int) -> Bytes:
    """Cards shuffled by a seed."""
    random = seeded(seed)
    cards = _kinds(board.cards_in_play(players))
    shuffle(cards, random)
    hands = [sorted(cards[HAND * seat : HAND * (seat + 1)]) for seat in range(players)]
    rest = cards[HAND * players :]
    return new_state(board.blank, players, hands, rest[:OPEN], rest[OPEN:], int(draw(random)) | 1)


def write_setup(board: BoardMap, state: Bytes) -> list[str]:
    """The open cards and the hands; the stack and the coming shuffle, where they are known."""
    s = State.of(state)
    opening = Opening(board, int(s.players), open=_kinds(s.open))
    opening.hands = {seat: _kinds(s.hand[seat]) for seat in range(s.players)}
    if UNKNOWN not in s.stack[: s.left]:
        opening.stack = [int(kind) for kind in s.stack[: s.left]][::-1]
    opening.seed = int(s.seed)
    return opening.lines()


def _kinds(counts: Iterable[int]) -> list[int]:
    return [kind for kind, count in enumerate(counts) for _ in range(count)]


@dataclass
class Opening(LabelledOpening):
    """The opening while it is being read: the two open cards, then every hand, `?` for one that stays hidden."""

    label = _LABEL
    examples = refused("setup.labels")

    board: BoardMap
    players: int
    me: int | None = None
    open: list[int] = field(default_factory=list)
    hands: dict[int, list[int]] = field(default_factory=dict)
    """By seat."""
    stack: list[int] = field(default_factory=list)
    seed: int = 0

    def help(self) -> str:
        """Two lines that save typing."""
        cards = " ".join(self.board.card_ids)
        return refused("setup.help", cards=cards)

    def prompt(self) -> str | None:
        """What comes next."""
        if not self.open:
            return refused("setup.open")
        asked = range(self.players) if self.me is None else (self.me,)
        seat = next((seat for seat in asked if seat not in self.hands), None)
        return None if seat is None else refused("setup.hand", seat=seat + 1)

    def words(self, begun: str = "") -> list[str]:
        """The cards that do not lie anywhere yet."""
        cards = dict(zip(self.board.card_ids, self.board.cards_in_play(self.players), strict=True))
        return [*not_yet_laid(cards, map(self.board.code, self._laid()), begun), UNSEEN]

    def _laid(self) -> list[int]:
        return [*self.open, *self.stack, *(kind for hand in self.hands.values() for kind in hand)]

    def missing(self) -> str:
        """Everybody sees the open cards."""
        return "" if self.open else refused("setup.no_open")

    def take(self, label: re.Match[str], body: str) -> None:
        """One line."""
        if label["shuffle"]:
            if not _SEED.fullmatch(body.strip()) or not 0 < int(body) < 1 << 64:
                raise NotationError(refused("setup.shuffle", body=shown(body)))
            self.seed = int(body)
            return
        kinds = read_cards(self.board, body)
        if label["open"]:
            self.open = _counted(kinds, OPEN, refused("setup.open_cards"))
        elif label["stack"]:
            self.stack = _counted(kinds, self.board.stack_size(self.players), refused("setup.stack_cards"))
        else:
            seat = number(label["hand"], "hands") - 1
            if not 0 <= seat < self.players:
                raise NotationError(refused("setup.no_hand", seat=seat + 1, players=self.players))
            self.hands[seat] = (
                [UNKNOWN] * HAND if kinds == [UNKNOWN] else _counted(kinds, HAND, refused("setup.hand_cards"))
            )
        self.check()

    def check(self) -> None:
        """There are only so many cards of a kind."""
        seen = Counter(self._laid())
        for kind, most in enumerate(self.board.cards_in_play(self.players)):
            if seen[kind] > most:
                raise NotationError(refused("setup.only", most=most, kind=self.board.code(kind), players=self.players))

    def lines(self) -> list[str]:
        """As a log has it."""
        hands = [f"hand {seat + 1}: {written(self.board, hand)}" for seat, hand in sorted(self.hands.items())]
        return [
            *([f"open: {written(self.board, self.open)}"] if self.open else []),
            *hands,
            *([f"stack: {written(self.board, self.stack)}"] if self.stack else []),
            *([f"shuffle: {self.seed}"] if self.seed else []),
        ]

    def state(self) -> Bytes:
        """The opening position; hands that nobody told are unseen."""
        hands = [self.hands.get(seat, [UNKNOWN] * HAND) for seat in range(self.players)]
        stack = self.stack or [UNKNOWN] * self.board.stack_size(self.players)
        return new_state(self.board.blank, self.players, hands, self.open, stack, self.seed)


def _counted(kinds: list[int], wanted: int, what: str) -> list[int]:
    if len(kinds) != wanted:
        raise NotationError(refused("setup.count", wanted=wanted, what=what, kinds=len(kinds)))
    return kinds


def read_setup(board: BoardMap, players: int, lines: Lines) -> Bytes:
    """The opening of a log: the open cards, and the hands that one knows; every fault names its line."""
    return Opening(board, players).read(lines)


def read_holdings(board: BoardMap, holdings: Sequence[Lines]) -> Bytes:
    """The end of a game: cloisters by their fields, councils by the letters of lands, and the interim points."""
    players = len(holdings)
    state = new_state(board.blank, players, [[]] * players, [], [], 0)
    s = State.of(state)
    s.phase, s.half, s.ending = OVER, 1, 1
    for seat, lines in enumerate(holdings):
        for line, text in lines:
            with on_line(line):
                _hold(board, s, seat, folded(text))
    return state


def _hold(board: BoardMap, s: State, seat: int, text: str) -> None:
    at, held_things = 0, re.compile(_HELD.format(letter=letter_pattern(board)))
    while at < len(text):
        held = held_things.match(text, at)
        if held is None:
            word = shown(text[at:].split()[0])
            raise NotationError(refused("setup.no_holding", word=word))
        if held["interim"]:
            interim = int(s.interim[seat]) + number(held["interim"], "interim", MOST_INTERIM)
            if interim > MOST_INTERIM:
                raise NotationError(refused("setup.interim", most_interim=MOST_INTERIM))
            s.interim[seat] = interim
        elif held["fields"]:
            for digit in held["fields"][1:]:
                _stand(board, s, seat, find_field(board, held["fields"][0] + digit))
        else:
            for letter in held["courts"]:
                _attend(s, seat, find_land(board, letter))
        at = held.end()


def _stand(board: BoardMap, s: State, seat: int, place: int) -> None:
    owner = owner_of(s, place)
    if owner >= 0:
        raise NotationError(
            refused("setup.twice" if owner == seat else "setup.twice_with_two", field=board.field_ids[place])
        )
    if not s.cloisters_left[seat]:
        raise NotationError(refused("setup.cloisters", cloisters_each=CLOISTERS_EACH))
    s.mask[seat] |= bit(place)
    s.taken |= bit(place)
    s.cloisters[board.land_of[place], seat] += 1
    s.cloisters_left[seat] -= 1


def _attend(s: State, seat: int, land: int) -> None:
    if not s.councils_left[seat]:
        raise NotationError(refused("setup.councils", councils_each=COUNCILS_EACH))
    s.councils[land, seat] += 1
    s.councils_left[seat] -= 1
