"""The scene of every destination. This is the only module that knows all screens."""

from pathlib import Path
from typing import assert_never

from engine.match.match import Match
from engine.match.record import Record
from engine.match.replay import History
from engine.moves import Seat
from scenes.about.about import AboutScreen
from scenes.home.day import begin_day
from scenes.home.home import HomeScreen
from scenes.lesson.table import lesson_table, lessons_dialog
from scenes.reader.rules_reader import RulesReader
from scenes.replays.replays import ReplaysScreen
from scenes.replays.watch import watch, watch_from
from scenes.results.results import ResultsScreen
from scenes.review.review import ReviewScreen
from scenes.rules.house_rules import house_rules_page, incoming_rules
from scenes.rules.lab import LabScreen
from scenes.seating.seating import SeatingScreen
from scenes.settings.settings import SettingsScreen
from scenes.shell import destinations as to
from scenes.shell.context import Context
from scenes.shell.preparing import prepared
from scenes.shell.scene import Scene
from scenes.statistics.statistics import StatisticsScreen
from scenes.table.table import sit
from scenes.work.reviews import Reviews


def scene_for(context: Context, destination: to.Destination) -> Scene:
    """Build the scene of a destination."""
    match destination:
        case to.Home():
            return HomeScreen(context)
        case to.Seating(slug):
            return SeatingScreen(context, slug)
        case to.Lessons():
            return lessons_dialog(context)
        case to.Learn(slug):
            return lesson_table(context, slug)
        case to.Begin(record):
            return _begin(context, record)
        case to.Resume(slug):
            return _resume(context, slug)
        case to.DealOfTheDay(slug, day, whole):
            return _begin(context, begin_day(context, slug, day, whole=whole))
        case to.DealResult():
            return ResultsScreen(context, destination)
        case to.TableElsewhere():
            return _table_elsewhere(context)
        case to.ReplayList(chosen, incoming):
            return ReplaysScreen(context, chosen, incoming)
        case to.Watch(record):
            return watch(context, record)
        case to.WatchFrom(record, at, seat):
            return watch_from(context, record, at, seat)
        case to.ReviewPage(reviews, seat, owner):
            return _review(context, reviews, seat, owner=owner)
        case to.RulesPage(slug, rule, options):
            return RulesReader(context, slug, rule, options)
        case to.HouseRulesPage():
            return house_rules_page(context, destination)
        case to.IncomingRules(text, file):
            return incoming_rules(context, text, file)
        case to.LabPage(slug, options, presets):
            return LabScreen(context, slug, options, presets)
        case to.StatisticsPage():
            return StatisticsScreen(context)
        case to.SettingsPage():
            return SettingsScreen(context)
        case to.IncomingDeck(path):
            return _add_deck(context, path)
        case to.Friends(invitation):
            return _friends(context, invitation)
        case to.Room():
            return _friends(context, "")
        case to.AboutPage(part):
            return AboutScreen(context, part)
        case _:
            assert_never(destination)


def _add_deck(context: Context, path: Path) -> Scene:
    from scenes.settings.add_deck import add_deck  # noqa: PLC0415  # 7 ms of the start

    return add_deck(context, path)


def _friends(context: Context, invitation: str) -> Scene:
    """The table where a match goes on, or the room of the table that was joined; the lobby before."""
    if context.company is not None and context.company.playing:
        return _table_elsewhere(context)
    if context.company is not None and context.company.joined:
        from scenes.lobby.room import RoomScreen  # noqa: PLC0415  # 90 ms of the start, for those who play together

        return RoomScreen(context, context.company)
    from scenes.lobby.lobby import LobbyScreen  # noqa: PLC0415  # 90 ms of the start, for those who play together

    return LobbyScreen(context, invitation)


def _table_elsewhere(context: Context) -> Scene:
    company = context.company
    if company is None or company.guest is None or not (company.match or company.guest.steps):
        return _friends(context, "")
    from scenes.elsewhere.table import table_elsewhere  # noqa: PLC0415  # 100 ms of the start, as above

    return table_elsewhere(context, company)


def _begin(context: Context, record: Record) -> Scene:
    """The table of a match, dealt from the start or continued where its record ends."""
    if record.moves:
        context.keep(record)
        return _resume(context, record.game)
    return sit(context, Match(record, context.keep, context.thinker), upto=0)


def _resume(context: Context, slug: str) -> Scene:
    """The table of a game's saved match, exactly as it was left; the seats of the game if its file was unusable."""
    saves = context.saves
    games = (slug,) if slug else saves.games
    saved = next((record for game in games if (record := saves.unchecked(game)) is not None), None)

    def instead() -> Scene:
        return SeatingScreen(context, slug) if slug else HomeScreen(context)

    if saved is None:
        return instead()
    history = History(saved)

    def table() -> Scene:
        if saves.check(history.record.game, history) is None:
            return instead()
        return sit(context, Match(history, context.keep, context.thinker))

    return prepared(context, history, table, lambda _: context.go(to.Home()))


def _review(context: Context, reviews: Reviews, seat: Seat | None, *, owner: bool) -> Scene:
    shown = reviews.first if seat is None else seat

    def screen() -> Scene:
        return ReviewScreen(context, reviews, shown, owner=owner)

    return prepared(context, reviews.search(shown), screen, context.close)
