"""Boards on the felt (the votes, the lasso) and marks at piles (points of a set, whose play it is)."""

from pathlib import Path

import pygame
import pytest
from pygame import FRect

from engine.boards import Stake, VoteTally
from engine.cards import HIDDEN, RANKS, rank, suit
from engine.events import Said
from engine.game import Game
from engine.games import GAMES
from engine.games.gurch import Gurch
from engine.games.roped import Roped
from engine.games.roped.sets import points_of
from engine.languages import LANGUAGES
from engine.moves import Note, Pile
from engine.rng import Rng
from scenes.look import speeds
from scenes.look.widgets import Bubble
from scenes.table.felt.boards import Boards
from scenes.table.felt.extent import extent
from scenes.table.felt.picture import TablePicture
from scenes.table.layouts import LAYOUTS
from scenes.table.layouts.layout import TrickSpread
from scenes.text.words import Words
from tests.support import contract
from tests.support.at_table import continued
from tests.support.lying import things
from tests.support.records import record_where

WORDS = [Words(language) for language in LANGUAGES]


def boards_of(slug: str, seeds: int, most: int = 400) -> list[tuple[Game, int, VoteTally | Stake]]:
    """Positions of random matches, each with a seat and the board that it sees."""
    found = []
    for seed in range(seeds):
        game, rng = contract.start(slug, seed, standard=seed % 2 == 0), Rng(seed)
        for move in contract.moves_of(game, rng, most):
            for seat in range(game.seats):
                board = game.board(seat)
                if board is not None:
                    assert game.ask is not None
                    found.append((game.clone(), seat, board))
            game.play(move)
    return found


@pytest.mark.parametrize("slug", GAMES)
def test_boards_have_their_texts_and_show_only_what_the_seat_may_know(slug: str) -> None:
    layout = LAYOUTS[slug]
    found = boards_of(slug, 8)
    assert bool(found) == bool(layout.boards or layout.board_words)
    for game, seat, board in found[:400]:
        assert game.view(seat).board(seat) == board, "the board shows something hidden"
        notes = [board.rule] if isinstance(board, VoteTally) else [board.title, *board.lines]
        for words in WORDS:
            for note in notes:
                assert f"{slug}.board.{note.key}" in words and "{" not in words.note(slug, "board", note)


def test_a_tally_has_every_vote_and_its_winner_once_all_have_voted() -> None:
    asks = set()
    for game, seat, board in boards_of("gurch", 6):
        assert isinstance(game, Gurch) and game.ask is not None and isinstance(board, VoteTally)
        asks.add(game.ask.what)
        assert board.choices == (1, 2, 3, 4, 5)
        if game.ask.what == "vote":
            own = {move.seat: move.to for move in game.answers if move.seat == seat}
            assert (board.votes, board.result) == (own, 0), "votes of others are hidden"
        else:
            assert set(board.votes) == set(game.swappers) and board.result in board.votes.values()
            assert set(board.votes.values()) <= set(board.choices)
    assert asks == {"vote", "second", "shown"}


def test_the_chain_of_a_stake_descends_from_the_ace() -> None:
    order = ["A", *reversed(RANKS[1:])]
    asks = set()
    for game, seat, board in boards_of("roped", 14):
        assert isinstance(board, Stake) and isinstance(game, Roped) and game.ask is not None
        asks.add(game.ask.what)
        assert points_of(game.cards(board.pile)) == board.lines[0].figures["n"] > 0
        assert board.can == any(move.cards for move in game.legal_moves(seat))
        assert board.can <= (seat in board.asked)
        if len(board.wanted) == 1:
            chain = board.chain
            assert [RANKS[rank(card)] for card in chain] == order[: len(chain)]
            assert len({suit(card) for card in chain}) == 1
            if game.rope != HIDDEN:
                assert board.thrown[-1] == game.rope
    assert asks == {"lasso", "chain"}


# --- at the table -----------------------------------------------------------------------------------------------------


def test_a_stake_says_you_to_who_can_win_it_and_to_nobody_who_watches(tmp_path: Path) -> None:
    def asked(game: Game) -> bool:
        return game.ask is not None and game.ask.what == "lasso" and len(game.legal_moves(0)) > 1

    table = continued(tmp_path, record_where("roped", asked, 4)).table
    boards = table.hud.boards
    assert isinstance(boards.board, Stake) and boards.board.can and boards.board.title.key == "lasso"
    for me in (None, 1):  # nobody's replay, and one's own from another seat
        table.stage.me = me
        boards.refresh()
        assert isinstance(boards.board, Stake) and not boards.board.can
        assert [boards.board.title.key, boards.board.lines[0].key] == ["at_stake", "stake"]
        assert boards.board.lines[1].key in ("only", "any")


