"""The rules reader: contents, text with cards, search, and the house rules in force."""

import math
from functools import partial
from typing import Any

import pygame
from pygame import FRect

from engine.games import GAMES
from engine.options import differing
from scenes.look.keys import ENTER, command_key
from scenes.look.theme import BRASS, MUTED
from scenes.look.widgets import IconButton, Label, Panel, Paper, Pos, Scroll, TextField, Widget
from scenes.reader import document
from scenes.reader.contents import ContentsEntry, HitCount
from scenes.reader.document import ChangedRule, Document
from scenes.reader.page import Page, TypesetPage, text_width, typeset
from scenes.shell.context import Context
from scenes.shell.screen import MARGIN, Screen
from scenes.text.rules import OptionTexts
from scenes.text.words import Words

_NARROW = 960.0
"""Canvas width below which the contents are shown on request only."""
_COLUMN = 272.0
_TOP = 84.0
_FIELD = 250.0
_SHORTEST = 2
"""Minimum length of a search text; a digit may be alone."""
_PAGE_KEYS = (pygame.K_UP, pygame.K_DOWN, pygame.K_PAGEUP, pygame.K_PAGEDOWN, pygame.K_HOME, pygame.K_END)


def changed_rules(words: Words, slug: str, options: Any) -> list[ChangedRule]:
    """Return the house rules that differ from the standard."""
    texts = OptionTexts(words, f"{slug}.option")
    found = []
    for choice, value in differing(options):
        name = words("app.reader.in_force", name=texts.name_with_value(choice, value))
        found.append(ChangedRule(choice.rule.rpartition(".")[2], choice.name, name, texts.explanation(choice)))
    return found


