"""The deal of the day from the home screen to its results, and which try counts."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pygame
import pytest

from engine.games import GAMES
from engine.match import daily
from engine.match.daily import deal_of
from engine.match.record import Record
from engine.par import PLAYOUTS
from engine.profile.daily_attempts import DailyAttempt, DailyAttempts
from engine.profile.storage import Profile
from engine.rng import Rng
from engine.statistics.store import Selection
from scenes.home.day import day_dialog, days_dialog, state_of
from scenes.home.day_leaf import DayLeaf
from scenes.home.home import HomeScreen, Tagline
from scenes.look.widgets import Button, Label
from scenes.results.results import ResultsScreen
from scenes.shell.destinations import DealOfTheDay, Home
from scenes.shell.dialog import Dialog
from scenes.table.table import Table
from scenes.text.daily import short_state
from tests.pictures.daily import MONDAY, hurry, note_day, past_days, set_clock
from tests.support.at_table import continued, live, replayed, settings
from tests.support.piloting import Pilot
from tests.support.records import new_record

GAME = "gurch"


@pytest.fixture
def pilot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Pilot]:
    """The home screen on a Monday at noon; opponents answer at once."""
    monkeypatch.setattr(daily, "WEEK", (("easy",),) * 7)
    settings(tmp_path, speed="instant", language="en", coach="off", par=False)
    found = Pilot(tmp_path)
    set_clock(found.app, MONDAY)
    found.app.go(Home())
    yield found
    found.app.close_all()


def home(pilot: Pilot) -> HomeScreen:
    assert isinstance(pilot.app.top, HomeScreen)
    return pilot.app.top


def leaf(pilot: Pilot) -> DayLeaf:
    return next(child for child in home(pilot).group.children if isinstance(child, DayLeaf))


def pip(pilot: Pilot, slug: str = GAME) -> str:
    """The mark of a game on the leaf of the day."""
    return leaf(pilot).today.pips[list(GAMES).index(slug)]


def said_of(pilot: Pilot, slug: str = GAME) -> str:
    """What the choice of a deal of the day says of a game."""
    title = pilot.app.words(f"{slug}.title")
    return next(choice.label for choice in days_dialog(pilot.app).choices if choice.label.startswith(title))


def play_out(pilot: Pilot, seed: int = 4) -> ResultsScreen:
    """Give any answers until the results are shown."""
    rng = Rng(seed)
    hurry(pilot, rng)
    for _ in range(400):
        pilot.rest()
        if isinstance(pilot.app.top, ResultsScreen):
            return pilot.app.top
        pilot.table.control.answer(rng.choice(pilot.choice.legal))
    raise AssertionError("the deal never ended")


def read(pilot: Pilot) -> list[str]:
    """The texts of all labels on the top screen."""
    return [one.string for one in pilot.app.top.group.children if isinstance(one, Label)]  # type: ignore[attr-defined]


def widgets(pilot: Pilot) -> list[Button]:
    return [one for one in pilot.app.top.group.children if isinstance(one, Button)]  # type: ignore[attr-defined]


def buttons(pilot: Pilot) -> list[str]:
    return [one.label for one in pilot.app.top.group.children if isinstance(one, Button)]  # type: ignore[attr-defined]


@pytest.mark.parametrize("slug", GAMES)
def test_a_deal_of_the_day_leads_from_home_to_its_results_and_back(pilot: Pilot, slug: str) -> None:
    app = pilot.app
    today = leaf(pilot).today
    assert (today.month, today.day, today.name) == ("Nov", "23", "Deals of the day, 23 Nov 2026: 0 of 5 played")
    assert pip(pilot, slug) == ("next" if slug == GAME else "later")
    pilot.click(leaf(pilot).rect.center)
    assert isinstance(app.top, Dialog) and said_of(pilot, slug).endswith(": not played yet")
    pilot.click(next(one for one in widgets(pilot) if one.label == said_of(pilot, slug)).rect.center)
    assert isinstance(app.top, Dialog) and buttons(pilot)[0] == "Play"
    pilot.key(pygame.K_RETURN)
    pilot.rest()
    assert pilot.table.hud.tag.which_deal() == "Deal of the day, 23 Nov 2026"
    assert pilot.table.match.record.chairs == deal_of(slug, MONDAY).chairs
    results = play_out(pilot)
    assert results.summary.of_day and len(results.summary.history) == 1
    assert "deal of the day, 23 Nov 2026" in results.summary.occasion()
    assert {"deal", "round"} & set(results.summary.heading().split())
    assert app.saved is None and not app.profile.match_path(slug).exists()
    assert {"Home", "Watch", "Play again"} <= set(buttons(pilot)) and buttons(pilot)[0] == "Home"
    assert "Your first try, so it counts!" in read(pilot)
    (day,) = app.statistics.daily_results(slug, app.settings.name)
    assert (day.day, day.points, day.helped) == (MONDAY, results.scored.points[0], False)
    figures = app.statistics.figures(Selection(game=slug))
    assert (figures.deals, figures.matches) == (1, 0), "a single deal is no match"
    pilot.key(pygame.K_RETURN)
    assert pip(pilot, slug) == "done" and "1 of 5" in leaf(pilot).today.name
    assert "point" in said_of(pilot, slug) and "not played" not in said_of(pilot, slug)


def test_a_deal_of_the_day_is_opened_by_keyboard(pilot: Pilot) -> None:
    place = home(pilot).group.order().index(leaf(pilot))
    pilot.key(*[pygame.K_TAB] * (place + 1))
    assert leaf(pilot).focused
    pilot.key(pygame.K_RETURN, pygame.K_RETURN, pygame.K_RETURN)
    pilot.rest()
    assert pilot.table.match.record.daily == MONDAY and pilot.table.match.record.game == GAME


@pytest.mark.parametrize("size", [(960, 540), (1280, 720), (1280, 800), (1920, 1080)])
def test_a_short_leaf_says_its_day_below_the_programs_name(size: tuple[int, int], tmp_path: Path) -> None:
    settings(tmp_path, language="pt_BR", ui_scale="150", coach="off")
    pilot = Pilot(tmp_path, size)
    set_clock(pilot.app, MONDAY)
    pilot.app.keep(new_record(GAME))
    pilot.app.go(Home())
    short = leaf(pilot)
    (line,) = (one for one in home(pilot).group.children if isinstance(one, Tagline))
    assert short.short and line.string == line.usual
    pilot.move(short.rect.center)
    pilot.steps(80)
    assert home(pilot).tip.shown is None and line.string == short.today.name
    assert home(pilot).look.text_width(line.string, "lead") <= line.width
    assert not any(line.rect.colliderect(card.rect) for card in home(pilot)._cards)


def test_with_an_unfinished_match_a_dialog_asks_first(pilot: Pilot) -> None:
    pilot.app.keep(new_record(GAME))
    pilot.app.open(day_dialog(pilot.app, GAME))
    pilot.key(pygame.K_RETURN)
    assert isinstance(pilot.app.top, Dialog) and pilot.app.top.title == "You have a match in progress"
    pilot.key(pygame.K_ESCAPE)
    assert pilot.app.saved is not None and pilot.app.saved.game == GAME and not pilot.app.saved.daily
    assert state_of(pilot.app, GAME, MONDAY).kind == "new"


def test_an_unfinished_attempt_can_be_continued_and_still_counts(pilot: Pilot) -> None:
    app = pilot.app
    app.go(DealOfTheDay(GAME, MONDAY))
    pilot.rest()
    live(pilot.table).go_home()
    assert pip(pilot) == "waits" and said_of(pilot).endswith(": not finished")
    assert [card.ribbon.label for card in home(pilot)._cards if card.ribbon] == ["Continue, today’s deal"]
    assert any(
        "deal of the day" in button.second for button in home(pilot).group.children if isinstance(button, Button)
    )
    app.open(day_dialog(app, GAME))
    assert buttons(pilot)[0] == "Continue"
    pilot.key(pygame.K_RETURN)
    play_out(pilot)
    assert "Your first try, so it counts!" in read(pilot)


def test_an_abandoned_attempt_was_the_first_one(pilot: Pilot) -> None:
    """The cards were seen: another try doesn't count, even if the match is deleted."""
    app = pilot.app
    app.go(DealOfTheDay(GAME, MONDAY))
    pilot.rest()
    app.forget(GAME)
    app.go(Home())
    assert pip(pilot) == "done" and said_of(pilot).endswith(": given up")
    app.go(DealOfTheDay(GAME, MONDAY))
    pilot.rest()
    assert pilot.table.match.record.known == 1
    assert pilot.table.hud.tag.which_deal() == "Deal of the day, doesn’t count"
    play_out(pilot)
    assert "Not your first try, so it doesn’t count." in read(pilot)
    assert app.statistics.figures(Selection(game=GAME)).deals == 0


