"""Widgets with the details of a finished match: players with points, facts, and changed house rules."""

from textwrap import wrap

from pygame import Surface

from engine.match.record import Record
from engine.profile.replays import ReplayEntry
from scenes.render.renderer import Renderer
from scenes.render.theme import INK, INK_BROWN, INK_SECONDARY
from scenes.shell.services import Services
from scenes.table.standings import standing_cell
from scenes.text.catalogue import Words, group_digits
from scenes.text.dates import time_text
from scenes.text.notice_texts import notice_text
from scenes.text.option_texts import changed_rule_names_and_helps
from scenes.text.player_names import RecordedPlayer, recorded_players
from scenes.ui.accessible_elements import AccessibleElement, text_element
from scenes.ui.boxes import Column
from scenes.ui.text import Text
from scenes.ui.widgets import Widget
from scenes.ui.widgets.rule_note import RuleNote
from scenes.ui.widgets.standing import StandingCell

_PLAYER_ROW_HEIGHT = 40.0
SHADOW_MARGIN = 8.0
"""Space left of the details and above them for the shadows of portraits."""


class PlayerLine(Widget):
    """Row with a player's portrait, name and points, and a crown for a winner."""

    def __init__(self, player: RecordedPlayer, total: str, standing: StandingCell | None, *, is_winner: bool) -> None:
        super().__init__()
        self.player = player
        self.total = standing.text if standing is not None else total
        self.standing = standing
        self.is_winner = is_winner

    def preferred_size(self, renderer: Renderer) -> tuple[float, float]:
        return 0.0, _PLAYER_ROW_HEIGHT

    def as_accessible(self) -> AccessibleElement | None:
        return text_element(self.player.name, self.total)

    def draw(self, renderer: Renderer, target: Surface) -> None:
        rect = self.rect
        renderer.blit(target, renderer.portrait(self.player.portrait, 32), rect.left + 23, rect.centery, "center")
        style = "strong_body" if self.is_winner else "body"
        right = rect.right
        if self.standing is not None:
            self.standing.draw(renderer, target, right, rect.centery)
            right -= max(44.0, self.standing.width(renderer) + 12)
        elif self.total:
            points = renderer.text(self.total, style, INK)
            renderer.blit(target, points, right, rect.centery, "midright")
            right -= max(44.0, renderer.width_of(points) + 12)
        name = renderer.text(
            self.player.name, style, INK, max_width=right - rect.left - 54 - (28 if self.is_winner else 0)
        )
        renderer.blit(target, name, rect.left + 54, rect.centery, "midleft")
        if self.is_winner:
            x = rect.left + 54 + renderer.width_of(name) + 10
            renderer.blit(target, renderer.icon("crown", 20, INK_BROWN), x, rect.centery, "midleft")


def match_details(services: Services, entry: ReplayEntry) -> Column:
    """Return the details of a finished match as a column."""
    words, record, result = services.words, entry.record_head, entry.result
    notice = None
    if entry.notice is not None:
        notice = Text(notice_text(words, entry.notice), "body", INK_SECONDARY, wraps=True)
        notice.with_layout(margin=(0, 0, 0, 10))
    padding = (SHADOW_MARGIN, SHADOW_MARGIN, 0, 0)
    if record is None:
        return Column(notice, padding=padding)
    game_words = words.for_game(record.game)
    players = [
        PlayerLine(
            player,
            words.number(result.totals[seat]) if result.totals else "",
            standing_cell(game_words, record.game, result.standings[seat].note) if result.standings else None,
            is_winner=seat in result.winners,
        )
        for seat, player in enumerate(recorded_players(record, words, services.person))
    ]
    facts = [Text(text, "explanation", INK_SECONDARY, wraps=True) for text in _facts(words, entry, record)]
    rules = [RuleNote(*rule) for rule in changed_rule_names_and_helps(words, record.game, record.options)]
    return Column(notice, *players, Column(*facts, gap=4, padding=(0, 8, 0, 12)), *rules, padding=padding)


def _grouped_deal_name(name: int | str) -> str:
    """Format the deal's number in groups of three digits, or the key of an online deal in groups of four characters."""
    return " ".join(wrap(name, 4)) if isinstance(name, str) else group_digits(str(name))


def _facts(words: Words, entry: ReplayEntry, record: Record) -> list[str]:
    day = time_text(words, record.ended or record.began or entry.modified_at)
    length = words.for_game(record.game)("app.replay.deals", n=entry.result.deals) if entry.result.deals else ""
    counted = [key for key in ("undone", "hinted") if getattr(record, key)]
    lines = [
        " · ".join(filter(None, (day, length, words("app.replay.moves", n=entry.result.moves)))),
        words("app.replay.deal", number=_grouped_deal_name(record.deal_name)),
        *(words(f"app.replay.{key}", n=getattr(record, key)) for key in counted),
    ]
    if record.adopted or record.known:
        lines.append(words("app.replay.adopted" if record.adopted else "app.replay.known"))
    return lines
