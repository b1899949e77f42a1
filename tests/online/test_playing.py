"""A match over messages: whose answer counts when, who plays for whom, what time does, what can be taken back."""

import copy
from typing import Any

import pytest

from engine.cards import HIDDEN
from engine.games.big_two import BigTwo
from engine.moves import Move, Pile, Refusal
from engine.online import messages
from engine.online.hosted import GRACE
from engine.online.messages import Answer, Clock, Denied, Happened, NextDeal, Position, Rejected, Told
from engine.online.table import RESULT_PATIENCE
from engine.work.thinking import Reply
from tests.online.company import Party, arrangement, views_agree
from tests.support.records import least


def two(slug: str = "big_two", **rules: Any) -> Party:
    """A match that two persons play."""
    party = Party(arrangement(slug, options=least(slug), **rules))
    party.sit_down(1, 2)
    return party


def until_asked(party: Party, link: int) -> Move:
    """Play on until somebody is asked, and nobody else; return a legal move."""
    for _ in range(300):
        asked = party.asked()
        if list(asked) == [link]:
            return asked[link][0]
        party.play(1)
    raise AssertionError("never asked")


def made(party: Party) -> int:
    """Number of moves so far."""
    assert party.table.match is not None
    return party.table.match.history.made


def question(party: Party) -> int:
    """Number of the present question."""
    assert party.table.match is not None
    return party.table.match.question


def rejected(party: Party, link: int) -> str:
    """Key of the reason why somebody's last answer didn't count."""
    last = party.last(link, Rejected)
    return "" if last is None else str(last.key).removeprefix("online.rejected.")


# --- answers --------------------------------------------------------------------------------------------------------


def test_a_message_that_comes_twice_counts_once() -> None:
    party = two()
    move = until_asked(party, 1)
    answer = Answer(question(party), str(move))
    before = made(party)
    party.send(1, answer)
    party.send(1, answer, answer)
    assert made(party) == before + 1
    assert rejected(party, 1) == ""


def test_an_answer_to_another_question_does_not_count() -> None:
    party = two()
    move = until_asked(party, 1)
    before = made(party)
    party.send(1, Answer(question(party) + 1, str(move)))
    assert rejected(party, 1) == "late"
    assert made(party) == before
    party.send(2, Answer(question(party) - 1, str(move._replace(seat=1))))
    assert made(party) == before


def test_nobody_answers_for_another_seat() -> None:
    party = two()
    move = until_asked(party, 1)
    before = made(party)
    party.send(2, Answer(question(party), str(move)))
    assert rejected(party, 2) == "other_seat"
    party.come(3, watching=True)
    party.send(3, Answer(question(party), str(move)))
    assert rejected(party, 3) == "no_seat"
    assert made(party) == before


@pytest.mark.parametrize("text", ["", "0:play 3C" * 50, "\0", "0:play ZZ", "play"])
def test_what_is_no_move_does_not_count(text: str) -> None:
    party = two()
    until_asked(party, 1)
    before = made(party)
    party.send(1, Answer(question(party), text))
    assert rejected(party, 1) == "no_move"
    assert made(party) == before


def test_a_move_that_the_rules_refuse_is_refused_with_its_rule() -> None:
    party = two()
    until_asked(party, 1)
    before = made(party)
    party.send(1, Answer(question(party), "0:play 3D 4C"))
    last = party.last(1, Rejected)
    assert last.rule.startswith("big_two.R") or last.key == "not_yours"
    assert made(party) == before
    assert party.guests[1].refusals[-1].key == last.key


def test_a_refusal_tells_nothing_that_the_seat_does_not_see(monkeypatch: pytest.MonkeyPatch) -> None:
    """Even if a game's rules looked where they may not, somebody who asks for impossible moves would learn nothing."""
    party = two()
    until_asked(party, 1)

    def telling(game: BigTwo, move: Move) -> Refusal:
        return Refusal("big_two.R4", "beaten", {"card": game.piles[Pile("hand", 2)][0]})

    monkeypatch.setattr(BigTwo, "refuse", telling)
    party.send(1, Answer(question(party), "0:pass"))
    last = party.last(1, Rejected)
    assert last.key == "beaten"
    assert last.figures == {"card": HIDDEN}


