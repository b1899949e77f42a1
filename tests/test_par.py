"""Par: playouts of a deal with the same cards, Master in the person's seat, and the resulting figures."""

import json
import math
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from engine import options
from engine.bots import bot_for
from engine.bots.common.base import Thought
from engine.bots.registry import OPPONENTS
from engine.cards import HIDDEN
from engine.game import Game
from engine.games import GAMES
from engine.match.record import Chair, Record
from engine.moves import Seat
from engine.par import Par, ParMaker, finished_deals
from engine.par.__main__ import main
from engine.par.playouts import Playout, play_out, play_out_by, playouts
from engine.parts import at_once
from engine.people import CHARACTERS, PLAIN_STYLE, Style
from engine.rng import Rng
from tests.bench import par as bench
from tests.support.dealt import one_deal, played, quick
from tests.support.records import chairs, new_record

GAME = pytest.mark.parametrize("slug", GAMES)


# --- the deals --------------------------------------------------------------------------------------------------------


@GAME
def test_a_deal_starts_with_its_own_cards_and_random_numbers(slug: str) -> None:
    record = played(new_record(slug), 5000)
    game = record.start()
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
        assert deal.own == game.history[deal.number - 1][0]
    assert finished_deals(record, [last + 1], [0]) == []


@pytest.mark.parametrize(("number", "seat"), [(0, 0), (1, -1), (1, 4)])
def test_unknown_deals_and_seats_are_refused(number: int, seat: Seat) -> None:
    with pytest.raises(ValueError, match="deals count from 1"):
        finished_deals(new_record("big_two"), [number], [seat])


@GAME
def test_adopted_moves_are_left_out(slug: str, monkeypatch: pytest.MonkeyPatch) -> None:
    quick(monkeypatch)
    whole = one_deal(slug)
    first = len(whole.moves)
    middle = first // 2
    (deal,) = finished_deals(played(whole.branch(middle, whole.chairs), 5000, finished=1), [1], [0])
    assert deal.start == whole.replay(middle), "it starts where this match took over"
    assert at_once(play_out(playouts(deal, 1)[0])) is not None
    assert finished_deals(whole.branch(first, whole.chairs), [1], [0]) == []


