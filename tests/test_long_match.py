"""Long matches are replayed in slices of a few moves per frame on all screens, and then cost no more than short
ones."""

from collections.abc import Callable
from pathlib import Path

import pygame
import pytest

from engine.game import Game
from engine.games import GAMES
from engine.match import replay
from engine.match.match import Match
from engine.match.playback import Playback
from engine.match.record import Record
from engine.profile.storage import Profile
from engine.rng import Rng
from engine.work.thinking import Thinker
from scenes.screens.home.daily_deal import daily_deal_dialog
from scenes.screens.home.home_screen import HomeScreen
from scenes.screens.replays.replays_screen import ReplaysScreen
from scenes.screens.review.review_screen import ReviewScreen
from scenes.shell import replay_loading_screen as replay_loading
from scenes.shell.destinations import Home, ReplayList, ReplayTable, ReplayTableAt, ResumedTable, ReviewPage
from scenes.shell.dialog import Dialog, begin_or_ask
from scenes.shell.drop import DropOffer, DroppedContent, open_drop_offer
from scenes.shell.replay_loading_screen import ReplayLoadingScreen
from scenes.table.table import Table
from scenes.ui.tree import GUARD_MS
from scenes.work.reviews import MatchReviews
from tests.support.finished_matches import finished_match
from tests.support.profile_pilot import Pilot
from tests.support.records import load_match, new_record, play_randomly
from tests.support.tables import open_program, replay_mode

SLUG = "palacio"
SIZE = (960, 540)
MOVES = 200
MOVES_PER_FRAME = 10
"""Number of moves per frame in these tests."""


@pytest.fixture(autouse=True)
def few_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let matches of more than 10 moves count as long."""
    for module in (replay_loading, replay):
        monkeypatch.setattr(module, "MAX_MOVES_WITHOUT_PROGRESS_SCREEN", MOVES_PER_FRAME)
        monkeypatch.setattr(module, "MOVES_PER_SLICE", MOVES_PER_FRAME)
    monkeypatch.setattr("scenes.app.MOVES_PER_SLICE", MOVES_PER_FRAME)
    monkeypatch.setattr("scenes.screens.review.review_screen.MAX_MOVES_WITHOUT_PROGRESS_SCREEN", MOVES_PER_FRAME)
    monkeypatch.setattr("engine.review.reviewer.MOVES_PER_SLICE", MOVES_PER_FRAME)


@pytest.fixture
def pushed(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Number of moves made in any game, in its only element; tests reset it to 0."""
    count, push = [0], {Game: Game.push} | {kind: kind.push for kind in GAMES.values() if "push" in kind.__dict__}

    for kind, usual in push.items():

        def counted(game: Game, move: object, usual: Callable[..., None] = usual) -> None:
            count[0] += 1
            usual(game, move)

        monkeypatch.setattr(kind, "push", counted)
    return count


def long_match(moves: int = MOVES) -> Record:
    record = new_record(SLUG, 5)
    play_randomly(record, Rng(3), moves)
    assert len(record.moves) == moves
    return record


def open_with_saved_match(folder: Path, record: Record) -> Pilot:
    Profile(folder).save_match(record)
    return open_program(folder, Home(), SIZE, speed="instant")


def wait_for_scene(pilot: Pilot) -> int:
    """Wait until the replayed match is shown; return the number of frames."""
    frames = 0
    while isinstance(pilot.app.top, ReplayLoadingScreen):
        share = pilot.app.top.replay.progress
        pilot.step()
        frames += 1
        assert not isinstance(pilot.app.top, ReplayLoadingScreen) or pilot.app.top.replay.progress > share
    return frames


def open_replays(pilot: Pilot) -> None:
    pilot.app.go(ReplayList())


LONG_MATCH_CASES: dict[str, tuple[Callable[[Pilot, Record], None], type[object], type[object]]] = {
    "continue": (lambda pilot, _: pilot.app.go(ResumedTable()), Table, HomeScreen),
    "watch": (lambda pilot, record: pilot.app.go(ReplayTable(record)), Table, ReplaysScreen),
    "watch from": (lambda pilot, record: pilot.app.open(ReplayTableAt(record, 50, 1)), Table, HomeScreen),
    "review": (
        lambda pilot, record: pilot.app.open(ReviewPage(MatchReviews(pilot.app.background, record))),
        ReviewScreen,
        HomeScreen,
    ),
}
"""Case -> function that shows the match, type of the final scene, and type of the scene after Esc."""


@pytest.mark.painted
@pytest.mark.parametrize("way", LONG_MATCH_CASES)
def test_long_match_is_replayed_in_parts(tmp_path: Path, pushed: list[int], way: str) -> None:
    pilot = open_with_saved_match(tmp_path, long_match())
    pilot.run_frames(30)
    go, shown, _ = LONG_MATCH_CASES[way]
    pushed[0] = 0
    go(pilot, long_match(MOVES))
    pushed[0] -= MOVES  # those of making the second match
    assert isinstance(pilot.app.top, ReplayLoadingScreen) and pushed[0] <= MOVES_PER_FRAME
    frames = 0
    while isinstance(pilot.app.top, ReplayLoadingScreen):
        pushed[0] = 0
        pilot.step()
        frames += 1
        assert pushed[0] <= MOVES_PER_FRAME + replay.MOVES_BETWEEN_SNAPSHOTS, "a frame replays at most one slice"
    assert isinstance(pilot.app.top, shown) and frames == MOVES // MOVES_PER_FRAME - 1


