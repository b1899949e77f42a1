"""The log: complete in every language and without hidden facts; it scrolls, is saved, and follows undo."""

from pathlib import Path

import pygame
import pytest

from engine.cards import Card
from engine.events import Announced, CardsMoved, CardsTurned, DealScored, Event, QuestionAsked, redact_for_seat
from engine.game import Game
from engine.games import GAMES
from engine.languages import LANGUAGES
from engine.moves import Pile
from engine.rng import Rng
from scenes.render.theme import PAPER_BOTTOM, contrast_ratio
from scenes.shell.destinations import MatchTable
from scenes.table.pages import log_page, name_colours
from scenes.text.catalogue import Words
from scenes.text.narrator import LogLine, Narrator
from tests.games.facts import FACTS_BY_GAME
from tests.games.roped import play
from tests.games.roped import position as roped
from tests.support import game_contract
from tests.support.profile_pilot import Pilot
from tests.support.records import find_record, new_record
from tests.support.table_nodes import node, tool
from tests.support.tables import continue_match, has_real_choice, load_saved_record, open_program

VIEWER = 0
MOVES = 150


def words_of(language: str) -> Words:
    words = Words(language)
    return words.with_seat_names(lambda seat: words("app.table.you") if seat == VIEWER else f"Player {seat}")


def seen_cards(game: Game, events: list[Event]) -> set[Card]:
    """Return the cards whose faces the viewer saw in these events or knew before."""
    seen = {Card(card) for card, mask in enumerate(game.known) if mask >> VIEWER & 1}
    for event in events:
        if isinstance(event, CardsTurned) or (isinstance(event, CardsMoved) and event.viewers >> VIEWER & 1):
            seen |= set(event.cards)
    return seen


def text_of(lines: list[LogLine]) -> str:
    return "\n".join(line.text for line in lines)


@pytest.mark.parametrize("slug", GAMES)
def test_log_contains_all_public_facts_and_no_hidden_ones(slug: str) -> None:
    for seed in range(6):
        game, rng = game_contract.start_match(slug, seed, standard=seed == 0), Rng(seed)
        narrators = [Narrator(words_of(language), game, VIEWER) for language in LANGUAGES]
        names = [{narrator.words.card(Card(card)): Card(card) for card in range(52)} for narrator in narrators]
        before = [0] * len(narrators)
        events = game.take_events()
        for _ in range(MOVES):
            known = seen_cards(game, events)
            for i, narrator in enumerate(narrators):
                for event in events:
                    narrator.on_event(redact_for_seat(event, VIEWER))
                fresh = narrator.lines[before[i] :]
                before[i] = len(narrator.lines)
                news = any(isinstance(event, CardsMoved | Announced | CardsTurned | DealScored) for event in events)
                assert bool(fresh) == news or not any(isinstance(event, QuestionAsked) for event in events), (
                    events,
                    fresh,
                )
                for line in fresh:
                    for mark in ("{", "}", "game.", "app.", f"{slug}.", "log."):
                        assert mark not in line.text, line.text
                    assert line.text.count("*") % 2 == 0
                named = {card for name, card in names[i].items() if name in text_of(fresh)}
                twins = {Card(card % 52) for card in known}
                assert named <= twins, f"{slug} {seed}: {text_of(fresh)}"
            waiting = game.seats_to_act()
            if not waiting:
                break
            game.play(rng.choice(game.legal_moves(rng.choice(waiting))))
            events = game.take_events()


@pytest.mark.parametrize("slug", GAMES)
def test_play_is_one_line_with_seat_and_cards(slug: str) -> None:
    """Cards that a seat plays face up in one answer form one line with that seat's name."""
    game, rng, words = game_contract.start_match(slug, 3, standard=True), Rng(3), words_of("en")
    narrator, laid, words_laid = Narrator(words, game, VIEWER), 0, FACTS_BY_GAME[slug].laying_words
    for event in game.take_events():
        narrator.on_event(event)
    for move in game_contract.random_moves(game, rng, 80):
        count = len(narrator.lines)
        game.play(move)
        events = [redact_for_seat(event, VIEWER) for event in game.take_events()]
        for event in events:
            narrator.on_event(event)
        first = next((event for event in events if isinstance(event, CardsMoved)), None)
        laying = first is not None and first.manner in ("play", "lay") and first.source == Pile("hand", move.seat)
        if laying and first is not None and first.cards == move.cards:
            line = next(line for line in narrator.lines[count:] if line.kind == "act")
            name, _, did = line.text.partition("* ")
            assert line.seat == move.seat and name == f"*{words.seat_name(move.seat)}" and did.startswith(words_laid)
            assert all(words.card(card) in line.text for card in move.cards)
            laid += 1
    assert laid or not words_laid


