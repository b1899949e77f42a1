"""Many random matches with random seats and house rules: ``python -m tests.soak GAME N [FIRST_SEED]``.

Each match is played to its end; its cards are counted after every move, and its record is replayed at the end.
"""

import sys

from engine.moves import Move
from engine.rng import Rng
from tests import contract


def soak(slug: str, matches: int, seed: int = 0) -> int:
    """Play matches; returns how many. A fault raises AssertionError that names the seed."""
    for number in range(seed, seed + matches):
        game = contract.start(slug, number)
        rng = Rng(number ^ 0x50AC)
        moves: list[Move] = []
        try:
            for move in contract.moves_of(game, rng):
                game.push(move)
                moves.append(move)
                contract.check_cards(game)
            assert game.outcome is not None, f"not over after {contract.LONGEST} moves"
            contract.check_record(game, moves)
        except Exception as error:
            raise AssertionError(f"{slug}, seed {number}, {game.options}, move {len(moves) + 1}: {error}") from error
    return matches


if __name__ == "__main__":
    slug, matches, *rest = sys.argv[1:]
    print(f"{slug}: {soak(slug, int(matches), *map(int, rest))} matches, no fault")
