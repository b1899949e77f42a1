"""A local web server for tests of the update check, with valid and hostile responses."""

import json
import ssl
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import NamedTuple

from engine.updates.check_result import CheckResult
from engine.updates.release_query import MAX_RESPONSE_BYTES

CERTIFICATE = Path(__file__).with_name("localhost.pem")
"""Key and self-signed certificate of ``localhost``, which no client trusts."""


class Page(NamedTuple):
    """The server's response to a path."""

    body: bytes = b""
    status: int = 200
    headers: tuple[tuple[str, str], ...] = ()
    endless: bool = False
    """Whether the body is sent again and again until the client closes the connection."""


def release(version: object, **more: object) -> Page:
    """Return a response like GitHub's."""
    return Page(json.dumps({"tag_name": version, "draft": False, "prerelease": False, **more}).encode())


def redirect_to(url: str, **more: bool) -> Page:
    return Page(b"elsewhere", 302, (("Location", url),), **more)


SILENT_PAGE = Page(status=0)
"""No response at all until the server stops."""
PAGES: Mapping[str, tuple[Page, CheckResult]] = {
    "good": (release("v1.2.0", body="New: everything."), CheckResult("found", "1.2.0")),
    "bare": (release("2"), CheckResult("found", "2")),
    "candidate": (release("1.3.0-rc.1"), CheckResult("found", "1.3.0rc1")),
    "renamed": (redirect_to("/good"), CheckResult("found", "1.2.0")),
    "nothing yet": (Page(b"{}", 404), CheckResult("none")),
    "too often": (Page(b"{}", 403), CheckResult("busy")),
    "far too often": (Page(b"{}", 429), CheckResult("busy")),
    "broken": (Page(b"<h1>Sorry</h1>", 500), CheckResult("odd")),
    "sign in here": (Page(b"<html>Welcome to our hotel</html>"), CheckResult("odd")),
    "empty": (Page(), CheckResult("odd")),
    "not UTF-8": (Page('{"tag_name": "1.2.0", "name": "é"}'.encode("latin-1")), CheckResult("odd")),
    "UTF-16": (Page('{"tag_name": "1.2.0"}'.encode("utf-16")), CheckResult("odd")),
    "compressed": (Page(b"\x1f\x8b\x08\x00", headers=(("Content-Encoding", "gzip"),)), CheckResult("odd")),
    "a list": (Page(b'["1.2.0"]'), CheckResult("odd")),
    "no version": (Page(b'{"name": "1.2.0"}'), CheckResult("odd")),
    "a number": (release(1.2), CheckResult("odd")),
    "words": (release("latest"), CheckResult("odd")),
    "control characters": (release("1.2.0\x1b[2J"), CheckResult("odd")),
    "a line break": (release("1.2.0\n"), CheckResult("found", "1.2.0")),
    "turned writing": (release("1.2.0\N{RIGHT-TO-LEFT OVERRIDE}"), CheckResult("odd")),
    "other digits": (release("１.２"), CheckResult("odd")),
    "many digits": (release("1" * 100_000), CheckResult("odd")),
    "a huge number": (Page(b'{"tag_name": ' + b"1" * 100_000 + b"}"), CheckResult("odd")),
    "deep": (Page(b"[" * 200_000), CheckResult("odd")),
    "large": (Page(b" " * (MAX_RESPONSE_BYTES + 1)), CheckResult("odd")),
    "said to be large": (Page(b"{}", headers=(("Content-Length", str(10**15)),)), CheckResult("odd")),
    "length of words": (Page(b"{}", headers=(("Content-Length", "long"),)), CheckResult("odd")),
    "endless": (Page(b" " * 65_536, endless=True), CheckResult("odd")),
    "a file": (redirect_to("file:///etc/passwd"), CheckResult("odd")),
    "another server": (redirect_to("http://example.invalid/good"), CheckResult("odd")),
    "FTP": (redirect_to("ftp://localhost/good"), CheckResult("odd")),
    "in a circle": (redirect_to("/in%20a%20circle"), CheckResult("odd")),
    "a redirect without end": (redirect_to("/good", endless=True), CheckResult("found", "1.2.0")),
}
"""Path -> the server's response and the expected result."""


class Server(NamedTuple):
    """A running server."""

    address: str
    """Its URL, ending in a slash."""
    requests: list[tuple[str, dict[str, str]]]
    """Path and headers of every request."""


@contextmanager
def serve(pages: Mapping[str, Page], *, secure: bool = False) -> Iterator[Server]:
    """Run a server while the context lasts; with ``secure`` by HTTPS, with an untrusted certificate."""
    asked: list[tuple[str, dict[str, str]]] = []
    over = threading.Event()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            path = self.path[1:].replace("%20", " ")
            asked.append((path, dict(self.headers)))
            page = pages[path]
            if page is SILENT_PAGE:
                over.wait()
                return
            self.send_response(page.status)
            if not page.endless and "Content-Length" not in dict(page.headers):
                self.send_header("Content-Length", str(len(page.body)))
            for name, value in page.headers:
                self.send_header(name, value)
            self.end_headers()
            with suppress(OSError):
                self.wfile.write(page.body)
                while page.endless:
                    self.wfile.write(page.body)

        def log_message(self, format: str, *args: object) -> None:
            pass

    class Quiet(ThreadingHTTPServer):
        daemon_threads = True

        def handle_error(self, request: object, client_address: object) -> None:
            """Ignore a connection closed by the client."""

    server = Quiet(("localhost", 0), Handler)
    if secure:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(CERTIFICATE)
        server.socket = context.wrap_socket(server.socket, server_side=True)
    thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    try:
        yield Server(f"http{'s' * secure}://localhost:{server.server_address[1]}/", asked)
    finally:
        over.set()
        server.shutdown()
        thread.join()
        server.server_close()


# Stand-ins for the request.


def echo_address(address: str, seconds: float) -> CheckResult:
    """Return a found version whose text is the address."""
    return CheckResult("found", address)


def raise_error(address: str, seconds: float) -> CheckResult:
    raise ZeroDivisionError(address)


def sleep_forever(address: str, seconds: float) -> CheckResult:
    threading.Event().wait()
    return CheckResult("found", "1")