@pytest.mark.parametrize("way", LONG_MATCH_CASES)
def test_waiting_can_be_ended(tmp_path: Path, way: str) -> None:
    pilot = open_with_saved_match(tmp_path, long_match())
    pilot.run_frames(30)
    go, _, back = LONG_MATCH_CASES[way]
    go(pilot, long_match())
    pilot.step()
    waiting = pilot.app.top
    pilot.press_keys(pygame.K_ESCAPE)
    assert isinstance(waiting, ReplayLoadingScreen) and isinstance(pilot.app.top, back)
    assert pilot.app.last_saved_match is not None and load_match(Profile(tmp_path))[0] == pilot.app.last_saved_match
    share = waiting.replay.progress
    pilot.run_frames(5)
    assert waiting.replay.progress == share


def test_question_about_saved_match_replays_nothing(tmp_path: Path, pushed: list[int]) -> None:
    """Replaying it took 0.5 s within the program's first second."""
    pilot = open_with_saved_match(tmp_path, long_match())
    pushed[0] = 0
    daily_deal_dialog(pilot.app, SLUG)
    begin_or_ask(pilot.app, SLUG, lambda: None)
    assert isinstance(pilot.app.top, Dialog) and pushed[0] == 0
    pilot.app.close(pilot.app.top)
    open_drop_offer(pilot.app, DroppedContent("rules", 'format = 1\ngame = "palacio"\n', "rules.toml"))
    assert isinstance(pilot.app.top, DropOffer) and pushed[0] == 0


def test_finished_match_is_counted_before_being_given_up(tmp_path: Path) -> None:
    """The program was killed between the match's last move and its result."""
    record = new_record(SLUG, 3)
    play_randomly(record, Rng(3))
    record.id = "over"
    pilot = open_with_saved_match(tmp_path, record)
    begun = list[str]()
    begin_or_ask(pilot.app, SLUG, lambda: begun.append(SLUG))
    pilot.step(elapsed_ms=GUARD_MS)
    pilot.press_keys(pygame.K_TAB, pygame.K_RETURN)
    assert begun == [SLUG]
    assert len([*(tmp_path / "matches").glob("*.toml")]) == 1


def test_short_match_is_shown_at_once(tmp_path: Path) -> None:
    pilot = open_with_saved_match(tmp_path, long_match(MOVES_PER_FRAME))
    pilot.app.go(ResumedTable())
    assert isinstance(pilot.app.top, Table)


def test_review_of_another_seat_is_prepared_in_parts(tmp_path: Path) -> None:
    pilot = open_program(tmp_path, Home(), SIZE, speed="instant")
    LONG_MATCH_CASES["review"][0](pilot, long_match())
    wait_for_scene(pilot)
    review = pilot.expect(ReviewScreen)
    assert review.seat == 0
    review.show_seat(1)
    assert review.seat == 0 and wait_for_scene(pilot) == MOVES // MOVES_PER_FRAME - 1
    assert pilot.app.is_top(review) and review.seat == 1 and review.key_moments.decisions
    review.show_seat(0)
    assert pilot.app.is_top(review) and review.seat == 0, "the first seat's review needs no second replay"


# --- saved match at the start -----------------------------------------------------------------------------------------


def test_start_replays_long_match_in_parts(tmp_path: Path, pushed: list[int]) -> None:
    record = long_match()
    pushed[0] = 0
    pilot = open_with_saved_match(tmp_path, record)
    assert pushed[0] == 0 and pilot.app.saved_matches.games == (SLUG,) and pilot.app.saved_matches.has_unread
    most = frames = 0
    while pilot.app.saved_matches.has_unread:
        assert pilot.app.loop.compute_sleep_seconds() <= 0.1, "the program doesn't sleep with moves left to replay"
        pushed[0] = 0
        pilot.step()
        frames += 1
        most = max(most, pushed[0])
    assert most == MOVES_PER_FRAME and frames >= MOVES // MOVES_PER_FRAME
    assert pilot.app.last_saved_match is not None
    assert pilot.app.last_saved_match.current_deal == record.replay().deal_number


@pytest.mark.parametrize("continued", [False, True])
def test_impossible_move_of_long_match_is_reported_when_reached(tmp_path: Path, continued: bool) -> None:
    record = long_match()
    record.moves[150] = record.moves[150]._replace(verb="dance")
    pilot = open_with_saved_match(tmp_path, record)
    assert list(pilot.app.saved_matches.games) == [SLUG] and pilot.app.profile.notices == []
    if continued:
        pilot.app.go(ResumedTable())
    pilot.run_frames(100)
    assert isinstance(pilot.app.top, Dialog)
    assert f"{SLUG}.bad-1.toml" in " ".join(line.text for line in pilot.app.top.paragraphs)
    pilot.press_keys(pygame.K_RETURN)
    assert isinstance(pilot.app.top, HomeScreen)
    assert not pilot.app.saved_matches.games
    assert pilot.app.last_saved_match is None


