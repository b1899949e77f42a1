"""The settings screen: pages, the sample table beside them, resetting a page, undo, other languages."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pygame
import pytest
from pygame import FRect

from engine.languages import LANGUAGES
from engine.options import Option
from engine.people import CHARACTERS
from engine.profile.storage import Profile
from engine.settings import Settings
from scenes.look import speeds
from scenes.look.widgets import Button, IconButton, Segmented, Stepper
from scenes.settings.sample_table import HEAP, MINE, PAST, THEIRS, SampleGame, SampleTable
from scenes.settings.settings import SettingsScreen, offered
from scenes.shell.destinations import Begin, Home
from scenes.shell.options_panel import ChoiceRow
from scenes.shell.toast import Toast
from scenes.text.words import Words
from tests.support.at_table import settings
from tests.support.piloting import Pilot
from tests.support.records import new_record

CHOICES = offered()
PAGES = list(dict.fromkeys(choice.group for choice in CHOICES))


def opened(folder: Path, page: str = "", size: tuple[int, int] = (960, 540), **chosen: object) -> Pilot:
    settings(folder, **chosen)
    pilot = Pilot(folder, size)
    pilot.app.go(Home())
    pilot.app.open(SettingsScreen(pilot.app, page))
    pilot.steps(2)
    return pilot


@pytest.fixture
def pilot(tmp_path: Path) -> Pilot:
    return opened(tmp_path)


def screen(pilot: Pilot) -> SettingsScreen:
    top = pilot.app.top
    assert isinstance(top, SettingsScreen)
    return top


def widget(pilot: Pilot, name: str) -> tuple[float, float]:
    """The centre of the button with this label or name."""
    for one, x, y in screen(pilot).group.places():
        if name in (getattr(one, "label", ""), getattr(one, "name", "")):
            return x, y
    raise AssertionError(f"no button {name!r}")


def row(pilot: Pilot, name: str) -> ChoiceRow:
    order = screen(pilot).group.order()
    return next(one for one in order if isinstance(one, ChoiceRow) and one.choice.name == name)


def saved(folder: Path) -> Settings:
    found, notices = Profile(folder).load_settings()
    assert notices == []
    return found


def toast(pilot: Pilot) -> Toast:
    assert pilot.app.toast is not None
    return pilot.app.toast


def other(choice: Option, now: object) -> Any:
    """A value other than the current one."""
    return next(value for value in choice.values if value != now)


# --- pages and values -------------------------------------------------------------------------------------------------


def test_every_setting_is_on_one_page(pilot: Pilot) -> None:
    seen = []
    for page in screen(pilot).pages:
        pilot.app.close(screen(pilot))
        pilot.app.open(SettingsScreen(pilot.app, page))
        rows = [one for one in screen(pilot).group.order() if isinstance(one, ChoiceRow)]
        assert rows and {one.choice.group for one in rows} == {page}
        seen += [one.choice.name for one in rows]
    assert sorted(seen) == sorted(choice.name for choice in CHOICES)


@pytest.mark.parametrize("page", PAGES)
def test_every_setting_can_be_changed_by_keyboard_is_kept_and_can_be_undone(page: str, tmp_path: Path) -> None:
    pilot = opened(tmp_path, page)
    for choice in CHOICES:
        if choice.group != page:
            continue
        before = getattr(pilot.app.settings, choice.name)
        for _ in range(30):
            focus = screen(pilot).group.focus
            if isinstance(focus, ChoiceRow) and focus.choice.name == choice.name:
                break
            pilot.key(pygame.K_TAB)
        at = choice.values.index(before)
        pilot.key(pygame.K_RIGHT if at + 1 < len(choice.values) else pygame.K_LEFT)
        assert getattr(pilot.app.settings, choice.name) != before
        assert saved(tmp_path) == pilot.app.settings
        pilot.key(pygame.K_z, mod=pygame.KMOD_CTRL)
        assert getattr(pilot.app.settings, choice.name) == before
        assert saved(tmp_path) == pilot.app.settings


def test_the_pages_turn_by_keyboard_and_by_mouse(pilot: Pilot) -> None:
    pages = screen(pilot).pages
    pilot.key(pygame.K_PAGEDOWN, mod=pygame.KMOD_CTRL)
    assert screen(pilot).page_name == pages[1]
    pilot.key(pygame.K_PAGEUP, pygame.K_PAGEUP, mod=pygame.KMOD_CTRL)
    assert screen(pilot).page_name == pages[-1]
    tabs = next(one for one in screen(pilot).group.order() if isinstance(one, Segmented))
    pilot.click(tabs.segments()[2].center)
    assert screen(pilot).page_name == pages[2]
    pilot.key(pygame.K_LEFT)
    assert screen(pilot).page_name == pages[1], "the focus stays on the pages"


def test_with_large_texts_the_pages_are_opened_one_at_a_time(tmp_path: Path) -> None:
    pilot = opened(tmp_path, ui_scale="200", language="pt_BR")
    assert any(isinstance(one, Stepper) for one in screen(pilot).group.order())
    assert screen(pilot).preview is None
    pilot.key(pygame.K_TAB, pygame.K_TAB, pygame.K_RIGHT)
    assert screen(pilot).page_name == screen(pilot).pages[1]


def test_another_language_and_text_size_apply_at_once_even_over_a_table(tmp_path: Path) -> None:
    settings(tmp_path)
    pilot = Pilot(tmp_path)
    pilot.app.go(Begin(new_record("palacio", 8)))
    pilot.rest()
    table = pilot.table
    name, height = table.hud.tools.book.name, table.hud.tools.menu.rect.height * table.hud.look.scale
    pilot.app.open(SettingsScreen(pilot.app))
    pilot.steps(2)
    screen(pilot).change("language", "pt_BR")
    assert widget(pilot, "Pronto") and pilot.app.window.system.title == pilot.app.words("app.title")
    screen(pilot).change("ui_scale", "125")
    pilot.key(pygame.K_ESCAPE)
    assert pilot.table is table
    assert table.hud.tools.book.name != name and table.hud.tools.book.name == pilot.app.words("app.table.rules")
    assert table.hud.tools.menu.rect.height * table.hud.look.scale > height


def test_switching_the_sound_by_key_shows_on_its_page(tmp_path: Path) -> None:
    pilot = opened(tmp_path, "sound")
    control = row(pilot, "sound").control
    assert isinstance(control, Segmented)
    pilot.key(pygame.K_m)
    after = row(pilot, "sound").control
    assert isinstance(after, Segmented) and after.chosen != control.chosen


# --- reset and undo ---------------------------------------------------------------------------------------------------


def changed_page(pilot: Pilot, page: str) -> Settings:
    """Every setting of a page changed."""
    settings = screen(pilot)
    for choice in CHOICES:
        if choice.group == page:
            settings.change(choice.name, other(choice, getattr(pilot.app.settings, choice.name)))
    return pilot.app.settings


@pytest.mark.parametrize(("page", "by"), [*((page, "toast") for page in PAGES), ("cards", "key"), ("sound", "button")])
def test_a_page_can_be_reset_and_the_reset_undone(page: str, by: str, tmp_path: Path) -> None:
    pilot = opened(tmp_path, page, speed="2", ui_scale="125", sound=False)
    before = changed_page(pilot, page)
    pilot.click(widget(pilot, "Reset this page"))
    now = pilot.app.settings
    for choice in CHOICES:
        expected = choice.default if choice.group == page else getattr(before, choice.name)
        assert getattr(now, choice.name) == expected
    assert not screen(pilot)._differing() and saved(tmp_path) == now
    if by == "toast":
        button = toast(pilot)._button
        scale = pilot.app.look.scale / screen(pilot).look.scale
        pilot.click((button.rect.centerx * scale, button.rect.centery * scale))
    elif by == "key":
        pilot.key(pygame.K_z, mod=pygame.KMOD_CTRL)
    else:
        pilot.click(widget(pilot, "Undo"))
    assert pilot.app.settings == before == saved(tmp_path)


def test_reset_and_undo_are_disabled_without_changes(tmp_path: Path) -> None:
    pilot = opened(tmp_path, "cards")

    def usable() -> tuple[bool, bool]:
        buttons = [one for one in screen(pilot).group.children if isinstance(one, Button | IconButton)]
        reset = next(one for one in buttons if getattr(one, "label", "") == "Reset this page")
        undo = next(one for one in buttons if getattr(one, "name", "") == "Undo")
        return reset.enabled, undo.enabled

    assert usable() == (False, False)
    screen(pilot).change("four_colours", True)
    assert usable() == (True, True)
    pilot.key(pygame.K_u)
    assert usable() == (False, False)
    screen(pilot).reset()
    assert pilot.app.toast is None or pilot.app.toast.undo is None


def test_undo_leaves_changes_made_elsewhere_alone(tmp_path: Path) -> None:
    pilot = opened(tmp_path, "cards")
    screen(pilot).change("four_colours", True)
    pilot.key(pygame.K_m)
    silent = pilot.app.settings.sound
    pilot.key(pygame.K_u)
    assert pilot.app.settings.four_colours is False and pilot.app.settings.sound is silent


def test_dragging_a_slider_is_undone_in_one_step(tmp_path: Path) -> None:
    pilot = opened(tmp_path, "sound")
    for value in (70, 60, 50):
        screen(pilot).change("volume", value)
    screen(pilot).change("music", 10)
    pilot.key(pygame.K_u)
    assert (pilot.app.settings.volume, pilot.app.settings.music) == (50, 0)
    pilot.key(pygame.K_u)
    assert pilot.app.settings.volume == Settings().volume


def test_the_undo_toast_disappears_by_itself_and_stays_longer_than_others(tmp_path: Path) -> None:
    pilot = opened(tmp_path, "cards", speed="1")
    screen(pilot).change("four_colours", True)
    screen(pilot).reset()
    pilot.step(dt=speeds.TOAST_UNDO - 1)
    assert toast(pilot).undo is not None
    pilot.step(dt=2)
    assert pilot.app.toast is None


def test_the_undo_toast_disappears_with_its_screen(tmp_path: Path) -> None:
    pilot = opened(tmp_path, "cards")
    screen(pilot).change("four_colours", True)
    screen(pilot).reset()
    assert toast(pilot).undo is not None
    pilot.key(pygame.K_ESCAPE)
    assert pilot.app.toast is None, "on a table it would cover the hand"


@pytest.mark.every_frame
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", [(960, 540), (1000, 700), (1280, 720)])
def test_the_toast_covers_no_controls(size: tuple[int, int], language: str, tmp_path: Path) -> None:
    pilot = opened(tmp_path, "cards", size, language=language)
    screen(pilot).change("four_colours", True)
    for way in (screen(pilot).reset, screen(pilot).undo):
        way()
        pilot.step()
        scale, rect = pilot.app.look.scale, toast(pilot).rect
        covered = FRect(rect.x * scale, rect.y * scale, rect.width * scale, rect.height * scale)
        pressed = [area for area in screen(pilot).controls() if area.colliderect(covered)]
        assert rect.width > 100 and not pressed, (rect, pressed)


def test_the_toast_follows_the_language(tmp_path: Path) -> None:
    pilot = opened(tmp_path, "cards", language="en")
    screen(pilot).change("four_colours", True)
    screen(pilot).reset()
    assert "cards" in toast(pilot).string and toast(pilot)._button.label == "Undo"
    screen(pilot).change("language", "pt_BR")
    words = Words("pt_BR")
    assert toast(pilot).string == words("app.settings.was_reset", page=words("settings.group.cards"))
    assert toast(pilot)._button.label == words("app.rules.undo")
    pilot.app.tell("app.sound.off", "mute")
    screen(pilot).change("language", "en")
    assert toast(pilot).string == Words("en")("app.sound.off")


# --- the sample table -------------------------------------------------------------------------------------------------


def cards(sample: SampleTable) -> dict[str, int]:
    return {
        pile.kind + str(pile.owner): len(sample.director.shown.piles.get(pile, ())) for pile in (MINE, THEIRS, HEAP)
    }


def test_the_sample_hand_always_has_a_card_of_each_suit() -> None:
    sample = SampleTable()
    for _ in range(40):
        held = sample.game.cards(MINE)
        assert sorted(card % 4 for card in held) == [0, 1, 2, 3]
        assert len(sample.game.cards(THEIRS)) == 3 and len(sample.game.cards(HEAP)) == 2
        assert sample.director.shown.differences() == []
        sample.play()
        sample.stop()


def milliseconds(speed: float, pause: float) -> float:
    """Duration of a round of the sample."""
    sample, passed = SampleTable(), 0.0
    sample.play()
    for _ in range(5000):
        if not sample.update(20, speed=speed, reduced=False, pause=pause) and not sample.director.busy:
            break
        passed += 20
    assert sample.director.shown.differences() == [] and sample.turn is None
    return passed


def test_the_sample_plays_at_the_chosen_speed_and_pace() -> None:
    usual = milliseconds(1, 800)
    assert 2000 < usual < 6000
    assert milliseconds(0.5, 800) - 800 == pytest.approx(2 * (usual - 800), rel=0.1)
    assert milliseconds(1, 1800) - usual == pytest.approx(1000, abs=60)
    assert milliseconds(0, 0) < 200


def test_a_round_is_played_when_the_pace_changes_and_by_its_button(tmp_path: Path) -> None:
    pilot = opened(tmp_path, "motion", speed="1")
    sample = screen(pilot).sample
    thrown = len(sample.game.cards(PAST))
    screen(pilot).change("pace", "slow")
    pilot.steps(20)
    assert sample.turn is not None or sample.director.busy
    for _ in range(200):
        pilot.step(dt=60)
    assert not sample.director.busy and len(sample.game.cards(PAST)) == thrown + 2
    pilot.click(widget(pilot, "Try it out"))
    assert sample._next
    heard: list[str] = []
    pilot.app.sound.play = lambda cue, after=0.0: heard.append(cue)  # type: ignore[method-assign]
    for _ in range(200):
        pilot.step(dt=60)
    assert {"sweep", "place", "slide"} <= set(heard), "the player hears it"
    assert not pilot.app.step(16, []), "then nothing is redrawn"


@pytest.mark.painted
def test_the_table_shows_felt_back_and_colours_at_once(tmp_path: Path) -> None:
    pilot = opened(tmp_path, "cards")

    def piece() -> bytes:
        pilot.app.finish()
        preview = screen(pilot).preview
        assert preview is not None
        return pygame.image.tobytes(pilot.app.window.surface.subsurface(screen(pilot).look.area(preview.rect)), "RGB")

    seen = [piece()]
    for choice in CHOICES:
        if choice.group == "cards":
            screen(pilot).change(choice.name, other(choice, choice.default))
            seen.append(piece())
            if choice.name == "deck":  # its large signs have no larger variant
                screen(pilot).change(choice.name, choice.default)
    assert len(set(seen)) == len(seen) == 6
    pilot.app.change(replace(pilot.app.settings, name="Zoë", left_handed=True))
    assert piece() not in seen


@pytest.mark.parametrize("size", [(960, 540), (1024, 768), (2560, 1080)])
def test_nothing_on_the_sample_table_overlaps(size: tuple[int, int], tmp_path: Path) -> None:
    settings(tmp_path, language="pt_BR")
    pilot = Pilot(tmp_path, size)
    pilot.app.go(SettingsScreen(pilot.app))
    for scale in ("80", "100", "125", "150"):
        screen(pilot).change("ui_scale", scale)
        preview = screen(pilot).preview
        if preview is None:
            assert scale == "150"
            continue
        sample, look = preview.sample, screen(pilot).look
        plates = [plate.rect.move(-preview.rect.left, -preview.rect.top) for plate in preview._plates(look)]
        inside = pygame.FRect(0, 0, *preview.rect.size)
        for token in sample.director.shown.tokens():
            pose = sample.director.rest[token.id]
            card = pygame.FRect(0, 0, pose.width, pose.height)
            card.center = (pose.x, pose.y)
            assert inside.contains(card), f"{size} {scale}"
            assert card.collidelist(plates) < 0, f"{size} {scale}"


def test_the_sample_is_a_game_without_moves() -> None:
    game = SampleGame(2, 0)
    assert game.waiting() == () and game.legal_moves(0) == [] and game.match_winners() == ()
    assert next(iter(CHARACTERS.values())).pace_ms > 0
