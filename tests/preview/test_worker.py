"""The builds of the preview's worker, and the drafts that they leave behind."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest
from building import Project
from jinja2 import DictLoader, Environment
from preview.conftest import Drive
from preview.driving import DrivenWorker, arguments_for, arguments_with_conf
from sphinx.errors import ExtensionError
from tools.fuzz.editing import check_sequence

from sphinx_docsnav.preview import application

if not hasattr(os, "fork"):
    pytest.skip("the worker copies processes", allow_module_level=True)


@pytest.fixture
def worker(project: Project, drive: Drive) -> Iterator[DrivenWorker]:
    with drive(arguments_for(project)) as found:
        yield found


def test_builds_of_the_worker_equal_clean_ones(project: Project, worker: DrivenWorker) -> None:
    """``python -m tools.fuzz.sequences --preview`` has more."""
    check_sequence(project, "1", edits=4, rebuild=worker.can_build)


PAGES = {
    "docs.json": '{"name": "Harbour", "navigation": {"groups": [{"group": "Start", '
    '"pages": ["index", "guide"]}]}}',
    "index.mdx": "# Home\n\nBefore.\n\n[guide](/guide)\n",
    "guide.mdx": "---\ntitle: Guide\n---\n\nText.\n",
}


def test_a_draft_has_the_new_text_and_leaves_the_output_to_the_build(
    project: Project, worker: DrivenWorker
) -> None:
    project.write(PAGES)
    assert worker.build()["code"] == 0
    before = project.files()
    project.write({"guide.mdx": PAGES["guide.mdx"].replace("Text", "New words")})
    assert "New words" in worker.draft("guide.html")
    assert project.files() == before
    assert worker.build()["code"] == 0
    assert b"New words" in project.files()["guide.html"]


def test_drafts_report_what_is_still_wrong_in_the_files_of_a_page(
    project: Project, worker: DrivenWorker
) -> None:
    part, lost = "[lost](/nowhere)\n", "[lost](/elsewhere)"
    guide = f'import Part from "/part.mdx"\n\n# Guide\n\n<Part />\n\n{lost}\n'
    project.write(PAGES | {"part.mdx": part, "guide.mdx": guide})
    worker.build()

    def draft_faults() -> tuple[list[str], list[str]]:
        """Return the files that a draft of the guide checks, and the links that it reports."""
        report = worker.draft_report("guide.html")
        links = [fault["message"].split("'")[1] for fault in report["faults"]]
        return sorted(report["files"]), sorted(links)

    worker.wait_for_drafter()
    assert draft_faults() == (["guide.mdx", "part.mdx"], ["/elsewhere", "/nowhere"])
    project.write({"guide.mdx": guide.replace(lost, "")})
    assert draft_faults() == (["guide.mdx", "part.mdx"], ["/nowhere"])
    project.write({"part.mdx": "Mended.\n"})
    assert draft_faults() == (["guide.mdx", "part.mdx"], [])
    docs = PAGES["docs.json"]
    project.write({"docs.json": docs.replace("Start", "Begin")})
    assert draft_faults() == (["docs.json", "guide.mdx", "part.mdx"], [])


def test_a_deleted_page_leaves_the_drafts_of_others(project: Project, worker: DrivenWorker) -> None:
    project.write(PAGES)
    worker.build()
    worker.wait_for_drafter()
    (project.src / "guide.mdx").unlink()
    worker.tell(do="draft", batch=worker.batch + 1, others=0, names=["guide.html"])
    worker.wait_for(lambda event: event["event"] == "missed" and event["name"] == "guide.html")
    project.write({"index.mdx": "# Home\n\nAfter.\n"})
    assert "After." in worker.draft("index.html")


def test_a_new_page_is_drafted_before_it_is_built(project: Project, worker: DrivenWorker) -> None:
    project.write(PAGES)
    worker.build()
    worker.wait_for_drafter()
    docs = PAGES["docs.json"].replace('"guide"', '"guide", "new"')
    project.write({"docs.json": docs, "new.mdx": "---\ntitle: Newcomer\n---\n\nText.\n"})
    worker.request_draft("new.html", newer=1)
    draft = worker.drafted("new.html")
    assert draft.count("Newcomer") > 1
    worker.build()
    assert draft == project.files()["new.html"].decode()


def test_a_traceback_is_printed_on_request(project: Project, drive: Drive) -> None:
    project.write(PAGES | {"conf.py": "1 / 0\n"})
    for shown in (False, True):
        arguments = replace(arguments_with_conf(project), shows_traceback=shown)
        with drive(arguments) as worker:
            report = worker.build()
            assert report["code"] == 2
            assert report["failure"]["text"].startswith("conf.py:1: ERROR: the build has ended: ")
            assert ("Traceback (most" in worker.log.read_text("utf-8")) == shown


@pytest.mark.parametrize(
    ("error", "message"),
    [
        (ExtensionError("no"), "no; correct it, and save"),
        (
            ValueError("no"),
            "ValueError: no; correct it, and save; --traceback shows the traceback",
        ),
    ],
)
def test_an_error_for_users_needs_no_traceback(
    tmp_path: Path, error: Exception, message: str
) -> None:
    app = SimpleNamespace(srcdir=tmp_path)
    failure = application._make_failure(error, app)  # type: ignore[arg-type]  # what it reads
    assert failure["text"] == f"docs.json: ERROR: the build has ended: {message}"


def test_a_draft_is_what_the_build_writes(project: Project, worker: DrivenWorker) -> None:
    project.write(PAGES)
    worker.build()
    project.write({"guide.mdx": PAGES["guide.mdx"].replace("Text", "**New** words")})
    draft = worker.draft("guide.html")
    worker.build()
    assert draft == project.files()["guide.html"].decode()


def test_a_draft_shows_the_navigation_of_docs_json_as_the_build_does(
    project: Project, worker: DrivenWorker
) -> None:
    project.write(PAGES)
    worker.build()
    project.write({"docs.json": PAGES["docs.json"].replace("Start", "Begin here")})
    draft = worker.draft("guide.html")
    assert "Begin here" in draft
    project.write({"docs.json": PAGES["docs.json"][:-1]})
    assert worker.draft("guide.html") == draft
    project.write({"docs.json": PAGES["docs.json"].replace("Start", "Begin here")})
    worker.build()
    assert project.files()["guide.html"].decode() == draft


def test_a_draft_shows_what_docs_json_refers_to_as_the_build_does(
    project: Project, worker: DrivenWorker
) -> None:
    groups = (
        '[{"group": "Start", "pages": ["index", "guide"]}, {"group": "API", "openapi": "a.json"}]'
    )
    summary = {"summary": "List jobs", "description": "All of them.", "responses": {}}
    specification = json.dumps(
        {
            "openapi": "3.1.0",
            "info": {"title": "Jobs", "version": "1"},
            "paths": {"/jobs": {"get": summary}},
        }
    )
    project.write({**PAGES, "groups.json": groups, "a.json": specification})
    project.write({"docs.json": '{"navigation": {"groups": {"$ref": "groups.json"}}}'})
    project.write({"part.mdx": "Before.\n"})
    project.write({"guide.mdx": 'import Part from "/part.mdx"\n\n# Guide\n\n<Part />\n'})
    worker.build()
    names = ("guide.html", "api-reference/list-jobs.html")
    project.write({"groups.json": groups.replace("Start", "Begin here"), "part.mdx": "After.\n"})
    project.write({"a.json": specification.replace("All of", "Each of")})
    drafts = [worker.draft(name) for name in names]
    assert "After." in drafts[0]
    assert "Each of them" in drafts[1]
    worker.build()
    assert drafts == [project.files()[name].decode() for name in names]
    assert worker.build()["documents"] == []


def test_drafts_follow_each_other_as_builds_do(project: Project, worker: DrivenWorker) -> None:
    project.write(PAGES)
    worker.build()
    project.write(
        {"guide.mdx": "---\ntitle: Manual\n---\n\n```python\nwith open(name): ...\n```\n"}
    )
    worker.draft("guide.html")
    project.write({"index.mdx": "# Home\n\n[](/guide)\n\n- after\n"})
    worker.draft("index.html")
    drafts = [worker.draft("guide.html"), worker.draft("index.html")]
    worker.build()
    files = project.files()
    assert drafts == [files[name].decode() for name in ("guide.html", "index.html")]
    assert "Manual" in drafts[1]


GATE = """\
import time
from pathlib import Path

