"""A guest's side: validation of the host's messages, its state, its messages."""

import copy

import msgspec
import pytest

from engine.cards import HIDDEN, Card
from engine.events import CardsMoved, CardsTurned, DealScored, Event, PileShuffled
from engine.games import GAMES
from engine.moves import Pile
from engine.notices import Notice
from engine.online.guest import message_verifier
from engine.online.guest.event_verifier import EventVerifier
from engine.online.guest.guest_state import Guest
from engine.online.protocol import messages
from engine.online.protocol.game_codec import encode_events
from engine.online.protocol.messages import MessageError, Roster, ToGuest, VersionMismatchError
from engine.online.protocol.table_rules import TableRules
from engine.rng import Rng
from scenes.table.model.shown_piles import ShownPiles
from tests.online.party import Party, random_messages, start_party, views_agree
from tests.support.local_table import make_short_config, make_table_config


def playing_party() -> tuple[Party, Guest]:
    """Return a table in the middle of a match, and one of its guests."""
    party = start_party(make_short_config("big_two"))
    party.play(5)
    return party, party.guests[1]


def dishonest_messages(party: Party) -> dict[str, ToGuest]:
    """Return messages that no honest host sends now."""
    fine: Roster = party.table.roster()
    match = party.match
    position, events = match.snapshot_message(0), match.events_message([], 0)
    junk = msgspec.msgpack.encode({"game": "gurch"})
    replace = msgspec.structs.replace
    chair = fine.chairs[0]
    person = fine.participants[0]
    return {
        "a game that isn't here": replace(fine, game="solitaire"),
        "chairs of too few": replace(fine, chairs=fine.chairs[:2]),
        "no such rule": replace(fine, rules={"peek": True}),
        "no such house rule": replace(fine, options={"cheat": 1}),
        "no such computer player": replace(fine, chairs=(replace(chair, character="ghost"), *fine.chairs[1:])),
        "no such level": replace(fine, chairs=(replace(chair, level="x"), *fine.chairs[1:])),
        "nobody in a chair": replace(fine, chairs=(replace(chair, participant_number=77), *fine.chairs[1:])),
        "a name that turns writing": replace(
            fine, participants=(replace(person, name="a\u202eb"), *fine.participants[1:])
        ),
        "no such portrait": replace(fine, participants=(replace(person, portrait="../x"), *fine.participants[1:])),
        "a crowd": replace(fine, participants=fine.participants * 100),
        "the view of another seat": replace(match.snapshot_message(1), seat=0),
        "no view": replace(events, view=junk),
        "no events": replace(events, events=junk),
        "no position": replace(position, view=junk),
        "no results": replace(position, results=junk),
        "no past": replace(position, recent_events=junk),
    }


def test_nonsense_from_host_closes_table() -> None:
    party, seen = playing_party()
    for case, message in dishonest_messages(party).items():
        guest = copy.deepcopy(seen)
        assert guest.receive(message) == [], case
        assert guest.connection_state == "closed", case
        assert guest.problem == Notice("online.problem.not_understood"), case
        assert (guest.roster, guest.game) == (seen.roster, seen.game), case


HAND, TRICK, STOCK = Pile("hand", 1), Pile("trick"), Pile("stock")
IMPOSSIBLE_EVENTS: dict[str, list[Event]] = {
    "cards of an empty pile": [CardsMoved((HIDDEN,), STOCK, TRICK, (0,))],
    "more cards than there are": [CardsMoved((HIDDEN,) * 14, HAND, TRICK, tuple(range(14)))],
    "one card twice": [
        CardsMoved((Card(1), Card(1)), HAND, TRICK, (0, 0)),
        CardsMoved((Card(1), Card(1)), TRICK, HAND, (0, 0)),
    ],
    "a place beyond the pile": [CardsMoved((Card(1),), TRICK, HAND, (50,))],
    "a card turned that isn't there": [CardsTurned((Card(1),), STOCK, (3,), True)],
    "what the view doesn't show": [CardsMoved((Card(1),), HAND, TRICK, (0,))],
}


