"""Faces: the drawings with their expressions, and who shows which one when, by what everybody has seen alone."""

from __future__ import annotations

import math
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from engine.cards import Card
from engine.events import Asked, Moved, Said, Scored, seen_with
from engine.games import GAMES
from engine.moves import TABLE, Ask, Note, Pile
from engine.people import CHARACTERS
from scenes.look import raster, speeds
from scenes.look.faces import EXPRESSIONS, GAZES, gaze_towards, looking, with_expression
from scenes.look.look import Look
from scenes.look.theme import PORTRAITS
from scenes.results.results import ResultsScreen
from scenes.shell.destinations import Begin
from scenes.table.goal import GoalDialog
from scenes.table.layouts import LAYOUTS
from scenes.table.stage.moods import Face, Moods
from scenes.table.table import Table
from tests.support.at_table import choosing, continued, settings
from tests.support.piloting import Pilot
from tests.support.records import new_record, random_events, random_record, record_where

FACELESS = "you"
"""The portrait that is an emblem."""
FRAME = 1000 / 60


def drawing(name: str) -> str:
    return (raster.ASSETS / "portraits" / f"{name}.svg").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", [name for name in PORTRAITS if name != FACELESS])
def test_every_portrait_has_every_expression(name: str) -> None:
    root = ET.fromstring(drawing(name))
    assert [child.get("id") for child in root][: len(EXPRESSIONS) + 1] == ["base", *EXPRESSIONS]
    for expression in EXPRESSIONS:
        left = ET.fromstring(with_expression(drawing(name), expression))
        ids = [child.get("id") for child in left]
        assert ids[:2] == ["base", expression] and set(ids[2:]) <= {"front"}
        whole = next(child for child in root if child.get("id") == expression)
        assert ET.tostring(left[1]).strip() == ET.tostring(whole).strip(), "nothing of the group is lost"


def test_a_drawing_without_groups_stays_as_it_is() -> None:
    assert with_expression(drawing(FACELESS), "pleased") == drawing(FACELESS)


@pytest.mark.painted
def test_every_expression_of_a_portrait_is_another_picture() -> None:
    look = Look((1280, 720))
    for name in PORTRAITS:
        drawn = {look.face(name, 68, expression).get_buffer().raw for expression in EXPRESSIONS}
        assert len(drawn) == (1 if name == FACELESS else len(EXPRESSIONS)), name


@pytest.mark.parametrize("name", list(CHARACTERS))
def test_thinking_eyes_look_eight_ways(name: str) -> None:
    """Both irises of a drawing move, alike, and nothing else does."""
    plain = drawing(name)
    assert plain.count('class="iris"') == 2
    seen = {looking(plain, gaze) for gaze in range(GAZES)}
    assert len(seen) == GAZES
    for other in seen:
        moved = [(a, b) for a, b in zip(plain.splitlines(), other.splitlines(), strict=True) if a != b]
        assert len(moved) == 2 and all("iris" in a and "translate" in b for a, b in moved)


@pytest.mark.painted
def test_eyes_that_look_elsewhere_are_another_picture() -> None:
    look = Look((1280, 720))
    drawn = {look.face("ingrid", 68, "thinking", gaze=gaze).get_buffer().raw for gaze in (None, *range(GAZES))}
    assert len(drawn) == GAZES + 1


# --- which one when -------------------------------------------------------------------------------------------------


def said(who: int, key: str, **figures: int) -> Said:
    return Said(who, Note(key, figures))


def asked(*seats: int) -> Asked:
    return Asked(Ask("play", seats))


def moods(slug: str = "roped", seats: int = 4) -> Moods:
    return Moods(seats, LAYOUTS[slug].reactions, range(1, seats))


def after(shown: Moods, milliseconds: float, *, moving: bool = False) -> None:
    for _ in range(round(milliseconds / 10)):
        shown.update(10, moving=moving)


def test_who_ropes_is_pleased_with_a_bob_and_who_is_roped_is_dismayed() -> None:
    shown = moods()
    shown.hear(said(1, "lasso", seat=1, seat_to=2))
    assert shown.face(1).expression == shown.face(2).expression == "blink", "the eyes close between two expressions"
    lifts = []
    for _ in range(30):
        after(shown, 10)
        lifts.append(shown.face(1).lift)
    assert max(lifts) == pytest.approx(6, abs=0.1) and lifts[-1] == 0 and lifts[25] == 0, "6 px in 260 ms"
    assert shown.face(1).expression == "pleased" and shown.face(2) == Face("dismayed")
    after(shown, speeds.EXPRESSION - 300)
    assert shown.face(1) == shown.face(2) == Face()


