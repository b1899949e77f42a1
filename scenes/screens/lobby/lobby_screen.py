"""The lobby: open a table, join one by invitation, or join one found nearby."""

from collections.abc import Callable
from functools import partial

import pygame

from engine.games import GAMES
from engine.notices import Notice
from engine.online.discovery import NearbyTable
from engine.online.protocol.invitation import Invitation, InvitationError, parse_secret
from scenes.render.space import ScenePos
from scenes.render.theme import MUTED
from scenes.screens.lobby.connection_dialogs import JoiningDialog, failure_dialog
from scenes.screens.lobby.invitation_sharing import InvitationSharing
from scenes.screens.lobby.table_config import new_table_config
from scenes.screens.lobby.tiles import GameTile, OnlineTableRow
from scenes.shell.context import Context
from scenes.shell.destinations import Home
from scenes.shell.dialog import DialogParagraph
from scenes.shell.drop import open_drop_offer, read_drop
from scenes.shell.identity_dialog import IdentityDialog
from scenes.shell.screen import MARGIN, Screen, header_hint
from scenes.shell.text_input_dialog import TextInputDialog
from scenes.text.player_names import online_table_name
from scenes.ui.boxes import Column, Row, Spacer
from scenes.ui.key_events import command_key
from scenes.ui.scroll_view import ScrollView
from scenes.ui.text import Text
from scenes.ui.widgets import Button, IconButton, Panel, SeatPlate, TextField, Toggle, Widget

