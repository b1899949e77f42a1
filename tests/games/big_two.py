"""Builds positions of Big Two for tests, and plays them."""

from engine.cards import Card, cards, texts
from engine.game import STOCK
from engine.games.big_two.game import PLAYED, BigTwo
from engine.games.big_two.options import BigTwoOptions
from engine.moves import Ask, Move


def make_position(
    *hands: str, leader: int = 0, rules: BigTwoOptions | None = None, opening: bool = False, seats: int = 4
) -> BigTwo:
    """Return a position with these hands, all other cards played and the leader in control."""
    game = BigTwo(seats, 1, rules)
    held_cards = [cards(words) for words in hands]
    held_cards += [()] * (seats - len(held_cards))
    rest = set(map(Card, range(52))).difference(*held_cards)
    game.piles[PLAYED] = tuple(sorted(rest))
    game.known = [(1 << seats) - 1] * 52
    game.piles[STOCK] = ()
    for pile, hand in zip(game.hands, held_cards, strict=True):
        game.piles[pile] = hand
        for card in hand:
            game.known[card] = 1 << pile.owner
    game.opening_card = game.order.lowest_card if opening else None
    game.finished = ()
    game.winning_seat, game.is_opening, game.play_to_beat, game.passed_mask = leader, opening, None, 0
    game.ask = Ask("play", (leader,))
    game.take_events()
    return game


def play_lines(game: BigTwo, *lines: str) -> BigTwo:
    for line in lines:
        game.play(Move.parse(line))
    return game


def hands_of(*counts: int) -> list[str]:
    """Return hands of these sizes for seats 1 … 3, without the two of spades for seat 0."""
    deck = [Card(card) for card in range(52) if card not in cards("2S 3D")]
    hands = []
    for count in counts:
        hands.append(texts(deck[:count]))
        deck = deck[count:]
    return hands