extensions = ["sphinx_docsnav"]
html_theme = "basic"


def wait(app, docname, source):
    while docname != "p7" and docname != "index" and not Path(app.srcdir, "go").exists():
        time.sleep(0.05)


def setup(app):
    app.connect("source-read", wait)
"""


def test_a_page_that_was_not_built_yet_is_drafted_with_its_whole_navigation(
    project: Project, drive: Drive
) -> None:
    names = [f"p{number}" for number in range(30)]
    pages = ",".join(f'"{name}"' for name in names)
    project.write({"docs.json": f'{{"navigation": {{"pages": ["index", {pages}]}}}}'})
    project.write({f"{name}.mdx": f"---\ntitle: Title {name}\n---\n\nText.\n" for name in names})
    project.write({"index.mdx": "# Home\n", "conf.py": GATE})
    with drive(arguments_with_conf(project)) as worker:
        worker.begin(shown=["p7.html"])
        draft = worker.drafted("p7.html")
        project.write({"go": ""})
        assert worker.built()["code"] == 0
    assert [name for name in names if f"{name}.html" not in draft and name != "p7"] == []
    assert "Title p7" in draft


def test_a_drafter_has_the_navigation_of_its_build(project: Project, worker: DrivenWorker) -> None:
    project.write(PAGES)
    worker.build()
    project.write({"docs.json": PAGES["docs.json"].replace("Start", "Begin here")})
    worker.build()
    worker.wait_for_drafter()
    assert "Begin here" in worker.draft("guide.html")


def test_a_broken_docs_json_is_reported_and_leaves_what_was_built(
    project: Project, worker: DrivenWorker
) -> None:
    project.write(PAGES)
    worker.build()
    before = project.files()
    project.write({"docs.json": PAGES["docs.json"][:-1]})
    report = worker.build()
    assert report["code"] == 2
    (first,) = report["faults"]
    assert (first["file"], first["level"], first["type"]) == (
        "docs.json",
        "error",
        "docsnav.syntax",
    )
    assert project.files() == before


def test_a_message_about_a_page_names_file_line_and_column(
    project: Project, worker: DrivenWorker
) -> None:
    project.write({**PAGES, "guide.mdx": "# Guide\n\n[there](/nowhere)\n"})
    report = worker.build()
    (fault,) = report["faults"]
    assert (fault["file"], fault["line"], fault["column"]) == ("guide.mdx", 3, 1)
    assert report["pages"]["guide.mdx"] == "guide.html"
    assert "guide.mdx" in report["documents"]


def test_a_build_tells_how_far_it_is(project: Project, worker: DrivenWorker) -> None:
    project.write(PAGES)
    worker.begin()
    event = worker.wait_for(lambda event: event["event"] == "progress")
    assert event["text"] == "Reading page 1 of 2"


def test_builds_leave_one_drafter(project: Project, worker: DrivenWorker) -> None:
    project.write(PAGES)
    for text in "abc":
        project.write({"guide.mdx": f"# Guide\n\n{text}\n"})
        worker.build()
        worker.wait_for_drafter()
    assert "<p>c</p>" in worker.draft("guide.html")
    assert len(list(worker.log.parent.glob("drafts-*"))) == 1


def test_drafts_load_a_style_sheet_as_it_was_saved(
    project: Project, drive: Drive, tmp_path: Path
) -> None:
    project.write(PAGES | {"own.css": "p { top: 1px }", "_static/a.css": "p { top: 1px }"})
    settings = {"html_static_path": "_static", "html_css_files": "a.css"}
    arguments = arguments_for(project, docsnav_site_styles=True, **settings)
    with drive(arguments) as worker:
        worker.build()
        drafts = [worker.draft("guide.html")]
        for name in ("own.css", "_static/a.css"):
            project.write({name: "p { top: 2px }"})
            drafts.append(worker.draft("guide.html"))
        sheets = [path.read_text("utf-8") for path in tmp_path.rglob("drafts-*/**/own-*.css")]
        worker.build()
    assert len(set(drafts)) == len(drafts)
    assert drafts[-1] == project.files()["guide.html"].decode()
    assert "p { top: 2px }" in sheets


CONF = """\
extensions = ["sphinx_docsnav"]
html_theme = "basic"
docsnav_site_styles = True


