"""The lobby: open a table, join one by invitation, or join one found nearby."""

from collections.abc import Callable
from functools import partial

import pygame
from pygame import FRect

from engine.games import GAMES
from engine.notices import Notice
from engine.online.discovery import NearbyTable
from engine.online.protocol.invitation import Invitation, InvitationError, parse_secret
from scenes.lobby.identity_dialog import IdentityDialog
from scenes.lobby.invitation_sharing import InvitationSharing
from scenes.lobby.joining_dialog import JoiningDialog, failure_dialog
from scenes.lobby.table_config import new_table_config
from scenes.lobby.tiles import ROW_PITCH, GameTile, OnlineTableRow
from scenes.render.key_events import command_key
from scenes.render.theme import MUTED
from scenes.render.widgets import Button, IconButton, Label, Panel, PointerPos, Scroll, SeatPlate, TextField, Toggle
from scenes.shell.context import Context
from scenes.shell.destinations import Home
from scenes.shell.dialog import DialogParagraph
from scenes.shell.drop import open_drop_offer, read_drop
from scenes.shell.screen import MARGIN, Screen
from scenes.shell.text_input_dialog import TextInputDialog
from scenes.text.player_names import online_table_name

_MIN_SIDE_BY_SIDE_SIZE = (900.0, 480.0)
"""Minimum canvas size, logical pixels, for the panels to open and to join a table side by side."""
_PAD, _GAP = 20.0, 16.0
_CONTENT_TOP = 84.0
_MAX_INVITATION_LENGTH = 1000
"""Maximum number of characters of a pasted invitation, which may be part of a longer message."""
_MAX_SECRET_LENGTH = 40
"""Maximum number of characters of a typed secret."""
_MIN_TILE_WIDTH, _STACKED_TILE_HEIGHT = 150.0, 132.0
"""Minimum width of a game's tile, and its height in the stacked layout, logical pixels."""
_MIN_NEARBY_HEIGHT = 150.0
"""Minimum height of the list of nearby tables, logical pixels."""


