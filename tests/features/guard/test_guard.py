"""An exception while one page is built: one error, a plain page, and all other pages."""

from __future__ import annotations

import errno
import json
import re

import pytest
from building import Project, Result
from docutils import nodes
from markdown_it.token import Token
from sphinx.application import Sphinx
from sphinx.environment.collectors.title import TitleCollector
from sphinx.errors import SphinxParallelError
from sphinx.writers.html5 import HTML5Translator
from sphinx.writers.latex import LaTeXTranslator
from sphinx.writers.manpage import ManualPageTranslator
from sphinx.writers.texinfo import TexinfoTranslator
from sphinx.writers.text import TextTranslator
from sphinx_processes import SphinxProcesses
from support import Command, MakeSite

from sphinx_docsnav.components.admonitions import CalloutNode
from sphinx_docsnav.core import extension
from sphinx_docsnav.core.guard import RAISE, guard_of
from sphinx_docsnav.core.plain import KeepOffline
from sphinx_docsnav.core.reading import page_reading
from sphinx_docsnav.core.reading.component_headings import collect_headings
from sphinx_docsnav.faults import Fault, fault_text
from sphinx_docsnav.features import guard
from sphinx_docsnav.features.endpoints import page_parts
from sphinx_docsnav.features.mermaid import UseMermaid
from sphinx_docsnav.features.search import index_writer
from sphinx_docsnav.messages import report_address
from sphinx_docsnav.rendering.renderer import Renderer
from sphinx_docsnav.rendering.tag_tokens import RULES
from sphinx_docsnav.themes.generic import Generic

ADVICE = (
    "this is a bug; please report it to the maintainers of sphinx-docsnav [docsnav.page_failed]"
)
SOURCE = "the page is shown as its source text"
EPUB = {"epub_copyright": "x", "version": "1"}
FILES = {
    "docs.json": json.dumps({"navigation": {"pages": ["index", "bad", "good"]}}),
    "index.mdx": "INDEX\n",
    "bad.mdx": '---\ntitle: Bad\n---\n\nBEFORE\n\n<Callout color="#ff0000">\nCALLOUT *marked*\n'
    "</Callout>\n\nAFTER\n\n## Part\n\nLAST\n",
    "good.mdx": "GOOD [link](/bad)\n",
}


def _break(*_arguments: object, **_options: object) -> None:
    raise ValueError("broken")


@pytest.fixture(autouse=True)
def _guarded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(RAISE)


@pytest.fixture
def site(project: Project) -> Project:
    """A site whose page ``bad`` has all that the tests break."""
    project.write(FILES)
    return project


def _assert_reported(result: Result, *messages: str) -> None:
    assert result.warnings.splitlines() == [f"{message}; {ADVICE}" for message in messages]
    assert result.app.statuscode == 1
    assert len(guard_of(result.app).failures) == len(messages)


def _text(project: Project, name: str, out: str) -> str:
    return (project.output(out) / name).read_text("utf-8")


def _without_spans(text: str) -> str:
    """Return *text* without the elements that colour code."""
    return re.sub(r"</?span[^>]*>", "", text)


def _assert_source_shown(project: Project, out: str, suffix: str) -> None:
    shown = _text(project, f"bad{suffix}", out)
    assert "Callout color=" in shown
    assert "LAST" in shown
    assert "GOOD" in _text(project, f"good{suffix}", out)


