"""Base class of all games: questions, answers, scoring and views. Subclasses add the rules."""

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, ClassVar, NamedTuple, Self

from engine import cards
from engine.boards import Board
from engine.cards import Card
from engine.events import (
    Amount,
    Announced,
    DealScored,
    DecidingCards,
    Event,
    MatchEnded,
    QuestionAsked,
    ScoreSource,
)
from engine.feats import Feat, Habit
from engine.moves import NO_PLACEHOLDERS, TABLE, Ask, IllegalMoveError, Move, Note, Pile, Placeholders, Refusal, Seat
from engine.rng import Rng
from engine.tableau import STOCK, PileVisibility, Tableau

__all__ = ["STOCK", "Game", "MatchOutcome", "PileVisibility", "Standing"]


DEAL_LIMIT_REASON_KEY = "deal_limit"
"""Text key of the reason for the end of a match that reached ``Game.max_deals``."""


class MatchOutcome(NamedTuple):
    """Result of a match: its winners and the reason for its end."""

    winners: tuple[Seat, ...]
    reason: Note


class Standing(NamedTuple):
    """A seat's standing in a match in which points are not what counts."""

    rank: int
    """Seats with a higher one are ahead."""
    note: Note
    """Its text is ``<slug>.standing.<key>``; a note with ``n`` and ``of`` is a number of lives."""


