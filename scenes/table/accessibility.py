"""Elements of the card table for screen readers: own cards with their playability, piles, seats, buttons, match log.

All games share this code: it uses the piles as the viewer sees them and the texts of the table.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from functools import partial
from typing import NamedTuple

import pygame
from pygame import FRect

from engine.cards import HIDDEN, Card
from engine.moves import TABLE, Move, Pile
from scenes.render.space import Frame, SceneSpace, WindowSpace
from scenes.table.cards.extent import first_card_area
from scenes.table.drawer import DRAWER_KEY
from scenes.table.model.choice import Choice
from scenes.table.model.cursor import StopId
from scenes.table.model.positions import CardPose, PileGeometry
from scenes.table.model.shown_piles import Token
from scenes.table.pages.log_page import MatchLog
from scenes.table.table_base import TableBase
from scenes.table.table_hud import BAR_KEY
from scenes.table.table_mode import TableMode
from scenes.ui.accessible_elements import AccessibleElement, Role, strip_emphasis_and_breaks
from scenes.ui.accessible_nodes import NodeActions, accessible_nodes
from scenes.ui.widgets import Widget

MAX_LOG_LINES, MAX_OPEN_LOG_LINES = 12, 40
"""Maximum number of log lines exposed to the screen reader, the latest ones, and while the log is open."""
MAX_NAMED_CARDS = 8
"""Maximum number of a pile's cards that its element names, the uppermost ones."""
WARNING_SECONDS = (10, 5)
"""Remaining seconds to answer at which the screen reader gets an alert."""
_OVERLAP_DISTANCE = 8
"""Size of a grid cell in which only the uppermost card counts as visible, logical pixels."""
_ABILITY_KEYS = {"play": "app.reader.can_play", "choose": "app.reader.can_choose", "advised": "app.reader.advised"}


class _OwnCardState(NamedTuple):
    """Facts about one of the viewer's cards that its screen-reader element shows; the element is rebuilt when they
    change."""

    card: Card
    ability: str
    """Possible use of the card, a key of ``_ABILITY_KEYS``; empty for none."""
    number_and_count: tuple[int, int]
    is_chosen: bool
    is_focused: bool
    pose: CardPose
    frame: Frame[WindowSpace, SceneSpace]


class _PileState(NamedTuple):
    """Facts about a pile that its screen-reader element shows; the element is rebuilt when they change."""

    name: str
    bounds: tuple[float, ...]
    """Area of the first card, window pixels."""
    choosable_token_id: int
    """Id of the card whose press chooses the pile; −1 if the pile can't be chosen."""
    is_focused: bool


