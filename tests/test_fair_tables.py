"""Fair tables: opponents between two levels, and a strength that follows each person's results."""

from itertools import pairwise
from pathlib import Path
from statistics import fmean

import pytest

from engine.bots import bot_for
from engine.bots.common.base import Bot, Thought, final_thought
from engine.bots.common.mixed_level import MixedLevelBot
from engine.bots.common.strengths import LEVEL_RATINGS, RANDOM_RATINGS, rating_of, strength_at
from engine.characters import (
    FAIR_TABLE_GROUP,
    LEVELS,
    STRONGEST,
    WEAKEST,
    format_strength,
    is_level_or_strength,
    level_group,
    level_reached,
    strength_of,
)
from engine.events import DealScored
from engine.games import GAMES
from engine.match.match import Match
from engine.match.record import PERSON, Chair, Record, RecordError
from engine.match.replay import History
from engine.moves import Move
from engine.profile.fair_tables import MAX_PERSONS, FairTable, FairTables, next_strength
from engine.profile.storage import Profile
from engine.rng import Rng
from engine.statistics.match_writer import statistics_level
from engine.statistics.rating import Rating, update_rating
from engine.statistics.store import Selection, Statistics
from engine.work.thinking import Thinker
from tests.bench.fair_table import play_by_model
from tests.support.records import new_record

NOON = 1_700_000_000
SLUGS = tuple(GAMES)
SLUG = SLUGS[0]


def fair_record(slug: str = SLUG, level: str = "1.40", number: int = 1) -> Record:
    """Return a new match at a fair table."""
    record = new_record(slug, number)
    record.id, record.began = f"m-{number}", NOON
    record.chairs = (Chair(PERSON), *(chair._replace(level=level) for chair in record.chairs[1:]))
    return record


# --- opponents between two levels -------------------------------------------------------------------------------------


def test_every_hundredth_is_written_and_read() -> None:
    for hundredths in range(-100, 301):
        level = format_strength(hundredths / 100)
        assert is_level_or_strength(level)
        assert strength_of(level) == hundredths / 100
        assert level_group(level) == FAIR_TABLE_GROUP
    assert format_strength(9.0) == format_strength(STRONGEST) and format_strength(-9.0) == format_strength(WEAKEST)
    assert [level_reached(level) for level in ("3.00", "2.99", "0.00", "-0.01")] == ["master", "hard", "easy", ""]
    for text in ("", "1", "1.4", "01.40", "+1.40", "3.01", "-1.01", "-0.00", "nan", "1,40", "１.40", "1.40 "):
        assert not is_level_or_strength(text)


class NamedTestBot(Bot):
    """Bot whose moves contain its name."""

    def __init__(self, name: str) -> None:
        self.name = name

    def think(self, view: object, seat: int, rng: Rng) -> list[Thought]:  # type: ignore[override]
        return [Thought(Move(seat, self.name))]


@pytest.mark.parametrize("share", [0.0, 0.25, 0.9, 1.0])
def test_share_of_decisions_is_made_by_stronger_bot(share: float) -> None:
    bot = MixedLevelBot(lambda: NamedTestBot("low"), lambda: NamedTestBot("high"), share)
    view = GAMES[SLUG](GAMES[SLUG].seats_default, 1, GAMES[SLUG].Options())
    high = sum(final_thought(bot, view, 0, Rng(seed)).move.verb == "high" for seed in range(400))
    assert abs(high / 400 - share) < 0.08


@pytest.mark.parametrize("slug", SLUGS)
@pytest.mark.parametrize("level", ["-1.00", "-0.50", "0.00", "0.60", "1.40"])
def test_answers_are_legal_repeatable_and_blind_to_hidden_cards(slug: str, level: str) -> None:
    game = new_record(slug, 3).initial_position()
    for ply in range(30):
        seat = game.seats_to_act()[0]
        view = game.view(seat)
        answers = [
            final_thought(bot_for(slug, level), other, seat, Rng(ply)).move
            for other in (view, view, view.determinize(Rng(ply)).view(seat))
        ]
        assert len(set(answers)) == 1 and game.refusal(answers[0]) is None
        game.push(answers[0])
        if game.outcome is not None:
            break