def test_another_attempt_does_not_change_the_first(pilot: Pilot) -> None:
    app = pilot.app
    app.go(DealOfTheDay(GAME, MONDAY))
    before = play_out(pilot).scored.points[0]
    again = next(one for one in app.top.group.children if isinstance(one, Button) and one.label == "Play again")  # type: ignore[attr-defined]
    again.activate()
    pilot.rest()
    play_out(pilot, 9)
    (day,) = app.statistics.daily_results(GAME, app.settings.name)
    assert (day.points, day.helped) == (before, False)
    assert app.statistics.figures(Selection(game=GAME)).deals == 1


@pytest.mark.parametrize(("key", "count"), [(pygame.K_h, "hinted"), (pygame.K_u, "undone")])
def test_help_is_confirmed_once_and_then_the_attempt_no_longer_counts(pilot: Pilot, key: int, count: str) -> None:
    pilot.app.go(DealOfTheDay(GAME, MONDAY))
    pilot.rest()
    while pilot.table.match.undo_point() is None:  # an only choice is no decision
        pilot.table.control.answer(pilot.choice.legal[0])
        pilot.rest()
    record = pilot.table.match.record
    pilot.key(key)
    assert isinstance(pilot.app.top, Dialog) and pilot.app.top.title == "Take help?"
    pilot.key(pygame.K_RETURN)
    assert getattr(record, count) == 0, "Enter declines help"
    pilot.key(key, pygame.K_TAB, pygame.K_RETURN)
    assert getattr(record, count) == 1
    pilot.rest()
    pilot.key(pygame.K_u, pygame.K_h)
    assert isinstance(pilot.app.top, Table), "asked only once"
    play_out(pilot)
    assert "You had help, so it doesn’t count." in read(pilot)
    (day,) = pilot.app.statistics.daily_results(GAME, pilot.app.settings.name)
    assert day.helped


