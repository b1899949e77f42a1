"""The contract of every game, as checks on a position or a match; the suite and the soak run them."""

import copy
import pickle
from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import islice

from engine import options
from engine.bots import bot_for
from engine.cards import HIDDEN, Card
from engine.events import Event, Moved, Shuffled, Turned, seen_by
from engine.game import STOCK, Game, Sees
from engine.games import GAMES
from engine.match.record import FAST_FORMAT, Record
from engine.moves import Move, Pile, Seat
from engine.online.positions import decoded_view, encoded_view
from engine.people import LEVELS
from engine.rng import Rng
from tests.games.specimens import SPECIMENS
from tests.support.toy import Toy

ALL: Mapping[str, type[Game]] = {**GAMES, Toy.slug: Toy}

LONGEST = 60_000
"""Maximum length of a match in moves."""


def new_record(slug: str, seed: int, *, standard: bool = False) -> Record:
    """A new match with seats, house rules and deal number drawn by the seed, dealt by the fast generator."""
    game = ALL[slug]
    rng = Rng(seed)
    seats = rng.choice(game.seats_allowed)
    rules = game.Options() if standard else options.at_random(game.Options, rng)
    return Record(slug, seats, rng.bits() >> 1, rules, format=FAST_FORMAT, games=ALL)


def start(slug: str, seed: int, *, standard: bool = False) -> Game:
    """Begin that match."""
    return new_record(slug, seed, standard=standard).start()


def moves_of(game: Game, rng: Rng, most: int = LONGEST) -> Iterator[Move]:
    """Generate random moves; the caller plays each before it takes the next."""
    for _ in range(most):
        waiting = game.waiting()
        if not waiting:
            return
        yield rng.choice(game.legal_moves(rng.choice(waiting)))


def check_cards(game: Game) -> None:
    """Every card lies in exactly one pile."""
    found = sorted(card for pile in game.piles.values() for card in pile)
    assert found == list(range(52 * game.packs(game.seats)))


def check_view(game: Game, seat: Seat, rng: Rng) -> None:
    """The view, positions sampled from it, and the real position agree; pickling and sending keep the view."""
    view = game.view(seat)
    assert (view.viewer, view.rng.state, view.events) == (seat, 0, None)
    for pile, cards in view.piles.items():
        assert len(cards) == len(game.cards(pile))
        for card in cards:
            assert card == HIDDEN or game.known[card] >> seat & 1, f"{seat} must not know {card} in {pile}"
    assert all(move.seat == seat for move in view.answers)
    assert all(view.pile_fact(pile) == game.pile_fact(pile) for pile in game.piles)
    assert view.view(seat) == view
    assert pickle.loads(pickle.dumps(view)) == view
    registry = {game.slug: type(game)}
    assert decoded_view(encoded_view(view), registry) == view, "a game's classes annotate every attribute of its own"
    mine = game.legal_moves(seat)
    assert view.legal_moves(seat) == mine
    for _ in range(2):
        world = view.determinize(rng)
        check_cards(world)
        assert world.view(seat) == view
        assert world.legal_moves(seat) == mine
        for other in world.waiting():
            assert world.view(other).legal_moves(other) == world.legal_moves(other)


def check_moves(game: Game, rng: Rng) -> None:
    """Only waiting seats have moves; ``refusal`` and ``legal_moves`` agree, also on altered moves."""
    waiting = game.waiting()
    for seat in range(game.seats):
        legal = game.legal_moves(seat)
        assert bool(legal) == (seat in waiting)
        assert len(set(legal)) == len(legal)
        for move in legal:
            assert game.refusal(move) is None, f"{move} is listed and refused"
            assert Move.parse(str(move)) == move
            assert game.canonical(move) == move
        for move in legal and [altered(game, rng.choice(legal), rng) for _ in range(12)]:
            refusal = game.refusal(move)
            if refusal is None:
                assert game.canonical(move) in game.legal_moves(move.seat), f"{move} is allowed and not listed"
            else:
                assert move not in game.legal_moves(move.seat), f"{move} is refused and listed"
                assert refusal.rule.startswith(f"{game.slug}.R"), f"{refusal} names no rule"


