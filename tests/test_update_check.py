"""Update check: version comparison, hostile responses, once a week and only with consent."""

import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from engine import __version__
from engine.profile.storage import Profile
from engine.settings import Settings
from engine.updates import project as project_module
from engine.updates.check import VersionCheck, query_newest, run_with_timeout
from engine.updates.check_log import UpdateCheckLog
from engine.updates.check_result import CheckOutcome, CheckResult
from engine.updates.project import PROJECT_FILE, Project, parse_project
from engine.updates.release_query import fetch_newest, system_tls_context
from engine.updates.versions import is_newer, parse_version
from scenes.work import update_checker as updates_module
from scenes.work.background import BackgroundQueue
from scenes.work.update_checker import AUTO_CHECK_INTERVAL_SECONDS, DAY_SECONDS, UpdateChecker
from tests.support.web_server import (
    CERTIFICATE,
    PAGES,
    SILENT_PAGE,
    Server,
    echo_address,
    raise_error,
    serve,
    sleep_forever,
)

HTTP = frozenset({"http"})
PROJECT = Project("https://github.com/o/n")
START_TIME = 1_800_000_000


# --- versions ---------------------------------------------------------------------------------------------------------


def test_versions_are_in_order() -> None:
    order = ["0.9", "1.0.dev3", "1.0a1", "1.0.0-alpha.2", "1.0-beta", "1.0rc1", "1.0.0-rc.10", "1.0", "1.0.1", "1.10"]
    for i, one in enumerate(order):
        assert [is_newer(other, one) for other in order] == [False] * (i + 1) + [True] * (len(order) - i - 1), one
    assert not is_newer("v1.0.0", "1") and not is_newer("1", "v1.0.0") and not is_newer("1.0+win", "1.0")


@pytest.mark.parametrize("text", ["", "v", "1.", ".1", "1..2", "1 .2", "1.2-", "1e9", "-1", "1.2\0"])
def test_invalid_version_is_never_newer(text: str) -> None:
    assert parse_version(text) is None
    assert not is_newer(text, "0.1") and not is_newer("9", text)


def test_own_version_is_valid() -> None:
    assert parse_version(__version__) is not None


def test_project_facts_come_from_one_file() -> None:
    facts = parse_project(PROJECT_FILE.read_text(encoding="utf-8"))
    assert bool(facts.home) == bool(facts.newest_release_api_url) == bool(facts.releases_page)
    assert PROJECT.newest_release_api_url == "https://api.github.com/repos/o/n/releases/latest"
    assert PROJECT.releases_page == "https://github.com/o/n/releases"


