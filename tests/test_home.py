"""Home screen: a ribbon for each match in progress, one leaf for the day, and names below all icons."""

import itertools
from pathlib import Path

import pygame
import pytest

from engine.games import GAMES
from engine.languages import LANGUAGES
from scenes.screens.home.calendar_button import CalendarButton
from scenes.screens.home.game_card import MIN_TAGLINE_WIDTH
from scenes.screens.home.home_screen import HomeScreen
from scenes.screens.home.strip_button import StripButton
from scenes.screens.seating.seating_screen import SeatingScreen
from scenes.shell.destinations import Home
from scenes.shell.dialog import Dialog
from scenes.table.table import Table
from scenes.ui.boxes import Spacer
from scenes.ui.widgets import Button
from tests.support.profile_pilot import Pilot
from tests.support.records import new_record
from tests.support.screens import press_widget
from tests.support.tables import open_program, start_program

SIZES = [(960, 540), (1280, 720), (1920, 1080), (3440, 1440)]
SCALES = ("100", "125", "150")


def home(pilot: Pilot) -> HomeScreen:
    return pilot.expect(HomeScreen)


def home_with_matches(folder: Path, *slugs: str, size: tuple[int, int] = (1280, 720), **values: object) -> Pilot:
    """Return the home screen with matches of these games in progress, the last one played last."""
    pilot = start_program(folder, size, **values)
    for slug in slugs:
        record = new_record(slug)
        record.current_deal = 1
        pilot.app.saved_matches.save(record)
    pilot.app.go(Home())
    pilot.run_frames(2)
    return pilot


@pytest.mark.parametrize("where", ["picture", "ribbon", "foot"])
def test_whole_card_of_game_with_match_continues_it(tmp_path: Path, where: str) -> None:
    pilot = home_with_matches(tmp_path, "gurch", "palacio", "roped")
    cards = {card.slug: card for card in home(pilot)._cards}
    card = cards["gurch"]
    assert [slug for slug, one in cards.items() if one.ribbon is not None] == ["gurch", "roped", "palacio"]
    assert card.ribbon is not None and card.ribbon.label == "Continue, deal 1" and "Celeste" in card.accessible_name
    assert card.player_portraits[1:] == tuple(chair.who for chair in new_record("gurch").chairs[1:])
    heights = {"picture": 60.0, "ribbon": card.picture_bottom - 10, "foot": card.rect.height - 20}
    pilot.click((card.rect.centerx, card.rect.top + heights[where]))
    assert isinstance(pilot.app.top, Table) and pilot.table.match.record.game == "gurch"
    assert pilot.app.saved_matches.games[0] == "gurch", "the opened match comes first"


@pytest.mark.parametrize("by_keys", [False, True])
def test_new_beside_a_match_opens_seating_and_keeps_the_match(tmp_path: Path, by_keys: bool) -> None:
    pilot = home_with_matches(tmp_path, "gurch")
    card = next(card for card in home(pilot)._cards if card.slug == "gurch")
    button = card.new_match_button
    assert button is not None and button.accessible_name == "New match of Gurch"
    pilot.move(button.rect.center)
    assert button.hovered and card.is_raised and not card.hovered
    press_widget(pilot, home(pilot), button, by_keys=by_keys)
    assert isinstance(pilot.app.top, SeatingScreen) and pilot.app.top.slug == "gurch"
    assert pilot.app.saved_matches.games == ("gurch",)


def test_card_without_match_opens_seating_and_enter_continues_last_match(tmp_path: Path) -> None:
    pilot = home_with_matches(tmp_path, "gurch", "palacio")
    card = next(card for card in home(pilot)._cards if card.slug == "roped")
    assert card.new_match_button is None
    pilot.click((card.rect.centerx, card.rect.top + 60))
    assert isinstance(pilot.app.top, SeatingScreen) and pilot.app.top.slug == "roped"
    pilot.app.go(Home())
    pilot.press_keys(pygame.K_RETURN)
    assert pilot.table.match.record.game == "palacio"


