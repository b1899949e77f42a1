"""Watching a match again: the table as it was, stepped, played at any speed, from any seat or with all cards open."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import partial

import pygame

from engine.events import Event, Scored
from engine.match.playback import Playback
from engine.match.record import Record
from engine.moves import Seat
from engine.notices import Notice
from scenes.look import speeds
from scenes.look.widgets import Pos
from scenes.look.widgets.base import ACTIVATE, is_press
from scenes.replays.bar import HIGH, Acts, Bar, State
from scenes.shell.context import Context
from scenes.shell.destinations import Begin, ReplayList
from scenes.shell.dialog import Dialog, DialogButton, Paragraph, confirm_replacing
from scenes.table.stage.layout import Layout
from scenes.table.stage.poses import AROUND_MOST, Canvas
from scenes.table.table import Table
from scenes.text.narrator import Narrator
from scenes.text.notices import notice_text
from scenes.text.outcome import heading, reason

SPEEDS = (0.5, 1.0, 2.0, 4.0)
_LEAST = 720.0
"""Height that the table above the bar needs, logical pixels."""
NOBODY: Seat = -2
"""A seat that isn't there: nobody is spoken to."""

Leave = Callable[[], None]


def watch(context: Context, record: Record) -> ReplayTable:
    """The table of a match from its first deal; leaving it leads to the list of matches."""

    def to_list() -> None:
        context.go(ReplayList(context.replays.path_of(record)))

    match = Playback(record, context.thinker)
    table = ReplayTable(context, match, to_list, tells=True)
    table.stage.director.feed(match.past())
    return table


def watch_from(context: Context, record: Record, at: int, seat: Seat) -> ReplayTable:
    """The table of a match after some moves as a seat saw it; leaving it leads to the screen below it."""
    match = Playback(record, context.thinker)
    match.open, match.viewer = False, seat
    table = ReplayTable(context, match, None)
    table.stand(at)
    return table


