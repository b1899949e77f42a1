"""Page of the last plays in the drawer: the trick, the round or the turns as the viewer saw them."""

from itertools import pairwise
from pathlib import Path
from typing import Any

import pygame
import pytest

from engine.cards import HIDDEN, Card
from engine.events import (
    Announced,
    CardsMoved,
    CardsTurned,
    DealScored,
    Event,
    PileShuffled,
    QuestionAsked,
    redact_for_seat,
)
from engine.games import GAMES
from engine.moves import Pile
from engine.rng import Rng
from scenes.shell.dialog import Dialog
from scenes.table.layouts import LAYOUTS
from scenes.table.pages.last_plays import LastPlays, find_last_plays
from scenes.text.catalogue import Words
from tests.support import game_contract
from tests.support.profile_pilot import Pilot
from tests.support.records import find_record, new_record
from tests.support.table_nodes import tool
from tests.support.tables import continue_match, has_playable_and_unplayable, live_mode

VIEWER = 0
EVERY_GAME = pytest.mark.parametrize("slug", GAMES)


def words_of(language: str) -> Words:
    words = Words(language)
    return words.with_seat_names(lambda seat: words("app.table.you") if seat == VIEWER else f"Player {seat}")


def last_plays_of_match(slug: str, seed: int, moves: int) -> list[tuple[list[Event], LastPlays, LastPlays]]:
    """Play a random match; return the viewer's events and the last plays in two languages after each move."""
    game, rng = game_contract.start_match(slug, seed, standard=True), Rng(seed)
    texts = words_of("en"), words_of("pt_BR")
    events, found = [redact_for_seat(event, VIEWER) for event in game.take_events()], []
    short = not LAYOUTS[slug].shows_sheet_each_deal
    for move in game_contract.random_moves(game, rng, moves):
        game.play(move)
        events += [redact_for_seat(event, VIEWER) for event in game.take_events()]
        one, other = (find_last_plays(words, game, VIEWER, events, short_deals=short) for words in texts)
        found.append((list(events), one, other))
    return found


def cards_of(review: LastPlays) -> list[Card]:
    return [card for row in review.rows for part in row.parts for card in part.cards]


@EVERY_GAME
def test_page_shows_only_cards_seen_by_viewer(slug: str) -> None:
    units = set()
    for events, one, other in last_plays_of_match(slug, 4, 60):
        seen = {card for event in events if isinstance(event, CardsMoved | CardsTurned) for card in event.cards}
        assert set(cards_of(one)) <= seen | {HIDDEN}
        assert [row._replace(parts=()) for row in one.rows] == [row._replace(parts=()) for row in other.rows]
        assert cards_of(one) == cards_of(other)
        for review in (one, other):
            units.add(review.unit)
            assert (review.unit == "none") == (not review.rows)
            for row in review.rows:
                text = " ".join(part.text for part in row.parts)
                assert "{" not in text and "  " not in text and "log." not in text and text == text.strip()
                done = " ".join(part.text for part in row.parts if part.cards)
                assert " of clubs" not in done and " de paus" not in done, "cards are drawn, not named"
    assert units & {"trick", "deal", "turns"}


@pytest.mark.parametrize("slug", ["gurch", "big_two"])
def test_last_trick_is_in_order_of_play(slug: str) -> None:
    tricks = 0
    for events, review, _ in last_plays_of_match(slug, 6, 120):
        deal = events[max((i for i, event in enumerate(events, 1) if isinstance(event, DealScored)), default=0) :]
        sweeps = [i for i, event in enumerate(deal) if isinstance(event, CardsMoved) and event.manner == "sweep"]
        if not sweeps:
            assert review.unit != "trick" or not any(
                isinstance(event, CardsMoved) and event.manner == "play" for event in deal
            )
            continue
        last = sweeps[-1]
        while isinstance(event := deal[last], CardsMoved) and event.manner == "sweep":
            last -= 1
        swept = {card for event in deal[last : sweeps[-1] + 1] if isinstance(event, CardsMoved) for card in event.cards}
        plays = [event for event in deal[: last + 1] if isinstance(event, CardsMoved) and event.manner == "play"]
        played = [card for event in plays for card in event.cards if card in swept]
        assert review.unit == "trick" and cards_of(review) == played
        assert [row.seat for row in review.rows if any(part.cards for part in row.parts)] == [
            event.source.owner for event in plays if event.cards[0] in swept
        ]
        tricks += 1
    assert tricks > 20


