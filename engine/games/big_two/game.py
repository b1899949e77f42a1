"""Rules of Big Two: beat the last play by a higher one of as many cards; the first without cards wins (R1 … R15)."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import ClassVar

from engine.cards import HIDDEN, SUITS, Card
from engine.events import Amount, DealScored, DecidingCards, Event
from engine.game import STOCK, Game, PileVisibility
from engine.games.big_two.card_order import ORDERS
from engine.games.big_two.feats import FEATS, HABITS
from engine.games.big_two.hands import (
    MAX_CARDS,
    Combination,
    all_combinations,
    classify,
    combinations_of,
    followers,
)
from engine.games.big_two.options import PRESETS, BigTwoOptions
from engine.games.big_two.refusals import no_hand_refusal, not_beaten_refusal, placeholders
from engine.games.big_two.scores import card_costs, describe_count, max_points_lost, points_lost
from engine.moves import TABLE, Move, Note, Pile, Refusal, Seat
from engine.rng import Rng

SEATS = 4
"""Usual number of seats, and the largest one."""
CARDS_DEALT: Mapping[int, int] = MappingProxyType({2: 13, 3: 17, 4: 13})
"""Number of seats -> cards dealt to each (R1); with three seats, one of them gets the last card as well."""
HANDS = tuple(Pile("hand", seat) for seat in range(SEATS))
TARGETS: Mapping[str, int] = MappingProxyType({"to_50": 50, "to_100": 100})
"""House rule on the match -> points that end it."""
_SUIT_PLACEHOLDERS = ("suit_first", "suit_second", "suit_third", "suit_last")
"""Names of the suits from the lowest to the highest in texts."""
TRICK = Pile("trick")
PLAYED = Pile("played")


class BigTwo(Game):
    """A match of Big Two for two to four seats."""

    slug = "big_two"
    seats_allowed = range(min(CARDS_DEALT), SEATS + 1)
    seats_default = SEATS
    max_deals = 100
    visibility: ClassVar[Mapping[str, PileVisibility]] = MappingProxyType(
        {
            "stock": PileVisibility.NOBODY,
            "hand": PileVisibility.OWNER,
            "trick": PileVisibility.ALL,
            "played": PileVisibility.ALL,
        }
    )
    verbs: ClassVar[Mapping[str, tuple[str, ...]]] = MappingProxyType(
        {"give_back": ("give",), "play": ("play", "pass")}
    )
    ask_rules: ClassVar[Mapping[str, str]] = MappingProxyType({"give_back": "big_two.R1", "play": "big_two.R4"})
    end_rule = "big_two.R15"
    Options = BigTwoOptions
    presets = PRESETS
    counted_events: ClassVar[Mapping[str, tuple[str, ...]]] = MappingProxyType(
        {
            "pass": ("said:pass",),
            "two_pair": ("said:two_pair",),
            "five_cards": (
                "said:straight",
                "said:flush",
                "said:full_house",
                "said:four_plus_one",
                "said:straight_flush",
            ),
            "bombs": ("said:quads", "said:four_plus_one", "said:straight_flush"),
        }
    )
    feats = FEATS
    habits = HABITS
    explaining_events: ClassVar[Mapping[str, tuple[str, ...]]] = MappingProxyType(
        {
            "pass": ("own:said:pass",),
            "pair": ("own:said:pair",),
            "triple": ("own:said:triple",),
            "two_pair": ("own:said:two_pair",),
            "straight": ("own:said:straight",),
            "flush": ("own:said:flush",),
            "full_house": ("own:said:full_house",),
            "bomb": ("own:said:quads", "own:said:four_plus_one", "own:said:straight_flush"),
            "other_five_cards": (
                "other:said:straight",
                "other:said:flush",
                "other:said:full_house",
                "other:said:four_plus_one",
                "other:said:straight_flush",
            ),
            "last_card": ("own:said:last_card",),
            "other_last_card": ("other:said:last_card",),
        }
    )

    redundant_notes = frozenset({"single"})

    options: BigTwoOptions
    play_to_beat: Combination | None
    """The play to beat, the last of the trick; None if the next seat leads."""
    winning_seat: Seat
    """The seat of the last play, or the seat that leads."""
    passed_mask: int
    """Bit set of the seats that passed since the last play, or in this trick if passing locks out."""
    is_opening: bool
    """Whether the deal has no play yet."""
    opening_card: Card | None
    """The card that the first play of the deal must contain; None if the first play may be any."""
    finished: tuple[Seat, ...]
    """The seats that ran out of cards in this deal, in this order, if it is played on for the other places."""
    log: tuple[tuple[Seat, int], ...]
    """The plays of this deal: seat, and bit set of strengths, 0 for a pass."""

    def __init__(self, seats: int, seed: int | Rng, options: BigTwoOptions | None = None) -> None:
        """Begin a match of Big Two and deal the first hands.

        Raises:
            ValueError: the number of seats is not two, three or four (big_two.R1).
        """
        chosen = BigTwoOptions() if options is None else options
        self.hands = HANDS[:seats]
        self.rules = chosen.hand_rules()
        self.order = ORDERS[chosen.suits]
        wins_control = chosen.control == "highest_two" and not chosen.bombs
        self._control_mask = self.order.bit[self.order.highest_card] if wins_control else 0
        super().__init__(seats, seed, chosen)

    # --- the deal ----------------------------------------------------------------------------------------------

    def deal(self) -> None:
        """Deal thirteen cards to each of four or two seats, one at a time clockwise (R1).

        Three seats get seventeen each, and the holder of the lowest card gets the last one. The holder of the lowest
        card opens (R2), or the last deal's winner by house rule. By house rule the last loser's best card goes to the
        last winner first.
        """
        self.collect_and_shuffle()
        if self.seats == SEATS:
            self.deal_all(self.hands)
        else:
            self.deal_rows(*[self.hands] * CARDS_DEALT[self.seats])
        if self.seats == 3:
            self.draw(1, STOCK, self.hands[self._find_lowest_card()[1]], "deal")
        if self.options.tribute == "none" or not self.history:
            self.begin_play()
        else:
            self._give_tribute()

    def _give_tribute(self) -> None:
        """Give the last loser's highest card to the last winner, and ask that seat for one in return (R1)."""
        loser, winner = self._find_tribute_seats()
        best = max(self.piles[HANDS[loser]], key=self.sort_key)
        self.announce(loser, Note("tribute"))
        self.shift((best,), HANDS[loser], HANDS[winner], "exchange")
        self.play_to_beat, self.passed_mask, self.is_opening, self.log = None, 0, True, ()
        self.finished, self.opening_card, self.winning_seat = (), None, winner
        self.ask_seats("give_back", winner)

    def _find_tribute_seats(self) -> tuple[Seat, Seat]:
        """Return the last deal's loser and its winner; of level losers the first from the winner's left."""
        winner, points = self.deal_winners[0], self.history[-1]
        return min(self.seats_from(winner + 1), key=points.__getitem__), winner

    def _find_tribute(self) -> Card:
        """Return the card given to the last winner (R1), the only one in that hand known to its giver; else HIDDEN."""
        loser, winner = self._find_tribute_seats()
        hand = self.piles[HANDS[winner]] if self.known else ()
        return next((card for card in hand if card != HIDDEN and self.known[card] >> loser & 1), HIDDEN)

    def on_give_back(self, move: Move) -> None:
        """Give a card of the last winner's hand to the last loser (R1); then play begins."""
        self.announce_move(move)
        self.shift(move.cards, HANDS[move.seat], HANDS[self._find_tribute_seats()[0]], "exchange")
        self.begin_play()

    def _find_lowest_card(self) -> tuple[Card, Seat]:
        """Return the lowest card dealt, and the seat that holds it."""
        holders = (
            (card, seat)
            for card in self.order.card_at
            for seat, hand in enumerate(self.hands)
            if card in self.piles[hand]
        )
        return next(holders)

    def begin_play(self) -> None:
        """Ask the seat that opens the deal (R2) for its first play."""
        self.play_to_beat, self.passed_mask, self.is_opening, self.log = None, 0, True, ()
        self.finished = ()
        self.opening_card, self.winning_seat = self._find_opening()
        self.ask_seats("play", self.winning_seat)

    def _find_opening(self) -> tuple[Card | None, Seat]:
        """Return the card that the first play must contain, None for any, and the seat that opens (R2)."""
        for seat in range(self.seats) if self.options.dragon else ():
            if self._has_dragon(seat):
                return None, seat
        if self.options.next_opener == "last_winner" and self.deal_winners:
            return None, self.deal_winners[0]
        return self._find_lowest_card()

    def is_hidden_card_possible(self, pile: Pile, card: Card) -> bool:
        """Whether a hidden card may be in this pile: before the first play the opening seat has the opening card (R2).

        No lower card was dealt. Passes rule out no cards.
        """
        lowest = self.opening_card
        if lowest is not None:
            if card == lowest and self.is_opening and pile != HANDS[self.winning_seat]:
                return False
            if self.seats == 2 and pile.kind == "hand" and self.sort_key(card) < self.sort_key(lowest):
                return False
        return not self.lacks or super().is_hidden_card_possible(pile, card)

    def _score(self, winner: Seat) -> None:
        """Score a deal of Big Two: the winner gets the points that the others lose (R15)."""
        scoring = self.options.scoring
        points = [-points_lost(self.piles[hand], scoring) for hand in self.hands]
        points[winner] = -sum(points)
        decided = () if self.events is None else self._find_deciding_cards(winner)
        self.end_deal(points, (winner,), "out", {"seat": winner, "n": points[winner]}, deciding_cards=decided)

    def _score_places(self) -> None:
        """Score a deal that was played for all places: a point for each seat that ran out of cards later, or never."""
        first = self.finished[0]
        order = (*self.finished, self.next_seat(first))
        points = [self.seats - 1 - order.index(seat) for seat in range(self.seats)]
        decided: tuple[DecidingCards, ...] = ()
        if self.events is not None:
            play = classify([mask for seat, mask in self.log if seat == first][-1], self.rules)
            assert play is not None
            decided = (_deciding_cards(first, play),)
        places = tuple(order.index(seat) + 1 for seat in range(self.seats))
        placeholders_of_end = {"seat": first, "n": points[first]}
        self.end_deal(points, (first,), "out_first", placeholders_of_end, deciding_cards=decided, places=places)

    def _find_deciding_cards(self, winner: Seat) -> tuple[DecidingCards, ...]:
        """Return the cards that decided the deal: the winner's last play, preceded by the play that it beat, if any."""
        assert self.play_to_beat is not None
        won = _deciding_cards(winner, self.play_to_beat)
        before = self.piles[TRICK][: -len(self.play_to_beat.cards)]
        if not before:
            return (won,)
        seat, mask = [(seat, mask) for seat, mask in self.log if mask][-2]
        beaten = classify(mask, self.rules)
        assert beaten is not None
        return _deciding_cards(seat, beaten)._replace(is_beaten=True), won

    def match_winners(self) -> tuple[Seat, ...]:
        """Return the seats with the most points after the last deal of the match; empty before."""
        if not self._is_match_over():
            return ()
        best = max(self.scores)
        return tuple(seat for seat, total in enumerate(self.scores) if total == best)

    def _is_match_over(self) -> bool:
        """Whether the agreed deals are played, or a seat has lost the agreed points, won them if places score."""
        match = self.options.match
        if isinstance(match, int):
            return len(self.history) >= match
        if self.options.scoring == "places":
            return max(self.scores) >= TARGETS[match]
        return min(self.scores) <= -TARGETS[match]

    def deals_planned(self) -> int:
        match = self.options.match
        return match if isinstance(match, int) else 0

    def deal_point_limits(self) -> tuple[int, int]:
        """Return the points of the most expensive full hand, and of a winner against such hands; or those of places."""
        others, scoring = self.seats - 1, self.options.scoring
        if scoring == "places":
            return 0, others
        most = max_points_lost(self.max_pile_size(self.hands[0]), scoring)
        return -most, most * others

    # --- playing -----------------------------------------------------------------------------------------------

    def tension(self, seat: Seat) -> float:
        """Return the importance of a seat's decision, 0 … 1: at least 0.5 for a lead and in a trick of five cards."""
        small = self.play_to_beat is not None and len(self.play_to_beat.cards) < MAX_CARDS
        return max(super().tension(seat), 0.0 if small else 0.5)

    def on_play(self, move: Move) -> None:
        """Play a seat's cards on the trick, or pass."""
        seat = move.seat
        if move.verb == "pass":
            self.passed_mask |= 1 << seat
            self.log += ((seat, 0),)
            self.announce_move(move)
            self._ask_next_seat(seat)
            return
        play = classify(self.order.mask_of(move.cards), self.rules)
        assert play is not None
        self.announce_move(move)
        if self.options.last_card != "free" and len(play.cards) == 1 and self.must_play_highest(seat):
            self.rule_out(seat, self.order.card_at[play.mask.bit_length() :])
        self.play_to_beat, self.winning_seat, self.is_opening = play, seat, False
        self.log += ((seat, play.mask),)
        if self.options.pass_rule == "re_enter":
            self.passed_mask = 0
        hand = HANDS[seat]
        self.shift(play.cards_in_display_order, hand, TRICK, "play")
        if self.events is not None and len(self.piles[hand]) == 1:
            self.announce(TABLE, Note("last_card", {"seat": seat}))
        if not self.piles[hand]:
            if self.options.scoring == "places":
                self._play_for_places(seat)
            else:
                self._score(seat)
        elif play.mask == self._control_mask:  # nothing beats it: control at once (R6)
            self._give_control()
        else:
            self._ask_next_seat(seat)

    def _play_for_places(self, seat: Seat) -> None:
        """Let the others play on as a seat has run out of cards (R15, house rule); the next one leads."""
        self.finished += (seat,)
        if len(self.finished) < self.seats - 1:
            self.winning_seat = self.next_seat(seat)
            self._give_control()
        else:
            self._score_places()

    def is_out(self, seat: Seat) -> bool:
        """Whether a seat has run out of cards while others play on."""
        return seat in self.finished

    def _ask_next_seat(self, seat: Seat) -> None:
        """Ask the next seat that may still play on the trick.

        If there is none, the seat of the last play has control (R5).
        """
        seats = self.seats
        for step in range(1, seats):
            following = (seat + step) % seats
            if following == self.winning_seat:
                break
            if not self.passed_mask >> following & 1 and following not in self.finished:
                self.ask_seats("play", following)
                return
        self._give_control()

    def _give_control(self) -> None:
        self.shift(self.piles[TRICK], TRICK, PLAYED, "sweep")
        self.play_to_beat, self.passed_mask = None, 0
        self.ask_seats("play", self.winning_seat)

    def legal_moves(self, seat: Seat) -> list[Move]:
        """List a seat's legal plays by number of cards, each from low to high, then the pass."""
        ask = self.ask
        if ask is None or ask.seats[0] != seat:
            return []
        if ask.what == "give_back":
            return [Move(seat, "give", (card,)) for card in sorted(self.piles[HANDS[seat]], key=self.sort_key)]
        last = self.play_to_beat
        hand = self.order.mask_of(self.piles[HANDS[seat]])
        plays: Sequence[Combination]
        if last is not None:
            plays = followers(hand, last, self.rules)
        elif self.is_opening:
            plays = self.opening_plays(hand)
        else:
            plays = all_combinations(hand, self.rules)
        if self.options.last_card != "free" and self.must_play_highest(seat):
            highest = 1 << hand.bit_length() - 1
            plays = [play for play in plays if len(play.cards) > 1 or play.mask == highest]
        moves = [Move(seat, "play", play.cards) for play in plays]
        if last is not None:
            moves.append(Move(seat, "pass"))
        return moves

    def opening_plays(self, hand: int) -> Sequence[Combination]:
        """Return the plays of a hand that may open the deal (R2)."""
        card = self.opening_card
        if self.rules.dragon:
            dragon = classify(hand, self.rules)
            if dragon is not None and dragon.kind == "dragon":
                return [dragon]
        if card is None:
            return all_combinations(hand, self.rules)
        if self.options.open_with_3d == "single":
            return [*combinations_of(self.order.bit[card], 1, self.rules)]
        return [play for play in all_combinations(hand, self.rules) if card in play.cards]

    def must_play_highest(self, seat: Seat) -> bool:
        """Whether a single of this seat must be its highest card, as the next player has one card (R4, house rule)."""
        if self.options.last_card == "free":
            return False
        seats = self.seats
        for step in range(1, seats):
            following = (seat + step) % seats
            is_locked_out = self.options.pass_rule == "locked_out" and self.passed_mask >> following & 1
            if not is_locked_out and following not in self.finished:
                return len(self.piles[HANDS[following]]) == 1
        return False

    def question_rule(self) -> str:
        """Return the id of the rule of the open question: to open (R2), to lead (R7) or to follow (R4)."""
        if self.ask is not None and self.ask.what == "play" and self.play_to_beat is None:
            return "big_two.R2" if self.is_opening and self.opening_card is not None else "big_two.R7"
        return super().question_rule()

    def check_rules(self, move: Move) -> Refusal | None:
        """Return the reason why a move breaks the rules of Big Two (R2, R4, R7 … R14); None if legal."""
        opening_card = self.opening_card if self.is_opening else None
        if move.verb == "pass":
            if self._has_dragon(move.seat):
                return Refusal("big_two.R15", "dragon")
            if opening_card is not None:
                return Refusal("big_two.R2", "must_open", {"card": opening_card})
            if self.play_to_beat is None:
                return Refusal("big_two.R7", "must_lead")
        if move.to != -1 or (move.verb == "pass" and move.cards):
            return Refusal("", "not_now", {"verb": move.verb})
        if move.verb == "give":
            return None if len(move.cards) == 1 else Refusal("big_two.R1", "give_one")
        if move.verb == "pass":
            return None
        if opening_card is not None:
            if self.options.open_with_3d == "single" and move.cards != (opening_card,):
                return Refusal("big_two.R2", "open_single", {"card": opening_card})
            if opening_card not in move.cards:
                return Refusal("big_two.R2", "open_any", {"card": opening_card})
        return self._refuse_cards(move)

    def _refuse_cards(self, move: Move) -> Refusal | None:
        """Return the reason why these cards may not be played on the trick; None if they may."""
        last = self.play_to_beat
        hand = self.piles[HANDS[move.seat]]
        if len(move.cards) < len(hand) and self._has_dragon(move.seat):
            return Refusal("big_two.R15", "dragon")
        play = self._combination_of(move.cards)
        if last is not None and len(move.cards) != len(last.cards) and (play is None or not play.bomb):
            return Refusal("big_two.R4", f"wrong_count_{last.kind}", {"n": len(last.cards)})
        if play is None:
            return no_hand_refusal(move.cards, self.rules)
        if last is not None and not play.beats(last, self.rules):
            return not_beaten_refusal(play, last, self.rules)
        if len(move.cards) == 1 and self.must_play_highest(move.seat):
            highest = max(hand, key=self.sort_key)
            if move.cards != (highest,):
                return Refusal("big_two.R4", "highest_single", {"card": highest})
        return None

    def _has_dragon(self, seat: Seat) -> bool:
        """Whether a seat holds a dragon, which it must open with (R15, house rule)."""
        if not self.options.dragon or not self.is_opening:
            return False
        play = self._combination_of(self.piles[HANDS[seat]])
        return play is not None and play.kind == "dragon"

    def _combination_of(self, cards: Sequence[Card]) -> Combination | None:
        """Return the hand that these cards form under the house rules; None if they form none."""
        return classify(self.order.mask_of(cards), self.rules)

    def max_pile_size(self, pile: Pile) -> int:
        """Limit a hand of Big Two to the number of cards dealt (R1), and one more before a card is given back."""
        if pile.kind != "hand":
            return super().max_pile_size(pile)
        gives_back = self.ask is not None and self.ask.what == "give_back"
        return CARDS_DEALT[self.seats] + (self.seats == 3) + gives_back

    def sort_key(self, card: Card) -> int:
        """Return a card's sort key, from the lowest three to the highest two (R3)."""
        return self.order.strength[card]

    def cards_revealed_at_end(self, seat: Seat) -> Sequence[Card]:
        """Return a seat's remaining hand, whose cards are counted at the end of the deal (R15)."""
        return self.piles[HANDS[seat]]

    def amounts(self, event: Event, lying: Sequence[Card] = ()) -> tuple[Amount, ...]:
        """Return what a scored deal brings (R15): the cost of each card left, and to the winner what the others pay."""
        if not isinstance(event, DealScored) or event.places:
            return super().amounts(event)
        costs = [sum(card_costs(hand, self.options.scoring)) for hand in event.revealed_hands]
        paid = tuple(-points for points in event.points if points < 0)
        return tuple(
            Amount(seat, paid)
            if points > 0
            else Amount(
                seat,
                tuple(-cost for cost in card_costs(event.revealed_hands[seat], self.options.scoring)),
                -points // costs[seat],
                pile=self.hands[seat],
            )
            for seat, points in enumerate(event.points)
        )

    def describe_cards_left(self, hand: Sequence[Card]) -> Note | None:
        """Return a note on cards left that cost more or less than a point each (R15), else None."""
        return describe_count(hand, self.options.scoring)

    def measure_deal(self) -> tuple[int, ...]:
        """Return each seat's number of twos, the highest cards."""
        twos = self.order.card_at[-len(SUITS) :]
        return tuple(sum(card in self.piles[hand] for card in twos) for hand in self.hands)

    # --- texts -------------------------------------------------------------------------------------------------

    @classmethod
    def goal_text_key(cls, options: BigTwoOptions) -> str:
        """Return the key of the text that says how to win Big Two, by the house rule on scoring (R15)."""
        return {"linear": "goal", "places": "goal_places"}.get(options.scoring, "goal_cards")

    def prompt_for(self, seat: Seat) -> Note:
        """Return the prompt for a seat: open, lead, beat the last play, or pass if its hand cannot."""
        if self.ask is not None and self.ask.what == "give_back":
            loser, winner = self._find_tribute_seats()
            return (
                Note("give_back", {"seat_to": loser, "card": self._find_tribute()}) if seat == winner else Note("wait")
            )
        last = self.play_to_beat
        if last is None:
            if self.is_opening and self.opening_card is not None:
                key = "open_single" if self.options.open_with_3d == "single" else "open_any"
                return Note(key, {"card": self.opening_card})
            if self._has_dragon(seat):
                return Note("lead_dragon")
            return Note("lead_last_card" if self.must_play_highest(seat) else "lead")
        exact = self.viewer is None or self.viewer == seat
        figures = {**placeholders(last), **dict(zip(_SUIT_PLACEHOLDERS, self.order.suits, strict=True))}
        if exact and self.seats_to_act() == (seat,) and len(self.legal_moves(seat)) == 1:
            stays_out = "out_" if self.options.pass_rule == "locked_out" else ""
            return Note(f"only_pass_{stays_out}{last.kind}", figures)
        return Note(f"follow_{self._kind_to_follow(seat, last)}", figures)

    def _kind_to_follow(self, seat: Seat, last: Combination) -> str:
        """Return the text key of the plays that beat the last one: its kind, or what the house rules say instead."""
        if last.bomb:
            return "over_bomb"
        if last.kind == "single" and self.must_play_highest(seat):
            return "highest"
        if self.rules.same_kind_only and len(last.cards) == MAX_CARDS:
            return "same_kind_bomb" if self.rules.bombs else "same_kind"
        return "bomb" if self.rules.bombs else last.kind

    def describe(self, move: Move) -> Note:
        """Describe a play by its kind of hand and deciding card; the text key of an invalid hand is ``play``.

        The card given back is not named.
        """
        if move.verb in ("pass", "give"):
            return Note(move.verb)
        play = self._combination_of(move.cards)
        if play is None:
            return super().describe(move)
        return Note(play.kind, placeholders(play))


def _deciding_cards(seat: Seat, play: Combination) -> DecidingCards:
    return DecidingCards(seat, play.cards_in_display_order, Note(play.kind, {"seat": seat, **placeholders(play)}))
