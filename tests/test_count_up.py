"""Amounts counted at the table: sum, factor and plate in one short motion, larger for rare ones, calm for others."""

import math
from itertools import pairwise
from pathlib import Path

import pytest
from pygame import FRect

from engine.events import Amount, Announced, DealScored
from engine.game import MatchOutcome
from engine.games import GAMES
from engine.match.match import Match
from engine.match.record import PERSON, Chair
from engine.moves import Note, Pile, Seat
from engine.profile.storage import Profile
from engine.rng import Rng
from engine.work.thinking import Thinker
from scenes.render import timing
from scenes.screens.results.results_screen import ResultsScreen
from scenes.shell.destinations import Home, MatchTable, ResumedTable
from scenes.sound import cues
from scenes.table.hud.seat_plates import TablePlate
from scenes.table.layouts import LAYOUTS
from scenes.table.model.table_model import TableModel
from scenes.table.table import Table
from scenes.ui.timeline import Timeline
from tests.pictures import films
from tests.support import game_contract, tables
from tests.support.hot_seat import shared_record
from tests.support.profile_pilot import Pilot
from tests.support.records import new_record
from tests.support.skip_drawing import draw_last_only
from tests.support.sound_recorder import record_sounds

STEP_MS = 20.0
COUNTED = [*((slug, "score") for slug in GAMES), ("roped", "count")]
CALM = [slug for slug in GAMES if LAYOUTS[slug].effects.calm_for_others]


def pilot_at_motion(folder: Path, slug: str, key: str, **settings: object) -> Pilot:
    """Return a pilot at the first frame of a motion."""
    tables.write_settings(folder, **{"speed": "1", **settings})
    scene = films.find_motion_scenes(slug)[key]
    Profile(folder).save_match(scene.saved)
    pilot = Pilot(folder, (1280, 720), films.RecordedThinker(scene.record.moves[scene.moves_made :]))
    pilot.app.go(Home())
    pilot.app.go(ResumedTable())
    with draw_last_only(pilot.app):
        films.play_until(pilot, films.MOTIONS[key])
    return pilot


def is_counted(table: Table, amount: Amount) -> bool:
    """Whether this amount is still being counted, and not a later one of the same move."""
    return any(one is amount for one in table.hud.count_up.running_amounts)


def plate_texts(table: Table, seat: Seat) -> list[str]:
    """Return the facts that a seat's plate shows now."""
    table.draw(table.context.window.surface)
    plate = table.hud.root.get(TablePlate, ("seat", seat))
    assert plate is not None
    return [fact.text for fact in plate.facts if fact.text]


def pending_figures(table: Table, seat: Seat) -> int:
    """Return the pending points that a seat's plate shows, 0 for none."""
    texts = plate_texts(table, seat)
    return int(texts[-1].replace("−", "-")) if texts[-1][0] in "+−" else 0


@pytest.mark.every_frame
def test_set_is_summed_card_by_card_and_plate_counts_up(tmp_path: Path) -> None:
    pilot = pilot_at_motion(tmp_path, "roped", "count")
    table = pilot.table
    (amount,) = table.hud.count_up.running_amounts
    texts, figures, elapsed_ms = list[str](), list[int](), 0.0
    while is_counted(table, amount):
        assert not table.model.director.has_shown_all_events, "the next seat waits"
        texts.append(table.hud.count_up.shown_text(amount))
        figures.append(pending_figures(table, amount.seat))
        pilot.step(elapsed_ms=STEP_MS)
        elapsed_ms += STEP_MS
    sums = [str(sum(amount.terms[: i + 1])) for i in range(len(amount.terms))]
    assert amount.factor > 1
    assert list(dict.fromkeys(texts)) == [*sums[:-1], f"{sums[-1]} × {amount.factor} = {amount.total}"]
    assert figures == sorted(figures) and len(set(figures)) > 3
    assert figures[-1] - figures[0] == amount.total
    assert elapsed_ms <= 1200.0 + STEP_MS


def test_factor_follows_sum(tmp_path: Path) -> None:
    count_up = pilot_at_motion(tmp_path, "roped", "count").table.hud.count_up
    amount = Amount(0, (9, 10, 10, 8), 2)
    assert [count_up.chip_text(amount, n) for n in range(1, 5)] == ["9", "19", "29", "37 × 2 = 74"]


@pytest.mark.parametrize(("slug", "key"), COUNTED)
def test_click_skips_count(slug: str, key: str, tmp_path: Path) -> None:
    pilot = pilot_at_motion(tmp_path, slug, key)
    table = pilot.table
    amounts = table.hud.count_up.running_amounts
    x, y = table.model.canvas.width / 2, 16.0
    pilot.click((x, y))
    assert not any(is_counted(table, amount) for amount in amounts)
    for seat in (amount.seat for amount in amounts):
        shown = {note.key: note for note in table.hud.plates.public_facts[seat]}
        assert all(shown[note.key] == note for note in table.match.game.facts(seat))


