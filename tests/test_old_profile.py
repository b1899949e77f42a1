"""A profile written by version 0.1.0 (``tests/golden/profile_0_1_0``) is read completely by today's code."""

import hashlib
import json
import math
import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from engine import __version__
from engine.cards import texts
from engine.game import Game
from engine.games import GAMES
from engine.lab import Experiment, SavedComparisons, saved_comparisons
from engine.match.playback import Playback
from engine.match.record import PERSON, Chair, Record
from engine.moves import Pile
from engine.notices import Notice
from engine.profile import replays as replays_module
from engine.profile.daily_attempts import DailyAttempt, DailyAttempts
from engine.profile.hot_seat_players import HotSeatPlayers
from engine.profile.lock import LOCK_FILE, lock_or_copy_profile
from engine.profile.presets import CustomPresets
from engine.profile.replays import INDEX_FILE, MatchResult, ReplayEntry, ReplayStore
from engine.profile.storage import Profile
from engine.profile.tutorial_progress import TutorialProgress
from engine.settings import Settings
from engine.statistics.daily import DailyResult
from engine.statistics.store import CHANGED_RULES, Period, Rival, Selection, Statistics, Totals
from engine.work.thinking import Thinker
from tests.support.records import load_match

OLD_PROFILE = Path(__file__).parent / "golden" / "profile_0_1_0"
OLD_VERSION = "0.1.0"
DAILY_DEAL_DAY = 739_941
"""21 November 2026, as an ordinal: the day of the Gurch deal."""
FIRST_START_TIME = 1_795_000_000
START_INTERVAL_SECONDS = 90_000
"""Match number n began ``n * START_INTERVAL_SECONDS`` after ``FIRST_START_TIME``, and ended ``MATCH_SECONDS`` later."""
MATCH_SECONDS = 1500

RESULTS = {
    "m-1": MatchResult(50, 11, (-1, -3, -3, -3, -3), (0,)),
    "m-2": MatchResult(249, 5, (-7, -1, -3, 11), (3,)),
    "m-3": MatchResult(172, 2, (334, 22, -37, 38), (0,)),
    "m-4": MatchResult(31, 1, (0, 0, 12, 0), (2,)),
    "m-5": MatchResult(17, 6, (-2, -3, -3), (0,)),
}
"""Results recorded by version 0.1.0."""
POSITIONS = {
    "m-1": "c9c8b5bb62e7237e",
    "m-2": "5728fdcc0ff27cbf",
    "m-3": "9834c9c654d1f206",
    "m-4": "d1c8a1f95463f32f",
    "m-5": "4864686a334da237",
    "m-6": "9ddea9de8736354c",
}
"""``position_digest`` of the final positions, computed by version 0.1.0."""


@pytest.fixture
def profile(tmp_path: Path) -> Profile:
    folder = tmp_path / "profile"
    shutil.copytree(OLD_PROFILE, folder, ignore=shutil.ignore_patterns("README.md", ".gitattributes"))
    return Profile(folder)


@pytest.fixture
def statistics(profile: Profile) -> Iterator[Statistics]:
    notices: list[Notice] = []
    found = Statistics(profile.folder / "statistics.sqlite", notices.append)
    yield found
    found.close()
    assert notices == []


def position_digest(game: Game) -> str:
    """Return a short hash of every pile with its cards."""
    lines = (f"{pile}: {' '.join(str(int(card)) for card in game.cards(pile))}\n" for pile in sorted(game.piles))
    return hashlib.sha256("".join(lines).encode()).hexdigest()[:16]


def listed_replays(profile: Profile) -> list[ReplayEntry]:
    replays = ReplayStore(profile)
    replays.scan()
    while replays.try_read_more():
        pass
    return replays.entries


def test_profile_has_every_kind_of_file() -> None:
    there = {path.relative_to(OLD_PROFILE).parts[0] for path in OLD_PROFILE.rglob("*")} - {
        "README.md",
        ".gitattributes",
    }
    known = {"settings.toml", "match.toml", "options", "presets", "matches", "statistics.sqlite", LOCK_FILE}
    assert there == known | {"learned.toml", "persons.toml", "days.toml", "lab.toml"}


def test_settings_are_read_and_can_be_saved(profile: Profile) -> None:
    settings = profile.load_settings()
    assert settings == Settings(
        name="Ana Luz", portrait="straw", language="pt_BR", auto_answer=True, coach="first", par=True, speed="2",
        reduced_motion=False, countdown="20", pace="normal", thinking="1", replays_kept=50, sound=True, volume=70,
        effects=100, music=0, fullscreen=False, ui_scale="125", high_contrast=False, left_handed=False, carry=False,
        log="closed", table="harbour", four_colours=True, large_index=False, back="lantern",
    )  # fmt: skip
    profile.save_settings(settings)
    assert "# Bento likes it loud" in profile.settings_path.read_text(encoding="utf-8").splitlines()
    assert profile.load_settings() == settings and profile.notices == [], "the settings can be written again"


