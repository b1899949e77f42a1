"""Accessibility tree for screen readers: no hidden information, all usable elements, and only changes are sent."""

import re
import sys
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import pygame
import pytest

from engine.cards import HIDDEN, Card, packs
from engine.events import DealScored, Event
from engine.games import GAMES
from engine.match.match import Match
from engine.match.record import Record
from engine.profile.window_placement import Placement
from engine.rng import Rng
from engine.work.thinking import Thinker
from scenes.app import App
from scenes.screens.settings.settings_preview import SettingsPreview
from scenes.shell.accessibility import accesskit_adapter
from scenes.shell.accessibility.accesskit_adapter import AccessKitAdapter, ReaderAction, ReaderRequest
from scenes.shell.accessibility.tree import ROOT_ID
from scenes.shell.destinations import Home, RulesPage, Seating, SettingsPage
from scenes.shell.dialog import Dialog, DialogButton
from scenes.shell.empty_state import EmptyStateArt
from scenes.shell.screen import Screen
from scenes.shell.window.sdl_functions import WindowFunctions
from scenes.shell.window.system_window import SystemWindow
from scenes.table import table as table_module
from scenes.table.accessibility import TableAccessibility
from scenes.table.layouts import LAYOUTS
from scenes.table.model.choice import Choice
from scenes.table.table import Table, make_table_scene
from scenes.text.catalogue import Words
from scenes.ui.accessible_elements import AccessibleElement, strip_emphasis_and_breaks
from scenes.ui.boxes import Column
from scenes.ui.widgets import Button
from tests.fit_all import check as fit_all
from tests.support.call_counter import count_calls
from tests.support.drawn_texts import record_texts
from tests.support.fake_screen_reader import (
    FakeScreenReader,
    all_strings,
    attach_reader,
    elements,
    find_node_id,
    reachable_ids,
    screen_reader,
    send_request,
    tree_nodes,
    walk,
)
from tests.support.profile_pilot import Pilot, open_app
from tests.support.records import random_record
from tests.support.tables import live_mode, start_program, write_settings

MIN_POSITIONS = 60
"""Minimum number of positions of each game; ``python -m tests.accessibility_play --positions 2000`` checks more."""
ILLUSTRATIONS = (EmptyStateArt, SettingsPreview)
"""Widgets that only illustrate what others say."""
ENGLISH = Words("en")
CARD_NAMES = {ENGLISH.card(card) for card in packs(1)}
CARD_NAME_PATTERN = re.compile(
    "|".join(rf"\b{re.escape(name)}\b" for name in sorted(CARD_NAMES, key=len, reverse=True))
)


def named_cards(text: str) -> set[str]:
    return set(CARD_NAME_PATTERN.findall(text))


def card_names(cards: list[Card]) -> set[str]:
    return {ENGLISH.card(card) for card in cards if card != HIDDEN}


def listened_home(folder: Path) -> Pilot:
    """Return a pilot on the home screen, to which a screen reader listens."""
    pilot = Pilot(folder)
    pilot.app.go(Home())
    attach_reader(pilot.app)
    return pilot


def listened_table(folder: Path, slug: str, seed: int = 3) -> tuple[Pilot, FakeScreenReader, Table]:
    """Return a pilot at a table where the player is asked, the screen reader that listens, and the table."""
    pilot = start_program(folder, speed="4", talk=False)
    listener = attach_reader(pilot.app)
    match = Match(random_record(slug, seed, short=True), lambda _: None, Thinker(process=False))
    pilot.app.go(make_table_scene(pilot.app, match))
    pilot.run_until_idle()
    return pilot, listener, pilot.expect(Table)


# --- hidden cards -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("slug", GAMES)
def test_no_hidden_card_is_read(slug: str, tmp_path: Path) -> None:
    """Random deals with random house rules, seen from the person's seat."""
    write_settings(tmp_path, speed="instant")
    app, looked, seed = open_app(tmp_path), 0, 0
    while looked < MIN_POSITIONS:
        seed += 1
        looked += check_match(app, random_record(slug, seed, short=True), Rng(seed))


