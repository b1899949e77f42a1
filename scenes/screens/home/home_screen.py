"""The home screen: games, matches in progress, and buttons for all other screens."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Literal, NamedTuple

import pygame
from pygame import Surface

from engine.characters import CHARACTERS
from engine.games import GAMES
from engine.languages import LANGUAGES
from engine.local_time import year_month_day
from engine.match.record import PERSON
from engine.options import options_of
from engine.profile.match_summary import MatchSummary
from engine.profile.visited_tables import VisitedTable
from engine.settings import Settings
from scenes.render import timing
from scenes.render.backgrounds import home_bottom_edge_height
from scenes.render.renderer import Renderer
from scenes.render.space import ScenePos
from scenes.render.theme import CREAM, TITLE_TEXT
from scenes.screens.home.calendar_button import CalendarButton, CalendarContent, PipState
from scenes.screens.home.daily_deal import daily_deals_dialog, daily_state, today_ordinal
from scenes.screens.home.game_card import GameCard, GameCards
from scenes.screens.home.new_match_button import NewMatchButton
from scenes.screens.home.ribbon import Ribbon
from scenes.screens.home.strip_button import StripButton
from scenes.shell.context import Context
from scenes.shell.destinations import (
    AboutPage,
    Action,
    IncomingRules,
    LastTable,
    Lessons,
    OnlineLobby,
    ReplayList,
    ResumedTable,
    RulesPage,
    Seating,
    SettingsPage,
    StatisticsPage,
)
from scenes.shell.dialog import Dialog, DialogButton
from scenes.shell.drop import open_drop_offer, read_drop
from scenes.shell.scene import PrerenderPhase
from scenes.shell.screen import MARGIN, Screen, ShadowedText
from scenes.text.dates import day_text
from scenes.text.option_texts import OptionTexts
from scenes.text.player_names import online_table_name
from scenes.ui.accessible_elements import AccessibleElement, text_element
from scenes.ui.boxes import Column, Row, Spacer, Stack
from scenes.ui.node import UNLIMITED, LayoutConstraints, Size
from scenes.ui.timeline import Tween
from scenes.ui.widgets import Button, IconButton, IconImage, Widget, key_label

_SHORTCUTS = {"statistics": pygame.K_s, "about": pygame.K_F1}
"""Icon of a button -> its shortcut key."""
_LANGUAGE_OPTION = next(choice for choice in options_of(Settings) if choice.name == "language")
_FIRST_UPDATE_CHECK_MS = 1_500.0
"""Milliseconds on the screen before the first automatic update check."""
_CHECK_INTERVAL_MS = 20_000.0
"""Milliseconds between checks for a new day, and between checks whether an update check is due."""
_DEAL_MS = (len(GAMES) - 1) * timing.DEAL_INTERVAL_MS + timing.HOME_TILE_FLIGHT_MS
"""Duration in which all cards are dealt."""


class HeadLayout(NamedTuple):
    """Vertical layout of the home screen's logo, name and game cards for a range of canvas heights, logical pixels."""

    min_canvas_height: float
    """Minimum height of the canvas."""
    name_style: str
    logo_size: float
    name_centre_y: float
    """Vertical centre of the application's name."""
    tagline_top: float
    """Top of the line below the name."""
    cards_top: float
    """Top of the cards."""
    strip_gap: float
    """Space between the cards and the wooden edge."""


class StripButtonSizes(NamedTuple):
    """Size variant of the buttons on the home screen's wooden edge."""

    label_style: str
    """Text style of the button labels."""
    min_button_width: float
    """Minimum width of a button."""
    button_padding: float
    button_gap: float
    short_calendar: bool = False
    """Whether the calendar shows the date alone."""
    resume_form: Literal["whole", "label", "icon"] = "whole"
    """Content of the button that resumes a match: two lines, one line, or the icon."""


