"""``check --external`` and ``check --a11y``."""

from __future__ import annotations

import http.server
import json
import threading
import time
from collections import Counter
from collections.abc import Iterator
from typing import ClassVar

import pytest
from support import Command, MakeSite

from sphinx_docsnav.cli import site_checks
from sphinx_docsnav.cli.console import ExitCode
from sphinx_docsnav.cli.site_checks import is_checkable
from sphinx_docsnav.faults import Fault, FaultKind, Severity


class Handler(http.server.BaseHTTPRequestHandler):
    """Answers with the status that the path names, and counts requests."""

    asked: ClassVar[Counter[str]] = Counter()
    together: ClassVar[list[int]] = [0, 0]
    """Requests at this moment, and at most."""

    def log_message(self, *_: object) -> None:
        """Print nothing."""

    def do_HEAD(self) -> None:
        """Answer."""
        self.asked[self.path] += 1
        self.together[0] += 1
        self.together[1] = max(self.together)
        status = int(self.path.split("/")[1])
        self.send_response(status)
        if status in {301, 302}:
            self.send_header("Location", "/200/moved")
        if status == 429:
            self.send_header("Retry-After", "999")
        self.send_header("Content-Length", "0")
        self.together[0] -= 1  # when the headers are sent, the next request may come
        self.end_headers()

    do_GET = do_HEAD  # noqa: N815 -- the name is http.server's


