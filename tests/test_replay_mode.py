"""Replays: every position of every game from every seat, the bar, and playing on from a position."""

from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pygame
import pytest

from engine.cards import HIDDEN
from engine.events import redact_for_seats
from engine.game import Game
from engine.games import GAMES
from engine.match.playback import Playback
from engine.match.record import PERSON, Chair, Record
from engine.profile.storage import Profile
from engine.work.thinking import Thinker
from scenes.screens.replays.replay_bar import BAR_HEIGHT, MoveSlider
from scenes.screens.replays.replay_mode import REPLAY_SPEEDS, ReplayMode
from scenes.shell.destinations import ReplayTable
from scenes.shell.dialog import Dialog
from scenes.table.table_hud import BAR_KEY
from scenes.ui.widgets import Clickable, Widget
from scenes.ui.zone import Zone
from tests.fit_all import check as fit_all
from tests.fit_all import states as fit_states
from tests.fit_all.text_fit import Gauge, record_drawings
from tests.pictures.replays import replay_end, replay_most
from tests.support.finished_matches import finished_match
from tests.support.profile_pilot import Pilot
from tests.support.records import chairs, load_match
from tests.support.table_nodes import node
from tests.support.tables import open_program, replay_mode

SLUG = next(iter(GAMES))
MULTI_DEAL_GAME = "pass_the_ace"
"""A game of many short deals."""


def make_playback(slug: str, seed: int = 5) -> Playback:
    return Playback(finished_match(slug, seed)[0], Thinker(process=False))


def open_replay(folder: Path, slug: str, record: Record | None = None, **values: object) -> tuple[Pilot, ReplayMode]:
    """Return a pilot at a replay; nothing moves unless a speed is given."""
    pilot = open_program(folder, **{"speed": "instant", **values})
    record = record or finished_match(slug)[0]
    pilot.app.go(ReplayTable(record))
    return pilot, current_replay(pilot)


def current_replay(pilot: Pilot) -> ReplayMode:
    return replay_mode(pilot.table_below())


def table_differences(play: ReplayMode, truth: Game) -> list[str]:
    """Return the differences between the table and the views of its open seats after the same number of moves."""
    stage, eyes = play.table.model, play.match.viewers_mask
    seats = [seat for seat in range(truth.seats) if eyes >> seat & 1]
    wrong = []
    for pile in truth.piles.keys() | stage.shown.piles.keys():
        there = truth.cards(pile)
        true = [
            card if any(truth.is_visible(pile, card, seat) for seat in seats) else HIDDEN for card in there
        ]  # the views of the chosen seats
        shown = list(stage.shown.shown_cards(pile))
        if pile.kind in truth.unordered:
            true.sort()
            shown.sort()
        if shown != true:
            wrong.append(f"{pile}: shown {shown}, is {true}")
    return wrong