def check_match(app: App, record: Record, rng: Rng) -> int:
    """Play a random deal and read every position; return the number of positions."""
    match = Match(record, lambda _: None, Thinker(process=False))
    table = make_table_scene(app, match)
    if not isinstance(table, Table):
        return 0
    table.model.director.finish()
    parts, told, looked = TableAccessibility(table, table.mode), shown_card_names(match.recent_events()), 0
    while match.game.outcome is None and looked < MIN_POSITIONS:
        view = match.game.view(match.viewer)
        seen = card_names([card for pile in view.piles for card in view.cards(pile)])
        told |= seen
        if match.viewer in match.game.seats_to_act():
            table.model.set_choice(Choice(view, match.viewer, table.model.layout))
            table.hud.refresh()
        assert view.board_for(match.viewer) == match.game.board_for(match.viewer), "a board tells nothing hidden"
        for part in parts.accessible_elements():
            if part.key == "board":
                continue  # it may name a card that nobody has shown, such as the only ace that ropes a set
            texts = " ".join(all_strings([part]))
            is_report = part.key in ("log", "announcement") or (isinstance(part.key, tuple) and "Bubble" in part.key)
            may = told if is_report else seen
            assert named_cards(texts) <= may, (record, len(record.moves), part.key, named_cards(texts) - may)
        looked += 1
        move = rng.choice(match.game.legal_moves(match.game.seats_to_act()[0]))
        told |= card_names(list(move.cards)) if move.seat == match.viewer else set()
        table.model.choice = None
        happened = match.play(move)
        told |= shown_card_names(happened)
        if any(isinstance(event, DealScored) for event in happened):
            break  # the table would wait until its result was shown
        table.show_events(happened)
        table.model.director.finish()
    match.close()
    return looked


def shown_card_names(events: Iterable[Event]) -> set[str]:
    """Return the names of the visible cards in these events."""
    return card_names([card for event in events for card in getattr(event, "cards", ())])


# --- completeness -----------------------------------------------------------------------------------------------------


@pytest.mark.every_frame
@pytest.mark.parametrize("slug", ["", *list(GAMES)[:1]])
def test_every_target_is_in_tree_and_every_text_is_read(slug: str) -> None:
    """In every state of every screen each target has name, role, place and action, and each drawn text is in the tree.

    ``python -m tests.accessibility_play --states`` checks the states of every game.
    """
    for name, pilot in fit_all.all_states(slug, "en", few=True):
        app = pilot.app
        app.finish_animations()
        if app.screen_reader.bridge is None:
            attach_reader(app)
        tree = tree_nodes(app)
        assert reachable_ids(tree) == set(tree), name
        parts = elements(app)
        check_targets(app, parts, name)
        said = "\n".join(all_strings(parts))
        with record_texts(except_in=ILLUSTRATIONS) as drawn:
            app.top.draw(pygame.Surface(app.window.picture_size))
        missing = [text for text in drawn if text not in said]
        assert missing == [], (name, missing)


def check_targets(app: App, parts: list[AccessibleElement], state: str) -> None:
    top = app.top
    for part in parts:
        if part.focus is not None or part.press is not None:
            assert part.name, (state, part)
            assert part.role not in ("text", "heading", "group", "list"), (state, part)
    targets = [part for part in parts if part.focus is not None]
    for part in targets:
        assert part.bounds is not None and part.bounds.width > 0 and part.bounds.height > 0, (state, part)
        assert part.press is not None or part.children or part.set_value is not None or not part.is_enabled, (
            state,
            part,
        )
    if isinstance(top, Screen):
        assert len(targets) >= len(top.root.focus_order()), state
    elif isinstance(top, Table):
        assert len(targets) == len(top.hand_controller.cursor_stops(top.hud.button_stops())), state


