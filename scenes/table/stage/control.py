"""What the player does with cards: select, drag, drop, double-click, keys. Time is a parameter; no pygame here."""

import math
from collections.abc import Callable, Iterable
from itertools import pairwise

from engine.cards import Card
from engine.moves import TABLE, Move, Pile, Refusal
from scenes.table.stage.choice import Choice
from scenes.table.stage.cursor import Cursor, Stop, hit
from scenes.table.stage.drag import THRESHOLD, TOUCH_THRESHOLD, Drag, Rejected, Shake
from scenes.table.stage.hand import RAISED
from scenes.table.stage.poses import PilePlace, Pose
from scenes.table.stage.stage import Stage

STAYED = 24.0
"""A carried card put down within this many logical pixels of where it was taken up was only clicked."""
DOUBLE_CLICK = 400.0
"""Milliseconds between the clicks of a double click."""

Pos = tuple[float, float]


class Control:
    """The player's own hand at the table, with mouse and keyboard.

    Args:
        stage: the table.
        answer: called with a move that the player makes (legal).
        refuse: called with the reason when something can't be done.
    """

    def __init__(self, stage: Stage, answer: Callable[[Move], None], refuse: Callable[[Refusal], None]) -> None:
        self.stage = stage
        self._answer = answer
        self._refuse = refuse
        self.drag: Drag | None = None
        self.shake: Shake | None = None
        self.rejected: Rejected | None = None
        self.hovered: int | None = None
        self._over: Pos = (0.0, 0.0)
        """The pointer's last place."""
        self._known: tuple[object, ...] = (None, None, None)
        """Resting places, choice and cursor at the last check of what lies under pointer and cursor."""
        self.cursor = Cursor()
        self.reduced = False
        self.carries = False
        """A click takes a card up and the next press puts it down; no button is held meanwhile."""
        self._taken_at: Pos | None = None
        """Where carried cards were taken up; None while cards are dragged with the button down."""
        self._pressed: tuple[int | Pile, Pos] | None = None
        self._threshold = THRESHOLD
        self._touched = False
        """The last press was a finger's."""
        self._felt = False
        """The button went down on the bare felt."""
        self._clicked: tuple[object, float] | None = None
        self._clock = 0.0

    @property
    def choice(self) -> Choice | None:
        """What may be answered now; None while it is somebody else's turn."""
        return self.stage.choice

    @property
    def pressing(self) -> bool:
        """Whether the button went down on the table and is still held: its release belongs to the table, too."""
        return self._pressed is not None or self._felt

    # --- time -------------------------------------------------------------------------------------------------------

    def update(self, dt: float) -> bool:
        """Let dt milliseconds pass; True when something moved."""
        self._clock += dt
        moved = self.drag.update(dt) if self.drag else False
        if self.shake and not self.shake.update(dt):
            self.shake = None
            moved = True
        if self.rejected:
            moved |= self.rejected.update(dt)
            if self.rejected.over:
                self.rejected, moved = None, True
        self._follow()
        selected = self.selected_keys()
        wanted = self._hovering()
        hand = self.stage.hand
        return (
            hand.animate(dt, selected | self.stage.advised(), wanted, calm=self.reduced)
            or moved
            or self.shake is not None
        )

    @property
    def due(self) -> float:
        """Milliseconds until ``update`` may have something to do without input; infinite while cards lie at rest."""
        return 0.0 if self.drag or self.shake or self.rejected else math.inf

    def _follow(self) -> None:
        """Look again under pointer and cursor when cards lie elsewhere or something else is asked."""
        choice, now = self.choice, (self.stage.director.rest, self.choice, self.cursor.at)
        if all(one is known for one, known in zip(now, self._known, strict=True)):
            return
        self._known = now
        if self.hovered is not None:
            self.hovered = self.hit(self._over)
        if choice is not None and (key := self.focused_card()) is not None:
            self.cursor.stay(self.stops(()), key)

    def selected_keys(self) -> set[int]:
        """The tokens that are selected, with those that come along."""
        cards = self.choice.selected if self.choice is not None else ()
        found = [key for card in cards if (key := self.stage.find(card)) is not None]
        return {one for key in found for one in self.stage.with_all_on_it(key)}

    def _hovering(self) -> dict[int, float]:
        """The card under pointer or cursor (0), which rises, and its neighbours, which give way (−1 left, 1 right)."""
        found: dict[int, float] = {}
        choice, stage = self.choice, self.stage
        if choice is None or self.drag:
            return found
        for key in (self.hovered, self.focused_card()):
            if key is None or key not in stage.director.rest or stage.card(key) not in choice.piles:
                continue
            row = self.stage.row(key)
            at = row.index(key) if key in row else -1
            if at > 0:
                found.setdefault(row[at - 1], -1.0)
            if 0 <= at < len(row) - 1:
                found.setdefault(row[at + 1], 1.0)
            found[key] = 0.0
        return found

    # --- mouse ------------------------------------------------------------------------------------------------------

    def hit(self, at: Pos) -> int | None:
        """The token of the own card at a place."""
        stage = self.stage
        above = {
            key: max(16.0, stage.hand.lift(key) * RAISED * stage.rest(key).height)
            for key in stage.own_keys()
            if stage.pile_of(key).owner != TABLE  # in a column the strip above belongs to another card
        }
        return hit(stage.director.rest, stage.own_keys(), at, above)

    def hit_pile(self, at: Pos) -> Pile | None:
        """The pile of the table, or the own place, at a point."""
        for pile, place in self.stage.places().items():
            mine = pile.owner in (TABLE, self.stage.viewer) and pile.kind != "hand"
            high = place.height / 2
            if mine and abs(at[0] - place.x) <= place.width / 2 and -high <= at[1] - place.y <= high + place.down:
                usable = self.stage.shown.piles.get(pile) or pile.owner == TABLE
                if usable and pile.kind in self.stage.layout.pressed:
                    return pile
        return None

    def drags_at(self, at: Pos) -> bool:
        """Whether there is something that can be dragged."""
        key = self.hit(at)
        target = key if key is not None else self.hit_pile(at)
        return target is not None and bool(self._dragged(target))

    def is_narrow(self, at: Pos, least: float) -> bool:
        """Whether there is a card of the hand, and cards of its row show less of their width than that."""
        key = self.hit(at)
        row = [] if key is None else self.stage.row(key)
        rest = self.stage.director.rest
        return key in row and any(rest[right].x - rest[left].x < least for left, right in pairwise(row))

    def press(self, at: Pos, *, touch: bool = False) -> bool:
        """Take a press by button or finger; True when it is on something of the table."""
        self._touched, self._threshold = touch, TOUCH_THRESHOLD if touch else THRESHOLD
        self.cursor.hide()
        self.rejected = None
        if self.drag and self._taken_at is not None:
            self._put_down(self.drag, at)
            return True
        key = self.hit(at)
        target = key if key is not None else self.hit_pile(at)
        self._pressed = None if target is None else (target, at)
        self._felt = target is None
        return target is not None

    def move(self, at: Pos, *, touch: bool = False) -> bool:
        """Take a motion of the pointer, or of a finger; True when the picture changes."""
        self.stage.hand.by_finger = touch
        if self.drag:
            self.drag.move(at)
            return True
        if self._pressed and _far(self._pressed[1], at, self._threshold):
            return self._begin_drag(at)
        before, self.hovered, self._over = self.hovered, self.hit(at), at
        return before != self.hovered

    def _begin_drag(self, at: Pos) -> bool:
        assert self._pressed is not None
        target, start = self._pressed
        self._pressed = None
        keys = self._dragged(target)
        poses = [pose for key in keys if (pose := self.stage.director.pose(key)) is not None]
        if not keys or len(poses) != len(keys):
            return False
        raised = [
            self.stage.hand.raised(key, pose)._replace(width=pose.width) for key, pose in zip(keys, poses, strict=True)
        ]
        cards = [self.stage.card(key) for key in keys]
        self._taken_at = start if self.carries else None
        self.drag = Drag(keys, cards, raised, start)
        self.drag.reduced = self.reduced
        if self._touched and not self.carries:
            self.drag.finger_above = self.stage.hand_zone()[1]
        self.drag.move(at)
        self.hovered = None
        return True

    def _dragged(self, target: int | Pile) -> list[int]:
        """The tokens to drag: a selected card brings the selection, a pile its top card."""
        if isinstance(target, Pile):
            lying = self.stage.shown.piles.get(target, [])
            return [lying[-1].id] if lying and target.kind in self.stage.layout.pulls.values() else []
        choice = self.choice
        block = self.stage.with_all_on_it(target)
        card = self.stage.card(target)
        if choice is not None and card in choice.selected and not choice.slot_kind and len(block) == 1:
            others = [key for other in choice.selected if other != card and (key := self.stage.find(other)) is not None]
            return [target, *others]
        return block

    def release(self, at: Pos) -> bool:
        """Take a release: a click, or a drop."""
        if self._pressed and _far(self._pressed[1], at, self._threshold):
            self._begin_drag(at)  # no motion was reported between press and release
        if self.drag:
            if self._taken_at is None:
                self.drag.move(at)
                self._drop()
            return True
        felt, self._felt = self._felt, False
        if self._pressed is None:
            if felt and self.choice is not None and self.choice.begun:
                self.choice.clear()
                return True
            return False
        if self.carries and self._takes_up(self._pressed[0]):
            self._clicked = (self._pressed[0], self._clock)
            return self._begin_drag(at)
        target, _ = self._pressed
        self._pressed = None
        twice = (
            self._clicked is not None and self._clicked[0] == target and self._clock - self._clicked[1] <= DOUBLE_CLICK
        )
        self._clicked = None if twice else (target, self._clock)
        if isinstance(target, Pile):
            self._click_pile(target, twice)
        else:
            self._click_card(target, twice)
        return True

    def _takes_up(self, target: int | Pile) -> bool:
        """Whether a click begins to carry: on any card, and on a pile whose top card may be fetched."""
        choice = self.choice
        if not isinstance(target, Pile):
            return choice is None or choice.place(self.stage.pile_of(target)) is None
        if choice is None or choice.selected or choice.place(target) is not None:
            return False
        return isinstance(choice.pull(target), Move) and bool(self._dragged(target))

    def _put_down(self, drag: Drag, at: Pos) -> None:
        """End carrying by a press: a drop, or a click where the pointer has hardly moved."""
        assert self._taken_at is not None and self._pressed is None
        start, self._taken_at = self._taken_at, None
        if _far(start, at, STAYED):
            drag.move(at)
            self._drop()
            return
        self._return()
        clicked, self._clicked = self._clicked, None
        if clicked is None:
            return
        target, when = clicked
        twice = self._clock - when <= DOUBLE_CLICK
        if isinstance(target, Pile):
            self._click_pile(target, twice)
        elif isinstance(target, int):
            self._click_card(target, twice)

    def _click_card(self, key: int, twice: bool) -> None:
        choice = self.choice
        if choice is None:
            return
        card = self.stage.card(key)
        again = choice.selected == [card] and choice.piles[card].owner == TABLE  # its only way is to the hand
        if twice or again:
            self._take(choice.obvious(card), [key])
        else:
            self.toggle(self._next_of_group(choice, key))

    def _next_of_group(self, choice: Choice, key: int) -> Card:
        """The card that a click selects: in a hand shown in groups, each click takes one more of the group."""
        group = next((group for group in self.stage.groups() if key in group), [key])
        cards = [self.stage.card(one) for one in reversed(group)]
        return next((card for card in cards if card not in choice.selected), self.stage.card(key))

    def toggle(self, card: Card) -> None:
        """Select a card or give it back."""
        choice = self.choice
        if choice is None:
            return
        refusal = choice.toggle(card)
        if refusal is not None:
            self._reject(refusal, [card])
        elif choice.slot_kind:
            self.stage.director.settle()

    def _click_pile(self, pile: Pile, twice: bool) -> None:
        choice = self.choice
        if choice is None:
            return
        place = choice.place(pile)
        if choice.selected and pile.kind in self.stage.layout.drops.values():
            self._take(choice.drop(choice.selected, pile), [])
        elif place is not None:
            self._take(place, [])
        else:
            self._take(choice.point_at(pile, twice=twice), [])

    def cancel_drag(self) -> None:
        """Let a drag spring back, and forget where a refused one came from: the table gets another size."""
        if self.drag:
            self._return()
        self.rejected = None

    def propose(self, move: Move) -> bool:
        """Select what an answer names: its cards, the pile it takes, or a place; False for a mere button."""
        choice = self.choice
        if choice is None:
            return False
        choice.clear()
        if choice.slot_kind:
            choice.slots = list(move.cards)
            self.stage.director.settle()
            return True
        choice.selected = [card for card in move.cards if card in choice.piles]
        if choice.selected:
            return True
        piles = self.stage.shown.piles
        choice.pulled = next((pile for pile in piles if choice.pull(pile) == move), None)
        places = (tokens[-1].id for pile, tokens in piles.items() if tokens and choice.place(pile) == move)
        key = None if choice.pulled is not None else next(places, None)
        if key is not None:
            self.cursor.at, self.cursor.visible = ("card", key), True
        return choice.pulled is not None or key is not None

    def let_go(self) -> None:
        """Let a drag spring back and forget a press; what is selected stays so."""
        self._felt, self._pressed = False, None
        if self.drag:
            self._return()

    def cancel(self) -> bool:
        """Let a drag spring back, else give the selection up; False when there was neither."""
        self._felt = False
        if self.drag:
            self._return()
            return True
        self._pressed = None
        if self.choice is not None and self.choice.begun:
            self.choice.clear()
            return True
        return False

    # --- dropping ---------------------------------------------------------------------------------------------------

    def target(self) -> Pile | None:
        """The pile onto which the drag would fall: the one below a finger, else the one it covers most."""
        drag = self.drag
        if drag is None:
            return None
        slot_kind = self.choice.slot_kind if self.choice else ""
        kinds = {slot_kind} if slot_kind else set(self.stage.layout.drops.values())
        best, most = None, 0.0
        for pile, place in self.stage.places().items():
            if pile.kind in kinds and pile.owner in (TABLE, self.stage.viewer):
                if drag.finger_on(place):
                    return pile
                covered = drag.overlap(place)
                if covered > most:
                    best, most = pile, covered
        return best

    def _over_hand(self, drag: Drag) -> bool:
        left, top, right, bottom = self.stage.hand_zone()
        return left <= drag.aim.x <= right and top <= drag.aim.y <= bottom + 60

    def _drop(self) -> None:
        drag = self.drag
        assert drag is not None
        home = self.stage.pile_of(drag.keys[0])
        if home.owner not in (TABLE, self.stage.viewer):  # another seat got it meanwhile
            self._return()
            return
        choice, pile = self.choice, None
        if home.owner == TABLE:
            taken = choice is not None and self._over_hand(drag)
            found = self._fetched(choice, drag.cards[0], home) if choice is not None and taken else None
        else:
            pile = self.target()
            inside = choice is not None and bool(choice.slot_kind)
            in_slot = choice is not None and drag.cards[0] in choice.slots
            if self._over_hand(drag) and home.kind == "hand" and (pile is None or inside) and not in_slot:
                self._reorder(drag)
                return
            if inside and choice is not None:
                self._arrange(choice, drag, pile)
                return
            found = choice.drop(drag.cards, pile) if choice is not None and pile is not None else None
            if choice is None and pile is not None:
                found = self.stage.match.game.ruled(Refusal("", "not_your_turn"))
        if isinstance(found, Move):
            for key, pose in zip(drag.keys, drag.poses, strict=True):
                self.stage.director.put(key, pose, dropped=True)
                self.stage.hand.let_go(key)
            self.drag = None
            self._rise([card for card in found.cards if card not in drag.cards])
            self._answer(found)
            return
        self._return()
        if choice is not None and pile is not None and choice.gather(drag.cards, pile):
            return
        if found is not None:
            goal = self.stage.places().get(pile) if pile is not None else None
            rest = self.stage.director.rest
            ways = [(pose, rest[key]) for key, pose in zip(drag.keys, drag.poses, strict=True) if key in rest]
            self._reject(found, drag.cards, () if self.reduced else ways, goal)

    @staticmethod
    def _fetched(choice: Choice, card: Card, home: Pile) -> Move | Refusal | None:
        """What bringing a card of the table to the hand means: choosing the card itself, or its pile."""
        return choice.obvious(card) if card in choice.piles else choice.pull(home)

    def _arrange(self, choice: Choice, drag: Drag, pile: Pile | None) -> None:
        if self._over_hand(drag):
            pile = self.stage.hand.pile
        if pile is not None:
            choice.drop(drag.cards, pile)
        self._return()
        self.stage.director.settle()

    def _reorder(self, drag: Drag) -> None:
        if len(drag.keys) == 1:
            self.stage.hand.move(self.stage.shown, drag.keys[0], drag.aim, self.stage.director.rest)
            self.stage.director.settle()
        self._return()

    def _return(self) -> None:
        assert self.drag is not None
        for key, pose in zip(self.drag.keys, self.drag.poses, strict=True):
            self.stage.director.place(key, pose)
        self.drag = None

    # --- answers ----------------------------------------------------------------------------------------------------

    def _take(self, found: Move | Refusal | None, keys: Iterable[int]) -> None:
        if isinstance(found, Move):
            self.answer(found)
        elif found is not None:
            self._reject(found, [self.stage.card(key) for key in keys])

    def answer(self, move: Move) -> None:
        """Give an answer."""
        self.rejected = None
        self._move_on(move)
        if not (self.choice and self.choice.slot_kind):
            self._rise(move.cards)
        self._answer(move)

    def _rise(self, cards: Iterable[Card]) -> None:
        """Let raised cards start from where they are."""
        for card in cards:
            key = self.stage.find(card)
            pose = self.stage.director.pose(key) if key is not None else None
            if key is not None and pose is not None:
                self.stage.director.put(key, self.stage.hand.raised(key, pose))
                self.stage.hand.let_go(key)

    def _move_on(self, move: Move) -> None:
        """Move the cursor from a card that is played to the nearest one that stays in the hand."""
        leaving = {self.stage.find(card) for card in move.cards}
        key = self.cursor.at[1] if self.cursor.at is not None and self.cursor.at[0] == "card" else None
        if key is None or key not in leaving or (self.choice and self.choice.slot_kind):
            return
        stay = [one for one in self.stage.row(key) if one not in leaving]
        if stay and self.stage.pile_of(key) == self.stage.hand.pile:
            rest = self.stage.director.rest
            self.cursor.at = ("card", min(stay, key=lambda one: abs(rest[one].x - rest[key].x)))

    def put_back(self, cards: Iterable[Card]) -> None:
        """Let cards that were about to be played go back."""
        for card in cards:
            key = self.stage.find(card)
            pose = self.stage.director.pose(key) if key is not None else None
            if key is not None and pose is not None:
                self.stage.director.place(key, pose)

    def _reject(
        self,
        refusal: Refusal,
        cards: Iterable[Card],
        ways: Iterable[tuple[Pose, Pose]] = (),
        goal: PilePlace | None = None,
    ) -> None:
        keys = [key for card in cards if (key := self.stage.find(card)) is not None]
        if keys and not self.reduced:
            self.shake = Shake(keys)
        self.rejected = Rejected(tuple(ways), goal, self.choice)
        self._refuse(refusal)

    # --- keyboard ---------------------------------------------------------------------------------------------------

    def stops(self, buttons: Iterable[Pos]) -> list[Stop]:
        """The stops of the keyboard's cursor: own cards and places, then buttons (given by their centres)."""
        choice, there = self.choice, []
        live = set(choice.piles) if choice and choice.slot_kind else choice.playable() if choice else set()
        for key in self.stage.own_keys():
            pose = self.stage.rest(key)
            there.append(Stop(("card", key), pose.x, pose.y, self.stage.card(key) in live))
        if choice is not None:
            for pile, tokens in self.stage.shown.piles.items():
                if tokens and isinstance(choice.place(pile), Move):
                    pose = self.stage.rest(tokens[-1].id)
                    there.append(Stop(("card", tokens[-1].id), pose.x, pose.y))
        return there + [Stop(("button", i), x, y) for i, (x, y) in enumerate(buttons)]

    def focused_card(self) -> int | None:
        """The card under the visible cursor."""
        at = self.cursor.at
        return at[1] if self.cursor.visible and at is not None and at[0] == "card" else None

    def select_focused(self) -> bool:
        """Space on a card: select it, or choose its place."""
        key = self.focused_card()
        choice = self.choice
        if key is None or choice is None or key not in self.stage.director.rest:
            return False
        pile = self.stage.pile_of(key)
        place = choice.place(pile)
        if place is not None:
            self._take(place, [])
        else:
            self.toggle(self.stage.card(key))
        return True

    def shift_focused(self, by: int) -> bool:
        """Put the card under the cursor one place to the left or right within the hand; False if it can't be."""
        key, stage = self.focused_card(), self.stage
        if key is None or stage.pile_of(key) != stage.hand.pile or not stage.hand.step(stage.shown, key, by):
            return False
        stage.director.settle()
        return True

    def play_selected(self) -> bool:
        """Enter: play the selection; with nothing selected, the obvious move of the focused card."""
        choice = self.choice
        if choice is None:
            return False
        complete = choice.complete()
        if complete:
            self.answer(complete[0])
        elif choice.selected:
            refusal = choice.refusal_of(choice.selected)
            if refusal is not None:
                self._reject(refusal, choice.selected)
        else:
            key, only = self.focused_card(), choice.only()
            if key is None or (only is not None and not only.cards):
                return False
            place = choice.place(self.stage.pile_of(key))
            self._take(place if place is not None else choice.obvious(self.stage.card(key)), [key])
        return True


def _far(a: Pos, b: Pos, by: float) -> bool:
    return (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2 > by**2