# --- positions --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("slug", GAMES)
def test_positions_equal_match_after_each_move(slug: str) -> None:
    match, record = make_playback(slug), finished_match(slug)[0]
    game = record.initial_position()
    for at in range(match.last_index + 1):
        match.seek(at)
        assert match.game == game
        for seat in range(game.seats):
            assert match.game.view(seat) == game.view(seat)
        if at < match.last_index:
            game.play(record.moves[at])
    for at in (0, 1, match.last_index // 2, match.last_index):
        match.seek(at)
        assert match.game == record.replay(at)
    assert match.game.outcome is not None


@pytest.mark.parametrize("slug", GAMES)
def test_table_shows_view_of_each_seat(tmp_path: Path, slug: str) -> None:
    """Moves forward and jumps back, with all cards open and for each seat alone: no face that it couldn't see."""
    pilot, play = open_replay(tmp_path, slug)
    record, last = finished_match(slug)[0], play.match.last_index
    for view in (None, record.seats - 1, 0):
        play.set_view(view)
        pilot.step()
        play = current_replay(pilot)
        play.seek(0)
        game = record.initial_position()
        every = max(1, last // 12)
        for at in range(min(last, 50)):
            assert table_differences(play, game) == [] and play.table.model.shown.differences() == []
            play.step_forward()
            while play.table.model.director.is_stopped:
                play.step_forward()
            game.play(record.moves[at])
        for at in range(last, 0, -every):
            play.seek(at)
            assert play.match.move_index == at
            assert table_differences(play, record.replay(at)) == []
            ids = sorted(token.id for token in play.table.model.shown.tokens())
            assert ids == list(range(game.card_count))


@pytest.mark.parametrize("slug", GAMES)
def test_events_are_shown_as_seen_by_seats(slug: str) -> None:
    match = make_playback(slug)
    match.seek(match.last_index)
    everything = match.history.recent_events(match.last_index)
    for open_, seat in ((True, 0), *((False, seat) for seat in range(match.game.seats))):
        match.all_cards_open, match.viewer = open_, seat
        eyes = (1 << match.game.seats) - 1 if open_ else 1 << seat
        assert match.recent_events() == [redact_for_seats(event, eyes) for event in everything]


@pytest.mark.parametrize("slug", GAMES)
def test_hidden_answers_are_shown_only_to_their_seats(slug: str) -> None:
    match = make_playback(slug)
    for at in range(1, match.last_index + 1):
        match.seek(at - 1)
        ask, mover = match.game.ask, match.record.moves[at - 1].seat
        assert ask is not None
        match.seek(at)
        for seat in range(match.game.seats):
            match.all_cards_open, match.viewer = False, seat
            assert (match.last_move() is None) == (len(ask.seats) > 1 and seat != mover)
        match.all_cards_open = True
        last = match.last_move()
        assert last is not None and last[0] == mover


def test_deals_begin_at_dealing_moves() -> None:
    match = make_playback(MULTI_DEAL_GAME)
    assert len(match.deal_starts) > 2 and match.deal_starts[0] == 0
    for number, at in enumerate(match.deal_starts, 1):
        match.seek(at)
        assert match.game.deal_number == number
        if at:
            match.seek(at - 1)
            assert match.game.deal_number == number - 1


# --- bar --------------------------------------------------------------------------------------------------------------


def test_keys_jump_to_positions(tmp_path: Path) -> None:
    pilot, play = open_replay(tmp_path, MULTI_DEAL_GAME)
    match, deals = play.match, play.match.deal_starts
    expected: list[tuple[int, int, int]] = [
        (pygame.K_RIGHT, 0, 1),
        (pygame.K_LEFT, 0, 0),
        (pygame.K_LEFT, 0, 0),
        (pygame.K_PAGEDOWN, 0, deals[1]),
        (pygame.K_RIGHT, pygame.KMOD_SHIFT, deals[2]),
        (pygame.K_LEFT, 0, deals[2] - 1),
        (pygame.K_PAGEUP, 0, deals[1]),
        (pygame.K_PAGEUP, 0, 0),
        (pygame.K_END, 0, match.last_index),
        (pygame.K_RIGHT, 0, match.last_index),
        (pygame.K_HOME, 0, 0),
    ]
    for key, mod, at in expected:
        pilot.press_keys(key, mod=mod)
        assert match.move_index == at, pygame.key.name(key)
        assert timeline_of(play).state.move_index == at


def bar_part(play: ReplayMode, key: str) -> Widget:
    return node(play.table.hud, key)


def bar_zone(play: ReplayMode) -> Zone:
    zone = bar_part(play, BAR_KEY)
    assert isinstance(zone, Zone)
    return zone


def timeline_of(play: ReplayMode) -> MoveSlider:
    line = bar_part(play, "timeline")
    assert isinstance(line, MoveSlider)
    return line


def bar_position(pilot: Pilot, play: ReplayMode, x: float, y: float) -> tuple[float, float]:
    """Return a position on the bar in window coordinates."""
    by = bar_zone(play).renderer.scale / play.table.hud.card_renderer.scale
    return x * by, y * by


def test_buttons_and_bar_jump_to_positions(tmp_path: Path) -> None:
    pilot, play = open_replay(tmp_path, MULTI_DEAL_GAME)
    match = play.match
    for key, at in {"first": 0, "previous": 0, "next": 1, "last": match.last_index}.items():
        button = bar_part(play, key)
        if button.enabled:
            pilot.click(bar_position(pilot, play, *button.rect.center))
            assert match.move_index == at
    line = timeline_of(play)
    deal = match.deal_starts[2]
    pilot.click(bar_position(pilot, play, line.x_of(deal) + 2, line.rect.centery))
    assert match.move_index == deal, "a click near a deal's mark goes to its start"
    pilot.drag(
        bar_position(pilot, play, line.x_of(deal), line.rect.centery),
        bar_position(pilot, play, line.x_of(match.last_index) + 30, line.rect.centery - 60),
    )
    assert match.move_index == match.last_index and not line.pressed
    assert [bar_part(play, key).enabled for key in ("first", "next", "play on")] == [True, False, False]


def test_replay_plays_by_itself_and_pauses(tmp_path: Path) -> None:
    pilot, play = open_replay(tmp_path, MULTI_DEAL_GAME, speed="4")
    match = play.match
    pilot.press_keys(pygame.K_SPACE)
    pilot.run_frames(200)
    at = match.move_index
    assert play.is_playing and at > 0
    pilot.press_keys(pygame.K_SPACE)
    pilot.run_frames(200)
    assert match.move_index == at and not play.is_playing
    pilot.press_keys(pygame.K_SPACE)
    for _ in range(6000):
        pilot.step(elapsed_ms=50)
        if match.move_index == match.last_index and not play.is_playing:
            break
    assert match.game.outcome is not None and not play.is_playing
    pilot.press_keys(pygame.K_SPACE)
    assert play.is_playing and match.move_index <= 1, "a finished replay starts again"


def test_replay_plays_slower_and_faster(tmp_path: Path) -> None:
    pilot, play = open_replay(tmp_path, SLUG, speed="1")
    moved = {}
    for pace in REPLAY_SPEEDS:
        play.seek(0)
        play._set_speed(pace)
        pilot.run_frames(5)
        play.toggle_playing()
        for _ in range(70):
            pilot.step(elapsed_ms=100)
        moved[pace] = play.match.move_index
        assert play.table.model.director.speed == pace
    assert sorted(moved.values()) == list(moved.values()) and moved[4.0] > moved[0.5] > 0
    pilot.press_keys(pygame.K_DOWN)
    assert play.speed == 2.0
    pilot.press_keys(pygame.K_UP, pygame.K_UP)
    assert play.speed == 4.0
    play.cycle_speed()
    assert play.speed == 0.5


def test_result_of_deal_is_shown_before_next(tmp_path: Path) -> None:
    pilot, play = open_replay(tmp_path, MULTI_DEAL_GAME)
    match = play.match
    play.seek(match.deal_starts[1] - 1)
    assert play.prompt_text() == ""
    pilot.press_keys(pygame.K_RIGHT)
    pilot.step()
    assert match.move_index == match.deal_starts[1] and play.table.model.director.is_stopped
    prompt = play.prompt_text()
    assert prompt.startswith("*") and {"deal", "round"} & set(prompt.replace("*", "").replace(".", "").split())
    pilot.press_keys(pygame.K_RIGHT)
    assert match.move_index == match.deal_starts[1]
    assert not play.table.model.director.is_stopped
    assert play.prompt_text() == ""
    assert play.table.model.shown.differences() == []
    pilot.press_keys(pygame.K_END)
    assert "match" in play.prompt_text()


def test_views_are_chosen_by_key_and_by_button(tmp_path: Path) -> None:
    pilot, play = open_replay(tmp_path, SLUG)
    play.seek(7)
    seen = []
    for _ in range(play.match.game.seats + 1):
        pilot.press_keys(pygame.K_v)
        play = current_replay(pilot)
        assert play.match.move_index == 7 and play.table.model.viewer == play.match.viewer
        seen.append(None if play.match.all_cards_open else play.match.viewer)
    assert seen == [*range(play.match.game.seats), None]
    pilot.click(bar_position(pilot, play, *bar_part(play, "view").rect.center))
    assert isinstance(pilot.app.top, Dialog)
    pilot.press_keys(pygame.K_TAB, pygame.K_TAB, pygame.K_RETURN)
    pilot.step()
    play = current_replay(pilot)
    assert not play.match.all_cards_open and pilot.app.scene_stack.scenes == [pilot.table] and pilot.table.mode is play


def test_keyboard_reaches_every_button(tmp_path: Path) -> None:
    pilot, play = open_replay(tmp_path, SLUG)
    play.seek(5)
    reached = set()
    root = play.table.hud.root
    for _ in range(20):
        pilot.press_keys(pygame.K_TAB)
        assert root.focus is not None
        reached.add(root.focus.key)
    assert reached >= {"first", "previous", "play", "next", "last", "speed", "view", "play on", "menu", "log", "rules"}
    while root.focus is not bar_part(play, "next"):
        pilot.press_keys(pygame.K_TAB)
    pilot.press_keys(pygame.K_RETURN)
    assert play.match.move_index == 6


def test_enter_on_button_without_effect_opens_no_dialog(tmp_path: Path) -> None:
    """At the first position the button back is disabled: a neighbour shows the focus, and Enter presses that."""
    pilot, play = open_replay(tmp_path, SLUG)
    play.seek(1)
    root = play.table.hud.root
    while root.focus is not bar_part(play, "previous"):
        pilot.press_keys(pygame.K_TAB)
    pilot.press_keys(pygame.K_RETURN)
    assert play.match.move_index == 0
    heir = root.focus
    assert heir is not None and heir.focused and heir.is_visible_and_enabled
    pilot.press_keys(pygame.K_RETURN)
    assert pilot.app.top is play.table


def test_watching_asks_plays_and_saves_nothing(tmp_path: Path) -> None:
    pilot, play = open_replay(tmp_path, SLUG)
    play.seek(4)
    play.set_view(0)
    pilot.run_frames(60)
    play = current_replay(pilot)
    assert play.table.model.choice is None and play.match.move_index == 4
    for key in (pygame.K_u, pygame.K_y, pygame.K_h, pygame.K_1, pygame.K_w, pygame.K_t):
        pilot.press_keys(key)
        pilot.run_frames(3)
    assert play.match.move_index == 4 and pilot.table.mode is play
    middle = play.table.hud.card_renderer.width / 2, play.table.hud.card_renderer.height - 200
    pilot.drag(middle, (middle[0], middle[1] - 200))
    assert play.table.hand_controller.drag is None
    assert not (tmp_path / "match.toml").exists() and pilot.app.last_saved_match is None
    assert pilot.app.statistics.person_names() == []


# --- playing on -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("slug", GAMES)
def test_new_match_can_go_on_from_any_position(tmp_path: Path, slug: str) -> None:
    pilot, play = open_replay(tmp_path, slug)
    at = play.match.last_index * 2 // 5
    play.seek(at)
    pilot.press_keys(pygame.K_p)
    assert isinstance(pilot.app.top, Dialog)
    pilot.press_keys(pygame.K_RETURN)
    pilot.step()
    played = pilot.table
    assert not isinstance(played.mode, ReplayMode)
    record = finished_match(slug)[0]
    branch = played.match.record
    assert branch.moves[:at] == record.moves[:at] and (branch.adopted, branch.known) == (at, 1)
    assert branch.id not in ("", record.id)
    assert [chair.who for chair in branch.chairs] == [chair.who for chair in record.chairs]
    assert played.match.record.replay(at) == record.replay(at)
    saved, notices = load_match(Profile(tmp_path))
    assert saved is not None and notices == [] and saved.adopted == at


@pytest.mark.parametrize("slug", ["big_two", "palacio"])
def test_new_match_can_be_played_from_another_seat(tmp_path: Path, slug: str) -> None:
    pilot, play = open_replay(tmp_path, slug)
    play.seek(play.match.last_index // 3)
    play.set_view(2)
    pilot.step()
    play = current_replay(pilot)
    before = play.match.record.chairs
    play.ask_take_over_seat()
    pilot.press_keys(pygame.K_RETURN)
    pilot.step()
    match = pilot.table.match
    assert match.viewer == 2 and match.record.chairs[2].who == PERSON
    assert match.record.chairs[0] == before[2], "the person's former seat gets the character of seat 2"
    pilot.run_until_idle()


def test_persons_of_shared_match_are_replaced_by_characters() -> None:
    record = finished_match("big_two")[0]
    seats = (Chair(PERSON, name="Ana"), Chair(PERSON, name="Bia"), *chairs(4)[2:])
    match = Playback(replace(record, chairs=seats), Thinker(process=False))
    match.seek(9)
    for seat in range(4):
        taken = match.take_over(seat).chairs
        assert [chair.who == PERSON for chair in taken] == [other == seat for other in range(4)]
        assert len({chair.who for chair in taken}) == 4


def test_with_unfinished_match_dialog_asks_first(tmp_path: Path) -> None:
    pilot, play = open_replay(tmp_path, SLUG)
    waiting = finished_match(SLUG)[0].branch_at(3, finished_match(SLUG)[0].chairs)
    pilot.app.saved_matches.save(waiting)
    play.seek(3)
    play.take_over(0)
    assert isinstance(pilot.app.top, Dialog) and pilot.app.last_saved_match is waiting
    pilot.press_keys(pygame.K_ESCAPE)
    assert pilot.app.last_saved_match is waiting
    assert pilot.app.scene_stack.scenes == [pilot.table]
    assert pilot.table.mode is play


def test_match_without_people_can_be_watched(tmp_path: Path) -> None:
    record = replace(finished_match("big_two")[0], chairs=())
    pilot, play = open_replay(tmp_path, "big_two", record)
    assert play.match.only_person_seat is None
    pilot.press_keys(pygame.K_END)
    pilot.step()
    assert play.match.game.outcome is not None
    play.seek(5)
    assert [chair.who == PERSON for chair in play.match.take_over(1).chairs] == [False, True, False, False]


# --- damage -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("slug", GAMES)
def test_match_with_impossible_move_can_be_watched_up_to_it(tmp_path: Path, slug: str) -> None:
    record = finished_match(slug)[0]
    moves = [*record.moves[:9], record.moves[8], record.moves[8], *record.moves[9:]]
    pilot, play = open_replay(tmp_path, slug, replace(record, moves=moves))
    wrong = play.match.error
    assert wrong is not None and play.match.last_index == int(wrong.placeholders["number"]) - 1 < len(moves)
    assert isinstance(pilot.app.top, Dialog)
    text = " ".join(line.text for line in pilot.app.top.paragraphs)
    assert str(wrong.placeholders["number"]) in text and str(wrong.placeholders["move"]) in text and ".toml" in text
    assert str(wrong.placeholders["allowed"])[:20] in text
    pilot.press_keys(pygame.K_RETURN, pygame.K_END)
    assert play.match.move_index == play.match.last_index
    assert timeline_of(play).state.is_broken
    assert play.match.game == record.replay(9) or play.match.last_index > 9


@pytest.mark.parametrize("size", [(960, 540), (1280, 720), (1000, 700), (2560, 1080)])
@pytest.mark.parametrize("ui", ["100", "200"])
def test_table_and_bar_share_window(tmp_path: Path, size: tuple[int, int], ui: str) -> None:
    pilot = open_program(tmp_path, ReplayTable(finished_match("big_two")[0]), size, speed="instant", ui_scale=ui)
    play = current_replay(pilot)
    zone, look = bar_zone(play), play.table.hud.card_renderer
    top = size[1] - BAR_HEIGHT * zone.renderer.scale
    assert play.table.model.canvas.height * look.scale <= top + 1
    assert play.table.model.canvas.height >= 719.9 and play.table.model.canvas.width >= 1279.9
    line = timeline_of(play).rect
    assert line.width >= 60
    lefts = sorted((widget.rect.left, widget.rect.right) for widget in play.table.hud.root.nodes_in(BAR_KEY, Clickable))
    lefts.append((line.left - 9, line.right + 9))
    lefts.sort()
    assert all(one[1] <= other[0] for one, other in pairwise(lefts))


@pytest.mark.parametrize("act", ["jump", "forward"])
def test_log_shows_events_up_to_position(tmp_path: Path, act: str) -> None:
    pilot, play = open_replay(tmp_path, SLUG)
    goes: dict[str, Callable[[], None]] = {
        "jump": lambda: play.seek(play.match.move_index + 1),
        "forward": play.step_forward,
    }
    for _ in range(12):
        goes[act]()
        pilot.step()
    narrator = pilot.table._narrator(play.match.recent_events())
    assert [line.text for line in play.table.log.lines] == [line.text for line in narrator.lines]
    play.seek(0)
    assert len(play.table.log.lines) < len(narrator.lines)


@pytest.mark.painted
@pytest.mark.parametrize(("slug", "make"), [("roped", replay_end), ("palacio", replay_most)])
def test_open_cards_keep_every_index_visible(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, slug: str, make: Callable[[Pilot, str], None]
) -> None:
    """At these sizes points of sets, speech bubbles and plates come closest to the cards."""
    recorder = record_drawings(monkeypatch)
    pilot = fit_states.pilot_on_profile(tmp_path, "en")
    make(pilot, slug)
    places = [((1920, 1080), "100", False), ((3440, 1440), "200", False), ((1024, 768), "200", False)]
    assert fit_all.measure(pilot, Gauge(pilot.app, recorder, {}), slug, places) == []
