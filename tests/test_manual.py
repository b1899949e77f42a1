"""The manual: its pages are listed in README and shown by the program."""

import re
from pathlib import Path

import pygame
import pytest

from scenes.screens.about.about_screen import AboutScreen
from scenes.screens.rulebook.manual_screen import PAGES, ManualScreen
from scenes.shell.destinations import AboutPage
from scenes.text.rules_document import MANUAL_FOLDER, parse_page, plain_text
from tests.support.sources import ROOT
from tests.support.tables import open_program

SOURCES = {name: (MANUAL_FOLDER / f"{name}.md").read_text(encoding="utf-8") for name in PAGES}
README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_readme_and_program_list_every_page_in_same_order() -> None:
    assert sorted(file.stem for file in MANUAL_FOLDER.iterdir()) == sorted(PAGES)
    titles = [(text.splitlines()[0].removeprefix("# "), name) for name, text in SOURCES.items()]
    assert re.findall(r"^- \[(.+)\]\(assets/manual/(\w+)\.md\)$", README, flags=re.M) == titles


def test_readme_begins_with_both_commands() -> None:
    first_lines = README.splitlines()[:20]
    for command in ("play", "test"):
        assert any(line.startswith(f"python3 build/run.py {command} ") for line in first_lines)


@pytest.mark.parametrize("name", PAGES)
def test_page_has_no_link_that_leads_nowhere_and_no_markup_left(name: str) -> None:
    page = parse_page(SOURCES[name])
    assert {link.removesuffix("#") for link in page.links} <= set(PAGES)
    shown = "\n".join(plain_text(block.texts) for block in page.blocks)
    assert not re.search(r"`|\*\*|\]\(|^#|^\|", shown, flags=re.M)


def test_readme_has_no_link_to_missing_file() -> None:
    targets = re.findall(r"\]\(([^)#]+)\)", README)
    assert [target for target in targets if not target.startswith("../../") and not (ROOT / target).exists()] == []


def test_code_of_manual_is_shown_line_by_line() -> None:
    assert [plain_text(block.texts) for block in parse_page("# A\n\n```\n8S 9H: --a\n\nb\n```\n").blocks] == [
        "A",
        "8S 9H: --a",
        "b",
    ]


def test_manual_opens_from_about_and_follows_links_and_search(tmp_path: Path) -> None:
    pilot = open_program(tmp_path)
    pilot.app.open(AboutPage())
    pilot.run_frames(2)
    pilot.click_widget("Manual")
    screen = pilot.expect(ManualScreen)
    assert [row.slug for row in screen.contents_rows if row.slug] == list(PAGES)
    screen.follow_link("server#")
    pilot.run_frames(2)
    assert screen.slug == "server"
    screen.search("reverse_proxy")
    assert len(screen.hits) == 1
    screen.search("")
    pilot.press_keys(pygame.K_BACKSPACE)
    assert screen.slug == PAGES[0]
    pilot.press_keys(pygame.K_ESCAPE)
    pilot.expect(AboutScreen)
