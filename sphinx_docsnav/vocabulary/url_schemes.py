"""Schemes of addresses."""

from __future__ import annotations

# Source: IANA, Uniform Resource Identifier (URI) Schemes
# (https://www.iana.org/assignments/uri-schemes/uri-schemes.xhtml).
LINK_SCHEMES = frozenset(
    {
        "ftp",
        "http",
        "https",
        "mailto",
        "tel",
    }
)
"""What the address of a link may begin with; all others may do something else than show a page."""

# Source: the same registry for `data` and `javascript`; `vbscript` is one of Internet Explorer.
SCRIPT_SCHEMES = frozenset(
    {
        "data",
        "javascript",
        "vbscript",
    }
)
"""What the address of something begins with that runs in the page."""
