"""Panel of the seating screen for the chosen chair: its candidates, or the person seated there."""

from collections.abc import Sequence
from functools import partial
from typing import Protocol

from engine.characters import CHARACTERS, LEVELS
from engine.match.record import PERSON, Chair
from engine.profile.fair_tables import FairTable
from engine.statistics.store import HeadToHead
from scenes.render.theme import MUTED
from scenes.screens.seating.seat_plan import SeatPlan
from scenes.shell.person_panel import (
    MIN_NAME_BESIDE_TITLE_WIDTH,
    PanelPerson,
    candidate_tiles,
    panel_title,
    person_panel,
    small_choice,
)
from scenes.text.catalogue import Words
from scenes.text.head_to_head import head_to_head_text, short_head_to_head_text
from scenes.text.strength_texts import strength_text
from scenes.ui.boxes import Column, FirstThatFits, Grid, Row
from scenes.ui.text import Text
from scenes.ui.widgets import Panel, Segmented, Widget
from scenes.ui.widgets.seat_tiles import CharacterTile

_MIN_RANDOM_LABEL_PANEL_WIDTH = 760.0
"""Minimum panel width at which the random choice has a text, logical pixels."""
_GAP = 5.0
_MIN_FULL_LEVELS_PANEL_WIDTH = 700.0
"""Minimum panel width for level buttons of their preferred width, logical pixels."""
_NARROW_LEVELS_WIDTH = 340.0
"""Width of the level buttons on a narrower panel, logical pixels."""
_LEVEL_LINE_HEIGHT = 14.0
"""Height of the level below a candidate's name, logical pixels; left out at a fair table, where all levels are
equal."""
_FAIR_LINE_HEIGHT = 62.0
"""Height of the line about a fair table, logical pixels."""


class SeatingActions(Protocol):
    """Interface of the seating screen for the panel of the chosen chair."""

    plan: SeatPlan
    chosen_seat: int
    """Seat of the chosen chair; 0 is the player's own."""
    fair_table: FairTable
    """The player's fair table in this game; ``chosen`` says whether it is used for the next match."""

    @property
    def chairs(self) -> Sequence[Chair]:
        """All chairs at the table, by seat."""

    @property
    def own_chair(self) -> Chair:
        """The player's own chair at the table."""

    def head_to_head(self, character: str) -> HeadToHead:
        """Return the matches that the player and a character have won against each other."""

    def placeholder_name(self, seat: int) -> str:
        """Return the name shown for a person without a name."""

    def seat_character(self, slug: str) -> None:
        """Give the chosen chair to a computer player."""

    def seat_person(self) -> None:
        """Give the chosen chair to a person."""

    def set_level(self, level: str) -> None:
        """Set the level of the computer player in the chosen chair."""

    def choose_fair_table(self) -> None:
        """Choose a fair table: all computer players play at a strength adapted to the player."""

    def toggle_fair_pin(self) -> None:
        """Pin the strength of a fair table, which otherwise adapts to the player's results, or unpin it."""

    def reset_fair_strength_to_rating(self) -> None:
        """Set the strength of the bots at a fair table back to the player's rating."""

    def seat_random_character(self) -> None:
        """Give the chosen chair to a random computer player."""

    def set_portrait(self, portrait: str) -> None:
        """Set the portrait of the person in the chosen chair."""

    def set_name(self, name: str) -> None:
        """Set the name of the person in the chosen chair."""

    def refresh(self) -> None:
        """Show the name of the person in the chosen chair while it is typed."""


def seating_panel(seating: SeatingActions, words: Words, *, width: float, is_tall: bool) -> Column:
    """Return the panel of the chosen chair.

    Args:
        seating: the chairs and the chosen one.
        words: texts.
        width: width of the panel, logical pixels.
        is_tall: whether the canvas is high enough for large portraits.
    """
    seat = seating.chosen_seat
    if seating.chairs[seat].who != PERSON:
        return _candidate_panel(seating, words, width=width, is_tall=is_tall)
    chair = seating.own_chair if seat == 0 else seating.plan.other_persons[seat]
    return person_panel(
        words,
        PanelPerson(chair.name, chair.portrait, seating.placeholder_name(seat), is_other=seat > 0),
        width=width,
        has_large_tiles=is_tall,
        on_portrait=seating.set_portrait,
        on_name=seating.set_name,
        on_name_typed=seating.refresh,
        on_free_chair=partial(seating.seat_character, seating.plan.line_up[seat - 1].who) if seat else None,
    )


