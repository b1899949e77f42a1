"""Checks of every game's contract on a position or a match; run by the tests and by the soak."""

import copy
import pickle
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from itertools import islice

from engine.bots import bot_for
from engine.bots.registry import policy_of
from engine.cards import HIDDEN, Card
from engine.characters import LEVELS
from engine.events import CardsMoved, CardsTurned, Event, PileShuffled, redact_for_seat
from engine.game import STOCK, Game, PileVisibility
from engine.games import GAMES
from engine.match.record import LEGACY_FORMAT, Record
from engine.moves import Move, Pile, Seat
from engine.online.protocol.game_codec import decode_view, encode_view
from engine.rng import Rng
from tests.games.facts import FACTS_BY_GAME
from tests.support.eights import Eights
from tests.support.random_options import random_options
from tests.support.toy import Toy

ALL_GAMES: Mapping[str, type[Game]] = {**GAMES, Toy.slug: Toy, Eights.slug: Eights}

MAX_MOVES = 60_000
"""Maximum length of a match in moves."""
CHECKED_FIRST_MOVES = (1, 3)
"""Numbers of moves after which the position is always checked, besides the initial one."""


def new_record(slug: str, seed: int, *, standard: bool = False) -> Record:
    """Return a new match with seats, house rules and deal seed drawn by ``seed``, dealt by the fast generator."""
    game = ALL_GAMES[slug]
    rng = Rng(seed)
    seats = rng.choice(game.seats_allowed)
    rules = game.Options() if standard else random_options(game.Options, rng)
    return Record(slug, seats, rng.bits() >> 1, rules, format=LEGACY_FORMAT, games=ALL_GAMES)


def start_match(slug: str, seed: int, *, standard: bool = False) -> Game:
    """Return the initial position of ``new_record``."""
    return new_record(slug, seed, standard=standard).initial_position()


def random_moves(game: Game, rng: Rng, max_moves: int = MAX_MOVES) -> Iterator[Move]:
    """Yield random moves; the caller plays each before it takes the next."""
    for _ in range(max_moves):
        waiting = game.seats_to_act()
        if not waiting:
            return
        yield rng.choice(game.legal_moves(rng.choice(waiting)))


def policy_moves(game: Game, rng: Rng, max_moves: int = MAX_MOVES) -> Iterator[Move]:
    """Yield moves of the game's best policy; the caller plays each before it takes the next."""
    policy = policy_of(game.slug)
    for _ in range(max_moves):
        waiting = game.seats_to_act()
        if not waiting:
            return
        yield policy.choose(game.view(waiting[0]), waiting[0], rng)


MovesOf = Callable[[Game, Rng, int], Iterator[Move]]
"""Yields moves of a game in progress, at most so many; the caller plays each before it takes the next."""


def check_cards(game: Game) -> None:
    """Check that every card is in exactly one pile."""
    found = sorted(card for pile in game.piles.values() for card in pile)
    assert found == sorted(game.deck(game.seats))


def check_view(game: Game, seat: Seat, rng: Rng) -> None:
    """Check that the view, positions sampled from it and the real position agree, also after pickling and sending."""
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
    assert decode_view(encode_view(view), registry) == view, "a game's class must annotate all its attributes"
    mine = game.legal_moves(seat)
    assert view.legal_moves(seat) == mine
    for _ in range(2):
        world = view.determinize(rng)
        check_cards(world)
        assert world.view(seat) == view
        assert world.legal_moves(seat) == mine
        for other in world.seats_to_act():
            assert world.view(other).legal_moves(other) == world.legal_moves(other)


def check_moves(game: Game, rng: Rng) -> None:
    """Check that only seats to act have moves; ``refusal`` and ``legal_moves`` agree, also on altered moves."""
    waiting = game.seats_to_act()
    for seat in range(game.seats):
        legal = game.legal_moves(seat)
        assert bool(legal) == (seat in waiting)
        assert len(set(legal)) == len(legal)
        for move in legal:
            assert game.refusal(move) is None, f"{move} is in legal_moves and refused"
            assert Move.parse(str(move)) == move
            assert game.canonical(move) == move
        for move in legal and [alter_move(game, rng.choice(legal), rng) for _ in range(12)]:
            refusal = game.refusal(move)
            if refusal is None:
                assert game.canonical(move) in game.legal_moves(move.seat), f"{move} is allowed and not in legal_moves"
            else:
                assert move not in game.legal_moves(move.seat), f"{move} is refused and in legal_moves"
                assert refusal.rule.startswith(f"{game.slug}.R"), f"{refusal} names no rule"


