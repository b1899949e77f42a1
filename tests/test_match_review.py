"""Review screen: rows are filled in place; decisions are chosen, shown, and played on from."""

from pathlib import Path
from typing import TypeVar

import pygame
import pytest

from engine.games import GAMES
from engine.games.palacio.options import PalacioOptions
from engine.languages import LANGUAGES
from engine.match.record import PERSON, Record
from engine.moves import Move
from engine.review import Decision, Report, Reviewer, Verdict
from engine.review.key_moments import MatchMoment, key_moments
from scenes.screens.replays.replays_screen import ReplaysScreen
from scenes.screens.results.results_screen import ResultsScreen
from scenes.screens.review.chance_plot import ChancePlot
from scenes.screens.review.decision_row import DecisionRow
from scenes.screens.review.decision_sheet import DecisionSheet
from scenes.screens.review.decision_text import BEST, COSTLY, EVEN, PENDING, grade, loss_text, verdict_text
from scenes.screens.review.review_export import ReviewState, ReviewText
from scenes.screens.review.review_score import ReviewScore
from scenes.screens.review.review_screen import ReviewScreen
from scenes.shell.destinations import ReplayList
from scenes.table.table import Table
from scenes.text.catalogue import Words
from scenes.text.dates import UNKNOWN_NUMBER
from scenes.text.reason_text import reason_text
from scenes.ui.scroll_view import ScrollView
from scenes.ui.widgets import Button, Label, Segmented
from scenes.ui.widgets.progress_bar import ProgressBar
from scenes.work.reviews import MakeReview, MatchReviews
from tests.fit_all import states as fit_states
from tests.games.facts import FACTS_BY_GAME
from tests.support import finished_matches
from tests.support.drawn_texts import record_texts
from tests.support.fake_review import PART_COUNT, FakeReview, make_finished_review, make_half_finished_review
from tests.support.profile_pilot import Pilot
from tests.support.tables import open_program, replay_mode, start_program

SLUG = "big_two"
WidgetType = TypeVar("WidgetType")
EVERY_GAME = pytest.mark.parametrize("slug", GAMES)


def finished_record(slug: str = SLUG) -> Record:
    """Return a finished match with a person and characters."""
    record, _ = finished_matches.finished_match(slug, FACTS_BY_GAME[slug].pictured_seed)
    record.chairs = finished_matches.chairs_from_character(record.seats, 2)
    return record


def open_review(folder: Path, slug: str = SLUG, make: MakeReview = make_finished_review, **chosen: object) -> Pilot:
    """Return a review opened from the list of matches."""
    pilot = open_program(folder, ReplayList(), **{"speed": "instant", **chosen})
    pilot.app.open(ReviewScreen(pilot.app, MatchReviews(pilot.app.background, finished_record(slug), make)))
    pilot.run_frames(40)
    return pilot


def review_screen(pilot: Pilot) -> ReviewScreen:
    return pilot.expect(ReviewScreen)


def decision_rows(pilot: Pilot) -> list[DecisionRow]:
    return [row for row in review_screen(pilot).root.children if isinstance(row, DecisionRow)]


def rows_view(pilot: Pilot) -> ScrollView:
    view = review_screen(pilot).root.find("decisions")
    assert isinstance(view, ScrollView)
    return view


def only_widget(pilot: Pilot, kind_: type[WidgetType]) -> WidgetType:
    found = [child for child in review_screen(pilot).root.children if isinstance(child, kind_)]
    assert len(found) == 1
    return found[0]


def decision_sheet(pilot: Pilot) -> DecisionSheet:
    return only_widget(pilot, DecisionSheet)


def button(pilot: Pilot, icon: str) -> Button:
    return next(b for b in review_screen(pilot).root.focus_order() if isinstance(b, Button) and b.icon == icon)


