"""Rules of Pass the Ace: each seat has one card and may swap it; the lowest card costs a life (R1 … R16).

A round is a deal of the match. The pack is not collected between rounds: shown cards go to the trash, which becomes the
new stock when the stock is empty.
"""

from typing import ClassVar, Self

from engine.cards import HIDDEN, RANKS, Card, rank
from engine.events import DecidingCards
from engine.game import STOCK, Game, PileVisibility, Standing
from engine.games.pass_the_ace import sampling
from engine.games.pass_the_ace.feats import FEATS, HABITS
from engine.games.pass_the_ace.losses import LowestCards, find_lowest_cards
from engine.games.pass_the_ace.options import PRESETS, PassTheAceOptions
from engine.games.pass_the_ace.table import (
    HAND,
    HEIGHTS,
    MAX_SEATS,
    SHOWN,
    TOP_HEIGHT,
    TRASH,
    Announcement,
    TurnAnnouncement,
)
from engine.moves import Move, Note, Pile, Refusal, Seat
from engine.rng import Rng

MAX_MATCH_ROUNDS = 1000
"""Maximum number of rounds of a match. After them the seats with the most lives win it."""


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
        "kung": ("said:kung", "said:kung_high", "said:king_drawn", "said:king_drawn_high"),
        "modi": ("said:modi", "said:modi_draw"),
        "dan": ("said:dan", "said:dan_draw"),
        "together": ("said:lost_together",),
        "double_game": ("said:double_game", "said:replay"),
        "nobody": ("said:nobody_loses",),
        "lucky": ("said:lucky_draw",),
    }
    feats = FEATS
    habits = HABITS
    has_deal_losers = True
    explaining_events: ClassVar = {
        "life": ("own:said:loses", "own:said:loses_two", "own:said:out", "own:said:extra_life"),
        "kung": ("own:said:kung", "own:said:kung_high"),
        "other_out": ("other:said:out",),
    }
    fresh_start_reasons = frozenset({"double_game"})  # R16
    browsable_piles = frozenset({"trash"})  # R12
    redundant_notes = frozenset({"swap", "draw"})
    options: PassTheAceOptions

    lives: tuple[int, ...]
    lives_at_deal: tuple[int, ...]
    """The lives when the cards of this round were dealt."""
    extra_life_seats: tuple[Seat, ...]
    """The seats whose last life is, or was, their extra life (house rule ``extra_life``)."""
    dealt_seats: tuple[Seat, ...]
    """The seats that got a card in this round."""
    turn_order: tuple[Seat, ...]
    """The seats that have a turn in this round (R5)."""
    last_seat: Seat
    """The seat that may draw on its turn: the dealer, or the seat before a dealer who chose among three cards (R9)."""
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
            if self.options.pack == "shuffled":
                self.collect_and_shuffle()
            for seat in self.dealt_seats:
                self._move_all(SHOWN[seat], TRASH, "gather")
            self.dealer = self.next_seat(self.dealer)
        order = self.order_of_turns()
        self.lives_at_deal, self.dealt_seats = self.lives, tuple(sorted(order))
        for seat in order:
            self.draw_restocked(1, HAND[seat], "deal")
        if self.options.dealer_cards == "best_of_three":
            self._keep_best_of_three(self.dealer)
        if self.options.kings == "at_once":
            self._show_kings(order)
        self.begin_turns(order)

    def begin_turns(self, order: list[Seat]) -> None:
        """Ask the first seat after all have their cards. If shown Kings leave no turn to anybody, ask the dealer.

        ``order`` are all seats with a card, the dealer last.
        """
        self.last_seat = self.dealer
        if self.options.dealer_cards == "best_of_three":
            self.last_seat = order[-2]
            order = order[:-1]
        if self.options.kings == "at_once":
            order = [seat for seat in order if self.piles.get(HAND[seat])] or [self.dealer]
        self.turn_order = tuple(order)
        self.ask_seats("turn", order[0])

    def _keep_best_of_three(self, dealer: Seat) -> None:
        """Deal the dealer two more cards, keep the highest and put the others under the stock."""
        self.draw_restocked(2, HAND[dealer], "deal")
        held = self.piles[HAND[dealer]]
        best = max(held, key=self.height)
        self.shift(tuple(card for card in held if card != best), HAND[dealer], STOCK, to_bottom=True)
        self.announce(dealer, Note("keeps_best"))

    def _show_kings(self, seats: list[Seat]) -> None:
        """Lay all Kings face up right after the deal; their holders take no turn."""
        for seat in seats:
            if self._holds_king(seat):
                self._move_all(HAND[seat], SHOWN[seat], "turn")
                self.announce(seat, Note(self._name_by_ace("king_shown")))

    def _begin_new_game(self) -> None:
        """Begin a new game of Pass the Ace: restore lives (R2, R16), collect the pack, draw for a new dealer (R3)."""
        back = self.dealt_seats if self.options.double_game == "survivors_only" else tuple(range(self.seats))
        self.extra_life_seats = back if self.options.extra_life == "everybody" else ()
        lives = self.options.lives + (self.options.extra_life == "everybody")
        self.lives = tuple(lives if seat in back else 0 for seat in range(self.seats))
        self.is_new_game_next = False
        self.game_count += 1
        self.collect_and_shuffle()
        self.piles.setdefault(TRASH, ())
        self.dealer = self._draw_high_card(back, "deals")
        self.collect_and_shuffle()

    def _draw_high_card(self, seats: tuple[Seat, ...], key: str) -> Seat:
        """Draw a card for each seat; return the seat with the highest. Tied seats draw again (R3).

        ``key`` is the key of its announcement.
        """
        while True:
            if self.cards_left() < len(seats):
                self.collect_and_shuffle()
            for seat in seats:
                self.draw_restocked(1, SHOWN[seat])
            highest = max(self.height(self.piles[SHOWN[seat]][-1]) for seat in seats)
            seats = tuple(seat for seat in seats if self.height(self.piles[SHOWN[seat]][-1]) == highest)
            if len(seats) == 1:
                figures = {"seat": seats[0], "rank": self.rank_of_height(highest)}
                self.announce(seats[0], Note(key, figures), loud=True)
                return seats[0]
            for seat in seats:
                self.announce(seat, Note("draws_again"))

    def cards_to_restock(self) -> tuple[tuple[Pile, tuple[Card, ...]], ...]:
        """Return the trash, the cards that become the new stock when it runs out (R13)."""
        return ((TRASH, self.cards(TRASH)),)

    def _move_all(self, source: Pile, target: Pile, how: str) -> None:
        self.shift(self.piles.get(source, ()), source, target, how)

    # --- heights of cards ---------------------------------------------------------------------------------------

    def height(self, card: Card) -> int:
        """Return a card's height, from 0 for the lowest to ``TOP_HEIGHT`` for the one that refuses swaps (R1)."""
        return HEIGHTS[self.options.ace][card]

    def rank_of_height(self, height: int) -> int:
        """Return the rank index of the cards of a height."""
        return height if self.options.ace == "low" else (height + 1) % len(RANKS)

    def held_heights(self) -> list[int]:
        """Return the height of each seat's card; -1 for a seat that is out."""
        return [self.height(self.card_of(seat)) if lives else -1 for seat, lives in enumerate(self.lives)]

    def _name_by_ace(self, key: str) -> str:
        """Return the key of a note about Kings: one of its own if the ace takes their place."""
        return key if self.options.ace == "low" else f"{key}_high"

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

    def is_out_of_match(self, seat: Seat) -> bool:
        """Whether a seat has no lives left; only a Double Game brings it back (R16)."""
        return self.is_out(seat)

    def standing(self, seat: Seat, first_deal: int) -> Standing:
        """Return a seat's lives, or the round in which it lost the last one, counted from a Double Game (R15)."""
        lives = self.lives[seat]
        if lives:
            return Standing(MAX_MATCH_ROUNDS + lives, Note("lives", {"n": lives, "of": max(lives, self.options.lives)}))
        last = max((deal for deal, points in enumerate(self.history, 1) if points[seat]), default=0)
        if last < first_deal:
            return Standing(last, Note("out_before"))
        return Standing(last, Note("out", {"n": last - first_deal + 1}))

    def tension(self, seat: Seat) -> float:
        """Return a decision's importance: 1 if the seat has one life left, 0.5 for the dealer, else 0."""
        return 1.0 if self.lives[seat] == 1 else 0.5 * (seat == self.dealer)

    def acted_seats(self) -> tuple[Seat, ...]:
        """Return the seats that had their turn in the current round."""
        return tuple(dict.fromkeys(turn.seat for turn in self.announcements))

    def find_partner(self, seat: Seat) -> Seat | None:
        """Return the seat that is asked for a swap, the next to the left; None if Kings shown at once prevent it."""
        other = self.next_seat(seat)
        if self.options.kings == "when_asked":
            return other
        while not self.piles[HAND[other]]:
            if self.options.blocked == "turn_over" or other == self.last_seat:
                return None
            other = self.next_seat(other)
        return other if other != seat else None

    def _partner_or_next_seat(self, seat: Seat) -> Seat:
        """Return the seat that is asked for a swap, or the next one to the left if Kings prevent the swap."""
        partner = self.find_partner(seat)
        return self.next_seat(seat) if partner is None else partner

    def named_piles(self, move: Move) -> tuple[tuple[Pile, Pile], ...]:
        """Return the card that a seat swaps for its own: the neighbour's, or the stock's."""
        if move.verb == "swap":
            return ((self.holding(self._partner_or_next_seat(move.seat)), HAND[move.seat]),)
        return ((STOCK, HAND[move.seat]),) if move.verb == "draw" else ()

    def other_seat_refusal(self, seat: Seat) -> Refusal | None:
        """Name the only seat with which this one swaps (R6), or say why it can't swap."""
        partner = self._partner_or_next_seat(seat)
        return self.refusal(Move(seat, "swap")) or Refusal("pass_the_ace.R6", "only_left", {"seat": partner})

    # --- legal moves --------------------------------------------------------------------------------------------

    def sources(self, seat: Seat) -> tuple[Pile, ...]:
        """Return no piles to play from: each seat has one card, so moves name none."""
        return ()

    def legal_moves(self, seat: Seat) -> list[Move]:
        """List a seat's legal moves: ``stick``, then ``swap``, then ``draw`` for the dealer."""
        if self.ask is None or seat != self.ask.seats[0]:
            return []
        moves = [Move(seat, "stick")]
        options, is_last = self.options, seat == self.last_seat
        if (not options.king_may_swap or options.kings == "at_once") and self._holds_king(seat):
            return moves
        may_swap = not is_last or self._may_last_seat_swap()
        if may_swap and (options.kings == "when_asked" or self.find_partner(seat) is not None):
            moves.append(Move(seat, "swap"))
        if is_last and self.can_draw():
            moves.append(Move(seat, "draw"))
        return moves

    def _holds_king(self, seat: Seat) -> bool:
        card = self.card_of(seat)
        return card != HIDDEN and self.height(card) == TOP_HEIGHT

    def do_kings_stay(self) -> bool:
        """Whether a King must stay with its owner (house rules ``king_may_swap`` and ``kings``)."""
        return not self.options.king_may_swap or self.options.kings == "at_once"

    def _must_keep_king(self, seat: Seat) -> bool:
        return self.do_kings_stay() and self._holds_king(seat)

    def _may_last_seat_swap(self) -> bool:
        """Whether the last seat may swap with its neighbour besides drawing (R9)."""
        return self.options.dealer_swap == "deck_or_neighbour" and self.options.dealer_cards == "single"

    def check_rules(self, move: Move) -> Refusal | None:
        """Return the reason why a move breaks the rules of Pass the Ace (R7, R9, R13); None if legal."""
        if move.to != -1:
            return Refusal("", "not_now", {"verb": move.verb})
        if move.verb == "stick":
            return None
        is_last = move.seat == self.last_seat
        if move.verb == "draw" and not is_last:
            key = "only_dealer_draws" if self.options.dealer_cards == "single" else "only_last_draws"
            return Refusal("pass_the_ace.R9", key, {"seat": self.last_seat})
        if self._must_keep_king(move.seat):
            return Refusal("pass_the_ace.R7", self._name_by_ace("king_stays"))
        if move.verb == "draw":
            return None if self.can_draw() else Refusal("pass_the_ace.R13", "no_card_left")
        if is_last and not self._may_last_seat_swap():
            key = "dealer_draws" if self.options.dealer_cards == "single" else "dealer_has_chosen"
            return Refusal("pass_the_ace.R9", key)
        if self.find_partner(move.seat) is None:
            return Refusal("pass_the_ace.R7", self._name_by_ace("king_blocks"), {"seat": self.next_seat(move.seat)})
        return None

    # --- moves --------------------------------------------------------------------------------------------------

    def on_turn(self, move: Move) -> None:
        """Make a seat's turn: stick, swap or draw (R6 … R10). After the dealer's, show the cards."""
        seat = move.seat
        if move.verb == "swap":
            self._swap(seat)
        elif move.verb == "draw":
            self._draw(seat)
        else:
            self.announce(seat, Note("stick"))
            self.announcements += (TurnAnnouncement(seat, "stick", seat),)
        if self.options.kung == "ends_round" and self.announcements[-1].what == "kung":
            self.announce(seat, Note("ends_round"))
            self._end_round()
            return
        if seat == self.turn_order[-1]:
            self._end_round()
        else:
            self.ask_seats("turn", self.turn_order[self.turn_order.index(seat) + 1])

    def _swap(self, seat: Seat) -> None:
        """Exchange a seat's card with its partner's, unless Kings prevent it (R7)."""
        heights, other = HEIGHTS[self.options.ace], self.find_partner(seat)
        while other is not None:
            theirs = self.holding(other)
            taken = self.piles[theirs][0]
            if heights[taken] == TOP_HEIGHT:
                other = self._meet_king(seat, other)
                continue
            mine = self.holding(seat)
            given = self.piles[mine][0]
            self.shift((given,), mine, HAND[other], "exchange")
            self.shift((taken,), theirs, HAND[seat], "exchange")
            self._announce(seat, other, given, taken)
            return

    def _meet_king(self, seat: Seat, other: Seat) -> Seat | None:
        """Show the King that prevents a swap; return the seat that is asked next, None if the turn is over (R7)."""
        if self.piles.get(HAND[other]):
            self._move_all(HAND[other], SHOWN[other], "turn")
        self.announcements += (TurnAnnouncement(seat, "kung", other),)
        self._announce_kung(seat, Note(self._name_by_ace("kung"), {"seat": seat, "seat_to": other}))
        if self.options.blocked == "turn_over" or self.options.kung == "ends_round" or other == self.last_seat:
            return None
        following = self.next_seat(other)
        return following if following != seat else None

    def _announce_kung(self, seat: Seat, note: Note) -> None:
        self.announce(seat, note, loud=True)
        if self.options.kung == "costs_life":
            self.announce(seat, Note("costs_life"))

    def _draw(self, seat: Seat) -> None:
        """Draw a new card for the last seat, then move the old one to the trash, face up (R9)."""
        mine = self.holding(seat)
        given = self.piles[mine][0]
        if self.options.drawn_king == "refused":
            self.restock_if_empty()
            if self.height(self.piles[STOCK][-1]) == TOP_HEIGHT:
                (king,) = self.draw(1, STOCK, TRASH)
                self.announcements += (TurnAnnouncement(seat, "kung", seat),)
                self._announce_kung(seat, Note(self._name_by_ace("king_drawn"), {"seat": seat, "card": king}))
                return
        (taken,) = self.draw_restocked(1, HAND[seat])
        self.shift((given,), mine, TRASH, "play")
        self._announce(seat, seat, given, taken)

    def _announce(self, seat: Seat, other: Seat, given: Card, taken: Card) -> None:
        """Announce a swap or draw: Modi for a lower card, Dirty Dan for an equal one.

        No announcement means a higher card (R10), or any card by the house rule ``announce``.
        """
        heights = HEIGHTS[self.options.ace]
        before, now = heights[given], heights[taken]
        what: Announcement = "modi" if now < before else "dan" if now == before else "better"
        drawn = other == seat
        is_lucky = drawn and what == "dan" and self.options.lucky_draw == "others_lose"
        if self.options.announce == "silence" and not is_lucky:
            what = "exchange"
        self.announcements += (TurnAnnouncement(seat, what, other),)
        if self.events is None:
            return
        figures = {"seat": seat, "seat_to": other}
        if is_lucky:
            self.announce(seat, Note("lucky_draw", figures), loud=True)
        elif what in ("better", "exchange"):
            self.announce(seat, Note("draw" if drawn else "swap", figures))
        else:
            self.announce(seat, Note(f"{what}_draw" if drawn else what, figures), loud=True)

    # --- the end of a round -------------------------------------------------------------------------------------

    def _end_round(self) -> None:
        """End a round: show all cards, take a life from the seats with the lowest rank (R11), score the round."""
        order = self.order_of_turns()
        for seat in order:
            if self.piles.get(HAND[seat]):
                self._move_all(HAND[seat], SHOWN[seat], "turn")
        lucky = self._lucky_seat() if self.options.lucky_draw == "others_lose" else None
        if lucky is None:
            heights, piles = HEIGHTS[self.options.ace], self.piles
            lowest = find_lowest_cards({seat: heights[piles[SHOWN[seat]][-1]] for seat in order}, self.options)
        else:
            lowest = LowestCards([seat for seat in order if seat != lucky], TOP_HEIGHT)
        points = self._take_lives(lowest, lucky)
        last = not any(self.lives)
        goes_on = last and self.deal_number < MAX_MATCH_ROUNDS
        self.is_new_game_next = goes_on and self.options.double_game in ("everyone", "survivors_only")
        if lucky is None and self.events is not None:
            self._announce_losers(lowest)
        deciding_cards = self._find_deciding_cards(lowest, lucky)
        reason, figures = self._settle_last_lives(order) if goes_on else ("", {})
        winners = self.match_winners()
        if not reason:
            reason, figures = self._reason_for_end(lowest, lucky, winners)
        self.end_deal(points, winners, reason, figures, deciding_cards=deciding_cards)

    def _lucky_seat(self) -> Seat | None:
        """Return the seat that wins the round by drawing an equal card (house rule ``lucky_draw``); None for none."""
        seat, what, other = self.announcements[-1]
        return seat if what == "dan" and other == seat else None

    def _take_lives(self, lowest: LowestCards, lucky: Seat | None) -> list[int]:
        """Take the lives that a round costs; return each seat's points, −1 for each life lost (R11)."""
        costs = dict.fromkeys(lowest.seats, self._life_cost(lowest) if lucky is None else 1)
        if self.options.kung == "costs_life":
            for seat in {turn.seat for turn in self.announcements if turn.what == "kung"}:
                costs[seat] = costs.get(seat, 0) + 1
        left, points = list(self.lives), [0] * self.seats
        for seat, cost in costs.items():
            points[seat] = -min(cost, left[seat])
            left[seat] += points[seat]
        saved: list[Seat] = []
        if self.options.extra_life == "first" and not self.extra_life_seats:
            saved = [seat for seat in costs if not left[seat]]
            self.extra_life_seats = tuple(saved)
        for seat in costs:
            key = "extra_life" if seat in saved else "out" if not left[seat] else "loses"
            left[seat] += seat in saved
            self.announce(seat, Note("loses_two" if key == "loses" and points[seat] < -1 else key))
        self.lives = tuple(left)
        return points

    def _announce_losers(self, lowest: LowestCards) -> None:
        """Announce who had the lowest card, or that it costs nobody a life."""
        losers, figures = lowest.seats, {"n": len(lowest.seats), "rank": self.rank_of_height(lowest.height)}
        if self.is_new_game_next:
            self.announce((losers or [self.dealer])[-1], Note("double_game", {"n": self.options.lives}), loud=True)
        elif not losers:
            self.announce(self._lowest_seats(lowest)[-1], Note("nobody_loses"), loud=True)
        elif len(losers) > 1:
            self.announce(losers[-1], Note(self._name_by_cost("lost_together", lowest), figures), loud=True)
        else:
            seat = losers[0]
            key = "lost_single" if lowest.above_pairs else self._name_by_cost("lost", lowest)
            if key != "lost_single" and not self.lives[seat]:
                key = "lost_last"
            self.announce(seat, Note(key, {"seat": seat, "rank": figures["rank"]}), loud=True)

    def _life_cost(self, lowest: LowestCards) -> int:
        """Return the number of lives that the lowest card costs (house rule ``ace_costs``)."""
        return self.options.ace_costs if self.rank_of_height(lowest.height) == 0 else 1

    def _name_by_cost(self, key: str, lowest: LowestCards) -> str:
        """Return the key of a note about the lowest card: one of its own if it costs two lives."""
        return key if self._life_cost(lowest) == 1 else f"{key}_two"

    def _settle_last_lives(self, order: list[Seat]) -> tuple[str, dict[str, int]]:
        """Settle the loss of all last lives by the house rule ``double_game``; return the reason, "" for none (R16)."""
        if self.is_new_game_next:
            return "double_game", {}
        if self.options.double_game == "replay":
            self.lives = tuple(int(seat in self.dealt_seats) for seat in range(self.seats))
            self.announce(self.dealer, Note("replay"), loud=True)
            return "replay", {}
        if self.options.double_game == "draw":
            winner = self._draw_high_card(tuple(order), "high_card")
            self.lives = tuple(int(seat == winner) for seat in range(self.seats))
            return "high_card", {"seat": winner, "rank": rank(self.piles[SHOWN[winner]][-1])}
        return "", {}

    def _reason_for_end(
        self, lowest: LowestCards, lucky: Seat | None, winners: tuple[Seat, ...]
    ) -> tuple[str, dict[str, int]]:
        """Return the reason for the end of a round of Pass the Ace, with its figures."""
        losers, rank_index = lowest.seats, self.rank_of_height(lowest.height)
        if len(winners) == 1 and any(self.lives):
            return "last", {"seat": winners[0]}
        if not any(self.lives):
            return "all_out", {}
        if winners:
            return "stalled", {"n": MAX_MATCH_ROUNDS}
        if lucky is not None:
            return "lucky", {"seat": lucky}
        if not losers:
            return "nobody", {}
        figures = {"n": len(losers), "seat": losers[0], "rank": rank_index}
        if lowest.above_pairs:
            return "lost_single", figures
        return self._name_by_cost("lost_together" if len(losers) > 1 else "lost", lowest), figures

    def _find_deciding_cards(self, lowest: LowestCards, lucky: Seat | None) -> tuple[DecidingCards, ...]:
        """Return the cards that decided the round: the lowest ones, or the one drawn by luck."""
        if self.events is None:
            return ()
        if lucky is not None:
            return (DecidingCards(lucky, self.piles[SHOWN[lucky]][-1:], Note("lucky", {"seat": lucky})),)
        seats = self._lowest_seats(lowest)
        cards = tuple(self.piles[SHOWN[seat]][-1] for seat in seats)
        key = "lowest" if len(seats) == 1 else "lowest_together"
        return (DecidingCards(seats[0], cards, Note(key, {"seat": seats[0]})),)

    def _lowest_seats(self, lowest: LowestCards) -> list[Seat]:
        """Return the seats with the losing cards or, if nobody loses, with the lowest ones, in turn order."""
        order = [seat for seat in self.seats_from(self.dealer + 1) if seat in self.dealt_seats]
        return [seat for seat in order if self.height(self.piles[SHOWN[seat]][-1]) == lowest.height]

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
        fixed: frozenset[Card] = frozenset()
        if self.options.kings == "at_once" or self.options.dealer_cards == "best_of_three":
            fixed = sampling.fit_to_deal(world, self, rng)
        if sampling.exchanges_latest_first(self):
            hidden = sampling.hidden_hands(self)
            if hidden:
                sampling.reduce_contradictions(world, hidden, fixed, rng)
        known = world.known
        for seat, witnesses in enumerate(self.seats_knowing_each_card()):
            if self.lives[seat]:
                known[world.card_of(seat)] |= witnesses
        return world

    def seats_knowing_each_card(self) -> list[int]:
        """Return for each seat a bit set of the seats that know its card, derived from the announcements."""
        known = [1 << seat for seat in range(self.seats)]
        if self.options.kings == "at_once":
            known = [mask if self.piles.get(HAND[seat]) else self._all_seats for seat, mask in enumerate(known)]
        for seat, what, other in self.announcements:
            if what == "kung" and other != seat:
                known[other] = self._all_seats
            elif what not in ("stick", "kung") and other != seat:
                both = 1 << seat | 1 << other
                known[seat], known[other] = known[other] | both, known[seat] | both
        return known

    def count_contradictions(self) -> int:
        """Return the number of this round's turn announcements that the cards contradict."""
        return sampling.undo_and_count_contradictions(
            self.held_heights(), sampling.exchanges_latest_first(self), kings_stay=self.do_kings_stay()
        )

    def measure_deal(self) -> tuple[int, ...]:
        """Return a measure that is highest for the lowest card, and lowest for a seat that is out."""
        return tuple(-height if height >= 0 else -len(RANKS) for height in self.held_heights())

    # --- texts --------------------------------------------------------------------------------------------------

    @classmethod
    def goal_text_key(cls, options: PassTheAceOptions) -> str:
        """Return the key of the text that says how to win Pass the Ace, with the ace as lowest or highest card."""
        return "goal" if options.ace == "low" else "goal_high"

    def facts(self, seat: Seat) -> tuple[Note, ...]:
        """Return the facts about a seat for its name plate: the lives left and at the start, and its extra life."""
        lives, has_extra_life = self.lives[seat], seat in self.extra_life_seats and self.lives[seat] > 0
        note = Note("lives", {"n": lives - has_extra_life, "of": self.options.lives})
        return (note, Note("extra_life", {"n": 1, "of": 1})) if has_extra_life else (note,)

    def prompt_for(self, seat: Seat) -> Note:
        """Return the prompt with a seat's choices; ``wait``, with the asked seat, if it is not asked."""
        if self.ask is None or seat not in self.seats_to_act():
            return Note("wait", {"seat": self.ask.seats[0]} if self.ask else {})
        partner, figures = self.find_partner(seat), {"seat_to": self._partner_or_next_seat(seat)}
        verbs = {move.verb for move in self.legal_moves(seat)}
        if len(verbs) == 1:
            key = "king_blocks" if partner is None and not self._must_keep_king(seat) else "king_stays"
            return Note(self._name_by_ace(key), figures if key == "king_blocks" else {})
        if "draw" not in verbs:
            return Note(self._name_by_ace("choose"), figures)
        if "swap" in verbs:
            return Note("dealer", figures)
        return Note("dealer_draws" if seat == self.dealer else "last_draws", figures)

    def warning(self, move: Move) -> Note | None:
        """Return a warning before a swap of a King, the best card (house rule ``king_may_swap``), else None."""
        giving = move.verb != "stick" and self._holds_king(move.seat)
        return Note(self._name_by_ace("king_away"), {"seat_to": self.next_seat(move.seat)}) if giving else None

    def describe(self, move: Move) -> Note:
        """Describe a move of Pass the Ace by its verb and the seat's neighbour."""
        return Note(move.verb, {"seat_to": self._partner_or_next_seat(move.seat)})
