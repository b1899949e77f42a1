"""Rules of Gurch: swap, vote, swap again, then play tricks; the lowest final cards win (R1 … R24)."""

from collections.abc import Iterable, Mapping, Sequence
from typing import ClassVar

from engine.boards import VoteTally
from engine.cards import Card, rank
from engine.events import DecidingCards
from engine.game import STOCK, Game, PileVisibility
from engine.games.gurch.options import PRESETS, GurchOptions
from engine.games.gurch.plays import (
    ORDER,
    VALUE,
    Duty,
    bounds_of_other_values,
    cards_ruled_out_by_follow,
    duty,
    in_order,
    is_uniform,
    leads,
    rank_of,
    settle_points,
    swaps,
    total,
    vote_result,
)
from engine.moves import TABLE, Move, Note, Pile, Refusal, Seat

_SEATS = range(6)
HAND = tuple(Pile("hand", seat) for seat in _SEATS)
UP_CARD = tuple(Pile("up", seat) for seat in _SEATS)
TRICK = tuple(Pile("trick", seat) for seat in _SEATS)
SWAPPED, SHOWN, REJECTED, PLAYED = Pile("swapped"), Pile("shown"), Pile("rejected"), Pile("played")
PILE_VISIBILITY = {
    "stock": PileVisibility.NOBODY,
    "hand": PileVisibility.OWNER,
    "up": PileVisibility.ALL,
    "trick": PileVisibility.ALL,
    "played": PileVisibility.ALL,
    "swapped": PileVisibility.NOBODY,
    "shown": PileVisibility.ALL,
    "rejected": PileVisibility.ALL,
}
"""Kind of pile -> its visibility."""

FULL_HAND = 5
MINIGAME_HAND = 3
MIN_BIG_TRICK = 3
"""Minimum number of cards led for a trick that raises the tension."""
MAX_MINIGAME_REPEATS = 3
"""Maximum repeats of a minigame between tied seats; then drawing cards decides."""
CARD_QUESTIONS = frozenset({"start", "first", "second", "play"})
"""Kinds of question that are answered with cards."""


