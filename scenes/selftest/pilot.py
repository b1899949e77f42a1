"""A simulated player that drives the real program with synthetic events and time.

Used by the tests, the screenshot tool, the benchmarks and ``main.py --self-test``.
"""

import math
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Generic, Protocol, TypeVar

import pygame

from engine.cards import Card
from engine.moves import TABLE, Move, Pile
from engine.work.thinking import Thinker
from scenes.render.space import CardSpace, Point
from scenes.shell.destinations import Destination
from scenes.shell.dialog import Dialog
from scenes.shell.scene import Scene
from scenes.shell.screen import Screen
from scenes.shell.stack import SceneStack
from scenes.shell.window.window import Window
from scenes.table.goal_dialog import GoalDialog
from scenes.table.hud.keys import PASS_KEY
from scenes.table.model.choice import Choice
from scenes.table.out_dialog import OutDialog
from scenes.table.table import Table
from scenes.ui.widgets import Widget

FRAME_MS = 1000 / 60
"""Milliseconds per frame at 60 frames per second."""
SLOW_MACHINE_FRAME_MS = 50.0
"""Milliseconds per frame on a slow machine."""
MAX_WAIT_STEPS = 60_000
"""Maximum number of steps until the table is idle."""
MAX_TABS = 200
"""Maximum number of presses of Tab until the cursor is on a card."""


class StuckError(RuntimeError):
    """Error of the self-test: the program did not reach the expected state."""


class PilotedProgram(Protocol):
    """Interface of the program for the simulated player of the self-test."""

    scene_stack: SceneStack
    thinker: Thinker
    window: Window

    @property
    def top(self) -> Scene:
        """The scene that gets the player's input."""

    def go(self, to: Destination | Scene) -> None:
        """Close every scene and show another one."""

    def step(self, elapsed_ms: float, events: Sequence[pygame.Event]) -> bool:
        """Run one frame of the program: handle events, advance the time, and draw; return whether it drew."""

    def finish_animations(self) -> None:
        """End every fade and animation and draw."""

    def release_everything(self) -> None:
        """Close every scene and release the program's resources."""


P = TypeVar("P", bound=PilotedProgram)


