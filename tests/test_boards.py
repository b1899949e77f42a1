"""Boards on the felt (votes, stake of the lasso) and marks at piles (points of a set, seat to play)."""

from pathlib import Path

import pytest
from pygame import FRect

from engine.boards import Stake, VoteTally
from engine.cards import HIDDEN, RANKS, rank, suit
from engine.events import Announced
from engine.game import Game
from engine.games import GAMES
from engine.games.gurch import Gurch
from engine.games.roped import Roped
from engine.games.roped.sets import set_points
from engine.languages import LANGUAGES
from engine.moves import Note, Pile
from engine.rng import Rng
from scenes.render import timing
from scenes.table.cards.card_view import TableCardsView
from scenes.table.cards.extent import find_rect_if_settled
from scenes.table.hud import boards
from scenes.table.hud.boards import BoardView
from scenes.table.layouts import LAYOUTS
from scenes.table.layouts.spreads import TrickSpread
from scenes.text.catalogue import Words
from scenes.ui.widgets import Bubble
from tests.support import game_contract
from tests.support.records import find_record
from tests.support.tables import continue_match

WORDS = [Words(language) for language in LANGUAGES]


def boards_of(slug: str, seeds: int, max_moves: int = 400) -> list[tuple[Game, int, VoteTally | Stake]]:
    """Return positions of random matches, each with a seat and the board that it sees."""
    found = []
    for seed in range(seeds):
        game, rng = game_contract.start_match(slug, seed, standard=seed % 2 == 0), Rng(seed)
        for move in game_contract.random_moves(game, rng, max_moves):
            for seat in range(game.seats):
                board = game.board_for(seat)
                if board is not None:
                    assert game.ask is not None
                    found.append((game.clone(), seat, board))
            game.play(move)
    return found


@pytest.mark.parametrize("slug", GAMES)
def test_boards_have_texts_and_show_only_known_cards(slug: str) -> None:
    layout = LAYOUTS[slug]
    found = boards_of(slug, 8)
    assert bool(found) == bool(layout.help.board_questions or layout.effects.board_announcements)
    for game, seat, board in found[:400]:
        assert game.view(seat).board_for(seat) == board, "the board shows something hidden"
        notes = [board.rule] if isinstance(board, VoteTally) else [board.title, *board.lines]
        for words in WORDS:
            for note in notes:
                assert f"{slug}.board.{note.key}" in words and "{" not in words.note_text(slug, "board", note)


def test_tally_has_all_votes_and_winner_after_voting() -> None:
    asks = set()
    for game, seat, board in boards_of("gurch", 6):
        assert isinstance(game, Gurch) and game.ask is not None and isinstance(board, VoteTally)
        asks.add(game.ask.what)
        assert board.choices == tuple(range(1, game.max_swap + 1))
        if game.ask.what == "vote":
            own = {move.seat: move.to for move in game.answers if move.seat == seat}
            assert (board.votes, board.winning_choice) == (own, 0), "votes of others are hidden"
        else:
            assert set(board.votes) == set(game.swappers) and board.winning_choice in board.votes.values()
            assert set(board.votes.values()) <= set(board.choices)
    assert asks == {"vote", "second", "shown", "discard"}


def test_chain_of_stake_descends_from_ace() -> None:
    order = ["A", *reversed(RANKS[1:])]
    asks = set()
    for game, seat, board in boards_of("roped", 14):
        assert isinstance(board, Stake) and isinstance(game, Roped) and game.ask is not None
        asks.add(game.ask.what)
        assert set_points(game.cards(board.pile)) == board.lines[0].placeholders["n"] > 0
        assert board.can_answer == any(move.cards for move in game.legal_moves(seat))
        assert board.can_answer <= (seat in board.asked_seats)
        if len(board.winning_cards) == 1:
            chain = board.chain
            assert [RANKS[rank(card)] for card in chain] == order[: len(chain)]
            assert len({suit(card) for card in chain}) == 1
            if game.last_lasso_card != HIDDEN:
                assert board.thrown_cards[-1] == game.last_lasso_card
    assert asks == {"lasso", "chain"}


# --- on the table -----------------------------------------------------------------------------------------------------


