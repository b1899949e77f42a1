"""Rules reader: opened at the right rule from everywhere, read by mouse and keyboard, searched."""

from itertools import cycle
from pathlib import Path
from typing import Any

import pygame
import pytest

from engine.games import GAMES
from engine.languages import LANGUAGES
from engine.moves import Refusal
from engine.options import options_of
from scenes.render.space import Point, SceneSpace
from scenes.screens.home.home_screen import HomeScreen
from scenes.screens.rulebook import rules_page
from scenes.screens.rulebook.rulebook_screen import RulebookScreen
from scenes.screens.rules.house_rules_screen import HouseRulesScreen
from scenes.screens.seating.seating_screen import SeatingScreen
from scenes.selftest.gamepad_pilot import RB, X
from scenes.shell.destinations import Home, RulesPage, Seating
from scenes.shell.dialog import Dialog
from scenes.shell.scene import Scene
from scenes.shell.screen import Screen
from scenes.text.catalogue import Words
from scenes.ui.key_events import MENU_KEY
from scenes.ui.text import Text
from scenes.ui.widgets import Link
from tests.support.gamepads import GamepadPilot
from tests.support.profile_pilot import Pilot
from tests.support.records import new_record
from tests.support.rules_pages import EVERY_GAME, PAGES, change_every_rule
from tests.support.table_nodes import tool
from tests.support.tables import continue_match, open_program, write_settings


@pytest.fixture
def pilot(tmp_path: Path) -> Pilot:
    return open_program(tmp_path, language="en", speed="instant")


def rulebook(pilot: Pilot) -> RulebookScreen:
    return pilot.expect(RulebookScreen)


def open_rulebook(pilot: Pilot, slug: str = "gurch", rule: str = "", options: Any = None) -> RulebookScreen:
    pilot.app.open(RulesPage(slug, rule, options))
    wait_until_still(pilot)
    return rulebook(pilot)


def wait_until_still(pilot: Pilot) -> None:
    pilot.run_frames(3)
    pilot.app.finish_animations()
    pilot.step()


def type_text(pilot: Pilot, text: str) -> None:
    for letter in text:
        key = pygame.Event(pygame.KEYDOWN, key=ord(letter.lower()), mod=0, unicode=letter, scancode=0)
        pilot.step([key, pygame.Event(pygame.TEXTINPUT, text=letter)])


def visible_anchors(one: RulebookScreen) -> list[str]:
    """Return the anchors of the blocks in view."""
    sheet = one.page_view
    low, high = sheet.offset - 22, sheet.offset - 22 + sheet.rect.height
    seen = [laid for laid in sheet.typeset_page.placed_blocks if laid.rect.bottom > low and laid.rect.top < high]
    return [laid.block.anchor for laid in seen if laid.block.anchor]


def hit_position(one: RulebookScreen) -> str:
    text = one.root.find("hits")
    assert isinstance(text, Text)
    return text.string


def press(pilot: Pilot, scene: Scene, text: str) -> None:
    """Press the button or link with this text by keyboard."""
    assert isinstance(scene, Screen)
    order = scene.root.focus_order()
    for widget in order:
        if text in (getattr(widget, "label", ""), getattr(widget, "name", "")):
            scene.root.keyboard_used_last = True
            scene.root.set_focus(widget)
            pilot.press_keys(pygame.K_RETURN)
            wait_until_still(pilot)
            return
    raise AssertionError(f"no button {text!r}")


def test_rulebook_opens_from_home_and_leads_back(pilot: Pilot) -> None:
    press(pilot, pilot.app.top, "Rules")
    assert rulebook(pilot).slug == next(iter(GAMES))
    assert "top" in visible_anchors(rulebook(pilot))
    pilot.press_keys(pygame.K_ESCAPE)
    assert isinstance(pilot.app.top, HomeScreen)


@EVERY_GAME
def test_rulebook_opens_from_seating_screen(pilot: Pilot, slug: str) -> None:
    pilot.app.go(Seating(slug))
    seating = pilot.expect(SeatingScreen)
    seating.options = change_every_rule(slug)
    press(pilot, seating, "Rules of the game")
    assert rulebook(pilot).slug == slug
    assert rulebook(pilot).options[slug] == change_every_rule(slug)
    press(pilot, pilot.app.top, "Back")
    assert pilot.app.top is seating


