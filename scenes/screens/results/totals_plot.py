"""Line plot of the totals over the deals of a match."""

from collections.abc import Sequence

from scenes.text.catalogue import Words
from scenes.ui.widgets.line_plot import Axes, LinePlot, Series, grid_values_around, seat_line_style

_MIN_DEALS_WITHOUT_DISCS = 25
"""Number of deals from which lines have no discs."""


def running_totals_from_zero(history: Sequence[Sequence[int]]) -> list[tuple[int, ...]]:
    """Return the seats' total points before the first deal and after each deal, by seat.

    >>> running_totals_from_zero([(3, -3), (1, -1)])
    [(0, 0), (3, -3), (4, -4)]
    """
    totals = [(0,) * len(history[0])]
    for points in history:
        totals.append(tuple(before + point for before, point in zip(totals[-1], points, strict=True)))
    return totals


def totals_plot(
    words: Words,
    history: Sequence[Sequence[int]],
    portraits_and_names: Sequence[tuple[str, str]],
    viewer: int,
    *,
    shows_plus: bool,
) -> LinePlot:
    """Return a plot of all seats' total points after each deal, with the viewer's line on top.

    Args:
        words: the text catalogue.
        history: points of each deal, by seat.
        portraits_and_names: portrait and name of each seat.
        viewer: seat whose line is on top.
        shows_plus: whether positive numbers have a plus sign.
    """
    totals = running_totals_from_zero(history)
    deals = len(history)
    all_totals = [total for after in totals for total in after]
    series = []
    for seat in sorted(range(len(portraits_and_names)), key=lambda seat: seat == viewer):
        points = tuple((deal / deals, float(after[seat])) for deal, after in enumerate(totals))
        discs = points[1:] if deals < _MIN_DEALS_WITHOUT_DISCS else ()
        series.append(
            Series(
                points,
                *seat_line_style(seat),
                is_main=seat == viewer,
                disc_points=discs,
                portrait=portraits_and_names[seat][0],
                seat=seat,
            )
        )
    label_step = -(-deals // 12)
    values = tuple(
        (float(v), words.number(v, signed=shows_plus)) for v in grid_values_around(min(all_totals), max(all_totals))
    )
    marks = tuple((deal / deals, str(deal)) for deal in range(label_step, deals + 1, label_step))
    plot = LinePlot(series, Axes(values, marks))
    figures_by_seat = [
        [words.number(after[seat], signed=shows_plus) for after in totals] for seat in range(len(portraits_and_names))
    ]
    plot.summary = "; ".join(
        words("app.reader.line", name=name, first=figures[0], last=figures[-1])
        for (_, name), figures in zip(portraits_and_names, figures_by_seat, strict=True)
    )
    plot.table_rows = [
        [words("app.results.player"), *(words("app.table.deal", n=deal + 1) for deal in range(deals))],
        *([name, *figures[1:]] for (_, name), figures in zip(portraits_and_names, figures_by_seat, strict=True)),
    ]
    return plot
