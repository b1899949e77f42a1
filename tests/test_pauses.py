"""Opponents take their time: by character and by what everybody sees, never by what only they know."""

import statistics
from itertools import pairwise
from pathlib import Path

import pytest

from engine import options
from engine.games import GAMES
from engine.match.record import PERSON, Chair, Record
from engine.people import CHARACTERS, LONGEST, SHORTEST
from engine.profile.storage import Profile
from engine.rng import Rng
from engine.work.thinking import Question, Reply, Thinker
from scenes.shell.destinations import Home, Resume
from scenes.table.goal import GoalDialog
from tests.support.at_table import settings
from tests.support.piloting import Pilot

POSITIONS = 200
MOVES = 24


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


class Scripted(Thinker):
    """A thinker that gives the first answer: at once, or not before it is hurried."""

    def __init__(self, *, at_once: bool) -> None:
        super().__init__(process=False)
        self.at_once, self.hurried = at_once, False
        self.question: Question | None = None

    def ask(self, question: Question) -> None:
        self.question, self.hurried = question, False

    def hurry(self) -> None:
        self.hurried = True

    def poll(self, max_seconds_of_slice: float = 0.004) -> Reply | None:
        question = self.question
        if question is None or not (self.hurried or self.at_once):
            return None
        self.question = None
        return Reply(question.request, question.view.legal_moves(question.seat)[0])


def times_of_moves(folder: Path, speed: str, thinking: str, *, at_once: bool) -> list[int]:
    """Steps of the clock, 10 ms each, after which each of the first moves among three masters was made."""
    folder.mkdir()
    seats = (Chair(PERSON), *(Chair(slug, "master") for slug in ("mei", "anselm", "tiao")))
    record = Record("big_two", 4, 3, GAMES["big_two"].Options(), seats)
    thinker = Scripted(at_once=at_once)
    settings(folder, speed=speed, pace="normal", thinking=thinking)
    Profile(folder).save_match(record)
    pilot = Pilot(folder, thinker=thinker)
    pilot.app.go(Home())
    pilot.app.go(Resume())
    if isinstance(pilot.app.top, GoalDialog):
        pilot.app.top.back()
    table, times = pilot.table, list[int]()
    for step in range(20_000):
        if table.stage.choice is not None:
            pilot.play_by_keys(table.stage.choice.legal[-1])
        pilot.step(dt=10.0)
        times += [step] * (len(table.match.record.moves) - len(times))
        if len(times) >= MOVES:
            break
    return times


@pytest.mark.parametrize("thinking", ["1", "10"])
@pytest.mark.parametrize("speed", ["1", "4", "instant"])
def test_a_forced_answer_takes_as_long_as_a_long_thought(speed: str, thinking: str, tmp_path: Path) -> None:
    quick = times_of_moves(tmp_path / "quick", speed, thinking, at_once=True)
    slow = times_of_moves(tmp_path / "slow", speed, thinking, at_once=False)
    assert len(quick) == len(slow) == MOVES
    for one, other in zip(pairwise(quick), pairwise(slow), strict=True):
        assert abs((one[1] - one[0]) - (other[1] - other[0])) <= 2, "a step to hear that the time is over"
