"""A guest's side: what it believes of its host, what it shows, what it sends."""

import copy
from typing import Any

import msgspec
import pytest

from engine.cards import HIDDEN, Card
from engine.events import Event, Moved, Scored, Shuffled, Turned
from engine.games import GAMES
from engine.moves import Pile
from engine.notices import Notice
from engine.online import messages, verifier
from engine.online.faces import Faces
from engine.online.guest import Guest
from engine.online.messages import Fallback, MessageError, OtherVersionError, Roster, ToGuest
from engine.online.positions import encoded_events
from engine.online.rules import TableRules
from scenes.table.stage.shown import ShownPiles
from tests.online.company import Party, arrangement, views_agree
from tests.support.records import least


def in_a_match() -> tuple[Party, Guest]:
    """Somebody in the middle of a match."""
    party = Party(arrangement("big_two", options=least("big_two")))
    party.sit_down(1, 2)
    party.play(5)
    return party, party.guests[1]


def nonsense(party: Party) -> dict[str, ToGuest]:
    """Messages that no honest host would send now."""
    fine: Roster = party.table.roster()
    match = party.table.match
    assert match is not None
    position, other = match.position(0), match.happened([], 0)
    junk = msgspec.msgpack.encode({"game": "gurch"})
    replace = msgspec.structs.replace
    chair = fine.chairs[0]
    person = fine.people[0]
    return {
        "a game that isn't here": replace(fine, game="solitaire"),
        "chairs of too few": replace(fine, chairs=fine.chairs[:2]),
        "no such rule": replace(fine, rules={"peek": True}),
        "no such house rule": replace(fine, options={"cheat": 1}),
        "no such computer player": replace(fine, chairs=(replace(chair, character="ghost"), *fine.chairs[1:])),
        "no such level": replace(fine, chairs=(replace(chair, level="x"), *fine.chairs[1:])),
        "nobody in a chair": replace(fine, chairs=(replace(chair, person=77), *fine.chairs[1:])),
        "a name that turns writing": replace(fine, people=(replace(person, name="a\u202eb"), *fine.people[1:])),
        "no such portrait": replace(fine, people=(replace(person, portrait="../x"), *fine.people[1:])),
        "a crowd": replace(fine, people=fine.people * 100),
        "the view of another seat": replace(match.position(1), seat=0),
        "no view": replace(other, view=junk),
        "no events": replace(other, events=junk),
        "no position": replace(position, view=junk),
        "no results": replace(position, results=junk),
        "no past": replace(position, told=junk),
    }


def test_nonsense_of_a_host_closes_the_table_and_shows_nothing() -> None:
    party, seen = in_a_match()
    for case, message in nonsense(party).items():
        guest = copy.deepcopy(seen)
        assert guest.take(message) == [], case
        assert guest.link == "closed", case
        assert guest.problem == Notice("online.problem.not_understood"), case
        assert (guest.roster, guest.game) == (seen.roster, seen.game), case


HAND, TRICK, STOCK = Pile("hand", 1), Pile("trick"), Pile("stock")
IMPOSSIBLE: dict[str, list[Event]] = {
    "cards of an empty pile": [Moved((HIDDEN,), STOCK, TRICK, (0,))],
    "more cards than there are": [Moved((HIDDEN,) * 14, HAND, TRICK, tuple(range(14)))],
    "one card twice": [Moved((Card(1), Card(1)), HAND, TRICK, (0, 0)), Moved((Card(1), Card(1)), TRICK, HAND, (0, 0))],
    "a place beyond the pile": [Moved((Card(1),), TRICK, HAND, (50,))],
    "a card turned that isn't there": [Turned((Card(1),), STOCK, (3,), True)],
    "what the view doesn't show": [Moved((Card(1),), HAND, TRICK, (0,))],
}


@pytest.mark.parametrize("case", IMPOSSIBLE)
def test_events_that_could_not_be_shown_close_the_table(case: str) -> None:
    party, guest = in_a_match()
    steps = len(guest.steps)
    match = party.table.match
    assert match is not None
    message = msgspec.structs.replace(match.happened([], 0), events=encoded_events(IMPOSSIBLE[case]))
    assert guest.take(message) == []
    assert (guest.link, len(guest.steps)) == ("closed", steps)