@EVERY_GAME
def test_every_house_rule_in_editor_leads_to_its_rule(pilot: Pilot, slug: str) -> None:
    editor = HouseRulesScreen(pilot.app, slug)
    pilot.app.go(editor)
    for choice in list({choice.rule: choice for choice in options_of(GAMES[slug].Options)}.values())[::2]:
        editor.explained_rule = choice
        editor.lay_out()
        (link,) = [widget for widget in editor.root.focus_order() if isinstance(widget, Link)]
        link.activate()
        wait_until_still(pilot)
        assert choice.rule == f"{slug}.{rulebook(pilot).highlighted_anchor}"
        assert rulebook(pilot).highlighted_anchor in visible_anchors(rulebook(pilot))
        pilot.press_keys(pygame.K_ESCAPE)
        assert pilot.app.top is editor


@EVERY_GAME
@pytest.mark.parametrize("size", [(960, 540), (1280, 720)])
def test_rulebook_opens_at_requested_rule(tmp_path: Path, slug: str, size: tuple[int, int]) -> None:
    pilot = open_program(
        tmp_path, Home(), size, language="pt_BR", speed="instant", ui_scale="150" if size[0] == 960 else "100"
    )
    for anchor in list(PAGES["pt_BR", slug].anchors)[size[0] % 7 :: 9]:
        one = open_rulebook(pilot, slug, f"{slug}.{anchor}")
        assert anchor in visible_anchors(one)
        assert one.current_section_anchor or anchor == "top"
        pilot.press_keys(pygame.K_ESCAPE)


@pytest.mark.parametrize(
    ("slug", "language"), [*((slug, "en") for slug in GAMES), *zip(GAMES, cycle(LANGUAGES[1:]), strict=False)]
)
def test_every_anchor_of_page_can_be_opened(tmp_path: Path, slug: str, language: str) -> None:
    """Half of them in English, the others in another language."""
    pilot = open_program(tmp_path, language=language, speed="instant")
    one = open_rulebook(pilot, slug)
    for anchor in list(PAGES[language, slug].anchors)[language == "en" :: 2]:
        one.follow_link(anchor)
        pilot.app.finish_animations()
        assert anchor in visible_anchors(one)


def test_rulebook_opens_at_table_by_key_and_button_and_pauses_table(tmp_path: Path) -> None:
    pilot = continue_match(tmp_path, new_record("big_two", match=10))
    table = pilot.table
    moves, rest = len(table.match.record.moves), dict(table.model.director.rest_poses)
    pilot.press_keys(pygame.K_r)
    wait_until_still(pilot)
    assert rulebook(pilot).slug == "big_two"
    assert rulebook(pilot).options["big_two"].match == 10
    pilot.run_frames(400)
    pilot.press_keys(pygame.K_ESCAPE)
    assert pilot.table is table
    assert (len(table.match.record.moves), table.model.director.rest_poses) == (moves, rest)
    pilot.click(tool(table.hud, "rules").rect.center)
    assert rulebook(pilot).slug == "big_two"
    pilot.press_keys(pygame.K_ESCAPE, pygame.K_F1)
    assert isinstance(pilot.app.top, Dialog)
    press(pilot, pilot.app.top, "Rules of the game")
    assert rulebook(pilot).slug == "big_two"
    pilot.press_keys(pygame.K_ESCAPE)
    assert pilot.table is table


