"""Records: written, read back and replayed; error messages name the fault."""

import tomllib
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import __version__
from engine.cards import Card
from engine.game import Game
from engine.games import GAMES
from engine.local_time import LAST_DAY
from engine.match.record import FORMAT, LEGACY_FORMAT, MAX_TOML_INTEGER, Chair, Record, RecordError
from engine.moves import Move
from engine.options import changed_values
from engine.rng import Rng, ShuffleStream
from engine.tableau import STOCK
from tests.support import game_contract

CHAIRS = (Chair(), Chair("mei", "hard"), Chair("tiao", "easy"))


def toy_match(count: int, seed: int = 5) -> tuple[Record, Game]:
    """Return the record and the position of a toy match with three seats after some random moves."""
    record = Record("toy", 3, seed, game_contract.ALL_GAMES["toy"].Options(), CHAIRS, games=game_contract.ALL_GAMES)
    game = record.initial_position()
    for move in game_contract.random_moves(game, Rng(seed), count):
        game.play(move)
        record.append(move)
    return record, game


def test_text_is_plain_with_one_move_per_line() -> None:
    record, _ = toy_match(2)
    assert record.to_text() == (
        f'format = 3\ngame = "toy"\nversion = "{__version__}"\nseats = 3\nseed = 5\n'
        'chairs = [\n    "person",\n    "mei hard",\n    "tiao easy",\n]\n'
        f'moves = [\n    "{record.moves[0]}",\n    "{record.moves[1]}",\n]\n\n[options]\n'
    )


def test_match_resumes_at_any_moment_even_between_simultaneous_answers() -> None:
    for count in range(30):
        record, game = toy_match(count)
        again = Record.from_text(record.to_text(), game_contract.ALL_GAMES)
        assert (again, again.replay()) == (record, game)


def test_moves_of_a_bot_for_a_person_are_marked_also_where_appended() -> None:
    record, game = toy_match(9)
    plain = record.to_text()
    record.substituted = {2, 8}
    again = Record.from_text(record.to_text(), game_contract.ALL_GAMES)
    assert (again, again.replay()) == (record, game) and again.substituted == {2, 8}
    start, end = replace(record, moves=record.moves[:4]).to_text(), record.appended_text(4)
    assert Record.from_text(start + end, game_contract.ALL_GAMES).substituted == {2, 8}
    record.undo_to(5)
    assert record.substituted == {2}
    assert Record.from_text(plain, game_contract.ALL_GAMES).substituted == set(), "an earlier record has no marks"


def test_order_of_simultaneous_answers_is_kept() -> None:
    record = Record("toy", 3, 1, game_contract.ALL_GAMES["toy"].Options(), games=game_contract.ALL_GAMES)
    game = record.initial_position()
    for seat in (2, 0):
        move = game.legal_moves(seat)[0]
        game.play(move)
        record.append(move)
    again = Record.from_text(record.to_text(), game_contract.ALL_GAMES)
    assert [move.seat for move in again.moves] == [2, 0]
    assert again.replay() == game
    assert again.replay().seats_to_act() == (1,)


def test_undo_drops_moves_and_replay_stops_as_requested() -> None:
    record, _ = toy_match(12)
    seventh = record.replay(7)
    before = list(record.moves)
    gone = record.undo_to(7)
    assert record.moves + gone == before and len(record.moves) == 7
    assert record.replay() == seventh
    assert Record.from_text(record.to_text(), game_contract.ALL_GAMES).undone == 1


def test_replay_gives_events_of_last_move() -> None:
    record, _ = toy_match(9)
    before = record.replay(8)
    before.take_events()
    before.play(record.moves[8])
    assert record.replay().take_events() == before.take_events()


def test_illegal_move_is_reported_with_reason_and_legal_moves() -> None:
    record, game = toy_match(9)
    wrong = game.legal_moves(game.seats_to_act()[0])[0]._replace(verb="dance")
    record.append(wrong)
    with pytest.raises(RecordError, match=r"move 10, .*dance.* not_now; legal: ") as caught:
        record.replay()
    assert caught.value.key == "notice.bad_move"
    assert caught.value.placeholders["number"] == 10


def test_day_is_kept_but_not_by_branch() -> None:
    record, _ = toy_match(9)
    assert "daily" not in record.to_text()
    record.daily = date(2026, 11, 21).toordinal()
    again = Record.from_text(record.to_text(), game_contract.ALL_GAMES)
    assert again == record and again.daily == 739941
    assert again.branch_at(4, CHAIRS).daily == 0
    record.daily = LAST_DAY
    assert date.fromordinal(Record.from_text(record.to_text(), game_contract.ALL_GAMES).daily) == date.max


KEY = 0xFEDCBA9876543210_0123456789ABCDEF