def test_what_happens_is_of_the_match_that_is_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    party, guest = in_a_match()
    monkeypatch.setattr(Faces, "follow", lambda *_: None)
    assert party.table.match is not None
    guest.take(party.table.match.happened([], 1))
    assert guest.link == "closed"


def test_something_that_happens_before_the_match_was_seen_is_nonsense() -> None:
    party, _ = in_a_match()
    assert party.table.match is not None
    guest = Guest()
    guest.take(party.table.match.happened([], 0))
    assert guest.link == "closed"


def test_what_happened_waits_to_be_shown_step_by_step() -> None:
    party, guest = in_a_match()
    first = guest.steps[0]
    assert (first.anew, first.told_from, first.deal) == (True, 1, 0)
    assert [step.anew for step in list(guest.steps)[1:]] == [False] * (len(guest.steps) - 1)
    questions = [step.question for step in guest.steps]
    assert questions == sorted(questions)
    assert guest.steps[-1].game == guest.game
    assert guest.take_events()
    assert not guest.steps
    views_agree(party)


def test_steps_that_wait_to_be_shown_are_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    party, guest = in_a_match()
    monkeypatch.setattr("engine.online.guest.MAX_STEPS", 3)
    guest.steps.clear()
    match = party.table.match
    assert match is not None
    for _ in range(3):
        guest.take(match.happened([], 0))
    assert (len(guest.steps), guest.link) == (3, "joined")
    guest.take(match.happened([], 0))
    assert (len(guest.steps), guest.problem) == (3, Notice("online.problem.not_understood"))


def test_match_seen_anew_is_told_from_a_late_deal_where_all_cards_were_in_the_stock(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    party = Party(arrangement("gurch", 3))
    party.sit_down(1, 2)
    party.play(150)
    for most in (5000, 300):
        monkeypatch.setattr(verifier, "MAX_SHOWN", most)
        guest = party.guests[1]
        party.disconnect_and_return(1, guest)
        step = guest.steps[-1]
        over = sum(isinstance(event, Scored) for event in step.events)
        assert step.anew and (step.told_from == 1) == (most == 5000)
        assert step.told_from + over == step.game.deal_number
        assert isinstance(step.events[0], Shuffled)
        Faces(step.game).follow(step.events, step.game)
    assert len(step.events) <= 300


@pytest.mark.parametrize("slug", GAMES)
def test_deal_with_too_many_events_is_told_as_where_its_cards_are(slug: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(verifier, "MAX_SHOWN", 5)
    party = Party(arrangement(slug))
    party.sit_down(1, 2)
    for link in (1, 2):
        party.play(9)
        guest = party.guests[link]
        party.disconnect_and_return(link, guest)
        step = guest.steps[-1]
        assert step.anew and step.told_from == step.game.deal_number
        assert 0 < len(step.events) <= len(step.game.known)
        Faces(step.game).follow(step.events, step.game)
        shown = ShownPiles(step.game, guest.seat, 1 << guest.seat)
        for event in step.events:
            shown.apply(event)
        assert shown.differences() == []


def test_a_question_is_answered_once() -> None:
    party, guest = in_a_match()
    while 1 not in party.asked():
        party.play(1)
    move, other = party.asked()[1][0], party.asked()[1][-1]
    assert len(guest.answer(move)) == 1
    assert guest.answer(other) == []
    guest.take(messages.Rejected(guest.question, "", "online.rejected.late"))
    assert len(guest.answer(other)) == 1


def test_nobody_answers_who_is_not_asked() -> None:
    party, _ = in_a_match()
    while 1 not in party.asked():
        party.play(1)
    move = party.asked()[1][0]
    assert party.guests[2].answer(move) == []
    assert Guest().answer(move) == []


def test_the_clock_runs_down_and_never_out() -> None:
    _, guest = in_a_match()
    guest.take(messages.Clock(guest.question, 3000))
    guest.pass_time(1000)
    assert guest.left_ms == 2000
    guest.pass_time(9000)
    assert guest.left_ms == 1
    guest.take(messages.Clock(guest.question - 1, 3000))
    assert guest.left_ms == 1
    guest.take(messages.Clock(guest.question, 0))
    guest.pass_time(1000)
    assert guest.left_ms == 0


def test_only_phrases_and_lines_are_heard() -> None:
    _, guest = in_a_match()
    said = (
        messages.Said(1, 0, "hello"),
        messages.Said(1, 0, text="a\u202eb"),
        messages.Said(1, 0, "shout"),
        messages.Said(1, 0, "shout", "Nice!"),
        messages.Said(1, 7, "hello"),
    )
    for one in said:
        guest.take(one)
    assert list(guest.said) == [said[0]]


def test_after_the_end_nothing_is_taken() -> None:
    party, guest = in_a_match()
    guest.take(messages.Refused("online.problem.dismissed"))
    assert guest.problem is not None
    assert guest.problem.key == "online.problem.dismissed"
    steps = len(guest.steps)
    assert party.table.match is not None
    guest.take(party.table.match.happened([], 0))
    assert len(guest.steps) == steps
    guest.lost()
    assert guest.link == "closed"


def test_rules_and_places_are_read_from_the_roster() -> None:
    party = Party(arrangement("gurch", 3, turn_clock=60, hints=True))
    assert Guest().rules == TableRules()
    guest = party.come(1, "Ana")
    assert guest.rules == TableRules(turn_clock=60, hints=True)
    assert guest.person(guest.you) is not None
    assert guest.person(99) is None
    assert (guest.chair(guest.you), guest.chair(99)) == (0, None)


# --- messages -------------------------------------------------------------------------------------------------------

TO_HOST: tuple[Any, ...] = (
    messages.Hello(messages.PROTOCOL, "0.1.0", "t", "Ana", "hoops", "pt_BR", True),
    messages.Arrange("gurch", 2, {"target": 0, "a": True, "b": "c"}, (Fallback("mei", "1.40"),) * 2, {"hints": True}),
    messages.Answer(7, "0:play 3C"),
    messages.Start(),
    messages.Say(text="Zoë"),
)


@pytest.mark.parametrize("message", TO_HOST, ids=lambda message: type(message).__name__)
def test_a_message_arrives_as_it_was_sent(message: Any) -> None:
    assert messages.to_host(messages.encoded(message)) == message


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\xc1",
        b"\x80",
        b"\x91" * 60_000,
        messages.encoded(messages.Clock(1, 2)),
        msgspec.msgpack.encode({"type": "Start", "more": 1}),
        msgspec.msgpack.encode({"type": "Answer", "question": "1", "move": "0:pass"}),
        msgspec.msgpack.encode({"type": "Answer", "question": 1}),
        b"\x81\xa4type\xa5\xff\xff\xff\xff\xff",
    ],
)
def test_what_is_no_message_is_refused(data: bytes) -> None:
    with pytest.raises(MessageError):
        messages.to_host(data)


