"""Before a match and around it: who comes in, who decides, who may say what."""

from collections import deque
from typing import Any

import msgspec
import pytest

from engine.online import messages
from engine.online.attendance import STANDING
from engine.online.kept import TableError
from engine.online.messages import PROTOCOL, Answer, Denied, Ended, Hello, Refused, Roster, Said, Told, Welcome
from engine.online.rules import MOST_GUESTS, MOST_WATCHERS
from engine.online.table import ArrangementError, Table
from tests.online.company import Party, arrangement, tokens, views_agree
from tests.support.records import least


def denied(party: Party, link: int) -> str:
    """Key of the last thing that was denied to somebody, without its beginning; empty for none."""
    last = party.last(link, Denied)
    return "" if last is None else str(last.key).removeprefix("online.denied.")


def refused(party: Party, link: int) -> str:
    """Key of the reason why somebody was shown the door; empty if they were not."""
    last = party.last(link, Refused)
    return "" if last is None else str(last.key).removeprefix("online.problem.")


# --- coming in ------------------------------------------------------------------------------------------------------


def test_who_comes_first_decides_and_everybody_gets_a_chair() -> None:
    party = Party(arrangement("gurch", 3))
    ana, ben = party.come(1, "Ana"), party.come(2, "Ben")
    assert (ana.link, ana.hosting, ben.hosting) == ("joined", True, False)
    assert ana.roster is not None
    assert ana.roster == ben.roster
    assert [chair.person for chair in ana.roster.chairs] == [ana.you, ben.you, 0]
    assert [person.name for person in ana.roster.people] == ["Ana", "Ben"]


def test_the_owner_of_the_table_decides_whenever_they_come() -> None:
    party = Party(host_token="t" * 32)
    assert not party.come(1).hosting
    assert party.come(2, token="t" * 32).hosting
    assert not party.come(3, token="u" * 32).hosting


def test_more_guests_than_a_table_takes_are_not_let_in() -> None:
    party = Party()
    for link in range(1, MOST_GUESTS + 1):
        assert party.come(link).link == "joined"
    assert party.come(50).link == "closed"
    assert refused(party, 50) == "full"
    for link in range(100, 100 + MOST_WATCHERS):
        assert party.come(link, watching=True).link == "joined"
    assert party.come(60, watching=True).link == "closed"
    assert refused(party, 60) == "full"


@pytest.mark.parametrize("restart", [False, True])
def test_newcomer_during_a_match_is_removed_when_disconnected(restart: bool) -> None:
    party = Party(arrangement("big_two", 4))
    party.sit_down(1, 2)
    for link in range(3, 3 + MOST_GUESTS - 2):
        assert party.come(link).link == "joined"
    if restart:
        party.restart()
        party.come_back(1, party.guests[1])
    else:
        for link in range(3, 3 + MOST_GUESTS - 2):
            party.go_away(link)
    assert party.come(50, "Friend").link == "joined"
    assert party.guests[1].roster is not None
    assert [person.name for person in party.guests[1].roster.people] == ["P1", "P2", "Friend"]


def test_disconnected_player_and_host_keep_their_places() -> None:
    party = Party(arrangement("big_two", 4))
    party.sit_down(1, 2)
    guest = party.go_away(2)
    party.come_back(20, guest)
    assert party.seat(20) == 1
    alone = Party(arrangement("big_two", 4))
    host = alone.come(1, "Ana")
    alone.send(1, messages.Sit(STANDING))
    alone.disconnect_and_return(1, host)
    assert host.hosting


def test_nobody_watches_where_the_table_does_not_allow_it() -> None:
    party = Party(arrangement(watchers=False))
    party.come(1)
    assert party.come(2, watching=True).link == "closed"
    assert refused(party, 2) == "no_watchers"


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
def test_names_that_nobody_should_read_are_not_let_in(more: dict[str, Any]) -> None:
    party = Party()
    party.come(1)
    assert party.come(2, **more).link == "closed"
    assert refused(party, 2) == "bad_name"
    back = party.guests[1]
    vars(back).update(more)
    party.disconnect_and_return(1, back)
    assert party.table.roster().people[0].name == ""
    assert party.table.roster().people[0].portrait == "you"


def test_names_that_look_alike_are_told_apart() -> None:
    party = Party()
    for link, name in enumerate(("Honest", "Нonest", "Ｈｏｎｅｓｔ", "honest", "Hοnest"), 1):
        party.come(link, name)
    names = [person.name for person in party.table.roster().people]
    assert names == ["Honest", "Нonest 2", "Honest 3", "honest 4", "Hοnest 5"]