def test_deals_have_headings_and_scores() -> None:
    game, rng = game_contract.start_match("big_two", 1, standard=True), Rng(1)
    narrator = Narrator(words_of("en"), game, VIEWER)
    for event in game.take_events():
        narrator.on_event(redact_for_seat(event, VIEWER))
    for move in game_contract.random_moves(game, rng):
        game.play(move)
        for event in game.take_events():
            narrator.on_event(redact_for_seat(event, VIEWER))
    lines = narrator.lines
    assert [line.text for line in lines if line.kind == "deal"] == [f"Deal {n} of 5" for n in range(1, 6)]
    scores = [line.text for line in lines if line.kind == "score"]
    assert len(scores) == 5 * 2 + 1 and lines[-1].kind == "score"
    total = game.scores[1]
    sign = "−" if total < 0 else ""
    assert f"({sign}{abs(total)})" in scores[-2].split("Player 1")[1].split(",")[0]


def test_lost_lives_are_hearts() -> None:
    game, rng = game_contract.start_match("pass_the_ace", 1, standard=True), Rng(1)
    narrator, lost = Narrator(words_of("en"), game, VIEWER), []
    for move in game_contract.random_moves(game, rng):
        game.play(move)
        for event in game.take_events():
            narrator.on_event(redact_for_seat(event, VIEWER))
            if isinstance(event, DealScored):
                names = ["You", *(f"Player {seat}" for seat in range(1, game.seats))]
                lost.append(", ".join(f"{name} ♥" for name, n in zip(names, event.points, strict=True) if n == -1))
    hearts = [line.text.split(": ")[1] for line in narrator.lines if line.text.startswith("Lives lost: ")]
    assert hearts == lost and len(set(hearts)) > 2


def test_announcement_is_in_line_of_its_cards() -> None:
    game, words = game_contract.start_match("big_two", 4, standard=True), words_of("en")
    narrator, rng = (
        Narrator(words, game, VIEWER, [redact_for_seat(event, VIEWER) for event in game.take_events()]),
        Rng(4),
    )
    for move in game_contract.random_moves(game, rng, 200):
        key = game.describe(move).key
        game.play(move)
        for event in game.take_events():
            narrator.on_event(redact_for_seat(event, VIEWER))
        if key == "pair":
            line = [line for line in narrator.lines if line.kind == "act"][-1].text
            assert "“Pair of " in line and " play" in line
            return
    raise AssertionError("no pair was played in any match")


@pytest.mark.parametrize(
    ("move", "mine", "theirs"),
    [
        (
            "fill @2",
            "lay the 8 of diamonds from the stock face up on pile 3 and lay a card from the stock face down on it",
            "",
        ),
        ("discard 3H @2", "lay the 3 of hearts face up on pile 3 and lay a card from the stock face down on it", ""),
        (
            "discard 3D 3H @2",
            "lay the 3 of diamonds face up on pile 3 and lay the 3 of hearts face down on it",
            "lays the 3 of diamonds face up on pile 3 and lays a card face down on it",
        ),
        ("discard 9C @1", "discard the 9 of clubs on pile 2", "discards a card face down on pile 2"),
    ],
)
def test_log_names_piles_by_number(move: str, mine: str, theirs: str) -> None:
    """A card turned over just after it was laid is reported as laid face up."""
    first_lines = []
    for viewer in (0, 1):
        game, words = roped(["3H 3D 9C KD", "2H 2D 4C"], ["4S", "5C", ""], "8D 9H TD 2S", ask="discard"), Words("en")
        narrator = Narrator(words, game, viewer, [QuestionAsked(game.ask)] if game.ask else [], starts_mid_deal=True)
        play(game, move)
        for event in game.take_events():
            narrator.on_event(redact_for_seat(event, viewer))
        first_lines.append(narrator.lines[0].text)
    assert first_lines == [f"*0* {mine}", f"*0* {theirs or mine.replace('lay ', 'lays ')}"]


@pytest.mark.parametrize(
    ("language", "mine", "to_me"),
    [
        ("en", "*You* swap out", "*Player 1* gives"),
        ("fr", "*Tu* échanges", "*Player 1* te donne"),
        ("it", "*Tu* cambi", "*Player 1* ti dà"),
        ("es", "*Tú* cambias", "*Player 1* te da"),
    ],
)
def test_player_is_named_as_language_does_before_verb(language: str, mine: str, to_me: str) -> None:
    game, words = game_contract.start_match("pass_the_ace", 1, standard=True), words_of(language)
    hands = [Pile("hand", seat) for seat in (0, 1)]
    swapped = CardsMoved((Card(5),), hands[0], Pile("trash"), (0,), "swap")
    given = CardsMoved((Card(5),), hands[1], hands[0], (0,), "swap")
    lines = [Narrator(words, game, VIEWER, [event], starts_mid_deal=True).lines[0].text for event in (swapped, given)]
    assert [line[: len(begin)] for line, begin in zip(lines, (mine, to_me), strict=True)] == [mine, to_me]


# --- on the table -----------------------------------------------------------------------------------------------------


def drawer_to_window(pilot: Pilot, position: tuple[float, float]) -> tuple[float, float]:
    """Convert a point in the drawer to window coordinates."""
    by = pilot.table.drawer.renderer.scale / pilot.table.renderer.scale
    return position[0] * by, position[1] * by


def log_texts(log: log_page.MatchLog) -> list[str]:
    return [line.text for line in log.lines]


