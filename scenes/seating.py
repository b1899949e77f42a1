"""Before a match: who sits at the table, which house rules hold, which deal is played."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from pygame import FRect

from engine import cards
from engine.bots.people import CHARACTERS, LEVELS
from engine.games import GAMES
from engine.options import differing
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
    Link,
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
from scenes.seating_person import TWO_ROWS, person_height, person_panel
from scenes.table.layouts import LAYOUTS

if TYPE_CHECKING:
    from scenes.app import App

_SIDE_BY_SIDE = (1000.0, 560.0)
"""A canvas of this size has room for table and house rules side by side."""
_COLUMN = 384.0
"""Width of the right-hand column."""
_HEAD, _BAR = 78.0, 76.0
"""Heights of what stays above and below the list of parts."""
_LOW = 660.0
"""A canvas less high than this has smaller faces."""
_CHIP = 760.0
"""Width from which the panel with those who could play has room for words beside its button."""
_LEVELS_NAMED = 660.0
"""A narrower table has only the dots of a level on its plates."""
_DIGITS = 8


class Seating(Screen):
    """Who plays."""

    least = (600.0, 340.0)

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
        self._list: Scroll | None = None
        self._picker = FRect(0, 0, 0, 0)
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
        """Whom to choose next; where the parts lie below each other, those to choose from come into view."""
        self.chair = seat
        self.lay_out()
        if self._list is not None:
            self._list.scroll(self._picker.top - 8 - self._list.offset)

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
        self._list = None
        if self.look.width >= _SIDE_BY_SIDE[0] and self.look.height >= _SIDE_BY_SIDE[1]:
            self._build_side_by_side()
        else:
            self._build_stacked()

    def _build_side_by_side(self) -> None:
        """The table, below it who could sit there, and a column with everything else."""
        look = self.look
        wide = max(338.0, min(_COLUMN, look.width * 0.3))
        between = 28.0 if wide == _COLUMN else 20.0
        column = FRect(look.width - MARGIN - wide, MARGIN, wide, look.height - 2 * MARGIN)
        left = FRect(MARGIN, 84, column.left - between - MARGIN, look.height - 84 - MARGIN)
        self._build_head(left.right)
        high = self._picker_height(left.width)
        picker = FRect(left.left, left.bottom - high, left.width, high)
        self._build_table(FRect(left.left, 84, left.width, picker.top - 84))
        self._build_picker(picker)
        self._build_column(column)

    def _build_stacked(self) -> None:
        """Large texts: the parts below each other in a list, Play always in sight below it."""
        look, words = self.look, self.app.words
        bar = FRect(-20, look.height - _BAR, look.width + 40, _BAR + 40)
        self._build_head(look.width - MARGIN)
        view = FRect(0, _HEAD, look.width, bar.top - _HEAD)
        self._list = Scroll(view, 0.0)
        self.page = self._list
        wide = look.width - 2 * MARGIN
        crowded = self.seats > 4
        table = FRect(MARGIN, 0, wide, max(view.height - 4, 270.0 if crowded else 226.0))
        self._build_table(table)
        self._picker = FRect(MARGIN, table.bottom + 12, wide, self._picker_height(wide))
        self._build_picker(self._picker)
        deal = FRect(MARGIN, self._picker.bottom + 16, wide, self._deal_height)
        self._build_deal_panel(deal)
        paper = self._build_rules(FRect(MARGIN, deal.bottom + 16, wide, 0))
        self._list.content = paper.bottom + 20
        self.page = self.group
        self.group.add(self._list, Panel(bar))
        play = self._play_button("heading", 24, 12)
        high = _BAR - 20
        play.rect = FRect(look.width - MARGIN - max(200.0, look.width * 0.32), bar.top + 10, 0, high)
        play.rect.width = look.width - MARGIN - play.rect.left
        count = len(differing(self.options))
        told = words("app.table.house_rules", n=count) if count else words("app.table.standard_rules")
        rules = Button(told, self.change_rules, icon="rules", small=True)
        rules.place(look, MARGIN, play.rect.centery, "midleft")
        self.group.add(rules, play)

    def _build_head(self, right: float) -> None:
        """Home, the game's name, what to do here, and its rules."""
        look, words = self.look, self.app.words
        title = self.header("house", words(f"{self.slug}.title"), name=words("app.results.home"))
        rules = Link(words("app.table.rules"), self.read)
        rules.place(look, right, 44, "midright")
        self.group.add(rules)
        text = words("app.seating.ask")
        room = rules.rect.left - title.right - 50
        if look.text_width(text, "body") <= room:
            ask = self.label(text, "body", 0, 0, colour=MUTED)
            ask.rect.midleft = (title.right + 27, title.centery + 4)

    def _build_table(self, area: FRect) -> None:
        look, words = self.look, self.app.words
        diameter = 84.0 if self.seats <= 5 and area.height > 300 else 68.0
        wide = area.width - 196 - diameter
        high = min(area.height - 44 - diameter, wide * 0.62)
        table = FRect(area.centerx - wide / 2, area.centery + 2 - high / 2, wide, high)
        self.page.add(SmallTable(table, cards.cards(LAYOUTS[self.slug].fan)))
        for seat, place in enumerate(places(self.seats - 1, table), 1):
            chair = self.chairs[seat]
            level = LEVELS.index(chair.level) + 1
            plate = Plate(
                chair.who,
                CHARACTERS[chair.who].name,
                [Fact(words(f"app.level.{chair.level}") if area.width >= _LEVELS_NAMED else "", level=level)],
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
            self.page.add(plate)
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
        self.page.add(you)

    def _picker_height(self, wide: float) -> float:
        """Height of the panel with those who could play, or with the player's own portraits."""
        if self.chair == 0:
            return person_height(wide, self.look.height >= _LOW)
        if wide < TWO_ROWS:
            return 108.0 + 2 * 118 + 10
        return 60.0 + (158 if self.look.height >= _LOW else 124)

    def _build_picker(self, panel: FRect) -> None:
        look, words = self.look, self.app.words
        if self.chair == 0:
            self.page.add(*person_panel(self.app, look, panel, self.lay_out, self._renamed))
            return
        chosen = self.chairs[self.chair]
        self.page.add(Panel(panel))
        top = panel.top + (60 if self._build_picker_head(panel, chosen) else 108)
        rows = 1 if panel.width >= TWO_ROWS else 2
        columns = len(CHARACTERS) // rows
        cell = (panel.width - 28 - (columns - 1) * 5) / columns
        high = (panel.bottom - 10 - top) / rows
        seated = {chair.who for chair in self.chairs}
        for i, person in enumerate(CHARACTERS.values()):
            mine = person.slug == chosen.who
            away = person.slug in seated and not mine
            shown = "" if away else chosen.level if mine else person.level
            text = words("app.seating.seated") if away else words(f"app.level.{shown}")
            candidate = Candidate(person, text, shown, partial(self.sit, person.slug), chosen=mine)
            candidate.enabled = not away
            row, place = divmod(i, columns)
            candidate.rect = FRect(panel.left + 14 + place * (cell + 5), top + row * high, cell, high - 4 * (rows - 1))
            self.page.add(candidate)

    def _build_picker_head(self, panel: FRect, chosen: Chair) -> bool:
        """Whose chair it is and how well they play; False when that takes two lines."""
        look, words = self.look, self.app.words
        level = Segmented(
            [words(f"app.level.{level}") for level in LEVELS],
            LEVELS.index(chosen.level),
            lambda i: self.set_level(LEVELS[i]),
        )
        wide = level.preferred(look)[0]
        one = panel.width >= TWO_ROWS
        surprise: Chip | IconButton
        if one:
            level.rect = FRect(panel.right - 14 - wide, panel.top + 10, wide, 40)
        else:
            level.rect = FRect(panel.left + 14, panel.top + 56, panel.width - 28, 40)
        if panel.width >= _CHIP:
            surprise = Chip(words("app.seating.surprise"), self.surprise, icon="dice")
            surprise.height = 32
            surprise.radius = 16
        else:
            surprise = IconButton("dice", self.surprise, name=words("app.seating.surprise"), size=40)
        surprise.place(look, level.rect.left - 12 if one else panel.right - 14, panel.top + 30, "midright")
        who = words("app.seating.who", name=CHARACTERS[chosen.who].name)
        room = surprise.rect.left - panel.left - 34
        title = self.label(who, "tag", panel.left + 18, 0, room=room)
        title.rect.centery = panel.top + 21
        style = self.label(words(f"people.style.{chosen.who}"), "small", panel.left + 18, 0, colour=MUTED, room=room)
        style.rect.centery = panel.top + 43
        self.page.add(surprise, level)
        return one

    def _renamed(self, name: str) -> None:
        """The own plate follows what is being written; the field stays as it is."""
        self._you.name = name
        self._you.place(self.look, *self._you.rect.center, "center")

    @property
    def _deal_height(self) -> float:
        """Of the panel with the deal number and, where there is a choice, the number of players."""
        return 132.0 if len(self.game.seats_allowed) > 1 else 72.0

    def _play_button(self, style: str, icon: float, gap: float) -> Button:
        words = self.app.words
        play = Button(
            words("app.seating.play"), self.play, kind="primary", icon="play", hint=words("app.key.enter"), style=style
        )
        play.icon_size, play.gap = icon, gap
        return play

    def _build_column(self, column: FRect) -> None:
        play = self._play_button("play", 28, 16)
        high = 84.0 if self.look.height >= _LOW else 68.0
        play.rect = FRect(column.left, column.bottom - high - (12 if high == 84 else 0), column.width, high)
        panel = FRect(column.left, play.rect.top - 20 - self._deal_height, column.width, self._deal_height)
        self._build_rules(FRect(column.left, column.top, column.width, panel.top - 16 - column.top))
        self._build_deal_panel(panel)
        self.page.add(play)

    def _build_deal_panel(self, panel: FRect) -> None:
        self.page.add(Panel(panel))
        self._build_deal(panel)
        if len(self.game.seats_allowed) > 1:
            self._build_seats(panel)

    def _build_rules(self, paper: FRect) -> FRect:
        """The house rules on paper; paper without a height becomes as high as it must. Returns where it lies."""
        look, words = self.look, self.app.words
        left, wide = paper.left + 22, paper.width - 44
        told = rules_in_force(words, self.slug, self.options)
        note = words("app.seating.rules_rest" if told else "app.seating.rules_standard")
        sub = Label(note, "explanation", INK_SECOND, wrap=wide)
        sub.place(look, left, paper.top + 53)
        top = sub.rect.bottom + 12
        notes: Widget | None = None
        if not paper.height:
            listed = self._rules_list(told, FRect(left, top, wide, 1e6)) if told else None
            high = listed.content + 10 if listed else 4.0
            paper = FRect(paper.left, paper.top, paper.width, top + high + 58 - paper.top)
        room = FRect(left, top, wide, paper.bottom - 68 - top)
        notes = self._rules_list(told, room) if told else self._emblem(room) if room.height > 80 else None
        change = Button(words("app.seating.rules_change"), self.change_rules, kind="light", icon="rules", small=True)
        change.rect = FRect(left, paper.bottom - 58, wide, 44)
        self.page.add(Paper(paper))
        self.label(words("app.seating.rules_title"), "panel_title", left, paper.top + 18, colour=INK, room=wide)
        self.page.add(sub, *([notes] if notes else []), change)
        return paper

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
            width=132,
        )
        number.on_change = lambda text: self._type(number, text)
        number.place(look, dice.rect.left - 8, panel.top + 36, "midright")
        room = number.rect.left - panel.left - 32
        title = Label(words("app.seating.deal_number"), "strong_body", wrap=room)
        title.place(look, panel.left + 20, panel.top + 14)
        note = words("app.seating.deal_number_note")
        if look.text_width(note, "plate") <= room:
            self.label(note, "plate", panel.left + 20, panel.top + 38, colour=MUTED)
        else:
            title.rect.centery = panel.top + 36
        self.page.add(title, number, dice)

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
        room = panel.width - 60 - look.text_width(words("app.seating.players"), "strong_body")
        step = max(46.0, look.reach)
        if step * len(allowed) + 6 <= min(room, max(236.0, 5 * step + 6)):
            choice = Segmented(labels, chosen, lambda i: self.set_seats(allowed[i]))
            choice.rect = FRect(0, 0, step * len(allowed) + 6, 46)
        else:
            choice = Stepper(labels, chosen, lambda i: self.set_seats(allowed[i]))
            choice.rect = FRect(0, 0, *choice.preferred(look))
        choice.rect.midright = (panel.right - 20, panel.bottom - 33)
        label = self.label(words("app.seating.players"), "strong_body", panel.left + 20, 0)
        label.rect.centery = choice.rect.centery
        self.page.add(choice)

    # --- what it does -----------------------------------------------------------------------------------------------

    def read(self) -> None:
        """The rules of the game, over this screen."""
        from scenes.rules_reader import open_rules  # noqa: PLC0415  # only who asks for it waits for it

        open_rules(self.app, self.slug, options=self.options)

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