def test_another_version_is_told_both_versions() -> None:
    party = Party()
    party.table.connect(1, Hello(PROTOCOL + 1, "9.9"))
    ((link, message),) = party.table.take_out()
    assert link == 1
    assert isinstance(message, Refused)
    assert message.figures == {"theirs": "9.9", "ours": "0.1.0"}


def test_equal_names_are_told_apart() -> None:
    party = Party()
    for link in (1, 2, 3):
        party.come(link, "Ana")
    assert [person.name for person in party.table.roster().people] == ["Ana", "Ana 2", "Ana 3"]


def test_nobody_else_ever_sees_a_token() -> None:
    party = Party(arrangement("pass_the_ace", 3, options=least("pass_the_ace")))
    party.sit_down(1, 2)
    party.come(3, watching=True)
    party.play()
    for link in (1, 2, 3):
        others = [guest.token for other, guest in party.guests.items() if other != link]
        for message in party.sent[link]:
            assert not any(token.encode() in messages.encoded(message) for token in others)
            assert isinstance(message, Welcome) or party.guests[link].token.encode() not in messages.encoded(message)


def test_a_token_brings_back_the_same_chair_and_only_one_connection_has_it() -> None:
    party = Party()
    party.come(1, "Ana")
    ben = party.come(2, "Ben")
    you, chair = ben.you, ben.chair(ben.you)
    party.come_back(7, ben)
    assert (ben.you, ben.chair(you)) == (you, chair)
    assert refused(party, 2) == "second"
    party.table.receive(2, messages.Sit(STANDING))
    assert ben.chair(you) == chair


# --- who decides ----------------------------------------------------------------------------------------------------


def test_only_the_host_decides() -> None:
    party = Party(arrangement("gurch", 3))
    party.come(1)
    party.come(2)
    wish = arrangement("palacio", 3)
    for message in (wish, messages.Start(), messages.HandOver(2), messages.Dismiss(1), messages.BreakOff()):
        party.sent[2].clear()
        party.send(2, message)
        assert denied(party, 2) == "not_host"
    assert party.table.arrangement.game == "gurch"
    party.send(1, wish)
    assert party.table.arrangement.game == "palacio"


@pytest.mark.parametrize(
    "changes",
    [
        {"game": "solitaire"},
        {"seats": 99},
        {"seats": 2},
        {"options": {"cheat": True}},
        {"rules": {"turn_clock": 7}},
        {"rules": {"peek": True}},
        {"chairs": tuple(messages.Fallback("ghost", "easy") for _ in range(3))},
        {"chairs": tuple(messages.Fallback("mei", "godlike") for _ in range(3))},
    ],
)
def test_no_table_is_arranged_that_cannot_be(changes: dict[str, Any]) -> None:
    party = Party(arrangement("gurch", 3))
    party.come(1)
    wish = msgspec.structs.replace(arrangement("gurch", 3), **changes)
    party.send(1, wish)
    assert denied(party, 1) == "bad_arrangement"
    assert party.table.arrangement == arrangement("gurch", 3)
    with pytest.raises(ArrangementError):
        Table(wish, new_key=lambda: 1, new_token=tokens())


def test_everybody_who_sits_must_be_ready_and_again_after_a_change() -> None:
    party = Party(arrangement("gurch", 3))
    party.come(1)
    party.come(2)
    party.send(1, messages.Start())
    assert denied(party, 1) == "not_ready"
    party.send(2, messages.Ready())
    party.send(1, arrangement("palacio", 3))
    party.send(1, messages.Start())
    assert party.table.match is None
    party.send(2, messages.Ready())
    party.send(1, messages.Start())
    assert party.table.match is not None
    assert party.table.roster().phase == "play"


def test_no_match_begins_where_nobody_sits() -> None:
    party = Party()
    party.come(1)
    party.send(1, messages.Sit(STANDING), messages.Start())
    assert denied(party, 1) == "nobody_sits"


def test_fewer_chairs_make_people_move_up_or_stand() -> None:
    party = Party(arrangement("gurch", 4))
    for link in (1, 2, 3, 4):
        party.come(link)
    party.send(1, messages.Sit(STANDING), arrangement("gurch", 3))
    assert sorted(person.chair for person in party.table.people) == [-1, 0, 1, 2]