def exported_text(pilot: Pilot, progress: float = 1.0) -> str:
    review = review_screen(pilot)
    state = ReviewState(review.key_moments, review.report, progress)
    return ReviewText(pilot.app.words, review.reviews.record, "", state).text()


# --- content ----------------------------------------------------------------------------------------------------------


def test_chance_to_win_has_whole_width(tmp_path: Path) -> None:
    pilot = open_review(tmp_path)
    plot = only_widget(pilot, ChancePlot)
    assert plot.rect.width >= 0.9 * pilot.app.renderer.width
    assert plot.rect.height >= 150


@pytest.mark.parametrize("language", LANGUAGES)
def test_decision_fits_paper_without_scrolling(language: str, tmp_path: Path) -> None:
    pilot = open_review(tmp_path, "palacio", language=language)
    for row in decision_rows(pilot)[::4]:
        review_screen(pilot).choose(row.moment.move_index)
        assert decision_sheet(pilot).moment is row.moment
        assert review_screen(pilot).root.find("sheet") is None, row.moment.move_index


@EVERY_GAME
def test_every_decision_has_row_and_disc(slug: str, tmp_path: Path) -> None:
    pilot = open_review(tmp_path, slug)
    review = review_screen(pilot)
    record = review.reviews.record
    made = [row.moment for row in decision_rows(pilot)]
    assert [moment.move_index for moment in made] == [mark.move_index for mark in only_widget(pilot, ChancePlot).marks]
    assert made and all(
        record.moves[moment.move_index] == moment.decision_move and moment.decision_move.seat == 0 for moment in made
    )
    assert review.report.best is not None and review.current_move_index == review.report.best.move_index, (
        "the best decision is shown first"
    )
    with record_texts() as drawn:
        decision_sheet(pilot).draw(pilot.app.renderer, pygame.Surface((1, 1)))
    assert [drawn.count(text) for judgement in decision_sheet(pilot).judgements() for text in judgement] == [1] * 4
    assert decision_sheet(pilot).position_and_grade_texts()[1] == pilot.app.words("app.match_review.kind.finest")
    assert grade(review.report.best) == BEST and [
        row.moment.move_index for row in decision_rows(pilot) if row.is_best_of_match
    ] == [review.current_move_index]
    (row,) = (row for row in decision_rows(pilot) if row.is_best_of_match)
    listed = rows_view(pilot)
    assert listed.offset <= row.rect.top and row.rect.bottom <= listed.offset + listed.rect.height, (
        "the row of the shown decision is in view"
    )
    assert only_widget(pilot, ReviewScore).quality_text == str(round(review.report.quality or 0))
    assert (
        only_widget(pilot, ReviewScore).summary_and_explanation()[0]
        == f"Best decision: {next(row for row in decision_rows(pilot) if row.is_best_of_match).name}"
    )
    texts = [
        text
        for row in decision_rows(pilot)
        for text in (*row.cost_and_error_texts(), *row.long_and_short_second_line(), row.name)
    ]
    texts += [
        text
        for line in (*decision_sheet(pilot).judgements(), *only_widget(pilot, ReviewScore).facts())
        for text in line
    ]
    assert not [text for text in texts if "app." in text or "{" in text or ".lost." in text]


@EVERY_GAME
def test_chance_to_win_says_of_what_and_agrees_with_plot(slug: str, tmp_path: Path) -> None:
    pilot = open_review(tmp_path, slug)
    review, words = review_screen(pilot), pilot.app.words
    marks = {mark.move_index: mark for mark in only_widget(pilot, ChancePlot).marks}
    decisions = review.report.decisions
    costly = [one for one in decisions if grade(one) == COSTLY]
    for decision in (*decisions[::9], *costly[:6]):
        review.choose(decision.move_index)
        (_, known), _ = decision_sheet(pilot).judgements()
        of_deal = f"Chance to win this deal: {words.percent(decision.verdict.win)}"
        of_match = f"Chance to win the match: {words.percent(marks[decision.move_index].chance)}"
        is_of_match = slug == "pass_the_ace" or len(review.key_moments.deal_starts) == 1
        why = reason_text(words, slug, decision.verdict.reason) if grade(decision) == COSTLY else ""
        assert (why or (of_match if is_of_match else of_deal)) in known, "a reason replaces the chance"


