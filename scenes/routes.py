"""Builds the scene of every navigation destination. Only this module imports all screens."""

from pathlib import Path
from typing import assert_never

from engine.match.match import Match
from engine.match.record import Record
from engine.match.replay import History
from engine.moves import Seat
from scenes.screens.about.about_screen import AboutScreen
from scenes.screens.home.daily_deal import begin_daily_attempt
from scenes.screens.home.home_screen import HomeScreen
from scenes.screens.lesson.lesson_table import lesson_table, lessons_dialog
from scenes.screens.replays.replay_mode import replay_table, replay_table_at
from scenes.screens.replays.replays_screen import ReplaysScreen
from scenes.screens.results.results_screen import ResultsScreen
from scenes.screens.review.review_screen import ReviewScreen
from scenes.screens.rulebook.manual_screen import ManualScreen
from scenes.screens.rulebook.rulebook_screen import RulebookScreen
from scenes.screens.rules.house_rules_screen import make_house_rules_screen, make_incoming_rules_screen
from scenes.screens.rules.lab_screen import LabScreen
from scenes.screens.seating.seating_screen import SeatingScreen
from scenes.screens.settings.settings_screen import SettingsScreen
from scenes.screens.statistics.feats_screen import FeatsScreen
from scenes.screens.statistics.statistics_screen import StatisticsScreen
from scenes.shell import destinations as to
from scenes.shell.context import Context
from scenes.shell.replay_loading_screen import scene_after_replay
from scenes.shell.scene import Scene
from scenes.table.table import make_table_scene
from scenes.work.reviews import MatchReviews


def build_scene(context: Context, destination: to.Destination) -> Scene:
    """Build the scene of a navigation destination."""
    match destination:
        case to.Home():
            return HomeScreen(context)
        case to.Seating(slug):
            return SeatingScreen(context, slug)
        case to.Lessons():
            return lessons_dialog(context)
        case to.LessonTable(slug):
            return lesson_table(context, slug)
        case to.MatchTable(record):
            return _build_match_from_record(context, record)
        case to.ResumedTable(slug):
            return _build_resumed_match(context, slug)
        case to.LastTable(slug):
            return _build_match_from_record(context, SeatingScreen(context, slug).make_record())
        case to.DailyDealTable(slug, day):
            return _build_match_from_record(context, begin_daily_attempt(context, slug, day))
        case to.DealResult():
            return ResultsScreen(context, destination)
        case to.OnlineTable():
            return _build_online_table(context)
        case to.ReplayList(chosen, incoming):
            return ReplaysScreen(context, chosen, incoming)
        case to.ReplayTable(record):
            return replay_table(context, record)
        case to.ReplayTableAt(record, at, seat):
            return replay_table_at(context, record, at, seat)
        case to.ReviewPage(reviews, seat, owner):
            return _build_review(context, reviews, seat, stops_on_close=owner)
        case to.RulesPage(slug, rule, options):
            return RulebookScreen(context, slug, rule, options)
        case to.HouseRulesPage():
            return make_house_rules_screen(context, destination)
        case to.IncomingRules(text, file):
            return make_incoming_rules_screen(context, text, file)
        case to.LabPage(slug, options, presets):
            return LabScreen(context, slug, options, presets)
        case to.StatisticsPage():
            return StatisticsScreen(context)
        case to.FeatsPage():
            return FeatsScreen(context)
        case to.SettingsPage():
            return SettingsScreen(context)
        case to.IncomingDeck(path):
            return _build_add_deck_scene(context, path)
        case to.OnlineLobby(invitation):
            return _build_online_scene(context, invitation)
        case to.OnlineRoom():
            return _build_online_scene(context, "")
        case to.AboutPage(page):
            return AboutScreen(context, page)
        case to.ManualPage():
            return ManualScreen(context)
        case _:
            assert_never(destination)


def _build_add_deck_scene(context: Context, path: Path) -> Scene:
    from scenes.screens.settings.add_deck import add_deck_scene  # noqa: PLC0415  # 7 ms of the start

    return add_deck_scene(context, path)


def _build_online_scene(context: Context, invitation: str) -> Scene:
    """Build the running match's table, else the room of the joined table, else the lobby."""
    if context.online_session is not None and context.online_session.is_match_running:
        return _build_online_table(context)
    if context.online_session is not None and context.online_session.is_joined:
        from scenes.screens.lobby.room_screen import RoomScreen  # noqa: PLC0415  # 90 ms of the start, for those who play together

        return RoomScreen(context, context.online_session)
    from scenes.screens.lobby.lobby_screen import LobbyScreen  # noqa: PLC0415  # 90 ms of the start, for those who play together

    return LobbyScreen(context, invitation)


def _build_online_table(context: Context) -> Scene:
    session = context.online_session
    if session is None or session.guest is None or not (session.match or session.guest.steps):
        return _build_online_scene(context, "")
    from scenes.screens.online_match.online_table import online_table  # noqa: PLC0415  # 100 ms of the start, as above

    return online_table(context, session)


def _build_match_from_record(context: Context, record: Record) -> Scene:
    """Build the table of a record's match: dealt from the start, or continued after the recorded moves."""
    if record.moves:
        context.saved_matches.save(record)
        return _build_resumed_match(context, record.game)
    return make_table_scene(context, Match(record, context.saved_matches.save, context.thinker), seen_event_count=0)


def _build_resumed_match(context: Context, slug: str) -> Scene:
    """Build the table of a game's saved match; without a usable one, the game's seating screen.

    An empty ``slug`` selects the match played last; the home screen is the fallback then.
    """
    saves = context.saved_matches
    games = (slug,) if slug else saves.games
    saved = next((record for game in games if (record := saves.load_unchecked(game)) is not None), None)

    def instead() -> Scene:
        return SeatingScreen(context, slug) if slug else HomeScreen(context)

    if saved is None:
        return instead()
    history = History(saved)

    def table() -> Scene:
        if saves.accept_replay(history.record.game, history) is None:
            return instead()
        return make_table_scene(context, Match(history, context.saved_matches.save, context.thinker))

    return scene_after_replay(context, history, table, lambda _: context.go(to.Home()))


def _build_review(context: Context, reviews: MatchReviews, seat: Seat | None, *, stops_on_close: bool) -> Scene:
    shown = reviews.first_seat if seat is None else seat

    def screen() -> Scene:
        return ReviewScreen(context, reviews, shown, stops_reviews=stops_on_close)

    return scene_after_replay(context, reviews.key_moment_search(shown), screen, context.close)
