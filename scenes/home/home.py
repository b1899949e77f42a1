"""The home screen: the games, the saved match, and the ways to all other screens."""

from functools import partial
from typing import NamedTuple

import pygame
from pygame import FRect, Surface

from engine.games import GAMES
from engine.match.record import PERSON
from engine.moments import year_month_day
from engine.people import CHARACTERS
from engine.profile.glimpse import Glimpse
from scenes.home.day import day_dialog, state_of, today
from scenes.home.day_leaf import Leaf, LeafMark
from scenes.home.game_card import WIDTH, GameCard, fitting
from scenes.look.backgrounds import home_strip
from scenes.look.look import Look
from scenes.look.theme import CREAM, TITLE
from scenes.look.widgets import Button, IconButton, IconPicture, Pos, Widget, key_name
from scenes.shell.context import Context
from scenes.shell.destinations import (
    AboutPage,
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
from scenes.shell.screen import MARGIN, Screen, Title
from scenes.text.daily import short_state
from scenes.text.dates import date_of_day

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


_HEADS = (
    Head(640, "wordmark", 66, 73, 114, 174, 56),
    Head(440, "result", 50, 46, 74, 122, 30),
    Head(0, "title", 40, 29, 48, 88, 20),
)


class Portraits(Widget):
    """The players of the saved match: portraits that overlap a little."""

    def __init__(self, portraits: tuple[str, ...], diameter: float = 56.0) -> None:
        super().__init__()
        self.portraits = portraits
        self.diameter = diameter

    def preferred(self, look: Look) -> tuple[float, float]:
        return self.diameter + (len(self.portraits) - 1) * (self.diameter - 10), self.diameter

    def draw(self, look: Look, target: Surface) -> None:
        half = self.diameter / 2
        for i, name in enumerate(self.portraits):
            face = look.portrait(name, self.diameter)
            look.blit(target, face, self.rect.left + half + i * (self.diameter - 10), self.rect.centery, "center")


class Tagline(Widget):
    """The line below the name, about the program or the raised game."""

    def __init__(self, usual: str, games: list[GameCard], width: float) -> None:
        super().__init__()
        self.usual = usual
        self.games = games
        self.width = width

    @property
    def string(self) -> str:
        """The present text. A card with room for its tagline shows it itself."""
        raised = next((game for game in self.games if game.hot and not game.with_tagline), None)
        return raised.tagline if raised else self.usual

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
    """The home screen."""

    ground = "home"
    least = (600.0, 340.0)
    takes = frozenset({"match", "rules"})

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._cards: list[GameCard] = []
        self._day = 0
        """Day of the deals on offer."""
        self._since_check = 0.0
        """Milliseconds since the last check of the date."""
        self._changes = context.saves.changes
        """Changes of the saved matches that are shown."""
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
        self._changes = self.context.saves.changes
        look = self.look
        head = next(head for head in _HEADS if look.height >= head.least)
        strip = home_strip(look.height)
        aside = max(20.0, min(52.0, look.width * 0.05 - 12))
        self._cards = self._build_cards(head, aside, look.height - strip - head.cards - head.foot)
        name = self._build_name(head, self._cards[0].rect.height)
        self.group.add(*self._cards, *self._build_leaves())
        self._build_about(head, name)
        self._build_strip(aside, look.height - strip / 2 + 2, strip < 100)

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
        tagline = Tagline(words("app.home.tagline"), self._cards, look.width - 40)
        tagline.place(look, look.width / 2, head.tagline + y, "midtop")
        self.group.add(house, name, tagline)
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
            card = GameCard(slug, texts, middle * _TILT, partial(self.choose, slug))
            card.raised = before[slug].raised if slug in before else 0.0
            y = top + row * (high + between) + _DROP * wide / WIDTH * middle**2
            card.rect = FRect(left + column * step, y, wide, high)
            cards.append(card)
        return cards

    def _build_leaves(self) -> list[Leaf]:
        """Today's deal of each game, pinned to its card."""
        context, words = self.context, self.context.words
        self._day = today(context)
        if not self._day:
            return []
        leaves = []
        for card in self._cards:
            state = state_of(context, card.slug, self._day)
            mark: LeafMark = "play" if state.waits else "" if state.kind == "new" else "check"
            name = words("app.daily.leaf", date=date_of_day(words, self._day), state=short_state(words, state))
            number = str(year_month_day(self._day)[2])
            leaves.append(Leaf(card, number, mark, partial(self.open_day, card.slug), name=name))
        return leaves

    def _build_strip(self, aside: float, middle: float, narrow: bool) -> None:
        """The buttons on the wooden edge."""
        look, words = self.look, self.context.words
        asked = (
            ("quit", "app.home.quit", self.context.quit),
            ("settings", "app.home.settings", self.open_settings),
            ("rules", "app.reader.title", self.open_rules),
            ("learn", "app.lesson.learn", self.open_lessons),
            ("statistics", "app.stats.title", self.open_statistics),
            ("clock", "app.replay.title", self.open_replays),
        )
        resume = self._resume_button(narrow) if self.context.saves.games else None
        left = aside
        if resume is not None:
            resume.place(look, aside, middle, "midleft")
            self.group.add(resume)
            left = resume.rect.right
        buttons: list[Widget] = [Button(words(text), act, icon=icon) for icon, text, act in asked]
        if left + 40 + sum(button.preferred(look)[0] + 14 for button in buttons) > look.width - aside:
            buttons = [IconButton(icon, act, name=words(text), size=48) for icon, text, act in asked]
        right = look.width - aside
        for button, (icon, _, _) in zip(buttons, asked, strict=True):
            button.shortcut = _KEYS.get(icon)
            button.place(look, right, middle, "midright")
            right = button.rect.left - 14
        if resume is not None:
            self._build_portraits(left, right, middle)
        self.group.add(*reversed(buttons))

    def _resume_button(self, narrow: bool) -> Button:
        """The button that continues the saved match."""
        words, slug = self.context.words, self.context.saves.games[0]
        saved = self.context.saves.glimpse(slug) or Glimpse()
        button = Button(
            words("app.home.continue"),
            self.resume,
            kind="primary",
            icon="play",
            second=words(
                "app.daily.saved" if saved.daily else "app.home.saved", game=words(f"{slug}.title"), n=saved.deal
            ),
            style="button" if narrow else "button_large",
            height=58 if narrow else 68,
        )
        button.gap, button.padding = (12, 18) if narrow else (16, 27)
        return button

    def _build_portraits(self, left: float, right: float, middle: float) -> None:
        """The players of the saved match, as large as there is room for."""
        look, saved = self.look, self.context.saves.glimpse(self.context.saves.games[0]) or Glimpse()
        opponents = tuple(chair.who for chair in saved.chairs if chair.who in CHARACTERS)
        persons = [chair.portrait for chair in saved.chairs if chair.who == PERSON and chair.portrait]
        if not opponents and len(persons) < 2:
            return
        for diameter in (56, 44, 36) if len(opponents) < 4 else (44, 36):
            portraits = Portraits((*(persons or [self.context.settings.portrait]), *opponents), diameter)
            portraits.place(look, left + diameter / 2, middle, "midleft")
            if portraits.rect.right < right:
                self.group.add(portraits)
                return

    # --- actions ---------------------------------------------------------------------------------------------------

    def choose(self, slug: str) -> None:
        """Open the seating screen of a game."""
        self.context.go(Seating(slug))

    def open_day(self, slug: str) -> None:
        """Open the dialog about today's deal of a game."""
        self.context.open(day_dialog(self.context, slug))

    def resume(self) -> None:
        """Continue the saved match."""
        self.context.go(Resume())

    def open_rules(self) -> None:
        """Open the rules of the raised game, else of the saved match's game."""
        hot = next((card.slug for card in self._cards if card.hot), "")
        self.context.open(RulesPage(hot or next(iter((*self.context.saves.games, *GAMES)))))

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
        if self.context.saves.games:
            self.resume()

    # --- events and time --------------------------------------------------------------------------------------------

    def handle(self, event: pygame.Event, pos: Pos) -> bool:
        used = super().handle(event, pos)
        if event.type == pygame.MOUSEMOTION and event.rel == (0, 0):  # the window has opened under the pointer
            self.finish()
        return used

    def update(self, dt: float) -> bool:
        named = super().update(dt)
        if not self.context.is_top(self):
            return False
        if self._looks and self._look_for_updates(dt):
            self.lay_out()
            named = True
        if self.context.saves.changes != self._changes:
            self.lay_out()
            return True
        self._since_check += dt
        if self._since_check >= _DATE_CHECK:
            self._since_check = 0.0
            if today(self.context) != self._day:
                self.lay_out()
                return True
        pace = self.context.speed * dt
        if self.context.settings.reduced_motion:
            pace = 0.0
        moved = [card.update(pace) for card in self._cards]
        return named or any(moved)

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
        return any(card.moving for card in self._cards)

    def finish(self) -> None:
        for card in self._cards:
            card.update(0)
