"""Navigation between scenes: opens, closes and replaces them with cross-fades."""

from collections.abc import Callable

from engine.settings import Settings
from scenes.render import timing
from scenes.shell.destinations import Destination
from scenes.shell.scene import Scene
from scenes.shell.stack import SceneStack
from scenes.shell.toast import Toast
from scenes.shell.window.window import Window


class Navigation:
    """Navigation between the scenes of a window.

    Args:
        window: shows the scenes and the fades between them.
        build_scene: builds the scene of a destination.
        settings: returns the current settings, which may shorten the fades.
    """

    def __init__(
        self, window: Window, build_scene: Callable[[Destination], Scene], settings: Callable[[], Settings]
    ) -> None:
        self.window = window
        self._build_scene = build_scene
        self._get_settings = settings
        self.scene_stack = SceneStack()
        self.toast: Toast | None = None
        """Toast over the scenes; None without one."""
        self.is_running = True
        """Whether the application goes on after the current step."""
        self.has_new_scene = False
        """Whether a scene has been opened that ``Prerenderer`` has not begun to prerender."""

    @property
    def top(self) -> Scene:
        """The scene on top of the stack, which receives input."""
        return self.scene_stack.top

    def is_top(self, scene: Scene) -> bool:
        """Whether this scene is on top and receives input."""
        return bool(self.scene_stack) and self.top is scene

    def go(self, to: Destination | Scene) -> None:
        """Close all scenes and show the scene of a destination."""
        scene = self._resolve_scene(to)
        self._start_fade(timing.SCREEN_FADE_MS)
        if scene.appears_at_once:
            self.window.skip_fade()
        self._drop_undo_toast()
        self.scene_stack.clear()
        self._push(scene)

    def open(self, what: Destination | Scene) -> None:
        """Open a scene on top of the current scene."""
        scene = self._resolve_scene(what)
        self._start_fade_of(scene)
        if self.scene_stack:
            self.top.on_focus_lost()  # it doesn't see the release of a press
        self._push(scene)

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
        self._start_fade_of(scene)
        if scene.is_opaque:
            self._drop_undo_toast()
        self.scene_stack.close(scene)
        self.window.is_outdated = True

    def drop_toast(self) -> None:
        """Remove the toast, if any."""
        self.toast = None
        self.window.timeline.stop("toast")

    def _drop_undo_toast(self) -> None:
        """Remove a toast whose undo button belongs to the screen that closes."""
        if self.toast is not None and not self.toast.outlasts_screen:
            self.drop_toast()

    def uncover(self, scene: Scene) -> None:
        """Close all scenes above the given scene."""
        while not self.is_top(scene):
            self.close(self.top)

    def quit(self) -> None:
        """End the application's main loop after the current step."""
        self.is_running = False

    def _resolve_scene(self, target: Destination | Scene) -> Scene:
        return target if isinstance(target, Scene) else self._build_scene(target)

    def _push(self, scene: Scene) -> None:
        self.scene_stack.push(scene)
        self.window.is_outdated = self.has_new_scene = True

    def _start_fade_of(self, scene: Scene) -> None:
        self._start_fade(timing.SCREEN_FADE_MS if scene.is_opaque else timing.DIALOG_FADE_MS)

    def _start_fade(self, duration_ms: float) -> None:
        """Start a cross-fade from the current screen picture to the next one."""
        settings = self._get_settings()
        if self.scene_stack and settings.speed != "instant":
            self.window.start_fade(timing.REDUCED_MOTION_MS if settings.reduced_motion else duration_ms)
