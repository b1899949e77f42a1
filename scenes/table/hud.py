"""Everything around the cards: plates, bubbles, prompt, answers, tools, panels for hint and refusal, announcement."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Sequence

from pygame import FRect, Surface

from engine.bots.common.base import Evaluation
from engine.events import Asked, Event, Moved, Said, Scored
from engine.match.match import Match
from engine.moves import TABLE, Note, Pile, Refusal, Seat
from scenes.look import speeds
from scenes.look.look import Look
from scenes.look.widgets import Bubble, Chip, Clickable, Pill, Tooltip, Widget
from scenes.table.felt.announcement import Announcement
from scenes.table.felt.boards import Boards
from scenes.table.felt.bubbles import Bubbles
from scenes.table.felt.captions import captions, draw_to_beat
from scenes.table.felt.obstacles import (
    PLAYED,
    PRESSED,
    SAID,
    SEATS,
    Obstacle,
    captions_at_piles,
    cards_and_places,
    centred,
    own_hand,
    resting_cards,
)
from scenes.table.felt.plates import Plates
from scenes.table.felt.room import Room, beside_hand, best_room
from scenes.table.felt.tag import Tag
from scenes.table.panels.answers import Answers
from scenes.table.panels.coach_card import CoachCard
from scenes.table.panels.hints import HintPanel
from scenes.table.panels.prompt import Prompts
from scenes.table.panels.refusal import RefusalPanel
from scenes.table.panels.tools import TableTools, ToolBar
from scenes.table.stage.stage import Stage
from scenes.text.words import Words

_CLEARED = ("sweep", "gather")
"""Ways of moving cards after which nothing is left that was said before."""
_EDGE = 14.0
_INSET = 36.0


class Hud:
    """Builds, places and draws everything around the cards; ``lay_out`` comes before anything else.

    Args:
        stage: the table.
    """

    def __init__(self, stage: Stage) -> None:
        self.stage = stage
        self.said: dict[Seat, Note] = {}
        """What each seat said last."""
        self.refusal: tuple[Refusal, float] | None = None
        """Why the player's last play was refused, and the milliseconds until that goes."""

    def lay_out(self, look: Look, words: Words, tools: TableTools, *, flat: Look, calm: bool) -> None:
        """Make everything for a look and a language; a refusal stays.

        Args:
            look: of texts and buttons.
            words: texts, with the names of the seats.
            tools: what the buttons do.
            flat: the look of the cards' canvas, for what lies on the felt in the cards' own size.
            calm: reduced motion.
        """
        stage = self.stage
        self.look = look
        self.words = words
        self.flat = flat
        self.bubbles = Bubbles(look, words, stage, self.said)
        self.countdown: float | None = None
        """Part of the time for an answer that is left, 0 … 1; None when there is no limit."""
        self.seconds = 0
        """Seconds that are left, while there is a limit."""
        self.plates = Plates(look, flat, words, stage)
        self.tag = Tag(look, words, stage)
        self.boards = Boards(look, flat, words, stage)
        self.announcement = Announcement(look, words, stage, self.boards)
        self.boards.calm = self.announcement.calm = calm
        self.answers = Answers(look, words, stage, tools.answer)
        self.tools = ToolBar(look, words, stage, tools, self.tag.corner)
        self.tip = Tooltip(speeds.TOOLTIP_DELAY)
        self.card: CoachCard | None = None
        """What the coach says, while it lies there."""
        self._read = tools.read
        self._prompts = Prompts(look, stage, self.obstacles)
        self._prompt = ""
        self._panels: Sequence[FRect] = ()
        """Where log and last plays lie; empty rectangles while they don't."""
        self._kept: tuple[object, Room] | None = None
        """The place of the present hint or refusal, and what it was found for."""
        self.boards.refresh()
        self.answers.refresh()
        if self.refusal is not None:
            self.refuse(*self.refusal)

    @property
    def match(self) -> Match:
        return self.stage.match

    @property
    def _hints(self) -> Sequence[Evaluation]:
        return self.match.hint or () if self.stage.choice else ()

    # --- what can be pressed ----------------------------------------------------------------------------------------

    def pressable(self) -> list[Clickable]:
        """Everything that the keyboard can press: the card's buttons, the answers that can be given, the tools."""
        on_card = self.card.buttons if self.card else []
        possible = [button for button in self.answers.buttons if button.enabled]
        return [*on_card, *possible, *self.tools.icons, self.tools.house_rules]

    def middles(self) -> list[tuple[float, float]]:
        """The middles of the buttons that can be pressed, as places on the table."""
        grown = self.stage.canvas.ui
        return [(widget.rect.centerx * grown, widget.rect.centery * grown) for widget in self.pressable()]

    def widgets(self) -> Iterator[Widget]:
        """Everything that can be clicked."""
        if self.card:
            yield self.card
        yield from self.tools.icons
        yield self.tools.house_rules
        if self.refusal:
            yield self.why
        yield from self.answers.buttons

    def show_focus(self, index: int | None) -> None:
        """Let one of the buttons that can be pressed have the keyboard's ring, or none."""
        for i, button in enumerate(self.pressable()):
            button.focused = i == index

    # --- what changes it --------------------------------------------------------------------------------------------

    def hear(self, event: Event) -> None:
        """Follow an event that is being shown."""
        self.boards.hear(event)
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
        if said.seat != TABLE:
            self.said[said.seat] = said.note
            self.bubbles.spoke = said.seat
        if said.loud:
            self.announcement.hear(said)

    def recall(self, events: Sequence[Event]) -> None:
        """Show the bubbles that are left after these events, and no others."""
        viewer = self.match.viewer
        own = len(events) - len(self.match.since())  # the viewer's words go with the viewer's next move
        self.said.clear()
        for i, event in enumerate(events):
            if isinstance(event, Said) and event.seat != TABLE and (event.seat != viewer or i >= own):
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
        """Make the buttons of what may be answered now."""
        self.answers.refresh()

    def refuse(self, refusal: Refusal, left: float = speeds.REFUSAL) -> None:
        """Tell the player why not, for this many milliseconds."""
        self.refusal = (refusal, left)
        self.why = RefusalPanel(self.look, self.words, self.match.game.slug, refusal, self._read)

    def drop_refusal(self) -> None:
        """Take the reason of a refusal away."""
        self.refusal = None

    def end_announcement(self) -> None:
        """Take the announcement away."""
        self.announcement.now = None

    def clear(self) -> None:
        """Take refusal and announcement away: the match stands at another point."""
        self.drop_refusal()
        self.end_announcement()

    def skip(self) -> None:
        """Finish what moves around the cards, also an announcement."""
        self.end_announcement()
        self.boards.finish()

    def count_down(self, part: float, seconds: int) -> None:
        """Show the time that is left for an answer: as a part, 0 … 1, and in seconds."""
        self.countdown, self.seconds = part, seconds

    def end_countdown(self) -> None:
        """There is no limit for an answer any more."""
        self.countdown = None

    def lay_card(self, card: CoachCard | None) -> None:
        """Let the coach's card lie there, or none."""
        self.card = card

    def keep_off(self, panels: Sequence[FRect]) -> None:
        """Leave these panels free from now on: log and last plays."""
        self._panels = panels

    def update(self, dt: float) -> bool:
        """Let dt milliseconds pass; True when something vanished."""
        changed = self.tip.update(dt, self.tools.icons)
        if self.refusal:
            left = self.refusal[1] - dt
            self.refusal = (self.refusal[0], left) if left > 0 else None
            changed = self.refusal is None
        changed |= self.boards.update(dt)
        return self.announcement.update(dt) or changed

    @property
    def due(self) -> float:
        """Milliseconds until something appears or vanishes by itself; infinite if nothing does."""
        refused = self.refusal[1] if self.refusal else math.inf
        return min(self.tip.due, refused, self.announcement.due)

    # --- drawing ----------------------------------------------------------------------------------------------------

    def draw_under(self, target: Surface, turn: tuple[Seat, ...]) -> None:
        """Draw what cards may fly over: tag, plates, tools."""
        self.announcement.draw_rays(target)
        self.tag.draw(target)
        self.plates.draw(target, turn, self.announcement.seats)
        for tool in (*self.tools.icons, self.tools.house_rules):
            tool.draw(self.look, target)
            tool.draw_focus(self.look, target)

    def draw_on_felt(self, target: Surface, prompt: str) -> None:
        """Draw what lies over cards at rest and under those that fly: captions at piles, the prompt beside panels."""
        look, self._prompt = self.look, prompt
        if self.announcement.now or self.boards.speaks:
            return
        pill = self.prompt_pill(prompt) if prompt and not self.refusal else None
        draw_to_beat(look, target, self.words, self.stage, pill.rect if pill else FRect(0, 0, 0, 0))
        for fact in captions(look, self.words, self.stage, self._button_rects()):
            if self.card is None or not fact.rect.colliderect(self.card.rect):  # the seat's bubble says it too
                fact.draw(look, target)
        self._draw_chosen(target, pill)
        if pill is not None:
            pill.draw(look, target)
            if self.countdown is not None:
                look.blit(target, look.countdown(self.countdown, 56), pill.rect.left - 36, pill.rect.centery, "center")

    def draw_over(self, target: Surface) -> None:
        """Draw what lies over everything else: bubbles, answers, refusal, announcement."""
        look = self.look
        hints = None if self.refusal else self.hint_panel()
        self.boards.draw(target, self.countdown, self.seconds)
        for seat, bubble in self.bubbles.placed().items():
            if seat != self.stage.viewer or not (self.refusal or self._hints):  # they have the place of one's own words
                self._draw_bubble(target, bubble)
        for button in self.answers.buttons:
            button.draw(look, target)
            button.draw_focus(look, target)
        if self.refusal:
            self._place_refusal()
            self.why.draw(look, target)
        elif hints:
            hints.draw(look, target)
        if self.card and not self.announcement.now:
            self.card.draw(look, target)
        self.announcement.draw(target)
        self.tip.draw(look, target)

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

    def _draw_bubble(self, target: Surface, bubble: Bubble) -> None:
        """Draw a bubble, unless half of it would be read around large letters or under a panel."""
        panels = [self.card.rect if self.card else None, self._prompts.moved if self._prompt else None]
        covering = [self.announcement.covers(), *self._panels, *filter(None, panels), *self._button_rects()]
        if not any(bubble.rect.colliderect(rect) for rect in covering):
            bubble.draw(self.look, target)

    def _button_rects(self) -> list[FRect]:
        return [button.rect for button in self.answers.buttons]

    # --- where panels lie -------------------------------------------------------------------------------------------

    def prompt_room(self, prompt: str) -> FRect | None:
        """Where this prompt lies from now on; None while there is none, or a board says the same."""
        self._prompt = prompt
        return self.prompt_pill(prompt).rect if prompt and not self.boards.speaks else None

    def prompt_pill(self, prompt: str) -> Pill:
        """The prompt at its place beside panels and answers."""
        beside = [panel.rect for panel in (self.hint_panel(), self.card, *self.answers.buttons) if panel]
        return self._prompts.placed(prompt, [*self._panels, *beside], countdown=self.countdown is not None)

    def hint_panel(self) -> HintPanel | None:
        """The hint at its place, if there is one."""
        if not self._hints:
            return None
        panel = HintPanel(self.look, self._hints, self.match.game, self.words)
        beside_hand(panel.rect, _INSET, self.look, self.stage.canvas, tool=True)
        panel.rect.bottom = self.stage.canvas.foot - 168
        panel.rect, cost = self._near(panel.rect, self._hints, self._prompt if not self.boards.speaks else "")
        return None if self.card and cost and self._hints[0].move.cards else panel  # these cards glow

    def _place_refusal(self) -> None:
        beside_hand(self.why.rect, _INSET, self.look, self.stage.canvas, tool=True)
        self.why.rect.bottom = self.stage.canvas.foot - 176
        self.why.rect = self._near(self.why.rect.copy(), self.why.text, "").rect.copy()

    def _near(self, usual: FRect, content: object, prompt: str) -> Room:
        """Where a panel covers nothing, or least, near its usual place; if need be the prompt makes way.

        The place is kept as long as the panel has the same ``content``: things may move under it.
        """
        key = (content, prompt, tuple(self.card.rect) if self.card else ())
        if self._kept is None or self._kept[0] != key:
            self._kept = key, self._room(usual, prompt)
        return self._kept[1]

    def _room(self, usual: FRect, prompt: str) -> Room:
        bounds = FRect(_EDGE, _EDGE, self.look.width - 2 * _EDGE, self.stage.canvas.foot - 2 * _EDGE)
        taken = [*self.obstacles(), *([(self.card.rect, PRESSED)] if self.card else [])]
        room = best_room(usual.size, bounds, taken, usual.center)
        if room.cost or not prompt:
            return room
        beside = best_room(usual.size, bounds, [*taken, (self._prompts.usual(prompt).rect, PRESSED)], usual.center)
        return room if beside.cost else beside

    def obstacles(self, targets: Collection[Pile] = ()) -> list[Obstacle]:
        """Everything but the prompt and panels; ``targets`` are piles onto which cards may go now."""
        return [*cards_and_places(self.stage, self.flat, self.words, targets), *self._around()]

    def lasting_obstacles(self) -> list[Obstacle]:
        """What a panel that stays had better not cover: plates, cards but the own hand, the places of bubbles."""
        stage = self.stage
        found = [Obstacle(self.plates.room(seat), SEATS) for seat in stage.seats]
        found += [Obstacle(self.bubbles.room(seat), SAID) for seat in stage.seats if seat != stage.viewer]
        return [*found, *resting_cards(stage)]

    def _around(self) -> Iterator[Obstacle]:
        """Plates, bubbles, captions, tools, answers."""
        look, stage = self.look, self.stage
        for seat in stage.seats:
            yield Obstacle(self.plates.room(seat), SEATS)
        for bubble in self.bubbles.placed().values():
            yield Obstacle(bubble.rect, SAID)
        yield from captions_at_piles(stage, look, self.words, self._button_rects())
        for rect in self._button_rects():
            yield Obstacle(rect, PRESSED)
        for tool in (*self.tools.icons, self.tools.house_rules):
            across, down = (max(0.0, look.reach - length) for length in tool.rect.size)
            yield Obstacle(tool.rect.inflate(across, down), PRESSED)
        yield Obstacle(self.tag.room(), SEATS)
        board, by = self.boards.rect(), self.boards.look.scale / look.scale
        yield Obstacle(FRect(board.left * by, board.top * by, board.width * by, board.height * by), PLAYED)
        choice = stage.choice
        if choice is not None and choice.needed():
            yield Obstacle(centred(look.width / 2, look.height - 234, 150, 28), SEATS)
        yield own_hand(stage)