@pytest.mark.parametrize("slug", GAMES)
def test_deal_is_counted_before_its_result_opens(slug: str, tmp_path: Path) -> None:
    pilot = pilot_at_motion(tmp_path, slug, "score")
    table = pilot.table
    scored = next(event for event in reversed(table.match.recent_events()) if isinstance(event, DealScored))
    changed = {seat for seat, points in enumerate(scored.points) if points}
    assert changed <= {amount.seat for amount in table.hud.count_up.running_amounts}
    elapsed_ms = 0.0
    while table.hud.count_up.running_amounts:
        assert not isinstance(pilot.app.top, ResultsScreen)
        pilot.step(elapsed_ms=STEP_MS)
        elapsed_ms += STEP_MS
    assert elapsed_ms <= 1200.0 + STEP_MS
    pilot.run_frames(3)
    assert isinstance(pilot.app.top, ResultsScreen) or not table.model.layout.shows_sheet_each_deal


def test_reduced_motion_shows_result_at_once(tmp_path: Path) -> None:
    pilot = pilot_at_motion(tmp_path, "roped", "count", reduced_motion=True)
    table = pilot.table
    (amount,) = table.hud.count_up.running_amounts
    after = next(note.placeholders["n"] for note in table.hud.plates.public_facts[amount.seat] if note.key == "pending")
    pilot.step(elapsed_ms=timing.AMOUNT_DELAY_MS + STEP_MS)
    seen = set()
    while is_counted(table, amount):
        seen.add((table.hud.count_up.shown_text(amount), pending_figures(table, amount.seat)))
        pilot.step(elapsed_ms=STEP_MS)
    ((text, pending),) = seen
    assert text.endswith(f"= {amount.total}") and pending == after


def test_speed_without_animation_waits_for_no_count(tmp_path: Path) -> None:
    table = pilot_at_motion(tmp_path, "roped", "count").table
    table.model.director.speed = 0.0
    table.model.director.update(1.0)
    assert table.model.director.has_shown_all_events


@pytest.mark.parametrize("slug", [slug for slug in GAMES if LAYOUTS[slug].effects.rare_amounts[0] < math.inf])
def test_rare_own_amounts_are_larger_but_not_longer(slug: str, tmp_path: Path) -> None:
    table = pilot_at_motion(tmp_path, slug, "score").table
    limits, count_up = LAYOUTS[slug].effects.rare_amounts, table.hud.count_up
    assert 0 < limits[0] <= limits[1]
    values = [int(limit) for limit in (limits[0] - 1, limits[0], limits[1])]
    expected = [0, 1 if limits[0] < limits[1] else 2, 2]
    assert [count_up.step(Amount(0, (n,))) for n in values] == expected
    assert [count_up.step(Amount(0, (-n,))) for n in values] == expected
    assert [count_up.step(Amount(0, (1,), own_size=n)) for n in values] == expected
    assert {count_up.step(Amount(1, (n,))) for n in values} == {0}, "those of others stay small"


def test_large_own_gain_has_its_own_sound(tmp_path: Path) -> None:
    pilot = tables.open_program(tmp_path, MatchTable(new_record("roped", 3)), speed="1")
    tape, table = record_sounds(pilot), pilot.table
    table.model.director.finish()
    large = LAYOUTS["roped"].effects.rare_amounts[1]
    tape.take_names()
    table.show_events([Announced(0, Note("lasso", {"seat": 0, "seat_to": 1, "n": int(large), "card": 0}))])
    for _ in range(80):
        pilot.step(elapsed_ms=STEP_MS)
    assert cues.CUES_BY_AMOUNT_STEP[2] in tape.take_names()


@pytest.mark.parametrize("slug", CALM)
def test_news_of_others_is_calm(slug: str, tmp_path: Path) -> None:
    pilot = pilot_at_motion(tmp_path, slug, "calm")
    hud, tape = pilot.table.hud, record_sounds(pilot)
    assert hud.calm_news is not None and hud.announcement.current is None
    pilot.step(elapsed_ms=STEP_MS)
    note = hud.calm_news.described_note
    assert pilot.choice is not None or hud.prompt == hud.words.sentence_about_seats(slug, "loud", note)
    pilot.step(elapsed_ms=timing.AMOUNT_DELAY_MS)
    assert cues.ANNOUNCEMENT_CUE.cue not in tape.take_names()


@pytest.mark.parametrize("persons", [0, 1, 2])
def test_news_of_persons_at_this_computer_is_own(persons: int) -> None:
    """Seats of bots, and all seats of a match that is only watched, are those of others."""
    record = shared_record("roped", persons=persons) if persons else new_record("roped")
    if not persons:
        record.chairs = (Chair("mei", "easy"), *record.chairs[1:])
    match = Match(record, lambda _: None, Thinker(process=False))
    model = TableModel(match, LAYOUTS["roped"], tables.CANVAS, lambda _: None, Timeline())
    loud = [Announced(seat, Note("out", {"seat": seat, "points": 100}), loud=True) for seat in range(4)]
    own = {seat for seat, chair in enumerate(record.chairs) if chair.who == PERSON}
    assert {event.seat for event in loud if not model.is_calm(event)} == own


ROPED_SEATS = ((1, 2), (0, 2), (1, 0))


