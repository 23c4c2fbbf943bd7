"""``docsnav_fast``: every byte of the output stays, and everything is restored."""

from __future__ import annotations

import atexit
import gc
import json
import logging
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from building import Project
from docutils import nodes
from docutils.core import publish_doctree
from docutils.frontend import Values
from docutils.parsers.rst import Parser
from docutils.utils import new_document
from sphinx.application import Sphinx
from sphinx.builders import html
from sphinx.builders.html import StandaloneHTMLBuilder
from sphinx.environment.adapters import toctree
from sphinx.errors import ExtensionError, SphinxError, ThemeError
from sphinx.highlighting import PygmentsBridge
from sphinx.transforms import SphinxSmartQuotes
from sphinx.util.nodes import NodeMatcher

from sphinx_docsnav import garbage
from sphinx_docsnav.core.pages.assets import Asset, Assets
from sphinx_docsnav.core.pages.theme_choice import PageContext
from sphinx_docsnav.core.private_names import (
    DOCUMENT_TOC,
    EDUCATE,
    FILE_CHECKSUM,
    FIND_CLASS,
    FIND_MATCHING,
    GET_FORMATTER,
)
from sphinx_docsnav.features import speed
from sphinx_docsnav.features.speed import (
    DocumentClasses,
    FastPages,
    find_class,
    find_matching,
    remember_checksums,
    setup_child,
)
from sphinx_docsnav.garbage import RARE

SIGNS = '"Text", he -- she...\n\n"Say" `\'no\'`: it\'s `a`\n\nPlain. *Text*\n\n'
CODE = f"{SIGNS}```python\nx = 1\n```\n\n```python {{1}}\ny = 2\n```\n\n```js\nlet z = 3;\n```\n"
NAVIGATION = """{"navigation": {"groups": [
    {"group": "One", "pages": ["index", "deep/a", {"group": "Two", "pages": ["b", "pictured"]}]}
]}}"""
FILES = {
    "docs.json": NAVIGATION,
    "index.mdx": f"---\ntitle: Tom & *Jerry*\n---\n{CODE}",
    "deep/a.mdx": f"---\ntitle: '`a < b`'\n---\n{CODE}",
    "b.rst": "Own **title** of :math:`x`\n==========================\n\n.. code-block:: c\n"
    "   :linenos:\n\n   int x;\n",
    "pictured.rst": "With a |picture|\n================\n\n.. |picture| image:: picture.png\n",
    "picture.png": "no picture",
}
CODED = {
    "coded.rst": "Code\n====\n\nA note [#n]_, a nowhere_ and a here_, for::\n\n   x\n\n"
    ".. highlight:: c\n   :linenothreshold: 2\n\n::\n\n   int x;\n   int y;\n\n.. [#n] It.\n\n"
    ".. _here: https://a.example\n",
}


@pytest.mark.parametrize("theme", ["furo", "pydata_sphinx_theme", "alabaster"])
@pytest.mark.parametrize("builder", ["html", "dirhtml"])
def test_the_output_is_the_same_with_shortcuts(project: Project, theme: str, builder: str) -> None:
    if theme != "alabaster":
        pytest.importorskip(theme)
    project.write({**FILES, **CODED})
    warnings = [
        project.build(builder, out=out, conf={"html_theme": theme, "docsnav_fast": fast}).warnings
        for out, fast in (("slow", False), ("fast", True))
    ]
    assert project.files("fast") == project.files("slow")
    assert "nowhere" in str(warnings[0])
    assert warnings[1] == warnings[0]


