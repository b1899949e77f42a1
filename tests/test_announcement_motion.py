"""Motion of announcements: rays, rope, chips, prize and embers, also with reduced motion."""

import math
from itertools import pairwise
from pathlib import Path

import pygame
import pytest
from pygame import FRect, Surface

from engine.events import Announced, CardsMoved, DealScored, Event
from engine.games import GAMES
from engine.moves import TABLE, Note, Pile
from engine.rng import Rng
from scenes.render import timing
from scenes.render.renderer import Renderer
from scenes.render.surface_cache import ReusedPixels, ScaledSurfacePool
from scenes.table.effects import connecting_arc as arcs
from scenes.table.effects.burn_effect import EMBER_COUNT
from scenes.table.effects.rays import Rays
from scenes.table.effects.sparks import draw_sparks
from scenes.table.layouts import LAYOUTS
from scenes.text.catalogue import Words
from tests.pictures import films
from tests.support.random_options import random_options
from tests.support.records import find_record
from tests.support.tables import continue_match, has_playable_and_unplayable, playable_and_unplayable_card
from tests.test_spotlight import (
    EVERY_GAME,
    SIZES,
    large_announcements,
    pilot_at_announcement,
    pilots_at_announcements,
)

LASSO = ("roped", "lasso")


@pytest.fixture
def screen() -> Surface:
    pygame.init()
    return pygame.display.set_mode((1280, 720))


# --- rays -------------------------------------------------------------------------------------------------------------


def rays_at(progress: float) -> tuple[Surface, Surface]:
    """Return a surface with rays at a progress of their turn, and the rays' own surface."""
    look, target, rays = Renderer((1280, 720)), Surface((1280, 720)), Rays()
    rays.draw(look, target, 640, 360, progress=progress, strength=1.0)
    assert rays._last_drawing is not None
    return target, rays._last_drawing[1]


@pytest.mark.painted
def test_rays_turn_eight_degrees_and_rest(screen: Surface) -> None:
    lit = [rays_at(progress)[0] for progress in (0.0, 1.0)]

    def bright(target: Surface, degrees: float) -> int:
        at = math.radians(degrees)
        return target.get_at((round(640 + 200 * math.cos(at)), round(360 + 200 * math.sin(at)))).r

    between = 360 / 32 / 2
    assert bright(lit[0], 0) > 40 > bright(lit[0], between), "at first a ray points right"
    assert bright(lit[1], timing.RAYS_TURN_DEGREES) > 40 > bright(lit[1], timing.RAYS_TURN_DEGREES + between)


@pytest.mark.painted
def test_rays_are_redrawn_only_while_turning(screen: Surface) -> None:
    look, target, rays = Renderer((1280, 720)), Surface((1280, 720)), Rays()
    seen = set()
    for age in range(0, 3000, 16):
        rays.draw(look, target, 640, 360, progress=min(1.0, age / timing.RAYS_MS), strength=1.0)
        assert rays._last_drawing is not None
        seen.add(rays._last_drawing[0])
    assert 8 <= len(seen) <= timing.RAYS_MS / 33 + 1


# --- rope -------------------------------------------------------------------------------------------------------------


@pytest.mark.every_frame
def test_rope_comes_from_thrower_and_tightens_around_set(tmp_path: Path) -> None:
    pilot = pilot_at_announcement(tmp_path, *LASSO)
    hud, seen, age = pilot.table.hud, list[tuple[float, FRect]](), 0.0
    said = hud.announcement.current
    assert said is not None and hud.spotlight.roped_seat == said.note.placeholders["seat_to"]
    while hud.announcement.current is not None:
        drawn = hud.announcement.rope._last_drawing
        if drawn is not None:
            by = hud.renderer.scale
            seen.append((age, FRect(*drawn[2], drawn[1].get_width() / by, drawn[1].get_height() / by)))
        pilot.step(elapsed_ms=20.0)
        age += 20.0
    plate = hud.plates.plate_rect(said.note.placeholders["seat"])
    assert seen[0][0] >= timing.THROW_DELAY_MS, "the cards leave first"
    assert all(box.inflate(2, 2).colliderect(plate) for _, box in seen), "the rope begins at the thrower's plate"
    there = timing.THROW_DELAY_MS + timing.THROW_MS
    loop = [box for age, box in seen if there <= age < timing.ANNOUNCEMENT_MS - timing.OUT_OF_SPOTLIGHT_MS]
    tight = [max(plate.centerx - box.left, box.right - plate.centerx) for box in loop]
    assert all(later <= earlier + 0.5 for earlier, later in pairwise(tight)), (
        "the loop only gets tighter, apart from rounding"
    )
    assert 6 <= tight[0] - tight[-1] <= 8