@pytest.mark.parametrize("case", IMPOSSIBLE_EVENTS)
def test_impossible_events_close_table(case: str) -> None:
    party, guest = playing_party()
    steps = len(guest.steps)
    match = party.match
    message = msgspec.structs.replace(match.events_message([], 0), events=encode_events(IMPOSSIBLE_EVENTS[case]))
    assert guest.receive(message) == []
    assert (guest.connection_state, len(guest.steps)) == ("closed", steps)


def test_events_of_another_match_close_table(monkeypatch: pytest.MonkeyPatch) -> None:
    party, guest = playing_party()
    monkeypatch.setattr(EventVerifier, "apply", lambda *_: None)
    guest.receive(party.match.events_message([], 1))
    assert guest.connection_state == "closed"


def test_events_before_snapshot_close_table() -> None:
    party, _ = playing_party()
    guest = Guest()
    guest.receive(party.match.events_message([], 0))
    assert guest.connection_state == "closed"


def test_events_wait_to_be_shown_stepwise() -> None:
    party, guest = playing_party()
    first = guest.steps[0]
    assert (first.is_restart, first.recent_events_deal, first.result_deal) == (True, 1, 0)
    assert [step.is_restart for step in list(guest.steps)[1:]] == [False] * (len(guest.steps) - 1)
    questions = [step.question for step in guest.steps]
    assert questions == sorted(questions)
    assert guest.steps[-1].game == guest.game
    assert any(step.events for step in guest.steps)
    views_agree(party)


def test_waiting_steps_are_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    party, guest = playing_party()
    monkeypatch.setattr("engine.online.guest.guest_state.MAX_QUEUED_STEPS", 3)
    guest.steps.clear()
    match = party.match
    for _ in range(3):
        guest.receive(match.events_message([], 0))
    assert (len(guest.steps), guest.connection_state) == (3, "joined")
    guest.receive(match.events_message([], 0))
    assert (len(guest.steps), guest.problem) == (3, Notice("online.problem.not_understood"))


