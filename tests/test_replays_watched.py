"""Watching a replay: every position of every game from every seat, the bar, playing on from a position."""

from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pygame
import pytest

from engine.cards import HIDDEN
from engine.events import seen_with
from engine.game import Game
from engine.games import GAMES
from engine.match.playback import Playback
from engine.match.record import PERSON, Chair, Record
from engine.profile.storage import Profile
from engine.work.thinking import Thinker
from scenes.replays.replays import ReplaysScreen
from scenes.replays.watch import SPEEDS, WatchedPlay
from scenes.shell.destinations import Home, Watch
from scenes.shell.dialog import Dialog
from tests.fit_all import check as fit_all
from tests.fit_all import states as fit_states
from tests.fit_all.gauge import Gauge, record
from tests.pictures.replays import replay_end, replay_most
from tests.support.at_table import replayed, settings
from tests.support.piloting import Pilot
from tests.support.records import chairs
from tests.support.replaying import finished

SLUG = next(iter(GAMES))
DEALS = "pass_the_ace"
"""A game of many short deals."""


def playback(slug: str, seed: int = 5) -> Playback:
    return Playback(finished(slug, seed)[0], Thinker(process=False))


def watching(folder: Path, slug: str, record: Record | None = None, **values: object) -> tuple[Pilot, WatchedPlay]:
    """A pilot at a replay; nothing moves unless a speed is given."""
    settings(folder, **{"speed": "instant", **values})
    pilot = Pilot(folder)
    pilot.app.go(Home())
    record = record or finished(slug)[0]
    pilot.app.go(Watch(record))
    return pilot, play_of(pilot)


def play_of(pilot: Pilot) -> WatchedPlay:
    return replayed(pilot.table_below())


def shows(play: WatchedPlay, truth: Game) -> list[str]:
    """Differences between the table and what its open seats see after as many moves."""
    stage, eyes = play.table.stage, play.match.eyes
    seats = [seat for seat in range(truth.seats) if eyes >> seat & 1]
    wrong = []
    for pile in truth.piles.keys() | stage.shown.piles.keys():
        there = truth.cards(pile)
        true = [
            card if any(truth.shows(pile, card, seat) for seat in seats) else HIDDEN for card in there
        ]  # what the chosen seats see
        shown = list(stage.shown.faces(pile))
        if pile.kind in truth.unordered:
            true.sort()
            shown.sort()
        if shown != true:
            wrong.append(f"{pile}: shown {shown}, is {true}")
    return wrong