@pytest.mark.parametrize(
    ("slug", "seat", "note", "is_calm"),
    [
        *(
            ("roped", seat, Note(key, {"seat": seat, "seat_to": to}), 0 not in (seat, to))
            for key in ("lasso", "roped", "mismatch_own")
            for seat, to in ROPED_SEATS
        ),
        ("roped", 1, Note("mismatch", {"seat_to": 0}), True),
        ("roped", 0, Note("mismatch", {"seat_to": 0}), False),
        *(
            ("gurch", 1, Note(key, {"seat": 1, "seats": seats}), 0 not in seats)
            for key in ("shared", "carried")
            for seats in ((1, 2), (1, 0))
        ),
    ],
    ids=str,
)
def test_news_of_several_is_calm_unless_the_player_is_one_of_them(
    slug: str, seat: Seat, note: Note, is_calm: bool
) -> None:
    match = Match(new_record(slug), lambda _: None, Thinker(process=False))
    model = TableModel(match, LAYOUTS[slug], tables.CANVAS, lambda _: None, Timeline())
    assert model.is_calm(Announced(seat, note, loud=True)) == is_calm
    assert not model.is_calm(Announced(seat, note)), "what isn't loud is no news"


def test_deal_of_gurch_that_is_shared_names_all_who_share_it() -> None:
    """Otherwise the news of the second of them would be calm."""
    found = list[Announced]()
    for seed in range(60):
        game = game_contract.start_match("gurch", seed)
        for move in game_contract.random_moves(game, Rng(seed), 150):
            game.play(move)
            announced = (event for event in game.take_events() if isinstance(event, Announced) and event.loud)
            found += (event for event in announced if event.note.key in ("shared", "carried"))
    assert {event.note.key for event in found} == {"shared", "carried"}
    for event in found:
        seats = event.note.placeholders["seats"]
        assert event.seat in seats and len(seats) > 1


@pytest.mark.parametrize("slug", CALM)
def test_same_news_of_own_is_announced_large(slug: str, tmp_path: Path) -> None:
    table = pilot_at_motion(tmp_path, slug, "calm").table
    news = table.hud.calm_news
    assert news is not None
    table.hud.end_announcement()
    figures = news.note.placeholders
    own = {key: {"seat": 0, "seats": (0, 1)}.get(key, value) for key, value in figures.items()}
    table.hud.on_event(Announced(0, Note(news.note.key, own), loud=True))
    assert table.hud.calm_news is None and table.hud.announcement.current is not None


@pytest.mark.every_frame
@pytest.mark.parametrize("values", [{}, {"ui_scale": "150"}, {"left_handed": True}], ids=str)
@pytest.mark.parametrize(("slug", "key"), COUNTED)
def test_chips_stay_in_window_and_off_texts_of_plates(
    slug: str, key: str, values: dict[str, object], tmp_path: Path
) -> None:
    pilot = pilot_at_motion(tmp_path, slug, key, **values)
    hud = pilot.table.hud
    window = FRect(0, 0, hud.renderer.width, hud.renderer.height)
    ways = list[list[FRect]]()
    while hud.count_up.running_amounts:
        pilot.step(elapsed_ms=5 * STEP_MS)
        ways.append(list(hud.count_up.chip_rects().values()))
        assert all(window.contains(rect) for rect in ways[-1])
    assert any(ways)


def test_set_flies_from_its_cards_to_plate(tmp_path: Path) -> None:
    pilot = pilot_at_motion(tmp_path, "roped", "count")
    table = pilot.table
    (amount,) = table.hud.count_up.running_amounts
    pilot.step(elapsed_ms=timing.AMOUNT_DELAY_MS + STEP_MS)
    seat, places = amount.seat, list[tuple[float, float]]()
    while is_counted(table, amount):
        places.append(table.hud.count_up.chip_rects()[seat].center)
        pilot.step(elapsed_ms=STEP_MS)
    plate = table.hud.plates.plate_rect(seat)
    distances = [abs(x - plate.centerx) for x, _ in places]
    assert all(later <= earlier + 0.5 for earlier, later in pairwise(distances)) and distances[-1] < distances[0] / 2


def test_seat_that_has_gone_out_is_bright_after_the_match(tmp_path: Path) -> None:
    """The end counts what it wins."""
    plates = tables.open_program(tmp_path, MatchTable(new_record("roped"))).table.hud.plates
    game = plates.model.match.game
    game.piles[Pile("hand", 1)] = ()
    plates.refresh()
    assert plates.seats_out == {1}
    game.outcome = MatchOutcome((1,), Note("out"))
    plates.refresh()
    assert plates.seats_out == set()


def test_seat_out_of_the_match_stays_dim_after_it(tmp_path: Path) -> None:
    plates = tables.open_program(tmp_path, MatchTable(new_record("pass_the_ace"))).table.hud.plates
    game = plates.model.match.game
    game.lives, game.outcome = (1, 0, 0, 0, 0), MatchOutcome((0,), Note("last"))  # type: ignore[attr-defined]
    plates.refresh()
    assert plates.seats_out == {1, 2, 3, 4}
