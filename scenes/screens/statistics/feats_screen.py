"""The page of feats: those earned with their day, and what is to be done for the others."""

from collections.abc import Sequence
from itertools import groupby

from engine.local_time import day_of
from engine.statistics.feat_search import FeatSearch
from engine.statistics.feats import BACK_BY_FEAT_COUNT, FeatId, Progress, count_progress, earned_feats, list_feats
from scenes.render import box_styles
from scenes.render.theme import BRASS, CREAM, GOLD, MUTED, rgb
from scenes.shell.context import Context
from scenes.shell.screen import MARGIN, Screen, header_hint
from scenes.text.dates import day_text
from scenes.text.feat_texts import feat_group_name, feat_help, feat_name
from scenes.ui.boxes import Column, Grid, Row
from scenes.ui.scroll_view import ScrollView
from scenes.ui.text import Text
from scenes.ui.widgets import IconImage, Panel, Widget
from scenes.ui.widgets.progress_bar import ProgressBar

_MIN_TILE_WIDTH = 330.0
"""Minimum width of a feat's tile, from which the number of columns follows, logical pixels."""
_GAP = 12.0
_CONTENT_PADDING = (MARGIN, 4.0, MARGIN, MARGIN)
_ICON_SIZE = 30.0
_BAR_WIDTH, _BAR_HEIGHT = 120.0, 6.0
_UNEARNED_COLOUR = rgb("#6b5a44")
"""Colour of the trophy of a feat that isn't earned yet."""


class FeatsScreen(Screen):
    """Shows all feats by game, opened over the statistics.

    The first time, it searches the finished matches for feats that were shown before.
    """

    min_size = (600.0, 340.0)

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self.feats = list_feats()
        self.search = FeatSearch(context.replays, context.statistics, context.earned_feats, context.unix_seconds())
        self._days: dict[FeatId, int] = {}
        """Earned feats with their days, as from ``date.toordinal``."""
        self._progress_by_feat = count_progress(context.statistics, context.settings.name)
        done = [str(feat) for feat, progress in self._progress_by_feat.items() if progress.is_done]
        context.earned_feats.add(done, context.settings.name, day_of(context.unix_seconds()))

    def compose(self) -> Column:
        words = self.context.words
        self._days = earned_feats(self.context.earned_feats, self.context.settings.name)
        hint = words("app.feat.count", n=len(self._days), total=len(self.feats))
        if not self.search.is_done:
            hint = words("app.feat.searching", percent=words.percent(self.search.progress))
        groups = [
            self._compose_group(group, list(feats)) for group, feats in groupby(self.feats, lambda feat: feat.group)
        ]
        note = Text(words("app.feat.note"), "small", MUTED, wraps=True)
        backs = [
            words("app.feat.back", n=count, back=words(f"settings.back.value.{back}"))
            for count, back in BACK_BY_FEAT_COUNT.items()
        ]
        reward = Text(" ".join(backs), "small", MUTED, wraps=True)
        content = Column(Column(note, reward, gap=4.0), *groups, gap=18.0, padding=_CONTENT_PADDING)
        return Column(
            self.header("chevron_left", words("app.feat.title"), words("app.button.back"), header_hint(hint)),
            ScrollView(content, key="feats").with_layout(grow=1.0, basis=0.0, margin=(0, 16.0, 0, 0)),
        )

    def _compose_group(self, group: str, feats: Sequence[FeatId]) -> Column:
        columns = max(1, int((self.renderer.width - 2 * MARGIN + _GAP) / (_MIN_TILE_WIDTH + _GAP)))
        heading = Text(feat_group_name(self.context.words, group), "panel_title", BRASS)
        return Column(heading, Grid(*map(self._compose_tile, feats), columns=columns, gaps=(_GAP, _GAP)), gap=10.0)

    def _compose_tile(self, feat: FeatId) -> Widget:
        """Return a feat's tile: its name, its help, and the day or the progress."""
        words, day = self.context.words, self._days.get(feat)
        lines: list[Widget] = [
            Text(feat_name(words, feat), "name", GOLD if day is not None else CREAM, wraps=True),
            Text(feat_help(words, feat), "small", MUTED, wraps=True),
        ]
        if day is not None:
            lines.append(Text(words("app.feat.day", date=day_text(words, day)), "small", CREAM))
        elif (progress := self._progress_by_feat.get(feat)) is not None and progress.target > 1:
            lines.append(self._compose_progress(progress))
        icon = IconImage("trophy", _ICON_SIZE, GOLD if day is not None else _UNEARNED_COLOUR)
        return Row(
            icon.with_layout(align="start", margin=(0, 2, 14, 0)),
            Column(*lines, gap=3.0).with_layout(grow=1.0, basis=0.0, align="start"),
            padding=(16.0, 12.0, 16.0, 12.0),
            background=Panel(box=box_styles.PLATE),
        ).with_layout(("feat", feat))

    def _compose_progress(self, progress: Progress) -> Row:
        text = self.context.words("app.feat.progress", n=progress.reached, total=progress.target)
        bar = ProgressBar(progress.reached / progress.target)
        return Row(
            bar.with_layout(width=_BAR_WIDTH, height=_BAR_HEIGHT, align="center"),
            Text(text, "small", CREAM).with_layout(margin=(10, 0, 0, 0)),
        )

    # --- time and input ---------------------------------------------------------------------------------------------

    def poll(self) -> bool:
        """Go on with the search of the finished matches."""
        if self.search.is_done:
            return False
        self.search.step()
        self.refresh()
        return True

    @property
    def is_animating(self) -> bool:
        return not self.search.is_done or super().is_animating

    def back(self) -> None:
        self.context.close(self)

    def confirm(self) -> None:
        self.back()
