"""The finished matches: what there is, and what can be done with each."""

from collections.abc import Callable
from functools import partial
from pathlib import Path

import pygame
from pygame import FRect, Surface

from engine.games import GAMES
from engine.match.record import Record
from engine.notices import Notice
from engine.profile.replays import ReplayEntry
from scenes.look.look import Look
from scenes.look.theme import INK, INK_BROWN, INK_SECOND, MUTED
from scenes.look.widgets import Button, IconButton, Label, Panel, Paper, Pos, Scroll, Segmented, Stepper, Widget
from scenes.look.widgets.rule_note import RuleNote
from scenes.replays.row import ROW, MatchRow, outcome
from scenes.replays.sharing import MatchSharing
from scenes.shell.context import Context
from scenes.shell.destinations import Begin, Home, ReviewPage, Watch
from scenes.shell.dialog import Dialog, Paragraph, confirm_replacing
from scenes.shell.history import History
from scenes.shell.screen import MARGIN, Screen
from scenes.text.dates import date_of_time
from scenes.text.notices import notice_text
from scenes.text.people import SeatedPlayer, players
from scenes.text.rules import rules_in_force
from scenes.text.words import grouped
from scenes.work.reviews import Reviews

_SIDE_BY_SIDE = (900.0, 480.0)
"""A canvas of this size has room for the list and for what is told about one match."""
_COLUMN = 376.0
_GAP = 10.0
_TABS = 46.0
_AT_ONCE = 2
"""Files that are read in one step of time, where nothing is known of them yet."""
_PLAYER = 40.0


