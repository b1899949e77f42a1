"""No information is shown twice at the table: no bubble, caption or prompt repeats visible cards or an announcement."""

from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from engine.cards import HIDDEN, Card
from engine.events import Announced, CardsMoved, Event, QuestionAsked, redact_for_seat
from engine.game import Game
from engine.games import GAMES
from engine.games.big_two.game import BigTwo
from engine.languages import LANGUAGES
from engine.moves import TABLE, Note, Pile, Seat
from engine.rng import Rng
from engine.text_keys import general_names
from scenes.table.cards.captions import captions
from scenes.table.layouts import LAYOUTS
from scenes.table.model.shown_piles import ShownPiles
from tests.support.catalogue_texts import texts_by_key
from tests.support.records import find_record
from tests.support.tables import continue_match, has_only_turn_ending_answers

SEEDS = range(4)
MOVES = 240


def named_cards(note: Note) -> tuple[Card, ...]:
    """Return the cards named in a note."""
    cards = note.placeholders.get("cards", ())
    return tuple(cards) or ((note.placeholders["card"],) if "card" in note.placeholders else ())


def quiet_notes(slug: str, seed: int) -> Iterator[tuple[Note, bool]]:
    """Yield every note of a seat that is not announced, as the first seat sees it, and whether its cards become
    visible."""
    game, rng = GAMES[slug](GAMES[slug].seats_default, seed), Rng(seed)
    shown, waiting = ShownPiles(game, 0), list[Note]()
    moved: set[Card] = set()

    def hear(event: Event) -> Iterator[tuple[Note, bool]]:
        if isinstance(event, Announced | QuestionAsked):
            there = {
                card for pile, lying in shown.piles.items() if pile.kind != "hand" for card in (t.card for t in lying)
            }
            for note in waiting:
                yield note, bool(named_cards(note)) and set(named_cards(note)) <= moved & there
            waiting.clear()
            moved.clear()
        if isinstance(event, Announced) and event.seat != TABLE and not event.loud:
            waiting.append(event.note)
        if isinstance(event, CardsMoved):
            moved.update(card for card in event.cards if card != HIDDEN)
        shown.apply(event)

    for _ in range(MOVES):
        for event in game.take_events():
            yield from hear(redact_for_seat(event, 0))
        if game.outcome is not None:
            return
        game.push(rng.choice(game.legal_moves(game.seats_to_act()[0])))


@pytest.mark.parametrize("slug", GAMES)
def test_no_bubble_repeats_visible_cards(slug: str) -> None:
    texts = texts_by_key("en")
    repeated = {note.key for seed in SEEDS for note, open_now in quiet_notes(slug, seed) if open_now}
    names = {
        key
        for key in repeated
        if any(f"{{{what}" in bubble_text(texts, slug, key) for what in ("card", "rank", "suit"))
    }
    assert names <= LAYOUTS[slug].effects.announcements_without_bubble


def bubble_text(texts: Mapping[str, str], slug: str, key: str) -> str:
    """Return the text of a bubble."""
    names = [
        f"{game}.said.{name}{form}" for name in general_names(key) for game in (slug, "game") for form in ("", ".one")
    ]
    return next(texts[name] for name in names if name in texts)


@pytest.mark.parametrize("slug", GAMES)
def test_facts_without_card_keep_bubble(slug: str) -> None:
    layout, texts = LAYOUTS[slug], texts_by_key("en")
    for key in layout.effects.announcements_without_bubble:
        assert bubble_text(texts, slug, key), key
    assert not layout.effects.announcements_without_bubble & layout.effects.standing_announcements
    answers = {"pass", "stick", "swap", "keep", "pat", "reject", "take", "none", "turned_bad", "leave"}
    assert not layout.effects.announcements_without_bubble & answers


def test_only_passes_have_bubbles_in_trick(tmp_path: Path) -> None:
    pilot = continue_match(tmp_path, find_record("big_two", has_only_turn_ending_answers))
    table = pilot.table
    hud = table.hud
    spoken: dict[Seat, Note] = {1: Note("single", {"card": 3}), 2: Note("pass"), 3: Note("straight", {})}
    hud.bubbles.notes.clear()
    hud.bubbles.notes.update(spoken)
    assert hud.bubbles.placed_bubbles().keys() == {2}
    assert hud.bubbles.notes == spoken, "hidden bubbles stay available to log and coach"


def test_large_announcement_is_in_no_bubble(tmp_path: Path) -> None:
    pilot = continue_match(tmp_path, find_record("roped", lambda game: True))
    hud = pilot.table.hud
    hud.bubbles.notes.clear()
    for event in (Announced(1, Note("none")), Announced(0, Note("out", {"seat": 0, "points": 20}), True)):
        hud.on_event(event)
    assert hud.bubbles.notes == {1: Note("none")} and hud.announcement.current is not None
    hud.restore_bubbles([Announced(2, Note("out", {"seat": 2}), True), Announced(1, Note("none"))])
    assert hud.bubbles.notes == {1: Note("none")}


def test_facts_about_hidden_cards_follow_large_announcement(tmp_path: Path) -> None:
    pilot = continue_match(tmp_path, find_record("pass_the_ace", lambda game: True))
    hud = pilot.table.hud
    hud.bubbles.notes.clear()
    swapped = Note("modi", {"seat": 1, "seat_to": 2})
    hud.on_event(Announced(1, swapped, True))
    hud.on_event(Announced(2, Note("stick")))
    assert hud.bubbles.notes == {1: swapped, 2: Note("stick")} and hud.bubbles.placed_bubbles()[1].is_standing_fact


@pytest.mark.parametrize("language", LANGUAGES)
def test_prompt_asks_without_naming_cards_to_beat(language: str) -> None:
    texts = texts_by_key(language)
    asked = {key: text for key, text in texts.items() if key.startswith("big_two.demand.follow")}
    asked |= {key: text for key, text in texts.items() if key.startswith("big_two.demand.only_pass")}
    assert asked
    assert not [key for key, text in asked.items() if "{" in text]


def cards_to_beat(game: Game) -> int:
    """Return the number of cards in the play that the player has to beat."""
    return len(game.play_to_beat.cards) if isinstance(game, BigTwo) and game.play_to_beat is not None else 0


def test_caption_names_only_invisible_facts(tmp_path: Path) -> None:
    pilot = continue_match(tmp_path, find_record("big_two", lambda game: cards_to_beat(game) == 1))
    table = pilot.table
    assert list(captions(table.renderer, table.words, table.model, ())) == []
    pilot = continue_match(tmp_path, find_record("big_two", lambda game: cards_to_beat(game) == 5))
    table = pilot.table
    (pill,) = captions(table.renderer, table.words, table.model, ())
    game = table.match.game
    note = Note(game.play_to_beat.kind, {"rank": 0})  # type: ignore[attr-defined]
    beginning = table.words.note_text("big_two", "said", note).partition(",")[0]
    assert pill.string.startswith(beginning) and table.words.seat_name(2) not in pill.string
    assert table.model.shown.piles[Pile("trick")]
