"""The rule lab screen: bots play matches under two sets of house rules, and their statistics are compared."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from pygame import FRect

from engine.games import GAMES
from engine.lab import MIN_MATCHES, Estimate, Experiment, Laboratory, SavedComparison, SavedComparisons
from engine.profile.presets import Preset
from scenes.render.theme import BRASS, MUTED
from scenes.render.widgets import Button, Paper, Scroll, Segmented, Stepper, Widget
from scenes.rules.lab_row import LabLegend, make_lab_rows, sort_estimates
from scenes.rules.presets_panel import preset_name
from scenes.shell.context import Context
from scenes.shell.empty_state import NO_LAB_RESULTS, empty_state_widgets
from scenes.shell.screen import MARGIN, Screen
from scenes.text.catalogue import Words

LAB_LEVELS = ("easy", "medium", "hard")
"""Bot levels offered in the lab, fast enough for hundreds of matches."""
REFRESH_MS = 400.0
"""Minimum milliseconds between two updates of the statistics; a quarter of it at the beginning."""
_GAP = 12.0
_CONTROL_HEIGHT = 46.0


class RuleSet(NamedTuple):
    """House rules to compare in the rule lab, with their display name."""

    name: str
    options: Any


class LabScreen(Screen):
    """Rule lab screen, which compares two sets of house rules by simulated matches. Leaving the screen stops the
    simulation.

    Args:
        context: the application.
        slug: slug of the game.
        options: the house rules being edited.
        presets: other house rules to choose from.
    """

    min_size = (600.0, 430.0)

    def __init__(self, context: Context, slug: str, options: Any, presets: Sequence[Preset]) -> None:
        super().__init__(context)
        self.slug = slug
        words = context.words
        standard = GAMES[slug].Options()
        rule_sets = [RuleSet(preset_name(words, slug, preset), preset.options) for preset in presets]
        self.rule_sets = rule_sets
        if all(rule_set.options != options for rule_set in rule_sets):
            self.rule_sets = [*rule_sets, RuleSet(words("app.lab.these"), options)]
        self.first_index = next(i for i, rule_set in enumerate(self.rule_sets) if rule_set.options == standard)
        edited = next(i for i, rule_set in enumerate(self.rule_sets) if rule_set.options == options)
        others = (i for i in range(len(self.rule_sets)) if i != self.first_index)
        self.second_index = edited if edited != self.first_index else next(others, self.first_index)
        self.level_index = 1
        self.estimates: list[Estimate] = []
        """The statistics shown, sorted."""
        self._ms_since_refresh = 0.0
        self.saved_comparisons = SavedComparisons(context.profile)
        self.matches_played = 0
        """Number of matches in the statistics shown."""
        self.laboratory = self._load_or_start_comparison()

    @property
    def words(self) -> Words:
        """The text catalogue, with the words of the game."""
        return self.context.words.for_game(self.slug)

    def _load_or_start_comparison(self) -> Laboratory:
        """Return a laboratory for the chosen comparison of rule sets. It starts unless saved statistics exist."""
        game = GAMES[self.slug]
        first, second = (self.rule_sets[which].options for which in (self.first_index, self.second_index))
        experiment = Experiment(self.slug, game.seats_default, first, second, LAB_LEVELS[self.level_index])
        laboratory = Laboratory(experiment, self.context.new_seed())
        saved = self.saved_comparisons.find(experiment)
        if saved is not None:
            laboratory.stop()
            self.estimates, self.matches_played = sort_estimates(saved.estimates), saved.trials
        else:
            self.estimates, self.matches_played = [], 0
            laboratory.start(process=self.context.thinker.uses_process)
        return laboratory

    def _stop_and_save(self) -> None:
        """Stop the rule lab's simulation, and save its statistics if there are enough matches."""
        comparison = self.laboratory.comparison
        if not self.laboratory.is_done and comparison.trials >= MIN_MATCHES:
            saved = SavedComparison(comparison.trials, list(comparison.estimates()))
            self.saved_comparisons.save(self.laboratory.experiment, saved)
        self.laboratory.stop()

    # --- widgets ----------------------------------------------------------------------------------------------------

    def build(self) -> None:
        renderer, words = self.renderer, self.words
        title = self.add_header("chevron_left", words("app.lab.title"), button_name=words("app.button.back"))
        game = self.add_label(words(f"{self.slug}.title"), "panel_title", 0, 0, colour=BRASS)
        game.rect.bottomleft = (title.right + 16, title.bottom - 3)
        bottom = self._build_choices(84.0)
        foot = renderer.height - MARGIN - 48
        self._build_sheet(FRect(MARGIN, bottom + 14, renderer.width - 2 * MARGIN, foot - 14 - bottom - 14))
        self._build_foot(foot)

    def _build_choices(self, top: float) -> float:
        """Add the rule lab's choices of rule sets and level; return their lower edge."""
        renderer, words = self.renderer, self.words
        names = [rule_set.name for rule_set in self.rule_sets]
        icons = ("chevron_left", "chevron_right")
        controls: list[Widget] = [
            Stepper(names, self.first_index, self._choose_first, icons=icons),
            Stepper(names, self.second_index, self._choose_second, icons=icons),
            Segmented([words(f"app.level.{level}") for level in LAB_LEVELS], self.level_index, self._choose_level),
        ]
        x, y = MARGIN, top
        for control in controls:
            width = min(control.preferred_size(renderer)[0], renderer.width - 2 * MARGIN)
            if x > MARGIN and x + width > renderer.width - MARGIN:
                x, y = MARGIN, y + _CONTROL_HEIGHT + renderer.row_gap(8, _CONTROL_HEIGHT)
            control.rect = FRect(x, y, width, _CONTROL_HEIGHT)
            x = control.rect.right + _GAP
        self.group.add(*controls)
        return y + _CONTROL_HEIGHT

    def _build_sheet(self, paper: FRect) -> None:
        renderer, words = self.renderer, self.words
        self.group.add(Paper(paper))
        head = FRect(paper.left + 12, paper.top + 10, paper.width - 24, 30)
        self.group.add(LabLegend((self.rule_sets[self.first_index].name, self.rule_sets[self.second_index].name), head))
        rows_area = FRect(head.left, head.bottom + 6, head.width, paper.bottom - 14 - head.bottom - 6)
        if not self.estimates:
            text = f"{words('app.lab.begins')} {words('app.lab.will')}"
            self.group.add(*empty_state_widgets(renderer, rows_area, NO_LAB_RESULTS, text)[1:])  # without its own paper
            return
        rows = make_lab_rows(renderer, words, self.slug, self.estimates, rows_area.width - 18)
        self.group.add(Scroll(rows_area, rows[-1].rect.bottom, rows))

    def _build_foot(self, top: float) -> None:
        renderer, words = self.renderer, self.words
        stopped = self.laboratory.is_done
        button = Button(words("app.lab.again" if stopped else "app.lab.stop"), self._repeat if stopped else self._stop)
        button.icon = "restart" if stopped else "pause"
        button.rect = FRect(0, top, max(180.0, button.preferred_size(renderer)[0]), 48)
        button.rect.right = renderer.width - MARGIN
        count = self.laboratory.comparison.trials
        label = self.add_label(
            words("app.lab.played", n=count), "body", MARGIN, 0, colour=MUTED, max_width=button.rect.left - 60
        )
        label.rect.centery = button.rect.centery
        self.group.add(button)

    # --- actions ---------------------------------------------------------------------------------------------------

    def _choose_first(self, index: int) -> None:
        self.first_index = index
        self._switch_comparison()

    def _choose_second(self, index: int) -> None:
        self.second_index = index
        self._switch_comparison()

    def _choose_level(self, index: int) -> None:
        self.level_index = index
        self._switch_comparison()

    def _switch_comparison(self) -> None:
        """Stop and save the current comparison of rule sets, and start the chosen one."""
        self._stop_and_save()
        self.laboratory = self._load_or_start_comparison()
        self.lay_out()

    def _repeat(self) -> None:
        """Restart the comparison of rule sets with new matches."""
        self.laboratory = Laboratory(self.laboratory.experiment, self.context.new_seed())
        self.laboratory.start(process=self.context.thinker.uses_process)
        self.estimates, self.matches_played = [], 0
        self.lay_out()

    def _stop(self) -> None:
        """Stop the rule lab's simulation. Its statistics stay visible."""
        self._refresh()
        self._stop_and_save()
        self.lay_out()

    def _refresh(self) -> None:
        self._ms_since_refresh = 0.0
        if self.laboratory.comparison.trials:
            self.matches_played = self.laboratory.comparison.trials
            self.estimates = sort_estimates(self.laboratory.comparison.estimates())
        self.lay_out()

    def update(self, elapsed_ms: float) -> bool:
        changed = super().update(elapsed_ms)
        self._ms_since_refresh += elapsed_ms
        self.laboratory.poll()
        self.context.report_bot_failures(self.laboratory.take_reports())
        played = self.laboratory.comparison.trials
        due = self._ms_since_refresh >= (REFRESH_MS if played >= MIN_MATCHES else REFRESH_MS / 4)
        if due and not self.laboratory.is_done and played != self.matches_played:
            self._refresh()
            changed = True
        return changed

    @property
    def is_animating(self) -> bool:
        return not self.laboratory.is_done

    def confirm(self) -> None:
        self.back()

    def back(self) -> None:
        self.context.close(self)

    def on_leave(self) -> None:
        self._stop_and_save()
