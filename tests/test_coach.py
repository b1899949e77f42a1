"""The coach explains every kind of ask once, in both languages, and answers “what now?” at any time."""

import re
from dataclasses import replace
from pathlib import Path

import pygame
import pytest

from engine.cards import HIDDEN
from engine.game import Game
from engine.games import GAMES
from engine.languages import LANGUAGES
from engine.profile.storage import Profile
from engine.profile.tutorial_progress import TutorialProgress
from engine.rng import Rng
from scenes.look.speeds import MAKE_ROOM
from scenes.look.widgets import Button, Link
from scenes.reader.rules_reader import RulesReader
from scenes.settings.settings import SettingsScreen
from scenes.shell.destinations import Begin, Home, Resume
from scenes.table.coach import CLOSED, NOTHING_NEW
from scenes.table.goal import GoalDialog
from scenes.table.layouts import LAYOUTS
from scenes.table.panels.coach_page import CoachPage
from scenes.table.stage.choice import Choice
from scenes.table.stage.explained import Explanation, explain, explain_waiting, kind_of
from scenes.table.table import Table
from scenes.text.words import Words
from tests.support import contract
from tests.support.at_table import continued, deciding, drop_pile, hand, live, only_answer, settings, single
from tests.support.lane import entering, uncovered
from tests.support.piloting import Pilot
from tests.support.records import new_record, record_where
from tests.support.texts import flat

EACH = pytest.mark.parametrize("slug", GAMES)
ROOT = Path(__file__).resolve().parent.parent
WORDS = {language: Words(language) for language in LANGUAGES}


def explanation(pilot: Pilot) -> Explanation:
    """The explanation on the coach's page."""
    found = live(pilot.table).coach.explanation
    assert found is not None and isinstance(pilot.table.drawer.page, CoachPage), "the coach says nothing"
    return found


def page_of(pilot: Pilot) -> CoachPage:
    """The coach's page in the drawer."""
    found = pilot.table.drawer.page
    assert isinstance(found, CoachPage)
    return found


def silent(pilot: Pilot) -> bool:
    """Whether nothing is explained; the coach's page may still be there."""
    coach = live(pilot.table).coach
    return not coach.speaks and pilot.table.drawer.page in (None, coach.page if coach.rests else None)


def resting(pilot: Pilot) -> bool:
    """Whether the coach's page is only still there, and Enter isn't its own."""
    coach, page = live(pilot.table).coach, pilot.table.drawer.page
    return coach.rests and page is coach.page and page.enter is None and pilot.table.picture.marked is None


def at(folder: Path, slug: str, coach: str = "first", **values: str) -> Pilot:
    """A pilot at a table where the player has a decision to make."""
    return continued(folder, record_where(slug, deciding), rest=True, coach=coach, **values)


# --- explanations ----------------------------------------------------------------------------------------------------


def check(view: Game, seat: int) -> str:
    """Check the explanation of a position in both languages; return the kind of ask."""
    choice = Choice(view, seat, LAYOUTS[view.slug])
    kinds = set()
    for words in WORDS.values():
        short, whole = explain(choice, words), explain(choice, words, whole=True)
        kinds.add(short.kind)
        texts = [short.text, *(verb.text for verb in whole.verbs), *(group.text for group in whole.cards)]
        for text in texts:
            assert text and "{" not in text and f"{view.slug}." not in text and "app." not in text, text
        legal = {move.verb for move in choice.legal}
        assert sum(verb.possible for verb in short.verbs) == len(legal), "each possible verb is explained"
        assert {verb.text for verb in short.verbs} <= {verb.text for verb in whole.verbs}
        possible = [group for group in whole.cards if group.possible]
        ranks = {view.alike(card) for group in possible for card in group.cards}
        if possible:
            assert ranks == {view.alike(card) for card in whole.playable}
        assert len({group.text for group in whole.cards}) == len(whole.cards), "a reason is given only once"
    assert len(kinds) == 1
    return kinds.pop()