def test_an_ordinary_match_is_not_asked_about_help(pilot: Pilot) -> None:
    other = continued(pilot.app.profile.folder / "other", new_record(GAME), speed="instant")
    other.key(pygame.K_h)
    assert isinstance(other.app.top, Table) and other.table.match.record.hinted == 1
    assert other.table.hud.tag.which_deal().startswith("Deal 1")
    other.app.close_all()


def test_undo_asks_no_question_if_nothing_can_be_undone(pilot: Pilot) -> None:
    pilot.app.go(DealOfTheDay(GAME, MONDAY))
    pilot.rest()
    if pilot.table.match.undo_point() is None:
        pilot.key(pygame.K_u)
        assert isinstance(pilot.app.top, Table) and pilot.table.hud.refusal is not None


def test_a_deal_begun_before_midnight_belongs_to_its_day(pilot: Pilot) -> None:
    """It stays the deal of the day on which it was begun; the home screen shows the new day by itself."""
    app = pilot.app
    app.go(DealOfTheDay(GAME, MONDAY))
    pilot.rest()
    set_clock(app, MONDAY + 1, 0)
    play_out(pilot)
    (day,) = app.statistics.daily_results(GAME, app.settings.name)
    assert day.day == MONDAY and not day.helped
    pilot.key(pygame.K_RETURN)
    assert leaf(pilot).today.day == "24" and pip(pilot) == "next"
    set_clock(app, MONDAY + 2)
    for _ in range(300):
        pilot.step(dt=100)
    assert leaf(pilot).today.day == "25" and pip(pilot) == "next"


