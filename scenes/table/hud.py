"""Everything around the cards: plates, bubbles, prompt or refusal, answers, tools, announcement."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence

from pygame import FRect, Surface

from engine.events import Asked, Event, Moved, Said, Scored
from engine.match.seen import SeenMatch
from engine.moves import TABLE, Note, Pile, Refusal, Seat
from scenes.look import speeds
from scenes.look.look import Look
from scenes.look.theme import CREAM
from scenes.look.widgets import Bubble, Chip, IconButton, Pill, Tooltip, Widget, key_name
from scenes.table.drawer import Drawer
from scenes.table.felt.announcement import Announcement
from scenes.table.felt.boards import Boards
from scenes.table.felt.bubbles import Bubbles
from scenes.table.felt.captions import captions
from scenes.table.felt.embers import Embers
from scenes.table.felt.obstacles import (
    PLAYED,
    PRESSED,
    REACHED,
    SAID,
    SEATS,
    Obstacle,
    captions_at_piles,
    cards_and_places,
    centred,
    own_hand,
)
from scenes.table.felt.peak import Peak
from scenes.table.felt.plates import Plates
from scenes.table.felt.slide import Anchor
from scenes.table.felt.spotlight import Spotlight
from scenes.table.felt.tag import Tag
from scenes.table.felt.ways import HOUSE, Ways
from scenes.table.panels.answers import Answers
from scenes.table.panels.page import Reachable
from scenes.table.panels.pile_handle import PileHandles
from scenes.table.panels.pile_page import PilePage
from scenes.table.panels.prompt import Prompts
from scenes.table.panels.refusal import RefusalPill
from scenes.table.panels.tools import LOOK_THROUGH, TableTools, ToolBar
from scenes.table.stage.moods import Moods
from scenes.table.stage.stage import Stage
from scenes.text.talk import Talk
from scenes.text.words import Words

_CLEARED = ("sweep", "gather")
"""Ways of moving cards after which nothing is left that was said before."""


class Hud:
    """Builds, places and draws everything around the cards; ``lay_out`` comes before anything else.

    Args:
        stage: the table.
        drawer: the place for help, beside which all this lies.
        look_through: shows the cards of a pile.
    """

    def __init__(self, stage: Stage, drawer: Drawer, look_through: Callable[[Pile], None]) -> None:
        self.stage = stage
        self.drawer = drawer
        self._look_through = look_through
        self.slide = drawer.slide
        self.spotlight = Spotlight(stage)
        self.said: dict[Seat, Note] = {}
        """What each seat said last, but for announcements of what is seen."""
        seats, layout = range(stage.match.game.seats), stage.layout
        self.moods = Moods(len(seats), layout.reactions, [seat for seat in seats if stage.match.character(seat)])
        """What everybody's face shows."""
        self._talk: tuple[Talk, float] | None = None
        """What a character says, and the milliseconds until its bubble goes."""
        self.refusal: tuple[Refusal, float] | None = None
        """Why the player's last play was refused, and the milliseconds until that goes."""

    def beside(self, stage: Stage, drawer: Drawer) -> Hud:
        """Another one around a stage on which the same lies, to try a drawer out."""
        other = Hud(stage, drawer, self._look_through)
        other.said, other.moods, other._talk = dict(self.said), self.moods, self._talk
        return other

    def lay_out(self, look: Look, words: Words, tools: TableTools, *, flat: Look, captions: Look, calm: bool) -> None:
        """Make everything for a look and a language; a refusal stays.

        Args:
            look: of texts and buttons.
            words: texts, with the names of the seats.
            tools: what the buttons do.
            flat: the look of the cards' canvas, for what lies on the felt in the cards' own size.
            captions: the look of the words at piles.
            calm: reduced motion.
        """
        stage = self.stage
        self.look = look
        self.words = words
        self.flat = flat
        self.captions = captions
        self.countdown: float | None = None
        """Part of the time for an answer that is left, 0 … 1; None when there is no limit."""
        self.seconds = 0
        """Seconds that are left, while there is a limit."""
        self.moods.calm = calm
        self.plates = Plates(look, flat, words, stage, moods=self.moods, slide=self.slide)
        self.bubbles = Bubbles(
            look,
            stage,
            self.plates,
            self.said,
            captions=captions,
            words=words,
            tools=lambda: [*(tool.rect for tool in (*self.tools.icons, self.tools.house_rules)), self.tag.room()],
        )
        self._refresh_talk()
        self.tag = Tag(look, words, stage)
        self.boards = Boards(look, flat, words, stage)
        self.peak = Peak(look, flat, words, stage, self.plates)
        self.embers = Embers(flat, stage)
        self.embers.calm = calm
        self.ways = Ways(flat, stage, self.slide)
        self.spotlight.lay_out(flat)
        self.announcement = Announcement(self.boards, self.plates, self.spotlight)
        self.boards.calm = self.announcement.calm = self.spotlight.calm = self.peak.calm = calm
        self.answers = Answers(look, words, stage, tools.answer, self.boards)
        self.tools = ToolBar(look, words, stage, tools, self.tag.corner, right=look.size[0] / look.scale)
        key = key_name(LOOK_THROUGH)
        self.handles = PileHandles(
            stage, words, self._look_through, captions=captions, scale=flat.scale, key=key, reach=look.reach
        )
        self.tip = Tooltip(speeds.TOOLTIP_DELAY)
        self._read = tools.read
        self._prompts = Prompts(look, stage, self.obstacles)
        self.boards.refresh()
        self.refresh_answers()
        if self.refusal is not None:
            self.refuse(*self.refusal)

    @property
    def match(self) -> SeenMatch:
        return self.stage.match

    # --- what can be pressed ----------------------------------------------------------------------------------------

    def reachable(self) -> list[Reachable]:
        """Everything that the keyboard can press, with its pixels: answers, tools, piles, what is in the drawer."""
        there = [one._replace(area=_pixels(self.drawer.look, one.area)) for one in self.drawer.reachable()]
        possible = [button for button in self.answers.buttons if button.enabled]
        around = [*possible, *self.tools.icons, self.tools.house_rules, *self.handles]
        return [*(Reachable(one, _pixels(self.look, one.rect)) for one in around), *there]

    def middles(self) -> list[tuple[float, float]]:
        """The middles of what the keyboard can press, as places on the table."""
        return [(one.area.centerx / self.flat.scale, one.area.centery / self.flat.scale) for one in self.reachable()]

    def widgets(self) -> Iterator[Widget]:
        """Everything on the table that can be clicked."""
        yield from self.handles
        yield from self.tools.icons
        yield self.tools.house_rules
        if self.refusal:
            yield self.why
        yield from self.answers.buttons

    def show_focus(self, index: int | None) -> None:
        """Let one of what the keyboard can press have its ring, or none."""
        for i, one in enumerate(self.reachable()):
            one.widget.focused = i == index
            if one.widget.focused and self.drawer.page is not None:
                self.drawer.page.reveal(one.widget)

    # --- what changes it --------------------------------------------------------------------------------------------

    def hear(self, event: Event) -> None:
        """Follow an event that is being shown."""
        self.boards.hear(event)
        self.peak.hear(event)
        self.embers.hear(event)
        for seat in self.moods.hear(event):
            self.plates.lose_life(seat)
        if isinstance(event, Said):
            self._hear_said(event)
        elif isinstance(event, Asked):
            self.refresh_facts()
        elif isinstance(event, Moved) and event.how in _CLEARED:
            self.said.clear()
        elif isinstance(event, Scored):
            self.refresh_facts()
            self.tag.deal = event.deal  # the next one may have begun, but this one lies there still

    def _hear_said(self, said: Said) -> None:
        """Announce it, or let the seat say it."""
        if said.loud:
            self.announcement.hear(said)
        if said.seat != TABLE:
            self.bubbles.spoke = said.seat
            if self._lasts(said):
                self.said[said.seat] = said.note

    def _lasts(self, said: Said) -> bool:
        """Whether a bubble says it: not what large letters say, unless it stays true of hidden cards."""
        return not said.loud or said.note.key in self.stage.layout.standing

    def talk(self, talk: Talk | None) -> None:
        """Let a character say a line in its bubble, or end what one says."""
        self._talk = None
        if talk is not None:
            self._talk = talk, speeds.TALK + speeds.TALK_PER_LETTER * len(talk.line(self.words))
        self._refresh_talk()

    def _refresh_talk(self) -> None:
        self.bubbles.talk = None if self._talk is None else (self._talk[0].seat, self._talk[0].line(self.words))

    def recall(self, events: Sequence[Event]) -> None:
        """Show the bubbles that are left after these events, and no others."""
        viewer = self.match.viewer
        own = len(events) - len(self.match.since())  # the viewer's words go with the viewer's next move
        self.said.clear()
        for i, event in enumerate(events):
            if isinstance(event, Said):
                if event.seat != TABLE and self._lasts(event) and (event.seat != viewer or i >= own):
                    self.said[event.seat] = event.note
            elif isinstance(event, Moved) and event.how in _CLEARED:
                self.said.clear()

    def unsay(self, seat: Seat) -> None:
        """Take a seat's bubble away."""
        self.said.pop(seat, None)

    def refresh_facts(self) -> None:
        """Read plates, tag and board from the match; called when everything that happened has been shown."""
        self.plates.refresh()
        self.tag.refresh()
        self.boards.refresh()

    def refresh_answers(self) -> None:
        """Make the buttons of what may be answered now. Enter belongs to one button, and only that one is brass."""
        choice, page = self.stage.choice, self.drawer.page
        plays = choice is not None and (choice.begun or choice.rearranged)
        button = page.enter if page is not None else None
        if button is not None:
            button.kind, button.hint = ("light", "") if plays else ("primary", self.words("app.key.enter"))
        self.answers.refresh(enter=button is None or plays)

    def refuse(self, refusal: Refusal, left: float = speeds.REFUSAL) -> None:
        """Tell the player why not, for this many milliseconds."""
        self.refusal = (refusal, left)
        self.why = RefusalPill(self.look, self.words, self.match.game.slug, refusal, self._read)
        self._prompts.place(self.why, self._button_rects(), moves=True)

    def drop_refusal(self) -> None:
        """Take the reason of a refusal away."""
        self.refusal = None

    def end_announcement(self) -> None:
        """Take the announcement away."""
        self.announcement.end()
        self.peak.end()

    def clear(self) -> None:
        """Take refusal and announcement away: the match stands at another point."""
        self.drop_refusal()
        self.end_announcement()
        self.embers.end()
        self.moods.clear()
        self.talk(None)

    def skip(self) -> None:
        """Finish what moves around the cards, also an announcement."""
        self.end_announcement()
        self.embers.end()
        self.talk(None)
        self.boards.finish()

    def count_down(self, part: float, seconds: int) -> None:
        """Show the time that is left for an answer: as a part, 0 … 1, and in seconds."""
        self.countdown, self.seconds = part, seconds

    def end_countdown(self) -> None:
        """There is no limit for an answer any more."""
        self.countdown = None

    def update(self, dt: float) -> bool:
        """Let dt milliseconds pass; True when something vanished."""
        changed = self.tip.update(dt, self._named())
        if self.refusal:
            left = self.refusal[1] - dt
            self.refusal = (self.refusal[0], left) if left > 0 else None
            changed = self.refusal is None
        if self._talk:
            self._talk = self._talk[0], self._talk[1] - dt
            if self._talk[1] <= 0:
                self.talk(None)
                changed = True
        changed |= self.boards.update(dt)
        changed |= self.moods.update(dt * self._speed, moving=bool(self.stage.director.glides))
        changed |= self.plates.update(dt * self._speed)
        changed |= self.peak.update(dt)
        changed |= self.embers.update(dt * self._speed)
        return self.announcement.update(dt) or changed

    def _named(self) -> Iterable[IconButton]:
        """What has a tooltip: the tools, and the piles until the player has found out what a click on them does."""
        return self.tools.icons if isinstance(self.drawer.page, PilePage) else (*self.tools.icons, *self.handles)

    def explain(self, pos: tuple[float, float]) -> bool:
        """Show the cards of the pile here, or name the tool under the pointer; False if there is neither."""
        pile = next((one.pile for one in self.handles if one.contains(pos) or one.cards.collidepoint(pos)), None)
        if pile is None:
            return self.tip.show_now(self.tools.icons)
        self._look_through(pile)
        return True

    @property
    def due(self) -> float:
        """Milliseconds until something appears or vanishes by itself; infinite if nothing does."""
        refused = self.refusal[1] if self.refusal else math.inf
        faces = min(self.moods.due, self.plates.due) / self._speed
        talk = self._talk[1] if self._talk else math.inf
        board = self.boards.due
        return min(self.tip.due, refused, self.announcement.due, self.peak.due, self.embers.due, board, faces, talk)

    @property
    def _speed(self) -> float:
        """The table's speed; 1 at a table without motion, where faces change, too."""
        return self.stage.director.speed or 1.0

    # --- drawing ----------------------------------------------------------------------------------------------------

    def draw_under(self, target: Surface, turn: tuple[Seat, ...]) -> None:
        """Draw what cards may fly over: tag, plates, drawer, tools."""
        self.ways.draw(target)
        with self.slide.shifted("tag", self.look, *self.tag.corner):
            self.tag.draw(target)
        self.boards.draw_rope(target)
        self.plates.draw(target, turn)
        for i, handle in enumerate(self.handles if self.announcement.now is None else ()):  # rays shine on the felt
            with self.slide.shifted(("handle", i), self.look, *handle.rect.center):
                handle.draw(self.look, target)
                handle.draw_focus(self.look, target)
        self.drawer.draw(target)
        for key, tool in self._tools():
            with self.slide.shifted(key, self.look, *tool.rect.center):
                tool.draw(self.look, target)
                tool.draw_focus(self.look, target)

    def draw_on_felt(self, target: Surface, prompt: str) -> None:
        """Draw what lies over cards at rest and under those that fly: captions at piles, the prompt beside panels."""
        look = self.look
        if self.announcement.now or self.peak.now or self.boards.speaks:
            return
        pill = self._pill(prompt)
        for i, fact in enumerate(captions(look, self.words, self.stage, self._button_rects())):
            with self.slide.shifted(("fact", i), look, *fact.rect.center):
                fact.draw(look, target)
        with self.slide.shifted("prompt", look, *(pill.rect.center if pill else (0.0, 0.0))):
            self._draw_prompt(target, pill)

    def _draw_prompt(self, target: Surface, pill: Pill | None) -> None:
        """Draw the prompt or a refusal, what is left of the time, and how many cards are chosen."""
        self._draw_chosen(target, pill)
        if pill is None:
            return
        look = self.look
        pill.draw(look, target)
        if not self.refusal and self.countdown is not None:
            x, y = pill.rect.left - 36, pill.rect.centery
            look.blit(target, look.countdown(self.countdown, 56), x, y, "center")
            look.blit(target, look.text(str(self.seconds), "name", CREAM), x, y, "center")

    def _pill(self, prompt: str) -> Pill | None:
        """The prompt, or the refusal that takes its place."""
        return self.why if self.refusal else self.prompt_pill(prompt) if prompt else None

    def draw_over(self, target: Surface) -> None:
        """Draw the top layer: bubbles, answers, announcement."""
        look = self.look
        with self.slide.shifted("board", self.boards.look, *self.boards.rect().center):
            self.boards.draw(target, self.countdown, self.seconds)
        covering = [self.announcement.covers(), *self._button_rects(), self.boards.loop()]  # nothing half read there
        now = self.announcement.now
        announced = now[0].seat if now else TABLE
        clear = [
            (seat, bubble)
            for seat, bubble in self.bubbles.placed().items()
            if (bubble.talk or seat != announced) and not any(bubble.rect.colliderect(rect) for rect in covering)
        ]
        for seat, bubble in clear:
            if not bubble.talk:
                self._draw_bubble(target, seat, bubble)
        for button in self.answers.buttons:
            with self.slide.shifted(("answer", button.label), look, *button.rect.center):
                button.draw(look, target)
                button.draw_focus(look, target)
        self.embers.draw(target)
        self.peak.draw(target)
        self.announcement.draw(target)
        for seat, bubble in clear:
            if bubble.talk:  # lit, as the face that says it
                self._draw_bubble(target, seat, bubble)
        self.tip.draw(look, target)

    def _draw_bubble(self, target: Surface, seat: Seat, bubble: Bubble) -> None:
        with self.slide.shifted(("said", seat), self.look, *bubble.rect.center):
            bubble.draw(self.look, target)

    def _draw_chosen(self, target: Surface, prompt: Pill | None) -> None:
        """How many of the cards that are needed have been chosen; beside the prompt where that is in the way."""
        choice = self.stage.choice
        total = choice.needed() if choice else 0
        if choice and choice.selected and total:
            chip = Chip(self.words("app.table.chosen", n=len(choice.selected), total=total))
            chip.place(self.look, self.look.width / 2, self.look.height - 234, "center")
            if prompt is not None and chip.rect.colliderect(prompt.rect.inflate(0, 8)):
                chip.rect.midleft = (prompt.rect.right + 10, prompt.rect.centery)
            chip.draw(self.look, target)

    def _button_rects(self) -> list[FRect]:
        return [button.rect for button in self.answers.buttons]

    # --- making room for the drawer -----------------------------------------------------------------------------------

    def anchors(self, prompt: str) -> dict[Hashable, Anchor]:
        """Where everything lies that moves when the drawer opens or closes, but for cards; ``prompt``: what it says."""
        look, stage = self.look, self.stage
        found: dict[Hashable, Anchor] = {}

        def lies(key: Hashable, rect: FRect, by: Look = look) -> None:
            found[key] = Anchor(by.scale * rect.centerx, by.scale * rect.centery, by.scale)

        for pile, place in stage.places().items():
            lies(pile, centred(place.x, place.y, 0, 0), self.flat)
        for seat in stage.seats:
            lies(("seat", seat), self.plates.room(seat))
        for seat, bubble in self.bubbles.placed().items():
            lies(("said", seat), bubble.rect)
        for button in self.answers.buttons:
            lies(("answer", button.label), button.rect)
        for i, fact in enumerate(captions(look, self.words, stage, self._button_rects())):
            lies(("fact", i), fact.rect)
        for i, handle in enumerate(self.handles):
            lies(("handle", i), handle.rect)
        for key, tool in self._tools():
            lies(key, tool.rect)
        lies("tag", FRect(self.tag.corner, (0, 0)))
        house = self.ways.house()
        if house is not None:
            lies(HOUSE, house, self.flat)
        lies("board", self.boards.rect(), self.boards.look)
        pill = self._pill(prompt)
        if pill is not None:
            lies("prompt", pill.rect)
        return found

    def _tools(self) -> Iterator[tuple[Hashable, Widget]]:
        """The tools, with what tells them apart."""
        yield from ((("tool", tool.name), tool) for tool in self.tools.icons)
        yield "house rules", self.tools.house_rules

    # --- where the prompt lies --------------------------------------------------------------------------------------

    def prompt_pill(self, prompt: str) -> Pill:
        """The prompt at its place beside the answers."""
        pill = Pill(prompt)
        self._prompts.place(pill, self._button_rects(), countdown=self.countdown is not None)
        return pill

    def obstacles(self) -> list[Obstacle]:
        """Everything but the prompt."""
        return [*cards_and_places(self.stage, self.captions, self.flat.scale, self.words), *self._around()]

    def _around(self) -> Iterator[Obstacle]:
        """Plates, bubbles, captions, tools, answers."""
        look, stage = self.look, self.stage
        for seat in stage.seats:
            yield Obstacle(self.plates.room(seat), SEATS)
        for bubble in self.bubbles.placed().values():
            if not bubble.talk:  # the prompt stays where it is when a line comes or goes
                yield Obstacle(bubble.rect, SAID)
        yield from captions_at_piles(stage, look, self.words, self._button_rects())
        for rect in self._button_rects():
            yield Obstacle(rect, PRESSED)
        for tool in (*self.tools.icons, self.tools.house_rules):
            across, down = (max(0.0, look.reach - length) for length in tool.rect.size)
            yield Obstacle(tool.rect.inflate(across, down), PRESSED)
        for handle in self.handles:
            across, down = (max(0.0, look.reach - length) for length in handle.rect.size)
            yield Obstacle(handle.rect.inflate(across, down), REACHED)
        yield Obstacle(self.tag.room(), SEATS)
        board, by = self.boards.rect(), self.boards.look.scale / look.scale
        yield Obstacle(FRect(board.left * by, board.top * by, board.width * by, board.height * by), PLAYED)
        choice = stage.choice
        if choice is not None and choice.needed():
            yield Obstacle(centred(look.width / 2, look.height - 234, 150, 28), SEATS)
        yield own_hand(stage)


def _pixels(look: Look, area: FRect) -> FRect:
    """An area of a look as pixels of the window."""
    return FRect(*(look.scale * side for side in area))
