"""Rules of Big Two: beat the last play by a higher one of as many cards; the first without cards wins (R1 … R15)."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, ClassVar

from engine.cards import PACK_SIZE, Card, parse, rank, suit
from engine.events import DecidingCards
from engine.game import Game, PileVisibility
from engine.games.big_two.hands import (
    BIT,
    FIVE_CARD_ORDER,
    MAX_CARDS,
    STRENGTH,
    Combination,
    HandRules,
    Kind,
    all_combinations,
    classify,
    combinations_of,
    is_invalid_wrapped_straight,
    mask_of,
)
from engine.games.big_two.options import PRESETS, BigTwoOptions
from engine.moves import TABLE, Move, Note, Pile, Refusal, Seat
from engine.rng import Rng

SEATS = 4
OPENING_CARD = parse("3D")
HIGHEST_CARD = parse("2S")
HANDS = tuple(Pile("hand", seat) for seat in range(SEATS))
TRICK = Pile("trick")
PLAYED = Pile("played")

KIND_RULES: Mapping[Kind, str] = MappingProxyType(
    {
        "single": "big_two.R4",
        "pair": "big_two.R8",
        "triple": "big_two.R9",
        "two_pair": "big_two.R10",
        "quads": "big_two.R10",
        "straight": "big_two.R11",
        "flush": "big_two.R12",
        "full_house": "big_two.R13",
        "four_plus_one": "big_two.R14",
        "straight_flush": "big_two.R14",
    }
)
"""Kind of hand -> id of the rule that compares two of that kind."""
_NO_HAND_REFUSALS = (
    ("big_two.R7", "no_cards"),
    ("", ""),
    ("big_two.R8", "not_pair"),
    ("big_two.R9", "not_triple"),
    ("big_two.R10", "not_four"),
    ("big_two.R14", "not_five"),
)
"""Number of cards -> rule id and text key of the refusal of cards that form no hand."""


class BigTwo(Game):
    """A match of Big Two for four seats."""

    slug = "big_two"
    seats_allowed = range(SEATS, SEATS + 1)
    seats_default = SEATS
    visibility: ClassVar[Mapping[str, PileVisibility]] = MappingProxyType(
        {
            "stock": PileVisibility.NOBODY,
            "hand": PileVisibility.OWNER,
            "trick": PileVisibility.ALL,
            "played": PileVisibility.ALL,
        }
    )
    verbs: ClassVar[Mapping[str, tuple[str, ...]]] = MappingProxyType({"play": ("play", "pass")})
    ask_rules: ClassVar[Mapping[str, str]] = MappingProxyType({"play": "big_two.R4"})
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
        }
    )
    explaining_events: ClassVar[Mapping[str, tuple[str, ...]]] = MappingProxyType(
        {
            "pass": ("own:said:pass",),
            "pair": ("own:said:pair",),
            "triple": ("own:said:triple",),
            "two_pair": ("own:said:two_pair",),
            "straight": ("own:said:straight",),
            "flush": ("own:said:flush",),
            "full_house": ("own:said:full_house",),
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
    log: tuple[tuple[Seat, int], ...]
    """The plays of this deal: seat, and bit set of strengths, 0 for a pass."""

    def __init__(self, seats: int, seed: int | Rng, options: BigTwoOptions | None = None) -> None:
        """Begin a match of Big Two and deal the first hands.

        Raises:
            ValueError: the number of seats is not four (big_two.R1).
        """
        chosen = BigTwoOptions() if options is None else options
        self.rules = HandRules(chosen.flush_compare, chosen.four_plus_one)
        super().__init__(seats, seed, chosen)

    # --- the deal ----------------------------------------------------------------------------------------------

    def deal(self) -> None:
        """Deal thirteen cards to each of the four seats, one at a time clockwise (R1).

        The holder of the three of diamonds opens (R2).
        """
        self.collect_and_shuffle()
        self.deal_all(HANDS)
        self.play_to_beat, self.passed_mask, self.is_opening, self.log = None, 0, True, ()
        self.winning_seat = next(seat for seat, hand in enumerate(HANDS) if OPENING_CARD in self.piles[hand])
        self.ask_seats("play", self.winning_seat)

    def is_hidden_card_possible(self, pile: Pile, card: Card) -> bool:
        """Whether a hidden card may be in this pile: before the first play the opening seat has the 3D (R2).

        Passes rule out no cards.
        """
        return card != OPENING_CARD or not self.is_opening or pile == HANDS[self.winning_seat]

    def _score(self, winner: Seat) -> None:
        """Score a deal of Big Two: the winner gets the points that the others lose (R15)."""
        points = [-self._points_lost(len(self.piles[hand])) for hand in HANDS]
        points[winner] = -sum(points)
        decided = () if self.events is None else self._find_deciding_cards(winner)
        self.end_deal(points, (winner,), "out", {"seat": winner, "n": points[winner]}, deciding_cards=decided)

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

    def _points_lost(self, cards_left: int) -> int:
        if self.options.scoring == "linear" or cards_left < 10:
            return cards_left
        return cards_left * (2 if cards_left < 13 else 3)

    def match_winners(self) -> tuple[Seat, ...]:
        """Return the seats with the most points after the last deal of the match; empty before."""
        if len(self.history) < self.options.match:
            return ()
        best = max(self.scores)
        return tuple(seat for seat, total in enumerate(self.scores) if total == best)

    def deals_planned(self) -> int:
        return self.options.match

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
        play = classify(mask_of(move.cards), self.rules)
        assert play is not None
        self.announce_move(move)
        self.play_to_beat, self.winning_seat, self.is_opening = play, seat, False
        self.log += ((seat, play.mask),)
        if self.options.pass_rule == "re_enter":
            self.passed_mask = 0
        hand = HANDS[seat]
        self.shift(play.cards_in_display_order, hand, TRICK, "play")
        if self.events is not None and len(self.piles[hand]) == 1:
            self.announce(TABLE, Note("last_card", {"seat": seat}))
        if not self.piles[hand]:
            self._score(seat)
        elif play.mask == BIT[HIGHEST_CARD]:  # nothing beats it: control at once (R6)
            self._give_control()
        else:
            self._ask_next_seat(seat)

    def _ask_next_seat(self, seat: Seat) -> None:
        """Ask the next seat that may still play on the trick.

        If there is none, the seat of the last play has control (R5).
        """
        for step in range(1, SEATS):
            following = (seat + step) % SEATS
            if following == self.winning_seat:
                break
            if not self.passed_mask >> following & 1:
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
        last = self.play_to_beat
        hand = mask_of(self.piles[HANDS[seat]])
        if last is not None:
            key = last.key
            plays = combinations_of(hand, len(last.cards), self.rules)
            moves = [Move(seat, "play", play.cards) for play in plays if play.key > key]
            moves.append(Move(seat, "pass"))
            return moves
        if not self.is_opening:
            return [Move(seat, "play", play.cards) for play in all_combinations(hand, self.rules)]
        if self.options.open_with_3d == "single":
            return [Move(seat, "play", (OPENING_CARD,))]
        return [
            Move(seat, "play", play.cards)
            for play in all_combinations(hand, self.rules)
            if play.mask & BIT[OPENING_CARD]
        ]

    def question_rule(self) -> str:
        """Return the id of the rule of the open question: to open (R2), to lead (R7) or to follow (R4)."""
        if self.ask is not None and self.play_to_beat is None:
            return "big_two.R2" if self.is_opening else "big_two.R7"
        return super().question_rule()

    def check_rules(self, move: Move) -> Refusal | None:
        """Return the reason why a move breaks the rules of Big Two (R2, R4, R7 … R14); None if legal."""
        if move.verb == "pass":
            if self.is_opening:
                return Refusal("big_two.R2", "must_open", {"card": OPENING_CARD})
            if self.play_to_beat is None:
                return Refusal("big_two.R7", "must_lead")
        if move.to != -1 or (move.verb == "pass" and move.cards):
            return Refusal("", "not_now", {"verb": move.verb})
        if move.verb == "pass":
            return None
        if self.is_opening:
            if self.options.open_with_3d == "single" and move.cards != (OPENING_CARD,):
                return Refusal("big_two.R2", "open_single", {"card": OPENING_CARD})
            if OPENING_CARD not in move.cards:
                return Refusal("big_two.R2", "open_any", {"card": OPENING_CARD})
        last = self.play_to_beat
        if last is not None and len(move.cards) != len(last.cards):
            return Refusal("big_two.R4", f"wrong_count_{last.kind}", {"n": len(last.cards)})
        play = classify(mask_of(move.cards), self.rules)
        if play is None:
            return _no_hand_refusal(move.cards, self.rules)
        return None if last is None or play.beats(last) else _too_low_refusal(play, last)

    def max_pile_size(self, pile: Pile) -> int:
        """Limit a hand of Big Two to thirteen cards, the number dealt (R1)."""
        return PACK_SIZE // SEATS if pile.kind == "hand" else super().max_pile_size(pile)

    def sort_key(self, card: Card) -> int:
        """Return a card's sort key, from the three of diamonds to the two of spades (R3)."""
        return STRENGTH[card]

    def cards_revealed_at_end(self, seat: Seat) -> Sequence[Card]:
        """Return a seat's remaining hand, whose cards are counted at the end of the deal (R15)."""
        return self.piles[HANDS[seat]]

    # --- texts -------------------------------------------------------------------------------------------------

    def prompt_for(self, seat: Seat) -> Note:
        """Return the prompt for a seat: open, lead, beat the last play, or pass if its hand cannot."""
        last = self.play_to_beat
        if last is None:
            if not self.is_opening:
                return Note("lead")
            return Note("open_single" if self.options.open_with_3d == "single" else "open_any", {"card": OPENING_CARD})
        exact = self.viewer is None or self.viewer == seat
        if exact and self.seats_to_act() == (seat,) and len(self.legal_moves(seat)) == 1:
            return Note(f"only_pass_{last.kind}", _placeholders(last))
        return Note(f"follow_{last.kind}", _placeholders(last))

    def describe(self, move: Move) -> Note:
        """Describe a play by its kind of hand and deciding card; the text key of an invalid hand is ``play``."""
        if move.verb == "pass":
            return Note("pass")
        play = classify(mask_of(move.cards), self.rules)
        if play is None:
            return super().describe(move)
        return Note(play.kind, _placeholders(play))


