"""A match judged: a blunder stands first, nothing hidden is used, and good players lose less than weak ones."""

import json
from pathlib import Path

import pytest

from engine.bots import bot_for, final
from engine.game import Game
from engine.games import GAMES
from engine.moves import Move
from engine.record import Record
from engine.review import Decision, Report, Verdict, decisions, judge
from engine.review.__main__ import main
from engine.rng import Rng

GAME = pytest.mark.parametrize("slug", GAMES)


def answered(game: Game, level: str, ply: int) -> Move:
    seat = game.waiting()[0]
    moves = game.legal_moves(seat)
    if len(moves) == 1:
        return moves[0]
    return final(bot_for(game.slug, level), game.view(seat), seat, Rng(game.seed * 977 + ply)).move


def played(slug: str, level: str, seed: int, deals: int = 1) -> Record:
    """A match in which seat 0 plays at a level and the others at medium, as far as so many deals."""
    game_type = GAMES[slug]
    record = Record(slug, game_type.seats_default, seed, game_type.Options())
    game = record.start()
    game.events = None
    while game.outcome is None and len(game.history) < deals:
        move = answered(game, level if game.waiting()[0] == 0 else "medium", len(record.moves))
        game.push(move)
        record.append(move)
    return record


def report(records: list[Record], worlds: int = 12) -> Report:
    return Report(0, tuple(one for record in records for one in decisions(record, 0, worlds=worlds, hindsight=4)))


# --- one decision -----------------------------------------------------------------------------------------------------


def decision_in(slug: str, seed: int) -> tuple[Game, Move]:
    """A position in which seat 0 has a choice, some moves into a match, and what is played there."""
    record = played(slug, "medium", seed, deals=4)
    game = record.start()
    for count, move in enumerate(record.moves):
        if move.seat == 0 and count >= 2 and len(game.legal_moves(0)) > 1:
            return game, move
        game.push(move)
    raise AssertionError("no decision")


@GAME
def test_equal_views_are_judged_alike_whatever_is_hidden(slug: str) -> None:
    game, move = decision_in(slug, 3)
    view = game.view(0)
    other = view.determinize(Rng(99))
    assert other.view(0).position() == view.position(), "another world behind the same view"
    assert judge(view, 0, move, Rng(1), 6) == judge(other.view(0), 0, move, Rng(1), 6)


@GAME
def test_judging_changes_nothing(slug: str) -> None:
    game, move = decision_in(slug, 4)
    before = game.clone()
    verdict = judge(game, 0, move, Rng(1), 4)
    assert game == before
    assert 0 <= verdict.win <= 1 and verdict.room >= 0
    assert verdict == judge(game, 0, move, Rng(1), 4), "the same again"


def test_hindsight_sees_the_cards() -> None:
    record = played("big_two", "medium", 5)
    found = list(decisions(record, 0, worlds=8, hindsight=8))
    assert any(one.known.best != one.open.best for one in found)
    assert {one.open.error for one in found} != {one.known.error for one in found}


# --- a match ----------------------------------------------------------------------------------------------------------


def test_moves_without_a_choice_are_not_judged() -> None:
    record = played("big_two", "medium", 6)
    game = record.start()
    free = []
    for at, move in enumerate(record.moves):
        if move.seat == 0 and len(game.legal_moves(0)) > 1:
            free.append(at)
        game.push(move)
    found = list(decisions(record, 0, worlds=4, hindsight=4))
    assert [one.at for one in found] == free
    assert [one.played for one in found] == [record.moves[at] for at in free]


def worst(record: Record) -> tuple[int, Move]:
    """Where in a match seat 0 could have spoiled most, and how: a few moves of the first decisions are tried."""
    game, chance, found = record.start(), Rng(7), []
    for at, move in enumerate(record.moves):
        legal = game.legal_moves(0) if move.seat == 0 else []
        if len(legal) > 1:
            chance.shuffle(legal)
            costs = [(judge(game.view(0), 0, other, Rng(at), 10).cost, at, other) for other in legal[:4]]
            found.append(max(costs))
        if len(found) == 6:
            break
        game.push(move)
    _, at, other = max(found)
    return at, other


@GAME
def test_a_blunder_stands_first(slug: str) -> None:
    record = played(slug, "hard", 8, deals=2)
    at, blunder = worst(record)
    spoiled = Record(slug, record.seats, record.seed, record.options, moves=[*record.moves[:at], blunder])
    game = spoiled.replay()
    game.events = None
    deals = len(game.history)
    while game.outcome is None and len(game.history) == deals:
        move = answered(game, "hard", len(spoiled.moves))
        game.push(move)
        spoiled.append(move)
    found = Report(0, tuple(decisions(spoiled, 0, worlds=20, hindsight=1)))
    assert found.turning_points[0].at == at, [(one.at, one.held_against) for one in found.turning_points]


@pytest.mark.parametrize("slug", ["big_two", "roped"])
def test_weak_players_lose_more_than_good_ones(slug: str) -> None:
    good, weak = (report([played(slug, level, seed) for seed in (1, 2)]) for level in ("hard", "easy"))
    assert good.quality > weak.quality + 5
    assert good.cost / len(good.decisions) < weak.cost / len(weak.decisions)


def verdict(cost: float, error: float = 0.1, room: float = 4.0) -> Verdict:
    return Verdict(Move(0, "pass"), cost, error, room, 0.5, 0.1)


def test_what_chance_explains_is_held_against_nobody() -> None:
    costs = ((0.1, 0.1), (3.0, 0.5), (1.0, 0.2), (2.0, 0.3), (-0.5, 0.1), (1.5, 0.1))
    several = [
        Decision(at, 1, Move(0, "pass"), verdict(cost, error), verdict(0.0)) for at, (cost, error) in enumerate(costs)
    ]
    found = Report(0, tuple(several))
    assert [one.at for one in found.turning_points] == [1, 3, 5]
    assert several[0].held_against == several[4].held_against == 0.0
    assert found.cost == pytest.approx(7.1)
    assert found.quality == pytest.approx(100 * (1 - 7.1 / 24))
    assert Report(0, ()).quality == 100.0


# --- the command ------------------------------------------------------------------------------------------------------


def test_the_command_prints_a_review(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "match.toml"
    file.write_text(played("big_two", "medium", 6).to_text(), encoding="utf-8")
    assert main([str(file), "--seat", "1", "--worlds", "8", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["seat"] == 1 and found["decisions"] and 0 <= found["quality"] <= 100
    assert main([str(file), "--seat", "1", "--worlds", "8"]) == 0
    assert f"{len(found['decisions'])} decisions" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "says"),
    [(["--seat", "7"], "seats of this match are 0 to 3"), (["--worlds", "0"], "--worlds 0: at least 1")],
)
def test_what_is_asked_wrongly_is_told(
    words: list[str], says: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "match.toml"
    file.write_text(played("big_two", "easy", 6).to_text(), encoding="utf-8")
    with pytest.raises(SystemExit):
        main([str(file), *words])
    assert says in capsys.readouterr().err
    with pytest.raises(SystemExit):
        main([str(tmp_path / "none.toml")])
    assert "none.toml" in capsys.readouterr().err
