"""The rules reader: table of contents, pages, search, and badges for changed house rules."""

import math
from functools import partial
from typing import Any

import pygame
from pygame import FRect

from engine.games import GAMES
from engine.options import changed_options
from scenes.render.key_events import ENTER_KEYS, MENU_KEY, command_key, plain_key
from scenes.render.theme import BRASS, MUTED
from scenes.render.widgets import IconButton, Label, Panel, Paper, PointerPos, Scroll, TextField, Widget
from scenes.rulebook import document
from scenes.rulebook.contents import HitPositionLabel, RulebookContentsRow
from scenes.rulebook.document import ChangedRule, Document
from scenes.rulebook.rules_page import RulesPageView, TypesetPage, page_width, typeset
from scenes.shell.context import Context
from scenes.shell.screen import MARGIN, Screen
from scenes.text.catalogue import Words
from scenes.text.option_texts import OptionTexts

_MIN_TWO_COLUMN_WIDTH = 960.0
"""Canvas width in logical pixels below which contents and page are not shown together."""
_CONTENTS_WIDTH = 272.0
_CONTENT_TOP = 84.0
_SEARCH_FIELD_WIDTH = 250.0
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

    def __init__(self, context: Context, slug: str, highlighted_anchor: str = "", options: Any = None) -> None:
        super().__init__(context)
        self._is_prerendering = True
        """Whether blocks near the visible part are still drawn in advance."""
        self.slug = slug
        self.highlighted_anchor = highlighted_anchor.rpartition(".")[2]
        """Anchor of the highlighted rule; empty for none."""
        self.options = {slug: options} if options is not None else {}
        self.search_field: TextField
        self.page_view: RulesPageView
        self.query = ""
        self.shows_contents = False
        """Whether the contents replace the page on a narrow canvas."""
        self.back_links: list[tuple[str, float]] = []
        """Game and scroll position before each followed link."""
        self._pages: dict[tuple[str, str], Document] = {}
        self._typeset_page: TypesetPage | None = None
        self._is_new_page = True
        self.contents_rows: list[RulebookContentsRow] = []

    # --- pages ------------------------------------------------------------------------------------------------------

    def page_of(self, slug: str) -> Document:
        """Return the rules page of a game in the current language."""
        key = (self.context.words.language, slug)
        if key not in self._pages:
            self._pages[key] = document.load_page(*key)
        return self._pages[key]

    @property
    def document_with_badges(self) -> Document:
        """The current rules page with badges for changed house rules."""
        if self.slug not in self.options:
            self.options[self.slug] = self.context.profile.load_options(self.slug)
        changed = changed_rules(self.context.words, self.slug, self.options[self.slug])
        return self.page_of(self.slug).with_house_rules(changed)

    # --- widgets ----------------------------------------------------------------------------------------------------

    def build(self) -> None:
        renderer, words = self.renderer, self.context.words
        narrow = renderer.width < _MIN_TWO_COLUMN_WIDTH
        self._build_header(narrow)
        height = renderer.height - _CONTENT_TOP - MARGIN
        left = MARGIN if narrow else MARGIN + _CONTENTS_WIDTH + 18
        paper = FRect(left, _CONTENT_TOP, renderer.width - MARGIN - left, height)
        page = self.document_with_badges
        self._typeset_page = typeset(renderer, page, page_width(paper), self._typeset_page)
        speed = 0.0 if self.context.settings.reduced_motion else self.context.speed
        self.page_view = RulesPageView(
            FRect(left, _CONTENT_TOP + 8, paper.width - 8, height - 16), self._typeset_page, self.follow_link, speed
        )
        self.page_view.current_anchor = self.highlighted_anchor
        self.contents_rows = []
        if not narrow or self.shows_contents:
            area = FRect(MARGIN, _CONTENT_TOP, _CONTENTS_WIDTH if not narrow else renderer.width - 2 * MARGIN, height)
            self._build_contents(area, page, words)
        if not narrow or not self.shows_contents:
            self.group.add(Paper(paper), self.page_view)

    def lay_out(self) -> None:
        """Rebuild the rules reader at the same reading position; begin a newly opened page at its highlighted rule."""
        reading_position = None if self._is_new_page else self.page_view.reading_position
        super().lay_out()
        self._is_new_page = False
        self._keep_writing()
        block = self.typeset_document.anchors.get(self.highlighted_anchor)
        if reading_position is not None:
            self.page_view.restore_position(reading_position)
        elif block is not None:
            self.page_view.scroll_to_block(block, smooth=False)
        else:
            self.page_view.scroll(-self.page_view.offset)
        self._update_hits(self.query)

    @property
    def typeset_document(self) -> Document:
        """The rules page as typeset, with badges."""
        return Document(tuple(placed.block for placed in self.page_view.typeset_page.placed_blocks))

    def _build_header(self, narrow: bool) -> None:
        renderer, words = self.renderer, self.context.words
        name = words(f"{self.slug}.title")
        title_text = name if narrow else words("app.reader.title")
        title = self.add_header("chevron_left", title_text, button_name=words("app.button.back"))
        if not narrow:
            game = self.add_label(name, "panel_title", 0, 0, colour=BRASS)
            game.rect.bottomleft = (title.right + 16, title.bottom - 3)
        self.search_field = TextField(
            self.query,
            on_change=self.search,
            placeholder=words("app.reader.search"),
            width=180 if narrow else _SEARCH_FIELD_WIDTH,
        )
        self.search_field.place_at(renderer, renderer.width - MARGIN, 42, "midright")
        self.next_button = IconButton("chevron_down", self.next_hit, name=words("app.reader.next"))
        self.previous_button = IconButton("chevron_up", partial(self.next_hit, -1), name=words("app.reader.previous"))
        self.next_button.place_at(renderer, self.search_field.rect.left - 10, 42, "midright")
        self.previous_button.place_at(renderer, self.next_button.rect.left - renderer.row_gap(8), 42, "midright")
        self.hit_count = HitPositionLabel(narrow)
        self.hit_count.place_at(renderer, self.previous_button.rect.left - 14, 42, "midright")
        if narrow:
            self.hit_count.rect.midright = (renderer.width - MARGIN, 74)
            contents = IconButton("menu", self.toggle_contents, name=words("app.reader.contents"))
            contents.is_chosen = self.shows_contents
            contents.place_at(renderer, title.right + 16, 42, "midleft")
            self.group.add(contents)
        self.group.add(self.hit_count, self.previous_button, self.next_button, self.search_field)

    def _build_contents(self, area: FRect, page: Document, words: Words) -> None:
        """Add the rules reader's contents: sections of this page, then all games."""
        inner = area.inflate(-20, -24)
        rows: list[Widget] = []
        y = 0.0

        def heading(text: str) -> None:
            nonlocal y
            label = Label(text, "label", MUTED)
            label.place_at(self.renderer, 14, y + 4)
            rows.append(label)
            y += 28

        def entry(row: RulebookContentsRow) -> None:
            nonlocal y
            row.place_in(self.renderer, y, inner.width - 12)
            rows.append(row)
            self.contents_rows.append(row)
            y += row.rect.height

        heading(words("app.reader.contents"))
        for anchor, title in page.sections:
            entry(RulebookContentsRow(title, partial(self.follow_link, anchor), anchor=anchor))
        y += 10
        heading(words("app.reader.games"))
        for slug in GAMES:
            entry(RulebookContentsRow(words(f"{slug}.title"), partial(self.open_page, slug), slug=slug))
        self.group.add(Panel(area), Scroll(inner, y, rows))

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
            self.highlighted_anchor = self.page_view.current_anchor = "" if anchor.startswith("section") else anchor
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
        focus = self.group.keyboard_used_last
        self.lay_out()
        self.group.set_focus(next((e for e in self.contents_rows if e.slug == slug), None) if focus else None)

    def follow_back(self) -> bool:
        """Return to the rules position before the last followed link; return False if there is none."""
        if not self.back_links:
            return False
        slug, offset = self.back_links.pop()
        if slug != self.slug:
            self._show_page(slug, "")
            self.page_view.scroll(offset - self.page_view.offset)
        else:
            self.highlighted_anchor = self.page_view.current_anchor = ""
            self.page_view.scroll_smoothly_to(offset)
        return True

    def toggle_contents(self) -> None:
        """Switch between the table of contents and the rules page."""
        self.shows_contents = not self.shows_contents
        self.lay_out()

    def search(self, query: str) -> None:
        """Mark every occurrence of a text on the rules page, and show the first one from the current position."""
        self.query = query
        self._update_hits(query)
        hits = self.page_view.hits
        if hits:
            first = next((i for i, hit in enumerate(hits) if hit.block_index >= self._first_visible_block()), 0)
            self.page_view.show_hit(first)
            self._show_count()

    def _first_visible_block(self) -> int:
        placed_blocks = self.page_view.typeset_page.placed_blocks
        return next(
            (placed.block_index for placed in placed_blocks if placed.rect.bottom > self.page_view.target_offset), 0
        )

    def _update_hits(self, query: str) -> None:
        query = query.strip()
        wanted = query if len(query) >= _MIN_QUERY_LENGTH or query.isdecimal() else ""
        self.page_view.hits = self.typeset_document.find(wanted)
        self.page_view.hit_index = min(max(self.page_view.hit_index, 0), len(self.page_view.hits) - 1)
        for entry in self.contents_rows:
            entry.hit_count = len(self.page_of(entry.slug).find(wanted)) if entry.slug and wanted else 0
        self._show_count()

    def _show_count(self) -> None:
        """Show the number of the current search hit."""
        words, hits = self.context.words, self.page_view.hits
        searching = len(self.query.strip()) >= _MIN_QUERY_LENGTH
        self.hit_count.string = words("app.reader.none") if searching else ""
        if hits:
            self.hit_count.string = words("app.reader.found", n=self.page_view.hit_index + 1, total=len(hits))
        self.next_button.visible = self.previous_button.visible = bool(hits)

    def next_hit(self, by: int = 1) -> None:
        """Show the next search hit on the rules page, or the previous one if ``by`` is -1, wrapping around."""
        if self.page_view.hits:
            self.page_view.show_hit((self.page_view.hit_index + by) % len(self.page_view.hits))
            self._show_count()

    def confirm(self) -> None:
        self.next_hit()

    def back(self) -> None:
        if self.query:
            self.search_field.set_text("")
            self.search("")
        elif self.shows_contents:
            self.toggle_contents()
        else:
            self.context.close(self)

    # --- input ------------------------------------------------------------------------------------------------------

    def _handle(self, event: pygame.Event, pos: PointerPos) -> bool:
        if event.type == pygame.TEXTINPUT and not self.query and not event.text.strip():
            return False  # of the Space key, which scrolls
        used = (event.type == pygame.KEYDOWN and self._handle_key(event)) or super()._handle(event, pos)
        self._keep_writing()
        return used or (event.type == pygame.KEYDOWN and 32 <= event.key < 0x3000 and not command_key(event))

    def focus_search(self) -> None:
        self.group.set_focus(self.search_field)
        self.search_field.start_editing()

    def _keep_writing(self) -> None:
        """Edit the search field until another widget has the keyboard focus, so that typing searches at once.

        With gamepad or touch that would open an on-screen keyboard.
        """
        has_keyboard = not (self.renderer.gamepad_style or self.renderer.hides_key_hints)
        if has_keyboard and not self.group.keyboard_used_last:
            self.focus_search()

    def _handle_key(self, event: pygame.Event) -> bool:
        """Handle the keys of the rules reader; return False for all others."""
        shift = bool(event.mod & pygame.KMOD_SHIFT)
        writing, key = self._edited_field is not None, plain_key(event)
        if command_key(event) == pygame.K_f:
            self.focus_search()
        elif event.key == pygame.K_F3 or (event.key in ENTER_KEYS and writing):
            self.next_hit(-1 if shift else 1)
        elif event.key in (pygame.K_ESCAPE, MENU_KEY):
            self.search_field.stop_editing()
            return False
        elif not self.query and (event.key == pygame.K_BACKSPACE or _is_alt_left(event)):
            return self.follow_back()
        elif event.key == pygame.K_SPACE and not self.query and not self.group.keyboard_used_last:
            page_key = pygame.K_PAGEUP if shift else pygame.K_PAGEDOWN
            self.page_view.handle_page_key(pygame.Event(pygame.KEYDOWN, key=page_key))
        elif event.key in _PAGE_KEYS and not self._is_key_for_widget(event):
            self.page_view.handle_page_key(event)
        elif event.key == pygame.K_TAB and not self.group.keyboard_used_last and not self.query:
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
            or (arrow and self.group.keyboard_used_last and self.group.focus in self.contents_rows)
            or (event.key in (pygame.K_HOME, pygame.K_END) and self._edited_field is not None and bool(self.query))
        )

    def _focus_end_link(self, *, last: bool) -> bool:
        """Move the keyboard focus to the rules page's first or last visible link; return False if there is none."""
        link = self.page_view.find_end_link(last)
        if link is None:
            return False
        self.group.keyboard_used_last = True
        self.group.set_focus(link)
        return True

    # --- time -------------------------------------------------------------------------------------------------------

    def update(self, elapsed_ms: float) -> bool:
        if not self.context.is_top(self):
            return False
        changed = self.page_view.update(elapsed_ms) or self.page_view.has_undrawn_cards
        self._is_prerendering = self.page_view.has_undrawn_cards or self.page_view.prerender_step()
        return changed

    @property
    def next_update_ms(self) -> float:
        return 0.0 if self.is_animating or self._is_prerendering else math.inf

    @property
    def is_animating(self) -> bool:
        return self.page_view.is_scrolling or self.page_view.has_undrawn_cards

    def finish_animations(self) -> None:
        self.page_view.offset = self.page_view.target_offset
        while self.page_view.prerender_step():
            pass

    def draw(self, surface: pygame.Surface) -> None:
        section = self.current_section_anchor
        for entry in self.contents_rows:
            entry.is_chosen = entry.anchor == section if entry.anchor else entry.slug == self.slug
        super().draw(surface)

    @property
    def current_section_anchor(self) -> str:
        """Anchor of the rules page's section being read; empty if there is none."""
        anchors = self.typeset_document.anchors
        top = self.page_view.current_block_index
        sections = [anchor for anchor in anchors if anchor.startswith("section")]
        return max([one for one in sections if anchors[one] <= top], key=sections.index, default="".join(sections[:1]))


def _is_alt_left(event: pygame.Event) -> bool:
    return event.key == pygame.K_LEFT and bool(event.mod & pygame.KMOD_ALT)
