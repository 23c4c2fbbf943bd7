"""Every kind of message is the same in each way to look at a site.

The inputs are files in ``mistakes/kinds``, one for each site: its files, each below a line
``=== path``. A new kind of message needs an input in one of them. ``pytest -s`` prints a table.
"""

from __future__ import annotations

import enum
import json
import re
import sys
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from preview.driving import driven_worker
from sphinx_processes import SphinxProcesses

from sphinx_docsnav.faults import FaultKind
from sphinx_docsnav.preview.channel import SphinxArguments

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("same messages")]

FOLDER = Path(__file__).parent / "mistakes/kinds"
OPTIONS = {"pages": ("--a11y",), "navigation": ("--portable",)}
"""Options of ``check`` with which it looks for more, by site."""
CONF = """
extensions = ["sphinx_docsnav"]
html_theme = "basic"

# As in a site without conf.py.
html_math_renderer = "docsnav_mathml"
docsnav_markdown = True
"""
"""The conf.py of a project that has nothing but this extension."""
AS_JSON = """
from sphinx_docsnav.messages import MessageFormat, message_format

message_format.set(MessageFormat.JSON)
"""
"""What a conf.py has at its end while ``sphinx-build`` runs."""
Message = tuple[str, str | None, int | None, int | None, str | None, str, str | None]
"""Level, file, line, column, pointer, message, hint."""
MessagesByKind = dict[str, set[Message]]


class Way(enum.StrEnum):
    """A way to look at a site."""

    CHECK = "check"
    SERIAL = "build -j 1"
    PARALLEL = "build -j 2"
    SECOND = "second build"
    SPHINX = "sphinx-build"
    PREVIEW = "preview"


class Reason(enum.StrEnum):
    """Why a way says something else about a kind of message. No other reason counts."""

    OPTION = "only 'check' looks for it, with an option"
    CONF = "conf.py decides, which 'check' reads and does not run"
    COMMAND = "commands end without a docs.json, with a line that has no kind"
    OUTCOME = "the message says what is built instead; a build that stops builds nothing"
    PROJECT = "a project reads a .md file only if docs.json lists it"
    REMARK = "a remark, which builds print into their log and 'check' at its end"
    NETWORK = "'check --external' asks other hosts, see test_site_checks.py"
    LIBRARY = "the installed Sphinx or docutils lacks a name, see tests/compat"


EXCEPTIONS: Mapping[FaultKind, tuple[Reason, frozenset[Way]]] = {
    FaultKind.ALT_MISSING: (Reason.OPTION, frozenset({Way.CHECK})),
    FaultKind.CONTRAST: (Reason.OPTION, frozenset({Way.CHECK})),
    FaultKind.HEADING_ORDER: (Reason.OPTION, frozenset({Way.CHECK})),
    FaultKind.LINK_TEXT: (Reason.OPTION, frozenset({Way.CHECK})),
    FaultKind.NOT_PORTABLE: (Reason.OPTION, frozenset({Way.CHECK})),
    FaultKind.HREF_RELATIVE: (Reason.OUTCOME, frozenset({Way.CHECK})),
    FaultKind.CONF_SETTING: (Reason.CONF, frozenset({Way.CHECK})),
    FaultKind.PAGE_FAILED: (Reason.CONF, frozenset({Way.CHECK})),
    FaultKind.PAGE_UNLISTED: (Reason.CONF, frozenset({Way.CHECK})),
    FaultKind.PART_MISSING: (Reason.CONF, frozenset({Way.CHECK})),
    FaultKind.SAME_PAGES: (Reason.CONF, frozenset({Way.CHECK})),
    FaultKind.CONFIG_MISSING: (Reason.COMMAND, frozenset({Way.SPHINX, Way.PREVIEW})),
    FaultKind.MISPLACED: (Reason.OUTCOME, frozenset({Way.CHECK})),
    FaultKind.MISSING_FIELD: (Reason.OUTCOME, frozenset({Way.CHECK})),
    FaultKind.WRONG_TYPE: (Reason.OUTCOME, frozenset({Way.CHECK})),
    FaultKind.WRONG_VALUE: (Reason.OUTCOME, frozenset({Way.CHECK})),
    FaultKind.HREF_CHILDREN: (Reason.OUTCOME, frozenset({Way.SPHINX})),
    FaultKind.MIXED_CHILDREN: (Reason.OUTCOME, frozenset({Way.SPHINX})),
    FaultKind.PAGE_DOUBLE: (Reason.PROJECT, frozenset({Way.SPHINX})),
    FaultKind.REDIRECT_WILDCARD: (Reason.REMARK, frozenset(Way)),
    FaultKind.UNUSED_FIELD: (Reason.REMARK, frozenset(Way)),
    FaultKind.EXTERNAL_LINK: (Reason.NETWORK, frozenset(Way)),
    FaultKind.INCOMPATIBLE: (Reason.LIBRARY, frozenset(Way)),
}
"""The kinds that not every way says like the first build, with these ways."""
UNSEEN = frozenset({Reason.NETWORK, Reason.LIBRARY})
"""The reasons of kinds without an input here."""


