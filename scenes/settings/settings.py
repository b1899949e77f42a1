"""The settings on pages, with a preview of the table; every change applies at once."""

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import Any

import pygame
from pygame import FRect

from engine.options import Option, Value, options_of
from engine.printable import printable
from engine.settings import BUILT_IN_DECKS
from engine.settings import Settings as Values
from engine.updates.project import project
from scenes.look.decks import OWN_BACK
from scenes.look.keys import command_key, is_undo_key, plain_key
from scenes.look.look import SampleKind
from scenes.look.theme import MUTED
from scenes.look.widgets import Button, IconButton, Label, Panel, Pos, Stepper, Tabs, Widget, key_name
from scenes.settings.deck_page import DeckPage
from scenes.settings.preview import Preview
from scenes.settings.sample_table import ME, SampleTable
from scenes.shell.context import Context
from scenes.shell.destinations import AboutPage, IncomingDeck
from scenes.shell.dialog import Paragraph
from scenes.shell.empty import OWN_DECKS, EmptyArt
from scenes.shell.field_dialog import FieldDialog
from scenes.shell.history import History
from scenes.shell.options_panel import OptionsPanel
from scenes.shell.screen import MARGIN, Screen
from scenes.table.sounds import TableSounds
from scenes.text.rules import OptionTexts

SAMPLES: Mapping[str, SampleKind] = MappingProxyType({"table": "table", "deck": "deck", "back": "back"})
"""Fields whose values are shown as pictures -> kind of picture."""
CARDS = "cards"
"""Group of the fields about cards."""
ELSEWHERE = "you"
"""Group of the fields that the seating screen offers."""
LOOKS = "look_for_updates"
"""The field that switches on the look for new versions."""
QUIET = "sound"
"""Group of the fields that change nothing visible, so that a dragged slider stays the same widget."""
PLAYED = ("motion", "sound")
"""Groups whose changes play a round in the preview."""
_TOP, _FOOT, _GAP = 84.0, 96.0, 16.0
_LEAST_LIST = 540.0
_LABELLED = 1000.0
"""Canvas width from which the button to the page about the program has its label."""
_LONGEST_PATH = 400
"""Width of the list below which the preview is left out."""
_INVITATION = (210.0, 88.0)
"""Size of the picture that invites the player to add cards."""
_BESIDE_ART, _LEAST_TEXT = 88.0, 200.0
"""Space at the edges and between that picture, its text and its button; minimum width of the text."""
_TABLE, _LARGE_TABLE = 280.0, 380.0
"""Minimum and maximum width of the preview."""


def offered() -> tuple[Option, ...]:
    """The settings on this screen: new versions can't be looked for by a copy that doesn't know where."""
    elsewhere = () if project().newest else (LOOKS,)
    offered = (one for one in options_of(Values) if one.group != ELSEWHERE and one.name not in elsewhere)
    return tuple(one._replace(values=BUILT_IN_DECKS) if one.name == "deck" else one for one in offered)


