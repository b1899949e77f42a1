"""A long match is replayed a few moves per frame, wherever it is shown, and costs no more than a short one then."""

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
from scenes.home.day import day_dialog
from scenes.home.home import HomeScreen
from scenes.replays.replays import ReplaysScreen
from scenes.review.review import ReviewScreen
from scenes.shell import preparing
from scenes.shell.destinations import Home, ReplayList, Resume, ReviewPage, Watch, WatchFrom
from scenes.shell.dialog import Dialog, confirm_replacing
from scenes.shell.dropped import Dropped, Offer, offer
from scenes.shell.preparing import Preparing
from scenes.table.table import Table
from scenes.work.reviews import Reviews
from tests.support.at_table import replayed, settings
from tests.support.piloting import Pilot
from tests.support.records import new_record, play_at_random
from tests.support.replaying import finished

SLUG = "palacio"
MOVES = 200
EACH = 10
"""Number of moves per frame in these tests."""


@pytest.fixture(autouse=True)
def few_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Take a match of some hundred moves for a long one."""
    for module in (preparing, replay):
        monkeypatch.setattr(module, "AT_ONCE", EACH)
        monkeypatch.setattr(module, "SLICE", EACH)
    monkeypatch.setattr("scenes.app.SLICE", EACH)
    monkeypatch.setattr("scenes.review.review.AT_ONCE", EACH)
    monkeypatch.setattr("engine.review.reviewer.SLICE", EACH)


@pytest.fixture
def pushed(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Number of moves made by any game since the last look, in its only element."""
    count, push = [0], {Game: Game.push} | {kind: kind.push for kind in GAMES.values() if "push" in kind.__dict__}

    for kind, usual in push.items():

        def counted(game: Game, move: object, usual: Callable[..., None] = usual) -> None:
            count[0] += 1
            usual(game, move)

        monkeypatch.setattr(kind, "push", counted)
    return count


def long_match(moves: int = MOVES) -> Record:
    record = new_record(SLUG, 5)
    play_at_random(record, Rng(3), moves)
    assert len(record.moves) == moves
    return record


def opened(folder: Path) -> Pilot:
    settings(folder, speed="instant")
    pilot = Pilot(folder, (960, 540))
    pilot.app.go(Home())
    return pilot


def with_saved(folder: Path, record: Record) -> Pilot:
    Profile(folder).save_match(record)
    return opened(folder)


def wait(pilot: Pilot) -> int:
    """Wait for the scene that is prepared; return the number of frames."""
    frames = 0
    while isinstance(pilot.app.top, Preparing):
        share = pilot.app.top.replay.share
        pilot.step()
        frames += 1
        assert not isinstance(pilot.app.top, Preparing) or pilot.app.top.replay.share > share
    return frames


def the_list(pilot: Pilot) -> None:
    pilot.app.go(ReplayList())


WAYS: dict[str, tuple[Callable[[Pilot, Record], None], type[object], type[object]]] = {
    "continue": (lambda pilot, _: pilot.app.go(Resume()), Table, HomeScreen),
    "watch": (lambda pilot, record: pilot.app.go(Watch(record)), Table, ReplaysScreen),
    "watch from": (lambda pilot, record: pilot.app.open(WatchFrom(record, 50, 1)), Table, HomeScreen),
    "review": (
        lambda pilot, record: pilot.app.open(ReviewPage(Reviews(pilot.app.background, record))),
        ReviewScreen,
        HomeScreen,
    ),
}
"""Way to show a match -> what goes there, what is shown in the end, and where Esc leads meanwhile."""


@pytest.mark.painted
@pytest.mark.parametrize("way", WAYS)
def test_a_long_match_is_replayed_in_parts(tmp_path: Path, pushed: list[int], way: str) -> None:
    pilot = with_saved(tmp_path, long_match())
    pilot.steps(30)
    go, shown, _ = WAYS[way]
    pushed[0] = 0
    go(pilot, long_match(MOVES))
    pushed[0] -= MOVES  # of making that match
    assert isinstance(pilot.app.top, Preparing) and pushed[0] <= EACH
    frames = 0
    while isinstance(pilot.app.top, Preparing):
        pushed[0] = 0
        pilot.step()
        frames += 1
        assert pushed[0] <= EACH + replay.APART, "a frame does more"
    assert isinstance(pilot.app.top, shown) and frames == MOVES // EACH - 1
    pilot.app.close_all()


