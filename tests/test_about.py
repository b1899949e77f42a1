"""About page: its tabs, folders, licences, update check and error report."""

import os
import re
import sys
import threading
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import pygame
import pytest

from engine import __version__, licences
from engine.languages import LANGUAGES
from engine.licences import bundled_licences, parse_licences
from engine.match.record import PERSON, Chair
from engine.settings import Settings
from engine.started_environment import without_bootloader_variables
from engine.updates.check_result import CheckResult
from engine.updates.project import Project
from engine.work import system_open
from scenes.screens.about.about_screen import NEWS_FOLDER, PAGES, AboutScreen
from scenes.screens.about.error_report import anonymise, format_report, last_error
from scenes.screens.about.text_sheet import Passage, TextSheet, join_broken_lines, parse_changes, verbatim_passages
from scenes.screens.settings import settings_screen
from scenes.screens.settings.settings_screen import UPDATE_CHECK_FIELD, SettingsScreen, list_offered_options
from scenes.shell.destinations import AboutPage, Home, MatchTable, SettingsPage
from scenes.ui import clipboard
from scenes.ui.widgets import Button
from scenes.work.update_checker import UpdateChecker
from tests.support.profile_pilot import Pilot
from tests.support.records import new_record
from tests.support.scripts import script
from tests.support.tables import open_program, start_program

ROOT = NEWS_FOLDER.parent.parent
collect_licences = script("collect_licences")
ABOUT = Project("https://github.com/o/n", "2026-11-22")


@pytest.fixture
def pilot(tmp_path: Path) -> Pilot:
    made = open_program(tmp_path)
    made.run_frames(2)
    return made


def open_about(pilot: Pilot, part: str = "", started: list[Sequence[str]] | None = None) -> AboutScreen:
    """Open the About page; commands that it starts are recorded in ``started`` instead."""

    def start(command: Sequence[str], environment: Mapping[str, str]) -> None:
        if started is None:
            raise FileNotFoundError(command[0])
        started.append(command)

    screen = AboutScreen(pilot.app, part, start)
    pilot.app.open(screen)
    pilot.run_frames(2)
    return screen


def text_sheet(screen: AboutScreen) -> TextSheet:
    assert screen.text_sheet is not None
    return screen.text_sheet


# --- opening and tabs -------------------------------------------------------------------------------------------------


def test_about_opens_from_home_by_mouse_and_f1(pilot: Pilot) -> None:
    home = pilot.app.top
    pilot.click_widget(pilot.app.words("about.title"))
    assert isinstance(pilot.app.top, AboutScreen)
    pilot.press_keys(pygame.K_ESCAPE)
    assert pilot.app.top is home
    pilot.press_keys(pygame.K_F1)
    assert isinstance(pilot.app.top, AboutScreen)


def test_about_opens_from_settings_over_table(pilot: Pilot) -> None:
    pilot.app.go(MatchTable(new_record("gurch", 7)))
    pilot.run_until_idle()
    pilot.app.open(SettingsPage())
    pilot.run_frames(2)
    pilot.press_keys(pygame.K_F1)
    assert isinstance(pilot.app.top, AboutScreen)
    pilot.press_keys(pygame.K_ESCAPE)
    assert isinstance(pilot.app.top, SettingsScreen)
    pilot.click_widget(pilot.app.words("about.button"))
    assert isinstance(pilot.app.top, AboutScreen)


@pytest.mark.parametrize("ui_scale", ["100", "200"])
def test_more_leads_to_other_pages_and_escape_back(ui_scale: str, tmp_path: Path) -> None:
    pilot = open_program(tmp_path, Home(), (960, 540), ui_scale=ui_scale)
    home = pilot.app.top
    screen = open_about(pilot)
    assert screen.page == PAGES[0] and (screen.text_sheet is None) == screen.is_narrow, "news are beside the version"
    words = pilot.app.words
    for page in PAGES[1 if screen.is_narrow else 2 :]:
        label = words(f"about.part.{page}")
        assert label not in [getattr(one, "label", "") for one in screen.root.focus_order()]
        screen.toggle_more()
        pilot.click_widget(label)
        assert screen.page == page
        pilot.press_keys(pygame.K_ESCAPE)
        assert screen.page == PAGES[0] and pilot.app.top is screen
        screen.toggle_more()
    pilot.press_keys(pygame.K_ESCAPE)
    assert pilot.app.top is home


