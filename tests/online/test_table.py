"""Around a match: joining, permissions of host and guests, chat, leaving, saving, handover."""

from collections import deque
from typing import Any

import msgspec
import pytest

from engine.online.host.participants import NO_CHAIR
from engine.online.host.saved_table import SavedTableError
from engine.online.host.table import Table, TableConfigError
from engine.online.protocol import messages
from engine.online.protocol.messages import (
    PROTOCOL_VERSION,
    Answer,
    ChatMessage,
    EntryRefused,
    Hello,
    MatchOver,
    ParticipantNotice,
    RequestDenied,
    Roster,
    Welcome,
)
from engine.online.protocol.table_rules import MAX_GUESTS, MAX_SPECTATORS
from tests.online.party import Party, start_party, views_agree
from tests.support.local_table import make_short_config, make_table_config, make_token_source

# --- joining --------------------------------------------------------------------------------------------------------


def test_first_guest_is_host_and_all_get_chairs() -> None:
    party = Party(make_table_config("gurch", 3))
    ana, ben = party.join(1, "Ana"), party.join(2, "Ben")
    assert (ana.connection_state, ana.is_host, ben.is_host) == ("joined", True, False)
    assert ana.roster is not None
    assert ana.roster == ben.roster
    assert [chair.participant_number for chair in ana.roster.chairs] == [ana.number, ben.number, 0]
    assert [person.name for person in ana.roster.participants] == ["Ana", "Ben"]


def test_owner_is_host_whenever_joining() -> None:
    party = Party(host_token="t" * 32)
    assert not party.join(1).is_host
    assert party.join(2, token="t" * 32).is_host
    assert not party.join(3, token="u" * 32).is_host


def test_guests_over_maximum_are_refused() -> None:
    party = Party()
    for connection_id in range(1, MAX_GUESTS + 1):
        assert party.join(connection_id).connection_state == "joined"
    assert party.join(50).connection_state == "closed"
    assert party.last_key(50, EntryRefused) == "full"
    for connection_id in range(100, 100 + MAX_SPECTATORS):
        assert party.join(connection_id, is_spectator=True).connection_state == "joined"
    assert party.join(60, is_spectator=True).connection_state == "closed"
    assert party.last_key(60, EntryRefused) == "full"


@pytest.mark.parametrize("restart", [False, True])
def test_newcomer_during_match_is_removed_when_disconnected(restart: bool) -> None:
    party = start_party(make_table_config("big_two", 4))
    for connection_id in range(3, 3 + MAX_GUESTS - 2):
        assert party.join(connection_id).connection_state == "joined"
    if restart:
        party.restart()
        party.rejoin(1, party.guests[1])
    else:
        for connection_id in range(3, 3 + MAX_GUESTS - 2):
            party.disconnect(connection_id)
    assert party.join(50, "Friend").connection_state == "joined"
    assert party.guests[1].roster is not None
    assert [person.name for person in party.guests[1].roster.participants] == ["P1", "P2", "Friend"]


def test_disconnected_player_and_host_keep_chairs() -> None:
    party = start_party(make_table_config("big_two", 4))
    guest = party.disconnect(2)
    party.rejoin(20, guest)
    assert party.guests[20].seat == 1
    alone = Party(make_table_config("big_two", 4))
    host = alone.join(1, "Ana")
    alone.send(1, messages.Sit(NO_CHAIR))
    alone.disconnect_and_return(1, host)
    assert host.is_host


def test_spectators_are_refused_if_table_forbids() -> None:
    party = Party(make_table_config(watchers=False), people=1)
    assert party.join(2, is_spectator=True).connection_state == "closed"
    assert party.last_key(2, EntryRefused) == "no_watchers"


