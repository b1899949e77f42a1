"""Characters remember the player: matches won against each other, in texts and greetings."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.characters import CHARACTERS
from engine.events import QuestionAsked
from engine.game import MatchOutcome
from engine.languages import LANGUAGES
from engine.match.match import Match
from engine.moves import Ask, Note, Seat
from engine.rng import Rng
from engine.statistics.store import HeadToHead, Statistics
from scenes.screens.results.result_summary import rival_text
from scenes.screens.seating.seating_screen import SeatingScreen
from scenes.shell.destinations import MatchTable
from scenes.table.layouts import LAYOUTS
from scenes.table.model.character_lines import CharacterLines
from scenes.text.catalogue import Words
from scenes.text.head_to_head import head_to_head_text
from scenes.text.spoken_lines import SpokenLine
from tests.support.counted_matches import begin_record, write_match
from tests.support.drawn_texts import record_texts
from tests.support.records import new_record, play_randomly
from tests.support.tables import start_program

MAX_LINE_LENGTH = 48
"""Maximum number of characters in a line, so that it is read in passing."""


@pytest.fixture
def kept(tmp_path: Path) -> Iterator[Statistics]:
    statistics = Statistics(tmp_path / "statistics.sqlite", lambda notice: pytest.fail(notice.key))
    yield statistics
    statistics.close()


def write_matches(kept: Statistics, slug: str, *winners: Seat) -> None:
    for number, winner in enumerate(winners):
        write_match(kept, begin_record(number, slug), winners=(winner,))


def test_heads_to_heads_count_won_matches_of_a_game_without_help(kept: Statistics) -> None:
    celeste, tiao = list(CHARACTERS)[:2]
    write_matches(kept, "gurch", 0, 1, 1, 2)
    write_match(kept, begin_record(10, "roped"), winners=(1,))
    write_match(kept, begin_record(11, "gurch", hinted=1), winners=(0,))
    found = kept.heads_to_heads("gurch", "")
    assert (found[celeste], found[tiao]) == (HeadToHead(1, 2), HeadToHead(1, 1))
    assert kept.heads_to_heads("gurch", "Ada") == {}


@pytest.mark.parametrize(
    ("matches", "text"),
    [((2, 4), "Kwame leads you 4 to 2"), ((4, 2), "You lead Kwame 4 to 2"), ((3, 3), "You and Kwame: 3 all")],
)
def test_text_says_who_leads(matches: tuple[int, int], text: str) -> None:
    assert head_to_head_text(Words("en"), "kwame", HeadToHead(*matches)) == text


def test_text_is_empty_before_the_first_win() -> None:
    assert head_to_head_text(Words("en"), "kwame", HeadToHead(0, 0)) == ""


# --- greetings --------------------------------------------------------------------------------------------------------


def greetings(matches: HeadToHead) -> set[str]:
    """Return the greetings of tables with Kwame, who remembers these matches, and Mei."""
    found = set()
    for seed in range(60):
        lines = CharacterLines({1: "kwame", 2: "mei"}, LAYOUTS["gurch"].effects, seed, {1: matches})
        line = lines.on_event(QuestionAsked(Ask("play", (0,))))
        assert line is not None
        found.add(line.text(Words("en")))
    return found


@pytest.mark.parametrize(
    ("matches", "line"),
    [
        (HeadToHead(2, 4), "4 to 2 for me! Come and get it!"),
        (HeadToHead(4, 2), "4 to 2 for you? I’ll bet that changes!"),
        (HeadToHead(3, 3), "3 all! Tonight we settle it!"),
    ],
)
def test_character_often_greets_with_matches_won(matches: HeadToHead, line: str) -> None:
    plain = {"Big game, friends! Deal me in.", "Hello. Shall we?"}
    assert greetings(matches) == {line} | plain
    assert greetings(HeadToHead(1, 1)) == plain, "too few to speak of"


@pytest.mark.parametrize("language", LANGUAGES)
def test_remembering_lines_name_both_numbers(language: str) -> None:
    words = Words(language)
    for who in CHARACTERS:
        for topic, matches in (("ahead", HeadToHead(17, 29)), ("behind", HeadToHead(29, 17))):
            text = SpokenLine(1, who, f"greeting_{topic}", head_to_head=matches).text(words)
            assert text.index("29") < text.index("17"), "the leader's first"
            assert len(text) <= MAX_LINE_LENGTH
        assert "23" in SpokenLine(1, who, "greeting_level", head_to_head=HeadToHead(23, 23)).text(words)


# --- screens ----------------------------------------------------------------------------------------------------------


def test_seating_screen_and_table_know_earlier_matches(tmp_path: Path) -> None:
    pilot = start_program(tmp_path, talk=True)
    write_matches(pilot.app.statistics, "gurch", 1, 1, 0)
    record = new_record("gurch")
    pilot.app.last_tables.save("gurch", record.chairs[1:], has_begun=True)
    with record_texts() as texts:
        screen = SeatingScreen(pilot.app, "gurch")
        pilot.app.go(screen)
        screen.choose_chair(1)
        pilot.run_frames(1)
    assert any("Celeste leads you 2 to 1" in text for text in texts)
    said = set()
    for seed in range(12):
        pilot.app.go(MatchTable(new_record("gurch", seed)))
        pilot.run_until_idle()
        said |= {str(getattr(line, "text", "")) for line in pilot.table.log.finished_lines}
    assert any("2 to 1 for me, dear." in line for line in said)


def test_result_names_the_winning_character_or_the_strongest_at_the_table(tmp_path: Path) -> None:
    app = start_program(tmp_path).app
    write_matches(app.statistics, "gurch", 1, 1, 2, 0)
    record = new_record("gurch")
    game = play_randomly(record, Rng(5))
    match = Match(record, lambda _: None, app.thinker)
    texts = {}
    for winner in range(3):
        game.outcome = MatchOutcome((winner,), Note("target"))
        match.game = game
        texts[winner] = rival_text(app, match)
    assert texts == {0: "Celeste leads you 2 to 1", 1: "Celeste leads you 2 to 1", 2: "You and Tião: 1 all"}
    record.hinted = 1
    assert rival_text(app, match) == "", "a match with help doesn't count"
