"""A table at its host: who may do what and when, and what everybody is told. No sockets, no threads, no clock.

Whoever carries the messages calls ``connect``, ``receive``, ``disconnect`` and ``pass_time``, then sends what
``take_out`` returns and lets computer players think about what ``take_questions`` returns.
"""

from collections.abc import Callable
from typing import Any, Literal

from engine import __version__, options
from engine.games import GAMES
from engine.match.record import PERSON, Chair, Record, RecordError
from engine.moves import Move, Seat
from engine.online import kept, messages
from engine.online.attendance import NOBODY, STANDING, Attendance, Link, Person, fit
from engine.online.hosted import HostedMatch, can_play
from engine.online.kept import Kept, KeptPerson, TableError
from engine.online.messages import PROTOCOL, Arrange, ChairState, Roster, ToGuest, ToHost
from engine.online.positions import WATCHER
from engine.online.rules import PHRASES, TableRules, is_line
from engine.work.thinking import Question, Reply

Phase = Literal["room", "play", "results", "over", "moving", "closed"]
RESULT_PATIENCE = 90_000.0
"""Milliseconds after which the next deal begins although somebody who is here has not said to be ready."""
MOVING_PATIENCE = 30_000.0
"""Milliseconds that a guest has to open the table that was handed over."""
LONGEST_INVITATION = 2000
"""Maximum length in characters."""
BESIDE: frozenset[Phase] = frozenset({"room", "over"})
"""Phases in which no match is played: chairs are taken, things arranged, matches begun."""


class ArrangementError(ValueError):
    """No table can be like that."""


