"""A table and its guests in one process. Messages are encoded and decoded, and the test advances the clock."""

from typing import Any

import msgspec

from engine.games import GAMES
from engine.moves import Move
from engine.online.guest.guest_state import Guest
from engine.online.host.table import Table
from engine.online.protocol import messages
from engine.online.protocol.game_codec import view_for
from engine.online.protocol.messages import TableConfig, ToGuest, ToHost
from engine.online.protocol.table_rules import PHRASES
from engine.rng import Rng
from tests.support.local_table import LocalTable, make_short_config, make_table_config, open_moves


class Party(LocalTable):
    """A table with its guests, who have connections 1, 2, 3 …; the first ``people`` of them sit there already."""

    def __init__(self, config: TableConfig | None = None, people: int = 0, **more: Any) -> None:
        super().__init__(config, **more)
        self.guests: dict[int, Guest] = {}
        self.sent: dict[int, list[messages.ToGuest]] = {}
        """Connection -> all messages sent to it."""
        self.cut_connections: set[int] = set()
        """Connections on which messages are lost."""
        for connection_id in range(1, people + 1):
            self.join(connection_id, f"P{connection_id}")

    def restart(self) -> None:
        """Restart the host from its last save; all guests are disconnected."""
        self.table = Table.from_text(
            self.saved_texts[-1], new_key=self.new_key, new_token=self.new_token, save=self.saved_texts.append
        )
        self.questions.clear()
        for guest in self.guests.values():
            guest.on_connection_lost()

    def open_as_heir(self, connection_id: int) -> Table:
        """Return the table of a second host, opened by a guest from the handed-over data."""
        guest = self.guests[connection_id]
        handed, guest.handed_table = guest.handed_table, None
        assert handed is not None
        return Table.from_handed_over(
            handed, guest.number, new_key=self.new_key, new_token=self.new_token, save=self.saved_texts.append
        )

    # --- people -----------------------------------------------------------------------------------------------------

    def join(self, connection_id: int, name: str = "", **more: Any) -> Guest:
        """Let a guest join the table."""
        guest = Guest(name=name, **more)
        self.rejoin(connection_id, guest)
        return guest

    def disconnect(self, connection_id: int) -> Guest:
        guest = self.guests.pop(connection_id)
        guest.on_connection_lost()
        super().disconnect(connection_id)
        return guest

    def rejoin(self, connection_id: int, guest: Guest) -> None:
        """Let a guest return on another connection."""
        self.guests[connection_id] = guest
        self.sent.setdefault(connection_id, [])
        self.send(connection_id, guest.hello())

    def disconnect_and_return(self, connection_id: int, guest: Guest) -> None:
        """Cut a connection and let its guest return at once."""
        self.disconnect(connection_id)
        self.rejoin(connection_id, guest)

    def hear(self, connection_id: int, message: ToGuest) -> list[ToHost]:
        self.sent.setdefault(connection_id, []).append(message)
        if connection_id in self.guests and connection_id not in self.cut_connections:
            return self.guests[connection_id].receive(message)
        return []

    def last_message(self, connection_id: int, kind: type[Any]) -> Any:
        """Return the last message of a kind to a guest; None if there was none."""
        return next((one for one in reversed(self.sent[connection_id]) if isinstance(one, kind)), None)

    def last_key(self, connection_id: int, kind: type[Any]) -> str:
        """Return the last word of the key of the last message of a kind to a guest; empty if there was none."""
        last = self.last_message(connection_id, kind)
        return "" if last is None else str(last.key).rpartition(".")[2]

    # --- a match ----------------------------------------------------------------------------------------------------

    def begin(self) -> None:
        """Let all guests be ready and the host start the match."""
        for connection_id in self.guests:
            self.send(connection_id, messages.Ready())
        self.send(self.host, messages.Start())

    @property
    def host(self) -> int:
        """Connection of the host."""
        return next(connection_id for connection_id, guest in self.guests.items() if guest.is_host)

    def legal_moves_by_connection(self) -> dict[int, list[Move]]:
        """Return connection -> legal moves, for all guests to act."""
        moves = {connection_id: open_moves(guest) for connection_id, guest in self.guests.items()}
        return {connection_id: legal for connection_id, legal in moves.items() if legal}

    def answer(self, connection_id: int, move: Move) -> None:
        """Send a guest's answer."""
        self.send(connection_id, *self.guests[connection_id].answer(move))

    def play(self, moves: int = 100_000) -> None:
        """Let all guests answer at random for a number of moves, or to the end of the match."""
        match = self.match
        end = match.history.moves_made + moves
        while not match.is_over and match.history.moves_made < end:
            if self.table.phase == "results":
                for connection_id in list(self.guests):
                    self.send(connection_id, messages.NextDeal(match.result_deal))
                continue
            legal_moves = self.legal_moves_by_connection()
            if legal_moves:
                connection_id = self.rng.choice(sorted(legal_moves))
                self.answer(connection_id, self.rng.choice(legal_moves[connection_id]))
            else:
                self.advance_clock(500)


def start_party(config: TableConfig | None = None, people: int = 2, **more: Any) -> Party:
    """Return a table at which people have begun a match."""
    party = Party(config, people, **more)
    party.begin()
    return party


def random_messages(rng: Rng) -> tuple[ToHost, ...]:
    """Return messages of all kinds to a host in a match, with random contents."""
    slug = rng.choice(list(GAMES))
    move = Move(rng.below(4), rng.choice(("play", "keep", "vote")), (), rng.below(4))
    return (
        messages.Sit(rng.below(6) - 1),
        messages.Ready(bool(rng.below(2))),
        messages.Answer(rng.below(60), str(move)),
        messages.SendChat(rng.choice(PHRASES)),
        messages.SendChat(text="Zoë"),
        messages.HintUsed(),
        messages.Undo(),
        messages.NextDeal(rng.below(4)),
        messages.HandOver(rng.below(9)),
        messages.TakeOver(bool(rng.below(2))),
        messages.TableTakenOver("somewhere", {1: "0" * 32}),
        messages.Kick(rng.below(9)),
        messages.Leave() if rng.below(4) == 0 else messages.Ready(),
        make_short_config(slug, undo=True, turn_clock=rng.choice((0, 15)), away=10),
        msgspec.structs.replace(make_table_config(), game="solitaire"),
        messages.Start(),
    )


def views_agree(party: Party) -> None:
    """Check that every guest's view is what its seat may know of the host's position."""
    match = party.match
    for guest in party.guests.values():
        assert guest.game == view_for(match.game, guest.seat)