def test_stake_addresses_possible_winner_and_no_spectator(tmp_path: Path) -> None:
    def asked(game: Game) -> bool:
        return game.ask is not None and game.ask.what == "lasso" and len(game.legal_moves(0)) > 1

    table = continue_match(tmp_path, find_record("roped", asked, 4)).table
    boards = table.hud.board_view
    assert isinstance(boards.board, Stake) and boards.board.can_answer and boards.board.title.key == "lasso"
    for me in (None, 1):  # a replay without an own seat, and one watched from another seat
        table.model.addressed_seat = me
        boards.refresh()
        assert isinstance(boards.board, Stake) and not boards.board.can_answer
        assert [boards.board.title.key, boards.board.lines[0].key] == ["at_stake", "stake"]
        assert boards.board.lines[1].key in ("only", "any")


def test_votes_are_shown_on_felt_until_cards_are_played(tmp_path: Path) -> None:
    record = find_record("gurch", lambda game: game.ask is not None and game.ask.what == "second", 4)
    pilot = continue_match(tmp_path, record)
    table = pilot.table
    boards = table.hud.board_view
    assert isinstance(boards.board, VoteTally) and not boards.replaces_prompt
    prompt = table.model.layout.geometry.prompt_y + table.model.canvas.extra_height * 0.5
    assert boards.rect_in_board_renderer().bottom < prompt - 19, "the board is above the prompt"
    assert table.context.renderer_for(table.context.ui_scale).height - 200 > boards.rect_in_board_renderer().bottom
    assert boards.replaces_highlight_text(Note("result_3")) and not boards.replaces_highlight_text(Note("starts"))
    result = Announced(-1, Note("result_3", {"n": 3}), loud=True)
    boards.board = None
    boards.on_event(result)
    assert isinstance(boards.board, VoteTally)
    for _ in range(60):
        if table.match.game.ask is None or table.match.game.ask.what == "play":
            break
        table.hand_controller.answer(pilot.open_choice.legal_moves[0])
        pilot.run_until_idle()
    assert boards.board is None


def test_lasso_replaces_prompt_until_settled(tmp_path: Path) -> None:
    record = find_record("roped", lambda game: game.ask is not None and game.ask.what == "lasso", 3, 200)
    pilot = continue_match(tmp_path, record, countdown="10")
    table = pilot.table
    boards = table.hud.board_view
    board = boards.board
    assert isinstance(board, Stake) and boards.replaces_prompt
    loop = boards.lasso_loop_rect_for(board)
    assert loop is not None
    for token in table.model.shown.piles[board.pile]:
        pose = table.model.rest_pose(token.id)
        assert loop.contains((pose.x - 1, pose.y - 1, 2, 2))
    pilot.run_frames(2)
    assert table.hud.remaining_seconds == 10
    pilot.app.finish_animations()
    table.hand_controller.answer(pilot.open_choice.legal_moves[-1])
    pilot.run_until_idle()
    ask = table.match.game.ask
    assert isinstance(boards.board, Stake) == (ask is not None and ask.what in table.model.layout.help.board_questions)
    boards.board = board
    boards.on_event(Announced(1, Note("lasso")))
    assert boards.board is None


