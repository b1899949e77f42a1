"""The room: the table before a match, with everybody who is there, and the rules that the host chooses."""

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

from pygame import FRect

from engine.games import GAMES
from engine.online import messages
from engine.online.guest import Guest
from engine.online.messages import Arrange, PersonState, Roster
from engine.online.rules import TableRules
from engine.options import read, write
from engine.people import CHARACTERS, strength_of
from scenes.lobby import arranging
from scenes.lobby.chair_panel import ChairPanel
from scenes.lobby.handing import handing_dialog, offer_dialog
from scenes.lobby.invite import InvitationDialog
from scenes.lobby.sharing import InvitationSharing
from scenes.lobby.table_rules import TableRulesScreen, rules_dialog
from scenes.look.theme import GOLD, INK, INK_SECOND, MUTED, REFUSAL
from scenes.look.widgets import (
    Button,
    Fact,
    IconButton,
    Label,
    Link,
    Panel,
    Paper,
    Plate,
    Stepper,
    key_name,
)
from scenes.look.widgets.rule_note import rule_list
from scenes.shell.context import Company, Context
from scenes.shell.destinations import Friends, HouseRulesPage, RulesPage, TableElsewhere
from scenes.shell.dialog import Dialog, DialogButton, Paragraph, confirm_dialog
from scenes.shell.phrases import PhrasesDialog, phrase_text
from scenes.shell.scene import Moment
from scenes.shell.setting_up import SettingUp, emblem
from scenes.table.felt.ahead import for_first_deal
from scenes.table.layouts import LAYOUTS
from scenes.table.panels.tools import TALK
from scenes.text.notices import notice_text
from scenes.text.people import person_at_table
from scenes.text.rules import rules_in_force
from scenes.text.strength import level_text

_MANY = 5
"""Number of seats from which a low canvas has no room for table and column side by side."""
_TALK, _TALK_LOW = 118.0, 62.0
"""Height of the panel of what was said where there is room, and where there is less."""
_SEATS = 62.0
"""Height of the panel with the number of players."""
_LINE = 32.0
"""Height of a line in it."""