def test_earlier_attempts_are_found_after_setting_the_clock_back(pilot: Pilot) -> None:
    note_day(pilot.app, GAME, MONDAY - 1, 60.0)
    assert state_of(pilot.app, GAME, MONDAY).kind == "new"
    set_clock(pilot.app, MONDAY - 1)
    pilot.app.go(Home())
    assert leaf(pilot).today.day == "22" and pip(pilot) == "done"
    assert said_of(pilot).endswith(": +3 points"), "it was the first deal of the game"
    note_day(pilot.app, GAME, MONDAY - 4, 60.0)
    for before, par, said in ((3, 80.0, "better than a master"), (2, 20.0, "a master did better")):
        day = MONDAY - before
        note_day(pilot.app, GAME, day, par)
        assert short_state(pilot.app.words, state_of(pilot.app, GAME, day)) == f"+3 points, {said}"
    assert short_state(pilot.app.words, state_of(pilot.app, GAME, MONDAY - 1)) == "+3 points, as good as a master"


@pytest.mark.parametrize("slug", GAMES)
def test_nobody_plays_better_than_those_who_were_beaten_unless_the_player_dares(
    pilot: Pilot, slug: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(daily, "WEEK", (("hard", "master"),) * 7)
    app = pilot.app

    def levels() -> set[str]:
        return {chair.level for chair in pilot.table.match.record.chairs[1:]}

    own = {chair.level for chair in deal_of(slug, MONDAY).chairs[1:]}
    app.open(day_dialog(app, slug))
    assert buttons(pilot) == ["Play", "Play the day’s table", "Close"]
    pilot.key(pygame.K_RETURN)
    assert levels() == {"easy"}, "a beginner meets beginners"
    app.forget(slug)
    app.go(Home())
    app.go(DealOfTheDay(slug, MONDAY, True))
    assert levels() == own, "chosen by the player"
    app.forget(slug)
    monkeypatch.setattr(daily, "WEEK", (("medium",),) * 7)
    note_day(app, slug, MONDAY - 3, None)
    assert app.statistics.beaten(slug, app.settings.name) == {"medium"}
    monkeypatch.setattr(daily, "WEEK", (("hard", "master"),) * 7)
    app.go(DealOfTheDay(slug, MONDAY))
    assert levels() == {"medium"}
    note_day(app, slug, MONDAY - 2, None, hinted=1)
    assert app.statistics.beaten(slug, app.settings.name) == {"medium"}, "help doesn't count"
    note_day(app, slug, MONDAY - 1, None)
    app.forget(slug)
    app.go(Home())
    app.open(day_dialog(app, slug))
    assert "Play the day’s table" not in buttons(pilot)


def test_each_person_has_attempts_of_their_own(pilot: Pilot) -> None:
    app = pilot.app
    app.go(DealOfTheDay(GAME, MONDAY))
    play_out(pilot)
    app.settings = replace(app.settings, name="Ana")
    assert state_of(app, GAME, MONDAY).kind == "new"


def test_with_an_impossible_date_there_is_no_deal_of_the_day(pilot: Pilot) -> None:
    pilot.app.now = lambda: 10**18  # type: ignore[method-assign]
    pilot.app.go(Home())
    assert not any(isinstance(child, DayLeaf) for child in home(pilot).group.children)


def test_results_show_the_last_days(pilot: Pilot) -> None:
    """Two weeks of pars, the streak, and today's par as soon as it is known."""
    app = pilot.app
    past_days(app, GAME, MONDAY)
    app.go(DealOfTheDay(GAME, MONDAY))
    results = play_out(pilot)
    assert "6 days in a row" in read(pilot)
    plot = next(one for one in results.group.children if hasattr(one, "series"))
    before = len(plot.series[0].places)
    app.statistics.write_par(results.match.record, 1, 0, 80.0, PLAYOUTS)
    assert results.pars is not None
    results.pars.changes += 1
    pilot.step()
    plot = next(one for one in results.group.children if hasattr(one, "series"))
    assert len(plot.series[0].places) == before + 1 and plot.series[0].places[-1] == (1.0, 80.0)


def test_the_replay_of_a_deal_of_the_day_is_a_single_deal(pilot: Pilot) -> None:
    pilot.app.go(DealOfTheDay("big_two", MONDAY))
    results = play_out(pilot)
    results.watch()
    play = replayed(pilot.table)
    match = play.match
    assert match.record.daily == MONDAY and match.game.single
    play.jump(match.last)
    assert "match" not in pilot.table.prompt()


def test_a_match_closed_at_its_results_is_not_offered_again(pilot: Pilot) -> None:
    pilot.app.go(DealOfTheDay(GAME, MONDAY))
    results = play_out(pilot)
    folder = pilot.app.profile.folder
    Profile(folder).save_match(results.match.record)
    again = Pilot(folder)
    assert again.app.saved is None
    again.app.close_all()


# --- attempts on disk -----------------------------------------------------------------------------------------------


def test_attempts_are_remembered(tmp_path: Path) -> None:
    attempts, one = DailyAttempts(Profile(tmp_path)), DailyAttempt("big_two", MONDAY, "Ana Luz")
    assert attempts.load() == [] and one not in attempts
    assert attempts.begin(one) == [] and one in attempts
    again = DailyAttempts(Profile(tmp_path))
    assert again.load() == [] and one in again
    assert DailyAttempt("big_two", MONDAY) not in again and DailyAttempt("big_two", MONDAY + 1, "Ana Luz") not in again
    assert '"2026-11-23 big_two Ana Luz"' in (tmp_path / "days.toml").read_text(encoding="utf-8")


def test_only_the_last_attempts_are_kept(tmp_path: Path) -> None:
    lines = ", ".join(f'"{DailyAttempt(GAME, MONDAY + i)}"' for i in range(229))
    (tmp_path / "days.toml").write_text(f"format = 1\nbegun = [{lines}]\n", encoding="utf-8")
    attempts = DailyAttempts(Profile(tmp_path))
    assert attempts.load() == [] and attempts.begin(DailyAttempt(GAME, MONDAY + 229)) == []
    again = DailyAttempts(Profile(tmp_path))
    again.load()
    assert (
        DailyAttempt(GAME, MONDAY + 229) in again
        and DailyAttempt(GAME, MONDAY + 30) in again
        and DailyAttempt(GAME, MONDAY) not in again
    )


@pytest.mark.parametrize("text", ["begun = 7", "begun = [7]", "begun = [", "format = 1\nother = 2", "\0"])
def test_a_bad_file_of_attempts_is_reported_and_counts_as_empty(tmp_path: Path, text: str) -> None:
    (tmp_path / "days.toml").write_text(text, encoding="utf-8")
    attempts = DailyAttempts(Profile(tmp_path))
    notices = attempts.load()
    assert notices and DailyAttempt(GAME, MONDAY) not in attempts
    assert attempts.begin(DailyAttempt(GAME, MONDAY)) == [] and DailyAttempt(GAME, MONDAY) in attempts
    assert list(tmp_path.glob("days.bad-*.toml"))


def test_a_record_of_a_day_is_still_a_single_deal_when_read_back(tmp_path: Path) -> None:
    record = deal_of(GAME, MONDAY)
    assert Record.from_text(record.to_text()).start().single
