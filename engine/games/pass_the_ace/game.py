"""Rules of Pass the Ace: each seat has one card and may swap it; the lowest card costs a life (R1 … R16).

A round is a deal of the match. The pack is not collected between rounds: shown cards go to the trash, which becomes the
new stock when the stock is empty.
"""

from collections.abc import Sequence
from typing import ClassVar, Literal, NamedTuple, Self

from engine.cards import HIDDEN, RANKS, Card, rank
from engine.events import DecidingCards
from engine.game import STOCK, Game, PileVisibility
from engine.games.pass_the_ace.options import PRESETS, PassTheAceOptions
from engine.moves import Move, Note, Pile, Refusal, Seat
from engine.rng import Rng

KING = RANKS.index("K")
MAX_SEATS = 8
TRASH = Pile("trash")
ONE_HIDDEN_CARD = (HIDDEN,)
HAND = tuple(Pile("hand", seat) for seat in range(MAX_SEATS))
SHOWN = tuple(Pile("shown", seat) for seat in range(MAX_SEATS))

MAX_MATCH_ROUNDS = 1000
"""Maximum number of rounds of a match. After them the seats with the most lives win it."""
MAX_SAMPLING_SWAPS = 120
"""Maximum number of attempted swaps to make a sampled position consistent with the announcements."""

Announcement = Literal["stick", "better", "modi", "dan", "kung"]
"""``better``, ``modi``, ``dan``: the new card was higher, lower, equal; ``kung``: a King prevented the swap."""


class TurnAnnouncement(NamedTuple):
    """Public announcement after a seat's turn in Pass the Ace, about the exchange made."""

    seat: Seat
    what: Announcement
    other: Seat
    """The partner of the exchange; the seat itself if there is none."""