class ReplayTable(Table):
    """The table of a match that is watched: nobody acts, the bar below it says where it stands."""

    match: Playback

    def __init__(self, context: Context, match: Playback, leave: Leave | None, *, tells: bool = False) -> None:
        self._tells = tells
        self._way_back = leave
        self.playing = False
        self.pace = context.speed or 1.0
        """Divides durations and pauses; one of ``SPEEDS``."""
        self._pause = 0.0
        """Milliseconds until the next move."""
        self._result: Scored | None = None
        """The deal whose outcome is being read."""
        super().__init__(context, match)

    def arrive(self) -> None:
        """Say why the match can be watched only in part, where that is so."""
        match, context = self.match, self.context
        if match.wrong is None or not self._tells:
            return
        figures = {**match.wrong.figures, "file": context.replays.path_of(match.record).name}
        told = notice_text(context.words, Notice(match.wrong.key, figures))
        rest = context.words("app.replay.upto", n=match.last)
        context.open(
            Dialog(context, context.words("app.replay.share.partly"), [Paragraph(told), Paragraph(rest)], width=680)
        )

    # --- how it looks -----------------------------------------------------------------------------------------------

    @property
    def factor(self) -> float:
        """The table is a little smaller, so that the bar has room below it."""
        return min(1.0, (self.context.look_at(1.0).height - HIGH * self.context.ui) / _LEAST)

    def _layout(self) -> Layout:
        layout = replace(super()._layout(), secret="")  # who watches is nobody at the table
        return layout.opened() if self.match.open else layout

    def _canvas(self) -> Canvas:
        context, look = self.context, self.look
        high = look.height - HIGH * context.ui / self.factor
        return Canvas(look.width, high, min(context.ui, AROUND_MOST), context.settings.left_handed)

    def _build(self) -> None:
        super()._build()
        context, words, hud = self.context, self.context.words, self.hud
        for tool in (hud.sort, hud.hint, hud.undo, hud.coach, hud.review):
            tool.visible = False
        hud.menu.icon, hud.menu.name = "chevron_left", words("app.button.back")
        self._set_pace(self.pace)
        acts = Acts(
            self.jump, self.jump_deal, self.forward, self.backward, self.toggle, self.next_pace, self.ask_view, self.ask
        )
        self.bar = Bar(context.look_at(context.ui), words, acts, self._state())

    def _seat_name(self, seat: Seat) -> str:
        return self.context.words("app.table.you") if seat == self.match.me else self.stage.people[seat].name

    def _narrator(self, events: Iterable[Event]) -> Narrator:
        me = self.match.me
        return Narrator(self.context.words, self.match.game, NOBODY if me is None else me, events)

    def _state(self) -> State:
        match, words = self.match, self.context.words
        pace = words.number(self.pace, places=1) if self.pace < 1 else words.number(self.pace)
        view = words("app.replay.all_open") if match.open else self.stage.people[match.viewer].name
        return State(
            match.at,
            match.last,
            match.deals,
            self.playing,
            words("app.replay.speed", times=pace),
            view,
            self._caption(),
            self._place(),
            match.wrong is not None,
            match.game.outcome is not None,
        )

    def _caption(self) -> str:
        """Where the match stands, and what was done last."""
        match, words, where = self.match, self.context.words, self._place()
        told = match.last_move()
        if told is None:
            return where
        what = words.note(match.game.slug, "move", told[1])
        return words("app.replay.did", where=where, name=self._seat_name(told[0]), what=what)

    def _place(self) -> str:
        return self.context.words("app.replay.at", n=self.match.at, total=self.match.last)

    def _refresh(self) -> None:
        self.bar.show(self._state())

    def _hear(self, event: Event) -> None:
        """As at any table; what the seat in front said last stands on the bar."""
        super()._hear(event)
        self.said.pop(self.match.viewer, None)

    # --- where it stands --------------------------------------------------------------------------------------------

    def forward(self) -> None:
        """One move on; what is still being shown is there at once."""
        self.playing = False
        director = self.stage.director
        running = director.busy and not director.stopped
        if running:
            self.skip()
        if not (running and director.stopped):
            self._forward()
        self._refresh()

    def _forward(self) -> None:
        director, match = self.stage.director, self.match
        if director.stopped:
            self._read_on()
            return
        if match.at == match.last:
            return
        self._result = None
        mover = match.record.moves[match.at].seat
        self.said.pop(mover, None)
        happened = match.step()
        self.stage.shown.game = match.game
        director.feed(happened)
        director.update(0)
        self.hud.refresh_facts()
        self._refresh()

    def _read_on(self) -> None:
        """The outcome of a deal was read."""
        self._result = None
        self._scored = None
        self.stage.director.resume()
        self._refresh()

    def backward(self) -> None:
        """One move back."""
        self.jump(self.match.at - 1)

    def jump(self, at: int) -> None:
        """To where so many moves have been made."""
        self.playing = False
        match = self.match
        match.go(at)
        self._scored = None
        self._result = match.result()
        self.show_anew()
        self.said.pop(match.viewer, None)
        self.hud.boards.finish()
        self._refresh()

    def jump_deal(self, by: int) -> None:
        """To the beginning of the next deal, or of this one, or of the one before it."""
        match = self.match
        if by > 0:
            self.jump(next((deal for deal in match.deals if deal > match.at), match.last))
        else:
            self.jump(next((deal for deal in reversed(match.deals) if deal < match.at), 0))

    def toggle(self) -> None:
        """Play or pause; from its end a match plays from its beginning."""
        self.playing = not self.playing
        if self.playing and self.match.at == self.match.last:
            self.jump(0)
            self.playing = True
        self._pause = 0.0
        self._refresh()

    def next_pace(self) -> None:
        """The next speed, around the end."""
        faster = next((pace for pace in SPEEDS if pace > self.pace), SPEEDS[0])
        self._set_pace(faster)
        self._refresh()

    def change_pace(self, by: int) -> None:
        """Faster (1) or slower (−1)."""
        at = min(range(len(SPEEDS)), key=lambda i: abs(SPEEDS[i] - self.pace))
        self._set_pace(SPEEDS[min(max(at + by, 0), len(SPEEDS) - 1)])
        self._refresh()

    def _set_pace(self, pace: float) -> None:
        self.pace = pace
        self.stage.director.speed = pace if self.context.speed else 0.0

    # --- whose cards are seen ---------------------------------------------------------------------------------------

    def ask_view(self) -> None:
        """Ask whose cards shall be seen."""
        words, match = self.context.words, self.match
        self.playing = False
        self._refresh()
        choices = [DialogButton(words("app.replay.all_open"), partial(self.look_as, None), "eye")]
        for seat in range(match.game.seats):
            name = self.stage.people[seat].name
            label = words("app.replay.view_own") if seat == match.me else words("app.replay.view_of", name=name)
            choices.append(DialogButton(label, partial(self.look_as, seat), "person"))
        self.context.open(Dialog(self.context, words("app.replay.view"), (), choices, column=True, width=440))

    def look_as(self, seat: Seat | None) -> None:
        """See what this seat saw, from its place; None for everybody's cards."""
        match = self.match
        match.open = seat is None
        if seat is not None:
            match.viewer = seat
        table = ReplayTable(self.context, match, self._way_back)
        table.pace = self.pace
        table.stand(match.at)
        self.context.close(self)
        self.context.open(table)

    def stand(self, at: int) -> None:
        """Be there after so many moves at once; for a table that wasn't seen before."""
        self.stage.shown.game = self.match.game
        self.jump(at)
        self.stage.director.finish()

    def cycle_view(self) -> None:
        """The next seat's cards, after the last one everybody's."""
        match = self.match
        if match.open:
            self.look_as(0)
        else:
            self.look_as(match.viewer + 1 if match.viewer + 1 < match.game.seats else None)

    # --- going on from here -----------------------------------------------------------------------------------------

    def ask(self) -> None:
        """Ask at which seat the player goes on from here."""
        words, match = self.context.words, self.match
        self.playing = False
        self._refresh()
        if match.game.outcome is not None:
            return
        first = match.viewer if not match.open or match.me is None else match.me
        seats = [first, *(seat for seat in range(match.game.seats) if seat != first)]
        choices = []
        for seat in seats:
            mine = seat == match.me
            name = self.stage.people[seat].name
            label = words("app.replay.own_seat") if mine else words("app.replay.seat_of", name=name)
            choices.append(DialogButton(label, partial(self.play_on, seat), "person" if mine else "swap"))
        choices.append(DialogButton(words("app.button.cancel")))
        lines = [Paragraph(words("app.replay.play_on_text"))]
        self.context.open(
            Dialog(self.context, words("app.replay.play_on_title"), lines, choices, column=True, width=520)
        )

    def play_on(self, seat: Seat) -> None:
        """A new match goes on from here with the player at this seat."""
        record = self.match.taken_over(seat)
        confirm_replacing(self.context, lambda: self.context.go(Begin(record)))

    # --- time -------------------------------------------------------------------------------------------------------

    def update(self, dt: float) -> bool:
        if not self.context.is_top(self) and not self.stage.director.busy:
            return False
        changed = self.stage.director.update(dt)
        changed |= self.hud.update(dt)
        changed |= self.bar.update(dt)
        if self._scored is not None:
            self._result, self._scored = self._scored, None
            self._pause = speeds.REPLAY_RESULT / self.pace
            outcome = self.match.game.outcome
            self.ears.result(self._result.winners, self._result.points, final=outcome is not None)
            changed = True
        if self.playing and self.context.is_top(self):
            changed |= self._play(dt)
        return changed

    def _play(self, dt: float) -> bool:
        """Wait between moves, then go on."""
        director = self.stage.director
        if not (director.stopped or director.quiet):
            return False
        self._pause -= dt
        if self._pause > 0:
            return False
        self._pause = speeds.REPLAY_PAUSE / self.pace
        self._forward()
        if self.match.at == self.match.last:
            self.playing = False
            self._refresh()
        return True

    def _show_result(self) -> None:
        """Outcomes are told where one's demands stand."""

    def _prompt(self, turn: tuple[Seat, ...]) -> str:
        scored, words = self._result, self.context.words
        if scored is None:
            return ""
        match = self.match
        outcome = match.game.outcome
        final = outcome is not None and scored.deal == len(match.game.history) and not match.game.single
        winners = outcome.winners if outcome and final else scored.winners
        return words(
            "app.replay.result",
            heading=heading(words, winners, self._seat_name, match.me, match=final),
            reason=reason(words, match.game.slug, scored.reason, match.me),
        )

    # --- input ------------------------------------------------------------------------------------------------------

    def menu(self) -> None:
        """Back to where one came from."""
        self.go_back()

    def go_back(self) -> None:
        """Leave for the list of matches, or for the screen below."""
        if self._way_back is None:
            self.context.close(self)
        else:
            self._way_back()

    def handle(self, event: pygame.Event, pos: Pos) -> bool:
        if event.type == pygame.KEYDOWN:
            return self._key(event)
        if self.bar.handle(event, self._on_bar(pos)):
            if is_press(event):
                self.ears.press()
            return True
        around = None if pos is None else self._around(pos)
        if self.log.handle(event, around):
            return True
        if around is None:
            return False
        used = self._tools(event, around)
        if used is not None:
            return used
        if is_press(event):
            self.skip()
            return True
        return False

    def controls(self) -> Iterator[pygame.FRect]:
        yield from super().controls()
        for area in self.bar.group.controls():
            yield pygame.FRect(*(self.bar.look.scale * side for side in area))

    def _on_bar(self, pos: Pos) -> Pos:
        """A place on the table as the bar counts."""
        if pos is None:
            return None
        by = self.look.scale / self.bar.look.scale
        return pos[0] * by, pos[1] * by

    def _key(self, event: pygame.Event) -> bool:
        group = self.bar.group
        if event.key == pygame.K_TAB or (event.key in ACTIVATE and group.keyboard and group.focus is not None):
            return group.handle(event, None)
        deals = bool(event.mod & (pygame.KMOD_SHIFT | pygame.KMOD_CTRL))
        acts: dict[int, Callable[[], object]] = {
            pygame.K_LEFT: partial(self.jump_deal, -1) if deals else self.backward,
            pygame.K_RIGHT: partial(self.jump_deal, 1) if deals else self.forward,
            pygame.K_PAGEUP: partial(self.jump_deal, -1),
            pygame.K_PAGEDOWN: partial(self.jump_deal, 1),
            pygame.K_HOME: partial(self.jump, 0),
            pygame.K_END: partial(self.jump, self.match.last),
            pygame.K_UP: partial(self.change_pace, 1),
            pygame.K_DOWN: partial(self.change_pace, -1),
            pygame.K_SPACE: self.toggle,
            pygame.K_v: self.cycle_view,
            pygame.K_p: self.ask,
            pygame.K_RETURN: self.ask,
            pygame.K_KP_ENTER: self.ask,
            pygame.K_s: self.sort,
            pygame.K_l: partial(self.show_log, keyboard=False),
            pygame.K_r: self.read,
            pygame.K_F1: self.rules,
            pygame.K_ESCAPE: self.go_back,
        }
        act = acts.get(event.key)
        if act is None:
            return False
        group.show_focus(False)
        if event.key not in (pygame.K_LEFT, pygame.K_RIGHT):
            self.ears.press()
        act()
        return True

    def draw(self, surface: pygame.Surface) -> None:
        super().draw(surface)
        self.bar.draw(surface)

    @property
    def animating(self) -> bool:
        return self.stage.director.busy or self.playing
