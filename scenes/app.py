"""The application: profile stores, window, scene stack and the main loop, the only code that reads the clock."""

import contextlib
import os
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property, partial
from typing import Any, Protocol

import pygame

from engine.bots.common.fallback import BotFailure
from engine.game import Game
from engine.match.record import Record
from engine.match.replay import MOVES_PER_SLICE
from engine.notices import Notice
from engine.profile.custom_decks import PICTURE_SIZE, CustomDecks
from engine.profile.daily_attempts import DailyAttempts
from engine.profile.fair_tables import FairTables
from engine.profile.hot_seat_players import HotSeatPlayers
from engine.profile.instance_inbox import InstanceInbox
from engine.profile.replays import ReplayStore
from engine.profile.saved_matches import SavedMatches
from engine.profile.storage import Profile
from engine.profile.tutorial_progress import TutorialProgress
from engine.profile.visited_tables import VisitedTables
from engine.profile.window_placement import Placement, WindowPlacementStore
from engine.settings import Settings
from engine.statistics.store import Statistics
from engine.work.thinking import Thinker
from scenes.render import timing
from scenes.render.key_events import is_full_screen_key, plain_key, translate_keys
from scenes.render.renderer import Renderer
from scenes.render.renderer_cache import APPEARANCE_SETTINGS, RendererCache
from scenes.render.widgets import PointerPos
from scenes.shell.context import Context, OnlineSession, UpdateChecker
from scenes.shell.destinations import Destination
from scenes.shell.dialog import move_notices_to_dialog
from scenes.shell.drop import DropOffer, open_drop_offer, read_drop
from scenes.shell.error_recovery import ErrorRecovery, GaveUpError
from scenes.shell.event_wait import WAKE_EVENT, wake_window
from scenes.shell.gamepad import Gamepads
from scenes.shell.scene import PrerenderPhase, Scene
from scenes.shell.screen import Screen
from scenes.shell.sdl_functions import HEADLESS_DRIVERS, work_areas
from scenes.shell.stack import SceneStack
from scenes.shell.system_window import TooFewColoursError
from scenes.shell.toast import Toast
from scenes.shell.touch import TouchInput
from scenes.shell.window import HIDING_EVENTS, PLACING_EVENTS, PLAYER_EVENTS, RESIZING_EVENTS, SHOWING_EVENTS, Window
from scenes.shell.window_geometry import min_size_for, opening_placement
from scenes.sound.mixer import Mixer
from scenes.sound.player import SoundPlayer
from scenes.text.catalogue import Words
from scenes.text.player_names import NameAndPortrait
from scenes.text.settings_comments import set_settings_comments
from scenes.text.system_language import detect_language
from scenes.work.background import BackgroundQueue
from scenes.work.statistics_recount import StatisticsRecount

FRAME_SECONDS = 1 / 60
"""Seconds per frame while anything moves or the player acts."""
IDLE_POLL_SECONDS = 1 / 30
"""Seconds between polls of the event queue when nothing has happened for a while."""
IDLE_AFTER_SECONDS = 2.0
"""Seconds without a change before the loop slows down."""
MAX_SLEEP_SECONDS = 1.0
"""Maximum seconds of sleep. Bounds the delay of changes not announced by ``next_update_ms``, and of files handed over
by a second instance."""
SCREEN_READER_DELAY_SECONDS = 1.0
"""Seconds after the first frame until the accessibility tree is published; the home screen's deal animation has ended
by then."""
INBOX_POLL_MS = 500.0
"""Milliseconds between polls of the inbox for files handed over by a second instance."""
SAVE_PLACEMENT_DELAY_MS = 1000.0
"""Milliseconds from the last move of the window until its position is saved."""
MIN_PRERENDER_SECONDS = 0.009
"""Minimum seconds left in a frame for prerendering one item, even in a very large window."""
MAX_OPENING_SCREEN_DRAWINGS = 60
"""Maximum number of prerendered drawings for the first animation of an opening screen."""
STILL_AFTER_SECONDS = 0.4
"""Seconds without a change or an event after which larger items are prerendered."""
MAX_STEP_MS = 100.0
"""Maximum milliseconds counted for one frame, which may take longer while the window is dragged or the machine
sleeps."""

BuildScene = Callable[[Context, Destination], Scene]


