"""The page about the program: ways to it, its parts, places, licences, the report."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import pygame
import pytest

from engine import __version__, licences
from engine.languages import LANGUAGES
from engine.licences import gathered, included, packages, parts_of
from engine.match.record import PERSON, Chair
from engine.settings import Settings
from engine.updates.answers import Answer
from engine.updates.project import Project
from engine.work import opening
from scenes.about.about import NEWS, PARTS, AboutScreen
from scenes.about.report import last_error, report, without_private
from scenes.about.sheet import Passage, TextSheet, changes, flowing, verbatim
from scenes.look.widgets import Button, IconButton, clipboard
from scenes.settings import settings as settings_screen
from scenes.settings.settings import LOOKS, SettingsScreen, offered
from scenes.shell.destinations import AboutPage, Begin, Home, SettingsPage
from scenes.work.updates import Updates
from tests.support.at_table import settings
from tests.support.piloting import Pilot
from tests.support.records import new_record

ROOT = NEWS.parent.parent
ABOUT = Project("https://github.com/o/n", "2026-11-22")


@pytest.fixture
def pilot(tmp_path: Path) -> Pilot:
    settings(tmp_path)
    made = Pilot(tmp_path)
    made.app.go(Home())
    made.steps(2)
    return made


def opened(pilot: Pilot, part: str = "", started: list[Sequence[str]] | None = None) -> AboutScreen:
    """The page, whose programs aren't really started."""

    def start(command: Sequence[str], environment: Mapping[str, str]) -> None:
        if started is None:
            raise FileNotFoundError(command[0])
        started.append(command)

    screen = AboutScreen(pilot.app, part, start)
    pilot.app.open(screen)
    pilot.steps(2)
    return screen


def press(pilot: Pilot, label: str) -> None:
    """Press the button with this label or name."""
    screen = pilot.app.top
    assert isinstance(screen, AboutScreen | SettingsScreen)
    for one, x, y in screen.group.places():
        if label in (getattr(one, "label", ""), getattr(one, "name", "")):
            pilot.click((x, y))
            return
    raise AssertionError(f"no button {label!r}")


def sheet(screen: AboutScreen) -> TextSheet:
    assert screen.sheet is not None
    return screen.sheet


def words_of(text: str) -> list[str]:
    return text.split()


# --- ways there and about --------------------------------------------------------------------------------------------


def test_it_opens_from_the_home_screen_by_mouse_and_by_f1(pilot: Pilot) -> None:
    home = pilot.app.top
    for one, x, y in home.group.places():  # type: ignore[attr-defined]
        if isinstance(one, IconButton) and one.name == pilot.app.words("about.title"):
            pilot.click((x, y))
    assert isinstance(pilot.app.top, AboutScreen)
    pilot.key(pygame.K_ESCAPE)
    assert pilot.app.top is home
    pilot.key(pygame.K_F1)
    assert isinstance(pilot.app.top, AboutScreen)


def test_it_opens_from_the_settings_even_over_a_table(pilot: Pilot) -> None:
    pilot.app.go(Begin(new_record("gurch", 7)))
    pilot.rest()
    pilot.app.open(SettingsPage())
    pilot.steps(2)
    pilot.key(pygame.K_F1)
    assert isinstance(pilot.app.top, AboutScreen)
    pilot.key(pygame.K_ESCAPE)
    assert isinstance(pilot.app.top, SettingsScreen)
    press(pilot, pilot.app.words("about.button"))
    assert isinstance(pilot.app.top, AboutScreen)


def test_its_parts_turn_by_keys(pilot: Pilot) -> None:
    pilot.app.open(AboutPage())
    screen = pilot.app.top
    assert isinstance(screen, AboutScreen) and screen.part == PARTS[0]
    for key, part in zip((pygame.K_2, pygame.K_3, pygame.K_4, pygame.K_1), (*PARTS[1:], PARTS[0]), strict=True):
        pilot.key(key)
        assert screen.part == part
    pilot.key(pygame.K_PAGEUP, mod=pygame.KMOD_CTRL)
    assert screen.part == PARTS[-1]
    pilot.key(pygame.K_PAGEDOWN, mod=pygame.KMOD_CTRL)
    assert screen.part == PARTS[0]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("part", PARTS)
