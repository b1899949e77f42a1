"""Feats: what a deal shows, what the statistics count, the file, the search of earlier matches, table and page."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from engine.bots.registry import policy_of
from engine.cards import cards
from engine.characters import CHARACTERS
from engine.events import Announced, CardsMoved, DealScored, Event
from engine.feats import FinishedDeal
from engine.games import GAMES
from engine.languages import LANGUAGES
from engine.local_time import day_of
from engine.match.record import PERSON, Chair, Record
from engine.match.replay import History
from engine.moves import TABLE, Note, Pile, Seat
from engine.profile.earned_feats import EarnedFeats
from engine.profile.replays import ReplayStore
from engine.profile.storage import Profile
from engine.rng import Rng
from engine.statistics.feat_search import FeatSearch
from engine.statistics.feats import FeatId, Progress, count_progress, feats_in_deal, list_feats
from engine.statistics.store import Statistics
from scenes.render.decks import BACKS
from scenes.screens.settings.settings_screen import SettingsScreen
from scenes.screens.statistics.feats_screen import FeatsScreen
from scenes.shell.destinations import FeatsPage
from scenes.text.catalogue import Words
from scenes.text.feat_texts import feat_help, feat_name
from tests.support.counted_matches import begin_record, make_deals, write_match
from tests.support.drawn_texts import record_texts
from tests.support.profile_pilot import Pilot
from tests.support.records import take_notices
from tests.support.tables import continue_match, start_program

OTHER = 1
DAY = 739_000
HAND, OTHER_HAND = Pile("hand", 0), Pile("hand", OTHER)


def make_score(points: int = 1, *, number: int = 1, seats: int = 4, reason: str = "out", **figures: int) -> DealScored:
    """Return a deal's score in which seat 0 gets these points, and wins if they are above 0."""
    winners = (0,) if points > 0 else (OTHER,)
    return DealScored(number, (points, *(0,) * (seats - 1)), (), winners, Note(reason, figures))


def announcement(key: str, seat: Seat = 0, **figures: int) -> Announced:
    return Announced(seat, Note(key, figures))


def movement(texts: str, source: Pile, target: Pile, manner: str) -> CardsMoved:
    faces = cards(texts)
    return CardsMoved(faces, source, target, tuple(range(len(faces))), manner)


def feats_of(slug: str, events: Sequence[Event] = (), *results: DealScored, seats: int = 4, **more: Any) -> set[str]:
    """Return the keys of the feats that a deal with these events shows, from seat 0."""
    rules: Mapping[str, Any] = more.get("rules", {})
    ends = results or (make_score(seats=seats),)
    winners = more.get("match_winners", ())
    deal = FinishedDeal(0, seats, GAMES[slug].Options(**rules), (*events, ends[-1]), ends, winners)
    return {feat.key for feat in GAMES[slug].feats if feat.is_shown(deal)}