@pytest.mark.parametrize(
    "more",
    [
        {"name": "a\u202eb"},
        {"name": "x" * 17},
        {"name": "A\u3164"},
        {"name": "A\ufe0f"},
        {"name": "a\u0300\u0300"},
        {"name": "a\u0300\u0301\u0302\u0303\u0304"},
        {"name": "\u0301a"},
        {"portrait": "../x"},
        {"language": "x" * 13},
        {"language": "_" * 13},
        {"language": "\n"},
    ],
)
def test_bad_names_are_refused(more: dict[str, Any]) -> None:
    party = Party(people=1)
    assert party.join(2, **more).connection_state == "closed"
    assert party.last_key(2, EntryRefused) == "bad_name"
    back = party.guests[1]
    vars(back).update(more)
    party.disconnect_and_return(1, back)
    assert party.table.roster().participants[0].name == "P1"
    assert party.table.roster().participants[0].portrait == "you"


def test_lookalike_names_are_numbered() -> None:
    party = Party()
    for connection_id, name in enumerate(("Honest", "Honest", "Нonest", "Ｈｏｎｅｓｔ", "honest", "Hοnest"), 1):
        party.join(connection_id, name)
    names = [person.name for person in party.table.roster().participants]
    assert names == ["Honest", "Honest 2", "Нonest 3", "Honest 4", "honest 5", "Hοnest 6"]


def test_version_mismatch_names_both_versions() -> None:
    party = Party()
    party.table.connect(1, Hello(PROTOCOL_VERSION + 1, "9.9"))
    ((connection_id, message),) = party.table.save_and_take_messages()
    assert connection_id == 1
    assert isinstance(message, EntryRefused)
    assert message.placeholders == {"theirs": "9.9", "ours": "0.1.0"}


def test_token_is_sent_only_to_its_guest() -> None:
    party = start_party(make_short_config("pass_the_ace", 3))
    party.join(3, is_spectator=True)
    party.play()
    for connection_id in (1, 2, 3):
        others = [guest.token for other, guest in party.guests.items() if other != connection_id]
        for message in party.sent[connection_id]:
            assert not any(token.encode() in messages.encode(message) for token in others)
            assert isinstance(message, Welcome) or party.guests[connection_id].token.encode() not in messages.encode(
                message
            )


def test_token_returns_chair_to_one_connection() -> None:
    party = Party()
    party.join(1, "Ana")
    ben = party.join(2, "Ben")
    you, chair = ben.number, ben.chair_of_participant(ben.number)
    party.rejoin(7, ben)
    assert (ben.number, ben.chair_of_participant(you)) == (you, chair)
    assert party.last_key(2, EntryRefused) == "second"
    party.table.receive(2, messages.Sit(NO_CHAIR))
    assert ben.chair_of_participant(you) == chair


# --- permissions of the host ----------------------------------------------------------------------------------------


def test_only_host_decides() -> None:
    party = Party(make_table_config("gurch", 3), people=2)
    config = make_table_config("palacio", 3)
    for message in (config, messages.Start(), messages.HandOver(2), messages.Kick(1), messages.AbortMatch()):
        party.sent[2].clear()
        party.send(2, message)
        assert party.last_key(2, RequestDenied) == "not_host"
    assert party.table.config.game == "gurch"
    party.send(1, config)
    assert party.table.config.game == "palacio"


@pytest.mark.parametrize(
    "changes",
    [
        {"game": "solitaire"},
        {"seats": 99},
        {"seats": 2},
        {"options": {"cheat": True}},
        {"rules": {"turn_clock": 7}},
        {"rules": {"peek": True}},
        {"chairs": tuple(messages.SubstituteBot("ghost", "easy") for _ in range(3))},
        {"chairs": tuple(messages.SubstituteBot("mei", "godlike") for _ in range(3))},
    ],
)
def test_invalid_table_config_is_denied(changes: dict[str, Any]) -> None:
    party = Party(make_table_config("gurch", 3), people=1)
    config = msgspec.structs.replace(make_table_config("gurch", 3), **changes)
    party.send(1, config)
    assert party.last_key(1, RequestDenied) == "bad_arrangement"
    assert party.table.config == make_table_config("gurch", 3)
    with pytest.raises(TableConfigError):
        Table(config, new_key=lambda: 1, new_token=make_token_source())


