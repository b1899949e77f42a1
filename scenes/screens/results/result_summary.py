"""Texts and rankings for the results of a deal or a match."""

from collections.abc import Sequence
from itertools import pairwise

from engine.cards import Card
from engine.characters import LEVELS
from engine.game import Standing
from engine.match.match_view import MatchView
from engine.match.record import PERSON
from engine.moves import Seat
from engine.statistics.match_writer import statistics_level, was_helped
from engine.statistics.store import Selection
from scenes.render.expressions import Expression
from scenes.screens.results.score_sheet import rank_seats
from scenes.screens.results.seat_box import SeatResult
from scenes.shell.destinations import DealResult
from scenes.shell.services import Services
from scenes.text import outcome
from scenes.text.catalogue import Words
from scenes.text.dates import day_text
from scenes.text.head_to_head import head_to_head_text
from scenes.text.player_names import players_by_seat
from scenes.text.strength_texts import level_name, opponents_change_text

_MIN_RUN, _MIN_LONGEST_RUN = 2, 3
"""Minimum wins in a row to mention a run, and to mention a new longest run."""


class ResultSummary:
    """Summary of a deal's or match's result: texts, rankings and expressions of the portraits.

    Args:
        services: provides texts, settings and statistics.
        result: the finished deal and its match.
    """

    def __init__(self, services: Services, result: DealResult) -> None:
        match, scored, is_match_over = result.match, result.scored, result.is_match_over
        self.services = services
        self.match, self.scored, self.is_match_over = match, scored, is_match_over
        self.history = match.game.history[: scored.deal]
        self.deciding_cards = scored.deciding_cards
        ranks = {one.deal: one.places for one in match.deal_results()}
        self.ranks_by_deal = tuple(ranks.get(deal, ()) for deal in range(1, len(self.history) + 1))
        """Final rank of each seat, by deal; empty for a deal without ranks, in which only points count."""
        self.is_daily_deal = bool(match.record.daily)
        """Whether the match is a daily deal. It has only one deal."""
        self.first_counted_deal = max(_fresh_starts(match, len(self.history)), default=0) + 1
        """Number of the first deal whose points count: 1, or the one after the match has begun anew."""
        outcome = match.game.outcome
        shows_match = is_match_over and not self.is_daily_deal
        self.winners: tuple[Seat, ...] = outcome.winners if shows_match and outcome else scored.winners
        self.high_wins = bool(self.standings()) or _high_wins(scored.points, scored.winners)
        self.shows_plus = any(point < 0 for points in self.history for point in points)
        self.milestone = (first_win_or_run_text(services, match) or rival_text(services, match)) if shows_match else ""
        self.next_opponents_strength_text = self._next_opponents_strength_text() if shows_match else ""
        """Text about the opponents' strength in the next match at a fair table; empty for none."""

    @property
    def counted_history(self) -> Sequence[tuple[int, ...]]:
        """Points of the deals that count, by seat."""
        return self.history[self.first_counted_deal - 1 :]

    def seats_out_by_deal(self) -> list[frozenset[Seat]]:
        """Return by deal the seats that got no cards, since they were out of the match before."""
        game, found = self.match.game, [set[Seat]() for _ in self.history]
        starts = [0, *_fresh_starts(self.match, len(self.history)), len(self.history)]
        for start, stop in pairwise(starts):
            for seat in range(game.seats):
                if stop < len(self.history) or game.is_out_of_match(seat):  # a match begins anew when all are out
                    last = max((deal for deal in range(start, stop) if self.history[deal][seat]), default=start - 1)
                    for deal in range(last + 1, stop):
                        found[deal].add(seat)
        return list(map(frozenset, found))

    def standings(self) -> list[Standing]:
        """Return all seats' standings after the match, by seat; empty if points count."""
        game = self.match.game
        found = [game.standing(seat, self.first_counted_deal) for seat in range(game.seats)]
        return [one for one in found if one is not None] if self.is_match_over else []

    @property
    def words(self) -> Words:
        """The text catalogue, with the words of the game."""
        return self.services.words.for_game(self.match.game.slug)

    @property
    def _own_seat(self) -> Seat | None:
        """The seat addressed as "you"; None if several persons share the device."""
        return None if self.match.is_hot_seat else self.match.viewer

    def _next_opponents_strength_text(self) -> str:
        record, tables, name = self.match.record, self.services.fair_tables, self.services.settings.name
        return opponents_change_text(
            self.words, record, tables.strength_change(record, name), tables.find(record.game, name)
        )

    def seats_by_standing(self) -> list[Seat]:
        """Return the seats ranked best to last: after one deal by its ranks, else winners first, then by totals."""
        if len(self.ranks_by_deal) == 1 and self.ranks_by_deal[0]:
            return sorted(range(self.match.game.seats), key=lambda seat: (self.ranks_by_deal[0][seat], seat))
        if standings := self.standings():
            return sorted(range(len(standings)), key=lambda seat: (seat not in self.winners, -standings[seat].rank))
        return rank_seats(self.counted_history, self.winners if self.is_match_over else (), high_wins=self.high_wins)

    def deal_ranking(self) -> list[Seat]:
        """Return the seats ranked best to last in this deal alone."""
        ranks = self.scored.places
        if ranks:
            return sorted(range(len(ranks)), key=lambda seat: (ranks[seat], seat))
        return rank_seats([self.scored.points], self.scored.winners, high_wins=self.high_wins)

    def expression_of(self, seat: Seat) -> Expression:
        """Return the expression of a seat's portrait: winners are pleased, a seat that is last alone is dismayed."""
        if seat in self.winners:
            return "pleased"
        last, alone = self._worst_seat()
        return "dismayed" if seat == last and alone and self.winners else "neutral"

    def _worst_seat(self) -> tuple[Seat, bool]:
        """Return a seat with the worst result, and whether it is the only such seat."""
        if len(self.ranks_by_deal) == 1 and self.ranks_by_deal[0]:
            return self.seats_by_standing()[-1], self.ranks_by_deal[0].count(max(self.ranks_by_deal[0])) == 1
        if ranks := [one.rank for one in self.standings()]:
            return ranks.index(min(ranks)), ranks.count(min(ranks)) == 1
        points = list(self.scored.points)
        if self.is_match_over:
            points = list(map(sum, zip(*self.counted_history, strict=True)))
        worst = (min if self.high_wins else max)(points)
        return points.index(worst), points.count(worst) == 1

    def name_or_you(self, seat: Seat) -> str:
        """Return the name of a seat's player; "You" for the only person."""
        if seat == self._own_seat:
            return self.words("app.table.you")
        return players_by_seat(self.match, self.words, self.services.person)[seat].name

    def portrait(self, seat: Seat) -> str:
        return players_by_seat(self.match, self.words, self.services.person)[seat].portrait

    def second_line(self, seat: Seat) -> str:
        """Return the text below a player's name in the results: that the player won, or a bot's level. Empty for a
        person who didn't win.
        """
        chair, words = self.match.chair(seat), self.words
        if seat in self.winners:
            return words("app.results.winner")
        return "" if chair.who == PERSON else level_name(words, chair.level)

    def seat_result(self, seat: Seat) -> SeatResult:
        """Return the data for a seat's box: name, points, rank, total and revealed cards."""
        words, scored, slug = self.words, self.scored, self.match.game.slug
        cards = scored.revealed_hands[seat] if scored.revealed_hands else ()
        revealed_key, second_line = f"{slug}.laid", self.second_line(seat)
        if revealed_key in words:  # games that compare revealed hands
            second_line = words(revealed_key, n=len(cards)) if cards else second_line
        elif any(scored.revealed_hands):
            second_line = self._cards_left_text(cards)
        parts = [
            words(
                "app.results.part",
                name=words(f"{slug}.part.{source.key}"),
                points=self._signed_text(source.points[seat]),
            )
            for source in scored.score_sources
            if source.points[seat]
        ]
        is_only_deal = self.is_match_over and len(self.history) == 1
        return SeatResult(
            seat,
            self.portrait(seat),
            self.name_or_you(seat),
            second_line,
            seat in self.winners,
            scored.points[seat],
            words(f"app.results.place_{scored.places[seat]}") if scored.places else "",
            None if is_only_deal else sum(points[seat] for points in self.counted_history),
            cards,
            tuple(parts),
        )

    def _cards_left_text(self, cards: Sequence[Card]) -> str:
        """Return the text on the number of a seat's cards left, and on how they are counted if that is special."""
        words, game = self.words, self.match.game
        if not cards:
            return words("app.results.out")
        if note := game.describe_cards_left(cards):
            return words(f"{game.slug}.left.{note.key}", **note.placeholders)
        return words("app.results.laid", n=len(cards))

    def _signed_text(self, points: int) -> str:
        return self.words.number(points, signed=True)

    def heading(self) -> str:
        """Return the heading that names the winners of the deal or match."""
        return outcome.outcome_heading(
            self.words,
            self.winners,
            self.name_or_you,
            self._own_seat,
            is_match=self.is_match_over and not self.is_daily_deal,
        )

    def reason_text(self) -> str:
        """Return the text about the reason for the end of the deal, or of the match."""
        words, game = self.words.with_seat_names(self.name_or_you), self.match.game
        ended = game.outcome if self.is_match_over else None
        return outcome.end_reason_text(words, game.slug, self.scored.reason, ended)

    def margin_text(self) -> str:
        """Return a text about the winner's lead. Empty for a single deal, a shared win, or no lead in the totals."""
        if len(self.history) == 1:
            return ""
        totals = [sum(points[seat] for points in self.counted_history) for seat in range(self.match.game.seats)]
        if not self.is_match_over or self.is_daily_deal or len(self.winners) != 1 or len(totals) < 2:
            return ""
        best = totals[self.winners[0]]
        others = [total for seat, total in enumerate(totals) if seat != self.winners[0]]
        ahead = best - max(others) if self.high_wins else min(others) - best
        return self.words("app.results.ahead", n=ahead) if ahead > 0 else ""

    def title_and_deal_text(self) -> str:
        """Return the game's title with the deal's number, the daily deal's date, or the match's number of deals."""
        words, game = self.words, self.match.game
        title = words(f"{game.slug}.title")
        if self.is_daily_deal:
            return words("app.daily.occasion", game=title, date=day_text(words, self.match.record.daily))
        if self.is_match_over:
            return words("app.results.match_over", game=title, n=len(self.counted_history))
        planned = game.deals_planned()
        if planned:
            return words("app.results.deal_over_of", game=title, n=self.scored.deal, total=planned)
        return words("app.results.deal_over", game=title, n=self.scored.deal)