def alter_move(game: Game, move: Move, rng: Rng) -> Move:
    """Return a legal move changed in one or two places."""
    every = tuple(range(-1, len(game.known)))
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
    """Check that moves in a copy leave the position unchanged."""
    before = copy.deepcopy(game.comparable_state())
    other = game.clone()
    assert other == game
    for move in random_moves(other, rng, 12):
        other.push(move)
    assert game.comparable_state() == before


def check_playout(game: Game, rng: Rng) -> None:
    """Check that a playout goes on as a copy does with the same moves, mostly of the policy, and ends with the deal."""
    policy = policy_of(game.slug)
    other, world = game.clone(), game.copy_for_playout()
    for move in random_moves(other, rng):
        mover = other.seats_to_act()[0]
        chosen = policy.choose(other, mover, Rng(mover))
        assert world.legal_moves(mover) == other.legal_moves(mover)
        assert policy.choose(world, mover, Rng(mover)) == chosen, "a policy reads only what a playout keeps"
        played = chosen if rng.below(4) else move
        other.push(played)
        world.push(played)
        if len(other.history) > len(game.history):
            break
        assert (world.piles, world.lacks) == (other.piles, other.lacks)
    assert (world.history, world.scores) == (other.history, other.scores)
    assert (world.deal_winners, world.outcome) == (other.deal_winners, other.outcome)
    assert (world.deal_number, world.seats_to_act()) == (game.deal_number, ())


def check_order(game: Game, rng: Rng) -> None:
    """Check that answers to one question give the same position in any order."""
    waiting = list(game.seats_to_act())
    answers = [rng.choice(game.legal_moves(seat)) for seat in waiting]
    first, second = game.clone(), game.clone()
    for move in answers:
        first.play(move)
    rng.shuffle(answers)
    for move in answers:
        second.play(move)
    assert first == second


def check_record(record: Record, game: Game) -> None:
    """Check that a record read back from its text replays to the same position."""
    again = Record.from_text(record.to_text(), ALL_GAMES)
    assert again == record
    assert again.replay() == game


def check_bots(game: Game, seat: Seat, rng: Rng) -> None:
    """Check that equal views give equal thoughts, and that each thought is a legal move."""
    view = game.view(seat)
    same = view.determinize(rng).view(seat)
    seed = rng.bits()
    legal = game.legal_moves(seat)
    for level in (*LEVELS, "greedy"):
        bot = bot_for(game.slug, level)
        thoughts = [thought.move for thought in islice(bot.think(view, seat, Rng(seed)), 12)]
        assert thoughts == [thought.move for thought in islice(bot.think(same, seat, Rng(seed)), 12)]
        assert all(game.canonical(move) in legal for move in thoughts)