@pytest.mark.every_frame
@pytest.mark.parametrize("scale", ["100", "150"])
@pytest.mark.parametrize("key", ["lasso", "roped"])
def test_loop_lies_around_set_and_below_it(key: str, scale: str, tmp_path: Path) -> None:
    pilot = pilot_at_announcement(tmp_path, "roped", key, ui_scale=scale)
    hud = pilot.table.hud
    assert hud.announcement.current is not None
    said = hud.announcement.current
    for size in SIZES:
        pilot.resize(size)
        pilot.step(elapsed_ms=timing.RESIZE_DELAY_MS)
        hud.announcement.announce(said)
        pilot.table.timeline.update(timing.THROW_DELAY_MS + timing.THROW_MS + timing.TIGHTEN_MS)
        pilot.step(elapsed_ms=1.0)
        box, ui = hud.spotlight.roped_rect(hud.announcement.cards_top), pilot.table.model.canvas.ui_scale
        drawn = hud.announcement.rope._last_drawing
        assert box is not None and drawn is not None
        (left, top), by = drawn[2], hud.renderer.scale
        loop = FRect(left, top, drawn[1].get_width() / by, drawn[1].get_height() / by)
        assert loop.contains(FRect(*(side / ui for side in box)).inflate(20, 8)), size


# --- arc --------------------------------------------------------------------------------------------------------------


def test_dots_of_arc_are_evenly_apart() -> None:
    found = list(arcs.resample_points(arcs.Arc((0.0, 0.0), (200.0, 300.0), (400.0, 0.0)).points(), 13.0))
    steps = [math.dist(one, other) for one, other in pairwise(found)]
    assert len(found) > 30 and all(12.0 < step <= 13.01 for step in steps)


def test_king_stays_with_seat(tmp_path: Path) -> None:
    pilot = pilot_at_announcement(tmp_path, "pass_the_ace", "kung")
    assert pilot.table.hud.spotlight.has_two_cards_of_two_seats and not pilot.table.hud.spotlight.is_exchange
    pilot = pilot_at_announcement(tmp_path / "modi", "pass_the_ace", "modi")
    assert pilot.table.hud.spotlight.is_exchange


# --- chips ------------------------------------------------------------------------------------------------------------


def test_announced_swap_matches_events() -> None:
    """Deals played at random: the seat announced as having got the lower card really has it."""
    heard = set[str]()
    for seed in range(40):
        game, rng = GAMES["pass_the_ace"](4, seed), Rng(seed)
        before: dict[int, int] = {}
        while game.outcome is None and game.deal_number < 4:
            held = {
                seat: lying[-1] // 4
                for seat in range(4)
                for kind in ("hand", "shown")
                if (lying := game.piles.get(Pile(kind, seat)))
            }
            events = game.take_events()
            if any(isinstance(event, DealScored) for event in events):
                before = held  # a new deal: the cards can't be compared
            for seat, tone in (told for event in events for told in chip_tones(event, "pass_the_ace")):
                if before is not held:
                    now, then = held[seat], before[seat]
                    assert {"bad": now < then, "good": now > then, "even": now == then}[tone]
                    heard.add(tone)
            before = held
            game.play(rng.choice(game.legal_moves(game.seats_to_act()[0])))
    assert heard == {"bad", "good", "even"}


def chip_tones(event: Event, slug: str) -> list[tuple[int, str]]:
    """Return seat and tone (good, bad or even) of each chip for an event."""
    if not isinstance(event, Announced):
        return []
    told = LAYOUTS[slug].effects.chips_by_announcement.get(event.note.key, ())
    return [(event.note.placeholders[news.seat_placeholder], news.tone) for news in told]


# --- new layouts ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("change", ["size", "drawer"])
def test_announcement_goes_on_in_new_layout(change: str, tmp_path: Path) -> None:
    pilot = pilot_at_announcement(tmp_path, *LASSO)
    table, announcement = pilot.table, pilot.table.hud.announcement
    pilot.step(elapsed_ms=timing.INTO_SPOTLIGHT_MS)
    pilot.step(elapsed_ms=20.0)
    said, lit, turned = announcement.current, table.hud.spotlight.cards, table.timeline.progress("rays")
    if change == "size":
        pilot.resize((960, 540))
    else:
        table.toggle_log()
        pilot.step()  # nothing moves in the step that begins with a new layout
    pilot.step(elapsed_ms=timing.RESIZE_DELAY_MS)
    assert table.hud.announcement.current is said is not None and table.hud.spotlight.cards == lit
    assert announcement.spotlight_progress == 1.0 and table.timeline.progress("rays") > turned > 0
    whole = FRect(0, 0, table.hud.renderer.width, table.hud.renderer.height)
    assert whole.contains(announcement.banner_rect())


