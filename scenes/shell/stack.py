"""Stack of open scenes; the top one receives input."""

import contextlib
from collections.abc import Iterator

from scenes.shell.scene import Scene


class SceneStack:
    """Stack of the open scenes, from bottom to top."""

    def __init__(self) -> None:
        self.scenes: list[Scene] = []

    def __bool__(self) -> bool:
        return bool(self.scenes)

    def __iter__(self) -> Iterator[Scene]:
        return iter(self.scenes)

    def __contains__(self, scene: Scene) -> bool:
        return scene in self.scenes

    @property
    def top(self) -> Scene:
        """The scene on top of the stack, which receives input."""
        return self.scenes[-1]

    @property
    def screen(self) -> Scene | None:
        """The topmost opaque scene, below any dialogs; None without one."""
        return next((scene for scene in reversed(self.scenes) if scene.is_opaque), None)

    @property
    def visible(self) -> list[Scene]:
        """The visible scenes, from bottom to top."""
        first = max((i for i, scene in enumerate(self.scenes) if scene.is_opaque), default=0)
        return self.scenes[first:]

    def push(self, scene: Scene) -> None:
        """Lay out a scene and push it onto the stack."""
        scene.lay_out()
        self.scenes.append(scene)
        scene.on_enter()

    def close(self, scene: Scene) -> None:
        """Remove a scene and all above it from the stack, top to bottom."""
        while scene in self.scenes:
            self.scenes.pop().on_leave()

    def clear(self, *, ignores_errors: bool = False) -> None:
        """Remove all scenes from the stack, top to bottom; ``ignores_errors`` ignores errors in ``on_leave``."""
        while self.scenes:
            with contextlib.suppress(*((Exception,) if ignores_errors else ())):
                self.scenes.pop().on_leave()