def altered(game: Game, move: Move, rng: Rng) -> Move:
    """Return a legal move changed in one or two places."""
    every = tuple(range(-1, 52 * game.packs(game.seats)))
    own = [card for pile in game.sources(move.seat) for card in game.cards(pile)] or [Card(0)]
    verbs = [verb for verbs in game.verbs.values() for verb in verbs] + ["nonsense"]
    for _ in range(1 + rng.below(2)):
        cards = list(move.cards)
        change = rng.below(8)
        if change == 0 and cards:
            cards.pop(rng.below(len(cards)))
        elif change == 1:
            cards.append(rng.choice(own))
        elif change == 2 and cards:
            cards[rng.below(len(cards))] = rng.choice(own)
        elif change == 3:
            cards.append(Card(rng.choice(every)))
        elif change == 4:
            move = move._replace(verb=rng.choice(verbs))
        elif change == 5:
            move = move._replace(to=rng.below(8) - 2)
        elif change == 6:
            move = move._replace(seat=rng.below(game.seats + 1))
        else:
            rng.shuffle(cards)
        move = move._replace(cards=tuple(cards))
    return move


def check_clone(game: Game, rng: Rng) -> None:
    """Playing on in a copy leaves the position unchanged."""
    before = copy.deepcopy(game.position())
    other = game.clone()
    assert other == game
    for move in moves_of(other, rng, 12):
        other.push(move)
    assert game.position() == before


def check_order(game: Game, rng: Rng) -> None:
    """Answers to one question give the same position in any order."""
    waiting = list(game.waiting())
    answers = [rng.choice(game.legal_moves(seat)) for seat in waiting]
    first, second = game.clone(), game.clone()
    for move in answers:
        first.play(move)
    rng.shuffle(answers)
    for move in answers:
        second.play(move)
    assert first == second


def check_record(record: Record, game: Game) -> None:
    """A record read back from its text replays to the same position."""
    again = Record.from_text(record.to_text(), ALL)
    assert again == record
    assert again.replay() == game


def check_bots(game: Game, seat: Seat, rng: Rng) -> None:
    """Equal views get equal thoughts, and each thought is a legal move."""
    view = game.view(seat)
    same = view.determinize(rng).view(seat)
    seed = rng.bits()
    legal = game.legal_moves(seat)
    for level in (*LEVELS, "greedy"):
        bot = bot_for(game.slug, level)
        thoughts = [thought.move for thought in islice(bot.think(view, seat, Rng(seed)), 12)]
        assert thoughts == [thought.move for thought in islice(bot.think(same, seat, Rng(seed)), 12)]
        assert all(game.canonical(move) in legal for move in thoughts)