class RulesReader(Screen):
    """One page at a time, with contents that lead to its sections and to other games."""

    least = (560.0, 340.0)

    def __init__(self, context: Context, slug: str, rule: str = "", options: Any = None) -> None:
        super().__init__(context)
        self._preparing = True
        """Whether parts near the visible one are still drawn in advance."""
        self.slug = slug
        self.rule = rule.rpartition(".")[2]
        """The highlighted anchor."""
        self.options = {slug: options} if options is not None else {}
        self.field: TextField
        self.sheet: Page
        self.query = ""
        self.contents_shown = False
        """Whether the contents replace the page, where there is no room for both."""
        self.back_links: list[tuple[str, float]] = []
        """Games and positions from which links were followed."""
        self._pages: dict[tuple[str, str], Document] = {}
        self._cache: TypesetPage | None = None
        self._new_page = True
        self.entries: list[ContentsEntry] = []

    # --- pages ------------------------------------------------------------------------------------------------------

    def page_of(self, slug: str) -> Document:
        """Return a game's page in the present language."""
        key = (self.context.words.language, slug)
        if key not in self._pages:
            self._pages[key] = document.load(*key)
        return self._pages[key]

    @property
    def document(self) -> Document:
        """The current page with the house rules in force."""
        if self.slug not in self.options:
            self.options[self.slug], notices = self.context.profile.load_options(self.slug)
            self.context.notices += notices
        changed = changed_rules(self.context.words, self.slug, self.options[self.slug])
        return self.page_of(self.slug).with_house_rules(changed)

    # --- widgets ----------------------------------------------------------------------------------------------------

    def build(self) -> None:
        look, words = self.look, self.context.words
        narrow = look.width < _NARROW
        writing = not self._new_page and self.field.editing
        self._build_header(narrow)
        self.field.editing = writing
        height = look.height - _TOP - MARGIN
        left = MARGIN if narrow else MARGIN + _COLUMN + 18
        paper = FRect(left, _TOP, look.width - MARGIN - left, height)
        read = self.document
        self._cache = typeset(look, read, text_width(paper), self._cache)
        pace = 0.0 if self.context.settings.reduced_motion else self.context.speed
        self.sheet = Page(FRect(left, _TOP + 8, paper.width - 8, height - 16), self._cache, self.follow, pace)
        self.sheet.here = self.rule
        self.entries = []
        if not narrow or self.contents_shown:
            area = FRect(MARGIN, _TOP, _COLUMN if not narrow else look.width - 2 * MARGIN, height)
            self._build_contents(area, read, words)
        if not narrow or not self.contents_shown:
            self.group.add(Paper(paper), self.sheet)

    def lay_out(self) -> None:
        """Rebuild the screen and keep the reading position."""
        place = None if self._new_page else self.sheet.reading_position
        super().lay_out()
        self._new_page = False
        block = self.sheet_document.anchors.get(self.rule)
        if place is not None:
            self.sheet.return_to(place)
        elif block is not None:
            self.sheet.go_to(block, gently=False)
        else:
            self.sheet.scroll(-self.sheet.offset)
        self._search(self.query)

    @property
    def sheet_document(self) -> Document:
        """The page as typeset, with badges."""
        return Document(tuple(laid.block for laid in self.sheet.cache.laid))

    def _build_header(self, narrow: bool) -> None:
        look, words = self.look, self.context.words
        name = words(f"{self.slug}.title")
        shown = name if narrow else words("app.reader.title")
        title = self.header("chevron_left", shown, name=words("app.button.back"))
        if not narrow:
            game = self.label(name, "panel_title", 0, 0, colour=BRASS)
            game.rect.bottomleft = (title.right + 16, title.bottom - 3)
        self.field = TextField(
            self.query, on_change=self.search, placeholder=words("app.reader.search"), width=180 if narrow else _FIELD
        )
        self.field.place(look, look.width - MARGIN, 42, "midright")
        self.next = IconButton("chevron_down", self.next_hit, name=words("app.reader.next"))
        self.previous = IconButton("chevron_up", partial(self.next_hit, -1), name=words("app.reader.previous"))
        self.next.place(look, self.field.rect.left - 10, 42, "midright")
        self.previous.place(look, self.next.rect.left - look.gap(8), 42, "midright")
        self.count = HitCount(narrow)
        self.count.place(look, self.previous.rect.left - 14, 42, "midright")
        if narrow:
            self.count.rect.midright = (look.width - MARGIN, 74)
            contents = IconButton("menu", self.show_contents, name=words("app.reader.contents"))
            contents.chosen = self.contents_shown
            contents.place(look, title.right + 16, 42, "midleft")
            self.group.add(contents)
        self.group.add(self.count, self.previous, self.next, self.field)

    def _build_contents(self, area: FRect, read: Document, words: Words) -> None:
        """The contents: sections of this page, then all games."""
        inner = area.inflate(-20, -24)
        rows: list[Widget] = []
        y = 0.0

        def heading(text: str) -> None:
            nonlocal y
            label = Label(text, "label", MUTED)
            label.place(self.look, 14, y + 4)
            rows.append(label)
            y += 28

        def entry(made: ContentsEntry) -> None:
            nonlocal y
            made.place_in(self.look, y, inner.width - 12)
            rows.append(made)
            self.entries.append(made)
            y += made.rect.height

        heading(words("app.reader.contents"))
        for anchor, title in read.sections:
            entry(ContentsEntry(title, partial(self.follow, anchor), anchor=anchor))
        y += 10
        heading(words("app.reader.games"))
        for slug in GAMES:
            entry(ContentsEntry(words(f"{slug}.title"), partial(self.turn_to, slug), slug=slug))
        self.group.add(Panel(area), Scroll(inner, y, rows))

    # --- actions ---------------------------------------------------------------------------------------------------

    def follow(self, link: str) -> None:
        """Follow a link to an anchor of this page or of another game's."""
        slug, _, anchor = link.rpartition("#")
        self.back_links.append((self.slug, self.sheet.aim))
        if slug and slug != self.slug:
            self._open_page(slug, anchor)
            return
        if self.contents_shown:
            self.show_contents()
        self._to_rule(anchor)

    def _to_rule(self, anchor: str) -> None:
        block = self.sheet_document.anchors.get(anchor)
        if block is not None:
            self.rule = self.sheet.here = "" if anchor.startswith("section") else anchor
            self.sheet.go_to(block, gently=True)

    def turn_to(self, slug: str) -> None:
        """Open another game's page."""
        if slug != self.slug:
            self.back_links.append((self.slug, self.sheet.aim))
            self._open_page(slug, "")
        elif self.contents_shown:
            self.show_contents()

    def _open_page(self, slug: str, anchor: str) -> None:
        self.slug, self.rule, self.contents_shown = slug, anchor, False
        self._new_page = True
        focus = self.group.keyboard
        self.lay_out()
        self.group.set_focus(next((e for e in self.entries if e.slug == slug), None) if focus else None)

    def go_back(self) -> bool:
        """Return to where the last link was followed; False if none was."""
        if not self.back_links:
            return False
        slug, offset = self.back_links.pop()
        if slug != self.slug:
            self._open_page(slug, "")
            self.sheet.scroll(offset - self.sheet.offset)
        else:
            self.rule = self.sheet.here = ""
            self.sheet.glide(offset)
        return True

    def show_contents(self) -> None:
        """Switch between the contents and the page."""
        self.contents_shown = not self.contents_shown
        self.lay_out()

    def search(self, query: str) -> None:
        """Mark every occurrence of a text, and show the first one from the present position."""
        self.query = query
        self._search(query)
        hits = self.sheet.hits
        if hits:
            first = next((i for i, hit in enumerate(hits) if hit.block >= self._first_seen()), 0)
            self.sheet.show_hit(first)
            self._show_count()

    def _first_seen(self) -> int:
        laid = self.sheet.cache.laid
        return next((one.number for one in laid if one.rect.bottom > self.sheet.aim), 0)

    def _search(self, query: str) -> None:
        query = query.strip()
        wanted = query if len(query) >= _SHORTEST or query.isdecimal() else ""
        self.sheet.hits = self.sheet_document.find(wanted)
        self.sheet.hit = min(max(self.sheet.hit, 0), len(self.sheet.hits) - 1)
        for entry in self.entries:
            entry.count = len(self.page_of(entry.slug).find(wanted)) if entry.slug and wanted else 0
        self._show_count()

    def _show_count(self) -> None:
        """Show the number of the current hit."""
        words, hits = self.context.words, self.sheet.hits
        searching = len(self.query.strip()) >= _SHORTEST
        self.count.string = words("app.reader.none") if searching else ""
        if hits:
            self.count.string = words("app.reader.found", n=self.sheet.hit + 1, total=len(hits))
        self.next.visible = self.previous.visible = bool(hits)

    def next_hit(self, by: int = 1) -> None:
        """Show the next hit, or with ``by`` -1 the previous one, wrapping around."""
        if self.sheet.hits:
            self.sheet.show_hit((self.sheet.hit + by) % len(self.sheet.hits))
            self._show_count()

    def confirm(self) -> None:
        self.next_hit()

    def back(self) -> None:
        if self.query:
            self.field.editing = False
            self.field.text = ""
            self.search("")
        elif self.contents_shown:
            self.show_contents()
        else:
            self.context.close(self)

    # --- input ------------------------------------------------------------------------------------------------------

    def _handle(self, event: pygame.Event, pos: Pos) -> bool:
        if event.type == pygame.TEXTINPUT and not self.field.editing and event.text.strip():
            self.write()
        if event.type == pygame.KEYDOWN and self._key(event):
            return True
        used = super()._handle(event, pos)
        return used or (event.type == pygame.KEYDOWN and 32 <= event.key < 0x3000 and not command_key(event))

    def write(self) -> None:
        """Focus the search field."""
        self.group.set_focus(self.field)
        self.field.editing = True

    def _key(self, event: pygame.Event) -> bool:
        """Handle the reader's own keys; False for all others."""
        shift = bool(event.mod & pygame.KMOD_SHIFT)
        writing = self.field.editing
        if command_key(event) == pygame.K_f:
            self.write()
        elif event.key == pygame.K_F3 or (event.key in ENTER and writing):
            self.next_hit(-1 if shift else 1)
        elif event.key == pygame.K_ESCAPE and (writing or self.query):
            self.field.editing = False
            self.back() if self.query else None
        elif not writing and (event.key == pygame.K_BACKSPACE or _alt_left(event)):
            return self.go_back()
        elif event.key == pygame.K_SPACE and not writing and not self.group.keyboard:
            turned = pygame.K_PAGEUP if shift else pygame.K_PAGEDOWN
            self.sheet.page(pygame.Event(pygame.KEYDOWN, key=turned))
        elif event.key in _PAGE_KEYS and not self._in_contents(event):
            self.sheet.page(event)
        elif event.key == pygame.K_TAB and not self.group.keyboard and not writing:
            return self._to_link(last=shift)
        else:
            return False
        return True

    def _in_contents(self, event: pygame.Event) -> bool:
        """Whether arrows move within the contents now."""
        arrow = event.key in (pygame.K_UP, pygame.K_DOWN)
        return self.contents_shown or (arrow and self.group.keyboard and self.group.focus in self.entries)

    def _to_link(self, *, last: bool) -> bool:
        """Move the keyboard focus to the first or last visible link."""
        link = self.sheet.first_link(last)
        if link is None:
            return False
        self.group.keyboard = True
        self.group.set_focus(link)
        return True

    # --- time -------------------------------------------------------------------------------------------------------

    def update(self, dt: float) -> bool:
        if not self.context.is_top(self):
            return False
        changed = self.sheet.update(dt) or self.sheet.missing
        self._preparing = self.sheet.missing or self.sheet.prepare()
        return changed

    @property
    def due(self) -> float:
        return 0.0 if self.animating or self._preparing else math.inf

    @property
    def animating(self) -> bool:
        return self.sheet.gliding or self.sheet.missing

    def finish(self) -> None:
        self.sheet.offset = self.sheet.aim
        while self.sheet.prepare():
            pass

    def draw(self, surface: pygame.Surface) -> None:
        section = self.section
        for entry in self.entries:
            entry.chosen = entry.anchor == section if entry.anchor else entry.slug == self.slug
        super().draw(surface)

    @property
    def section(self) -> str:
        """Anchor of the current section."""
        anchors = self.sheet_document.anchors
        top = self.sheet.top_block
        sections = [anchor for anchor in anchors if anchor.startswith("section")]
        return max([one for one in sections if anchors[one] <= top], key=sections.index, default="".join(sections[:1]))


def _alt_left(event: pygame.Event) -> bool:
    return event.key == pygame.K_LEFT and bool(event.mod & pygame.KMOD_ALT)
