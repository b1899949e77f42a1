"""Voices: what characters say, how rarely, and that nothing of it tells a card."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path

import pytest

from engine.cards import Card
from engine.events import Asked, Event, Moved, Said, seen_with
from engine.games import GAMES
from engine.languages import LANGUAGES
from engine.moves import Ask, Note, Pile
from engine.people import CHARACTERS
from scenes.look import speeds
from scenes.shell.destinations import Begin
from scenes.table.goal import GoalDialog
from scenes.table.layouts import LAYOUTS
from scenes.table.stage.voices import APART, Voices
from scenes.table.table import Table
from scenes.text.talk import TOPICS, Talk, farewell
from scenes.text.words import Words
from tests.support.at_table import settings
from tests.support.piloting import Pilot
from tests.support.records import new_record, random_events

LONGEST = 48
"""Most characters of a line that is read in passing."""
SEEDS = range(6)


def voices(slug: str, seats: int, seed: int = 1, *, persons: int = 1) -> Voices:
    layout = LAYOUTS[slug].for_seats(seats)
    characters = dict(zip(range(persons, seats), CHARACTERS, strict=False))
    return Voices(characters, layout.reactions, layout.last_cards, seed)


def said_in(slug: str, seed: int, events: Sequence[Event]) -> Iterator[tuple[int, Talk]]:
    """The lines that a match brings, with the number of turns before each."""
    speaking, turns = voices(slug, GAMES[slug].seats_default, seed), 0
    for event in events:
        turns += isinstance(event, Asked)
        talk = speaking.hear(event)
        if talk is not None:
            yield turns, talk


# --- lines ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_character_has_every_line_in_every_language(language: str) -> None:
    words = Words(language)
    lines = [Talk(1, who, topic).line(words) for who in CHARACTERS for topic in TOPICS]
    assert 12 <= len(TOPICS) <= 20
    assert max(map(len, lines)) <= LONGEST
    assert all(f"voices.{who}.{topic}" in words for who in CHARACTERS for topic in TOPICS)
    for who in CHARACTERS:
        own = [Talk(1, who, topic).line(words) for topic in TOPICS]
        assert len(set(own)) == len(own), who


def test_everything_that_games_react_to_has_lines() -> None:
    topics = {one.topic for slug in GAMES for several in LAYOUTS[slug].reactions.values() for one in several}
    assert topics - {""} <= set(TOPICS)


# --- how rarely -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("slug", GAMES)
def test_no_line_comes_twice_and_at_most_one_in_three_turns(slug: str) -> None:
    spoken = 0
    for seed in SEEDS:
        found = list(said_in(slug, seed, random_events(slug, seed)))
        spoken += len(found)
        lines = Counter((talk.character, talk.topic) for _, talk in found)
        assert set(lines.values()) <= {1}
        assert all(later - sooner >= APART for (sooner, _), (later, _) in pairwise(found))
        assert found[0][1].topic == "greeting" or all(talk.topic != "greeting" for _, talk in found)
    assert spoken >= 8, "they do talk"


@pytest.mark.parametrize("slug", GAMES)
def test_what_is_said_does_not_depend_on_hidden_cards(slug: str) -> None:
    """Seen by nobody, by one seat or with all cards open, a match brings the same lines."""
    for seed in SEEDS:
        events = random_events(slug, seed)
        heard = [list(said_in(slug, seed, [seen_with(event, eyes) for event in events])) for eyes in (0, 1, 2, -1)]
        assert all(one == heard[0] for one in heard)


def test_persons_say_nothing_and_another_match_brings_other_lines() -> None:
    events = random_events("roped", 3)
    several = {tuple(said_in("roped", seed, events)) for seed in range(8)}
    assert len(several) >= 3
    assert all(talk.seat != 0 for lines in several for _, talk in lines)
    alone = voices("roped", 4, persons=4)
    assert not any(alone.hear(event) for event in events)


def test_after_undo_and_restart_no_line_is_said_again() -> None:
    events = random_events("roped", 5)
    speaking = voices("roped", GAMES["roped"].seats_default, 5)
    first = [talk for event in events if (talk := speaking.hear(event))]
    half = speaking.recall(events[: len(events) // 2], whole=True)
    again = [talk for event in events[len(events) // 2 :] if (talk := speaking.hear(event))]
    assert first and not {(talk.character, talk.topic) for talk in first} & {
        (talk.character, talk.topic) for talk in again
    }
    told = [one for one in half if isinstance(one, Talk)]
    assert told == first[: len(told)], "the log shows what was said before"
    other = voices("roped", GAMES["roped"].seats_default, 5)
    assert other.recall(events, whole=False) == events
    assert not any(other.hear(event) for event in events), "nobody knows what was said in a match of which this is left"


# --- about what -----------------------------------------------------------------------------------------------------


def turns(speaking: Voices, count: int = APART + 1) -> None:
    for _ in range(count):
        speaking.hear(Asked(Ask("wait", (0, 1))))


def roping(seat: int, other: int) -> Said:
    return Said(seat, Note("lasso", {"seat": seat, "seat_to": other, "card": Card(0), "n": 20}), loud=True)


def test_who_was_roped_takes_revenge() -> None:
    topics = set()
    for seed in range(40):
        speaking = voices("roped", 4, seed)
        turns(speaking)
        speaking.hear(roping(0, 2))
        turns(speaking)
        talk = speaking.hear(roping(2, 0))
        topics.add(talk.topic if talk else "")
    assert topics == {"revenge", ""}


def test_a_beaten_bomb_and_a_first_one_are_told_apart() -> None:
    def play(seat: int, kind: str) -> Said:
        return Said(seat, Note(kind, {"cards": (Card(1),), "n": 1}))

    for seed in range(20):
        speaking = voices("big_two", 4, seed)
        turns(speaking)
        assert speaking.hear(play(1, "quads")) is None, "nothing was beaten"
        turns(speaking)
        talk = speaking.hear(play(2, "quads"))
        assert talk is None or talk.topic == "bomb"
        turns(speaking)
        speaking.hear(Moved((Card(1),), Pile("trick"), Pile("played"), (0,), "sweep"))
        assert speaking.hear(play(3, "quads")) is None, "that was another trick"


def test_the_last_card_and_going_out_are_counted_from_what_all_see() -> None:
    def move(source: Pile, target: Pile, count: int, how: str = "play") -> Moved:
        return Moved((Card(-1),) * count, source, target, tuple(range(count)), how, seen=0)

    topics = Counter[str]()
    for seed in range(40):
        speaking = voices("big_two", 4, seed)
        speaking.hear(move(Pile("stock"), Pile("hand", 1), 3, "deal"))
        turns(speaking)
        first = speaking.hear(move(Pile("hand", 1), Pile("trick"), 2))
        turns(speaking)
        second = speaking.hear(move(Pile("hand", 1), Pile("trick"), 1))
        topics += Counter(talk.topic for talk in (first, second) if talk)
    assert topics.keys() == {"last_card", "went_out"}


def test_at_the_end_a_winner_has_the_last_word() -> None:
    characters = {1: "mei", 2: "rafa"}
    assert farewell(5, characters, (2,)) == Talk(2, "rafa", "farewell_won")
    lost = farewell(5, characters, (0,))
    assert lost is not None and lost.topic == "farewell_lost" and lost == farewell(5, characters, (0,))
    assert farewell(5, {}, (0,)) is None


# --- at the table ---------------------------------------------------------------------------------------------------


def at_table(folder: Path, slug: str = "roped", **values: object) -> Pilot:
    settings(folder, **{"speed": "1", "auto_answer": True, "log": "open", "talk": True, **values})
    pilot = Pilot(folder)
    pilot.app.go(Begin(new_record(slug, 3)))
    pilot.steps(1)
    if isinstance(pilot.app.top, GoalDialog):
        pilot.app.top.back()
    return pilot


def test_a_line_is_shown_at_its_seat_for_a_while_and_kept_in_the_log(tmp_path: Path) -> None:
    pilot = at_table(tmp_path)
    table = pilot.table
    pilot.rest()
    talk = Talk(1, "anselm", "burn")
    table.talking._say(talk)
    bubble = table.hud.bubbles.placed()[1]
    assert bubble.talk and bubble.string == talk.line(table.words)
    assert 0 < table.due <= speeds.TALK + speeds.TALK_PER_LETTER * len(bubble.string)
    assert (table.log.lines[-1].kind, table.log.lines[-1].seat) == ("talk", 1)
    table.lay_out()
    assert table.hud.bubbles.placed()[1].string == bubble.string, "it stays when the window changes"
    pilot.steps(300)
    assert not any(one.talk for one in table.hud.bubbles.placed().values())
    assert bubble.string in table.log.lines[-1].text
    assert all(not isinstance(event, Talk) for event in table.log.events)
    pilot.app.close_all()


def test_no_line_outlives_the_next_question_to_the_player(tmp_path: Path) -> None:
    pilot = at_table(tmp_path)
    pilot.rest()
    talking, hud = pilot.table.talking, pilot.table.hud
    sooner, later = Talk(1, "anselm", "burn"), Talk(2, "mei", "burn")
    talking._say(sooner)
    talking._waiting = later
    talking.hear(Asked(Ask("play", (2,))))
    assert hud._talk is not None and hud._talk[0] == later, "another opponent's turn ends nothing by itself"
    talking.hear(Asked(Ask("play", (3,))))
    assert hud._talk is not None and hud._talk[0] == later
    talking.hear(Asked(Ask("play", (talking.match.viewer,))))
    assert hud._talk is None
    pilot.app.close_all()


def test_no_line_lies_on_a_plate(tmp_path: Path) -> None:
    pilot = at_table(tmp_path, "big_two")
    said: list[Talk] = []
    for _ in range(6000):
        table = pilot.app.top
        if not isinstance(table, Table):
            break
        hud, talking = table.hud, table.talking
        before = hud._talk and hud._talk[0]
        pilot.steps(1)
        now = hud._talk and hud._talk[0]
        if now is not None and now is not before:
            said.append(now)
        for bubble in hud.bubbles.placed().values():
            if bubble.talk:
                plates = [hud.plates.room(seat).inflate(-4, -4) for seat in table.stage.seats]
                assert bubble.rect.collidelist(plates) < 0
        assert talking._waiting is None or talking._waiting.seat != table.match.viewer
        if table.stage.choice is not None and not hud._talk:
            table.control.answer(table.stage.choice.legal[0])
    assert said and said[0].topic == "greeting"
    pilot.app.close_all()


def test_talk_can_be_switched_off_and_changes_nothing_of_the_match(tmp_path: Path) -> None:
    def moves(folder: Path, *, talk: bool) -> tuple[list[object], int]:
        folder.mkdir()
        pilot, lines = at_table(folder, "pass_the_ace", speed="instant", talk=talk), 0
        table = pilot.table
        for _ in range(4000):
            if pilot.app.top is not table or len(table.match.record.moves) > 60:
                break
            pilot.steps(1)
            if table.stage.choice is not None:
                table.control.answer(table.stage.choice.legal[0])
        lines = sum(line.kind == "talk" for line in table.log.lines)
        found: list[object] = list(table.match.record.moves)
        pilot.app.close_all()
        return found, lines

    talking, silent = moves(tmp_path / "on", talk=True), moves(tmp_path / "off", talk=False)
    assert talking[0] == silent[0] and talking[1] > silent[1] == 0


def test_a_long_thought_is_told_once(tmp_path: Path) -> None:
    pilot = at_table(tmp_path)
    talking = pilot.table.talking
    talking._voices._turns = APART
    talking._asked, talking._thought, talking._quiet = 1, 0.0, 0
    talking.update(speeds.LONG_THOUGHT - 1)
    assert talking.hud._talk is None or talking.hud._talk[0].topic != "long_thought"
    talking.update(2)
    assert talking.hud._talk is not None and talking.hud._talk[0].topic == "long_thought"
    assert talking._voices.thinks_long(1) is None
    pilot.app.close_all()
