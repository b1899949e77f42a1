"""Base class of the screens that describe themselves as a tree."""

from collections.abc import Iterator

import pygame
from pygame import FRect

from scenes.render.theme import MUTED
from scenes.render.widgets import IconButton, PointerPos, TextField, Widget
from scenes.shell.context import Context
from scenes.shell.screen import MARGIN, SCROLL_KEYS, Screen
from scenes.ui import FirstThatFits, Row, Spacer, Text
from scenes.ui.tree import Root

HEADER_HEIGHT = 64.0
"""Height of a screen's header, logical pixels."""


class ComposedScreen(Screen):
    """A screen of one tree of nodes. ``compose`` is called after every change; focus, scrolling and typing persist."""

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self.root = Root()
        self.group = self.content = self.root

    # --- for the screens --------------------------------------------------------------------------------------------

    def compose(self) -> Widget:
        """Return a description of the whole screen as it is now."""
        raise NotImplementedError

    def refresh(self) -> None:
        """Describe the screen anew after a change."""
        self.pan.fit(self.renderer)
        self.root.describe(self.renderer, self.compose(), FRect(0, 0, self.renderer.width, self.renderer.height))
        for one in self.root.placed:
            if isinstance(one.node, TextField):
                one.node.on_rejected = self._explain_rejection
        self._reveal_focus()
        if self._pointer is not None:
            still = pygame.Event(pygame.MOUSEMOTION, pos=self._pointer, rel=(0, 0), buttons=(0, 0, 0))
            self.root.handle(still, self._pointer)

    def header(self, icon: str, title: str, button_name: str, *more: Widget | None) -> Row:
        """Return the screen's head: the back button, the title, and more nodes."""
        return Row(
            IconButton(icon, self.back, name=button_name).with_layout("back"),
            Text(title, "title").with_layout(shrink_order=3, margin=(18, 0, 0, 0)),
            *more,
            padding=(MARGIN, 20, 0, 0),
        ).with_layout(height=HEADER_HEIGHT)

    # --- what every composed screen does ----------------------------------------------------------------------------

    def lay_out(self) -> None:
        self.refresh()

    def update(self, elapsed_ms: float) -> bool:
        self.root.update(elapsed_ms)
        return super().update(elapsed_ms)

    def _icon_buttons(self) -> list[IconButton]:
        return [one.node for one in self.root.placed if isinstance(one.node, IconButton) and not one.scroll_views]

    def _handle(self, event: pygame.Event, pos: PointerPos) -> bool:
        if event.type == pygame.KEYDOWN and event.key in SCROLL_KEYS:
            return self.root.handle_page_key(event) or self.pan.handle_page_key(event)
        return super()._handle(event, pos)

    def text_areas(self) -> Iterator[FRect]:
        texts = (one for one in self.root.placed if not one.node.focusable and hasattr(one.node, "string"))
        yield from (self.to_window_rect(one.screen_area) for one in texts)


def header_hint(*texts: str) -> FirstThatFits:
    """Return the text beside the title: the first one that fits, or nothing."""
    hints = [Text(text, "body", MUTED).with_layout(margin=(27, 8, 3, 0)) for text in texts]
    return FirstThatFits(*hints, Spacer(0))
