"""Why a turn of the card game is good: every word of it has to be true, in both languages."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from string import Formatter
from typing import Any

import pytest

from pnp.definition.game import LANGUAGES
from solver.games.kk_card import hidden, rules
from solver.games.kk_card import state as position
from solver.games.kk_card.facts import TurnFacts, facts_of
from solver.games.kk_card.reasons import why
from solver.games.kk_card.tables import GAME
from solver.kernel.contract import Bytes
from solver.kernel.random import seeded
from tests.solver.kk_card_bridge import collected, give_law, lose, table
from tests.solver.kk_card_bridge import legal as offered_by
from tests.solver.kk_card_play import choose, mood, shuffled
from tests.solver.kk_card_reference import CHAIN, LANDS, Card, Cell, Game, Step, land_points, symbol_points

NAMES = ("Anna", "Ben", "Clara", "Dora", "Emil")

# ---- random turns, told and checked ----------------------------------------------------------------------------------


def turns(players: int, seed: int) -> Iterator[tuple[Bytes, Game, list[int], Game]]:
    """The turns of a random game: the table before, also as the reference, the steps, and the reference after."""
    state, game = shuffled(players, seed)
    chance = random.Random(seed)
    liked = mood(chance)
    while not game.over:
        before, reference, steps = state.copy(), game.copy(), list[int]()
        begun = int(state.view(position.STATE)[0].turn)
        while not game.over and int(state.view(position.STATE)[0].turn) == begun:
            offered = offered_by(state)
            step = choose(chance, game, list(offered), liked)
            rules.apply(state, offered[step])
            game.apply(step)
            steps.append(offered[step])
        yield before, reference, steps, game.copy()


def seen(state: Bytes) -> Bytes:
    view = state.copy()
    hidden.observe(view, rules.actor(state))
    return view


def piles(game: Game) -> list[list[Card]]:
    return [player.cards for player in game.players]


def held(game: Game, land: str) -> list[int]:
    return [sum(card.land == land for card in pile) for pile in piles(game)]


def routes(game: Game, seat: int, route: str) -> int:
    return sum(card.route == route for card in game.players[seat].cards)


def check_lands(facts: TurnFacts, before: Game, after: Game) -> None:
    seat = facts.seat
    for fact in facts.lands:
        had, has = held(before, fact.land), held(after, fact.land)
        rivals_had, rivals_have = (max(n for other, n in enumerate(all_) if other != seat) for all_ in (had, has))
        assert {
            "opens": max(had) == 0 and has[seat] > rivals_have,
            "leads": had[seat] < rivals_had and has[seat] > rivals_have,
            "alone": had[seat] == rivals_had > 0 and has[seat] > rivals_have,
            "ahead": had[seat] > rivals_had and has[seat] > rivals_have,
            "level": had[seat] < rivals_had and has[seat] == rivals_have,
            "enters": had[seat] == 0 and has[seat] < rivals_have,
            "climbs": had[seat] > 0 and has[seat] < rivals_have and fact.own.after > fact.own.before,
            "closer": had[seat] > 0 and has[seat] < rivals_have and fact.own.after == fact.own.before,
        }[fact.rank.change]
        assert fact.count == has[seat]
        assert fact.rank.place == 1 + len({n for n in has if n > has[seat]})
        if fact.rank.next_to is not None:
            assert fact.rank.gap == abs(has[fact.rank.next_to] - has[seat])
        check_shifts(fact, land_points(piles(before), fact.land, LANDS[fact.land]),
                     land_points(piles(after), fact.land, LANDS[fact.land]), seat)  # fmt: skip


def check_shifts(fact: Any, old: list[int], new: list[int], seat: int) -> None:
    assert (fact.own.before, fact.own.after) == (old[seat], new[seat])
    moved = {other: (old[other], new[other]) for other in range(len(old)) if other != seat and old[other] != new[other]}
    assert {shift.seat: (shift.before, shift.after) for shift in fact.others} == moved


def check_symbols(facts: TurnFacts, before: Game, after: Game) -> None:
    seat = facts.seat
    for fact in facts.symbols:
        old, new = symbol_points(piles(before), fact.land), symbol_points(piles(after), fact.land)
        check_shifts(fact, old, new, seat)
        others = [points for other, points in enumerate(new) if other != seat]
        own = [card for card in after.players[seat].cards if card.land == fact.land]
        assert fact.count == sum(card.symbols.count(fact.symbol) for card in own) == new[seat]
        assert {
            "leads": old[seat] == 0 and not any(others),
            "level": old[seat] == 0 and any(others),
            "alone": old[seat] > 0 and not any(others) and bool(fact.others),
            "more": new[seat] > old[seat] > 0 and not any(others) and not fact.others,
        }[fact.change]


def check_chains(facts: TurnFacts, before: Game, after: Game) -> None:
    for fact in facts.chains:
        had, has = routes(before, facts.seat, fact.route), routes(after, facts.seat, fact.route)
        assert fact.count == has > had
        assert fact.change == ("towards" if has < CHAIN else "longer" if had >= CHAIN else "done")
        assert (fact.own.before, fact.own.after) == (had if had >= CHAIN else 0, has if has >= CHAIN else 0)
        left = sum(card.route == fact.route for card in after.display.values())
        assert fact.within_reach == (has + left >= CHAIN)


def outings(game: Game, seat: int, free: bool) -> Iterator[tuple[set[Cell], Game]]:
    """What the seat could take if it were its turn, without law tiles; `free` without paying."""
    start = game.copy()
    start.seat, start.phase, start.taken, start.in_force, start.waiting = seat, "take", [], set(), False
    start.first_ends = start.ends()
    start.players[seat].hand = []
    waiting = [start]
    while waiting:
        now = waiting.pop()
        for step in now.legal():
            if step.word == "pay" or (step.word == "take" and not (free and now.stones.get(step.cell, seat) != seat)):
                after = now.copy()
                after.apply(step)
                after.players[seat].hand = []
                yield game.display.keys() - after.display.keys(), after
                waiting.append(after)


def within_reach(game: Game, seat: int, wish: Callable[[Game], bool], free: bool) -> bool:
    return any(wish(after) for _, after in outings(game, seat, free))


def points_of(game: Game, seat: int) -> int:
    """Points without law tiles, which lie face down."""
    return sum(value for part, value in game.score_parts()[seat].items() if part != "minus")


def wish_for(prize: str, of: str, seat: int) -> Callable[[Game], bool]:
    if prize == "chain":
        return lambda game: routes(game, seat, of) >= CHAIN
    if prize == "land":
        return lambda game: 0 < held(game, of)[seat] == max(held(game, of))
    return lambda game: symbol_points(piles(game), of)[seat] > 0


def check_denials(facts: TurnFacts, before: Game, after: Game) -> None:
    for fact in facts.denials:
        wish = wish_for(fact.prize, fact.of, fact.seat)
        assert not wish(before)
        assert within_reach(before, fact.seat, wish, free=True)
        assert not within_reach(after, fact.seat, wish, free=False)


def check_stone(facts: TurnFacts, after: Game) -> None:
    if facts.stone:
        cell, card = next((cell, card) for cell, card in after.display.items() if card.id == facts.stone.card)
        assert after.stones[cell] == facts.seat
        brings = []
        for seat, player in enumerate(after.players):
            twin = after.copy()
            twin.players[seat].cards = [*player.cards, card]
            brings.append(points_of(twin, seat) - points_of(after, seat))
        assert facts.stone.own == brings.pop(facts.seat)
        assert facts.stone.rival_points == max(brings)


def check_uncovered(facts: TurnFacts, before: Game, after: Game) -> None:
    """The card was no end before, is one now, and the next player's best free turn is one that takes it."""
    if facts.uncovers is None:
        return
    cell = next(cell for cell, card in after.display.items() if card.id == facts.uncovers.card)
    assert cell in after.ends() - before.ends()
    seat = facts.uncovers.seat
    assert seat == after.seat
    now = points_of(after, seat)
    gains = [(points_of(end, seat) - now, cell in cells) for cells, end in outings(after, seat, free=True)]
    assert max(gains) == (facts.uncovers.points, True)


