"""The rule lab screen: bots play matches under two sets of house rules, and their statistics are compared."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from engine.games import GAMES
from engine.lab import MIN_MATCHES, Estimate, Experiment, Laboratory, SavedComparison, SavedComparisons
from engine.profile.presets import Preset
from scenes.render.theme import BRASS, GAP, MUTED
from scenes.screens.rules.lab_findings import find_telling, make_findings
from scenes.screens.rules.lab_row import LabLegend, make_lab_rows, sort_estimates
from scenes.shell.context import Context
from scenes.shell.empty_state import NO_LAB_RESULTS, empty_state
from scenes.shell.screen import MARGIN, Screen
from scenes.text.catalogue import Words
from scenes.text.option_texts import changed_rule_names_and_helps, preset_name
from scenes.ui.boxes import Column, Flow, Row, Spacer
from scenes.ui.scroll_view import ScrollView
from scenes.ui.text import Text
from scenes.ui.widgets import Button, Paper, Segmented, Stepper, Widget

LAB_LEVELS = ("easy", "medium", "hard")
"""Bot levels offered in the lab, fast enough for hundreds of matches."""
REFRESH_MS = 400.0
"""Minimum milliseconds between two updates of the statistics; a quarter of it at the beginning."""
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
            changed = changed_rule_names_and_helps(words, slug, options)
            name = changed[0][0] if len(changed) == 1 else words("app.lab.these")
            self.rule_sets = [*rule_sets, RuleSet(name, options)]
        self.first_index = next(i for i, rule_set in enumerate(self.rule_sets) if rule_set.options == standard)
        edited = next(i for i, rule_set in enumerate(self.rule_sets) if rule_set.options == options)
        others = (i for i in range(len(self.rule_sets)) if i != self.first_index)
        self.second_index = edited if edited != self.first_index else next(others, self.first_index)
        self.level_index = 1
        self.shows_table = False
        """Whether all statistics are shown, instead of the few that matter most."""
        self.estimates: list[Estimate] = []
        """The statistics shown, sorted."""
        self.saved_comparisons = SavedComparisons(context.profile)
        self.matches_played = 0
        """Number of matches in the statistics shown."""
        self.timeline.wait("refresh", REFRESH_MS / 4)
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

    def compose(self) -> Column:
        words = self.words
        header = self.header(
            "chevron_left",
            words("app.lab.title"),
            words("app.button.back"),
            Text(words(f"{self.slug}.title"), "panel_title", BRASS).with_layout(margin=(16, 8, 0, 0)),
        )
        return Column(
            header.with_layout(height=64, margin=(0, 0, MARGIN, 20)),
            self._choices().with_layout(margin=(MARGIN, 0, MARGIN, 14)),
            self._sheet().with_layout(grow=1, shrink_order=1, basis=0, margin=(MARGIN, 0, MARGIN, 14)),
            self._foot().with_layout(margin=(MARGIN, 0, MARGIN, MARGIN)),
        )

    def _choices(self) -> Flow:
        """Return the rule lab's choices of rule sets and level."""
        words = self.words
        names = [rule_set.name for rule_set in self.rule_sets]
        first = Stepper(names, self.first_index, self._choose_first)
        second = Stepper(names, self.second_index, self._choose_second)
        levels = [words(f"app.level.{level}") for level in LAB_LEVELS]
        level = Segmented(levels, self.level_index, self._choose_level)
        rules = words("app.rules.title")
        return Flow(
            first.with_layout("first", height=_CONTROL_HEIGHT, name=f"{rules} 1"),
            second.with_layout("second", height=_CONTROL_HEIGHT, name=f"{rules} 2"),
            level.with_layout("level", height=_CONTROL_HEIGHT, name=words("app.seating.computer")),
            gaps=(GAP, self.renderer.row_gap(8, _CONTROL_HEIGHT)),
        )

    def _sheet(self) -> Column:
        """Return the paper with the statistics."""
        words = self.words
        legend = LabLegend((self.rule_sets[self.first_index].name, self.rule_sets[self.second_index].name))
        content: Widget
        max_width = self.renderer.width - 2 * MARGIN - 24
        if not self.estimates:
            text = f"{words('app.lab.begins')} {words('app.lab.will')}"
            content = empty_state(NO_LAB_RESULTS, text, max_width=max_width, has_paper=False)
        elif self.shows_table:
            rows = Column(*make_lab_rows(words, self.slug, self.estimates), padding=(0, 0, 18, 0))
            content = ScrollView(rows, key="rows", bar_overlaps=True)
        elif find_telling(self.estimates):
            content = ScrollView(make_findings(words, self.slug, self.estimates, max_width), key="findings")
        else:
            content = empty_state(NO_LAB_RESULTS, self._verdict(), max_width=max_width, has_paper=False)
        return Column(
            legend.with_layout(height=30, margin=(0, 0, 0, 6)),
            content.with_layout(grow=1, basis=0),
            padding=(12, 10, 12, 14),
            background=Paper(),
        )

    def _verdict(self) -> str:
        """Return the sentence for statistics without a significant difference."""
        if all(estimate.same for estimate in self.estimates):
            return self.words("app.lab.same")
        return self.words("app.lab.wait" if self.matches_played < MIN_MATCHES else "app.lab.unsure")

    def _foot(self) -> Row:
        words, is_done = self.words, self.laboratory.is_done
        button = Button(
            words("app.lab.again" if is_done else "app.lab.stop"),
            self._repeat if is_done else self._stop,
            icon="restart" if is_done else "pause",
            min_width=180,
        )
        played = Text(words("app.lab.played", n=self.laboratory.comparison.trials), "body", MUTED)
        table = Button(
            words("app.lab.summary" if self.shows_table else "app.lab.table"),
            self._switch_view,
            icon="chevron_left" if self.shows_table else "statistics",
        )
        return Row(
            played.with_layout(margin=(0, 0, 36, 0)),
            Spacer(),
            table.with_layout("table", margin=(0, 0, GAP, 0)),
            button.with_layout("run"),
        )

    # --- actions ---------------------------------------------------------------------------------------------------

    def _switch_view(self) -> None:
        self.shows_table = not self.shows_table
        self.refresh()

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
        self.refresh()

    def _repeat(self) -> None:
        """Restart the comparison of rule sets with new matches."""
        self.laboratory = Laboratory(self.laboratory.experiment, self.context.new_seed())
        self.laboratory.start(process=self.context.thinker.uses_process)
        self.estimates, self.matches_played = [], 0
        self.refresh()

    def _stop(self) -> None:
        """Stop the rule lab's simulation. Its statistics stay visible."""
        self._show_results()
        self._stop_and_save()
        self.refresh()

    def _show_results(self) -> None:
        """Show the statistics of the matches played so far."""
        if self.laboratory.comparison.trials:
            self.matches_played = self.laboratory.comparison.trials
            self.estimates = sort_estimates(self.laboratory.comparison.estimates())
        self.timeline.wait("refresh", REFRESH_MS if self.matches_played >= MIN_MATCHES else REFRESH_MS / 4)
        self.refresh()

    def poll(self) -> bool:
        self.laboratory.poll()
        self.context.report_bot_failures(self.laboratory.take_reports())
        has_new = not self.laboratory.is_done and self.laboratory.comparison.trials != self.matches_played
        if self.timeline.is_running("refresh") or not has_new:
            return False
        self._show_results()
        return True

    @property
    def is_animating(self) -> bool:
        return not self.laboratory.is_done

    def confirm(self) -> None:
        self.back()

    def back(self) -> None:
        self.context.close(self)

    def on_leave(self) -> None:
        self._stop_and_save()
