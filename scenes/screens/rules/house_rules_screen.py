"""The house rules screen: every house rule of a game with its explanation, and presets."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

import pygame
from pygame import Surface

from engine.games import GAMES
from engine.options import Option, Value, changed_options, find_cause_of_idleness, options_of
from engine.profile.presets import CustomPresets, Preset, built_in_presets
from engine.profile.rules_file import LoadedRules, RulesError, from_text
from scenes.render.renderer import Renderer
from scenes.render.space import ScenePos
from scenes.render.theme import BRASS, CREAM, INK, INK_SECONDARY, MUTED, rgb
from scenes.screens.rules.preset_editor import PresetEditor
from scenes.screens.rules.presets_panel import (
    PresetActions,
    PresetButton,
    PresetList,
    presets_panel,
    presets_panel_height,
)
from scenes.screens.rules.rules_sharing import UNKNOWN_GAME_TEXT_KEYS, RulesSharing
from scenes.shell.context import Context
from scenes.shell.destinations import HouseRulesPage, LabPage, RulesPage
from scenes.shell.options_panel import OptionRow, OptionsPanel
from scenes.shell.rules_figure import RulesFigure
from scenes.shell.screen import HEADER_HEIGHT, MARGIN, Screen
from scenes.shell.sharing import import_failed_dialog
from scenes.shell.undo_history import UndoHistory
from scenes.text.notice_texts import notice_text
from scenes.text.option_texts import (
    OptionTexts,
    changed_rule_names_and_helps,
    preset_help,
    preset_name,
    summarise_rules,
)
from scenes.text.rules_document import load_page
from scenes.text.search import contains_every_word
from scenes.ui.accessible_elements import AccessibleElement, text_element
from scenes.ui.boxes import Column, FirstThatFits, Row, Spacer, Stack
from scenes.ui.key_events import MENU_KEY, command_key, plain_key
from scenes.ui.node import LayoutConstraints
from scenes.ui.scroll_view import ScrollView
from scenes.ui.text import Text
from scenes.ui.widgets import Button, IconButton, Link, Panel, Paper, TextField, Widget

_MIN_PAPER_CANVAS_WIDTH = 960.0
"""Canvas width in logical pixels below which the paper with the explanation is left out."""
_MIN_PRESETS_CANVAS_HEIGHT = 660.0
"""Canvas height in logical pixels below which the presets are in a dialog."""
_COLUMN_WIDTH, _COLUMN_GAP = 376.0, 20.0
_MIN_PAPER_HEIGHT = 190.0
_CONTENT_GAP = 20.0
"""Space below the header."""
_MIN_PRESET_ROWS = 2
"""Minimum number of rows of presets above a long explanation."""
_SEARCH_FIELD_WIDTH = 180.0
_GAP = 10.0
_CHANGED_GROUP = "changed"
"""Group of the house rules that differed from the standard when the screen opened or a preset was chosen."""
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

    def as_accessible(self) -> AccessibleElement | None:
        return text_element(self.string)

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
        self.choices = options_of(GAMES[slug].Options)
        self.options = context.profile.load_options(slug)
        self._saved_options = self.options
        self._rules_page = load_page(context.words.language, slug)
        self.explained_rule: Option | None = self.choices[0] if self.choices else None
        """The house rule explained on the paper."""
        self.query = ""
        """Text by which the house rules are searched; empty shows all."""
        self._first_names = frozenset(choice.name for choice, _ in changed_options(self.options))
        """Names of the house rules at the top of the list. A rule changed in the list stays in its place."""
        self.presets = CustomPresets(context.profile, slug)
        self.presets.load()
        self.history = UndoHistory()
        self.editor = PresetEditor(context, self)
        self.sharing = RulesSharing(context, slug, self.import_rules)
        self.shown_preset: Preset | None = None
        """The preset explained on the paper instead of a house rule; None for the house rule."""

    def on_enter(self) -> None:
        """Import the house rules with which the screen was opened, if any."""
        if self._on_arrival is not None:
            self._on_arrival(self.sharing)

    # --- widgets ----------------------------------------------------------------------------------------------------

    def compose(self) -> Column:
        renderer, words = self.renderer, self.context.words
        is_narrow = renderer.width < _MIN_PAPER_CANVAS_WIDTH
        rows = self._listed_rules()
        panel: Widget = OptionsPanel(
            rows,
            self.options,
            self.texts,
            on_change=self.change,
            heading=lambda group: words(f"app.rules.group.{group}"),
            explained=None if self.shown_preset else self.explained_rule,
            cause_of_idleness=self._cause_of_idleness,
        )
        if not rows:
            panel = Text(words("app.reader.none"), "body", MUTED, align="center").with_layout(height=64)
        options_list = Stack(panel, padding=12, background=Panel()).with_layout(grow=1, shrink_order=1, basis=0)
        body: Widget
        if is_narrow:  # only the list, with the buttons below
            body = Column(options_list, self._buttons(), gap=20)
        else:
            body = Row(options_list, self._side_column(), gap=_COLUMN_GAP, align="stretch")
        return Column(
            self.header(
                "chevron_left",
                words("app.rules.title"),
                words("app.button.back"),
                Text(words(f"{self.slug}.title"), "panel_title", BRASS).with_layout(
                    shrink_order=2, margin=(16, 8, 16, 0)
                ),
                Spacer(),
                None if is_narrow else self._legend(),
                self._search_field(),
            ).with_layout(
                height=HEADER_HEIGHT,
                margin=(0, 0, MARGIN if is_narrow else _COLUMN_WIDTH + _COLUMN_GAP + MARGIN + 4, _CONTENT_GAP),
            ),
            body.with_layout(grow=1, shrink_order=1, basis=0, margin=(MARGIN, 0, MARGIN, MARGIN)),
        )

    @property
    def texts(self) -> OptionTexts:
        """Texts of the game's house rules."""
        return OptionTexts(self.context.words, f"{self.slug}.option")

    def _listed_rules(self) -> list[Option]:
        """Return the house rules that the search finds: first those that were changed, then the others by group."""
        texts, first = self.texts, self._first_names
        found = [
            choice
            for choice in self.choices
            if contains_every_word(f"{texts.name(choice)} {texts.help(choice)} {texts.explanation(choice)}", self.query)
        ]
        changed = [choice._replace(group=_CHANGED_GROUP) for choice in found if choice.name in first]
        return [*changed, *(choice for choice in found if choice.name not in first)]

    def _cause_of_idleness(self, choice: Option) -> str:
        cause = find_cause_of_idleness(self.options, choice)
        return self.context.words("app.rules.idle", rule=self.texts.name_with_value(*cause)) if cause else ""

    def _search_field(self) -> TextField:
        placeholder = self.context.words("app.reader.search")
        field = TextField(self.query, on_change=self.search, placeholder=placeholder, width=_SEARCH_FIELD_WIDTH)
        return field.with_layout("search", name=placeholder, margin=(24, 0, 0, 0), shrink_order=1)

    def search(self, query: str) -> None:
        """List only the house rules whose texts contain every word of the query."""
        self.query = query
        self.refresh()

    def _legend(self) -> FirstThatFits:
        """Return the legend for changed and standard values of house rules, as far as it fits."""
        words = self.context.words
        standard = IconLine("standard", words("app.rules.standard"), "explanation", CREAM)
        legend = Text(words("app.rules.legend"), "explanation", MUTED)
        both = Row(legend, standard, gap=18).with_layout(margin=(24, 4, 0, 0))
        return FirstThatFits(both, Row(standard).with_layout(margin=(24, 4, 0, 0)), Spacer(0))

    def _side_column(self) -> Column:
        """Return the column with the presets, the paper and the buttons; without presets where it is too low."""
        constraints = LayoutConstraints(_COLUMN_WIDTH)
        papers = (self._rule_paper(choice) for choice in self.choices)
        heights = (paper.measure(self.renderer, constraints).height for paper in papers)
        buttons = self._buttons()
        height = (
            self.renderer.height
            - HEADER_HEIGHT
            - _CONTENT_GAP
            - MARGIN
            - buttons.measure(self.renderer, constraints).height
            - _GAP
        )
        if self._shows_presets:
            height -= presets_panel_height(self.renderer, _MIN_PRESET_ROWS) + _GAP
        paper_height = min(height, max(heights, default=0.0))  # a longer text is set smaller or scrolls
        return Column(
            self._presets() if self._shows_presets else None,
            self._paper().with_layout(grow=1, basis=max(_MIN_PAPER_HEIGHT, paper_height)),
            buttons,
            gap=_GAP,
        ).with_layout(width=_COLUMN_WIDTH)

    @property
    def _shows_presets(self) -> bool:
        """Whether the screen shows the presets; else they are in a dialog."""
        renderer = self.renderer
        return renderer.width >= _MIN_PAPER_CANVAS_WIDTH and renderer.height >= _MIN_PRESETS_CANVAS_HEIGHT

    def _presets(self) -> Widget:
        editor = self.editor
        actions = PresetActions(self.choose_preset, editor.ask_name_and_rename, editor.duplicate, editor.delete)
        panel = presets_panel(self.renderer, self.context.words, self.preset_list(), actions)
        return panel.with_layout(shrink_order=1)

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

    def _buttons(self) -> Column:
        """Return the house rules screen's buttons in rows: share, reset, undo and done."""
        words = self.context.words
        count = len(changed_options(self.options))
        presets = Button(words("app.preset.title"), self.editor.open_dialog, icon="star", small=True)
        standard = Button(words("app.rules.back_to_standard"), self.reset_to_standard, icon="restart", small=True)
        standard.enabled = count > 0
        undo = IconButton("undo", self.undo, name=words("app.rules.undo"), key_hint=words("app.key.u"))
        undo.enabled = bool(self.history.last_name)
        tools = [undo.with_layout("undo")]
        if (
            self.renderer.width < _MIN_PAPER_CANVAS_WIDTH and self.explained_rule is not None
        ):  # else the paper has these buttons
            name = words("app.rules.rule", id=_rule_digits(self.explained_rule))
            rule = IconButton("rules", self.open_rules, name=name, key_hint=words("app.key.r"))
            lab = IconButton("statistics", self.open_lab, name=words("app.lab.title"))
            reset = IconButton("restart", self.reset, name=words("app.rules.reset"))
            reset.enabled = self._is_explained_rule_changed
            tools = [reset.with_layout("reset"), lab.with_layout("lab"), rule.with_layout("rule"), *tools]
        row = [] if self._shows_presets else [presets.with_layout("presets")]
        done = Button(words("app.button.done"), self.confirm, kind="primary", icon="check")
        done.key_hint = words("app.rules.changes", n=count) if count else ""
        return Column(
            self.sharing_row() if self._shows_presets else None,
            Row(*_spread([*row, standard.with_layout("standard")]), *tools, gap=_GAP),
            done.with_layout("done", height=48),
            gap=self.renderer.row_gap(_GAP),
        )

    def sharing_row(self, before_action: Callable[[], None] = lambda: None) -> Row:
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
        buttons = [
            Button(words(key), partial(then, act), icon=icon, small=True).with_layout(icon)
            for key, act, icon in actions
        ]
        return Row(*_spread(buttons), gap=_GAP)

    def _paper(self) -> Column:
        words, preset = self.context.words, self.shown_preset
        if preset is not None:
            name, text = preset_name(words, self.slug, preset), preset_help(words, self.slug, preset)
            changed = [name for name, _ in changed_rule_names_and_helps(words, self.slug, preset.options)]
            more = "" if preset.path else words.join_semicolons(changed)
            return self._paper_with(name, text, more)
        return self._rule_paper(self.explained_rule) if self.explained_rule is not None else Column()

    def _rule_paper(self, choice: Option) -> Column:
        """Return the paper that explains a house rule."""
        words, texts = self.context.words, self.texts
        link = Link(
            words("app.rules.rule", id=_rule_digits(choice)), self.open_rules, style="strong_body", on_dark=False
        )
        rule = link.with_layout("rule", margin=(0, 0, 0, 6), align="end") if choice.rule else None
        figure = self._rules_page.find_figure(choice.name)
        return self._paper_with(
            texts.name(choice),
            texts.explanation(choice),
            link=rule,
            figure=None if figure is None else lambda: RulesFigure(figure, words.card).with_layout(margin=(0, 0, 0, 6)),
        )

    def _paper_with(
        self,
        name: str,
        text: str,
        more: str = "",
        *,
        link: Widget | None = None,
        figure: Callable[[], Widget] | None = None,
    ) -> Column:
        words, reset = self.context.words, None
        if self._is_explained_rule_changed and self.shown_preset is None:
            reset = Link(words("app.rules.reset"), self.reset, icon="restart", on_dark=False).with_layout("reset")
        lab = Button(words("app.lab.open"), self.open_lab, kind="light", icon="statistics", small=True)
        smaller = Text(text, "explanation", _BODY_COLOUR, wraps=True)
        return Column(
            Row(Text(name, "panel_title", INK, wraps=True), Spacer(), reset).with_layout(margin=(0, 0, 0, 7)),
            FirstThatFits(
                Column(figure and figure(), Text(text, "body", _BODY_COLOUR, wraps=True)),
                Column(figure and figure(), smaller),
                *([ScrollView(Column(figure(), smaller), key="explanation", bar_overlaps=True)] if figure else []),
                by_height=True,
            ),
            Text(more, "explanation", INK_SECONDARY, wraps=True).with_layout(margin=(0, 8, 0, 0)) if more else None,
            Spacer(),
            Row(link, Spacer(), lab.with_layout("lab", margin=(0, 0, -6, 0))).with_layout(margin=(0, 3, 0, 0)),
            padding=(22, 17, 22, 9),
            background=Paper(),
        )

    # --- actions ---------------------------------------------------------------------------------------------------

    def change(self, name: str, value: Value) -> None:
        """Change the value of a house rule and explain the rule on the paper."""
        self.explained_rule, self.shown_preset = next(choice for choice in self.choices if choice.name == name), None
        rule = self.texts.name(self.explained_rule)
        step = self.context.words("app.preset.step.change", rule=rule)
        self._change_rules(replace(self.options, **{name: value}), step)

    def set_rules(self, options: Any, step: str) -> None:
        """Replace the house rules, and list first those that differ from the standard; ``step`` names the undo step."""
        self._first_names = frozenset(choice.name for choice, _ in changed_options(options))
        self._change_rules(options, step)

    def _change_rules(self, options: Any, step: str) -> None:
        if options != self.options:
            self.history.add(step, partial(self._restore, self.options))
            self.options = options
        self.refresh_and_reveal_preset()

    @property
    def _is_explained_rule_changed(self) -> bool:
        rule = self.explained_rule
        return rule is not None and getattr(self.options, rule.name) != rule.default

    def reset(self) -> None:
        """Set the explained house rule to its standard value."""
        if self.explained_rule is not None and self._is_explained_rule_changed:
            self.change(self.explained_rule.name, self.explained_rule.default)

    def refresh_and_reveal_preset(self) -> None:
        """Describe the house rules screen anew, and scroll to the active preset."""
        self.refresh()
        for one in self.root.placed:
            if isinstance(one.node, PresetButton) and one.node.is_chosen:
                one.scroll_views[0].reveal(one.node.rect)

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
            self.refresh_and_reveal_preset()

    def share(self, *, to_clipboard: bool = False) -> None:
        """Ask how to export the house rules, named after their preset; ``to_clipboard`` copies them without asking."""
        words, presets = self.context.words, self.all_presets()
        named = [(preset_name(words, self.slug, preset), preset.options) for preset in presets]
        name = next((name for name, options in named if options == self.options), self.editor.suggested_name)
        summary = summarise_rules(words, self.slug, self.options, named)
        self.sharing.share(self.options, name, summary, to_clipboard=to_clipboard)

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
        self.context.close(self)

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

    def handle(self, event: pygame.Event, pos: ScenePos) -> bool:
        if event.type == pygame.KEYDOWN and self._shortcut(event):
            return True
        changed = super().handle(event, pos)
        used = self._hovered_or_focused_widget()
        if isinstance(used, OptionRow) and (used.option != self.explained_rule or self.shown_preset):
            self.explained_rule, self.shown_preset = used.option, None
        elif isinstance(used, PresetButton) and used.preset != self.shown_preset:
            self.shown_preset = used.preset
        else:
            return changed
        self.refresh()
        return True

    def _shortcut(self, event: pygame.Event) -> bool:
        """Handle a keyboard shortcut of the house rules screen; return False for other keys. Ctrl+F searches, Esc
        clears the search, Delete resets the focused rule, U and Ctrl+Z undo, Ctrl+C copies, R opens the rule.
        """
        key, command = plain_key(event), command_key(event)
        if command == pygame.K_f:
            self._focus_search()
        elif event.key in (pygame.K_ESCAPE, MENU_KEY) and self.query:
            self._search_field_node.set_text("")
            self.search("")
        elif self._edited_field is not None:
            return False
        elif key in (pygame.K_DELETE, pygame.K_BACKSPACE) and isinstance(self.root.focus, OptionRow):
            self.explained_rule = self.root.focus.option
            self.reset()
        elif key == pygame.K_u or command == pygame.K_z:
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

    @property
    def _search_field_node(self) -> TextField:
        field = self.root.get(TextField, "search")
        assert field is not None
        return field

    def _focus_search(self) -> None:
        self.root.set_focus(self._search_field_node)
        self._search_field_node.start_editing()

    def _hovered_or_focused_widget(self) -> Widget | None:
        """Return the widget that is hovered or has the keyboard focus; None if there is none."""
        if self.root.keyboard_used_last:
            return self.root.focus
        return next((node for node in self.root.focus_order() if node.hovered), None)


def _spread(buttons: list[Button]) -> list[Button]:
    """Let the buttons of a row share its spare width equally."""
    for button in buttons:
        button.padding = 10.0
        button.with_layout(grow=1, height=44)
    return buttons


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
