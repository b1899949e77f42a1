"""Messages to guests don't depend on the key of the deal before the match is over."""

import pytest

from engine.games import GAMES
from engine.match.record import FORMAT, LEGACY_FORMAT, MAX_TOML_INTEGER, Record
from engine.online.protocol import messages
from engine.rng import Rng, ShuffleStream
from tests.online import predict
from tests.online.party import Party, start_party
from tests.support.local_table import make_table_config

OTHER_KEY = 0xFEDCBA9876543210_0123456789ABCDEF


def start_watched_party(slug: str) -> Party:
    """Return two players, one spectator and at least one bot in a match."""
    party = start_party(make_table_config(slug, max(3, GAMES[slug].seats_default)))
    party.join(3, is_spectator=True)
    party.sent.clear()
    return party


def bytes_sent(party: Party) -> list[bytes]:
    return [messages.encode(message) for sent in party.sent.values() for message in sent]


@pytest.mark.parametrize("slug", GAMES)
def test_messages_are_equal_for_two_keys_until_reshuffle(slug: str) -> None:
    first, second = start_watched_party(slug), start_watched_party(slug)
    assert isinstance(first.match.game.rng, ShuffleStream)
    shuffles, compared = first.match.game.rng.state, 0
    second.match.record.seed = OTHER_KEY  # only later shuffles depend on the key
    second.match.game.rng = ShuffleStream(OTHER_KEY, shuffles)
    while compared < 40:
        for party in (first, second):
            party.play(1)
            party.disconnect_and_return(2, party.guests[2])  # sends the whole position again
        if any(party.match.game.rng.state != shuffles or party.match.is_over for party in (first, second)):
            break
        assert bytes_sent(first) == bytes_sent(second)
        compared += 1
        first.sent.clear()
        second.sent.clear()
    assert compared >= 3, "moves of persons and of bots were compared"


def test_final_record_names_key_and_replays() -> None:
    party = start_party(make_table_config("pass_the_ace", 3, options={"lives": 1}))
    party.play()
    record = Record.from_text(party.guests[2].record or "")
    assert record.seed == party.match.record.seed > MAX_TOML_INTEGER
    assert record.replay() == party.match.game
    assert record.branch_at(0, record.chairs).initial_position() == record.initial_position()


# --- the attack on the deal -----------------------------------------------------------------------------------------

TRIED_OUTPUTS = 1 << 14
"""Number of possible outputs that this short form tries; ``python -m tests.online.predict`` tries all of them."""


def test_attack_names_cards_of_fast_generator_and_none_of_stream() -> None:
    number = 0x1234_5678_9ABC_DEF1
    control = predict.record_of(number, LEGACY_FORMAT)
    rest, modulus = predict.possible_outputs(
        predict.digits_of(predict.round_seen(control)[0][0].prefix)[: predict.DIGITS_PER_OUTPUT]
    )
    right, remainder = divmod(Rng(number).bits() - rest, modulus)
    assert not remainder, "the six cards seen are the digits of the first output"
    near = range(max(0, right - TRIED_OUTPUTS // 2), right + TRIED_OUTPUTS // 2)
    assert predict.attack(control, near) == predict.NAMED_CARDS
    assert predict.attack(predict.record_of(number, FORMAT), near) == 0
