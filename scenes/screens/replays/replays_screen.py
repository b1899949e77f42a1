"""The replays screen: the list of finished matches with the actions on each."""

from collections.abc import Callable
from functools import partial
from pathlib import Path

import pygame

from engine.games import GAMES
from engine.match.record import Record
from engine.notices import Notice
from engine.profile.replays import ReplayEntry
from engine.sanitise import sanitise
from scenes.render.space import ScenePos
from scenes.render.theme import INK, INK_BROWN, MUTED
from scenes.screens.replays.details import SHADOW_MARGIN, match_details
from scenes.screens.replays.match_row import MatchRow, outcome_text
from scenes.screens.replays.match_sharing import MatchSharing
from scenes.shell.context import Context
from scenes.shell.destinations import Home, MatchTable, ReplayTable, ReviewPage, SettingsPage
from scenes.shell.dialog import Dialog, DialogParagraph, begin_or_ask
from scenes.shell.empty_state import NO_REPLAYS, empty_state
from scenes.shell.screen import MARGIN, Screen
from scenes.shell.undo_history import UndoHistory
from scenes.text.notice_texts import notice_text
from scenes.ui.boxes import Column, FirstThatFits, Row, Spacer
from scenes.ui.key_events import command_key, plain_key
from scenes.ui.scroll_view import ScrollView
from scenes.ui.text import Text
from scenes.ui.widgets import Button, IconButton, Panel, Paper, Segmented, Stepper, key_label
from scenes.work.reviews import MatchReviews