def unpack(text: str, folder: Path) -> None:
    """Write the files of a site."""
    for part in text.split("=== ")[1:]:
        name, _, content = part.partition("\n")
        path = folder / name.strip()
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content, "utf-8")


def add_what_git_cannot_hold(folder: Path) -> None:
    """Write files with odd names and bytes: not every file system and tool keeps them."""
    (folder / "odd.mdx").write_bytes(b"# Not UTF-8: \xff\n")
    accents = unicodedata.normalize("NFD", "é.mdx")
    (folder / accents).write_text("# Separate accents\n", "utf-8")
    (folder / "link.mdx").symlink_to("/etc/hostname")


def by_kind(messages: Iterable[Mapping[str, Any]]) -> MessagesByKind:
    """Return warnings and errors by kind; remarks and messages of Sphinx are left out."""
    found: MessagesByKind = {}
    for message in messages:
        kind = str(message["type"] or "")
        if kind.startswith("docsnav.") and message["level"] != "info":
            names = ("level", "file", "line", "column", "pointer", "message", "hint")
            values: Any = tuple(message[name] for name in names)
            found.setdefault(kind.removeprefix("docsnav."), set()).add(values)
    return found


@dataclass
class Site:
    """One site and what each way says about it."""

    name: str
    folder: Path
    processes: SphinxProcesses
    messages: dict[Way, MessagesByKind] = field(default_factory=dict)
    output: str = ""
    """What all commands printed."""

    def run(self, program: str, *words: object) -> MessagesByKind:
        """Run a command; return its messages."""
        done = self.processes.run(*map(str, words), program=program)
        assert "Traceback" not in done.stderr, done.stderr
        lines = done.stdout + done.stderr
        self.output += lines
        return by_kind(json.loads(line) for line in lines.splitlines() if line.startswith("{"))

    def look(self) -> None:
        """Look at the site in each way."""
        out = self.folder.parent / f"out-{self.name}"
        options = OPTIONS.get(self.name, ())
        check = ("check", "--no-remote", "--format", "json", *options)
        conf = ("--conf",) if (self.folder / "conf.py").exists() else ("--theme", "basic")
        build = ("build", "--no-remote", "--format", "json", *conf)
        self.messages[Way.CHECK] = self.run("sphinx_docsnav", *check, self.folder)
        for way, jobs in ((Way.SERIAL, 1), (Way.SECOND, 1), (Way.PARALLEL, 2)):
            words = ("sphinx_docsnav", *build, "-j", jobs, self.folder, out / str(jobs))
            self.messages[way] = self.run(*words)
        self.messages[Way.PREVIEW] = self.preview(out / "preview")
        self.messages[Way.SPHINX] = self.sphinx(out / "sphinx")

    def sphinx(self, out: Path) -> MessagesByKind:
        """Run ``sphinx-build`` on the site, as a project if it is none."""
        conf = self.folder / "conf.py"
        own = conf.read_text("utf-8") if conf.exists() else ""
        conf.write_text((own or CONF) + AS_JSON, "utf-8")
        try:
            return self.run("sphinx", "-D", "docsnav_openapi_options.remote=0", self.folder, out)
        finally:
            if own:
                conf.write_text(own, "utf-8")
            else:
                conf.unlink()

    def preview(self, out: Path) -> MessagesByKind:
        """Build the site as the preview does."""
        folder = str(self.folder)
        conf = folder if (self.folder / "conf.py").exists() else None
        settings: dict[str, object] = {"docsnav_openapi_options.remote": False}
        if conf is None:
            settings |= {"extensions": "sphinx_docsnav", "html_theme": "basic"}
            settings |= {"html_math_renderer": "docsnav_mathml", "docsnav_markdown": True}
        arguments = SphinxArguments(folder, conf, str(out / "html"), str(out / "trees"), settings)
        with driven_worker(self.processes, out / "work", arguments) as worker:
            return by_kind(worker.build()["faults"])


