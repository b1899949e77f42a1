"""Compare the trainer's rules and features with the program's: ``dump 2000 | python check_rules.py``.

Each deal is replayed by the program's rules. Legal moves, turns, points and network features must agree.
"""

import sys
from collections.abc import Iterator, Sequence

from engine.games.big_two import BigTwo
from engine.games.big_two.card_order import STANDARD_ORDER, mask_of, strengths_of
from engine.games.big_two.game import HANDS
from engine.games.big_two.hands import classify
from engine.moves import Move

KIND_IDS = {
    "single": 0,
    "pair": 52,
    "triple": 104,
    "two_pair": 117,
    "quads": 130,
    "straight": 143,
    "flush": 156,
    "full_house": 169,
    "straight_flush": 182,
}
"""Kind of play -> lowest height of its plays; see ``heights_of`` in ``engine.bots.big_two.learned.plays``."""
_SIZE_CLASS = (0, 0, 1, 2, 2, 3)


def start_deal(hands: Sequence[int]) -> BigTwo:
    """Return a game whose deal begins with these hands."""
    game = BigTwo(4, 1)
    game.events = None
    for seat, hand in enumerate(hands):
        game.piles[HANDS[seat]] = tuple(STANDARD_ORDER.card_at[strength] for strength in strengths_of(hand))
    game.winning_seat = next(seat for seat, pile in enumerate(HANDS) if STANDARD_ORDER.lowest_card in game.piles[pile])
    game.ask_seats("play", game.winning_seat)
    return game


def play_id(mask: int, game: BigTwo) -> int:
    """Return the height, 0 … 194, of a play."""
    play = classify(mask, game.rules)
    assert play is not None
    top = mask_of([play.deciding_card]).bit_length() - 1
    return KIND_IDS[play.kind] + (top if play.kind in ("single", "pair") else top >> 2)


def _id_rank(number: int) -> int:
    if number < 104:
        return number % 52 >> 2
    return (number - 104) % 13


def _counts(mask: int) -> list[int]:
    return [(mask >> 4 * rank & 15).bit_count() for rank in range(13)]


def _thermometer(mask: int) -> Iterator[int]:
    for rank, count in enumerate(_counts(mask)):
        yield from range(4 * rank, 4 * rank + count)


def _straights(mask: int) -> Iterator[int]:
    counts = _counts(mask)
    return (low for low in range(9) if all(counts[low : low + 5]))


def _flushes(mask: int) -> Iterator[int]:
    return (suit for suit in range(4) if sum(strength & 3 == suit for strength in strengths_of(mask)) >= 5)


def rows(game: BigTwo, move: int) -> set[int]:
    """Return the indices of the active features for a move of the seat to act."""
    (seat,) = game.seats_to_act()
    hand = mask_of(game.piles[HANDS[seat]])
    others = [(seat + step) % 4 for step in (1, 2, 3)]
    unseen = sum(mask_of(game.piles[HANDS[other]]) for other in others)
    active = set(strengths_of(unseen)) | {52 + place for place in _thermometer(unseen)}
    passed_on = [0] * 4
    bar = 0
    for mover, mask in game.log:
        if mask:
            bar = mask
        else:
            passed_on[mover] |= 1 << 4 * _id_rank(play_id(bar, game)) + _SIZE_CLASS[bar.bit_count()]
    for place, other in enumerate(others):
        played = sum(mask for mover, mask in game.log if mover == other)
        active |= {104 + 52 * place + strength for strength in strengths_of(played)}
        active |= {260 + 52 * place + bit for bit in strengths_of(passed_on[other])}
        active.add(416 + 14 * place + len(game.piles[HANDS[other]]))
        if game.passed_mask >> other & 1:
            active.add(458 + place)
    active.add(461 if game.play_to_beat is None else 461 + (game.winning_seat - seat) % 4)
    active |= {465 + low for low in _straights(unseen)} | {474 + suit for suit in _flushes(unseen)}
    after = hand & ~move
    active |= {478 + strength for strength in strengths_of(after)} | {530 + place for place in _thermometer(after)}
    active |= {582 + low for low in _straights(after)} | {591 + suit for suit in _flushes(after)}
    active.add(595 + after.bit_count())
    ordered = sorted(strengths_of(unseen))
    above = sum(strength > ordered[-1] for strength in strengths_of(after)) if ordered else after.bit_count()
    above_third = (
        sum(strength > ordered[-3] for strength in strengths_of(after)) if len(ordered) > 2 else after.bit_count()
    )
    top_pair = max((rank for rank, count in enumerate(_counts(unseen)) if count > 1), default=-1)
    pairs = sum(count > 1 for count in _counts(after)[top_pair + 1 :])
    active |= {609 + k for k in range(min(above, 4))} | {613 + k for k in range(min(above_third, 4))}
    active |= {617 + k for k in range(min(pairs, 3))}
    if move:
        active.add(620 + play_id(move, game))
    else:
        assert game.play_to_beat is not None
        active.add(815 + play_id(game.play_to_beat.mask, game))
    return active


def main() -> None:
    """Check every deal on standard input and print their number."""
    deals = plies = 0
    game = start_deal((0, 0, 0, 1))
    for line in sys.stdin:
        word, *rest = line.split()
        if word == "deal":
            game = start_deal([int(hand) for hand in rest])
            deals += 1
        elif word == "end":
            assert tuple(map(int, rest)) == game.history[0], (line, game.history)
        else:
            head, listed, active = line.split("|")
            seat, mask = int(head.split()[1]), int(head.split()[2])
            assert game.seats_to_act() == (seat,), (line, game.seats_to_act())
            legal = {mask_of(move.cards): move for move in game.legal_moves(seat)}
            entries = [tuple(map(int, entry.split(":"))) for entry in listed.split()]
            assert sorted(entry[0] for entry in entries) == sorted(legal), line
            for cards, key, number in entries:
                play = classify(cards, game.rules)
                assert play is None or (play.key, play_id(cards, game)) == (key, number), (line, play)
            assert not game.is_opening or mask == 1
            assert {int(row) for row in active.split()} == rows(game, mask), line
            game.push(Move(seat, "play", legal[mask].cards) if mask else Move(seat, "pass"))
            plies += 1
    print(f"{deals} deals, {plies} plies: rules and features agree")


if __name__ == "__main__":
    main()
