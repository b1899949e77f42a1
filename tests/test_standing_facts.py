"""Facts shown on the felt: why a drop was refused, the play to beat, the last play, and lasting facts."""

from functools import partial
from pathlib import Path

import pygame
import pytest

from engine.game import Game
from engine.games import GAMES
from engine.moves import TABLE, Note
from scenes.look import speeds
from scenes.look.widgets import Bubble, Chip
from scenes.results.seat_box import SeatBox
from scenes.selftest.pilot import FRAME
from scenes.table.felt.captions import captions, last_play
from scenes.table.layouts import LAYOUTS
from scenes.table.stage.drag import Rejected
from scenes.table.stage.poses import Pose
from tests.games.specimens import SPECIMENS
from tests.support.at_screens import results
from tests.support.at_table import choosing, continued, settings
from tests.support.piloting import Pilot
from tests.support.records import record_where


def facts(pilot: Pilot) -> list[Bubble | Chip]:
    table = pilot.table
    buttons = [button.rect for button in table.hud.answers.buttons]
    return list(captions(table.look, table.words, table.stage, buttons))


def test_the_outlines_of_refused_cards_fade_and_then_nothing_moves() -> None:
    home, there = Pose(0, 0, 112, 0, 0), Pose(90, -90, 112, 0, 0)
    left = Rejected([(there, home)], None, None)
    seen = [left.strength]
    while left.update(FRAME) or left.strength:
        seen.append(left.strength)
    assert seen[0] == 1.0 and seen == sorted(seen, reverse=True) and len(seen) <= speeds.GHOSTS / FRAME + 3
    assert not left.over and not left.update(FRAME), "only the reason is still shown"
    left.update(speeds.REFUSAL)
    assert left.over


@pytest.mark.parametrize("reduced", [False, True])
def test_a_refused_drop_shows_its_path_and_marks_what_fits(reduced: bool, tmp_path: Path) -> None:
    pilot = continued(tmp_path, record_where("big_two", choosing), reduced_motion=reduced)
    table, choice = pilot.table, pilot.choice
    fitting = choice.fitting()
    wrong = next(card for card in choice.piles if card not in fitting)
    pile = next(pile for pile in table.stage.places() if pile.kind == "trick" and pile.owner == TABLE)
    pilot.drag(pilot.where(wrong), pilot.where_pile(pile))
    rejected = table.control.rejected
    assert rejected is not None and rejected.choice is choice
    assert bool(rejected.ways) != reduced and (rejected.place is not None)
    pilot.step()
    assert table.picture._glowing == fitting
    pilot.press((640.0, 500.0))
    assert table.control.rejected is None, "a press removes the reason and everything with it"


@pytest.mark.parametrize("slug", GAMES)
def test_the_tag_says_how_far_the_match_goes(slug: str) -> None:
    game = GAMES[slug](GAMES[slug].seats_default, 1)
    assert game.goal() == SPECIMENS[slug].goal
    assert not (game.goal() and game.deals_planned() > 1)


def test_the_last_play_is_shown_with_its_player(tmp_path: Path) -> None:
    pilot = continued(tmp_path, record_where("big_two", choosing))
    stage = pilot.table.stage
    note = last_play(stage, "trick", "play")
    last = stage.match.game.last  # type: ignore[attr-defined]
    assert (note is None) == (last is None)
    if note is not None:
        assert note.key == last.kind and note.figures["card"] == last.top
        assert [type(fact) for fact in facts(pilot)] == [Bubble] * (note.key in LAYOUTS["big_two"].named)


def test_a_single_private_card_is_said_to_be_private(tmp_path: Path) -> None:
    pilot = continued(tmp_path, record_where("pass_the_ace", lambda game: True))
    chips = facts(pilot)
    assert [type(fact) for fact in chips] == [Chip] and chips[0].string == pilot.app.words("app.table.only_you")
    pilot.table.stage.shown.piles.clear()
    assert facts(pilot) == []


def test_a_lasting_fact_becomes_a_pill_when_another_seat_speaks(tmp_path: Path) -> None:
    pilot = continued(tmp_path, record_where("pass_the_ace", lambda game: True))
    hud, drawn = pilot.table.hud, []
    seat = next(seat for seat in hud.stage.seats if seat != hud.stage.viewer)
    assert "stick" in LAYOUTS["pass_the_ace"].standing
    hud.said[seat] = Note("stick", {})
    for spoke in (seat, hud.stage.viewer):
        hud.bubbles.spoke = spoke
        drawn.append(hud.bubbles.standing(seat, hud.said[seat]))
    assert drawn == [False, True]


@pytest.mark.parametrize("reduced", [False, True])
def test_the_points_of_a_deal_are_counted_up_once(reduced: bool, tmp_path: Path) -> None:
    settings(tmp_path, reduced_motion=reduced)
    pilot = Pilot(tmp_path)
    screen = results(pilot.app, "big_two", 2)
    pilot.app.go(screen)
    boxes = [child for child in screen.group.children if isinstance(child, SeatBox)]
    box = max(boxes, key=lambda box: abs(box.result.points))
    shown = partial(pilot.app.words.number, signed=screen.summary.signed)
    assert box.result.total is not None
    before, after = shown(box.result.total - box.result.points), shown(box.result.total)
    assert before != after and box.total == (after if reduced else before)
    seen: list[str] = []
    for _ in range(200):
        pilot.step()
        if not seen or seen[-1] != box.total:
            seen.append(box.total)
    assert seen[-1] == after and len(set(seen)) == len(seen), "each figure is passed once"
    assert not screen.animating, "then nothing moves"


def test_a_finger_may_move_more_than_a_mouse_before_it_drags(tmp_path: Path) -> None:
    pilot = continued(tmp_path, record_where("big_two", choosing))
    control, at = pilot.table.control, pilot.where(next(iter(pilot.choice.piles)))
    for touch, dragged in ((False, True), (True, False)):
        assert control.press(at, touch=touch)
        control.move((at[0] + 9, at[1]))
        assert (control.drag is not None) == dragged
        control.cancel()


def test_the_number_of_selected_cards_is_beside_a_low_prompt(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def two_pair(game: Game) -> bool:
        return game.waiting() == (0,) and game.demand(0).key == "follow_two_pair"

    pilot = continued(tmp_path, record_where("big_two", two_pair, most=400))
    move = next(move for move in pilot.choice.legal if len(move.cards) == 4)
    pilot.click(pilot.where(move.cards[0]))
    drawn: list[pygame.FRect] = []
    monkeypatch.setattr(Chip, "draw", lambda chip, *_: drawn.append(chip.rect.copy()))
    pilot.table.draw(pilot.app.window.surface)
    prompt = pilot.table.hud.prompt_pill(pilot.table.prompt())
    assert drawn and not any(rect.colliderect(prompt.rect) for rect in drawn)
