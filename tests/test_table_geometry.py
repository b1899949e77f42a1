"""Geometry of every table: nothing overlaps or leaves its place, in positions of matches, replays and announcements.

``tests.support.table_geometry`` has the rules. Each position is measured in another size of window and of texts, in
another language and for another hand.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import islice, pairwise, product
from pathlib import Path
from typing import Any, NamedTuple

import pygame
import pytest
from pygame import FRect

from engine.game import Game
from engine.games import GAMES
from engine.languages import LANGUAGES
from engine.moves import TABLE, Pile, Seat
from engine.profile.storage import Profile
from engine.rng import Rng
from scenes.app import App
from scenes.render.renderer import Renderer
from scenes.render.timing import RESIZE_DELAY_MS
from scenes.screens.results.results_screen import ResultsScreen
from scenes.shell.destinations import MatchTable, ReplayTable
from scenes.table.cards.extent import pile_areas
from scenes.table.hud.deal_tag import TITLE_STYLES, max_title_width
from scenes.table.layouts import LAYOUTS
from scenes.table.model.positions import (
    FREE_CENTRE,
    MAX_UI_SCALE,
    Canvas,
    CentreOccupancy,
    pile_geometry,
    seat_positions,
)
from scenes.text.catalogue import Words
from scenes.text.spoken_lines import TOPICS, SpokenLine
from tests.fit_all.states import longest_bubbles
from tests.support.eights import LAYOUT as EIGHTS_LAYOUT
from tests.support.eights import TEXTS, Eights
from tests.support.profile_pilot import Pilot
from tests.support.records import find_record, new_record, play_randomly
from tests.support.registered_game import register_game
from tests.support.table_geometry import TableItem, gap_faults, table_faults
from tests.support.tables import continue_match, replay_mode, write_settings
from tests.test_spotlight import large_announcements, pilots_at_announcements

WINDOW_SIZES = (
    (960, 540), (1280, 720), (1280, 800), (1920, 1080), (1024, 768), (3440, 1440), (3840, 2160), (1100, 700),
)  # fmt: skip
TEXT_SIZES = ("100", "150", "100", "125", "80", "100", "200")
ANSWERS_PER_MATCH, REPLAYED_MOVES, REPLAY_INTERVAL = 4, 150, 50
"""Answers of the player in a match, moves of a replay, and moves between two of its positions."""
LAYOUTS_PER_POSITION, LAYOUTS_PER_ANNOUNCEMENT = 2, 2
"""Numbers of sizes of window and text in which a position and an announcement are measured."""
MIN_CARD_SCALE = 0.84
"""Width of cards beside the drawer in a 16:9 window with usual texts, by their width without it."""
EVERY_TABLE = pytest.mark.parametrize(
    ("slug", "seats"), [(slug, seats) for slug in GAMES for seats in GAMES[slug].seats_allowed]
)


@pytest.fixture(autouse=True)
def _skip_drawing_and_saving(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(App, "draw", lambda _: None)
    monkeypatch.setattr(Profile, "save_settings", lambda *_: None)


def set_each_layout(pilot: Pilot, first: int) -> Iterator[str]:
    """Set one size of window and text after the other, with languages and hands in turn; yield its name."""
    app = pilot.app
    while True:
        first += 1
        size, text = WINDOW_SIZES[first % len(WINDOW_SIZES)], TEXT_SIZES[first % len(TEXT_SIZES)]
        values: dict[str, Any] = {
            "language": LANGUAGES[first // 2 % len(LANGUAGES)], "ui_scale": text, "left_handed": first % 5 == 0,
        }  # fmt: skip
        app.save_settings_without_layout(replace(app.settings, **values))
        pilot.resize(size)
        pilot.step(elapsed_ms=RESIZE_DELAY_MS)
        yield f"{size} {' '.join(map(str, values.values()))}"


def faults_with_and_without_drawer(pilot: Pilot, layout: str) -> Iterator[str]:
    """Yield the faults of the table, and those beside the open drawer."""
    table, usual_scale = pilot.table, pilot.table.renderer.scale
    pilot.app.finish_animations()
    yield from (f"{layout} closed: {fault}" for fault in table_faults(table))
    table.toggle_log()
    pilot.app.finish_animations()
    yield from (f"{layout} open: {fault}" for fault in table_faults(table))
    geometry, seats, (width, height) = (
        table.model.layout.geometry,
        table.match.game.seats,
        pilot.app.window.picture_size,
    )
    has_own_layout = geometry.for_open_drawer(seats) is not geometry.for_seats(seats)
    if has_own_layout and 9 * width == 16 * height and pilot.app.settings.ui_scale == "100":
        scale = table.renderer.scale / usual_scale
        yield from [f"{layout} open: cards have {scale:.2f} times their width"] * (scale < MIN_CARD_SCALE)
    table.toggle_log()
    pilot.app.finish_animations()
    assert table.drawer.page is None


def longest_line(pilot: Pilot, seat: Seat) -> SpokenLine:
    """Return the longest line of a computer player."""
    character = pilot.table.match.record.chairs[seat].who
    return max(
        (SpokenLine(seat, character, topic) for topic in TOPICS), key=lambda line: len(line.text(pilot.app.words))
    )


@EVERY_TABLE
def test_live_table_keeps_rules(slug: str, seats: int, tmp_path: Path) -> None:
    found = live_table_faults(slug, seats, tmp_path)
    assert not found, "\n".join(sorted(found))


@pytest.mark.parametrize("seats", [2, 5, 7])
def test_default_positions_keep_rules(seats: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A new game gives positions of table piles only."""
    register_game(monkeypatch, tmp_path, Eights, EIGHTS_LAYOUT, TEXTS)
    found = live_table_faults("eights", seats, tmp_path)
    assert not found, "\n".join(sorted(found))


