"""The list of finished matches: kept when they end, listed, chosen, shared, deleted; by mouse and keyboard."""

from dataclasses import replace
from pathlib import Path

import pygame
import pytest

from engine.games import GAMES
from engine.match.record import Record
from engine.people import CHARACTERS
from engine.profile.replays import ReplayEntry
from engine.profile.storage import Profile
from scenes.home.home import HomeScreen
from scenes.look.widgets import Button, IconButton, Widget, clipboard
from scenes.replays.replays import ReplaysScreen
from scenes.replays.row import MatchRow, outcome_text, summary_text
from scenes.replays.watch import WatchedPlay
from scenes.results.results import ResultsScreen
from scenes.shell.destinations import ReplayList
from scenes.shell.dialog import Dialog
from tests.support.at_table import continued, replayed, settings
from tests.support.piloting import Pilot
from tests.support.replaying import fill, finished

SLUG = next(iter(GAMES))


def listed(folder: Path, count: int = 2, slugs: tuple[str, ...] = tuple(GAMES)) -> tuple[Pilot, ReplaysScreen]:
    """A pilot at a list with this many matches of each game."""
    settings(folder, speed="instant")
    if count:
        fill(folder, slugs, count)
    pilot = Pilot(folder)
    screen = ReplaysScreen(pilot.app)
    pilot.app.go(screen)
    pilot.steps(2)
    return pilot, screen


def screen_of(pilot: Pilot) -> ReplaysScreen:
    top = pilot.app.top
    assert isinstance(top, ReplaysScreen)
    return top


def chosen(screen: ReplaysScreen) -> ReplayEntry:
    assert screen.entry is not None
    return screen.entry


def rows(screen: ReplaysScreen) -> list[MatchRow]:
    return [widget for widget in screen.group.order() if isinstance(widget, MatchRow)]


def click(pilot: Pilot, screen: ReplaysScreen, widget: Widget) -> None:
    pilot.click(next((x, y) for one, x, y in screen.group.places() if one is widget))


def control(pilot: Pilot, key: int) -> None:
    pilot.key(key, mod=pygame.KMOD_CTRL)


# --- as matches end ---------------------------------------------------------------------------------------------------


def almost_over(folder: Path, slug: str, speed: str = "4", replays_kept: int = 200) -> Pilot:
    """A pilot at a match that ends with the person's next move."""
    for seed in range(1, 60):
        record, _ = finished(slug, seed)
        last = max(i for i, move in enumerate(record.moves) if move.seat == 0)
        if last == len(record.moves) - 1:
            branch = record.branch(last, record.chairs)
            return continued(folder, branch, speed=speed, replays_kept=replays_kept)
    raise AssertionError("nobody ends a match by a move of their own")


def end(pilot: Pilot) -> None:
    """Make the move that ends the match."""
    record = pilot.table.match.record
    last = next(
        move for move in pilot.choice.legal if replace(record, moves=[*record.moves, move]).replay().outcome is not None
    )
    pilot.table.control.answer(last)


def test_a_match_is_kept_as_soon_as_it_is_over(tmp_path: Path) -> None:
    pilot = almost_over(tmp_path, "palacio", speed="1")
    identity = pilot.table.match.record.id
    end(pilot)
    files = list((tmp_path / "matches").glob("*.toml"))
    assert [file.stem for file in files] == [f"palacio-{identity}"], "before the result was closed"
    for _ in range(2000):
        pilot.step(dt=50)
        if isinstance(pilot.app.top, ResultsScreen):
            break
    results = pilot.app.top
    assert isinstance(results, ResultsScreen)
    watched = next(w for w in results.group.order() if isinstance(w, Button) and w.icon == "eye")
    pilot.click(watched.rect.center)
    pilot.step()
    assert isinstance(pilot.table.play, WatchedPlay)
    pilot.key(pygame.K_ESCAPE)
    assert chosen(screen_of(pilot)).path == files[0]


def test_the_settings_can_switch_keeping_off(tmp_path: Path) -> None:
    pilot = almost_over(tmp_path, "palacio", replays_kept=0)
    end(pilot)
    assert not (tmp_path / "matches").exists()
    pilot.app.go(ReplayList())
    assert rows(screen_of(pilot)) == []


def test_a_match_that_ended_when_the_program_was_killed_is_kept_at_the_next_start(tmp_path: Path) -> None:
    record, game = finished(SLUG)
    settings(tmp_path)
    Profile(tmp_path).save_match(record)
    pilot = Pilot(tmp_path)
    assert pilot.app.saved is None and not (tmp_path / "match.toml").exists()
    pilot.app.replays.open()
    (kept,) = pilot.app.replays.entries
    assert game.outcome is not None and kept.result.winners == game.outcome.winners


# --- the list ---------------------------------------------------------------------------------------------------------


