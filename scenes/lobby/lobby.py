"""The lobby: open a table, join one by invitation, or one that is open nearby."""

from collections.abc import Callable
from functools import partial

import pygame
from pygame import FRect

from engine.games import GAMES
from engine.notices import Notice
from engine.online.discovery import Nearby
from engine.online.invitation import Invitation, InvitationError, parse_secret
from scenes.lobby.arranging import opening
from scenes.lobby.joining import JoiningDialog, failure_dialog
from scenes.lobby.sharing import InvitationSharing
from scenes.lobby.tiles import ROW, GameTile, TableRow
from scenes.lobby.you import YouDialog
from scenes.look.keys import command_key
from scenes.look.theme import MUTED
from scenes.look.widgets import Button, IconButton, Label, Panel, Plate, Pos, Scroll, TextField, Toggle
from scenes.shell.context import Context
from scenes.shell.destinations import Home
from scenes.shell.dialog import Paragraph
from scenes.shell.dropped import dropped, offer
from scenes.shell.field_dialog import FieldDialog
from scenes.shell.screen import MARGIN, Screen
from scenes.text.people import whose_table

_SIDE_BY_SIDE = (900.0, 480.0)
"""Canvas size from which opening a table is beside joining one."""
_PAD, _GAP = 20.0, 16.0
_TOP = 84.0
_LONGEST = 1000
"""Maximum number of characters in the field for an invitation: a message may be around it."""
_SECRET = 40
"""Maximum number of characters in the field for the word of a table nearby."""
_TILE = (150.0, 132.0)
"""Minimum width, and height, of a game's tile in a list."""
_NEAR_LOWEST = 150.0
"""Minimum height of the list of tables nearby."""