def test_trick_shows_passes_and_next_leader() -> None:
    for events, review, _ in last_plays_of_match("big_two", 6, 60):
        if isinstance(events[-2], CardsMoved) and events[-2].manner == "sweep":
            passes = [row for row in review.rows if [part.text for part in row.parts] == ["“Pass”"]]
            said = [event for event in events if isinstance(event, Announced) and event.note.key == "pass"]
            assert len(passes) == len(said) > 0
            assert review.rows[-1].kind == "table" and "lead" in review.rows[-1].parts[0].text
            return
    raise AssertionError("no trick was taken away")


def test_short_deal_is_shown_by_seat_with_swaps_and_shown_cards() -> None:
    finished = 0
    for events, review, _ in last_plays_of_match("pass_the_ace", 2, 60):
        ends = [i for i, event in enumerate(events) if isinstance(event, DealScored)]
        assert review.unit == ("deal" if ends else "deal_now") or not review.rows
        if not ends:
            continue
        acts = [row.seat for row in review.rows if row.kind == "act"]
        assert len(acts) == len(set(acts)) > 1, "one row per seat"
        deal = events[ends[-2] + 1 if len(ends) > 1 else 0 : ends[-1]]
        shown = {e.source.owner: e.cards for e in deal if isinstance(e, CardsMoved) and e.target.kind == "shown"}
        swaps = [event for event in deal if isinstance(event, CardsMoved) and event.manner == "exchange"]
        for row in review.rows:
            if row.kind == "act" and row.seat in shown and deal[-1] != events[0]:
                assert row.parts[-1].cards in (shown[row.seat], ()), "a row ends with the shown card or without one"
        private = [event for event in swaps if not event.viewers >> VIEWER & 1]
        assert all(card == HIDDEN for event in private for card in event.cards)
        finished += 1
    assert finished > 5


@pytest.mark.parametrize("slug", ["roped", "palacio"])
def test_in_other_games_each_of_last_turns_is_row(slug: str) -> None:
    for events, review, _ in last_plays_of_match(slug, 3, 60):
        acts = [row for row in review.rows if row.kind == "act"]
        assert review.unit in ("turns", "none") and len(acts) <= max(GAMES[slug].seats_default, 5)
        plays = [event for event in events if isinstance(event, CardsMoved) and event.manner == "play"]
        if plays and acts and not isinstance(events[-1], DealScored):
            assert plays[-1].source.owner in {-1, *(row.seat for row in acts)}


def test_dealers_discarded_card_is_shown_as_discard() -> None:
    verbs = set()
    for seed in range(12):
        for _, *reviews in last_plays_of_match("pass_the_ace", seed, 30):
            for review in reviews:
                for row in review.rows:
                    texts = [part.text for part in row.parts]
                    verbs |= {after for text, after in pairwise(texts) if text.startswith(("draw", "compra"))}
    assert verbs == {"discard", "discards", "descarta"}


@pytest.mark.parametrize(("slug", "seed"), [("gurch", 0), ("roped", 13)])
def test_every_row_names_actor_and_action(slug: str, seed: int) -> None:
    again = 0
    for events, review, _ in last_plays_of_match(slug, seed, 120):
        for row in review.rows:
            assert row.parts and all(part.text for part in row.parts), row
            assert row.kind != "table" or row.seat >= 0 or not row.parts[0].cards, "a row with cards names a seat"
        dealt = max(i for i, event in enumerate(events) if isinstance(event, CardsMoved) and event.manner == "deal")
        asked = [event for event in events[dealt:] if isinstance(event, QuestionAsked)]
        if any(isinstance(event, PileShuffled) for event in events[-6:]) and len(asked) > 8:
            assert len([row for row in review.rows if row.kind == "act"]) > 2, "earlier turns are still listed"
            again += 1
    assert again


