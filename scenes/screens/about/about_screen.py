"""The about screen: version, updates and changes; folders, licences and a problem report behind “More”."""

from collections.abc import Callable
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
from scenes.render import raster
from scenes.render.box_styles import FOCUS_MARGIN
from scenes.render.renderer import Renderer
from scenes.render.space import TreePos
from scenes.render.theme import BRASS, CREAM, HAIRLINE, INK_BROWN, INK_CAPTION, MUTED, TITLE_TEXT, Colour
from scenes.screens.about.error_report import format_report, home_folder
from scenes.screens.about.profile_locations import ProfileLocation, profile_locations
from scenes.screens.about.text_sheet import (
    Passage,
    PassageText,
    TextSheet,
    join_broken_lines,
    parse_changes,
    verbatim_passages,
)
from scenes.shell.context import Context
from scenes.shell.destinations import ManualPage
from scenes.shell.options_panel import OptionRow
from scenes.shell.screen import MARGIN, Screen, ShadowedText
from scenes.text.option_texts import OptionTexts
from scenes.ui import clipboard
from scenes.ui.boxes import Column, Flow, Row, Spacer
from scenes.ui.key_events import command_key, plain_key
from scenes.ui.scroll_view import ScrollView
from scenes.ui.text import Text
from scenes.ui.widgets import Button, IconButton, IconImage, MoreLink, Panel, Paper, Widget
from scenes.ui.widgets.contents_row import ContentsRow

PAGES = ("program", "news", "places", "licences", "report")
"""Pages of the screen. The first one has the news beside it if the canvas is wide enough."""
NEWS_FOLDER = raster.ASSETS / "changes"
"""Folder of the change lists, one Markdown file per language."""
_CONTENT_GAP = 20.0
"""Space below the head, logical pixels."""
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
_BUTTON_GAPS = 10.0, 8.0
_LOGO_SIZE = 92.0
"""Size of the application's logo."""
_SCROLL_KEYS = (pygame.K_UP, pygame.K_DOWN, pygame.K_PAGEUP, pygame.K_PAGEDOWN, pygame.K_HOME, pygame.K_END)
_SCROLL_STEP = 60.0
_MAX_PATH_LENGTH = 400
_UPDATE_CHECK_OPTION = next(choice for choice in options_of(Settings) if choice.name == "look_for_updates")
_UP_TO_DATE, _UPDATE_AVAILABLE = "current", "newer"


class Hairline(Widget):
    """Widget with a horizontal line at its upper edge, between rows of the about screen."""

    def draw(self, renderer: Renderer, target: Surface) -> None:
        renderer.fill(target, HAIRLINE, FRect(*self.rect.topleft, self.rect.width, 1.2))


