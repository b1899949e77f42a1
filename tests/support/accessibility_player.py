"""Plays the program through its accessibility tree alone; run by ``tests.accessibility_play`` with the system's Python.

It reads roles, names, states and announcements through AT-SPI, as a screen reader does, and acts by the actions of the
tree. It imports nothing of the project.
"""

import json
import random
import sys
import time
from collections.abc import Callable, Iterator
from importlib import import_module
from typing import Any, NamedTuple

pyatspi: Any = import_module("pyatspi")
GLib: Any = import_module("gi.repository.GLib")

TIMEOUT_SECONDS = 30.0
"""Maximum seconds to wait for an expected change."""
PAUSE_SECONDS = 0.05
"""Seconds between two reads of the tree."""
BUTTONS = ("push button", "button")
CARD_ROLE = "list item"
RESULT_BUTTONS = ("Rematch", "New match", "Play again")


class StuckError(Exception):
    """An expected change didn't happen within ``TIMEOUT_SECONDS``."""


class Item(NamedTuple):
    """A node of the accessibility tree, as read."""

    role: str
    name: str
    node: Any
    selected: bool
    checked: bool
    enabled: bool
    ancestors: tuple[str, ...]
    """Roles and names of its ancestors, from the window down."""

    def press(self) -> None:
        """Perform its first action."""
        self.node.queryAction().doAction(0)