TWELVE = "3C 4C 5C 6C 7C 8C 9C TC JC QC KC AC"
SWAP = (movement("AS", HAND, OTHER_HAND, "exchange"), movement("9D", OTHER_HAND, HAND, "exchange"))
THEIR_SWAP = (movement("9D", OTHER_HAND, HAND, "exchange"), movement("AS", HAND, OTHER_HAND, "exchange"))
PLAYS = tuple(movement("3C", Pile("hand", seat), Pile("trick"), "play") for seat in range(4))
ROUNDS = tuple(make_score(-1, number=number, reason="lost") for number in (1, 2))
DOUBLE = make_score(-1, number=3, reason="double_game")
FIVE_WINS = tuple(make_score(9, number=number) for number in range(1, 6))
WON: dict[str, Any] = {"match_winners": (0,)}
CASES: list[tuple[str, str, set[str], set[str]]] = [
    (
        "gurch",
        "two",
        feats_of("gurch", (), make_score(14, n=2, prize=14)),
        feats_of("gurch", (), make_score(14, n=3, prize=14)),
    ),
    (
        "gurch",
        "prize",
        feats_of("gurch", (), make_score(20, n=5, prize=20)),
        feats_of("gurch", (), make_score(19, n=5, prize=19)),
    ),
    ("gurch", "prize", feats_of("gurch", (), make_score(20, prize=20)), feats_of("gurch", (), make_score(0, prize=20))),
    ("gurch", "pat", feats_of("gurch"), feats_of("gurch", [movement("3C", HAND, Pile("swapped"), "swap")])),
    ("gurch", "pat", feats_of("gurch"), feats_of("gurch", rules={"swaps": "none"})),
    (
        "gurch",
        "minigame",
        feats_of("gurch", [announcement("mini_low", TABLE, n=2)]),
        feats_of("gurch", [announcement("mini_high", TABLE)]),
    ),
    ("gurch", "three", feats_of("gurch", (), *FIVE_WINS[:3]), feats_of("gurch", (), *ROUNDS, *FIVE_WINS[:2])),
    (
        "roped",
        "lasso",
        feats_of("roped", [announcement("lasso", n=30)]),
        feats_of("roped", [announcement("lasso", OTHER, n=30)]),
    ),
    (
        "roped",
        "lasso_100",
        feats_of("roped", [announcement("roped", n=100)]),
        feats_of("roped", [announcement("lasso", n=99)]),
    ),
    (
        "roped",
        "chain",
        feats_of("roped", [announcement("roped", n=30)]),
        feats_of("roped", [announcement("lasso", n=30)]),
    ),
    ("roped", "flush", feats_of("roped", [announcement("meld_flush")]), feats_of("roped", [announcement("meld_suit")])),
    ("roped", "points", feats_of("roped", (), make_score(200)), feats_of("roped", (), make_score(199))),
    (
        "pass_the_ace",
        "ace",
        feats_of("pass_the_ace", [*SWAP, announcement("swap")]),
        feats_of("pass_the_ace", [announcement("swap")]),
    ),
    (
        "pass_the_ace",
        "ace",
        feats_of("pass_the_ace", [*SWAP, announcement("modi")]),
        feats_of("pass_the_ace", [*THEIR_SWAP, announcement("swap", OTHER)]),
    ),
    (
        "pass_the_ace",
        "ace",
        feats_of("pass_the_ace", [*SWAP, announcement("dan")]),
        feats_of("pass_the_ace", [*SWAP, announcement("swap")], rules={"ace": "high"}),
    ),
    (
        "pass_the_ace",
        "kung",
        feats_of("pass_the_ace", [announcement("kung", OTHER, seat_to=0)]),
        feats_of("pass_the_ace", [announcement("kung", 0, seat_to=OTHER)]),
    ),
    (
        "pass_the_ace",
        "dan",
        feats_of("pass_the_ace", [announcement("dan_draw")]),
        feats_of("pass_the_ace", [announcement("modi")]),
    ),
    (
        "pass_the_ace",
        "untouched",
        feats_of("pass_the_ace", (), make_score(0), **WON),
        feats_of("pass_the_ace", (), ROUNDS[0], make_score(0), **WON),
    ),
    (
        "pass_the_ace",
        "last_life",
        feats_of("pass_the_ace", (), *ROUNDS, make_score(0), **WON),
        feats_of("pass_the_ace", (), ROUNDS[0], make_score(0), **WON),
    ),
    (
        "pass_the_ace",
        "again",
        feats_of("pass_the_ace", (), *ROUNDS, DOUBLE, make_score(0), **WON),
        feats_of("pass_the_ace", (), *ROUNDS, make_score(0), **WON),
    ),
    ("pass_the_ace", "eight", feats_of("pass_the_ace", seats=8, **WON), feats_of("pass_the_ace", seats=7, **WON)),
    (
        "big_two",
        "straight_flush",
        feats_of("big_two", [announcement("straight_flush")]),
        feats_of("big_two", [announcement("straight")]),
    ),
    ("big_two", "idle", feats_of("big_two", PLAYS[:3]), feats_of("big_two", PLAYS)),
    (
        "big_two",
        "no_pass",
        feats_of("big_two", [announcement("pass", OTHER)]),
        feats_of("big_two", [announcement("pass")]),
    ),
    ("big_two", "points", feats_of("big_two", (), make_score(30)), feats_of("big_two", (), make_score(29))),
    (
        "big_two",
        "every_deal",
        feats_of("big_two", (), *FIVE_WINS, **WON),
        feats_of("big_two", (), *FIVE_WINS[1:], **WON),
    ),
    ("big_two", "every_deal", feats_of("big_two", (), *FIVE_WINS, **WON), feats_of("big_two", (), *FIVE_WINS)),
    (
        "palacio",
        "perfect",
        feats_of("palacio", [announcement("out", n=1)]),
        feats_of("palacio", [movement("3C", Pile("pile"), HAND, "take"), announcement("out", n=1)]),
    ),
    (
        "palacio",
        "perfect",
        feats_of("palacio", [announcement("out", n=1)]),
        feats_of("palacio", [announcement("out", n=2)]),
    ),
    (
        "palacio",
        "four",
        feats_of("palacio", [announcement("burnt_four", n=4)]),
        feats_of("palacio", [announcement("burnt_four", OTHER, n=4)]),
    ),
    (
        "palacio",
        "fire",
        feats_of("palacio", [announcement("burnt", n=15)]),
        feats_of("palacio", [announcement("burnt", n=14)]),
    ),
    (
        "palacio",
        "comeback",
        feats_of("palacio", [movement(f"{TWELVE} 3D 4D 5D", Pile("pile"), HAND, "take"), announcement("out", n=1)]),
        feats_of("palacio", [movement(f"{TWELVE} 3D 4D", Pile("pile"), HAND, "take"), announcement("out", n=1)]),
    ),
    (
        "palacio",
        "blind",
        feats_of("palacio", [announcement("turned")] * 3 + [announcement("out", n=1)]),
        feats_of("palacio", [announcement("turned")] * 3 + [announcement("turned_bad"), announcement("out", n=1)]),
    ),
]
"""Game, feat, feats of a deal that shows it, and of one that does not quite."""


