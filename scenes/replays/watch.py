"""Replays: a match is watched at the table, step by step or at any speed, from any seat or with all cards open."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

import pygame

from engine.events import Event, Scored
from engine.match.playback import Playback, watchable
from engine.match.record import Record
from engine.moves import Seat
from engine.notices import Notice
from scenes.look import speeds
from scenes.look.keys import MENU_KEY, is_confirm_key, plain_key
from scenes.look.look import Look
from scenes.look.widgets import Group, Pos
from scenes.look.widgets.base import ACTIVATE, is_press
from scenes.replays.bar import HIGH, BarActions, BarState, ReplayBar
from scenes.shell.context import Context
from scenes.shell.destinations import Begin, ReplayList
from scenes.shell.dialog import Dialog, DialogButton, Paragraph, confirm_replacing
from scenes.shell.preparing import prepared
from scenes.shell.scene import Scene
from scenes.table.layouts.layout import Layout
from scenes.table.panels.tools import LOOK_THROUGH, TableTools
from scenes.table.play import Play
from scenes.table.table import Table
from scenes.text.notices import notice_text
from scenes.text.outcome import heading, reason

SPEEDS = (0.5, 1.0, 2.0, 4.0)

Leave = Callable[[], None]


def watch(context: Context, record: Record) -> Scene:
    """The table of a match from its first deal; the way back is the list of matches."""

    def to_list() -> None:
        context.go(ReplayList(context.replays.path_of(record)))

    def table() -> Table:
        play = WatchedPlay(context, Playback(history, context.thinker), to_list, tells=True)
        table = Table(context, play.match, play)
        table.stage.director.feed(play.match.past())
        return table

    history = watchable(record)
    return prepared(context, history, table, lambda _: to_list())


def watch_from(context: Context, record: Record, at: int, seat: Seat) -> Scene:
    """The table of a match after some moves as a seat saw it; the way back is the screen below."""

    def table() -> Table:
        match = Playback(history, context.thinker)
        match.open, match.viewer = False, seat
        return _standing(WatchedPlay(context, match, None), at)

    history = watchable(record)
    return prepared(context, history, table, context.close)


def _standing(play: WatchedPlay, at: int) -> Table:
    """The table of a match after some moves, at once."""
    table = Table(play.context, play.match, play)
    play.stand(at)
    return table


class WatchedPlay(Play):
    """A match that is watched: nobody acts, and a bar below the table shows and steers the position.

    Args:
        context: the program.
        match: what is watched.
        leave: goes back; None to close the table.
        tells: say so if the match can be watched only in part.
    """

    takes_part = False
    bar_height = HIGH
    match: Playback

    def __init__(self, context: Context, match: Playback, leave: Leave | None, *, tells: bool = False) -> None:
        super().__init__(context, match)
        self._tells = tells
        self._leave = leave
        self.playing = False
        self.pace = context.speed or 1.0
        """Divides durations and pauses; one of ``SPEEDS``."""
        self._pause = 0.0
        """Milliseconds until the next move."""
        self._scored: Scored | None = None
        """The deal that has just been scored."""
        self._result: Scored | None = None
        """The deal whose outcome the prompt shows."""

    def arrive(self) -> None:
        """Say why the match can be watched only in part, if that is so."""
        match, context = self.match, self.context
        if match.wrong is None or not self._tells:
            return
        figures = {**match.wrong.figures, "file": context.replays.path_of(match.record).name}
        why = notice_text(self.table.words, Notice(match.wrong.key, figures))
        rest = context.words("app.replay.upto", n=match.last)
        lines = [Paragraph(why), Paragraph(rest)]
        context.open(Dialog(context, context.words("app.replay.share.partly"), lines, width=680))

    # --- how it looks -----------------------------------------------------------------------------------------------

    @property
    def me(self) -> Seat | None:
        return self.match.me

    def layout(self, layout: Layout) -> Layout:
        layout = layout.watched()
        return layout.opened() if self.match.open else layout

    def tools(self) -> TableTools:
        table = self.table
        return TableTools(
            menu=self.go_back,
            log=table.show_log,
            house_rules=table.house_rules,
            read=table.read,
            answer=table.control.answer,
            leads_back=True,
        )

    def lay_out(self) -> None:
        self._set_pace(self.pace)
        acts = BarActions(
            self.jump, self.jump_deal, self.forward, self.backward, self.toggle, self.next_pace, self.ask_view, self.ask
        )
        self.bar = ReplayBar(self.context.look_at(self.context.ui), self.context.words, acts, self._state())

    def prompt(self) -> str:
        """The outcome of a deal, in place of the player's demand at other tables."""
        scored, words = self._result, self.table.words
        if scored is None:
            return ""
        match = self.match
        outcome = match.game.outcome
        final = outcome is not None and scored.deal == len(match.game.history) and not match.game.single
        winners = outcome.winners if outcome and final else scored.winners
        return words(
            "app.replay.result",
            heading=heading(words, winners, words.seat_name, match.me, match=final),
            reason=reason(words, match.game.slug, scored.reason, match.me),
        )

    def draw(self, surface: pygame.Surface) -> None:
        self.bar.draw(surface)

    def _state(self) -> BarState:
        match, words = self.match, self.table.words
        pace = words.number(self.pace, places=1) if self.pace < 1 else words.number(self.pace)
        view = words("app.replay.all_open") if match.open else self.table.stage.people[match.viewer].name
        return BarState(
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
        """The position by its number, and the last move."""
        match, words, where = self.match, self.table.words, self._place()
        last = match.last_move()
        if last is None:
            return where
        seat, note = last
        what = words.note(match.game.slug, "move", note)
        return words("app.replay.did", where=where, name=words.seat_name(seat), what=what)

    def _place(self) -> str:
        return self.context.words("app.replay.at", n=self.match.at, total=self.match.last)

    def _refresh(self) -> None:
        self.bar.show(self._state())

    def hear(self, event: Event) -> None:
        if isinstance(event, Scored):
            self._scored = event
        self.table.hud.unsay(self.match.viewer)  # the bar names the last move

    # --- positions -----------------------------------------------------------------------------------------------

    def forward(self) -> None:
        """Go one move on; what is still being shown is finished first."""
        self.playing = False
        director = self.table.stage.director
        running = director.busy and not director.stopped
        if running:
            self.table.skip()
        if not (running and director.stopped):
            self._forward()
        self._refresh()

    def _forward(self) -> None:
        director, match = self.table.stage.director, self.match
        if director.stopped:
            self._read_on()
            return
        if match.at == match.last:
            return
        self._result = None
        mover = match.record.moves[match.at].seat
        self.table.hud.unsay(mover)
        happened = match.step()
        self.table.stage.shown.game = match.game
        director.feed(happened)
        director.update(0)
        self.table.hud.refresh_facts()
        self._refresh()

    def _read_on(self) -> None:
        """Go on after the outcome of a deal."""
        self._result = None
        self._scored = None
        self.table.stage.director.resume()
        self._refresh()

    def backward(self) -> None:
        """Go one move back."""
        self.jump(self.match.at - 1)

    def jump(self, at: int) -> None:
        """Go to the position after this number of moves."""
        self.playing = False
        match = self.match
        match.go(at)
        self._scored = None
        self._result = match.result()
        self.table.show_position()
        self.table.hud.unsay(match.viewer)
        self.table.hud.boards.finish()
        self._refresh()

    def jump_deal(self, by: int) -> None:
        """Go to the beginning of the next deal (1), or of this or the previous one (−1)."""
        match = self.match
        if by > 0:
            self.jump(next((deal for deal in match.deals if deal > match.at), match.last))
        else:
            self.jump(next((deal for deal in reversed(match.deals) if deal < match.at), 0))

    def toggle(self) -> None:
        """Play or pause; at its end a match plays from its beginning."""
        self.playing = not self.playing
        if self.playing and self.match.at == self.match.last:
            self.jump(0)
            self.playing = True
        self._pause = 0.0
        self._refresh()

    def next_pace(self) -> None:
        """Take the next speed; after the fastest the slowest."""
        faster = next((pace for pace in SPEEDS if pace > self.pace), SPEEDS[0])
        self._set_pace(faster)
        self._refresh()

    def change_pace(self, by: int) -> None:
        """Go faster (1) or slower (−1)."""
        at = min(range(len(SPEEDS)), key=lambda i: abs(SPEEDS[i] - self.pace))
        self._set_pace(SPEEDS[min(max(at + by, 0), len(SPEEDS) - 1)])
        self._refresh()

    def _set_pace(self, pace: float) -> None:
        self.pace = pace
        self.table.stage.director.speed = pace if self.context.speed else 0.0

    # --- whose cards are seen ---------------------------------------------------------------------------------------

    def ask_view(self) -> None:
        """Ask whose cards to show."""
        words, match = self.context.words, self.match
        self.playing = False
        self._refresh()
        choices = [DialogButton(words("app.replay.all_open"), partial(self.look_as, None), "eye")]
        for seat in range(match.game.seats):
            name = self.table.stage.people[seat].name
            label = words("app.replay.view_own") if seat == match.me else words("app.replay.view_of", name=name)
            choices.append(DialogButton(label, partial(self.look_as, seat), "person"))
        self.context.open(Dialog(self.context, words("app.replay.view"), (), choices, column=True, width=440))

    def look_as(self, seat: Seat | None) -> None:
        """Show what this seat saw, from its place; None for everybody's cards."""
        match = self.match
        match.open = seat is None
        if seat is not None:
            match.viewer = seat
        play = WatchedPlay(self.context, match, self._leave)
        play.pace = self.pace
        table = _standing(play, match.at)
        self.table.close()
        self.context.open(table)

    def stand(self, at: int) -> None:
        """Show the position after this number of moves at once; for a new table."""
        self.table.stage.shown.game = self.match.game
        self.jump(at)
        self.table.stage.director.finish()

    def cycle_view(self) -> None:
        """Show the next seat's cards, after the last one everybody's."""
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
            name = self.table.stage.people[seat].name
            label = words("app.replay.own_seat") if mine else words("app.replay.seat_of", name=name)
            choices.append(DialogButton(label, partial(self.play_on, seat), "person" if mine else "swap"))
        choices.append(DialogButton(words("app.button.cancel")))
        lines = [Paragraph(words("app.replay.play_on_text"))]
        self.context.open(
            Dialog(self.context, words("app.replay.play_on_title"), lines, choices, column=True, width=520)
        )

    def play_on(self, seat: Seat) -> None:
        """Begin a match that goes on from here with the player at this seat."""
        record = self.match.taken_over(seat)
        confirm_replacing(self.context, record.game, lambda: self.context.go(Begin(record)))

    # --- time -------------------------------------------------------------------------------------------------------

    def update(self, dt: float) -> bool:
        changed = self.bar.update(dt)
        if self._scored is not None:
            self._result, self._scored = self._scored, None
            self._pause = speeds.REPLAY_RESULT / self.pace
            outcome = self.match.game.outcome
            self.table.sounds.result(self._result.winners, self._result.points, final=outcome is not None)
            changed = True
        if self.playing and self.table.on_top:
            changed |= self._play(dt)
        return changed

    @property
    def animating(self) -> bool:
        return self.playing

    @property
    def due(self) -> float:
        return 0.0 if self.playing or self._scored is not None else self.bar.tip.due

    def _play(self, dt: float) -> bool:
        """Wait between moves, then go on."""
        director = self.table.stage.director
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

    # --- input ------------------------------------------------------------------------------------------------------

    def go_back(self) -> None:
        """Go back to the screen before."""
        if self._leave is None:
            self.table.close()
        else:
            self._leave()

    def _escape(self) -> None:
        """Close a pile that is looked through, else go back."""
        if not self.table.drawer.escape():
            self.go_back()

    def handle(self, event: pygame.Event, pos: Pos) -> bool:
        used = self.bar.handle(event, self._on_bar(pos))
        if used and is_press(event):
            self.table.sounds.press()
        return used

    def explain(self) -> bool:
        return self.bar.explain()

    @property
    def bar_widgets(self) -> tuple[Group, Look] | None:
        return self.bar.group, self.bar.look

    def controls(self) -> Iterator[pygame.FRect]:
        for area in self.bar.group.controls():
            yield pygame.FRect(*(self.bar.look.scale * side for side in area))

    def _on_bar(self, pos: Pos) -> Pos:
        """A place on the table in the coordinates of the bar."""
        if pos is None:
            return None
        by = self.table.look.scale / self.bar.look.scale
        return pos[0] * by, pos[1] * by

    def key(self, event: pygame.Event) -> bool:
        group = self.bar.group
        confirms = is_confirm_key(event)
        presses = event.key in ACTIVATE and group.keyboard and group.focus is not None and not confirms
        if event.key == pygame.K_TAB or presses:
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
            pygame.K_s: self.table.sort,
            pygame.K_l: self.table.show_log,
            pygame.K_r: self.table.read,
            pygame.K_F1: self.table.house_rules,
            LOOK_THROUGH: self.table.look_through,
            pygame.K_ESCAPE: self._escape,
            MENU_KEY: self._escape,
        }
        sideways = event.key in (pygame.K_LEFT, pygame.K_RIGHT)
        act = acts.get(event.key if sideways or confirms else plain_key(event))
        if act is None:
            return False
        group.show_focus(False)
        if not sideways:
            self.table.sounds.press()
        act()
        return True