@pytest.mark.painted
def test_it_is_drawn_in_every_size(part: str, language: str, tmp_path: Path) -> None:
    for scale in ("80", "100", "200"):
        settings(tmp_path, ui_scale=scale, language=language)
        pilot = Pilot(tmp_path, (960, 540))
        pilot.app.go(Home())
        pilot.app.open(AboutPage(part))
        pilot.steps(3)
        pilot.key(pygame.K_END, pygame.K_TAB, pygame.K_TAB, pygame.K_TAB)
        pilot.app.finish()
        pilot.app.close_all()


# --- what is new ------------------------------------------------------------------------------------------------------


def versions(language: str) -> dict[str, int]:
    """Version -> number of its items."""
    source = (NEWS / f"{language}.md").read_text(encoding="utf-8")
    found: dict[str, int] = {}
    for passage in changes(source):
        if passage.style == "panel_title":
            found[passage.text] = 0
        elif passage.mark:
            found[next(reversed(found))] += 1
    return found


def test_every_language_tells_the_same_versions_this_one_first() -> None:
    """When a version is released, players read here, in their language, what CHANGELOG.md tells developers as well."""
    several = {language: versions(language) for language in LANGUAGES}
    assert all(several[language] == several["en"] for language in LANGUAGES), several
    assert next(iter(several["en"])) == __version__
    assert all(several["en"].values())
    released = re.findall(r"^## \[(\d.+?)\]", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), flags=re.M)
    assert set(released) <= several["en"].keys()


def test_the_news_are_shown_in_the_players_language(tmp_path: Path) -> None:
    settings(tmp_path, language="pt_BR")
    pilot = Pilot(tmp_path)
    pilot.app.go(Home())
    screen = opened(pilot, "news")
    assert "A primeira versão." in sheet(screen).text


# --- licences ---------------------------------------------------------------------------------------------------------


def test_every_licence_is_there_whole(pilot: Pilot) -> None:
    screen = opened(pilot, "licences")
    titles = [part.title for part in screen.licences]
    for name in (
        "House Rules",
        "Fraunces",
        "NotoCJK",
        "Python",
        "pygame-ce",
        "Simple DirectMedia Layer",
        "font-lato",
        "truststore",
    ):
        assert any(title.startswith(name) for title in titles), name
    for i, part in enumerate(screen.licences):
        screen.show_licence(i)
        shown = words_of(sheet(screen).text)
        assert shown == words_of(f"{part.title} {part.notice} {part.text}"), part.title


def test_a_built_program_finds_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    packed = tmp_path / "LICENSES.txt"
    packed.write_text(gathered(packages(), [Path("libSDL2-2.0.so.0"), Path("libssl.so.3")]), encoding="utf-8")
    monkeypatch.setattr(licences, "PACKED", packed)
    parts = included()
    titles = [part.title for part in parts]
    assert titles[0] == "House Rules" and any(title.startswith("pyinstaller") for title in titles)
    assert "OpenSSL" in titles and any(title.startswith("Simple DirectMedia Layer") for title in titles)
    assert parts[0].text == (ROOT / "LICENSE").read_text(encoding="utf-8").strip()
    assert all(part.text for part in parts)


def test_packed_licences_are_read_as_they_were_written() -> None:
    text = gathered(["pygame-ce"], [])
    assert [part.title for part in parts_of(text)] == [
        line.strip() for line in text.partition("\n\n")[2].partition("\n\n")[0].splitlines()
    ]
    assert parts_of("nothing") == []


def test_a_library_of_unknown_licence_does_not_stop_the_page(monkeypatch: pytest.MonkeyPatch) -> None:
    known = {part.title for part in included()}
    monkeypatch.setattr(licences, "packages", lambda: ["no-such-package", "pygame-ce"])
    monkeypatch.setattr(licences, "library_name", lambda file: f"odd {file.name}" if "SDL2-" in file.name else None)
    assert {part.title for part in included()} < known


def test_no_word_of_a_licence_changes_when_its_lines_flow() -> None:
    for part in included():
        assert words_of(flowing(part.text)) == words_of(part.text), part.title
        assert len(flowing(part.text).splitlines()) <= len(part.text.splitlines())


