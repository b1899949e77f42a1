"""The application: its window, its parts, and what they do in one frame."""

import contextlib
import sys
from collections.abc import Sequence
from functools import partial

import pygame

from engine.match.replay import MOVES_PER_SLICE
from engine.notices import Notice
from engine.profile.custom_decks import PICTURE_SIZE
from engine.profile.storage import Profile
from engine.profile.window_placement import Placement, WindowPlacementStore
from engine.work.thinking import Thinker
from scenes.shell.accessibility.screen_reader_link import ScreenReaderLink
from scenes.shell.context import BuildScene, Context
from scenes.shell.dialog import move_notices_to_dialog
from scenes.shell.drop import InboxPoller
from scenes.shell.error_recovery import ErrorRecovery, GaveUpError
from scenes.shell.input.input_router import InputRouter
from scenes.shell.loop import Loop
from scenes.shell.prerenderer import Prerenderer
from scenes.shell.window.sdl_functions import work_areas
from scenes.shell.window.system_window import TooFewColoursError
from scenes.shell.window.window import Window
from scenes.shell.window.window_geometry import min_size_for, opening_placement


class App(Context):
    """The application and its window; scenes see it as a ``Context``.

    Args:
        profile: holds settings, house rules and saved matches.
        thinker: runs the computer players; closed by the app.
        build_scene: builds the scene of each destination.
        size: size of the window, points; None restores the last size and position.

    Raises:
        GaveUpError: the screen shows too few colours.
    """

    def __init__(
        self, profile: Profile, thinker: Thinker, build_scene: BuildScene, size: tuple[int, int] | None = None
    ) -> None:
        self.screen_reader = ScreenReaderLink()
        super().__init__(profile, thinker, build_scene, partial(self._open_window, size))
        self.error_recovery = ErrorRecovery(self, self._drop_scenes_and_jobs)
        self.input_router = InputRouter(self, self.screen_reader, pygame.mouse.set_visible)
        self.prerenderer = Prerenderer(self, self.error_recovery.recover)
        self.loop = Loop(
            self, self.input_router, self.prerenderer, self.step_with_recovery, partial(self.screen_reader.start, self)
        )
        self._inbox_poller = InboxPoller(self)

    def _open_window(self, size: tuple[int, int] | None) -> Window:
        """Open the window at its saved position or in a fixed size."""
        title, fullscreen = self.words("app.title"), self.settings.fullscreen
        if size is not None:
            return Window(title, Placement(size), fullscreen=fullscreen)
        store, areas = WindowPlacementStore(self.profile), work_areas()
        try:
            return Window(
                title,
                opening_placement(store.placement, areas),
                fullscreen=fullscreen,
                min_size=min_size_for(areas),
                before_shown=self.screen_reader.attach if sys.platform == "win32" else None,
                placement_store=store,
            )
        except TooFewColoursError as error:
            raise GaveUpError(self.words("failure.colours")) from error

    def run(self) -> None:
        """Run the main loop until the player quits, then release everything.

        Raises:
            GaveUpError: see ``step_with_recovery``.
        """
        try:
            self.loop.run()
        finally:
            self.release_everything()

    def release_everything(self) -> None:
        """Close all scenes and release everything the application owns."""
        try:
            self.scene_stack.clear()
        finally:
            with contextlib.suppress(pygame.error):
                self.window.save_placement()
            self.release()

    # --- one step ---------------------------------------------------------------------------------------------------

    def step_with_recovery(self, elapsed_ms: float, events: Sequence[pygame.Event]) -> bool:
        """Run a step of the main loop and recover from any error in it; return whether anything was drawn.

        Raises:
            GaveUpError: errors repeat, or the home screen can't be shown. The match is saved.
        """
        try:
            drawn = self.step(elapsed_ms, events)
        except Exception as error:
            self.error_recovery.recover(error)
            if any(event.type == pygame.QUIT for event in events):  # it may come after the event that failed
                self.quit()
            return True
        self.error_recovery.note_success(elapsed_ms)
        return drawn

    def step(self, elapsed_ms: float, events: Sequence[pygame.Event]) -> bool:
        """Run one frame: handle events, advance by ``elapsed_ms`` milliseconds, and redraw after changes.

        Returns:
            Whether anything was drawn.
        """
        self.input_router.route(elapsed_ms, events)
        if self.update_work(elapsed_ms):
            self.window.is_outdated = True
        self.error_recovery.report_bot_failures(self.take_bot_failures())
        self._report_damaged_deck()
        self._update_scenes(elapsed_ms)
        self.input_router.update_text_input()
        self.window.update(elapsed_ms)
        self._inbox_poller.poll()
        drawn = self._draw_if_outdated()
        self.sound.update(elapsed_ms, still=not drawn)
        if self.scene_stack and (drawn or self.input_router.had_events):
            self.screen_reader.update()
        return drawn

    def _update_scenes(self, elapsed_ms: float) -> None:
        """Advance the top scene and the one below it; show new notices of the profile."""
        for scene in self.scene_stack.scenes[-2:]:
            if scene.update(0.0 if self.sound.is_window_hidden else elapsed_ms):
                self.window.is_outdated = True
        if self.profile.notices and self.scene_stack and self.top.allows_notices_dialog:
            self.open(move_notices_to_dialog(self))

    def _report_damaged_deck(self) -> None:
        """Notify the player of a damaged custom deck; the standard deck replaces it."""
        deck = self.renderers.take_damaged_deck()
        if deck is not None:
            size = f"{PICTURE_SIZE[0]} × {PICTURE_SIZE[1]}"
            placeholders = {"name": deck.name, "file": deck.damaged_file, "size": size}
            self.profile.report(Notice("notice.deck_damaged", placeholders))
            self.renderers.clear()
            self.lay_out()

    def _drop_scenes_and_jobs(self) -> None:
        """Drop all scenes without cleaning them up, and stop background jobs and bots; for recovery from an error."""
        self.scene_stack.clear(ignores_errors=True)
        for stop in (self.background.remove_all, self.thinker.cancel):
            with contextlib.suppress(Exception):
                stop()
        self.window.skip_fade()
        self.drop_toast()

    # --- drawing ----------------------------------------------------------------------------------------------------

    def _draw_if_outdated(self) -> bool:
        """Draw a changed picture, else read a part of the saved matches; return whether anything was drawn."""
        if self.window.is_outdated:
            if not self.scene_stack or self.sound.is_window_hidden or self.prerenderer.hides_scene:
                return False
            self.window.is_outdated = False
            self.draw()
            return True
        if self.saved_matches.has_unread:
            self.saved_matches.read_more(MOVES_PER_SLICE)
        return False

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
        self.window.accept_pending_resize()
        for scene in self.scene_stack.scenes:
            scene.finish_animations()
        self.window.is_outdated = False
        self.draw()
