"""The replays screen: the list of finished matches, and what can be done with each."""

from collections.abc import Callable
from functools import partial
from pathlib import Path

import pygame
from pygame import FRect

from engine.games import GAMES
from engine.match.record import Record
from engine.notices import Notice
from engine.printable import printable
from engine.profile.replays import ReplayEntry
from scenes.look.keys import command_key, plain_key
from scenes.look.theme import INK, INK_BROWN, MUTED
from scenes.look.widgets import Button, IconButton, Label, Panel, Paper, Pos, Scroll, Segmented, Stepper, Widget
from scenes.replays.details import detail_widgets
from scenes.replays.row import ROW, MatchRow, outcome_text
from scenes.replays.sharing import MatchSharing
from scenes.shell.context import Context
from scenes.shell.destinations import Begin, Home, ReviewPage, SettingsPage, Watch
from scenes.shell.dialog import Dialog, Paragraph, confirm_replacing
from scenes.shell.empty import REPLAYS, empty_widgets
from scenes.shell.history import History
from scenes.shell.screen import MARGIN, Screen
from scenes.text.notices import notice_text
from scenes.work.reviews import Reviews

_SIDE_BY_SIDE = (900.0, 480.0)
"""Canvas size from which the list and the details of a match are side by side."""
_COLUMN = 376.0
_GAP = 10.0
_TABS = 46.0
_AT_ONCE = 2
"""Maximum number of unread files read per update."""