class SeatObserver:
    """Knows only what the events of a match show to one seat."""

    def __init__(self, game: Game, seat: Seat) -> None:
        self.seat = seat
        self.game = game
        self.piles: dict[Pile, list[Card]] = {STOCK: [HIDDEN] * game.card_count}
        self.seen_cards: set[Card] = set()

    def observe(self, event: Event) -> None:
        """Apply an event to the known cards."""
        event = redact_for_seat(event, self.seat)
        if isinstance(event, CardsMoved):
            self._apply_move(event)
        elif isinstance(event, CardsTurned):
            for card, place in zip(event.cards, event.positions, strict=True):
                self.piles[event.pile][place] = card if event.face_up else HIDDEN
                self.seen_cards.add(card)
        elif isinstance(event, PileShuffled) and event.pile == STOCK and len(self.piles[STOCK]) == self.game.card_count:
            self.seen_cards.clear()

    def _apply_move(self, event: CardsMoved) -> None:
        assert len(event.cards) == len(event.positions)
        source = self.piles[event.source]
        self.seen_cards.update(event.cards)
        if event.source.kind in self.game.unordered:
            for card in event.cards:
                source.remove(card if card in source else HIDDEN)
        else:
            for place in sorted(event.positions, reverse=True):
                source.pop(place)
        sees = self.game.visibility[event.target.kind]
        visible = sees is PileVisibility.ALL or (sees is PileVisibility.OWNER and event.target.owner == self.seat)
        visible = visible or (sees is PileVisibility.TURNED and event.face_up)
        landed = [card if visible else HIDDEN for card in event.cards]
        target = self.piles.setdefault(event.target, [])
        target[:] = landed + target if event.to_bottom else target + landed

    def check(self) -> None:
        """Check that the events agree with the piles, and that the view shows no card that no event showed."""
        piles = self.game.piles
        for pile in piles.keys() | self.piles.keys():
            shown, actual = self.piles.get(pile, []), list(self.game.visible_cards(pile, self.seat))
            if pile.kind in self.game.unordered:
                assert Counter(shown) == Counter(actual), f"{pile} as shown to seat {self.seat}"
            else:
                assert shown == actual, f"{pile} as shown to seat {self.seat}"
        deduced = FACTS_BY_GAME[self.game.slug].deduced_cards if self.game.slug in FACTS_BY_GAME else frozenset()
        known = self.seen_cards | {HIDDEN} | deduced
        for pile, cards in self.game.view(self.seat).piles.items():
            assert known.issuperset(cards), f"seat {self.seat} was never shown all of {pile}"


def check_equal_views(game: Game, seat: Seat, rng: Rng, max_moves: int = 40) -> int:
    """Play the same moves from two positions with equal views, and check that equal events keep the views equal.

    This finds secrets that a game keeps outside its piles. Return the number of moves compared.
    """
    first, second = game.clone(), game.view(seat).determinize(rng)
    first.events, second.events = [], []
    count = 0
    for count, move in enumerate(same_moves(first, second, rng, max_moves), 1):
        seen = [[redact_for_seat(event, seat) for event in match.take_events()] for match in (first, second)]
        if [_public(e) for e in seen[0]] != [_public(e) for e in seen[1]]:
            return count
        assert first.view(seat) == second.view(seat), f"after {move} seat {seat} knows more than it was shown"
    return count


def same_moves(first: Game, second: Game, rng: Rng, max_moves: int) -> Iterator[Move]:
    """Play up to ``max_moves`` random moves that both positions allow, while both ask the same seats; yield each."""
    for _ in range(max_moves):
        if first.outcome is not None or first.seats_to_act() != second.seats_to_act():
            return
        mover = rng.choice(first.seats_to_act())
        both = [move for move in first.legal_moves(mover) if second.refusal(move) is None]
        if not both:
            return
        move = rng.choice(both)
        first.push(move)
        second.push(move)
        yield move


def _public(event: Event) -> Event | tuple[object, ...]:
    """Return the event without positions, which mean nothing in an unordered pile."""
    if isinstance(event, CardsMoved):
        return (event.cards, event.source, event.target, event.manner, event.to_bottom, event.face_up)
    return event


def play_checked(record: Record, seed: int, max_moves: int, check_interval: int, moves: MovesOf = random_moves) -> Game:
    """Play a new match and check every position; return the last one. Moves are appended to the record.

    Cards and events are checked after every move, the rest before some of the first moves and every
    ``check_interval``-th.
    """
    game, rng = record.initial_position(), Rng(seed ^ 0xC0FFEE)
    onlookers = [SeatObserver(game, seat) for seat in range(game.seats)]
    for move in moves(game, rng, max_moves):
        for event in game.take_events():
            for onlooker in onlookers:
                onlooker.observe(event)
        for onlooker in onlookers:
            onlooker.check()
        if len(record.moves) % check_interval == 0 or len(record.moves) in CHECKED_FIRST_MOVES:
            check_position(game, record, rng)
        game.play(move)
        record.append(move)
        check_cards(game)
    return game


def check_position(game: Game, record: Record, rng: Rng) -> None:
    check_moves(game, rng)
    check_clone(game, rng)
    check_order(game, rng)
    check_record(record, game)
    for seat in range(game.seats):
        check_view(game, seat, rng)
        check_equal_views(game, seat, rng, 6)
        assert not game.is_out_of_match(seat) or seat not in game.seats_to_act(), f"seat {seat} is out, but asked"