@EVERY_GAME
@pytest.mark.parametrize("by", ["key", "mouse"])
def test_refusal_leads_to_rule_and_survives_return(tmp_path: Path, slug: str, by: str) -> None:
    pilot = continue_match(tmp_path, new_record(slug))
    table = pilot.table
    anchor = GAMES[slug].end_rule.partition(".")[2]
    table.show_refusal(Refusal(f"{slug}.{anchor}", "undo_none"))
    pilot.app.finish_animations()
    left = table.hud.refusal
    if by == "key":
        pilot.press_keys(pygame.K_r)
    else:
        assert table.hud.refusal_pill.link is not None
        pilot.click(table.hud.refusal_pill.link.rect.center)
    wait_until_still(pilot)
    assert rulebook(pilot).highlighted_anchor == anchor
    assert anchor in visible_anchors(rulebook(pilot))
    moves = len(table.match.record.moves)
    pilot.run_frames(900)
    assert len(table.match.record.moves) == moves
    pilot.press_keys(pygame.K_ESCAPE)
    assert pilot.table is table
    assert table.hud.refusal is not None and table.hud.refusal == left


def test_link_of_narrow_refusal_lies_below_its_text(tmp_path: Path) -> None:
    pilot = continue_match(tmp_path, new_record("palacio"))
    table = pilot.table
    table.show_refusal(Refusal("palacio.R9", "too_low_free", {"rank_top": 0}))
    pilot.app.finish_animations()
    pill, look = table.hud.refusal_pill, table.hud.renderer
    assert pill.link is not None
    heights = {}
    for width in (None, 440.0, 240.0):
        pill.max_width = width
        pill.place_at(look, 640.0, 360.0, "center")
        pill.draw(look, pilot.app.window.surface)
        assert pill.rect.contains(pill.link.rect)
        assert (pill.link.rect.centery > pill.rect.centery + 5) == (width == 240.0)
        heights[width] = pill.rect.height
    line = look.paragraph_height("A", "prompt", 100.0)
    assert heights[440.0] < 3 * line + 20 and heights[240.0] < 6 * line + 20, (
        "a link beside it would leave a word a line"
    )


def test_refusal_without_rule_has_no_link(tmp_path: Path) -> None:
    pilot = continue_match(tmp_path, new_record("gurch"))
    pilot.table.show_refusal(Refusal("", "undo_none"))
    pilot.step()
    assert pilot.table.hud.refusal_pill.link is None
    pilot.press_keys(pygame.K_r)
    assert rulebook(pilot).highlighted_anchor == ""


# --- reading ----------------------------------------------------------------------------------------------------------


def test_keys_turn_page(pilot: Pilot) -> None:
    one = open_rulebook(pilot)
    sheet = one.page_view
    pilot.press_keys(pygame.K_DOWN)
    line = sheet.offset
    pilot.press_keys(pygame.K_PAGEDOWN)
    assert 0 < line < sheet.rect.height / 4 < sheet.offset - line < sheet.rect.height
    pilot.press_keys(pygame.K_SPACE, pygame.K_END)
    assert sheet.offset == sheet.max_offset
    assert one.current_section_anchor == PAGES["en", "gurch"].sections[-1][0]
    pilot.press_keys(pygame.K_UP, pygame.K_PAGEUP, pygame.K_HOME)
    assert sheet.offset == 0


def test_page_glides_and_then_rests(tmp_path: Path) -> None:
    pilot = open_program(tmp_path, language="en", speed="1")
    one = open_rulebook(pilot)
    wheel = pygame.Event(pygame.MOUSEWHEEL, x=0, y=-3, precise_y=-3.0, which=0)
    middle = Point[SceneSpace](*one.page_view.rect.center)
    one.handle(pygame.Event(pygame.MOUSEMOTION, pos=(0, 0), rel=(0, 0), buttons=(0, 0, 0)), middle)
    pilot.step([wheel])
    places = [one.page_view.offset]
    while one.is_animating:
        pilot.step()
        places.append(one.page_view.offset)
    assert len(places) > 8 and places == sorted(places)
    assert places[-1] == one.page_view.target_offset > 200
    pilot.run_frames(60)
    assert not any(pilot.app.step(16, ()) for _ in range(50))


def test_prerendering_ends_where_cache_is_smaller_than_its_area(pilot: Pilot, monkeypatch: pytest.MonkeyPatch) -> None:
    """As in a window of 3840 x 2160 pixels."""
    monkeypatch.setattr(rules_page, "_MAX_CACHE_BYTES", 3 << 20)
    pilot.app.open(RulesPage("gurch"))
    pilot.run_frames(100)
    assert rulebook(pilot).next_update_ms > 0
    drawn = rulebook(pilot).page_view.typeset_page.block_surfaces
    assert 1 << 20 < drawn.used_bytes <= 3 << 20


