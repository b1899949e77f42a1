"""The deal of the day from the home screen to its results; only the first attempt counts."""

from dataclasses import replace
from datetime import date
from pathlib import Path

import pygame
import pytest

from engine.events import DealScored
from engine.games import GAMES
from engine.match import daily
from engine.match.daily import daily_record
from engine.match.record import Record
from engine.moves import Note
from engine.par import PLAYOUTS_PER_DEAL, Par
from engine.profile.daily_attempts import DailyAttempt, DailyAttempts
from engine.profile.storage import Profile
from engine.rng import Rng
from engine.statistics.store import Selection
from scenes.screens.home.calendar_button import CalendarButton
from scenes.screens.home.daily_calendar import DailyCalendar, MonthGrid
from scenes.screens.home.daily_deal import daily_deal_dialog, daily_deals_dialog, daily_state
from scenes.screens.home.home_screen import HomeScreen, Tagline
from scenes.screens.results.results_screen import ResultsScreen
from scenes.shell.destinations import DailyDealTable, Home
from scenes.shell.dialog import Dialog
from scenes.table.table import Table
from scenes.text.daily_texts import share_line, short_state_text
from scenes.ui import clipboard
from scenes.ui.widgets import Button, IconButton, Label
from scenes.work.pars import Pars
from tests.pictures.daily import MONDAY, hurry, note_day, past_days, set_clock
from tests.support.profile_pilot import Pilot
from tests.support.records import new_record
from tests.support.screens import press_widget
from tests.support.table_nodes import shown_deal
from tests.support.tables import continue_match, live_mode, replay_mode, start_program

GAME = "gurch"


@pytest.fixture
def pilot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Pilot:
    """Pilot on the home screen on a Monday at noon; opponents answer at once."""
    monkeypatch.setattr(daily, "LEVELS_BY_WEEKDAY", (("easy",),) * 7)
    found = start_program(tmp_path, speed="instant", language="en", coach="off", par=False)
    set_clock(found.app, MONDAY)
    found.app.go(Home())
    return found


def home(pilot: Pilot) -> HomeScreen:
    return pilot.expect(HomeScreen)


def calendar_button(pilot: Pilot) -> CalendarButton:
    return next(child for child in home(pilot).root.children if isinstance(child, CalendarButton))


def day_mark(pilot: Pilot, slug: str = GAME) -> str:
    """Return the mark of a game on the calendar leaf."""
    return calendar_button(pilot).content.pips[list(GAMES).index(slug)]


def choice_text(pilot: Pilot, slug: str = GAME) -> str:
    """Return the text about a game in the choice of a deal of the day."""
    title = pilot.app.words(f"{slug}.title")
    return next(choice.label for choice in daily_deals_dialog(pilot.app).buttons if choice.label.startswith(title))


def play_out(pilot: Pilot, seed: int = 4) -> ResultsScreen:
    """Play any moves until the results are shown."""
    rng = Rng(seed)
    hurry(pilot, rng)
    for _ in range(400):
        pilot.run_until_idle()
        if isinstance(pilot.app.top, ResultsScreen):
            return pilot.app.top
        pilot.answer(rng.choice(pilot.open_choice.legal_moves))
    raise AssertionError("the deal never ended")


def label_texts(pilot: Pilot) -> list[str]:
    """Return the texts of all labels on the top screen."""
    return [one.string for one in pilot.app.top.root.children if isinstance(one, Label)]  # type: ignore[attr-defined]


def top_buttons(pilot: Pilot) -> list[Button]:
    return [one for one in pilot.app.top.root.children if isinstance(one, Button)]  # type: ignore[attr-defined]


def button_labels(pilot: Pilot) -> list[str]:
    return [one.label for one in pilot.app.top.root.children if isinstance(one, Button)]  # type: ignore[attr-defined]