def test_all_seated_must_be_ready_again_after_change() -> None:
    party = Party(make_table_config("gurch", 3), people=2)
    party.send(1, messages.Start())
    assert party.last_key(1, RequestDenied) == "not_ready"
    party.send(2, messages.Ready())
    party.send(1, make_table_config("palacio", 3))
    party.send(1, messages.Start())
    assert party.table.match is None
    party.send(2, messages.Ready())
    party.send(1, messages.Start())
    assert party.table.roster().phase == "play"


def test_match_without_players_does_not_begin() -> None:
    party = Party(people=1)
    party.send(1, messages.Sit(NO_CHAIR), messages.Start())
    assert party.last_key(1, RequestDenied) == "nobody_sits"


def test_fewer_chairs_make_people_move_up_or_stand() -> None:
    party = Party(make_table_config("gurch", 4), people=4)
    party.send(1, messages.Sit(NO_CHAIR), make_table_config("gurch", 3))
    assert sorted(person.chair for person in party.table.participants) == [-1, 0, 1, 2]


def test_chair_is_taken_by_one_player_and_no_spectator() -> None:
    party = Party(make_table_config("gurch", 3), people=2)
    party.join(3, is_spectator=True)
    party.send(2, messages.Sit(0))
    assert party.last_key(2, RequestDenied) == "chair_taken"
    party.send(2, messages.Sit(2))
    assert party.guests[2].chair_of_participant(party.guests[2].number) == 2
    for connection_id, chair in ((2, 3), (2, -2), (3, 1)):
        party.sent[connection_id].clear()
        party.send(connection_id, messages.Sit(chair))
        assert party.last_key(connection_id, RequestDenied) == "no_chair"
    party.begin()
    party.send(2, messages.Sit(1))
    assert party.last_key(2, RequestDenied) == "playing"
    party.send(1, make_table_config("palacio", 3))
    assert party.last_key(1, RequestDenied) == "playing"
    party.sent[1].clear()
    party.send(1, messages.Start())
    assert party.last_key(1, RequestDenied) == "playing"


def test_kicked_guest_loses_chair() -> None:
    party = start_party(make_table_config("gurch", 3))
    ben = party.guests[2]
    party.send(1, messages.Kick(ben.number))
    assert (ben.connection_state, party.last_key(2, EntryRefused)) == ("closed", "dismissed")
    assert 1 in party.match.bot_seats
    party.send(2, Answer(party.match.question, "1:pass"))
    ben.connection_state = "away"
    party.rejoin(7, ben)
    assert ben.seat == -1
    party.send(1, messages.Kick(party.guests[1].number))
    assert party.guests[1].connection_state == "joined"


# --- chat -----------------------------------------------------------------------------------------------------------


def test_phrases_reach_all_and_lines_only_if_allowed() -> None:
    party = Party(people=2)
    party.send(1, messages.SendChat("hello"), messages.SendChat("no such phrase"), messages.SendChat(text="you cheat"))
    assert [message.phrase for message in party.guests[2].chat_messages] == ["hello"]
    assert party.last_key(1, RequestDenied) == "free_text"
    party.send(1, make_table_config(free_text=True))
    party.send(
        1, messages.SendChat(text="Nice!"), messages.SendChat(text="x" * 201), messages.SendChat(text="a\u202eb")
    )
    assert [message.text for message in party.sent[2] if isinstance(message, ChatMessage)] == ["", "Nice!"]
    message = party.last_message(2, ChatMessage)
    assert (message.participant_number, message.seat) == (party.guests[1].number, 0)


def test_message_of_unknown_connection_is_ignored() -> None:
    party = Party(people=1)
    before = party.table.roster()
    party.table.receive(99, messages.Sit(2))
    party.table.disconnect(99)
    assert party.table.save_and_take_messages() == []
    assert party.table.roster() == before


# --- leaving --------------------------------------------------------------------------------------------------------


def test_chair_of_absent_player_is_freed_before_match() -> None:
    party = Party(make_table_config("gurch", 3, away=30), people=2)
    party.disconnect(2)
    party.advance_clock(29_000)
    assert party.table.participants.in_chair(1) is not None
    party.advance_clock(2000)
    assert party.table.participants.in_chair(1) is None
    assert len(list(party.table.participants)) == 1


