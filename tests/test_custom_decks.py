"""The player's own decks: checked before they are read, stored completely or not at all, and drawn."""

import os
import re
import struct
import sys
import zipfile
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

import pygame
import pytest

from engine.cards import HIDDEN, packs, parse
from engine.cooperative import run_to_end
from engine.languages import LANGUAGES
from engine.notices import Notice
from engine.profile import deck_import
from engine.profile.custom_decks import FACES, PICTURE_SIZE, CustomDecks, png_size, unused_deck_name
from engine.profile.deck_import import MAX_DRAWING_BYTES, MAX_FILES, DeckError, DeckImport, Drawing, check_svg
from engine.settings import MAX_DECK_NAME_LENGTH
from scenes.render.decks import CUSTOM_BACK
from scenes.render.portraits_and_icons import deck_preview
from scenes.screens.settings.add_deck import AddDeckScreen
from scenes.screens.settings.custom_deck_screen import DeckScreen
from scenes.screens.settings.settings_screen import SettingsScreen
from scenes.shell.destinations import Home, IncomingDeck
from scenes.shell.dialog import Dialog
from scenes.text.catalogue import Words
from scenes.text.notice_texts import notice_text
from scenes.ui.widgets.choices import Gallery
from scenes.ui.widgets.progress_bar import ProgressBar
from scenes.work import deck_rendering
from tests.support.deck_files import drawings, make_folder, make_zip, pictures, png, png_bomb, svg
from tests.support.profile_pilot import Pilot, expect
from tests.support.screens import find_option_row

pytestmark = pytest.mark.painted
posix = pytest.mark.skipif(sys.platform == "win32", reason="Windows lets only administrators make links")


def read_deck(path: Path) -> dict[str, bytes]:
    deck = DeckImport(path)
    return {one.card: one.content for one in deck.drawings()}


def refusal_notice(path: Path) -> Notice:
    """Return the notice of a refused deck; check that it is one complete sentence in every language."""
    with pytest.raises(DeckError) as caught:
        read_deck(path)
    notice = caught.value.notice
    for language in LANGUAGES:
        text = notice_text(Words(language), notice)
        assert notice.key in Words(language) and "{" not in text and text.endswith((".", "。")), text
        assert text.replace("\u00a0", " ").isprintable() and len(text) < 240
    return notice


# --- accepted decks ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["svg", "png"])
@pytest.mark.parametrize("put", [make_folder, make_zip])
def test_folder_or_zip_of_52_drawings_is_deck(
    tmp_path: Path, kind: str, put: Callable[[Path, Mapping[str, bytes]], Path]
) -> None:
    files = {**drawings(kind), "back.svg": svg(), "LICENSE": b"Do what you like.", "joker.svg": svg()}
    deck = DeckImport(put(tmp_path / "mine.zip", files))
    assert deck.cards == (*FACES, "back")
    assert {one.card: one.content for one in deck.drawings()} == {
        **{face: files[f"{face}.{kind}"] for face in FACES},
        "back": files["back.svg"],
    }
    assert deck.licence() == "LICENSE\n\nDo what you like."


def test_name_variants_inner_folder_and_system_files_are_accepted(tmp_path: Path) -> None:
    ranks = {"A": "ace", "J": "jack", "Q": "queen", "K": "king"}
    suits = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}
    files = {f"{ranks.get(face[:-1], face[:-1])}_of_{suits[face[-1]]}.PNG": png() for face in FACES}
    assert set(read_deck(make_folder(tmp_path / "a" / "inner", files).parent)) == set(FACES)
    odd = {"__MACOSX/x/._KS.png": b"x", "x/.DS_Store": b"x"}
    assert set(
        read_deck(make_zip(tmp_path / "b.zip", {**odd, **{f"x/{name}": one for name, one in files.items()}}))
    ) == set(FACES)
    short = {f"{'t' if face[:-1] == '10' else face[0].lower()}{face[-1].lower()}.svg": svg() for face in FACES}
    assert set(read_deck(make_folder(tmp_path / "c", short))) == set(FACES)


