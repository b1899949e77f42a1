"""What a table says to a screen reader: own cards and what can be played, piles, seats, answers, tools, the log.

The same for every game: from the piles as the viewer sees them, and from the texts that the table shows.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from functools import partial
from typing import NamedTuple, Protocol

import pygame
from pygame import FRect

from engine.cards import HIDDEN, Card
from engine.moves import TABLE, Move, Pile, Seat
from scenes.look.parts import Part
from scenes.look.seen import plain
from scenes.look.widgets import Clickable, Group, Widget
from scenes.shell.reading import control, drawn_by, named
from scenes.table.panels.log_page import Log
from scenes.table.panels.page import Sheet
from scenes.table.panels.pile_handle import PileHandle
from scenes.table.play import Play
from scenes.table.ports import TablePort
from scenes.table.stage.choice import Choice
from scenes.table.stage.cursor import StopId
from scenes.table.stage.poses import PilePlace, Pose
from scenes.table.stage.shown import Token

LINES = 12
"""Number of lines of the log that are read."""
MOST = 8
"""Maximum number of cards of a pile that are named, the last ones; the table shows few more of them."""
WARN_AT = (10, 5)
"""Seconds before the end of the time for an answer at which the player is told."""
_CELL = 8
"""Cards closer together than this, logical pixels, lie on one another."""
_CAN = {"play": "app.reader.can_play", "choose": "app.reader.can_choose", "advised": "app.reader.advised"}


class _OwnCard(NamedTuple):
    """How one of the viewer's cards is read."""

    card: Card
    can: str
    """What can be done with it, a key of ``_CAN``; empty for nothing."""
    place: tuple[int, int]
    chosen: bool
    focused: bool
    pose: Pose
    scale: float


class _SeenPile(NamedTuple):
    """How a pile is read."""

    name: str
    at: tuple[float, float, float, float, float]
    """Centre, width and height on the canvas, and the canvas's scale."""
    key: int
    """The card to press if the pile can be chosen; −1 if it can't."""
    focused: bool


class ReadTable(TablePort, Protocol):
    """The table as it is read."""

    play: Play

    def prompt(self) -> str:
        """What the prompt says now."""