_STRIP_BUTTON_SIZES = (
    StripButtonSizes("tile", 92, 8, 10),
    StripButtonSizes("tile", 76, 7, 8),
    StripButtonSizes("tile", 60, 6, 7, short_calendar=True),
    StripButtonSizes("tile", 54, 5, 6, short_calendar=True, resume_form="label"),
    StripButtonSizes("tile_small", 48, 4, 5, short_calendar=True, resume_form="label"),
    StripButtonSizes("tile_small", 44, 3, 4, short_calendar=True, resume_form="icon"),
)

_HEAD_LAYOUTS = (
    HeadLayout(640, "wordmark", 66, 73, 114, 174, 56),
    HeadLayout(440, "result", 50, 46, 74, 122, 30),
    HeadLayout(0, "title", 40, 29, 48, 88, 20),
)


class Tagline(Widget):
    """Line below the application's name about the raised game card, the hovered calendar, or else the application."""

    def __init__(self, get_text: Callable[[], str]) -> None:
        super().__init__()
        self.get_text = get_text

    @property
    def string(self) -> str:
        """Current text of the home screen's tagline."""
        return self.get_text()

    def measure(self, renderer: Renderer, constraints: LayoutConstraints) -> Size:
        return Size(constraints.max_width, renderer.text_surface_height("lead"))

    def as_accessible(self) -> AccessibleElement | None:
        return text_element(self.string)

    def draw(self, renderer: Renderer, target: Surface) -> None:
        line = renderer.text(self.string, "lead", CREAM, max_width=self.rect.width)
        renderer.blit(target, line, *self.rect.midtop, "midtop")


_CORNER_GAP = 16.0
"""Gap between the two buttons in the corner, so that a finger meets only one of them in the smallest window."""


class CornerButton(IconButton):
    """Icon button in a corner of the home screen, without a box until it is hovered or focused."""

    def draw(self, renderer: Renderer, target: Surface) -> None:
        if self.hovered or self.pressed or self.is_chosen or self.focused:
            super().draw(renderer, target)
        else:
            renderer.blit(target, renderer.icon(self.icon, self.size * 24 / 44, CREAM), *self.rect.center, "center")


