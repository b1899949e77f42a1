"""What screen readers are shown: nothing that a seat may not know, all that can be used, and only what changes."""

import re
import sys
from collections.abc import Iterable
from pathlib import Path

import pygame
import pytest

from engine.cards import HIDDEN, Card, packs
from engine.events import Event, Scored
from engine.games import GAMES
from engine.match.match import Match
from engine.match.record import Record
from engine.profile.window_placement import Placement
from engine.rng import Rng
from engine.work.thinking import Thinker
from scenes.app import App
from scenes.look.parts import Part, every, strings
from scenes.look.seen import plain
from scenes.shell.destinations import Home, SettingsPage
from scenes.shell.reader import Reader
from scenes.shell.reader_tree import ROOT
from scenes.shell.screen import Screen
from scenes.shell.sdl import WindowFunctions
from scenes.shell.system_reader import Asked, SystemReader
from scenes.shell.system_window import SystemWindow
from scenes.table.parts import TableParts
from scenes.table.stage.choice import Choice
from scenes.table.table import Table, sit
from scenes.text.words import Words
from tests.fit_all import check as fit_all
from tests.support.at_table import live, settings
from tests.support.calls import calls
from tests.support.piloting import Pilot, open_app
from tests.support.reading_aloud import Listener, ask, find, listen, nodes, reachable, read, reader
from tests.support.records import random_record

POSITIONS = 60
"""Minimum number of positions of each game; ``python -m tests.reader --positions 2000`` looks at more."""
ENGLISH = Words("en")
NAMES = {ENGLISH.card(card) for card in packs(1)}
NAMED = re.compile("|".join(rf"\b{re.escape(name)}\b" for name in sorted(NAMES, key=len, reverse=True)))


def named(text: str) -> set[str]:
    """The cards that a text names."""
    return set(NAMED.findall(text))


def known(cards: list[Card]) -> set[str]:
    return {ENGLISH.card(card) for card in cards if card != HIDDEN}


# --- hidden cards -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("slug", GAMES)
def test_no_card_is_read_that_the_seat_may_not_know(slug: str, tmp_path: Path) -> None:
    """Deals played at random, with house rules drawn by the seed, seen from the person's seat."""
    settings(tmp_path, speed="instant")
    app, looked, seed = open_app(tmp_path), 0, 0
    while looked < POSITIONS:
        seed += 1
        looked += look_at_match(app, random_record(slug, seed, short=True), Rng(seed))
    app.close_all()


def look_at_match(app: App, record: Record, rng: Rng) -> int:
    """Play a deal at random and read every position; returns how many there were."""
    match = Match(record, lambda _: None, Thinker(process=False))
    table = sit(app, match)
    if not isinstance(table, Table):
        return 0
    table.stage.director.finish()
    parts, told, looked = TableParts(table), seen_in(match.past()), 0
    while match.game.outcome is None and looked < POSITIONS:
        view = match.game.view(match.viewer)
        seen = known([card for pile in view.piles for card in view.cards(pile)])
        told |= seen
        if match.viewer in match.game.waiting():
            table.stage.ask(Choice(view, match.viewer, table.stage.layout))
            table.hud.refresh_answers()
        for part in parts.parts():
            texts = " ".join(strings([part]))
            may = told if part.key == "log" else seen
            assert named(texts) <= may, (record, len(record.moves), part.key, named(texts) - may)
        looked += 1
        move = rng.choice(match.game.legal_moves(match.game.waiting()[0]))
        told |= known(list(move.cards)) if move.seat == match.viewer else set()
        table.stage.choice = None
        happened = match.play(move)
        told |= seen_in(happened)
        if any(isinstance(event, Scored) for event in happened):
            break  # the table would wait until its result was shown
        table.show(happened)
        table.stage.director.finish()
    match.close()
    return looked


def seen_in(events: Iterable[Event]) -> set[str]:
    """The cards that events show to whoever sees them."""
    return known([card for event in events for card in getattr(event, "cards", ())])


# --- everything is there ----------------------------------------------------------------------------------------------


@pytest.mark.every_frame
@pytest.mark.parametrize("slug", ["", *list(GAMES)[:1]])
def test_everything_that_can_be_focused_is_in_the_tree_and_everything_written_is_said(slug: str) -> None:
    """In every state of every screen: name, role, place and action of each target, and each text of the picture.

    ``python -m tests.reader --states`` looks at the states of every game.
    """
    for name, pilot in fit_all.states(slug, "en", few=True):
        app = pilot.app
        app.finish()
        if not isinstance(app.reader, Reader):
            listen(app)
        tree = nodes(app)
        assert reachable(tree) == set(tree), name
        parts = read(app)
        check_targets(app, parts, name)
        said = "\n".join(strings(parts))
        missing = [one.text for one in reader(app).picture() if app.top.opaque and one.text not in said]
        assert missing == [], (name, missing)


