"""Rules of Gurch: swap, vote, swap again, then play tricks; the lowest final cards win (R1 … R24)."""

from collections.abc import Iterable, Mapping, Sequence
from typing import ClassVar

from engine.cards import SUITS, Card, rank
from engine.events import Amount, DealScored, DecidingCards, Event
from engine.game import STOCK
from engine.games.gurch.feats import FEATS, HABITS
from engine.games.gurch.options import PRESETS, GurchOptions
from engine.games.gurch.piles import (
    HAND,
    MAX_HAND,
    MAX_SWAP,
    MINIGAME_HAND,
    PILE_VISIBILITY,
    PLAYED,
    REJECTED,
    SHOWN,
    SWAPPED,
    TRICK,
    UP_CARD,
)
from engine.games.gurch.plays import (
    MAX_VALUE,
    ORDER,
    ORDER_WITH_TOP_CARD,
    TOP_CARD,
    TOP_VALUE,
    Duty,
    bounds_of_other_values,
    cards_below,
    cards_ruled_out_by_follow,
    duty,
    in_order,
    is_uniform,
    leads,
    rank_of,
    total,
)
from engine.games.gurch.scoring import cucumber_winners, next_hand_size, seats_left, settle_points
from engine.games.gurch.swap_rounds import SwapRounds
from engine.moves import TABLE, Move, Note, Pile, Refusal, Seat

MIN_BIG_TRICK = 3
"""Minimum number of cards led for a trick that raises the tension."""
MAX_MINIGAME_REPEATS = 3
"""Maximum repeats of a minigame between tied seats; then drawing cards decides."""
CARD_QUESTIONS = frozenset({"start", "first", "second", "once", "discard", "play"})
"""Kinds of question that are answered with cards."""


