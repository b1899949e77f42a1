"""The log: complete, in both languages, without hidden facts; it scrolls, is kept, and follows undo."""

from pathlib import Path

import pygame
import pytest

from engine.cards import Card
from engine.events import Asked, Event, Moved, Said, Scored, Turned, seen_by
from engine.game import Game
from engine.games import GAMES
from engine.languages import LANGUAGES
from engine.moves import Pile
from engine.rng import Rng
from scenes.look.theme import PAPER_LOW, contrast
from scenes.selftest.selftest import own_answers
from scenes.shell.destinations import Begin
from scenes.table.panels import log_page, names
from scenes.text.narrator import LogLine, Narrator
from scenes.text.words import Words
from tests.games.roped import play
from tests.games.roped import position as roped
from tests.games.specimens import SPECIMENS
from tests.support import contract
from tests.support.at_table import continued, deciding, saved, settings
from tests.support.piloting import Pilot
from tests.support.records import new_record, record_where

VIEWER = 0
MOVES = 150


def words_of(language: str) -> Words:
    words = Words(language)
    return words.naming(lambda seat: words("app.table.you") if seat == VIEWER else f"Player {seat}")


def seen_cards(game: Game, events: list[Event]) -> set[Card]:
    """Cards whose faces the viewer saw in these events, and those it knows anyway."""
    seen = {Card(card) for card, mask in enumerate(game.known) if mask >> VIEWER & 1}
    for event in events:
        if isinstance(event, Turned) or (isinstance(event, Moved) and event.seen >> VIEWER & 1):
            seen |= set(event.cards)
    return seen


def text_of(lines: list[LogLine]) -> str:
    return "\n".join(line.text for line in lines)


@pytest.mark.parametrize("slug", GAMES)
def test_the_log_tells_everything_in_both_languages_except_hidden_facts(slug: str) -> None:
    for seed in range(6):
        game, rng = contract.start(slug, seed, standard=seed == 0), Rng(seed)
        narrators = [Narrator(words_of(language), game, VIEWER) for language in LANGUAGES]
        names = [{narrator.words.card(Card(card)): Card(card) for card in range(52)} for narrator in narrators]
        before = [0] * len(narrators)
        events = game.drain()
        for _ in range(MOVES):
            known = seen_cards(game, events)
            for i, narrator in enumerate(narrators):
                for event in events:
                    narrator.hear(seen_by(event, VIEWER))
                fresh = narrator.lines[before[i] :]
                before[i] = len(narrator.lines)
                news = any(isinstance(event, Moved | Said | Turned | Scored) for event in events)
                assert bool(fresh) == news or not any(isinstance(event, Asked) for event in events), (events, fresh)
                for line in fresh:
                    for mark in ("{", "}", "game.", "app.", f"{slug}.", "log."):
                        assert mark not in line.text, line.text
                    assert line.text.count("*") % 2 == 0
                named = {card for name, card in names[i].items() if name in text_of(fresh)}
                twins = {Card(card % 52) for card in known}
                assert named <= twins, f"{slug} {seed}: {text_of(fresh)}"
            waiting = game.waiting()
            if not waiting:
                break
            game.play(rng.choice(game.legal_moves(rng.choice(waiting))))
            events = game.drain()


@pytest.mark.parametrize("slug", GAMES)
def test_a_play_is_one_line_with_its_seat_and_cards(slug: str) -> None:
    """Cards that a seat plays face up in one answer are one line with that seat's name."""
    game, rng, words = contract.start(slug, 3, standard=True), Rng(3), words_of("en")
    narrator, laid, words_laid = Narrator(words, game, VIEWER), 0, SPECIMENS[slug].laying_words
    for event in game.drain():
        narrator.hear(event)
    for move in contract.moves_of(game, rng, 80):
        count = len(narrator.lines)
        game.play(move)
        events = [seen_by(event, VIEWER) for event in game.drain()]
        for event in events:
            narrator.hear(event)
        first = next((event for event in events if isinstance(event, Moved)), None)
        laying = first is not None and first.how in ("play", "lay") and first.source == Pile("hand", move.seat)
        if laying and first is not None and first.cards == move.cards:
            line = next(line for line in narrator.lines[count:] if line.kind == "act")
            name, _, did = line.text.partition("* ")
            assert line.seat == move.seat and name == f"*{words.seat_name(move.seat)}" and did.startswith(words_laid)
            assert all(words.card(card) in line.text for card in move.cards)
            laid += 1
    assert laid or not words_laid


