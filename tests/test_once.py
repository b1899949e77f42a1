"""The table says a thing once: no bubble, caption or prompt repeats what the cards show or large letters say."""

from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from engine.cards import HIDDEN, Card
from engine.events import Asked, Event, Moved, Said, seen_by
from engine.game import Game
from engine.games import GAMES
from engine.games.big_two.game import BigTwo
from engine.languages import LANGUAGES
from engine.moves import TABLE, Note, Pile, Seat
from engine.rng import Rng
from scenes.table.felt.captions import captions
from scenes.table.layouts import LAYOUTS
from scenes.table.stage.shown import ShownPiles
from tests.support.at_table import continued, passes_on
from tests.support.records import record_where
from tests.support.texts import flat

SEEDS = range(4)
MOVES = 240


def named(note: Note) -> tuple[Card, ...]:
    """The cards of which a note tells."""
    cards = note.figures.get("cards", ())
    return tuple(cards) or ((note.figures["card"],) if "card" in note.figures else ())


def told(slug: str, seed: int) -> Iterator[tuple[Note, bool]]:
    """Every note that a seat says quietly, as the first seat sees it: whether its cards then come to lie open."""
    game, rng = GAMES[slug](GAMES[slug].seats_default, seed), Rng(seed)
    shown, waiting = ShownPiles(game, 0), list[Note]()
    moved: set[Card] = set()

    def hear(event: Event) -> Iterator[tuple[Note, bool]]:
        if isinstance(event, Said | Asked):
            there = {
                card for pile, lying in shown.piles.items() if pile.kind != "hand" for card in (t.card for t in lying)
            }
            for note in waiting:
                yield note, bool(named(note)) and set(named(note)) <= moved & there
            waiting.clear()
            moved.clear()
        if isinstance(event, Said) and event.seat != TABLE and not event.loud:
            waiting.append(event.note)
        if isinstance(event, Moved):
            moved.update(card for card in event.cards if card != HIDDEN)
        shown.apply(event)

    for _ in range(MOVES):
        for event in game.drain():
            yield from hear(seen_by(event, 0))
        if game.outcome is not None:
            return
        game.push(rng.choice(game.legal_moves(game.waiting()[0])))


@pytest.mark.parametrize("slug", GAMES)
def test_no_bubble_tells_what_cards_on_the_table_show(slug: str) -> None:
    texts = flat("en")
    repeated = {note.key for seed in SEEDS for note, open_now in told(slug, seed) if open_now}
    names = {key for key in repeated if any(f"{{{what}" in said(texts, slug, key) for what in ("card", "rank", "suit"))}
    assert names <= LAYOUTS[slug].shown


def said(texts: Mapping[str, str], slug: str, key: str) -> str:
    """The text of a bubble."""
    return texts.get(f"{slug}.said.{key}") or texts[f"{slug}.said.{key}.one"]


@pytest.mark.parametrize("slug", GAMES)
def test_what_no_card_shows_keeps_its_bubble(slug: str) -> None:
    layout, texts = LAYOUTS[slug], flat("en")
    for key in layout.shown:
        assert any(f"{slug}.said.{key}{form}" in texts for form in ("", ".other")), key
    assert not layout.shown & layout.standing
    answers = {"pass", "stick", "swap", "keep", "pat", "reject", "take", "none", "turned_bad", "leave"}
    assert not layout.shown & answers


def test_only_passes_have_bubbles_in_a_trick(tmp_path: Path) -> None:
    pilot = continued(tmp_path, record_where("big_two", passes_on))
    table = pilot.table
    hud = table.hud
    spoken: dict[Seat, Note] = {1: Note("single", {"card": 3}), 2: Note("pass"), 3: Note("straight", {})}
    hud.said.clear()
    hud.said.update(spoken)
    assert hud.bubbles.placed().keys() == {2}
    assert hud.said == spoken, "the log and the coach know all of it"


def test_what_large_letters_say_is_in_no_bubble(tmp_path: Path) -> None:
    pilot = continued(tmp_path, record_where("roped", lambda game: True))
    hud = pilot.table.hud
    hud.said.clear()
    for event in (Said(1, Note("none")), Said(1, Note("out", {"seat": 1}), True)):
        hud.hear(event)
    assert hud.said == {1: Note("none")} and hud.announcement.now is not None
    hud.recall([Said(2, Note("out", {"seat": 2}), True), Said(1, Note("none"))])
    assert hud.said == {1: Note("none")}


def test_what_stays_true_of_hidden_cards_is_said_after_the_large_letters(tmp_path: Path) -> None:
    pilot = continued(tmp_path, record_where("pass_the_ace", lambda game: True))
    hud = pilot.table.hud
    hud.said.clear()
    swapped = Note("modi", {"seat": 1, "seat_to": 2})
    hud.hear(Said(1, swapped, True))
    hud.hear(Said(2, Note("stick")))
    assert hud.said == {1: swapped, 2: Note("stick")} and hud.bubbles.placed()[1].quiet


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_prompt_asks_without_naming_the_cards_to_beat(language: str) -> None:
    texts = flat(language)
    asked = {key: text for key, text in texts.items() if key.startswith("big_two.demand.follow")}
    asked |= {key: text for key, text in texts.items() if key.startswith("big_two.demand.only_pass")}
    assert len(asked) == 20
    assert not [key for key, text in asked.items() if "{" in text]


def beaten(game: Game) -> int:
    """The number of cards of the play that the player has to beat."""
    return len(game.to_beat) if isinstance(game, BigTwo) else 0


def test_a_caption_names_only_what_cannot_be_seen_at_a_glance(tmp_path: Path) -> None:
    pilot = continued(tmp_path, record_where("big_two", lambda game: beaten(game) == 1))
    table = pilot.table
    assert list(captions(table.look, table.words, table.stage, ())) == []
    pilot = continued(tmp_path, record_where("big_two", lambda game: beaten(game) == 5))
    table = pilot.table
    (pill,) = captions(table.look, table.words, table.stage, ())
    game = table.match.game
    note = Note(game.last.kind, {"rank": 0})  # type: ignore[attr-defined]
    beginning = table.words.note("big_two", "said", note).partition(",")[0]
    assert pill.string.startswith(beginning) and table.words.seat_name(2) not in pill.string
    assert table.stage.shown.piles[Pile("trick")]