@pytest.mark.parametrize(("slug", "key", "near", "far"), CASES)
def test_deal_shows_a_feat_by_its_condition_alone(slug: str, key: str, near: set[str], far: set[str]) -> None:
    assert key in near and key not in far


def test_every_feat_of_a_game_is_tested_and_about_forty_exist() -> None:
    assert {(slug, key) for slug, key, *_ in CASES} == {
        (slug, feat.key) for slug in GAMES for feat in GAMES[slug].feats
    }
    assert len(set(list_feats())) == len(list_feats()) == 45


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_feat_has_name_and_help(language: str) -> None:
    words = Words(language)
    names = [feat_name(words, feat) for feat in list_feats()]
    assert not any("feat." in text for text in (*names, *(feat_help(words, feat) for feat in list_feats())))
    for group in ("all", *GAMES):
        own = [name for name, feat in zip(names, list_feats(), strict=True) if feat.group == group]
        assert len(set(own)) == len(own)


# --- real matches -----------------------------------------------------------------------------------------------------


def play_match(slug: str, seed: int, seats: int = 0, **rules: Any) -> History:
    """Return a match of bots, the first in place of a person."""
    seats = seats or GAMES[slug].seats_default
    chairs = (Chair(PERSON), *(Chair(who, "hard") for who in list(CHARACTERS)[: seats - 1]))
    history = History(Record(slug, seats, seed, GAMES[slug].Options(**rules), chairs, id=f"m-{seed}"))
    policy, rng = policy_of(slug), Rng(seed)
    while history.game.outcome is None:
        seat = history.game.seats_to_act()[0]
        history.play(policy.choose(history.game.view(seat), seat, rng))
    return history


def test_feats_of_each_deal_come_from_its_own_moves() -> None:
    found = 0
    for seed in range(4):
        history = play_match("big_two", seed, match=10)
        starts = (*history.deal_starts, len(history.record.moves))
        for deal, result in enumerate(history.results(history.moves_made), 1):
            moves = history.record.moves[starts[deal - 1] : starts[deal]]
            for seat in range(4):
                has_passed = any(move.seat == seat and move.verb == "pass" for move in moves)
                feats = feats_in_deal(history, deal, seat)
                assert (FeatId("big_two", "no_pass") in feats) == (seat in result.winners and not has_passed)
                found += FeatId("big_two", "no_pass") in feats
    assert found


@pytest.mark.parametrize("value", [{"hinted": 1}, {"undone": 1}, {"known": 1}, {"adopted": 1}, {"friends": 1}])
def test_match_with_help_or_online_shows_no_feat(value: dict[str, int]) -> None:
    history = next(one for seed in range(99) if feats_in_deal(one := play_match("palacio", seed), 1, 0))
    for name, number in value.items():
        setattr(history.record, name, number)
    assert feats_in_deal(history, 1, 0) == []


def test_deal_of_the_day_is_no_match() -> None:
    eight = FeatId("pass_the_ace", "eight")
    history = next(
        one for seed in range(200) if winners_of(one := play_match("pass_the_ace", seed, 8, lives=1)) == (0,)
    )
    last = len(history.results(history.moves_made))
    assert eight in feats_in_deal(history, last, 0)
    history.record.daily = DAY
    assert eight not in feats_in_deal(history, last, 0)


def winners_of(history: History) -> tuple[Seat, ...]:
    assert history.game.outcome is not None
    return history.game.outcome.winners


# --- what the statistics count ----------------------------------------------------------------------------------------


@pytest.fixture
def kept(tmp_path: Path) -> Iterator[Statistics]:
    statistics = Statistics(tmp_path / "statistics.sqlite", lambda notice: pytest.fail(notice.key))
    yield statistics
    statistics.close()


