"""Before a match: who sits at the table, which house rules hold, which deal is played."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from pygame import FRect

from engine import cards
from engine.bots.people import CHARACTERS, LEVELS
from engine.games import GAMES
from engine.record import PERSON, Chair, Record
from engine.rng import Rng
from scenes.dialog import confirm_dialog
from scenes.look.theme import INK, INK_SECOND, MUTED
from scenes.look.widgets import (
    Button,
    Chip,
    Fact,
    Field,
    IconButton,
    Label,
    Panel,
    Paper,
    Plate,
    Scroll,
    Segmented,
    Stepper,
    Widget,
)
from scenes.options_panel import rules_in_force
from scenes.screen import MARGIN, Screen
from scenes.seating_parts import Candidate, Emblem, RuleNote, SmallTable, places
from scenes.seating_person import person_panel
from scenes.table.layouts import LAYOUTS

if TYPE_CHECKING:
    from scenes.app import App

_COLUMN = 384.0
"""Width of the right-hand column."""
_PICKER = 214.0
"""Height of the panel with those who could play."""
_DIGITS = 8


class Seating(Screen):
    """Who plays."""

    def __init__(self, app: App, slug: str) -> None:
        super().__init__(app)
        self.slug = slug
        self.game = GAMES[slug]
        self.seats = self.game.seats_default
        self.chair = 1
        """The seat whose occupant is being chosen; at 0 the player's own portrait and name."""
        self.options, notices = app.profile.load_options(slug)
        app.notices += notices
        self.seed = 0
        self._rng = Rng(0)
        self.set_seed(app.new_seed())
        line_up = [Chair(person.slug, person.level) for person in CHARACTERS.values()]
        self._rng.shuffle(line_up)
        self.people = line_up
        """Who plays with how many players, from seat 1 on; the others wait."""

    # --- what is chosen ---------------------------------------------------------------------------------------------

    @property
    def chairs(self) -> tuple[Chair, ...]:
        """Who sits where; the person at this computer has seat 0."""
        return (Chair(PERSON), *self.people[: self.seats - 1])

    def record(self) -> Record:
        """The match that Play begins."""
        return Record(self.slug, self.seats, self.seed, self.options, self.chairs)

    def set_seed(self, seed: int) -> None:
        """Another deal number; what is left to chance on this screen follows from it."""
        self.seed = seed
        self._rng = Rng(seed)

    def set_seats(self, seats: int) -> None:
        """Another number of players."""
        self.seats = seats
        self.chair = min(self.chair, seats - 1)
        self.lay_out()

    def choose_chair(self, seat: int) -> None:
        """Whom to choose next."""
        self.chair = seat
        self.lay_out()

    def sit(self, slug: str) -> None:
        """Somebody who isn't at the table takes the chosen chair, at the level that is usual for them."""
        i = self.chair - 1
        j = next(j for j, chair in enumerate(self.people) if chair.who == slug)
        if j < self.seats - 1 and j != i:
            return
        self.people[i], self.people[j] = self.people[j], self.people[i]
        if i != j:
            self.people[i] = Chair(slug, CHARACTERS[slug].level)
        self.lay_out()

    def set_level(self, level: str) -> None:
        """How well the one in the chosen chair plays."""
        self.people[self.chair - 1] = self.people[self.chair - 1]._replace(level=level)
        self.lay_out()

    def surprise(self) -> None:
        """Somebody who isn't at the table, by chance."""
        self.sit(self._rng.choice(self.people[self.seats - 1 :]).who)

    def throw(self) -> None:
        """Another deal number by chance."""
        self.set_seed(self.app.new_seed())
        self.lay_out()

    # --- widgets ----------------------------------------------------------------------------------------------------

    def build(self) -> None:
        look, words = self.look, self.app.words
        column = FRect(look.width - MARGIN - _COLUMN, MARGIN, _COLUMN, look.height - 2 * MARGIN)
        left = FRect(MARGIN, 84, column.left - 28 - MARGIN, look.height - 84 - MARGIN)
        title = self.header("house", words(f"{self.slug}.title"), name=words("app.results.home"))
        ask = self.label(words("app.seating.ask"), "body", 0, 0, colour=MUTED, room=column.left - title.right - 60)
        ask.rect.midleft = (title.right + 27, title.centery + 4)
        picker = FRect(left.left, left.bottom - _PICKER, left.width, _PICKER)
        self._build_table(FRect(left.left, 84, left.width, picker.top - 84))
        self._build_picker(picker)
        self._build_column(column)

    def _build_table(self, area: FRect) -> None:
        look, words = self.look, self.app.words
        wide = area.width - 280
        high = min(area.height - 128, wide * 0.62)
        table = FRect(area.centerx - wide / 2, area.centery + 2 - high / 2, wide, high)
        self.group.add(SmallTable(table, cards.cards(LAYOUTS[self.slug].fan)))
        diameter = 84 if self.seats <= 5 else 68
        for seat, place in enumerate(places(self.seats - 1, table), 1):
            chair = self.chairs[seat]
            level = LEVELS.index(chair.level) + 1
            plate = Plate(
                chair.who,
                CHARACTERS[chair.who].name,
                [Fact(words(f"app.level.{chair.level}"), level=level)],
                turn=seat == self.chair,
                mirrored=place.side == "right",
                menu=True,
                diameter=diameter,
                on_click=partial(self.choose_chair, seat),
            )
            if place.side == "top":
                plate.place(look, place.x, place.y, "center")
            elif place.side == "left":
                plate.place(look, place.x - diameter / 2, place.y, "midleft")
            else:
                plate.place(look, place.x + diameter / 2, place.y, "midright")
            self.group.add(plate)
        you = Plate(
            self.app.settings.portrait,
            self.app.person_name,
            [Fact(words("app.seating.here"))],
            turn=self.chair == 0,
            menu=True,
            diameter=diameter,
            on_click=partial(self.choose_chair, 0),
        )
        you.place(look, table.centerx, table.bottom - 8, "center")
        self._you = you
        self.group.add(you)

    def _build_picker(self, panel: FRect) -> None:
        look, words = self.look, self.app.words
        if self.chair == 0:
            self.group.add(*person_panel(self.app, look, panel, self.lay_out, self._renamed))
            return
        chosen = self.chairs[self.chair]
        self.group.add(Panel(panel))
        level = Segmented(
            [words(f"app.level.{level}") for level in LEVELS],
            LEVELS.index(chosen.level),
            lambda i: self.set_level(LEVELS[i]),
        )
        wide = level.preferred(look)[0]
        level.rect = FRect(panel.right - 14 - wide, panel.top + 10, wide, 40)
        surprise = Chip(words("app.seating.surprise"), self.surprise, icon="dice")
        surprise.height = 32
        surprise.radius = 16
        surprise.place(look, level.rect.left - 12, level.rect.centery, "midright")
        who = words("app.seating.who", name=CHARACTERS[chosen.who].name)
        room = surprise.rect.left - panel.left - 34
        title = self.label(who, "tag", panel.left + 18, 0, room=room)
        title.rect.centery = level.rect.centery - 9
        style = self.label(words(f"people.style.{chosen.who}"), "small", panel.left + 18, 0, colour=MUTED, room=room)
        style.rect.centery = level.rect.centery + 13
        cell = (panel.width - 36 - 7 * 6) / 8
        seated = {chair.who for chair in self.chairs}
        for i, person in enumerate(CHARACTERS.values()):
            mine = person.slug == chosen.who
            away = person.slug in seated and not mine
            shown = "" if away else chosen.level if mine else person.level
            text = words("app.seating.seated") if away else words(f"app.level.{shown}")
            candidate = Candidate(person, text, shown, partial(self.sit, person.slug), chosen=mine)
            candidate.enabled = not away
            candidate.rect = FRect(panel.left + 18 + i * (cell + 6), panel.top + 56, cell, 148)
            self.group.add(candidate)
        self.group.add(surprise, level)

    def _renamed(self, name: str) -> None:
        """The own plate follows what is being written; the field stays as it is."""
        self._you.name = name
        self._you.place(self.look, *self._you.rect.center, "center")

    def _build_column(self, column: FRect) -> None:
        words = self.app.words
        play = Button(
            words("app.seating.play"),
            self.play,
            kind="primary",
            icon="play",
            hint=words("app.key.enter"),
            style="play",
        )
        play.rect = FRect(column.left, column.bottom - 96, column.width, 84)
        play.icon_size, play.gap = 28, 16
        several = len(self.game.seats_allowed) > 1
        high = 132.0 if several else 72.0
        panel = FRect(column.left, play.rect.top - 20 - high, column.width, high)
        self._build_rules(FRect(column.left, column.top, column.width, panel.top - 16 - column.top))
        self.group.add(Panel(panel))
        self._build_deal(panel)
        if several:
            self._build_seats(panel)
        self.group.add(play)

    def _build_rules(self, paper: FRect) -> None:
        look, words = self.look, self.app.words
        self.group.add(Paper(paper))
        left, wide = paper.left + 22, paper.width - 44
        self.label(words("app.seating.rules_title"), "panel_title", left, paper.top + 18, colour=INK, room=wide)
        told = rules_in_force(words, self.slug, self.options)
        note = words("app.seating.rules_rest" if told else "app.seating.rules_standard")
        sub = Label(note, "explanation", INK_SECOND, wrap=wide)
        sub.place(look, left, paper.top + 53)
        change = Button(words("app.seating.rules_change"), self.change_rules, kind="light", icon="rules", small=True)
        change.rect = FRect(left, paper.bottom - 58, wide, 44)
        top = sub.rect.bottom + 12
        room = FRect(left, top, wide, change.rect.top - 10 - top)
        self.group.add(sub, self._rules_list(told, room) if told else self._emblem(room), change)

    def _emblem(self, room: FRect) -> Emblem:
        """The game's picture where there is nothing to list."""
        high = min(300.0, room.height - 24)
        emblem = Emblem(self.slug, FRect(0, 0, high * 196 / 222, high))
        emblem.rect.center = room.center
        return emblem

    def _rules_list(self, told: list[tuple[str, str]], room: FRect) -> Scroll:
        look = self.look
        notes: list[Widget] = []
        height = 0.0
        for width in (room.width, room.width - 18):
            notes, height = [], 0.0
            for name, text in told:
                note = RuleNote(name, text)
                note.place_in(look, 0, height, width)
                notes.append(note)
                height += note.rect.height
            if height <= room.height:
                break
        return Scroll(room, height, notes)

    def _build_deal(self, panel: FRect) -> None:
        look, words = self.look, self.app.words
        dice = IconButton("dice", self.throw, name=words("app.seating.surprise"))
        dice.place(look, panel.right - 20, panel.top + 36, "midright")
        number = Field(
            grouped(str(self.seed)),
            limit=_DIGITS + 2,
            allowed=str.isdecimal,
            on_enter=lambda _: self.play(),
            placeholder=grouped(str(self.seed)),
            width=126,
        )
        number.on_change = lambda text: self._type(number, text)
        number.place(look, dice.rect.left - 8, panel.top + 36, "midright")
        room = number.rect.left - panel.left - 32
        self.label(words("app.seating.deal_number"), "strong_body", panel.left + 20, panel.top + 14, room=room)
        note = words("app.seating.deal_number_note")
        self.label(note, "plate", panel.left + 20, panel.top + 38, colour=MUTED, room=room)
        self.group.add(number, dice)

    def _type(self, number: Field, text: str) -> None:
        digits = "".join(char for char in text if char.isdecimal())
        number.text = grouped(digits)
        if digits:
            self.set_seed(int(digits))

    def _build_seats(self, panel: FRect) -> None:
        look, words = self.look, self.app.words
        allowed = list(self.game.seats_allowed)
        labels = list(map(str, allowed))
        chosen = allowed.index(self.seats)
        choice: Segmented | Stepper
        if len(allowed) <= 5:
            choice = Segmented(labels, chosen, lambda i: self.set_seats(allowed[i]))
            choice.rect = FRect(0, 0, 46 * len(allowed) + 6, 46)
        else:
            choice = Stepper(labels, chosen, lambda i: self.set_seats(allowed[i]))
            choice.rect = FRect(0, 0, *choice.preferred(look))
        choice.rect.midright = (panel.right - 20, panel.bottom - 33)
        label = self.label(words("app.seating.players"), "strong_body", panel.left + 20, 0)
        label.rect.centery = choice.rect.centery
        self.group.add(choice)

    # --- what it does -----------------------------------------------------------------------------------------------

    def change_rules(self) -> None:
        """The house rules, over this screen."""
        from scenes.house_rules import HouseRules  # noqa: PLC0415  # it comes back here

        self.app.open(HouseRules(self.app, self.slug, self._rules_changed))

    def _rules_changed(self) -> None:
        self.options, notices = self.app.profile.load_options(self.slug)
        self.app.notices += notices
        self.lay_out()

    def play(self) -> None:
        """Begin; a match that waits is asked about first."""
        saved = self.app.saved
        if saved is None:
            self._start()
            return
        title = self.app.words(f"{saved.game}.title")
        self.app.open(confirm_dialog(self.app, "app.seating.replaces", self._start, game=title))

    def _start(self) -> None:
        from scenes.table.table import start  # noqa: PLC0415  # a table leads back to the screens

        start(self.app, self.record())

    def confirm(self) -> None:
        self.play()

    def back(self) -> None:
        from scenes.home import Home  # noqa: PLC0415  # it leads here

        self.app.go(Home(self.app))


def grouped(digits: str) -> str:
    """A deal number as it is read: digits in threes.

    >>> grouped("48213907"), grouped("007"), grouped("")
    ('48 213 907', '7', '')
    """
    return f"{int(digits):,}".replace(",", " ") if digits else ""