class AccessibilityPlayer:
    """Reads the accessibility tree and plays by it."""

    def __init__(self, process: int, seed: int) -> None:
        self.process = process
        self.rng = random.Random(seed)
        self.events: list[str] = []
        """All announcements so far."""
        self.spoken = 0
        self.frame = self.wait(self.window, "the window in the tree")
        pyatspi.Registry.registerEventListener(self.on_event, "object:announcement")

    def on_event(self, event: Any) -> None:
        self.events.append(str(event.any_data))

    def window(self) -> Any:
        desktop = pyatspi.Registry.getDesktop(0)
        for program in desktop:
            if program is not None and program.get_process_id() == self.process and program.childCount:
                return program.getChildAtIndex(0)
        return None

    # --- reading ------------------------------------------------------------------------------------------------------

    def read(self) -> list[Item]:
        """Return the nodes of the window in reading order, never a mixture of two screens."""
        for _ in range(40):
            try:
                before = self._first()
                items = list(self._read(self.frame, ()))
                if self._first() == before:
                    return items
            except Exception:  # the tree changed meanwhile
                self.process_events(PAUSE_SECONDS)
        raise StuckError("the tree changed during 40 attempts to read it")

    def _first(self) -> tuple[str, str]:
        """Return role and name of the first node: the screen's heading, or a dialog."""
        first = self.frame.getChildAtIndex(0)
        return first.getRoleName(), first.name

    def _read(self, node: Any, within: tuple[str, ...]) -> Iterator[Item]:
        for i in range(node.childCount):
            child = node.getChildAtIndex(i)
            if child is None:
                raise LookupError
            role, name, states = child.getRoleName(), child.name, child.getState()
            yield Item(
                role,
                name,
                child,
                states.contains(pyatspi.STATE_SELECTED),
                states.contains(pyatspi.STATE_CHECKED),
                states.contains(pyatspi.STATE_ENABLED) or states.contains(pyatspi.STATE_SENSITIVE),
                within,
            )
            yield from self._read(child, (*within, f"{role} {name}"))

    def process_events(self, seconds: float) -> None:
        """Process D-Bus events for a number of seconds."""
        context, end = GLib.MainContext.default(), time.monotonic() + seconds
        while time.monotonic() < end:
            if not context.iteration(False):
                time.sleep(0.005)

    def wait(self, find: Callable[[], Any], what: str) -> Any:
        """Wait until ``find`` returns something true, and return it."""
        end = time.monotonic() + TIMEOUT_SECONDS
        while time.monotonic() < end:
            try:
                found = find()
            except Exception:  # the tree changed meanwhile
                found = None
            if found:
                return found
            self.process_events(PAUSE_SECONDS)
        tree = [(one.role, one.name) for one in self.read()]
        raise StuckError(f"no {what} within {TIMEOUT_SECONDS:.0f} s; the tree has: {tree}")

    def find(self, role: str, name: str) -> Item | None:
        """Return the first node of a role whose name starts with ``name``; None if there is none."""
        return next((one for one in self.read() if one.role in role_names(role) and one.name.startswith(name)), None)

    def wait_for_node(self, role: str, name: str) -> Item:
        found: Item = self.wait(lambda: self.find(role, name), f"{role} {name!r}")
        return found

    def press(self, role: str, name: str) -> None:
        """Press the first node of a role whose name starts with ``name``."""
        self.wait_for_node(role, name).press()
        self.process_events(PAUSE_SECONDS)

    # --- playing ------------------------------------------------------------------------------------------------------

    def play_match(self) -> dict[str, Any]:
        """Play from the table to the result of the match; return the counts and the texts read."""
        turns, deals, attempts, last = 0, 0, 0, ""
        end = time.monotonic() + TIMEOUT_SECONDS
        while True:
            items = self.read()
            names = {one.name for one in items if one.role in BUTTONS}
            over = next((name for name in RESULT_BUTTONS if name in names), "")
            if over:
                cells = [
                    one.name for one in items if one.role in ("table cell", "table column header", "column header")
                ]
                heading = next(one.name for one in items if one.role == "heading")
                texts = cells or [one.name for one in items if one.role == "label"]  # no cells after a single deal
                if len(texts) < 4:
                    raise StuckError(f"no result is shown: {[(one.role, one.name) for one in items]}")
                return {"turns": turns, "deals": deals + 1, "result": heading, "cells": texts[:40]}
            following = [one for one in items if one.role in BUTTONS and one.name in ("Next deal", "Next round")]
            if following:
                deals += 1
                self.choose(following)
                self.wait_for_end(following[0].name)
            elif any(one.role == "dialog" for one in items):
                buttons = [one for one in items if one.role in BUTTONS]
                self.choose([one for one in buttons if one.name in ("Play", "Just play")] or buttons[:1])
            elif any(one.role == CARD_ROLE and one.name.startswith("You, to play") for one in items):
                status = " ".join(one.name for one in items if one.role in ("status bar", "statusbar"))
                attempts, last = (attempts + 1, last) if status == last else (0, status)
                if attempts > 150:
                    raise StuckError(f"no answer found in 150 steps: {[(one.role, one.name) for one in items]}")
                turns += self.answer(items, attempts)
            else:
                self.process_events(PAUSE_SECONDS)
                if time.monotonic() > end:
                    raise StuckError(
                        f"no change within {TIMEOUT_SECONDS:.0f} s: {[(one.role, one.name) for one in items]}"
                    )
                continue
            end = time.monotonic() + TIMEOUT_SECONDS

    def wait_for_end(self, name: str) -> None:
        """Wait until a button has disappeared."""
        self.wait(lambda: self.find("button", name) is None, f"the end of {name!r}")

    def choose(self, among: list[Item]) -> None:
        try:
            self.rng.choice(among).press()
        except Exception:  # it has just disappeared
            self.process_events(PAUSE_SECONDS)
        self.process_events(PAUSE_SECONDS)

    def follow_hint(self, items: list[Item]) -> bool:
        """Follow the shown hint: choose its cards or press its button, and answer; return False without a hint.

        For a swap of which some cards are in place already, the named card in hand is swapped with another one.
        """
        suggested = [one for one in items if "suggested" in one.name and (one.role == CARD_ROLE or one.role in BUTTONS)]
        if not suggested:
            return False
        hints = [one.name.removeprefix("Hint: ") for one in items if one.name.startswith("Hint: ")]
        answer = [one for one in items if one.role in BUTTONS and one.enabled and one.name in hints[-1:]]
        if answer:
            self.choose(answer)
            return True
        hand = [one for one in suggested if "hand" in one.ancestors[-1]]
        others = [
            one for one in items if one.role == CARD_ROLE and "can be chosen" in one.name and one not in suggested
        ]
        apart = [one for one in others if "hand" not in one.ancestors[-1]] if len(hand) < len(suggested) else []
        for one in [*hand, *apart[:1]] if hand else suggested:
            self.choose([one])
        answers = [one for one in self.read() if one.role in BUTTONS and one.enabled and not one.ancestors]
        if answers:
            self.choose(answers[:1])
        return True

    def answer(self, items: list[Item], tried: int = 0) -> int:
        """Take one step of an answer, choosing a card or answering; return 1 for an answer, else 0.

        Args:
            items: the nodes read now.
            tried: number of steps without effect. After some of them all matching cards are chosen first, later other
                ones.
        """
        answers = [one for one in items if one.role in BUTTONS and one.enabled and not one.ancestors]
        cards = [one for one in items if one.role == CARD_ROLE and "can be" in one.name and not one.selected]
        chosen = [one for one in items if one.role == CARD_ROLE and one.selected]
        places = [one for one in items if one.role in BUTTONS and any("list" in each for each in one.ancestors)]
        if (cards and 10 <= tried % 30 < 20) or (chosen and tried % 30 >= 25):
            self.choose(cards if tried % 30 < 20 else chosen)
            return 0
        if chosen and answers and self.rng.random() < 0.9:
            self.choose(answers[:1])
            return 1
        if cards and (not answers or self.rng.random() < 0.75):
            self.choose(cards)
            return 0
        self.choose(answers or places or [one for one in items if one.role == CARD_ROLE and " of " in one.name])
        return 1