# --- refused decks ----------------------------------------------------------------------------------------------------


def test_incomplete_deck_names_missing_cards(tmp_path: Path) -> None:
    files = drawings()
    del files["KS.svg"]
    assert refusal_notice(make_folder(tmp_path / "one", files)) == Notice(
        "notice.deck_missing", {"n": 1, "file": "KS.svg"}
    )
    few = dict(list(files.items())[:20])
    notice = refusal_notice(make_zip(tmp_path / "few.zip", few))
    assert notice.placeholders["n"] == 32
    assert not re.search(r"…|\.\.", notice_text(Words("en"), notice)), "the notice has no ellipsis"
    assert refusal_notice(make_folder(tmp_path / "none", {"a.txt": b"x"})).key == "notice.deck_none"
    assert refusal_notice(tmp_path / "nowhere.zip").key == "notice.deck_unread"
    assert refusal_notice(make_folder(tmp_path / "two", {**drawings(), "KS.png": png()})).key == "notice.deck_twice"


BAD_ZIPS: dict[str, tuple[dict[str, bytes], str]] = {
    "slip": ({"../KS.svg": svg()}, "outside"),
    "absolute": ({"/etc/KS.svg": svg()}, "outside"),
    "drive": ({"C:/KS.svg": svg()}, "outside"),
    "bomb": ({**drawings(), "KS.svg": b" " * 20_000_000}, "file_size"),
    "many": ({f"{i}.txt": b"" for i in range(MAX_FILES + 1)}, "many"),
}


@pytest.mark.parametrize("name", BAD_ZIPS)
def test_invalid_zip_is_refused(tmp_path: Path, name: str) -> None:
    files, key = BAD_ZIPS[name]
    assert refusal_notice(make_zip(tmp_path / "x.zip", files)).key == f"notice.deck_{key}"
    assert not (tmp_path.parent / "KS.svg").exists()


def test_zip_with_false_size_is_not_unpacked(tmp_path: Path) -> None:
    content = bytearray(make_zip(tmp_path / "x.zip", {**drawings(), "back.svg": b" " * 5_000_000}).read_bytes())
    at = content.rindex(b"PK\x01\x02")
    struct.pack_into("<L", content, at + 24, 1000)
    (tmp_path / "x.zip").write_bytes(content)
    assert refusal_notice(tmp_path / "x.zip").key in ("notice.deck_zip", "notice.deck_file_size")