def test_seats_asked_at_once_answer_the_same_question_and_see_nothing_of_one_another() -> None:
    party = Party(arrangement("palacio", 3, options=least("palacio")))
    party.sit_down(1, 2, 3)
    assert sorted(party.asked()) == [1, 2, 3]
    number = question(party)
    party.sent[2].clear()
    party.sent[3].clear()
    party.answer(1, party.asked()[1][0])
    assert party.sent[2] == party.sent[3] == []
    views_agree(party)
    assert question(party) == number
    assert sorted(party.asked()) == [2, 3]
    party.answer(3, party.asked()[3][0])
    party.answer(2, party.asked()[2][0])
    assert question(party) == number + 1
    assert party.last(1, Happened).question == number + 1
    views_agree(party)


def test_an_answer_given_before_a_restart_is_not_asked_for_again() -> None:
    party = Party(arrangement("palacio", 3, options=least("palacio")))
    party.sit_down(1, 2, 3)
    move = party.asked()[1][0]
    party.answer(1, move)
    number = question(party)
    party.restart()
    for link, guest in list(party.guests.items()):
        party.come_back(link, guest)
    assert question(party) == number
    assert sorted(party.asked()) == [2, 3]
    party.sent[1].clear()
    party.send(1, Answer(number, str(move)))
    assert party.sent[1] == []


def test_an_answer_on_its_way_when_the_connection_broke_is_sent_again() -> None:
    party = two()
    move = until_asked(party, 1)
    guest = party.guests[1]
    before = made(party)
    assert guest.answer(move)  # and it never arrives
    party.disconnect_and_return(1, guest)
    assert made(party) == before + 1
    views_agree(party)


def test_an_answer_whose_receipt_was_lost_is_not_sent_again() -> None:
    party = two()
    move = until_asked(party, 1)
    before = made(party)
    party.cut.add(1)
    party.answer(1, move)
    assert party.guests[1].answered == question(party) - 1
    party.cut.clear()
    guest = party.guests[1]
    party.disconnect_and_return(1, guest)
    assert made(party) == before + 1
    assert rejected(party, 1) == ""
    views_agree(party)


# --- computer players -----------------------------------------------------------------------------------------------


def test_a_computer_plays_for_who_is_away_until_they_are_back() -> None:
    party = two(away=30)
    until_asked(party, 1)
    before = made(party)
    guest = party.go_away(1)
    party.pass_time(29_000)
    assert made(party) == before
    assert not party.table.roster().chairs[0].played
    party.pass_time(2000)
    assert party.table.roster().chairs[0].played
    party.pass_time(10_000)
    assert made(party) > before
    until_asked(party, 2)
    party.come_back(5, guest)
    assert not party.table.roster().chairs[0].played
    until_asked(party, 5)
    before = made(party)
    party.pass_time(60_000)
    assert made(party) == before
    views_agree(party)


def test_a_computers_answer_is_dropped_when_the_person_is_back() -> None:
    party = two(away=10)
    while len(party.asked().get(1, ())) < 2:  # for an only answer no computer player is asked
        party.play(1)
    before = made(party)
    guest = party.go_away(1)
    for _ in range(21):
        party.table.pass_time(500)
        party.deliver()
    (asked,) = party.table.take_questions()[0]
    party.come_back(5, guest)
    assert party.table.take_questions()[1] == [asked.request]
    party.table.answer_of_computer(Reply(asked.request, asked.view.legal_moves(asked.seat)[0]))
    party.table.pass_time(5000)
    assert made(party) == before


def test_who_leaves_in_a_match_is_played_at_once_and_may_come_back() -> None:
    party = two()
    until_asked(party, 2)
    before = made(party)
    ben = party.guests[2]
    party.send(2, *ben.leave())
    assert party.table.roster().chairs[1].played
    party.pass_time(4000)
    assert made(party) > before
    ben.link = "away"
    party.come_back(6, ben)
    assert ben.seat == 1
    assert not party.table.roster().chairs[1].played


def test_nobody_plays_on_at_a_table_that_all_have_left() -> None:
    party = two()
    until_asked(party, 1)
    ana, ben = party.guests[1], party.guests[2]
    party.answer(1, party.asked()[1][0])
    before = made(party)
    party.go_away(1)
    party.go_away(2)
    party.come(3, watching=True)
    party.pass_time(3_600_000, step=20_000)
    assert made(party) == before
    party.come_back(1, ana)
    party.come_back(2, ben)
    party.play(3)
    assert made(party) > before