def _fresh_starts(match: MatchView, deals: int) -> list[int]:
    """Return how many deals were over when the match began anew, each time within its first ``deals`` deals."""
    reasons = match.game.fresh_start_reasons
    return [one.deal for one in match.deal_results() if one.reason.key in reasons and one.deal < deals]


def _high_wins(points: Sequence[int], winners: Sequence[Seat]) -> bool:
    """Whether high points win, inferred from the points of a deal's winners; True if undecided."""
    if not winners:
        return True
    best = max(points[seat] for seat in winners)
    return best == max(points) or best != min(points)


def first_win_or_run_text(services: Services, match: MatchView) -> str:
    """Return a line about a first win or a run of wins; empty if there is none.

    Matches with help and hot-seat matches have none.
    """
    words, record = services.words, match.record
    outcome = match.game.outcome
    if outcome is None or outcome.winners != (match.viewer,) or match.is_hot_seat or was_helped(record):
        return ""
    name = match.chair(match.viewer).name or services.settings.name
    selection, title = Selection(name=name, game=record.game), words(f"{record.game}.title")
    totals = services.statistics.totals(selection)
    level = statistics_level(record)
    if totals.won == 1:
        return words("app.stats.news.first", game=title)
    if level in LEVELS and services.statistics.totals(selection._replace(level=level)).won == 1:
        return words("app.stats.news.level", game=title, level=words(f"app.level.{level}"))
    if totals.streak >= _MIN_LONGEST_RUN and totals.streak == totals.best_streak:
        return words("app.stats.news.longest", game=title, n=totals.streak)
    return words("app.stats.news.run", game=title, n=totals.streak) if totals.streak >= _MIN_RUN else ""


def rival_text(services: Services, match: MatchView) -> str:
    """Return a line about the player's matches against a character at the table; empty without any.

    It is the winning character, or else the one who has won most often.
    """
    outcome = match.game.outcome
    if outcome is None or match.is_hot_seat or was_helped(match.record):
        return ""
    name = match.chair(match.viewer).name or services.settings.name
    known = services.statistics.heads_to_heads(match.record.game, name)
    seats = [seat for seat, chair in enumerate(match.record.chairs) if chair.who in known]
    seats = [seat for seat in seats if seat in outcome.winners] or seats
    if not seats:
        return ""
    rival = match.chair(max(seats, key=lambda seat: known[match.chair(seat).who].rival_wins)).who
    return head_to_head_text(services.words, rival, known[rival])
