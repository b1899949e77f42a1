"""The room of an online table before a match: participants, chairs, chat, and the rules chosen by the host."""

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

from engine.characters import CHARACTERS, strength_of
from engine.games import GAMES
from engine.online.guest.guest_state import Guest
from engine.online.protocol import messages
from engine.online.protocol.messages import ParticipantState, Roster, TableConfig
from engine.online.protocol.table_rules import TableRules
from engine.options import changed_values, from_mapping
from scenes.render.theme import GOLD, MUTED, REFUSAL_TEXT
from scenes.screens.lobby import table_config
from scenes.screens.lobby.hand_over_dialog import confirm_new_host_dialog, hand_over_offer_dialog
from scenes.screens.lobby.invitation_dialog import InvitationDialog
from scenes.screens.lobby.invitation_sharing import InvitationSharing
from scenes.screens.lobby.seat_panel import room_seat_panel
from scenes.screens.lobby.table_rules_screen import TableRulesScreen, table_rules_dialog
from scenes.shell.context import Context
from scenes.shell.destinations import HouseRulesPage, OnlineLobby, OnlineTable, RulesPage
from scenes.shell.dialog import Dialog, DialogButton, DialogParagraph, confirm_dialog
from scenes.shell.match_setup_screen import MIN_ROOMY_HEIGHT, MatchSetupScreen, rules_paper
from scenes.shell.phrases_dialog import PhrasesDialog, phrase_text
from scenes.shell.scene import PrerenderPhase
from scenes.shell.screen import header_hint
from scenes.table.hud.keys import TALK_KEY
from scenes.table.layouts import LAYOUTS
from scenes.table.prerenderer import prerender_first_deal
from scenes.text.notice_texts import notice_text
from scenes.text.option_texts import changed_rule_names_and_helps
from scenes.text.player_names import online_person_name
from scenes.text.strength_texts import level_name
from scenes.ui.boxes import Column, Row, Spacer
from scenes.ui.text import Text
from scenes.ui.widgets import (
    Button,
    Fact,
    IconButton,
    Link,
    Panel,
    SeatPlate,
    Stepper,
    Widget,
    key_label,
)
from scenes.ui.widgets.buttons import ButtonKind
from scenes.work.online_session import OnlineSession

_MIN_HEIGHTS = ((5, MIN_ROOMY_HEIGHT), (9, 780.0))
"""Number of seats from which the side-by-side layout needs a higher canvas, and the minimum height, logical pixels."""
_CHAT_HEIGHT, _LOW_CHAT_HEIGHT = 118.0, 62.0
"""Height of the chat panel on a high and on a low canvas, logical pixels."""
_SEAT_COUNT_PANEL_HEIGHT = 62.0
"""Height of the panel with the number of players, logical pixels."""
_CHAT_LINE_HEIGHT = 32.0
"""Height of a line of chat, logical pixels."""