class Gurch(Game):
    """A match of Gurch.

    Questions: ``start`` to the starter. After a swap ``first`` to all others in turn, then ``vote`` to all swappers at
    once, then ``second`` to each of them. ``shown`` follows a swap of one card. Then ``play``. A minigame begins with
    ``mini`` to each tied seat.
    """

    slug = "gurch"
    seats_allowed = range(2, 7)
    seats_default = 4
    max_deals = 100
    """Maximum number of deals. Without payment by losers, none of 938 measured matches of bots had more than 44. With
    it, about one match in 50 between two players is longer."""
    visibility: ClassVar = PILE_VISIBILITY
    verbs: ClassVar = {
        "start": ("start", "swap"),
        "first": ("swap", "pat"),
        "vote": ("vote",),
        "second": ("swap", "keep"),
        "shown": ("take", "reject"),
        "play": ("play",),
        "mini": ("keep", "renew"),
    }
    ask_rules: ClassVar = {
        "start": "gurch.R5",
        "first": "gurch.R6",
        "vote": "gurch.R8",
        "second": "gurch.R10",
        "shown": "gurch.R11",
        "play": "gurch.R15",
        "mini": "gurch.R24",
    }
    end_rule = "gurch.R23"
    Options = GurchOptions
    presets = PRESETS
    counted_events: ClassVar = {
        "sacrifice": ("asked:low", "asked:low_card"),
        "mixed": ("said:mixed",),
        "pat": ("said:pat",),
        "tie_break": ("said:mini_low", "said:mini_high"),
        "shared": ("end:shared",),
    }
    explaining_events: ClassVar = {
        "sacrifice": ("own:asked:low", "own:asked:low_card"),
        "other_sacrifices": ("other:asked:low", "other:asked:low_card"),
        "mixed": ("own:said:mixed",),
        "other_mixes": ("other:said:mixed",),
        "highest": ("own:said:lost",),
    }
    browsable_piles = frozenset({"rejected"})
    redundant_notes = frozenset({"play", "swap", "take", "drew"})
    options: GurchOptions

    starter: Seat
    starter_swap_count: int
    """Number of cards swapped by the starter; 0 before."""
    swappers: tuple[Seat, ...]
    """The seats that swapped first, clockwise from the starter."""
    votes: tuple[int, ...]
    """By seat, its revealed vote; 0 for none."""
    voted_number: int
    """Result of the vote; 0 before."""
    pending: tuple[Seat, ...]
    """The seats still to be asked in this round of swaps."""
    players: tuple[Seat, ...]
    """The seats that play tricks, in seat order: all, or the tied seats in a minigame."""
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
    deciding_round: str
    """Origin of ``cards_deciding_lowest``: ``is_last_trick`` (final round), ``mini`` or ``draw``; empty before."""

    # --- the deal (R2 … R4) ---------------------------------------------------------------------------------------

    def deal(self) -> None:
        """Deal four cards down and one up to each seat, one at a time from the dealer's left.

        The highest up-card starts.
        """
        self.choose_dealer()
        self.collect_and_shuffle()
        for pile in (*TRICK[: self.seats], SWAPPED, SHOWN, REJECTED, PLAYED):
            self.piles.setdefault(pile, ())
        self.starter_swap_count = self.voted_number = self.repeats = 0
        self.swappers, self.pending, self.lowest_total_seats, self.highest_total_seats = (), (), (), ()
        self.votes = self.totals = (0,) * self.seats
        self.players, self.contest = tuple(range(self.seats)), ""
        self.last_leader = TABLE
        self.last_plays = self.cards_deciding_lowest = ((),) * self.seats
        self.deciding_round = ""
        self.deal_rows(*(HAND,) * (FULL_HAND - 1), UP_CARD)
        order = self.seats_from(self.dealer + 1)
        self.starter = max(order, key=lambda seat: (VALUE[self.piles[UP_CARD[seat]][0]], order.index(seat)))
        self._reset_trick(self.starter)
        self.announce(self.starter, Note("starts", {"rank": rank(self.piles[UP_CARD[self.starter]][0])}))
        self.ask_seats("start", self.starter)

    def _clockwise_from(self, first: Seat, seats: Iterable[Seat] | None = None) -> tuple[Seat, ...]:
        """Return the given seats, by default ``players``, in clockwise order from ``first``."""
        return tuple(sorted(self.players if seats is None else seats, key=lambda seat: (seat - first) % self.seats))

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
        """Limit a hand of Gurch to ``FULL_HAND`` cards (R2)."""
        return FULL_HAND if pile.kind == "hand" else super().max_pile_size(pile)

    def duty(self, seat: Seat) -> Duty:
        """Return a seat's duty as a follower in the current trick, and all plays that fulfil it (R16 … R19)."""
        held = in_order(self.piles[HAND[seat]])
        return duty(held, self.led_count, self.value_to_match, equal=self.options.equal_and_sacrifice)

    @property
    def value_to_match(self) -> int:
        """Card value that a follower in the trick has to match or beat, 2 … 14; 0 before the lead."""
        return self.led_value if self.options.benchmark == "lead" else self.winning_value

    def is_swap_forbidden(self, count: int) -> bool:
        """Whether a house rule forbids a swap of ``led_count`` cards because the stock is too small."""
        return self.options.swap_exhaustion == "limit" and len(self.piles[STOCK]) < count

    def must_swap_as_voted(self, seat: Seat) -> bool:
        """Whether a seat of Gurch must swap in the second round, because it voted for the result (R10)."""
        return self.votes[seat] == self.voted_number and not self.is_swap_forbidden(self.voted_number)

    def legal_moves(self, seat: Seat) -> list[Move]:
        """List a seat's legal moves from low to high; ``start`` comes before swaps, ``pat`` and ``keep`` after them."""
        if self.ask is None or seat not in self.seats_to_act():
            return []
        what = self.ask.what
        if what == "play":
            plays = self.duty(seat).plays if self.led_count else leads(in_order(self.piles[HAND[seat]]))
            return [Move(seat, "play", tuple(sorted(cards))) for cards in plays]
        if what == "start":
            numbers = range(1, FULL_HAND + 1)
            return [Move(seat, "start"), *(move for number in numbers for move in self._swaps(seat, number))]
        if what == "first":
            return [*self._swaps(seat, self.starter_swap_count), Move(seat, "pat")]
        if what == "vote":
            return [Move(seat, "vote", to=number) for number in range(1, FULL_HAND + 1)]
        if what == "second":
            return [
                *self._swaps(seat, self.voted_number),
                *([] if self.must_swap_as_voted(seat) else [Move(seat, "keep")]),
            ]
        if what == "shown":
            return [Move(seat, "take"), *([] if self.is_swap_forbidden(1) else [Move(seat, "reject")])]
        return [Move(seat, "keep"), Move(seat, "renew")]

    def _swaps(self, seat: Seat, count: int) -> list[Move]:
        if self.is_swap_forbidden(count):
            return []
        held, up = in_order(self.piles[HAND[seat]]), self.piles.get(UP_CARD[seat], ())
        return [Move(seat, "swap", tuple(sorted(cards))) for cards in swaps(held, up, count)]

    def equivalence_key(self, card: Card) -> int:
        """Return the rank of a card as its equivalence key, as suits mean nothing in Gurch (R1)."""
        return rank(card)

    def sort_key(self, card: Card) -> int:
        """Return a card's sort key in a hand of Gurch, from 2 to ace."""
        return ORDER[card]

    def cards_revealed_at_end(self, seat: Seat) -> Sequence[Card]:
        """Return a seat's cards of the final round (R23), even after a minigame has collected them."""
        return self.last_plays[seat]

    def question_rule(self) -> str:
        """Return the id of the rule of the open question; that of leads (R14) before the lead."""
        is_lead = self.ask is not None and self.ask.what == "play" and not self.led_count
        return "gurch.R14" if is_lead else super().question_rule()

    def check_rules(self, move: Move) -> Refusal | None:
        """Return the reason why a move breaks the rules of Gurch (R5 … R19); None if legal."""
        assert self.ask is not None
        if (move.cards and move.verb not in ("swap", "play")) or (move.to != -1 and move.verb != "vote"):
            return Refusal("", "not_now", {"verb": move.verb})
        if move.verb == "vote":
            return None if 1 <= move.to <= FULL_HAND else Refusal("gurch.R8", "vote_range", {"n": FULL_HAND})
        if move.verb == "play":
            return self._refuse_follow(move) if self.led_count else self._refuse_lead(move)
        if move.verb == "swap":
            return self._refuse_swap(move)
        if move.verb == "keep" and self.ask.what == "second" and self.must_swap_as_voted(move.seat):
            return Refusal("gurch.R10", "must_swap", {"n": self.voted_number})
        if move.verb == "reject" and self.is_swap_forbidden(1):
            return Refusal("gurch.R12", "last_card")
        return None

    def _refuse_swap(self, move: Move) -> Refusal | None:
        assert self.ask is not None
        what, count = self.ask.what, len(move.cards)
        if what == "start":
            return None if count else Refusal("gurch.R5", "swap_none")
        rule, wanted = ("gurch.R6", self.starter_swap_count) if what == "first" else ("gurch.R10", self.voted_number)
        if self.is_swap_forbidden(wanted):
            return Refusal("gurch.R12", "short_stock", {"n": wanted})
        return None if count == wanted else Refusal(rule, "swap_exactly", {"n": wanted})

    @staticmethod
    def _refuse_lead(move: Move) -> Refusal | None:
        """Refuse to lead a trick with other cards than one to four of one rank (R14)."""
        if not move.cards:
            return Refusal("gurch.R14", "no_card")
        return None if is_uniform(move.cards) else Refusal("gurch.R14", "lead_unequal")

    def _refuse_follow(self, move: Move) -> Refusal | None:
        """Refuse a follower's cards that do not fulfil its duty in the trick (R15 … R19), ignoring suits."""
        count = self.led_count
        if len(move.cards) != count:
            return Refusal("gurch.R15", "as_many", {"n": count})
        kind, plays = self.duty(move.seat)
        ranks = sorted(map(rank, move.cards))
        if any(sorted(map(rank, cards)) == ranks for cards in plays):
            return None
        if kind == "win":
            return Refusal("gurch.R17", "must_win", {"n": count, "rank": rank(plays[0][0])})
        if kind == "low":
            key = "lowest_card" if count == 1 else "lowest_cards"
            return Refusal("gurch.R19", key, {"n": count, "rank": rank(plays[0][0])})
        bar = self.value_to_match
        least = bar if self.options.equal_and_sacrifice else bar + 1
        held = self.cards(HAND[move.seat])
        highs = sorted({VALUE[card] for card in held if VALUE[card] >= least})
        figures = {"n": count - 1, "rank": rank_of(highs[-1]), "rank_low": rank_of(highs[0]), "rank_top": rank_of(bar)}
        if any(VALUE[card] >= least for card in move.cards):
            return Refusal("gurch.R18", "beat_with_lowest", figures)
        return Refusal("gurch.R18", f"must_beat_{min(len(highs), 3)}", figures)

    # --- swaps and the vote (R5 … R12) ----------------------------------------------------------------------------

    def on_start(self, move: Move) -> None:
        """Begin the tricks of Gurch at once (R5), or swap cards and ask all others in turn (R6)."""
        self.announce_move(move)
        if move.verb == "start":
            self._begin_play()
            return
        self.starter_swap_count = len(move.cards)
        self.pending = self._clockwise_from(move.seat)[1:]
        self._swap_in_first_round(move)
        self.ask_seats("first", self.pending[0])

    def _swap_in_first_round(self, move: Move) -> None:
        """Make a seat's swap in the first swap round.

        The up-card goes into the hand first, so that it is hidden whether it is swapped.
        """
        self.shift(self.piles[UP_CARD[move.seat]], UP_CARD[move.seat], HAND[move.seat], "take")
        self.swappers += (move.seat,)
        self._swap_face_down(move)

    def on_first(self, move: Move) -> None:
        """Swap as many of a seat's cards as the starter did, or stand pat (R7).

        After the last seat, the swappers vote (R8).
        """
        self.announce_move(move)
        self.pending = self.pending[1:]
        if move.verb == "swap":
            self._swap_in_first_round(move)
        if self.pending:
            self.ask_seats("first", self.pending[0])
        else:
            self.ask_seats("vote", *sorted(self.swappers))

    def _swap_face_down(self, move: Move) -> None:
        """Replace cards of a seat's hand by cards from the stock, face down (R12)."""
        self.shift(move.cards, HAND[move.seat], SWAPPED, "swap")
        self.draw_restocked(len(move.cards), HAND[move.seat])

    def cards_to_restock(self) -> tuple[tuple[Pile, tuple[Card, ...]], ...]:
        """Return the spare cards for a new stock: those swapped out before the current swap, and rejects (R12)."""
        out = self.piles[SWAPPED]
        return (SWAPPED, out[: len(out) - (self.voted_number or self.starter_swap_count)]), (
            REJECTED,
            self.piles[REJECTED],
        )

    def on_vote(self, *moves: Move) -> None:
        """Reveal the votes on the second swap, announce the result (R9) and begin that swap."""
        votes = [0] * self.seats
        for move in moves:
            votes[move.seat] = move.to
        self.votes = tuple(votes)
        self.voted_number = vote_result([move.to for move in moves], strict=self.options.vote_rule == "strict_majority")
        for seat in self.swappers:
            self.announce(seat, Note("vote", {"n": votes[seat]}))
        self.announce(TABLE, Note(f"result_{self.voted_number}", {"n": self.voted_number}), loud=True)
        self.pending = self.swappers
        self.ask_seats("second", self.pending[0])

    def on_second(self, move: Move) -> None:
        """Swap a seat's cards as voted, or keep its hand (R10). A single new card is shown first (R11)."""
        self.announce_move(move)
        if move.verb == "keep" or self.voted_number > 1:
            if move.verb == "swap":
                self._swap_face_down(move)
            self._next_swap()
            return
        self.shift(move.cards, HAND[move.seat], SWAPPED, "swap")
        self.draw_restocked(1, SHOWN)
        self.ask_seats("shown", move.seat)

    def on_shown(self, move: Move) -> None:
        """Take the card shown in a swap, or reject it for the next one, face down (R11)."""
        self.announce_move(move)
        if move.verb == "take":
            self.draw(1, SHOWN, HAND[move.seat])
        else:
            self.restock_if_empty()  # before the card is rejected: it must not come back
            self.draw(1, SHOWN, REJECTED, "swap")
            self.draw(1, STOCK, HAND[move.seat])
        self._next_swap()

    def _next_swap(self) -> None:
        self.pending = self.pending[1:]
        if self.pending:
            self.ask_seats("second", self.pending[0])
        else:
            self._begin_play()

    # --- tricks (R13 … R21) ---------------------------------------------------------------------------------------

    def _begin_play(self) -> None:
        """Begin the tricks of Gurch: take the remaining up-cards into the hands; the starter leads (R13)."""
        for seat in range(self.seats):
            self.shift(self.piles[UP_CARD[seat]], UP_CARD[seat], HAND[seat], "take")
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
        elif self.piles[HAND[self.leader]]:
            self._sweep_and_reset_trick()
            if len(self.piles[HAND[self.leader]]) > 1:
                self.ask_seats("play", self.leader)
                return
            self._lay_all(self._clockwise_from(self.leader))
        self._compare_final_totals()

    def _lay_all(self, seats: Iterable[Seat]) -> None:
        """Play the whole hands of these seats in the final round, where they have no other choice."""
        for seat in seats:
            self._lay(Move(seat, "play", tuple(in_order(self.piles[HAND[seat]]))))

    def _lay(self, move: Move) -> None:
        """Put a seat's cards on the table as its play on the trick.

        The seat is winning the trick if its cards are of one rank and at least as high as the best play (R21).
        """
        seat, cards = move.seat, move.cards
        self.announce_move(move)
        if len(cards) == len(self.piles[HAND[seat]]) and not self.led_count and not self.contest:
            self.announce(seat, Note("last"))
        if self.led_count and len(self.piles[HAND[seat]]) > len(cards):
            equal = self.options.equal_and_sacrifice
            excluded = cards_ruled_out_by_follow(cards, self.value_to_match, equal=equal)
            if not excluded <= self.ruled_out_cards(seat):
                self.rule_out(seat, excluded)
        self.shift(cards, HAND[seat], TRICK[seat], "play")
        value = VALUE[cards[0]]
        if not self.led_count:
            self.led_count, self.led_value, self.winning_value, self.winning_seat = len(cards), value, value, seat
        elif value >= self.winning_value and is_uniform(cards):
            self.winning_value, self.winning_seat = value, seat

    def _sweep_and_reset_trick(self) -> None:
        """Move the finished trick to the played cards; its winner leads the next one (R21)."""
        for seat in self.players:
            self.shift(self.piles[TRICK[seat]], TRICK[seat], PLAYED, "sweep")
        self._reset_trick(self.winning_seat)

    def possible_card_value_bounds(self, seat: Seat) -> tuple[int, int]:
        """Return the lowest and the highest card value possible in a seat's hand, 2 … 14, by public knowledge."""
        return bounds_of_other_values(self.ruled_out_cards(seat))

    # --- the final round, minigames, scoring (R22 … R24) ----------------------------------------------------------

    def _compare_final_totals(self) -> None:
        """Compare the seats' totals after the final round of a deal or minigame, then break ties or score the deal."""
        totals = {seat: total(self.piles[TRICK[seat]]) for seat in self.players}
        lowest, highest = min(totals.values()), max(totals.values())
        low = tuple(seat for seat in self.players if totals[seat] == lowest)
        high = tuple(seat for seat in self.players if totals[seat] == highest)
        if not self.contest:
            self.totals, self.last_leader = tuple(totals[seat] for seat in range(self.seats)), self.leader
            self.last_plays = self.cards_deciding_lowest = tuple(self.piles[TRICK[seat]] for seat in range(self.seats))
            self.deciding_round = "last"
            self.lowest_total_seats = low
            self.highest_total_seats = () if low == high and not self.options.loser_pays else high
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
            if len(self.highest_total_seats) > 1:
                self._start_minigame("high", self.highest_total_seats)
                return
        self._score()

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
        for _ in range(MINIGAME_HAND):
            for seat in self.pending:
                self.draw(1, STOCK, HAND[seat], "deal")
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
            values = {seat: total(cards) for seat, cards in drawn.items()}
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
        prize = max(self.totals)
        share = prize // len(self.lowest_total_seats)
        losers = self._clockwise_from(self.dealer + 1, set(self.highest_total_seats) - set(self.lowest_total_seats))
        points = settle_points(self.seats, share, self.lowest_total_seats, losers, losers_pay=self.options.loser_pays)
        figures = {"seat": self.lowest_total_seats[0], "n": self.totals[self.lowest_total_seats[0]], "prize": share}
        if len(losers) == 1:
            figures["seat_loser"] = losers[0]
            self.announce(losers[0], Note("lost", figures))
        reason = "won" if len(self.lowest_total_seats) == 1 else "shared"
        self.announce(self.lowest_total_seats[0], Note(reason, figures), loud=True)
        reason += "_paid" if reason == "won" and self.options.loser_pays and len(losers) == 1 else ""
        self.end_deal(points, self.lowest_total_seats, reason, figures, deciding_cards=self._find_deciding_cards())

    def _find_deciding_cards(self) -> tuple[DecidingCards, ...]:
        """Return the cards that decided a deal: those of the loser or nearest tied rival, then of the single winner."""
        if self.events is None or len(self.lowest_total_seats) != 1:
            return ()
        (winner,) = self.lowest_total_seats
        if self.deciding_round == "last":
            beaten, keys = self.highest_total_seats if len(self.highest_total_seats) == 1 else (), ("highest", "lowest")
        else:
            rivals = [seat for seat, cards in enumerate(self.cards_deciding_lowest) if cards and seat != winner]
            beaten = (min(rivals, key=lambda seat: total(self.cards_deciding_lowest[seat])),)
            keys = ("mini_next", "mini_lowest") if self.deciding_round == "mini" else ("drew_next", "drew_lowest")
        found = []
        for seat, key in (*((seat, keys[0]) for seat in beaten), (winner, keys[1])):
            cards = tuple(in_order(self.cards_deciding_lowest[seat]))
            note = Note(key, {"seat": seat, "n": total(cards)})
            found.append(DecidingCards(seat, cards, note, is_beaten=seat != winner))
        return tuple(found)

    def match_winners(self) -> tuple[Seat, ...]:
        """Return the winner of a match, the single best seat at the target; all best seats without a target."""
        most = max(self.scores)
        champions = tuple(seat for seat in range(self.seats) if self.scores[seat] == most)
        if self.options.target == 0:
            return champions
        return champions if most >= self.options.target and len(champions) == 1 else ()

    def deals_planned(self) -> int:
        """Return the number of deals of a match: 1 for a match of one deal, 0 for a match up to the target."""
        return 1 if self.options.target == 0 else 0

    def seats_winning_trick(
        self, plays: Sequence[tuple[Seat, Sequence[Card]]], *, is_last_trick: bool
    ) -> tuple[Seat, ...]:
        """Return the seat winning a trick, the last of equal plays (R21).

        In the last trick of the deal, return the seats with the lowest total (R22).
        """
        if is_last_trick:
            least = min(total(cards) for _, cards in plays)
            return tuple(seat for seat, cards in plays if total(cards) == least)
        best: tuple[Seat, ...] = ()
        bar = 0
        for seat, cards in plays:
            if is_uniform(cards) and VALUE[cards[0]] >= bar:
                best, bar = (seat,), VALUE[cards[0]]
        return best

    def tension(self, seat: Seat) -> float:
        """Return the importance of a seat's decision: at least 0.5 for a lead and if plays have three or more cards."""
        small = 0 < self.led_count < MIN_BIG_TRICK
        return max(super().tension(seat), 0.0 if small else 0.5)

    def is_out(self, seat: Seat) -> bool:
        """Whether a seat does not take part in the current minigame of Gurch."""
        return seat not in self.players

    # --- texts ----------------------------------------------------------------------------------------------------

    def prompt_for(self, seat: Seat) -> Note:
        """Return the prompt for a seat's task in Gurch; ``wait`` if it is not asked."""
        if self.ask is None or seat not in self.seats_to_act():
            return Note("wait")
        what = self.ask.what
        if what == "play":
            return self._play_prompt(seat)
        if what == "first":
            return Note(
                "first_short" if self.is_swap_forbidden(self.starter_swap_count) else "first",
                {"n": self.starter_swap_count},
            )
        if what == "second":
            short = self.is_swap_forbidden(self.voted_number)
            key = "second_short" if short else "second_must" if self.must_swap_as_voted(seat) else "second"
            return Note(key, {"n": self.voted_number, "voted": self.votes[seat]})
        if what == "shown":
            return Note("shown_last" if self.is_swap_forbidden(1) else "shown", {"card": self.cards(SHOWN)[0]})
        return Note(f"mini_{self.contest}" if what == "mini" else what)

    def _play_prompt(self, seat: Seat) -> Note:
        count = self.led_count
        if not count:
            return Note("lead")
        kind, plays = self.duty(seat)
        figures = {"n": count, "rank": rank_of(self.value_to_match)}
        if kind == "win":
            return Note("win", figures)
        if kind == "low":
            return Note("low" if count > 1 else "low_card", {**figures, "rank_low": rank(plays[0][0])})
        return Note("beat_equal" if self.options.equal_and_sacrifice else "beat", {**figures, "n": count - 1})

    def board_for(self, seat: Seat) -> VoteTally | None:
        """Return the display of Gurch's vote on how many cards to swap; None outside the vote and the second swap.

        While the vote is open, it has only the seat's own vote.
        """
        what = "" if self.ask is None else self.ask.what
        if what == "vote":
            votes = {move.seat: move.to for move in self.answers if move.seat == seat}
        elif what in ("second", "shown"):
            votes = {seat: self.votes[seat] for seat in self.swappers}
        else:
            return None
        return VoteTally(Note(self.options.vote_rule), tuple(range(1, FULL_HAND + 1)), votes, self.voted_number)

    def describe(self, move: Move) -> Note:
        """Describe a seat's move in Gurch; swapped cards are not named."""
        if move.verb != "play":
            return Note(move.verb, {"n": move.to if move.verb == "vote" else len(move.cards)})
        cards = in_order(move.cards)
        if not cards or is_uniform(cards):
            return Note("play", {"n": len(cards), "rank": rank(cards[-1]) if cards else 0, "cards": move.cards})
        figures = {"n": len(cards) - 1, "rank": rank(cards[-1]), "rank_low": rank(cards[0]), "cards": move.cards}
        return Note("mixed", figures)