def test_home_leads_to_the_list_and_back(tmp_path: Path) -> None:
    settings(tmp_path)
    pilot = Pilot(tmp_path)
    home = HomeScreen(pilot.app)
    pilot.app.go(home)
    way = next(widget for widget in home.group.order() if getattr(widget, "icon", "") == "clock")
    pilot.click(way.rect.center)
    pilot.step()
    screen_of(pilot)
    pilot.key(pygame.K_ESCAPE)
    assert isinstance(pilot.app.top, HomeScreen)


def test_the_newest_come_first_and_can_be_filtered_by_game(tmp_path: Path) -> None:
    _, screen = listed(tmp_path)
    shown = [row.entry for row in rows(screen)]
    assert len(shown) == 2 * len(GAMES)
    ended = [kept.record.ended for kept in shown if kept.record]
    assert ended == sorted(ended, reverse=True)
    for slug in GAMES:
        screen.filter(slug)
        games = {row.entry.record.game for row in rows(screen) if row.entry.record}
        assert games == {slug} and len(rows(screen)) == 2


def test_rows_say_who_won_when_and_with_whom(tmp_path: Path) -> None:
    pilot, screen = listed(tmp_path)
    for kept in screen.shown:
        assert kept.record is not None
        words = outcome_text(pilot.app, kept)
        winner, *others = kept.result.winners
        if others:
            assert all(name_of(kept, seat) in words for seat in others)
        else:
            assert words == ("You won" if winner == 0 else f"{name_of(kept, winner)} won")
        assert "2025" in summary_text(pilot.app, kept) and name_of(kept, 1) in summary_text(pilot.app, kept)


def name_of(kept: ReplayEntry, seat: int) -> str:
    assert kept.record is not None
    return CHARACTERS[kept.record.chairs[seat].who].name


def test_arrows_choose_and_enter_watches(tmp_path: Path) -> None:
    pilot, screen = listed(tmp_path)
    shown = screen.shown
    pilot.key(pygame.K_DOWN)
    assert chosen(screen) == shown[0], "the first arrow shows where the focus is"
    pilot.key(pygame.K_DOWN, pygame.K_DOWN)
    assert chosen(screen) == shown[2]
    pilot.key(pygame.K_RETURN)
    pilot.step()
    assert replayed(pilot.table).match.record.id == shown[2].record.id  # type: ignore[union-attr]
    pilot.key(pygame.K_ESCAPE)
    assert chosen(screen_of(pilot)).path == shown[2].path, "the list comes back with the same match chosen"


def test_a_click_chooses_and_a_second_one_watches(tmp_path: Path) -> None:
    pilot, screen = listed(tmp_path)
    for _ in range(2):
        row = rows(screen)[3]
        click(pilot, screen, row)
    assert isinstance(pilot.table.play, WatchedPlay)


MANY = 120
"""Replays in a long list."""


def test_many_matches_are_listed_at_once(tmp_path: Path) -> None:
    """Only the index is read; the test counts reads, not seconds."""
    pilot, screen = listed(tmp_path, 1)
    kept = screen.shown[0]
    record = screen.replays.load(kept)
    assert isinstance(record, Record)
    for i in range(MANY):
        record.id = f"copy-{i}"
        screen.replays.path_of(record).write_text(record.to_text(), encoding="utf-8")
    again = ReplaysScreen(pilot.app)
    pilot.app.go(again)
    steps = 0
    while again.replays.unread:
        pilot.app.top.update(16)
        steps += 1
        assert steps <= MANY
    pilot.app.go(ReplayList())
    assert screen_of(pilot).replays.unread == 0
    assert len(rows(screen_of(pilot))) == MANY + len(GAMES)


# --- what can be done -------------------------------------------------------------------------------------------------


def test_stars_are_given_by_key_and_by_button(tmp_path: Path) -> None:
    pilot, screen = listed(tmp_path)
    pilot.key(pygame.K_s)
    assert chosen(screen).record.starred == 1  # type: ignore[union-attr]
    star = next(w for w in screen.group.order() if isinstance(w, IconButton) and w.icon == "star")
    assert star.chosen
    click(pilot, screen, star)
    assert chosen(screen).record.starred == 0  # type: ignore[union-attr]


def test_deleting_can_be_undone_by_key_and_by_button(tmp_path: Path) -> None:
    pilot, screen = listed(tmp_path)
    before = screen.shown
    pilot.key(pygame.K_DELETE, pygame.K_DELETE)
    assert screen.shown == before[2:] and not before[0].path.exists()
    assert chosen(screen) == before[2]
    control(pilot, pygame.K_z)
    assert screen.shown == before[1:] and chosen(screen) == before[1]
    undo = next(w for w in screen.group.order() if isinstance(w, IconButton) and w.icon == "undo")
    click(pilot, screen, undo)
    assert screen.shown == before and before[0].path.exists()
    pilot.key(pygame.K_u)
    assert screen.shown == before, "there is nothing more to undo"