@pytest.mark.parametrize("slug", GAMES)
def test_daily_deal_leads_from_home_to_results_and_back(pilot: Pilot, slug: str) -> None:
    app = pilot.app
    today = calendar_button(pilot).content
    assert (today.month, today.day, today.spoken_text) == (
        "Nov",
        "23",
        f"Deals of the day, 23 Nov 2026: 0 of {len(GAMES)} played",
    )
    assert day_mark(pilot, slug) == ("next" if slug == GAME else "later")
    pilot.click(calendar_button(pilot).rect.center)
    assert isinstance(app.top, Dialog) and choice_text(pilot, slug).endswith(": not played yet")
    pilot.click(next(one for one in top_buttons(pilot) if one.label == choice_text(pilot, slug)).rect.center)
    assert isinstance(app.top, Dialog) and button_labels(pilot)[0] == "Play"
    pilot.press_keys(pygame.K_RETURN)
    pilot.run_until_idle()
    assert shown_deal(pilot.table.hud) == "Deal of the day, 23 Nov 2026"
    assert pilot.table.match.record.chairs == daily_record(slug, MONDAY).chairs
    results = play_out(pilot)
    assert results.summary.is_daily_deal and len(results.summary.history) == 1
    assert "deal of the day, 23 Nov 2026" in results.summary.title_and_deal_text()
    assert {"deal", "round"} & set(results.summary.heading().split())
    assert app.last_saved_match is None and not app.profile.match_path(slug).exists()
    assert {"Home", "Watch", "Play again"} <= set(button_labels(pilot)) and button_labels(pilot)[0] == "Home"
    assert "Your first try, so it counts!" in label_texts(pilot)
    (day,) = app.statistics.daily_results(slug, app.settings.name)
    assert (day.day, day.points, day.helped) == (MONDAY, results.scored.points[0], False)
    figures = app.statistics.totals(Selection(game=slug))
    assert (figures.deals, figures.matches) == (1, 0), "a single deal doesn't count as a match"
    pilot.press_keys(pygame.K_RETURN)
    assert day_mark(pilot, slug) == "done" and f"1 of {len(GAMES)}" in calendar_button(pilot).content.spoken_text
    assert "point" in choice_text(pilot, slug) and "not played" not in choice_text(pilot, slug)


def test_deal_of_day_is_opened_by_keyboard(pilot: Pilot) -> None:
    place = home(pilot).root.focus_order().index(calendar_button(pilot))
    pilot.press_keys(*[pygame.K_TAB] * (place + 1))
    assert calendar_button(pilot).focused
    pilot.press_keys(pygame.K_RETURN, pygame.K_RETURN, pygame.K_RETURN)
    pilot.run_until_idle()
    assert pilot.table.match.record.daily == MONDAY and pilot.table.match.record.game == GAME


@pytest.mark.parametrize("size", [(960, 540), (1280, 720), (1280, 800), (1920, 1080)])
def test_short_calendar_shows_day_below_program_name(size: tuple[int, int], tmp_path: Path) -> None:
    pilot = start_program(tmp_path, size, language="pt_BR", ui_scale="150", coach="off")
    set_clock(pilot.app, MONDAY)
    pilot.app.saved_matches.save(new_record(GAME))
    pilot.app.go(Home())
    short = calendar_button(pilot)
    (line,) = (one for one in home(pilot).root.children if isinstance(one, Tagline))
    assert short.is_short and line.string == pilot.app.words("app.home.tagline")
    pilot.move(short.rect.center)
    pilot.run_frames(80)
    assert home(pilot).root.tooltip.button is None and line.string == short.content.spoken_text
    assert home(pilot).renderer.text_width(line.string, "lead") <= line.rect.width
    assert not any(line.rect.colliderect(card.rect) for card in home(pilot)._cards)


