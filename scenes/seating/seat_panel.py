"""Panel of the seating screen for the chosen chair: its candidates, or the person seated there."""

from collections.abc import Sequence
from functools import partial
from typing import Protocol

from pygame import FRect

from engine.characters import CHARACTERS, LEVELS
from engine.match.record import PERSON, Chair
from engine.profile.fair_tables import FairTable
from scenes.render.renderer import Renderer
from scenes.render.theme import MUTED
from scenes.render.widgets import Chip, IconButton, Label, Panel, Segmented, Widget
from scenes.render.widgets.seat_tiles import CharacterTile
from scenes.seating.seat_plan import SeatPlan
from scenes.shell.person_panel import MIN_NAME_BESIDE_TITLE_WIDTH, PanelPerson, person_panel, person_panel_height
from scenes.text.catalogue import Words
from scenes.text.strength_texts import level_name, strength_text

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
_MIN_WIDTH_FOR_FAIR_LABELS = 310.0
"""Minimum width beside the text at a fair table for buttons with labels, logical pixels; narrower ones are icons."""


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

    def show_name(self, name: str) -> None:
        """Show the name of the person in the chosen chair while it is typed."""


class SeatingPanelBuilder:
    """Builder of the seating screen's panel for the chosen chair.

    Args:
        seating: the chairs and the chosen one.
        renderer: measures texts.
        words: texts.
        is_tall: whether the canvas is high enough for large portraits.
    """

    def __init__(self, seating: SeatingActions, renderer: Renderer, words: Words, *, is_tall: bool) -> None:
        self.seating = seating
        self.renderer = renderer
        self.words = words
        self.is_tall = is_tall

    @property
    def _is_person(self) -> bool:
        return self.seating.chairs[self.seating.chosen_seat].who == PERSON

    def height(self, width: float) -> float:
        """Return the height of the chosen chair's panel for a width, logical pixels."""
        if self._is_person:
            return person_panel_height(width, self.is_tall)
        one_row = (158.0 if self.is_tall else 124.0) - (_LEVEL_LINE_HEIGHT if self.seating.fair_table.chosen else 0.0)
        return self._head_height(width) + (2 * 118 + 10 if width < MIN_NAME_BESIDE_TITLE_WIDTH else one_row)

    def _head_height(self, width: float) -> float:
        """Return the height of the chosen chair's panel above the candidates."""
        return (60.0 if width >= MIN_NAME_BESIDE_TITLE_WIDTH else 108.0) + (
            _FAIR_LINE_HEIGHT if self.seating.fair_table.chosen else 0.0
        )

    def widgets(self, panel: FRect) -> list[Widget]:
        """Return all widgets of the chosen chair's panel in focus order."""
        return self._person_widgets(panel) if self._is_person else self._candidate_widgets(panel)

    def _person_widgets(self, panel: FRect) -> list[Widget]:
        seating, seat = self.seating, self.seating.chosen_seat
        chair = seating.own_chair if seat == 0 else seating.plan.other_persons[seat]
        shown = PanelPerson(chair.name, chair.portrait, seating.placeholder_name(seat), is_other=seat > 0)
        leave = partial(seating.seat_character, seating.plan.line_up[seat - 1].who) if seat else None
        return person_panel(
            self.words,
            self.renderer,
            panel,
            shown,
            on_portrait=seating.set_portrait,
            on_name=seating.set_name,
            on_name_typed=seating.show_name,
            on_free_chair=leave,
        )

    def _candidate_widgets(self, panel: FRect) -> list[Widget]:
        seating, words = self.seating, self.words
        chosen = seating.chairs[seating.chosen_seat]
        head = self._head(panel, chosen)
        top = panel.top + self._head_height(panel.width)
        if seating.fair_table.chosen:
            head += self._fair_line(
                FRect(panel.left + 18, top - _FAIR_LINE_HEIGHT, panel.width - 32, _FAIR_LINE_HEIGHT)
            )
        rows = 1 if panel.width >= MIN_NAME_BESIDE_TITLE_WIDTH else 2
        columns = -(-(len(CHARACTERS) + 1) // rows)
        tile_width = (panel.width - 28 - (columns - 1) * _GAP) / columns
        row_height = (panel.bottom - 10 - top) / rows
        seated = seating.plan.seated_characters()
        tiles = []
        for character in CHARACTERS.values():
            is_occupant = character.slug == chosen.who
            is_seated_elsewhere = character.slug in seated and not is_occupant
            level = (
                ""
                if is_seated_elsewhere
                else chosen.level
                if is_occupant or seating.fair_table.chosen
                else character.default_level
            )
            text = (
                words("app.seating.seated")
                if is_seated_elsewhere
                else ""
                if seating.fair_table.chosen
                else level_name(words, level)
            )
            on_click = partial(seating.seat_character, character.slug)
            tiles.append(CharacterTile(character.slug, character.name, text, level, on_click, is_chosen=is_occupant))
            tiles[-1].enabled = not is_seated_elsewhere
        next_person = seating.plan.next_known_or_new_person(seating.own_chair.portrait)
        name, text = next_person.name or words("app.seating.someone"), words("app.seating.someone.where")
        tiles.append(CharacterTile(next_person.portrait, name, text, "", seating.seat_person, is_chosen=False))
        for i, candidate in enumerate(tiles):
            row, column = divmod(i, columns)
            left = panel.left + 14 + column * (tile_width + _GAP)
            candidate.rect = FRect(left, top + row * row_height, tile_width, row_height - 4 * (rows - 1))
        return [Panel(panel), *head, *tiles]

    def _head(self, panel: FRect, chosen: Chair) -> list[Widget]:
        """Return the widgets at the head of a computer player's panel: name, style, random choice and level."""
        renderer, words, seating = self.renderer, self.words, self.seating
        roomy = not MIN_NAME_BESIDE_TITLE_WIDTH <= panel.width < _MIN_FULL_LEVELS_PANEL_WIDTH
        level_buttons = Segmented(
            [words(f"app.level.{level_buttons}") for level_buttons in LEVELS]
            + [words("app.level.fair" if roomy else "app.fair.short")],
            len(LEVELS) if seating.fair_table.chosen else LEVELS.index(chosen.level),
            lambda i: seating.set_level(LEVELS[i]) if i < len(LEVELS) else seating.choose_fair_table(),
        )
        levels_width = level_buttons.preferred_size(renderer)[0] if roomy else _NARROW_LEVELS_WIDTH
        is_one_row = panel.width >= MIN_NAME_BESIDE_TITLE_WIDTH
        random_button: Chip | IconButton
        if is_one_row:
            level_buttons.rect = FRect(panel.right - 14 - levels_width, panel.top + 10, levels_width, 40)
        else:
            level_buttons.rect = FRect(panel.left + 14, panel.top + 56, panel.width - 28, 40)
        if panel.width >= _MIN_RANDOM_LABEL_PANEL_WIDTH:
            random_button = Chip(words("app.seating.surprise"), seating.seat_random_character, icon="dice")
            random_button.height = 32
            random_button.focus_radius = 16
        else:
            random_button = IconButton(
                "dice", seating.seat_random_character, name=words("app.seating.surprise"), size=40
            )
        random_button.place_at(
            renderer, level_buttons.rect.left - 12 if is_one_row else panel.right - 14, panel.top + 30, "midright"
        )
        text_width = random_button.rect.left - panel.left - 34
        title = Label(words("app.seating.who", name=CHARACTERS[chosen.who].name), "tag", max_width=text_width)
        title.place_at(renderer, panel.left + 18, panel.top + 21, "midleft")
        style = Label(words(f"people.style.{chosen.who}"), "small", MUTED, max_width=text_width)
        style.place_at(renderer, panel.left + 18, panel.top + 43, "midleft")
        return [title, style, random_button, level_buttons]

    def _fair_line(self, area: FRect) -> list[Widget]:
        """Return the widgets about the fair table, whose bots adapt to the player: strength, its coming change, and
        buttons.
        """
        renderer, words, seating = self.renderer, self.words, self.seating
        fair = seating.fair_table
        has_other_persons = sum(chair.who == PERSON for chair in seating.chairs) > 1
        key = "app.fair.several" if has_other_persons else "app.fair.stays" if fair.pinned else "app.fair.moves"
        text = words(key, n=len(seating.chairs))
        choices: list[Widget] = []
        right = area.right
        worded = area.width >= renderer.text_width(text, "small") + _MIN_WIDTH_FOR_FAIR_LABELS
        for icon, name, on_click, chosen in (
            ("restart", words("app.fair.restart"), seating.reset_fair_strength_to_rating, False),
            ("lock", words("app.fair.pin"), seating.toggle_fair_pin, fair.pinned),
        ):
            button: Chip | IconButton
            if worded:
                button = Chip(name, on_click, icon=icon)
                button.height, button.focus_radius = 32, 16
            else:
                button = IconButton(icon, on_click, name=name, size=40)
            button.is_chosen = chosen
            button.place_at(renderer, right, area.centery + 1, "midright")
            right = button.rect.left - 8
            choices.insert(0, button)
        text_width = right - area.left - 8
        plays = Label(words("app.fair.plays", where=strength_text(words, fair.level)), "label", max_width=text_width)
        plays.place_at(renderer, area.left, area.centery - 10, "midleft")
        note = Label(text, "small", MUTED, max_width=text_width)
        note.place_at(renderer, area.left, area.centery + 11, "midleft")
        return [plays, note, *choices]
