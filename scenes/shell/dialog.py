"""Dialogs: a panel with a title, text and buttons over a darkened screen."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, NamedTuple

import pygame
from pygame import FRect

from engine.people import CHARACTERS
from engine.profile.glimpse import Glimpse
from scenes.look.theme import CREAM, MUTED
from scenes.look.widgets import Button, KeyCap, Label, Panel, Scroll, Widget
from scenes.shell.context import Context
from scenes.shell.destinations import Action, Resume
from scenes.shell.screen import MARGIN, Screen
from scenes.text.notices import notice_texts
from scenes.text.words import Words

_STRIPS = 8
_VEIL = 150
"""Opacity of the veil over the screen below, 0 … 255."""
_PAD = 28.0
_KEY_COLUMN, _PAD_COLUMN = 120.0, 76.0
"""Least width of the names of keys, and of a gamepad's buttons."""
_LEAST_WIDTH, _LEAST_HEIGHT = 560.0, 330.0
_TWO_COLUMNS = 760.0
"""Width of a panel with two columns of buttons."""
_BESIDE = 12.0
"""Distance between two buttons of a row, and at least between a key's name and what it does."""
_FEW = 4
"""Buttons of which one column is lower than two."""


class Paragraph(NamedTuple):
    """A paragraph of a dialog, with an optional heading or the name of a key before it."""

    text: str
    heading: str = ""
    key: str = ""


class DialogButton(NamedTuple):
    """A button of a dialog; it closes the dialog, then calls its action."""

    label: str
    action: Action | None = None
    icon: str = ""
    hint: str = ""
    label_now: Callable[[], str] | None = None
    """Returns a label that depends on the device which is used; asked whenever the dialog is laid out."""


