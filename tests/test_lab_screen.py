"""Rule lab screen: opened from the editor, it shows results in words and saves them."""

import itertools
import math
import re
from pathlib import Path

import pygame
import pytest
from pygame import FRect

from engine.cooperative import run_to_end
from engine.games import GAMES
from engine.lab import MIN_MATCHES, Estimate, Experiment, RuleTrial, SavedComparison, SavedComparisons, play_and_count
from engine.languages import LANGUAGES
from engine.profile.presets import built_in_presets
from engine.profile.storage import Profile
from scenes.render.renderer import Renderer
from scenes.screens.rules.house_rules_screen import HouseRulesScreen
from scenes.screens.rules.lab_findings import MAX_FINDINGS, ValueBars, find_telling
from scenes.screens.rules.lab_row import (
    LabHeading,
    LabRow,
    comparison_sentence,
    make_lab_rows,
    sort_estimates,
    statistic_title,
)
from scenes.screens.rules.lab_screen import LAB_LEVELS, LabScreen
from scenes.text.catalogue import Words
from scenes.ui.boxes import Column
from scenes.ui.text import Text
from scenes.ui.widgets import Button, Segmented, Stepper
from tests.support.profile_pilot import Pilot


@pytest.fixture(autouse=True)
def whole_trials(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make each step play a whole match."""
    monkeypatch.setattr("engine.work.worker_pool.STEPS_PER_POLL", 100_000)


EVERY_GAME = pytest.mark.parametrize("slug", GAMES)


def open_lab(folder: Path, slug: str = "pass_the_ace", **changed: object) -> Pilot:
    """Return the lab, opened from the editor by its button."""
    pilot = Pilot(folder, (1280, 720))
    editor = HouseRulesScreen(pilot.app, slug)
    pilot.app.go(editor)
    for name, value in changed.items():
        editor.change(name, value)  # type: ignore[arg-type]  # values of house rules
    button = next(b for b in editor.root.focus_order() if isinstance(b, Button) and b.icon == "statistics")
    pilot.click(button.rect.center)
    pilot.run_frames(30)
    return pilot


def lab_screen(pilot: Pilot) -> LabScreen:
    return pilot.expect(LabScreen)


def rows(pilot: Pilot) -> list[LabRow]:
    """Return the rows of the table with all figures, which is opened if it isn't shown yet."""
    if not lab_screen(pilot).shows_table:
        pilot.click_widget(pilot.app.words("app.lab.table"))
        pilot.run_frames(2)
    return [child for child in lab_screen(pilot).root.children if isinstance(child, LabRow)]


def button(pilot: Pilot) -> Button:
    """Return the button that stops the matches or plays more."""
    return next(b for b in lab_screen(pilot).root.focus_order() if isinstance(b, Button) and b.key == "run")


def test_edited_rules_are_played_against_standard(tmp_path: Path) -> None:
    pilot = open_lab(tmp_path, lives=5)
    screen = lab_screen(pilot)
    standard, edited = screen.laboratory.experiment.first_rules, screen.laboratory.experiment.second_rules
    assert (standard.lives, edited.lives) == (3, 5)
    pilot.run_frames(30)  # matches differ from run to run, and 30 of them may be too few for a sure difference
    assert screen.matches_played >= MIN_MATCHES and rows(pilot)[0].estimate.sure, "sure differences come first"
    said = {row.estimate.name: row.sentence for row in rows(pilot)}
    assert "more rounds" in said["match_deals"], "the sentence uses the game's own word"
    texts = [*said.values(), *(row.title for row in rows(pilot))]
    assert not [text for text in texts if re.search(r"\bdeals?\b", text, re.IGNORECASE)]
    assert said["special.double_game"]


def test_presets_and_levels_are_compared_by_keyboard(tmp_path: Path) -> None:
    pilot = open_lab(tmp_path, "gurch", target=0)
    pilot.press_keys(pygame.K_TAB, pygame.K_TAB)
    assert isinstance(lab_screen(pilot).root.focus, Stepper)
    pilot.press_keys(pygame.K_RIGHT)
    plan = lab_screen(pilot).laboratory.experiment
    assert plan.first_rules == built_in_presets(GAMES["gurch"])[1].options and plan.second_rules.target == 0
    pilot.press_keys(pygame.K_TAB, pygame.K_TAB)
    assert isinstance(lab_screen(pilot).root.focus, Segmented)
    pilot.press_keys(pygame.K_RIGHT)
    assert lab_screen(pilot).laboratory.experiment.level == LAB_LEVELS[2]
    pilot.press_keys(pygame.K_ESCAPE)
    assert isinstance(pilot.app.top, HouseRulesScreen)


def test_standard_rules_are_compared_with_first_preset(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.work.worker_pool.STEPS_PER_POLL", 1)
    pilot = open_lab(tmp_path, "big_two")
    plan = lab_screen(pilot).laboratory.experiment
    assert plan.first_rules == GAMES["big_two"].Options()
    assert plan.second_rules == built_in_presets(GAMES["big_two"])[1].options
    names = next(child for child in lab_screen(pilot).root.children if isinstance(child, Stepper)).labels
    assert pilot.app.words("app.lab.these") not in names, "rules equal to a preset aren't listed twice"


def test_leaving_stops_matches_and_keeps_figures(tmp_path: Path) -> None:
    pilot = open_lab(tmp_path, lives=1)
    screen = lab_screen(pilot)
    played = screen.laboratory.comparison.trials
    pilot.press_keys(pygame.K_ESCAPE)
    assert screen.laboratory.is_done
    pilot.app.release_everything()
    later = open_lab(tmp_path)
    screen = lab_screen(later)
    assert screen.laboratory.is_done and screen.matches_played == played, "saved results are not computed again"
    assert [row.estimate for row in rows(later)]
    later.click(button(later).rect.center)
    later.run_frames(10)
    assert not lab_screen(later).laboratory.is_done and lab_screen(later).laboratory.comparison.trials > 0
    later.click(button(later).rect.center)
    assert lab_screen(later).laboratory.is_done
    trials = lab_screen(later).laboratory.comparison.trials
    later.run_frames(10)
    assert lab_screen(later).laboratory.comparison.trials == trials == lab_screen(later).matches_played


def test_single_changed_rule_is_named(tmp_path: Path) -> None:
    pilot = open_lab(tmp_path, lives=5)
    screen = lab_screen(pilot)
    assert screen.rule_sets[screen.second_index].name == "Lives: Five"


def test_findings_come_first_and_table_is_one_click_away(tmp_path: Path) -> None:
    pilot = open_lab(tmp_path, lives=5)
    pilot.run_frames(30)
    pilot.click(button(pilot).rect.center)
    screen = lab_screen(pilot)
    assert screen.laboratory.is_done and not any(isinstance(child, LabRow) for child in screen.root.children)
    told = [child.string for child in screen.root.children if isinstance(child, Text) and child.style == "large"]
    assert 1 <= len(told) <= MAX_FINDINGS and any("more rounds" in text or "minutes" in text for text in told)
    assert {row.sentence for row in rows(pilot)}.issuperset(told), "the table has the same sentences"
    pilot.click_widget(pilot.app.words("app.lab.summary"))
    assert not lab_screen(pilot).shows_table


# --- sentences --------------------------------------------------------------------------------------------------------


def make_estimate(name: str, first: float, second: float, error: float = 0.01, *, same: bool = False) -> Estimate:
    sure = not same and abs(second - first) > 5 * error
    return Estimate(name, first, error, second, error, second - first, error, 50, same, sure)


@EVERY_GAME
def test_every_figure_has_sentence_for_each_result(slug: str) -> None:
    game = GAMES[slug]
    rules = game.Options()
    noted = run_to_end(
        play_and_count(RuleTrial(Experiment(slug, game.seats_default, rules, rules), 1, measures_skill=False), rules)
    )
    for words in map(Words, LANGUAGES):
        for name in (*noted, "skill"):
            found = {
                comparison_sentence(words, slug, make_estimate(name, 0.25, 0.5)),
                comparison_sentence(words, slug, make_estimate(name, 0.5, 0.25)),
                comparison_sentence(words, slug, make_estimate(name, 0.5, 0.51, error=0.2)),
                comparison_sentence(words, slug, make_estimate(name, 0.5, 0.5, same=True)),
            }
            assert len(found) == 4 and not any("{" in text or "app.lab" in text for text in found), found
            assert not statistic_title(words, slug, name).startswith(("app.", slug))


def test_rows_are_ordered_from_sure_differences_to_equal_figures() -> None:
    early = make_estimate("forced", 0.2, 0.6)._replace(matches=MIN_MATCHES - 1, sure=False)
    unsure = make_estimate("spread", 1.0, 1.1, error=0.2)
    same, sure = make_estimate("skill", 1.0, 1.0, same=True), make_estimate("starter", 0.2, 0.6)
    assert sort_estimates([same, early, unsure, sure]) == [sure, early, unsure, same]


def test_shared_result_is_stated_once_above_figures() -> None:
    look, words = Renderer((1280, 720)), Words("en")
    sure, certain = make_estimate("starter", 0.2, 0.6), make_estimate("forced", 0.2, 0.7)
    unsure = [make_estimate(name, 1.0, 1.1, error=0.2) for name in ("spread", "moves", "match_moves")]
    found = make_lab_rows(words, "gurch", sort_estimates([*unsure, sure, certain]))
    Column(*found).arrange(look, FRect(0, 0, 1200, 600))
    assert [type(one) for one in found] == [LabRow, LabRow, LabHeading, LabRow, LabRow, LabRow]
    for above, below in itertools.pairwise(found):
        assert above.rect.bottom == below.rect.top
    heading = found[2]
    assert isinstance(heading, LabHeading) and heading.text == words("app.lab.unsure")
    assert found[3].rect.height < found[0].rect.height, "rows without a difference are lower"
    assert min(row.plot_area(look).width for row in found if isinstance(row, LabRow)) > 0.4 * 1200


def test_clearest_difference_of_each_subject_is_found() -> None:
    sure = [
        make_estimate("special.modi", 0.0, 0.2),
        make_estimate("special.dan", 0.0, 0.9),
        make_estimate("deal_moves", 5.0, 9.0),
        make_estimate("match_minutes", 5.0, 5.3),
        make_estimate("starter", 0.2, 0.8),
        make_estimate("spread", 1.0, 1.1),
    ]
    unsure = make_estimate("skill", 0.2, 0.6, error=0.2)
    found = [estimate.name for _, estimate in find_telling([unsure, *sure])]
    assert found == ["special.dan", "starter", "match_minutes"], "minutes say more than moves, and three are enough"
    assert find_telling([unsure]) == []


@pytest.mark.parametrize(
    ("slug", "second", "text"),
    [
        ("big_two", 0.31, "2s are worth less: the most of them win 31% of the deals, not 38%."),
        ("palacio", 0.45, "The cards dealt matter more: the best ones win 45% of the deals, not 38%."),
    ],
)
def test_worth_of_cards_dealt_is_said_in_words_of_the_game(slug: str, second: float, text: str) -> None:
    words = Words("en").for_game(slug)
    assert comparison_sentence(words, slug, make_estimate("dealt", 0.38, second)) == text


@pytest.mark.parametrize(
    ("first", "second", "text"),
    [(0.0, 0.5, "0.50 a deal instead of never."), (2.1, 0.0, "Never, instead of 2.1 a deal.")],
)
def test_event_that_only_one_set_of_rules_has_is_told_as_never(first: float, second: float, text: str) -> None:
    assert comparison_sentence(Words("en"), "palacio", make_estimate("special.send", first, second)) == text


# --- saved results ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "values", "full"), [("starter", (0.2, 0.4), 1.0), ("deal_moves", (20.0, 40.0), 40.0)])
def test_bars_of_percentages_end_at_100(name: str, values: tuple[float, float], full: float) -> None:
    assert ValueBars(Words("en"), make_estimate(name, *values)).full_value == full


def make_experiment(**changed: object) -> Experiment:
    game = GAMES["pass_the_ace"]
    return Experiment("pass_the_ace", 5, game.Options(), game.Options(**changed))


def test_stored_figures_are_shown_again(tmp_path: Path) -> None:
    kept = SavedComparisons(Profile(tmp_path))
    found = SavedComparison(12, [make_estimate("forced", 0.2, math.inf), make_estimate("spread", 1.0, 2.0, same=True)])
    kept.save(make_experiment(lives=4), found)
    kept.save(make_experiment(lives=5), SavedComparison(3, []))
    profile = Profile(tmp_path)
    again = SavedComparisons(profile)
    assert profile.notices == []
    assert again.find(make_experiment(lives=4)) == found and again.find(make_experiment(lives=5)) == SavedComparison(
        3, []
    )
    assert again.find(make_experiment(lives=2)) is None
    assert again.find(make_experiment(lives=4)._replace(level="hard")) is None