def test_chairs_are_taken_by_one_person_each_and_by_nobody_who_watches() -> None:
    party = Party(arrangement("gurch", 3))
    party.come(1)
    party.come(2)
    party.come(3, watching=True)
    party.send(2, messages.Sit(0))
    assert denied(party, 2) == "chair_taken"
    party.send(2, messages.Sit(2))
    assert party.guests[2].chair(party.guests[2].you) == 2
    for link, chair in ((2, 3), (2, -2), (3, 1)):
        party.sent[link].clear()
        party.send(link, messages.Sit(chair))
        assert denied(party, link) == "no_chair"
    party.begin()
    party.send(2, messages.Sit(1))
    assert denied(party, 2) == "playing"
    party.send(1, arrangement("palacio", 3))
    assert denied(party, 1) == "playing"
    party.sent[1].clear()
    party.send(1, messages.Start())
    assert denied(party, 1) == "playing"


def test_who_is_shown_the_door_does_not_come_back_to_their_chair() -> None:
    party = Party(arrangement("gurch", 3))
    party.sit_down(1, 2)
    ben = party.guests[2]
    party.send(1, messages.Dismiss(ben.you))
    assert (ben.link, refused(party, 2)) == ("closed", "dismissed")
    assert party.table.match is not None
    assert 1 in party.table.match.computers
    party.send(2, Answer(party.table.match.question, "1:pass"))
    ben.link = "away"
    party.come_back(7, ben)
    assert ben.seat == -1
    party.send(1, messages.Dismiss(party.guests[1].you))
    assert party.guests[1].link == "joined"


# --- saying ---------------------------------------------------------------------------------------------------------


def test_phrases_are_said_to_all_and_lines_only_where_the_table_allows_them() -> None:
    party = Party()
    party.come(1)
    party.come(2)
    party.send(1, messages.Say("hello"), messages.Say("no such phrase"), messages.Say(text="you cheat"))
    assert [said.phrase for said in party.guests[2].said] == ["hello"]
    assert denied(party, 1) == "free_text"
    party.send(1, arrangement(free_text=True))
    party.send(1, messages.Say(text="Nice!"), messages.Say(text="x" * 201), messages.Say(text="a\u202eb"))
    assert [said.text for said in party.sent[2] if isinstance(said, Said)] == ["", "Nice!"]
    said = party.last(2, Said)
    assert (said.who, said.seat) == (party.guests[1].you, 0)


def test_a_message_of_somebody_who_is_not_at_the_table_does_nothing() -> None:
    party = Party()
    party.come(1)
    before = party.table.roster()
    party.table.receive(99, messages.Sit(2))
    party.table.disconnect(99)
    assert party.table.take_out() == []
    assert party.table.roster() == before


# --- going ----------------------------------------------------------------------------------------------------------


def test_before_a_match_a_chair_is_free_again_some_time_after_its_person_went_away() -> None:
    party = Party(arrangement("gurch", 3, away=30))
    party.come(1)
    party.come(2)
    party.go_away(2)
    party.pass_time(29_000)
    assert party.table.people.in_chair(1) is not None
    party.pass_time(2000)
    assert party.table.people.in_chair(1) is None
    assert len(list(party.table.people)) == 1


def test_who_leaves_before_a_match_leaves_the_chair() -> None:
    party = Party(arrangement("gurch", 3))
    party.come(1)
    party.come(2)
    party.send(2, messages.Leave())
    assert [person.number for person in party.table.people] == [1]
    assert party.last(1, Told).key == "went"


def test_on_a_host_of_its_own_somebody_always_decides() -> None:
    party = Party(dedicated=True)
    for link in (1, 2, 3):
        party.come(link)
    party.send(1, messages.HandOver(party.guests[3].you))
    assert party.guests[3].hosting
    party.send(3, messages.Leave())
    assert party.guests[1].hosting
    party.go_away(1)
    party.pass_time(31_000)
    assert party.guests[2].hosting
    party.send(2, messages.Leave())
    del party.guests[2]
    assert party.come(4).hosting
    party.begin()
    party.go_away(4)
    party.pass_time(31_000)
    assert party.come(5).hosting


@pytest.mark.parametrize("alone", [False, True])
def test_who_decided_and_went_away_before_a_match_leaves_the_chair_like_others(alone: bool) -> None:
    party = Party(arrangement("gurch", 3), dedicated=True)
    party.come(1)
    if not alone:
        party.come(2)
    party.go_away(1)
    party.pass_time(31_000)
    if alone:
        assert len(list(party.table.people)) == 1, "nobody else is there to decide"
        party.come(2)
        party.pass_time(1000)
    assert party.guests[2].hosting
    assert [person.number for person in party.table.people] == [party.guests[2].you]