def test_focus_follows_keyboard_and_screen_reader_moves_it(tmp_path: Path) -> None:
    pilot = listened_home(tmp_path)
    tree_nodes(pilot.app)
    assert screen_reader(pilot.app).tree.focused_id == ROOT_ID
    pilot.press_keys(pygame.K_TAB)
    assert tree_nodes(pilot.app)[screen_reader(pilot.app).tree.focused_id].name.startswith("Gurch")
    number = find_node_id(pilot.app, "button", "Settings")
    send_request(pilot.app, ReaderRequest("focus", number))
    tree_nodes(pilot.app)
    assert screen_reader(pilot.app).tree.focused_id == number
    send_request(pilot.app, ReaderRequest("click", number))
    assert any(node.name == "Settings" and node.role == "heading" for node in tree_nodes(pilot.app).values())


def test_late_press_does_nothing_on_another_screen(tmp_path: Path) -> None:
    pilot = listened_home(tmp_path)
    late = {n for n, node in tree_nodes(pilot.app).items() if node.is_clickable}
    send_request(pilot.app, ReaderRequest("click", find_node_id(pilot.app, "button", "Settings")))
    there = pilot.app.top
    tree = tree_nodes(pilot.app)
    assert late and not late & set(tree)
    for number in late:
        send_request(pilot.app, ReaderRequest("click", number))
    assert pilot.app.top is there


def test_second_press_of_dialog_button_does_nothing(tmp_path: Path) -> None:
    pilot = listened_home(tmp_path)
    presses: list[str] = []
    pilot.app.open(Dialog(pilot.app, "Title", [], [DialogButton("Press", lambda: presses.append("Press"))]))
    request = ReaderRequest("click", find_node_id(pilot.app, "button", "Press"))
    pilot.app.step(16, [pygame.Event(screen_reader(pilot.app).adapter.event_type, request=request)] * 2)
    assert presses == ["Press"]


@pytest.mark.parametrize("action", ["click", "focus"])
def test_late_request_for_removed_widget_does_nothing(action: ReaderAction, tmp_path: Path) -> None:
    class ShrinkingScreen(Screen):
        labels: tuple[str, ...] = ("First", "Second")

        def compose(self) -> Column:
            return Column(*(Button(label, self.remove).with_layout(label) for label in self.labels))

        def remove(self) -> None:
            self.labels = self.labels[1:]
            self.refresh()

    pilot = Pilot(tmp_path)
    screen = ShrinkingScreen(pilot.app)
    pilot.app.go(screen)
    attach_reader(pilot.app)
    node_id = find_node_id(pilot.app, "button", "First")
    event_type = screen_reader(pilot.app).adapter.event_type
    requests = ReaderRequest("click", node_id), ReaderRequest(action, node_id)
    pilot.app.step(16, [pygame.Event(event_type, request=request) for request in requests])
    assert screen.labels == ("Second",)


@pytest.mark.parametrize("slug", GAMES)
def test_second_press_of_answer_does_nothing(slug: str, tmp_path: Path) -> None:
    pilot, _, table = listened_table(tmp_path, slug)
    buttons = {button.label for button in table.hud.answer_buttons if button.enabled}
    answers = [n for n, node in tree_nodes(pilot.app).items() if node.role == "button" and node.name in buttons]
    event_type = screen_reader(pilot.app).adapter.event_type
    for number in answers:
        request = ReaderRequest("click", number)
        pilot.app.step(16, [pygame.Event(event_type, request=request)] * 2)
    assert pilot.app.top is table


def test_settings_are_changed_by_actions_alone(tmp_path: Path) -> None:
    pilot = Pilot(tmp_path)
    pilot.app.go(SettingsPage())
    attach_reader(pilot.app)
    tree = tree_nodes(pilot.app)
    options = {n: node for n, node in tree.items() if node.role == "option"}
    assert sum(bool(node.is_chosen) for node in options.values()) == sum(
        node.role == "choice" for node in tree.values()
    )
    pages = next(node for node in tree.values() if node.role == "tabs")
    assert [tree[n].role for n in pages.children] == ["tab"] * 5
    assert [tree[n].is_chosen for n in pages.children] == [True] + [False] * 4
    send_request(pilot.app, ReaderRequest("click", pages.children[1]))
    tree = tree_nodes(pilot.app)
    assert [tree[n].is_chosen for n in pages.children] == [False, True] + [False] * 3
    before = pilot.app.settings
    row = next(node for node in tree.values() if node.role == "choice" and node.description)
    number = next(n for n in row.children if not tree[n].is_chosen)
    send_request(pilot.app, ReaderRequest("click", number))
    assert pilot.app.settings != before
    assert tree_nodes(pilot.app)[number].is_chosen


