"""Whole matches over messages: every guest's view is the host's, through restarts, cuts and returns."""

import copy

import pytest

from engine.games import GAMES
from tests.online.company import Party, arrangement, views_agree
from tests.support.records import least

SLUGS = pytest.mark.parametrize("slug", GAMES)


@SLUGS
def test_every_view_is_the_hosts_after_every_move(slug: str) -> None:
    party = Party(arrangement(slug, options=least(slug)))
    party.sit_down(1, 2)
    party.come(3, watching=True)
    match = party.table.match
    assert match is not None
    for _ in range(150):
        party.play(1)
        views_agree(party)
    assert match.history.made >= 10


@SLUGS
def test_a_match_goes_on_through_restarts_of_the_host(slug: str) -> None:
    party = Party(arrangement(slug, options=least(slug)))
    party.sit_down(1, 2)
    for _ in range(8):
        party.play(7)
        assert party.table.match is not None
        before = copy.deepcopy(party.table.match.game.position())
        party.restart()
        assert party.table.match is not None
        assert party.table.match.game.position() == before
        for link, guest in list(party.guests.items()):
            party.come_back(link, guest)
        views_agree(party)
        assert [guest.seat for guest in party.guests.values()] == [0, 1]


@SLUGS
def test_a_match_ends_with_its_record_for_those_who_played(slug: str) -> None:
    party = Party(arrangement(slug, options=least(slug)), seed=7)
    party.sit_down(1, 2)
    party.come(3, watching=True)
    party.play()
    assert party.table.match is not None
    text = party.table.match.record.to_text()
    assert [party.guests[link].record for link in (1, 2, 3)] == [text, text, ""]
    assert all(guest.game is not None and guest.game.outcome is not None for guest in party.guests.values())
