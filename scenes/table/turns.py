"""Turns at the table: the player gets a choice when everything has been shown, opponents answer after a pause."""

from __future__ import annotations

import math

from engine.moves import Seat
from scenes.look import speeds
from scenes.shell.context import Context
from scenes.table.coach import Coach
from scenes.table.ports import TurnActions, TurnsPort
from scenes.table.stage.choice import Choice

PACES = {"quick": 0.5, "normal": 1.0, "slow": 1.8}
"""Setting -> factor of an opponent's pause."""

_ONLY = "only_choice"
"""Name by which it is remembered that automatic answers were explained."""


class Turns:
    """Asks whoever has to act: the computer thinks even while cards fly, the player chooses when they are at rest.

    Args:
        table: where the match is played.
        actions: make moves, and let another person come before the screen.
        coach: no clock runs while its card is being read.
    """

    def __init__(self, table: TurnsPort, actions: TurnActions, coach: Coach) -> None:
        self.table = table
        self.actions = actions
        self.coach = coach
        self._pause = 0.0
        """Milliseconds until the opponent to move acts. Thinking ends then: forced moves take as long as others."""
        self._whole_pause = 0.0
        """The same from its beginning; 0 at instant speed for those who don't look ahead."""
        self._glance = 0.0
        """Milliseconds before the end of that pause at which its eyes go to the pile."""
        self._paused_for: int | None = None
        """Number of moves before that pause; None before the first."""
        self._auto: float | None = None
        """Milliseconds until the player's only answer is given; None when the player answers."""
        self._left: float | None = None
        """Milliseconds left to answer out of turn; None without a limit."""
        self._rested = 0.0
        """Milliseconds since everything before another person's turn was shown."""

    @property
    def answers_itself(self) -> bool:
        """Whether the player's only answer will be given for them in a moment."""
        return self._auto is not None and not self.coach.reads

    def update(self, dt: float) -> bool:
        """Let dt milliseconds pass; True when the picture has changed."""
        table = self.table
        changed = self._offer()
        changed |= self.coach.update(dt)
        if table.match.next_person() is not None:
            return self._pass_on(dt) or changed
        if table.stage.choice is not None:
            self.actions.pass_time(dt)
        if self.answers_itself and table.stage.choice is not None:
            assert self._auto is not None
            self._auto -= dt * (table.context.speed or 1e9)
            if self._auto <= 0:
                self._auto = None
                only = table.stage.choice.only()
                if only is not None:
                    self.actions.make(only)
                    self._say_why()
                    return True
        changed |= self._press_time(dt)
        changed |= table.match.poll_hint()
        return self._let_computer_move(dt) or changed

    @property
    def due(self) -> float:
        """0 while somebody thinks, a clock runs or help is prepared; infinite while only the player can act."""
        match = self.table.match
        running = self._auto is not None or self._left is not None or self.coach.opening
        others = match.next_person() is not None or match.computer_to_move() is not None
        return 0.0 if running or others or match.hinting else math.inf

    def _pass_on(self, dt: float) -> bool:
        """Let this person see what was played, then lower the curtain for the next.

        Nobody else acts before that. Persons who are asked the same thing each answer behind the curtain, and the time
        for an answer out of turn begins for each of them when it is lifted.
        """
        if self.table.stage.director.busy:
            self._rested = 0.0
            return False
        self._rested += dt * (self.table.context.speed or 1e9)
        if self._rested < speeds.HAND_OVER:
            return False
        self.actions.pass_on()
        return True

    def drop_choice(self) -> None:
        """Ask the player nothing any more."""
        self.table.stage.choice = None
        self._auto = self._left = None
        self.table.hud.end_countdown()

    def begin_anew(self) -> None:
        """Begin at another point of the match: nobody is asked, nobody has waited."""
        self.drop_choice()
        self._paused_for = None

    def _say_why(self) -> None:
        """The first time that an answer was given for the player, say so: a card that leaves by itself is puzzling."""
        context = self.table.context
        if context.settings.coach != "off" and _ONLY not in context.tutorial_progress.explained:
            context.notices += context.tutorial_progress.mark_explained(_ONLY)
            context.tell("app.table.only_choice", "info")

    def _offer(self) -> bool:
        """Give the player a choice once everything that happened has been shown."""
        table, match, stage = self.table, self.table.match, self.table.stage
        asked = match.person_to_move() and stage.director.quiet
        if asked == (stage.choice is not None):
            return False
        if asked:
            table.hud.end_announcement()  # the word was about what came before this question
            viewer = match.viewer
            choice = Choice(match.game.view(viewer), viewer, stage.layout)
            stage.ask(choice)
            self._auto = speeds.AUTO_ANSWER if table.context.settings.auto_answer and choice.only() else None
            ask = match.game.ask
            timed = ask is not None and ask.what in match.game.timed
            self._left = self.actions.time_to_press() or None if timed else None
        else:
            self.drop_choice()
        table.hud.refresh_answers()
        return True

    def _press_time(self, dt: float) -> bool:
        """Let the time for an answer out of turn run; when it is over, the last legal move is made."""
        table, hud = self.table, self.table.hud
        choice = table.stage.choice
        if self._left is None or choice is None or not table.on_top or self.coach.reads:
            return False
        self._left -= dt
        table.sounds.count_down(self._left + dt, self._left)
        before = hud.countdown
        hud.count_down(max(0.0, self._left / self.actions.time_to_press()), math.ceil(self._left / 1000))
        if self._left <= 0:
            self.actions.make(choice.legal[-1])
        return round((before or 0) * 60) != round((hud.countdown or 0) * 60)

    def _let_computer_move(self, dt: float) -> bool:
        table, match = self.table, self.table.match
        seat = match.computer_to_move()
        if seat is None:
            return False
        move = match.think(dt)
        simultaneous = match.person_to_move()
        if not simultaneous:
            if not table.stage.director.quiet:
                return False
            count = len(match.record.moves)
            if self._paused_for != count:
                self._paused_for, self._whole_pause = count, self._pause_of(seat)
                self._pause = self._whole_pause
                self._glance = min(speeds.GLANCE, speeds.GLANCE_SHARE * self._pause)
            self._pause -= dt
            glances = table.hud.moods.glance(seat if 0 < self._pause <= self._glance else None)
            if self._pause > 0:
                return glances
            if move is None:
                if self._whole_pause:
                    match.hurry()
                return glances
        if move is None:
            return False
        self.actions.make(move, keep_choice=simultaneous)
        return True

    def _pause_of(self, seat: Seat) -> float:
        """This opponent's pause before acting, milliseconds.

        At instant speed only those who look ahead take any time, and always the same: else a forced move would come
        sooner than a chosen one, and show.
        """
        context, match = self.table.context, self.table.match
        if not context.speed:
            return speeds.MIN_OPPONENT_TURN * match.patience_shown(seat)
        return pause(context, match.pause(seat))


def pause(context: Context, pace: float) -> float:
    """An opponent's pause before acting, milliseconds; ``pace`` is that at the usual pace and speed."""
    return max(speeds.MIN_OPPONENT_TURN, pace * PACES[context.settings.pace] / context.speed) if context.speed else 0.0