@pytest.mark.parametrize("how", ["a chair more", "somebody leaves", "the match is over"])
def test_who_found_no_chair_gets_the_first_that_is_free(how: str) -> None:
    party = Party(arrangement("pass_the_ace", 2, options=least("pass_the_ace")))
    party.come(1)
    if how == "the match is over":
        party.begin()
        party.come(3)
        assert party.guests[3].chair(party.guests[3].you) is None
        party.play()
    else:
        party.come(2)
        party.come(3)
        party.come(4)
        party.send(4, messages.Sit(STANDING))
        if how == "somebody leaves":
            party.send(2, messages.Leave())
        else:
            party.send(1, arrangement("pass_the_ace", 3))
        assert party.guests[4].chair(party.guests[4].you) is None, "that was their wish"
    assert party.guests[3].chair(party.guests[3].you) is not None


def test_who_left_a_match_for_good_is_forgotten_when_it_is_over() -> None:
    party = Party(arrangement("pass_the_ace", 3, options=least("pass_the_ace")))
    party.sit_down(1, 2)
    party.send(2, messages.Leave())
    assert len(list(party.table.people)) == 2
    del party.guests[2]
    party.play()
    assert [person.number for person in party.table.people] == [party.guests[1].you]


# --- breaking off ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("restart", [False, True])
def test_a_match_that_the_host_breaks_off_leaves_nothing_but_the_chairs(restart: bool) -> None:
    party = Party(arrangement("big_two", 4))
    party.sit_down(1, 2)
    party.come(3, watching=True)
    party.play(9)
    assert party.table.match is not None
    asked = party.table.match.question
    party.send(1, messages.BreakOff())
    assert party.table.match is None and party.table.phase == "room"
    for link in (1, 2, 3):
        guest = party.guests[link]
        assert (guest.game, guest.record, guest.steps) == (None, None, deque())
        assert party.last(link, messages.Told) == messages.Told("broken_off", party.guests[1].you, 0)
    if restart:
        party.restart()
        for link, guest in list(party.guests.items()):
            party.come_back(link, guest)
    party.begin()
    assert party.table.match is not None and party.table.match.question == asked + 1
    assert [party.seat(link) for link in (1, 2)] == [0, 1]
    party.play(9)
    views_agree(party)


def test_what_a_computer_player_thought_about_a_match_that_was_broken_off_is_dropped() -> None:
    party = Party(arrangement("big_two", 4))
    party.sit_down(1)
    while not party.questions:
        asked = party.asked()
        if asked:
            party.answer(1, asked[1][0])
        party.table.pass_time(500)
        party.deliver()
        party.questions += party.table.take_questions()[0]
    party.send(1, messages.BreakOff())
    assert party.table.take_questions() == ([], [party.questions[0].request])


def test_nothing_is_broken_off_where_no_match_is_played() -> None:
    party = Party(arrangement("pass_the_ace", 2, options=least("pass_the_ace")))
    party.come(1)
    party.send(1, messages.BreakOff())
    party.begin()
    party.play()
    party.send(1, messages.BreakOff())
    assert party.table.phase == "over" and party.table.match is not None
    assert party.last(1, messages.Told) is None


# --- kept -----------------------------------------------------------------------------------------------------------


def test_what_is_told_was_saved_before() -> None:
    order: list[str] = []
    party = Party(save=order.append)
    party.come(1)
    assert order
    count = len(order)
    party.table.connect(2, Hello(PROTOCOL, "0.1.0", name="Ben"))
    assert len(order) == count
    out = party.table.take_out()
    assert any(isinstance(message, Roster) for _, message in out)
    assert len(order) == count + 1
    assert "Ben" in order[-1]


def test_a_table_is_the_same_after_its_text() -> None:
    party = Party(arrangement("gurch", 3, hints=True))
    party.sit_down(1, 2)
    party.play(5)
    text = party.table.text()
    again = Table.from_text(text, new_key=party.new_key, new_token=tokens())
    assert again.text() == text
    assert again.match is not None
    assert party.table.match is not None
    assert again.match.question == party.table.match.question
    assert again.host == party.table.host


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"format":1', '"format":2'),
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
def test_a_text_that_is_no_table_is_refused(old: str, new: str) -> None:
    party = Party(arrangement("gurch", 3))
    party.sit_down(1, 2)
    party.play(3)
    text = party.table.text()
    assert old in text or old == "0:start"
    changed = text.replace(old, new) if old in text else text.replace(":start", ":sleep").replace(":swap", ":sleep")
    with pytest.raises(TableError):
        Table.from_text(changed, new_key=party.new_key, new_token=tokens())


