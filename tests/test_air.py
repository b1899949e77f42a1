"""Air around the piles: a pile, what is written at it and the prompt keep apart, and every table has an axis."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from pygame import FRect

from engine.games import GAMES
from engine.languages import LANGUAGES
from engine.moves import TABLE, Pile
from engine.rng import Rng
from scenes.app import App
from scenes.look.speeds import RESIZE_DELAY
from scenes.results.results import ResultsScreen
from scenes.shell.destinations import Begin
from scenes.table.felt.captions import captions
from scenes.table.felt.extent import resting
from scenes.table.felt.pile_labels import pile_labels
from scenes.table.table import Table
from tests.support.at_table import settings
from tests.support.piloting import Pilot
from tests.support.records import new_record

AIR = 16.0
"""Least distance between a pile, its label and the prompt, logical pixels of the cards' canvas."""
LARGE_AIR = 6.0
"""The same where texts are larger than usual."""
SIZES = ((960, 540), (1280, 720), (1100, 700), (1920, 1080), (1024, 768), (3440, 1440))
PLACES = (*((size, "100") for size in SIZES), ((1280, 720), "125"), ((1280, 720), "150"))
ANSWERS, EVERY = 9, 3
"""Answers of the player in a match, and how many there are between two positions that are looked at."""


@pytest.fixture(autouse=True)
def _undrawn(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(App, "draw", lambda _: None)


def positions(pilot: Pilot, slug: str, seats: int) -> Iterator[Table]:
    """The table whenever the player is asked in a match of random answers."""
    rng = Rng(seats)
    pilot.app.go(Begin(new_record(slug, 5, seats)))
    for count in range(ANSWERS):
        pilot.rest()
        while isinstance(pilot.app.top, ResultsScreen):
            if pilot.table_below().match.game.outcome is not None:
                return
            pilot.dismiss_result()
            pilot.rest()
        if count % EVERY == 0:
            yield pilot.table
        pilot.table.control.answer(rng.choice(pilot.choice.legal))
        pilot.step()
        pilot.insist()


def sized(pilot: Pilot, first: int) -> Iterator[tuple[str, str]]:
    """The size of the window and of texts, once for each place while the table has it; languages by turns."""
    app = pilot.app
    for i, (size, scale) in enumerate(PLACES):
        language = LANGUAGES[(first + i) % len(LANGUAGES)]
        app.keep_setting(replace(app.settings, language=language, ui_scale=scale))  # type: ignore[arg-type]  # names of theirs
        pilot.resize(size)
        pilot.step(dt=RESIZE_DELAY)
        app.finish()
        yield f"{size} {scale} % {language}", scale


def named(table: Table) -> dict[str, FRect]:
    """What is written at piles of the table, in the canvas of the cards."""
    hud, stage = table.hud, table.stage
    found = {
        f"label {label.text}": label.box
        for label in pile_labels(stage, hud.captions, table.look.scale, table.words)
        if not label.number and label.pile.owner == TABLE
    }
    ui = stage.canvas.ui
    buttons = [button.rect for button in hud.answers.buttons]
    for fact in captions(hud.look, hud.words, stage, buttons):
        if abs(fact.rect.centerx * ui - stage.canvas.width / 2) < 4:  # at the middle pile
            found[f"caption of {fact.string}"] = FRect(*(ui * side for side in fact.rect))
    return found


def piles(table: Table) -> dict[str, FRect]:
    """The piles of the table and the places for them."""
    stage, found = table.stage, {}
    for pile, place in stage.places().items():
        box = resting(stage, stage.shown.piles.get(pile, ())) if pile.owner == TABLE else None
        if box is not None or (pile.owner == TABLE and place.spot.slot):
            slot = FRect(place.x - place.width / 2, place.y - place.height / 2, place.width, place.height)
            found[f"pile {pile.kind} {pile.index}"] = slot if box is None or not box.contains(slot) else box
    return found


def crowded(table: Table, air: float) -> list[str]:
    """Every two of piles' names, piles and prompt that are closer together than this."""
    ui = table.stage.canvas.ui
    labels, boxes = named(table), piles(table)
    pairs = [(label, box, one, other) for label, box in labels.items() for one, other in boxes.items()]
    if table.prompt() and not table.hud.boards.speaks:
        prompt = FRect(*(ui * side for side in table.hud.prompt_pill(table.prompt()).rect))
        pairs += [("prompt", prompt, one, other) for one, other in (labels | boxes).items()]
    found = []
    for name, box, one, other in pairs:
        apart = max(other.top - box.bottom, box.top - other.bottom, other.left - box.right, box.left - other.right)
        if apart < air - 0.5:
            found.append(f"{name} and {one}: {apart:.1f}")
    return found


@pytest.mark.parametrize(("slug", "seats"), [(slug, seats) for slug in GAMES for seats in GAMES[slug].seats_allowed])
def test_pile_label_and_prompt_keep_apart(slug: str, seats: int, tmp_path: Path) -> None:
    settings(tmp_path, speed="instant")
    pilot = Pilot(tmp_path)
    found = set()
    for at, table in enumerate(positions(pilot, slug, seats)):
        for name, scale in sized(pilot, seats + at):
            found |= {f"{name}: {one}" for one in crowded(table, AIR if scale == "100" else LARGE_AIR)}
    assert not found, "\n".join(sorted(found))


@pytest.mark.parametrize("seats", GAMES["palacio"].seats_allowed)
def test_stock_and_pile_of_palacio_are_centred_whatever_has_burnt(seats: int, tmp_path: Path) -> None:
    settings(tmp_path, speed="instant")
    pilot = Pilot(tmp_path)
    pilot.app.go(Begin(new_record("palacio", 5, seats)))
    pilot.rest()
    stage = pilot.table.stage
    for size, _ in PLACES:
        pilot.resize(size)
        pilot.step(dt=RESIZE_DELAY)
        middle = stage.canvas.width / 2
        stock, pile, palace = (stage.places()[one] for one in (Pile("stock"), Pile("pile"), Pile("up", 0, 1)))
        assert (stock.x + pile.x) / 2 == pytest.approx(middle) == palace.x
        assert (pile.x - stock.x) / 2 > pile.width / 2
