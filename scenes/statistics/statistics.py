"""What was played: figures, opponents and the line over time, filtered; exported, and forgotten with undo."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import pygame
from pygame import FRect

from engine.bots.common.strengths import ANCHORS
from engine.games import GAMES
from engine.moments import day_of, year_month_day
from engine.notices import Notice
from engine.statistics.daily import DailyResult
from engine.statistics.export import CsvExport
from engine.statistics.store import MeanPar, Period, RatingHistory, Rival, Totals
from scenes.look.theme import INK, INK_CAPTION
from scenes.look.widgets import Button, IconButton, Label, Paper, Pos, Scroll, Segmented, Stepper, Widget
from scenes.shell.context import Context
from scenes.shell.destinations import ReplayList
from scenes.shell.dialog import Dialog, DialogButton, Paragraph, notices_dialog
from scenes.shell.field_dialog import FieldDialog
from scenes.shell.screen import MARGIN, Screen
from scenes.shell.toast import is_undo_key
from scenes.statistics.filters import GAP, HIGH, FilterDialog, Query, default, filters, rows
from scenes.statistics.line import LINES, RATING_ROW, Course, RatingRow, drawing, figure, lines_of, sentence
from scenes.statistics.parts import HEAD, ROW, RivalHead, RivalRow, Tile, tiles

_ROOMY = (1150.0, 640.0)
"""A canvas of this size has room for everything at once."""
_SAID = 440.0
"""The widest line of what is said in place of figures."""
_MOMENTS = 48
"""Of a rating's line."""
_LEAST_LINE = 110.0
"""A line that is lower has nothing said above it."""
_SHADOW = 14.0
"""Beside the list, where the portraits' shadows fall."""
_LONGEST_PATH = 400
_PATH_WIDTH = 820.0
_ROWS_AT_ONCE = 1500
"""Of an export, in one step of time."""
_TILES, _OPPONENTS, _LINE = range(3)
"""Parts of the screen where only one of them has room."""


class Findings(NamedTuple):
    """What the statistics say of what is asked for."""

    figures: Totals
    rivals: list[Rival]
    spans: list[Period]
    par: MeanPar | None
    rated: dict[str, RatingHistory]
    """Game -> how strong the person plays."""
    days: list[DailyResult]