def test_a_licence_is_chosen_by_keyboard(pilot: Pilot) -> None:
    screen = opened(pilot, "licences")
    pilot.key(*[pygame.K_TAB] * 2, pygame.K_DOWN, pygame.K_DOWN, pygame.K_RETURN)
    assert screen.licence == 1
    text = sheet(screen)
    pilot.key(pygame.K_PAGEDOWN)
    assert text.offset > 0


def test_where_there_is_no_room_the_list_comes_first(tmp_path: Path) -> None:
    settings(tmp_path, ui_scale="200")
    pilot = Pilot(tmp_path, (960, 540))
    pilot.app.go(Home())
    screen = opened(pilot, "licences")
    assert screen.sheet is None and screen.entries
    screen.show_licence(2)
    assert sheet(screen) and not screen.entries
    pilot.key(pygame.K_ESCAPE)
    assert screen.sheet is None and pilot.app.top is screen
    pilot.key(pygame.K_ESCAPE)
    assert pilot.app.top is not screen


# --- texts on paper ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text", ["", " ", "x" * 500, "  indented " * 40, "*a* b*", "\t- item", "♠ A\u00a0B", "a\n\n\nb"]
)
def test_a_sheet_shows_any_text(text: str, pilot: Pilot) -> None:
    made = TextSheet(pilot.app.look, pygame.FRect(0, 0, 300, 200), verbatim(text))
    assert "".join(words_of(made.text)) == "".join(words_of(text))
    widest = max((pilot.app.look.advance(line, "body") for line in made.text.splitlines()), default=0)
    assert widest <= 240.5
    made.draw(pilot.app.look, pygame.Surface((300, 200)))


def test_a_sheet_is_as_tall_as_its_lines(pilot: Pilot) -> None:
    few, many = (TextSheet(pilot.app.look, pygame.FRect(0, 0, 300, 200), [Passage("x")] * n) for n in (2, 60))
    assert not few.furthest and many.furthest > 1000


# --- places -----------------------------------------------------------------------------------------------------------


