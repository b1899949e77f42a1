"""The look for new versions: versions compared, hostile answers, once a week and only if asked for."""

import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from engine import __version__
from engine.notices import Notice
from engine.profile.storage import Profile
from engine.settings import Settings
from engine.updates import project as project_module
from engine.updates.answers import Answer, Kind
from engine.updates.asking import newest, trusting_context
from engine.updates.check import VersionCheck, ask, within
from engine.updates.memory import UpdateMemory
from engine.updates.project import FILE, Project, read_project
from engine.updates.versions import is_newer, version_of
from scenes.work import updates as updates_module
from scenes.work.background import Background
from scenes.work.updates import DAY, WEEK, Updates
from tests.support.answering import CERTIFICATE, PAGES, SILENT, Server, answering, break_down, found, sleep_for_ever
from tests.support.processes import gone, kill

HTTP = frozenset({"http"})
ABOUT = Project("https://github.com/o/n")
START = 1_800_000_000


# --- versions ---------------------------------------------------------------------------------------------------------


def test_versions_are_in_order() -> None:
    order = ["0.9", "1.0.dev3", "1.0a1", "1.0.0-alpha.2", "1.0-beta", "1.0rc1", "1.0.0-rc.10", "1.0", "1.0.1", "1.10"]
    for i, one in enumerate(order):
        assert [is_newer(other, one) for other in order] == [False] * (i + 1) + [True] * (len(order) - i - 1), one
    assert not is_newer("v1.0.0", "1") and not is_newer("1", "v1.0.0") and not is_newer("1.0+win", "1.0")


@pytest.mark.parametrize("text", ["", "v", "1.", ".1", "1..2", "1.2.3.4.5", "1 .2", "1.2-", "1e9", "-1", "1.2\0"])
def test_what_is_no_version_is_never_newer(text: str) -> None:
    assert version_of(text) is None
    assert not is_newer(text, "0.1") and not is_newer("9", text)


def test_the_programs_own_version_is_one() -> None:
    assert version_of(__version__) is not None


def test_the_project_is_told_in_one_file() -> None:
    facts = read_project(FILE.read_text(encoding="utf-8"))
    assert bool(facts.home) == bool(facts.newest) == bool(facts.page)
    assert ABOUT.newest == "https://api.github.com/repos/o/n/releases/latest"
    assert ABOUT.page == "https://github.com/o/n/releases"


