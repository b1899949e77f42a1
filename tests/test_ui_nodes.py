"""Every widget class: described as A, drawn, then described as B, it equals a fresh B but for what persists."""

from collections.abc import Callable
from functools import cache
from inspect import getmembers, isclass
from typing import Any

import pytest
from pygame import FRect, Surface

from engine.cards import cards
from engine.online.protocol.table_rules import TableRules
from engine.options import options_of
from engine.review import Report, WinChance
from engine.review.key_moments import KeyMoments, MatchMoment
from scenes.render.renderer import Renderer
from scenes.screens.home.game_card import GameCard
from scenes.screens.lobby.table_rules_screen import TEXT_PREFIX
from scenes.screens.replays.replay_bar import BarState, MoveSlider
from scenes.screens.review.chance_plot import ChancePlot
from scenes.screens.rulebook.rules_page import RulesPageView, TypesetPage, typeset
from scenes.shell.match_setup_screen import GameEmblem
from scenes.shell.options_panel import OptionRow
from scenes.text.catalogue import Words
from scenes.text.option_texts import OptionTexts
from scenes.text.rules_document import SearchHit, parse_page
from scenes.ui import widgets
from scenes.ui.node import LayoutConstraints
from scenes.ui.text import Text
from scenes.ui.text_editor import TextEditor
from scenes.ui.timeline import Timeline
from scenes.ui.widgets import (
    Badge,
    Bubble,
    Button,
    Chip,
    Clickable,
    Fact,
    Gallery,
    IconButton,
    IconImage,
    KeyCap,
    Label,
    LabelledSlider,
    Link,
    MoreLink,
    Panel,
    Paper,
    Pill,
    PreviewRow,
    SeatPlate,
    Segmented,
    Slider,
    Stepper,
    Tabs,
    TextField,
    Toggle,
    Widget,
)  # fmt: skip
from scenes.ui.widgets.edit_line import EditLine
from scenes.ui.widgets.rule_note import RuleNote
from scenes.ui.widgets.seat_tiles import CharacterTile, PortraitTile
from scenes.ui.widgets.small_table import SmallTable

pytestmark = pytest.mark.painted
Make = Callable[[], Widget]
DECKS = ("house", "classic")
OPTIONS = options_of(TableRules)
OPTION_TEXTS = OptionTexts(Words("en"), TEXT_PREFIX)
TIMELINE = Timeline()
BAR_STATE = BarState(3, 9, (0, 5), False, "1×", "Ana", "3 of 9: Ana plays", "3 of 9", False, False)
EDITOR = TextEditor("Ana", max_length=9, is_allowed=str.isprintable)


def act(_: object = None) -> None:
    """Do nothing: the same function in every description."""


def chance_plot(*chances: float) -> ChancePlot:
    start = MatchMoment(0, 1, position=None)  # type: ignore[arg-type]
    moments = KeyMoments((start, start._replace(move_index=2)), (start,), start._replace(move_index=9))
    report = Report(0, win_chances=tuple(WinChance(i, 1, win, 0.1) for i, win in enumerate(chances)))
    plot = ChancePlot(Words("en"), moments, report, len(chances), act)
    plot.rect = FRect(0, 0, 300, 200)
    return plot


def game_card(slug: str, title: str, players: str, **more: Any) -> GameCard:
    return GameCard(slug, (title, "Win.", players), act, **more).with_layout(width=220, height=340)


@cache
def rules_page(source: str) -> TypesetPage:
    return typeset(Renderer((960, 540)), parse_page(source), 300, None)


def rules_view(text: str, **values: Any) -> RulesPageView:
    return RulesPageView(rules_page(text), act, str, timeline=TIMELINE, **values)