def test_flatpak_does_not_check_for_updates(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "project.toml"
    file.write_text('home = "https://github.com/o/n"\nmade = "2026-11-22"', encoding="utf-8")
    monkeypatch.setattr(project_module, "PROJECT_FILE", file)
    assert project_module.project.__wrapped__() == Project("https://github.com/o/n", "2026-11-22")
    monkeypatch.setattr(project_module, "FLATPAK_FILE", file)
    assert project_module.project.__wrapped__() == Project(made="2026-11-22")
    monkeypatch.setattr(project_module, "PROJECT_FILE", tmp_path / "missing")
    assert project_module.project.__wrapped__() == Project()


@pytest.mark.parametrize(
    "home", ["http://github.com/o/n", "https://github.com.evil.org/o/n", "https://github.com/o", "file:///o/n", "o/n"]
)
def test_invalid_address_counts_as_none(home: str) -> None:
    facts = parse_project(f'home = "{home}"')
    assert facts == Project() and facts.newest_release_api_url == facts.releases_page == ""


# --- request ----------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with serve({path: page for path, (page, _) in PAGES.items()} | {"silent": SILENT_PAGE}) as running:
        yield running


@pytest.mark.parametrize("path", PAGES)
def test_every_server_response_has_result(path: str, server: Server) -> None:
    assert fetch_newest(server.address + path.replace(" ", "%20"), 10.0, HTTP) == PAGES[path][1]


def test_silent_server_is_given_up(server: Server) -> None:
    assert fetch_newest(f"{server.address}silent", 0.05, HTTP) == CheckResult("late")


def test_whole_update_check_has_time_limit() -> None:
    never = threading.Event()
    assert run_with_timeout(0.0, lambda: CheckResult("found") if never.wait() else CheckResult("odd")) == CheckResult(
        "late"
    )
    never.set()
    assert run_with_timeout(10.0, lambda: CheckResult("found", "1")) == CheckResult("found", "1")
    assert run_with_timeout(10.0, lambda: CheckResult("found", str(1 // 0))) == CheckResult("failed")


def test_request_contains_nothing_about_player(server: Server) -> None:
    del server.requests[:]
    fetch_newest(f"{server.address}good", 10.0, HTTP)
    ((path, headers),) = server.requests
    assert path == "good"
    assert headers.pop("Host") == server.address.removeprefix("http://").rstrip("/")
    assert headers == {
        "User-Agent": "House-Rules",
        "Accept": "application/vnd.github+json",
        "Accept-Encoding": "identity",
        "Connection": "close",
    }


def test_only_https_is_requested(server: Server, tmp_path: Path) -> None:
    del server.requests[:]
    (tmp_path / "answer").write_text('{"tag_name": "9"}', encoding="utf-8")
    assert fetch_newest(f"{server.address}good", 10.0) == CheckResult("odd")
    assert fetch_newest((tmp_path / "answer").as_uri(), 10.0) == CheckResult("odd")
    assert fetch_newest((tmp_path / "answer").as_uri(), 10.0, {"file"}) == CheckResult("odd"), (
        "other schemes have no handler"
    )
    assert server.requests == []


def test_missing_server_is_unreachable(server: Server) -> None:
    with serve({}) as other:
        pass
    assert fetch_newest(f"{other.address}good", 10.0, HTTP) == CheckResult("unreachable")


def test_certificate_is_checked(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only on Linux is the system's list of authorities a file that a test may replace."""
    page, answer = PAGES["good"]
    with serve({"good": page}, secure=True) as server:
        assert fetch_newest(f"{server.address}good", 10.0) == CheckResult("untrusted")
        if sys.platform == "linux":
            monkeypatch.setenv("SSL_CERT_FILE", str(CERTIFICATE))
            assert fetch_newest(f"{server.address}good", 10.0) == answer
            assert fetch_newest(f"{server.address}good".replace("localhost", "127.0.0.1"), 10.0) == CheckResult(
                "untrusted"
            )
    assert system_tls_context().check_hostname


# --- thread -----------------------------------------------------------------------------------------------------------


def run_check(
    do: Callable[[str, float], CheckResult], seconds: float = 60.0, *, process: bool = True
) -> list[CheckResult]:
    answers: list[CheckResult] = []
    check = VersionCheck("1.2.0", answers.append, do, seconds)
    check.start(process=process)
    assert check._thread is not None and check._thread.daemon
    check._thread.join(60)
    assert check.poll() and check.is_done and not check.poll()
    return answers


@pytest.mark.parametrize("process", [True, False])
def test_update_check_reports_and_ends(process: bool) -> None:
    assert run_check(echo_address, process=process) == [CheckResult("found", "1.2.0")]


def test_error_in_update_check_gives_failed_result() -> None:
    assert run_check(raise_error) == [CheckResult("failed")]


def test_update_check_times_out() -> None:
    assert run_check(sleep_forever, 0.0) == [CheckResult("late")]


def test_missing_thread_gives_failed_result(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(thread: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(threading.Thread, "start", refuse)
    answers: list[CheckResult] = []
    VersionCheck("1", answers.append, echo_address).start()
    assert answers == [CheckResult("failed")]


def test_stopped_update_check_has_no_result() -> None:
    answers: list[CheckResult] = []
    check = VersionCheck("1", answers.append, echo_address, 60.0)
    check.start()
    check.pause()
    thread = check._thread
    check.stop()
    check.start()
    assert thread is not None and check._thread is thread
    thread.join(60)
    assert not check.poll() and answers == []


def test_hanging_update_check_does_not_delay_end_of_program() -> None:
    code = (
        "from engine.updates.check import VersionCheck\n"
        "from tests.support.web_server import sleep_forever\n"
        "VersionCheck('1', print, sleep_forever, 600.0).start()"
    )
    subprocess.run([sys.executable, "-c", code], cwd=PROJECT_FILE.parent.parent.parent, check=True, timeout=60)


def test_window_imports_no_network_modules() -> None:
    code = (
        "import sys, scenes.app, scenes.routes, scenes.work.update_checker\n"
        "of_updates = {'ssl', '_ssl', 'http.client', 'urllib.request', 'truststore', 'socketserver'}\n"
        "of_tables = {'scenes.work.online_session', 'msgspec', 'websockets', 'zeroconf', 'asyncio'}\n"
        "print(sorted((of_updates | of_tables) & {*sys.modules}))"
    )
    root = PROJECT_FILE.parent.parent.parent
    told = subprocess.run([sys.executable, "-c", code], cwd=root, capture_output=True, text=True, check=True)
    assert told.stdout.splitlines()[-1] == "[]"


# --- schedule ---------------------------------------------------------------------------------------------------------


class FakeServices:
    """Fake of the services that ``UpdateChecker`` needs, with a clock."""

    def __init__(self, folder: Path, *, on: bool = True) -> None:
        self.settings = Settings(look_for_updates=on)
        self.profile = Profile(folder)
        self.background = BackgroundQueue()
        self.clock = START_TIME

    def unix_seconds(self) -> int:
        return self.clock


def make_checker(folder: Path, *, on: bool = True) -> tuple[FakeServices, UpdateChecker]:
    services = FakeServices(folder, on=on)
    return services, UpdateChecker(services, own_version="1.0", own_project=PROJECT)


class FakeVersionCheck(VersionCheck):
    """Version check whose result the test sets."""

    start_count = 0

    def start(self, *, process: bool = True) -> None:
        FakeVersionCheck.start_count += 1

    def reply(self, kind: CheckOutcome, version: str = "") -> None:
        self._finish(CheckResult(kind, version))


@pytest.fixture(autouse=True)
def canned(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(updates_module, "VersionCheck", FakeVersionCheck)
    FakeVersionCheck.start_count = 0


def reply(updates: UpdateChecker, kind: CheckOutcome, version: str = "") -> None:
    assert isinstance(updates._check, FakeVersionCheck)
    updates._check.reply(kind, version)


def is_checking(updates: UpdateChecker) -> bool:
    return updates._check is not None


def test_update_check_needs_consent(tmp_path: Path) -> None:
    services, updates = make_checker(tmp_path, on=False)
    updates.check_if_due()
    assert not is_checking(updates) and not services.background and list(tmp_path.iterdir()) == []
    assert Settings().look_for_updates is False
    updates.check_now()
    assert is_checking(updates) and updates.state == "asking"
    services.background.update(process=True)
    assert FakeVersionCheck.start_count == 1
    reply(updates, "found", "1.1")
    assert (updates.state, updates.newer_version) == ("newer", "1.1")


def test_update_check_runs_once_a_week(tmp_path: Path) -> None:
    services, updates = make_checker(tmp_path)
    updates.check_if_due()
    assert is_checking(updates) and updates.state == "", "an automatic check shows no state"
    reply(updates, "found", "1.0")
    for later in (0, DAY_SECONDS, AUTO_CHECK_INTERVAL_SECONDS - 1):
        services.clock = START_TIME + later
        for again in (updates, UpdateChecker(services, own_version="1.0", own_project=PROJECT)):
            again.check_if_due()
            assert not is_checking(again), later
    services.clock = START_TIME + AUTO_CHECK_INTERVAL_SECONDS
    updates.check_if_due()
    assert is_checking(updates)


def test_offline_update_check_is_silent_and_retried_next_day(tmp_path: Path) -> None:
    services, updates = make_checker(tmp_path)
    updates.check_if_due()
    reply(updates, "unreachable")
    assert updates.state == "" and services.profile.notices == []
    updates.check_if_due()
    services.clock += DAY_SECONDS - 1
    updates.check_if_due()
    assert not is_checking(updates)
    services.clock += 1
    updates.check_if_due()
    assert is_checking(updates)


def test_answered_update_check_is_not_repeated_within_week(tmp_path: Path) -> None:
    for number, kind in enumerate(("none", "busy", "late", "untrusted", "odd")):
        services, updates = make_checker(tmp_path / str(number))
        updates.check_if_due()
        reply(updates, kind)  # type: ignore[arg-type]
        services.clock += AUTO_CHECK_INTERVAL_SECONDS - 1
        updates.check_if_due()
        assert not is_checking(updates) and updates.state == ""


def test_manual_update_check_reports_result(tmp_path: Path) -> None:
    updates = UpdateChecker(FakeServices(tmp_path, on=False), own_version="1.0", own_project=PROJECT)
    kinds: list[CheckOutcome] = ["none", "busy", "unreachable", "late", "untrusted", "odd", "failed"]
    for kind in kinds:
        updates.check_now()
        updates.check_now()
        reply(updates, kind)
        assert updates.state == kind
    updates.check_now()
    reply(updates, "found", "0.9")
    assert updates.state == "current" and updates.newer_version == ""


def test_killed_update_check_counts_as_done(tmp_path: Path) -> None:
    services = FakeServices(tmp_path)
    UpdateChecker(services, own_version="1.0", own_project=PROJECT).check_if_due()
    again = UpdateChecker(services, own_version="1.0", own_project=PROJECT)
    again.check_if_due()
    assert not is_checking(again)


def test_match_stops_automatic_update_check(tmp_path: Path) -> None:
    services, updates = make_checker(tmp_path)
    updates.check_if_due()
    updates.cancel_auto_check()
    assert not is_checking(updates) and not services.background
    updates.check_now()
    updates.cancel_auto_check()
    assert is_checking(updates)


def test_automatic_update_check_becomes_manual(tmp_path: Path) -> None:
    updates = UpdateChecker(FakeServices(tmp_path), own_version="1.0", own_project=PROJECT)
    updates.check_if_due()
    updates.check_now()
    states = [updates.state]
    reply(updates, "late")
    assert [*states, updates.state] == ["asking", "late"]


def test_clock_set_back_does_not_stop_update_checks(tmp_path: Path) -> None:
    services = FakeServices(tmp_path)
    UpdateCheckLog(services.profile).record_check(START_TIME + 10 * AUTO_CHECK_INTERVAL_SECONDS, "")
    updates = UpdateChecker(services, own_version="1.0", own_project=PROJECT)
    updates.check_if_due()
    assert is_checking(updates)


def test_newer_version_is_remembered_until_installed(tmp_path: Path) -> None:
    services = FakeServices(tmp_path)
    UpdateCheckLog(services.profile).record_check(START_TIME, "1.1")
    assert UpdateChecker(services, own_version="1.0", own_project=PROJECT).newer_version == "1.1"
    assert UpdateChecker(services, own_version="1.1", own_project=PROJECT).newer_version == ""


def test_copy_without_address_sends_no_request(tmp_path: Path) -> None:
    services = FakeServices(tmp_path)
    updates = UpdateChecker(services, own_project=Project())
    updates.check_now()
    updates.check_if_due()
    assert updates.state == "unknown" and not services.background and updates.releases_url == ""


def test_default_query_is_real_one(tmp_path: Path) -> None:
    updates = UpdateChecker(FakeServices(tmp_path), own_project=PROJECT)
    assert updates._fetch is query_newest