def test_votes_are_shown_on_the_felt_until_the_cards_are_played(tmp_path: Path) -> None:
    record = record_where("gurch", lambda game: game.ask is not None and game.ask.what == "second", 4)
    pilot = continued(tmp_path, record)
    table = pilot.table
    boards = table.hud.boards
    assert isinstance(boards.board, VoteTally) and not boards.speaks
    prompt = table.stage.layout.prompt_y + table.stage.canvas.extra * 0.5
    assert boards.rect().bottom < prompt - 19, "the prompt is below it"
    assert table.context.look_at(table.context.ui).height - 200 > boards.rect().bottom
    assert boards.tells(Note("result_3")) and not boards.tells(Note("starts"))
    result = Said(-1, Note("result_3", {"n": 3}), loud=True)
    boards.board = None
    boards.hear(result)
    assert isinstance(boards.board, VoteTally)
    for _ in range(60):
        if table.match.game.ask is None or table.match.game.ask.what == "play":
            break
        table.control.answer(pilot.choice.legal[0])
        pilot.rest()
    assert boards.board is None


def test_the_lasso_replaces_the_prompt_until_it_is_settled(tmp_path: Path) -> None:
    record = record_where("roped", lambda game: game.ask is not None and game.ask.what == "lasso", 3, 200)
    pilot = continued(tmp_path, record, countdown="10")
    table = pilot.table
    boards = table.hud.boards
    board = boards.board
    assert isinstance(board, Stake) and boards.speaks
    loop = boards.around(board)
    assert loop is not None
    for token in table.stage.shown.piles[board.pile]:
        pose = table.stage.rest(token.id)
        assert loop.contains((pose.x - 1, pose.y - 1, 2, 2))
    pilot.steps(2)
    assert table.hud.seconds == 10
    pilot.app.finish()
    table.control.answer(pilot.choice.legal[-1])
    pilot.rest()
    ask = table.match.game.ask
    assert isinstance(boards.board, Stake) == (ask is not None and ask.what in table.stage.layout.boards)
    boards.board = board
    boards.hear(Said(1, Note("lasso")))
    assert boards.board is None


def test_the_rope_lies_below_cards_and_no_bubble_in_its_loop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    record = record_where("roped", lambda game: game.ask is not None and game.ask.what == "lasso", 3, 200)
    pilot = continued(tmp_path, record)
    table, drawn = pilot.table, list[str]()
    board = table.hud.boards.board
    assert isinstance(board, Stake) and table.hud.boards.loop() == table.hud.boards.around(board)
    table.hud.said[board.pile.owner] = Note("none")
    bubble = table.hud.bubbles.placed()[board.pile.owner]
    bubble.rect.center = table.hud.boards.loop().center
    monkeypatch.setattr(Boards, "draw_rope", lambda *_: drawn.append("rope"))
    monkeypatch.setattr(TablePicture, "draw", lambda *_, **__: drawn.append("cards"))
    monkeypatch.setattr(Bubble, "draw", lambda one, *_: drawn.append("in the loop" if one is bubble else "bubble"))
    table.draw(pilot.app.window.surface)
    assert drawn[:2] == ["rope", "cards"] and "in the loop" not in drawn


def test_every_set_shows_its_points(tmp_path: Path) -> None:
    record = record_where("roped", lambda game: game.cards(Pile("meld", 1)) and game.legal_moves(0), 2, 200)
    pilot = continued(tmp_path, record)
    game = pilot.table.match.game
    for pile, cards in game.piles.items():
        worth = game.worth_of(pile.kind, cards)
        assert worth == (points_of(cards) if pile.kind == "meld" else 0)
        place = pilot.table.stage.place(pile)
        assert place is None or place.spot.worth == (pile.kind == "meld")
    tokens = pilot.table.stage.shown.piles[Pile("meld", 1)]
    box = extent(pilot.table.stage, tokens)
    assert box is not None and box.width > 60


def test_plays_of_a_trick_show_who_made_them(tmp_path: Path) -> None:
    record = record_where("big_two", lambda game: len(game.cards(Pile("trick"))) > 2)
    pilot = continued(tmp_path, record)
    stage = pilot.table.stage
    place = stage.place(Pile("trick"))
    assert place is not None and isinstance(place.spot.spread, TrickSpread)
    by_card = {card: move.seat for move in record.moves for card in move.cards}
    tokens = stage.shown.piles[Pile("trick")]
    assert [token.origin for token in tokens] == [by_card[token.card] for token in tokens]
    assert [stage.people[seat].portrait for seat in (0, 1)] == ["you", record.chairs[1].who]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_texts_of_a_stake_fit(language: str, tmp_path: Path) -> None:
    record = record_where("roped", lambda game: game.ask is not None and game.ask.what == "chain", 4, 300)
    table = continued(tmp_path, record, language=language).table
    boards, seen = table.hud.boards, set()
    boards.words = boards.words.naming(lambda seat: "Celeste")
    for _, _, board in boards_of("roped", 8):
        if isinstance(board, Stake):
            key = board.lines[1].key
            seen.add(key)
            room = 660 - 110 - 18 - 36 - 3 * 52 - 2 * 26
            assert boards.said(board, room).get_height() / boards.look.scale <= 52, (language, key)
    assert {"yours", "only"} <= seen