@EACH
def test_every_ask_is_explained_in_both_languages(slug: str) -> None:
    seen = set()
    for seed in range(12):
        game, rng = contract.start(slug, seed, standard=seed % 2 == 0), Rng(seed)
        for count, move in enumerate(contract.moves_of(game, rng, 200)):
            key = game.demand(move.seat).key
            kind = f"{slug}.{kind_of(key, LAYOUTS[slug].explained)}"
            if kind not in seen or count % 29 == 0:
                seen.add(check(game.view(move.seat), move.seat))
            assert kind.partition(".")[2] in LAYOUTS[slug].explained, f"{key} has no explanation"
            game.play(move)
    usual = {f"{slug}.{kind}" for kind in LAYOUTS[slug].explained}
    assert seen <= usual and len(seen) > len(usual) * 0.6, usual - seen


@EACH
def test_there_is_a_text_for_every_explanation_and_no_other(slug: str) -> None:
    verbs = {verb for several in GAMES[slug].verbs.values() for verb in several}
    for language in LANGUAGES:
        keys = set(flat(language))
        assert {key.split(".")[2] for key in keys if key.startswith(f"{slug}.coach.")} == set(LAYOUTS[slug].explained)
        assert {key.split(".")[2] for key in keys if key.startswith(f"{slug}.verb.")} == verbs
        assert {key.split(".")[2] for key in keys if key.startswith(f"{slug}.asked.")} == set(GAMES[slug].verbs)


@EACH
def test_the_named_rules_are_on_the_rules_page(slug: str) -> None:
    for language in LANGUAGES:
        page = (ROOT / "assets" / "rules" / language / f"{slug}.md").read_text(encoding="utf-8")
        assert set(LAYOUTS[slug].explained.values()) <= set(re.findall(r'<a id="(R\d+)">', page))


@EACH
def test_a_waiting_player_is_told_what_the_others_do_and_nothing_hidden(slug: str) -> None:
    for seed in range(3):
        game, rng = contract.start(slug, seed), Rng(seed)
        for move in contract.moves_of(game, rng, 60):
            for seat in range(game.seats):
                if seat not in game.waiting():
                    for words in WORDS.values():
                        said = explain_waiting(game, seat, words)
                        assert said == explain_waiting(game.view(seat).determinize(rng), seat, words)
                        assert "{" not in said.text and f"{slug}." not in said.text and not said.kind
            game.play(move)


def test_the_coach_says_why_cards_cannot_be_played() -> None:
    game = record_where("palacio", lambda game: single(game, legal=True) and single(game, legal=False)).replay()
    said = explain(Choice(game.view(0), 0, LAYOUTS["palacio"]), WORDS["en"], whole=True)
    off = {card for group in said.cards if not group.possible for card in group.cards}
    ranks = {game.alike(card) for card in single(game, legal=False)}
    assert {game.alike(card) for card in off} >= ranks
    assert any(group.text.startswith("Too low") for group in said.cards)


def test_a_discard_that_matches_nothing_is_explained_for_all_piles() -> None:
    def wanted(game: Game) -> bool:
        tops = sum(
            bool(lying) and game.shows(pile, lying[-1], 0) for pile, lying in game.piles.items() if pile.kind == "slot"
        )
        return game.ask is not None and game.ask.what == "discard" and tops > 1

    game = record_where("roped", wanted).replay()
    said = explain(Choice(game.view(0), 0, LAYOUTS["roped"]), WORDS["en"], whole=True)
    assert "It matches no open pile in suit or rank" in [group.text for group in said.cards]


# --- once, and remembered --------------------------------------------------------------------------------------------


def sit_again(pilot: Pilot) -> None:
    """Leave the table and come back."""
    pilot.app.go(Resume())
    pilot.rest()


def fits(pilot: Pilot) -> None:
    """Check that the page covers nothing, and that one button answers Enter."""
    assert isinstance(pilot.table.drawer.page, CoachPage)
    assert uncovered(pilot.table) == [] and len(entering(pilot.table)) == 1


@EACH
def test_an_ask_is_explained_the_first_time_and_not_again(slug: str, tmp_path: Path) -> None:
    pilot = at(tmp_path, slug)
    kind = explanation(pilot).kind
    moves = list(pilot.table.match.record.moves)
    fits(pilot)
    pilot.key(pygame.K_RETURN)
    assert silent(pilot)
    sit_again(pilot)
    assert silent(pilot)
    learned = TutorialProgress(Profile(tmp_path))
    assert learned.load() == [] and learned.explained - {f"{slug}.goal"} == {kind}, "it is remembered"
    pilot.app.keep_setting(replace(pilot.app.settings, coach="always"))
    english = replace(pilot.app.settings, language="en", ui_scale="100")
    for look in (english, replace(english, language="pt_BR", ui_scale="200")):
        pilot.app.change(look)
        sit_again(pilot)
        fits(pilot)
        pilot.key(pygame.K_w)
        check_whole(pilot)
        fits(pilot)
        pilot.key(pygame.K_w)
        assert silent(pilot)
    assert pilot.table.match.record.moves == moves, "nothing was played"