def test_with_unfinished_match_dialog_asks_first(pilot: Pilot) -> None:
    pilot.app.saved_matches.save(new_record(GAME))
    pilot.app.open(daily_deal_dialog(pilot.app, GAME))
    pilot.press_keys(pygame.K_RETURN)
    assert isinstance(pilot.app.top, Dialog) and pilot.app.top.title == "You have a match in progress"
    pilot.press_keys(pygame.K_ESCAPE)
    assert pilot.app.last_saved_match is not None
    assert pilot.app.last_saved_match.game == GAME
    assert not pilot.app.last_saved_match.daily
    assert daily_state(pilot.app, GAME, MONDAY).kind == "new"


def test_unfinished_attempt_can_be_continued_and_still_counts(pilot: Pilot) -> None:
    app = pilot.app
    app.go(DailyDealTable(GAME, MONDAY))
    pilot.run_until_idle()
    live_mode(pilot.table).leave()
    assert day_mark(pilot) == "waits" and choice_text(pilot).endswith(": not finished")
    assert [card.ribbon.label for card in home(pilot)._cards if card.ribbon] == ["Continue, today’s deal"]
    assert any(
        "deal of the day" in button.second_line for button in home(pilot).root.children if isinstance(button, Button)
    )
    app.open(daily_deal_dialog(app, GAME))
    assert button_labels(pilot)[0] == "Continue"
    pilot.press_keys(pygame.K_RETURN)
    play_out(pilot)
    assert "Your first try, so it counts!" in label_texts(pilot)


def test_abandoned_attempt_counts_as_first(pilot: Pilot) -> None:
    """The player has seen the cards: another attempt doesn't count, even if the match is deleted."""
    app = pilot.app
    app.go(DailyDealTable(GAME, MONDAY))
    pilot.run_until_idle()
    app.saved_matches.delete(GAME)
    app.go(Home())
    assert day_mark(pilot) == "done" and choice_text(pilot).endswith(": given up")
    app.go(DailyDealTable(GAME, MONDAY))
    pilot.run_until_idle()
    assert pilot.table.match.record.known == 1
    assert shown_deal(pilot.table.hud) == "Deal of the day, doesn’t count"
    play_out(pilot)
    assert "Not your first try, so it doesn’t count." in label_texts(pilot)
    assert app.statistics.totals(Selection(game=GAME)).deals == 0


def test_another_attempt_does_not_change_first(pilot: Pilot) -> None:
    app = pilot.app
    app.go(DailyDealTable(GAME, MONDAY))
    before = play_out(pilot).scored.points[0]
    again = next(one for one in app.top.root.children if isinstance(one, Button) and one.label == "Play again")  # type: ignore[attr-defined]
    again.activate()
    pilot.run_until_idle()
    play_out(pilot, 9)
    (day,) = app.statistics.daily_results(GAME, app.settings.name)
    assert (day.points, day.helped) == (before, False)
    assert app.statistics.totals(Selection(game=GAME)).deals == 1


@pytest.mark.parametrize(("key", "count"), [(pygame.K_h, "hinted"), (pygame.K_u, "undone")])
def test_help_is_confirmed_once_and_then_attempt_no_longer_counts(pilot: Pilot, key: int, count: str) -> None:
    pilot.app.go(DailyDealTable(GAME, MONDAY))
    pilot.run_until_idle()
    while pilot.table.match.undo_point() is None:  # a forced answer is no decision
        pilot.answer(pilot.open_choice.legal_moves[0])
        pilot.run_until_idle()
    record = pilot.table.match.record
    pilot.press_keys(key)
    assert isinstance(pilot.app.top, Dialog) and pilot.app.top.title == "Take help?"
    pilot.press_keys(pygame.K_RETURN)
    assert getattr(record, count) == 0, "Enter declines help"
    pilot.press_keys(key, pygame.K_TAB, pygame.K_RETURN)
    assert getattr(record, count) == 1
    pilot.run_until_idle()
    pilot.press_keys(pygame.K_u, pygame.K_h)
    assert isinstance(pilot.app.top, Table), "the second use of help isn't confirmed"
    play_out(pilot)
    assert "You had help, so it doesn’t count." in label_texts(pilot)
    (day,) = pilot.app.statistics.daily_results(GAME, pilot.app.settings.name)
    assert day.helped