def test_deals_have_headings_and_scores() -> None:
    game, rng = contract.start("big_two", 1, standard=True), Rng(1)
    narrator = Narrator(words_of("en"), game, VIEWER)
    for event in game.drain():
        narrator.hear(seen_by(event, VIEWER))
    for move in contract.moves_of(game, rng):
        game.play(move)
        for event in game.drain():
            narrator.hear(seen_by(event, VIEWER))
    lines = narrator.lines
    assert [line.text for line in lines if line.kind == "deal"] == [f"Deal {n} of 5" for n in range(1, 6)]
    scores = [line.text for line in lines if line.kind == "score"]
    assert len(scores) == 5 * 2 + 1 and lines[-1].kind == "score"
    total = game.scores[1]
    sign = "−" if total < 0 else ""
    assert f"({sign}{abs(total)})" in scores[-2].split("Player 1")[1].split(",")[0]


def test_an_announcement_is_in_the_line_of_its_cards() -> None:
    game, words = contract.start("big_two", 4, standard=True), words_of("en")
    narrator, rng = Narrator(words, game, VIEWER, [seen_by(event, VIEWER) for event in game.drain()]), Rng(4)
    for move in contract.moves_of(game, rng, 200):
        key = game.describe(move).key
        game.play(move)
        for event in game.drain():
            narrator.hear(seen_by(event, VIEWER))
        if key == "pair":
            line = [line for line in narrator.lines if line.kind == "act"][-1].text
            assert "“Pair of " in line and " play" in line
            return
    raise AssertionError("no pair was played")


@pytest.mark.parametrize(
    ("move", "mine", "theirs"),
    [
        (
            "fill @2",
            "lay 8 of diamonds from the stock face up on pile 3 and lay a card from the stock face down on it",
            "",
        ),
        ("discard 3H @2", "lay 3 of hearts face up on pile 3 and lay a card from the stock face down on it", ""),
        (
            "discard 3D 3H @2",
            "lay 3 of diamonds face up on pile 3 and lay 3 of hearts face down on it",
            "lays 3 of diamonds face up on pile 3 and lays a card face down on it",
        ),
        ("discard 9C @1", "discard 9 of clubs on pile 2", "discards a card face down on pile 2"),
    ],
)
def test_the_log_calls_piles_by_their_numbers_and_a_new_one_is_laid_out(move: str, mine: str, theirs: str) -> None:
    """A card turned up where it was just laid was laid face up."""
    first_lines = []
    for viewer in (0, 1):
        game, words = roped(["3H 3D 9C KD", "2H 2D 4C"], ["4S", "5C", ""], "8D 9H TD 2S", ask="discard"), Words("en")
        narrator = Narrator(words, game, viewer, [Asked(game.ask)] if game.ask else [], within=True)
        play(game, move)
        for event in game.drain():
            narrator.hear(seen_by(event, viewer))
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
def test_the_player_is_named_as_the_language_does_before_a_verb(language: str, mine: str, to_me: str) -> None:
    game, words = contract.start("pass_the_ace", 1, standard=True), words_of(language)
    hands = [Pile("hand", seat) for seat in (0, 1)]
    swapped = Moved((Card(5),), hands[0], Pile("trash"), (0,), "swap")
    given = Moved((Card(5),), hands[1], hands[0], (0,), "swap")
    lines = [Narrator(words, game, VIEWER, [event], within=True).lines[0].text for event in (swapped, given)]
    assert [line[: len(begin)] for line, begin in zip(lines, (mine, to_me), strict=True)] == [mine, to_me]


# --- at the table -----------------------------------------------------------------------------------------------------


def in_drawer(pilot: Pilot, at: tuple[float, float]) -> tuple[float, float]:
    """A place in the drawer as one on the table."""
    by = pilot.table.drawer.look.scale / pilot.table.look.scale
    return at[0] * by, at[1] * by


def texts(log: log_page.Log) -> list[str]:
    return [line.text for line in log.lines]