class Pilot(Generic[P]):
    """Simulated player with mouse and keyboard for the self-test.

    Args:
        app: the program.
        on_step: called after each step with the table on top.
        frame_ms: milliseconds per step while waiting or dragging.
    """

    def __init__(self, app: P, on_step: Callable[[Table], None] | None = None, frame_ms: float = FRAME_MS) -> None:
        self.app = app
        self.on_step = on_step
        self.frame_ms = frame_ms
        self._pointer = (0, 0)
        """Position of the pointer, pixels."""

    # --- time and events --------------------------------------------------------------------------------------------

    def step(self, events: Sequence[pygame.Event] = (), elapsed_ms: float = FRAME_MS) -> None:
        """Run one frame of the program."""
        self.app.step(elapsed_ms, events)
        if self.on_step and self.app.scene_stack and isinstance(self.app.top, Table):
            self.on_step(self.app.top)

    def run_frames(self, count: int) -> None:
        """Run several frames of the program."""
        for _ in range(count):
            self.step()

    def run_until_idle(self) -> None:
        """Run the program until nothing moves and no bot has to act.

        Waits for the worker process in real time: thousands of steps without drawing pass before a busy computer has
        started it.
        """
        for _ in range(MAX_WAIT_STEPS):
            self.step(elapsed_ms=self.frame_ms)
            self.app.thinker.wait(FRAME_MS / 1000)
            top = self.app.top
            if isinstance(top, GoalDialog):
                self.skip_goal(top)
                continue
            if isinstance(top, OutDialog):
                top.back()
                continue
            if not isinstance(top, Table) or self._is_idle(top):
                return
        raise StuckError(f"the table is not idle after {MAX_WAIT_STEPS} steps")

    def skip_goal(self, goal: GoalDialog) -> None:
        """Close the dialog that explains the game's goal."""
        goal.back()

    @staticmethod
    def _is_idle(table: Table) -> bool:
        mode = table.mode
        waits = mode.will_auto_answer or mode.is_page_opening
        return table.model.choice is not None and not table.model.director.is_busy and not waits

    def press_keys(self, *keys: int, mod: int = 0) -> None:
        """Press keyboard keys, one per frame."""
        for key in keys:
            self.step([pygame.Event(pygame.KEYDOWN, key=key, mod=mod, unicode="", scancode=0)])

    def _mouse_event(self, kind: int, point: tuple[float, float], button: int = 1) -> pygame.Event:
        scale = self.app.top.renderer.scale
        pos = (round(point[0] * scale), round(point[1] * scale))
        if kind == pygame.MOUSEMOTION:
            rel = (pos[0] - self._pointer[0], pos[1] - self._pointer[1])
            self._pointer = pos
            return pygame.Event(kind, pos=pos, rel=rel, buttons=(0, 0, 0), touch=False)
        return pygame.Event(kind, pos=pos, button=button, touch=False)

    def press(self, point: tuple[float, float]) -> None:
        """Press the left mouse button at a position in logical pixels."""
        self.step([self._mouse_event(pygame.MOUSEBUTTONDOWN, point)])

    def move(self, point: tuple[float, float]) -> None:
        """Move the mouse pointer to a position in logical pixels."""
        self.step([self._mouse_event(pygame.MOUSEMOTION, point)])

    def release(self, point: tuple[float, float]) -> None:
        """Release the left mouse button."""
        self.step([self._mouse_event(pygame.MOUSEBUTTONUP, point)])

    def click(self, point: tuple[float, float]) -> None:
        """Click with the mouse, and wait long enough that two clicks are no double click."""
        self.press(point)
        self.release(point)
        self.step(elapsed_ms=500)

    def drag(self, start: tuple[float, float], end: tuple[float, float], frames: int = 12) -> None:
        """Drag with the mouse for ``frames`` frames of 1/60 s, wait until the cards have caught up, and release."""
        slowness = self.frame_ms / FRAME_MS
        frame_count = max(3, round(frames / slowness))
        self.press(start)
        for i in range(1, frame_count + 1):
            part = i / frame_count
            self.move((start[0] + (end[0] - start[0]) * part, start[1] + (end[1] - start[1]) * part))
        for _ in range(math.ceil(20 / slowness)):
            self.step(elapsed_ms=self.frame_ms)
        self.release(end)

    # --- the table ----------------------------------------------------------------------------------------------------

    @property
    def screen(self) -> Screen:
        """The screen or dialog on top of the program.

        Raises:
            StuckError: the top scene is another one.
        """
        top = self.app.top
        if not isinstance(top, Screen):
            raise StuckError(f"the top scene, {type(top).__name__}, has no widgets")
        return top

    @property
    def table(self) -> Table:
        """The table of the match, which must be on top."""
        top = self.app.top
        if not isinstance(top, Table):
            says = (top.title, *(one.text for one in top.paragraphs)) if isinstance(top, Dialog) else ()
            raise StuckError(" ".join((f"the top scene is {type(top).__name__}, not the table.", *says)))
        return top

    @property
    def open_choice(self) -> Choice:
        """The player's current choice among the answers to the open question."""
        choice = self.table.model.choice
        if choice is None:
            raise StuckError("no question to the player is open")
        return choice

    def table_below(self) -> Table:
        """Return the table of the match, even below a result or a dialog."""
        return next(scene for scene in self.app.scene_stack if isinstance(scene, Table))

    def dismiss_result(self) -> None:
        """Close a deal's result and continue with the next deal."""
        result = self.app.top
        self.press_keys(pygame.K_RETURN)
        if self.app.top is result:  # the first press only ended its animation
            self.press_keys(pygame.K_RETURN)
        self.run_frames(2)

    def confirm_if_asked(self) -> None:
        """Confirm a move if a dialog asks."""
        if isinstance(self.app.top, Dialog):
            self.press_keys(pygame.K_TAB, pygame.K_RETURN)

    def card_point(self, card: Card) -> Point[CardSpace]:
        """Return the point at which to press a card: its visible left edge, closer to the top if others overlap it."""
        token_id = self._token_id_of(card)
        pose = self.table.model.rest_pose(token_id)
        left, top = pose.x - pose.width / 2 + 10, pose.y - pose.height / 2
        points = [Point[CardSpace](left + across, top + down) for across in (0, 12) for down in (20, 10, 5)]
        return next(
            (
                at
                for at in points
                if self.table.hand_controller.grabbable_token_id_at(at) == token_id
                and not self._is_under_pile_button(at)
            ),
            points[0],
        )

    def _is_under_pile_button(self, point: Point[CardSpace]) -> bool:
        """Whether a pile's button covers this point of the table."""
        at = self.table.model.canvas.ui.to_local(point)
        return any(handle.is_hit(Point(*at)) for handle in self.table.hud.pile_buttons)

    def pile_point(self, pile: Pile) -> tuple[float, float]:
        """Return the centre of a pile on the table."""
        geometry = self.table.model.pile_geometry(pile)
        if geometry is None:
            raise StuckError(f"{pile} is not on the table")
        return geometry.x, geometry.y

    def answer_index(self, move: Move) -> int:
        """Return the index of a move among the answers offered, ignoring the order of its cards."""
        wanted = move._replace(cards=tuple(sorted(move.cards)))
        offered = [
            answer.move._replace(cards=tuple(sorted(answer.move.cards))) for answer in self.open_choice.answers()
        ]
        if wanted not in offered:
            raise StuckError(f"{move} is not among the {len(offered)} answers offered")
        return offered.index(wanted)

    def answer_key(self, move: Move) -> int:
        """Return the keyboard key that presses the answer button of a move."""
        digit = self.open_choice.answers()[self.answer_index(move)].digit
        return pygame.K_0 + digit if digit else PASS_KEY

    def answer_button_point(self, move: Move) -> tuple[float, float]:
        """Return the centre of the button for a move."""
        ui, buttons = (
            self.table.model.canvas.ui_scale,
            self.table.hud.answer_buttons[-len(self.open_choice.answers()) :],
        )
        x, y = buttons[self.answer_index(move)].rect.center
        return x * ui, y * ui

    def drawer_point(self, widget: Widget) -> tuple[float, float]:
        """Return the centre of a widget in the table's side drawer, also for its description."""
        root = self.table.hud.root
        x, y = root.place_of(root.get(type(widget), widget.key) or widget).screen_area.center
        return x, y

    def _drop_pile(self, move: Move) -> Pile:
        """Return the pile onto which a move's cards are dragged."""
        model = self.table.model
        kind = model.layout.controls.drop_kinds_by_verb[move.verb]
        owners = TABLE, self.open_choice.played_seat
        piles = [pile for pile in model.pile_geometries() if pile.kind == kind and pile.owner in owners]
        return next(pile for pile in piles if pile.index == max(move.to, 0))

    def play_by_mouse(self, move: Move) -> None:
        """Make a move by mouse: drag cards onto the pile, click piles and buttons."""
        choice = self.open_choice
        layout = self.table.model.layout
        if choice.slot_kind:
            self._fill_slots_by_mouse(move.cards)
            self.click(self.answer_button_point(self.open_choice.complete_moves()[0]))
        elif move.cards:
            dropped = move.verb in layout.controls.drop_kinds_by_verb
            for card in move.cards if len(move.cards) > 1 or not dropped else ():
                self.click(self.card_point(card))
            if dropped:
                self.drag(self.card_point(move.cards[0]), self.pile_point(self._drop_pile(move)))
            else:
                self.click(self.answer_button_point(move))
        elif move.verb in layout.controls.verbs_without_button:
            self.click(self.pile_point(choice.view.named_piles(move)[0][0]))
        else:
            self.click(self.answer_button_point(move))

    def _fill_slots_by_mouse(self, wanted: Iterable[Card]) -> None:
        for card in wanted:
            if card in self.open_choice.slot_cards:
                continue
            out = next(c for c in self.open_choice.slot_cards if c not in set(wanted))
            at = self.open_choice.slot_cards.index(out)
            self.drag(
                self.card_point(card), self.pile_point(Pile(self.open_choice.slot_kind, self.open_choice.seat, at))
            )
            self.run_until_idle()

    def play_by_keys(self, move: Move) -> None:
        """Make a move by keyboard: focus each card, Space, then Enter or the answer's digit."""
        if self.open_choice.slot_kind:
            self._fill_slots_by_keys(move.cards)
            if (
                not self.open_choice.has_exchanged
                and self.table.drawer.page is not None
                and self.table.drawer.page.enter_button
            ):
                self.press_keys(pygame.K_RETURN)  # presses the button of the coach's page
            self.press_keys(pygame.K_RETURN)
        elif move.cards:
            for card in move.cards:
                self._focus(self._token_id_of(card))
                self.press_keys(pygame.K_SPACE)
            if len(self.open_choice.complete_moves()) == 1:
                self.press_keys(pygame.K_RETURN)
            else:
                self.press_keys(self.answer_key(move))
        elif move.verb in self.table.model.layout.controls.verbs_without_button:
            self._focus(self.table.model.shown.piles[self.open_choice.view.named_piles(move)[0][0]][-1].id)
            self.press_keys(pygame.K_SPACE)
        else:
            self.press_keys(self.answer_key(move))

    def _fill_slots_by_keys(self, wanted: Iterable[Card]) -> None:
        for card in wanted:
            if card in self.open_choice.slot_cards:
                continue
            out = next(c for c in self.open_choice.slot_cards if c not in set(wanted))
            for one in (card, out):
                self._focus(self._token_id_of(one))
                self.press_keys(pygame.K_SPACE)
            self.run_until_idle()

    def _token_id_of(self, card: Card) -> int:
        token_id = self.table.model.find_token_id(card)
        if token_id is None:
            raise StuckError(f"no card on the table shows {card}")
        return token_id

    def _focus(self, token_id: int) -> None:
        """Move the keyboard cursor at the table to a card with Tab."""
        control = self.table.hand_controller
        for _ in range(MAX_TABS):
            if control.focused_token_id() == token_id:
                return
            self.press_keys(pygame.K_TAB)
        raise StuckError(f"the cursor did not reach token {token_id} in {MAX_TABS} presses of Tab")

    # --- pictures -----------------------------------------------------------------------------------------------------

    def save_screenshot(self, path: Path) -> None:
        """Save a screenshot of the program's window."""
        self.app.finish_animations()
        path.parent.mkdir(parents=True, exist_ok=True)
        pygame.image.save(self.app.window.surface, path)
