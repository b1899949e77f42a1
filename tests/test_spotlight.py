"""Spotlight of an announcement: shows the cards and seats concerned, and covers neither."""

from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest
from pygame import FRect

from engine.cards import HIDDEN
from engine.events import Announced, CardsMoved
from engine.games import GAMES
from engine.moves import TABLE, Note
from engine.profile.storage import Profile
from scenes.render import timing
from scenes.shell.destinations import Home, ResumedTable
from scenes.table.effects.announcement_banner import _RIBBON_OFFSET, AnnouncementBanner
from scenes.table.layouts import LAYOUTS
from scenes.table.layouts.announcement_chip import ChipSpec
from scenes.text.catalogue import Words
from tests.pictures import films
from tests.support import tables
from tests.support.profile_pilot import Pilot
from tests.support.skip_drawing import draw_last_only

SIZES = ((960, 540), (1280, 720), (1280, 800), (1920, 1080), (2560, 1080), (1100, 800))
EVERY_GAME = pytest.mark.parametrize("slug", GAMES)


def large_announcements(slug: str) -> list[str]:
    """Return the keys of a game's announcements in large letters."""
    others = {"result", *LAYOUTS[slug].effects.board_announcements, *films.highlights(slug)}
    return [key for key in films.find_scenes(slug) if key not in others]


def pilot_at_announcement(folder: Path, slug: str, key: str, **settings: object) -> Pilot:
    """Return a pilot at the first frame of an announcement."""
    tables.write_settings(folder, speed="1", **settings)
    scene = films.find_scenes(slug)[key]
    Profile(folder).save_match(scene.saved)
    pilot = Pilot(folder, (1280, 720), films.RecordedThinker(scene.record.moves[scene.moves_made :]))
    pilot.app.go(Home())
    pilot.app.go(ResumedTable())
    with draw_last_only(pilot.app):
        films.play_until(pilot, lambda pilot: films.is_shown(key, pilot))
    return pilot


def pilots_at_announcements(
    folder: Path, slug: str, keys: Iterable[str], **settings: object
) -> Iterator[tuple[str, Pilot]]:
    """Yield the keys of a game's announcements, each with a pilot at its first frame."""
    for key in keys:
        pilot = pilot_at_announcement(folder / key, slug, key, **settings)
        yield key, pilot
        pilot.app.release_everything()


@EVERY_GAME
def test_announcement_shows_cards_arc_and_chips_that_all_may_see(slug: str, tmp_path: Path) -> None:
    for key, pilot in pilots_at_announcements(tmp_path, slug, large_announcements(slug)):
        hud = pilot.table.hud
        said = hud.announcement.current
        assert said is not None
        chips = list(hud.announcement.chips.chips_for(said))
        check_faces(pilot)
        check_exchange(pilot)
        check_motion(pilot, key)
        check_chips(pilot, said, chips)


def check_faces(pilot: Pilot) -> None:
    """Check that cards in the spotlight are the table's own, with the same faces."""
    stage, keys = pilot.table.model, pilot.table.hud.spotlight.token_ids
    for pile, token in stage.tokens():
        if token.id in keys and not stage.match.game.viewers_mask(pile) >> stage.viewer & 1:
            assert token.card == HIDDEN or stage.shown.actual_visible_cards(pile).count(token.card)


def check_exchange(pilot: Pilot) -> None:
    """Check that only exchanged cards are marked as exchanged."""
    moved = [event for event in pilot.table.match.recent_events() if isinstance(event, CardsMoved)]
    there_and_back = [(one.source.owner, one.target.owner) for one in moved[-2:]]
    swapped = there_and_back[0] == there_and_back[1][::-1] and TABLE not in there_and_back[0]
    assert not pilot.table.hud.spotlight.is_exchange or swapped