_MIN_SIDE_BY_SIDE_SIZE = (900.0, 480.0)
"""Minimum canvas size at which the list and the details of a match are side by side, logical pixels."""
_COLUMN_WIDTH = 376.0
_GAP = 10.0
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

    @property
    def _is_readable(self) -> bool:
        """Whether a match is chosen and its file could be read."""
        return self.chosen_entry is not None and self.chosen_entry.record_head is not None

    @property
    def _has_review(self) -> bool:
        """Whether the chosen match can be reviewed: only finished matches can."""
        return self._is_readable and self.chosen_entry is not None and bool(self.chosen_entry.result.winners)

    @property
    def _is_side_by_side(self) -> bool:
        min_width, min_height = _MIN_SIDE_BY_SIDE_SIZE
        return self.renderer.width >= min_width and self.renderer.height >= min_height

    # --- widgets ----------------------------------------------------------------------------------------------------

    def refresh(self) -> None:
        super().refresh()
        row, focus = self._chosen_row, self.root.focus
        if row is not focus and (focus is None or isinstance(focus, MatchRow)):
            self.root.set_focus(row)

    @property
    def _chosen_row(self) -> MatchRow | None:
        """Row of the chosen match; None if there is none."""
        return next((one for one in self.root.children if isinstance(one, MatchRow) and one.is_chosen), None)

    def compose(self) -> Column:
        words = self.context.words
        undo = IconButton("undo", self.undo, name=words("app.replay.undo"), key_hint=words("app.key.u"))
        undo.enabled = bool(self.history.last_name)
        import_ = Button(words("app.replay.import"), self.sharing.ask_source, icon="folder", small=True)
        head = self.header(
            "house",
            words("app.replay.title"),
            words("app.results.home"),
            Spacer(),
            self._count(),
            import_.with_layout("import", margin=(0, 0, _GAP, 0)),
            undo.with_layout("undo", margin=(0, 0, MARGIN, 0)),
        )
        if not self.replays.entries and not self.replays.unread_count:
            return Column(head, self._empty().with_layout(grow=1, basis=0, margin=(MARGIN, 32, MARGIN, MARGIN)))
        contents: Row | Column
        if self._is_side_by_side:
            column = Column(self._details(), self._buttons(), gap=14).with_layout(width=_COLUMN_WIDTH)
            contents = Row(self._match_list(), column, gap=20, align="stretch")
        else:
            contents = Column(self._match_list(), self._button_row(), gap=12)
        return Column(head, contents.with_layout(grow=1, basis=0, margin=(MARGIN, 20, MARGIN, MARGIN)))

    def _count(self) -> FirstThatFits | None:
        """Return the number of matches, shown if it fits beside the title."""
        words, unread_count, count = self.context.words, self.replays.unread_count, len(self.listed_entries)
        if not unread_count and not count:
            return None
        text = words("app.replay.reading", n=unread_count) if unread_count else words("app.replay.count", n=count)
        return FirstThatFits(Text(text, "explanation", MUTED).with_layout(margin=(22, 0, 18, 0)), Spacer(0))

    def _empty(self) -> Column:
        words, go = self.context.words, self.context.go
        max_width = self.renderer.width - 2 * MARGIN
        if self.context.settings.replays_kept:
            play = Button(words("app.empty.play"), lambda: go(Home()), kind="primary", icon="play")
            return empty_state(NO_REPLAYS, words("app.replay.empty"), play, max_width=max_width)
        settings = Button(words("app.home.settings"), lambda: go(SettingsPage()), kind="primary", icon="settings")
        return empty_state(NO_REPLAYS, words("app.replay.off"), settings, max_width=max_width)

    def _match_list(self) -> Column:
        words, slugs, chosen_entry = self.context.words, ["", *GAMES], self.chosen_entry
        labels = [words("app.replay.all"), *(words(f"{slug}.title") for slug in GAMES)]
        choice = labels, slugs.index(self.game_filter), lambda i: self.filter_by_game(slugs[i])
        choices = Segmented(*choice), Stepper(*choice)
        tabs = FirstThatFits(*(one.with_layout("game", name=words("app.replay.title")) for one in choices))
        rows = [
            MatchRow(
                self.context, entry, partial(self.on_row_pressed, entry), is_chosen=entry is chosen_entry
            ).with_layout(entry.path)
            for entry in self.listed_entries
        ]
        none = Text(words("app.replay.none"), "body", MUTED, align="center").with_layout(grow=1)
        view = ScrollView(Column(*rows, gap=2), key=("matches", self.game_filter)) if rows else none
        return Column(
            tabs.with_layout(align="start"),
            Column(view.with_layout(basis=0), padding=10, background=Panel()).with_layout(grow=1, basis=0),
            gap=12,
        ).with_layout(grow=1, basis=0)

    def _details(self) -> Column:
        """Return the details of the chosen match on paper."""
        entry = self.chosen_entry
        paper = Column(padding=(22, 18, 22, 16), background=Paper()).with_layout(grow=1, basis=0)
        if entry is not None:
            record = entry.record_head
            name = self.context.words(f"{record.game}.title") if record else sanitise(entry.path.name)
            outcome = Text(outcome_text(self.context, entry), "strong_body", INK_BROWN, wraps=True)
            details = ScrollView(match_details(self.context, entry), key=("details", entry.path))
            paper.children = [
                Text(name, "panel_title", INK, wraps=True),
                outcome.with_layout(margin=(0, 2, 0, 10)),
                details.with_layout(basis=0, margin=(-SHADOW_MARGIN, -SHADOW_MARGIN, 0, 0)),
            ]
        return paper

    def _watch_button(self, key_hint: str) -> Button:
        watch = Button(
            self.context.words("app.replay.watch"), self.confirm, kind="primary", icon="play", key_hint=key_hint
        )
        watch.enabled = self._is_readable
        return watch.with_layout(("watch", key_hint), grow=1)

    def _again_button(self) -> Button:
        again = Button(self.context.words("app.replay.again"), self.play_again, icon="restart", small=True)
        again.enabled = self._is_readable
        return again.with_layout("again")

    def _review_button(self, key_hint: str) -> Button:
        label = self.context.words("app.match_review.open")
        review = Button(label, self.open_review, icon="search", key_hint=key_hint)
        review.enabled = self._has_review
        return review.with_layout(("review", key_hint))

    def _tool(self, icon: str, act: Callable[[], None], name: str, key_hint: str) -> IconButton:
        size = 44 if self._is_side_by_side else 48
        tool = IconButton(icon, act, name=self.context.words(name), key_hint=key_hint, size=size)
        tool.enabled = self._is_readable
        return tool.with_layout(icon)

    def _tools(self) -> list[IconButton]:
        """Return the buttons to star, share and delete the match."""
        entry = self.chosen_entry
        starred = bool(entry and entry.record_head and entry.record_head.starred)
        star = self._tool("star", self.toggle_star, "app.replay.unstar" if starred else "app.replay.star", "S")
        star.is_chosen = starred
        share = self._tool("share", self.share, "app.replay.share.name", "Ctrl+C")
        delete = self._tool("bin", self.delete, "app.replay.delete", key_label(pygame.K_DELETE))
        delete.enabled = entry is not None
        return [star, share, delete.with_layout(is_destructive=True)]

    def _buttons(self) -> Column:
        """Return all buttons for the chosen match below its details."""
        watch, review = self._watch_button(self.context.words("app.key.enter")), self._review_button("")
        rows = [
            Row(self._review_button("R"), watch, gap=_GAP),
            Row(review, watch, gap=_GAP),
            Row(review, self._watch_button(""), gap=_GAP),
        ]
        tools = [tool.with_layout(grow=1, basis=0) for tool in self._tools()]
        return Column(
            self._again_button(), Row(*tools, gap=_GAP), FirstThatFits(*rows), gap=self.renderer.row_gap(_GAP)
        )

    def _button_row(self) -> Row:
        """Return all buttons for the chosen match in one row, for a small canvas."""
        short = self._tool("restart", self.play_again, "app.replay.again", "P").with_layout("again")
        review = self._tool("search", self.open_review, "app.match_review.open", "R")
        review.enabled = self._has_review
        watch = self._watch_button(self.context.words("app.key.enter"))
        return Row(watch, FirstThatFits(self._again_button(), short), review, *self._tools(), gap=_GAP)

    # --- actions ---------------------------------------------------------------------------------------------------

    def filter_by_game(self, slug: str) -> None:
        """List the finished matches of a game; an empty slug lists those of all games."""
        self.game_filter = slug
        self.refresh()

    def choose(self, entry: ReplayEntry) -> None:
        self.chosen_file = entry.path
        self.refresh()

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
        self.refresh()

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
        self.refresh()

    def _restore(self, entry: ReplayEntry, text: str) -> None:
        self.replays.restore(entry, text)
        self.chosen_file = entry.path

    def undo(self) -> None:
        """Restore the match deleted last."""
        if self.history.undo():
            self.context.show_toast("app.replay.back", "undo")
            self.refresh()

    def _on_imported(self, entry: ReplayEntry, new: bool) -> None:
        self.game_filter, self.chosen_file = "", entry.path
        self.context.show_toast("app.replay.came" if new else "app.replay.there", "check")
        self.refresh()
        self._reveal_chosen()

    def _reveal_chosen(self) -> None:
        """Scroll the list to the chosen match."""
        if (row := self._chosen_row) is not None:
            for view in self.root.place_of(row).scroll_views:
                view.reveal(row.rect)

    def back(self) -> None:
        self.context.go(Home())

    # --- time and input ---------------------------------------------------------------------------------------------

    def poll(self) -> bool:
        if not self.context.is_top(self) or not self.replays.try_read_more(_MAX_FILES_PER_UPDATE):
            return False
        self.refresh()
        return True

    @property
    def next_update_ms(self) -> float:
        return 0.0 if self.replays.unread_count else super().next_update_ms

    def handle_drop(self, event: pygame.Event) -> None:
        self.sharing.import_drop(event)

    def handle(self, event: pygame.Event, pos: ScenePos) -> bool:
        if event.type == pygame.KEYDOWN and self._shortcut(event):
            return True
        changed = super().handle(event, pos)
        focus = self.root.focus
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