def test_chance_to_win_match_is_left_out_until_plot_has_it() -> None:
    record = finished_record("palacio")
    moments = {moment.move_index: moment for moment in key_moments(record, 0).decisions}
    report, words = make_finished_review(record, 0).report, Words("en")
    (decision, *_) = report.decisions
    moment = moments[decision.move_index]
    assert verdict_text(words, moment, decision, ()) == "No better move was found."
    assert "Chance to win the match" in verdict_text(words, moment, decision, report.win_chances)


@pytest.mark.parametrize(("play_on", "cost"), [(False, "150% ± 10% of a deal"), (True, "1.5 ± 0.1 points")])
def test_palacio_loses_points_if_places_count(play_on: bool, cost: str) -> None:
    record = Record("palacio", 3, 5, PalacioOptions(play_on=play_on))
    game = record.initial_position()
    move = game.legal_moves(0)[0]
    verdict = Verdict(move, 1.5, 0.1, 2.0, 0.5, 0.1)
    assert loss_text(Words("en"), MatchMoment(0, 1, game, move), "cost", verdict) == cost


def small_losses(record: Record, seat: int) -> FakeReview:
    """Return a finished review without a significant loss, but with a quality of 80."""
    made = make_finished_review(record, seat)
    even = [
        one._replace(verdict=one.verdict._replace(best=Move(seat, "pass"), cost=0.2, error=0.1, lead_over_random=1.0))
        for one in made.full_report.decisions
    ]
    made.full_report = made.full_report._replace(decisions=tuple(even))
    return made


@pytest.mark.parametrize("language", LANGUAGES)
def test_quality_below_100_without_costly_decision_is_explained(language: str, tmp_path: Path) -> None:
    pilot = open_review(tmp_path, make=small_losses, language=language)
    review, words = review_screen(pilot), pilot.app.words
    score = only_widget(pilot, ReviewScore)
    count = len(review.report.decisions)
    assert score.quality_text == "80"
    assert score.facts()[0][1:] == (str(count), words("app.match_review.good_of", n=count))
    why = words("app.match_review.small_losses")
    assert score.summary_and_explanation()[1] == why
    assert why in exported_text(pilot)


def test_won_deal_is_no_best_decision(tmp_path: Path) -> None:
    def only_last_plays(record: Record, seat: int) -> FakeReview:
        made = small_losses(record, seat)
        won = tuple(one._replace(won_deal=True) for one in made.full_report.decisions)
        made.full_report = made.full_report._replace(decisions=won)
        return made

    pilot = open_review(tmp_path, make=only_last_plays)
    review, words = review_screen(pilot), pilot.app.words
    assert review.report.best is None
    assert only_widget(pilot, ReviewScore).summary_and_explanation()[0] == words("app.match_review.none")
    text = exported_text(pilot)
    assert words("app.match_review.none") in text and words("app.match_review.opening.none_why") not in text


def test_unfinished_review_claims_nothing(tmp_path: Path) -> None:
    pilot = open_review(tmp_path, make=make_half_finished_review)
    review, words = review_screen(pilot), pilot.app.words
    score = only_widget(pilot, ReviewScore)
    assert score.summary_and_explanation()[0] == words("app.match_review.opening")
    assert {figure for _, figure, _ in score.facts()} == {UNKNOWN_NUMBER} and not score.quality_text
    assert not any(row.is_best_of_match or row.turning_point_number for row in decision_rows(pilot))
    text = exported_text(pilot, 0.5)
    assert words("app.match_review.text.partly", percent="50%") in text
    assert not [part for part in ("Quality", "Best", "them good", "Turning") if part in text]
    assert isinstance(review.review_job, FakeReview)
    review.review_job.max_parts = PART_COUNT
    pilot.run_frames(60)
    assert only_widget(pilot, ReviewScore).quality_text and any(row.is_best_of_match for row in decision_rows(pilot))


