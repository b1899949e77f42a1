"""Base class of all screens made of widgets: layout, events, focus, Enter and Esc."""

import math
from collections.abc import Iterator

import pygame
from pygame import FRect

from scenes.render import timing
from scenes.render.key_events import ENTER_KEYS, MENU_KEY, is_command_enter
from scenes.render.renderer import Renderer
from scenes.render.text_editor import Rejection
from scenes.render.theme import CREAM, TEXT_STYLES, TITLE_SHADOW, Colour
from scenes.render.widgets import Group, IconButton, Label, PointerPos, Scroll, TextField, Tooltip, Widget
from scenes.render.widgets.base import ACTIVATE_KEYS, is_press
from scenes.render.widgets.node import LayoutConstraints, Size
from scenes.shell.context import Context
from scenes.shell.pan import Pan
from scenes.shell.scene import Scene
from scenes.sound.cues import BUTTON_CUE

SCROLL_KEYS = (pygame.K_PAGEUP, pygame.K_PAGEDOWN)
MARGIN = 24.0


class Screen(Scene):
    """Screen: a scene with one group of widgets, created anew by ``build`` for every size and language.

    Tab and arrows move the focus. Enter presses the focused widget, or calls ``confirm`` if there is none. Ctrl+Enter
    always calls ``confirm``; Esc and F10 call ``back``.
    """

    min_size = (1280.0, 720.0)
    background = "room"
    """Background: ``room``, ``home``, ``felt``, ``curtain``, or empty for an overlay."""

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self.context = context
        self.group = Group()
        self.content = self.group
        """Container for the widgets added by ``build``: ``group``, or a scrolling list in it."""
        self.pan = Pan()
        self.tooltip = Tooltip(timing.TOOLTIP_DELAY_MS)
        """Shows the name of an icon button under the pointer or the focus."""
        self._pointer: PointerPos = None
        self._shaking_field: TextField | None = None
        """Text field that shakes after a rejected edit; None once it rests."""

    # --- for the screens --------------------------------------------------------------------------------------------

    def build(self) -> None:
        """Create the screen's widgets and add them to ``group`` in focus order."""

    def confirm(self) -> None:
        """Handle Enter when no widget of the screen has the keyboard focus."""

    def back(self) -> None:
        """Handle Esc on the screen."""

    def add_label(
        self, string: str, style: str, x: float, y: float, *, colour: Colour = CREAM, max_width: float | None = None
    ) -> Label:
        """Add and return a label with a line of text at x, y, at most ``max_width`` wide."""
        label = Label(string, style, colour, max_width=max_width)
        label.place_at(self.renderer, x, y)
        self.content.add(label)
        return label

    def add_header(self, icon: str, title: str, *, button_name: str, max_width: float = 0.0) -> FRect:
        """Add the screen's back button and title at the upper left, at most ``max_width`` wide; return the title's
        area.
        """
        home = IconButton(icon, self.back, name=button_name)
        home.place_at(self.renderer, MARGIN, 20)
        max_width = max_width or max(self.renderer.width - 500, self.renderer.width / 2 - 60)
        label = self.add_label(title, "title", 86, 42, max_width=max_width)
        label.rect.centery = 42
        self.group.add(home)
        return label.rect

    @property
    def allows_notices_dialog(self) -> bool:
        return self.is_opaque

    # --- what every screen does -------------------------------------------------------------------------------------

    def lay_out(self) -> None:
        old = self.group
        focus = old.focus
        focus_index = old.focus_order().index(focus) if focus is not None else -1
        edited = self._edited_field
        edited_index = _text_fields(old).index(edited) if edited is not None else -1
        offsets = [child.offset for child in _direct_scroll_lists(old)]
        self.group = self.content = Group()
        self.group.keyboard_used_last = old.keyboard_used_last
        self.pan.fit(self.renderer)
        self.group.set_min_target_size(self.renderer.min_target_size)
        self.build()
        for scroll, offset in zip(_direct_scroll_lists(self.group), offsets, strict=False):
            scroll.scroll(offset)
        order = self.group.focus_order()
        if 0 <= focus_index < len(order):
            self.group.set_focus(order[focus_index])
        self._connect_text_fields(edited, edited_index)
        self._reveal_focus()
        if self._pointer is not None:
            still = pygame.Event(pygame.MOUSEMOTION, pos=self._pointer, rel=(0, 0), buttons=(0, 0, 0))
            self.group.handle(still, self._pointer)

    def _connect_text_fields(self, edited: TextField | None, edited_index: int) -> None:
        """Continue editing in the field that replaces the edited one, and make all fields explain rejected edits."""
        fields = _text_fields(self.group)
        for field in fields:
            field.on_rejected = self._explain_rejection
        if edited is not None and edited_index < len(fields):
            fields[edited_index].continue_editing(edited)
            self.group.set_focus(fields[edited_index])

    def handle(self, event: pygame.Event, pos: PointerPos) -> bool:
        if event.type == pygame.MOUSEWHEEL:
            at = self._pointer if pos is None else self.pan.to_canvas_pos(pos)
            return self.group.handle(event, at) or self.pan.handle_wheel(event)
        if pos is not None:
            if self.pan.move_drag(event, pos):
                return True
            pos = self.pan.to_canvas_pos(pos)
            self._pointer = pos
        if event.type == pygame.WINDOWLEAVE:
            self._pointer = None
        used = self._handle(event, pos)
        if event.type == pygame.KEYDOWN and self.context.is_top(self):
            self._reveal_focus()
        if event.type == pygame.MOUSEBUTTONDOWN and not used and pos is not None:
            self.pan.start_drag(event, pos)
        return used

    def can_scroll_at(self, pos: PointerPos) -> bool:
        if pos is None:
            return False
        scrolls = any(self.pan.max_offset) or self.group.can_scroll_at(self.pan.to_canvas_pos(pos))
        return scrolls and not self.can_drag_at(pos)

    def can_drag_at(self, pos: PointerPos) -> bool:
        return pos is not None and self.group.starts_drag(self.pan.to_canvas_pos(pos))

    def show_tooltip_at(self, pos: PointerPos) -> bool:
        return self.tooltip.show_beside_finger(self._icon_buttons())

    def _icon_buttons(self) -> list[IconButton]:
        return [one for one in self.group.children if isinstance(one, IconButton)]

    def _reveal_focus(self) -> None:
        """Pan to the focused widget if the screen is larger than the window."""
        if self.group.keyboard_used_last and self.group.focus is not None:
            x, y = next((x, y) for widget, x, y in self.group.focusable_centres() if widget is self.group.focus)
            self.pan.reveal(x, y, *self.group.focus.rect.size)

    def _handle(self, event: pygame.Event, pos: PointerPos) -> bool:
        if is_press(event):
            pressed = self.group.focusable_widget_at(pos)
            if pressed is not self._edited_field:
                self._play_press_sound(pressed)
        if event.type != pygame.KEYDOWN:
            return self.group.handle(event, pos)
        if (
            event.key in ENTER_KEYS
            and self._edited_field is None
            and (is_command_enter(event) or not self.group.keyboard_used_last)
        ):
            self.context.sound.play(BUTTON_CUE)
            self.confirm()
            return True
        if event.key in SCROLL_KEYS:
            scrolled = [scroll.handle(event, None) for scroll in _direct_scroll_lists(self.group)]
            return any(scrolled) or self.pan.handle_page_key(event)
        if event.key in ACTIVATE_KEYS and self._edited_field is None:
            self._play_press_sound(self.group.focus)
        if self.group.handle(event, pos):
            return True
        if event.key in (pygame.K_ESCAPE, MENU_KEY):
            self.context.sound.play(BUTTON_CUE)
            self.back()
            return True
        return False

    def _play_press_sound(self, pressed: Widget | None) -> None:
        """Play the sound of a press on an enabled widget."""
        if pressed is not None and pressed.focusable:
            self.context.sound.play(BUTTON_CUE)

    @property
    def _edited_field(self) -> TextField | None:
        focus = self.group.focus
        return focus if isinstance(focus, TextField) and focus.is_editing else None

    @property
    def typing_area(self) -> FRect | None:
        field = self._edited_field
        if field is None:
            return None
        x, y = next((x, y) for widget, x, y in self.group.focusable_centres() if widget is field)
        return self.to_window_rect(field.caret_area(self.renderer).move(x - field.rect.centerx, y - field.rect.centery))

    def _explain_rejection(self, field: TextField, rejection: Rejection) -> None:
        """Shake a text field after a rejected edit, and say why it was rejected."""
        if not self.context.settings.reduced_motion:
            field.line.shake()
            self._shaking_field = field
        self.context.show_toast(f"app.field.{rejection.reason}", "info", n=field.editor.max_length, char=rejection.char)

    def update(self, elapsed_ms: float) -> bool:
        shakes = self._shaking_field is not None and self._shaking_field.line.update(elapsed_ms)
        if not shakes:
            self._shaking_field = None
        if not self.context.is_top(self):
            return shakes
        return self.tooltip.update(elapsed_ms, self._icon_buttons()) or shakes

    @property
    def next_update_ms(self) -> float:
        return 0.0 if self.is_animating else self.tooltip.next_update_ms

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
            self.group.draw(renderer, surface)
            if self.context.is_top(self):
                self.tooltip.draw(renderer, surface)
        self.pan.draw_scroll_bars(renderer, surface)

    def control_areas(self) -> Iterator[FRect]:
        yield from map(self.to_window_rect, self.group.control_areas())

    def text_areas(self) -> Iterator[FRect]:
        labels = (child for child in self.group.children if not child.focusable and hasattr(child, "string"))
        yield from (self.to_window_rect(label.rect) for label in labels)

    def to_window_rect(self, area: FRect) -> FRect:
        """Convert an area of the screen's widget group to window pixels."""
        scale, here = self.renderer.scale, area.move(-self.pan.x, -self.pan.y)
        return FRect(here.x * scale, here.y * scale, here.width * scale, here.height * scale)

    def focus_widget(self, widget: Widget) -> None:
        """Give a widget the keyboard focus and scroll it into view."""
        self.group.keyboard_used_last = True
        self.group.set_focus(widget)
        self._reveal_focus()

    def on_leave(self) -> None:
        self.group.set_focus(None)

    def on_focus_lost(self) -> None:
        self.pan.end_drag()
        self.group.handle(pygame.Event(pygame.WINDOWFOCUSLOST), None)


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

    def draw(self, renderer: Renderer, target: pygame.Surface) -> None:
        by = TEXT_STYLES[self.style].size / TEXT_STYLES["wordmark"].size
        shade = renderer.text_shadow(self.string, self.style, 14 * by, max_width=self.max_width)
        line = renderer.text(self.string, self.style, self.colour, max_width=self.max_width)
        middle = self.rect.left + line.get_width() / renderer.scale / 2
        renderer.blit(target, shade, middle, self.rect.top + line.get_height() / renderer.scale / 2 + 6 * by, "center")
        for colour, down in ((TITLE_SHADOW, 3 * by), (self.colour, 0.0)):
            line = renderer.text(self.string, self.style, colour, max_width=self.max_width)
            renderer.blit(target, line, self.rect.left, self.rect.top + down)


def _text_fields(group: Group) -> list[TextField]:
    return [widget for widget in group.focus_order() if isinstance(widget, TextField)]


def _direct_scroll_lists(group: Group) -> list[Scroll]:
    return [child for child in group.children if isinstance(child, Scroll)]
