"""The about screen: version and updates, folders, changes, licences, and a problem report to copy."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

import pygame
from pygame import FRect, Surface

from engine import __version__
from engine.licences import Component, bundled_licences
from engine.options import options_of
from engine.sanitise import sanitise
from engine.settings import Settings
from engine.updates.project import project
from engine.work.system_open import ProgramStarter, open_folder, open_page, spawn_detached
from scenes.about.error_report import format_report, home_folder
from scenes.about.profile_locations import ProfileLocation, profile_locations
from scenes.about.text_sheet import Passage, TextSheet, join_broken_lines, parse_changes, verbatim_passages, wrap_text
from scenes.render import raster
from scenes.render.key_events import command_key, plain_key
from scenes.render.renderer import Renderer
from scenes.render.theme import BRASS, CREAM, HAIRLINE, INK_BROWN, INK_CAPTION, MUTED, TITLE_TEXT
from scenes.render.widgets import (
    Button,
    IconButton,
    IconImage,
    Label,
    Panel,
    Paper,
    PointerPos,
    Scroll,
    Stepper,
    Tabs,
    Widget,
    clipboard,
)
from scenes.render.widgets.contents_row import ContentsRow
from scenes.shell.context import Context
from scenes.shell.options_panel import OptionRow
from scenes.shell.screen import MARGIN, Screen, ShadowedText
from scenes.text.option_texts import OptionTexts

TABS = ("program", "news", "licences", "report")
NEWS_FOLDER = raster.ASSETS / "changes"
"""Folder of the change lists, one Markdown file per language."""
_CONTENT_TOP = 84.0
_GAP = 18.0
_LICENCE_LIST_WIDTH = 300.0
_MIN_TWO_COLUMN_WIDTH = 960.0
"""Canvas width in logical pixels below which columns are stacked or shown one at a time."""
_PAD = 22.0
_BLOCK_GAP = 28.0
_BLOCK_MARGIN = 18.0
"""Horizontal margin of a block. The box of an option row extends into it."""
_MIN_LOCATION_ROW_HEIGHT = 58.0
"""Minimum height of the row of a profile location."""
_LOGO_SIZE = 92.0
"""Size of the application's logo."""
_MakeBlock = Callable[[float], tuple[list[Widget], float]]
"""Function from a width to a block of widgets, placed from (0, 0), and its height."""
_SCROLL_KEYS = (pygame.K_UP, pygame.K_DOWN, pygame.K_PAGEUP, pygame.K_PAGEDOWN, pygame.K_HOME, pygame.K_END)
_SCROLL_STEP = 60.0
_MAX_PATH_LENGTH = 400
_UPDATE_CHECK_OPTION = next(choice for choice in options_of(Settings) if choice.name == "look_for_updates")
_UP_TO_DATE, _UPDATE_AVAILABLE = "current", "newer"


class Hairline(Widget):
    """Widget with a horizontal line between rows of the about screen."""

    def draw(self, renderer: Renderer, target: Surface) -> None:
        renderer.fill(target, HAIRLINE, self.rect)


