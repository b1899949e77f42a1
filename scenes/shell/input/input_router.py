"""Routes events of the window and the input devices to the scenes."""

from collections.abc import Callable, Sequence
from dataclasses import replace

import pygame

from scenes.render.renderer import Renderer
from scenes.render.space import ScenePos
from scenes.shell.accessibility.screen_reader_link import ScreenReaderLink
from scenes.shell.context import Context
from scenes.shell.drop import handle_drop
from scenes.shell.input.gamepad import Gamepads
from scenes.shell.input.touch import TouchInput
from scenes.shell.scene import Scene
from scenes.shell.screen import Screen
from scenes.shell.window.window import HIDING_EVENTS, PLACING_EVENTS, PLAYER_EVENTS, RESIZING_EVENTS, SHOWING_EVENTS
from scenes.ui.key_events import is_full_screen_key, plain_key, translate_keys


class InputRouter:
    """Routes each event to the window, the toast or the top scene, and tells them the player's input device.

    Args:
        context: the application.
        screen_reader: handles its own events first.
        show_pointer: shows or hides the mouse pointer.
    """

    def __init__(
        self, context: Context, screen_reader: ScreenReaderLink, show_pointer: Callable[[bool], object]
    ) -> None:
        self._context = context
        self._screen_reader = screen_reader
        self.gamepads = Gamepads(show_pointer)
        self.touch = TouchInput(
            self._top_or_none, self._logical_pos, show_pointer, lambda: context.settings.reduced_motion
        )
        self.had_events = False
        """Whether the last step had any events."""

    def route(self, elapsed_ms: float, events: Sequence[pygame.Event]) -> None:
        """Handle the events of one step, and the ``elapsed_ms`` milliseconds that held keys and fingers lasted."""
        top, window = self._top_or_none(), self._context.window
        ends_typing = top is not None and top.typing_area is not None and top.gamepad_ends_typing
        events = self.gamepads.to_key_events(translate_keys(events), elapsed_ms, is_typing=ends_typing)
        self.had_events = bool(events)
        self._update_gamepad_hints()
        for event in self.touch.to_pointer_events(elapsed_ms, events):
            self._route_event(event)
        window.is_outdated |= self.touch.scene_changed
        self._update_touch_hints()

    def _top_or_none(self) -> Scene | None:
        return self._context.top if self._context.scene_stack else None

    def _logical_pos(self, event: pygame.Event, renderer: Renderer) -> ScenePos:
        """Return an event's position in the renderer's logical pixels; None for an event without one."""
        place = self._context.window.event_pixel(event)
        return None if place is None else renderer.window_frame.to_local(place)

    # --- events -----------------------------------------------------------------------------------------------------

    def _route_event(self, event: pygame.Event) -> None:
        context = self._context
        if self._screen_reader.handle(event):
            context.window.is_outdated = True
            return
        if event.type in PLAYER_EVENTS:
            context.sound.expect_sound()
        if event.type in HIDING_EVENTS or (context.sound.is_window_hidden and event.type in SHOWING_EVENTS):
            self.note_hidden(event.type in HIDING_EVENTS)
        if not self._handle_window_event(event):
            self._handle_player_event(event)

    def note_hidden(self, hidden: bool) -> None:
        """Stop drawing and sound while the window is invisible, or resume them once it is visible."""
        context = self._context
        context.sound.is_window_hidden, context.window.is_outdated = hidden, True
        if hidden and context.scene_stack:
            context.top.on_focus_lost()

    def _handle_window_event(self, event: pygame.Event) -> bool:
        """Handle an event of the window itself; return whether it was one."""
        context, window = self._context, self._context.window
        if event.type in PLACING_EVENTS:
            window.note_moved()
        if event.type == pygame.QUIT:
            context.quit()
        elif event.type in RESIZING_EVENTS:
            window.handle_resize()
            window.is_outdated = True
        elif event.type == pygame.WINDOWFOCUSLOST and context.scene_stack:
            context.top.on_focus_lost()
            window.is_outdated = True
        elif event.type == pygame.WINDOWLEAVE:
            if context.toast is not None:
                context.toast.handle(event, None)
            for scene in context.scene_stack:  # covered scenes also drop their hover
                if scene.handle(event, None):
                    window.is_outdated = True
        elif event.type == pygame.WINDOWEXPOSED:
            window.request_full_repaint()
            window.is_outdated = True
        else:
            return False
        return True

    def _handle_player_event(self, event: pygame.Event) -> None:
        context, settings = self._context, self._context.settings
        if event.type == pygame.KEYDOWN and is_full_screen_key(event):
            context.change_settings(replace(settings, fullscreen=not settings.fullscreen))
        elif self._handle_in_toast(event):
            context.window.is_outdated = True
        elif event.type in (pygame.DROPFILE, pygame.DROPTEXT):
            handle_drop(context, event)
        elif context.scene_stack:
            top = context.top
            used = top.handle(event, self._logical_pos(event, top.renderer))
            if not used and event.type == pygame.KEYDOWN:
                if plain_key(event) == pygame.K_m:
                    self.toggle_sound()
                elif plain_key(event) == pygame.K_c:
                    self._toggle_four_colours()
            context.window.is_outdated |= used

    def _handle_in_toast(self, event: pygame.Event) -> bool:
        """Pass an event to the toast, except keys while a text is edited; return whether the toast used it."""
        context = self._context
        if context.toast is None or (event.type == pygame.KEYDOWN and context.scene_stack and context.top.typing_area):
            return False
        return context.toast.handle(event, self._logical_pos(event, context.renderer))

    def toggle_sound(self) -> None:
        """Switch the sound off or on."""
        context, on = self._context, not self._context.settings.sound
        context.save_settings_without_layout(replace(context.settings, sound=on))
        for scene in context.scene_stack:
            scene.on_sound_switched()
        context.show_toast("app.sound.on" if on else "app.sound.off", "sound" if on else "mute")

    def _toggle_four_colours(self) -> None:
        """Switch between two and four suit colours."""
        context, four = self._context, not self._context.settings.four_colours
        context.change_settings(replace(context.settings, four_colours=four))
        context.show_toast("app.colours.four" if four else "app.colours.two", "palette")

    # --- input devices ----------------------------------------------------------------------------------------------

    def update_text_input(self) -> None:
        """Take text input only while a text field is edited; an input method would keep all other keys to itself.

        When editing begins, players with gamepad or touch get an on-screen keyboard: the system's, or ours.
        """
        context, top = self._context, self._top_or_none()
        area = None if top is None else top.typing_area
        was_on = context.window.takes_text_input
        context.window.set_typing_area(area)
        if was_on or area is None or not isinstance(top, Screen):
            return
        if self.gamepads.last_used_style or self.touch.used_last:
            from scenes.shell.input.on_screen_keyboard import OnScreenKeyboard, has_system_keyboard  # noqa: PLC0415  # 1 ms of the start

            if not has_system_keyboard():  # text input brings it up
                context.open(OnScreenKeyboard(context, top))

    def _update_gamepad_hints(self) -> None:
        """Update key hints after the player switched between gamepad and other devices, and report an unplugged
        gamepad.
        """
        context, style = self._context, self.gamepads.last_used_style
        if self.gamepads.was_unplugged:
            self.gamepads.was_unplugged = False
            context.show_toast("app.pad.gone", "gamepad")
        if style == context.renderers.gamepad_style:
            return
        if style and context.scene_stack:
            context.top.handle(pygame.Event(pygame.WINDOWLEAVE), None)  # the pointer is hidden now, so end its hover
        context.renderers.gamepad_style = style
        context.words.set_gamepad_used(used=bool(style))
        context.lay_out()

    def _update_touch_hints(self) -> None:
        """Hide key hints while touch was used last. The screen keeps its layout until the next one, so that nothing
        moves below the finger.
        """
        context = self._context
        if self.touch.used_last == context.renderers.hides_key_hints:
            return
        context.renderers.set_hides_key_hints(hides=self.touch.used_last)
        context.window.is_outdated = True
        if not self.touch.used_last:
            context.lay_out()
