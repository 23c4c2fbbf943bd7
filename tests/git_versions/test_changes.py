"""What changed from one version to the next: objects, signatures, pages and endpoints."""

from __future__ import annotations

import zlib
from pathlib import Path

from sphinx_docsnav.cli.git_versions.version_changes import (
    compare_entries,
    read_entries,
    render_changes,
)

SIGNATURE = (
    '<dt class="sig sig-object py" id="{0}">\n<span>{0}</span>{1}<a class="reference internal" '
    'href="m.html"><span class="viewcode-link"><span class="pre">[source]</span></span></a>'
    '<a class="headerlink" href="#x" title="Link">¶</a></dt><dd>{2}</dd>'
)


def version(
    folder: Path,
    *rows: str,
    html: str = "",
    source: str = "",
    operation: str = "",
) -> Path:
    (folder / "_sources").mkdir(parents=True)
    lines = "\n".join(
        ["index std:doc -1 index.html Home <b>", "x std:label -1 index.html#x X", *rows]
    )
    (folder / "objects.inv").write_bytes(b"1\n2\n3\n4\n" + zlib.compress(lines.encode()))
    (folder / "api.html").write_text(html, encoding="utf-8")
    (folder / "get.html").write_text(operation, encoding="utf-8")
    (folder / "_sources/index.rst.txt").write_text(source, encoding="utf-8")
    return folder


def objects(*names: str) -> list[str]:
    return [f"{name} py:{name.split('_')[0]} 1 api.html#$ -" for name in names]


def found(old: Path, new: Path) -> list[tuple[str, str, int]]:
    every = compare_entries(read_entries(old), read_entries(new))
    return [(each.status, each.entry.title, len(each.members)) for each in every]


def test_objects_are_added_removed_changed_and_deprecated(tmp_path: Path) -> None:
    names = ("function_a", "function_b", "class_c", "class_c.method_m", "function_same")
    warned = '<p>Text</p><div class="deprecated"><p>Since 2</p></div>'
    old = "".join(SIGNATURE.format(name, "(x)", "") for name in names)
    new = SIGNATURE.format("function_a", "(x, *, y=1)", "") + SIGNATURE.format(
        "function_b", "(x)", warned
    )
    new += SIGNATURE.format("function_same", "(x)", f"<section></section>{warned}")
    fresh = ("class_d", "class_d.method_m", "class_d.method_m.z")
    one = version(tmp_path / "1", *objects(*names), html=old)
    two = version(
        tmp_path / "2", *objects("function_a", "function_b", "function_same", *fresh), html=new
    )
    assert found(one, two) == [
        ("Removed", "class_c", 1),
        ("Added", "class_d", 2),
        ("Changed", "function_a", 0),
        ("Deprecated", "function_b", 0),
    ]
    markup = render_changes(compare_entries(read_entries(one), read_entries(two)), "../1", "../2")
    assert (
        '<a href="../1/api.html#class_c"><code>class_c</code></a> (class), with 1 member' in markup
    )
    assert "<del><code>function_a(x)</code></del>" in markup
    assert "<ins><code>function_a(x, *, y=1)</code></ins>" in markup


def test_another_kind_of_object_is_no_other_object(tmp_path: Path) -> None:
    one = version(tmp_path / "1", "p.x py:attribute 1 api.html#$ -")
    two = version(tmp_path / "2", "p.x py:property 1 api.html#$ -")
    assert found(one, two) == []


def test_a_variable_of_the_environment_is_no_page(tmp_path: Path) -> None:
    one = version(tmp_path / "1")
    two = version(tmp_path / "2", "POT std:envvar -1 index.html#envvar-POT -")
    markup = render_changes(compare_entries(read_entries(one), read_entries(two)), "../1", ".")
    assert "<h2>Added: reference</h2>" in markup


def test_pages_whose_source_differs_are_changed_and_titles_are_escaped(tmp_path: Path) -> None:
    one, two = version(tmp_path / "1", source="A"), version(tmp_path / "2", source="B")
    assert found(one, two) == [("Changed", "Home <b>", 0)]
    markup = render_changes(compare_entries(read_entries(one), read_entries(two)), "../1", ".")
    assert '<li><a href="./index.html">Home &lt;b&gt;</a></li>' in markup


def test_an_endpoint_is_listed_once_with_the_fields_that_differ(tmp_path: Path) -> None:
    rows = (
        "GET /pets docsnav:operation -1 get.html#get-pets GET /pets: List pets",
        "listPets docsnav:operation -1 get.html#get-pets GET /pets: List pets",
        "get std:doc -1 get.html List pets",
    )
    one = version(tmp_path / "1", *rows, operation='<i id="docsnav-1"></i><p id="parameter-a"></p>')
    two = version(tmp_path / "2", *rows, operation='<i id="docsnav-2"></i><p id="parameter-b"></p>')
    assert found(one, two) == [("Changed", "GET /pets: List pets", 0)]
    markup = render_changes(compare_entries(read_entries(one), read_entries(two)), "../1", ".")
    assert "<del><code>parameter-a</code></del><br><ins><code>parameter-b</code></ins>" in markup
    assert found(version(tmp_path / "0"), two) == [("Added", "GET /pets: List pets", 0)]


def test_a_version_without_an_inventory_has_nothing_to_compare(tmp_path: Path) -> None:
    assert read_entries(tmp_path) == {}
    assert "No pages, objects or endpoints differ" in render_changes([], "", "")
