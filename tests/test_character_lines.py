"""Lines of characters: their content and frequency; no line reveals a card."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path

import pytest

from engine.cards import Card
from engine.characters import CHARACTERS
from engine.events import Announced, CardsMoved, Event, QuestionAsked, redact_for_seats
from engine.games import GAMES
from engine.languages import LANGUAGES
from engine.moves import Ask, Note, Pile
from scenes.render import timing
from scenes.shell.destinations import MatchTable
from scenes.table.goal_dialog import GoalDialog
from scenes.table.layouts import LAYOUTS
from scenes.table.model.character_lines import MIN_TURNS_BETWEEN_LINES, CharacterLines
from scenes.text.catalogue import Words
from scenes.text.spoken_lines import TOPICS, SpokenLine, farewell_line
from tests.support.profile_pilot import Pilot
from tests.support.records import new_record, random_events
from tests.support.tables import start_program

MAX_LINE_LENGTH = 48
"""Maximum number of characters in a line, so that it is read in passing."""
SEEDS = range(6)


def character_lines(slug: str, seats: int, seed: int = 1, *, persons: int = 1) -> CharacterLines:
    characters = dict(zip(range(persons, seats), CHARACTERS, strict=False))
    return CharacterLines(characters, LAYOUTS[slug].effects, seed)


def lines_in_match(slug: str, seed: int, events: Sequence[Event]) -> Iterator[tuple[int, SpokenLine]]:
    """Yield the lines of a match with the number of turns before each."""
    speaking, turns = character_lines(slug, GAMES[slug].seats_default, seed), 0
    for event in events:
        turns += isinstance(event, QuestionAsked)
        talk = speaking.on_event(event)
        if talk is not None:
            yield turns, talk


# --- lines ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_character_has_every_line_in_every_language(language: str) -> None:
    words = Words(language)
    lines = [SpokenLine(1, who, topic).text(words) for who in CHARACTERS for topic in TOPICS]
    assert 12 <= len(TOPICS) <= 20
    assert max(map(len, lines)) <= MAX_LINE_LENGTH
    assert all(f"voices.{who}.{topic}" in words for who in CHARACTERS for topic in TOPICS)
    for who in CHARACTERS:
        own = [SpokenLine(1, who, topic).text(words) for topic in TOPICS]
        assert len(set(own)) == len(own), who


def test_every_reaction_topic_has_lines() -> None:
    topics = {
        one.topic
        for slug in GAMES
        for several in LAYOUTS[slug].effects.reactions_by_announcement.values()
        for one in several
    }
    assert topics - {""} <= set(TOPICS)


# --- frequency --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("slug", GAMES)
def test_no_line_repeats_and_at_most_one_in_three_turns(slug: str) -> None:
    spoken = 0
    for seed in SEEDS:
        found = list(lines_in_match(slug, seed, random_events(slug, seed)))
        spoken += len(found)
        lines = Counter((talk.character, talk.topic_or_phrase) for _, talk in found)
        assert set(lines.values()) <= {1}
        assert all(later - sooner >= MIN_TURNS_BETWEEN_LINES for (sooner, _), (later, _) in pairwise(found))
        assert found[0][1].topic_or_phrase == "greeting" or all(talk.topic_or_phrase != "greeting" for _, talk in found)
    assert spoken >= 8, "characters speak at all"


@pytest.mark.parametrize("slug", GAMES)
def test_lines_do_not_depend_on_hidden_cards(slug: str) -> None:
    """A match brings the same lines with hidden cards, one open seat, or all cards open."""
    for seed in SEEDS:
        events = random_events(slug, seed)
        heard = [
            list(lines_in_match(slug, seed, [redact_for_seats(event, eyes) for event in events]))
            for eyes in (0, 1, 2, -1)
        ]
        assert all(one == heard[0] for one in heard)


def test_persons_get_no_lines_and_another_match_brings_other_lines() -> None:
    events = random_events("roped", 3)
    several = {tuple(lines_in_match("roped", seed, events)) for seed in range(8)}
    assert len(several) >= 3
    assert all(talk.seat != 0 for lines in several for _, talk in lines)
    alone = character_lines("roped", 4, persons=4)
    assert not any(alone.on_event(event) for event in events)


def test_no_line_repeats_after_undo_and_restart() -> None:
    events = random_events("roped", 5)
    speaking = character_lines("roped", GAMES["roped"].seats_default, 5)
    first = [talk for event in events if (talk := speaking.on_event(event))]
    half = speaking.restart_after(events[: len(events) // 2], from_start=True)
    again = [talk for event in events[len(events) // 2 :] if (talk := speaking.on_event(event))]
    assert first and not {(talk.character, talk.topic_or_phrase) for talk in first} & {
        (talk.character, talk.topic_or_phrase) for talk in again
    }
    told = [one for one in half if isinstance(one, SpokenLine)]
    assert told == first[: len(told)], "the log keeps the earlier lines"
    other = character_lines("roped", GAMES["roped"].seats_default, 5)
    assert other.restart_after(events, from_start=False) == events
    assert not any(other.on_event(event) for event in events), "a match without its start brings no old lines"


# --- topics -----------------------------------------------------------------------------------------------------------


def advance_turns(speaking: CharacterLines, count: int = MIN_TURNS_BETWEEN_LINES + 1) -> None:
    for _ in range(count):
        speaking.on_event(QuestionAsked(Ask("wait", (0, 1))))


def roping_event(seat: int, other: int) -> Announced:
    return Announced(seat, Note("lasso", {"seat": seat, "seat_to": other, "card": Card(0), "n": 20}), loud=True)


def test_roped_character_takes_revenge() -> None:
    topics = set()
    for seed in range(40):
        speaking = character_lines("roped", 4, seed)
        advance_turns(speaking)
        speaking.on_event(roping_event(0, 2))
        advance_turns(speaking)
        talk = speaking.on_event(roping_event(2, 0))
        topics.add(talk.topic_or_phrase if talk else "")
    assert topics == {"revenge", ""}


def test_beaten_bomb_and_first_one_have_different_lines() -> None:
    def play(seat: int, kind: str) -> Announced:
        return Announced(seat, Note(kind, {"cards": (Card(1),), "n": 1}))

    for seed in range(20):
        speaking = character_lines("big_two", 4, seed)
        advance_turns(speaking)
        assert speaking.on_event(play(1, "quads")) is None, "the first bomb brings no line"
        advance_turns(speaking)
        talk = speaking.on_event(play(2, "quads"))
        assert talk is None or talk.topic_or_phrase == "bomb"
        advance_turns(speaking)
        speaking.on_event(CardsMoved((Card(1),), Pile("trick"), Pile("played"), (0,), "sweep"))
        assert speaking.on_event(play(3, "quads")) is None, "a bomb in the next trick brings no line"


def test_last_card_and_going_out_are_counted_from_public_events() -> None:
    def move(source: Pile, target: Pile, count: int, how: str = "play") -> CardsMoved:
        return CardsMoved((Card(-1),) * count, source, target, tuple(range(count)), how, viewers=0)

    topics = Counter[str]()
    for seed in range(40):
        speaking = character_lines("big_two", 4, seed)
        speaking.on_event(move(Pile("stock"), Pile("hand", 1), 3, "deal"))
        advance_turns(speaking)
        first = speaking.on_event(move(Pile("hand", 1), Pile("trick"), 2))
        advance_turns(speaking)
        second = speaking.on_event(move(Pile("hand", 1), Pile("trick"), 1))
        topics += Counter(talk.topic_or_phrase for talk in (first, second) if talk)
    assert topics.keys() == {"last_card", "went_out"}


def test_at_end_winner_has_last_word() -> None:
    characters = {1: "mei", 2: "rafa"}
    assert farewell_line(5, characters, (2,)) == SpokenLine(2, "rafa", "farewell_won")
    lost = farewell_line(5, characters, (0,))
    assert lost is not None and lost.topic_or_phrase == "farewell_lost" and lost == farewell_line(5, characters, (0,))
    assert farewell_line(5, {}, (0,)) is None


# --- at the table ---------------------------------------------------------------------------------------------------


def at_table(folder: Path, slug: str = "roped", **values: object) -> Pilot:
    pilot = start_program(folder, **{"speed": "1", "auto_answer": True, "log": "open", "talk": True, **values})
    pilot.app.go(MatchTable(new_record(slug, 3)))
    pilot.run_frames(1)
    if isinstance(pilot.app.top, GoalDialog):
        pilot.app.top.back()
    return pilot


def test_line_is_shown_at_seat_and_kept_in_log(tmp_path: Path) -> None:
    pilot = at_table(tmp_path)
    table = pilot.table
    pilot.run_until_idle()
    talk = SpokenLine(1, "anselm", "burn")
    table.talk_scheduler._say(talk)
    bubble = table.hud.bubbles.placed_bubbles()[1]
    assert bubble.is_talk and bubble.string == talk.text(table.words)
    assert 0 < table.next_update_ms <= timing.TALK_MS + timing.TALK_MS_PER_LETTER * len(bubble.string)
    assert (table.log.lines[-1].kind, table.log.lines[-1].seat) == ("talk", 1)
    table.lay_out()
    assert table.hud.bubbles.placed_bubbles()[1].string == bubble.string, "the bubble stays after a resize"
    pilot.run_frames(300)
    assert not any(one.is_talk for one in table.hud.bubbles.placed_bubbles().values())
    assert bubble.string in table.log.lines[-1].text
    assert all(not isinstance(event, SpokenLine) for event in table.log.events)
    pilot.app.release_everything()


def test_no_line_outlives_next_question_to_player(tmp_path: Path) -> None:
    pilot = at_table(tmp_path)
    pilot.run_until_idle()
    talking, hud = pilot.table.talk_scheduler, pilot.table.hud
    sooner, later = SpokenLine(1, "anselm", "burn"), SpokenLine(2, "mei", "burn")
    talking._say(sooner)
    talking._pending_line = later
    talking.on_event(QuestionAsked(Ask("play", (2,))))
    assert hud.bubbles.spoken_line == later, "the line stays during another opponent's turn"
    talking.on_event(QuestionAsked(Ask("play", (3,))))
    assert hud.bubbles.spoken_line == later
    talking.on_event(QuestionAsked(Ask("play", (talking.match.viewer,))))
    assert hud.bubbles.spoken_line is None
    pilot.app.release_everything()


def test_talk_can_be_switched_off_without_changing_match(tmp_path: Path) -> None:
    def moves(folder: Path, *, talk: bool) -> tuple[list[object], int]:
        folder.mkdir()
        pilot, lines = at_table(folder, "pass_the_ace", speed="instant", talk=talk), 0
        table = pilot.table
        for _ in range(4000):
            if pilot.app.top is not table or len(table.match.record.moves) > 60:
                break
            pilot.run_frames(1)
            if table.model.choice is not None:
                table.hand_controller.answer(table.model.choice.legal_moves[0])
        lines = sum(line.kind == "talk" for line in table.log.lines)
        found: list[object] = list(table.match.record.moves)
        pilot.app.release_everything()
        return found, lines

    talking, silent = moves(tmp_path / "on", talk=True), moves(tmp_path / "off", talk=False)
    assert talking[0] == silent[0] and talking[1] > silent[1] == 0


def test_long_thought_is_announced_once(tmp_path: Path) -> None:
    pilot = at_table(tmp_path)
    talking = pilot.table.talk_scheduler
    talking._character_lines._turns_since_line = MIN_TURNS_BETWEEN_LINES
    talking.hud.show_spoken_line(None)
    talking._on_question_asked(QuestionAsked(Ask("play", (1,))))
    talking._quiet_turns = 0
    pilot.table.timeline.update(timing.MIN_COMMENTED_THOUGHT_MS - 1)
    bubbles = talking.hud.bubbles
    assert bubbles.spoken_line is None or bubbles.spoken_line.topic_or_phrase != "long_thought"
    pilot.table.timeline.update(2)
    assert bubbles.spoken_line is not None and bubbles.spoken_line.topic_or_phrase == "long_thought"
    assert talking._character_lines.take_long_thought_line(1) is None
    pilot.app.release_everything()
