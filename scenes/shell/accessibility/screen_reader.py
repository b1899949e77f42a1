"""Connects the application to screen readers: updates the accessibility tree for them and performs their requests."""

from collections.abc import Callable, Hashable, Sequence
from typing import Protocol, runtime_checkable

import pygame

from scenes.shell.accessibility.accesskit_adapter import AccessKitAdapter, ReaderRequest
from scenes.shell.accessibility.tree import AccessibilityTree, Bounds, SpokenMessage, TreeChange
from scenes.shell.context import Context
from scenes.shell.scene import Scene
from scenes.shell.toast import Toast
from scenes.ui.accessible_elements import AccessibleElement

MAX_SPOKEN_LINES = 6
"""Maximum number of match log lines spoken at once; older new lines are skipped."""


@runtime_checkable
class SpeakingScene(Protocol):
    """Interface of a scene in which something happens that screen readers speak, such as a match."""

    def new_messages(self, known_count: int) -> tuple[int, list[str]]:
        """Return the number of messages to screen readers so far, and the messages after the first ``known_count``."""

    def alerts(self) -> list[tuple[Hashable, str]]:
        """Return the scene's urgent messages to screen readers, such as "your turn", each with a unique key."""


class ScreenReaderBridge:
    """Bridge that publishes the application to screen readers; does nothing while none is active.

    Args:
        context: the application.
        adapter: adapter of the system's screen reader.
    """

    def __init__(self, context: Context, adapter: AccessKitAdapter) -> None:
        self.context = context
        self.adapter = adapter
        self.tree = AccessibilityTree()
        self._was_listening = False
        self._last_scene: Scene | None = None
        """Scene at the last update; None before the first."""
        self._message_scene: SpeakingScene | None = None
        """Scene whose log is spoken, also while another scene covers it."""
        self._message_count = 0
        """Number of its log lines already spoken."""
        self._reported_alerts: list[Hashable] = []
        self._toast: Toast | None = None

    def update(self) -> None:
        """Publish the accessibility tree's changes since the last frame; called after every frame."""
        if not self.adapter.is_listening:
            self._was_listening = False
            return
        begins, self._was_listening = not self._was_listening, True
        change = self.update_tree()
        if begins:
            self.adapter.show_change(self.tree.whole_tree())
        elif change.nodes:
            self.adapter.show_change(change)

    def update_tree(self) -> TreeChange:
        """Update the accessibility tree from the top scene; return the changes."""
        program, scene, focus = self.context, self.context.top, self.tree.focused_id
        elements = self.elements_of(scene)
        messages = self._messages_to_speak(scene, elements)
        picture = Bounds(0, 0, *program.window.picture_size)
        heading = elements[0].name if elements and elements[0].role == "dialog" else ""
        of = type(scene).__name__, heading
        change = self.tree.update(program.window.system.title, picture, elements, messages, scene_key=of)
        if not change.nodes and change.focused_id != focus:
            return TreeChange(((change.focused_id, self.tree.nodes[change.focused_id]),), change.focused_id)
        return change

    def elements_of(self, scene: Scene) -> list[AccessibleElement]:
        """Return the accessible elements of a scene and of the toast."""
        elements = scene.accessible_elements()
        toast = self.context.toast
        if toast is not None:
            undo = (
                ()
                if toast.undo is None
                else (AccessibleElement("button", toast.undo_label, press=self._press_toast_undo),)
            )
            elements.append(AccessibleElement("status", toast.string, key="toast", children=undo))
        if not scene.is_opaque:
            title = next((element.name for element in elements if element.role == "heading"), "")
            return [AccessibleElement("dialog", title, key="dialog", children=tuple(elements))]
        return elements

    def _press_toast_undo(self) -> None:
        toast = self.context.toast
        if toast is not None and toast.undo is not None:
            toast.undo()

    # --- messages ---------------------------------------------------------------------------------------------------

    def _messages_to_speak(self, scene: Scene, elements: Sequence[AccessibleElement]) -> list[SpokenMessage]:
        """Return the new messages for the screen reader since the last update."""
        messages = [SpokenMessage(line, "polite") for line in self._log_lines_to_speak(scene)]
        if scene is not self._last_scene:
            self._last_scene, self._reported_alerts = scene, []
            title = self._opening_text(elements)
            if title:
                messages.append(SpokenMessage(title, "polite"))
        toast = self.context.toast
        if toast is not self._toast:
            self._toast = toast
            if toast is not None:
                messages.append(SpokenMessage(toast.string, "polite"))
        alerts = scene.alerts() if isinstance(scene, SpeakingScene) else []
        messages += [
            SpokenMessage(text, "assertive") for key, text in alerts if key not in self._reported_alerts and text
        ]
        self._reported_alerts = [key for key, _ in alerts]
        return messages

    def _log_lines_to_speak(self, scene: Scene) -> list[str]:
        """Return new match log lines; after a change of the top scene also the previous scene's last lines."""
        lines = self._take_new_log_lines()
        if isinstance(scene, SpeakingScene) and scene is not self._message_scene:
            self._message_scene, (self._message_count, _) = scene, scene.new_messages(0)
            lines += self._take_new_log_lines()
        return lines[-MAX_SPOKEN_LINES:]

    def _take_new_log_lines(self) -> list[str]:
        if self._message_scene is None:
            return []
        before, (self._message_count, lines) = (
            self._message_count,
            self._message_scene.new_messages(self._message_count),
        )
        return lines if self._message_count > before else []

    @staticmethod
    def _opening_text(elements: Sequence[AccessibleElement]) -> str:
        """Return the text that the screen reader speaks when a scene opens: its heading, or a dialog's whole text."""
        if len(elements) == 1 and elements[0].role == "dialog":
            texts = [part.name for part in elements[0].children if part.role in ("heading", "text")]
            return ". ".join(texts)
        return next((part.name for part in elements if part.role == "heading"), "")

    # --- requests ---------------------------------------------------------------------------------------------------

    def perform(self, request: ReaderRequest) -> bool:
        """Perform an action requested by the screen reader; return whether something may have changed.

        A request for a scene that isn't on top any more is ignored.
        """
        element = self.tree.elements.get(request.node_id)
        if element is None or not element.is_enabled:
            return False
        if self._last_scene is None or not self.context.is_top(self._last_scene):
            return False
        action: Callable[[], object] | None = None
        if request.action == "focus":
            action = element.focus
        elif request.action == "click":
            action = element.press or element.focus
        elif request.action == "set_value" and element.set_text is not None and isinstance(request.value, str):
            element.set_text(request.value)
        elif request.action == "set_value" and element.set_value is not None and isinstance(request.value, float | int):
            element.set_value(float(request.value))
        elif request.action == "select_text" and element.select_text is not None and isinstance(request.value, tuple):
            element.select_text(*request.value)
        elif request.action in ("increment", "decrement") and element.set_value is not None and element.value_range:
            element.set_value(element.value_range.value + (1 if request.action == "increment" else -1))
        if action is not None:
            action()
        return True

    def handle(self, event: pygame.Event) -> bool:
        """Handle a window event or a screen reader's posted request; return whether something may have changed."""
        if event.type == self.adapter.event_type:
            request = getattr(event, "request", None)
            return self.perform(request) if isinstance(request, ReaderRequest) else True
        if event.type in (pygame.WINDOWFOCUSGAINED, pygame.WINDOWFOCUSLOST):
            self.adapter.set_window_focus(focused=event.type == pygame.WINDOWFOCUSGAINED)
        return False
