"""About the program: version and new versions, where things are kept, what is new, licences, a report to copy."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

import pygame
from pygame import FRect, Surface

from engine import __version__
from engine.licences import Part, included
from engine.options import options_of
from engine.printable import printable
from engine.settings import Settings
from engine.updates.project import project
from engine.work.opening import Start, open_folder, open_page, start
from scenes.about.places import Place, places
from scenes.about.report import home_folder, report
from scenes.about.sheet import Passage, TextSheet, changes, flowing, verbatim, wrapped
from scenes.look import raster
from scenes.look.keys import command_key, plain_key
from scenes.look.look import Look
from scenes.look.theme import BRASS, CREAM, HAIRLINE, INK_BROWN, INK_CAPTION, MUTED, TITLE
from scenes.look.widgets import (
    Button,
    IconButton,
    IconPicture,
    Label,
    Panel,
    Paper,
    Pos,
    Scroll,
    Stepper,
    Tabs,
    Widget,
    clipboard,
)
from scenes.look.widgets.entry import Entry
from scenes.shell.context import Context
from scenes.shell.options_panel import ChoiceRow
from scenes.shell.screen import MARGIN, Screen, Title
from scenes.text.rules import OptionTexts

PARTS = ("program", "news", "licences", "report")
NEWS = raster.ASSETS / "changes"
"""Folder of the changes, a file for each language."""
_TOP = 84.0
_GAP = 18.0
_COLUMN = 300.0
_NARROW = 960.0
"""Canvas width below which columns are shown one below the other, or one at a time."""
_PAD = 22.0
_BETWEEN = 28.0
_SIDE = 18.0
"""Space beside a block, into which a row's box reaches."""
_ROW = 58.0
"""Minimum height of a place's row."""
_HOUSE = 92.0
"""Size of the program's sign."""
_Make = Callable[[float], tuple[list[Widget], float]]
"""Makes a block of widgets at a width; returns them, placed from (0, 0), and their height."""
_SCROLL_KEYS = (pygame.K_UP, pygame.K_DOWN, pygame.K_PAGEUP, pygame.K_PAGEDOWN, pygame.K_HOME, pygame.K_END)
_STEP = 60.0
_LONGEST_PATH = 400
_LOOKS = next(choice for choice in options_of(Settings) if choice.name == "look_for_updates")
_GOOD, _FOUND = "current", "newer"


class Hairline(Widget):
    """A line between rows."""

    def draw(self, look: Look, target: Surface) -> None:
        look.fill(target, HAIRLINE, self.rect)