class LobbyScreen(Screen):
    """Tables for friends: one's own to open, others' to join.

    Args:
        context: the program.
        invitation: text of an invitation to follow at once; empty for none.
    """

    least = (600.0, 340.0)
    takes = frozenset({"invitation"})

    def __init__(self, context: Context, invitation: str = "") -> None:
        super().__init__(context)
        self.company = context.meet()
        self.sharing = InvitationSharing(context, self.join)
        self.slug = next(iter(GAMES))
        """The game of the table to open."""
        self.open_nearby = False
        """Whether everybody nearby may join the table to open."""
        self.watching = False
        """Whether the player joins a table to watch, not to play."""
        self._incoming = invitation
        self._typed = ""
        self._field = TextField()
        self._nearby: tuple[Nearby, ...] = ()
        """The tables nearby that are listed."""
        self._joins = False
        """Whether the screen was left for a table."""

    def arrive(self) -> None:
        """Look for tables nearby, and follow the invitation that the screen was opened with."""
        self.company.look(on=True)
        if self._incoming:
            self.sharing.read(self._incoming, "")

    def leave(self) -> None:
        self.company.look(on=False)
        if not self._joins:
            self.context.part()

    # --- widgets ----------------------------------------------------------------------------------------------------

    def build(self) -> None:
        look, words = self.look, self.context.words
        you = self._you()
        you.place(look, look.width - MARGIN, 42, "midright")
        room = you.rect.left - 20 - 86
        title = self.header("house", words("online.title"), name=words("app.results.home"), room=room)
        lead = words("online.lead")
        if title.right + 27 + look.text_width(lead, "body") <= you.rect.left - 20:
            label = self.label(lead, "body", 0, 0, colour=MUTED)
            label.rect.midleft = (title.right + 27, title.centery + 4)
        self.group.add(you)
        wide, high = look.width - 2 * MARGIN, look.height - _TOP - MARGIN
        if look.width >= _SIDE_BY_SIDE[0] and look.height >= _SIDE_BY_SIDE[1]:
            left = FRect(MARGIN, _TOP, (wide - _GAP) * 0.55, high)
            self._build_open(left)
            right = FRect(left.right + _GAP, _TOP, wide - _GAP - left.width, high)
            join = self._build_join(right.left, right.top, right.width)
            self._build_near(FRect(right.left, join + _GAP, right.width, right.bottom - join - _GAP))
            return
        view = FRect(0, _TOP - 6, look.width, look.height - _TOP + 6)
        listed = Scroll(view, 0.0)
        self.page = listed
        join = self._build_join(MARGIN, 6, wide)
        columns = max(2, int((wide - 2 * _PAD) / _TILE[0]))
        rows = -(-len(GAMES) // columns)
        opened = FRect(MARGIN, join + _GAP, wide, 168 + rows * (_TILE[1] + 8) + 54)
        self._build_open(opened)
        near = FRect(MARGIN, opened.bottom + _GAP, wide, max(_NEAR_LOWEST, 64 + ROW * len(self.company.nearby)))
        self._build_near(near)
        listed.content = near.bottom + MARGIN
        self.page = self.group
        self.group.add(listed)

    def _you(self) -> Plate:
        """The plate with the player's name and picture."""
        settings, words = self.context.settings, self.context.words
        name = settings.name or words("app.table.you")
        plate = Plate(settings.portrait, name, menu=False, diameter=56, on_click=self.ask_name)
        plate.spoken = words.listed([name, words("online.you.change")])
        return plate

    def _build_open(self, area: FRect) -> None:
        """The panel to open a table: games, who may join, and the button."""
        look, words = self.look, self.context.words
        left, wide = area.left + _PAD, area.width - 2 * _PAD
        title = Label(words("online.open.title"), "panel_title", wrap=wide)
        title.place(look, left, area.top + 16)
        text = Label(words("online.open.text"), "explanation", MUTED, wrap=wide)
        text.place(look, left, title.rect.bottom + 2)
        button = Button(
            words("online.open.button"), self.open_table, kind="primary", icon="people", hint=words("app.key.enter")
        )
        button.rect = FRect(left, area.bottom - _PAD - 56, wide, 56)
        near, what = self._switch("online.open.nearby", self.open_nearby, self._set_nearby, left, wide)
        near.rect.centery = what.rect.centery = button.rect.top - 38
        self.page.add(Panel(area), title, text)
        top = text.rect.bottom + 12
        tiles = FRect(left, top, wide, min(near.rect.top, what.rect.top) - 12 - top)
        self._build_tiles(tiles)
        self.page.add(near, what, button)

    def _build_tiles(self, area: FRect) -> None:
        words = self.context.words
        count = len(GAMES)
        columns = max(2, min(-(-count // 2), int(area.width / _TILE[0])))
        rows = -(-count // columns)
        high = (area.height - (rows - 1) * 8) / rows
        for i, slug in enumerate(GAMES):
            row, column = divmod(i, columns)
            in_row = min(columns, count - row * columns)
            wide = (area.width - (columns - 1) * 8) / columns
            left = area.left + (area.width - in_row * wide - (in_row - 1) * 8) / 2
            title, players = words(f"{slug}.title"), words(f"{slug}.players")
            tile = GameTile(slug, title, players, partial(self.choose, slug), chosen=slug == self.slug)
            tile.rect = FRect(left + column * (wide + 8), area.top + row * (high + 8), wide, high)
            self.page.add(tile)

    def _build_join(self, left: float, top: float, wide: float) -> float:
        """The panel to join by invitation; returns its lower edge."""
        look, words = self.look, self.context.words
        inner = wide - 2 * _PAD
        title = Label(words("online.join.title"), "panel_title", wrap=inner)
        title.place(look, left + _PAD, top + 16)
        text = Label(words("online.join.text"), "explanation", MUTED, wrap=inner)
        text.place(look, left + _PAD, title.rect.bottom + 2)
        y = text.rect.bottom + 12
        paste = IconButton("copy", self.sharing.paste, name=words("app.share.paste"), key="Ctrl+V")
        file = IconButton("folder", self.sharing.ask_path, name=words("app.share.file"))
        join = Button(words("online.join.button"), self._join_typed, icon="play", small=True)
        join.place(look, left + wide - _PAD, y, "topright")
        gap = look.gap(8)
        file.place(look, join.rect.left - gap, y, "topright")
        paste.place(look, file.rect.left - gap, y, "topright")
        editing = self._field.editing
        self._field = TextField(
            self._typed,
            limit=_LONGEST,
            on_change=self._type,
            on_enter=lambda _: self._join_typed(),
            placeholder=words("online.join.field"),
            width=paste.rect.left - gap - left - _PAD,
        )
        self._field.editing = editing
        self._field.place(look, left + _PAD, y)
        watch, what = self._switch("online.join.watch", self.watching, self._set_watching, left + _PAD, inner)
        watch.rect.centery = what.rect.centery = self._field.rect.centery + 44 + gap
        bottom = watch.rect.bottom + 14
        panel = Panel(FRect(left, top, wide, bottom - top))
        self.page.add(panel, title, text, self._field, paste, file, join, watch, what)
        return bottom

    def _switch(
        self, key: str, on: bool, act: Callable[[bool], None], left: float, wide: float
    ) -> tuple[Toggle, Label]:
        """A switch at a left edge, and what it is for beside it; both together at most ``wide``."""
        switch = Toggle(on, act)
        switch.place(self.look, left, 0)
        what = Label(self.context.words(key), "body", wrap=wide - switch.rect.width - 14)
        what.place(self.look, switch.rect.right + 14, 0)
        switch.spoken = what.string
        return switch, what

    def _build_near(self, area: FRect) -> None:
        """The tables that are open on this network."""
        look, words = self.look, self.context.words
        self._nearby = self.company.nearby
        title = Label(words("online.near.title"), "panel_title", wrap=area.width - 2 * _PAD)
        title.place(look, area.left + _PAD, area.top + 16)
        self.page.add(Panel(area), title)
        room = FRect(area.left + 10, title.rect.bottom + 8, area.width - 20, area.bottom - 10 - title.rect.bottom - 8)
        rows = [*self._ways_back(), *(self._row(table) for table in self._nearby)]
        if not rows:
            none = Label(words("online.near.none"), "explanation", MUTED, wrap=area.width - 2 * _PAD)
            none.place(look, area.left + _PAD, title.rect.bottom + 4)
            self.page.add(none)
            return
        content = ROW * len(rows)
        wide = room.width - (16 if content > room.height else 0)
        for i, row in enumerate(rows):
            row.rect = FRect(0, i * ROW, wide, ROW - 2)
        self.page.add(Scroll(room, content, rows))

    def _ways_back(self) -> list[TableRow]:
        """The tables where the player has been: their chairs wait there as long as these are open."""
        words, visited = self.context.words, self.company.visited
        rows = []
        for table in () if visited is None else visited.tables:
            title = whose_table(words, table.host)
            text = f"{words(f'{table.game}.title')} · {words('online.near.back')}"
            rows.append(TableRow(table.game, title, text, partial(self.sharing.read, table.link, "")))
        return rows

    def _row(self, table: Nearby) -> TableRow:
        words = self.context.words
        known = table.game in GAMES
        free = words("online.near.free", n=table.free) if table.free else words("online.near.full")
        text = f"{words(f'{table.game}.title')} · {free}" if known else free
        title = whose_table(words, table.host)
        return TableRow(table.game if known else "", title, text, partial(self.join_near, table))

    # --- actions ----------------------------------------------------------------------------------------------------

    def choose(self, slug: str) -> None:
        """Choose the game of the table to open."""
        self.slug = slug
        self.lay_out()

    def _set_nearby(self, on: bool) -> None:
        self.open_nearby = on

    def _set_watching(self, on: bool) -> None:
        self.watching = on

    def ask_name(self) -> None:
        """Let the player change their name and picture."""
        self.context.open(YouDialog(self.context, self.lay_out))

    def _type(self, text: str) -> None:
        self._typed = text

    def _join_typed(self) -> None:
        if self._typed.strip():
            self.sharing.read(self._typed, "")
        else:
            self.sharing.paste()

    def open_table(self) -> None:
        """Open a table for the chosen game and go there."""
        arrange, notices = opening(self.context, self.slug)
        self.context.notices += notices
        self._try("online.opening", partial(self.company.open_table, arrange, open_nearby=self.open_nearby))

    def join(self, invitation: Invitation) -> None:
        """Join the table of an invitation, to play or to watch."""
        self._try("online.joining", partial(self.company.join, invitation, watching=self.watching))

    def join_near(self, table: Nearby) -> None:
        """Join a table nearby; unless everybody may, ask for its word first."""
        if table.open:
            self.join(table.invitation())
            return
        words = self.context.words
        self.context.open(
            FieldDialog(
                self.context,
                whose_table(words, table.host),
                [Paragraph(words("online.near.ask"))],
                text="",
                yes=words("online.join.button"),
                take=partial(self._join_by_word, table),
                limit=_SECRET,
            )
        )

    def _join_by_word(self, table: Nearby, typed: str) -> None:
        try:
            secret = parse_secret(typed)
        except InvitationError:
            self._failed(Notice("online.problem.bad_invitation"), partial(self.join_near, table))
            return
        self.join(table.invitation(secret))

    def _try(self, key: str, act: partial[None]) -> None:
        """Begin to open or join a table; if the player has no name yet, ask for name and picture first."""
        if self.context.settings.name:
            self._go(key, act)
        else:
            self.context.open(YouDialog(self.context, self.lay_out, partial(self._go, key, act)))

    def _go(self, key: str, act: partial[None]) -> None:
        """Open or join a table, and show that it is on its way."""

        def joined() -> None:
            self._joins = True

        act()
        failed = partial(self._failed, again=partial(self._try, key, act))
        self.context.open(JoiningDialog(self.context, self.company, key, on_joined=joined, on_failed=failed))

    def _failed(self, problem: Notice, again: partial[None]) -> None:
        self.context.open(failure_dialog(self.context, problem, again))

    def drop(self, event: pygame.Event) -> None:
        """Join the table of a dropped invitation."""
        what = dropped(self.context.words, event)
        if what.kind == "invitation":
            self.sharing.read(what.text, what.file)
        else:
            offer(self.context, what)

    def handle(self, event: pygame.Event, pos: Pos) -> bool:
        if event.type == pygame.KEYDOWN and command_key(event) == pygame.K_v and not self._field.editing:
            self.sharing.paste()
            return True
        return super().handle(event, pos)

    def confirm(self) -> None:
        self.open_table()

    def back(self) -> None:
        self.context.go(Home())

    # --- time -------------------------------------------------------------------------------------------------------

    def update(self, dt: float) -> bool:
        changed = super().update(dt)
        if self.company.nearby != self._nearby and self.context.is_top(self):
            self.lay_out()
            return True
        return changed