class TableParts:
    """Describes a table.

    Args:
        table: what is read.
    """

    def __init__(self, table: ReadTable) -> None:
        self.table = table
        self._known: dict[Hashable, str] = {}
        """Texts that were made before; forgotten with ``words``."""
        self._made: dict[Hashable, tuple[Hashable, Part]] = {}
        """The part of each slot, and the state for which it was made."""
        self._chosen: tuple[Choice | None, dict[Pile, bool], tuple[object, frozenset[Card]] | None] = None, {}, None
        """A choice, which piles it can be, and which cards fit what is selected."""
        self._own: frozenset[Pile] = frozenset()
        """The piles whose cards were read one by one."""
        self._facts: list[object] = []
        """What was known of the seats when they were read last: kept, so that no other object has its ``id``."""
        self._pages: tuple[object, list[Part]] = None, []
        """The parts of a page of the drawer, and its widgets."""
        self._words = table.words

    def parts(self) -> list[Part]:
        """Everything on the table, in the order of reading."""
        table = self.table
        if self._words is not table.words:
            self._words, self._known, self._made, self._pages = table.words, {}, {}, (None, [])
        hud, found = table.hud, list[Part]()
        found.append(self._heading())
        prompt = plain(table.prompt())
        if prompt:
            found.append(Part("status", prompt, key="prompt"))
        if hud.refusal is not None:
            found.append(self._refusal())
        if hud.countdown is not None:
            found.append(Part("text", self._words("app.reader.seconds", n=hud.seconds), key="time"))
        found += self._own_cards()
        buttons = self._buttons()
        answers = len([button for button in hud.answers.buttons if button.enabled])
        found += buttons[:answers]
        found += [
            Part("button", plain(one.label), self._around(one.rect), key=("off", one.label), enabled=False)
            for one in hud.answers.buttons
            if not one.enabled
        ]
        found.append(self._seats())
        piles = tuple(self._piles())
        if piles:
            name = self._said("table", partial(self._words, "app.reader.table"))
            found.append(self._same("piles", piles, partial(Part, "list", name, key="piles", parts=piles)))
        found.append(self._log())
        first = len(buttons) - len(hud.drawer.reachable())
        said = (*self._page(), *buttons[first:])
        if said:
            page = hud.drawer.page
            name = plain(page.title) if page is not None else ""
            found.append(self._same("page", said, partial(Part, "group", name, key="page", parts=said)))
        found += self._bar()
        tools, name = tuple(buttons[answers:first]), self._said("tools", partial(self._words, "app.reader.tools"))
        found.append(self._same("tools", tools, partial(Part, "group", name, key="tools", parts=tools)))
        return found

    def alerts(self) -> list[tuple[Hashable, str]]:
        """What the player must know at once, each with what tells it apart from an earlier one that says the same."""
        table, hud = self.table, self.table.hud
        found: list[tuple[Hashable, str]] = []
        choice = table.stage.choice
        if choice is not None and not table.play.answers_itself:
            found.append((("turn", table.match.moment), plain(table.prompt())))
        if choice is not None and table.stage.advice is not None:
            found.append((("advice", id(table.stage.advice)), self._advice(table.stage.advice)))
        if hud.refusal is not None:
            found.append((("refused", id(hud.refusal[0])), plain(hud.why.string)))
        if hud.countdown is not None:
            passed = [seconds for seconds in WARN_AT if hud.seconds <= seconds]
            found += [
                (("time", seconds, table.match.moment), self._words("app.reader.seconds", n=seconds))
                for seconds in passed[-1:]
            ]
        return found

    def _same(self, slot: Hashable, state: Hashable, make: Callable[[], Part]) -> Part:
        """The part of a slot, made anew only when its state has changed: what is the same costs the tree nothing."""
        known = self._made.get(slot)
        if known is None or known[0] != state:
            known = self._made[slot] = state, make()
        return known[1]

    # --- texts ------------------------------------------------------------------------------------------------------

    def _said(self, key: Hashable, make: Callable[[], str]) -> str:
        """A text, made only once."""
        if key not in self._known:
            self._known[key] = make()
        return self._known[key]

    def _heading(self) -> Part:
        tag, look = self.table.hud.tag, self.table.hud.look
        slug = self.table.match.game.slug
        state = tag.deal, look, tag.corner

        def make() -> Part:
            name = f"{self._words(f'{slug}.title')}, {tag.which_deal()}"
            return Part("heading", name, _times(tag.room(), look.scale), key="title", level=1)

        return self._same("title", state, make)

    def _refusal(self) -> Part:
        why = self.table.hud.why
        rule = why.link
        parts: tuple[Part, ...] = ()
        if rule is not None:
            parts = (Part("link", plain(rule.label), shortcut=why.key, press=self.table.read),)
        return Part("status", plain(why.string), self._around(why.rect), key="refusal", parts=parts)

    def _around(self, area: FRect) -> FRect:
        return _times(area, self.table.hud.look.scale)

    def _advice(self, move: Move) -> str:
        """What a hint shows on the table: the cards, or else what is done."""
        words, game = self._words, self.table.match.game
        what = words.cards(move.cards) if move.cards else words.note(game.slug, "move", game.describe(move))
        return words("app.reader.advice", what=plain(what))

    # --- cards ------------------------------------------------------------------------------------------------------

    def _own_cards(self) -> Iterator[Part]:
        """The viewer's cards and others to choose from, a list for each pile, the hand first."""
        stage, table = self.table.stage, self.table
        choice = stage.choice
        live = self._live(choice)
        advised = stage.advised()
        selected = choice.selected if choice is not None else ()
        plays = choice is not None and any(move.verb == "play" for move in choice.legal)
        focused = table.control.focused_card()
        rows: dict[Pile, list[int]] = {}
        tokens = {token.id: (pile, token.card) for pile, several in stage.shown.piles.items() for token in several}
        for key in stage.own_keys():
            rows.setdefault(tokens[key][0], []).append(key)
        self._own = frozenset(rows)
        hand = stage.hand.pile
        by = table.hud.flat.scale
        rest = stage.director.rest
        for pile in sorted(rows, key=lambda one: one != hand):
            keys = sorted((key for key in rows[pile] if key in rest), key=lambda key: (rest[key].x, rest[key].y))
            total, items = len(keys), list[Part]()
            for i, key in enumerate(keys, 1):
                card, pose = tokens[key][1], rest[key]
                chosen = card in selected
                can = "" if choice is None or chosen or card not in live else "play" if plays else "choose"
                can = "advised" if key in advised else can
                state = _OwnCard(card, can, (i, total), chosen, key == focused, pose, by)
                items.append(self._same(("card", key), state, partial(self._own_card, key, state)))
            cards = tuple(items)
            name = self._pile_name(pile, total)
            yield self._same(("own", pile), cards, partial(Part, "list", name, key=("own", pile), parts=cards))

    def _own_card(self, key: int, one: _OwnCard) -> Part:
        pose = one.pose
        area = FRect(pose.x - pose.width / 2, pose.y - pose.height / 2, pose.width, pose.height)
        return Part(
            "card",
            self._card(one.card, one.can, *one.place),
            _times(area, one.scale),
            ("card", key),
            chosen=one.chosen,
            focused=one.focused,
            place=one.place,
            focus=partial(self._focus, ("card", key)),
            press=partial(self._press_card, key),
        )

    def _card(self, card: Card, can: str, number: int, total: int) -> str:
        """A card's name, what can be done with it, and its place."""
        key = card, can, number, total
        if key not in self._known:
            words = self._words
            said = [words.card(card)]
            if can:
                said.append(words(_CAN[can]))
            said.append(words("app.reader.place", n=number, total=total))
            self._known[key] = ", ".join(said)
        return self._known[key]

    def _pile_name(self, pile: Pile, count: int, *, counted: bool = True) -> str:
        """A pile's name; ``counted``: with the number of its cards."""
        return self._said((pile, count, counted), lambda: self._make_pile_name(pile, count, counted=counted))

    def _make_pile_name(self, pile: Pile, count: int, *, counted: bool) -> str:
        words, stage, slug = self._words, self.table.stage, self.table.match.game.slug
        mine = pile.owner == stage.viewer
        if mine and pile == stage.hand.pile:
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

    def _piles(self) -> Iterator[Part]:
        """The piles of the table and of the other seats, with the cards of them that are seen.

        A seat's piles of one kind are read together, unless they can be chosen.
        """
        stage = self.table.stage
        choice, by = stage.choice, self.table.hud.flat.scale
        focused, advised = self.table.control.focused_card(), stage.advised_pile()
        groups: dict[Hashable, list[tuple[Pile, PilePlace]]] = {}
        for pile, place in stage.places().items():
            if pile in self._own or (not stage.shown.piles.get(pile) and not place.spot.slot):
                continue
            apart = self._takes(choice, pile) or pile.owner == TABLE
            groups.setdefault(pile if apart else (pile.kind, pile.owner), []).append((pile, place))
        for key, group in groups.items():
            pile, place = group[0]
            tokens = [token for one, _ in group for token in stage.shown.piles.get(one, ())]
            faces = tuple(token.card for token in self._faces(tokens))
            if not faces and pile.owner != TABLE and pile.kind in stage.layout.in_hand:
                continue  # the seat says how many there are
            name = self._said(("pile", key, len(tokens), faces), partial(self._pile, pile, len(tokens), faces))
            if pile == advised:
                name = f"{name}, {self._words('app.reader.advised')}"
            at = place.x, place.y, place.width, place.height, by
            takes = key == pile and bool(tokens) and self._takes(choice, pile)
            pressed = tokens[-1].id if takes else -1
            state = _SeenPile(name, at, pressed, takes and pressed == focused)
            yield self._same(("pile", key), state, partial(self._pile_part, key, state))

    def _takes(self, choice: Choice | None, pile: Pile) -> bool:
        """Whether a pile can be chosen; kept, as working it out may take long."""
        if choice is None:
            return False
        if self._chosen[0] is not choice:
            self._chosen = choice, {}, None
        known = self._chosen[1]
        if pile not in known:
            known[pile] = isinstance(choice.place(pile), Move)
        return known[pile]

    def _live(self, choice: Choice | None) -> frozenset[Card]:
        """The cards that can be chosen now; kept, as ``_takes``."""
        if choice is None:
            return frozenset()
        if self._chosen[0] is not choice:
            self._chosen = choice, {}, None
        state = tuple(choice.selected), tuple(choice.slots)
        known = self._chosen[2]
        if known is None or known[0] != state:
            known = state, frozenset(choice.fitting())
            self._chosen = choice, self._chosen[1], known
        return known[1]

    def _pile_part(self, key: Hashable, one: _SeenPile) -> Part:
        x, y, wide, high, by = one.at
        part = Part("item", one.name, _times(FRect(x - wide / 2, y - high / 2, wide, high), by), ("pile", key))
        if one.key < 0:
            return part
        return part._replace(
            role="button",
            focused=one.focused,
            focus=partial(self._focus, ("card", one.key)),
            press=partial(self._press_card, one.key),
        )

    def _pile(self, pile: Pile, count: int, faces: Sequence[Card]) -> str:
        if not faces:
            return self._pile_name(pile, count)
        return f"{self._pile_name(pile, count, counted=count > len(faces))}: {self._words.cards(faces)}"

    def _faces(self, tokens: Sequence[Token]) -> list[Token]:
        """The cards of a pile whose faces are seen, at most ``MOST``, the lowest first: not those under others."""
        rest, seen, found = self.table.stage.director.rest, set[tuple[int, int]](), list[Token]()
        for token in reversed(tokens):
            if len(found) == MOST:
                break
            pose = rest.get(token.id)
            if pose is None:
                continue
            at = round(pose.x / _CELL), round(pose.y / _CELL)
            if at not in seen and token.card != HIDDEN:
                found.append(token)
            seen.add(at)
        return found[::-1]

    # --- seats ------------------------------------------------------------------------------------------------------

    def _seats(self) -> Part:
        table = self.table
        turn = table.match.game.waiting() if table.stage.director.quiet else ()
        plates, counted, piles = table.hud.plates, table.stage.layout.in_hand, table.stage.shown.piles
        cards = tuple(
            sum(len(piles.get(Pile(kind, seat), ())) for kind in counted) if counted else -1
            for seat in table.stage.seats
        )
        known = tuple(id(plates.known.get(seat)) for seat in table.stage.seats)
        state = turn, cards, known, plates.out, plates.dealer, tuple(table.stage.presence.items())
        return self._same("seats", state, partial(self._make_seats, turn, cards))

    def _make_seats(self, turn: Sequence[Seat], cards: Sequence[int]) -> Part:
        self._facts = list(self.table.hud.plates.known.values())
        seats = tuple(
            Part("item", self._seat(seat, count, to_play=seat in turn), key=("seat", seat))
            for seat, count in zip(self.table.stage.seats, cards, strict=True)
        )
        return Part("list", self._words("app.reader.players"), key="seats", parts=seats)

    def _seat(self, seat: Seat, cards: int, *, to_play: bool) -> str:
        words, plates, slug = self._words, self.table.hud.plates, self.table.match.game.slug
        said = [words.seat_name(seat)]
        if seat in plates.out:
            said.append(words("app.reader.out"))
        if seat in self.table.stage.presence:
            said.append(words(f"elsewhere.{self.table.stage.presence[seat]}"))
        if to_play:
            said.append(words("app.reader.to_play"))
        if cards >= 0:
            said.append(words("app.reader.cards", n=cards))
        said += [plain(words.note(slug, "plate", note)) for note in plates.known.get(seat, ())]
        if seat == plates.dealer:
            said.append(words("app.reader.dealer"))
        return ", ".join(said)

    # --- what lies around -------------------------------------------------------------------------------------------

    def _log(self) -> Part:
        log = self.table.log
        return self._same("log", (len(log.told), log.told[-1] if log.told else None), self._make_log)

    def _make_log(self) -> Part:
        log = self.table.log
        lines = log.told[-LINES:]
        first = len(log.told) - len(lines)
        items = tuple(Part("item", plain(line.text), key=("line", first + i)) for i, line in enumerate(lines))
        return Part("list", log.title, key="log", parts=items)

    def _page(self) -> list[Part]:
        """The page in the drawer: its heading and what it says."""
        page, look = self.table.drawer.page, self.table.drawer.look if self.table.drawer.page else None
        if page is None or look is None or isinstance(page, Log):
            return []
        widgets = page.parts if isinstance(page, Sheet) else None
        if self._pages[0] is None or self._pages[0] is not widgets:
            found = [Part("heading", plain(page.title), key="page", level=2)]
            for i, widget in enumerate(widgets or ()):
                texts = [named(one, self._words) for one in drawn_by(widget, look)]
                if texts and not widget.focusable:
                    found.append(Part("text", ", ".join(texts), key=("said", i)))
            self._pages = widgets, found
        return self._pages[1]

    def _buttons(self) -> list[Part]:
        """Everything that the keyboard can press, as the hud lists it."""
        table, found = self.table, list[Part]()
        at = table.control.cursor.at if table.control.cursor.visible else None
        for i, one in enumerate(table.hud.reachable()):
            stop, widget = ("button", i), one.widget
            state = widget, getattr(widget, "chosen", None), one.area.topleft, one.area.size, at == stop
            found.append(self._same(stop, state, partial(self._button, widget, one.area, stop, focused=at == stop)))
        return found

    def _button(self, widget: Clickable, area: FRect, stop: StopId, *, focused: bool) -> Part:
        part = control(widget, self.table.hud.look, self._words, area)
        if isinstance(widget, PileHandle):
            pile = plain(widget.label.text) if widget.label is not None else self._pile_name(widget.pile, 0)
            part = part._replace(name=f"{part.name}: {pile}")
        return part._replace(
            key=("button", part.name),
            focused=focused,
            focus=partial(self._focus, stop),
            press=partial(self._press_button, widget),
        )

    def _bar(self) -> list[Part]:
        """What can be pressed in a bar below the table."""
        if self.table.play.bar_widgets is None:
            return []
        group, look = self.table.play.bar_widgets
        focus = group.focus if group.keyboard else None
        return [
            control(widget, look, self._words, _times(widget.rect, look.scale))._replace(
                key=("bar", i),
                focused=widget is focus,
                focus=partial(_focus_in, group, widget),
                press=partial(self._press_button, widget),
            )
            for i, widget in enumerate(group.order())
        ]

    # --- actions ----------------------------------------------------------------------------------------------------

    def _focus(self, stop: StopId) -> None:
        """Put the keyboard's cursor somewhere."""
        control = self.table.control
        control.cursor.at, control.cursor.visible = stop, True
        self.table.hud.show_focus(stop[1] if stop[0] == "button" else None)

    def _press_card(self, key: int) -> None:
        """Do what Space does on a card."""
        self._focus(("card", key))
        self.table.play.key(pygame.Event(pygame.KEYDOWN, key=pygame.K_SPACE, mod=0, unicode=" ", scancode=0))

    def _press_button(self, button: Widget) -> None:
        self.table.sounds.press()
        button.activate()
        self.table.hud.refresh_answers()


def _times(rect: FRect, by: float) -> FRect:
    return FRect(*(by * side for side in rect))


def _focus_in(group: Group, widget: Widget) -> None:
    """Give a widget the keyboard's focus."""
    group.keyboard = True
    group.set_focus(widget)
