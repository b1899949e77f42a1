"""The last plays: the trick, the round or the turns as the viewer saw them, on a page of the drawer."""

from itertools import pairwise
from pathlib import Path
from typing import Any

import pygame
import pytest

from engine.cards import HIDDEN, Card
from engine.events import Asked, Event, Moved, Said, Scored, Shuffled, Turned, seen_by
from engine.games import GAMES
from engine.moves import Pile
from engine.rng import Rng
from scenes.shell.dialog import Dialog
from scenes.table.layouts import LAYOUTS
from scenes.table.panels.last_played import LastPlayed, last_played
from scenes.text.words import Words
from tests.support import contract
from tests.support.at_table import choosing, continued, live
from tests.support.lane import uncovered
from tests.support.piloting import Pilot
from tests.support.records import new_record, record_where

VIEWER = 0
GAME = pytest.mark.parametrize("slug", GAMES)


def words_of(language: str) -> Words:
    words = Words(language)
    return words.naming(lambda seat: words("app.table.you") if seat == VIEWER else f"Player {seat}")


def reviewed(slug: str, seed: int, moves: int) -> list[tuple[list[Event], LastPlayed, LastPlayed]]:
    """A random match: after each move the events as the viewer saw them, and the last plays in two languages."""
    game, rng = contract.start(slug, seed, standard=True), Rng(seed)
    texts = words_of("en"), words_of("pt_BR")
    events, found = [seen_by(event, VIEWER) for event in game.drain()], []
    short = not LAYOUTS[slug].sheet_each_deal
    for move in contract.moves_of(game, rng, moves):
        game.play(move)
        events += [seen_by(event, VIEWER) for event in game.drain()]
        one, other = (last_played(words, game, VIEWER, events, short_deals=short) for words in texts)
        found.append((list(events), one, other))
    return found


def cards_of(review: LastPlayed) -> list[Card]:
    return [card for row in review.rows for part in row.parts for card in part.cards]


@GAME
def test_the_page_shows_only_what_the_viewer_saw_in_two_languages(slug: str) -> None:
    units = set()
    for events, one, other in reviewed(slug, 4, 60):
        seen = {card for event in events if isinstance(event, Moved | Turned) for card in event.cards}
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
def test_the_last_trick_has_its_cards_in_the_order_of_play(slug: str) -> None:
    tricks = 0
    for events, review, _ in reviewed(slug, 6, 120):
        deal = events[max((i for i, event in enumerate(events, 1) if isinstance(event, Scored)), default=0) :]
        sweeps = [i for i, event in enumerate(deal) if isinstance(event, Moved) and event.how == "sweep"]
        if not sweeps:
            assert review.unit != "trick" or not any(isinstance(event, Moved) and event.how == "play" for event in deal)
            continue
        last = sweeps[-1]
        while isinstance(event := deal[last], Moved) and event.how == "sweep":
            last -= 1
        swept = {card for event in deal[last : sweeps[-1] + 1] if isinstance(event, Moved) for card in event.cards}
        plays = [event for event in deal[: last + 1] if isinstance(event, Moved) and event.how == "play"]
        played = [card for event in plays for card in event.cards if card in swept]
        assert review.unit == "trick" and cards_of(review) == played
        assert [row.seat for row in review.rows if any(part.cards for part in row.parts)] == [
            event.source.owner for event in plays if event.cards[0] in swept
        ]
        tricks += 1
    assert tricks > 20


def test_a_trick_shows_who_passed_and_who_leads_next() -> None:
    for events, review, _ in reviewed("big_two", 6, 60):
        if isinstance(events[-2], Moved) and events[-2].how == "sweep":
            passes = [row for row in review.rows if [part.text for part in row.parts] == ["“Pass”"]]
            said = [event for event in events if isinstance(event, Said) and event.note.key == "pass"]
            assert len(passes) == len(said) > 0
            assert review.rows[-1].kind == "table" and "lead" in review.rows[-1].parts[0].text
            return
    raise AssertionError("no trick was taken away")


def test_a_short_deal_is_shown_by_seat_with_swaps_and_shown_cards() -> None:
    finished = 0
    for events, review, _ in reviewed("pass_the_ace", 2, 60):
        ends = [i for i, event in enumerate(events) if isinstance(event, Scored)]
        assert review.unit == ("deal" if ends else "deal_now") or not review.rows
        if not ends:
            continue
        acts = [row.seat for row in review.rows if row.kind == "act"]
        assert len(acts) == len(set(acts)) > 1, "one row per seat"
        deal = events[ends[-2] + 1 if len(ends) > 1 else 0 : ends[-1]]
        shown = {e.source.owner: e.cards for e in deal if isinstance(e, Moved) and e.target.kind == "shown"}
        swaps = [event for event in deal if isinstance(event, Moved) and event.how == "exchange"]
        for row in review.rows:
            if row.kind == "act" and row.seat in shown and deal[-1] != events[0]:
                assert row.parts[-1].cards in (shown[row.seat], ()), "the shown card comes last, or a word"
        private = [event for event in swaps if VIEWER not in (event.source.owner, event.target.owner)]
        assert all(card == HIDDEN for event in private for card in event.cards)
        finished += 1
    assert finished > 5


@pytest.mark.parametrize("slug", ["roped", "palacio"])
def test_in_other_games_each_of_the_last_turns_is_a_row(slug: str) -> None:
    for events, review, _ in reviewed(slug, 3, 60):
        acts = [row for row in review.rows if row.kind == "act"]
        assert review.unit in ("turns", "none") and len(acts) <= max(GAMES[slug].seats_default, 5)
        plays = [event for event in events if isinstance(event, Moved) and event.how == "play"]
        if plays and acts and not isinstance(events[-1], Scored):
            assert plays[-1].source.owner in {-1, *(row.seat for row in acts)}


