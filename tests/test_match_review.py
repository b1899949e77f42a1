"""The review of a match on the screen: rows are filled in place; decisions are chosen, shown, and played on from."""

from pathlib import Path
from typing import TypeVar

import pygame
import pytest

from engine.games import GAMES
from engine.languages import LANGUAGES
from engine.match.record import PERSON, Record
from engine.review import Decision, Reviewer, Verdict
from scenes.look.widgets import Button, Scroll, Segmented
from scenes.look.widgets.progress import ProgressLine
from scenes.replays.replays import ReplaysScreen
from scenes.results.results import ResultsScreen
from scenes.review.chance_plot import ChancePlot
from scenes.review.decision_row import DecisionRow
from scenes.review.decision_sheet import DecisionSheet
from scenes.review.decision_text import BEST, COSTLY, EVEN, WAITS, grade
from scenes.review.export import ReviewFindings, ReviewText
from scenes.review.review import ReviewScreen
from scenes.review.score import Score
from scenes.shell.destinations import ReplayList
from scenes.table.table import Table
from scenes.text.words import Words
from scenes.work.reviews import Make, Reviews
from tests.fit_all import states as fit_states
from tests.games.specimens import SPECIMENS
from tests.support import replaying
from tests.support.at_table import replayed, settings
from tests.support.canned_review import PARTS, Canned, finished, half
from tests.support.piloting import Pilot

SLUG = "big_two"
Found = TypeVar("Found")
GAME = pytest.mark.parametrize("slug", GAMES)


def match(slug: str = SLUG) -> Record:
    """A finished match with a person and characters."""
    record, _ = replaying.finished(slug, SPECIMENS[slug].pictured_seed)
    record.chairs = replaying.level(record.seats, 2)
    return record


def opened(folder: Path, slug: str = SLUG, make: Make = finished, **chosen: object) -> Pilot:
    """A review opened from the list of matches."""
    settings(folder, **{"speed": "instant", **chosen})
    pilot = Pilot(folder)
    pilot.app.go(ReplayList())
    pilot.app.open(ReviewScreen(pilot.app, Reviews(pilot.app.background, match(slug), make)))
    pilot.steps(40)
    return pilot


def screen(pilot: Pilot) -> ReviewScreen:
    top = pilot.app.top
    assert isinstance(top, ReviewScreen)
    return top


def rows(pilot: Pilot) -> list[DecisionRow]:
    scrolls = [child for child in screen(pilot).group.children if isinstance(child, Scroll)]
    return [row for scroll in scrolls for row in scroll.children if isinstance(row, DecisionRow)]


def the(pilot: Pilot, kind_: type[Found]) -> Found:
    """The only widget of a kind."""
    found = [child for child in screen(pilot).group.children if isinstance(child, kind_)]
    assert len(found) == 1
    return found[0]


def sheet(pilot: Pilot) -> DecisionSheet:
    scrolls = [child for child in screen(pilot).group.children if isinstance(child, Scroll)]
    return next(one for scroll in scrolls for one in scroll.children if isinstance(one, DecisionSheet))


def button(pilot: Pilot, icon: str) -> Button:
    return next(b for b in screen(pilot).group.order() if isinstance(b, Button) and b.icon == icon)


# --- what is shown ----------------------------------------------------------------------------------------------------


def test_the_chance_to_win_has_the_whole_width(tmp_path: Path) -> None:
    pilot = opened(tmp_path)
    plot = the(pilot, ChancePlot)
    assert plot.rect.width >= 0.9 * pilot.app.look.width
    assert plot.rect.height >= 150


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_decision_fits_its_paper_without_scrolling(language: str, tmp_path: Path) -> None:
    pilot = opened(tmp_path, "palacio", language=language)
    for row in rows(pilot):
        screen(pilot).choose(row.moment.at)
        scroll = next(
            one for one in screen(pilot).group.children if isinstance(one, Scroll) and sheet(pilot) in one.children
        )
        assert scroll.content <= scroll.rect.height, row.moment.at