@pytest.mark.parametrize("slug", SLUGS)
def test_whole_numbers_are_levels_themselves(slug: str) -> None:
    game = new_record(slug, 5).initial_position()
    view = game.view(game.seats_to_act()[0])
    for place, level in enumerate(LEVELS[:3]):
        same = [
            final_thought(bot_for(slug, name), view, game.seats_to_act()[0], Rng(9)).move
            for name in (level, format_strength(place))
        ]
        assert same[0] == same[1]
    assert type(bot_for(slug, "3.00")) is type(bot_for(slug, "master"))
    assert isinstance(bot_for(slug, "2.99"), MixedLevelBot)


def computer_moves(record: Record, count: int) -> list[str]:
    """Play a match, with the person's first legal moves; return all moves."""
    thinker = Thinker(process=False)
    match = Match(History(record), lambda _: None, thinker)
    while match.game.outcome is None and len(record.moves) < count:
        if match.computer_to_move() is None:
            match.play(match.game.legal_moves(match.game.seats_to_act()[0])[0])
        elif (move := match.poll_computer_move()) is not None:
            match.play(move)
    match.close()
    return list(map(str, record.moves))


@pytest.mark.parametrize("slug", SLUGS)
def test_match_with_strengths_is_repeatable(slug: str) -> None:
    assert computer_moves(fair_record(slug, "0.50"), 40) == computer_moves(fair_record(slug, "0.50"), 40)


def test_record_contains_strength_of_each_seat() -> None:
    record = fair_record(level="-0.35")
    assert f'"{record.chairs[1].who} -0.35"' in record.to_text()
    assert Record.from_text(record.to_text()) == record
    for bad in ("3.01", "-0.00", "1.4", "fair"):
        with pytest.raises(RecordError, match="chairs"):
            Record.from_text(record.to_text().replace("-0.35", bad, 1))


# --- ratings and statistics -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("slug", LEVEL_RATINGS)
def test_rating_of_strength_lies_between_neighbouring_levels(slug: str) -> None:
    assert [rating_of(slug, format_strength(i)) for i in range(4)] == [rating_of(slug, level) for level in LEVELS]
    assert rating_of(slug, "-1.00") == RANDOM_RATINGS[slug] < LEVEL_RATINGS[slug]["easy"]
    found = [rating_of(slug, format_strength(hundredths / 100)) for hundredths in range(-100, 301)]
    assert all(low is not None and high is not None and low < high for low, high in pairwise(found))
    for level in ("-0.70", "0.25", "1.40", "2.99"):
        rating = rating_of(slug, level)
        assert rating is not None and strength_at(slug, rating) == pytest.approx(strength_of(level))
    assert (strength_at(slug, -9e9), strength_at(slug, 9e9)) == (WEAKEST, STRONGEST)
    assert rating_of(slug, "no level") is None and rating_of("no game", "1.40") is None and strength_at("", 0.0) is None


@pytest.fixture
def kept(tmp_path: Path) -> Statistics:
    return Statistics(tmp_path / "statistics.sqlite", lambda notice: pytest.fail(str(notice)))


def write_result(kept: Statistics, record: Record, *, won: bool) -> None:
    deal = DealScored(1, (1, *(0,) * (record.seats - 1)), (), (0,), None)  # type: ignore[arg-type]
    assert kept.write_match(record, [deal], (0,) if won else (1,), names={0: ""}, last_deal_time_spent={}, now=NOON)


def test_fair_match_counts_for_rating_by_strength(kept: Statistics) -> None:
    write_result(kept, fair_record(level="1.40"), won=True)
    found = kept.rating_history(SLUG, "")
    rating = rating_of(SLUG, "1.40")
    assert found is not None and rating is not None
    assert found.current_rating == pytest.approx(
        update_rating(Rating(), [rating] * (GAMES[SLUG].seats_default - 1), won=True)
    )