def test_key_is_written_as_32_digits_and_number_as_number() -> None:
    record, _ = toy_match(0)
    for seed, text in (
        (KEY, f'seed = "{KEY:032x}"'),
        (MAX_TOML_INTEGER, f"seed = {MAX_TOML_INTEGER}"),
        (12345678, "seed = 12345678"),
    ):
        record.seed = seed
        assert text in record.to_text()
        again = Record.from_text(record.to_text(), game_contract.ALL_GAMES)
        assert again == record and again.initial_position() == record.initial_position()


@pytest.mark.parametrize("slug", game_contract.ALL_GAMES)
def test_record_of_format_1_uses_old_generator(slug: str) -> None:
    kind = game_contract.ALL_GAMES[slug]
    old = Record(slug, 4, 48_213_907, kind.Options(), format=LEGACY_FORMAT, games=game_contract.ALL_GAMES)
    again = Record.from_text(old.to_text(), game_contract.ALL_GAMES)
    assert again.initial_position() == kind(4, 48_213_907)
    assert again.to_text() == old.to_text() and "format = 1" in old.to_text()
    assert again.branch_at(0, ()).initial_position() == again.initial_position(), (
        "a match played again has the same cards"
    )
    new = Record(slug, 4, 48_213_907, kind.Options(), games=game_contract.ALL_GAMES)
    assert new.initial_position() == kind(4, ShuffleStream(48_213_907)) != old.initial_position()


RECORDS_OF_FORMAT_2 = Path(__file__).parent / "golden" / "records_of_format_2"
"""Matches between bots, written in format 2 when other house rules were the standard; they name no option."""


@pytest.mark.parametrize(
    ("slug", "scores", "standards"),
    [
        (
            "gurch",
            (20, 61, 14, 9),
            {"shown_card": "swap_first", "benchmark": "current", "minigame": "tricks", "loser_minigame": "always"},
        ),
        ("roped", (516, 410, 164), {"refill": "matching"}),
    ],
)
def test_record_of_format_2_is_played_by_the_standard_rules_of_its_time(
    slug: str, scores: tuple[int, ...], standards: dict[str, Any]
) -> None:
    record = Record.from_text((RECORDS_OF_FORMAT_2 / f"{slug}.toml").read_text(encoding="utf-8"))
    assert changed_values(record.options) == standards
    game = record.replay()
    assert game.scores == scores and len(game.history) == 9 and game.outcome is not None
    again = Record.from_text(record.to_text())
    assert again == record and "format = 2" in record.to_text()
    assert not any(name in record.to_text() for name in standards), "they are standard in that format"
    replayed = replace(record, format=FORMAT)
    assert tomllib.loads(replayed.to_text())["options"] == standards
    assert Record.from_text(replayed.to_text()).replay() == game


GOOD_TEXT = toy_match(6)[0].to_text()


@pytest.mark.parametrize(
    ("old", "new", "key", "words"),
    [
        ("format = 3", "format = 4", "notice.other_format", "format: 4"),
        ("format = 3", "", "notice.missing_key", "format: missing"),
        ('game = "toy"', 'game = "chess"', "notice.bad_value", "game: chess .*big_two"),
        ("seats = 3", "seats = 9", "notice.bad_value", "seats: 9 .*2, 3, 4, 5"),
        ("seats = 3", "seats = true", "notice.bad_value", "seats: True"),
        ("seats = 3", "seats = 4", "notice.bad_value", "chairs: .*4 ×"),
        ("seed = 5", "seed = -1", "notice.bad_value", "seed: -1"),
        ("seed = 5", 'seed = "5"', "notice.bad_value", "seed: 5 .*32 × 0-9 a-f"),
        ("seed = 5", f'seed = "{"F" * 32}"', "notice.bad_value", "seed: FFF"),
        ("seed = 5", f"seed = {2**63}", "notice.bad_value", "seed: 9223372036854775808"),
        ("mei hard", "mei wild", "notice.bad_value", "chairs: mei wild .*hard"),
        ("mei hard", "nobody hard", "notice.bad_value", "chairs: nobody hard .*celeste"),
        ("moves = [", 'moves = [ "0;give",', "notice.no_move", "move 1: '0;give'"),
        ("moves = [", 'moves = [ "7:give",', "notice.bad_value", "moves, 1: 7:give"),
        ("moves = [", "moves = [ 7, ", "notice.no_move", "move 1: '7'"),
        ("[options]", "[options]\nwild = 3", "notice.bad_value", r"options\.wild: 3 .*'none', 'ace', 'king'"),
        ("[options]", "[options]\ncolour = 3", "notice.bad_value", r"options\.colour"),
        ("[options]", "", "notice.missing_key", "options: missing"),
        (
            "seats = 3",
            f"seats = 3\ndaily = {LAST_DAY + 1}",
            "notice.bad_value",
            f"daily: {LAST_DAY + 1} .*0 … {LAST_DAY}",
        ),
        ("seats = 3", "seats = 3\ndaily = -1", "notice.bad_value", "daily: -1"),
        ("seats = 3", 'seats = 3\ndaily = "today"', "notice.bad_value", "daily: today"),
        ("seats = 3", "seats = 3\ndaily = 2026-11-21", "notice.bad_value", "daily: datetime.date"),
        ("seats = 3", "seats 3", "notice.not_toml_line", "line 4"),
        ("moves = [", "moves = " + "[" * 9000, "notice.not_toml", "not TOML"),
        ("seed = 5", "seed = " + "9" * 5000, "notice.not_toml", "not TOML"),
        ("seed = 5", "seed = 0x" + "9" * 5000, "notice.bad_value", "seed: int"),
        ("seed = 5", "seed.a" + ".a" * 9 + " = 1", "notice.bad_value", "seed: "),
        ("seed = 5", "seed.a" + ".a" * 60_000 + " = 1", "notice.too_large", "without its moves"),
        ("seed = 5", "seed.a" + ".a" * 20_000 + " = 1", "notice.not_toml_line", "more than 16 dots"),
        ("seed = 5", "seed = " + "[" * 40 + "]" * 40, "notice.not_toml", "nested more than 32 deep"),
        ("moves = [", "moves = [" + '"0:pass",' * 20_000, "notice.too_many_moves", "at most 20000"),
    ],
)
def test_errors_are_named(old: str, new: str, key: str, words: str) -> None:
    assert old in GOOD_TEXT
    with pytest.raises(RecordError, match=words) as caught:
        Record.from_text(GOOD_TEXT.replace(old, new, 1), game_contract.ALL_GAMES)
    assert caught.value.key == key
    assert len(str(caught.value)) < 500