def test_the_profiles_folder_is_opened_by_the_system(pilot: Pilot, monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[Sequence[str]] = []
    monkeypatch.setattr("engine.work.opening.sys.platform", "linux")
    opened(pilot, started=started)
    press(pilot, "Open the folder")
    assert started == [("xdg-open", str(pilot.app.profile.folder.absolute()))]


def test_where_nothing_opens_it_the_path_is_copied(pilot: Pilot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.work.opening.sys.platform", "linux")
    opened(pilot)
    press(pilot, "Open the folder")
    assert clipboard.paste() == str(pilot.app.profile.folder.absolute())
    assert pilot.app.toast is not None and pilot.app.toast.key == "about.copied_instead"


def test_every_path_can_be_copied(pilot: Pilot) -> None:
    opened(pilot)
    press(pilot, "Copy the path")
    folder = pilot.app.profile.folder.absolute()
    assert clipboard.paste() == str(folder)
    press(pilot, "Copy the path: Finished matches")
    assert clipboard.paste() == str(folder / "matches") == str(pilot.app.replays.folder.absolute())
    press(pilot, "Copy the path: Statistics")
    assert clipboard.paste() == str(pilot.app.statistics.path.absolute())


def test_each_system_opens_in_its_own_way(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tried: list[Sequence[str]] = []

    def none(command: Sequence[str], environment: Mapping[str, str]) -> None:
        tried.append(command)
        raise FileNotFoundError

    for system in ("linux", "darwin"):
        monkeypatch.setattr("engine.work.opening.sys.platform", system)
        assert not opening.open_page("https://github.com/o/n", none)
    assert [command[:-1] for command in tried] == [("xdg-open",), ("gio", "open"), ("open",)]
    del tried[:]
    for bad in ("http://github.com", "file:///etc/passwd", "-h", ""):
        assert not opening.open_page(bad, none)
    assert not opening.open_folder(tmp_path / "missing", none) and tried == []


def test_started_programs_do_not_get_the_packed_libraries() -> None:
    environment = {"LD_LIBRARY_PATH": "/game", "HOME": "/h"}
    assert opening.own_environment(environment, packed=True) == {"HOME": "/h"}
    assert opening.own_environment(environment, packed=False) == environment


# --- new versions -----------------------------------------------------------------------------------------------------


def told(pilot: Pilot, answer: Answer, started: list[Sequence[str]] | None = None) -> AboutScreen:
    """The page after a look for new versions with this answer."""
    pilot.app.updates = Updates(pilot.app, own="1.0", about=ABOUT)
    screen = opened(pilot, started=started)
    press(pilot, "Look for a new version")
    pilot.app.background.stop()
    pilot.app.updates._take(answer)
    pilot.steps(2)
    return screen


def test_it_says_what_was_found_and_opens_the_page(pilot: Pilot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.work.opening.sys.platform", "linux")
    started: list[Sequence[str]] = []
    screen = told(pilot, Answer("found", "1.2"), started)
    assert any("Version 1.2 is out" in getattr(one, "string", "") for one in _everything(screen))
    press(pilot, "Open its page")
    assert started == [("xdg-open", "https://github.com/o/n/releases")]


@pytest.mark.parametrize("kind", ["none", "busy", "unreachable", "late", "untrusted", "odd", "failed"])
def test_it_says_what_went_wrong(kind: str, pilot: Pilot) -> None:
    screen = told(pilot, Answer(kind))  # type: ignore[arg-type]
    said = pilot.app.words(f"about.update.{kind}")
    assert any(getattr(one, "string", "") == said for one in _everything(screen))
    assert not any(getattr(one, "label", "") == "Open its page" for one in screen.group.order())


def _everything(screen: AboutScreen) -> list[object]:
    return [one for child in screen.group.children for one in (child, *getattr(child, "children", ()))]


def test_a_copy_without_an_address_does_not_offer_to_look(pilot: Pilot, monkeypatch: pytest.MonkeyPatch) -> None:
    pilot.app.updates = Updates(pilot.app, about=Project())
    screen = opened(pilot)
    assert not any(getattr(one, "label", "") == "Look for a new version" for one in screen.group.order())
    for known, about_it in ((True, ABOUT), (False, Project())):
        monkeypatch.setattr(settings_screen, "project", lambda about_it=about_it: about_it)
        assert any(choice.name == LOOKS for choice in offered()) == known


def test_it_is_switched_on_here_and_in_the_settings(pilot: Pilot, monkeypatch: pytest.MonkeyPatch) -> None:
    pilot.app.updates = Updates(pilot.app, own="1.0", about=ABOUT)
    opened(pilot)
    pilot.key(*[pygame.K_TAB] * 4, pygame.K_RIGHT)
    assert pilot.app.settings.look_for_updates
    monkeypatch.setattr(settings_screen, "project", lambda: ABOUT)
    pilot.app.open(SettingsPage())
    screen = pilot.app.top
    assert isinstance(screen, SettingsScreen)
    screen.change(LOOKS, False)
    assert not pilot.app.settings.look_for_updates


class Counting(Updates):
    """Counts how often it is told to look."""

    looks = 0
    stops = 0

    def look_if_due(self) -> None:
        self.looks += 1

    def leave_alone(self) -> None:
        self.stops += 1


def test_the_home_screen_looks_after_the_first_picture_if_that_is_switched_on(tmp_path: Path) -> None:
    settings(tmp_path, look_for_updates=True)
    pilot = Pilot(tmp_path)
    pilot.app.updates = counting = Counting(pilot.app, about=ABOUT)
    pilot.app.go(Home())
    pilot.step(dt=100)
    assert counting.looks == 0
    for _ in range(20):
        pilot.step(dt=100)
    assert counting.looks == 1
    for _ in range(300):
        pilot.step(dt=100)
    assert counting.looks == 2, "the player leaves the program open for days"
    pilot.app.go(Begin(new_record("gurch", 7)))
    assert counting.stops == 1
    for _ in range(300):
        pilot.step(dt=100)
    assert counting.looks == 2, "never during a match"


def test_by_default_nothing_of_it_is_even_loaded(pilot: Pilot) -> None:
    for _ in range(300):
        pilot.step(dt=100)
    pilot.app.go(Begin(new_record("gurch", 7)))
    assert "updates" not in vars(pilot.app)
    assert not (pilot.app.profile.folder / "updates.toml").exists()


def test_the_home_screen_tells_of_a_newer_version(tmp_path: Path) -> None:
    settings(tmp_path, look_for_updates=True)
    pilot = Pilot(tmp_path)
    pilot.app.updates = Updates(pilot.app, own="1.0", about=ABOUT)
    pilot.app.updates._note(pilot.app.now(), "1.2")
    pilot.app.go(Home())
    for _ in range(20):
        pilot.step(dt=100)
    buttons = [one for one in pilot.app.top.group.order() if isinstance(one, Button)]  # type: ignore[attr-defined]
    assert "Version 1.2 is out" in [one.label for one in buttons]


# --- the report -------------------------------------------------------------------------------------------------------


def test_the_report_is_shown_as_it_is_copied(pilot: Pilot) -> None:
    screen = opened(pilot, "report")
    press(pilot, "Copy the report")
    copied = clipboard.paste()
    assert words_of(sheet(screen).text) == words_of(copied)
    for fact in (
        f'house_rules = "{__version__}, source"',
        "python = ",
        "SDL 2",
        'video = "dummy"',
        'picture = "1280x720"',
        "screens",
    ):
        assert fact in copied


def test_the_report_lists_unusual_settings_and_no_name(pilot: Pilot) -> None:
    pilot.app.change(replace(pilot.app.settings, name="Bia", portrait="chef", four_colours=True, pace="slow"))
    text = opened(pilot, "report").report
    assert "four_colours = true" in text and 'pace = "slow"' in text
    assert "Bia" not in text and "chef" not in text and "high_contrast" not in text


def test_the_report_holds_the_last_error_without_anything_private(tmp_path: Path) -> None:
    home = tmp_path / "home" / "mariana"
    folder = home / "cards" / "profile"
    (folder / "reports").mkdir(parents=True)
    match = 'format = 1\ngame = "gurch"\nchairs = ["person: Tia Zu"]\n'
    lines = f"Traceback:\n  File x\nOSError: {folder}/match.toml, {home}\\x, Tia Zu and mariana, Bia’s \x1b[2Jmove\n"
    (folder / "reports" / "1000.txt").write_text("House Rules 0.0.9\n\nolder", encoding="utf-8")
    latest = folder / "reports" / "2000.txt"
    latest.write_text(f"House Rules 0.1.0\n\n{lines}{match}", encoding="utf-8")
    (folder / "reports" / "notes.txt").write_text("secret", encoding="utf-8")
    text = report(folder, Settings(name="Bia"), ["Bia", "Tia Zu"], home, (1, 1))
    assert "[reports/2000.txt]\nHouse Rules 0.1.0\n\nTraceback:\n  File x\nOSError: (profile)/match.toml, ~" in text
    for private in ("mariana", "Bia", "Zu", "gurch", "secret", "older", "\x1b", str(tmp_path)):
        assert private not in text, private


def test_persons_who_played_here_are_not_named(pilot: Pilot) -> None:
    pilot.app.known_players.remember([Chair(PERSON, name="Zuleica")])
    (pilot.app.profile.folder / "reports").mkdir()
    (pilot.app.profile.folder / "reports" / "1.txt").write_text("KeyError: 'Zuleica'", encoding="utf-8")
    text = opened(pilot, "report").report
    assert "KeyError" in text and "Zuleica" not in text


@pytest.mark.parametrize("content", [b"", b"\xff\xfe\0", b"x" * 5_000_000, b"\n" * 100_000, "é".encode() * 9000])
def test_any_file_in_place_of_a_report_is_harmless(content: bytes, tmp_path: Path) -> None:
    (tmp_path / "reports").mkdir()
    (tmp_path / "reports" / "1.txt").write_bytes(content)
    found = last_error(tmp_path)
    assert found is not None and len(found.text) < 6000
    assert all(line.isprintable() for line in report(tmp_path, Settings(), [], None, (1, 1)).splitlines())


def test_without_reports_there_is_no_last_error(tmp_path: Path) -> None:
    assert last_error(tmp_path) is None
    (tmp_path / "reports").write_text("a file", encoding="utf-8")
    assert last_error(tmp_path) is None


def test_folders_of_windows_are_private_too() -> None:
    folders = {"C:\\Users\\Zé": "~"}
    text = 'File "C:\\\\Users\\\\Zé\\\\x.py" C:/Users/Zé/y c:\\users\\zé\\z'
    assert without_private(text, folders, ["Zé"]) == 'File "~\\\\x.py" ~/y ~\\z'
