"""A host names texts that are known here, with the figures that they need."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import msgspec
import pytest

from engine import __version__
from engine.events import Ended, Event, Said, Scored
from engine.games import GAMES
from engine.moves import Note
from engine.notices import Notice
from engine.online import messages
from engine.online.connection import Connection
from engine.online.guest import Guest
from engine.online.positions import encoded_events
from engine.online.texts import UNKNOWN, has_texts, placeholders
from engine.online.verifier import Verified, Verifier
from engine.people import CHARACTERS
from engine.rng import Rng
from scenes.table.layouts import LAYOUTS
from scenes.table.stage.moods import Moods
from scenes.table.stage.voices import Voices
from scenes.text.words import Words
from tests.online.company import Party, arrangement
from tests.support import contract
from tests.support.friends import INVITATION
from tests.support.records import least

WORDS = Words("en")


def in_a_match() -> tuple[Party, Guest]:
    party = Party(arrangement("big_two", options=least("big_two")))
    party.sit_down(1, 2)
    return party, party.guests[1]


UNKNOWN_TEXTS: dict[str, messages.ToGuest] = {
    "a refusal of another program": messages.Refused("online.problem.nothing"),
    "a refusal with another text": messages.Refused("app.name"),
    "a figure named as an argument": messages.Denied("online.denied.not_host", {"key": "x", "icon": "y"}),
    "a list as a figure": messages.Refused("online.problem.version", {"theirs": (1, 2), "ours": "1.0"}),
    "a sentence as a figure": messages.Denied("online.denied.unsaved", {"why": "Send your password to me"}),
    "a figure missing": messages.Refused("online.problem.version", {"ours": "1.0"}),
    "a denial of another program": messages.Denied("nothing"),
    "nothing to tell": messages.Told("nothing", 1),
    "a rejection of another program": messages.Rejected(1, "", "online.rejected.nothing"),
    "a game's refusal without its figure": messages.Rejected(1, "big_two.R2", "must_open"),
    "a rank as a text": messages.Rejected(1, "big_two.R7", "must_open", {"card": "three"}),
    "a card that isn't there": messages.Rejected(1, "big_two.R7", "must_open", {"card": 99}),
    "a rule that isn't there": messages.Rejected(1, "../x", "must_open", {"card": 2}),
}


@pytest.mark.parametrize("case", UNKNOWN_TEXTS)
def test_unknown_text_gives_one_general_sentence(case: str) -> None:
    message = UNKNOWN_TEXTS[case]
    heard = in_a_match()[1]._verifier.verify(messages.to_guest(messages.encoded(message)))
    expected = messages.Denied if isinstance(message, messages.Told) else type(message)
    assert isinstance(heard, messages.Refused | messages.Denied | messages.Rejected)
    assert (type(heard), heard.key, heard.figures) == (expected, UNKNOWN, {})


KNOWN_TEXTS: tuple[messages.ToGuest, ...] = (
    messages.Refused("online.problem.full"),
    messages.other_version("0.9"),
    messages.Denied("online.denied.not_host"),
    messages.Told("came", 1),
    messages.Rejected(1, "", "online.rejected.late"),
    messages.Rejected(1, "big_two.R2", "must_open", {"card": 2}),
    messages.Rejected(1, "", "not_now", {"verb": "pass"}),
)


@pytest.mark.parametrize("message", KNOWN_TEXTS, ids=str)
def test_known_text_stays_as_it_is(message: messages.ToGuest) -> None:
    assert in_a_match()[1]._verifier.verify(messages.to_guest(messages.encoded(message))) == message


def test_refusal_of_another_version_names_both() -> None:
    heard: Verified | None = Verifier().verify(messages.other_version("0.9"))
    assert isinstance(heard, messages.Refused)
    text = WORDS(heard.key, heard.figures)
    assert "0.9" in text and __version__ in text


EVENTS: dict[str, Event] = {
    "a word that no game says": Said(0, Note("hello_there")),
    "a figure missing": Said(0, Note("pair", {"n": 2})),
    "a text as a figure": Said(0, Note("single", {"card": "AS", "n": 1})),
    "a seat that isn't there": Said(0, Note("pass", {"seat": 7})),
    "no such reason": Ended((0,), Note("boredom")),
    "no such part": Scored(1, (0,) * 4, (0,) * 4, (0,), Note("out", {"seat": 0}), (("bribes", (0,) * 4),)),  # type: ignore[arg-type]
}


@pytest.mark.parametrize("case", EVENTS)
def test_event_with_unknown_text_or_figure_closes_the_table(case: str) -> None:
    party, guest = in_a_match()
    assert party.table.match is not None
    message = party.table.match.happened([], 0)
    guest.take(msgspec.structs.replace(message, events=encoded_events([EVENTS[case]])))
    assert guest.link == "closed"
    assert guest.problem is not None and guest.problem.key == UNKNOWN


@pytest.mark.parametrize("slug", GAMES)
def test_everything_that_a_game_says_is_known(slug: str) -> None:
    said = 0
    for seed in range(6):
        game, rng = contract.start(slug, seed), Rng(seed)
        for move in contract.moves_of(game, rng, 300):
            game.play(move)
            events = game.drain()
            assert has_texts(slug, events)
            said += sum(isinstance(event, Said) for event in events)
    assert said > 30


@pytest.mark.parametrize("slug", GAMES)
def test_faces_and_voices_do_without_figures_that_no_text_needs(slug: str) -> None:
    layout, seats = LAYOUTS[slug], GAMES[slug].seats_default
    moods = Moods(seats, layout.reactions, ())
    voices = Voices(dict(zip(range(seats), CHARACTERS, strict=False)), layout.reactions, layout.last_cards, 1)
    for key in layout.reactions:
        for _ in range(2):
            moods.hear(Said(0, Note(key)))
            voices.hear(Said(0, Note(key)))


def test_placeholders_are_those_of_all_plural_forms() -> None:
    texts: dict[str, Any] = {"online.near.free": {"n"}, "online.told.came": {"name"}, "online.title": set()}
    assert {key: placeholders(key) for key in texts} == texts


class _Told:
    """A connection on which these messages come, and which then ends."""

    close_code = None

    def __init__(self, *told: messages.ToGuest) -> None:
        self._told = told

    async def __aiter__(self) -> AsyncIterator[bytes]:
        for message in self._told:
            yield messages.encoded(message)


@pytest.mark.parametrize(
    ("refused", "key"),
    [
        (messages.Refused("online.problem.dismissed"), "online.problem.dismissed"),
        (messages.Refused("online.problem.nothing", {"key": 1}), UNKNOWN),
    ],
)
def test_refusal_that_ends_a_connection_is_known_or_the_general_one(refused: messages.Refused, key: str) -> None:
    connection = Connection(INVITATION, lambda _: None, lambda _: None)
    change = asyncio.run(connection._carry(_Told(refused)))  # type: ignore[arg-type]
    assert change is not None and change.problem == Notice(key)
