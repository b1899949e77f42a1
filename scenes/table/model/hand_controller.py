"""Input on cards: select, drag, drop, double-click, keys. Time is a parameter; no pygame here."""

import math
from collections.abc import Callable, Iterable, Mapping
from itertools import pairwise

from engine.cards import Card
from engine.moves import TABLE, Move, Pile, Refusal, Seat
from scenes.render import timing
from scenes.render.space import CardSpace, Point
from scenes.table.model.choice import Choice
from scenes.table.model.cursor import Cursor, CursorStop, topmost_token_id
from scenes.table.model.drag import DRAG_THRESHOLD, TOUCH_DRAG_THRESHOLD, Area, Drag, Shake
from scenes.table.model.own_hand import RAISED_FRACTION
from scenes.table.model.table_model import TableModel

MAX_CARRY_CLICK_TRAVEL = 24.0
"""Maximum distance between taking up and putting down a carried card that counts as a click, logical pixels."""
DOUBLE_CLICK_MS = 400.0
"""Maximum milliseconds between the clicks of a double click."""

Pos = Point[CardSpace]


class HandController:
    """Lets the player select, drag, drop and play cards, by mouse, finger and keyboard.

    Args:
        model: the table.
        on_answer: called with each legal move of the player.
        on_refuse: called with the reason when something isn't allowed.
    """

    def __init__(
        self, model: TableModel, on_answer: Callable[[Move], None], on_refuse: Callable[[Refusal], None]
    ) -> None:
        self.model = model
        self._on_answer = on_answer
        self._on_refuse = on_refuse
        self.drag: Drag | None = None
        self.shake: Shake | None = None
        self.refused_choice: Choice | None = None
        """The choice of the refusal that is shown: cards that would fit glow while it lasts; None without one."""
        self._refusal_ms_left = 0.0
        self.seat_areas: Callable[[], Mapping[Seat, Area]] = dict
        """Returns the areas of the seats' plates, which stand for their piles."""
        self.hovered_token_id: int | None = None
        self._last_pos: Pos = Point(0.0, 0.0)
        self._last_state: tuple[object, ...] = (None, None, None)
        """Resting poses, choice and cursor for which hover and cursor were checked last."""
        self.cursor = Cursor()
        self.is_carrying = False
        """Setting: a click takes a card up and the next press puts it down, with no button held."""
        self._carry_start: Pos | None = None
        """Position at which carried cards were picked up; None while cards are dragged with the button down."""
        self._press_start: tuple[int | Pile, Pos] | None = None
        self._drag_threshold = DRAG_THRESHOLD
        self._by_finger = False
        self._pressed_felt = False
        """Whether the button went down on the bare felt."""
        self._last_click: tuple[object, float] | None = None
        self._last_answer_ms = -math.inf
        self._dropped_ids: list[int] = []
        """Token ids of the cards whose drop made the player's last move."""
        self._drop_results: tuple[object, dict[Pile, tuple[Move | Refusal | None, bool]]] = (None, {})
        """The drag, choice and selection for which drops on piles were tried; their results by pile."""
        self._clock_ms = 0.0

    @property
    def choice(self) -> Choice | None:
        """The player's choice among the legal moves; None while other seats have to act."""
        return self.model.choice

    @property
    def played_seat(self) -> Seat:
        """The seat whose cards the player plays now, usually the viewer."""
        return self.choice.played_seat if self.choice else self.model.viewer

    @property
    def is_pressed(self) -> bool:
        """Whether a press on the table is still held, so that its release must reach the table."""
        return self._press_start is not None or self._pressed_felt

    # --- time -------------------------------------------------------------------------------------------------------

    @property
    def _reduces_motion(self) -> bool:
        return self.model.timeline.reduces_motion

    def update(self, elapsed_ms: float) -> bool:
        """Advance the player's dragged, shaken and raised cards by ``elapsed_ms`` milliseconds; return whether
        something moved."""
        self._clock_ms += elapsed_ms
        moved = self.drag.update(elapsed_ms) if self.drag else False
        if self.shake and not self.shake.update(elapsed_ms):
            self.shake = None
            moved = True
        if self.refused_choice is not None:
            self._refusal_ms_left -= elapsed_ms
            if self._refusal_ms_left <= 0:
                self.refused_choice, moved = None, True
        moved |= self._refresh_hover_and_cursor()
        selected = self.selected_token_ids()
        hover_sides = self._hover_sides()
        hand = self.model.hand
        return (
            hand.animate(
                elapsed_ms,
                selected | self.model.advised_token_ids(),
                hover_sides,
                reduced_motion=self._reduces_motion,
            )
            or moved
            or self.shake is not None
        )

    @property
    def next_update_ms(self) -> float:
        """Milliseconds until the player's cards have to move without input; infinite while they are at rest."""
        if self.drag or self.shake:
            return 0.0
        return math.inf if self.refused_choice is None else self._refusal_ms_left

    def _refresh_hover_and_cursor(self) -> bool:
        """Update the hovered card and the keyboard cursor after cards have moved or the legal moves have changed;
        return whether either changed."""
        choice, now = self.choice, (self.model.director.rest_poses, self.choice, self.cursor.stop_id)
        if all(one is known for one, known in zip(now, self._last_state, strict=True)):
            return False
        if now[0] is not self._last_state[0]:
            self.model.arrange_raised_cards()
        self._last_state = now
        before = self.hovered_token_id, self.cursor.stop_id
        if self.hovered_token_id is not None:
            self.hovered_token_id = self.grabbable_token_id_at(self._last_pos)
        if choice is not None and (key := self.focused_token_id()) is not None:
            self.cursor.leave_missing_card(self.cursor_stops(()), key)
        return before != (self.hovered_token_id, self.cursor.stop_id)

    def selected_token_ids(self) -> set[int]:
        """Return the token ids of the selected cards, with the cards on them in a column."""
        cards = self.choice.selected_cards if self.choice is not None else ()
        selected = [key for card in cards if (key := self.model.find_token_id(card)) is not None]
        return {token_id for key in selected for token_id in self.model.token_ids_taken_with(key)}

    def _hover_sides(self) -> dict[int, float]:
        """Return token id -> 0 for cards under pointer and keyboard cursor, −1 or 1 for the cards of their row, which
        parts to the left and right."""
        sides: dict[int, float] = {}
        choice, model = self.choice, self.model
        if choice is None or self.drag:
            return sides
        for key in (self.hovered_token_id, self.focused_token_id()):
            if key is None or key not in model.director.rest_poses or model.token_face(key) not in choice.piles_by_card:
                continue
            parted = model.hand.part_row(model.hand_row(key), key)
            sides = parted | sides | {key: 0.0}
        return sides

    # --- mouse ------------------------------------------------------------------------------------------------------

    def grabbable_token_id_at(self, pos: Pos) -> int | None:
        """Return the token id of the own card, or of a card that can be chosen, at a position; None for none."""
        model = self.model
        rise_by_id = {
            key: max(16.0, model.hand.lift_fraction(key) * RAISED_FRACTION * model.rest_pose(key).height)
            for key in model.grabbable_token_ids()
            if model.pile_of(key).owner != TABLE  # the strip above a column's card belongs to the next card
        }
        return topmost_token_id(model.director.rest_poses, model.grabbable_token_ids(), pos, rise_by_id)

    def pile_at(self, pos: Pos) -> Pile | None:
        """Return the pile with cards or an outlined slot at a position, or that of a seat's plate; None for none."""
        model = self.model
        rest = model.director.rest_poses
        key = topmost_token_id(rest, sorted(rest, key=lambda key: rest[key].z), pos, {})
        if key is not None:
            return model.pile_of(key)
        for pile, geometry in model.pile_geometries().items():
            if geometry.spot.has_slot_outline and Area.of_pile(geometry).contains(pos):
                return pile
        seat = next((seat for seat, area in self.seat_areas().items() if area.contains(pos)), None)
        return None if seat is None or seat == model.viewer else self._named_pile_of(seat)

    def _named_pile_of(self, seat: Seat) -> Pile:
        """Return the pile of another seat that a move names, by default its hand."""
        named = (pile for pile in (self.choice.named_piles if self.choice else ()) if pile.owner == seat)
        return next(named, Pile("hand", seat))

    def can_drag_at(self, pos: Pos) -> bool:
        """Whether the card or pile at a position can be dragged."""
        key = self.grabbable_token_id_at(pos)
        target = key if key is not None else self.pile_at(pos)
        return target is not None and bool(self._ids_to_drag(target))

    def is_on_tight_row(self, pos: Pos, min_visible_width: float) -> bool:
        """Whether a position is on a hand row of which some card shows less of its width than ``min_visible_width``,
        but on none of the selected cards, which are dragged together."""
        key, selected = self.grabbable_token_id_at(pos), self.choice.selected_cards if self.choice else []
        row = [] if key is None or self.model.token_face(key) in selected else self.model.hand_row(key)
        rest = self.model.director.rest_poses
        return key in row and any(rest[right].x - rest[left].x < min_visible_width for left, right in pairwise(row))

    def press(self, pos: Pos, *, touch: bool = False) -> bool:
        """Handle a press of the mouse button or a finger on the table; return whether it is on a card, pile or seat."""
        self._by_finger, self._drag_threshold = touch, TOUCH_DRAG_THRESHOLD if touch else DRAG_THRESHOLD
        self.cursor.hide()
        self.refused_choice = None
        if self.drag and self._carry_start is not None:
            self._put_down(self.drag, pos)
            return True
        key = self.grabbable_token_id_at(pos)
        is_hurrying = self.choice is None and self.model.director.is_busy  # a press beside own cards ends all motion
        target = key if key is not None else None if is_hurrying else self.pile_at(pos)
        self._press_start = None if target is None else (target, pos)
        self._pressed_felt = target is None
        return target is not None

    def move(self, pos: Pos, *, touch: bool = False) -> bool:
        """Handle a motion of the pointer or finger over the table; return whether the picture changes."""
        self.model.hand.touch_used_last = touch
        if self.drag:
            self.drag.move(pos)
            return True
        if self._press_start and _far(self._press_start[1], pos, self._drag_threshold):
            return self._begin_drag(pos)
        before, self.hovered_token_id, self._last_pos = self.hovered_token_id, self.grabbable_token_id_at(pos), pos
        return before != self.hovered_token_id

    def _begin_drag(self, pos: Pos) -> bool:
        assert self._press_start is not None
        target, start = self._press_start
        keys = self._ids_to_drag(target)
        poses = [pose for key in keys if (pose := self.model.director.current_pose(key)) is not None]
        if not keys or len(poses) != len(keys):
            return False
        self._press_start = None
        raised = [
            self.model.hand.raised_and_hovered_pose(key, pose)._replace(width=pose.width)
            for key, pose in zip(keys, poses, strict=True)
        ]
        cards = [self.model.token_face(key) for key in keys]
        self._carry_start = start if self.is_carrying else None
        self.drag = Drag(keys, cards, raised, start, self._home_of(keys[0]))
        self.drag.reduced_motion = self._reduces_motion
        if self._by_finger and not self.is_carrying:
            self.drag.hand_top = self.model.hand_zone_edges()[1]
        self.drag.move(pos)
        self.hovered_token_id = None
        return True

    def _home_of(self, token_id: int) -> Pile:
        """Return the pile in which a card is shown, as exchanged so far while arranging."""
        choice, pile = self.choice, self.model.pile_of(token_id)
        if choice is None or not choice.slot_kind or pile.owner != choice.seat:
            return pile
        card = self.model.token_face(token_id)
        is_in_slot = card in choice.slot_cards
        return (
            Pile(choice.slot_kind, choice.seat, choice.slot_cards.index(card)) if is_in_slot else self.model.hand.pile
        )

    def _ids_to_drag(self, target: int | Pile) -> list[int]:
        """Return the token ids to drag: a selected card with the whole selection, or the top card of a pile."""
        if isinstance(target, Pile):
            lying = self.model.shown.piles.get(target, [])
            is_draggable = bool(lying) and self.choice is not None and self.choice.can_drag_pile(target)
            return [lying[-1].id] if is_draggable else []
        choice = self.choice
        block = self.model.token_ids_taken_with(target)
        card = self.model.token_face(target)
        if choice is not None and card in choice.selected_cards and not choice.slot_kind and len(block) == 1:
            others = [
                key
                for other in choice.selected_cards
                if other != card and (key := self.model.find_token_id(other)) is not None
            ]
            return [target, *others]
        return block

    def release(self, pos: Pos) -> bool:
        """Handle the release of a press on the table, as a click or a drop; return whether the picture changes."""
        if self._press_start and _far(self._press_start[1], pos, self._drag_threshold):
            self._begin_drag(pos)  # no motion was reported between press and release
        if self.drag:
            if self._carry_start is None:
                self.drag.move(pos)
                self._drop()
            return True
        felt, self._pressed_felt = self._pressed_felt, False
        if self._press_start is None:
            if felt and self.choice is not None and self.choice.has_selection:
                self.choice.clear()
                return True
            return False
        if self.is_carrying and self._begins_carry(self._press_start[0]):
            self._last_click = (self._press_start[0], self._clock_ms)
            return self._begin_drag(pos)
        target, _ = self._press_start
        self._press_start = None
        is_double = (
            self._last_click is not None
            and self._last_click[0] == target
            and self._clock_ms - self._last_click[1] <= DOUBLE_CLICK_MS
        )
        self._last_click = None if is_double else (target, self._clock_ms)
        if isinstance(target, Pile):
            self._click_pile(target, is_double)
        else:
            self._click_card(target, is_double)
        return True

    def _begins_carry(self, target: int | Pile) -> bool:
        """Whether a click starts to carry a card with no button held: any card, or the top card of a pile that a click
        would only select."""
        choice = self.choice
        if not isinstance(target, Pile):
            return True
        return choice is not None and not choice.selected_cards and choice.is_selectable(target)

    def _put_down(self, drag: Drag, pos: Pos) -> None:
        """Put down carried cards by a press: a drop, or a click where the pointer has hardly moved."""
        assert self._carry_start is not None and self._press_start is None
        start, self._carry_start = self._carry_start, None
        if _far(start, pos, MAX_CARRY_CLICK_TRAVEL):
            drag.move(pos)
            self._drop()
            return
        self._spring_back()
        last_click, self._last_click = self._last_click, None
        if last_click is None:
            return
        target, click_ms = last_click
        is_double = self._clock_ms - click_ms <= DOUBLE_CLICK_MS
        if isinstance(target, Pile):
            self._click_pile(target, is_double)
        elif isinstance(target, int):
            self._click_card(target, is_double)

    def _click_card(self, token_id: int, is_double_click: bool) -> None:
        choice = self.choice
        if choice is None:
            self._refuse_waiting([token_id])
            return
        card = self.model.token_face(token_id)
        # a selected table card can only go to the hand
        again = choice.selected_cards == [card] and choice.piles_by_card[card].owner == TABLE
        if is_double_click or again:
            self._apply_result(choice.double_click_result(card), [token_id])
        else:
            self.toggle(self._next_of_group(choice, token_id))

    def _next_of_group(self, choice: Choice, token_id: int) -> Card:
        """Return the card that a click selects; in a hand with groups of equal cards, the group's next unselected
        one."""
        group = next((group for group in self.model.hand_groups() if token_id in group), [token_id])
        cards = [self.model.token_face(one) for one in reversed(group)]
        return next((card for card in cards if card not in choice.selected_cards), self.model.token_face(token_id))

    def toggle(self, card: Card) -> None:
        """Select or deselect a card of the player, or show why it can't be selected."""
        choice = self.choice
        if choice is None:
            return
        refusal = choice.toggle(card)
        if refusal is not None:
            self._reject_cards(refusal, [card])
        elif choice.slot_kind:
            self.model.director.glide_all()

    def _click_pile(self, pile: Pile, is_double_click: bool) -> None:
        if self.choice is None:
            self._refuse_waiting(())
        elif is_double_click and self._clock_ms - self._last_answer_ms <= DOUBLE_CLICK_MS:
            self._last_click = pile, self._clock_ms  # the first click was the answer to the question before
        else:
            self._apply_result(self.choice.click_pile(pile, is_double_click=is_double_click), [])

    def _refuse_waiting(self, token_ids: Iterable[int]) -> None:
        """Say that it is another player's turn, unless the player has just answered or is about to be asked."""
        match = self.model.match
        is_waiting = match.game.ask is not None and not match.is_viewer_to_move()
        if is_waiting and self._clock_ms - self._last_answer_ms > DOUBLE_CLICK_MS:
            self._apply_result(match.game.with_rule(Refusal("", "not_your_turn")), token_ids)

    def cancel_drag(self) -> None:
        """Put dragged cards back and forget the refusal shown, before the canvas is resized."""
        if self.drag:
            self._spring_back()
        self.refused_choice = None

    def convert_press(self, to_new_canvas: Callable[[Pos], Pos]) -> None:
        """Convert the position of a press that is held while the canvas is resized: it stays in the window."""
        if self._press_start is not None:
            target, start = self._press_start
            self._press_start = target, to_new_canvas(start)

    def select_move(self, move: Move) -> bool:
        """Select a move's cards or the pile that it names; return False if the move has neither."""
        choice = self.choice
        if choice is None:
            return False
        choice.clear()
        if choice.slot_kind:
            choice.slot_cards = list(move.cards)
            self.model.director.glide_all()
            return True
        choice.selected_cards = [card for card in move.cards if card in choice.piles_by_card]
        if choice.selected_cards:
            return True
        choice.selected_pile = next((pile for pile, _ in choice.view.named_piles(move)), None)
        return choice.selected_pile is not None

    def cancel_press(self) -> None:
        """Put dragged cards back and cancel a press on the table; the selection stays."""
        self._pressed_felt, self._press_start = False, None
        if self.drag:
            self._spring_back()

    def cancel(self) -> bool:
        """Put dragged cards back, else clear the selection of cards; return whether there was either."""
        self._pressed_felt = False
        if self.drag:
            self._spring_back()
            return True
        self._press_start = None
        if self.choice is not None and self.choice.has_selection:
            self.choice.clear()
            return True
        return False

    # --- dropping ---------------------------------------------------------------------------------------------------

    def drop_target(self) -> Pile | None:
        """Return the pile on which the dragged cards would be dropped: the one under a finger, else the one on which
        their centre is, else the one that they cover most; None for none.

        Piles where the drop makes a move come first, then piles with a refusal of their own.
        """
        drag, hand = self.drag, self.model.hand.pile
        if drag is None:
            return None
        areas = [(pile, Area.of_pile(geometry)) for pile, geometry in self.model.pile_geometries().items()]
        areas += [(self._named_pile_of(seat), area) for seat, area in self.seat_areas().items()]
        covered = [
            (drag.is_finger_on(area), drag.is_centred_on(area), drag.overlap_area(area), pile)
            for pile, area in areas
            if pile != drag.home
        ]
        if drag.home != hand and self._is_over_hand(drag):
            covered.append((True, True, math.inf, hand))
        lowest_rank = 2 if self._is_over_home(drag) else 1  # a refusal doesn't keep cards from being put back
        ranked = [
            (on, centred, self._drop_rank(pile), overlap, pile)
            for on, centred, overlap, pile in covered
            if on or overlap
        ]
        best = max((one for one in ranked if one[0] or one[2] >= lowest_rank), key=lambda one: one[:4], default=None)
        return None if best is None else best[4]

    def _drop_rank(self, pile: Pile) -> int:
        """Return 2 if the dragged cards may go on a pile, 1 if the game says why not, 0 if they never go there."""
        result, is_possible = self._drop_result(pile)
        return 2 if is_possible else int(result is not None)

    def can_drop_on(self, pile: Pile) -> bool:
        """Whether the dragged cards may go on a pile, alone or with more to follow."""
        return self._drop_result(pile)[1]

    def _drop_result(self, pile: Pile) -> tuple[Move | Refusal | None, bool]:
        """Return the move or the refusal of dropping the dragged cards on a pile, and whether they may go there."""
        drag, choice = self.drag, self.choice
        if drag is None or choice is None or pile == drag.home:
            return None, False
        key = drag, choice, tuple(choice.selected_cards)
        if self._drop_results[0] != key:
            self._drop_results = key, {}
        results = self._drop_results[1]
        if pile not in results:
            result = choice.drop_result(drag.cards, pile, drag.home)
            is_own = drag.home.owner in (self.model.viewer, self.played_seat)
            is_possible = choice.can_drop(drag.cards, pile) if is_own and choice.slot_kind else isinstance(result, Move)
            results[pile] = result, is_possible or (is_own and choice.wants_more(drag.cards, pile))
        return results[pile]

    def _is_over_hand(self, drag: Drag) -> bool:
        left, top, right, bottom = self.model.hand_zone_edges()
        return left <= drag.target_pose.x <= right and top <= drag.target_pose.y <= bottom + 60

    def _is_over_home(self, drag: Drag) -> bool:
        """Whether dragged cards are over the pile from which they come."""
        geometry = self.model.pile_geometry(drag.home)
        is_in_hand = drag.home == self.model.hand.pile and self._is_over_hand(drag)
        return is_in_hand or (geometry is not None and drag.overlap_area(Area.of_pile(geometry)) > 0)

    def _drop(self) -> None:
        drag, choice = self.drag, self.choice
        assert drag is not None
        if self._home_of(drag.token_ids[0]) != drag.home:  # it was moved meanwhile
            self._spring_back()
            return
        pile = self.drop_target()
        if choice is not None and choice.slot_kind and drag.home.owner == self.model.viewer:
            self._drop_while_arranging(choice, drag, pile)
            return
        if pile is None and self._is_over_home(drag):
            self._reorder(drag)
            return
        if choice is None:
            self._spring_back()
            self._refuse_waiting(drag.token_ids)
            return
        result = (None if pile is None else self._drop_result(pile)[0]) or choice.refuse("not_there")
        if isinstance(result, Move):
            for key, pose in zip(drag.token_ids, drag.poses, strict=True):
                self.model.director.hold_card(key, pose, at_drop=True)
                self.model.hand.forget_lift_and_hover(key)
            self.drag = None
            self._start_flights_of_raised_cards([card for card in result.cards if card not in drag.cards])
            self._last_answer_ms, self._dropped_ids = self._clock_ms, drag.token_ids
            self._on_answer(result)
            return
        self._spring_back()
        if pile is None or not choice.select_dropped(drag.cards, pile):
            self._apply_result(result, drag.token_ids)

    def _drop_while_arranging(self, choice: Choice, drag: Drag, pile: Pile | None) -> None:
        is_from_slot = drag.cards[0] in choice.slot_cards
        if self._is_over_hand(drag) and not is_from_slot:
            self._reorder(drag)
            return
        if pile is None and not self._is_over_hand(drag) and not self._is_over_home(drag):
            self._spring_back()
            self._apply_result(choice.refuse("not_there"), drag.token_ids)
            return
        self._exchange_with_slot(choice, drag, pile)

    def _exchange_with_slot(self, choice: Choice, drag: Drag, pile: Pile | None) -> None:
        if self._is_over_hand(drag):
            pile = self.model.hand.pile
        if pile is not None:
            choice.exchange_dropped(drag.cards[0], pile)
        self._spring_back()
        self.model.director.glide_all()

    def _reorder(self, drag: Drag) -> None:
        if len(drag.token_ids) == 1 and drag.home == self.model.hand.pile:
            self.model.move_hand_card(drag.token_ids[0], drag.target_pose)
        self._spring_back()

    def _spring_back(self) -> None:
        assert self.drag is not None
        for key, pose in zip(self.drag.token_ids, self.drag.poses, strict=True):
            self.model.director.release_card(key, pose)
        self.drag = None

    # --- answers ----------------------------------------------------------------------------------------------------

    def _apply_result(self, result: Move | Refusal | None, token_ids: Iterable[int]) -> None:
        if isinstance(result, Move):
            self.answer(result)
        elif result is not None:
            self._reject(result, token_ids)

    def answer(self, move: Move) -> None:
        """Submit a legal move of the player."""
        self.refused_choice, self._last_answer_ms, self._dropped_ids = None, self._clock_ms, []
        self._advance_cursor(move)
        if not (self.choice and self.choice.slot_kind):
            self._start_flights_of_raised_cards(move.cards)
        self._on_answer(move)

    def _start_flights_of_raised_cards(self, cards: Iterable[Card]) -> None:
        """Start the flight of played cards from the poses at which they are raised."""
        for card in cards:
            key = self.model.find_token_id(card)
            pose = self.model.director.current_pose(key) if key is not None else None
            if key is not None and pose is not None:
                self.model.director.hold_card(key, self.model.hand.raised_and_hovered_pose(key, pose))
                self.model.hand.forget_lift_and_hover(key)

    def _advance_cursor(self, move: Move) -> None:
        """Move the keyboard cursor from a played card to the nearest one that stays in the hand."""
        leaving = {self.model.find_token_id(card) for card in move.cards}
        key = self.cursor.stop_id[1] if self.cursor.stop_id is not None and self.cursor.stop_id[0] == "card" else None
        if key is None or key not in leaving or (self.choice and self.choice.slot_kind):
            return
        stay = [one for one in self.model.hand_row(key) if one not in leaving]
        if stay and self.model.pile_of(key) == self.model.hand.pile:
            rest = self.model.director.rest_poses
            self.cursor.stop_id = ("card", min(stay, key=lambda one: abs(rest[one].x - rest[key].x)))

    def return_withdrawn_cards(self, cards: Iterable[Card]) -> None:
        """Start the motion of a withdrawn move's cards, and of those dropped for it, back to their resting poses."""
        keys = {key for card in cards if (key := self.model.find_token_id(card)) is not None}
        for key in keys.union(self._dropped_ids):
            pose = self.model.director.current_pose(key)
            if pose is not None:
                self.model.director.release_card(key, pose)
        self._dropped_ids = []

    def _reject(self, refusal: Refusal, token_ids: Iterable[int]) -> None:
        keys = list(token_ids)
        if keys and not self._reduces_motion:
            self.shake = Shake(keys)
        self.refused_choice, self._refusal_ms_left = self.choice, timing.REFUSAL_MS
        self._on_refuse(refusal)

    def _reject_cards(self, refusal: Refusal, cards: Iterable[Card]) -> None:
        self._reject(refusal, [key for card in cards if (key := self.model.find_token_id(card)) is not None])

    # --- keyboard ---------------------------------------------------------------------------------------------------

    def cursor_stops(self, buttons: Iterable[CursorStop]) -> list[CursorStop]:
        """Return the stops of the keyboard cursor: own cards, piles to choose, and buttons."""
        choice, stops = self.choice, []
        choosable = (
            set(choice.piles_by_card)
            if choice and choice.slot_kind
            else choice.cards_of_legal_moves()
            if choice
            else set()
        )
        for key in self.model.grabbable_token_ids():
            pose = self.model.rest_pose(key)
            stops.append(CursorStop(("card", key), pose.x, pose.y, self.model.token_face(key) in choosable))
        for pile in choice.named_piles if choice is not None else ():
            tokens = self.model.shown.piles.get(pile)
            if tokens and all(stop.id != ("card", tokens[-1].id) for stop in stops):
                pose = self.model.rest_pose(tokens[-1].id)
                stops.append(CursorStop(("card", tokens[-1].id), pose.x, pose.y))
        return [*stops, *buttons]

    def focused_token_id(self) -> int | None:
        """Return the token id of the card under the visible keyboard cursor; None for none."""
        return self.cursor.token_id

    def select_focused(self) -> bool:
        """Handle Space: select the card under the keyboard cursor, or click its pile; return whether there is one."""
        key = self.focused_token_id()
        choice = self.choice
        if key is None or choice is None or key not in self.model.director.rest_poses:
            return False
        pile, card = self.model.pile_of(key), self.model.token_face(key)
        if card not in choice.piles_by_card and choice.named_result(pile) is not None:
            self._apply_result(choice.click_pile(pile, is_double_click=False), [])
        else:
            self.toggle(card)
        return True

    def shift_focused(self, offset: int) -> bool:
        """Move the card under the keyboard cursor left or right within the hand; return whether that was possible."""
        key, model = self.focused_token_id(), self.model
        return key is not None and model.pile_of(key) == model.hand.pile and model.shift_hand_card(key, offset)

    def play_selected_or_focused(self) -> bool:
        """Handle Enter: play the selection, else the double-click move of the card at the keyboard cursor; return
        whether the key was used."""
        choice = self.choice
        if choice is None:
            return False
        complete = choice.complete_moves()
        if complete:
            self.answer(complete[0])
        elif choice.selected_cards:
            refusal = choice.refusal_of(choice.selected_cards)
            if refusal is not None:
                self._reject_cards(refusal, choice.selected_cards)
        else:
            key, only = self.focused_token_id(), choice.only_answer()
            if key is None or (only is not None and not only.cards):
                return False
            card = self.model.token_face(key)
            named = None if card in choice.piles_by_card else choice.named_result(self.model.pile_of(key))
            self._apply_result(named or choice.double_click_result(card), [key])
        return True


def _far(a: Pos, b: Pos, distance: float) -> bool:
    return (a.x - b.x) ** 2 + (a.y - b.y) ** 2 > distance**2