def _candidate_panel(seating: SeatingActions, words: Words, *, width: float, is_tall: bool) -> Column:
    """Return the panel of a computer player's chair, with all who could take it."""
    chosen, is_fair = seating.chairs[seating.chosen_seat], seating.fair_table.chosen
    is_one_row = width >= MIN_NAME_BESIDE_TITLE_WIDTH
    seated = seating.plan.seated_characters()
    tiles = candidate_tiles(words, seated, chosen.who, chosen.level, seating.seat_character, is_fair=is_fair)
    person = seating.plan.next_known_or_new_person(seating.own_chair.portrait)
    name, text = person.name or words("app.seating.someone"), words("app.seating.someone.where")
    next_person = CharacterTile(person.portrait, name, text, "", seating.seat_person, is_chosen=False)
    tiles.append(next_person.with_layout(("candidate", PERSON)))
    row_height = (148.0 if is_tall else 114.0) - (_LEVEL_LINE_HEIGHT if is_fair else 0.0) if is_one_row else 114.0
    columns = len(tiles) if is_one_row else -(-len(tiles) // 2)
    return Column(
        *_head(seating, words, chosen, width),
        _fair_line(seating, words) if is_fair else None,
        Grid(*tiles, columns=columns, gaps=(_GAP, 4), min_row_height=row_height),
        padding=(14, 10, 14, 10 if is_one_row else 14),
        background=Panel(),
    )


def _head(seating: SeatingActions, words: Words, chosen: Chair, width: float) -> list[Widget]:
    """Return the lines at the head of a computer player's panel: name, style, random choice and level."""
    is_one_row = width >= MIN_NAME_BESIDE_TITLE_WIDTH
    is_roomy = not is_one_row or width >= _MIN_FULL_LEVELS_PANEL_WIDTH
    title = words("app.seating.who", name=CHARACTERS[chosen.who].name)
    style, matches = words(f"people.style.{chosen.who}"), seating.head_to_head(chosen.who)
    score, short = (kind(words, chosen.who, matches) for kind in (head_to_head_text, short_head_to_head_text))
    helps = (f"{style} · {score}", score, short) if score else (style,)
    has_label = width >= _MIN_RANDOM_LABEL_PANEL_WIDTH
    line = [
        panel_title(title, *helps).with_layout(margin=(4, 0, 16, -4)),
        small_choice(
            words("app.seating.surprise"), "dice", seating.seat_random_character, key="random", has_label=has_label
        ),
    ]
    levels = Segmented(
        [*(words(f"app.level.{level}") for level in LEVELS), words("app.level.fair" if is_roomy else "app.fair.short")],
        len(LEVELS) if seating.fair_table.chosen else LEVELS.index(chosen.level),
        lambda i: seating.set_level(LEVELS[i]) if i < len(LEVELS) else seating.choose_fair_table(),
    ).with_layout("level", width=None if is_roomy else _NARROW_LEVELS_WIDTH, height=40, name=title)
    if is_one_row:
        return [Row(*line, levels.with_layout(margin=(12, 0, 0, 0))).with_layout(height=40, margin=(0, 0, 0, 10))]
    return [Row(*line).with_layout(height=40), levels.with_layout(margin=(0, 6, 0, 12))]


def _fair_line(seating: SeatingActions, words: Words) -> Row:
    """Return the line about the fair table, whose bots adapt to the player: strength, coming change, and buttons."""
    fair = seating.fair_table
    has_other_persons = sum(chair.who == PERSON for chair in seating.chairs) > 1
    key = "app.fair.several" if has_other_persons else "app.fair.stays" if fair.pinned else "app.fair.moves"

    def choices(*, has_label: bool) -> Row:
        restart, pin = words("app.fair.restart"), words("app.fair.pin")
        return Row(
            small_choice(pin, "lock", seating.toggle_fair_pin, key="pin", has_label=has_label, is_chosen=fair.pinned),
            small_choice(restart, "restart", seating.reset_fair_strength_to_rating, key="restart", has_label=has_label),
            gap=8,
        )

    texts = Column(
        Text(words("app.fair.plays", where=strength_text(words, fair.level)), "label").with_layout(height=21),
        Text(words(key, n=len(seating.chairs)), "small", MUTED).with_layout(height=21),
    )
    return Row(
        texts.with_layout(grow=1, shrink_order=2, margin=(4, 0, 8, 0)),
        FirstThatFits(choices(has_label=True), choices(has_label=False)),
    ).with_layout(height=_FAIR_LINE_HEIGHT)
