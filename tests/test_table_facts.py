"""Facts shown on the felt: the reason of a refusal, the play to beat, the last play, and lasting facts."""

from collections import Counter
from functools import partial
from pathlib import Path
from typing import Literal

import pygame
import pytest

from engine.game import Game
from engine.games import GAMES
from engine.games.pass_the_ace import PassTheAce
from engine.games.pass_the_ace.options import PassTheAceOptions
from engine.moves import TABLE, Note, Pile
from engine.rng import Rng
from scenes.render.space import Point
from scenes.screens.results.seat_box import SeatBox
from scenes.table.cards.captions import captions, last_play_note
from scenes.table.layouts import LAYOUTS
from scenes.table.model.drag import Drag
from scenes.table.model.shown_piles import ShownPiles
from scenes.ui.widgets import Bubble, Chip
from tests.games.facts import FACTS_BY_GAME
from tests.support.profile_pilot import Pilot
from tests.support.records import find_record
from tests.support.screens import make_results_screen
from tests.support.tables import continue_match, has_playable_and_unplayable, start_program


def shown_facts(pilot: Pilot) -> list[Bubble | Chip]:
    table = pilot.table
    buttons = [button.rect for button in table.hud.answer_buttons]
    return list(captions(table.renderer, table.words, table.model, buttons))


@pytest.mark.every_frame
def test_refused_drop_marks_fitting_cards_until_next_press(tmp_path: Path) -> None:
    pilot = continue_match(tmp_path, find_record("big_two", has_playable_and_unplayable))
    table, choice = pilot.table, pilot.open_choice
    fitting = choice.addable_cards()
    wrong = next(card for card in choice.piles_by_card if card not in fitting)
    pile = next(pile for pile in table.model.pile_geometries() if pile.kind == "trick" and pile.owner == TABLE)
    pilot.drag(pilot.card_point(wrong), pilot.pile_point(pile))
    assert table.hand_controller.refused_choice is choice
    pilot.step()
    assert table.card_view._glowing_cards == fitting
    pilot.press((640.0, 500.0))
    assert table.hand_controller.refused_choice is None, "a press removes the reason and its marks"


@pytest.mark.parametrize("slug", GAMES)
def test_tag_shows_length_of_match(slug: str) -> None:
    game = GAMES[slug](GAMES[slug].seats_default, 1)
    assert game.target_score() == FACTS_BY_GAME[slug].target_score
    assert not (game.target_score() and game.deals_planned() > 1)


def test_last_play_is_shown_with_player(tmp_path: Path) -> None:
    pilot = continue_match(tmp_path, find_record("big_two", has_playable_and_unplayable))
    stage = pilot.table.model
    note = last_play_note(stage, "trick", "play")
    last = stage.match.game.play_to_beat  # type: ignore[attr-defined]
    assert (note is None) == (last is None)
    if note is not None:
        assert note.key == last.kind and note.placeholders["card"] == last.deciding_card
        assert [type(fact) for fact in shown_facts(pilot)] == [Bubble] * (
            note.key in LAYOUTS["big_two"].help.named_plays
        )


def test_single_private_card_is_marked_private(tmp_path: Path) -> None:
    pilot = continue_match(tmp_path, find_record("pass_the_ace", lambda game: not game.acted_seats()))
    chips = shown_facts(pilot)
    assert [type(fact) for fact in chips] == [Chip] and chips[0].string == pilot.app.words("app.table.only_you")
    pilot.table.model.shown.piles.clear()
    assert shown_facts(pilot) == []


def test_mark_of_private_card_goes_while_card_is_dragged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pilot = continue_match(tmp_path, find_record("pass_the_ace", lambda game: not game.acted_seats()))
    table, drawn = pilot.table, list[str]()
    monkeypatch.setattr(Chip, "draw", lambda chip, *_: drawn.append(chip.string))
    mark = pilot.app.words("app.table.only_you")
    table.draw(pilot.app.window.surface)
    assert mark in drawn
    (token,) = table.model.shown.piles[Pile("hand", table.model.viewer)]
    pose = table.model.director.rest_poses[token.id]
    table.hand_controller.drag = Drag([token.id], [token.card], [pose], Point(pose.x, pose.y), Pile("hand", 0))
    drawn.clear()
    table.draw(pilot.app.window.surface)
    assert mark not in drawn


