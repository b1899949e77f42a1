"""Base class of all screens made of widgets: layout, events, focus, Enter and Esc."""

import math
from collections.abc import Iterator
from functools import partial

import pygame
from pygame import FRect

from scenes.render import timing
from scenes.render.renderer import Renderer
from scenes.render.space import ScenePos, TreePos
from scenes.render.theme import MUTED, TEXT_STYLES, TITLE_SHADOW, Colour
from scenes.shell.context import Context
from scenes.shell.pan import Pan
from scenes.shell.scene import Scene
from scenes.sound.cues import BUTTON_CUE
from scenes.ui.accessible_elements import AccessibleElement, text_element
from scenes.ui.accessible_nodes import NodeActions, accessible_nodes
from scenes.ui.boxes import FirstThatFits, Row, Spacer
from scenes.ui.key_events import ENTER_KEYS, MENU_KEY, is_command_enter
from scenes.ui.node import LayoutConstraints, Size
from scenes.ui.text import Text
from scenes.ui.text_editor import Rejection
from scenes.ui.timeline import Tween
from scenes.ui.tree import Root
from scenes.ui.widget import ACTIVATE_KEYS, is_press
from scenes.ui.widgets import IconButton, TextField, Widget

_SCROLL_KEYS = (pygame.K_PAGEUP, pygame.K_PAGEDOWN)
MARGIN = 24.0
HEADER_HEIGHT = 64.0
"""Height of a screen's header, logical pixels."""


