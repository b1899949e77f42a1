"""Duplicate matches: equal players score equal, errors are over deals, wrong questions get what is right."""

import json
from pathlib import Path
from typing import Any

import pytest

from engine import arena
from engine.arena import Played, Task
from tests import contract
from tests.toy import Toy


def run(capsys: pytest.CaptureFixture[str], *arguments: object) -> dict[str, Any]:
    assert arena.main([*map(str, arguments), "--json"], contract.ALL) == 0
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


def test_equal_players_score_exactly_equal() -> None:
    for slug, game in contract.ALL.items():
        played = arena.play_deal(Task(game, ("medium",) * game.seats_default, game.Options(), 7))
        assert max(played.points) - min(played.points) < 1e-9, slug
        assert max(played.wins) - min(played.wins) < 1e-9, slug


def test_a_deal_is_played_the_same_again() -> None:
    task = Task(Toy, ("medium", "easy", "random"), Toy.Options(), 9)
    first, second = arena.play_deal(task), arena.play_deal(task)
    assert (first.points, first.wins, first.plies) == (second.points, second.wins, second.plies)


def test_errors_are_over_deals_with_the_players_of_a_level_averaged() -> None:
    def deal(*points: float) -> Played:
        return Played(points, (1.0, 0.0, 0.0), (10, 5, 5), (0.5, 0.1, 0.1), 30, 1.0)

    hard, easy = arena.table(["hard", "easy", "easy"], [deal(4, -1, -3), deal(8, -5, -3)])
    assert (hard.level, hard.players, hard.points, hard.error) == ("hard", 1, 6.0, 2.0)
    assert (easy.level, easy.players, easy.points, easy.error) == ("easy", 2, -3.0, 1.0)
    assert (hard.wins, easy.wins, hard.wins_error) == (1.0, 0.0, 0.0)
    assert hard.ms_a_decision == pytest.approx(50)
    assert easy.ms_a_decision == pytest.approx(20)


def test_a_table_for_people_and_json_for_programs(capsys: pytest.CaptureFixture[str]) -> None:
    assert arena.main(["toy", "medium", "random", "--deals", "5"], contract.ALL) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "toy: 5 deals × 2 rotations, seed 1"
    assert [line.split()[0] for line in lines[2:4]] == ["medium", "random"]
    found = run(capsys, "toy", "medium", "random", "--deals", 1)
    assert found["rows"][0]["error"] is None
    assert found["plies"] > 0


def test_seed_and_processes(capsys: pytest.CaptureFixture[str]) -> None:
    def points(*more: object) -> list[float]:
        found = run(capsys, "toy", "medium", "random", "--deals", 4, *more)
        return [row["points"] for row in found["rows"]]

    assert points("--seed", 5) == points("--seed", 5, "--processes", 2)
    assert points("--seed", 5) != points("--seed", 6)


def test_house_rules_from_a_file(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "rules.toml"
    file.write_text('wild = "king"\ngift = false\n')
    plain = run(capsys, "toy", "random", "random", "--deals", 3)
    ruled = run(capsys, "toy", "random", "random", "--deals", 3, "--options", file)
    assert plain["plies"] != ruled["plies"]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["chess", "easy"], "GAME 'chess': unknown; games are "),
        (["toy", "easy", "godlike"], "LEVEL 'godlike': unknown; levels are easy, medium, hard, random"),
        (["toy", "easy"], "1 levels for toy: one a seat, and seats are 2, 3, 4, 5"),
        (["toy", "easy", "easy", "--deals", "0"], "--deals 0: at least 1"),
        (["toy", "easy", "easy", "--deals", "x"], "--deals"),
        (["toy", "easy", "easy", "--processes", "-1"], "--processes -1: at least 1"),
        (["toy", "easy", "easy", "--options", "nowhere.toml"], "nowhere.toml"),
        (["toy"], "LEVEL"),
    ],
)
def test_wrong_questions_end_with_status_2(
    capsys: pytest.CaptureFixture[str], arguments: list[str], words: str
) -> None:
    with pytest.raises(SystemExit) as caught:
        arena.main(arguments, contract.ALL)
    assert caught.value.code == 2
    assert words in capsys.readouterr().err


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("wild = 3", "wild = 3: not allowed; allowed: 'none', 'ace', 'king'"),
        ("colour = 3", "colour = 3: unknown; known: wild, gift, deals"),
        ("wild", "Expected"),
    ],
)
def test_bad_house_rules_end_with_status_2(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, text: str, words: str
) -> None:
    file = tmp_path / "rules.toml"
    file.write_text(text)
    with pytest.raises(SystemExit) as caught:
        arena.main(["toy", "easy", "easy", "--options", str(file)], contract.ALL)
    assert caught.value.code == 2
    assert words in capsys.readouterr().err
