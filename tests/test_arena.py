"""Duplicate matches: equal players score equally, errors are per deal, wrong arguments are explained."""

import json
import math
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from engine import __version__
from engine.arena import __main__ as arena
from engine.arena import duplicate as arena_play
from engine.arena import summary as arena_figures
from engine.arena.cli import EXIT_INTERRUPTED
from engine.arena.duplicate import DealTask, DuplicateResult, play_deal
from engine.arena.summary import DecidedShare, Difference
from engine.bots import reliable_bot
from engine.bots.common.base import Evaluation, Thought
from engine.bots.common.fallback import FallbackBot
from engine.bots.common.policy_bots import RandomBot
from engine.characters import CHARACTERS, Style
from engine.game import Game
from engine.games import GAMES
from engine.moves import Move, Seat
from engine.rng import Rng
from tests.bench import decisions, ladder
from tests.support import game_contract
from tests.support.game_facts import LadderPlan
from tests.support.toy import Toy


def run_arena(capsys: pytest.CaptureFixture[str], *arguments: object) -> dict[str, Any]:
    assert arena.main([*map(str, arguments), "--json"], game_contract.ALL_GAMES) == 0
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


def make_task(*players: str, seed: int = 9, matches: bool = False, rules: Any = None) -> DealTask:
    return DealTask(Toy, players, rules or Toy.Options(), seed, time.process_time, matches)


def make_deal_result(points: tuple[float, ...], *winners: tuple[int, ...]) -> DuplicateResult:
    """Return an invented result of a deal, with the winners of each rotation."""
    count = len(points)
    return DuplicateResult(
        points, winners, (10,) + (5,) * (count - 1), (0.5,) + (0.1,) * (count - 1), (0.2,) * count, 30, 1.0
    )


# --- playing ----------------------------------------------------------------------------------------------------------


def test_equal_players_score_exactly_equal() -> None:
    for slug, game in game_contract.ALL_GAMES.items():
        quick = DealTask(game, ("greedy",) * game.seats_default, game.Options(), 7, time.process_time)
        played = play_deal(quick)
        assert max(played.mean_points) - min(played.mean_points) < 1e-9, slug
        assert [sum(who in winners for winners in played.winners) for who in range(game.seats_default)] == [
            sum(0 in winners for winners in played.winners)
        ] * game.seats_default, slug


def test_playing_deal_is_repeatable() -> None:
    first, second = play_deal(make_task("medium", "easy", "random")), play_deal(make_task("medium", "easy", "random"))
    assert (first.mean_points, first.winners, first.plies) == (second.mean_points, second.winners, second.plies)


def test_identical_rotations_are_played_once_and_counted_each_time() -> None:
    line_ups = ("abab", "aaaa", "abbb", "abcabc", "ab", "aabb")
    assert [arena_play.distinct_rotation_count(line_up) for line_up in line_ups] == [2, 1, 4, 3, 2, 4]
    task = make_task("medium", "random", "medium", "random")
    folded = play_deal(task)
    each = [
        arena_play._play_rotation(task, [arena_play._TimedBot(task, level) for level in task.players], turn)
        for turn in range(4)
    ]
    assert folded.plies == each[0].plies + each[1].plies
    for place in range(4):
        points = sum(each[turn].points_by_seat[(place - turn) % 4] for turn in range(4)) / 4
        assert folded.mean_points[place] == pytest.approx(points)
        won = sum((place - turn) % 4 in each[turn].winners for turn in range(4))
        assert sum(place in winners for winners in folded.winners) == won


def test_matches_are_played_to_end_with_points_per_deal() -> None:
    rules = Toy.Options(deals=3)
    one, three = (
        play_deal(make_task("greedy", "greedy", rules=rules)),
        play_deal(make_task("greedy", "greedy", matches=True, rules=rules)),
    )
    assert three.plies > 2 * one.plies
    assert sum(three.mean_points) * 3 == pytest.approx(round(sum(three.mean_points) * 3))
    assert sum(three.mean_points) * 3 != pytest.approx(round(sum(one.mean_points)))
    assert all(three.winners)