def test_leaving_before_match_frees_chair() -> None:
    party = Party(make_table_config("gurch", 3), people=2)
    party.send(2, messages.Leave())
    assert [person.number for person in party.table.participants] == [1]
    assert party.last_message(1, ParticipantNotice).key == "went"


def test_dedicated_host_always_has_deciding_guest() -> None:
    party = Party(dedicated=True, people=3)
    party.send(1, messages.HandOver(party.guests[3].number))
    assert party.guests[3].is_host
    party.send(3, messages.Leave())
    assert party.guests[1].is_host
    party.disconnect(1)
    party.advance_clock(31_000)
    assert party.guests[2].is_host
    party.send(2, messages.Leave())
    del party.guests[2]
    assert party.join(4).is_host
    party.begin()
    party.disconnect(4)
    party.advance_clock(31_000)
    assert party.join(5).is_host


@pytest.mark.parametrize("alone", [False, True])
def test_absent_host_loses_chair_before_match(alone: bool) -> None:
    party = Party(make_table_config("gurch", 3), dedicated=True, people=1)
    if not alone:
        party.join(2)
    party.disconnect(1)
    party.advance_clock(31_000)
    if alone:
        assert len(list(party.table.participants)) == 1, "no other participant can decide"
        party.join(2)
        party.advance_clock(1000)
    assert party.guests[2].is_host
    assert [person.number for person in party.table.participants] == [party.guests[2].number]


@pytest.mark.parametrize("how", ["a chair more", "somebody leaves", "the match is over"])
def test_guest_without_chair_gets_first_free_one(how: str) -> None:
    party = Party(make_short_config("pass_the_ace", 2), people=1)
    if how == "the match is over":
        party.begin()
        party.join(3)
        assert party.guests[3].chair_of_participant(party.guests[3].number) is None
        party.play()
    else:
        party.join(2)
        party.join(3)
        party.join(4)
        party.send(4, messages.Sit(NO_CHAIR))
        if how == "somebody leaves":
            party.send(2, messages.Leave())
        else:
            party.send(1, make_table_config("pass_the_ace", 3))
        assert party.guests[4].chair_of_participant(party.guests[4].number) is None, "they chose no chair"
    assert party.guests[3].chair_of_participant(party.guests[3].number) is not None


def test_leaver_is_forgotten_after_match() -> None:
    party = start_party(make_short_config("pass_the_ace", 3))
    party.send(2, messages.Leave())
    assert len(list(party.table.participants)) == 2
    del party.guests[2]
    party.play()
    assert [person.number for person in party.table.participants] == [party.guests[1].number]


# --- ending a match early -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("restart", [False, True])
def test_aborted_match_leaves_only_chairs(restart: bool) -> None:
    party = start_party(make_table_config("big_two", 4))
    party.join(3, is_spectator=True)
    party.play(9)
    question = party.match.question
    party.send(1, messages.AbortMatch())
    assert party.table.match is None and party.table.phase == "room"
    for connection_id in (1, 2, 3):
        guest = party.guests[connection_id]
        assert (guest.game, guest.record, guest.steps) == (None, None, deque())
        assert party.last_message(connection_id, messages.ParticipantNotice) == messages.ParticipantNotice(
            "broken_off", party.guests[1].number, 0
        )
    if restart:
        party.restart()
        for connection_id, guest in list(party.guests.items()):
            party.rejoin(connection_id, guest)
    party.begin()
    assert party.match.question == question + 1
    assert [party.guests[connection_id].seat for connection_id in (1, 2)] == [0, 1]
    party.play(9)
    views_agree(party)


def test_bot_answer_to_aborted_match_is_dropped() -> None:
    party = start_party(make_table_config("big_two", 4), people=1)
    while not party.questions:
        asked = party.legal_moves_by_connection()
        if asked:
            party.answer(1, asked[1][0])
        party.table.advance_clock(500)
        party.deliver()
        party.questions += party.table.take_bot_requests()[0]
    party.send(1, messages.AbortMatch())
    assert party.table.take_bot_requests() == ([], [party.questions[0].request])


