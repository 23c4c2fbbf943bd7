"""The table of events, the state of a build, and what a build leaves behind."""

from __future__ import annotations

import ast
import gc
import re
import weakref
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from building import Project
from sphinx import locale
from sphinx.application import Sphinx
from sphinx.domains.changeset import versionlabels
from sphinx.domains.python import PyFunction, PythonDomain

import sphinx_docsnav
from sphinx_docsnav.core.events import handlers_of
from sphinx_docsnav.core.state import Slots, build_state, find_state, state_of

PACKAGE = Path(sphinx_docsnav.__file__).parent
LANGUAGES = """{
  "name": "N",
  "navigation": {"languages": [
    {"language": "en", "tabs": [{"tab": "T", "pages": ["a"]}]},
    {"language": "de", "tabs": [{"tab": "T", "pages": ["de/a"]}]}
  ]}
}"""
PAGE = "# A\n\n<Note>N</Note>\n"


def test_one_function_connects_all_handlers() -> None:
    connecting = {
        path.relative_to(PACKAGE).as_posix(): node
        for path in sorted(PACKAGE.rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr == "connect"
    }

    # The preview watches builds from outside, also those of projects without the extension.
    preview = ["preview/application.py"]
    assert list(connecting) == ["core/events.py", *preview]


def test_handlers_of_a_running_application_are_those_that_are_written_down(
    project: Project,
) -> None:
    project.write({"docs.json": '{"name": "N", "navigation": {"pages": ["a"]}}', "a.mdx": PAGE})
    handlers = handlers_of(project.build().app)

    listed = [
        f"{event:20} {handler.priority:>3} {handler.function.__name__}"
        for event in sorted(handlers)
        for handler in handlers[event]
    ]

    expected = Path(__file__).with_name("handlers.txt")
    assert listed == expected.read_text("utf-8").splitlines()
    every = [handler for group in handlers.values() for handler in group]
    assert [handler for handler in every if len(handler.reason.split()) < 4] == []


def test_no_module_keeps_a_table_of_applications() -> None:
    keeping = [
        path.relative_to(PACKAGE).as_posix()
        for path in sorted(PACKAGE.rglob("*.py"))
        if re.search(r"Weak(Key|Value)Dictionary|WeakSet\(", path.read_text("utf-8"))
    ]

    assert keeping == []


@pytest.mark.parametrize("builder", ["html", "epub", "latex"])
def test_builds_in_one_process_do_not_stay_in_memory(project: Project, builder: str) -> None:
    project.write({"docs.json": LANGUAGES, "a.mdx": PAGE, "de/a.mdx": PAGE})
    gc.freeze()  # what earlier tests have left need not be looked at
    alive = [weakref.ref(project.build(builder, fresh=True).app) for _ in range(4)]

    gc.collect()
    gc.unfreeze()

    # Sphinx's log handlers refer to the application of the last build.
    assert [application() is None for application in alive][:3] == [True] * 3


def test_values_of_a_slot_are_made_once() -> None:
    made: list[object] = []

    def make(app: object) -> object:
        made.append(app)
        return object()

    application: Any = object()
    slots = Slots(application)

    assert slots.slot(make) is slots.slot(make)
    assert made == [application]
    slots.clear()
    slots.slot(make)
    assert made == [application, application]


def test_the_environment_leads_to_the_state_of_its_application(project: Project) -> None:
    project.write({"docs.json": '{"name": "N", "navigation": {"pages": ["a"]}}', "a.mdx": PAGE})

    app = project.build().app

    assert build_state(app.env) is build_state(app)
    assert find_state(app.env) is state_of(app)


CHANGED = "Changed in version %s"
SITE = {
    "docs.json": LANGUAGES,
    "a.rst": "A\n=\n\n.. versionchanged:: 1\n",
    "de/a.rst": "A\n=\n\n.. versionchanged:: 1\n",
}


@pytest.fixture
def labels(monkeypatch: pytest.MonkeyPatch) -> Callable[[], list[object]]:
    """Return a function that returns a text of each kind that Sphinx keeps in globals.

    They are as Sphinx leaves them where a catalogue is loaded before its modules.
    """
    field = PyFunction.doc_field_types[0]
    kind = PythonDomain.object_types["function"]
    monkeypatch.setitem(versionlabels, "versionchanged", CHANGED)
    monkeypatch.setattr(field, "label", "Parameters")
    monkeypatch.setattr(kind, "lname", "function")
    return lambda: [versionlabels["versionchanged"], field.label, kind.lname]


def test_globals_are_restored_when_a_build_finishes(
    project: Project, labels: Callable[[], list[object]]
) -> None:
    project.write(SITE)
    before = labels()

    app = project.build().app

    pages = [(project.output() / name).read_text("utf-8") for name in ("a.html", "de/a.html")]
    assert ["Changed in version 1" in page for page in pages] == [True, False]
    assert "Geändert in Version 1" in pages[1]
    assert [now is text for now, text in zip(labels(), before, strict=True)] == [True] * 3
    assert app.config.language == "en"


def fail(app: Sphinx, _doctree: object) -> None:
    if app.env.docname == "de/a":
        raise RuntimeError("page")


def setup(app: Sphinx) -> None:
    """Fail while a page in another language is read (this module as an extension)."""
    app.connect("doctree-read", fail, priority=400)


def test_globals_are_restored_after_an_exception(
    project: Project, labels: Callable[[], list[object]]
) -> None:
    project.write(SITE)
    before = labels()
    project.extensions = ("sphinx_docsnav", __name__)

    with pytest.raises(Exception, match="page"):
        project.build()

    assert [now is text for now, text in zip(labels(), before, strict=True)] == [True] * 3
    assert locale.translators["general", "sphinx"].gettext("Note") == "Note"