def test_a_text_that_is_too_long_is_not_read() -> None:
    with pytest.raises(TableError, match="allowed"):
        Table.from_text(" " * 2_200_000, new_key=lambda: 1, new_token=tokens())


# --- handing over ---------------------------------------------------------------------------------------------------


def test_a_table_is_handed_over_and_everybody_finds_their_chair_there() -> None:
    party = Party(arrangement("gurch", 4))
    party.sit_down(1, 2)
    party.play()
    watcher, cy = party.come(3, watching=True), party.come(4, "Cy")
    ana, ben = party.guests[1], party.guests[2]
    old = {guest.token for guest in party.guests.values()}
    party.send(1, messages.HandOver(ben.you))
    party.send(2, *ben.take_over(on=True))
    assert party.table.roster().phase == "moving"
    assert (ana.handed, watcher.handed) == (None, None)
    party.send(3, messages.Opened("a trap"))
    assert ana.elsewhere is None
    other = Party(seed=9)
    other.new_token = party.new_token
    other.table = party.heir_opens(2)
    party.send(2, messages.Opened("there", other.table.vouchers))
    assert [guest.elsewhere for guest in party.guests.values()] == ["there", None, "there", "there"]
    assert party.table.roster().phase == "closed"
    ben.token = other.table.host_token
    vouchers = {ana.token, cy.token}
    assert len(vouchers | old | {ben.token, watcher.token}) == 8 and watcher.token == ""
    for link, guest in party.guests.items():
        other.come_back(link, guest)
    assert [other.guests[link].chair(guest.you) for link, guest in other.guests.items()] == [0, 1, None, 2]
    assert [guest.hosting for guest in other.guests.values()] == [False, True, False, False]
    assert not (vouchers | old) & {guest.token for guest in other.guests.values()}, "every token is new"
    other.begin()
    other.play(5)
    assert ana.question > party.table.question and party.table.match is not None and other.table.match is not None
    late = party.come(8)
    assert (late.link, refused(party, 8)) == ("closed", "gone")


@pytest.mark.parametrize("kind", ["old", "voucher"])
def test_a_token_that_another_host_knew_brings_back_nobody(kind: str) -> None:
    party = Party(arrangement("gurch", 3))
    ana, ben = party.come(1, "Ana"), party.come(2, "Ben")
    known = ana.token
    party.send(1, messages.HandOver(ben.you))
    party.send(2, *ben.take_over(on=True))
    other = Party()
    other.table = party.heir_opens(2)
    if kind == "voucher":
        known = other.table.vouchers[ana.you]
        other.come(1, "Ana", token=known)
    eve = other.come(5, "Eve", token=known)
    assert eve.you > ben.you and len(list(other.table.people)) == 3


def test_what_is_handed_over_has_no_token_no_match_and_no_cards() -> None:
    party = Party(arrangement("pass_the_ace", 3, options=least("pass_the_ace")))
    party.sit_down(1, 2)
    party.play()
    ben, gone = party.guests[2], party.go_away(1)
    party.come_back(1, gone)
    away = party.come(3, "Away")
    party.go_away(3)
    party.send(1, messages.HandOver(ben.you))
    assert party.last(2, messages.Handed) is None, "nothing before the heir has agreed"
    party.send(2, *ben.take_over(on=True))
    handed = party.last(2, messages.Handed)
    sent = messages.encoded(handed)
    assert [one.number for one in handed.people] == [gone.you, ben.you]
    assert party.table.match is not None
    for hidden in (gone.token, ben.token, away.token, str(party.table.match.record.seed), party.table.match.record.id):
        assert hidden.encode() not in sent


def test_a_table_with_a_match_is_not_handed_over() -> None:
    party = Party(arrangement("gurch", 3))
    party.sit_down(1, 2)
    ben = party.guests[2]
    party.send(1, messages.HandOver(ben.you))
    assert (denied(party, 1), ben.offered, party.table.roster().phase) == ("hand_playing", False, "play")


def test_an_offer_is_over_once_a_match_has_begun() -> None:
    party = Party(arrangement("gurch", 3))
    ben = [party.come(link) for link in (1, 2)][1]
    party.send(1, messages.HandOver(ben.you))
    party.begin()
    party.send(2, *ben.take_over(on=True))
    assert (denied(party, 2), party.last(2, messages.Handed)) == ("no_heir", None)


