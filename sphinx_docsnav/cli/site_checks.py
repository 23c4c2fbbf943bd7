"""The optional checks of ``check``: external links, and accessibility.

The requests are those of ``sphinx.builders.linkcheck``, which handles redirects, servers that
reject HEAD, and rate limits. It needs no build, only its settings and a list of links.
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

from sphinx_docsnav.cli.site_argument import find_cache_folder
from sphinx_docsnav.docs_json import DocsJson
from sphinx_docsnav.docs_json.json_source import JsonSource
from sphinx_docsnav.faults import Fault, FaultKind, Position, Severity
from sphinx_docsnav.navigation.checks import CheckedPage
from sphinx_docsnav.sitefiles.safe_urls import find_scheme
from sphinx_docsnav.themes.brand import READABLE_CONTRAST, compute_contrast, parse_colour

if TYPE_CHECKING:
    from sphinx.builders.linkcheck import CheckResult, Hyperlink
    from sphinx.config import Config

MAX_HOSTS = 8
"""Number of hosts that are requested at the same time; each gets one request at a time."""
CACHE_SECONDS = 24 * 60 * 60
"""Time for which the result for a working link is reused, in seconds."""
RATE_LIMIT_SECONDS = 60.0
"""Time to wait for a host that limits the number of requests, in seconds."""
LINKCHECK_SETTINGS = {
    "linkcheck_workers": 1,
    "linkcheck_timeout": 15,
    "linkcheck_retries": 2,
    "linkcheck_rate_limit_timeout": RATE_LIMIT_SECONDS,
    "linkcheck_anchors": False,
    "linkcheck_allow_unauthorized": True,
}
"""The settings of linkcheck. Anchors are not checked: scripts make the content of many pages."""
MISSING_HOST = "its host does not exist"
"""The problem of a URL whose host has no address."""
MIN_MISSING_HOSTS = 3
"""If all hosts, at least this many, are missing, the machine has no network."""
RATE_LIMITED = "its host limits requests"
"""The reason why a URL was not checked."""
_LINK_FIELDS = ("navigation", "navbar", "footer", "logo", "banner")
_RESERVED = re.compile(r"(?:.*\.)?(?:example(?:\.com|\.net|\.org)?|test|invalid|local|localhost)\Z")
_STATUS_CODE = re.compile(r"(\d{3}) ")
_CAUSE = re.compile(r"""\[(?:Errno|SSL)[^\]]*\] ([^'"()]+)|['"]([^'"()]+)['"]\)+\Z""")
_MISSING_STATUSES = frozenset({"404", "410"})

KnownUrls = dict[str, tuple[float, str, str]]
"""The results of URLs: the time of the check, the status, and details."""
BrokenUrls = dict[str, list[Fault]]
"""The faults to report for each URL if it is broken, still without a message."""


def find_contrast_faults(docs: DocsJson) -> Iterator[Fault]:
    """Yield faults for link colours in docs.json with too little contrast.

    Faults: ``contrast``.
    """
    background = docs.background.color
    for pointer, colour, background_colour, mode in (
        ("/colors/primary", docs.colors.primary, background.light or "#ffffff", "light"),
        ("/colors/light", docs.colors.light, background.dark or "#18181b", "dark"),
    ):
        foreground, parsed_background = parse_colour(colour), parse_colour(background_colour)
        if (
            foreground
            and parsed_background
            and (ratio := compute_contrast(foreground, parsed_background)) < READABLE_CONTRAST
        ):
            message = (
                f"'{colour}' on {background_colour} of {mode} pages has a contrast of {ratio:.1f}"
            )
            hint = (
                f"links and text need {READABLE_CONTRAST}; "
                "themes of this extension adjust the shade"
            )
            yield docs.source.warning(FaultKind.CONTRAST, pointer, message, hint)


def find_broken_links(
    pages: Mapping[str, CheckedPage], files: Mapping[str, Path], source: JsonSource, *, cached: bool
) -> Iterator[Fault]:
    """Yield faults for broken external links in pages and in docs.json.

    :param pages: the results of pages, by docname.
    :param files: the files of pages, by docname.
    :param cached: whether to use results of the last day.

    Faults: ``external_link``.
    """
    faults_by_url = _list_external_links(pages, files, source)
    cache_file = find_cache_folder("links") / "links.json"
    stored_results = _read_cache(cache_file)
    cached_results = stored_results if cached else {}
    unchecked_urls = [
        url for url in faults_by_url if url not in cached_results and is_checkable(url)
    ]
    results = dict(_check_urls(unchecked_urls))
    hosts = {urlsplit(url).netloc for url in results}
    # If no host has an address, this machine has no network: do not report each link.
    if len(hosts) >= MIN_MISSING_HOSTS and all(
        _shorten_cause(info) == MISSING_HOST for _, _, info in results.values()
    ):
        message = f"no link was checked: none of {len(hosts)} hosts has an address"
        hint = "connect this machine to the network"
        yield Fault(FaultKind.EXTERNAL_LINK, Severity.INFO, message, hint=hint)
        results = {}
    # A broken link may be repaired at any time: only working ones are cached. All sites share the
    # file, so the results of other sites stay in it, also if this run does not use them.
    working = {
        url: result
        for url, result in {**stored_results, **results}.items()
        if result[1] in {"working", "redirected"}
    }
    _write_cache(cache_file, working)
    for url, (_, status, info) in ({**cached_results, **results}).items():
        for fault in faults_by_url.get(url, ()):
            yield from _make_fault(fault, url, status, info)


def _list_external_links(
    pages: Mapping[str, CheckedPage], files: Mapping[str, Path], source: JsonSource
) -> BrokenUrls:
    """Return a fault with the position of each external link, by the URL to request.

    Requests have no fragment, so URLs that differ only in it are one request. The parameters are
    those of `find_broken_links`.
    """
    faults_by_url: BrokenUrls = {}
    for name, page in pages.items():
        for url, file, line in page.elsewhere:
            path = Path(file) if file else files[name]
            fault = Fault(FaultKind.EXTERNAL_LINK, Severity.WARNING, "", path, Position(line))
            faults_by_url.setdefault(url.partition("#")[0], []).append(fault)
    for pointer, url in _find_urls(source.value, ""):
        fault = source.warning(FaultKind.EXTERNAL_LINK, pointer, "")
        faults_by_url.setdefault(url.partition("#")[0], []).append(fault)
    return faults_by_url


def _make_fault(fault: Fault, url: str, status: str, info: str) -> Iterator[Fault]:
    """Yield the fault of a link, if it is broken or could not be checked.

    :param fault: a fault with the position of the link.
    """
    code = _STATUS_CODE.match(info)
    severity = Severity.WARNING
    if status in {"working", "redirected", "unchecked"}:
        return
    reason = f"server answers {code[1]}" if code else (_shorten_cause(info) or status)
    # Other errors may come from a server that rejects programs, or is down for a moment.
    if reason == MISSING_HOST or (code and code[1] in _MISSING_STATUSES):
        message, hint = f"link '{url}' leads nowhere: {reason}", "correct or remove it"
    else:
        severity = Severity.INFO
        message, hint = f"link '{url}' could not be checked: {reason}", "open it in a browser"
    pointer = fault.pointer
    yield Fault(fault.kind, severity, message, fault.path, fault.position, pointer, hint)


def _shorten_cause(info: str) -> str:
    """Return the cause of a failed connection, which is at the end of a message of ``requests``."""
    if "NameResolutionError" in info or "Name or service not known" in info:
        return "no name server answers" if "Temporary failure" in info else MISSING_HOST
    if "timed out" in info:
        return "no answer in time"
    cause = _CAUSE.search(info)
    return (cause[1] or cause[2]).strip() if cause else " ".join(info.split())[:120]


def is_checkable(url: str) -> bool:
    """Return whether *url* is on a public host, and not an example."""
    try:
        parts = urlsplit(url)
        host = (parts.hostname or "").lower()
    except ValueError:
        return False
    # Braces and angle brackets mark placeholders in examples.
    if not host or "@" in parts.netloc or any(char in url for char in "{}<>$"):
        return False
    with contextlib.suppress(ValueError):
        return ipaddress.ip_address(host).is_global
    return "." in host and not _RESERVED.match(host)


def _find_urls(value: object, pointer: str) -> Iterator[tuple[str, str]]:
    """Yield the pointer and the URL of each external link in docs.json."""
    items: Iterable[tuple[Any, Any]] = ()
    if isinstance(value, dict):
        items = (
            # At the top, only some fields contain links that readers see.
            value.items() if pointer else ((k, v) for k, v in value.items() if k in _LINK_FIELDS)
        )
    elif isinstance(value, list):
        items = enumerate(value)
    for key, item in items:
        step = f"{pointer}/{str(key).replace('~', '~0').replace('/', '~1')}"
        if key in {"openapi", "asyncapi", "icon", "content"}:
            continue
        if isinstance(item, str):
            if find_scheme(item) in {"http", "https"}:
                yield step, item
        else:
            yield from _find_urls(item, step)


def _check_urls(urls: list[str]) -> Iterator[tuple[str, tuple[float, str, str]]]:
    """Yield each URL with the result of its check."""
    if not urls:
        return
    from sphinx.application import Sphinx
    from sphinx.builders.linkcheck import Hyperlink
    from sphinx.util.docutils import docutils_namespace, patch_docutils

    # Hosts are checked in parallel, but each host gets one request at a time.
    hosts: dict[str, dict[str, Hyperlink]] = {}
    for url in urls:
        link = Hyperlink(url, "", Path(), 0)  # type: ignore[arg-type]  # a path of Sphinx's own
        hosts.setdefault(urlsplit(url).netloc, {})[url] = link
    with tempfile.TemporaryDirectory() as folder, patch_docutils(), docutils_namespace():
        out = f"{folder}/out"
        # Linkcheck reads its settings from an application; an empty site is enough.
        config = Sphinx(folder, None, out, out, "dummy", LINKCHECK_SETTINGS, None, None).config

    with ThreadPoolExecutor(MAX_HOSTS) as pool:
        for results in pool.map(partial(_check_host, config), hosts.values()):
            for result in results:
                yield result.uri, (time.time(), str(result.status), result.message)


def _check_host(config: Config, links: dict[str, Hyperlink]) -> list[CheckResult]:
    """Return the results of the links of one host.

    If the host limits the number of requests for too long, the rest is not checked.
    """
    from sphinx.builders.linkcheck import CheckResult, HyperlinkAvailabilityChecker

    unchecked_status: Any = "ignored"  # an enumeration since Sphinx 8.2

    class Checker(HyperlinkAvailabilityChecker):
        """Stops after a time limit, also if the host says when to try again, unlike Sphinx."""

        until = 0.0

        def invoke_threads(self) -> None:
            super().invoke_threads()
            worker: Any
            # Sphinx has no option for the total time, so each thread asks `wait` first.
            for worker in self.workers:
                worker.limit_rate = partial(self.wait, worker.limit_rate)

        def wait(
            self, usual: Callable[[str, str | None], float | None], url: str, after: str | None
        ) -> float | None:
            self.until = self.until or time.time() + RATE_LIMIT_SECONDS
            again = usual(url, after)
            if again and again <= self.until:
                return again
            # The time is over: answer all links in the queue, because `check` waits for them.
            self.rate_limits.clear()
            with contextlib.suppress(Empty):
                while link := self.wqueue.get_nowait().hyperlink:
                    self.wqueue.task_done()
                    self.rqueue.put(CheckResult(link.uri, "", 0, unchecked_status, RATE_LIMITED, 0))
            return None

    return [*Checker(config).check(links)]


def _read_cache(path: Path) -> KnownUrls:
    with contextlib.suppress(OSError, ValueError, TypeError, AttributeError):
        stored = json.loads(path.read_bytes())
        fresh = time.time() - CACHE_SECONDS
        return {url: tuple(result) for url, result in stored.items() if result[0] > fresh}
    return {}


def _write_cache(path: Path, known: KnownUrls) -> None:
    with contextlib.suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(known), "utf-8")
