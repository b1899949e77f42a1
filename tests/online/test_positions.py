"""Views and events as bytes: nothing is lost, nothing is in them that the seat may not know, and no bytes do harm."""

import sys
from collections.abc import Callable, Iterator
from types import FrameType
from typing import Any

import msgspec
import pytest

from engine.cards import HIDDEN
from engine.events import Moved, Said
from engine.game import STOCK, Game
from engine.games import GAMES
from engine.moves import TABLE, Note, Pile, Seat
from engine.online.faces import Faces
from engine.online.positions import (
    WATCHER,
    PositionError,
    decoded_events,
    decoded_view,
    encoded_events,
    encoded_view,
    event_for,
    most_in_a_move,
    view_of,
)
from engine.rng import Rng
from tests.support import contract

SLUGS = pytest.mark.parametrize("slug", GAMES)
MATCHES = 12
MOVES = 60


def positions(slug: str, matches: int = MATCHES, moves: int = MOVES) -> Iterator[tuple[Game, Rng]]:
    """Positions of random matches with random house rules and seats."""
    for seed in range(matches):
        game, rng = contract.start(slug, seed), Rng(seed)
        for move in contract.moves_of(game, rng, moves):
            yield game, rng
            game.play(move)


@SLUGS
def test_what_arrives_is_the_view(slug: str) -> None:
    count = 0
    for game, _ in positions(slug):
        happened = game.drain()
        for seat in range(WATCHER, game.seats):
            view = view_of(game, seat)
            arrived = decoded_view(encoded_view(view))
            assert arrived == view
            assert (type(arrived.options), arrived.options) == (type(view.options), view.options)
            for other in range(game.seats):
                assert arrived.facts(other) == view.facts(other)
                assert arrived.is_out(other) == view.is_out(other)
                assert arrived.board(other) == view.board(other)
            if seat != WATCHER:
                assert arrived.legal_moves(seat) == game.legal_moves(seat)
                assert arrived.demand(seat) == game.demand(seat)
            mine = [event_for(event, seat, game) for event in happened]
            assert decoded_events(encoded_events(mine), arrived) == mine
            count += 1
    assert count > 400


@SLUGS
def test_worlds_that_a_seat_cannot_tell_apart_give_the_same_bytes(slug: str) -> None:
    """Also after moves that look the same: what is sent then tells nothing of what stays hidden."""
    compared = 0
    for game, rng in positions(slug, matches=9, moves=20):
        for seat in range(game.seats):
            compared += _same_bytes(game, seat, rng)
    assert compared > 100


def _same_bytes(game: Game, seat: Seat, rng: Rng) -> int:
    """Play the same moves in two worlds for as long as that seat sees the same; return how many."""
    first, second = game.clone(), view_of(game, seat).determinize(rng)
    assert encoded_view(view_of(first, seat)) == encoded_view(view_of(second, seat))
    first.events, second.events = [], []
    count = 0
    for count, _ in enumerate(contract.same_moves(first, second, rng, 12), 1):
        seen = [[event_for(event, seat, world) for event in world.drain()] for world in (first, second)]
        if [_look(event) for event in seen[0]] != [_look(event) for event in seen[1]]:
            return count
        assert bytes(encoded_events(seen[0])) == bytes(encoded_events(seen[1]))
        assert encoded_view(view_of(first, seat)) == encoded_view(view_of(second, seat))
    return count


def _look(event: Any) -> Any:
    """What is seen of an event, without places."""
    return (event.cards, event.source, event.target, event.how) if isinstance(event, Moved) else event


@SLUGS
def test_cards_that_move_unseen_are_not_in_the_events(slug: str) -> None:
    hidden = 0
    for game, _ in positions(slug, matches=3):
        for event in game.drain():
            for seat in range(game.seats):
                shown = event_for(event, seat, game)
                if isinstance(event, Moved) and isinstance(shown, Moved) and not event.seen >> seat & 1:
                    assert set(shown.cards) == {HIDDEN}
                    hidden += 1
    assert hidden


