"""Faces: drawings with their expressions, shown according to public knowledge only."""

from __future__ import annotations

import math
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from engine.cards import Card
from engine.characters import CHARACTERS
from engine.events import Announced, CardsMoved, DealScored, QuestionAsked, redact_for_seats
from engine.games import GAMES
from engine.moves import TABLE, Ask, Note, Pile
from scenes.render import raster, timing
from scenes.render.expressions import EXPRESSIONS, GAZE_DIRECTIONS, gaze_towards, with_expression, with_gaze
from scenes.render.renderer import Renderer
from scenes.render.theme import PORTRAITS
from scenes.screens.results.results_screen import ResultsScreen
from scenes.shell.destinations import MatchTable
from scenes.table.goal_dialog import GoalDialog
from scenes.table.hud.seat_plates import TablePlate
from scenes.table.layouts import LAYOUTS
from scenes.table.model.expressions import FaceExpressions, FaceState
from scenes.table.table import Table
from scenes.ui.timeline import Timeline
from tests.games.facts import FACTS_BY_GAME
from tests.support.records import find_record, new_record, random_events, random_record
from tests.support.tables import continue_match, has_playable_and_unplayable, open_program

FACELESS = "you"
"""Portrait that is an emblem instead of a face."""
FRAME_MS = 1000 / 60


def face_drawing(name: str) -> str:
    return (raster.ASSETS / "portraits" / f"{name}.svg").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", [name for name in PORTRAITS if name != FACELESS])
def test_every_portrait_has_every_expression(name: str) -> None:
    root = ET.fromstring(face_drawing(name))
    assert [child.get("id") for child in root][: len(EXPRESSIONS) + 1] == ["base", *EXPRESSIONS]
    for expression in EXPRESSIONS:
        left = ET.fromstring(with_expression(face_drawing(name), expression))
        ids = [child.get("id") for child in left]
        assert ids[:2] == ["base", expression] and set(ids[2:]) <= {"front"}
        whole = next(child for child in root if child.get("id") == expression)
        assert ET.tostring(left[1]).strip() == ET.tostring(whole).strip(), "the expression's group is complete"


def test_drawing_without_groups_is_unchanged() -> None:
    assert with_expression(face_drawing(FACELESS), "pleased") == face_drawing(FACELESS)


@pytest.mark.painted
def test_every_expression_of_portrait_is_another_picture() -> None:
    look = Renderer((1280, 720))
    for name in PORTRAITS:
        drawn = {look.portrait_face(name, 68, expression).get_buffer().raw for expression in EXPRESSIONS}
        assert len(drawn) == (1 if name == FACELESS else len(EXPRESSIONS)), name


@pytest.mark.parametrize("name", list(CHARACTERS))
def test_thinking_eyes_look_eight_ways(name: str) -> None:
    """Both irises of a drawing move alike, and nothing else moves."""
    plain = face_drawing(name)
    assert plain.count('class="iris"') == 2
    seen = {with_gaze(plain, gaze) for gaze in range(GAZE_DIRECTIONS)}
    assert len(seen) == GAZE_DIRECTIONS
    for other in seen:
        moved = [(a, b) for a, b in zip(plain.splitlines(), other.splitlines(), strict=True) if a != b]
        assert len(moved) == 2 and all("iris" in a and "translate" in b for a, b in moved)


@pytest.mark.painted
def test_other_gaze_gives_another_picture() -> None:
    look = Renderer((1280, 720))
    drawn = {
        look.portrait_face("ingrid", 68, "thinking", gaze=gaze).get_buffer().raw
        for gaze in (None, *range(GAZE_DIRECTIONS))
    }
    assert len(drawn) == GAZE_DIRECTIONS + 1


# --- timing of expressions --------------------------------------------------------------------------------------------


def announced_event(who: int, key: str, **figures: int) -> Announced:
    return Announced(who, Note(key, figures))


def question_event(*seats: int) -> QuestionAsked:
    return QuestionAsked(Ask("play", seats))