def test_fair_tables_are_one_group_in_statistics(kept: Statistics) -> None:
    for number, level in enumerate(("1.40", "1.90", "-0.20")):
        write_result(kept, fair_record(level=level, number=number), won=True)
    assert statistics_level(fair_record()) == FAIR_TABLE_GROUP and kept.levels_played() == [FAIR_TABLE_GROUP]
    assert kept.totals(Selection(level=FAIR_TABLE_GROUP)).won == 3
    assert {rival.level_or_name for rival in kept.rivals(Selection())} == {FAIR_TABLE_GROUP}
    assert all(rival.matches == 3 for rival in kept.rivals(Selection()))
    assert kept.rebuild_sums() and {rival.level_or_name for rival in kept.rivals(Selection())} == {FAIR_TABLE_GROUP}


def test_fair_win_beats_level_reached_by_strength(kept: Statistics) -> None:
    write_result(kept, fair_record(level="2.30", number=1), won=False)
    write_result(kept, fair_record(level="-0.50", number=2), won=True)
    assert kept.beaten_levels(SLUG, "") == set()
    write_result(kept, fair_record(level="1.40", number=3), won=True)
    assert kept.beaten_levels(SLUG, "") == {"medium"}


# --- strength follows results -----------------------------------------------------------------------------------------


@pytest.fixture
def profile(tmp_path: Path) -> Profile:
    return Profile(tmp_path / "profile")


def open_fair_tables(profile: Profile, table: FairTable | None = None, slug: str = SLUG) -> FairTables:
    found = FairTables(profile)
    found.save(slug, table or FairTable(chosen=True))
    assert profile.notices == []
    return found


def player_strength(found: FairTables, slug: str = SLUG, name: str = "") -> float:
    table = found.find(slug, name)
    assert table is not None
    return table.place


@pytest.mark.parametrize("slug", SLUGS)
@pytest.mark.parametrize("winners", [(0,), (1,)])
def test_match_moves_strength_towards_fair_share(profile: Profile, slug: str, winners: tuple[int]) -> None:
    found = open_fair_tables(profile, slug=slug)
    record = fair_record(slug)
    before = player_strength(found, slug)
    found.update_after_match(record, winners, "")
    assert (player_strength(found, slug) > before) == (winners == (0,)) and player_strength(found, slug) != before
    moved = found.strength_change(record, "")
    assert moved is not None and moved.before == format_strength(before)
    assert moved.after == format_strength(player_strength(found, slug))
    assert player_strength(FairTables(profile), slug) == player_strength(found, slug), "the strength is saved"
    assert {chair.level for chair in found.rematch_chairs(record, "")} == {"", moved.after}


@pytest.mark.parametrize("seats", range(2, 9))
def test_at_fair_share_of_wins_strength_rests(seats: int) -> None:
    for matches in (0, 3, 1000):
        up, down = (next_strength(1.0, seats, matches, share) - 1.0 for share in (1.0, 0.0))
        assert up + (seats - 1) * down == pytest.approx(0.0, abs=0.005 * seats)
        assert next_strength(1.0, seats, matches, 1 / seats) == 1.0
    assert (
        next_strength(1.0, seats, 0, 1.0)
        > next_strength(1.0, seats, 9, 1.0)
        > next_strength(1.0, seats, 10**6, 1.0)
        > 1.0
    )


def test_shared_win_counts_in_part(profile: Profile) -> None:
    found = open_fair_tables(profile)
    found.update_after_match(fair_record(), tuple(range(GAMES[SLUG].seats_default)), "")
    assert player_strength(found) == FairTable().place


def test_pinned_table_stays(profile: Profile) -> None:
    found = open_fair_tables(profile, FairTable(chosen=True, pinned=True))
    for number in range(5):
        found.update_after_match(fair_record(number=number), (0,), "")
    assert player_strength(found) == FairTable().place and found.strength_change(fair_record(number=4), "") is None


def test_strength_stays_within_limits(profile: Profile) -> None:
    found = open_fair_tables(profile)
    for winners, limit in (((0,), STRONGEST), ((1,), WEAKEST)):
        for number in range(60):
            found.update_after_match(fair_record(number=number), winners, "")
        table = found.find(SLUG, "")
        assert table is not None and table.level == format_strength(limit)