def test_endless_deals_and_matches_are_abandoned(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(arena_play, "MAX_DEAL_PLIES", 3)
    monkeypatch.setattr(arena_play, "MAX_MATCH_PLIES", 5)
    for matches, plies in ((False, 6), (True, 10)):
        played = play_deal(make_task("random", "medium", matches=matches))
        assert (played.mean_points, played.winners, played.plies) == ((0.0, 0.0), ((), ()), plies)


class Spy:
    """Stores the positions it gets; plays the first move."""

    shown_views: list[Game]

    def think(self, view: Game, seat: Seat, rng: Rng) -> Iterator[Thought]:
        self.shown_views.append(view)
        yield Thought(view.legal_moves(seat)[0])


@pytest.mark.parametrize(("level", "open_cards"), [("cheat", True), ("master", False), ("mei", False)])
def test_only_cheat_sees_all_cards_and_no_bot_sees_random_numbers(
    monkeypatch: pytest.MonkeyPatch, level: str, open_cards: bool
) -> None:
    spy = Spy()
    spy.shown_views = []
    monkeypatch.setattr(arena_play, "reliable_bot", lambda *_: FallbackBot("toy", [("spy", lambda: spy)]))
    play_deal(make_task(level, level))
    assert len(spy.shown_views) > 5
    for game in spy.shown_views:
        assert (game.viewer is None) == open_cards
        assert all(card >= 0 for cards in game.piles.values() for card in cards) == open_cards
        assert (game.rng.state, game.answers, game.events) == (0, (), None)


def test_players_get_level_style_patience_and_levels_of_table(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[tuple[object, ...]] = []

    def make(*how: object) -> FallbackBot:
        made.append(how)
        spy = Spy()
        spy.shown_views = []
        return FallbackBot("toy", [("spy", lambda: spy)])

    monkeypatch.setattr(arena_play, "reliable_bot", make)
    play_deal(make_task("hard", "mei", "mei:easy", "greedy")._replace(patience=0.5))
    mei, plain = CHARACTERS["mei"], Style()
    wanted = [("hard", plain), (mei.default_level, mei.style), ("easy", mei.style), ("greedy", plain)]
    levels = [level for level, _ in wanted]
    tables = [levels[turn:] + levels[:turn] for turn in range(len(levels))]
    expected = [("toy", *wanted[(seat + turn) % 4], 0.5, tables[turn]) for turn in range(4) for seat in range(4)]
    assert made == expected


def test_rule_breaking_bot_is_replaced_and_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    class Rogue:
        def think(self, view: Game, seat: Seat, rng: Rng) -> Iterator[Thought]:
            yield Thought(Move(seat, "pass"))

    makers = [("rogue", Rogue), ("random", RandomBot)]
    monkeypatch.setattr(arena_play, "reliable_bot", lambda *_: FallbackBot("toy", makers))
    played = play_deal(make_task("medium", "medium"))
    assert {text.partition(",")[0] for text in played.failures} == {"toy: bot 'rogue' failed"}
    assert any("0:pass" in text for text in played.failures)
    assert sum(played.failures.values()) == sum(played.decisions)


# --- statistics of results --------------------------------------------------------------------------------------------


def test_errors_are_over_deals_with_equal_players_averaged() -> None:
    players = ("hard", "easy", "easy")
    played = [make_deal_result((4, -1, -3), (0,), (0,), (0,)), make_deal_result((8, -5, -3), (0,), (0,), (0,))]
    hard, easy = arena_figures.summary_rows(players, played)
    assert (hard.level, hard.players, hard.points, hard.error) == ("hard", 1, 6.0, 2.0)
    assert (easy.level, easy.players, easy.points, easy.error) == ("easy", 2, -3.0, 1.0)
    assert (hard.wins, easy.wins, hard.wins_error) == (1.0, 0.0, 0.0)
    assert hard.ms_a_decision == pytest.approx(50)
    assert hard.worst_ms == pytest.approx(200)
    assert easy.ms_a_decision == pytest.approx(20)


def test_difference_is_paired_by_deal() -> None:
    players = ("hard", "easy", "easy")
    played = [make_deal_result((4, -1, -3)), make_deal_result((8, 2, 0))]
    assert arena_figures.leads_by_deal(players, played) == [6.0, 7.0]
    found = arena_figures.difference(players, played)
    assert found == Difference("hard", "easy", 6.5, 0.5)
    assert found is not None and found.z_score == 13.0
    assert Difference("a", "b", 0.0, 0.0).z_score == 0
    assert Difference("a", "b", -1.0, 0.0).z_score == -math.inf
    for many in (("a", "b", "c"), ("a", "a", "a")):
        assert arena_figures.difference(many, played) is None
        assert arena_figures.decided_share(many, played) is None


def test_decided_counts_deals_won_by_one_kind() -> None:
    players = ("hard", "easy", "easy")
    played = [make_deal_result((0, 0, 0), (0,), (1, 2), (0, 1)), make_deal_result((0, 0, 0), (0,), (0,), ())]
    found = arena_figures.decided_share(players, played)
    assert found is not None and found[:2] == ("hard", 0.75)
    assert found.error == pytest.approx(math.sqrt(2 * 2 * 0.5**2) / 4)
    assert found.decided == 4
    assert found.equal == pytest.approx(1 / 3)
    nothing = arena_figures.decided_share(players, [make_deal_result((0, 0, 0), (), (), ())])
    assert nothing is not None and math.isnan(nothing.share)


def test_decided_counts_equal_rotations_once() -> None:
    players = ("a", "b", "a", "b")
    found = arena_figures.decided_share(players, [make_deal_result((0, 0, 0, 0), (0,), (3,), (2,), (1,))])
    assert found == DecidedShare("a", 0.5, math.inf, 2, 0.5)


def test_ratio_has_standard_error() -> None:
    assert arena_figures.ratio_and_error([1, 1, 1], [2, 2, 2]) == (0.5, 0.0)
    share, error = arena_figures.ratio_and_error([0, 1, 1, 0], [1, 1, 1, 1])
    assert share == 0.5
    assert error == pytest.approx(arena_figures.mean_and_error([0, 1, 1, 0])[1])


# --- the command ------------------------------------------------------------------------------------------------------


def test_command_prints_table_or_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert arena.main(["toy", "medium", "random", "--deals", "5"], game_contract.ALL_GAMES) == 0
    printed = capsys.readouterr()
    lines = printed.out.splitlines()
    assert lines[0] == "toy: 5 deals × 2 rotations of medium random, seed 1"
    assert [line.split()[0] for line in lines[2:4]] == ["medium", "random"]
    assert lines[4].startswith("medium − random = ") and lines[4].endswith(" se")
    assert lines[5].startswith("medium wins ") and "decided; equals 50 %" in lines[5]
    assert printed.err == "", "no progress without a terminal"
    found = run_arena(capsys, "toy", "medium", "random", "--deals", 1)
    assert found["rows"][0]["error"] is None
    assert found["plies"] > 0
    assert (found["version"], found["rules"]["wild"]) == (__version__, "none")


def test_levels_characters_and_yardsticks_can_be_mixed(capsys: pytest.CaptureFixture[str]) -> None:
    players = ["celeste", "mei:easy", "greedy", "random", "easy"]
    found = run_arena(capsys, "toy", *players, "--deals", 1)
    assert [row["level"] for row in found["rows"]] == players
    assert (found["difference"], found["decided"]) == (None, None)


def test_against_plays_both_line_ups(capsys: pytest.CaptureFixture[str]) -> None:
    asked = ("toy", "medium", "--against", "random,easy", "--deals", 2)
    found: Any = run_arena(capsys, *asked)
    assert [report["levels"] for report in found] == [
        ["medium", "random", "random"],
        ["medium", "medium", "random"],
        ["medium", "easy", "easy"],
        ["medium", "medium", "easy"],
    ]
    two: Any = run_arena(capsys, *asked, "--seats", 2)
    assert [report["levels"] for report in two] == [["medium", "random"], ["medium", "easy"]]
    assert arena.main([*map(str, asked)], game_contract.ALL_GAMES) == 0
    assert capsys.readouterr().out.count(" − ") == 4


def test_seed_changes_result_and_number_of_processes_does_not(capsys: pytest.CaptureFixture[str]) -> None:
    def points(*more: object) -> list[float]:
        found = run_arena(capsys, "toy", "medium", "random", "--deals", 4, *more)
        return [row["points"] for row in found["rows"]]

    assert points("--seed", 5) == points("--seed", 5, "--processes", 2)
    assert points("--seed", 5) != points("--seed", 6)


def test_matches_are_played_with_patience_by_house_rules_of_file(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "rules.toml"
    file.write_text('wild = "king"\ngift = false\ndeals = 3\n')
    asked = ("toy", "random", "random", "--deals", 3)
    plain, ruled = run_arena(capsys, *asked), run_arena(capsys, *asked, "--options", file)
    assert plain["plies"] != ruled["plies"]
    assert ruled["rules"] == {"wild": "king", "gift": False, "deals": 3}
    matches = run_arena(capsys, *asked, "--options", file, "--matches", "--patience", 0.5)
    assert matches["plies"] > 2 * ruled["plies"]
    assert (ruled["matches"], matches["matches"], matches["patience"]) == (False, True, 0.5)


@pytest.mark.parametrize("more", [[], ["--json"], ["--against", "random"]])
def test_ctrl_c_prints_results_so_far(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, more: list[str]
) -> None:
    done: list[DealTask] = []

    def played(task: DealTask) -> DuplicateResult:
        if len(done) == 3:
            raise KeyboardInterrupt
        done.append(task)
        return play_deal(task)

    monkeypatch.setattr(arena_play, "play_deal", played)
    players = ["medium"] if "--against" in more else ["medium", "random"]
    assert arena.main(["toy", *players, "--deals", "9", *more], game_contract.ALL_GAMES) == EXIT_INTERRUPTED
    printed = capsys.readouterr()
    assert printed.err == "interrupted after 3 of 9 deals\n"
    if "--json" in more:
        found = json.loads(printed.out)
        assert (found["deals"], found["deals_asked"]) == (3, 9)
    else:
        assert printed.out.startswith("toy: 3 deals × ")


def test_progress_is_shown_at_terminal(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    monkeypatch.setattr(arena, "REFRESH_SECONDS", 0)
    assert arena.main(["toy", "random", "random", "--deals", "2"], game_contract.ALL_GAMES) == 0
    assert "\r1 of 2 deals, 0 s, about 0 s to go" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["chess", "easy"], "GAME 'chess' is unknown; games are "),
        (["toy", "easy", "godlike"], "'godlike' is unknown; levels are easy, medium, hard, master; yardsticks are "),
        (["toy", "easy", "mei:best"], "LEVEL 'mei:best' is unknown; levels are "),
        (["toy", "easy", "mei:"], "characters, alone or as CHARACTER:LEVEL, are celeste, "),
        (["toy", "easy", "mei:greedy"], "LEVEL 'mei:greedy' is unknown"),
        (["toy", "easy", "ismcts:0"], "ismcts:F has F times the budget of a master"),
        (["toy", "easy", "ismcts:long"], "LEVEL 'ismcts:long' is unknown"),
        (["toy", "easy"], "toy needs one LEVEL per seat, for 2, 3, 4, 5 seats, not 1"),
        (["toy", "easy", "easy", "--deals", "0"], "--deals must be at least 1, not 0"),
        (["toy", "easy", "easy", "--deals", "x"], "--deals"),
        (["toy", "easy", "easy", "--processes", "-1"], "--processes must be at least 1, not -1"),
        (["toy", "easy", "easy", "--patience", "0"], "--patience must be greater than 0, not 0"),
        (["toy", "easy", "easy", "--patience", "nan"], "--patience must be greater than 0, not nan"),
        (["toy", "easy", "easy", "--options", "nowhere.toml"], "nowhere.toml"),
        (["toy", "easy", "--against", "worst"], "LEVEL 'worst' is unknown"),
        (["toy", "easy", "--against", ""], "LEVEL '' is unknown"),
        (["toy", "easy", "hard", "--against", "greedy"], "--against needs a single LEVEL"),
        (["toy", "easy", "--against", "easy"], "not among the others"),
        (["toy", "easy", "--against", "greedy", "--seats", "6"], "--seats must be one of 2, 3, 4, 5 for toy, not 6"),
        (["toy", "easy", "easy", "--seats", "2"], "--seats is only for --against"),
        (["toy"], "LEVEL"),
        (["toy", "easy", "easy", "--rules", "wild = 3"], "wild = 3: not allowed; allowed: 'none', 'ace', 'king'"),
        (["toy", "easy", "easy", "--rules", "colour = 3"], "colour = 3: unknown; known: wild, gift, deals"),
        (["toy", "easy", "easy", "--rules", "wild"], "Expected"),
    ],
)
def test_wrong_arguments_end_with_status_2(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, arguments: list[str], words: str
) -> None:
    if arguments[-2:-1] == ["--rules"]:
        (tmp_path / "rules.toml").write_text(arguments[-1])
        arguments = [*arguments[:-2], "--options", str(tmp_path / "rules.toml")]
    with pytest.raises(SystemExit) as caught:
        arena.main(arguments, game_contract.ALL_GAMES)
    assert caught.value.code == 2
    assert words in capsys.readouterr().err


# --- the ladder -------------------------------------------------------------------------------------------------------


def test_ladder_plans_only_allowed_line_ups() -> None:
    assert ladder.PLANS.keys() == GAMES.keys()
    for slug, plan in ladder.PLANS.items():
        for part in ladder.PARTS:
            for line in ladder.plans_of_part(part, plan):
                assert len(line.players) in GAMES[slug].seats_allowed, (slug, line)
                assert len(arena_figures.distinct_players(line.players)) == 2, (slug, line)
                assert line.amount >= 2


def measured_lead(name: str, *leads: float, below: str = "greedy") -> ladder.LineUpResult:
    """Return an invented result of a line-up, with a player's lead in each deal."""
    found = [make_deal_result((lead, 0.0), (0,), (1,)) for lead in leads]
    return ladder.LineUpResult(ladder.LineUpPlan((name, below), len(leads)), found, 1.0)


def test_share_closed_is_paired_by_deal() -> None:
    assert ladder.fraction_closed(measured_lead("master", 1, 2, 3), measured_lead("cheat", 2, 4, 6)) == (0.5, 0.0)
    share, error = ladder.fraction_closed(measured_lead("master", 1, 2, 3), measured_lead("cheat", 3, 4, 5))
    assert share == 0.5 and error > 0


def test_costly_style_is_flagged() -> None:
    def styles(level: str, below: str, *costs: float) -> list[Any]:
        styled = zip(CHARACTERS, costs, strict=True)
        return [
            measured_lead(level, 2.9, 3.1, below=below),
            *(measured_lead(f"{slug}:{level}", -cost - 0.1, -cost + 0.1, below=level) for slug, cost in styled),
        ]

    zeros = [0.0] * (len(CHARACTERS) - 3)
    cheap, dear = (0.4, 0.9, 0.0, *zeros), (0.4, 0.9, 1.2, *zeros)
    lines = ladder.report("styles", [*styles("medium", "easy", *cheap), *styles("hard", "medium", *dear)])
    medium, hard, said = lines
    assert medium.endswith("medium: tiao, -0.900 ± 0.100 points a deal, 30 ± 4 % of the distance to easy.")
    assert "hard: ingrid, -1.200 ± 0.100" in hard and "40 ± 5 %" in hard
    assert "**ingrid:hard costs more" in said and "33 %" in said
    *_, said = ladder.report("styles", styles("medium", "easy", *cheap))
    assert "No style costs more than 33 %" in said


def test_calibration_is_forecast_less_result(monkeypatch: pytest.MonkeyPatch) -> None:
    class Sure:
        """Plays the first legal move with a fixed forecast of its points."""

        def __init__(self, value: float) -> None:
            self.value = value

        def think(self, view: Any, seat: int, rng: Rng) -> Any:
            first, second, *_ = view.legal_moves(seat)
            yield Thought(first, (Evaluation(first, self.value, 0.5), Evaluation(second, -9.0, 0.5)))

    def measured(value: float) -> decisions.Forecast:
        monkeypatch.setattr(decisions, "bot_for", lambda *_: Sure(value))
        found = decisions.calibrate(game_contract.ALL_GAMES["big_two"], 4, "any", 3, 1)
        assert found is not None and found.deals == 3
        return found

    low, high = measured(2.0), measured(5.0)
    assert high.points - low.points == pytest.approx(3.0) and high.points_error == pytest.approx(low.points_error)
    monkeypatch.undo()
    assert decisions.calibrate(game_contract.ALL_GAMES["big_two"], 4, "easy", 2, 1) is None, "easy makes no forecast"


def test_perfect_forecasts_are_calibrated_however_long_deals_are(monkeypatch: pytest.MonkeyPatch) -> None:
    """Heads wins the deal at once. Tails leads to a second decision, whose forecast is a certain loss."""

    class Coin:
        slug = "any"
        deal_winners = ()
        Options = dict

        def __init__(self, _seats: int, seed: int, _options: Any) -> None:
            self.heads = seed & 1
            self.history = ((1,) if self.heads else (-1,),)

    def asked(deal: int, game: Any, _bot: Any, _chance: Any) -> Any:
        values = (0.0,) if game.heads else (0.0, -1.0)
        for value in values:
            rated = (Evaluation(Move(0, "a"), value), Evaluation(Move(0, "b"), -9.0))
            yield decisions.Decision(deal, 0, game, 0, Thought(Move(0, "a"), rated))

    monkeypatch.setattr(decisions, "deal_decisions", asked)
    monkeypatch.setattr(decisions, "bot_for", lambda *_: None)
    game: Any = Coin
    found = decisions.calibrate(game, 1, "any", 4000, 1)
    assert found is not None and found.forecasts > found.deals == 4000
    assert abs(found.points) < 4 * found.points_error < 0.1


def test_similar_characters_are_named() -> None:
    rows = [decisions.StyleDifference(slug, 0.2, 0.01, 0.1, 0.02) for slug in CHARACTERS]
    below = decisions.StyleDifference("hard", 0.3, 0.01, 1.0, 0.1)
    assert "less than" not in " ".join(ladder.choices_lines({"master": [*rows, below]}))
    lines = ladder.choices_lines({"master": [rows[0]._replace(fraction=0.03), *rows[1:], below]})
    assert "in 3 % (celeste at master)" in lines[0] and lines[0].endswith("**less than 8 %**: celeste at master.")
    assert lines[-1].endswith("playing like hard would cost +1.000 ± 0.100.")


def test_block_is_replaced_and_handwritten_text_stays() -> None:
    first = ladder.replace_block("# Figures\n\nA note.\n", "gurch", "steps", "old")
    second = ladder.replace_block(
        ladder.replace_block(first, "gurch", "matches", "others") + "\nAnother note.\n", "gurch", "steps", "new"
    )
    assert [word in second for word in ("A note.", "Another note.", "others", "new", "old")] == [True] * 4 + [False]
    with pytest.raises(ValueError, match="has no"):
        ladder.replace_block(first.replace("<!-- end", "<!--"), "gurch", "steps", "new")


def test_ladder_writes_every_part(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Quick players replace the strong ones, which take too long, under the same names."""

    def quick(slug: str, level: str, style: Style, patience: float, _: Sequence[str]) -> Any:
        return reliable_bot(slug, "random" if level == "random" else "greedy", style, patience)

    monkeypatch.setattr(arena_play, "reliable_bot", quick)
    plan = LadderPlan(3, (2, 2, 2), (2, 2, 2), 2, 2, {"medium": (2, 40)}, {"hard": 2})
    monkeypatch.setattr(ladder, "RANDOM_RULE_SETS", 1)
    monkeypatch.setattr(ladder, "PLANS", {"palacio": plan})
    file = tmp_path / "figures.md"
    asked = ["palacio", "--processes", "1", "--date", "2001-02-03", "--out", str(file)]
    assert ladder.main(asked) == 0
    text = file.read_text(encoding="utf-8")
    assert text.count(", 2001-02-03, ") == 6
    rules, _, *rows = [line for line in text.splitlines() if line.startswith("|")]
    assert rules.startswith("| rules | medium over easy | hard over medium | master over hard |")
    names = [row.split(" | ")[0][2:] for row in rows]
    assert names == ["standard", *game_contract.ALL_GAMES["palacio"].presets, "1 random sets"]
    assert all(row.count("±") == 3 for row in rows)
    for line in (
        "- cheat among greedy: ", "- master among ismcts: ", "- The most costly style at easy: ",
        "- Forecast less result, hard: ", "- Characters differ from a plain player in ", "- Master closes ",
    ):  # fmt: skip
        assert text.count(line) == 1, line
    assert str(file) not in text
    assert ladder.main([*asked, "--part", "rules"]) == 0
    assert file.read_text(encoding="utf-8").count("<!-- figures:") == 6