class Onlooker:
    """A spectator who knows only what the events of a match show to one seat."""

    def __init__(self, game: Game, seat: Seat) -> None:
        self.seat = seat
        self.game = game
        self.piles: dict[Pile, list[Card]] = {STOCK: [HIDDEN] * 52 * game.packs(game.seats)}
        self.seen: set[Card] = set()

    def look(self, event: Event) -> None:
        """Learn from an event."""
        event = seen_by(event, self.seat)
        if isinstance(event, Moved):
            self._move(event)
        elif isinstance(event, Turned):
            for card, place in zip(event.cards, event.at, strict=True):
                self.piles[event.pile][place] = card if event.up else HIDDEN
                self.seen.add(card)
        elif isinstance(event, Shuffled) and event.pile == STOCK and len(self.piles[STOCK]) == len(self.game.known):
            self.seen.clear()

    def _move(self, event: Moved) -> None:
        assert len(event.cards) == len(event.at)
        source = self.piles[event.source]
        self.seen.update(event.cards)
        if event.source.kind in self.game.unordered:
            for card in event.cards:
                source.remove(card if card in source else HIDDEN)
        else:
            for place in sorted(event.at, reverse=True):
                source.pop(place)
        sees = self.game.sees[event.target.kind]
        shown = sees is Sees.ALL or (sees is Sees.OWNER and event.target.owner == self.seat)
        shown = shown or (sees is Sees.TURNED and event.up)
        landed = [card if shown else HIDDEN for card in event.cards]
        target = self.piles.setdefault(event.target, [])
        target[:] = landed + target if event.under else target + landed

    def check(self) -> None:
        """The events agree with the piles, and the view knows nothing that no event showed."""
        piles = self.game.piles
        for pile in piles.keys() | self.piles.keys():
            shown, actual = self.piles.get(pile, []), list(self.game.faces(pile, self.seat))
            if pile.kind in self.game.unordered:
                assert Counter(shown) == Counter(actual), f"{pile} as shown to seat {self.seat}"
            else:
                assert shown == actual, f"{pile} as shown to seat {self.seat}"
        deduced = SPECIMENS[self.game.slug].deduced if self.game.slug in SPECIMENS else frozenset()
        known = self.seen | {HIDDEN} | deduced
        for pile, cards in self.game.view(self.seat).piles.items():
            assert known.issuperset(cards), f"seat {self.seat} was never shown all of {pile}"


def check_same_sight(game: Game, seat: Seat, rng: Rng, most: int = 40) -> int:
    """Play the same moves from two positions with equal views; the views stay equal while the events look the same.

    This finds secrets that a game keeps outside its piles. Return the number of moves compared.
    """
    first, second = game.clone(), game.view(seat).determinize(rng)
    first.events, second.events = [], []
    count = 0
    for count, move in enumerate(same_moves(first, second, rng, most), 1):
        seen = [[seen_by(event, seat) for event in match.drain()] for match in (first, second)]
        if [_public(e) for e in seen[0]] != [_public(e) for e in seen[1]]:
            return count
        assert first.view(seat) == second.view(seat), f"after {move} seat {seat} knows more than it was shown"
    return count


def same_moves(first: Game, second: Game, rng: Rng, most: int) -> Iterator[Move]:
    """Play up to ``most`` random moves that both positions allow, while both ask the same seats; yield each."""
    for _ in range(most):
        if first.outcome is not None or first.waiting() != second.waiting():
            return
        mover = rng.choice(first.waiting())
        both = [move for move in first.legal_moves(mover) if second.refusal(move) is None]
        if not both:
            return
        move = rng.choice(both)
        first.push(move)
        second.push(move)
        yield move


def _public(event: Event) -> Event | tuple[object, ...]:
    """Return the event without places, which mean nothing in an unordered pile."""
    if isinstance(event, Moved):
        return (event.cards, event.source, event.target, event.how, event.under, event.up)
    return event


def play_checked(slug: str, seed: int, most: int, every: int) -> Game:
    """Play at random; check cards and events after every move, the rest on the first moves and every ``every``-th."""
    record = new_record(slug, seed)
    game, rng = record.start(), Rng(seed ^ 0xC0FFEE)
    onlookers = [Onlooker(game, seat) for seat in range(game.seats)]
    for move in moves_of(game, rng, most):
        for event in game.drain():
            for onlooker in onlookers:
                onlooker.look(event)
        for onlooker in onlookers:
            onlooker.check()
        if len(record.moves) % every == 0 or len(record.moves) < 6:
            check_position(game, record, rng)
        game.play(move)
        record.append(move)
        check_cards(game)
    return game


def check_position(game: Game, record: Record, rng: Rng) -> None:
    """Run all checks on one position."""
    check_moves(game, rng)
    check_clone(game, rng)
    check_order(game, rng)
    check_record(record, game)
    for seat in range(game.seats):
        check_view(game, seat, rng)
        check_same_sight(game, seat, rng, 6)
