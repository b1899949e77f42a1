"""Play over messages: valid answers, bots as substitutes, timeouts, undo."""

import copy
from typing import Any

import pytest

from engine.cards import HIDDEN
from engine.games.big_two import BigTwo
from engine.moves import Move, Pile, Refusal
from engine.online.host.host_match import GRACE_MS
from engine.online.host.table import RESULT_TIMEOUT_MS
from engine.online.protocol import messages
from engine.online.protocol.messages import (
    Answer,
    MatchEvents,
    MatchSnapshot,
    MoveRejected,
    NextDeal,
    ParticipantNotice,
    RequestDenied,
    TurnClock,
)
from engine.work.thinking import Reply
from tests.online.party import Party, start_party, views_agree
from tests.support.local_table import make_short_config, make_table_config


def start_two_player_match(slug: str = "big_two", **rules: Any) -> Party:
    return start_party(make_short_config(slug, **rules))


def play_until_asked(party: Party, connection_id: int) -> Move:
    """Play until only this guest is to act; return a legal move."""
    for _ in range(300):
        asked = party.legal_moves_by_connection()
        if list(asked) == [connection_id]:
            return asked[connection_id][0]
        party.play(1)
    raise AssertionError("never asked")


def play_until_choice(party: Party) -> Move:
    """Play until the first guest has several answers; return one."""
    while len(moves := party.legal_moves_by_connection().get(1, [])) < 2:
        party.play(1)
    return moves[0]


def move_count(party: Party) -> int:
    """Return the number of moves so far."""
    return party.match.history.moves_made


def question_number(party: Party) -> int:
    return party.match.question


# --- answers --------------------------------------------------------------------------------------------------------


def test_duplicate_message_counts_once() -> None:
    party = start_two_player_match()
    move = play_until_asked(party, 1)
    answer = Answer(question_number(party), str(move))
    before = move_count(party)
    party.send(1, answer)
    party.send(1, answer, answer)
    assert move_count(party) == before + 1
    assert party.last_key(1, MoveRejected) == ""


def test_answer_to_another_question_does_not_count() -> None:
    party = start_two_player_match()
    move = play_until_asked(party, 1)
    before = move_count(party)
    party.send(1, Answer(question_number(party) + 1, str(move)))
    assert party.last_key(1, MoveRejected) == "late"
    assert move_count(party) == before
    party.send(2, Answer(question_number(party) - 1, str(move._replace(seat=1))))
    assert move_count(party) == before


def test_answer_for_another_seat_is_rejected() -> None:
    party = start_two_player_match()
    move = play_until_asked(party, 1)
    before = move_count(party)
    party.send(2, Answer(question_number(party), str(move)))
    assert party.last_key(2, MoveRejected) == "other_seat"
    party.join(3, is_spectator=True)
    party.send(3, Answer(question_number(party), str(move)))
    assert party.last_key(3, MoveRejected) == "no_seat"
    assert move_count(party) == before


@pytest.mark.parametrize("text", ["", "0:play 3C" * 50, "\0", "0:play ZZ", "play"])
def test_malformed_move_does_not_count(text: str) -> None:
    party = start_two_player_match()
    play_until_asked(party, 1)
    before = move_count(party)
    party.send(1, Answer(question_number(party), text))
    assert party.last_key(1, MoveRejected) == "no_move"
    assert move_count(party) == before


def test_illegal_move_is_refused_with_rule() -> None:
    party = start_two_player_match()
    play_until_asked(party, 1)
    before = move_count(party)
    party.send(1, Answer(question_number(party), "0:play 3D 4C"))
    last = party.last_message(1, MoveRejected)
    assert last.rule.startswith("big_two.R") or last.key == "not_yours"
    assert move_count(party) == before
    assert party.guests[1].refusals[-1].key == last.key


def test_refusal_reveals_no_hidden_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    """Even if a game's rules read hidden cards, refusals of impossible moves must not reveal them."""
    party = start_two_player_match()
    play_until_asked(party, 1)

    def telling(game: BigTwo, move: Move) -> Refusal:
        return Refusal("big_two.R4", "beaten", {"card": game.piles[Pile("hand", 2)][0]})

    monkeypatch.setattr(BigTwo, "check_rules", telling)
    party.send(1, Answer(question_number(party), "0:pass"))
    last = party.last_message(1, MoveRejected)
    assert last.key == "beaten"
    assert last.placeholders == {"card": HIDDEN}