class AboutScreen(Screen):
    """Shows information about the application on one page, which leads to others.

    Args:
        context: the application.
        page: page shown first, one of ``PAGES``; any other value shows the first one.
        run: starts the browser or file manager; tests replace it.
    """

    min_size = (600.0, 340.0)

    def __init__(self, context: Context, page: str = "", run: ProgramStarter = spawn_detached) -> None:
        super().__init__(context)
        self.page = page if page in PAGES else PAGES[0]
        self.shows_more = False
        """Whether the first page shows the buttons that lead to the others."""
        self.licence_index: int | None = None
        """Index of the shown licence. None shows the list if the canvas is narrow, else the first licence."""
        self._run = run
        self._licences: list[Component] | None = None

    # --- widgets ----------------------------------------------------------------------------------------------------

    def external_state(self) -> object:
        return self.context.update_checker.state_revision

    @property
    def is_narrow(self) -> bool:
        """Whether the canvas is too narrow for two columns."""
        return self.renderer.width < _MIN_TWO_COLUMN_WIDTH

    @property
    def text_sheet(self) -> TextSheet | None:
        """The text on paper; None on pages without one."""
        sheet = self.root.find("text")
        return sheet if isinstance(sheet, TextSheet) else None

    def compose(self) -> Column:
        words = self.context.words
        contents: dict[str, Callable[[], Widget]] = {
            "program": self._program,
            "news": self._news,
            "places": self._places,
            "licences": self._licences_page,
            "report": self._report_page,
        }
        title = "about.title" if self.page == PAGES[0] else f"about.part.{self.page}"
        return Column(
            self.header("chevron_left", words(title), words("app.button.back"), Spacer()),
            contents[self.page]().with_layout(margin=(MARGIN, _CONTENT_GAP, MARGIN, MARGIN), shrink_order=1),
        )

    # program

    def _program(self) -> Row:
        """Return version, updates and the way to other pages, beside the news if the canvas is wide enough."""
        panel = _panel([self._name_block(), self._updates_block(), self._more_block()])
        return Row(panel, None if self.is_narrow else self._news(), gap=_GAP, align="stretch")

    def _more_block(self) -> Column:
        """Return the link that shows the buttons of the other pages, and those."""
        words = self.context.words
        more = MoreLink(words("app.button.more"), self.toggle_more, is_open=self.shows_more)
        pages = PAGES[1:] if self.is_narrow else PAGES[2:]
        buttons = [
            Button(words(f"about.part.{page}"), partial(self.show_page, page), small=True).with_layout(page)
            for page in pages
        ]
        flow = Flow(*buttons, gaps=_BUTTON_GAPS).with_layout(margin=(0, 12, 0, 4)) if self.shows_more else None
        return Column(more, flow)

    def _name_block(self) -> Row:
        """Return the application's logo, name, version, build date and author, and a button for the manual."""
        words, build_date = self.context.words, project().made
        day = words("about.made", date=words.date(*map(int, build_date.split("-")))) if build_date else ""
        return Row(
            IconImage("brand", _LOGO_SIZE),
            Column(
                ShadowedText(words("app.title"), "result", TITLE_TEXT),
                _text(words("about.version", version=__version__), "lead", BRASS, space_above=6),
                *(_text(text, colour=MUTED, space_above=3) for text in (day, words("about.by")) if text),
                Button(
                    words("about.manual"), partial(self.context.open, ManualPage()), icon="rules", small=True
                ).with_layout("manual", align="start", margin=(0, 12, 0, 0)),
            ).with_layout(grow=1, shrink_order=1),
            gap=20,
            align="start",
        )

    def _updates_block(self) -> Column:
        """Return the update check's state, its buttons and the switch for automatic checks."""
        words, updates = self.context.words, self.context.update_checker
        state = updates.state or "idle"
        is_good = state in (_UPDATE_AVAILABLE, _UP_TO_DATE)
        state_text = words(f"about.update.{state}", version=updates.newer_version, own=__version__)
        texts = (
            _text(words("about.updates"), "panel_title"),
            _text(state_text, colour=CREAM if is_good else MUTED, space_above=6),
        )
        if state == "unknown":
            return Column(*texts)
        again = Button(words("about.look"), self.check_for_updates, icon="search", small=True).with_layout("look")
        page = None
        if state == _UPDATE_AVAILABLE:
            page = Button(words("about.open_page"), self.open_releases_page, kind="primary", icon="link", small=True)
            page.with_layout("page")
        row = OptionRow(
            _UPDATE_CHECK_OPTION,
            self.context.settings.look_for_updates,
            OptionTexts(words, "settings"),
            self._set_update_check,
            marks_standard=False,
        )
        return Column(
            *texts,
            Flow(again, page, gaps=_BUTTON_GAPS).with_layout(margin=(0, 12, 0, 10)),
            row.with_layout(margin=(-_BLOCK_MARGIN, 0, -14, 0)),
        )

    def _places(self) -> Row:
        """Return the profile's path and rows for the files in it."""
        words = self.context.words
        profile, *rest = profile_locations(self.context.profile)
        path = PassageText([Passage(sanitise(str(profile.path), _MAX_PATH_LENGTH), "strong_body", BRASS)])
        open_ = Button(words("about.open_folder"), partial(self.open_folder, profile), icon="folder", small=True)
        copy = Button(words("about.copy_path"), partial(self.copy_path, profile), icon="copy", small=True)
        buttons = Flow(open_.with_layout("open"), copy.with_layout("copy"), gaps=_BUTTON_GAPS)
        block = Column(
            path.with_layout(margin=(0, 0, 4, 10)),
            buttons.with_layout(margin=(0, 0, 0, 14)),
            *map(self._location_row, rest),
        )
        return Row(_panel([block]), align="stretch")

    def _location_row(self, location: ProfileLocation) -> Row:
        words, renderer = self.context.words, self.renderer
        name = words(f"about.place.{location.key}")
        copy = IconButton("copy", partial(self.copy_path, location), name=words("about.copy_path_of", what=name))
        texts = Column(_text(name, "strong_body"), Text(location.path.name, "explanation", MUTED), padding=(0, 4))
        return Row(
            texts.with_layout(grow=1, shrink_order=1, margin=(0, 0, 16, 0)),
            copy.with_layout(("copy", location.key)),
            Spacer(0).with_layout(height=max(_MIN_LOCATION_ROW_HEIGHT, renderer.min_target_size + 8)),
            background=Hairline(),
        )

    # news

    def _news(self) -> Column:
        file = NEWS_FOLDER / f"{self.context.words.language}.md"
        return _sheet(parse_changes(file.read_text(encoding="utf-8")))

    # licences

    @property
    def licences(self) -> list[Component]:
        """The application's bundled components with their licences, read on first use."""
        if self._licences is None:
            self._licences = bundled_licences()
        return self._licences

    def _licences_page(self) -> Row | Column:
        """Return the list and the text of the licences, or one of both if the canvas is narrow."""
        if self.is_narrow and self.licence_index is None:
            return self._licence_list()
        component = self.licences[self.licence_index or 0]
        notices = [Passage(line, "body", INK_CAPTION) for line in component.notice.splitlines()]
        head = [Passage(component.title, "panel_title", INK_BROWN), *notices, Passage("", "small")]
        sheet = _sheet([*head, *verbatim_passages(join_broken_lines(component.text))])
        if not self.is_narrow:
            both = self._licence_list().with_layout(grow=0, basis=_LICENCE_LIST_WIDTH), sheet
            return Row(*both, gap=_GAP, align="stretch").with_layout(grow=1, basis=0)
        back = Button(self.context.words("about.all_licences"), self.back, icon="chevron_left", small=True)
        return Column(back.with_layout("all licences", align="start"), sheet, gap=10).with_layout(grow=1, basis=0)

    def _licence_list(self) -> Column:
        rows = []
        for i, component in enumerate(self.licences):
            rows.append(ContentsRow(component.title, partial(self.show_licence, i)).with_layout(component.title))
            rows[-1].is_chosen = i == (self.licence_index or 0) and not self.is_narrow
        view = ScrollView(Column(*rows, padding=(6, 0, 18, 0)), key="licences", bar_overlaps=True)
        return Column(view, padding=(10, 12), background=Panel()).with_layout(grow=1, basis=0)

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

    def _report_page(self) -> Column:
        words = self.context.words
        copy = Button(words("failure.copy"), self.copy_report, kind="primary", icon="copy").with_layout("copy report")
        hint = _text(words("about.report_hint"), colour=MUTED).with_layout(grow=1)
        return Column(_sheet(verbatim_passages(self.report)), Row(hint, copy, gap=_GAP), gap=14).with_layout(
            grow=1, basis=0
        )

    # --- actions ---------------------------------------------------------------------------------------------------

    def show_page(self, page: str) -> None:
        """Show a page of ``PAGES`` from its top."""
        self.page = page
        self._show_from_top()

    def toggle_more(self) -> None:
        self.shows_more = not self.shows_more
        self.refresh()

    def show_licence(self, index: int) -> None:
        """Show the text of the licence with this index from its top."""
        self.licence_index = index
        self._show_from_top()
        if self.is_narrow:
            self.root.set_focus(None)

    def _show_from_top(self) -> None:
        self.refresh()
        if self.text_sheet is not None:
            self.text_sheet.scroll(-self.text_sheet.offset)

    def check_for_updates(self) -> None:
        self.context.update_checker.check_now()
        self.refresh()

    def _set_update_check(self, value: object) -> None:
        self.context.save_settings_without_layout(replace(self.context.settings, look_for_updates=bool(value)))
        self.refresh()

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
        if self.page == "licences" and self.is_narrow and self.licence_index is not None:
            self.licence_index = None
            self.refresh()
        elif self.page != PAGES[0]:
            self.show_page(PAGES[0])
        else:
            self.context.close(self)

    # --- input ------------------------------------------------------------------------------------------------------

    def _handle(self, event: pygame.Event, pos: TreePos) -> bool:
        if event.type == pygame.KEYDOWN and self._handle_key(event):
            return True
        return super()._handle(event, pos)

    def _handle_key(self, event: pygame.Event) -> bool:
        """Handle the keys of the about screen; return False for all others."""
        digit = plain_key(event) - pygame.K_1
        if 0 <= digit < len(PAGES):
            self.show_page(PAGES[digit])
        elif self.page == "report" and command_key(event) == pygame.K_c:
            self.copy_report()
        else:
            return event.key in _SCROLL_KEYS and not command_key(event) and self._scroll_by_key(event)
        return True

    def _scroll_by_key(self, event: pygame.Event) -> bool:
        """Scroll the about screen's text by a key; return False without a text or for a key that moves the focus."""
        if self.text_sheet is None:
            return False
        if event.key in (pygame.K_UP, pygame.K_DOWN):
            if self.root.keyboard_used_last and self.root.focus is not None:
                return False
            self.text_sheet.scroll(_SCROLL_STEP if event.key == pygame.K_DOWN else -_SCROLL_STEP)
        else:
            self.text_sheet.handle_page_key(event)
        return True


def _text(text: str, style: str = "body", colour: Colour = CREAM, *, space_above: float = 0.0) -> Text:
    return Text(text, style, colour, wraps=True).with_layout(margin=(0, space_above, 0, 0))


def _panel(blocks: list[Widget]) -> Column:
    """Return a panel with stacked blocks, which scroll if its height isn't enough."""
    view = ScrollView(Column(*blocks, gap=_BLOCK_GAP, padding=(_BLOCK_MARGIN, FOCUS_MARGIN)), key="blocks")
    return Column(view, padding=(_PAD - _BLOCK_MARGIN, _PAD - FOCUS_MARGIN), background=Panel()).with_layout(
        grow=1, basis=0
    )


def _sheet(passages: list[Passage]) -> Column:
    """Return a text on paper that takes up the free space."""
    return Column(TextSheet(passages), padding=(0, 10, 8, 10), background=Paper()).with_layout(grow=1, basis=0)
