"""What lies over the felt besides cards: plates, bubbles, prompt, answers, tools, refusal, announcement."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Literal, NamedTuple

import pygame

from engine.bots.common.base import Evaluation
from engine.events import Said
from engine.match.match import Match
from engine.moves import TABLE, Move, Note, Pile, Refusal, Seat
from engine.options import differing
from scenes.look import speeds
from scenes.look.look import Look
from scenes.look.theme import CREAM, LIFE, LIFE_LOST, ON_FELT
from scenes.look.widgets import (
    Bubble,
    Button,
    Chip,
    Clickable,
    Fact,
    IconButton,
    Pill,
    Plate,
    Tooltip,
    Widget,
    key_name,
)
from scenes.table.coach import WHAT_NOW
from scenes.table.felt.boards import Boards, portrait
from scenes.table.felt.bubbles import Bubbles
from scenes.table.felt.loud import Loud
from scenes.table.felt.lying import PRESSED, lying
from scenes.table.felt.room import Room, best_room
from scenes.table.felt.told import draw_to_beat, told
from scenes.table.panels.coach_card import CoachCard
from scenes.table.panels.hints import HintPanel
from scenes.table.panels.prompt import Prompts
from scenes.table.panels.refusal import RefusalPanel
from scenes.table.panels.review_panel import KEY as REVIEW
from scenes.table.stage.choice import Answer
from scenes.table.stage.poses import Chair
from scenes.table.stage.stage import Stage
from scenes.text.daily import table_tag
from scenes.text.words import Words

USUAL_ANSWERS = 3
"""More answers are a little smaller."""
LEAST_ANSWER, MOST_ANSWER = 226.0, 256.0
"""Width of the answers; longer labels are set smaller, then lose their key hint."""


class Tools(NamedTuple):
    """What the buttons of the table do."""

    menu: Callable[[], None]
    sort: Callable[[], None]
    undo: Callable[[], None]
    hint: Callable[[], None]
    log: Callable[[], None]
    rules: Callable[[], None]
    read: Callable[[], None]
    answer: Callable[[Move], None]
    refuse: Callable[[Refusal], None]
    what_now: Callable[[], None]
    review: Callable[[], None]


class Hud:
    """Builds and draws everything around the cards."""

    def __init__(
        self, look: Look, words: Words, stage: Stage, tools: Tools, said: dict[Seat, Note], *, flat: Look
    ) -> None:
        """``flat`` draws what lies on the felt in the cards' own size."""
        self.look = look
        self.words = words
        self.stage = stage
        self.tools = tools
        self.said = said
        self.flat = flat
        self.bubbles = Bubbles(look, words, stage, said)
        self.refusal: tuple[Refusal, float] | None = None
        """Why the player's last play was refused, and the milliseconds until that goes."""
        self.why: RefusalPanel
        """What tells ``refusal``, while there is one."""
        self.countdown: float | None = None
        """Part of the time for an answer that is left, 0 … 1; None when nothing presses."""
        self.known: Mapping[Seat, tuple[Note, ...]] = {}
        self.out: frozenset[Seat] = frozenset()
        self.dealer: Seat = TABLE
        self.deal = 1
        """The deal that is shown, from 1."""
        self.seconds = 0
        """Seconds that are left, while something presses."""
        self.boards = Boards(look, flat, words, stage)
        self.announcement = Loud(look, words, stage, self.boards)
        self.buttons: list[Button] = []
        self._answers: list[Answer] = []
        self._made_up: list[Move] = []
        """What the selection would play, when the buttons were made."""
        self._prompts = Prompts(look, stage)
        self.asked = ""
        """What the prompt says."""
        self.panels: list[pygame.FRect] = []
        """Where log and last plays lie; empty ones while they don't."""
        self._kept: tuple[object, Room] | None = None
        """Where the present hint or refusal lies, and for what."""
        self.card: CoachCard | None = None
        """What the coach says, while it lies there."""
        self.tip = Tooltip(speeds.TOOLTIP_DELAY)
        self._place_tools()
        self.refresh_facts()

    @property
    def match(self) -> Match:
        return self.stage.match

    @property
    def loud(self) -> tuple[Said, float] | None:
        """What is being announced, and the milliseconds until it goes."""
        return self.announcement.now

    @loud.setter
    def loud(self, now: tuple[Said, float] | None) -> None:
        self.announcement.now = now

    @property
    def _hints(self) -> Sequence[Evaluation]:
        return self.match.hint or () if self.stage.choice else ()

    # --- tools and answers ------------------------------------------------------------------------------------------

    def _place_tools(self) -> None:
        look, tools, words = self.look, self.tools, self.words
        self.menu = IconButton("menu", tools.menu, name=words("app.table.menu"), key=words("app.key.esc"))
        self.sort = IconButton("sort", tools.sort, name=words("app.table.sort"), key=key_name(pygame.K_s))
        self.undo = IconButton("undo", tools.undo, name=words("app.table.undo"), key=key_name(pygame.K_u))
        self.hint = IconButton("hint", tools.hint, name=words("app.table.hint"), key=key_name(pygame.K_h))
        self.log = IconButton("log", tools.log, name=words("app.table.log"), key=key_name(pygame.K_l))
        changed = len(differing(self.match.record.options))
        text = words("app.table.house_rules", n=changed) if changed else words("app.table.standard_rules")
        self.rules = Chip(text, tools.rules, icon="house", key="F1", felt=True)
        self.menu.place(look, 14, 14)
        self.book = IconButton("rules", tools.read, name=words("app.table.rules"), key=key_name(pygame.K_r))
        self.coach = IconButton("help", tools.what_now, name=words("app.coach.what_now"), key=key_name(WHAT_NOW))
        self.review = IconButton("review", tools.review, name=words("app.table.review"), key=key_name(REVIEW))
        apart, edge = max(52, look.reach), look.width - 58  # in the corners: seats at the upper edge lie between them
        self.book.place(look, edge, 14)
        self.log.place(look, edge - apart, 14)
        self.review.place(look, edge, 14 + apart)
        self.coach.place(look, 14, 14 + apart)
        for i, tool in enumerate((self.sort, self.hint, self.undo)):
            tool.place(look, 0, self.foot - 160)
            self._to_side(tool.rect, 40 + max(54, look.reach) * i, tools=True)
        left, top = self._tag
        self.rules.place(look, left, top + 54)

    @property
    def _tag(self) -> tuple[float, float]:
        """Where the game's name begins."""
        grown = max(0.0, self.stage.canvas.ui - 1)
        return 112 / self.stage.canvas.ui, (54 - 48 * grown) / self.stage.canvas.ui

    def _to_side(self, rect: pygame.FRect, inset: float, *, tools: bool) -> None:
        """Put something so far from its edge: tools at the left, answers at the right; the other way for left hands."""
        if tools == self.stage.canvas.left_handed:
            rect.right = self.look.width - inset
        else:
            rect.left = inset

    def middles(self) -> list[tuple[float, float]]:
        """The middles of the buttons that can be pressed, as places on the table."""
        grown = self.stage.canvas.ui
        return [(widget.rect.centerx * grown, widget.rect.centery * grown) for widget in self.pressable()]

    @property
    def icons(self) -> tuple[IconButton, ...]:
        """The tools without words, whose names are told to whoever rests on them."""
        several = (self.sort, self.hint, self.undo, self.menu, self.coach, self.review, self.log, self.book)
        return tuple(tool for tool in several if tool.visible)

    @property
    def foot(self) -> float:
        """The lower edge of the table: below it nothing of this lies."""
        return self.stage.canvas.height / self.stage.canvas.ui

    def pressable(self) -> list[Clickable]:
        """All that the keyboard can press: the answers that can be given, then the tools."""
        told = self.card.buttons if self.card else []
        return [*told, *(button for button in self.buttons if button.enabled), *self.icons, self.rules]

    def widgets(self) -> Iterator[Widget]:
        """Everything that can be clicked."""
        if self.card:
            yield self.card
        yield from self.icons
        yield self.rules
        if self.refusal:
            yield self.why
        yield from self.buttons

    def refresh_answers(self) -> None:
        """Make the buttons of what may be answered now."""
        choice = self.stage.choice
        answers = choice.answers() if choice else []
        made_up = choice.complete() if choice else []
        unfinished = bool(choice and not made_up and choice.playable())
        before = self._answers, self._made_up, len(self.buttons)
        if before == (answers, made_up, len(answers) + unfinished):
            return
        self._answers, self._made_up = answers, made_up
        slug = self.match.game.slug
        possible = [answer for answer in answers if answer.refusal is None]
        only = choice.only() if choice else None
        complete = [answer for answer in possible if answer.move == only or answer.move in made_up]
        made: list[Button] = []
        for i, answer in enumerate(answers):
            label = self.words.note(slug, "move", answer.label)
            primary = len(complete) == 1 and answer is complete[0]
            hint = self.words("app.key.enter") if primary else str(i + 1)
            button = self._fitted(label, self._chosen(answer), "primary" if primary else "plain", hint)
            button.enabled = answer.refusal is None
            made.append(button)
        if unfinished:
            button = Button(self.words("app.table.choose"), None)
            button.enabled = False
            made.insert(0, button)
        self.buttons = made
        self._place_buttons()

    def _fitted(self, label: str, chosen: Callable[[], None], kind: Literal["primary", "plain"], hint: str) -> Button:
        """A button no wider than ``MOST_ANSWER`` if that can be had."""
        for small, shown in ((False, hint), (True, hint), (True, "")):
            button = Button(label, chosen, kind=kind, hint=shown, small=small, height=48)
            if button.preferred(self.look)[0] <= MOST_ANSWER:
                break
        return button

    def _chosen(self, answer: Answer) -> Callable[[], None]:
        return lambda: self.tools.answer(answer.move)

    def _place_buttons(self) -> None:
        look = self.look
        width = max([LEAST_ANSWER, *(min(MOST_ANSWER, button.preferred(look)[0]) for button in self.buttons)])
        bottom = self.foot - 48
        for i, button in enumerate(reversed(self.buttons)):
            many = len(self.buttons) > USUAL_ANSWERS  # closer together, so that they stay below the seats at the side
            high, apart = (44, max(50, look.reach)) if many else (48, max(64, look.reach))
            y = bottom - apart * i - (high if len(self.buttons) > 1 else 80)
            button.rect = pygame.FRect(0, y, width, high)
            button.set_reach(look.reach)
            self._to_side(button.rect, 36, tools=False)

    def off_refusal(self, pos: tuple[float, float]) -> Refusal | None:
        """Why the answer under the pointer can't be given; None if it can or there is none."""
        offered = self.buttons[-len(self._answers) :] if self._answers else []
        for button, answer in zip(offered, self._answers, strict=True):
            if button.contains(pos) and answer.refusal is not None:
                return answer.refusal
        return None

    def refresh_facts(self) -> None:
        """Read what the plates say from the match; called when everything that happened has been shown."""
        game = self.match.game
        self.known = {seat: game.facts(seat) for seat in range(game.seats)}
        self.out = frozenset(seat for seat in range(game.seats) if game.is_out(seat))
        self.dealer = game.dealer
        self.deal = min(game.deal_number, len(game.history) + 1)
        self.boards.refresh()

    # --- what is told ------------------------------------------------------------------------------------------------

    def hear(self, said: Said) -> None:
        """A seat did something."""
        if said.seat != TABLE:
            self.said[said.seat] = said.note
            self.bubbles.spoke = said.seat
        if said.loud:
            self.announcement.hear(said)

    def refuse(self, refusal: Refusal, left: float = speeds.REFUSAL) -> None:
        """Tell the player why not, for so many milliseconds."""
        self.refusal = (refusal, left)
        self.why = RefusalPanel(self.look, self.words, self.match.game.slug, refusal, self.tools.read)

    def update(self, dt: float) -> bool:
        """Let dt milliseconds pass; True when something vanished."""
        changed = self.tip.update(dt, self.icons)
        if self.refusal:
            left = self.refusal[1] - dt
            self.refusal = (self.refusal[0], left) if left > 0 else None
            changed = self.refusal is None
        changed |= self.boards.update(dt)
        return self.announcement.update(dt) or changed

    # --- drawing ----------------------------------------------------------------------------------------------------

    def draw_under(self, target: pygame.Surface, turn: tuple[Seat, ...]) -> None:
        """What cards may fly over: tag, plates, tools."""
        self.announcement.draw_rays(target)
        self._draw_tag(target)
        self._draw_plates(target, turn)
        for tool in (*self.icons, self.rules):
            tool.draw(self.look, target)
            tool.draw_focus(self.look, target)

    def draw_on_felt(self, target: pygame.Surface, prompt: str) -> None:
        """What is read over cards at rest, and under those that fly: facts at piles and the prompt beside panels."""
        look, self.asked = self.look, prompt
        if self.loud or self.boards.speaks:
            return
        pill = self.prompt_pill(prompt) if prompt and not self.refusal else None
        draw_to_beat(look, target, self.words, self.stage, pill.rect if pill else pygame.FRect(0, 0, 0, 0))
        for fact in told(look, self.words, self.stage, [button.rect for button in self.buttons]):
            if self.card is None or not fact.rect.colliderect(self.card.rect):  # the seat's bubble says it too
                fact.draw(look, target)
        self._draw_chosen(target, pill)
        if pill is not None:
            pill.draw(look, target)
            if self.countdown is not None:
                look.blit(target, look.countdown(self.countdown, 56), pill.rect.left - 36, pill.rect.centery, "center")

    def prompt_pill(self, prompt: str) -> Pill:
        """The prompt at its place beside panels and answers."""
        beside = [panel.rect for panel in (self.hint_panel(), self.card, *self.buttons) if panel]
        return self._prompts.placed(self, prompt, [*self.panels, *beside])

    def draw_over(self, target: pygame.Surface) -> None:
        """What is read over everything else: bubbles, answers, refusal, announcement."""
        look = self.look
        hints = None if self.refusal else self.hint_panel()
        self.boards.draw(target, self.countdown, self.seconds)
        for seat, bubble in self.bubbles.placed().items():
            if seat != self.stage.viewer or not (self.refusal or self._hints):  # they stand where one's own words do
                self._draw_bubble(target, bubble)
        for button in self.buttons:
            button.draw(look, target)
            button.draw_focus(look, target)
        if self.refusal:
            self._to_side(self.why.rect, 36, tools=True)
            self.why.rect.bottom = self.foot - 176
            self.why.rect = self._near(self.why.rect.copy(), self.why.text, "").rect.copy()
            self.why.draw(look, target)
        elif hints:
            hints.draw(look, target)
        if self.card and not self.loud:
            self.card.draw(look, target)
        self.announcement.draw(target)
        self.tip.draw(look, target)

    def hint_panel(self) -> HintPanel | None:
        """The hint at its place, if there is one."""
        if not self._hints:
            return None
        panel = HintPanel(self.look, self._hints, self.match.game, self.words)
        self._to_side(panel.rect, 36, tools=True)
        panel.rect.bottom = self.foot - 168
        panel.rect, cost = self._near(panel.rect, self._hints, self.asked if not self.boards.speaks else "")
        return None if self.card and cost and self._hints[0].move.cards else panel  # these cards glow

    def _near(self, usual: pygame.FRect, told: object, prompt: str) -> Room:
        """Where a panel covers nothing, or least, near its usual place; if need be the prompt makes way.

        It is kept as long as the same is ``told``: things may move under it.
        """
        key = (told, prompt, tuple(self.card.rect) if self.card else ())
        if self._kept is None or self._kept[0] != key:
            self._kept = key, self._room(usual, prompt)
        return self._kept[1]

    def _room(self, usual: pygame.FRect, prompt: str) -> Room:
        bounds = pygame.FRect(14, 14, self.look.width - 28, self.foot - 28)
        taken = [*lying(self), *([(self.card.rect, PRESSED)] if self.card else [])]
        room = best_room(usual.size, bounds, taken, usual.center)
        if room.cost or not prompt:
            return room
        beside = best_room(usual.size, bounds, [*taken, (self._prompts.home(prompt).rect, PRESSED)], usual.center)
        return room if beside.cost else beside

    def _draw_chosen(self, target: pygame.Surface, prompt: Pill | None) -> None:
        """How many of the cards that are needed have been chosen; beside the prompt where that stands at its place."""
        choice = self.stage.choice
        total = choice.needed() if choice else 0
        if choice and choice.selected and total:
            chip = Chip(self.words("app.table.chosen", n=len(choice.selected), total=total))
            chip.place(self.look, self.look.width / 2, self.look.height - 234, "center")
            if prompt is not None and chip.rect.colliderect(prompt.rect.inflate(0, 8)):
                chip.rect.midleft = (prompt.rect.right + 10, prompt.rect.centery)
            chip.draw(self.look, target)

    def _draw_bubble(self, target: pygame.Surface, bubble: Bubble) -> None:
        """Unless half of it would be read around large letters or under a panel."""
        panels = [self.card.rect if self.card else None, self._prompts.moved if self.asked else None]
        covering = [self.announcement.covers(), *self.panels, *filter(None, panels)]
        covering += [button.rect for button in self.buttons]
        if not any(bubble.rect.colliderect(rect) for rect in covering):
            bubble.draw(self.look, target)

    def _draw_tag(self, target: pygame.Surface) -> None:
        look, game = self.look, self.match.game
        left, top = self._tag
        look.blit(target, look.text(self.words(f"{game.slug}.title"), "tag", CREAM), left, top)
        look.blit(target, look.text(self._which_deal(), "plate", ON_FELT), left, top + 26)

    def _which_deal(self) -> str:
        game, record = self.match.game, self.match.record
        if record.daily:
            return table_tag(self.words, record)
        planned, goal = game.deals_planned(), game.goal()
        key = "app.table.deal_of" if planned > 1 else "app.table.deal_to" if goal else "app.table.deal"
        return self.words(key, n=self.deal, total=planned, goal=goal)

    def tag_room(self) -> pygame.FRect:
        """Where the game and the deal are named."""
        title = self.words(f"{self.match.game.slug}.title")
        wide = max(self.look.text_width(title, "tag"), self.look.text_width(self._which_deal(), "plate"))
        return pygame.FRect(*self._tag, wide, 48)

    def _draw_plates(self, target: pygame.Surface, turn: tuple[Seat, ...]) -> None:
        """Larger with larger texts, each unless a pile of the table would lie on it."""
        piles = self._piles() if self.stage.canvas.ui > 1 else []
        for seat, chair in self.stage.chairs.items():
            plate, look = self._plate(seat, chair, seat in turn), self.look
            if plate.rect.collidelist(piles) >= 0:
                look = self.flat
                plate.place(look, chair.x, chair.y, "topright" if chair.mirrored else "topleft")
            plate.draw(look, target)

    def _piles(self) -> list[pygame.FRect]:
        """The boxes of the piles of the table."""
        stage, ui, found = self.stage, self.stage.canvas.ui, []
        for pile, at in stage.places().items():
            if pile.owner == TABLE and (at.spot.slot or stage.shown.piles.get(pile)):
                left, top = at.x - at.width / 2, at.y - at.height / 2
                found.append(pygame.FRect(left / ui, top / ui, at.width / ui, at.height / ui))
        return found

    def plate_room(self, seat: Seat) -> pygame.FRect:
        """Where a seat's plate lies."""
        return self._plate(seat, self.stage.chairs[seat], turn=False).rect

    def _plate(self, seat: Seat, chair: Chair, turn: bool) -> Plate:
        plate = Plate(
            portrait(self.stage, seat),
            self.stage.people[seat].name,
            self._facts(seat),
            turn=turn,
            mirrored=chair.mirrored,
            dim=seat in self.out,
            dealer=seat == self.dealer,
        )
        grown = self.stage.canvas.ui
        plate.place(self.look, chair.x / grown, chair.y / grown, "topright" if chair.mirrored else "topleft")
        return plate

    def _facts(self, seat: Seat) -> list[Fact]:
        slug = self.match.game.slug
        facts = []
        counted = self.stage.layout.in_hand
        if counted:
            piles = (self.stage.shown.piles.get(Pile(kind, seat), ()) for kind in counted)
            facts.append(Fact(str(sum(map(len, piles))), icon="card"))
        for note in self.known.get(seat, ()):
            icons = self.stage.layout.icons.get(note.key)
            if icons is None:
                facts.append(Fact(self.words.note(slug, "plate", note)))
                continue
            there, lost = note.figures["n"], note.figures["of"] - note.figures["n"]
            facts += [
                Fact(icon=icon, repeat=n, colour=colour)
                for icon, n, colour in ((icons[0], there, LIFE), (icons[1], lost, LIFE_LOST))
                if n > 0
            ]
        return facts