def test_seats_asked_at_once_share_question_and_see_no_answers() -> None:
    party = start_party(make_short_config("palacio", 3), people=3)
    assert sorted(party.legal_moves_by_connection()) == [1, 2, 3]
    number = question_number(party)
    party.sent[2].clear()
    party.sent[3].clear()
    party.answer(1, party.legal_moves_by_connection()[1][0])
    assert party.sent[2] == party.sent[3] == []
    views_agree(party)
    assert question_number(party) == number
    assert sorted(party.legal_moves_by_connection()) == [2, 3]
    party.answer(3, party.legal_moves_by_connection()[3][0])
    party.answer(2, party.legal_moves_by_connection()[2][0])
    assert question_number(party) == number + 1
    assert party.last_message(1, MatchEvents).question == number + 1
    views_agree(party)


def test_answer_before_restart_is_not_asked_again() -> None:
    party = start_party(make_short_config("palacio", 3), people=3)
    move = party.legal_moves_by_connection()[1][0]
    party.answer(1, move)
    number = question_number(party)
    party.restart()
    for connection_id, guest in list(party.guests.items()):
        party.rejoin(connection_id, guest)
    assert question_number(party) == number
    assert sorted(party.legal_moves_by_connection()) == [2, 3]
    party.sent[1].clear()
    party.send(1, Answer(number, str(move)))
    assert party.sent[1] == []


def test_answer_lost_with_connection_is_sent_again() -> None:
    party = start_two_player_match()
    move = play_until_asked(party, 1)
    guest = party.guests[1]
    before = move_count(party)
    assert guest.answer(move)  # it is never sent
    party.disconnect_and_return(1, guest)
    assert move_count(party) == before + 1
    views_agree(party)


def test_received_answer_is_not_sent_again() -> None:
    party = start_two_player_match()
    move = play_until_asked(party, 1)
    before = move_count(party)
    party.cut_connections.add(1)
    party.answer(1, move)
    assert party.guests[1].answered_question == question_number(party) - 1
    party.cut_connections.clear()
    guest = party.guests[1]
    party.disconnect_and_return(1, guest)
    assert move_count(party) == before + 1
    assert party.last_key(1, MoveRejected) == ""
    views_agree(party)


# --- bots -----------------------------------------------------------------------------------------------------------


def test_bot_plays_for_absent_player_until_return() -> None:
    party = start_two_player_match(away=30)
    play_until_asked(party, 1)
    before = move_count(party)
    guest = party.disconnect(1)
    party.advance_clock(29_000)
    assert move_count(party) == before
    assert not party.table.roster().chairs[0].is_substituted
    party.advance_clock(2000)
    assert party.table.roster().chairs[0].is_substituted
    party.advance_clock(10_000)
    assert move_count(party) > before
    play_until_asked(party, 2)
    party.rejoin(5, guest)
    assert not party.table.roster().chairs[0].is_substituted
    play_until_asked(party, 5)
    assert party.table.match is not None
    record = party.table.match.record
    moves = [record.moves[index] for index in sorted(record.substituted)]
    assert moves and all(move.seat == 0 for move in moves), "not those of computer players"
    party.answer(5, party.legal_moves_by_connection()[5][0])
    assert len(record.moves) - 1 not in record.substituted, "the player's own move"
    play_until_asked(party, 5)
    before = move_count(party)
    party.advance_clock(60_000)
    assert move_count(party) == before
    views_agree(party)


def test_bots_answer_is_dropped_when_player_returns() -> None:
    party = start_two_player_match(away=10)
    play_until_choice(party)  # bots aren't asked about an only answer
    before = move_count(party)
    guest = party.disconnect(1)
    for _ in range(21):
        party.table.advance_clock(500)
        party.deliver()
    (asked,) = party.table.take_bot_requests()[0]
    party.rejoin(5, guest)
    assert party.table.take_bot_requests()[1] == [asked.request]
    party.table.receive_bot_reply(Reply(asked.request, asked.view.legal_moves(asked.seat)[0]))
    party.table.advance_clock(5000)
    assert move_count(party) == before


def test_leaving_player_is_replaced_at_once_and_may_return() -> None:
    party = start_two_player_match()
    play_until_asked(party, 2)
    before = move_count(party)
    ben = party.guests[2]
    party.send(2, *ben.leave())
    assert party.table.roster().chairs[1].is_substituted
    party.advance_clock(4000)
    assert move_count(party) > before
    ben.connection_state = "away"
    party.rejoin(6, ben)
    assert ben.seat == 1
    assert not party.table.roster().chairs[1].is_substituted