def test_rejoined_match_replays_from_late_deal_with_full_stock(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    party = start_party(make_table_config("gurch", 3))
    party.play(150)
    for max_events in (5000, 300):
        monkeypatch.setattr(message_verifier, "MAX_RESTART_EVENTS", max_events)
        guest = party.guests[1]
        party.disconnect_and_return(1, guest)
        step = guest.steps[-1]
        over = sum(isinstance(event, DealScored) for event in step.events)
        assert step.is_restart and (step.recent_events_deal == 1) == (max_events == 5000)
        assert step.recent_events_deal + over == step.game.deal_number
        assert isinstance(step.events[0], PileShuffled)
        EventVerifier(step.game).apply(step.events, step.game)
    assert len(step.events) <= 300


@pytest.mark.parametrize("slug", GAMES)
def test_deal_with_too_many_events_is_summarised(slug: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(message_verifier, "MAX_RESTART_EVENTS", 5)
    party = start_party(make_table_config(slug))
    for connection_id in (1, 2):
        party.play(9)
        guest = party.guests[connection_id]
        party.disconnect_and_return(connection_id, guest)
        step = guest.steps[-1]
        assert step.is_restart and step.recent_events_deal == step.game.deal_number
        assert 0 < len(step.events) <= len(step.game.known)
        EventVerifier(step.game).apply(step.events, step.game)
        piles = ShownPiles(step.game, guest.seat, 1 << guest.seat)
        for event in step.events:
            piles.apply(event)
        assert piles.differences() == []


def test_question_is_answered_once_by_asked_guest() -> None:
    party, guest = playing_party()
    while 1 not in party.legal_moves_by_connection():
        party.play(1)
    move, *_, other = party.legal_moves_by_connection()[1] * 2
    assert party.guests[2].answer(move) == Guest().answer(move) == []
    assert len(guest.answer(move)) == 1
    assert guest.answer(other) == []
    guest.receive(messages.MoveRejected(guest.question, "", "online.rejected.late"))
    assert len(guest.answer(other)) == 1


def test_clock_runs_down_to_one_millisecond() -> None:
    _, guest = playing_party()
    guest.receive(messages.TurnClock(guest.question, 3000))
    guest.advance_clock(1000)
    assert guest.remaining_ms == 2000
    guest.advance_clock(9000)
    assert guest.remaining_ms == 1
    guest.receive(messages.TurnClock(guest.question - 1, 3000))
    assert guest.remaining_ms == 1
    guest.receive(messages.TurnClock(guest.question, 0))
    guest.advance_clock(1000)
    assert guest.remaining_ms == 0


def test_only_phrases_and_lines_are_heard() -> None:
    _, guest = playing_party()
    said = (
        messages.ChatMessage(1, 0, "hello"),
        messages.ChatMessage(1, 0, text="a\u202eb"),
        messages.ChatMessage(1, 0, "shout"),
        messages.ChatMessage(1, 0, "shout", "Nice!"),
        messages.ChatMessage(1, 7, "hello"),
    )
    for one in said:
        guest.receive(one)
    assert list(guest.chat_messages) == [said[0]]


def test_closed_guest_ignores_messages() -> None:
    party, guest = playing_party()
    guest.receive(messages.EntryRefused("online.problem.dismissed"))
    assert guest.problem is not None
    assert guest.problem.key == "online.problem.dismissed"
    steps = len(guest.steps)
    guest.receive(party.match.events_message([], 0))
    assert len(guest.steps) == steps
    guest.on_connection_lost()
    assert guest.connection_state == "closed"


def test_rules_and_chairs_are_read_from_roster() -> None:
    party = Party(make_table_config("gurch", 3, turn_clock=60, hints=True))
    assert Guest().rules == TableRules()
    guest = party.join(1, "Ana")
    assert guest.rules == TableRules(turn_clock=60, hints=True)
    assert guest.person(guest.number) is not None
    assert guest.person(99) is None
    assert (guest.chair_of_participant(guest.number), guest.chair_of_participant(99)) == (0, None)


# --- messages -------------------------------------------------------------------------------------------------------

HELLO = messages.Hello(messages.PROTOCOL_VERSION, "0.1.0", "t", "Ana", "hoops", "pt_BR", True)


def test_messages_survive_encoding() -> None:
    for message in (HELLO, *random_messages(Rng(1))):
        assert messages.decode_to_host(messages.encode(message)) == message


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\xc1",
        b"\x80",
        b"\x91" * 60_000,
        messages.encode(messages.TurnClock(1, 2)),
        msgspec.msgpack.encode({"type": "Start", "more": 1}),
        msgspec.msgpack.encode({"type": "Answer", "question": "1", "move": "0:pass"}),
        msgspec.msgpack.encode({"type": "Answer", "question": 1}),
        b"\x81\xa4type\xa5\xff\xff\xff\xff\xff",
    ],
)
def test_invalid_message_is_refused(data: bytes) -> None:
    with pytest.raises(MessageError):
        messages.decode_to_host(data)


def test_oversized_message_is_not_decoded() -> None:
    large = messages.encode(messages.SendChat(text="x" * messages.MAX_TO_HOST_BYTES))
    with pytest.raises(MessageError, match="allowed"):
        messages.decode_to_host(large)
    with pytest.raises(MessageError, match="allowed"):
        messages.decode_to_guest(b"\xc0" * (messages.MAX_TO_GUEST_BYTES + 1))


def test_version_mismatch_is_read_from_any_first_message() -> None:
    with pytest.raises(VersionMismatchError) as error:
        messages.decode_hello(msgspec.msgpack.encode({"type": "Hi", "protocol": 99, "version": "8.0", "new": [1]}))
    assert error.value.other_version == "8.0"
    assert messages.decode_hello(messages.encode(HELLO)) == HELLO
    with pytest.raises(MessageError):
        messages.decode_hello(messages.encode(messages.Start()))
