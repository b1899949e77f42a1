"""The HUD of a card table: seat plates, speech bubbles, prompt or refusal, answer and tool buttons, announcement."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from functools import partial

from pygame import FRect, Surface

from engine.events import Announced, DealScored, Event, QuestionAsked
from engine.match.match_view import MatchView
from engine.moves import TABLE, Pile, Refusal, Seat
from scenes.render import timing
from scenes.render.renderer import Renderer
from scenes.render.space import CardSpace, Frame, LocalSpace, Point, TreeSpace
from scenes.table.cards.captions import captions
from scenes.table.drawer import Drawer
from scenes.table.effects.announcement import Announcement
from scenes.table.effects.burn_effect import BurnEffect
from scenes.table.effects.count_up import CountUp
from scenes.table.effects.highlight import Highlight
from scenes.table.effects.spotlight import Spotlight
from scenes.table.effects.stage_light import StageLight
from scenes.table.effects.turn_path import TurnPath
from scenes.table.hud.answers import AnswerButton, AnswerButtons
from scenes.table.hud.boards import BoardView
from scenes.table.hud.bubbles import SpeechBubbles
from scenes.table.hud.deal_tag import DealTag, deal_tag_corner, deal_text, max_title_width
from scenes.table.hud.hand_note import place_hand_note
from scenes.table.hud.keys import BROWSE_KEY
from scenes.table.hud.pile_buttons import PileBrowseButton, PileBrowseButtons
from scenes.table.hud.prompt import PromptPill
from scenes.table.hud.prompt_placement import PromptPlacement
from scenes.table.hud.refusal import RefusalPill
from scenes.table.hud.seat_plates import SeatPlates
from scenes.table.hud.tool_bar import TableActions, ToolBar
from scenes.table.hud.weighted_areas import (
    CARDS_WEIGHT,
    PILE_NAME_WEIGHT,
    PRESSABLE_WEIGHT,
    SEATS_WEIGHT,
    WeightedArea,
    caption_areas,
    centred_rect,
    own_hand_zone,
    pile_and_label_areas,
)
from scenes.table.model.cursor import CursorStop
from scenes.table.model.expressions import FaceExpressions
from scenes.table.model.table_model import TableModel
from scenes.table.pages.pile_page import PilePage
from scenes.text.catalogue import Words
from scenes.text.spoken_lines import SpokenLine
from scenes.ui.boxes import Stack
from scenes.ui.tooltip import Tooltip
from scenes.ui.tree import Root
from scenes.ui.widgets import Bubble, Chip, Clickable, Pill, Widget, key_label
from scenes.ui.zone import LateBox, Pin, Zone

BAR_KEY = "bar"
"""Key of the zone with the mode's bar in the tree."""