def test_empty_list_of_costly_decisions_waits_for_end_of_review(tmp_path: Path) -> None:
    def nothing_costly(record: Record, seat: int) -> FakeReview:
        made = small_losses(record, seat)
        made.parts_done = made.max_parts = PART_COUNT // 2
        return made

    pilot = open_review(tmp_path, make=nothing_costly)
    review, words = review_screen(pilot), pilot.app.words
    review.filter_costly(1)

    def texts() -> list[str]:
        return [child.string for child in review.root.children if isinstance(child, Label)]

    assert words("app.match_review.none_yet") in texts() and words("app.match_review.none") not in texts()
    assert isinstance(review.review_job, FakeReview)
    review.review_job.max_parts = PART_COUNT
    pilot.run_frames(60)
    assert words("app.match_review.none") in texts() and words("app.match_review.none_yet") not in texts()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("scale", ["100", "150"])
def test_review_without_good_decision_begins_kindly(language: str, scale: str, tmp_path: Path) -> None:
    """The texts are honest, name a starting point, and never say "0 of 100"."""

    def hopeless(record: Record, seat: int) -> FakeReview:
        made = make_finished_review(record, seat)
        worst = [
            one._replace(verdict=one.verdict._replace(cost=4.0, error=0.1, lead_over_random=3.0))
            for one in made.full_report.decisions
        ]
        made.full_report = made.full_report._replace(decisions=tuple(worst))
        return made

    pilot = open_review(tmp_path, make=hopeless, language=language, ui_scale=scale)
    review, words = review_screen(pilot), pilot.app.words
    assert review.report.best is None and review.report.quality == 0
    assert review.current_move_index == review.report.turning_points[0].move_index
    score = only_widget(pilot, ReviewScore)
    assert score.summary_and_explanation() == (
        words("app.match_review.opening.none"),
        words("app.match_review.opening.none_why"),
    )
    assert "0" not in [figure for _, figure, _ in score.facts()]
    text = exported_text(pilot)
    assert words("app.match_review.text.quality", quality="0") not in text
    assert words("app.match_review.opening.none_why") in text


def test_rows_are_filled_in_place_then_rest(tmp_path: Path) -> None:
    pilot = open_review(tmp_path, make=make_half_finished_review)
    before = decision_rows(pilot)
    waiting = [row.moment.move_index for row in before if grade(row.decision) == PENDING]
    assert 0 < len(waiting) < len(before) and review_screen(pilot).is_animating
    places = [row.rect.copy() for row in before]
    work = review_screen(pilot).review_job
    assert isinstance(work, FakeReview)
    work.max_parts = PART_COUNT
    pilot.move(places[2].center)
    pilot.press(decision_rows(pilot)[2].rect.center)
    pilot.run_frames(60)
    assert decision_rows(pilot) == before and [row.rect for row in before] == places, "rows stay in place"
    assert not [row for row in before if grade(row.decision) == PENDING]
    assert only_widget(pilot, ProgressBar).progress == 1.0 and not review_screen(pilot).is_animating
    pilot.run_frames(30)
    assert not any(pilot.app.step(16.0, []) for _ in range(30)), "a finished review redraws nothing"