class Gurch(SwapRounds):
    """A match of Gurch.

    After the questions of ``SwapRounds`` come those of the tricks, ``play``. A minigame begins with ``mini`` to each
    tied seat.
    """

    slug = "gurch"
    seats_allowed = range(2, 7)
    seats_default = 4
    max_deals = 100
    """The largest ``cap``; see ``deal_limit``."""
    visibility: ClassVar = PILE_VISIBILITY
    verbs: ClassVar = {
        "start": ("start", "swap"),
        "first": ("swap", "pat"),
        "vote": ("vote",),
        "second": ("swap", "keep"),
        "shown": ("take", "reject", "keep"),
        "discard": ("discard",),
        "once": ("swap", "keep"),
        "play": ("play",),
        "mini": ("keep", "renew"),
    }
    ask_rules: ClassVar = {
        "start": "gurch.R5",
        "first": "gurch.R6",
        "vote": "gurch.R8",
        "second": "gurch.R10",
        "shown": "gurch.R11",
        "discard": "gurch.R11",
        "once": "gurch.R5",
        "play": "gurch.R15",
        "mini": "gurch.R24",
    }
    end_rule = "gurch.R23"
    Options = GurchOptions
    presets = PRESETS
    counted_events: ClassVar = {
        "sacrifice": ("asked:low", "asked:low_card", "asked:low_top", "asked:ace"),
        "mixed": ("said:mixed", "said:mixed_top"),
        "pat": ("said:pat",),
        "tie_break": ("said:mini_low", "said:mini_high"),
        "shared": ("end:shared",),
        "out": ("said:out", "said:top_out"),
    }
    feats = FEATS
    habits = HABITS
    explaining_events: ClassVar = {
        "sacrifice": ("own:asked:low", "own:asked:low_card", "own:asked:low_top", "own:asked:ace"),
        "other_sacrifices": ("other:asked:low", "other:asked:low_card", "other:asked:low_top", "other:asked:ace"),
        "mixed": ("own:said:mixed", "own:said:mixed_top"),
        "other_mixes": ("other:said:mixed", "other:said:mixed_top"),
        "highest": ("own:said:lost", "own:said:penalty", "own:said:top_lost", "own:said:top_out"),
    }
    browsable_piles = frozenset({"rejected"})
    redundant_notes = frozenset({"play", "top", "swap", "look", "take", "discard", "drew"})
    leader: Seat
    winning_seat: Seat
    """The seat that is winning the trick."""
    winning_value: int
    """Value of the winning play."""
    led_value: int
    """Value of the cards led."""
    led_count: int
    """Number of cards led; 0 before the lead."""
    lowest_total_seats: tuple[Seat, ...]
    """Seats tied for the lowest total; after the tie-break the winner."""
    highest_total_seats: tuple[Seat, ...]
    """Seats tied for the highest total; after the tie-break the loser."""
    totals: tuple[int, ...]
    """By seat, the total of the final round; 0 before."""
    contest: str
    """The tie that the current minigame breaks: ``low`` or ``high``; empty outside minigames."""
    repeats: int
    """Number of repeats of this minigame."""
    last_leader: Seat
    """The leader of the deal's final round."""
    last_plays: tuple[tuple[Card, ...], ...]
    """By seat, its cards in the final round; empty before."""
    cards_deciding_lowest: tuple[tuple[Card, ...], ...]
    """By seat, the cards that decided the lowest total; empty before, and for seats without a part in it."""
    carried: int
    """Prize carried over from tied deals (R24)."""
    deciding_round: str
    """Origin of ``cards_deciding_lowest``: ``is_last_trick`` (final round), ``mini`` or ``draw``; empty before."""

    # --- the deal (R2 … R4) ---------------------------------------------------------------------------------------

    def deal(self) -> None:
        """Deal the hands, the last card of each seat up, one at a time from the dealer's left.

        The highest up-card starts, or the seat on the dealer's left.
        """
        losers, last_plays = (self.highest_total_seats, self.last_plays) if self.history else ((), ())
        self.carried = self.carried if self.history else 0
        self.players, self.contest = self._seats_in_match(), ""
        self._choose_dealer(losers)
        order = self._clockwise_from(self.dealer + 1)
        self.hand_size = self._find_hand_size(losers, last_plays)
        self.collect_and_shuffle()
        for pile in (*TRICK[: self.seats], SWAPPED, SHOWN, REJECTED, PLAYED):
            self.piles.setdefault(pile, ())
        self.starter_swap_count = self.voted_number = self.repeats = 0
        self.swappers, self.pending, self.lowest_total_seats, self.highest_total_seats = (), (), (), ()
        self.votes = self.totals = (0,) * self.seats
        self.last_leader = TABLE
        self.last_plays = self.cards_deciding_lowest = ((),) * self.seats
        self.deciding_round = ""
        if self.options.starter == "up_card":
            self.deal_rows(*(HAND,) * (self.hand_size - 1), UP_CARD, order=order)
            values = self.card_values
            self.starter = max(order, key=lambda seat: (values[self.piles[UP_CARD[seat]][0]], order.index(seat)))
            highest = self.piles[UP_CARD[self.starter]][0]
            is_top = values[highest] == TOP_VALUE
            note = Note("starts_top", {"card": highest}) if is_top else Note("starts", {"rank": rank(highest)})
        else:
            self.deal_rows(*(HAND,) * self.hand_size, order=order)
            self.starter, note = order[0], Note("starts_left")
        self._reset_trick(self.starter)
        self.announce(self.starter, note)
        self._begin_swaps()

    def _seats_in_match(self) -> tuple[Seat, ...]:
        """Return the seats that are not out of the match by their penalty points (R23)."""
        if self.options.penalty_limit:
            return seats_left(self.scores, self.options.penalty_limit)
        return tuple(range(self.seats))

    def _choose_dealer(self, losers: Sequence[Seat]) -> None:
        """Choose the dealer (R4): the next seat in the match, or by a house rule the last deal's loser."""
        if self.options.next_hand == "loser_card" and losers:
            self.dealer = self._clockwise_from(self.dealer + 1, losers)[0]
        else:
            self.choose_dealer()
        if self.dealer not in self.players:
            self.dealer = self.next_seat(self.dealer)

    def _find_hand_size(self, losers: Sequence[Seat], last_plays: Sequence[Sequence[Card]]) -> int:
        """Return the number of cards dealt to each seat (R2); a voted swap needs cards that stay in the pack."""
        if self.options.next_hand == "same" or not losers:
            return self.options.hand
        loser = max(losers, key=lambda seat: total(last_plays[seat], self.card_values))
        return next_hand_size(
            last_plays[loser],
            len(self.players),
            spare_cards=MAX_SWAP if self.options.swaps == "vote" else 0,
            values=self.card_values,
        )

    def _reset_trick(self, leader: Seat) -> None:
        """Reset the state of the trick for a new lead by this seat; ask no seat and move no cards."""
        self.leader = self.winning_seat = leader
        self.winning_value = self.led_value = self.led_count = 0

    # --- legal moves ----------------------------------------------------------------------------------------------

    def sources(self, seat: Seat) -> tuple[Pile, ...]:
        """Return a seat's piles to play from: hand and up-card, if present (R2); none for questions without cards."""
        if self.ask is None or self.ask.what not in CARD_QUESTIONS:
            return ()
        return (HAND[seat], UP_CARD[seat]) if self.piles.get(UP_CARD[seat]) else (HAND[seat],)

    def max_pile_size(self, pile: Pile) -> int:
        """Limit a hand of Gurch to the cards dealt (R2), and one more before a discard."""
        if pile.kind != "hand":
            return super().max_pile_size(pile)
        return max(MINIGAME_HAND, min(self.hand_size, MAX_HAND)) + (self.ask is not None and self.ask.what == "discard")

    def duty(self, seat: Seat) -> Duty:
        """Return a seat's duty as a follower in the current trick, and all plays that fulfil it (R16 … R19)."""
        values, options = self.card_values, self.options
        held = in_order(self.piles[HAND[seat]], values)
        if options.aces != "ordinary" and self._must_play_lowest(seat):
            return Duty("ace", [tuple(held[: self.led_count])])
        return duty(
            held,
            self.led_count,
            self.value_to_match,
            value_to_beat=self.led_value if options.benchmark == "single_lead" else 0,
            equal=options.equal_and_sacrifice,
            free=options.ducking,
            any_ranks=options.set_cards == "each",
            values=values,
        )

    def _must_play_lowest(self, seat: Seat) -> bool:
        """Whether an ace forces a follower to play its lowest cards (R19): the lead, or the play just before."""
        if self.options.aces == "led":
            return self.led_value == MAX_VALUE
        before = self.piles[TRICK[self.players[self.players.index(seat) - 1]]]
        return self.options.aces == "after" and {self.card_values[card] for card in before} == {MAX_VALUE}

    @property
    def value_to_match(self) -> int:
        """Card value that a follower's set has to match or beat, 2 … 14 or 21; 0 before the lead."""
        return self.led_value if self.options.benchmark == "lead" else self.winning_value

    @property
    def value_to_beat(self) -> int:
        """Card value that a follower's single card has to beat (R18), 2 … 14; 0 before the lead."""
        return self.winning_value if self.options.benchmark == "current" else self.led_value

    def legal_moves(self, seat: Seat) -> list[Move]:
        """List a seat's legal moves from low to high; ``start`` comes before swaps, ``pat`` and ``keep`` after them."""
        if self.ask is None or seat not in self.seats_to_act():
            return []
        what = self.ask.what
        if what == "play":
            plays = self.duty(seat).plays if self.led_count else self._leads(seat)
            return [Move(seat, "play", tuple(sorted(cards))) for cards in plays]
        if what == "mini":
            return [Move(seat, "keep"), Move(seat, "renew")]
        return self.swap_moves(seat, what)

    def _leads(self, seat: Seat) -> list[tuple[Card, ...]]:
        plays = leads(in_order(self.piles[HAND[seat]], self.card_values), self.card_values)
        return plays if self.options.leads == "sets" else [cards for cards in plays if len(cards) == 1]

    def equivalence_key(self, card: Card) -> int:
        """Return the value of a card as its equivalence key, as suits mean nothing else in Gurch (R1)."""
        return self.card_values[card]

    def sort_key(self, card: Card) -> int:
        """Return a card's sort key in a hand of Gurch, from 2 to ace, or to the top card."""
        return (ORDER if self.options.top_card == "none" else ORDER_WITH_TOP_CARD)[card]

    def cards_revealed_at_end(self, seat: Seat) -> Sequence[Card]:
        """Return a seat's cards of the final round (R23), even after a minigame has collected them."""
        return self.last_plays[seat]

    def amounts(self, event: Event, lying: Sequence[Card] = ()) -> tuple[Amount, ...]:
        """Return the points of a scored deal; a prize is the sum of the highest cards of the final round (R23)."""
        found = super().amounts(event)
        if not found or not isinstance(event, DealScored):
            return found
        values = self.card_values
        totals = [total(cards, values) for cards in event.revealed_hands]
        payer = totals.index(max(totals))
        terms = tuple(values[card] for card in event.revealed_hands[payer])
        return tuple(
            amount._replace(terms=terms if amount.total > 0 else tuple(-value for value in terms), pile=TRICK[payer])
            if abs(amount.total) == totals[payer]
            else amount
            for amount in found
        )

    def question_rule(self) -> str:
        """Return the id of the rule of the open question; that of leads (R14) before the lead."""
        is_lead = self.ask is not None and self.ask.what == "play" and not self.led_count
        return "gurch.R14" if is_lead else super().question_rule()

    def check_rules(self, move: Move) -> Refusal | None:
        """Return the reason why a move breaks the rules of Gurch (R5 … R19); None if legal."""
        assert self.ask is not None
        if (move.cards and move.verb not in ("swap", "play", "discard")) or (move.to != -1 and move.verb != "vote"):
            return Refusal("", "not_now", {"verb": move.verb})
        if move.verb == "play":
            return self._refuse_follow(move) if self.led_count else self._refuse_lead(move)
        return self.refuse_in_swaps(move)

    def _refuse_lead(self, move: Move) -> Refusal | None:
        """Refuse to lead a trick with other cards than one to four of one rank, or than one (R14)."""
        if not move.cards:
            return Refusal("gurch.R14", "no_card")
        if self.options.leads == "singles" and len(move.cards) > 1:
            return Refusal("gurch.R14", "lead_single")
        return None if is_uniform(move.cards, self.card_values) else Refusal("gurch.R14", "lead_unequal")

    def _refuse_follow(self, move: Move) -> Refusal | None:
        """Refuse a follower's cards that do not fulfil its duty in the trick (R15 … R19), ignoring suits."""
        count, values = self.led_count, self.card_values
        if len(move.cards) != count:
            return Refusal("gurch.R15", "as_many", {"n": count})
        kind, plays = self.duty(move.seat)
        chosen = sorted([values[card] for card in move.cards])
        if any(sorted([values[card] for card in cards]) == chosen for cards in plays):
            return None
        if kind == "win" and values[plays[0][0]] == TOP_VALUE:
            return Refusal("gurch.R17", "must_win_top", {"card": TOP_CARD})
        if kind == "win":
            return Refusal("gurch.R17", "must_win", {"n": count, "rank": rank(plays[0][0])})
        if kind in ("low", "ace"):
            key = "ace" if kind == "ace" else "lowest_card" if count == 1 else "lowest_cards"
            return Refusal("gurch.R19", key, {"n": count, "rank": rank(plays[0][0])})
        if kind == "duck":
            return Refusal("gurch.R17", "duck", {"n": count, "rank": rank_of(self.value_to_match)})
        bar = self.value_to_beat
        least = bar if self.options.equal_and_sacrifice else bar + 1
        held = self.cards(HAND[move.seat])
        highs = sorted({values[card] for card in held if values[card] >= least})
        figures: dict[str, int] = {"n": count - 1, "rank_low": rank_of(highs[0]), "rank_top": rank_of(bar)}
        figures |= {"card": TOP_CARD} if highs[-1] == TOP_VALUE else {"rank": rank_of(highs[-1])}
        if kind == "duck_beat":
            return Refusal("gurch.R18", "duck_beat", figures)
        if any(values[card] >= least for card in move.cards):
            return Refusal("gurch.R18", "beat_with_lowest", figures)
        if highs[-1] == TOP_VALUE:
            return Refusal("gurch.R18", "must_beat_top" if len(highs) == 1 else "must_beat_or_top", figures)
        return Refusal("gurch.R18", f"must_beat_{min(len(highs), 3)}", figures)

    # --- tricks (R13 … R21) ---------------------------------------------------------------------------------------

    def _begin_play(self) -> None:
        """Begin the tricks of Gurch: take the remaining up-cards into the hands; the starter leads (R13)."""
        for seat in range(self.seats):
            self.shift(self.cards(UP_CARD[seat]), UP_CARD[seat], HAND[seat], "take")
        self.ask_seats("play", self.starter)

    def on_play(self, move: Move) -> None:
        """Play a seat's cards on the trick; the last play ends the trick."""
        self._lay(move)
        following = self.players[(self.players.index(move.seat) + 1) % len(self.players)]
        if following != self.leader and self.piles[HAND[self.leader]]:
            self.ask_seats("play", following)
            return
        if following != self.leader:  # the leader has no cards left: all others play their hands (R22)
            self._lay_all(self._clockwise_from(self.leader)[1:])
        elif self.piles[HAND[self.leader]] and not (self.contest and self.options.minigame == "one_trick"):
            self._sweep_and_reset_trick()
            if len(self.piles[HAND[self.leader]]) > 1:
                self.ask_seats("play", self.leader)
                return
            self._lay_all(self._clockwise_from(self.leader))
        self._compare_final_totals()

    def _lay_all(self, seats: Iterable[Seat]) -> None:
        """Play the whole hands of these seats in the final round, where they have no other choice."""
        for seat in seats:
            self._lay(Move(seat, "play", tuple(in_order(self.piles[HAND[seat]], self.card_values))))

    def _lay(self, move: Move) -> None:
        """Put a seat's cards on the table as its play on the trick.

        The seat is winning the trick if its cards are a set (R16) and at least as high as the best play (R21).
        """
        seat, cards = move.seat, move.cards
        self.announce_move(move)
        if len(cards) == len(self.piles[HAND[seat]]) and not self.led_count and not self.contest:
            self.announce(seat, Note("last"))
        if self.led_count and len(self.piles[HAND[seat]]) > len(cards):
            excluded = self._cards_ruled_out_by(seat, cards)
            if excluded and not excluded <= self.ruled_out_cards(seat):
                self.rule_out(seat, excluded)
        self.shift(cards, HAND[seat], TRICK[seat], "play")
        if not self.led_count:
            value = self.card_values[cards[0]]
            self.led_count, self.led_value, self.winning_value, self.winning_seat = len(cards), value, value, seat
        elif value := self.find_winning_value(cards):
            self.winning_value, self.winning_seat = value, seat

    def find_winning_value(self, cards: Sequence[Card], best: int | None = None) -> int:
        """Return the value for others to beat if these cards beat the best play of a trick so far (R16, R21), else 0.

        Args:
            cards: the cards played.
            best: value of the best play so far, 0 for none; None for that of the current trick.
        """
        best = self.winning_value if best is None else best
        if len(cards) == 1:
            value = self.card_values[cards[0]]
            return value if value >= best else 0
        played = sorted([self.card_values[card] for card in cards])
        is_set = played[0] == played[-1] or self.options.set_cards == "each"
        return played[-1] if is_set and played[0] >= best else 0

    def _cards_ruled_out_by(self, seat: Seat, cards: Sequence[Card]) -> frozenset[Card]:
        """Return the cards that a seat cannot hold after it followed with these."""
        options = self.options
        if options.aces != "ordinary" and self._must_play_lowest(seat):
            return cards_below(cards, self.card_values)
        return cards_ruled_out_by_follow(
            cards,
            self.value_to_match,
            value_to_beat=self.led_value if options.benchmark == "single_lead" else 0,
            equal=options.equal_and_sacrifice,
            free=options.ducking,
            any_ranks=options.set_cards == "each",
            values=self.card_values,
        )

    def _sweep_and_reset_trick(self) -> None:
        """Move the finished trick to the played cards; its winner leads the next one (R21)."""
        for seat in self.players:
            self.shift(self.piles[TRICK[seat]], TRICK[seat], PLAYED, "sweep")
        self._reset_trick(self.winning_seat)

    def possible_card_value_bounds(self, seat: Seat) -> tuple[int, int]:
        """Return the lowest and the highest card value possible in a seat's hand, 2 … 14 or 21, by public knowledge."""
        return bounds_of_other_values(self.ruled_out_cards(seat), has_top_card=self.options.top_card != "none")

    # --- the final round, minigames, scoring (R22 … R24) ----------------------------------------------------------

    def _compare_final_totals(self) -> None:
        """Compare the seats' totals after the final round of a deal or minigame, then break ties or score the deal."""
        totals = {seat: total(self.piles[TRICK[seat]], self.card_values) for seat in self.players}
        lowest, highest = min(totals.values()), max(totals.values())
        low = tuple(seat for seat in self.players if totals[seat] == lowest)
        high = tuple(seat for seat in self.players if totals[seat] == highest)
        if not self.contest:
            self.totals, self.last_leader = tuple(totals.get(seat, 0) for seat in range(self.seats)), self.leader
            self.last_plays = self.cards_deciding_lowest = tuple(self.piles[TRICK[seat]] for seat in range(self.seats))
            self.deciding_round = "last"
            self.lowest_total_seats = low
            self.highest_total_seats = () if low == high and not self.options.loser_pays else high
            if self.options.penalty_limit:
                self.highest_total_seats = high
                self._score_penalty()
            else:
                self._break_ties_or_score()
        else:
            plays = {seat: self.piles[TRICK[seat]] for seat in self.players}
            self._record_and_break_ties(low if self.contest == "low" else high, plays, "mini")

    def _record_and_break_ties(
        self, seats: tuple[Seat, ...], plays: Mapping[Seat, tuple[Card, ...]], decider: str
    ) -> None:
        """Record the seats still tied after a minigame or a draw, with their cards; then break ties or score."""
        if self.contest == "low":
            self.lowest_total_seats = seats
            self.cards_deciding_lowest, self.deciding_round = (
                tuple(plays.get(seat, ()) for seat in range(self.seats)),
                decider,
            )
        else:
            self.highest_total_seats = seats
        self._break_ties_or_score()

    def _break_ties_or_score(self) -> None:
        """Start a minigame if seats are tied, first for the lowest total; otherwise score the deal."""
        if self.options.tie_break == "minigame":
            if len(self.lowest_total_seats) > 1:
                self._start_minigame("low", self.lowest_total_seats)
                return
            self.highest_total_seats = tuple(
                seat for seat in self.highest_total_seats if seat not in self.lowest_total_seats
            )
            if len(self.highest_total_seats) > 1 and self._is_loser_needed():
                self._start_minigame("high", self.highest_total_seats)
                return
        if self.options.tie_break == "carry" and len(self.lowest_total_seats) > 1 and not self._is_last_deal():
            self._carry_prize()
        else:
            self._score()

    def _is_loser_needed(self) -> bool:
        """Whether a minigame breaks a tie for the highest total: the loser pays or deals next, or it always does."""
        rules = self.options
        return rules.loser_minigame == "always" or rules.loser_pays or rules.next_hand == "loser_card"

    def _is_last_deal(self) -> bool:
        """Whether no deal follows this one whatever its points are."""
        return self.single_deal or self.deal_number in (self.deals_planned(), self.deal_limit())

    def _start_minigame(self, contest: str, tied: tuple[Seat, ...]) -> None:
        """Start a minigame of Gurch: deal three cards of a new pack to each tied seat (R24).

        After too many repeats, draw cards instead.
        """
        again = contest == self.contest
        self.repeats = self.repeats + 1 if again else 0
        first = self.leader if again else self.last_leader
        self.contest, self.players = contest, tied
        self.leader = self._clockwise_from(first)[0]
        self.announce(TABLE, Note(f"mini_{contest}" + ("_again" if again else ""), {"n": len(tied)}), loud=True)
        self.collect_and_shuffle()
        if self.repeats > MAX_MINIGAME_REPEATS:
            self._break_tie_by_drawing(tied)
            return
        self._reset_trick(self.leader)
        self.pending = self._clockwise_from(self.leader)
        self.deal_rows(*(HAND,) * MINIGAME_HAND, order=self.pending)
        self.ask_seats("mini", self.leader)

    def _break_tie_by_drawing(self, tied: tuple[Seat, ...]) -> None:
        """Draw a card for each tied seat, until a single seat has the lowest or the highest card."""
        drawn: dict[Seat, tuple[Card, ...]] = {}
        while len(tied) > 1:
            if len(self.piles[STOCK]) < len(tied):
                self.collect_and_shuffle()
            drawn = {}
            for seat in tied:
                drawn[seat] = self.draw(1, STOCK, TRICK[seat], "draw")
                self.announce(seat, Note("drew", {"card": drawn[seat][0]}))
            values = {seat: total(cards, self.card_values) for seat, cards in drawn.items()}
            wanted = min(values.values()) if self.contest == "low" else max(values.values())
            tied = tuple(seat for seat in tied if values[seat] == wanted)
        self._record_and_break_ties(tied, drawn, "draw")

    def on_mini(self, move: Move) -> None:
        """Keep a seat's three cards in a minigame, or replace them by three new ones.

        After the last seat, the first tied seat leads.
        """
        self.announce_move(move)
        self.pending = self.pending[1:]
        if move.verb == "renew":
            self.shift(self.piles[HAND[move.seat]], HAND[move.seat], SWAPPED, "swap")
            self.draw(MINIGAME_HAND, STOCK, HAND[move.seat])
        if self.pending:
            self.ask_seats("mini", self.pending[0])
        else:
            self.ask_seats("play", self.leader)

    def _score(self) -> None:
        """Score a deal of Gurch: the lowest total gets the points of the highest (R23). Losers pay by a house rule."""
        prize, self.carried = max(self.totals) + self.carried, 0
        share = prize // len(self.lowest_total_seats)
        losers = self._clockwise_from(self.dealer + 1, set(self.highest_total_seats) - set(self.lowest_total_seats))
        points = settle_points(self.seats, share, self.lowest_total_seats, losers, losers_pay=self.options.loser_pays)
        figures = {"seat": self.lowest_total_seats[0], "n": self.totals[self.lowest_total_seats[0]], "prize": share}
        if len(losers) == 1:
            figures["seat_loser"] = losers[0]
            self.announce(losers[0], Note("lost", figures))
        reason = "won" if len(self.lowest_total_seats) == 1 else "shared"
        self._charge_top_card(points)
        named = figures if reason == "won" else {**figures, "seats": self.lowest_total_seats}
        self.announce(self.lowest_total_seats[0], Note(reason, named), loud=True)
        if reason == "won" and self.options.loser_pays and len(losers) == 1:
            reason = "won_paid"
        self.end_deal(points, self.lowest_total_seats, reason, figures, deciding_cards=self._find_deciding_cards())

    def _carry_prize(self) -> None:
        """End a deal that is tied for the lowest total without points: the prize goes to the next one (R24)."""
        self.carried += max(self.totals)
        figures = {"n": self.totals[self.lowest_total_seats[0]], "prize": self.carried}
        points = [0] * self.seats
        self._charge_top_card(points)
        named = {**figures, "seats": self.lowest_total_seats}
        self.announce(self.lowest_total_seats[0], Note("carried", named), loud=True)
        self.end_deal(points, (), "carried", figures)

    def _seat_with_top_card(self) -> Seat | None:
        """Return the seat that played the top card of a house rule in the final round (R1); None for none."""
        if self.options.top_card == "none":
            return None
        return next((seat for seat, cards in enumerate(self.last_plays) if TOP_CARD in cards), None)

    def _charge_top_card(self, points: list[int]) -> None:
        """Take the value of the top card from the points of the seat that played it in the final round (R1)."""
        seat = self._seat_with_top_card()
        if seat is not None:
            points[seat] -= TOP_VALUE
            self.announce(seat, Note("top_lost", {"card": TOP_CARD, "n": TOP_VALUE}))

    def _score_penalty(self) -> None:
        """Score a deal by the rules of Cucumber (R23): the seats with the highest total get it as penalty points.

        By a house rule, the seat with the top card gets at least as many as put it out of the match (R1).
        """
        losers = self._clockwise_from(self.dealer + 1, self.highest_total_seats)
        penalty = self.totals[losers[0]]
        points = [-penalty * (seat in losers) for seat in range(self.seats)]
        limit, top_seat = self.options.penalty_limit, self._seat_with_top_card()
        if top_seat is not None:
            points[top_seat] = min(points[top_seat], -limit - self.scores[top_seat])
        figures = {"seat": losers[0], "n": penalty}
        for seat in losers[1:]:
            self.announce(seat, Note("penalty", {**figures, "seat": seat}))
        reason, shown = "penalty", figures
        if len(losers) > 1:
            reason, shown = "penalties", {**figures, "seat_loser": losers[1]}
        self.announce(losers[0], Note(reason, shown), loud=True)
        for seat in self._clockwise_from(self.dealer + 1):
            if points[seat] and self.scores[seat] + points[seat] <= -limit:
                self.announce(seat, Note("top_out", {"card": TOP_CARD}) if seat == top_seat else Note("out"))
        self.end_deal(points, (), reason, figures, deciding_cards=self._find_penalty_cards(losers))

    def _find_penalty_cards(self, losers: Sequence[Seat]) -> tuple[DecidingCards, ...]:
        """Return the cards that decided a deal by the rules of Cucumber, those with the highest total."""
        if self.events is None:
            return ()
        key = "highest" if len(losers) == 1 else "highest_together"
        cards = tuple(card for seat in losers for card in in_order(self.last_plays[seat], self.card_values))
        return (DecidingCards(losers[0], cards, Note(key, {"seat": losers[0], "n": self.totals[losers[0]]})),)

    def _find_deciding_cards(self) -> tuple[DecidingCards, ...]:
        """Return the cards that decided a deal: those of the loser or nearest tied rival, then of the single winner."""
        if self.events is None or len(self.lowest_total_seats) != 1:
            return ()
        (winner,) = self.lowest_total_seats
        if self.deciding_round == "last":
            beaten, keys = self.highest_total_seats if len(self.highest_total_seats) == 1 else (), ("highest", "lowest")
        else:
            rivals = [seat for seat, cards in enumerate(self.cards_deciding_lowest) if cards and seat != winner]
            beaten = (min(rivals, key=lambda seat: total(self.cards_deciding_lowest[seat], self.card_values)),)
            keys = ("mini_next", "mini_lowest") if self.deciding_round == "mini" else ("drew_next", "drew_lowest")
        found = []
        for seat, key in (*((seat, keys[0]) for seat in beaten), (winner, keys[1])):
            cards = tuple(in_order(self.cards_deciding_lowest[seat], self.card_values))
            note = Note(key, {"seat": seat, "n": total(cards, self.card_values)})
            found.append(DecidingCards(seat, cards, note, is_beaten=seat != winner))
        return tuple(found)

    def match_winners(self) -> tuple[Seat, ...]:
        """Return the winner of a match, the single best seat at the target; all best seats after its last deal.

        With penalty points the last seat left in the match wins.
        """
        is_last = bool(self.history) and len(self.history) == self.deals_planned()
        if self.options.penalty_limit:
            points = self.history[-1] if self.history else self.scores
            return cucumber_winners(self.scores, points, self.options.penalty_limit, is_last=is_last)
        most = max(self.scores)
        champions = tuple(seat for seat in range(self.seats) if self.scores[seat] == most)
        if self.deals_planned():
            return champions if is_last else ()
        return champions if most >= self.options.target and len(champions) == 1 else ()

    def measure_deal(self) -> tuple[int, ...]:
        """Return the negative value of each seat's lowest card; the lowest measure for a seat without cards."""
        hands = [[self.card_values[card] for card in self.piles[HAND[seat]]] for seat in range(self.seats)]
        return tuple(-min(hand, default=TOP_VALUE + 1) for hand in hands)

    @classmethod
    def goal_text_key(cls, options: GurchOptions) -> str:
        """Return the key of the text that says how to win Gurch: a prize, or the fewest penalty points."""
        return "goal_penalty" if options.penalty_limit else "goal"

    def deals_planned(self) -> int:
        """Return the number of deals of a match; 0 for a match up to a target or until one seat is left."""
        if self.options.deals or self.options.penalty_limit:
            return self.options.deals
        return 1 if self.options.target == 0 else 0

    def deal_limit(self) -> int:
        """Return the maximum number of deals of a match without a fixed number (house rule ``cap``)."""
        return 0 if self.options.deals else self.options.cap

    def deal_point_limits(self) -> tuple[int, int]:
        """Return limits from the highest total of a play and the prize carried so far, by the house rules (R23)."""
        rules, has_top_card = self.options, self.options.top_card != "none"
        most_cards = len(SUITS) if rules.leads == "sets" else 1
        highest_total = most_cards * MAX_VALUE + has_top_card * (TOP_VALUE - MAX_VALUE)
        if rules.penalty_limit:
            return -max(highest_total, has_top_card * rules.penalty_limit), 0
        prize = highest_total + self.carried
        return -prize * rules.loser_pays - TOP_VALUE * has_top_card, prize

    def target_score(self) -> int:
        """Return the points that win the match; 0 for a fixed number of deals, and with penalty points."""
        return 0 if self.options.deals or self.options.penalty_limit else self.options.target

    def are_deals_won_separately(self) -> bool:
        """Whether deals have winners; with penalty points they only have losers."""
        return not self.options.penalty_limit and super().are_deals_won_separately()

    def seats_winning_trick(
        self, plays: Sequence[tuple[Seat, Sequence[Card]]], *, is_last_trick: bool
    ) -> tuple[Seat, ...]:
        """Return the seat winning a trick, the last of equal plays (R21).

        In the last trick of the deal, return the seats with the lowest total (R22), or none where nobody wins it.
        """
        values = self.card_values
        if is_last_trick and self.options.penalty_limit:
            return ()
        if is_last_trick:
            least = min(total(cards, values) for _, cards in plays)
            return tuple(seat for seat, cards in plays if total(cards, values) == least)
        best: tuple[Seat, ...] = ()
        bar = 0
        for seat, cards in plays:
            if value := self.find_winning_value(cards, bar):
                best, bar = (seat,), value
        return best

    def tension(self, seat: Seat) -> float:
        """Return the importance of a seat's decision: at least 0.5 for a lead and if plays have three or more cards."""
        small = 0 < self.led_count < MIN_BIG_TRICK
        return max(super().tension(seat), 0.0 if small else 0.5)

    def is_out(self, seat: Seat) -> bool:
        """Whether a seat does not take part in the current minigame of Gurch, or is out of the match."""
        return seat not in self.players

    def is_out_of_match(self, seat: Seat) -> bool:
        """Whether a seat has reached the penalty limit, if there is one."""
        return seat not in self._seats_in_match()

    # --- texts ----------------------------------------------------------------------------------------------------

    def facts(self, seat: Seat) -> tuple[Note, ...]:
        """Return the facts about a seat for its name plate: points, or penalty points and their limit."""
        if not self.options.penalty_limit:
            return super().facts(seat)
        return (Note("penalty", {"n": -self.scores[seat], "limit": self.options.penalty_limit}),)

    def pile_fact(self, pile: Pile) -> Note | None:
        """Return the prize carried over from tied deals, shown at the stock; None for other piles."""
        return Note("carried", {"n": self.carried}) if self.carried and pile == STOCK else None

    def hand_worth(self, seat: Seat) -> Note | None:
        """Return how many cards of a seat that leads are safe, and how many are in danger.

        A card is safe if at most a quarter of the cards that others may hold are higher, so that it wins or matches
        most plays, or if at most a quarter are lower, so that it does well in the last trick.
        """
        if self.ask is None or self.ask.what != "play" or self.led_count or self.contest:
            return None
        values, held = self.card_values, self.cards(HAND[seat])
        gone = {card for pile, lying in self.piles.items() if pile.kind != "hand" for card in lying} | {*held}
        others = [values[card] for card in self.deck(self.seats) if card not in gone]
        safe = [
            card
            for card in held
            if 4 * min(sum(other > values[card] for other in others), sum(other < values[card] for other in others))
            <= len(others)
        ]
        return Note("hand", {"safe": len(safe), "danger": len(held) - len(safe)})

    def prompt_for(self, seat: Seat) -> Note:
        """Return the prompt for a seat's task in Gurch; ``wait`` if it is not asked."""
        if self.ask is None or seat not in self.seats_to_act():
            return Note("wait")
        what = self.ask.what
        if what == "play":
            return self._play_prompt(seat)
        return Note(f"mini_{self.contest}") if what == "mini" else self.swap_prompt(seat, what)

    def _play_prompt(self, seat: Seat) -> Note:
        count = self.led_count
        if not count:
            return Note("lead" if self.options.leads == "sets" else "lead_single")
        kind, plays = self.duty(seat)
        if self.value_to_match == TOP_VALUE:
            return Note("low_top", {"card": TOP_CARD, "rank_low": rank(plays[0][0])})
        figures = {"n": count, "rank": rank_of(self.value_to_match)}
        if kind == "win" and count > 1 and self.options.set_cards == "each":
            return Note("win_each", figures)
        if kind == "win" and self.value_to_match == max(self.card_values):
            return Note("win_ace", figures)
        if kind in ("win", "duck"):
            return Note(kind, figures)
        if kind == "ace":
            return Note(kind, {**figures, "rank_low": rank(plays[0][0])})
        if kind == "low":
            return Note("low" if count > 1 else "low_card", {**figures, "rank_low": rank(plays[0][0])})
        beaten = {"n": count - 1, "rank": rank_of(self.value_to_beat)}
        if kind == "duck_beat":
            return Note(kind, beaten)
        return Note("beat_equal" if self.options.equal_and_sacrifice else "beat", beaten)

    def describe(self, move: Move) -> Note:
        """Describe a seat's move in Gurch; swapped cards are not named."""
        if move.verb != "play":
            return Note(move.verb, {"n": move.to if move.verb == "vote" else len(move.cards)})
        values = self.card_values
        cards = in_order(move.cards, values)
        is_top = bool(cards) and values[cards[-1]] == TOP_VALUE
        if is_top and len(cards) == 1:
            return Note("top", {"card": cards[0], "cards": move.cards})
        if not cards or is_uniform(cards, values):
            return Note("play", {"n": len(cards), "rank": rank(cards[-1]) if cards else 0, "cards": move.cards})
        figures = {"n": len(cards) - 1, "rank_low": rank(cards[0]), "cards": move.cards}
        if self.options.set_cards == "each":
            return Note("several", {**figures, "rank": rank(cards[-1])})
        if is_top:
            return Note("mixed_top", {**figures, "card": cards[-1]})
        return Note("mixed", {**figures, "rank": rank(cards[-1])})