def test_contents_lead_to_sections_and_games(pilot: Pilot) -> None:
    one = open_rulebook(pilot)
    for anchor, title in one.page_of("gurch").sections[1:4]:
        press(pilot, one, title)
        assert anchor in visible_anchors(one)
        assert one.current_section_anchor == anchor
    press(pilot, one, "Palace")
    assert (one.slug, one.page_view.offset) == ("palacio", 0)
    assert [entry.label for entry in one.contents_rows if entry.slug] == [
        Words("en")(f"{slug}.title") for slug in GAMES
    ]
    pilot.press_keys(pygame.K_BACKSPACE)
    assert one.slug == "gurch"
    assert one.current_section_anchor == one.page_of("gurch").sections[3][0]


def test_focus_ring_of_link_keeps_off_words_beside_it(pilot: Pilot) -> None:
    one = open_rulebook(pilot, "big_two", "big_two.next_opener")
    for link in one.page_view.links:
        assert 0 < link.focus_gap + sum(stroke.width for stroke in link.focus_ring.outlines) <= 2


def test_links_are_followed_by_keyboard_and_mouse_and_lead_back(pilot: Pilot) -> None:
    one = open_rulebook(pilot, "big_two", "big_two.next_opener")
    before = one.page_view.offset
    pilot.press_keys(pygame.K_TAB)
    assert one.root.focus in one.page_view.links
    pilot.press_keys(pygame.K_RETURN)
    wait_until_still(pilot)
    assert one.highlighted_anchor == "R2" and "R2" in visible_anchors(one)
    pilot.press_keys(pygame.K_BACKSPACE)
    wait_until_still(pilot)
    assert one.page_view.offset == before
    first = one.page_view.find_end_link()
    assert first is not None
    x, y = first.rect.center
    pilot.click((x + one.page_view.rect.left, y + one.page_view.rect.top - one.page_view.offset))
    wait_until_still(pilot)
    assert one.highlighted_anchor == "R2" and "R2" in visible_anchors(one)


def test_typing_searches_page(pilot: Pilot) -> None:
    one = open_rulebook(pilot, "palacio")
    sound = pilot.app.settings.sound
    type_text(pilot, "Empty")
    wait_until_still(pilot)
    hits = one.page_of("palacio").find("empty")
    assert one.page_view.hits == hits and len(hits) > 3
    assert pilot.app.settings.sound == sound, "M types a letter and doesn't mute"
    assert hit_position(one) == f"1 of {len(hits)}"
    counts = {entry.slug: entry.hit_count for entry in one.contents_rows if entry.slug}
    assert counts == {slug: len(PAGES["en", slug].find("empty")) for slug in GAMES}
    for i in range(1, len(hits) + 1):
        pilot.press_keys(pygame.K_RETURN)
        wait_until_still(pilot)
        assert one.page_view.hit_index == i % len(hits)
        laid = one.page_view.typeset_page.placed_blocks[hits[i % len(hits)].block_index]
        (mark, *_) = laid.text_areas(one.renderer, *hits[i % len(hits)][1:])
        assert (
            one.page_view.offset < 22 + laid.rect.top + mark.centery < one.page_view.offset + one.page_view.rect.height
        )
    pilot.press_keys(pygame.K_F3, mod=pygame.KMOD_SHIFT)
    assert one.page_view.hit_index == len(hits) - 1
    pilot.press_keys(pygame.K_TAB)
    press(pilot, one, "RoPeD")
    assert one.slug == "roped" and one.page_view.hits == PAGES["en", "roped"].find("empty")
    pilot.press_keys(pygame.K_ESCAPE)
    assert pilot.app.top is one and not one.page_view.hits and not one.query
    pilot.press_keys(pygame.K_ESCAPE)
    assert isinstance(pilot.app.top, HomeScreen)


