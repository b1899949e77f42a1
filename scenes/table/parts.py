"""What a table says to a screen reader: own cards and what can be played, piles, seats, answers, tools, the log.

The same for every game: from the piles as the viewer sees them, and from the texts that the table shows.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from functools import partial
from typing import Protocol

import pygame
from pygame import FRect

from engine.cards import HIDDEN
from engine.moves import TABLE, Move, Pile, Seat
from scenes.look.parts import Part
from scenes.look.seen import plain
from scenes.look.widgets import Button
from scenes.shell.reading import control, drawn_by, named
from scenes.table.panels.log_page import Log
from scenes.table.panels.page import Sheet
from scenes.table.panels.pile_handle import PileHandle
from scenes.table.play import Play
from scenes.table.ports import TablePort
from scenes.table.stage.cursor import StopId
from scenes.table.stage.shown import Token

LINES = 12
"""Number of lines of the log that are read."""
MOST = 8
"""Maximum number of cards of a pile that are named, the last ones; the table shows few more of them."""
WARN_AT = (10, 5)
"""Seconds before the end of the time for an answer at which the player is told."""
_CELL = 8
"""Cards closer together than this, logical pixels, lie on one another."""


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
        self._words = table.words

    def parts(self) -> list[Part]:
        """Everything on the table, in the order of reading."""
        table = self.table
        if self._words is not table.words:
            self._words, self._known = table.words, {}
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
            found.append(Part("list", self._words("app.reader.table"), key="piles", parts=piles))
        found.append(self._log())
        found += self._page()
        found.append(Part("group", self._words("app.reader.tools"), key="tools", parts=tuple(buttons[answers:])))
        return found

    def alerts(self) -> list[tuple[Hashable, str]]:
        """What the player must know at once, each with what tells it apart from an earlier one that says the same."""
        table, hud = self.table, self.table.hud
        found: list[tuple[Hashable, str]] = []
        choice = table.stage.choice
        if choice is not None and not table.play.answers_itself:
            found.append((("turn", len(table.match.record.moves)), plain(table.prompt())))
        if hud.refusal is not None:
            found.append((("refused", id(hud.refusal[0])), plain(hud.why.string)))
        if hud.countdown is not None:
            passed = [seconds for seconds in WARN_AT if hud.seconds <= seconds]
            found += [
                (("time", seconds, len(table.match.record.moves)), self._words("app.reader.seconds", n=seconds))
                for seconds in passed[-1:]
            ]
        return found

    # --- texts ------------------------------------------------------------------------------------------------------

    def _said(self, key: Hashable, make: Callable[[], str]) -> str:
        """A text, made only once."""
        if key not in self._known:
            self._known[key] = make()
        return self._known[key]

    def _heading(self) -> Part:
        tag, look = self.table.hud.tag, self.table.hud.look
        slug = self.table.match.game.slug
        name = f"{self._words(f'{slug}.title')}, {tag.which_deal()}"
        return Part("heading", name, _times(tag.room(), look.scale), key="title", level=1)

    def _refusal(self) -> Part:
        why = self.table.hud.why
        rule = why.link
        parts = ()
        if rule is not None:
            parts = (Part("link", plain(rule.label), shortcut=why.key, press=self.table.read),)
        return Part("status", plain(why.string), self._around(why.rect), key="refusal", parts=parts)

    def _around(self, area: FRect) -> FRect:
        return _times(area, self.table.hud.look.scale)

    # --- cards ------------------------------------------------------------------------------------------------------

    def _own_cards(self) -> Iterator[Part]:
        """The viewer's cards and others to choose from, a list for each pile, the hand first."""
        stage, table = self.table.stage, self.table
        choice = stage.choice
        live: frozenset[int] | set[int] = frozenset()
        if choice is not None:
            live = choice.fitting() if choice.selected or choice.slot_kind else choice.playable()
        selected = choice.selected if choice is not None else ()
        plays = choice is not None and any(move.verb == "play" for move in choice.legal)
        focused = table.control.focused_card()
        rows: dict[Pile, list[int]] = {}
        for key in stage.own_keys():
            rows.setdefault(stage.pile_of(key), []).append(key)
        hand = stage.hand.pile
        by = table.hud.flat.scale
        rest = stage.director.rest
        for pile in sorted(rows, key=lambda one: one != hand):
            keys = sorted((key for key in rows[pile] if key in rest), key=lambda key: (rest[key].x, rest[key].y))
            total, items = len(keys), list[Part]()
            for i, key in enumerate(keys, 1):
                card, pose = stage.card(key), rest[key]
                chosen = card in selected
                can = "" if choice is None or chosen or card not in live else "play" if plays else "choose"
                items.append(
                    Part(
                        "card",
                        self._card(card, can, i, total),
                        _times(FRect(pose.x - pose.width / 2, pose.y - pose.height / 2, pose.width, pose.height), by),
                        ("card", key),
                        chosen=chosen,
                        focused=key == focused,
                        place=(i, total),
                        focus=partial(self._focus, ("card", key)),
                        press=partial(self._press_card, key),
                    )
                )
            yield Part("list", self._pile_name(pile, total), key=("own", pile), parts=tuple(items))

    def _card(self, card: int, can: str, number: int, total: int) -> str:
        """A card's name, what can be done with it, and its place."""
        key = card, can, number, total
        if key not in self._known:
            words = self._words
            said = [words.card(card)]
            if can:
                said.append(words("app.reader.can_play" if can == "play" else "app.reader.can_choose"))
            said.append(words("app.reader.place", n=number, total=total))
            self._known[key] = ", ".join(said)
        return self._known[key]

    def _pile_name(self, pile: Pile, count: int) -> str:
        return self._said((pile, count), lambda: self._make_pile_name(pile, count))

    def _make_pile_name(self, pile: Pile, count: int) -> str:
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
            if name == words(key, n=count + 1, place=pile.index + 1):
                name = f"{name}, {words('app.reader.cards', n=count)}"
        return name if mine or pile.owner == TABLE else f"{words.seat_name(pile.owner)}, {name}"

    def _piles(self) -> Iterator[Part]:
        """The piles of the table and of the other seats, with the cards of them that are seen."""
        stage = self.table.stage
        own = {stage.pile_of(key) for key in stage.own_keys()}
        choice, by = stage.choice, self.table.hud.flat.scale
        focused = self.table.control.focused_card()
        for pile, place in stage.places().items():
            tokens = stage.shown.piles.get(pile, [])
            if pile in own or (not tokens and pile.owner != TABLE):
                continue
            faces = tuple(token.card for token in self._faces(tokens))
            if not faces and pile.owner != TABLE and pile.kind in stage.layout.in_hand:
                continue  # the seat says how many there are
            name = self._said(("pile", pile, len(tokens), faces), partial(self._pile, pile, len(tokens), faces))
            area = FRect(place.x - place.width / 2, place.y - place.height / 2, place.width, place.height)
            part = Part("item", name, _times(area, by), ("pile", pile))
            if choice is not None and tokens and isinstance(choice.place(pile), Move):
                key = tokens[-1].id
                part = part._replace(
                    role="button",
                    focused=key == focused,
                    focus=partial(self._focus, ("card", key)),
                    press=partial(self._press_card, key),
                )
            yield part

    def _pile(self, pile: Pile, count: int, faces: Sequence[int]) -> str:
        name = self._pile_name(pile, count)
        return f"{name}: {self._words.cards(faces)}" if faces else name

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
        seats = tuple(
            Part("item", self._seat(seat, to_play=seat in turn), key=("seat", seat)) for seat in table.stage.seats
        )
        return Part("list", self._words("app.reader.players"), key="seats", parts=seats)

    def _seat(self, seat: Seat, *, to_play: bool) -> str:
        stage, plates = self.table.stage, self.table.hud.plates
        counted, piles = stage.layout.in_hand, stage.shown.piles
        cards = sum(len(piles.get(Pile(kind, seat), ())) for kind in counted) if counted else -1
        key = ("seat", seat, cards, to_play, plates.known.get(seat, ()), seat in plates.out, seat == plates.dealer)
        # Notes hold mappings, so the text is kept by what they print.
        return self._said(repr(key), partial(self._make_seat, seat, cards, to_play=to_play))

    def _make_seat(self, seat: Seat, cards: int, *, to_play: bool) -> str:
        words, plates, slug = self._words, self.table.hud.plates, self.table.match.game.slug
        said = [words.seat_name(seat)]
        if seat in plates.out:
            said.append(words("app.reader.out"))
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
        lines = log.told[-LINES:]
        first = len(log.told) - len(lines)
        items = tuple(Part("item", plain(line.text), key=("line", first + i)) for i, line in enumerate(lines))
        return Part("list", log.title, key="log", parts=items)

    def _page(self) -> list[Part]:
        """The page in the drawer: its heading and what it says."""
        page, look = self.table.drawer.page, self.table.drawer.look if self.table.drawer.page else None
        if page is None or look is None or isinstance(page, Log):
            return []
        found = [Part("heading", plain(page.title), key="page", level=2)]
        if isinstance(page, Sheet):
            for i, widget in enumerate(page.parts):
                texts = [named(one, self._words) for one in drawn_by(widget, look)]
                if texts and not widget.focusable:
                    found.append(Part("text", ", ".join(texts), key=("said", i)))
        return found

    def _buttons(self) -> list[Part]:
        """Everything that the keyboard can press, as the hud lists it."""
        table, found = self.table, list[Part]()
        at = table.control.cursor.at if table.control.cursor.visible else None
        for i, one in enumerate(table.hud.reachable()):
            part = control(one.widget, table.hud.look, self._words, one.area)
            if isinstance(one.widget, PileHandle):
                label = one.widget.label
                pile = one.widget.pile
                named_ = plain(label.text) if label is not None else self._pile_name(pile, 0)
                part = part._replace(name=f"{part.name}: {named_}")
            stop = ("button", i)
            found.append(
                part._replace(
                    key=("button", part.name),
                    focused=at == stop,
                    focus=partial(self._focus, stop),
                    press=partial(self._press_button, one.widget),
                )
            )
        return found

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

    def _press_button(self, button: Button) -> None:
        self.table.sounds.press()
        button.activate()
        self.table.hud.refresh_answers()


def _times(rect: FRect, by: float) -> FRect:
    return FRect(*(by * side for side in rect))


