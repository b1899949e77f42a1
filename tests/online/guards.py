"""Take each guard of the table over a network out, and see that its test then fails: ``python -m tests.online.guards``.

With words, only the guards in whose names one of them occurs.
"""

import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[2]
SHARED = ("assets", "build", "main.py", "pyproject.toml", "scenes", "tests")
"""What a copy of the tree has as links: only the engine is changed."""
AT_ONCE = 2
"""Number of tests that run at once."""


class Guard(NamedTuple):
    """A check in the engine, and the test that fails without it."""

    name: str
    file: str
    """In ``engine/online``."""
    old: str
    """Its text, which occurs once."""
    new: str
    """The text without the guard."""
    test: str
    """In ``tests/online``, as ``file::test``."""


GUARDS = (
    Guard(
        "an answer to another question",
        "hosted.py",
        "if question != self.question:",
        "if False:",
        "test_playing.py::test_an_answer_to_another_question_does_not_count",
    ),
    Guard(
        "an answer twice",
        "hosted.py",
        "if question <= self._answered.get(seat, 0):",
        "if False:",
        "test_playing.py::test_a_message_that_comes_twice_counts_once",
    ),
    Guard(
        "an answer twice, around a restart",
        "hosted.py",
        "if question == self.question and ask and seat in ask.seats and seat not in self.game.waiting():",
        "if False:",
        "test_playing.py::test_an_answer_given_before_a_restart_is_not_asked_for_again",
    ),
    Guard(
        "an answer for another seat",
        "hosted.py",
        "if move.seat != seat:",
        "if False:",
        "test_playing.py::test_nobody_answers_for_another_seat",
    ),
    Guard(
        "what is no move",
        "hosted.py",
        "except MoveError:",
        "except ZeroDivisionError:",
        "test_playing.py::test_what_is_no_move_does_not_count",
    ),
    Guard(
        "a refusal by what the seat sees",
        "hosted.py",
        "refusal = self.game.view(seat).refusal(move)",
        "refusal = None",
        "test_playing.py::test_a_refusal_tells_nothing_that_the_seat_does_not_see",
    ),
    Guard(
        "an answer while the result is looked at",
        "hosted.py",
        'if self.deal:\n            return Rejected(question, "", "online.rejected.results")',
        "",
        "test_playing.py::test_the_next_deal_begins_when_everybody_has_seen_the_result",
    ),
    Guard(
        "an impossible answer of a computer player",
        "hosted.py",
        "thought.move = reply.move if fine else legal[-1]",
        "thought.move = reply.move",
        "test_playing.py::test_a_computer_player_gets_a_view_and_an_impossible_answer_of_it_is_not_played",
    ),
    Guard(
        "computer players see views",
        "hosted.py",
        "self.game.slug, self.game.view(seat), seat,",
        "self.game.slug, self.game.clone(), seat,",
        "test_playing.py::test_a_computer_player_gets_a_view_and_an_impossible_answer_of_it_is_not_played",
    ),
    Guard(
        "what others have played stays",
        "hosted.py",
        "others = [other for other in self.seats.values() if other != seat]",
        "others: list[int] = []",
        "test_playing.py::test_what_another_person_has_played_is_not_taken_back",
    ),
    Guard(
        "the time to answer",
        "hosted.py",
        "self.left -= ms",
        "pass",
        "test_playing.py::test_a_computer_answers_for_who_is_out_of_time",
    ),
    Guard(
        "a thought that nobody wants any more",
        "hosted.py",
        "if seat not in seats | self._late:",
        "if False:",
        "test_playing.py::test_a_computers_answer_is_dropped_when_the_person_is_back",
    ),
    Guard(
        "only the host decides",
        "table.py",
        "if person.number == self.host:\n                    self._decide(person, message)",
        "if True:\n                    self._decide(person, message)",
        "test_table.py::test_only_the_host_decides",
    ),
    Guard(
        "somebody decides who is here",
        "table.py",
        "if host is None or not self._plays(host):",
        "if False:",
        "test_table.py::test_on_a_host_of_its_own_somebody_always_decides",
    ),
    Guard(
        "an arrangement that cannot be",
        "table.py",
        "rules = checked(wish)",
        "rules = TableRules()",
        "test_table.py::test_no_table_is_arranged_that_cannot_be",
    ),
    Guard(
        "a chair for one person",
        "table.py",
        "elif self.people.in_chair(chair) not in (None, person):",
        "elif False:",
        "test_table.py::test_chairs_are_taken_by_one_person_each_and_by_nobody_who_watches",
    ),
    Guard(
        "no chair for who watches",
        "table.py",
        "elif person.watching or not 0 <= chair < self.arrangement.seats:",
        "elif not 0 <= chair < self.arrangement.seats:",
        "test_table.py::test_chairs_are_taken_by_one_person_each_and_by_nobody_who_watches",
    ),
    Guard(
        "all are ready",
        "table.py",
        "elif not all(person.ready or person is host or not person.here for person in seated):",
        "elif False:",
        "test_table.py::test_everybody_who_sits_must_be_ready_and_again_after_a_change",
    ),
    Guard(
        "ready again after a change",
        "table.py",
        "person.ready = False\n            if person.chair >= wish.seats:",
        "if person.chair >= wish.seats:",
        "test_table.py::test_everybody_who_sits_must_be_ready_and_again_after_a_change",
    ),
    Guard(
        "watching where it is allowed",
        "table.py",
        "if hello.watching and not self.rules.watchers:",
        "if False:",
        "test_table.py::test_nobody_watches_where_the_table_does_not_allow_it",
    ),
    Guard(
        "free text where it is allowed",
        "table.py",
        "elif not self.rules.free_text:",
        "elif False:",
        "test_table.py::test_phrases_are_said_to_all_and_lines_only_where_the_table_allows_them",
    ),
    Guard(
        "lines that can be read",
        "table.py",
        "elif is_line(message.text):",
        "else:",
        "test_table.py::test_phrases_are_said_to_all_and_lines_only_where_the_table_allows_them",
    ),
    Guard(
        "one connection a person",
        "table.py",
        'self._send(person.link, messages.Refused("online.problem.second"))',
        "pass",
        "test_table.py::test_a_token_brings_back_the_same_chair_and_only_one_connection_has_it",
    ),
    Guard(
        "another version",
        "table.py",
        "if hello.protocol != PROTOCOL:",
        "if False:",
        "test_table.py::test_another_version_is_told_both_versions",
    ),
    Guard(
        "hints where they are allowed",
        "table.py",
        "if not self.rules.hints:",
        "if False:",
        "test_playing.py::test_hints_are_told_and_counted_where_the_table_allows_them",
    ),
    Guard(
        "undo where it is allowed",
        "table.py",
        "if not self.rules.undo:",
        "if False:",
        "test_playing.py::test_nothing_is_taken_back_where_the_table_does_not_allow_it",
    ),
    Guard(
        "nobody plays on for nobody",
        "table.py",
        'elif self.phase == "play" and match is not None and self._attended:',
        'elif self.phase == "play" and match is not None:',
        "test_playing.py::test_nobody_plays_on_at_a_table_that_all_have_left",
    ),
    Guard(
        "a held answer is shown to nobody",
        "table.py",
        "alone = match.question == number and seat != move.seat",
        "alone = False",
        "test_playing.py::test_seats_asked_at_once_answer_the_same_question_and_see_nothing_of_one_another",
    ),
    Guard(
        "the record for those who played",
        "table.py",
        'self._send(person.link, messages.Ended(record if self._seat(person) != WATCHER else ""))',
        "self._send(person.link, messages.Ended(record))",
        "test_table.py::test_a_record_is_sent_to_those_who_played_and_only_at_the_end",
    ),
    Guard(
        "the record at the end only",
        "table.py",
        "if match.over:\n            self._send(link, messages.Ended(",
        "if True:\n            self._send(link, messages.Ended(",
        "test_table.py::test_a_record_is_sent_to_those_who_played_and_only_at_the_end",
    ),
    Guard(
        "saved before it is told",
        "table.py",
        "self._save(self.text())",
        "pass",
        "test_table.py::test_what_is_told_was_saved_before",
    ),
    Guard(
        "the table is moved by its heir",
        "table.py",
        'if self.phase != "moving" or heir.number != self._heir:',
        'if self.phase != "moving":',
        "test_table.py::test_a_table_is_handed_over_and_everybody_finds_their_chair_there",
    ),
    Guard(
        "a table that nobody opens stays",
        "table.py",
        'if self.phase == "moving" and self._waited >= MOVING_PATIENCE:',
        "if False:",
        "test_table.py::test_a_table_stays_where_it_is_if_nobody_opens_it_elsewhere",
    ),
    Guard(
        "no table with a match is handed over",
        "table.py",
        'elif self.phase not in BESIDE:\n            self._deny(host, "hand_playing")',
        'elif False:\n            self._deny(host, "hand_playing")',
        "test_table.py::test_a_table_with_a_match_is_not_handed_over",
    ),
    Guard(
        "nobody takes a table over who was not asked",
        "table.py",
        "if person.number != self._heir or person.link is None:",
        "if person.link is None:",
        "test_table.py::test_nobody_takes_a_table_over_that_was_not_offered_to_them",
    ),
    Guard(
        "an offer ends when a match begins",
        "table.py",
        "self.phase, self._waited, self._heir = phase, 0.0, NOBODY",
        "self.phase, self._waited = phase, 0.0",
        "test_table.py::test_an_offer_is_over_once_a_match_has_begun",
    ),
    Guard(
        "the player agrees before a table is opened",
        "guest.py",
        "if self._takes_over:  # else nobody here has agreed",
        "if True:",
        "test_table.py::test_a_table_that_nobody_here_agreed_to_open_is_not_opened",
    ),
    Guard(
        "a voucher is good for once",
        "table.py",
        "if person.voucher:\n                self.people.renew(person)",
        "if False:\n                self.people.renew(person)",
        "test_table.py::test_a_token_that_another_host_knew_brings_back_nobody",
    ),
    Guard(
        "a result is not waited for for ever",
        "table.py",
        'elif self.phase == "results" and self._waited >= RESULT_PATIENCE and self._attended:',
        "elif False:",
        "test_playing.py::test_nobody_waits_for_ever_for_somebody_who_looks_at_the_result",
    ),
    Guard(
        "a number of guests",
        "attendance.py",
        'return "online.problem.full" if present >= (MOST_WATCHERS if hello.watching else MOST_GUESTS) else ""',
        'return ""',
        "test_table.py::test_more_guests_than_a_table_takes_are_not_let_in",
    ),
    Guard(
        "places of people who only said hello",
        "table.py",
        "return decides or person.chair != STANDING or self._seat(person) != WATCHER",
        "return True",
        "test_table.py::test_newcomer_during_a_match_is_removed_when_disconnected",
    ),
    Guard(
        "names",
        "attendance.py",
        "if not fit(hello):",
        "if False:",
        "test_table.py::test_names_that_nobody_should_read_are_not_let_in",
    ),
    Guard(
        "names of who comes back",
        "table.py",
        "if fit(hello):",
        "if True:",
        "test_table.py::test_names_that_nobody_should_read_are_not_let_in",
    ),
    Guard(
        "people of a kept table",
        "attendance.py",
        "if taken or not fit(one) or not STANDING <= one.chair < chairs or not NOBODY < one.number <= given:",
        "if False:",
        "test_table.py::test_a_text_that_is_no_table_is_refused",
    ),
    Guard(
        "seats of a kept match",
        "hosted.py",
        "if len(set(seats)) != len(seats) or not set(seats) <= set(range(record.seats)):",
        "if False:",
        "test_table.py::test_a_text_that_is_no_table_is_refused",
    ),
    Guard(
        "the length of a kept table",
        "kept.py",
        "if len(text) > LARGEST_TABLE:",
        "if False:",
        "test_table.py::test_a_text_that_is_too_long_is_not_read",
    ),
    Guard(
        "the size of a message",
        "messages.py",
        "if len(data) > largest:",
        "if False:",
        "test_guest.py::test_a_message_that_is_too_large_is_not_decoded",
    ),
    Guard(
        "unknown fields",
        "messages.py",
        "class _Message(Struct, frozen=True, forbid_unknown_fields=True,",
        "class _Message(Struct, frozen=True,",
        "test_guest.py::test_what_is_no_message_is_refused",
    ),
    Guard(
        "hidden cards in events",
        "positions.py",
        "return seen_by(event, seat)",
        "return event",
        "test_positions.py::test_cards_that_move_unseen_are_not_in_the_events",
    ),
    Guard(
        "places in a hand",
        "positions.py",
        "if event.source.kind in game.unordered:",
        "if False:",
        "test_positions.py::test_worlds_that_a_seat_cannot_tell_apart_give_the_same_bytes",
    ),
    Guard(
        "a whole position",
        "positions.py",
        "if view.viewer is None:\n        raise",
        "if False:\n        raise",
        "test_positions.py::test_a_whole_position_is_not_sent",
    ),
    Guard(
        "what watchers see of piles",
        "positions.py",
        "mask | 1 << game.seats if mask == everybody else 0",
        "mask | 1 << game.seats if mask else 0",
        "test_positions.py::test_who_watches_sees_only_what_all_players_know",
    ),
    Guard(
        "what watchers see of events",
        "positions.py",
        "return event if event.seen & everybody == everybody else replace(",
        "return event if event.seen & everybody else replace(",
        "test_positions.py::test_who_watches_sees_only_what_all_players_know",
    ),
    Guard(
        "the limits of a view",
        "positions.py",
        "_Limits(view).check_view(view)",
        "pass",
        "test_positions.py::test_no_view_is_made_of",
    ),
    Guard(
        "the limits of events",
        "positions.py",
        "limits.check_event(event)",
        "pass",
        "test_positions.py::test_no_events_are_made_of",
    ),
    Guard(
        "house rules of a view",
        "positions.py",
        "if problems:\n        raise PositionError",
        "if False:\n        raise PositionError",
        "test_positions.py::test_no_view_is_made_of",
    ),
    Guard(
        "a roster that can be shown",
        "verifier.py",
        "if not fine:",
        "if False:",
        "test_guest.py::test_nonsense_of_a_host_closes_the_table_and_shows_nothing",
    ),
    Guard(
        "a match that was seen",
        "verifier.py",
        "if self._game is None or self._faces is None:",
        "if self._faces is None:\n            self._faces = Faces(decoded_view(message.view))\n        if False:",
        "test_guest.py::test_something_that_happens_before_the_match_was_seen_is_nonsense",
    ),
    Guard(
        "the view of one's own seat",
        "verifier.py",
        "if view.viewer != message.seat:",
        "if False:",
        "test_guest.py::test_nonsense_of_a_host_closes_the_table_and_shows_nothing",
    ),
    Guard(
        "events of the match that is shown",
        "verifier.py",
        "if (type(view), view.seats, view.viewer) != (type(self._game), self._game.seats, self._game.viewer):",
        "if False:",
        "test_guest.py::test_what_happens_is_of_the_match_that_is_shown",
    ),
    Guard(
        "cards that can be turned",
        "faces.py",
        "if max(event.at) >= len(pile):",
        "if False:",
        "test_guest.py::test_events_that_could_not_be_shown_close_the_table",
    ),
    Guard(
        "a view that follows from the events",
        "faces.py",
        "if Counter(shown) != Counter(there) if pile.kind in view.unordered else shown != there:",
        "if False:",
        "test_guest.py::test_events_that_could_not_be_shown_close_the_table",
    ),
    Guard(
        "one answer a question",
        "guest.py",
        "if self.answered == self.question or not self._asked:",
        "if not self._asked:",
        "test_guest.py::test_a_question_is_answered_once",
    ),
    Guard(
        "a lost answer is sent again",
        "guest.py",
        "return [self._sent]\n        self._sent = None",
        "pass\n        self._sent = None",
        "test_playing.py::test_an_answer_on_its_way_when_the_connection_broke_is_sent_again",
    ),
    Guard(
        "what is heard",
        "verifier.py",
        "return message if self._can_be_heard(message) else None",
        "return message",
        "test_guest.py::test_only_phrases_and_lines_are_heard",
    ),
    Guard(
        "texts of events",
        "verifier.py",
        'if not has_texts(view.slug, events) or (reason is not None and not has_note(view.slug, "reason", reason)):',
        "if False:",
        "test_texts.py::test_event_with_unknown_text_or_figure_closes_the_table",
    ),
    Guard(
        "texts of refusals",
        "texts.py",
        "return refused if known else Refused(UNKNOWN)",
        "return refused",
        "test_texts.py::test_unknown_text_gives_one_general_sentence",
    ),
    Guard(
        "texts of denials",
        "texts.py",
        'if denied.key.startswith("online.denied.") and _fills(denied.key, denied.figures)',
        "if True",
        "test_texts.py::test_unknown_text_gives_one_general_sentence",
    ),
    Guard(
        "texts of rejections",
        "texts.py",
        "return rejected if known else",
        "return rejected if True else",
        "test_texts.py::test_unknown_text_gives_one_general_sentence",
    ),
    Guard(
        "texts about people",
        "texts.py",
        'if placeholders(f"online.told.{told.key}") == frozenset({"name"})',
        "if True",
        "test_texts.py::test_unknown_text_gives_one_general_sentence",
    ),
    Guard(
        "figures that are what their names say",
        "positions.py",
        "self._all_in((value,), allowed, name)",
        "pass",
        "test_positions.py::test_no_events_are_made_of",
    ),
    Guard(
        "cards of a move",
        "positions.py",
        'self._must(0 < len(event.cards) == len(event.at) <= self.count, "places")',
        'self._must(0 < len(event.cards) == len(event.at), "places")',
        "test_positions.py::test_events_that_move_too_many_cards_are_refused_before_they_are_followed",
    ),
    Guard(
        "cards of all moves",
        "positions.py",
        "if len(events) + sum(len(event.cards) for event in events if isinstance(event, Moved | Turned)) > most:",
        "if False:",
        "test_positions.py::test_events_that_move_too_many_cards_are_refused_before_they_are_followed",
    ),
    Guard(
        "the length of words",
        "messages.py",
        "Word = Annotated[str, Meta(max_length=80)]",
        "Word = str",
        "test_limits.py::test_every_text_and_list_of_every_message_has_a_limit",
    ),
    Guard(
        "names that look alike",
        "attendance.py",
        "person.name = told_apart(folded(hello.name), others, MOST_GUESTS + MOST_WATCHERS)",
        "person.name = folded(hello.name)",
        "test_table.py::test_names_that_look_alike_are_told_apart",
    ),
    Guard(
        "names that are seen",
        "../names.py",
        "and not any(map(is_ignorable, name))",
        "",
        "test_table.py::test_names_that_nobody_should_read_are_not_let_in",
    ),
    Guard(
        "marks on names",
        "../names.py",
        "if (mark and char == before) or marks > MAX_MARKS:",
        "if False:",
        "test_table.py::test_names_that_nobody_should_read_are_not_let_in",
    ),
    Guard(
        "refusals at the end of a connection",
        "connection.py",
        "refused = known_refusal(last)",
        "refused = last",
        "test_texts.py::test_refusal_that_ends_a_connection_is_known_or_the_general_one",
    ),
    Guard(
        "a way of seats that are there",
        "positions.py",
        'self._all_in(view.way(), self.players, "way")',
        "pass",
        "test_positions.py::test_turns_of_seats_that_are_not_there_are_no_view",
    ),
    Guard(
        "a view that knows what it shows",
        "positions.py",
        'self._must(viewer == TABLE or view.view(viewer) == view, "known")',
        "pass",
        "test_positions.py::test_no_view_is_made_of",
    ),
    Guard(
        "signs on a plate",
        "positions.py",
        'self._must(0 <= fact.figures["n"] <= fact.figures["of"], "facts")',
        "pass",
        "test_positions.py::test_hearts_beyond_those_of_the_rules_are_no_view",
    ),
    Guard(
        "cards in a hand",
        "positions.py",
        'self._must(len(cards) <= view.most_cards(pile), "piles")',
        "pass",
        "test_positions.py::test_hand_that_no_game_deals_is_refused_before_its_moves_are_listed",
    ),
    Guard(
        "tokens that can be read back",
        "../profile/visited.py",
        "if _table(table._asdict()) != table:",
        "if False:",
        "test_visited.py::test_table_that_cannot_be_read_back_is_not_written",
    ),
    Guard(
        "the secret",
        "server.py",
        "return right and secret is not None",
        "return secret is not None",
        "test_attacks.py::test_without_the_secret_nothing_is_answered",
    ),
    Guard(
        "no table there",
        "server.py",
        "return right and secret is not None",
        "return right or secret is None",
        "test_attacks.py::test_without_the_secret_nothing_is_answered",
    ),
    Guard(
        "guessing secrets",
        "server.py",
        "if self._gate.is_closed(address, table, now):",
        "if False:",
        "test_attacks.py::test_five_wrong_secrets_close_the_door_even_to_the_right_one",
    ),
    Guard(
        "guessing under others' addresses",
        "server.py",
        "if self._behind_proxy and forwarded:",
        "if forwarded:",
        "test_attacks.py::test_without_a_proxy_nobody_takes_anothers_address",
    ),
    Guard(
        "guessing through a proxy",
        "server.py",
        'return forwarded.rpartition(",")[2].strip()',
        'return forwarded.partition(",")[0].strip()',
        "test_attacks.py::test_behind_a_proxy_guessers_are_told_apart_by_what_the_proxy_says",
    ),
    Guard(
        "web pages",
        "server.py",
        "origins=[None],",
        "origins=None,",
        "test_attacks.py::test_no_web_page_can_come_here",
    ),
    Guard(
        "another certificate",
        "connection.py",
        "if here.pin and not here.public and seen != here.pin:",
        "if False:",
        "test_attacks.py::test_another_host_is_noticed_before_anything_is_sent_to_it",
    ),
    Guard(
        "a host without the secret",
        "connection.py",
        'if not is_proof(answer.get(PROOF_HEADER, ""), here.secret, HOST, nonce, seen):',
        "if False:",
        "test_attacks.py::test_a_host_that_does_not_know_the_secret_is_not_believed",
    ),
    Guard(
        "a stranger until the first message",
        "server.py",
        "if self._knows(request):",
        'if self._knows(request):\n            cast("GuestConnection", connection).arrival.prove()',
        "test_attacks.py::test_who_sends_again_what_was_overheard_stays_a_stranger",
    ),
    Guard(
        "what was overheard",
        "server.py",
        "if not self._answers(connection, message):",
        "if False:",
        "test_attacks.py::test_what_was_overheard_and_is_sent_again_lets_nobody_in",
    ),
    Guard(
        "a host that lets guests in and drops them",
        "connection.py",
        "attempt = 0 if clock() - begun >= STEADY else attempt",
        "attempt = 0",
        "test_coming_back.py::test_a_host_that_lets_guests_in_and_drops_them_is_asked_less_and_less_and_then_no_more",
    ),
    Guard(
        "coming back has an end",
        "connection.py",
        "if end is None and attempt >= MAX_ATTEMPTS:",
        "if False:",
        "test_coming_back.py::test_a_host_that_is_gone_is_looked_for_for_an_hour",
    ),
    Guard(
        "somebody in between",
        "proof.py",
        'b"\\0".join((b"house-rules", whose, nonce.encode("utf-8", "replace"), certificate))',
        'b"\\0".join((b"house-rules", whose, nonce.encode("utf-8", "replace")))',
        "test_attacks.py::test_somebody_in_between_gains_nothing_where_the_invitation_was_typed",
    ),
    Guard(
        "the size of a message",
        "server.py",
        "max_size=messages.LARGEST_TO_HOST,",
        "max_size=None,",
        "test_attacks.py::test_a_message_that_is_too_large_is_not_read",
    ),
    Guard(
        "a flood",
        "arrivals.py",
        "not self._allowance.take(self.loop.time())",
        "False",
        "test_attacks.py::test_a_flood_ends_the_connection",
    ),
    Guard(
        "frames that are no messages",
        "arrivals.py",
        "not self._allowance.take(self.loop.time())",
        "False",
        "test_attacks.py::test_flood_of_frames_without_content_ends_the_connection",
    ),
    Guard(
        "what a flood left behind",
        "house.py",
        "if self.number not in self._place.links:",
        "if False:",
        "test_attacks.py::test_message_queued_before_a_flood_is_dropped",
    ),
    Guard(
        "connections without an end",
        "arrivals.py",
        "call_later(MAX_OPENING, self.drop)",
        "call_later(1000.0, self.drop)",
        "test_attacks.py::test_connection_without_tls_handshake_is_dropped_at_its_deadline",
    ),
    Guard(
        "a request without an end",
        "arrivals.py",
        "if self._received > MAX_REQUEST:",
        "if False:",
        "test_attacks.py::test_unproved_connection_with_a_long_request_is_dropped",
    ),
    Guard(
        "wrong paths close nothing else",
        "gate.py",
        "return self._recent((network_of(address), table), now) >= MOST_WRONG",
        "return sum(self._recent(key, now) for key in tuple(self._wrong)) >= MOST_WRONG",
        "test_attacks.py::test_wrong_paths_close_no_other_table",
    ),
    Guard(
        "who does not read",
        "server.py",
        "if self._size > MAX_UNSENT:",
        "if False:",
        "test_attacks.py::test_who_does_not_read_is_cut_off",
    ),
    Guard(
        "who says nothing",
        "server.py",
        "async with asyncio.timeout(None if link.greeted else MAX_OPENING):",
        "async with asyncio.timeout(None):",
        "test_attacks.py::test_who_says_nothing_is_not_waited_for",
    ),
    Guard(
        "too many strangers",
        "gate.py",
        "return self.first_to_go() if len(self) > self._most else None",
        "return None",
        "test_attacks.py::test_strangers_over_the_limit_are_dropped_before_tls",
    ),
    Guard(
        "a share of strangers for each address",
        "gate.py",
        "if len(own) > self._share:",
        "if False:",
        "test_attacks.py::test_strangers_of_one_address_over_its_share_are_dropped",
    ),
    Guard(
        "files for the tables",
        "arrivals.py",
        "if going is None and len(self._all) > self._most:",
        "if False:",
        "test_attacks.py::test_strangers_are_dropped_when_files_run_short",
    ),
    Guard(
        "a share of the list for each address",
        "discovery.py",
        "if len(neighbours) > NEARBY_SHARE:",
        "if False:",
        "test_discovery.py::test_announcements_of_one_address_take_only_its_share",
    ),
    Guard(
        "the newest table nearby",
        "discovery.py",
        "del self._tables[next(iter(self._tables))]",
        "self._tables.popitem()",
        "test_discovery.py::test_newest_table_is_listed_first_in_a_full_list",
    ),
    Guard(
        "names that nobody answers for",
        "discovery.py",
        "if len(self._tasks) >= MOST_NEARBY:\n            oldest = next(iter(self._tasks))",
        "if len(self._tasks) >= MOST_NEARBY:\n            return\n            oldest = next(iter(self._tasks))",
        "test_discovery.py::test_unanswered_announcements_delay_no_other",
    ),
    Guard(
        "a proxy at other addresses",
        "dedicated.py",
        "if asked.proxy and asked.address and not is_loopback(asked.address):",
        "if False:",
        "test_dedicated.py::test_mistakes_in_the_command_line_are_told",
    ),
    Guard(
        "health for others",
        "server.py",
        'if request.path == "/health" and self._is_own(connection, request):',
        'if request.path == "/health":',
        "test_attacks.py::test_health_is_told_to_this_computer_alone",
    ),
    Guard(
        "a second Hello",
        "house.py",
        "elif isinstance(message, Hello):",
        "elif False:",
        "test_attacks.py::test_rubbish_later_ends_the_connection_and_others_play_on",
    ),
    Guard(
        "who decided and never came back",
        "table.py",
        'absent = [person for person in self.people if not self._plays(person)] if self.phase == "room" else gone',
        "absent = gone",
        "test_table.py::test_who_decided_and_went_away_before_a_match_leaves_the_chair_like_others",
    ),
    Guard(
        "a thought about a match that was broken off",
        "table.py",
        "self._unwanted += match.take_wishes()[1]",
        "pass",
        "test_table.py::test_what_a_computer_player_thought_about_a_match_that_was_broken_off_is_dropped",
    ),
    Guard(
        "a computer that was asleep",
        "hosting.py",
        "self.house.pass_time(1000 * min(MAX_TICK, now - ticked))",
        "self.house.pass_time(1000 * (now - ticked))",
        "test_hosting.py::test_hours_in_which_the_computer_was_asleep_count_as_a_moment",
    ),
    Guard(
        "a mistyped invitation",
        "invitation.py",
        "if not body or _check(body) != check:",
        "if not body:",
        "test_invitation.py::test_a_mistyped_character_is_noticed",
    ),
)