def test_progress_counts_matches_without_help(kept: Statistics) -> None:
    for number, (slug, winner) in enumerate([("gurch", 0), ("gurch", 0), ("roped", 1), ("roped", 0)]):
        write_match(kept, begin_record(number, slug), make_deals(1, 1), (winner,))
    write_match(kept, begin_record(9, "palacio", hinted=1), make_deals(1), (0,))
    progress = count_progress(kept, "")
    assert progress[FeatId("all", "won_10")] == Progress(3, 10)
    assert progress[FeatId("all", "run_3")] == Progress(2, 3)
    assert progress[FeatId("all", "deals_1000")] == Progress(8, 1000)
    assert progress[FeatId("all", "all_games")] == Progress(2, len(GAMES))
    assert progress[FeatId("all", "characters")].reached == max(map(GAMES_SEATS.__getitem__, ("gurch", "roped"))) - 1
    assert progress[FeatId("gurch", "first_win")].is_done and not progress[FeatId("palacio", "first_win")].is_done
    assert not progress[FeatId("gurch", "master")].is_done
    assert count_progress(kept, "Ada")[FeatId("all", "won_10")] == Progress(0, 10)


def test_any_eight_characters_make_the_feat(kept: Statistics) -> None:
    seats = GAMES["palacio"].seats_default
    for number, who in enumerate(list(CHARACTERS)[-8:], 1):
        record = begin_record(number, "palacio")
        record.chairs = (Chair(PERSON), *[Chair(who, "easy")] * (seats - 1))
        write_match(kept, record, make_deals(1, seats=seats), (0,))
        assert count_progress(kept, "")[FeatId("all", "characters")] == Progress(number, 8)


GAMES_SEATS = {slug: GAMES[slug].seats_default for slug in GAMES}


def test_master_and_days_in_a_row_count(kept: Statistics) -> None:
    record = begin_record(1, "gurch")
    record.chairs = (Chair(PERSON), *(Chair(chair.who, "master") for chair in record.chairs[1:]))
    write_match(kept, record, winners=(0,))
    for number in range(7):
        slug = ("gurch", "roped")[number % 2]
        write_match(kept, begin_record(20 + number, slug, daily=DAY + number), make_deals(-1))
    progress = count_progress(kept, "")
    assert progress[FeatId("gurch", "master")].is_done
    assert progress[FeatId("all", "daily_7")] == Progress(7, 7)


# --- the file ---------------------------------------------------------------------------------------------------------


def test_earned_feats_are_kept_with_day_and_person(tmp_path: Path) -> None:
    feats = EarnedFeats(Profile(tmp_path))
    assert feats.add(["gurch.two", "gurch.two", "newer.thing"], "Ana Lúcia", DAY) == ["gurch.two", "newer.thing"]
    assert feats.add(["gurch.two", "gurch.pat"], "Ana Lúcia", DAY + 1) == ["gurch.pat"]
    feats.add(["gurch.two"], "", DAY + 2)
    feats.mark_searched(45)
    again = EarnedFeats(Profile(tmp_path))
    assert [again.day_of("gurch.two", name) for name in ("Ana Lúcia", "", "Bo")] == [DAY, DAY + 2, None]
    assert (again.day_of("newer.thing", "Ana Lúcia"), again.searched_feat_count) == (DAY, 45)


def test_earlier_match_moves_the_day_of_a_feat(tmp_path: Path) -> None:
    feats = EarnedFeats(Profile(tmp_path))
    feats.add(["gurch.two"], "", DAY)
    assert feats.add(["gurch.two"], "", DAY - 5) == [] and feats.day_of("gurch.two", "") == DAY - 5


def test_bad_lines_are_reported_and_a_copy_is_kept(tmp_path: Path) -> None:
    text = 'earned = ["2026-11-28 gurch.two Ana", "2026-02-31 gurch.pat Ana", "yesterday", 7]\n'
    (tmp_path / "feats.toml").write_text(text, encoding="utf-8")
    profile = Profile(tmp_path)
    feats = EarnedFeats(profile)
    assert feats.day_of("gurch.two", "Ana") is not None and feats.day_of("gurch.pat", "Ana") is None
    assert take_notices(profile), "the player is told"
    feats.add(["gurch.prize"], "Ana", DAY)
    assert [path.read_text(encoding="utf-8") for path in tmp_path.glob("feats.bad-*")] == [text]
    assert EarnedFeats(Profile(tmp_path)).day_of("gurch.two", "Ana") is not None


# --- earlier matches --------------------------------------------------------------------------------------------------