def test_ordinary_match_asks_no_help_consent(pilot: Pilot) -> None:
    other = continue_match(pilot.app.profile.folder / "other", new_record(GAME), speed="instant")
    other.press_keys(pygame.K_h)
    assert isinstance(other.app.top, Table) and other.table.match.record.hinted == 1
    assert shown_deal(other.table.hud).startswith("Deal 1")


def test_undo_without_moves_asks_no_consent(pilot: Pilot) -> None:
    pilot.app.go(DailyDealTable(GAME, MONDAY))
    pilot.run_until_idle()
    assert pilot.table.match.undo_point() is None
    pilot.press_keys(pygame.K_u)
    assert isinstance(pilot.app.top, Table) and pilot.refusal is not None


def test_deal_begun_before_midnight_belongs_to_its_day(pilot: Pilot) -> None:
    """The deal keeps the day on which it was begun, and the home screen changes to the new day by itself."""
    app = pilot.app
    app.go(DailyDealTable(GAME, MONDAY))
    pilot.run_until_idle()
    set_clock(app, MONDAY + 1, 0)
    play_out(pilot)
    (day,) = app.statistics.daily_results(GAME, app.settings.name)
    assert day.day == MONDAY and not day.helped
    pilot.press_keys(pygame.K_RETURN)
    assert calendar_button(pilot).content.day == "24" and day_mark(pilot) == "next"
    set_clock(app, MONDAY + 2)
    for _ in range(300):
        pilot.step(elapsed_ms=100)
    assert calendar_button(pilot).content.day == "25" and day_mark(pilot) == "next"


def test_earlier_attempts_are_found_after_setting_clock_back(pilot: Pilot) -> None:
    note_day(pilot.app, GAME, MONDAY - 1, 60.0)
    assert daily_state(pilot.app, GAME, MONDAY).kind == "new"
    set_clock(pilot.app, MONDAY - 1)
    pilot.app.go(Home())
    assert calendar_button(pilot).content.day == "22" and day_mark(pilot) == "done"
    assert choice_text(pilot).endswith(": +3 points"), "the first attempt is shown"
    note_day(pilot.app, GAME, MONDAY - 4, 60.0)
    for before, par, said in ((3, 80.0, "better than a master"), (2, 20.0, "a master did better")):
        day = MONDAY - before
        note_day(pilot.app, GAME, day, par)
        assert short_state_text(pilot.app.words, daily_state(pilot.app, GAME, day)) == f"+3 points, {said}"
    assert (
        short_state_text(pilot.app.words, daily_state(pilot.app, GAME, MONDAY - 1)) == "+3 points, as good as a master"
    )