def test_card_passed_on_by_another_seat_is_marked_with_its_name(tmp_path: Path) -> None:
    def has_new_card(game: Game) -> bool:
        return any(turn.other == 0 and turn.what == "better" for turn in game.announcements)  # type: ignore[attr-defined]

    pilot = continue_match(tmp_path, find_record("pass_the_ace", has_new_card))
    (seat,) = (turn.seat for turn in pilot.table.match.game.announcements if turn.other == 0)  # type: ignore[attr-defined]
    (chip,) = shown_facts(pilot)
    assert isinstance(chip, Chip) and chip.string == f"{pilot.table.words.seat_name(seat)} knows it"


@pytest.mark.parametrize("announce", ["modi_and_dan", "silence"])
def test_shown_cards_have_been_seen_by_all_who_know_them(announce: Literal["modi_and_dan", "silence"]) -> None:
    game, rng, known = PassTheAce(5, 3, PassTheAceOptions(announce=announce, lives=5)), Rng(3), Counter[int]()
    shown = ShownPiles(game, 0)
    while game.outcome is None:
        for event in game.take_events():
            shown.apply(event)
        for pile, tokens in shown.piles.items():
            if pile.kind == "hand" and tokens:
                (card,), seen = game.cards(pile), tokens[0].viewers
                assert seen == game.known[card]
                known[seen.bit_count()] += 1
        game.play(rng.choice(game.legal_moves(game.seats_to_act()[0])))
    assert known[1] and known[2] and known[3]


def test_lasting_fact_becomes_pill_when_another_seat_speaks(tmp_path: Path) -> None:
    pilot = continue_match(tmp_path, find_record("pass_the_ace", lambda game: True))
    hud, drawn = pilot.table.hud, []
    seat = next(seat for seat in hud.model.seat_positions if seat != hud.model.viewer)
    assert "stick" in LAYOUTS["pass_the_ace"].effects.standing_announcements
    hud.bubbles.notes[seat] = Note("stick", {})
    for spoke in (seat, hud.model.viewer):
        hud.bubbles.last_speaker = spoke
        pilot.table.lay_out()  # nobody has spoken since
        drawn.append(hud.bubbles.is_earlier_standing_fact(seat, hud.bubbles.notes[seat]))
    assert drawn == [False, True]


@pytest.mark.parametrize("reduced", [False, True])
def test_points_of_deal_are_counted_up_once(reduced: bool, tmp_path: Path) -> None:
    pilot = start_program(tmp_path, reduced_motion=reduced)
    screen = make_results_screen(pilot.app, "big_two", 2)
    pilot.app.go(screen)
    boxes = [child for child in screen.root.children if isinstance(child, SeatBox)]
    box = max(boxes, key=lambda box: abs(box.result.points))
    shown = partial(pilot.app.words.number, signed=screen.summary.shows_plus)
    assert box.result.total is not None
    before, after = shown(box.result.total - box.result.points), shown(box.result.total)
    assert before != after and box.total_text == (after if reduced else before)
    seen: list[str] = []
    for _ in range(200):
        pilot.step()
        if not seen or seen[-1] != box.total_text:
            seen.append(box.total_text)
    assert seen[-1] == after and len(set(seen)) == len(seen), "each number is shown once"
    assert not screen.is_animating, "nothing moves after counting"


def test_finger_may_move_more_than_mouse_before_dragging(tmp_path: Path) -> None:
    pilot = continue_match(tmp_path, find_record("big_two", has_playable_and_unplayable))
    control, at = pilot.table.hand_controller, pilot.card_point(next(iter(pilot.open_choice.piles_by_card)))
    for touch, dragged in ((False, True), (True, False)):
        assert control.press(at, touch=touch)
        control.move(at._replace(x=at.x + 9))
        assert (control.drag is not None) == dragged
        control.cancel()


def test_number_of_selected_cards_is_beside_low_prompt(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def two_pair(game: Game) -> bool:
        return game.seats_to_act() == (0,) and game.prompt_for(0).key == "follow_two_pair"

    pilot = continue_match(tmp_path, find_record("big_two", two_pair, max_moves=400))
    move = next(move for move in pilot.open_choice.legal_moves if len(move.cards) == 4)
    pilot.click(pilot.card_point(move.cards[0]))
    drawn: list[pygame.FRect] = []
    monkeypatch.setattr(Chip, "draw", lambda chip, *_: drawn.append(chip.rect.copy()))
    pilot.table.draw(pilot.app.window.surface)
    prompt = pilot.table.hud.prompt_pill(pilot.table.prompt_text())
    assert drawn and not any(rect.colliderect(prompt.rect) for rect in drawn)