def test_the_log_is_complete_after_continue_and_follows_undo(tmp_path: Path) -> None:
    record = record_where("palacio", lambda game: deciding(game) and len(game.history) == 0, seats=2)
    pilot = continued(tmp_path, record, log="open")
    first = texts(pilot.table.log)
    assert first[0] == "Deal 1" and any(text.startswith("*You* are dealt") for text in first)
    pilot.table.control.answer(pilot.choice.legal[-1])
    pilot.rest()
    assert texts(pilot.table.log)[: len(first)] == first and len(texts(pilot.table.log)) > len(first)
    pilot.key(pygame.K_u)
    pilot.rest()
    assert texts(pilot.table.log) == first
    again = continued(tmp_path, saved(tmp_path), log="open")
    assert texts(again.table.log) == first


def test_the_log_does_not_run_ahead_of_the_table(tmp_path: Path) -> None:
    settings(tmp_path, log="open", speed="1")
    pilot = Pilot(tmp_path)
    pilot.app.go(Begin(new_record("big_two")))
    pilot.steps(30)
    table = pilot.table
    assert 0 < next(text for text in texts(table.log) if text.startswith("*You*")).count(" of ") < 13
    pilot.rest()
    narrated = Narrator(table.words, table.match.game, VIEWER, table.match.past())
    assert texts(table.log) == [line.text for line in narrated.lines]


def test_key_and_button_open_and_close_the_large_log_and_the_setting_is_kept(tmp_path: Path) -> None:
    pilot = continued(tmp_path, new_record("gurch"))
    log, hud = pilot.table.log, pilot.table.hud
    assert not log.shown
    pilot.key(pygame.K_l)
    assert (log.size, log.keyboard, pilot.app.settings.log) == ("open", True, "open")
    (x, y), ui = hud.tools.log.rect.center, pilot.table.stage.canvas.ui
    pilot.click((x * ui, y * ui))
    assert (log.size, log.keyboard) == ("large", False)
    assert pilot.app.profile.load_settings()[0].log == "large"
    pilot.steps(1)
    pilot.click(pilot.in_drawer(pilot.table.drawer.close_link))
    assert log.size == pilot.app.settings.log == "closed"
    pilot.key(pygame.K_l, pygame.K_ESCAPE)
    assert log.size == "closed" and pilot.app.top is pilot.table


def test_the_log_scrolls_by_keys_and_wheel_and_stays_in_place(tmp_path: Path) -> None:
    record = record_where("palacio", lambda game: not game.history and not game.cards(Pile("stock")), 2, 120)
    pilot = continued(tmp_path, record)
    pilot.key(pygame.K_l)
    pilot.steps(1)
    table = pilot.table
    log = table.log
    assert log.up == 0
    pilot.key(pygame.K_PAGEUP)
    pilot.steps(1)
    page = log.up
    assert page > 100
    pilot.key(pygame.K_DOWN)
    pilot.steps(1)
    assert 0 < log.up < page
    pilot.key(pygame.K_HOME)
    pilot.steps(1)
    top = log.up
    assert page < top < 100_000
    before = len(log.lines)
    log.hear(Said(1, table.match.game.demand(1)._replace(key="flip"), loud=True))
    pilot.app.finish()
    assert len(log.lines) == before + 1 and log.up > top
    pilot.key(pygame.K_END)
    assert log.up == 0
    pilot.move(in_drawer(pilot, log.area.center))
    pilot.step([pygame.Event(pygame.MOUSEWHEEL, x=0, y=2, flipped=False)])
    assert log.up == 120
    pilot.key(pygame.K_RIGHT, pygame.K_UP)
    assert not log.keyboard, "the arrows are the table's again"


@pytest.mark.parametrize(("size", "scale"), [("open", "100"), ("open", "125"), ("open", "150"), ("large", "100")])
def test_the_log_covers_no_playable_cards(size: str, scale: str, tmp_path: Path) -> None:
    drawn = Pile("drawn", 0)
    record = record_where("roped", lambda game: game.ask is not None and game.ask.what == "place", seats=4, most=200)
    pilot = continued(tmp_path, record, log=size, ui_scale=scale)
    pilot.app.finish()
    (card,) = pilot.table.match.game.piles[drawn]
    fits = next(move for move in pilot.choice.legal if move.cards == (card,))
    pilot.play_by_mouse(fits)
    assert own_answers(pilot.table.match.record) == own_answers(record) + 1


def test_names_have_enough_contrast_on_paper() -> None:
    assert len(set(names.NAMES)) == 8
    assert min(contrast(colour, PAPER_LOW) for colour in names.NAMES) >= 7