def test_log_is_complete_after_continue_and_follows_undo(tmp_path: Path) -> None:
    record = find_record("palacio", lambda game: has_real_choice(game) and len(game.history) == 0, seats=2)
    pilot = continue_match(tmp_path, record, log="open")
    first = log_texts(pilot.table.log)
    assert first[0] == "Deal 1" and any(text.startswith("*You* are dealt") for text in first)
    pilot.answer(pilot.open_choice.legal_moves[-1])
    pilot.run_until_idle()
    assert log_texts(pilot.table.log)[: len(first)] == first and len(log_texts(pilot.table.log)) > len(first)
    pilot.press_keys(pygame.K_u)
    pilot.run_until_idle()
    assert log_texts(pilot.table.log) == first
    again = continue_match(tmp_path, load_saved_record(tmp_path), log="open")
    assert log_texts(again.table.log) == first


def test_log_does_not_run_ahead_of_table(tmp_path: Path) -> None:
    pilot = open_program(tmp_path, MatchTable(new_record("big_two")), log="open", speed="1")
    pilot.run_frames(30)
    table = pilot.table
    assert 0 < next(text for text in log_texts(table.log) if text.startswith("*You*")).count(" of ") < 13
    pilot.run_until_idle()
    narrated = Narrator(table.words, table.match.game, VIEWER, table.match.recent_events())
    assert log_texts(table.log) == [line.text for line in narrated.lines]


def test_key_and_button_toggle_log_and_setting_is_saved(tmp_path: Path) -> None:
    pilot = continue_match(tmp_path, new_record("gurch"))
    log, hud = pilot.table.log, pilot.table.hud
    assert not log.is_open
    pilot.press_keys(pygame.K_l)
    assert (log.size, log.has_keyboard, pilot.app.settings.log) == ("open", True, "open")
    (x, y), ui = tool(hud, "log").rect.center, pilot.table.model.canvas.ui_scale
    pilot.click((x * ui, y * ui))
    assert (log.size, log.has_keyboard) == ("closed", False)
    assert pilot.app.profile.load_settings().log == "closed"
    pilot.press_keys(pygame.K_l)
    pilot.run_frames(1)
    pilot.click(pilot.drawer_point(node(pilot.table.hud, "close")))
    assert log.size == pilot.app.settings.log == "closed"
    pilot.press_keys(pygame.K_l, pygame.K_ESCAPE)
    assert log.size == "closed" and pilot.app.top is pilot.table


@pytest.mark.parametrize("size", ["open", "large"])
def test_enter_on_log_tool_closes_and_reopens_log_in_its_size(size: str, tmp_path: Path) -> None:
    """The tool and the log's own view in the side drawer have the same key."""
    pilot = open_program(tmp_path, MatchTable(new_record("gurch")), log=size)
    pilot.run_until_idle()
    log, cursor = pilot.table.log, pilot.table.hand_controller.cursor
    while cursor.button_key != "log":
        pilot.press_keys(pygame.K_TAB)
    sizes = []
    for _ in range(4):
        pilot.press_keys(pygame.K_RETURN)
        pilot.run_frames(1)
        assert pilot.table.hud.root.focus is tool(pilot.table.hud, "log")
        sizes.append(log.size)
    assert sizes == ["closed", size, "closed", size]


@pytest.mark.every_frame
def test_log_scrolls_by_keys_and_wheel_and_stays_in_place(tmp_path: Path) -> None:
    record = find_record("palacio", lambda game: not game.history and not game.cards(Pile("stock")), 2, 120)
    pilot = continue_match(tmp_path, record)
    pilot.press_keys(pygame.K_l)
    pilot.run_frames(1)
    table = pilot.table
    log = table.log
    assert log.scroll_offset == 0
    pilot.press_keys(pygame.K_PAGEUP)
    pilot.run_frames(1)
    page = log.scroll_offset
    assert page > 100
    pilot.press_keys(pygame.K_DOWN)
    pilot.run_frames(1)
    assert 0 < log.scroll_offset < page
    pilot.press_keys(pygame.K_HOME)
    pilot.run_frames(1)
    top = log.scroll_offset
    assert page < top < 100_000
    before = len(log.lines)
    log.on_event(Announced(1, table.match.game.prompt_for(1)._replace(key="flip"), loud=True))
    pilot.app.finish_animations()
    assert len(log.lines) == before + 1 and log.scroll_offset > top
    pilot.press_keys(pygame.K_END)
    assert log.scroll_offset == 0
    pilot.move(drawer_to_window(pilot, log.area.center))
    pilot.step([pygame.Event(pygame.MOUSEWHEEL, x=0, y=2, flipped=False)])
    assert log.scroll_offset == 120
    pilot.press_keys(pygame.K_RIGHT, pygame.K_UP)
    assert not log.has_keyboard, "the arrow keys belong to the table again"


def test_names_have_enough_contrast_on_paper() -> None:
    assert len(set(name_colours.NAME_COLOURS)) == 8
    assert min(contrast_ratio(colour, PAPER_BOTTOM) for colour in name_colours.NAME_COLOURS) >= 7