# --- positions --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("slug", GAMES)
def test_positions_are_those_of_the_match_after_each_move(slug: str) -> None:
    match, record = playback(slug), finished(slug)[0]
    game = record.start()
    for at in range(match.last + 1):
        match.go(at)
        assert match.game == game
        for seat in range(game.seats):
            assert match.game.view(seat) == game.view(seat)
        if at < match.last:
            game.play(record.moves[at])
    for at in (0, 1, match.last // 2, match.last):
        match.go(at)
        assert match.game == record.replay(at)
    assert match.game.outcome is not None


@pytest.mark.parametrize("slug", GAMES)
def test_the_table_shows_what_each_seat_saw(tmp_path: Path, slug: str) -> None:
    """Forward by moves and back in jumps, with all cards and for each seat alone: no face that it couldn't see."""
    pilot, play = watching(tmp_path, slug)
    record, last = finished(slug)[0], play.match.last
    for view in (None, record.seats - 1, 0):
        play.look_as(view)
        pilot.step()
        play = play_of(pilot)
        play.jump(0)
        game = record.start()
        every = max(1, last // 12)
        for at in range(min(last, 50)):
            assert shows(play, game) == [] and play.table.stage.shown.differences() == []
            play.forward()
            while play.table.stage.director.stopped:
                play.forward()
            game.play(record.moves[at])
        for at in range(last, 0, -every):
            play.jump(at)
            assert play.match.at == at
            assert shows(play, record.replay(at)) == []
            ids = sorted(token.id for token in play.table.stage.shown.tokens())
            assert ids == list(range(52 * game.packs(game.seats)))


@pytest.mark.parametrize("slug", GAMES)
def test_events_are_shown_as_the_seats_saw_them(slug: str) -> None:
    match = playback(slug)
    match.go(match.last)
    everything = match.history.told(match.last)
    for open_, seat in ((True, 0), *((False, seat) for seat in range(match.game.seats))):
        match.open, match.viewer = open_, seat
        eyes = (1 << match.game.seats) - 1 if open_ else 1 << seat
        assert match.past() == [seen_with(event, eyes) for event in everything]


@pytest.mark.parametrize("slug", GAMES)
def test_hidden_answers_are_shown_only_to_the_seats_that_gave_them(slug: str) -> None:
    match = playback(slug)
    for at in range(1, match.last + 1):
        match.go(at - 1)
        ask, mover = match.game.ask, match.record.moves[at - 1].seat
        assert ask is not None
        match.go(at)
        for seat in range(match.game.seats):
            match.open, match.viewer = False, seat
            assert (match.last_move() is None) == (len(ask.seats) > 1 and seat != mover)
        match.open = True
        last = match.last_move()
        assert last is not None and last[0] == mover


def test_a_live_match_shows_one_seat_only(tmp_path: Path) -> None:
    from engine.match.match import Match

    match = Match(finished(SLUG)[0], lambda _: None, Thinker(process=False))
    assert match.eyes == 1 << match.viewer
    with pytest.raises(AttributeError):
        match.eyes = 3  # type: ignore[misc]


def test_deals_begin_where_cards_are_dealt() -> None:
    match = playback(DEALS)
    assert len(match.deals) > 2 and match.deals[0] == 0
    for number, at in enumerate(match.deals, 1):
        match.go(at)
        assert match.game.deal_number == number
        if at:
            match.go(at - 1)
            assert match.game.deal_number == number - 1


# --- the bar ----------------------------------------------------------------------------------------------------------


def test_keys_go_to_their_positions(tmp_path: Path) -> None:
    pilot, play = watching(tmp_path, DEALS)
    match, deals = play.match, play.match.deals
    expected: list[tuple[int, int, int]] = [
        (pygame.K_RIGHT, 0, 1),
        (pygame.K_LEFT, 0, 0),
        (pygame.K_LEFT, 0, 0),
        (pygame.K_PAGEDOWN, 0, deals[1]),
        (pygame.K_RIGHT, pygame.KMOD_SHIFT, deals[2]),
        (pygame.K_LEFT, 0, deals[2] - 1),
        (pygame.K_PAGEUP, 0, deals[1]),
        (pygame.K_PAGEUP, 0, 0),
        (pygame.K_END, 0, match.last),
        (pygame.K_RIGHT, 0, match.last),
        (pygame.K_HOME, 0, 0),
    ]
    for key, mod, at in expected:
        pilot.key(key, mod=mod)
        assert match.at == at, pygame.key.name(key)
        assert play.bar.timeline.state.at == at


def on_bar(pilot: Pilot, play: WatchedPlay, x: float, y: float) -> tuple[float, float]:
    """A position on the bar, for the pilot to point at."""
    by = play.bar.look.scale / play.table.look.scale
    return x * by, y * by


def test_buttons_and_the_bar_go_to_their_positions(tmp_path: Path) -> None:
    pilot, play = watching(tmp_path, DEALS)
    match, bar = play.match, play.bar
    for button, at in zip(bar.steps, (0, 0, None, 1, match.last), strict=True):
        if at is not None and button.enabled:
            pilot.click(on_bar(pilot, play, *button.rect.center))
            assert match.at == at
    line = bar.timeline
    deal = match.deals[2]
    pilot.click(on_bar(pilot, play, line.x_of(deal) + 2, line.rect.centery))
    assert match.at == deal, "near the mark of a deal it goes to its start"
    pilot.drag(
        on_bar(pilot, play, line.x_of(deal), line.rect.centery),
        on_bar(pilot, play, line.x_of(match.last) + 30, line.rect.centery - 60),
    )
    assert match.at == match.last and not line.held
    assert bar.steps[0].enabled and not bar.steps[3].enabled and not bar.play_on.enabled


def test_a_replay_plays_by_itself_and_pauses(tmp_path: Path) -> None:
    pilot, play = watching(tmp_path, DEALS, speed="4")
    match = play.match
    pilot.key(pygame.K_SPACE)
    pilot.steps(200)
    at = match.at
    assert play.playing and at > 0
    pilot.key(pygame.K_SPACE)
    pilot.steps(200)
    assert match.at == at and not play.playing
    pilot.key(pygame.K_SPACE)
    for _ in range(6000):
        pilot.step(dt=50)
        if match.at == match.last and not play.playing:
            break
    assert match.game.outcome is not None and not play.playing
    pilot.key(pygame.K_SPACE)
    assert play.playing and match.at <= 1, "at its end it starts from the beginning"


def test_a_replay_plays_slower_and_faster(tmp_path: Path) -> None:
    pilot, play = watching(tmp_path, SLUG, speed="1")
    moved = {}
    for pace in SPEEDS:
        play.jump(0)
        play._set_pace(pace)
        pilot.steps(5)
        play.toggle()
        for _ in range(70):
            pilot.step(dt=100)
        moved[pace] = play.match.at
        assert play.table.stage.director.speed == pace
    assert sorted(moved.values()) == list(moved.values()) and moved[4.0] > moved[0.5] > 0
    pilot.key(pygame.K_DOWN)
    assert play.pace == 2.0
    pilot.key(pygame.K_UP, pygame.K_UP)
    assert play.pace == 4.0
    play.next_pace()
    assert play.pace == 0.5


def test_the_result_of_a_deal_is_shown_before_the_next(tmp_path: Path) -> None:
    pilot, play = watching(tmp_path, DEALS)
    match = play.match
    play.jump(match.deals[1] - 1)
    assert play.prompt() == ""
    pilot.key(pygame.K_RIGHT)
    pilot.step()
    assert match.at == match.deals[1] and play.table.stage.director.stopped
    prompt = play.prompt()
    assert prompt.startswith("*") and {"deal", "round"} & set(prompt.replace("*", "").replace(".", "").split())
    pilot.key(pygame.K_RIGHT)
    assert match.at == match.deals[1] and not play.table.stage.director.stopped and play.prompt() == ""
    assert play.table.stage.shown.differences() == []
    pilot.key(pygame.K_END)
    assert "match" in play.prompt()


def test_views_are_chosen_by_key_and_by_button(tmp_path: Path) -> None:
    pilot, play = watching(tmp_path, SLUG)
    play.jump(7)
    seen = []
    for _ in range(play.match.game.seats + 1):
        pilot.key(pygame.K_v)
        play = play_of(pilot)
        assert play.match.at == 7 and play.table.stage.viewer == play.match.viewer
        seen.append(None if play.match.open else play.match.viewer)
    assert seen == [*range(play.match.game.seats), None]
    pilot.click(on_bar(pilot, play, *play.bar.view.rect.center))
    assert isinstance(pilot.app.top, Dialog)
    pilot.key(pygame.K_TAB, pygame.K_TAB, pygame.K_RETURN)
    pilot.step()
    play = play_of(pilot)
    assert not play.match.open and pilot.app.stack.scenes == [pilot.table] and pilot.table.play is play


def test_the_keyboard_reaches_every_button(tmp_path: Path) -> None:
    pilot, play = watching(tmp_path, SLUG)
    play.jump(5)
    reached = set()
    for _ in range(12):
        pilot.key(pygame.K_TAB)
        reached.add(play.bar.group.focus)
    assert reached == {*play.bar.steps, play.bar.speed, play.bar.view, play.bar.play_on}
    while play.bar.group.focus is not play.bar.steps[3]:
        pilot.key(pygame.K_TAB)
    pilot.key(pygame.K_RETURN)
    assert play.match.at == 6


def test_nothing_is_asked_played_or_saved_while_watching(tmp_path: Path) -> None:
    pilot, play = watching(tmp_path, SLUG)
    play.jump(4)
    play.look_as(0)
    pilot.steps(60)
    play = play_of(pilot)
    assert play.table.stage.choice is None and play.match.at == 4
    for key in (pygame.K_u, pygame.K_y, pygame.K_h, pygame.K_1, pygame.K_w, pygame.K_t):
        pilot.key(key)
        pilot.steps(3)
    assert play.match.at == 4 and pilot.table.play is play
    middle = play.table.look.width / 2, play.table.look.height - 200
    pilot.drag(middle, (middle[0], middle[1] - 200))
    assert play.table.control.drag is None
    assert not (tmp_path / "match.toml").exists() and pilot.app.saved is None
    assert pilot.app.statistics.names() == []


def test_back_leads_to_the_list(tmp_path: Path) -> None:
    pilot, _ = watching(tmp_path, SLUG)
    pilot.key(pygame.K_ESCAPE)
    assert isinstance(pilot.app.top, ReplaysScreen)


# --- going on from a point --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("slug", GAMES)
def test_a_new_match_can_go_on_from_any_position(tmp_path: Path, slug: str) -> None:
    pilot, play = watching(tmp_path, slug)
    at = play.match.last * 2 // 5
    play.jump(at)
    pilot.key(pygame.K_p)
    assert isinstance(pilot.app.top, Dialog)
    pilot.key(pygame.K_RETURN)
    pilot.step()
    played = pilot.table
    assert not isinstance(played.play, WatchedPlay)
    record = finished(slug)[0]
    branch = played.match.record
    assert branch.moves[:at] == record.moves[:at] and (branch.adopted, branch.known) == (at, 1)
    assert branch.id not in ("", record.id)
    assert [chair.who for chair in branch.chairs] == [chair.who for chair in record.chairs]
    assert played.match.record.replay(at) == record.replay(at)
    saved, notices = Profile(tmp_path).load_match()
    assert saved is not None and notices == [] and saved.adopted == at


@pytest.mark.parametrize("slug", ["big_two", "palacio"])
def test_a_new_match_can_be_played_from_another_seat(tmp_path: Path, slug: str) -> None:
    pilot, play = watching(tmp_path, slug)
    play.jump(play.match.last // 3)
    play.look_as(2)
    pilot.step()
    play = play_of(pilot)
    before = play.match.record.chairs
    play.ask()
    pilot.key(pygame.K_RETURN)
    pilot.step()
    match = pilot.table.match
    assert match.viewer == 2 and match.record.chairs[2].who == PERSON
    assert match.record.chairs[0] == before[2], "the character of that seat has the person's former one"
    pilot.rest()


def test_persons_of_a_shared_match_are_replaced_by_characters() -> None:
    record = finished("big_two")[0]
    seats = (Chair(PERSON, name="Ana"), Chair(PERSON, name="Bia"), *chairs(4)[2:])
    match = Playback(replace(record, chairs=seats), Thinker(process=False))
    match.go(9)
    for seat in range(4):
        taken = match.taken_over(seat).chairs
        assert [chair.who == PERSON for chair in taken] == [other == seat for other in range(4)]
        assert len({chair.who for chair in taken}) == 4


def test_with_an_unfinished_match_a_dialog_asks_first(tmp_path: Path) -> None:
    pilot, play = watching(tmp_path, SLUG)
    waiting = finished(SLUG)[0].branch(3, finished(SLUG)[0].chairs)
    pilot.app.keep(waiting)
    play.jump(3)
    play.play_on(0)
    assert isinstance(pilot.app.top, Dialog) and pilot.app.saved is waiting
    pilot.key(pygame.K_ESCAPE)
    assert pilot.app.saved is waiting and pilot.app.stack.scenes == [pilot.table] and pilot.table.play is play


def test_a_match_without_people_can_be_watched(tmp_path: Path) -> None:
    record = replace(finished("big_two")[0], chairs=())
    pilot, play = watching(tmp_path, "big_two", record)
    assert play.match.me is None
    pilot.key(pygame.K_END)
    pilot.step()
    assert play.match.game.outcome is not None
    play.jump(5)
    assert [chair.who == PERSON for chair in play.match.taken_over(1).chairs] == [False, True, False, False]


# --- damage -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("slug", GAMES)
def test_a_match_with_an_impossible_move_can_be_watched_up_to_it(tmp_path: Path, slug: str) -> None:
    record = finished(slug)[0]
    moves = [*record.moves[:9], record.moves[8], record.moves[8], *record.moves[9:]]
    pilot, play = watching(tmp_path, slug, replace(record, moves=moves))
    wrong = play.match.wrong
    assert wrong is not None and play.match.last == int(wrong.figures["number"]) - 1 < len(moves)
    assert isinstance(pilot.app.top, Dialog)
    text = " ".join(line.text for line in pilot.app.top.lines)
    assert str(wrong.figures["number"]) in text and str(wrong.figures["move"]) in text and ".toml" in text
    assert str(wrong.figures["allowed"])[:20] in text
    pilot.key(pygame.K_RETURN, pygame.K_END)
    assert play.match.at == play.match.last
    assert play.bar.timeline.state.broken
    assert play.match.game == record.replay(9) or play.match.last > 9


@pytest.mark.parametrize("size", [(960, 540), (1280, 720), (1000, 700), (2560, 1080)])
@pytest.mark.parametrize("ui", ["100", "200"])
def test_the_table_and_the_bar_share_the_window(tmp_path: Path, size: tuple[int, int], ui: str) -> None:
    settings(tmp_path, speed="instant", ui_scale=ui)
    pilot = Pilot(tmp_path, size)
    pilot.app.go(Watch(finished("big_two")[0]))
    play = play_of(pilot)
    bar, look = play.bar, play.table.look
    top = bar.rect.top * bar.look.scale
    assert play.table.stage.canvas.height * look.scale <= top + 1
    assert play.table.stage.canvas.height >= 719.9 and play.table.stage.canvas.width >= 1279.9
    assert bar.rect.bottom * bar.look.scale <= size[1] + 1
    assert bar.timeline.rect.width >= 60
    lefts = sorted((widget.rect.left, widget.rect.right) for widget in bar.group.order())
    lefts.append((bar.timeline.rect.left - 9, bar.timeline.rect.right + 9))
    lefts.sort()
    assert all(one[1] <= other[0] for one, other in pairwise(lefts))


@pytest.mark.parametrize("act", ["jump", "forward"])
def test_the_log_tells_what_has_happened_so_far(tmp_path: Path, act: str) -> None:
    pilot, play = watching(tmp_path, SLUG)
    goes: dict[str, Callable[[], None]] = {"jump": lambda: play.jump(play.match.at + 1), "forward": play.forward}
    for _ in range(12):
        goes[act]()
        pilot.step()
    narrator = pilot.table._narrator(play.match.past())
    assert [line.text for line in play.table.log.lines] == [line.text for line in narrator.lines]
    play.jump(0)
    assert len(play.table.log.lines) < len(narrator.lines)


@pytest.mark.painted
@pytest.mark.parametrize(("slug", "make"), [("roped", replay_end), ("palacio", replay_most)])
def test_with_all_cards_open_nothing_covers_an_index(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, slug: str, make: Callable[[Pilot, str], None]
) -> None:
    """At these sizes points of sets, speech bubbles and plates come closest to the cards."""
    recorder = record(monkeypatch)
    pilot = fit_states.profile(tmp_path, "en")
    make(pilot, slug)
    places = [((1920, 1080), "100", False), ((3440, 1440), "200", False), ((1024, 768), "200", False)]
    assert fit_all.measure(pilot, Gauge(pilot.app, recorder, {}), slug, places) == []
    pilot.app.close_all()
