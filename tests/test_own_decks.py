"""A player's own deck: what is offered is checked before it is read, kept whole or not at all, and drawn."""

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
from engine.languages import LANGUAGES
from engine.notices import Notice
from engine.parts import at_once
from engine.profile import incoming_deck
from engine.profile.incoming_deck import LARGEST_DRAWING, MOST_FILES, DeckError, Drawing, Incoming, check_svg
from engine.profile.own_decks import FACES, PICTURE, OwnDecks, name_for, png_size
from engine.settings import LONGEST_DECK
from scenes.look.decks import OWN_BACK
from scenes.look.pictures import deck_sample
from scenes.look.widgets.choices import Gallery
from scenes.settings.add_deck import AddDeck
from scenes.settings.deck_page import DeckPage
from scenes.settings.settings import SettingsScreen
from scenes.shell.destinations import Home, IncomingDeck
from scenes.shell.dialog import Dialog
from scenes.shell.options_panel import OptionsPanel
from scenes.text.notices import notice_text
from scenes.text.words import Words
from scenes.work import deck_drawing
from tests.support.decks import drawings, folder, packed, pictures, png, png_bomb, svg
from tests.support.piloting import Pilot

pytestmark = pytest.mark.painted
posix = pytest.mark.skipif(sys.platform == "win32", reason="Windows lets only administrators make links")


def read(path: Path) -> dict[str, bytes]:
    deck = Incoming(path)
    return {one.card: one.content for one in deck.drawings()}


def refused(path: Path) -> Notice:
    """Why a deck is refused, as both languages say it in one sentence without a gap."""
    with pytest.raises(DeckError) as caught:
        read(path)
    notice = caught.value.notice
    for language in LANGUAGES:
        text = notice_text(Words(language), notice)
        assert notice.key in Words(language) and "{" not in text and text.endswith((".", "。")), text
        assert text.replace("\u00a0", " ").isprintable() and len(text) < 240
    return notice


# --- what is taken ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["svg", "png"])
@pytest.mark.parametrize("put", [folder, packed])
def test_a_folder_or_zip_of_52_drawings_is_a_deck(
    tmp_path: Path, kind: str, put: Callable[[Path, Mapping[str, bytes]], Path]
) -> None:
    files = {**drawings(kind), "back.svg": svg(), "LICENSE": b"Do what you like.", "joker.svg": svg()}
    deck = Incoming(put(tmp_path / "mine.zip", files))
    assert deck.cards == (*FACES, "back")
    assert {one.card: one.content for one in deck.drawings()} == {
        **{face: files[f"{face}.{kind}"] for face in FACES},
        "back": files["back.svg"],
    }
    assert deck.licence() == "LICENSE\n\nDo what you like."


def test_other_names_one_folder_inside_and_the_systems_own_files_are_no_obstacle(tmp_path: Path) -> None:
    ranks = {"A": "ace", "J": "jack", "Q": "queen", "K": "king"}
    suits = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}
    files = {f"{ranks.get(face[:-1], face[:-1])}_of_{suits[face[-1]]}.PNG": png() for face in FACES}
    assert set(read(folder(tmp_path / "a" / "inner", files).parent)) == set(FACES)
    odd = {"__MACOSX/x/._KS.png": b"x", "x/.DS_Store": b"x"}
    assert set(read(packed(tmp_path / "b.zip", {**odd, **{f"x/{name}": one for name, one in files.items()}}))) == set(
        FACES
    )
    short = {f"{'t' if face[:-1] == '10' else face[0].lower()}{face[-1].lower()}.svg": svg() for face in FACES}
    assert set(read(folder(tmp_path / "c", short))) == set(FACES)


# --- what is refused --------------------------------------------------------------------------------------------------


def test_an_incomplete_deck_names_what_is_missing(tmp_path: Path) -> None:
    files = drawings()
    del files["KS.svg"]
    assert refused(folder(tmp_path / "one", files)) == Notice("notice.deck_missing", {"n": 1, "file": "KS.svg"})
    few = dict(list(files.items())[:20])
    notice = refused(packed(tmp_path / "few.zip", few))
    assert notice.figures["n"] == 32
    assert not re.search(r"…|\.\.", notice_text(Words("en"), notice)), "a few are named, and the sentence ends"
    assert refused(folder(tmp_path / "none", {"a.txt": b"x"})).key == "notice.deck_none"
    assert refused(tmp_path / "nowhere.zip").key == "notice.deck_unread"
    assert refused(folder(tmp_path / "two", {**drawings(), "KS.png": png()})).key == "notice.deck_twice"


