"""Short forms of ``tests.online.message_fuzz`` and ``tests.online.long_run``."""

import random
from pathlib import Path

import pytest

from engine.events import CardsMoved, CardsTurned
from engine.online.guest.message_verifier import MAX_RESTART_EVENTS, MatchStep, MessageVerifier
from engine.online.protocol import messages
from engine.online.protocol.game_codec import MAX_RECENT_EVENTS_AND_CARDS
from engine.online.protocol.messages import MessageError, ToGuest
from tests.online.long_run import RandomParty
from tests.online.message_fuzz import fuzz, make_nearly_valid, process_like_window, sent_in_matches, show_messages


def test_damaged_messages_are_refused_or_understood() -> None:
    tried = fuzz(3000, seed=7)
    assert tried.understood_by_host > 50 and tried.understood_by_guest > 10, "some can still be decoded"
    assert 0 < tried.corpus_size < 300, "exactly the messages that reach new lines are kept"


def test_nearly_valid_messages_raise_no_error_in_window(tmp_path: Path) -> None:
    assert show_messages("pass_the_ace", 12, 1, tmp_path) > 2


def test_nearly_valid_messages_give_window_no_more_than_match_has() -> None:
    """The window's work for a step grows only with its events, its cards and the moves of its seat."""
    chance, steps = random.Random(3), 0
    for _, sent in sent_in_matches(seed=3, moves=30):
        for _ in range(120):
            verifier = MessageVerifier()
            message: ToGuest = chance.choice([one for one in sent if isinstance(one, messages.MatchSnapshot)])
            if chance.random() < 0.5:
                verifier.verify_or_refuse(message)
                message = chance.choice(sent)
            try:
                verified = verifier.verify_or_refuse(messages.decode_to_guest(make_nearly_valid(message, chance)))
            except MessageError:
                continue
            process_like_window(verified)
            if isinstance(verified, MatchStep):
                steps += 1
                game, events = verified.game, verified.events
                cards = sum(len(event.cards) for event in events if isinstance(event, CardsMoved | CardsTurned))
                assert len(events) + cards <= (
                    MAX_RECENT_EVENTS_AND_CARDS if verified.is_restart else 8 * len(game.known)
                )
                assert len(events) <= MAX_RESTART_EVENTS, "no deal here is as long"
                assert sum(len(lying) for lying in game.piles.values()) == len(game.known)
                assert len(game.history) <= 1000
    assert steps > 20


@pytest.mark.parametrize("seed", range(6))
def test_table_survives_any_guest_actions(seed: int) -> None:
    party = RandomParty(seed)
    for _ in range(700):
        party.act()
        party.check()
    assert party.matches