@pytest.mark.parametrize("language", ["en", "zh_TW"])
@pytest.mark.parametrize("part", PAGES)
@pytest.mark.painted
def test_about_is_drawn_in_every_size(part: str, language: str, tmp_path: Path) -> None:
    for scale in ("80", "100", "200"):
        pilot = open_program(tmp_path, Home(), (960, 540), ui_scale=scale, language=language)
        pilot.app.open(AboutPage(part))
        pilot.run_frames(3)
        pilot.press_keys(pygame.K_END, pygame.K_TAB, pygame.K_TAB, pygame.K_TAB)
        pilot.app.finish_animations()
        pilot.app.release_everything()


# --- news -------------------------------------------------------------------------------------------------------------


def item_counts(language: str) -> dict[str, int]:
    """Return version -> number of its items."""
    source = (NEWS_FOLDER / f"{language}.md").read_text(encoding="utf-8")
    found: dict[str, int] = {}
    for passage in parse_changes(source):
        if passage.style == "panel_title":
            found[passage.text] = 0
        elif passage.mark:
            found[next(reversed(found))] += 1
    return found


def test_every_language_lists_same_versions_newest_first() -> None:
    """Each release appears on this page in the player's language, as in CHANGELOG.md for developers."""
    several = {language: item_counts(language) for language in LANGUAGES}
    assert all(several[language] == several["en"] for language in LANGUAGES), several
    assert next(iter(several["en"])) == __version__
    assert all(several["en"].values())
    released = re.findall(r"^## \[(\d.+?)\]", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), flags=re.M)
    assert set(released) <= several["en"].keys()


def test_changelog_is_shown_in_players_language(tmp_path: Path) -> None:
    pilot = open_program(tmp_path, language="pt_BR")
    screen = open_about(pilot, "news")
    assert "A primeira versão." in text_sheet(screen).text


# --- licences ---------------------------------------------------------------------------------------------------------


def test_every_licence_is_complete(pilot: Pilot) -> None:
    screen = open_about(pilot, "licences")
    titles = [part.title for part in screen.licences]
    for name in ("House Rules", "Fraunces", "NotoCJK", "Python", "pygame-ce", "Simple DirectMedia Layer", "truststore"):
        assert any(title.startswith(name) for title in titles), name
    for i, part in enumerate(screen.licences):
        screen.show_licence(i)
        shown = text_sheet(screen).text.split()
        assert shown == f"{part.title} {part.notice} {part.text}".split(), part.title