def check_whole(pilot: Pilot) -> None:
    """Check that “what now?” names every verb and the cards that can be played."""
    said, choice = explanation(pilot), pilot.choice
    assert said.kind and sum(verb.possible for verb in said.verbs) == len({move.verb for move in choice.legal})
    if any(move.cards for move in choice.legal):
        assert {choice.view.alike(card) for group in said.cards for card in group.cards if group.possible}


@pytest.mark.parametrize(("setting", "explains"), [("off", False), ("first", False), ("always", True)])
def test_the_setting_decides_when_the_coach_speaks(setting: str, explains: bool, tmp_path: Path) -> None:
    pilot = at(tmp_path, "palacio", setting)
    first = not silent(pilot)
    assert first == (setting != "off")
    if first:
        pilot.key(pygame.K_RETURN)
    sit_again(pilot)
    assert silent(pilot) != explains


def test_playing_closes_the_explanation(tmp_path: Path) -> None:
    pilot = at(tmp_path, "big_two")
    kind = explanation(pilot).kind
    move = next(move for move in pilot.choice.legal if move.cards)
    pilot.play_by_keys(move)
    assert pilot.table.match.record.moves[-1] == move, "Enter plays the selection"
    pilot.step()
    assert silent(pilot) and kind in pilot.app.tutorial_progress.explained


