"""A review in words: what a turn cost, what chance brought, and the moments that decided a game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from solver.kernel.playable import NotationError
from solver.search.chances import seen_by
from table.answers.review import scale
from table.screens.advice_reasons import clauses, percent

if TYPE_CHECKING:
    from collections.abc import Sequence

    from solver.kernel.contract import Bytes
    from table.answers.review import Review, TurnReview
    from table.screens.words import Words

MOMENTS = 3
LEAST_LOSS = 0.0005
"""Of a win; less is nothing."""
LEAST_LUCK = 0.03
"""Of a win, to be worth a word."""
MOST = 0.6
"""Part of a loss from which on it is said who got most of it."""


@dataclass(frozen=True)
class Moment:
    """Something that mattered: in which turn, and told in words."""

    turn: TurnReview
    told: str


def title(review: Review, words: Words) -> str:
    """Of a screen, a page or a sheet."""
    from table.scenes.scene import definition_of

    return words.said("review.title", game=definition_of(review.match.game.data).spec.title.in_(words.language))


def hundredths(share: float, words: Words, error: float | None = None, signed: bool = False) -> str:
    """A share of a win in hundredths, with its error; nothing is said of nothing."""
    if abs(share) < LEAST_LOSS and not error:
        return "" if error is None else "0"
    margin = f" ±{100 * error:.1f}" if error else ""
    text = f"{100 * share:+.1f}{margin}" if signed else f"{100 * share:.1f}{margin}"
    return words.decimals(text.replace("-", "−"))


def verdict_word(review: Review, turn: TurnReview, words: Words) -> str:
    """What a turn is called, or "" where it is called nothing."""
    if not turn.judged:
        return words.said("review.unjudged")
    found = review.verdict(turn)
    return str(words.entry("review.verdicts")[found]) if found else ""


def named_better(turn: TurnReview) -> str:
    """The better turn where it is likely to be one: where the loss is larger than its error."""
    return turn.best if turn.loss >= LEAST_LOSS and turn.loss > turn.loss_se else ""


def scale_told(words: Words) -> str:
    """The words, and the numbers that they stand for."""
    names = {name: str(word) for name, word in words.entry("review.verdicts").items()}
    numbers = {f"{name}_from": percent_plain(least, words) for name, least in scale().verdicts.items()}
    said = words.said("review.scale", **names, **numbers, doubt=words.decimals(f"{scale().doubt:g}"))
    return said[:1].upper() + said[1:]


def percent_plain(share: float, words: Words) -> str:
    """A share without decimals where it has none."""
    return words.decimals(f"{100 * share:g} %")


def notes(review: Review, words: Words) -> list[str]:
    """What one has to know to read a review."""
    found = [words.said("review.open" if review.open_cards else "review.by_sight"), scale_told(words)]
    if unjudged := sum(not turn.judged for turn in review.turns):
        found.append(words.said("review.unjudged_why", number=unjudged))
    if not review.whole and review.turns:
        found.append(words.said("review.stopped", turn=review.turns[-1].number, turns=len(review.moves)))
    elif review.match.to_move is not None:
        found.append(words.said("review.unfinished"))
    if review.late:
        seconds = {"given": review.given, "taken": review.seconds}
        found.append(words.said("review.late", **{name: words.decimals(f"{s:.1f}") for name, s in seconds.items()}))
    return found


def effort(review: Review, words: Words) -> str:
    """What was done for it."""
    simulations = sum(turn.simulations for turn in review.turns)
    seconds = words.decimals(f"{sum(turn.seconds for turn in review.turns):.1f}")
    return words.said("review.effort", turns=len(review.turns), simulations=simulations, seconds=seconds)


BALANCE = ("name", "start", "own", "gifts", "luck", "rest", "end")
"""The columns of the balance."""


def balance_lines(review: Review, words: Words) -> list[list[str]]:
    """What became of everybody's chance, a line for each player."""
    return [
        [
            account.name,
            hundredths(account.start, words) or "0",
            hundredths(-account.loss, words, account.loss_se, signed=True),
            hundredths(account.gifts, words, signed=True) or "0",
            hundredths(account.luck, words, account.luck_se, signed=True),
            hundredths(account.rest, words, account.result_se, signed=True),
            hundredths(account.result, words) or "0",
        ]
        for account in review.accounts
    ]


def points_lost(turn: TurnReview, words: Words) -> str:
    """What a turn cost in points; it may bring some, and lose all the same."""
    return words.decimals(f"{round(turn.points, 1) + 0.0:.1f}".replace("-", "−"))


# ---- what decided it -------------------------------------------------------------------------------------------------


