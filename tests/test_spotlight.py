"""An announcement shows the cards and seats that it is about, and covers neither."""

from dataclasses import replace
from pathlib import Path

import pytest
from pygame import FRect

from engine.cards import HIDDEN
from engine.events import Said
from engine.games import GAMES
from engine.moves import TABLE, Note
from engine.profile.storage import Profile
from scenes.look import speeds
from scenes.shell.destinations import Home, Resume
from scenes.table.felt.banner import _DOWN, Banner
from scenes.table.layouts import LAYOUTS
from scenes.text.words import Words
from tests.pictures import films
from tests.support import at_table
from tests.support.painting import undrawn
from tests.support.piloting import Pilot

SIZES = ((960, 540), (1280, 720), (1280, 800), (1920, 1080), (2560, 1080), (1100, 800))
WORDS = [
    (slug, key)
    for slug in GAMES
    for key in films.scenes(slug)
    if key != "result" and key not in LAYOUTS[slug].board_words | films.peaks(slug)
]
"""Every game with everything that it announces in large letters."""
EACH_WORD = pytest.mark.parametrize(("slug", "key"), WORDS)


def announced(folder: Path, slug: str, key: str, **settings: object) -> Pilot:
    """A pilot who sees an announcement that has just come."""
    at_table.settings(folder, speed="1", **settings)
    scene = films.scenes(slug)[key]
    Profile(folder).save_match(scene.saved)
    pilot = Pilot(folder, (1280, 720), films.Prompter(scene.record.moves[scene.made :]))
    pilot.app.go(Home())
    pilot.app.go(Resume())
    with undrawn(pilot.app):
        films.go_on(pilot, lambda pilot: films.is_shown(key, pilot))
    return pilot


def overlapping(pilot: Pilot) -> list[str]:
    """What of an announcement lies on another part of it."""
    hud, by = pilot.table.hud, pilot.table.stage.canvas.ui
    announcement = hud.announcement
    word = announcement.covers()
    # capitals begin lower than their line, and only the tails of the ribbon hang to its foot
    word = FRect(word.left, word.top + 36, word.width, word.height - 36 - 24)
    cards = [FRect(*(side / by for side in box)) for box in hud.spotlight.boxes(announcement.cards_top)]
    plates = {seat: hud.plates.room(seat) for seat in announcement.seats if seat in pilot.table.stage.seats}
    found = [f"card {number} under the word" for number, box in enumerate(cards) if box.colliderect(word)]
    for seat, plate in plates.items():
        found += [f"seat {seat} under the word"] * plate.colliderect(word)
        found += [f"seat {seat} under a card"] * (plate.collidelist(cards) >= 0)
    whole = FRect(0, 0, hud.look.width, hud.look.height)
    found += [f"card {number} outside" for number, box in enumerate(cards) if not whole.contains(box)]
    return found


@EACH_WORD
def test_an_announcement_covers_nothing_that_it_is_about(slug: str, key: str, tmp_path: Path) -> None:
    pilot = announced(tmp_path, slug, key)
    now = pilot.table.hud.announcement.now
    assert now is not None
    wrong = []
    for language in ("en", "pt_BR"):
        for scale in ("100", "125", "150"):
            pilot.app.keep_setting(replace(pilot.app.settings, language=language, ui_scale=scale))
            for size in SIZES:
                pilot.resize(size)
                pilot.table.hud.announcement.hear(now[0])
                wrong += [f"{language} {scale} {size}: {fault}" for fault in overlapping(pilot)]
    assert wrong == []


@EACH_WORD
def test_cards_come_into_the_light_and_go_back_before_the_word_goes(slug: str, key: str, tmp_path: Path) -> None:
    pilot = announced(tmp_path, slug, key)
    hud = pilot.table.hud
    assert hud.spotlight.cards or not hud.announcement.seats - {TABLE}
    lit = []
    while hud.announcement.now is not None:
        lit.append(hud.announcement.part)
        pilot.step(dt=20.0)
    there = lit.index(1.0)
    assert lit[: there + 1] == sorted(lit[: there + 1]) and lit[-1] < 0.5 and there * 20 <= speeds.TO_LIGHT + 20
    assert not hud.spotlight.cards


@EACH_WORD
def test_what_is_in_the_light_is_what_the_player_may_see(slug: str, key: str, tmp_path: Path) -> None:
    """Cards in the light are the table's own, with the faces that it shows."""
    pilot = announced(tmp_path, slug, key)
    stage, keys = pilot.table.stage, pilot.table.hud.spotlight.keys
    for pile, token in stage.tokens():
        if token.id in keys and not stage.match.game.seers(pile) >> stage.viewer & 1:
            assert token.card == HIDDEN or stage.shown.true_faces(pile).count(token.card)


@pytest.mark.painted
@pytest.mark.parametrize("word", ["¡Lazo!", "4 fanti!", "4 jacks!", "Straight flush!"])
def test_no_letter_hangs_over_the_ribbons_text(word: str, tmp_path: Path) -> None:
    look = announced(tmp_path, "roped", "lasso").table.hud.look
    banner = Banner(word, "A fact that is a little longer than its word", good=True)
    ink, by = banner.letters(look).get_bounding_rect(min_alpha=128), look.scale
    text_top = banner._middle(look) + _DOWN - look.text_height("ribbon") / 2
    assert ink.bottom / by <= text_top


def test_good_news_look_different_from_bad_news(tmp_path: Path) -> None:
    """The same word for the player and for somebody else; and bad news for the player."""
    pilot = announced(tmp_path, "roped", "lasso")
    announcement = pilot.table.hud.announcement
    note = Note("lasso", {"seat": 0, "seat_to": 1, "n": 30, "card": 0})
    good, bad = (Said(seat, Note("lasso", {**note.figures, "seat": seat}), True) for seat in (0, 2))
    assert announcement.is_good(good) and not announcement.is_good(bad)
    look = announcement.look
    assert look.letters("Lasso!", good=True) is not look.letters("Lasso!")
    pilot = announced(tmp_path / "other", "pass_the_ace", "modi")
    assert not pilot.table.hud.announcement.is_good(Said(0, Note("modi", {"seat": 0, "seat_to": 1}), True))


PEAKS = [(slug, key) for slug in GAMES for key in films.scenes(slug) if key in films.peaks(slug)]


@pytest.mark.parametrize(("slug", "key"), PEAKS)
def test_a_lesser_moment_is_waited_for_and_ends_before_the_next_question(slug: str, key: str, tmp_path: Path) -> None:
    pilot = announced(tmp_path, slug, key)
    hud, frames = pilot.table.hud, 0
    while hud.peak.now is not None and hud.peak.now.said.note.key == key:
        assert pilot.table.stage.choice is None and hud.announcement.now is None
        frames += 1
        pilot.step(dt=20.0)
    assert abs(frames * 20 - speeds.PEAK) <= 40


def test_every_lesser_moment_has_its_word() -> None:
    assert {slug for slug, _ in PEAKS} == {slug for slug in GAMES if films.peaks(slug)}
    for language in ("en", "pt_BR"):
        words = Words(language)
        assert all(f"{slug}.peak.{key}" in words for slug in GAMES for key in films.peaks(slug))