BAD_ZIPS: dict[str, tuple[dict[str, bytes], str]] = {
    "slip": ({"../KS.svg": svg()}, "outside"),
    "absolute": ({"/etc/KS.svg": svg()}, "outside"),
    "drive": ({"C:/KS.svg": svg()}, "outside"),
    "bomb": ({**drawings(), "KS.svg": b" " * 200_000_000}, "file_size"),
    "many": ({f"{i}.txt": b"" for i in range(MOST_FILES + 1)}, "many"),
}


@pytest.mark.parametrize("name", BAD_ZIPS)
def test_a_zip_that_is_no_deck_is_refused(tmp_path: Path, name: str) -> None:
    files, key = BAD_ZIPS[name]
    assert refused(packed(tmp_path / "x.zip", files)).key == f"notice.deck_{key}"
    assert not (tmp_path.parent / "KS.svg").exists()


def test_a_file_of_a_zip_that_unpacks_to_more_than_it_says_is_not_unpacked_whole(tmp_path: Path) -> None:
    content = bytearray(packed(tmp_path / "x.zip", {**drawings(), "back.svg": b" " * 50_000_000}).read_bytes())
    at = content.rindex(b"PK\x01\x02")
    struct.pack_into("<L", content, at + 24, 1000)
    (tmp_path / "x.zip").write_bytes(content)
    assert refused(tmp_path / "x.zip").key in ("notice.deck_zip", "notice.deck_file_size")


