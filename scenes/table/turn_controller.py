"""Turns at a table: asks the player once all events are shown, and makes the bots' moves after a pause."""

from __future__ import annotations

import math
from collections.abc import Callable

from engine.moves import Move, Seat
from scenes.render import timing
from scenes.table.coach import Coach
from scenes.table.model.choice import Choice
from scenes.table.table_base import TableBase

PAUSE_FACTORS = {"quick": 0.5, "normal": 1.0, "slow": 1.8}
"""Value of the setting ``pace`` -> factor of an opponent's pause."""

_INSTANT_SPEED = 1e9
"""Speed of time at the setting "instant", at which every wait is over in the next frame."""
_ONLY_CHOICE_KEY = "only_choice"
"""Key in the tutorial progress, set once automatic answers were explained."""


class TurnController:
    """Asks the seats of a table to act: the player, other persons and bots. Bots think even during animations; the
    player chooses after them.

    Args:
        table: the table of the match.
        coach: stops the clocks while its page explains the player's choice.
        make_move: makes a move in the match and shows its events on the table.
        hand_over: hands the screen over to the next person (hot seat).
        count_thinking_time: adds milliseconds to the player's thinking time.
        out_of_turn_limit_ms: returns the time limit for an answer out of turn, milliseconds; 0 for no limit.
    """

    def __init__(
        self,
        table: TableBase,
        coach: Coach,
        *,
        make_move: Callable[[Move], None],
        hand_over: Callable[[], None],
        count_thinking_time: Callable[[float], None],
        out_of_turn_limit_ms: Callable[[], float],
    ) -> None:
        self.table = table
        self.coach = coach
        self._make_move = make_move
        self._hand_screen_over = hand_over
        self._count_thinking_time = count_thinking_time
        self._out_of_turn_limit_ms = out_of_turn_limit_ms
        self._pause_ms = 0.0
        """Milliseconds until the next opponent acts; a search that is still running then is cut short."""
        self._full_pause_ms = 0.0
        """Full length of an opponent's pause, milliseconds; 0 at instant speed for bots without search."""
        self._glance_ms = 0.0
        """Milliseconds before the end of an opponent's pause at which its portrait looks at the pile."""
        self._paused_move_count: int | None = None
        """Number of moves in the match when the last pause began; None before the first pause."""
        self._auto_answer_ms: float | None = None
        """Milliseconds until the player's only answer is given automatically; None if the player answers."""
        self._answer_ms_left: float | None = None
        """Milliseconds left to answer out of turn; None without a limit."""
        self._ms_since_shown = 0.0
        """Milliseconds since all events before another person's turn were shown."""

    @property
    def will_auto_answer(self) -> bool:
        """Whether the player's only possible answer is about to be given automatically."""
        return self._auto_answer_ms is not None and not self.coach.pauses_clocks

    def update(self, elapsed_ms: float) -> bool:
        """Advance the turns at the table by ``elapsed_ms`` milliseconds; return whether the picture changed."""
        table = self.table
        changed = self._offer_or_withdraw_choice()
        changed |= self.coach.update()
        if table.match.next_person_at_screen() is not None:
            return self._hand_over(elapsed_ms) or changed
        if table.model.choice is not None:
            self._count_thinking_time(elapsed_ms)
        if self.will_auto_answer and table.model.choice is not None:
            assert self._auto_answer_ms is not None
            self._auto_answer_ms -= self._at_speed(elapsed_ms)
            if self._auto_answer_ms <= 0:
                self._auto_answer_ms = None
                only = table.model.choice.only_answer()
                if only is not None:
                    self._make_move(only)
                    self._explain_auto_answer()
                    return True
        changed |= self._run_answer_clock(elapsed_ms)
        changed |= table.match.poll_hint()
        return self._let_computer_move(elapsed_ms) or changed

    @property
    def next_update_ms(self) -> float:
        """Milliseconds until the turns need an update: 0 while a bot thinks, a clock runs or a hint is prepared; else
        infinite."""
        match = self.table.match
        running = self._auto_answer_ms is not None or self._answer_ms_left is not None or self.coach.is_opening
        others_act = match.next_person_at_screen() is not None or match.computer_to_move() is not None
        return 0.0 if running or others_act or match.is_hint_pending else math.inf

    def _hand_over(self, elapsed_ms: float) -> bool:
        """Hand the screen to the next person after time to see the last plays; return whether that happened.

        No other seat acts before that. Persons who are asked the same question each answer behind the curtain. The time
        limit for an answer out of turn starts for each of them when the curtain opens.
        """
        if self.table.model.director.is_busy:
            self._ms_since_shown = 0.0
            return False
        self._ms_since_shown += self._at_speed(elapsed_ms)
        if self._ms_since_shown < timing.HAND_OVER_DELAY_MS:
            return False
        self._hand_screen_over()
        return True

    def _at_speed(self, elapsed_ms: float) -> float:
        """Return elapsed time, milliseconds, at the speed of animations."""
        return elapsed_ms * (self.table.speed or _INSTANT_SPEED)

    def withdraw_choice(self) -> None:
        """Withdraw the open question to the player, and stop its clocks."""
        self.table.model.choice = None
        self._auto_answer_ms = self._answer_ms_left = None
        self.table.hud.hide_countdown()

    def reset(self) -> None:
        """Withdraw the player's question and restart the bots' pauses, for another position of the match."""
        self.withdraw_choice()
        self._paused_move_count = None

    def _explain_auto_answer(self) -> None:
        """Explain the first automatic answer in a toast, as a card that moves by itself is puzzling."""
        context = self.table.context
        if context.settings.coach != "off" and _ONLY_CHOICE_KEY not in context.tutorial_progress.explained_questions:
            context.tutorial_progress.mark_explained(_ONLY_CHOICE_KEY)
            context.show_toast("app.table.only_choice", "info")

    def _offer_or_withdraw_choice(self) -> bool:
        """Ask the player once all events are shown, or withdraw the question; return whether either happened."""
        table, match, model = self.table, self.table.match, self.table.model
        is_asked = match.is_viewer_to_move() and model.director.has_shown_all_events
        if is_asked == (model.choice is not None):
            return False
        if is_asked:
            table.hud.end_announcement()  # it is about events before this question
            viewer = match.viewer
            choice = Choice(match.game.view(viewer), viewer, model.layout)
            model.set_choice(choice)
            self._auto_answer_ms = timing.AUTO_ANSWER_DELAY_MS if self._answers_for_player(choice) else None
            ask = match.game.ask
            is_timed = ask is not None and ask.what in match.game.timed_questions
            self._answer_ms_left = self._out_of_turn_limit_ms() or None if is_timed else None
        else:
            self.withdraw_choice()
        table.hud.refresh()
        return True

    def _answers_for_player(self, choice: Choice) -> bool:
        """Whether the only answer is given automatically: not before the first match of a game is over, so that its
        rules are seen."""
        context, slug = self.table.context, self.table.match.game.slug
        if not context.settings.auto_answer or choice.only_answer() is None:
            return False
        progress = context.tutorial_progress
        if not progress.has_finished_match(slug) and context.statistics.has_finished_match(slug):
            progress.mark_match_finished(slug)  # in an earlier version, which didn't record it
        return progress.has_finished_match(slug)

    def _run_answer_clock(self, elapsed_ms: float) -> bool:
        """Advance the clock for an answer out of turn; at its end, make the last legal move."""
        table, hud = self.table, self.table.hud
        choice = table.model.choice
        if self._answer_ms_left is None or choice is None or not table.is_on_top or self.coach.pauses_clocks:
            return False
        self._answer_ms_left -= elapsed_ms
        table.sounds.tick_if_due(self._answer_ms_left + elapsed_ms, self._answer_ms_left)
        before = hud.remaining_fraction
        hud.show_countdown(
            max(0.0, self._answer_ms_left / self._out_of_turn_limit_ms()), math.ceil(self._answer_ms_left / 1000)
        )
        if self._answer_ms_left <= 0:
            self._make_move(choice.legal_moves[-1])
        return round((before or 0) * 60) != round((hud.remaining_fraction or 0) * 60)

    def _let_computer_move(self, elapsed_ms: float) -> bool:
        table, match = self.table, self.table.match
        seat = match.computer_to_move()
        if seat is None:
            return False
        move = match.poll_computer_move(elapsed_ms)
        if not match.is_viewer_to_move():
            if not table.model.director.has_shown_all_events:
                return False
            count = len(match.record.moves)
            if self._paused_move_count != count:
                self._paused_move_count, self._full_pause_ms = count, self._pause_ms_of(seat)
                self._pause_ms = self._full_pause_ms
                self._glance_ms = min(timing.MAX_GLANCE_MS, timing.GLANCE_FRACTION * self._pause_ms)
            self._pause_ms -= elapsed_ms
            glances = table.hud.expressions.set_seat_looking_at_pile(
                seat if 0 < self._pause_ms <= self._glance_ms else None
            )
            if self._pause_ms > 0:
                return glances
            if move is None:
                if self._full_pause_ms or table.fast_forward == "skip":
                    match.hurry_thinking()
                return glances
        if move is None:
            return False
        self._make_move(move)
        return True

    def _pause_ms_of(self, seat: Seat) -> float:
        """Return this opponent's pause before acting, milliseconds.

        At instant speed only bots that search take time, and always the same: a quick forced move would show that there
        was no choice.
        """
        table, match = self.table, self.table.match
        if table.fast_forward == "skip":
            return 0.0
        if not table.speed:
            return timing.MIN_OPPONENT_TURN_MS * match.searching_bot_pause_factor(seat)
        bot_pause_ms = opponent_pause_ms(table.speed, table.context.settings.pace, match.pause_ms(seat))
        return max(bot_pause_ms, self.step_pause_ms(seat))

    def step_pause_ms(self, seat: Seat) -> float:
        """Return the minimum pause, milliseconds, before a further step of another seat's turn; 0 before the first."""
        table, caption = self.table, self.table.hud.bubbles.turn_caption
        if seat == table.match.viewer or caption.seat != seat or not caption.has_several_steps:
            return 0.0
        return opponent_pause_ms(table.speed, table.context.settings.pace, timing.MIN_STEP_PAUSE_MS)


def opponent_pause_ms(speed: float, pace: str, normal_pause_ms: float) -> float:
    """Return an opponent's pause before acting, milliseconds.

    Args:
        speed: speed of animations; 0 for none.
        pace: value of the setting.
        normal_pause_ms: the pause at normal pace and speed, milliseconds.
    """
    return max(timing.MIN_OPPONENT_TURN_MS, normal_pause_ms * PAUSE_FACTORS[pace] / speed) if speed else 0.0