_MIN_SIDE_BY_SIDE_SIZE = (900.0, 480.0)
"""Minimum canvas size, logical pixels, for the panels to open and to join a table side by side."""
_PAD, _GAP = 20.0, 16.0
_HEADER_GAP = 20.0
"""Distance of the panels from the header, logical pixels."""
_MAX_INVITATION_LENGTH = 1000
"""Maximum number of characters of a pasted invitation, which may be part of a longer message."""
_MAX_SECRET_LENGTH = 40
"""Maximum number of characters of a typed secret."""
_MIN_TILE_WIDTH, _STACKED_TILE_HEIGHT = 150.0, 132.0
"""Minimum width of a game's tile, and its height in the stacked layout, logical pixels."""
_MIN_NEARBY_HEIGHT = 150.0
"""Minimum height of the panel with the list of nearby tables in the stacked layout, logical pixels."""


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

    def external_state(self) -> object:
        return self.session.nearby_tables

    def compose(self) -> Widget:
        words = self.context.words
        header = self.header(
            "house",
            words("online.title"),
            words("app.results.home"),
            header_hint(words("online.lead")),
            Spacer(),
            self._identity_plate().with_layout("identity", margin=(20, 0, MARGIN, 0)),
        )
        width, min_size = self.renderer.width, _MIN_SIDE_BY_SIDE_SIZE
        if width >= min_size[0] and self.renderer.height >= min_size[1]:
            left_width = (width - 2 * MARGIN - _GAP) * 0.55
            right = Column(
                self._compose_join(), self._compose_table_list(scrolls=True).with_layout(grow=1, basis=0), gap=_GAP
            )
            panels = Row(
                self._compose_open(left_width).with_layout(width=left_width),
                right.with_layout(grow=1, basis=0),
                gap=_GAP,
                padding=(MARGIN, _HEADER_GAP, MARGIN, MARGIN),
                align="stretch",
            )
            return Column(header, panels.with_layout(grow=1, basis=0))
        content = Column(
            self._compose_join(),
            self._compose_open(width - 2 * MARGIN, tile_height=_STACKED_TILE_HEIGHT),
            self._compose_table_list(scrolls=False),
            gap=_GAP,
            padding=(MARGIN, 6, MARGIN, MARGIN),
        )
        listed = ScrollView(content, key="list", bar_overlaps=True).with_layout(basis=0)
        return Column(header, listed.with_layout(margin=(0, _HEADER_GAP - 6, 0, 0)))

    def _identity_plate(self) -> SeatPlate:
        """Return the plate with the player's name and portrait."""
        settings, words = self.context.settings, self.context.words
        name = settings.name or words("app.table.you")
        plate = SeatPlate(settings.portrait, name, opens_menu=False, diameter=56, on_click=self.open_identity_dialog)
        return plate.with_layout(name=words.join_commas([name, words("online.you.change")]))

    def _compose_panel(self, key: str, *parts: Widget) -> Column:
        """Return a panel with a title, by the text key ``key``, above its parts."""
        title = Text(self.context.words(key), "panel_title", wraps=True).with_layout(shrink_order=0)
        return Column(title, *parts, padding=(_PAD, 16, _PAD, _PAD), background=Panel())

    def _lead(self, key: str) -> Text:
        """Return the explanation below a panel's title."""
        text = Text(self.context.words(key), "explanation", MUTED, wraps=True)
        return text.with_layout(shrink_order=0, margin=(0, 2, 0, 12))

    def _compose_open(self, width: float, tile_height: float = 0.0) -> Column:
        """Return the lobby's panel to open an online table: games, access and the button.

        ``width`` is that of the panel, ``tile_height`` that of a game's tile, 0 for the free height, logical pixels.
        """
        words = self.context.words
        button = Button(
            words("online.open.button"), self.open_table, kind="primary", icon="people", key_hint=words("app.key.enter")
        )
        near = self._labelled_toggle("nearby", "online.open.nearby", self.is_open_nearby, self._set_open_without_secret)
        return self._compose_panel(
            "online.open.title",
            self._lead("online.open.text"),
            self._compose_tiles(width - 2 * _PAD, tile_height).with_layout(grow=1),
            near.with_layout(margin=(0, 12, 0, 23)),
            button.with_layout("open", height=56),
        )

    def _compose_tiles(self, width: float, tile_height: float) -> Column:
        """Return the tiles of all games in rows, the last one centred."""
        words, games = self.context.words, list(GAMES)
        columns = max(2, min(-(-len(games) // 2), int(width / _MIN_TILE_WIDTH)))
        tile_width = (width - (columns - 1) * 8) / columns
        tiles = [
            GameTile(
                slug,
                words(f"{slug}.title"),
                words(f"{slug}.players"),
                partial(self.choose_game, slug),
                is_chosen=slug == self.slug,
            ).with_layout(("game", slug), width=tile_width)
            for slug in games
        ]
        rows = [tiles[i : i + columns] for i in range(0, len(tiles), columns)]
        lines = [Row(*row, gap=8, align="stretch").with_layout(grow=1, basis=tile_height) for row in rows]
        return Column(*lines, gap=8, align="center")

    def _compose_join(self) -> Column:
        """Return the lobby's panel to join by invitation."""
        words, gap = self.context.words, self.renderer.row_gap(8)
        paste = IconButton("copy", self.sharing.paste, name=words("app.share.paste"), key_hint="Ctrl+V")
        file = IconButton("folder", self.sharing.ask_path, name=words("app.share.file"))
        join = Button(words("online.join.button"), self._join_typed_or_pasted, icon="play", small=True)
        field = TextField(
            self._typed,
            max_length=_MAX_INVITATION_LENGTH,
            on_change=self._on_typed,
            on_enter=lambda _: self._join_typed_or_pasted(),
            placeholder=words("online.join.field"),
        )
        line = Row(
            field.with_layout("invitation", grow=1, basis=0),
            paste.with_layout("paste"),
            file.with_layout("file"),
            join.with_layout("join"),
            gap=gap,
        )
        watch = self._labelled_toggle("watch", "online.join.watch", self.joins_as_spectator, self._set_spectator)
        return self._compose_panel(
            "online.join.title",
            self._lead("online.join.text"),
            line,
            watch.with_layout(margin=(0, gap + 7, 0, -6)),
        )

    def _labelled_toggle(self, key: str, text_key: str, is_on: bool, on_toggle: Callable[[bool], None]) -> Row:
        """Return a switch and a label to its right."""
        text = self.context.words(text_key)
        switch = Toggle(is_on, on_toggle).with_layout(key, name=text)
        return Row(switch, Text(text, wraps=True).with_layout(grow=1, shrink_order=1), gap=14)

    def _compose_table_list(self, *, scrolls: bool) -> Column:
        """Return the lobby's list of visited and nearby tables."""
        rows = [*self._visited_rows(), *(self._nearby_row(table) for table in self.session.nearby_tables)]
        text = Text(self.context.words("online.near.none"), "explanation", MUTED, wraps=True)
        listed: Widget = Column(*rows, gap=2)
        if scrolls:
            listed = ScrollView(listed, key="tables").with_layout(basis=0)
        body = listed.with_layout(margin=(-10, 8, -10, -10)) if rows else text.with_layout(margin=(0, 4, 0, 0))
        panel = self._compose_panel("online.near.title", body)
        return panel.with_layout(height=_MIN_NEARBY_HEIGHT) if len(rows) < 2 and not scrolls else panel

    def _visited_rows(self) -> list[OnlineTableRow]:
        """Return the lobby's rows for online tables visited before. The player's seat there stays reserved while the
        table is open.
        """
        words, visited = self.context.words, self.session.visited_tables
        rows = []
        for table in () if visited is None else visited.tables:
            title = online_table_name(words, table.host)
            text = f"{words(f'{table.game}.title')} · {words('online.near.back')}"
            row = OnlineTableRow(table.game, title, text, partial(self.sharing.import_text, table.link, ""))
            rows.append(row.with_layout(("visited", table.link)))
        return rows

    def _nearby_row(self, table: NearbyTable) -> OnlineTableRow:
        words = self.context.words
        known = table.game in GAMES
        free = words("online.near.free", n=table.free_chairs) if table.free_chairs else words("online.near.full")
        text = f"{words(f'{table.game}.title')} · {free}" if known else free
        title = online_table_name(words, table.host_name)
        row = OnlineTableRow(table.game if known else "", title, text, partial(self.join_nearby, table))
        return row.with_layout(("nearby", table.service_name))

    # --- actions ----------------------------------------------------------------------------------------------------

    def choose_game(self, slug: str) -> None:
        """Choose the game of the online table to open."""
        self.slug = slug
        self.refresh()

    def _set_open_without_secret(self, on: bool) -> None:
        self.is_open_nearby = on

    def _set_spectator(self, on: bool) -> None:
        self.joins_as_spectator = on

    def open_identity_dialog(self) -> None:
        """Open the dialog to change the player's name and portrait."""
        self.context.open(IdentityDialog(self.context, self.refresh))

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
            self.context.open(IdentityDialog(self.context, self.refresh, partial(self._start_joining, key, action)))

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

    def handle(self, event: pygame.Event, pos: ScenePos) -> bool:
        if event.type == pygame.KEYDOWN and command_key(event) == pygame.K_v and self._edited_field is None:
            self.sharing.paste()
            return True
        return super().handle(event, pos)

    def confirm(self) -> None:
        self.open_table()

    def back(self) -> None:
        self.context.go(Home())
