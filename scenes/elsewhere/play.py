"""Taking part in a match that a host elsewhere plays, or watching it."""

from collections.abc import Iterator

import pygame

from engine.moves import Move, Refusal, Seat
from engine.online.followed import FollowedMatch
from engine.online.messages import Denied, NextDeal, Rejected, Said, Say, Told, Undo
from scenes.elsewhere.clock import TableClock
from scenes.elsewhere.keeping import keep_if_wanted
from scenes.elsewhere.menu import table_menu
from scenes.look.keys import plain_key
from scenes.shell.context import Company, Context
from scenes.shell.destinations import DealResult, Friends, Room, TableElsewhere
from scenes.shell.dialog import confirm_dialog
from scenes.shell.phrases import PhrasesDialog
from scenes.table.panels.tools import TALK, TableTools
from scenes.table.ports import TablePort
from scenes.table.stage.stage import Presence
from scenes.table.taking_part import TakingPart
from scenes.text.people import person_at_table
from scenes.text.talk import Talk

MOST_BEHIND = 4
"""Maximum number of moves that wait to be shown; when there are more, some are shown at once."""


class PlayElsewhere(TakingPart):
    """Shows step by step what the host tells, and sends the player's answers.

    Args:
        context: the program.
        match: the match as this guest follows it.
        company: the way to the host.
    """

    teaches = False
    """The others wait: nobody leaves the table for a lesson."""

    def __init__(self, context: Context, match: FollowedMatch, company: Company) -> None:
        super().__init__(context, match)
        self.followed = match
        self.company = company
        self.takes_part = not match.watches
        self._roster: object = None
        """The roster that the table shows."""
        self._ready_for = 0
        """Number of the last deal after which the player went on."""

    def begin(self, table: TablePort) -> None:
        super().begin(table)
        self.clock = TableClock(table, self.followed)
        self._seat_people()

    def arrive(self) -> None:
        """Say the goal of a new game, but not while the table's clock runs: it stops for nobody."""
        if not self.followed.guest.rules.turn_clock:
            super().arrive()

    # --- how it looks -----------------------------------------------------------------------------------------------

    @property
    def me(self) -> Seat | None:
        return None if self.followed.watches else self.followed.viewer

    def tools(self) -> TableTools:
        tools, rules = super().tools(), self.followed.guest.rules
        if self.followed.watches:
            return tools._replace(sort=None, hint=None, undo=None, what_now=None, talk=self.talk)
        return tools._replace(
            hint=tools.hint if rules.hints else None, undo=tools.undo if rules.undo else None, talk=self.talk
        )

    def prompt(self) -> str:
        words, guest = self.table.words, self.followed.guest
        if guest.link != "joined":
            return words("elsewhere.lost")
        if self._waits and self.table.stage.director.quiet:
            names = [words.seat_name(seat) for seat in self._unready()]
            return words("elsewhere.waiting", names=words.joined(names)) if names else ""
        turn = self.followed.game.waiting() if self.table.stage.director.quiet else ()
        if len(turn) == 1 and turn[0] in self.table.stage.presence:
            return words(f"elsewhere.turn.{self.table.stage.presence[turn[0]]}", name=words.seat_name(turn[0]))
        return super().prompt()

    @property
    def _waits(self) -> bool:
        """Whether others still look at the result of a deal."""
        roster = self.followed.guest.roster
        return roster is not None and roster.phase == "results" and not self.followed.guest.steps

    def _unready(self) -> Iterator[Seat]:
        """The seats of those who still look at the result."""
        guest = self.followed.guest
        for seat, chair in enumerate(guest.roster.chairs if guest.roster else ()):
            person = guest.person(chair.person)
            if person is not None and person.here and not person.ready and person.number != guest.you:
                yield seat

    # --- time -------------------------------------------------------------------------------------------------------

    def follow(self) -> bool:
        changed = self._seat_people()
        return self._tell_news() or changed

    def update(self, dt: float) -> bool:
        if not self.table.on_top:
            return False
        changed = False
        if self.followed.guest.link == "closed":
            self.context.go(Friends())
            return True
        if self._broken_off:
            self.go_to_room()
            return True
        if self._scored is None:
            changed |= self._show_steps()
            changed |= self.clock.update()
        return super().update(dt) or changed

    @property
    def _broken_off(self) -> bool:
        """Whether the host has ended the match before its end."""
        roster = self.followed.guest.roster
        return roster is not None and roster.phase == "room"

    @property
    def due(self) -> float:
        return 0.0

    def _show_steps(self) -> bool:
        """Show what the host has told since; one step after the other, as if it happened here."""
        director, steps, shown = self.table.stage.director, self.followed.guest.steps, False
        while steps and not director.stopped and (director.quiet or steps[0].anew or len(steps) > MOST_BEHIND):
            director.finish()
            if self._scored is not None or director.stopped:
                break
            self._show_step()
            shown = True
        return shown

    def _show_step(self) -> None:
        if self.followed.over and self.followed.guest.steps[0].anew:
            self.context.go(TableElsewhere())  # another match has begun
            return
        step = self.followed.next_step()
        assert step is not None
        self.table.stage.shown.game = self.followed.game
        self.turns.drop_choice()
        if step.anew:
            self.table.stage.director.stopped = False
            self.show_position()
        else:
            self.table.show(step.events)

    def _seat_people(self) -> bool:
        """Show who sits there and who is away; True when that has changed."""
        roster = self.followed.guest.roster
        if roster is None or roster is self._roster:
            return False
        self._roster = roster
        presence: dict[Seat, Presence] = {}
        for seat, chair in enumerate(roster.chairs):
            person = self.followed.guest.person(chair.person)
            if person is not None and (chair.played or not person.here):
                presence[seat] = "played" if chair.played else "away"
        self.table.stage.presence = presence
        if self.followed.seat_people():
            self.table.lay_out()
        return True

    def _tell_news(self) -> bool:
        """Tell what has come since: what somebody says, who comes and goes, why an answer doesn't count."""
        news = self.company.news
        told = bool(news)
        while news:
            match news.popleft():
                case Said() as said:
                    self._hear_said(said)
                case Told() as one:
                    self._toast(f"online.told.{one.key}", "people", one.who)
                case Denied() as denied:
                    self.context.tell(denied.key, "info", **denied.figures)
                case Rejected() as rejected:
                    self.table.control.cancel()
                    self.table.refuse(Refusal(rejected.rule, rejected.key, rejected.figures))
        return told

    def _hear_said(self, said: Said) -> None:
        """Show a phrase in a bubble, or as a message if it is somebody's without a chair."""
        if said.seat < 0:
            talk = Talk(0, "", said.phrase, said.text)
            self._toast("online.said", "talk", said.who, talk.line(self.table.words))
            return
        talk = Talk(said.seat, "", said.phrase, said.text)
        self.table.hud.talk(talk)
        self.table.log.hear(talk)

    def _toast(self, key: str, icon: str, who: int, text: str = "") -> None:
        """Show a message about a person at the table, unless that is the player; ``text`` is what they say."""
        person = self.followed.guest.person(who)
        if who != self.followed.guest.you:
            name = person_at_table(self.context.words, who, "" if person is None else person.name)
            self.context.tell(key, icon, name=name, text=text)

    # --- moves ------------------------------------------------------------------------------------------------------

    def make(self, move: Move, *, keep_choice: bool = False) -> None:
        hud = self.table.hud
        self.turns.drop_choice()
        hud.drop_refusal()
        hud.unsay(move.seat)
        self.followed.play(move)
        hud.refresh_answers()

    def undo(self) -> None:
        if not self.followed.guest.rules.undo:
            self.table.refuse(Refusal("", "undo_table"))
        elif self._scored is None and not self.followed.watches:
            self.company.send([Undo()])

    def redo(self) -> None:
        self.table.refuse(Refusal("", "undo_table" if not self.followed.guest.rules.undo else "redo_none"))

    def hint(self) -> None:
        if self.followed.guest.rules.hints:
            super().hint()
        else:
            self.table.refuse(Refusal("", "hint_table"))

    # --- results ----------------------------------------------------------------------------------------------------

    def _show_result(self) -> None:
        scored, self._scored = self._scored, None
        assert scored is not None
        table, game = self.table, self.followed.game
        table.control.cancel()
        outcome = game.outcome
        final = outcome is not None and scored.deal == len(game.history)
        winners = outcome.winners if outcome and final else scored.winners
        self.coach.deal_over()
        table.sounds.result(winners, scored.points, final=final, out=table.hud.plates.out)
        self._ready_for = scored.deal
        if final or table.stage.layout.sheet_each_deal:
            ways = self._next_deal, self.go_to_room, self.go_home if final else self._ask_to_leave
            known = final and self.followed.adopt_record()
            onward, away = "elsewhere.to_table", "elsewhere.leave"
            self.context.open(DealResult(self.followed, scored, final, *ways, onward=onward, away=away, known=known))
            if known:
                keep_if_wanted(self.context, self.followed)
        else:
            self._next_deal()

    def _next_deal(self) -> None:
        """Close the result, if it is shown, and be ready for the next deal."""
        self.table.uncover()
        self.table.stage.director.resume()
        if not self.followed.watches:
            self.company.send([NextDeal(self._ready_for)])

    # --- talking, leaving -------------------------------------------------------------------------------------------

    def talk(self) -> None:
        """Choose something to say."""
        self.table.control.cancel()
        self.context.open(PhrasesDialog(self.context, self._say, free_text=self.followed.guest.rules.free_text))

    def _say(self, phrase: str, text: str) -> None:
        self.company.send([Say(phrase, text)])

    def menu(self) -> None:
        self.table.control.cancel()
        self.context.open(table_menu(self.context, self.company, self.followed.record, self._ask_to_leave))

    def go_to_room(self) -> None:
        """Go to where the next match begins."""
        self.context.go(Room())

    def _ask_to_leave(self) -> None:
        """Leave the table if the player really wants that: whoever has it at this computer closes it for everybody."""
        key = "online.closing" if self.company.invitations else "online.leaving"
        self.context.open(confirm_dialog(self.context, key, self.go_home, wary=True))

    def go_home(self) -> None:
        """Leave the table for good."""
        self.company.leave()
        self.context.go(Friends())

    # --- input ------------------------------------------------------------------------------------------------------

    def key(self, event: pygame.Event) -> bool:
        if plain_key(event) == TALK:
            self.talk()
            return True
        return super().key(event)