def test_flatpak_looks_for_new_versions_itself(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "project.toml"
    file.write_text('home = "https://github.com/o/n"\nmade = "2026-11-22"', encoding="utf-8")
    monkeypatch.setattr(project_module, "FILE", file)
    assert project_module.project.__wrapped__() == Project("https://github.com/o/n", "2026-11-22")
    monkeypatch.setattr(project_module, "FLATPAK", file)
    assert project_module.project.__wrapped__() == Project(made="2026-11-22")
    monkeypatch.setattr(project_module, "FILE", tmp_path / "missing")
    assert project_module.project.__wrapped__() == Project()


@pytest.mark.parametrize(
    "home", ["http://github.com/o/n", "https://github.com.evil.org/o/n", "https://github.com/o", "file:///o/n", "o/n"]
)
def test_an_odd_address_counts_as_none(home: str) -> None:
    facts = read_project(f'home = "{home}"')
    assert facts == Project() and facts.newest == facts.page == ""


# --- the question -----------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with answering({path: page for path, (page, _) in PAGES.items()} | {"silent": SILENT}) as running:
        yield running


@pytest.mark.parametrize("path", PAGES)
def test_whatever_the_server_answers_something_is_made_of_it(path: str, server: Server) -> None:
    assert newest(server.address + path.replace(" ", "%20"), 10.0, HTTP) == PAGES[path][1]


def test_a_server_that_says_nothing_is_given_up(server: Server) -> None:
    assert newest(f"{server.address}silent", 0.05, HTTP) == Answer("late")


def test_the_whole_question_has_a_limit() -> None:
    never = threading.Event()
    assert within(0.0, lambda: Answer("found") if never.wait() else Answer("odd")) == Answer("late")
    never.set()
    assert within(10.0, lambda: Answer("found", "1")) == Answer("found", "1")
    assert within(10.0, lambda: Answer("found", str(1 // 0))) == Answer("failed")


def test_nothing_about_the_player_is_sent(server: Server) -> None:
    del server.asked[:]
    newest(f"{server.address}good", 10.0, HTTP)
    ((path, headers),) = server.asked
    assert path == "good"
    assert headers.pop("Host") == server.address.removeprefix("http://").rstrip("/")
    assert headers == {
        "User-Agent": "House-Rules",
        "Accept": "application/vnd.github+json",
        "Accept-Encoding": "identity",
        "Connection": "close",
    }


def test_only_https_is_asked(server: Server, tmp_path: Path) -> None:
    del server.asked[:]
    (tmp_path / "answer").write_text('{"tag_name": "9"}', encoding="utf-8")
    assert newest(f"{server.address}good", 10.0) == Answer("odd")
    assert newest((tmp_path / "answer").as_uri(), 10.0) == Answer("odd")
    assert newest((tmp_path / "answer").as_uri(), 10.0, {"file"}) == Answer("odd"), "no handler for it"
    assert server.asked == []


def test_nobody_there(server: Server) -> None:
    with answering({}) as other:
        pass
    assert newest(f"{other.address}good", 10.0, HTTP) == Answer("unreachable")


def test_the_certificate_is_checked(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only on Linux is the system's list of authorities a file that a test may replace."""
    page, answer = PAGES["good"]
    with answering({"good": page}, secure=True) as server:
        assert newest(f"{server.address}good", 10.0) == Answer("untrusted")
        if sys.platform == "linux":
            monkeypatch.setenv("SSL_CERT_FILE", str(CERTIFICATE))
            assert newest(f"{server.address}good", 10.0) == answer
            assert newest(f"{server.address}good".replace("localhost", "127.0.0.1"), 10.0) == Answer("untrusted")
    assert trusting_context().check_hostname


# --- the process ------------------------------------------------------------------------------------------------------


def asked(do: Callable[[str, float], Answer], seconds: float = 60.0, *, process: bool = True) -> list[Answer]:
    answers: list[Answer] = []
    check = VersionCheck("1.2.0", answers.append, do, seconds)
    check.start(process=process)
    running = check._process
    if running is not None:
        running._threads[1].join(60)
    check.poll()
    assert check.done and not check.poll()
    assert running is None or running.process.pid is None or gone(running.process.pid)
    return answers


def test_a_process_asks_and_ends() -> None:
    assert asked(found) == [Answer("found", "1.2.0")]


def test_an_error_in_the_process_is_an_answer() -> None:
    assert asked(break_down) == [Answer("failed")]


def test_the_process_gives_up_by_itself() -> None:
    assert asked(sleep_for_ever, 0.0) == [Answer("late")]


def test_without_processes_nothing_is_asked() -> None:
    assert asked(found, process=False) == [Answer("failed")]


def test_a_killed_process_is_an_answer_and_nobody_is_asked_twice() -> None:
    answers: list[Answer] = []
    check = VersionCheck("1", answers.append, sleep_for_ever, 60.0)
    check.start()
    running = check._process
    assert running is not None and running.process.pid is not None
    kill(running.process.pid)
    running._threads[1].join(60)
    check.start()
    assert check.poll() and answers == [Answer("failed")] and check._process is None


def test_a_stopped_question_has_no_answer() -> None:
    answers: list[Answer] = []
    check = VersionCheck("1", answers.append, sleep_for_ever, 60.0)
    check.start()
    check.rest()
    assert check._process is not None
    pid = check._process.process.pid
    check.stop()
    check.start()
    assert not check.poll() and answers == [] and pid is not None and gone(pid)


def test_the_window_imports_nothing_of_the_network() -> None:
    code = (
        "import sys, scenes.app, scenes.routes, scenes.work.updates\n"
        "print(sorted({'ssl', '_ssl', 'http.client', 'urllib.request', 'truststore', 'socketserver'} & {*sys.modules}))"
    )
    root = FILE.parent.parent.parent
    told = subprocess.run([sys.executable, "-c", code], cwd=root, capture_output=True, text=True, check=True)
    assert told.stdout.splitlines()[-1] == "[]"


# --- when it is looked ------------------------------------------------------------------------------------------------


class Services:
    """What ``Updates`` needs, with a clock."""

    def __init__(self, folder: Path, *, on: bool = True) -> None:
        self.settings = Settings(look_for_updates=on)
        self.profile = Profile(folder)
        self.background = Background()
        self.notices: list[Notice] = []
        self.clock = START

    def now(self) -> int:
        return self.clock


class Canned(VersionCheck):
    """A question whose answer the test gives."""

    asked = 0

    def start(self, *, process: bool = True) -> None:
        Canned.asked += 1

    def reply(self, kind: Kind, version: str = "") -> None:
        self._finish(Answer(kind, version))


@pytest.fixture(autouse=True)
def canned(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(updates_module, "VersionCheck", Canned)
    Canned.asked = 0


def reply(updates: Updates, kind: Kind, version: str = "") -> None:
    assert isinstance(updates._check, Canned)
    updates._check.reply(kind, version)


def looking(updates: Updates) -> bool:
    return updates._check is not None


def test_it_looks_only_if_the_player_asks(tmp_path: Path) -> None:
    services = Services(tmp_path, on=False)
    updates = Updates(services, own="1.0", about=ABOUT)
    updates.look_if_due()
    assert not looking(updates) and not services.background and list(tmp_path.iterdir()) == []
    assert Settings().look_for_updates is False
    updates.look()
    assert looking(updates) and updates.state == "asking"
    services.background.update(process=True)
    assert Canned.asked == 1
    reply(updates, "found", "1.1")
    assert (updates.state, updates.newer) == ("newer", "1.1")


def test_it_looks_once_a_week(tmp_path: Path) -> None:
    services = Services(tmp_path)
    updates = Updates(services, own="1.0", about=ABOUT)
    updates.look_if_due()
    assert looking(updates) and updates.state == "", "nothing is said while it looks by itself"
    reply(updates, "found", "1.0")
    for later in (0, DAY, WEEK - 1):
        services.clock = START + later
        for again in (updates, Updates(services, own="1.0", about=ABOUT)):
            again.look_if_due()
            assert not looking(again), later
    services.clock = START + WEEK
    updates.look_if_due()
    assert looking(updates)


def test_without_a_network_it_is_silent_and_tries_again_the_next_day(tmp_path: Path) -> None:
    services = Services(tmp_path)
    updates = Updates(services, own="1.0", about=ABOUT)
    updates.look_if_due()
    reply(updates, "unreachable")
    assert updates.state == "" and services.notices == []
    updates.look_if_due()
    services.clock += DAY - 1
    updates.look_if_due()
    assert not looking(updates)
    services.clock += 1
    updates.look_if_due()
    assert looking(updates)


def test_whoever_was_asked_is_not_asked_again_within_a_week(tmp_path: Path) -> None:
    for number, kind in enumerate(("none", "busy", "late", "untrusted", "odd")):
        services = Services(tmp_path / str(number))
        updates = Updates(services, own="1.0", about=ABOUT)
        updates.look_if_due()
        reply(updates, kind)  # type: ignore[arg-type]
        services.clock += WEEK - 1
        updates.look_if_due()
        assert not looking(updates) and updates.state == ""


def test_by_hand_it_says_what_happened(tmp_path: Path) -> None:
    updates = Updates(Services(tmp_path, on=False), own="1.0", about=ABOUT)
    kinds: list[Kind] = ["none", "busy", "unreachable", "late", "untrusted", "odd", "failed"]
    for kind in kinds:
        updates.look()
        updates.look()
        reply(updates, kind)
        assert updates.state == kind
    updates.look()
    reply(updates, "found", "0.9")
    assert updates.state == "current" and updates.newer == ""


def test_killed_while_it_looked_it_has_looked(tmp_path: Path) -> None:
    services = Services(tmp_path)
    Updates(services, own="1.0", about=ABOUT).look_if_due()
    again = Updates(services, own="1.0", about=ABOUT)
    again.look_if_due()
    assert not looking(again)


def test_a_match_stops_it_unless_the_player_has_asked(tmp_path: Path) -> None:
    services = Services(tmp_path)
    updates = Updates(services, own="1.0", about=ABOUT)
    updates.look_if_due()
    updates.leave_alone()
    assert not looking(updates) and not services.background
    updates.look()
    updates.leave_alone()
    assert looking(updates)


def test_a_look_by_itself_becomes_one_by_hand(tmp_path: Path) -> None:
    updates = Updates(Services(tmp_path), own="1.0", about=ABOUT)
    updates.look_if_due()
    updates.look()
    states = [updates.state]
    reply(updates, "late")
    assert [*states, updates.state] == ["asking", "late"]


def test_a_clock_set_back_does_not_stop_it_for_years(tmp_path: Path) -> None:
    services = Services(tmp_path)
    UpdateMemory(services.profile).note(START + 10 * WEEK, "")
    updates = Updates(services, own="1.0", about=ABOUT)
    updates.look_if_due()
    assert looking(updates)


def test_a_newer_version_is_remembered_until_it_is_installed(tmp_path: Path) -> None:
    services = Services(tmp_path)
    UpdateMemory(services.profile).note(START, "1.1")
    assert Updates(services, own="1.0", about=ABOUT).newer == "1.1"
    assert Updates(services, own="1.1", about=ABOUT).newer == ""


def test_a_copy_without_an_address_asks_nobody(tmp_path: Path) -> None:
    services = Services(tmp_path)
    updates = Updates(services, about=Project())
    updates.look()
    updates.look_if_due()
    assert updates.state == "unknown" and not services.background and updates.page == ""


@pytest.mark.parametrize(
    "text",
    ['looked = -1\nnewest = "1.1"', 'newest = "9\\u001b[2J"', "looked = true", "newest = 9", "\0", "looked = 1e9"],
)
def test_a_damaged_memory_is_reported_and_a_copy_kept(text: str, tmp_path: Path) -> None:
    (tmp_path / "updates.toml").write_text(text, encoding="utf-8")
    services = Services(tmp_path)
    updates = Updates(services, own="1.0", about=ABOUT)
    assert services.notices and updates.newer in ("", "1.1")
    assert (tmp_path / "updates.bad-1.toml").read_text(encoding="utf-8") == text


def test_the_question_is_the_real_one_by_default(tmp_path: Path) -> None:
    updates = Updates(Services(tmp_path), about=ABOUT)
    assert updates._do is ask
