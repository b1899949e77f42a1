"""A statistics file with any number of deals, written in SQL, for benchmarks and tests of queries."""

import sqlite3
from pathlib import Path

from engine.games import GAMES
from engine.statistics.sql_schema import DAYS_PER_MONTH, MIGRATIONS, SUM_TABLES
from engine.statistics.store import Statistics

DEALS_PER_MATCH = 8
"""Number of deals per match."""
FIRST_DAY = 739_000
YEARS = 6

_MATCHES_SQL = """
WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < :count - 1)
INSERT INTO matches SELECT i + 1, 'made-' || i, 'game' || (i * 7919 % 5), i, 4,
    CASE i % 9 WHEN 0 THEN 'target=50' WHEN 1 THEN 'chips=1' ELSE '' END,
    CASE i * 31 % 4 WHEN 0 THEN 'easy' WHEN 1 THEN 'medium' WHEN 2 THEN 'hard' ELSE 'master' END,
    i * 1000, i * 1000 + 500, :day + i * :days / :count, 1, i % 17 = 0, 0, i % 17 = 0,
    CASE i % 7 WHEN 3 THEN :day + i * :days / :count ELSE 0 END, i + 1 FROM n
"""
_CHAIRS_SQL = """
INSERT INTO chairs SELECT id, seat,
    CASE seat WHEN 0 THEN 'person' WHEN 1 THEN 'mei' WHEN 2 THEN 'kwame' ELSE 'rafa' END,
    CASE seat WHEN 0 THEN '' ELSE level END, CASE WHEN seat = 0 AND id % 11 = 0 THEN 'Ana' ELSE '' END,
    seat = (id * 2654435761 >> 7) % 4
FROM matches, (SELECT 0 AS seat UNION SELECT 1 UNION SELECT 2 UNION SELECT 3)
"""
_DEALS_SQL = """
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < :each)
INSERT INTO deals SELECT id, i, 0, at - :each + i, (id * 13 + i * 7) % 41 - 20, (id + i) % 4 = 0, '1,2,3,-6',
    20000 + (id % 7) * 1000, 11, '' FROM matches, n
"""
_PARS_SQL = """
INSERT INTO pars SELECT match, number, seat, (match * 40503 + number * 6151) % 8001 + 1000, 20
FROM deals WHERE (match + number) % 3 > 0
"""
_DAILY_SQL = """
INSERT INTO daily SELECT c.name, m.game, m.level, m.rules, m.helped, m.day, COUNT(DISTINCT m.id),
    SUM(c.won * (d.number = 1)), COUNT(*), SUM(d.won), SUM(points), SUM(ms), SUM(decisions),
    COUNT(par), COALESCE(SUM(par), 0), COALESCE(SUM(par * par), 0)
FROM matches AS m JOIN chairs AS c ON c.match = m.id AND c.seat = 0 JOIN deals AS d ON d.match = m.id
LEFT JOIN pars AS p ON p.match = m.id AND p.number = d.number AND p.seat = d.seat
GROUP BY c.name, m.game, m.level, m.rules, m.helped, m.day
"""
_MONTHLY_SQL = f"""
INSERT INTO monthly SELECT name, game, level, rules, helped, day - day % {DAYS_PER_MONTH}, SUM(matches), SUM(won),
    SUM(deals), SUM(deals_won), SUM(points), SUM(ms), SUM(decisions), SUM(pars), SUM(par_sum), SUM(par_squares)
FROM daily GROUP BY name, game, level, rules, helped, day - day % {DAYS_PER_MONTH}
"""
_RESULTS_SQL = """
INSERT INTO results SELECT c.name, m.game, m.level, m.rules, m.helped, m.finish, m.id, m.at, c.won
FROM matches AS m JOIN chairs AS c ON c.match = m.id AND c.seat = 0
"""
_RIVALS_SQL = """
INSERT INTO rivals SELECT c.name, m.game, m.level, m.rules, m.helped, o.who, o.level, COUNT(*), SUM(c.won), SUM(o.won)
FROM matches AS m JOIN chairs AS c ON c.match = m.id AND c.seat = 0 JOIN chairs AS o ON o.match = m.id AND o.seat > 0
GROUP BY c.name, m.game, m.level, m.rules, m.helped, o.who, o.level
"""
_MEETINGS_SQL = """
INSERT INTO meetings SELECT c.name, m.game, m.level, m.rules, m.helped, m.day, o.who, o.level,
    COUNT(*), SUM(c.won), SUM(o.won)
FROM matches AS m JOIN chairs AS c ON c.match = m.id AND c.seat = 0 JOIN chairs AS o ON o.match = m.id AND o.seat > 0
GROUP BY c.name, m.game, m.level, m.rules, m.helped, m.day, o.who, o.level
"""
_DAYS_SQL = """
INSERT INTO days SELECT c.name, m.game, m.level, m.rules, m.helped, of_day, m.id, points, d.won, par,
    COALESCE(playings, 0)
FROM matches AS m JOIN chairs AS c ON c.match = m.id AND c.seat = 0
JOIN deals AS d ON d.match = m.id AND d.number = 1 AND d.seat = 0
LEFT JOIN pars AS p ON p.match = m.id AND p.number = 1 AND p.seat = 0
WHERE of_day > 0
"""
_RATINGS_SQL = """
INSERT INTO ratings SELECT c.name, m.game, m.finish, m.id, m.at, 1500 + (m.id % 97 - 48) * 2, 60,
    ROW_NUMBER() OVER (PARTITION BY c.name, m.game ORDER BY m.finish, m.id)
FROM matches AS m JOIN chairs AS c ON c.match = m.id AND c.seat = 0
WHERE NOT helped AND rules = '' AND of_day = 0
"""
"""The ratings: realistic in number, invented in value."""


def write_statistics(path: Path, deals: int) -> None:
    """Write a statistics file with ``deals`` deals of all games over six years."""
    statistics = Statistics(path, lambda notice: None)
    statistics.rebuild_sums()  # create the file
    statistics.close()
    file = sqlite3.connect(path)
    figures = {"count": deals // DEALS_PER_MATCH, "day": FIRST_DAY, "days": 365 * YEARS, "each": DEALS_PER_MATCH}
    file.execute(_MATCHES_SQL, figures)
    for i, slug in enumerate(GAMES):
        values = (slug, GAMES[slug].seats_default, f"game{i}")
        file.execute("UPDATE matches SET game = ?, seats = ? WHERE game = ?", values)
    for statement in (
        _CHAIRS_SQL,
        _DEALS_SQL,
        _PARS_SQL,
        _DAILY_SQL,
        _MONTHLY_SQL,
        _RESULTS_SQL,
        _RIVALS_SQL,
        _MEETINGS_SQL,
        _DAYS_SQL,
        _RATINGS_SQL,
    ):
        file.execute(statement, figures if ":" in statement else {})
    file.commit()
    file.close()


def read_sorted_sums(path: Path) -> dict[str, list[tuple[object, ...]]]:
    """Return the rows of all sum tables, sorted."""
    file = sqlite3.connect(path)
    found = {name: sorted(file.execute(f"SELECT * FROM {name}").fetchall()) for name in SUM_TABLES}
    file.close()
    return found


assert len(MIGRATIONS) == 7, "the statements above are for format 7"