def count(app, pagename, templatename, context, doctree):
    method, wrappers = app.env.get_and_resolve_doctree, 0
    while hasattr(method, "__wrapped__"):
        method, wrappers = method.__wrapped__, wrappers + 1
    context["body"] = context.get("body", "") + f"<p>{wrappers} wrappers</p>"


def setup(app):
    app.connect("html-page-context", count)
"""


def test_saved_style_sheets_leave_the_methods_of_the_drafter_as_they_are(
    project: Project, drive: Drive
) -> None:
    project.write(PAGES | {"conf.py": CONF, "own.css": "p { top: 0 }"})
    with drive(arguments_with_conf(project)) as worker:
        worker.build()
        first = worker.draft("guide.html")
        for number in range(3):
            project.write({"own.css": f"p {{ top: {number}px }}"})
            last = worker.draft("guide.html")
    (found,) = re.findall(r"\d wrappers", first)
    assert found in last
    assert "0 wrappers" not in first


IMPORTED = """\
import sys
from pathlib import Path

extensions = ["sphinx_docsnav"]
html_theme = "basic"
names = sorted(name for name in sys.modules if name.startswith("sphinx_docsnav."))
Path(__file__).with_name("imported").write_text("\\n".join(names))


def note(app, error):
    import sphinx_docsnav.cli.mcp  # no build has it by itself
    names = sorted(name for name in sys.modules if name.startswith("sphinx_docsnav."))
    Path(app.confdir, "used").write_text("\\n".join(names))


