"""The table: one scene for every game."""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterable, Iterator
from dataclasses import replace

import pygame

from engine.events import Event
from engine.match.match import Match
from engine.match.seen import SeenMatch
from engine.moves import Move, Refusal, Seat
from scenes.look.look import Look
from scenes.look.parts import Part
from scenes.look.seen import plain
from scenes.look.viewport import BASE
from scenes.look.widgets import Pos
from scenes.look.widgets.base import is_press, pointed
from scenes.shell.context import Context
from scenes.shell.destinations import RulesPage
from scenes.shell.scene import Moment, Scene
from scenes.table.curtain import Curtain
from scenes.table.drawer import MOST, Drawer
from scenes.table.felt.ahead import Ahead, Make
from scenes.table.felt.picture import TablePicture
from scenes.table.hud import Hud
from scenes.table.layouts import LAYOUTS
from scenes.table.layouts.layout import USUAL_WIDTH
from scenes.table.live import LivePlay
from scenes.table.menu import rules_dialog
from scenes.table.panels.log_page import Log, LogSize
from scenes.table.parts import TableParts
from scenes.table.pile_view import PileView
from scenes.table.play import Play
from scenes.table.sounds import TableSounds
from scenes.table.stage.control import Control
from scenes.table.stage.explained import Explanation
from scenes.table.stage.poses import AROUND_MOST, Canvas
from scenes.table.stage.stage import Stage
from scenes.table.talking import Talking
from scenes.table.tally import Tally
from scenes.text.narrator import Narrator
from scenes.text.people import Person, people
from scenes.text.talk import Talk

LEFT, RIGHT = 1, 3
_NOBODY: Seat = -2
"""No seat at all, for texts that address nobody."""