def test_abort_without_match_is_ignored() -> None:
    party = Party(make_short_config("pass_the_ace", 2), people=1)
    party.send(1, messages.AbortMatch())
    party.begin()
    party.play()
    party.send(1, messages.AbortMatch())
    assert party.table.phase == "over" and party.table.match is not None
    assert party.last_message(1, messages.ParticipantNotice) is None


# --- saving ---------------------------------------------------------------------------------------------------------


def test_state_is_saved_before_sending() -> None:
    order: list[str] = []
    party = Party(save=order.append, people=1)
    assert order
    count = len(order)
    party.table.connect(2, Hello(PROTOCOL_VERSION, "0.1.0", name="Ben"))
    assert len(order) == count
    out = party.table.save_and_take_messages()
    assert any(isinstance(message, Roster) for _, message in out)
    assert len(order) == count + 1
    assert "Ben" in order[-1]


def test_table_survives_saving() -> None:
    party = start_party(make_table_config("gurch", 3, hints=True))
    party.play(5)
    text = party.table.to_text()
    again = Table.from_text(text, new_key=party.new_key, new_token=make_token_source())
    assert again.to_text() == text
    assert again.match is not None
    assert again.match.question == party.match.question
    assert again.host_number == party.table.host_number


def test_table_of_format_1_keeps_the_standard_rules_of_its_time() -> None:
    """The record of its match has them by its own format."""
    party = start_party(make_table_config("gurch", 3, {"target": 100, "benchmark": "lead"}))
    text = party.table.to_text().replace('"format":2', '"format":1')
    again = Table.from_text(text, new_key=party.new_key, new_token=make_token_source())
    standards = {"shown_card": "swap_first", "minigame": "tricks", "loser_minigame": "always"}
    assert again.config.options == {"target": 100, "benchmark": "lead", **standards}
    assert '"format":2' in again.to_text()


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"format":2', '"format":3'),
        ('"phase":"play"', '"phase":"room"'),
        ('"phase":"play"', '"phase":"over"'),
        ('"phase":"play"', '"phase":"results"'),
        ('"phase":"play"', '"phase":"closed"'),
        ('"seats":{"1":0,"2":1}', '"seats":{"1":0,"2":0}'),
        ('"seats":{"1":0,"2":1}', '"seats":{"1":0,"2":9}'),
        ('"name":"P1"', '"name":"\\u202e"'),
        ('"chair":1', '"chair":7'),
        ('"chair":1', '"chair":0'),
        ('"number":2', '"number":1'),
        ('"number":2', '"number":77'),
        ('"portrait":"you"', '"portrait":"../x"'),
        ('"game":"gurch"', '"game":"solitaire"'),
        ("game = ", "gome = "),
        ("0:start", "0:sleep"),
        ('"host":1', '"boss":1'),
    ],
)
def test_invalid_table_text_is_refused(old: str, new: str) -> None:
    party = start_party(make_table_config("gurch", 3))
    party.play(3)
    text = party.table.to_text()
    assert old in text or old == "0:start"
    changed = text.replace(old, new) if old in text else text.replace(":start", ":sleep").replace(":swap", ":sleep")
    with pytest.raises(SavedTableError):
        Table.from_text(changed, new_key=party.new_key, new_token=make_token_source())


def test_overlong_table_text_is_not_read() -> None:
    with pytest.raises(SavedTableError, match="allowed"):
        Table.from_text(" " * 2_200_000, new_key=lambda: 1, new_token=make_token_source())


# --- handover -------------------------------------------------------------------------------------------------------


