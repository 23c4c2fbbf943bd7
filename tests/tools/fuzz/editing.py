"""Random edits of a small site, and the rule that a rebuild has the output of a clean build.

On demand, long sequences: ``DOCSNAV_SEQUENCES=200 pytest -m on_demand
tests/core/test_property.py``; many short ones: ``python -m tools.fuzz.sequences``.
"""

from __future__ import annotations

import json
import multiprocessing
import os
import shutil
import signal
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from random import Random
from typing import Any

from building import Project
from sidebar_limit import limit_sidebars
from sphinx.application import Sphinx
from support import snapshot
from tools.fuzz.running import make_dice

from sphinx_docsnav.core.log import SiteError

WORDS = ["alpha", "beta", "gamma", "delta", "omega"]
PAGES = [f"{folder}/{name}" for folder in ("one", "two") for name in ("a", "b", "c", "d")]
SNIPPET = "snippets/part.mdx"
STATIC_PREFIX = "_static/docsnav"
"""The start of the paths of our static files."""
EVENTS = (
    *("env-before-read-docs", "doctree-read", "env-updated"),
    *("doctree-resolved", "html-page-context", "build-finished"),
)
"""Events of Sphinx at which a build is killed."""
BUILD_SECONDS = 0.25
"""The processor time that a whole build of an editor's site takes, at most."""


