"""The scene of every destination. This is the only module that knows all screens."""

from typing import assert_never

from engine.match.match import Match
from engine.match.record import Record
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
from scenes.shell.scene import Scene
from scenes.statistics.statistics import StatisticsScreen
from scenes.table.table import sit


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
        case to.ReplayList(chosen, incoming):
            return ReplaysScreen(context, chosen, incoming)
        case to.Watch(record):
            return watch(context, record)
        case to.WatchFrom(record, at, seat):
            return watch_from(context, record, at, seat)
        case to.ReviewPage(reviews, seat, owner):
            return ReviewScreen(context, reviews, seat, owner=owner)
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
        case to.AboutPage(part):
            return AboutScreen(context, part)
        case _:
            assert_never(destination)


def _begin(context: Context, record: Record) -> Scene:
    """The table of a match, dealt from the start or continued where its record ends."""
    if record.moves:
        context.keep(record)
        return _resume(context, record.game)
    return sit(context, Match(record, context.keep, context.thinker), upto=0)


def _resume(context: Context, slug: str) -> Scene:
    """The table of a game's saved match, exactly as it was left; the seats of the game if its file was unusable."""
    saved = context.saves.of(slug) if slug else context.saved
    if saved is None:
        return SeatingScreen(context, slug) if slug else HomeScreen(context)
    return sit(context, Match(saved, context.keep, context.thinker))