def test_built_program_shows_same_licences(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    packed = tmp_path / "LICENSES.txt"
    packed.write_text(
        collect_licences.format_licences(
            collect_licences.bundled_packages(), [Path("libSDL2-2.0.so.0"), Path("libssl.so.3")]
        ),
        encoding="utf-8",
    )
    monkeypatch.setattr(licences, "BUNDLED_FILE", packed)
    parts = bundled_licences()
    titles = [part.title for part in parts]
    assert titles[0] == "House Rules" and any(title.startswith("pyinstaller") for title in titles)
    assert "OpenSSL" in titles and any(title.startswith("Simple DirectMedia Layer") for title in titles)
    assert parts[0].text == (ROOT / "LICENSE").read_text(encoding="utf-8").strip()
    assert all(part.text for part in parts)


def test_packed_licences_are_read_unchanged() -> None:
    text = collect_licences.format_licences(["pygame-ce"], [])
    assert [part.title for part in parse_licences(text)] == [
        line.strip() for line in text.partition("\n\n")[2].partition("\n\n")[0].splitlines()
    ]
    assert parse_licences("nothing") == []


def test_library_of_unknown_licence_does_not_stop_page(monkeypatch: pytest.MonkeyPatch) -> None:
    known = {part.title for part in bundled_licences()}
    monkeypatch.setattr(collect_licences, "bundled_packages", lambda: ["no-such-package", "pygame-ce"])
    monkeypatch.setattr(
        collect_licences, "library_name", lambda file: f"odd {file.name}" if "SDL2-" in file.name else None
    )
    assert {part.title for part in collect_licences.installed_components()} < known


def test_flowing_keeps_every_word_of_licence() -> None:
    for part in bundled_licences():
        assert join_broken_lines(part.text).split() == part.text.split(), part.title
        assert len(join_broken_lines(part.text).splitlines()) <= len(part.text.splitlines())


def test_licence_is_chosen_by_keyboard(pilot: Pilot) -> None:
    screen = open_about(pilot, "licences")
    pilot.press_keys(*[pygame.K_TAB], pygame.K_DOWN, pygame.K_DOWN, pygame.K_RETURN)
    assert screen.licence_index == 1
    text = text_sheet(screen)
    pilot.press_keys(pygame.K_PAGEDOWN)
    assert text.offset > 0


def test_licence_list_comes_first_in_small_window(tmp_path: Path) -> None:
    pilot = open_program(tmp_path, Home(), (960, 540), ui_scale="200")
    screen = open_about(pilot, "licences")
    assert screen.text_sheet is None and screen.root.find("licences")
    screen.show_licence(2)
    assert text_sheet(screen) and not screen.root.find("licences")
    pilot.press_keys(pygame.K_ESCAPE)
    assert screen.text_sheet is None and screen.page == "licences"
    pilot.press_keys(pygame.K_ESCAPE, pygame.K_ESCAPE)
    assert pilot.app.top is not screen


# --- licence texts ----------------------------------------------------------------------------------------------------


def arranged_sheet(pilot: Pilot, passages: Sequence[Passage]) -> TextSheet:
    sheet = TextSheet(passages)
    sheet.arrange(pilot.app.renderer, pygame.FRect(0, 0, 300, 200))
    return sheet


@pytest.mark.parametrize(
    "text", ["", " ", "x" * 500, "  indented " * 40, "*a* b*", "\t- item", "♠ A\u00a0B", "a\n\n\nb"]
)
def test_sheet_shows_any_text(text: str, pilot: Pilot) -> None:
    made = arranged_sheet(pilot, verbatim_passages(text))
    assert "".join(made.text.split()) == "".join(text.split())
    widest = max(
        (pilot.app.renderer.exact_plain_text_width(line, "body") for line in made.text.splitlines()), default=0
    )
    assert widest <= 240.5
    made.draw(pilot.app.renderer, pygame.Surface((300, 200)))


def test_sheet_is_as_tall_as_lines(pilot: Pilot) -> None:
    few, many = (arranged_sheet(pilot, [Passage("x")] * n) for n in (2, 60))
    assert not few.max_offset and many.max_offset > 1000


# --- folders ----------------------------------------------------------------------------------------------------------


def test_profiles_folder_is_opened_by_system(pilot: Pilot, monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[Sequence[str]] = []
    monkeypatch.setattr("engine.work.system_open.sys.platform", "linux")
    open_about(pilot, "places", started)
    pilot.click_widget("Open the folder")
    assert started == [("xdg-open", str(pilot.app.profile.folder.absolute()))]


def test_path_is_copied_if_folder_cannot_open(pilot: Pilot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.work.system_open.sys.platform", "linux")
    open_about(pilot, "places")
    pilot.click_widget("Open the folder")
    assert clipboard.paste() == str(pilot.app.profile.folder.absolute())
    assert pilot.app.toast is not None and pilot.app.toast.key == "about.copied_instead"


def test_every_path_can_be_copied(pilot: Pilot) -> None:
    open_about(pilot, "places")
    pilot.click_widget("Copy the path")
    folder = pilot.app.profile.folder.absolute()
    assert clipboard.paste() == str(folder)
    pilot.click_widget("Copy the path: Finished matches")
    assert clipboard.paste() == str(folder / "matches") == str(pilot.app.replays.folder.absolute())
    pilot.click_widget("Copy the path: Statistics")
    assert clipboard.paste() == str(pilot.app.statistics.path.absolute())


def test_each_system_uses_own_open_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tried: list[Sequence[str]] = []

    def none(command: Sequence[str], environment: Mapping[str, str]) -> None:
        tried.append(command)
        raise FileNotFoundError

    for system in ("linux", "darwin"):
        monkeypatch.setattr("engine.work.system_open.sys.platform", system)
        assert not system_open.open_page("https://github.com/o/n", none)
    assert [command[:-1] for command in tried] == [("xdg-open",), ("gio", "open"), ("open",)]
    del tried[:]
    for bad in ("http://github.com", "file:///etc/passwd", "-h", ""):
        assert not system_open.open_page(bad, none)
    assert not system_open.open_folder(tmp_path / "missing", none) and tried == []


def test_program_is_opened_where_no_thread_can_be_started(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(threading.Thread, "start", fail)
    system_open.spawn_detached([sys.executable, "--version"], os.environ)


def test_started_programs_do_not_get_variables_of_bootloader() -> None:
    environment = {"LD_LIBRARY_PATH": "/game", "_PYI_ARCHIVE_FILE": "/game/house-rules", "HOME": "/h"}
    assert without_bootloader_variables(environment, packed=True) == {"HOME": "/h"}
    assert without_bootloader_variables(environment, packed=False) == environment


# --- update check -----------------------------------------------------------------------------------------------------


def show_check_result(pilot: Pilot, answer: CheckResult, started: list[Sequence[str]] | None = None) -> AboutScreen:
    """Return the page after an update check with this result."""
    pilot.app.update_checker = UpdateChecker(pilot.app, own_version="1.0", own_project=ABOUT)
    screen = open_about(pilot, started=started)
    pilot.click_widget("Look for a new version")
    pilot.app.background.remove_all()
    pilot.app.update_checker._on_answer(answer)
    pilot.run_frames(2)
    return screen


def test_found_version_is_shown_and_page_opened(pilot: Pilot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.work.system_open.sys.platform", "linux")
    started: list[Sequence[str]] = []
    screen = show_check_result(pilot, CheckResult("found", "1.2"), started)
    assert any("Version 1.2 is out" in getattr(one, "string", "") for one in screen.root.children)
    pilot.click_widget("Open its page")
    assert started == [("xdg-open", "https://github.com/o/n/releases")]


@pytest.mark.parametrize("kind", ["none", "busy", "unreachable", "late", "untrusted", "odd", "failed"])
def test_failed_update_check_is_explained(kind: str, pilot: Pilot) -> None:
    screen = show_check_result(pilot, CheckResult(kind))  # type: ignore[arg-type]
    said = pilot.app.words(f"about.update.{kind}")
    assert any(getattr(one, "string", "") == said for one in screen.root.children)
    assert not any(getattr(one, "label", "") == "Open its page" for one in screen.root.focus_order())


def test_copy_without_address_offers_no_check(pilot: Pilot, monkeypatch: pytest.MonkeyPatch) -> None:
    pilot.app.update_checker = UpdateChecker(pilot.app, own_project=Project())
    screen = open_about(pilot)
    assert not any(getattr(one, "label", "") == "Look for a new version" for one in screen.root.focus_order())
    for known, about_it in ((True, ABOUT), (False, Project())):
        monkeypatch.setattr(settings_screen, "project", lambda about_it=about_it: about_it)
        assert any(choice.name == UPDATE_CHECK_FIELD for choice in list_offered_options()) == known


def test_update_check_is_switched_on_here_and_in_settings(pilot: Pilot, monkeypatch: pytest.MonkeyPatch) -> None:
    pilot.app.update_checker = UpdateChecker(pilot.app, own_version="1.0", own_project=ABOUT)
    open_about(pilot)
    pilot.press_keys(*[pygame.K_TAB] * 4, pygame.K_RIGHT)
    assert pilot.app.settings.look_for_updates
    monkeypatch.setattr(settings_screen, "project", lambda: ABOUT)
    pilot.app.open(SettingsPage())
    screen = pilot.expect(SettingsScreen)
    screen.change(UPDATE_CHECK_FIELD, False)
    assert not pilot.app.settings.look_for_updates


class CountingChecker(UpdateChecker):
    check_count = 0
    stop_count = 0

    def check_if_due(self) -> None:
        self.check_count += 1

    def cancel_auto_check(self) -> None:
        self.stop_count += 1


def test_home_checks_for_updates_after_first_frame_if_enabled(tmp_path: Path) -> None:
    pilot = start_program(tmp_path, look_for_updates=True)
    pilot.app.update_checker = counting = CountingChecker(pilot.app, own_project=ABOUT)
    pilot.app.go(Home())
    pilot.step(elapsed_ms=100)
    assert counting.check_count == 0
    for _ in range(20):
        pilot.step(elapsed_ms=100)
    assert counting.check_count == 1
    for _ in range(300):
        pilot.step(elapsed_ms=100)
    assert counting.check_count == 2, "the check repeats while the program stays open"
    pilot.app.go(MatchTable(new_record("gurch", 7)))
    assert counting.stop_count == 1
    for _ in range(300):
        pilot.step(elapsed_ms=100)
    assert counting.check_count == 2, "no check during a match"


def test_home_checks_for_updates_once_that_is_switched_on(pilot: Pilot) -> None:
    pilot.app.update_checker = counting = CountingChecker(pilot.app, own_project=ABOUT)
    for is_on in (False, True):
        pilot.app.save_settings_without_layout(replace(pilot.app.settings, look_for_updates=is_on))
        for _ in range(30):
            pilot.step(elapsed_ms=100)
        assert counting.check_count == is_on


def test_update_checker_is_not_loaded_by_default(pilot: Pilot) -> None:
    for _ in range(300):
        pilot.step(elapsed_ms=100)
    pilot.app.go(MatchTable(new_record("gurch", 7)))
    assert "updates" not in vars(pilot.app)
    assert not (pilot.app.profile.folder / "updates.toml").exists()


def test_home_announces_newer_version(tmp_path: Path) -> None:
    pilot = start_program(tmp_path, look_for_updates=True)
    pilot.app.update_checker = UpdateChecker(pilot.app, own_version="1.0", own_project=ABOUT)
    pilot.app.update_checker._memory.record_check(pilot.app.unix_seconds(), "1.2")
    pilot.app.go(Home())
    for _ in range(20):
        pilot.step(elapsed_ms=100)
    buttons = [one for one in pilot.app.top.root.focus_order() if isinstance(one, Button)]  # type: ignore[attr-defined]
    assert "Version 1.2 is out" in [one.label for one in buttons]


# --- error report -----------------------------------------------------------------------------------------------------


def test_report_is_shown_as_copied(pilot: Pilot) -> None:
    screen = open_about(pilot, "report")
    pilot.click_widget("Copy the report")
    copied = clipboard.paste()
    assert text_sheet(screen).text.split() == copied.split()
    facts = (f'house_rules = "{__version__}, source"', "python = ", "SDL 2", 'video = "dummy"', "screens")
    assert all(fact in copied for fact in (*facts, 'picture = "1280x720"'))


def test_report_lists_unusual_settings_and_no_name(pilot: Pilot) -> None:
    pilot.app.change_settings(replace(pilot.app.settings, name="Bia", portrait="chef", four_colours=True, pace="slow"))
    text = open_about(pilot, "report").report
    assert "four_colours = true" in text and 'pace = "slow"' in text
    assert "Bia" not in text and "chef" not in text and "high_contrast" not in text


def test_report_holds_last_error_without_private_data(tmp_path: Path) -> None:
    home = tmp_path / "home" / "mariana"
    folder = home / "cards" / "profile"
    (folder / "reports").mkdir(parents=True)
    match = 'format = 1\ngame = "gurch"\nchairs = ["person: Tia Zu"]\n'
    lines = f"Traceback:\n  File x\nOSError: {folder}/match.toml, {home}\\x, Tia Zu and mariana, Bia’s \x1b[2Jmove\n"
    (folder / "reports" / "1000.txt").write_text("House Rules 0.0.9\n\nolder", encoding="utf-8")
    latest = folder / "reports" / "2000.txt"
    latest.write_text(f"House Rules 0.1.0\n\n{lines}{match}", encoding="utf-8")
    (folder / "reports" / "notes.txt").write_text("secret", encoding="utf-8")
    text = format_report(folder, Settings(name="Bia"), ["Bia", "Tia Zu"], home, (1, 1))
    assert "[reports/2000.txt]\nHouse Rules 0.1.0\n\nTraceback:\n  File x\nOSError: (profile)/match.toml, ~" in text
    for private in ("mariana", "Bia", "Zu", "gurch", "secret", "older", "\x1b", str(tmp_path)):
        assert private not in text, private


def test_report_names_no_person(pilot: Pilot) -> None:
    pilot.app.hot_seat_players.replace_players([Chair(PERSON, name="Zuleica")])
    (pilot.app.profile.folder / "reports").mkdir()
    (pilot.app.profile.folder / "reports" / "1.txt").write_text("KeyError: 'Zuleica'", encoding="utf-8")
    text = open_about(pilot, "report").report
    assert "KeyError" in text and "Zuleica" not in text


@pytest.mark.parametrize("content", [b"", b"\xff\xfe\0", b"x" * 5_000_000, b"\n" * 100_000, "é".encode() * 9000])
def test_any_file_in_place_of_report_is_harmless(content: bytes, tmp_path: Path) -> None:
    (tmp_path / "reports").mkdir()
    (tmp_path / "reports" / "1.txt").write_bytes(content)
    found = last_error(tmp_path)
    assert found is not None and len(found.text) < 6000
    assert all(line.isprintable() for line in format_report(tmp_path, Settings(), [], None, (1, 1)).splitlines())


def test_missing_reports_give_no_last_error(tmp_path: Path) -> None:
    assert last_error(tmp_path) is None
    (tmp_path / "reports").write_text("a file", encoding="utf-8")
    assert last_error(tmp_path) is None


def test_folders_of_windows_are_private_too() -> None:
    folders = {"C:\\Users\\Zé": "~"}
    text = 'File "C:\\\\Users\\\\Zé\\\\x.py" C:/Users/Zé/y c:\\users\\zé\\z'
    assert anonymise(text, folders, ["Zé"]) == 'File "~\\\\x.py" ~/y ~\\z'