def test_house_rules_and_presets_are_read(profile: Profile) -> None:
    changed: dict[str, dict[str, Any]] = {"pass_the_ace": {"lives": 5}, "big_two": {"scoring": "hk"}}
    for slug, game in GAMES.items():
        assert profile.load_options(slug) == game.Options(**changed.get(slug, {}))
    own: dict[str, tuple[str, dict[str, Any]]] = {
        "gurch": ("Casa da tia Bia", {"benchmark": "lead", "equal_and_sacrifice": True}),
        "roped": ("Friday’s rules", {"mismatch_penalty": "discarder", "bluff_discards": True}),
    }
    standards: dict[str, dict[str, Any]] = {
        "gurch": {"shown_card": "swap_first", "minigame": "tricks", "loser_minigame": "always"},
        "roped": {"refill": "matching"},
    }
    for slug, game in GAMES.items():
        presets = CustomPresets(profile, slug)
        presets.load()
        found = [(preset.name, preset.options) for preset in presets.presets]
        expected = [(name, game.Options(**rules, **standards[slug])) for name, rules in filter(None, [own.get(slug)])]
        assert found == expected, "the rules that they don't name are the standard of that version"


def test_match_in_progress_continues(profile: Profile) -> None:
    record, notices = load_match(profile)
    keys = [] if __version__ == OLD_VERSION else ["notice.other_version", "notice.kept"]
    assert [notice.key for notice in notices] == keys and record is not None
    assert (record.game, record.seats, record.seed, len(record.moves)) == ("palacio", 4, 21, 38)
    began = FIRST_START_TIME + 6 * START_INTERVAL_SECONDS
    assert (record.id, record.began, record.undone, record.hinted) == ("m-6", began, 1, 1)
    assert record.chairs == (Chair(PERSON), *(Chair(who, "master") for who in ("celeste", "tiao", "ingrid")))
    assert record.options == GAMES["palacio"].Options()
    game = record.replay()
    assert position_digest(game) == POSITIONS["m-6"]
    assert game.seats_to_act() == (0,) and game.scores == (0, 0, 0, 0)
    assert texts(game.cards(Pile("hand", 0))) == "AH' JC' QD"
    assert list(map(str, game.legal_moves(0))) == ["0:play JC'", "0:play QD", "0:play AH'"]
    profile.save_match(record)
    assert load_match(profile) == (record, []), "the match can be written again"


def test_every_finished_match_replays_to_end(profile: Profile) -> None:
    entries = listed_replays(profile)
    assert [entry.record_head.id for entry in entries if entry.record_head] == ["m-5", "m-4", "m-3", "m-2", "m-1"]
    replays = ReplayStore(profile)
    for entry in entries:
        assert entry.notice is None and entry.record_head is not None
        name = entry.record_head.id
        began = FIRST_START_TIME + int(name.removeprefix("m-")) * START_INTERVAL_SECONDS
        assert entry.result._replace(standings=()) == RESULTS[name]
        assert bool(entry.result.standings) == (entry.record_head.game == "pass_the_ace")
        assert (entry.record_head.began, entry.record_head.ended) == (began, began + MATCH_SECONDS)
        assert entry.record_head.starred == (name == "m-2")
        record = replays.load(entry)
        assert isinstance(record, Record) and position_digest(record.replay()) == POSITIONS[name]
        playback = Playback(record, Thinker(process=False))
        assert playback.error is None and playback.last_index == RESULTS[name].moves
        playback.seek(playback.last_index)
        result = playback.final_deal_result()
        assert result is not None and playback.game.scores == RESULTS[name].totals


def test_finished_matches_keep_rules_persons_and_help(profile: Profile) -> None:
    records = {
        entry.record_head.id: entry.record_head for entry in listed_replays(profile) if entry.record_head is not None
    }
    games = {"m-1": "pass_the_ace", "m-2": "big_two", "m-3": "roped", "m-4": "gurch", "m-5": "pass_the_ace"}
    assert {name: record.game for name, record in records.items()} == games
    assert records["m-2"].options == GAMES["big_two"].Options(scoring="hk")
    assert records["m-3"].chairs == (
        Chair(PERSON, name="Ana Luz", portrait="straw"),
        Chair(PERSON, name="Bento", portrait="chef"),
        Chair("celeste", "hard"),
        Chair("tiao", "hard"),
    )
    assert records["m-4"].daily == DAILY_DEAL_DAY
    assert (records["m-5"].hinted, records["m-5"].undone) == (1, 2)


def test_index_of_finished_matches_is_used(profile: Profile, monkeypatch: pytest.MonkeyPatch) -> None:
    """The old index is used for files with unchanged times. It has no standings, so Pass the Ace is replayed."""
    fresh = listed_replays(profile)
    shutil.copy(OLD_PROFILE / "matches" / INDEX_FILE, profile.folder / "matches")
    files = json.loads((profile.folder / "matches" / INDEX_FILE).read_text(encoding="utf-8"))["files"]
    for name, (_, time, *_) in files.items():
        os.utime(profile.folder / "matches" / name, ns=(time, time))
    monkeypatch.setattr(replays_module, "__version__", OLD_VERSION)
    replays = ReplayStore(profile)
    replays.scan()
    read_games = [entry.record_head.game for entry in replays.entries if entry.record_head]
    assert sorted(read_games) == ["big_two", "gurch", "roped"]
    while replays.try_read_more():
        pass
    found = [(entry.path, entry.record_head, entry.result) for entry in replays.entries]
    assert found == [(entry.path, entry.record_head, entry.result) for entry in fresh]