def test_a_computer_player_gets_a_view_and_an_impossible_answer_of_it_is_not_played() -> None:
    party = two()
    for _ in range(200):
        asked, _ = party.table.take_questions()
        if asked:
            break
        for link, moves in party.asked().items():
            party.answer(link, moves[0])
        party.table.pass_time(1000)
        party.deliver()
    (one,) = asked
    assert one.view.viewer == one.seat
    before = made(party)
    party.table.answer_of_computer(Reply(one.request + 7, Move(one.seat, "pass")))
    party.table.answer_of_computer(Reply(one.request, Move((one.seat + 1) % 4, "play", (3,))))  # type: ignore[arg-type]
    party.table.pass_time(5000)
    assert made(party) == before + 1
    assert party.table.match is not None
    assert party.table.match.record.moves[-1] in one.view.legal_moves(one.seat)


def test_computer_players_take_their_time() -> None:
    party = two(pace="slow")
    assert party.table.match is not None
    while not party.table.match._thoughts:
        for link, moves in party.asked().items():
            party.answer(link, moves[0])
    before = made(party)
    party.think()
    party.table.pass_time(100)
    assert made(party) == before
    party.table.pass_time(5000)
    assert made(party) > before


# --- time -----------------------------------------------------------------------------------------------------------


def test_a_computer_answers_for_who_is_out_of_time() -> None:
    party = two(turn_clock=15)
    until_asked(party, 1)
    before = made(party)
    assert party.guests[1].left_ms == 15_000
    party.pass_time(15_000 + GRACE - 500)
    assert made(party) == before
    assert party.last(2, Told) is None or party.last(2, Told).key != "out_of_time"
    party.pass_time(1000)
    assert made(party) > before
    told = party.last(2, Told)
    assert (told.key, told.who, told.seat) == ("out_of_time", party.guests[1].you, 0)


def test_without_a_clock_a_question_waits() -> None:
    party = two()
    until_asked(party, 1)
    before = made(party)
    party.pass_time(600_000, step=10_000)
    assert made(party) == before
    assert party.guests[1].left_ms == 0


def test_who_is_out_of_time_may_still_answer_before_the_computer_does() -> None:
    party = two(turn_clock=15)
    move = until_asked(party, 1)
    before = made(party)
    party.table.pass_time(15_000 + GRACE)
    party.deliver()
    if made(party) == before:
        party.answer(1, move)
    assert made(party) == before + 1


def test_an_answer_out_of_turn_is_given_when_its_time_is_over() -> None:
    party = Party(arrangement("roped", 4, reaction=5))
    party.sit_down(1, 2, 3, 4)
    assert party.table.match is not None
    for _ in range(400):
        ask = party.table.match.game.ask
        if ask is not None and ask.what == "lasso":
            break
        party.play(1)
    assert ask is not None
    assert ask.what == "lasso"
    number = question(party)
    assert {party.guests[link].left_ms for link in party.asked()} == {5000}
    party.pass_time(5000 + GRACE)
    assert question(party) == number + 1


def test_the_clock_is_the_same_for_who_comes_back() -> None:
    party = two(turn_clock=60)
    until_asked(party, 1)
    party.pass_time(20_000)
    party.disconnect_and_return(1, party.guests[1])
    assert party.guests[1].left_ms == 40_000
    assert party.last(1, Position).left_ms == 40_000


# --- between deals --------------------------------------------------------------------------------------------------


def to_the_result(party: Party) -> int:
    """Play to the end of a deal; return its number."""
    for _ in range(2000):
        if party.table.roster().phase == "results":
            assert party.table.match is not None
            return party.table.match.deal
        party.play(1)
    raise AssertionError("no deal ended")


def test_the_next_deal_begins_when_everybody_has_seen_the_result() -> None:
    party = Party(arrangement("gurch", 3, turn_clock=30), seed=12)
    party.sit_down(1, 2)
    party.come(3, watching=True)
    deal = to_the_result(party)
    before = made(party)
    party.pass_time(20_000)
    assert party.asked(), "a person begins the next deal"
    for link, moves in party.asked().items():
        party.answer(link, moves[0])
        assert rejected(party, link) == "results"
    party.send(1, NextDeal(deal + 1))
    party.send(3, NextDeal(deal))
    party.send(1, NextDeal(deal))
    assert party.table.roster().phase == "results"
    assert [person.ready for person in party.table.roster().people] == [True, False, False]
    assert made(party) == before
    party.send(2, NextDeal(deal))
    assert party.table.roster().phase == "play"
    assert party.last(1, Clock).left_ms in (0, 30_000)
    party.play(4)


