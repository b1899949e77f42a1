"""Checks the fast model of Big Two against the rules: ``python -m tests.bots.check_big_two [DEALS]``, by default 5,000.

Each deal is played at random in both at once, with house rules drawn from its seed. Moves, the seat to move and the
points must agree. It takes about ten seconds.
"""

import sys
from collections import Counter

from engine.bots.big_two.model import DECK, PASS, PlayoutDeal, loss_table
from engine.games.big_two import BigTwo, BigTwoOptions
from engine.games.big_two.hands import classify, mask_of
from engine.rng import Rng
from tests.support.random_options import random_options


def play_both(seed: int) -> tuple[BigTwo, int]:
    """Play one deal in model and game; return the finished game and the number of plies.

    Raises:
        AssertionError: the model and the rules differ.
    """
    rng = Rng(seed)
    game = BigTwo(4, rng.bits() >> 1, random_options(BigTwoOptions, rng))
    game.events = None
    deal = PlayoutDeal(game)
    plies, over = 0, False
    while not over:
        (seat,) = game.seats_to_act()
        assert deal.turn == seat, f"seed {seed}, ply {plies}: {deal.turn} is next in the model, {seat} by the rules"
        moves, entries = game.legal_moves(seat), deal.moves()
        by_mask = {mask_of(move.cards): move for move in moves}
        assert sorted(entry & DECK for entry in entries) == sorted(by_mask), (
            f"seed {seed}, ply {plies}: different moves"
        )
        keys = [entry >> 52 for entry in entries if entry != PASS]
        assert keys == [play.key for entry in entries if (play := classify(entry & DECK, game.rules))]
        entry = rng.choice(entries)
        game.push(by_mask[entry & DECK])
        over = deal.play(entry)
        assert over == bool(game.history), f"seed {seed}, ply {plies}: only one of them ended the deal"
        plies += 1
    lost = loss_table(game.options.scoring)
    points = [-lost[hand.bit_count()] for hand in deal.hands]
    points[deal.turn] = -sum(points)
    assert tuple(points) == game.history[0], f"seed {seed}: different points"
    return game, plies


def main(deals: int) -> None:
    """Check ``deals`` deals and print how often each rule was in force."""
    plies = 0
    rules: Counter[str] = Counter()
    for seed in range(deals):
        game, count = play_both(seed)
        plies += count
        rules.update(f"{rule} {getattr(game.options, rule)}" for rule in game.options.__slots__)
    print(f"{deals} deals, {plies} plies: the model and the rules agree")
    for rule, count in sorted(rules.items()):
        print(f"  {rule}: {count}")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 5000)
