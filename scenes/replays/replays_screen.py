"""The replays screen: the list of finished matches with the actions on each."""

from collections.abc import Callable
from functools import partial
from pathlib import Path

import pygame
from pygame import FRect

from engine.games import GAMES
from engine.match.record import Record
from engine.notices import Notice
from engine.profile.replays import ReplayEntry
from engine.sanitise import sanitise
from scenes.render.key_events import command_key, plain_key
from scenes.render.theme import INK, INK_BROWN, MUTED
from scenes.render.widgets import (
    Button,
    IconButton,
    Label,
    Panel,
    Paper,
    PointerPos,
    Scroll,
    Segmented,
    Stepper,
    Widget,
    key_label,
)
from scenes.replays.details import detail_widgets
from scenes.replays.match_row import ROW_HEIGHT, MatchRow, outcome_text
from scenes.replays.match_sharing import MatchSharing
from scenes.shell.context import Context
from scenes.shell.destinations import Home, MatchTable, ReplayTable, ReviewPage, SettingsPage
from scenes.shell.dialog import Dialog, DialogParagraph, begin_or_ask
from scenes.shell.empty_state import NO_REPLAYS, empty_state_widgets
from scenes.shell.screen import MARGIN, Screen
from scenes.shell.undo_history import UndoHistory
from scenes.text.notice_texts import notice_text
from scenes.work.reviews import MatchReviews

_MIN_SIDE_BY_SIDE_SIZE = (900.0, 480.0)
"""Minimum canvas size at which the list and the details of a match are side by side, logical pixels."""
_COLUMN_WIDTH = 376.0
_GAP = 10.0
_TABS_HEIGHT = 46.0
_MAX_FILES_PER_UPDATE = 2
"""Maximum number of unread files read per update."""