class PlayerLine(Widget):
    """On paper: portrait, name, points; a crown for who won."""

    def __init__(self, player: SeatedPlayer, total: str, *, won: bool) -> None:
        super().__init__()
        self.player = player
        self.total = total
        self.won = won

    def draw(self, look: Look, target: Surface) -> None:
        rect = self.rect
        look.blit(target, look.portrait(self.player.portrait, 32), rect.left + 23, rect.centery, "center")
        style = "strong_body" if self.won else "body"
        right = rect.right
        if self.total:
            points = look.text(self.total, style, INK)
            look.blit(target, points, right, rect.centery, "midright")
            right -= max(44.0, points.get_width() / look.scale + 12)
        name = look.text(self.player.name, style, INK, max_width=right - rect.left - 54 - (28 if self.won else 0))
        look.blit(target, name, rect.left + 54, rect.centery, "midleft")
        if self.won:
            x = rect.left + 54 + name.get_width() / look.scale + 10
            look.blit(target, look.icon("crown", 20, INK_BROWN), x, rect.centery, "midleft")


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
        self.sharing = MatchSharing(context, self.replays, self._came)
        self.game = ""
        """The game whose matches are shown; empty for all."""
        self.chosen = chosen
        """The file of the match that is chosen."""
        self._list: Scroll | None = None

    def arrive(self) -> None:
        """Take in the match that the screen was opened with."""
        if self._incoming is not None:
            self.sharing.read(*self._incoming)

    # --- what is shown ----------------------------------------------------------------------------------------------

    @property
    def shown(self) -> list[ReplayEntry]:
        """The matches of the list; files that can't be read belong to every game."""
        found = self.replays.entries
        return [kept for kept in found if not self.game or kept.record is None or kept.record.game == self.game]

    @property
    def kept(self) -> ReplayEntry | None:
        """The match that is chosen."""
        shown = self.shown
        return next((kept for kept in shown if kept.path == self.chosen), shown[0] if shown else None)

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
        """At the right of the title: bring a match in, take back."""
        look, words = self.look, self.context.words
        undo = IconButton("undo", self.undo, name=words("app.replay.undo"), key=words("app.key.u"))
        undo.enabled = bool(self.history.last)
        undo.place(look, look.width - MARGIN, 42, "midright")
        bring = Button(words("app.replay.import"), self.sharing.open, icon="folder", small=True)
        bring.place(look, undo.rect.left - _GAP, 42, "midright")
        self.group.add(bring, undo)
        count = len(self.shown)
        text = words("app.replay.reading", n=self.replays.unread) if self.replays.unread else ""
        text = text or (words("app.replay.count", n=count) if count else "")
        if text and look.text_width(text, "explanation") < bring.rect.left - left - 40:
            label = self.label(text, "explanation", 0, 0, colour=MUTED)
            label.rect.midright = (bring.rect.left - 18, 42)

    def _build_empty(self) -> None:
        look, words = self.look, self.context.words
        wide = min(620.0, look.width - 2 * MARGIN)
        text = words("app.replay.empty" if self.context.settings.replays_kept else "app.replay.off")
        label = Label(text, "lead", INK, wrap=wide - 64, align="center")
        high = label.preferred(look)[1] + 72
        paper = FRect((look.width - wide) / 2, max(96.0, (look.height - high) / 2 - 20), wide, high)
        label.place(look, paper.centerx, paper.top + 36, "midtop")
        self.group.add(Paper(paper), label)

    def _build_list(self, area: FRect) -> None:
        tabs = self._tabs(area.width)
        tabs.rect.topleft = (area.left, area.top)
        panel = FRect(area.left, area.top + _TABS + 12, area.width, area.height - _TABS - 12)
        inner = panel.inflate(-20, -20)
        chosen, shown = self.kept, self.shown
        content = ROW * len(shown)
        wide = inner.width - (16 if content > inner.height else 0)
        rows = []
        for i, kept in enumerate(shown):
            row = MatchRow(self.context, kept, partial(self.press, kept), chosen=kept is chosen)
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
        """Everything about the chosen match."""
        look, words, kept = self.look, self.context.words, self.kept
        self.group.add(Paper(area))
        if kept is None:
            return
        record = kept.record
        left, wide = area.left + 22, area.width - 44
        title = Label(words(f"{record.game}.title") if record else kept.path.name, "panel_title", INK, wrap=wide)
        title.place(look, left, area.top + 18)
        result = Label(outcome(self.context, kept), "strong_body", INK_BROWN, wrap=wide)
        result.place(look, left, title.rect.bottom + 2)
        self.group.add(title, result)
        room = FRect(left, result.rect.bottom + 10, wide, area.bottom - 16 - result.rect.bottom - 10)
        widgets, high = self._details(kept, room.width)
        if high > room.height:
            widgets, high = self._details(kept, room.width - 18)
        self.group.add(Scroll(room, high, widgets))

    def _details(self, kept: ReplayEntry, wide: float) -> tuple[list[Widget], float]:
        """What the paper tells below its heading, and how high that is."""
        look, words, record, result = self.look, self.context.words, kept.record, kept.result
        widgets: list[Widget] = []
        y = 0.0

        def line(text: str, style: str = "explanation", gap: float = 4.0) -> None:
            nonlocal y
            label = Label(text, style, INK_SECOND, wrap=wide)
            label.place(look, 0, y)
            widgets.append(label)
            y = label.rect.bottom + gap

        if kept.notice is not None:
            line(notice_text(words, kept.notice), "body", 10)
        if record is None:
            return widgets, y
        for seat, player in enumerate(players(record, words, self.context.person)):
            total = words.number(result.totals[seat]) if result.totals else ""
            row = PlayerLine(player, total, won=seat in result.winners)
            row.rect = FRect(0, y, wide, _PLAYER)
            widgets.append(row)
            y += _PLAYER
        y += 8
        for text in self._facts(kept, record):
            line(text)
        y += 8
        for name, text in rules_in_force(words, record.game, record.options):
            note = RuleNote(name, text)
            note.place_in(look, 0, y, wide)
            widgets.append(note)
            y += note.rect.height
        return widgets, y

    def _facts(self, kept: ReplayEntry, record: Record) -> list[str]:
        words = self.context.words
        day = date_of_time(words, record.ended or record.began or kept.time)
        length = words("app.replay.deals", n=kept.result.deals) if kept.result.deals else ""
        counted = [key for key in ("undone", "hinted") if getattr(record, key)]
        lines = [
            " · ".join(filter(None, (day, length, words("app.replay.moves", n=kept.result.moves)))),
            words("app.replay.deal", number=grouped(str(record.seed))),
            *(words(f"app.replay.{key}", n=getattr(record, key)) for key in counted),
        ]
        if record.adopted or record.known:
            lines.append(words("app.replay.adopted" if record.adopted else "app.replay.known"))
        return lines

    def _review_button(self) -> Button:
        """How well it was played; of a match that is over."""
        kept = self.kept
        button = Button(self.context.words("app.match_review.open"), self.review, icon="search", hint="R")
        button.enabled = kept is not None and kept.record is not None and bool(kept.result.winners)
        return button

    def _buttons(self, small: bool) -> tuple[Button, Button, list[IconButton]]:
        """Watch; play the deal; star, share, delete."""
        words, kept = self.context.words, self.kept
        record = kept.record if kept else None
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
        tools[2].enabled = kept is not None
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
        """All buttons in one row, where the window has little room."""
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

    # --- what it does -----------------------------------------------------------------------------------------------

    def filter(self, slug: str) -> None:
        """Only the matches of a game; all of them where it is empty."""
        self.game = slug
        if self._list is not None:
            self._list.offset = 0.0
        self.lay_out()

    def choose(self, kept: ReplayEntry) -> None:
        """What is told and done is about this match."""
        self.chosen = kept.path
        self.lay_out()

    def press(self, kept: ReplayEntry) -> None:
        """A row was pressed: the first time chooses, the second time watches."""
        if kept.path == self.chosen:
            self.confirm()
        else:
            self.choose(kept)

    def _record(self) -> Record | None:
        """The chosen match with its moves; tells why there is none."""
        kept = self.kept
        if kept is None:
            return None
        found = self.replays.load(kept)
        if isinstance(found, Notice):
            words = self.context.words
            self.context.open(
                Dialog(self.context, words("app.replay.share.bad"), [Paragraph(notice_text(words, found))], width=680)
            )
            return None
        return found

    def confirm(self) -> None:
        """Watch the chosen match."""
        kept = self.kept
        record = self._record() if kept else None
        if kept is not None and record is not None:
            self.chosen = kept.path
            self.context.go(Watch(record))

    def review(self) -> None:
        """See how well the chosen match was played."""
        kept = self.kept
        record = self._record() if kept is not None and kept.result.winners else None
        if kept is not None and record is not None:
            self.chosen = kept.path
            self.context.open(ReviewPage(Reviews(self.context.background, record)))

    def again(self) -> None:
        """A new match with the same cards, people and rules."""
        record = self._record()
        if record is not None:
            again = Begin(record.branch(0, record.chairs))
            confirm_replacing(self.context, lambda: self.context.go(again))

    def star(self) -> None:
        """A star, or none any more: those with one are never given up."""
        kept = self.kept
        if kept is None or kept.record is None:
            return
        self.chosen = kept.path
        starred = not kept.record.starred
        self.context.notices += self.replays.star(kept, starred)
        self.context.tell("app.replay.starred" if starred else "app.replay.unstarred", "star")
        self.lay_out()

    def share(self) -> None:
        """Let the chosen match go out."""
        record = self._record()
        if record is not None:
            self.sharing.share(record)

    def delete(self) -> None:
        """The chosen match goes; undo brings it back."""
        kept, shown = self.kept, self.shown
        if kept is None:
            return
        at = shown.index(kept)
        text, notices = self.replays.delete(kept)
        self.context.notices += notices
        if text is not None:
            self.history.note(self.context.words("app.replay.delete"), partial(self._put_back, kept, text))
        left = self.shown
        self.chosen = left[min(at, len(left) - 1)].path if left else None
        self.context.tell("app.replay.deleted", "bin")
        self.lay_out()

    def _put_back(self, kept: ReplayEntry, text: str) -> None:
        self.context.notices += self.replays.put_back(kept, text)
        self.chosen = kept.path

    def undo(self) -> None:
        """Bring back what was deleted last."""
        if self.history.undo():
            self.context.tell("app.replay.back", "undo")
            self.lay_out()

    def _came(self, kept: ReplayEntry, new: bool) -> None:
        self.game, self.chosen = "", kept.path
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

    def drop(self, event: pygame.Event) -> None:
        self.sharing.drop(event)

    def handle(self, event: pygame.Event, pos: Pos) -> bool:
        if event.type == pygame.KEYDOWN and self._shortcut(event):
            return True
        changed = super().handle(event, pos)
        focus = self.group.focus
        if event.type == pygame.KEYDOWN and self.context.is_top(self) and isinstance(focus, MatchRow):
            kept = self.kept
            if kept is not None and focus.kept.path != kept.path:
                self.choose(focus.kept)
                return True
        return changed

    def _shortcut(self, event: pygame.Event) -> bool:
        """Letters for what the buttons do; Ctrl+C and Ctrl+V let matches out and in, Ctrl+Z brings back."""
        control = bool(event.mod & (pygame.KMOD_CTRL | pygame.KMOD_META))
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
        act = (held if control else plain).get(event.key)
        if act is None:
            return False
        act()
        return True