class RoomScreen(MatchSetupScreen):
    """The room of an online table, before a match.

    Args:
        context: the application.
        session: the online session, which has joined a table.
    """

    def __init__(self, context: Context, session: OnlineSession) -> None:
        super().__init__(context)
        self.session = session
        assert session.guest is not None and session.guest.roster is not None
        self.guest: Guest = session.guest
        self.sharing = InvitationSharing(context, lambda _: None)
        self.chosen_seat = self._initially_chosen_seat()
        self._table_drawings: Iterator[bool] = iter(())
        """Prerenders the drawings of the table, one per step."""
        self._table_drawings_key: tuple[str, int] | None = None
        """Game and number of seats of ``_table_drawings``; None before the first."""

    # --- the table --------------------------------------------------------------------------------------------------

    @property
    def roster(self) -> Roster:
        """Participants, chairs and rules of the online table, as last sent by the host."""
        assert self.guest.roster is not None
        return self.guest.roster

    @property
    def options(self) -> Any:
        return from_mapping(GAMES[self.roster.game].Options, self.roster.options)[0]

    @property
    def own_seat(self) -> int | None:
        """The player's seat at the online table; None without one."""
        return self.guest.chair_of_participant(self.guest.number)

    def name_of(self, person: ParticipantState) -> str:
        """Return a participant's name; one without a name is called by their number."""
        return online_person_name(self.context.words, person.number, person.name)

    def _initially_chosen_seat(self) -> int:
        """Return the seat whose chair is chosen at first: for the host one without a person, for others their own."""
        roster, own = self.roster, self.guest.chair_of_participant(self.guest.number)
        free = [seat for seat, chair in enumerate(roster.chairs) if not chair.participant_number]
        if own is None or self.guest.is_host:
            return free[0] if free else own or 0
        return own

    def _people_to_wait_for(self) -> list[ParticipantState]:
        """Return the seated persons who are connected but not ready, without the host."""
        roster = self.roster
        seated = {chair.participant_number for chair in roster.chairs} - {roster.host_number}
        return [one for one in roster.participants if one.number in seated and one.is_connected and not one.is_ready]

    @property
    def is_spectator(self) -> bool:
        """Whether the player joined as a spectator, without a seat."""
        return self._own_person is not None and self._own_person.is_spectator

    @property
    def _own_person(self) -> ParticipantState | None:
        return self.guest.person(self.guest.number)

    def prerender(self, phase: PrerenderPhase) -> bool:
        """Prerender the match table's background and first deal, so that the table opens without slow frames."""
        if phase != "still":
            return False
        renderer, roster = self.context.renderer_for(1.0), self.roster
        key = roster.game, roster.seats
        if self._table_drawings_key != key:
            self._table_drawings_key = key
            geometry = LAYOUTS[roster.game].geometry.for_seats(roster.seats)
            self._table_drawings = prerender_first_deal(renderer, geometry, ())
        return renderer.prerender_table_step() or next(self._table_drawings, False)

    # --- widgets ----------------------------------------------------------------------------------------------------

    @property
    def seats_in_view_order(self) -> Sequence[int]:
        first, seats = self.own_seat or 0, self.roster.seats
        return [(first + i) % seats for i in range(seats)]

    @property
    def min_side_by_side_heights(self) -> Sequence[tuple[int, float]]:
        return _MIN_HEIGHTS

    @property
    def table_cards(self) -> str:
        return LAYOUTS[self.roster.game].match_setup_cards

    def compose_chair_panel(self, width: float) -> Column:
        return room_seat_panel(self, self.context.words, width=width, is_tall=self.has_large_portraits)

    def compose(self) -> Widget:
        self.chosen_seat = min(self.chosen_seat, self.roster.seats - 1)
        return super().compose()

    def compose_column(self) -> Column:
        # house rules, chat, and the buttons to invite and to start
        start, invite, is_tall = self.make_main_button(is_large=True), self.make_side_button(), self.has_large_portraits
        return Column(
            self._compose_rules().with_layout(grow=1, basis=0),
            self._compose_seat_count() if self._can_set_seat_count else None,
            self._compose_chat(_CHAT_HEIGHT if is_tall else _LOW_CHAT_HEIGHT),
            invite and invite.with_layout("side", height=48),
            self._status_text().with_layout(margin=(0, -2, 0, 10)),
            start and start.with_layout("main", height=76 if is_tall else 64, margin=(0, -12, 0, 0)),
            gap=12,
        )

    def compose_settings_below_table(self) -> Sequence[Widget | None]:
        settings = (
            self._status_text(),
            self._compose_chat(_CHAT_HEIGHT),
            self._compose_seat_count() if self._can_set_seat_count else None,
            self._compose_rules(),
        )
        return [one and one.with_layout(margin=(0, 12, 0, 0)) for one in settings]

    def make_side_button(self) -> Button | None:
        """Return the button that shows the invitation to the online table; None unless this computer hosts it."""
        if not self.session.own_table_invitations:
            return None
        return Button(self.context.words("online.room.invite"), self.invite, icon="share")

    def compose_header(self) -> Row:
        # leave button, the table's host, and the number of spectators
        words, roster = self.context.words, self.roster
        host = self.guest.person(roster.host_number)
        is_own_table = self.guest.is_host or host is None
        title = (
            words("online.room.own")
            if is_own_table or host is None
            else words("online.near.of", name=self.name_of(host))
        )
        watching = sum(person.is_spectator for person in roster.participants)
        game, watchers = words(f"{roster.game}.title"), words("online.room.watching", n=watching)
        return self.header(
            "quit",
            title,
            words("online.room.leave"),
            header_hint(f"{game} · {watchers}", watchers) if watching else header_hint(game),
            Spacer(),
            Link(words("app.table.rules"), self.open_rules).with_layout("rules", margin=(20, 4, 0, 0)),
        )

    def make_plate(self, seat: int, *, shows_level: bool) -> SeatPlate:
        words, chair = self.context.words, self.roster.chairs[seat]
        person = self.guest.person(chair.participant_number)
        if person is None:
            level = level_name(words, chair.level) if shows_level else ""
            portrait, name = chair.character, CHARACTERS[chair.character].name
            fact = Fact(level, level=strength_of(chair.level) + 1)
        else:
            portrait, name, fact = person.portrait, self.name_of(person), self._state(person)
        return SeatPlate(
            portrait,
            name,
            [fact],
            is_turn=seat == self.chosen_seat,
            is_dim=person is not None and not person.is_connected,
            is_host=person is not None and person.number == self.roster.host_number,
            opens_menu=True,
            on_click=partial(self.choose_chair, seat),
        )

    def _state(self, person: ParticipantState) -> Fact:
        """Return the state of a person in the room: away, host, ready or not ready."""
        words = self.context.words
        if not person.is_connected:
            return Fact(words("online.seat.away"), icon="clock", colour=REFUSAL_TEXT)
        if person.number == self.roster.host_number:
            return Fact(words("online.seat.host"))
        if person.is_ready:
            return Fact(words("online.seat.ready"), icon="check", colour=GOLD)
        return Fact(words("online.seat.unready"))

    def _compose_rules(self) -> Column:
        """Return the house rules on paper, with the buttons for the table's rules and, for the host only, the house
        rules."""
        words, slug = self.context.words, self.roster.game
        table = Button(words("online.room.rules"), self.open_table_rules, kind="light", icon="clock", small=True)
        house = None
        if self.guest.is_host:
            text = words("app.seating.rules_change")
            house = Button(text, self.open_house_rules, kind="light", icon="rules", small=True)
        return rules_paper(
            words,
            slug,
            changed_rule_names_and_helps(words, slug, self.options),
            house and house.with_layout("change rules"),
            table.with_layout("table rules"),
            top=14,
            gap=self.renderer.row_gap(8),
        )

    @property
    def _can_set_seat_count(self) -> bool:
        """Whether the player can choose the number of players at the online table."""
        return self.guest.is_host and len(GAMES[self.roster.game].seats_allowed) > 1

    def _compose_seat_count(self) -> Row:
        """Return the panel to choose the number of players."""
        allowed, label = list(GAMES[self.roster.game].seats_allowed), self.context.words("app.seating.players")
        now = allowed.index(self.roster.seats)
        choice = Stepper(list(map(str, allowed)), now, lambda i: self.set_seats(allowed[i]))
        return Row(
            Text(label, "strong_body").with_layout(grow=1),
            choice.with_layout("seats", name=label),
            padding=(18, 0, 14, 0),
            background=Panel(),
        ).with_layout(height=_SEAT_COUNT_PANEL_HEIGHT)

    def _compose_chat(self, height: float) -> Row:
        """Return the room's panel with the latest chat messages and a button to write one."""
        words, max_lines = self.context.words, int((height - 16) / _CHAT_LINE_HEIGHT)
        lines = [
            Text(self._chat_line(message), "explanation").with_layout(height=_CHAT_LINE_HEIGHT)
            for message in list(self.guest.chat_messages)[-max_lines:]
        ]
        text: Widget = Text(words("online.phrases.note"), "explanation", MUTED, wraps=True)
        if lines:
            text = Column(Spacer(), *lines).with_layout(align="stretch", margin=(0, 0, 0, 11))
        say = IconButton(
            "talk", self.choose_phrase, name=words("online.room.say"), key_hint=key_label(TALK_KEY), shortcut=TALK_KEY
        )
        return Row(
            text.with_layout(grow=1, shrink_order=1),
            say.with_layout("say"),
            gap=12,
            padding=(18, 0, 12, 0),
            background=Panel(),
        ).with_layout(height=height)

    def _chat_line(self, message: messages.ChatMessage) -> str:
        """Format a chat message with its author's name."""
        words, person = self.context.words, self.guest.person(message.participant_number)
        name = online_person_name(words, message.participant_number, person.name if person else "")
        return words("online.said", name=name, text=phrase_text(words, message.phrase, message.text))

    def make_main_button(self, *, is_large: bool = False) -> Button | None:
        """Return the host's start button, or the ready switch of the others; None for a spectator."""
        words, me = self.context.words, self._own_person
        if self.is_spectator:
            return None
        if self.guest.is_host:
            text, on_click, icon_name = "online.room.start", self.start_match, "play"
        elif me is not None and me.is_ready:
            text, on_click, icon_name = "online.room.unready", self.toggle_ready, "cross"
        else:
            text, on_click, icon_name = "online.room.ready", self.toggle_ready, "check"
        kind: ButtonKind = "plain" if icon_name == "cross" else "primary"
        style, enter = "play" if is_large else "button", words("app.key.enter")
        button = Button(words(text), on_click, kind=kind, icon=icon_name, key_hint=enter, style=style)
        button.icon_size = 28 if is_large else 22
        button.enabled = not self._people_to_wait_for() if self.guest.is_host else self.own_seat is not None
        return button

    def _status_text(self) -> Text:
        """Return the text that says what the online table is waiting for."""
        words, missing = self.context.words, self._people_to_wait_for()
        host = self.guest.person(self.roster.host_number)
        others = [
            person
            for person in self.roster.participants
            if person.number != self.guest.number and not person.is_spectator
        ]
        if self.is_spectator:
            text = words("online.room.watch")
        elif self.own_seat is None:
            text = words("online.room.take_chair")
        elif missing and missing != [self._own_person]:
            text = words("online.room.waits", names=words.join_and([self.name_of(person) for person in missing]))
        elif not self.guest.is_host and host is not None:
            text = words("online.room.host_starts", name=self.name_of(host))
        else:
            text = words("online.room.all_ready" if others else "online.room.alone")
        return Text(text, "explanation", MUTED, wraps=True, align="center").with_layout(shrink_order=0)

    # --- actions ----------------------------------------------------------------------------------------------------

    def sit(self) -> None:
        """Take the chosen chair at the online table."""
        self.session.send([messages.Sit(self.chosen_seat)])

    def set_character(self, character: str) -> None:
        """Give the chosen chair to another computer player."""
        self._send_config(table_config.with_character(self.roster, self.chosen_seat, character))

    def set_level(self, level: str) -> None:
        """Set the level of the computer player in the chosen chair."""
        self._send_config(table_config.with_level(self.roster, self.chosen_seat, level))

    def set_seats(self, seats: int) -> None:
        self._send_config(table_config.with_seats(self.roster, seats))

    def _send_config(self, config: TableConfig) -> None:
        self.session.send([config])

    def ask_to_make_host(self) -> None:
        """Ask whether to make the person in the chosen chair the host."""
        person = self.guest.person(self.roster.chairs[self.chosen_seat].participant_number)
        if person is not None:
            moves = bool(self.session.own_table_invitations)
            self.context.open(
                confirm_new_host_dialog(
                    self.context, self.session, person.number, self.name_of(person), table_changes_computer=moves
                )
            )

    def kick(self) -> None:
        """Remove the person in the chosen chair from the online table."""
        self.session.send([messages.Kick(self.roster.chairs[self.chosen_seat].participant_number)])

    def open_house_rules(self) -> None:
        """Open the screen with the house rules over the room."""
        self.context.open(HouseRulesPage(self.roster.game, self._send_house_rules))

    def _send_house_rules(self) -> None:
        options = self.context.profile.load_options(self.roster.game)
        self._send_config(table_config.with_changes(self.roster, options=changed_values(options)))

    def open_table_rules(self) -> None:
        """Open the rules of the online table, editable for the host."""
        if self.guest.is_host:
            self.context.open(TableRulesScreen(self.context, self.guest.rules, self._send_table_rules))
        else:
            self.context.open(table_rules_dialog(self.context, self.guest.rules))

    def _send_table_rules(self, rules: TableRules) -> None:
        self._send_config(table_config.with_changes(self.roster, rules=changed_values(rules)))

    def open_rules(self) -> None:
        """Open the rules page of the game over the room."""
        self.context.open(RulesPage(self.roster.game, options=self.options))

    def invite(self) -> None:
        self.context.open(InvitationDialog(self.context, self.session.own_table_invitations, self.sharing))

    def choose_phrase(self) -> None:
        """Open the dialog to choose a chat phrase."""
        self.context.open(PhrasesDialog(self.context, self._send_phrase, free_text=self.guest.rules.free_text))

    def _send_phrase(self, phrase: str, text: str) -> None:
        self.session.send(self.guest.compose_phrase(phrase) if phrase else self.guest.compose_text(text))

    def toggle_ready(self) -> None:
        """Toggle whether the player is ready for the match."""
        me = self._own_person
        if me is not None and self.own_seat is not None:
            self.session.send([messages.Ready(not me.is_ready)])

    def start_match(self) -> None:
        """Start the online match if all seated persons are ready."""
        if not self._people_to_wait_for():
            self.session.send([messages.Start()])

    def confirm(self) -> None:
        if self.guest.is_host:
            self.start_match()
        else:
            self.toggle_ready()

    def back(self) -> None:
        key = "online.closing" if self.session.own_table_invitations else "online.leaving"
        self.context.open(confirm_dialog(self.context, key, self._leave, destructive=True))

    def _leave(self) -> None:
        self.context.leave_online()
        self.context.go(OnlineLobby())

    # --- time -------------------------------------------------------------------------------------------------------

    def external_state(self) -> object:
        return self.session.revision

    def poll(self) -> bool:
        if self.context.is_top(self):
            if self.guest.connection_state == "closed":
                self._on_table_closed()
                return True
            if self.session.is_match_running:
                self.context.go(OnlineTable())
                return True
            if self.guest.has_offer:
                host = self.guest.person(self.roster.host_number)
                self.context.open(
                    hand_over_offer_dialog(self.context, self.session, self.name_of(host) if host else "")
                )
        self._show_messages()
        return super().poll()

    def _show_messages(self) -> None:
        """Show toasts with the host's news about participants, such as who left, and with refusals of requests."""
        while self.session.unhandled_messages:
            message = self.session.unhandled_messages.popleft()
            if isinstance(message, messages.RequestDenied):
                placeholders: dict[str, Any] = message.placeholders
                self.context.show_toast(message.key, "info", **placeholders)
            elif isinstance(message, messages.ParticipantNotice) and message.participant_number != self.guest.number:
                person = self.guest.person(message.participant_number)
                if person is not None:
                    self.context.show_toast(f"online.told.{message.key}", "people", name=self.name_of(person))

    def _on_table_closed(self) -> None:
        """Return to the lobby, with the reason why the online table has closed."""
        words = self.context.words
        problem = self.guest.problem
        self.context.leave_online()
        self.context.go(OnlineLobby())
        if problem is not None:
            close = DialogButton(words("app.button.close"), key_hint=words("app.key.enter"))
            lines = [DialogParagraph(notice_text(words, problem))]
            self.context.open(Dialog(self.context, words("online.room.closed"), lines, [close]))