def test_earlier_matches_are_all_in_first_frame(tmp_path: Path) -> None:
    home_with_matches(tmp_path, "gurch", "palacio").app.release_everything()
    pilot = Pilot(tmp_path)
    pilot.app.go(HomeScreen(pilot.app))
    assert pilot.app.saved_matches.has_unread, "no match is replayed before the first frame"
    labels = [card.ribbon.label for card in home(pilot)._cards if card.ribbon is not None]
    pilot.run_frames(6)
    assert not pilot.app.saved_matches.has_unread
    assert [card.ribbon.label for card in home(pilot)._cards if card.ribbon is not None] == labels
    assert labels == ["Continue, deal 1"] * 2


def test_unusable_match_loses_ribbon(tmp_path: Path) -> None:
    pilot = home_with_matches(tmp_path, "gurch", "palacio")
    path = pilot.app.profile.match_path("gurch")
    pilot.app.release_everything()
    path.write_text(path.read_text(encoding="utf-8").replace("moves = [", 'moves = [\n"9:play 2C",'), encoding="utf-8")
    again = Pilot(tmp_path)
    again.app.go(HomeScreen(again.app))
    screen = home(again)
    again.run_frames(6)
    assert [card.slug for card in screen._cards if card.ribbon is not None] == ["palacio"]
    assert again.app.top is not screen, "a message is shown"


@pytest.mark.parametrize(
    ("size", "language"), [*((SIZES[0], language) for language in LANGUAGES), *((size, "fr") for size in SIZES[1:])]
)
def test_every_button_shows_name_in_every_language(size: tuple[int, int], language: str, tmp_path: Path) -> None:
    for scale in SCALES:
        for games in ((), ("big_two", "pass_the_ace")):
            pilot = home_with_matches(
                tmp_path / f"{scale} {len(games)}", *games, size=size, language=language, ui_scale=scale
            )
            look, screen = home(pilot).renderer, home(pilot)
            tiles = [one for one in screen.root.children if isinstance(one, StripButton)]
            assert len(tiles) == 7
            for tile in tiles:
                assert look.text_width(tile.label, tile.style) <= tile.rect.width - 4, (tile.label, scale)
            row = [one for one in screen.root.children if isinstance(one, StripButton | CalendarButton | Button)][
                -8 - bool(games) :
            ]
            row = sorted((one for one in row if one.rect.top > look.height / 2), key=lambda one: one.rect.left)
            assert all(a.rect.right <= b.rect.left for a, b in itertools.pairwise(row)), scale
            assert row[0].rect.left >= 0 and row[-1].rect.right <= look.width
            pilot.app.release_everything()


@pytest.mark.parametrize("language", LANGUAGES)
def test_card_titles_are_level_and_nothing_covers_picture(language: str, tmp_path: Path) -> None:
    pilot = home_with_matches(tmp_path, language=language)
    screen = home(pilot)
    first, second, *_, last = screen._cards
    gap, count = second.rect.left - first.rect.right, len(GAMES) + 1
    width_of_one_more = (last.rect.right - first.rect.left - (count - 1) * gap) / count
    for card in screen._cards:
        drawn = [one for one in screen.root.children if one is not card and not isinstance(one, Spacer)]
        others = [one for one in drawn if one.rect.colliderect(card.rect)]
        assert not others, "no badge lies on a card"
        for games, width in ((len(GAMES), card.rect.width), (count, width_of_one_more)):
            lines = [screen.renderer.paragraph_height(card.tagline, style, width - 16) for style in ("body", "plate")]
            assert width < MIN_TAGLINE_WIDTH or min(lines) < 50, (
                f"{card.slug}: three lines of tagline with {games} games"
            )
    assert len({card.picture_bottom for card in screen._cards}) == 1
    assert len(screen._cards) == len(GAMES)


def test_language_is_chosen_from_own_names_on_first_screen(tmp_path: Path) -> None:
    pilot = open_program(tmp_path, Home(), language="en")
    pilot.run_frames(2)
    pilot.click_widget("Language")
    dialog = pilot.expect(Dialog)
    labels = [button.label for button in dialog.buttons]
    assert labels[0] == "English" and len(labels) == len(LANGUAGES)
    assert {"Deutsch", "Español", "Français", "Italiano", "Português"} <= set(labels)
    pilot.click_widget("Deutsch")
    assert pilot.app.settings.language == "de" and isinstance(pilot.app.top, HomeScreen)
    assert pilot.app.profile.load_settings().language == "de"
    pilot.run_frames(2)
    pilot.click_widget("Sprache")
    assert pilot.expect(Dialog).buttons[0].label == "Deutsch"