@pytest.mark.parametrize("way", WAYS)
def test_waiting_can_be_ended(tmp_path: Path, way: str) -> None:
    pilot = with_saved(tmp_path, long_match())
    pilot.steps(30)
    go, _, back = WAYS[way]
    go(pilot, long_match())
    pilot.step()
    waiting = pilot.app.top
    pilot.key(pygame.K_ESCAPE)
    assert isinstance(waiting, Preparing) and isinstance(pilot.app.top, back)
    assert pilot.app.saved is not None and Profile(tmp_path).load_match()[0] == pilot.app.saved
    share = waiting.replay.share
    pilot.steps(5)
    assert waiting.replay.share == share
    pilot.app.close_all()


def test_a_question_about_a_saved_match_replays_nothing(tmp_path: Path, pushed: list[int]) -> None:
    """Replaying it took 0.5 s within the program's first second."""
    pilot = with_saved(tmp_path, long_match())
    pushed[0] = 0
    day_dialog(pilot.app, SLUG)
    confirm_replacing(pilot.app, SLUG, lambda: None)
    assert isinstance(pilot.app.top, Dialog) and pushed[0] == 0
    pilot.app.close(pilot.app.top)
    offer(pilot.app, Dropped("rules", 'format = 1\ngame = "palacio"\n', "rules.toml"))
    assert isinstance(pilot.app.top, Offer) and pushed[0] == 0
    pilot.app.close_all()


def test_a_match_that_is_over_is_counted_before_it_is_given_up(tmp_path: Path) -> None:
    """It was killed between its last move and its result."""
    record = new_record(SLUG, 3)
    play_at_random(record, Rng(3))
    record.id = "over"
    pilot = with_saved(tmp_path, record)
    begun = list[str]()
    confirm_replacing(pilot.app, SLUG, lambda: begun.append(SLUG))
    pilot.key(pygame.K_TAB)
    pilot.key(pygame.K_RETURN)
    assert begun == [SLUG]
    assert len([*(tmp_path / "matches").glob("*.toml")]) == 1
    pilot.app.close_all()


def test_a_short_match_is_shown_at_once(tmp_path: Path) -> None:
    pilot = with_saved(tmp_path, long_match(EACH))
    pilot.app.go(Resume())
    assert isinstance(pilot.app.top, Table)
    pilot.app.close_all()


def test_the_review_of_another_seat_is_prepared_in_parts(tmp_path: Path) -> None:
    pilot = opened(tmp_path)
    WAYS["review"][0](pilot, long_match())
    wait(pilot)
    review = pilot.app.top
    assert isinstance(review, ReviewScreen) and review.seat == 0
    review.show_seat(1)
    assert review.seat == 0 and wait(pilot) == MOVES // EACH - 1
    assert pilot.app.is_top(review) and review.seat == 1 and review.key_moments.decisions
    review.show_seat(0)
    assert pilot.app.is_top(review) and review.seat == 0, "that was found before"
    pilot.app.close_all()


# --- the saved match at the start -------------------------------------------------------------------------------------


def test_the_start_replays_a_long_match_in_parts(tmp_path: Path, pushed: list[int]) -> None:
    record = long_match()
    pushed[0] = 0
    pilot = with_saved(tmp_path, record)
    assert pushed[0] == 0 and pilot.app.saves.games == (SLUG,) and pilot.app.saves.unread
    most = frames = 0
    while pilot.app.saves.unread:
        assert pilot.app.rest() <= 0.1, "there is something to do"
        pushed[0] = 0
        pilot.step()
        frames += 1
        most = max(most, pushed[0])
    assert most == EACH and frames >= MOVES // EACH
    assert pilot.app.saved is not None and pilot.app.saved.deal == record.replay().deal_number
    pilot.app.close_all()


@pytest.mark.parametrize("continued", [False, True])
def test_an_impossible_move_of_a_long_match_is_reported_when_it_is_reached(tmp_path: Path, continued: bool) -> None:
    record = long_match()
    record.moves[150] = record.moves[150]._replace(verb="dance")
    pilot = with_saved(tmp_path, record)
    assert list(pilot.app.saves.games) == [SLUG] and pilot.app.notices == []
    if continued:
        pilot.app.go(Resume())
    pilot.steps(100)
    assert isinstance(pilot.app.top, Dialog)
    assert f"{SLUG}.bad-1.toml" in " ".join(line.text for line in pilot.app.top.lines)
    pilot.key(pygame.K_RETURN)
    assert isinstance(pilot.app.top, HomeScreen) and not pilot.app.saves.games and pilot.app.saved is None
    pilot.app.close_all()