def face_expressions(slug: str = "roped", seats: int = 4) -> FaceExpressions:
    return FaceExpressions(seats, LAYOUTS[slug].effects.reactions_by_announcement, range(1, seats), Timeline())


def advance(shown: FaceExpressions, milliseconds: float, *, moving: bool = False) -> None:
    for _ in range(round(milliseconds / 10)):
        if moving:
            shown.count_motion(10)
        shown.timeline.update(10)


def test_roping_seat_is_pleased_and_roped_seat_dismayed() -> None:
    shown = face_expressions()
    shown.react(announced_event(1, "lasso", seat=1, seat_to=2))
    assert shown.face_state(1).expression == shown.face_state(2).expression == "blink", (
        "the eyes close between two expressions"
    )
    lifts = []
    for _ in range(30):
        advance(shown, 10)
        lifts.append(shown.face_state(1).lift)
    assert max(lifts) == pytest.approx(6, abs=0.1) and lifts[-1] == 0 and lifts[25] == 0, (
        "the portrait is lifted 6 px and back within 260 ms"
    )
    assert shown.face_state(1).expression == "pleased" and shown.face_state(2) == FaceState("dismayed")
    advance(shown, timing.EXPRESSION_MS - 300)
    assert shown.face_state(1) == shown.face_state(2) == FaceState()


def test_later_feeling_counts_and_both_count_more_than_thinking() -> None:
    shown = face_expressions()
    shown.react(question_event(1))
    assert shown.face_state(1) == FaceState("thinking") and shown.face_state(2) == FaceState(), (
        "only the asked seat thinks"
    )
    shown.react(announced_event(1, "lasso", seat=1, seat_to=2))
    advance(shown, 200)
    assert shown.face_state(1).expression == "pleased"
    shown.react(announced_event(3, "roped", seat=3, seat_to=1))
    advance(shown, 200)
    assert shown.face_state(1).expression == "dismayed" and shown.face_state(3).expression == "pleased"
    shown.react(question_event(1))
    assert shown.face_state(1).expression == "dismayed"
    advance(shown, timing.EXPRESSION_MS)
    assert shown.face_state(1).expression == "thinking"


def test_thinking_never_flickers_and_persons_are_not_seen_thinking() -> None:
    shown = face_expressions()
    shown.react(question_event(0, 2))
    assert shown.face_state(0) == FaceState() and shown.face_state(2) == FaceState("thinking")
    advance(shown, 50)
    shown.react(announced_event(2, "pass"))
    advance(shown, 200)
    assert shown.face_state(2).expression == "thinking"
    advance(shown, 100)
    assert shown.face_state(2) == FaceState() and shown.timeline.next_update_ms == math.inf


def test_leader_after_trick_is_pleased() -> None:
    shown = face_expressions("big_two")
    shown.react(CardsMoved((Card(1),), Pile("trick"), Pile("played"), (0,), "sweep"))
    shown.react(question_event(3))
    advance(shown, 100)
    assert shown.face_state(3).expression == "pleased"
    shown.react(DealScored(1, (0, 0, 9, 0), (0, 0, 9, 0), (2,), Note("won")))
    advance(shown, 100)
    assert shown.face_state(2).expression == "pleased"


def test_faces_blink_only_during_other_motion() -> None:
    shown = face_expressions()
    advance(shown, 60_000)
    assert shown.face_state(1) == FaceState() and shown.timeline.next_update_ms == math.inf
    blinked = 0
    for _ in range(2000):
        before = shown.face_state(1)
        advance(shown, 10, moving=True)
        blinked += shown.face_state(1) == FaceState("blink") and before != FaceState("blink")
    assert 3 <= blinked <= 7, "a face blinks every 3 to 6 seconds"
    while shown.face_state(1) != FaceState("blink"):
        advance(shown, 10, moving=True)
    assert shown.timeline.next_update_ms <= timing.BLINK_MS, "closed eyes open even after all other motion"
    advance(shown, timing.BLINK_MS + 10)
    assert shown.face_state(1) == FaceState() and shown.timeline.next_update_ms == math.inf


