"""The base of all screens made of widgets: events, focus, Enter and Esc."""

from collections.abc import Iterator

import pygame
from pygame import FRect

from scenes.look import speeds
from scenes.look.keys import ENTER, MENU_KEY, is_confirm_key
from scenes.look.look import Look
from scenes.look.theme import CREAM, TEXT_STYLES, Colour, rgb
from scenes.look.widgets import Group, IconButton, Label, Pos, Scroll, TextField, Tooltip, Widget
from scenes.look.widgets.base import ACTIVATE, is_press
from scenes.shell.context import Context
from scenes.shell.pan import Pan
from scenes.shell.scene import Scene
from scenes.sound.cues import PRESSED

_SCROLL_KEYS = (pygame.K_PAGEUP, pygame.K_PAGEDOWN)
_TITLE_SHADE = rgb("#06210f")
MARGIN = 24.0


class Screen(Scene):
    """A scene whose widgets are in one group, rebuilt by ``build`` for every size and language.

    Tab and arrows move the focus, Enter presses the focused widget or else calls ``confirm``, which Ctrl+Enter does
    in any case. Esc and F10 call ``back``.
    """

    least = (1280.0, 720.0)
    ground = "room"
    """Background: ``room``, ``home``, ``felt``, ``curtain``, or empty for an overlay."""

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self.context = context
        self.group = Group()
        self.page = self.group
        """Container for widgets added by ``build``: ``group``, or a scrolling list in it."""
        self.pan = Pan()
        self.tip = Tooltip(speeds.TOOLTIP_DELAY)
        """Shows the name of an icon button under the pointer or the focus."""
        self._pointer: Pos = None

    # --- for the screens --------------------------------------------------------------------------------------------

    def build(self) -> None:
        """Create the widgets and add them to ``group`` in focus order."""

    def confirm(self) -> None:
        """Handle Enter when no widget has the keyboard focus."""

    def back(self) -> None:
        """Handle Esc."""

    def label(
        self, string: str, style: str, x: float, y: float, *, colour: Colour = CREAM, room: float | None = None
    ) -> Label:
        """Add a line of text at x, y, at most ``room`` wide, and return it."""
        label = Label(string, style, colour, max_width=room)
        label.place(self.look, x, y)
        self.page.add(label)
        return label

    def header(self, icon: str, title: str, *, name: str, room: float = 0.0) -> FRect:
        """Add the back button at the upper left and the title, at most ``room`` wide; returns the title's area."""
        home = IconButton(icon, self.back, name=name)
        home.place(self.look, MARGIN, 20)
        room = room or max(self.look.width - 500, self.look.width / 2 - 60)
        label = self.label(title, "title", 86, 42, room=room)
        label.rect.centery = 42
        self.group.add(home)
        return label.rect

    @property
    def calm(self) -> bool:
        return self.opaque

    # --- what every screen does -------------------------------------------------------------------------------------

    def lay_out(self) -> None:
        old = self.group
        focus = old.focus
        place = old.order().index(focus) if focus is not None else -1
        offsets = [child.offset for child in _scrolls(old)]
        self.group = self.page = Group()
        self.group.keyboard = old.keyboard
        self.pan.fit(self.look)
        self.group.set_reach(self.look.reach)
        self.build()
        for scroll, offset in zip(_scrolls(self.group), offsets, strict=False):
            scroll.scroll(offset)
        order = self.group.order()
        if 0 <= place < len(order):
            self.group.set_focus(order[place])
        self._reveal()
        if self._pointer is not None:
            still = pygame.Event(pygame.MOUSEMOTION, pos=self._pointer, rel=(0, 0), buttons=(0, 0, 0))
            self.group.handle(still, self._pointer)

    def handle(self, event: pygame.Event, pos: Pos) -> bool:
        if event.type == pygame.MOUSEWHEEL:
            at = self._pointer if pos is None else self.pan.inside(pos)
            return self.group.handle(event, at) or self.pan.wheel(event)
        if pos is not None:
            if self.pan.drag(event, pos):
                return True
            pos = self.pan.inside(pos)
            self._pointer = pos
        if event.type == pygame.WINDOWLEAVE:
            self._pointer = None
        used = self._handle(event, pos)
        if event.type == pygame.KEYDOWN and self.context.is_top(self):
            self._reveal()
        if event.type == pygame.MOUSEBUTTONDOWN and not used and pos is not None:
            self.pan.grab(event, pos)
        return used

    def scrolls_at(self, pos: Pos) -> bool:
        if pos is None:
            return False
        scrolls = any(self.pan.furthest) or self.group.scrolls_at(self.pan.inside(pos))
        return scrolls and not self.drags_at(pos)

    def drags_at(self, pos: Pos) -> bool:
        return pos is not None and self.group.starts_drag(self.pan.inside(pos))

    def explain(self, pos: Pos) -> bool:
        return self.tip.show_now(self._named())

    def _named(self) -> list[IconButton]:
        return [one for one in self.group.children if isinstance(one, IconButton)]

    def _reveal(self) -> None:
        """Pan to the focused widget where the window shows only a part of the screen."""
        if self.group.keyboard and self.group.focus is not None:
            x, y = next((x, y) for widget, x, y in self.group.places() if widget is self.group.focus)
            self.pan.reveal(x, y, *self.group.focus.rect.size)

    def _handle(self, event: pygame.Event, pos: Pos) -> bool:
        if event.type == pygame.MOUSEBUTTONDOWN:
            if is_press(event):
                self._play_press(self.group.at(pos))
            used = self.group.handle(event, pos)
            return self._stop_writing() or used
        if event.type != pygame.KEYDOWN:
            return self.group.handle(event, pos)
        if event.key in ENTER and not self._writing() and (is_confirm_key(event) or not self.group.keyboard):
            self.context.sound.play(PRESSED)
            self.confirm()
            return True
        if event.key in _SCROLL_KEYS:
            scrolled = [scroll.handle(event, None) for scroll in _scrolls(self.group)]
            return any(scrolled) or self.pan.page(event)
        if event.key in ACTIVATE and not self._writing():
            self._play_press(self.group.focus)
        if self.group.handle(event, pos):
            return True
        if event.key in (pygame.K_ESCAPE, MENU_KEY):
            self.context.sound.play(PRESSED)
            self.back()
            return True
        return False

    def _play_press(self, pressed: Widget | None) -> None:
        """Play the sound of a press on a widget that can be used."""
        if pressed is not None and pressed.focusable:
            self.context.sound.play(PRESSED)

    def _stop_writing(self) -> bool:
        """End typing after a press elsewhere, even where another widget used it."""
        left = [w for w in self.group.order() if isinstance(w, TextField) and w.editing and w is not self.group.focus]
        for field in left:
            field.editing = False
        return bool(left)

    def _writing(self) -> bool:
        focus = self.group.focus
        return isinstance(focus, TextField) and focus.editing

    @property
    def writing(self) -> FRect | None:
        focus = self.group.focus
        if not isinstance(focus, TextField) or not focus.editing:
            return None
        x, y = next((x, y) for widget, x, y in self.group.places() if widget is focus)
        scale, (wide, high) = self.look.scale, focus.rect.size
        left, top = x - wide / 2 - self.pan.x, y - high / 2 - self.pan.y
        return FRect(left * scale, top * scale, wide * scale, high * scale)

    def update(self, dt: float) -> bool:
        """Advance by dt milliseconds."""
        if not self.context.is_top(self):
            return False
        return self.tip.update(dt, self._named())

    @property
    def due(self) -> float:
        return 0.0 if self.animating else self.tip.due

    def draw(self, surface: pygame.Surface) -> None:
        look = self.look
        if self.ground:
            grounds = {
                "room": look.room_background,
                "home": look.home_background,
                "felt": look.felt_background,
                "curtain": look.curtain_background,
            }
            surface.blit(grounds[self.ground](), (0, 0))
        with look.shifted(-self.pan.x, -self.pan.y):
            self.group.draw(look, surface)
            if self.context.is_top(self):
                self.tip.draw(look, surface)
        self.pan.draw(look, surface)

    def controls(self) -> Iterator[FRect]:
        yield from map(self.in_window, self.group.controls())

    def texts(self) -> Iterator[FRect]:
        labels = (child for child in self.group.children if not child.focusable and hasattr(child, "string"))
        yield from (self.in_window(label.rect) for label in labels)

    def in_window(self, area: FRect) -> FRect:
        """An area of the group in pixels of the window."""
        scale, here = self.look.scale, area.move(-self.pan.x, -self.pan.y)
        return FRect(here.x * scale, here.y * scale, here.width * scale, here.height * scale)

    def focus_on(self, widget: Widget) -> None:
        """Give a widget the keyboard's focus and bring it into view."""
        self.group.keyboard = True
        self.group.set_focus(widget)
        self._reveal()

    def lose_focus(self) -> None:
        self.pan.let_go()
        self.group.handle(pygame.Event(pygame.WINDOWFOCUSLOST), None)