def role_names(role: str) -> tuple[str, ...]:
    return BUTTONS if role == "button" else (role,)


# --- what is done -----------------------------------------------------------------------------------------------------


def change_setting(player: AccessibilityPlayer) -> str:
    """Choose instant motion in the settings and check that it is chosen."""
    player.press("button", "Settings")
    player.wait_for_node("heading", "Settings")
    player.press("page tab", "Pace")
    player.press("radio button", "Instant")
    player.wait(lambda: (found := player.find("radio button", "Instant")) and found.checked, "the checked setting")
    player.press("button", "Back")
    return "a setting"


def read_rules(player: AccessibilityPlayer) -> dict[str, Any]:
    """Open a page of rules; return its headings and counts of its contents."""
    player.press("button", "Rules")
    player.wait_for_node("heading", "Rules")
    items = player.wait(
        lambda: [one for one in player.read() if one.role == "heading"][3:] and player.read(), "headings"
    )
    found = {
        "headings": [one.name for one in items if one.role == "heading"],
        "rules": len([one for one in items if one.role == CARD_ROLE]),
        "tables": len([one for one in items if one.role == "table"]),
    }
    player.press("button", "Back")
    return found


def change_rule(player: AccessibilityPlayer) -> str:
    """Choose another value of the first house rule with radio buttons, on the seating screen; return the change."""
    player.press("button", "Change house rules")
    player.wait_for_node("button", "Back to standard")  # not the heading: the seating has the same one
    option = player.wait(
        lambda: next((one for one in player.read() if one.role == "radio button" and not one.checked), None), "a rule"
    )
    option.press()
    player.wait_for_node("radio button", option.name)
    changed = f"{option.ancestors[-1]}: {option.name}"
    player.press("button", "Back")
    return changed


def take_lesson(player: AccessibilityPlayer, game: str) -> int:
    """Play the lesson of a game to its end; return the number of steps read."""
    player.press("button", "Learn")
    player.press("button", game)
    steps: set[str] = set()
    shown_step, tries = "", 0
    end = time.monotonic() + 8 * TIMEOUT_SECONDS
    while time.monotonic() < end:
        items = player.read()
        step = next((one.name for one in items if one.role == "heading" and one.name.startswith("Step ")), "")
        steps |= {step} if step else set()
        buttons = {one.name: one for one in items if one.role in BUTTONS}
        if "Play now" in buttons:
            player.press("button", "Leave the table")
            return len(steps)
        if any(one.role == "dialog" for one in items):
            player.choose(list(buttons.values())[:1])
        elif "Next" in buttons:
            player.choose([buttons["Next"]])
        elif step and "Show me" in buttons and (shown_step != step or tries > 10):
            shown_step, tries = step, 0
            player.choose([buttons["Show me"]])
        elif player.follow_hint(items):
            tries += 1
        elif any(one.role == CARD_ROLE and one.name.startswith("You, to play") for one in items):
            tries += 1
            player.answer(items)
        player.process_events(PAUSE_SECONDS)
    raise StuckError(f"the lesson doesn't end: {[(one.role, one.name) for one in player.read()]}")


def play_game(player: AccessibilityPlayer, game: str, *, rule: bool) -> dict[str, Any]:
    """Play a whole match of a game, from the home screen and back to it."""
    player.press("button", game)
    player.wait_for_node("button", "Play")
    changed = change_rule(player) if rule else ""
    heard = len(player.events)
    player.press("button", "Play")
    found = player.play_match()
    found |= {"rule": changed, "heard": len(player.events) - heard, "said": player.events[heard : heard + 12]}
    player.press("button", "Home")
    player.wait_for_node("button", "Quit")
    return found


def main(words: list[str]) -> int:
    process, seed, tasks = int(words[0]), int(words[1]), words[2:]
    player = AccessibilityPlayer(process, seed)

    def tell(name: str, found: Any) -> None:
        print(json.dumps([name, found], ensure_ascii=False), flush=True)

    player.wait_for_node("button", "Quit")
    for task in tasks:
        if task == "setting":
            tell(task, change_setting(player))
        elif task == "rules":
            tell(task, read_rules(player))
        elif task.startswith("lesson:"):
            tell(task, take_lesson(player, task.partition(":")[2]))
        else:
            tell(task, play_game(player, task.removesuffix("+rule"), rule=task.endswith("+rule")))
        player.wait_for_node("button", "Quit")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