def test_a_message_that_is_too_large_is_not_decoded() -> None:
    large = messages.encoded(messages.Say(text="x" * messages.LARGEST_TO_HOST))
    with pytest.raises(MessageError, match="allowed"):
        messages.to_host(large)
    with pytest.raises(MessageError, match="allowed"):
        messages.to_guest(b"\xc0" * (messages.LARGEST_TO_GUEST + 1))


def test_no_voucher_is_longer_than_a_token() -> None:
    with pytest.raises(MessageError):
        messages.to_host(messages.encoded(messages.Opened("there", {1: "x" * 81})))
    with pytest.raises(MessageError):
        messages.to_host(messages.encoded(messages.Opened("there", dict.fromkeys(range(100), "x"))))
    with pytest.raises(MessageError):
        messages.to_guest(messages.encoded(messages.Elsewhere("there", "x" * 81)))


@pytest.mark.parametrize("field", ["given", "question"])
def test_no_table_is_handed_over_whose_numbers_could_not_rise(field: str) -> None:
    handed = messages.Handed(arrangement("gurch"), 1, (), 1)
    for number in (-1, 2**63):
        with pytest.raises(MessageError):
            messages.to_guest(messages.encoded(msgspec.structs.replace(handed, **{field: number})))


def test_the_first_message_of_another_version_says_so_whatever_else_is_in_it() -> None:
    with pytest.raises(OtherVersionError) as error:
        messages.hello(msgspec.msgpack.encode({"type": "Hi", "protocol": 99, "version": "8.0", "new": [1]}))
    assert error.value.theirs == "8.0"
    assert messages.hello(messages.encoded(TO_HOST[0])) == TO_HOST[0]
    with pytest.raises(MessageError):
        messages.hello(messages.encoded(messages.Start()))