# --- updates and announcements ----------------------------------------------------------------------------------------


def test_nothing_is_sent_without_change_or_listener(tmp_path: Path) -> None:
    pilot = Pilot(tmp_path)
    pilot.app.go(Home())
    pilot.app.finish_animations()
    listener = attach_reader(pilot.app)
    following = screen_reader(pilot.app)
    following.update()
    assert len(listener.changes) == 1 and len(listener.changes[0].nodes) == len(following.tree.nodes)
    for _ in range(3):
        following.update()
    assert len(listener.changes) == 1
    pilot.press_keys(pygame.K_TAB)
    assert len(listener.changes) == 2 and len(listener.changes[-1].nodes) < 3, "only changed nodes are sent"
    listener.is_listening = False
    before = count_calls(following.update)
    assert before <= 2, "an update without a listener makes at most two calls"
    assert len(listener.changes) == 2


def test_own_turn_is_read_at_once_and_other_plays_as_sentences(tmp_path: Path) -> None:
    for slug in GAMES:
        pilot, listener, table = listened_table(tmp_path / slug, slug)
        assert table.model.choice is not None
        assert ("assertive", strip_emphasis_and_breaks(table.prompt_text())) in listener.spoken, slug
        assert [tone for tone, _ in listener.spoken].count("assertive") == 1, slug
        before, count = len(table.log.finished_lines), len(listener.spoken)
        live_mode(table).make_move(table.model.choice.legal_moves[0])
        for _ in range(2000):
            pilot.step()
            if pilot.app.top is not table or pilot._is_idle(table):
                break
        told = [strip_emphasis_and_breaks(line.text) for line in table.log.finished_lines[before:]]
        polite = [text for tone, text in listener.spoken[count:] if tone == "polite"]
        assert told and [text for text in polite if text in told] == told, slug
        pilot.app.release_everything()


@pytest.mark.parametrize("slug", GAMES)
def test_hinted_cards_are_read(slug: str, tmp_path: Path) -> None:
    pilot, listener, table = listened_table(tmp_path, slug)
    assert table.model.choice is not None
    move = table.model.choice.legal_moves[-1]
    table.show_advice(move)
    screen_reader(pilot.app).update()
    marked = [ENGLISH.card(card) for card in move.cards]
    read_so = [
        part.name
        for part in walk(table.accessible_elements())
        if part.name.endswith(", suggested") or ", suggested," in part.name
    ]
    pile = table.model.advised_pile()
    assert len(read_so) == len(marked) + (pile is not None), slug
    assert all(any(name.startswith(f"{card}, suggested") for name in read_so) for card in marked), slug
    hints = [text for tone, text in listener.spoken if tone == "assertive" and text.startswith("Hint: ")]
    assert len(hints) == 1 and all(card in hints[0] for card in marked), slug
    table.show_advice(None)
    assert not any(", suggested" in part.name for part in walk(table.accessible_elements())), slug