@SLUGS
def test_who_watches_sees_only_what_all_players_know(slug: str) -> None:
    seen = hidden = 0
    for game, _ in positions(slug):
        everybody = (1 << game.seats) - 1
        view = view_of(game, WATCHER)
        for cards in view.piles.values():
            for card in cards:
                assert card == HIDDEN or game.known[card] == everybody
                seen += card != HIDDEN
                hidden += card == HIDDEN
        for event in game.drain():
            shown = event_for(event, WATCHER, game)
            if isinstance(event, Moved) and isinstance(shown, Moved):
                assert set(shown.cards) == {HIDDEN} or event.seen & everybody == everybody
        assert view.answers == ()
        assert all(encoded_view(view_of(game, seat)) != encoded_view(view) for seat in range(game.seats))
    assert seen
    assert hidden


@SLUGS
def test_who_watches_cannot_tell_worlds_apart_either(slug: str) -> None:
    for game, rng in positions(slug, matches=6, moves=30):
        view = view_of(game, WATCHER)
        view.viewer = 0  # anybody's: sampling asks only that it is a view
        world = view.determinize(rng)
        assert encoded_view(view_of(world, WATCHER)) == encoded_view(view_of(game, WATCHER))


@SLUGS
def test_a_held_answer_is_sent_to_nobody_else(slug: str) -> None:
    for game, _ in positions(slug):
        if len(game.waiting()) < 2:
            continue
        held = game.clone()
        held.play(held.legal_moves(held.waiting()[0])[0])
        for seat in held.waiting():
            assert encoded_view(held.view(seat)) == encoded_view(game.view(seat))


def test_a_whole_position_is_not_sent() -> None:
    with pytest.raises(ValueError, match="whole"):
        encoded_view(GAMES["gurch"](3, 1))


# --- bytes that do harm ---------------------------------------------------------------------------------------------


def spoilt(slug: str = "gurch", **changes: Any) -> bytes:
    """A view with some of its parts replaced."""
    parts = msgspec.msgpack.decode(encoded_view(GAMES[slug](3, 1).view(0)))
    for name, value in changes.items():
        if name in parts["base"]:
            parts["base"][name] = value
        elif name == "own":
            parts["own"] = msgspec.msgpack.encode(msgspec.msgpack.decode(parts["own"]) | value)
        else:
            parts[name] = value
    return msgspec.msgpack.encode(parts)


def piles_with(change: dict[str, list[int]]) -> list[Any]:
    """The piles of a view, some of them changed."""
    parts = msgspec.msgpack.decode(encoded_view(GAMES["gurch"](3, 1).view(0)))
    return [[pile, change.get(pile[0], cards)] for pile, cards in parts["piles"]]


HARM: dict[str, dict[str, Any]] = {
    "another game": {"game": "solitaire"},
    "a game's attributes missing": {"game": "palacio"},
    "an attribute of its own": {"own": {"push": 1}},
    "a wrong type": {"own": {"starter": "me"}},
    "no such house rule": {"options": {"cheat": True}},
    "a wrong value of a house rule": {"options": {"target": 10**9}},
    "too many seats": {"seats": 99},
    "a seat that isn't there": {"viewer": 7},
    "somebody else's question": {"ask": ["play", [9]]},
    "no such question": {"ask": ["sleep", [0]]},
    "scores of others": {"scores": [1] * 9},
    "cards missing": {"piles": []},
    "a card twice": {"piles": piles_with({"up": [3]})},
    "no such card": {"piles": piles_with({"up": [99]})},
    "no such pile": {"piles": [[["sleeve", 0, 0], [HIDDEN] * 52]]},
    "knowledge of nobody": {"known": [1 << 9] * 52},
    "knowledge of too much": {"known": []},
    "turned beyond the pack": {"turned": 1 << 60},
    "winners that aren't there": {"outcome": [[8], ["won", {}]]},
    "a reason with a wrong card": {"outcome": [[0], ["won", {"card": 999}]]},
    "a reason with a wrong seat": {"outcome": [[0], ["won", {"seat": 77}]]},
    "a reason with a long text": {"outcome": [[0], ["won", {"n": "x" * 1000}]]},
    "a reason without a key": {"outcome": [[0], ["../../x", {}]]},
    "cards ruled out of other hands": {"lacks": [[1]]},
    "a pile twice": {"piles": [*piles_with({}), [["stock", -1, 0], []]]},
    "more piles than there can be": {"piles": [*piles_with({}), *([["trick", -1, at], []] for at in range(1, 100))]},
    "no deal": {"deal_number": 0},
    "an own hand that nobody knows": {"known": [0] * 52},
    "points beyond all numbers": {"scores": [10**15] * 3},
    "answers with more cards than there are": {"answers": [[0, "swap", [3] * 60, -1]]},
    "too many deals": {"history": [[0] * 3] * 1001},
}