def test_deserted_table_stops_playing() -> None:
    party = start_two_player_match()
    play_until_asked(party, 1)
    ana, ben = party.guests[1], party.guests[2]
    party.answer(1, party.legal_moves_by_connection()[1][0])
    before = move_count(party)
    party.disconnect(1)
    party.disconnect(2)
    party.join(3, is_spectator=True)
    party.advance_clock(3_600_000, step=20_000)
    assert move_count(party) == before
    party.rejoin(1, ana)
    party.rejoin(2, ben)
    party.play(3)
    assert move_count(party) > before


def test_bot_gets_view_and_its_impossible_answer_is_dropped() -> None:
    party = start_two_player_match()
    for _ in range(200):
        requests, _ = party.table.take_bot_requests()
        if requests:
            break
        for connection_id, moves in party.legal_moves_by_connection().items():
            party.answer(connection_id, moves[0])
        party.table.advance_clock(1000)
        party.deliver()
    (question,) = requests
    assert question.view.viewer == question.seat
    before = move_count(party)
    party.table.receive_bot_reply(Reply(question.request + 7, Move(question.seat, "pass")))
    party.table.receive_bot_reply(Reply(question.request, Move((question.seat + 1) % 4, "play", (3,))))  # type: ignore[arg-type]
    party.table.advance_clock(5000)
    assert move_count(party) == before + 1
    assert party.match.record.moves[-1] in question.view.legal_moves(question.seat)


def test_bots_take_time() -> None:
    party = start_two_player_match(pace="slow")
    while not party.match._bot_answers:
        for connection_id, moves in party.legal_moves_by_connection().items():
            party.answer(connection_id, moves[0])
    before = move_count(party)
    party.answer_for_bots()
    party.table.advance_clock(100)
    assert move_count(party) == before
    party.table.advance_clock(5000)
    assert move_count(party) > before


# --- clock ----------------------------------------------------------------------------------------------------------


def test_bot_answers_for_timed_out_seat() -> None:
    party = start_two_player_match(turn_clock=15)
    play_until_asked(party, 1)
    before = move_count(party)
    assert party.guests[1].remaining_ms == 15_000
    party.advance_clock(15_000 + GRACE_MS - 500)
    assert move_count(party) == before
    assert (
        party.last_message(2, ParticipantNotice) is None
        or party.last_message(2, ParticipantNotice).key != "out_of_time"
    )
    party.advance_clock(1000)
    assert move_count(party) > before
    notice = party.last_message(2, ParticipantNotice)
    assert (notice.key, notice.participant_number, notice.seat) == ("out_of_time", party.guests[1].number, 0)


def test_without_clock_question_waits() -> None:
    party = start_two_player_match()
    play_until_asked(party, 1)
    before = move_count(party)
    party.advance_clock(600_000, step=10_000)
    assert move_count(party) == before
    assert party.guests[1].remaining_ms == 0


def test_timed_out_seat_can_answer_until_bot_moves() -> None:
    party = start_two_player_match(turn_clock=15)
    move = play_until_asked(party, 1)
    before = move_count(party)
    party.table.advance_clock(15_000 + GRACE_MS)
    party.deliver()
    if move_count(party) == before:
        party.answer(1, move)
    assert move_count(party) == before + 1


def test_out_of_turn_answer_is_given_after_reaction_time() -> None:
    party = start_party(make_table_config("roped", 4, reaction=5), people=4)
    for _ in range(400):
        ask = party.match.game.ask
        if ask is not None and ask.what == "lasso":
            break
        party.play(1)
    assert ask is not None
    assert ask.what == "lasso"
    number = question_number(party)
    assert {party.guests[connection_id].remaining_ms for connection_id in party.legal_moves_by_connection()} == {5000}
    party.advance_clock(5000 + GRACE_MS)
    assert question_number(party) == number + 1


def test_clock_continues_for_returning_player() -> None:
    party = start_two_player_match(turn_clock=60)
    play_until_asked(party, 1)
    party.advance_clock(20_000)
    party.disconnect_and_return(1, party.guests[1])
    assert party.guests[1].remaining_ms == 40_000
    assert party.last_message(1, MatchSnapshot).remaining_ms == 40_000


# --- between deals --------------------------------------------------------------------------------------------------


def play_to_result(party: Party) -> int:
    """Play to the end of a deal; return its number."""
    for _ in range(2000):
        if party.table.roster().phase == "results":
            return party.match.result_deal
        party.play(1)
    raise AssertionError("no deal ended")