@GAME
def test_every_decision_has_a_row_and_a_disc(slug: str, tmp_path: Path) -> None:
    pilot = opened(tmp_path, slug)
    review = screen(pilot)
    record = review.reviews.record
    made = [row.moment for row in rows(pilot)]
    assert [moment.at for moment in made] == [mark.at for mark in the(pilot, ChancePlot).marks]
    assert made and all(record.moves[moment.at] == moment.played and moment.played.seat == 0 for moment in made)
    assert review.report.best is not None and review.at == review.report.best.at, "the best one is shown first"
    assert sheet(pilot).heading()[1] == pilot.app.words("app.match_review.kind.finest")
    assert grade(review.report.best) == BEST and [row.moment.at for row in rows(pilot) if row.best] == [review.at]
    (row,) = (row for row in rows(pilot) if row.best)
    listed = next(
        scroll for scroll in screen(pilot).group.children if isinstance(scroll, Scroll) and row in scroll.children
    )
    assert listed.offset <= row.rect.top and row.rect.bottom <= listed.offset + listed.rect.height, "it is in view"
    assert the(pilot, Score).quality == str(round(review.report.quality or 0))
    assert the(pilot, Score).opening()[0] == f"Best decision: {next(row for row in rows(pilot) if row.best).name}"
    texts = [text for row in rows(pilot) for text in (*row.cost(), *row.second(), row.name)]
    texts += [text for line in (*sheet(pilot).judgements(), *the(pilot, Score).facts()) for text in line]
    assert not [text for text in texts if "app." in text or "{" in text or ".lost." in text]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("scale", ["100", "150"])
def test_a_review_without_a_good_decision_begins_kindly(language: str, scale: str, tmp_path: Path) -> None:
    """It is true and says where to begin, and nowhere is "0 of 100"."""

    def hopeless(record: Record, seat: int) -> Canned:
        made = finished(record, seat)
        worst = [one._replace(known=one.known._replace(cost=4.0, error=0.1, room=3.0)) for one in made.whole.decisions]
        made.whole = made.whole._replace(decisions=tuple(worst))
        return made

    pilot = opened(tmp_path, make=hopeless, language=language, ui_scale=scale)
    review, words = screen(pilot), pilot.app.words
    assert review.report.best is None and review.report.quality == 0
    assert review.at == review.report.turning_points[0].at
    score = the(pilot, Score)
    assert score.opening() == (words("app.match_review.opening.none"), words("app.match_review.opening.none_why"))
    assert "0" not in [figure for _, figure, _ in score.facts()]
    text = ReviewText(words, review.reviews.record, "", ReviewFindings(review.key_moments, review.report, 1.0)).text()
    assert words("app.match_review.text.quality", quality="0") not in text
    assert words("app.match_review.opening.none_why") in text


def test_rows_are_filled_in_place_and_then_nothing_moves(tmp_path: Path) -> None:
    pilot = opened(tmp_path, make=half)
    before = rows(pilot)
    waiting = [row.moment.at for row in before if grade(row.decision) == WAITS]
    assert 0 < len(waiting) < len(before) and screen(pilot).animating
    places = [row.rect.copy() for row in before]
    work = screen(pilot).work
    assert isinstance(work, Canned)
    work.most = PARTS
    pilot.move(places[2].center)
    pilot.press(rows(pilot)[2].rect.center)
    pilot.steps(60)
    assert rows(pilot) == before and [row.rect for row in before] == places, "the same rows at the same places"
    assert not [row for row in before if grade(row.decision) == WAITS]
    assert the(pilot, ProgressLine).share == 1.0 and not screen(pilot).animating
    pilot.steps(30)
    assert not any(pilot.app.step(16.0, []) for _ in range(30)), "nothing is redrawn"


def test_the_list_can_show_only_costly_decisions_and_stays_under_the_pointer(tmp_path: Path) -> None:
    pilot = opened(tmp_path, make=half)
    review = screen(pilot)
    review.filter(1)
    listed = [row.moment.at for row in rows(pilot)]
    assert listed and all(grade(row.decision) == COSTLY for row in rows(pilot))
    scroll = next(c for c in review.group.children if isinstance(c, Scroll) and rows(pilot)[0] in c.children)
    pilot.move(scroll.rect.center)
    assert isinstance(review.work, Canned)
    review.work.most = PARTS
    pilot.steps(60)
    assert [row.moment.at for row in rows(pilot)] == listed
    review.filter(1)
    assert set(listed) < {row.moment.at for row in rows(pilot)}