class LobbyScreen(Screen):
    """Screen to open or join an online table.

    Args:
        context: the application.
        invitation: text of an invitation to follow at once; empty for none.
    """

    min_size = (600.0, 340.0)
    accepted_drops = frozenset({"invitation"})

    def __init__(self, context: Context, invitation: str = "") -> None:
        super().__init__(context)
        self.session = context.ensure_online_session()
        self.sharing = InvitationSharing(context, self.join)
        self.slug = next(iter(GAMES))
        """Game of the table to open."""
        self.is_open_nearby = False
        """Whether anyone on the local network may join the new table without its secret."""
        self.joins_as_spectator = False
        """Whether the player joins tables as a spectator."""
        self._incoming = invitation
        self._typed = ""
        self._field = TextField()
        self._nearby: tuple[NearbyTable, ...] = ()
        """The nearby tables listed."""
        self._has_joined_table = False
        """Whether the screen closed because a table was joined."""

    def on_enter(self) -> None:
        """Start browsing for nearby online tables, and follow the invitation with which the lobby was opened."""
        self.session.set_browsing(on=True)
        if self._incoming:
            self.sharing.import_text(self._incoming, "")

    def on_leave(self) -> None:
        self.session.set_browsing(on=False)
        if not self._has_joined_table:
            self.context.leave_online()

    # --- widgets ----------------------------------------------------------------------------------------------------

    def build(self) -> None:
        renderer, words = self.renderer, self.context.words
        you = self._identity_plate()
        you.place_at(renderer, renderer.width - MARGIN, 42, "midright")
        title_width = you.rect.left - 20 - 86
        title = self.add_header(
            "house", words("online.title"), button_name=words("app.results.home"), max_width=title_width
        )
        lead = words("online.lead")
        if title.right + 27 + renderer.text_width(lead, "body") <= you.rect.left - 20:
            label = self.add_label(lead, "body", 0, 0, colour=MUTED)
            label.rect.midleft = (title.right + 27, title.centery + 4)
        self.group.add(you)
        width, height = renderer.width - 2 * MARGIN, renderer.height - _CONTENT_TOP - MARGIN
        if renderer.width >= _MIN_SIDE_BY_SIDE_SIZE[0] and renderer.height >= _MIN_SIDE_BY_SIDE_SIZE[1]:
            left = FRect(MARGIN, _CONTENT_TOP, (width - _GAP) * 0.55, height)
            self._build_open(left)
            right = FRect(left.right + _GAP, _CONTENT_TOP, width - _GAP - left.width, height)
            join = self._build_join(right.left, right.top, right.width)
            self._build_table_list(FRect(right.left, join + _GAP, right.width, right.bottom - join - _GAP))
            return
        view = FRect(0, _CONTENT_TOP - 6, renderer.width, renderer.height - _CONTENT_TOP + 6)
        listed = Scroll(view, 0.0)
        self.content = listed
        join = self._build_join(MARGIN, 6, width)
        columns = max(2, int((width - 2 * _PAD) / _MIN_TILE_WIDTH))
        rows = -(-len(GAMES) // columns)
        opened = FRect(MARGIN, join + _GAP, width, 168 + rows * (_STACKED_TILE_HEIGHT + 8) + 54)
        self._build_open(opened)
        near = FRect(
            MARGIN,
            opened.bottom + _GAP,
            width,
            max(_MIN_NEARBY_HEIGHT, 64 + ROW_PITCH * len(self.session.nearby_tables)),
        )
        self._build_table_list(near)
        listed.content_height = near.bottom + MARGIN
        self.content = self.group
        self.group.add(listed)

    def _identity_plate(self) -> SeatPlate:
        """Return the plate with the player's name and portrait."""
        settings, words = self.context.settings, self.context.words
        name = settings.name or words("app.table.you")
        plate = SeatPlate(settings.portrait, name, opens_menu=False, diameter=56, on_click=self.open_identity_dialog)
        plate.accessible_name = words.join_commas([name, words("online.you.change")])
        return plate

    def _build_open(self, area: FRect) -> None:
        """Add the lobby's panel to open an online table: games, access and the button."""
        renderer, words = self.renderer, self.context.words
        left, inner_width = area.left + _PAD, area.width - 2 * _PAD
        title = Label(words("online.open.title"), "panel_title", wrap_width=inner_width)
        title.place_at(renderer, left, area.top + 16)
        text = Label(words("online.open.text"), "explanation", MUTED, wrap_width=inner_width)
        text.place_at(renderer, left, title.rect.bottom + 2)
        button = Button(
            words("online.open.button"), self.open_table, kind="primary", icon="people", key_hint=words("app.key.enter")
        )
        button.rect = FRect(left, area.bottom - _PAD - 56, inner_width, 56)
        near, near_label = self._labelled_toggle(
            "online.open.nearby", self.is_open_nearby, self._set_open_without_secret, left, inner_width
        )
        near.rect.centery = near_label.rect.centery = button.rect.top - 38
        self.content.add(Panel(area), title, text)
        top = text.rect.bottom + 12
        tiles = FRect(left, top, inner_width, min(near.rect.top, near_label.rect.top) - 12 - top)
        self._build_tiles(tiles)
        self.content.add(near, near_label, button)

    def _build_tiles(self, area: FRect) -> None:
        words = self.context.words
        count = len(GAMES)
        columns = max(2, min(-(-count // 2), int(area.width / _MIN_TILE_WIDTH)))
        rows = -(-count // columns)
        tile_height = (area.height - (rows - 1) * 8) / rows
        for i, slug in enumerate(GAMES):
            row, column = divmod(i, columns)
            in_row = min(columns, count - row * columns)
            tile_width = (area.width - (columns - 1) * 8) / columns
            left = area.left + (area.width - in_row * tile_width - (in_row - 1) * 8) / 2
            title, players = words(f"{slug}.title"), words(f"{slug}.players")
            tile = GameTile(slug, title, players, partial(self.choose_game, slug), is_chosen=slug == self.slug)
            tile.rect = FRect(
                left + column * (tile_width + 8), area.top + row * (tile_height + 8), tile_width, tile_height
            )
            self.content.add(tile)

    def _build_join(self, left: float, top: float, panel_width: float) -> float:
        """Add the lobby's panel to join by invitation; return its lower edge."""
        renderer, words = self.renderer, self.context.words
        inner = panel_width - 2 * _PAD
        title = Label(words("online.join.title"), "panel_title", wrap_width=inner)
        title.place_at(renderer, left + _PAD, top + 16)
        text = Label(words("online.join.text"), "explanation", MUTED, wrap_width=inner)
        text.place_at(renderer, left + _PAD, title.rect.bottom + 2)
        y = text.rect.bottom + 12
        paste = IconButton("copy", self.sharing.paste, name=words("app.share.paste"), key_hint="Ctrl+V")
        file = IconButton("folder", self.sharing.ask_path, name=words("app.share.file"))
        join = Button(words("online.join.button"), self._join_typed_or_pasted, icon="play", small=True)
        join.place_at(renderer, left + panel_width - _PAD, y, "topright")
        gap = renderer.row_gap(8)
        file.place_at(renderer, join.rect.left - gap, y, "topright")
        paste.place_at(renderer, file.rect.left - gap, y, "topright")
        self._field = TextField(
            self._typed,
            max_length=_MAX_INVITATION_LENGTH,
            on_change=self._on_typed,
            on_enter=lambda _: self._join_typed_or_pasted(),
            placeholder=words("online.join.field"),
            width=paste.rect.left - gap - left - _PAD,
        )
        self._field.place_at(renderer, left + _PAD, y)
        watch, watch_label = self._labelled_toggle(
            "online.join.watch", self.joins_as_spectator, self._set_spectator, left + _PAD, inner
        )
        watch.rect.centery = watch_label.rect.centery = self._field.rect.centery + 44 + gap
        bottom = watch.rect.bottom + 14
        panel = Panel(FRect(left, top, panel_width, bottom - top))
        self.content.add(panel, title, text, self._field, paste, file, join, watch, watch_label)
        return bottom

    def _labelled_toggle(
        self, key: str, is_on: bool, on_toggle: Callable[[bool], None], left: float, max_width: float
    ) -> tuple[Toggle, Label]:
        """Return a switch and a label to its right, at most ``max_width`` wide together; the caller sets their y."""
        switch = Toggle(is_on, on_toggle)
        switch.place_at(self.renderer, left, 0)
        what = Label(self.context.words(key), "body", wrap_width=max_width - switch.rect.width - 14)
        what.place_at(self.renderer, switch.rect.right + 14, 0)
        switch.accessible_name = what.string
        return switch, what

    def _build_table_list(self, area: FRect) -> None:
        """Add the lobby's list of visited and nearby tables."""
        renderer, words = self.renderer, self.context.words
        self._nearby = self.session.nearby_tables
        title = Label(words("online.near.title"), "panel_title", wrap_width=area.width - 2 * _PAD)
        title.place_at(renderer, area.left + _PAD, area.top + 16)
        self.content.add(Panel(area), title)
        list_area = FRect(
            area.left + 10, title.rect.bottom + 8, area.width - 20, area.bottom - 10 - title.rect.bottom - 8
        )
        rows = [*self._visited_rows(), *(self._nearby_row(table) for table in self._nearby)]
        if not rows:
            none = Label(words("online.near.none"), "explanation", MUTED, wrap_width=area.width - 2 * _PAD)
            none.place_at(renderer, area.left + _PAD, title.rect.bottom + 4)
            self.content.add(none)
            return
        content = ROW_PITCH * len(rows)
        row_width = list_area.width - (16 if content > list_area.height else 0)
        for i, row in enumerate(rows):
            row.rect = FRect(0, i * ROW_PITCH, row_width, ROW_PITCH - 2)
        self.content.add(Scroll(list_area, content, rows))

    def _visited_rows(self) -> list[OnlineTableRow]:
        """Return the lobby's rows for online tables visited before. The player's seat there stays reserved while the
        table is open.
        """
        words, visited = self.context.words, self.session.visited_tables
        rows = []
        for table in () if visited is None else visited.tables:
            title = online_table_name(words, table.host)
            text = f"{words(f'{table.game}.title')} · {words('online.near.back')}"
            rows.append(OnlineTableRow(table.game, title, text, partial(self.sharing.import_text, table.link, "")))
        return rows

    def _nearby_row(self, table: NearbyTable) -> OnlineTableRow:
        words = self.context.words
        known = table.game in GAMES
        free = words("online.near.free", n=table.free_chairs) if table.free_chairs else words("online.near.full")
        text = f"{words(f'{table.game}.title')} · {free}" if known else free
        title = online_table_name(words, table.host_name)
        return OnlineTableRow(table.game if known else "", title, text, partial(self.join_nearby, table))

    # --- actions ----------------------------------------------------------------------------------------------------

    def choose_game(self, slug: str) -> None:
        """Choose the game of the online table to open."""
        self.slug = slug
        self.lay_out()

    def _set_open_without_secret(self, on: bool) -> None:
        self.is_open_nearby = on

    def _set_spectator(self, on: bool) -> None:
        self.joins_as_spectator = on

    def open_identity_dialog(self) -> None:
        """Open the dialog to change the player's name and portrait."""
        self.context.open(IdentityDialog(self.context, self.lay_out))

    def _on_typed(self, text: str) -> None:
        self._typed = text

    def _join_typed_or_pasted(self) -> None:
        if self._typed.strip():
            self.sharing.import_text(self._typed, "")
        else:
            self.sharing.paste()

    def open_table(self) -> None:
        """Open an online table for the chosen game and join it."""
        arrange = new_table_config(self.context, self.slug)
        self._join_after_naming(
            "online.opening", partial(self.session.open_table, arrange, anyone_nearby_may_join=self.is_open_nearby)
        )

    def join(self, invitation: Invitation) -> None:
        """Join the online table of an invitation, as a player or a spectator."""
        self._join_after_naming(
            "online.joining", partial(self.session.join, invitation, as_spectator=self.joins_as_spectator)
        )

    def join_nearby(self, table: NearbyTable) -> None:
        """Join an online table found nearby; ask for its secret first unless it is open."""
        if table.is_open_to_all:
            self.join(table.invitation())
            return
        words = self.context.words
        self.context.open(
            TextInputDialog(
                self.context,
                online_table_name(words, table.host_name),
                [DialogParagraph(words("online.near.ask"))],
                text="",
                accept_label=words("online.join.button"),
                on_accept=partial(self._join_with_secret, table),
                max_length=_MAX_SECRET_LENGTH,
            )
        )

    def _join_with_secret(self, table: NearbyTable, typed: str) -> None:
        try:
            secret = parse_secret(typed)
        except InvitationError:
            self._show_failure(Notice("online.problem.bad_invitation"), partial(self.join_nearby, table))
            return
        self.join(table.invitation(secret))

    def _join_after_naming(self, key: str, action: partial[None]) -> None:
        """Open or join an online table; ask for name and portrait first if the player has no name."""
        if self.context.settings.name:
            self._start_joining(key, action)
        else:
            self.context.open(IdentityDialog(self.context, self.lay_out, partial(self._start_joining, key, action)))

    def _start_joining(self, key: str, action: partial[None]) -> None:
        """Open or join an online table, and show a dialog until that is done."""

        def joined() -> None:
            self._has_joined_table = True

        action()
        failed = partial(self._show_failure, retry=partial(self._join_after_naming, key, action))
        self.context.open(JoiningDialog(self.context, self.session, key, on_joined=joined, on_failed=failed))

    def _show_failure(self, problem: Notice, retry: partial[None]) -> None:
        self.context.open(failure_dialog(self.context, problem, retry))

    def handle_drop(self, event: pygame.Event) -> None:
        """Join the online table of an invitation dropped on the window as a file or text."""
        what = read_drop(self.context.words, event)
        if what.kind == "invitation":
            self.sharing.import_text(what.text, what.source_name)
        else:
            open_drop_offer(self.context, what)

    def handle(self, event: pygame.Event, pos: PointerPos) -> bool:
        if event.type == pygame.KEYDOWN and command_key(event) == pygame.K_v and not self._field.is_editing:
            self.sharing.paste()
            return True
        return super().handle(event, pos)

    def confirm(self) -> None:
        self.open_table()

    def back(self) -> None:
        self.context.go(Home())

    # --- time -------------------------------------------------------------------------------------------------------

    def update(self, elapsed_ms: float) -> bool:
        changed = super().update(elapsed_ms)
        if self.session.nearby_tables != self._nearby and self.context.is_top(self):
            self.lay_out()
            return True
        return changed