class AboutScreen(Screen):
    """Shows information about the application in tabs.

    Args:
        context: the application.
        tab: tab shown first, one of ``TABS``; any other value shows the first tab.
        run: starts the browser or file manager; tests replace it.
    """

    min_size = (600.0, 340.0)

    def __init__(self, context: Context, tab: str = "", run: ProgramStarter = spawn_detached) -> None:
        super().__init__(context)
        self.tab = tab if tab in TABS else TABS[0]
        self.text_sheet: TextSheet | None = None
        """The text on paper; None on tabs without one."""
        self.licence_index: int | None = None
        """Index of the shown licence. None shows the list if the canvas is narrow, else the first licence."""
        self.licence_rows: list[ContentsRow] = []
        """Rows of the list of licences; empty on other tabs."""
        self._run = run
        self._licences: list[Component] | None = None
        self._update_revision = context.update_checker.state_revision

    # --- widgets ----------------------------------------------------------------------------------------------------

    @property
    def is_narrow(self) -> bool:
        """Whether the canvas is too narrow for two columns."""
        return self.renderer.width < _MIN_TWO_COLUMN_WIDTH

    def build(self) -> None:
        renderer, words = self.renderer, self.context.words
        name = words("about.button" if self.is_narrow else "about.title")
        title = self.add_header("chevron_left", name, button_name=words("app.button.back"))
        self._build_tabs(title.right + 24)
        self.text_sheet, self.licence_rows = None, []
        area = FRect(MARGIN, _CONTENT_TOP, renderer.width - 2 * MARGIN, renderer.height - _CONTENT_TOP - MARGIN)
        build: dict[str, Callable[[FRect], None]] = {
            "program": self._build_program,
            "news": self._build_news,
            "licences": self._build_licences,
            "report": self._build_report,
        }
        build[self.tab](area)

    def _build_tabs(self, min_left: float) -> None:
        """Add the tabs at the right of the title, or a stepper if they don't fit."""
        renderer, words = self.renderer, self.context.words
        labels = [words(f"about.part.{part}") for part in TABS]
        chosen = TABS.index(self.tab)
        tabs: Tabs | Stepper = Tabs(labels, chosen, self.show_tab)
        if tabs.preferred_size(renderer)[0] > renderer.width - MARGIN - min_left:
            tabs = Stepper(labels, chosen, self.show_tab, icons=("chevron_left", "chevron_right"))
        tabs.place_at(renderer, renderer.width - MARGIN, 42, "midright")
        self.group.add(tabs)

    def _build_sheet(self, paper: FRect, passages: list[Passage], bottom_space: float = 0.0) -> None:
        """Add a text on paper to the about screen; ``bottom_space`` of the paper stays free below it."""
        area = FRect(paper.left, paper.top + 10, paper.width - 8, paper.height - 20 - bottom_space)
        self.text_sheet = TextSheet(self.renderer, area, passages)
        self.group.add(Paper(paper), self.text_sheet)

    # program

    def _build_program(self, area: FRect) -> None:
        """Add version and updates beside the profile's folders, or all in one column if the canvas is narrow."""
        blocks = (self._make_name_block, self._make_updates_block, self._make_locations_block)
        self._build_columns(area, [blocks] if self.is_narrow else [blocks[:2], blocks[2:]])

    def _build_columns(self, area: FRect, columns: Sequence[Sequence[_MakeBlock]]) -> None:
        """Add the about screen's panels side by side, each with stacked blocks. They share one height, and scroll if
        it isn't enough.
        """
        column_width = (area.width - _GAP * (len(columns) - 1)) / len(columns)
        stacks = [self._stack_blocks(blocks, column_width - 2 * _PAD, area.height - 2 * _PAD) for blocks in columns]
        panel_height = min(area.height, max(height for _, height in stacks) + 2 * _PAD)
        for i, (widgets, content) in enumerate(stacks):
            panel = FRect(area.left + i * (column_width + _GAP), area.top, column_width, panel_height)
            inner = panel.inflate(2 * (_BLOCK_MARGIN - _PAD), -2 * _PAD)
            self.group.add(Panel(panel), Scroll(inner, content, widgets))

    @staticmethod
    def _stack_blocks(blocks: Sequence[_MakeBlock], width: float, max_height: float) -> tuple[list[Widget], float]:
        """Return the widgets of an about panel's stacked blocks, and their height; narrower if they need a scroll
        bar.
        """
        made, y = list[Widget](), 0.0
        for narrower in (0.0, 18.0):
            made, y = [], 0.0
            for make in blocks:
                y += _BLOCK_GAP if made else 0.0
                widgets, height = make(width - narrower)
                for widget in widgets:
                    _move(widget, _BLOCK_MARGIN, y)
                made += widgets
                y += height
            if y <= max_height:
                break
        return made, y

    def _make_name_block(self, width: float) -> tuple[list[Widget], float]:
        """Return widgets with the application's logo, name, version, build date and author, and their height."""
        renderer, words = self.renderer, self.context.words
        logo = IconImage("brand", _LOGO_SIZE)
        logo.place_at(renderer, 0, 0)
        left = _LOGO_SIZE + 20
        name = ShadowedText(words("app.title"), "result", TITLE_TEXT, width - left)
        name.place_at(renderer, left, 0)
        build_date = project().made
        day = words("about.made", date=words.date(*map(int, build_date.split("-")))) if build_date else ""
        version = Label(words("about.version", version=__version__), "lead", BRASS, wrap_width=width - left)
        version.place_at(renderer, left, name.rect.bottom + 6)
        widgets: list[Widget] = [logo, name, version]
        for text in filter(None, (day, words("about.by"))):
            label = Label(text, "body", MUTED, wrap_width=width - left)
            label.place_at(renderer, left, widgets[-1].rect.bottom + 3)
            widgets.append(label)
        return widgets, max(logo.rect.bottom, widgets[-1].rect.bottom)

    def _make_updates_block(self, width: float) -> tuple[list[Widget], float]:
        """Return widgets with the update check's state, its buttons and the switch for automatic checks, and their
        height.
        """
        renderer, words, updates = self.renderer, self.context.words, self.context.update_checker
        title = Label(words("about.updates"), "panel_title", CREAM, wrap_width=width)
        title.place_at(renderer, 0, 0)
        state = updates.state or "idle"
        state_text = words(f"about.update.{state}", version=updates.newer_version, own=__version__)
        text = Label(
            state_text, "body", CREAM if state in (_UPDATE_AVAILABLE, _UP_TO_DATE) else MUTED, wrap_width=width
        )
        text.place_at(renderer, 0, title.rect.bottom + 6)
        widgets: list[Widget] = [title, text]
        if state == "unknown":
            return widgets, text.rect.bottom
        again = Button(words("about.look"), self.check_for_updates, icon="search", small=True)
        buttons: list[Widget] = [again]
        if state == _UPDATE_AVAILABLE:
            page = Button(words("about.open_page"), self.open_releases_page, kind="primary", icon="link", small=True)
            buttons.append(page)
        y = _place_in_rows(self, buttons, width, text.rect.bottom + 12)
        row = OptionRow(
            _UPDATE_CHECK_OPTION,
            self.context.settings.look_for_updates,
            OptionTexts(words, "settings"),
            self._set_update_check,
            marks_standard=False,
        )
        row.place_in(renderer, -_BLOCK_MARGIN, y + 10, width + _BLOCK_MARGIN + 14)
        return [*widgets, *buttons, row], row.rect.bottom

    def _make_locations_block(self, width: float) -> tuple[list[Widget], float]:
        """Return widgets with the profile's path and rows for the files in it, and their height."""
        renderer, words = self.renderer, self.context.words
        title = Label(words("about.places"), "panel_title", CREAM, wrap_width=width)
        title.place_at(renderer, 0, 0)
        widgets: list[Widget] = [title]
        y = title.rect.bottom + 12
        profile, *rest = profile_locations(self.context.profile)
        for line in wrap_text(renderer, sanitise(str(profile.path), _MAX_PATH_LENGTH), "strong_body", width - 4):
            path_label = Label(line, "strong_body", BRASS, max_width=width)
            path_label.place_at(renderer, 0, y)
            widgets.append(path_label)
            y = path_label.rect.bottom
        buttons: list[Widget] = [
            Button(words("about.open_folder"), partial(self.open_folder, profile), icon="folder", small=True),
            Button(words("about.copy_path"), partial(self.copy_path, profile), icon="copy", small=True),
        ]
        y = _place_in_rows(self, buttons, width, y + 10) + 14
        widgets += buttons
        for location in rest:
            name = words(f"about.place.{location.key}")
            copy = IconButton("copy", partial(self.copy_path, location), name=words("about.copy_path_of", what=name))
            head = Label(name, "strong_body", CREAM, wrap_width=width - 60)
            path = Label(location.path.name, "explanation", MUTED, max_width=width - 60)
            text_height = head.preferred_size(renderer)[1] + path.preferred_size(renderer)[1]
            row_height = max(_MIN_LOCATION_ROW_HEIGHT, renderer.min_target_size + 8, text_height + 8)
            head.place_at(renderer, 0, y + (row_height - text_height) / 2)
            path.place_at(renderer, 0, head.rect.bottom)
            copy.place_at(renderer, width, y + row_height / 2, "midright")
            widgets += [Hairline(FRect(0, y, width, 1.2)), head, path, copy]
            y += row_height
        return widgets, y

    # news

    def _build_news(self, area: FRect) -> None:
        file = NEWS_FOLDER / f"{self.context.words.language}.md"
        self._build_sheet(area, parse_changes(file.read_text(encoding="utf-8")))

    # licences

    @property
    def licences(self) -> list[Component]:
        """The application's bundled components with their licences, read on first use."""
        if self._licences is None:
            self._licences = bundled_licences()
        return self._licences

    def _build_licences(self, area: FRect) -> None:
        """Add the list and the text of the licences, or one of both if the canvas is narrow."""
        if self.is_narrow and self.licence_index is None:
            self._build_licence_list(area)
            return
        if self.is_narrow:
            back = Button(self.context.words("about.all_licences"), self.back, icon="chevron_left", small=True)
            back.place_at(self.renderer, area.left, area.top)
            self.group.add(back)
            area = FRect(area.left, area.top + 54, area.width, area.height - 54)
        else:
            self._build_licence_list(FRect(area.left, area.top, _LICENCE_LIST_WIDTH, area.height))
            area = FRect(
                area.left + _LICENCE_LIST_WIDTH + _GAP, area.top, area.width - _LICENCE_LIST_WIDTH - _GAP, area.height
            )
        component = self.licences[self.licence_index or 0]
        notices = [Passage(line, "body", INK_CAPTION) for line in component.notice.splitlines()]
        head = [Passage(component.title, "panel_title", INK_BROWN), *notices, Passage("", "small")]
        self._build_sheet(area, [*head, *verbatim_passages(join_broken_lines(component.text))])

    def _build_licence_list(self, area: FRect) -> None:
        inner = area.inflate(-20, -24)
        y = 0.0
        for i, component in enumerate(self.licences):
            entry = ContentsRow(component.title, partial(self.show_licence, i))
            entry.is_chosen = i == (self.licence_index or 0) and not self.is_narrow
            entry.place_in(self.renderer, y, inner.width - 24)
            entry.rect.left = 6
            self.licence_rows.append(entry)
            y = entry.rect.bottom
        self.group.add(Panel(area), Scroll(inner, y, self.licence_rows))

    # report

    @property
    def report(self) -> str:
        """The problem report as it is shown and copied."""
        context = self.context
        names = [context.settings.name, *(chair.name for chair in context.hot_seat_players.players)]
        picture = (self.renderer.to_pixels(self.renderer.width), self.renderer.to_pixels(self.renderer.height))
        return format_report(
            context.profile.folder, context.settings, [name for name in names if name], home_folder(), picture
        )

    def _build_report(self, area: FRect) -> None:
        renderer, words = self.renderer, self.context.words
        copy = Button(words("failure.copy"), self.copy_report, kind="primary", icon="copy")
        button_width, button_height = copy.preferred_size(renderer)
        hint = Label(
            words("about.report_hint"), "body", MUTED, wrap_width=max(220.0, area.width - button_width - 2 * _GAP)
        )
        is_beside = hint.preferred_size(renderer)[0] + button_width + _GAP <= area.width
        hint.place_at(renderer, area.left, 0)
        foot_height = max(hint.rect.height, button_height) if is_beside else hint.rect.height + 8 + button_height
        paper = FRect(area.left, area.top, area.width, area.height - foot_height - 14)
        hint.rect.top = paper.bottom + 14 + ((foot_height - hint.rect.height) / 2 if is_beside else 0)
        copy.place_at(
            renderer,
            area.right,
            area.bottom - (foot_height - button_height) / 2 if is_beside else area.bottom,
            "bottomright",
        )
        self._build_sheet(paper, verbatim_passages(self.report))
        self.group.add(hint, copy)

    # --- actions ---------------------------------------------------------------------------------------------------

    def show_tab(self, index: int) -> None:
        """Show the about screen's tab with this index, counted modulo their number, from its top."""
        self.tab = TABS[index % len(TABS)]
        self.lay_out()
        if self.text_sheet is not None:
            self.text_sheet.scroll(-self.text_sheet.offset)

    def show_licence(self, index: int) -> None:
        """Show the text of the licence with this index from its top."""
        self.licence_index = index
        self.lay_out()
        if self.text_sheet is not None:
            self.text_sheet.scroll(-self.text_sheet.offset)

    def check_for_updates(self) -> None:
        self.context.update_checker.check_now()
        self.lay_out()

    def _set_update_check(self, value: object) -> None:
        self.context.save_settings_without_layout(replace(self.context.settings, look_for_updates=bool(value)))
        self.lay_out()

    def open_releases_page(self) -> None:
        """Open the page of all releases of the application in the browser; if that fails, copy its address."""
        address = self.context.update_checker.releases_url
        if not open_page(address, self._run):
            self._copy(address, "about.copied_address", "about.nothing_opened")

    def open_folder(self, location: ProfileLocation) -> None:
        """Open a profile location's nearest existing folder in the file manager; if that fails, copy the path."""
        if not open_folder(location.nearest_folder, self._run):
            self._copy(str(location.path), "about.copied_instead", "about.nothing_opened")

    def copy_path(self, location: ProfileLocation) -> None:
        """Copy the path of a profile file or folder to the clipboard."""
        self._copy(str(location.path), "about.copied_path", "about.not_copied")

    def copy_report(self) -> None:
        self._copy(self.report, "failure.copied", "about.not_copied")

    def _copy(self, text: str, done_key: str, failed_key: str) -> None:
        self.context.show_toast(done_key if clipboard.copy(text) else failed_key, "copy")

    def confirm(self) -> None:
        self.back()

    def back(self) -> None:
        if self.tab == "licences" and self.is_narrow and self.licence_index is not None:
            self.licence_index = None
            self.lay_out()
        else:
            self.context.close(self)

    # --- time and input ---------------------------------------------------------------------------------------------

    def update(self, elapsed_ms: float) -> bool:
        changed = super().update(elapsed_ms)
        if self._update_revision != self.context.update_checker.state_revision:
            self._update_revision = self.context.update_checker.state_revision
            self.lay_out()
            return True
        return changed

    def _handle(self, event: pygame.Event, pos: PointerPos) -> bool:
        if event.type == pygame.KEYDOWN and self._handle_key(event):
            return True
        return super()._handle(event, pos)

    def _handle_key(self, event: pygame.Event) -> bool:
        """Handle the keys of the about screen; return False for all others."""
        at = TABS.index(self.tab)
        digit = plain_key(event) - pygame.K_1
        if command_key(event) in (pygame.K_PAGEUP, pygame.K_PAGEDOWN):
            self.show_tab(at + (1 if event.key == pygame.K_PAGEDOWN else -1))
        elif 0 <= digit < len(TABS):
            self.show_tab(digit)
        elif self.tab == "report" and command_key(event) == pygame.K_c:
            self.copy_report()
        else:
            return event.key in _SCROLL_KEYS and not command_key(event) and self._scroll_by_key(event)
        return True

    def _scroll_by_key(self, event: pygame.Event) -> bool:
        """Scroll the about screen's text by a key; return False without a text or for a key that moves the focus."""
        if self.text_sheet is None:
            return False
        if event.key in (pygame.K_UP, pygame.K_DOWN):
            if self.group.keyboard_used_last and self.group.focus is not None:
                return False
            self.text_sheet.scroll(_SCROLL_STEP if event.key == pygame.K_DOWN else -_SCROLL_STEP)
        else:
            self.text_sheet.handle_page_key(event)
        return True


def _move(widget: Widget, right: float, down: float) -> None:
    """Move a widget; of an option row also the control in it."""
    for rect in (widget.rect, *([widget.control.rect] if isinstance(widget, OptionRow) else [])):
        rect.move_ip(right, down)


def _place_in_rows(screen: Screen, buttons: list[Widget], width: float, y: float) -> float:
    """Place buttons from the left in as many rows as they need; return the lower edge."""
    x, bottom = 0.0, y
    for button in buttons:
        button.place_at(screen.renderer, x, y)
        if x and button.rect.right > width:
            x, y = 0.0, bottom + 8
            button.place_at(screen.renderer, x, y)
        x, bottom = button.rect.right + 10, button.rect.bottom
    return bottom
