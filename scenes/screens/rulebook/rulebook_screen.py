"""The rules reader: table of contents, pages, search, and badges for changed house rules."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

import pygame

from engine.games import GAMES
from engine.options import changed_options
from scenes.render.space import TreePos
from scenes.render.theme import BRASS, MUTED
from scenes.screens.rulebook.contents import RulebookContentsRow
from scenes.screens.rulebook.rules_page import RulesPageView, TypesetPage, page_width, typeset
from scenes.shell.context import Context
from scenes.shell.screen import MARGIN, Screen
from scenes.text import rules_document
from scenes.text.catalogue import Words
from scenes.text.option_texts import OptionTexts
from scenes.text.rules_document import ChangedRule, Document, SearchHit
from scenes.ui.boxes import Column, Row, Spacer, Stack
from scenes.ui.key_events import ENTER_KEYS, MENU_KEY, command_key, plain_key
from scenes.ui.scroll_view import ScrollView
from scenes.ui.text import Text
from scenes.ui.widgets import IconButton, Panel, Paper, TextField, Widget

_MIN_TWO_COLUMN_WIDTH = 960.0
"""Canvas width in logical pixels below which contents and page are not shown together."""
_CONTENTS_WIDTH = 272.0
_GAP = 18.0
_SEARCH_FIELD_WIDTH, _HITS_WIDTH = 250.0, 150.0
_MIN_QUERY_LENGTH = 2
"""Minimum length of a search text; numbers may have one digit."""
_PAGE_KEYS = (pygame.K_UP, pygame.K_DOWN, pygame.K_PAGEUP, pygame.K_PAGEDOWN, pygame.K_HOME, pygame.K_END)


def changed_rules(words: Words, slug: str, options: Any) -> list[ChangedRule]:
    """Return the house rules in ``options`` that differ from the standard."""
    texts = OptionTexts(words, f"{slug}.option")
    changed = []
    for choice, value in changed_options(options):
        name = words("app.reader.in_force", name=texts.name_with_value(choice, value))
        changed.append(ChangedRule(choice.rule.rpartition(".")[2], choice.name, name, texts.explanation(choice)))
    return changed


class RulebookScreen(Screen):
    """Rules reader: shows one rules page, with contents that link to its sections and to other games.

    Args:
        context: the application.
        slug: slug of the game.
        highlighted_anchor: rule to scroll to and highlight, optionally after a slug and a dot; empty for none.
        options: house rules for the badges; None loads those of the profile.
    """

    min_size = (560.0, 340.0)
    title_key, pages_key = "app.reader.title", "app.reader.games"
    """Text keys of the screen's title, and of the heading above the list of pages."""

    def __init__(self, context: Context, slug: str, highlighted_anchor: str = "", options: Any = None) -> None:
        super().__init__(context)
        self._is_prerendering = True
        """Whether blocks near the visible part are still drawn in advance."""
        self.slug = slug
        self.highlighted_anchor = highlighted_anchor.rpartition(".")[2]
        """Anchor of the highlighted rule; empty for none."""
        self.options = {slug: options} if options is not None else {}
        self.query = ""
        self.hits: Sequence[SearchHit] = ()
        """Occurrences of the searched text on the page."""
        self.hit_index = -1
        """Index of the current search hit in ``hits``; −1 without hits."""
        self.shows_contents = False
        """Whether the contents replace the page on a narrow canvas."""
        self.back_links: list[tuple[str, float]] = []
        """Game and scroll position before each followed link."""
        self._pages: dict[tuple[str, str], Document] = {}
        self._typeset_page: TypesetPage | None = None
        self._is_new_page = True
        self._shown_section = ""
        """Anchor of the section that the contents mark as the one being read."""

    # --- pages ------------------------------------------------------------------------------------------------------

    def page_of(self, slug: str) -> Document:
        """Return the rules page of a game in the current language."""
        key = (self.context.words.language, slug)
        if key not in self._pages:
            self._pages[key] = self._load_page(slug)
        return self._pages[key]

    def _load_page(self, slug: str) -> Document:
        return rules_document.load_page(self.context.words.language, slug)

    def page_titles(self) -> Mapping[str, str]:
        """Return slug -> title of all pages, in the order of the contents."""
        return {slug: self.context.words(f"{slug}.title") for slug in GAMES}

    @property
    def document_with_badges(self) -> Document:
        """The current rules page with badges for changed house rules."""
        if self.slug not in self.options:
            self.options[self.slug] = self.context.profile.load_options(self.slug)
        changed = changed_rules(self.context.words, self.slug, self.options[self.slug])
        return self.page_of(self.slug).with_house_rules(changed)

    # --- widgets ----------------------------------------------------------------------------------------------------

    @property
    def page_view(self) -> RulesPageView:
        """The view of the page, also while the contents replace it."""
        view = self.root.get(RulesPageView, "page")
        assert view is not None
        return view

    @property
    def search_field(self) -> TextField:
        field = self.root.get(TextField, "search")
        assert field is not None
        return field

    @property
    def contents_rows(self) -> list[RulebookContentsRow]:
        """The visible rows of the contents."""
        return [one for one in self.root.children if isinstance(one, RulebookContentsRow)]

    @property
    def _is_narrow(self) -> bool:
        return self.renderer.width < _MIN_TWO_COLUMN_WIDTH

    def compose(self) -> Column:
        narrow = self._is_narrow
        paper_width = self.renderer.width - 2 * MARGIN - (0 if narrow else _CONTENTS_WIDTH + _GAP)
        self._typeset_page = typeset(
            self.renderer, self.document_with_badges, page_width(paper_width), self._typeset_page
        )
        self._find_hits()
        view = RulesPageView(
            self._typeset_page,
            self.follow_link,
            self.context.words.card,
            timeline=self.timeline,
            hits=self.hits,
            hit_index=self.hit_index,
            current_anchor=self.highlighted_anchor,
        )
        page = Column(view.with_layout(basis=0), padding=(0, 8, 8, 8), background=Paper()).with_layout(grow=1, basis=0)
        page.visible = not narrow or not self.shows_contents
        contents = self._contents() if not narrow or self.shows_contents else None
        count = self._hit_position(narrow)
        return Column(
            self._header(narrow, None if narrow else count),
            count.with_layout(height=20, margin=(MARGIN, 0, MARGIN, 0)) if narrow else Spacer(20),
            (Stack(page, contents) if narrow else Row(contents, page, gap=_GAP, align="stretch")).with_layout(
                grow=1, basis=0, margin=(MARGIN, 0, MARGIN, MARGIN)
            ),
        )

    def refresh(self) -> None:
        """Describe the reader anew at the same reading position; begin a new page at its highlighted rule."""
        position, before = None if self._is_new_page else self.page_view.reading_position, self._typeset_page
        super().refresh()
        if self._is_new_page:
            self._is_new_page = False
            block = self.typeset_document.anchors.get(self.highlighted_anchor)
            if block is not None:
                self.page_view.scroll_to_block(block, smooth=False)
            else:
                self.page_view.scroll_to(0.0, smooth=False)
        elif position is not None and self._typeset_page is not before:
            self.page_view.restore_position(position)
        self._keep_writing()

    @property
    def typeset_document(self) -> Document:
        """The rules page as typeset, with badges."""
        page = self._typeset_page
        return Document(tuple(placed.block for placed in page.placed_blocks) if page is not None else ())

    def _header(self, narrow: bool, count: Text | None) -> Row:
        words = self.context.words
        name = self.page_titles()[self.slug]
        beside: Widget = Text(name, "panel_title", BRASS).with_layout(margin=(16, 4, 0, 0))
        if narrow:
            beside = IconButton("menu", self.toggle_contents, name=words("app.reader.contents"))
            beside.is_chosen = self.shows_contents
            beside.with_layout("contents", margin=(16, 0, 0, 0))
        previous = IconButton("chevron_up", partial(self.next_hit, -1), name=words("app.reader.previous"))
        next_ = IconButton("chevron_down", self.next_hit, name=words("app.reader.next"))
        next_.visible = previous.visible = bool(self.hits)
        placeholder = words("app.reader.search")
        field = TextField(
            self.query, on_change=self.search, placeholder=placeholder, width=180 if narrow else _SEARCH_FIELD_WIDTH
        )
        return self.header(
            "chevron_left",
            name if narrow else words(self.title_key),
            words("app.button.back"),
            beside,
            Spacer(),
            count,
            previous.with_layout("previous", margin=(14, 0, self.renderer.row_gap(8), 0)),
            next_.with_layout("next", margin=(0, 0, 10, 0)),
            field.with_layout("search", name=placeholder, margin=(0, 0, MARGIN, 0)),
        )

    def _hit_position(self, narrow: bool) -> Text:
        """Return the number of the current search hit and of all hits."""
        words, string = self.context.words, ""
        if self.hits:
            string = words("app.reader.found", n=self.hit_index + 1, total=len(self.hits))
        elif len(self.query.strip()) >= _MIN_QUERY_LENGTH:
            string = words("app.reader.none")
        return Text(string, "label" if narrow else "body", MUTED, align="right").with_layout("hits", width=_HITS_WIDTH)

    def _contents(self) -> Column:
        """Return the rules reader's contents: sections of this page, then all pages."""
        words, section, wanted = self.context.words, self.current_section_anchor, self._wanted
        self._shown_section = section
        sections, games = list[Widget](), list[Widget]()
        for anchor, title in self.page_of(self.slug).sections:
            row = RulebookContentsRow(title, partial(self.follow_link, anchor), anchor=anchor)
            row.is_chosen = anchor == section
            sections.append(row.with_layout(("section", anchor)))
        for slug, title in self.page_titles().items():
            row = RulebookContentsRow(title, partial(self.open_page, slug), slug=slug)
            row.is_chosen = slug == self.slug
            row.hit_count = len(self.page_of(slug).find(wanted)) if wanted else 0
            games.append(row.with_layout(("game", slug)))
        if sections:
            sections = [_heading(words("app.reader.contents")), *sections]
        rows = [*sections, _heading(words(self.pages_key), 12 if sections else 2), *games]
        view = ScrollView(Column(*rows, padding=(0, 0, 12, 0)), key="contents", bar_overlaps=True)
        panel = Column(view.with_layout(basis=0), padding=(10, 12), background=Panel())
        return panel if self._is_narrow else panel.with_layout(width=_CONTENTS_WIDTH)

    # --- actions ---------------------------------------------------------------------------------------------------

    def follow_link(self, link: str) -> None:
        """Follow a link on a rules page to an anchor of this page or of another game's."""
        slug, _, anchor = link.rpartition("#")
        self.back_links.append((self.slug, self.page_view.target_offset))
        if slug and slug != self.slug:
            self._show_page(slug, anchor)
            return
        if self.shows_contents:
            self.toggle_contents()
        self._go_to_anchor(anchor)

    def _go_to_anchor(self, anchor: str) -> None:
        block = self.typeset_document.anchors.get(anchor)
        if block is not None:
            self.highlighted_anchor = "" if anchor.startswith("section") else anchor
            self.refresh()
            self.page_view.scroll_to_block(block, smooth=True)

    def open_page(self, slug: str) -> None:
        """Open another game's rules page."""
        if slug != self.slug:
            self.back_links.append((self.slug, self.page_view.target_offset))
            self._show_page(slug, "")
        elif self.shows_contents:
            self.toggle_contents()

    def _show_page(self, slug: str, anchor: str) -> None:
        self.slug, self.highlighted_anchor, self.shows_contents = slug, anchor, False
        self._is_new_page = True
        focus = self.root.keyboard_used_last
        self.refresh()
        self.root.set_focus(self.root.find(("game", slug)) if focus else None)

    def follow_back(self) -> bool:
        """Return to the rules position before the last followed link; return False if there is none."""
        if not self.back_links:
            return False
        slug, offset = self.back_links.pop()
        if slug != self.slug:
            self._show_page(slug, "")
            self.page_view.scroll_to(offset, smooth=False)
        else:
            self.highlighted_anchor = ""
            self.refresh()
            self.page_view.scroll_to(offset)
        return True

    def toggle_contents(self) -> None:
        """Switch between the table of contents and the rules page."""
        self.shows_contents = not self.shows_contents
        self.refresh()

    def search(self, query: str) -> None:
        """Mark every occurrence of a text on the rules page, and show the first one from the current position."""
        self.query = query
        self._find_hits()
        first_block = self._first_visible_block()
        first = next((i for i, hit in enumerate(self.hits) if hit.block_index >= first_block), 0)
        self._show_hit(first if self.hits else -1)

    def _show_hit(self, index: int) -> None:
        self.hit_index = index
        self.refresh()
        if self.hits:
            self.page_view.reveal_hit()

    def _first_visible_block(self) -> int:
        placed_blocks = self.page_view.typeset_page.placed_blocks
        return next(
            (placed.block_index for placed in placed_blocks if placed.rect.bottom > self.page_view.target_offset), 0
        )

    @property
    def _wanted(self) -> str:
        """The text to search; empty if it is too short."""
        query = self.query.strip()
        return query if len(query) >= _MIN_QUERY_LENGTH or query.isdecimal() else ""

    def _find_hits(self) -> None:
        self.hits = self.typeset_document.find(self._wanted)
        self.hit_index = min(max(self.hit_index, 0), len(self.hits) - 1)

    def next_hit(self, by: int = 1) -> None:
        """Show the next search hit on the rules page, or the previous one if ``by`` is -1, wrapping around."""
        if self.hits:
            self._show_hit((self.hit_index + by) % len(self.hits))

    def confirm(self) -> None:
        self.next_hit()

    def back(self) -> None:
        if self.shows_contents:
            self.toggle_contents()
        else:
            self.context.close(self)

    # --- input ------------------------------------------------------------------------------------------------------

    def _handle(self, event: pygame.Event, pos: TreePos) -> bool:
        if event.type == pygame.TEXTINPUT and not self.query and not event.text.strip():
            return False  # of the Space key, which scrolls
        used = (event.type == pygame.KEYDOWN and self._handle_key(event)) or super()._handle(event, pos)
        self._keep_writing()
        return used or (event.type == pygame.KEYDOWN and 32 <= event.key < 0x3000 and not command_key(event))

    def focus_search(self) -> None:
        self.root.set_focus(self.search_field)
        self.search_field.start_editing()

    def _keep_writing(self) -> None:
        """Edit the search field until another widget has the keyboard focus, so that typing searches at once.

        With gamepad or touch that would open an on-screen keyboard.
        """
        has_keyboard = not (self.renderer.gamepad_style or self.renderer.hides_key_hints)
        if has_keyboard and not self.root.keyboard_used_last:
            self.focus_search()

    def _handle_key(self, event: pygame.Event) -> bool:
        """Handle the keys of the rules reader; return False for all others."""
        shift = bool(event.mod & pygame.KMOD_SHIFT)
        writing, key = self._edited_field is not None, plain_key(event)
        if command_key(event) == pygame.K_f:
            self.focus_search()
        elif event.key == pygame.K_F3 or (event.key in ENTER_KEYS and writing):
            self.next_hit(-1 if shift else 1)
        elif event.key in (pygame.K_ESCAPE, MENU_KEY) and self.query:
            self.search_field.set_text("")
            self.search("")
        elif event.key in (pygame.K_ESCAPE, MENU_KEY):
            self.search_field.stop_editing()
            return False
        elif not self.query and (event.key == pygame.K_BACKSPACE or _is_alt_left(event)):
            return self.follow_back()
        elif event.key == pygame.K_SPACE and not self.query and not self.root.keyboard_used_last:
            page_key = pygame.K_PAGEUP if shift else pygame.K_PAGEDOWN
            self.page_view.handle_page_key(pygame.Event(pygame.KEYDOWN, key=page_key))
        elif event.key in _PAGE_KEYS and not self._is_key_for_widget(event):
            self.page_view.handle_page_key(event)
        elif event.key == pygame.K_TAB and not self.root.keyboard_used_last and not self.query:
            return self._focus_end_link(last=shift)
        elif not writing and pygame.K_SPACE < key < 0x3000:
            self.focus_search()
            self.search_field.insert(chr(key))
        else:
            return False
        return True

    def _is_key_for_widget(self, event: pygame.Event) -> bool:
        """Whether a page key moves within the table of contents, or the caret within the search text."""
        arrow = event.key in (pygame.K_UP, pygame.K_DOWN)
        return (
            self.shows_contents
            or (arrow and self.root.keyboard_used_last and self.root.focus in self.contents_rows)
            or (event.key in (pygame.K_HOME, pygame.K_END) and self._edited_field is not None and bool(self.query))
        )

    def _focus_end_link(self, *, last: bool) -> bool:
        """Move the keyboard focus to the rules page's first or last visible link; return False if there is none."""
        link = self.page_view.find_end_link(last)
        if link is None:
            return False
        self.root.keyboard_used_last = True
        self.root.set_focus(link)
        return True

    # --- time -------------------------------------------------------------------------------------------------------

    def poll(self) -> bool:
        if not self.context.is_top(self):
            return False
        changed = self.page_view.has_undrawn_cards
        self._is_prerendering = changed or self.page_view.prerender_step()
        return changed

    @property
    def next_update_ms(self) -> float:
        return 0.0 if self._is_prerendering else super().next_update_ms

    @property
    def is_animating(self) -> bool:
        return super().is_animating or self.page_view.has_undrawn_cards

    def finish_animations(self) -> None:
        super().finish_animations()
        while self.page_view.prerender_step():
            pass

    def draw(self, surface: pygame.Surface) -> None:
        if self.contents_rows and self._shown_section != self.current_section_anchor:
            self.refresh()
        super().draw(surface)

    @property
    def current_section_anchor(self) -> str:
        """Anchor of the rules page's section being read; empty if there is none."""
        anchors = self.typeset_document.anchors
        view = self.root.get(RulesPageView, "page")
        top = view.current_block_index if view is not None and not self._is_new_page else 0
        sections = [anchor for anchor in anchors if anchor.startswith("section")]
        return max([one for one in sections if anchors[one] <= top], key=sections.index, default="".join(sections[:1]))


def _heading(text: str, space_above: float = 2.0) -> Text:
    return Text(text, "label", MUTED).with_layout(height=22, margin=(14, space_above, 0, 4))


def _is_alt_left(event: pygame.Event) -> bool:
    return event.key == pygame.K_LEFT and bool(event.mod & pygame.KMOD_ALT)
