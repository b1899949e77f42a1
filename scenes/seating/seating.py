"""The seating screen: players, house rules and deal number of the next match."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import pygame
from pygame import FRect

from engine.bots.common.strengths import strength_at
from engine.games import GAMES
from engine.match.record import PERSON, Chair, Record
from engine.options import differing
from engine.people import CHARACTERS, LEVELS, strength_of
from engine.profile.fair_tables import MOST_MATCHES, FairTable
from engine.rng import Rng
from scenes.look.theme import FACELESS, INK, INK_SECOND, MUTED, PORTRAIT
from scenes.look.widgets import (
    Button,
    Fact,
    IconButton,
    Label,
    Link,
    Panel,
    Paper,
    Plate,
    Segmented,
    Stepper,
    TextField,
    Widget,
)
from scenes.look.widgets.rule_note import rule_list
from scenes.seating.chair_panel import ChairPanel
from scenes.seating.seat_plan import SeatPlan
from scenes.shell.context import Context
from scenes.shell.destinations import Begin, Home, HouseRulesPage, Learn, RulesPage
from scenes.shell.dialog import confirm_replacing
from scenes.shell.lessons import has_lesson
from scenes.shell.scene import Moment
from scenes.shell.setting_up import SettingUp, emblem
from scenes.table.felt.ahead import Make, for_first_deal
from scenes.table.goal import is_new
from scenes.table.layouts import LAYOUTS
from scenes.table.stage.poses import AROUND_MOST
from scenes.text.people import unnamed_person
from scenes.text.rules import rules_in_force
from scenes.text.strength import level_text
from scenes.text.words import grouped

_MANY = 7
"""Number of seats from which a low canvas has no room for table and column side by side."""
_MANY_FAIR = 5
"""The same at a fair table, whose panel has a line more."""
_DIGITS = 8


class SeatingScreen(SettingUp):
    """The screen before a match."""

    takes = frozenset({"rules"})

    def __init__(self, context: Context, slug: str) -> None:
        super().__init__(context)
        context.thinker.prepare()  # while the player looks
        self.slug = slug
        self.game = GAMES[slug]
        self.chair = 0 if context.settings.portrait == FACELESS else 1
        """The chosen chair; 0 is the player's own, which is offered first until the player has chosen a face."""
        self.options, notices = context.profile.load_options(slug)
        context.notices += notices
        self.seed = 0
        self._rng = Rng(0)
        self.set_seed(context.new_seed())
        line_up = [Chair(person.slug, person.level) for person in CHARACTERS.values()]
        self._rng.shuffle(line_up)
        if not context.statistics.beaten(slug, context.settings.name):
            line_up.sort(key=lambda chair: LEVELS.index(chair.level))  # a beginner meets the easiest first
        self._for_table: Iterator[bool] | None = None
        """What the table will need, being drawn beforehand."""
        self.plan = SeatPlan(line_up, self.game.seats_default, context.known_players.known)
        context.notices += context.fair_tables.load()
        self.fair = context.fair_tables.find(slug, context.settings.name) or self._begun_fair()
        self.plan.fair = self.fair.level if self.fair.chosen else ""

    # --- the match -------------------------------------------------------------------------------------------------

    @property
    def seats(self) -> int:
        """Number of seats."""
        return self.plan.seats

    @seats.setter
    def seats(self, seats: int) -> None:
        self.plan.seats = seats

    @property
    def own(self) -> Chair:
        """The player's own chair, seat 0."""
        return Chair(PERSON, name=self.context.settings.name, portrait=self.context.settings.portrait)

    @property
    def chairs(self) -> tuple[Chair, ...]:
        """All chairs, by seat."""
        return self.plan.chairs(self.own)

    def unnamed(self, seat: int) -> str:
        """Name of a person without one: "You" if alone, else with their number among the persons."""
        persons = [0, *self.plan.further_persons()]
        words = self.context.words
        return unnamed_person(words, persons.index(seat)) if len(persons) > 1 else words("app.table.you")

    def record(self) -> Record:
        """Return the record of the match that Play begins."""
        return Record(self.slug, self.seats, self.seed, self.options, self.chairs)

    def set_seed(self, seed: int) -> None:
        """Set the deal number, which also seeds random choices on this screen."""
        self.seed = seed
        self._rng = Rng(seed)

    def set_seats(self, seats: int) -> None:
        """Set the number of seats."""
        self.seats = seats
        self.chair = min(self.chair, seats - 1)
        self.lay_out()

    def sit(self, slug: str) -> None:
        """Give the chosen chair to a computer player; see ``SeatPlan.sit``."""
        if self.plan.sit(self.chair, slug):
            self.lay_out()

    def sit_person(self) -> None:
        """Give the chosen chair to a person."""
        self.plan.sit_person(self.chair, self.plan.next_person(self.own.portrait))
        self.lay_out()

    def set_level(self, level: str) -> None:
        """Set the level of the computer player in the chosen chair."""
        self.plan.set_level(self.chair, level)
        self._keep_fair(chosen=False)

    def choose_fair(self) -> None:
        """Choose a fair table: all computer players play at the strength that suits the player."""
        self._keep_fair(chosen=True)

    def pin_fair(self) -> None:
        """Keep the strength at the fair table, or let it move again."""
        self._keep_fair(pinned=not self.fair.pinned)

    def restart_fair(self) -> None:
        """Let the fair table begin again, from the player's rating."""
        self._keep_fair(**self._begun_fair()._replace(chosen=self.fair.chosen)._asdict())

    def _begun_fair(self) -> FairTable:
        """A fair table at its beginning: for a player with a rating, at the strength with that rating."""
        context = self.context
        name = context.settings.name
        rated = context.statistics.rating(self.slug, name)
        strength = strength_at(self.slug, rated.rating.mu) if rated else None
        if rated is None or strength is None:
            return FairTable(name)
        return FairTable(name, strength, min(rated.matches, MOST_MATCHES), before=strength)

    def _keep_fair(self, **values: Any) -> None:
        """Change the player's fair table, and remember it if it was chosen before or is now."""
        known = self.context.fair_tables.find(self.slug, self.context.settings.name)
        self.fair = self.fair._replace(**values)
        if known or self.fair.chosen:
            self.fair = self.fair._replace(name=self.context.settings.name)
            self.context.notices += self.context.fair_tables.keep(self.slug, self.fair)
        self.plan.fair = self.fair.level if self.fair.chosen else ""
        self.lay_out()

    def surprise(self) -> None:
        """Give the chosen chair to a random waiting computer player."""
        self.sit(self._rng.choice(self.plan.waiting()))

    def take_portrait(self, portrait: str) -> None:
        """Set the portrait of the person in the chosen chair."""
        if self.chair == 0:
            chosen: Any = portrait
            self.context.keep_setting(replace(self.context.settings, portrait=chosen))
        else:
            self.plan.change(self.chair, portrait=portrait)
        self.lay_out()

    def write_name(self, name: str) -> None:
        """Set the name of the person in the chosen chair, and show it on the plate at once."""
        if self.chair == 0:
            self.context.keep_setting(replace(self.context.settings, name=name))
        else:
            self.plan.change(self.chair, name=name)
        plate = self._plates[self.chair]
        plate.name = name or self.unnamed(self.chair)
        plate.place(self.look, *plate.rect.center, "center")

    def prepare(self, moment: Moment) -> bool:
        """Draw the table's background and what all cards in hand need: the next screen shows them."""
        if moment != "still":
            return False
        look = self.context.look_at(1.0)
        if self._for_table is None:
            layout = LAYOUTS[self.slug].for_seats(self.seats)
            self._for_table = for_first_deal(look, layout, self._portraits())
        return look.prepare_table() or next(self._for_table, False)

    def _portraits(self) -> Iterator[Make]:
        """The portraits of the table's plates."""
        look = self.context.look_at(min(self.context.ui, AROUND_MOST))
        for turn in (False, True):
            for chair in self.chairs:
                person = chair.portrait or self.context.person.portrait
                yield partial(look.portrait, person if chair.who == PERSON else chair.who, PORTRAIT, turn=turn)

    def random_deal(self) -> None:
        """Choose a random deal number."""
        self.set_seed(self.context.new_seed())
        self.lay_out()

    # --- widgets ----------------------------------------------------------------------------------------------------

    @property
    def around(self) -> Sequence[int]:
        return range(self.seats)

    @property
    def crowded(self) -> int:
        return _MANY_FAIR if self.fair.chosen else _MANY

    @property
    def fan(self) -> str:
        return LAYOUTS[self.slug].fan

    @property
    def chair_panel(self) -> ChairPanel:
        return ChairPanel(self, self.look, self.context.words, high=self.roomy)

    def build_below(self, area: FRect) -> float:
        deal = FRect(area.left, area.bottom + 16, area.width, self._deal_height)
        self._build_deal_panel(deal)
        return self._build_rules(FRect(area.left, deal.bottom + 16, area.width, 0)).bottom

    def main_button(self) -> Button:
        return self._play_button("heading", 24, 12)

    def side_button(self) -> Button:
        words, count = self.context.words, len(differing(self.options))
        label = words("app.table.house_rules", n=count) if count else words("app.table.standard_rules")
        return Button(label, self.change_rules, icon="rules", small=True)

    def build_head(self, right: float) -> None:
        # the home button, the game's name, a hint, the lesson and the rules
        look, words = self.look, self.context.words
        title = self.header("house", words(f"{self.slug}.title"), name=words("app.results.home"))
        rules = Link(words("app.table.rules"), self.read)
        rules.place(look, right, 44, "midright")
        self.group.add(rules)
        left = rules.rect.left
        if has_lesson(self.slug):
            lesson = self._lesson_button(left - 20, title.right + 20)
            self.group.add(lesson)
            left = lesson.rect.left
        text = words("app.seating.ask")
        room = left - title.right - 50
        if look.text_width(text, "body") <= room:
            ask = self.label(text, "body", 0, 0, colour=MUTED)
            ask.rect.midleft = (title.right + 27, title.centery + 4)

    def _lesson_button(self, right: float, left: float) -> Widget:
        """The way to the lesson: a button until the game is known, then a link; an icon where room is short."""
        look, words = self.look, self.context.words
        known = self.slug in self.context.tutorial_progress.lessons
        offer = Button(words("app.lesson.offer"), self.learn, icon="learn", small=True)
        offer.chosen = True
        found: Widget = Link(words("app.lesson.title"), self.learn, icon="learn") if known else offer
        if found.preferred(look)[0] > right - left:
            found = IconButton("learn", self.learn, name=words("app.lesson.offer"))
        found.place(look, right, 44, "midright")
        return found

    def plate(self, seat: int, *, named: bool, diameter: float) -> Plate:
        words, chair = self.context.words, self.chairs[seat]
        if chair.who == PERSON:
            chair = self.own if seat == 0 else chair
            portrait, name = chair.portrait, chair.name or self.unnamed(seat)
            short = seat > 0 and not named
            fact = Fact(words("app.seating.someone.where" if short else "app.seating.here"))
        else:
            portrait, name = chair.who, CHARACTERS[chair.who].name
            level = level_text(words, chair.level) if named else ""
            fact = Fact(level, level=strength_of(chair.level) + 1)
        return Plate(
            portrait,
            name,
            [fact],
            turn=seat == self.chair,
            menu=True,
            diameter=diameter,
            on_click=partial(self.choose_chair, seat),
        )

    @property
    def _deal_height(self) -> float:
        """Height of the panel with the deal number and, where there is a choice, the number of players."""
        return 132.0 if len(self.game.seats_allowed) > 1 else 72.0

    def _play_button(self, style: str, icon: float, gap: float) -> Button:
        words = self.context.words
        play = Button(
            words("app.seating.play"), self.play, kind="primary", icon="play", hint=words("app.key.enter"), style=style
        )
        play.icon_size, play.gap = icon, gap
        return play

    def build_column(self, column: FRect) -> None:
        play = self._play_button("play", 28, 16)
        high = 84.0 if self.roomy else 68.0
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
        """The house rules on paper, as high as needed if ``paper`` has no height; returns the paper's area."""
        look, words = self.look, self.context.words
        left, wide = paper.left + 22, paper.width - 44
        rules = rules_in_force(words, self.slug, self.options)
        note = words("app.seating.rules_rest" if rules else "app.seating.rules_standard")
        sub = Label(note, "explanation", INK_SECOND, wrap=wide)
        sub.place(look, left, paper.top + 53)
        top = sub.rect.bottom + 12
        notes: Widget | None = None
        if not paper.height:
            listed = rule_list(self.look, rules, FRect(left, top, wide, 1e6)) if rules else None
            high = listed.content + 10 if listed else 4.0
            paper = FRect(paper.left, paper.top, paper.width, top + high + 58 - paper.top)
        room = FRect(left, top, wide, paper.bottom - 68 - top)
        notes = rule_list(self.look, rules, room) if rules else emblem(self.slug, room)
        change = Button(words("app.seating.rules_change"), self.change_rules, kind="light", icon="rules", small=True)
        change.rect = FRect(left, paper.bottom - 58, wide, 44)
        self.page.add(Paper(paper))
        self.label(words("app.seating.rules_title"), "panel_title", left, paper.top + 18, colour=INK, room=wide)
        self.page.add(sub, *([notes] if notes else []), change)
        return paper

    def _build_deal(self, panel: FRect) -> None:
        look, words = self.look, self.context.words
        dice = IconButton("dice", self.random_deal, name=words("app.seating.surprise"))
        dice.place(look, panel.right - 20, panel.top + 36, "midright")
        number = TextField(
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

    def _type(self, number: TextField, text: str) -> None:
        digits = "".join(char for char in text if char.isdecimal())
        number.text = grouped(digits)
        if digits:
            self.set_seed(int(digits))

    def _build_seats(self, panel: FRect) -> None:
        look, words = self.look, self.context.words
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

    # --- actions ---------------------------------------------------------------------------------------------------

    def read(self) -> None:
        """Open the rules of the game over this screen."""
        self.context.open(RulesPage(self.slug, options=self.options))

    def learn(self) -> None:
        """Go to the lesson of the game."""
        self.context.go(Learn(self.slug))

    def change_rules(self) -> None:
        """Open the house rules over this screen."""
        self.context.open(HouseRulesPage(self.slug, self._rules_changed))

    def drop(self, event: pygame.Event) -> None:
        """Open dropped house rules on their screen before they are played."""
        self.context.open(HouseRulesPage(self.slug, self._rules_changed, event))

    def _rules_changed(self) -> None:
        self.options, notices = self.context.profile.load_options(self.slug)
        self.context.notices += notices
        self.lay_out()

    def play(self) -> None:
        """Begin the match, after a question if one of this game is saved."""
        confirm_replacing(self.context, self.slug, self._start)

    def _start(self) -> None:
        if not is_new(self.context, self.slug):  # else the lesson is offered at the table
            self.context.notices += self.context.tutorial_progress.mark_lesson(self.slug)
        self.context.notices += self.context.known_players.remember(self.plan.remembered())
        if self.fair.chosen and self.fair.name != self.context.settings.name:
            self._keep_fair()  # the player has just written a name
        self.context.go(Begin(self.record()))

    def confirm(self) -> None:
        self.play()

    def back(self) -> None:
        self.context.go(Home())
