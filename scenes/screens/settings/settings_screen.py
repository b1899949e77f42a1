"""The settings screen: pages of settings and a preview of the table. Every change applies immediately."""

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from types import MappingProxyType
from typing import Any

import pygame

from engine.options import Option, Value, options_of
from engine.profile.safe_reading import parse_path
from engine.sanitise import sanitise
from engine.settings import BUILT_IN_DECKS
from engine.settings import Settings as Values
from engine.statistics.feats import BACK_BY_FEAT_COUNT, earned_backs
from engine.updates.project import project
from scenes.render.decks import CUSTOM_BACK
from scenes.render.renderer import PreviewKind
from scenes.render.space import ScenePos
from scenes.render.theme import MUTED
from scenes.screens.settings.custom_deck_screen import DeckScreen
from scenes.screens.settings.sample_table import OWN_SEAT, SampleTable
from scenes.screens.settings.settings_preview import SettingsPreview
from scenes.shell.context import Context
from scenes.shell.destinations import AboutPage, IncomingDeck
from scenes.shell.dialog import DialogParagraph
from scenes.shell.empty_state import NO_CUSTOM_DECKS, EmptyStateArt
from scenes.shell.identity_dialog import IdentityDialog
from scenes.shell.options_panel import OptionsPanel
from scenes.shell.screen import MARGIN, Screen
from scenes.shell.text_input_dialog import TextInputDialog
from scenes.shell.undo_history import UndoHistory
from scenes.table.sounds import TableSounds
from scenes.text.option_texts import OptionTexts
from scenes.ui.boxes import Column, FirstThatFits, Row, Spacer, Stack
from scenes.ui.key_events import command_key, is_undo_key, plain_key
from scenes.ui.text import Text
from scenes.ui.widgets import Button, IconButton, Panel, Stepper, Tabs, Widget, key_label

PREVIEW_KIND_BY_FIELD: Mapping[str, PreviewKind] = MappingProxyType({"table": "table", "deck": "deck", "back": "back"})
"""Kind of picture by field, for settings whose values are shown as pictures."""
IDENTITY_GROUP = "you"
"""Settings group edited in a dialog, and on the seating screen."""
UPDATE_CHECK_FIELD = "look_for_updates"
"""Field of the setting for automatic update checks."""
INVISIBLE_GROUP = "sound"
"""Settings group without visible effect: its changes lay out no other screen."""
PREVIEW_ROUND_GROUPS = ("motion", "sound")
"""Settings groups whose changes play a round in the preview."""
_BOTTOM_MARGIN, _GAP, _LIST_PADDING = 96.0, 16.0, 12.0
_MIN_LIST_WIDTH_BESIDE_PREVIEW = 540.0
"""Minimum width of the list beside the preview, which is left out of narrower screens."""
_MIN_ABOUT_LABEL_CANVAS_WIDTH = 1000.0
"""Minimum canvas width at which the button to the about screen has a label."""
_MAX_PATH_LENGTH = 400
"""Maximum number of characters of a path, typed or shown."""
_ADD_DECK_ART_SIZE = (210.0, 88.0)
"""Size of the picture beside the hint about custom decks."""
_MIN_ADD_DECK_TEXT_WIDTH = 200.0
"""Minimum width of the hint between that picture and its button."""
_MIN_GALLERY_LIST_WIDTH, _MIN_GALLERY_CANVAS_HEIGHT = 584.0, 634.0
"""Minimum width of the list and height of the canvas for large pictures of values."""
_MIN_PREVIEW_WIDTH, _MAX_PREVIEW_WIDTH = 280.0, 380.0
"""Minimum and maximum width of the preview."""


def list_offered_options() -> tuple[Option, ...]:
    """Return the settings that the settings screen offers. Without an address for update checks, their setting is
    left out.
    """
    hidden = () if project().newest_release_api_url else (UPDATE_CHECK_FIELD,)
    options = (option for option in options_of(Values) if option.group != IDENTITY_GROUP and option.name not in hidden)
    return tuple(option._replace(values=BUILT_IN_DECKS) if option.name == "deck" else option for option in options)


