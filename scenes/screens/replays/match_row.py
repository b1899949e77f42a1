"""Row of the list of finished matches, with its texts."""

from collections.abc import Callable

from pygame import Surface

from engine.options import changed_options
from engine.profile.replays import ReplayEntry
from engine.sanitise import sanitise
from scenes.render import box_styles
from scenes.render.renderer import Renderer
from scenes.render.theme import BRASS, CREAM, GOLD, MUTED, REFUSAL_TEXT
from scenes.shell.services import Services
from scenes.text.dates import day_text, time_text
from scenes.text.player_names import recorded_players
from scenes.ui.accessible_elements import AccessibleElement
from scenes.ui.widgets import Clickable

_ROW_HEIGHT = 64.0
_EMBLEM_SIZE = (40.0, 45.0)


def outcome_text(services: Services, entry: ReplayEntry) -> str:
    """Return a short text about the outcome of a finished match."""
    record, result = entry.record_head, entry.result
    words = services.words.for_game(record.game) if record is not None else services.words
    if record is None:
        return words("app.replay.unreadable")
    if not result.winners:
        return words("app.replay.broken" if entry.notice else "app.replay.unfinished", n=result.deals + 1)
    seated = recorded_players(record, words, services.person)
    if not seated:
        return words("app.replay.over")
    if len(result.winners) == 1 and seated[result.winners[0]].is_own:
        return words("app.replay.you_won")
    names = words.join_and([seated[seat].name for seat in result.winners])
    return words("app.replay.shared" if len(result.winners) > 1 else "app.replay.won", name=names, names=names)


def summary_text(services: Services, entry: ReplayEntry) -> str:
    """Return a text with date, opponents and number of house rules of a match; for an unreadable file, its date."""
    words, record = services.words, entry.record_head
    if record is None:
        return time_text(words, entry.modified_at)
    others = [player.name for player in recorded_players(record, words, services.person) if not player.is_own]
    changed = len(changed_options(record.options))
    parts = [
        words("app.daily.tag", date=day_text(words, record.daily)) if record.daily else "",
        time_text(words, record.ended or record.began or entry.modified_at),
        words("app.replay.with", names=words.join_and(others)) if others else "",
        words("app.table.house_rules", n=changed) if changed else "",
    ]
    return " · ".join(filter(None, parts))


class MatchRow(Clickable):
    """Row with a match's game, outcome, date and opponents, and its star if it has one."""

    def __init__(
        self, services: Services, entry: ReplayEntry, on_click: Callable[[], None], *, is_chosen: bool
    ) -> None:
        super().__init__(on_click)
        self.is_focus_inside = True
        self.services = services
        self.entry = entry
        self.is_chosen = is_chosen

    def preferred_size(self, renderer: Renderer) -> tuple[float, float]:
        return 0.0, _ROW_HEIGHT

    @property
    def title(self) -> str:
        """The game's title; of an unreadable match the name of its file."""
        record = self.entry.record_head
        return self.services.words(f"{record.game}.title") if record else sanitise(self.entry.path.name)

    def as_accessible(self) -> AccessibleElement:
        return self.as_button(
            self.title, outcome_text(self.services, self.entry), summary_text(self.services, self.entry)
        )

    def draw(self, renderer: Renderer, target: Surface) -> None:
        rect, entry = self.rect, self.entry
        if self.is_chosen:
            renderer.draw_box(target, box_styles.ROW_CHOSEN, rect)
        elif self.hovered:
            renderer.draw_box(target, box_styles.ROW_HOVER, rect)
        record = entry.record_head
        if record:
            renderer.blit(target, renderer.emblem(record.game, *_EMBLEM_SIZE), rect.left + 12, rect.centery, "midleft")
        else:
            renderer.blit(target, renderer.icon("info", 30, REFUSAL_TEXT), rect.left + 17, rect.centery, "midleft")
        left, right = rect.left + 66, rect.right - 14
        for icon, is_shown in (("star", bool(record and record.starred)), ("info", bool(record and entry.notice))):
            if is_shown:
                ink = GOLD if icon == "star" else REFUSAL_TEXT
                renderer.blit(target, renderer.icon(icon, 20, ink), right, rect.centery, "midright")
                right -= 28
        name = renderer.text(self.title, "strong", GOLD if self.is_chosen else CREAM, max_width=(right - left) * 0.6)
        renderer.blit(target, name, left, rect.top + 10)
        x = left + renderer.width_of(name) + 14
        ink = REFUSAL_TEXT if record is None or (entry.notice and not entry.result.winners) else BRASS
        renderer.blit(
            target,
            renderer.text(outcome_text(self.services, entry), "strong_body", ink, max_width=right - x),
            x,
            rect.top + 11,
        )
        summary = summary_text(self.services, entry)
        style = renderer.first_fitting_style(summary, ("explanation", "small"), right - left)
        summary_image = renderer.text(summary, style, MUTED, max_width=right - left)
        renderer.blit(target, summary_image, left, rect.top + 35)