@pytest.mark.parametrize("beside_drawer", [False, True])
def test_lasso_loop_keeps_off_edges_and_drawer(
    beside_drawer: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    record = find_record("roped", lambda game: game.ask is not None and game.ask.what == "lasso", 3, 200)
    view = continue_match(tmp_path, record).table.hud.board_view
    model, stake = view.model, view.board
    assert isinstance(stake, Stake)
    model.canvas = model.canvas._replace(uses_open_drawer_layout=beside_drawer)
    right = model.canvas.ui.to_local_length(model.canvas.width)
    for left in (30.0, model.canvas.width - 170):
        monkeypatch.setattr(boards, "find_rect_if_settled", lambda *_, left=left: FRect(left, 300, 130, 84))
        loop = view.lasso_loop_rect_for(stake)
        assert loop is not None and 8 < loop.left < loop.right < right - (32 if beside_drawer else 8)


def test_rope_lies_below_cards_and_covers_no_bubble(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    record = find_record("roped", lambda game: game.ask is not None and game.ask.what == "lasso", 3, 200)
    pilot = continue_match(tmp_path, record)
    table, drawn = pilot.table, list[str]()
    board = table.hud.board_view.board
    assert isinstance(
        board, Stake
    ) and table.hud.board_view.lasso_loop_rect() == table.hud.board_view.lasso_loop_rect_for(board)
    table.hud.bubbles.notes[board.pile.owner] = Note("none")
    bubble = table.hud.bubbles.placed_bubbles()[board.pile.owner]
    bubble.rect.center = table.hud.board_view.lasso_loop_rect().center
    monkeypatch.setattr(BoardView, "draw_lasso", lambda *_: drawn.append("rope"))
    monkeypatch.setattr(TableCardsView, "draw", lambda *_, **__: drawn.append("cards"))
    monkeypatch.setattr(Bubble, "draw", lambda one, *_: drawn.append("in the loop" if one is bubble else "bubble"))
    table.draw(pilot.app.window.surface)
    assert drawn[:2] == ["rope", "cards"] and "in the loop" not in drawn


def test_every_set_shows_points(tmp_path: Path) -> None:
    record = find_record("roped", lambda game: game.cards(Pile("meld", 1)) and game.legal_moves(0), 2, 200)
    pilot = continue_match(tmp_path, record)
    game = pilot.table.match.game
    for pile, cards in game.piles.items():
        worth = game.points_in_pile(pile.kind, cards)
        assert worth == (set_points(cards) if pile.kind == "meld" else 0)
        place = pilot.table.model.pile_geometry(pile)
        assert place is None or place.spot.shows_worth == (pile.kind == "meld")
    tokens = pilot.table.model.shown.piles[Pile("meld", 1)]
    box = find_rect_if_settled(pilot.table.model, tokens)
    assert box is not None and box.width > 60


def test_trick_plays_show_their_players(tmp_path: Path) -> None:
    record = find_record("big_two", lambda game: len(game.cards(Pile("trick"))) > 2)
    pilot = continue_match(tmp_path, record)
    stage = pilot.table.model
    place = stage.pile_geometry(Pile("trick"))
    assert place is not None and isinstance(place.spot.spread, TrickSpread)
    by_card = {card: move.seat for move in record.moves for card in move.cards}
    tokens = stage.shown.piles[Pile("trick")]
    assert [token.origin_owner for token in tokens] == [by_card[token.card] for token in tokens]
    assert [stage.people_by_seat[seat].portrait for seat in (0, 1)] == ["you", record.chairs[1].who]


@pytest.mark.parametrize("language", LANGUAGES)
def test_texts_of_stake_fit(language: str, tmp_path: Path) -> None:
    record = find_record("roped", lambda game: game.ask is not None and game.ask.what == "chain", 4, 300)
    table = continue_match(tmp_path, record, language=language).table
    boards, seen = table.hud.board_view, set()
    boards.words = boards.words.with_seat_names(lambda seat: "Celeste")
    for _, _, board in boards_of("roped", 8):
        if isinstance(board, Stake):
            key = board.lines[1].key
            seen.add(key)
            room = 660 - 110 - 18 - 36 - 3 * 52 - 2 * 26
            assert boards.render_lasso_stake_text(board, room).get_height() / boards.board_renderer.scale <= 52, (
                language,
                key,
            )
    assert {"yours", "only"} <= seen


def test_board_pops_up_once_and_then_stays_still(tmp_path: Path) -> None:
    pilot = continue_match(
        tmp_path, find_record("gurch", lambda game: game.ask is not None and game.ask.what == "second")
    )
    boards = pilot.table.hud.board_view
    boards.board = None
    boards.refresh()
    pilot.step(elapsed_ms=1)
    pilot.table.lay_out()
    assert boards.grow_scale < 0.5, "a new layout doesn't end the motion"
    pilot.step(elapsed_ms=timing.ANNOUNCEMENT_POP_MS)
    pilot.step(elapsed_ms=1)
    assert boards.grow_scale == 1.0
    pilot.run_until_idle()
    assert not any(pilot.app.step(16.0, ()) for _ in range(20)), "nothing moves at rest"
    pilot.table.timeline.reduces_motion, boards.board = True, None
    boards.refresh()
    assert boards.grow_scale == 1.0, "nothing pops with reduced motion"