class Table(Scene):
    """Puts stage, cards in hand, hud, log and sounds together; the play says what can be done with the match.

    Args:
        context: the program.
        match: what is shown.
        play: the way in which it is followed.
    """

    def __init__(self, context: Context, match: SeenMatch, play: Play) -> None:
        super().__init__(context)
        self.context = context
        self.match = match
        self.play = play
        self.sounds = TableSounds(context, match.viewer, LAYOUTS[match.game.slug].bad_news)
        self.drawer = Drawer(self._make_room)
        self.stage = Stage(match, play.layout(LAYOUTS[match.game.slug]), self._canvas(), self._hear)
        self.control = Control(self.stage, play.decide, self.refuse)
        self.pile_view = PileView(self)
        self.hud = Hud(self.stage, self.drawer, self.pile_view.toggle)
        self.picture = TablePicture(self.stage, self.control, self.drawer.slide)
        self.log = Log(self._narrator, context.settings.log, self.close_log, self.prompt)
        self.talking = Talking(match, self.stage.layout, self.hud, self.log)
        self._began = False
        """The table began to make room in this step, at its end: no time has passed since."""
        play.begin(self)
        self._parts: TableParts | None = None
        """What a screen reader reads, once there is one."""
        self._factor = self.factor
        self._lay_out()
        if self.log.shown:
            self.drawer.show(self.log)
            self.drawer.finish()

    # --- size and place ---------------------------------------------------------------------------------------------

    @property
    def factor(self) -> float:
        """Size of the cards by what the window alone would give them: a bar below and the drawer need room."""
        return self._factor_beside(self._aside)

    def _factor_beside(self, aside: int) -> float:
        plain = self.context.look_at(1.0)
        wide = plain.width - aside / plain.scale
        least = self.stage.width_for(drawer=True) if aside else USUAL_WIDTH
        return min(1.0, wide / least, (plain.height - self.play.bar_height * self.context.ui) / BASE[1])

    @property
    def _aside(self) -> int:
        """Pixels at the right that are the drawer's."""
        return self.drawer.aside(self.context.look_at(1.0), self.context.ui)

    @property
    def look(self) -> Look:
        return self.context.look_at(self.factor, aside=self._aside)

    @property
    def on_top(self) -> bool:
        """Whether the table gets the player's input."""
        return self.context.is_top(self)

    def _canvas(self, aside: int | None = None) -> Canvas:
        """The cards' canvas, beside a drawer of this many pixels; by default as it is now."""
        context, aside = self.context, self._aside if aside is None else aside
        factor = self._factor_beside(aside)
        look = context.look_at(factor, aside=aside)
        high = look.height - self.play.bar_height * context.ui / factor
        around = context.ui if not aside else context.ui / factor  # texts keep their size beside the drawer
        beside = bool(aside) and look.width * factor < USUAL_WIDTH
        return Canvas(
            look.width,
            high,
            min(around, AROUND_MOST),
            1 / factor,
            beside=beside,
            left_handed=context.settings.left_handed,
        )

    def _lay_out(self) -> None:
        context, settings = self.context, self.context.settings
        self.words = context.words.of_game(self.match.game.slug).naming(self._seat_name)
        self.stage.people = people(self.match, context.words, context.person)
        self.stage.me = self.play.me
        calm = settings.reduced_motion
        self.log.title = self.words("app.table.log_title")
        self.log.refresh(settings.log)
        self._dress(self.stage, self.drawer, self.hud, self.picture)
        hud = self.hud
        self.ahead = Ahead(
            self.look, self.stage, hud.plates, hud.announcement, hud.peak, beside_drawer=self._beside_drawer
        )
        self.talking.on = settings.talk and self.play.talks
        self.match.patience = float(settings.thinking)
        self.stage.director.speed = context.speed
        self.stage.director.reduced = self.control.reduced = calm
        self.control.carries = settings.carry
        self.play.lay_out()

    def _dress(self, stage: Stage, drawer: Drawer, hud: Hud, picture: TablePicture) -> None:
        """Lay drawer, hud and picture of a stage out for the room that the drawer leaves."""
        context = self.context
        plain, calm = context.look_at(1.0), context.settings.reduced_motion
        drawer.lay_out(
            plain,
            context.look_at(min(context.ui, MOST)),
            self.words,
            plain.height - self.play.bar_height * context.ui,
            calm=calm or not context.speed,
        )
        aside = drawer.aside(plain, context.ui)
        factor = self._factor_beside(aside)
        look, around = (context.look_at(by, aside=aside) for by in (factor, factor * stage.canvas.ui))
        captions = context.look_at(min(1.0, factor * stage.canvas.ui), aside=aside)
        hud.lay_out(around, self.words, self.play.tools(), flat=look, captions=captions, calm=calm)
        picture.lay_out(look, self.words, captions, context.look_at(self._factor_beside(0)))

    def lay_out(self) -> None:
        self.drawer.finish()
        self._resize("settle")

    def _resize(self, how: str) -> None:
        """Take the size that the table has now; cards glide there."""
        canvas, before, self._factor = self._canvas(), self._factor, self.factor
        if canvas != self.stage.canvas:
            self.stage.resize(canvas, before / self._factor, how)
        self._lay_out()

    def _make_room(self) -> None:
        """Give the drawer its room, or take it back: everything glides there together."""
        hud, slide, announced = self.hud, self.drawer.slide, self.hud.announcement.now
        before = slide.seen(hud.anchors(self.prompt()))
        slide.finish()
        self.control.cancel_drag()
        self._resize("room")
        hud.announcement.now = announced
        self._began = True
        if not self.drawer.calm:
            slide.start(before, hud.anchors(self.prompt()))

    def _seat_name(self, seat: Seat) -> str:
        """A seat's name in sentences; the person before the screen is spoken to."""
        return self.context.words("app.table.you") if seat == self.play.me else self.stage.people[seat].name

    def _narrator(self, events: Iterable[Event | Talk], deal: int = 1) -> Narrator:
        me = self.play.me
        return Narrator(self.words, self.match.game, _NOBODY if me is None else me, events, deal=deal)

    # --- time -------------------------------------------------------------------------------------------------------

    def arrive(self) -> None:
        self.play.arrive()

    def update(self, dt: float) -> bool:
        changed = self.play.follow()
        if not self.on_top and (self.play.holds or not self.stage.director.busy):
            return changed
        way = 0.0 if self._began else dt
        changed |= self.stage.director.update(way)
        changed |= self.control.update(dt)
        self.talking.update(dt)
        changed |= self.hud.update(dt)
        changed |= self.drawer.update(way)
        self._began = False
        self.sounds.watch(self.control)
        return self.play.update(dt) or changed

    @property
    def due(self) -> float:
        if not self.on_top:
            return 0.0 if self.stage.director.busy and not self.play.holds else math.inf
        if self.animating:
            return 0.0
        return min(self.control.due, self.hud.due, self.play.due)

    def prepare(self, moment: Moment) -> bool:
        if moment == "opening" and self.context.look_at(self._factor_beside(0)).prepare_table():
            return True
        return self.ahead.step(moment, opening=self.play.opening)

    @property
    def beside_drawn(self) -> bool:
        return self.ahead.beside_drawn

    @property
    def calm(self) -> bool:
        return self.stage.director.quiet and not self.animating

    @property
    def animating(self) -> bool:
        busy = self.stage.director.busy or self.drawer.moving
        return busy or self.control.drag is not None or self.play.animating

    def finish(self) -> None:
        self.stage.director.finish()
        self.hud.boards.finish()
        self.drawer.finish()

    def leave(self) -> None:
        self.match.close()

    # --- what is shown ----------------------------------------------------------------------------------------------

    def _hear(self, event: Event) -> None:
        """Follow an event that is being shown."""
        self.ahead.restart()
        self.sounds.hear(event)
        self.log.hear(event)
        self.hud.hear(event)
        self.pile_view.refresh()
        self.talking.hear(event)
        self.play.hear(event)

    def show(self, events: Iterable[Event]) -> None:
        """Show what has happened."""
        self.stage.director.feed(events)
        self.ahead.restart()
        self.stage.director.update(0)
        self.hud.refresh_answers()

    def show_position(self) -> None:
        """Show the match at another point; everything glides there."""
        self.hud.clear()
        self.hud.refresh_facts()
        self.stage.show_all()
        past = self.match.past()
        self.hud.recall(past)
        self.talking.begin(past, self.match.past_deal)
        self.pile_view.refresh()
        self.hud.refresh_answers()

    def refuse(self, refusal: Refusal) -> None:
        """Tell the player why not."""
        self.sounds.refuse()
        self.hud.refuse(refusal)

    def mark(self, explained: Explanation | None) -> None:
        """Let the cards and places glow of which an explanation speaks."""
        self.picture.marked = explained

    def advise(self, move: Move | None) -> None:
        """Show an answer on the table: its cards rise, its button or pile lights up; None for nothing."""
        if self.stage.advice != move:
            self.stage.advice = move
            if self.stage.choice is not None:
                self.stage.choice.hinted = move
            self.hud.refresh_answers()

    def focus_answer(self, move: Move) -> None:
        """Let the button that gives this answer have the keyboard's ring."""
        button = self.hud.answers.button_of(move)
        index = next((i for i, one in enumerate(self.hud.reachable()) if one.widget is button), None)
        if index is not None:
            self.control.cursor.at, self.control.cursor.visible = ("button", index), True
            self.hud.show_focus(index)

    def prompt(self) -> str:
        """What the prompt says now; empty while there is none."""
        return self.play.prompt()

    def parts(self) -> list[Part]:
        return self._read.parts()

    def news(self, known: int) -> tuple[int, list[str]]:
        told = self.log.told
        return len(told), [plain(line.text) for line in told[known:]]

    def alerts(self) -> list[tuple[Hashable, str]]:
        return self._read.alerts()

    @property
    def _read(self) -> TableParts:
        self._parts = self._parts or TableParts(self)
        return self._parts

    # --- tools ------------------------------------------------------------------------------------------------------

    def sort(self) -> None:
        """Sort the hand another way."""
        self.stage.sort()

    def show_log(self, *, keyboard: bool = False) -> None:
        """Open the log, set it large, close it; ``keyboard``: arrows scroll it then."""
        self._set_log(self.log.next_size(), keyboard=keyboard)

    def close_log(self) -> None:
        """Close the log."""
        self._set_log("closed")

    def _set_log(self, size: LogSize, *, keyboard: bool = False) -> None:
        self.context.keep_setting(replace(self.context.settings, log=size))
        self.log.set_size(size, keyboard=keyboard)
        if self.log.shown:
            self.drawer.show(self.log)
        else:
            self.drawer.withdraw(self.log)

    def look_through(self) -> None:
        """Show the cards of the first pile that may be looked through, of the next one, of none."""
        self.pile_view.next()

    def house_rules(self) -> None:
        """Show the house rules in force."""
        self.context.open(rules_dialog(self.context, self.match.game.slug, self.match.record.options))

    def read(self, rule: str = "") -> None:
        """Open the rules of the game at this rule, or the one that has just refused a play; the match waits."""
        self.control.cancel()
        rule = rule or (self.hud.refusal[0].rule if self.hud.refusal else "")
        self.context.open(RulesPage(self.match.game.slug, rule, self.match.record.options))

    def skip(self) -> None:
        """Finish what is running: flying cards, an announcement that the player has read."""
        self.hud.skip()
        if self.stage.director.busy:
            self.stage.director.finish()

    def uncover(self) -> None:
        """Close all that lies over the table."""
        self.context.uncover(self)

    def close(self) -> None:
        """Take the table off the stack."""
        self.context.close(self)

    # --- input ------------------------------------------------------------------------------------------------------

    def controls(self) -> Iterator[pygame.FRect]:
        left, top, right, bottom = self.stage.hand_zone()
        scale = self.look.scale
        yield pygame.FRect(scale * left, scale * top, scale * (right - left), scale * (bottom - top))
        yield from (one.area for one in self.hud.reachable())
        yield from self.play.controls()

    def lose_focus(self) -> None:
        self.control.let_go()
        gone = pygame.Event(pygame.WINDOWFOCUSLOST)
        self.play.handle(gone, None)
        self.drawer.handle(gone, None)
        for widget in self.hud.widgets():
            widget.handle(gone, None)

    def scrolls_at(self, pos: Pos) -> bool:
        return self.drawer.scrolls_at(self._in_drawer(pos))

    def drags_at(self, pos: Pos) -> bool:
        inside = pos is None or self.drawer.covers(self._in_drawer(pos))
        return pos is not None and not inside and self.play.takes_part and self.control.drags_at(pos)

    def slides_at(self, pos: Pos) -> bool:
        return self.drags_at(pos) and pos is not None and self.control.is_narrow(pos, self.look.reach)

    def explain(self, pos: Pos) -> bool:
        return self.play.explain() or (pos is not None and self.hud.explain(self.stage.canvas.around(pos)))

    def handle(self, event: pygame.Event, pos: Pos) -> bool:
        if event.type == pygame.KEYDOWN:
            return self.play.key(event)
        if event.type == pygame.MOUSEBUTTONDOWN and self.control.cursor.visible:
            self.control.cursor.hide()
            self.hud.show_focus(None)
        if event.type == pygame.WINDOWLEAVE:
            return self._leave_behind(event)
        if self.play.handle(event, pos):
            return True
        around = None if pos is None else self.stage.canvas.around(pos)
        moves = event.type == pygame.MOUSEMOTION
        read = not self.control.drag and self.drawer.handle(self._for_drawer(event), self._in_drawer(pos))
        if pos is None or around is None or (read and not moves):
            return read
        used = self._press_button(event, around)
        if not self.play.takes_part:
            return self._look_on(event, used=bool(used) or read)
        if moves:  # the pointer may also leave one card and come to another
            touch = bool(getattr(event, "touch", False))
            return self.control.move(pos, touch=touch) or bool(used) or read
        return self._take_up(event, pos) if used is None else used

    def _leave_behind(self, event: pygame.Event) -> bool:
        """Let nothing be under the pointer, which has left the window."""
        self.control.hovered = None
        self.play.handle(event, None)
        self.drawer.handle(event, None)
        for widget in self.hud.widgets():
            widget.handle(event, None)
        return True

    def _in_drawer(self, pos: Pos) -> Pos:
        """A place on the table in the drawer's look; None under a tool, which lies over its corner."""
        if pos is not None and any(tool.contains(self.stage.canvas.around(pos)) for tool in self.hud.tools.icons):
            return None
        by = self.look.scale / self.drawer.look.scale
        return None if pos is None else (pos[0] * by, pos[1] * by)

    def _for_drawer(self, event: pygame.Event) -> pygame.Event:
        """An event for the drawer, which a finger moves by as many pixels as itself."""
        if event.type != pygame.MOUSEWHEEL or not getattr(event, "touch", False):
            return event
        by = self.look.scale / self.drawer.look.scale
        return pygame.Event(event.type, {**event.dict, "precise_y": event.precise_y * by})

    def _press_button(self, event: pygame.Event, pos: tuple[float, float]) -> bool | None:
        """Let buttons have the event; None when it is none of theirs."""
        if self.control.drag:
            return None
        changed = False
        passing = event.type == pygame.MOUSEMOTION or self.control.pressing
        for widget, here in pointed(list(self.hud.widgets())[::-1], event, pos):
            under = widget.contains(here)
            used = widget.handle(event, here)
            if is_press(event):
                if used and under:  # a press that only ends another one's glow goes on to the cards
                    self.sounds.press()
                    return True
                continue
            changed |= used
            if used and not passing:
                return True
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == LEFT:
            refusal = self.hud.answers.refusal_at(self.stage.canvas.around(pos))
            if refusal is not None:
                self.refuse(refusal)
                return True
        return True if changed and not self.control.pressing else None

    def _look_on(self, event: pygame.Event, *, used: bool) -> bool:
        """Handle an event where cards can't be taken up: a press beside the buttons ends what is being shown."""
        if not used and is_press(event):
            self.skip()
            return True
        return used

    def _take_up(self, event: pygame.Event, pos: tuple[float, float]) -> bool:
        """Let the cards have what no button uses."""
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == LEFT:
            return self._press(pos, touch=bool(getattr(event, "touch", False)))
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == RIGHT:
            return self.control.cancel()
        if event.type == pygame.MOUSEBUTTONUP and event.button == LEFT:
            changed = self.control.release(pos)
            self.hud.refresh_answers()
            return changed
        return False

    def _press(self, pos: tuple[float, float], *, touch: bool) -> bool:
        """A press on a card begins something; anywhere else it ends what is being shown."""
        self.hud.drop_refusal()
        if not self.control.press(pos, touch=touch):
            self.skip()
        return True

    # --- drawing ----------------------------------------------------------------------------------------------------

    def draw(self, surface: pygame.Surface) -> None:
        surface.blit(self.context.look_at(1.0).table_background(), (0, 0))
        self._draw(surface, self.hud, self.picture)
        self.play.draw(surface)

    def _draw(self, surface: pygame.Surface, hud: Hud, picture: TablePicture) -> None:
        """Draw everything that lies on the felt."""
        prompt = self.prompt()
        hud.draw_under(surface, self.match.game.waiting() if self.stage.director.quiet else ())
        picture.lit = hud.spotlight.keys
        picture.draw(
            surface, captions=hud.announcement.now is None, over_rest=lambda: hud.draw_on_felt(surface, prompt)
        )
        hud.draw_over(surface)

    def _beside_drawer(self) -> list[Make]:
        """What isn't drawn yet of the table beside the page that the player may well open: on the way and at rest.

        That table is laid out and drawn beside this one, with a store that only notes what it lacks.
        """
        draft = self.play.likely_page()
        if draft is None or self.drawer.page is not None or not self.calm or self.hud.announcement.now is not None:
            return []
        drawer, plain = Drawer(lambda: None), self.context.look_at(1.0)
        drawer.show(draft.page)
        aside = drawer.aside(plain, self.context.ui)
        stage = self.stage.beside(self.play.layout(LAYOUTS[self.match.game.slug]))
        hud = self.hud.beside(stage, drawer)
        picture = TablePicture(stage, Control(stage, lambda _: None, lambda _: None), drawer.slide)
        nowhere = pygame.Surface((1, 1), pygame.SRCALPHA)
        with plain.store.rehearsed() as missing:
            self.draw(nowhere)  # what is on the screen is needed again, and dropped last
            stage.resize(self._canvas(aside), self._factor_beside(0) / self._factor_beside(aside), "room")
            self._dress(stage, drawer, hud, picture)
            hud.refresh_answers()
            picture.marked = draft.explanation
            for moves in (True, False):
                if moves:
                    drawer.slide.start({}, {})
                else:
                    drawer.finish()
                    stage.director.finish()
                self._draw(nowhere, hud, picture)
            for turn in (tuple(stage.seats), ()):  # somebody may move meanwhile
                hud.plates.draw(nowhere, turn)
        return list(missing)


def sit(context: Context, match: Match, tally: Tally | None = None, *, upto: int | None = None) -> Scene:
    """The table of a match; with several persons at one computer, the curtain comes first for the one who has to act.

    Args:
        context: the program.
        match: to be played.
        tally: of the match so far, if it was played at another table before.
        upto: number of events that were seen before; later ones are shown as they happened. None if all were seen.
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
    counted = tally or Tally(context, match)

    def sit_again(upto: int | None) -> None:
        context.go(sit(context, match, counted, upto=upto))

    table = Table(context, match, LivePlay(context, match, counted, sit_again))
    past = match.past()
    seen, new = (past, []) if upto is None else (past[:upto], past[upto:])
    table.stage.show_all(seen)
    table.stage.director.finish()
    table.talking.begin(seen, match.past_deal)
    if not new:
        table.hud.recall(seen)
    table.stage.director.feed(new)
    return table
