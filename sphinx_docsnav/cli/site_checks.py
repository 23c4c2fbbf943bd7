"""What ``check`` looks for only if it is told to: links that leave the site, and accessibility.

The requests are those of ``sphinx.builders.linkcheck``, which knows redirects, servers that
refuse HEAD, and rate limits; it needs no build, only its settings and a list of links.
"""

from __future__ import annotations

import contextlib
import ipaddress
import json
import re
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from queue import Empty
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from sphinx_docsnav.cli.check_cache import cache_folder
from sphinx_docsnav.docs_json import DocsJson
from sphinx_docsnav.docs_json.json_source import JsonSource
from sphinx_docsnav.faults import Fault, FaultKind, Position, Severity
from sphinx_docsnav.navigation.checked_pages import CheckedPage
from sphinx_docsnav.sitefiles.safe_urls import scheme_of
from sphinx_docsnav.themes.brand import ENOUGH, contrast, parse_colour

if TYPE_CHECKING:
    from sphinx.builders.linkcheck import CheckResult, Hyperlink
    from sphinx.config import Config

HOSTS = 8
"""How many hosts are asked at the same time; each gets one request after the other."""
KEPT = 24 * 60 * 60
"""Seconds for which a link that works is not tried again."""
PATIENCE = 60.0
"""Seconds to wait for a host that limits the number of requests."""
SETTINGS = {
    "linkcheck_workers": 1,
    "linkcheck_timeout": 15,
    "linkcheck_retries": 2,
    "linkcheck_rate_limit_timeout": PATIENCE,
    "linkcheck_anchors": False,
    "linkcheck_allow_unauthorized": True,
}
"""Settings of Sphinx's builder. Anchors would need whole pages, many of which are scripts."""
NO_HOST = "its host does not exist"
"""What is wrong with a URL whose host has no address."""
SEVERAL = 3
"""Hosts that do not all vanish at once."""
LIMITED = "its host limits requests"
"""Why a URL was not tried."""
_FIELDS = ("navigation", "navbar", "footer", "logo", "banner")
_RESERVED = re.compile(r"(?:.*\.)?(?:example(?:\.com|\.net|\.org)?|test|invalid|local|localhost)\Z")
_STATUS = re.compile(r"(\d{3}) ")
_CAUSE = re.compile(r"""\[(?:Errno|SSL)[^\]]*\] ([^'"()]+)|['"]([^'"()]+)['"]\)+\Z""")
_GONE = frozenset({"404", "410"})

KnownUrls = dict[str, tuple[float, str, str]]
"""What is known of URLs: when it was found, the status, and more about it."""
BrokenUrls = dict[str, list[Fault]]
"""The messages to give for each URL if it is broken; their text follows."""


def contrast_faults(docs: DocsJson) -> Iterator[Fault]:
    """Yield ``contrast`` for colours that docs.json gives for links and that are hard to read."""
    behind = docs.background.color
    for pointer, colour, back, mode in (
        ("/colors/primary", docs.colors.primary, behind.light or "#ffffff", "light"),
        ("/colors/light", docs.colors.light, behind.dark or "#18181b", "dark"),
    ):
        front, around = parse_colour(colour), parse_colour(back)
        if front and around and (ratio := contrast(front, around)) < ENOUGH:
            message = f"'{colour}' on {back} of {mode} pages has a contrast of {ratio:.1f}"
            hint = f"links and text need {ENOUGH}; themes of this extension adjust the shade"
            yield docs.source.warning(FaultKind.CONTRAST, pointer, message, hint)


def external_faults(
    pages: Mapping[str, CheckedPage], files: Mapping[str, Path], source: JsonSource, *, cached: bool
) -> Iterator[Fault]:
    """Yield ``external_link`` for links of pages and of docs.json that lead nowhere.

    :param files: the file of each page.
    :param cached: whether to believe what was found within a day.
    """
    places: BrokenUrls = {}
    for name, page in pages.items():
        for url, file, line in page.elsewhere:
            path = Path(file) if file else files[name]
            place = Fault(FaultKind.EXTERNAL_LINK, Severity.WARNING, "", path, Position(line))
            places.setdefault(url.partition("#")[0], []).append(place)
    for pointer, url in _urls(source.value, ""):
        place = source.warning(FaultKind.EXTERNAL_LINK, pointer, "")
        places.setdefault(url.partition("#")[0], []).append(place)
    store = cache_folder("links") / "links.json"
    known = _read(store) if cached else {}
    unknown = [url for url in places if url not in known and can_be_checked(url)]
    found = dict(_check(unknown))
    hosts = {urlsplit(url).netloc for url in found}
    if len(hosts) >= SEVERAL and all(_short(info) == NO_HOST for _, _, info in found.values()):
        message = f"no link was checked: none of {len(hosts)} hosts has an address"
        hint = "connect this machine to the network"
        yield Fault(FaultKind.EXTERNAL_LINK, Severity.INFO, message, hint=hint)
        found = {}
    working = {url: one for url, one in found.items() if one[1] in {"working", "redirected"}}
    _write(store, {**known, **working})
    for url, (_, status, info) in ({**known, **found}).items():
        for place in places.get(url, ()):
            yield from _told(place, url, status, info)


