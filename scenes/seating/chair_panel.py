"""The panel of the seating screen for the chosen chair: its candidates, or the person who sits there."""

from collections.abc import Sequence
from functools import partial
from typing import Protocol

from pygame import FRect

from engine.match.record import PERSON, Chair
from engine.people import CHARACTERS, LEVELS
from engine.profile.fair_tables import FairTable
from scenes.look.look import Look
from scenes.look.theme import MUTED
from scenes.look.widgets import Chip, IconButton, Label, Panel, Segmented, Widget
from scenes.look.widgets.seat_tiles import Candidate
from scenes.seating.seat_plan import SeatPlan
from scenes.shell.person_panel import TWO_ROWS, PersonShown, person_height, person_panel
from scenes.text.strength import level_text, where
from scenes.text.words import Words

_CHIP = 760.0
"""Panel width from which the random choice has a text beside its icon."""
_GAP = 5.0
_ROOMY = 700.0
"""Panel width from which the levels are as wide as they like to be."""
_LEVELS_LEAST = 340.0
"""Width of the levels where there is less."""
_NO_TEXT = 14.0
"""Height of the line below a candidate's name that nobody needs at a fair table, where all play equally well."""
_FAIR_LINE = 62.0
"""Height of the line about a fair table."""
_FAIR_CHOICES = 310.0
"""Width for the choices beside it in words; where there is less, they are icons."""


class ChairChooser(Protocol):
    """The parts of the seating screen that the panel uses."""

    plan: SeatPlan
    chair: int
    """Number of the chosen chair; 0 is the player's own."""
    fair: FairTable
    """The player's fair table in this game; ``chosen`` says whether the next match is played there."""

    @property
    def chairs(self) -> Sequence[Chair]:
        """All chairs, by seat."""

    @property
    def own(self) -> Chair:
        """The player's chair."""

    def unnamed(self, seat: int) -> str:
        """Name of a person without one."""

    def sit(self, slug: str) -> None:
        """Give the chosen chair to a computer player."""

    def sit_person(self) -> None:
        """Give the chosen chair to a person."""

    def set_level(self, level: str) -> None:
        """Set the level of the computer player in the chosen chair."""

    def choose_fair(self) -> None:
        """Choose a fair table: all computer players play at the strength that suits the player."""

    def pin_fair(self) -> None:
        """Keep the strength at the fair table, or let it move again."""

    def restart_fair(self) -> None:
        """Let the fair table begin again, from the player's rating."""

    def surprise(self) -> None:
        """Give the chosen chair to a random computer player."""

    def take_portrait(self, portrait: str) -> None:
        """Set the portrait of the person in the chosen chair."""

    def write_name(self, name: str) -> None:
        """Set the name of the person in the chosen chair."""