class Editor:
    """Edits a site at random; each edit leaves a site that builds, unless it breaks docs.json."""

    def __init__(self, project: Project, dice: Random) -> None:
        self.project = project
        self.dice = dice
        self.pages = {page: self.make_text() for page in PAGES[:6]}
        self.groups = [PAGES[:3], PAGES[3:6]]
        self.fields: dict[str, Any] = {"name": "Site", "banner": {"content": "News"}}
        self.labels = ["First", "Second"]
        self.flags: list[dict[str, Any]] = [{}, {}]
        self.summary = "List pets"
        self.paths = ["/pets"]
        self.toctree_pages: list[str] = []
        self.snippet = "Part."
        self.division = "tab"
        self.broken = False

    def make_text(self) -> str:
        """Return a page with a random title, fields and links."""
        title, word = self.dice.sample(WORDS, 2)
        front = self.dice.choice(("", "", "", "hidden: true\n", "icon: book\n", "tag: NEW\n"))
        front += self.dice.choice(("", "", "sidebarTitle: short\n", "description: words\n"))
        links = "".join(f"\n[{self.dice.choice(WORDS)}](/{self.dice.choice(PAGES)})\n")
        import_and_use = '\nimport Part from "/snippets/part.mdx";\n\n<Part />\n'
        snippet = import_and_use if self.dice.random() < 0.3 else ""
        return (
            f"---\ntitle: {title} {word}\n{front}---\n{snippet}\n## Part {word}\n\nText.\n{links}"
        )

    def edit(self) -> str:
        """Make one edit; return its name."""
        if self.broken:
            self.broken = False
            return "mend"
        edits: list[Callable[[], None]] = [
            *(self.write_page, self.remove_page, self.reorder, self.relabel, self.set_flag),
            *(self.write_banner, self.change_operations, self.change_toctree, self.write_snippet),
            *(self.change_divisions, self.break_docs, self.set_field),
        ]
        edit = self.dice.choice(edits)
        edit()
        return edit.__name__

    def write_page(self) -> None:
        self.pages[self.dice.choice(PAGES)] = self.make_text()

    def remove_page(self) -> None:
        if len(self.pages) > 3:
            self.pages.pop(self.dice.choice(sorted(self.pages)))

    def reorder(self) -> None:
        chosen = self.dice.sample(PAGES, 5)
        self.groups = [chosen[:2], chosen[2:]]

    def relabel(self) -> None:
        self.labels[self.dice.randrange(2)] = self.dice.choice(WORDS)

    def set_flag(self) -> None:
        choices: list[dict[str, Any]] = [
            {"hidden": True},
            {"expanded": True},
            {"icon": "book"},
            {"tag": "NEW"},
            {"root": self.dice.choice(PAGES)},
            {},
        ]
        self.flags[self.dice.randrange(2)] = self.dice.choice(choices)

    def write_banner(self) -> None:
        self.fields["banner"] = {"content": self.dice.choice(WORDS)}

    def set_field(self) -> None:
        name, values = self.dice.choice(
            (
                ("name", ["Site", "Other"]),
                ("description", ["words", "more words"]),
                ("redirects", [[{"source": f"/old/{x}", "destination": "/own"}] for x in WORDS]),
                ("navbar", [{"links": [{"label": x, "href": "/own"}]} for x in WORDS[:2]]),
                ("colors", [{"primary": "#112233"}, {"primary": "#331122"}]),
            )
        )
        self.fields[name] = self.dice.choice(values)
        if self.dice.random() < 0.3 and name != "name":
            del self.fields[name]

    def change_operations(self) -> None:
        self.summary = self.dice.choice(["List pets", "All pets", "Pets"])
        self.paths = self.dice.choice([["/pets"], ["/pets", "/dogs"], ["/dogs"]])

    def change_toctree(self) -> None:
        self.toctree_pages = self.dice.sample(PAGES, 2)

    def write_snippet(self) -> None:
        self.snippet = self.dice.choice(WORDS)

    def change_divisions(self) -> None:
        self.division = self.dice.choice(["tab", "dropdown", "product", "version", "anchor"])

    def break_docs(self) -> None:
        self.broken = True

    def save(self) -> None:
        """Write the site as it is now, changed files only."""
        groups = [
            {"group": label, "pages": [page for page in pages if page in self.pages], **flags}
            for label, pages, flags in zip(self.labels, self.groups, self.flags, strict=True)
        ]
        for group in groups:
            if group.get("root") not in (None, *self.pages):
                del group["root"]
        divisions = [
            {self.division: "Guides", "groups": groups},
            {self.division: "More", "pages": ["own", *sorted(self.pages)[:1]]},
            {self.division: "API", "openapi": "api.json"},
        ]
        names = [name for name in self.toctree_pages if name in self.pages]
        toctree = "".join(f"   {name}\n" for name in names)
        operation = {"summary": self.summary, "responses": {"200": {"description": "ok"}}}
        docs = json.dumps({**self.fields, "navigation": {f"{self.division}s": divisions}})
        specification = {
            "openapi": "3.1.0",
            "info": {"title": "t", "version": "1"},
            "paths": {path: {"get": operation} for path in self.paths},
        }
        files = {
            "docs.json": docs[:-1] if self.broken else docs,
            "api.json": json.dumps(specification),
            "own.rst": f"Own\n===\n\n.. toctree::\n\n{toctree}",
            SNIPPET: f"{self.snippet}\n",
            **{f"{name}.mdx": text for name, text in self.pages.items()},
        }
        for path in self.project.src.rglob("*.mdx"):
            if path.relative_to(self.project.src).as_posix() not in files:
                path.unlink()
        for name, text in files.items():
            path = self.project.src / name
            if not path.exists() or path.read_text("utf-8") != text:
                self.project.write({name: text})