def test_nobody_waits_for_ever_for_somebody_who_looks_at_the_result() -> None:
    party = Party(arrangement("gurch", 3))
    party.sit_down(1, 2)
    deal = to_the_result(party)
    party.send(1, NextDeal(deal))
    party.pass_time(RESULT_PATIENCE - 1000)
    assert party.table.roster().phase == "results"
    party.pass_time(2000)
    assert party.table.roster().phase == "play"


def test_who_is_away_is_not_waited_for_at_the_result() -> None:
    party = Party(arrangement("gurch", 3, away=10))
    party.sit_down(1, 2)
    deal = to_the_result(party)
    party.go_away(2)
    party.send(1, NextDeal(deal))
    assert party.table.roster().phase == "results"
    party.pass_time(11_000)
    assert party.table.roster().phase == "play"


def test_who_comes_back_at_the_result_sees_which_deal_it_is_of() -> None:
    party = Party(arrangement("gurch", 3))
    party.sit_down(1, 2)
    deal = to_the_result(party)
    guest = party.guests[2]
    party.restart()
    party.come_back(2, guest)
    assert guest.steps[-1].deal == deal
    assert [scored.deal for scored in guest.steps[-1].results] == list(range(1, deal + 1))


def test_another_match_is_played_at_the_same_table() -> None:
    party = two("pass_the_ace")
    party.play()
    first = party.guests[1].record
    number = question(party)
    assert party.table.roster().phase == "over"
    party.begin()
    assert party.table.roster().phase == "play"
    assert question(party) > number
    assert party.guests[1].record is None
    party.play()
    assert party.guests[1].record not in (None, first)


# --- taking back ----------------------------------------------------------------------------------------------------


def test_a_decision_is_taken_back_where_the_table_allows_it() -> None:
    party = Party(arrangement("big_two", 4, undo=True))
    party.sit_down(1)
    for _ in range(300):
        asked = party.asked()
        if len(asked.get(1, ())) > 1:
            break
        party.play(1)
    assert party.table.match is not None
    before, number = copy.deepcopy(party.table.match.game.position()), question(party)
    party.answer(1, party.asked()[1][0])
    party.pass_time(3000)
    party.send(1, messages.Undo())
    assert party.table.match.game.position() == before
    assert question(party) > number
    assert party.guests[1].steps[-1].anew
    assert party.table.roster().helped == 1
    assert party.last(1, Told).key == "undo"
    party.play(5)
    views_agree(party)


def test_nothing_is_taken_back_where_the_table_does_not_allow_it() -> None:
    party = two()
    party.answer(1, until_asked(party, 1))
    before = made(party)
    party.send(1, messages.Undo())
    assert party.last(1, Denied).key == "online.denied.undo"
    assert made(party) == before


def test_what_another_person_has_played_is_not_taken_back() -> None:
    party = two(undo=True)
    for _ in range(400):
        assert party.table.match is not None
        moves = party.table.match.record.moves
        if len(moves) > 6 and moves[-1].seat == 1:
            break
        party.play(1)
    before = made(party)
    party.send(1, messages.Undo())
    assert party.last(1, Denied).key == "online.denied.undo_none"
    assert made(party) == before


def test_an_answer_that_crosses_an_undo_does_not_count() -> None:
    party = Party(arrangement("big_two", 4, undo=True))
    party.sit_down(1, 2)
    for _ in range(300):
        asked = party.asked()
        if len(asked.get(1, ())) > 1:
            break
        party.play(1)
    party.answer(1, party.asked()[1][0])
    for _ in range(40):
        if 2 in party.asked():
            break
        party.pass_time(1000)
    late = Answer(question(party), str(party.asked()[2][0]))
    party.send(1, messages.Undo())
    before = made(party)
    party.send(2, late)
    assert made(party) == before
    assert rejected(party, 2) in ("late", "")


def test_hints_are_told_and_counted_where_the_table_allows_them() -> None:
    party = two(hints=True)
    party.send(1, messages.AskHint())
    assert party.last(2, Told).key == "hint"
    assert party.table.roster().helped == 1
    party = two()
    party.send(1, messages.AskHint())
    assert party.last(1, Denied).key == "online.denied.hints"
    assert party.table.roster().helped == 0