def live_table_faults(slug: str, seats: int, folder: Path) -> set[str]:
    """Return the faults of a table during the player's first answers of a match.

    Sometimes every seat has the longest bubble of the game, or one says its longest line.
    """
    write_settings(folder, speed="instant", name="Maximiliano")
    pilot, rng, found = Pilot(folder), Rng(seats), set[str]()
    pilot.app.go(MatchTable(new_record(slug, 5, seats)))
    pilot.run_until_idle()
    for count, layout in enumerate(islice(set_each_layout(pilot, 14 * seats), ANSWERS_PER_MATCH)):
        if count % 3 == 1:
            pilot.table.hud.bubbles.notes.update(longest_bubbles(pilot, slug))
            pilot.table.lay_out()
        elif count % 3 == 2:
            pilot.table.hud.show_spoken_line(longest_line(pilot, 1 + count % (seats - 1)))
        found.update(faults_with_and_without_drawer(pilot, f"{count} {layout}"))
        pilot.answer(rng.choice(pilot.open_choice.legal_moves))
        pilot.step()
        pilot.confirm_if_asked()
        pilot.run_until_idle()
        while isinstance(pilot.app.top, ResultsScreen) and pilot.table_below().match.game.outcome is None:
            pilot.dismiss_result()
            pilot.run_until_idle()
        if isinstance(pilot.app.top, ResultsScreen):
            break
    return found


@EVERY_TABLE
def test_replay_with_open_hands_keeps_rules(slug: str, seats: int, tmp_path: Path) -> None:
    write_settings(tmp_path, speed="instant", name="Maximiliano")
    record = new_record(slug, 6, seats)
    play_randomly(record, Rng(4), REPLAYED_MOVES)
    pilot, found = Pilot(tmp_path), set[str]()
    pilot.app.go(ReplayTable(record))
    layouts = set_each_layout(pilot, 11 * seats)
    for at in range(0, replay_mode(pilot.table).match.last_index, REPLAY_INTERVAL):
        layout = next(layouts)
        for seat in (None, 0):
            replay_mode(pilot.table).set_view(seat)
            replay_mode(pilot.table).seek(at)
            pilot.table.finish_animations()
            found |= {f"{at} {layout} {seat}: {fault}" for fault in table_faults(pilot.table)}
    assert not found, "\n".join(sorted(found))


class Position(NamedTuple):
    """A position in which a table has more on it than in most, with its numbers of seats."""

    slug: str
    condition: Callable[[Game], object]
    seats: Sequence[int]
    max_moves: int = 300


def asks_for(*what: str) -> Callable[[Game], bool]:
    """Return a test whether seat 0 is asked this."""
    return lambda game: game.ask is not None and game.ask.what in what and 0 in game.seats_to_act()


def may(*verbs: str) -> Callable[[Game], bool]:
    """Return a test whether seat 0 has moves with all these verbs."""
    return lambda game: {*verbs} <= {move.verb for move in game.legal_moves(0)}