# --- page in the drawer -----------------------------------------------------------------------------------------------


def open_last_plays(tmp_path: Path, slug: str = "palacio", **values: Any) -> Pilot:
    pilot = continue_match(tmp_path, find_record(slug, has_playable_and_unplayable, max_moves=30), **values)
    pilot.press_keys(pygame.K_t)
    pilot.step()
    assert live_mode(pilot.table).last_plays.is_open
    return pilot


def test_t_and_escape_close_page_and_other_keys_work(tmp_path: Path) -> None:
    pilot = open_last_plays(tmp_path)
    last_plays = live_mode(pilot.table).last_plays
    for key in (pygame.K_t, pygame.K_ESCAPE):
        pilot.press_keys(key)
        assert not last_plays.is_open and pilot.app.top is pilot.table and not pilot.open_choice.selected_cards
        pilot.press_keys(pygame.K_t)
    pilot.press_keys(pygame.K_RIGHT)
    assert last_plays.is_open and pilot.table.hand_controller.cursor.visible
    pilot.press_keys(pygame.K_ESCAPE, pygame.K_ESCAPE)
    assert isinstance(pilot.app.top, Dialog), "Escape opens the menu again"
    pilot.app.release_everything()


def test_page_is_beside_cards_and_absorbs_presses(tmp_path: Path) -> None:
    pilot = open_last_plays(tmp_path)
    table, last_plays = pilot.table, live_mode(pilot.table).last_plays
    by = table.drawer.renderer.scale / table.renderer.scale
    pilot.click((table.drawer.rect.centerx * by, table.drawer.rect.centery * by))
    assert last_plays.is_open and not pilot.open_choice.selected_cards
    for _ in range(2):
        shown, ui = last_plays.is_open, table.model.canvas.ui_scale
        x, y = tool(table.hud, "last_plays").rect.center
        pilot.click((x * ui, y * ui))
        assert last_plays.is_open != shown, "the button opens and closes the page"
    card = next(card for card in pilot.open_choice.piles_by_card if card in pilot.open_choice.cards_of_legal_moves())
    pilot.move(pilot.card_point(card))
    pilot.click(pilot.card_point(card))
    assert last_plays.is_open and card in pilot.open_choice.selected_cards
    pilot.app.release_everything()


def test_undo_closes_page_and_page_follows_language(tmp_path: Path) -> None:
    pilot = open_last_plays(tmp_path, language="en")
    table = pilot.table
    page = live_mode(table).last_plays.page
    assert page.title == "Last turns"
    pilot.app.change_settings(pilot.app.settings.__class__(language="pt_BR", speed="4"))
    assert page.title == "Últimas jogadas"
    live_mode(table).undo()
    assert not live_mode(table).last_plays.is_open
    pilot.app.release_everything()


def test_page_before_first_play_is_explained(tmp_path: Path) -> None:
    pilot = continue_match(tmp_path, new_record("big_two"), language="en")
    table = pilot.table
    table.log.restart([])
    pilot.press_keys(pygame.K_t)
    (row,) = live_mode(table).last_plays.page.rows
    assert row.parts[0].text == "Nothing played yet."
    pilot.app.release_everything()


def test_page_does_not_run_ahead_of_table(tmp_path: Path) -> None:
    pilot = continue_match(tmp_path, find_record("palacio", has_playable_and_unplayable, max_moves=30), speed="0.5")
    table = pilot.table
    before = len(table.log.events)
    table.hand_controller.answer(pilot.open_choice.legal_moves[0])
    pilot.press_keys(pygame.K_t)
    rows = live_mode(table).last_plays.page.rows
    assert len(table.log.events) < len(table.match.recent_events()) and rows
    shown = {card for row in rows for part in row.parts for card in part.cards}
    happened = [event for event in table.match.recent_events()[before:] if isinstance(event, CardsMoved)]
    drawn = {card for event in happened if event.source == Pile("stock") for card in event.cards if card != HIDDEN}
    assert not drawn & shown
    pilot.app.release_everything()