class PassTheAce(Game):
    """A match of Pass the Ace. Each seat is asked ``turn``, the dealer last."""

    slug = "pass_the_ace"
    seats_allowed = range(2, MAX_SEATS + 1)
    seats_default = 5
    visibility: ClassVar = {
        "stock": PileVisibility.NOBODY,
        "hand": PileVisibility.OWNER,
        "shown": PileVisibility.ALL,
        "trash": PileVisibility.ALL,
    }
    unordered: ClassVar[frozenset[str]] = frozenset()
    verbs: ClassVar = {"turn": ("stick", "swap", "draw")}
    ask_rules: ClassVar = {"turn": "pass_the_ace.R6"}
    turn_rules: ClassVar = {"turn": "pass_the_ace.R5"}
    end_rule = "pass_the_ace.R15"
    Options = PassTheAceOptions
    presets = PRESETS
    counted_events: ClassVar = {
        "swap": ("said:swap", "said:modi", "said:dan"),
        "kung": ("said:kung",),
        "modi": ("said:modi", "said:modi_draw"),
        "dan": ("said:dan", "said:dan_draw"),
        "together": ("said:lost_together",),
        "double_game": ("said:double_game",),
    }
    explaining_events: ClassVar = {
        "life": ("own:said:loses", "own:said:out"),
        "kung": ("own:said:kung",),
        "other_out": ("other:said:out",),
    }
    browsable_piles = frozenset({"trash"})  # R12
    redundant_notes = frozenset({"swap", "draw"})
    options: PassTheAceOptions

    lives: tuple[int, ...]
    dealt_seats: tuple[Seat, ...]
    """The seats that got a card in this round."""
    announcements: tuple[TurnAnnouncement, ...]
    """Announcements of the turns of this round so far."""
    is_new_game_next: bool
    """Whether the next round begins a new game: the first one, or after a Double Game (R16)."""
    game_count: int
    """Number of games so far: 1, or more after Double Games."""

    # --- a round begins -----------------------------------------------------------------------------------------

    def deal(self) -> None:
        """Deal one card to each seat, the dealer last (R4). A new game begins with the high-card draw."""
        self.announcements = ()
        if self.deal_number == 1:
            self.game_count, self.is_new_game_next, self.dealt_seats = 0, True, tuple(range(self.seats))
        if self.is_new_game_next:
            self._begin_new_game()
        else:
            for seat in self.dealt_seats:
                self._move_all(SHOWN[seat], TRASH, "gather")
            self.dealer = self.next_seat(self.dealer)
        order = self.order_of_turns()
        self.dealt_seats = tuple(sorted(order))
        for seat in order:
            self.draw_restocked(1, HAND[seat], "deal")
        self.ask_seats("turn", order[0])

    def _begin_new_game(self) -> None:
        """Begin a new game of Pass the Ace: restore lives (R2, R16), collect the pack, draw for a new dealer (R3)."""
        back = self.dealt_seats if self.options.double_game == "survivors_only" else tuple(range(self.seats))
        self.lives = tuple(self.options.lives if seat in back else 0 for seat in range(self.seats))
        self.is_new_game_next = False
        self.game_count += 1
        self.collect_and_shuffle()
        self.piles.setdefault(TRASH, ())
        self.dealer = self._draw_for_dealer(back)
        self.collect_and_shuffle()

    def _draw_for_dealer(self, seats: tuple[Seat, ...]) -> Seat:
        """Draw a card for each seat; return the seat with the highest, the dealer. Tied seats draw again (R3)."""
        while True:
            if len(self.piles[STOCK]) < len(seats):
                self.collect_and_shuffle()
            for seat in seats:
                self.draw(1, STOCK, SHOWN[seat], "draw")
            highest = max(rank(self.piles[SHOWN[seat]][-1]) for seat in seats)
            seats = tuple(seat for seat in seats if rank(self.piles[SHOWN[seat]][-1]) == highest)
            if len(seats) == 1:
                self.announce(seats[0], Note("deals", {"seat": seats[0], "rank": highest}), loud=True)
                return seats[0]
            for seat in seats:
                self.announce(seat, Note("draws_again"))

    def cards_to_restock(self) -> tuple[tuple[Pile, tuple[Card, ...]], ...]:
        """Return the trash, the cards that become the new stock when it runs out (R13)."""
        return ((TRASH, self.cards(TRASH)),)

    def _move_all(self, source: Pile, target: Pile, how: str) -> None:
        self.shift(self.piles.get(source, ()), source, target, how)

    # --- seats --------------------------------------------------------------------------------------------------

    def order_of_turns(self) -> list[Seat]:
        """Return the seats that still have lives, from the dealer's left to the dealer (R5)."""
        return [seat for seat in self.seats_from(self.dealer + 1) if self.lives[seat]]

    def holding(self, seat: Seat) -> Pile:
        """Return the pile that holds a seat's card: its hand, or its shown pile after a King refused a swap (Kung)."""
        return HAND[seat] if self.piles.get(HAND[seat]) else SHOWN[seat]

    def card_of(self, seat: Seat) -> Card:
        """Return a seat's only card in Pass the Ace; HIDDEN if a view does not know it."""
        return self.piles[self.holding(seat)][0]

    def is_out(self, seat: Seat) -> bool:
        """Whether a seat has no lives left in Pass the Ace."""
        return not self.lives[seat]

    def tension(self, seat: Seat) -> float:
        """Return a decision's importance: 1 if the seat has one life left, 0.5 for the dealer, else 0."""
        return 1.0 if self.lives[seat] == 1 else 0.5 * (seat == self.dealer)

    def acted_seats(self) -> tuple[Seat, ...]:
        """Return the seats that had their turn in the current round."""
        return tuple(turn.seat for turn in self.announcements)

    def partner_of(self, move: Move) -> Seat | None:
        """Return the seat with which a move swaps cards, the next to the left; None for other moves."""
        return self.next_seat(move.seat) if move.verb == "swap" else None

    # --- legal moves --------------------------------------------------------------------------------------------

    def sources(self, seat: Seat) -> tuple[Pile, ...]:
        """Return no piles to play from: each seat has one card, so moves name none."""
        return ()

    def legal_moves(self, seat: Seat) -> list[Move]:
        """List a seat's legal moves: ``stick``, then ``swap``, then ``draw`` for the dealer."""
        if self.ask is None or seat != self.ask.seats[0]:
            return []
        moves = [Move(seat, "stick")]
        if not self.options.king_may_swap and self._holds_king(seat):
            return moves
        if seat != self.dealer:
            moves.append(Move(seat, "swap"))
            return moves
        if self.options.dealer_swap == "deck_or_neighbour":
            moves.append(Move(seat, "swap"))
        if self.can_draw():
            moves.append(Move(seat, "draw"))
        return moves

    def _holds_king(self, seat: Seat) -> bool:
        card = self.card_of(seat)
        return card != HIDDEN and rank(card) == KING

    def check_rules(self, move: Move) -> Refusal | None:
        """Return the reason why a move breaks the rules of Pass the Ace (R7, R9, R13); None if legal."""
        if move.to != -1:
            return Refusal("", "not_now", {"verb": move.verb})
        if move.verb == "stick":
            return None
        if move.verb == "draw" and move.seat != self.dealer:
            return Refusal("pass_the_ace.R9", "only_dealer_draws", {"seat": self.dealer})
        if not self.options.king_may_swap and self._holds_king(move.seat):
            return Refusal("pass_the_ace.R7", "king_stays")
        if move.verb == "draw":
            return None if self.can_draw() else Refusal("pass_the_ace.R13", "no_card_left")
        if move.seat == self.dealer and self.options.dealer_swap == "deck_only":
            return Refusal("pass_the_ace.R9", "dealer_draws")
        return None

    # --- moves --------------------------------------------------------------------------------------------------

    def on_turn(self, move: Move) -> None:
        """Make a seat's turn: stick, swap or draw (R6 … R10). After the dealer's, show the cards."""
        seat = move.seat
        if move.verb == "swap":
            self._swap(seat, self.next_seat(seat))
        elif move.verb == "draw":
            self._draw(seat)
        else:
            self.announce(seat, Note("stick"))
            self.announcements += (TurnAnnouncement(seat, "stick", seat),)
        if seat == self.dealer:
            self._end_round()
        else:
            self.ask_seats("turn", self.next_seat(seat))

    def _swap(self, seat: Seat, other: Seat) -> None:
        """Exchange two seats' cards, unless the other one is a King, which is shown and stays (R7)."""
        mine, theirs = self.holding(seat), self.holding(other)
        given, taken = self.piles[mine][0], self.piles[theirs][0]
        if rank(taken) == KING:
            if theirs != SHOWN[other]:
                self.shift((taken,), theirs, SHOWN[other], "turn")
            self.announcements += (TurnAnnouncement(seat, "kung", other),)
            self.announce(seat, Note("kung", {"seat": seat, "seat_to": other}), loud=True)
            return
        self.shift((given,), mine, HAND[other], "exchange")
        self.shift((taken,), theirs, HAND[seat], "exchange")
        self._announce(seat, other, rank(given), rank(taken))

    def _draw(self, seat: Seat) -> None:
        """Draw a new card for the dealer, then move the old one to the trash, face up (R9)."""
        mine = self.holding(seat)
        given = self.piles[mine][0]
        (taken,) = self.draw_restocked(1, HAND[seat])
        self.shift((given,), mine, TRASH, "play")
        self._announce(seat, seat, rank(given), rank(taken))

    def _announce(self, seat: Seat, other: Seat, given_rank: int, taken_rank: int) -> None:
        """Announce a swap or draw: Modi for a lower card, Dirty Dan for an equal one.

        No announcement means a higher card (R10).
        """
        what: Announcement = "modi" if taken_rank < given_rank else "dan" if taken_rank == given_rank else "better"
        self.announcements += (TurnAnnouncement(seat, what, other),)
        drawn = other == seat
        figures = {"seat": seat, "seat_to": other}
        if what == "better":
            self.announce(seat, Note("draw" if drawn else "swap", figures))
        else:
            self.announce(seat, Note(f"{what}_draw" if drawn else what, figures), loud=True)

    def _end_round(self) -> None:
        """End a round: show all cards, take a life from the seats with the lowest rank (R11), score the round."""
        order = self.order_of_turns()
        for seat in order:
            if self.piles.get(HAND[seat]):
                self._move_all(HAND[seat], SHOWN[seat], "turn")
        ranks = {seat: rank(self.piles[SHOWN[seat]][-1]) for seat in order}
        lowest = min(ranks.values())
        losers = [seat for seat in order if ranks[seat] == lowest]
        self.lives = tuple(count - (seat in losers) for seat, count in enumerate(self.lives))
        for seat in losers:
            self.announce(seat, Note("loses" if self.lives[seat] else "out"))
        last = not any(self.lives)
        self.is_new_game_next = last and self.options.double_game != "off" and self.deal_number < MAX_MATCH_ROUNDS
        if self.is_new_game_next:
            self.announce(losers[-1], Note("double_game", {"n": self.options.lives}), loud=True)
        elif len(losers) > 1:
            self.announce(losers[-1], Note("lost_together", {"n": len(losers), "rank": lowest}), loud=True)
        else:
            key = "lost" if self.lives[losers[0]] else "lost_last"
            self.announce(losers[0], Note(key, {"seat": losers[0], "rank": lowest}), loud=True)
        self._score_round(losers, lowest)

    def _score_round(self, losers: list[Seat], lowest_rank: int) -> None:
        """Score a round of Pass the Ace, −1 point for each life lost, with the reason for its end."""
        points = [-(seat in losers) for seat in range(self.seats)]
        figures = {"n": len(losers), "seat": losers[0], "rank": lowest_rank}
        winners = self.match_winners()
        if self.is_new_game_next:
            reason = "double_game"
        elif len(winners) == 1 and any(self.lives):
            reason, figures["seat"] = "last", winners[0]
        elif not any(self.lives):
            reason = "all_out"
        elif winners:
            reason, figures["n"] = "stalled", MAX_MATCH_ROUNDS
        else:
            reason = "lost" if len(losers) == 1 else "lost_together"
        self.end_deal(points, winners, reason, figures, deciding_cards=self._find_deciding_cards(losers))

    def _find_deciding_cards(self, losers: list[Seat]) -> tuple[DecidingCards, ...]:
        """Return the cards that decided the round, the lowest ones."""
        if self.events is None:
            return ()
        key = "lowest" if len(losers) == 1 else "lowest_together"
        cards = tuple(self.piles[SHOWN[seat]][-1] for seat in losers)
        return (DecidingCards(losers[0], cards, Note(key, {"seat": losers[0]})),)

    def match_winners(self) -> tuple[Seat, ...]:
        """Return the match's winner, the last seat with lives (R15); all players if none is left and the match ends."""
        alive = tuple(seat for seat, count in enumerate(self.lives) if count)
        if len(alive) == 1:
            return alive
        if not alive:
            return () if self.is_new_game_next else self.dealt_seats
        if self.deal_number < MAX_MATCH_ROUNDS:
            return ()
        most = max(self.lives)
        return tuple(seat for seat in alive if self.lives[seat] == most)

    def are_deals_won_separately(self) -> bool:
        """Return False, as a round of Pass the Ace only costs lives."""
        return False

    # --- sampling -----------------------------------------------------------------------------------------------

    def determinize(self, rng: Rng) -> Self:
        """Return a full position from a view, with cards swapped to agree with the announcements, if possible."""
        world = super().determinize(rng)
        exchanges = self._exchanges_latest_first()
        if exchanges:
            lives, piles = self.lives, self.piles
            hidden = [seat for seat in self.dealt_seats if lives[seat] and piles.get(HAND[seat]) == ONE_HIDDEN_CARD]
            if hidden:
                world._reduce_contradictions(hidden, exchanges, rng)
        known = world.known
        for seat, witnesses in enumerate(self.seats_knowing_each_card()):
            if self.lives[seat]:
                known[world.card_of(seat)] |= witnesses
        return world

    def _reduce_contradictions(self, hidden: list[Seat], exchanges: Sequence[TurnAnnouncement], rng: Rng) -> None:
        """Try random swaps of these seats' cards with each other and the stock, to contradict fewer announcements.

        The piles are written only at the end, since a search samples thousands of positions a second.
        """
        bound, ranks = not self.options.king_may_swap, self._ranks()
        wrong = _undo_and_count_contradictions(ranks.copy(), exchanges, kings_stay=bound)
        if not wrong:
            return
        piles, known, seats = self.piles, self.known, len(hidden)
        cards = [piles[HAND[seat]][0] for seat in hidden]
        cards += piles[STOCK]
        for _ in range(MAX_SAMPLING_SWAPS):
            place, other = rng.below(seats), rng.below(len(cards))
            mine, theirs = cards[place], cards[other]
            tried = ranks.copy()
            if other < seats:
                tried[hidden[other]] = rank(mine)
            tried[hidden[place]] = rank(theirs)
            now = _undo_and_count_contradictions(tried.copy(), exchanges, kings_stay=bound)
            if now > wrong:
                continue
            wrong, ranks = now, tried
            cards[place], cards[other] = theirs, mine
            known[mine], known[theirs] = known[theirs], known[mine]  # knowledge belongs to the position of a card
            if not wrong:
                break
        for seat, card in zip(hidden, cards, strict=False):
            piles[HAND[seat]] = (card,)
        piles[STOCK] = tuple(cards[seats:])

    def seats_knowing_each_card(self) -> list[int]:
        """Return for each seat a bit set of the seats that know its card, derived from the announcements."""
        known = [1 << seat for seat in range(self.seats)]
        for seat, what, other in self.announcements:
            if what == "kung":
                known[other] = self._all_seats
            elif what != "stick" and other != seat:
                both = 1 << seat | 1 << other
                known[seat], known[other] = known[other] | both, known[seat] | both
        return known

    def count_contradictions(self) -> int:
        """Return the number of this round's turn announcements that the cards contradict."""
        return _undo_and_count_contradictions(
            self._ranks(), self._exchanges_latest_first(), kings_stay=not self.options.king_may_swap
        )

    def _exchanges_latest_first(self) -> list[TurnAnnouncement]:
        """Return this round's announcements of card exchanges between two seats, the last one first."""
        return [turn for turn in reversed(self.announcements) if turn.other != turn.seat and turn.what != "kung"]

    def _ranks(self) -> list[int]:
        """Return the rank of each seat's card; -1 for a seat that is out."""
        return [rank(self.card_of(seat)) if lives else -1 for seat, lives in enumerate(self.lives)]

    # --- texts --------------------------------------------------------------------------------------------------

    def facts(self, seat: Seat) -> tuple[Note, ...]:
        """Return the facts about a seat for its name plate: the lives left and the lives at the start."""
        return (Note("lives", {"n": self.lives[seat], "of": self.options.lives}),)

    def prompt_for(self, seat: Seat) -> Note:
        """Return the prompt with a seat's choices; ``wait``, with the asked seat, if it is not asked."""
        if self.ask is None or seat not in self.seats_to_act():
            return Note("wait", {"seat": self.ask.seats[0]} if self.ask else {})
        verbs = {move.verb for move in self.legal_moves(seat)}
        if len(verbs) == 1:
            return Note("king_stays")
        key = "choose" if "draw" not in verbs else "dealer" if "swap" in verbs else "dealer_draws"
        return Note(key, {"seat_to": self.next_seat(seat)})

    def warning(self, move: Move) -> Note | None:
        """Return a warning before a swap of a King, the best card (house rule ``king_may_swap``), else None."""
        giving = move.verb != "stick" and self._holds_king(move.seat)
        return Note("king_away", {"seat_to": self.next_seat(move.seat)}) if giving else None

    def describe(self, move: Move) -> Note:
        """Describe a move of Pass the Ace by its verb and the seat's neighbour."""
        return Note(move.verb, {"seat_to": self.next_seat(move.seat)})


def _undo_and_count_contradictions(ranks: list[int], exchanges: Sequence[TurnAnnouncement], *, kings_stay: bool) -> int:
    """Count the turn announcements that cards of these ranks contradict. Undoes the exchanges in ``ranks``.

    Args:
        ranks: rank of each seat's card after the exchanges; modified.
        exchanges: the exchanges, the last one first.
        kings_stay: whether a King must stay with its owner (a house rule).
    """
    wrong = 0
    for seat, what, other in exchanges:
        taken, given = ranks[seat], ranks[other]
        agrees = taken > given if what == "better" else taken < given if what == "modi" else taken == given
        wrong += not agrees or taken == KING or (kings_stay and given == KING)
        ranks[seat], ranks[other] = given, taken
    return wrong