def test_damaged_locked_and_linking_zips_are_refused(tmp_path: Path) -> None:
    path = packed(tmp_path / "x.zip", drawings())
    content = path.read_bytes()
    for bad in (b"", b"PK\x05\x06", content[:-30], content[: len(content) // 2], b"x" * 500):
        path.write_bytes(bad)
        assert refused(path).key == "notice.deck_zip"
    damaged = bytearray(content)
    damaged[60:90] = bytes(30)
    path.write_bytes(damaged)
    assert refused(path).key == "notice.deck_zip"
    locked = bytearray(content)
    at = locked.index(b"PK\x01\x02")
    locked[at + 8] |= 1
    path.write_bytes(locked)
    assert refused(path).key == "notice.deck_locked"
    with zipfile.ZipFile(path, "w") as archive:
        link = zipfile.ZipInfo("KS.svg")
        link.external_attr = 0o120777 << 16
        archive.writestr(link, "/etc/passwd")
    assert refused(path).key == "notice.deck_link"


def test_a_zip_is_not_read_if_it_is_too_large(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "x.zip"
    with path.open("wb") as file:
        file.truncate(incoming_deck.LARGEST_ZIP + 1)
    monkeypatch.setattr(incoming_deck, "read_bytes", lambda *_: pytest.fail("it was read"))
    assert refused(path).key == "notice.deck_zip_size"


@posix
def test_links_and_devices_in_a_folder_are_refused(tmp_path: Path) -> None:
    if sys.platform == "win32":
        return
    path = folder(tmp_path / "x", drawings())
    (path / "KS.svg").unlink()
    (path / "KS.svg").symlink_to("/etc/passwd")
    assert refused(path).key == "notice.deck_link"
    (path / "KS.svg").unlink()
    os.mkfifo(path / "KS.svg")
    assert refused(path).key == "notice.deck_missing"
    os.mkfifo(tmp_path / "pipe.zip")
    assert refused(tmp_path / "pipe.zip").key == "notice.deck_unread"


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
    "large": (svg() + b" " * LARGEST_DRAWING, "file_size"),
}


@pytest.mark.parametrize("name", BAD_DRAWINGS)
def test_a_drawing_that_is_more_than_a_drawing_is_refused_and_named(tmp_path: Path, name: str) -> None:
    content, key = BAD_DRAWINGS[name]
    notice = refused(folder(tmp_path / "x", {**drawings(), "QH.svg": content}))
    assert (notice.key, notice.figures["file"]) == (f"notice.deck_{key}", "QH.svg")


def test_what_drawing_programs_write_into_an_svg_is_allowed() -> None:
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
def test_a_png_is_judged_by_its_head(tmp_path: Path, name: str) -> None:
    content, key = BAD_PNGS[name]
    files = {**drawings("png"), "10D.png": content}
    notice = refused(packed(tmp_path / "x.zip", files))
    assert (notice.key, notice.figures["file"]) == (f"notice.deck_{key}", "10D.png")


def test_all_drawings_together_have_a_limit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(incoming_deck, "LARGEST_DECK", 2000)
    assert refused(folder(tmp_path / "x", drawings())).key == "notice.deck_total"


# --- keeping ----------------------------------------------------------------------------------------------------------


def test_a_name_fits_every_system_and_is_new() -> None:
    assert name_for(Path("CON.zip"), []) == "CON deck" and name_for(Path("dark"), []) == "dark 2"
    assert name_for(Path("../..zip"), []) == "Deck"
    taken = ["Old cards", "Old cards 2"]
    assert name_for(Path("/a/Old_cards.zip"), taken) == "Old cards 3"
    assert len(name_for(Path("x" * 300), ["x" * 20])) <= LONGEST_DECK


def test_a_deck_is_kept_whole_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    decks = OwnDecks(tmp_path)
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
    (decks.folder / ".Mine.12345678.tmp").mkdir()  # as a killed program leaves it
    decks.save("Mine", pictures(), "Free")
    assert decks.names() == ("Mine",) and decks.licence("Mine") == "Free" and decks.damaged("Mine") == ""
    assert not list(decks.folder.glob(".*"))
    (decks.folder / "Mine" / "2C.png").write_bytes(png(20, 28))
    assert decks.damaged("Mine") == "decks/Mine/2C.png"
    decks.remove("Mine")
    assert decks.names() == () and decks.damaged("Mine") == "decks/Mine"
    for name in ("", "..", "/"):
        with pytest.raises(OSError, match="not a file"):
            decks.remove(name)
    assert tmp_path.is_dir()


# --- in the window ----------------------------------------------------------------------------------------------------


def drop(pilot: Pilot, path: Path) -> None:
    pilot.step([pygame.Event(pygame.DROPFILE, file=str(path))])


def wait(pilot: Pilot) -> None:
    for _ in range(3000):
        if not isinstance(pilot.app.top, AddDeck):
            return
        pilot.step()
    raise AssertionError("the deck isn't drawn")


def added(pilot: Pilot, path: Path) -> DeckPage:
    drop(pilot, path)
    wait(pilot)
    top = pilot.app.top
    assert isinstance(top, DeckPage)
    return top


def shown(pilot: Pilot) -> str:
    top = pilot.app.top
    assert isinstance(top, Dialog) and not isinstance(top, DeckPage)
    return " ".join(line.text for line in top.lines)


@pytest.fixture
def pilot(tmp_path: Path) -> Pilot:
    pilot = Pilot(tmp_path / "profile", (960, 540))
    pilot.app.go(Home())
    pilot.steps(2)
    return pilot


@pytest.mark.parametrize("kind", ["svg", "png"])
def test_a_dropped_deck_is_drawn_kept_shown_and_played_with(tmp_path: Path, kind: str, pilot: Pilot) -> None:
    app = pilot.app
    files = {**drawings(kind), "back.svg": svg(colour="#123456"), "LICENSE.txt": b"Free to use.\n\nBy Bia."}
    page = added(pilot, packed(tmp_path / "Bia's.zip", files))
    assert page.name == "Bia's" and app.decks.names() == ("Bia's",)
    assert [text for text, _ in page._passages()][1:3] == ["LICENSE.txt", "Free to use."]
    pilot.steps(2)
    pilot.key(pygame.K_RETURN)
    assert (app.settings.deck, app.settings.back) == ("Bia's", OWN_BACK)
    for width, angle in ((34, 0), (60, 5), (112, 0), (230, 8)):
        faces = {pygame.image.tobytes(app.look.card(card, width, angle=angle), "RGBA") for card in packs(1)}
        assert len(faces) == 52
    for path in (app.decks.folder / "Bia's").glob("*.png"):
        assert png_size(path.read_bytes()) == PICTURE, "63:88"
    back = app.look.card(HIDDEN, 112)
    assert tuple(back.get_at((40, 40)))[:3] == pytest.approx((0x12, 0x34, 0x56), abs=3)
    card = app.look.card(parse("KS"), 100)
    assert card.get_size() == (75, 105) and card.get_at((0, 0)).a == 0, "round corners"
    assert app.look.card(parse("KS"), 100, dim=True).get_at((60, 95)).r < 180
    pilot.app.close_all()


def test_a_deck_is_chosen_and_removed_in_the_settings(tmp_path: Path, pilot: Pilot) -> None:
    app = pilot.app
    app.decks.save("Mine", pictures(), "")
    app.open(DeckPage(app, "Mine"))
    pilot.key(pygame.K_RETURN)
    assert (app.settings.deck, app.settings.back) == ("Mine", "house"), "it has no back"
    app.open(SettingsScreen(app, "cards"))
    pilot.steps(2)
    screen = app.top
    assert isinstance(screen, SettingsScreen)
    choice = next(one for one in screen.of_page() if one.name == "deck")
    assert choice.values == ("house", "plain", "dark", "Mine")
    assert OWN_BACK not in next(one for one in screen.of_page() if one.name == "back").values
    screen.see_deck()
    pilot.steps(2)
    page = app.top
    assert isinstance(page, DeckPage)
    page.ask_to_remove()
    pilot.key(pygame.K_RETURN)
    assert app.decks.names() == ("Mine",), "Enter keeps it"
    page.ask_to_remove()
    dialog = app.top
    assert isinstance(dialog, Dialog)
    remove = dialog.choices[1].action
    assert remove is not None
    pilot.key(pygame.K_ESCAPE)
    remove()
    assert app.decks.names() == () and app.settings.deck == "house" and app.top is screen
    pilot.steps(3)
    assert not app.notices
    pilot.app.close_all()


def test_a_refused_deck_leaves_everything_as_it_was(tmp_path: Path, pilot: Pilot) -> None:
    before = pilot.app.settings
    drop(pilot, packed(tmp_path / "x.zip", {"../KS.svg": svg()}))
    assert "outside" in shown(pilot) and "52" in shown(pilot)
    pilot.key(pygame.K_RETURN)
    drop(pilot, folder(tmp_path / "Mine", {**drawings(), "2C.svg": svg(size='width="88" height="63"')}))
    wait(pilot)
    assert "2C.svg" in shown(pilot) and "shape" in shown(pilot)
    pilot.key(pygame.K_RETURN)
    drop(pilot, folder(tmp_path / "Blank", {**drawings(), "2C.svg": b'<svg width="63" height="88"/>'}))
    wait(pilot)
    assert "2C.svg" in shown(pilot)
    broken = png()[:60] + bytes(50)
    pilot.key(pygame.K_RETURN)
    drop(pilot, folder(tmp_path / "Broken", {**drawings("png"), "2C.png": broken}))
    wait(pilot)
    assert "2C.png" in shown(pilot)
    pilot.key(pygame.K_RETURN)
    assert pilot.app.decks.names() == () and pilot.app.settings == before
    assert not (pilot.app.profile.folder / "reports").exists()
    pilot.app.close_all()


def test_a_deck_is_added_by_the_button_with_its_path(tmp_path: Path, pilot: Pilot) -> None:
    path = folder(tmp_path / "Mine", drawings())
    screen = SettingsScreen(pilot.app, "cards")
    pilot.app.open(screen)
    pilot.steps(2)
    screen.add_deck()
    pilot.step([pygame.Event(pygame.TEXTINPUT, text=f'"{path}"')])
    pilot.key(pygame.K_RETURN)
    wait(pilot)
    assert isinstance(pilot.app.top, DeckPage) and pilot.app.decks.names() == ("Mine",)
    pilot.app.close_all()


def test_four_decks_are_shown_in_a_line_with_cards_84_wide(tmp_path: Path) -> None:
    pilot = Pilot(tmp_path, (1280, 720))
    pilot.app.decks.save("Mine", pictures(), "")
    pilot.app.go(SettingsScreen(pilot.app, "cards"))
    pilot.steps(2)
    top = pilot.app.top
    assert isinstance(top, SettingsScreen)
    (panel,) = (one for one in top.group.children if isinstance(one, OptionsPanel))
    gallery = next(row.control for row in panel.rows if row.choice.name == "deck")
    assert isinstance(gallery, Gallery) and len(gallery.names) == 4
    assert len({area.top for area in gallery.segments()}) == 1
    art = pilot.app.look.art_of("house")
    drawn = deck_sample(art, (round(gallery.segments()[0].width), 136))
    high = drawn.get_bounding_rect(255).height
    assert high == pytest.approx(118, abs=2)
    pilot.app.close_all()


def test_adding_can_be_cancelled(tmp_path: Path, pilot: Pilot) -> None:
    drop(pilot, folder(tmp_path / "Mine", drawings()))
    pilot.steps(3)
    top = pilot.app.top
    assert isinstance(top, AddDeck) and 0 < top.progress.share < 1
    pilot.key(pygame.K_ESCAPE)
    assert top.job.stopped and pilot.app.decks.names() == ()
    pilot.app.close_all()


def test_a_drawing_that_takes_too_long_is_given_up(
    tmp_path: Path, pilot: Pilot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(deck_drawing.DeckDrawing, "poll", lambda self: False)
    pilot.app.open(IncomingDeck(folder(tmp_path / "Mine", drawings())))
    for _ in range(300):
        pilot.step(dt=100)
    assert "AC.svg" in shown(pilot) and "too long" in shown(pilot)
    pilot.app.close_all()


def test_dashes_are_never_followed() -> None:
    dashes = svg('<path d="M0 0L63 88" stroke="#000" stroke-width="1" stroke-dasharray="0.00001"/>' * 50)
    drawn = at_once(deck_drawing.draw(Drawing("KS", "KS.svg", svg=True, content=dashes)))
    assert png_size(drawn.picture) == PICTURE


@pytest.mark.parametrize("how", ["gone", "missing", "other size", "damaged inside"])
def test_a_deck_that_was_damaged_since_falls_back_to_the_house_and_says_so(
    tmp_path: Path, how: str, pilot: Pilot
) -> None:
    app = pilot.app
    app.decks.save("Mine", pictures(), "")
    app.change(replace(app.settings, deck="Mine"))
    deck = app.decks.folder / "Mine"
    content = (deck / "AS.png").read_bytes()
    if how == "gone":
        app.decks.remove("Mine")
    elif how == "missing":
        (deck / "AS.png").unlink()
    else:
        (deck / "AS.png").write_bytes(png() if how == "other size" else content[:80] + bytes(40))
    app.close_all()
    again = Pilot(tmp_path / "profile", (960, 540))
    again.app.go(Home())
    again.app.look.card(parse("AS"), 100)
    again.steps(3)
    text = shown(again)
    assert "Mine" in text and ("decks/Mine" if how == "gone" else "decks/Mine/AS.png") in text
    assert "378 × 528" in text, "what is allowed"
    again.key(pygame.K_RETURN)
    house = Pilot(tmp_path / "other", (960, 540))
    house.app.go(Home())
    for name in ("AS", "7H"):
        drawn = [pygame.image.tobytes(one.app.look.card(parse(name), 100), "RGBA") for one in (again, house)]
        assert drawn[0] == drawn[1]
    again.steps(30)
    assert not isinstance(again.app.top, Dialog), "it is said once"
    for one in (again, house):
        one.app.close_all()


def test_an_unknown_name_in_the_settings_can_be_changed(tmp_path: Path) -> None:
    pilot = Pilot(tmp_path / "profile", (960, 540))
    pilot.app.change(replace(pilot.app.settings, deck="Lost"))
    pilot.app.go(SettingsScreen(pilot.app, "cards"))
    pilot.steps(3)
    pilot.key(pygame.K_RETURN)
    screen = pilot.app.top
    assert isinstance(screen, SettingsScreen)
    screen.change("deck", "plain")
    assert pilot.app.settings.deck == "plain"
    pilot.app.close_all()