class Screen(Scene):
    """Screen: a scene of one tree of nodes. ``compose`` is called after every change; focus, scrolling and typing
    persist.

    Tab and arrows move the focus. Enter presses the focused widget, or calls ``confirm`` if there is none. Ctrl+Enter
    always calls ``confirm``; Esc and F10 call ``back``.
    """

    min_size = (1280.0, 720.0)
    background = "room"
    """Background: ``room``, ``home``, ``felt``, ``curtain``, or empty for an overlay."""

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self.context = context
        self._follow_settings()
        self.root = Root(self.timeline)
        self.pan = Pan()
        self._shown_state: object = None
        """Value of ``external_state`` when the screen was described."""

    # --- for the screens --------------------------------------------------------------------------------------------

    def compose(self) -> Widget:
        """Return a description of the whole screen as it is now."""
        raise NotImplementedError

    def external_state(self) -> object:
        """Return the state that the screen shows and that changes without input: the screen is then described anew."""
        return None

    def poll(self) -> bool:
        """Look for results of work outside the screen, in every frame; return whether the picture changed."""
        if self.external_state() == self._shown_state:
            return False
        self.refresh()
        return True

    def refresh(self) -> None:
        """Describe the screen anew after a change."""
        self._shown_state = self.external_state()
        self.pan.fit(self.renderer)
        self.root.describe(self.renderer, self.compose(), FRect(0, 0, self.renderer.width, self.renderer.height))
        for one in self.root.placed:
            if isinstance(one.node, TextField):
                one.node.on_rejected = self._explain_rejection
        self._reveal_focus()

    def header(self, icon: str, title: str, button_name: str, *more: Widget | None) -> Row:
        """Return the screen's head: the back button, the title, and more nodes."""
        titles = (Text(title, style) for style in ("title", "panel_title", "tag"))
        return Row(
            IconButton(icon, self.back, name=button_name).with_layout("back"),
            FirstThatFits(*titles).with_layout(shrink_order=3, margin=(18, 0, 0, 0)),
            *more,
            padding=(MARGIN, 20, 0, 0),
        ).with_layout(height=HEADER_HEIGHT)

    def confirm(self) -> None:
        """Handle Enter when no widget of the screen has the keyboard focus."""

    def back(self) -> None:
        """Handle Esc on the screen."""

    @property
    def allows_notices_dialog(self) -> bool:
        return self.is_opaque

    # --- what every screen does -------------------------------------------------------------------------------------

    def lay_out(self) -> None:
        self._follow_settings()
        self.refresh()

    def _follow_settings(self) -> None:
        self.timeline.speed, self.timeline.reduces_motion = self.context.speed, self.context.settings.reduced_motion

    def handle(self, event: pygame.Event, pos: ScenePos) -> bool:
        at = None if pos is None else self.pan.to_canvas_pos(pos)
        if event.type == pygame.MOUSEWHEEL:
            return self.root.handle(event, at) or self.pan.handle_wheel(event)
        if pos is not None and self.pan.move_drag(event, pos):
            return True
        used = self._handle(event, at)
        if event.type == pygame.KEYDOWN and self.context.is_top(self):
            self._reveal_focus()
        if event.type == pygame.MOUSEBUTTONDOWN and not used and at is not None:
            self.pan.start_drag(event, at)
        return used

    def can_scroll_at(self, pos: ScenePos) -> bool:
        if pos is None:
            return False
        scrolls = any(self.pan.max_offset) or self.root.can_scroll_at(self.pan.to_canvas_pos(pos))
        return scrolls and not self.can_drag_at(pos)

    def can_drag_at(self, pos: ScenePos) -> bool:
        return pos is not None and self.root.starts_drag(self.pan.to_canvas_pos(pos))

    def show_tooltip_at(self, pos: ScenePos) -> bool:
        return self.root.show_tooltip_beside_finger()

    def _reveal_focus(self) -> None:
        """Pan to the focused widget if the screen is larger than the window."""
        if self.root.keyboard_used_last and self.root.focus is not None:
            x, y = next((x, y) for widget, x, y in self.root.focusable_centres() if widget is self.root.focus)
            self.pan.reveal(x, y, *self.root.focus.rect.size)

    def _handle(self, event: pygame.Event, pos: TreePos) -> bool:
        if is_press(event):
            pressed = self.root.pressable_at(pos)
            if pressed is not self._edited_field:
                self._play_press_sound(pressed)
        if event.type != pygame.KEYDOWN:
            return self.root.handle(event, pos)
        if (
            event.key in ENTER_KEYS
            and self._edited_field is None
            and (is_command_enter(event) or not self.root.keyboard_used_last)
        ):
            self.context.sound.play(BUTTON_CUE)
            self.confirm()
            return True
        if event.key in _SCROLL_KEYS:
            return self.root.handle_page_key(event) or self.pan.handle_page_key(event)
        if event.key in ACTIVATE_KEYS and self._edited_field is None:
            self._play_press_sound(self.root.focus)
        if self.root.handle(event, pos):
            return True
        if event.key in (pygame.K_ESCAPE, MENU_KEY):
            self.context.sound.play(BUTTON_CUE)
            self.back()
            return True
        return False

    def _play_press_sound(self, pressed: Widget | None) -> None:
        """Play the sound of a press on an enabled widget, unless the press is ignored."""
        if pressed is not None and pressed.focusable and not self.root.is_guarded(pressed):
            self.context.sound.play(BUTTON_CUE)

    @property
    def _edited_field(self) -> TextField | None:
        focus = self.root.focus
        return focus if isinstance(focus, TextField) and focus.is_editing else None

    @property
    def typing_area(self) -> FRect | None:
        field = self._edited_field
        if field is None:
            return None
        x, y = next((x, y) for widget, x, y in self.root.focusable_centres() if widget is field)
        return self.to_window_rect(field.caret_area(self.renderer).move(x - field.rect.centerx, y - field.rect.centery))

    def _explain_rejection(self, field: TextField, rejection: Rejection) -> None:
        """Shake a text field after a rejected edit, and say why it was rejected."""
        self.timeline.start(field.line, Tween(timing.SHAKE_MS, follows_speed=False))
        field.line.get_shake_progress = partial(self.timeline.progress, field.line)
        self.context.show_toast(f"app.field.{rejection.reason}", "info", n=field.editor.max_length, char=rejection.char)

    def update(self, elapsed_ms: float) -> bool:
        changed = super().update(elapsed_ms)
        if self.context.is_top(self):
            changed |= self.root.follow_tooltip()
        return self.poll() or changed

    @property
    def is_animating(self) -> bool:
        return self.timeline.is_moving

    @property
    def next_update_ms(self) -> float:
        return 0.0 if self.is_animating else self.timeline.next_update_ms

    def draw(self, surface: pygame.Surface) -> None:
        renderer = self.renderer
        if self.background:
            grounds = {
                "room": renderer.wood_background,
                "home": renderer.home_background,
                "felt": renderer.felt_background,
                "curtain": renderer.curtain_background,
            }
            surface.blit(grounds[self.background](), (0, 0))
        with renderer.shift(-self.pan.x, -self.pan.y):
            self.root.draw(renderer, surface)
            if self.context.is_top(self):
                self.root.draw_tooltip(renderer, surface)
        self.pan.draw_scroll_bars(renderer, surface)

    def accessible_elements(self) -> list[AccessibleElement]:
        actions = NodeActions(self.focus_widget, self._press_widget, self.to_window_rect)
        return list(accessible_nodes(self.root, actions))

    def _press_widget(self, widget: Widget) -> None:
        self.focus_widget(widget)
        if self.root.focus is widget:
            self.handle(pygame.Event(pygame.KEYDOWN, key=pygame.K_RETURN, mod=0, unicode="", scancode=0), None)

    def control_areas(self) -> Iterator[FRect]:
        yield from map(self.to_window_rect, self.root.control_areas())

    def text_areas(self) -> Iterator[FRect]:
        texts = (one for one in self.root.placed if not one.node.focusable and hasattr(one.node, "string"))
        yield from (self.to_window_rect(one.screen_area) for one in texts)

    def to_window_rect(self, area: FRect) -> FRect:
        """Convert an area of the screen's widget group to window pixels."""
        return self.renderer.window_frame.to_outer_area(area.move(-self.pan.x, -self.pan.y))

    def focus_widget(self, widget: Widget) -> None:
        """Give a widget the keyboard focus and scroll it into view, unless it has gone."""
        if widget not in self.root.focus_order():
            return
        self.root.keyboard_used_last = True
        self.root.set_focus(widget)
        self._reveal_focus()

    def on_leave(self) -> None:
        self.root.set_focus(None)

    def on_focus_lost(self) -> None:
        self.pan.end_drag()
        self.root.handle(pygame.Event(pygame.WINDOWFOCUSLOST), None)