class Title(Widget):
    """Large text on felt with a shadow: the program's name, or who won."""

    def __init__(self, string: str, style: str, colour: Colour, max_width: float) -> None:
        super().__init__()
        self.string = string
        self.style = style
        self.colour = colour
        self.max_width = max_width

    def preferred(self, look: Look) -> tuple[float, float]:
        width = min(self.max_width, look.text_width(self.string, self.style))
        return width, look.text_height(self.style)

    def draw(self, look: Look, target: pygame.Surface) -> None:
        by = TEXT_STYLES[self.style].size / TEXT_STYLES["wordmark"].size
        shade = look.text_shade(self.string, self.style, 14 * by, max_width=self.max_width)
        line = look.text(self.string, self.style, self.colour, max_width=self.max_width)
        middle = self.rect.left + line.get_width() / look.scale / 2
        look.blit(target, shade, middle, self.rect.top + line.get_height() / look.scale / 2 + 6 * by, "center")
        for colour, down in ((_TITLE_SHADE, 3 * by), (self.colour, 0.0)):
            line = look.text(self.string, self.style, colour, max_width=self.max_width)
            look.blit(target, line, self.rect.left, self.rect.top + down)


def _scrolls(group: Group) -> list[Scroll]:
    return [child for child in group.children if isinstance(child, Scroll)]
