"""The home screen: the games, the saved match, and the ways to all other screens."""

from functools import partial
from typing import Literal, NamedTuple

import pygame
from pygame import FRect, Surface

from engine.games import GAMES
from engine.match.record import PERSON
from engine.moments import year_month_day
from engine.people import CHARACTERS
from engine.profile.glimpse import Glimpse
from engine.profile.visited import VisitedTable
from scenes.home.day import days_dialog, state_of, today
from scenes.home.day_leaf import DayLeaf, Pip, Today
from scenes.home.game_card import WIDTH, GameCard, fitting
from scenes.home.ribbon import Ribbon
from scenes.home.tile import Tile
from scenes.look import speeds
from scenes.look.backgrounds import home_strip
from scenes.look.look import Look
from scenes.look.theme import CREAM, TITLE
from scenes.look.widgets import Button, IconButton, IconPicture, Pos, Widget, key_name
from scenes.shell.context import Context
from scenes.shell.destinations import (
    AboutPage,
    Friends,
    IncomingRules,
    Lessons,
    ReplayList,
    Resume,
    RulesPage,
    Seating,
    SettingsPage,
    StatisticsPage,
)
from scenes.shell.dropped import dropped, offer
from scenes.shell.scene import Moment
from scenes.shell.screen import MARGIN, Screen, Title
from scenes.text.dates import date_of_day
from scenes.text.people import whose_table

_KEYS = {"statistics": pygame.K_s, "about": pygame.K_F1}
"""Icon of a button on the wooden edge -> its shortcut."""
_TILT = 0.8
"""Degrees by which each card leans more than its neighbour towards the middle."""
_DROP = 3.0
"""Drop of the cards next to the middle one; grows with the square of the distance."""
_FIRST_LOOK = 1_500.0
"""Milliseconds on the screen before it is looked for a new version, if the player has switched that on."""
_DATE_CHECK = 20_000.0
"""Milliseconds between checks of the date, as midnight may pass while the screen is open."""
_STEP = 290.0
"""Maximum distance from card to card, for cards of the usual width."""


class Head(NamedTuple):
    """Size of the program's name and positions of what is below it, logical pixels."""

    least: float
    """Minimum height of the canvas."""
    style: str
    house: float
    name: float
    """Middle of the name."""
    tagline: float
    """Upper edge of the line below it."""
    cards: float
    """Upper edge of the cards."""
    foot: float
    """Space between the cards and the wooden edge."""


class StripForm(NamedTuple):
    """How much the buttons of the wooden edge show."""

    style: str
    """Of the names of the buttons."""
    least: float
    """Minimum width of a button."""
    pad: float
    gap: float
    short: bool = False
    """The leaf shows the day alone."""
    resume: Literal["whole", "label", "icon"] = "whole"
    """What the button says that continues a match."""


_FORMS = (
    StripForm("tile", 92, 8, 10),
    StripForm("tile", 76, 7, 8),
    StripForm("tile", 60, 6, 7, short=True),
    StripForm("tile", 54, 5, 6, short=True, resume="label"),
    StripForm("tile_small", 48, 4, 5, short=True, resume="label"),
    StripForm("tile_small", 44, 3, 4, short=True, resume="icon"),
)

_HEADS = (
    Head(640, "wordmark", 66, 73, 114, 174, 56),
    Head(440, "result", 50, 46, 74, 122, 30),
    Head(0, "title", 40, 29, 48, 88, 20),
)


class Tagline(Widget):
    """The line below the name, about the program, the raised game or the day."""

    def __init__(self, usual: str, games: list[GameCard], width: float) -> None:
        super().__init__()
        self.usual = usual
        self.games = games
        self.leaf: DayLeaf | None = None
        """The leaf of the day, if there is one."""
        self.width = width

    @property
    def string(self) -> str:
        """The present text. A card with room for its tagline shows it itself."""
        raised = next((game for game in self.games if game.hot and not game.with_tagline), None)
        if raised:
            return raised.tagline
        return self.leaf.said if self.leaf and self.leaf.said else self.usual

    def preferred(self, look: Look) -> tuple[float, float]:
        return self.width, look.text_height("lead")

    def draw(self, look: Look, target: Surface) -> None:
        line = look.text(self.string, "lead", CREAM, max_width=self.width)
        look.blit(target, line, *self.rect.midtop, "midtop")