def test_the_files_of_pages_are_found_once_for_a_site(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    """To find them takes the longer the larger the site is."""
    found, files = [], Assets.files

    def count(assets: Assets, app: Sphinx) -> Iterator[Asset]:
        found.append(app)
        return files(assets, app)

    monkeypatch.setattr(Assets, "files", count)
    project.write(FILES)
    project.build()
    assert len(found) == 1  # both to write them and to name them in five pages


def test_plain_titles_are_not_rendered_by_sphinx(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    rendered, render = [], StandaloneHTMLBuilder.render_partial

    def note(builder: StandaloneHTMLBuilder, node: Any) -> dict[str, str]:  # noqa: ANN401 -- as there
        rendered.append(node.astext() if node is not None else "")
        return render(builder, node)

    monkeypatch.setattr(StandaloneHTMLBuilder, "render_partial", note)
    project.write({"docs.json": '{"navigation": {"pages": ["index", "a", "b"]}}'})
    project.write({"index.mdx": "---\ntitle: One\n---\n# Two\n", "a.mdx": "# Three\n"})
    project.write({"b.mdx": "---\ntitle: A `b`\n---\n"})
    project.build(conf={"docsnav_fast": True})
    assert {"One", "Two", "Three"}.isdisjoint(rendered)
    assert "A b" in rendered


KEPT = """
def setup(app):
    kept = lambda app, _builder: app.env.temp_kept.extend(app.env._write_doc_doctree_cache)
    app.connect("env-before-read-docs", lambda app, env, _: setattr(env, "temp_kept", []))
    app.connect("write-started", kept)
"""


def test_many_generated_pages_are_not_kept_in_memory(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    paths = {f"/p{number}": {"get": {"summary": f"P{number}"}} for number in range(3)}
    spec = {"openapi": "3.1.0", "info": {"title": "A", "version": "1"}, "paths": paths}
    docs = {
        "navigation": {"groups": [{"group": "G", "pages": ["index", "b"], "openapi": "o.json"}]}
    }
    project.write({**FILES, "docs.json": json.dumps(docs), "o.json": json.dumps(spec)})
    project.write({"conf.py": f'extensions = ["sphinx_docsnav"]\n{KEPT}'})
    kept = []
    for out, most in (("few", 500), ("many", 2)):
        monkeypatch.setattr(speed, "MAX_CACHED_DOCTREES", most)
        # In one folder of doctrees, whose path is in the address of a file for download.
        env = project.build(out=out, doctrees="one", fresh=True).app.env
        kept.append(getattr(env, "temp_kept"))  # noqa: B009 -- set by conf.py
    everything, files = map(set, kept)
    assert {name for name in everything - files if "/p" in name}
    assert project.files("few") == project.files("many")


def test_the_trees_of_a_large_site_are_not_kept_in_memory(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    project.write({**FILES, "conf.py": f'extensions = ["sphinx_docsnav"]\n{KEPT}'})
    whole = project.build(out="whole").app.env
    monkeypatch.setattr(speed, "MAX_CACHED_DOCTREES", 1)
    few = project.build(out="few", conf={"docsnav_fast": True}).app.env
    kept = [set(getattr(env, "temp_kept")) for env in (whole, few)]  # noqa: B009 -- of conf.py
    assert kept[0] == whole.found_docs
    # The first one read, the last one, and the root document, in which toctrees are planted.
    assert kept[1] == {"b", "pictured", "index"}
    assert not few._pickled_doctree_cache
    assert project.files("few") == project.files("whole")


WATCHED = """
import weakref
from docutils import __version_info__, nodes

def setup(app):
    app.nodes = []

    def watch(app, pagename, templatename, context, doctree):
        # docutils 0.20 keeps the parts of its parser that were used last, and what these have read.
        # Its states for the inside of a section are those of "b", which Python's collector finds.
        is_last = pagename == "pictured" or pagename == "b" and __version_info__ < (0, 21)
        for node in doctree.findall(nodes.Element) if doctree and not is_last else ():
            if node is not doctree:  # resolved references still have the empty document
                app.nodes.append((weakref.ref(node), node.tagname))

    app.connect("html-page-context", watch)
"""


def test_the_nodes_of_written_pages_are_released(project: Project) -> None:
    project.write({**FILES, "conf.py": f'extensions = ["sphinx_docsnav"]\n{WATCHED}'})
    gc.disable()
    try:
        app = project.build(conf={"docsnav_fast": True}).app
        alive = {name for node, name in app.__dict__["nodes"] if node() is not None}
        assert app.__dict__["nodes"]
        assert not alive
    finally:
        gc.enable()


def test_two_processes_take_the_shortcuts_too(project: Project) -> None:
    project.write(FILES)
    project.build(out="slow")
    project.build(out="fast", conf={"docsnav_fast": True}, parallel=2)
    assert project.files("fast") == project.files("slow")


def test_what_the_templates_of_a_page_held_is_released(project: Project) -> None:
    macro = "{% macro hello() %}Hello {{ pagename }}{% endmacro %}"
    called = '{% import "macros.html" as own with context %}{{ own.hello() }}'
    layout = f'{{% extends "!layout.html" %}}{{% block footer %}}{called}{{% endblock %}}'
    project.write({**FILES, "_templates/macros.html": macro, "_templates/layout.html": layout})
    gc.disable()
    try:
        project.build(conf={"docsnav_fast": True, "templates_path": ["_templates"]})
        made = [each for each in gc.get_objects() if type(each) is PageContext]
        assert not [each for each in made if each.name == "macros.html"]
    finally:
        gc.enable()
    for name in ("index", "b"):
        assert f"Hello {name}" in (project.output() / f"{name}.html").read_text("utf-8")


def test_what_no_one_sees_is_no_message(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    def texts(*, quiet: bool) -> list[str]:
        made: list[str] = []
        make = logging.Logger.makeRecord

        def note(*arguments: Any, **options: Any) -> logging.LogRecord:  # noqa: ANN401 -- any call
            record = make(*arguments, **options)
            made.append(record.getMessage())
            return record

        with monkeypatch.context() as patch:
            patch.setattr(logging.Logger, "makeRecord", note)
            conf = f"def setup(app):\n    app.quiet = {quiet}\n"
            project.write({"conf.py": f'extensions = ["sphinx_docsnav"]\n{conf}'})
            project.build(out=f"quiet-{quiet}", conf={"docsnav_fast": True})
        return [text for text in made if text.endswith("deep/a") or "[100%]" in text]

    project.write(FILES)
    assert texts(quiet=False)
    assert not texts(quiet=True)


def test_own_messages_are_made_in_a_quiet_build(project: Project) -> None:
    """A build keeps them for later ones, which may show them."""
    conf = """
import logging
from sphinx.errors import ExtensionError
extensions = ["sphinx_docsnav"]

def setup(app):
    app.quiet = True
    app.connect("env-updated", note)

def note(*arguments):
    names = ("sphinx.sphinx_docsnav.core.log", "sphinx.other")
    enabled = [logging.getLogger(name).isEnabledFor(logging.INFO) for name in names]
    raise ExtensionError(str(enabled))
"""
    project.write({**FILES, "conf.py": conf})
    with pytest.raises(ExtensionError, match=r"\[True, False\]"):
        project.build(conf={"docsnav_fast": True})


def test_settings_are_collected_once_and_are_not_shared() -> None:
    calls: list[str] = []

    def get(*_components: object, defaults: dict[str, object]) -> Values:
        calls.append(str(defaults["language_code"]))
        return Values({**defaults, "strip_classes": [], "record_dependencies": None})

    remembering = speed.remember_settings(get)
    first = remembering(Parser, defaults={"language_code": "en"})
    first.strip_classes.append("x")
    first.record_dependencies.add("a")
    first._source = "a.rst"
    second = remembering(Parser(), defaults={"language_code": "en"})
    assert second.strip_classes == []
    assert second.record_dependencies.list == []
    assert not hasattr(second, "_source")
    special = Parser()
    vars(special)["settings_defaults"] = {"x": 1}
    for component, language in ((special, "en"), (Parser, "fr"), (Parser, "en")):
        assert remembering(component, defaults={"language_code": language}).language_code
    assert calls == ["en", "en", "fr"]


def test_nodes_are_found_in_the_order_of_docutils_also_while_they_are_replaced() -> None:
    """Each walk replaces some of what it finds: by nothing, by a copy, or by two of them."""
    page = "One *two **three*** four_ ``five``\n\n* a\n\n  * *b*\n\n* c\n\n.. _four: http://d\n"
    find_in_docutils = getattr(nodes.Node, FIND_CLASS.name)
    for cls in (nodes.Element, nodes.Text, nodes.emphasis, nodes.list_item):
        for number in range(3):
            walks: list[list[str]] = []
            for find in (find_in_docutils, find_class):
                document, found = publish_doctree(page), []
                for node in islice(find(document, cls), 50):
                    found.append(f"{type(node).__name__} {node.astext()}")
                    if node.parent is not None and len(found) < 8:
                        at = node.parent.index(node)
                        node.parent[at : at + 1] = [node.deepcopy() for _ in range(number)]
                walks.append([*found, document.pformat()])
            assert walks[0] == walks[1]
    for matcher in (NodeMatcher(nodes.emphasis), NodeMatcher(bullet="*"), NodeMatcher()):
        document = publish_doctree(page)
        assert list(find_matching(matcher, document)) == list(matcher.findall(document))


def test_checksums_of_two_folders_are_not_confused(tmp_path: Path) -> None:
    compute = remember_checksums(getattr(html, FILE_CHECKSUM.name))
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "x.css").write_text(name, "utf-8")
    sums = [compute(tmp_path / name, "x.css") for name in ("a", "b", "a")]
    assert sums[0] == sums[2] != sums[1]
    assert compute(tmp_path, "https://a.example/x.css") == ""
    with pytest.raises(ThemeError, match="query strings"):
        compute(tmp_path, "x.css?v=1")


def _globals() -> tuple[object, ...]:
    private = ((nodes.Node, FIND_CLASS), (NodeMatcher, FIND_MATCHING))
    modules = ((html, FILE_CHECKSUM), (html, DOCUMENT_TOC), (toctree, DOCUMENT_TOC))
    others = (*modules, (PygmentsBridge, GET_FORMATTER), (SphinxSmartQuotes, EDUCATE))
    functions = [getattr(owner, entry.name) for owner, entry in (*private, *others)]
    all_messages = logging.getLogger("sphinx").level <= logging.DEBUG  # Sphinx sets that, too
    return gc.get_threshold(), gc.get_freeze_count(), functions, all_messages


@pytest.mark.parametrize("event", ["env-updated", "write-started", "html-page-context"])
def test_everything_is_restored_after_an_exception(project: Project, event: str) -> None:
    conf = f"""
import gc
import json
extensions = ["sphinx_docsnav"]
docsnav_fast = True

def setup(app):
    def fail(*arguments):
        assert gc.get_threshold() == {RARE}
        raise ThemeLookupError("on purpose")
    app.connect("{event}", fail, priority=9999)

from sphinx.environment.adapters import toctree
from sphinx.errors import ThemeError as ThemeLookupError
"""
    project.write({**FILES, "conf.py": conf})
    before = _globals()
    with pytest.raises(ThemeError, match="on purpose"):
        project.build()
    assert _globals() == before


def test_thresholds_are_restored_after_a_build_that_failed_before_its_first_event(
    project: Project,
) -> None:
    before = gc.get_threshold()
    project.write({**FILES, "docs.json": "{"})
    with pytest.raises(SphinxError):
        project.build(conf={"docsnav_fast": True})
    project.write(FILES)
    project.build(conf={"docsnav_fast": True})
    gc.collect()  # of the application that failed, which Sphinx's log has kept until then
    assert gc.get_threshold() == before


def test_everything_is_restored_after_a_build(project: Project) -> None:
    project.write(FILES)
    before = _globals()
    app: Sphinx = project.build(conf={"docsnav_fast": True}).app
    assert _globals() == before
    assert isinstance(app.builder, FastPages)


def test_a_project_is_built_with_an_untouched_sphinx(project: Project) -> None:
    project.write({**FILES, "conf.py": LOOKS})
    assert project.build().app.__dict__["seen"][:2] == (gc.get_threshold(), False)


def test_what_is_loaded_is_left_alone_until_the_build_ends(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(garbage.left_alone, "has_released", False)
    project.write({**FILES, "conf.py": LOOKS})
    gc.unfreeze()  # a test that reads documents without a build leaves them frozen
    frozen = project.build().app.__dict__["seen"][2]
    assert (frozen > 0, gc.get_freeze_count()) == (True, 0)


LOOKS = """
import gc
import json
extensions = ["sphinx_docsnav"]

def setup(app):
    def look(app, builder):
        fast = any(cls.__name__ == "FastPages" for cls in type(builder).__mro__)
        app.seen = (gc.get_threshold(), fast, gc.get_freeze_count())
    app.connect("write-started", look, priority=9999)
"""


def test_a_process_ends_at_once_only_with_shortcuts(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    registered: list[Callable[[], object]] = []
    monkeypatch.setattr(atexit, "register", registered.append)
    project.write({"docs.json": NAVIGATION, "index.mdx": "# Start\n"})
    project.build("dummy")
    assert garbage.__name__ not in {function.__module__ for function in registered}
    project.build("dummy", conf={"docsnav_fast": True})
    assert garbage.__name__ in {function.__module__ for function in registered}


def test_a_search_for_nodes_that_a_document_lacks_is_no_walk_until_one_is_added() -> None:
    known = DocumentClasses()
    find, setup = known.make_search(), known.note_children(setup_child)
    document = new_document("a")
    paragraph, deep = nodes.paragraph("", "text"), nodes.section("", nodes.rubric())
    document += paragraph
    document.transformer.sorted = True  # the parser has ended

    def found(cls: type[nodes.Node]) -> int:
        return len(list(find(document, cls)))

    assert (found(nodes.emphasis), found(nodes.rubric), found(nodes.Text)) == (0, 0, 1)
    document.children = []  # is not seen: the classes of the document are known
    assert known.answers == {nodes.emphasis: False, nodes.rubric: False, nodes.Text: True}
    document.children = [paragraph]
    for parent, child in ((paragraph, nodes.emphasis()), (document, deep)):
        parent.children.append(child)
        setup(parent, child)
    assert (found(nodes.emphasis), found(nodes.rubric), found(nodes.Element)) == (1, 1, 5)
