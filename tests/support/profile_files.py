"""Every kind of file in a profile: how to make a good one, how the program reads it, and how it writes the next."""

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from pygame import Rect

from engine.events import DealScored
from engine.games import GAMES
from engine.lab import Experiment, SavedComparison, SavedComparisons
from engine.match.record import MAX_MOVES, PERSON, Chair, Record
from engine.moves import Placeholders
from engine.notices import Notice
from engine.profile.daily_attempts import DailyAttempt, DailyAttempts
from engine.profile.earned_feats import EarnedFeats
from engine.profile.fair_tables import FairTable, FairTables
from engine.profile.hot_seat_players import HotSeatPlayers
from engine.profile.last_tables import LastTables
from engine.profile.presets import CustomPresets
from engine.profile.replays import ReplayStore
from engine.profile.saved_matches import SavedMatches
from engine.profile.storage import Profile
from engine.profile.tutorial_progress import TutorialProgress
from engine.profile.window_placement import Placement, WindowPlacementStore
from engine.rng import Rng
from engine.settings import Settings
from engine.statistics.match_writer import TimeSpent
from engine.statistics.store import Selection, Statistics
from engine.updates.check_log import UpdateCheckLog
from engine.updates.versions import parse_version
from scenes.app import App
from scenes.screens.home.home_screen import HomeScreen
from scenes.screens.replays.replays_screen import ReplaysScreen
from scenes.screens.rules.house_rules_screen import HouseRulesScreen
from scenes.screens.rules.lab_screen import LabScreen
from scenes.screens.seating.seating_screen import SeatingScreen
from scenes.screens.statistics.feats_screen import FeatsScreen
from scenes.screens.statistics.statistics_screen import StatisticsScreen
from scenes.shell.scene import Scene
from scenes.shell.window.window_geometry import opening_placement
from scenes.text.catalogue import Words
from tests.support.records import play_randomly, random_record

SLUG = "palacio"
"""Game of the files that belong to one game."""
OPTIONS = GAMES[SLUG].Options
MATCH_HEAD = f'format = 1\ngame = "{SLUG}"\nversion = "0.1"\nseats = 3\nseed = 3\nchairs = []\n'
RULES_HEAD = f'format = 2\ngame = "{SLUG}"\n[rules]\n'
VALUE_TEXTS = (
    *('""', "''", '"a"', '"""a\n"""', "true", "false", "0", "-1", "99", "1.5", "nan", "1e999", "[]", "[[]]", "{}"),
    *("{a = 1}", '["a", 1]', "[{a = 1}]", "0x1F", "1_0", "1979-05-27", "1979-05-27T07:32:00Z", "07:32:00", str(2**63)),
    *("9" * 400, "9" * 5000, "[" * 300, "[" * 2000, "[" * 200 + "]" * 200, f'"{"x" * 300}"', f'"{"x" * 3000}"'),
    *('"\\u0000"', '"\\ud800"', '"é日"', '"{file}"', "'''", "0x", "00"),
)
"""Texts similar to a value, of every type, of great length or depth, and unfinished."""
WORDS = Words("en")


class FileKind(NamedTuple):
    """A kind of file."""

    path: str
    """Path in the profile; empty if it differs."""
    make: Callable[[Path, int], Path]
    """Write the good file with this number into a profile; return its path."""
    open: Callable[[Profile], Any]
    """Read the file as the program does."""
    rewrite: Callable[[Any], object]
    """Write the next file, from what ``open`` returned."""
    state: Callable[[Any], object] = lambda opened: None
    """Return what must be equal after writing and reading, from what ``open`` returned."""
    screen: Callable[[App], Scene] = HomeScreen
    """Open the screen that shows the content."""


def record_in_progress(seed: int) -> Record:
    """Return a match after some moves."""
    record, rng = random_record(Rng(seed).choice(tuple(GAMES)), seed), Rng(seed)
    play_randomly(record, rng, rng.below(40))
    return record


def finished_record(seed: int) -> Record:
    """Return a finished match of Pass the Ace, which is short and quick to read."""
    record = random_record("pass_the_ace", seed)
    play_randomly(record, Rng(seed))
    return record


def store_kind(
    path: str,
    store: Callable[[Profile], Any],
    fill: Callable[[Any, int], object],
    rewrite: Callable[[Any], object],
    state: Callable[[Any], object],
    *,
    screen: Callable[[App], Scene] = HomeScreen,
) -> FileKind:
    """Return the kind of file of a store; ``fill`` writes the good file with a number."""

    def make(folder: Path, number: int) -> Path:
        fill(store(Profile(folder)), number)
        return folder / path

    return FileKind(path, make, store, rewrite, state, screen)


def make_match(folder: Path, seed: int) -> Path:
    """Some of its moves are appended."""
    record, profile = record_in_progress(seed), Profile(folder)
    moves, record.moves = record.moves, record.moves[:5]
    profile.save_match(record)
    record.moves = moves
    profile.save_match(record)
    return profile.match_path(record.game)


