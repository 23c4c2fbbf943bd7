"""Characters that nobody sees, or that reorder text, in whatever names a file or an address."""

from __future__ import annotations

import json
import re
from html import unescape
from pathlib import Path

import pytest
from building import Project, Result
from support import Command

HIDDEN = "\u202e"
"""Shows what follows from right to left."""
TAG = "\U000e0041"
DOT = bytes.fromhex(
    "47494638396101000100800000000000ffffff21f90401000000002c00000000010001000002024401003b"
)


def site(hidden: str) -> dict[str, str]:
    """Return the files of a site with *hidden* in every name."""
    schema = {
        "type": "object",
        "properties": {f"p{number}": {"type": "string"} for number in range(30)},
    }
    body = {"application/json": {"schema": {"$ref": f"#/components/schemas/Pe{hidden}t"}}}
    operation = {
        "operationId": f"add{hidden}Pet",
        "tags": [f"An{hidden}imals"],
        "requestBody": {"content": body},
        "responses": {"200": {"description": "d", "content": body}},
    }
    with_address = {**operation, "operationId": "other", "x-mint": {"href": f"/o{hidden}wn/page"}}
    api = {
        "openapi": "3.1.0",
        "info": {"title": f"Zo{hidden}o", "version": f"1{hidden}.2"},
        "tags": [{"name": f"An{hidden}imals"}],
        "paths": {
            f"/pe{hidden}ts": {"get": operation},
            "/own": {"get": with_address},
            "/said": {"get": {"summary": f"Sa{hidden}id", "responses": {}}},
        },
        "webhooks": {f"new{hidden}Pet": {"post": {"responses": {}}}},
        "components": {"schemas": {f"Pe{hidden}t": schema}},
    }
    pages = ["index", f"gui{hidden}de/setup", "pictures"]
    tabs = [
        {"tab": "Guide", "pages": pages},
        {"tab": "API", "openapi": {"source": "api.json", "directory": f"re{hidden}f"}},
    ]
    docs = {
        "name": "Zoo",
        "navigation": {"tabs": tabs},
        "redirects": [{"source": f"/ol{hidden}d", "destination": "/pictures"}],
    }
    return {
        "docs.json": json.dumps(docs),
        "api.json": json.dumps(api),
        "index.mdx": f"---\ntitle: Ho{hidden}me\n---\n\n## Sec{hidden}tion\n\n"
        f"<h3>Th{hidden}ird</h3>\n\n[link](#sec{hidden}tion)\n",
        "guide/setup.mdx": f"# Set{hidden}up\n",
        "pictures.mdx": f"# Pictures\n\n![A dot](/do{hidden}t.gif)\n\n[file](/da{hidden}ta.csv)\n",
        f"da{hidden}ta.csv": "1,2\n",
        f"pa{hidden}ge.mdx": "# A page\n",
    }


def build(project: Project, hidden: str) -> Result:
    project.write(site(hidden))
    (project.src / f"do{hidden}t.gif").write_bytes(DOT)
    return project.build(conf={"html_baseurl": "https://zoo.example/"})


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_download_of_another_reader_has_a_visible_name(project: Project, jobs: int) -> None:
    pages = [*map(str, range(12)), "index", "prose"]
    project.write(
        {
            "docs.json": json.dumps({"name": "Zoo", "navigation": {"pages": pages}}),
            **{f"{name}.mdx": "# A page\n" for name in pages[:12]},
            "index.mdx": f"# Zoo\n\n[data](/da{HIDDEN}ta.csv)\n",
            "prose.rst": f"Prose\n=====\n\n:download:`data <da{HIDDEN}ta.csv>`\n"
            f":download:`other <o{HIDDEN}ther.csv>` :download:`plain <plain.csv>`\n",
            **dict.fromkeys((f"da{HIDDEN}ta.csv", f"o{HIDDEN}ther.csv", "plain.csv"), "1"),
        }
    )

    result = project.build(parallel=jobs)

    files = {name for name in project.files() if name.startswith("_downloads/")}
    pages_text = "".join((project.output() / f"{n}.html").read_text() for n in ("index", "prose"))
    assert set(re.findall(r'href="(_downloads/[^"]*)"', pages_text)) == files
    assert {Path(name).name for name in files} == {"data.csv", "other.csv", "plain.csv"}
    places = sorted(re.findall(r"(?:index|prose)\.\w+:\d+", result.warnings))
    assert places == ["index.mdx:3", "prose.rst:4", "prose.rst:4"]