def test_handed_over_table_keeps_chairs() -> None:
    party = start_party(make_short_config("gurch", 4))
    party.play()
    watcher, cy = party.join(3, is_spectator=True), party.join(4, "Cy")
    ana, ben = party.guests[1], party.guests[2]
    old = {guest.token for guest in party.guests.values()}
    party.send(1, messages.HandOver(ben.number))
    party.send(2, *ben.take_over(accept=True))
    assert party.table.roster().phase == "moving"
    assert (ana.handed_table, watcher.handed_table) == (None, None)
    party.send(3, messages.TableTakenOver("a trap"))
    assert ana.moved_to is None
    heir_party = Party(seed=9)
    heir_party.new_token = party.new_token
    heir_party.table = party.open_as_heir(2)
    party.send(2, messages.TableTakenOver("there", heir_party.table.one_time_tokens))
    assert [guest.moved_to for guest in party.guests.values()] == ["there", None, "there", "there"]
    assert party.table.roster().phase == "closed"
    ben.token = heir_party.table.host_token
    vouchers = {ana.token, cy.token}
    assert len(vouchers | old | {ben.token, watcher.token}) == 8 and watcher.token == ""
    for connection_id, guest in party.guests.items():
        heir_party.rejoin(connection_id, guest)
    assert [guest.chair_of_participant(guest.number) for guest in heir_party.guests.values()] == [0, 1, None, 2]
    assert [guest.is_host for guest in heir_party.guests.values()] == [False, True, False, False]
    assert not (vouchers | old) & {guest.token for guest in heir_party.guests.values()}, "every token is new"
    heir_party.begin()
    heir_party.play(5)
    assert (
        ana.question > party.table.last_question
        and party.table.match is not None
        and heir_party.table.match is not None
    )
    late = party.join(8)
    assert (late.connection_state, party.last_key(8, EntryRefused)) == ("closed", "gone")


@pytest.mark.parametrize("kind", ["old", "voucher"])
def test_token_known_to_former_host_returns_no_chair(kind: str) -> None:
    party = Party(make_table_config("gurch", 3))
    ana, ben = party.join(1, "Ana"), party.join(2, "Ben")
    known = ana.token
    party.send(1, messages.HandOver(ben.number))
    party.send(2, *ben.take_over(accept=True))
    other = Party()
    other.table = party.open_as_heir(2)
    if kind == "voucher":
        known = other.table.one_time_tokens[ana.number]
        other.join(1, "Ana", token=known)
    eve = other.join(5, "Eve", token=known)
    assert eve.number > ben.number and len(list(other.table.participants)) == 3


def test_handover_contains_no_token_match_or_cards() -> None:
    party = start_party(make_short_config("pass_the_ace", 3))
    party.play()
    ben, disconnected = party.guests[2], party.disconnect(1)
    party.rejoin(1, disconnected)
    away = party.join(3, "Away")
    party.disconnect(3)
    party.send(1, messages.HandOver(ben.number))
    assert party.last_message(2, messages.TableHandedOver) is None, "no handover before the heir has agreed"
    party.send(2, *ben.take_over(accept=True))
    handed = party.last_message(2, messages.TableHandedOver)
    sent = messages.encode(handed)
    assert [one.number for one in handed.participants] == [disconnected.number, ben.number]
    for hidden in (
        disconnected.token,
        ben.token,
        away.token,
        str(party.match.record.seed),
        party.match.record.id,
    ):
        assert hidden.encode() not in sent


def test_table_with_match_is_not_handed_over() -> None:
    party = start_party(make_table_config("gurch", 3))
    ben = party.guests[2]
    party.send(1, messages.HandOver(ben.number))
    assert party.last_key(1, RequestDenied) == "hand_playing"
    assert (ben.has_offer, party.table.roster().phase) == (False, "play")


def test_offer_is_over_once_match_has_begun() -> None:
    party = Party(make_table_config("gurch", 3), people=2)
    ben = party.guests[2]
    party.send(1, messages.HandOver(ben.number))
    party.begin()
    party.send(2, *ben.take_over(accept=True))
    assert (party.last_key(2, RequestDenied), party.last_message(2, messages.TableHandedOver)) == ("no_heir", None)


