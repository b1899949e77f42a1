"""The house rules screen: every house rule of a game with its explanation, and presets."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

import pygame
from pygame import FRect, Surface

from engine.games import GAMES
from engine.options import Option, Value, changed_options, options_of
from engine.profile.presets import CustomPresets, Preset, built_in_presets
from engine.profile.rules_file import LoadedRules, RulesError, from_text
from scenes.render.key_events import command_key, plain_key
from scenes.render.renderer import Renderer
from scenes.render.theme import BRASS, CREAM, INK, INK_BROWN, MUTED, rgb
from scenes.render.widgets import Button, IconButton, Label, Link, Panel, Paper, PointerPos, Scroll, Widget
from scenes.rules.preset_editor import PresetEditor
from scenes.rules.presets_panel import (
    PresetActions,
    PresetButton,
    PresetList,
    panel_height,
    preset_help,
    preset_name,
    presets_panel,
)
from scenes.rules.rules_sharing import UNKNOWN_GAME_TEXT_KEYS, RulesSharing
from scenes.shell.context import Context
from scenes.shell.destinations import HouseRulesPage, LabPage, RulesPage
from scenes.shell.options_panel import OptionRow, OptionsPanel
from scenes.shell.screen import MARGIN, Screen
from scenes.shell.sharing import import_failed_dialog
from scenes.shell.undo_history import UndoHistory
from scenes.text.notice_texts import notice_text
from scenes.text.option_texts import OptionTexts

_MIN_PAPER_CANVAS_WIDTH = 960.0
"""Canvas width in logical pixels below which the paper with the explanation is left out."""
_MIN_PRESETS_CANVAS_HEIGHT = 660.0
"""Canvas height in logical pixels below which the presets are in a dialog."""
_COLUMN_WIDTH = 376.0
_MIN_PAPER_HEIGHT = 190.0
_GAP = 10.0
_BUTTON_ROWS_HEIGHT = 44.0 + 44 + 48
"""Total height of the three rows of buttons below the paper: sharing, reset and undo, done."""
_BODY_COLOUR = rgb("#2b241b")


class IconLine(Widget):
    """Widget with an icon and a line of text."""

    def __init__(self, icon: str, string: str, style: str, colour: tuple[int, int, int]) -> None:
        super().__init__()
        self.icon = icon
        self.string = string
        self.style = style
        self.colour = colour

    def preferred_size(self, renderer: Renderer) -> tuple[float, float]:
        return 27 + renderer.text_width(self.string, self.style), 24.0

    def draw(self, renderer: Renderer, target: Surface) -> None:
        x, y = self.rect.left, self.rect.centery
        renderer.blit(target, renderer.icon(self.icon, 19, self.colour), x, y, "midleft")
        renderer.blit(target, renderer.text(self.string, self.style, self.colour), x + 27, y, "midleft")


class HouseRulesScreen(Screen):
    """Edits the house rules of one game, and saves them when the screen is left.

    Args:
        context: the application.
        slug: slug of the game.
        on_close: called when the screen is left; None for nothing.
        on_open: called with the importer when the screen opens, to import rules; None for nothing.
    """

    min_size = (600.0, 430.0)
    accepted_drops = frozenset({"rules"})

    def __init__(
        self,
        context: Context,
        slug: str,
        on_close: Callable[[], None] | None = None,
        on_open: Callable[[RulesSharing], None] | None = None,
    ) -> None:
        super().__init__(context)
        self._on_arrival = on_open
        self.slug = slug
        self.on_close = on_close
        self.choices = tuple(options_of(GAMES[slug].Options))
        self.options = context.profile.load_options(slug)
        self._saved_options = self.options
        self.explained_rule: Option | None = self.choices[0] if self.choices else None
        """The house rule explained on the paper."""
        self.panel: OptionsPanel | None = None
        self.presets = CustomPresets(context.profile, slug)
        self.presets.load()
        self.history = UndoHistory()
        self.editor = PresetEditor(context, self)
        self.sharing = RulesSharing(context, slug, self.import_rules)
        self.shown_preset: Preset | None = None
        """The preset explained on the paper instead of a house rule; None for the house rule."""
        self.preset_buttons: list[PresetButton] = []
        """The preset buttons on the screen; empty if the presets are in a dialog."""

    def on_enter(self) -> None:
        """Import the house rules with which the screen was opened, if any."""
        if self._on_arrival is not None:
            self._on_arrival(self.sharing)

    # --- widgets ----------------------------------------------------------------------------------------------------

    def build(self) -> None:
        renderer, words = self.renderer, self.context.words
        column = FRect(renderer.width - MARGIN - _COLUMN_WIDTH, 84, _COLUMN_WIDTH, renderer.height - 84 - MARGIN)
        title = self.add_header("chevron_left", words("app.rules.title"), button_name=words("app.button.back"))
        game = self.add_label(words(f"{self.slug}.title"), "panel_title", 0, 0, colour=BRASS)
        game.rect.bottomleft = (title.right + 16, title.bottom - 3)
        narrow, gap = renderer.width < _MIN_PAPER_CANVAS_WIDTH, renderer.row_gap(_GAP)
        buttons_height = 44 + gap + 48
        area = FRect(MARGIN, 84, column.left - 20 - MARGIN, column.height)
        if narrow:  # only the list, with the buttons below
            area = FRect(MARGIN, 84, renderer.width - 2 * MARGIN, column.height - buttons_height - 20)
            column = FRect(area.left, area.bottom + 20, area.width, buttons_height)
        else:
            self._build_legend(area, game.rect.right)
        self.group.add(Panel(area))
        self._build_list(area)
        self.preset_buttons = []
        if narrow or renderer.height < _MIN_PRESETS_CANVAS_HEIGHT:
            top = column.bottom - buttons_height
        else:
            top = column.bottom - _BUTTON_ROWS_HEIGHT - 2 * gap
            paper = self._paper_height(column.width)
            presets = panel_height(renderer, column.width, self.preset_names(), top - 2 * _GAP - paper - column.top)
            self._build_presets(FRect(column.left, column.top, column.width, presets))
            column = FRect(column.left, column.top + presets + _GAP, column.width, column.height - presets - _GAP)
        if not narrow:
            self._build_paper(FRect(column.left, column.top, column.width, top - _GAP - column.top))
        self._build_buttons(column, top)
        if self.panel is not None:
            for row in self.panel.rows:
                row.is_explanation_shown = self.shown_preset is None and row.option == self.explained_rule

    def _build_legend(self, area: FRect, left: float) -> None:
        """Add the legend for changed and standard values of house rules beside the title, as far as it fits."""
        renderer, words = self.renderer, self.context.words
        standard = IconLine("standard", words("app.rules.standard"), "explanation", CREAM)
        standard.place_at(renderer, area.right - 4, 44, "midright")
        room = standard.rect.left - 18 - left - 24
        if renderer.text_width(words("app.rules.legend"), "explanation") <= room:
            legend = self.add_label(words("app.rules.legend"), "explanation", 0, 0, colour=MUTED)
            legend.rect.midright = (standard.rect.left - 18, 44)
        if room > 0:
            self.group.add(standard)

    def _build_list(self, area: FRect) -> None:
        words = self.context.words
        inner = FRect(area.left + 12, area.top + 12, area.width - 24, area.height - 24)
        texts = OptionTexts(words, f"{self.slug}.option")
        self.panel = OptionsPanel(self.renderer, inner, self.choices, self.options, texts, on_change=self.change)
        self.group.add(self.panel)

    def all_presets(self) -> list[Preset]:
        """Return all house rule presets: the built-in ones of the game, then the player's own."""
        return [*built_in_presets(GAMES[self.slug]), *self.presets.presets]

    @property
    def is_uncovered(self) -> bool:
        """Whether the house rules screen is on top."""
        return self.context.is_top(self)

    def preset_list(self) -> PresetList:
        """Return the content of the panel with house rule presets."""
        return PresetList(self.slug, self.all_presets(), self.options)

    def preset_names(self) -> list[str]:
        return [preset_name(self.context.words, self.slug, preset) for preset in self.all_presets()]

    def _build_presets(self, area: FRect) -> None:
        editor = self.editor
        actions = PresetActions(self.choose_preset, editor.ask_name_and_rename, editor.duplicate, editor.delete)
        widgets, self.preset_buttons = presets_panel(
            self.renderer, self.context.words, area, self.preset_list(), actions
        )
        self.group.add(*widgets)

    def _build_buttons(self, column: FRect, top: float) -> None:
        """Add the house rules screen's buttons in rows from ``top`` down: share, reset, undo and done."""
        words = self.context.words
        count = len(changed_options(self.options))
        if self.preset_buttons:
            self.group.add(*self.sharing_row(FRect(column.left, top, column.width, 44)))
            top += 44 + self.renderer.row_gap(_GAP)
        standard = Button(words("app.rules.back_to_standard"), self.reset_to_standard, icon="restart", small=True)
        standard.enabled = count > 0
        row: list[Button] = [standard]
        if not self.preset_buttons:
            row.insert(0, Button(words("app.preset.title"), self.editor.open_dialog, icon="star", small=True))
        undo = IconButton("undo", self.undo, name=words("app.rules.undo"), key_hint=words("app.key.u"))
        undo.enabled = bool(self.history.last_name)
        tools = [undo]
        if (
            self.renderer.width < _MIN_PAPER_CANVAS_WIDTH and self.explained_rule is not None
        ):  # else the paper has these buttons
            name = words("app.rules.rule", id=_rule_digits(self.explained_rule))
            tools.insert(0, IconButton("rules", self.open_rules, name=name, key_hint=words("app.key.r")))
            tools.insert(0, IconButton("statistics", self.open_lab, name=words("app.lab.title")))
        row_width = column.width - len(tools) * (44 + _GAP)
        self.group.add(*self._place_in_row(row, FRect(column.left, top, row_width, 44)))
        for i, tool in enumerate(reversed(tools)):
            tool.rect = FRect(column.right - 44 - i * (44 + _GAP), top, 44, 44)
        self.group.add(*tools)
        done = Button(words("app.button.done"), self.back, kind="primary", icon="check")
        done.key_hint = words("app.rules.changes", n=count) if count else ""
        done.rect = FRect(column.left, top + 44 + self.renderer.row_gap(_GAP), column.width, 48)
        self.group.add(done)

    def sharing_row(self, area: FRect, before_action: Callable[[], None] = lambda: None) -> list[Button]:
        """Return the buttons to save, import and export house rules; each first calls ``before_action``."""
        words = self.context.words

        def then(action: Callable[[], None]) -> None:
            before_action()
            action()

        actions = (
            ("app.preset.save.name", self.editor.ask_name_and_save, "save"),
            ("app.share.open_name", self.sharing.ask_source, "folder"),
            ("app.share.name", self.share, "share"),
        )
        buttons = [Button(words(key), partial(then, act), icon=icon, small=True) for key, act, icon in actions]
        return self._place_in_row(buttons, area)

    def _place_in_row(self, buttons: list[Button], area: FRect) -> list[Button]:
        """Place buttons in a row over the whole width; the spare width is divided equally."""
        for button in buttons:
            button.padding = 10.0
        needs = [button.preferred_size(self.renderer)[0] for button in buttons]
        spare = (area.width - sum(needs) - _GAP * (len(buttons) - 1)) / len(buttons)
        left = area.left
        for button, need in zip(buttons, needs, strict=True):
            button.rect = FRect(left, area.top, need + spare, area.height)
            left = button.rect.right + _GAP
        return buttons

    def _paper_height(self, width: float) -> float:
        """Return the paper's height for the longest explanation of a house rule, so that it never changes."""
        texts = OptionTexts(self.context.words, f"{self.slug}.option")
        most = max(
            (self._measure_paper(texts.name(one), texts.explanation(one), width) for one in self.choices), default=0.0
        )
        return max(_MIN_PAPER_HEIGHT, most)

    def _measure_paper(self, name: str, text: str, width: float) -> float:
        renderer = self.renderer
        lines = [
            renderer.paragraph(name, "panel_title", INK, width - 44),
            renderer.paragraph(text, "body", _BODY_COLOUR, width - 44),
        ]
        return 17 + 20 + 5 + sum(line.get_height() for line in lines) / renderer.scale + 7 + 56

    def _build_paper(self, area: FRect) -> None:
        renderer, words = self.renderer, self.context.words
        choice, preset = self.explained_rule, self.shown_preset
        if preset is not None:
            kind, name = words("app.preset.title"), preset_name(words, self.slug, preset)
            text = preset_help(words, self.slug, preset)
        elif choice is not None:
            texts = OptionTexts(words, f"{self.slug}.option")
            kind, name, text = words("app.rules.what"), texts.name(choice), texts.explanation(choice)
        else:
            return
        left, width = area.left + 22, area.width - 44
        kind_label = Label(kind, "label", INK_BROWN)
        kind_label.place_at(renderer, left, area.top + 17)
        title = Label(name, "panel_title", INK, wrap_width=width)
        title.place_at(renderer, left, kind_label.rect.bottom + 5)
        explanation = Label(text, "body", _BODY_COLOUR, wrap_width=width)
        explanation.place_at(renderer, left, title.rect.bottom + 7)
        self.group.add(Paper(area), kind_label, title, explanation)
        if preset is None and choice is not None and choice.rule:
            rule = Link(
                words("app.rules.rule", id=_rule_digits(choice)), self.open_rules, style="strong_body", on_dark=False
            )
            rule.place_at(renderer, left, area.bottom - 15, "bottomleft")
            self.group.add(rule)
        lab = Button(words("app.lab.open"), self.open_lab, kind="light", icon="statistics", small=True)
        lab.place_at(renderer, area.right - 16, area.bottom - 9, "bottomright")
        self.group.add(lab)

    # --- actions ---------------------------------------------------------------------------------------------------

    def change(self, name: str, value: Value) -> None:
        """Change the value of a house rule and explain the rule on the paper."""
        self.explained_rule, self.shown_preset = next(choice for choice in self.choices if choice.name == name), None
        rule = OptionTexts(self.context.words, f"{self.slug}.option").name(self.explained_rule)
        self.set_rules(replace(self.options, **{name: value}), self.context.words("app.preset.step.change", rule=rule))

    def set_rules(self, options: Any, step: str) -> None:
        """Replace the house rules; ``step`` is the name of the undo step."""
        if options != self.options:
            self.history.add(step, partial(self._restore, self.options))
            self.options = options
        self.refresh()

    def refresh(self) -> None:
        """Rebuild the house rules screen, and scroll to the active preset."""
        self.lay_out()
        scrolls = [child for child in self.group.children if isinstance(child, Scroll)]
        for scroll in scrolls:
            for child in scroll.children:
                if isinstance(child, PresetButton) and child.is_chosen:
                    scroll.reveal(child)

    def _restore(self, options: Any) -> None:
        self.options = options

    def choose_preset(self, preset: Preset) -> None:
        """Replace the house rules by those of a preset."""
        name = preset_name(self.context.words, self.slug, preset)
        self.set_rules(preset.options, self.context.words("app.preset.step.choose", name=name))

    def undo(self) -> None:
        step = self.history.undo()
        if step:
            self.context.show_toast("app.preset.done.undone", "undo", step=step)
            self.refresh()

    def share(self, *, to_clipboard: bool = False) -> None:
        """Ask how to export the house rules, named after their preset; ``to_clipboard`` copies them without asking."""
        chosen = next((preset for preset in self.all_presets() if preset.options == self.options), None)
        name = preset_name(self.context.words, self.slug, chosen) if chosen else self.editor.suggested_name
        self.sharing.share(self.options, name, to_clipboard=to_clipboard)

    def import_rules(self, imported: LoadedRules) -> None:
        """Replace the house rules by imported ones, except invalid values; suggest the imported name for saving."""
        self.editor.suggested_name = imported.name or self.editor.suggested_name
        unchanged = {name: getattr(self.options, name) for name in imported.bad_options}
        self.set_rules(replace(imported.options, **unchanged), self.context.words("app.preset.step.load"))
        self.context.show_toast("app.preset.done.loaded", "check")

    def open_rules(self) -> None:
        """Open the rules page at the rule that the explained house rule changes."""
        if self.explained_rule is not None:
            self.context.open(RulesPage(self.slug, self.explained_rule.rule, self.options))

    def open_lab(self) -> None:
        """Open the lab to compare these house rules with others."""
        self.context.open(LabPage(self.slug, self.options, self.all_presets()))

    def reset_to_standard(self) -> None:
        """Reset all house rules to the standard game."""
        self.set_rules(type(self.options)(), self.context.words("app.preset.step.standard"))

    def confirm(self) -> None:
        self.back()

    def back(self) -> None:
        self.context.close(self)

    def on_leave(self) -> None:
        if self.options != self._saved_options:
            self.context.profile.save_options(self.slug, self.options)
            self._saved_options = self.options
        if self.on_close:
            self.on_close()

    # --- input ------------------------------------------------------------------------------------------------------

    def handle_drop(self, event: pygame.Event) -> None:
        self.sharing.import_drop(event)

    def handle(self, event: pygame.Event, pos: PointerPos) -> bool:
        if event.type == pygame.KEYDOWN and self._shortcut(event):
            return True
        changed = super().handle(event, pos)
        pressed = event.type == pygame.MOUSEBUTTONDOWN  # a new layout would remove the widget before its release
        used = None if pressed else self._hovered_or_focused_widget()
        if isinstance(used, OptionRow) and (used.option != self.explained_rule or self.shown_preset):
            self.explained_rule, self.shown_preset = used.option, None
        elif isinstance(used, PresetButton) and used.preset != self.shown_preset:
            self.shown_preset = used.preset
        else:
            return changed
        self.lay_out()
        return True

    def _shortcut(self, event: pygame.Event) -> bool:
        """Handle a keyboard shortcut of the house rules screen; return False for other keys. U and Ctrl+Z undo,
        Ctrl+C copies, R opens the rule.
        """
        key, command = plain_key(event), command_key(event)
        if key == pygame.K_u or command == pygame.K_z:
            self.undo()
        elif key == pygame.K_r:
            self.open_rules()
        elif command == pygame.K_c:
            self.share(to_clipboard=True)
        elif command == pygame.K_v:
            self.sharing.paste()
        else:
            return False
        return True

    def _hovered_or_focused_widget(self) -> Widget | None:
        """Return the row or preset button that is hovered or has the keyboard focus; None if there is none."""
        candidates: list[Widget] = [*(self.panel.rows if self.panel else ()), *self.preset_buttons]
        if not self.group.keyboard_used_last:
            return next((widget for widget in candidates if widget.hovered), None)
        focus = self.group.focus
        return focus if focus in candidates else None


def _rule_digits(choice: Option) -> str:
    return choice.rule.rpartition(".")[2].removeprefix("R")


def make_house_rules_screen(context: Context, page: HouseRulesPage) -> HouseRulesScreen:
    """Return the house rules screen for a ``HouseRulesPage`` destination. It imports the rules of the drop event, if
    any.
    """
    event = page.drop_event
    on_arrival = None if event is None else lambda sharing: sharing.import_drop(event)
    return HouseRulesScreen(context, page.game_slug, page.on_close, on_arrival)


def make_incoming_rules_screen(context: Context, text: str, source_name: str) -> Screen:
    """Return the house rules screen that imports a rules text, for the game named in it; or an error dialog."""
    try:
        slug = from_text(text, context.profile.games, source_name).slug
    except RulesError as error:
        words = context.words
        return import_failed_dialog(context, UNKNOWN_GAME_TEXT_KEYS, [notice_text(words, error.notice)])
    return HouseRulesScreen(context, slug, on_open=lambda sharing: sharing.import_text(text, source_name))
