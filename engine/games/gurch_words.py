"""Gurch in words: why a move is refused, what a seat has to do, what a move does."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.boards import Tally
from engine.cards import rank
from engine.games.gurch.plays import VALUE, in_order, rank_of, uniform
from engine.games.gurch.table import FULL_HAND, HAND, SHOWN
from engine.moves import Move, Note, Refusal, Seat

if TYPE_CHECKING:
    from engine.games.gurch import Gurch

ASK_RULES = {
    "start": "gurch.R5",
    "first": "gurch.R6",
    "vote": "gurch.R8",
    "second": "gurch.R10",
    "shown": "gurch.R11",
    "play": "gurch.R15",
    "mini": "gurch.R24",
}
"""What is asked -> the rule that tells about it."""
SPECIALS = {
    "sacrifice": ("asked:low", "asked:low_card"),
    "mixed": ("said:mixed",),
    "pat": ("said:pat",),
    "tie_break": ("said:mini_low", "said:mini_high"),
    "shared": ("end:shared",),
}
"""What is worth counting -> the notes by which it is known."""


def refuse(game: Gurch, move: Move) -> Refusal | None:
    """Which of R5 … R19 speaks against a move whose seat, verb and cards may be."""
    assert game.ask is not None
    if (move.cards and move.verb not in ("swap", "play")) or (move.to != -1 and move.verb != "vote"):
        return Refusal("", "not_now", {"verb": move.verb})
    if move.verb == "vote":
        return None if 1 <= move.to <= FULL_HAND else Refusal("gurch.R8", "vote_range", {"n": FULL_HAND})
    if move.verb == "play":
        return _refuse_follow(game, move) if game.count else _refuse_lead(move)
    if move.verb == "swap":
        return _refuse_swap(game, move)
    if move.verb == "keep" and game.ask.what == "second" and game.must_swap(move.seat):
        return Refusal("gurch.R10", "must_swap", {"n": game.result})
    if move.verb == "reject" and game.short(1):
        return Refusal("gurch.R11", "last_card")
    return None


def _refuse_swap(game: Gurch, move: Move) -> Refusal | None:
    assert game.ask is not None
    what, count = game.ask.what, len(move.cards)
    if what == "start":
        return None if count else Refusal("gurch.R5", "swap_none")
    rule, wanted = ("gurch.R6", game.swapped) if what == "first" else ("gurch.R10", game.result)
    if game.short(wanted):
        return Refusal("gurch.R12", "short_stock", {"n": wanted})
    return None if count == wanted else Refusal(rule, "swap_exactly", {"n": wanted})


def _refuse_lead(move: Move) -> Refusal | None:
    """One to four cards of one rank lead (R14)."""
    if not move.cards:
        return Refusal("gurch.R14", "no_card")
    return None if uniform(move.cards) else Refusal("gurch.R14", "lead_unequal")


def _refuse_follow(game: Gurch, move: Move) -> Refusal | None:
    """Whether the cards are one of the ways to follow (R15 … R19), whatever their suits."""
    count = game.count
    if len(move.cards) != count:
        return Refusal("gurch.R15", "as_many", {"n": count})
    kind, plays = game.duty(move.seat)
    ranks = sorted(map(rank, move.cards))
    if any(sorted(map(rank, cards)) == ranks for cards in plays):
        return None
    if kind == "win":
        return Refusal("gurch.R17", "must_win", {"n": count, "rank": rank(plays[0][0])})
    if kind == "low":
        key = "lowest_card" if count == 1 else "lowest_cards"
        return Refusal("gurch.R19", key, {"n": count, "rank": rank(plays[0][0])})
    bar = game.benchmark
    least = bar if game.options.equal_and_sacrifice else bar + 1
    held = game.cards(HAND[move.seat])
    highs = sorted({VALUE[card] for card in held if VALUE[card] >= least})
    figures = {"n": count - 1, "rank": rank_of(highs[-1]), "rank_low": rank_of(highs[0]), "rank_top": rank_of(bar)}
    if any(VALUE[card] >= least for card in move.cards):
        return Refusal("gurch.R18", "beat_with_lowest", figures)
    return Refusal("gurch.R18", f"must_beat_{min(len(highs), 3)}", figures)


def demand(game: Gurch, seat: Seat) -> Note:
    """What the seat has to do; ``wait`` for a seat that isn't asked."""
    if game.ask is None or seat not in game.waiting():
        return Note("wait")
    what = game.ask.what
    if what == "play":
        return _demand_play(game, seat)
    if what == "first":
        return Note("first_short" if game.short(game.swapped) else "first", {"n": game.swapped})
    if what == "second":
        short = game.short(game.result)
        key = "second_short" if short else "second_must" if game.must_swap(seat) else "second"
        return Note(key, {"n": game.result, "voted": game.votes[seat]})
    if what == "shown":
        return Note("shown_last" if game.short(1) else "shown", {"card": game.cards(SHOWN)[0]})
    return Note(f"mini_{game.contest}" if what == "mini" else what)


def _demand_play(game: Gurch, seat: Seat) -> Note:
    count = game.count
    if not count:
        return Note("lead")
    kind, plays = game.duty(seat)
    figures = {"n": count, "rank": rank_of(game.benchmark)}
    if kind == "win":
        return Note("win", figures)
    if kind == "low":
        return Note("low" if count > 1 else "low_card", {**figures, "rank_low": rank(plays[0][0])})
    return Note("beat_equal" if game.options.equal_and_sacrifice else "beat", {**figures, "n": count - 1})


def board(game: Gurch) -> Tally | None:
    """The votes while the second swap is asked for."""
    if not game.result or game.ask is None or game.ask.what not in ("second", "shown"):
        return None
    votes = {seat: game.votes[seat] for seat in game.swappers}
    title = Note(f"result_{game.result}", {"n": game.result})
    return Tally(title, Note(game.options.vote_rule), tuple(range(1, FULL_HAND + 1)), votes, game.result)


def describe(move: Move) -> Note:
    """What the move does; which cards are swapped nobody is told."""
    if move.verb != "play":
        return Note(move.verb, {"n": move.to if move.verb == "vote" else len(move.cards)})
    cards = in_order(move.cards)
    if not cards or uniform(cards):
        return Note("play", {"n": len(cards), "rank": rank(cards[-1]) if cards else 0, "cards": move.cards})
    figures = {"n": len(cards) - 1, "rank": rank(cards[-1]), "rank_low": rank(cards[0]), "cards": move.cards}
    return Note("mixed", figures)
