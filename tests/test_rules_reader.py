"""The rules reader: opened at the right rule from everywhere, read by mouse and keyboard, searched."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pygame
import pytest

from engine.games import GAMES
from engine.languages import LANGUAGES
from engine.moves import Refusal
from engine.options import options_of
from scenes.home.home import HomeScreen
from scenes.look.widgets import Link
from scenes.reader.rules_reader import RulesReader
from scenes.rules.house_rules import HouseRulesScreen
from scenes.seating.seating import SeatingScreen
from scenes.shell.destinations import Home, RulesPage, Seating
from scenes.shell.dialog import Dialog
from scenes.shell.scene import Scene
from scenes.shell.screen import Screen
from scenes.text.words import Words
from tests.pictures import shots as pictures
from tests.support.at_table import continued, settings
from tests.support.piloting import Pilot
from tests.support.reading import GAME, PAGES, changed
from tests.support.records import new_record


@pytest.fixture
def pilot(tmp_path: Path) -> Iterator[Pilot]:
    settings(tmp_path, language="en", speed="instant")
    one = Pilot(tmp_path)
    one.app.go(Home())
    yield one
    one.app.close_all()


def reader(pilot: Pilot) -> RulesReader:
    top = pilot.app.top
    assert isinstance(top, RulesReader)
    return top


def opened(pilot: Pilot, slug: str = "gurch", rule: str = "", options: Any = None) -> RulesReader:
    pilot.app.open(RulesPage(slug, rule, options))
    settle(pilot)
    return reader(pilot)


def settle(pilot: Pilot) -> None:
    pilot.steps(3)
    pilot.app.finish()
    pilot.step()


def type_in(pilot: Pilot, text: str) -> None:
    for letter in text:
        key = pygame.Event(pygame.KEYDOWN, key=ord(letter.lower()), mod=0, unicode=letter, scancode=0)
        pilot.step([key, pygame.Event(pygame.TEXTINPUT, text=letter)])


def shown(one: RulesReader) -> list[str]:
    """Anchors of the blocks in view."""
    sheet = one.sheet
    low, high = sheet.offset - 22, sheet.offset - 22 + sheet.rect.height
    seen = [laid for laid in sheet.cache.laid if laid.rect.bottom > low and laid.rect.top < high]
    return [laid.block.anchor for laid in seen if laid.block.anchor]


def press(pilot: Pilot, scene: Scene, text: str) -> None:
    """Press the button or link with this text by keyboard."""
    assert isinstance(scene, Screen)
    order = scene.group.order()
    for widget in order:
        if text in (getattr(widget, "label", ""), getattr(widget, "name", "")):
            scene.group.keyboard = True
            scene.group.set_focus(widget)
            pilot.key(pygame.K_RETURN)
            settle(pilot)
            return
    raise AssertionError(f"{text} is not here")


def test_the_reader_opens_from_home_and_leads_back(pilot: Pilot) -> None:
    press(pilot, pilot.app.top, "Rules")
    assert reader(pilot).slug == next(iter(GAMES))
    assert "top" in shown(reader(pilot))
    pilot.key(pygame.K_ESCAPE)
    assert isinstance(pilot.app.top, HomeScreen)


@GAME
def test_the_reader_opens_from_the_seating_screen(pilot: Pilot, slug: str) -> None:
    pilot.app.go(Seating(slug))
    seating = pilot.app.top
    assert isinstance(seating, SeatingScreen)
    seating.options = changed(slug)
    press(pilot, seating, "Rules of the game")
    assert reader(pilot).slug == slug
    assert reader(pilot).options[slug] == changed(slug)
    press(pilot, pilot.app.top, "Back")
    assert pilot.app.top is seating


@GAME
def test_every_house_rule_in_the_editor_leads_to_its_rule(pilot: Pilot, slug: str) -> None:
    editor = HouseRulesScreen(pilot.app, slug)
    pilot.app.go(editor)
    for choice in options_of(GAMES[slug].Options):
        editor.explained = choice
        editor.lay_out()
        (link,) = [widget for widget in editor.group.order() if isinstance(widget, Link)]
        link.activate()
        settle(pilot)
        assert choice.rule == f"{slug}.{reader(pilot).rule}"
        assert reader(pilot).rule in shown(reader(pilot))
        pilot.key(pygame.K_ESCAPE)
        assert pilot.app.top is editor


@GAME
@pytest.mark.parametrize("size", [(960, 540), (1280, 720)])
def test_the_reader_opens_at_the_requested_rule(tmp_path: Path, slug: str, size: tuple[int, int]) -> None:
    settings(tmp_path, language="pt_BR", speed="instant", ui_scale="150" if size[0] == 960 else "100")
    pilot = Pilot(tmp_path, size)
    pilot.app.go(Home())
    for anchor in list(PAGES["pt_BR", slug].anchors)[size[0] % 7 :: 9]:
        one = opened(pilot, slug, f"{slug}.{anchor}")
        assert anchor in shown(one)
        assert one.section or anchor == "top"
        pilot.key(pygame.K_ESCAPE)
    pilot.app.close_all()


@GAME
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_anchor_of_a_page_can_be_opened(tmp_path: Path, slug: str, language: str) -> None:
    settings(tmp_path, language=language, speed="instant")
    pilot = Pilot(tmp_path)
    pilot.app.go(Home())
    one = opened(pilot, slug)
    for anchor in PAGES[language, slug].anchors:
        one.follow(anchor)
        pilot.app.finish()
        assert anchor in shown(one)
    pilot.app.close_all()


def test_at_the_table_it_opens_by_key_and_button_and_everything_waits(tmp_path: Path) -> None:
    pilot = continued(tmp_path, new_record("big_two", match=10))
    table = pilot.table
    moves, rest = len(table.match.record.moves), dict(table.stage.director.rest)
    pilot.key(pygame.K_r)
    settle(pilot)
    assert reader(pilot).slug == "big_two"
    assert reader(pilot).options["big_two"].match == 10
    pilot.steps(400)
    pilot.key(pygame.K_ESCAPE)
    assert pilot.table is table
    assert (len(table.match.record.moves), table.stage.director.rest) == (moves, rest)
    pilot.click(table.hud.tools.book.rect.center)
    assert reader(pilot).slug == "big_two"
    pilot.key(pygame.K_ESCAPE, pygame.K_F1)
    assert isinstance(pilot.app.top, Dialog)
    press(pilot, pilot.app.top, "Rules of the game")
    assert reader(pilot).slug == "big_two"
    pilot.key(pygame.K_ESCAPE)
    assert pilot.table is table
    pilot.app.close_all()


@GAME
@pytest.mark.parametrize("by", ["key", "mouse"])
def test_a_refusal_leads_to_its_rule_and_is_still_there_afterwards(tmp_path: Path, slug: str, by: str) -> None:
    pilot = continued(tmp_path, new_record(slug))
    table = pilot.table
    anchor = GAMES[slug].end_rule.partition(".")[2]
    table.refuse(Refusal(f"{slug}.{anchor}", "undo_none"))
    pilot.app.finish()
    left = table.hud.refusal
    if by == "key":
        pilot.key(pygame.K_r)
    else:
        assert table.hud.why.link is not None
        pilot.click(table.hud.why.link.rect.center)
    settle(pilot)
    assert reader(pilot).rule == anchor
    assert anchor in shown(reader(pilot))
    moves = len(table.match.record.moves)
    pilot.steps(900)
    assert len(table.match.record.moves) == moves
    pilot.key(pygame.K_ESCAPE)
    assert pilot.table is table
    assert table.hud.refusal is not None and left is not None
    assert table.hud.refusal[0] == left[0]
    pilot.app.close_all()


def test_a_refusal_without_a_rule_has_no_link(tmp_path: Path) -> None:
    pilot = continued(tmp_path, new_record("gurch"))
    pilot.table.refuse(Refusal("", "undo_none"))
    pilot.step()
    assert pilot.table.hud.why.link is None
    pilot.key(pygame.K_r)
    assert reader(pilot).rule == ""
    pilot.app.close_all()


# --- reading ----------------------------------------------------------------------------------------------------------


def test_keys_turn_the_page(pilot: Pilot) -> None:
    one = opened(pilot)
    sheet = one.sheet
    pilot.key(pygame.K_DOWN)
    line = sheet.offset
    pilot.key(pygame.K_PAGEDOWN)
    assert 0 < line < sheet.rect.height / 4 < sheet.offset - line < sheet.rect.height
    pilot.key(pygame.K_SPACE, pygame.K_END)
    assert sheet.offset == sheet.furthest
    assert one.section == PAGES["en", "gurch"].sections[-1][0]
    pilot.key(pygame.K_UP, pygame.K_PAGEUP, pygame.K_HOME)
    assert sheet.offset == 0


def test_the_page_glides_and_then_rests(tmp_path: Path) -> None:
    settings(tmp_path, language="en", speed="1")
    pilot = Pilot(tmp_path)
    pilot.app.go(Home())
    one = opened(pilot)
    wheel = pygame.Event(pygame.MOUSEWHEEL, x=0, y=-3, precise_y=-3.0, which=0)
    one.handle(pygame.Event(pygame.MOUSEMOTION, pos=(0, 0), rel=(0, 0), buttons=(0, 0, 0)), one.sheet.rect.center)
    pilot.step([wheel])
    places = [one.sheet.offset]
    while one.animating:
        pilot.step()
        places.append(one.sheet.offset)
    assert len(places) > 8 and places == sorted(places)
    assert places[-1] == one.sheet.aim > 200
    pilot.steps(60)
    assert not any(pilot.app.step(16, ()) for _ in range(50))
    pilot.app.close_all()


def test_the_contents_lead_to_sections_and_games(pilot: Pilot) -> None:
    one = opened(pilot)
    for anchor, title in one.page_of("gurch").sections[1:4]:
        press(pilot, one, title)
        assert anchor in shown(one)
        assert one.section == anchor
    press(pilot, one, "Palace")
    assert (one.slug, one.sheet.offset) == ("palacio", 0)
    assert [entry.label for entry in one.entries if entry.slug] == [Words("en")(f"{slug}.title") for slug in GAMES]
    pilot.key(pygame.K_BACKSPACE)
    assert one.slug == "gurch"
    assert one.section == one.page_of("gurch").sections[3][0]


def test_links_are_followed_by_keyboard_and_mouse_and_lead_back(pilot: Pilot) -> None:
    one = opened(pilot, "big_two", "big_two.pass_rule")
    before = one.sheet.offset
    pilot.key(pygame.K_TAB)
    assert one.group.focus in one.sheet.order()
    pilot.key(pygame.K_RETURN)
    settle(pilot)
    assert one.rule == "R5" and "R5" in shown(one)
    pilot.key(pygame.K_BACKSPACE)
    settle(pilot)
    assert one.sheet.offset == before
    first = one.sheet.first_link()
    assert first is not None
    x, y = first.rect.center
    pilot.click((x + one.sheet.rect.left, y + one.sheet.rect.top - one.sheet.offset))
    settle(pilot)
    assert one.rule == "R5" and "R5" in shown(one)


def test_typing_searches_the_page(pilot: Pilot) -> None:
    one = opened(pilot, "palacio")
    sound = pilot.app.settings.sound
    type_in(pilot, "Empty")
    settle(pilot)
    hits = one.page_of("palacio").find("empty")
    assert one.sheet.hits == hits and len(hits) > 3
    assert pilot.app.settings.sound == sound, "M is a letter here"
    assert one.count.string == f"1 of {len(hits)}"
    counts = {entry.slug: entry.count for entry in one.entries if entry.slug}
    assert counts == {slug: len(PAGES["en", slug].find("empty")) for slug in GAMES}
    for i in range(1, len(hits) + 1):
        pilot.key(pygame.K_RETURN)
        settle(pilot)
        assert one.sheet.hit == i % len(hits)
        laid = one.sheet.cache.laid[hits[i % len(hits)].block]
        (mark, *_) = laid.marks(one.look, *hits[i % len(hits)][1:])
        assert one.sheet.offset < 22 + laid.rect.top + mark.centery < one.sheet.offset + one.sheet.rect.height
    pilot.key(pygame.K_F3, mod=pygame.KMOD_SHIFT)
    assert one.sheet.hit == len(hits) - 1
    pilot.key(pygame.K_TAB)
    press(pilot, one, "RoPeD")
    assert one.slug == "roped" and one.sheet.hits == PAGES["en", "roped"].find("empty")
    pilot.key(pygame.K_ESCAPE)
    assert pilot.app.top is one and not one.sheet.hits and not one.query
    pilot.key(pygame.K_ESCAPE)
    assert isinstance(pilot.app.top, HomeScreen)


def test_a_space_is_part_of_what_is_searched_for(pilot: Pilot) -> None:
    one = opened(pilot, "gurch")
    type_in(pilot, "last trick")
    settle(pilot)
    assert one.query == "last trick" and one.sheet.hits == one.page_of("gurch").find("last trick")
    assert one.sheet.hits


def test_a_search_without_matches_says_so(pilot: Pilot) -> None:
    one = opened(pilot)
    type_in(pilot, "xyzzy")
    assert one.count.string == "Nothing found"
    assert not one.next.visible
    pilot.key(pygame.K_RETURN)
    pilot.key(*[pygame.K_BACKSPACE] * 5)
    assert one.query == "" and one.count.string == ""


def test_in_a_narrow_window_the_contents_replace_the_page(tmp_path: Path) -> None:
    settings(tmp_path, language="en", speed="instant", ui_scale="200")
    pilot = Pilot(tmp_path)
    pilot.app.go(Home())
    one = opened(pilot, "roped")
    assert one.entries == []
    press(pilot, one, "Contents")
    assert one.contents_shown and one.sheet not in one.group.children
    title = one.page_of("roped").sections[2][1]
    press(pilot, one, title)
    assert not one.contents_shown and one.section == one.page_of("roped").sections[2][0]
    press(pilot, one, "Contents")
    pilot.key(pygame.K_ESCAPE)
    assert not one.contents_shown and pilot.app.top is one
    pilot.app.close_all()


def test_resizing_keeps_the_page_and_the_search(pilot: Pilot) -> None:
    one = opened(pilot, "gurch", "R18")
    type_in(pilot, "prize")
    offset = one.sheet.offset
    one.lay_out()
    assert one.query == "prize" and one.sheet.hits and one.field.editing
    assert one.sheet.offset == offset


def test_the_key_that_opens_the_rules_types_nothing(tmp_path: Path) -> None:
    """A window gets R twice: as a key and right after it as a letter."""
    pilot = continued(tmp_path, new_record("big_two"))
    pilot.rest()
    r = [
        pygame.Event(pygame.KEYDOWN, key=pygame.K_r, mod=0, unicode="r", scancode=0),
        pygame.Event(pygame.TEXTINPUT, text="r"),
    ]
    pilot.step(r)
    assert reader(pilot).query == "" and not reader(pilot).field.editing
    pilot.step(r)
    assert reader(pilot).query == "r", "the next one is typed"
    pilot.app.close_all()


def test_pictures_of_the_reader_are_taken_for_every_game() -> None:
    names = [name for name, _, _ in pictures.shots()]
    for slug in GAMES:
        assert {f"{slug}_reader", f"{slug}_reader_rule", f"{slug}_reader_refused"} <= set(names)
