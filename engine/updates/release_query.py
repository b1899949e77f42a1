"""HTTPS request for the newest version. Imported only for a check, as its imports take 18 ms.

The request contains nothing about the player, the computer or this copy of the program. The response is not trusted: it
is limited in size and time, and only a version number is taken from its JSON.
"""

import io
import json
import ssl
import urllib.error
import urllib.request
from collections.abc import Collection, Mapping
from http.client import HTTPException, HTTPMessage
from types import MappingProxyType
from typing import IO, Any
from urllib.parse import urlsplit

import truststore

from engine.updates.check_result import CheckOutcome, CheckResult
from engine.updates.versions import normalise_version

MAX_RESPONSE_BYTES = 512 * 1024
"""Maximum size of the response. GitHub's has about 30 kB."""
_CHUNK_BYTES = 16 * 1024
_MAX_REDIRECTS = 3
_HEADERS = (("User-Agent", "House-Rules"), ("Accept", "application/vnd.github+json"), ("Connection", "close"))
"""All headers of the request. GitHub rejects requests without ``User-Agent``."""
_OUTCOME_BY_STATUS: Mapping[int, CheckOutcome] = MappingProxyType({404: "none", 403: "busy", 429: "busy"})
"""HTTP status -> outcome. GitHub responds 404 without a release, 403 and 429 to too many requests."""
HTTPS_ONLY = frozenset({"https"})


class UnexpectedResponseError(Exception):
    """Error: the response to the version request is too large, is redirected elsewhere, or has no version."""


class _SameHostRedirects(urllib.request.HTTPRedirectHandler):
    """HTTP redirect handler that follows a few redirects to the same host, as of a renamed project, and no others."""

    max_repeats = max_redirections = _MAX_REDIRECTS

    def http_error_302(
        self, req: urllib.request.Request, fp: IO[bytes], code: int, msg: str, headers: HTTPMessage
    ) -> Any:
        """Follow an HTTP redirect without reading its body, which urllib would read completely, whatever its size."""
        fp.close()
        return super().http_error_302(req, io.BytesIO(), code, msg, headers)

    http_error_301 = http_error_303 = http_error_307 = http_error_308 = http_error_302

    def redirect_request(  # noqa: PLR0917  # urllib's signature
        self, req: urllib.request.Request, fp: IO[bytes], code: int, msg: str, headers: HTTPMessage, newurl: str
    ) -> urllib.request.Request | None:
        """Return the HTTP request that follows a redirect.

        Raises:
            UnexpectedResponseError: it leads to another scheme or host.
        """
        before, after = urlsplit(req.full_url), urlsplit(newurl)
        if (before.scheme, before.netloc) != (after.scheme, after.netloc):
            raise UnexpectedResponseError
        return super().redirect_request(req, fp, code, msg, headers, newurl)


def system_tls_context() -> ssl.SSLContext:
    """Return a TLS context that verifies certificates and host names with the system's trusted authorities."""
    return truststore.SSLContext(ssl.PROTOCOL_TLS_CLIENT)


def _make_opener(schemes: Collection[str]) -> urllib.request.OpenerDirector:
    """Return a urllib opener for URLs of these schemes only: no files, no FTP."""
    opener = urllib.request.OpenerDirector()
    opener.addheaders = list(_HEADERS)
    handlers: list[urllib.request.BaseHandler] = [
        urllib.request.ProxyHandler(),
        urllib.request.UnknownHandler(),
        urllib.request.HTTPDefaultErrorHandler(),
        urllib.request.HTTPErrorProcessor(),
        _SameHostRedirects(),
    ]
    if "https" in schemes:
        handlers.append(urllib.request.HTTPSHandler(context=system_tls_context()))
    if "http" in schemes:
        handlers.append(urllib.request.HTTPHandler())
    for handler in handlers:
        opener.add_handler(handler)
    return opener


def fetch_newest(address: str, seconds: float, schemes: Collection[str] = HTTPS_ONLY) -> CheckResult:
    """Request the number of the newest version from GitHub's API.

    Errors of the network or in the response become outcomes, not exceptions.

    Args:
        address: URL of GitHub's API for the newest release.
        seconds: timeout of each socket operation; the caller limits the total time.
        schemes: allowed URL schemes; tests allow ``http``.
    """
    if urlsplit(address).scheme not in schemes:
        return CheckResult("odd")
    try:
        return parse_response(_fetch(address, seconds, schemes))
    except urllib.error.HTTPError as error:
        error.close()
        return CheckResult(_OUTCOME_BY_STATUS.get(error.code, "odd"))
    except ssl.SSLCertVerificationError:
        return CheckResult("untrusted")
    except TimeoutError:
        return CheckResult("late")
    except urllib.error.URLError as error:
        return CheckResult(_outcome_of(error.reason))
    except (UnexpectedResponseError, HTTPException, UnicodeError, ValueError, RecursionError):
        return CheckResult("odd")
    except OSError:
        return CheckResult("unreachable")


def _outcome_of(reason: object) -> CheckOutcome:
    if isinstance(reason, ssl.SSLCertVerificationError):
        return "untrusted"
    if isinstance(reason, TimeoutError):
        return "late"
    return "unreachable" if isinstance(reason, OSError) else "odd"


def _fetch(address: str, seconds: float, schemes: Collection[str]) -> bytes:
    """Fetch the body of the response to a version request in chunks.

    Raises:
        TimeoutError: a socket operation takes too long.
        UnexpectedResponseError: the response is too large.
        OSError, HTTPException, ValueError: the request fails.
    """
    content = bytearray()
    with _make_opener(schemes).open(address, timeout=seconds) as response:
        if int(response.headers.get("Content-Length") or 0) > MAX_RESPONSE_BYTES:
            raise UnexpectedResponseError
        while part := response.read1(_CHUNK_BYTES):
            content += part
            if len(content) > MAX_RESPONSE_BYTES:
                raise UnexpectedResponseError
    return bytes(content)


def parse_response(content: bytes) -> CheckResult:
    """Return the program version in the body of a response of GitHub's API.

    Raises:
        ValueError, RecursionError: it is not UTF-8 or not JSON.
        UnexpectedResponseError: it has no version.
    """
    found: Any = json.loads(content.decode("utf-8"))
    named = found.get("tag_name") if isinstance(found, dict) else None
    version = normalise_version(named) if isinstance(named, str) else ""
    if not version:
        raise UnexpectedResponseError
    return CheckResult("found", version)
