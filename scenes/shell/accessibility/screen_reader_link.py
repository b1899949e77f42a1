"""Link to the system's screen reader. Its code is imported after the first frame, which it would delay."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pygame

if TYPE_CHECKING:
    from scenes.shell.accessibility.accesskit_adapter import AccessKitAdapter  # 4 ms of the start
    from scenes.shell.accessibility.screen_reader import ScreenReaderBridge
    from scenes.shell.context import Context


class ScreenReaderLink:
    """Link to the system's screen reader; does nothing until it is started."""

    def __init__(self) -> None:
        self._adapter: AccessKitAdapter | None = None
        """The adapter, if it had to be attached before the window was shown; else None."""
        self.bridge: ScreenReaderBridge | None = None
        """Publishes the accessibility tree; None until ``start``."""

    def attach(self, window: pygame.Window) -> None:
        """Attach the adapter to a hidden window; on Windows it must exist before the window is shown."""
        from scenes.shell.accessibility.accesskit_adapter import AccessKitAdapter  # noqa: PLC0415  # 4 ms of the start elsewhere

        self._adapter = AccessKitAdapter()
        self._adapter.attach(lambda: window.handle)

    def start(self, context: Context) -> None:
        """Publish the accessibility tree to the system's screen reader, if there is one."""
        from scenes.shell.accessibility import accesskit_adapter, screen_reader  # noqa: PLC0415

        system = context.window.system
        if self._adapter is None:
            self._adapter = accesskit_adapter.AccessKitAdapter()
            self._adapter.attach(lambda: system.native_handle)
        self.bridge = screen_reader.ScreenReaderBridge(context, self._adapter)
        self._adapter.set_window_focus(focused=system.has_focus)
        context.window.is_outdated = True  # a reader that listens already gets the tree with the next frame

    def handle(self, event: pygame.Event) -> bool:
        """Handle a window event or a screen reader's request; return whether the request may have had an effect."""
        return self.bridge is not None and self.bridge.handle(event)

    def update(self) -> None:
        """Publish the accessibility tree's changes since the last frame."""
        if self.bridge is not None:
            self.bridge.update()
