"""Named suits at the table: buttons with suit icons, the suit on the pile, and the count of draws in the log."""

from pathlib import Path

import pytest

from engine.cards import SUITS
from engine.events import redact_for_seat
from engine.game import STOCK, Game
from engine.moves import Move, Pile
from engine.rng import Rng
from scenes.selftest.selftest import count_own_answers
from scenes.table.cards.captions import pile_fact_chips
from scenes.table.table import Table
from scenes.text.catalogue import Words
from scenes.text.narrator import Narrator
from scenes.ui.widgets import Chip
from tests.support.eights import DISCARD, LAYOUT, TEXTS, Eights
from tests.support.profile_pilot import play_match
from tests.support.records import find_record, new_record
from tests.support.registered_game import register_game
from tests.support.tables import continue_match, find_table_faults


@pytest.fixture(autouse=True)
def eights(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Add Crazy Eights to the registries."""
    register_game(monkeypatch, tmp_path, Eights, LAYOUT, TEXTS)


def must_name_suit(game: Game) -> bool:
    """Whether seat 0 has to name a suit."""
    return game.ask is not None and game.ask.what == "suit" and game.seats_to_act() == (0,)


def suit_chips(table: Table) -> list[Chip]:
    return list(pile_fact_chips(table.renderer, table.words, table.model))


@pytest.mark.parametrize("ui_scale", ["100", "200"])
def test_suit_is_named_by_icon_and_shown_on_pile(ui_scale: str, tmp_path: Path) -> None:
    pilot = continue_match(
        tmp_path / "profile", find_record("eights", must_name_suit), ui_scale=ui_scale, speed="1", pace="slow"
    )
    table = pilot.table
    assert suit_chips(table) == [], "no suit is named yet"
    buttons = table.hud.answer_buttons
    assert [button.icon for button in buttons] == [f"suit_{letter}" for letter in SUITS]
    (x, y), ui = buttons[2].rect.center, table.model.canvas.ui_scale
    pilot.click((x * ui, y * ui))
    assert table.match.record.moves[-1] == Move(0, "name", to=2)
    (chip,) = suit_chips(table)
    assert (chip.icon, chip.string) == (f"suit_{SUITS[2]}", table.words.suit(2).capitalize())
    place = table.model.pile_geometry(DISCARD)
    assert place is not None
    assert abs(chip.rect.centerx - place.x / ui) < 1 and chip.rect.bottom < (place.y + place.card_height) / ui
    shown = table.model.shown.piles
    shown[DISCARD] = shown[DISCARD][:-1]
    assert suit_chips(table) == [], "the suit waits until the pile shows its card"


@pytest.mark.parametrize("is_empty", [False, True])
def test_fact_about_closed_or_empty_pile_is_shown(is_empty: bool, tmp_path: Path) -> None:
    def is_wanted(game: Game) -> bool:
        return game.pile_fact(STOCK) is not None and bool(game.cards(STOCK)) != is_empty

    record = find_record("palacio", is_wanted, 3, max_moves=200, queen="reverse")
    table = continue_match(tmp_path / "profile", record).table
    assert table.words("palacio.lies.reversed") in [chip.string for chip in suit_chips(table)]


def test_game_with_named_suit_is_played_to_end(tmp_path: Path) -> None:
    seen = set[str]()

    def watch(table: Table) -> None:
        assert find_table_faults(table) == []
        seen.update(chip.icon for chip in suit_chips(table))

    record = new_record("eights", 4, 3)
    text = 'speed = "4"\npace = "quick"\nauto_answer = false\n'
    play_match(tmp_path / "profile", "eights", "mouse", record=record, watch=watch, settings=text, level="easy")
    assert count_own_answers(record) > 3 and seen <= {f"suit_{letter}" for letter in SUITS} and seen


def test_log_contains_number_of_drawn_cards() -> None:
    game, rng, words = Eights(3, 8), Rng(8), Words("en").with_seat_names("ABC".__getitem__)
    narrator, most = Narrator(words, game, 2), 0
    while game.outcome is None and most < 3:
        seat = game.seats_to_act()[0]
        held = len(game.cards(Pile("hand", seat)))
        move = rng.choice(game.legal_moves(seat))
        game.play(move)
        for event in game.take_events():
            narrator.on_event(redact_for_seat(event, 2))
        drawn = len(game.cards(Pile("hand", seat))) - held
        if move.verb == "draw" and seat != 2 and drawn > 1:
            assert f"*{'ABC'[seat]}* draws {drawn} cards: “Nothing fits”" in [line.text for line in narrator.lines]
            most = max(most, drawn)
    assert most > 1