def test_the_last_match_can_be_deleted(tmp_path: Path) -> None:
    pilot, screen = listed(tmp_path, 1, (SLUG,))
    pilot.key(pygame.K_DELETE)
    assert screen.entry is None
    pilot.key(pygame.K_RETURN, pygame.K_p, pygame.K_s, pygame.K_DELETE)
    assert pilot.app.top is screen
    pilot.key(pygame.K_u)
    assert len(rows(screen)) == 1


def test_the_same_deal_can_be_played_again(tmp_path: Path) -> None:
    pilot, screen = listed(tmp_path)
    record = chosen(screen).record
    assert record is not None
    pilot.key(pygame.K_p)
    pilot.step()
    match = pilot.table.match
    assert (match.record.seed, match.record.game, match.record.options) == (record.seed, record.game, record.options)
    assert all(move.seat for move in match.record.moves) and (match.record.known, match.record.adopted) == (1, 0)
    assert match.record.id != record.id


def test_a_match_can_be_shared_over_the_clipboard(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    held = [""]

    def copy(text: str) -> bool:
        held.append(text)
        return True

    monkeypatch.setattr(clipboard, "copy", copy)
    monkeypatch.setattr(clipboard, "paste", lambda: held[-1])
    pilot, screen = listed(tmp_path / "here")
    control(pilot, pygame.K_c)
    pilot.key(pygame.K_RETURN)
    sent = chosen(screen)
    assert Record.from_text(held[-1]).id == sent.record.id  # type: ignore[union-attr]
    pilot.app.close_all()
    other, there = listed(tmp_path / "there", 0)
    control(other, pygame.K_v)
    other.step()
    assert [kept.result for kept in there.shown] == [sent.result]
    control(other, pygame.K_v)
    assert len(there.shown) == 1, "it was in the list already"


def test_a_file_dropped_on_the_window_is_added(tmp_path: Path) -> None:
    record, _ = finished("big_two")
    path = tmp_path / "from a friend.toml"
    path.write_text(record.to_text(), encoding="utf-8")
    pilot, screen = listed(tmp_path / "profile", 0)
    pilot.step([pygame.Event(pygame.DROPFILE, file=str(path))])
    assert [kept.record.id for kept in screen.shown if kept.record] == [record.id]
    assert path.exists()


def test_without_a_clipboard_a_match_is_shared_in_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clipboard, "copy", lambda text: False)
    pilot, screen = listed(tmp_path)
    record = screen.replays.load(chosen(screen))
    control(pilot, pygame.K_c)
    pilot.key(pygame.K_RETURN)
    (written,) = (tmp_path / "shared").glob("*.houserulesmatch")
    assert Record.from_text(written.read_text("utf-8")) == record
    dialog = pilot.app.top
    assert isinstance(dialog, Dialog) and any(written.name in line.text for line in dialog.lines)


@pytest.mark.parametrize("text", ["", "Hi! Look at my match:", "format = 9\n", "x" * 300])
def test_other_texts_are_refused_with_a_message(tmp_path: Path, text: str) -> None:
    path = tmp_path / "odd.toml"
    path.write_text(text, encoding="utf-8")
    pilot, screen = listed(tmp_path / "profile", 1, (SLUG,))
    pilot.step([pygame.Event(pygame.DROPFILE, file=str(path))])
    dialog = pilot.app.top
    assert isinstance(dialog, Dialog) and any("odd.toml" in line.text for line in dialog.lines)
    pilot.key(pygame.K_RETURN)
    assert pilot.app.top is screen and len(screen.shown) == 1


def test_damaged_files_are_listed_and_can_be_deleted(tmp_path: Path) -> None:
    pilot, screen = listed(tmp_path, 1, (SLUG,))
    odd = screen.replays.folder / "odd.toml"
    odd.write_text("moves = [", encoding="utf-8")
    newer = screen.replays.folder / "newer.toml"
    newer.write_text("format = 7\n", encoding="utf-8")
    pilot.app.go(ReplayList())
    pilot.steps(3)
    screen = screen_of(pilot)
    bad = [kept for kept in screen.shown if kept.record is None]
    assert {kept.path for kept in bad} == {odd, newer}
    for kept in bad:
        screen.choose(kept)
        assert outcome_text(pilot.app, kept) == "Can’t be read" and summary_text(pilot.app, kept)
        for key in (pygame.K_RETURN, pygame.K_p):
            pilot.key(key)
            dialog = pilot.app.top
            assert isinstance(dialog, Dialog), "it can't be watched or played, and says why"
            assert kept.path.name in dialog.lines[0].text
            pilot.key(pygame.K_RETURN)
        pilot.key(pygame.K_s)
        assert pilot.app.top is screen
    screen.choose(next(kept for kept in screen.shown if kept.path == odd))
    pilot.key(pygame.K_DELETE)
    assert not odd.exists() and newer.read_text("utf-8") == "format = 7\n"
    pilot.key(pygame.K_u)
    assert odd.read_text("utf-8") == "moves = ["
