"""Always true: after any sequence of edits an incremental build equals a clean one."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from sphinx_ext.building import Project

WORDS = ["alpha", "beta", "gamma", "delta", "omega"]
PAGES = [f"{folder}/{name}" for folder in ("one", "two") for name in ("a", "b", "c", "d")]


class Editor:
    """Edits a site at random, always leaving something that builds."""

    def __init__(self, project: Project, seed: int) -> None:
        self.project = project
        self.dice = random.Random(seed)  # noqa: S311 -- no secret
        self.pages = {page: self.text() for page in PAGES[:6]}
        self.groups = [PAGES[:3], PAGES[3:6]]
        self.fields: dict[str, Any] = {"name": "Site", "banner": {"content": "News"}}
        self.labels = ["First", "Second"]
        self.flags: list[dict[str, Any]] = [{}, {}]
        self.summary = "List pets"
        self.own: list[str] = []

    def text(self) -> str:
        title, word = self.dice.sample(WORDS, 2)
        hidden = "hidden: true\n" if self.dice.random() < 0.2 else ""
        links = "".join(f"\n[{self.dice.choice(WORDS)}](/{self.dice.choice(PAGES)})\n")
        return f"---\ntitle: {title} {word}\n{hidden}---\n\n## Part {word}\n\nText.\n{links}"

    def edit(self) -> str:
        """Make one edit; return its name."""
        edits: list[Callable[[], None]] = [
            self.write_page,
            self.remove_page,
            self.reorder,
            self.relabel,
            self.flag,
            self.rebanner,
            self.operate,
            self.bring,
        ]
        edit = self.dice.choice(edits)
        edit()
        return edit.__name__

    def write_page(self) -> None:
        self.pages[self.dice.choice(PAGES)] = self.text()

    def remove_page(self) -> None:
        if len(self.pages) > 3:
            self.pages.pop(self.dice.choice(sorted(self.pages)))

    def reorder(self) -> None:
        chosen = self.dice.sample(PAGES, 5)
        self.groups = [chosen[:2], chosen[2:]]

    def relabel(self) -> None:
        self.labels[self.dice.randrange(2)] = self.dice.choice(WORDS)

    def flag(self) -> None:
        choices: list[dict[str, Any]] = [
            {"hidden": True},
            {"expanded": True},
            {"icon": "book"},
            {"tag": "NEW"},
            {"root": self.dice.choice(PAGES)},
            {},
        ]
        self.flags[self.dice.randrange(2)] = self.dice.choice(choices)

    def rebanner(self) -> None:
        self.fields["banner"] = {"content": self.dice.choice(WORDS)}

    def operate(self) -> None:
        self.summary = self.dice.choice(["List pets", "All pets", "Pets"])

    def bring(self) -> None:
        self.own = self.dice.sample(PAGES, 2)

    def save(self) -> None:
        """Write the site as it is now, changed files only."""
        groups = [
            {"group": label, "pages": [page for page in pages if page in self.pages], **flags}
            for label, pages, flags in zip(self.labels, self.groups, self.flags, strict=True)
        ]
        for group in groups:
            if group.get("root") not in (None, *self.pages):
                del group["root"]
        tabs = [
            {"tab": "Guides", "groups": groups},
            {"tab": "More", "pages": ["own", *sorted(self.pages)[:1]]},
            {"tab": "API", "openapi": "api.json"},
        ]
        own = [name for name in self.own if name in self.pages]
        toctree = "".join(f"   {name}\n" for name in own)
        operation = {"summary": self.summary, "responses": {"200": {"description": "ok"}}}
        files = {
            "docs.json": json.dumps({**self.fields, "navigation": {"tabs": tabs}}),
            "api.json": json.dumps(
                {
                    "openapi": "3.1.0",
                    "info": {"title": "t", "version": "1"},
                    "paths": {"/pets": {"get": operation}},
                }
            ),
            "own.rst": f"Own\n===\n\n.. toctree::\n\n{toctree}",
            **{f"{name}.mdx": text for name, text in self.pages.items()},
        }
        for path in self.project.src.rglob("*.mdx"):
            if path.relative_to(self.project.src).as_posix() not in files:
                path.unlink()
        for name, text in files.items():
            path = self.project.src / name
            if not path.exists() or path.read_text("utf-8") != text:
                self.project.write({name: text})


@pytest.mark.parametrize(
    ("seed", "edits"),
    [(1, 6), *(pytest.param(seed, 10, marks=pytest.mark.slow) for seed in (2, 3, 14))],
)
def test_incremental_builds_equal_clean_ones(project: Project, seed: int, edits: int) -> None:
    editor = Editor(project, seed)
    editor.save()
    project.build()
    history = []
    for number in range(edits):
        history.append(editor.edit())
        editor.save()
        project.build()
        project.build(out=f"clean{number}")
        now, clean = project.files(), project.files(f"clean{number}")
        assert sorted(now) == sorted(clean), history
        for name, data in clean.items():
            assert now[name].splitlines() == data.splitlines(), (history, name)