@pytest.mark.parametrize("continued", [False, True])
def test_a_long_match_that_is_over_is_kept_as_a_replay(tmp_path: Path, continued: bool) -> None:
    record, _ = finished(SLUG)
    record.id = "over"
    assert len(record.moves) > 2 * EACH
    pilot = with_saved(tmp_path, record)
    assert list(pilot.app.saves.games) == [SLUG]
    if continued:
        pilot.app.go(Resume())
    pilot.steps(len(record.moves) // EACH + 60)
    assert isinstance(pilot.app.top, HomeScreen) and not pilot.app.saves.games
    assert pilot.app.replays.path_of(record).is_file() and not Profile(tmp_path).match_path(SLUG).exists()
    pilot.app.close_all()


def test_a_match_begun_meanwhile_takes_the_place_of_the_saved_one(tmp_path: Path) -> None:
    pilot = with_saved(tmp_path, long_match())
    pilot.steps(5)
    other = new_record(SLUG, 77)
    pilot.app.keep(other)
    pilot.steps(60)
    assert pilot.app.saved is other and pilot.app.notices == [] and not pilot.app.saves.unread
    assert Profile(tmp_path).load_match()[0] == other
    pilot.app.close_all()


# --- at the table -----------------------------------------------------------------------------------------------------


def naive_undo_point(match: Match) -> int | None:
    """As the rule has it: the viewer's last move with a choice, unless another person has moved since."""
    for i, move in reversed(list(enumerate(match.record.moves))):
        if move.seat == match.viewer:
            if len(match.record.replay(i).legal_moves(match.viewer)) > 1:
                return i
        elif move.seat in match.person_seats:
            return None
    return None


@pytest.mark.parametrize("slug", GAMES)
@pytest.mark.parametrize("persons", [1, 2])
def test_the_decision_to_undo_is_found_from_the_kept_positions(slug: str, persons: int) -> None:
    whole, _ = finished(slug)
    for count in range(0, min(len(whole.moves), 160), 7):
        record = whole.branch(count, whole.chairs)
        record.chairs = tuple(whole.chairs[0] if i < persons else chair for i, chair in enumerate(whole.chairs))
        match = Match(record, lambda _: None, Thinker(process=False))
        for seat in match.person_seats:
            match.set_viewer(seat)
            assert match.undo_point() == naive_undo_point(match)


def test_undo_and_redo_do_not_replay_the_match(pushed: list[int]) -> None:
    record = long_match()
    match = Match(record, lambda _: None, Thinker(process=False))
    before, game, events = list(record.moves), match.game.view(0), match.past()
    pushed[0] = 0
    assert match.undo() and match.redo()
    assert pushed[0] < 4 * replay.APART
    assert (record.moves, match.game.view(0), match.past()) == (before, game, events)


@pytest.mark.parametrize("slug", GAMES)
def test_a_table_begins_with_the_last_deals(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, slug: str) -> None:
    """Cards, bubbles and the log's numbers of deals are the same whether all events are told or only the last."""
    record, _ = finished(slug, 5)
    settings(tmp_path, speed="instant")
    pilot = Pilot(tmp_path, (960, 540))
    pilot.app.go(Watch(record))
    wait(pilot)
    table = pilot.table
    match = table.match
    assert isinstance(match, Playback)
    for at in [*range(0, match.last, max(1, match.last // 25)), *match.deals, match.last]:
        seen = []
        for most in (10**6, 0):
            monkeypatch.setattr(replay, "MOST_TOLD", most)
            replayed(table).jump(at)
            assert table.stage.shown.differences() == []
            lines = [line.text for line in table.log.lines]
            seen.append(
                (dict(table.hud.said), {p: sorted(table.stage.shown.faces(p)) for p in match.game.piles}, lines)
            )
        everything, last = seen
        assert everything[:2] == last[:2] and everything[2][len(everything[2]) - len(last[2]) :] == last[2]
        if match.game.deal_number > 2 and slug != "pass_the_ace":  # that one goes on with the same pack
            assert match.past_deal == match.game.deal_number - 1 and len(last[2]) < len(everything[2])
    pilot.app.close_all()


def test_all_is_told_of_a_match_of_usual_length() -> None:
    for slug in GAMES:
        record, _ = finished(slug)
        match = Match(record.branch(len(record.moves) - 1, record.chairs), lambda _: None, Thinker(process=False))
        assert match.past_deal == 1 and len(match.past()) == match.history._ends[-1]
