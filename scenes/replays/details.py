"""The details of a finished match on paper: players with their points, facts, and house rules."""

from textwrap import wrap

from pygame import FRect, Surface

from engine.match.record import Record
from engine.profile.replays import ReplayEntry
from scenes.look.look import Look
from scenes.look.theme import INK, INK_BROWN, INK_SECOND
from scenes.look.widgets import Label, Widget
from scenes.look.widgets.rule_note import RuleNote
from scenes.shell.context import Services
from scenes.text.dates import date_of_time
from scenes.text.notices import notice_text
from scenes.text.people import SeatedPlayer, players
from scenes.text.rules import rules_in_force
from scenes.text.words import Words, grouped

_PLAYER = 40.0


class PlayerLine(Widget):
    """A player with portrait, name and points, and a crown for a winner."""

    def __init__(self, player: SeatedPlayer, total: str, *, won: bool) -> None:
        super().__init__()
        self.player = player
        self.total = total
        self.won = won

    def draw(self, look: Look, target: Surface) -> None:
        rect = self.rect
        look.blit(target, look.portrait(self.player.portrait, 32), rect.left + 23, rect.centery, "center")
        style = "strong_body" if self.won else "body"
        right = rect.right
        if self.total:
            points = look.text(self.total, style, INK)
            look.blit(target, points, right, rect.centery, "midright")
            right -= max(44.0, points.get_width() / look.scale + 12)
        name = look.text(self.player.name, style, INK, max_width=right - rect.left - 54 - (28 if self.won else 0))
        look.blit(target, name, rect.left + 54, rect.centery, "midleft")
        if self.won:
            x = rect.left + 54 + name.get_width() / look.scale + 10
            look.blit(target, look.icon("crown", 20, INK_BROWN), x, rect.centery, "midleft")


def detail_widgets(services: Services, look: Look, entry: ReplayEntry, wide: float) -> tuple[list[Widget], float]:
    """Return the details of a match as widgets in a column of that width, and their height."""
    words, record, result = services.words, entry.record, entry.result
    widgets: list[Widget] = []
    y = 0.0

    def line(text: str, style: str = "explanation", gap: float = 4.0) -> None:
        nonlocal y
        label = Label(text, style, INK_SECOND, wrap=wide)
        label.place(look, 0, y)
        widgets.append(label)
        y = label.rect.bottom + gap

    if entry.notice is not None:
        line(notice_text(words, entry.notice), "body", 10)
    if record is None:
        return widgets, y
    for seat, player in enumerate(players(record, words, services.person)):
        total = words.number(result.totals[seat]) if result.totals else ""
        row = PlayerLine(player, total, won=seat in result.winners)
        row.rect = FRect(0, y, wide, _PLAYER)
        widgets.append(row)
        y += _PLAYER
    y += 8
    for text in _facts(words, entry, record):
        line(text)
    y += 8
    for name, text in rules_in_force(words, record.game, record.options):
        note = RuleNote(name, text)
        note.place_in(look, 0, y, wide)
        widgets.append(note)
        y += note.rect.height
    return widgets, y


def _grouped_deal(name: int | str) -> str:
    """Format a deal number in groups of three digits, the key of a table in groups of four characters."""
    return " ".join(wrap(name, 4)) if isinstance(name, str) else grouped(str(name))


def _facts(words: Words, entry: ReplayEntry, record: Record) -> list[str]:
    day = date_of_time(words, record.ended or record.began or entry.time)
    length = words.of_game(record.game)("app.replay.deals", n=entry.result.deals) if entry.result.deals else ""
    counted = [key for key in ("undone", "hinted") if getattr(record, key)]
    lines = [
        " · ".join(filter(None, (day, length, words("app.replay.moves", n=entry.result.moves)))),
        words("app.replay.deal", number=_grouped_deal(record.deal_name)),
        *(words(f"app.replay.{key}", n=getattr(record, key)) for key in counted),
    ]
    if record.adopted or record.known:
        lines.append(words("app.replay.adopted" if record.adopted else "app.replay.known"))
    return lines