@pytest.mark.parametrize("hidden", [HIDDEN, TAG], ids=ascii)
def test_no_file_and_no_address_of_the_output_has_one(project: Project, hidden: str) -> None:
    build(project, hidden)

    files = project.files()
    assert [ascii(name) for name in files if hidden in name] == []
    assert {"guide/setup.html", "own/page.html", "old.html"} <= set(files)
    pages = [data.decode() for name, data in files.items() if name.endswith(".html")]
    for page in pages:
        addresses = re.findall(r'\s(?:id|href|src)="([^"]*)"', page)
        titles = re.findall(r"<(?:title|h\d)\b[^>]*>(.*?)</", page, re.DOTALL)
        shown = [unescape(text) for text in (*addresses, *titles)]
        assert [ascii(text) for text in shown if hidden in text] == []
    assert hidden not in files["objects.inv"].decode("latin-1")


def test_each_has_a_message_with_its_place(project: Project) -> None:
    result = build(project, HIDDEN)

    root = f"{project.src.as_posix()}/"
    told = [line.removeprefix(root) for line in result.warnings.splitlines()]
    places = {
        (line.partition(":")[0], match[1])
        for line in told
        if "U+202E" in line and (match := re.search(r"(?:WARNING|ERROR): (?:(/[^ ]*): )?", line))
    }
    escaped = "\\u202e"
    assert places >= {
        ("api.json", "/info/title"),
        ("api.json", "/info/version"),
        ("api.json", "/tags/0/name"),
        ("api.json", f"/paths/~1pe{escaped}ts"),
        ("api.json", f"/paths/~1pe{escaped}ts/get/operationId"),
        ("api.json", f"/paths/~1pe{escaped}ts/get/tags/0"),
        ("api.json", "/paths/~1own/get/x-mint/href"),
        ("api.json", "/paths/~1said/get/summary"),
        ("api.json", f"/webhooks/new{escaped}Pet"),
        ("api.json", f"/components/schemas/Pe{escaped}t"),
        ("docs.json", "/navigation/tabs/0/pages/1"),
        ("docs.json", "/navigation/tabs/1/openapi"),
        ("docs.json", "/redirects/0/source"),
        ("index.mdx", None),
        ("guide/setup.mdx", None),
        ("pictures.mdx", None),
        (f"pa{escaped}ge.mdx", None),
    }
    lines = [line for line in told if line.startswith(("index", "pictures"))]
    assert {line.split(":")[1] for line in lines} == {"2", "3", "5", "7"}


def test_check_says_the_same(project: Project, command: Command) -> None:
    built = build(project, HIDDEN).warnings.replace(f"{project.src.as_posix()}/", "")
    command("check", "--verbose", project.src)

    said = {line for line in command.out.splitlines() if "U+202E" in line}
    assert said == {line for line in built.splitlines() if "U+202E" in line}


@pytest.mark.parametrize("conf", [True, False])
def test_a_page_with_such_a_name_is_left_out(project: Project, *, conf: bool) -> None:
    docs = {"name": "A", "navigation": {"pages": ["index", f"a{HIDDEN}b"]}}
    project.write({"docs.json": json.dumps(docs), "index.mdx": "# A\n", f"a{HIDDEN}b.mdx": "# B\n"})
    if conf:
        project.write({"conf.py": "extensions = ['sphinx_docsnav']\n"})

    result = project.build()

    (line,) = [each for each in result.warnings.splitlines() if "docsnav.page_name" in each]
    assert "the file name has the invisible character U+202E, left out; rename the file" in line
    assert not [name for name in project.files() if Path(name).name.startswith("a\u202e")]
    assert "page_missing" not in result.warnings