PAIRS: dict[type[Widget], tuple[Make, Make]] = {
    Badge: (lambda: Badge("1"), lambda: Badge("12")),
    Bubble: (lambda: Bubble("Yes", "left"), lambda: Bubble("No, never", is_talk=True)),
    Button: (
        lambda: Button("Play", act, icon="play", key_hint="Enter"),
        lambda: Button("Rules", act, kind="light", small=True),
    ),
    ChancePlot: (lambda: chance_plot(0.5, 0.4, 0.3), chance_plot),
    CharacterTile: (
        lambda: CharacterTile("hoops", "Ana", "hard", "hard", act, is_chosen=True),
        lambda: CharacterTile("straw", "Bo", "", "", act, is_chosen=False),
    ),
    Chip: (lambda: Chip("Pin", act, icon="lock"), lambda: Chip("Free", act)),
    GameCard: (
        lambda: game_card("gurch", "Gurch", "3–5 players"),
        lambda: game_card("big_two", "Big Two", "", reduced_motion=True, player_portraits=["hoops"]),
    ),
    GameEmblem: (lambda: GameEmblem("gurch"), lambda: GameEmblem("big_two")),
    EditLine: (lambda: EditLine(EDITOR), lambda: EditLine(EDITOR, style="title")),
    Gallery: (lambda: Gallery("deck", DECKS, DECKS, 0, act), lambda: Gallery("deck", DECKS[:1], DECKS[:1], 0, act)),
    IconButton: (lambda: IconButton("dice", act, name="Dice"), lambda: IconButton("house", act, name="Home", size=40)),
    IconImage: (lambda: IconImage("house", 20), lambda: IconImage("dice", 24)),
    KeyCap: (lambda: KeyCap("Enter"), lambda: KeyCap("X")),
    Label: (lambda: Label("One", wrap_width=90), lambda: Label("Two", "title")),
    LabelledSlider: (lambda: LabelledSlider(["a", "b"], 0, act), lambda: LabelledSlider(["a", "b", "long"], 2, act)),
    Link: (lambda: Link("Rules", act), lambda: Link("Lesson", act, icon="learn")),
    MoreLink: (lambda: MoreLink("More", act, is_open=True), lambda: MoreLink("More", act, is_open=False)),
    OptionRow: (
        lambda: OptionRow(OPTIONS[0], OPTIONS[0].default, OPTION_TEXTS, act),
        lambda: OptionRow(OPTIONS[1], OPTIONS[1].values[1], OPTION_TEXTS, act, marks_standard=False),
    ),
    Panel: (Panel, Panel),
    Paper: (Paper, Paper),
    Pill: (lambda: Pill("Choose a card"), lambda: Pill("Wait", icon="clock")),
    PortraitTile: (
        lambda: PortraitTile("hoops", act, is_chosen=True),
        lambda: PortraitTile("straw", act, is_chosen=False),
    ),
    PreviewRow: (lambda: PreviewRow("deck", DECKS, DECKS, 0, act), lambda: PreviewRow("deck", DECKS, DECKS, 1, act)),
    RuleNote: (lambda: RuleNote("Aces", "Aces are high."), lambda: RuleNote("Suits", "No suits.")),
    SeatPlate: (
        lambda: SeatPlate("hoops", "Ana", [Fact("hard", level=3)], is_turn=True, on_click=act),
        lambda: SeatPlate("straw", "Bo", mirrored=True, is_host=True, on_click=act),
    ),
    RulesPageView: (
        lambda: rules_view("Two [cards](R1)", hits=[SearchHit(0, 0, 3)], hit_index=0, current_anchor=""),
        lambda: rules_view("# One", hits=(), hit_index=-1, current_anchor="R1"),
    ),
    Segmented: (
        lambda: Segmented(["a", "b", "c"], 0, act, standard_index=0),
        lambda: Segmented(["longer than b", "d"], 1, act),
    ),
    Slider: (lambda: Slider(3, 10, act), lambda: Slider(1, 5, act)),
    SmallTable: (
        lambda: SmallTable(FRect(0, 0, 200, 100), cards("3C 3D")),
        lambda: SmallTable(FRect(0, 0, 200, 100), cards("AC")),
    ),
    Stepper: (lambda: Stepper(["1", "2"], 0, act), lambda: Stepper(["1", "2", "3"], 2, act, standard_index=1)),
    Tabs: (lambda: Tabs(["a", "b"], 0, act), lambda: Tabs(["c", "d", "e"], 1, act)),
    Text: (lambda: Text("One", wraps=True), lambda: Text("Two", "title")),
    MoveSlider: (
        lambda: MoveSlider(BAR_STATE, act),
        lambda: MoveSlider(BAR_STATE._replace(move_index=9, is_broken=True), act),
    ),
    TextField: (
        lambda: TextField("Ana", max_length=9, on_change=act),
        lambda: TextField("Bo", placeholder="Name", on_commit=act),
    ),
    Toggle: (lambda: Toggle(True, act), lambda: Toggle(False, act)),
}


@pytest.mark.parametrize("kind", PAIRS, ids=lambda kind: kind.__name__)
def test_new_description_leaves_nothing_of_former_one(renderer: Renderer, kind: type[Widget]) -> None:
    make_first, make_second = PAIRS[kind]
    target = Surface(renderer.size)

    def show(node: Widget) -> None:
        node.arrange(renderer, FRect(10, 10, *node.desired_size(renderer, LayoutConstraints(400, 300))))
        node.draw(renderer, target)

    node, second = make_first().with_layout("key", grow=1.0, name="first"), make_second().with_layout("key")
    show(node)
    former = {name: vars(node)[name] for name in kind.persistent if name in vars(node)}
    node.update_from(second)
    fresh = make_second().with_layout("key")
    assert type(node) is type(fresh)
    assert {name: vars(node)[name] for name in former} == former or isinstance(node, TextField)
    assert _comparable(node) == _comparable(fresh)
    show(node)
    show(fresh)
    assert _comparable(node) == _comparable(fresh), "and drawing brings nothing back"


def _comparable(value: Any) -> Any:
    """Return a node as its attributes that a description sets, a surface as its pixels, anything else as it is."""
    if isinstance(value, Widget):
        kept = {"_desired_sizes", *value.persistent}
        return {name: _comparable(one) for name, one in vars(value).items() if name not in kept and not callable(one)}
    if isinstance(value, dict):
        return {key: _comparable(one) for key, one in value.items()}
    if isinstance(value, list):
        return [_comparable(one) for one in value]
    return value.get_view("2").raw if isinstance(value, Surface) else value


def test_every_widget_class_is_compared() -> None:
    abstract: set[type[Widget]] = {Widget, Clickable}
    exported = {kind for _, kind in getmembers(widgets, isclass) if issubclass(kind, Widget)}
    assert exported - abstract - PAIRS.keys() == set()