@pytest.mark.parametrize("harm", HARM)
def test_no_view_is_made_of(harm: str) -> None:
    assert decoded_view(spoilt()) == GAMES["gurch"](3, 1).view(0)
    with pytest.raises(PositionError):
        decoded_view(spoilt(**HARM[harm]))


EVENTS: dict[str, Any] = {
    "no such event": ["Cheated", {}],
    "a card that isn't there": [
        "Moved",
        {"cards": [200], "source": ["stock", -1, 0], "target": ["up", 0, 0], "at": [0]},
    ],
    "a pile that isn't there": [
        "Moved",
        {"cards": [2], "source": ["sleeve", -1, 0], "target": ["up", 0, 0], "at": [0]},
    ],
    "fewer places than cards": ["Moved", {"cards": [2], "source": ["stock", -1, 0], "target": ["up", 0, 0], "at": []}],
    "a place beyond the pack": ["Turned", {"cards": [2], "pile": ["stock", -1, 0], "at": [99], "up": True}],
    "a seat that isn't there": ["Said", {"seat": 9, "note": ["vote", {}]}],
    "no text's key": ["Said", {"seat": 0, "note": ["A b", {}]}],
    "a rank that isn't there": ["Said", {"seat": 0, "note": ["play", {"rank": 13}]}],
    "points of too few": ["Scored", {"deal": 1, "points": [1], "totals": [1], "winners": [0], "reason": ["won", {}]}],
    "winners that aren't there": ["Ended", {"winners": [5], "reason": ["won", {}]}],
    "a seat named as a figure": ["Said", {"seat": 0, "note": ["vote", {"seats": 9}]}],
    "a rank that is a text": ["Said", {"seat": 0, "note": ["vote", {"rank": "three"}]}],
    "cards that are a number": ["Said", {"seat": 0, "note": ["vote", {"cards": 5}]}],
    "a broken number": ["Said", {"seat": 0, "note": ["vote", {"cards": [1.0]}]}],
    "a list as a number": ["Said", {"seat": 0, "note": ["vote", {"n": [1]}]}],
    "a text as a number": ["Said", {"seat": 0, "note": ["vote", {"n": "many"}]}],
    "many figures": ["Said", {"seat": 0, "note": ["vote", {f"n{at}": at for at in range(99)}]}],
    "more askeds than seats": ["Asked", {"ask": ["play", [0] * 9]}],
    "a place after the last": [
        "Scored",
        {"deal": 1, "points": [0] * 3, "totals": [0] * 3, "winners": [0], "reason": ["won", {}], "places": [1, 2, 9]},
    ],
}


@pytest.mark.parametrize("harm", EVENTS)
def test_no_events_are_made_of(harm: str) -> None:
    view = GAMES["gurch"](3, 1).view(0)
    with pytest.raises(PositionError):
        decoded_events(msgspec.msgpack.encode([EVENTS[harm]]), view)


@SLUGS
def test_bytes_changed_at_random_make_a_view_that_can_be_read_or_none(slug: str) -> None:
    rng, refused = Rng(4), 0
    for game, _ in positions(slug, matches=4, moves=25):
        seat = rng.below(game.seats)
        data = bytearray(encoded_view(game.view(seat)))
        for _ in range(6):
            data[rng.below(len(data))] = rng.below(256)
        try:
            view = decoded_view(bytes(data))
        except PositionError:
            refused += 1
            continue
        if view.viewer in view.waiting():
            assert view.legal_moves(view.viewer)
    assert refused > 20


def test_figures_with_several_cards_arrive_as_they_were() -> None:
    view = GAMES["gurch"](3, 1).view(0)
    said = [Said(TABLE, Note("play", {"cards": (1, 2), "n": 2}))]
    assert decoded_events(encoded_events(said), view) == said