def check_sequence(  # noqa: PLR0913 -- each has a default and is passed by name
    project: Project,
    seed: str,
    *,
    edits: int,
    parallel: int = 0,
    themes: tuple[str, ...] = ("basic",),
    kills: bool = False,
    cached: bool = False,
    only_last: bool = False,
    rebuild: Callable[[], bool] | None = None,
) -> int:
    """Edit a site *edits* times; check after each that a rebuild has the output of a clean build.

    :param themes: some builds take another one of them than the build before.
    :param kills: kill a build before each rebuild: at an event, or with *only_last* after a
        random part of its processor time.
    :param cached: touch all files before each rebuild, as a fresh checkout does.
    :param only_last: compare with a clean build after the last edit only.
    :param rebuild: builds the edited site instead of a new process; returns whether docs.json
        can be used.
    :returns: how many builds were killed.
    :raises AssertionError: names the seed, the edits and the file that differs.
    """
    dice = make_dice(seed)
    editor, theme, history = Editor(project, dice), themes[0], ["begin"]
    killed = 0
    for number in range(edits + 1):
        editor.save()
        if cached:
            for path in project.src.rglob("*"):
                os.utime(path)
        before = snapshot(project.src)
        if kills and only_last:
            moment = dice.uniform(0.001, BUILD_SECONDS)
            history.append(f"killed after {moment:.3f} s")
            killed += build_killed(project, theme, moment, parallel)
        elif kills:
            event, count = dice.choice(EVENTS), dice.randint(1, 8)
            history.append(f"killed at {event} {count}")
            killed += build_killed(project, theme, (event, count), parallel)
        clean = f"clean{number}"
        rebuilt = rebuild() if rebuild else build_alone(project, "html", theme, parallel)
        assert snapshot(project.src) == before, (seed, history)
        if number == edits or not only_last:
            assert rebuilt == build_alone(project, clean, theme, 0), (seed, history)
            if rebuilt:
                _compare(project.files(), project.files(clean), (seed, theme, history))
        shutil.rmtree(project.output(clean), ignore_errors=True)
        shutil.rmtree(project.root / "doctrees" / clean, ignore_errors=True)
        history.append(editor.edit())
        if dice.random() < 0.2:
            theme = dice.choice(themes)
            history.append(theme)
    return killed


def build_alone(project: Project, out: str, theme: str, parallel: int) -> bool:
    """Build the site; return whether its docs.json can be used.

    Each build has a process of its own, as builds have: Sphinx remembers the
    checksums of static files as long as the process lives.
    """
    with ProcessPoolExecutor(1, multiprocessing.get_context("fork")) as pool:
        return pool.submit(build_here, project, out, theme, parallel).result()


def build_here(project: Project, out: str, theme: str, parallel: int) -> bool:
    """Do what :func:`build_alone` does, in this process."""
    try:
        limit = 0 if theme == "alabaster" else 1000  # every sidebar is shared, or none
        limit_sidebars(project, limit)
        project.build(out=out, parallel=parallel, conf={"html_theme": theme})
    except SiteError:
        return False
    return True


def _compare(now: dict[str, bytes], clean: dict[str, bytes], where: object) -> None:
    # Sphinx leaves static files of an earlier theme in the output; this package removes its own.
    extra = {
        name
        for name in now.keys() - clean.keys()
        if not name.startswith("_static/") or name.startswith(STATIC_PREFIX)
    }
    assert extra == set(), (where, extra)
    assert sorted(set(clean) - set(now)) == [], where
    for name, data in clean.items():
        assert now[name].splitlines() == data.splitlines(), (where, name)


def build_killed(
    project: Project, theme: str, moment: float | tuple[str, int], parallel: int
) -> bool:
    """Build in a process that is killed before it ends; return whether it was.

    :param moment: after how many seconds of processor time, or at which event, counted from 1.
    """
    process = multiprocessing.get_context("fork").Process(
        target=_build_until, args=(project, theme, moment, parallel)
    )
    process.start()
    process.join()
    return process.exitcode is not None and process.exitcode < 0


def _build_until(
    project: Project, theme: str, moment: float | tuple[str, int], parallel: int
) -> None:
    if isinstance(moment, float):
        signal.setitimer(signal.ITIMER_PROF, moment)  # its signal ends a process at once
    else:
        _kill_at(*moment)
    build_here(project, "html", theme, parallel)


def _kill_at(event: str, count: int) -> None:
    """Kill this process when Sphinx emits *event* for the *count*-th time."""
    left = count

    def kill(*_arguments: object) -> None:
        nonlocal left
        left -= 1
        if not left:
            os.kill(os.getpid(), signal.SIGKILL)

    initialize = Sphinx.__init__

    def initialize_and_connect(self: Sphinx, *arguments: Any, **named: Any) -> None:  # noqa: ANN401 -- as there
        initialize(self, *arguments, **named)
        self.connect(event, kill)

    Sphinx.__init__ = initialize_and_connect  # type: ignore[method-assign]  # in this process alone