def moments(review: Review, words: Words) -> list[Moment]:
    """The largest losses and strokes of luck that cannot be doubted, in the order in which they came."""
    doubt = scale().doubt
    weighed: list[tuple[float, bool, TurnReview]] = []
    for turn in review.turns:
        if review.verdict(turn):
            weighed.append((turn.loss, True, turn))
        lucky = _lucky(turn)
        if abs(turn.luck[lucky]) > max(LEAST_LUCK, doubt * turn.luck_se[lucky]):
            weighed.append((abs(turn.luck[lucky]), False, turn))
    weighed.sort(key=lambda found: (-found[0], found[2].number))
    chosen = sorted(weighed[:MOMENTS], key=lambda found: (found[2].number, not found[1]))
    return [
        Moment(turn, _loss_told(review, turn, words) if loss else _luck_told(review, turn, words))
        for _, loss, turn in chosen
    ]


def _lucky(turn: TurnReview) -> int:
    """The seat to whom chance meant most."""
    return max(range(len(turn.luck)), key=lambda seat: (abs(turn.luck[seat]), -seat))


def _luck_told(review: Review, turn: TurnReview, words: Words) -> str:
    lucky, players = _lucky(turn), review.match.players
    luck, error = turn.luck[lucky], turn.luck_se[lucky]
    key, worth = ("lucky", "+") if luck > 0 else ("unlucky", "")
    worth += percent(abs(luck), error, words)
    return words.said(f"review.{key}_moment", **_what(review, turn, words), luck=worth, lucky=players[lucky])


def _what(review: Review, turn: TurnReview, words: Words) -> dict[str, object]:
    """Who did what: in words, as far as the log's owner has seen it, and as it is written."""
    match, move, played = review.match, review.moves[turn.number], review.played(turn)
    told = ""
    if move.steps and not match.sealed(move):
        before = match.states[match.moves.index(move)]
        if match.me not in (None, move.seat):
            before = match.game.witnessed(before, move.steps, match.me)
        told = match.game.tell(before, move.steps, words.language)
    done = words.said("review.done", told=told, turn=played) if told not in ("", played) else ""
    return {
        "number": turn.number,
        "name": match.players[turn.seat],
        "done": done or words.said("review.plays", turn=played),
    }


def signed_percent(share: float, error: float, words: Words) -> str:
    """A gain or a loss with its error."""
    return ("+" if share > 0 else "") + percent(share, error, words).replace("-", "−")


def _loss_told(review: Review, turn: TurnReview, words: Words) -> str:
    name = review.match.players[turn.seat]
    told, why = better(review, turn, words)
    verdict = verdict_word(review, turn, words)
    chance = turn.before[turn.seat]
    text = words.said(
        "review.loss_moment",
        **_what(review, turn, words),
        verdict=verdict[:1].upper() + verdict[1:],
        loss=percent(turn.loss, turn.loss_se, words),
        before=f"{hundredths(chance, words) or '0'} %",
        after=f"{hundredths(max(0.0, chance - turn.loss), words) or '0'} %",
        gift=_gift(review, turn, words),
        best=turn.best,
        told=f" ({told})" if told else "",
    )
    reason = words.said("review.loss_reason", name=name, clauses="; ".join(why)) if why else ""
    return f"{text}{words.said('review.proved') if turn.proved else ''}{reason}"


def _gift(review: Review, turn: TurnReview, words: Words) -> str:
    """Who got most of what a turn gave away, where several might have."""
    others = [seat for seat in range(len(turn.effect)) if seat != turn.seat]
    luckiest = max(others, key=lambda seat: turn.effect[seat], default=turn.seat)
    if len(others) < 2 or turn.effect[luckiest] < MOST * turn.loss:
        return ""
    return words.said("review.gift", name=review.match.players[luckiest])


def better(review: Review, turn: TurnReview, words: Words) -> tuple[str, Sequence[str]]:
    """The better turn in words, and what speaks for it and not for the played one, as its player would be told."""
    match, view = review.match, view_before(review, turn)
    steps = steps_of(review, view, turn.best)
    if not steps:
        return "", ()
    told = match.game.tell(view, steps, words.language)
    made = steps_of(review, view, review.played(turn))
    own = clauses(match.game.why(view, made, match.players, words.language)) if made else []
    best = clauses(match.game.why(view, steps, match.players, words.language))
    return told if told != turn.best else "", [clause for clause in best if clause not in own]


def view_before(review: Review, turn: TurnReview) -> Bytes:
    """The position before a turn as its player, and the log's owner in a game that goes on, has seen it."""
    match, move = review.match, review.moves[turn.number]
    state = match.states[match.moves.index(move)]
    if match.me is not None and match.to_move is not None:
        state = seen_by(match.game.kernel, state, match.me)
    return seen_by(match.game.kernel, state, move.seat)


def steps_of(review: Review, view: Bytes, text: str) -> tuple[int, ...]:
    """The steps of a turn as far as it can be read from what was seen; none where it cannot."""
    try:
        return review.match.game.read_turn(view, text, ends=False).steps
    except NotationError:
        return ()
