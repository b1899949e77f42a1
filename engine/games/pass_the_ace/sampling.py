"""Sampled positions of Pass the Ace that agree with the rules of the deal and with the announcements."""

from collections.abc import Sequence
from typing import Protocol

from engine.cards import HIDDEN, Card
from engine.game import STOCK
from engine.games.pass_the_ace.options import PassTheAceOptions
from engine.games.pass_the_ace.table import HAND, ONE_HIDDEN_CARD, TOP_HEIGHT, TurnAnnouncement
from engine.moves import Pile, Seat
from engine.rng import Rng

MAX_SAMPLING_SWAPS = 120
"""Maximum number of attempted swaps to make a sampled position consistent with the announcements."""


class Deal(Protocol):
    """The part of a position of Pass the Ace that sampling reads and changes; see ``PassTheAce``."""

    options: PassTheAceOptions
    piles: dict[Pile, tuple[Card, ...]]
    known: list[int]
    dealer: Seat
    lives: tuple[int, ...]
    dealt_seats: tuple[Seat, ...]
    announcements: tuple[TurnAnnouncement, ...]

    def height(self, card: Card) -> int: ...

    def do_kings_stay(self) -> bool: ...

    def held_heights(self) -> list[int]: ...


def hidden_hands(view: Deal) -> list[Seat]:
    """Return the seats whose card a view of Pass the Ace does not know."""
    lives, piles = view.lives, view.piles
    return [seat for seat in view.dealt_seats if lives[seat] and piles.get(HAND[seat]) == ONE_HIDDEN_CARD]


def exchanges_latest_first(game: Deal) -> list[TurnAnnouncement]:
    """Return this round's announcements of card exchanges between two seats, the last one first."""
    return [turn for turn in reversed(game.announcements) if turn.other != turn.seat and turn.what != "kung"]


def undo_and_count_contradictions(
    heights: list[int], exchanges: Sequence[TurnAnnouncement], *, kings_stay: bool
) -> int:
    """Count the turn announcements that cards of these heights contradict. Undoes the exchanges in ``heights``.

    Args:
        heights: height of each seat's card after the exchanges; modified.
        exchanges: the exchanges, the last one first.
        kings_stay: whether a King must stay with its owner (a house rule).
    """
    wrong = 0
    for seat, what, other in exchanges:
        taken, given = heights[seat], heights[other]
        agrees = (
            taken > given
            if what == "better"
            else taken < given
            if what == "modi"
            else taken == given or what == "exchange"
        )
        wrong += not agrees or taken == TOP_HEIGHT or (kings_stay and given == TOP_HEIGHT)
        heights[seat], heights[other] = given, taken
    return wrong


def fit_to_deal(world: Deal, view: Deal, rng: Rng) -> frozenset[Card]:
    """Move sampled cards to agree with the house rules of dealing; return the cards that must stay where they are.

    A hidden card is no King if Kings are shown at once. The dealer of three cards kept the highest, and the other two
    are under the stock.
    """
    height, stock, known = world.height, list(world.piles[STOCK]), world.known
    hands = hidden_hands(view)
    unknown = [place for place, card in enumerate(view.piles[STOCK]) if card == HIDDEN]
    chose = view.options.dealer_cards == "best_of_three" and view.dealer in hands and unknown[:2] == [0, 1]
    left = unknown[:2] if chose else []
    held = [world.piles[HAND[seat]][0] for seat in hands] + [stock[place] for place in left]
    fixed = {card for place, card in enumerate(view.piles[STOCK]) if card != HIDDEN}
    if view.options.kings == "at_once":
        others = [place for place in unknown[len(left) :] if height(stock[place]) != TOP_HEIGHT]
        rng.shuffle(others)
        for index, card in enumerate(held):
            if height(card) == TOP_HEIGHT:
                place = others.pop()
                low = stock[place]
                held[index], stock[place] = low, card
                known[low], known[card] = known[card], known[low]
        fixed.update(card for card in stock if card != HIDDEN and height(card) == TOP_HEIGHT)
    if chose:
        own, first = hands.index(view.dealer), len(hands)
        best = max((own, first, first + 1), key=lambda index: height(held[index]))
        kept, given = held[own], held[best]
        if best != own:
            held[own], held[best] = given, kept
            known[given], known[kept] = known[kept], known[given]
        fixed.update((given, *held[first:]))
    for index, seat in enumerate(hands):
        world.piles[HAND[seat]] = (held[index],)
    for index, place in enumerate(left, len(hands)):
        stock[place] = held[index]
    world.piles[STOCK] = tuple(stock)
    return frozenset(fixed)


def reduce_contradictions(world: Deal, hidden: list[Seat], fixed: frozenset[Card], rng: Rng) -> None:
    """Try random swaps of these seats' cards with each other and the stock, to contradict fewer announcements.

    The piles are written only at the end, since a search samples thousands of positions a second.

    Args:
        world: the sampled position; modified.
        hidden: the seats whose cards may be swapped.
        fixed: the cards that stay where they are.
        rng: draws the cards to swap.
    """
    exchanges, bound, heights = exchanges_latest_first(world), world.do_kings_stay(), world.held_heights()
    wrong = undo_and_count_contradictions(heights.copy(), exchanges, kings_stay=bound)
    if not wrong:
        return
    piles, known, seats, height = world.piles, world.known, len(hidden), world.height
    cards = [piles[HAND[seat]][0] for seat in hidden]
    cards += piles[STOCK]
    for _ in range(MAX_SAMPLING_SWAPS):
        place, other = rng.below(seats), rng.below(len(cards))
        mine, theirs = cards[place], cards[other]
        if fixed and (mine in fixed or theirs in fixed):
            continue
        tried = heights.copy()
        if other < seats:
            tried[hidden[other]] = height(mine)
        tried[hidden[place]] = height(theirs)
        now = undo_and_count_contradictions(tried.copy(), exchanges, kings_stay=bound)
        if now > wrong:
            continue
        wrong, heights = now, tried
        cards[place], cards[other] = theirs, mine
        known[mine], known[theirs] = known[theirs], known[mine]  # knowledge belongs to the position of a card
        if not wrong:
            break
    for seat, card in zip(hidden, cards, strict=False):
        piles[HAND[seat]] = (card,)
    piles[STOCK] = tuple(cards[seats:])