def make_former_match(folder: Path, seed: int) -> Path:
    """Write the match in the format of versions up to 0.1.0."""
    path = Profile(folder).legacy_match_path
    path.write_text(record_in_progress(seed).to_text(), encoding="utf-8")
    return path


def open_matches(profile: Profile) -> SavedMatches:
    """Read the matches in the program's order: heads first, then the rest."""
    saves = SavedMatches(profile)
    saves.scan()
    while saves.has_unread:
        saves.read_more(MAX_MOVES)
    return saves


def save_latest_match(saves: SavedMatches) -> None:
    saves.save(saves.load_latest() or record_in_progress(1))


def open_presets(profile: Profile) -> CustomPresets:
    presets = CustomPresets(profile, SLUG)
    presets.load()
    return presets


def make_replay(folder: Path, seed: int) -> Path:
    record = finished_record(seed)
    record.id = "kept"
    replays = ReplayStore(Profile(folder))
    replays.save(record, record.replay(), max_replays=9, now=1)
    return replays.path_of(record)


def open_replays(profile: Profile) -> ReplayStore:
    replays = ReplayStore(profile)
    replays.scan()
    while replays.unread_count:
        replays.try_read_more()
    return replays


def star_replays(replays: ReplayStore) -> None:
    for kept in list(replays.entries):
        replays.set_star(kept, True)


def star_indexed_replay(replays: ReplayStore) -> None:
    """A damaged index must change no entry and cause no notice."""
    (kept,) = replays.entries
    assert kept.record_head is not None and kept.notice is None, "the match is missing from the list"
    assert not isinstance(replays.load(kept), Notice)
    replays.set_star(kept, True)


def fill_progress(found: TutorialProgress, seed: int) -> None:
    for question in ("gurch.vote", "palacio.play"):
        found.mark_explained(question)
    found.mark_lesson_finished("roped")


def place_window(found: WindowPlacementStore) -> None:
    opening_placement(found.placement, [Rect(0, 0, 1920, 1040)])
    found.save(Placement((1280, 720)))


def repeat_check(found: UpdateCheckLog) -> None:
    assert found.newest_version == "" or parse_version(found.newest_version)
    found.record_check(found.last_check, found.newest_version)


def make_comparison(seed: int) -> tuple[Experiment, SavedComparison]:
    return Experiment(SLUG, 3, OPTIONS(), OPTIONS(rounds=3)), SavedComparison(seed + 1, [])


def make_statistics(folder: Path, seed: int) -> Path:
    profile = Profile(folder)
    base = open_statistics(profile)
    record = finished_record(seed)
    record.id, record.began = "counted", 1
    game, scored = record.initial_position(), list[DealScored]()
    for move in record.moves:
        game.push(move)
        scored += [event for event in game.take_events() if isinstance(event, DealScored)]
    assert game.outcome is not None
    time_spent = {0: TimeSpent(2000, 4)}
    assert base.write_match(record, scored, game.outcome.winners, names={0: ""}, last_deal_time_spent=time_spent, now=9)
    base.close()
    assert not profile.notices
    return base.path


def open_statistics(profile: Profile) -> Statistics:
    return Statistics(profile.folder / "statistics.sqlite", profile.report)


def recount_statistics(base: Statistics) -> None:
    base.totals(Selection())
    base.rebuild_sums()
    base.close()


def show_rules(app: App) -> Scene:
    return HouseRulesScreen(app, SLUG)


def show_seating(app: App) -> Scene:
    return SeatingScreen(app, SLUG)