class SettingsScreen(Screen):
    """Edits the settings, opened over the home screen or a table.

    Args:
        context: the application.
        page_name: settings group shown first; any unknown name shows the first one.
    """

    min_size = (600.0, 350.0)

    def __init__(self, context: Context, page_name: str = "") -> None:
        super().__init__(context)
        self.choices = list_offered_options()
        self.pages = tuple(dict.fromkeys(choice.group for choice in self.choices))
        self.page_name = page_name if page_name in self.pages else self.pages[0]
        self.history = UndoHistory()
        self.sample_table = SampleTable(TableSounds(context, OWN_SEAT).on_event)

    # --- widgets ----------------------------------------------------------------------------------------------------

    def compose(self) -> Column:
        words, width = self.context.words, self.renderer.width - 2 * MARGIN
        labels = [words(f"settings.group.{page}") for page in self.pages]
        chosen = self.pages.index(self.page_name)
        stepper = Stepper(labels, chosen, self._show_page)
        choices = Tabs(labels, chosen, self._show_page), stepper
        tabs = FirstThatFits(*(one.with_layout("page", name=words("app.settings.title")) for one in choices))
        header = self.header(
            "chevron_left",
            words("app.settings.title"),
            words("app.button.back"),
            Spacer(),
            tabs.with_layout(margin=(24, 0, MARGIN, 0)),
        )
        preview_width = min(_MAX_PREVIEW_WIDTH, width * 0.3)
        has_preview = (
            preview_width >= _MIN_PREVIEW_WIDTH and width - preview_width - _GAP >= _MIN_LIST_WIDTH_BESIDE_PREVIEW
        )
        list_width = width - (preview_width + _GAP if has_preview else 0)
        content = Row(
            Stack(self._options_panel(list_width), padding=_LIST_PADDING, background=Panel()).with_layout(
                grow=1, basis=0
            ),
            self._preview().with_layout(width=preview_width) if has_preview else None,
            gap=_GAP,
            align="stretch",
        )
        return Column(
            header.with_layout(height=64, margin=(0, 0, 0, 20)),
            content.with_layout(grow=1, shrink_order=1, basis=0, margin=(MARGIN, 0, MARGIN, 0)),
            self._foot(),
        )

    def _options_panel(self, width: float) -> OptionsPanel:
        folder = sanitise(str(self.context.profile.folder), _MAX_PATH_LENGTH)
        folder_text = Text(self.context.words("app.settings.kept_in", folder=folder), "explanation", MUTED)
        foot = Column(Spacer(), folder_text.with_layout(margin=(18, 20, 18, 8)))
        return OptionsPanel(
            self.page_options(),
            self.context.settings,
            OptionTexts(self.context.words, "settings"),
            on_change=self.change,
            marks_standard=False,
            preview_kinds=PREVIEW_KIND_BY_FIELD,
            has_large_previews=width >= _MIN_GALLERY_LIST_WIDTH and self.renderer.height >= _MIN_GALLERY_CANVAS_HEIGHT,
            nodes_below={"deck": self._below_decks(), "language": self._below_language()},
            foot=FirstThatFits(foot, Spacer(), by_height=True),
        )

    def _preview(self) -> Column:
        """Return the preview with a button that plays a round in it."""
        play, words = self.sample_table.play_round, self.context.words
        return Column(
            SettingsPreview(self.context, self.sample_table).with_layout("preview", grow=1),
            Button(words("app.settings.sample"), play, icon="play", small=True).with_layout("play"),
            gap=10,
        )

    def _foot(self) -> Row:
        words = self.context.words
        reset = Button(words("app.settings.reset"), self.reset_page, icon="restart", small=True)
        reset.enabled = bool(self._changed_page_values())
        undo = IconButton("undo", self.undo, name=words("app.rules.undo"), key_hint=words("app.key.u"))
        undo.enabled = bool(self.history.last_name)
        about: Button | IconButton = Button(words("about.button"), self.open_about, icon="info", small=True)
        if self.renderer.width < _MIN_ABOUT_LABEL_CANVAS_WIDTH:
            about = IconButton("info", self.open_about, name=words("about.title"), key_hint=key_label(pygame.K_F1))
        about.shortcut = pygame.K_F1
        done = Button(words("app.button.done"), self.back, kind="primary", icon="check", min_width=180)
        has_coach = any(choice.name == "coach" for choice in self.page_options())
        return Row(
            reset.with_layout("reset"),
            undo.with_layout("undo"),
            self._explain_again() if has_coach else None,
            Spacer(),
            about.with_layout("about"),
            done.with_layout("done", margin=(4, 0, 0, 0)),
            gap=10,
            padding=(MARGIN, 0),
        ).with_layout(height=_BOTTOM_MARGIN)

    def _explain_again(self) -> FirstThatFits:
        """Return the button to show explanations and lessons again as if new, an icon if it doesn't fit."""
        name, progress = self.context.words("app.coach.again"), self.context.tutorial_progress
        labelled = Button(name, self.reset_tutorial_progress, icon="learn", small=True)
        icon = IconButton("learn", self.reset_tutorial_progress, name=name)
        labelled.enabled = icon.enabled = bool(progress.explained_questions or progress.finished_lessons)
        return FirstThatFits(labelled.with_layout("again"), icon.with_layout("again"))

    # --- actions ---------------------------------------------------------------------------------------------------

    def page_options(self) -> tuple[Option, ...]:
        """Return the settings of the current page, with the values available now."""
        return tuple(self._with_available_values(choice) for choice in self.choices if choice.group == self.page_name)

    def _with_available_values(self, choice: Option) -> Option:
        """Return a setting with its available values: custom decks, a custom card back only if the deck has one, and
        card backs for feats only if they are earned."""
        settings, decks = self.context.settings, self.context.custom_decks
        if choice.name == "deck":
            return choice._replace(values=tuple(dict.fromkeys((*choice.values, *decks.names(), settings.deck))))
        if choice.name != "back":
            return choice
        missing = set(BACK_BY_FEAT_COUNT.values()) - earned_backs(self.context.earned_feats, settings.name)
        if not (self._uses_custom_deck and decks.has_back(settings.deck)):
            missing.add(CUSTOM_BACK)
        return choice._replace(values=tuple(v for v in choice.values if v not in missing or v == settings.back))

    @property
    def _uses_custom_deck(self) -> bool:
        """Whether a custom deck is in use."""
        return self.context.settings.deck in self.context.custom_decks.names()

    def _below_language(self) -> Row:
        """Return the button to change the player's name and portrait."""
        button = Button(self.context.words("online.you.change"), self.open_identity, icon="person", small=True)
        return Row(button.with_layout("identity"), is_reversed=True).with_layout(margin=(18, 10, 14, 10))

    def _below_decks(self) -> Widget:
        """Return the node below the choice of a deck: buttons to add or show a custom deck, perhaps with a hint."""
        words = self.context.words
        add = Button(words("app.deck.add"), self.add_deck, icon="plus", small=True).with_layout("add deck")
        see = Button(words("app.deck.see"), self.open_deck, icon="eye", small=True).with_layout("see deck")
        has_decks = bool(self.context.custom_decks.names())
        nodes: Widget = Row(add, see if self._uses_custom_deck else None, gap=10)
        if not has_decks and not self._uses_custom_deck:
            width, height = _ADD_DECK_ART_SIZE
            art = EmptyStateArt(NO_CUSTOM_DECKS).with_layout(width=width, height=height)
            hint = Text(words("app.deck.drop"), "explanation", MUTED, wraps=True)
            hint.with_layout(basis=_MIN_ADD_DECK_TEXT_WIDTH, grow=1)
            nodes = FirstThatFits(Row(art, hint, add, gap=10), Column(Row(art, hint, gap=10), Row(add), gap=14))
        return nodes.with_layout(margin=(18, 10, 14, 10))

    def _changed_page_values(self) -> dict[str, Value]:
        """Return the settings of the current page that differ from the defaults, by field."""
        now = self.context.settings
        values = {choice.name: getattr(now, choice.name) for choice in self.page_options()}
        return {
            choice.name: values[choice.name] for choice in self.page_options() if values[choice.name] != choice.default
        }

    def _show_page(self, index: int) -> None:
        self.page_name = self.pages[index % len(self.pages)]
        self.refresh()

    def change(self, name: str, value: Value) -> None:
        """Change the value of a setting. Groups in ``PREVIEW_ROUND_GROUPS`` also play a round in the preview."""
        step = self.context.words(f"settings.{name}.name")
        choice = next(one for one in self.choices if one.name == name)
        dragged = (
            choice.group == INVISIBLE_GROUP and self.history.last_name == step
        )  # a whole drag of a slider is one undo step
        if not dragged:
            self.history.add(step, partial(self._set_values, {name: getattr(self.context.settings, name)}))
        self._set_values({name: value})
        if choice.group in PREVIEW_ROUND_GROUPS:
            self.sample_table.play_round()

    def _set_values(self, values: Mapping[str, Value]) -> None:
        """Save settings, given by field; lay out all screens only if a change may be visible."""
        changed: dict[str, Any] = dict(values)
        settings = replace(self.context.settings, **changed)
        invisible_fields = {choice.name for choice in self.choices if choice.group == INVISIBLE_GROUP}
        if invisible_fields.issuperset(values):
            self.context.save_settings_without_layout(settings)
            self.refresh()
        else:
            self.context.change_settings(settings)

    def reset_page(self) -> None:
        """Reset the settings of the current page to the defaults."""
        before = self._changed_page_values()
        if not before:
            return
        self.history.add(self.context.words("app.settings.reset"), partial(self._set_values, before))
        self._set_values({choice.name: choice.default for choice in self.page_options() if choice.name in before})
        page = f"settings.group.{self.page_name}"
        self.context.show_toast("app.settings.was_reset", "restart", self.undo, page=lambda words: words(page))
        self.refresh()

    def reset_tutorial_progress(self) -> None:
        """Reset explanations and lessons, so that they are shown again. Undo restores them."""
        context, before = self.context, self.context.tutorial_progress.snapshot
        step = context.words("app.coach.again")
        self.history.add(step, lambda: context.tutorial_progress.restore(before))
        context.tutorial_progress.restore()
        context.show_toast("app.coach.again_done", "learn", self.undo)
        self.refresh()

    def add_deck(self) -> None:
        """Ask for the path of a custom deck, then import it."""
        words, context = self.context.words, self.context
        context.open(
            TextInputDialog(
                context,
                words("app.deck.own"),
                [DialogParagraph(words("app.deck.how"))],
                text="",
                accept_label=words("app.deck.look"),
                on_accept=lambda path: context.open(IncomingDeck(parse_path(path))),
                max_length=_MAX_PATH_LENGTH,
                accepts_undrawable=True,
                width=680,
            )
        )

    def open_deck(self) -> None:
        """Show all cards of the custom deck in use."""
        self.context.open(DeckScreen(self.context, self.context.settings.deck))

    def open_identity(self) -> None:
        """Open the dialog with the player's name and portrait; screens below show a change."""
        self.context.open(IdentityDialog(self.context, self.context.lay_out))

    def open_about(self) -> None:
        self.context.open(AboutPage())

    def undo(self) -> None:
        step = self.history.undo()
        if step:
            self.context.show_toast("app.preset.done.undone", "undo", step=step)
            self.refresh()

    def on_sound_switched(self) -> None:
        self.refresh()

    def confirm(self) -> None:
        self.back()

    def back(self) -> None:
        self.context.close(self)

    # --- time and input ---------------------------------------------------------------------------------------------

    def update(self, elapsed_ms: float) -> bool:
        changed = super().update(elapsed_ms)
        preview = self.root.find("preview")
        return (isinstance(preview, SettingsPreview) and preview.update(elapsed_ms)) or changed

    def finish_animations(self) -> None:
        self.sample_table.finish_round()

    def handle(self, event: pygame.Event, pos: ScenePos) -> bool:
        if event.type == pygame.KEYDOWN and (is_undo_key(event) or plain_key(event) == pygame.K_u):
            self.undo()
            return True
        if event.type == pygame.KEYDOWN and command_key(event) in (pygame.K_PAGEUP, pygame.K_PAGEDOWN):
            self._show_page(self.pages.index(self.page_name) + (1 if event.key == pygame.K_PAGEDOWN else -1))
            return True
        return super().handle(event, pos)