def test_reduced_motion_exchanges_expressions_without_movement() -> None:
    shown = face_expressions()
    shown.timeline.reduces_motion = True
    shown.react(announced_event(1, "lasso", seat=1, seat_to=2))
    assert shown.face_state(1) == FaceState("pleased") and shown.timeline.next_update_ms == timing.EXPRESSION_MS
    for _ in range(1000):
        advance(shown, 10, moving=True)
        assert shown.face_state(1) in (FaceState("pleased"), FaceState())


@pytest.mark.parametrize("slug", GAMES)
def test_every_reaction_belongs_to_announced_text(slug: str) -> None:
    reactions = LAYOUTS[slug].effects.reactions_by_announcement
    heard: set[str] = set()
    for seed in range(60):
        record = random_record(slug, seed, short=seed % 4 == 1) if seed % 2 else new_record(slug, seed)
        for event in random_events(slug, seed, record.seats, 150, record.options):
            if isinstance(event, Announced):
                heard.add(event.note.key)
                for reaction in reactions.get(event.note.key, ()):
                    seat = (
                        event.note.placeholders[reaction.seat_placeholder] if reaction.seat_placeholder else event.seat
                    )
                    assert seat != TABLE
        if heard >= reactions.keys():
            break
    unheard = reactions.keys() - heard - FACTS_BY_GAME[slug].rare_reactions
    assert not unheard, f"never announced in random matches: {sorted(unheard)}; wrong, or rare_reactions of the facts"


@pytest.mark.parametrize("slug", GAMES)
def test_expressions_show_only_common_knowledge(slug: str) -> None:
    """Viewers with different hidden cards see the same faces at the same time."""
    for seed in range(8):
        seats = GAMES[slug].seats_default
        reactions = LAYOUTS[slug].effects.reactions_by_announcement
        several = [FaceExpressions(seats, reactions, range(seats), Timeline()) for _ in range(3)]
        for event in random_events(slug, seed, seats, 150):
            for shown, eyes in zip(several, (0, 1, -1), strict=True):
                shown.react(redact_for_seats(event, eyes))
                advance(shown, 90, moving=True)
            assert len({tuple(shown.face_state(seat) for seat in range(seats)) for shown in several}) == 1


def test_glance_lasts_until_event_and_reduced_motion_has_none() -> None:
    shown = face_expressions()
    shown.react(question_event(1))
    assert shown.set_seat_looking_at_pile(1) and shown.face_state(1) == FaceState("thinking", is_looking_at_pile=True)
    assert not shown.set_seat_looking_at_pile(1), "an unchanged glance needs no new drawing"
    assert shown.set_seat_looking_at_pile(None) and shown.face_state(1) == FaceState("thinking")
    shown.set_seat_looking_at_pile(1)
    shown.react(announced_event(1, "pass"))
    assert shown.face_state(1) == FaceState("thinking"), "an event ends the glance"
    shown.timeline.reduces_motion = True
    assert not shown.set_seat_looking_at_pile(1) and shown.face_state(1) == FaceState("thinking")


# --- at the table ---------------------------------------------------------------------------------------------------


def test_opponents_think_alike_with_and_without_choice(tmp_path: Path) -> None:
    """A forced answer is not visible: the thinking face appears with the question, before the answer is known."""
    pilot = open_program(tmp_path, MatchTable(new_record("big_two", 3)), speed="1", pace="normal", auto_answer=True)
    forced: dict[bool, set[tuple[str, bool]]] = {True: set(), False: set()}
    for _ in range(6000):
        pilot.run_frames(1)
        top = pilot.app.top
        if isinstance(top, GoalDialog):
            top.back()
        if not isinstance(top, Table):
            continue
        table, game = pilot.table, pilot.table.match.game
        seats = game.seats_to_act()
        if table.model.choice is not None:
            table.hand_controller.answer(table.model.choice.legal_moves[-1])
        elif seats and seats[0] != 0 and table.model.director.has_shown_all_events:
            face = table.hud.expressions.face_state(seats[0]).expression
            forced[len(game.legal_moves(seats[0])) == 1].add((face, face == "neutral"))
        if forced[True] and len(table.match.record.moves) > 40:
            break
    assert forced[True] and forced[False]
    assert ("neutral", True) not in forced[True] | forced[False], "an asked seat always thinks"


