"""The application as its screens see it: services, navigation, and renderers for the window and the settings.

A screen gets a ``Context``, never the ``App`` itself. Code that needs less takes ``Services``.
"""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

from engine.profile.storage import Profile
from engine.settings import Settings
from engine.work.thinking import Thinker
from scenes.render import timing
from scenes.render.renderer import Renderer
from scenes.render.renderer_cache import APPEARANCE_SETTINGS, RendererCache
from scenes.shell.destinations import Destination
from scenes.shell.navigation import Navigation
from scenes.shell.scene import Scene
from scenes.shell.services import Services
from scenes.shell.toast import Toast
from scenes.shell.window.window import Window

BuildScene = Callable[["Context", Destination], Scene]


class Context(Services, Navigation):
    """Context of the screens.

    Args:
        profile: holds settings, stores and saved matches.
        thinker: runs the computer players; closed with the services.
        build_scene: builds the scene of each destination.
        open_window: opens the window; called once the services are ready.
    """

    def __init__(
        self, profile: Profile, thinker: Thinker, build_scene: BuildScene, open_window: Callable[[], Window]
    ) -> None:
        Services.__init__(self, profile, thinker)
        Navigation.__init__(self, open_window(), partial(build_scene, self), lambda: self.settings)
        self.renderers = RendererCache(self.window.picture_size, self.custom_decks)
        self.window.on_resized = self.lay_out

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

    def lay_out(self) -> None:
        """Lay out every scene for the current window size."""
        self.renderers.resize(self.window.update_picture_size())
        for scene in self.scene_stack.scenes:
            scene.lay_out()
        self.window.is_outdated = True

    def change_settings(self, settings: Settings) -> None:
        """Apply and save new settings."""
        before = self.settings
        self.save_settings_without_layout(settings)
        if settings.language != before.language:
            self.words.set_gamepad_used(used=bool(self.renderers.gamepad_style))
            self.window.system.title = self.words("app.title")
            if self.toast is not None:
                self.toast.translate(self.words)
        if settings.fullscreen != before.fullscreen:
            self.window.set_fullscreen(fullscreen=settings.fullscreen)
        if any(getattr(settings, name) != getattr(before, name) for name in APPEARANCE_SETTINGS):
            self.renderers.clear()
        self.lay_out()

    def rename_player(self, name: str, on_undone: Callable[[], object] = lambda: None) -> None:
        """Save a new name of the player, which their statistics, feats and fair tables follow, and report that.

        A name that has statistics or feats keeps its own; those of the old name then stay with it.

        Args:
            name: the new name.
            on_undone: called if the player leaves the statistics with the old name after all.
        """
        old = self.settings.name
        self.save_settings_without_layout(replace(self.settings, name=name))
        if name == old:
            return

        def undo() -> None:
            self._move_results(name, old)
            self.show_toast("app.stats.name.stayed", "statistics")
            on_undone()

        if self.statistics.has_person(name) or self.earned_feats.has_person(name):
            self.show_toast("app.stats.name.known", "statistics")
        elif self._move_results(old, name):
            self.show_toast("app.stats.name.moved", "statistics", undo, outlasts_screen=True)

    def _move_results(self, old: str, new: str) -> bool:
        """Give everything that is filed under a person's name another name; return whether there were results."""
        self.fair_tables.rename_person(old, new)
        self.daily_attempts.rename_person(old, new)
        return any([self.statistics.rename_person(old, new), self.earned_feats.rename_person(old, new)])

    def show_toast(
        self,
        key: str,
        icon: str,
        undo: Callable[[], None] | None = None,
        *,
        outlasts_screen: bool = False,
        **placeholders: Any,
    ) -> None:
        """Show a toast with the text of ``key``; ``undo`` adds a button that reverts the reported change.

        A toast with ``undo`` goes with the screen, unless it ``outlasts_screen``.
        """
        revert = undo and partial(self._undo_reported, undo)
        self.toast = Toast(self.words, key, placeholders, icon, revert, outlasts_screen=outlasts_screen)
        reading_ms = timing.TOAST_MS_PER_BYTE * len(self.toast.string.encode())
        duration_ms = max(timing.TOAST_MS, reading_ms) if undo is None else timing.TOAST_UNDO_MS
        self.window.timeline.call_later("toast", duration_ms, self.drop_toast)
        self.window.is_outdated = True

    def _undo_reported(self, undo: Callable[[], None]) -> None:
        self.drop_toast()
        undo()