def test_back_button_leaves_in_spite_of_search(pilot: Pilot) -> None:
    one = open_rulebook(pilot, "gurch")
    type_text(pilot, "prize")
    press(pilot, one, "Back")
    assert isinstance(pilot.app.top, HomeScreen)


def test_space_is_part_of_search(pilot: Pilot) -> None:
    one = open_rulebook(pilot, "gurch")
    type_text(pilot, "last trick")
    wait_until_still(pilot)
    assert one.query == "last trick" and one.page_view.hits == one.page_of("gurch").find("last trick")
    assert one.page_view.hits


def test_search_without_matches_is_explained(pilot: Pilot) -> None:
    one = open_rulebook(pilot)
    type_text(pilot, "xyzzy")
    assert hit_position(one) == "Nothing found"
    assert one.root.find("next") is None
    pilot.press_keys(pygame.K_RETURN)
    pilot.press_keys(*[pygame.K_BACKSPACE] * 5)
    assert one.query == "" and hit_position(one) == ""


def test_in_narrow_window_contents_replace_page(tmp_path: Path) -> None:
    pilot = open_program(tmp_path, language="en", speed="instant", ui_scale="200")
    one = open_rulebook(pilot, "roped")
    assert one.contents_rows == []
    press(pilot, one, "Contents")
    assert one.shows_contents and one.page_view not in one.root.children
    title = one.page_of("roped").sections[2][1]
    press(pilot, one, title)
    assert not one.shows_contents and one.current_section_anchor == one.page_of("roped").sections[2][0]
    press(pilot, one, "Contents")
    pilot.press_keys(pygame.K_ESCAPE)
    assert not one.shows_contents and pilot.app.top is one


def test_resizing_keeps_page_and_search(pilot: Pilot) -> None:
    one = open_rulebook(pilot, "gurch", "R18")
    type_text(pilot, "prize")
    offset = one.page_view.offset
    one.lay_out()
    assert one.query == "prize" and one.page_view.hits and one.search_field.is_editing
    assert one.page_view.offset == offset


def test_rulebook_opened_by_key_edits_its_search_field(tmp_path: Path) -> None:
    pilot = continue_match(tmp_path, new_record("big_two"))
    pilot.run_until_idle()
    pilot.press_keys(pygame.K_r)
    one = rulebook(pilot)
    assert one.query == "" and one.search_field.is_editing and one.typing_area is not None
    pilot.step([pygame.Event(pygame.TEXTEDITING, text="ㄇㄟ", start=0, length=2)])
    assert one.search_field.editor.composition == "ㄇㄟ", "an input method composes there"
    pilot.step([pygame.Event(pygame.TEXTINPUT, text="é")])
    assert one.query == "é"
    pilot.press_keys(MENU_KEY)
    assert one.query == "" and pilot.app.top is one and one.search_field.is_editing
    pilot.press_keys(MENU_KEY)
    assert pilot.app.top is not one


def test_space_in_empty_search_scrolls_rulebook(pilot: Pilot) -> None:
    one = open_rulebook(pilot, "gurch")
    space = pygame.Event(pygame.KEYDOWN, key=pygame.K_SPACE, mod=0, unicode=" ", scancode=0)
    pilot.step([space, pygame.Event(pygame.TEXTINPUT, text=" ")])
    wait_until_still(pilot)
    assert one.page_view.offset > 0 and one.search_field.text == ""


def test_letter_on_link_begins_search(pilot: Pilot) -> None:
    one = open_rulebook(pilot, "gurch")
    pilot.press_keys(pygame.K_TAB)
    assert one.root.focus is not one.search_field and one.typing_area is None
    pilot.press_keys(pygame.K_p)
    assert one.query == "p" and one.typing_area is not None


def test_rulebook_opened_by_gamepad_waits_with_on_screen_keyboard(tmp_path: Path) -> None:
    write_settings(tmp_path, language="en", speed="instant")
    pilot = GamepadPilot(tmp_path)
    pilot.press_buttons(X)
    pilot.app.open(RulesPage("gurch"))
    pilot.press_buttons(RB)
    assert isinstance(pilot.app.top, RulebookScreen) and pilot.app.top.typing_area is None