def setup(app):
    app.connect("build-finished", note)
"""


def test_a_build_has_the_modules_of_this_package_that_the_one_before_used(
    project: Project, drive: Drive
) -> None:
    found = []
    with drive(arguments_with_conf(project)) as worker:
        for _ in range(2):
            project.write(PAGES | {"conf.py": IMPORTED})
            worker.build()
            found.append([(project.src / name).read_text("utf-8") for name in ("imported", "used")])
    assert found[0][0] != found[0][1] == found[1][0]


ASSETS = """\
from pathlib import Path

extensions = ["sphinx_docsnav"]
html_theme = "basic"
html_static_path = ["_static"]


def put(app, config):
    static = Path(app.outdir, "_static", "own")
    static.mkdir(parents=True, exist_ok=True)
    (static / "put.js").write_text("1;")
    app.add_js_file("own/put.js")
    app.add_js_file("https://example.com/other.js")


def setup(app):
    app.connect("config-inited", put)
"""


def test_drafts_load_what_an_extension_has_put_into_the_output(
    project: Project, drive: Drive
) -> None:
    project.write(PAGES | {"conf.py": ASSETS, "_static/a.css": "p { top: 0 }"})
    with drive(arguments_with_conf(project)) as worker:
        worker.build()
        for style in ("p { top: 0 }", "p { top: 1px }"):
            project.write({"_static/a.css": style})
            draft = worker.draft("guide.html")
            assert draft == project.files()["guide.html"].decode()
            assert "own/put.js?v=" in draft


FAILURES = (
    ({"conf.py": f"{CONF}\n1 / 0\n"}, ("conf.py", 16), "ZeroDivisionError: division by zero"),
    ({"conf.py": f"{CONF}\nif:\n"}, ("conf.py", 16), "SyntaxError: invalid syntax"),
    ({"conf.py": CONF.replace("app.env.", "app.")}, ("conf.py", 7), "get_and_resolve"),
    ({"conf.py": "extensions = ['nothing_there']\n"}, ("conf.py", None), "nothing_there"),
    (
        {"conf.py": "import sys\nsys.path.insert(0, '.')\nimport own\n", "own.py": "x = 1\ny\n"},
        ("own.py", 2),
        "NameError: name 'y' is not defined",
    ),
)


def test_what_ends_a_build_is_reported_with_its_place(project: Project, drive: Drive) -> None:
    project.write(PAGES | {"conf.py": CONF})
    with drive(arguments_with_conf(project)) as worker:
        for files, place, message in FAILURES:
            project.write(files)
            report = worker.build()
            found = report["failure"]
            assert report["code"] == 2
            assert (found["file"], found["line"]) == place
            assert message in found["message"]
            assert "Traceback" not in found["message"]
        project.write({"conf.py": CONF})
        assert worker.build()["failure"] is None


WAITING = """
import os
import time
from pathlib import Path

extensions = ["sphinx_docsnav"]
html_theme = "basic"
FIRST = "{first}"
BUILD = os.getpid()


def wait(app, env):
    while os.getpid() != BUILD if FIRST == "build" else os.getpid() == BUILD:
        if Path(app.confdir, f"{{FIRST}}-{{BUILD}}").exists():
            break
        time.sleep(0.02)
    return []