class AboutScreen(Screen):
    """The page about the program, one part at a time.

    Args:
        context: the program.
        part: the part shown first, of ``PARTS``.
        run: starts the system's programs; replaced by tests.
    """

    least = (600.0, 340.0)

    def __init__(self, context: Context, part: str = "", run: Start = start) -> None:
        super().__init__(context)
        self.part = part if part in PARTS else PARTS[0]
        self.sheet: TextSheet | None = None
        """The text on paper, on the parts that have one."""
        self.licence: int | None = None
        """Index of the licence shown; None for the first, or where there is room for nothing else, for their list."""
        self.entries: list[Entry] = []
        """The list of licences."""
        self._run = run
        self._licences: list[Part] | None = None
        self._changes = context.updates.changes

    # --- widgets ----------------------------------------------------------------------------------------------------

    @property
    def narrow(self) -> bool:
        """Whether there is no room for two columns."""
        return self.look.width < _NARROW

    def build(self) -> None:
        look, words = self.look, self.context.words
        name = words("about.button" if self.narrow else "about.title")
        title = self.header("chevron_left", name, name=words("app.button.back"))
        self._build_tabs(title.right + 24)
        self.sheet, self.entries = None, []
        area = FRect(MARGIN, _TOP, look.width - 2 * MARGIN, look.height - _TOP - MARGIN)
        build: dict[str, Callable[[FRect], None]] = {
            "program": self._build_program,
            "news": self._build_news,
            "licences": self._build_licences,
            "report": self._build_report,
        }
        build[self.part](area)

    def _build_tabs(self, left: float) -> None:
        """The parts at the right of the title, as segments, or as a stepper where room is short."""
        look, words = self.look, self.context.words
        labels = [words(f"about.part.{part}") for part in PARTS]
        chosen = PARTS.index(self.part)
        tabs: Tabs | Stepper = Tabs(labels, chosen, self.show)
        if tabs.preferred(look)[0] > look.width - MARGIN - left:
            tabs = Stepper(labels, chosen, self.show, icons=("chevron_left", "chevron_right"))
        tabs.place(look, look.width - MARGIN, 42, "midright")
        self.group.add(tabs)

    def _build_sheet(self, paper: FRect, passages: list[Passage], foot: float = 0.0) -> None:
        """A text on paper, with room for something else at its foot."""
        area = FRect(paper.left, paper.top + 10, paper.width - 8, paper.height - 20 - foot)
        self.sheet = TextSheet(self.look, area, passages)
        self.group.add(Paper(paper), self.sheet)

    # The program

    def _build_program(self, area: FRect) -> None:
        """The version and new versions beside the places, or all below one another."""
        several = (self._name, self._updates, self._places)
        self._build_columns(area, [several] if self.narrow else [several[:2], several[2:]])

    def _build_columns(self, area: FRect, columns: Sequence[Sequence[_Make]]) -> None:
        """Panels side by side, as high as they need, each with blocks below one another; they scroll if need be."""
        wide = (area.width - _GAP * (len(columns) - 1)) / len(columns)
        found = [self._stacked(blocks, wide - 2 * _PAD, area.height - 2 * _PAD) for blocks in columns]
        high = min(area.height, max(height for _, height in found) + 2 * _PAD)
        for i, (widgets, content) in enumerate(found):
            panel = FRect(area.left + i * (wide + _GAP), area.top, wide, high)
            inner = panel.inflate(2 * (_SIDE - _PAD), -2 * _PAD)
            self.group.add(Panel(panel), Scroll(inner, content, widgets))

    @staticmethod
    def _stacked(blocks: Sequence[_Make], width: float, room: float) -> tuple[list[Widget], float]:
        """Blocks below one another, and their height; narrower if they need a scroll bar."""
        made, y = list[Widget](), 0.0
        for narrower in (0.0, 18.0):
            made, y = [], 0.0
            for make in blocks:
                y += _BETWEEN if made else 0.0
                widgets, height = make(width - narrower)
                for widget in widgets:
                    _move(widget, _SIDE, y)
                made += widgets
                y += height
            if y <= room:
                break
        return made, y

    def _name(self, width: float) -> tuple[list[Widget], float]:
        """Name, version and day."""
        look, words = self.look, self.context.words
        house = IconPicture("brand", _HOUSE)
        house.place(look, 0, 0)
        left = _HOUSE + 20
        name = Title(words("app.title"), "result", TITLE, width - left)
        name.place(look, left, 0)
        made = project().made
        day = words("about.made", date=words.date(*map(int, made.split("-")))) if made else ""
        version = Label(words("about.version", version=__version__), "lead", BRASS, wrap=width - left)
        version.place(look, left, name.rect.bottom + 6)
        widgets: list[Widget] = [house, name, version]
        for text in filter(None, (day, words("about.by"))):
            label = Label(text, "body", MUTED, wrap=width - left)
            label.place(look, left, widgets[-1].rect.bottom + 3)
            widgets.append(label)
        return widgets, max(house.rect.bottom, widgets[-1].rect.bottom)

    def _updates(self, width: float) -> tuple[list[Widget], float]:
        """What is known about new versions, the button that looks, the switch that looks by itself."""
        look, words, updates = self.look, self.context.words, self.context.updates
        title = Label(words("about.updates"), "panel_title", CREAM, wrap=width)
        title.place(look, 0, 0)
        state = updates.state or "idle"
        said = words(f"about.update.{state}", version=updates.newer, own=__version__)
        text = Label(said, "body", CREAM if state in (_FOUND, _GOOD) else MUTED, wrap=width)
        text.place(look, 0, title.rect.bottom + 6)
        widgets: list[Widget] = [title, text]
        if state == "unknown":
            return widgets, text.rect.bottom
        again = Button(words("about.look"), self.look_for_updates, icon="search", small=True)
        buttons: list[Widget] = [again]
        if state == _FOUND:
            page = Button(words("about.open_page"), self.open_page, kind="primary", icon="link", small=True)
            buttons.append(page)
        y = _in_rows(self, buttons, width, text.rect.bottom + 12)
        row = ChoiceRow(
            _LOOKS, self.context.settings.look_for_updates, OptionTexts(words, "settings"), self._switch, marked=False
        )
        row.place_in(look, -_SIDE, y + 10, width + _SIDE + 14)
        return [*widgets, *buttons, row], row.rect.bottom

    def _places(self, width: float) -> tuple[list[Widget], float]:
        """Where things are kept."""
        look, words = self.look, self.context.words
        title = Label(words("about.places"), "panel_title", CREAM, wrap=width)
        title.place(look, 0, 0)
        widgets: list[Widget] = [title]
        y = title.rect.bottom + 12
        profile, *rest = places(self.context.profile)
        for line in wrapped(look, printable(str(profile.path), _LONGEST_PATH), "strong_body", width - 4):
            where = Label(line, "strong_body", BRASS, max_width=width)
            where.place(look, 0, y)
            widgets.append(where)
            y = where.rect.bottom
        buttons: list[Widget] = [
            Button(words("about.open_folder"), partial(self.open_folder, profile), icon="folder", small=True),
            Button(words("about.copy_path"), partial(self.copy_path, profile), icon="copy", small=True),
        ]
        y = _in_rows(self, buttons, width, y + 10) + 14
        widgets += buttons
        for place in rest:
            name = words(f"about.place.{place.key}")
            copy = IconButton("copy", partial(self.copy_path, place), name=words("about.copy_path_of", what=name))
            head = Label(name, "strong_body", CREAM, wrap=width - 60)
            path = Label(place.path.name, "explanation", MUTED, max_width=width - 60)
            text = head.preferred(look)[1] + path.preferred(look)[1]
            row = max(_ROW, look.reach + 8, text + 8)
            head.place(look, 0, y + (row - text) / 2)
            path.place(look, 0, head.rect.bottom)
            copy.place(look, width, y + row / 2, "midright")
            widgets += [Hairline(FRect(0, y, width, 1.2)), head, path, copy]
            y += row
        return widgets, y

    # What is new

    def _build_news(self, area: FRect) -> None:
        file = NEWS / f"{self.context.words.language}.md"
        self._build_sheet(area, changes(file.read_text(encoding="utf-8")))

    # Licences

    @property
    def licences(self) -> list[Part]:
        """The licences of everything in the program."""
        if self._licences is None:
            self._licences = included()
        return self._licences

    def _build_licences(self, area: FRect) -> None:
        """The list beside the text, or one of them."""
        if self.narrow and self.licence is None:
            self._build_list(area)
            return
        if self.narrow:
            back = Button(self.context.words("about.all_licences"), self.back, icon="chevron_left", small=True)
            back.place(self.look, area.left, area.top)
            self.group.add(back)
            area = FRect(area.left, area.top + 54, area.width, area.height - 54)
        else:
            self._build_list(FRect(area.left, area.top, _COLUMN, area.height))
            area = FRect(area.left + _COLUMN + _GAP, area.top, area.width - _COLUMN - _GAP, area.height)
        part = self.licences[self.licence or 0]
        notices = [Passage(line, "body", INK_CAPTION) for line in part.notice.splitlines()]
        head = [Passage(part.title, "panel_title", INK_BROWN), *notices, Passage("", "small")]
        self._build_sheet(area, [*head, *verbatim(flowing(part.text))])

    def _build_list(self, area: FRect) -> None:
        inner = area.inflate(-20, -24)
        y = 0.0
        for i, part in enumerate(self.licences):
            entry = Entry(part.title, partial(self.show_licence, i))
            entry.chosen = i == (self.licence or 0) and not self.narrow
            entry.place_in(self.look, y, inner.width - 24)
            entry.rect.left = 6
            self.entries.append(entry)
            y = entry.rect.bottom
        self.group.add(Panel(area), Scroll(inner, y, self.entries))

    # The report

    @property
    def report(self) -> str:
        """The report as it would be copied."""
        context = self.context
        names = [context.settings.name, *(chair.name for chair in context.known_players.known)]
        picture = (self.look.px(self.look.width), self.look.px(self.look.height))
        return report(
            context.profile.folder, context.settings, [name for name in names if name], home_folder(), picture
        )

    def _build_report(self, area: FRect) -> None:
        look, words = self.look, self.context.words
        copy = Button(words("failure.copy"), self.copy_report, kind="primary", icon="copy")
        wide, high = copy.preferred(look)
        hint = Label(words("about.report_hint"), "body", MUTED, wrap=max(220.0, area.width - wide - 2 * _GAP))
        beside = hint.preferred(look)[0] + wide + _GAP <= area.width
        hint.place(look, area.left, 0)
        foot = max(hint.rect.height, high) if beside else hint.rect.height + 8 + high
        paper = FRect(area.left, area.top, area.width, area.height - foot - 14)
        hint.rect.top = paper.bottom + 14 + ((foot - hint.rect.height) / 2 if beside else 0)
        copy.place(look, area.right, area.bottom - (foot - high) / 2 if beside else area.bottom, "bottomright")
        self._build_sheet(paper, verbatim(self.report))
        self.group.add(hint, copy)

    # --- actions ---------------------------------------------------------------------------------------------------

    def show(self, index: int) -> None:
        """Show a part."""
        self.part = PARTS[index % len(PARTS)]
        self.lay_out()
        if self.sheet is not None:
            self.sheet.scroll(-self.sheet.offset)

    def show_licence(self, index: int) -> None:
        """Show a licence."""
        self.licence = index
        self.lay_out()
        if self.sheet is not None:
            self.sheet.scroll(-self.sheet.offset)

    def look_for_updates(self) -> None:
        """Look for a new version now."""
        self.context.updates.look()
        self.lay_out()

    def _switch(self, value: object) -> None:
        self.context.keep_setting(replace(self.context.settings, look_for_updates=bool(value)))
        self.lay_out()

    def open_page(self) -> None:
        """Open the page of all versions in the browser; where that fails, copy its address."""
        address = self.context.updates.page
        if not open_page(address, self._run):
            self._copy(address, "about.copied_address", "about.nothing_opened")

    def open_folder(self, place: Place) -> None:
        """Open a folder in the file manager; where that fails, copy its path."""
        if not open_folder(place.folder, self._run):
            self._copy(str(place.path), "about.copied_instead", "about.nothing_opened")

    def copy_path(self, place: Place) -> None:
        """Copy a path."""
        self._copy(str(place.path), "about.copied_path", "about.not_copied")

    def copy_report(self) -> None:
        """Copy the report."""
        self._copy(self.report, "failure.copied", "about.not_copied")

    def _copy(self, text: str, done: str, failed: str) -> None:
        self.context.tell(done if clipboard.copy(text) else failed, "copy")

    def confirm(self) -> None:
        self.back()

    def back(self) -> None:
        if self.part == "licences" and self.narrow and self.licence is not None:
            self.licence = None
            self.lay_out()
        else:
            self.context.close(self)

    # --- time and input ---------------------------------------------------------------------------------------------

    def update(self, dt: float) -> bool:
        changed = super().update(dt)
        if self._changes != self.context.updates.changes:
            self._changes = self.context.updates.changes
            self.lay_out()
            return True
        return changed

    def _handle(self, event: pygame.Event, pos: Pos) -> bool:
        if event.type == pygame.KEYDOWN and self._key(event):
            return True
        return super()._handle(event, pos)

    def _key(self, event: pygame.Event) -> bool:
        """Handle the keys of this screen; False for all others."""
        at = PARTS.index(self.part)
        digit = plain_key(event) - pygame.K_1
        if command_key(event) in (pygame.K_PAGEUP, pygame.K_PAGEDOWN):
            self.show(at + (1 if event.key == pygame.K_PAGEDOWN else -1))
        elif 0 <= digit < len(PARTS):
            self.show(digit)
        elif self.part == "report" and command_key(event) == pygame.K_c:
            self.copy_report()
        else:
            return event.key in _SCROLL_KEYS and not command_key(event) and self._scroll(event)
        return True

    def _scroll(self, event: pygame.Event) -> bool:
        """Scroll the text by a key; False if the key moves the focus instead."""
        if self.sheet is None:
            return False
        if event.key in (pygame.K_UP, pygame.K_DOWN):
            if self.group.keyboard and self.group.focus is not None:
                return False
            self.sheet.scroll(_STEP if event.key == pygame.K_DOWN else -_STEP)
        else:
            self.sheet.page(event)
        return True


def _move(widget: Widget, right: float, down: float) -> None:
    """Move a widget, and the control within a row."""
    for rect in (widget.rect, *([widget.control.rect] if isinstance(widget, ChoiceRow) else [])):
        rect.move_ip(right, down)


def _in_rows(screen: Screen, buttons: list[Widget], width: float, y: float) -> float:
    """Place buttons from the left, in as many rows as they need; returns the lower edge."""
    x, bottom = 0.0, y
    for button in buttons:
        button.place(screen.look, x, y)
        if x and button.rect.right > width:
            x, y = 0.0, bottom + 8
            button.place(screen.look, x, y)
        x, bottom = button.rect.right + 10, button.rect.bottom
    return bottom