class HomeScreen(Screen):
    """The home screen.

    Args:
        context: the application.
        animates_deal: whether the cards are dealt onto the table, as at the start of the application.
    """

    background = "home"
    min_size = (600.0, 340.0)
    accepted_drops = frozenset({"match", "rules"})

    def __init__(self, context: Context, *, animates_deal: bool = False) -> None:
        super().__init__(context)
        if animates_deal:
            self.timeline.start("deal", Tween(_DEAL_MS))
        self._shown_day = 0
        """Day of the daily deals shown."""
        self._glow_drawn = False
        """Whether shadow and glow of a raised card are prerendered."""
        self._has_checked_updates = False
        """Whether the update checker is in use; before, it is not even imported."""
        self.timeline.call_later("date", _CHECK_INTERVAL_MS, self._check_date)

    def handle_drop(self, event: pygame.Event) -> None:
        """Open a file dropped on the window: a match in the list of matches, house rules on their game's screen."""
        what = read_drop(self.context.words, event)
        if what.kind == "match":
            self.context.go(ReplayList(incoming_text_and_source=(what.text, what.source_name)))
        elif what.kind == "rules":
            self.context.open(IncomingRules(what.text, what.source_name))
        else:
            open_drop_offer(self.context, what)

    def on_leave(self) -> None:
        for card in self._cards:
            card.free_pictures()
        if self._checks_updates:
            self.context.update_checker.cancel_auto_check()

    # --- the tree ---------------------------------------------------------------------------------------------------

    def external_state(self) -> object:
        update_revision = self.context.update_checker.state_revision if self._has_checked_updates else -1
        return self.context.saved_matches.revision, self._visited_table, self._checks_updates, update_revision

    @property
    def _visited_table(self) -> VisitedTable | None:
        """Online table with the player's running match; None for none."""
        return self.context.visited.current

    def refresh(self) -> None:
        self._glow_drawn = False
        self._shown_day = today_ordinal(self.context)
        if self._checks_updates and not self.timeline.is_running("updates"):
            self.timeline.call_later("updates", _FIRST_UPDATE_CHECK_MS, self._check_for_updates)
        super().refresh()

    def compose(self) -> Widget:
        renderer, words = self.renderer, self.context.words
        head = next(head for head in _HEAD_LAYOUTS if renderer.height >= head.min_canvas_height)
        strip_height = home_bottom_edge_height(renderer.height)
        side_margin = max(20.0, min(52.0, renderer.width * 0.05 - 12))
        brand = Row(
            IconImage("brand", head.logo_size),
            ShadowedText(words("app.title"), head.name_style, TITLE_TEXT, renderer.width),
            gap=head.logo_size * 0.3,
        )
        brand.with_layout(height=head.logo_size, margin=(0, head.name_centre_y - head.logo_size / 2, 0, 0))
        tagline_gap = head.tagline_top - head.name_centre_y - head.logo_size / 2
        tagline = Tagline(self._tagline).with_layout(margin=(20, tagline_gap, 20, 0))
        above = Column(brand.with_layout(align="center"), tagline).with_layout(height=head.cards_top)
        games = Column(
            Spacer().with_layout(grow=0.275),
            above,
            Spacer().with_layout(grow=0.225),
            self._game_cards().with_layout(shrink_order=1, margin=(side_margin, 0, side_margin, 0)),
            Spacer().with_layout(grow=0.5),
            padding=(0, 0, 0, strip_height + head.strip_gap),
        )
        about = self._about_button((renderer.width - brand.desired_size(renderer, UNLIMITED).width) / 2)
        languages = CornerButton("language", self.open_languages, name=words("settings.language.name"))
        corner = Row(
            Spacer(),
            languages.with_layout("language"),
            about.with_layout("about"),
            gap=_CORNER_GAP,
            padding=(0, 0, MARGIN, 0),
        )
        strip = self._strip(renderer.width - 2 * side_margin, max(50.0, min(64.0, strip_height - 28)))
        strip_top = renderer.height - strip_height + 4
        return Stack(
            games,
            Column(corner.with_layout(height=2 * min(head.name_centre_y, MARGIN + 22))),
            Column(strip.with_layout(grow=1.0), padding=(side_margin, strip_top, side_margin, 0)),
        )

    def _tagline(self) -> str:
        """Return the line below the name. Wide cards show their tagline themselves."""
        raised = next((game for game in self._cards if game.is_raised and not game.shows_tagline), None)
        if raised:
            return raised.tagline
        day = self.root.find("day")
        return (day.hover_text if isinstance(day, CalendarButton) else "") or self.context.words("app.home.tagline")

    def _about_button(self, max_width: float) -> IconButton | Button:
        """Return the button for the about page; it names a newer version."""
        newer = self.context.update_checker.newer_version if self._checks_updates and self._has_checked_updates else ""
        text = self.context.words("about.out", version=newer) if newer else self.context.words("about.title")
        about: Button | IconButton = Button(text, self.open_about, icon="info", small=True)
        if not newer or about.preferred_size(self.renderer)[0] + MARGIN + 44 + 2 * _CORNER_GAP > max_width:
            about = CornerButton("info", self.open_about, name=text, key_hint=key_label(_SHORTCUTS["about"]))
            about.is_chosen = bool(newer)
        about.shortcut = _SHORTCUTS["about"]
        return about

    @property
    def _checks_updates(self) -> bool:
        """Whether the player has enabled automatic update checks."""
        return self.context.settings.look_for_updates

    @property
    def _cards(self) -> list[GameCard]:
        return [one.node for one in self.root.placed if isinstance(one.node, GameCard)]

    def _game_cards(self) -> GameCards:
        """Return the cards of all games; those with a match in progress continue it, with a button for another."""
        words, saves, settings = self.context.words, self.context.saved_matches, self.context.settings
        cards, buttons = list[GameCard](), list[NewMatchButton]()
        for i, slug in enumerate(GAMES):
            title, faces, ribbon = words(f"{slug}.title"), list[str](), None
            saved = saves.summary(slug)
            if saved is not None:
                key = "day" if saved.daily_deal_day else "deal" if saved.deal_number else "match"
                text = words.for_game(slug)(f"app.home.ribbon.{key}", n=saved.deal_number)
                opponents = [chair.who for chair in saved.chairs if chair.who in CHARACTERS]
                name = words.join_commas([title, text, *(CHARACTERS[who].name for who in opponents)])
                persons = [chair.portrait for chair in saved.chairs if chair.who == PERSON and chair.portrait]
                faces = [*(persons or [settings.portrait]), *opponents]
                ribbon = Ribbon(text, words("app.home.continue"), name)
                button = NewMatchButton(words("app.home.new"), partial(self.open_seating, slug))
                buttons.append(button.with_layout(slug, name=words("app.home.new_of", game=title)))
            card = GameCard(
                slug,
                (title, words(f"{slug}.tagline"), words(f"{slug}.players")),
                partial(self.open_seating if ribbon is None else self.resume, slug),
                reduced_motion=settings.reduced_motion,
                player_portraits=faces,
                ribbon=ribbon,
                get_deal_animation_progress=partial(self._deal_progress, i),
            )
            cards.append(card.with_layout(slug))
        return GameCards(cards, buttons)

    def _calendar_content(self) -> CalendarContent | None:
        """Return the content of the calendar button; None if the date is out of Python's range."""
        context, words = self.context, self.context.words
        if not self._shown_day:
            return None
        pips: list[PipState] = []
        for slug in GAMES:
            state = daily_state(context, slug, self._shown_day)
            new: PipState = "later" if "next" in pips else "next"
            pips.append("waits" if state.is_saved else new if state.kind == "new" else "done")
        _, month, day = year_month_day(self._shown_day)
        done = words("app.daily.leaf", date=day_text(words, self._shown_day), n=pips.count("done"), of=len(pips))
        return CalendarContent(words("app.daily.title"), words(f"app.month.{month}"), str(day), pips, done)

    def _strip(self, max_width: float, button_height: float) -> Row:
        """Return the buttons on the wooden edge, in the first size variant that fits."""
        today = self._calendar_content()
        for form in _STRIP_BUTTON_SIZES:
            resume = day = None
            if self._primary_action is not None:
                resume = self._resume_button(self._primary_action, form, button_height).with_layout("resume")
            if today is not None:
                height = button_height + 8
                day = CalendarButton(today, self.open_daily_deals, is_short=form.short_calendar, height=height)
                day.with_layout("day")
            left = Row(resume, day, gap=max(form.button_gap, 10.0))
            tiles = Row(*self._make_strip_buttons(form, button_height), gap=form.button_gap)
            row = Row(left, Spacer(), tiles, gap=1.5 * form.button_gap)
            if row.desired_size(self.renderer, UNLIMITED).width <= max_width:
                break
        return row

    def _make_strip_buttons(self, sizes: StripButtonSizes, height: float) -> list[StripButton]:
        words = self.context.words
        button_specs = (
            ("people", "online.tile", self.open_online_lobby_or_table),
            ("clock", "app.replay.title", self.open_replays),
            ("statistics", "app.stats.title", self.open_statistics),
            ("learn", "app.lesson.learn", self.open_lessons),
            ("rules", "app.reader.title", self.open_rules_of_raised_card),
            ("settings", "app.home.settings", self.open_settings),
            ("quit", "app.home.quit", self.context.quit),
        )
        tiles = []
        for icon, text, on_click in button_specs:
            tile = StripButton(
                icon,
                words(text),
                on_click,
                style=sizes.label_style,
                min_width=sizes.min_button_width,
                padding=sizes.button_padding,
                height=height,
            )
            tile.shortcut = _SHORTCUTS.get(icon)
            tiles.append(tile.with_layout(icon))
        return tiles

    @property
    def _primary_action(self) -> Action | None:
        """Action of the large button: rejoin the online match, else resume the latest saved match, else begin a match
        at the last table; None for none."""
        if self._visited_table is not None:
            return self.rejoin_online_table
        if self.context.saved_matches.games:
            return self.resume
        return self.begin_at_last_table if self.context.last_tables.latest_game else None

    def _resume_button(self, on_click: Action, sizes: StripButtonSizes, height: float) -> Button:
        """Return the large button, which resumes a match or begins one at the last table."""
        words, slug = self.context.words, self.context.last_tables.latest_game
        is_new = on_click == self.begin_at_last_table
        label, second_line = words("app.results.rematch" if is_new else "app.home.continue"), ""
        if sizes.resume_form == "whole":
            second_line = words(f"{slug}.title") if is_new else self._resume_second_line()
        button = Button(
            label if sizes.resume_form != "icon" else "",
            on_click,
            kind="primary",
            icon="play",
            second_line=second_line,
            style="button_large" if height >= 64 and sizes.resume_form == "whole" else "button_small",
            height=height + 8,
        )
        button.gap, button.padding = (14, 22) if sizes.resume_form == "whole" else (8, 12)
        if is_new:
            opponents = [chair.who for chair in self.context.last_tables.opponents(slug) if chair.who in CHARACTERS]
            names = [CHARACTERS[who].name for who in opponents]
            return button.with_layout(name=words.join_commas([label, words(f"{slug}.title"), *names]))
        return button.with_layout(name=label if sizes.resume_form == "icon" else "")

    def _resume_second_line(self) -> str:
        """Return the second line of the resume button: the online table's host, or the deal of the saved match."""
        if self._visited_table is not None:
            return online_table_name(self.context.words, self._visited_table.host)
        slug = self.context.saved_matches.games[0]
        words = self.context.words.for_game(slug)
        saved = self.context.saved_matches.summary(slug) or MatchSummary()
        second = (
            "app.daily.saved" if saved.daily_deal_day else "app.home.saved" if saved.deal_number else f"{slug}.title"
        )
        return words(second, game=words(f"{slug}.title"), n=saved.deal_number)

    # --- actions ---------------------------------------------------------------------------------------------------

    def open_seating(self, slug: str) -> None:
        self.context.go(Seating(slug))

    def open_daily_deals(self) -> None:
        self.context.open(daily_deals_dialog(self.context))

    def resume(self, slug: str = "") -> None:
        """Resume the saved match of a game, by default the one played last."""
        self.context.go(ResumedTable(slug))

    def begin_at_last_table(self) -> None:
        """Begin a match with game and opponents of the last one."""
        self.context.go(LastTable(self.context.last_tables.latest_game))

    def rejoin_online_table(self) -> None:
        """Rejoin the online table with the player's running match."""
        if self._visited_table is not None:
            self.context.go(OnlineLobby(self._visited_table.link))

    def open_rules_of_raised_card(self) -> None:
        """Open the rules of the game whose card is hovered or focused, else of the match saved last."""
        hot = next((card.slug for card in self._cards if card.is_raised), "")
        self.context.open(RulesPage(hot or next(iter((*self.context.saved_matches.games, *GAMES)))))

    def open_online_lobby_or_table(self) -> None:
        """Open the online lobby, or the joined table."""
        self.context.go(OnlineLobby())

    def open_statistics(self) -> None:
        self.context.open(StatisticsPage())

    def open_replays(self) -> None:
        self.context.go(ReplayList())

    def open_lessons(self) -> None:
        self.context.open(Lessons())

    def open_settings(self) -> None:
        self.context.open(SettingsPage())

    def open_languages(self) -> None:
        """Open a list of all languages, each with its own name; the one in use comes first."""
        texts, words = OptionTexts(self.context.words, "settings"), self.context.words
        order = sorted(LANGUAGES, key=lambda one: (one != words.language, LANGUAGES.index(one)))
        buttons = [
            DialogButton(
                texts.value(_LANGUAGE_OPTION, one), partial(self._set_language, one), "check" if i == 0 else ""
            )
            for i, one in enumerate(order)
        ]
        self.context.open(Dialog(self.context, texts.name(_LANGUAGE_OPTION), (), buttons, is_stacked=True, width=420))

    def _set_language(self, language: str) -> None:
        settings = self.context.settings
        self.context.change_settings(replace(settings, language=language))

    def open_about(self) -> None:
        self.context.open(AboutPage())

    def confirm(self) -> None:
        if self._primary_action is not None:
            self._primary_action()

    # --- events and time --------------------------------------------------------------------------------------------

    def handle(self, event: pygame.Event, pos: ScenePos) -> bool:
        if event.type in (pygame.KEYDOWN, pygame.MOUSEBUTTONDOWN):
            self.timeline.stop("deal")
        used = super().handle(event, pos)
        if event.type == pygame.MOUSEMOTION and event.dict.get("rel") == (
            0,
            0,
        ):  # synthetic: opened under the pointer
            for card in self._cards:
                card.skip_emblem_motion()
            self._end_card_animations()
        return used

    def _deal_progress(self, index: int) -> float | None:
        """Return the progress of a card's flight: negative before its start, None after its end."""
        elapsed_ms = self.timeline.progress("deal") * _DEAL_MS
        progress = (elapsed_ms - index * timing.DEAL_INTERVAL_MS) / timing.HOME_TILE_FLIGHT_MS
        return None if progress >= 1 else progress

    def _end_card_animations(self) -> None:
        for card in self._cards:
            card.update(0)

    def update(self, elapsed_ms: float) -> bool:
        changed = super().update(elapsed_ms)
        if not self.context.is_top(self):
            self.timeline.stop("deal")
            return changed
        moved = [card.update(self.context.speed * elapsed_ms) for card in self._cards]
        return any(moved) or changed

    def _check_date(self) -> bool:
        """Show the daily deals of a new day; return whether it has begun."""
        self.timeline.call_later("date", _CHECK_INTERVAL_MS, self._check_date)
        has_begun = today_ordinal(self.context) != self._shown_day
        if has_begun:
            self.refresh()
        return has_begun

    def _check_for_updates(self) -> bool:
        """Check for updates if the player still wants that and it is due; the result is shown later."""
        if self._checks_updates:
            self.timeline.call_later("updates", _CHECK_INTERVAL_MS, self._check_for_updates)
            self._has_checked_updates = True
            self.context.update_checker.check_if_due()
        return False

    def prerender(self, phase: PrerenderPhase) -> bool:
        """Prerender the game cards before they are seen or dealt, then glow and emblems of raised cards."""
        if phase == "opening" or self.timeline.is_running("deal"):
            return any(card.prerender(self.renderer) for card in self._cards)
        if phase == "still" and not self._glow_drawn and self._cards:
            self._glow_drawn = True
            self._cards[0].prerender_glow(self.renderer)  # all cards share one size
            return True
        return any(card.prerender_emblem(self.renderer) for card in self._cards)

    def draw(self, surface: Surface) -> None:
        super().draw(surface)
        if self.timeline.is_running("deal"):
            with self.renderer.shift(-self.pan.x, -self.pan.y):
                for card in self._cards:
                    card.draw_flying(self.renderer, surface)

    @property
    def is_animating(self) -> bool:
        return super().is_animating or any(card.is_moving_in_place for card in self._cards)

    def finish_animations(self) -> None:
        super().finish_animations()
        self._end_card_animations()