def test_the_dealers_discarded_card_is_shown_as_a_discard() -> None:
    verbs = set()
    for seed in range(12):
        for _, *reviews in reviewed("pass_the_ace", seed, 30):
            for review in reviews:
                for row in review.rows:
                    texts = [part.text for part in row.parts]
                    verbs |= {after for text, after in pairwise(texts) if text.startswith(("draw", "compra"))}
    assert verbs == {"discard", "discards", "descarta"}


@pytest.mark.parametrize("slug", ["gurch", "roped"])
def test_every_row_says_who_did_what_even_after_the_stock_was_refilled(slug: str) -> None:
    again = 0
    for events, review, _ in reviewed(slug, 0, 120):
        for row in review.rows:
            assert row.parts and all(part.text for part in row.parts), row
            assert row.kind != "table" or row.seat >= 0 or not row.parts[0].cards, "it names the seat"
        dealt = max(i for i, event in enumerate(events) if isinstance(event, Moved) and event.how == "deal")
        asked = [event for event in events[dealt:] if isinstance(event, Asked)]
        if any(isinstance(event, Shuffled) for event in events[-6:]) and len(asked) > 8:
            assert len([row for row in review.rows if row.kind == "act"]) > 2, "earlier turns aren't forgotten"
            again += 1
    assert again


# --- the page ---------------------------------------------------------------------------------------------------------


def opened(tmp_path: Path, slug: str = "palacio", **values: Any) -> Pilot:
    pilot = continued(tmp_path, record_where(slug, choosing, most=30), **values)
    pilot.key(pygame.K_t)
    pilot.step()
    assert live(pilot.table).last_plays.shown
    return pilot


@GAME
@pytest.mark.parametrize("size", [(960, 540), (1280, 720)])
def test_the_page_covers_nothing_at_every_text_size(tmp_path: Path, slug: str, size: tuple[int, int]) -> None:
    record = record_where(slug, lambda game: game.ask is not None, most=40)
    pilot = continued(tmp_path, record, language="pt_BR", ui_scale="200" if size[0] == 1280 else "100")
    if pilot.app.window.surface.get_size() != size:
        pilot.resize(size)
        pilot.app.finish()
    pilot.key(pygame.K_t)
    pilot.step()
    assert live(pilot.table).last_plays.page.rows and uncovered(pilot.table) == []
    pilot.app.close_all()


def test_t_and_escape_close_the_page_and_other_keys_do_their_work(tmp_path: Path) -> None:
    pilot = opened(tmp_path)
    last_plays = live(pilot.table).last_plays
    for key in (pygame.K_t, pygame.K_ESCAPE):
        pilot.key(key)
        assert not last_plays.shown and pilot.app.top is pilot.table and not pilot.choice.selected
        pilot.key(pygame.K_t)
    pilot.key(pygame.K_RIGHT)
    assert last_plays.shown and pilot.table.control.cursor.visible
    pilot.key(pygame.K_ESCAPE, pygame.K_ESCAPE)
    assert isinstance(pilot.app.top, Dialog), "the menu again"
    pilot.app.close_all()


def test_the_page_is_beside_the_cards_and_a_press_on_it_reaches_nothing_else(tmp_path: Path) -> None:
    pilot = opened(tmp_path)
    table, last_plays = pilot.table, live(pilot.table).last_plays
    by = table.drawer.look.scale / table.look.scale
    pilot.click((table.drawer.rect.centerx * by, table.drawer.rect.centery * by))
    assert last_plays.shown and not pilot.choice.selected
    for _ in range(2):
        shown, tool, ui = last_plays.shown, table.hud.tools.last_plays, table.stage.canvas.ui
        pilot.click((tool.rect.centerx * ui, tool.rect.centery * ui))
        assert last_plays.shown != shown, "the button opens and closes it as well"
    card = next(card for card in pilot.choice.piles if card in pilot.choice.playable())
    pilot.move(pilot.where(card))
    pilot.click(pilot.where(card))
    assert last_plays.shown and card in pilot.choice.selected
    pilot.app.close_all()


def test_undo_closes_the_page_and_it_follows_the_language(tmp_path: Path) -> None:
    pilot = opened(tmp_path, language="en")
    table = pilot.table
    page = live(table).last_plays.page
    assert page.title == "Last turns"
    pilot.app.change(pilot.app.settings.__class__(language="pt_BR", speed="4"))
    assert page.title == "Últimas jogadas"
    live(table).undo()
    assert not live(table).last_plays.shown
    pilot.app.close_all()


def test_before_the_first_play_the_page_says_so(tmp_path: Path) -> None:
    pilot = continued(tmp_path, new_record("big_two"), language="en")
    table = pilot.table
    table.log.begin([])
    pilot.key(pygame.K_t)
    (row,) = live(table).last_plays.page.rows
    assert row.parts[0].text == "Nothing played yet."
    pilot.app.close_all()


def test_the_page_does_not_run_ahead_of_the_table(tmp_path: Path) -> None:
    pilot = continued(tmp_path, record_where("palacio", choosing, most=30), speed="0.5")
    table = pilot.table
    before = len(table.log.events)
    table.control.answer(pilot.choice.legal[0])
    pilot.key(pygame.K_t)
    rows = live(table).last_plays.page.rows
    assert len(table.log.events) < len(table.match.past()) and rows
    shown = {card for row in rows for part in row.parts for card in part.cards}
    happened = [event for event in table.match.past()[before:] if isinstance(event, Moved)]
    drawn = {card for event in happened if event.source == Pile("stock") for card in event.cards if card != HIDDEN}
    assert not drawn & shown
    pilot.app.close_all()