def check_motion(pilot: Pilot, key: str) -> None:
    """Check that cards enter the spotlight and return before the announcement ends, and the arc stays in the window."""
    hud, lit = pilot.table.hud, list[float]()
    whole = FRect(0, 0, hud.renderer.width, hud.renderer.height)
    assert hud.spotlight.cards or not hud.announcement.concerned_seats - {TABLE}
    while hud.announcement.current is not None:
        lit.append(hud.announcement.spotlight_progress)
        pilot.step(elapsed_ms=20.0)
        if hud.announcement._last_arc is not None and hud.announcement._last_arc[1] is not None:
            assert all(whole.collidepoint(point) for point in hud.announcement._last_arc[1].points()), key
    there = lit.index(1.0)
    assert lit[: there + 1] == sorted(lit[: there + 1]) and lit[-1] < 0.5, key
    assert there * 20 <= timing.INTO_SPOTLIGHT_MS + 20 and not hud.spotlight.cards, key


def check_chips(pilot: Pilot, said: Announced, before: list[tuple[int, ChipSpec, str]]) -> None:
    """Check that a note always gives the same chips, whatever the hands contain, and never names a card."""
    for tokens in pilot.table.model.shown.piles.values():
        for token in tokens:
            token.card = HIDDEN
    assert list(pilot.table.hud.announcement.chips.chips_for(said)) == before
    game, words = pilot.table.match.game, Words("en")
    for seat, news, text in before:
        assert seat in range(game.seats) and text == words(f"{game.slug}.news.{news.news_key}")


@pytest.mark.painted
@pytest.mark.parametrize("word", ["¡Lazo!", "4 fanti!", "4 jacks!", "Straight flush!"])
def test_no_letter_hangs_over_ribbons_text(word: str, tmp_path: Path) -> None:
    look = pilot_at_announcement(tmp_path, "roped", "lasso").table.hud.renderer
    banner = AnnouncementBanner(word, "A fact that is a little longer than its word", is_good_news=True)
    ink, by = banner.letters(look).get_bounding_rect(min_alpha=128), look.scale
    text_top = banner._ribbon_y(look) + _RIBBON_OFFSET - look.text_surface_height("ribbon") / 2
    assert ink.bottom / by <= text_top


def test_good_news_look_different_from_bad_news(tmp_path: Path) -> None:
    """Compares the same announcement for the player and for another seat, and bad news for the player."""
    pilot = pilot_at_announcement(tmp_path, "roped", "lasso")
    announcement = pilot.table.hud.announcement
    note = Note("lasso", {"seat": 0, "seat_to": 1, "n": 30, "card": 0})
    good, bad = (Announced(seat, Note("lasso", {**note.placeholders, "seat": seat}), True) for seat in (0, 2))
    assert announcement.is_good_news(good) and not announcement.is_good_news(bad)
    look = announcement.renderer
    assert look.announcement_letters("Lasso!", is_good_news=True) is not look.announcement_letters("Lasso!")
    pilot = pilot_at_announcement(tmp_path / "other", "pass_the_ace", "modi")
    assert not pilot.table.hud.announcement.is_good_news(Announced(0, Note("modi", {"seat": 0, "seat_to": 1}), True))


@EVERY_GAME
def test_news_with_bad_chip_for_first_seat_are_bad_news_for_it(slug: str) -> None:
    effects = LAYOUTS[slug].effects
    bad = {
        key
        for key, chips in effects.chips_by_announcement.items()
        if any(chip.tone == "bad" and chip.seat_placeholder == "seat" for chip in chips)
    }
    assert bad <= effects.announcements_bad_for_first_seat


@EVERY_GAME
def test_lesser_moment_is_awaited_and_ends_before_next_question(slug: str, tmp_path: Path) -> None:
    keys = films.find_scenes(slug).keys() & films.highlights(slug)
    assert bool(keys) == bool(films.highlights(slug))
    for key, pilot in pilots_at_announcements(tmp_path, slug, sorted(keys)):
        hud, frames = pilot.table.hud, 0
        while hud.highlight.current is not None and hud.highlight.current.event.note.key == key:
            assert pilot.choice is None and hud.announcement.current is None
            frames += 1
            pilot.step(elapsed_ms=20.0)
        assert abs(frames * 20 - timing.HIGHLIGHT_WORD_MS) <= 40, key


def test_every_lesser_moment_has_word() -> None:
    for language in ("en", "pt_BR"):
        words = Words(language)
        assert all(f"{slug}.peak.{key}" in words for slug in GAMES for key in films.highlights(slug))
