"""A row of the list of finished matches."""

from collections.abc import Callable

from pygame import FRect, Surface

from engine.options import differing
from engine.printable import printable
from engine.profile.replays import ReplayEntry
from scenes.look import box_styles
from scenes.look.look import Look
from scenes.look.theme import BRASS, CREAM, GOLD, MUTED, REFUSAL
from scenes.look.widgets import Clickable
from scenes.shell.context import Services
from scenes.text.dates import date_of_day, date_of_time
from scenes.text.people import players

ROW = 66.0
_EMBLEM = (40.0, 45.0)


def outcome_text(services: Services, entry: ReplayEntry) -> str:
    """Return the outcome of a match in a few words."""
    record, result = entry.record, entry.result
    words = services.words.of_game(record.game) if record is not None else services.words
    if record is None:
        return words("app.replay.unreadable")
    if not result.winners:
        return words("app.replay.broken" if entry.notice else "app.replay.unfinished", n=result.deals + 1)
    seated = players(record, words, services.person)
    if not seated:
        return words("app.replay.over")
    if len(result.winners) == 1 and seated[result.winners[0]].is_own:
        return words("app.replay.you_won")
    names = words.joined([seated[seat].name for seat in result.winners])
    return words("app.replay.shared" if len(result.winners) > 1 else "app.replay.won", name=names, names=names)


def summary_text(services: Services, entry: ReplayEntry) -> str:
    """Return date, opponents and house rules of a match; for an unreadable file, its date."""
    words, record = services.words, entry.record
    if record is None:
        return date_of_time(words, entry.time)
    others = [player.name for player in players(record, words, services.person) if not player.is_own]
    changed = len(differing(record.options))
    parts = [
        words("app.daily.tag", date=date_of_day(words, record.daily)) if record.daily else "",
        date_of_time(words, record.ended or record.began or entry.time),
        words("app.replay.with", names=words.joined(others)) if others else "",
        words("app.table.house_rules", n=changed) if changed else "",
    ]
    return " · ".join(filter(None, parts))


class MatchRow(Clickable):
    """A match: game, outcome, date and opponents, and a star if it has one."""

    def __init__(self, services: Services, entry: ReplayEntry, on_click: Callable[[], None], *, chosen: bool) -> None:
        super().__init__(on_click)
        self.services = services
        self.entry = entry
        self.chosen = chosen

    def draw(self, look: Look, target: Surface) -> None:
        rect, entry, words = self.rect, self.entry, self.services.words
        if self.chosen:
            look.draw_box(target, box_styles.ROW_CHOSEN, rect)
        elif self.hovered:
            look.draw_box(target, box_styles.ROW_HOVER, rect)
        record = entry.record
        title = words(f"{record.game}.title") if record else printable(entry.path.name)
        if record:
            look.blit(target, look.emblem(record.game, *_EMBLEM), rect.left + 12, rect.centery, "midleft")
        else:
            look.blit(target, look.icon("info", 30, REFUSAL), rect.left + 17, rect.centery, "midleft")
        left, right = rect.left + 66, rect.right - 14
        for icon, there in (("star", bool(record and record.starred)), ("info", bool(record and entry.notice))):
            if there:
                ink = GOLD if icon == "star" else REFUSAL
                look.blit(target, look.icon(icon, 20, ink), right, rect.centery, "midright")
                right -= 28
        name = look.text(title, "strong", GOLD if self.chosen else CREAM, max_width=(right - left) * 0.6)
        look.blit(target, name, left, rect.top + 10)
        x = left + name.get_width() / look.scale + 14
        ink = REFUSAL if record is None or (entry.notice and not entry.result.winners) else BRASS
        look.blit(
            target,
            look.text(outcome_text(self.services, entry), "strong_body", ink, max_width=right - x),
            x,
            rect.top + 11,
        )
        summary = summary_text(self.services, entry)
        style = look.fitting(summary, ("explanation", "small"), right - left)
        second = look.text(summary, style, MUTED, max_width=right - left)
        look.blit(target, second, left, rect.top + 35)

    def draw_focus(self, look: Look, target: Surface) -> None:
        """Draw the ring inside the row, because the list clips what is outside."""
        if self.focused:
            look.draw_box(target, box_styles.FOCUS, FRect(self.rect).inflate(-6, -6))