def test_embers_rise_on_in_new_layout(tmp_path: Path) -> None:
    pilot = pilot_at_announcement(tmp_path, "palacio", "burnt")
    films.play_until(pilot, lambda pilot: pilot.table.timeline.is_running("embers"))
    pilot.step(elapsed_ms=timing.EMBERS_MS / 4)
    pilot.resize((960, 540))
    pilot.step(elapsed_ms=timing.RESIZE_DELAY_MS)
    assert timing.RESIZE_DELAY_MS < timing.EMBERS_MS * pilot.table.timeline.progress("embers") < timing.EMBERS_MS


# --- reduced motion ---------------------------------------------------------------------------------------------------


@EVERY_GAME
def test_reduced_motion_moves_nothing_but_fades(slug: str, tmp_path: Path) -> None:
    for key, pilot in pilots_at_announcements(tmp_path, slug, large_announcements(slug), reduced_motion=True):
        announcement = pilot.table.hud.announcement
        assert announcement.spotlight_progress == 1.0
        shown = set()
        while announcement.current is not None:
            pilot.step(elapsed_ms=20.0)
            drawn = announcement.rays._last_drawing
            shown.add((drawn and drawn[0][1], announcement.rope._last_drawing and announcement.rope._last_drawing[2]))
        assert len(shown - {(None, None)}) <= 1, f"{key}: rays and rope don't move"


# --- Big Two and Palácio ----------------------------------------------------------------------------------------------


def random_events(slug: str, seed: int) -> list[Event]:
    """Return the events of a random match."""
    kind, rng = GAMES[slug], Rng(seed)
    game = kind(kind.seats_default, seed, random_options(kind.Options, rng))
    events = list(game.take_events())
    while game.outcome is None and len(events) < 2000:
        game.play(rng.choice(game.legal_moves(game.seats_to_act()[0])))
        events += game.take_events()
    return events


def test_last_card_is_announced_once() -> None:
    held: dict[int, int] = {}
    said = 0
    for event in random_events("big_two", 3):
        if isinstance(event, CardsMoved):
            for pile, by in ((event.source, -1), (event.target, 1)):
                if pile.kind == "hand":
                    held[pile.owner] = held.get(pile.owner, 0) + by * len(event.cards)
        elif isinstance(event, Announced) and event.note.key == "last_card":
            assert event.seat == TABLE and held[event.note.placeholders["seat"]] == 1
            said += 1
    assert said


@pytest.mark.parametrize("seed", range(4))
def test_palace_is_entered_once_with_first_open_card(seed: int) -> None:
    up: dict[int, int] = {}
    entered = set[int]()
    for event in random_events("palacio", seed):
        if isinstance(event, CardsMoved):
            if event.manner == "gather" or (event.manner == "deal" and event.target.kind == "down"):
                entered.clear()
            for pile, by in ((event.source, -1), (event.target, 1)):
                if pile.kind == "up":
                    up[pile.owner] = up.get(pile.owner, 0) + by * len(event.cards)
        elif isinstance(event, Announced) and event.note.key == "enters":
            seat = event.note.placeholders["seat"]
            assert seat not in entered and up[seat] < 3
            entered.add(seat)


@pytest.mark.parametrize("key", ["burnt", "burnt_four"])
def test_burning_cards_char_in_place_and_embers_rise(key: str, tmp_path: Path) -> None:
    pilot = pilot_at_announcement(tmp_path, "palacio", key)
    director = pilot.director
    for _ in range(200):
        if pilot.table.timeline.is_running("embers"):
            break
        pilot.step(elapsed_ms=20.0)
    parts = list[float]()
    where = set[tuple[float, float]]()
    while pilot.table.timeline.is_running("embers"):
        burning = [
            key for key, glide in director.glides.items() if glide.easing == "burn" and not glide.start.is_buried
        ]
        assert burning
        parts.append(max(director.burnt_fraction(one) for one in burning))
        if director.glides[burning[0]].progress < timing.BURN_HOLD_FRACTION:
            pose = director.current_pose(burning[0])
            assert pose is not None
            where.add((pose.x, pose.y))
        pilot.step(elapsed_ms=20.0)
    assert EMBER_COUNT == 8 and parts == sorted(parts) and parts[-1] > 0.9
    assert len(where) == 1, "burning cards don't move"
    assert abs(len(parts) * 20 - timing.EMBERS_MS) <= 40


def test_reduced_motion_shows_no_burning(tmp_path: Path) -> None:
    pilot = pilot_at_announcement(tmp_path, "palacio", "burnt", reduced_motion=True)
    table = pilot.table
    for _ in range(100):
        assert not table.timeline.is_running("embers") and not any(map(table.model.director.burnt_fraction, range(60)))
        pilot.step(elapsed_ms=20.0)