class StatisticsScreen(Screen):
    """The statistics, over the first screen."""

    least = (600.0, 340.0)

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self.statistics = context.statistics
        self.names = self.statistics.names()
        self.levels = self.statistics.levels()
        self.asked = default(context.settings.name, self.names)
        self.found = self._find()
        self.part = _TILES
        """What is shown where there is room for one part only."""
        self.line = LINES[0]
        """Which line is shown, where there is such a one."""
        self.export: CsvExport | None = None
        """The file that is being written."""

    def _find(self) -> Findings:
        kept, asked, wanted = self.statistics, self.asked, self.asked.wanted(self._today())
        person = self._person()
        several = dict.fromkeys(GAMES, 2) if asked.game is None else {asked.game: _MOMENTS}
        ratings = (
            {slug: kept.rating(slug, person, most) for slug, most in several.items()} if person is not None else {}
        )
        return Findings(
            kept.figures(wanted),
            kept.rivals(wanted),
            kept.over_time(wanted),
            kept.par(wanted),
            {slug: rated for slug, rated in ratings.items() if rated is not None},
            kept.daily_results(asked.game, asked.name, wanted.since or 0) if asked.game is not None else [],
        )

    def _person(self) -> str | None:
        """Whose matches are looked at; None where they are several persons'."""
        only = self.names[0] if len(self.names) == 1 else None
        return only if self.asked.name is None else self.asked.name

    def _today(self) -> int:
        return day_of(self.context.now())

    @property
    def nothing(self) -> bool:
        """Nothing was ever counted."""
        return not self.names

    # --- widgets ----------------------------------------------------------------------------------------------------

    def build(self) -> None:
        look, words = self.look, self.context.words
        self.header("house", words("app.stats.title"), name=words("app.results.home"))
        area = FRect(MARGIN, 84, look.width - 2 * MARGIN, look.height - 84 - MARGIN)
        if self.nothing:
            self._build_nothing(area)
        elif look.width >= _ROOMY[0] and look.height >= _ROOMY[1]:
            self._build_all(area)
        else:
            self._build_part(area)
        self._build_tools()

    def _build_tools(self) -> None:
        """At the upper right: replays, export, reset, undo; the labels where there is room."""
        look, words = self.look, self.context.words
        several: list[tuple[str, str, Callable[[], None], bool]] = [
            ("clock", "app.replay.title", self.open_replays, True),
            ("save", "app.stats.export", self.ask_export, not self.nothing and self.export is None),
            ("bin", "app.stats.reset", self.ask_reset, not self.nothing and not self.statistics.newer),
        ]
        labelled = look.width >= _ROOMY[0]
        undo = IconButton("undo", self.undo, name=words("app.rules.undo"), key=words("app.key.u"))
        undo.enabled = self.statistics.can_undo_reset
        undo.place(look, look.width - MARGIN, 42, "midright")
        right, made = undo.rect.left - GAP, list[Widget]()
        for icon, key, act, enabled in reversed(several):
            button: Button | IconButton = IconButton(icon, act, name=words(key))
            if labelled:
                button = Button(words(key), act, icon=icon, small=True)
            button.enabled = enabled
            button.place(look, right, 42, "midright")
            right = button.rect.left - GAP
            made.append(button)
        self.group.add(*reversed(made), undo)

    def _build_nothing(self, area: FRect) -> None:
        look, words = self.look, self.context.words
        wide = min(620.0, area.width)
        text = words("app.stats.forgotten" if self.statistics.can_undo_reset else "app.stats.nothing")
        label = Label(text, "lead", INK, wrap=min(_SAID, wide - 64), align="center")
        high = label.preferred(look)[1] + 72
        paper = FRect(area.centerx - wide / 2, max(area.top + 12, area.centery - high / 2 - 40), wide, high)
        label.place(look, paper.centerx, paper.top + 36, "midtop")
        self.group.add(Paper(paper), label)

    def _build_all(self, area: FRect) -> None:
        """Filters, tiles, and below them the opponents beside the line."""
        words, look = self.context.words, self.look
        controls = rows(look, area, filters(words, self.names, self.levels), self.asked, self.ask)
        self.group.add(*controls)
        top = max(control.rect.bottom for control in controls) + 16
        high = 88.0 + max(0.0, look.height - 720) * 0.1
        self._build_tiles(FRect(area.left, top, area.width, high), columns=6)
        rest = FRect(area.left, top + high + 16, area.width, area.bottom - top - high - 16)
        if not self.found.figures.deals:
            self._build_none(rest)
            return
        left = FRect(rest.left, rest.top, rest.width * 0.42, rest.height)
        self._build_opponents(left)
        self._build_line(FRect(left.right + 20, rest.top, rest.right - left.right - 20, rest.height))

    def _build_part(self, area: FRect) -> None:
        """Large texts: one part, chosen by tabs, and a button for the filters."""
        look, words = self.look, self.context.words
        several = filters(words, self.names, self.levels)
        chosen = sum(
            one.chosen(self.asked) != one.chosen(default(self.context.settings.name, self.names)) for one in several
        )
        button = Button(words("app.stats.filters"), self._open_filters, icon="sort", small=True)
        button.hint = str(chosen) if chosen else ""
        button.place(look, area.right, area.top + HIGH / 2, "midright")
        labels = [words(f"app.stats.part.{name}") for name in ("tiles", "opponents", "line")]
        tabs = Segmented(labels, self.part, self._show_part)
        wide = min(tabs.preferred(look)[0], button.rect.left - GAP - area.left)
        tabs.rect = FRect(area.left, area.top, wide, HIGH)
        self.group.add(tabs, button)
        rest = FRect(area.left, area.top + HIGH + 14, area.width, area.height - HIGH - 14)
        if not self.found.figures.deals:
            self._build_none(rest)
        elif self.part == _OPPONENTS:
            self._build_opponents(rest, titled=False)
        elif self.part == _LINE:
            self._build_line(rest)
        else:
            rest.height = min(rest.height, 260.0)
            self._build_tiles(rest, columns=3)

    def _build_tiles(self, area: FRect, columns: int) -> None:
        told = tiles(self.context.words, self.found.figures, self.asked.game)
        lines = -(-len(told) // columns)
        wide = (area.width - GAP * (columns - 1)) / columns
        high = (area.height - GAP * (lines - 1)) / lines
        for i, one in enumerate(told):
            row, column = divmod(i, columns)
            self.group.add(
                Tile(one, FRect(area.left + column * (wide + GAP), area.top + row * (high + GAP), wide, high))
            )

    def _build_none(self, area: FRect) -> None:
        """Nothing fits the filters: say so, and lead back."""
        look, words = self.look, self.context.words
        wide = min(620.0, area.width)
        label = Label(words("app.stats.none"), "lead", INK, wrap=min(_SAID, wide - 64), align="center")
        all_ = Button(words("app.stats.show_all"), self.show_all, kind="light", icon="restart", small=True)
        high = min(area.height, label.preferred(look)[1] + 44 + 64)
        paper = FRect(area.centerx - wide / 2, area.top + max(0.0, area.height - high) * 0.3, wide, high)
        label.place(look, paper.centerx, paper.top + 20, "midtop")
        all_.place(look, paper.centerx, paper.bottom - 20, "midbottom")
        self.group.add(Paper(paper), label, all_)

    def _sheet(self, paper: FRect, title: str) -> FRect:
        """A sheet of paper with a title, if it has one; where that is."""
        self.group.add(Paper(paper))
        if not title:
            return FRect(paper.left + 24, paper.top + 8, 0, 0)
        return self.label(title, "panel_title", paper.left + 24, paper.top + 16, colour=INK).rect

    def _build_opponents(self, paper: FRect, *, titled: bool = True) -> None:
        words = self.context.words
        top = self._sheet(paper, words("app.stats.opponents") if titled else "").bottom + 4
        inner = FRect(paper.left + 18, top, paper.width - 36, paper.bottom - 14 - top)
        if not self.found.rivals:
            self._say(words("app.stats.no_match"), inner)
            return
        several: list[Widget] = [RivalRow(words, rival, i) for i, rival in enumerate(self.found.rivals)]
        room = FRect(inner.left, inner.top + HEAD, inner.width, inner.height - HEAD)
        wide = self._build_rows(several, ROW, room)
        self.group.add(RivalHead(words, FRect(inner.left, inner.top, wide, HEAD)))

    def _build_rows(self, several: Sequence[Widget], high: float, room: FRect) -> float:
        """Rows below each other, to be scrolled where they have no room; returns how wide they are."""
        content = high * len(several)
        wide = room.width - (18 if content > room.height else 0)
        for i, row in enumerate(several):
            row.rect = FRect(_SHADOW, i * high, wide, high)
        self.group.add(
            Scroll(FRect(room.left - _SHADOW, room.top, room.width + _SHADOW, room.height), content, several)
        )
        return wide

    def _build_line(self, paper: FRect) -> None:
        """How it goes: which line, what it says, and the line itself."""
        look, words, course = self.look, self.context.words, self._course()
        lines = lines_of(course)
        line = self.line if self.line in lines else lines[0]
        self.group.add(Paper(paper))
        inner = FRect(paper.left + 16, paper.top + 12, paper.width - 32, paper.height - 26)
        labels = [words(f"app.stats.line.{one}") for one in lines]
        chosen = lines.index(line)
        tabs: Segmented | Stepper = Segmented(labels, chosen, lambda index: self._show_line(lines[index]))
        if tabs.preferred(look)[0] > inner.width:
            tabs = Stepper(labels, chosen, lambda index: self._show_line(lines[index]))
        wide, high = tabs.preferred(look)
        tabs.rect = FRect(inner.left, inner.top, min(inner.width, wide), high)
        self.group.add(tabs)
        rect = FRect(inner.left - 4, tabs.rect.bottom + 8, inner.width + 8, inner.bottom - tabs.rect.bottom - 6)
        told = figure(words, line, course)
        rows = line == "rating" and course.game is None and bool(course.rated)
        if not rows and drawing(words, line, course, rect) is None:
            no_line = bool(told) or line in ("won", "points")
            if told:
                rect = self._build_said(told, sentence(words, line, course), rect, tabs)
            self._say(words("app.stats.no_line") if no_line else sentence(words, line, course), rect)
            return
        rect = self._build_said(told, sentence(words, line, course), rect, tabs)
        drawn = None if rows else drawing(words, line, course, rect)
        if drawn is not None:
            self.group.add(drawn)
        else:
            games: list[Widget] = [RatingRow(words, slug, course.rated.get(slug)) for slug in ANCHORS]
            self._build_rows(games, RATING_ROW, FRect(rect.left + 4, rect.top, rect.width - 8, rect.height))

    def _build_said(self, figure: str, text: str, area: FRect, tabs: Widget) -> FRect:
        """The figure of a line and what it says; what is left of the area for the drawing.

        Where texts are so large that the drawing would have no room, the figure stands beside the tabs, alone.
        """
        look = self.look
        told = Label(figure, "panel_title", INK)
        wide = told.preferred(look)[0] + 16 if figure else 0.0
        said = Label(text, "plate", INK_CAPTION, wrap=area.width - 24 - wide)
        high = max(said.preferred(look)[1], told.preferred(look)[1] if figure else 0.0)
        if area.height - high >= _LEAST_LINE:
            told.place(look, area.left + 12, area.top + high / 2, "midleft")
            said.place(look, area.left + 12 + wide, area.top + high / 2, "midleft")
            self.group.add(said, *([told] if figure else []))
            return FRect(area.left, area.top + high + 6, area.width, area.height - high - 6)
        if figure and tabs.rect.right + wide + 4 <= area.right:
            told.place(look, area.right - 8, tabs.rect.centery, "midright")
            self.group.add(told)
        return area

    def _course(self) -> Course:
        found = self.found
        return Course(
            self.asked.game, found.spans, found.par, found.rated, self._person() is not None, found.days, self._today()
        )

    def _say(self, text: str, area: FRect) -> None:
        label = Label(text, "body", INK_CAPTION, wrap=min(420.0, area.width - 40), align="center")
        label.place(self.look, area.centerx, area.centery - 10, "center")
        self.group.add(label)

    # --- what it does -----------------------------------------------------------------------------------------------

    def ask(self, asked: Query) -> None:
        """Look at something else."""
        self.asked = asked
        self._again()

    def show_all(self) -> None:
        """Without filters."""
        self.ask(default(self.context.settings.name, self.names))

    def _again(self) -> None:
        self.names, self.levels = self.statistics.names(), self.statistics.levels()
        if self.asked.name not in (None, *self.names):
            self.asked = replace(self.asked, name=None)
        self.found = self._find()
        self.lay_out()

    def _open_filters(self) -> None:
        several = filters(self.context.words, self.names, self.levels)
        self.context.open(FilterDialog(self.context, several, lambda: self.asked, self.ask))

    def _show_part(self, part: int) -> None:
        self.part = part
        self.lay_out()

    def _show_line(self, line: str) -> None:
        self.line = line
        self.lay_out()

    def open_replays(self) -> None:
        """The finished matches, one by one."""
        self.context.go(ReplayList())

    def back(self) -> None:
        self.context.close(self)

    def confirm(self) -> None:
        self.back()

    def leave(self) -> None:
        if self.export is not None:
            self.export.cancel()
        if self.statistics.can_undo_reset:
            self.statistics.finish_reset()
            self.context.tell("app.stats.reset.kept", "bin")

    # --- reset ------------------------------------------------------------------------------------------------------

    def ask_reset(self) -> None:
        """Ask what shall be forgotten: the game that is shown, or everything."""
        words, game = self.context.words, self.asked.game
        choices = [
            DialogButton(words("app.stats.reset.all"), self.reset, "bin"),
            DialogButton(words("app.button.cancel")),
        ]
        if game is not None:
            label = words("app.stats.reset.game", game=words(f"{game}.title"))
            choices.insert(0, DialogButton(label, lambda: self.reset(game), "bin"))
        lines = [Paragraph(words("app.stats.reset.text"))]
        self.context.open(Dialog(self.context, words("app.stats.reset.title"), lines, choices, column=True, width=480))

    def reset(self, game: str | None = None) -> None:
        """Forget a game, or everything; undo brings it back as long as this screen is there."""
        self._stop_export()
        if self.statistics.reset(game):
            self.context.tell("app.stats.reset.done", "bin", self.undo)
        self._again()

    def undo(self) -> None:
        """Bring back what was forgotten."""
        if self.statistics.can_undo_reset:
            self._stop_export()
            self.statistics.undo_reset()
            self.context.tell("app.stats.reset.undone", "undo")
            self._again()

    # --- export -----------------------------------------------------------------------------------------------------

    def ask_export(self) -> None:
        """Ask where the table shall be written."""
        words = self.context.words
        day = "-".join(f"{part:02}" for part in year_month_day(day_of(self.context.now())))
        path = self.context.profile.folder / "shared" / f"{words('app.stats.file')}-{day}.csv"

        def note(text: str) -> str:
            return words("app.stats.export.replaces") if _path(text).is_file() else ""

        dialog = FieldDialog(
            self.context,
            words("app.stats.export"),
            [Paragraph(words("app.stats.export.text"))],
            text=str(path),
            yes=words("app.stats.export.yes"),
            take=lambda text: self.begin_export(_path(text)),
            limit=_LONGEST_PATH,
            note=note,
        )
        dialog.width = _PATH_WIDTH
        self.context.open(dialog)

    def begin_export(self, path: Path) -> None:
        """Write every deal into a file; ``update`` goes on with it."""
        try:
            self.export = CsvExport(self.statistics, path)
        except OSError as error:
            self._not_written(path, error)
        self.lay_out()

    def _stop_export(self) -> None:
        if self.export is not None:
            self.export.cancel()
            self.export = None

    def _not_written(self, path: Path, error: OSError) -> None:
        figures = {"folder": str(path.parent), "why": error.strerror or str(error)}
        self.context.notices.append(Notice("app.stats.export.failed", figures))
        self.context.open(notices_dialog(self.context))

    def _go_on(self, export: CsvExport) -> None:
        try:
            if export.step(_ROWS_AT_ONCE):
                return
        except OSError as error:
            self._not_written(export.path, error)
        else:
            self.context.tell("app.stats.export.done", "check", n=export.deals, file=export.path.name)
        self.export = None
        self.lay_out()

    # --- time and input ---------------------------------------------------------------------------------------------

    def update(self, dt: float) -> bool:
        changed = super().update(dt)
        if self.export is not None:
            self._go_on(self.export)
            changed = True
        return changed

    @property
    def animating(self) -> bool:
        return self.export is not None

    def handle(self, event: pygame.Event, pos: Pos) -> bool:
        if event.type == pygame.KEYDOWN and (event.key == pygame.K_u or is_undo_key(event)):
            self.undo()
            return True
        return super().handle(event, pos)


def _path(text: str) -> Path:
    return Path(text.strip("\"' ")).expanduser()