def _told(place: Fault, url: str, status: str, info: str) -> Iterator[Fault]:
    """Yield the message about a link, if there is one."""
    code = _STATUS.match(info)
    severity = Severity.WARNING
    if status in {"working", "redirected", "unchecked"}:
        return
    reason = f"server answers {code[1]}" if code else (_short(info) or status)
    if reason == NO_HOST or (code and code[1] in _GONE):
        message, hint = f"link '{url}' leads nowhere: {reason}", "correct or remove it"
    else:
        severity = Severity.INFO
        message, hint = f"link '{url}' could not be checked: {reason}", "open it in a browser"
    pointer = place.pointer
    yield Fault(place.kind, severity, message, place.path, place.position, pointer, hint)


def _short(info: str) -> str:
    """Return the cause at the end of what ``requests`` tells of a failed connection."""
    if "NameResolutionError" in info or "Name or service not known" in info:
        return "no name server answers" if "Temporary failure" in info else NO_HOST
    if "timed out" in info:
        return "no answer in time"
    cause = _CAUSE.search(info)
    return (cause[1] or cause[2]).strip() if cause else " ".join(info.split())[:120]


def can_be_checked(url: str) -> bool:
    """Return whether *url* is a page of a public host, and not an example."""
    try:
        parts = urlsplit(url)
        host = (parts.hostname or "").lower()
    except ValueError:
        return False
    if not host or "@" in parts.netloc or any(char in url for char in "{}<>$"):
        return False
    with contextlib.suppress(ValueError):
        return ipaddress.ip_address(host).is_global
    return "." in host and not _RESERVED.match(host)


def _urls(value: object, pointer: str) -> Iterator[tuple[str, str]]:
    """Yield pointer and URL of the links in docs.json."""
    items: Iterable[tuple[Any, Any]] = ()
    if isinstance(value, dict):
        items = value.items() if pointer else ((k, v) for k, v in value.items() if k in _FIELDS)
    elif isinstance(value, list):
        items = enumerate(value)
    for key, below in items:
        step = f"{pointer}/{str(key).replace('~', '~0').replace('/', '~1')}"
        if key in {"openapi", "asyncapi", "icon", "content"}:
            continue
        if isinstance(below, str):
            if scheme_of(below) in {"http", "https"}:
                yield step, below
        else:
            yield from _urls(below, step)


def _check(urls: list[str]) -> Iterator[tuple[str, tuple[float, str, str]]]:
    """Yield each URL with what its host says."""
    if not urls:
        return
    from sphinx.application import Sphinx
    from sphinx.builders.linkcheck import Hyperlink
    from sphinx.util.docutils import docutils_namespace, patch_docutils

    hosts: dict[str, dict[str, Hyperlink]] = {}
    for url in urls:
        link = Hyperlink(url, "", Path(), 0)  # type: ignore[arg-type]  # a path of Sphinx's own
        hosts.setdefault(urlsplit(url).netloc, {})[url] = link
    with tempfile.TemporaryDirectory() as folder, patch_docutils(), docutils_namespace():
        out = f"{folder}/out"
        config = Sphinx(folder, None, out, out, "dummy", SETTINGS, None, None).config

    with ThreadPoolExecutor(HOSTS) as pool:
        for results in pool.map(partial(_ask, config), hosts.values()):
            for one in results:
                yield one.uri, (time.time(), str(one.status), one.message)


def _ask(config: Config, links: dict[str, Hyperlink]) -> list[CheckResult]:
    """Return what a host says of its *links*, or that it limits the number of requests."""
    from sphinx.builders.linkcheck import CheckResult, HyperlinkAvailabilityChecker

    ignored: Any = "ignored"  # an enumeration since Sphinx 8.2

    class Checker(HyperlinkAvailabilityChecker):
        """Gives up a host that wants to be asked later, which Sphinx does not if it says when."""

        until = 0.0

        def invoke_threads(self) -> None:
            super().invoke_threads()
            worker: Any
            for worker in self.workers:
                worker.limit_rate = partial(self.wait, worker.limit_rate)

        def wait(
            self, usual: Callable[[str, str | None], float | None], url: str, after: str | None
        ) -> float | None:
            self.until = self.until or time.time() + PATIENCE
            again = usual(url, after)
            if again and again <= self.until:
                return again
            self.rate_limits.clear()
            with contextlib.suppress(Empty):
                while link := self.wqueue.get_nowait().hyperlink:
                    self.wqueue.task_done()
                    self.rqueue.put(CheckResult(link.uri, "", 0, ignored, LIMITED, 0))
            return None

    return [*Checker(config).check(links)]


def _read(path: Path) -> KnownUrls:
    with contextlib.suppress(OSError, ValueError, TypeError, AttributeError):
        stored = json.loads(path.read_bytes())
        fresh = time.time() - KEPT
        return {url: tuple(one) for url, one in stored.items() if one[0] > fresh}
    return {}


def _write(path: Path, known: KnownUrls) -> None:
    with contextlib.suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(known), "utf-8")
