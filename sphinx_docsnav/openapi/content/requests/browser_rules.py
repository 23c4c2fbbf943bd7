"""What browsers do not let a page send: the rules of the Fetch standard."""

from __future__ import annotations

FORBIDDEN_METHODS = ("TRACE", "CONNECT", "TRACK")
"""Methods that ``fetch`` refuses."""
_FORBIDDEN_HEADERS = frozenset(
    {
        "accept-charset",
        "accept-encoding",
        "access-control-request-headers",
        "access-control-request-method",
        "connection",
        "content-length",
        "cookie",
        "cookie2",
        "date",
        "dnt",
        "expect",
        "host",
        "keep-alive",
        "origin",
        "referer",
        "set-cookie",
        "te",
        "trailer",
        "transfer-encoding",
        "upgrade",
        "via",
    }
)


def is_forbidden_header(name: str) -> bool:
    """Return whether ``fetch`` leaves a header out that a page gives it."""
    return name.lower() in _FORBIDDEN_HEADERS or name.lower().startswith(("proxy-", "sec-"))