class ScreenReaderProtocol(Protocol):
    """Bridge that publishes the accessibility tree to screen readers; implemented by
    ``scenes.shell.accessibility.screen_reader``.
    """

    def update(self) -> None:
        """Publish the accessibility tree's changes since the last frame; called after every frame."""

    def handle(self, event: pygame.Event) -> bool:
        """Handle a window event or a screen reader's request; return whether the request may have had an effect."""


def _seconds_since(begin: float) -> float:
    return time.perf_counter() - begin


class App:
    """The application and its window; scenes see it as a ``Context``.

    Args:
        profile: holds settings, house rules and saved matches.
        thinker: runs the computer players; closed by the app.
        build_scene: builds the scene of each destination.
        size: size of the window, points; None restores the last size and position.
    """

    prerenders_openings = False
    """Whether an opening screen stays hidden until ``prerender_opening`` has made its drawings; true in the loop."""
    _opening_prerender: Iterator[None] | None = None
    """Prerenders an opening screen, one drawing per step; None while none opens."""

    def __init__(
        self, profile: Profile, thinker: Thinker, build_scene: BuildScene, size: tuple[int, int] | None = None
    ) -> None:
        self.profile = profile
        self.thinker = thinker
        self._build_scene = build_scene
        self.background = BackgroundQueue()
        self.settings = profile.load_settings()
        self.sound = SoundPlayer(Mixer(), self.settings, self.new_seed())
        self.words = Words(self._language_code())
        set_settings_comments(profile, self.words)
        self.scene_stack = SceneStack()
        self.touch = TouchInput(self._top_or_none, self._logical_pos, pygame.mouse.set_visible, self._reduces_motion)
        self.is_running = True
        self._screen_reader_adapter: Any = None
        """The ``AccessKitAdapter``, if it had to be created before the window was shown; else None."""
        self.screen_reader: ScreenReaderProtocol | None = None
        """Publishes the accessibility tree; None until shortly after the first frame."""
        self._placement = WindowPlacementStore(profile) if size is None else None
        self._ms_since_moved: float | None = None
        """Milliseconds since the window was moved or resized; None once its placement is saved."""
        self.window = self._open_window(size)
        self.custom_decks = CustomDecks(profile.folder)
        self.renderers = RendererCache(self.window.picture_size, self.custom_decks)
        self.gamepads = Gamepads(pygame.mouse.set_visible)
        self.toast: Toast | None = None
        self._dirty = True
        self._idle_seconds = 0.0
        self._anything_happened = False
        """Whether this step got any events."""
        self._inbox, self._ms_since_inbox_poll = InstanceInbox(profile.folder), 0.0
        self.replays = ReplayStore(profile)
        self.saved_matches = SavedMatches(profile, self.save_replay)
        self.saved_matches.scan()
        self.tutorial_progress = TutorialProgress(profile)
        self.hot_seat_players = HotSeatPlayers(profile)
        self.visited = VisitedTables(profile)
        self.fair_tables = FairTables(profile)
        self.daily_attempts = DailyAttempts(profile)
        self.statistics = Statistics(profile.folder / "statistics.sqlite", profile.report)
        self._statistics_recount: StatisticsRecount | None = None
        self.online_session: OnlineSession | None = None
        """Session at an online table; None until ``ensure_online_session``."""
        self.error_recovery = ErrorRecovery(self, self.drop_scenes_and_jobs)

    # --- the window -------------------------------------------------------------------------------------------------

    def _open_window(self, size: tuple[int, int] | None) -> Window:
        """Open the window at its saved position or in a fixed size."""
        title, fullscreen = self.words("app.title"), self.settings.fullscreen
        if self._placement is None:
            return Window(title, Placement(size), fullscreen=fullscreen)
        areas = work_areas()
        placement = opening_placement(self._placement.placement, areas)
        before = self._attach_screen_reader if sys.platform == "win32" else None
        try:
            return Window(title, placement, fullscreen=fullscreen, min_size=min_size_for(areas), before_shown=before)
        except TooFewColoursError as error:
            raise GaveUpError(self.words("failure.colours")) from error

    def _attach_screen_reader(self, window: pygame.Window) -> None:
        """Attach the screen reader adapter to a hidden window; on Windows it must exist before the window is shown."""
        from scenes.shell.accessibility.accesskit_adapter import AccessKitAdapter  # noqa: PLC0415  # 4 ms of the start elsewhere

        self._screen_reader_adapter = AccessKitAdapter()
        self._screen_reader_adapter.attach(lambda: window.handle)

    def _save_placement(self) -> None:
        """Save the window's position and size for the next start."""
        self._ms_since_moved = None
        if self._placement is not None:
            self._placement.save(self.window.system.placement())

    # --- settings ---------------------------------------------------------------------------------------------------

    @property
    def ui_scale(self) -> float:
        """Scale of texts and buttons from the settings, 0.8 … 2."""
        return int(self.settings.ui_scale) / 100

    @property
    def renderer(self) -> Renderer:
        """Renderer for the text size from the settings."""
        return self.renderer_for(self.ui_scale)

    def renderer_for(
        self, text_scale: float, min_size: tuple[float, float] = (0.0, 0.0), drawer_width_px: int = 0
    ) -> Renderer:
        """Return the renderer for a text scale, with a canvas of at least ``min_size`` logical pixels.

        The canvas leaves ``drawer_width_px`` pixels free at the window's right edge.
        """
        return self.renderers.get(self.settings, text_scale, min_size, drawer_width_px)

    def _language_code(self) -> str:
        chosen = self.settings.language
        return detect_language() if chosen == "system" else chosen

    def change_settings(self, settings: Settings) -> None:
        """Apply and save new settings."""
        before, self.settings = self.settings, settings
        if settings.language != before.language:
            self.words = Words(self._language_code())
            self.words.set_gamepad_used(used=bool(self.gamepads.last_used_style))
            set_settings_comments(self.profile, self.words)
            self.window.system.title = self.words("app.title")
            if self.toast is not None:
                self.toast.translate(self.words)
        self.profile.save_settings(settings)
        if settings.fullscreen != before.fullscreen:
            self._save_placement()
            self.window.system.set_fullscreen(fullscreen=settings.fullscreen)
            self.window.handle_resize()
        self.sound.set_settings(settings)
        if any(getattr(settings, name) != getattr(before, name) for name in APPEARANCE_SETTINGS):
            self.renderers.clear()
        self.lay_out()

    def save_settings_without_layout(self, settings: Settings) -> None:
        """Save settings without a new layout, because the top scene already shows them."""
        self.settings = settings
        self.profile.save_settings(settings)
        self.sound.set_settings(settings)

    def toggle_sound(self) -> None:
        """Switch the sound off or on."""
        self.save_settings_without_layout(replace(self.settings, sound=not self.settings.sound))
        for scene in self.scene_stack.scenes:
            scene.on_sound_switched()
        on = self.settings.sound
        self.show_toast("app.sound.on" if on else "app.sound.off", "sound" if on else "mute")

    def toggle_four_colours(self) -> None:
        """Switch between two and four suit colours."""
        four = not self.settings.four_colours
        self.change_settings(replace(self.settings, four_colours=four))
        self.show_toast("app.colours.four" if four else "app.colours.two", "palette")

    def show_toast(self, key: str, icon: str, undo: Callable[[], None] | None = None, **placeholders: Any) -> None:
        """Show a toast with a text; ``undo`` adds a button that reverts what was done."""
        self.toast = Toast(self.words, key, placeholders, icon, undo)
        self._dirty = True

    def lay_out(self) -> None:
        """Lay out every scene for the current window size."""
        self.renderers.resize(self.window.update_picture_size())
        for scene in self.scene_stack.scenes:
            scene.lay_out()
        self._dirty = True

    @cached_property
    def update_checker(self) -> UpdateChecker:
        """The update checker, imported on first use to keep the start fast."""
        from scenes.work import update_checker  # noqa: PLC0415  # 5 ms of the start

        return update_checker.UpdateChecker(self)

    def ensure_online_session(self) -> OnlineSession:
        """Return the online session; import and start the network code on the first call."""
        if self.online_session is None:
            from scenes.work import online_session_factory  # noqa: PLC0415  # 100 ms of the start, for those who play together

            self.online_session = online_session_factory.create_online_session(
                self.profile, self, wake_window, self.unix_seconds()
            )
        return self.online_session

    def leave_online(self) -> None:
        """Leave the online table and stop the network thread."""
        session, self.online_session = self.online_session, None
        if session is not None:
            session.close()

    @property
    def last_saved_match(self) -> Record | None:
        """The unfinished match played last, as a record; None without one."""
        return self.saved_matches.load_latest()

    @property
    def person(self) -> NameAndPortrait:
        """The player's name and portrait from the settings, with a default name."""
        return NameAndPortrait(self.settings.name or self.words("app.table.you"), self.settings.portrait)

    @property
    def speed(self) -> float:
        """Speed of animations, a factor that divides their durations; 0 for no animation."""
        return timing.SPEEDS[self.settings.speed]

    # --- from scene to scene ----------------------------------------------------------------------------------------

    @property
    def top(self) -> Scene:
        """The scene on top of the stack, which receives input."""
        return self.scene_stack.top

    def is_top(self, scene: Scene) -> bool:
        return bool(self.scene_stack) and self.top is scene

    def _resolve_scene(self, target: Destination | Scene) -> Scene:
        return target if isinstance(target, Scene) else self._build_scene(self, target)

    def go(self, to: Destination | Scene) -> None:
        """Close all scenes and show the scene of a destination."""
        scene = self._resolve_scene(to)
        self._start_fade(timing.SCREEN_FADE_MS)
        if scene.appears_at_once:
            self.window.skip_fade()
        self.scene_stack.clear()
        self.scene_stack.push(scene)
        self._dirty, self._opening_prerender = True, self._prerender_first_picture()

    def open(self, target: Destination | Scene) -> None:
        """Open a scene on top of the current scene."""
        scene = self._resolve_scene(target)
        self._start_fade(timing.SCREEN_FADE_MS if scene.is_opaque else timing.DIALOG_FADE_MS)
        self.scene_stack.push(scene)
        self._dirty, self._opening_prerender = True, self._prerender_first_picture()

    def replace(self, scene: Scene, by: Destination | Scene) -> None:
        """Replace the top scene by another one; scenes below it stay."""
        if self.scene_stack.scenes == [scene]:
            self.go(by)
        else:
            self.close(scene)
            self.open(by)

    def close(self, scene: Scene) -> None:
        """Close a scene and everything above it."""
        if scene not in self.scene_stack:
            return
        self._start_fade(timing.SCREEN_FADE_MS if scene.is_opaque else timing.DIALOG_FADE_MS)
        if scene.is_opaque and self.toast is not None and self.toast.undo is not None:
            self.toast = None  # its undo belongs to the screen that closes
        self.scene_stack.close(scene)
        self._dirty = True

    def uncover(self, scene: Scene) -> None:
        """Close all scenes above the given scene."""
        while not self.is_top(scene):
            self.close(self.top)

    def _start_fade(self, duration_ms: float) -> None:
        """Start a cross-fade from the current screen picture to the next one."""
        if self.scene_stack and self.settings.speed != "instant":
            self.window.start_fade(timing.REDUCED_MOTION_MS if self.settings.reduced_motion else duration_ms)

    def quit(self) -> None:
        self.is_running = False

    # --- one step ---------------------------------------------------------------------------------------------------

    def step(self, elapsed_ms: float, events: Sequence[pygame.Event]) -> bool:
        """Run one frame: handle events, advance by ``elapsed_ms`` milliseconds, and redraw after changes.

        Returns:
            Whether anything was drawn.
        """
        events = self.gamepads.to_key_events(translate_keys(events), elapsed_ms, is_typing=self._gamepad_ends_typing)
        self._anything_happened = bool(events)
        self._update_gamepad_hints()
        for event in self.touch.to_pointer_events(elapsed_ms, events):
            self._handle_event(event)
        self._dirty |= self.touch.scene_changed
        self._update_touch_hints()
        if self.window.advance_resize(elapsed_ms):
            self.lay_out()
        if self._ms_since_moved is not None:
            self._ms_since_moved += elapsed_ms
            if self._ms_since_moved >= SAVE_PLACEMENT_DELAY_MS:
                self._save_placement()
        if self.statistics.is_recounting and self._statistics_recount is None:
            self._statistics_recount = StatisticsRecount(self.statistics)
            self.background.add(self._statistics_recount)
        self.background.update(process=self.thinker.uses_process)
        self.report_bot_failures((*self.thinker.take_failures(), *self.background.take_reports()))
        if self.online_session is not None:
            self._dirty |= self.online_session.update(elapsed_ms)
        self._poll_inbox(elapsed_ms)
        self._report_damaged_deck()
        for scene in self.scene_stack.scenes[-2:]:
            self._dirty |= scene.update(0.0 if self.is_hidden else elapsed_ms)
        if self.toast is not None and not self.toast.update(elapsed_ms):
            self.toast, self._dirty = None, True
        if self.profile.notices and self.scene_stack and self.top.allows_notices_dialog:
            self.open(move_notices_to_dialog(self))
        self._update_text_input()
        self._dirty |= self.window.advance_fade(elapsed_ms)
        waits = self.prerenders_openings and self._opening_prerender is not None  # the last picture stays
        drawn = self._dirty and bool(self.scene_stack) and not self.is_hidden and not waits
        if drawn:
            self._dirty = False
            self.draw()
        elif self.saved_matches.has_unread and not self._dirty:
            self.saved_matches.read_more(MOVES_PER_SLICE)
        self.sound.update(elapsed_ms, still=not drawn)
        if self.screen_reader is not None and self.scene_stack and (drawn or events):
            self.screen_reader.update()
        return drawn

    def _handle_event(self, event: pygame.Event) -> None:
        if self.screen_reader is not None and self.screen_reader.handle(event):
            self._dirty = True
            return
        if event.type in PLAYER_EVENTS:
            self.sound.expect_sound()
        if event.type in HIDING_EVENTS or (self.is_hidden and event.type in SHOWING_EVENTS):
            self.note_hidden(event.type in HIDING_EVENTS)
        if event.type in PLACING_EVENTS:
            self._ms_since_moved = 0.0
        if event.type == pygame.QUIT:
            self.quit()
        elif event.type in RESIZING_EVENTS:
            self.window.handle_resize()
            self._dirty = True
        elif event.type == pygame.WINDOWFOCUSLOST and self.scene_stack:
            self.top.on_focus_lost()
            self._dirty = True
        elif event.type == pygame.WINDOWLEAVE:
            if self.toast is not None:
                self.toast.handle(event, None)
            for scene in self.scene_stack:  # covered scenes also drop their hover
                self._dirty |= scene.handle(event, None)
        elif event.type == pygame.WINDOWEXPOSED:
            self.window.request_full_repaint()
            self._dirty = True
        elif event.type == pygame.KEYDOWN and is_full_screen_key(event):
            self.change_settings(replace(self.settings, fullscreen=not self.settings.fullscreen))
        elif self._handle_in_toast(event):
            self._dirty = True
        elif event.type in (pygame.DROPFILE, pygame.DROPTEXT):
            self._handle_drop(event)
        elif self.scene_stack:
            used = self.top.handle(event, self._logical_pos(event, self.top.renderer))
            if not used and event.type == pygame.KEYDOWN:
                if plain_key(event) == pygame.K_m:
                    self.toggle_sound()
                elif plain_key(event) == pygame.K_c:
                    self.toggle_four_colours()
            self._dirty |= used

    def _handle_in_toast(self, event: pygame.Event) -> bool:
        """Pass an event to the toast, except keys while a text is edited; return whether the toast used it."""
        if self.toast is None or (event.type == pygame.KEYDOWN and self.scene_stack and self.top.typing_area):
            return False
        return self.toast.handle(event, self._logical_pos(event, self.renderer))

    @property
    def _gamepad_ends_typing(self) -> bool:
        return bool(self.scene_stack) and self.top.typing_area is not None and self.top.gamepad_ends_typing

    def _update_text_input(self) -> None:
        """Take text input only while a text field is edited; an input method would keep all other keys to itself.

        When editing begins, players with gamepad or touch get an on-screen keyboard: the system's, or ours.
        """
        area = self.top.typing_area if self.scene_stack else None
        was_on = self.window.takes_text_input
        self.window.set_typing_area(area)
        if was_on or area is None or not isinstance(self.top, Screen):
            return
        if self.gamepads.last_used_style or self.touch.used_last:
            from scenes.shell.on_screen_keyboard import OnScreenKeyboard, has_system_keyboard  # noqa: PLC0415  # 1 ms of the start

            if not has_system_keyboard():  # text input brings it up
                self.open(OnScreenKeyboard(self, self.top))

    def _update_gamepad_hints(self) -> None:
        """Update key hints after the player switched between gamepad and other devices, and report an unplugged
        gamepad.
        """
        if self.gamepads.was_unplugged:
            self.gamepads.was_unplugged = False
            self.show_toast("app.pad.gone", "gamepad")
        if self.gamepads.last_used_style == self.renderers.gamepad_style:
            return
        if self.gamepads.last_used_style and self.scene_stack:
            self.top.handle(pygame.Event(pygame.WINDOWLEAVE), None)  # the pointer is hidden now, so end its hover
        self.renderers.gamepad_style = self.gamepads.last_used_style
        self.words.set_gamepad_used(used=bool(self.gamepads.last_used_style))
        self.lay_out()

    def _update_touch_hints(self) -> None:
        """Hide key hints while touch was used last. The screen keeps its layout until the next one, so that nothing
        moves below the finger.
        """
        if self.touch.used_last == self.renderers.hides_key_hints:
            return
        self.renderers.set_hides_key_hints(hides=self.touch.used_last)
        self._dirty = True
        if not self.touch.used_last:
            self.lay_out()

    def _top_or_none(self) -> Scene | None:
        return self.top if self.scene_stack else None

    def _reduces_motion(self) -> bool:
        return self.settings.reduced_motion

    def _logical_pos(self, event: pygame.Event, renderer: Renderer) -> PointerPos:
        """Return an event's position in the renderer's logical pixels; None for an event without one."""
        place = self.window.event_pixel(event)
        return None if place is None else renderer.to_logical(place)

    def _handle_drop(self, event: pygame.Event) -> None:
        """Pass dropped content to the visible screen; if that screen doesn't accept it, ask the player."""
        scene = self.scene_stack.screen
        if scene is None:
            return
        what = read_drop(self.words, event)
        if scene.accepted_drops and (not what.kind or what.kind in scene.accepted_drops):
            self.uncover(scene)
            scene.handle_drop(event)
        else:
            if isinstance(self.top, DropOffer):
                self.close(self.top)
            open_drop_offer(self, what)
        self._dirty = True

    def _poll_inbox(self, elapsed_ms: float) -> None:
        """Offer to open the files handed over by a second instance of the application, and raise the window."""
        self._ms_since_inbox_poll += elapsed_ms
        if self._ms_since_inbox_poll < INBOX_POLL_MS or not self.scene_stack:
            return
        self._ms_since_inbox_poll = 0.0
        for file in self._inbox.take_files():
            self.window.system.raise_to_front()
            self._handle_drop(pygame.Event(pygame.DROPFILE, file=str(file)))

    def _report_damaged_deck(self) -> None:
        """Notify the player of a damaged custom deck; the standard deck replaces it."""
        deck = self.renderers.take_damaged_deck()
        if deck is not None:
            size = f"{PICTURE_SIZE[0]} × {PICTURE_SIZE[1]}"
            placeholders = {"name": deck.name, "file": deck.damaged_file, "size": size}
            self.profile.report(Notice("notice.deck_damaged", placeholders))
            self.renderers.clear()
            self.lay_out()

    def reload_deck(self, name: str) -> None:
        """Reload a custom deck after it was added or removed."""
        self.renderers.reload_deck(name)

    @property
    def is_hidden(self) -> bool:
        """Whether the application's window is invisible. Nothing is drawn or played then, and time stands still for
        scenes.
        """
        return self.sound.is_window_hidden

    def note_hidden(self, hidden: bool) -> None:
        """Stop drawing and sound while the window is invisible, or resume them once it is visible."""
        self.sound.is_window_hidden, self._dirty = hidden, True
        if hidden and self.scene_stack:
            self.top.on_focus_lost()

    def draw(self) -> None:
        """Draw all visible scenes and present the frame."""
        self.window.draw(self.scene_stack.visible, self.draw_toast)

    def draw_toast(self, target: pygame.Surface) -> None:
        """Draw the toast, if any, where it covers no clickable areas and, if possible, no texts."""
        if self.toast is not None:
            controls = self.top.control_areas() if self.scene_stack else ()
            texts = [
                area for scene in self.scene_stack.visible for area in scene.text_areas()
            ]  # also those below a dialog
            self.toast.draw(self.renderer, target, controls, texts)

    def finish_animations(self) -> None:
        """End all fades and animations and draw a still frame, for screenshots and tests."""
        self.window.skip_fade()
        if self.window.accept_pending_resize():
            self.lay_out()
        for scene in self.scene_stack.scenes:
            scene.finish_animations()
        self._dirty = False
        self.draw()

    def start_screen_reader(self) -> None:
        """Publish the accessibility tree to the system's screen reader, if there is one."""
        from scenes.shell.accessibility import accesskit_adapter, screen_reader  # noqa: PLC0415

        system = self._screen_reader_adapter
        if system is None:
            system = accesskit_adapter.AccessKitAdapter()
            system.attach(lambda: self.window.system.native_handle)
        self.screen_reader = screen_reader.ScreenReaderBridge(self, system)
        system.set_window_focus(focused=self.window.system.has_focus)

    # --- the loop ---------------------------------------------------------------------------------------------------

    def run(self) -> None:
        """Run the main loop until the player quits. While nothing changes, nothing is drawn and the process sleeps.

        Raises:
            GaveUpError: see ``step_with_recovery``.
        """
        begun = last = time.perf_counter()
        is_visible = pygame.display.get_driver() not in HEADLESS_DRIVERS
        rest = 0.0
        try:
            self.advance(0.0, ())  # draw the first frame without delay
            self.prerenders_openings = True
            while self.is_running:
                now = time.perf_counter()
                if self.prerender_opening(partial(_seconds_since, now)):
                    time.sleep(max(0.001, FRAME_SECONDS - (time.perf_counter() - now)))
                    last = time.perf_counter()  # fade and animations start when the screen is ready
                    continue
                events = [event for event in pygame.event.get() if event.type != WAKE_EVENT]
                now = time.perf_counter()
                if self.screen_reader is None and is_visible and now - begun > SCREEN_READER_DELAY_SECONDS:
                    self.start_screen_reader()
                elapsed, last = max(0.0, now - last), now
                drawn = self.advance(min(elapsed * 1000, rest * 1000 + MAX_STEP_MS), events)
                self._idle_seconds = 0.0 if drawn or self._anything_happened else self._idle_seconds + elapsed
                more = self.prerender(partial(_seconds_since, now))
                rest = self.compute_sleep_seconds() if self._idle_seconds >= IDLE_AFTER_SECONDS and not more else 0.0
                if not rest:
                    time.sleep(min(FRAME_SECONDS, max(0.001, FRAME_SECONDS - (time.perf_counter() - now))))
                elif self.window.can_wait_for_event and not self.gamepads:
                    self.window.wait_for_event(rest)
                else:  # with a gamepad, SDL's wait polls every millisecond
                    self._sleep_until_event(rest)
        finally:
            self.release_everything()

    def advance(self, elapsed_ms: float, events: Sequence[pygame.Event]) -> bool:
        """Run the frame after ``elapsed_ms`` milliseconds; return whether anything was drawn.

        After a sleep, its time passes in a frame of its own before the events are handled.

        Raises:
            GaveUpError: see ``step_with_recovery``.
        """
        drawn = False
        if elapsed_ms > MAX_STEP_MS and events:  # after a sleep, its time passes before the input
            drawn = self.step_with_recovery(elapsed_ms - FRAME_SECONDS * 1000, ())
            elapsed_ms = FRAME_SECONDS * 1000
        return self.step_with_recovery(elapsed_ms, events) or drawn

    def prerender_opening(self, elapsed: Callable[[], float]) -> bool:
        """Prerender an opening screen in this frame's spare time; return whether it must stay hidden.

        Args:
            elapsed: returns the seconds since the frame began.

        Raises:
            GaveUpError: see ``step_with_recovery``.
        """
        opening, self._opening_prerender = self._opening_prerender, None
        if opening is None or self.is_hidden:
            return False
        try:
            for _ in opening:
                if elapsed() > FRAME_SECONDS - MIN_PRERENDER_SECONDS:
                    self._opening_prerender = opening
                    return True
        except Exception as error:
            self.error_recovery.recover(error)
        return False

    def _prerender_first_picture(self) -> Iterator[None]:
        """Prerender the first animation of the top scene, then everything missing from visible scenes; yield after each
        drawing.
        """
        nowhere, scenes = pygame.Surface(self.window.picture_size, pygame.SRCALPHA), list(self.scene_stack.visible)

        def draw() -> None:
            for scene in scenes:
                scene.draw(nowhere)

        for _ in range(MAX_OPENING_SCREEN_DRAWINGS):
            if not (self.scene_stack and self.top.prerender("opening")):
                break
            yield
        yield from self.renderers.cache.make_drawings_for(draw)

    def prerender(self, elapsed: Callable[[], float]) -> bool:
        """Prerender drawings in the frame's spare time; return whether there may be more.

        Args:
            elapsed: returns the seconds since the frame began.

        Raises:
            GaveUpError: see ``step_with_recovery``.
        """
        moment: PrerenderPhase = "still" if self._idle_seconds >= STILL_AFTER_SECONDS else "moving"
        end = FRAME_SECONDS - MIN_PRERENDER_SECONDS if moment == "moving" else 0.0
        try:
            while self.scene_stack and not self.is_hidden and self.is_running:
                if moment == "moving" and elapsed() > end:
                    return True
                if not any(
                    scene.prerender(moment) for scene in self.scene_stack.scenes[:-3:-1]
                ):  # also the scene below a dialog
                    break
                if elapsed() > end:
                    return True
        except Exception as error:
            self.error_recovery.recover(error)
        if moment == "still":
            self.gamepads.enable()
        return moment != "still"

    def compute_sleep_seconds(self) -> float:
        """Return the seconds to sleep without input, ``IDLE_POLL_SECONDS`` to ``MAX_SLEEP_SECONDS``.

        Work in another process is polled every ``IDLE_POLL_SECONDS`` seconds.
        """
        due = [scene.next_update_ms for scene in self.scene_stack.scenes[-2:]] + [self.gamepads.next_update_ms]
        if self.toast is not None:
            due.append(self.toast.remaining_ms)
        if self._dirty or self.background or self.saved_matches.has_unread or self.online_session is not None:
            due.append(0.0)
        return max(
            IDLE_POLL_SECONDS, min(MAX_SLEEP_SECONDS, self.sound.next_update_ms / 1000, *(one / 1000 for one in due))
        )

    def _sleep_until_event(self, seconds: float) -> None:
        """Sleep until an event arrives, at most this many seconds."""
        end = time.perf_counter() + seconds
        while True:
            time.sleep(IDLE_POLL_SECONDS)
            if time.perf_counter() >= end - IDLE_POLL_SECONDS / 2 or pygame.event.peek():
                return

    def step_with_recovery(self, elapsed_ms: float, events: Sequence[pygame.Event]) -> bool:
        """Run a step of the main loop and recover from any error in it; return whether anything was drawn.

        Raises:
            GaveUpError: errors repeat, or the home screen can't be shown. The match is saved.
        """
        try:
            drawn = self.step(elapsed_ms, events)
        except Exception as error:
            self.error_recovery.recover(error)
            return True
        self.error_recovery.note_success(elapsed_ms)
        return drawn

    def report_bot_failures(self, failures: Iterable[BotFailure]) -> None:
        """Write a report of each bot that failed, and notify the player once per game."""
        self.error_recovery.report_bot_failures(failures)

    def drop_scenes_and_jobs(self) -> None:
        """Drop all scenes without cleaning them up, and stop background jobs and bots; for recovery from an error."""
        self.scene_stack.clear(ignores_errors=True)
        for stop in (self.background.remove_all, self.thinker.cancel):
            with contextlib.suppress(Exception):
                stop()
        self.window.skip_fade()
        self.toast = None

    def release_everything(self) -> None:
        """Close all scenes and release everything the application owns."""
        self.scene_stack.clear()
        self.leave_online()
        self.background.remove_all()
        with contextlib.suppress(pygame.error):
            self._save_placement()
        self.profile.retry_failed_writes()
        self.thinker.close()
        self.sound.close()
        self.statistics.close()

    # --- the match on disk ------------------------------------------------------------------------------------------

    def save_match(self, record: Record) -> None:
        """Save an unfinished match; called after every move."""
        self.saved_matches.save(record)

    def save_replay(self, record: Record, game: Game) -> None:
        """Save a finished match as a replay; ``game`` is its last position."""
        self.replays.save(record, game, max_replays=self.settings.replays_kept, now=self.unix_seconds())

    def delete_saved_match(self, slug: str) -> None:
        """Delete a game's saved match."""
        self.saved_matches.delete(slug)

    # --- the clock --------------------------------------------------------------------------------------------------

    def new_seed(self) -> int:
        """Return an unpredictable number of a deal, the seed of its cards, 0 … 99 999 999."""
        return int.from_bytes(os.urandom(8), "big") % 100_000_000

    def unix_seconds(self) -> int:
        """Return the current time in seconds since 1970; 0 if the clock is earlier."""
        return max(0, int(time.time()))

    def new_match_id(self) -> str:
        """Return a unique match id: date and random hexadecimal digits."""
        return f"{time.strftime('%Y%m%d')}-{os.urandom(6).hex()}"