@pytest.mark.parametrize("slug", GAMES)
def test_thinking_seat_looks_at_hand_then_at_pile(tmp_path: Path, slug: str) -> None:
    """Only the length of the pause decides; a forced answer has the same glance."""
    pilot = open_program(
        tmp_path, MatchTable(new_record(slug, 3)), speed="1", pace="normal", coach="off", auto_answer=True
    )
    looked: list[list[tuple[float, float, bool]]] = []
    for _ in range(2500):
        pilot.run_frames(1)
        if isinstance(pilot.app.top, GoalDialog | ResultsScreen):
            pilot.app.top.back()
        if not isinstance(pilot.app.top, Table):
            continue
        table = pilot.table
        turns, moods, stage = table.mode.turn_controller, table.hud.expressions, table.model  # type: ignore[attr-defined]
        if stage.choice is not None:
            table.hand_controller.answer(stage.choice.legal_moves[-1])
        seat, pause = table.match.computer_to_move(), turns._pause_ms
        if (
            seat is None
            or not stage.director.has_shown_all_events
            or pause <= 0
            or moods.face_state(seat).expression != "thinking"
        ):
            continue
        if not looked or pause >= looked[-1][-1][1]:
            looked.append([])
        looked[-1].append((turns._full_pause_ms, pause, moods.face_state(seat).is_looking_at_pile))
        x, y = stage.portrait_centre(seat)
        for glances in (False, True):
            to = stage.target_piles_centre(seat) if glances else stage.hand_centre(seat)
            assert to is not None and table.hud.plates.gaze_octant(seat, is_at_pile=glances) == gaze_towards(
                to[0] - x, to[1] - y
            )
        if len(looked) > 12:
            break
    assert len(looked) > 5
    for turn in looked[1:-1]:
        for whole, left, glances in turn:
            late = min(timing.MAX_GLANCE_MS, timing.GLANCE_FRACTION * whole)
            assert glances == (left <= late) or abs(left - late) < 2 * FRAME_MS
    assert {glances for turn in looked for _, _, glances in turn} == {False, True}
    pilot.app.release_everything()


def test_resting_table_asks_for_no_frame(tmp_path: Path) -> None:
    pilot = continue_match(
        tmp_path, find_record("palacio", has_playable_and_unplayable), sound=False, coach="off", speed="1"
    )
    table = pilot.table
    pilot.run_frames(200)
    assert table.next_update_ms == math.inf
    assert not any(table.update(FRAME_MS) for _ in range(600)), "no face moves while the player thinks"
    pilot.app.release_everything()


def test_lost_life_breaks_and_falls_once(tmp_path: Path) -> None:
    pilot = open_program(tmp_path, MatchTable(new_record("pass_the_ace", 4)), speed="1", auto_answer=True)
    fell: list[float] = []
    for _ in range(4000):
        pilot.run_frames(1)
        if isinstance(pilot.app.top, GoalDialog):
            pilot.app.top.back()
        table = pilot.table
        if table.model.choice is not None:
            table.hand_controller.answer(table.model.choice.legal_moves[0])
        plates = table.hud.root.nodes_in("seats", TablePlate)
        now = [plate.fall_progress for plate in plates if plate.fall_progress < 1.0]
        fell += now
        if len(fell) == 3:
            table.lay_out()  # doesn't end the fall
        if fell and not now:
            break
    assert fell and fell == sorted(fell) and fell[-1] > 0.8
    lost = [fact for plate in plates for fact in plate.facts]
    assert any(fact.icon == "heart_lost" for fact in lost), "a lost life stays lost"
    pilot.app.release_everything()


def test_every_character_has_face() -> None:
    assert set(CHARACTERS) <= set(PORTRAITS)
