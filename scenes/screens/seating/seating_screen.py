"""The seating screen: players, house rules and deal number of the next match."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import pygame

from engine.bots.common.strengths import strength_at
from engine.characters import CHARACTERS, LEVELS, REGULARS, draw_line_up, strength_of
from engine.games import GAMES
from engine.match.record import PERSON, Chair, Record
from engine.options import changed_options, collapse_spaces
from engine.profile.fair_tables import MAX_MATCHES, FairTable
from engine.profile.presets import CustomPresets, built_in_presets
from engine.rng import Rng
from engine.statistics.store import HeadToHead
from scenes.render.theme import DEFAULT_PORTRAIT, MUTED, PORTRAIT_DIAMETER
from scenes.screens.seating.seat_panel import seating_panel
from scenes.screens.seating.seat_plan import SeatPlan
from scenes.shell.context import Context
from scenes.shell.destinations import Home, HouseRulesPage, LessonTable, MatchTable, RulesPage
from scenes.shell.dialog import begin_or_ask
from scenes.shell.lessons import has_lesson
from scenes.shell.match_setup_screen import MIN_ROOMY_HEIGHT, MatchSetupScreen, rules_paper
from scenes.shell.scene import PrerenderPhase
from scenes.shell.screen import header_hint
from scenes.table.goal_dialog import is_game_known, mark_goal_seen, should_show_goal
from scenes.table.layouts import LAYOUTS
from scenes.table.model.positions import MAX_UI_SCALE
from scenes.table.prerenderer import MakeDrawing, prerender_first_deal
from scenes.text.catalogue import group_digits
from scenes.text.option_texts import changed_rule_names_and_helps, preset_name
from scenes.text.player_names import unnamed_person_name
from scenes.text.strength_texts import level_name
from scenes.ui.boxes import Column, FirstThatFits, Row, Spacer
from scenes.ui.scroll_view import ScrollView
from scenes.ui.text import Text
from scenes.ui.widgets import (
    Button,
    Fact,
    IconButton,
    Link,
    MoreLink,
    Panel,
    SeatPlate,
    Segmented,
    Stepper,
    TextField,
    Widget,
)

_MIN_HEIGHTS = ((7, MIN_ROOMY_HEIGHT), (9, 715.0))
"""Number of seats from which the side-by-side layout needs a higher canvas, and the minimum height, logical pixels."""
_MIN_HEIGHTS_FAIR = ((5, MIN_ROOMY_HEIGHT), (9, 780.0))
"""Such numbers and heights for a fair table, whose panel has one more line."""
_MAX_SEED_DIGITS = 8
_MAX_SEGMENTS = 5
"""Maximum number of choices for the number of players that are side by side."""


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
        self.presets = CustomPresets(context.profile, slug)
        self.presets.load()
        self.seed = 0
        self._rng = Rng(0)
        self.set_seed(context.new_seed())
        line_up = [Chair(character.slug, character.default_level) for character in draw_line_up(self._rng)]
        if not context.statistics.beaten_levels(slug, context.settings.name):
            # beginners get the easiest opponents
            line_up.sort(key=lambda chair: (chair.who not in REGULARS, LEVELS.index(chair.level)))
        self._table_drawings: Iterator[bool] | None = None
        """Prerenders the drawings of the table, one per step; None before the first."""
        self.plan = SeatPlan(line_up, self.game.seats_default, context.hot_seat_players.players)
        last_opponents = context.last_tables.opponents(slug)
        if last_opponents:
            self.plan.seat_last_table(last_opponents)
        self.shows_more = False
        """Whether the deal number is shown."""
        self._load_fair_table()

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

    def head_to_head(self, character: str) -> HeadToHead:
        """Return the matches that the player and a character have won against each other."""
        known = self.context.statistics.heads_to_heads(self.slug, self.context.settings.name)
        return known.get(character, HeadToHead(0, 0))

    def make_record(self) -> Record:
        """Return the record of the match to begin."""
        return Record(self.slug, self.seats, self.seed, self.options, self.chairs)

    def set_seed(self, seed: int) -> None:
        """Set the deal number, which also seeds random choices on this screen."""
        self.seed = seed
        self._rng = Rng(seed)

    def set_seats(self, seats: int) -> None:
        """Set the number of players. Their control stays where it is, also if a scrolling list moves or replaces it."""
        self.seats = seats
        self.chosen_seat = min(self.chosen_seat, seats - 1)
        top_before = self._seat_count_top
        self.refresh()
        view = self.root.find("list")
        if isinstance(view, ScrollView):
            view.scroll(self._seat_count_top - top_before)

    @property
    def _seat_count_top(self) -> float:
        """Position of the upper edge of the control for the number of players, logical pixels; 0 without one."""
        control = self.root.find("seats")
        return 0.0 if control is None else self.root.place_of(control).screen_area.top

    def seat_character(self, slug: str) -> None:
        """Give the chosen chair to a computer player; see ``SeatPlan.seat_waiting_character``."""
        if self.plan.seat_waiting_character(self.chosen_seat, slug):
            self.refresh()

    def seat_person(self) -> None:
        """Give the chosen chair to a person."""
        self.plan.seat_person(self.chosen_seat, self.plan.next_known_or_new_person(self.own_chair.portrait))
        self.refresh()

    def set_level(self, level: str) -> None:
        """Set the level of the computer player in the chosen chair."""
        self.plan.set_level(self.chosen_seat, level)
        self._change_fair_table(chosen=False)

    def set_all_levels(self, level: str) -> None:
        """Set the level of all computer players."""
        self.plan.set_all_levels(level)
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

    def _load_fair_table(self) -> None:
        """Load the fair table of the player's name, whose opponents adapt to the player, or begin one."""
        found = self.context.fair_tables.find(self.slug, self.context.settings.name)
        self.fair_table = found or self._new_fair_table()
        self.plan.fair_strength = self.fair_table.level if self.fair_table.chosen else ""

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
            self.context.fair_tables.save(self.slug, self.fair_table)
        self.plan.fair_strength = self.fair_table.level if self.fair_table.chosen else ""
        self.refresh()

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
        self.refresh()

    def set_name(self, name: str) -> None:
        """Set the name of the person in the chosen chair."""
        if self.chosen_seat == 0:
            self.context.rename_player(name, self._reload_player)
            self._load_fair_table()
        else:
            self.plan.change_other_person(self.chosen_seat, name=name)
        self.refresh()

    def _reload_player(self) -> None:
        self._load_fair_table()
        self.refresh()

    @property
    def _typed_name(self) -> str | None:
        """Name of the person in the chosen chair while it is typed; None while it isn't."""
        field = self.root.find("name")
        return collapse_spaces(field.text) if isinstance(field, TextField) and field.is_editing else None

    def prerender(self, phase: PrerenderPhase) -> bool:
        """Prerender the match table's background and first deal, which the next screen shows."""
        if phase != "still":
            return False
        look = self.context.renderer_for(1.0)
        if self._table_drawings is None:
            geometry = LAYOUTS[self.slug].geometry.for_seats(self.seats)
            self._table_drawings = prerender_first_deal(look, geometry, self._portraits())
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

    def toggle_more(self) -> None:
        """Show or hide the deal number."""
        self.shows_more = not self.shows_more
        self.refresh()

    def randomise_seed(self) -> None:
        self.set_seed(self.context.new_seed())
        self.refresh()

    # --- widgets ----------------------------------------------------------------------------------------------------

    @property
    def seats_in_view_order(self) -> Sequence[int]:
        return range(self.seats)

    @property
    def min_side_by_side_heights(self) -> Sequence[tuple[int, float]]:
        return _MIN_HEIGHTS_FAIR if self.fair_table.chosen else _MIN_HEIGHTS

    @property
    def table_cards(self) -> str:
        return LAYOUTS[self.slug].match_setup_cards

    def compose_chair_panel(self, width: float) -> Column:
        return seating_panel(self, self.context.words, width=width, is_tall=self.has_large_portraits)

    def compose_header(self) -> Row:
        # the home button, the game's name, a hint, the lesson and the rules
        words = self.context.words
        return self.header(
            "house",
            words(f"{self.slug}.title"),
            words("app.results.home"),
            header_hint(words("app.seating.ask")),
            Spacer(),
            self._compose_lesson_button() if has_lesson(self.slug) else None,
            Link(words("app.table.rules"), self.open_rules).with_layout("rules", margin=(20, 4, 0, 0)),
        )

    def _compose_lesson_button(self) -> Widget:
        """Return the button for the game's lesson, as an icon in a narrow space.

        It is a link if the player knows the game, and where the house rules change the goal that the lesson teaches.
        """
        words = self.context.words
        button: Button | Link = Link(words("app.lesson.title"), self.open_lesson, icon="learn")
        if not is_game_known(self.context, self.slug) and self.game.goal_text_key(self.options) == "goal":
            button = Button(words("app.lesson.offer"), self.open_lesson, icon="learn", small=True)
            button.is_chosen = True
        icon = IconButton("learn", self.open_lesson, name=words("app.lesson.offer"))
        either = FirstThatFits(button.with_layout("lesson"), icon.with_layout("lesson"))
        return either.with_layout(shrink_order=2, margin=(20, 4, 0, 0))

    def make_plate(self, seat: int, *, shows_level: bool) -> SeatPlate:
        words, chair = self.context.words, self.chairs[seat]
        if chair.who == PERSON:
            chair = self.own_chair if seat == 0 else chair
            typed = self._typed_name if seat == self.chosen_seat else None
            portrait = chair.portrait
            name = (chair.name if typed is None else typed) or self.placeholder_name(seat)
            short = seat > 0 and not shows_level
            fact = Fact(words("app.seating.someone.where" if short else "app.seating.here"))
        else:
            portrait, name = chair.who, CHARACTERS[chair.who].name
            level = level_name(words, chair.level) if shows_level else ""
            fact = Fact(level, level=strength_of(chair.level) + 1)
        on_click, is_chosen = partial(self.choose_chair, seat), seat == self.chosen_seat
        return SeatPlate(portrait, name, [fact], is_turn=is_chosen, opens_menu=True, on_click=on_click)

    def compose_column(self) -> Column:
        play_height, bottom = (84.0, 12.0) if self.has_large_portraits else (68.0, 0.0)
        return Column(
            self._compose_rules().with_layout(grow=1, basis=0),
            self._compose_deal_panel().with_layout(margin=(0, 16, 0, 20)),
            self.make_main_button(is_large=True).with_layout("main", height=play_height, margin=(0, 0, 0, bottom)),
        )

    def compose_settings_below_table(self) -> Sequence[Widget]:
        return [self._compose_deal_panel().with_layout(margin=(0, 16, 0, 16)), self._compose_rules()]

    def make_main_button(self, *, is_large: bool = False) -> Button:
        words, style = self.context.words, "play" if is_large else "heading"
        play = Button(
            words("app.seating.play"),
            self.begin_match,
            kind="primary",
            icon="play",
            key_hint=words("app.key.enter"),
            style=style,
        )
        play.icon_size, play.gap = (28, 16) if is_large else (24, 12)
        return play

    def make_side_button(self) -> Button:
        words, count = self.context.words, len(changed_options(self.options))
        label = words("app.table.house_rules", n=count) if count else words("app.table.standard_rules")
        return Button(label, self.open_house_rules, icon="rules", small=True)

    def _compose_rules(self) -> Column:
        words, rules = self.context.words, changed_rule_names_and_helps(self.context.words, self.slug, self.options)
        text = words("app.seating.rules_change")
        change = Button(text, self.open_house_rules, kind="light", icon="rules", small=True)
        return rules_paper(
            words,
            self.slug,
            rules,
            change.with_layout("change rules"),
            top=18,
            gap=0,
            preset_choice=self._compose_preset_choice(),
        )

    def _compose_preset_choice(self) -> Stepper:
        """Return the choice among the game's presets and the player's own; other house rules come last."""
        words, presets = self.context.words, [*built_in_presets(self.game), *self.presets.presets]
        labels = [preset_name(words, self.slug, preset) for preset in presets]
        index = next((i for i, preset in enumerate(presets) if preset.options == self.options), len(presets))
        if index == len(presets):
            labels.append(words("app.seating.own_rules"))

        def choose(chosen_index: int) -> None:
            if chosen_index < len(presets):
                self.options = presets[chosen_index].options
                self.context.profile.save_options(self.slug, self.options)
                self.refresh()

        choice = Stepper(labels, index, choose, standard_index=0)
        return choice.with_layout("preset", name=words("app.preset.title"))

    def _compose_deal_panel(self) -> Column:
        """Return the panel for the level of all opponents, the number of players if selectable, and the deal number."""
        words, can_set_seats = self.context.words, len(self.game.seats_allowed) > 1
        has_levels = sum(chair.who != PERSON for chair in self.chairs) > 1
        return Column(
            self._compose_common_level().with_layout(height=46) if has_levels else None,
            # last, so that it stays where it is at the bottom of the column when the level comes and goes
            self._compose_seat_count().with_layout(height=46) if can_set_seats else None,
            MoreLink(words("app.button.more"), self.toggle_more, is_open=self.shows_more).with_layout(
                margin=(0, 10, 0, 10)
            ),
            self._compose_deal_number().with_layout(height=44) if self.shows_more else None,
            gap=12,
            padding=(20, 14, 20, 10),
            background=Panel(),
        )

    def _compose_deal_number(self) -> Row:
        words = self.context.words
        title, note = words("app.seating.deal_number"), words("app.seating.deal_number_note")
        number = TextField(
            str(self.seed),
            max_length=_MAX_SEED_DIGITS,
            is_allowed=str.isdecimal,
            on_commit=self._set_typed_seed,
            on_enter=lambda _: self.begin_match(),
            format_text=group_digits,
            placeholder=group_digits(str(self.seed)),
        )
        label = FirstThatFits(
            Column(Text(title, "strong_body"), Text(note, "plate", MUTED).with_layout(margin=(0, 3, 0, 2))),
            Text(title, "strong_body", wraps=True),
        )
        surprise = words("app.seating.surprise")
        dice = IconButton("dice", self.randomise_seed, name=surprise)
        return Row(
            label.with_layout(grow=1, margin=(0, 0, 4, 0)),
            number.with_layout("deal number", name=title, basis=128, grow=1, max_length=140, margin=(0, 0, 8, 0)),
            dice.with_layout("random deal", name=f"{title}: {surprise}"),
        )

    def _compose_common_level(self) -> Row:
        """Return the choice of one level for all computer players; none is chosen while their levels differ."""
        words, level = self.context.words, self.plan.common_level()
        labels = [words(f"app.level.{one}") for one in LEVELS]
        chosen_index = LEVELS.index(level) if level in LEVELS else -1
        choice = Segmented(labels, chosen_index, lambda i: self.set_all_levels(LEVELS[i]))
        choice.with_layout("all levels", name=words("app.seating.all_levels"), grow=1, shrink_order=1, height=46)
        label = Text(words("app.seating.all"), "strong_body").with_layout(shrink_order=0)
        return Row(label, choice, gap=12)

    def _set_typed_seed(self, digits: str) -> None:
        if digits:
            self.set_seed(int(digits))
        self.refresh()

    def _compose_seat_count(self) -> Row:
        allowed, label = list(self.game.seats_allowed), self.context.words("app.seating.players")
        values = list(map(str, allowed)), allowed.index(self.seats), lambda i: self.set_seats(allowed[i])
        choice: Widget = Stepper(*values).with_layout("seats", name=label)
        if len(allowed) <= _MAX_SEGMENTS:
            width = max(46.0, self.renderer.min_target_size) * len(allowed) + 6
            choice = FirstThatFits(Segmented(*values).with_layout("seats", name=label, width=width, height=46), choice)
        return Row(Text(label, "strong_body").with_layout(grow=1), choice, gap=20)

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
        self.presets.load()
        self.refresh()

    def begin_match(self) -> None:
        """Begin the match; if this game has a saved match, ask first."""
        begin_or_ask(self.context, self.slug, self._begin_now)

    def _begin_now(self) -> None:
        if not should_show_goal(self.context, self.slug):  # otherwise the table offers the lesson
            mark_goal_seen(self.context, self.slug)
        self._save_table(has_begun=True)
        self.context.go(MatchTable(self.make_record()))

    def _save_table(self, *, has_begun: bool) -> None:
        """Save who sits where, for the next match of this game."""
        self.context.hot_seat_players.replace_players(self.plan.persons_to_remember())
        self.context.last_tables.save(self.slug, self.plan.opponents(), has_begun=has_begun)

    def on_leave(self) -> None:
        super().on_leave()
        self._save_table(has_begun=False)

    def confirm(self) -> None:
        self.begin_match()

    def back(self) -> None:
        self.context.go(Home())