def check_targets(app: App, parts: list[Part], state: str) -> None:
    top = app.top
    for part in parts:
        if part.focus is not None or part.press is not None:
            assert part.name, (state, part)
            assert part.role not in ("text", "heading", "group", "list"), (state, part)
    targets = [part for part in parts if part.focus is not None]
    for part in targets:
        assert part.area is not None and part.area.width > 0 and part.area.height > 0, (state, part)
        assert part.press is not None or part.parts or part.set_value is not None or not part.enabled, (state, part)
    if isinstance(top, Screen):
        assert len(targets) >= len(top.group.order()), state
    elif isinstance(top, Table):
        bar = top.play.bar_widgets
        own = len(bar[0].order()) if bar is not None else 0
        assert len(targets) == len(top.control.stops(top.hud.middles())) + own, state


def test_the_focus_follows_the_keyboard_and_the_reader_moves_it(tmp_path: Path) -> None:
    pilot = Pilot(tmp_path)
    pilot.app.go(Home())
    listen(pilot.app)
    nodes(pilot.app)
    assert reader(pilot.app).tree.focus == ROOT
    pilot.key(pygame.K_TAB)
    assert nodes(pilot.app)[reader(pilot.app).tree.focus].name.startswith("Gurch")
    number = find(pilot.app, "button", "Settings")
    ask(pilot.app, Asked("focus", number))
    nodes(pilot.app)
    assert reader(pilot.app).tree.focus == number
    ask(pilot.app, Asked("click", number))
    assert any(node.name == "Settings" and node.role == "heading" for node in nodes(pilot.app).values())


def test_a_press_that_comes_late_does_nothing_on_another_screen(tmp_path: Path) -> None:
    pilot = Pilot(tmp_path)
    pilot.app.go(Home())
    listen(pilot.app)
    late = {n for n, node in nodes(pilot.app).items() if node.clickable}
    ask(pilot.app, Asked("click", find(pilot.app, "button", "Settings")))
    there = pilot.app.top
    tree = nodes(pilot.app)
    assert late and not late & set(tree)
    for number in late:
        ask(pilot.app, Asked("click", number))
    assert pilot.app.top is there


def test_settings_are_changed_by_actions_alone(tmp_path: Path) -> None:
    pilot = Pilot(tmp_path)
    pilot.app.go(SettingsPage())
    listen(pilot.app)
    tree = nodes(pilot.app)
    options = {n: node for n, node in tree.items() if node.role == "option"}
    assert sum(bool(node.chosen) for node in options.values()) == sum(node.role == "choice" for node in tree.values())
    pages = next(node for node in tree.values() if node.role == "tabs")
    assert [tree[n].role for n in pages.children] == ["tab"] * 5
    assert [tree[n].chosen for n in pages.children] == [True] + [False] * 4
    ask(pilot.app, Asked("click", pages.children[1]))
    tree = nodes(pilot.app)
    assert [tree[n].chosen for n in pages.children] == [False, True] + [False] * 3
    before = pilot.app.settings
    row = next(node for node in tree.values() if node.role == "choice" and node.details)
    number = next(n for n in row.children if not tree[n].chosen)
    ask(pilot.app, Asked("click", number))
    assert pilot.app.settings != before
    assert nodes(pilot.app)[number].chosen


# --- what is sent, and what is said -----------------------------------------------------------------------------------


def test_nothing_is_sent_while_nothing_changes_or_nobody_listens(tmp_path: Path) -> None:
    pilot = Pilot(tmp_path)
    pilot.app.go(Home())
    pilot.app.finish()
    listener = listen(pilot.app)
    following = reader(pilot.app)
    following.update(moving=False)
    assert len(listener.changes) == 1 and len(listener.changes[0].nodes) == len(following.tree.nodes)
    for _ in range(3):
        following.update(moving=False)
    assert len(listener.changes) == 1
    pilot.key(pygame.K_TAB)
    assert len(listener.changes) == 2 and len(listener.changes[-1].nodes) < 3, "only what changed is sent"
    listener.listening = False
    before = calls(lambda: following.update(moving=False))
    assert before <= 2, "the price for everybody else"
    assert len(listener.changes) == 2


