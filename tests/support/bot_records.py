"""Records of deals played by fast bots, for tests that replay them."""

import pytest

from engine.bots import bot_for
from engine.bots.common import self_play
from engine.bots.common.self_play import NamedBot
from engine.match.record import Record
from tests.support.records import chairs, new_record


def play_on(record: Record, max_moves: int, *, max_deals: int = 999) -> Record:
    """Let an easy bot continue a record for ``max_moves`` moves, or until ``max_deals`` deals are over."""
    game = record.replay()
    game.events = None
    bot = NamedBot("easy", bot_for(record.game, "easy"))
    for ply in self_play.play_on(game, [bot] * record.seats, 9, max_moves):
        if isinstance(ply, self_play.Ply):
            record.append(ply.move)
        if len(game.history) >= max_deals:
            break
    return record


def play_one_deal(slug: str, seed: int = 5, level: str = "easy") -> Record:
    """Return a match with one finished deal; a bot plays all moves."""
    record = new_record(slug, seed)
    record.chairs = chairs(record.seats, level)
    return play_on(record, 5000, max_deals=1)


def speed_up_playouts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Shorten the par playouts."""
    monkeypatch.setattr("engine.par.playouts.PATIENCE", 0.01)