def search(folder: Path, statistics: Statistics) -> EarnedFeats:
    profile = Profile(folder)
    feats = EarnedFeats(profile)
    searching = FeatSearch(ReplayStore(profile), statistics, feats, 0)
    for _ in range(2000):
        if searching.is_done:
            break
        searching.step()
    assert searching.is_done
    return feats


def test_search_finds_feats_of_matches_that_the_statistics_know(tmp_path: Path, kept: Statistics) -> None:
    histories = [one for seed in range(60) if feats_in_deal(one := play_match("palacio", seed), 1, 0)][:2]
    store = ReplayStore(Profile(tmp_path))
    for history in histories:
        history.record.ended = 1_700_000_000
        store.save(history.record, history.game, max_replays=9, now=0)
    mine, _ = histories
    write_match(kept, mine.record, mine.results(mine.moves_made), winners_of(mine), name="Ana")
    feats = search(tmp_path, kept)
    expected = set(map(str, feats_in_deal(mine, 1, 0)))
    found = {str(feat) for feat in list_feats() if feats.day_of(str(feat), "Ana") is not None}
    assert found == expected, "and none of the imported match"
    assert {feats.day_of(feat, "Ana") for feat in found} == {day_of(1_700_000_000)}, "the day of the match"
    assert FeatSearch(store, kept, feats, 0).is_done, "once is enough"


# --- table and page ---------------------------------------------------------------------------------------------------


def make_unfinished(**more: int) -> tuple[Record, History]:
    """Return a match of Palácio that the person wins with a feat, without its last move; and the whole of it."""
    perfect = FeatId("palacio", "perfect")
    history = next(one for seed in range(200) if perfect in feats_in_deal(one := play_match("palacio", seed), 1, 0))
    record = history.record.without_moves(history.record.chairs)
    record.moves, record.id = history.record.moves[:-1], "m-1"
    for name, number in more.items():
        setattr(record, name, number)
    return record, history


def play_last_move(folder: Path, **more: int) -> Pilot:
    record, history = make_unfinished(**more)
    pilot = continue_match(folder, record, speed="instant", name="Ana")
    pilot.answer(history.record.moves[-1])
    pilot.run_until_idle()
    return pilot


def test_feat_is_told_quietly_on_the_result(tmp_path: Path) -> None:
    pilot = play_last_move(tmp_path)
    toast = pilot.app.toast
    assert toast is not None and toast.icon == "trophy"
    assert pilot.app.earned_feats.day_of("palacio.perfect", "Ana") is not None
    assert pilot.app.earned_feats.day_of("palacio.first_win", "Ana") is not None


def test_match_with_hint_earns_nothing(tmp_path: Path) -> None:
    pilot = play_last_move(tmp_path, hinted=1)
    assert pilot.app.toast is None
    assert not any(pilot.app.earned_feats.day_of(str(feat), "Ana") for feat in list_feats())


def test_page_shows_earned_feats_and_the_way_to_others(tmp_path: Path) -> None:
    pilot = start_program(tmp_path, name="Ana")
    for number in range(3):
        write_match(pilot.app.statistics, begin_record(number, "gurch"), winners=(number % 2,), name="Ana")
    with record_texts() as texts:
        pilot.app.go(FeatsPage())
        pilot.run_frames(3)
    assert isinstance(pilot.app.top, FeatsScreen)
    assert {"2 of 10", "Win 10 matches.", "Gurch: first win", "1 of 45 earned"} <= set(texts)
    assert any(text.startswith("Earned on ") for text in texts)
    assert not pilot.app.top.is_animating, "the search has ended"


def test_gilded_backs_are_offered_once_earned_and_all_others_always(tmp_path: Path) -> None:
    pilot = start_program(tmp_path, name="Ana")
    ids = list(map(str, list_feats()))

    def offered() -> set[object]:
        screen = SettingsScreen(pilot.app)
        screen.page_name = "cards"
        return set(next(choice.values for choice in screen.page_options() if choice.name == "back"))

    free = offered()
    assert free == set(BACKS) - {"gilded", "gilded_night"}
    pilot.app.earned_feats.add(ids[:9], "Ana", DAY)
    pilot.app.earned_feats.add(ids[9:], "Bo", DAY)
    assert offered() == free, "another person's feats don't count"
    pilot.app.earned_feats.add(ids[9:10], "Ana", DAY)
    assert offered() == free | {"gilded"}
    pilot.app.earned_feats.add(ids[:25], "Ana", DAY)
    assert offered() == set(BACKS)


def test_chosen_gilded_back_stays_offered(tmp_path: Path) -> None:
    screen = SettingsScreen(start_program(tmp_path, back="gilded").app)
    screen.page_name = "cards"
    assert "gilded" in next(choice.values for choice in screen.page_options() if choice.name == "back")
