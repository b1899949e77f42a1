"""What every game is: a tableau, asks, answers, scores. A game adds its rules and nothing else."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, ClassVar, NamedTuple, Self

from engine import cards
from engine.boards import Board
from engine.cards import Card
from engine.events import Announced, DealScored, DecidingCards, MatchEnded, QuestionAsked, ScoreSource
from engine.moves import NO_PLACEHOLDERS, TABLE, Ask, IllegalMoveError, Move, Note, Pile, Placeholders, Refusal, Seat
from engine.rng import Rng
from engine.tableau import STOCK, PileVisibility, Tableau

__all__ = ["STOCK", "Game", "Outcome", "PileVisibility"]


class Outcome(NamedTuple):
    """How a match ended."""

    winners: tuple[Seat, ...]
    reason: Note


class Game(Tableau, ABC):
    """A match of one game, from the first deal to its end. Rules and position are one object.

    A subclass keeps its own state in attributes that hold ints, strings, tuples and frozen sets, as copies share them.
    """

    slug: ClassVar[str]
    seats_allowed: ClassVar[range]
    seats_default: ClassVar[int]
    verbs: ClassVar[Mapping[str, tuple[str, ...]]]
    """What is asked -> the verbs that may answer."""
    suit_verbs: ClassVar[frozenset[str]] = frozenset()
    """Verbs of moves whose ``to`` may name a suit, 0 … 3; -1 names none. Such an answer shows the suit's symbol."""
    ask_rules: ClassVar[Mapping[str, str]] = MappingProxyType({})
    """What is asked -> id of the rule about it, for refusals that aren't special to the game."""
    turn_rule: ClassVar[str] = ""
    """Id of the rule that says who acts when."""
    end_rule: ClassVar[str] = ""
    """Id of the rule that says when a match is over."""
    timed_questions: ClassVar[frozenset[str]] = frozenset()
    """Asks that come out of turn. When a person's time for one runs out, the last legal move is played."""
    Options: ClassVar[type]
    """Frozen dataclass of house rules, every field made by ``engine.options.option``."""
    presets: ClassVar[Mapping[str, Any]] = MappingProxyType({})
    """House rules that come with the game besides the standard: name in its texts -> an instance of ``Options``."""
    specials: ClassVar[Mapping[str, tuple[str, ...]]] = MappingProxyType({})
    """Moments worth counting, as house rules often change them: name in ``<slug>.special.<name>`` -> what to count.
    ``said:<note>`` counts how often that is said, ``asked:<note>`` how often a seat has to decide exactly that,
    ``end:<note>`` how often a deal ends that way."""
    browsable_piles: ClassVar[frozenset[str]] = frozenset()
    """Kinds of pile of the table that everybody may look through at any time, as far as each sees the cards."""
    redundant_notes: ClassVar[frozenset[str]] = frozenset({"drew"})
    """Keys of what is said that says no more than the cards moved with it: the log quotes these only alone."""

    options: Any
    single_deal: bool = False
    """The match is over after its first deal, won by the deal's winners, or by the most points if it has none."""

    def __init__(self, seats: int, seed: int | Rng, options: Any = None) -> None:
        """Sit down, shuffle and deal.

        Args:
            seats: number of seats.
            seed: the generator that shuffles; an integer stands for a fast one, whose cards can be computed by players.
            options: house rules; the standard ones by default.

        Raises:
            ValueError: a number of seats that the game does not allow.
        """
        if seats not in self.seats_allowed:
            raise ValueError(f"{self.slug}: {seats} seats; allowed are {list(self.seats_allowed)}")
        super().__init__(seats, cards.packs(self.packs(seats)), Rng(seed) if isinstance(seed, int) else seed)
        self.options = self.Options() if options is None else options
        self.ask: Ask | None = None
        self.answers: tuple[Move, ...] = ()
        """Answers held until all are in, by seat."""
        self.dealer: Seat = TABLE
        """Who deals; ``TABLE`` where that means nothing."""
        self.deal_number = 1
        self.scores: tuple[int, ...] = (0,) * seats
        self.history: tuple[tuple[int, ...], ...] = ()
        """Points of each finished deal."""
        self.deal_winners: tuple[Seat, ...] = ()
        """Who won the deal that finished last."""
        self.outcome: Outcome | None = None
        self.rng.begin_deal(self.deal_number)
        self.deal()

    # --- what a game must write ---------------------------------------------------------------------------------

    @abstractmethod
    def deal(self) -> None:
        """Collect the cards, shuffle, deal and ask the first question; runs again for each deal of a match."""

    @abstractmethod
    def legal_moves(self, seat: Seat) -> list[Move]:
        """List that seat's possible answers to what is asked, equal choices once; empty when it isn't asked.

        On a view only the viewer's own moves are exact.
        """

    @abstractmethod
    def refuse(self, move: Move) -> Refusal | None:
        """Say why the rules don't allow this move; its seat, its verb and who owns its cards were checked before."""

    @abstractmethod
    def match_winners(self) -> tuple[Seat, ...]:
        """Who has won the match after the deal just scored; empty while it goes on."""

    @abstractmethod
    def prompt_for(self, seat: Seat) -> Note:
        """What that seat has to do now, for the prompt line."""

    # --- what a game may write ----------------------------------------------------------------------------------

    @classmethod
    def packs(cls, seats: int) -> int:
        """Number of packs of 52 cards."""
        return 1

    def describe(self, move: Move) -> Note:
        """The move in a few words, for buttons, seats and the log, written from what everybody may know."""
        figures = {"cards": move.cards, "n": len(move.cards)}
        suit = self.named_suit(move)
        return Note(move.verb, figures if suit is None else {**figures, "suit": suit})

    def warning(self, move: Move) -> Note | None:
        """What to ask a person before a legal move that hardly anybody wants; None for other moves."""
        return None

    def facts(self, seat: Seat) -> tuple[Note, ...]:
        """Public facts about a seat besides its hand, for its plate: points, lives, sets …"""
        return (Note("score", {"n": self.scores[seat]}),)

    def pile_fact(self, pile: Pile) -> Note | None:
        """A standing public fact about a pile, such as the suit that was named; None for most.

        It follows from what everybody knows, so that every view gives the same. Its text is ``<slug>.lies.<key>``.
        """
        return None

    def board_for(self, seat: Seat) -> Board | None:
        """What everybody should see now besides the cards, as that seat may know it; None for nothing.

        ``TABLE`` stands for somebody who watches.
        """
        return None

    def acted_seats(self) -> tuple[Seat, ...]:
        """The seats whose turn it has been in this round, in order, in games where the turn goes round once."""
        return ()

    def partner_of(self, move: Move) -> Seat | None:
        """The seat with which a move would exchange cards, as everybody knows it; None for other moves."""
        return None

    def worth_of(self, kind: str, lying: Sequence[Card]) -> int:
        """Points for these cards in a pile of that kind; 0 where it has no worth of its own."""
        return 0

    def is_out(self, seat: Seat) -> bool:
        """Whether a seat has no part in the rest of the deal."""
        return False

    def tension(self, seat: Seat) -> float:
        """How much hangs on that seat's decision, 0 … 1, as everybody sees it: 1 when somebody else has one card left.

        Only open cards and numbers of cards may be read here: opponents take their time by it.
        """
        hands = (len(self.piles.get(Pile("hand", other), ())) for other in range(self.seats) if other != seat)
        return float(1 in hands)

    def equivalence_key(self, card: Card) -> int:
        """Key of equal choices: cards of one pile with the same key are the same choice where suits mean nothing."""
        return card

    def sort_key(self, card: Card) -> int:
        """Sort key of a card in a hand, lowest first."""
        return card % cards.PACK_SIZE

    def revealed_cards(self, seat: Seat) -> Sequence[Card]:
        """The cards that a seat lays open when a deal is over, because they are counted or compared."""
        return ()

    def deals_planned(self) -> int:
        """Number of deals of the match; 0 when it isn't known beforehand."""
        return 0

    def target_score(self) -> int:
        """Points or won deals that win the match, as the house rule ``target`` says; 0 without such an end."""
        return int(getattr(self.options, "target", 0))

    def trick_leaders(self, plays: Sequence[tuple[Seat, Sequence[Card]]], *, last: bool) -> tuple[Seat, ...]:
        """Who has the best play so far, where every seat plays in front of itself; several if they are equal.

        Args:
            plays: of one trick, in order.
            last: whether it is the last trick of the deal.
        """
        return ()

    def canonical(self, move: Move) -> Move:
        """The form in which ``legal_moves`` lists this choice."""
        return move._replace(cards=tuple(sorted(move.cards)))

    def sources(self, seat: Seat) -> tuple[Pile, ...]:
        """The piles from which that seat may play cards now."""
        return (Pile("hand", seat),)

    # --- asking and answering -----------------------------------------------------------------------------------

    def ask_seats(self, what: str, *seats: Seat) -> None:
        """Ask these seats; ``on_<what>`` gets their moves in seat order once all are in."""
        self.ask = Ask(what, seats)
        self.answers = ()
        if self.events is not None:
            self.events.append(QuestionAsked(self.ask))

    def seats_to_act(self) -> tuple[Seat, ...]:
        """Who may act now."""
        if self.ask is None:
            return ()
        if not self.answers:
            return self.ask.seats
        done = {move.seat for move in self.answers}
        return tuple(seat for seat in self.ask.seats if seat not in done)

    def refusal(self, move: Move) -> Refusal | None:
        """Why the move may not be played now, and by which rule; None when it may."""
        refusal = self._find_refusal(move)
        return None if refusal is None else self.with_rule(refusal)

    def with_rule(self, refusal: Refusal) -> Refusal:
        """The same refusal; one without a rule gets that of the match's end, of turns, or of what is asked."""
        if refusal.rule:
            return refusal
        if refusal.key == "match_over":
            return refusal._replace(rule=self.end_rule)
        if refusal.key == "not_your_turn" or self.ask is None:
            return refusal._replace(rule=self.turn_rule)
        return refusal._replace(rule=self.ask_rules.get(self.ask.what, ""))

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
        return self.refuse(move)

    def named_suit(self, move: Move) -> int | None:
        """The suit that a move names, 0 … 3, or None."""
        return move.to if move.verb in self.suit_verbs and move.to >= 0 else None

    def play(self, move: Move) -> None:
        """Play a move.

        Raises:
            IllegalMoveError: the rules refuse it; nothing has changed.
        """
        refusal = self.refusal(move)
        if refusal is not None:
            raise IllegalMoveError(move, refusal)
        self.push(move)

    def push(self, move: Move) -> None:
        """Play a move that is known to be legal, unchecked."""
        ask = self.ask
        assert ask is not None
        if len(ask.seats) == 1:
            getattr(self, "on_" + ask.what)(move)
            return
        self.answers = tuple(sorted((*self.answers, move)))
        if len(self.answers) == len(ask.seats):
            answers, self.answers = self.answers, ()
            getattr(self, "on_" + ask.what)(*answers)

    # --- speaking and scoring -----------------------------------------------------------------------------------

    def announce(self, seat: Seat, note: Note, *, loud: bool = False) -> None:
        """Tell everybody what a seat did."""
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
        """Draw cards one at a time until one fits, and say how many; return the one that fits.

        Args:
            seat: who draws.
            fits: whether a drawn card ends the drawing.
            target: the pile that the cards are drawn to.
            misfits: the pile that cards which don't fit go on to; they stay in ``target`` without one.
            most: cards to draw at most; 0 for no limit but the stock, which is refilled as ``spare_cards`` says.
        """
        count, found = 0, None
        while found is None and (not max_count or count < max_count) and self.restock():
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
        """Score the deal, then end the match or deal again; what is handed in is told as in ``DealScored``."""
        self.history += (tuple(points),)
        self.scores = tuple(total + point for total, point in zip(self.scores, points, strict=True))
        note, self.ask, self.answers, self.deal_winners = Note(reason, placeholders), None, (), winners
        if self.events is not None:
            laid = tuple(tuple(sorted(self.revealed_cards(seat), key=self.sort_key)) for seat in range(self.seats))
            scored = DealScored(
                self.deal_number, tuple(points), self.scores, winners, note, score_sources, deciding_cards, places, laid
            )
            self.events.append(scored)
        champions = self._winners_of(points, winners) if self.single_deal else self.match_winners()
        if champions:
            self.outcome = Outcome(champions, note)
            if self.events is not None:
                self.events.append(MatchEnded(champions, note))
        else:
            self.deal_number += 1
            self.rng.begin_deal(self.deal_number)
            self.deal()

    @staticmethod
    def _winners_of(points: Sequence[int], winners: tuple[Seat, ...]) -> tuple[Seat, ...]:
        """Who won a match of one deal."""
        return winners or tuple(seat for seat, own in enumerate(points) if own == max(points))

    # --- views --------------------------------------------------------------------------------------------------

    def view(self, seat: Seat) -> Self:
        """Return what that seat may know and nothing else: other cards are HIDDEN, chance and held answers gone."""
        view = super().view(seat)
        view.answers = tuple(move for move in self.answers if move.seat == seat)
        return view
