"""The lab screen: the computer plays the same matches under two sets of house rules and compares figures."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from pygame import FRect

from engine.games import GAMES
from engine.lab import MIN_MATCHES, Estimate, Experiment, Laboratory, SavedComparison, SavedComparisons
from engine.profile.presets import Preset
from scenes.look.theme import BRASS, MUTED
from scenes.look.widgets import Button, Paper, Scroll, Segmented, Stepper, Widget
from scenes.rules.lab_row import LabHead, ordered, rows_of
from scenes.rules.presets_panel import preset_name
from scenes.shell.context import Context
from scenes.shell.empty import LAB, empty_widgets
from scenes.shell.screen import MARGIN, Screen
from scenes.text.words import Words

LEVELS = ("easy", "medium", "hard")
"""Levels fast enough for hundreds of matches."""
REFRESH = 400.0
"""Milliseconds between two updates of the figures."""
_GAP = 12.0
_HIGH = 46.0


class RuleSet(NamedTuple):
    """House rules with their name."""

    name: str
    options: Any


class LabScreen(Screen):
    """The lab; leaving it ends the play at once.

    Args:
        context: the program.
        slug: game.
        options: the rules being edited.
        presets: other rules to choose from.
    """

    least = (600.0, 430.0)

    def __init__(self, context: Context, slug: str, options: Any, presets: Sequence[Preset]) -> None:
        super().__init__(context)
        self.slug = slug
        words = context.words
        standard = GAMES[slug].Options()
        known = [RuleSet(preset_name(words, slug, preset), preset.options) for preset in presets]
        self.rule_sets = known
        if all(one.options != options for one in known):
            self.rule_sets = [*known, RuleSet(words("app.lab.these"), options)]
        self.first = next(i for i, one in enumerate(self.rule_sets) if one.options == standard)
        edited = next(i for i, one in enumerate(self.rule_sets) if one.options == options)
        others = (i for i in range(len(self.rule_sets)) if i != self.first)
        self.second = edited if edited != self.first else next(others, self.first)
        self.level = 1
        self.estimates: list[Estimate] = []
        """The figures shown."""
        self._waited = 0.0
        self.saved = SavedComparisons(context.profile)
        context.notices += self.saved.load()
        self.played = 0
        """Number of matches in the figures shown."""
        self.laboratory = self._prepared()

    @property
    def words(self) -> Words:
        """Texts in the game's own words."""
        return self.context.words.of_game(self.slug)

    def _prepared(self) -> Laboratory:
        """Return a laboratory for the chosen comparison, running unless its figures are saved."""
        game = GAMES[self.slug]
        first, second = (self.rule_sets[which].options for which in (self.first, self.second))
        plan = Experiment(self.slug, game.seats_default, first, second, LEVELS[self.level])
        laboratory = Laboratory(plan, self.context.new_seed())
        known = self.saved.find(plan)
        if known is not None:
            laboratory.stop()
            self.estimates, self.played = ordered(known.estimates), known.trials
        else:
            self.estimates, self.played = [], 0
            laboratory.start(process=self.context.thinker.in_process)
        return laboratory

    def _end(self) -> None:
        """Stop playing and save the figures."""
        comparison = self.laboratory.comparison
        if not self.laboratory.done and comparison.trials >= MIN_MATCHES:
            found = SavedComparison(comparison.trials, list(comparison.estimates()))
            self.context.notices += self.saved.keep(self.laboratory.experiment, found)
        self.laboratory.stop()

    # --- widgets ----------------------------------------------------------------------------------------------------

    def build(self) -> None:
        look, words = self.look, self.words
        title = self.header("chevron_left", words("app.lab.title"), name=words("app.button.back"))
        game = self.label(words(f"{self.slug}.title"), "panel_title", 0, 0, colour=BRASS)
        game.rect.bottomleft = (title.right + 16, title.bottom - 3)
        bottom = self._build_choices(84.0)
        foot = look.height - MARGIN - 48
        self._build_sheet(FRect(MARGIN, bottom + 14, look.width - 2 * MARGIN, foot - 14 - bottom - 14))
        self._build_foot(foot)

    def _build_choices(self, top: float) -> float:
        """Build the choices of rules and level; returns their lower edge."""
        look, words = self.look, self.words
        names = [one.name for one in self.rule_sets]
        icons = ("chevron_left", "chevron_right")
        controls: list[Widget] = [
            Stepper(names, self.first, self._choose_first, icons=icons),
            Stepper(names, self.second, self._choose_second, icons=icons),
            Segmented([words(f"app.level.{level}") for level in LEVELS], self.level, self._choose_level),
        ]
        x, y = MARGIN, top
        for control in controls:
            wide = min(control.preferred(look)[0], look.width - 2 * MARGIN)
            if x > MARGIN and x + wide > look.width - MARGIN:
                x, y = MARGIN, y + _HIGH + look.gap(8, _HIGH)
            control.rect = FRect(x, y, wide, _HIGH)
            x = control.rect.right + _GAP
        self.group.add(*controls)
        return y + _HIGH

    def _build_sheet(self, paper: FRect) -> None:
        look, words = self.look, self.words
        self.group.add(Paper(paper))
        head = FRect(paper.left + 12, paper.top + 10, paper.width - 24, 30)
        self.group.add(LabHead((self.rule_sets[self.first].name, self.rule_sets[self.second].name), head))
        room = FRect(head.left, head.bottom + 6, head.width, paper.bottom - 14 - head.bottom - 6)
        if not self.estimates:
            text = f"{words('app.lab.begins')} {words('app.lab.will')}"
            self.group.add(*empty_widgets(look, room, LAB, text)[1:])  # the sheet is the paper
            return
        rows = rows_of(look, words, self.slug, self.estimates, room.width - 18)
        self.group.add(Scroll(room, rows[-1].rect.bottom, rows))

    def _build_foot(self, top: float) -> None:
        look, words = self.look, self.words
        stopped = self.laboratory.done
        button = Button(words("app.lab.again" if stopped else "app.lab.stop"), self._again if stopped else self._stop)
        button.icon = "restart" if stopped else "pause"
        button.rect = FRect(0, top, max(180.0, button.preferred(look)[0]), 48)
        button.rect.right = look.width - MARGIN
        count = self.laboratory.comparison.trials
        label = self.label(
            words("app.lab.played", n=count), "body", MARGIN, 0, colour=MUTED, room=button.rect.left - 60
        )
        label.rect.centery = button.rect.centery
        self.group.add(button)

    # --- actions ---------------------------------------------------------------------------------------------------

    def _choose_first(self, which: int) -> None:
        self.first = which
        self._change()

    def _choose_second(self, which: int) -> None:
        self.second = which
        self._change()

    def _choose_level(self, which: int) -> None:
        self.level = which
        self._change()

    def _change(self) -> None:
        """Switch to the chosen comparison."""
        self._end()
        self.laboratory = self._prepared()
        self.lay_out()

    def _again(self) -> None:
        """Repeat the comparison with other matches."""
        self.laboratory = Laboratory(self.laboratory.experiment, self.context.new_seed())
        self.laboratory.start(process=self.context.thinker.in_process)
        self.estimates, self.played = [], 0
        self.lay_out()

    def _stop(self) -> None:
        """Stop playing; the figures stay."""
        self._show()
        self._end()
        self.lay_out()

    def _show(self) -> None:
        self._waited = 0.0
        if self.laboratory.comparison.trials:
            self.played = self.laboratory.comparison.trials
            self.estimates = ordered(self.laboratory.comparison.estimates())
        self.lay_out()

    def update(self, dt: float) -> bool:
        changed = super().update(dt)
        self._waited += dt
        self.laboratory.poll()
        played = self.laboratory.comparison.trials
        due = self._waited >= (REFRESH if played >= MIN_MATCHES else REFRESH / 4)
        if due and not self.laboratory.done and played != self.played:
            self._show()
            changed = True
        return changed

    @property
    def animating(self) -> bool:
        return not self.laboratory.done

    def confirm(self) -> None:
        self.back()

    def back(self) -> None:
        self.context.close(self)

    def leave(self) -> None:
        self._end()
