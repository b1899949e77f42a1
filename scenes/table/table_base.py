"""Base class of the card table: its parts, and what its modes, keys and pages do with them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Literal

from engine.events import Event
from engine.match.match_view import MatchView
from engine.moves import Move, Refusal
from scenes.render import timing
from scenes.shell.context import Context
from scenes.shell.destinations import RulesPage
from scenes.shell.scene import Scene
from scenes.table.cards.card_view import TableCardsView
from scenes.table.drawer import Drawer
from scenes.table.menu import house_rules_dialog
from scenes.table.model.hand_controller import HandController
from scenes.table.model.table_model import TableModel
from scenes.table.pages.log_page import LogSize, MatchLog
from scenes.table.pile_browser import PileBrowser
from scenes.table.prerenderer import Prerenderer
from scenes.table.sounds import TableSounds
from scenes.table.table_hud import Hud
from scenes.table.talk_scheduler import TalkScheduler
from scenes.text.catalogue import Words

FastForward = Literal["", "fast", "skip"]
_FAST_SPEED = 4.0
"""Speed of a match shown in fast motion."""


class TableBase(Scene):
    """Base class of the card table: its parts, and what its modes, keys and pages do with them.

    ``Table`` makes the parts, lays them out, draws them and handles input.
    """

    context: Context
    match: MatchView
    model: TableModel
    hand_controller: HandController
    hud: Hud
    drawer: Drawer
    card_view: TableCardsView
    log: MatchLog
    pile_browser: PileBrowser
    talk_scheduler: TalkScheduler
    sounds: TableSounds
    prerenderer: Prerenderer
    words: Words
    """Translated texts for the table; they name the seats' players."""
    fast_forward: FastForward = ""
    """Whether the table shows the match faster than the settings say, or at once; empty for neither."""

    hurries_trick = False
    """Whether the rest of the trick is shown at twice the speed, as the player had no choice in it."""

    @property
    def speed(self) -> float:
        """Speed of animations and pauses at the table, a factor that divides their durations; 0 for no animation."""
        speed = self.context.speed * (timing.FORCED_TRICK_SPEED if self.hurries_trick else 1.0)
        return {"": speed, "fast": speed and max(speed, _FAST_SPEED), "skip": 0.0}[self.fast_forward]

    def set_fast_forward(self, fast_forward: FastForward) -> None:
        """Show the match faster than the settings say (``fast``) or at once (``skip``); empty to end that."""
        self.fast_forward = fast_forward
        self.model.director.speed = self.speed
        if fast_forward == "skip":
            self.hud.clear_short_lived_messages()
            self.model.director.finish()

    def set_hurries_trick(self, *, hurries: bool) -> None:
        """Set whether the rest of the trick is shown at twice the speed."""
        self.hurries_trick = hurries
        self.model.director.speed = self.speed

    @property
    def is_on_top(self) -> bool:
        """Whether the card table is the top scene, which gets the player's input."""
        return self.context.is_top(self)

    @property
    def drawer_slides(self) -> bool:
        """Whether the side drawer slides, rather than opens and closes at once."""
        return bool(self.context.speed) and not self.timeline.reduces_motion

    def show_events(self, events: Iterable[Event]) -> None:
        """Queue events of the match to be shown on the table, and start showing them."""
        self.model.director.queue_events(events)
        self.prerenderer.restart()
        self.model.director.update(0)
        self.hud.refresh()

    def jump_to_position(self) -> None:
        """Show the match's current position after a jump, as by undo; cards glide to it."""
        self.hud.clear_short_lived_messages()
        self.hud.refresh_facts()
        self.model.show_match()
        events = self.match.recent_events()
        self.hud.restore_bubbles(events)
        self.talk_scheduler.restart_talk_and_log_after(events, self.match.recent_events_deal)
        self.pile_browser.refresh()
        self.hud.refresh()

    def show_refusal(self, refusal: Refusal) -> None:
        """Show the player the reason why a move was refused."""
        self.sounds.play_refusal()
        self.hud.show_refusal(refusal)

    def show_advice(self, move: Move | None) -> None:
        """Show a suggested move on the table: its cards are raised, its button or pile is highlighted. None ends
        that."""
        if self.model.advised_move != move:
            self.model.advised_move = move
            if self.model.choice is not None:
                self.model.choice.hinted_move = move
            self.hud.refresh()

    # --- tools ------------------------------------------------------------------------------------------------------

    def cycle_sort(self) -> None:
        """Sort the player's hand by the next of its sort orders."""
        self.model.sort_hand(self.model.hand.next_sort_mode())
        self.context.save_settings_without_layout(replace(self.context.settings, sort=self.model.hand.sort_mode))

    def toggle_log(self, *, keyboard: bool = False) -> None:
        """Open the match log at the size in which it was last open, or close it. With ``keyboard``, arrow keys scroll
        it."""
        self.set_log(self.log.toggled_size(), keyboard=keyboard)

    def close_log(self) -> None:
        self.set_log("closed")

    def set_log(self, size: LogSize, *, keyboard: bool = False) -> None:
        """Open the match log at a size, or close it, and save that in the settings."""
        self.context.save_settings_without_layout(replace(self.context.settings, log=size))
        self.log.set_size(size, arrows_scroll=keyboard)
        if self.log.is_open:
            self.drawer.show(self.log)
        else:
            self.drawer.withdraw(self.log)

    def show_house_rules(self) -> None:
        """Open a dialog with the house rules in force."""
        self.context.open(house_rules_dialog(self.context, self.match.game.slug, self.match.record.options))

    def open_rules(self, rule: str = "") -> None:
        """Open the game's rules at the rule with this id, by default at the rule of a refusal that is shown."""
        self.hand_controller.cancel()
        rule = rule or (self.hud.refusal.rule if self.hud.refusal else "")
        self.context.open(RulesPage(self.match.game.slug, rule, self.match.record.options))

    def finish_motion(self) -> None:
        """End flying cards and announcements on the table at once."""
        self.hud.finish_motion()
        if self.model.director.is_busy:
            self.model.director.finish()
