"""A named suit at the table: buttons with suit icons name it, the pile shows it, and the log counts draws."""

from pathlib import Path

import pytest

from engine.cards import SUITS
from engine.events import seen_by
from engine.game import Game
from engine.moves import Move, Pile
from engine.rng import Rng
from scenes.look.widgets import Chip
from scenes.selftest.selftest import own_answers
from scenes.table.felt.captions import standing_facts
from scenes.table.table import Table
from scenes.text.narrator import Narrator
from scenes.text.words import Words
from tests.support.at_table import continued, faults
from tests.support.eights import DISCARD, LAYOUT, TEXTS, Eights
from tests.support.piloting import play_match
from tests.support.records import new_record, record_where
from tests.support.sixth import register


@pytest.fixture(autouse=True)
def eights(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Crazy Eights in the registers."""
    register(monkeypatch, tmp_path, Eights, LAYOUT, TEXTS)


def naming(game: Game) -> bool:
    """Whether seat 0 has to name a suit."""
    return game.ask is not None and game.ask.what == "suit" and game.waiting() == (0,)


def facts(table: Table) -> list[Chip]:
    return list(standing_facts(table.look, table.words, table.stage))


@pytest.mark.parametrize("ui_scale", ["100", "200"])
def test_a_suit_is_named_by_its_icon_and_shown_on_the_pile(ui_scale: str, tmp_path: Path) -> None:
    pilot = continued(tmp_path / "profile", record_where("eights", naming), ui_scale=ui_scale, speed="1", pace="slow")
    table = pilot.table
    assert facts(table) == [], "nothing is named yet"
    buttons = table.hud.answers.buttons
    assert [button.icon for button in buttons] == [f"suit_{letter}" for letter in SUITS]
    (x, y), ui = buttons[2].rect.center, table.stage.canvas.ui
    pilot.click((x * ui, y * ui))
    assert table.match.record.moves[-1] == Move(0, "name", to=2)
    (chip,) = facts(table)
    assert (chip.icon, chip.string) == (f"suit_{SUITS[2]}", table.words.suit(2).capitalize())
    place = table.stage.place(DISCARD)
    assert place is not None
    assert abs(chip.rect.centerx - place.x / ui) < 1 and chip.rect.bottom < (place.y + place.height) / ui
    shown = table.stage.shown.piles
    shown[DISCARD] = shown[DISCARD][:-1]
    assert facts(table) == [], "the pile doesn't show the present card yet"


def test_a_game_with_a_named_suit_is_played_to_its_end(tmp_path: Path) -> None:
    seen = set[str]()

    def watch(table: Table) -> None:
        assert faults(table) == []
        seen.update(chip.icon for chip in facts(table))

    record = new_record("eights", 4, 3)
    text = 'speed = "4"\npace = "quick"\nauto_answer = false\n'
    play_match(tmp_path / "profile", "eights", "mouse", record=record, watch=watch, settings=text, level="easy")
    assert own_answers(record) > 3 and seen <= {f"suit_{letter}" for letter in SUITS} and seen


def test_the_log_says_how_many_were_drawn() -> None:
    game, rng, words = Eights(3, 8), Rng(8), Words("en").naming("ABC".__getitem__)
    narrator, most = Narrator(words, game, 2), 0
    while game.outcome is None and most < 3:
        seat = game.waiting()[0]
        held = len(game.cards(Pile("hand", seat)))
        move = rng.choice(game.legal_moves(seat))
        game.play(move)
        for event in game.drain():
            narrator.hear(seen_by(event, 2))
        drawn = len(game.cards(Pile("hand", seat))) - held
        if move.verb == "draw" and seat != 2 and drawn > 1:
            assert f"*{'ABC'[seat]}* draws {drawn} cards: “Nothing fits”" in [line.text for line in narrator.lines]
            most = max(most, drawn)
    assert most > 1