def test_host_is_notified_of_offer_and_refusal() -> None:
    party = Party(make_table_config("gurch", 3), people=2)
    ana, ben = party.guests.values()
    party.send(1, messages.HandOver(ben.number))
    party.send(2, *ben.take_over(accept=False))
    assert [(one.key, one.participant_number) for one in list(ana.participant_notices)[-2:]] == [
        ("asked", ben.number),
        ("declined", ben.number),
    ]
    party.send(2, messages.TakeOver())
    assert party.last_message(2, messages.TableHandedOver) is None and ana.is_host


def test_takeover_without_offer_is_denied() -> None:
    party = Party(make_table_config("gurch", 3), people=3)
    party.send(1, messages.HandOver(party.guests[2].number))
    party.send(3, messages.TakeOver())
    assert (party.last_key(3, RequestDenied), party.last_message(3, messages.TableHandedOver), party.table.phase) == (
        "no_heir",
        None,
        "room",
    )


def test_unrequested_handover_is_not_opened() -> None:
    party = Party(make_table_config("gurch", 3), people=2)
    ana, ben = party.guests.values()
    handed = messages.TableHandedOver(party.table.config, 2, party.table.participants.connected_players(), 0)
    ben.receive(handed)
    assert ben.handed_table is None
    party.send(1, messages.HandOver(ben.number))
    ben.take_over(accept=False)
    ben.receive(handed)
    assert ben.handed_table is None and ana.handed_table is None and ben.take_over(accept=True) == []


@pytest.mark.parametrize("how", ["nothing", "gone", "rubbish", "left", "dismissed", "can't"])
def test_table_stays_if_heir_does_not_open_it(how: str) -> None:
    party = Party(make_table_config("gurch", 3), people=2)
    ben = party.guests[2]
    party.send(1, messages.HandOver(ben.number))
    party.send(2, *ben.take_over(accept=True))
    if how == "nothing":
        party.advance_clock(31_000)
    elif how == "gone":
        party.disconnect(2)
    elif how == "left":
        party.send(2, messages.Leave())
    elif how == "dismissed":
        party.send(1, messages.Kick(ben.number))
    elif how == "can't":
        party.send(2, messages.TakeOver(is_accepted=False))
    else:
        party.send(2, messages.TableTakenOver("a\nb"))
    assert (party.table.roster().phase, party.last_key(1, RequestDenied)) == ("room", "no_heir")
    assert party.guests[1].is_host
    party.send(2, messages.TableTakenOver("there"))
    assert party.guests[1].moved_to is None


def test_table_is_offered_only_to_present_player() -> None:
    party = Party(people=2)
    watcher = party.join(3, is_spectator=True)
    away = party.disconnect(2)
    for number in (party.guests[1].number, away.number, watcher.number, 99):
        party.sent[1].clear()
        party.send(1, messages.HandOver(number))
        assert party.last_key(1, RequestDenied) == "no_heir"
    assert party.table.roster().phase == "room"


def test_invalid_handover_is_not_opened() -> None:
    party = Party(make_table_config("gurch", 3), people=2)
    handed = messages.TableHandedOver(party.table.config, 2, party.table.participants.connected_players(), 0)
    replace = msgspec.structs.replace
    for wrong in (
        replace(handed, participants=handed.participants * 2),
        replace(handed, last_participant_number=1),
        replace(handed, participants=handed.participants[:1]),
        replace(handed, config=replace(handed.config, game="solitaire")),
    ):
        with pytest.raises(SavedTableError):
            Table.from_handed_over(wrong, 2, new_key=lambda: 1, new_token=make_token_source())


def test_record_is_sent_to_players_only_at_end() -> None:
    party = start_party(make_short_config("pass_the_ace", 3))
    party.join(3, is_spectator=True)
    party.play(2)
    seed = str(party.match.record.deal_name).encode() if party.table.match else b""
    for connection_id in (1, 2, 3):
        assert party.last_message(connection_id, MatchOver) is None
        assert not any(seed in messages.encode(message) for message in party.sent[connection_id])
    party.play()
    assert seed.decode() in (party.guests[1].record or "")
    assert party.guests[3].record == ""
    party.disconnect_and_return(1, party.guests[1])
    assert seed.decode() in (party.guests[1].record or "")