@EACH
def test_the_drawer_stays_open_through_a_first_match(
    slug: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[bool] = []
    make_room = Table._make_room

    def noted(table: Table) -> None:
        opened.append(table.drawer.page is not None)
        make_room(table)

    monkeypatch.setattr(Table, "_make_room", noted)
    settings(tmp_path, coach="first", speed="instant")
    pilot = Pilot(tmp_path)
    pilot.app.go(Begin(new_record(slug, 12)))
    pilot.step()
    assert isinstance(pilot.app.top, GoalDialog)
    pilot.key(pygame.K_ESCAPE)
    assert pilot.table.drawer.page is live(pilot.table).coach.page, "the goal stays beside the table"
    rng, explained = Rng(3), 0
    while isinstance(pilot.app.top, Table) and explained < 30:
        pilot.rest()
        if not isinstance(pilot.app.top, Table):
            break
        if live(pilot.table).coach.speaks and explained % 2:
            pilot.key(pygame.K_RETURN)
            assert resting(pilot)
        explained += 1
        pilot.table.control.answer(rng.choice(pilot.choice.legal))
        pilot.step()
        pilot.insist()
    assert opened in ([True], [True, False]) and explained > 5, "open from the first card, closed between deals"


def test_a_page_that_stays_yields_to_newer_ones_and_comes_back(tmp_path: Path) -> None:
    pilot = at(tmp_path, "palacio")
    table = pilot.table
    coach, enter = live(table).coach, table.words("app.key.enter")
    pilot.key(pygame.K_t)
    assert live(table).last_plays.shown and not coach.speaks
    pilot.key(pygame.K_t)
    assert resting(pilot)
    pilot.key(pygame.K_l)
    pilot.play_by_keys(next(move for move in pilot.choice.legal if move.cards))
    pilot.rest()
    if coach.speaks:
        pilot.key(pygame.K_RETURN)
    assert table.drawer.page is table.log, "what the player has opened lies on top"
    pilot.key(pygame.K_l, pygame.K_l)
    assert resting(pilot)
    card = next(card for card in pilot.choice.piles if card in pilot.choice.playable())
    pilot.click(pilot.where(card))
    assert [one.hint for one in table.hud.answers.buttons if one.kind == "primary"] == [enter]
    pilot.key(pygame.K_ESCAPE, pygame.K_ESCAPE)
    assert pilot.app.top is not table and resting_below(pilot), "Escape leads to the menu"


def resting_below(pilot: Pilot) -> bool:
    return live(pilot.table_below()).coach.rests


def test_who_closes_the_page_is_not_followed_by_it(tmp_path: Path) -> None:
    pilot = at(tmp_path, "palacio", "always")
    pilot.key(pygame.K_RETURN)
    assert resting(pilot)
    pilot.click(pilot.in_drawer(pilot.table.drawer.close_link))
    assert pilot.table.drawer.page is None
    for _ in range(2):
        pilot.table.control.answer(pilot.choice.legal[0])
        pilot.rest()
        assert live(pilot.table).coach.speaks
        pilot.key(pygame.K_RETURN)
        assert pilot.table.drawer.page is None, "it is explained, and no more"
    assert CLOSED in pilot.app.tutorial_progress.explained


def test_the_page_goes_when_a_deal_ends_long_after_it_said_anything_new(tmp_path: Path) -> None:
    pilot = at(tmp_path, "palacio", speed="instant")
    coach, rng = live(pilot.table).coach, Rng(2)
    coach.deal_over()
    assert pilot.table.drawer.page is coach.page
    coach.table.context.tutorial_progress.explained |= {f"palacio.{kind}" for kind in LAYOUTS["palacio"].explained}
    for _ in range(NOTHING_NEW):
        pilot.table.control.answer(rng.choice(pilot.choice.legal))
        pilot.rest()
        assert pilot.table.drawer.page is coach.page
    coach.deal_over()
    assert pilot.table.drawer.page is None and CLOSED not in pilot.app.tutorial_progress.explained


def test_playable_cards_and_their_piles_glow(tmp_path: Path) -> None:
    pilot = at(tmp_path, "palacio")
    said = pilot.table.picture.marked
    assert said is not None
    assert said.playable == frozenset(pilot.choice.playable())
    assert drop_pile(pilot.table.match.game) in said.targets
    pilot.key(pygame.K_RETURN)
    assert pilot.table.picture.marked is None


def test_the_mouse_closes_the_page_reads_the_rule_and_ends_explanations(tmp_path: Path) -> None:
    pilot = at(tmp_path, "gurch", "always")
    moves = len(pilot.table.match.record.moves)
    page, drawer = page_of(pilot), pilot.table.drawer
    said = explanation(pilot)
    by = drawer.look.scale / pilot.table.look.scale
    pilot.click((drawer.rect.left * by + 6, drawer.rect.centery * by))
    assert explanation(pilot) is said, "a press on the paper does nothing"
    rule = next(one.widget for one in page.reachable() if isinstance(one.widget, Link) and one.widget.icon == "rules")
    pilot.click(pilot.in_drawer(rule))
    reader = pilot.app.top
    assert isinstance(reader, RulesReader) and f"gurch.{reader.rule}" == said.rule
    pilot.key(pygame.K_ESCAPE)
    pilot.click(pilot.in_drawer(stop_of(pilot)))
    assert silent(pilot) and pilot.app.settings.coach == "off"
    pilot.app.go(Resume())
    pilot.rest()
    assert silent(pilot) and len(pilot.table.match.record.moves) == moves
    pilot.click(pilot.table.hud.tools.what_now.rect.center)
    assert explanation(pilot).cards or explanation(pilot).verbs
    button = page_of(pilot).enter
    assert button is not None
    pilot.click(pilot.in_drawer(button))
    assert silent(pilot)


def stop_of(pilot: Pilot) -> Link:
    """The link that ends explanations."""
    return next(one for one in page_of(pilot).foot if isinstance(one, Link))


def test_the_keyboard_reaches_everything_on_the_page(tmp_path: Path) -> None:
    pilot = at(tmp_path, "gurch", "always")
    for _ in range(60):
        pilot.key(pygame.K_TAB)
        if stop_of(pilot).focused:
            break
    pilot.key(pygame.K_RETURN)
    assert silent(pilot) and pilot.app.settings.coach == "off"


def test_enter_belongs_to_one_button(tmp_path: Path) -> None:
    pilot = at(tmp_path, "palacio")
    words = pilot.table.words
    assert entering(pilot.table) == [words("app.coach.got_it")]
    card = next(card for card in pilot.choice.piles if card in pilot.choice.playable())
    pilot.click(pilot.where(card))
    assert words("app.coach.got_it") not in entering(pilot.table) and len(entering(pilot.table)) == 1
    pilot.key(pygame.K_ESCAPE)
    assert entering(pilot.table) == [words("app.coach.got_it")]


def test_the_newest_page_takes_the_place_of_the_older_one(tmp_path: Path) -> None:
    pilot = at(tmp_path, "palacio", log="open")
    table = pilot.table
    assert explanation(pilot) and table.drawer.page is not table.log
    pilot.key(pygame.K_t)
    assert live(table).last_plays.shown and live(table).coach.explanation is None
    pilot.key(pygame.K_w)
    assert explanation(pilot).verbs and not live(table).last_plays.shown
    pilot.key(pygame.K_w)
    assert table.drawer.page is table.log, "an open log comes back"
    pilot.key(pygame.K_ESCAPE)
    assert pilot.app.top is not table and table.log.shown, "Escape leads to the menu, and leaves the log"


def test_the_table_makes_room_without_a_jump(tmp_path: Path) -> None:
    pilot = at(tmp_path, "big_two", "off", speed="1")
    table, director = pilot.table, pilot.table.stage.director
    key = table.stage.own_keys()[-1]

    def seen() -> tuple[float, float]:
        pose = director.pose(key)
        assert pose is not None
        return pose.x * table.look.scale, pose.width * table.look.scale

    before = seen()
    pilot.step([pygame.Event(pygame.KEYDOWN, key=pygame.K_w, mod=0, unicode="", scancode=0)], dt=0.0)
    assert table.drawer.moving and seen() == pytest.approx(before)
    pilot.step(dt=MAKE_ROOM)
    assert not table.drawer.moving and seen()[0] < before[0]
    pilot.rest()
    pilot.key(pygame.K_w)
    pilot.steps(60)
    assert seen() == pytest.approx(before)


def test_escape_closes_the_page_before_it_opens_the_menu(tmp_path: Path) -> None:
    pilot = at(tmp_path, "big_two")
    table = pilot.table
    pilot.key(pygame.K_ESCAPE)
    assert silent(pilot) and pilot.app.top is table
    pilot.key(pygame.K_ESCAPE)
    assert pilot.app.top is not table


def test_nothing_is_answered_automatically_while_an_explanation_is_shown(tmp_path: Path) -> None:
    pilot = continued(tmp_path, record_where("big_two", only_answer), coach="first", auto_answer=True)
    moves = len(pilot.table.match.record.moves)
    for _ in range(50):
        pilot.step(dt=100)
    assert explanation(pilot) and len(pilot.table.match.record.moves) == moves
    pilot.key(pygame.K_RETURN)
    told = []
    for _ in range(300):
        pilot.step()
        told += [pilot.app.toast.key] if pilot.app.toast is not None and pilot.app.toast.key not in told else []
    assert len(pilot.table.match.record.moves) > moves
    assert told == ["app.table.only_choice"], "a card that leaves by itself is puzzling the first time"
    assert "only_choice" in pilot.app.tutorial_progress.explained


def test_no_clock_runs_while_the_lasso_is_explained(tmp_path: Path) -> None:
    def asked(game: Game) -> bool:
        return game.ask is not None and game.ask.what == "lasso"

    pilot = continued(tmp_path, record_where("roped", asked, most=400), coach="first", countdown="5", rest=False)
    for _ in range(600):
        pilot.step()
        if live(pilot.table).coach.explanation:
            break
    record, choice = pilot.table.match.record, pilot.table.stage.choice
    moves = len(record.moves)
    for _ in range(100):
        pilot.step(dt=100)
    assert pilot.table.stage.choice is choice and explanation(pilot).kind.startswith("roped.")
    pilot.key(pygame.K_RETURN)
    for _ in range(70):
        pilot.step(dt=100)
    assert len(record.moves) > moves


# --- what now? --------------------------------------------------------------------------------------------------------


@EACH
def test_what_now_is_answered_while_others_act(slug: str, tmp_path: Path) -> None:
    pilot = at(tmp_path, slug, "off", pace="slow", speed="1")
    moves = len(pilot.table.match.record.moves)
    for _ in range(30):
        pilot.table.control.answer(pilot.choice.legal[0])
        pilot.step()
        pilot.insist()
        for _ in range(400):
            if pilot.app.top is not pilot.table_below() or pilot.table.stage.director.quiet:
                break
            pilot.step()
        waits = pilot.app.top is pilot.table_below() and pilot.table.match.computer_to_move() is not None
        if waits and not pilot.table.match.person_to_move():
            break
        pilot.rest()
    pilot.key(pygame.K_w)
    assert explanation(pilot).text and not explanation(pilot).kind
    assert len(pilot.table.match.record.moves) > moves
    pilot.rest()
    assert explanation(pilot).kind, "when the turn comes, it explains the ask"


# --- on disk ----------------------------------------------------------------------------------------------------------


def test_what_was_explained_is_remembered_and_can_be_forgotten(tmp_path: Path) -> None:
    learned = TutorialProgress(Profile(tmp_path))
    assert learned.load() == []
    assert (
        learned.mark_explained("gurch.vote")
        == learned.mark_explained("gurch.lead")
        == learned.mark_lesson("roped")
        == []
    )
    again = TutorialProgress(Profile(tmp_path))
    assert again.load() == []
    assert (again.explained, again.lessons) == (frozenset({"gurch.vote", "gurch.lead"}), frozenset({"roped"}))
    before = again.snapshot
    assert again.restore() == []
    third = TutorialProgress(Profile(tmp_path))
    third.load()
    assert not third.explained and not third.lessons
    third.restore(before)
    assert third.snapshot == before


def test_the_settings_make_the_coach_explain_everything_again(tmp_path: Path) -> None:
    pilot = at(tmp_path, "gurch")
    pilot.key(pygame.K_RETURN)
    learned = pilot.app.tutorial_progress
    before = learned.snapshot
    screen = SettingsScreen(pilot.app, "play")
    pilot.app.open(screen)
    pilot.steps(2)
    text = pilot.app.words("app.coach.again")
    button = next(w for w in screen.group.children if isinstance(w, Button) and w.label == text)
    pilot.click(button.rect.center)
    assert not learned.explained
    pilot.key(pygame.K_u)
    assert learned.snapshot == before, "it can be undone"
    screen.explain_again()
    pilot.key(pygame.K_ESCAPE)
    pilot.app.go(Resume())
    pilot.rest()
    assert explanation(pilot).kind in before.explained


@pytest.mark.parametrize("text", ["explained = [", "\x00", "explained = 7\nlessons = [1, []]", "format = 99\nx = 1"])
def test_a_damaged_file_counts_as_empty(text: str, tmp_path: Path) -> None:
    path = tmp_path / "learned.toml"
    path.write_text(text, encoding="utf-8")
    learned = TutorialProgress(Profile(tmp_path))
    notices = learned.load()
    assert not learned.explained and not learned.lessons
    assert notices
    learned.mark_explained("gurch.vote")
    if text.startswith("format"):
        assert path.read_text(encoding="utf-8") == text, "a newer program's file is left alone"
    else:
        assert path.with_name("learned.bad-1.toml").read_text(encoding="utf-8") == text
    assert learned.explained == {"gurch.vote"}


def test_the_first_ask_is_explained_to_a_new_player(tmp_path: Path) -> None:
    pilot = Pilot(tmp_path)
    pilot.app.go(Home())
    pilot.app.go(Begin(new_record("pass_the_ace")))
    pilot.rest()
    assert explanation(pilot).kind.startswith("pass_the_ace.")
    assert HIDDEN not in hand(pilot.table)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("slug", ["gurch", "big_two"])
def test_who_leads_is_not_told_to_play_as_many_as_were_led(slug: str, language: str) -> None:
    words = Words(language)
    texts: dict[str, set[str]] = {}
    for seed in range(4):
        game = contract.start(slug, seed, standard=True)
        for move in contract.moves_of(game, Rng(seed), 120):
            choice = Choice(game.view(move.seat), move.seat, LAYOUTS[slug])
            said = {verb.text for verb in explain(choice, words).verbs if verb.possible}
            texts.setdefault(game.demand(move.seat).key, set()).update(said)
            game.play(move)
    assert texts["lead"] and words(f"{slug}.verb.play.help") not in " ".join(texts["lead"])
    assert words(f"{slug}.verb.play.help.lead") in " ".join(texts["lead"])
    others = [text for key, several in texts.items() if key != "lead" for text in several]
    assert any(words(f"{slug}.verb.play.help") in text for text in others)