def test_statistics_are_read(statistics: Statistics) -> None:
    assert statistics.totals(Selection()) == Totals(4, 2, 21, 4, 348, 197_802, 86, 0, 1)
    assert statistics.totals(Selection(helped=None)) == Totals(5, 3, 27, 5, 346, 253_902, 110, 1, 1)
    assert statistics.totals(Selection(game="roped", name="Bento")) == Totals(1, 0, 2, 0, 22, 18_302, 10, 0, 0)
    assert statistics.totals(Selection(rules=CHANGED_RULES)).deals == 9
    assert statistics.person_names() == ["Ana Luz", "Bento"]
    assert sorted(statistics.levels_played()) == ["easy", "hard", "master", "medium"]
    assert statistics.rivals(Selection(name="Ana Luz")) == [
        Rival("celeste", "easy", 1, 0, 0),
        Rival("celeste", "hard", 1, 1, 0),
        Rival("celeste", "medium", 1, 1, 0),
        Rival("ingrid", "easy", 1, 0, 1),
        Rival("ingrid", "medium", 1, 1, 0),
        Rival("kwame", "medium", 1, 1, 0),
        Rival(PERSON, "Bento", 1, 1, 0),
        Rival("tiao", "easy", 1, 0, 0),
        Rival("tiao", "hard", 1, 1, 0),
        Rival("tiao", "medium", 1, 1, 0),
    ]
    assert statistics.over_time(Selection()) == [
        Period(739_939, 1, 1, 11, 1, -1, 2, 8300),
        Period(739_940, 1, 0, 5, 1, -7, 0, 0),
        Period(739_941, 2, 1, 4, 2, 356, 0, 0),
        Period(739_942, 0, 0, 1, 0, 0, 1, 7250),
    ]
    header, *deals = statistics.export_rows()
    assert len(header) == 23 and len(deals) == 27


def test_pars_days_and_ratings_are_read(statistics: Statistics) -> None:
    par = statistics.mean_par(Selection())
    assert par is not None and par.deals == 3
    assert math.isclose(par.mean_percent, 51.8333, abs_tol=1e-4) and math.isclose(
        par.standard_error, 10.3374, abs_tol=1e-4
    )
    assert statistics.daily_results("gurch") == [DailyResult(DAILY_DEAL_DAY, 0, False, 72.5, 20)]
    rated = statistics.rating_history("pass_the_ace", "Ana Luz")
    assert rated is not None and rated.matches == 1
    assert math.isclose(rated.current_rating.mu, 1707.698, abs_tol=1e-3)
    assert math.isclose(rated.current_rating.sigma, 281.459, abs_tol=1e-3)


def test_statistics_are_brought_up_to_date_without_change(statistics: Statistics) -> None:
    before = statistics.totals(Selection(helped=None)), statistics.rating_history("pass_the_ace", "Ana Luz")
    assert statistics.rebuild_sums() and not statistics.is_newer_format
    assert (statistics.totals(Selection(helped=None)), statistics.rating_history("pass_the_ace", "Ana Luz")) == before


def test_lessons_persons_and_attempts_are_read(profile: Profile) -> None:
    progress = TutorialProgress(profile)
    assert progress.explained_questions == {"gurch.vote", "palacio.play"} and progress.finished_lessons == {
        "palacio",
        "roped",
    }
    players = HotSeatPlayers(profile)
    assert players.players == (
        Chair(PERSON, name="Bento", portrait="chef"),
        Chair(PERSON, name="Cecília", portrait="flower"),
    )
    attempts = DailyAttempts(profile)
    assert profile.notices == []
    assert DailyAttempt("gurch", DAILY_DEAL_DAY, "Ana Luz") in attempts
    assert DailyAttempt("big_two", DAILY_DEAL_DAY + 1, "Ana Luz") in attempts
    assert DailyAttempt("gurch", DAILY_DEAL_DAY + 1, "Ana Luz") not in attempts


def test_results_of_lab_are_read(profile: Profile, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(saved_comparisons, "__version__", OLD_VERSION)
    comparisons = SavedComparisons(profile)
    assert profile.notices == []
    game = GAMES["pass_the_ace"]
    found = comparisons.find(Experiment("pass_the_ace", 5, game.Options(), game.Options(lives=5), "medium"))
    assert found is not None and found.trials == 40
    assert {estimate.name for estimate in found.estimates if estimate.sure} == {
        "match_deals",
        "match_moves",
        "match_minutes",
    }
    deals = next(estimate for estimate in found.estimates if estimate.name == "match_deals")
    assert deals.matches == 30 and math.isclose(deals.difference, 8.7333, abs_tol=1e-4)


def test_lock_of_old_window_is_free(profile: Profile) -> None:
    with lock_or_copy_profile(profile) as mine:
        assert mine is profile and profile.notices == []
