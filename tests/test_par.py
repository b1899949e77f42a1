"""Par: playouts of a deal with the same cards, Master in the person's seat, and the resulting numbers."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from engine.bots import reliable_bot
from engine.bots.common.base import Thought
from engine.cards import HIDDEN
from engine.characters import CHARACTERS, PLAIN_STYLE, Style
from engine.cooperative import run_to_end
from engine.game import Game
from engine.games import GAMES
from engine.match.record import Chair, Record
from engine.moves import Seat
from engine.par import Par, ParMaker, finished_deals
from engine.par.__main__ import main
from engine.par.playouts import PlayoutTask, play_out, play_out_by, playout_tasks
from engine.rng import Rng
from tests.bench import par_accuracy as bench
from tests.support.bot_records import play_on, play_one_deal, speed_up_playouts
from tests.support.random_options import random_options
from tests.support.records import chairs, new_record

EVERY_GAME = pytest.mark.parametrize("slug", GAMES)


# --- deals ------------------------------------------------------------------------------------------------------------


@EVERY_GAME
def test_deal_starts_with_own_cards_and_random_numbers(slug: str) -> None:
    record = play_on(new_record(slug), 5000)
    game = record.initial_position()
    ends: list[int] = []
    for at, move in enumerate(record.moves, 1):
        game.push(move)
        if len(game.history) > len(ends):
            ends.append(at)
    last = len(ends)
    found = finished_deals(record, {1, last}, [0])
    assert [deal.number for deal in found] == sorted({1, last})
    for deal in found:
        before = record.replay(ends[deal.number - 2] if deal.number > 1 else 0)
        assert deal.start == before and deal.start.rng.state == before.rng.state
        assert deal.own_points == game.history[deal.number - 1][0]
    assert finished_deals(record, [last + 1], [0]) == []


@pytest.mark.parametrize(("number", "seat"), [(0, 0), (1, -1), (1, 4)])
def test_unknown_deals_and_seats_are_refused(number: int, seat: Seat) -> None:
    with pytest.raises(ValueError, match="must be at least 1"):
        finished_deals(new_record("big_two"), [number], [seat])


@EVERY_GAME
def test_adopted_moves_are_left_out(slug: str, monkeypatch: pytest.MonkeyPatch) -> None:
    speed_up_playouts(monkeypatch)
    whole = play_one_deal(slug)
    first = len(whole.moves)
    middle = first // 2
    (deal,) = finished_deals(play_on(whole.branch_at(middle, whole.chairs), 5000, max_deals=1), [1], [0])
    assert deal.start == whole.replay(middle), "the deal starts where this match branched off"
    assert run_to_end(play_out(playout_tasks(deal, 1)[0])) is not None
    assert finished_deals(whole.branch_at(first, whole.chairs), [1], [0]) == []


def test_undone_moves_do_not_count() -> None:
    record = play_one_deal("gurch")
    expected = finished_deals(record, [1], [0])
    gone = record.undo_to(len(record.moves) // 2)
    assert finished_deals(record, [1], [0]) == []
    record.moves += gone
    assert finished_deals(record, [1], [0])[0].start == expected[0].start


def test_deal_without_choice_has_no_par() -> None:
    record = play_on(new_record("pass_the_ace", 1), 5000)
    game = record.replay()
    last = len(game.history)
    out = [all(move.seat != seat for move in record.moves[-3:]) for seat in range(4)]
    assert any(out), "some seats have no move near the end"
    for deal in finished_deals(record, [last], range(4)):
        assert deal.had_choice or out[deal.seat]
    assert not all(deal.had_choice for deal in finished_deals(record, [last], range(4)))


# --- playouts ---------------------------------------------------------------------------------------------------------


class CheckingBot:
    """Bot that checks its view."""

    def __init__(self, bot: Any) -> None:
        self.bot = bot

    def think(self, view: Game, seat: Seat, rng: Rng) -> Iterator[Thought]:
        assert view.viewer == seat and view.rng.state == Rng(0).state
        assert view == view.view(seat), "the bot gets only its seat's view"
        others = [
            card for pile, cards in view.piles.items() if pile.kind == "hand" and pile.owner != seat for card in cards
        ]
        assert all(card == HIDDEN or view.known[card] >> seat & 1 for card in others)
        yield from self.bot.think(view, seat, rng)


@EVERY_GAME
def test_players_see_no_hidden_cards(slug: str, monkeypatch: pytest.MonkeyPatch) -> None:
    speed_up_playouts(monkeypatch)
    asked: list[tuple[str, Style]] = []

    def checking(slug: str, level: str, style: Style = PLAIN_STYLE, *more: Any, **named: Any) -> CheckingBot:
        asked.append((level, style))
        return CheckingBot(reliable_bot(slug, level, style, *more, **named))

    monkeypatch.setattr("engine.par.playouts.reliable_bot", checking)
    record = play_one_deal(slug)
    (deal,) = finished_deals(record, [1], [0])
    before = deal.start.comparable_state()
    assert run_to_end(play_out(playout_tasks(deal, 1)[0])) is not None
    assert deal.start.comparable_state() == before
    sat = [(chair.level, CHARACTERS[chair.who].style) for chair in record.chairs[1:]]
    assert sorted(asked) == sorted([("hard", PLAIN_STYLE), ("master", PLAIN_STYLE), *sat]), (
        "the opponents stay, and Master replaces the person"
    )


def test_other_persons_are_played_by_hard() -> None:
    record = Record("big_two", 4, 5, GAMES["big_two"].Options(), (Chair(), Chair(), *chairs(3)[1:]))
    two = finished_deals(play_on(record, 5000, max_deals=1), [1], [0, 1])
    assert [deal.seat for deal in two] == [0, 1]
    assert run_to_end(play_out_by(PlayoutTask(two[1], 3), "easy", 0.01, 0.01)) is not None


@EVERY_GAME
def test_par_works_with_fewest_and_most_seats_under_any_rules(slug: str, monkeypatch: pytest.MonkeyPatch) -> None:
    speed_up_playouts(monkeypatch)
    game, rng = GAMES[slug], Rng(8)
    for seats in sorted({*game.seats_allowed[:1], *game.seats_allowed[-1:]}):
        rules: Any = random_options(game.Options, rng)
        record = play_on(Record(slug, seats, rng.bits() >> 1, rules, chairs(seats)), 4000)
        last = len(record.replay().history)
        for deal in finished_deals(record, {1, last}, [0]):
            assert run_to_end(play_out(playout_tasks(deal, 1)[0])) is not None


def test_par_does_not_depend_on_process() -> None:
    (deal,) = finished_deals(play_one_deal("pass_the_ace"), [1], [0])
    assert len({one.seed for one in playout_tasks(deal, 8)}) == 8
    with ParMaker([deal], count=8) as alone:
        alone.start(process=False)
        while not alone.is_done:
            alone.poll()
    with ParMaker([deal], count=8, processes=2) as maker:
        maker.start()
        while not maker.pars[0].points:
            maker.wait(5.0)
            maker.poll()
        maker.pause()
        assert not maker.is_complete(0) and not maker.is_done
        maker.start(process=False)
        while not maker.is_done:
            maker.poll()
        assert maker.is_complete(0)
    assert maker.pars == alone.pars and len(alone.pars[0].points) == 8


# --- results ----------------------------------------------------------------------------------------------------------


def test_ties_count_half() -> None:
    par = Par(5, (3, 5, 9, 4))
    assert (par.worse, par.equal, par.better) == (2, 1, 1)
    assert par.per_cent == 62.5
    assert Par(5).per_cent == 50 and Par(5).error == float("inf")


def test_error_is_never_zero_and_shrinks_with_playouts() -> None:
    few, many = Par(5, (3,) * 5), Par(5, (3,) * 20)
    assert few.error > many.error > 3
    assert Par(5, (3, 9) * 10).error == pytest.approx(50 / 22**0.5)


def test_master_is_at_par_and_easy_below(monkeypatch: pytest.MonkeyPatch) -> None:
    """Uses a few deals; ``tests/bench/par_accuracy.py`` measures it with enough of them."""
    speed_up_playouts(monkeypatch)
    found = bench.pars("palacio", range(20), 2, "medium", ("easy", "master"), patience=0.01)
    easy, master = bench.mean_of(found["easy"]), bench.mean_of(found["master"])
    assert abs(master.value - 50) < 2 * master.error < 25
    assert easy.value < master.value - 10


def test_figures_are_written_to_new_or_existing_file(tmp_path: Path) -> None:
    out = tmp_path / "par.md"
    ask = ["pass_the_ace", "--deals", "2", "--playings", "1", "--level", "easy", "--out", str(out), "--date"]
    for date in ("2026-01-01", "2026-01-02"):
        assert bench.main([*ask, date]) == 0
        rows = [line for line in out.read_text(encoding="utf-8").split("\n") if line.startswith("| ")]
        head = next(line for line in bench.FILE.read_text(encoding="utf-8").split("\n") if line[:1] == "|")
        assert rows[0] == head and len(rows) == 2 and f"| {date} |" in rows[1]


def test_command_prints_playouts_of_deal(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "match.toml"
    file.write_text(play_one_deal("pass_the_ace").to_text(), encoding="utf-8")
    assert main([str(file), "--seat", "1", "--playings", "3", "--processes", "1", "--json"]) == 0
    (found,) = json.loads(capsys.readouterr().out)
    assert found["deal"] == 1 and found["seat"] == 1 and len(found["playings"]) == 3
    for wrong in (["--deal", "2"], ["--seat", "9"], ["--playings", "0"]):
        with pytest.raises(SystemExit):
            main([str(file), *wrong])
