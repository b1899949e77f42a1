"""Rules of Palácio: play hand, face-up and face-down cards; the first seat without cards wins (R1 … R16)."""

from collections.abc import Sequence
from functools import cache
from itertools import combinations
from typing import ClassVar

from engine.cards import MAX_PACKS, Card, packs, rank, suit
from engine.events import Amount, Announced, DecidingCards, Event
from engine.game import STOCK, Game, PileVisibility
from engine.games.palacio.feats import FEATS, HABITS
from engine.games.palacio.options import PRESETS, PalacioOptions
from engine.games.palacio.ranks import (
    AGAIN,
    ALL_RANKS,
    NEXT_LOWER,
    NO_RANK,
    RANK,
    REVERSE,
    SEE_THROUGH,
    SENDS,
    SKIP,
    STRENGTH,
    TEN,
    TWO,
)
from engine.moves import NO_PLACEHOLDERS, TABLE, Move, Note, Pile, Placeholders, Refusal, Seat

PILE, BURNT = Pile("pile"), Pile("burnt")
_SEATS = range(5)
HAND = tuple(Pile("hand", seat) for seat in _SEATS)
UP = tuple(tuple(Pile("up", seat, slot) for slot in range(3)) for seat in _SEATS)
DOWN = tuple(tuple(Pile("down", seat, slot) for slot in range(3)) for seat in _SEATS)

ARRANGING = ("exchange", "choose")
"""The questions before play, about the face-up cards."""
FULL_HAND = 3
FOUR = 4
MAX_TURNS = 1000
"""Maximum number of turns of a deal. After them the seats with the fewest cards win it."""
MAX_MATCH_TURNS = 10_000
"""Maximum number of turns of a match. After them it ends as it stands. It keeps records below their maximum length."""
MIN_TENSE_PILE_SIZE = 8
"""Minimum number of cards of the pile that raise the tension of a decision."""


@cache
def _cards_of_ranks(ranks: tuple[int, ...]) -> frozenset[Card]:
    return frozenset(card for card in packs(MAX_PACKS) if rank(card) in ranks)