def test_a_match_without_decisions_says_so(tmp_path: Path) -> None:
    pilot = opened(tmp_path)
    record = match()
    record.moves = record.moves[:0]
    pilot.app.open(ReviewScreen(pilot.app, Reviews(pilot.app.background, record, Reviewer)))
    pilot.steps(10)
    assert screen(pilot).moment is None and not rows(pilot)
    pilot.key(pygame.K_RETURN, pygame.K_p, pygame.K_1)
    assert screen(pilot).at == -1


# --- choosing ---------------------------------------------------------------------------------------------------------


def test_decisions_are_chosen_by_keys(tmp_path: Path) -> None:
    pilot = opened(tmp_path)
    review = screen(pilot)
    pilot.key(pygame.K_2)
    assert review.at == review.report.turning_points[1].at and sheet(pilot).moment is review.moment
    pilot.key(pygame.K_DOWN)
    focus = review.group.focus
    assert isinstance(focus, DecisionRow) and focus.chosen and focus.moment.at == review.at
    now = review.at
    pilot.key(pygame.K_UP)
    assert review.at < now
    review.group.set_focus(the(pilot, ChancePlot))
    review.group.keyboard = True
    now = review.at
    pilot.key(pygame.K_RIGHT)
    assert review.at > now and next(row for row in rows(pilot) if row.chosen).moment.at == review.at


def test_decisions_are_chosen_with_the_mouse(tmp_path: Path) -> None:
    pilot = opened(tmp_path)
    review, plot = screen(pilot), the(pilot, ChancePlot)
    for mark in (plot.marks[0], plot.marks[-1]):
        pilot.click(plot.spot(mark))
        assert review.at == mark.at
    scroll = next(c for c in review.group.children if isinstance(c, Scroll) and rows(pilot)[0] in c.children)
    scroll.scroll(-9999)
    row = rows(pilot)[1]
    pilot.click((scroll.rect.left + row.rect.centerx, scroll.rect.top + row.rect.centery))
    assert review.at == row.moment.at and row.chosen


# --- back into the match ----------------------------------------------------------------------------------------------


def test_a_decision_is_shown_as_the_seat_saw_it_and_the_review_is_next(tmp_path: Path) -> None:
    pilot = opened(tmp_path)
    review = screen(pilot)
    pilot.key(pygame.K_2)
    at = review.at
    pilot.click(button(pilot, "eye").rect.center)
    table = pilot.table
    match = replayed(table).match
    assert (match.at, match.viewer, match.open) == (at, 0, False)
    pilot.key(pygame.K_v)
    assert pilot.table is not table, "the table is the same"
    assert replayed(pilot.table).match.at == at
    pilot.key(pygame.K_ESCAPE)
    assert screen(pilot) is review and review.at == at


def test_a_new_match_goes_on_from_before_the_decision(tmp_path: Path) -> None:
    pilot = opened(tmp_path)
    review = screen(pilot)
    moment = review.moment
    assert moment is not None
    work = review.work
    pilot.key(pygame.K_p)
    pilot.steps(5)
    table = pilot.app.top
    assert isinstance(table, Table)
    record = table.match.record
    assert record.adopted == moment.at == len(record.moves) and record.chairs[0].who == PERSON
    assert table.match.person_to_move() and work.done


# --- the work ---------------------------------------------------------------------------------------------------------


def test_leaving_stops_the_work(tmp_path: Path) -> None:
    pilot = opened(tmp_path, make=half)
    work = screen(pilot).work
    assert isinstance(work, Canned) and work.started and work in pilot.app.background
    pilot.key(pygame.K_ESCAPE)
    assert isinstance(pilot.app.top, ReplaysScreen)
    assert work.stopped and work not in pilot.app.background


