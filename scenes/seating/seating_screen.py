"""The seating screen: players, house rules and deal number of the next match."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import pygame
from pygame import FRect

from engine.bots.common.strengths import strength_at
from engine.characters import CHARACTERS, LEVELS, strength_of
from engine.games import GAMES
from engine.match.record import PERSON, Chair, Record
from engine.options import changed_options
from engine.profile.fair_tables import MAX_MATCHES, FairTable
from engine.rng import Rng
from scenes.render.theme import DEFAULT_PORTRAIT, INK, INK_SECONDARY, MUTED, PORTRAIT_DIAMETER
from scenes.render.widgets import (
    Button,
    Fact,
    IconButton,
    Label,
    Link,
    Panel,
    Paper,
    SeatPlate,
    Segmented,
    Stepper,
    TextField,
    Widget,
)
from scenes.render.widgets.rule_note import rule_list
from scenes.seating.seat_panel import SeatingPanelBuilder
from scenes.seating.seat_plan import SeatPlan
from scenes.shell.context import Context
from scenes.shell.destinations import Home, HouseRulesPage, LessonTable, MatchTable, RulesPage
from scenes.shell.dialog import begin_or_ask
from scenes.shell.lessons import has_lesson
from scenes.shell.match_setup_screen import MatchSetupScreen, emblem_in
from scenes.shell.scene import PrerenderPhase
from scenes.table.goal_dialog import should_show_goal
from scenes.table.layouts import LAYOUTS
from scenes.table.model.poses import MAX_UI_SCALE
from scenes.table.prerenderer import MakeDrawing, prerender_first_deal
from scenes.text.catalogue import group_digits
from scenes.text.option_texts import changed_rule_names_and_helps
from scenes.text.player_names import unnamed_person_name
from scenes.text.strength_texts import level_name

_MIN_SEATS_NEEDING_HEIGHT = 7
"""Number of seats from which the side-by-side layout needs a higher canvas."""
_MIN_SEATS_NEEDING_HEIGHT_FAIR = 5
"""That number at a fair table, whose panel has one more line."""
_MAX_SEED_DIGITS = 8


class SeatingScreen(MatchSetupScreen):
    """Seating screen before a match, to choose players, house rules and deal."""

    accepted_drops = frozenset({"rules"})

    def __init__(self, context: Context, slug: str) -> None:
        super().__init__(context)
        context.thinker.prepare()  # start the worker processes early
        self.slug = slug
        self.game = GAMES[slug]
        self.chosen_seat = 0 if context.settings.portrait == DEFAULT_PORTRAIT else 1
        """Seat of the chosen chair. The player's own, 0, comes first until a portrait was chosen."""
        self.options = context.profile.load_options(slug)
        self.seed = 0
        self._rng = Rng(0)
        self.set_seed(context.new_seed())
        line_up = [Chair(person.slug, person.default_level) for person in CHARACTERS.values()]
        self._rng.shuffle(line_up)
        if not context.statistics.beaten_levels(slug, context.settings.name):
            line_up.sort(key=lambda chair: LEVELS.index(chair.level))  # beginners get the easiest opponents
        self._table_drawings: Iterator[bool] | None = None
        """Prerenders the drawings of the table, one per step; None before the first."""
        self.plan = SeatPlan(line_up, self.game.seats_default, context.hot_seat_players.players)
        self.fair_table = context.fair_tables.find(slug, context.settings.name) or self._new_fair_table()
        self.plan.fair_strength = self.fair_table.level if self.fair_table.chosen else ""

    # --- the match -------------------------------------------------------------------------------------------------

    @property
    def seats(self) -> int:
        return self.plan.seats

    @seats.setter
    def seats(self, seats: int) -> None:
        self.plan.seats = seats

    @property
    def own_chair(self) -> Chair:
        """The player's own chair at the table, seat 0."""
        return Chair(PERSON, name=self.context.settings.name, portrait=self.context.settings.portrait)

    @property
    def chairs(self) -> tuple[Chair, ...]:
        """All chairs at the table, by seat."""
        return self.plan.chairs(self.own_chair)

    def placeholder_name(self, seat: int) -> str:
        """Return the name for a person without a name: "You" if alone, else numbered among the persons."""
        persons = [0, *self.plan.seated_other_persons()]
        words = self.context.words
        return unnamed_person_name(words, persons.index(seat)) if len(persons) > 1 else words("app.table.you")

    def make_record(self) -> Record:
        """Return the record of the match to begin."""
        return Record(self.slug, self.seats, self.seed, self.options, self.chairs)

    def set_seed(self, seed: int) -> None:
        """Set the deal number, which also seeds random choices on this screen."""
        self.seed = seed
        self._rng = Rng(seed)

    def set_seats(self, seats: int) -> None:
        self.seats = seats
        self.chosen_seat = min(self.chosen_seat, seats - 1)
        self.lay_out()

    def seat_character(self, slug: str) -> None:
        """Give the chosen chair to a computer player; see ``SeatPlan.seat_waiting_character``."""
        if self.plan.seat_waiting_character(self.chosen_seat, slug):
            self.lay_out()

    def seat_person(self) -> None:
        """Give the chosen chair to a person."""
        self.plan.seat_person(self.chosen_seat, self.plan.next_known_or_new_person(self.own_chair.portrait))
        self.lay_out()

    def set_level(self, level: str) -> None:
        """Set the level of the computer player in the chosen chair."""
        self.plan.set_level(self.chosen_seat, level)
        self._change_fair_table(chosen=False)

    def choose_fair_table(self) -> None:
        """Choose a fair table: all computer players play at a strength adapted to the player."""
        self._change_fair_table(chosen=True)

    def toggle_fair_pin(self) -> None:
        """Pin the strength of a fair table, which otherwise adapts to the player's results, or unpin it."""
        self._change_fair_table(pinned=not self.fair_table.pinned)

    def reset_fair_strength_to_rating(self) -> None:
        """Set the strength of the bots at a fair table back to the player's rating."""
        self._change_fair_table(**self._new_fair_table()._replace(chosen=self.fair_table.chosen)._asdict())

    def _new_fair_table(self) -> FairTable:
        """Return a new fair table, whose bots adapt to the player; they begin at the strength of the player's rating,
        if any.
        """
        context = self.context
        name = context.settings.name
        rated = context.statistics.rating_history(self.slug, name)
        strength = strength_at(self.slug, rated.current_rating.mu) if rated else None
        if rated is None or strength is None:
            return FairTable(name)
        return FairTable(name, strength, min(rated.matches, MAX_MATCHES), before=strength)

    def _change_fair_table(self, **values: Any) -> None:
        """Change the data of the player's fair table, whose bots adapt to the player; save it if it was ever chosen."""
        known = self.context.fair_tables.find(self.slug, self.context.settings.name)
        self.fair_table = self.fair_table._replace(**values)
        if known or self.fair_table.chosen:
            self.fair_table = self.fair_table._replace(name=self.context.settings.name)
            self.context.fair_tables.save(self.slug, self.fair_table)
        self.plan.fair_strength = self.fair_table.level if self.fair_table.chosen else ""
        self.lay_out()

    def seat_random_character(self) -> None:
        """Give the chosen chair to a random waiting computer player."""
        self.seat_character(self._rng.choice(self.plan.unseated_characters()))

    def set_portrait(self, portrait: str) -> None:
        """Set the portrait of the person in the chosen chair."""
        if self.chosen_seat == 0:
            chosen: Any = portrait
            self.context.save_settings_without_layout(replace(self.context.settings, portrait=chosen))
        else:
            self.plan.change_other_person(self.chosen_seat, portrait=portrait)
        self.lay_out()

    def set_name(self, name: str) -> None:
        """Set the name of the person in the chosen chair."""
        if self.chosen_seat == 0:
            self.context.save_settings_without_layout(replace(self.context.settings, name=name))
        else:
            self.plan.change_other_person(self.chosen_seat, name=name)
        self.show_name(name)

    def show_name(self, name: str) -> None:
        """Show the name of the person in the chosen chair on the plate."""
        plate = self._plates[self.chosen_seat]
        plate.name = name or self.placeholder_name(self.chosen_seat)
        plate.place_at(self.renderer, *plate.rect.center, "center")

    def prerender(self, phase: PrerenderPhase) -> bool:
        """Prerender the match table's background and first deal, which the next screen shows."""
        if phase != "still":
            return False
        look = self.context.renderer_for(1.0)
        if self._table_drawings is None:
            layout = LAYOUTS[self.slug].for_seats(self.seats)
            self._table_drawings = prerender_first_deal(look, layout, self._portraits())
        return look.prerender_table_step() or next(self._table_drawings, False)

    def _portraits(self) -> Iterator[MakeDrawing]:
        """Yield functions that draw the portraits of all seats at the table, to prerender them."""
        look = self.context.renderer_for(min(self.context.ui_scale, MAX_UI_SCALE))
        for turn in (False, True):
            for chair in self.chairs:
                person = chair.portrait or self.context.person.portrait
                yield partial(
                    look.portrait, person if chair.who == PERSON else chair.who, PORTRAIT_DIAMETER, is_turn=turn
                )

    def randomise_seed(self) -> None:
        self.set_seed(self.context.new_seed())
        self.lay_out()

    # --- widgets ----------------------------------------------------------------------------------------------------

    @property
    def seats_in_view_order(self) -> Sequence[int]:
        return range(self.seats)

    @property
    def min_crowded_seats(self) -> int:
        return _MIN_SEATS_NEEDING_HEIGHT_FAIR if self.fair_table.chosen else _MIN_SEATS_NEEDING_HEIGHT

    @property
    def table_cards(self) -> str:
        return LAYOUTS[self.slug].match_setup_cards

    @property
    def chair_panel(self) -> SeatingPanelBuilder:
        return SeatingPanelBuilder(self, self.renderer, self.context.words, is_tall=self.has_large_portraits)

    def build_settings_below_table(self, area: FRect) -> float:
        deal = FRect(area.left, area.bottom + 16, area.width, self._deal_panel_height)
        self._build_deal_panel(deal)
        return self._build_rules_paper(FRect(area.left, deal.bottom + 16, area.width, 0)).bottom

    def make_main_button(self) -> Button:
        return self._play_button("heading", 24, 12)

    def make_side_button(self) -> Button:
        words, count = self.context.words, len(changed_options(self.options))
        label = words("app.table.house_rules", n=count) if count else words("app.table.standard_rules")
        return Button(label, self.open_house_rules, icon="rules", small=True)

    def build_head(self, right: float) -> None:
        # the home button, the game's name, a hint, the lesson and the rules
        renderer, words = self.renderer, self.context.words
        title = self.add_header("house", words(f"{self.slug}.title"), button_name=words("app.results.home"))
        rules = Link(words("app.table.rules"), self.open_rules)
        rules.place_at(renderer, right, 44, "midright")
        self.group.add(rules)
        left = rules.rect.left
        if has_lesson(self.slug):
            lesson = self._lesson_button(left - 20, title.right + 20)
            self.group.add(lesson)
            left = lesson.rect.left
        text = words("app.seating.ask")
        free_width = left - title.right - 50
        if renderer.text_width(text, "body") <= free_width:
            hint = self.add_label(text, "body", 0, 0, colour=MUTED)
            hint.rect.midleft = (title.right + 27, title.centery + 4)

    def _lesson_button(self, right: float, left: float) -> Widget:
        """Return the button for the game's lesson, as a link after a finished lesson, as an icon in a narrow space."""
        renderer, words = self.renderer, self.context.words
        known = self.slug in self.context.tutorial_progress.finished_or_declined_lessons
        offer = Button(words("app.lesson.offer"), self.open_lesson, icon="learn", small=True)
        offer.is_chosen = True
        button: Widget = Link(words("app.lesson.title"), self.open_lesson, icon="learn") if known else offer
        if button.preferred_size(renderer)[0] > right - left:
            button = IconButton("learn", self.open_lesson, name=words("app.lesson.offer"))
        button.place_at(renderer, right, 44, "midright")
        return button

    def make_plate(self, seat: int, *, shows_level: bool, diameter: float) -> SeatPlate:
        words, chair = self.context.words, self.chairs[seat]
        if chair.who == PERSON:
            chair = self.own_chair if seat == 0 else chair
            portrait, name = chair.portrait, chair.name or self.placeholder_name(seat)
            short = seat > 0 and not shows_level
            fact = Fact(words("app.seating.someone.where" if short else "app.seating.here"))
        else:
            portrait, name = chair.who, CHARACTERS[chair.who].name
            level = level_name(words, chair.level) if shows_level else ""
            fact = Fact(level, level=strength_of(chair.level) + 1)
        return SeatPlate(
            portrait,
            name,
            [fact],
            is_turn=seat == self.chosen_seat,
            opens_menu=True,
            diameter=diameter,
            on_click=partial(self.choose_chair, seat),
        )

    @property
    def _deal_panel_height(self) -> float:
        """Height of the panel for the deal number and, if selectable, the number of players."""
        return 132.0 if len(self.game.seats_allowed) > 1 else 72.0

    def _play_button(self, style: str, icon_size: float, gap: float) -> Button:
        words = self.context.words
        play = Button(
            words("app.seating.play"),
            self.begin_match,
            kind="primary",
            icon="play",
            key_hint=words("app.key.enter"),
            style=style,
        )
        play.icon_size, play.gap = icon_size, gap
        return play

    def build_column(self, column: FRect) -> None:
        play = self._play_button("play", 28, 16)
        high = 84.0 if self.has_large_portraits else 68.0
        play.rect = FRect(column.left, column.bottom - high - (12 if high == 84 else 0), column.width, high)
        panel = FRect(column.left, play.rect.top - 20 - self._deal_panel_height, column.width, self._deal_panel_height)
        self._build_rules_paper(FRect(column.left, column.top, column.width, panel.top - 16 - column.top))
        self._build_deal_panel(panel)
        self.content.add(play)

    def _build_deal_panel(self, panel: FRect) -> None:
        self.content.add(Panel(panel))
        self._build_deal_number(panel)
        if len(self.game.seats_allowed) > 1:
            self._build_seat_count(panel)

    def _build_rules_paper(self, paper: FRect) -> FRect:
        """Add the house rules on paper, as high as needed if ``paper`` has no height; return the paper's area."""
        renderer, words = self.renderer, self.context.words
        left, inner_width = paper.left + 22, paper.width - 44
        rules = changed_rule_names_and_helps(words, self.slug, self.options)
        note = words("app.seating.rules_rest" if rules else "app.seating.rules_standard")
        subtitle = Label(note, "explanation", INK_SECONDARY, wrap_width=inner_width)
        subtitle.place_at(renderer, left, paper.top + 53)
        top = subtitle.rect.bottom + 12
        list_or_emblem: Widget | None = None
        if not paper.height:
            listed = rule_list(self.renderer, rules, FRect(left, top, inner_width, 1e6)) if rules else None
            list_height = listed.content_height + 10 if listed else 4.0
            paper = FRect(paper.left, paper.top, paper.width, top + list_height + 58 - paper.top)
        list_area = FRect(left, top, inner_width, paper.bottom - 68 - top)
        list_or_emblem = rule_list(self.renderer, rules, list_area) if rules else emblem_in(self.slug, list_area)
        change = Button(
            words("app.seating.rules_change"), self.open_house_rules, kind="light", icon="rules", small=True
        )
        change.rect = FRect(left, paper.bottom - 58, inner_width, 44)
        self.content.add(Paper(paper))
        self.add_label(
            words("app.seating.rules_title"), "panel_title", left, paper.top + 18, colour=INK, max_width=inner_width
        )
        self.content.add(subtitle, *([list_or_emblem] if list_or_emblem else []), change)
        return paper

    def _build_deal_number(self, panel: FRect) -> None:
        renderer, words = self.renderer, self.context.words
        dice = IconButton("dice", self.randomise_seed, name=words("app.seating.surprise"))
        dice.place_at(renderer, panel.right - 20, panel.top + 36, "midright")
        number = TextField(
            str(self.seed),
            max_length=_MAX_SEED_DIGITS,
            is_allowed=str.isdecimal,
            on_commit=lambda text: self._set_typed_seed(number, text),
            on_enter=lambda _: self.begin_match(),
            format_text=group_digits,
            placeholder=group_digits(str(self.seed)),
            width=132,
        )
        number.place_at(renderer, dice.rect.left - 8, panel.top + 36, "midright")
        text_width = number.rect.left - panel.left - 32
        title = Label(words("app.seating.deal_number"), "strong_body", wrap_width=text_width)
        title.place_at(renderer, panel.left + 20, panel.top + 14)
        note = words("app.seating.deal_number_note")
        if renderer.text_width(note, "plate") <= text_width:
            self.add_label(note, "plate", panel.left + 20, panel.top + 38, colour=MUTED)
        else:
            title.rect.centery = panel.top + 36
        self.content.add(title, number, dice)

    def _set_typed_seed(self, seed_field: TextField, digits: str) -> None:
        if digits:
            self.set_seed(int(digits))
        seed_field.set_text(str(self.seed))
        seed_field.placeholder = group_digits(str(self.seed))

    def _build_seat_count(self, panel: FRect) -> None:
        renderer, words = self.renderer, self.context.words
        allowed = list(self.game.seats_allowed)
        labels = list(map(str, allowed))
        chosen = allowed.index(self.seats)
        choice: Segmented | Stepper
        free_width = panel.width - 60 - renderer.text_width(words("app.seating.players"), "strong_body")
        step = max(46.0, renderer.min_target_size)
        if step * len(allowed) + 6 <= min(free_width, max(236.0, 5 * step + 6)):
            choice = Segmented(labels, chosen, lambda i: self.set_seats(allowed[i]))
            choice.rect = FRect(0, 0, step * len(allowed) + 6, 46)
        else:
            choice = Stepper(labels, chosen, lambda i: self.set_seats(allowed[i]))
            choice.rect = FRect(0, 0, *choice.preferred_size(renderer))
        choice.rect.midright = (panel.right - 20, panel.bottom - 33)
        label = self.add_label(words("app.seating.players"), "strong_body", panel.left + 20, 0)
        label.rect.centery = choice.rect.centery
        self.content.add(choice)

    # --- actions ---------------------------------------------------------------------------------------------------

    def open_rules(self) -> None:
        """Open the rules page of the game over the seating screen."""
        self.context.open(RulesPage(self.slug, options=self.options))

    def open_lesson(self) -> None:
        self.context.go(LessonTable(self.slug))

    def open_house_rules(self) -> None:
        """Open the screen with the house rules over the seating screen."""
        self.context.open(HouseRulesPage(self.slug, self._reload_house_rules))

    def handle_drop(self, event: pygame.Event) -> None:
        """Open house rules dropped on the window on the house rules screen, before they are used."""
        self.context.open(HouseRulesPage(self.slug, self._reload_house_rules, event))

    def _reload_house_rules(self) -> None:
        self.options = self.context.profile.load_options(self.slug)
        self.lay_out()

    def begin_match(self) -> None:
        """Begin the match; if this game has a saved match, ask first."""
        begin_or_ask(self.context, self.slug, self._begin_now)

    def _begin_now(self) -> None:
        if not should_show_goal(self.context, self.slug):  # otherwise the table offers the lesson
            self.context.tutorial_progress.mark_lesson_finished_or_declined(self.slug)
        self.context.hot_seat_players.replace_players(self.plan.persons_to_remember())
        if self.fair_table.chosen and self.fair_table.name != self.context.settings.name:
            self._change_fair_table()  # the player has changed the name
        self.context.go(MatchTable(self.make_record()))

    def confirm(self) -> None:
        self.begin_match()

    def back(self) -> None:
        self.context.go(Home())
