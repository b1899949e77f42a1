"""Records of deals played by quick bots, for tests that play them again."""

import pytest

from engine.arena.play import NamedBot, answer
from engine.bots import bot_for
from engine.match.record import Record
from engine.parts import at_once
from tests.support.records import chairs, new_record


def played(record: Record, most: int, *, finished: int = 999) -> Record:
    """Let an easy bot continue a record for ``most`` moves, or until ``finished`` deals are over."""
    game = record.replay()
    game.events = None
    bot = NamedBot("easy", bot_for(record.game, "easy"))
    for _ in range(most):
        if game.outcome is not None or len(game.history) >= finished:
            break
        seat = game.waiting()[0]
        moves = game.legal_moves(seat)
        chance = (9, len(record.moves))
        record.append(moves[0] if len(moves) == 1 else at_once(answer(game, seat, moves, bot, chance)))
        game.push(record.moves[-1])
    return record


def one_deal(slug: str, seed: int = 5, level: str = "easy") -> Record:
    """A match with one finished deal; an easy bot plays all moves."""
    record = new_record(slug, seed)
    record.chairs = chairs(record.seats, level)
    return played(record, 5000, finished=1)


def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make par playouts fast."""
    monkeypatch.setattr("engine.par.playouts.PATIENCE", 0.01)