class Game(Tableau, ABC):
    """Base class of a match of one game, from the first deal to its end. Rules and position are one object.

    Attributes of subclasses hold immutable values, since copies share them.
    """

    slug: ClassVar[str]
    seats_allowed: ClassVar[range]
    seats_default: ClassVar[int]
    max_deals: ClassVar[int] = 0
    """Number of deals after which a match ends even without a winner by the rules; the most points then win it.

    0 in games whose matches end anyway.
    """
    verbs: ClassVar[Mapping[str, tuple[str, ...]]]
    """Kind of question -> the allowed verbs."""
    suit_verbs: ClassVar[frozenset[str]] = frozenset()
    """Verbs whose ``to`` is a suit, 0 … 3, or -1 for none. Their buttons show the suit's symbol."""
    ask_rules: ClassVar[Mapping[str, str]] = MappingProxyType({})
    """Kind of question -> id of its rule; see ``question_rule``."""
    turn_rules: ClassVar[Mapping[str, str]] = MappingProxyType({})
    """Kind of question -> id of the rule on whose turn it is, where that is not the question's rule."""
    end_rule: ClassVar[str] = ""
    """Id of the rule on the end of a match."""
    timed_questions: ClassVar[frozenset[str]] = frozenset()
    """Kinds of question asked out of turn. After a timeout the last legal move is played."""
    Options: ClassVar[type]
    """Frozen dataclass of house rules, every field made by ``engine.options.option``."""
    presets: ClassVar[Mapping[str, Any]] = MappingProxyType({})
    """Built-in house rules besides the standard ones: text name -> an instance of ``Options``."""
    counted_events: ClassVar[Mapping[str, tuple[str, ...]]] = MappingProxyType({})
    """Events that the rule lab counts: name in the text key ``<slug>.special.<name>`` -> keys of counters to add up.
    ``said:<note>`` counts announcements, ``asked:<note>`` prompts, ``end:<note>`` reasons for the end of a deal."""
    explaining_events: ClassVar[Mapping[str, tuple[str, ...]]] = MappingProxyType({})
    """Events that may explain why a move is better: name in the text key ``<slug>.why.<name>`` -> keys of counters.

    They are those of ``counted_events`` after ``own:`` or ``other:``, for a player's own events and all others. An
    announcement of no seat belongs to the seat in its note.
    """
    feats: ClassVar[tuple[Feat, ...]] = ()
    """Feats that a finished deal can show, in the order of their list."""
    habits: ClassVar[tuple[Habit, ...]] = ()
    """Ways to play whose deals the statistics compare with the others."""
    has_deal_losers: ClassVar[bool] = False
    """Whether deals have losers, the seats with negative points, and no winners. Habits then tell the deals lost."""
    fresh_start_reasons: ClassVar[frozenset[str]] = frozenset()
    """Keys of reasons for the end of a deal after which the match begins anew, as if it were its first."""
    browsable_piles: ClassVar[frozenset[str]] = frozenset()
    """Kinds of table piles whose visible cards every seat may browse at any time."""
    redundant_notes: ClassVar[frozenset[str]] = frozenset({"drew"})
    """Keys of announcements that only repeat the card movement. The log leaves them out where it has the movement."""

    options: Any
    single_deal: bool = False
    """Whether the match ends after its first deal. The deal's winners win it, or the most points if there are none."""

    def __init__(self, seats: int, seed: int | Rng, options: Any = None) -> None:
        """Begin a match of this game and deal the first hands.

        Args:
            seats: number of seats.
            seed: random generator of the shuffles; an integer seeds an ``Rng``, which players could predict.
            options: house rules; None for the standard ones.

        Raises:
            ValueError: the game does not allow this number of seats.
        """
        if seats not in self.seats_allowed:
            raise ValueError(f"{self.slug} allows {list(self.seats_allowed)} seats, not {seats}")
        self.options = self.Options() if options is None else options
        super().__init__(seats, self.deck(seats), Rng(seed) if isinstance(seed, int) else seed)
        self.ask: Ask | None = None
        self.answers: tuple[Move, ...] = ()
        """Answers so far to a question asked of several seats, sorted by seat."""
        self.dealer: Seat = TABLE
        """Seat of the dealer; ``TABLE`` in games without one."""
        self.deal_number = 1
        self.scores: tuple[int, ...] = (0,) * seats
        self.history: tuple[tuple[int, ...], ...] = ()
        """Points of each finished deal."""
        self.deal_winners: tuple[Seat, ...] = ()
        """Winners of the last finished deal."""
        self.outcome: MatchOutcome | None = None
        self.rng.begin_deal(self.deal_number)
        self.deal()

    # --- methods to implement -----------------------------------------------------------------------------------

    @abstractmethod
    def deal(self) -> None:
        """Collect, shuffle and deal the cards, then ask the first question. Called for each deal of a match."""

    @abstractmethod
    def legal_moves(self, seat: Seat) -> list[Move]:
        """List the legal moves of a seat, equivalent ones once; empty if it is not asked.

        On a view only the viewer's moves are exact.
        """

    @abstractmethod
    def check_rules(self, move: Move) -> Refusal | None:
        """Return the reason why the game's rules forbid this move; None if it is legal.

        Seat, verb and card owner are already checked.
        """

    @abstractmethod
    def match_winners(self) -> tuple[Seat, ...]:
        """Return the winners of the match after the deal just scored; empty while it goes on.

        ``max_deals`` ends it besides.
        """

    @abstractmethod
    def prompt_for(self, seat: Seat) -> Note:
        """Return the text of the prompt line, which states the seat's task."""

    # --- methods to override if needed --------------------------------------------------------------------------

    def deck(self, seats: int) -> tuple[Card, ...]:
        """Return the cards of the game under its house rules, in order: by default one pack of 52."""
        return cards.packs(1)

    def describe(self, move: Move) -> Note:
        """Describe a move briefly for buttons, seats and the log, by public knowledge."""
        figures = {"cards": move.cards, "n": len(move.cards)}
        suit = self.named_suit(move)
        return Note(move.verb, figures if suit is None else {**figures, "suit": suit})

    def warning(self, move: Move) -> Note | None:
        """Return a confirmation question before a legal move that is hardly ever useful; None for other moves."""
        return None

    def facts(self, seat: Seat) -> tuple[Note, ...]:
        """Return public facts about a seat for its name plate: points, lives, sets …"""
        return (Note("score", {"n": self.scores[seat]}),)

    def amounts(self, event: Event, lying: Sequence[Card] = ()) -> tuple[Amount, ...]:
        """Return what an event that has just happened brings the seats: by default the points of a scored deal.

        The table counts it where it happens. It must follow from the arguments and the house rules alone, since the
        match may have gone on.

        Args:
            event: the event, as any seat sees it.
            lying: the cards of the target pile after a movement that everybody sees.
        """
        if not isinstance(event, DealScored):
            return ()
        return tuple(
            Amount(seat, (points,), place=event.places[seat] if event.places else 0)
            for seat, points in enumerate(event.points)
            if points or event.places
        )

    def pile_fact(self, pile: Pile) -> Note | None:
        """Return a lasting public fact about a pile, such as the named suit; None for most piles.

        All views return the same fact. Its text is ``<slug>.lies.<key>``.
        """
        return None

    def hand_worth(self, seat: Seat) -> Note | None:
        """Return a note on what a seat's hand is worth, shown before it leads, by what the seat knows; None for none.

        It is asked of the seat's view. Its text is ``<slug>.worth.<key>``.
        """
        return None

    def board_for(self, seat: Seat) -> Board | None:
        """Return the board that a seat, or a spectator (``TABLE``), sees beside the cards; None for no board."""
        return None

    def acted_seats(self) -> tuple[Seat, ...]:
        """Return the seats that had their turn in this round, in order; empty in games without single-turn rounds."""
        return ()

    def named_piles(self, move: Move) -> tuple[tuple[Pile, Pile], ...]:
        """Return the piles that a move names besides its own cards, the main one first.

        Each comes with the pile at the other end of its cards' way. A seat is named by its hand. At the table, a click
        on a named pile makes the move, as does a drag between it and the other pile, in either direction. Moves that
        aren't legal name piles, too: their refusals are shown.
        """
        return ()

    def other_seat_refusal(self, seat: Seat) -> Refusal | None:
        """Return the reason why a seat's answers name no other seat than they do; None if the game has none to give.

        The table shows it when a card or plate of a seat is touched that no answer names.
        """
        return None

    def points_in_pile(self, pile_kind: str, lying: Sequence[Card]) -> int:
        """Return the points of these cards in a pile of this kind; 0 for piles that do not score."""
        return 0

    def is_out(self, seat: Seat) -> bool:
        """Whether a seat takes no part in the rest of the deal."""
        return False

    def is_out_of_match(self, seat: Seat) -> bool:
        """Whether a seat gets no cards in the next deals either, as things stand."""
        return False

    def deal_point_limits(self) -> tuple[int, int] | None:
        """Return the lowest and the highest points that a seat can get in one deal; None if nothing limits them.

        They may be wider than what really happens, never narrower.
        """
        return None

    def can_still_win(self, seat: Seat) -> bool:
        """Whether a seat can still win or share the match; False only if the deals left can't bring the points.

        It changes between deals only.
        """
        if self.is_out_of_match(seat):
            return False
        limits, last_deal = self.deal_point_limits(), self.deals_planned() or self.deal_limit()
        if limits is None or not last_deal or self.single_deal:
            return True
        (lowest, highest), deals_left = limits, last_deal - len(self.history)
        best_total = self.scores[seat] + deals_left * highest
        return all(best_total >= total + deals_left * lowest for total in self.scores)

    def standing(self, seat: Seat, first_deal: int) -> Standing | None:
        """Return a seat's standing in the match, in place of its points; None if points count.

        ``first_deal`` is the number of the first deal that counts; see ``fresh_start_reasons``.
        """
        return None

    def tension(self, seat: Seat) -> float:
        """Return the importance of a seat's decision, 0 … 1. By default 1 if another seat has one card left, else 0.

        It may depend on open cards and card counts only, since the bots' pauses reveal it.
        """
        hands = (len(self.piles.get(Pile("hand", other), ())) for other in range(self.seats) if other != seat)
        return float(1 in hands)

    def equivalence_key(self, card: Card) -> int:
        """Return a key that interchangeable cards of a pile share, such as equal ranks in games without suits."""
        return card

    def sort_key(self, card: Card) -> int:
        """Return the sort key of a card in a hand, lowest first."""
        return card % cards.PACK_SIZE

    def cards_revealed_at_end(self, seat: Seat) -> Sequence[Card]:
        """Return the cards that a seat shows at the end of a deal, because they are counted or compared."""
        return ()

    def describe_cards_left(self, hand: Sequence[Card]) -> Note | None:
        """Return a note, text ``<slug>.left.<key>``, on how a seat's cards left at the end of a deal are counted.

        None if nothing is to say but their number.
        """
        return None

    def measure_deal(self) -> Sequence[int]:
        """Return a measure of each seat's cards at the first question of a deal; empty if the game has none.

        The rule lab shows how often seats with the highest one get the most points of a deal (text ``app.lab.dealt``).
        """
        return ()

    def deals_planned(self) -> int:
        """Return the number of deals of the match; 0 if it is not known beforehand."""
        return 0

    def deal_limit(self) -> int:
        """Return the number of deals after which this match ends at the latest; 0 for no limit."""
        return self.max_deals

    def loss_text_group(self) -> str:
        """Return the name of the texts ``<name>.lost.…`` for lost points of a deal; ``game`` for plain points."""
        return self.slug

    @classmethod
    def goal_text_key(cls, options: Any) -> str:
        """Return the key of the text that says how to win by these house rules.

        ``goal``, which has a picture and is what the lesson teaches, by the standard ones.
        """
        return "goal"

    def are_deals_won_separately(self) -> bool:
        """Whether deals have winners of their own; False if only the match is won."""
        return not self.single_deal and self.deals_planned() != 1

    def target_score(self) -> int:
        """Return the points or won deals that win the match (house rule ``target``); 0 if there is no target."""
        return int(getattr(self.options, "target", 0))

    def seats_winning_trick(
        self, plays: Sequence[tuple[Seat, Sequence[Card]]], *, is_last_trick: bool
    ) -> tuple[Seat, ...]:
        """Return the seats with the best play of a trick so far, several if equal; by default none.

        Args:
            plays: plays of the trick so far, in order.
            is_last_trick: whether it is the last trick of the deal.
        """
        return ()

    def canonical(self, move: Move) -> Move:
        """Return the move listed by ``legal_moves`` that is equivalent to this move.

        Its cards are sorted, and each is the lowest of its pile with the same ``equivalence_key``.
        """
        ordered = tuple(sorted(move.cards))
        if type(self).equivalence_key is Game.equivalence_key or not 0 <= move.seat < self.seats:
            return move._replace(cards=ordered)
        key, chosen = self.equivalence_key, []
        for pile in self.sources(move.seat):
            lying = sorted(self.piles.get(pile, ()))
            wanted = Counter(key(card) for card in lying if card in ordered)
            for card in lying:
                if wanted[key(card)]:
                    wanted[key(card)] -= 1
                    chosen.append(card)
        # cards that the seat does not hold, or named twice, have no equivalent
        return move._replace(cards=tuple(sorted(chosen)) if len(chosen) == len(ordered) else ordered)

    def sources(self, seat: Seat) -> tuple[Pile, ...]:
        """Return the piles from which a seat may play cards now, also those of another seat (a dummy)."""
        return (Pile("hand", seat),)

    # --- questions and answers ----------------------------------------------------------------------------------

    def ask_seats(self, what: str, *seats: Seat) -> None:
        """Ask the given seats a question of the match.

        Once all have answered, ``on_<what>`` gets their moves in seat order.
        """
        self.ask = Ask(what, seats)
        self.answers = ()
        if self.events is not None:
            self.events.append(QuestionAsked(self.ask))

    def seats_to_act(self) -> tuple[Seat, ...]:
        """Return the seats that still have to answer the current question; empty after the match."""
        if self.ask is None:
            return ()
        if not self.answers:
            return self.ask.seats
        done = {move.seat for move in self.answers}
        return tuple(seat for seat in self.ask.seats if seat not in done)

    def refusal(self, move: Move) -> Refusal | None:
        """Return the reason, with a rule id, why a move may not be played now; None if it may."""
        refusal = self._find_refusal(move)
        return None if refusal is None else self.with_rule(refusal)

    def with_rule(self, refusal: Refusal) -> Refusal:
        """Add a missing rule id to the refusal of a move: the rule of the open question, or of the match's end."""
        if refusal.rule:
            return refusal
        rule = self.question_rule()
        if self.ask is not None and refusal.key == "not_your_turn":
            rule = self.turn_rules.get(self.ask.what, rule)
        return refusal._replace(rule=rule)

    def question_rule(self) -> str:
        """Return the id of the open question's rule, ``end_rule`` after the match. Refusals without a rule get it."""
        return self.end_rule if self.ask is None else self.ask_rules.get(self.ask.what, "")

    def _find_refusal(self, move: Move) -> Refusal | None:
        if self.outcome is not None or self.ask is None:
            return Refusal("", "match_over")
        if move.seat not in self.seats_to_act():
            return Refusal("", "not_your_turn")
        if move.verb not in self.verbs[self.ask.what]:
            return Refusal("", "not_now", {"verb": move.verb})
        if move.verb in self.suit_verbs and not -1 <= move.to < len(cards.SUITS):
            return Refusal("", "not_now", {"verb": move.verb})
        if len(set(move.cards)) != len(move.cards):
            return Refusal("", "not_yours")
        if move.cards:
            own = {card for pile in self.sources(move.seat) for card in self.piles.get(pile, ())}
            if not own.issuperset(move.cards):
                return Refusal("", "not_yours")
        return self.check_rules(move)

    def named_suit(self, move: Move) -> int | None:
        """Return the suit that a move names, 0 … 3; None if it names none."""
        return move.to if move.verb in self.suit_verbs and move.to >= 0 else None

    def play(self, move: Move) -> None:
        """Play a seat's move after checking it against the rules.

        Raises:
            IllegalMoveError: the rules refuse it; the position is unchanged.
        """
        refusal = self.refusal(move)
        if refusal is not None:
            raise IllegalMoveError(move, refusal)
        self.push(move)

    def push(self, move: Move) -> None:
        """Play a seat's legal move without checking it."""
        ask = self.ask
        assert ask is not None
        if len(ask.seats) == 1:
            getattr(self, "on_" + ask.what)(move)
            return
        self.answers = tuple(sorted((*self.answers, move)))
        if len(self.answers) == len(ask.seats):
            answers, self.answers = self.answers, ()
            getattr(self, "on_" + ask.what)(*answers)

    # --- seats and dealing --------------------------------------------------------------------------------------

    def next_seat(self, seat: Seat) -> Seat:
        """Return the next seat clockwise that is not out of the deal; the seat itself if all others are."""
        following = (seat + 1) % self.seats
        while following != seat and self.is_out(following):
            following = (following + 1) % self.seats
        return following

    def seats_from(self, first: Seat) -> list[Seat]:
        """Return all seats in clockwise order, beginning with this one."""
        return [(first + step) % self.seats for step in range(self.seats)]

    def choose_dealer(self) -> None:
        """Choose the dealer of a deal: any seat for the first one, then the next seat clockwise."""
        self.dealer = (self.rng.below(self.seats) if self.deal_number == 1 else self.dealer + 1) % self.seats

    def deal_rows(self, *rows: Sequence[Pile], order: Sequence[Seat] = ()) -> None:
        """Deal cards from the stock one at a time: each row has a pile for each seat.

        ``order`` are the seats that get cards; by default all, from the dealer's left.
        """
        for row in rows:
            for seat in order or self.seats_from(self.dealer + 1):
                self.draw(1, STOCK, row[seat], "deal")

    def deal_all(self, hands: Sequence[Pile]) -> None:
        """Deal the whole stock one card at a time, from the dealer's left, or from seat 0 if there is no dealer."""
        order = self.seats_from(self.dealer + 1)
        if self.events is None:  # no events needed: deal the same hands in fewer steps
            stock = self.piles[STOCK]
            for place, seat in enumerate(order):
                self.shift(stock[len(stock) - 1 - place :: -self.seats], STOCK, hands[seat], "deal")
        else:
            for place in range(len(self.piles[STOCK])):
                self.draw(1, STOCK, hands[order[place % self.seats]], "deal")

    # --- announcing and scoring ---------------------------------------------------------------------------------

    def announce_move(self, move: Move) -> None:
        """Record the description of a move as a public announcement of its seat."""
        if self.events is not None:
            self.announce(move.seat, self.describe(move))

    def announce(self, seat: Seat, note: Note, *, loud: bool = False) -> None:
        """Record a public announcement of a seat."""
        if self.events is not None:
            self.events.append(Announced(seat, note, loud))

    def draw_until(
        self,
        seat: Seat,
        is_fitting: Callable[[Card], bool],
        target: Pile,
        *,
        misfits: Pile | None = None,
        max_count: int = 0,
    ) -> Card | None:
        """Draw cards for a seat until one fits ``is_fitting``, and announce their number; return that card or None.

        Args:
            seat: the drawing seat.
            is_fitting: whether a drawn card ends the drawing.
            target: the pile that gets the drawn cards.
            misfits: the pile to which cards that do not fit move on; None to leave them in ``target``.
            max_count: maximum number of cards; 0 to draw until the stock and ``spare_cards`` are used up.
        """
        count, found = 0, None
        while found is None and (not max_count or count < max_count) and self.restock_if_empty():
            count += 1
            (card,) = self.draw(1, STOCK, target)
            if is_fitting(card):
                found = card
            elif misfits is not None:
                self.shift((card,), target, misfits)
        if count:
            self.announce(seat, Note("drew", {"n": count}))
        return found

    def end_deal(
        self,
        points: Sequence[int],
        winners: tuple[Seat, ...],
        reason: str,
        placeholders: Placeholders = NO_PLACEHOLDERS,
        score_sources: tuple[ScoreSource, ...] = (),
        *,
        deciding_cards: tuple[DecidingCards, ...] = (),
        places: tuple[int, ...] = (),
    ) -> None:
        """Score the deal just played, then end the match or deal again; a playout stops after the deal.

        The arguments are those of ``DealScored``.
        """
        self.history += (tuple(points),)
        self.scores = tuple(total + point for total, point in zip(self.scores, points, strict=True))
        note, self.ask, self.answers, self.deal_winners = Note(reason, placeholders), None, (), winners
        if self.events is not None:
            laid = tuple(
                tuple(sorted(self.cards_revealed_at_end(seat), key=self.sort_key)) for seat in range(self.seats)
            )
            scored = DealScored(
                self.deal_number, tuple(points), self.scores, winners, note, score_sources, deciding_cards, places, laid
            )
            self.events.append(scored)
        champions = self._single_deal_winners(points, winners) if self.single_deal else self.match_winners()
        if not champions and len(self.history) == self.deal_limit():
            champions = tuple(seat for seat, total in enumerate(self.scores) if total == max(self.scores))
            note = Note(DEAL_LIMIT_REASON_KEY, {"n": self.deal_limit()})
        if champions:
            self.outcome = MatchOutcome(champions, note)
            if self.events is not None:
                self.events.append(MatchEnded(champions, note))
        elif not self.is_playout:
            self.deal_number += 1
            self.rng.begin_deal(self.deal_number)
            self.deal()

    @staticmethod
    def _single_deal_winners(points: Sequence[int], winners: tuple[Seat, ...]) -> tuple[Seat, ...]:
        """Return the winners of a match of one deal: those given, or else the seats with the most points."""
        return winners or tuple(seat for seat, own in enumerate(points) if own == max(points))

    # --- views --------------------------------------------------------------------------------------------------

    def view(self, seat: Seat) -> Self:
        """Return the match's position as a seat knows it: unknown cards HIDDEN, no random state or others' answers."""
        view = super().view(seat)
        view.answers = tuple(move for move in self.answers if move.seat == seat)
        return view

    def open_view(self) -> Self:
        """Return the match's position with all cards open, but without the random state and pending answers."""
        view = self.clone()
        view.rng = Rng(0)
        view.answers = ()
        return view