# --- work that no message may cause ---------------------------------------------------------------------------------


def hand_of(slug: str, seats: int, count: int, ask: list[Any]) -> bytes:
    """The bytes of a view in which seat 0 holds so many cards and is asked something."""
    parts = msgspec.msgpack.decode(encoded_view(GAMES[slug](seats, 1).view(0)))
    total = sum(len(cards) for _, cards in parts["piles"])
    parts["piles"] = [
        [["stock", -1, 0], [HIDDEN] * (total - count)],
        *([pile, []] for pile, _ in parts["piles"] if pile not in (["stock", -1, 0], ["hand", 0, 0])),
        [["hand", 0, 0], list(range(count))],
    ]
    parts["base"]["ask"] = ask
    return msgspec.msgpack.encode(parts)


@pytest.mark.parametrize(
    ("slug", "seats", "count", "ask"),
    [
        ("gurch", 3, 49, ["start", [0]]),
        ("gurch", 3, 6, ["first", [0]]),
        ("big_two", 4, 14, ["play", [0]]),
        ("palacio", 3, 4, ["exchange", [0]]),
    ],
)
def test_hand_that_no_game_deals_is_refused_before_its_moves_are_listed(
    slug: str, seats: int, count: int, ask: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    data, asked = hand_of(slug, seats, count, ask), []
    monkeypatch.setattr(GAMES[slug], "legal_moves", lambda *_: asked.append(1))
    with pytest.raises(PositionError, match="piles"):
        decoded_view(data)
    assert asked == []


@pytest.mark.parametrize("cards", [53, 417, 200_000])
def test_events_that_move_too_many_cards_are_refused_before_they_are_followed(cards: int) -> None:
    view = GAMES["gurch"](3, 1).view(0)
    most = most_in_a_move(view)
    moved = [Moved((HIDDEN,) * cards, STOCK, Pile("trick", 0), (0,) * cards)]
    with pytest.raises(PositionError, match="places" if cards < most else "too many"):
        decoded_events(encoded_events(moved), view, most)
    single = Moved((HIDDEN,), STOCK, Pile("trick", 0), (0,))
    assert len(decoded_events(encoded_events([single] * (most // 2)), view, most)) == most // 2
    with pytest.raises(PositionError, match="too many"):
        decoded_events(encoded_events([single] * (most // 2 + 1)), view, most)


def steps_of(do: Callable[[], object]) -> int:
    """Number of lines of Python that something takes."""
    count = 0

    def trace(_frame: FrameType, event: str, _argument: object) -> Any:
        nonlocal count
        count += event == "line"
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        do()
    finally:
        sys.settrace(before)
    return count


def test_following_events_takes_steps_that_grow_with_the_cards_moved() -> None:
    def gathered(cards: int) -> int:
        faces = Faces(GAMES["palacio"](4, 1).view(0))
        hand = Pile("hand", 1)
        faces._piles = {hand: [HIDDEN] * cards}
        event = Moved((HIDDEN,) * cards, hand, STOCK, (0,) * cards)
        return steps_of(lambda: faces._move(event))

    assert gathered(100) < 2.2 * gathered(50)


def test_turns_of_seats_that_are_not_there_are_no_view() -> None:
    parts = msgspec.msgpack.decode(encoded_view(GAMES["pass_the_ace"](3, 1).view(0)))
    own = msgspec.msgpack.decode(parts["own"])
    parts["own"] = msgspec.msgpack.encode(own | {"announced": [[7, "stick", 7]]})
    with pytest.raises(PositionError, match="way"):
        decoded_view(msgspec.msgpack.encode(parts))


def test_hearts_beyond_those_of_the_rules_are_no_view() -> None:
    parts = msgspec.msgpack.decode(encoded_view(GAMES["pass_the_ace"](3, 1).view(0)))
    own = msgspec.msgpack.decode(parts["own"])
    for lives in (10**6, -1):
        parts["own"] = msgspec.msgpack.encode(own | {"lives": [lives] * 3})
        with pytest.raises(PositionError, match="facts"):
            decoded_view(msgspec.msgpack.encode(parts))