class ChairPanel:
    """Builds the widgets of the panel.

    Args:
        seating: the chairs, of which one is chosen.
        look: measures texts.
        words: texts.
        high: whether there is room for large portraits.
    """

    def __init__(self, seating: ChairChooser, look: Look, words: Words, *, high: bool) -> None:
        self.seating = seating
        self.look = look
        self.words = words
        self.high = high

    @property
    def _person(self) -> bool:
        return self.seating.chairs[self.seating.chair].who == PERSON

    def height(self, wide: float) -> float:
        """Return the panel's height for a width, logical pixels."""
        if self._person:
            return person_height(wide, self.high)
        one_row = (158.0 if self.high else 124.0) - (_NO_TEXT if self.seating.fair.chosen else 0.0)
        return self._head_height(wide) + (2 * 118 + 10 if wide < TWO_ROWS else one_row)

    def _head_height(self, wide: float) -> float:
        """Height of everything above the candidates."""
        return (60.0 if wide >= TWO_ROWS else 108.0) + (_FAIR_LINE if self.seating.fair.chosen else 0.0)

    def widgets(self, panel: FRect) -> list[Widget]:
        """Return all widgets in focus order."""
        return self._of_person(panel) if self._person else self._of_candidates(panel)

    def _of_person(self, panel: FRect) -> list[Widget]:
        seating, seat = self.seating, self.seating.chair
        chair = seating.own if seat == 0 else seating.plan.persons[seat]
        shown = PersonShown(chair.name, chair.portrait, seating.unnamed(seat), further=seat > 0)
        leave = partial(seating.sit, seating.plan.line_up[seat - 1].who) if seat else None
        return person_panel(
            self.words, self.look, panel, shown, take=seating.take_portrait, write=seating.write_name, leave=leave
        )

    def _of_candidates(self, panel: FRect) -> list[Widget]:
        seating, words = self.seating, self.words
        chosen = seating.chairs[seating.chair]
        head = self._head(panel, chosen)
        top = panel.top + self._head_height(panel.width)
        if seating.fair.chosen:
            head += self._fair_line(FRect(panel.left + 18, top - _FAIR_LINE, panel.width - 32, _FAIR_LINE))
        rows = 1 if panel.width >= TWO_ROWS else 2
        columns = -(-(len(CHARACTERS) + 1) // rows)
        cell = (panel.width - 28 - (columns - 1) * _GAP) / columns
        high = (panel.bottom - 10 - top) / rows
        seated = seating.plan.seated()
        cells = []
        for person in CHARACTERS.values():
            mine = person.slug == chosen.who
            away = person.slug in seated and not mine
            shown = "" if away else chosen.level if mine or seating.fair.chosen else person.level
            text = words("app.seating.seated") if away else "" if seating.fair.chosen else level_text(words, shown)
            sit = partial(seating.sit, person.slug)
            cells.append(Candidate(person.slug, person.name, text, shown, sit, chosen=mine))
            cells[-1].enabled = not away
        next_ = seating.plan.next_person(seating.own.portrait)
        name, text = next_.name or words("app.seating.someone"), words("app.seating.someone.where")
        cells.append(Candidate(next_.portrait, name, text, "", seating.sit_person, chosen=False))
        for i, candidate in enumerate(cells):
            row, place = divmod(i, columns)
            left = panel.left + 14 + place * (cell + _GAP)
            candidate.rect = FRect(left, top + row * high, cell, high - 4 * (rows - 1))
        return [Panel(panel), *head, *cells]

    def _head(self, panel: FRect, chosen: Chair) -> list[Widget]:
        """Return the head with name and level."""
        look, words, seating = self.look, self.words, self.seating
        roomy = not TWO_ROWS <= panel.width < _ROOMY
        level = Segmented(
            [words(f"app.level.{level}") for level in LEVELS]
            + [words("app.level.fair" if roomy else "app.fair.short")],
            len(LEVELS) if seating.fair.chosen else LEVELS.index(chosen.level),
            lambda i: seating.set_level(LEVELS[i]) if i < len(LEVELS) else seating.choose_fair(),
        )
        wide = level.preferred(look)[0] if roomy else _LEVELS_LEAST
        one = panel.width >= TWO_ROWS
        surprise: Chip | IconButton
        if one:
            level.rect = FRect(panel.right - 14 - wide, panel.top + 10, wide, 40)
        else:
            level.rect = FRect(panel.left + 14, panel.top + 56, panel.width - 28, 40)
        if panel.width >= _CHIP:
            surprise = Chip(words("app.seating.surprise"), seating.surprise, icon="dice")
            surprise.height = 32
            surprise.radius = 16
        else:
            surprise = IconButton("dice", seating.surprise, name=words("app.seating.surprise"), size=40)
        surprise.place(look, level.rect.left - 12 if one else panel.right - 14, panel.top + 30, "midright")
        room = surprise.rect.left - panel.left - 34
        title = Label(words("app.seating.who", name=CHARACTERS[chosen.who].name), "tag", max_width=room)
        title.place(look, panel.left + 18, panel.top + 21, "midleft")
        style = Label(words(f"people.style.{chosen.who}"), "small", MUTED, max_width=room)
        style.place(look, panel.left + 18, panel.top + 43, "midleft")
        return [title, style, surprise, level]

    def _fair_line(self, area: FRect) -> list[Widget]:
        """Return how strong the others play at the fair table, what becomes of that, and the choices there."""
        look, words, seating = self.look, self.words, self.seating
        fair = seating.fair
        several = sum(chair.who == PERSON for chair in seating.chairs) > 1
        key = "app.fair.several" if several else "app.fair.stays" if fair.pinned else "app.fair.moves"
        text = words(key, n=len(seating.chairs))
        choices: list[Widget] = []
        right = area.right
        worded = area.width >= look.text_width(text, "small") + _FAIR_CHOICES
        for icon, name, act, chosen in (
            ("restart", words("app.fair.restart"), seating.restart_fair, False),
            ("lock", words("app.fair.pin"), seating.pin_fair, fair.pinned),
        ):
            button: Chip | IconButton
            if worded:
                button = Chip(name, act, icon=icon)
                button.height, button.radius = 32, 16
            else:
                button = IconButton(icon, act, name=name, size=40)
            button.chosen = chosen
            button.place(look, right, area.centery + 1, "midright")
            right = button.rect.left - 8
            choices.insert(0, button)
        room = right - area.left - 8
        plays = Label(words("app.fair.plays", where=where(words, fair.level)), "label", max_width=room)
        plays.place(look, area.left, area.centery - 10, "midleft")
        note = Label(text, "small", MUTED, max_width=room)
        note.place(look, area.left, area.centery + 11, "midleft")
        return [plays, note, *choices]