@pytest.fixture(scope="module")
def sites(tmp_path_factory: pytest.TempPathFactory, compiled_templates: Path) -> list[Site]:
    """Return the sites, each looked at in every way."""
    found = []
    with pytest.MonkeyPatch.context() as patch:
        # A page that fails is to be one message here, not an exception that ends the test.
        patch.delenv("SPHINX_DOCSNAV_RAISE", raising=False)
        with SphinxProcesses(compiled_templates) as processes:
            for path in sorted(FOLDER.glob("*.txt")):
                folder = tmp_path_factory.mktemp("sites") / path.stem
                unpack(path.read_text("utf-8"), folder)
                if path.stem == "pages":
                    add_what_git_cannot_hold(folder)
                found.append(Site(path.stem, folder, processes))
                found[-1].look()
    return found


def count_messages(sites: Iterable[Site], way: Way, kind: FaultKind) -> int:
    return sum(len(site.messages[way].get(kind.value, ())) for site in sites)


def test_every_kind_has_an_input(sites: list[Site]) -> None:
    output = "".join(site.output for site in sites)
    remarks = set(re.findall(r"docsnav\.(\w+)", output))
    if "redirects with a wildcard need a server" in output:
        remarks.add(FaultKind.REDIRECT_WILDCARD.value)
    missing = []
    for kind in FaultKind:
        reason, _ = EXCEPTIONS.get(kind, (None, frozenset()))
        counts = [count_messages(sites, way, kind) for way in Way]
        row = (kind.value.ljust(20), *(str(number).rjust(4) for number in counts), reason or "")
        sys.stdout.write(" ".join(row) + "\n")
        is_seen = any(counts) or (reason is Reason.REMARK and kind.value in remarks)
        if not is_seen and reason not in UNSEEN:
            missing.append(kind.value)
    assert missing == []


@pytest.mark.parametrize("way", [way for way in Way if way is not Way.SERIAL])
def test_each_way_says_the_same(sites: list[Site], way: Way) -> None:
    differing = {}
    for kind in FaultKind:
        reason, ways = EXCEPTIONS.get(kind, (None, frozenset[Way]()))
        base = [site.messages[Way.SERIAL].get(kind.value, set()) for site in sites]
        found = [site.messages[way].get(kind.value, set()) for site in sites]
        if way not in ways:
            if found != base:
                differing[kind.value] = [(b - f, f - b) for b, f in zip(base, found, strict=True)]
        elif reason is Reason.OUTCOME and any(base):
            assert [places(each) for each in found] == [places(each) for each in base], kind
    assert differing == {}


def places(messages: Iterable[Message]) -> set[tuple[object, ...]]:
    """Return level, file, line, column and pointer of *messages*."""
    return {message[:5] for message in messages}


def test_no_exception_is_superfluous(sites: list[Site]) -> None:
    superfluous = [
        (kind.value, way.value)
        for kind, (reason, ways) in EXCEPTIONS.items()
        for way in ways
        if reason not in {*UNSEEN, Reason.REMARK}
        and all(
            site.messages[way].get(kind.value) == site.messages[Way.SERIAL].get(kind.value)
            for site in sites
        )
    ]
    assert superfluous == []
