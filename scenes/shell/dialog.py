"""Dialogs: a panel with a title, text and buttons over a darkened screen."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, NamedTuple

import pygame
from pygame import FRect

from engine.characters import CHARACTERS
from engine.profile.match_summary import MatchSummary
from scenes.render.theme import CREAM, MUTED
from scenes.render.widgets import Button, KeyCap, Label, Panel, Scroll, Widget
from scenes.shell.context import Context
from scenes.shell.destinations import Action, ResumedTable
from scenes.shell.screen import MARGIN, Screen
from scenes.text.catalogue import Words
from scenes.text.notice_texts import notice_texts

_VEIL_BLIT_COUNT = 8
"""Number of horizontal strips in which the veil is drawn, each with the same small surface, to save memory."""
_VEIL_ALPHA = 150
"""Opacity of the veil over the screen below, 0 … 255."""
_PAD = 28.0
_MIN_KEY_COLUMN_WIDTH, _MIN_GAMEPAD_COLUMN_WIDTH = 120.0, 76.0
"""Minimum width of the column of key names, and of gamepad buttons, logical pixels."""
_MIN_CANVAS_WIDTH, _MIN_CANVAS_HEIGHT = 560.0, 330.0
_MIN_TWO_BUTTON_COLUMNS_WIDTH = 760.0
"""Minimum width of a panel with two columns of buttons if the canvas is wide enough, logical pixels."""
_BUTTON_GAP = 12.0
"""Space between two buttons of a row, and minimum space between a key name and its text, logical pixels."""
_MAX_ONE_COLUMN_BUTTONS = 4
"""Maximum number of stacked buttons that always form one column."""


class DialogParagraph(NamedTuple):
    """A paragraph of a dialog, optionally after a heading or a key name."""

    text: str
    heading: str = ""
    key_name: str = ""


class DialogButton(NamedTuple):
    """A button of a dialog. A press closes the dialog, then calls the action."""

    label: str
    action: Action | None = None
    icon: str = ""
    key_hint: str = ""
    current_label: Callable[[], str] | None = None
    """Returns a label that depends on the input device; called at every layout."""


class Dialog(Screen):
    """Dialog: a panel with text and buttons over the screen below.

    Args:
        context: the application.
        title: heading of the panel.
        paragraphs: text of the panel.
        buttons: the first is the primary one, pressed by Enter.
        is_stacked: stack the buttons in one column, as in a menu. A row that is too wide is stacked, too; a stack that
            is too high uses two columns below the first button.
        on_cancel: called on Esc, after closing.
        width: width of the panel, logical pixels.
    """

    is_opaque = False
    background = ""

    def __init__(
        self,
        context: Context,
        title: str,
        paragraphs: Sequence[DialogParagraph] = (),
        buttons: Sequence[DialogButton] = (),
        *,
        is_stacked: bool = False,
        on_cancel: Action | None = None,
        width: float = 600.0,
    ) -> None:
        super().__init__(context)
        self.title = title
        self.paragraphs = tuple(paragraphs)
        self.buttons = tuple(buttons) or (DialogButton(context.words("app.button.close")),)
        self.is_stacked = is_stacked
        self.on_cancel = on_cancel
        self.width = width
        rows = _row_count(len(self.buttons), 2)
        stacked = 56.0 * rows + (106 if rows < len(self.buttons) else 240)
        self.min_size = (_MIN_CANVAS_WIDTH, stacked if is_stacked else _MIN_CANVAS_HEIGHT)
        self._veil: pygame.Surface | None = None

    # --- widgets ----------------------------------------------------------------------------------------------------

    def build(self) -> None:
        renderer = self.renderer
        buttons, max_width = self._make_buttons(), renderer.width - 2 * MARGIN
        if not self.is_stacked:
            self._shorten_buttons_to_fit(buttons, max_width)
        row = 0.0 if self.is_stacked else _one_row_panel_width(buttons)
        column = self.is_stacked or row > max_width
        width = min(self.width if column else max(self.width, row), max_width)
        columns = int(column)
        text, text_height = self._make_text(width - 2 * _PAD - 12)
        max_height = renderer.height - 2 * MARGIN
        divides = column and _row_count(len(buttons), 2) < len(buttons)
        if divides and self._panel_height(width, 1, text_height) > max_height:
            width, columns = min(max(width, _MIN_TWO_BUTTON_COLUMNS_WIDTH), max_width), 2
            text, text_height = self._make_text(width - 2 * _PAD - 12)
        inner = width - 2 * _PAD
        title = Label(self.title, "panel_title", CREAM, wrap_width=inner)
        head = title.preferred_size(renderer)[1] + 14
        height = self._panel_height(width, columns, text_height)
        text_view_height = max(0.0, text_height - max(0.0, height - max_height))
        height += text_view_height - text_height
        panel = Panel(FRect((renderer.width - width) / 2, (renderer.height - height) / 2, width, height))
        left, top = panel.rect.left + _PAD, panel.rect.top + _PAD
        title.place_at(renderer, left, top - 2)
        scroll = Scroll(FRect(left - 4, top + head, inner + 8, text_view_height), text_height, text)
        self.group.add(panel, title, scroll)
        self._place_buttons(buttons, panel.rect, columns)
        self.group.add(*buttons)
        if self.group.focus is None:
            self.group.set_focus(buttons[0])

    def _panel_height(self, width: float, column_count: int, text_height: float) -> float:
        """Return the height of a dialog's panel for its width and text height; 0 columns mean a row of buttons."""
        head = (
            Label(self.title, "panel_title", CREAM, wrap_width=width - 2 * _PAD).preferred_size(self.renderer)[1] + 14
        )
        foot = _row_count(len(self.buttons), column_count) * self._button_pitch - 8 if column_count else 48.0
        return 2 * _PAD + head + text_height + foot + (16 if self.paragraphs else 6)

    def _make_text(self, width: float) -> tuple[list[Widget], float]:
        """Return the widgets of a dialog's text in the scrolling list's coordinates, and their total height."""
        renderer = self.renderer
        widgets: list[Widget] = []
        y = 0.0
        keys = [KeyCap(line.key_name).preferred_size(renderer)[0] for line in self.paragraphs if line.key_name]
        column = max(
            _MIN_GAMEPAD_COLUMN_WIDTH if renderer.gamepad_style else _MIN_KEY_COLUMN_WIDTH,
            max(keys, default=0.0) + _BUTTON_GAP,
        )
        for line in self.paragraphs:
            x = 4.0
            height = 0.0
            if line.key_name:
                chip = KeyCap(line.key_name)
                chip.place_at(renderer, x, y)
                widgets.append(chip)
                x += column
                height = chip.rect.height
            if line.heading:
                heading = Label(line.heading, "strong_body", CREAM, wrap_width=width - x)
                heading.place_at(renderer, x, y)
                widgets.append(heading)
                y += heading.rect.height
            if line.text:
                label = Label(
                    line.text, "explanation" if line.heading else "body", _text_colour(line), wrap_width=width - x
                )
                label.place_at(renderer, x, y + (3 if line.key_name else 0))
                widgets.append(label)
                height = max(height, label.rect.height)
            y += height + (10 if line.key_name else 14)
        return widgets, max(0.0, y - 8)

    def _shorten_buttons_to_fit(self, buttons: list[Button], max_width: float) -> None:
        """Remove key hints, then icons, while a panel with these buttons in a row is wider than ``max_width``."""
        for left_out in ("key_hint", "icon"):
            if _one_row_panel_width(buttons) > max_width:
                for button in buttons:
                    setattr(button, left_out, "")
                    button.rect.size = button.preferred_size(self.renderer)

    def _make_buttons(self) -> list[Button]:
        renderer = self.renderer
        buttons = []
        for i, choice in enumerate(self.buttons):
            button = Button(
                choice.current_label() if choice.current_label else choice.label,
                partial(self._choose, choice.action),
                kind="plain" if i else "primary",
                icon=choice.icon,
                key_hint=choice.key_hint,
            )
            button.rect = FRect(0, 0, *button.preferred_size(renderer))
            buttons.append(button)
        return buttons

    @property
    def _button_pitch(self) -> float:
        """Distance between the tops of two stacked buttons of a dialog, logical pixels."""
        return max(56.0, self.renderer.min_target_size)

    def _place_buttons(self, buttons: list[Button], panel: FRect, columns: int) -> None:
        """Place a dialog's buttons in a row if there are no columns; else the first one above all columns."""
        if columns:
            inner = panel.width - 2 * _PAD
            width = (inner - (columns - 1) * _BUTTON_GAP) / columns
            if columns > 1 and any(button.preferred_size(self.renderer)[0] > width for button in buttons[1:]):
                for button in buttons[1:]:
                    button.style = "button_small"
            top = panel.bottom - _PAD - (_row_count(len(buttons), columns) * self._button_pitch - 8)
            for i, button in enumerate(buttons):
                row, column = divmod(i + columns - 1, columns) if i else (0, 0)
                left = panel.left + _PAD + column * (width + _BUTTON_GAP)
                alone = not i or (column == 0 and button is buttons[-1])
                button.rect = FRect(left, top + row * self._button_pitch, inner if alone else width, 48)
            return
        right = panel.right - _PAD
        for button in buttons:
            button.rect.topright = (right, panel.bottom - _PAD - 48)
            right = button.rect.left - 12

    # --- actions ---------------------------------------------------------------------------------------------------

    def _choose(self, action: Action | None) -> None:
        self.context.close(self)
        if action:
            action()

    def confirm(self) -> None:
        self._choose(self.buttons[0].action)

    def back(self) -> None:
        self._choose(self.on_cancel)

    def draw(self, surface: pygame.Surface) -> None:
        width, height = surface.get_size()
        if self._veil is None or self._veil.get_width() != width:
            self._veil = pygame.Surface(
                (width, -(-height // _VEIL_BLIT_COUNT))
            )  # drawn in strips: one whole surface takes 33 MB at 3840x2160
            self._veil.set_alpha(_VEIL_ALPHA)
        for top in range(0, height, self._veil.get_height()):
            surface.blit(self._veil, (0, top))
        super().draw(surface)


def _one_row_panel_width(buttons: Sequence[Button]) -> float:
    """Return the width of a dialog's panel for its buttons in one row."""
    return sum(button.rect.width for button in buttons) + 12 * (len(buttons) - 1) + 2 * _PAD


def _row_count(button_count: int, column_count: int) -> int:
    """Return the number of rows for a dialog's buttons in columns, the first button above all of them.

    >>> _row_count(7, 1), _row_count(7, 2), _row_count(6, 2), _row_count(3, 2)
    (7, 4, 4, 3)
    """
    return (
        button_count
        if column_count < 2 or button_count <= _MAX_ONE_COLUMN_BUTTONS
        else 1 + -(-(button_count - 1) // column_count)
    )


def _text_colour(line: DialogParagraph) -> tuple[int, int, int]:
    return MUTED if line.heading else CREAM


def move_notices_to_dialog(context: Context) -> Dialog:
    """Return a dialog with the profile's notices about problems in files or the program, and clear the notices."""
    words = context.words
    is_about_program = all(notice.key.startswith("failure.") for notice in context.profile.notices)
    texts = notice_texts(words, context.profile.notices)
    context.profile.notices.clear()
    return Dialog(
        context,
        words("failure.title" if is_about_program else "app.notices.title"),
        [DialogParagraph(text) for text in texts],
        [DialogButton(words("app.notices.ok"), key_hint=words("app.key.enter"))],
        width=680,
    )


def confirm_dialog(
    context: Context,
    key: str,
    on_yes: Action,
    *,
    destructive: bool = False,
    words: Words | None = None,
    **placeholders: Any,
) -> Dialog:
    """Return a yes-or-no dialog with the texts ``key.title``, ``key.text``, ``key.yes`` and ``key.no``; Esc means no.

    Enter means yes, but no in a ``destructive`` dialog. ``words`` names the seats in placeholders.
    """
    words = words or context.words
    choices = [DialogButton(words(f"{key}.yes"), on_yes), DialogButton(words(f"{key}.no"))]
    if destructive:
        choices.reverse()
    choices[0] = choices[0]._replace(key_hint=words("app.key.enter"))
    return Dialog(
        context, words(f"{key}.title", placeholders), [DialogParagraph(words(f"{key}.text", placeholders))], choices
    )


def begin_or_ask(context: Context, slug: str, on_begin: Action) -> None:
    """Begin a new match of a game. If the game has a saved match, ask whether to resume or replace it; resuming is the
    default.

    The question needs no replay of the saved moves, which could take 0.5 s.
    """
    saves, words = context.saved_matches, context.words.for_game(slug)
    saved = saves.load_unchecked(slug)
    if saved is None:
        on_begin()
        return

    def give_up() -> None:
        saves.load(slug)  # adds the match to the statistics if it is over
        on_begin()

    known = saves.summary(slug) or MatchSummary.from_record(saved)
    character_names = [CHARACTERS[chair.who].name for chair in saved.chairs if chair.who in CHARACTERS]
    key = ("text" if known.deal_number else "text_unknown") + ("" if character_names else "_persons")
    text = words(
        f"app.seating.replaces.{key}",
        game=words(f"{slug}.title"),
        n=known.deal_number,
        names=words.join_and(character_names),
    )
    choices = [
        DialogButton(
            words("app.seating.replaces.no"), lambda: context.go(ResumedTable(slug)), "play", words("app.key.enter")
        ),
        DialogButton(words("app.seating.replaces.yes"), give_up, "restart"),
    ]
    context.open(Dialog(context, words("app.seating.replaces.title"), [DialogParagraph(text)], choices, width=620))
