"""Records of deals played by fast bots, for tests that replay them."""

import pytest

from engine.arena.duplicate import NamedBot, choose_move
from engine.bots import bot_for
from engine.cooperative import run_to_end
from engine.match.record import Record
from tests.support.records import chairs, new_record


def play_on(record: Record, max_moves: int, *, max_deals: int = 999) -> Record:
    """Let an easy bot continue a record for ``max_moves`` moves, or until ``max_deals`` deals are over."""
    game = record.replay()
    game.events = None
    bot = NamedBot("easy", bot_for(record.game, "easy"))
    for _ in range(max_moves):
        if game.outcome is not None or len(game.history) >= max_deals:
            break
        seat = game.seats_to_act()[0]
        moves = game.legal_moves(seat)
        chance = (9, len(record.moves))
        record.append(moves[0] if len(moves) == 1 else run_to_end(choose_move(game, seat, moves, bot, chance)))
        game.push(record.moves[-1])
    return record


def play_one_deal(slug: str, seed: int = 5, level: str = "easy") -> Record:
    """Return a match with one finished deal; a bot plays all moves."""
    record = new_record(slug, seed)
    record.chairs = chairs(record.seats, level)
    return play_on(record, 5000, max_deals=1)


def speed_up_playouts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Shorten the par playouts."""
    monkeypatch.setattr("engine.par.playouts.PATIENCE", 0.01)