def test_undone_moves_do_not_count() -> None:
    record = one_deal("gurch")
    expected = finished_deals(record, [1], [0])
    gone = record.undo_to(len(record.moves) // 2)
    assert finished_deals(record, [1], [0]) == []
    record.moves += gone
    assert finished_deals(record, [1], [0])[0].start == expected[0].start


def test_without_a_choice_there_is_no_par() -> None:
    record = played(new_record("pass_the_ace", 1), 5000)
    game = record.replay()
    last = len(game.history)
    out = [all(move.seat != seat for move in record.moves[-3:]) for seat in range(4)]
    assert any(out), "only few cards are left at the end"
    for deal in finished_deals(record, [last], range(4)):
        assert deal.free or out[deal.seat]
    assert not all(deal.free for deal in finished_deals(record, [last], range(4)))


# --- the playouts -----------------------------------------------------------------------------------------------------


class CheckingBot:
    """A bot that checks what it is shown."""

    def __init__(self, bot: Any) -> None:
        self.bot = bot

    def think(self, view: Game, seat: Seat, rng: Rng) -> Iterator[Thought]:
        assert view.viewer == seat and view.rng.state == Rng(0).state
        assert view == view.view(seat), "only what that seat may know"
        others = [
            card for pile, cards in view.piles.items() if pile.kind == "hand" and pile.owner != seat for card in cards
        ]
        assert all(card == HIDDEN or view.known[card] >> seat & 1 for card in others)
        yield from self.bot.think(view, seat, rng)


@GAME
def test_nobody_sees_hidden_cards(slug: str, monkeypatch: pytest.MonkeyPatch) -> None:
    quick(monkeypatch)
    asked: list[tuple[str, Style]] = []

    def checking(slug: str, level: str, style: Style = PLAIN_STYLE, patience: float = 1.0) -> CheckingBot:
        asked.append((level, style))
        return CheckingBot(bot_for(slug, level, style, patience))

    monkeypatch.setattr("engine.par.playouts.bot_for", checking)
    record = one_deal(slug)
    (deal,) = finished_deals(record, [1], [0])
    before = deal.start.position()
    assert at_once(play_out(playouts(deal, 1)[0])) is not None
    assert deal.start.position() == before
    sat = [(chair.level, CHARACTERS[chair.who].style) for chair in record.chairs[1:]]
    assert sorted(asked) == sorted([("hard", PLAIN_STYLE), ("master", PLAIN_STYLE), *sat]), (
        "the same opponents, and Master"
    )


def test_other_persons_are_played_by_hard() -> None:
    record = Record("big_two", 4, 5, GAMES["big_two"].Options(), (Chair(), Chair(), *chairs(3)[1:]))
    two = finished_deals(played(record, 5000, finished=1), [1], [0, 1])
    assert [deal.seat for deal in two] == [0, 1]
    assert at_once(play_out_by(Playout(two[1], 3), "easy", 0.01, 0.01)) is not None


@GAME
def test_par_works_with_the_fewest_and_the_most_seats_under_any_rules(
    slug: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    quick(monkeypatch)
    game, rng = GAMES[slug], Rng(7)
    for seats in sorted({*game.seats_allowed[:1], *game.seats_allowed[-1:]}):
        rules: Any = options.at_random(game.Options, rng)
        record = played(Record(slug, seats, rng.bits() >> 1, rules, chairs(seats)), 4000)
        last = len(record.replay().history)
        for deal in finished_deals(record, {1, last}, [0]):
            assert at_once(play_out(playouts(deal, 1)[0])) is not None


def test_par_does_not_depend_on_where_it_is_computed() -> None:
    (deal,) = finished_deals(one_deal("pass_the_ace"), [1], [0])
    assert len({one.seed for one in playouts(deal, 8)}) == 8
    with ParMaker([deal], count=8) as alone:
        alone.start(process=False)
        while not alone.done:
            alone.poll()
    with ParMaker([deal], count=8, processes=2) as maker:
        maker.start()
        while not maker.pars[0].points:
            maker.wait(5.0)
            maker.poll()
        maker.rest()
        assert not maker.whole(0) and not maker.done
        maker.start(process=False)
        while not maker.done:
            maker.poll()
        assert maker.whole(0)
    assert maker.pars == alone.pars and len(alone.pars[0].points) == 8


# --- the figures ------------------------------------------------------------------------------------------------------


def test_ties_count_half() -> None:
    par = Par(5, (3, 5, 9, 4))
    assert (par.worse, par.equal, par.better) == (2, 1, 1)
    assert par.per_cent == 62.5
    assert Par(5).per_cent == 50 and Par(5).error == float("inf")


def test_the_error_is_never_zero_and_shrinks_with_playouts() -> None:
    few, many = Par(5, (3,) * 5), Par(5, (3,) * 20)
    assert few.error > many.error > 3
    assert Par(5, (3, 9) * 10).error == pytest.approx(50 / 22**0.5)


def test_master_is_at_par_and_easy_below(monkeypatch: pytest.MonkeyPatch) -> None:
    """A few deals; ``tests/bench/par.py`` measures it with enough of them."""
    quick(monkeypatch)
    found = bench.pars("big_two", range(20), 2, "medium", ("easy", "master"), patience=0.01)
    easy, master = bench.mean(found["easy"]), bench.mean(found["master"])
    assert abs(master.value - 50) < 2 * master.error < 25
    assert easy.value < master.value - 10


def test_the_recorded_figures_show_it_for_every_game_with_opponents() -> None:
    rows = [line.split("|")[1:-1] for line in bench.FILE.read_text(encoding="utf-8").split("\n")]
    found = {row[0].strip(): row for row in rows if len(row) > 9 and row[0].strip() in GAMES}
    assert set(found) >= set(OPPONENTS)
    for row in found.values():
        easy, master = ([float(part) for part in row[i].split("±")] for i in (3, 6))
        assert abs(master[0] - 50) <= max(5.0, 2 * master[1])
        assert master[0] - easy[0] > 3 * math.hypot(master[1], easy[1])


def test_figures_are_written_to_a_new_or_an_existing_file(tmp_path: Path) -> None:
    out = tmp_path / "par.md"
    ask = ["pass_the_ace", "--deals", "2", "--playings", "1", "--level", "easy", "--out", str(out), "--date"]
    for date in ("2026-01-01", "2026-01-02"):
        assert bench.main([*ask, date]) == 0
        rows = [line for line in out.read_text(encoding="utf-8").split("\n") if line.startswith("| ")]
        head = next(line for line in bench.FILE.read_text(encoding="utf-8").split("\n") if line[:1] == "|")
        assert rows[0] == head and len(rows) == 2 and f"| {date} |" in rows[1]


def test_the_command_prints_the_playouts_of_a_deal(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "match.toml"
    file.write_text(one_deal("pass_the_ace").to_text(), encoding="utf-8")
    assert main([str(file), "--seat", "1", "--playings", "3", "--processes", "1", "--json"]) == 0
    (found,) = json.loads(capsys.readouterr().out)
    assert found["deal"] == 1 and found["seat"] == 1 and len(found["playings"]) == 3
    for wrong in (["--deal", "2"], ["--seat", "9"], ["--playings", "0"]):
        with pytest.raises(SystemExit):
            main([str(file), *wrong])
