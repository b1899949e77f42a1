"""Swaps and the vote before the tricks of Gurch (R5 … R12): who may swap how many cards, and what they get."""

from abc import abstractmethod
from collections.abc import Iterable

from engine.boards import VoteTally
from engine.cards import Card
from engine.game import STOCK, Game
from engine.games.gurch.options import GurchOptions
from engine.games.gurch.piles import HAND, MAX_SWAP, REJECTED, SHOWN, SWAPPED, UP_CARD
from engine.games.gurch.plays import VALUE, VALUES_WITH_TOP_CARD, Values, in_order, swaps, vote_result
from engine.moves import TABLE, Move, Note, Pile, Refusal, Seat


class SwapRounds(Game):
    """The part of a match of Gurch before the tricks of a deal.

    Questions: ``start`` to the starter. After a swap ``first`` to all others in turn, then ``vote`` to all swappers at
    once, then ``second`` to each of them. ``shown`` follows a swap of one card. By house rules ``once`` to each seat
    replaces all swaps, and ``shown`` comes before the swap, which is ``discard``.
    """

    options: GurchOptions

    hand_size: int
    """Number of cards dealt to each seat in this deal."""
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
    """The seats that play tricks, in seat order: all still in the match, or the tied seats in a minigame."""

    # --- hooks for the tricks -------------------------------------------------------------------------------------

    @abstractmethod
    def _begin_play(self) -> None:
        """Begin the tricks after the last swap."""

    def _clockwise_from(self, first: Seat, seats: Iterable[Seat] | None = None) -> tuple[Seat, ...]:
        """Return the given seats, by default ``players``, in clockwise order from ``first``."""
        return tuple(sorted(self.players if seats is None else seats, key=lambda seat: (seat - first) % self.seats))

    @property
    def card_values(self) -> Values:
        """Card -> value, 2 … 14; 21 for the top card of a house rule (R1)."""
        return VALUE if self.options.top_card == "none" else VALUES_WITH_TOP_CARD

    # --- legal swaps ----------------------------------------------------------------------------------------------

    @property
    def max_swap(self) -> int:
        """Maximum number of cards in a swap and a vote, 1 … 5 (R5, R8)."""
        return min(MAX_SWAP, self.hand_size)

    @property
    def is_card_shown_first(self) -> bool:
        """Whether the new card of a second swap is shown before the seat discards one (R11)."""
        return self.options.shown_card == "see_first" and self.voted_number == 1

    def is_swap_forbidden(self, count: int) -> bool:
        """Whether a house rule forbids a swap of ``count`` cards because the stock is too small."""
        return self.options.swap_exhaustion == "limit" and len(self.piles[STOCK]) < count

    def must_swap_as_voted(self, seat: Seat) -> bool:
        """Whether a seat of Gurch must swap in the second round, because it voted for the result (R10)."""
        if self.votes[seat] != self.voted_number:
            return False
        return bool(self.piles[SHOWN]) or not self.is_swap_forbidden(self.voted_number)

    def swap_moves(self, seat: Seat, what: str) -> list[Move]:
        """List a seat's legal answers to the question ``what``, one about swaps."""
        if what == "start":
            return [Move(seat, "start"), *self._swaps_up_to(seat, self.max_swap)]
        if what == "once":
            return [*self._swaps_up_to(seat, len(self.piles[STOCK])), Move(seat, "keep")]
        if what == "first":
            return [*self._swaps(seat, self.starter_swap_count), Move(seat, "pat")]
        if what == "vote":
            return [Move(seat, "vote", to=number) for number in range(1, self.max_swap + 1)]
        if what == "discard":
            return [move._replace(verb="discard") for move in self._swaps_of(seat, (1,))]
        if what == "second":
            keeping = [] if self.must_swap_as_voted(seat) else [Move(seat, "keep")]
            return [*self._swaps(seat, self.voted_number), *keeping]
        may_keep = self.is_card_shown_first and not self.must_swap_as_voted(seat)
        return [
            Move(seat, "take"),
            *([] if self.is_swap_forbidden(1) else [Move(seat, "reject")]),
            *([Move(seat, "keep")] if may_keep else []),
        ]

    def _swaps_up_to(self, seat: Seat, most: int) -> list[Move]:
        """Return all swaps of one card up to ``most``, or of the whole hand."""
        return self._swaps_of(seat, range(1, min(most, self.hand_size) + 1))

    def _swaps(self, seat: Seat, count: int) -> list[Move]:
        return [] if self.is_swap_forbidden(count) else self._swaps_of(seat, (count,))

    def _swaps_of(self, seat: Seat, counts: Iterable[int]) -> list[Move]:
        values = self.card_values
        held, up = in_order(self.piles[HAND[seat]], values), self.piles.get(UP_CARD[seat], ())
        return [
            Move(seat, "swap", tuple(sorted(cards))) for count in counts for cards in swaps(held, up, count, values)
        ]

    def refuse_in_swaps(self, move: Move) -> Refusal | None:
        """Return the reason why a move with a verb of the swaps breaks the rules (R5 … R12); None if legal."""
        assert self.ask is not None
        what = self.ask.what
        if move.verb == "vote":
            most = self.max_swap
            return None if 1 <= move.to <= most else Refusal("gurch.R8", "vote_range", {"n": most})
        if move.verb == "swap":
            return self._refuse_swap(move)
        if move.verb == "discard":
            return None if len(move.cards) == 1 else Refusal("gurch.R11", "swap_exactly", {"n": 1})
        if move.verb == "keep" and what == "shown" and not self.is_card_shown_first:
            return Refusal("gurch.R11", "card_gone")
        if move.verb == "keep" and what in ("second", "shown") and self.must_swap_as_voted(move.seat):
            return Refusal("gurch.R10", "must_swap", {"n": self.voted_number})
        if move.verb == "reject" and self.is_swap_forbidden(1):
            return Refusal("gurch.R12", "last_card")
        return None

    def _refuse_swap(self, move: Move) -> Refusal | None:
        assert self.ask is not None
        what, count = self.ask.what, len(move.cards)
        if what == "start":
            if count > self.max_swap:
                return Refusal("gurch.R5", "swap_at_most", {"n": self.max_swap})
            return None if count else Refusal("gurch.R5", "swap_none")
        if what == "once":
            left = len(self.piles[STOCK])
            if count > left:
                return Refusal("gurch.R5", "swap_at_most", {"n": left})
            return None if count else Refusal("gurch.R5", "once_none")
        rule, wanted = ("gurch.R6", self.starter_swap_count) if what == "first" else ("gurch.R10", self.voted_number)
        if self.is_swap_forbidden(wanted):
            return Refusal("gurch.R12", "short_stock", {"n": wanted})
        return None if count == wanted else Refusal(rule, "swap_exactly", {"n": wanted})

    # --- one swap for each seat, or the first of two (R5 … R7) ------------------------------------------------------

    def _begin_swaps(self) -> None:
        """Ask for the first swap (R5), or begin the tricks if there are no swaps."""
        if self.options.swaps == "vote":
            self.ask_seats("start", self.starter)
            return
        self.pending = self._clockwise_from(self.starter) if self.options.swaps == "once" else ()
        self._ask_for_only_swap()

    def _ask_for_only_swap(self) -> None:
        """Ask the next seat for its only swap (R5) while there is a stock; then begin the tricks."""
        if self.pending and self.piles[STOCK]:
            self.ask_seats("once", self.pending[0])
        else:
            self._begin_play()

    def on_once(self, move: Move) -> None:
        """Make a seat's only swap, by a house rule, or keep its hand (R5)."""
        self.announce_move(move)
        self.pending = self.pending[1:]
        if move.verb == "swap":
            self._swap_in_first_round(move)
        self._ask_for_only_swap()

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
        self.shift(self.cards(UP_CARD[move.seat]), UP_CARD[move.seat], HAND[move.seat], "take")
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
        own = 0 if self.is_card_shown_first else self.voted_number or self.starter_swap_count
        return (SWAPPED, out[: len(out) - own]), (REJECTED, self.piles[REJECTED])

    # --- the vote and the second swap (R8 … R12) --------------------------------------------------------------------

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
        self._ask_for_second_swap()

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
        """Take the card shown in a swap, or reject it for the next one, face down (R11).

        If it was shown first, the seat may keep its hand, or it discards a card now.
        """
        self.announce_move(move)
        if move.verb == "take":
            self.draw(1, SHOWN, HAND[move.seat])
        else:
            if move.verb == "reject":
                self.restock_if_empty()  # before the card is rejected: it must not come back
            self.draw(1, SHOWN, REJECTED, "swap")
            if move.verb == "reject":
                self.draw(1, STOCK, HAND[move.seat])
        if move.verb != "keep" and self.is_card_shown_first:
            self.ask_seats("discard", move.seat)
        else:
            self._next_swap()

    def on_discard(self, move: Move) -> None:
        """Discard one of a seat's cards after it took a new one (R11)."""
        self.announce_move(move)
        self.shift(move.cards, HAND[move.seat], SWAPPED, "swap")
        self._next_swap()

    def _next_swap(self) -> None:
        self.pending = self.pending[1:]
        self._ask_for_second_swap()

    def _ask_for_second_swap(self) -> None:
        """Ask the next seat for its second swap; then begin the tricks. By a house rule show it the new card first."""
        if not self.pending:
            self._begin_play()
        elif self.is_card_shown_first and not self.is_swap_forbidden(1):
            self.announce(self.pending[0], Note("look"))  # the card lies in the middle: it says whose turn it is
            self.draw_restocked(1, SHOWN)
            self.ask_seats("shown", self.pending[0])
        else:
            self.ask_seats("second", self.pending[0])

    def named_piles(self, move: Move) -> tuple[tuple[Pile, Pile], ...]:
        """Return the piles between which a move brings cards: the offered one (R11), the stock, the discards."""
        hand = HAND[move.seat]
        if move.verb == "take":
            return ((SHOWN, hand),)
        if move.verb == "reject":
            return ((STOCK, hand), (STOCK, SHOWN), (SWAPPED, SHOWN))
        if move.verb in ("swap", "renew"):
            return ((STOCK, hand), (SWAPPED, hand))
        return ()

    # --- texts ----------------------------------------------------------------------------------------------------

    def swap_prompt(self, seat: Seat, what: str) -> Note:
        """Return the prompt for a seat's answer to the question ``what``, one about swaps."""
        if what == "first":
            short = self.is_swap_forbidden(self.starter_swap_count)
            return Note("first_short" if short else "first", {"n": self.starter_swap_count})
        if what == "second":
            short = self.is_swap_forbidden(self.voted_number)
            key = "second_short" if short else "second_must" if self.must_swap_as_voted(seat) else "second"
            return Note(key, {"n": self.voted_number, "voted": self.votes[seat]})
        if what == "shown":
            verbs = {move.verb for move in self.legal_moves(seat)}
            key = ("shown" if "reject" in verbs else "shown_last") + ("_keep" if "keep" in verbs else "")
            return Note(key, {"card": self.cards(SHOWN)[0]})
        return Note(what, {"n": self.max_swap} if what in ("start", "vote") else {})

    def board_for(self, seat: Seat) -> VoteTally | None:
        """Return the display of Gurch's vote on how many cards to swap; None outside the vote and the second swap.

        While the vote is open, it has only the seat's own vote.
        """
        what = "" if self.ask is None else self.ask.what
        if what == "vote":
            votes = {move.seat: move.to for move in self.answers if move.seat == seat}
        elif what in ("second", "shown", "discard"):
            votes = {seat: self.votes[seat] for seat in self.swappers}
        else:
            return None
        return VoteTally(Note(self.options.vote_rule), tuple(range(1, self.max_swap + 1)), votes, self.voted_number)