def test_every_seat_has_its_own_review(tmp_path: Path) -> None:
    pilot = opened(tmp_path, make=half)
    review = screen(pilot)
    first = review.work
    whose = next(c for c in review.group.children if isinstance(c, Segmented) and len(c.labels) > 2)
    assert whose.labels[0] == pilot.app.words("app.table.you")
    whose.choose(1)
    pilot.steps(3)
    assert isinstance(first, Canned) and not first.started, "the other review should rest"
    assert isinstance(review.work, Canned) and review.work.started
    assert {row.moment.played.seat for row in rows(pilot) if row.moment.played} == {1}
    whose = next(c for c in review.group.children if isinstance(c, Segmented) and len(c.labels) > 2)
    whose.choose(0)
    pilot.steps(3)
    assert review.work is first and first.started


@pytest.mark.parametrize("slug", ["big_two", "pass_the_ace"])
def test_the_real_reviewer_fills_the_screen(slug: str, tmp_path: Path) -> None:
    record = match(slug)
    settings(tmp_path)
    pilot = Pilot(tmp_path)
    pilot.app.go(ReplayList())
    pilot.app.open(ReviewScreen(pilot.app, Reviews(pilot.app.background, record)))
    review = screen(pilot)
    for _ in range(6):
        pilot.step(dt=400)
    assert review.report.line and 0 < review.work.share < 1 and 0 < the(pilot, ProgressLine).share < 1
    pilot.key(pygame.K_ESCAPE)
    assert review.work.done


def test_a_review_opens_from_the_results_of_a_match(tmp_path: Path) -> None:
    settings(tmp_path, speed="instant")
    pilot = Pilot(tmp_path)
    results = fit_states.result(pilot, SLUG, 99)
    assert results.final
    results.reviews = Reviews(pilot.app.background, results.match.record, half)
    pilot.app.go(results)
    pilot.steps(5)
    found = next(b for b in results.group.order() if isinstance(b, Button) and b.icon == "search")
    pilot.click(found.rect.center)
    review = screen(pilot)
    assert review.seat == results.match.viewer
    pilot.steps(3)
    work = review.work
    assert isinstance(work, Canned) and work.started
    pilot.key(pygame.K_ESCAPE)
    assert pilot.app.top is results
    pilot.app.close_all()
    assert work.stopped


def test_with_processes_a_review_begins_while_the_results_are_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings(tmp_path, speed="instant")
    pilot = Pilot(tmp_path)
    monkeypatch.setattr(type(pilot.app.thinker), "in_process", True)
    results: ResultsScreen = fit_states.result(pilot, SLUG, 99)
    results.reviews = Reviews(pilot.app.background, results.match.record, half)
    pilot.app.go(results)
    pilot.steps(5)
    work = results.reviews.begin(results.match.viewer)
    assert isinstance(work, Canned) and work.started and work.process
    results.open_review()
    assert screen(pilot).work is work
    pilot.key(pygame.K_ESCAPE)
    assert not work.stopped, "it goes on below the results"
    pilot.app.go(ReplayList())
    assert work.stopped


# --- export -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_review_can_be_exported_as_text(language: str, tmp_path: Path) -> None:
    pilot = opened(tmp_path, language=language)
    review, words = screen(pilot), Words(language)
    pilot.key(pygame.K_c, mod=pygame.KMOD_CTRL)
    pilot.key(pygame.K_TAB, pygame.K_RETURN)
    (path,) = (tmp_path / "shared").iterdir()
    text = path.read_text(encoding="utf-8")
    assert path.name.startswith(words("app.match_review.file")) and path.suffix == ".txt"
    quality = words.number(round(review.report.quality or 0))
    assert words("app.match_review.text.quality", quality=quality) in text
    assert text.count(words("app.match_review.hindsight")) == len(review.report.decisions)
    assert "app." not in text and "{" not in text and "♣" in text


# --- judging ----------------------------------------------------------------------------------------------------------


def test_decisions_are_graded_by_cost_and_error() -> None:
    record = match()
    played, other = record.moves[0], record.moves[0]._replace(verb="pass", cards=())

    def judged(best: object, cost: float, error: float) -> Decision:
        verdict = Verdict(best, cost, error, 1.0, 0.5, 0.0)  # type: ignore[arg-type]
        return Decision(0, 1, played, verdict, verdict)

    assert grade(None) == WAITS
    assert grade(judged(played, 0.0, 0.0)) == BEST
    assert grade(judged(other, 0.5, 0.5)) == EVEN
    assert grade(judged(other, 3.0, 0.5)) == COSTLY