TEXT_KINDS: Mapping[str, FileKind] = {
    "settings": store_kind(
        "settings.toml",
        lambda profile: (profile, profile.load_settings()),
        lambda opened, _: opened[0].save_settings(Settings(speed="2", name="Zoë", ui_scale="125", language="en")),
        lambda opened: opened[0].save_settings(opened[1]),
        lambda opened: opened[1],
    ),
    "learned": store_kind(
        "learned.toml",
        TutorialProgress,
        fill_progress,
        lambda found: found.mark_lesson_finished("gurch"),
        lambda found: found.snapshot,
    ),
    "window": store_kind(
        "window.toml",
        WindowPlacementStore,
        lambda found, seed: found.save(Placement((1200 + seed % 100, 700), (40, -30), is_maximised=True)),
        place_window,
        lambda found: found.placement,
    ),
    "updates": store_kind(
        "updates.toml",
        UpdateCheckLog,
        lambda found, seed: found.record_check(1_800_000_000 + seed, f"1.{seed}.0"),
        repeat_check,
        lambda found: (found.last_check, found.newest_version),
    ),
    "attempts": store_kind(
        "days.toml",
        DailyAttempts,
        lambda found, _: [found.record_attempt(DailyAttempt(slug, 739_941, "Ana")) for slug in ("gurch", SLUG)],
        lambda found: found.record_attempt(DailyAttempt("gurch", 739_942, "Ana")),
        lambda found: [DailyAttempt(slug, 739_941, "Ana") in found for slug in GAMES],
    ),
    "persons": store_kind(
        "persons.toml",
        HotSeatPlayers,
        lambda found, _: found.replace_players(
            [Chair(PERSON, name="Bento", portrait="straw"), Chair(PERSON, name="Caio", portrait="chef")]
        ),
        lambda found: found.replace_players([Chair(PERSON, name="Duda", portrait="scarf")]),
        lambda found: found.players,
        screen=show_seating,
    ),
    "fair": store_kind(
        "fair.toml",
        FairTables,
        lambda found, _: found.save("roped", FairTable("Ana", 1.25, 3, chosen=True, last="m-1")),
        lambda found: found.save(SLUG, FairTable("Duda", -0.5)),
        lambda found: [found.find(slug, name) for slug in GAMES for name in ("", "Ana", "Duda")],
        screen=show_seating,
    ),
    "last tables": store_kind(
        "last_tables.toml",
        LastTables,
        lambda found, _: found.save(SLUG, [Chair("mei", "master"), Chair(PERSON, name="Ana")], has_begun=True),
        lambda found: found.save("roped", [Chair("kwame", "easy")] * 3, has_begun=False),
        lambda found: (found.latest_game, [found.opponents(slug) for slug in GAMES]),
        screen=show_seating,
    ),
    "feats": store_kind(
        "feats.toml",
        EarnedFeats,
        lambda found, _: found.add(["gurch.two", "palacio.perfect"], "Ana", 739_941),
        lambda found: found.add(["roped.lasso"], "Ana", 739_942),
        lambda found: [found.day_of(feat, "Ana") for feat in ("gurch.two", "palacio.perfect", "roped.lasso")],
        screen=FeatsScreen,
    ),
    "lab": store_kind(
        "lab.toml",
        SavedComparisons,
        lambda found, seed: found.save(*make_comparison(seed)),
        lambda found: found.save(*make_comparison(7)),
        lambda found: found.find(make_comparison(0)[0]),
        screen=lambda app: LabScreen(app, SLUG, OPTIONS(), ()),
    ),
}
"""Small text files that are reported once and copied when they are bad."""
KINDS: Mapping[str, FileKind] = {
    **TEXT_KINDS,
    "options": store_kind(
        f"options/{SLUG}.toml",
        lambda profile: (profile, profile.load_options(SLUG)),
        lambda opened, _: opened[0].save_options(SLUG, OPTIONS(rounds=3, play_on=True)),
        lambda opened: opened[0].save_options(SLUG, opened[1]),
        lambda opened: opened[1],
        screen=show_rules,
    ),
    "preset": store_kind(
        f"presets/{SLUG}-ours.toml",
        open_presets,
        lambda presets, _: presets.add("Ours", OPTIONS(rounds=3, play_on=True)),
        lambda presets: presets.add("Another", OPTIONS()),
        lambda presets: presets.presets,
        screen=show_rules,
    ),
    "match": FileKind("", make_match, open_matches, save_latest_match),
    "former match": FileKind("match.toml", make_former_match, open_matches, save_latest_match),
    "replay": FileKind("", make_replay, open_replays, star_replays, screen=ReplaysScreen),
    "index": FileKind(
        "matches/index.json",
        lambda folder, seed: make_replay(folder, seed).with_name("index.json"),
        open_replays,
        star_indexed_replay,
        screen=ReplaysScreen,
    ),
    "statistics": FileKind(
        "statistics.sqlite", make_statistics, open_statistics, recount_statistics, screen=StatisticsScreen
    ),
}


def bytes_below(folder: Path) -> Iterator[bytes]:
    """Yield the content of every file in a profile."""
    for path in folder.rglob("*"):
        if path.is_file():
            yield path.read_bytes()


def file_and_copies(path: Path) -> list[bytes]:
    """Return the contents of a file, if it is there, and of its backup copies."""
    return [one.read_bytes() for one in sorted(path.parent.glob(f"{path.stem}*{path.suffix}"))]


def check_notice(notice: Notice, file: str) -> None:
    """Check that a notice has a text with all its placeholders, which names the file."""
    text = WORDS(notice.key, notice.placeholders)
    assert text and text != notice.key, f"{notice.key} has no text"
    for figure in ("file", "key", "found", "allowed", "line", "number", "why", "n", "kept"):
        assert f"{{{figure}}}" not in text or f"{{{figure}}}" in _values(notice.placeholders), (
            f"{notice.key}: no {figure}"
        )
    assert file in text, f"{notice.key} names no file"


def _values(figures: Placeholders) -> str:
    return " ".join(map(str, figures.values()))