class ShadowedText(Widget):
    """Large text on felt with a shadow, such as the application's name or the winner."""

    def __init__(self, string: str, style: str, colour: Colour, max_width: float = math.inf) -> None:
        super().__init__()
        self.string = string
        self.style = style
        self.colour = colour
        self.max_width = max_width

    def preferred_size(self, renderer: Renderer) -> tuple[float, float]:
        width = min(self.max_width, renderer.text_width(self.string, self.style))
        return width, renderer.text_surface_height(self.style)

    def measure(self, renderer: Renderer, constraints: LayoutConstraints) -> Size:
        width, height = self.preferred_size(renderer)
        return Size(min(width, constraints.max_width), height)

    def arrange(self, renderer: Renderer, rect: FRect) -> None:
        super().arrange(renderer, rect)
        self.max_width = rect.width + 1

    def as_accessible(self) -> AccessibleElement | None:
        return text_element(self.string, style=self.style)

    def draw(self, renderer: Renderer, target: pygame.Surface) -> None:
        by = TEXT_STYLES[self.style].size / TEXT_STYLES["wordmark"].size
        shade = renderer.text_shadow(self.string, self.style, 14 * by, max_width=self.max_width)
        line = renderer.text(self.string, self.style, self.colour, max_width=self.max_width)
        middle = self.rect.left + renderer.width_of(line) / 2
        renderer.blit(target, shade, middle, self.rect.top + renderer.height_of(line) / 2 + 6 * by, "center")
        for colour, down in ((TITLE_SHADOW, 3 * by), (self.colour, 0.0)):
            line = renderer.text(self.string, self.style, colour, max_width=self.max_width)
            renderer.blit(target, line, self.rect.left, self.rect.top + down)


def header_hint(*texts: str) -> FirstThatFits:
    """Return the text beside the title: the first one that fits, or nothing."""
    hints = [Text(text, "body", MUTED).with_layout(margin=(27, 8, 3, 0)) for text in texts]
    return FirstThatFits(*hints, Spacer(0))