def test_empty_pile_of_hint_is_read_without_outline(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    layout = LAYOUTS["big_two"]
    spots = tuple(replace(spot, has_slot_outline=False) for spot in layout.geometry.centre_spots)
    layout = replace(layout, geometry=replace(layout.geometry, centre_spots=spots))
    monkeypatch.setattr(table_module, "LAYOUTS", {**LAYOUTS, "big_two": layout})
    _, _, table = listened_table(tmp_path, "big_two", seed=2)
    assert table.model.choice is not None
    table.show_advice(table.model.choice.legal_moves[0])
    pile = table.model.advised_pile()
    assert pile is not None and not table.model.shown.piles.get(pile)
    names = [element.name for element in walk(table.accessible_elements()) if element.key == ("pile", pile)]
    assert len(names) == 1 and names[0].endswith(", suggested")


def test_repeated_message_is_new_node(tmp_path: Path) -> None:
    pilot = Pilot(tmp_path)
    pilot.app.go(Home())
    listener = attach_reader(pilot.app)
    for _ in range(2):
        pilot.app.input_router.toggle_sound()
        pilot.app.input_router.toggle_sound()
        pilot.step()
        screen_reader(pilot.app).update()
    said = [text for _, text in listener.spoken]
    assert said.count("Sound on") == 2


def test_reader_that_listens_before_start_gets_tree_at_start(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """On Windows a reader may listen since the window was shown."""
    pilot = Pilot(tmp_path)
    pilot.app.go(Home())
    pilot.app.finish_animations()
    listener = FakeScreenReader()
    monkeypatch.setattr(accesskit_adapter, "AccessKitAdapter", lambda: listener)
    monkeypatch.setattr(listener, "attach", lambda _: None)
    pilot.app.screen_reader.start(pilot.app)
    pilot.app.step(16, ())
    assert len(listener.changes) == 1


# --- without a reader -------------------------------------------------------------------------------------------------


def test_missing_accesskit_is_silently_ignored(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "accesskit", None)
    pilot = Pilot(tmp_path)
    pilot.app.go(Home())
    pilot.app.screen_reader.start(pilot.app)
    bridge = screen_reader(pilot.app)
    assert not bridge.adapter.is_attached
    pilot.press_keys(pygame.K_TAB)
    pilot.step([pygame.Event(pygame.WINDOWFOCUSLOST)])
    assert bridge.tree.nodes == {}
    assert capfd.readouterr() == ("", "")


def test_failing_accessibility_library_is_ignored(monkeypatch: pytest.MonkeyPatch) -> None:
    class Panic(BaseException):
        pass

    def made(self: AccessKitAdapter, window: object) -> object:
        raise Panic

    monkeypatch.setattr(AccessKitAdapter, "_create_adapter", made)
    system = AccessKitAdapter()
    system.attach(lambda: 0)
    assert not system.is_attached
    system.set_window_focus(focused=True)


def test_window_is_offered_before_being_shown() -> None:
    """Windows requires this: a window that was shown once can't be offered to screen readers any more."""
    hidden = 0x8
    for placement in (Placement((1280, 720)), Placement((1280, 720), None, is_maximised=True)):
        seen: list[int] = []

        def note(window: pygame.Window, seen: list[int] = seen) -> None:
            seen.append((WindowFunctions(window.id).flags() or 0) & hidden)

        window = SystemWindow("House Rules", placement, fullscreen=False, before_shown=note)
        assert seen == [hidden]
        assert not window._state() & hidden
        window._window.destroy()


def test_reading_table_takes_few_steps(tmp_path: Path) -> None:
    """Reads a table at rest with all of its cards again. ``tests.bench reader`` measures the time."""
    pilot = Pilot(tmp_path)
    attach_reader(pilot.app)
    match = Match(random_record("big_two", 3), lambda _: None, Thinker(process=False))
    pilot.app.go(make_table_scene(pilot.app, match))
    pilot.run_until_idle()
    pilot.app.finish_animations()
    following = screen_reader(pilot.app)
    following.update()
    assert count_calls(following.update) < 10_000


def test_seating_screen_reads_no_decoration_and_names_deal_number(tmp_path: Path) -> None:
    """The cards on its small table are decoration."""
    pilot = Pilot(tmp_path)
    pilot.app.go(Seating("gurch"))
    pilot.click_widget(pilot.app.words("app.button.more"))
    attach_reader(pilot.app)
    parts = elements(pilot.app)
    assert not named_cards(" ".join(all_strings(parts)))
    assert "Deal number" in [part.name for part in parts if part.role == "field"]


def test_rules_page_is_read_whole(tmp_path: Path) -> None:
    pilot = Pilot(tmp_path)
    pilot.app.go(RulesPage("gurch"))
    attach_reader(pilot.app)
    nodes = tree_nodes(pilot.app).values()
    assert sum(node.role == "heading" for node in nodes) > 10, "headings out of view are read as well"
