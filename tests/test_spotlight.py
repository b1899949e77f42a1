"""Spotlight of an announcement: shows the cards and seats concerned, and covers neither."""

from pathlib import Path

import pytest

from engine.cards import HIDDEN
from engine.events import Announced
from engine.games import GAMES
from engine.moves import TABLE, Note
from engine.profile.storage import Profile
from scenes.render import timing
from scenes.shell.destinations import Home, ResumedTable
from scenes.table.effects.announcement_banner import _RIBBON_OFFSET, AnnouncementBanner
from scenes.table.layouts import LAYOUTS
from scenes.text.catalogue import Words
from tests.pictures import films
from tests.support import tables
from tests.support.profile_pilot import Pilot
from tests.support.skip_drawing import draw_last_only

SIZES = ((960, 540), (1280, 720), (1280, 800), (1920, 1080), (2560, 1080), (1100, 800))
ANNOUNCEMENTS = [
    (slug, key)
    for slug in GAMES
    for key in films.find_scenes(slug)
    if key != "result" and key not in LAYOUTS[slug].effects.board_announcements | films.highlights(slug)
]
"""Every game with each of its announcements in large letters."""
EVERY_ANNOUNCEMENT = pytest.mark.parametrize(("slug", "key"), ANNOUNCEMENTS)


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


@EVERY_ANNOUNCEMENT
def test_cards_enter_spotlight_and_return_before_announcement_ends(slug: str, key: str, tmp_path: Path) -> None:
    pilot = pilot_at_announcement(tmp_path, slug, key)
    hud = pilot.table.hud
    assert hud.spotlight.cards or not hud.announcement.concerned_seats - {TABLE}
    lit = []
    while hud.announcement.current is not None:
        lit.append(hud.announcement.spotlight_progress)
        pilot.step(elapsed_ms=20.0)
    there = lit.index(1.0)
    assert (
        lit[: there + 1] == sorted(lit[: there + 1]) and lit[-1] < 0.5 and there * 20 <= timing.INTO_SPOTLIGHT_MS + 20
    )
    assert not hud.spotlight.cards


@EVERY_ANNOUNCEMENT
def test_spotlit_cards_show_only_visible_faces(slug: str, key: str, tmp_path: Path) -> None:
    """Cards in the spotlight are the table's own, with the same faces."""
    pilot = pilot_at_announcement(tmp_path, slug, key)
    stage, keys = pilot.table.model, pilot.table.hud.spotlight.token_ids
    for pile, token in stage.tokens():
        if token.id in keys and not stage.match.game.viewers_mask(pile) >> stage.viewer & 1:
            assert token.card == HIDDEN or stage.shown.actual_visible_cards(pile).count(token.card)


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


@pytest.mark.parametrize("slug", GAMES)
def test_news_with_bad_chip_for_first_seat_are_bad_news_for_it(slug: str) -> None:
    effects = LAYOUTS[slug].effects
    bad = {
        key
        for key, chips in effects.chips_by_announcement.items()
        if any(chip.tone == "bad" and chip.seat_placeholder == "seat" for chip in chips)
    }
    assert bad <= effects.announcements_bad_for_first_seat


HIGHLIGHTS = [(slug, key) for slug in GAMES for key in films.find_scenes(slug) if key in films.highlights(slug)]


@pytest.mark.parametrize(("slug", "key"), HIGHLIGHTS)
def test_lesser_moment_is_awaited_and_ends_before_next_question(slug: str, key: str, tmp_path: Path) -> None:
    pilot = pilot_at_announcement(tmp_path, slug, key)
    hud, frames = pilot.table.hud, 0
    while hud.highlight.current is not None and hud.highlight.current.event.note.key == key:
        assert pilot.choice is None and hud.announcement.current is None
        frames += 1
        pilot.step(elapsed_ms=20.0)
    assert abs(frames * 20 - timing.HIGHLIGHT_WORD_MS) <= 40


def test_every_lesser_moment_has_word() -> None:
    assert {slug for slug, _ in HIGHLIGHTS} == {slug for slug in GAMES if films.highlights(slug)}
    for language in ("en", "pt_BR"):
        words = Words(language)
        assert all(f"{slug}.peak.{key}" in words for slug in GAMES for key in films.highlights(slug))