class SettingsScreen(Screen):
    """The settings, over the home screen or a table.

    Args:
        context: the program.
        page: group of settings shown first; by default the first one.
    """

    least = (600.0, 350.0)

    def __init__(self, context: Context, page: str = "") -> None:
        super().__init__(context)
        self.choices = offered()
        self.pages = tuple(dict.fromkeys(choice.group for choice in self.choices))
        self.page_name = page if page in self.pages else self.pages[0]
        self.history = History()
        self.sample = SampleTable(TableSounds(context, ME).hear)
        self.preview: Preview | None = None
        """The preview, where there is room."""
        self._reset: Button | None = None
        self._undo: IconButton | None = None

    # --- widgets ----------------------------------------------------------------------------------------------------

    def build(self) -> None:
        look, words = self.look, self.context.words
        title = self.header("chevron_left", words("app.settings.title"), name=words("app.button.back"))
        self._build_tabs(title.right + 24)
        area = FRect(MARGIN, _TOP, look.width - 2 * MARGIN, look.height - _TOP - _FOOT)
        table = min(_LARGE_TABLE, area.width * 0.3)
        self.preview = None
        if table >= _TABLE and area.width - table - _GAP >= _LEAST_LIST:
            self.preview = Preview(self.context, self.sample)
            self.preview.place_at(FRect(area.right - table, area.top, table, area.height - 44 - 10))
            area.width -= table + _GAP
        self._build_list(area)
        if self.preview is not None:
            again = Button(words("app.settings.sample"), self.sample.play, icon="play", small=True)
            again.rect = FRect(self.preview.rect.left, area.bottom - 44, table, 44)
            self.group.add(self.preview, again)
        self._build_foot()

    def _build_tabs(self, left: float) -> None:
        """The pages at the right of the title, as segments, or as a stepper where room is short."""
        look, words = self.look, self.context.words
        labels = [words(f"settings.group.{page}") for page in self.pages]
        chosen = self.pages.index(self.page_name)
        tabs: Tabs | Stepper = Tabs(labels, chosen, self._show)
        if tabs.preferred(look)[0] > look.width - MARGIN - left:
            tabs = Stepper(labels, chosen, self._show, icons=("chevron_left", "chevron_right"))
        tabs.place(look, look.width - MARGIN, 42, "midright")
        self.group.add(tabs)

    def _build_list(self, area: FRect) -> None:
        inner = FRect(area.left + 12, area.top + 12, area.width - 24, area.height - 24)
        panel = OptionsPanel(
            self.look,
            inner,
            self.of_page(),
            self.context.settings,
            OptionTexts(self.context.words, "settings"),
            on_change=self.change,
            marked=False,
            samples=SAMPLES,
            below={"deck": self._below_decks(inner.width)} if self.page_name == CARDS else {},
        )
        self.group.add(Panel(area), panel)
        place = printable(str(self.context.profile.folder), _LONGEST_PATH)
        folder = self.context.words("app.settings.kept_in", folder=place)
        if panel.content < inner.height - 48 and self.look.text_width(folder, "explanation") <= inner.width - 36:
            self.label(folder, "explanation", inner.left + 18, area.bottom - 40, colour=MUTED)

    def _build_foot(self) -> None:
        look, words = self.look, self.context.words
        y = look.height - _FOOT / 2
        self._reset = Button(words("app.settings.reset"), self.reset, icon="restart", small=True)
        self._reset.place(look, MARGIN, y, "midleft")
        self._undo = IconButton("undo", self.undo, name=words("app.rules.undo"), key=words("app.key.u"))
        self._undo.place(look, self._reset.rect.right + 10, y, "midleft")
        done = Button(words("app.button.done"), self.back, kind="primary", icon="check", min_width=180)
        done.place(look, look.width - MARGIN, y, "midright")
        about: Button | IconButton = Button(words("about.button"), self.open_about, icon="info", small=True)
        if look.width < _LABELLED:
            about = IconButton("info", self.open_about, name=words("about.title"), key=key_name(pygame.K_F1))
        about.shortcut = pygame.K_F1
        about.place(look, done.rect.left - 14, y, "midright")
        self.group.add(self._reset, self._undo)
        if any(choice.name == "coach" for choice in self.of_page()):
            self._build_again(self._undo.rect.right + 10, about.rect.left - 10, y)
        self.group.add(about, done)
        self._enable_foot()

    def _build_again(self, left: float, right: float, y: float) -> None:
        """The button that resets explanations and lessons, or its icon where room is short."""
        name = self.context.words("app.coach.again")
        again: Button | IconButton = Button(name, self.explain_again, icon="learn", small=True)
        if again.preferred(self.look)[0] > right - left:
            again = IconButton("learn", self.explain_again, name=name)
        again.place(self.look, left, y, "midleft")
        again.enabled = bool(self.context.tutorial_progress.explained or self.context.tutorial_progress.lessons)
        self.group.add(again)

    def _enable_foot(self) -> None:
        """Enable the buttons that have something to do."""
        if self._reset is not None and self._undo is not None:
            self._reset.enabled = bool(self._differing())
            self._undo.enabled = bool(self.history.last)

    # --- actions ---------------------------------------------------------------------------------------------------

    def of_page(self) -> tuple[Option, ...]:
        """The settings of the current page, with the values that can be chosen now."""
        return tuple(self._available(choice) for choice in self.choices if choice.group == self.page_name)

    def _available(self, choice: Option) -> Option:
        """The setting with the player's own decks, and with the back of such a deck only if it has one."""
        now, decks = self.context.settings, self.context.decks
        if choice.name == "deck":
            return choice._replace(values=tuple(dict.fromkeys((*choice.values, *decks.names(), now.deck))))
        if choice.name != "back" or now.back == OWN_BACK or (self._own_deck and decks.has_back(now.deck)):
            return choice
        return choice._replace(values=tuple(value for value in choice.values if value != OWN_BACK))

    @property
    def _own_deck(self) -> bool:
        """Whether one of the player's own decks is chosen."""
        return self.context.settings.deck in self.context.decks.names()

    def _below_decks(self, width: float) -> list[Widget]:
        """What is below the card sets in a list of this width: how to add one, or to see all cards of an own one."""
        words = self.context.words
        add = Button(words("app.deck.add"), self.add_deck, icon="plus", small=True)
        if self._own_deck:
            return [add, Button(words("app.deck.see"), self.see_deck, icon="eye", small=True)]
        if self.context.decks.names():
            return [add]
        art = EmptyArt(OWN_DECKS, FRect(0, 0, *_INVITATION))
        room = width - art.rect.width - _BESIDE_ART
        beside = room - add.preferred(self.look)[0]
        how = Label(words("app.deck.drop"), "explanation", MUTED, wrap=beside if beside >= _LEAST_TEXT else room)
        return [art, how, add]

    def _differing(self) -> dict[str, Value]:
        """Values of the current page that differ from the defaults, by field."""
        now = self.context.settings
        values = {choice.name: getattr(now, choice.name) for choice in self.of_page()}
        return {choice.name: values[choice.name] for choice in self.of_page() if values[choice.name] != choice.default}

    def _show(self, index: int) -> None:
        self.page_name = self.pages[index % len(self.pages)]
        self.lay_out()

    def change(self, name: str, value: Value) -> None:
        """Set a value."""
        step = self.context.words(f"settings.{name}.name")
        choice = next(one for one in self.choices if one.name == name)
        dragged = choice.group == QUIET and self.history.last == step  # the whole drag of a slider is one step
        if not dragged:
            self.history.note(step, partial(self._set, {name: getattr(self.context.settings, name)}))
        self._set({name: value})
        if choice.group in PLAYED:
            self.sample.play()

    def _set(self, values: Mapping[str, Value]) -> None:
        """Set values by field."""
        changed: dict[str, Any] = dict(values)
        settings = replace(self.context.settings, **changed)
        quiet = {choice.name for choice in self.choices if choice.group == QUIET}
        if quiet.issuperset(values):
            self.context.keep_setting(settings)
            self._enable_foot()
        else:
            self.context.change(settings)

    def reset(self) -> None:
        """Reset the current page to the defaults."""
        before = self._differing()
        if not before:
            return
        self.history.note(self.context.words("app.settings.reset"), partial(self._set, before))
        self._set({choice.name: choice.default for choice in self.of_page() if choice.name in before})
        page = f"settings.group.{self.page_name}"
        self.context.tell("app.settings.was_reset", "restart", self.undo, page=lambda words: words(page))
        self.lay_out()

    def explain_again(self) -> None:
        """Reset explanations and lessons; can be undone."""
        context, before = self.context, self.context.tutorial_progress.snapshot
        step = context.words("app.coach.again")
        self.history.note(step, lambda: context.notices.extend(context.tutorial_progress.restore(before)))
        context.notices += context.tutorial_progress.restore()
        context.tell("app.coach.again_done", "learn", self.undo)
        self.lay_out()

    def add_deck(self) -> None:
        """Ask where a deck of the player's own is."""
        words, context = self.context.words, self.context
        context.open(
            FieldDialog(
                context,
                words("app.deck.own"),
                [Paragraph(words("app.deck.how"))],
                text="",
                yes=words("app.deck.look"),
                take=lambda path: context.open(IncomingDeck(Path(path.strip("\"'")).expanduser())),
                limit=_LONGEST_PATH,
                width=680,
            )
        )

    def see_deck(self) -> None:
        """Show all cards of the chosen deck."""
        self.context.open(DeckPage(self.context, self.context.settings.deck))

    def open_about(self) -> None:
        """Open the page about the program."""
        self.context.open(AboutPage())

    def undo(self) -> None:
        """Undo the last step."""
        step = self.history.undo()
        if step:
            self.context.tell("app.preset.done.undone", "undo", step=step)
            self.lay_out()

    def sound_switched(self) -> None:
        self.lay_out()

    def confirm(self) -> None:
        self.back()

    def back(self) -> None:
        self.context.close(self)

    # --- time and input ---------------------------------------------------------------------------------------------

    def update(self, dt: float) -> bool:
        changed = super().update(dt)
        return (self.preview is not None and self.preview.update(dt)) or changed

    def finish(self) -> None:
        self.sample.stop()

    def handle(self, event: pygame.Event, pos: Pos) -> bool:
        if event.type == pygame.KEYDOWN and (is_undo_key(event) or plain_key(event) == pygame.K_u):
            self.undo()
            return True
        if event.type == pygame.KEYDOWN and command_key(event) in (pygame.K_PAGEUP, pygame.K_PAGEDOWN):
            self._show(self.pages.index(self.page_name) + (1 if event.key == pygame.K_PAGEDOWN else -1))
            return True
        return super().handle(event, pos)
