"""Pauses of opponents depend on character and public information, never on hidden information."""

import statistics
from itertools import pairwise
from pathlib import Path

import pytest

from engine.characters import CHARACTERS, MAX_PAUSE_FACTOR, MIN_PAUSE_FACTOR
from engine.games import GAMES
from engine.match.record import PERSON, Chair, Record
from engine.profile.storage import Profile
from engine.rng import Rng
from engine.work.thinking import Question, Reply, Thinker
from scenes.shell.destinations import Home, ResumedTable
from scenes.table.goal_dialog import GoalDialog
from tests.support.profile_pilot import Pilot
from tests.support.random_options import random_options
from tests.support.tables import write_settings

POSITION_COUNT = 200
MOVE_COUNT = 24


@pytest.mark.parametrize("slug", GAMES)
def test_tension_is_visible_from_every_seat(slug: str) -> None:
    rng, game_type, seen = Rng(7), GAMES[slug], set()
    for _ in range(POSITION_COUNT // 20):
        seats = rng.choice(game_type.seats_allowed)
        game = game_type(seats, rng.bits() >> 1, random_options(game_type.Options, rng))
        for _ in range(200):
            if not game.seats_to_act():
                break
            seat = game.seats_to_act()[0]
            tension = game.tension(seat)
            assert 0 <= tension <= 1
            assert {game.view(other).tension(seat) for other in range(seats)} == {tension}
            seen.add(tension)
            game.push(rng.choice(game.legal_moves(seat)))
    assert len(seen) > 1


@pytest.mark.parametrize("slug", CHARACTERS)
def test_every_character_has_own_pauses(slug: str) -> None:
    character, rng = CHARACTERS[slug], Rng(3)
    calm, tense = ([character.draw_pause_ms(tension, rng) for _ in range(2000)] for tension in (0.0, 1.0))
    usual = character.median_pause_ms
    assert all(MIN_PAUSE_FACTOR * usual <= pause <= MAX_PAUSE_FACTOR * usual for pause in (*calm, *tense))
    assert statistics.median(calm) == pytest.approx(usual, rel=0.05)
    assert statistics.median(tense) == pytest.approx(usual * (1 + character.tension_increase), rel=0.05)
    assert statistics.quantiles(calm, n=10)[-1] > usual * (1 + character.pause_spread)


def test_characters_have_different_paces() -> None:
    assert len({(one.median_pause_ms, one.pause_spread, one.tension_increase) for one in CHARACTERS.values()}) == len(
        CHARACTERS
    )


class FirstMoveThinker(Thinker):
    """Thinker that gives the first answer, either at once or only after it is hurried."""

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


def move_times(folder: Path, speed: str, thinking: str, *, at_once: bool) -> list[int]:
    """Return the step of 10 ms at which each of the first moves among three masters was made."""
    folder.mkdir()
    seats = (Chair(PERSON), *(Chair(slug, "master") for slug in ("mei", "anselm", "tiao")))
    record = Record("big_two", 4, 3, GAMES["big_two"].Options(), seats)
    thinker = FirstMoveThinker(at_once=at_once)
    write_settings(folder, speed=speed, pace="normal", thinking=thinking)
    Profile(folder).save_match(record)
    pilot = Pilot(folder, thinker=thinker)
    pilot.app.go(Home())
    pilot.app.go(ResumedTable())
    if isinstance(pilot.app.top, GoalDialog):
        pilot.app.top.back()
    table, times = pilot.table, list[int]()
    for step in range(20_000):
        if table.model.choice is not None:
            pilot.play_by_keys(table.model.choice.legal_moves[-1])
        pilot.step(elapsed_ms=10.0)
        times += [step] * (len(table.match.record.moves) - len(times))
        if len(times) >= MOVE_COUNT:
            break
    return times


@pytest.mark.parametrize("thinking", ["1", "10"])
@pytest.mark.parametrize("speed", ["1", "4", "instant"])
def test_forced_answer_takes_as_long_as_long_thought(speed: str, thinking: str, tmp_path: Path) -> None:
    quick = move_times(tmp_path / "quick", speed, thinking, at_once=True)
    slow = move_times(tmp_path / "slow", speed, thinking, at_once=False)
    assert len(quick) == len(slow) == MOVE_COUNT
    for one, other in zip(pairwise(quick), pairwise(slow), strict=True):
        assert abs((one[1] - one[0]) - (other[1] - other[0])) <= 2, "both answers take equally long, within two steps"
