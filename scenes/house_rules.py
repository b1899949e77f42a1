"""Every house rule of a game, with what it changes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

import pygame
from pygame import FRect, Surface

from engine.games import GAMES
from engine.options import Choice, Value, choices_of, differing
from scenes.look.look import Look
from scenes.look.theme import BRASS, CREAM, INK, INK_BROWN, MUTED, rgb
from scenes.look.widgets import Button, Label, Link, Panel, Paper, Widget
from scenes.options_panel import ChoiceRow, OptionsPanel, Texts
from scenes.scene import Pos
from scenes.screen import MARGIN, Screen

if TYPE_CHECKING:
    from scenes.app import App

_NARROW = 960.0
"""A canvas less wide than this has no room for the paper beside the list."""
_COLUMN = 376.0
_LEAST_PAPER = 244.0
_BODY = rgb("#2b241b")


class IconLine(Widget):
    """An icon and a line of text: a rule that is named, what a mark means."""

    def __init__(self, icon: str, string: str, style: str, colour: tuple[int, int, int]) -> None:
        super().__init__()
        self.icon = icon
        self.string = string
        self.style = style
        self.colour = colour

    def preferred(self, look: Look) -> tuple[float, float]:
        return 27 + look.text_width(self.string, self.style), 24.0

    def draw(self, look: Look, target: Surface) -> None:
        x, y = self.rect.left, self.rect.centery
        look.blit(target, look.icon(self.icon, 19, self.colour), x, y, "midleft")
        look.blit(target, look.text(self.string, self.style, self.colour), x + 27, y, "midleft")


class HouseRules(Screen):
    """The house rules of one game; they are kept when the screen is left, however that happens."""

    least = (600.0, 430.0)

    def __init__(self, app: App, slug: str, on_close: Callable[[], None] | None = None) -> None:
        super().__init__(app)
        self.slug = slug
        self.on_close = on_close
        self.choices = tuple(choices_of(GAMES[slug].Options))
        self.options, notices = app.profile.load_options(slug)
        self._before = self.options
        app.notices += notices
        self.explained: Choice | None = self.choices[0] if self.choices else None
        """What the paper at the right is about."""
        self.panel: OptionsPanel | None = None

    # --- widgets ----------------------------------------------------------------------------------------------------

    def build(self) -> None:
        look, words = self.look, self.app.words
        column = FRect(look.width - MARGIN - _COLUMN, 84, _COLUMN, look.height - 84 - MARGIN)
        title = self.header("undo", words("app.rules.title"), name=words("app.button.back"))
        game = self.label(words(f"{self.slug}.title"), "panel_title", 0, 0, colour=BRASS)
        game.rect.bottomleft = (title.right + 16, title.bottom - 3)
        narrow = look.width < _NARROW
        area = FRect(MARGIN, 84, column.left - 20 - MARGIN, column.height)
        if narrow:  # the list alone, with the buttons below it
            area = FRect(MARGIN, 84, look.width - 2 * MARGIN, column.height - 128)
            column = FRect(area.left, area.top, area.width, column.height)
        else:
            self._build_legend(area, game.rect.right)
        self.group.add(Panel(area))
        self._build_list(area)
        self._build_buttons(column)
        if not narrow:
            self._build_paper(column)

    def _build_legend(self, area: FRect, left: float) -> None:
        """What gold and the ring mean, at the right of the title."""
        look, words = self.look, self.app.words
        standard = IconLine("standard", words("app.rules.standard"), "explanation", CREAM)
        standard.place(look, area.right - 4, 44, "midright")
        room = standard.rect.left - 18 - left - 24
        legend = self.label(words("app.rules.legend"), "explanation", 0, 0, colour=MUTED, room=room)
        legend.rect.midright = (standard.rect.left - 18, 44)
        self.group.add(standard)

    def _build_list(self, area: FRect) -> None:
        words = self.app.words
        inner = FRect(area.left + 12, area.top + 12, area.width - 24, area.height - 24)
        texts = Texts(words, f"{self.slug}.option")
        self.panel = OptionsPanel(self.look, inner, self.choices, self.options, texts, on_change=self.change)
        self.group.add(self.panel)

    def _build_buttons(self, column: FRect) -> None:
        words = self.app.words
        count = len(differing(self.options))
        done = Button(words("app.button.done"), self.back, kind="primary", icon="check")
        done.hint = words("app.rules.changes", n=count) if count else ""
        done.rect = FRect(column.left, column.bottom - 48, column.width, 48)
        standard = Button(words("app.rules.back_to_standard"), self.to_standard, icon="restart", small=True)
        standard.enabled = count > 0
        standard.rect = FRect(column.left, column.bottom - 104, column.width, 44)
        self.group.add(standard, done)

    def _build_paper(self, column: FRect) -> None:
        choice = self.explained
        if choice is None:
            return
        look, words = self.look, self.app.words
        texts = Texts(words, f"{self.slug}.option")
        left, wide = column.left + 22, column.width - 44
        what = Label(words("app.rules.what"), "label", INK_BROWN)
        what.place(look, left, column.top + 17)
        name = Label(texts.name(choice), "panel_title", INK, wrap=wide)
        name.place(look, left, what.rect.bottom + 5)
        more = Label(texts.more(choice), "body", _BODY, wrap=wide)
        more.place(look, left, name.rect.bottom + 7)
        rule = Link(words("app.rules.rule", id=_rule(choice)), self.read, style="strong_body", dark=False)
        bottom = max(column.top + _LEAST_PAPER, more.rect.bottom + 24 + 40)
        rule.place(look, left, bottom - 15, "bottomleft")
        self.group.add(Paper(FRect(column.left, column.top, column.width, bottom - column.top)), what, name, more)
        if choice.rule:
            self.group.add(rule)
        if self.panel is not None:
            for row in self.panel.rows:
                row.explained = row.choice.name == choice.name

    # --- what it does -----------------------------------------------------------------------------------------------

    def change(self, name: str, value: Value) -> None:
        """Another value for one rule."""
        self.options = replace(self.options, **{name: value})
        self.explained = next(choice for choice in self.choices if choice.name == name)
        self.lay_out()

    def read(self) -> None:
        """The rule that the explained house rule changes."""
        from scenes.rules_reader import open_rules  # noqa: PLC0415  # only who asks for it waits for it

        if self.explained is not None:
            open_rules(self.app, self.slug, self.explained.rule, self.options)

    def to_standard(self) -> None:
        """The standard game."""
        self.options = type(self.options)()
        self.lay_out()

    def confirm(self) -> None:
        self.back()

    def back(self) -> None:
        self.app.close(self)

    def leave(self) -> None:
        if self.options != self._before:
            self.app.notices += self.app.profile.save_options(self.slug, self.options)
            self._before = self.options
        if self.on_close:
            self.on_close()

    # --- input ------------------------------------------------------------------------------------------------------

    def handle(self, event: pygame.Event, pos: Pos | None) -> bool:
        changed = super().handle(event, pos)
        row = self._row_in_use()
        if row is not None and row.choice != self.explained:
            self.explained = row.choice
            self.lay_out()
            return True
        return changed

    def _row_in_use(self) -> ChoiceRow | None:
        """The row under the pointer, or the one that the keyboard is on."""
        if self.panel is None:
            return None
        if not self.group.keyboard:
            return next((row for row in self.panel.rows if row.hovered), None)
        focus = self.group.focus
        return focus if isinstance(focus, ChoiceRow) else None


def _rule(choice: Choice) -> str:
    return choice.rule.rpartition(".")[2].removeprefix("R")
