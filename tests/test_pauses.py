"""Opponents take their time: by character and by what everybody sees, never by what only they know."""

import statistics

import pytest

from engine import options
from engine.games import GAMES
from engine.people import CHARACTERS, LONGEST, SHORTEST
from engine.rng import Rng

POSITIONS = 200


@pytest.mark.parametrize("slug", GAMES)
def test_how_tense_a_position_is_can_be_seen_from_every_seat(slug: str) -> None:
    rng, game_type, seen = Rng(7), GAMES[slug], set()
    for _ in range(POSITIONS // 20):
        seats = rng.choice(game_type.seats_allowed)
        game = game_type(seats, rng.bits() >> 1, options.at_random(game_type.Options, rng))
        for _ in range(200):
            if not game.waiting():
                break
            seat = game.waiting()[0]
            tension = game.tension(seat)
            assert 0 <= tension <= 1
            assert {game.view(other).tension(seat) for other in range(seats)} == {tension}
            seen.add(tension)
            game.push(rng.choice(game.legal_moves(seat)))
    assert len(seen) > 1


@pytest.mark.parametrize("slug", CHARACTERS)
def test_every_character_has_pauses_of_its_own(slug: str) -> None:
    character, rng = CHARACTERS[slug], Rng(3)
    calm, tense = ([character.pause(tension, rng) for _ in range(2000)] for tension in (0.0, 1.0))
    usual = character.pace_ms
    assert all(SHORTEST * usual <= pause <= LONGEST * usual for pause in (*calm, *tense))
    assert statistics.median(calm) == pytest.approx(usual, rel=0.05)
    assert statistics.median(tense) == pytest.approx(usual * (1 + character.nerves), rel=0.05)
    assert statistics.quantiles(calm, n=10)[-1] > usual * (1 + character.moods)


def test_no_two_characters_take_their_time_alike() -> None:
    assert len({(one.pace_ms, one.moods, one.nerves) for one in CHARACTERS.values()}) == len(CHARACTERS)
