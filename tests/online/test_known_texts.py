"""A host may send only known text keys, with all their placeholders."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import msgspec
import pytest

from engine.characters import CHARACTERS
from engine.events import Announced, DealScored, Event, MatchEnded
from engine.games import GAMES
from engine.moves import Note
from engine.notices import Notice
from engine.online.guest.host_connection import HostConnection
from engine.online.guest.known_texts import UNKNOWN_TEXT_KEY, find_placeholders, has_texts
from engine.online.guest.message_verifier import VerifiedMessage
from engine.online.protocol import messages
from engine.online.protocol.game_codec import encode_events
from engine.rng import Rng
from scenes.table.layouts import LAYOUTS
from scenes.table.model.character_lines import CharacterLines
from scenes.table.model.expressions import FaceExpressions
from scenes.ui.timeline import Timeline
from tests.online.party import start_party
from tests.support import game_contract
from tests.support.local_table import make_short_config
from tests.support.queued_transport import INVITATION

UNKNOWN_TEXTS: dict[str, messages.ToGuest] = {
    "a refusal of another program": messages.EntryRefused("online.problem.nothing"),
    "a refusal with another text": messages.EntryRefused("app.name"),
    "a figure named as an argument": messages.RequestDenied("online.denied.not_host", {"key": "x", "icon": "y"}),
    "a list as a figure": messages.EntryRefused("online.problem.version", {"theirs": (1, 2), "ours": "1.0"}),
    "a sentence as a figure": messages.RequestDenied("online.denied.unsaved", {"why": "Send your password to me"}),
    "a figure missing": messages.EntryRefused("online.problem.version", {"ours": "1.0"}),
    "a denial of another program": messages.RequestDenied("nothing"),
    "nothing to tell": messages.ParticipantNotice("nothing", 1),
    "a rejection of another program": messages.MoveRejected(1, "", "online.rejected.nothing"),
    "a game's refusal without its figure": messages.MoveRejected(1, "big_two.R2", "must_open"),
    "a rank as a text": messages.MoveRejected(1, "big_two.R7", "must_open", {"card": "three"}),
    "a card that isn't there": messages.MoveRejected(1, "big_two.R7", "must_open", {"card": 99}),
    "a rule that isn't there": messages.MoveRejected(1, "../x", "must_open", {"card": 2}),
}


def verify(message: messages.ToGuest) -> VerifiedMessage | None:
    """Return a message as a guest in a match takes it."""
    guest = start_party(make_short_config("big_two")).guests[1]
    return guest._verifier.verify_or_refuse(messages.decode_to_guest(messages.encode(message)))


@pytest.mark.parametrize("case", UNKNOWN_TEXTS)
def test_unknown_text_gives_general_sentence(case: str) -> None:
    message = UNKNOWN_TEXTS[case]
    heard = (
        start_party(make_short_config("big_two"))
        .guests[1]
        ._verifier.verify_or_refuse(messages.decode_to_guest(messages.encode(message)))
    )
    expected = messages.RequestDenied if isinstance(message, messages.ParticipantNotice) else type(message)
    assert isinstance(heard, messages.EntryRefused | messages.RequestDenied | messages.MoveRejected)
    assert (type(heard), heard.key, heard.placeholders) == (expected, UNKNOWN_TEXT_KEY, {})


KNOWN_TEXTS: tuple[messages.ToGuest, ...] = (
    messages.EntryRefused("online.problem.full"),
    messages.version_refusal("0.9"),
    messages.RequestDenied("online.denied.not_host"),
    messages.ParticipantNotice("came", 1),
    messages.MoveRejected(1, "", "online.rejected.late"),
    messages.MoveRejected(1, "big_two.R2", "must_open", {"card": 2}),
    messages.MoveRejected(1, "", "not_now", {"verb": "pass"}),
)


@pytest.mark.parametrize("message", KNOWN_TEXTS, ids=str)
def test_known_text_is_unchanged(message: messages.ToGuest) -> None:
    assert (
        start_party(make_short_config("big_two"))
        .guests[1]
        ._verifier.verify_or_refuse(messages.decode_to_guest(messages.encode(message)))
        == message
    )


EVENTS_WITH_UNKNOWN_TEXTS: dict[str, Event] = {
    "a word that no game says": Announced(0, Note("hello_there")),
    "a figure missing": Announced(0, Note("pair", {"n": 2})),
    "a text as a figure": Announced(0, Note("single", {"card": "AS", "n": 1})),
    "a seat that isn't there": Announced(0, Note("pass", {"seat": 7})),
    "no such reason": MatchEnded((0,), Note("boredom")),
    "no such part": DealScored(1, (0,) * 4, (0,) * 4, (0,), Note("out", {"seat": 0}), (("bribes", (0,) * 4),)),  # type: ignore[arg-type]
}


@pytest.mark.parametrize("case", EVENTS_WITH_UNKNOWN_TEXTS)
def test_event_with_unknown_text_or_figure_closes_table(case: str) -> None:
    party = start_party(make_short_config("big_two"))
    guest = party.guests[1]
    message = party.match.events_message([], 0)
    guest.receive(msgspec.structs.replace(message, events=encode_events([EVENTS_WITH_UNKNOWN_TEXTS[case]])))
    assert guest.connection_state == "closed"
    assert guest.problem is not None and guest.problem.key == UNKNOWN_TEXT_KEY


@pytest.mark.parametrize("slug", GAMES)
def test_every_announced_text_is_known(slug: str) -> None:
    announcement_count = 0
    for seed in range(6):
        game, rng = game_contract.start_match(slug, seed), Rng(seed)
        for move in game_contract.random_moves(game, rng, 300):
            game.play(move)
            events = game.take_events()
            assert has_texts(slug, events)
            announcement_count += sum(isinstance(event, Announced) for event in events)
    assert announcement_count > 30


@pytest.mark.parametrize("slug", GAMES)
def test_expressions_and_lines_need_no_extra_figures(slug: str) -> None:
    layout, seats = LAYOUTS[slug], GAMES[slug].seats_default
    moods = FaceExpressions(seats, layout.effects.reactions_by_announcement, (), Timeline())
    voices = CharacterLines(dict(zip(range(seats), CHARACTERS, strict=False)), layout.effects, 1)
    for key in layout.effects.reactions_by_announcement:
        for _ in range(2):
            moods.react(Announced(0, Note(key)))
            voices.on_event(Announced(0, Note(key)))


def test_placeholders_cover_all_plural_forms() -> None:
    texts: dict[str, Any] = {"online.near.free": {"n"}, "online.told.came": {"name"}, "online.title": set()}
    assert {key: find_placeholders(key) for key in texts} == texts


class _ScriptedConnection:
    """A connection that receives these messages and then ends."""

    close_code = None

    def __init__(self, *messages_sent: messages.ToGuest) -> None:
        self._messages = messages_sent

    async def __aiter__(self) -> AsyncIterator[bytes]:
        for message in self._messages:
            yield messages.encode(message)


@pytest.mark.parametrize(
    ("refused", "key"),
    [
        (messages.EntryRefused("online.problem.dismissed"), "online.problem.dismissed"),
        (messages.EntryRefused("online.problem.nothing", {"key": 1}), UNKNOWN_TEXT_KEY),
    ],
)
def test_final_refusal_is_known_or_general(refused: messages.EntryRefused, key: str) -> None:
    connection = HostConnection(INVITATION, lambda _: None, lambda _: None)
    change = asyncio.run(connection._exchange_messages(_ScriptedConnection(refused)))  # type: ignore[arg-type]
    assert change is not None and change.problem == Notice(key)