def _deciding_cards(seat: Seat, play: Combination) -> DecidingCards:
    return DecidingCards(seat, play.cards_in_display_order, Note(play.kind, {"seat": seat, **_placeholders(play)}))


def _placeholders(play: Combination) -> dict[str, Any]:
    return {
        "cards": play.cards_in_display_order,
        "n": len(play.cards),
        "card": play.deciding_card,
        "rank": rank(play.deciding_card),
        "suit": suit(play.deciding_card),
    }


def _no_hand_refusal(tried: tuple[Card, ...], rules: HandRules) -> Refusal:
    """Return the reason why these cards are not a valid hand of Big Two."""
    count = len(tried)
    if count > MAX_CARDS:
        return Refusal("big_two.R7", "too_many", {"n": count})
    mask = mask_of(tried)
    if is_invalid_wrapped_straight(mask):
        return Refusal("big_two.R11", "wraps", {"n": count})
    if count == MAX_CARDS and max(sum(rank(card) == rank(one) for card in tried) for one in tried) == 4:
        return Refusal("big_two.R10", "quads_alone", {"n": count})
    if count == MAX_CARDS and rules.four_plus_one:
        return Refusal("big_two.R14", "not_five_four_plus_one", {"n": count})
    rule, key = _NO_HAND_REFUSALS[count]
    return Refusal(rule, key, {"n": count})


def _too_low_refusal(play: Combination, last: Combination) -> Refusal:
    """Return the reason why a valid hand of the right number of cards does not beat the last play."""
    figures = _placeholders(last)
    if play.kind != last.kind:
        rule = "big_two.R14" if last.kind in FIVE_CARD_ORDER else KIND_RULES[last.kind]
        return Refusal(rule, f"below_{last.kind}", figures)
    return Refusal(KIND_RULES[last.kind], f"too_low_{last.kind}", figures)