def fails_without(guard: Guard) -> str:
    """Run a guard's test in a copy of the tree without the guard; return what is wrong, empty if the test failed."""
    with TemporaryDirectory() as folder:
        copy = Path(folder)
        shutil.copytree(ROOT / "engine", copy / "engine", ignore=shutil.ignore_patterns("__pycache__"))
        for name in SHARED:
            (copy / name).symlink_to(ROOT / name)
        file = copy / "engine" / "online" / guard.file
        text = file.read_text(encoding="utf-8")
        if text.count(guard.old) != 1:
            return f"its text occurs {text.count(guard.old)} times in {guard.file}"
        file.write_text(text.replace(guard.old, guard.new), encoding="utf-8")
        test = f"tests/online/{guard.test}"
        command = [sys.executable, "-m", "pytest", test, "-n", "0", "-x", "-q", "-p", "no:cacheprovider"]
        done = subprocess.run(command, cwd=copy, capture_output=True, text=True, check=False)
        if done.returncode == 1:
            return ""
        return f"{guard.test} passes" if not done.returncode else f"{guard.test} was not run\n{done.stdout[-2000:]}"


def main(words: list[str]) -> int:
    """Try the guards; return the number of those that no test misses."""
    chosen = [guard for guard in GUARDS if not words or any(word in guard.name for word in words)]
    missed = 0
    with ThreadPoolExecutor(AT_ONCE) as pool:
        for guard, wrong in zip(chosen, pool.map(fails_without, chosen), strict=True):
            missed += bool(wrong)
            print(f"{'NOT MISSED' if wrong else 'missed':<10}  {guard.name}{f': {wrong}' if wrong else ''}", flush=True)
    print(f"{len(chosen)} guards, {missed} that no test misses")
    return missed


if __name__ == "__main__":
    sys.exit(bool(main(sys.argv[1:])))