def test_the_later_feeling_counts_and_both_count_more_than_thinking() -> None:
    shown = moods()
    shown.hear(asked(1))
    assert shown.face(1) == Face("thinking") and shown.face(2) == Face(), "only who is asked"
    shown.hear(said(1, "lasso", seat=1, seat_to=2))
    after(shown, 200)
    assert shown.face(1).expression == "pleased"
    shown.hear(said(3, "roped", seat=3, seat_to=1))
    after(shown, 200)
    assert shown.face(1).expression == "dismayed" and shown.face(3).expression == "pleased"
    shown.hear(asked(1))
    assert shown.face(1).expression == "dismayed"
    after(shown, speeds.EXPRESSION)
    assert shown.face(1).expression == "thinking"


def test_thinking_never_flickers_and_persons_are_not_seen_thinking() -> None:
    shown = moods()
    shown.hear(asked(0, 2))
    assert shown.face(0) == Face() and shown.face(2) == Face("thinking")
    after(shown, 50)
    shown.hear(said(2, "pass"))
    after(shown, 200)
    assert shown.face(2).expression == "thinking"
    after(shown, 100)
    assert shown.face(2) == Face() and shown.due == math.inf


def test_whoever_leads_after_a_trick_has_won_it() -> None:
    shown = moods("big_two")
    shown.hear(Moved((Card(1),), Pile("trick"), Pile("played"), (0,), "sweep"))
    shown.hear(asked(3))
    after(shown, 100)
    assert shown.face(3).expression == "pleased"
    shown.hear(Scored(1, (0, 0, 9, 0), (0, 0, 9, 0), (2,), Note("won")))
    after(shown, 100)
    assert shown.face(2).expression == "pleased"


def test_faces_blink_only_while_something_else_moves() -> None:
    shown = moods()
    after(shown, 60_000)
    assert shown.face(1) == Face() and shown.due == math.inf
    blinked = 0
    for _ in range(2000):
        before = shown.face(1)
        shown.update(10, moving=True)
        blinked += shown.face(1) == Face("blink") and before != Face("blink")
    assert 3 <= blinked <= 7, "every 3 to 6 seconds of 20"
    while shown.face(1) != Face("blink"):
        shown.update(10, moving=True)
    assert shown.due <= speeds.BLINK, "eyes open again when everything has come to rest"
    after(shown, speeds.BLINK + 10)
    assert shown.face(1) == Face() and shown.due == math.inf


def test_with_reduced_motion_expressions_are_exchanged_and_nothing_moves() -> None:
    shown = moods()
    shown.calm = True
    shown.hear(said(1, "lasso", seat=1, seat_to=2))
    assert shown.face(1) == Face("pleased") and shown.due == speeds.EXPRESSION
    for _ in range(1000):
        shown.update(10, moving=True)
        assert shown.face(1) in (Face("pleased"), Face())


@pytest.mark.parametrize("slug", GAMES)
def test_every_reaction_is_to_something_that_the_game_says(slug: str) -> None:
    reactions = LAYOUTS[slug].reactions
    assert reactions, "every game pleases and dismays somebody"
    heard: set[str] = set()
    for seed in range(60):
        record = random_record(slug, seed, short=True) if seed % 2 else new_record(slug, seed)
        for event in random_events(slug, seed, record.seats, 150):
            if isinstance(event, Said):
                heard.add(event.note.key)
                for reaction in reactions.get(event.note.key, ()):
                    seat = event.note.figures[reaction.who] if reaction.who else event.seat
                    assert seat != TABLE
        if heard >= reactions.keys():
            break
    assert reactions.keys() - heard <= {"four_plus_one", "straight_flush", "quads", "mismatch_own", "shared"}


@pytest.mark.parametrize("slug", GAMES)
def test_expressions_tell_only_what_everybody_knows(slug: str) -> None:
    """Whatever cards are hidden, and from whom, the same faces are shown, at the same time."""
    for seed in range(8):
        seats = GAMES[slug].seats_default
        several = [Moods(seats, LAYOUTS[slug].reactions, range(seats)) for _ in range(3)]
        for event in random_events(slug, seed, seats, 150):
            for shown, eyes in zip(several, (0, 1, -1), strict=True):
                shown.hear(seen_with(event, eyes))
                shown.update(90, moving=True)
            assert len({tuple(shown.face(seat) for seat in range(seats)) for shown in several}) == 1


def test_a_glance_lasts_until_something_happens_and_reduced_motion_has_none() -> None:
    shown = moods()
    shown.hear(asked(1))
    assert shown.glance(1) and shown.face(1) == Face("thinking", glances=True)
    assert not shown.glance(1), "nothing to draw again"
    assert shown.glance(None) and shown.face(1) == Face("thinking")
    shown.glance(1)
    shown.hear(said(1, "pass"))
    assert shown.face(1) == Face("thinking"), "the card leaves"
    shown.calm = True
    assert not shown.glance(1) and shown.face(1) == Face("thinking")


# --- at the table ---------------------------------------------------------------------------------------------------