class Hud:
    """Builds, lays out and draws the HUD around the cards of a table. ``lay_out`` must be called first.

    Args:
        model: the table model.
        drawer: the drawer that takes part of the table's width.
        browse_pile: shows the cards of a pile.
        on_refuse: called with the reason when a greyed answer is pressed.
        compose_bar: returns the description of a bar below the table; None for no bar.
        prompt_text: returns the prompt; empty for none.
        expressions: expressions of all portraits; None for new ones.
    """

    def __init__(
        self,
        model: TableModel,
        drawer: Drawer,
        browse_pile: Callable[[Pile], None],
        *,
        on_refuse: Callable[[Refusal], None],
        compose_bar: Callable[[], Widget | None],
        prompt_text: Callable[[], str],
        expressions: FaceExpressions | None = None,
    ) -> None:
        self.model = model
        self.drawer = drawer
        self._browse_pile = browse_pile
        self._on_refuse = on_refuse
        self._compose_bar = compose_bar
        self._prompt_text = prompt_text
        self.prompt = ""
        """The prompt; empty for none."""
        self.turn_seats: tuple[Seat, ...] = ()
        """The seats whose turn the plates show."""
        self.slide = drawer.slide
        seats, layout = range(model.match.game.seats), model.layout
        computer_seats = [seat for seat in seats if model.match.character(seat)]
        self.timeline = model.timeline
        self.expressions = expressions or FaceExpressions(
            len(seats), layout.effects.reactions_by_announcement, computer_seats, self.timeline
        )
        self.plates = SeatPlates(model, self.expressions, self.slide, lambda: self.root)
        self.bubbles = SpeechBubbles(
            self.plates,
            tool_rects=lambda: [one.rect for one in (*self.tools, *self._deal_tag)],
            text_rects=self._caption_rects,
            forbidden_rects=self._rects_without_bubbles,
        )
        self.board_view = BoardView(model)
        self.highlight = Highlight(self.plates)
        self.burn_effect = BurnEffect(model)
        self.stage_light = StageLight(model)
        self.turn_path = TurnPath(model, self.slide)
        self.spotlight = Spotlight(model)
        self.announcement = Announcement(self.board_view, self.plates, self.spotlight)
        self.count_up = CountUp(self.plates, self.refresh)
        self.calm_news: Announced | None = None
        """The announcement whose sentence stands in place of the prompt while the player isn't asked; None for
        none."""
        self.refusal: Refusal | None = None
        """The refusal of the player's last move that is shown; None for none."""
        self.remaining_fraction: float | None = None
        """Remaining fraction of the time for an answer, 0 … 1; None without a limit."""
        self.remaining_seconds = 0
        """Remaining seconds of that time, while there is a limit."""
        self._root = Root(self.timeline)
        self._focus_key: Hashable = None
        self._described_state: object = None
        """State that the tree shows; None if it must be described anew."""
        self._refresh_deal_number()

    def copy_for(self, model: TableModel, drawer: Drawer) -> Hud:
        """Return a copy of the HUD for another table model, to lay out the table beside an open side drawer."""
        other = Hud(
            model,
            drawer,
            self._browse_pile,
            on_refuse=self._on_refuse,
            compose_bar=lambda: None,
            prompt_text=self._prompt_text,
            expressions=self.expressions,
        )
        other.bubbles.notes = dict(self.bubbles.notes)
        other.bubbles.last_speaker, other.bubbles.spoken_line = self.bubbles.last_speaker, self.bubbles.spoken_line
        other.bubbles.turn_caption = self.bubbles.turn_caption
        other.deal_number = self.deal_number
        return other

    def lay_out(
        self,
        renderer: Renderer,
        words: Words,
        actions: TableActions,
        *,
        card_renderer: Renderer,
        caption_renderer: Renderer,
    ) -> None:
        """Build all parts of the HUD for a size and a language; effects and messages go on.

        Args:
            renderer: for texts and buttons.
            words: texts, with the names of the seats.
            actions: actions of the buttons.
            card_renderer: for the card canvas, and for everything on the felt that scales with the cards.
            caption_renderer: for the captions at piles.
        """
        self.renderer = renderer
        self.words = words
        if self._root.pointer is not None:  # it stays in the window, not on the canvas
            former_canvas: Frame[TreeSpace, TreeSpace] = self.card_renderer.frame_in(card_renderer)
            self._root.pointer = former_canvas.to_outer(self._root.pointer)
        self.card_renderer: Renderer = card_renderer
        self.caption_renderer = self.bubbles.caption_renderer = caption_renderer
        self.plates.set_renderers(renderer, card_renderer, words)
        self.board_view.set_renderers(renderer, card_renderer, words)
        self.burn_effect.renderer = self.turn_path.renderer = self.spotlight.renderer = card_renderer
        self.stage_light.renderer = card_renderer
        self._make_parts(actions)
        if self.refusal is not None:
            self._make_refusal_pill(self.refusal)
        self.refresh()

    def _make_parts(self, actions: TableActions) -> None:
        """Make answers, tools, piles' buttons and the prompt's placement for the current renderers."""
        renderer, words, model = self.renderer, self.words, self.model
        self._answers = AnswerButtons(
            renderer, words, model, actions.answer, on_refuse=self._on_refuse, board_view=self.board_view
        )
        self._tool_bar = ToolBar(
            renderer, words, model, actions, deal_tag_corner(model.canvas), right=renderer.window_area.right
        )
        self._pile_browse_buttons = PileBrowseButtons(
            model,
            words,
            self._browse_pile,
            caption_renderer=self.caption_renderer,
            card_renderer=self.card_renderer,
            key_hint=key_label(BROWSE_KEY),
        )
        self._open_rules = actions.open_rules
        self._prompt_placement = PromptPlacement(renderer, model, self.weighted_areas)

    @property
    def match(self) -> MatchView:
        return self.model.match

    # --- the tree ---------------------------------------------------------------------------------------------------

    @property
    def root(self) -> Root:
        """The tree of buttons, side drawer and bar in canvas coordinates, described anew after a change."""
        hand, page = self.model.hand, self.drawer.page
        shown = page.content if page is not None else None
        order = hand.manual_order, hand.sort_mode
        bubbles, caption = self.bubbles, self.bubbles.turn_caption
        said = dict(bubbles.notes), bubbles.last_speaker, bubbles.spoken_line, caption.seat, caption.event_count
        seconds = None if self.remaining_fraction is None else self.remaining_seconds
        turn = self.turn_seats, self.prompt, self.refusal, seconds, self.match.is_hint_open
        state = self.model.director.rest_poses, shown, order, self.deal_number, said, turn
        if state != self._described_state:
            self._described_state = state
            self._describe()
        return self._root

    @property
    def tooltip(self) -> Tooltip:
        """The tooltip of the icon buttons, as last drawn."""
        return self._root.tooltip

    def _describe(self) -> None:
        root, renderer, focus = self._root, self.card_renderer, self._root.focus
        root.describe(renderer, self._compose(), renderer.window_area)
        if self._focus_key is not None and (focus is None or root.focus is not focus):
            root.set_focus(root.find_focusable(self._focus_key))  # Enter must not press a neighbour of a gone button

    def focus_key(self, key: Hashable) -> None:
        """Show the keyboard focus on the button with a key while there is one; None removes it."""
        self._focus_key = key
        self._root.focus_key(key)

    def refresh(self) -> None:
        """Describe the tree anew before its next use, as answers, selection, hints or the bar may have changed."""
        self._described_state = None

    def _compose(self) -> Stack:
        """Return a description of all nodes around the cards, later ones above earlier ones."""
        choice, page = self.model.choice, self.drawer.page
        has_selection = choice is not None and (choice.has_selection or choice.has_exchanged)
        page_has_button = page is not None and page.enter_button is not None
        piles = self._pile_browse_buttons.compose(have_tooltips=not isinstance(page, PilePage))
        answers = self._answers.compose(uses_enter=has_selection or not page_has_button)
        title = self.words(f"{self.match.game.slug}.title")
        deal = deal_text(self.words, self.match, self.deal_number)
        tag = DealTag(title, deal, max_title_width(self.model.canvas)).with_layout("deal tag")
        return Stack(
            Zone(self.renderer, Pin(tag, deal_tag_corner(self.model.canvas)), key="tag"),
            Zone(self.renderer, *self.plates.compose(self.turn_seats), key="seats"),
            self._compose_bar(),
            Zone(self.renderer, *piles, key="piles"),
            Zone(self.renderer, *answers, key="answers"),
            self.drawer.compose(enter_is_free=not has_selection),
            Zone(self.renderer, *self._tool_bar.compose(), key="tools"),
            Zone(self.renderer, LateBox(lambda: self.bubbles.placed_bubbles().values()), key="bubbles"),
            Zone(self.renderer, LateBox(self._compose_prompt), key="prompt"),
            Zone(self.renderer, LateBox(self._compose_hand_note), key="hand note"),
        )

    def _compose_prompt(self) -> Iterator[Pill]:
        """Yield the prompt, and above it the refusal that is shown in its place."""
        if self.prompt:
            yield self.prompt_pill(self.prompt)
        if self.refusal is not None:
            yield self._placed_refusal()

    def _compose_hand_note(self) -> Iterator[Bubble]:
        """Yield the note on a forced play or on the hand's worth, where it covers nothing; none beside a refusal."""
        if self.model.choice is None or self.refusal is not None:
            return
        note = place_hand_note(self.renderer, self.words, self.model, self._areas_around_hand_note())
        if note is not None:
            yield note

    def _areas_around_hand_note(self) -> Iterator[WeightedArea]:
        """Yield the areas that the note at the hand should not cover; they are computed only if there is a note."""
        yield from self.weighted_areas()
        yield from (WeightedArea(bubble.rect, CARDS_WEIGHT) for bubble in self._placed_bubbles)
        yield from (WeightedArea(rect, PRESSABLE_WEIGHT) for rect in self._rects_without_bubbles())

    def _placed_refusal(self) -> Pill:
        if not self.refusal_pill.rect.width:
            self._prompt_placement.place_prompt(self.refusal_pill, self._answer_rects(), may_move=True)
        return self.refusal_pill

    def button_stops(self) -> Iterator[CursorStop]:
        """Yield the stops of the keyboard cursor at focusable nodes, in canvas coordinates."""
        for node, x, y in self.root.focusable_centres():
            yield CursorStop(("button", node.key), x, y)

    @property
    def pile_buttons(self) -> list[PileBrowseButton]:
        """The buttons to browse piles."""
        return self.root.nodes_in("piles", PileBrowseButton)

    @property
    def answer_buttons(self) -> list[AnswerButton]:
        """The buttons of the player's answers, also of those that aren't legal now."""
        return self.root.nodes_in("answers", AnswerButton)

    @property
    def _placed_bubbles(self) -> list[Bubble]:
        return self.root.nodes_in("bubbles", Bubble)

    @property
    def _deal_tag(self) -> list[DealTag]:
        return self.root.nodes_in("tag", DealTag)

    @property
    def tools(self) -> list[Clickable]:
        """The tool buttons, and the chip with the number of house rules."""
        return self.root.nodes_in("tools", Clickable)

    # --- updates ----------------------------------------------------------------------------------------------------

    def update_turn(self) -> None:
        """Show whose turn it is, and the prompt; called before the HUD is drawn or read."""
        director = self.model.director
        self.turn_seats = self.match.game.seats_to_act() if director.has_shown_all_events else ()
        self.prompt = self._prompt_text()
        if self.calm_news is not None and self.model.choice is None:
            note = self.calm_news.described_note
            self.prompt = self.words.sentence_about_seats(self.match.game.slug, "loud", note)

    def on_event(self, event: Event) -> None:
        """Update the HUD for a match event that is being shown."""
        self.refresh()
        self.board_view.on_event(event)
        self.highlight.on_event(event)
        self.burn_effect.on_event(event)
        self.stage_light.on_event(event)
        self.expressions.react(event)
        self.count_up.on_event(event)
        self.bubbles.on_event(event)
        if isinstance(event, Announced):
            self._on_announced(event)
        elif isinstance(event, QuestionAsked):
            self.refresh_facts()
        elif isinstance(event, DealScored):
            self.refresh_facts()
            self.deal_number = event.deal  # the match may be in the next deal already

    def _on_announced(self, event: Announced) -> None:
        """Show an announcement in large letters, or calmly in place of the prompt."""
        if self.model.is_calm(event):
            self.calm_news = event
            self.timeline.call_later("calm news", timing.ANNOUNCEMENT_MS, self._end_calm_news)
        elif event.loud:
            self.announcement.announce(event)

    def _end_calm_news(self) -> None:
        self.calm_news = None
        self.timeline.stop("calm news")

    def show_spoken_line(self, line: SpokenLine | None) -> None:
        """Show a character's line in its speech bubble; None removes the current one."""
        self.bubbles.spoken_line = line
        self.timeline.stop("talk")
        if line is not None:
            duration_ms = timing.TALK_MS + timing.TALK_MS_PER_LETTER * len(line.text(self.words))
            self.timeline.call_later("talk", duration_ms, partial(self.show_spoken_line, None))

    def restore_bubbles(self, events: Sequence[Event]) -> None:
        """Restore the speech bubbles that remain after these events of the match."""
        viewer = self.match.viewer
        # the viewer's next move removes the viewer's bubble
        own_start = len(events) - len(self.match.events_since_own_move())
        self.bubbles.notes.clear()
        self.bubbles.turn_caption.reset()
        for i, event in enumerate(events):
            if i == own_start:
                self.remove_bubble(viewer)
            self.bubbles.on_event(event)

    def remove_bubble(self, seat: Seat) -> None:
        self.bubbles.notes.pop(seat, None)

    def refresh_facts(self) -> None:
        """Update seat plates, deal tag and vote or stake board from the match; called when all events are shown."""
        self.plates.refresh()
        self.board_view.refresh()
        self._refresh_deal_number()
        self.refresh()

    def _refresh_deal_number(self) -> None:
        game = self.match.game
        self.deal_number = min(game.deal_number, len(game.history) + 1)
        """Number of the shown deal, from 1."""

    def show_refusal(self, refusal: Refusal) -> None:
        """Show the reason of a refused move for ``REFUSAL_MS``."""
        self.refusal = refusal
        self.timeline.call_later("refusal", timing.REFUSAL_MS, self.hide_refusal)
        self._make_refusal_pill(refusal)
        self.refresh()

    def _make_refusal_pill(self, refusal: Refusal) -> None:
        slug = self.match.game.slug
        pill = RefusalPill(self.renderer, self.words, slug, refusal, open_rules=self._open_rules)
        self.refusal_pill = pill.with_layout("prompt")

    def hide_refusal(self) -> None:
        self.refusal = None
        self.timeline.stop("refusal")

    def end_announcement(self) -> None:
        """Remove the announcement or highlight that the table shows."""
        self._end_calm_news()
        self.announcement.end()
        self.highlight.end()

    def clear_short_lived_messages(self) -> None:
        """Remove refusal, announcement, embers, expressions and spoken line, as the match jumps to another position.
        Bubbles of announcements stay."""
        self.hide_refusal()
        self.end_announcement()
        self.count_up.end()
        self.highlight.reset()
        self.burn_effect.end()
        self.stage_light.end()
        self.expressions.reset()
        self.show_spoken_line(None)

    def finish_motion(self) -> None:
        """End all motion of the HUD at once, including announcements."""
        self.end_announcement()
        self.count_up.end()
        self.burn_effect.end()
        self.show_spoken_line(None)
        self.board_view.finish_motion()

    def show_countdown(self, remaining_fraction: float, remaining_seconds: int) -> None:
        """Show the countdown for an answer: the remaining fraction of its time, 0 … 1, and the seconds."""
        self.remaining_fraction, self.remaining_seconds = remaining_fraction, remaining_seconds

    def hide_countdown(self) -> None:
        self.remaining_fraction = None

    def update(self, elapsed_ms: float) -> bool:
        """Advance the HUD by ``elapsed_ms`` milliseconds; return whether the picture changed."""
        self.timeline.speed = self.model.director.speed or 1.0  # announcements are read and faces change at any speed
        if self.model.director.glides:
            self.expressions.count_motion(elapsed_ms * self.timeline.speed)
        changed = self.timeline.update(elapsed_ms)
        return self._root.follow_tooltip() or changed  # of the drawn tree: it needs no description between two frames

    def browse_pile_or_show_tooltip_at(self, pos: Point[CardSpace]) -> bool:
        """List the cards of the pile at this position in the side drawer, or show a tool's tooltip; return whether
        either was found."""
        here = Point[LocalSpace](*self.model.canvas.ui.to_local(pos))
        pile = next(
            (one.pile for one in self.pile_buttons if one.is_hit(here) or one.cards_rect.collidepoint(here)), None
        )
        if pile is None:
            return self.root.show_tooltip_beside_finger()
        self._browse_pile(pile)
        return True

    # --- drawing ----------------------------------------------------------------------------------------------------

    def draw_below_cards(self, target: Surface) -> None:
        """Draw the HUD's layers below flying cards: deal tag, seat plates, side drawer, tool buttons."""
        self.turn_path.draw(target)
        self._draw_sliding(target, self._deal_tag)
        self.board_view.draw_lasso(target)
        self._draw_zone(target, "seats")
        # names of piles would cover the rays of an announcement
        self._draw_sliding(target, self.pile_buttons if self.announcement.current is None else ())
        self.drawer.draw(target, self.root)
        self._draw_sliding(target, self.tools)

    def _draw_sliding(self, target: Surface, widgets: Iterable[Widget]) -> None:
        """Draw widgets with a key, which slide with the table."""
        for widget in widgets:
            with self.slide.shift(widget.key, self.renderer, *widget.rect.center):
                widget.draw(self.renderer, target)
                widget.draw_focus(self.renderer, target)

    def draw_over_resting_cards(self, target: Surface, dragged_token_ids: Sequence[int]) -> None:
        """Draw the HUD's layers between resting and flying or dragged cards: captions at piles, and the prompt."""
        renderer = self.renderer
        self.stage_light.draw(target)
        if self.announcement.current or self.highlight.current or self.board_view.replaces_prompt:
            return
        pill = next(reversed(self.root.nodes_in("prompt", Pill)), None)
        facts = enumerate(captions(renderer, self.words, self.model, self._answer_rects(), dragged_token_ids))
        self._draw_sliding(target, (fact.with_layout(("fact", i)) for i, fact in facts))
        self._draw_sliding(target, self.root.nodes_in("hand note", Bubble))
        self._draw_sliding(target, self._chosen_count(pill))
        self._draw_sliding(target, () if pill is None else (pill,))

    def draw_on_top(self, target: Surface) -> None:
        """Draw the HUD's top layers: vote or stake board, speech bubbles, answer buttons, announcement."""
        board = self.board_view
        if board.board is not None:
            with self.slide.shift("board", board.board_renderer, *board.rect_in_board_renderer().center):
                board.draw(target, self.remaining_fraction, self.remaining_seconds)
        # a bubble that one of these would cover in part is not drawn
        covering_rects = [self.announcement.banner_rect(), board.lasso_loop_rect()]
        announcement = self.announcement.current
        announced_key = "said", announcement.seat if announcement else TABLE
        visible_bubbles = [
            bubble
            for bubble in self._placed_bubbles
            if (bubble.is_talk or bubble.key != announced_key)
            and not any(bubble.rect.colliderect(rect) for rect in covering_rects)
        ]
        self._draw_sliding(target, (bubble for bubble in visible_bubbles if not bubble.is_talk))
        self._draw_sliding(target, self.answer_buttons)
        self.burn_effect.draw(target)
        self.highlight.draw(target)
        self.announcement.draw(target)
        self.count_up.draw(target)
        # above the dark veil, as is the character's portrait
        self._draw_sliding(target, (bubble for bubble in visible_bubbles if bubble.is_talk))

    def draw_bar(self, target: Surface) -> None:
        """Draw the bar below the table, if any."""
        self._draw_zone(target, BAR_KEY)

    def _draw_zone(self, target: Surface, key: str) -> None:
        zone = self.root.get(Zone, key)
        if zone is not None:
            self.root.draw(self.card_renderer, target, zone)

    def draw_tooltip(self, target: Surface) -> None:
        """Draw the tooltip of an icon button, if any."""
        self.root.draw_tooltip(self.renderer, target)

    def _chosen_count(self, prompt: Pill | None) -> Iterator[Chip]:
        """Yield a chip with how many of the required cards are selected, beside the prompt where they would overlap."""
        choice = self.model.choice
        total = choice.required_card_count() if choice else 0
        if choice and choice.selected_cards and total:
            chip = Chip(self.words("app.table.chosen", n=len(choice.selected_cards), total=total)).with_layout("chosen")
            chip.place_at(self.renderer, self.renderer.width / 2, self.renderer.height - 234, "center")
            if prompt is not None and chip.rect.colliderect(prompt.rect.inflate(0, 8)):
                chip.rect.midleft = (prompt.rect.right + 10, prompt.rect.centery)
            yield chip

    def _caption_rects(self) -> Iterator[FRect]:
        for caption in captions(self.renderer, self.words, self.model, self._answer_rects()):
            yield caption.rect

    def _rects_without_bubbles(self) -> Iterator[FRect]:
        """Yield the areas of answers, board, and the prompt or the refusal in its place."""
        yield from self._answer_rects()
        yield self.board_view.ui_area()
        if self.refusal is not None:
            yield self._placed_refusal().rect
        elif self.prompt and not self.board_view.replaces_prompt:
            yield self.prompt_pill(self.prompt).rect

    def _answer_rects(self) -> list[FRect]:
        return [button.rect for button in self.answer_buttons]

    # --- prompt -----------------------------------------------------------------------------------------------------

    def prompt_pill(self, prompt: str) -> PromptPill:
        """Return the pill with the prompt, placed beside the answer buttons."""
        seconds, is_timed = self.remaining_seconds, self.remaining_fraction is not None
        time_text = self.words("app.reader.seconds", n=seconds) if is_timed else ""
        pill = PromptPill(prompt, lambda: self.remaining_fraction, seconds, time_text)
        self._prompt_placement.place_prompt(pill, self._answer_rects(), has_countdown=is_timed)
        return pill

    def weighted_areas(self) -> list[WeightedArea]:
        """Return the areas of all table items but the prompt, each weighted by how much a panel should avoid covering
        it."""
        return [
            *pile_and_label_areas(self.model, self.caption_renderer, self.card_renderer, self.words),
            *self._areas_besides_piles(),
        ]

    def _areas_besides_piles(self) -> Iterator[WeightedArea]:
        """Yield the areas of seat plates, captions, buttons, board and own hand, each weighted by how much a
        panel should avoid covering it."""
        renderer, model = self.renderer, self.model
        for seat in model.seat_positions:
            yield WeightedArea(self.plates.plate_rect(seat), SEATS_WEIGHT)
        yield from caption_areas(model, renderer, self.words, self._answer_rects())
        for rect in self._answer_rects():
            yield WeightedArea(rect, PRESSABLE_WEIGHT)
        yield from (WeightedArea(tool.target_area, PRESSABLE_WEIGHT) for tool in self.tools)
        yield from (WeightedArea(button.target_area, PILE_NAME_WEIGHT) for button in self.pile_buttons)
        yield from (WeightedArea(tag.rect, SEATS_WEIGHT) for tag in self._deal_tag)
        yield WeightedArea(self.board_view.ui_area(), CARDS_WEIGHT)
        choice = model.choice
        if choice is not None and choice.required_card_count():
            yield WeightedArea(centred_rect(renderer.width / 2, renderer.height - 234, 150, 28), SEATS_WEIGHT)
        yield own_hand_zone(model)
