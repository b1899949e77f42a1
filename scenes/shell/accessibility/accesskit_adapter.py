"""Adapter that publishes the accessibility tree to screen readers through AccessKit, on Linux, Windows and macOS.

Without AccessKit, as on architectures for which it has no wheel, the application runs without screen reader support.
It is imported by name on ``attach``, which saves 3 ms before the first frame.
"""

import re
import sys
from collections.abc import Callable
from importlib import import_module
from typing import Any, Literal, NamedTuple

import pygame

from engine.native_output import suppress_native_stderr
from scenes.shell.accessibility.tree import ROOT_ID, Node, TreeChange

ReaderAction = Literal["click", "focus", "set_value", "select_text", "increment", "decrement"]

_ACCESSKIT_ROLES = {
    "window": "WINDOW", "message": "STATUS", "group": "GROUP", "text": "LABEL", "heading": "HEADING", "image": "IMAGE",
    "status": "STATUS", "button": "BUTTON", "link": "LINK", "switch": "SWITCH", "slider": "SLIDER",
    "spinner": "SPIN_BUTTON", "field": "TEXT_INPUT", "choice": "RADIO_GROUP", "option": "RADIO_BUTTON",
    "tabs": "TAB_LIST", "tab": "TAB", "list": "LIST", "item": "LIST_ITEM", "card": "LIST_BOX_OPTION", "table": "TABLE",
    "row": "ROW", "header": "COLUMN_HEADER", "cell": "CELL", "dialog": "DIALOG", "text_run": "TEXT_RUN",
}  # fmt: skip
"""AccessKit's name for each role of a node."""
_READER_ACTIONS: dict[str, ReaderAction] = {
    "CLICK": "click", "FOCUS": "focus", "SET_VALUE": "set_value", "SET_TEXT_SELECTION": "select_text",
    "INCREMENT": "increment", "DECREMENT": "decrement",
}  # fmt: skip
"""Requested action by the name of AccessKit's action."""

_WORDS = re.compile(r"\S{1,200}\s{0,50}|\s{1,50}")
"""Matches a word with the spaces after it; AccessKit takes lengths up to 255."""


class ReaderRequest(NamedTuple):
    """An action requested by the screen reader.

    ``value`` is a text or a number for ``set_value``, the indices of anchor and caret for ``select_text``.
    """

    action: ReaderAction
    node_id: int
    """Id of the node to act on."""
    value: str | float | tuple[int, int] | None = None


