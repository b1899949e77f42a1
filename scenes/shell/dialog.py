"""Dialogs: a panel with a title, text and buttons over a darkened screen."""

from collections.abc import Callable, Hashable, Sequence
from functools import partial
from typing import Any, NamedTuple

import pygame

from engine.characters import CHARACTERS
from engine.profile.match_summary import MatchSummary
from scenes.render.box_styles import FOCUS_MARGIN
from scenes.render.renderer import Renderer
from scenes.render.theme import BUTTON_HEIGHT, MUTED
from scenes.shell.context import Context
from scenes.shell.destinations import Action, ResumedTable
from scenes.shell.screen import MARGIN, Screen
from scenes.text.catalogue import Words
from scenes.text.notice_texts import notice_texts
from scenes.ui.boxes import Centered, Column, Row
from scenes.ui.node import LayoutConstraints
from scenes.ui.scroll_view import ScrollView
from scenes.ui.text import Text
from scenes.ui.widgets import Button, KeyCap, Panel, Widget

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
_STACK_GAP = 8.0
"""Minimum space between two stacked buttons, logical pixels."""
_PARAGRAPH_GAP = 14.0
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
    is_destructive: bool = False
    """Whether it deletes something, which isn't what the dialog is about."""


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
        self.first_focus_key: Hashable = self.buttons[0]
        """Key of the node with the initial focus; None for no focus."""
        count = len(self.buttons)
        stacked = 56.0 * count + 240 if count <= _MAX_ONE_COLUMN_BUTTONS else 56.0 * (1 + count // 2) + 106
        self.min_size = (_MIN_CANVAS_WIDTH, stacked if is_stacked else _MIN_CANVAS_HEIGHT)
        self._veil: pygame.Surface | None = None

    # --- widgets ----------------------------------------------------------------------------------------------------

    def compose(self) -> Widget:
        renderer, buttons, max_width = self.renderer, self.make_buttons(), self.renderer.width - 2 * MARGIN
        if not self.is_stacked:
            row_width = shorten_buttons(renderer, buttons, max_width - 2 * _PAD, _BUTTON_GAP) + 2 * _PAD
            if row_width <= max_width:
                row = Row(*buttons, gap=_BUTTON_GAP, is_reversed=True)
                return Centered(self._panel(min(max(self.width, row_width), max_width), row), padding=MARGIN)
        width, gap = min(self.width, max_width), renderer.row_gap(_STACK_GAP, BUTTON_HEIGHT)
        panel = self._panel(width, Column(*buttons, gap=gap))
        height = panel.desired_size(renderer, LayoutConstraints(width)).height
        if len(buttons) > _MAX_ONE_COLUMN_BUTTONS and height > renderer.height - 2 * MARGIN:
            width = min(max(width, _MIN_TWO_BUTTON_COLUMNS_WIDTH), max_width)
            panel = self._panel(width, self._two_columns(buttons, width - 2 * _PAD, gap))
        return Centered(panel, padding=MARGIN)

    def _panel(self, width: float, buttons: Widget) -> Widget:
        """Return a dialog's panel with its title, its content and the box of its buttons."""
        content = self.compose_content()
        edge = FOCUS_MARGIN if content else 0.0
        column = Column(*content, gap=_PARAGRAPH_GAP, padding=(FOCUS_MARGIN, edge, 20, edge))
        scroll = ScrollView(column, key="content", bar_overlaps=True)
        return Column(
            Text(self.title, "panel_title", wraps=True).with_layout(margin=(0, -2, 0, 16)),
            scroll.with_layout(grow=0, margin=(-FOCUS_MARGIN, -edge, -4, 14 if self.paragraphs else 4)),
            buttons,
            padding=_PAD,
            background=Panel(),
        ).with_layout(width=width)

    def compose_content(self) -> Sequence[Widget]:
        """Return the nodes below one another between title and buttons, which scroll if they are too high."""
        caps = [KeyCap(line.key_name) for line in self.paragraphs]
        widths = [cap.preferred_size(self.renderer)[0] for cap in caps]
        column_width = max(
            _MIN_GAMEPAD_COLUMN_WIDTH if self.renderer.gamepad_style else _MIN_KEY_COLUMN_WIDTH,
            max(widths, default=0.0) + _BUTTON_GAP,
        )
        nodes: list[Widget] = []
        for line, cap, width in zip(self.paragraphs, caps, widths, strict=True):
            if line.heading:
                heading = Text(line.heading, "strong_body", wraps=True)
                text = Text(line.text, "explanation", MUTED, wraps=True) if line.text else None
                nodes.append(Column(heading, text))
            elif line.key_name:
                cap.with_layout(margin=(0, 0, column_width - width, 0))
                text = Text(line.text, wraps=True).with_layout(margin=(0, 3, 0, -3))
                nodes.append(Row(cap, text, align="start").with_layout(margin=(0, 0, 0, -4)))
            else:
                nodes.append(Text(line.text, wraps=True))
        return nodes

    def make_buttons(self) -> list[Button]:
        """Return a dialog's buttons; each has its ``DialogButton`` as key."""
        return [
            Button(
                choice.current_label() if choice.current_label else choice.label,
                partial(self._choose, choice.action),
                kind="plain" if i else "primary",
                icon=choice.icon,
                key_hint=choice.key_hint,
            ).with_layout(choice, is_destructive=choice.is_destructive)
            for i, choice in enumerate(self.buttons)
        ]

    def _two_columns(self, buttons: Sequence[Button], width: float, gap: float) -> Widget:
        """Return the box of a dialog's buttons with the first one above two columns."""
        half = (width - _BUTTON_GAP) / 2
        first, *others = buttons
        if any(button.preferred_size(self.renderer)[0] > half for button in others):
            for button in others:
                button.style = "button_small"
        halves = [button.with_layout(grow=1, basis=0) for button in others]
        rows = [Row(*halves[i : i + 2], gap=_BUTTON_GAP) for i in range(0, len(halves), 2)]
        return Column(first, *rows, gap=gap)

    def refresh(self) -> None:
        super().refresh()
        if self.root.focus is None and self.first_focus_key is not None:
            self.root.set_focus(self.root.find(self.first_focus_key))

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


def shorten_buttons(renderer: Renderer, buttons: Sequence[Button], max_width: float, gap: float) -> float:
    """Remove the key hints, then the icons, of buttons whose row is wider than ``max_width``; return its width."""
    for left_out in ("key_hint", "icon", ""):
        row_width = sum(button.preferred_size(renderer)[0] for button in buttons) + gap * (len(buttons) - 1)
        if row_width > max_width and left_out:
            for button in buttons:
                setattr(button, left_out, "")
    return row_width


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
        DialogButton(words("app.seating.replaces.yes"), give_up, "restart", is_destructive=True),
    ]
    context.open(Dialog(context, words("app.seating.replaces.title"), [DialogParagraph(text)], choices, width=620))