def test_the_host_hears_that_somebody_is_asked_and_does_not_want_the_table() -> None:
    party = Party(arrangement("gurch", 3))
    ana, ben = (party.come(link) for link in (1, 2))
    party.send(1, messages.HandOver(ben.you))
    party.send(2, *ben.take_over(on=False))
    assert [(one.key, one.who) for one in list(ana.told)[-2:]] == [("asked", ben.you), ("declined", ben.you)]
    party.send(2, messages.TakeOver())
    assert party.last(2, messages.Handed) is None and ana.hosting


def test_nobody_takes_a_table_over_that_was_not_offered_to_them() -> None:
    party = Party(arrangement("gurch", 3))
    for link in (1, 2, 3):
        party.come(link)
    party.send(1, messages.HandOver(party.guests[2].you))
    party.send(3, messages.TakeOver())
    assert (denied(party, 3), party.last(3, messages.Handed), party.table.phase) == ("no_heir", None, "room")


def test_a_table_that_nobody_here_agreed_to_open_is_not_opened() -> None:
    party = Party(arrangement("gurch", 3))
    ana, ben = (party.come(link) for link in (1, 2))
    handed = messages.Handed(party.table.arrangement, 2, party.table.people.handed(), 0)
    ben.take(handed)
    assert ben.handed is None
    party.send(1, messages.HandOver(ben.you))
    ben.take_over(on=False)
    ben.take(handed)
    assert ben.handed is None and ana.handed is None and ben.take_over(on=True) == []


@pytest.mark.parametrize("how", ["nothing", "gone", "rubbish", "left", "dismissed", "can't"])
def test_a_table_stays_where_it_is_if_nobody_opens_it_elsewhere(how: str) -> None:
    party = Party(arrangement("gurch", 3))
    for link in (1, 2):
        party.come(link)
    ben = party.guests[2]
    party.send(1, messages.HandOver(ben.you))
    party.send(2, *ben.take_over(on=True))
    if how == "nothing":
        party.pass_time(31_000)
    elif how == "gone":
        party.go_away(2)
    elif how == "left":
        party.send(2, messages.Leave())
    elif how == "dismissed":
        party.send(1, messages.Dismiss(ben.you))
    elif how == "can't":
        party.send(2, messages.TakeOver(on=False))
    else:
        party.send(2, messages.Opened("a\nb"))
    assert (party.table.roster().phase, denied(party, 1)) == ("room", "no_heir")
    assert party.guests[1].hosting
    party.send(2, messages.Opened("there"))
    assert party.guests[1].elsewhere is None


def test_a_table_is_offered_only_to_somebody_who_is_here_to_play() -> None:
    party = Party()
    for link in (1, 2):
        party.come(link)
    watcher = party.come(3, watching=True)
    away = party.go_away(2)
    for number in (party.guests[1].you, away.you, watcher.you, 99):
        party.sent[1].clear()
        party.send(1, messages.HandOver(number))
        assert denied(party, 1) == "no_heir"
    assert party.table.roster().phase == "room"


def test_a_table_that_cannot_be_is_not_taken_over() -> None:
    party = Party(arrangement("gurch", 3))
    for link in (1, 2):
        party.come(link)
    handed = messages.Handed(party.table.arrangement, 2, party.table.people.handed(), 0)
    replace = msgspec.structs.replace
    for wrong in (
        replace(handed, people=handed.people * 2),
        replace(handed, given=1),
        replace(handed, people=handed.people[:1]),
        replace(handed, arrangement=replace(handed.arrangement, game="solitaire")),
    ):
        with pytest.raises(TableError):
            Table.of_handed(wrong, 2, new_key=lambda: 1, new_token=tokens())


def test_a_record_is_sent_to_those_who_played_and_only_at_the_end() -> None:
    party = Party(arrangement("pass_the_ace", 3, options=least("pass_the_ace")))
    party.sit_down(1, 2)
    party.come(3, watching=True)
    party.play(2)
    seed = str(party.table.match.record.deal_name).encode() if party.table.match else b""
    for link in (1, 2, 3):
        assert party.last(link, Ended) is None
        assert not any(seed in messages.encoded(message) for message in party.sent[link])
    party.play()
    assert seed.decode() in (party.guests[1].record or "")
    assert party.guests[3].record == ""
    party.disconnect_and_return(1, party.guests[1])
    assert seed.decode() in (party.guests[1].record or "")