def pass_on(app, env):
    if os.getpid() != BUILD:
        Path(app.confdir, f"drafter-{{BUILD}}").touch()
    return []


def end(app, error):
    Path(app.confdir, f"build-{{BUILD}}").touch()


def setup(app):
    app.connect("env-get-updated", wait, 1)
    app.connect("env-get-updated", pass_on, 999)
    app.connect("build-finished", end, 999)
"""


@pytest.mark.parametrize("first", ["build", "drafter"])
def test_a_drafter_changes_nothing_that_builds_know(
    project: Project, drive: Drive, first: str
) -> None:
    project.write(PAGES | {"conf.py": WAITING.format(first=first)})
    with drive(arguments_with_conf(project)) as worker:
        worker.build()
        worker.wait_for_drafter()
        project.write({"guide.mdx": "---\ntitle: Guide\n---\n\nOther words.\n"})
        assert worker.build()["documents"] == ["guide.mdx"]


SAVING = """
import time
from pathlib import Path
extensions = ["sphinx_docsnav"]

def save(app, docname, source):
    page = Path(app.srcdir, "guide.mdx")
    if docname == "guide" and "meanwhile" not in page.read_text("utf-8"):
        page.write_text("# Guide\\n\\nSaved meanwhile.\\n", "utf-8")
        time.sleep(0.1)

def setup(app):
    app.connect("source-read", save)
"""


def test_what_is_saved_while_its_page_is_read_is_in_the_next_build(
    project: Project, drive: Drive
) -> None:
    project.write(PAGES | {"conf.py": SAVING})
    with drive(arguments_with_conf(project)) as worker:
        worker.build()
        assert b"Saved meanwhile." not in project.files()["guide.html"]
        worker.build()
        assert b"Saved meanwhile." in project.files()["guide.html"]
        assert worker.build()["documents"] == []


def test_a_file_that_is_moved_into_place_may_be_older(
    project: Project, worker: DrivenWorker
) -> None:
    project.write(PAGES | {"part.mdx": "Before.\n"})
    project.write({"guide.mdx": 'import Part from "/part.mdx"\n\n# Guide\n\n<Part />\n'})
    worker.build()
    project.write({"index.mdx": "# Home\n\nOlder.\n", "part.mdx": "Older.\n"})
    for name in ("index.mdx", "part.mdx"):
        os.utime(project.src / name, (0, 0))
    worker.build()
    assert [b"Older." in project.files()[f"{name}.html"] for name in ("index", "guide")] == [1, 1]
    assert worker.build()["documents"] == []


REMOVING = """
import os
from pathlib import Path
extensions = ["sphinx_docsnav"]

def setup(app):
    def remove(app, *arguments):
        if Path(app.srcdir, "now").exists():
            Path(app.srcdir, "guide.mdx").unlink(missing_ok=True)
    app.connect("env-before-read-docs", remove)
"""


def test_a_page_deleted_during_a_build_is_said_and_the_next_build_has_all_others(
    project: Project, drive: Drive
) -> None:
    project.write(PAGES | {"conf.py": REMOVING})
    with drive(arguments_with_conf(project)) as worker:
        assert worker.build()["code"] == 0
        project.write({"now": "", "guide.mdx": "# Guide\n\nOther words.\n"})
        report = worker.build()
        assert report["code"] == 2
        assert report["failure"]["file"] == "guide.mdx"
        assert "FileNotFoundError" in report["failure"]["message"]
        assert "Traceback" not in worker.log.read_text("utf-8")
        report = worker.build()
        assert (report["code"], report["failure"]) == (0, None)
    assert "guide.html" not in project.files()


def test_compiled_templates_are_kept_for_the_same_options(tmp_path: Path) -> None:
    """Other previews use them, too, and a project may change the options of Jinja."""
    texts, kept = [], application.CompiledTemplates(str(tmp_path))
    for trims in (False, True, False):
        loader = DictLoader({"page.html": "{% if true %}\nText{% endif %}"})
        environment = Environment(autoescape=True, loader=loader, bytecode_cache=kept)
        environment.trim_blocks = trims
        texts.append(environment.get_template("page.html").render())
    assert texts == ["\nText", "Text", "\nText"]
    assert len(list(tmp_path.iterdir())) == 2