class Table:
    """One table.

    Args:
        arrangement: game, house rules, chairs and rules to begin with.
        new_key: draws a key, 128 bits that nobody can guess: one for the deal of a match, one for its computer players.
        new_token: makes a token that nobody can guess.
        host_token: who comes with this token decides about the table; without it, the first who comes.
        dedicated: whether the host is a program of its own, so that another person can decide without moving the table.
        save: keeps the table's text; called before a message leaves that tells of what the text holds.

    Raises:
        ArrangementError: no table can be like that.
    """

    def __init__(
        self,
        arrangement: Arrange,
        *,
        new_key: Callable[[], int],
        new_token: Callable[[], str],
        host_token: str = "",
        dedicated: bool = False,
        save: Callable[[str], Any] | None = None,
    ) -> None:
        self.arrangement = arrangement
        self.rules = checked(arrangement)
        self.people = Attendance(new_token)
        self.phase: Phase = "room"
        self.host = NOBODY
        """Number of the person who decides."""
        self.match: HostedMatch | None = None
        """The match that is played, or was played last."""
        self.question = 0
        """Number of the last question of a match before."""
        self.changed = True
        """Whether there is something that was not saved."""
        self._new_key = new_key
        self._new_token = new_token
        self._host_token = host_token
        self._dedicated = dedicated
        self._save = save
        self._heir = NOBODY
        """Number of the person to whom the table is offered or handed over."""
        self._phase_before: Phase = "room"
        """The phase to which the table goes back if nobody takes it over."""
        self._waited = 0.0
        """Milliseconds in a phase that must not last."""
        self._out: list[tuple[Link, ToGuest]] = []
        self._unwanted: list[int] = []
        """Requests to computer players of a match that was broken off."""

    # --- for whoever carries the messages ---------------------------------------------------------------------------

    def take_out(self) -> list[tuple[Link, ToGuest]]:
        """The messages to send, in order. What they tell has been saved. ``Refused`` is the last on a connection."""
        if self.changed and self._save is not None:
            self._save(self.text())
            self.changed = False
        out, self._out = self._out, []
        return out

    def take_questions(self) -> tuple[list[Question], list[int]]:
        """Questions for computer players, and the requests that are not wanted any more."""
        asked, dropped = ([], []) if self.match is None else self.match.take_wishes()
        unwanted, self._unwanted = self._unwanted, []
        return asked, [*unwanted, *dropped]

    def answer_of_computer(self, reply: Reply) -> None:
        """Take a computer player's answer."""
        if self.match is not None:
            self.match.thought(reply)
            self._let_computers_play()

    def text(self) -> str:
        """The whole table as text, with every token."""
        match = None if self.match is None else self.match.kept()
        phase = self._phase_before if self.phase == "moving" else self.phase
        people = self.people.kept(self._is_waited_for)
        return kept.written(
            Kept(kept.FORMAT, phase, self.host, self.people.given, self.arrangement, people, match, self.question)
        )

    @property
    def host_token(self) -> str:
        """The token of the person who decides because the table is at their computer; empty if there is none."""
        return self._host_token

    @property
    def vouchers(self) -> dict[int, str]:
        """Number of a person -> token, of those who come from another host."""
        return {person.number: person.token for person in self.people if person.voucher}

    @classmethod
    def of_handed(
        cls,
        handed: messages.Handed,
        heir: int,
        *,
        new_key: Callable[[], int],
        new_token: Callable[[], str],
        save: Callable[[str], Any] | None = None,
    ) -> "Table":
        """Continue another host's table, before a match; ``heir`` is the number of the person who decides from now on.

        Every token is a new one. The others get theirs from the former host, as ``vouchers``, and each is replaced as
        soon as its person has come. Until then the former host could come in somebody's place, with no more rights
        than any guest: the heir's own token isn't among them, and the heir can show anybody the door.

        Raises:
            TableError: there can't be such a table.
        """
        people = tuple(
            KeptPerson(one.number, new_token(), one.name, one.portrait, one.language, one.chair, one.number != heir)
            for one in handed.people
        )
        read = Kept(kept.FORMAT, "room", heir, handed.given, handed.arrangement, people, None, handed.question)
        if heir not in {one.number for one in people}:
            raise TableError(f"nobody has the number {heir}")
        return cls._of_kept(read, new_key=new_key, new_token=new_token, dedicated=False, save=save)

    @classmethod
    def from_text(
        cls,
        text: str,
        *,
        new_key: Callable[[], int],
        new_token: Callable[[], str],
        dedicated: bool = False,
        save: Callable[[str], Any] | None = None,
    ) -> "Table":
        """Continue a table: everybody is away at first, and their tokens bring them back.

        Raises:
            TableError: the text is not a table that can be continued.
        """
        return cls._of_kept(kept.read(text), new_key=new_key, new_token=new_token, dedicated=dedicated, save=save)

    @classmethod
    def _of_kept(cls, read: Kept, **more: Any) -> "Table":
        """Continue a table; ``more`` as in ``from_text``.

        Raises:
            TableError: there can't be such a table.
        """
        try:
            table = cls(read.arrangement, **more)
            table._restore(read)
        except (ArrangementError, RecordError) as error:
            raise TableError(str(error)) from None
        return table

    def _restore(self, read: Kept) -> None:
        self.question = max(0, read.question)
        self.people.restore(read.people, read.given, self.arrangement.seats)
        host = self.people.get(read.host)
        self.host = NOBODY if host is None else host.number
        if host is not None and not self._dedicated:
            self._host_token = host.token
        phases: dict[str, Phase] = {"room": "room", "play": "play", "results": "results", "over": "over"}
        if read.phase not in phases or (read.match is None) != (read.phase == "room"):
            raise TableError(f"phase {read.phase[:20]}")
        self.phase = phases[read.phase]
        if read.match is not None:
            self.match = HostedMatch.of(read.match, self.rules, self._new_key())
            if self.match.over != (self.phase == "over") or bool(self.match.deal) != (self.phase == "results"):
                raise TableError(f"phase {self.phase}")
            self._follow()

    # --- coming and going -------------------------------------------------------------------------------------------

    def connect(self, link: Link, hello: messages.Hello) -> None:
        """Let somebody in who knows the secret, or say why not."""
        if hello.protocol != PROTOCOL:
            self._send(link, messages.other_version(hello.version))
            return
        if self.phase == "closed":
            self._send(link, messages.Refused("online.problem.gone"))
            return
        person = self.people.by_token(hello.token) if hello.token else None
        if person is None:
            problem = self._keeps_out(hello)
            if problem:
                self._send(link, messages.Refused(problem))
                return
            hosting = bool(hello.token) and hello.token == self._host_token
            person = self.people.add(hello, hello.token if hosting else "")
            self._settle(person)
            if hosting or (self.host == NOBODY and not self._host_token and not person.watching):
                self.host = person.number
            told = "came"
        else:
            told = "back"
            if person.link is not None:
                self._send(person.link, messages.Refused("online.problem.second"))
            if fit(hello):
                self.people.introduce(person, hello)
            if person.voucher:
                self.people.renew(person)
        person.link, person.away_ms, person.left = link, 0.0, False
        self._send(link, messages.Welcome(__version__, person.token, person.number))
        self._tell(told, person, but=link)
        host = self.people.get(self.host)
        if host is None or not self._plays(host):
            self._pass_on_host()
        self._people_changed()
        self._show_match(person)

    def _keeps_out(self, hello: messages.Hello) -> str:
        """The key of the reason why somebody new isn't let in; empty for none."""
        if hello.watching and not self.rules.watchers:
            return "online.problem.no_watchers"
        return self.people.problem(hello)

    def _settle(self, person: Person) -> None:
        """Give somebody the first free chair; while there is none, or a match is played, they wait for one."""
        if person.watching:
            return
        free = [chair for chair in range(self.arrangement.seats) if self.people.in_chair(chair) is None]
        person.chair = free[0] if free and self.phase in BESIDE else STANDING
        person.waits = person.chair == STANDING

    def disconnect(self, link: Link) -> None:
        """Note that a connection is lost."""
        person = self.people.by_link(link)
        if person is None:
            return
        person.link, person.away_ms = None, 0.0
        if self._is_waited_for(person):
            self._tell("away", person)
        else:
            self._tell("went", person)
            self.people.remove(person)
        self._people_changed()

    def _is_waited_for(self, person: Person) -> bool:
        """Whether somebody keeps a place without a connection: in a chair, in the match, or as who decides.

        Others come back as strangers, so that nobody fills a table with people who only said hello.
        """
        if person.watching:
            return False
        decides = person.number == self.host or person.token == self._host_token
        return decides or person.chair != STANDING or self._seat(person) != WATCHER

    def _go(self, person: Person) -> None:
        """Let somebody go who wants to."""
        self._tell("went", person, but=person.link)
        person.link, person.left = None, True
        if self._seat(person) == WATCHER or self.phase in BESIDE:
            self.people.remove(person)
        if person.number == self.host:
            self._pass_on_host()
        self._people_changed()

    def _dismiss(self, person: Person) -> None:
        """Show somebody the door."""
        if person.link is not None:
            self._send(person.link, messages.Refused("online.problem.dismissed"))
        self._tell("went", person, but=person.link)
        self.people.remove(person)
        self._people_changed()

    def _pass_on_host(self) -> None:
        """Let the next person decide, where the table doesn't live at the computer of the one who did."""
        present = [person for person in self.people if person.here and not person.watching]
        if self._dedicated and present:
            self.host = present[0].number
            self._tell("host", present[0])

    # --- what is told -----------------------------------------------------------------------------------------------

    def _send(self, link: Link, message: ToGuest) -> None:
        self._out.append((link, message))

    def _broadcast(self, message: ToGuest, but: Link | None = None) -> None:
        for person in self.people:
            if person.link is not None and person.link != but:
                self._send(person.link, message)

    def _tell(self, key: str, person: Person, but: Link | None = None) -> None:
        """Tell everybody something about a person."""
        self._broadcast(messages.Told(key, person.number, self._place(person)), but)

    def _place(self, person: Person) -> int:
        """Where somebody sits: in the match, or for the next one."""
        return person.chair if self.phase in BESIDE else self._seat(person)

    def _seat(self, person: Person) -> Seat:
        """The seat in the match; ``WATCHER`` for those who don't play it."""
        return WATCHER if self.match is None else self.match.seats.get(person.number, WATCHER)

    def _plays(self, person: Person) -> bool:
        """Whether somebody answers for themselves; otherwise a computer player does, until they are back."""
        return person.here or not (person.left or person.away_ms >= 1000.0 * self.rules.away)

    def _people_changed(self) -> None:
        """Follow who is here, and tell everybody."""
        heir = self.people.get(self._heir)
        if self._heir != NOBODY and (heir is None or not heir.here):
            self._stay()
            return
        self.changed = True
        self._follow()
        if self.phase in BESIDE:
            for person in self.people:
                if person.waits:
                    self._settle(person)
        if self.phase == "results":
            self._go_on_if_ready()
        self._broadcast(self.roster())
        self._let_computers_play()

    def _follow(self) -> None:
        """Let computer players answer for the chairs of those who don't."""
        if self.match is not None:
            answering = {self._seat(person) for person in self.people if self._plays(person)}
            self.match.set_computers(frozenset(range(self.match.game.seats)) - answering)

    def roster(self) -> Roster:
        """Everything about the table but the cards."""
        wish = self.arrangement
        sitting = {self._place(person): person for person in self.people}
        chairs = []
        for chair, fallback in enumerate(wish.chairs):
            person = sitting.get(chair)
            number, played = (NOBODY, False) if person is None else (person.number, not self._plays(person))
            chairs.append(ChairState(fallback.character, fallback.level, number, played))
        people = tuple(person.state() for person in self.people)
        helped = 0 if self.match is None else self.match.record.undone + self.match.record.hinted
        return Roster(
            self.phase, self.host, wish.game, wish.seats, wish.options, wish.rules, tuple(chairs), people, helped
        )

    def _show_match(self, person: Person) -> None:
        """Show somebody the match as it stands, and give them its record once it is over."""
        match, link = self.match, person.link
        seat = self._seat(person)
        if match is None or link is None or (seat == WATCHER and not self.rules.watchers):
            return
        self._send(link, match.position(seat))
        if match.over:
            self._send(link, messages.Ended(match.record.to_text() if seat != WATCHER else ""))

    def _show_all(self) -> None:
        for person in self.people:
            self._show_match(person)

    # --- what guests say --------------------------------------------------------------------------------------------

    def receive(self, link: Link, message: ToHost) -> None:
        """Do what a guest's message asks for, or say why not."""
        person = self.people.by_link(link)
        if person is None or self.phase == "closed":
            return
        match message:
            case messages.Answer():
                self._answer(person, message)
            case messages.Say():
                self._say(person, message)
            case messages.AskHint():
                self._hint(person)
            case messages.Undo():
                self._undo(person)
            case messages.NextDeal():
                self._next_deal(person, message.deal)
            case messages.Sit():
                self._sit(person, message.chair)
            case messages.Ready():
                self._ready(person, on=message.on)
            case messages.Leave():
                self._go(person)
            case messages.TakeOver():
                self._take_over(person, on=message.on)
            case messages.Opened():
                self._moved(person, message)
            case messages.Arrange() | messages.Start() | messages.HandOver() | messages.Dismiss() | messages.BreakOff():
                if person.number == self.host:
                    self._decide(person, message)
                else:
                    self._deny(person, "not_host")
            case messages.Hello():
                pass  # a second one on the same connection

    def _decide(
        self,
        host: Person,
        message: messages.Arrange | messages.Start | messages.HandOver | messages.Dismiss | messages.BreakOff,
    ) -> None:
        """Do what only the host may ask for."""
        match message:
            case messages.Arrange():
                self._arrange(host, message)
            case messages.Start():
                self._start(host)
            case messages.HandOver():
                self._hand_over(host, message.to)
            case messages.BreakOff():
                self._break_off(host)
            case messages.Dismiss():
                other = self.people.get(message.who)
                if other is not None and other is not host:
                    self._dismiss(other)

    def _deny(self, person: Person, key: str) -> None:
        if person.link is not None:
            self._send(person.link, messages.Denied(f"online.denied.{key}"))

    def _say(self, person: Person, message: messages.Say) -> None:
        seat = self._place(person)
        if message.phrase in PHRASES:
            self._broadcast(messages.Said(person.number, seat, message.phrase))
        elif not self.rules.free_text:
            self._deny(person, "free_text")
        elif is_line(message.text):
            self._broadcast(messages.Said(person.number, seat, text=message.text))

    # --- before a match ---------------------------------------------------------------------------------------------

    def _sit(self, person: Person, chair: int) -> None:
        if self.phase not in BESIDE:
            self._deny(person, "playing")
        elif chair == STANDING:
            person.chair, person.waits, person.ready = STANDING, False, False
            self._people_changed()
        elif person.watching or not 0 <= chair < self.arrangement.seats:
            self._deny(person, "no_chair")
        elif self.people.in_chair(chair) not in (None, person):
            self._deny(person, "chair_taken")
        else:
            person.chair, person.waits, person.ready = chair, False, False
            self._people_changed()

    def _ready(self, person: Person, *, on: bool) -> None:
        if self.phase in BESIDE and person.chair != STANDING:
            person.ready = on
            self._people_changed()

    def _arrange(self, host: Person, wish: Arrange) -> None:
        """Change the table; who was ready for the old one has to say so again."""
        if self.phase not in BESIDE:
            self._deny(host, "playing")
            return
        try:
            rules = checked(wish)
        except ArrangementError:
            self._deny(host, "bad_arrangement")
            return
        self.arrangement, self.rules = wish, rules
        for person in self.people:
            person.ready = False
            if person.chair >= wish.seats:
                self._settle(person)
        self._people_changed()

    def _start(self, host: Person) -> None:
        """Begin a match with everybody who sits; computer players take the other chairs."""
        seated = self.people.seated()
        if self.phase not in BESIDE:
            self._deny(host, "playing")
        elif not seated:
            self._deny(host, "nobody_sits")
        elif not all(person.ready or person is host or not person.here for person in seated):
            self._deny(host, "not_ready")
        else:
            self._begin(seated)

    def _begin(self, seated: list[Person]) -> None:
        wish = self.arrangement
        chairs = [Chair(fallback.character, fallback.level) for fallback in wish.chairs]
        for person in seated:
            chairs[person.chair] = Chair(PERSON, name=person.name, portrait=person.portrait)
        kind = GAMES[wish.game]
        owner: type[Any] = kind.Options
        house_rules = options.read(owner, wish.options)[0]
        record = Record(wish.game, wish.seats, self._new_key(), house_rules, tuple(chairs))
        record.id = self._new_token()[:40]
        if self.match is not None:
            self.question = self.match.question
        seats = {person.number: person.chair for person in seated}
        self.match = HostedMatch(record, wish.chairs, self.rules, seats, self._new_key(), question=self.question + 1)
        self._enter("play")
        self._people_changed()
        self._show_all()

    def _enter(self, phase: Phase) -> None:
        """Begin a phase: nobody is ready for what comes after it, nobody has waited."""
        self.phase, self._waited, self._heir = phase, 0.0, NOBODY
        for person in self.people:
            person.ready = False

    # --- the match --------------------------------------------------------------------------------------------------

    def _answer(self, person: Person, message: messages.Answer) -> None:
        match, link = self.match, person.link
        assert link is not None
        seat = self._seat(person)
        if match is None or seat == WATCHER:
            self._send(link, messages.Rejected(message.question, "", "online.rejected.no_seat"))
            return
        found = match.check(seat, message.question, message.move)
        if isinstance(found, Move):
            self._play(found)
            self._let_computers_play()
        elif found is not None:
            self._send(link, found)

    def _let_computers_play(self) -> None:
        """Play the moves of computer players that are due."""
        match = self.match
        while match is not None and self.phase == "play":
            move = match.ready_move()
            if move is None:
                return
            self._play(move)

    @property
    def _attended(self) -> bool:
        """Whether somebody who plays is here."""
        return any(person.here and self._seat(person) != WATCHER for person in self.people)

    def _play(self, move: Move) -> None:
        """Play a move and show it; an answer that must wait for others is shown to its own seat alone."""
        match = self.match
        assert match is not None
        number = match.question
        events = match.play(move)
        self.changed = True
        shown: dict[Seat, ToGuest] = {}
        for person in self.people:
            seat = self._seat(person)
            alone = match.question == number and seat != move.seat
            if person.link is None or alone or (seat == WATCHER and not self.rules.watchers):
                continue
            if seat not in shown:
                shown[seat] = match.happened(events, seat)
            self._send(person.link, shown[seat])
        if match.over:
            self._end()
        elif match.deal:
            self._enter("results")
            self._people_changed()

    def _end(self) -> None:
        """Give the whole match to those who played it."""
        match = self.match
        assert match is not None
        self._enter("over")
        for person in [person for person in self.people if person.left]:
            self.people.remove(person)
        self._people_changed()
        record = match.record.to_text()
        for person in self.people:
            if person.link is not None:
                self._send(person.link, messages.Ended(record if self._seat(person) != WATCHER else ""))

    def _break_off(self, host: Person) -> None:
        """End the match without a result, and go back to the room, where all have the chairs that they had."""
        match = self.match
        if match is None or self.phase not in ("play", "results"):
            return
        match.stop_thinking()
        self._unwanted += match.take_wishes()[1]
        self.match, self.question = None, match.question
        self._enter("room")
        for person in [person for person in self.people if person.left]:
            self.people.remove(person)
        self._tell("broken_off", host)
        self._people_changed()

    def _next_deal(self, person: Person, deal: int) -> None:
        match = self.match
        if match is not None and self.phase == "results" and deal == match.deal and self._seat(person) != WATCHER:
            person.ready = True
            self._people_changed()

    def _go_on_if_ready(self, *, anyhow: bool = False) -> None:
        """Begin the next deal once everybody who is here has seen the result."""
        match = self.match
        assert match is not None
        waiting = [p for p in self.people if self._seat(p) != WATCHER and self._plays(p) and not p.ready]
        if (anyhow or not waiting) and self._attended:
            match.go_on()
            self._enter("play")
            self._broadcast(messages.Clock(match.question, match.left_ms))

    def _hint(self, person: Person) -> None:
        match = self.match
        if match is None or self._seat(person) == WATCHER or self.phase != "play":
            return
        if not self.rules.hints:
            self._deny(person, "hints")
            return
        match.record.hinted += 1
        self._tell("hint", person)
        self._people_changed()

    def _undo(self, person: Person) -> None:
        """Take a decision back, if the table allows that and nobody else has moved since."""
        match = self.match
        if match is None or self._seat(person) == WATCHER or self.phase not in ("play", "results"):
            return
        if not self.rules.undo:
            self._deny(person, "undo")
        elif not match.undo(self._seat(person)):
            self._deny(person, "undo_none")
        else:
            self._enter("play")
            self._tell("undo", person)
            self._people_changed()
            self._show_all()

    # --- handing over -----------------------------------------------------------------------------------------------

    def _hand_over(self, host: Person, to: int) -> None:
        """Let another person decide; if the table lives at the host's computer, ask them to open it at theirs."""
        heir = self.people.get(to)
        if heir is None or heir is host or heir.link is None or heir.watching or self.phase == "moving":
            self._deny(host, "no_heir")
        elif self._dedicated:
            self.host = heir.number
            self._tell("host", heir)
            self._people_changed()
        elif self.phase not in BESIDE:
            self._deny(host, "hand_playing")
        else:
            self._heir = heir.number
            self._send(heir.link, messages.Offered())
            self._tell_host("asked", heir)

    def _tell_host(self, key: str, person: Person) -> None:
        """Tell the host alone something about a person."""
        host = self.people.get(self.host)
        if host is not None and host.link is not None:
            self._send(host.link, messages.Told(key, person.number, self._place(person)))

    def _take_over(self, person: Person, *, on: bool) -> None:
        """Hand the table to the person to whom it was offered, or stay if they don't want it or can't open it."""
        if person.number != self._heir or person.link is None:
            if on:
                self._deny(person, "no_heir")
        elif on and self.phase in BESIDE:
            self._phase_before, self.phase, self._waited = self.phase, "moving", 0.0
            question = self.question if self.match is None else self.match.question
            handed = messages.Handed(self.arrangement, self.people.given, self.people.handed(), question)
            self._send(person.link, handed)
            self._people_changed()
        elif not on and self.phase == "moving":
            self._stay()
        elif not on:
            self._heir = NOBODY
            self._tell_host("declined", person)

    def _moved(self, heir: Person, opened: messages.Opened) -> None:
        """Send everybody to where the table is open now, each with the voucher that is theirs."""
        invitation = opened.invitation
        if self.phase != "moving" or heir.number != self._heir:
            return
        if not invitation.isprintable() or not 0 < len(invitation) <= LONGEST_INVITATION:
            self._stay()
            return
        for person in self.people:
            if person.link is not None and person is not heir:
                self._send(person.link, messages.Elsewhere(invitation, opened.vouchers.get(person.number, "")))
        self.phase, self._heir, self.changed = "closed", NOBODY, True

    def _stay(self) -> None:
        """Go on here, as the table could not be opened elsewhere."""
        if self.phase == "moving":
            self.phase = self._phase_before
        self._waited, self._heir = 0.0, NOBODY
        host = self.people.get(self.host)
        if host is not None:
            self._deny(host, "no_heir")
        self._people_changed()

    # --- time -------------------------------------------------------------------------------------------------------

    def pass_time(self, ms: float) -> None:
        """Let milliseconds pass: for the away, the clock, computer players, and what must not last.

        A match stands still while nobody who plays it is here.
        """
        if self.phase == "closed":
            return
        before = {person.number for person in self.people if self._plays(person)}
        self.people.pass_time(ms)
        self._waited += ms
        gone = [person for person in self.people if person.number in before and not self._plays(person)]
        for person in gone:
            if person.number == self.host:
                self._pass_on_host()
        missing = self._missing(gone)
        for person in missing:
            self.people.remove(person)
        if gone or missing:
            self._people_changed()
        match = self.match
        if self.phase == "moving" and self._waited >= MOVING_PATIENCE:
            self._stay()
        elif self.phase == "results" and self._waited >= RESULT_PATIENCE and self._attended:
            self._go_on_if_ready(anyhow=True)
            self._people_changed()
        elif self.phase == "play" and match is not None and self._attended:
            for seat in match.pass_time(ms):
                self._broadcast(messages.Told("out_of_time", self._number_at(seat), seat))
            self._let_computers_play()

    def _missing(self, gone: list[Person]) -> list[Person]:
        """Those who aren't waited for any more, so that their chairs are free; in a match the computer plays.

        Who was gone before a match ended may still come for its record.
        """
        if self.phase not in BESIDE:
            return []
        absent = [person for person in self.people if not self._plays(person)] if self.phase == "room" else gone
        return [person for person in absent if person.number != self.host and person.token != self._host_token]

    def _number_at(self, seat: Seat) -> int:
        """Number of the person who plays at a seat."""
        return next((person.number for person in self.people if self._seat(person) == seat), NOBODY)


def checked(wish: Arrange) -> TableRules:
    """Return the rules of a wished table.

    Raises:
        ArrangementError: there is no such game, number of seats, house rule, rule, character or level.
    """
    kind = GAMES.get(wish.game)
    if kind is None or wish.seats != len(wish.chairs) or wish.seats not in kind.seats_allowed:
        raise ArrangementError("no such game, or not for so many")
    if not all(map(can_play, wish.chairs)):
        raise ArrangementError("no such computer player")
    owner: type[Any] = kind.Options
    rules, problems = options.read(TableRules, wish.rules)
    if problems or options.read(owner, wish.options)[1]:
        raise ArrangementError("no such rule")
    return rules