def ends_trick(cards: int) -> Callable[[Game], bool]:
    """Return a test whether seat 0 ends a trick of Gurch to which all others have played ``cards`` cards."""
    return lambda game: (
        asks_for("play")(game) and all(len(game.cards(Pile("trick", seat))) == cards for seat in range(1, game.seats))
    )


def has_long_column(game: Game) -> bool:
    """Whether an open pile of RoPeD is as long as it is ever shown, and the player is asked."""
    return max(len(game.cards(Pile("slot", TABLE, index))) for index in range(4)) >= 6


def has_large_hands(game: Game, cards: int) -> bool:
    """Whether another seat has a hand of this many cards, and a stock is left."""
    return bool(game.cards(Pile("stock"))) and any(
        len(game.cards(Pile("hand", seat))) >= cards for seat in range(1, game.seats)
    )


def named_play_lies(game: Game) -> bool:
    """Whether five cards lie on the trick of Big Two."""
    return (
        len(game.cards(Pile("trick"))) >= 10
        and getattr(game, "play_to_beat", None) is not None
        and (
            len(game.play_to_beat.cards) == 5  # type: ignore[attr-defined]
        )
    )


GURCH_SEATS, ACE_SEATS = GAMES["gurch"].seats_allowed, GAMES["pass_the_ace"].seats_allowed
POSITIONS = {
    "gurch start": Position("gurch", asks_for("start"), GURCH_SEATS),
    "gurch vote": Position("gurch", asks_for("vote"), GURCH_SEATS),
    "gurch second": Position("gurch", asks_for("second"), GURCH_SEATS),
    "gurch shown": Position("gurch", asks_for("shown"), GURCH_SEATS),
    "gurch trick": Position("gurch", ends_trick(1), GURCH_SEATS),
    "gurch trick of pairs": Position("gurch", ends_trick(2), GURCH_SEATS),
    "palacio large hands": Position("palacio", lambda game: has_large_hands(game, 16), (2, 3, 4, 5)),
    "roped set": Position("roped", lambda game: game.cards(Pile("meld", 0)) and may("discard")(game), (2, 3, 4)),
    "roped long column": Position("roped", has_long_column, (2, 3, 4)),
    "roped lasso": Position("roped", asks_for("lasso"), (3,)),
    "roped chain": Position("roped", asks_for("chain"), (4,)),
    "pass_the_ace swap": Position("pass_the_ace", may("stick", "swap"), ACE_SEATS),
    "pass_the_ace draw": Position("pass_the_ace", may("stick", "swap", "draw"), ACE_SEATS),
    "big_two named play": Position("big_two", named_play_lies, (4,)),
}
"""Positions that random matches reach seldom."""