class ReplaysScreen(Screen):
    """Lists the finished matches, with details and actions for the chosen one.

    Args:
        context: the application.
        chosen_file: file of the match chosen at first; None chooses the first match.
        incoming: text and file name of a match to import when the screen opens; None for none.
    """

    min_size = (600.0, 340.0)
    accepted_drops = frozenset({"match"})

    def __init__(
        self, context: Context, chosen_file: Path | None = None, incoming: tuple[str, str] | None = None
    ) -> None:
        super().__init__(context)
        self._incoming = incoming
        self.replays = context.replays
        self.replays.scan()
        self.history = UndoHistory()
        self.sharing = MatchSharing(context, self.replays, self._on_imported)
        self.game_filter = ""
        """Slug of the game whose matches are listed; empty for all games."""
        self.chosen_file = chosen_file
        """File of the chosen match. If it isn't listed, or None, the first listed match is chosen."""
        self._list: Scroll | None = None

    def on_enter(self) -> None:
        """Import the match with which the list of finished matches was opened, if any."""
        if self._incoming is not None:
            self.sharing.import_text(*self._incoming)

    # --- contents ---------------------------------------------------------------------------------------------------

    @property
    def listed_entries(self) -> list[ReplayEntry]:
        """The finished matches in the list, of the chosen game. Unreadable files are listed for every game."""
        found = self.replays.entries
        return [
            entry
            for entry in found
            if not self.game_filter or entry.record_head is None or entry.record_head.game == self.game_filter
        ]

    @property
    def chosen_entry(self) -> ReplayEntry | None:
        """The finished match chosen in the list; None if none is listed."""
        shown = self.listed_entries
        return next((entry for entry in shown if entry.path == self.chosen_file), shown[0] if shown else None)

    # --- widgets ----------------------------------------------------------------------------------------------------

    def build(self) -> None:
        renderer, words = self.renderer, self.context.words
        title = self.add_header("house", words("app.replay.title"), button_name=words("app.results.home"))
        self._build_head(title.right)
        if not self.replays.entries and not self.replays.unread_count:
            self._build_empty()
            return
        is_beside = renderer.width >= _MIN_SIDE_BY_SIDE_SIZE[0] and renderer.height >= _MIN_SIDE_BY_SIDE_SIZE[1]
        bottom = renderer.height - MARGIN
        if is_beside:
            column = FRect(renderer.width - MARGIN - _COLUMN_WIDTH, 84, _COLUMN_WIDTH, bottom - 84)
            area = FRect(MARGIN, 84, column.left - 20 - MARGIN, column.height)
            buttons_height = 48 + 44 + 44 + 2 * renderer.row_gap(_GAP)
            self._build_list(area)
            self._build_details(FRect(column.left, column.top, column.width, column.height - buttons_height - 14))
            self._build_buttons(FRect(column.left, column.bottom - buttons_height, column.width, buttons_height))
        else:
            self._build_list(FRect(MARGIN, 84, renderer.width - 2 * MARGIN, bottom - 84 - 48 - 12))
            self._build_button_row(FRect(MARGIN, bottom - 48, renderer.width - 2 * MARGIN, 48))

    def _build_head(self, title_right: float) -> None:
        """Add the import and undo buttons beside the list's title, and the number of matches if it fits."""
        renderer, words = self.renderer, self.context.words
        undo = IconButton("undo", self.undo, name=words("app.replay.undo"), key_hint=words("app.key.u"))
        undo.enabled = bool(self.history.last_name)
        undo.place_at(renderer, renderer.width - MARGIN, 42, "midright")
        import_ = Button(words("app.replay.import"), self.sharing.ask_source, icon="folder", small=True)
        import_.place_at(renderer, undo.rect.left - _GAP, 42, "midright")
        self.group.add(import_, undo)
        count = len(self.listed_entries)
        text = words("app.replay.reading", n=self.replays.unread_count) if self.replays.unread_count else ""
        text = text or (words("app.replay.count", n=count) if count else "")
        if text and renderer.text_width(text, "explanation") < import_.rect.left - title_right - 40:
            label = self.add_label(text, "explanation", 0, 0, colour=MUTED)
            label.rect.midright = (import_.rect.left - 18, 42)

    def _build_empty(self) -> None:
        renderer, words = self.renderer, self.context.words
        area = FRect(MARGIN, 96, renderer.width - 2 * MARGIN, renderer.height - 96 - MARGIN)
        keeps_replays, go = self.context.settings.replays_kept, self.context.go
        text = words("app.replay.empty" if keeps_replays else "app.replay.off")
        button = Button(words("app.empty.play"), lambda: go(Home()), kind="primary", icon="play")
        if not keeps_replays:
            button = Button(words("app.home.settings"), lambda: go(SettingsPage()), kind="primary", icon="settings")
        self.group.add(*empty_state_widgets(renderer, area, NO_REPLAYS, text, button))

    def _build_list(self, area: FRect) -> None:
        tabs = self._game_tabs(area.width)
        tabs.rect.topleft = (area.left, area.top)
        panel = FRect(area.left, area.top + _TABS_HEIGHT + 12, area.width, area.height - _TABS_HEIGHT - 12)
        inner = panel.inflate(-20, -20)
        chosen_entry, listed = self.chosen_entry, self.listed_entries
        content = ROW_HEIGHT * len(listed)
        row_width = inner.width - (16 if content > inner.height else 0)
        rows = []
        for i, entry in enumerate(listed):
            row = MatchRow(self.context, entry, partial(self.on_row_pressed, entry), is_chosen=entry is chosen_entry)
            row.rect = FRect(0, i * ROW_HEIGHT, row_width, ROW_HEIGHT - 2)
            rows.append(row)
        self._list = Scroll(inner, content, rows)
        self.group.add(tabs, Panel(panel), self._list)
        if not listed:
            none = self.add_label(
                self.context.words("app.replay.none"), "body", 0, 0, colour=MUTED, max_width=inner.width - 40
            )
            none.rect.center = inner.center
        if self.group.focus is None:
            self.group.set_focus(next((row for row in rows if row.is_chosen), None))

    def _game_tabs(self, max_width: float) -> Segmented | Stepper:
        """Return the choice of the listed matches' game, as a stepper if the segments are wider than ``max_width``."""
        words = self.context.words
        slugs = ["", *GAMES]
        labels = [words("app.replay.all"), *(words(f"{slug}.title") for slug in GAMES)]
        tabs: Segmented | Stepper = Segmented(
            labels, slugs.index(self.game_filter), lambda i: self.filter_by_game(slugs[i])
        )
        if tabs.preferred_size(self.renderer)[0] > max_width:
            tabs = Stepper(labels, slugs.index(self.game_filter), lambda i: self.filter_by_game(slugs[i]))
        tabs.rect = FRect(0, 0, *tabs.preferred_size(self.renderer))
        return tabs

    def _build_details(self, area: FRect) -> None:
        """Add the details of the chosen match on paper."""
        renderer, words, entry = self.renderer, self.context.words, self.chosen_entry
        self.group.add(Paper(area))
        if entry is None:
            return
        record = entry.record_head
        left, width = area.left + 22, area.width - 44
        name = words(f"{record.game}.title") if record else sanitise(entry.path.name)
        title = Label(name, "panel_title", INK, wrap_width=width)
        title.place_at(renderer, left, area.top + 18)
        result = Label(outcome_text(self.context, entry), "strong_body", INK_BROWN, wrap_width=width)
        result.place_at(renderer, left, title.rect.bottom + 2)
        self.group.add(title, result)
        details_area = FRect(left, result.rect.bottom + 10, width, area.bottom - 16 - result.rect.bottom - 10)
        widgets, height = detail_widgets(self.context, renderer, entry, details_area.width)
        if height > details_area.height:
            widgets, height = detail_widgets(self.context, renderer, entry, details_area.width - 18)
        self.group.add(Scroll(details_area, height, widgets))

    def _review_button(self) -> Button:
        """Return the button that opens the match's review; only enabled for finished matches."""
        entry = self.chosen_entry
        button = Button(self.context.words("app.match_review.open"), self.open_review, icon="search", key_hint="R")
        button.enabled = entry is not None and entry.record_head is not None and bool(entry.result.winners)
        return button

    def _buttons(self, small: bool) -> tuple[Button, Button, list[IconButton]]:
        """Return the buttons to watch the match, to play its deal again, and to star, share and delete it."""
        words, entry = self.context.words, self.chosen_entry
        record = entry.record_head if entry else None
        watch = Button(
            words("app.replay.watch"), self.confirm, kind="primary", icon="play", key_hint=words("app.key.enter")
        )
        again = Button(words("app.replay.again"), self.play_again, icon="restart", small=True)
        starred = bool(record and record.starred)
        names = ("app.replay.unstar" if starred else "app.replay.star", "app.replay.share.name", "app.replay.delete")
        acts = (self.toggle_star, self.share, self.delete)
        keys = ("S", "Ctrl+C", key_label(pygame.K_DELETE))
        tools = [
            IconButton(icon, act, name=words(name), key_hint=key, size=48 if small else 44)
            for icon, act, name, key in zip(("star", "share", "bin"), acts, names, keys, strict=True)
        ]
        tools[0].is_chosen = starred
        for button in (watch, again, *tools[:2]):
            button.enabled = record is not None
        tools[2].enabled = entry is not None
        return watch, again, tools

    def _build_buttons(self, area: FRect) -> None:
        watch, again, tools = self._buttons(small=False)
        again.rect = FRect(area.left, area.top, area.width, 44)
        pitch = 44 + self.renderer.row_gap(_GAP)
        y = area.top + pitch
        left = area.left
        for tool in tools:
            tool.rect = FRect(left, y, (area.width - 2 * _GAP) / 3, 44)
            left = tool.rect.right + _GAP
        review = self._review_button()
        review_width, watch_width = review.preferred_size(self.renderer)[0], watch.preferred_size(self.renderer)[0]
        if review_width + _GAP + watch_width > area.width:
            review.key_hint = ""
            review_width = review.preferred_size(self.renderer)[0]
        review.rect = FRect(area.left, y + pitch, review_width, 48)
        watch.rect = FRect(review.rect.right + _GAP, y + pitch, area.width - review_width - _GAP, 48)
        self.group.add(again, *tools, review, watch)

    def _build_button_row(self, area: FRect) -> None:
        """Add all buttons for the chosen match in one row, for a small canvas."""
        renderer = self.renderer
        watch, again, tools = self._buttons(small=True)
        right = area.right
        label = self._review_button()
        review = IconButton(label.icon, self.open_review, name=label.label, key_hint=label.key_hint, size=48)
        review.enabled = label.enabled
        widgets: list[Widget] = [*reversed(tools), review]
        needed_width = watch.preferred_size(renderer)[0] + again.preferred_size(renderer)[0] + 4 * (48 + _GAP) + _GAP
        if needed_width > area.width:
            name = self.context.words("app.replay.again")
            short = IconButton("restart", self.play_again, name=name, key_hint="P", size=48)
            short.enabled = again.enabled
            widgets.append(short)
        else:
            widgets.append(again)
        for widget in widgets:
            widget.place_at(renderer, right, area.centery, "midright")
            right = widget.rect.left - _GAP
        watch.rect = FRect(area.left, area.top, right - area.left, 48)
        self.group.add(watch, *reversed(widgets))

    # --- actions ---------------------------------------------------------------------------------------------------

    def filter_by_game(self, slug: str) -> None:
        """List the finished matches of a game; an empty slug lists those of all games."""
        self.game_filter = slug
        if self._list is not None:
            self._list.offset = 0.0
        self.lay_out()

    def choose(self, entry: ReplayEntry) -> None:
        self.chosen_file = entry.path
        self.lay_out()

    def on_row_pressed(self, entry: ReplayEntry) -> None:
        """Choose the match of a pressed row, or watch it if it is already chosen."""
        if entry.path == self.chosen_file:
            self.confirm()
        else:
            self.choose(entry)

    def _load_record(self) -> Record | None:
        """Return the record of the match chosen in the list. If it can't be read, show a message and return None."""
        entry = self.chosen_entry
        if entry is None:
            return None
        loaded = self.replays.load(entry)
        if isinstance(loaded, Notice):
            words = self.context.words
            self.context.open(
                Dialog(
                    self.context,
                    words("app.replay.share.bad"),
                    [DialogParagraph(notice_text(words, loaded))],
                    width=680,
                )
            )
            return None
        return loaded

    def confirm(self) -> None:
        """Open the replay of the chosen match."""
        entry = self.chosen_entry
        record = self._load_record() if entry else None
        if entry is not None and record is not None:
            self.chosen_file = entry.path
            self.context.go(ReplayTable(record))

    def open_review(self) -> None:
        """Open the review of the chosen match; only for finished matches."""
        entry = self.chosen_entry
        record = self._load_record() if entry is not None and entry.result.winners else None
        if entry is not None and record is not None:
            self.chosen_file = entry.path
            self.context.open(ReviewPage(MatchReviews(self.context.background, record)))

    def play_again(self) -> None:
        """Start a new match with the same deal, players and rules."""
        record = self._load_record()
        if record is not None:
            again = MatchTable(record.branch_at(0, record.chairs))
            begin_or_ask(self.context, record.game, lambda: self.context.go(again))

    def toggle_star(self) -> None:
        """Star or unstar the chosen match. Starred matches are never removed automatically."""
        entry = self.chosen_entry
        if entry is None or entry.record_head is None:
            return
        self.chosen_file = entry.path
        starred = not entry.record_head.starred
        self.replays.set_star(entry, starred)
        self.context.show_toast("app.replay.starred" if starred else "app.replay.unstarred", "star")
        self.lay_out()

    def share(self) -> None:
        """Ask how to export the chosen match."""
        record = self._load_record()
        if record is not None:
            self.sharing.share(record)

    def delete(self) -> None:
        """Delete the chosen match. ``undo`` restores it."""
        entry, shown = self.chosen_entry, self.listed_entries
        if entry is None:
            return
        at = shown.index(entry)
        text = self.replays.delete(entry)
        if text is not None:
            self.history.add(self.context.words("app.replay.delete"), partial(self._restore, entry, text))
        left = self.listed_entries
        self.chosen_file = left[min(at, len(left) - 1)].path if left else None
        self.context.show_toast("app.replay.deleted", "bin")
        self.lay_out()

    def _restore(self, entry: ReplayEntry, text: str) -> None:
        self.replays.restore(entry, text)
        self.chosen_file = entry.path

    def undo(self) -> None:
        """Restore the match deleted last."""
        if self.history.undo():
            self.context.show_toast("app.replay.back", "undo")
            self.lay_out()

    def _on_imported(self, entry: ReplayEntry, new: bool) -> None:
        self.game_filter, self.chosen_file = "", entry.path
        self.context.show_toast("app.replay.came" if new else "app.replay.there", "check")
        self.lay_out()
        self._reveal_chosen()

    def _reveal_chosen(self) -> None:
        """Scroll the list to the chosen match."""
        if self._list is not None:
            for row in self._list.children:
                if isinstance(row, MatchRow) and row.is_chosen:
                    self._list.reveal(row)

    def back(self) -> None:
        self.context.go(Home())

    # --- time and input ---------------------------------------------------------------------------------------------

    def update(self, elapsed_ms: float) -> bool:
        if not self.context.is_top(self):
            return False
        changed = super().update(elapsed_ms)
        if not self.replays.try_read_more(_MAX_FILES_PER_UPDATE):
            return changed
        self.lay_out()
        return True

    @property
    def next_update_ms(self) -> float:
        return 0.0 if self.replays.unread_count else super().next_update_ms

    def handle_drop(self, event: pygame.Event) -> None:
        self.sharing.import_drop(event)

    def handle(self, event: pygame.Event, pos: PointerPos) -> bool:
        if event.type == pygame.KEYDOWN and self._shortcut(event):
            return True
        changed = super().handle(event, pos)
        focus = self.group.focus
        if event.type == pygame.KEYDOWN and self.context.is_top(self) and isinstance(focus, MatchRow):
            entry = self.chosen_entry
            if entry is not None and focus.entry.path != entry.path:
                self.choose(focus.entry)
                return True
        return changed

    def _shortcut(self, event: pygame.Event) -> bool:
        """Handle a keyboard shortcut of the list of matches; return False for other keys. Ctrl+C exports, Ctrl+V
        imports, Ctrl+Z undoes.
        """
        by_plain_key: dict[int, Callable[[], None]] = {
            pygame.K_u: self.undo,
            pygame.K_p: self.play_again,
            pygame.K_s: self.toggle_star,
            pygame.K_r: self.open_review,
            pygame.K_DELETE: self.delete,
        }
        by_command_key: dict[int, Callable[[], None]] = {
            pygame.K_z: self.undo,
            pygame.K_c: self.share,
            pygame.K_v: self.sharing.paste,
        }
        action = by_command_key.get(command_key(event)) or by_plain_key.get(plain_key(event))
        if action is None:
            return False
        action()
        return True
