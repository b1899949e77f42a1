"""The way to the system's screen reader: AccessKit's adapters for Linux (AT-SPI), Windows (UI Automation) and macOS.

Where AccessKit isn't installed, as on an architecture for which it has no wheel, nothing is shown and nothing is said
about it. It is imported by name, when the window is there: 3 ms that the first picture doesn't wait for.
"""

import sys
from collections.abc import Callable
from importlib import import_module
from typing import Any, Literal, NamedTuple

import pygame

from scenes.shell.reader_tree import ROOT, Change, Node

Action = Literal["click", "focus", "set", "more", "less"]

_ROLES = {
    "window": "WINDOW", "message": "STATUS", "group": "GROUP", "text": "LABEL", "heading": "HEADING", "image": "IMAGE",
    "status": "STATUS", "button": "BUTTON", "link": "LINK", "switch": "SWITCH", "slider": "SLIDER",
    "spinner": "SPIN_BUTTON", "field": "TEXT_INPUT", "choice": "RADIO_GROUP", "option": "RADIO_BUTTON",
    "tabs": "TAB_LIST", "tab": "TAB", "list": "LIST", "item": "LIST_ITEM", "card": "LIST_BOX_OPTION", "table": "TABLE",
    "row": "ROW", "header": "COLUMN_HEADER", "cell": "CELL", "dialog": "DIALOG",
}  # fmt: skip
"""Role of a node -> AccessKit's name for it."""
_ACTIONS: dict[str, Action] = {
    "CLICK": "click", "FOCUS": "focus", "SET_VALUE": "set", "INCREMENT": "more", "DECREMENT": "less",
}  # fmt: skip


class Asked(NamedTuple):
    """What a screen reader asks for."""

    action: Action
    target: int
    value: str | float | None = None


class SystemReader:
    """Hands the tree to the system. Its callbacks come from other threads and only post events."""

    def __init__(self) -> None:
        self.event = pygame.event.custom_type()
        """Type of the events that say that a reader listens, or with ``asked`` what it asks for."""
        self.listening = False
        """Whether a screen reader wants to know what is shown."""
        self._kit: Any = None
        self._adapter: Any = None
        self._focused = True

    @property
    def attached(self) -> bool:
        """Whether there is a way to a screen reader at all."""
        return self._adapter is not None

    def attach(self, window: Callable[[], int]) -> None:
        """Offer the window to screen readers; where that isn't possible, do without.

        Args:
            window: returns the window's handle of the system: on Windows its HWND, on macOS its NSWindow.
        """
        try:
            self._kit = import_module("accesskit")
            self._adapter = self._made(window)
        except Exception:  # no such package or library, an older one, or a system without a bus
            self._adapter = None
        except BaseException as error:  # a panic of the library
            if isinstance(error, KeyboardInterrupt | SystemExit):
                raise
            self._adapter = None

    def _made(self, window: Callable[[], int]) -> Any:
        kit = self._kit
        if sys.platform == "win32":
            return kit.windows.SubclassingAdapter(window(), self._activated, self._asked)
        if sys.platform == "darwin":
            kit.macos.add_focus_forwarder_to_window_class("SDLWindow")
            return kit.macos.SubclassingAdapter.for_window(window(), self._activated, self._asked)
        return kit.unix.Adapter(self._activated, self._asked, self._deactivated)

    # --- from other threads -----------------------------------------------------------------------------------------

    def _activated(self) -> None:
        """A reader begins to listen; it gets the tree with the next frame."""
        self.listening = True
        self._post()

    def _deactivated(self) -> None:
        self.listening = False

    def _asked(self, request: Any) -> None:
        for name, action in _ACTIONS.items():
            if request.action == getattr(self._kit.Action, name):
                data = request.data
                value = data[1] if isinstance(data, tuple) and len(data) > 1 else None
                self._post(Asked(action, int(request.target), value if isinstance(value, str | float) else None))
                return

    def _post(self, asked: Asked | None = None) -> None:
        try:
            pygame.event.post(pygame.Event(self.event, asked=asked))
        except pygame.error:  # the window is closing
            return

    # --- to the reader ----------------------------------------------------------------------------------------------

    def show(self, change: Change) -> None:
        """Tell readers what changed in the tree."""
        if self._adapter is None:
            return

        def update() -> Any:
            return self._update(change)

        self._raise(self._adapter.update_if_active(update))

    def _update(self, change: Change) -> Any:
        kit = self._kit
        update = kit.TreeUpdate(change.focus)
        tree = kit.Tree(ROOT)
        tree.toolkit_name = "House Rules"
        update.tree = tree
        update.nodes = [(number, self._node(node)) for number, node in change.nodes]
        return update

    def _node(self, node: Node) -> Any:
        kit = self._kit
        made = kit.Node(getattr(kit.Role, _ROLES[node.role]))
        if node.name:
            if node.role in ("text", "message", "status"):
                made.set_value(node.name)
            if node.role != "text":
                made.set_label(node.name)
        if node.bounds is not None:
            made.set_bounds(kit.Rect(*map(float, node.bounds)))
        made.set_children(list(node.children))
        if node.details:
            made.set_description(node.details)
        if node.text is not None:
            made.set_value(node.text)
        if node.shortcut:
            made.set_keyboard_shortcut(node.shortcut)
        if node.level:
            made.set_level(node.level)
        if node.scale is not None:
            made.set_numeric_value(float(node.scale.value))
            made.set_min_numeric_value(float(node.scale.low))
            made.set_max_numeric_value(float(node.scale.high))
            made.set_numeric_value_step(1.0)
        if node.role == "option" or node.on is not None:
            made.set_toggled(kit.Toggled.TRUE if node.on or node.chosen else kit.Toggled.FALSE)
        elif node.chosen is not None:
            made.set_selected(node.chosen)
        if not node.enabled:
            made.set_disabled()
        if node.place is not None:
            made.set_position_in_set(node.place[0])
            made.set_size_of_set(node.place[1])
        if node.role == "dialog":
            made.set_modal()
        if node.tone is not None:
            made.set_live(kit.Live.ASSERTIVE if node.tone == "assertive" else kit.Live.POLITE)
        self._add_actions(made, node)
        return made

    def _add_actions(self, made: Any, node: Node) -> None:
        action = self._kit.Action
        if node.clickable:
            made.add_action(action.CLICK)
        if node.focusable:
            made.add_action(action.FOCUS)
        if node.settable:
            for one in (action.SET_VALUE, action.INCREMENT, action.DECREMENT):
                made.add_action(one)
        if node.writable:
            made.add_action(action.SET_VALUE)

    def focus_window(self, *, focused: bool) -> None:
        """Tell readers whether the window has the system's focus. Windows knows it by itself."""
        self._focused = focused
        if self._adapter is None or sys.platform == "win32":
            return
        if sys.platform == "darwin":
            self._raise(self._adapter.update_view_focus_state(focused))
        else:
            self._adapter.update_window_focus_state(focused)

    @staticmethod
    def _raise(events: Any) -> None:
        """Send the events of a change, where that isn't done by the adapter itself."""
        if events is not None and hasattr(events, "raise_events"):
            events.raise_events()