class AccessKitAdapter:
    """Publishes the accessibility tree with AccessKit. Callbacks run in other threads and only post events."""

    def __init__(self) -> None:
        self.event_type = pygame.event.custom_type()
        """Type of the posted events. Their attribute ``request`` is the requested action, None on activation."""
        self.is_listening = False
        """Whether a screen reader is active."""
        self._accesskit: Any = None
        self._adapter: Any = None
        self._focused = True

    @property
    def is_attached(self) -> bool:
        """Whether AccessKit's adapter could be created."""
        return self._adapter is not None

    def attach(self, get_window_handle: Callable[[], int]) -> None:
        """Create AccessKit's adapter for the window, or none if that fails.

        Args:
            get_window_handle: returns the system's handle of the window: on Windows its HWND, on macOS its NSWindow.
        """
        try:
            self._accesskit = import_module("accesskit")
            with suppress_native_stderr():  # Rust describes a panic there
                self._adapter = self._create_adapter(get_window_handle)
        except Exception:  # AccessKit or D-Bus is missing, or AccessKit is too old
            self._adapter = None
        except BaseException as error:  # a panic of AccessKit's Rust code
            if isinstance(error, KeyboardInterrupt | SystemExit):
                raise
            self._adapter = None

    def _create_adapter(self, get_window_handle: Callable[[], int]) -> Any:
        kit = self._accesskit
        if sys.platform == "win32":
            return kit.windows.SubclassingAdapter(get_window_handle(), self._on_activated, self._post_request)
        if sys.platform == "darwin":
            kit.macos.add_focus_forwarder_to_window_class("SDLWindow")
            return kit.macos.SubclassingAdapter.for_window(get_window_handle(), self._on_activated, self._post_request)
        return kit.unix.Adapter(self._on_activated, self._post_request, self._on_deactivated)

    # --- from other threads -----------------------------------------------------------------------------------------

    def _on_activated(self) -> None:
        """Handle the activation of a screen reader, which gets the tree with the next frame."""
        self.is_listening = True
        self._post()

    def _on_deactivated(self) -> None:
        self.is_listening = False

    def _post_request(self, request: Any) -> None:
        for name, action in _READER_ACTIONS.items():
            if request.action == getattr(self._accesskit.Action, name):
                self._post(ReaderRequest(action, int(request.target), self._request_value(request.data)))
                return

    def _request_value(self, data: Any) -> str | float | tuple[int, int] | None:
        """Return the value in the data of AccessKit's request; None if it has none of a known type."""
        value = data[1] if isinstance(data, tuple) and len(data) > 1 else None
        if isinstance(value, self._accesskit.TextSelection):
            return int(value.anchor.character_index), int(value.focus.character_index)
        return value if isinstance(value, str | float) else None

    def _post(self, request: ReaderRequest | None = None) -> None:
        try:
            pygame.event.post(pygame.Event(self.event_type, request=request))
        except pygame.error:  # the window is closing
            return

    # --- to the reader ----------------------------------------------------------------------------------------------

    def show_change(self, change: TreeChange) -> None:
        """Publish the changed nodes of the accessibility tree to active screen readers."""
        if self._adapter is None:
            return

        def update() -> Any:
            return self._tree_update(change)

        self._raise_events(self._adapter.update_if_active(update))

    def _tree_update(self, change: TreeChange) -> Any:
        kit = self._accesskit
        update = kit.TreeUpdate(change.focused_id)
        tree = kit.Tree(ROOT_ID)
        tree.toolkit_name = "House Rules"
        update.tree = tree
        update.nodes = [(number, self._accesskit_node(node)) for number, node in change.nodes]
        return update

    def _accesskit_node(self, node: Node) -> Any:
        kit = self._accesskit
        accesskit_node = kit.Node(getattr(kit.Role, _ACCESSKIT_ROLES[node.role]))
        if node.role == "text_run":
            accesskit_node.set_value(node.name)
            accesskit_node.set_character_lengths([len(char.encode()) for char in node.name])
            accesskit_node.set_word_lengths([len(word) for word in _WORDS.findall(node.name)])
        elif node.name:
            if node.role in ("text", "message", "status"):
                accesskit_node.set_value(node.name)
            if node.role != "text":
                accesskit_node.set_label(node.name)
        if node.bounds is not None:
            accesskit_node.set_bounds(kit.Rect(*map(float, node.bounds)))
        accesskit_node.set_children(list(node.children))
        if node.description:
            accesskit_node.set_description(node.description)
        if node.anchor_and_caret is not None:
            anchor, caret = (kit.TextPosition(node.children[-1], index) for index in node.anchor_and_caret)
            accesskit_node.set_text_selection(kit.TextSelection(anchor, caret))
        if node.shortcut:
            accesskit_node.set_keyboard_shortcut(node.shortcut)
        if node.heading_level:
            accesskit_node.set_level(node.heading_level)
        if node.value_range is not None:
            accesskit_node.set_numeric_value(float(node.value_range.value))
            accesskit_node.set_min_numeric_value(float(node.value_range.minimum))
            accesskit_node.set_max_numeric_value(float(node.value_range.maximum))
            accesskit_node.set_numeric_value_step(1.0)
        if node.role == "option" or node.is_on is not None:
            accesskit_node.set_toggled(kit.Toggled.TRUE if node.is_on or node.is_chosen else kit.Toggled.FALSE)
        elif node.is_chosen is not None:
            accesskit_node.set_selected(node.is_chosen)
        if not node.is_enabled:
            accesskit_node.set_disabled()
        if node.number_and_count is not None:
            accesskit_node.set_position_in_set(node.number_and_count[0])
            accesskit_node.set_size_of_set(node.number_and_count[1])
        if node.role == "dialog":
            accesskit_node.set_modal()
        if node.urgency is not None:
            accesskit_node.set_live(kit.Live.ASSERTIVE if node.urgency == "assertive" else kit.Live.POLITE)
        self._add_actions(accesskit_node, node)
        return accesskit_node

    def _add_actions(self, accesskit_node: Any, node: Node) -> None:
        action = self._accesskit.Action
        if node.is_clickable:
            accesskit_node.add_action(action.CLICK)
        if node.is_focusable:
            accesskit_node.add_action(action.FOCUS)
        if node.is_settable:
            for one in (action.SET_VALUE, action.INCREMENT, action.DECREMENT):
                accesskit_node.add_action(one)
        if node.is_editable:
            accesskit_node.add_action(action.SET_VALUE)
            accesskit_node.add_action(action.SET_TEXT_SELECTION)

    def set_window_focus(self, *, focused: bool) -> None:
        """Report the window's keyboard focus to screen readers. On Windows AccessKit detects it itself."""
        self._focused = focused
        if self._adapter is None or sys.platform == "win32":
            return
        if sys.platform == "darwin":
            self._raise_events(self._adapter.update_view_focus_state(focused))
        else:
            self._adapter.update_window_focus_state(focused)

    @staticmethod
    def _raise_events(events: Any) -> None:
        """Raise the events of a tree update for screen readers on Windows and macOS; Linux needs none."""
        if events is not None and hasattr(events, "raise_events"):
            events.raise_events()