class Palacio(Game):
    """A match of Palácio. All seats are asked ``exchange`` or ``choose`` at once, then ``play`` in turn.

    By house rules a play may lead to ``send``, or to ``fourth`` at once to several seats.
    """

    slug = "palacio"
    seats_allowed = range(2, 6)
    seats_default = 3
    visibility: ClassVar = {
        "stock": PileVisibility.NOBODY,
        "hand": PileVisibility.OWNER,
        "up": PileVisibility.ALL,
        "down": PileVisibility.NOBODY,
        "pile": PileVisibility.ALL,
        "burnt": PileVisibility.ALL,
    }
    verbs: ClassVar = {
        "exchange": ("keep",),
        "choose": ("lay",),
        "play": ("play", "take", "flip", "chance", "take_along"),
        "send": ("send",),
        "fourth": ("complete", "let_go"),
    }
    ask_rules: ClassVar = {
        "exchange": "palacio.R6",
        "choose": "palacio.R6",
        "play": "palacio.R9",
        "send": "palacio.R12",
        "fourth": "palacio.R10",
    }
    timed_questions: ClassVar = frozenset({"fourth"})
    turn_rules: ClassVar = {"play": "palacio.R8"}
    end_rule = "palacio.R16"
    Options = PalacioOptions
    presets = PRESETS
    counted_events: ClassVar = {
        "burn": ("said:burnt",),
        "burn_four": ("said:burnt_four",),
        "fourth": ("said:complete",),
        "pick_up": ("said:take", "said:take_along"),
        "blind_fails": ("said:turned_bad",),
        "chance": ("said:chance",),
        "send": ("said:send",),
        "skip": ("said:skipped",),
        "reverse": ("said:reversed",),
    }
    feats = FEATS
    habits = HABITS
    explaining_events: ClassVar = {
        "take": ("own:said:take", "own:said:take_along", "own:said:turned_bad"),
        "other_takes": ("other:said:take", "other:said:take_along", "other:said:turned_bad"),
        "burn": ("own:said:burnt", "own:said:burnt_four"),
        "other_burns": ("other:said:burnt", "other:said:burnt_four"),
        "palace": ("own:said:enters",),
        "other_palace": ("other:said:enters",),
        "other_skipped": ("other:said:skipped",),
    }
    browsable_piles = frozenset({"pile", "burnt"})
    redundant_notes = frozenset({"play", "take", "take_along", "burnt", "turned"})
    options: PalacioOptions

    dealer: Seat
    turns: int
    """Number of finished turns in this deal."""
    earlier_turns: int
    """Number of turns in the match's earlier deals."""
    is_reversed: bool
    """Whether play goes anticlockwise now."""
    last_player: Seat
    """The seat that made the last play."""
    last_play_size: int
    """Number of cards of the last play."""
    seats_out: tuple[Seat, ...]
    """Seats without cards, in the order of going out."""
    takers: frozenset[Seat]
    """Seats that have taken the pile in this deal."""
    deals_won: tuple[int, ...]
    """By seat, the number of deals won."""
    times_last: tuple[int, ...]
    """By seat, the number of deals in which it was last (R16)."""

    def deck(self, seats: int) -> tuple[Card, ...]:
        """Return one pack in Palácio for two or three seats or by house rule, two for more (R1)."""
        return packs(1 if seats <= 3 or self.options.packs == "single" else 2)

    # --- the deal, the exchange, the opening card ---------------------------------------------------------------

    def deal(self) -> None:
        """Deal each seat three cards down, three up and three in hand, one at a time from the dealer's left (R5).

        By house rule the second three come to the hand, too (R6).
        """
        self.choose_dealer()
        if self.deal_number == 1:
            self.deals_won = self.times_last = (0,) * self.seats
            self.earlier_turns = self.turns = 0
        self.earlier_turns += self.turns
        self.turns, self.seats_out, self.is_reversed = 0, (), False
        self.last_player, self.last_play_size, self.takers = TABLE, 0, frozenset()
        self.collect_and_shuffle()
        own_choice = self.options.exchange == "choose"
        second_row = (HAND,) * FULL_HAND if own_choice else tuple(zip(*UP, strict=True))
        self.deal_rows(*zip(*DOWN, strict=True), *second_row, *(HAND,) * FULL_HAND)
        for pile in (PILE, BURNT, *(slot for seat in range(self.seats) for slot in UP[seat])):
            self.piles.setdefault(pile, ())
        if self.options.exchange == "none":
            self._begin_play()
        else:
            self.ask_seats("choose" if own_choice else "exchange", *range(self.seats))

    def on_choose(self, *moves: Move) -> None:
        """Lay each seat's three of six cards face up, all at once (R6), then begin."""
        for move in moves:
            self.announce_move(move)
            for card, slot in zip(move.cards, UP[move.seat], strict=True):
                self.shift((card,), HAND[move.seat], slot, "lay")
        self._begin_play()

    def on_exchange(self, *moves: Move) -> None:
        """Exchange cards: put each seat's choice face up (R6), then begin."""
        for move in moves:
            seat = move.seat
            hand = self.piles[HAND[seat]]
            coming = [card for card in move.cards if card in hand]
            self.announce_move(move)
            for slot in UP[seat]:
                if self.piles[slot][0] not in move.cards:
                    self.draw(1, slot, HAND[seat], "exchange")
                    self.shift((coming.pop(0),), HAND[seat], slot, "exchange")
        self._begin_play()

    def _begin_play(self) -> None:
        """Turn up the opening card (R7) and ask the starter (R8)."""
        if self.options.opening == "card":
            self._turn_opening_card()
        self.ask_seats("play", self._announce_starter())

    def _turn_opening_card(self) -> None:
        """Turn up a card of the stock to start the pile (R7)."""
        self.draw(1, STOCK, PILE, "deal")
        while RANK[self.piles[PILE][-1]] in (TWO, TEN) and not {TWO, TEN}.issuperset(map(rank, self.piles[STOCK])):
            if self.options.opening_special == "reshuffle":
                self.draw(1, PILE, STOCK, "gather")
                self.shuffle(STOCK)
            self.draw(1, STOCK, PILE, "deal")

    def _announce_starter(self) -> Seat:
        """Return the first seat to play in Palácio (R8), and announce it if its lowest card decided.

        Of seats with equal lowest cards, it is the first from the dealer's left.
        """
        order = self.seats_from(self.dealer + 1)
        if self.options.starter == "left_of_dealer":
            return order[0]
        seat = min(order, key=lambda seat: STRENGTH[self._lowest_rank(seat)])
        if (lowest := self._lowest_rank(seat)) != TWO:
            self.announce(seat, Note("starts", {"rank": lowest}))
        return seat

    def _lowest_rank(self, seat: Seat) -> int:
        """Return the lowest rank of a seat's visible hand that goes on no higher card; a two if it has none."""
        special = (TWO, TEN, NO_RANK, *self.options.powers.see_through)
        ranks = (RANK[card] for card in self.piles[HAND[seat]])
        return min((own for own in ranks if own not in special), key=STRENGTH.__getitem__, default=TWO)

    # --- legal moves --------------------------------------------------------------------------------------------

    def sources(self, seat: Seat) -> tuple[Pile, ...]:
        """Return a seat's piles to play from: its hand, then its face-up cards, none for face-down cards."""
        if self.ask is not None and self.ask.what in ARRANGING:
            return (*UP[seat], HAND[seat])
        if self.piles[HAND[seat]] or self.piles[STOCK]:
            return (HAND[seat],)
        return tuple(slot for slot in UP[seat] if self.piles[slot])

    def _cards_to_choose_from(self, seat: Seat) -> list[Card]:
        """Return the sorted cards from which a seat chooses its play or exchange; moves name the first of equal cards.

        In the exchange the face-up cards come first, which avoids exchanges of equal cards.
        """
        piles = self.piles
        if self.ask is not None and self.ask.what in ARRANGING:
            return sorted(card for slot in UP[seat] for card in piles[slot]) + sorted(piles[HAND[seat]])
        hand = piles[HAND[seat]]
        return sorted(hand if hand or piles[STOCK] else (card for slot in UP[seat] for card in piles[slot]))

    def _fitting_ranks(self) -> tuple[int, ...]:
        """Return the ranks that may be played on the pile now, from low to high."""
        powers, pile = self.options.powers, self.piles[PILE]
        if not pile:
            opening = NO_RANK if self.options.opening != "lowest" else self._opening_rank()
            return ALL_RANKS if opening == NO_RANK else (opening,)
        return powers.fitting[RANK[pile[-1]]] or powers.fitting[powers.rank_to_follow(pile)]

    def _opening_rank(self) -> int:
        """Return the rank that must open the deal by house rule (R7); ``NO_RANK`` for any."""
        if self.options.opening != "lowest" or self.turns or self.piles[BURNT] or self.ask is None:
            return NO_RANK
        lowest = self._lowest_rank(self.ask.seats[0])
        return NO_RANK if lowest == TWO else lowest

    def _must_play_singly(self, seat: Seat) -> bool:
        """Whether a seat of Palácio plays its face-up cards, one at a time (R13)."""
        return not self.piles[HAND[seat]] and not self.options.multi_face_up

    def legal_moves(self, seat: Seat) -> list[Move]:
        """List a seat's legal plays by rank, then by number of cards, then ``chance`` and ``take``.

        In the exchange, no change comes first.
        """
        if self.ask is None or seat not in self.seats_to_act():
            return []
        if self.ask.what != "play":
            return self._moves_beside_play(seat, self.ask.what)
        own = self._cards_to_choose_from(seat)
        if not own:
            return [Move(seat, "flip", to=slot) for slot in range(3) if self.piles[DOWN[seat][slot]]]
        sets = self._sets_among(own, seat)
        moves = [Move(seat, "play", equal[:count]) for equal in sets for count in range(1, len(equal) + 1)]
        stuck = not moves
        if self.options.chance != "never" and self._may_take_chance(seat, stuck=stuck):
            moves.append(Move(seat, "chance"))
        if self.piles[PILE] and (stuck or self.options.voluntary_pickup):
            moves += self._takes(seat, own)
        return moves

    def _moves_beside_play(self, seat: Seat, what: str) -> list[Move]:
        """List the choices of face-up cards before play (R6), of the seat that gets the pile (R12), or whether to
        complete four cards (R10)."""
        if what == "fourth":
            return [*(Move(seat, "complete", cards) for cards in self._fourth_cards(seat)), Move(seat, "let_go")]
        (verb,) = self.verbs[what]
        if what == "send":
            others = (other for other in range(self.seats) if other != seat and other not in self.seats_out)
            return [Move(seat, verb, to=other) for other in others]
        different: dict[tuple[int, ...], Move] = {}
        for kept in combinations(self._cards_to_choose_from(seat), FULL_HAND):
            different.setdefault(tuple(sorted(map(rank, kept))), Move(seat, verb, tuple(sorted(kept))))
        return list(different.values())

    def _fourth_cards(self, seat: Seat) -> list[tuple[Card, ...]]:
        """Return the play that completes four equal cards on the pile (R10), if a seat has the card; at most one."""
        index = RANK[self.piles[PILE][-1]]
        own = [card for card in self._cards_to_choose_from(seat) if RANK[card] == index]
        return [tuple(own[:1])] if own and not self._ends_forbidden(seat, index, 1) else []

    def _takes(self, seat: Seat, own: Sequence[Card]) -> list[Move]:
        """Return the moves that take the pile, one for each rank of face-up card that may go along (R14)."""
        if not self._takes_one(seat):
            return [Move(seat, "take")]
        lowest = {RANK[card]: card for card in reversed(own)}
        return [Move(seat, "take_along", (lowest[index],)) for index in ALL_RANKS if index in lowest]

    def _takes_one(self, seat: Seat) -> bool:
        """Whether a seat that takes the pile must take one of its face-up cards, too (R14)."""
        return self.options.take_one and not self.piles[HAND[seat]] and any(self.piles[slot] for slot in UP[seat])

    def _may_take_chance(self, seat: Seat, *, stuck: bool) -> bool:
        """Whether a seat may play the top card of the stock unseen (R12); ``stuck``: no card of its hand fits."""
        allowed = self.options.chance == "any" or (self.options.chance == "stuck" and stuck)
        return allowed and bool(self.piles[STOCK]) and bool(self.piles[HAND[seat]])

    def playable_sets(self, seat: Seat) -> list[tuple[Card, ...]]:
        """Return the largest play of each rank from a seat's hand or face-up cards, from low to high.

        The first cards of such a set are a play, too.
        """
        return self._sets_among(self._cards_to_choose_from(seat), seat)

    def _sets_among(self, own: Sequence[Card], seat: Seat) -> list[tuple[Card, ...]]:
        """Return the largest play of each rank among a seat's cards to choose from, from low to high."""
        by_rank: dict[int, list[Card]] = {}
        for card in own:
            by_rank.setdefault(RANK[card], []).append(card)
        most = 1 if self._must_play_singly(seat) else None
        sets = [tuple(by_rank[index][:most]) for index in self._fitting_ranks() if index in by_rank]
        if self.options.last_card == "any":
            return sets
        kept = [equal[: len(equal) - self._ends_forbidden(seat, RANK[equal[0]], len(equal))] for equal in sets]
        return [equal for equal in kept if equal]

    def _ends_forbidden(self, seat: Seat, index: int, count: int) -> bool:
        """Whether these would be the seat's last cards and may not be (R16): twos or tens, unless the pile is empty."""
        special = self.options.last_card == "ordinary" and index in (TWO, TEN)
        return special and bool(self.piles[PILE]) and self.count_cards_left(seat) == count

    def named_piles(self, move: Move) -> tuple[tuple[Pile, Pile], ...]:
        """Return the piles that a move names: the pile taken, the hidden card or stock played, the seat sent to."""
        seat, verb = move.seat, move.verb
        if verb == "take":
            return ((PILE, HAND[seat]),)
        if verb == "take_along":
            return ((PILE, HAND[seat]), *((slot, HAND[seat]) for slot in UP[seat] if self.piles[slot] == move.cards))
        if verb == "flip" and 0 <= move.to < len(DOWN[seat]):
            return ((DOWN[seat][move.to], PILE),)
        if verb == "chance":
            return ((STOCK, PILE),)
        return ((HAND[move.to], PILE),) if verb == "send" and 0 <= move.to < self.seats else ()

    def max_pile_size(self, pile: Pile) -> int:
        """Limit a hand of Palácio to the cards dealt before play begins (R5, R6)."""
        if pile.kind != "hand" or self.ask is None or self.ask.what not in ARRANGING:
            return super().max_pile_size(pile)
        return 2 * FULL_HAND if self.ask.what == "choose" else FULL_HAND

    def equivalence_key(self, card: Card) -> int:
        """Return the rank of a card as its equivalence key, as suits mean nothing in Palácio (R2)."""
        return rank(card)

    def sort_key(self, card: Card) -> int:
        """Return a card's sort key in Palácio, from 3 to 2; suits only make the order stable."""
        return STRENGTH[rank(card)] * 4 + suit(card)

    def tension(self, seat: Seat) -> float:
        """Return a decision's importance: 1 if another seat has one card left, 0.5 for a big pile, else 0."""
        last = any(self.count_cards_left(other) == 1 for other in range(self.seats) if other != seat)
        return 1.0 if last else 0.5 * (len(self.piles[PILE]) >= MIN_TENSE_PILE_SIZE)

    def cards_revealed_at_end(self, seat: Seat) -> Sequence[Card]:
        """Return a seat's remaining cards, whose number decides its place if it is not out (R16)."""
        return [card for pile in (HAND[seat], *UP[seat], *DOWN[seat]) for card in self.piles[pile]]

    def canonical(self, move: Move) -> Move:
        """Replace a move's cards by the first ones of equal rank; cards that the seat does not hold are only sorted."""
        own = self._cards_to_choose_from(move.seat) if 0 <= move.seat < self.seats else []
        if not move.cards or len(set(move.cards)) != len(move.cards) or not set(own).issuperset(move.cards):
            return super().canonical(move)
        ranks = [rank(card) for card in move.cards]
        chosen = (card for index in set(ranks) for card in [o for o in own if rank(o) == index][: ranks.count(index)])
        return move._replace(cards=tuple(sorted(chosen)))

    def refusal(self, move: Move) -> Refusal | None:
        """Return the reason why a move is refused, with a special one for face-up cards not playable yet (R13)."""
        refusal = super().refusal(move)
        if refusal is None or refusal.key != "not_yours" or self.ask is None or self.ask.what != "play":
            return refusal
        hand = set(self.piles[HAND[move.seat]])
        waiting = {card for slot in UP[move.seat] for card in self.piles[slot]}
        if len(set(move.cards)) != len(move.cards) or not (hand | waiting).issuperset(move.cards):
            return refusal
        return Refusal("palacio.R13", "hand_first" if hand.isdisjoint(move.cards) else "mixed")

    def check_rules(self, move: Move) -> Refusal | None:
        """Return the reason why a move breaks the rules of Palácio (R6, R9, R12 … R15); None if legal."""
        takes_cards = move.verb in ("play", "take_along", "keep", "lay", "complete")
        if (move.to != -1 and move.verb not in ("flip", "send")) or (move.cards and not takes_cards):
            return Refusal("", "not_now", {"verb": move.verb})
        if move.verb == "send":
            is_other = 0 <= move.to < self.seats and move.to != move.seat and move.to not in self.seats_out
            return None if is_other else Refusal("palacio.R12", "send_to_other")
        if move.verb == "let_go":
            return None
        if move.verb == "complete":
            return self._refuse_fourth(move)
        if move.verb in ("keep", "lay"):
            return None if len(move.cards) == 3 else Refusal("palacio.R6", "keep_three", {"n": len(move.cards)})
        own = self._cards_to_choose_from(move.seat)
        if move.verb == "flip":
            if own:
                return Refusal("palacio.R15", "flip_not_yet")
            there = 0 <= move.to < 3 and self.piles[DOWN[move.seat][move.to]]
            return None if there else Refusal("palacio.R15", "no_card_there")
        if not own:
            return Refusal("palacio.R15", "must_flip")
        if move.verb == "chance":
            return self._refuse_chance(move.seat)
        return self._refuse_play(move) if move.verb == "play" else self._refuse_take(move)

    def _refuse_fourth(self, move: Move) -> Refusal | None:
        index = RANK[self.piles[PILE][-1]]
        if len(move.cards) != 1 or RANK[move.cards[0]] != index:
            return Refusal("palacio.R10", "complete_four", {"rank": index})
        return Refusal("palacio.R16", "last_card", {"rank": index}) if not self._fourth_cards(move.seat) else None

    def _refuse_chance(self, seat: Seat) -> Refusal | None:
        if self.options.chance == "never":
            return Refusal("", "not_now", {"verb": "chance"})
        if not self.piles[STOCK] or not self.piles[HAND[seat]]:
            return Refusal("palacio.R12", "no_stock")
        playable = self.playable_sets(seat)
        if self._may_take_chance(seat, stuck=not playable):
            return None
        return Refusal("palacio.R12", "must_play", {"rank": RANK[playable[0][0]]})

    def _refuse_other_opening(self) -> Refusal | None:
        """Return the refusal of any move but the lowest card, if that must open the deal (R7); else None."""
        lowest = self._opening_rank()
        return None if lowest == NO_RANK else Refusal("palacio.R7", "lowest_first", {"rank": lowest})

    def _refuse_take(self, move: Move) -> Refusal | None:
        if move.verb == "take_along" and not self.options.take_one:
            return Refusal("", "not_now", {"verb": move.verb})
        if not self.piles[PILE]:
            return self._refuse_other_opening() or Refusal("palacio.R9", "nothing_to_take")
        playable = self.playable_sets(move.seat)
        if playable and not self.options.voluntary_pickup:
            return Refusal("palacio.R12", "must_play", {"rank": rank(playable[0][0])})
        if not self._takes_one(move.seat):
            return None if move.verb == "take" else Refusal("", "not_now", {"verb": move.verb})
        return None if len(move.cards) == 1 else Refusal("palacio.R14", "take_one")

    def _refuse_play(self, move: Move) -> Refusal | None:
        if not move.cards:
            return Refusal("palacio.R9", "no_card")
        index = rank(move.cards[0])
        if any(rank(card) != index for card in move.cards):
            return Refusal("palacio.R9", "unequal")
        if len(move.cards) > 1 and self._must_play_singly(move.seat):
            return Refusal("palacio.R13", "one_at_a_time")
        if self._ends_forbidden(move.seat, index, len(move.cards)):
            return Refusal("palacio.R16", "last_card", {"rank": index})
        if index in self._fitting_ranks():
            return None
        if not self.piles[PILE]:
            return self._refuse_other_opening()
        top = self._rank_to_follow()
        if index == TEN:
            return Refusal("palacio.R4", self._key_by_order("ten_strict", "ten_strict_lower"), {"rank_top": top})
        key = self._key_by_order(self._key_by_free_cards("too_low", "too_low_strict", "too_low_free"), "too_high")
        return Refusal("palacio.R9", key, {"rank": index, "rank_top": top})

    # --- moves --------------------------------------------------------------------------------------------------

    def on_play(self, move: Move) -> None:
        """Play a seat's cards, flip a face-down card, or take the pile (R9 … R16)."""
        seat = move.seat
        if move.verb in ("take", "take_along"):
            self.announce_move(move)
            if not self.options.voluntary_pickup:
                self._rule_out_fitting_cards(seat)
            self._take(seat)
            for slot in UP[seat]:
                if move.cards and self.piles[slot] == move.cards:
                    self.draw(1, slot, HAND[seat], "take")
            self._end_turn(seat)
        elif move.verb == "chance":
            self.announce_move(move)
            if self.options.chance == "stuck":
                self._rule_out_fitting_cards(seat)
            self._play_unseen(seat, STOCK)
        elif move.verb == "flip":
            self._play_unseen(seat, DOWN[seat][move.to])
        else:
            self._lay(move)

    def on_fourth(self, *moves: Move) -> None:
        """Let the first seat in the direction of play that completes four cards do so (R10); else end the turn."""
        player, step = self.last_player, -1 if self.is_reversed else 1
        completing = [move for move in moves if move.cards]
        first = min(completing, key=lambda move: (move.seat - player) * step % self.seats, default=None)
        if first is None:
            power = self.options.powers.by_rank[RANK[self.piles[PILE][-1]]]
            self._end_turn(player, power, self.last_play_size)
        else:
            self._lay(first)

    def _lay(self, move: Move) -> None:
        """Lay a seat's cards on the pile, from its hand or, without one, from its face-up cards (R9, R13)."""
        seat = move.seat
        self.announce_move(move)
        if self.piles[HAND[seat]]:
            self.shift(move.cards, HAND[seat], PILE, "play")
        else:
            whole = all(self.piles[slot] for slot in UP[seat])
            for slot in UP[seat]:
                if self.piles[slot] and self.piles[slot][0] in move.cards:
                    self.draw(1, slot, PILE, "play")
            if whole:  # not again if it takes the pile and comes back to these cards
                self.announce(TABLE, Note("enters", {"seat": seat}))
        self._finish_play(seat, move.cards)

    def _rule_out_fitting_cards(self, seat: Seat) -> None:
        """Record that a seat has no card that it may play; a last two or ten that it may not is possible (R16)."""
        self.rule_out(seat, _cards_of_ranks(self._ranks_of_single_play(seat)))

    def _ranks_of_single_play(self, seat: Seat) -> tuple[int, ...]:
        """Return the ranks of which a seat may play a single card now, if it has one (R9, R16)."""
        return tuple(index for index in self._fitting_ranks() if not self._ends_forbidden(seat, index, 1))

    def _play_unseen(self, seat: Seat, source: Pile) -> None:
        """Play a seat's hidden card (R15) or the top card of the stock (R12); if it can't go, take it and the pile."""
        fits = self._ranks_of_single_play(seat)
        played = self.draw(1, source, PILE, "flip")
        index = RANK[played[0]]
        figures = {"card": played[0], "rank": index}
        if index in fits:
            self.announce(seat, Note("turned", figures))
            self._finish_play(seat, played)
        else:
            self.announce(seat, Note("turned_bad", figures))
            self._take(seat)
            self._end_turn(seat)

    def _take(self, seat: Seat) -> None:
        """Take the whole pile into a seat's hand (R12, R14, R15)."""
        self.shift(self.piles[PILE], PILE, HAND[seat], "take")
        self.takers |= {seat}

    def _finish_play(self, seat: Seat, played: Sequence[Card]) -> None:
        """Finish a seat's play: burn the pile (R4, R10), draw (R11), then go out, play again or end the turn."""
        index, equal, options = RANK[played[0]], len(played), self.options
        power = options.powers.by_rank[index]
        if options.is_fourth_counted_across_turns:
            equal = options.powers.count_equal_on_top(self.piles[PILE])
        burns = index == TEN or equal >= FOUR
        if burns:
            count = len(self.piles[PILE]) if index == TEN else equal
            note = Note("burnt" if index == TEN else "burnt_four", {"n": count, "rank": index})
            self.announce(seat, note, loud=index != TEN)
            self.shift(self.piles[PILE], PILE, BURNT, "burn")
        missing = FULL_HAND - len(self.piles[HAND[seat]])
        if missing > 0 and self.piles[STOCK]:
            self.draw(missing, STOCK, HAND[seat])
        if not self.piles[HAND[seat]] and not any(self.piles[slot] for slot in (*DOWN[seat], *UP[seat])):
            self._leave(seat, played, "" if burns else power)
        elif burns or power == AGAIN:
            self.ask_seats("play", seat)
        elif power == SENDS and self._are_more_than_two_left():
            self.ask_seats("send", seat)
        elif power == SENDS:
            self._send_pile(seat, self.following_seat(seat))
        elif not (equal == FOUR - 1 and self._offer_fourth(seat, len(played))):
            self._end_turn(seat, power, len(played))

    def _offer_fourth(self, player: Seat, count: int) -> bool:
        """Ask the other seats, by house rule, for the fourth of three equal cards on the pile (R10); return whether.

        Seats without it are asked too, so that the question reveals nothing. No seat is asked if all can see that none
        has it, or if only the next seat could.

        Args:
            player: the seat that has played.
            count: number of cards played.
        """
        options, piles = self.options, self.piles
        if options.fourth == "in_turn" or not self._are_more_than_two_left():
            return False
        others = [seat for seat in range(self.seats) if seat != player and seat not in self.seats_out]
        asked = [seat for seat in others if self._cards_to_choose_from(seat)]
        idle_rows = (UP[seat] for seat in range(self.seats) if seat == player or piles[HAND[seat]] or piles[STOCK])
        gone = [*piles[PILE], *piles[BURNT], *(card for row in idle_rows for slot in row for card in piles[slot])]
        index = RANK[piles[PILE][-1]]
        if not asked or sum(RANK[card] == index for card in gone) * len(ALL_RANKS) == len(self.deck(self.seats)):
            return False
        self.last_player, self.last_play_size = player, count
        self.ask_seats("fourth", *asked)
        return True

    def on_send(self, move: Move) -> None:
        """Send the pile to the named seat."""
        self._send_pile(move.seat, move.to)

    def _send_pile(self, seat: Seat, target: Seat) -> None:
        """Let another seat take the pile (R12); the next seat after that one plays."""
        self.announce(seat, Note("send", {"seat": target}))
        self._take(target)
        self._end_turn(target)

    def _end_turn(self, seat: Seat, power: str = "", count: int = 0) -> None:
        """Pass the turn to the next seat with cards (R8), or end a deal that is too long.

        Args:
            seat: the seat that has played.
            power: that of the rank played; ``""`` for none.
            count: number of cards played.
        """
        self.turns += 1
        if self.earlier_turns + self.turns >= MAX_MATCH_TURNS:
            self._score_deal("match_stalled", {"n": MAX_MATCH_TURNS})
        elif self.turns >= MAX_TURNS:
            self._score_deal("stalled", {"n": MAX_TURNS})
        else:
            self.ask_seats("play", self._use_power(power, seat, count) if power else self.following_seat(seat))

    def _use_power(self, power: str, seat: Seat, count: int) -> Seat:
        """Use the power of the rank that a seat played: skip seats, or reverse the direction; return the next seat."""
        if power == REVERSE and self._are_more_than_two_left():
            self.is_reversed = not self.is_reversed
            self.announce(seat, Note("reversed"))
        following = self.following_seat(seat)
        if power == SKIP:
            for _ in range(min(count, self.seats - len(self.seats_out) - 1)):
                self.announce(following, Note("skipped"))
                following = self.following_seat(following)
        return following

    def _are_more_than_two_left(self) -> bool:
        """Whether the direction matters: more than two seats have cards."""
        return self.seats - len(self.seats_out) > 2

    def following_seat(self, seat: Seat) -> Seat:
        """Return the next seat with cards in the present direction (R8); the seat itself if there is no other."""
        seats, step = self.seats, -1 if self.is_reversed else 1
        following = (seat + step) % seats
        while following in self.seats_out and following != seat:
            following = (following + step) % seats
        return following

    def count_cards_left(self, seat: Seat) -> int:
        """Return the number of cards that a seat still has in hand, face up and face down."""
        return sum(len(self.piles[pile]) for pile in (HAND[seat], *UP[seat], *DOWN[seat]))

    def _announce_place(self, seat: Seat) -> None:
        """Record the place of a seat that went out, and its lead: how many cards the others have left on average, twice
        that if the seat has never taken the pile."""
        if self.events is None:
            return
        left = [self.count_cards_left(other) for other in range(self.seats) if other not in self.seats_out]
        lead = sum(left) // len(left) * (1 if seat in self.takers else 2)
        self.announce(seat, Note("out", {"n": len(self.seats_out), "lead": lead}), loud=True)

    def _leave(self, seat: Seat, played: Sequence[Card], power: str) -> None:
        """Record that a seat went out with this play (R16) and its power; score the deal if that ends it."""
        self.seats_out += (seat,)
        self._announce_place(seat)
        note = Note("last_play", {"seat": seat, "n": len(played), "rank": rank(played[0])})
        decided = (DecidingCards(seat, tuple(played), note),)
        if not self.options.play_on:
            self._score_deal("out", {"seat": seat}, decided)
        elif len(self.seats_out) == self.seats - 1:
            self._score_deal(
                "last", {"seat": next(last for last in range(self.seats) if last not in self.seats_out)}, decided
            )
        else:
            self._end_turn(seat, power, len(played))

    def _score_deal(
        self, reason: str, placeholders: Placeholders = NO_PLACEHOLDERS, decided: tuple[DecidingCards, ...] = ()
    ) -> None:
        """Score a deal of Palácio: places by order of going out, then by cards left.

        Equal counts share the better place.
        """
        left = {seat: self.count_cards_left(seat) for seat in range(self.seats) if seat not in self.seats_out}
        place = {seat: position for position, seat in enumerate(self.seats_out)}
        for seat, count in left.items():
            place[seat] = len(self.seats_out) + sum(other < count for other in left.values())
        winners = tuple(seat for seat in range(self.seats) if place[seat] == 0)
        self.deals_won = tuple(won + (seat in winners) for seat, won in enumerate(self.deals_won))
        worst = max(place.values())
        self.times_last = tuple(n + (place[seat] == worst > 0) for seat, n in enumerate(self.times_last))
        last = self.seats - 1
        points = [last - place[s] if self.options.play_on else int(s in winners) for s in range(self.seats)]
        places = tuple(place[seat] + 1 for seat in range(self.seats))
        self.end_deal(points, winners, reason, placeholders, deciding_cards=decided, places=places)

    def match_winners(self) -> tuple[Seat, ...]:
        """Return the winners of the match by the house rule ``match_by`` (R16); several if they are level.

        By deals won, they are the seats that have won ``rounds`` deals; by points, the seats with the most after
        ``rounds`` deals. By times last, a seat that was last ``rounds`` times loses and all others win. After
        ``MAX_MATCH_TURNS`` turns, the match ends as it stands.
        """
        rounds, seats, match_by = self.options.rounds, range(self.seats), self._match_by()
        is_over = self.earlier_turns + self.turns >= MAX_MATCH_TURNS
        if match_by == "points":
            best = max(self.scores)
            return tuple(s for s in seats if self.scores[s] == best) if is_over or len(self.history) >= rounds else ()
        if match_by == "losses":
            most = max(self.times_last)
            safe = tuple(s for s in seats if self.times_last[s] < most) or tuple(seats)
            return safe if is_over or most >= rounds else ()
        goal = max(self.deals_won) if is_over else rounds
        return tuple(s for s in seats if self.deals_won[s] >= goal)

    def _match_by(self) -> str:
        """Return what decides the match: ``match_by``, but a match of one deal is won as the deal is."""
        return "wins" if self.options.rounds == 1 else self.options.match_by

    def loss_text_group(self) -> str:
        """Return the group of texts about a loss: in chances to win a deal of Palácio; in points with ``play_on``."""
        return "game" if self.options.play_on else self.slug

    def deals_planned(self) -> int:
        """Return the number of deals of the match; 0 (unknown) if it ends after several deals won or lost."""
        return self.options.rounds if self.options.rounds == 1 or self._match_by() == "points" else 0

    def deal_point_limits(self) -> tuple[int, int]:
        """Return the points of the last and the first place; without ``play_on``, a point for the winner alone."""
        return 0, self.seats - 1 if self.options.play_on else 1

    def target_score(self) -> int:
        """Return the number of deals that win a match of Palácio; 0 for a match of one deal or not won by deals."""
        return self.options.rounds if self.options.rounds > 1 and self._match_by() == "wins" else 0

    def measure_deal(self) -> tuple[int, ...]:
        """Return each seat's number of twos and tens in hand and face up."""
        rows = [(HAND[seat], *UP[seat]) for seat in range(self.seats)]
        return tuple(sum(RANK[card] in (TWO, TEN) for pile in row for card in self.piles[pile]) for row in rows)

    def facts(self, seat: Seat) -> tuple[Note, ...]:
        """Return the fact about a seat: its face-up and face-down cards left, or its standing in a match of several.

        Both would reach under the cards of the palace, whose number everybody sees.
        """
        left = sum(len(self.cards(Pile(kind, seat, i))) for kind in ("up", "down") for i in range(3))
        standing = {
            "wins": Note("wins", {"n": self.deals_won[seat]}),
            "points": Note("score", {"n": self.scores[seat]}),
            "losses": Note("losses", {"n": self.times_last[seat]}),
        }
        return (standing[self._match_by()] if self.options.rounds > 1 else Note("palace", {"n": left}),)

    def amounts(self, event: Event, lying: Sequence[Card] = ()) -> tuple[Amount, ...]:
        """Return the place of a seat that goes out (R16), and the points and places of a scored deal.

        The size of a first place is its lead (``_announce_place``).
        """
        if isinstance(event, Announced) and event.note.key == "out":
            place, lead = event.note.placeholders["n"], event.note.placeholders["lead"]
            return (Amount(event.seat, (self.seats - place,), place=place, own_size=lead if place == 1 else 0),)
        return tuple(amount._replace(own_size=0) for amount in super().amounts(event))

    # --- texts --------------------------------------------------------------------------------------------------

    def _rank_to_follow(self) -> int:
        """Return the rank that a play on the pile must fit; ``NO_RANK`` if any card goes."""
        return self.options.powers.rank_to_follow(self.piles[PILE])

    def _key_by_free_cards(self, ten: str, strict: str, others: str) -> str:
        """Return the text key by what goes on anything besides a two: a ten, no ten, or see-through cards."""
        if self.options.powers.see_through:
            return others
        return ten if self.options.ten_on_anything else strict

    def _key_by_order(self, higher: str, lower: str) -> str:
        """Return the first text key if the next play must be equal or higher, the other if equal or lower."""
        return lower if self.options.powers.by_rank[self._rank_to_follow()] == NEXT_LOWER else higher

    def prompt_for(self, seat: Seat) -> Note:
        """Return the prompt with the cards that a seat may play; ``wait`` if it is not asked."""
        if self.ask is None or seat not in self.seats_to_act():
            return Note("wait")
        if self.ask.what == "fourth":
            index = RANK[self.piles[PILE][-1]]
            return Note("fourth" if self._fourth_cards(seat) else "no_fourth", {"rank": index})
        if self.ask.what != "play":
            return Note(self.ask.what)
        own, pile = self._cards_to_choose_from(seat), self.piles[PILE]
        if not own:
            return Note("flip")
        if not pile:
            lowest = self._opening_rank()
            return Note("lead") if lowest == NO_RANK else Note("lead_lowest", {"rank": lowest})
        top = self._rank_to_follow()
        if not self.playable_sets(seat):
            chance = "must_take_chance" if self._may_take_chance(seat, stuck=True) else "must_take"
            return Note("must_take_along" if self._takes_one(seat) else chance, {"rank_top": top})
        if top in (TWO, NO_RANK):
            return Note("anything" if top == TWO else "nothing_beneath")
        return Note(
            self._key_by_order(self._key_by_free_cards("higher", "higher_strict", "higher_free"), "lower"),
            {"rank": top},
        )

    def pile_fact(self, pile: Pile) -> Note | None:
        """Return what a rank's power changes: the card to follow if it isn't the top one, equal or lower, direction."""
        if pile == STOCK:
            return Note("reversed") if self.is_reversed and self._are_more_than_two_left() else None
        if pile != PILE or not self.piles[PILE]:
            return None
        powers, top = self.options.powers, self._rank_to_follow()
        if powers.by_rank[top] == NEXT_LOWER:
            return Note("lower", {"rank": top})
        if powers.by_rank[RANK[self.piles[PILE][-1]]] != SEE_THROUGH:
            return None
        return Note("anything") if top in (TWO, NO_RANK) else Note("higher", {"rank": top})

    def describe(self, move: Move) -> Note:
        """Describe a seat's move in Palácio; a ``keep`` without change is called ``leave``."""
        if move.verb == "play":
            index = rank(move.cards[0]) if move.cards else TWO
            return Note("play", {"rank": index, "n": len(move.cards), "cards": move.cards})
        if move.verb == "take":
            return Note("take", {"n": len(self.piles[PILE])})
        if move.verb == "take_along":
            return Note("take_along", {"rank": rank(move.cards[0]) if move.cards else TWO})
        if move.verb == "complete":
            return Note("complete", {"rank": rank(move.cards[0]) if move.cards else TWO, "cards": move.cards})
        if move.verb in ("chance", "let_go"):
            return Note(move.verb)
        if move.verb == "send":
            return Note("send", {"seat": move.to})
        if move.verb == "lay":
            return Note("lay", {"cards": move.cards})
        if move.verb == "flip":
            return Note("flip", {"place": move.to + 1})
        lying = {card for slot in UP[move.seat] for card in self.piles[slot]}
        swapped = len(set(move.cards) - lying)
        return Note("keep" if swapped else "leave", {"n": swapped, "cards": move.cards})
