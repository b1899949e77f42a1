"""The table: one scene for every game."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial

import pygame

from engine.events import Asked, Event, Moved, Said, Scored
from engine.match.match import Match
from engine.match.record import Record
from engine.moves import TABLE, Move, Note, Refusal, Seat
from engine.rng import Rng
from scenes.look.look import Look
from scenes.look.widgets import Pos
from scenes.look.widgets.base import is_press, pointed
from scenes.shell.context import Context
from scenes.shell.destinations import Begin, DealResult, Home, RulesPage
from scenes.shell.dialog import confirm_dialog
from scenes.shell.scene import Scene
from scenes.table.coach import Coach
from scenes.table.curtain import Curtain
from scenes.table.ears import Ears
from scenes.table.felt.lying import standing
from scenes.table.felt.picture import Picture
from scenes.table.help import with_help
from scenes.table.hud import Hud, Tools
from scenes.table.keys import Keys
from scenes.table.layouts import LAYOUTS
from scenes.table.menu import menu_dialog, rules_dialog
from scenes.table.panels.log_panel import Log, LogSize
from scenes.table.panels.review_panel import Reviewer
from scenes.table.stage.control import Control
from scenes.table.stage.layout import Layout
from scenes.table.stage.poses import AROUND_MOST, Canvas
from scenes.table.stage.stage import Stage
from scenes.table.tally import Tally
from scenes.table.turns import Turns
from scenes.text.narrator import Narrator
from scenes.text.people import Person, people

LEFT, RIGHT = 1, 3
CLEARED = ("sweep", "gather")
"""Manners of moving after which nothing stands any more that was said before."""


class Table(Scene):
    """Glue between the match, the stage on which it is shown, the player's hand and the drawing."""

    def __init__(self, context: Context, match: Match, tally: Tally | None = None) -> None:
        super().__init__(context)
        self.context = context
        self.match = match
        self.keys = Keys(self)
        self.ears = Ears(context, match.viewer)
        self.stage = Stage(match, self._layout(), self._canvas(), self._hear)
        self.control = Control(self.stage, self._decide, self.refuse)
        self.tally = tally or Tally(context, match)
        self.turns = Turns(self)
        self.coach = Coach(self)
        self._scored: Scored | None = None
        self.said: dict[Seat, Note] = {}
        """What each seat did last."""
        self.log = Log(self._narrator, context.settings.log, self.close_log)
        self.review = Reviewer(self)
        self._build()

    def _layout(self) -> Layout:
        return LAYOUTS[self.match.game.slug]

    def _canvas(self) -> Canvas:
        look, settings = self.look, self.context.settings
        return Canvas(look.width, look.height, min(self.context.ui, AROUND_MOST), settings.left_handed)

    @property
    def factor(self) -> float:
        """The cards are so many times as large as the window alone would have them."""
        return 1.0

    @property
    def look(self) -> Look:
        return self.context.look_at(self.factor)

    def _around(self, pos: tuple[float, float]) -> tuple[float, float]:
        """A place on the table, as what lies around the cards counts."""
        return pos[0] / self.stage.canvas.ui, pos[1] / self.stage.canvas.ui

    def _build(self) -> None:
        context = self.context
        context.words.seat_name = self._seat_name
        self.stage.people = people(self.match, context.words, context.person)
        rules, answer = (self.rules, self.read), (self._answer, self.refuse)
        told = (self.coach.ask, self.review.toggle)
        tools = Tools(self.menu, self.sort, self.undo, self.hint, self.show_log, *rules, *answer, *told)
        around = context.look_at(self.factor * self.stage.canvas.ui)
        self.hud = Hud(around, context.words, self.stage, tools, self.said, flat=self.look)
        self.hud.refresh_answers()
        self.log.refresh(context.settings.log)
        self.picture = Picture(self.look, context.words, self.stage, self.control)
        reduced = context.settings.reduced_motion
        self.match.patience = float(context.settings.thinking)
        self.stage.director.speed = context.speed
        self.stage.director.reduced = self.control.reduced = reduced
        self.hud.announcement.calm = self.hud.boards.calm = reduced
        self.control.carries = context.settings.carry
        self.review.lay_out()
        self.coach.lay_out()

    def _seat_name(self, seat: Seat) -> str:
        """In sentences: the person before the screen is spoken to."""
        return self.context.words("app.table.you") if seat == self.match.viewer else self.stage.people[seat].name

    def lay_out(self) -> None:
        canvas = self._canvas()
        if canvas != self.stage.canvas:
            self.stage.resize(canvas)
        refusal = self.hud.refusal
        self._build()
        if refusal is not None:
            self.hud.refuse(refusal[0], refusal[1])

    # --- time -------------------------------------------------------------------------------------------------------

    def update(self, dt: float) -> bool:
        if not self.context.is_top(self) and not self.stage.director.busy:
            return False
        changed = self.stage.director.update(dt)
        changed |= self.control.update(dt)
        changed |= self.hud.update(dt)
        self.ears.watch(self.control)
        if self._scored is not None and self.context.is_top(self):
            self._show_result()
            return True
        if not self.context.is_top(self):
            return changed
        return self.turns.update(dt) or changed

    # --- moves ------------------------------------------------------------------------------------------------------

    def _answer(self, move: Move) -> None:
        self.control.answer(move)

    def _decide(self, move: Move) -> None:
        """The player's answer: asked once more if it is one that hardly anybody wants."""
        warning = self.match.game.warning(move)
        if warning is None:
            self.play(move)
            return
        self.control.put_back(move.cards)
        key = f"{self.match.game.slug}.warning.{warning.key}"
        self.context.open(confirm_dialog(self.context, key, lambda: self.play(move), wary=True, **warning.figures))

    def play(self, move: Move, *, keep_choice: bool = False) -> None:
        """Play a move and show what comes of it."""
        choice = self.stage.choice
        decided = move.seat == self.match.viewer and choice is not None and choice.only() is None
        if not keep_choice:  # somebody else's hidden answer changes nothing for the player
            self.turns.drop_choice()
            self.hud.refusal = None
        if move.seat == self.match.viewer:
            self.said.pop(move.seat, None)
        happened = self.match.play(move)
        self.tally.played(move, decided, happened)
        self.stage.director.feed(happened)
        self.stage.director.update(0)
        self.hud.refresh_answers()

    def refuse(self, refusal: Refusal) -> None:
        """Tell the player why not."""
        self.ears.refuse()
        self.hud.refuse(refusal)

    def _hear(self, event: Event) -> None:
        """Something is being shown."""
        self.ears.hear(event)
        self.log.hear(event)
        self.hud.boards.hear(event)
        if isinstance(event, Said):
            self.hud.hear(event)
        elif isinstance(event, Asked):
            self.hud.refresh_facts()
        elif isinstance(event, Moved) and event.how in CLEARED:
            self.said.clear()
        elif isinstance(event, Scored):
            self._scored = event
            self.hud.refresh_facts()
            self.hud.deal = event.deal  # the next one may have begun, but this one lies there still

    def _show_result(self) -> None:
        scored, self._scored = self._scored, None
        assert scored is not None
        self.control.cancel()
        outcome = self.match.game.outcome
        final = outcome is not None and scored.deal == len(self.match.game.history)
        self.ears.result(
            outcome.winners if outcome and final else scored.winners, scored.points, final=final, out=self.hud.out
        )
        if not final and not self.stage.layout.sheet_each_deal:
            self._next_deal()
            return
        if final:
            self.context.forget()
        pars = self.tally.pars
        pars.find([scored.deal] if self.stage.layout.sheet_each_deal else range(1, scored.deal + 1))
        ways = self._next_deal, self._rematch, self.go_home
        self.context.open(DealResult(self.match, scored, final, *ways, pars=pars))

    def pass_on(self) -> None:
        """Another person has to act: the curtain comes down for them."""
        self.context.go(sit(self.context, self.match, self.tally))

    def recall(self, events: Sequence[Event]) -> None:
        """Let the words that still stood after these events stand at their seats again, and no others."""
        own = len(events) - len(self.match.since())
        """The viewer's words go with the viewer's next move."""
        self.said.clear()
        for i, event in enumerate(events):
            if isinstance(event, Said) and event.seat != TABLE and (event.seat != self.match.viewer or i >= own):
                self.said[event.seat] = event.note
            elif isinstance(event, Moved) and event.how in CLEARED:
                self.said.clear()

    def _next_deal(self) -> None:
        """Leave the result, if there is a sheet of it, and go on; persons who have looked together part first."""
        if self.match.shared:
            self.context.go(sit(self.context, self.match, self.tally, upto=self.match.deal_began()))
            return
        self.context.uncover(self)
        self.stage.director.resume()

    def _rematch(self) -> None:
        """The same people and house rules, other cards."""
        old = self.match.record
        seed = Rng(old.seed).below(100_000_000)
        self.context.go(Begin(Record(old.game, old.seats, seed, old.options, old.chairs)))

    # --- tools ------------------------------------------------------------------------------------------------------

    def sort(self) -> None:
        """Sort the hand another way."""
        self.stage.sort()

    def undo(self) -> None:
        """Take the last decision back; what another person played since stays."""
        go = partial(self._travel, self.match.undo, "undo_none")
        if self._scored is None and self.match.undo_point() is not None:
            with_help(self.context, self.match.record, go)
        else:
            go()

    def redo(self) -> None:
        """Do what was taken back again."""
        self._travel(self.match.redo, "redo_none")

    def _travel(self, go: Callable[[], bool], none: str) -> None:
        """Go to another point of the match; ``none`` says that there is none to go to."""
        if self._scored is not None:
            return
        if not go():
            self.refuse(Refusal("", none))
            return
        self.show_anew()

    def show_anew(self) -> None:
        """The match stands at another point: everything glides there."""
        self.control.cancel()
        self.turns.begin_anew()
        self.review.close()
        self.hud.refusal = self.hud.loud = None
        self.hud.refresh_facts()
        self.stage.show_all()
        past = self.match.past()
        self.recall(past)
        self.log.begin(past)
        self.hud.refresh_answers()

    def hint(self) -> None:
        """Show what the player could answer and what that is worth, or take it away again."""
        if self.match.hint is not None or self.match.hinting:
            self.match.drop_hint()
        elif self.stage.choice is not None:
            with_help(self.context, self.match.record, self.match.ask_hint)

    def show_log(self, *, keyboard: bool = False) -> None:
        """Open the narration log, set it large, close it; ``keyboard``: arrows scroll it then."""
        self._set_log(self.log.next_size(), keyboard=keyboard)

    def close_log(self) -> None:
        """Close the narration log."""
        self._set_log("closed")

    def _set_log(self, size: LogSize, *, keyboard: bool = False) -> None:
        self.log.set_size(size, keyboard=keyboard)
        self.context.keep_setting(replace(self.context.settings, log=size))

    def _narrator(self, events: Iterable[Event]) -> Narrator:
        return Narrator(self.context.words, self.match.game, self.match.viewer, events)

    def rules(self) -> None:
        """The house rules in force."""
        self.context.open(rules_dialog(self.context, self.match.game.slug, self.match.record.options))

    def read(self, rule: str = "") -> None:
        """The rules of the game, open at this rule or the one that has just refused a play; the match waits."""
        self.control.cancel()
        rule = rule or (self.hud.refusal[0].rule if self.hud.refusal else "")
        self.context.open(RulesPage(self.match.game.slug, rule, self.match.record.options))

    def menu(self) -> None:
        """The menu over the table."""
        self.control.cancel()
        self.context.open(menu_dialog(self.context, self.match.game.slug, self.match.record.options, self.go_home))

    def go_home(self) -> None:
        """Leave the table; the match stays on disk."""
        self.context.go(Home())

    # --- input ------------------------------------------------------------------------------------------------------

    def controls(self) -> Iterator[pygame.FRect]:
        left, top, right, bottom = self.stage.hand_zone()
        hand = pygame.FRect(left, top, right - left, bottom - top)
        around = [pygame.FRect(*(self.stage.canvas.ui * side for side in one.rect)) for one in self.hud.pressable()]
        for area in (hand, *around):
            yield pygame.FRect(*(self.look.scale * side for side in area))

    def handle(self, event: pygame.Event, pos: Pos) -> bool:
        if event.type == pygame.KEYDOWN:
            return self.keys.press(event)
        if event.type == pygame.WINDOWLEAVE:
            self.control.hovered = None
            return True
        if event.type == pygame.MOUSEBUTTONDOWN and self.control.cursor.visible:
            self.control.cursor.hide()
            self.keys.show_focus()
        if self.review.handle(event, None if pos is None else self._around(pos)):
            return True
        moves = event.type == pygame.MOUSEMOTION
        read = not self.control.drag and self.log.handle(event, None if pos is None else self._around(pos))
        if read and not moves:
            return True
        if pos is None:
            return read
        used = self._tools(event, self._around(pos))
        if moves:  # what lets go of its glow is not all that the pointer leaves or comes to
            return self.control.move(pos) or bool(used) or read
        if used is not None:
            return used
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == LEFT:
            return self._press(pos, touch=bool(getattr(event, "touch", False)))
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == RIGHT:
            return self.control.cancel()
        if event.type == pygame.MOUSEBUTTONUP and event.button == LEFT:
            changed = self.control.release(pos)
            self.hud.refresh_answers()
            return changed
        return False

    def _tools(self, event: pygame.Event, pos: tuple[float, float]) -> bool | None:
        """Let buttons have the event; None when it is none of theirs."""
        if self.control.drag:
            return None
        changed = False
        passing = event.type == pygame.MOUSEMOTION or self.control.pressing
        for widget, here in pointed(list(self.hud.widgets())[::-1], event, pos):
            under = widget.contains(here)
            used = widget.handle(event, here)
            if is_press(event):
                if used and under:  # a press that only makes another one let go of its glow goes on to the cards
                    self.ears.press()
                    return True
                continue
            changed |= used
            if used and not passing:
                return True
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == LEFT:
            refusal = self.hud.off_refusal(pos)
            if refusal is not None:
                self.refuse(refusal)
                return True
        return True if changed and not self.control.pressing else None

    def _press(self, pos: tuple[float, float], *, touch: bool) -> bool:
        """A press on a card begins something; anywhere else it ends what is being shown."""
        if self.hud.refusal:
            self.hud.refusal = None
        if self.control.press(pos, touch=touch):
            return True
        self.skip()
        return True

    def skip(self) -> None:
        """Finish what is running: cards that fly, an announcement that has stood long enough for this player."""
        self.hud.loud = None
        self.hud.boards.finish()
        if self.stage.director.busy:
            self.stage.director.finish()

    def lose_focus(self) -> None:
        self.control.cancel()

    # --- drawing ----------------------------------------------------------------------------------------------------

    def draw(self, surface: pygame.Surface) -> None:
        surface.blit(self.look.table_background(), (0, 0))
        turn = self._turn()
        self.hud.draw_under(surface, turn)
        prompt = self._prompt(turn)
        self._place_log(prompt)
        self.hud.panels = [self.log.rect, *([self.review.panel.rect] if self.review.panel else [])]
        told = partial(self.hud.draw_on_felt, surface, prompt)
        self.picture.draw(surface, captions=self.hud.loud is None, over_rest=told)
        self.hud.draw_over(surface)
        self.log.draw(self.hud.look, surface)
        self.review.draw(self.hud.look, surface)

    def _place_log(self, prompt: str) -> None:
        look, words, self.log.prompt = self.hud.look, self.context.words, prompt
        taken = standing(self.hud) if self.log.shown else ()
        floor = min([self.hud.foot - 172, *(button.rect.top - 12 for button in self.hud.buttons)])
        self.log.place_in(look, words("app.table.log_title"), words("app.button.close"), floor, taken)

    def _turn(self) -> tuple[Seat, ...]:
        return self.match.game.waiting() if self.stage.director.quiet else ()

    def prompt(self) -> str:
        """What the prompt says now; empty while there is none."""
        return self._prompt(self._turn())

    def _prompt(self, turn: tuple[Seat, ...]) -> str:
        game, words = self.match.game, self.context.words
        if self.stage.choice is not None:
            return words.note(game.slug, "demand", self.stage.choice.view.demand(self.match.viewer))
        if turn and self.match.viewer not in turn:
            return words("app.table.thinking", name=self._seat_name(turn[0]))
        return ""

    @property
    def calm(self) -> bool:
        return self.stage.director.quiet and not self.animating

    @property
    def answers_itself(self) -> bool:
        """Whether the player's only answer will be given for them in a moment."""
        return self.turns.answers_itself

    @property
    def animating(self) -> bool:
        return self.stage.director.busy or self.control.drag is not None

    def finish(self) -> None:
        self.stage.director.finish()
        self.hud.boards.finish()

    def leave(self) -> None:
        self.match.close()


def sit(context: Context, match: Match, tally: Tally | None = None, *, upto: int | None = None) -> Scene:
    """The table; of several persons at one computer whoever has to act comes before it behind a curtain.

    Args:
        context: the program.
        match: to be played.
        tally: of the match so far, if it was played at another table before.
        upto: number of events that were seen before; those after them are shown as they happened. None for all.
    """
    if not match.shared:
        return _laid(context, match, tally, match.viewer, upto)
    seat = match.first_person()

    def person() -> Person:
        return people(match, context.words, context.person)[seat]

    def lift() -> None:
        context.go(_laid(context, match, tally, seat, upto))

    return Curtain(context, match.game.slug, person, lift)


def _laid(context: Context, match: Match, tally: Tally | None, seat: Seat, upto: int | None) -> Table:
    """The table as that seat sees it."""
    match.set_viewer(seat)
    table = Table(context, match, tally)
    past = match.past()
    seen, new = (past, []) if upto is None else (past[:upto], past[upto:])
    table.stage.show_all(len(seen))
    table.stage.director.finish()
    table.log.begin(seen)
    if not new:
        table.recall(seen)
    table.stage.director.feed(new)
    return table
