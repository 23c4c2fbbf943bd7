"""What sites of strangers have: links in circles, odd names, odd values."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from building import Project
from support import Command, MakeSite


def test_links_to_folders_and_to_nothing_do_not_stop_a_build(
    make_site: MakeSite, tmp_path: Path, command: Command
) -> None:
    pages = ["index", "gone", "one/index", "cafe\u0301"]
    root = make_site({"pages": pages}, {"index.mdx": "HOME", "cafe\u0301.mdx": "CAFE"})
    # Two links to their own folder: 2 ** 40 paths before the system refuses to go on.
    (root / "one").symlink_to(".")
    (root / "two").symlink_to(".")
    (root / "gone.mdx").symlink_to("nowhere.mdx")
    (root / "itself.mdx").symlink_to("itself.mdx")
    (root / "two\nlines.mdx").write_text("LINES", "utf-8")
    link = "a link to a file that does not exist, left out; correct or remove it"
    name = (
        "the file name has separate accents (Unicode form NFD), left out; rename the file in "
        "Unicode form NFC, for example by typing the name again"
    )
    line_break = "the file name has a line break, left out; rename the file"
    page = "/navigation/pages/2: page 'one/index' does not exist; its entry is left out"
    expected = [
        f"gone.mdx: WARNING: {link} [docsnav.page_outside]",
        f"itself.mdx: WARNING: {link} [docsnav.page_outside]",
        f"cafe\u0301.mdx: WARNING: {name} [docsnav.page_name]",
        f"two\\u000alines.mdx: WARNING: {line_break} [docsnav.page_name]",
        f"docs.json:6:7: WARNING: {page} [docsnav.page_missing]",
    ]
    command("check", root)
    assert command.out.splitlines() == expected
    assert command("build", root, tmp_path / "out", "-b", "text", "-q") == 0
    assert command.err.splitlines() == expected


def test_a_link_to_nothing_has_one_message_in_a_project_with_a_conf_py(project: Project) -> None:
    project.write(
        {
            "docs.json": '{"navigation": {"pages": ["index"]}}',
            "index.mdx": "x\n",
            "conf.py": "extensions = ['sphinx_docsnav']\n",
        }
    )
    (project.src / "gone.mdx").symlink_to("nowhere.mdx")
    assert project.build("dummy").warnings == (
        "gone.mdx: WARNING: a link to a file that does not exist, left out; correct or remove it "
        "[docsnav.page_outside]\n"
    )


@pytest.mark.parametrize("options", [(), ("-j2",)])
def test_pages_that_are_not_utf_8_are_built(
    make_site: MakeSite, tmp_path: Path, command: Command, options: tuple[str, ...]
) -> None:
    others = [f"p{number}" for number in range(8)]  # Sphinx reads few pages in one process
    pages = {f"{name}.mdx": f"---\ntitle: {name}\n---\nx\n" for name in others}
    root = make_site({"pages": ["index", "utf16", *others]}, pages)
    page = "---\ntitle: Größe\n---\n\n<Note>Schön</Note>\n\nEnde: ä\n"
    (root / "index.mdx").write_bytes(page.encode("latin-1"))
    (root / "utf16.mdx").write_text(page, "utf-16")
    message = "shown as a replacement character; save the file as UTF-8 [docsnav.page_encoding]"
    expected = [
        f"index.mdx:2:10: WARNING: expected UTF-8, found byte 0xf6; {message}",
        f"utf16.mdx:1:1: WARNING: expected UTF-8, found byte 0xff; {message}",
    ]
    command("check", root)
    assert [line for line in command.out.splitlines() if "UTF-8" in line] == expected

    assert command("build", root, tmp_path / "out", "-b", "text", "-q", *options) == 0
    assert [line for line in command.err.splitlines() if "UTF-8" in line] == expected
    text = (tmp_path / "out" / "index.txt").read_text("utf-8")
    assert text.startswith("Gr\ufffd\ufffde\n")
    assert "Sch\ufffdn" in text
    assert "Ende: \ufffd" in text
    utf16 = (tmp_path / "out" / "utf16.txt").read_text("utf-8")
    assert "title:" in utf16.replace("\ufffd", "")


def test_documents_of_other_parsers_beside_a_page_that_is_not_utf_8(project: Project) -> None:
    project.write(
        {
            "docs.json": '{"navigation": {"pages": ["index", "page"]}}',
            "index.rst": "Home\n====\n\n.. include:: part.txt\n",
            "part.txt": "Größe\n",
            "conf.py": "extensions = ['sphinx_docsnav']\n",
        }
    )
    (project.src / "page.mdx").write_bytes(b"\xe4")
    (project.src / "other.rst").write_bytes(b":orphan:\n\nOther\n=====\n\n\xe4\n")
    built = project.build("text")
    message = "shown as a replacement character; save the file as UTF-8 [docsnav.page_encoding]"
    assert sorted(built.warnings.splitlines()) == [
        f"other.rst:6:1: WARNING: expected UTF-8, found byte 0xe4; {message}",
        f"page.mdx:1:1: WARNING: expected UTF-8, found byte 0xe4; {message}",
    ]
    assert "Größe" in (project.output("text") / "index.txt").read_text("utf-8")
    assert "\ufffd" in (project.output("text") / "other.txt").read_text("utf-8")


def test_a_project_keeps_another_source_encoding(project: Project) -> None:
    project.write(
        {
            "docs.json": '{"navigation": {"pages": ["index", "page"]}}',
            "conf.py": "extensions = ['sphinx_docsnav']\nsource_encoding = 'latin-1'\n",
        }
    )
    (project.src / "index.rst").write_bytes("Größe\n=====\n".encode("latin-1"))
    (project.src / "page.mdx").write_bytes("Größe\n".encode("latin-1"))
    project.build("text")
    for name in ("index", "page"):
        assert "Größe" in (project.output("text") / f"{name}.txt").read_text("utf-8")


LONG = "Long" * 75
"""A name that no file can have."""
HELP = ("applehelp", "devhelp", "htmlhelp", "qthelp")
"""Packages with a builder and a setting for its file."""


@pytest.mark.parametrize("builder", ["html", "epub", "latex", "man", "texinfo"])
def test_names_that_are_too_long_for_files(project: Project, builder: str) -> None:
    versions = [{"version": f"{LONG} {end}", "pages": [f"{end}/index"]} for end in "ab"]
    languages = [{"language": "en", "versions": versions}, {"language": "fr", "pages": ["fr"]}]
    site = {"name": LONG, "navigation": {"languages": languages}}
    project.write({"docs.json": json.dumps(site)})
    project.write(dict.fromkeys(("a/index.mdx", "b/index.mdx", "fr.mdx"), f"# {LONG}\n"))
    project.extensions = (*project.extensions, *(f"sphinxcontrib.{name}" for name in HELP))
    built = project.build(builder, conf={"epub_copyright": "x", "version": "1"})
    assert built.warnings == ""
    config = built.app.config
    assert config.project == LONG
    files = (config.applehelp_bundle_name, config.devhelp_basename, config.htmlhelp_basename)
    assert max(map(len, (*files, config.qthelp_basename))) < 110
    names = [path.name for path in project.output(builder).rglob("*")]
    assert names
    assert max(map(len, names)) < 240


def test_tocdepth_is_a_number_whatever_front_matter_says(project: Project) -> None:
    values = {"two": "2", "word": "deep", "list": "[1]", "none": "", "minus": "-3"}
    project.write({"docs.json": json.dumps({"navigation": {"pages": list(values)}})})
    project.write(
        {
            f"{name}.mdx": f"---\ntitle: T\ntocdepth: {value}\n---\n\n## A\n\n### B\n\n#### C\n"
            for name, value in values.items()
        }
    )
    result = project.build()
    assert result.warnings.splitlines() == [
        f"{name}.mdx:3:1: WARNING: front matter 'tocdepth' is no number; it is ignored "
        "[docsnav.front_matter]"
        for name in ("list", "word")
    ]
    assert result.app.env.metadata["two"]["tocdepth"] == 2
    assert all((project.output("html") / f"{name}.html").is_file() for name in values)


def test_a_page_of_the_project_wins_over_one_of_ours(
    project: Project, command: Command, capsys: pytest.CaptureFixture[str]
) -> None:
    rst = "Title\n=====\n\nFROM RST\n"
    conf = "extensions = ['sphinx_docsnav']\nexclude_patterns = ['old']\nhtml_theme = 'basic'\n"
    pages = ["index", "a", "old/b"]
    project.write({"conf.py": conf, "docs.json": json.dumps({"navigation": {"pages": pages}})})
    project.write({"index.rst": rst, "a.rst": rst, "a.mdx": "FROM MDX", "c.mdx": "ALONE"})
    project.write({"b.rst": rst, "old/b.mdx": "EXCLUDED", "old/b.rst": rst})
    expected = (
        "a.mdx: WARNING: page 'a' is built from 'a.rst'; this file is left out; "
        "rename or remove one of the two [docsnav.page_double]"
    )
    result = project.build("text")
    assert [line for line in result.warnings.splitlines() if "page_missing" not in line] == [
        expected
    ]
    assert "FROM RST" in (project.output("text") / "a.txt").read_text()
    assert "ALONE" in (project.output("text") / "c.txt").read_text()
    capsys.readouterr()
    command("check", project.src)
    assert expected in command.out.splitlines()


def test_check_names_pages_that_nobody_will_see(command: Command, make_site: MakeSite) -> None:
    files = {"a.mdx": "A", "a.md": "B", "search.mdx": "S", "..dots.mdx": "D"}
    root = make_site({"pages": ["a", "search", "..dots"]}, files)
    command("check", root)
    found = [line.partition(": WARNING: ") for line in command.out.splitlines()]
    assert [(place, rest.rpartition("; ")[2]) for place, _level, rest in found] == [
        ("docs.json:6:7", "rename it [docsnav.page_missing]"),
        ("a.md", "rename or remove one of the two [docsnav.page_double]"),
        ("search.mdx", "give it another name [docsnav.page_covered]"),
    ]


@pytest.mark.parametrize(("depth", "limit"), [(3, None), (12, "13")])
def test_latex_sets_lists_of_any_depth(project: Project, depth: int, limit: str | None) -> None:
    text = "\n".join(f"{'  ' * level}- item" for level in range(depth))
    project.write({"docs.json": json.dumps({"navigation": {"pages": ["a"]}}), "a.mdx": text})
    project.build("latex", conf={"latex_documents": [("a", "a.tex", "A", "B", "manual")]})
    tex = (project.output("latex") / "a.tex").read_text()
    found = re.search(r"maxlistdepth=(\d+)", tex)
    assert (found and found[1]) == limit


def test_the_generated_root_page_links_to_a_page_with_any_name(project: Project) -> None:
    name = "Näme <b>& {x}"
    docs = {"name": name, "navigation": {"pages": ["über uns/a (b)"]}}
    project.conf = {"html_theme": "alabaster", "project": name}
    project.write({"docs.json": json.dumps(docs), "über uns/a (b).mdx": "# First\n"})
    assert project.build().warnings == ""
    page = (project.output() / "index.html").read_text("utf-8")
    link = re.search(r'<p><a [^>]*href="([^"]*)"[^>]*>(.*?)</a></p>', page)
    assert link is not None
    assert link.groups() == ("%C3%BCber%20uns/a%20%28b%29.html", "Näme &lt;b&gt;&amp; {x}")
