"""A table and its guests in one process: every message goes through its bytes, time passes when a test says so."""

from collections.abc import Callable
from typing import Any

from engine.games import GAMES
from engine.moves import Move, Seat
from engine.online import messages
from engine.online.guest import Guest
from engine.online.messages import Arrange, Fallback, ToHost
from engine.online.positions import view_of
from engine.online.table import Table
from engine.people import CHARACTERS
from engine.rng import Rng
from engine.work.thinking import Question, Reply


def arrangement(slug: str = "gurch", seats: int = 0, options: dict[str, Any] | None = None, **rules: Any) -> Arrange:
    """A table with easy computer players."""
    seats = seats or GAMES[slug].seats_default
    chairs = tuple(Fallback(name, "easy") for name in list(CHARACTERS)[:seats])
    return Arrange(slug, seats, options or {}, chairs, rules)


def tokens() -> Callable[[], str]:
    """A source of tokens that can be told apart."""
    count = iter(range(1, 1_000_000))
    return lambda: f"{next(count):032x}"


class Party:
    """A table with its guests, who are on links 1, 2, 3 …"""

    def __init__(self, wish: Arrange | None = None, *, seed: int = 5, **more: Any) -> None:
        self.rng = Rng(seed)
        self.new_token = tokens()
        self.kept: list[str] = []
        self.table = Table(
            wish or arrangement(), new_key=self.new_key, new_token=self.new_token, **{"save": self.kept.append, **more}
        )
        self.guests: dict[int, Guest] = {}
        self.sent: dict[int, list[messages.ToGuest]] = {}
        """Link -> every message to it."""
        self.questions: list[Question] = []
        self.cut: set[int] = set()
        """Links on which messages are lost."""

    def new_key(self) -> int:
        return self.rng.bits() << 64 | self.rng.bits()

    def restart(self) -> None:
        """End the host and start it again from what it saved last; everybody has to come back."""
        self.table = Table.from_text(
            self.kept[-1], new_key=self.new_key, new_token=self.new_token, save=self.kept.append
        )
        self.questions.clear()
        for guest in self.guests.values():
            guest.lost()

    def heir_opens(self, link: int) -> Table:
        """The table of a second host, opened by somebody from what they were handed."""
        guest = self.guests[link]
        handed, guest.handed = guest.handed, None
        assert handed is not None
        return Table.of_handed(handed, guest.you, new_key=self.new_key, new_token=self.new_token, save=self.kept.append)

    # --- people -----------------------------------------------------------------------------------------------------

    def come(self, link: int, name: str = "", **more: Any) -> Guest:
        """Let somebody come to the table."""
        guest = Guest(name=name, **more)
        self.guests[link] = guest
        self.sent.setdefault(link, [])
        self.table.connect(link, guest.hello())
        self.deliver()
        return guest

    def go_away(self, link: int) -> Guest:
        """Lose a connection."""
        self.table.disconnect(link)
        guest = self.guests.pop(link)
        guest.lost()
        self.deliver()
        return guest

    def come_back(self, link: int, guest: Guest) -> None:
        """Let somebody come back on another link."""
        self.guests[link] = guest
        self.sent.setdefault(link, [])
        self.table.connect(link, guest.hello())
        self.deliver()

    def disconnect_and_return(self, link: int, guest: Guest) -> None:
        """Let somebody lose the connection and come back at once."""
        self.go_away(link)
        self.come_back(link, guest)

    def send(self, link: int, *several: ToHost) -> None:
        """Send messages to the host, and what follows to everybody."""
        for message in several:
            self.table.receive(link, messages.to_host(messages.encoded(message)))
        self.deliver()

    def deliver(self) -> None:
        """Bring every message to its guest until nothing is on its way."""
        while True:
            out = self.table.take_out()
            if not out:
                return
            for link, message in out:
                data = messages.encoded(message)
                self.sent.setdefault(link, []).append(messages.to_guest(data))
                if link in self.guests and link not in self.cut:
                    for answer in self.guests[link].take(messages.to_guest(data)):
                        self.table.receive(link, answer)

    def last(self, link: int, kind: type[Any]) -> Any:
        """The last message of a kind to somebody; None if there was none."""
        return next((one for one in reversed(self.sent[link]) if isinstance(one, kind)), None)

    # --- a match ----------------------------------------------------------------------------------------------------

    def sit_down(self, *links: int) -> None:
        """Let everybody come, be ready, and the first of them begin the match."""
        for link in links:
            self.come(link, f"P{link}")
        self.begin()

    def begin(self) -> None:
        """Let everybody be ready and the host begin."""
        for link in self.guests:
            self.send(link, messages.Ready())
        self.send(self.host, messages.Start())

    @property
    def host(self) -> int:
        """Link of the person who decides."""
        return next(link for link, guest in self.guests.items() if guest.hosting)

    def pass_time(self, ms: float, step: float = 500.0) -> None:
        """Let time pass, while computer players think as fast as anybody could."""
        while ms > 0:
            self.think()
            self.table.pass_time(min(step, ms))
            self.deliver()
            ms -= step

    def think(self) -> None:
        """Answer the computer players' questions at random."""
        asked, dropped = self.table.take_questions()
        self.questions = [one for one in (*self.questions, *asked) if one.request not in dropped]
        while self.questions:
            question = self.questions.pop(0)
            move = Rng(question.seed).choice(question.view.legal_moves(question.seat))
            self.table.answer_of_computer(Reply(question.request, move))
            self.deliver()

    def asked(self) -> dict[int, list[Move]]:
        """Link -> legal moves, as the guest's own view gives them, of everybody who is asked."""
        found = {}
        for link, guest in self.guests.items():
            if guest.game is not None and guest.answered != guest.question and guest.seat in guest.game.waiting():
                found[link] = guest.game.legal_moves(guest.seat)
        return found

    def answer(self, link: int, move: Move) -> None:
        """Give somebody's answer."""
        self.send(link, *self.guests[link].answer(move))

    def play(self, moves: int = 100_000) -> None:
        """Let everybody answer at random for a number of moves, or to the end of the match."""
        match = self.table.match
        assert match is not None
        end = match.history.made + moves
        while not match.over and match.history.made < end:
            if self.table.phase == "results":
                for link in list(self.guests):
                    self.send(link, messages.NextDeal(match.deal))
                continue
            asked = self.asked()
            if asked:
                link = self.rng.choice(sorted(asked))
                self.answer(link, self.rng.choice(asked[link]))
            else:
                self.pass_time(500)

    def seat(self, link: int) -> Seat:
        """Where somebody plays."""
        return self.guests[link].seat


def views_agree(party: Party) -> None:
    """Every guest's view is what their seat may know of the host's position."""
    match = party.table.match
    assert match is not None
    for guest in party.guests.values():
        assert guest.game == view_of(match.game, guest.seat)