def test_opponents_think_alike_whether_they_have_a_choice_or_not(tmp_path: Path) -> None:
    """What is forced is not seen: the face appears with the question, before anything about the answer is known."""
    settings(tmp_path, speed="1", pace="normal", auto_answer=True)
    pilot = Pilot(tmp_path)
    pilot.app.go(Begin(new_record("big_two", 3)))
    forced: dict[bool, set[tuple[str, bool]]] = {True: set(), False: set()}
    for _ in range(6000):
        pilot.steps(1)
        top = pilot.app.top
        if isinstance(top, GoalDialog):
            top.back()
        if not isinstance(top, Table):
            continue
        table, game = pilot.table, pilot.table.match.game
        seats = game.waiting()
        if table.stage.choice is not None:
            table.control.answer(table.stage.choice.legal[-1])
        elif seats and seats[0] != 0 and table.stage.director.quiet:
            face = table.hud.moods.face(seats[0]).expression
            forced[len(game.legal_moves(seats[0])) == 1].add((face, face == "neutral"))
        if forced[True] and len(table.match.record.moves) > 40:
            break
    assert forced[True] and forced[False]
    assert ("neutral", True) not in forced[True] | forced[False], "asked and not thinking"


@pytest.mark.parametrize("slug", GAMES)
def test_whoever_thinks_looks_to_the_hand_and_shortly_before_the_answer_to_the_pile(tmp_path: Path, slug: str) -> None:
    """The clock of the pause alone says when; a forced answer has the same glance."""
    settings(tmp_path, speed="1", pace="normal", coach="off", auto_answer=True)
    pilot = Pilot(tmp_path)
    pilot.app.go(Begin(new_record(slug, 3)))
    looked: list[list[tuple[float, float, bool]]] = []
    for _ in range(2500):
        pilot.steps(1)
        if isinstance(pilot.app.top, GoalDialog | ResultsScreen):
            pilot.app.top.back()
        if not isinstance(pilot.app.top, Table):
            continue
        table = pilot.table
        turns, moods, stage = table.play.turns, table.hud.moods, table.stage  # type: ignore[attr-defined]
        if stage.choice is not None:
            table.control.answer(stage.choice.legal[-1])
        seat, pause = table.match.computer_to_move(), turns._pause
        if seat is None or not stage.director.quiet or pause <= 0 or moods.face(seat).expression != "thinking":
            continue
        if not looked or pause >= looked[-1][-1][1]:
            looked.append([])
        looked[-1].append((turns._whole_pause, pause, moods.face(seat).glances))
        x, y = stage.portrait(seat)
        for glances in (False, True):
            to = stage.pile_asked_for(seat) if glances else stage.middle_of_hand(seat)
            assert to is not None and table.hud.plates.gaze(seat, glances=glances) == gaze_towards(to[0] - x, to[1] - y)
        if len(looked) > 12:
            break
    assert len(looked) > 5
    for turn in looked[1:-1]:
        for whole, left, glances in turn:
            late = min(speeds.GLANCE, speeds.GLANCE_SHARE * whole)
            assert glances == (left <= late) or abs(left - late) < 2 * FRAME
    assert {glances for turn in looked for _, _, glances in turn} == {False, True}
    pilot.app.close_all()


def test_a_resting_table_asks_for_no_frame(tmp_path: Path) -> None:
    pilot = continued(tmp_path, record_where("palacio", choosing), sound=False, coach="off", speed="1")
    table = pilot.table
    pilot.steps(200)
    assert table.hud.moods.due == table.hud.plates.due == math.inf
    assert table.due == math.inf
    assert not any(table.update(FRAME) for _ in range(600)), "no face moves while the player thinks"
    pilot.app.close_all()


def test_a_lost_life_breaks_and_falls_once(tmp_path: Path) -> None:
    settings(tmp_path, speed="1", auto_answer=True)
    pilot = Pilot(tmp_path)
    pilot.app.go(Begin(new_record("pass_the_ace", 4)))
    fell: list[float] = []
    for _ in range(4000):
        pilot.steps(1)
        if isinstance(pilot.app.top, GoalDialog):
            pilot.app.top.back()
        table = pilot.table
        if table.stage.choice is not None:
            table.control.answer(table.stage.choice.legal[0])
        now = [fact for seat in table.stage.seats for fact in table.hud.plates.plate(seat).facts if fact.breaks]
        fell += [fact.fallen for fact in now]
        if fell and not now:
            break
    assert fell and fell == sorted(fell) and fell[-1] > 0.8
    assert table.hud.plates.due == math.inf
    lost = [fact for seat in table.stage.seats for fact in table.hud.plates.plate(seat).facts]
    assert any(fact.icon == "heart_lost" for fact in lost), "it stays lost"
    pilot.app.close_all()


def test_every_character_has_a_face() -> None:
    assert set(CHARACTERS) <= set(PORTRAITS)