@pytest.mark.parametrize("ui_scale", ["80", "125", "200"])
def test_boards_stay_clear_of_the_hand_and_inside_the_window_at_other_text_sizes(ui_scale: str, tmp_path: Path) -> None:
    record = record_where("roped", lambda game: game.ask is not None and game.ask.what == "lasso", 3, 200)
    table = continued(tmp_path, record, ui_scale=ui_scale).table
    boards, ui = table.hud.boards, table.stage.canvas.ui
    assert isinstance(boards.board, Stake)
    rect, loop = boards.rect(), boards.around(boards.board)
    tops = [table.stage.rest(key).y - table.stage.rest(key).height / 2 for key in table.stage.own_keys()]
    assert rect.left > 0 and rect.right * ui < table.stage.canvas.width and rect.bottom * ui < min(tops) + 8
    pose = table.stage.rest(table.stage.shown.piles[boards.board.pile][0].id)
    assert loop is not None and loop.collidepoint(pose.x / ui, pose.y / ui)


def test_a_board_pops_up_once_and_then_stays_still(tmp_path: Path) -> None:
    pilot = continued(tmp_path, record_where("gurch", lambda game: game.ask is not None and game.ask.what == "second"))
    boards = pilot.table.hud.boards
    boards._shown = None
    pilot.step(dt=1)
    assert boards.grown < 0.5
    pilot.step(dt=speeds.POP)
    pilot.step(dt=1)
    assert boards.grown == 1.0
    pilot.rest()
    assert not any(pilot.app.step(16.0, ()) for _ in range(20)), "nothing moves at rest"
    boards.calm, boards._shown = True, None
    assert boards.grown == 1.0, "nothing pops with reduced motion"


@pytest.mark.parametrize("seats", [4, 5, 6])
@pytest.mark.parametrize("asked", ["vote", "second"])
def test_votes_cover_no_cards_and_one_another_at_large_texts(asked: str, seats: int, tmp_path: Path) -> None:
    record = record_where("gurch", lambda game: game.ask is not None and game.ask.what == asked, seats)
    for language in LANGUAGES:
        pilot = continued(tmp_path / language, record, ui_scale="150", language=language)
        for size in ((960, 540), (1280, 720), (1280, 800), (1920, 1080)):
            pilot.resize(size)
            pilot.step(dt=speeds.RESIZE_DELAY)
            pilot.rest()
            table, hud = pilot.table, pilot.table.hud
            by = hud.look.scale
            mine = {one.label: _pixels(one.rect, by) for one in hud.answers.buttons}
            mine |= {"prompt": _pixels(hud.prompt_pill(table.prompt()).rect, by)}
            if asked == "second":  # before, its tiles are the buttons
                mine |= {"board": _pixels(hud.boards.rect(), hud.boards.look.scale)}
            cards = {one.name: _pixels(one.box, table.look.scale) for one in things(table) if one.kind == "hand"}
            assert len(hud.answers.buttons) == (5 if asked == "vote" else 2) and len(cards) == seats
            assert all(one.preferred(hud.look)[0] <= one.rect.width + 0.01 for one in hud.answers.buttons)
            for name, rect in mine.items():
                others = cards | {other: box for other, box in mine.items() if other != name}
                hit = [other for other, box in others.items() if rect.colliderect(box)]
                assert not hit, f"{language} {size}: {name} on {hit}"


def test_votes_keep_clear_of_piles_beside_the_drawer_at_large_texts(tmp_path: Path) -> None:
    record = record_where("gurch", lambda game: game.ask is not None and game.ask.what == "vote", 3)
    pilot = continued(tmp_path, record, ui_scale="150")
    pilot.key(pygame.K_w)
    pilot.rest()
    table, hud = pilot.table, pilot.table.hud
    assert table.drawer.page is not None and len(hud.answers.buttons) == 5
    mine = [_pixels(one.rect, hud.look.scale) for one in hud.answers.buttons]
    cards = {one.name: _pixels(one.box, table.look.scale) for one in things(table) if one.kind or "name" in one.name}
    hit = [name for name, box in cards.items() if box.collidelist(mine) != -1 and not name.startswith("bubble")]
    assert not hit


def _pixels(rect: FRect, by: float) -> FRect:
    return FRect(*(by * side for side in rect))