@pytest.mark.parametrize(("name", "seats"), [(name, seats) for name, one in POSITIONS.items() for seats in one.seats])
def test_full_table_keeps_rules(name: str, seats: int, tmp_path: Path) -> None:
    """First at the player's turn, then in a replay with open hands."""
    position = POSITIONS[name]
    record = find_record(position.slug, position.condition, seats, position.max_moves)
    pilot = continue_match(tmp_path, record, speed="instant", name="Maximiliano")
    found, layouts = list[str](), set_each_layout(pilot, 9 * seats + len(name))
    for layout in islice(layouts, LAYOUTS_PER_POSITION):
        found += faults_with_and_without_drawer(pilot, layout)
    pilot.app.go(ReplayTable(record))
    replay_mode(pilot.table).seek(replay_mode(pilot.table).match.last_index)
    for layout in islice(layouts, LAYOUTS_PER_POSITION // 2):
        pilot.app.finish_animations()
        found += [f"{layout} replay: {fault}" for fault in table_faults(pilot.table)]
    assert not found, "\n".join(found)


# --- announcements ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("slug", GAMES)
def test_announcement_covers_none_of_its_subjects(slug: str, tmp_path: Path) -> None:
    found = []
    for key, pilot in pilots_at_announcements(tmp_path, slug, large_announcements(slug)):
        announcement = pilot.table.hud.announcement
        now = announcement.current
        assert now is not None
        for layout in islice(set_each_layout(pilot, len(slug) + len(key)), LAYOUTS_PER_ANNOUNCEMENT):
            announcement.announce(now)
            found += [f"{key} {layout}: {fault}" for fault in table_faults(pilot.table)]
    assert not found, "\n".join(found)


# --- the middle -------------------------------------------------------------------------------------------------------

CENTRED_KINDS: dict[str, list[tuple[str, ...]]] = {
    "gurch": [("stock", "swapped"), ("hand",)],
    "palacio": [("stock", "pile"), ("up",), ("down",), ("hand",)],
    "roped": [("stock", "slot")],
    "big_two": [("hand",)],
    "pass_the_ace": [("hand",)],
}
"""Piles of the table and of the player that lie at equal distances around the middle."""


@pytest.mark.parametrize("slug", CENTRED_KINDS)
def test_piles_are_symmetric_around_middle(slug: str) -> None:
    canvases = (Canvas(1280, 720), Canvas(1280, 960), Canvas(1720, 720))
    for seats, canvas, kinds in product(GAMES[slug].seats_allowed, canvases, CENTRED_KINDS[slug]):
        geometry = LAYOUTS[slug].geometry.for_seats(seats)
        around = seat_positions(geometry, seats, 0, canvas)
        for centre in (FREE_CENTRE, CentreOccupancy(2), CentreOccupancy(1, has_board=True)):
            piles = [one for one in GAMES[slug](seats, 5).piles if one.owner in (TABLE, 0) and one.kind in kinds]
            found = [pile_geometry(pile, geometry, around, 0, canvas, centre=centre) for pile in piles]
            middles = sorted(one.x - canvas.width / 2 for one in found if one is not None)
            assert len(middles) == len(piles) and sum(middles) == pytest.approx(0), (seats, canvas)
            steps = [right - left for left, right in pairwise(middles)]
            assert all(0 < step == pytest.approx(steps[0]) for step in steps)
            assert len({(one.y, one.card_width) for one in found if one is not None}) == 1


# --- the checker ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "other_kind", "px", "crowded_px"),
    [("plate", "tag", -3, -9), ("plate", "plate", -3, -3), ("prompt", "pile", 16, 6), ("tiles", "pile", 12, 8)],
)
def test_pair_closer_than_its_rule_is_fault(kind: str, other_kind: str, px: float, crowded_px: float) -> None:
    one = TableItem("one", FRect(100, 100, 100, 100), kind)
    for is_crowded, wanted in ((False, px), (True, crowded_px)):
        for missing, count in ((1.0, 1), (0.0, 0)):
            far = 100 + wanted - missing
            for x, y in ((far, 0), (-far, 0), (0, far), (0, -far)):
                other = TableItem("other", one.rect.move(x, y), other_kind)
                assert len(gap_faults([one, other], is_crowded=is_crowded)) == count


def test_items_that_belong_together_are_no_fault() -> None:
    rect = FRect(100, 100, 100, 100)
    up, down = (TableItem(kind, rect, "seat pile", kind, owner=1) for kind in ("up", "down"))
    assert not gap_faults([up, down]) and gap_faults([up, down._replace(owner=2)])


@pytest.mark.parametrize("slug", GAMES)
@pytest.mark.parametrize("ui_scale", [1.0, 1.1, MAX_UI_SCALE])
def test_name_of_game_ends_before_seats_at_the_top(slug: str, ui_scale: float, renderer: Renderer) -> None:
    width = max_title_width(Canvas(1280.0, 720.0, ui_scale))
    for language in LANGUAGES:
        title = Words(language)(f"{slug}.title")
        style = renderer.first_fitting_style(title, TITLE_STYLES, width)
        assert renderer.text_width(title, style) <= width, (language, title)


@pytest.mark.parametrize("language", ["fr", "pt_BR"])
def test_countdown_beside_prompt_covers_no_cards_of_others(tmp_path: Path, language: str) -> None:
    def may_complete(game: Game) -> bool:
        has_palace = any(pile.kind == "up" and game.cards(pile) for pile in game.piles if pile.owner == 1)
        return has_palace and any(move.verb == "complete" for move in game.legal_moves(0))

    record = find_record("palacio", may_complete, 3, 200, fourth="out_of_turn")
    pilot = continue_match(tmp_path, record, language=language, speed="instant", ui_scale="125")
    table = pilot.table
    for _ in ("drawer closed", "drawer open"):
        table.hud.update_turn()
        pill = table.hud.prompt_pill(table.hud.prompt)
        ring = FRect(pill.rect.left - 66, pill.rect.centery - 30, 60, 60)
        areas = [
            (pile, table.model.canvas.ui.to_local_area(area)) for pile, area in pile_areas(table.model) if pile.owner
        ]
        assert table.hud.remaining_fraction is not None and areas
        assert [pile for pile, area in areas if area.colliderect(ring)] == []
        pilot.press_keys(pygame.K_w)
        pilot.run_until_idle()