def test_a_block_that_fails_is_shown_as_its_source_and_all_others_as_usual(
    site: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_inline = RULES["inline"]

    def broken(out: Renderer, token: Token) -> None:
        write_inline(out, token)
        if "CALLOUT" in str(token):
            _break()

    monkeypatch.setitem(RULES, "inline", broken)
    result = site.build("text")
    _assert_reported(
        result,
        "bad.mdx:7:1: ERROR: this block cannot be rendered: ValueError: broken; "
        "its source text is shown instead",
    )
    assert _text(site, "bad.txt", "text").split("\n\n") == [
        "Bad\n***",
        "BEFORE",
        '   <Callout color="#ff0000">\n   CALLOUT *marked*\n   </Callout>',
        "AFTER",
        "\nPart\n====",
        "LAST\n",
    ]


def test_a_block_that_fails_is_reported_by_check_which_goes_on(
    make_site: MakeSite, command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_inline = RULES["inline"]

    def broken(out: Renderer, token: Token) -> None:
        if "BREAK" in token.content:
            _break()
        write_inline(out, token)

    monkeypatch.setitem(RULES, "inline", broken)
    page = "---\ntitle: T\n---\n\nBREAK\n\n![](/none.png)\n"
    site = make_site({"pages": ["index"]}, {"index.mdx": page})
    command("check", site, "-E")
    assert "index.mdx:5:1: ERROR: this block cannot be rendered: ValueError" in command.out
    assert "image '/none.png'" in command.out
    checked = command.out.splitlines()
    command("build", site, site.parent / "out", "-q", "-j", "1")
    assert [line for line in command.err.splitlines() if "ERROR" in line] == [
        line for line in checked if "ERROR" in line
    ]


def _is_rich(value: object) -> bool:
    """Tell whether *value* is the page ``bad`` in its usual form, as text or as a document."""
    document = getattr(value, "document", value)
    if isinstance(document, nodes.document):
        return bool(list(document.findall(CalloutNode)))
    return isinstance(document, str) and "CALLOUT" in document


@pytest.mark.parametrize("parallel", [0, 2])
@pytest.mark.parametrize(
    ("owner", "name", "failure"),
    [
        (page_reading, "parse_page", "cannot be read"),
        (UseMermaid, "apply", "cannot be processed"),
        (TitleCollector, "process_doc", "cannot be processed"),
        (KeepOffline, "run", "cannot be resolved"),
    ],
)
def test_a_page_that_cannot_be_read_or_transformed_is_shown_as_its_source(  # noqa: PLR0913, PLR0917 -- a case
    site: Project,
    monkeypatch: pytest.MonkeyPatch,
    owner: object,
    name: str,
    failure: str,
    parallel: int,
) -> None:
    method = getattr(owner, name)

    def broken(*arguments: object) -> object:
        if any(map(_is_rich, arguments)):
            _break()
        return method(*arguments)

    monkeypatch.setattr(owner, name, broken)
    if owner is KeepOffline:
        monkeypatch.setattr(KeepOffline, "is_supported", lambda _self: True)
    result = site.build("html", parallel=parallel)
    _assert_reported(result, f"bad.mdx: ERROR: the page {failure}: ValueError: broken; {SOURCE}")
    _assert_source_shown(site, "html", ".html")


@pytest.mark.parametrize("parallel", [0, 2])
def test_a_page_that_pickle_cannot_store_is_shown_as_its_source(
    site: Project, parallel: int
) -> None:
    site.write(
        {
            "conf.py": "extensions = ['sphinx_docsnav']\n"
            "def setup(app):\n    app.connect('doctree-read', spoil, priority=999)\n"
            "def spoil(app, doctree):\n    if app.env.docname == 'bad':\n"
            "        doctree.children[0]['spoiled'] = (item for item in ())\n"
        }
    )
    result = site.build("html", parallel=parallel)
    failure = "the page cannot be stored: TypeError: cannot pickle 'generator' object"
    _assert_reported(result, f"bad.mdx: ERROR: {failure}; {SOURCE}")
    _assert_source_shown(site, "html", ".html")


def test_a_full_disk_is_no_value_that_cannot_be_stored(
    site: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    faults: list[Fault] = []
    monkeypatch.setattr(guard, "make_report", lambda _app: faults.append)
    error = SphinxParallelError("OSError: [Errno 28] No space left on device", "pickle.dump(x)")
    guard.report_unstorable(site.build().app, error)
    assert faults == []


@pytest.mark.parametrize(
    ("parallel", "expected"),
    [
        (
            0,
            (
                "zoo.mdx: ERROR: the build stops, as env.metadata['zoo']['spoiled'] holds a value "
                "that cannot be stored (generator); an extension has put it there; disable it, or "
                "report it to its authors [docsnav.page_failed]"
            ),
        ),
        (
            2,
            (
                "ERROR: what worker processes have read cannot be stored: TypeError: cannot pickle "
                "'generator' object; build without -j, and this message names the page "
                "[docsnav.page_failed]"
            ),
        ),
    ],
)
def test_a_value_that_the_environment_cannot_store_is_named(
    site: Project, monkeypatch: pytest.MonkeyPatch, parallel: int, expected: str
) -> None:
    faults: list[Fault] = []
    monkeypatch.setattr(guard, "make_report", lambda _app: faults.append)
    # The last page: Sphinx drops the error of a worker that fails before the last one has started.
    site.write(
        {
            "zoo.mdx": "# Zoo\n",
            "conf.py": "extensions = ['sphinx_docsnav']\n"
            "def setup(app):\n    app.connect('doctree-read', spoil, priority=999)\n"
            "def spoil(app, doctree):\n    if app.env.docname == 'zoo':\n"
            "        app.env.metadata['zoo']['spoiled'] = (item for item in ())\n",
        }
    )
    with pytest.raises((TypeError, SphinxParallelError)):
        site.build("html", parallel=parallel)
    assert [fault_text(fault, site.src) for fault in faults] == [expected]


@pytest.mark.parametrize("parallel", [0, 2])
@pytest.mark.parametrize(
    ("builder", "translator", "suffix"),
    [
        ("html", HTML5Translator, ".html"),
        ("json", HTML5Translator, ".fjson"),
        ("epub", HTML5Translator, ".xhtml"),
        ("text", TextTranslator, ".txt"),
    ],
)
def test_a_page_that_cannot_be_written_is_shown_as_its_source(  # noqa: PLR0913, PLR0917 -- a case
    site: Project,
    monkeypatch: pytest.MonkeyPatch,
    builder: str,
    translator: type[nodes.NodeVisitor],
    suffix: str,
    parallel: int,
) -> None:
    monkeypatch.setattr(translator, "visit_emphasis", _break)
    result = site.build(builder, parallel=parallel, conf=EPUB)
    _assert_reported(
        result,
        f"bad.mdx:8:1: ERROR: the page cannot be written: ValueError: broken; {SOURCE}",
    )
    assert "Callout color=" in _without_spans(_text(site, f"bad{suffix}", builder))
    assert "GOOD" in _text(site, f"good{suffix}", builder)


@pytest.mark.parametrize(
    ("builder", "translator", "suffix"),
    [
        ("latex", LaTeXTranslator, ".tex"),
        ("man", ManualPageTranslator, ".1"),
        ("texinfo", TexinfoTranslator, ".texi"),
        ("singlehtml", HTML5Translator, ".html"),
    ],
)
def test_a_page_that_a_book_cannot_take_is_in_it_as_its_source(
    site: Project,
    monkeypatch: pytest.MonkeyPatch,
    builder: str,
    translator: type[nodes.NodeVisitor],
    suffix: str,
) -> None:
    monkeypatch.setattr(translator, "visit_emphasis", _break)
    result = site.build(builder)
    _assert_reported(
        result,
        f"bad.mdx:8:1: ERROR: the page cannot be written: ValueError: broken; {SOURCE}",
    )
    [book] = site.output(builder).glob(f"*{suffix}")
    text = _without_spans(book.read_text("utf-8"))
    assert "Callout color=" in text
    assert "GOOD" in text


def test_a_plain_form_that_fails_is_reported_with_the_page_that_has_it(
    site: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(CalloutNode, "plain", _break)
    result = site.build("latex")
    _assert_reported(
        result,
        f"bad.mdx:7:1: ERROR: the page cannot be written: ValueError: broken; {SOURCE}",
    )


FOREIGN = """
from docutils import nodes
from sphinx.transforms.post_transforms import SphinxPostTransform

extensions = ["sphinx_docsnav"]

class Fail(SphinxPostTransform):
    default_priority = 700

    def run(self, **options):
        for text in self.document.findall(nodes.Text):
            if text == "LAST" and "Callout" not in self.document.astext():
                raise ValueError("broken")

def setup(app):
    app.add_post_transform(Fail)
"""


@pytest.mark.parametrize("builder", ["latex", "singlehtml"])
def test_a_page_of_a_book_that_a_transform_of_others_fails_for_is_found(
    site: Project, builder: str
) -> None:
    site.write({"conf.py": FOREIGN})
    result = site.build(builder)
    _assert_reported(
        result, f"bad.mdx: ERROR: the page cannot be written: ValueError: broken; {SOURCE}"
    )


@pytest.mark.parametrize("parallel", [0, 2])
def test_a_page_that_no_form_can_be_written_of_is_missing(
    site: Project, monkeypatch: pytest.MonkeyPatch, parallel: int
) -> None:
    monkeypatch.setattr(TextTranslator, "visit_literal_block", _break)
    monkeypatch.setattr(TextTranslator, "visit_emphasis", _break)
    result = site.build("text", parallel=parallel)
    _assert_reported(
        result,
        f"bad.mdx:8:1: ERROR: the page cannot be written: ValueError: broken; {SOURCE}",
        "bad.mdx: ERROR: the page cannot be written even in a plain form: ValueError: broken; "
        "the page is missing from the output",
    )
    assert not (site.output("text") / "bad.txt").exists()
    assert "GOOD" in _text(site, "good.txt", "text")


def test_our_search_index_that_cannot_be_written_costs_the_search_alone(
    site: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(index_writer, "make_index_files", _break)
    result = site.build()
    _assert_reported(
        result,
        "ERROR: step 'write_index' of the build failed: ValueError: broken; its part of the "
        "output is missing",
    )
    assert "GOOD" in _text(site, "good.html", "html")
    assert (site.output() / "objects.inv").exists()


@pytest.mark.parametrize("parallel", [0, 2])
def test_an_operation_that_fails_is_shown_by_its_name(
    project: Project, monkeypatch: pytest.MonkeyPatch, parallel: int
) -> None:
    specification = {
        "openapi": "3.1.0",
        "info": {"title": "t", "version": "1"},
        "paths": {"/pets": {"get": {"summary": "List", "responses": {}}}},
    }
    project.write(
        {
            "docs.json": '{"navigation": {"groups": [{"group": "g", "pages": ["index"]}, '
            '{"group": "API", "openapi": "api.json"}]}}',
            "index.mdx": "INDEX\n",
            "api.json": json.dumps(specification),
        }
    )
    monkeypatch.setattr(page_parts, "get_renderer", _break)
    result = project.build("text", parallel=parallel)
    [message] = result.warnings.splitlines()
    assert message.endswith(
        "ERROR: operation 'GET /pets' cannot be shown: ValueError: broken; "
        f"the page shows its name alone; {ADVICE}"
    )
    [page] = project.output("text").rglob("list.txt")
    assert page.read_text("utf-8") == 'List\n****\n\n"GET /pets"\n'


@pytest.mark.parametrize("parallel", [0, 2])
@pytest.mark.parametrize("step", ["inputs", "outputs"])
def test_a_theme_adapter_that_fails_leaves_a_page_without_navigation(
    site: Project, monkeypatch: pytest.MonkeyPatch, step: str, parallel: int
) -> None:
    adapt = getattr(Generic, step)

    def broken(self: Generic, context: dict[str, object], *rest: object) -> None:
        if context["pagename"] == "bad":
            _break()
        adapt(self, context, *rest)

    monkeypatch.setattr(Generic, step, broken)
    result = site.build("html", parallel=parallel)
    [message] = result.warnings.splitlines()
    assert message.startswith(
        "bad.mdx: ERROR: the navigation of the page cannot be rendered: ValueError: broken; "
    )
    assert "LAST" in _text(site, "bad.html", "html")
    assert result.app.statuscode == 1


@pytest.mark.parametrize("parallel", [0, 2])
def test_a_handler_of_a_library_that_fails_for_a_page_costs_its_content_alone(
    site: Project, parallel: int
) -> None:
    site.write(
        {
            "conf.py": "extensions = ['sphinx_docsnav']\n"
            "def setup(app):\n"
            "    app.connect('html-page-context', read)\n"
            "def read(app, pagename, templatename, context, doctree):\n"
            "    if pagename == 'bad' and 'Callout' not in context['body']:\n"
            "        raise ValueError('broken')\n"
        }
    )
    result = site.build("html", parallel=parallel)
    _assert_reported(
        result, f"bad.mdx: ERROR: the page cannot be written: ValueError: broken; {SOURCE}"
    )
    _assert_source_shown(site, "html", ".html")


@pytest.mark.parametrize("step", ["missing_pages.write_redirects", "search.normalize_sphinx_index"])
def test_a_step_of_ours_that_fails_is_named(
    site: Project, step: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(f"sphinx_docsnav.features.{step}", _break)
    _assert_reported(
        site.build(),
        "ERROR: step '_break' of the build failed: ValueError: broken; "
        "its part of the output is missing",
    )


def test_a_handler_of_ours_that_fails_for_a_page_leaves_out_its_part_alone(
    site: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(app: Sphinx, doctree: nodes.document) -> None:
        if _is_rich(doctree):
            _break()
        collect_headings(app, doctree)

    monkeypatch.setattr(extension, "collect_headings", broken)
    _assert_reported(
        site.build(),
        "bad.mdx: ERROR: step 'broken' of the build failed: ValueError: broken; "
        "its part of the output is missing",
    )
    shown = _text(site, "bad.html", "html")
    assert "LAST" in shown
    assert "Callout color=" not in shown


def test_the_next_build_reports_the_page_again_and_forgets_it_once_it_is_mended(
    site: Project,
) -> None:
    with pytest.MonkeyPatch.context() as monkeypatch:
        monkeypatch.setattr(CalloutNode, "open_html", _break)
        first, second = site.build(), site.build()
    assert second.warnings == first.warnings
    assert second.app.statuscode == 1
    third = site.build()
    assert (third.warnings, third.app.statuscode) == ("", 0)
    clean = Project(site.root / "clean")
    clean.write(FILES)
    clean.build()
    assert site.files() == clean.files()


def test_the_tests_and_whoever_asks_get_the_exception_itself(
    site: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(RAISE, "1")
    monkeypatch.setattr(CalloutNode, "open_html", _break)
    with pytest.raises(ValueError, match="broken"):
        site.build()


def test_a_full_disk_is_the_fault_of_no_page(
    site: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_arguments: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(TextTranslator, "visit_emphasis", fail)
    with pytest.raises(OSError, match="No space left"):
        site.build("text")


def test_a_full_disk_is_said_to_be_full(
    site: Project, monkeypatch: pytest.MonkeyPatch, command: Command
) -> None:
    def fail(*_arguments: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device", str(site.src / "bad.mdx"))

    monkeypatch.setattr(CalloutNode, "open_html", fail)
    out = site.root / "out"
    assert command("build", site.src, out, "-q", "-j", "1", "--theme", "basic") == 3
    assert command.err.endswith(
        f"cannot write into {out}: No space left on device; free some space and build again\n"
    )


REMOVING = """
from pathlib import Path
extensions = ["sphinx_docsnav"]
html_theme = "basic"

def setup(app):
    def remove(app, *arguments):
        Path(app.srcdir, "{file}").unlink(missing_ok=True)
        return []
    app.connect("{event}", remove, priority=9999)
"""


@pytest.mark.parametrize("event", ["env-before-read-docs", "env-updated", "html-page-context"])
@pytest.mark.parametrize("file", ["z.mdx", "z.rst"])
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_page_deleted_during_the_build_ends_it_with_one_line(
    site: Project, processes: SphinxProcesses, event: str, file: str, jobs: str
) -> None:
    # In the last chunk: Sphinx drops the error of a process that fails while others are started.
    pages = {f"more{number}.mdx": "# More\n" for number in range(8)}
    conf = REMOVING.format(event=event, file=file)
    site.write({"conf.py": conf, file: "Last\n====\n", **pages})
    ended = processes.run("-q", "-j", jobs, str(site.src), str(site.root / "out"))
    last = ended.stderr.splitlines()[-1]
    assert ended.returncode == 2
    assert "Traceback" not in ended.stderr, ended.stderr
    assert last.startswith(f"ERROR: File error: {file} cannot be opened: FileNotFoundError: ")
    assert last.endswith("; if it was deleted or moved during the build, build again")


def test_the_command_line_names_a_page_deleted_during_the_build(
    site: Project, monkeypatch: pytest.MonkeyPatch, command: Command
) -> None:
    def remove(*_arguments: object) -> None:
        (site.src / "bad.mdx").unlink(missing_ok=True)
        raise FileNotFoundError(errno.ENOENT, "No such file", str(site.src / "bad.mdx"))

    monkeypatch.setattr(CalloutNode, "open_html", remove)
    words = ("build", site.src, site.root / "out", "-q", "-j", "1", "--theme", "basic")
    assert command(*words) == 1
    assert "File error: bad.mdx cannot be opened: FileNotFoundError" in command.err
    assert "report" not in command.err


def test_documents_of_other_parsers_fail_as_in_any_project(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    project.write(
        {
            "docs.json": '{"navigation": {"pages": ["index", "page"]}}',
            "conf.py": "extensions = ['sphinx_docsnav']\n",
            "index.rst": "Title\n=====\n\n*marked*\n",
            "page.mdx": "text\n",
        }
    )
    monkeypatch.setattr(HTML5Translator, "visit_emphasis", _break)
    with pytest.raises(ValueError, match="broken"):
        project.build()


def test_a_project_without_pages_of_our_parser_is_written_by_an_unchanged_sphinx(
    project: Project,
) -> None:
    project.write(
        {
            "docs.json": '{"navigation": {"pages": ["index"]}}',
            "conf.py": "extensions = ['sphinx_docsnav']\n"
            "def setup(app):\n"
            "    app.connect('write-started', check, priority=999)\n"
            "def check(app, builder):\n"
            "    assert not any('Guarded' in cls.__name__ for cls in type(builder).__mro__)\n"
            "    assert 'get_and_resolve_doctree' not in vars(app.env)\n",
            "index.rst": "Title\n=====\n",
        }
    )
    assert project.build().warnings == ""


def test_command_line_ends_with_1_and_prints_the_traceback_if_asked(
    site: Project, monkeypatch: pytest.MonkeyPatch, command: Command
) -> None:
    monkeypatch.setattr(CalloutNode, "open_html", _break)
    out = site.root / "out"
    words = ("build", site.src, out, "-q", "-j", "1", "--theme", "basic")
    assert command(*words) == 1
    assert "bad.mdx:7:1: ERROR: the page cannot be written" in command.err
    assert "Traceback" not in command.err
    monkeypatch.setattr("sys.argv", ["sphinx-docsnav", *map(str, words), "--traceback"])
    assert command(*words, "--traceback") == 1
    assert 'raise ValueError("broken")' in command.err


def test_a_defect_is_reported_where_the_metadata_of_the_package_says(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    urls = {"Project-URL": ["Docs, https://d.example", "Issues, https://i.example/new"]}

    class Metadata:
        def get_all(self, name: str) -> list[str]:
            return urls[name]

    monkeypatch.setattr("importlib.metadata.metadata", lambda _name: Metadata())
    assert report_address() == "https://i.example/new"


@pytest.mark.parametrize(("builder", "name"), [("latex", "*.tex"), ("epub", "index.xhtml")])
def test_a_link_to_a_page_that_the_book_lacks_is_its_words(
    project: Project, builder: str, name: str
) -> None:
    index = "# T\n\nSee [the draft](/draft).\n"
    files = {"docs.json": '{"navigation": {"pages": ["index"]}}', "index.mdx": index}
    project.write({**files, "draft.mdx": "# Draft\n"})
    result = project.build(builder, conf=EPUB)
    assert (result.warnings, result.app.statuscode) == ("", 0)
    (made,) = project.output(builder).glob(name)
    assert "the draft" in made.read_text("utf-8")