@pytest.mark.parametrize("slug", GAMES)
def test_beginners_get_the_same_opponents_and_levels_as_everybody(
    pilot: Pilot, slug: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(daily, "LEVELS_BY_WEEKDAY", (("hard", "master"),) * 7)
    app = pilot.app
    assert not app.statistics.beaten_levels(slug, app.settings.name)
    app.open(daily_deal_dialog(app, slug))
    assert button_labels(pilot) == ["Play", "Close"]
    pilot.press_keys(pygame.K_RETURN)
    assert pilot.table.match.record.chairs == daily_record(slug, MONDAY).chairs
    assert "master" in {chair.level for chair in pilot.table.match.record.chairs}


def shown_month(pilot: Pilot) -> MonthGrid:
    return next(child for child in pilot.expect(DailyCalendar).root.children if isinstance(child, MonthGrid))


def test_calendar_shows_deals_of_each_day_and_days_in_a_row(pilot: Pilot) -> None:
    app = pilot.app
    for before in (0, 1, 2, 4):
        note_day(app, "gurch", MONDAY - before, None)
    note_day(app, "palacio", MONDAY - 1, None, points=-3)
    note_day(app, "palacio", MONDAY - 3, None, hinted=1)
    pilot.click(calendar_button(pilot).rect.center)
    pilot.click_widget("Calendar")
    month = shown_month(pilot)
    assert (month.first_day, month.days) == (date(2026, 11, 1).toordinal(), 30)
    assert {day: marks.played for day, marks in month.marks.items()} == {
        MONDAY: 1, MONDAY - 1: 2, MONDAY - 2: 1, MONDAY - 4: 1
    }  # fmt: skip
    assert "3 days in a row" in label_texts(pilot), "a try with help fills no gap"
    assert month.day_texts[MONDAY - 1].endswith("22 Nov 2026: 2 of 5 played")


@pytest.mark.parametrize("by_keys", [False, True])
def test_calendar_turns_to_earlier_months_with_deals(pilot: Pilot, by_keys: bool) -> None:
    note_day(pilot.app, "gurch", date(2026, 9, 30).toordinal(), None)
    pilot.app.open(DailyCalendar(pilot.app, MONDAY))
    lengths = [shown_month(pilot).days]
    for _ in range(2):
        calendar = pilot.expect(DailyCalendar)
        earlier = calendar.root.find("earlier")
        assert isinstance(earlier, IconButton)
        if by_keys:
            press_widget(pilot, calendar, earlier, by_keys=True)
        else:
            pilot.click_widget("Earlier month")
        lengths.append(shown_month(pilot).days)
    assert lengths == [30, 31, 30]
    earlier = pilot.expect(DailyCalendar).root.find("earlier")
    assert isinstance(earlier, IconButton) and not earlier.enabled, "nothing was played before"


def test_counted_result_is_copied_as_one_line(pilot: Pilot, monkeypatch: pytest.MonkeyPatch) -> None:
    copied = list[str]()

    def copy(text: str) -> bool:
        copied.append(text)
        return True

    monkeypatch.setattr(clipboard, "copy", copy)
    pilot.app.go(DailyDealTable(GAME, MONDAY))
    results = play_out(pilot)
    pilot.click_widget("Copy the result")
    points, seats = results.scored.points, results.match.game.seats
    place = 1 + sum(other > points[0] for other in points)
    signs = "".join("♡" if i == place else "♠" for i in range(1, seats + 1))
    ordinal = pilot.app.words(f"app.results.place_{place}")
    assert copied == [f"House Rules, 23 Nov 2026 · Gurch {signs} {ordinal}"]
    assert pilot.app.toast is not None and pilot.app.toast.key == "app.daily.copied"
    results.play_daily_deal_again()
    play_out(pilot)
    assert "Copy the result" not in button_labels(pilot), "another try doesn't count"


def test_result_is_copied_only_with_its_shown_par(pilot: Pilot) -> None:
    pilot.app.go(DailyDealTable(GAME, MONDAY))
    results = play_out(pilot)
    results.shows_par, results.pars = True, Pars(pilot.app, results.match)  # type: ignore[arg-type]
    results.pars.pars[1, results.match.viewer] = Par(0)
    for is_complete in (False, True):
        if is_complete:
            results.pars.complete_pars.add((1, results.match.viewer))
        results.refresh()
        button = results.root.find("app.daily.copy")
        assert isinstance(button, Button) and button.enabled == is_complete


def test_share_line_names_place_among_equal_points_and_figure_against_master(pilot: Pilot) -> None:
    record, words = daily_record("palacio", MONDAY), pilot.app.words
    scored = DealScored(1, (0, 12, 0), (0, 12, 0), (1,), Note("out"), places=(3, 1, 2))
    assert share_line(words, record, scored, 0, 53.4).endswith(" ♠♠♡ 3rd, 53 of 100 against a master")
    tied = replace(scored, places=())
    assert share_line(words, record, tied, 2, None).endswith("Palace ♠♡♠ 2nd")


def test_each_person_has_own_attempts(pilot: Pilot) -> None:
    app = pilot.app
    app.go(DailyDealTable(GAME, MONDAY))
    play_out(pilot)
    app.settings = replace(app.settings, name="Ana")
    assert daily_state(app, GAME, MONDAY).kind == "new"


def test_impossible_date_has_no_daily_deal(pilot: Pilot) -> None:
    pilot.app.unix_seconds = lambda: 10**18  # type: ignore[method-assign]
    pilot.app.go(Home())
    assert not any(isinstance(child, CalendarButton) for child in home(pilot).root.children)


def test_results_show_last_days(pilot: Pilot) -> None:
    """Two weeks of pars, the streak, and today's par as soon as it is known."""
    app = pilot.app
    past_days(app, GAME, MONDAY)
    app.go(DailyDealTable(GAME, MONDAY))
    results = play_out(pilot)
    assert "6 days in a row" in label_texts(pilot)
    plot = next(one for one in results.root.children if hasattr(one, "series"))
    before = len(plot.series[0].points)
    app.statistics.write_par(results.match.record, 1, 0, 80.0, PLAYOUTS_PER_DEAL)
    assert results.pars is not None
    results.pars.revision += 1
    pilot.step()
    plot = next(one for one in results.root.children if hasattr(one, "series"))
    assert len(plot.series[0].points) == before + 1 and plot.series[0].points[-1] == (1.0, 80.0)


def test_replay_of_deal_of_day_is_single_deal(pilot: Pilot) -> None:
    pilot.app.go(DailyDealTable("big_two", MONDAY))
    results = play_out(pilot)
    results.watch_replay()
    play = replay_mode(pilot.table)
    match = play.match
    assert match.record.daily == MONDAY and match.game.single_deal
    play.seek(match.last_index)
    assert "match" not in pilot.table.prompt_text()


def test_match_closed_at_results_is_not_offered_again(pilot: Pilot) -> None:
    pilot.app.go(DailyDealTable(GAME, MONDAY))
    results = play_out(pilot)
    folder = pilot.app.profile.folder
    Profile(folder).save_match(results.match.record)
    again = Pilot(folder)
    assert again.app.last_saved_match is None


# --- saved attempts ---------------------------------------------------------------------------------------------------


def test_attempts_are_remembered(tmp_path: Path) -> None:
    profile, one = Profile(tmp_path), DailyAttempt("big_two", MONDAY, "Ana Luz")
    attempts = DailyAttempts(profile)
    assert one not in attempts
    attempts.record_attempt(one)
    assert one in attempts
    again = DailyAttempts(profile)
    assert one in again and profile.notices == []
    assert DailyAttempt("big_two", MONDAY) not in again and DailyAttempt("big_two", MONDAY + 1, "Ana Luz") not in again
    assert '"2026-11-23 big_two Ana Luz"' in (tmp_path / "days.toml").read_text(encoding="utf-8")


def test_only_latest_attempts_are_stored(tmp_path: Path) -> None:
    lines = ", ".join(f'"{DailyAttempt(GAME, MONDAY + i)}"' for i in range(229))
    (tmp_path / "days.toml").write_text(f"format = 1\nbegun = [{lines}]\n", encoding="utf-8")
    profile = Profile(tmp_path)
    DailyAttempts(profile).record_attempt(DailyAttempt(GAME, MONDAY + 229))
    again = DailyAttempts(profile)
    assert profile.notices == []
    assert DailyAttempt(GAME, MONDAY + 229) in again
    assert DailyAttempt(GAME, MONDAY + 30) in again
    assert DailyAttempt(GAME, MONDAY) not in again


def test_record_of_day_is_still_single_deal_when_read_back(tmp_path: Path) -> None:
    record = daily_record(GAME, MONDAY)
    assert Record.from_text(record.to_text()).initial_position().single_deal
