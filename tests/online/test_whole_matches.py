"""Whole matches over messages: every guest's view matches the host's, through restarts, cuts and returns."""

import pytest

from engine.games import GAMES
from tests.online.party import start_party, views_agree
from tests.support.local_table import make_short_config

EVERY_GAME = pytest.mark.parametrize("slug", GAMES)


@EVERY_GAME
def test_every_view_equals_hosts_and_players_get_record_at_end(slug: str) -> None:
    party = start_party(make_short_config(slug), seed=7)
    party.join(3, is_spectator=True)
    for _ in range(150):
        party.play(1)
        views_agree(party)
    assert party.match.history.moves_made >= 5
    party.play()
    text = party.match.record.to_text()
    assert [party.guests[connection_id].record for connection_id in (1, 2, 3)] == [text, text, ""]
    assert all(guest.game is not None and guest.game.outcome is not None for guest in party.guests.values())


@EVERY_GAME
def test_match_goes_on_through_restarts_of_host(slug: str) -> None:
    party = start_party(make_short_config(slug))
    for _ in range(8):
        party.play(7)
        before = party.match.game.clone().comparable_state()
        party.restart()
        assert party.match.game.comparable_state() == before
        for connection_id, guest in list(party.guests.items()):
            party.rejoin(connection_id, guest)
        views_agree(party)
        assert [guest.seat for guest in party.guests.values()] == [0, 1]