def test_match_ending_again_counts_once(profile: Profile) -> None:
    found = open_fair_tables(profile)
    record = fair_record()
    found.update_after_match(record, (0,), "")
    won = found.find(SLUG, "")
    found.update_after_match(record, (1,), "")
    lost = found.find(SLUG, "")
    assert won is not None and lost is not None and lost.matches == won.matches == 1 and lost.place < won.before
    found.update_after_match(record, (0,), "")
    assert found.find(SLUG, "") == won


@pytest.mark.parametrize(
    "change",
    [
        pytest.param(lambda record: setattr(record, "known", 1), id="known cards"),
        pytest.param(lambda record: setattr(record, "adopted", 3), id="goes on from another match"),
        pytest.param(lambda record: setattr(record, "chairs", new_record(SLUG).chairs), id="a level"),
        pytest.param(
            lambda record: setattr(record, "chairs", (Chair(PERSON), Chair(PERSON), *record.chairs[2:])),
            id="two persons",
        ),
    ],
)
def test_other_matches_leave_strength_unchanged(change: object, profile: Profile) -> None:
    found, record = open_fair_tables(profile), fair_record()
    assert callable(change)
    change(record)
    found.update_after_match(record, (0,), "")
    assert found.strength_change(record, "") is None
    assert player_strength(found) == FairTable().place


def test_each_person_and_each_game_has_table(profile: Profile) -> None:
    found = open_fair_tables(profile)
    found.save(SLUG, FairTable("Ana", chosen=True))
    found.save(SLUGS[1], FairTable(chosen=True))
    found.update_after_match(fair_record(), (0,), "Ana")
    assert (
        player_strength(found, name="Ana")
        > player_strength(found)
        == player_strength(found, SLUGS[1])
        == FairTable().place
    )
    for number in range(MAX_PERSONS + 5):
        found.save(SLUG, FairTable(f"P{number}"))
    assert found.find(SLUG, "Ana") is None and found.find(SLUG, f"P{MAX_PERSONS}") is not None
    assert FairTables(profile).find(SLUG, "Ana") is None and profile.notices == []


@pytest.mark.parametrize(
    "bad",
    [
        "place = nan",
        "place = 9.5",
        "place = 1",
        'name = " x "',
        "matches = -1",
        "pinned = 1",
        "surprise = 1",
        "last = 3",
    ],
)
def test_invalid_part_of_file_is_reported_and_rest_is_read(profile: Profile, bad: str) -> None:
    path = profile.folder / "fair.toml"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f'format = 1\n[[{SLUG}]]\n{bad}\n[[{SLUG}]]\nname = "Ana"\nplace = 1.5\n', encoding="utf-8")
    found = FairTables(profile)
    assert found.find(SLUG, "") is None and player_strength(found, name="Ana") == 1.5
    assert len(profile.notices) == 2 and list(profile.folder.glob("fair.bad-*.toml"))


@pytest.mark.parametrize("text", ["", "[[", "format = 99\n", f"{SLUG} = 3\n", f"[{SLUG}]\nplace = 1.0\n"])
def test_useless_file_counts_as_empty(profile: Profile, text: str) -> None:
    path = profile.folder / "fair.toml"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    found = FairTables(profile)
    assert found.find(SLUG, "") is None
    found.save(SLUG, FairTable(place=2.0))
    assert player_strength(found) == 2.0
    assert text != "format = 99\n" or path.read_text(encoding="utf-8") == text, "a newer program's file stays unchanged"


def test_players_of_five_strengths_settle_within_ten_matches() -> None:
    """Simulated with the model of ratings; ``tests.bench.fair_table`` measures it with matches."""
    for slug, anchors in LEVEL_RATINGS.items():
        for own in (RANDOM_RATINGS[slug], *anchors.values()):
            later = [play_by_model(GAMES[slug], own, Rng(seed)).later for seed in range(60)]
            assert 0.6 < fmean(later) < 1.5, (slug, own)
