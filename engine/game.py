"""What every game is: piles, asks, answers, knowledge. A game adds its rules and nothing else.

A ``Game`` holds the rules and the present position together. Every card always lies in exactly one pile; who knows
which card is kept per card (a bit a seat), so that hidden information, views, sampling of what is hidden, and
animation are written once, here, for all games.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from enum import Enum
from types import MappingProxyType
from typing import Any, ClassVar, NamedTuple, Self

from engine import cards
from engine.boards import Board
from engine.cards import HIDDEN, Card
from engine.events import Asked, Ended, Event, Moved, Part, Said, Scored, Shuffled, Turned
from engine.moves import NO_FIGURES, TABLE, Ask, Figures, IllegalMoveError, Move, Note, Pile, Refusal, Seat
from engine.rng import Rng


class Sees(Enum):
    """Who sees the faces of the cards in a pile."""

    ALL = "all"
    OWNER = "owner"
    NOBODY = "nobody"
    TURNED = "turned"
    """Everybody, but only those cards that were turned up."""


class Outcome(NamedTuple):
    """How a match ended."""

    winners: tuple[Seat, ...]
    reason: Note


STOCK = Pile("stock")


class Game(ABC):
    """A match of one game, from the first deal to its end.

    State is kept in plain attributes that hold immutable values (``clone`` copies them shallowly); only ``piles``,
    ``known`` and ``rng`` are copied one by one. A subclass that adds state uses ints, strings and tuples.
    """

    slug: ClassVar[str]
    seats_allowed: ClassVar[range]
    seats_default: ClassVar[int]
    sees: ClassVar[Mapping[str, Sees]]
    """Pile kind -> who sees it. Every kind that the game uses is here."""
    unordered: ClassVar[frozenset[str]] = frozenset({"hand"})
    """Kinds of pile whose order means nothing."""
    verbs: ClassVar[Mapping[str, tuple[str, ...]]]
    """What is asked -> the verbs that may answer."""
    ask_rules: ClassVar[Mapping[str, str]] = MappingProxyType({})
    """What is asked -> id of the rule that tells about it: refusals that aren't special to the game name it."""
    turn_rule: ClassVar[str] = ""
    """Id of the rule that says who acts when."""
    end_rule: ClassVar[str] = ""
    """Id of the rule that says when a match is over."""
    timed: ClassVar[frozenset[str]] = frozenset()
    """Asks that come out of turn: a person who lets the time pass has given the last legal move."""
    Options: ClassVar[type]
    """Frozen dataclass of house rules, every field made by ``engine.options.option``."""
    presets: ClassVar[Mapping[str, Any]] = MappingProxyType({})
    """House rules that come with the game besides the standard: name in its texts -> an instance of ``Options``."""
    specials: ClassVar[Mapping[str, tuple[str, ...]]] = MappingProxyType({})
    """What is worth counting, as house rules often change it: ``<slug>.special.<name>`` in the texts -> its signs.
    ``said:<note>`` counts how often that is said, ``asked:<note>`` how often somebody has to decide exactly that,
    ``end:<note>`` how often a deal ends so."""

    options: Any
    single: bool = False
    """The match is over after its first deal and won by who won that; by who has most points where nobody did."""

    def __init__(self, seats: int, seed: int, options: Any = None) -> None:
        """Sit down, shuffle and deal.

        Raises:
            ValueError: a number of seats that the game does not allow.
        """
        if seats not in self.seats_allowed:
            raise ValueError(f"{self.slug}: {seats} seats; allowed are {list(self.seats_allowed)}")
        self.seats = seats
        self.seed = seed
        self.options = self.Options() if options is None else options
        self.rng = Rng(seed)
        self.viewer: Seat | None = None
        """Whose view this is; None when everything is known."""
        deck = cards.packs(self.packs(seats))
        self.piles: dict[Pile, tuple[Card, ...]] = {STOCK: deck}
        self.known: list[int] = [0] * len(deck)
        """For each card a bit set of the seats that know where it is."""
        self.turned = 0
        """Bit set of the cards that were turned up in piles of kind TURNED."""
        self.ask: Ask | None = None
        self.answers: tuple[Move, ...] = ()
        """Answers held until all are in, by seat."""
        self.dealer: Seat = TABLE
        """Who deals, where that means something; ``TABLE`` otherwise."""
        self.deal_number = 1
        self.scores: tuple[int, ...] = (0,) * seats
        self.history: tuple[tuple[int, ...], ...] = ()
        """Points of each finished deal."""
        self.deal_winners: tuple[Seat, ...] = ()
        """Who won the deal that was finished last."""
        self.outcome: Outcome | None = None
        self.events: list[Event] | None = []
        self._all = (1 << seats) - 1
        self.deal()

    # --- what a game writes -------------------------------------------------------------------------------------

    @classmethod
    def packs(cls, seats: int) -> int:
        """How many packs of 52 are played with."""
        return 1

    @abstractmethod
    def deal(self) -> None:
        """Collect the cards, shuffle, deal and ask the first thing; runs again for each deal of a match."""

    @abstractmethod
    def legal_moves(self, seat: Seat) -> list[Move]:
        """All different answers of that seat to what is asked, equal choices once; empty when it isn't asked.

        On a view only the viewer's own moves are exact.
        """

    @abstractmethod
    def refuse(self, move: Move) -> Refusal | None:
        """Why the rules don't allow this move; seat, verb and ownership of the cards were checked before."""

    @abstractmethod
    def match_winners(self) -> tuple[Seat, ...]:
        """Who has won the match after the deal just scored; empty while it goes on."""

    @abstractmethod
    def demand(self, seat: Seat) -> Note:
        """What that seat has to do now, for the prompt line."""

    def describe(self, move: Move) -> Note:
        """The move in a few words, for buttons, seats and the log; written from what everybody may know."""
        return Note(move.verb, {"cards": move.cards, "n": len(move.cards)})

    def warning(self, move: Move) -> Note | None:
        """What a person is asked once more before a legal move that hardly anybody wants; None for others."""
        return None

    def facts(self, seat: Seat) -> tuple[Note, ...]:
        """What everybody may know about a seat besides its hand, for its plate: points, lives, sets …"""
        return (Note("score", {"n": self.scores[seat]}),)

    def board(self, seat: Seat) -> Board | None:
        """What lies before everybody's eyes now besides the cards, as that seat may know it; None for nothing."""
        return None

    def worth_of(self, kind: str, lying: Sequence[Card]) -> int:
        """Points for a pile of that kind with these cards, where it has a worth of its own; 0 elsewhere."""
        return 0

    def is_out(self, seat: Seat) -> bool:
        """Whether a seat has no part in the rest of the deal."""
        return False

    def alike(self, card: Card) -> int:
        """Cards of one pile with equal values here are the same choice (suits may mean nothing)."""
        return card

    def order(self, card: Card) -> int:
        """Rank of a card among others, lowest first, as a sorted hand shows them."""
        return card % cards.PACK

    def deals_planned(self) -> int:
        """How many deals the match has; 0 when that isn't known beforehand."""
        return 0

    def goal(self) -> int:
        """Points or won deals with which a match is won, as a house rule ``target`` says; 0 without such an end."""
        return int(getattr(self.options, "target", 0))

    def to_beat_of(self) -> Seat | None:
        """Whose play a seat that follows must beat, where every seat's play lies before itself."""
        return None

    def canonical(self, move: Move) -> Move:
        """The form in which ``legal_moves`` lists this choice."""
        return move._replace(cards=tuple(sorted(move.cards)))

    def sources(self, seat: Seat) -> tuple[Pile, ...]:
        """The piles from which that seat may play cards now."""
        return (Pile("hand", seat),)

    def may_hold(self, pile: Pile, card: Card) -> bool:
        """Whether a card that the viewer can't see may lie there, as far as play so far tells; see ``determinize``."""
        return True

    # --- asking and answering ----------------------------------------------------------------------------------

    def asks(self, what: str, *seats: Seat) -> None:
        """Ask these seats; ``on_<what>`` gets their moves in seat order once all are in."""
        self.ask = Ask(what, seats)
        self.answers = ()
        if self.events is not None:
            self.events.append(Asked(self.ask))

    def waiting(self) -> tuple[Seat, ...]:
        """Who may act now."""
        if self.ask is None:
            return ()
        if not self.answers:
            return self.ask.seats
        done = {move.seat for move in self.answers}
        return tuple(seat for seat in self.ask.seats if seat not in done)

    def refusal(self, move: Move) -> Refusal | None:
        """Why the move may not be played now, by which rule, or None when it may."""
        refusal = self._refused(move)
        return None if refusal is None else self.ruled(refusal)

    def ruled(self, refusal: Refusal) -> Refusal:
        """The same refusal; one that names no rule gets the rule of the match's end, of turns, or of what is asked."""
        if refusal.rule:
            return refusal
        if refusal.key == "match_over":
            return refusal._replace(rule=self.end_rule)
        if refusal.key == "not_your_turn" or self.ask is None:
            return refusal._replace(rule=self.turn_rule)
        return refusal._replace(rule=self.ask_rules.get(self.ask.what, ""))

    def _refused(self, move: Move) -> Refusal | None:
        if self.outcome is not None or self.ask is None:
            return Refusal("", "match_over")
        if move.seat not in self.waiting():
            return Refusal("", "not_your_turn")
        if move.verb not in self.verbs[self.ask.what]:
            return Refusal("", "not_now", {"verb": move.verb})
        if len(set(move.cards)) != len(move.cards):
            return Refusal("", "not_yours")
        if move.cards:
            own = {card for pile in self.sources(move.seat) for card in self.piles.get(pile, ())}
            if not own.issuperset(move.cards):
                return Refusal("", "not_yours")
        return self.refuse(move)

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

    # --- what a game is given to move cards and speak -----------------------------------------------------------

    def cards(self, pile: Pile) -> tuple[Card, ...]:
        """The cards of a pile from bottom to top; empty when there is no such pile."""
        return self.piles.get(pile, ())

    def seers(self, pile: Pile) -> int:
        """Bit set of the seats that see every card of this pile."""
        sees = self.sees[pile.kind]
        if sees is Sees.ALL:
            return self._all
        return 1 << pile.owner if sees is Sees.OWNER and pile.owner != TABLE else 0

    def shows(self, pile: Pile, card: Card, seat: Seat) -> bool:
        """Whether that seat sees the face of this card where it lies."""
        if self.sees[pile.kind] is Sees.TURNED:
            return bool(card >= 0 and self.turned >> card & 1)
        return bool(self.seers(pile) >> seat & 1)

    def faces(self, pile: Pile, seat: Seat) -> tuple[Card, ...]:
        """The pile as that seat sees it lie there: HIDDEN for each card that lies face down for it."""
        return tuple(card if self.shows(pile, card, seat) else HIDDEN for card in self.piles.get(pile, ()))

    def shift(
        self, moved: Sequence[Card], source: Pile, target: Pile, how: str = "move", *, under: bool = False
    ) -> None:
        """Move cards of one pile onto another (or under it), in the order given; who sees either pile learns them.

        Seats that see neither pile forget which cards are in an unordered source, unless it was emptied.
        """
        moved = tuple(moved)
        if not moved:
            return
        piles, known = self.piles, self.known
        before = piles[source]
        everything = len(moved) == len(before)
        seen = self.seers(source) | self.seers(target)
        turned = self.sees[source.kind] is Sees.TURNED or self.sees[target.kind] is Sees.TURNED
        if self.events is not None:
            if turned:  # one event a card, as each is seen by others; a card put under goes there before those above it
                rest = list(before)
                for card in reversed(moved) if under else moved:
                    place, up = rest.index(card), bool(self.turned >> card & 1)
                    rest.pop(place)
                    self.events.append(
                        Moved((card,), source, target, (place,), how, self._all if up else seen, under, up)
                    )
            else:
                self.events.append(Moved(moved, source, target, tuple(map(before.index, moved)), how, seen, under))
        piles[source] = () if everything else tuple(card for card in before if card not in moved)
        after = piles.get(target, ())
        piles[target] = moved + after if under else after + moved
        blind = self._all & ~seen
        if blind and not everything and source.kind in self.unordered:
            for card in before:
                known[card] &= ~blind
        for card in moved:
            known[card] |= self._all if turned and self.turned >> card & 1 else seen
        if turned and self.sees[target.kind] is not Sees.TURNED:
            for card in moved:
                self.turned &= ~(1 << card)

    def draw(self, count: int, source: Pile, target: Pile, how: str = "draw") -> tuple[Card, ...]:
        """Move up to that many cards from the top of a pile, the top one first; returns them."""
        drawn = self.piles[source][-1 : -count - 1 : -1] if count > 0 else ()
        self.shift(drawn, source, target, how)
        return drawn

    def turn(self, turned: Iterable[Card], pile: Pile, up: bool = True) -> None:
        """Turn cards of a TURNED pile up for everybody, or down again."""
        turned = tuple(turned)
        if self.events is not None:
            at = tuple(map(self.piles[pile].index, turned))
            self.events.append(Turned(turned, pile, at, up))
        for card in turned:
            self.turned = self.turned | 1 << card if up else self.turned & ~(1 << card)
            if up:
                self.known[card] |= self._all

    def shuffle(self, pile: Pile) -> None:
        """Shuffle a pile; nobody knows its order or what lies where in it any more."""
        order = list(self.piles[pile])
        self.rng.shuffle(order)
        self.piles[pile] = tuple(order)
        for card in order:
            self.known[card] = self.seers(pile)
        if self.events is not None:
            self.events.append(Shuffled(pile))

    def collect(self) -> None:
        """Gather every card into the stock and shuffle it, as before a deal.

        The stock is brought into a fixed order first, so that what is dealt depends only on the generator's state.
        """
        for pile in [pile for pile, lying in self.piles.items() if lying and pile != STOCK]:
            self.shift(self.piles[pile], pile, STOCK, "gather")
        self.turned = 0
        self.piles[STOCK] = tuple(sorted(self.piles[STOCK]))
        self.shuffle(STOCK)

    def say(self, seat: Seat, note: Note, *, loud: bool = False) -> None:
        """Tell everybody what a seat did."""
        if self.events is not None:
            self.events.append(Said(seat, note, loud))

    def end_deal(
        self,
        points: Sequence[int],
        winners: tuple[Seat, ...],
        reason: str,
        figures: Figures = NO_FIGURES,
        parts: tuple[Part, ...] = (),
    ) -> None:
        """Score the deal, then end the match or deal again; ``parts`` are what the points add up from."""
        self.history += (tuple(points),)
        self.scores = tuple(total + point for total, point in zip(self.scores, points, strict=True))
        note, self.ask, self.answers, self.deal_winners = Note(reason, figures), None, (), winners
        if self.events is not None:
            self.events.append(Scored(self.deal_number, tuple(points), self.scores, winners, note, parts))
        champions = self._winners_of(points, winners) if self.single else self.match_winners()
        if champions:
            self.outcome = Outcome(champions, note)
            if self.events is not None:
                self.events.append(Ended(champions, note))
        else:
            self.deal_number += 1
            self.deal()

    @staticmethod
    def _winners_of(points: Sequence[int], winners: tuple[Seat, ...]) -> tuple[Seat, ...]:
        """Who won a match of one deal."""
        return winners or tuple(seat for seat, own in enumerate(points) if own == max(points))

    def drain(self) -> list[Event]:
        """The events since the last call."""
        events, self.events = self.events or [], []
        return events

    # --- copies, views, sampling -------------------------------------------------------------------------------

    def clone(self) -> Self:
        """An independent copy of the position that records no events."""
        other = object.__new__(type(self))
        state = other.__dict__
        state.update(self.__dict__)
        state["piles"] = self.piles.copy()
        state["known"] = self.known.copy()
        state["rng"] = self.rng.copy()
        state["events"] = None
        return other

    def view(self, seat: Seat) -> Self:
        """What that seat may know and nothing else: other cards are HIDDEN, chance and others' held answers gone."""
        view = self.clone()
        view.viewer = seat
        view.seed = 0
        view.rng = Rng(0)
        view.answers = tuple(move for move in self.answers if move.seat == seat)
        bit = 1 << seat
        known = view.known = [mask if mask & bit else 0 for mask in self.known]
        known.append(0)  # for HIDDEN, which is -1: a view of a view asks for it too
        unordered, piles = self.unordered, view.piles
        for pile, lying in self.piles.items():
            if not lying:
                continue
            if pile.kind in unordered:
                piles[pile] = tuple(sorted([card if known[card] else HIDDEN for card in lying]))
            elif not self.seers(pile) & bit:
                piles[pile] = tuple([card if known[card] else HIDDEN for card in lying])
        known.pop()
        return view

    def determinize(self, rng: Rng) -> Self:
        """A full position that this view may come from: unknown cards dealt at random.

        Where ``may_hold`` rules a card out of a place, cards change places until none is left there if possible.

        Raises:
            ValueError: this is not a view.
        """
        if self.viewer is None:
            raise ValueError("only a view can be determinized")
        world = self.clone()
        world.viewer = None
        world.rng = Rng(rng.bits())
        lost = [Card(card) for card, mask in enumerate(self.known) if not mask]
        rng.shuffle(lost)
        hidden = [(pile, lying.count(HIDDEN)) for pile, lying in self.piles.items() if HIDDEN in lying]
        if type(self).may_hold is not Game.may_hold:
            self._rearrange(lost, [pile for pile, count in hidden for _ in range(count)])
        for pile, count in hidden:
            dealt, lost = lost[:count], lost[count:]
            lying = world.piles[pile]
            if count == len(lying):
                world.piles[pile] = tuple(dealt)
            else:
                rest = iter(dealt)
                world.piles[pile] = tuple([next(rest) if card < 0 else card for card in lying])
            seers = self.seers(pile)
            if seers:
                for card in dealt:
                    world.known[card] = seers
        return world

    def _rearrange(self, lost: list[Card], places: list[Pile]) -> None:
        """Swap cards between hidden places until ``may_hold`` agrees, as far as one pass of swaps gets."""
        for i, pile in enumerate(places):
            if self.may_hold(pile, lost[i]):
                continue
            for j, other in enumerate(places):
                if other != pile and self.may_hold(pile, lost[j]) and self.may_hold(other, lost[i]):
                    lost[i], lost[j] = lost[j], lost[i]
                    break

    def position(self) -> dict[str, Any]:
        """Everything that makes up the position, in a form that can be compared; unordered piles are sorted."""
        state = {name: value for name, value in self.__dict__.items() if name not in ("events", "rng", "piles")}
        state["rng"] = self.rng.state
        state["piles"] = {
            pile: tuple(sorted(lying)) if pile.kind in self.unordered else lying
            for pile, lying in self.piles.items()
            if lying
        }
        return state

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and isinstance(other, Game) and self.position() == other.position()

    __hash__ = None  # type: ignore[assignment]  # a position changes with every move
