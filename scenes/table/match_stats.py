"""Counts decisions and thinking times at a table, and writes finished deals to the statistics."""

from __future__ import annotations

from collections.abc import Iterable

from engine.events import DealScored, Event
from engine.local_time import day_of
from engine.match.match import Match
from engine.moves import Move, Seat
from engine.statistics.feats import FeatId, count_progress, feats_in_deal, habits_in_deal
from engine.statistics.match_writer import TimeSpent
from scenes.shell.context import Context
from scenes.text.player_names import unnamed_person_name
from scenes.work.pars import Pars

MAX_DECISION_MS = 120_000.0
"""Maximum milliseconds counted for one decision, as the player may have left the computer."""


class MatchStats:
    """Statistics of one match at a table, written to the database deal by deal.

    Args:
        context: access to the application.
        match: gets an id and a start time here if it has none.
    """

    def __init__(self, context: Context, match: Match) -> None:
        self.context = context
        self.match = match
        record = match.record
        if not record.id:
            record.id, record.began = context.new_match_id(), context.unix_seconds()
        self.pars = Pars(context, match)
        self._deciding_ms = 0.0
        self._time_by_seat: dict[Seat, TimeSpent] = {}
        self._deals_before = len(match.history.results(record.adopted)) if record.adopted else 0
        """Number of deals already counted in the match that this one continues."""
        self._new_feats: list[FeatId] = []
        """Feats that the player has earned and not been told."""

    def count_thinking_time(self, elapsed_ms: float) -> None:
        """Add milliseconds to the thinking time of the person at the screen for the current decision."""
        self._deciding_ms = min(MAX_DECISION_MS, self._deciding_ms + elapsed_ms)

    @property
    def _last_own_deal(self) -> int | None:
        """Number of the last deal that counts, before a bot first played for the persons; None if none did."""
        substituted = self.match.record.substituted
        return len(self.match.history.results(min(substituted))) if substituted else None

    def compute_pars(self, deal_numbers: Iterable[int]) -> None:
        """Compute the pars of those of a match's finished deals that count."""
        last = self._last_own_deal
        self.pars.compute([deal for deal in deal_numbers if last is None or deal <= last])

    def count_move_and_write_deal(self, move: Move, was_decision: bool, events: Iterable[Event]) -> None:
        """Count a move in the match's statistics, and write them when the move ends a deal.

        Args:
            move: the move, of any seat.
            was_decision: whether the person at the screen made it and had a choice.
            events: events of the move.
        """
        if move.seat == self.match.viewer:
            before = self._time_by_seat.get(move.seat, TimeSpent())
            self._time_by_seat[move.seat] = TimeSpent(
                before.thinking_ms + round(self._deciding_ms), before.decisions + was_decision
            )
            self._deciding_ms = 0.0
        if any(isinstance(event, DealScored) for event in events):
            self._write_finished_deals()

    def _write_finished_deals(self) -> None:
        match, context = self.match, self.context
        outcome = match.game.outcome
        if outcome:
            context.save_replay(match.record, match.game)
            context.fair_tables.update_after_match(match.record, outcome.winners, context.settings.name)
        context.statistics.write_match(
            match.record,
            match.deal_results()[self._deals_before : self._last_own_deal],
            outcome.winners if outcome and not match.record.daily else None,  # a daily deal is no match
            names=self._names(),
            last_deal_time_spent=self._time_by_seat,
            last_deal_habits={
                seat: habits_in_deal(match.history, len(match.deal_results()), seat) for seat in match.person_seats
            },
            now=context.unix_seconds(),
        )
        self._time_by_seat = {}
        self._add_feats()

    def take_new_feats(self) -> list[FeatId]:
        """Return the feats that the player has earned since the last call."""
        feats, self._new_feats = self._new_feats, []
        return feats

    def _add_feats(self) -> None:
        """Add the feats that the persons have shown in the deal just finished, and with their matches so far."""
        history, context = self.match.history, self.context
        deal = len(self.match.deal_results())
        for seat, name in self._names().items():
            feats = feats_in_deal(history, deal, seat) if self._last_own_deal is None else []
            if history.game.outcome is not None:
                feats += [feat for feat, one in count_progress(context.statistics, name).items() if one.is_done]
            new = context.earned_feats.add(map(str, feats), name, day_of(context.unix_seconds()))
            if seat == self.match.viewer and not self.match.is_hot_seat:
                self._new_feats += [feat for feat in feats if str(feat) in new]

    def _names(self) -> dict[Seat, str]:
        """Return seat -> name of each person for the statistics, by default from the settings or numbered."""
        match, context = self.match, self.context
        given = {seat: match.chair(seat).name for seat in match.person_seats}
        first, *others = match.person_seats or (match.viewer,)
        names = {first: given.get(first) or context.settings.name}
        return names | {seat: given[seat] or unnamed_person_name(context.words, i) for i, seat in enumerate(others, 1)}