def test_damaged_locked_and_linking_zips_are_refused(tmp_path: Path) -> None:
    path = make_zip(tmp_path / "x.zip", drawings())
    content = path.read_bytes()
    for bad in (b"", b"PK\x05\x06", content[:-30], content[: len(content) // 2], b"x" * 500):
        path.write_bytes(bad)
        assert refusal_notice(path).key == "notice.deck_zip"
    damaged = bytearray(content)
    damaged[60:90] = bytes(30)
    path.write_bytes(damaged)
    assert refusal_notice(path).key == "notice.deck_zip"
    locked = bytearray(content)
    at = locked.index(b"PK\x01\x02")
    locked[at + 8] |= 1
    path.write_bytes(locked)
    assert refusal_notice(path).key == "notice.deck_locked"
    with zipfile.ZipFile(path, "w") as archive:
        link = zipfile.ZipInfo("KS.svg")
        link.external_attr = 0o120777 << 16
        archive.writestr(link, "/etc/passwd")
    assert refusal_notice(path).key == "notice.deck_link"


def test_oversized_zip_is_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "x.zip"
    with path.open("wb") as file:
        file.truncate(deck_import.MAX_ZIP_BYTES + 1)
    monkeypatch.setattr(deck_import, "read_bytes", lambda *_: pytest.fail("it was read"))
    assert refusal_notice(path).key == "notice.deck_zip_size"


@posix
def test_links_and_devices_in_folder_are_refused(tmp_path: Path) -> None:
    if sys.platform == "win32":
        return
    path = make_folder(tmp_path / "x", drawings())
    (path / "KS.svg").unlink()
    (path / "KS.svg").symlink_to("/etc/passwd")
    assert refusal_notice(path).key == "notice.deck_link"
    (path / "KS.svg").unlink()
    os.mkfifo(path / "KS.svg")
    assert refusal_notice(path).key == "notice.deck_missing"
    os.mkfifo(tmp_path / "pipe.zip")
    assert refusal_notice(tmp_path / "pipe.zip").key == "notice.deck_unread"


BAD_DRAWINGS = {
    "script": (svg("<script>alert(1)</script>"), "svg_outside"),
    "handler": (svg('<path d="M0 0H9" onload="x()"/>'), "svg_outside"),
    "web picture": (svg('<image href="https://example.org/a.png"/>'), "svg_outside"),
    "web style": (svg("<style>@import 'https://example.org/a.css';</style>"), "svg_outside"),
    "web paint": (svg('<path d="M0 0H9" fill="url(https://example.org/a.svg#b)"/>'), "svg_outside"),
    "file": (svg('<use href="file:///etc/passwd"/>'), "svg_outside"),
    "style sheet": (b'<?xml-stylesheet href="a.css"?>' + svg(), "svg_outside"),
    "entity": (b'<!DOCTYPE svg [<!ENTITY a SYSTEM "/etc/passwd">]>' + svg("&a;"), "svg_outside"),
    "laughs": (b'<!DOCTYPE svg [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]>' + svg("&b;"), "svg_outside"),
    "frame": (svg("<foreignObject/>"), "svg_outside"),
    "text": (svg("<text>K</text>"), "svg_part"),
    "use": (svg('<use href="#a"/>'), "svg_part"),
    "classes": (svg("<style>.a{fill:red}</style>"), "svg_part"),
    "deep": (svg("<g>" * 60 + "</g>" * 60), "svg_parts_many"),
    "endless": (svg("<g/>" * 30_000), "svg_parts_many"),
    "no svg": (b"<html></html>", "svg"),
    "no xml": (b"\0\1\2", "svg"),
    "large": (svg() + b" " * MAX_DRAWING_BYTES, "file_size"),
}


@pytest.mark.parametrize("name", BAD_DRAWINGS)
def test_unsafe_drawing_is_refused_and_named(tmp_path: Path, name: str) -> None:
    content, key = BAD_DRAWINGS[name]
    notice = refusal_notice(make_folder(tmp_path / "x", {**drawings(), "QH.svg": content}))
    assert (notice.key, notice.placeholders["file"]) == (f"notice.deck_{key}", "QH.svg")


def test_usual_svg_of_drawing_programs_is_allowed() -> None:
    body = (
        "<metadata><rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'><a rdf:resource='http://x.org'/>"
        "</rdf:RDF></metadata><defs><linearGradient id='g' gradientUnits='userSpaceOnUse'><stop offset='0'/>"
        "</linearGradient><clipPath id='c'><path d='M0 0H9'/></clipPath><style/></defs>"
        "<path style='fill:url(#g);stroke-dasharray:none' clip-path='url(#c)' d='M0 0H9V9'/><title>K</title>"
    )
    head = b'<?xml version="1.0"?><!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/svg11.dtd">'
    check_svg(head + svg(body), "x.svg")


BAD_PNGS = {
    "bomb": (png_bomb(30_000, 30_000), "pixels"),
    "broad bomb": (png_bomb(4_000, 5_600), "pixels"),
    "dot": (png(10, 14), "pixels"),
    "landscape": (png(176, 126), "shape"),
    "jpeg": (b"\xff\xd8\xff" + bytes(100), "png"),
    "empty": (b"", "png"),
}


@pytest.mark.parametrize("name", BAD_PNGS)
def test_png_is_judged_by_header(tmp_path: Path, name: str) -> None:
    content, key = BAD_PNGS[name]
    files = {**drawings("png"), "10D.png": content}
    notice = refusal_notice(make_zip(tmp_path / "x.zip", files))
    assert (notice.key, notice.placeholders["file"]) == (f"notice.deck_{key}", "10D.png")


def test_all_drawings_together_have_limit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deck_import, "MAX_DECK_BYTES", 2000)
    assert refusal_notice(make_folder(tmp_path / "x", drawings())).key == "notice.deck_total"


# --- storing ----------------------------------------------------------------------------------------------------------


def test_name_fits_every_system_and_is_new() -> None:
    assert unused_deck_name(Path("CON.zip"), []) == "CON deck" and unused_deck_name(Path("dark"), []) == "dark 2"
    assert unused_deck_name(Path("../..zip"), []) == "Deck"
    taken = ["Old cards", "Old cards 2"]
    assert unused_deck_name(Path("/a/Old_cards.zip"), taken) == "Old cards 3"
    assert len(unused_deck_name(Path("x" * 300), ["x" * 20])) <= MAX_DECK_NAME_LENGTH


def test_deck_is_stored_completely_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    decks = CustomDecks(tmp_path)
    write = Path.write_bytes

    def full(path: Path, content: bytes) -> int:
        if path.name == "KS.png":
            raise OSError(28, "No space left on device")
        return write(path, content)

    monkeypatch.setattr(Path, "write_bytes", full)
    with pytest.raises(OSError, match="No space"):
        decks.save("Mine", pictures(), "")
    assert decks.names() == () and list(decks.folder.iterdir()) == []
    monkeypatch.undo()
    (decks.folder / ".Mine.12345678.tmp").mkdir()  # left behind by a killed program
    decks.save("Mine", pictures(), "Free")
    assert decks.names() == ("Mine",) and decks.licence("Mine") == "Free" and decks.first_damaged_file("Mine") == ""
    assert not list(decks.folder.glob(".*"))
    (decks.folder / "Mine" / "2C.png").write_bytes(png(20, 28))
    assert decks.first_damaged_file("Mine") == "decks/Mine/2C.png"
    decks.remove("Mine")
    assert decks.names() == () and decks.first_damaged_file("Mine") == "decks/Mine"
    for name in ("", "..", "/"):
        with pytest.raises(OSError, match="not a file"):
            decks.remove(name)
    assert tmp_path.is_dir()


# --- in the window ----------------------------------------------------------------------------------------------------


def wait_for_drawing(pilot: Pilot) -> None:
    for _ in range(3000):
        if not isinstance(pilot.app.top, AddDeckScreen):
            return
        pilot.step()
    raise AssertionError("the deck isn't drawn")


def add_deck(pilot: Pilot, path: Path) -> DeckScreen:
    pilot.drop(path)
    wait_for_drawing(pilot)
    return pilot.expect(DeckScreen)


@pytest.fixture
def pilot(tmp_path: Path) -> Pilot:
    pilot = Pilot(tmp_path / "profile", (960, 540))
    pilot.app.go(Home())
    pilot.run_frames(2)
    return pilot


@pytest.mark.parametrize("kind", ["svg", "png"])
def test_dropped_deck_is_drawn_stored_shown_and_used(tmp_path: Path, kind: str, pilot: Pilot) -> None:
    app = pilot.app
    files = {**drawings(kind), "back.svg": svg(colour="#123456"), "LICENSE.txt": b"Free to use.\n\nBy Bia."}
    page = add_deck(pilot, make_zip(tmp_path / "Bia's.zip", files))
    assert page.name == "Bia's" and app.custom_decks.names() == ("Bia's",)
    assert [text for text, _ in page._licence_texts_and_styles()][1:3] == ["LICENSE.txt", "Free to use."]
    pilot.run_frames(2)
    pilot.press_keys(pygame.K_RETURN)
    assert (app.settings.deck, app.settings.back) == ("Bia's", CUSTOM_BACK)
    for width, angle in ((34, 0), (112, 8)):
        faces = {pygame.image.tobytes(app.renderer.card(card, width, angle=angle), "RGBA") for card in packs(1)}
        assert len(faces) == 52
    for path in (app.custom_decks.folder / "Bia's").glob("*.png"):
        assert png_size(path.read_bytes()) == PICTURE_SIZE, "the picture has the ratio 63:88"
    back = app.renderer.card(HIDDEN, 112)
    assert tuple(back.get_at((40, 40)))[:3] == pytest.approx((0x12, 0x34, 0x56), abs=3)
    card = app.renderer.card(parse("KS"), 100)
    assert card.get_size() == (75, 105) and card.get_at((0, 0)).a == 0, "cards have round corners"
    assert app.renderer.card(parse("KS"), 100, dim=True).get_at((60, 95)).r < 180


def test_deck_is_chosen_and_removed_in_settings(tmp_path: Path, pilot: Pilot) -> None:
    app = pilot.app
    app.custom_decks.save("Mine", pictures(), "")
    app.open(DeckScreen(app, "Mine"))
    pilot.press_keys(pygame.K_RETURN)
    assert (app.settings.deck, app.settings.back) == ("Mine", "house"), "a deck without a back keeps the former one"
    app.open(SettingsScreen(app, "cards"))
    pilot.run_frames(2)
    screen = expect(app, SettingsScreen)
    choice = next(one for one in screen.page_options() if one.name == "deck")
    assert choice.values == ("house", "plain", "dark", "Mine")
    assert CUSTOM_BACK not in next(one for one in screen.page_options() if one.name == "back").values
    screen.open_deck()
    pilot.run_frames(2)
    page = expect(app, DeckScreen)
    page.ask_to_remove()
    pilot.press_keys(pygame.K_RETURN)
    assert app.custom_decks.names() == ("Mine",), "Enter removes no deck"
    page.ask_to_remove()
    dialog = expect(app, Dialog)
    remove = dialog.buttons[1].action
    assert remove is not None
    pilot.press_keys(pygame.K_ESCAPE)
    remove()
    assert app.custom_decks.names() == () and app.settings.deck == "house" and app.top is screen
    pilot.run_frames(3)
    assert not app.profile.notices


def test_refused_deck_changes_nothing(tmp_path: Path, pilot: Pilot) -> None:
    before = pilot.app.settings
    pilot.drop(make_zip(tmp_path / "x.zip", {"../KS.svg": svg()}))
    assert "outside" in pilot.dialog_text() and "52" in pilot.dialog_text()
    pilot.press_keys(pygame.K_RETURN)
    faulty = {
        "Mine": ("svg", svg(size='width="88" height="63"'), "shape"),
        "Blank": ("svg", b'<svg width="63" height="88"/>', ""),
        "Broken": ("png", png()[:60] + bytes(50), ""),
    }
    for name, (kind, content, why) in faulty.items():
        pilot.drop(make_folder(tmp_path / name, {**drawings(kind), f"2C.{kind}": content}))
        wait_for_drawing(pilot)
        assert f"2C.{kind}" in pilot.dialog_text() and why in pilot.dialog_text()
        pilot.press_keys(pygame.K_RETURN)
    assert pilot.app.custom_decks.names() == () and pilot.app.settings == before
    assert not (pilot.app.profile.folder / "reports").exists()


def test_deck_is_added_by_path(tmp_path: Path, pilot: Pilot) -> None:
    path = make_folder(tmp_path / "Mine", drawings())
    screen = SettingsScreen(pilot.app, "cards")
    pilot.app.open(screen)
    pilot.run_frames(2)
    screen.add_deck()
    pilot.step([pygame.Event(pygame.TEXTINPUT, text=f'"{path}"')])
    pilot.press_keys(pygame.K_RETURN)
    wait_for_drawing(pilot)
    assert isinstance(pilot.app.top, DeckScreen) and pilot.app.custom_decks.names() == ("Mine",)


def test_four_decks_are_shown_in_line_with_cards_84_wide(tmp_path: Path) -> None:
    pilot = Pilot(tmp_path, (1280, 720))
    pilot.app.custom_decks.save("Mine", pictures(), "")
    pilot.app.go(SettingsScreen(pilot.app, "cards"))
    pilot.run_frames(2)
    top = pilot.expect(SettingsScreen)
    gallery = find_option_row(top, "deck").control
    assert isinstance(gallery, Gallery) and len(gallery.names) == 4
    assert len({area.top for area in gallery.segments()}) == 1
    art = pilot.app.renderer.card_art_for("house")
    drawn = deck_preview(art, (round(gallery.segments()[0].width), 136))
    high = drawn.get_bounding_rect(255).height
    assert high == pytest.approx(118, abs=2)


def test_adding_can_be_cancelled(tmp_path: Path, pilot: Pilot) -> None:
    pilot.drop(make_folder(tmp_path / "Mine", drawings()))
    pilot.run_frames(3)
    top = pilot.expect(AddDeckScreen)
    bar = top.root.find("progress")
    assert isinstance(bar, ProgressBar) and 0 < bar.progress < 1
    pilot.press_keys(pygame.K_ESCAPE)
    assert top.job.is_stopped and pilot.app.custom_decks.names() == ()


def test_slow_drawing_is_given_up(tmp_path: Path, pilot: Pilot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deck_rendering.DeckRendering, "poll", lambda self: False)
    pilot.app.open(IncomingDeck(make_folder(tmp_path / "Mine", drawings())))
    for _ in range(300):
        pilot.step(elapsed_ms=100)
    assert "AC.svg" in pilot.dialog_text() and "too long" in pilot.dialog_text()


def test_svg_dashes_are_never_followed() -> None:
    dashes = svg('<path d="M0 0L63 88" stroke="#000" stroke-width="1" stroke-dasharray="0.00001"/>' * 50)
    drawn = run_to_end(deck_rendering.render_drawing(Drawing("KS", "KS.svg", is_svg=True, content=dashes)))
    assert png_size(drawn.png) == PICTURE_SIZE


@pytest.mark.parametrize("how", ["gone", "missing", "other size", "damaged inside"])
def test_damaged_deck_falls_back_to_house_with_notice(tmp_path: Path, how: str, pilot: Pilot) -> None:
    app = pilot.app
    app.custom_decks.save("Mine", pictures(), "")
    app.change_settings(replace(app.settings, deck="Mine"))
    deck = app.custom_decks.folder / "Mine"
    content = (deck / "AS.png").read_bytes()
    if how == "gone":
        app.custom_decks.remove("Mine")
    elif how == "missing":
        (deck / "AS.png").unlink()
    else:
        (deck / "AS.png").write_bytes(png() if how == "other size" else content[:80] + bytes(40))
    app.release_everything()
    again = Pilot(tmp_path / "profile", (960, 540))
    again.app.go(Home())
    again.app.renderer.card(parse("AS"), 100)
    again.run_frames(3)
    text = again.dialog_text()
    assert "Mine" in text and ("decks/Mine" if how == "gone" else "decks/Mine/AS.png") in text
    assert "378 × 528" in text, "the notice names the allowed size"
    again.press_keys(pygame.K_RETURN)
    house = Pilot(tmp_path / "other", (960, 540))
    house.app.go(Home())
    for name in ("AS", "7H"):
        drawn = [pygame.image.tobytes(one.app.renderer.card(parse(name), 100), "RGBA") for one in (again, house)]
        assert drawn[0] == drawn[1]
    again.run_frames(30)
    assert not isinstance(again.app.top, Dialog), "the notice is shown once"


def test_unknown_name_in_settings_can_be_changed(tmp_path: Path) -> None:
    pilot = Pilot(tmp_path / "profile", (960, 540))
    pilot.app.change_settings(replace(pilot.app.settings, deck="Lost"))
    pilot.app.go(SettingsScreen(pilot.app, "cards"))
    pilot.run_frames(3)
    pilot.press_keys(pygame.K_RETURN)
    screen = pilot.expect(SettingsScreen)
    screen.change("deck", "plain")
    assert pilot.app.settings.deck == "plain"