@pytest.mark.parametrize("continued", [False, True])
def test_finished_long_match_is_stored_as_replay(tmp_path: Path, continued: bool) -> None:
    record, _ = finished_match(SLUG)
    record.id = "over"
    assert len(record.moves) > 2 * MOVES_PER_FRAME
    pilot = open_with_saved_match(tmp_path, record)
    assert list(pilot.app.saved_matches.games) == [SLUG]
    if continued:
        pilot.app.go(ResumedTable())
    pilot.run_frames(len(record.moves) // MOVES_PER_FRAME + 60)
    assert isinstance(pilot.app.top, HomeScreen) and not pilot.app.saved_matches.games
    assert pilot.app.replays.path_of(record).is_file() and not Profile(tmp_path).match_path(SLUG).exists()


def test_match_begun_meanwhile_replaces_saved_one(tmp_path: Path) -> None:
    pilot = open_with_saved_match(tmp_path, long_match())
    pilot.run_frames(5)
    other = new_record(SLUG, 77)
    pilot.app.saved_matches.save(other)
    pilot.run_frames(60)
    assert pilot.app.last_saved_match is other
    assert pilot.app.profile.notices == []
    assert not pilot.app.saved_matches.has_unread
    assert load_match(Profile(tmp_path))[0] == other


# --- on the table -----------------------------------------------------------------------------------------------------


def naive_undo_point(match: Match) -> int | None:
    """Return the viewer's last move with a choice, None if another person has moved since."""
    for i, move in reversed(list(enumerate(match.record.moves))):
        if move.seat == match.viewer:
            if len(match.record.replay(i).legal_moves(match.viewer)) > 1:
                return i
        elif move.seat in match.person_seats:
            return None
    return None


@pytest.mark.parametrize("slug", GAMES)
@pytest.mark.parametrize("persons", [1, 2])
def test_undo_point_is_found_from_stored_positions(slug: str, persons: int) -> None:
    whole, _ = finished_match(slug)
    for count in range(0, min(len(whole.moves), 160), 7):
        record = whole.branch_at(count, whole.chairs)
        record.chairs = tuple(whole.chairs[0] if i < persons else chair for i, chair in enumerate(whole.chairs))
        match = Match(record, lambda _: None, Thinker(process=False))
        for seat in match.person_seats:
            match.set_viewer(seat)
            assert match.undo_point() == naive_undo_point(match)


def test_undo_and_redo_do_not_replay_match(pushed: list[int]) -> None:
    record = long_match()
    match = Match(record, lambda _: None, Thinker(process=False))
    before, game, events = list(record.moves), match.game.view(0), match.recent_events()
    pushed[0] = 0
    assert match.undo() and match.redo()
    assert pushed[0] < 4 * replay.MOVES_BETWEEN_SNAPSHOTS
    assert (record.moves, match.game.view(0), match.recent_events()) == (before, game, events)


@pytest.mark.parametrize("slug", GAMES)
def test_table_begins_with_last_deals(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, slug: str) -> None:
    """Cards, bubbles and the deal numbers in the log are the same with all events and with only the last deal's."""
    record, _ = finished_match(slug, 5)
    pilot = open_program(tmp_path, ReplayTable(record), SIZE, speed="instant")
    wait_for_scene(pilot)
    table = pilot.table
    match = table.match
    assert isinstance(match, Playback)
    for at in [*range(0, match.last_index, max(1, match.last_index // 10)), *match.deal_starts, match.last_index]:
        seen = []
        for most in (10**6, 0):
            monkeypatch.setattr(replay, "USUAL_MAX_RECENT_EVENTS", most)
            replay_mode(table).seek(at)
            assert table.model.shown.differences() == []
            lines = [line.text for line in table.log.lines]
            seen.append(
                (
                    dict(table.hud.bubbles.notes),
                    {p: sorted(table.model.shown.shown_cards(p)) for p in match.game.piles},
                    lines,
                )
            )
        everything, last = seen
        assert everything[:2] == last[:2] and everything[2][len(everything[2]) - len(last[2]) :] == last[2]
        if (
            match.game.deal_number > 2 and slug != "pass_the_ace"
        ):  # Pass the Ace continues with the same pack, so that its recent events start earlier
            assert match.recent_events_deal == match.game.deal_number - 1 and len(last[2]) < len(everything[2])


def test_usual_match_is_recorded_completely() -> None:
    for slug in GAMES:
        record, _ = finished_match(slug)
        match = Match(record.branch_at(len(record.moves) - 1, record.chairs), lambda _: None, Thinker(process=False))
        assert match.recent_events_deal == 1 and len(match.recent_events()) == match.history._event_counts[-1]