def test_list_can_show_only_costly_decisions_and_stays_under_pointer(tmp_path: Path) -> None:
    pilot = open_review(tmp_path, make=make_half_finished_review)
    review = review_screen(pilot)
    review.filter_costly(1)
    listed = [row.moment.move_index for row in decision_rows(pilot)]
    assert listed and all(grade(row.decision) == COSTLY for row in decision_rows(pilot))
    pilot.move(rows_view(pilot).rect.center)
    assert isinstance(review.review_job, FakeReview)
    review.review_job.max_parts = PART_COUNT
    pilot.run_frames(60)
    assert [row.moment.move_index for row in decision_rows(pilot)] == listed
    review.filter_costly(1)
    assert set(listed) < {row.moment.move_index for row in decision_rows(pilot)}


def test_match_without_decisions_is_explained(tmp_path: Path) -> None:
    pilot = open_review(tmp_path)
    record = finished_record()
    record.moves = record.moves[:0]
    pilot.app.open(ReviewScreen(pilot.app, MatchReviews(pilot.app.background, record, Reviewer)))
    pilot.run_frames(10)
    assert review_screen(pilot).current_moment is None and not decision_rows(pilot)
    pilot.press_keys(pygame.K_RETURN, pygame.K_p, pygame.K_1)
    assert review_screen(pilot).current_move_index == -1


# --- choosing ---------------------------------------------------------------------------------------------------------


def test_decisions_are_chosen_by_keys(tmp_path: Path) -> None:
    pilot = open_review(tmp_path)
    review = review_screen(pilot)
    pilot.press_keys(pygame.K_2)
    assert review.current_move_index == review.report.turning_points[1].move_index
    assert decision_sheet(pilot).moment is review.current_moment
    pilot.press_keys(pygame.K_DOWN)
    focus = review.root.focus
    assert isinstance(focus, DecisionRow) and focus.is_chosen and focus.moment.move_index == review.current_move_index
    now = review.current_move_index
    pilot.press_keys(pygame.K_UP)
    assert review.current_move_index < now
    review.root.set_focus(only_widget(pilot, ChancePlot))
    review.root.keyboard_used_last = True
    now = review.current_move_index
    pilot.press_keys(pygame.K_RIGHT)
    assert (
        review.current_move_index > now
        and next(row for row in decision_rows(pilot) if row.is_chosen).moment.move_index == review.current_move_index
    )