class ReplaysScreen(Screen):
    """The list of finished matches."""

    least = (600.0, 340.0)
    takes = frozenset({"match"})

    def __init__(self, context: Context, chosen: Path | None = None, incoming: tuple[str, str] | None = None) -> None:
        super().__init__(context)
        self._incoming = incoming
        self.replays = context.replays
        self.replays.open()
        self.history = History()
        self.sharing = MatchSharing(context, self.replays, self._imported)
        self.game = ""
        """Slug of the listed game; empty for all."""
        self.chosen = chosen
        """The file of the chosen match; None for the first one."""
        self._list: Scroll | None = None

    def arrive(self) -> None:
        """Import the match that the screen was opened with."""
        if self._incoming is not None:
            self.sharing.read(*self._incoming)

    # --- contents ---------------------------------------------------------------------------------------------------

    @property
    def shown(self) -> list[ReplayEntry]:
        """The listed matches; unreadable files are listed for every game."""
        found = self.replays.entries
        return [entry for entry in found if not self.game or entry.record is None or entry.record.game == self.game]

    @property
    def entry(self) -> ReplayEntry | None:
        """The chosen match."""
        shown = self.shown
        return next((entry for entry in shown if entry.path == self.chosen), shown[0] if shown else None)

    # --- widgets ----------------------------------------------------------------------------------------------------

    def build(self) -> None:
        look, words = self.look, self.context.words
        title = self.header("house", words("app.replay.title"), name=words("app.results.home"))
        self._build_head(title.right)
        if not self.replays.entries and not self.replays.unread:
            self._build_empty()
            return
        beside = look.width >= _SIDE_BY_SIDE[0] and look.height >= _SIDE_BY_SIDE[1]
        bottom = look.height - MARGIN
        if beside:
            column = FRect(look.width - MARGIN - _COLUMN, 84, _COLUMN, bottom - 84)
            area = FRect(MARGIN, 84, column.left - 20 - MARGIN, column.height)
            high = 48 + 44 + 44 + 2 * look.gap(_GAP)
            self._build_list(area)
            self._build_paper(FRect(column.left, column.top, column.width, column.height - high - 14))
            self._build_buttons(FRect(column.left, column.bottom - high, column.width, high))
        else:
            self._build_list(FRect(MARGIN, 84, look.width - 2 * MARGIN, bottom - 84 - 48 - 12))
            self._build_row(FRect(MARGIN, bottom - 48, look.width - 2 * MARGIN, 48))

    def _build_head(self, left: float) -> None:
        """Import and undo at the right of the title."""
        look, words = self.look, self.context.words
        undo = IconButton("undo", self.undo, name=words("app.replay.undo"), key=words("app.key.u"))
        undo.enabled = bool(self.history.last)
        undo.place(look, look.width - MARGIN, 42, "midright")
        import_ = Button(words("app.replay.import"), self.sharing.open, icon="folder", small=True)
        import_.place(look, undo.rect.left - _GAP, 42, "midright")
        self.group.add(import_, undo)
        count = len(self.shown)
        text = words("app.replay.reading", n=self.replays.unread) if self.replays.unread else ""
        text = text or (words("app.replay.count", n=count) if count else "")
        if text and look.text_width(text, "explanation") < import_.rect.left - left - 40:
            label = self.label(text, "explanation", 0, 0, colour=MUTED)
            label.rect.midright = (import_.rect.left - 18, 42)

    def _build_empty(self) -> None:
        look, words = self.look, self.context.words
        area = FRect(MARGIN, 96, look.width - 2 * MARGIN, look.height - 96 - MARGIN)
        kept, go = self.context.settings.replays_kept, self.context.go
        text = words("app.replay.empty" if kept else "app.replay.off")
        way = Button(words("app.empty.play"), lambda: go(Home()), kind="primary", icon="play")
        if not kept:
            way = Button(words("app.home.settings"), lambda: go(SettingsPage()), kind="primary", icon="settings")
        self.group.add(*empty_widgets(look, area, REPLAYS, text, way))

    def _build_list(self, area: FRect) -> None:
        tabs = self._tabs(area.width)
        tabs.rect.topleft = (area.left, area.top)
        panel = FRect(area.left, area.top + _TABS + 12, area.width, area.height - _TABS - 12)
        inner = panel.inflate(-20, -20)
        chosen, shown = self.entry, self.shown
        content = ROW * len(shown)
        wide = inner.width - (16 if content > inner.height else 0)
        rows = []
        for i, entry in enumerate(shown):
            row = MatchRow(self.context, entry, partial(self.press, entry), chosen=entry is chosen)
            row.rect = FRect(0, i * ROW, wide, ROW - 2)
            rows.append(row)
        self._list = Scroll(inner, content, rows)
        self.group.add(tabs, Panel(panel), self._list)
        if not shown:
            none = self.label(self.context.words("app.replay.none"), "body", 0, 0, colour=MUTED, room=inner.width - 40)
            none.rect.center = inner.center
        if self.group.focus is None:
            self.group.set_focus(next((row for row in rows if row.chosen), None))

    def _tabs(self, room: float) -> Segmented | Stepper:
        """The choice of a game."""
        words = self.context.words
        slugs = ["", *GAMES]
        labels = [words("app.replay.all"), *(words(f"{slug}.title") for slug in GAMES)]
        tabs: Segmented | Stepper = Segmented(labels, slugs.index(self.game), lambda i: self.filter(slugs[i]))
        if tabs.preferred(self.look)[0] > room:
            tabs = Stepper(labels, slugs.index(self.game), lambda i: self.filter(slugs[i]))
        tabs.rect = FRect(0, 0, *tabs.preferred(self.look))
        return tabs

    def _build_paper(self, area: FRect) -> None:
        """The details of the chosen match."""
        look, words, entry = self.look, self.context.words, self.entry
        self.group.add(Paper(area))
        if entry is None:
            return
        record = entry.record
        left, wide = area.left + 22, area.width - 44
        name = words(f"{record.game}.title") if record else printable(entry.path.name)
        title = Label(name, "panel_title", INK, wrap=wide)
        title.place(look, left, area.top + 18)
        result = Label(outcome_text(self.context, entry), "strong_body", INK_BROWN, wrap=wide)
        result.place(look, left, title.rect.bottom + 2)
        self.group.add(title, result)
        room = FRect(left, result.rect.bottom + 10, wide, area.bottom - 16 - result.rect.bottom - 10)
        widgets, high = detail_widgets(self.context, look, entry, room.width)
        if high > room.height:
            widgets, high = detail_widgets(self.context, look, entry, room.width - 18)
        self.group.add(Scroll(room, high, widgets))

    def _review_button(self) -> Button:
        """The button that opens the review, enabled for complete matches."""
        entry = self.entry
        button = Button(self.context.words("app.match_review.open"), self.review, icon="search", hint="R")
        button.enabled = entry is not None and entry.record is not None and bool(entry.result.winners)
        return button

    def _buttons(self, small: bool) -> tuple[Button, Button, list[IconButton]]:
        """The buttons: watch; play the deal; star, share and delete."""
        words, entry = self.context.words, self.entry
        record = entry.record if entry else None
        watch = Button(
            words("app.replay.watch"), self.confirm, kind="primary", icon="play", hint=words("app.key.enter")
        )
        again = Button(words("app.replay.again"), self.again, icon="restart", small=True)
        starred = bool(record and record.starred)
        names = ("app.replay.unstar" if starred else "app.replay.star", "app.replay.share.name", "app.replay.delete")
        acts = (self.star, self.share, self.delete)
        keys = ("S", "Ctrl+C", pygame.key.name(pygame.K_DELETE).capitalize())
        tools = [
            IconButton(icon, act, name=words(name), key=key, size=48 if small else 44)
            for icon, act, name, key in zip(("star", "share", "bin"), acts, names, keys, strict=True)
        ]
        tools[0].chosen = starred
        for button in (watch, again, *tools[:2]):
            button.enabled = record is not None
        tools[2].enabled = entry is not None
        return watch, again, tools

    def _build_buttons(self, area: FRect) -> None:
        watch, again, tools = self._buttons(small=False)
        again.rect = FRect(area.left, area.top, area.width, 44)
        apart = 44 + self.look.gap(_GAP)
        y = area.top + apart
        left = area.left
        for tool in tools:
            tool.rect = FRect(left, y, (area.width - 2 * _GAP) / 3, 44)
            left = tool.rect.right + _GAP
        review = self._review_button()
        wide, least = review.preferred(self.look)[0], watch.preferred(self.look)[0]
        if wide + _GAP + least > area.width:
            review.hint = ""
            wide = review.preferred(self.look)[0]
        review.rect = FRect(area.left, y + apart, wide, 48)
        watch.rect = FRect(review.rect.right + _GAP, y + apart, area.width - wide - _GAP, 48)
        self.group.add(again, *tools, review, watch)

    def _build_row(self, area: FRect) -> None:
        """All buttons in one row, where room is short."""
        look = self.look
        watch, again, tools = self._buttons(small=True)
        right = area.right
        label = self._review_button()
        review = IconButton(label.icon, self.review, name=label.label, key=label.hint, size=48)
        review.enabled = label.enabled
        shown: list[Widget] = [*reversed(tools), review]
        wide = watch.preferred(look)[0] + again.preferred(look)[0] + 4 * (48 + _GAP) + _GAP
        if wide > area.width:
            name = self.context.words("app.replay.again")
            short = IconButton("restart", self.again, name=name, key="P", size=48)
            short.enabled = again.enabled
            shown.append(short)
        else:
            shown.append(again)
        for widget in shown:
            widget.place(look, right, area.centery, "midright")
            right = widget.rect.left - _GAP
        watch.rect = FRect(area.left, area.top, right - area.left, 48)
        self.group.add(watch, *reversed(shown))

    # --- actions ---------------------------------------------------------------------------------------------------

    def filter(self, slug: str) -> None:
        """List the matches of a game; an empty slug lists all."""
        self.game = slug
        if self._list is not None:
            self._list.offset = 0.0
        self.lay_out()

    def choose(self, entry: ReplayEntry) -> None:
        """Choose a match."""
        self.chosen = entry.path
        self.lay_out()

    def press(self, entry: ReplayEntry) -> None:
        """Handle a press on a row: the first chooses the match, the second watches it."""
        if entry.path == self.chosen:
            self.confirm()
        else:
            self.choose(entry)

    def _record(self) -> Record | None:
        """Return the record of the chosen match; opens a message if it can't be read."""
        entry = self.entry
        if entry is None:
            return None
        found = self.replays.load(entry)
        if isinstance(found, Notice):
            words = self.context.words
            self.context.open(
                Dialog(self.context, words("app.replay.share.bad"), [Paragraph(notice_text(words, found))], width=680)
            )
            return None
        return found

    def confirm(self) -> None:
        """Watch the chosen match."""
        entry = self.entry
        record = self._record() if entry else None
        if entry is not None and record is not None:
            self.chosen = entry.path
            self.context.go(Watch(record))

    def review(self) -> None:
        """Open the review of the chosen match."""
        entry = self.entry
        record = self._record() if entry is not None and entry.result.winners else None
        if entry is not None and record is not None:
            self.chosen = entry.path
            self.context.open(ReviewPage(Reviews(self.context.background, record)))

    def again(self) -> None:
        """Begin a new match with the same deal, players and rules."""
        record = self._record()
        if record is not None:
            again = Begin(record.branch(0, record.chairs))
            confirm_replacing(self.context, record.game, lambda: self.context.go(again))

    def star(self) -> None:
        """Star or unstar the chosen match; starred matches are never dropped."""
        entry = self.entry
        if entry is None or entry.record is None:
            return
        self.chosen = entry.path
        starred = not entry.record.starred
        self.context.notices += self.replays.star(entry, starred)
        self.context.tell("app.replay.starred" if starred else "app.replay.unstarred", "star")
        self.lay_out()

    def share(self) -> None:
        """Export the chosen match."""
        record = self._record()
        if record is not None:
            self.sharing.share(record)

    def delete(self) -> None:
        """Delete the chosen match; can be undone."""
        entry, shown = self.entry, self.shown
        if entry is None:
            return
        at = shown.index(entry)
        text, notices = self.replays.delete(entry)
        self.context.notices += notices
        if text is not None:
            self.history.note(self.context.words("app.replay.delete"), partial(self._put_back, entry, text))
        left = self.shown
        self.chosen = left[min(at, len(left) - 1)].path if left else None
        self.context.tell("app.replay.deleted", "bin")
        self.lay_out()

    def _put_back(self, entry: ReplayEntry, text: str) -> None:
        self.context.notices += self.replays.put_back(entry, text)
        self.chosen = entry.path

    def undo(self) -> None:
        """Restore the match deleted last."""
        if self.history.undo():
            self.context.tell("app.replay.back", "undo")
            self.lay_out()

    def _imported(self, entry: ReplayEntry, new: bool) -> None:
        self.game, self.chosen = "", entry.path
        self.context.tell("app.replay.came" if new else "app.replay.there", "check")
        self.lay_out()
        self._show_chosen()

    def _show_chosen(self) -> None:
        """Scroll to the chosen match."""
        if self._list is not None:
            for row in self._list.children:
                if isinstance(row, MatchRow) and row.chosen:
                    self._list.reveal(row)

    def back(self) -> None:
        self.context.go(Home())

    # --- time and input ---------------------------------------------------------------------------------------------

    def update(self, dt: float) -> bool:
        if not self.context.is_top(self):
            return False
        changed = super().update(dt)
        if not self.replays.read_more(_AT_ONCE):
            return changed
        self.lay_out()
        return True

    @property
    def due(self) -> float:
        return 0.0 if self.replays.unread else super().due

    def drop(self, event: pygame.Event) -> None:
        self.sharing.drop(event)

    def handle(self, event: pygame.Event, pos: Pos) -> bool:
        if event.type == pygame.KEYDOWN and self._shortcut(event):
            return True
        changed = super().handle(event, pos)
        focus = self.group.focus
        if event.type == pygame.KEYDOWN and self.context.is_top(self) and isinstance(focus, MatchRow):
            entry = self.entry
            if entry is not None and focus.entry.path != entry.path:
                self.choose(focus.entry)
                return True
        return changed

    def _shortcut(self, event: pygame.Event) -> bool:
        """Letters for the buttons; Ctrl+C and Ctrl+V export and import, Ctrl+Z undoes."""
        plain: dict[int, Callable[[], None]] = {
            pygame.K_u: self.undo,
            pygame.K_p: self.again,
            pygame.K_s: self.star,
            pygame.K_r: self.review,
            pygame.K_DELETE: self.delete,
        }
        held: dict[int, Callable[[], None]] = {
            pygame.K_z: self.undo,
            pygame.K_c: self.share,
            pygame.K_v: self.sharing.paste,
        }
        act = held.get(command_key(event)) or plain.get(plain_key(event))
        if act is None:
            return False
        act()
        return True