@pytest.mark.parametrize("players", [3, 4, 5])
def test_every_fact_is_true(players: int) -> None:
    told = set[str]()
    for seed in range(5):
        for state, before, steps, after in turns(players, 1000 + seed):
            facts = facts_of(seen(state), steps)
            check_lands(facts, before, after)
            check_symbols(facts, before, after)
            check_chains(facts, before, after)
            check_denials(facts, before, after)
            check_stone(facts, after)
            check_uncovered(facts, before, after)
            paid = after.players[facts.seat].lost - before.players[facts.seat].lost
            assert len(facts.paid_to) == paid + facts.laws_played.count(position.RETURN)
            told |= {*(fact.rank.change for fact in facts.lands), *(fact.prize for fact in facts.denials)}
    changes = {"opens", "leads", "alone", "level", "ahead", "climbs", "enters", "closer"}
    assert told == changes | {"chain", "land", "symbols"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_turn_gets_one_or_two_whole_sentences(language: Any) -> None:
    for state, _, steps, _ in turns(5, 31):
        text = why(state, steps, NAMES, language)
        assert re.fullmatch(r"[“„A-ZÄÖÜ][^.{}]+\.( [A-ZÄÖÜ][^.{}]+\.)?", text), text
        assert "None" not in text and "  " not in text


def test_what_lies_face_down_changes_no_word() -> None:
    for state, _, steps, _ in turns(4, 32):
        viewer = rules.actor(state)
        other = seen(state)
        hidden.determinize(other, viewer, seeded(5))
        assert why(other, steps, NAMES, "en") == why(state, steps, NAMES, "en")


def test_both_languages_have_the_same_sentences_with_the_same_gaps() -> None:
    def gaps(entry: Any) -> Any:
        if isinstance(entry, dict):
            return {key: gaps(value) for key, value in entry.items()}
        return {field for _, field, _, _ in Formatter().parse(str(entry)) if field}

    assert gaps(GAME.phrases("de")) == gaps(GAME.phrases("en"))


# ---- examples --------------------------------------------------------------------------------------------------------

QUIET = {(row, column): card for row, cards in enumerate(("FR7 SA5", "SA1 SA2", "FK1 FK3", "BA1 BA2")) for column, card
         in zip((0, 13), cards.split(), strict=True)}  # fmt: skip
"""Ends of the rows; the only ship among them is on FR7, in the corner."""


def situation(*held_cards: str, cards: dict[tuple[int, int], str] | None = None) -> Bytes:
    """A table with these ends at which the players hold these cards; what else they hold does not matter here."""
    state = table(players=len(held_cards), cards=QUIET | (cards or {}))
    piles_ = collected(*(cards.split() for cards in held_cards)).view(position.STATE)[0]
    s = state.view(position.STATE)[0]
    for field in ("cards", "lands", "symbols", "routes"):
        s[field] = piles_[field]
    return state


def told(state: Bytes, *steps: Step) -> tuple[str, str]:
    """The reasons in English and German."""
    numbers, now = [], state.copy()
    for step in steps:
        numbers.append(offered_by(now)[step])
        rules.apply(now, numbers[-1])
    return why(state, numbers, NAMES, "en"), why(state, numbers, NAMES, "de")


def take(row: int, column: int) -> Step:
    return Step("take", (row, column))


def test_a_lead_taken_and_a_chain_denied() -> None:
    state = situation("FR1 FR2", "FR4 FR5", "EN1 EN2 EN4 EN5")
    english, german = told(state, take(0, 0), Step("stop"), Step("done"))
    assert english.startswith("Is now alone at the top of France, Ben falls to 3; denies Clara the fifth ship.")
    assert german.startswith("Liegt in Frankreich nun allein vorn, Ben fällt auf 3; verwehrt Clara das fünfte Schiff.")


def test_a_lead_taken_from_behind() -> None:
    state = situation("FR1", "FR4 FR5", "EN1 EN2 EN4 EN5", cards={(0, 1): "FR8"})
    english, german = told(state, take(0, 0), take(0, 1), Step("stop"), Step("done"))
    assert english.startswith("Takes the lead in France: 8 for you, Ben falls to 3; denies Clara the fifth ship")
    assert german.startswith("Übernimmt die Führung in Frankreich: 8 für dich, Ben fällt auf 3; verwehrt Clara")


def test_a_chain_is_not_denied_while_another_ship_lies_open() -> None:
    state = situation("FR1", "FR4 FR5", "EN1 EN2 EN4 EN5", cards={(3, 13): "KA7"})
    english, _ = told(state, take(0, 0), Step("stop"), Step("done"))
    assert "denies" not in english


def test_a_chain_done_and_lengthened() -> None:
    english, _ = told(situation("EN1 EN2 EN4 EN5", "FR1", "FR2"), take(0, 0), Step("stop"), Step("done"))
    assert "completes a chain of 5 ships: 5 for you" in english
    english, _ = told(situation("EN1 EN2 EN4 EN5 KA3", "FR1", "FR2"), take(0, 0), Step("stop"), Step("done"))
    assert "lengthens the chain to 6 ships: 1 more" in english


def test_a_stone_that_guards_a_card_and_one_that_is_paid() -> None:
    state = situation("FR1", "BA3 BA4", "SA3")
    english, german = told(state, take(0, 0), Step("stop"), Step("place", (3, 0)))
    assert "The stone guards BA1, which would bring you 4 and Clara 4" in english
    assert "Der Stein sichert BA1, die dir 4 und Clara 4 brächte" in german
    s = state.view(position.STATE)[0]
    s.stone[0], s.stock[1], s.shown[1] = 2, 2, 1
    english, german = told(state, take(0, 0), Step("stop"), Step("done"))
    assert english.startswith("Holds France alone with 2 cards; costs you a stone (claimed by Ben).")
    assert "kostet dich einen Stein (beansprucht von Ben)" in german


def test_laws_that_are_played_say_what_for() -> None:
    state = situation("FR1", "BA3", "SA3")
    give_law(state, 0, "colours", "return")
    lose(state, 0, 1)
    steps = (Step("law", law="return"), take(0, 0), Step("law", law="colours"), take(0, 13), Step("stop"), Step("done"))
    english, german = told(state, *steps)
    assert english.startswith("“Return” brings back a lost stone; “Many colours” is played for France and Saxony; ")
    assert german.startswith("„Rückgabe“ holt einen verlorenen Stein zurück; „Vielerlei Länder“ wird für ")


def test_what_the_turn_lays_open_for_the_next() -> None:
    state = situation("FR1", "EN1 EN2 EN4 IT3", "FR2", cards={(0, 1): "KA3"})
    english, german = told(state, take(0, 0), Step("stop"), Step("done"))
    assert english.endswith("But the turn uncovers KA3: Ben could gain 13.")
    assert german.endswith("Der Zug legt aber KA3 frei: Ben könnte 13 holen.")


def test_a_turn_that_is_skipped() -> None:
    state = table(players=4)
    s = state.view(position.STATE)[0]
    ends = [row * 14 + column for row in range(4) for column in (0, 13)]
    s.stone[ends] = [2, 2, 2, 3, 3, 3, 4, 4]
    s.stock[:4], s.shown[1:4], s.lost[0] = 0, (3, 3, 2), 3
    assert told(state, Step("skip")) == ("Nothing can be taken.", "Es lässt sich nichts nehmen.")