@given(st.text())
def test_any_text_is_read_or_refused(text: str) -> None:
    with pytest.raises(RecordError):
        Record.from_text(text, game_contract.ALL_GAMES)


@given(st.data())
@settings(max_examples=150)
def test_damaged_record_replays_or_is_refused(data: st.DataObject) -> None:
    text = GOOD_TEXT
    for _ in range(data.draw(st.integers(1, 3))):
        start = data.draw(st.integers(0, len(text)))
        end = min(len(text), start + data.draw(st.integers(0, 6)))
        text = (
            text[:start]
            + data.draw(st.text(alphabet="0123456789:[]{}\"'=@# \nabcdefTKQJACDHS.-_", max_size=4))
            + text[end:]
        )
    try:
        record = Record.from_text(text, game_contract.ALL_GAMES)
        record.replay()
    except RecordError as error:
        assert error.key.startswith("notice.")
    else:
        assert Record.from_text(record.to_text(), game_contract.ALL_GAMES) == record


VERBS = st.sampled_from(["play", "pass", "take", "keep", "exchange", "flip", "lay", "give"])
CARD_LISTS = st.lists(st.integers(0, 103).map(Card), max_size=4).map(tuple)
MOVE_LISTS = st.lists(st.builds(Move, st.integers(0, 3), VERBS, CARD_LISTS, st.integers(-1, 9)), max_size=4)


@pytest.mark.parametrize("slug", game_contract.ALL_GAMES)
@given(moves=MOVE_LISTS)
def test_any_moves_replay_or_are_refused(slug: str, moves: list[Move]) -> None:
    record = Record(slug, 4, 1, game_contract.ALL_GAMES[slug].Options(), moves=moves, games=game_contract.ALL_GAMES)
    try:
        record.replay()
    except RecordError as error:
        assert error.key == "notice.bad_move"


def test_cards_of_later_deals_do_not_depend_on_how_earlier_deals_were_played(monkeypatch: pytest.MonkeyPatch) -> None:
    shuffled: dict[int, tuple[Card, ...]] = {}
    collect = Game.collect_and_shuffle

    def note_first(game: Game) -> None:
        collect(game)
        shuffled.setdefault(game.deal_number, game.piles[STOCK])

    monkeypatch.setattr(Game, "collect_and_shuffle", note_first)
    compared = []
    for kind in GAMES.values():
        decks = []
        for chance in (1, 2):
            shuffled.clear()
            game, rng = kind(kind.seats_default, ShuffleStream(48_213_907)), Rng(chance)
            while len(shuffled) < 3 and game.outcome is None:
                game.play(rng.choice(game.legal_moves(game.seats_to_act()[0])))
            decks.append(dict(shuffled))
        compared += [(decks[0][number], decks[1][number]) for number in decks[0].keys() & decks[1].keys() if number > 1]
    assert len(compared) > 5
    assert all(one == other for one, other in compared)