class CornerButton(IconButton):
    """An icon button whose box appears under the pointer or the focus: the corner stays quiet."""

    def draw(self, look: Look, target: Surface) -> None:
        if self.hovered or self.pressed or self.chosen or self.focused:
            super().draw(look, target)
        else:
            look.blit(target, look.icon(self.icon, self.size * 24 / 44, CREAM), *self.rect.center, "center")


class HomeScreen(Screen):
    """The home screen.

    Args:
        context: the program.
        deals_in: whether the games are dealt onto the table, as when the program starts.
    """

    ground = "home"
    least = (600.0, 340.0)
    takes = frozenset({"match", "rules"})

    def __init__(self, context: Context, *, deals_in: bool = False) -> None:
        super().__init__(context)
        self._cards: list[GameCard] = []
        self._dealt: float | None = 0.0 if deals_in and not context.settings.reduced_motion and context.speed else None
        """Milliseconds since the first card was dealt; None when all of them lie on the table."""
        self._day = 0
        """Day of the deals on offer."""
        self._since_check = 0.0
        """Milliseconds since the last check of the date."""
        self._changes = context.saves.changes
        """Changes of the saved matches that are shown."""
        self._table: VisitedTable | None = None
        """The table of several computers where the player's match goes on, as it is shown."""
        self._glows = False
        """Whether shadow and glow of a raised card are drawn already."""
        self._until_look = _FIRST_LOOK
        """Milliseconds until it is looked for a new version."""
        self._looked = False
        """Whether it was looked, so that the news is known."""
        self._news = -1
        """Number of the last news of new versions that is shown."""

    def drop(self, event: pygame.Event) -> None:
        """Open a dropped match in the list of matches, house rules on the screen of their game."""
        what = dropped(self.context.words, event)
        if what.kind == "match":
            self.context.go(ReplayList(incoming=(what.text, what.file)))
        elif what.kind == "rules":
            self.context.open(IncomingRules(what.text, what.file))
        else:
            offer(self.context, what)

    def leave(self) -> None:
        for card in self._cards:
            card.forget()
        if self._looks:
            self.context.updates.leave_alone()

    # --- widgets ----------------------------------------------------------------------------------------------------

    def build(self) -> None:
        self._glows = False
        self._changes = self.context.saves.changes
        self._table = self.context.visited.playing
        look = self.look
        head = next(head for head in _HEADS if look.height >= head.least)
        strip = home_strip(look.height)
        aside = max(20.0, min(52.0, look.width * 0.05 - 12))
        self._cards = self._build_cards(head, aside, look.height - strip - head.cards - head.foot)
        name = self._build_name(head, self._cards[0].rect.height)
        self.group.add(*self._cards, *self._build_ribbons())
        self._let_fly()
        self._build_about(head, name)
        self._build_strip(aside, look.height - strip / 2 + 2, max(50.0, min(64.0, strip - 28)))

    def _build_name(self, head: Head, high: float) -> FRect:
        """Add the program's name and what is below it; returns the name's area."""
        look, words = self.look, self.context.words
        y = max(0.0, min(card.rect.top for card in self._cards) - head.cards) * 0.55
        name = Title(words("app.title"), head.style, TITLE, look.width)
        wide = name.preferred(look)[0]
        house = IconPicture("brand", head.house)
        gap = head.house * 0.3
        left = (look.width - wide - head.house - gap) / 2
        house.place(look, left, head.name + y, "midleft")
        name.place(look, left + head.house + gap, head.name + y, "midleft")
        self._tagline = Tagline(words("app.home.tagline"), self._cards, look.width - 40)
        self._tagline.place(look, look.width / 2, head.tagline + y, "midtop")
        self.group.add(house, name, self._tagline)
        return name.rect

    def _build_about(self, head: Head, name: FRect) -> None:
        """The way to the page about the program, at the upper right; it says so when there is a new version."""
        look, words = self.look, self.context.words
        newer = self.context.updates.newer if self._looks and self._looked else ""
        text = words("about.out", version=newer) if newer else words("about.title")
        about: Button | IconButton = Button(text, self.open_about, icon="info", small=True)
        if not newer or about.preferred(look)[0] + MARGIN + 12 > look.width - name.right:
            about = CornerButton("info", self.open_about, name=text, key=key_name(_KEYS["about"]))
            about.chosen = bool(newer)
        about.place(look, look.width - MARGIN, min(head.name, MARGIN + 22), "midright")
        about.shortcut = _KEYS["about"]
        self.group.add(about)

    @property
    def _looks(self) -> bool:
        """Whether the player has switched on that it is looked for new versions."""
        return self.context.settings.look_for_updates

    def _build_cards(self, head: Head, aside: float, room: float) -> list[GameCard]:
        """The games in one row, or in two if that makes them larger."""
        look, words = self.look, self.context.words
        count = len(GAMES)
        gap = max(8.0, min(24.0, look.width * 0.025 - 8))
        choices = []
        for rows in (1, 2):
            columns = -(-count // rows)
            between = gap + 10
            widest = (look.width - 2 * aside - (columns - 1) * gap) / columns
            choices.append((rows, columns, *fitting(widest, (room - (rows - 1) * between) / rows)))
        one, two = choices
        rows, columns, wide, high = two if two[2] > one[2] * 1.2 else one
        between = gap + 10
        top = head.cards + max(0.0, room - rows * high - (rows - 1) * between) * 0.5
        before = {card.slug: card for card in self._cards}
        cards = []
        for i, slug in enumerate(GAMES):
            texts = (words(f"{slug}.title"), words(f"{slug}.tagline"), words(f"{slug}.players"))
            row, column = divmod(i, columns)
            gaps = min(columns, count - row * columns) - 1
            step = min(_STEP * wide / WIDTH, (look.width - 2 * aside - wide) / max(1, columns - 1))
            left = (look.width - gaps * step - wide) / 2
            middle = column - gaps / 2
            calm = self.context.settings.reduced_motion
            card = GameCard(slug, texts, middle * _TILT, partial(self.choose, slug), calm=calm)
            if slug in before:
                card.go_on_from(before[slug])
            y = top + row * (high + between) + _DROP * wide / WIDTH * middle**2
            card.rect = FRect(left + column * step, y, wide, high)
            cards.append(card)
        return cards

    def _build_ribbons(self) -> list[Ribbon]:
        """The ways to the matches in progress, each on its game's card."""
        words, saves = self.context.words, self.context.saves
        ribbons = []
        for card in self._cards:
            saved = saves.glimpse(card.slug)
            if saved is None:
                continue
            key = "day" if saved.daily else "deal" if saved.deal else "match"
            text = words.of_game(card.slug)(f"app.home.ribbon.{key}", n=saved.deal)
            company = [CHARACTERS[chair.who].name for chair in saved.chairs if chair.who in CHARACTERS]
            name = words.listed([card.title, text, *company])
            persons = [chair.portrait for chair in saved.chairs if chair.who == PERSON and chair.portrait]
            opponents = [chair.who for chair in saved.chairs if chair.who in CHARACTERS]
            card.faces = (*(persons or [self.context.settings.portrait]), *opponents)
            ribbons.append(Ribbon(card, text, words("app.home.continue"), partial(self.resume, card.slug), name=name))
        return ribbons

    def _today(self) -> Today | None:
        """What the leaf of the day says; None outside the calendar."""
        context, words = self.context, self.context.words
        self._day = today(context)
        if not self._day:
            return None
        pips: list[Pip] = []
        for slug in GAMES:
            state = state_of(context, slug, self._day)
            new: Pip = "later" if "next" in pips else "next"
            pips.append("waits" if state.waits else new if state.kind == "new" else "done")
        _, month, day = year_month_day(self._day)
        done = words("app.daily.leaf", date=date_of_day(words, self._day), n=pips.count("done"), of=len(pips))
        return Today(words("app.daily.title"), words(f"app.month.{month}"), str(day), pips, done)

    def _build_strip(self, aside: float, middle: float, high: float) -> None:
        """The buttons on the wooden edge: in the first form that has room for all of them."""
        look = self.look
        today = self._today()
        for form in _FORMS:
            left: list[Widget] = []
            if self.context.saves.games or self._table is not None:
                left.append(self._resume_button(form, high))
            if today is not None:
                self._tagline.leaf = DayLeaf(today, self.open_days, short=form.short, height=high + 8)
                left.append(self._tagline.leaf)
            tiles = self._tiles(form, high)
            for widget in (*left, *tiles):
                widget.rect.size = widget.preferred(look)
            room = sum(widget.rect.width + form.gap for widget in (*left, *tiles)) + form.gap
            if room <= look.width - 2 * aside:
                break
        x = aside
        for widget in left:
            widget.rect.midleft = (x, middle)
            x = widget.rect.right + max(form.gap, 10.0)
        x = look.width - aside - sum(tile.rect.width + form.gap for tile in tiles) + form.gap
        for tile in tiles:
            tile.rect.midleft = (x, middle)
            x = tile.rect.right + form.gap
        self.group.add(*left, *tiles)

    def _tiles(self, form: StripForm, high: float) -> list[Tile]:
        words = self.context.words
        asked = (
            ("people", "online.tile", self.open_friends),
            ("clock", "app.replay.title", self.open_replays),
            ("statistics", "app.stats.title", self.open_statistics),
            ("learn", "app.lesson.learn", self.open_lessons),
            ("rules", "app.reader.title", self.open_rules),
            ("settings", "app.home.settings", self.open_settings),
            ("quit", "app.home.quit", self.context.quit),
        )
        tiles = []
        for icon, text, act in asked:
            tile = Tile(icon, words(text), act, style=form.style, least=form.least, pad=form.pad, height=high)
            tile.shortcut = _KEYS.get(icon)
            tiles.append(tile)
        return tiles

    def _resume_button(self, form: StripForm, high: float) -> Button:
        """The button that continues the match at a friend's table, where the others wait, or the last one here."""
        label = self.context.words("app.home.continue")
        button = Button(
            label if form.resume != "icon" else "",
            self.resume if self._table is None else self.go_back,
            kind="primary",
            icon="play",
            second=self._what_to_resume() if form.resume == "whole" else "",
            style="button_large" if high >= 64 and form.resume == "whole" else "button_small",
            height=high + 8,
        )
        button.gap, button.padding = (14, 22) if form.resume == "whole" else (8, 12)
        return button

    def _what_to_resume(self) -> str:
        """Whose table it is, or the deal of the match."""
        if self._table is not None:
            return whose_table(self.context.words, self._table.host)
        slug = self.context.saves.games[0]
        words = self.context.words.of_game(slug)
        saved = self.context.saves.glimpse(slug) or Glimpse()
        second = "app.daily.saved" if saved.daily else "app.home.saved" if saved.deal else f"{slug}.title"
        return words(second, game=words(f"{slug}.title"), n=saved.deal)

    # --- actions ---------------------------------------------------------------------------------------------------

    def choose(self, slug: str) -> None:
        """Open the seating screen of a game."""
        self.context.go(Seating(slug))

    def open_days(self) -> None:
        """Open the choice of a game's deal of the day."""
        self.context.open(days_dialog(self.context))

    def resume(self, slug: str = "") -> None:
        """Continue the match of a game, by default the one that was played last."""
        self.context.go(Resume(slug))

    def go_back(self) -> None:
        """Go back to the table of several computers where the player's match goes on."""
        if self._table is not None:
            self.context.go(Friends(self._table.link))

    def open_rules(self) -> None:
        """Open the rules of the raised game, else of the saved match's game."""
        hot = next((card.slug for card in self._cards if card.hot), "")
        self.context.open(RulesPage(hot or next(iter((*self.context.saves.games, *GAMES)))))

    def open_friends(self) -> None:
        """Open the tables for friends, or go back to the one that the player is at."""
        self.context.go(Friends())

    def open_statistics(self) -> None:
        """Open the statistics."""
        self.context.open(StatisticsPage())

    def open_replays(self) -> None:
        """Open the finished matches."""
        self.context.go(ReplayList())

    def open_lessons(self) -> None:
        """Open the choice of a lesson."""
        self.context.open(Lessons())

    def open_settings(self) -> None:
        """Open the settings."""
        self.context.open(SettingsPage())

    def open_about(self) -> None:
        """Open the page about the program."""
        self.context.open(AboutPage())

    def confirm(self) -> None:
        if self._table is not None:
            self.go_back()
        elif self.context.saves.games:
            self.resume()

    # --- events and time --------------------------------------------------------------------------------------------

    def handle(self, event: pygame.Event, pos: Pos) -> bool:
        if event.type in (pygame.KEYDOWN, pygame.MOUSEBUTTONDOWN):
            self._end_dealing()
        used = super().handle(event, pos)
        if event.type == pygame.MOUSEMOTION and event.dict.get("rel") == (0, 0):  # the window opened below it
            for card in self._cards:
                card.rest_emblem()
            self._end_rising()
        return used

    def _let_fly(self) -> None:
        """Tell the cards how far they have got while they are dealt."""
        for i, card in enumerate(self._cards):
            gone = None if self._dealt is None else (self._dealt - i * speeds.DEAL_INTERVAL) / speeds.HOME_FLIGHT
            card.flown = None if gone is None or gone >= 1 else gone
        if all(card.flown is None for card in self._cards):
            self._dealt = None

    def _end_dealing(self) -> bool:
        """Put all cards in their places; True if they weren't there."""
        dealing, self._dealt = self._dealt is not None, None
        self._let_fly()
        return dealing

    def _end_rising(self) -> None:
        for card in self._cards:
            card.update(0)

    def update(self, dt: float) -> bool:
        named = super().update(dt)
        if not self.context.is_top(self):
            return self._end_dealing()
        if self._looks and self._look_for_updates(dt):
            self.lay_out()
            named = True
        if self.context.saves.changes != self._changes or self.context.visited.playing != self._table:
            self.lay_out()
            return True
        self._since_check += dt
        if self._since_check >= _DATE_CHECK:
            self._since_check = 0.0
            if today(self.context) != self._day:
                self.lay_out()
                return True
        pace = self.context.speed * dt
        moved = [card.update(pace) for card in self._cards]
        dealing = self._dealt is not None
        if self._dealt is not None:
            self._dealt += pace
            self._let_fly()
        return named or dealing or any(moved)

    def prepare(self, moment: Moment) -> bool:
        """Draw the cards that are being dealt, one by one: the first picture doesn't wait for them; then what moves."""
        if self._dealt is not None:
            return any(card.prepare(self.look) for card in self._cards)
        if moment == "still" and not self._glows and self._cards:
            self._glows = True
            self._cards[0].prepare_glow(self.look)  # all are of one size
            return True
        return any(card.prepare_emblem(self.look) for card in self._cards)

    def draw(self, surface: Surface) -> None:
        super().draw(surface)
        if self._dealt is not None:
            with self.look.shifted(-self.pan.x, -self.pan.y):
                for card in self._cards:
                    card.draw_flying(self.look, surface)

    def _look_for_updates(self, dt: float) -> bool:
        """Look for new versions now and then; True if there is something new to show."""
        self._until_look -= dt
        if self._until_look <= 0:
            self._until_look, self._looked = _DATE_CHECK, True
            self.context.updates.look_if_due()
        if not self._looked or self._news == self.context.updates.changes:
            return False
        self._news = self.context.updates.changes
        return True

    @property
    def due(self) -> float:
        return min(super().due, _DATE_CHECK - self._since_check, self._until_look if self._looks else _DATE_CHECK)

    @property
    def animating(self) -> bool:
        return self._dealt is not None or any(card.moving for card in self._cards)

    def finish(self) -> None:
        self._end_dealing()
        self._end_rising()