@pytest.mark.parametrize("keys", [(), (pygame.K_DOWN, pygame.K_DOWN)])
def test_shown_decision_stays_while_figures_arrive(keys: tuple[int, ...], tmp_path: Path) -> None:
    def best_comes_last(record: Record, seat: int) -> FakeReview:
        made = make_half_finished_review(record, seat)
        *others, last = made.full_report.decisions
        last = last._replace(verdict=Verdict(last.played, 0.0, 0.0, 99.0, 0.5, 0.0))
        made.full_report = made.full_report._replace(decisions=(*others, last))
        return made

    pilot = open_review(tmp_path, "roped", best_comes_last)
    review = review_screen(pilot)
    pilot.press_keys(*keys)  # the first key shows the focus, the second moves it
    assert (review.chosen_move_index is None) == (not keys)
    shown = review.current_move_index
    assert isinstance(review.review_job, FakeReview)
    for review.review_job.max_parts in range(PART_COUNT // 2, PART_COUNT + 1):
        pilot.run_frames(30)
        assert review.current_move_index == shown
        assert [row.moment.move_index for row in decision_rows(pilot) if row.is_chosen] == [shown]
    assert review.report.is_final and review.report.best is not None
    assert review.report.best.move_index != shown


class BackwardReview(FakeReview):
    """An invented review that judges the last decision of the match first."""

    @property
    def report(self) -> Report:
        found = super().report
        return found._replace(
            decisions=self.full_report.decisions[len(self.full_report.decisions) - len(found.decisions) :]
        )


def test_chosen_row_keeps_focus_when_costly_decision_comes_before_it(tmp_path: Path) -> None:
    pilot = open_review(tmp_path, "palacio", lambda record, seat: BackwardReview(record, seat, 8, 8))
    review = review_screen(pilot)
    review.filter_costly(1)
    chosen, listed = decision_rows(pilot)[0].moment.move_index, len(decision_rows(pilot))
    review.choose(chosen)
    assert isinstance(review.review_job, FakeReview)
    review.review_job.max_parts = PART_COUNT
    pilot.run_frames(60)
    assert len(decision_rows(pilot)) > listed and decision_rows(pilot)[0].moment.move_index < chosen
    pilot.press_keys(pygame.K_LSHIFT)
    focus = review.root.focus
    assert isinstance(focus, DecisionRow) and focus.moment.move_index == review.current_move_index == chosen


def test_decisions_are_chosen_with_mouse(tmp_path: Path) -> None:
    pilot = open_review(tmp_path)
    review, plot = review_screen(pilot), only_widget(pilot, ChancePlot)
    for mark in (plot.marks[0], plot.marks[-1]):
        pilot.click(plot.mark_position(mark))
        assert review.current_move_index == mark.move_index
    scroll = rows_view(pilot)
    scroll.scroll(-9999)
    row = decision_rows(pilot)[1]
    pilot.click((scroll.rect.left + row.rect.centerx, scroll.rect.top + row.rect.centery))
    assert review.current_move_index == row.moment.move_index and row.is_chosen


# --- back to the match ------------------------------------------------------------------------------------------------


def test_decision_is_shown_from_seats_view(tmp_path: Path) -> None:
    pilot = open_review(tmp_path)
    review = review_screen(pilot)
    pilot.press_keys(pygame.K_2)
    at = review.current_move_index
    pilot.click(button(pilot, "eye").rect.center)
    table = pilot.table
    match = replay_mode(table).match
    assert (match.move_index, match.viewer, match.all_cards_open) == (at, 0, False)
    pilot.press_keys(pygame.K_v)
    assert pilot.table is not table, "key V opens a new table"
    assert replay_mode(pilot.table).match.move_index == at
    pilot.press_keys(pygame.K_ESCAPE)
    assert review_screen(pilot) is review and review.current_move_index == at


def test_new_match_goes_on_from_before_decision(tmp_path: Path) -> None:
    pilot = open_review(tmp_path)
    review = review_screen(pilot)
    moment = review.current_moment
    assert moment is not None
    work = review.review_job
    pilot.press_keys(pygame.K_p)
    pilot.run_frames(5)
    table = pilot.expect(Table)
    record = table.match.record
    assert record.adopted == moment.move_index == len(record.moves) and record.chairs[0].who == PERSON
    assert table.match.is_viewer_to_move() and work.is_done


# --- background work --------------------------------------------------------------------------------------------------


def test_leaving_stops_work(tmp_path: Path) -> None:
    pilot = open_review(tmp_path, make=make_half_finished_review)
    work = review_screen(pilot).review_job
    assert isinstance(work, FakeReview) and work.started and work in pilot.app.background
    pilot.press_keys(pygame.K_ESCAPE)
    assert isinstance(pilot.app.top, ReplaysScreen)
    assert work.stopped and work not in pilot.app.background


def test_every_seat_has_own_review(tmp_path: Path) -> None:
    pilot = open_review(tmp_path, make=make_half_finished_review)
    review = review_screen(pilot)
    first = review.review_job
    whose = next(c for c in review.root.children if isinstance(c, Segmented) and len(c.labels) > 2)
    assert whose.labels[0] == pilot.app.words("app.table.you")
    whose.choose(1)
    pilot.run_frames(3)
    assert isinstance(first, FakeReview) and not first.started, "the other seat's review rests"
    assert isinstance(review.review_job, FakeReview) and review.review_job.started
    assert {row.moment.decision_move.seat for row in decision_rows(pilot) if row.moment.decision_move} == {1}
    whose = next(c for c in review.root.children if isinstance(c, Segmented) and len(c.labels) > 2)
    whose.choose(0)
    pilot.run_frames(3)
    assert review.review_job is first and first.started


@pytest.mark.parametrize("slug", ["big_two", "pass_the_ace"])
def test_real_reviewer_fills_screen(slug: str, tmp_path: Path) -> None:
    record = finished_record(slug)
    pilot = open_program(tmp_path, ReplayList())
    pilot.app.open(ReviewScreen(pilot.app, MatchReviews(pilot.app.background, record)))
    review = review_screen(pilot)
    for _ in range(6):
        pilot.step(elapsed_ms=400)
    assert review.report.win_chances
    assert 0 < review.review_job.progress < 1
    assert 0 < only_widget(pilot, ProgressBar).progress < 1
    pilot.press_keys(pygame.K_ESCAPE)
    assert review.review_job.is_done


def test_review_opens_from_results_of_match(tmp_path: Path) -> None:
    pilot = start_program(tmp_path, speed="instant")
    results = fit_states.show_result(pilot, SLUG, 99)
    assert results.is_match_over
    results.reviews = MatchReviews(pilot.app.background, results.match.record, make_half_finished_review)
    pilot.app.go(results)
    pilot.run_frames(5)
    found = next(b for b in results.root.focus_order() if isinstance(b, Button) and b.icon == "search")
    pilot.click(found.rect.center)
    review = review_screen(pilot)
    assert review.seat == results.match.viewer
    pilot.run_frames(3)
    work = review.review_job
    assert isinstance(work, FakeReview) and work.started
    pilot.press_keys(pygame.K_ESCAPE)
    assert pilot.app.top is results
    pilot.app.release_everything()
    assert work.stopped


def test_with_processes_review_begins_while_results_are_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pilot = start_program(tmp_path, speed="instant")
    monkeypatch.setattr(type(pilot.app.thinker), "uses_process", True)
    results: ResultsScreen = fit_states.show_result(pilot, SLUG, 99)
    results.reviews = MatchReviews(pilot.app.background, results.match.record, make_half_finished_review)
    pilot.app.go(results)
    pilot.run_frames(5)
    work = results.reviews.start(results.match.viewer)
    assert isinstance(work, FakeReview) and work.started and work.process
    results.open_review()
    assert review_screen(pilot).review_job is work
    pilot.press_keys(pygame.K_ESCAPE)
    assert not work.stopped, "the review continues below the results"
    pilot.app.go(ReplayList())
    assert work.stopped


# --- export -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_review_can_be_exported_as_text(language: str, tmp_path: Path) -> None:
    pilot = open_review(tmp_path, language=language)
    review, words = review_screen(pilot), Words(language)
    pilot.press_keys(pygame.K_c, mod=pygame.KMOD_CTRL)
    pilot.press_keys(pygame.K_TAB, pygame.K_RETURN)
    (path,) = (tmp_path / "shared").iterdir()
    text = path.read_text(encoding="utf-8")
    assert path.name.startswith(words("app.match_review.file")) and path.suffix == ".txt"
    quality = words.number(round(review.report.quality or 0))
    assert words("app.match_review.text.quality", quality=quality) in text
    assert text.count(words("app.match_review.hindsight")) == len(review.report.decisions)
    assert "app." not in text and "{" not in text and "♣" in text


# --- grades -----------------------------------------------------------------------------------------------------------


def test_decisions_are_graded_by_cost_and_error() -> None:
    record = finished_record()
    played, other = record.moves[0], record.moves[0]._replace(verb="pass", cards=())

    def judged(best: object, cost: float, error: float) -> Decision:
        verdict = Verdict(best, cost, error, 1.0, 0.5, 0.0)  # type: ignore[arg-type]
        return Decision(0, 1, played, verdict, verdict)

    assert grade(None) == PENDING
    assert grade(judged(played, 0.0, 0.0)) == BEST
    assert grade(judged(other, 0.5, 0.5)) == EVEN
    assert grade(judged(other, 3.0, 0.5)) == COSTLY
