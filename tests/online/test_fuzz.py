"""The short form of ``tests.online.fuzz``."""

import random
from pathlib import Path

from engine.events import Moved, Turned
from engine.online import messages
from engine.online.messages import MessageError, ToGuest
from engine.online.positions import MAX_RECENT_EVENTS
from engine.online.verifier import MAX_SHOWN, Step, Verifier
from tests.online.fuzz import fuzz, looked_at, nearly_valid, sent_in_matches, show


def test_damaged_messages_are_refused_or_understood_and_nothing_else_happens() -> None:
    tried = fuzz(3000, seed=7)
    assert tried.host > 50 and tried.guest > 10, "some are still messages"
    assert 0 < tried.kept < 300, "those that reach new lines are kept, and no others"


def test_nearly_valid_messages_raise_nothing_in_a_window(tmp_path: Path) -> None:
    assert show("pass_the_ace", 12, 1, tmp_path) > 2


def test_nearly_valid_messages_give_a_window_no_more_than_a_match_has() -> None:
    """What a window does with a step grows with its events, its cards and the moves of its seat."""
    chance, steps = random.Random(3), 0
    for _, sent in sent_in_matches(seed=3, moves=30):
        for _ in range(120):
            verifier = Verifier()
            message: ToGuest = chance.choice([one for one in sent if isinstance(one, messages.Position)])
            verifier.verify(message)
            if chance.random() < 0.5:
                message = chance.choice(sent)
            try:
                verified = verifier.verify(messages.to_guest(nearly_valid(message, chance)))
            except MessageError:
                continue
            looked_at(verified)
            if isinstance(verified, Step):
                steps += 1
                game, events = verified.game, verified.events
                cards = sum(len(event.cards) for event in events if isinstance(event, Moved | Turned))
                assert len(events) + cards <= (MAX_RECENT_EVENTS if verified.anew else 8 * len(game.known))
                assert len(events) <= MAX_SHOWN, "no deal here is as long"
                assert sum(len(lying) for lying in game.piles.values()) == len(game.known)
                assert len(game.history) <= 1000
    assert steps > 20