class TableAccessibility:
    """Builds the screen-reader elements and the urgent messages of a card table.

    Args:
        table: the table to describe.
        mode: writes the table's prompt and handles its keys.
    """

    def __init__(self, table: TableBase, mode: TableMode) -> None:
        self.table = table
        self.mode = mode
        self._cached_texts: dict[Hashable, str] = {}
        """Cached texts by key, valid for ``_words``."""
        self._cached_elements: dict[Hashable, tuple[Hashable, AccessibleElement]] = {}
        """Slot -> state and the element that was made for it."""
        self._choice_cache: tuple[Choice | None, dict[Pile, bool], tuple[object, frozenset[Card]] | None] = (
            None,
            {},
            None,
        )
        """A choice, whether each pile can be chosen, and the cards that can be added to the selection."""
        self._own_piles: frozenset[Pile] = frozenset()
        """The piles whose cards are elements of their own."""
        self._node_cache: dict[str, tuple[object, tuple[AccessibleElement, ...]]] = {}
        """Key of a zone -> state of the tree, and the elements that were made from it."""
        self._words = table.words

    def accessible_elements(self) -> list[AccessibleElement]:
        """Return all screen-reader elements of the card table, in reading order."""
        table = self.table
        if self._words is not table.words:
            self._words, self._cached_texts, self._cached_elements, self._node_cache = table.words, {}, {}, {}
        hud, elements = table.hud, list[AccessibleElement]()
        hud.update_turn()
        elements += (*self._node_elements("tag"), *self._node_elements("prompt"), *self._node_elements("hand note"))
        elements += self._spoken_elements()
        elements += self._own_pile_list_elements()
        elements += self._node_elements("answers")
        elements.append(self._container_element("list", "app.reader.players", self._node_elements("seats")))
        piles = tuple(self._pile_elements())
        if piles:
            elements.append(self._container_element("list", "app.reader.table", piles))
        elements.append(self._log_element())
        page = hud.drawer.page
        if page is not None:
            nodes, name = self._node_elements(DRAWER_KEY), strip_emphasis_and_breaks(page.title)
            if not isinstance(page, MatchLog):
                nodes = (AccessibleElement("heading", name, key="page", heading_level=2), *nodes)
            elements.append(
                self._reuse_element(
                    "page", nodes, partial(AccessibleElement, "group", name, key="page", children=nodes)
                )
            )
        elements += self._node_elements(BAR_KEY)
        tools = (*self._node_elements("tools"), *self._node_elements("piles"))
        elements.append(self._container_element("group", "app.reader.tools", tools))
        return elements

    def _container_element(
        self, role: Role, text_key: str, children: tuple[AccessibleElement, ...]
    ) -> AccessibleElement:
        """Return an element that contains others, named by the text with a key."""
        name = self._cached_text(text_key, partial(self._words, text_key))
        return self._reuse_element(
            text_key, children, partial(AccessibleElement, role, name, key=text_key, children=children)
        )

    def alerts(self) -> list[tuple[Hashable, str]]:
        """Return the table's urgent messages for screen readers, each with a key; the same message about a later event
        has another key."""
        table, hud = self.table, self.table.hud
        alerts: list[tuple[Hashable, str]] = []
        choice = table.model.choice
        if choice is not None and not self.mode.will_auto_answer:
            alerts.append((("turn", table.match.revision), strip_emphasis_and_breaks(self.mode.prompt_text())))
        if choice is not None and table.model.advised_move is not None:
            alerts.append((("advice", id(table.model.advised_move)), self._advice_text(table.model.advised_move)))
        if hud.refusal is not None:
            alerts.append((("refused", id(hud.refusal)), strip_emphasis_and_breaks(hud.refusal_pill.string)))
        if hud.remaining_fraction is not None:
            due_warnings = [seconds for seconds in WARNING_SECONDS if hud.remaining_seconds <= seconds]
            alerts += [
                (("time", seconds, table.match.revision), self._words("app.reader.seconds", n=seconds))
                for seconds in due_warnings[-1:]
            ]
        return alerts

    def _reuse_element(
        self, slot: Hashable, state: Hashable, make: Callable[[], AccessibleElement]
    ) -> AccessibleElement:
        """Return the cached screen-reader element of a table item, rebuilt only if the item's state changed."""
        cached = self._cached_elements.get(slot)
        if cached is None or cached[0] != state:
            cached = self._cached_elements[slot] = state, make()
        return cached[1]

    # --- texts ------------------------------------------------------------------------------------------------------

    def _cached_text(self, key: Hashable, make: Callable[[], str]) -> str:
        """Return the screen-reader text for a cache key, made on the first call."""
        if key not in self._cached_texts:
            self._cached_texts[key] = make()
        return self._cached_texts[key]

    def _spoken_elements(self) -> Iterator[AccessibleElement]:
        """Yield the announcement, the amounts being counted, the board on the felt, and what the seats say in their
        speech bubbles."""
        hud = self.table.hud
        for key, text in (
            ("announcement", hud.announcement.text),
            ("amounts", hud.count_up.text),
            ("board", hud.board_view.text),
        ):
            if text:
                yield AccessibleElement("text", strip_emphasis_and_breaks(text), key=key)
        yield from self._node_elements("bubbles")

    def _advice_text(self, move: Move) -> str:
        """Return a hint as text for screen readers: its cards, or else its action."""
        words, game = self._words, self.table.match.game
        what = words.cards(move.cards) if move.cards else words.note_text(game.slug, "move", game.describe(move))
        return words("app.reader.advice", what=strip_emphasis_and_breaks(what))

    # --- cards ------------------------------------------------------------------------------------------------------

    def _own_pile_list_elements(self) -> Iterator[AccessibleElement]:
        """Yield one screen-reader list of cards for each pile that the viewer can choose from, the hand first."""
        model, table = self.table.model, self.table
        choice = model.choice
        choosable = self._addable_cards(choice)
        advised = model.advised_token_ids()
        selected = choice.selected_cards if choice is not None else ()
        plays = choice is not None and any(move.verb == "play" for move in choice.legal_moves)
        focused = table.hand_controller.focused_token_id()
        rows: dict[Pile, list[int]] = {}
        tokens = {
            token.id: (pile, token.card) for pile, pile_tokens in model.shown.piles.items() for token in pile_tokens
        }
        for key in model.grabbable_token_ids():
            rows.setdefault(tokens[key][0], []).append(key)
        self._own_piles = frozenset(rows)
        hand = model.hand.pile
        frame = table.hud.card_renderer.window_frame
        rest = model.director.rest_poses
        for pile in sorted(rows, key=lambda one: one != hand):
            keys = sorted((key for key in rows[pile] if key in rest), key=lambda key: (rest[key].x, rest[key].y))
            total, items = len(keys), list[AccessibleElement]()
            for i, key in enumerate(keys, 1):
                card, pose = tokens[key][1], rest[key]
                is_chosen = card in selected
                ability = "" if choice is None or is_chosen or card not in choosable else "play" if plays else "choose"
                ability = "advised" if key in advised else ability
                state = _OwnCardState(card, ability, (i, total), is_chosen, key == focused, pose, frame)
                items.append(self._reuse_element(("card", key), state, partial(self._own_card_element, key, state)))
            cards = tuple(items)
            name = self._pile_name(pile, total)
            yield self._reuse_element(
                ("own", pile), cards, partial(AccessibleElement, "list", name, key=("own", pile), children=cards)
            )

    def _own_card_element(self, token_id: int, state: _OwnCardState) -> AccessibleElement:
        pose = state.pose
        area = FRect(pose.x - pose.width / 2, pose.y - pose.height / 2, pose.width, pose.height)
        return AccessibleElement(
            "card",
            self._card_text(state.card, state.ability, *state.number_and_count),
            state.frame.to_outer_area(area),
            ("card", token_id),
            is_chosen=state.is_chosen,
            is_focused=state.is_focused,
            number_and_count=state.number_and_count,
            focus=partial(self._focus, ("card", token_id)),
            press=partial(self._press_card, token_id),
        )

    def _card_text(self, card: Card, ability: str, number: int, total: int) -> str:
        """Return the screen-reader text of an own card: its name, possible use and position in the pile."""
        key = card, ability, number, total
        if key not in self._cached_texts:
            words = self._words
            texts = [words.card(card)]
            if ability:
                texts.append(words(_ABILITY_KEYS[ability]))
            texts.append(words("app.reader.place", n=number, total=total))
            self._cached_texts[key] = ", ".join(texts)
        return self._cached_texts[key]

    def _pile_name(self, pile: Pile, count: int, *, counted: bool = True) -> str:
        """Return a pile's name for screen readers, with ``counted`` followed by the number of its cards."""
        return self._cached_text((pile, count, counted), lambda: self._make_pile_name(pile, count, counted=counted))

    def _make_pile_name(self, pile: Pile, count: int, *, counted: bool) -> str:
        words, model, slug = self._words, self.table.model, self.table.match.game.slug
        mine = pile.owner == model.viewer
        if mine and pile == model.hand.pile:
            return words("app.reader.hand", n=count)
        keys = [f"{slug}.label.{pile.kind}"] if mine else []
        key = next((key for key in (*keys, f"{slug}.pile.{pile.kind}") if key in words), "")
        if not key:
            name = words("app.reader.cards", n=count)
        else:
            name = words(key, n=count, place=pile.index + 1)
            if counted and name == words(key, n=count + 1, place=pile.index + 1):
                name = f"{name}, {words('app.reader.cards', n=count)}"
        return name if mine or pile.owner == TABLE else f"{words.seat_name(pile.owner)}, {name}"

    def _pile_elements(self) -> Iterator[AccessibleElement]:
        """Yield the screen-reader elements of the table's and the other seats' piles, with their visible cards.

        A seat's piles of one kind form one element, unless they can be chosen.
        """
        model = self.table.model
        choice, frame = model.choice, self.table.hud.card_renderer.window_frame
        focused, advised = self.table.hand_controller.focused_token_id(), model.advised_pile()
        groups: dict[Hashable, list[tuple[Pile, PileGeometry]]] = {}
        for pile, geometry in model.pile_geometries().items():
            is_marked = pile == advised or geometry.spot.has_slot_outline  # also while it is empty
            if pile in self._own_piles or not (is_marked or model.shown.piles.get(pile)):
                continue
            is_separate = self._can_choose_pile(choice, pile) or pile.owner == TABLE
            groups.setdefault(pile if is_separate else (pile.kind, pile.owner), []).append((pile, geometry))
        for key, group in groups.items():
            pile, geometry = group[0]
            tokens = [token for one, _ in group for token in model.shown.piles.get(one, ())]
            faces = tuple(token.card for token in self._uncovered_tokens_to_name(tokens))
            is_choosable = key == pile and bool(tokens) and self._can_choose_pile(choice, pile)
            if not (faces or is_choosable) and pile.owner != TABLE and pile.kind in model.layout.help.counted_kinds:
                continue  # the seat's element has their number
            name = self._cached_text(
                ("pile", key, len(tokens), faces), partial(self._pile_text, pile, len(tokens), faces)
            )
            if pile == advised:
                name = f"{name}, {self._words('app.reader.advised')}"
            bounds = tuple(frame.to_outer_area(first_card_area(geometry)))
            token_id = tokens[-1].id if is_choosable else -1
            state = _PileState(name, bounds, token_id, is_choosable and token_id == focused)
            yield self._reuse_element(("pile", key), state, partial(self._pile_element, key, state))

    def _can_choose_pile(self, choice: Choice | None, pile: Pile) -> bool:
        """Whether choosing this pile is a legal move of the player now, cached because computing it may take long."""
        if choice is None:
            return False
        if self._choice_cache[0] is not choice:
            self._choice_cache = choice, {}, None
        cached = self._choice_cache[1]
        if pile not in cached:
            cached[pile] = isinstance(choice.named_result(pile), Move)
        return cached[pile]

    def _addable_cards(self, choice: Choice | None) -> frozenset[Card]:
        """Return the cards that the player can add to the selection now, cached because computing them may take
        long."""
        if choice is None:
            return frozenset()
        if self._choice_cache[0] is not choice:
            self._choice_cache = choice, {}, None
        state = tuple(choice.selected_cards), tuple(choice.slot_cards)
        cached = self._choice_cache[2]
        if cached is None or cached[0] != state:
            cached = state, frozenset(choice.addable_cards())
            self._choice_cache = choice, self._choice_cache[1], cached
        return cached[1]

    def _pile_element(self, key: Hashable, state: _PileState) -> AccessibleElement:
        element = AccessibleElement("item", state.name, FRect(*state.bounds), ("pile", key))
        if state.choosable_token_id < 0:
            return element
        return element._replace(
            role="button",
            is_focused=state.is_focused,
            focus=partial(self._focus, ("card", state.choosable_token_id)),
            press=partial(self._press_card, state.choosable_token_id),
        )

    def _pile_text(self, pile: Pile, count: int, faces: Sequence[Card]) -> str:
        if not faces:
            return self._pile_name(pile, count)
        return f"{self._pile_name(pile, count, counted=count > len(faces))}: {self._words.cards(faces)}"

    def _uncovered_tokens_to_name(self, tokens: Sequence[Token]) -> list[Token]:
        """Return the face-up tokens of a pile that no other token covers, the lowest first.

        At most ``MAX_NAMED_CARDS``, the uppermost ones.
        """
        rest, seen_cells, visible = self.table.model.director.rest_poses, set[tuple[int, int]](), list[Token]()
        for token in reversed(tokens):
            if len(visible) == MAX_NAMED_CARDS:
                break
            pose = rest.get(token.id)
            if pose is None:
                continue
            cell = round(pose.x / _OVERLAP_DISTANCE), round(pose.y / _OVERLAP_DISTANCE)
            if cell not in seen_cells and token.card != HIDDEN:
                visible.append(token)
            seen_cells.add(cell)
        return visible[::-1]

    # --- log, page, buttons, bar ------------------------------------------------------------------------------------

    def _log_element(self) -> AccessibleElement:
        log = self.table.log
        count = MAX_OPEN_LOG_LINES if isinstance(self.table.hud.drawer.page, MatchLog) else MAX_LOG_LINES
        state = count, len(log.finished_lines), log.finished_lines[-1] if log.finished_lines else None
        return self._reuse_element("log", state, partial(self._make_log, count))

    def _make_log(self, max_lines: int) -> AccessibleElement:
        log = self.table.log
        lines = log.finished_lines[-max_lines:]
        first = len(log.finished_lines) - len(lines)
        items = tuple(
            AccessibleElement("item", strip_emphasis_and_breaks(line.text), key=("line", first + i))
            for i, line in enumerate(lines)
        )
        return AccessibleElement("list", log.title, key="log", children=items)

    def _node_elements(self, zone_key: str) -> tuple[AccessibleElement, ...]:
        """Return screen-reader elements for the nodes in one zone of the table's tree, in reading order."""
        root, frame = self.table.hud.root, self.table.hud.card_renderer.window_frame
        places = [one for one in root.placed if one.ancestors[0].key == zone_key]
        offsets = tuple(view.offset for one in places for view in one.scroll_views)
        state = root.placed, offsets, root.focus
        cached = self._node_cache.get(zone_key)
        if cached is None or cached[0] != state:
            actions = NodeActions(self._focus_button, self._press_button, frame.to_outer_area)
            cached = self._node_cache[zone_key] = state, tuple(accessible_nodes(root, actions, places))
        return cached[1]

    # --- actions ----------------------------------------------------------------------------------------------------

    def _focus(self, stop: StopId) -> None:
        """Move the table's keyboard cursor to a card, pile or button."""
        control = self.table.hand_controller
        control.cursor.show_on(stop)
        self.table.hud.focus_key(control.cursor.button_key)

    def _press_card(self, token_id: int) -> None:
        """Move the keyboard cursor to a card and press it as Space does."""
        self._focus(("card", token_id))
        self.mode.handle_key(pygame.Event(pygame.KEYDOWN, key=pygame.K_SPACE, mod=0, unicode=" ", scancode=0))

    def _focus_button(self, button: Widget) -> None:
        self._focus(("button", button.key))

    def _press_button(self, button: Widget) -> None:
        """Press a button unless it has gone: a screen reader's request may arrive after the question was answered."""
        self.table.hud.refresh()
        if button in self.table.hud.root.focus_order():
            self.table.sounds.play_press()
            button.activate()
            self.table.hud.refresh()