def test_next_deal_begins_when_all_have_seen_result() -> None:
    party = start_party(make_table_config("gurch", 3, turn_clock=30), seed=12)
    party.join(3, is_spectator=True)
    deal = play_to_result(party)
    before = move_count(party)
    party.advance_clock(20_000)
    assert party.legal_moves_by_connection(), "a person begins the next deal"
    for connection_id, moves in party.legal_moves_by_connection().items():
        party.answer(connection_id, moves[0])
        assert party.last_key(connection_id, MoveRejected) == "results"
    party.send(1, NextDeal(deal + 1))
    party.send(3, NextDeal(deal))
    party.send(1, NextDeal(deal))
    assert party.table.roster().phase == "results"
    assert [person.is_ready for person in party.table.roster().participants] == [True, False, False]
    assert move_count(party) == before
    party.send(2, NextDeal(deal))
    assert party.table.roster().phase == "play"
    assert party.last_message(1, TurnClock).remaining_ms in (0, 30_000)
    party.play(4)


def test_result_wait_is_limited() -> None:
    party = start_party(make_table_config("gurch", 3))
    deal = play_to_result(party)
    party.send(1, NextDeal(deal))
    party.advance_clock(RESULT_TIMEOUT_MS - 1000)
    assert party.table.roster().phase == "results"
    party.advance_clock(2000)
    assert party.table.roster().phase == "play"


def test_absent_player_is_not_awaited_at_result() -> None:
    party = start_party(make_table_config("gurch", 3, away=10))
    deal = play_to_result(party)
    party.disconnect(2)
    party.send(1, NextDeal(deal))
    assert party.table.roster().phase == "results"
    party.advance_clock(11_000)
    assert party.table.roster().phase == "play"


def test_returning_player_sees_deal_of_result() -> None:
    party = start_party(make_table_config("gurch", 3))
    deal = play_to_result(party)
    guest = party.guests[2]
    party.restart()
    party.rejoin(2, guest)
    assert guest.steps[-1].result_deal == deal
    assert [scored.deal for scored in guest.steps[-1].results] == list(range(1, deal + 1))


def test_another_match_is_played_at_same_table() -> None:
    party = start_two_player_match("pass_the_ace")
    party.play()
    first = party.guests[1].record
    number = question_number(party)
    assert party.table.roster().phase == "over"
    party.begin()
    assert party.table.roster().phase == "play"
    assert question_number(party) > number
    assert party.guests[1].record is None
    party.play()
    assert party.guests[1].record not in (None, first)


# --- undo -----------------------------------------------------------------------------------------------------------


def test_decision_is_undone_if_table_allows() -> None:
    party = start_party(make_table_config("big_two", 4, undo=True), people=1)
    move = play_until_choice(party)
    before, number = copy.deepcopy(party.match.game.comparable_state()), question_number(party)
    party.answer(1, move)
    party.advance_clock(3000)
    party.send(1, messages.Undo())
    assert party.match.game.comparable_state() == before
    assert question_number(party) > number
    assert party.guests[1].steps[-1].is_restart
    assert party.table.roster().help_count == 1
    assert party.last_message(1, ParticipantNotice).key == "undo"
    party.play(5)
    views_agree(party)


def test_undo_is_denied_if_table_forbids() -> None:
    party = start_two_player_match()
    party.answer(1, play_until_asked(party, 1))
    before = move_count(party)
    party.send(1, messages.Undo())
    assert party.last_message(1, RequestDenied).key == "online.denied.undo"
    assert move_count(party) == before


def test_undo_stops_at_move_of_another_person() -> None:
    party = start_two_player_match(undo=True)
    for _ in range(400):
        moves = party.match.record.moves
        if len(moves) > 6 and moves[-1].seat == 1:
            break
        party.play(1)
    before = move_count(party)
    party.send(1, messages.Undo())
    assert party.last_message(1, RequestDenied).key == "online.denied.undo_none"
    assert move_count(party) == before


def test_answer_crossing_undo_does_not_count() -> None:
    party = start_party(make_table_config("big_two", 4, undo=True))
    party.answer(1, play_until_choice(party))
    for _ in range(40):
        if 2 in party.legal_moves_by_connection():
            break
        party.advance_clock(1000)
    late = Answer(question_number(party), str(party.legal_moves_by_connection()[2][0]))
    party.send(1, messages.Undo())
    before = move_count(party)
    party.send(2, late)
    assert move_count(party) == before
    assert party.last_key(2, MoveRejected) in ("late", "")


def test_hints_are_announced_and_counted_if_allowed() -> None:
    party = start_two_player_match(hints=True)
    party.send(1, messages.HintUsed())
    assert party.last_message(2, ParticipantNotice).key == "hint"
    assert party.table.roster().help_count == 1
    party = start_two_player_match()
    party.send(1, messages.HintUsed())
    assert party.last_message(1, RequestDenied).key == "online.denied.hints"
    assert party.table.roster().help_count == 0