@pytest.mark.parametrize("slug", ["big_two", "palacio"])
def test_words_of_lesser_moments_stay_between_seats_at_sides(slug: str, tmp_path: Path) -> None:
    for key in films.highlights(slug) & films.find_scenes(slug).keys():
        pilot = pilot_at_announcement(tmp_path / key, slug, key)
        now, look = pilot.table.hud.highlight.current, pilot.table.hud.renderer
        assert now is not None
        for language in ("en", "pt_BR"):
            word = Words(language).note_text(slug, "peak", now.event.note)
            assert look.announcement_letters(word, max_width=470.0, size=96.0).get_width() / look.scale <= 472


# --- surfaces ---------------------------------------------------------------------------------------------------------


@pytest.mark.painted
def test_full_size_drawing_is_not_copied() -> None:
    scratch, drawing = ScaledSurfacePool(), Surface((80, 40), pygame.SRCALPHA)
    with scratch.frame():
        assert scratch.scale_by(drawing, 1.0) is drawing
        assert scratch.scale_by(drawing, 0.5).get_size() == (40, 20)
        assert scratch.scale_by(drawing, 0.0).get_size() == (1, 1)


@pytest.mark.painted
def test_pixels_of_sheet_are_used_again_as_another_surface() -> None:
    sheet = ReusedPixels()
    one, other = sheet.surface((40, 30)), sheet.surface((20, 10))
    assert one is not other and one.get_parent() is other.get_parent()
    assert sheet.surface((400, 10)).get_size() == (400, 10)


def test_each_spark_leaves_trail(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each trail is nearer to the centre than its spark, on the spark's path."""
    pygame.init()
    look, drawn = Renderer((1280, 720)), list[tuple[float, float]]()
    monkeypatch.setattr(look, "blit", lambda target, source, x, y, anchor: drawn.append((x, y)))
    draw_sparks(look, pygame.Surface((1, 1)), 0, 0, 1 / 3)
    before, drawn[:] = list(drawn), []
    draw_sparks(look, pygame.Surface((1, 1)), 0, 0, 1 / 2)
    trails, sparks = drawn[::2], drawn[1::2]
    assert len(trails) == len(sparks) == 18
    for trail, spark, earlier in zip(trails, sparks, before[1::2], strict=True):
        assert math.hypot(*trail) < math.hypot(*spark)
        way, flown = (spark[0] - trail[0], spark[1] - trail[1]), (spark[0] - earlier[0], spark[1] - earlier[1])
        turned = way[0] * flown[1] - way[1] * flown[0]
        assert abs(turned) < 0.01 * math.hypot(*way) * math.hypot(*flown)


def test_paying_seat_is_in_spotlight(tmp_path: Path) -> None:
    """Gurch's single loser has a sad face while the winner is announced, so they are lit as well."""
    hud = pilot_at_announcement(tmp_path, "gurch", "won").table.hud
    assert hud.announcement.current is not None
    figures = hud.announcement.current.note.placeholders
    assert {figures["seat"], figures["seat_loser"]} <= hud.announcement.concerned_seats
    assert {card.seat for card in hud.spotlight.cards} == {figures["seat"], figures["seat_loser"]}


def test_jump_before_burn_leaves_no_highlight_for_next_move(tmp_path: Path) -> None:
    pilot = continue_match(tmp_path, find_record("palacio", has_playable_and_unplayable))
    table, pile = pilot.table, Pile("pile")
    director, highlight = table.model.director, table.hud.highlight
    burn = CardsMoved(table.match.game.cards(pile), pile, Pile("removed"), (), "burn")
    table.show_events([Announced(0, Note("burnt")), burn])
    assert highlight.current is None and director.is_busy, "the cards lie for a moment before they burn"
    table.jump_to_position()
    card, _ = playable_and_unplayable_card(pilot)
    hand = Pile("hand", 0)
    played = CardsMoved((card,), hand, pile, (table.match.game.cards(hand).index(card),), "play")
    table.show_events([played])
    assert highlight.current is None


@pytest.mark.painted
@pytest.mark.parametrize("key", ["burnt", "turned", "enters"])
def test_word_of_lesser_moment_keeps_off_own_palace(tmp_path: Path, key: str) -> None:
    pilot = pilot_at_announcement(tmp_path, "palacio", "out")
    stage, peak = pilot.table.model, pilot.table.hud.highlight
    letters = peak._letters(Announced(0, Note(key, {"seat": 0})))
    ink = letters.get_bounding_rect(min_alpha=128)
    foot = (
        stage.layout.geometry.prompt_y
        - stage.layout.effects.highlight_above_prompt
        + (ink.bottom - letters.get_height() / 2) / peak.plates.renderer.scale
    )
    places = [
        place for pile, place in stage.pile_geometries().items() if pile.owner == stage.viewer and pile.kind == "down"
    ]
    assert places and foot <= min(place.y - place.card_height / 2 for place in places) + 10, (
        "at most the letters' descenders reach the palace"
    )