@pytest.fixture
def host(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Run a server on this machine; nothing else is asked."""
    Handler.asked.clear()
    Handler.together[:] = [0, 0]
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    address = f"http://127.0.0.1:{server.server_address[1]}"
    monkeypatch.setattr(site_checks, "is_checkable", lambda url: url.startswith(address))
    yield address
    server.shutdown()
    server.server_close()


def test_links_that_lead_nowhere_are_reported_at_their_place(
    command: Command, make_site: MakeSite, host: str
) -> None:
    text = (
        f"# A\n\n[good]({host}/200/a#part) [moved]({host}/302/b)\n\n"
        f"![P]({host}/404/p.png)\n\n[gone]({host}/410/c)\n\n[again]({host}/410/c#x)\n\n"
        f'[shut]({host}/403/d)\n\n<Card title="T" href="{host}/500/e" />\n\n[elsewhere](https://x.org)\n'
    )
    navigation = {"groups": [{"group": "G", "pages": ["a"]}]}
    navbar = {
        "links": [{"label": "L", "href": f"{host}/404/n"}, {"label": "M", "href": f"{host}/200/m"}]
    }
    root = make_site(navigation, {"a.mdx": text}, navbar=navbar)
    assert command("check", root) == ExitCode.DONE
    assert Handler.asked == {}

    assert command("check", root, "--external") == ExitCode.DONE
    told = [line.replace(host, "H") for line in command.out.splitlines()]
    gone = "correct or remove it [docsnav.external_link]"
    closed = "open it in a browser [docsnav.external_link]"
    assert told[:-1] == [
        f"a.mdx:5:1: WARNING: link 'H/404/p.png' leads nowhere: server answers 404; {gone}",
        f"a.mdx:7:1: WARNING: link 'H/410/c' leads nowhere: server answers 410; {gone}",
        f"a.mdx:9:1: WARNING: link 'H/410/c' leads nowhere: server answers 410; {gone}",
        f"a.mdx:11:1: INFO: link 'H/403/d' could not be checked: server answers 403; {closed}",
        f"a.mdx:13:1: INFO: link 'H/500/e' could not be checked: server answers 500; {closed}",
    ]
    assert told[-1].startswith("docs.json:6:17: WARNING: /navbar/links/0/href: link 'H/404/n'")
    assert Handler.together[1] == 1

    before = Handler.asked.copy()
    assert command("check", root, "--external", "-W") == ExitCode.WARNINGS
    assert Handler.asked["/200/a"] == before["/200/a"]
    assert Handler.asked["/410/c"] > before["/410/c"]
    command("check", root, "--external", "-E", "--format", "github")
    assert Handler.asked["/200/a"] == 2 * before["/200/a"]
    assert "::warning file=a.mdx,line=7,col=1,title=docsnav.external_link::link" in command.out


def test_a_check_without_the_cache_keeps_the_results_of_other_sites(
    command: Command, make_site: MakeSite, host: str
) -> None:
    root = make_site({"pages": ["a"]}, {"a.mdx": "# A\n"})

    def check(status: int, *options: str) -> None:
        (root / "a.mdx").write_text(f"# A\n\n[link]({host}/{status}/a)\n", "utf-8")
        command("check", root, "--external", *options)

    check(200)
    check(301, "-E")
    before = Handler.asked.copy()
    check(200)
    check(301)
    assert Handler.asked == before


def test_a_link_that_breaks_is_no_longer_cached(
    command: Command, make_site: MakeSite, host: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = make_site({"pages": ["a"]}, {"a.mdx": f"# A\n\n[link]({host}/404/a)\n"})

    with monkeypatch.context() as patch:
        patch.setattr(
            site_checks,
            "_check_urls",
            lambda urls: [(u, (time.time(), "working", "")) for u in urls],
        )
        command("check", root, "--external")
    assert command("check", root, "--external", "-W") == ExitCode.DONE
    assert command("check", root, "--external", "-W", "-E") == ExitCode.WARNINGS
    assert f"{host}/404/a" in command.out
    assert command("check", root, "--external", "-W") == ExitCode.WARNINGS


def test_a_host_that_wants_to_be_asked_later_is_not_waited_for(
    command: Command, make_site: MakeSite, host: str
) -> None:
    text = f"# A\n\n[busy]({host}/429/a)\n\n[next]({host}/429/b)\n\n[last]({host}/429/c)\n"
    root = make_site({"pages": ["a"]}, {"a.mdx": text})
    assert command("check", root, "--external", "-E") == ExitCode.DONE
    told = [line.rpartition("checked: ")[2].partition(";")[0] for line in command.out.splitlines()]
    assert len(told) == 3
    assert set(told) <= {"server answers 429", "its host limits requests"}


def test_without_a_network_no_link_is_called_broken(
    command: Command, make_site: MakeSite, monkeypatch: pytest.MonkeyPatch
) -> None:
    hosts = ("https://a.org", "https://b.org", "https://c.org")
    refused = "NameResolutionError: [Errno -2] Name or service not known"
    monkeypatch.setattr(
        site_checks, "_check_urls", lambda urls: [(url, (0.0, "broken", refused)) for url in urls]
    )
    root = make_site({"pages": ["a"]}, {"a.mdx": f"# A\n\n{' '.join(hosts)}\n"})
    command("check", root, "--external", "-E")
    assert command.out.startswith("INFO: no link was checked: none of 3 hosts has an address; ")
    assert len(command.out.splitlines()) == 1


@pytest.mark.parametrize(
    ("info", "expected"),
    [
        (
            "(Caused by SSLError(1, '[SSL: X] certificate verify failed: expired (_ssl.c:992)'))",
            "certificate verify failed: expired",
        ),
        (
            "(Caused by NewConnectionError('HTTPConnection(host='a.b'): [Errno 111] Refused'))",
            "Refused",
        ),
        (
            "('Connection aborted.', RemoteDisconnected('Remote end closed connection'))",
            "Remote end closed connection",
        ),
        ("Exceeded 30 redirects.", "Exceeded 30 redirects."),
    ],
)
def test_a_failed_connection_is_told_in_a_few_words(info: str, expected: str) -> None:
    assert site_checks._shorten_cause(info) == expected


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("https://docs.python.org/3", True),
        ("https://8.8.8.8/", True),
        ("http://127.0.0.1:8000", False),
        ("http://169.254.169.254/latest", False),
        ("http://[::1]/", False),
        ("http://[::1", False),
        ("http://localhost:3000/a", False),
        ("https://api.example.com/v1", False),
        ("https://user:word@python.org", False),
        ("https://{region}.python.org", False),
        ("http://printer/", False),
    ],
)
def test_only_public_pages_are_asked(url: str, expected: bool) -> None:  # noqa: FBT001
    assert is_checkable(url) is expected


A11Y = """# Title

![](/one.png) <img src="/one.png" alt="" /> <img src="/one.png" /> ![Named](/one.png)

### Skipped

See [here](/a) or [the guide](/a), [**Read more →**](/a), <a href="/a"><img src="/one.png" /></a>.

<a href="/a" aria-label="Home" />

<Card title="Good" icon="house" href="/a" />

<Accordion title="T">
#### Nested
</Accordion>

## Back
"""


def test_what_is_hard_to_use_without_sight_is_reported(
    command: Command, make_site: MakeSite
) -> None:
    colors = {"primary": "#16A34A", "light": "#07C983"}
    root = make_site({"pages": ["a"]}, {"a.mdx": A11Y}, colors=colors)
    (root / "one.png").write_bytes(b"x")
    assert command("check", root) == ExitCode.DONE
    assert command.out == ""

    assert command("check", root, "--a11y", "-W", "--format", "json") == ExitCode.WARNINGS
    found = [json.loads(line) for line in command.out.splitlines()]
    assert [(one["file"], one["line"], one["type"].removeprefix("docsnav.")) for one in found] == [
        ("a.mdx", 3, "alt_missing"),
        ("a.mdx", 5, "heading_order"),
        ("a.mdx", 7, "link_text"),
        ("a.mdx", 7, "link_text"),
        ("a.mdx", 7, "link_text"),
        ("a.mdx", 7, "alt_missing"),
        ("docs.json", 3, "contrast"),
    ]
    assert [one["message"] for one in found if one["type"].endswith("text")] == [
        "the text of a link is only 'here'",
        "the text of a link is only 'Read more →'",
        "a link to '/a' has no text",
    ]
    assert found[-1]["message"] == "'#16A34A' on #ffffff of light pages has a contrast of 3.3"


@pytest.mark.parametrize(
    ("status", "info", "severity"),
    [
        ("broken", "Max retries (Caused by NameResolutionError('x'))", "WARNING"),
        ("broken", "('Connection aborted.', RemoteDisconnected('Remote end closed'))", "INFO"),
        ("timeout", "HTTPSConnectionPool: Read timed out. (read timeout=15)", "INFO"),
        ("ignored", "service unavailable", "INFO"),
        ("working", "", None),
    ],
)
def test_only_what_is_certain_is_a_warning(status: str, info: str, severity: str | None) -> None:
    place = Fault(FaultKind.EXTERNAL_LINK, Severity.WARNING, "")
    told = [
        fault.severity.value
        for fault in site_checks._make_fault(place, "https://a.b", status, info)
    ]
    assert told == [severity] * (severity is not None)