def test_own_turn_is_said_at_once_and_others_plays_in_a_sentence_each(tmp_path: Path) -> None:
    for slug in GAMES:
        settings(tmp_path / slug, speed="4", talk=False)
        pilot = Pilot(tmp_path / slug)
        listener = listen(pilot.app)
        match = Match(random_record(slug, 3, short=True), lambda _: None, Thinker(process=False))
        pilot.app.go(sit(pilot.app, match))
        pilot.rest()
        table = pilot.app.top
        assert isinstance(table, Table) and table.stage.choice is not None
        assert ("assertive", plain(table.prompt())) in listener.said, slug
        assert [tone for tone, _ in listener.said].count("assertive") == 1, slug
        before, count = len(table.log.told), len(listener.said)
        live(table).make(table.stage.choice.legal[0])
        for _ in range(2000):
            pilot.step()
            if pilot.app.top is not table or pilot._at_rest(table):
                break
        told = [plain(line.text) for line in table.log.told[before:]]
        polite = [text for tone, text in listener.said[count:] if tone == "polite"]
        assert told and [text for text in polite if text in told] == told, slug
        pilot.app.close_all()


@pytest.mark.parametrize("slug", GAMES)
def test_what_a_hint_marks_is_read_and_said(slug: str, tmp_path: Path) -> None:
    settings(tmp_path, speed="4", talk=False)
    pilot = Pilot(tmp_path)
    listener = listen(pilot.app)
    match = Match(random_record(slug, 3, short=True), lambda _: None, Thinker(process=False))
    pilot.app.go(sit(pilot.app, match))
    pilot.rest()
    table = pilot.app.top
    assert isinstance(table, Table) and table.stage.choice is not None
    move = table.stage.choice.legal[-1]
    table.advise(move)
    reader(pilot.app).update(moving=False)
    marked = [ENGLISH.card(card) for card in move.cards]
    read_so = [
        part.name for part in every(table.parts()) if part.name.endswith(", suggested") or ", suggested," in part.name
    ]
    pile = table.stage.advised_pile()
    assert len(read_so) == len(marked) + (pile is not None), slug
    assert all(any(name.startswith(f"{card}, suggested") for name in read_so) for card in marked), slug
    hints = [text for tone, text in listener.said if tone == "assertive" and text.startswith("Hint: ")]
    assert len(hints) == 1 and all(card in hints[0] for card in marked), slug
    table.advise(None)
    assert not any(", suggested" in part.name for part in every(table.parts())), slug
    pilot.app.close_all()


def test_a_message_that_says_the_same_again_is_a_new_node(tmp_path: Path) -> None:
    pilot = Pilot(tmp_path)
    pilot.app.go(Home())
    listener = listen(pilot.app)
    for _ in range(2):
        pilot.app.mute()
        pilot.app.mute()
        pilot.step()
        reader(pilot.app).update(moving=False)
    said = [text for _, text in listener.said]
    assert said.count("Sound on") == 2


# --- without a reader -------------------------------------------------------------------------------------------------


def test_without_accesskit_the_program_runs_as_before_and_says_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "accesskit", None)
    pilot = Pilot(tmp_path)
    pilot.app.go(Home())
    pilot.app.read_aloud()
    assert isinstance(pilot.app.reader, Reader) and not pilot.app.reader.system.attached
    pilot.key(pygame.K_TAB)
    pilot.step([pygame.Event(pygame.WINDOWFOCUSLOST)])
    assert pilot.app.reader.tree.nodes == {}
    assert capfd.readouterr() == ("", "")


def test_a_library_that_fails_is_done_without(monkeypatch: pytest.MonkeyPatch) -> None:
    class Panic(BaseException):
        pass

    def made(self: SystemReader, window: object) -> object:
        raise Panic

    monkeypatch.setattr(SystemReader, "_made", made)
    system = SystemReader()
    system.attach(lambda: 0)
    assert not system.attached
    system.focus_window(focused=True)


def test_a_window_is_offered_before_it_is_shown() -> None:
    """As Windows needs it: a window that was shown once can't be offered to screen readers any more."""
    hidden = 0x8
    for placement in (Placement((1280, 720)), Placement((1280, 720), None, maximised=True)):
        seen: list[int] = []

        def note(window: pygame.Window, seen: list[int] = seen) -> None:
            seen.append((WindowFunctions(window.id).flags() or 0) & hidden)

        window = SystemWindow("House Rules", placement, fullscreen=False, before_shown=note)
        assert seen == [hidden]
        assert not window._state() & hidden
        window._window.destroy()


def test_reading_the_table_takes_few_steps(tmp_path: Path) -> None:
    """``tests.bench reader`` measures the time. A table at rest with all of its cards is read again."""
    pilot = Pilot(tmp_path)
    listen(pilot.app)
    match = Match(random_record("big_two", 3), lambda _: None, Thinker(process=False))
    pilot.app.go(sit(pilot.app, match))
    pilot.rest()
    pilot.app.finish()
    following = reader(pilot.app)
    following.update(moving=False)
    assert calls(lambda: following.update(moving=False)) < 10_000


def test_parts_are_listed_with_all_in_them() -> None:
    inner = Part("item", "b")
    assert list(every([Part("list", "a", parts=(inner,)), Part("text", "c")]))[1] is inner
    assert isinstance(Listener(), SystemReader)