class Dialog(Screen):
    """A panel over the screen below.

    Args:
        context: the program.
        title: heading of the panel.
        lines: paragraphs of text.
        choices: the buttons; the first is the primary one, pressed by Enter.
        column: stack the buttons as in a menu; also done where a row has no room. Where a stack has no room either,
            the buttons below the first one lie in two columns.
        cancel: called on Esc, after closing.
        width: width of the panel, logical pixels.
    """

    opaque = False
    ground = ""

    def __init__(
        self,
        context: Context,
        title: str,
        lines: Sequence[Paragraph] = (),
        choices: Sequence[DialogButton] = (),
        *,
        column: bool = False,
        cancel: Action | None = None,
        width: float = 600.0,
    ) -> None:
        super().__init__(context)
        self.title = title
        self.lines = tuple(lines)
        self.choices = tuple(choices) or (DialogButton(context.words("app.button.close")),)
        self.column = column
        self.cancel = cancel
        self.width = width
        rows = _rows(len(self.choices), 2)
        stacked = 56.0 * rows + (106 if rows < len(self.choices) else 240)
        self.least = (_LEAST_WIDTH, stacked if column else _LEAST_HEIGHT)
        self._veil: pygame.Surface | None = None

    # --- widgets ----------------------------------------------------------------------------------------------------

    def build(self) -> None:
        look = self.look
        buttons, most = self._buttons(), look.width - 2 * MARGIN
        row = 0.0 if self.column else self._fitted(buttons, most)
        column = self.column or row > most
        wide = min(self.width if column else max(self.width, row), most)
        columns = int(column)
        text, text_height = self._text(wide - 2 * _PAD - 12)
        highest = look.height - 2 * MARGIN
        divides = column and _rows(len(buttons), 2) < len(buttons)
        if divides and self._high(wide, 1, text_height) > highest:
            wide, columns = min(max(wide, _TWO_COLUMNS), most), 2
            text, text_height = self._text(wide - 2 * _PAD - 12)
        inner = wide - 2 * _PAD
        title = Label(self.title, "panel_title", CREAM, wrap=inner)
        head = title.preferred(look)[1] + 14
        high = self._high(wide, columns, text_height)
        room = max(0.0, text_height - max(0.0, high - highest))
        high += room - text_height
        panel = Panel(FRect((look.width - wide) / 2, (look.height - high) / 2, wide, high))
        left, top = panel.rect.left + _PAD, panel.rect.top + _PAD
        title.place(look, left, top - 2)
        scroll = Scroll(FRect(left - 4, top + head, inner + 8, room), text_height, text)
        self.group.add(panel, title, scroll)
        self._place_buttons(buttons, panel.rect, columns)
        self.group.add(*buttons)
        if self.group.focus is None:
            self.group.set_focus(buttons[0])

    def _high(self, wide: float, columns: int, text_height: float) -> float:
        """Height of a panel of this width with a text of this height and so many columns of buttons; 0 for a row."""
        head = Label(self.title, "panel_title", CREAM, wrap=wide - 2 * _PAD).preferred(self.look)[1] + 14
        foot = _rows(len(self.choices), columns) * self._pitch - 8 if columns else 48.0
        return 2 * _PAD + head + text_height + foot + (16 if self.lines else 6)

    def _text(self, width: float) -> tuple[list[Widget], float]:
        """The labels of the text in the list's own coordinates, and their total height."""
        look = self.look
        widgets: list[Widget] = []
        y = 0.0
        keys = [KeyCap(line.key).preferred(look)[0] for line in self.lines if line.key]
        column = max(_PAD_COLUMN if look.pad else _KEY_COLUMN, max(keys, default=0.0) + _BESIDE)
        for line in self.lines:
            x = 4.0
            high = 0.0
            if line.key:
                chip = KeyCap(line.key)
                chip.place(look, x, y)
                widgets.append(chip)
                x += column
                high = chip.rect.height
            if line.heading:
                heading = Label(line.heading, "strong_body", CREAM, wrap=width - x)
                heading.place(look, x, y)
                widgets.append(heading)
                y += heading.rect.height
            if line.text:
                label = Label(line.text, "explanation" if line.heading else "body", _ink(line), wrap=width - x)
                label.place(look, x, y + (3 if line.key else 0))
                widgets.append(label)
                high = max(high, label.rect.height)
            y += high + (10 if line.key else 14)
        return widgets, max(0.0, y - 8)

    def _fitted(self, buttons: list[Button], most: float) -> float:
        """Panel width for the buttons in a row; where texts are large, key names and then icons are left out."""
        wide = _row_width(buttons)
        for left_out in ("hint", "icon"):
            if wide > most:
                for button in buttons:
                    setattr(button, left_out, "")
                    button.rect.size = button.preferred(self.look)
                wide = _row_width(buttons)
        return wide

    def _buttons(self) -> list[Button]:
        look = self.look
        buttons = []
        for i, choice in enumerate(self.choices):
            button = Button(
                choice.label_now() if choice.label_now else choice.label,
                partial(self._choose, choice.action),
                kind="plain" if i else "primary",
                icon=choice.icon,
                hint=choice.hint,
            )
            button.rect = FRect(0, 0, *button.preferred(look))
            buttons.append(button)
        return buttons

    @property
    def _pitch(self) -> float:
        """Distance from one button of a column to the next."""
        return max(56.0, self.look.reach)

    def _place_buttons(self, buttons: list[Button], panel: FRect, columns: int) -> None:
        """Place them in a row if there are no columns; else the first one above all columns."""
        if columns:
            inner = panel.width - 2 * _PAD
            width = (inner - (columns - 1) * _BESIDE) / columns
            if columns > 1 and any(button.preferred(self.look)[0] > width for button in buttons[1:]):
                for button in buttons[1:]:
                    button.style = "button_small"
            top = panel.bottom - _PAD - (_rows(len(buttons), columns) * self._pitch - 8)
            for i, button in enumerate(buttons):
                row, column = divmod(i + columns - 1, columns) if i else (0, 0)
                left = panel.left + _PAD + column * (width + _BESIDE)
                alone = not i or (column == 0 and button is buttons[-1])
                button.rect = FRect(left, top + row * self._pitch, inner if alone else width, 48)
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
        self._choose(self.choices[0].action)

    def back(self) -> None:
        self._choose(self.cancel)

    def draw(self, surface: pygame.Surface) -> None:
        wide, high = surface.get_size()
        if self._veil is None or self._veil.get_width() != wide:
            self._veil = pygame.Surface((wide, -(-high // _STRIPS)))  # one strip: all of it takes 33 MB at 3840x2160
            self._veil.set_alpha(_VEIL)
        for top in range(0, high, self._veil.get_height()):
            surface.blit(self._veil, (0, top))
        super().draw(surface)


def _row_width(buttons: Sequence[Button]) -> float:
    return sum(button.rect.width for button in buttons) + 12 * (len(buttons) - 1) + 2 * _PAD


def _rows(buttons: int, columns: int) -> int:
    """Number of rows of so many buttons in columns, the first button above all of them.

    >>> _rows(7, 1), _rows(7, 2), _rows(6, 2), _rows(3, 2)
    (7, 4, 4, 3)
    """
    return buttons if columns < 2 or buttons <= _FEW else 1 + -(-(buttons - 1) // columns)


def _ink(line: Paragraph) -> tuple[int, int, int]:
    return MUTED if line.heading else CREAM


def notices_dialog(context: Context) -> Dialog:
    """A dialog with the pending notices, which are cleared."""
    words = context.words
    texts = notice_texts(words, context.notices)
    context.notices.clear()
    return Dialog(
        context,
        words("app.notices.title"),
        [Paragraph(text) for text in texts],
        [DialogButton(words("app.notices.ok"), hint=words("app.key.enter"))],
        width=680,
    )


def confirm_dialog(
    context: Context, key: str, on_yes: Action, *, wary: bool = False, words: Words | None = None, **figures: Any
) -> Dialog:
    """A yes-or-no question with the texts ``key.title``, ``key.text``, ``key.yes`` and ``key.no``; Esc means no.

    Enter means yes, or no in a ``wary`` question, where yes destroys something. ``words`` name the
    seats, where figures are seats.
    """
    words = words or context.words
    choices = [DialogButton(words(f"{key}.yes"), on_yes), DialogButton(words(f"{key}.no"))]
    if wary:
        choices.reverse()
    choices[0] = choices[0]._replace(hint=words("app.key.enter"))
    return Dialog(context, words(f"{key}.title", figures), [Paragraph(words(f"{key}.text", figures))], choices)


def confirm_replacing(context: Context, slug: str, begin: Action) -> None:
    """Begin a match of a game. If one is saved, ask what becomes of it: by default it goes on.

    Its moves needn't be replayed for the question, which could take 0.5 s.
    """
    saves, words = context.saves, context.words.of_game(slug)
    saved = saves.unchecked(slug)
    if saved is None:
        begin()
        return

    def give_up() -> None:
        saves.of(slug)  # a match that is over after all is counted first
        begin()

    known = saves.glimpse(slug) or Glimpse.from_record(saved)
    company = [CHARACTERS[chair.who].name for chair in saved.chairs if chair.who in CHARACTERS]
    key = ("text" if known.deal else "text_unknown") + ("" if company else "_persons")
    text = words(f"app.seating.replaces.{key}", game=words(f"{slug}.title"), n=known.deal, names=words.joined(company))
    choices = [
        DialogButton(
            words("app.seating.replaces.no"), lambda: context.go(Resume(slug)), "play", words("app.key.enter")
        ),
        DialogButton(words("app.seating.replaces.yes"), give_up, "restart"),
    ]
    context.open(Dialog(context, words("app.seating.replaces.title"), [Paragraph(text)], choices, width=620))