class RoomScreen(SettingUp):
    """The table before a match.

    Args:
        context: the program.
        company: the connection to the table, which has been joined.
    """

    def __init__(self, context: Context, company: Company) -> None:
        super().__init__(context)
        self.company = company
        assert company.guest is not None and company.guest.roster is not None
        self.guest: Guest = company.guest
        self.sharing = InvitationSharing(context, lambda _: None)
        self.chair = self._first_chair()
        self._changes = -1
        self._for_table: Iterator[bool] = iter(())
        """What the table will need, being drawn beforehand."""
        self._drawn_for: tuple[str, int] | None = None
        """Game and number of seats for which that is."""

    # --- the table --------------------------------------------------------------------------------------------------

    @property
    def roster(self) -> Roster:
        """The table, as the host told last."""
        assert self.guest.roster is not None
        return self.guest.roster

    @property
    def options(self) -> Any:
        """The house rules in force."""
        return read(GAMES[self.roster.game].Options, self.roster.options)[0]

    @property
    def own_seat(self) -> int | None:
        """The player's chair; None without one."""
        return self.guest.chair(self.guest.you)

    def name_of(self, person: PersonState) -> str:
        """What a person is called; one without a name by their number at the table."""
        return person_at_table(self.context.words, person.number, person.name)

    def _first_chair(self) -> int:
        """The chair chosen at first: for the host one without a person, for others their own."""
        roster, own = self.roster, self.guest.chair(self.guest.you)
        free = [seat for seat, chair in enumerate(roster.chairs) if not chair.person]
        if own is None or self.guest.hosting:
            return free[0] if free else own or 0
        return own

    def _missing(self) -> list[PersonState]:
        """Those who sit at the table and aren't ready, besides the host and those who are away."""
        roster = self.roster
        seated = {chair.person for chair in roster.chairs} - {roster.host}
        return [one for one in roster.people if one.number in seated and one.here and not one.ready]

    @property
    def watches(self) -> bool:
        """Whether the player came to watch, and gets no chair."""
        return self._me is not None and self._me.watching

    @property
    def _me(self) -> PersonState | None:
        return self.guest.person(self.guest.you)

    def prepare(self, moment: Moment) -> bool:
        """Draw the table's background and what the first deal needs, so that no frame of the table takes long."""
        if moment != "still":
            return False
        look, roster = self.context.look_at(1.0), self.roster
        key = roster.game, roster.seats
        if self._drawn_for != key:
            self._drawn_for = key
            self._for_table = for_first_deal(look, LAYOUTS[roster.game].for_seats(roster.seats), ())
        return look.prepare_table() or next(self._for_table, False)

    # --- widgets ----------------------------------------------------------------------------------------------------

    @property
    def around(self) -> Sequence[int]:
        first, seats = self.own_seat or 0, self.roster.seats
        return [(first + i) % seats for i in range(seats)]

    @property
    def crowded(self) -> int:
        return _MANY

    @property
    def fan(self) -> str:
        return LAYOUTS[self.roster.game].fan

    @property
    def chair_panel(self) -> ChairPanel:
        return ChairPanel(self, self.look, self.context.words, high=self.roomy)

    def build(self) -> None:
        self._changes = self.company.changes
        self.chair = min(self.chair, self.roster.seats - 1)
        super().build()

    def build_column(self, column: FRect) -> None:
        # the rules, what was said, and the buttons to invite and to start
        go = self._go_button("play", 28)
        bottom = column.bottom
        if go is not None:
            high = 76.0 if self.roomy else 64.0
            go.rect = FRect(column.left, column.bottom - high, column.width, high)
            bottom = go.rect.top
        note = self._note(column.width)
        note.place(self.look, column.centerx, bottom - 10, "midbottom")
        top = note.rect.top - 10
        invite = self.side_button()
        if invite is not None:
            invite.rect = FRect(column.left, top - 48, column.width, 48)
            top = invite.rect.top - 12
        said = _TALK if self.roomy else _TALK_LOW
        talk = FRect(column.left, top - said, column.width, said)
        top = talk.top - 12
        if self._chooses_seats:
            top -= _SEATS
            self._build_seats(FRect(column.left, top, column.width, _SEATS))
            top -= 12
        self._build_rules(FRect(column.left, column.top, column.width, top - column.top))
        self._build_talk(talk)
        self.page.add(*([invite] if invite else []), note, *([go] if go else []))

    def build_below(self, area: FRect) -> float:
        left, wide = area.left, area.width
        note = self._note(wide)
        note.place(self.look, left, area.bottom + 12)
        talk = FRect(left, note.rect.bottom + 12, wide, _TALK)
        self.page.add(note)
        self._build_talk(talk)
        top = talk.bottom + 12
        if self._chooses_seats:
            self._build_seats(FRect(left, top, wide, _SEATS))
            top += _SEATS + 12
        return self._build_rules(FRect(left, top, wide, 0)).bottom

    def main_button(self) -> Button | None:
        return self._go_button("button", 22)

    def side_button(self) -> Button | None:
        """The way to the invitation, for whoever's computer holds the table."""
        if not self.company.invitations:
            return None
        return Button(self.context.words("online.room.invite"), self.invite, icon="share")

    def build_head(self, right: float) -> None:
        # the way out, whose table it is, and who watches
        look, words, roster = self.look, self.context.words, self.roster
        host = self.guest.person(roster.host)
        own = self.guest.hosting or host is None
        title = words("online.room.own") if own or host is None else words("online.near.of", name=self.name_of(host))
        area = self.header("quit", title, name=words("online.room.leave"))
        rules = Link(words("app.table.rules"), self.read)
        rules.place(look, right, 44, "midright")
        self.group.add(rules)
        watching = sum(person.watching for person in roster.people)
        game, watchers = words(f"{roster.game}.title"), words("online.room.watching", n=watching)
        room = rules.rect.left - area.right - 50
        for text in (f"{game} · {watchers}", watchers) if watching else (game,):
            if look.text_width(text, "body") <= room:
                label = self.label(text, "body", 0, 0, colour=MUTED)
                label.rect.midleft = (area.right + 27, area.centery + 4)
                break

    def plate(self, seat: int, *, named: bool, diameter: float) -> Plate:
        words, chair = self.context.words, self.roster.chairs[seat]
        person = self.guest.person(chair.person)
        if person is None:
            level = level_text(words, chair.level) if named else ""
            portrait, name = chair.character, CHARACTERS[chair.character].name
            fact = Fact(level, level=strength_of(chair.level) + 1)
        else:
            portrait, name, fact = person.portrait, self.name_of(person), self._state(person)
        return Plate(
            portrait,
            name,
            [fact],
            turn=seat == self.chair,
            dim=person is not None and not person.here,
            host=person is not None and person.number == self.roster.host,
            menu=True,
            diameter=diameter,
            on_click=partial(self.choose_chair, seat),
        )

    def _state(self, person: PersonState) -> Fact:
        """Whether a person is there, the host, or ready."""
        words = self.context.words
        if not person.here:
            return Fact(words("online.seat.away"), icon="clock", colour=REFUSAL)
        if person.number == self.roster.host:
            return Fact(words("online.seat.host"))
        if person.ready:
            return Fact(words("online.seat.ready"), icon="check", colour=GOLD)
        return Fact(words("online.seat.unready"))

    def _build_rules(self, paper: FRect) -> FRect:
        """The house rules on paper, as high as needed if ``paper`` has no height; returns the paper's area."""
        look, words, slug = self.look, self.context.words, self.roster.game
        left, wide = paper.left + 22, paper.width - 44
        rules = rules_in_force(words, slug, self.options)
        title = Label(words("app.seating.rules_title"), "panel_title", INK, max_width=wide)
        title.place(look, left, paper.top + 14)
        sub = Label(
            words("app.seating.rules_rest" if rules else "app.seating.rules_standard"),
            "explanation",
            INK_SECOND,
            wrap=wide,
        )
        sub.place(look, left, title.rect.bottom + 2)
        top = sub.rect.bottom + 8
        buttons = self._rules_buttons(wide)
        gap = look.gap(8)
        foot = sum(button.rect.height + gap for button in buttons) + 8
        listed = rule_list(self.look, rules, FRect(left, top, wide, 1e6))
        if not paper.height:
            paper = FRect(paper.left, paper.top, paper.width, top + listed.content + 10 + foot - paper.top)
        room = FRect(left, top, wide, max(0.0, paper.bottom - foot - 4 - top))
        y = paper.bottom - foot
        for button in buttons:
            button.rect.topleft = (left, y)
            y += button.rect.height + gap
        self.page.add(Paper(paper), title, sub)
        shown = emblem(slug, room) if not rules else rule_list(self.look, rules, room) if room.height > 24 else None
        self.page.add(*([shown] if shown else []))
        self.page.add(*buttons)
        return paper

    def _rules_buttons(self, wide: float) -> list[Button]:
        """The ways to the house rules, which only the host changes, and to the table's rules."""
        words = self.context.words
        both = [Button(words("online.room.rules"), self.change_table_rules, kind="light", icon="clock", small=True)]
        if self.guest.hosting:
            text = words("app.seating.rules_change")
            both.insert(0, Button(text, self.change_rules, kind="light", icon="rules", small=True))
        for button in both:
            button.rect = FRect(0, 0, wide, 44)
        return both

    @property
    def _chooses_seats(self) -> bool:
        """Whether the player can choose the number of players."""
        return self.guest.hosting and len(GAMES[self.roster.game].seats_allowed) > 1

    def _build_seats(self, area: FRect) -> None:
        """The number of players, for the host to choose."""
        allowed = list(GAMES[self.roster.game].seats_allowed)
        now = allowed.index(self.roster.seats)
        choice = Stepper(list(map(str, allowed)), now, lambda i: self.set_seats(allowed[i]))
        choice.place(self.look, area.right - 14, area.centery, "midright")
        label = Label(self.context.words("app.seating.players"), "strong_body")
        label.place(self.look, area.left + 18, area.centery, "midleft")
        self.page.add(Panel(area), label, choice)

    def _build_talk(self, area: FRect) -> None:
        """What was said last, and the way to say something."""
        look, words = self.look, self.context.words
        say = IconButton("talk", self.say, name=words("online.room.say"), key=key_name(TALK), shortcut=TALK)
        say.place(look, area.right - 12, area.centery, "midright")
        self.page.add(Panel(area))
        room = int((area.height - 16) / _LINE)
        lines = [self._said(said) for said in list(self.guest.said)[-room:]]
        wide = say.rect.left - 12 - area.left - 18
        if not lines:
            hint = Label(words("online.phrases.note"), "explanation", MUTED, wrap=wide)
            hint.place(look, area.left + 18, area.centery, "midleft")
            self.page.add(hint)
        for i, line in enumerate(lines):
            label = Label(line, "explanation", max_width=wide)
            label.place(look, area.left + 18, area.bottom - 11 - (len(lines) - i - 0.5) * _LINE, "midleft")
            self.page.add(label)
        self.page.add(say)

    def _said(self, said: messages.Said) -> str:
        """A line of what was said: who, and what."""
        words, person = self.context.words, self.guest.person(said.who)
        name = person_at_table(words, said.who, person.name if person else "")
        return words("online.said", name=name, text=phrase_text(words, said.phrase, said.text))

    def _go_button(self, style: str, icon: float) -> Button | None:
        """Start, for the host; for the others, whether they are ready; None for who only watches."""
        words, me = self.context.words, self._me
        if self.watches:
            return None
        if self.guest.hosting:
            text, act, sign = "online.room.start", self.start, "play"
        elif me is not None and me.ready:
            text, act, sign = "online.room.unready", self.be_ready, "cross"
        else:
            text, act, sign = "online.room.ready", self.be_ready, "check"
        go = Button(words(text), act, kind="primary", icon=sign, hint=words("app.key.enter"), style=style)
        if sign == "cross":
            go.kind = "plain"
        go.icon_size = icon
        go.enabled = not self._missing() if self.guest.hosting else self.own_seat is not None
        return go

    def _note(self, wide: float) -> Label:
        """What the table waits for."""
        words, missing = self.context.words, self._missing()
        host = self.guest.person(self.roster.host)
        others = [person for person in self.roster.people if person.number != self.guest.you and not person.watching]
        if self.watches:
            text = words("online.room.watch")
        elif self.own_seat is None:
            text = words("online.room.take_chair")
        elif missing and missing != [self._me]:
            text = words("online.room.waits", names=words.joined([self.name_of(person) for person in missing]))
        elif not self.guest.hosting and host is not None:
            text = words("online.room.host_starts", name=self.name_of(host))
        else:
            text = words("online.room.all_ready" if others else "online.room.alone")
        return Label(text, "explanation", MUTED, wrap=wide, align="center")

    # --- actions ----------------------------------------------------------------------------------------------------

    def sit(self) -> None:
        """Sit down in the chosen chair."""
        self.company.send([messages.Sit(self.chair)])

    def set_character(self, who: str) -> None:
        """Give the chosen chair to another computer player."""
        self._arrange(arranging.with_character(self.roster, self.chair, who))

    def set_level(self, level: str) -> None:
        """Set the level of the computer player of the chosen chair."""
        self._arrange(arranging.with_level(self.roster, self.chair, level))

    def set_seats(self, seats: int) -> None:
        """Set the number of chairs."""
        self._arrange(arranging.with_seats(self.roster, seats))

    def _arrange(self, arrange: Arrange) -> None:
        self.company.send([arrange])

    def hand_over(self) -> None:
        """Ask whether the person in the chosen chair is to be the host."""
        person = self.guest.person(self.roster.chairs[self.chair].person)
        if person is not None:
            moves = bool(self.company.invitations)
            self.context.open(
                handing_dialog(self.context, self.company, person.number, self.name_of(person), moves=moves)
            )

    def dismiss(self) -> None:
        """Free the chosen chair of the person who sits there."""
        self.company.send([messages.Dismiss(self.roster.chairs[self.chair].person)])

    def change_rules(self) -> None:
        """Open the house rules over this screen."""
        self.context.open(HouseRulesPage(self.roster.game, self._rules_changed))

    def _rules_changed(self) -> None:
        options, notices = self.context.profile.load_options(self.roster.game)
        self.context.notices += notices
        self._arrange(arranging.arrangement(self.roster, options=write(options)))

    def change_table_rules(self) -> None:
        """Open the rules of the table, to read or, for the host, to change."""
        if self.guest.hosting:
            self.context.open(TableRulesScreen(self.context, self.guest.rules, self._table_rules_changed))
        else:
            self.context.open(rules_dialog(self.context, self.guest.rules))

    def _table_rules_changed(self, rules: TableRules) -> None:
        self._arrange(arranging.arrangement(self.roster, rules=write(rules)))

    def read(self) -> None:
        """Open the rules of the game over this screen."""
        self.context.open(RulesPage(self.roster.game, options=self.options))

    def invite(self) -> None:
        """Show the invitation."""
        self.context.open(InvitationDialog(self.context, self.company.invitations, self.sharing))

    def say(self) -> None:
        """Choose something to say."""
        self.context.open(PhrasesDialog(self.context, self._say, free_text=self.guest.rules.free_text))

    def _say(self, phrase: str, text: str) -> None:
        self.company.send(self.guest.say(phrase) if phrase else self.guest.write(text))

    def be_ready(self) -> None:
        """Be ready for the match, or not any more."""
        me = self._me
        if me is not None and self.own_seat is not None:
            self.company.send([messages.Ready(not me.ready)])

    def start(self) -> None:
        """Begin the match, if everybody who sits is ready."""
        if not self._missing():
            self.company.send([messages.Start()])

    def confirm(self) -> None:
        if self.guest.hosting:
            self.start()
        else:
            self.be_ready()

    def back(self) -> None:
        key = "online.closing" if self.company.invitations else "online.leaving"
        self.context.open(confirm_dialog(self.context, key, self._leave, wary=True))

    def _leave(self) -> None:
        self.context.part()
        self.context.go(Friends())

    # --- time -------------------------------------------------------------------------------------------------------

    def update(self, dt: float) -> bool:
        changed = super().update(dt)
        if self.context.is_top(self):
            if self.guest.link == "closed":
                self._closed()
                return True
            if self.company.playing:
                self.context.go(TableElsewhere())
                return True
            if self.guest.offered:
                host = self.guest.person(self.roster.host)
                self.context.open(offer_dialog(self.context, self.company, self.name_of(host) if host else ""))
        if self.company.changes == self._changes:
            return changed
        self._tell()
        self.lay_out()  # also behind a dialog
        return True

    def _tell(self) -> None:
        """Show the last that the host told about people, or that it denied."""
        while self.company.news:
            news = self.company.news.popleft()
            if isinstance(news, messages.Denied):
                figures: dict[str, Any] = news.figures
                self.context.tell(news.key, "info", **figures)
            elif isinstance(news, messages.Told) and news.who != self.guest.you:
                person = self.guest.person(news.who)
                if person is not None:
                    self.context.tell(f"online.told.{news.key}", "people", name=self.name_of(person))

    def _closed(self) -> None:
        """The table has closed: say why, and go back to the lobby."""
        words = self.context.words
        problem = self.guest.problem
        self.context.part()
        self.context.go(Friends())
        if problem is not None:
            close = DialogButton(words("app.button.close"), hint=words("app.key.enter"))
            lines = [Paragraph(notice_text(words, problem))]
            self.context.open(Dialog(self.context, words("online.room.closed"), lines, [close]))
